// Binomial regression, probit link: negative log-posterior, gradient and curvature over a grid.
// @library_deps: nmath
// @depends_nmath: nmath, lgammafn, mills, nm_light, pnorm
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
// y_i is the proportion of successes in wt_i trials, with probability p = Phi(eta_i).
// SPDX-License-Identifier: MIT

#include "functions.h"
#include "binomial.h"

/* (1 - Phi(t)) / phi(t) / sqrt(2 pi) as a quotient, 0 <= t <= 2^30; as nm_pnorm_ratio. */
NM_FLAT double glm_ratio(const double t, double *below)
{
    double a = 0x1.72e7c4372f7a4p-20, b = 0x1.d0dc642ab454bp-19;
    a = fma(a, t, 0x1.37c28214034a7p-15);
    a = fma(a, t, 0x1.009a13d9a04d7p-11);
    a = fma(a, t, 0x1.0b8c60c9ad0bfp-8);
    a = fma(a, t, 0x1.82801272316d4p-6);
    a = fma(a, t, 0x1.8fbe09cf64d35p-4);
    a = fma(a, t, 0x1.2808c7aa25cebp-2);
    a = fma(a, t, 0x1.2ffb52e2b4ee4p-1);
    a = fma(a, t, 0x1.8c9e2ea4f60adp-1);
    a = fma(a, t, 0.5);
    b = fma(b, t, 0x1.86bba35c5ceebp-14);
    b = fma(b, t, 0x1.4282bbbb517b6p-10);
    b = fma(b, t, 0x1.525fee7b59167p-7);
    b = fma(b, t, 0x1.ee664cdf24184p-5);
    b = fma(b, t, 0x1.04ca14aeecaaap-2);
    b = fma(b, t, 0x1.900f9b0cbf485p-1);
    b = fma(b, t, 0x1.b69ba59576648p+0);
    b = fma(b, t, 0x1.47b4b25fcbdf6p+1);
    b = fma(b, t, 0x1.2c702c21cbdd4p+1);
    *below = fma(b, t, 1.0);
    return a;
}

/* The tail on eta's side is q = exp(e) R, the other one 1 - q; their hazards phi/q and phi/(1 - q). */
NM_FLAT double glm_tails(const double eta, double *log_tail, double *log_rest, double *hazard_tail, double *hazard_rest)
{
    const double t = fabs(eta), h = t > 0x1p30 ? 0x1p30 : t, e = -0.5 * t * t;
    double below;
    const double above = glm_ratio(h, &below), both = glm_inverse(above * below);
    const double ratio = above * above * both, density = glm_exp_below(-e), q = density * ratio;
    /* log R: R = m 2^k. */
    const int k = nm_light_exponent(ratio), most = q > 0.29;
    const double m = as_double((long)(as_ulong(ratio) - ((ulong)(long)k << 52))) - 1.0;
    /* log(1 - q), or of the double of 1 - q. */
    const double r = most ? fma(-2.0, q, 1.0) : -q;
    const double dm = 2.0 + m, dr = 2.0 + r, o = 1.0 - q, inv = glm_inverse(dm * dr * o);
    *log_tail = e + glm_log_of(m, m * (inv * dr * o), (double)k);
    *log_rest = glm_log_of(r, r * (inv * dm * o), most ? -1.0 : 0.0);
    *hazard_tail = t > 0x1p30 ? t : 0x1.9884533d43651p-2 * (below * below * both);
    *hazard_rest = 0x1.9884533d43651p-2 * density * (inv * dm * dr);
    return t;
}

NM_FLAT double glm_term(const double s, const double f, const double eta, double *slope)
{
    const int up = eta > 0.0;
    const double a = up ? f : s, b = up ? s : f; /* in the tail, in the rest */
    double tail, rest, steep, flat;
    glm_tails(eta, &tail, &rest, &steep, &flat);
    const double d = fma(a, steep, -(b * flat));
    *slope = up ? d : -d;
    /* An outcome that was never seen has no say, also where its probability is 0. */
    return -fma(b, rest, a > 0.0 ? a * tail : 0.0);
}

NM_FLAT double glm_curvature(const double s, const double f, const double eta)
{
    const int up = eta > 0.0;
    double tail, rest, steep, flat;
    const double t = glm_tails(eta, &tail, &rest, &steep, &flat);
    return fma((up ? f : s) * steep, steep - t, (up ? s : f) * flat * (flat + t));
}

#include "kernels.h"

// The value and its gradient.
GLM_KERNEL(f2_f3_binomial_probit)

// The value alone.
GLM_VALUE_KERNEL(f2_binomial_probit)

// The value, its gradient and its second derivatives: hess[(r (r + 1) / 2 + c) m1 + j] for c <= r.
// @range: m1, 1+(l2*(l2+1)/2+15)/16
// @split: m1, alone
GLM_CURVATURE_KERNEL(f2_f3_f4_binomial_probit)

// Few grid points, so that it takes many work-items to fill a device.
// @variant of f2_f3_binomial_probit: gpu when l2 <= 16 && m1 <= 1024 && l1 <= 100000000
// @range: (m1+3)/4*128
// @local: 128
GLM_SHARE_KERNEL(f2_f3_binomial_probit_few, 16, 1)

// @variant of f2_f3_binomial_probit: gpu when l2 <= 16 && m1 <= 16384 && l1 <= 100000000
// @range: (m1+7)/8*128
// @local: 128
GLM_SHARE_KERNEL(f2_f3_binomial_probit_some, 16, 2)

// Many grid points, by the number of coefficients.
// @variant of f2_f3_binomial_probit: gpu when l2 <= 4
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_probit_4, 4)

// @variant of f2_f3_binomial_probit: gpu when l2 <= 8
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_probit_8, 8)

// @variant of f2_f3_binomial_probit: gpu when l2 <= 10
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_probit_10, 10)

// @variant of f2_f3_binomial_probit: gpu when l2 <= 12
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_probit_12, 12)

// @variant of f2_f3_binomial_probit: gpu when l2 <= 14
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_probit_14, 14)

// @variant of f2_f3_binomial_probit: gpu when l2 <= 16
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_binomial_probit_16, 16)

// The value alone.
// @variant of f2_binomial_probit: gpu when l2 <= 16 && m1 <= 16384 && l1 <= 100000000
// @range: (m1+7)/8*128
// @local: 128
GLM_VALUE_SHARE_KERNEL(f2_binomial_probit_some, 16, 2)

// @variant of f2_binomial_probit: gpu when l2 <= 4
// @range: (m1+511)/512*512
// @local: 512
GLM_VALUE_TILE_KERNEL(f2_binomial_probit_4, 4)

// @variant of f2_binomial_probit: gpu when l2 <= 16
// @range: (m1+511)/512*512
// @local: 512
GLM_VALUE_TILE_KERNEL(f2_binomial_probit_16, 16)
