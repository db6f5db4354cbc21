// @provides: dtf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_normal, nmf_density, dnormf
// @includes: nmathf
//
// Density of Student's t: with h = n / 2 and L = log(1 + x^2 / n) it is exp(s(h + 1/2) - s(h) - D(h, h + 1/2) -
// (h + 1/2) L) / sqrt(2 pi), s and D of nmf_density.cl (Loader 2000).
// Accuracy: 1.5 ulp, logarithm too.
// SPDX-License-Identifier: MIT

NMF_FN float dtf(float x, float n, int give_log)
{
    if (x != x || n != n) return x + n;
    if (!(n > 0.0f)) return NMF_NAN;
    if (fabs(x) == NMF_INF) return give_log ? -NMF_INF : 0.0f;
    if (n > 0x1p60f) return dnormf(x, 0.0f, 1.0f, give_log);
    int i, j;
    const nmf_pair h = nmf_of(0.5f * n), g = nmf_add_f(h, 0.5f);
    nmf_pair l = nmf_of(0.0f);
    if (x != 0.0f) {
        // x^2 / n = q 2^e
        const float m = nmf_split(fabs(x), &i), d = nmf_split(n, &j);
        const nmf_pair q = nmf_div(nmf_two_prod(m, m), nmf_of(d));
        const int e = 2 * i - j;
        if (e > 60) l = nmf_log_scaled(q, e);
        else if (e > -60) l = nmf_log1p(nmf_make(nmf_ldexp(q.hi, e), nmf_ldexp(q.lo, e)));
        else l = nmf_make(nmf_ldexp(q.hi, e), 0.0f);
    }
    const nmf_pair c = nmf_sub(nmf_sub(nmf_stirling(g.hi), nmf_stirling(h.hi)), nmf_deviance(h, g));
    const nmf_pair r = nmf_sub(c, nmf_mul(g, l));
    if (give_log) return nmf_sub(r, NMF_LN_SQRT_2PI).hi;
    return nmf_exp_value(r, nmf_make(0x1.988454p-2f, -0x1.857936p-27f), 0);
}
