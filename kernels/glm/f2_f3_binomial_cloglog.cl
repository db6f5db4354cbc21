// Binomial regression, complementary log-log link: negative log-posterior, gradient and curvature over a grid.
// @library_deps: nmath
// @depends_nmath: nmath, lgammafn, mills, nm_light
// @range: m1
// @split: m1, alone
// @arg X: in l1*l2
// @arg B: in m1, l2
// @arg mu: in l2
// @arg P: in l2*l2
// @arg alpha: in l1
// @arg y: in l1
// @arg wt: in l1
// @arg qf: out m1
// @arg grad: out column m1, l2
// @arg hess: out column m1, l2*(l2+1)/2
//
// y_i is the proportion of successes in wt_i trials, with probability p = 1 - exp(-exp(eta_i)).
// SPDX-License-Identifier: MIT

#include "functions.h"
#include "binomial.h"

/* g = exp(-t) and p = 1 - g, both to the last bits, from one exponential. */
NM_FLAT double glm_complement(const double t, double *g)
{
    const double x = t > 700.0 ? -700.0 : -t, z = fma(x, 0x1.71547p+0, 0x1.8p52), n = z - 0x1.8p52;
    const double r = fma(-n, 0x1.9ef35793c7673p-41, fma(-n, 0x1.62e42fefa2p-1, x)), m = fma(r * r, nm_light_tail(r), r);
    const int k = (int)(uint)(as_ulong(z) & 0xffffffffUL);
    const double scale = nm_two_to(k);
    *g = fma(scale, m, scale);
    return fma(-scale, m, 1.0 - scale);
}

NM_FLAT double glm_term(const double s, const double f, const double eta, double *slope)
{
    const double t = glm_exp(eta);
    double g;
    const double p = glm_complement(t, &g);
    /* log p: of 1 - g where g is small, else of p = m 2^k; below 2^-60, p is t. */
    const int small = nm_upper(p) < 0x3c300000, k = nm_light_exponent(p), rest = g < 0.29;
    const double m = as_double((long)(as_ulong(p) - ((ulong)(long)k << 52))) - 1.0, r = rest ? -g : small ? 0.0 : m;
    const double d = 2.0 + r, o = small ? 1.0 : p, inv = glm_inverse(d * o);
    const double l = glm_log_of(r, r * (inv * o), rest || small ? 0.0 : (double)k);
    const double log_p = small ? eta : l, ratio = small ? 1.0 : t > 700.0 ? 0.0 : t * g * (inv * d); /* d log p / d eta */
    *slope = fma(-s, ratio, f > 0.0 ? f * t : 0.0);
    return fma(-s, log_p, f > 0.0 ? f * t : 0.0);
}

NM_FLAT double glm_curvature(const double s, const double f, const double eta)
{
    const double t = glm_exp(eta);
    double g;
    const double p = glm_complement(t, &g), o = p > 0.0 ? p : 1.0;
    const double ratio = t > 700.0 ? 0.0 : p > 0.0 ? t * g / o : 1.0;
    const double excess = t < 0x1p-8 ? t * fma(t, fma(t * t, -1.0 / 720.0, 1.0 / 12.0), 0.5) : (t - p) / o; /* t / p - 1 */
    return fma(s, t > 700.0 ? 0.0 : ratio * excess, f > 0.0 ? f * t : 0.0);
}

#include "kernels.h"

// The value and its gradient.
GLM_KERNEL(f2_f3_binomial_cloglog)

// The value alone.
GLM_VALUE_KERNEL(f2_binomial_cloglog)

// The value, its gradient and its second derivatives: hess[(r (r + 1) / 2 + c) m1 + j] for c <= r.
// @range: m1, 1+(l2*(l2+1)/2+15)/16
// @split: m1, alone
GLM_CURVATURE_KERNEL(f2_f3_f4_binomial_cloglog)

// Few grid points, so that it takes many work-items to fill a device.
// @variant of f2_f3_binomial_cloglog: gpu when l2 <= 16 && m1 <= 1024 && l1 <= 100000000
// @range: (m1+3)/4*128
// @local: 128
GLM_SHARE_KERNEL(f2_f3_binomial_cloglog_few, 16, 1)

// @variant of f2_f3_binomial_cloglog: gpu when l2 <= 16 && m1 <= 16384 && l1 <= 100000000
// @range: (m1+7)/8*128
// @local: 128
GLM_SHARE_KERNEL(f2_f3_binomial_cloglog_some, 16, 2)

// Many grid points, by the number of coefficients.
// @variant of f2_f3_binomial_cloglog: gpu when l2 <= 4
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_cloglog_4, 4)

// @variant of f2_f3_binomial_cloglog: gpu when l2 <= 8
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_cloglog_8, 8)

// @variant of f2_f3_binomial_cloglog: gpu when l2 <= 10
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_cloglog_10, 10)

// @variant of f2_f3_binomial_cloglog: gpu when l2 <= 12
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_cloglog_12, 12)

// @variant of f2_f3_binomial_cloglog: gpu when l2 <= 14
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_cloglog_14, 14)

// @variant of f2_f3_binomial_cloglog: gpu when l2 <= 16
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_cloglog_16, 16)

// The value alone.
// @variant of f2_binomial_cloglog: gpu when l2 <= 16 && m1 <= 16384 && l1 <= 100000000
// @range: (m1+7)/8*128
// @local: 128
GLM_VALUE_SHARE_KERNEL(f2_binomial_cloglog_some, 16, 2)

// @variant of f2_binomial_cloglog: gpu when l2 <= 4
// @range: (m1+511)/512*512
// @local: 512
GLM_VALUE_TILE_KERNEL(f2_binomial_cloglog_4, 4)

// @variant of f2_binomial_cloglog: gpu when l2 <= 16
// @range: (m1+511)/512*512
// @local: 512
GLM_VALUE_TILE_KERNEL(f2_binomial_cloglog_16, 16)
