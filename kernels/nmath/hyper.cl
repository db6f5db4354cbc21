// The hypergeometric distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dhyper, phyper
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg r: in 1+(n-1)*r_step
// @arg b: in 1+(n-1)*b_step
// @arg drawn: in 1+(n-1)*drawn_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY4(dhyper, x, r, b, drawn)
TAIL4(phyper, q, r, b, drawn)
