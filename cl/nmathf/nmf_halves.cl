// @provides: nmf_half, nmf_half_give, nmf_half_log
// @depends: nmathf, nmf_pair, nmf_elementary, nmf_tail
// @includes: nmathf
//
// The two tails of a distribution from the logarithm of one of them, which is at most about 2/3 or so accurate that its
// complement is right, too. Knows no distribution.
// SPDX-License-Identifier: MIT

typedef struct {
    nmf_pair l;  // the logarithm of the tail
    float rate;  // log of the density of u = log x (gamma) or log(x / (1 - x)) (beta) over the tail
    float bend;  // the slope of the density's logarithm in u
    int upper;   // which tail
} nmf_half;

// The lower or upper tail, or its logarithm.
NMF_INLINE float nmf_half_give(nmf_half t, int lower_tail, int log_p)
{
    const nmf_pair l = t.l.hi < 0.0f ? t.l : nmf_of(0.0f);
    return nmf_from_log(l, t.upper == !lower_tail, log_p);
}

// Its logarithm as a pair.
NMF_INLINE nmf_pair nmf_half_log(nmf_half t, int upper)
{
    if (t.upper == upper) return t.l;
    return t.l.hi < 0.0f ? nmf_log1mexp(t.l) : nmf_of(-NMF_INF);
}
