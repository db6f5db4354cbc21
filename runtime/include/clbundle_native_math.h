/* Mathematical functions (OpenCL C 1.2, 6.12.2), put together: the scalar functions of double are in the parts included
 * below, float is computed in double and rounded once, vectors are made of scalars. Part of clbundle_native.h, once a
 * level.
 *
 * SPDX-License-Identifier: MIT */

#include "clbundle_native_math_basic.h"
#include "clbundle_native_math_exp.h"
#include "clbundle_native_math_trig.h"
#include "clbundle_native_math_special.h"

/* ---- float --------------------------------------------------------------------------------------------------------- */

#define CLBN_FLOAT_1(name) \
    CLBN_FN float CLBN(name##__f)(float a) { return (float)CLBN(name##__d)((double)a); }
#define CLBN_FLOAT_2(name) \
    CLBN_FN float CLBN(name##__f_f)(float a, float b) { return (float)CLBN(name##__d_d)((double)a, (double)b); }

/* X(name) for the functions of one argument and for those of two. */
#define CLBN_THROUGH_DOUBLE_1(X)                                                                       \
    X(acos) X(acosh) X(acospi) X(asin) X(asinh) X(asinpi) X(atan) X(atanh) X(atanpi) X(cbrt) X(cos)    \
    X(cosh) X(cospi) X(erfc) X(erf) X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p)  \
    X(rsqrt) X(sin) X(sinh) X(sinpi) X(tan) X(tanh) X(tanpi) X(tgamma) X(lgamma)
#define CLBN_THROUGH_DOUBLE_2(X) X(atan2) X(atan2pi) X(hypot) X(pow) X(powr)
#define CLBN_OTHERS_1(X) X(ceil) X(fabs) X(floor) X(logb) X(rint) X(round) X(sqrt) X(trunc)
#define CLBN_OTHERS_2(X) X(copysign) X(fdim) X(fmod) X(maxmag) X(minmag) X(nextafter) X(remainder) X(fmax) X(fmin)

CLBN_THROUGH_DOUBLE_1(CLBN_FLOAT_1)
CLBN_THROUGH_DOUBLE_2(CLBN_FLOAT_2)
CLBN_FN float CLBN(pown__f_i)(float a, int32_t n) { return (float)CLBN(pown__d_i)((double)a, n); }
CLBN_FN float CLBN(rootn__f_i)(float a, int32_t n) { return (float)CLBN(rootn__d_i)((double)a, n); }
CLBN_FN float CLBN(sincos__f_pf)(float a, float *cosine)
{
    double c;
    const double s = CLBN(sincos__d_pd)((double)a, &c);
    *cosine = (float)c;
    return (float)s;
}
CLBN_FN float CLBN(lgamma_r__f_pi)(float a, int32_t *sign) { return (float)CLBN(lgamma_r__d_pi)((double)a, sign); }
#undef CLBN_FLOAT_1
#undef CLBN_FLOAT_2

/* native_ and half_: as accurate as the others. */
#define CLBN_NATIVE_1(name)                                                                      \
    CLBN_FN float CLBN(native_##name##__f)(float a) { return CLBN(name##__f)(a); }               \
    CLBN_FN float CLBN(half_##name##__f)(float a) { return CLBN(name##__f)(a); }                 \
    CLBN_VECTORS_1(native_##name, f, f)                                                          \
    CLBN_VECTORS_1(half_##name, f, f)
#define CLBN_NATIVE_2(name)                                                                      \
    CLBN_FN float CLBN(native_##name##__f_f)(float a, float b) { return CLBN(name##__f_f)(a, b); } \
    CLBN_FN float CLBN(half_##name##__f_f)(float a, float b) { return CLBN(name##__f_f)(a, b); } \
    CLBN_VECTORS_2(native_##name, f, f, f)                                                       \
    CLBN_VECTORS_2(half_##name, f, f, f)
CLBN_FN float CLBN(recip__f)(float a) { return 1 / a; }
CLBN_FN float CLBN(divide__f_f)(float a, float b) { return a / b; }
CLBN_NATIVE_1(cos) CLBN_NATIVE_1(exp) CLBN_NATIVE_1(exp2) CLBN_NATIVE_1(exp10) CLBN_NATIVE_1(log) CLBN_NATIVE_1(log2)
CLBN_NATIVE_1(log10) CLBN_NATIVE_1(recip) CLBN_NATIVE_1(rsqrt) CLBN_NATIVE_1(sin) CLBN_NATIVE_1(sqrt) CLBN_NATIVE_1(tan)
CLBN_NATIVE_2(divide) CLBN_NATIVE_2(powr)
#undef CLBN_NATIVE_1
#undef CLBN_NATIVE_2

/* ---- Vectors ------------------------------------------------------------------------------------------------------- */

#define CLBN_BOTH_1(name) CLBN_VECTORS_1(name, f, f) CLBN_VECTORS_1(name, d, d)
#define CLBN_BOTH_2(name) CLBN_VECTORS_2(name, f, f, f) CLBN_VECTORS_2(name, d, d, d)
CLBN_THROUGH_DOUBLE_1(CLBN_BOTH_1)
CLBN_THROUGH_DOUBLE_2(CLBN_BOTH_2)
CLBN_OTHERS_1(CLBN_BOTH_1)
CLBN_OTHERS_2(CLBN_BOTH_2)
#undef CLBN_BOTH_1
#undef CLBN_BOTH_2
#undef CLBN_THROUGH_DOUBLE_1
#undef CLBN_THROUGH_DOUBLE_2
#undef CLBN_OTHERS_1
#undef CLBN_OTHERS_2

#define CLBN_MATH_VECTORS(T, U, S, bits)    \
    CLBN_VECTORS_VS(fmax, T, T, T)          \
    CLBN_VECTORS_VS(fmin, T, T, T)          \
    CLBN_VECTORS_3(fma, T, T, T, T)         \
    CLBN_VECTORS_3(mad, T, T, T, T)         \
    CLBN_VECTORS_2(ldexp, T, T, i)          \
    CLBN_VECTORS_VS(ldexp, T, T, i)         \
    CLBN_VECTORS_2(pown, T, T, i)           \
    CLBN_VECTORS_2(rootn, T, T, i)          \
    CLBN_VECTORS_1(ilogb, i, T)             \
    CLBN_VECTORS_1(nan, T, U)               \
    CLBN_VECTORS_1P(fract, T, T, T)         \
    CLBN_VECTORS_1P(modf, T, T, T)          \
    CLBN_VECTORS_1P(sincos, T, T, T)        \
    CLBN_VECTORS_1P(frexp, T, T, i)         \
    CLBN_VECTORS_1P(lgamma_r, T, T, i)      \
    CLBN_VECTORS_2P(remquo, T, T, T, i)
CLBN_FLOATS(CLBN_MATH_VECTORS)
#undef CLBN_MATH_VECTORS
