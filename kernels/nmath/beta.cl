// The beta distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dbeta, pbeta, qbeta, nm_kind, nm_qbeta
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg a: in 1+(n-1)*a_step
// @arg b: in 1+(n-1)*b_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "regroup.h"

DENSITY3(dbeta, x, a, b)
TAIL3(pbeta, q, a, b)
TAIL3(qbeta, p, a, b)

// @variant of qbeta_kernel: gpu when n >= 524288
// @range: (n+2047)/2048*128
// @local: 128
REGROUP_TAIL3(qbeta_regrouped, 2048, qbeta, p, a, b, nm_qbeta_kind(AT(a), AT(b)))
