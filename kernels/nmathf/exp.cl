// The exponential distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: dexpf, pexpf, qexpf
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg scale: in 1+(n-1)*scale_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

DENSITY2(dexpf, x, scale)
TAIL2(pexpf, q, scale)
TAIL2(qexpf, p, scale)
