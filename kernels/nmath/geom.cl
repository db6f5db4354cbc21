// The geometric distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dgeom, pgeom, qgeom
// @range: n
// @split: n, alone
// @gpu_range: n-n/2
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg prob: in 1+(n-1)*prob_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "pairs.h"

DENSITY2(dgeom, x, prob)
TAIL2(pgeom, q, prob)
// Its groups work together, in groups of any size: it cannot be split, and so has a range of its own.
// @range: n
// @gpu_range: n
__kernel void qgeom_kernel(INPUT(p), INPUT(prob), TAILS, OUTPUT)
    TRY_BODY(qgeom_first(AT(p), AT(prob), lower_tail, log_p), qgeom(AT(p), AT(prob), lower_tail, log_p))
