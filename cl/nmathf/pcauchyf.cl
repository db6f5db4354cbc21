// @provides: pcauchyf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_angle
// @includes: nmathf
//
// Distribution function of the Cauchy distribution: with z = (q - location) / scale the smaller tail is atan(1 / |z|)
// / pi.
// Accuracy: 1 ulp.
// SPDX-License-Identifier: MIT

NMF_FN float pcauchyf(float q, float location, float scale, int lower_tail, int log_p)
{
    if (q != q || location != location || scale != scale) return q + location + scale;
    const int far = fabs(q) == NMF_INF || fabs(location) == NMF_INF;
    if (!(scale > 0.0f) || (far && (q == location || scale == NMF_INF))) return NMF_NAN;
    const int same = (q < location) == (lower_tail != 0);
    if (scale == NMF_INF) return nmf_give(nmf_of(0.5f), 1, log_p);
    if (far) return log_p ? (same ? -NMF_INF : 0.0f) : same ? 0.0f : 1.0f;
    const nmf_pair d = nmf_two_sum(0.25f * q, -0.25f * location);
    if (d.hi == 0.0f) return nmf_give(nmf_of(0.5f), 1, log_p);
    int i, j;
    const float m = fabs(nmf_split(d.hi, &i)), l = nmf_ldexp(d.hi < 0.0f ? -d.lo : d.lo, -i), s = nmf_split(scale, &j);
    // 1 / |z| = u 2^k
    nmf_pair u = nmf_div(nmf_of(s), nmf_make(m, l));
    const int k = j - i - 2;
    if (k < -40 && same) {
        // the tail is u 2^k / pi
        u = nmf_mul(u, nmf_make(0x1.45f306p-2f, 0x1.b93910p-27f));
        return log_p ? nmf_log_scaled(u, k).hi : nmf_ldexp(u.hi, k);
    }
    const float h = nmf_ldexp(u.hi, k);
    u = nmf_make(h, h < NMF_INF ? nmf_ldexp(u.lo, k) : 0.0f);
    nmf_pair v;
    if (h <= 1.0f) v = nmf_atan_pi(u);
    else if (h > 0x1p100f) v = nmf_of(0.5f);
    else v = nmf_add_f(nmf_neg(nmf_atan_pi(nmf_div(nmf_of(1.0f), u))), 0.5f);
    return nmf_give(v, same, log_p);
}
