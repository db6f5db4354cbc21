// Short vectors of bytes and shorts, whose packs are vectors of bytes and shorts.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT
#define T uchar
#define HIGH(a, b) ((b) - (a))
#define V uchar4
#define CONVERT_V convert_uchar4
#define NAME(x) x##_uchar4
#include "narrow.h"
#undef T
#undef V
#undef HIGH
#undef CONVERT_V
#undef NAME
#define T char
#define HIGH(a, b) ((b) - (a))
#define V char16
#define CONVERT_V convert_char16
#define NAME(x) x##_char16
#include "narrow.h"
#undef T
#undef V
#undef HIGH
#undef CONVERT_V
#undef NAME
#define T char
#define HIGH(a, b) ((b) - (a))
#define V char8
#define CONVERT_V convert_char8
#define NAME(x) x##_char8
#include "narrow.h"
#undef T
#undef V
#undef HIGH
#undef CONVERT_V
#undef NAME
#define T ushort
#define HIGH(a, b) mul_hi(a, b)
#define V ushort2
#define CONVERT_V convert_ushort2
#define NAME(x) x##_ushort2
#include "narrow.h"
#undef T
#undef V
#undef HIGH
#undef CONVERT_V
#undef NAME
#define T short
#define HIGH(a, b) mul_hi(a, b)
#define V short4
#define CONVERT_V convert_short4
#define NAME(x) x##_short4
#include "narrow.h"
#undef T
#undef V
#undef HIGH
#undef CONVERT_V
#undef NAME
#define T ushort
#define HIGH(a, b) mul_hi(a, b)
#define V ushort8
#define CONVERT_V convert_ushort8
#define NAME(x) x##_ushort8
#include "narrow.h"
#undef T
#undef V
#undef HIGH
#undef CONVERT_V
#undef NAME

__kernel void narrow_of_two_sizes(__global const uchar4 *in, __global uchar4 *out, const int n)
{
    const int i = get_global_id(0);
    const ushort4 a = convert_ushort4(in[i] * (uchar4)11), b = convert_ushort4(in[i + 1]);
    const ushort4 t = a * b + (ushort4)128 + a * (ushort4)(3, 250, 77, 9);
    out[i] = convert_uchar4((t + (t >> (ushort4)8)) >> (ushort4)8) ^ max(in[i], in[i + 2]);
}

__kernel void narrow_with_signs(__global const char4 *in, __global char4 *out, const int n)
{
    const int i = get_global_id(0);
    const char4 x = in[i] * (char4)23 - (char4)(char)i, y = min(x, in[i + 1]);
    const short4 a = convert_short4(x), b = convert_short4(as_uchar4(y));
    const short4 t = max(a * b, (short4)-100) - min(a, b);
    const char4 u = as_char4(as_uchar4(x) >> (uchar4)2);
    out[i] = convert_char4(t ^ (t >> (short4)5)) + u;
}

__kernel void narrow_beside_wide(__global const uchar4 *in, __global uchar4 *out, const int n)
{
    const int i = get_global_id(0);
    const uchar4 a = max(in[i] * (uchar4)11, in[i + 1]), b = min(a, in[i + 2] * (uchar4)5);
    const float4 f = convert_float4(a - b) * 0.5f;
    const int4 k = convert_int4(a) * 3 - convert_int4(b);
    out[i] = (convert_uchar4_sat(f) ^ convert_uchar4(k)) + convert_uchar4_sat(k);
}

__kernel void narrow_at_an_edge(__global const uchar4 *in, __global uchar4 *out, const int n)
{
    const int i = get_global_id(0);
    const uchar4 left = in[max(i - 1, 0)], right = in[min(i + 1, n - 1)], far = in[(i * 7) % n], own = in[i];
    out[i] = max(min(left, right), min(max(left, right), own)) + min(far, own * (uchar4)9);
}

__kernel void narrow_constants(__global const ushort2 *in, __global ushort2 *out, const int n)
{
    const int i = get_global_id(0);
    const ushort k = n * 3;
    const ushort2 a = in[i] * (ushort2)(257, 65535) + (ushort2)(k, 9);
    out[i] = max(a, (ushort2)(k, 40000)) - (in[i] ^ (ushort2)k);
}

__kernel void narrow_across_barriers(__global const uchar4 *in, __global uchar4 *out, const int n)
{
    __local uchar4 tile[64];
    const int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    uchar4 most = in[i], least = most;
    for (int k = 0; k < 3; ++k) {
        tile[l] = max(most, least + (uchar4)(uchar)k);
        barrier(CLK_LOCAL_MEM_FENCE);
        most = max(most, tile[(l + 1) % size]);
        least = min(least, tile[size - 1 - l]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = most * (uchar4)16 + least;
}

__kernel void narrow_broadcast(__global const uchar4 *in, __global uchar4 *out, const int n)
{
    const int i = get_global_id(0);
    const uchar4 a = in[i] * (uchar4)11 + (uchar4)(uchar)(i * 37), b = max(a, in[i + 1]);
    const ushort4 wide = convert_ushort4(a) * (ushort4)257, scaled = wide * wide.s3 + (ushort4)(b.s2) - (ushort4)77;
    const uchar4 c = b - b.s0, d = b.s1 + a;
    out[i] = (c ^ d) + convert_uchar4(scaled >> (ushort4)7) * (b < b.s3 ? a : (uchar4)(a.s0, a.s1, b.s2, b.s3));
}

__kernel void narrow_broadcast_under_masks(__global const short4 *in, __global short4 *out, const int n)
{
    const int i = get_global_id(0);
    short4 a = in[i] * (short4)1021 + (short4)(short)(i * 37), b = min(a, in[i + 1]);
    for (int k = 0; k < i % 5; ++k) {
        a = a * (short4)3 + (short4)b.s1;
        if (a.s2 > 0) b = max(a, b) - (short4)a.s2;
    }
    out[i] = a ^ b;
}
