// The non-central F distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dnf, pnf, qnf
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg df1: in 1+(n-1)*df1_step
// @arg df2: in 1+(n-1)*df2_step
// @arg ncp: in 1+(n-1)*ncp_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY4(dnf, x, df1, df2, ncp)
TAIL4(pnf, q, df1, df2, ncp)
TAIL4(qnf, p, df1, df2, ncp)
