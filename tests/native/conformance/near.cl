// Indices that mostly keep neighbours adjacent, or close to each other: steps of sorts and transforms, tiles by division and
// remainder, and where they do not. Each kernel reads `in`, writes `out`, and has n work-items in groups of one size.
// @range: n
// @arg in: in 8*n+64
// @arg out: out n
// SPDX-License-Identifier: MIT

// Both ends of an exchange at each distance, in memory of the group; `l` may be in any part of a vector.
#define NEAR_EXCHANGE(TYPE)                                                                                     \
    __kernel void near_exchange_##TYPE(__global const TYPE *in, __global TYPE *out, const int n)                \
    {                                                                                                           \
        __local TYPE t[2 * 64];                                                                                 \
        const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);                          \
        t[l] = in[g];                                                                                           \
        t[l + size] = in[g + n];                                                                                \
        for (int distance = 1; distance <= 32; distance <<= 1) {                                                \
            barrier(CLK_LOCAL_MEM_FENCE);                                                                       \
            const int low = 2 * l - (l & (distance - 1)), high = low + distance;                                \
            if (high < 2 * size) {                                                                              \
                const TYPE a = t[low], b = t[high];                                                             \
                if (a > b) {                                                                                    \
                    t[low] = b;                                                                                 \
                    t[high] = a;                                                                                \
                }                                                                                               \
            }                                                                                                   \
        }                                                                                                       \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                           \
        out[g] = 3 * t[l] + t[l + size];                                                                        \
    }
NEAR_EXCHANGE(int)
NEAR_EXCHANGE(uint)
NEAR_EXCHANGE(float)
NEAR_EXCHANGE(short)
NEAR_EXCHANGE(uchar)

// A step of a transform: pairs go to places that each p work-items share.
#define NEAR_PAIRS(TYPE)                                                                                        \
    __kernel void near_pairs_##TYPE(__global const TYPE *in, __global TYPE *out, const int n)                   \
    {                                                                                                           \
        __local TYPE##2 t[4 * 64];                                                                              \
        const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);                          \
        TYPE##2 a = (TYPE##2)(in[g], in[g + n]), b = (TYPE##2)(in[2 * g], in[2 * g + 1]);                       \
        for (int p = 1; p <= 64; p <<= 1) {                                                                     \
            const int k = l & (p - 1), to = ((l - k) << 1) + k;                                                 \
            for (int i = l; i < 4 * 64; i += size) t[i] = (TYPE##2)(1, 2);                                      \
            barrier(CLK_LOCAL_MEM_FENCE);                                                                       \
            t[to] = a - b;                                                                                      \
            if (in[g] > in[l]) t[to + p] = a + b;                                                               \
            barrier(CLK_LOCAL_MEM_FENCE);                                                                       \
            a = t[l] + t[to];                                                                                   \
            b = t[l + size];                                                                                    \
            a /= (TYPE##2)(4);                                                                                  \
            barrier(CLK_LOCAL_MEM_FENCE);                                                                       \
        }                                                                                                       \
        out[g] = a.x + a.y + a.y - b.x;                                                                         \
    }
NEAR_PAIRS(int)
NEAR_PAIRS(uint)
NEAR_PAIRS(float)

// Rows of 16 and of a width that only the call knows; the last is shorter than a vector.
__kernel void near_tiles(__global const int *in, __global int *out, const int n)
{
    __local int tile[16][20];
    const int g = get_global_id(0), l = get_local_id(0), width = 16 + (n & 15), narrow = 3 + (n & 7);
    int sum = in[g / width * 3 + g % width] + in[(g / narrow) + g % narrow] + in[(g >> 4) + (g & 15)] + in[(g >> 2) + (g & 3)];
    tile[(l / 16) & 15][l % 16] = in[(l / 16 + 1) * 7 + l % 16];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[(l / 16) & 15][l % 16] * 5 + in[(g & ~15) + 15 - (g & 15)] + in[2 * (g & ~7) + (g & 7)] + in[(g << 1) - (g & 3)];
    out[g] = sum;
}

// Quotients and remainders of negative numbers change their step at zero, unsigned ones at the end of their range.
__kernel void near_signs(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), i = g - 20;
    const uint u = (uint)g - 9u;
    const long w = g - 5;
    int sum = in[i / 16 + 8 + (i % 16 + 16)] + in[(i >> 4) + 8 + (i & 15)] + in[(u >> 4 & 7) + (u & 15)];
    sum += in[(w / 16 + 4) + (w % 16 + 16)] * 3 + in[(u % 16) + (u / 16 & 3)];
    if (i > 3) sum += 7 * in[i / 16 * 16 + i % 16];
    out[g] = sum;
}

// Each work-item has a place of its own, and the last accesses end with the array.
__kernel void near_ends(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), whole = n & ~15, p = 1 << (n & 3);
    const int to = g < whole ? (g & ~15) + ((g & 7) << 1) + (g >> 3 & 1) : g, k = g & (p - 1);
    out[to] = in[8 * n + 63 - g] + in[8 * n + 48 + (g & 15)] + in[g >= n / 2 ? 8 * n + 64 - n + g : g] + in[2 * g - k] + in[2 * g - k + p];
}
