// Student's t distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dt, pt, qt, nm_kind
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg df: in 1+(n-1)*df_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "regroup.h"

DENSITY2(dt, x, df)
TAIL2(pt, q, df)
TAIL2(qt, p, df)

// @variant of pt_kernel: gpu when n >= 524288
// @range: (n+1023)/1024*128
// @local: 128
REGROUP_TAIL2(pt_regrouped, 1024, pt, q, df, nm_pt_kind(AT(q), AT(df)))

// @variant of qt_kernel: gpu when n >= 524288
// @range: (n+1023)/1024*64
// @local: 64
REGROUP_TAIL2(qt_regrouped, 1024, qt, p, df, nm_qt_kind(AT(p), AT(df), lower_tail, log_p))
