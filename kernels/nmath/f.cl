// The F distribution, element by element.
// @library_deps: nmath
// @depends_nmath: df, pf, qf, nm_kind, nm_qbeta
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg df1: in 1+(n-1)*df1_step
// @arg df2: in 1+(n-1)*df2_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "regroup.h"

DENSITY3(df, x, df1, df2)
TAIL3(pf, q, df1, df2)
TAIL3(qf, p, df1, df2)

// @variant of pf_kernel: gpu when n >= 524288
// @range: (n+1023)/1024*128
// @local: 128
REGROUP_TAIL3(pf_regrouped, 1024, pf, q, df1, df2, nm_pf_kind(AT(q), AT(df1), AT(df2)))

// @variant of qf_kernel: gpu when n >= 524288
// @range: (n+1023)/1024*64
// @local: 64
REGROUP_TAIL3(qf_regrouped, 1024, qf, p, df1, df2, nm_qbeta_kind(0.5 * AT(df1), 0.5 * AT(df2)))
