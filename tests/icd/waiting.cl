// Kernels for test_waiting.c: work-groups that wait for each other, or for ever.
// SPDX-License-Identifier: MIT

__kernel void meet(volatile __global int *count, __global int *out)
{
    if (get_local_id(0) == 0) {
        atomic_inc(count);
        while (atomic_or(count, 0) < (int)get_num_groups(0)) {}
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = *count;
}

__kernel void wait_for_nothing(volatile __global int *count, __global int *out)
{
    while (atomic_or(count, 0) >= 0) {}
    out[get_global_id(0)] = 1;
}
