// @provides: beta
// @depends: nmath, dd, elementary, lbeta, nm_fast_log, nm_fast_beta
// @includes: nmath
//
// B(a, b) for a, b > 0: in double-double (lbeta.cl), rounded once. inf at 0, 0 at inf, NaN below 0.
// Shapes
// from 1/2 on: nm_fast_beta.cl. Measured: below 1.5 ulp.
// SPDX-License-Identifier: MIT

// All arguments.
NM_FN double nm_beta_rest(double a, double b)
{
    if (a != a || b != b) return a + b;
    const double p = a < b ? a : b, q = a < b ? b : a;
    if (p < 0.0) return ML_NAN;
    if (p == 0.0) return ML_POSINF;
    if (q == ML_POSINF) return 0.0;
    // Below 2^-200 only the pole counts: B(a, b) = 1/a + 1/b, up to a factor 1 + O(a b) or less.
    if (q < 0x1p-200) return 1.0 / p + 1.0 / q;
    if (!(p + q < ML_POSINF)) return 0.0;
    nm_dd w;
    const nm_dd e = nm_beta_parts(a, b, &w);
    return nm_exp_mul(e, w);
}

NM_FN double beta(double a, double b)
{
    const double p = a < b ? a : b, q = a < b ? b : a;
    if (!nm_fast_beta_usual(p, q)) return nm_beta_rest(a, b);
    const nm_dd e = nm_fast_beta_exponent(p, q);
    int k;
    const double m = nm_fast_exp(e.hi, e.lo, &k);
    return nm_scale2(m * sqrt((1.0 / p + 1.0 / q) * 0x1.921fb54442d18p+2), k);
}
