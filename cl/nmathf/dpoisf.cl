// @provides: dpoisf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_normal, nmf_density
// @includes: nmathf
//
// Probability of the Poisson distribution from the saddle point form of nmf_density.cl.
// Accuracy: 1.5 ulp, logarithm too.
// SPDX-License-Identifier: MIT

NMF_FN float dpoisf(float x, float lambda, int give_log)
{
    if (x != x || lambda != lambda) return x + lambda;
    if (lambda < 0.0f) return NMF_NAN;
    const float none = give_log ? -NMF_INF : 0.0f, k = rint(x);
    if (!nmf_is_count(x) || k < 0.0f || k == NMF_INF || lambda == NMF_INF) return none;
    if (lambda == 0.0f) return k != 0.0f ? none : give_log ? 0.0f : 1.0f;
    if (k == 0.0f) return give_log ? -lambda : nmf_exp_value(nmf_of(-lambda), nmf_of(1.0f), 0);
    const nmf_pair l = nmf_gamma_log(k, nmf_of(lambda), nmf_log_f(lambda));
    if (give_log) return nmf_sub(l, nmf_scale(nmf_log_f(k), 0.5f)).hi;
    int i;
    const float m = nmf_split(k, &i);
    const int odd = i & 1;
    return nmf_exp_value(l, nmf_div(nmf_of(1.0f), nmf_sqrt(nmf_of(odd ? 2.0f * m : m))), -(i - odd) / 2);
}
