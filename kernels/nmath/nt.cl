// The non-central t distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dnt, pnt, qnt
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg df: in 1+(n-1)*df_step
// @arg ncp: in 1+(n-1)*ncp_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

DENSITY3(dnt, x, df, ncp)
TAIL3(pnt, q, df, ncp)
TAIL3(qnt, p, df, ncp)
