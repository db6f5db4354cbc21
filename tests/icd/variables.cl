// Variables that kernels write, for test_variables.c: each program object has its own on each device.
// SPDX-License-Identifier: MIT
#ifndef __opencl_c_program_scope_global_variables
#error "the device has variables of programs"
#endif

struct link { int value; global struct link *next; };

global atomic_int total = 3;
global int table[100] = {1, 2};
global int *global cursor = &table[1];
global struct link ring[2] = {{5, &ring[1]}, {6, &ring[0]}};

// Adds to the variables, and tells what they were.
__kernel void add(__global int *out, const int by)
{
    static int calls = 20;
    out[0] = atomic_fetch_add(&total, by);
    out[1] = *cursor;
    out[2] = calls;
    out[3] = ring[0].next->value;
    *cursor += by;
    calls += 1;
    ring[0].next = &ring[0];
}

__kernel void tell(__global int *out)
{
    out[0] = atomic_load(&total);
    out[1] = table[1];
    out[3] = ring[0].next->next->value;
}

// Leaves an address in memory, and finds it there in another launch.
__kernel void leave(__global ulong *place)
{
    place[0] = (ulong)cursor;
}

__kernel void follow(__global const ulong *place, const int by)
{
    *(global int *)place[0] += by;
}

__kernel void spread(const int by)
{
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(10), ^{ atomic_fetch_add(&total, by); });
}
