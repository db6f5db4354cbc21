// The F distribution, element by element, on floats.
// @library_deps: nmathf
// @depends_nmathf: pff, qff
// @range: n
// @split: n, alone
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg df1: in 1+(n-1)*df1_step
// @arg df2: in 1+(n-1)*df2_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "signatures.h"

TAIL3(pff, q, df1, df2)
TAIL3(qff, p, df1, df2)
