// Reads of what was never written. See outside.cl.
// SPDX-License-Identifier: MIT

typedef struct pair {
    int first, second;
} pair;

__kernel void local_argument_unset(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    if (l < 8) t[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[l]; // finds unwritten t 8
}

__kernel void local_of_group_before(__global const int *x, __global int *y, __local int *t, const int n)
{
    __local int a[16];
    const int i = get_global_id(0), l = get_local_id(0);
    if (get_group_id(0) == 0) a[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = a[l]; // finds unwritten a 16
}

__kernel void local_part(__global const int *x, __global int *y, __local int *t, const int n)
{
    __local char a[64];
    const int i = get_global_id(0), l = get_local_id(0);
    a[4 * l] = a[4 * l + 1] = a[4 * l + 3] = (char)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = ((__local int *)a)[l]; // finds unwritten a 0
}

__kernel void private_array_unset(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int a[4];
    for (int k = 0; k < 3; ++k) a[k] = x[i];
    y[i] = a[i & 3]; // finds unwritten a 3
}

__kernel void member_unset(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    pair p;
    p.first = x[i];
    y[i] = p.first + p.second; // finds unwritten p 0
}

__kernel void variable_unset(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int a;
    if (x[i] > 2) a = x[i];
    y[i] = a; // finds unwritten a 0
}

__kernel void component_unset(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int4 v;
    v.xyz = (int3)(x[i], 2, 3);
    y[i] = v.x + v.w; // finds unwritten v_w 0
}

__kernel void unset_in_a_round(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < 3; ++k) {
        int a;
        if (k == 1) a = x[i];
        if (k > 0) sum += a; // finds unwritten a 0
    }
    y[i] = sum;
}

__kernel void copied_unset(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int a, b = 1;
    if (i < 5) a = 3;
    b = a;
    y[i] = b; // finds unwritten b 5
}

__kernel void across_barrier(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    int a[2];
    a[0] = x[i];
    t[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = a[0] + a[t[l ^ 1] & 1]; // finds unwritten a 0
}

static int sum_of(const int *p, int count)
{
    int sum = 0;
    for (int k = 0; k < count; ++k) sum += p[k]; // finds unwritten a 0 in through_a_pointer
    return sum;
}

__kernel void through_a_pointer(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int a[4];
    a[0] = a[1] = a[2] = x[i];
    y[i] = sum_of(a, 4);
}
