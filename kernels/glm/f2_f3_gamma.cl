// Gamma regression, log link: negative log-posterior, gradient and curvature over a grid.
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
// y_i ~ Gamma(shape wt_i, mean exp(eta_i)).
// SPDX-License-Identifier: MIT

#include "functions.h"
#include "weighted.h"

static double glm_constant(const double y, const double wt)
{
    return lgammafn(wt) - (wt - 1.0) * log(y) - wt * log(wt);
}

NM_FLAT double glm_term(const double y, const double wt, const double eta, double *slope)
{
    const double ratio = y * glm_exp(-eta);
    *slope = wt * (1.0 - ratio);
    return wt * (ratio + eta);
}

NM_FLAT double glm_curvature(const double y, const double wt, const double eta) { return wt * (y * glm_exp(-eta)); }

#include "kernels.h"

// The value and its gradient.
GLM_KERNEL(f2_f3_gamma)

// The value alone.
GLM_VALUE_KERNEL(f2_gamma)

// The value, its gradient and its second derivatives: hess[(r (r + 1) / 2 + c) m1 + j] for c <= r.
// @range: m1, 1+(l2*(l2+1)/2+15)/16
// @split: m1, alone
GLM_CURVATURE_KERNEL(f2_f3_f4_gamma)

// Few grid points, so that it takes many work-items to fill a device.
// @variant of f2_f3_gamma: gpu when l2 <= 16 && m1 <= 1024 && l1 <= 100000000
// @range: (m1+3)/4*128
// @local: 128
GLM_SHARE_KERNEL(f2_f3_gamma_few, 16, 1)

// @variant of f2_f3_gamma: gpu when l2 <= 16 && m1 <= 16384 && l1 <= 100000000
// @range: (m1+7)/8*128
// @local: 128
GLM_SHARE_KERNEL(f2_f3_gamma_some, 16, 2)

// Many grid points, by the number of coefficients.
// @variant of f2_f3_gamma: gpu when l2 <= 4
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gamma_4, 4)

// @variant of f2_f3_gamma: gpu when l2 <= 8
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gamma_8, 8)

// @variant of f2_f3_gamma: gpu when l2 <= 10
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gamma_10, 10)

// @variant of f2_f3_gamma: gpu when l2 <= 12
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gamma_12, 12)

// @variant of f2_f3_gamma: gpu when l2 <= 14
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gamma_14, 14)

// @variant of f2_f3_gamma: gpu when l2 <= 16
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gamma_16, 16)

// The value alone.
// @variant of f2_gamma: gpu when l2 <= 16 && m1 <= 16384 && l1 <= 100000000
// @range: (m1+7)/8*128
// @local: 128
GLM_VALUE_SHARE_KERNEL(f2_gamma_some, 16, 2)

// @variant of f2_gamma: gpu when l2 <= 4
// @range: (m1+511)/512*512
// @local: 512
GLM_VALUE_TILE_KERNEL(f2_gamma_4, 4)

// @variant of f2_gamma: gpu when l2 <= 16
// @range: (m1+511)/512*512
// @local: 512
GLM_VALUE_TILE_KERNEL(f2_gamma_16, 16)
