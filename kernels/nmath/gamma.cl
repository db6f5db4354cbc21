// The gamma distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dgamma, pgamma, qgamma
// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg shape: in 1+(n-1)*shape_step
// @arg scale: in 1+(n-1)*scale_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY3(dgamma, x, shape, scale)
TAIL3(pgamma, q, shape, scale)
TAIL3(qgamma, p, shape, scale)
