// The binomial distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: dbinomf, pbinomf, qbinomf
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg size: in 1+(n-1)*size_step
// @arg prob: in 1+(n-1)*prob_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

DENSITY3(dbinomf, x, size, prob)
TAIL3(pbinomf, q, size, prob)
TAIL3(qbinomf, p, size, prob)
