// The beta distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: dbetaf, pbetaf, qbetaf
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg a: in 1+(n-1)*a_step
// @arg b: in 1+(n-1)*b_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

DENSITY3(dbetaf, x, a, b)
TAIL3(pbetaf, q, a, b)
TAIL3(qbetaf, p, a, b)
