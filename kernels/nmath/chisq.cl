// The chi-squared distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dchisq, pchisq, qchisq, nm_kind
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg df: in 1+(n-1)*df_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "regroup.h"

DENSITY2(dchisq, x, df)
TAIL2(pchisq, q, df)
TAIL2(qchisq, p, df)

// @variant of pchisq_kernel: gpu when n >= 524288
// @range: (n+1023)/1024*128
// @local: 128
REGROUP_TAIL2(pchisq_regrouped, 1024, pchisq, q, df, nm_pgamma_kind(AT(q), 0.5 * AT(df), 2.0))

// @variant of qchisq_kernel: gpu when n >= 524288
// @range: (n+2047)/2048*256
// @local: 256
REGROUP_TAIL2(qchisq_regrouped, 2048, qchisq, p, df, nm_qgamma_kind(AT(p), 0.5 * AT(df), lower_tail, log_p))
