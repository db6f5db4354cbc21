// @provides: dgammaf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_power, nmf_normal, nmf_density, dexpf
// @includes: nmathf
//
// Density of the gamma distribution from the saddle point form of nmf_density.cl; shape 1: exponential; shape 0: a
// point mass at 0.
// Accuracy: 1.5 ulp; the logarithm too, but for 2^-28 where it passes 0.
// SPDX-License-Identifier: MIT

NMF_FN float dgammaf(float x, float shape, float scale, int give_log)
{
    if (x != x || shape != shape || scale != scale) return x + shape + scale;
    if (shape < 0.0f || !(scale > 0.0f)) return NMF_NAN;
    const float none = give_log ? -NMF_INF : 0.0f;
    if (shape == 1.0f) return dexpf(x, scale, give_log);
    if (x < 0.0f) return none;
    if (x == 0.0f) return shape < 1.0f ? NMF_INF : none;
    if (shape == 0.0f || x == NMF_INF || shape == NMF_INF || scale == NMF_INF) return none;
    const nmf_pair y = nmf_quotient(x, 0.0f, scale);
    if (!(y.hi < NMF_INF)) return none;
    const nmf_pair l = nmf_gamma_log(shape, y, nmf_log_quotient(x, scale));
    // times sqrt(shape) / x, an even power of 2 taken out of the root
    int i, k;
    const float a = nmf_split(shape, &i), m = nmf_split(x, &k);
    const int odd = i & 1;
    const nmf_pair f = nmf_div(nmf_sqrt(nmf_of(odd ? 2.0f * a : a)), nmf_of(m));
    const int e = (i - odd) / 2 - k;
    return give_log ? nmf_add(l, nmf_log_scaled(f, e)).hi : nmf_exp_value(l, f, e);
}
