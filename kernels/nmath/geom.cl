// The geometric distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dgeom, pgeom, qgeom
// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg prob: in 1+(n-1)*prob_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY2(dgeom, x, prob)
TAIL2(pgeom, q, prob)
__kernel void qgeom_kernel(INPUT(p), INPUT(prob), TAILS, OUTPUT)
    TRY_BODY(qgeom_first(AT(p), AT(prob), lower_tail, log_p), qgeom(AT(p), AT(prob), lower_tail, log_p))
