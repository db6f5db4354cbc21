// The binomial distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dbinom, pbinom
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg size: in 1+(n-1)*size_step
// @arg prob: in 1+(n-1)*prob_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY3(dbinom, x, size, prob)
TAIL3(pbinom, q, size, prob)
