// The logistic distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: dlogisf, plogisf, qlogisf
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg location: in 1+(n-1)*location_step
// @arg scale: in 1+(n-1)*scale_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

DENSITY3(dlogisf, x, location, scale)
TAIL3(plogisf, q, location, scale)
TAIL3(qlogisf, p, location, scale)
