// Sums of rows.
// @arg x: in m, n
// @arg sums: out m
// @range: m
// @local gpu: 64
// SPDX-License-Identifier: MIT
__kernel void sums_of_rows(__global const int *x, __global int *sums, const int m, const int n)
{
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += x[get_global_id(0) * n + i];
    sums[get_global_id(0)] = sum;
}

// Few long rows: a work-group for each.
// @variant of sums_of_rows: gpu accelerator when m < 4096 && n >= 64
// @range: m*32
// @local: 32
__kernel void sums_of_long_rows(__global const int *x, __global int *sums, const int m, const int n)
{
    __local int parts[32];
    const int j = get_group_id(0), k = get_local_id(0);
    int sum = 0;
    for (int i = k; i < n; i += 32) sum += x[j * n + i];
    parts[k] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; k == 0 && i < 32; ++i) sum += parts[i];
    if (k == 0) sums[j] = sum;
}
