// Races of work-items in a group. See outside.cl.
// SPDX-License-Identifier: MIT

__kernel void no_barrier(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i];          // finds race t 1
    t[(l + 1) & 15] = -1; // finds race t 15
    y[i] = 1;
}

__kernel void read_of_a_neighbour(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = x[i];
    y[i] = l ? t[l - 1] : 0; // finds race t 1
}

__kernel void read_before_write(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int next = t[(l + 1) & 15]; // finds race t 15
    t[l] = next + 1;                  // finds race t 1
    y[i] = next;
}

__kernel void all_write_one(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    t[0] = i; // finds race t 1
    y[i] = 1;
}

__kernel void global_writes(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i / 2] = i; // finds race y 1
}

__kernel void global_sum(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i == 0) y[0] = 0;
    if (get_group_id(0) == 0) y[0] += x[i]; // finds race y 1
}

__kernel void scan_without_second_barrier(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i];
    for (int step = 1; step < 16; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int other = l >= step ? t[l - step] : 0; // finds race t 1
        t[l] += other;
    }
    y[i] = t[l];
}

__kernel void beside_atomics(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    if (l == 0) t[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&t[0], x[i]); // finds race t 4
    if (l == 3) t[0] = -1; // finds race t 3
    y[i] = 1;
}

__kernel void bytes_of_a_word(__global const int *x, __global int *y, __local int *t, const int n)
{
    __local uchar a[16];
    const int i = get_global_id(0), l = get_local_id(0);
    a[l] = (uchar)i;
    if (l == 6) a[5] = 1; // finds race a 6
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = a[l];
}

__kernel void own_halves_of_words(__global const int *x, __global int *y, __local int *t, const int n)
{
    __local short *h = (__local short *)t;
    const int i = get_global_id(0), l = get_local_id(0);
    h[l] = (short)x[i];
    h[l] += 1;
    y[i] = h[l];
}

__kernel void halves_of_words_that_others_read(__global const int *x, __global int *y, __local int *t, const int n)
{
    __local short *h = (__local short *)t;
    const int i = get_global_id(0), l = get_local_id(0);
    h[l] = (short)x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int own = h[l];
    if (l == 6) h[2] = 1; // finds race t 6
    if (l == 7) h[7] = 1;
    y[i] = own;
}

__kernel void in_a_called_function(__global const int *x, __global int *y, __local int *t, const int n);

__attribute__((noinline)) static void put(__local int *to, int at, int value)
{
    to[at & 7] = value + 1; // finds race t 8 in in_a_called_function
}

__kernel void in_a_called_function(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    put(t, l, i);
    y[i] = 1;
}
