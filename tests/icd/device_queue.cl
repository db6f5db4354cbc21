// Kernels that enqueue blocks to queues on the device: OpenCL C 2.0.
__kernel void fill(queue_t queue, __global int *values, const int n)
{
    if (get_global_id(0) != 0) return;
    values[n] = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n), ^{
        values[get_global_id(0)] = 3 * (int)get_global_id(0) + n;
    });
}

__kernel void fill_by_default(__global int *values, const int n)
{
    values[n] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(n), ^(local void *room) {
        local int *own = room;
        own[0] = 5;
        values[get_global_id(0)] = own[0];
    }, 4);
}

__kernel void is_default(queue_t queue, __global int *values)
{
    values[0] = queue == get_default_queue();
}
