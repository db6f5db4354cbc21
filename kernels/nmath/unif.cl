// The uniform distribution on [a, b], element by element.
// @library_deps: nmath
// @depends_nmath: dunif, punif, qunif
// @range: n
// @split: n, alone
// @gpu_range: n-n/2
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg a: in 1+(n-1)*a_step
// @arg b: in 1+(n-1)*b_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "pairs.h"

DENSITY3(dunif, x, a, b)
TAIL3(punif, q, a, b)
TAIL3(qunif, p, a, b)
