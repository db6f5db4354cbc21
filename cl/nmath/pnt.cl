// @provides: pnt, nm_pnt
// @depends: nmath, dd, elementary, stirlerr, bd0, mills, nm_light, nm_fast_log, nm_fast_gamma, nm_chimix,
//   nm_mixture, pnorm
// @includes: nmath
//
// Distribution function of the non-central t distribution, for t > 0 (else the mirror image): the smaller tail, the
// other one is its complement.
//   ncp <= 0: P(T > t) = integral f(s) Phi(ncp - t s) ds over the chi distribution, by nm_chimix;
//   0 < ncp <= min(6 n, 20 sqrt(n)), n >= 1: the same, or integral f(s) Phi(t s - ncp) ds;
//   else: P(0 < T < t) = (A + B)/2 and P(T > t) = (A' + B')/2 with the tails A and B of two beta mixtures by
//   nm_mixture, a = 1/2, s = 0 and a = 1, s = 1/2 (Johnson, Kotz, Balakrishnan 1995, 31.5), and P(T < 0) = Phi(-ncp).
// Beyond t = 1e140 the tail is continued by the power t^-df; df above 1e25 is the normal limit.
// Measured: 2 ulp, both tails and logarithms.
// SPDX-License-Identifier: MIT

// A tail for t > 0 as exp(result) * *f; *upper says which one is wanted and which one it is.
NM_FN nm_dd nm_pnt_part(double t, double n, double ncp, int upper, nm_dd *f)
{
    const nm_dd l = nm_dd_scale(nm_two_prod(ncp, ncp), 0.5), t2 = nm_two_prod(t, t);
    nm_dd e = nm_dd_neg(l);
    double sum = upper ? 0.0 : nm_mills(ncp) * M_1_SQRT_2PI;
    for (int i = 0; i < 2; ++i) {
        const nm_mix p = nm_mix_beta(t2, nm_dd_of(n), i ? 1.0 : 0.5, 0.5 * n, l, i ? 0.5 : 0.0);
        nm_dd g;
        nm_mix_sums beside;
        const nm_dd d = nm_mix_sum(&p, upper, 0, &g, &beside);
        if (upper && i == 0) {
            e = d;
            sum = 0.5 * g.hi;
            continue;
        }
        // Take the larger exponent as the common one.
        const nm_dd up = nm_dd_sub(d, e);
        const double a = nm_exp_dd(up.hi > 0.0 ? nm_dd_neg(up) : up);
        sum = up.hi > 0.0 ? fma(sum, a, 0.5 * g.hi) : fma(0.5 * g.hi, a, sum);
        if (up.hi > 0.0) e = d;
    }
    *f = nm_dd_of(sum);
    return e;
}

// The smaller tail for finite x > 0, n <= 1e25, as exp(result) * *f; *upper says which one it is.
NM_FN nm_dd nm_pnt(double x, double n, double ncp, int *upper, nm_dd *f)
{
    const double t = fmin(x, 1e140);
    nm_dd e = nm_dd_of(0.0);
    *upper = 1;
    if (ncp > 0.0 && t * fmax(ncp, 1.0) < 1e-20) {
        *upper = 0;
        *f = nm_dd_of(nm_mills(ncp) * M_1_SQRT_2PI);
        e = nm_half_square(nm_dd_of(ncp));
    } else {
        // For ncp <= 0 the upper tail is at most 1/2: one pass. All in one loop, so that lanes wait for no other method.
        const double m = 0.5 * n;
        const int quick = ncp <= 0.0 || (n >= 1.0 && ncp <= 6.0 * n && ncp * ncp <= 400.0 * n);
        if (ncp > 0.0) *upper = t * t * nm_gamma_median(m) > m * ncp * ncp;
        for (int pass = 0; pass < 2; ++pass) {
            if (quick) e = nm_chi_tail(n, *upper ? t : -t, *upper ? -ncp : ncp, f);
            else e = nm_pnt_part(t, n, ncp, *upper, f);
            if (pass == 1 || nm_chi_exp(e.hi) * f->hi < 0.7) break;
            *upper = !*upper;
        }
    }
    return x > t ? nm_dd_sub(e, nm_dd_mul_d(nm_dd_log_ratio(nm_dd_of(x), nm_dd_of(t)), n)) : e;
}

NM_FN double pnt(double q, double df, double ncp, int lower_tail, int log_p)
{
    const double none = log_p ? ML_NEGINF : 0.0, sure = log_p ? 0.0 : 1.0;
    if (q != q || df != df || ncp != ncp) return q + df + ncp;
    if (df <= 0.0) return ML_NAN;
    if (fabs(q) == ML_POSINF) return (q > 0.0) == (lower_tail != 0) ? sure : none;
    if (fabs(ncp) == ML_POSINF) return (ncp < 0.0) == (lower_tail != 0) ? sure : none;
    if (q == 0.0) return nm_pnorm_z(nm_dd_of(-ncp), lower_tail, log_p);
    if (df > 1e25) return nm_pnorm_z(nm_two_sum(q, -ncp), lower_tail, log_p);
    const int neg = q < 0.0;
    int upper;
    nm_dd f;
    const nm_dd e = nm_pnt(fabs(q), df, neg ? -ncp : ncp, &upper, &f);
    return nm_mix_result(e, f, (upper == !lower_tail) != neg, log_p);
}
