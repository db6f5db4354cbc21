// @provides: qnt
// @depends: nmath, dd, elementary, nm_calls, mills, nm_mixture, nm_root, pnorm, pnt
// @includes: nmath
//
// Quantile of the non-central t distribution: the sign from P(T < 0) = Phi(-ncp), then the root of log tail(t) = log p
// over t > 0 for the distribution or its mirror image (pnt, nm_root). df above 1e25 is the normal limit.
// Measured: 2 ulp of the quantile, the root being as good as the tail.
// SPDX-License-Identifier: MIT

// log of a tail for t > 0.
NM_INLINE nm_dd nm_pnt_log(double t, double n, double ncp, int want_upper)
{
    int upper;
    nm_dd f;
    const nm_dd e = nm_pnt(t, n, ncp, &upper, &f);
    if (upper == want_upper) return nm_dd_add(e, nm_dd_log_dd(f));
    return nm_dd_of(nm_log1p_fn(-nm_exp_mul(e, f)));
}

NM_FN double qnt(double p, double df, double ncp, int lower_tail, int log_p)
{
    int upper;
    nm_dd target;
    if (p != p || df != df || ncp != ncp) return p + df + ncp;
    if (df <= 0.0 || fabs(ncp) == ML_POSINF) return ML_NAN;
    const int kind = nm_tail_of(p, lower_tail, log_p, &upper, &target);
    if (kind < 0) return ML_NAN;
    if (kind == 0) return upper ? ML_POSINF : ML_NEGINF;
    // The tail beyond 0 on the side asked for.
    const double at0 = nm_pnorm_z(nm_dd_of(-ncp), !upper, 1);
    const double r0 = nm_dd_sub(nm_dd_of(at0), target).hi;
    if (r0 == 0.0) return 0.0;
    const int neg = upper ? r0 < 0.0 : r0 > 0.0;
    const double d = neg ? -ncp : ncp;
    if (neg) upper = !upper;
    const double n = fmin(df, 1e25), guess = d + nm_tail_z(target.hi, upper);
    nm_root r = nm_root_of(guess > 0.05 ? guess : 0.05);
    for (int i = 0; i < NM_ROOT_STEPS; ++i)
        if (nm_root_step(&r, nm_tail_target(nm_pnt_log(r.x, n, d, upper), target, upper))) break;
    return neg ? -r.x : r.x;
}
