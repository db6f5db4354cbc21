// Reads of global memory that nothing has written. The buffer y has no data from the host. See outside.cl.
// SPDX-License-Identifier: MIT

typedef struct pair {
    int first, second;
} pair;

__kernel void added_to_nothing(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] += x[i]; // finds unwritten y 0
}

__kernel void counted_from_nothing(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i >= 32) y[i - 32] = 0;
    if (i < 40) atomic_inc(&y[32 + (i & 7)]); // finds unwritten y 0
}

__kernel void half_of_it(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i & 1) y[i] = x[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (y[i] > 3) t[0] = 1; // finds unwritten y 0
}

__kernel void bytes_of_it(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    __global char *b = (__global char *)(y + i);
    b[0] = b[1] = b[3] = 1;
    t[get_local_id(0)] = y[i] & 255; // finds unwritten y 0
}

__kernel void vector_of_it(__global const int *x, __global int4 *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i >= 16) return;
    vstore3((int3)(i, 1, 2), 0, (__global int *)(y + i));
    const int4 v = y[i]; // finds unwritten y 0
    y[i].x = v.x + v.w;
}

__kernel void copy_then_used(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int l = get_local_id(0);
    t[l] = y[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t[l ^ 1] == 3) y[0] = 1; // finds unwritten t 0
}

__kernel void member_of_copy(__global const int *x, __global pair *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i >= 32) return;
    y[i].first = x[i];
    const pair p = y[i];
    y[i].first = p.first + p.second; // finds unwritten p 0
}

__kernel void swapped(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i >= 32) return;
    y[2 * i] = x[i];
    const int a = y[2 * i], b = y[2 * i + 1];
    y[2 * i] = b;
    y[2 * i + 1] = a;
    y[2 * i + 1] = y[2 * i + 1] * 2;
    y[2 * i] = y[2 * i] * 2; // finds unwritten y 0
}
