// Variables of the program that kernels write: by name, and by pointers that come from memory. See outside.cl.
// SPDX-License-Identifier: MIT

__global int before[4] = {7, 7, 7, 7};
__global int small[16], *__global cursor = &small[8], *__global front = &before[2];
__global int after[16], table[60];

__kernel void variable_by_name(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    table[i] = i; // finds outside table 60
    y[i] = table[59 - i]; // finds outside table 60
}

// It would reach the variable behind it, which belongs to the same program.
__kernel void variable_by_pointer(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    after[i & 15] = i;
    small[i & 15] = i;
    cursor += i < 0;
    if (i < 12) y[i] = cursor[i]; // finds outside small 8
}

__kernel void variable_in_front(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    before[i & 3] = i;
    front -= i < 0;
    front[-i % 4] = 1; // finds outside before 3
}

__kernel void static_variable(__global const int *x, __global int *y, __local int *t, const int n)
{
    static int last[8];
    const int i = get_global_id(0);
    last[i & 15] = i; // finds outside last 8
    y[i] = last[i & 7];
}

__kernel void variables_that_are_right(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    small[i & 15] = i;
    cursor = &small[i & 7];
    cursor[8] = cursor[i & 1];
    front[1] = table[i % 60];
    table[i % 60] += before[3];
    y[i] = *cursor;
}

__global int turn;

// A variable that changes decides: no group shows what the others do.
__kernel void barrier_by_variable(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (turn++ < 56) barrier(CLK_LOCAL_MEM_FENCE); // finds barrier - 48
    y[i] = i;
}
