// @provides: NM_KINDS, nm_kind, nm_log2_rough, nm_rough_deviate
// @depends: nmath, mills
// @includes: nmath
//
// Kinds of arguments, 0 .. NM_KINDS - 1: a GPU is quick where neighbours take the same method with as many steps, so
// kernels bring elements of a kind together (kernels/nmath/regroup.h). A kind is a guess that costs next to nothing,
// mostly in float; no result depends on it. Functions for kinds stand beside the methods that they tell apart.
// SPDX-License-Identifier: MIT

#define NM_KINDS 32

// A guess as one of the kinds from least to most; NaN is the least.
NM_INLINE int nm_kind(float guess, int least, int most)
{
    return (int)fmin(fmax(guess, (float)least), (float)most);
}

// log2 x within 0.09 for positive normal x.
NM_INLINE float nm_log2_rough(double x) { return (float)(nm_upper(x) - 0x3ff00000) * 0x1p-20f; }

// The normal deviate of a probability or its logarithm within some 0.01 (Abramowitz and Stegun 26.2.22).
NM_INLINE float nm_rough_deviate(double p, int lower_tail, int log_p)
{
    const float l = log_p ? (float)p : log((float)(p > 0.5 ? 1.0 - p : p));
    const int large = log_p ? l > -0.6931472f : p > 0.5;
    const float m = log_p && large ? log(-expm1(l)) : l, t = sqrt(-2.0f * m);
    const float z = t - (2.30753f + t * 0.27061f) / (1.0f + t * (0.99229f + t * 0.04481f));
    return large == (lower_tail != 0) ? z : -z;
}
