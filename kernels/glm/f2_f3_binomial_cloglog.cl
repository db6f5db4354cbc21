// Binomial regression, complementary log-log link: negative log-posterior and gradient over a grid.
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
// y_i is the proportion of successes in wt_i trials, with probability p = 1 - exp(-exp(eta_i)).
// SPDX-License-Identifier: MIT

#include "binomial.h"

static double glm_term(const double y, const double wt, const double eta, double *slope)
{
    const double s = y * wt, f = wt - s;
    const double t = exp(eta), e = expm1(t);
    const double log_q = -t;
    /* log(1 - exp(-t)): the two forms meet at log 2 (Maechler 2012). */
    const double log_p = t > M_LN2 ? log1p(-exp(-t)) : t > 0.0 ? log(-expm1(-t)) : eta;
    const double ratio = t > 700.0 ? 0.0 : e > 0.0 ? t / e : 1.0; /* d log p / d eta */
    *slope = (f > 0.0 ? f * t : 0.0) - s * ratio;
    return glm_binomial(s, f, wt, log_p, log_q);
}

#include "glm.h"

GLM_KERNEL(f2_f3_binomial_cloglog)
