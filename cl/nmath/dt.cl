// @provides: dt, nm_t_far
// @depends: nmath, dd, elementary, nm_calls, lbeta, nm_incbeta, mills, nm_fast_log
// @includes: nmath
//
// Density of Student's t, (1 + x^2/n)^(-(n+1)/2) / (sqrt(n) B(1/2, n/2)), from nm_beta_prefactor; its logarithm in
// double-double.
// Degrees of freedom above 1e250 are taken as 1e250 (for |x| < 1e100 the same density; inf is the normal one), but for
// the logarithm far out.
// Within 1e-50 .. 1e50 without branches or pairs but for the exponent (v + 1) / 2 log((v + x^2) / v).
// Measured: 2.5 ulp; logarithm 2.5.
// SPDX-License-Identifier: MIT

// All arguments.
// log density, and log tail, at |x| = z > 1e30 for n > 1e250, where all else is lost beside -n/2 log(1 + z^2 / n).
NM_FN double nm_t_far(double z, double n)
{
    const double w = z / sqrt(n);
    const double l = w < 1.0 ? nm_log1p_fn(z * (z / n)) : fma(2.0, nm_log_fn(w), nm_log1p_fn(1.0 / (w * w)));
    return n == ML_POSINF ? -0.5 * z * z : -0.5 * n * l;
}

NM_FN double nm_dt_rest(double x, double n, int give_log)
{
    if (x != x || n != n) return x + n;
    if (!(n > 0.0)) return ML_NAN;
    const double z = fabs(x);
    if (z == ML_POSINF) return give_log ? ML_NEGINF : 0.0;
    if (give_log && n > 1e250 && z > 1e30) return nm_t_far(z, n);
    const double v = n > 1e250 && (z < 1e100 || n == ML_POSINF) ? 1e250 : n;
    // The density is proportional to such degrees of freedom, of which half may be rounded.
    const double up = v < 0x1p-900 ? 0x1p200 : 1.0;
    if (!give_log) {
        // X^(1/2) Y^(n/2) / (B(1/2, n/2) |x|), X = x^2 / (n + x^2); flat next to 0
        const double least = 1e-20 * sqrt(fmin(v, 1.0)), w = z < least ? least : z;
        return nm_beta_density(0.5, 0.5 * (v * up), nm_odds_of(w, w, v), nm_dd_of(1.0 / up), w, 0);
    }
    // log1p(z^2 / v) (v + 1) / 2
    nm_dd l;
    const nm_dd lz = nm_dd_log(z), lv = nm_dd_log(v);
    const nm_dd lw = nm_dd_sub(nm_dd_scale(lz, 2.0), lv);
    const nm_dd h = nm_dd_scale(nm_dd_add_d(nm_dd_of(v), 1.0), 0.5);
    if (z == 0.0 || n == ML_POSINF || lw.hi < -80.0) {
        // z^2 / n below 2^-115: log1p is the identity
        const nm_dd zz = z < 0x1p-500 ? nm_dd_of(0.0) : z < 0x1p500 ? nm_two_prod(z, z) : nm_dd_of(ML_POSINF);
        l = nm_dd_scale(nm_dd_add(zz, zz.hi > 0.0 ? nm_dd_div_d(zz, v) : zz), 0.5);
        if (!(zz.hi < ML_POSINF)) l = nm_dd_of(0.5 * z * z);
    } else if (lw.hi > 80.0) {
        l = nm_dd_mul(lw, h);
    } else {
        const double s = z > 0x1p400 ? 0x1p-200 : z < 0x1p-300 ? 0x1p300 : 1.0;
        const nm_dd w = nm_dd_div_d(nm_dd_div_d(nm_two_prod(z * s, z * s), v * s), s);
        l = nm_dd_mul(nm_dd_log1p(w), h);
    }
    if (!(l.hi <= DBL_MAX)) return ML_NEGINF;
    nm_dd r = nm_dd_add(nm_dd_scale(lv, 0.5), nm_lbeta_dd(nm_dd_of(0.5), nm_dd_of(0.5 * (v * up))));
    if (up > 1.0) r = nm_dd_add(r, nm_dd_mul_d(NM_LN2, 200.0));
    r = nm_dd_neg(nm_dd_add(r, l));
    return r.hi;
}

// Gamma(h + 1/2) / Gamma(h) = sqrt(m) (1 + w P(w)), m = h - 1/4, w = 1 / m^2, for h >= 4 (P interpolates at 9 Chebyshev
// nodes); below by DLMF 5.5.1 from h + 4. Divided by sqrt(2 pi h).
NM_FLAT double nm_dt_factor(double h)
{
    const int low = h < 4.0;
    const double m = (low ? h + 4.0 : h) - 0.25, i = 1.0 / m, w = i * i;
    double s = 0x1.23b655e739edap-3;
    s = fma(s, w, -0x1.30d209a967271p-4);
    s = fma(s, w, 0x1.7421d6a45105cp-6);
    s = fma(s, w, -0x1.ac5bc1191daacp-8);
    s = fma(s, w, 0x1.3847b3ef75c13p-9);
    s = fma(s, w, -0x1.5473d04cc2ed4p-10);
    s = fma(s, w, 0x1.3b7ffb625f064p-10);
    s = fma(s, w, -0x1.2ffffffe7335cp-9);
    s = fma(s, w, 0x1.fffffffffff4ep-7);
    // (h + j) (h + 3 - j) = c + ..., c = h (h + 3)
    const double g = low ? h : 4.0, c = g * (g + 3.0), e = g * (g + 4.0);
    const double up = c * (c + 2.0), down = (e + 1.75) * (e + 3.75), r = low ? up / down : 1.0;
    return sqrt(m / (h * 0x1.921fb54442d18p+2)) * fma(w * s, r, r);
}

NM_INLINE double dt(double x, double n, int give_log)
{
    const double z = fabs(x);
    // above 1e16 n + x^2 as a pair leaves too little of x^2
    if (!(n >= 1e-50 && n <= 1e16 && z <= 1e50)) return nm_dt_rest(x, n, give_log);
    const nm_dd q = nm_two_prod(z, z), s = nm_two_sum(n, q.hi);
    const nm_dd l = nm_fast_log_ratio(s.hi, s.lo + q.lo, n, 0.0), a = nm_two_sum(n, 1.0);
    const double h = 0.5 * a.hi, e = h * l.hi, el = fma(h, l.hi, -e) + fma(h, l.lo, 0.5 * a.lo * l.hi);
    const double f = nm_dt_factor(0.5 * n);
    if (give_log) {
        const nm_dd b = nm_fast_log_short(f), r = nm_two_sum(b.hi, -e);
        return r.hi + (r.lo + (b.lo - el));
    }
    int k;
    const double m = nm_fast_exp(-e, -el, &k);
    return nm_scale2(m * f, k);
}
