// Binomial regression, logit link: negative log-posterior and gradient over a grid.
// @library_deps: nmath
// @depends_nmath: nmath, lgammafn
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
// y_i is the proportion of successes in wt_i trials, with probability p = 1/(1 + exp(-eta_i)).
// SPDX-License-Identifier: MIT

#include "binomial.h"

static double glm_term(const double y, const double wt, const double eta, double *slope)
{
    const double s = y * wt, f = wt - s;
    /* log p = -log(1 + exp(-eta)), log q = -log(1 + exp(eta)), with one exponential that cannot overflow. */
    const double e = exp(-fabs(eta)), l = log1p(e);
    const double log_p = eta > 0.0 ? -l : eta - l, log_q = eta > 0.0 ? -eta - l : -l;
    const double small = e / (1.0 + e), large = 1.0 / (1.0 + e);
    const double p = eta > 0.0 ? large : small, q = eta > 0.0 ? small : large;
    *slope = f * p - s * q;
    return glm_binomial(s, f, wt, log_p, log_q);
}

#include "glm.h"

GLM_KERNEL(f2_f3_binomial_logit)
