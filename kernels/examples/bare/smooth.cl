// Smooths a signal, group by group: each work-group loads its part and one neighbour at each end into local memory.
// SPDX-License-Identifier: MIT
// @range: n
// @local: 64
// @arg x: in n
// @arg y: out n
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void smooth(__global const float *x, __global float *y, const float weight, const int n)
{
    __local float part[66];
    const int i = get_global_id(0), l = get_local_id(0);
    part[l + 1] = i < n ? x[i] : 0.0f;
    if (l == 0) part[0] = i > 0 ? x[i - 1] : 0.0f;
    if (l == 63) part[65] = i + 1 < n ? x[i + 1] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) y[i] = weight * part[l + 1] + 0.5f * (1.0f - weight) * (part[l] + part[l + 2]);
}
