// @provides: dbetaf
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_normal, nmf_density
// @includes: nmathf
//
// Density of the beta distribution from the saddle point form of nmf_density.cl; infinite and zero shapes are point
// masses.
// Accuracy: 2 ulp for shapes up to 2^40; the logarithm too, but for 2^-27 where it passes 0.
// SPDX-License-Identifier: MIT

NMF_FN float dbetaf(float x, float a, float b, int give_log)
{
    if (x != x || a != a || b != b) return x + a + b;
    if (a < 0.0f || b < 0.0f) return NMF_NAN;
    const float none = give_log ? -NMF_INF : 0.0f;
    if (x < 0.0f || x > 1.0f) return none;
    if (a == 0.0f || b == 0.0f || a == NMF_INF || b == NMF_INF) {
        int at = a == 0.0f && b == 0.0f ? x == 0.0f || x == 1.0f : a == NMF_INF && b == NMF_INF ? x == 0.5f : 0;
        if (a != b) at = a == 0.0f || b == NMF_INF ? x == 0.0f : x == 1.0f;
        return at ? NMF_INF : none;
    }
    if (a == 1.0f && b == 1.0f) return give_log ? 0.0f : 1.0f;
    if (x == 0.0f || x == 1.0f) {
        const float s = x == 0.0f ? a : b, c = x == 0.0f ? b : a;
        return s > 1.0f ? none : s < 1.0f ? NMF_INF : give_log ? nmf_log_f(c).hi : c;
    }
    const nmf_pair y = nmf_two_sum(1.0f, -x), n = nmf_two_sum(a, b), l = nmf_beta_log(a, nmf_of(b), n, nmf_of(x), y);
    // times sqrt(a b / n) / (x y): of b / n the root, of a and x the exponents apart
    int i, k;
    const float big = a > b ? a : b, small = a > b ? b : a, m = nmf_split(small, &i), v = nmf_split(x, &k);
    const int odd = i & 1;
    const nmf_pair q = nmf_mul_f(nmf_div(nmf_of(big), n), odd ? 2.0f * m : m);
    const nmf_pair f = nmf_div(nmf_sqrt(q), nmf_mul_f(y, v));
    const int e = (i - odd) / 2 - k;
    return give_log ? nmf_add(l, nmf_log_scaled(f, e)).hi : nmf_exp_value(l, f, e);
}
