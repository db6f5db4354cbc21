// The beta distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dbeta, pbeta, qbeta
// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg a: in 1+(n-1)*a_step
// @arg b: in 1+(n-1)*b_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY3(dbeta, x, a, b)
TAIL3(pbeta, q, a, b)
TAIL3(qbeta, p, a, b)
