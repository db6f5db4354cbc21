// @provides: qnorm, nm_qnorm, nm_qnorm_std, nm_qnorm_pair, nm_qnorm_far, NM_QNORM_STEP
// @depends: nmath, dd, elementary, mills, nm_light
// @includes: nmath
//
// Normal quantile. |p - 1/2| <= 0.4: with q = |p - 1/2|, z = sqrt(2 pi) q + q^3 A/B, A/B rational of degree 6 over 7
// in 0.16 - q^2. Tails: with r = sqrt(-log p), z = sqrt(2) r - A/B, of degree 11 over 11 in r - 3/2 as far as the
// doubles reach; all coefficients positive, error 4e-18 (tests/nmath/reference/qnorm_coefficients.py). The leading
// terms carry the digits, so that the rational part needs few. Beyond, on the log scale, one step of Halley's method
// on log Q(t) = -t^2/2 - log sqrt(2 pi) + log R(t) with the Mills ratio R of mills.cl.
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

#define NM_QNORM_STEP(x, middle, tail) x = fma(x, t, centre ? middle : tail)

// The absolute value of the standard normal quantile, as a pair to 2^-56 if pair is set; *minus: its sign. p in its
// domain. All lanes do the same.
NM_LIGHT nm_dd nm_qnorm_pair(double p, int lower_tail, int log_p, int pair, int *minus)
{
    // P - 1/2 and the smaller tail.
    nm_dd s = nm_dd_of(p - 0.5), c = nm_dd_of(s.hi < 0.0 ? p : 1.0 - p);
    if (log_p) {
        const nm_dd e = nm_light_expm1_pair(p, 0.0), h = nm_two_sum(e.hi, 0.5);
        s = nm_fast_two_sum(h.hi, h.lo + e.lo);
        c = nm_dd_make(-e.hi, -e.lo);
    }
    const int low = s.hi < 0.0, given = log_p & low;
    *minus = low == (lower_tail != 0);
    nm_dd l;
    if (log_p) {
        l = nm_light_log_of(c.hi, c.lo);
        l = nm_dd_make(given ? p : l.hi, given ? 0.0 : l.lo);
    } else if (pair) {
        l = nm_light_log_at(c.hi);
    } else {
        int j;
        const double m = nm_light_mantissa(c.hi, &j);
        l = nm_dd_of(nm_light_log_short(m - 1.0, (double)j));
    }
    const double q = fabs(s.hi), u = q * q, r = sqrt(-l.hi);
    const int centre = nm_upper(q) < 0x3fd9999a;
    const double t = centre ? 0x1.47ae147ae147bp-3 - u : r - 1.5;
    double a = 0x1.fcd9cec385524p-46;
    a = fma(a, t, 0x1.e8cf640d68e4dp-33);
    a = fma(a, t, 0x1.291a20adfb314p-24);
    a = fma(a, t, 0x1.9f89631d14794p-18);
    a = fma(a, t, 0x1.e0a69236e6193p-13);
    a = centre ? 0.0 : a;
    NM_QNORM_STEP(a, 0x1.7c4a1aa8e4194p+11, 0x1.10cfa2c249cd6p-8);
    NM_QNORM_STEP(a, 0x1.a3d322565f9f8p+13, 0x1.51032fded666ap-5);
    NM_QNORM_STEP(a, 0x1.d8c2fe6b1e208p+13, 0x1.e48559ec139bbp-3);
    NM_QNORM_STEP(a, 0x1.a3ff977e7a84cp+12, 0x1.a33d1e4666392p-1);
    NM_QNORM_STEP(a, 0x1.54d8a585b4064p+10, 0x1.aeeb5c2334e0cp+0);
    NM_QNORM_STEP(a, 0x1.fa69fddd58b64p+6, 0x1.e14fa4a6a79cep+0);
    NM_QNORM_STEP(a, 0x1.16e677283409cp+2, 0x1.bd69bf5d0e934p-1);
    double b = 0x1.51b251632ea0ap-35;
    b = fma(b, t, 0x1.040df950510edp-26);
    b = fma(b, t, 0x1.b4f1b295e0545p-20);
    b = fma(b, t, 0x1.2c6beae655ee5p-14);
    b = centre ? 0.0 : b;
    NM_QNORM_STEP(b, 0x1.734bf6764c0c5p+10, 0x1.973cea0611b0bp-10);
    NM_QNORM_STEP(b, 0x1.20fce9c359597p+13, 0x1.3033d2fa2b637p-6);
    NM_QNORM_STEP(b, 0x1.caaa7a8c9c5cdp+13, 0x1.0da398d5ccc53p-3);
    NM_QNORM_STEP(b, 0x1.251e0a6314d45p+13, 0x1.2899e07490f25p-1);
    NM_QNORM_STEP(b, 0x1.671fece0d5838p+11, 0x1.9a05e2e27bd51p+0);
    NM_QNORM_STEP(b, 0x1.befcb80e2fa6fp+8, 0x1.59e3aad84b8eep+1);
    NM_QNORM_STEP(b, 0x1.0fd875bea7b67p+5, 0x1.43b4d610d4a0dp+1);
    b = fma(b, t, 1.0);
    // z = sqrt(2 pi) q + q^3 a / b, or sqrt(2) r - a / b.
    const double f = centre ? q * u : -1.0, base = centre ? q : r;
    const double k = centre ? 0x1.40d931ff62706p+1 : 0x1.6a09e667f3bcdp+0;
    if (!pair) return nm_dd_of(fma(k, base, f * a * (1.0 / b)));
    // One division for a / b and what the root lacks.
    const double kl = centre ? -0x1.a6a0d6f814637p-53 : -0x1.bdd3413b26456p-54, inv = 1.0 / (b * r);
    const double g = f * a * (r * inv), e = (fma(-r, r, -l.hi) - l.lo) * (0.5 * b * inv), el = low ? -s.lo : s.lo;
    const double h = k * base, hl = fma(k, base, -h) + fma(kl, base, k * (centre ? el : e));
    const nm_dd z = nm_fast_two_sum(h, g);
    return nm_fast_two_sum(z.hi, z.lo + hl);
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
