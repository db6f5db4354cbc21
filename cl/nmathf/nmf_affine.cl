// @provides: nmf_affine, nmf_quantile_end
// @depends: nmathf, nmf_pair
// @includes: nmathf
//
// location + scale z, and the quantiles at the ends of a range.
// Accuracy: 2^-45 relative to the larger term before the last rounding.
// SPDX-License-Identifier: MIT

NMF_INLINE float nmf_affine(float location, float scale, nmf_pair z)
{
    const float h = z.hi * scale;
    if (!(fabs(h) < 0x1p120f && fabs(location) < 0x1p120f)) return location + h;
    return nmf_add_f(nmf_mul_f(z, scale), location).hi;
}

// Whether p stands for one of the ends low and high of a distribution; *r is that end then.
NMF_INLINE int nmf_quantile_end(float p, int lower_tail, int log_p, float low, float high, float *r)
{
    const float zero = log_p ? -NMF_INF : 0.0f, one = log_p ? 0.0f : 1.0f;
    if (p == zero) *r = lower_tail ? low : high;
    else if (p == one) *r = lower_tail ? high : low;
    else return 0;
    return 1;
}
