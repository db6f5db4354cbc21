// The gamma distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: dgammaf, pgammaf, qgammaf
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg shape: in 1+(n-1)*shape_step
// @arg scale: in 1+(n-1)*scale_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

DENSITY3(dgammaf, x, shape, scale)
TAIL3(pgammaf, q, shape, scale)
TAIL3(qgammaf, p, shape, scale)
