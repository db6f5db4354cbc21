// Binomial regression, logit link: negative log-posterior, gradient and curvature over a grid.
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
// y_i is the proportion of successes in wt_i trials, with probability p = 1/(1 + exp(-eta_i)).
// SPDX-License-Identifier: MIT

#include "functions.h"
#include "binomial.h"

/* log p = -log(1 + exp(-eta)) and log q = -log(1 + exp(eta)), with one exponential e <= 1 that cannot overflow:
 * log(1 + e) = 2 atanh(v) of 1 + e or half of it. One division gives 1/(1 + e) and v. */
NM_FLAT double glm_term(const double s, const double f, const double eta, double *slope)
{
    const double e = glm_exp_below(fabs(eta)), o = 1.0 + e;
    const int far = nm_upper(e) >= 0x3fe00000, up = eta > 0.0;
    const double n = far ? e - 1.0 : e, d = e + (far ? 3.0 : 2.0), inv = glm_inverse(o * d);
    const double l = glm_log_of(far ? 0.5 * n : n, n * (inv * o), far ? 1.0 : 0.0);
    const double large = inv * d, small = e * large;
    *slope = up ? fma(f, large, -(s * small)) : fma(f, small, -(s * large));
    return fma(s + f, l, (up ? f : -s) * eta);
}

NM_FLAT double glm_curvature(const double s, const double f, const double eta)
{
    const double e = glm_exp_below(fabs(eta)), large = 1.0 / (1.0 + e);
    return (s + f) * (e * large) * large;
}

#include "kernels.h"

// The value and its gradient.
GLM_KERNEL(f2_f3_binomial_logit)

// The value alone.
GLM_VALUE_KERNEL(f2_binomial_logit)

// The value, its gradient and its second derivatives: hess[(r (r + 1) / 2 + c) m1 + j] for c <= r.
// @range: m1, 1+(l2*(l2+1)/2+15)/16
// @split: m1, alone
GLM_CURVATURE_KERNEL(f2_f3_f4_binomial_logit)

// Few grid points, so that it takes many work-items to fill a device.
// @variant of f2_f3_binomial_logit: gpu when l2 <= 16 && m1 <= 1024 && l1 <= 100000000
// @range: (m1+3)/4*128
// @local: 128
GLM_SHARE_KERNEL(f2_f3_binomial_logit_few, 16, 1)

// @variant of f2_f3_binomial_logit: gpu when l2 <= 16 && m1 <= 16384 && l1 <= 100000000
// @range: (m1+7)/8*128
// @local: 128
GLM_SHARE_KERNEL(f2_f3_binomial_logit_some, 16, 2)

// Many grid points, by the number of coefficients.
// @variant of f2_f3_binomial_logit: gpu when l2 <= 4
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_logit_4, 4)

// @variant of f2_f3_binomial_logit: gpu when l2 <= 8
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_logit_8, 8)

// @variant of f2_f3_binomial_logit: gpu when l2 <= 10
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_logit_10, 10)

// @variant of f2_f3_binomial_logit: gpu when l2 <= 12
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_logit_12, 12)

// @variant of f2_f3_binomial_logit: gpu when l2 <= 14
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_logit_14, 14)

// @variant of f2_f3_binomial_logit: gpu when l2 <= 16
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_logit_16, 16)

// The value alone.
// @variant of f2_binomial_logit: gpu when l2 <= 16 && m1 <= 16384 && l1 <= 100000000
// @range: (m1+7)/8*128
// @local: 128
GLM_VALUE_SHARE_KERNEL(f2_binomial_logit_some, 16, 2)

// @variant of f2_binomial_logit: gpu when l2 <= 4
// @range: (m1+511)/512*512
// @local: 512
GLM_VALUE_TILE_KERNEL(f2_binomial_logit_4, 4)

// @variant of f2_binomial_logit: gpu when l2 <= 16
// @range: (m1+511)/512*512
// @local: 512
GLM_VALUE_TILE_KERNEL(f2_binomial_logit_16, 16)
