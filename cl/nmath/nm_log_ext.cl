// @provides: nm_log_ext, nm_log1m_ext
// @depends: nmath, dd, elementary
// @includes: nmath
//
// Logarithms to about 2^-61: what a double result needs of an exponent up to 745, at a third of the cost of nm_dd_log.
// SPDX-License-Identifier: MIT

// log q to about 2^-66 absolute for q > 0 normal, in the tables of nm_dd_log.
NM_FN nm_dd nm_log_ext(nm_dd q)
{
    int k;
    double hi = nm_split(q.hi, &k);
    const int k2 = k / 2;
    double lo = q.lo * nm_pow2(-k2) * nm_pow2(k2 - k);
    const int j = (int)((hi - 1.0) * 16.0 + 0.5), up = j >= 7;
    hi = up ? 0.5 * hi : hi;
    lo = up ? 0.5 * lo : lo;
    const double c = nm_log_tab[3 * j], e = (double)(k + up);
    const double p = hi * c;
    const double r = p - 1.0, rl = fma(hi, c, -p) + lo * c;
    // (log1p(r) - r + r^2 / 2) / r^3
    double s = fma(-r, fma(-r, fma(-r, 1.0 / 12.0, 1.0 / 11.0), 1.0 / 10.0), 1.0 / 9.0);
    s = fma(-r, fma(-r, fma(-r, s, 1.0 / 8.0), 1.0 / 7.0), 1.0 / 6.0);
    s = fma(-r, fma(-r, fma(-r, s, 1.0 / 5.0), 1.0 / 4.0), 1.0 / 3.0);
    const double sq = -0.5 * r * r, sl = fma(-0.5 * r, r, -sq) - r * rl;
    const double cube = r * r * r * s;
    const nm_dd b = nm_two_sum(e * 0x1.62e42fefa2p-1, nm_log_tab[3 * j + 1]);
    const nm_dd u = nm_fast_two_sum(r, sq), v = nm_two_sum(b.hi, u.hi);
    const double rest = fma(e, 0x1.9ef35793c7673p-41, nm_log_tab[3 * j + 2]);
    return nm_fast_two_sum(v.hi, v.lo + (b.lo + u.lo + (rl + sl + cube + rest)));
}

// log(1 - p) to about 2^-60 relative, for 0 <= p < 1; below 1/64 by Taylor's series.
NM_INLINE nm_dd nm_log1m_ext(double p)
{
    const nm_dd far = nm_log_ext(nm_two_sum(1.0, -p));
    double s = fma(p, fma(p, fma(p, 1.0 / 11.0, 1.0 / 10.0), 1.0 / 9.0), 1.0 / 8.0);
    s = fma(p, fma(p, fma(p, s, 1.0 / 7.0), 1.0 / 6.0), 1.0 / 5.0);
    s = fma(p, fma(p, fma(p, s, 1.0 / 4.0), 1.0 / 3.0), 1.0 / 2.0);
    const nm_dd near = nm_fast_two_sum(-p, -(p * p * s));
    return p < 0.015625 ? near : far;
}
