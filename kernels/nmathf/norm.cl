// The normal distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: dnormf, pnormf, qnormf
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg mean: in 1+(n-1)*mean_step
// @arg sd: in 1+(n-1)*sd_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

DENSITY3(dnormf, x, mean, sd)
TAIL3(pnormf, q, mean, sd)
TAIL3(qnormf, p, mean, sd)
