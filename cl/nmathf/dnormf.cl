// @provides: dnormf
// @depends: nmathf, nmf_pair, nmf_elementary
// @includes: nmathf
//
// Density of the normal distribution, exp(-z^2 / 2) / (sd sqrt(2 pi)), z and the exponent as pairs.
// Accuracy: 1 ulp; the logarithm too, but for 2^-40 where it passes 0.
// SPDX-License-Identifier: MIT

NMF_FN float dnormf(float x, float mean, float sd, int give_log)
{
    if (x != x || mean != mean || sd != sd) return x + mean + sd;
    const float none = give_log ? -NMF_INF : 0.0f;
    if (sd < 0.0f || (fabs(x) == NMF_INF && x == mean)) return NMF_NAN;
    if (sd == NMF_INF || fabs(x) == NMF_INF || fabs(mean) == NMF_INF) return none;
    if (sd == 0.0f) return x == mean ? NMF_INF : none;
    int e;
    const nmf_pair z = nmf_quotient(x, -mean, sd);
    const float s = nmf_split(sd, &e);
    if (fabs(z.hi) > 0x1p40f) return give_log ? -0.5f * z.hi * z.hi : 0.0f;
    const nmf_pair h = nmf_scale(nmf_mul(z, z), -0.5f);
    if (give_log) return nmf_sub(nmf_sub(h, nmf_log_scaled(nmf_of(s), e)), NMF_LN_SQRT_2PI).hi;
    // 1 / sqrt(2 pi)
    return nmf_exp_value(h, nmf_div(nmf_make(0x1.988454p-2f, -0x1.857936p-27f), nmf_of(s)), -e);
}
