// The exponential distribution with mean scale, element by element.
// @library_deps: nmath
// @depends_nmath: dexp, pexp, qexp
// @range: n
// @split: n, alone
// @gpu_range: n-n/2
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg scale: in 1+(n-1)*scale_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "pairs.h"

DENSITY2(dexp, x, scale)
TAIL2(pexp, q, scale)
TAIL2(qexp, p, scale)
