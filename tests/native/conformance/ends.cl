// Ranges that the local size does not divide: what work-items see of their groups, by test_ends.c.
//
// SPDX-License-Identifier: MIT

// Fifteen numbers for each work-item, in the order of global ids without the offset.
__kernel void places(__global int *out)
{
    const size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
                 z = get_global_id(2) - get_global_offset(2);
    __global int *o = out + ((z * get_global_size(1) + y) * get_global_size(0) + x) * 15;
    for (uint d = 0; d < 3; ++d) {
        o[5 * d] = (int)get_local_id(d);
        o[5 * d + 1] = (int)get_local_size(d);
        o[5 * d + 2] = (int)get_enqueued_local_size(d);
        o[5 * d + 3] = (int)get_group_id(d);
        o[5 * d + 4] = (int)get_num_groups(d);
    }
}

// Both linear ids, and the number of work-items in the group, counted behind a barrier.
__kernel void counted(__global int *out, __local int *seen)
{
    const size_t local_number = get_local_linear_id(), items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    int count = 0;
    seen[local_number] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = 0; i < items; ++i) count += seen[i];
    __global int *o = out + get_global_linear_id() * 3;
    o[0] = (int)get_global_linear_id();
    o[1] = (int)local_number;
    o[2] = count;
    barrier(CLK_LOCAL_MEM_FENCE);
    seen[local_number] = 0;
}

// Sums of the groups, for each of their work-items: a context across two barriers, and no place in the range.
__kernel void sums(__global const int *x, __global int *out, const int width, const int height, __local int *part)
{
    const size_t at = (get_global_id(2) * height + get_global_id(1)) * width + get_global_id(0);
    const size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);
    const size_t l = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    const int own = x[at];
    part[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (size_t i = 0; i < items; ++i) sum += part[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = sum * 3 + own;
}

// No work-item sees its group.
__kernel void doubled(__global const int *x, __global int *out, const int width, const int height)
{
    const size_t at = (get_global_id(2) * height + get_global_id(1)) * width + get_global_id(0);
    out[at] = 2 * x[at] + 1;
}

__attribute__((reqd_work_group_size(4, 1, 1))) __kernel void required(__global int *out)
{
    out[get_global_id(0)] = (int)get_local_size(0);
}
