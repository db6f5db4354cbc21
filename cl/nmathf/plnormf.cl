// @provides: plnormf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_normal
// @includes: nmathf
//
// Distribution function of the log-normal distribution: nmf_normal.cl at (log q - meanlog) / sdlog as a pair.
// Accuracy: 1.5 ulp for sdlog above 1e-4; the logarithm's error of 2^-40 counts by 1 / sdlog.
// SPDX-License-Identifier: MIT

NMF_FN float plnormf(float q, float meanlog, float sdlog, int lower_tail, int log_p)
{
    if (q != q || meanlog != meanlog || sdlog != sdlog) return q + meanlog + sdlog;
    if (sdlog < 0.0f) return NMF_NAN;
    if (q <= 0.0f) return nmf_normal_give(nmf_of(-NMF_INF), lower_tail, log_p);
    if (q == NMF_INF && meanlog == NMF_INF) return NMF_NAN;
    if (q == NMF_INF || fabs(meanlog) == NMF_INF)
        return nmf_normal_give(nmf_of(meanlog == NMF_INF ? -NMF_INF : NMF_INF), lower_tail, log_p);
    const nmf_pair d = nmf_add_f(nmf_log_f(q), -meanlog);
    if (sdlog == 0.0f) return nmf_normal_give(nmf_of(d.hi < 0.0f ? -NMF_INF : NMF_INF), lower_tail, log_p);
    if (sdlog == NMF_INF) return nmf_normal_give(nmf_of(0.0f), lower_tail, log_p);
    int e;
    const nmf_pair t = nmf_div(d, nmf_of(nmf_split(sdlog, &e)));
    const float h = nmf_ldexp(t.hi, -e);
    return nmf_normal_give(nmf_make(h, fabs(h) < NMF_INF ? nmf_ldexp(t.lo, -e) : 0.0f), lower_tail, log_p);
}
