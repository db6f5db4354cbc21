// The negative binomial distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: pnbinomf, qnbinomf
// @range: n
// @split: n, alone
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg size: in 1+(n-1)*size_step
// @arg prob: in 1+(n-1)*prob_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

TAIL3(pnbinomf, q, size, prob)
TAIL3(qnbinomf, p, size, prob)
