// Groups of a few work-items with a fixed size: each work-item has statements of its own. Reads `in`, writes `out`.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT

#define TINY(...) __kernel __attribute__((reqd_work_group_size(__VA_ARGS__))) void

TINY(4, 1, 1) tiny_butterfly(__global const float *in, __global float *out, const int n)
{
    __local float t[4];
    const int l = get_local_id(0), g = get_global_id(0);
    float x = in[g];
    for (int s = 1; s < 4; s <<= 1) {
        t[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        const float other = t[l ^ s];
        barrier(CLK_LOCAL_MEM_FENCE);
        x = (l & s) ? other - x : x + other;
    }
    out[g] = x;
}

static int rotated(__local int *t, int x, int by)
{
    const int l = get_local_id(0), size = get_local_size(0);
    t[l] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int y = t[(l + by) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    return y;
}

struct item {
    int a;
    short b[3];
};

// Seven: arrays and structures that live across barriers, with their addresses, loops and switches between barriers.
TINY(7, 1, 1) tiny_seven(__global const int *in, __global int *out, const int n)
{
    __local int t[7];
    const int l = get_local_id(0), g = get_global_id(0);
    int own[4] = {in[g], l, 3, in[g] - l}, spread[5];
    struct item s = {in[g], {1, (short)l, 3}};
    int *const second = &own[1];
    for (int i = 0; i < 5; ++i) spread[i] = i * in[g] + l;
    if (in[g] % 2) spread[2] = -1;
    s.a += rotated(t, own[2] + s.b[1], 3);
    *second += rotated(t, spread[l % 5], 1);
    switch (l) {
    case 0: spread[1] = 4; break;
    case 3: spread[1] += 2;
    default: spread[0] -= 1;
    }
    for (int i = 0; i < n % 4 + 1; ++i) {
        s.b[i % 3] += (short)rotated(t, spread[i], i);
        if (in[g] == i) continue;
        spread[i] ^= own[i & 3];
    }
    int sum = s.a + s.b[0] + s.b[1] * 3 + s.b[2];
    for (int i = 0; i < 4; ++i) sum = sum * 5 + own[i];
    for (int i = 0; i < 5; ++i) sum = sum % 10007 * 3 + spread[i];
    out[g] = sum;
}

// Two, with a guard and a branch around barriers.
TINY(2, 1, 1) tiny_guard(__global const int *in, __global int *out, const int n)
{
    __local int t[2];
    const int l = get_local_id(0), g = get_global_id(0);
    if (g >= n) return;
    t[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = t[1 - l];
    if (n > 4) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < 1) t[l] += 5;
        barrier(CLK_LOCAL_MEM_FENCE);
        x += t[0];
    }
    out[g] = x;
}

TINY(1, 1, 1) tiny_one(__global const int *in, __global int *out, const int n)
{
    __local int t[2];
    const int g = get_global_id(0);
    t[in[g] & 1] = in[g];
    t[~in[g] & 1] = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = t[0] - t[1];
}

// Two each way.
TINY(2, 2, 2) nd_tiny(__global const int *in, __global int *out, const int n)
{
    __local int t[2][2][2];
    const int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2), g = (int)get_group_id(0) * 8 + (z * 2 + y) * 2 + x;
    int value = in[g];
    for (int d = 0; d < 3; ++d) {
        t[z][y][x] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        value = d == 0 ? value * 3 - t[z][y][1 - x] : d == 1 ? value + 7 * t[z][1 - y][x] : value ^ t[1 - z][y][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g] = value;
}

// A private array that is too large for the stack, in a branch between barriers.
TINY(4, 1, 1) tiny_large(__global const int *in, __global int *out, const int n)
{
    __local int t[4];
    const int l = get_local_id(0), g = get_global_id(0);
    t[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    if (in[g] & 1) {
        uint large[2048];
        for (int i = 0; i < 2048; ++i) large[i] = (uint)(t[(l + i) & 3] + i);
        for (int i = 0; i < 2048; ++i) sum = sum * 3 + large[(in[g] + i * 7) & 2047];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    t[3 - l] = (int)(sum >> 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = t[l];
}
