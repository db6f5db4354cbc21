// @provides: nm_bessel_first
// @depends: nmath, dd, elementary, nm_calls, lgammafn, nm_quarter, nm_bessel_debye, nm_bessel_temme,
//   nm_bessel_fine
// @includes: nmath
//
// I and J of order nu >= 0.
// x^2 <= 8 (nu + 1), x <= 12, and I for nu^2 + x^2 < 900 (x < 20 if nu^2 <= x): the power series (DLMF 10.2.2,
//   10.25.2), nested, with an error term carried along (about twice the digits of double); at most 64 terms.
// Else Debye's expansions where they hold; else, for J, these at an order nu + N where they hold and Miller's backward
//   recurrence (DLMF 10.74(iv)), also with an error term. The error of the start then is one common factor, so that J
//   keeps its relative accuracy next to its zeros. N <= 21 cbrt(x) + 3 (x <= 1e7: 4600), preceded by about
//   4 cbrt(x) + 10 steps that settle the ratio of the first two orders.
// J next to zeros: where the expansions hold, x <= 36 takes the backward recurrence all the same, the rest
//   nm_bessel_fine.
// Measured: I 1.7 ulp; J 2.5 ulp; for nu <= 4096 also at relative distances down to 1e-8 from a zero, and 2^-87 of the
// amplitude at the double next to it; above, 2^-57 of the amplitude.
// SPDX-License-Identifier: MIT

// I (modified = 1; times exp(-x) if scaled) or J for finite x >= 0, finite nu >= 0.
NM_FN double nm_bessel_first(double nu, double x, int modified, int scaled)
{
    if (x == 0.0) return nu == 0.0 ? 1.0 : 0.0;
    const int near = x * x <= 8.0 * (nu + 1.0) || x <= 12.0;
    if (nu < 1e9 && (near || (modified && fma(nu, nu, x * x) < 900.0 && (x < 20.0 || nu * nu > x)))) {
        const double hx = 0.5 * x, spread = x / sqrt(fma(0.05, nu, 1.0));
        const nm_dd q0 = nm_two_prod(hx, hx), q = modified ? q0 : nm_dd_neg(q0);
        const int terms = (int)(modified ? fma(1.75, spread, 11.0) : fma(2.0, spread, 13.0));
        // s = 1 + q/(k (nu + k)) s, innermost first.
        double s = 1.0, e = 0.0;
        for (int k = terms; k > 0; --k) {
            const double dk = (double)k;
            const nm_dd o = nm_two_sum(nu, dk), d = nm_two_prod(o.hi, dk);
            const double r = 1.0 / d.hi, c = q.hi * r;
            const double cl = (fma(-c, d.hi, q.hi) + (q.lo - c * fma(o.lo, dk, d.lo))) * r;
            const double p = c * s;
            const nm_dd t = nm_two_sum(1.0, p);
            e = t.lo + fma(c, s, -p) + fma(c, e, cl * s);
            s = t.hi;
        }
        const nm_dd v = nm_two_sum(s, e), ln = nm_dd_log(hx > 0.0 ? hx : x);
        nm_dd a = nm_dd_mul_d(hx > 0.0 ? ln : nm_dd_sub(ln, NM_LN2), nu);
        nm_dd f = v;
        if (nu < 30.0) {
            // 1 / Gamma(nu + 1) from the nearest integer.
            const double n = rint(nu), mu = nu - n;
            const nm_rgamma_parts g = nm_rgamma(mu);
            nm_dd d = nm_dd_of(1.0);
            for (int k = 1; k <= (int)n; ++k) d = nm_dd_mul(d, nm_two_sum(mu, (double)k));
            f = nm_dd_div(nm_dd_mul_d(f, fma(-mu, g.odd, g.even)), d);
        } else {
            a = nm_dd_sub(a, nm_lgamma1p_dd(nm_dd_of(nu)));
        }
        if (scaled) a = nm_dd_add_d(a, -x);
        return nm_exp_mul(a, f);
    }
    if (!modified && nm_bessel_waves(nu, x)) {
        const double v = nm_bessel_wave(nm_dd_of(nu), x).j;
        if (!nm_bessel_is_fine(nu, x, v, 1)) return v;
        if (x > 36.0) return nm_bessel_fine(nu, x, 0);
    }
    const double n = modified ? 0.0 : ceil(fmax(nm_order_above(x) - nu, 0.0));
    const nm_dd top = nm_two_sum(nu, n);
    nm_exp_form a = nm_bessel_debye(top, x, modified, 0, scaled);
    if (n > 0.0) {
        // Steps above top: an error in the ratio of the start falls to 2^-53.
        const double t = top.hi, tilt = nm_log_fn((t + sqrt((t - x) * (t + x))) / x);
        const int settle = 2 + (int)(16.0 / tilt), steps = settle + (int)n;
        const nm_dd two = nm_dd_ratio(2.0, x);
        double v = 1.0, ve = 0.0, w = 0.0, we = 0.0, at = 1.0, ate = 0.0;
        for (int k = steps; k > 0; --k) {
            const nm_dd o = nm_two_sum(nu, (double)k), c = nm_two_prod(o.hi, two.hi);
            const double cl = c.lo + fma(o.hi, two.lo, o.lo * two.hi);
            if (k == (int)n) {
                at = v;
                ate = ve;
            }
            const double p = c.hi * v;
            const nm_dd z = nm_two_sum(p, -w);
            const double ze = (z.lo + fma(c.hi, v, -p)) + (fma(c.hi, ve, cl * v) - we);
            w = v;
            we = ve;
            v = z.hi;
            ve = ze;
        }
        a.f = nm_dd_mul(a.f, nm_dd_div(nm_two_sum(v, ve), nm_two_sum(at, ate)));
    }
    return nm_exp_mul(a.e, a.f);
}
