// The Poisson distribution, element by element; dpois_raw takes any x >= 0.
// @library_deps: nmath
// @depends_nmath: dpois, dpois_raw, ppois
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg lambda: in 1+(n-1)*lambda_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY2(dpois, x, lambda)
DENSITY2(dpois_raw, x, lambda)
TAIL2(ppois, q, lambda)
