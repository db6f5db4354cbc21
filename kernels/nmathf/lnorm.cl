// The log-normal distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: dlnormf, plnormf, qlnormf
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg meanlog: in 1+(n-1)*meanlog_step
// @arg sdlog: in 1+(n-1)*sdlog_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

DENSITY3(dlnormf, x, meanlog, sdlog)
TAIL3(plnormf, q, meanlog, sdlog)
TAIL3(qlnormf, p, meanlog, sdlog)
