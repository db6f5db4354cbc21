// Look-ups in constant arrays, of each type and size, at indices of each type; and arrays of a work-item that never change.
// @range: n
// @arg in: in 16*n+64
// @arg out: inout 32*n+1024
// SPDX-License-Identifier: MIT

__constant uchar bytes_16[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 255};
__constant char bytes_5[5] = {-128, 127, -1, 0, 77};
__constant char bytes_19[19] = {1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12, 13, -14, 15, -16, 17, -18, 127};
__constant uchar bytes_64[64] = {
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,  14,  13, 16, 24,  40,  57,
    69, 56, 14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35,  55,  64,
    81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 255};
__constant short shorts_8[8] = {-32768, 32767, -1, 0, 1, 300, -300, 12345};
__constant ushort shorts_31[31] = {1,  65535, 3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,   16,
                                   17, 18,    19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 40000};
__constant int ints_8[8] = {5, -3, 8, 1 << 30, 9, 2, 7, 4};
__constant uint ints_16[16] = {0xdeadbeef, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0xffffffff};
__constant int ints_32[32] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
                              -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12, -13, -14, -15, -16};
__constant float floats_3[3] = {0.5f, -1.25f, 3.0f};
__constant float floats_16[] = {0.0f, 1.0f, 0.5f, -0.0f, 4.0f, 5.0f, 6.0f, 7.0f, 8.0f, 9.0f, 10.0f, 11.0f, 12.0f, 13.0f, 14.0f, 1e10f};
__constant double doubles_4[4] = {0.5, 1.5, -2.5, 3.5};

__kernel void tables_of_bytes(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    out[g] = bytes_16[x & 15] + 3 * bytes_16[(x * 7 + g) & 15] + 5 * bytes_5[(uint)(x + g) % 5u];
    out[n + g] = bytes_19[(uint)(x * 5 + g) % 19u] * 256 + bytes_64[(x * 3 + g) & 63];
}

__kernel void tables_of_shorts(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    out[g] = shorts_8[x & 7] + shorts_8[(x + 3 * g) & 7];
    out[n + g] = shorts_31[(uint)(x + 11 * g) % 31u];
}

__kernel void tables_of_ints(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    out[g] = ints_8[(x ^ g) & 7] / 3 + ints_32[(x * 13 + g) & 31];
    out[n + g] = (int)(ints_16[(x + 5 * g) & 15] * 3u);
    out[2 * n + g] = as_int(floats_16[x & 15] + floats_3[(uint)x % 3u]);
    out[3 * n + g] = (int)(2.0 * doubles_4[x & 3]);
}

// Indices of other types, a ring, ids.
__kernel void tables_by_index(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    const uchar narrow = (uchar)(x & 7);
    const ulong wide = (ulong)x * 0x9e3779b97f4a7c15UL;
    const short medium = (short)(x & 15);
    out[g] = ints_8[narrow] ^ ints_16[medium] ^ ints_32[wide >> 59] ^ ints_16[(uint)g & 15u];
    out[n + g] = bytes_16[get_local_id(0) & 15] + bytes_16[(char)(x & 15)];
    int sum = 0;
    for (int k = 0; k < 1 + n % 3; ++k) sum += ints_8[(long)((x + k) & 7)] + bytes_64[(wide << k) >> 58];
    out[2 * n + g] = sum;
}

// Under masks: indices of inactive lanes lie outside.
__kernel void tables_under_masks(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g] * 3 - 20;
    int sum = g;
    if (x >= 0 && x < 16) sum += bytes_16[x];
    else if (x >= 16 && x < 32) sum -= ints_16[x - 16] & 0xffff;
    if (x > 0)
        for (int k = 0; k < (x & 7); ++k) sum = sum * 3 + ints_8[(k + x) & 7] % 100;
    out[g] = sum;
}

// Arrays that are initialised and never written.
__kernel void tables_of_own(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    const int own[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
    float part[5] = {1.0f, 2.0f, [4] = 5.5f};
    const uchar large[300] = {[7] = 7, [200] = 9, [299] = 250};
    const int square[3][4] = {{1, 2, 3, 4}, {5, 6}, {9, 10, 11, -12}};
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += own[k] * k + own[(x + k) & 15];
    out[g] = sum + (int)(2.0f * part[(uint)x % 5u]) + large[(uint)(x * 37 + g) % 300u] + large[299];
    out[n + g] = square[(uint)x % 3u][x & 3] * square[1][g & 3] + square[2][3];
}

// Arrays that do change.
__kernel void tables_that_change(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    int own[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    int other[4] = {1, 2, 3, 4};
    int *const p = other;
    own[x & 7] += g;
    p[x & 3] = 9;
    out[g] = own[(x + g) & 7] + other[g & 3];
    for (int k = 0; k < 3; ++k) {
        int fresh[4] = {k, 1, 2, 3};
        fresh[(x + k) & 3] *= 5;
        out[n + g] += fresh[x & 3];
    }
}

// In called functions, and in loops with barriers.
static int looked_up(int x)
{
    const short steps[9] = {0, -1, 1, -3, 3, -9, 9, 27, -27};
    return steps[(uint)x % 9u] + bytes_16[x & 15];
}

__kernel void tables_in_functions(__global const int *in, __global int *out, __local int *shared, const int n)
{
    const int g = get_global_id(0), l = get_local_id(0), x = in[g];
    const int own[4] = {2, 3, 5, 7};
    shared[l] = looked_up(x);
    for (int k = 0; k < 3; ++k) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int y = shared[(l + k) % (int)get_local_size(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        shared[l] += y * own[(x + k) & 3];
    }
    out[g] = shared[l] + looked_up(g);
}
