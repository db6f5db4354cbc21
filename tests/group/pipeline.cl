// Three kernels of a pipeline over blocks.
// @range: n
// @split: n
// @arg x: out n
// SPDX-License-Identifier: MIT

// Counts by the id: only a processor can run a part.
__kernel void fill(__global float *x, const uint seed, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) x[i] = (float)((i * 2654435761UL + seed) % 4093);
}

// @range: n
// @split: n
// @arg x: in n
// @arg table: in 16
// @arg y: out n
__kernel void look_up(__global const float *x, __constant float *table, __global float *y, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = x[i] + table[(int)x[i] & 15];
}

// @range: n
// @split: n
// @arg y: in n
// @arg sum: inout n
__kernel void collect(__global const float *y, __global float *sum, const float weight, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) sum[i] += weight * y[i];
}
