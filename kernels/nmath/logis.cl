// The logistic distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dlogis, plogis, qlogis
// @range: n
// @split: n, alone
// @gpu_range: n-n/2
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg location: in 1+(n-1)*location_step
// @arg scale: in 1+(n-1)*scale_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "pairs.h"

DENSITY3(dlogis, x, location, scale)
TAIL3(plogis, q, location, scale)
TAIL3(qlogis, p, location, scale)
