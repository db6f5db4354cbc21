// Division by zero and shifts beyond the width. See outside.cl.
// SPDX-License-Identifier: MIT

__kernel void divided(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = 100 / x[i]; // finds division - 0
}

__kernel void remainder_of_zero(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = (uint)i % (uint)(x[i] - 3); // finds division - 3
}

__kernel void divided_by_vector(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    const long2 q = (long2)(i, 7) / (long2)(1, i - 5); // finds division - 5
    y[i] = (int)(q.x + q.y);
}

__kernel void divided_if_asked(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = x[i] != 0 && 10 / x[i] > 2 ? 1 : i > 9 && 8 / (i - 12) > 0; // finds division - 12
}

__kernel void shifted(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = 1 << i; // finds shift - 32
}

__kernel void shifted_back(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = (int)(1000ul >> (x[i] - 2)); // finds shift - 0
}

__kernel void shifted_by_constant(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = x[i] << 33; // finds shift - 0
}
