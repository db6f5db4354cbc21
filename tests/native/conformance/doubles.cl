// 64-bit numbers in vectors of work-items: memory of every kind, masks, functions that are instructions, and work that
// only the first work-items of a group have.
// @range: n
// @arg in: in n+64
// @arg out: out n
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// A guard of a region: below an unsigned bound, up to a signed one that may be negative, the first one alone.
__kernel void doubles_first_ones(__global const float *in, __global double *out, const int n, __local double *part)
{
    const size_t l = get_local_id(0), size = get_local_size(0);
    const int id = (int)l, row = (int)(size * (get_local_id(1) + get_local_size(1) * get_local_id(2)));
    part[row + id] = in[get_global_id(0)];
    for (size_t s = size / 2; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) part[row + l] += part[row + l + s] * 0.5;
    }
    for (int k = 3; k > -4; --k) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id <= k) {
            part[row + id] *= 1.25;
            if (part[row + id] > 2.0) part[row + id] -= k;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) part[row] += 7.0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l <= ~(size_t)0 - size) part[row + l] -= 0.125;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_global_id(0) < (size_t)n - 3) part[row + l] += 32.0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = part[row + id];
}

// Neighbouring 64-bit numbers against one that all share, from both sides.
__kernel void doubles_counted(__global const float *in, __global double *out, const int n)
{
    const size_t l = get_local_id(0);
    barrier(CLK_GLOBAL_MEM_FENCE);
    const long g = get_global_id(0);
    double sum = in[g];
    for (size_t k = 0; k < 20; k += 3) {
        if (l < k) sum += 1.0;
        if (l <= k) sum *= 1.5;
        if (k < l) sum -= 0.25;
        if (k <= l) sum *= 0.75;
        if (l == k) sum += in[g + 1];
        if (l != k) sum += 0.5;
        if (l + 18446744073709551615ul < k) sum -= 3.0; // wraps at the first
    }
    for (long k = -5; k < 9; k += 2) {
        if (g - 4 < k) sum += in[g + k + 5];
        if (k < g) sum *= 0.875;
        if (g == k) sum = -sum;
    }
    out[g] = sum;
}

// One number for all, or one each: as arguments of element-wise functions are.
__kernel void doubles_either(__global const float *in, __global double *out, const int n, __local double *part)
{
    const size_t i = get_global_id(0), l = get_local_id(0);
    const size_t row = get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
    const ulong each = n / 100;
    double sum = 0.0;
    part[row + l] = in[i] * 0.5;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (ulong k = 0; k < 3; ++k) {
        sum += part[row + (k ? l : 0)] + in[k < each ? i : 7];
        if (in[i] > (float)k) sum -= part[row + (each ? get_local_size(0) - 1 - l : 0)] * in[k == 1 ? 2 * i % 64 : 3];
    }
    out[i] = sum;
}

// Any place, for some of the work-items: doubles and longs.
__kernel void doubles_scattered(__global const float *in, __global double *out, const int n, __local double *part,
                        __local long *whole)
{
    const int i = get_global_id(0), size = get_local_size(0) * get_local_size(1) * get_local_size(2);
    const int l = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
    if (l < 512) part[l] = in[i] + 0.25, whole[l] = (long)l * 12345678901l;
    barrier(CLK_LOCAL_MEM_FENCE);
    double sum = in[i];
    if (in[i] > 0.0f && size <= 512) {
        sum += part[(l * 7 + 3) % size];
        sum += (double)(whole[(ulong)(l * 5 + 1) % (ulong)size] >> 7);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (size <= 512 && in[i] < 3.0f) part[size - 1 - l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (in[i] > -8.0f && in[i + 1] < 5.0f && l < 512) sum -= part[l];
    out[i] = sum;
}

__kernel void doubles_instructions(__global const float *in, __global double *out, const int n)
{
    const int i = get_global_id(0);
    barrier(CLK_GLOBAL_MEM_FENCE);
    double a = in[i] * 1.1, b = in[i + 1] * 0.7, sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        sum += fabs(a) - copysign(b, a) + fma(a, b, sum) + sqrt(fabs(b)) - rint(a) + floor(b) * ceil(a) - trunc(a * b);
        sum += fmax(a, b) - fmin(b, sum) + (isnan(sum) ? 1.0 : 0.0);
        a = -b * 0.5 + k;
        b = k & 1 ? -a : a + in[i + 2];
        if (a > b) sum = sum * 0.5 - 1.0;
        else a += 0.0625;
    }
    out[i] = sum;
}

__kernel void doubles_converted(__global const float *in, __global double *out, const int n)
{
    const int i = get_global_id(0);
    barrier(CLK_GLOBAL_MEM_FENCE);
    const double a = in[i] * 1.1, b = in[i + 1] * 0.7;
    const long bits = as_long(a) >> (i & 31);
    double sum = (double)(bits >> 20) + convert_double((int)a) - convert_float(b) + (double)(uint)(a * a);
    sum += isinf(a / (b - b)) ? 2.0 : 3.0;
    if ((long)(b * 1000.0) < bits) sum *= 3.0;
    if (bits <= (long)i * 3) sum -= (double)((ulong)bits >> 33);
    out[i] = sum;
}
