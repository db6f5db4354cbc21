// The studentized range, element by element.
// @library_deps: nmath
// @depends_nmath: ptukey, qtukey, nm_range_team
// @range: n
// @split: n, alone
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

/* A work-group for each element: the sums have some thousands of terms. */
// @variant of ptukey_kernel: gpu
// @range: n*32
// @local: 32
__kernel __attribute__((reqd_work_group_size(NM_RANGE_TEAM, 1, 1)))
void ptukey_team(INPUT(q), INPUT(rr), INPUT(cc), INPUT(df), TAILS, OUTPUT)
{
    __local double term[NM_RANGE_TEAM], sum[NM_RANGE_BLOCK * NM_RANGE_TEAM], rest[NM_RANGE_BLOCK * NM_RANGE_TEAM];
    const nm_range_box box = {term, sum, rest};
    const size_t i = get_group_id(0);
    const int id = (int)get_local_id(0);
    if (i < n) {
        const double value = nm_ptukey_team(box, id, AT(q), AT(rr), AT(cc), AT(df), lower_tail, log_p);
        if (id == 0) out[i] = value;
    }
}
