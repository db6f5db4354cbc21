// Loops that are one chain of dependent operations: two or four vectors of work-items at a time (strands), beside or below
// each other, in groups with whole strands, whole vectors behind them, and a rest. SPDX-License-Identifier: MIT
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Four strands; the sum is all that is carried.
__kernel void many_sums(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < 9; ++k) sum = sum * 3 + in[g + k];
    out[g] = sum;
}

// What is uniform is read once for all strands; two variables are carried.
__kernel void many_uniform(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), group = get_group_id(0);
    uint sum = 1, mix = g;
    for (int k = 0; k < 7 + group; ++k) {
        const uint weight = in[k + group];
        if (weight == 3) continue;
        if (k > 9) break;
        sum = sum * weight + in[g + 2 * k];
        mix ^= sum >> 3;
    }
    out[g] = (int)(sum ^ mix);
}

// An affine variable that the loop carries, read behind it.
__kernel void many_affine(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), size = get_global_size(0);
    int at = g, sum = 0;
    for (int k = 0; k < 4; ++k) {
        sum = sum * 5 + in[at];
        at += 3;
    }
    out[g] = sum + at;
    out[at - 12 + size] = at;
}

// From an id to a bound: rounds for the full mask come first.
__kernel void many_rounds(__global const int *in, __global int *out, const int n)
{
    const int l = get_local_id(0), g = get_global_id(0), many = get_global_size(0) + 1000;
    int sum = 0;
    for (int i = l; i < many; i += 137) sum = sum * 7 + in[i];
    out[g] = sum;
}

// The bound itself differs; rounds in which some work-items go on, and a second loop behind them.
__kernel void many_triangles(__global const int *in, __global int *out, const int n)
{
    const int l = get_local_id(0), g = get_global_id(0);
    int sum = 0, rounds = 0;
    for (int i = 0; i <= l; ++i) sum = sum * 3 + in[g + i];
    for (int i = n + 300 - l; i >= n; i -= 7) {
        sum ^= in[i + l] << (i & 7);
        ++rounds;
    }
    out[g] = sum + rounds;
}

__kernel void many_unsigned_rounds(__global const uint *in, __global uint *out, const int n)
{
    const uint l = get_local_id(0), g = get_global_id(0);
    uint sum = 0;
    for (ulong i = get_global_id(0); i < (ulong)n + 700; i += 150) sum = rotate(sum, 5u) + in[i];
    for (uint i = l; i < 1900u; i += 90u) {
        sum = rotate(sum, 3u) ^ in[i];
        if (i == 450u) sum += l;
    }
    out[g] = sum;
}

// Branches and loops that strands take one after the other, beside chains.
__kernel void many_branches(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0, last = -1;
    if (in[g] > 11) {
        const int first = in[3] + in[g];
        last = first * 2;
        for (int k = 0; k < in[g]; ++k) {
            if (in[g + k] == 7) continue;
            if (in[g + k] == 5) break;
            last += in[k] + k;
        }
    } else {
        last = in[2] - in[g + 1];
    }
    for (int k = 0; k < 6; ++k) sum = sum * 3 + in[g + k] + last;
    if (sum & 1) out[g] = sum;
    else out[g] = last - sum;
}

// Some work-items end early.
__kernel void many_returns(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    if (in[g] == 4) return;
    int sum = 0;
    for (int k = 0; k < 6; ++k) sum = sum * 3 + in[g + k];
    if (sum % 5 == 0) return;
    out[g] = sum;
}

__kernel void many_bounded(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    if (g >= n - 3) return;
    int sum = 0;
    for (int k = 0; k < 6; ++k) sum = sum * 3 + in[g + k];
    out[g] = sum;
}

// Numbers of 64 bits fill two vectors.
__kernel void many_doubles(__global const double *in, __global double *out, const int n)
{
    const int g = get_global_id(0);
    double sum = 0.0;
    for (int k = 0; k < 5; ++k) sum = fma(sum, 0.5, (double)g + k);
    out[g] = sum;
}

__kernel void many_longs(__global const int *in, __global long *out, const int n)
{
    const int g = get_global_id(0);
    long sum = 1;
    for (int k = 0; k < 6; ++k) sum = sum * 0x100000001b3L + in[g + k] * (long)g;
    out[g] = sum;
}

// Barriers divide the code; sums are kept in between.
__kernel void many_regions(__global const int *in, __global int *out, const int n, __local int *part)
{
    const int l = get_local_id(0), g = get_global_id(0), size = get_local_size(0);
    int sum = 0;
    bool odd = false;
    double wide = 0.0;
    for (int k = 0; k < 5; ++k) {
        sum = sum * 3 + in[g + k];
        odd ^= (in[g + k] & 1) != 0;
    }
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 5; ++k) {
        sum = sum * 5 + part[(l + k) % size];
        wide = wide * 2.0 + part[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    part[l] = sum + (odd ? 100 : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < size; k += 1) sum = sum * 3 + part[k];
    out[g] = sum + (odd ? 1 : 0) + (int)fmod(wide, 1000.0);
}

// The loop stores, too.
__kernel void many_stores(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), size = get_global_size(0);
    int sum = 0;
    for (int k = 0; k < 4; ++k) {
        sum = sum * 3 + in[g + k];
        out[k * size + g] = sum;
    }
    out[g] += out[3 * size + g];
}

// Short vectors, with components that are uniform; bytes and shorts.
__kernel void many_vectors(__global const int4 *in, __global int4 *out, const int n)
{
    const int g = get_global_id(0);
    int4 sum = (int4)(0);
    for (int k = 0; k < 5; ++k) sum = sum * 3 + in[g + k];
    out[g] = (int4)(sum.x + sum.y, n, g, sum.z ^ sum.w);
}

__kernel void many_bytes(__global const uchar4 *in, __global uchar4 *out, const int n)
{
    const int g = get_global_id(0);
    uchar4 sum = (uchar4)(1, 2, 3, 4);
    for (int k = 0; k < 9; ++k) sum = (uchar4)(sum << 1) + in[g + k];
    out[g] = sum;
}

__kernel void many_shorts(__global const short *in, __global short *out, const int n)
{
    const int g = get_global_id(0);
    short sum = 0;
    for (int k = 0; k < 9; ++k) sum = (short)(sum * 3 + in[g + k]);
    out[g] = sum;
}

__kernel void many_triples(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int3 sum = (int3)(1);
    for (int k = 0; k < 5; ++k) sum = sum * 3 + vload3(g + k, in);
    vstore3(sum, g, out);
}

// Indices between bounds: inside, across and outside of them, in bounds that exclude each other, and at the end of 32 bits.
__kernel void many_clamped(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), low = in[3] + 20, high = n - in[4] + 30, far = 0x7fffe000 + g;
    __global const uchar4 *bytes = (__global const uchar4 *)in;
    int sum = 0;
    for (int k = -4; k < 5; ++k) {
        sum = sum * 3 + in[clamp(g + k, 0, n - 1)] + in[min(max(g + k, low), high)] + in[min(g + k, high + 40) + 9];
        sum ^= in[max(g - k, low) + k + 5] + in[100 - max(-g - k, -90)] + in[max(min(g + 3 * k, high), low) - k];
        sum += bytes[clamp(g + k, low, n + 7)].y;
    }
    out[g] = sum + in[min(max(far, 0), 800)] + in[max(far, 0) % 100] + in[min(max(g, 500), 40)];
}

// Atomic functions beside a chain.
__kernel void many_atomics(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), group = get_group_id(0), size = get_global_size(0);
    int sum = 0;
    for (int k = 0; k < 6; ++k) sum = sum * 3 + in[g + k];
    atomic_add(&out[size], sum);
    atomic_max(&out[size + 1 + group], sum);
    atomic_inc(&out[size + 10 + (sum & 7)]);
    out[g] = sum;
}

// Gathers, and rows far apart.
__kernel void many_gathers(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = in[g] & 15;
    for (int k = 0; k < 6; ++k) sum = sum * 3 + in[(uint)sum % 1000u] + in[(g * 6 + k) % 4000];
    out[g] = sum;
}

// A chain in the inner of two loops, and one with two more behind it.
__kernel void many_nested(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0;
    for (int j = 0; j < 3; ++j) {
        int inner = j;
        for (int k = 0; k < 4; ++k) inner = inner * 3 + in[g + 4 * j + k];
        sum ^= inner << j;
        do {
            sum += in[g];
        } while (++inner < 0);
    }
    int k = 0;
    do {
        sum = sum * 3 + in[g + k];
    } while (++k < 5);
    while (true) {
        sum = sum * 3 - in[g + k];
        if (--k == 0) break;
    }
    out[g] = sum;
}

// Rows below each other: what depends on x alone, on y alone, on both, and on z.
__kernel void nd_many_ids(__global const int *in, __global int *out, const int n)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), width = get_global_size(0);
    const int at = (z * (int)get_global_size(1) + y) * width + x;
    int sum = 0;
    for (int k = 0; k < 6; ++k) sum = sum * 3 + in[k * 100 + x] + in[y + k] + z;
    for (int k = x; k < width; ++k) sum = sum * 3 + in[k + y];
    for (int k = 0; k < 4; ++k) sum = sum * 3 + in[k + x];
    out[at] = sum;
}

// Every row has its own factor, every column its own number; a guard along both.
__kernel void nd_many_products(__global const int *in, __global int *out, const int n)
{
    const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
    if (x >= width - 2 || y >= height - 1) return;
    int sum = 0;
    for (int k = 0; k < 7; ++k) sum = sum * 3 + in[y * 7 + k] * in[k * 100 + x];
    out[y * width + x] = sum;
}

// Rows that take different ways, and numbers of rounds that differ from row to row.
__kernel void nd_many_ways(__global const int *in, __global int *out, const int n)
{
    const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
    int sum = y, last = 0, rounds = 3;
    if (y % 3 == 1) {
        rounds = in[y] & 3;
        last = in[x] + rounds;
    } else if (in[x + y] > 12) {
        last = 5;
    }
    for (int k = 0; k < 6; ++k) sum = sum * 3 + in[k * 100 + x] + last;
    for (int k = 0; k < rounds + (y & 1); ++k) {
        if (k == 2 && y == 4) continue;
        sum += in[x + k];
        if (sum % 17 == 0) break;
    }
    for (int k = 0; k < 6; ++k) sum = sum * 5 + in[k + y] - in[k * 100 + x];
    for (int k = 0; k < 9; ++k) {
        if (y == 2 && k == 4) break;
        sum = sum * 3 + in[k * 100 + x];
    }
    out[(y * (int)get_global_size(2) + (int)get_global_id(2)) * width + x] = sum;
}

// Tiles, with barriers: sums of several rows are kept from region to region.
__kernel void nd_many_tiles(__global const int *in, __global int *out, const int n, __local int *tile)
{
    const int x = get_local_id(0), y = get_local_id(1), width = get_local_size(0), height = get_local_size(1);
    const int at = (get_global_id(2) * height + y) * (int)get_global_size(0) + (int)get_global_id(0), z = get_local_id(2);
    __local int *part = tile + z * width * height;
    int sum = 0;
    double wide = 1.0;
    bool odd = false;
    for (int t = 0; t < 3; ++t) {
        part[y * width + x] = in[at % 3000 + t];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < height; ++k) {
            sum = sum * 3 + part[y * width + k % width] * part[k * width + x];
            odd ^= (sum & 2) != 0;
        }
        for (int k = 0; k < height; ++k) wide = wide * 0.5 + part[k * width + x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[at] = sum + (odd ? 1 : 0) + (int)wide;
}

// From an id to a bound, in rows; atomic functions; short vectors and numbers of 64 bits.
__kernel void nd_many_rounds(__global const int *in, __global int *out, const int n)
{
    const int x = get_local_id(0), y = get_global_id(1), width = get_global_size(0), at = y * width + (int)get_global_id(0);
    int sum = 0, last = 0;
    for (int i = x; i < 300 + y; i += 20) {
        sum = sum * 3 + in[i];
        last = i;
    }
    for (int i = x; i < 1000; i += 60) sum ^= in[i + y] << (i & 3);
    atomic_add(&out[20000], sum & 15);
    out[at + (int)get_global_id(2) * width * (int)get_global_size(1)] = sum + last;
}

__kernel void nd_many_vectors(__global const int *in, __global int *out, const int n)
{
    const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0),
              at = ((int)get_global_id(2) * (int)get_global_size(1) + y) * width + x;
    int4 sum = (int4)(y);
    long wide = x;
    for (int k = 0; k < 5; ++k) sum = sum * 3 + vload4(x + k, in) - (int4)(in[y + k]);
    for (int k = 0; k < 5; ++k) wide = wide * 0x10001L + in[k * 100 + x] + y;
    vstore4(sum + (int4)((int)wide, (int)(wide >> 32), y, n), at, out);
}

// Columns: a work-item's elements lie far from its neighbours' along x, and beside those of the next row. Also where rows
// go down, leave gaps, or are counted without a sign, and under a mask.
#define MANY_COLUMNS(TYPE, INDEX)                                                                               \
    __kernel void nd_many_columns_##TYPE(__global const TYPE *in, __global TYPE *out, const int n)              \
    {                                                                                                           \
        const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), width = get_global_size(0), \
                  height = get_global_size(1);                                                                  \
        const INDEX at = (INDEX)x * height + y;                                                                 \
        const TYPE a = in[at], b = in[x * (height + 2) + y], c = in[x * height + height - y], d = in[(x * height + y) * 2 % 900]; \
        TYPE sum = (TYPE)(a * 3 + b - c + d);                                                                   \
        if (a > 8 || y == 3) sum += in[x * height + y + 100];                                                   \
        out[z * width * height + x * height + y] = sum;                                                         \
        if (b > 5) out[9000 + z * width * height + x * height + y] = a + b;                                     \
    }
MANY_COLUMNS(int, int)
MANY_COLUMNS(uint, uint)
MANY_COLUMNS(float, size_t)
MANY_COLUMNS(short, int)
MANY_COLUMNS(ushort, long)
MANY_COLUMNS(char, int)
MANY_COLUMNS(uchar, int)

// Pictures that are turned to the left and to the right.
#define MANY_PICTURES(TYPE)                                                                                     \
    __kernel void nd_many_pictures_##TYPE(__global const TYPE *in, __global TYPE *out, const int n)             \
    {                                                                                                           \
        const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), width = get_global_size(0), \
                  height = get_global_size(1), base = z * width * height;                                       \
        if (x >= width - 1 || y >= height) return;                                                              \
        out[base + x * height + height - 1 - y] = in[(width - 1 - x) * height + y] + in[x * height + height - y]; \
    }
MANY_PICTURES(int)
MANY_PICTURES(float)
MANY_PICTURES(short)
MANY_PICTURES(uchar)
__kernel void nd_many_pictures_words(__global const uchar *in, __global uchar *out, const int n)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), width = get_global_size(0),
              height = get_global_size(1);
    __global const uchar4 *from = (__global const uchar4 *)in;
    __global uchar4 *to = (__global uchar4 *)out + z * width * height;
    const uchar4 a = from[x * height + y], b = from[x * height + height - y];
    to[x * height + height - 1 - y] = a.wzyx + b;
    const short2 c = ((__global const short2 *)in)[x * height + y];
    ((__global short2 *)(out + 40000))[z * width * height + x * height + y] = c.yx;
}

// A tile that is turned around in memory of the group, and a guard along both.
__kernel void nd_many_turned(__global const int *in, __global int *out, const int n, __local int *tile)
{
    const int x = get_local_id(0), y = get_local_id(1), width = get_local_size(0), height = get_local_size(1);
    const int column = get_global_id(0), row = get_global_id(1), z = get_local_id(2);
    __local int *part = tile + z * width * height;
    part[x * height + y] = in[row * (int)get_global_size(0) + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = part[(width - 1 - x) * height + y];
    barrier(CLK_LOCAL_MEM_FENCE);
    part[y * width + x] = other * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (column < (int)get_global_size(0) - 1 && row < (int)get_global_size(1) - 1)
        out[((int)get_global_id(2) * (int)get_global_size(0) + column) * (int)get_global_size(1) + row] = part[y * width + x] + other;
}
