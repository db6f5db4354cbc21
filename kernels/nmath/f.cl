// The F distribution, element by element.
// @library_deps: nmath
// @depends_nmath: df, pf, qf
// @range: n
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg df1: in 1+(n-1)*df1_step
// @arg df2: in 1+(n-1)*df2_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY3(df, x, df1, df2)
TAIL3(pf, q, df1, df2)
TAIL3(qf, p, df1, df2)
