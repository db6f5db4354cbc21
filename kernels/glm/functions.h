/* Reciprocal, exponential and logarithm for the GLM kernels: without branches or tables, so that work-items stay
 * together and compilers see one piece of code, and of additions, multiplications and fused ones alone, so that all
 * devices get the same bits. Knows numbers; must not know models. The polynomials are nm_light's, with the same
 * accuracy: 1 ulp. SPDX-License-Identifier: MIT */

/* 1/x within 1 ulp for 2^-1000 < x < 2^1000: from 12 % off, two steps of third order and one of second. A division
 * would be as exact, but on GPUs it is a branch. */
NM_FLAT double glm_inverse(const double x)
{
    double r = as_double(0x7fde623822fc16e6UL - as_ulong(x)), e = fma(-x, r, 1.0);
    r = fma(r, fma(e, e, e), r);
    e = fma(-x, r, 1.0);
    r = fma(r, fma(e, e, e), r);
    e = fma(-x, r, 1.0);
    return fma(r, e, r);
}

/* exp(x) = m 2^k, m about 1, for |x| < 2^30. */
NM_FLAT double glm_exp_parts(const double x, int *k)
{
    const double t = fma(x, 0x1.71547p+0, 0x1.8p52), n = t - 0x1.8p52;
    const double r = fma(-n, 0x1.9ef35793c7673p-41, fma(-n, 0x1.62e42fefa2p-1, x));
    *k = (int)(uint)(as_ulong(t) & 0xffffffffUL);
    return 1.0 + fma(r * r, nm_light_tail(r), r);
}

/* exp(-x) for x >= 0, no smaller than exp(-708). */
NM_FLAT double glm_exp_below(const double x)
{
    int k;
    const double m = glm_exp_parts(x > 708.0 ? -708.0 : -x, &k);
    return m * nm_two_to(k);
}

/* exp(x) for all x. */
NM_FLAT double glm_exp(const double x)
{
    int k;
    const double m = glm_exp_parts(x > 800.0 ? 800.0 : x < -800.0 ? -800.0 : x, &k);
    return nm_light_scale(m, k);
}

/* log(2^k (1 + r)), r from -1/3 to 1/2; v is r / (2 + r). */
NM_FLAT double glm_log_of(const double r, const double v, const double k)
{
    const double w = v * v, h = 0.5 * r * r;
    double p = 0x1.169ed9b4fb0a0p-3;
    p = fma(p, w, 0x1.0e8bfe46e337cp-3);
    p = fma(p, w, 0x1.3b29d4b4a8773p-3);
    p = fma(p, w, 0x1.745cac276f1d9p-3);
    p = fma(p, w, 0x1.c71c72dfb4604p-3);
    p = fma(p, w, 0x1.24924923de280p-2);
    p = fma(p, w, 0x1.9999999999f19p-2);
    p = fma(p, w, 0x1.5555555555555p-1);
    return fma(k, 0x1.62e42fefa39efp-1, r - fma(-v, fma(w, p, h), h));
}
