/* The functions of clbundle/native/simd_math.h over arrays, and those of one number, for one level.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/native/native.h"

#ifndef CLBT_SIMD_MATH
#define CLBT_SIMD_MATH
/* X(function, its operands' codes, bound in ulp by OpenCL C 1.2, 7.4) */
/* clang-format off */
#define CLBT_FLOAT_1(X)                                                                                               \
    X(exp, 3) X(exp2, 3) X(exp10, 3) X(expm1, 3) X(log, 3) X(log2, 3) X(log10, 3) X(log1p, 2) X(sinh, 4) X(cosh, 4)   \
    X(tanh, 5) X(asinh, 4) X(atanh, 5) X(cbrt, 2) X(erf, 16) X(erfc, 16) X(sin, 4) X(cos, 4) X(tan, 5) X(sinpi, 4)    \
    X(cospi, 4) X(atan, 5)
#define CLBT_FLOAT_2(X) X(pow, 16) X(powr, 16) X(atan2, 6) X(fmod, 0) X(remainder, 0)
#define CLBT_DOUBLE_1(X) X(sin, 4) X(cos, 4) X(tan, 5) X(exp, 3) X(exp2, 3) X(log, 3)
/* clang-format on */
#endif

/* n is a multiple of 16. */
#define CLBT_OF(function, codes, X, Y, T, ...)                                         \
    static void CLBN(all_##function##codes)(const T *a, const void *b, T *r, size_t n) \
    {                                                                                  \
        for (size_t i = 0; i < n; i += CLBN_SIMD_W) {                                  \
            CLBN(simd_##X) x;                                                          \
            CLBN(simd_##Y) y = CLBN(simd_splat_##Y)(0);                                \
            __builtin_memcpy(&x, a + i, sizeof x);                                     \
            if (b) __builtin_memcpy(&y, (const T *)b + i, sizeof y);                   \
            x = CLBN(simd_##function##codes)(__VA_ARGS__);                             \
            __builtin_memcpy(r + i, &x, sizeof x);                                     \
        }                                                                              \
    }
/* clang-format off */
#define CLBT_BODY_1(function, bound)                                                                                  \
    CLBT_OF(function, __f, f, f, float, x)                                                                            \
    static float CLBN(one_##function##__f)(float a, float b) { return (void)b, CLBN(function##__f)(a); }
#define CLBT_BODY_2(function, bound)                                                                                  \
    CLBT_OF(function, __f_f, f, f, float, x, y)                                                                       \
    static float CLBN(one_##function##__f_f)(float a, float b) { return CLBN(function##__f_f)(a, b); }
/* clang-format on */
#define CLBT_BODY_D(function, bound) CLBT_OF(function, __d, d, d, double, x)
CLBT_FLOAT_1(CLBT_BODY_1)
CLBT_FLOAT_2(CLBT_BODY_2)
CLBT_DOUBLE_1(CLBT_BODY_D)
CLBT_OF(pown, __f_i, f, i, float, x, y)
static float CLBN(one_pown__f_i)(float a, float b)
{
    int32_t n;
    __builtin_memcpy(&n, &b, sizeof n);
    return CLBN(pown__f_i)(a, n);
}
#undef CLBT_BODY_1
#undef CLBT_BODY_2
#undef CLBT_BODY_D
#undef CLBT_OF
