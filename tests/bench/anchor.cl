// Five kernels as programs write them plainly, for bench_anchor.c, which sets them beside libraries and code by hand.
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// c = a b for n x n, n a multiple of 64: a work-group has a tile of 64 x 64, a work-item 4 x 4 of it, 16 apart.
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void dgemm(__global const double *restrict a,
                                                                     __global const double *restrict b,
                                                                     __global double *restrict c, const int n)
{
    __local double left[16][64], right[16][64];
    const int x = get_local_id(0), y = get_local_id(1), column = get_group_id(0) * 64, row = get_group_id(1) * 64;
    double sum[4][4];
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0;
    for (int t = 0; t < n; t += 16) {
        for (int i = 0; i < 4; ++i) {
            left[x][y + 16 * i] = a[(row + y + 16 * i) * n + t + x];
            right[y][x + 16 * i] = b[(t + y) * n + column + x + 16 * i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) sum[i][j] = fma(left[k][y + 16 * i], right[k][x + 16 * j], sum[i][j]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) c[(row + y + 16 * i) * n + column + x + 16 * j] = sum[i][j];
}

// Forward transforms of 1,024 complex numbers, one a work-group: five steps of radix 4 (Stockham). roots[k] is
// exp(-2 pi i k / 1024).
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void fft(__global const float2 *restrict in,
                                                                   __global float2 *restrict out,
                                                                   __global const float2 *restrict roots)
{
    __local float2 part[1024];
    const int t = get_local_id(0), base = get_group_id(0) * 1024;
    float2 v[4];
    for (int i = 0; i < 4; ++i) v[i] = in[base + t + 256 * i];
    for (int s = 1; s < 1024; s *= 4) {
        const int k = t & (s - 1), to = ((t - k) << 2) + k;
        for (int i = 1; i < 4; ++i) {
            const float2 w = roots[i * k * (256 / s)];
            v[i] = (float2)(v[i].x * w.x - v[i].y * w.y, v[i].x * w.y + v[i].y * w.x);
        }
        const float2 a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3], e = (float2)(d.y, -d.x);
        v[0] = a + c;
        v[1] = b + e;
        v[2] = a - c;
        v[3] = b - e;
        if (s == 256) break;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 4; ++i) part[to + s * i] = v[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 4; ++i) v[i] = part[t + 256 * i];
    }
    for (int i = 0; i < 4; ++i) out[base + t + 256 * i] = v[i];
}

// Softmax of rows of n numbers, one a work-group.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void softmax(__global const float *restrict in,
                                                                      __global float *restrict out, const int n)
{
    __local float part[64];
    const int l = get_local_id(0), base = get_group_id(0) * n;
    float most = -INFINITY, sum = 0.0f;
    for (int i = l; i < n; i += 64) most = fmax(most, in[base + i]);
    part[l] = most;
    for (int s = 32; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) part[l] = fmax(part[l], part[l + s]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    most = part[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = l; i < n; i += 64) {
        const float e = exp(in[base + i] - most);
        out[base + i] = e;
        sum += e;
    }
    part[l] = sum;
    for (int s = 32; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) part[l] += part[l + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float share = 1.0f / part[0];
    for (int i = l; i < n; i += 64) out[base + i] *= share;
}

// A filter of 5 x 5 with its edges repeated.
__kernel void filter(__global const float *restrict in, __global float *restrict out, __constant float *weights,
                     const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i)
            sum = fma(weights[5 * j + i], in[clamp(y + j - 2, 0, height - 1) * width + clamp(x + i - 2, 0, width - 1)], sum);
    out[y * width + x] = sum;
}

// Sums of products, one a work-group, each of n numbers.
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void dot_products(__global const float *restrict a,
                                                                           __global const float *restrict b,
                                                                           __global float *restrict out, const int n)
{
    __local float part[64];
    const int l = get_local_id(0), base = get_group_id(0) * n;
    float sum = 0.0f;
    for (int i = l; i < n; i += 64) sum = fma(a[base + i], b[base + i], sum);
    part[l] = sum;
    for (int s = 32; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) part[l] += part[l + s];
    }
    if (l == 0) out[get_group_id(0)] = part[0];
}
