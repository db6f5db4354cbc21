// @provides: logspace_sub
// @depends: nmath, dd, elementary
// @includes: nmath
//
// log(exp(logx) - exp(logy)) for logx >= logy: logx + log(1 - exp(logy - logx)), in double-double.
// Accuracy: below 1 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double logspace_sub(double logx, double logy)
{
    if (logx != logx || logy != logy) return logx + logy;
    if (logy > logx) return ML_NAN;
    if (logx == logy) return fabs(logx) < ML_POSINF || logx < 0.0 ? ML_NEGINF : ML_NAN;
    if (logx == ML_POSINF || logy == ML_NEGINF || !(logy - logx > ML_NEGINF)) return logx;
    const nm_dd d = nm_two_sum(logy, -logx);
    const nm_dd l = d.hi > -M_LN2 ? nm_dd_log_dd(nm_dd_neg(nm_dd_expm1(d))) : nm_dd_log1p(nm_dd_neg(nm_dd_exp(d)));
    return nm_dd_add_d(l, logx).hi;
}
