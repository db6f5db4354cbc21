// Loops with more accumulators than registers, between barriers: they become several loops. What they have in common is
// copied, and what is read behind them is as before. SPDX-License-Identifier: MIT
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define FILL(tile, count, value)                                                                                       \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    for (int f = get_local_id(0) + get_local_size(0) * get_local_id(1); f < count;                                     \
         f += get_local_size(0) * get_local_size(1))                                                                   \
        tile[f] = value;                                                                                               \
    barrier(CLK_LOCAL_MEM_FENCE);

// A tile of 5 x 4.
__kernel void many_tile(__global const int *in, __global int *out, const int n)
{
    __local int a[64], b[680];
    const int l = get_local_id(0), g = get_global_id(0);
    int sum[5][4];
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] = i - j;
    for (int t = 0; t < 3; ++t) {
        FILL(a, 64, in[f + 5 * t])
        FILL(b, 680, in[100 + f + 3 * t])
        for (int k = 0; k < 6; ++k)
            for (int i = 0; i < 5; ++i)
                for (int j = 0; j < 4; ++j) sum[i][j] += a[8 * k + i] * b[8 * k + 2 * j + l];
    }
    int all = 0;
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 4; ++j) all = (all * 3 + sum[i][j]) & 0xfffff;
    out[g] = all;
}

// 4 x 4 doubles in groups of two dimensions.
__kernel void nd_many_doubles(__global const int *in, __global int *out, const int n)
{
    __local double a[64], b[640];
    const int x = get_local_id(0), y = get_local_id(1);
    const size_t at = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
    double sum[4][4];
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0;
    for (int t = 0; t < 2; ++t) {
        FILL(a, 64, in[f + t] * 0.5)
        FILL(b, 640, in[40 + f - t] + 1)
        for (int k = 0; k < 4; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j)
                    sum[i][j] = fma(a[8 * k + i + y], b[8 * k + j + x], sum[i][j]);
    }
    double all = 0.0;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) all = all * 0.5 + sum[i][j];
    out[at] = (int)(all * 4.0);
}

// Some accumulators depend on each other, in both directions or in one.
__kernel void many_dependent(__global const int *in, __global int *out, const int n)
{
    __local int a[640];
    const int l = get_local_id(0);
    uint s0 = 1, s1 = 2, s2 = 3, s3 = 4, s4 = 5, s5 = 6, s6 = 7, s7 = 8, s8 = 9, s9 = 10, s10 = 11, s11 = 12, s12 = 13,
         s13 = 14, s14 = 15, s15 = 16, s16 = l, s17 = l + 1;
    for (int t = 0; t < 3; ++t) {
        FILL(a, 640, in[f + 7 * t])
        for (int k = 0; k < 5; ++k) {
            const uint v = a[k + l], w = a[k + 9];
            const uint old = s0;
            s0 = s1 * 3 + v, s1 = old + w;
            s2 += v, s3 += s2, s4 ^= s3;
            s5 += v * w, s6 += v ^ w, s7 += v, s8 += w + l, s9 += v * 5, s10 ^= v, s11 += v | 1, s12 += v << 2;
            s13 += w * v, s14 += v + k, s15 += v * k, s16 += v * 7, s17 += s17 * v;
        }
    }
    out[get_global_id(0)] = s0 ^ s1 * 3 ^ s2 * 5 ^ s3 * 7 ^ s4 * 9 ^ s5 * 11 ^ s6 * 13 ^ s7 * 15 ^ s8 * 17 ^ s9 * 19 ^
                            s10 * 21 ^ s11 * 23 ^ s12 * 25 ^ s13 * 27 ^ s14 * 29 ^ s15 * 31 ^ s16 * 33 ^ s17 * 35;
}

// The counter and another uniform variable are read behind the loop, whose rounds are known only in the group; there may
// be none.
__kernel void many_counters(__global const int *in, __global int *out, const int n)
{
    __local int a[640];
    const int l = get_local_id(0), g = get_global_id(0), group = get_group_id(0);
    int sum[18], all = 0;
    for (int i = 0; i < 18; ++i) sum[i] = l;
    for (int t = 0; t < 3; ++t) {
        FILL(a, 640, in[f + t])
        const int first = group - t;
        int k, last = t;
        for (k = first; k < 2; k += 1 + t) {
            for (int i = 0; i < 18; ++i) sum[i] += a[k + l + i + 8] + k;
            last = k + 3 * first;
        }
        all = all * 5 + k + last;
    }
    for (int i = 0; i < 18; ++i) all = (all * 3 + sum[i]) & 0xfffff;
    out[g] = all;
}

// A loop under a mask; accumulators that an index from memory reads; some that the region sets before the loop.
__kernel void many_others(__global const int *in, __global int *out, const int n)
{
    __local int a[640];
    const int l = get_local_id(0), g = get_global_id(0);
    int sum[18], other[18], third[18], all = 0;
    for (int i = 0; i < 18; ++i) sum[i] = other[i] = i, third[i] = l;
    for (int t = 0; t < 2; ++t) {
        FILL(a, 640, in[f + 2 * t])
        if (a[l & 63] & 1)
            for (int k = 0; k < 4; ++k)
                for (int i = 0; i < 18; ++i) sum[i] += a[(k * 3 + l + i) & 63];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; ++k)
            for (int i = 0; i < 18; ++i) other[i] += a[k + l + i] * (k + 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int before = third[3];
        third[5] += a[(l + 1) & 63];
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 18; ++i) third[i] += a[(k + l + i) & 63];
        all += third[3] - before;
    }
    all += other[in[g] % 18];
    for (int i = 0; i < 18; ++i) all = (all * 3 + sum[i] + other[i] * 2 + third[i]) & 0xfffff;
    out[g] = all;
}

// What the loops need is computed between the barrier and the loop, and their results are used at once behind it.
__kernel void many_between(__global const int *in, __global int *out, const int n)
{
    __local int a[64];
    const int l = get_local_id(0), g = get_global_id(0);
    int sum[17], kept = l * 3, all = 0;
    for (int i = 0; i < 17; ++i) sum[i] = 1;
    for (int t = 0; t < 3; ++t) {
        FILL(a, 64, in[f + t])
        const int from = (kept ^ 5) + t, weight = (l >> 1) + 2;
        for (int k = 0; k < 4; ++k)
            for (int i = 0; i < 17; ++i) sum[i] += a[(from + k + i) & 63] * weight;
        kept = sum[4] & 31;
        all ^= sum[16] + kept;
    }
    for (int i = 0; i < 17; ++i) all = (all * 3 + sum[i]) & 0xfffff;
    out[g] = all;
}

// Accumulators that are short vectors, with a vector in each round that is changed.
__kernel void many_vector_sums(__global const int *in, __global int *out, const int n)
{
    __local int4 a[32];
    __local int b[620];
    const int l = get_local_id(0), g = get_global_id(0);
    int4 sum[5];
    for (int i = 0; i < 5; ++i) sum[i] = i;
    for (int t = 0; t < 2; ++t) {
        FILL(a, 32, (int4)(in[f], in[f + 1], in[f + t], 3))
        FILL(b, 620, in[f + 9])
        for (int k = 0; k < 4; ++k) {
            const int v = b[k + l];
            for (int i = 0; i < 5; ++i) {
                int4 w = a[5 * k + i];
                w.x += v;
                sum[i] += w * v;
            }
        }
    }
    const int4 all = sum[0] + 3 * sum[1] + 5 * sum[2] + 7 * sum[3] + 9 * sum[4];
    out[g] = all.x ^ all.y ^ all.z ^ all.w;
}
