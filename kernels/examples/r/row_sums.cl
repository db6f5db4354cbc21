// The sums of a matrix' rows.
// SPDX-License-Identifier: MIT
// @range: m
// @arg a: in m, k
// @arg sums: out m
__kernel void row_sums(__global const float *a, __global float *sums, const int m, const int k)
{
    const int i = get_global_id(0);
    float sum = 0;
    if (i >= m) return;
    for (int j = 0; j < k; ++j) sum += a[i * k + j];
    sums[i] = sum;
}
