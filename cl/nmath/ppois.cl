// @provides: ppois, nm_ppois_near
// @depends: nmath, dd, elementary, nm_fast_log, nm_fast_gamma, nm_fast_count, nm_terms, nm_incgamma
// @includes: nmath
//
// Poisson distribution function. lambda up to 200: the terms of the tail away from the mean; else and for logarithms
// Q(floor(q) + 1, lambda) of the incomplete gamma function, nm_incgamma.cl.
// A q within 1e-7 below an integer counts as that integer. Measured: below 4 ulp.
// SPDX-License-Identifier: MIT

// A tail for whole k >= 0: below the mean f(k) (1 + k/lambda (1 + (k-1)/lambda ...)), above it (upper) f(k+1) (1 +
// lambda/(k+2) (1 + lambda/(k+3) ...)). Positive terms, at most 400.
NM_FN double nm_ppois_near(double k, double lambda, int upper)
{
    // From term to term, one of the two factors moves by 1.
    const double step = upper ? 1.0 : 0.0, down = step - 1.0;
    double a = upper ? lambda : k, d = upper ? k + 2.0 : lambda;
    nm_terms t = nm_terms_none();
    for (int i = 0; i < 400 && nm_terms_go_on(t); i += 4) {
        t = nm_four_terms(t, a, a + down, a + 2.0 * down, a + 3.0 * down, d, d + step, d + 2.0 * step, d + 3.0 * step);
        a += 4.0 * down;
        d += 4.0 * step;
    }
    const double at = upper ? k + 1.0 : k;
    return (1.0 + t.sum) * (at > 0.0 ? nm_fast_dpois(at, lambda, 0) : nm_fast_power(nm_dd_of(-lambda), 1.0, 0));
}

NM_FN double ppois(double q, double lambda, int lower_tail, int log_p)
{
    if (q != q || lambda != lambda) return q + lambda;
    if (lambda < 0.0) return ML_NAN;
    const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
    if (q < 0.0) return lower_tail ? zero : one;
    if (lambda == 0.0 || q == ML_POSINF) return lower_tail ? one : zero;
    if (lambda == ML_POSINF) return lower_tail ? zero : one;
    const double k = floor(q + 1e-7);
    if (!log_p && lambda >= 0x1p-20 && lambda <= 200.0 && k <= 400.0) {
        const int upper = k + 1.0 > lambda;
        const double v = nm_ppois_near(k, lambda, upper);
        if (v > 1e-290) return upper == !lower_tail ? v : (0.5 - v) + 0.5;
    }
    return nm_half_tail(nm_pgamma_half(floor(q + 1e-7) + 1.0, nm_dd_of(lambda)), !lower_tail, log_p);
}
