// @provides: dbeta
// @depends: nmath, dd, elementary, nm_incbeta, nm_fast_density
// @includes: nmath
//
// Density of the beta distribution, x^(a-1) (1-x)^(b-1) / B(a, b), from the saddle point form of nm_beta_raw.
// Shapes from 1/2 on: nm_fast_density.cl, unless a logarithm is close to 0. Measured: 2.2 ulp; logarithm 1.5.
// SPDX-License-Identifier: MIT

// All arguments.
NM_FN double nm_dbeta_rest(double x, double a, double b, int give_log)
{
    if (x != x || a != a || b != b) return x + a + b;
    if (a < 0.0 || b < 0.0) return ML_NAN;
    const double none = give_log ? ML_NEGINF : 0.0;
    if (x < 0.0 || x > 1.0) return none;
    if (a == 0.0 || b == 0.0 || a == ML_POSINF || b == ML_POSINF) { // point masses
        int at = a == 0.0 && b == 0.0 ? x == 0.0 || x == 1.0 : a == ML_POSINF && b == ML_POSINF ? x == 0.5 : 0;
        if (a != b) at = a == 0.0 || b == ML_POSINF ? x == 0.0 : x == 1.0;
        return at ? ML_POSINF : none;
    }
    if (a == 1.0 && b == 1.0) return give_log ? 0.0 : 1.0;
    if (x == 0.0 || x == 1.0) {
        const double s = x == 0.0 ? a : b, c = x == 0.0 ? b : a;
        return s > 1.0 ? none : s < 1.0 ? ML_POSINF : give_log ? log(c) : c;
    }
    if (give_log && (a == 1.0 || b == 1.0)) {
        // a x^(a-1) or b (1-x)^(b-1), whose logarithm may be small
        const nm_dd l = b == 1.0 ? nm_dd_log(x) : nm_dd_log1p(nm_dd_of(-x)), s = nm_two_sum(b == 1.0 ? a : b, -1.0);
        return l.hi * s.hi >= -DBL_MAX ? nm_dd_add(nm_dd_mul(l, s), nm_dd_log(b == 1.0 ? a : b)).hi : ML_NEGINF;
    }
    nm_odds o;
    o.x = nm_dd_of(x);
    o.y = nm_one_minus(x);
    o.side = x < 0x1p-900 ? -1 : 0;
    o.log_odds = nm_dd_log(x);
    return nm_beta_density(a, b, o, nm_dd_div(nm_dd_of(1.0), o.y), x, give_log);
}

NM_INLINE double dbeta(double x, double a, double b, int give_log)
{
    const double p = a < b ? a : b, q = a < b ? b : a;
    if (!(p >= 0.5 && q <= 1e50 && x >= 0x1p-200 && x < 1.0)) return nm_dbeta_rest(x, a, b, give_log);
    const nm_dd y = nm_fast_two_sum(1.0, -x);
    const double r = nm_fast_density(a, b, nm_dd_of(x), y, x * y.hi, give_log);
    // a logarithm close to 0 needs more
    return give_log && fabs(r) < 1.0 ? nm_dbeta_rest(x, a, b, give_log) : r;
}
