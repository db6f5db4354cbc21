// @provides: nm_bd0, nm_bd0_dd, nm_bd0_2, nm_log1pmx_dd, nm_beyond, nm_log_value
// @depends: nmath, dd, elementary
// @includes: nmath
//
// Deviance parts without cancellation: bd0(x, np) = x log(x / np) + np - x (C. Loader 2000) and log(1 + x) - x.
// With v = (x - np) / (x + np): bd0 = v (x - np) + 2 x v^3 (1/3 + v^2/5 + ...), from log(x / np) = 2 atanh(v);
// used for |v| <= 1/30, else the logarithm in double-double, which loses at most 10 of its 100 bits.
// Region: all x, np >= 0; results beyond the largest double become nm_beyond. Measured: 2^-79 relative (2^-97 away from x = np).
// SPDX-License-Identifier: MIT

// Stands for what is beyond the doubles, where an infinity would make the sums of pairs NaN: those with other terms of a
// density's logarithm leave it as it is.
NM_INLINE nm_dd nm_beyond(void) { return nm_dd_make(DBL_MAX, 0x1.8p969); }

// The logarithm of a density or tail as a double, -inf if it is below them.
NM_INLINE double nm_log_value(nm_dd l) { return l.hi > -DBL_MAX || l.lo > -0x1.0p969 ? l.hi : ML_NEGINF; }

NM_FN nm_dd nm_bd0_2(nm_dd x, nm_dd np)
{
    const double top = x.hi > np.hi ? x.hi : np.hi;
    if (!(x.hi > 0.0)) return np;
    if (!(np.hi > 0.0) || !(top < ML_POSINF)) return top == top ? nm_beyond() : nm_dd_of(top);
    // Powers of two keep the exact products below in range.
    const double s = top > 0x1p900 ? 0x1p-100 : top < 0x1p-800 ? 0x1p200 : 1.0;
    const nm_dd a = nm_dd_scale(x, s), b = nm_dd_scale(np, s), d = nm_dd_sub(a, b);
    nm_dd r;
    if (fabs(d.hi) <= (1.0 / 30.0) * (a.hi + b.hi)) {
        const nm_dd v = nm_dd_div(d, nm_dd_add(a, b)), w = nm_dd_mul(v, v);
        const nm_dd t = nm_dd_mul(nm_dd_mul(nm_dd_mul(a, v), w), nm_atanh_tail(w));
        r = nm_dd_add(nm_dd_mul(v, d), nm_dd_scale(t, 2.0));
    } else {
        r = nm_dd_sub(nm_dd_mul(a, nm_dd_log_ratio(a, b)), d);
    }
    return r.hi > DBL_MAX * s ? nm_beyond() : nm_dd_scale(r, 1.0 / s);
}

NM_INLINE nm_dd nm_bd0(double x, double np) { return nm_bd0_2(nm_dd_of(x), nm_dd_of(np)); }

NM_INLINE nm_dd nm_bd0_dd(double x, nm_dd np) { return nm_bd0_2(nm_dd_of(x), np); }

// log(1 + x) - x for x > -1; -v x + 2 v^3 (1/3 + v^2/5 + ...) with v = x / (2 + x) for small x.
NM_FN nm_dd nm_log1pmx_dd(nm_dd x)
{
    if (fabs(x.hi) > 0.0625) return nm_dd_sub(nm_dd_log_dd(nm_dd_add_d(x, 1.0)), x);
    const nm_dd v = nm_dd_div(x, nm_dd_add_d(x, 2.0)), w = nm_dd_mul(v, v);
    const nm_dd t = nm_dd_mul(nm_dd_mul(v, w), nm_atanh_tail(w));
    return nm_dd_sub(nm_dd_scale(t, 2.0), nm_dd_mul(v, x));
}
