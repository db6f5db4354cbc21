// Wilcoxon's rank sum statistic, element by element; size_x and size_y are the sample sizes.
// @library_deps: nmath
// @depends_nmath: dwilcox, pwilcox, qwilcox
// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg size_x: in 1+(n-1)*size_x_step
// @arg size_y: in 1+(n-1)*size_y_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY3(dwilcox, x, size_x, size_y)
TAIL3(pwilcox, q, size_x, size_y)
TAIL3(qwilcox, p, size_x, size_y)
