// Gaussian regression, identity link: negative log-posterior, gradient and curvature over a grid.
// @library_deps: nmath
// @depends_nmath: nmath, mills, nm_light
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
// y_i ~ N(eta_i, 1/wt_i).
// SPDX-License-Identifier: MIT

#include "functions.h"
#include "weighted.h"

static double glm_constant(const double y, const double wt)
{
    (void)y;
    return M_LN_SQRT_2PI - 0.5 * log(wt);
}

NM_FLAT double glm_term(const double y, const double wt, const double eta, double *slope)
{
    const double r = y - eta, a = wt * r;
    *slope = -a;
    return 0.5 * a * r;
}

NM_FLAT double glm_curvature(const double y, const double wt, const double eta)
{
    (void)y;
    (void)eta;
    return wt;
}

#include "kernels.h"

// The value and its gradient.
GLM_KERNEL(f2_f3_gaussian)

// The value alone.
GLM_VALUE_KERNEL(f2_gaussian)

// The value, its gradient and its second derivatives: hess[(r (r + 1) / 2 + c) m1 + j] for c <= r.
// @range: m1, 1+(l2*(l2+1)/2+15)/16
// @split: m1, alone
GLM_CURVATURE_KERNEL(f2_f3_f4_gaussian)

// Few grid points, so that it takes many work-items to fill a device.
// @variant of f2_f3_gaussian: gpu when l2 <= 16 && m1 <= 1024 && l1 <= 100000000
// @range: (m1+3)/4*128
// @local: 128
GLM_SHARE_KERNEL(f2_f3_gaussian_few, 16, 1)

// @variant of f2_f3_gaussian: gpu when l2 <= 16 && m1 <= 16384 && l1 <= 100000000
// @range: (m1+7)/8*128
// @local: 128
GLM_SHARE_KERNEL(f2_f3_gaussian_some, 16, 2)

// Many grid points, by the number of coefficients.
// @variant of f2_f3_gaussian: gpu when l2 <= 4
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gaussian_4, 4)

// @variant of f2_f3_gaussian: gpu when l2 <= 8
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gaussian_8, 8)

// @variant of f2_f3_gaussian: gpu when l2 <= 10
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gaussian_10, 10)

// @variant of f2_f3_gaussian: gpu when l2 <= 12
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gaussian_12, 12)

// @variant of f2_f3_gaussian: gpu when l2 <= 14
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gaussian_14, 14)

// @variant of f2_f3_gaussian: gpu when l2 <= 16
// @range: (m1+511)/512*512
// @local: 512
GLM_TILE_KERNEL(f2_f3_gaussian_16, 16)

// The value alone.
// @variant of f2_gaussian: gpu when l2 <= 16 && m1 <= 16384 && l1 <= 100000000
// @range: (m1+7)/8*128
// @local: 128
GLM_VALUE_SHARE_KERNEL(f2_gaussian_some, 16, 2)

// @variant of f2_gaussian: gpu when l2 <= 4
// @range: (m1+511)/512*512
// @local: 512
GLM_VALUE_TILE_KERNEL(f2_gaussian_4, 4)

// @variant of f2_gaussian: gpu when l2 <= 16
// @range: (m1+511)/512*512
// @local: 512
GLM_VALUE_TILE_KERNEL(f2_gaussian_16, 16)
