/* Mathematical functions (OpenCL C 1.2, 6.12.2): the scalar functions of double are in the parts included below,
 * float is computed in double and rounded once, and vectors are computed component by component. Part of
 * clbundle/native/native.h, once per level. Knows numbers; must not know memory.
 *
 * SPDX-License-Identifier: MIT */

#include "math_basic.h"
#include "math_exp.h"
#include "math_trig.h"
#include "math_special.h"

/* ---- float --------------------------------------------------------------------------------------------------------- */

#define CLBN_FLOAT_1(name) \
    CLBN_FN float CLBN(name##__f)(float a) { return (float)CLBN(name##__d)((double)a); }
#define CLBN_FLOAT_2(name) \
    CLBN_FN float CLBN(name##__f_f)(float a, float b) { return (float)CLBN(name##__d_d)((double)a, (double)b); }

/* X(name) for the functions of one argument and for those of two. */
#define CLBN_EXP_1(X) X(exp) X(exp2) X(exp10) X(expm1) X(sinh) X(cosh) X(tanh)
#define CLBN_LOG_1(X) X(log) X(log1p) X(log2) X(log10) X(asinh) X(acosh) X(atanh)
#define CLBN_POWER_2(X) X(pow) X(powr) X(hypot)
#define CLBN_TRIG_1(X) X(sin) X(cos) X(tan) X(sinpi) X(cospi) X(tanpi)
#define CLBN_ARC_1(X) X(asin) X(acos) X(atan) X(asinpi) X(acospi) X(atanpi)
#define CLBN_ARC_2(X) X(atan2) X(atan2pi)
#define CLBN_GAMMA_1(X) X(erf) X(erfc) X(tgamma) X(lgamma)

#ifdef CLBN_USES_MATH
CLBN_FLOAT_1(rsqrt)
CLBN_FN float CLBN(recip__f)(float a) { return 1 / a; }
CLBN_FN float CLBN(divide__f_f)(float a, float b) { return a / b; }
#endif
#ifdef CLBN_USES_EXP
CLBN_EXP_1(CLBN_FLOAT_1)
#endif
#ifdef CLBN_USES_LOG
CLBN_LOG_1(CLBN_FLOAT_1)
#endif
#ifdef CLBN_USES_POWER
CLBN_FLOAT_1(cbrt)
CLBN_POWER_2(CLBN_FLOAT_2)
CLBN_FN float CLBN(pown__f_i)(float a, int32_t n) { return (float)CLBN(pown__d_i)((double)a, n); }
CLBN_FN float CLBN(rootn__f_i)(float a, int32_t n) { return (float)CLBN(rootn__d_i)((double)a, n); }
#endif
#ifdef CLBN_USES_TRIG
CLBN_TRIG_1(CLBN_FLOAT_1)
CLBN_FN float CLBN(sincos__f_pf)(float a, float *cosine)
{
    double c;
    const double s = CLBN(sincos__d_pd)((double)a, &c);
    *cosine = (float)c;
    return (float)s;
}
#endif
#ifdef CLBN_USES_ARC
CLBN_ARC_1(CLBN_FLOAT_1)
CLBN_ARC_2(CLBN_FLOAT_2)
#endif
#ifdef CLBN_USES_GAMMA
CLBN_GAMMA_1(CLBN_FLOAT_1)
CLBN_FN float CLBN(lgamma_r__f_pi)(float a, int32_t *sign) { return (float)CLBN(lgamma_r__d_pi)((double)a, sign); }
#endif
#undef CLBN_FLOAT_1
#undef CLBN_FLOAT_2

/* native_ and half_, by the prefix: as accurate as the others. */
#define CLBN_NATIVE_1(prefix, name) \
    CLBN_FN float CLBN(prefix##_##name##__f)(float a) { return CLBN(name##__f)(a); }
#define CLBN_NATIVE_2(prefix, name) \
    CLBN_FN float CLBN(prefix##_##name##__f_f)(float a, float b) { return CLBN(name##__f_f)(a, b); }

#ifdef CLBN_INSTANCES

#define CLBN_EACH_NATIVE(prefix)                                                                                   \
    CLBN_ROUGH_1(prefix, cos) CLBN_ROUGH_1(prefix, exp) CLBN_ROUGH_1(prefix, exp2) CLBN_ROUGH_1(prefix, exp10)     \
    CLBN_ROUGH_1(prefix, log) CLBN_ROUGH_1(prefix, log2) CLBN_ROUGH_1(prefix, log10) CLBN_ROUGH_1(prefix, recip)   \
    CLBN_ROUGH_1(prefix, rsqrt) CLBN_ROUGH_1(prefix, sin) CLBN_ROUGH_1(prefix, sqrt) CLBN_ROUGH_1(prefix, tan)     \
    CLBN_ROUGH_2(prefix, divide) CLBN_ROUGH_2(prefix, powr)
#define CLBN_ROUGH_1(prefix, name) CLBN_NATIVE_1(prefix, name) CLBN_VECTORS_1(prefix##_##name, f, f)
#define CLBN_ROUGH_2(prefix, name) CLBN_NATIVE_2(prefix, name) CLBN_VECTORS_2(prefix##_##name, f, f, f)
CLBN_EACH_NATIVE(native)
CLBN_EACH_NATIVE(half)
#undef CLBN_EACH_NATIVE
#undef CLBN_ROUGH_1
#undef CLBN_ROUGH_2

/* ---- Vectors ------------------------------------------------------------------------------------------------------- */

#define CLBN_BOTH_1(name) CLBN_VECTORS_1(name, f, f) CLBN_VECTORS_1(name, d, d)
#define CLBN_BOTH_2(name) CLBN_VECTORS_2(name, f, f, f) CLBN_VECTORS_2(name, d, d, d)
CLBN_EXP_1(CLBN_BOTH_1) CLBN_LOG_1(CLBN_BOTH_1) CLBN_TRIG_1(CLBN_BOTH_1) CLBN_ARC_1(CLBN_BOTH_1) CLBN_GAMMA_1(CLBN_BOTH_1)
CLBN_POWER_2(CLBN_BOTH_2) CLBN_ARC_2(CLBN_BOTH_2)
CLBN_BOTH_1(ceil) CLBN_BOTH_1(fabs) CLBN_BOTH_1(floor) CLBN_BOTH_1(logb) CLBN_BOTH_1(rint) CLBN_BOTH_1(round)
CLBN_BOTH_1(sqrt) CLBN_BOTH_1(rsqrt) CLBN_BOTH_1(cbrt) CLBN_BOTH_1(trunc)
CLBN_BOTH_2(copysign) CLBN_BOTH_2(fdim) CLBN_BOTH_2(fmod) CLBN_BOTH_2(maxmag) CLBN_BOTH_2(minmag)
CLBN_BOTH_2(nextafter) CLBN_BOTH_2(remainder) CLBN_BOTH_2(fmax) CLBN_BOTH_2(fmin)
#undef CLBN_BOTH_1
#undef CLBN_BOTH_2

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

#endif
