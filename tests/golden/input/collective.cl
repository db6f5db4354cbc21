// Work-group functions of OpenCL C 2.0: one in an expression, a scan, a condition, a loop.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

__kernel void normalise(__global const float *in, __global float *out, const int n)
{
    const int g = get_global_id(0);
    float x = in[g];
    const float share = x * x / work_group_reduce_add(x * x);
    while (work_group_any(x > 1.0f)) x *= 0.5f;
    out[g] = share + work_group_scan_exclusive_max(x) + work_group_broadcast(x, 0);
}
