// @provides: qnorm, nm_qnorm, nm_qnorm_std, nm_qnorm_pair, nm_qnorm_far, nm_qnorm_tail, nm_qnorm_middle
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Normal quantile. The middle, p from 3.8e-4 to 1 minus that: with q = |p - 1/2| and w = -log(4 p (1 - p)), z =
// q (sqrt(2 pi) + w (21/32 + A/B)), A/B rational of degree 8 over 8 in w, below 0.04; error 1.3e-17. z as q times a
// function of w is M. Giles' way (Approximating the erfinv function, GPU Computing Gems 2, 2011). Tails: with r =
// sqrt(-log p), z = sqrt(2) r - A/B, of degree 11 over 11 in r - 3/2 as far as the doubles reach; error 4e-18
// (tests/nmath/reference/qnorm_coefficients.py). The leading terms carry the digits, so that the rational part needs
// few. Beyond, on the log scale, one step of Halley's method on log Q(t) = -t^2/2 - log sqrt(2 pi) + log R(t) with the
// Mills ratio R of mills.cl.
// Region: all p, also on the log scale to its end. Measured: below 2 ulp.
// SPDX-License-Identifier: MIT

// The t > 0 with log Q(t) = l for l < -740: about y - log(2 pi y^2) / (2 y), y^2 = -2 l, and one step of Halley's
// method; from y = 1e9 on it is y.
NM_LIGHT nm_dd nm_qnorm_far(double l)
{
    const double y2 = -2.0 * l, y = 2.0 * sqrt(-0.5 * l), v = 1.0 / y;
    const int huge = nm_upper(y) >= 0x41cdcd65;
    const nm_dd n = nm_light_log_at(y2);
    const double w = n.hi + M_LN_2PI, h = huge ? 1.0 : y - (w - w / y2) * 0.5 * v * (1.0 + 0.25 * w / y2);
    // f = log Q(t) - l = -t^2/2 - log sqrt(2 pi) + log R(t) - l, f' = -1 / R, f'' = f' (1 / R - t); t^2 exactly.
    const double r = nm_mills(h);
    const nm_dd e = nm_half_square(nm_dd_of(h)), d = nm_two_sum(e.hi, -l), g = nm_light_log_at(r);
    const double s = (d.hi + (d.lo + e.lo + (g.hi - M_LN_SQRT_2PI))) * r;
    const double o = s / fma(0.5 * s, 1.0 / r - h, 1.0);
    return nm_fast_two_sum(huge ? y : h, huge ? 0.0 : o);
}

// |z| in the tails from l + ll, the logarithm of the smaller tail, for l < -2.3; as a pair to 2^-56 if pair is set.
NM_LIGHT nm_dd nm_qnorm_tail(double l, double ll, int pair)
{
    const double r = sqrt(-l), t = r - 1.5;
    double a = 0x1.fcd9cec385524p-46;
    a = fma(a, t, 0x1.e8cf640d68e4dp-33);
    a = fma(a, t, 0x1.291a20adfb314p-24);
    a = fma(a, t, 0x1.9f89631d14794p-18);
    a = fma(a, t, 0x1.e0a69236e6193p-13);
    a = fma(a, t, 0x1.10cfa2c249cd6p-8);
    a = fma(a, t, 0x1.51032fded666ap-5);
    a = fma(a, t, 0x1.e48559ec139bbp-3);
    a = fma(a, t, 0x1.a33d1e4666392p-1);
    a = fma(a, t, 0x1.aeeb5c2334e0cp+0);
    a = fma(a, t, 0x1.e14fa4a6a79cep+0);
    a = fma(a, t, 0x1.bd69bf5d0e934p-1);
    double b = 0x1.51b251632ea0ap-35;
    b = fma(b, t, 0x1.040df950510edp-26);
    b = fma(b, t, 0x1.b4f1b295e0545p-20);
    b = fma(b, t, 0x1.2c6beae655ee5p-14);
    b = fma(b, t, 0x1.973cea0611b0bp-10);
    b = fma(b, t, 0x1.3033d2fa2b637p-6);
    b = fma(b, t, 0x1.0da398d5ccc53p-3);
    b = fma(b, t, 0x1.2899e07490f25p-1);
    b = fma(b, t, 0x1.9a05e2e27bd51p+0);
    b = fma(b, t, 0x1.59e3aad84b8eep+1);
    b = fma(b, t, 0x1.43b4d610d4a0dp+1);
    b = fma(b, t, 1.0);
    const double k = 0x1.6a09e667f3bcdp+0, inv = nm_inverse(pair ? b * r : b);
    if (!pair) return nm_dd_of(fma(k, r, -(a * inv)));
    // One division for a / b and what the root lacks.
    const double e = (fma(-r, r, -l) - ll) * (0.5 * b * inv), h = k * r;
    const nm_dd z = nm_fast_two_sum(h, -(a * (r * inv)));
    return nm_fast_two_sum(z.hi, z.lo + (fma(k, r, -h) + fma(-0x1.bdd3413b26456p-54, r, k * e)));
}

// |z| in the middle for q = |p - 1/2| and w + wl = -log(4 p (1 - p)), w < 6.503.
NM_LIGHT nm_dd nm_qnorm_middle(double q, double ql, double w, double wl, int pair)
{
    double a = -0x1.b285ep-30, b = 0x1.b579ap-29;
    a = fma(a, w, -0x1.c03ffp-26);
    a = fma(a, w, -0x1.27faf2f9c0566p-20);
    a = fma(a, w, 0x1.f3ac214683f06p-20);
    a = fma(a, w, -0x1.1190be2545c92p-13);
    a = fma(a, w, 0x1.a7f916bac3685p-11);
    a = fma(a, w, -0x1.ddcd649dd7418p-9);
    a = fma(a, w, 0x1.0b9778169ff81p-5);
    a = fma(a, w, -0x1.10aaee9122c77p-16);
    b = fma(b, w, 0x1.128ebp-23);
    b = fma(b, w, 0x1.3ae5ap-18);
    b = fma(b, w, 0x1.8bdfb95148bb9p-15);
    b = fma(b, w, 0x1.dd9b549fab9e4p-11);
    b = fma(b, w, 0x1.01637a733c678p-8);
    b = fma(b, w, 0x1.bbb962b9769d8p-5);
    b = fma(b, w, 0x1.732ce620e0c19p-4);
    b = fma(b, w, 1.0);
    const double c = 0x1.40d931ff62706p+1, d = 0.65625, i = nm_inverse(b);
    if (!pair) return nm_dd_of(q * fma(w, fma(a, i, d), c));
    const double t = fma(w, d, c), h = q * t;
    const double tl = fma(w, d, c - t) + fma(wl, d, -0x1.a6a0d6f814637p-53);
    return nm_fast_two_sum(h, fma(q, t, -h) + fma(q, fma(w * a, i, tl), ql * t));
}

// The absolute value of the standard normal quantile, as a pair to 2^-56 if pair is set; *minus: its sign. p in its
// domain. Few elements are in the tails: lanes without one of them skip its branch.
NM_LIGHT nm_dd nm_qnorm_pair(double p, int lower_tail, int log_p, int pair, int *minus)
{
    // P - 1/2 and the smaller tail.
    nm_dd s = nm_dd_of(p - 0.5), c = nm_dd_of(s.hi < 0.0 ? p : 1.0 - p);
    if (log_p) {
        const nm_dd e = nm_light_expm1_pair(p, 0.0), h = nm_two_sum(e.hi, 0.5);
        s = nm_fast_two_sum(h.hi, h.lo + e.lo);
        c = nm_dd_make(-e.hi, -e.lo);
    }
    const int low = s.hi < 0.0;
    *minus = low == (lower_tail != 0);
    const double q = fabs(s.hi), u = fma(-c.hi, c.hi, c.hi);
    // u = p (1 - p) > 2^-12 in the middle; elsewhere what follows means nothing.
    const int k = nm_light_exponent(u), tail = nm_upper(q) >= 0x3fdff9da;
    const double r = as_double((long)(as_ulong(u) - ((ulong)(long)k << 52))) - 1.0;
    nm_dd w;
    if (pair) w = nm_light_log_1p(r, (double)(k + 2));
    else w = nm_dd_of(nm_light_log_short(r, (double)(k + 2)));
    nm_dd z = nm_qnorm_middle(q, low ? -s.lo : s.lo, -w.hi, -w.lo, pair);
    if (tail) {
        const int given = log_p & low;
        nm_dd l;
        if (log_p) l = nm_light_log_of(c.hi, c.lo);
        else if (pair) l = nm_light_log_at(c.hi);
        else {
            int j;
            const double m = nm_light_mantissa(c.hi, &j);
            l = nm_dd_of(nm_light_log_short(m - 1.0, (double)j));
        }
        z = nm_qnorm_tail(given ? p : l.hi, given ? 0.0 : l.lo, pair);
    }
    return z;
}

// The same without the bound on p from below, and signed.
NM_LIGHT double nm_qnorm_std(double p, int lower_tail, int log_p)
{
    int minus;
    nm_dd z = nm_qnorm_pair(p, lower_tail, log_p, 0, &minus);
    if (log_p) {
        const int far = p < -740.0;
        const nm_dd y = nm_qnorm_far(far ? p : -1000.0);
        z.hi = far ? y.hi + y.lo : z.hi;
    }
    return minus ? -z.hi : z.hi;
}

NM_LIGHT double nm_qnorm(double p, double mean, double sd, int lower_tail, int log_p)
{
    const double one = log_p ? 0.0 : 1.0, zero = log_p ? ML_NEGINF : 0.0;
    const int inside = (p > zero) & (p < one);
    double v = fma(sd, nm_qnorm_std(p, lower_tail, log_p), mean);
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
