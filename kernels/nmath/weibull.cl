// The Weibull distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dweibull, pweibull, qweibull
// @range: n
// @split: n, alone
// @gpu_range: n-n/2
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg shape: in 1+(n-1)*shape_step
// @arg scale: in 1+(n-1)*scale_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "pairs.h"

DENSITY3(dweibull, x, shape, scale)
TAIL3(pweibull, q, shape, scale)
TAIL3(qweibull, p, shape, scale)
