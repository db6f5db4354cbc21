// Kernels for test_checked.c, which decides whether what they do is a fault.
// SPDX-License-Identifier: MIT

__kernel void add_one(__global const int *x, __global int *y)
{
    const size_t i = get_global_id(0);
    y[i] = x[i] + 1;
}

__kernel void copy_all(__global const int *x, __global int *y)
{
    const size_t i = get_global_id(0);
    y[i] = x[i];
}

__kernel void follow(__global const ulong *list, __global int *y)
{
    const size_t i = get_global_id(0);
    y[i] = *(__global const int *)list[i] + 1;
}
