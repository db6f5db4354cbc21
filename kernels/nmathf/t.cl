// Student's t distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: dtf, ptf, qtf
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg df: in 1+(n-1)*df_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

DENSITY2(dtf, x, df)
TAIL2(ptf, q, df)
TAIL2(qtf, p, df)
