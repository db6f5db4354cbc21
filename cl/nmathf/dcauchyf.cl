// @provides: dcauchyf
// @depends: nmathf, nmf_pair, nmf_elementary
// @includes: nmathf
//
// Density of the Cauchy distribution, 1 / (pi scale (1 + z^2)); beyond 2^40 the 1 is nothing.
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float dcauchyf(float x, float location, float scale, int give_log)
{
    if (x != x || location != location || scale != scale) return x + location + scale;
    if (!(scale > 0.0f) || (fabs(x) == NMF_INF && x == location)) return NMF_NAN;
    if (fabs(x) == NMF_INF || fabs(location) == NMF_INF || scale == NMF_INF) return give_log ? -NMF_INF : 0.0f;
    // pi scale (1 + z^2) = m 2^e m 2^i: of z only its own exponent where it is large.
    int e, i = 0;
    const float s = nmf_split(scale, &e);
    nmf_pair d = nmf_two_sum(0.25f * x, -0.25f * location), o = nmf_of(1.0f);
    if (d.hi != 0.0f) {
        int j;
        const float m = nmf_split(d.hi, &j);
        const nmf_pair q = nmf_div(nmf_make(m, nmf_ldexp(d.lo, -j)), nmf_of(s)), w = nmf_mul(q, q);
        i = 2 * (j + 2 - e);
        // 1 + w 2^i
        if (i > 80) o = w;
        else o = nmf_add_f(i < -80 ? nmf_of(0.0f) : nmf_scale(w, nmf_pow2(i)), 1.0f);
        if (i <= 80) i = 0;
    }
    const nmf_pair r = nmf_mul(nmf_mul_f(o, s), nmf_make(0x1.921fb6p+1f, -0x1.777a5cp-24f));
    if (give_log) return nmf_neg(nmf_log_scaled(r, e + i)).hi;
    int k;
    const float m = nmf_split(r.hi, &k);
    return nmf_ldexp(nmf_div(nmf_of(1.0f), nmf_make(m, nmf_ldexp(r.lo, -k))).hi, -(e + i + k));
}
