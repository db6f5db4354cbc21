// Sub-groups: a reduction, an exchange of values, and a branch that depends on the sub-group's id.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void rows(__global const float *in, __global float *out, const int n)
{
    const int g = get_global_id(0);
    const float sum = sub_group_reduce_add(in[g]);
    out[g] = sum + intel_sub_group_shuffle(in[g], 3);
    if (get_sub_group_id() == 0) out[g] = sub_group_broadcast_first(sum);
}
