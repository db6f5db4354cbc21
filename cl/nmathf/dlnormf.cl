// @provides: dlnormf
// @depends: nmathf, nmf_pair, nmf_elementary
// @includes: nmathf
//
// Density of the log-normal distribution, exp(-z^2 / 2) / (x sdlog sqrt(2 pi)), z = (log x - meanlog) / sdlog.
// Accuracy: 1 ulp for sdlog above 1e-4; the logarithm's error of 2^-40 counts by 1 / sdlog.
// SPDX-License-Identifier: MIT

NMF_FN float dlnormf(float x, float meanlog, float sdlog, int give_log)
{
    if (x != x || meanlog != meanlog || sdlog != sdlog) return x + meanlog + sdlog;
    const float none = give_log ? -NMF_INF : 0.0f;
    if (sdlog < 0.0f || (x == NMF_INF && meanlog == NMF_INF)) return NMF_NAN;
    if (x <= 0.0f || x == NMF_INF || sdlog == NMF_INF || fabs(meanlog) == NMF_INF) return none;
    const nmf_pair d = nmf_add_f(nmf_log_f(x), -meanlog);
    if (sdlog == 0.0f) return d.hi == 0.0f ? NMF_INF : none;
    int e, i;
    const float s = nmf_split(sdlog, &e), m = nmf_split(x, &i);
    const nmf_pair q = nmf_div(d, nmf_of(s));
    const float top = nmf_ldexp(q.hi, -e);
    if (fabs(top) > 0x1p40f) return give_log ? -0.5f * top * top : 0.0f;
    const nmf_pair z = nmf_make(top, nmf_ldexp(q.lo, -e)), h = nmf_scale(nmf_mul(z, z), -0.5f), f = nmf_two_prod(s, m);
    if (give_log) return nmf_sub(nmf_sub(h, nmf_log_scaled(f, e + i)), NMF_LN_SQRT_2PI).hi;
    return nmf_exp_value(h, nmf_div(nmf_make(0x1.988454p-2f, -0x1.857936p-27f), f), -(e + i));
}
