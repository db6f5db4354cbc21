// @provides: dbinomf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail, nmf_normal, nmf_density
// @includes: nmathf
//
// Probability of the binomial distribution from the saddle point form of nmf_density.cl; at 0 and n a power.
// Accuracy: 2 ulp for n below 2^40, logarithm too.
// SPDX-License-Identifier: MIT

NMF_FN float dbinomf(float x, float n, float p, int give_log)
{
    if (x != x || n != n || p != p) return x + n + p;
    if (!(p >= 0.0f && p <= 1.0f) || n < 0.0f || (n < NMF_INF && !nmf_is_count(n))) return NMF_NAN;
    const float none = give_log ? -NMF_INF : 0.0f, one = give_log ? 0.0f : 1.0f, k = rint(x), N = rint(n);
    if (!nmf_is_count(x) || k < 0.0f || k > N) return none;
    if (N == NMF_INF) return k == 0.0f && p == 0.0f ? one : none;
    if (p == 0.0f || p == 1.0f) return k == (p == 0.0f ? 0.0f : N) ? one : none;
    if (N == 0.0f) return one;
    if (k == 0.0f || k == N) {
        const nmf_pair l = k == 0.0f ? nmf_log1p(nmf_of(-p)) : nmf_log_f(p);
        if (!(fabs(l.hi * N) < 0x1p120f)) return give_log ? l.hi * N : 0.0f;
        const nmf_pair e = nmf_mul_f(l, N);
        return give_log ? e.hi : nmf_exp_value(e, nmf_of(1.0f), 0);
    }
    const nmf_pair rest = nmf_two_sum(N, -k), l = nmf_beta_log(k, rest, nmf_of(N), nmf_of(p), nmf_two_sum(1.0f, -p));
    // times sqrt(N / (k rest)); a quarter of the logarithm of their squares would do, but this keeps its digits
    const nmf_pair f = nmf_div(nmf_div(nmf_of(N), rest), nmf_of(k));
    if (give_log) return nmf_add(l, nmf_scale(nmf_log(f), 0.5f)).hi;
    int i;
    const float m = nmf_split(f.hi, &i);
    const int odd = i & 1;
    const nmf_pair g = nmf_scale(nmf_make(m, nmf_ldexp(f.lo, -i)), odd ? 2.0f : 1.0f);
    return nmf_exp_value(l, nmf_sqrt(g), (i - odd) / 2);
}
