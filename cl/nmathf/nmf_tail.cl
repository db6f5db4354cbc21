// @provides: nmf_bad_p, nmf_tail_of, nmf_log_tail_of, nmf_give, nmf_from_log, nmf_is_count
// @depends: nmathf, nmf_pair, nmf_elementary
// @includes: nmathf
//
// What lower_tail and log_p make of a probability, in both directions.
// Accuracy: 2^-34 relative.
// SPDX-License-Identifier: MIT

// Neither a probability nor its logarithm.
NMF_INLINE int nmf_bad_p(float p, int log_p) { return log_p ? !(p <= 0.0f) : !(p >= 0.0f && p <= 1.0f); }

// The probability that p states (same = 1) or its complement.
NMF_INLINE nmf_pair nmf_tail_of(float p, int same, int log_p)
{
    if (!log_p) return same ? nmf_of(p) : nmf_two_sum(1.0f, -p);
    return same ? nmf_exp(nmf_of(p)) : nmf_neg(nmf_expm1(nmf_of(p)));
}

// Its logarithm, for a probability inside (0, 1).
NMF_INLINE nmf_pair nmf_log_tail_of(float p, int same, int log_p)
{
    if (log_p) return same ? nmf_of(p) : nmf_log1mexp(nmf_of(p));
    return same ? nmf_log_f(p) : nmf_log1p(nmf_of(-p));
}

// The tail v, which is at most about 3/4, as asked for: itself (same = 1) or 1 - v.
NMF_INLINE float nmf_give(nmf_pair v, int same, int log_p)
{
    if (same) return log_p ? nmf_log(v).hi : v.hi;
    return log_p ? nmf_log1p(nmf_neg(v)).hi : nmf_add_f(nmf_neg(v), 1.0f).hi;
}

// The same from its logarithm l <= 0.
NMF_INLINE float nmf_from_log(nmf_pair l, int same, int log_p)
{
    if (same) return log_p ? l.hi : nmf_exp_value(l, nmf_of(1.0f), 0);
    if (!(l.hi < 0.0f)) return log_p ? -NMF_INF : 0.0f;
    return log_p ? nmf_log1mexp(l).hi : nmf_neg(nmf_expm1(l)).hi;
}

// A whole number, to 1e-7 of itself.
NMF_INLINE int nmf_is_count(float x) { return fabs(x - rint(x)) <= 1e-7f * fmax(1.0f, fabs(x)); }
