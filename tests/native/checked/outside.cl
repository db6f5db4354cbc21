// Accesses outside of buffers, local memory, private arrays and constants. Lines state what must be found there: the
// kind, the array, and the first work-item's global id along x.
// SPDX-License-Identifier: MIT

__constant int table[4] = {1, 2, 3, 4};

typedef struct row {
    int head;
    int of[3];
} row;

__kernel void behind(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = x[i + 1]; // finds outside x 63
}

__kernel void before(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = i;
    y[i - 1] = x[i]; // finds outside y 0; finds race y 1
}

__kernel void far_away(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i == 5) y[1000000000] = 1; // finds outside y 5
}

__kernel void by_vector(__global const int4 *x, __global int4 *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i <= 16) y[i] = x[i]; // finds outside x 16; finds outside y 16
}

__kernel void by_vload(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    const int3 v = vload3(0, x + i); // finds outside x 62
    y[i] = v.x + v.y + v.z;
}

__kernel void moved_pointer(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    __global const int *p = x;
    int sum = 0;
    for (int k = 0; k <= 64; ++k) {
        sum += *p; // finds outside x 0
        ++p;
    }
    y[i] = sum;
}

static int called(__global const int *from, int at)
{
    return from[at] + 1; // finds outside x 60 in inlined
}

__kernel void inlined(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = called(x, i + 4);
}

__attribute__((noinline)) static int stays(__global const int *from, int at)
{
    int sum = 0;
    for (int k = 0; k < 2; ++k) sum += from[at + k]; // finds outside x 63 in kept_function
    return sum;
}

__kernel void kept_function(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = stays(x, i);
}

__kernel void local_argument(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    t[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[l + 1]; // finds outside t 15
}

__kernel void local_variable(__global const int *x, __global int *y, __local int *t, const int n)
{
    __local int a[16], b[16];
    const int i = get_global_id(0), l = get_local_id(0);
    a[l] = b[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = b[l] + a[l + 8]; // finds outside a 8
}

__kernel void private_array(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int a[4] = {1, 2, 3, 4};
    y[i] = a[x[i]]; // finds outside a 4
}

__kernel void private_written(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    int a[4], b[4] = {0};
    for (int k = 0; k <= 4; ++k) a[k] = k; // finds outside a 0
    y[i] = a[3] + b[0];
}

__kernel void in_a_structure(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    row rows[2] = {{1, {2, 3, 4}}, {5, {6, 7, 8}}};
    y[i] = rows[x[i] & 3].of[2]; // finds outside rows 2
}

__kernel void in_constant(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = table[x[i] - 1]; // finds outside table 0
}

__kernel void atomically(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    y[i] = 0;
    atomic_add(&y[i + 60], 1); // finds outside y 4; finds unwritten y 0
}

__kernel void chosen(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    int a[4] = {0}, b[8] = {0};
    int *p = i & 1 ? a : b;
    p[i == 5 ? 100000 : l & 3] = i; // finds outside - 5
    y[i] = p[0];
}

__kernel void copied(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0);
    event_t done = async_work_group_copy(t, x + 56 * get_group_id(0), 16, 0); // finds outside x 16
    wait_group_events(1, &done);
    y[i] = t[l];
}
