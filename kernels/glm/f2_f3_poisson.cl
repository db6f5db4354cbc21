// Poisson regression, log link: negative log-posterior and gradient over a grid.
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
// y_i ~ Poisson(exp(eta_i)), each observation counted wt_i times.
// SPDX-License-Identifier: MIT

static double glm_term(const double y, const double wt, const double eta, double *slope)
{
    const double lambda = exp(eta);
    *slope = wt * (lambda - y);
    return wt * (lambda - (y > 0.0 ? y * eta : 0.0) + (y > 1.0 ? lgammafn(y + 1.0) : 0.0));
}

#include "glm.h"

GLM_KERNEL(f2_f3_poisson)
