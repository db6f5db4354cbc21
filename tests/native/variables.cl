// Variables of a program that its kernels write, for test_variables.c: one program, whose kernels share them.
// SPDX-License-Identifier: MIT

struct node { int value; global struct node *next; };

global int state = 5;
global atomic_int count = ATOMIC_VAR_INIT(10);
global int table[3][64] = {{1, 2, 3}};
global int *global cursor = &table[1][2];
global struct node ring[3] = {{1, &ring[1]}, {2, &ring[2]}, {3, &ring[0]}};
constant int weights[4] = {10, 20, 30, 40};
constant int *global weight = weights + 1;
// It never changes, and yet each device has its own, as it has the address of one that changes.
global int *constant home = &state;
global float factor = 1.5f;
global char letters[5] = "abc";
global double4 wide __attribute__((aligned(256))) = (double4)(1, 2, 3, 4);

static int next_call(void)
{
    static int calls = 100;
    return calls++;
}

static int other_call(void)
{
    static int calls = 100;
    return calls += 10;
}

__attribute__((noinline)) static int add_state(int by)
{
    state += by;
    return state;
}

// The values as they are, in the order that test_variables.c knows.
// @range: 1
// @arg out: out 16
__kernel void look(__global int *out)
{
    out[0] = state;
    out[1] = atomic_load(&count);
    out[2] = *cursor;
    out[3] = ring[0].next->next->value;
    out[4] = ring[2].next == &ring[0];
    out[5] = *weight;
    out[6] = *home;
    out[7] = (int)(factor * 2);
    out[8] = letters[1];
    out[9] = (int)wide.w;
    out[10] = next_call();
    out[11] = other_call();
    out[12] = cursor == &table[1][2];
    out[13] = weight == &weights[1];
    out[14] = home == &state;
    out[15] = ((ulong)&wide & 255) == 0;
}

// @range: 1
__kernel void change(const int by)
{
    (void)add_state(by);
    cursor = &table[2][by];
    *cursor = by * 3;
    table[0][0] += by;
    ring[0].next = &ring[2];
    factor *= 2;
    letters[1] += 1;
    wide *= 2;
    weight = &weights[3];
}

// Work-items in vectors, which read one variable, and write others.
// @range: n
// @arg x: in n
// @arg y: out n
__kernel void scale(__global const float *x, __global float *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = x[i] * factor + table[0][i & 1];
}

// @range: n
// @arg out: out n
__kernel void draw(__global int *out, const int n)
{
    const int i = get_global_id(0);
    if (i < n) out[i] = atomic_fetch_add(&count, 1);
}

// Pointers to variables leave by global memory, and come back in another launch.
// @range: 1
// @arg places: out 2
__kernel void give(__global ulong *places)
{
    places[0] = (ulong)&state;
    places[1] = (ulong)&ring[1].value;
}

// @range: 1
// @arg places: in 2
__kernel void take(__global const ulong *places)
{
    *(global int *)places[0] += 1000;
    *(global int *)places[1] = 77;
}

// A block that is enqueued sees what the kernel around it sees.
// @range: 1
// @arg out: inout 1
__kernel void enqueue(__global int *out)
{
    state += 1;
    out[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64), ^{
        atomic_fetch_add(&count, 2);
        if (get_global_id(0) == 0) state += 100;
    });
}

// A kernel that needs none of them.
// @range: 1
// @arg out: out 1
__kernel void plain(__global int *out)
{
    out[0] = weights[2];
}
