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

// What was captured may be an image, a sampler, a pipe, a queue, or a structure that holds a pointer.
__kernel void captured(queue_t queue, read_only image2d_t picture, sampler_t edges, write_only pipe int to, __global int *values)
{
    struct pair { __global int *to; int factor; } pair = {values, 10};
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(4), ^{
        const int i = get_global_id(0), x = 100 + i;
        pair.to[i] = pair.factor * read_imagei(picture, edges, (int2)(i - 1, 0)).x;
        write_pipe(to, &x);
        if (i == 0) enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ pair.to[4] = pair.factor; });
    });
}

__kernel void taken(read_only pipe int from, __global int *values)
{
    int x = -1;
    values[get_global_id(0)] = read_pipe(from, &x) == 0 ? x : -1;
}
