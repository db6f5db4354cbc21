// A block that is enqueued becomes a kernel of its own. This one enqueues itself.
// SPDX-License-Identifier: MIT

__kernel void count(__global int *out, const int n)
{
    out[n] = n;
    if (n > 0)
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(4, 4),
                       ^(local void *p) {
                           local int *room = p;
                           room[get_local_id(0)] = n;
                           barrier(CLK_LOCAL_MEM_FENCE);
                           if (get_local_id(0) == 0) count(out, room[3] - 1);
                       },
                       16);
}
