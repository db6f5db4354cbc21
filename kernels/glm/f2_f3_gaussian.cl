// Gaussian regression, identity link: negative log-posterior and gradient over a grid.
// @library_deps: nmath
// @depends_nmath: nmath
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
// y_i ~ N(eta_i, 1/wt_i).
// SPDX-License-Identifier: MIT

static double glm_term(const double y, const double wt, const double eta, double *slope)
{
    const double r = y - eta;
    *slope = -wt * r;
    return 0.5 * wt * r * r - 0.5 * log(wt) + M_LN_SQRT_2PI;
}

#include "glm.h"

GLM_KERNEL(f2_f3_gaussian)
