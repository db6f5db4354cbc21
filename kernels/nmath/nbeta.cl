// The non-central beta distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dnbeta, pnbeta, qnbeta, nm_kind
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg a: in 1+(n-1)*a_step
// @arg b: in 1+(n-1)*b_step
// @arg ncp: in 1+(n-1)*ncp_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "regroup.h"

DENSITY4(dnbeta, x, a, b, ncp)
TAIL4(pnbeta, q, a, b, ncp)
TAIL4(qnbeta, p, a, b, ncp)

// @variant of qnbeta_kernel: gpu when n >= 524288
// @range: (n+511)/512*128
// @local: 128
REGROUP_TAIL4(qnbeta_regrouped, 512, qnbeta, p, a, b, ncp,
              nm_qnbeta_kind(AT(p), AT(a), AT(b), AT(ncp), lower_tail, log_p))
