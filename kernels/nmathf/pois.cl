// The Poisson distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: dpoisf, ppoisf, qpoisf
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg lambda: in 1+(n-1)*lambda_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

DENSITY2(dpoisf, x, lambda)
TAIL2(ppoisf, q, lambda)
TAIL2(qpoisf, p, lambda)
