// The log-normal distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dlnorm, plnorm, qlnorm
// @range: n
// @split: n, alone
// @gpu_range: n-n/2
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg meanlog: in 1+(n-1)*meanlog_step
// @arg sdlog: in 1+(n-1)*sdlog_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "pairs.h"

DENSITY3(dlnorm, x, meanlog, sdlog)
TAIL3(plnorm, q, meanlog, sdlog)
TAIL3(qlnorm, p, meanlog, sdlog)
