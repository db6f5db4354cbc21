// @provides: dweibull
// @depends: nmath, dd, elementary, nm_quick
// @includes: nmath
//
// Density of the Weibull distribution: (shape / scale) (x / scale)^(shape - 1) exp(-t), t = (x / scale)^shape, from the
// definition, with the exponent in double-double. Accuracy: below 2 ulp.
// SPDX-License-Identifier: MIT

NM_INLINE double dweibull(double x, double shape, double scale, int give_log)
{
    const int usual = x > 0.0 && x < ML_POSINF && shape > 0.0 && shape < ML_POSINF && scale > 0.0 && scale < ML_POSINF;
    const double none = give_log ? ML_NEGINF : 0.0, b = usual ? scale : 1.0, a = usual ? shape : 1.0;
    double e, i, j, v;
    const nm_dd q = nm_quick_ratio(nm_dd_of(usual ? x : 1.0), b, &e), r = nm_quick_log_dd(q, e);
    const double big = a * r.hi;
    const int far = !(fabs(big) < 0x1p600);
    const nm_dd t = nm_quick_exp_dd(far ? nm_dd_of(0.0) : nm_dd_make(big, fma(a, r.hi, -big) + a * r.lo));
    // (shape - 1) log(x / scale) - t; shape - 1 as a pair.
    const nm_dd a1 = nm_two_sum(a, -1.0), p = nm_two_prod(far ? 0.0 : a1.hi, r.hi);
    const nm_dd g = nm_two_sum(p.hi, -t.hi);
    const nm_dd h = nm_fast_two_sum(g.hi, g.lo + (p.lo + (fma(a1.hi, far ? 0.0 : r.lo, a1.lo * r.hi) - t.lo)));
    const double ma = nm_quick_split(a, &i), mb = nm_quick_split(b, &j);
    if (give_log) {
        const nm_dd l = nm_quick_log_mantissa(ma, 0.0, i);
        const nm_dd m = nm_quick_log_mantissa(mb, 0.0, j);
        const nm_dd s = nm_two_sum(l.hi, -m.hi), u = nm_two_sum(h.hi, s.hi);
        v = u.hi + (u.lo + (h.lo + (s.lo + (l.lo - m.lo))));
        v = far ? (big > 0.0 ? none : big) : v;
    } else {
        int k;
        const nm_dd m = nm_quick_exp(h, &k);
        const double y = ma / mb, z = fma(-y, mb, ma) / mb;
        v = nm_quick_scale(fma(m.hi, y, fma(m.hi, z, m.lo * y)), far || h.hi < -1499.0 ? -2200 : k + (int)i - (int)j);
    }
    v = t.hi < ML_POSINF ? v : none;
    // x = 0
    const double flat = give_log ? -nm_quick_log(scale).hi : 1.0 / scale;
    const double zero = shape < 1.0 ? ML_POSINF : shape == 1.0 ? flat : none;
    v = usual ? v : x == 0.0 ? (scale < ML_POSINF || shape != 1.0 ? zero : none) : none;
    v = shape > 0.0 && scale > 0.0 ? v : ML_NAN;
    return x != x || shape != shape || scale != scale ? x + shape + scale : v;
}
