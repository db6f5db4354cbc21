// Wilcoxon's signed rank statistic, element by element; size is the number of observations.
// @library_deps: nmath
// @depends_nmath: dsignrank, psignrank, qsignrank
// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg size: in 1+(n-1)*size_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY2(dsignrank, x, size)
TAIL2(psignrank, q, size)
TAIL2(qsignrank, p, size)
