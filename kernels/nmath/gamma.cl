// The gamma distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dgamma, pgamma, qgamma, nm_kind
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg shape: in 1+(n-1)*shape_step
// @arg scale: in 1+(n-1)*scale_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "regroup.h"

DENSITY3(dgamma, x, shape, scale)
TAIL3(pgamma, q, shape, scale)
TAIL3(qgamma, p, shape, scale)

// @variant of pgamma_kernel: gpu when n >= 524288
// @range: (n+1023)/1024*128
// @local: 128
REGROUP_TAIL3(pgamma_regrouped, 1024, pgamma, q, shape, scale, nm_pgamma_kind(AT(q), AT(shape), AT(scale)))

// @variant of qgamma_kernel: gpu when n >= 524288
// @range: (n+2047)/2048*256
// @local: 256
REGROUP_TAIL3(qgamma_regrouped, 2048, qgamma, p, shape, scale, nm_qgamma_kind(AT(p), AT(shape), lower_tail, log_p))
