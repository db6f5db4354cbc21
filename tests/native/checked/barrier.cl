// Barriers that not all work-items of a group reach. See outside.cl.
// SPDX-License-Identifier: MIT

__kernel void in_a_branch(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = i;
    if (l < 4) barrier(CLK_LOCAL_MEM_FENCE); // finds barrier - 0
    y[i] = t[l];
}

__kernel void behind_a_return(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    if (i >= 40) return;
    t[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE); // finds barrier - 32
    y[i] = t[l];
}

__kernel void by_data(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = i;
    if (x[i] != 3) {
        barrier(CLK_LOCAL_MEM_FENCE); // finds barrier - 0
    }
    y[i] = t[l];
}

__kernel void rounds_differ(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = i;
    for (int k = 0; k < 2 + (l == 9); ++k) barrier(CLK_LOCAL_MEM_FENCE); // finds barrier - 9
    y[i] = t[l];
}

__kernel void two_barriers(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = i;
    if (l & 1) barrier(CLK_LOCAL_MEM_FENCE); // finds barrier - 1
    else barrier(CLK_LOCAL_MEM_FENCE); // finds barrier - 0
    y[i] = t[l];
}
