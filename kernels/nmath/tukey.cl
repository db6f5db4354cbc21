// The studentized range, element by element.
// @library_deps: nmath
// @depends_nmath: ptukey, qtukey
// @range: n
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg rr: in 1+(n-1)*rr_step
// @arg cc: in 1+(n-1)*cc_step
// @arg df: in 1+(n-1)*df_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

TAIL4(ptukey, q, rr, cc, df)
TAIL4(qtukey, p, rr, cc, df)
