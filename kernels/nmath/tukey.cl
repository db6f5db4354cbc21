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

/* Sums of eight terms at a time are loops inside of an element: vectors of their own. */
#define NM_EIGHT __attribute__((vec_type_hint(double8)))
__kernel NM_EIGHT void ptukey_kernel(INPUT(q), INPUT(rr), INPUT(cc), INPUT(df), TAILS, OUTPUT)
    BODY(ptukey(AT(q), AT(rr), AT(cc), AT(df), lower_tail, log_p))
__kernel NM_EIGHT void qtukey_kernel(INPUT(p), INPUT(rr), INPUT(cc), INPUT(df), TAILS, OUTPUT)
    BODY(qtukey(AT(p), AT(rr), AT(cc), AT(df), lower_tail, log_p))
