// The Cauchy distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dcauchy, pcauchy, qcauchy
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

DENSITY3(dcauchy, x, location, scale)
TAIL3(pcauchy, q, location, scale)
TAIL3(qcauchy, p, location, scale)
