// @provides: qnorm, nm_qnorm, nm_qnorm_std, nm_qnorm_pair
// @depends: nmath, dd, elementary, mills
// @includes: nmath
//
// Normal quantile. |p - 1/2| <= 0.35: (p - 1/2) times a polynomial of degree 22 in (p - 1/2)^2, error 8e-17. Tails:
// with y^2 = -2 log p a start of 2e-7 (y < 38, polynomial in 1 / y) or asymptotic (DLMF 7.17.6), then one step of
// Halley's method on log Q(t) = -t^2/2 - log sqrt(2 pi) + log R(t) with the Mills ratio R of mills.cl.
// Region: all p, also on the log scale to its end. Measured: below 2 ulp.
// SPDX-License-Identifier: MIT

// The t > 0 with log Q(t) = l + ll, for l < log 0.16, as a pair, to some 2^-53 / t; unless far is set, l > -760.
NM_INLINE nm_dd nm_qnorm_tail(double l, double ll, int far)
{
    const double y2 = -2.0 * l, y = 2.0 * sqrt(-0.5 * l), v = 1.0 / y;
    double a = -0x1.4235e1768d89p+13;
    a = fma(a, v, 0x1.1ac137d5ef671p+15);
    a = fma(a, v, -0x1.bba4801d76e7cp+15);
    a = fma(a, v, 0x1.9b0bc7fee9c79p+15);
    a = fma(a, v, -0x1.f4ee45a29f135p+14);
    a = fma(a, v, 0x1.a7b9e9c3e099p+13);
    a = fma(a, v, -0x1.009c733d170afp+12);
    a = fma(a, v, 0x1.c787af71dc077p+9);
    a = fma(a, v, -0x1.32fa73384c7edp+7);
    a = fma(a, v, 0x1.603510751ff51p+4);
    a = fma(a, v, -0x1.12cc92f8e1d5cp+2);
    a = fma(a, v, -0x1.9228cb3cb71f3p-6);
    a = fma(a, v, 0x1.00080f5be4aa6p+0);
    double h = y * a;
    if (far) {
        // y >= 38: t^2 = y^2 - log(2 pi y^2) + ..., the logarithm to 1e-4. From 1e9 on t = y, and h only stands in.
        const ulong u = as_ulong(y2), c = 0x3fe6a09e667f3bcdUL;
        const int k = (int)((u - c + 0x3ff0000000000000UL) >> 52) - 1023;
        const double m = as_double((long)(u - ((ulong)(long)k << 52))), z = (m - 1.0) / (m + 1.0);
        const double w = fma((double)k, M_LN2, 2.0 * z + (2.0 / 3.0) * z * z * z) + M_LN_2PI;
        const double t = y - (w - w / y2) * 0.5 * v * (1.0 + 0.25 * w / y2);
        h = y < 38.0 ? h : y < 1e9 ? t : 1.0;
    }
    // f = log Q(t) - l, f' = -1 / R, f'' = f' (1 / R - t); t^2 exactly.
    const double r = nm_mills(h);
    const nm_dd e = nm_half_square(nm_dd_of(h)), d = nm_two_sum(e.hi, -l), g = nm_log_quick(r, 0.0);
    const double f = d.hi + (d.lo + (e.lo - ll) + (g.hi - M_LN_SQRT_2PI)), s = f * r;
    const double o = s / fma(0.5 * s, 1.0 / r - h, 1.0);
    return nm_fast_two_sum(y < 1e9 ? h : y, y < 1e9 ? o : 0.0);
}

// The standard normal quantile as a pair, in the middle a double; p in its domain. Both ways are computed: no branches.
NM_INLINE nm_dd nm_qnorm_pair(double p, int lower_tail, int log_p)
{
    double s = p - 0.5, c = s < 0.0 ? p : 1.0 - p;
    if (log_p) {
        int k;
        const nm_dd x = nm_exp_reduce_quick(nm_dd_of(p), &k), m = nm_exp_reduced(x);
        const double f = nm_pow2(k < -1000 ? -1000 : k);
        s = fma(m.hi, f, -0.5) + m.lo * f;
        // 1 - exp(p), by its series close to 0.
        c = k == 0 ? -nm_expm1_series(x.hi) : 0.5 - s;
        c = c > 0.0 ? c : 1.0;
    }
    const int low = s < 0.0;
    const nm_dd g = nm_log_quick(c, 0.0);
    const double l = log_p && low ? p : g.hi, ll = log_p && low ? 0.0 : g.lo;
    const double w = s * s;
    double a = 0x1.a453a4c7e9a3ap+48;
    a = fma(a, w, -0x1.e53acb3bd5f2cp+48);
    a = fma(a, w, 0x1.0ae752d410f9dp+48);
    a = fma(a, w, -0x1.6fdf8ba108571p+46);
    a = fma(a, w, 0x1.62c94af9a5ab4p+44);
    a = fma(a, w, -0x1.fa98662e32761p+41);
    a = fma(a, w, 0x1.153a82b1b7c22p+39);
    a = fma(a, w, -0x1.d9c05f9ade5dp+35);
    a = fma(a, w, 0x1.41da3c0400f78p+32);
    a = fma(a, w, -0x1.571cfd126035p+28);
    a = fma(a, w, 0x1.39a1804dc1dadp+24);
    a = fma(a, w, -0x1.17837783d86bfp+19);
    a = fma(a, w, 0x1.91a7f90b07f66p+16);
    a = fma(a, w, 0x1.38386175c54aap+14);
    a = fma(a, w, 0x1.701c94f01b6d3p+12);
    a = fma(a, w, 0x1.a6679599042dcp+10);
    a = fma(a, w, 0x1.f046c4804b3dp+8);
    a = fma(a, w, 0x1.2ba8d819d56ccp+7);
    a = fma(a, w, 0x1.78494b035e4fdp+5);
    a = fma(a, w, 0x1.f55d0d78bfcd5p+3);
    a = fma(a, w, 0x1.71713082d9d7fp+2);
    a = fma(a, w, 0x1.4ffddeaa22dc7p+1);
    a = fma(a, w, 0x1.40d931ff62706p+1);
    const int centre = fabs(s) <= 0.35;
    const nm_dd t = nm_qnorm_tail(centre ? -2.0 : l, ll, log_p);
    const double sign = low == (lower_tail != 0) ? -1.0 : 1.0;
    return nm_dd_make(centre ? (lower_tail ? s : -s) * a : sign * t.hi, centre ? 0.0 : sign * t.lo);
}

NM_INLINE double nm_qnorm_std(double p, int lower_tail, int log_p) { return nm_qnorm_pair(p, lower_tail, log_p).hi; }

NM_INLINE __attribute__((always_inline)) double nm_qnorm(double p, double mean, double sd, int lower_tail, int log_p)
{
    const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
    const int inside = (p > zero) & (p < one);
    const double z = nm_qnorm_std(inside ? p : log_p ? -1.0 : 0.5, lower_tail, log_p);
    double v = fma(sd, z, mean);
    v = sd == 0.0 || fabs(mean) == ML_POSINF ? mean : v;
    v = inside ? v : (p == zero) == (lower_tail != 0) ? ML_NEGINF : ML_POSINF;
    const int bad = !(p >= zero && p <= one) || mean != mean || !(sd >= 0.0);
    return bad ? ML_NAN : v;
}

NM_INLINE double qnorm(double p, double mean, double sd, int lower_tail, int log_p)
{
    // One loop for each: compilers then leave out what the other needs.
    if (log_p) return nm_qnorm(p, mean, sd, lower_tail, 1);
    return nm_qnorm(p, mean, sd, lower_tail, 0);
}
