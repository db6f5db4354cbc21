// @provides: rmultinom
// @depends: nmath, rbinom
// @includes: nmath
//
// Multinomial: `size` objects in k classes with weights prob (need not sum to 1), by conditional binomials (Devroye,
// Non-uniform random variate generation, 1986, XI.1.4). The weight still left is kept as an unevaluated sum of two
// doubles, so that the last classes get their share however small they are. A weight that is negative, infinite or
// NaN, no positive weight, or a bad size gives NaN in every class.
// Bound: k binomials.
// SPDX-License-Identifier: MIT

INLINE void rmultinom(double size, __global const double *prob, int k, __global double *out, nm_rng *rng)
{
    double hi = 0.0, lo = 0.0, left = size;
    int last = 0, ok = size >= 0.0 && size <= DBL_MAX && rint(size) == size;
    for (int j = 0; j < k; j++) {
        const double p = prob[j], s = hi + p, t = s - hi;
        lo += (hi - (s - t)) + (p - t);
        hi = s;
        if (p > 0.0) last = j;
        if (!(p >= 0.0)) ok = 0;
    }
    if (!(hi > 0.0 && hi <= DBL_MAX)) ok = 0;
    for (int j = 0; j < k; j++) {
        const double p = prob[j], rest = hi + lo, s = hi - p, t = s - hi;
        lo += (hi - (s - t)) - (p + t);
        hi = s;
        /* the rarer of "this class" and "a later one" is drawn: near 1 a share would lose its complement's digits */
        const double later = s + lo > 0.0 ? s + lo : 0.0;
        const int here = p <= later;
        double x = 0.0;
        if (j == last) x = left;
        else if (ok && p > 0.0 && j < last) {
            x = rbinom(left, (here ? p : later) / rest, rng);
            x = here ? x : left - x;
        }
        left -= x;
        out[j] = ok ? x : ML_NAN;
    }
}
