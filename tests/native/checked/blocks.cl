// Faults in blocks that are enqueued, and right ones: see outside.cl. Findings in a block
// name the block's own kernel, KERNEL_block.
// SPDX-License-Identifier: MIT

__kernel void enqueues_right(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0);
    if (i != 0) return;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n, 16), ^{
        const int g = get_global_id(0);
        y[g] = x[g] + x[n - 1 - g];
    });
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n, 16), ^(local void *memory) {
        local int *m = memory;
        m[get_local_id(0)] = (int)get_global_id(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        y[get_global_id(0)] = m[15 - get_local_id(0)];
    }, 64u);
}

__kernel void enqueues_outside(__global const int *x, __global int *y, __local int *t, const int n)
{
    if (get_global_id(0) != 0) return;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n, 16), ^{
        const int g = get_global_id(0);
        y[g] = x[g + 1]; // finds outside x 63
    });
}

__kernel void enqueues_from_the_middle(__global const int *x, __global int *y, __local int *t, const int n)
{
    if (get_global_id(0) != 0) return;
    __global const int *half_of_x = x + 32;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(33), ^{
        const int g = get_global_id(0);
        y[g] = half_of_x[g]; // finds outside half_of_x 32
    });
}

__kernel void enqueues_race(__global const int *x, __global int *y, __local int *t, const int n)
{
    if (get_global_id(0) != 0) return;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(16, 16), ^(local void *memory) {
        local int *m = memory;
        const int l = get_local_id(0);
        m[l / 2] = l; // finds race memory 1
        y[l] = l;
    }, 32u);
}

__kernel void enqueues_unwritten(__global const int *x, __global int *y, __local int *t, const int n)
{
    if (get_global_id(0) != 0) return;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(16), ^(local void *memory) {
        local int *m = memory;
        const int l = get_local_id(0);
        y[l] = 1 + m[l]; // finds unwritten memory 0
    }, 64u);
}

__kernel void enqueues_division(__global const int *x, __global int *y, __local int *t, const int n)
{
    const int i = get_global_id(0), d = x[i];
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
        y[i] = n / (d - 3); // finds division - 0
    });
}
