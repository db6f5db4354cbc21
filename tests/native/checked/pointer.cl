// NULL, and addresses that are not aligned. See outside.cl.
// SPDX-License-Identifier: MIT

__kernel void null_pointer(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    __global int *p = i == 7 ? (__global int *)0 : y + i;
    *p = i; // finds null - 7
}

__kernel void null_read(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    __global const int *p = 0;
    if (x[i] < 6) p = x;
    y[i] = p[2]; // finds null - 6
}

__kernel void null_private(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int a = 3, *p = x[i] == 1 ? 0 : &a;
    y[i] = *p; // finds null - 1
}

__kernel void vector_between(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    const int4 v = *(__global const int4 *)(x + (i & 7)); // finds misaligned x 1
    y[i] = v.x + v.w;
}

__kernel void vector_of_two(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    if (l < 15) *(__local int2 *)(t + l) = (int2)(l); // finds misaligned t 1
    y[i] = 1;
}

__kernel void word_between(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = *(__global const int *)((__global const char *)x + 3 * i); // finds misaligned x 1
}

__kernel void long_between(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i < 60) y[i] = (int)*(__global const long *)(x + i); // finds misaligned x 1
}
