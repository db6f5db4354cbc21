// Random counts, element by element: of the stream `stream` of the seed `seed`, element i is number first + i.
// @library_deps: nmath
// @depends_nmath: philox, unif_rand, nm_count_walk, nm_walk_of, rpois, rbinom, rnbinom, rnbinom_mu, rhyper
// @range: (n+4095)/4096*256
// @local: 256
// @arg mu: in 1+(n-1)*mu_step
// @arg size: in 1+(n-1)*size_step
// @arg prob: in 1+(n-1)*prob_step
// @arg white: in 1+(n-1)*white_step
// @arg black: in 1+(n-1)*black_step
// @arg drawn: in 1+(n-1)*drawn_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "shared.h"

WALK1(rpois, nm_walk_pois, mu)
WALK2(rbinom, nm_walk_binom, size, prob)
WALK2(rnbinom, nm_walk_nbinom, size, prob)
WALK2(rnbinom_mu, nm_walk_nbinom_mu, size, mu)
WALK3(rhyper, nm_walk_hyper, white, black, drawn)
