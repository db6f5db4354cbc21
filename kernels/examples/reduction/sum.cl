// Sums of work-groups: each group adds 64 elements in local memory, half as many work-items in each step.
// SPDX-License-Identifier: MIT
// @range: 64*groups
// @local: 64
// @arg x: in n
// @arg sums: out groups
__kernel void sum(__global const float *x, __global float *sums, const int n, const int groups)
{
    __local float part[64];
    const int l = get_local_id(0);
    float sum_here = 0;
    for (int i = get_global_id(0); i < n; i += 64 * groups) sum_here += x[i];
    part[l] = sum_here;
    for (int half_size = 32; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < half_size) part[l] += part[l + half_size];
    }
    if (l == 0) sums[get_group_id(0)] = part[0];
}
