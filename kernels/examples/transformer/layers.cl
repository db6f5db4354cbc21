// The steps of a transformer's layers beside products of matrices and vectors, for one token.
//
// Kernels that combine the values of many work-items have two forms: in local memory for OpenCL devices, and with
// sub-groups natively; see matvec.cl.
//
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_subgroups : enable

#define ITEMS 32 /* work-items that share a sum in local memory */

/* The sum over ITEMS work-items, for all of them. */
static inline float sum_in_local_memory(float v, __local float *part)
{
    const int l = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE); /* the last sum has been read */
    part[l] = v;
    for (int n = ITEMS / 2; n > 0; n /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < n) part[l] += part[l + n];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return part[0];
}
static inline float max_in_local_memory(float v, __local float *part)
{
    const int l = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    part[l] = v;
    for (int n = ITEMS / 2; n > 0; n /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < n) part[l] = fmax(part[l], part[l + n]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return part[0];
}

// The row of a token in a table of numbers in half precision.
// @range: n
// @arg table: in rows*n
// @arg y: out n
__kernel void get_rows(__global const half *table, __global float *y, const int rows, const int n, const int token)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = vload_half((size_t)token * n + i, table);
}

// y = x g / sqrt(mean of x^2 + epsilon)
// @range: 32
// @local: 32
// @arg x: in n
// @arg gain: in n
// @arg y: out n
__kernel void rms_norm(__global const float *x, __global const float *gain, __global float *y, const int n,
                       const float epsilon)
{
    __local float part[ITEMS];
    float sum = 0;
    for (int i = get_local_id(0); i < n; i += ITEMS) sum += x[i] * x[i];
    const float scale = 1 / sqrt(sum_in_local_memory(sum, part) / n + epsilon);
    for (int i = get_local_id(0); i < n; i += ITEMS) y[i] = x[i] * scale * gain[i];
}
// @variant of rms_norm: native
// @range: 16
// @local: 16
// @arg x: in n
// @arg gain: in n
// @arg y: out n
__kernel void rms_norm_sub(__global const float *x, __global const float *gain, __global float *y, const int n,
                           const float epsilon)
{
    float sum = 0;
    for (int i = get_sub_group_local_id(); i < n; i += get_sub_group_size()) sum += x[i] * x[i];
    const float scale = 1 / sqrt(sub_group_reduce_add(sum) / n + epsilon);
    for (int i = get_sub_group_local_id(); i < n; i += get_sub_group_size()) y[i] = x[i] * scale * gain[i];
}

// Turns neighbouring numbers of each head by an angle that depends on the position.
// @range: heads*(size/2)
// @arg x: in heads*size
// @arg y: inout stride*size
__kernel void rope(__global const float *x, __global float *y, const int heads, const int size, const int stride,
                   const int first, const int position)
{
    const int i = get_global_id(0), pair = i % (size / 2), at = i / (size / 2) * size + 2 * pair;
    if (i >= heads * (size / 2)) return;
    const float angle = position * exp2(-13.28771238f * 2 * pair / size); /* log2(10000) */
    const float c = cos(angle), s = sin(angle), a = x[at], b = x[at + 1];
    y[first * size + at] = a * c - b * s;
    y[first * size + at + 1] = a * s + b * c;
}

// Writes a token's values into the cache, in which row t belongs to position t.
// @range: n
// @arg x: in n
// @arg cache: inout rows*n
__kernel void keep(__global const float *x, __global float *cache, const int n, const int rows, const int position)
{
    const int i = get_global_id(0);
    if (i < n) cache[position * n + i] = x[i];
}

// scores[h, t] = q[h] . keys[t, h] / sqrt(size), for the positions t < count
// @range: 32*count, heads
// @local: 32, 1
// @arg q: in heads*size
// @arg keys: in rows*(heads*size)
// @arg scores: inout heads*rows
__kernel void score(__global const float *q, __global const float *keys, __global float *scores, const int heads,
                    const int size, const int rows, const int count)
{
    __local float part[ITEMS];
    const int t = get_group_id(0), h = get_group_id(1);
    float sum = 0;
    for (int i = get_local_id(0); i < size; i += ITEMS) sum += q[h * size + i] * keys[(t * heads + h) * size + i];
    sum = sum_in_local_memory(sum, part);
    if (get_local_id(0) == 0) scores[h * rows + t] = sum / sqrt((float)size);
}
// @variant of score: native
// @range: 16*count, heads
// @local: 16, 1
// @arg q: in heads*size
// @arg keys: in rows*(heads*size)
// @arg scores: inout heads*rows
__kernel void score_sub(__global const float *q, __global const float *keys, __global float *scores, const int heads,
                        const int size, const int rows, const int count)
{
    const int t = get_group_id(0), h = get_group_id(1);
    float sum = 0;
    for (int i = get_sub_group_local_id(); i < size; i += get_sub_group_size())
        sum += q[h * size + i] * keys[(t * heads + h) * size + i];
    sum = sub_group_reduce_add(sum);
    if (get_sub_group_local_id() == 0) scores[h * rows + t] = sum / sqrt((float)size);
}

// Each of `heads` rows becomes exp(x - maximum) / sum, over its first `count` numbers.
// @range: 32*heads
// @local: 32
// @arg x: inout heads*rows
__kernel void softmax(__global float *x, const int heads, const int rows, const int count)
{
    __local float part[ITEMS];
    __global float *own = x + get_group_id(0) * rows;
    float largest = -INFINITY, sum = 0;
    for (int t = get_local_id(0); t < count; t += ITEMS) largest = fmax(largest, own[t]);
    largest = max_in_local_memory(largest, part);
    for (int t = get_local_id(0); t < count; t += ITEMS) sum += own[t] = exp(own[t] - largest);
    sum = sum_in_local_memory(sum, part);
    for (int t = get_local_id(0); t < count; t += ITEMS) own[t] /= sum;
}
// @variant of softmax: native
// @range: 16*heads
// @local: 16
// @arg x: inout heads*rows
__kernel void softmax_sub(__global float *x, const int heads, const int rows, const int count)
{
    __global float *own = x + get_group_id(0) * rows;
    const int first = get_sub_group_local_id(), step = get_sub_group_size();
    float largest = -INFINITY, sum = 0;
    for (int t = first; t < count; t += step) largest = fmax(largest, own[t]);
    largest = sub_group_reduce_max(largest);
    for (int t = first; t < count; t += step) sum += own[t] = exp(own[t] - largest);
    sum = sub_group_reduce_add(sum);
    for (int t = first; t < count; t += step) own[t] /= sum;
}

// y[h] = sum over t < count of weights[h, t] values[t, h]
// @range: heads*size
// @arg weights: in heads*rows
// @arg values: in rows*(heads*size)
// @arg y: out heads*size
__kernel void attend(__global const float *weights, __global const float *values, __global float *y, const int heads,
                     const int size, const int rows, const int count)
{
    const int i = get_global_id(0);
    if (i >= heads * size) return;
    float sum = 0;
    for (int t = 0; t < count; ++t) sum += weights[i / size * rows + t] * values[t * heads * size + i];
    y[i] = sum;
}

// y = silu(x) z, with silu(x) = x / (1 + exp(-x))
// @range: n
// @arg x: in n
// @arg z: in n
// @arg y: out n
__kernel void silu_mul(__global const float *x, __global const float *z, __global float *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = x[i] / (1 + exp(-x[i])) * z[i];
}

// x = x + y
// @range: n
// @arg x: inout n
// @arg y: in n
__kernel void add(__global float *x, __global const float *y, const int n)
{
    const int i = get_global_id(0);
    if (i < n) x[i] += y[i];
}
