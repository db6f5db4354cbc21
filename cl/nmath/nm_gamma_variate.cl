// @provides: nm_rv_gamma, nm_rv_gamma_first, nm_rv_gamma_boost
// @depends: nmath, philox, nm_variate, norm_rand, exp_rand
// @includes: nmath
//
// The gamma variate under rgamma, rbeta, rf, rchisq, rnbinom and others.
// Method: G. Marsaglia, W. W. Tsang, A simple method for generating gamma variables, ACM TOMS 26 (2000), section 3:
// with d = a - 1/3, t = Z/(3 sqrt(d)): d (1 + t)^3 is accepted if log(U) < Z^2/2 + d - d v + d log(v), v = (1 + t)^3.
// As 4.5 d t^2 = Z^2/2, the right side is 3 d (log(1 + t) - t + t^2/2 - t^3/3), which does not cancel for large a;
// below |t| = 2^-7 its series is used. Their squeeze U < 1 - 0.0331 Z^4 decides 19 of 20 without it. Acceptance is at
// least 0.95 for a >= 1.
// Bound: 24 tries; 0.05^24 < 1e-31. Then the distribution's centre is returned.
// SPDX-License-Identifier: MIT

/* Standard gamma for shape >= 1. */
INLINE double nm_rv_gamma(double shape, nm_rng *rng)
{
    const double d = shape - 1.0 / 3.0, c = 1.0 / (3.0 * sqrt(d));
    double x = d;
    for (int i = 0; i < 24; i++) {
        const double z = norm_rand(rng), t = c * z, v = fma(c, z, 1.0);
        const double u = fma((double)(nm_rng_bits(rng) >> 12), 0x1p-52, 0x1p-53);
        const double t2 = t * t, z2 = z * z;
        int accept = u < fma(-0.0331 * z2, z2, 1.0);
        if (!accept) {
            double inner = fma(t, 1.0 / 9.0, -1.0 / 8.0);
            inner = fma(t, inner, 1.0 / 7.0);
            inner = fma(t, inner, -1.0 / 6.0);
            inner = fma(t, inner, 1.0 / 5.0);
            inner = fma(t, inner, -1.0 / 4.0) * t2 * t2;
            const double wide = nm_rv_log(v > 0.0 ? v : 1.0, t) - fma(t2, fma(t, 1.0 / 3.0, -0.5), t);
            accept = u < nm_rv_exp(3.0 * d * (fabs(t) < 0x1p-7 ? inner : wide));
        }
        if (accept && v > 0.0) {
            x = d * (v * v * v);
            break;
        }
    }
    return x;
}

/* The first try of nm_rv_gamma alone, without branches: NaN unless the squeeze accepts it (9 of 10). A kernel runs this
 * for all its elements, as vector lanes, and draws those that are NaN once more from the start. */
NM_RV_INLINE double nm_rv_gamma_first(double shape, nm_rng *rng)
{
    const double d = shape >= 1.0 ? shape - 1.0 / 3.0 : ML_NAN, c = 1.0 / (3.0 * sqrt(d));
    const double z = norm_rand(rng), v = fma(c, z, 1.0);
    const double u = fma((double)(nm_rng_bits(rng) >> 12), 0x1p-52, 0x1p-53), z2 = z * z;
    /* v <= 0 is beyond 2.4 deviations, where the squeeze accepts nothing. More conditions would be joined to vectors
     * of truth values, which PoCL's compiler cannot widen. */
    return u < fma(-0.0331 * z2, z2, 1.0) ? d * (v * v * v) : ML_NAN;
}

/* A gamma variate of shape a < 1 is one of shape a + 1 times exp(-E/a) (Marsaglia and Tsang, section 6, there U^(1/a)):
 * this draws that factor's exponent, 0 for a >= 1. Kept apart so that ratios of tiny shapes neither underflow nor
 * overflow. */
INLINE double nm_rv_gamma_boost(double shape, nm_rng *rng)
{
    return shape < 1.0 ? -exp_rand(rng) / shape : 0.0;
}
