// Student's t distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dt, pt, qt
// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg df: in 1+(n-1)*df_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY2(dt, x, df)
TAIL2(pt, q, df)
TAIL2(qt, p, df)
