// Binomial regression, probit link: negative log-posterior and gradient over a grid.
// @library_deps: nmath
// @depends_nmath: nmath, lgammafn, pnorm
// @range: m1
// @gpu_range: m1
// @arg X: in l1*l2
// @arg B: in m1*l2
// @arg mu: in l2
// @arg P: in l2*l2
// @arg alpha: in l1
// @arg y: in l1
// @arg wt: in l1
// @arg qf: out m1
// @arg grad: out m1*l2
//
// y_i is the proportion of successes in wt_i trials, with probability p = Phi(eta_i).
// SPDX-License-Identifier: MIT

#include "binomial.h"

static double glm_term(const double y, const double wt, const double eta, double *slope)
{
    const double s = y * wt, f = wt - s;
    const double log_p = pnorm(eta, 0.0, 1.0, 1, 1), log_q = pnorm(eta, 0.0, 1.0, 0, 1);
    const double log_density = -0.5 * eta * eta - M_LN_SQRT_2PI;
    *slope = (f > 0.0 ? f * exp(log_density - log_q) : 0.0) - (s > 0.0 ? s * exp(log_density - log_p) : 0.0);
    return glm_binomial(s, f, wt, log_p, log_q);
}

#include "glm.h"

GLM_KERNEL(f2_f3_binomial_probit)
