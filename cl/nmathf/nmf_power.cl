// @provides: nmf_log_quotient, nmf_power
// @depends: nmathf, nmf_pair, nmf_elementary
// @includes: nmathf
//
// log(x / b), and (x / b)^a as a pair.
// Accuracy: 2^-40, absolute and relative; 2^-32 relative for a power below 2^128.
// SPDX-License-Identifier: MIT

// For positive finite x and b.
NMF_FN nmf_pair nmf_log_quotient(float x, float b)
{
    int i, j;
    const float m = nmf_split(x, &i), n = nmf_split(b, &j);
    return nmf_log_scaled(nmf_div(nmf_of(m), nmf_of(n)), i - j);
}

// a log_q, exponent of the power: -inf or inf beyond the floats.
NMF_INLINE nmf_pair nmf_power(nmf_pair log_q, float a)
{
    const float h = log_q.hi * a;
    return fabs(h) < 0x1p120f ? nmf_mul_f(log_q, a) : nmf_of(h);
}
