// The negative binomial distribution, by probability and by mean, element by element.
// @library_deps: nmath
// @depends_nmath: dnbinom, pnbinom, dnbinom_mu, pnbinom_mu
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg size: in 1+(n-1)*size_step
// @arg prob: in 1+(n-1)*prob_step
// @arg mu: in 1+(n-1)*mu_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY3(dnbinom, x, size, prob)
TAIL3(pnbinom, q, size, prob)
DENSITY3(dnbinom_mu, x, size, mu)
TAIL3(pnbinom_mu, q, size, mu)
