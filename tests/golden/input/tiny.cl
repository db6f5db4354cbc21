// Four work-items, each with statements of its own.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void butterfly(__global const float *in, __global float *out, const int n)
{
    __local float t[4];
    const int l = get_local_id(0), g = get_global_id(0);
    float x = in[g];
    for (int s = 1; s < 4; s <<= 1) {
        t[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        const float other = t[l ^ s];
        barrier(CLK_LOCAL_MEM_FENCE);
        x = (l & s) ? other - x : x + other;
    }
    out[g] = x;
}
