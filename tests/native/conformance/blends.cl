// Stores under a mask to __local memory, of which native code may write whole vectors: what inactive lanes have there, and
// what lies around the object, must stay. Each kernel has objects beside each other that one vector reaches, and adds up all
// of them behind a barrier.
// @range: n
// @arg in: in n
// @arg out: out n
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define LARGEST 64
#define ITEMS (int)(get_local_size(0) * get_local_size(1) * get_local_size(2))
#define ROW (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0))
#define PLACE (int)(get_group_id(0) * ITEMS + ROW + get_local_id(0))
#define WAIT barrier(CLK_LOCAL_MEM_FENCE)

// Of each type, under masks that are data. The elements of inactive lanes keep what was there.
#define OF_TYPE(T, name)                                                                                 \
    __kernel void name(__global const int *in, __global int *out, const int n)                           \
    {                                                                                                    \
        __local T t[LARGEST];                                                                            \
        const int l = ROW + (int)get_local_id(0), i = PLACE, k = in[i];                                  \
        t[l] = (T)(l + 1);                                                                               \
        WAIT;                                                                                            \
        if (k & 1) t[l] = (T)(k + 40);                                                                   \
        if (k % 3 == 0) t[l] = t[l] + (T)2;                                                              \
        WAIT;                                                                                            \
        int sum = 0;                                                                                     \
        for (int j = 0; j < ITEMS; ++j) sum = (sum * 31 + (int)t[j]) & 0xfffff;                          \
        out[i] = sum + (int)t[ITEMS - 1 - l];                                                            \
    }
OF_TYPE(char, blends_char)
OF_TYPE(uchar, blends_uchar)
OF_TYPE(short, blends_short)
OF_TYPE(ushort, blends_ushort)
OF_TYPE(int, blends_int)
OF_TYPE(uint, blends_uint)
OF_TYPE(float, blends_float)
OF_TYPE(long, blends_long)
OF_TYPE(ulong, blends_ulong)
OF_TYPE(double, blends_double)

// At both ends of an object: the first lanes lie in front of it, and the last ones behind it. The neighbours fill their 64
// bytes, so that a vector reaches them.
#define AT_ENDS(T, COUNT, name)                                                                          \
    __kernel void name(__global const int *in, __global int *out, const int n)                           \
    {                                                                                                    \
        __local T first[COUNT], t[COUNT], last[COUNT];                                                   \
        const int l = ROW + (int)get_local_id(0), i = PLACE;                                             \
        for (int j = l; j < COUNT; j += ITEMS) {                                                         \
            first[j] = (T)(j + 50);                                                                      \
            t[j] = (T)(j + 70);                                                                          \
            last[j] = (T)(j + 90);                                                                       \
        }                                                                                                \
        WAIT;                                                                                            \
        const int front = l - 5, behind = COUNT - 3 + l;                                                 \
        if (front >= 0 && front < COUNT) t[front] = (T)(in[i] + 3);                                      \
        WAIT;                                                                                            \
        if (behind < COUNT) t[behind] = (T)(in[i] + 9);                                                  \
        WAIT;                                                                                            \
        if (front >= 0 && front < COUNT) first[front] = (T)(in[i] + 5);                                  \
        if (behind < COUNT) last[behind] = (T)(in[i] + 7);                                               \
        WAIT;                                                                                            \
        int sum = 0;                                                                                     \
        for (int j = 0; j < COUNT; ++j)                                                                  \
            sum = (sum * 29 + (int)first[j] * 3 + (int)t[j] * 5 + (int)last[j]) & 0xfffff;               \
        out[i] = sum;                                                                                    \
    }
AT_ENDS(uchar, 64, blends_ends_uchar)
AT_ENDS(short, 32, blends_ends_short)
AT_ENDS(int, 16, blends_ends_int)
AT_ENDS(float, 16, blends_ends_float)
AT_ENDS(long, 8, blends_ends_long)
AT_ENDS(double, 8, blends_ends_double)

// Short vectors, whose components are beside each other in memory.
#define OF_VECTORS(T, S, name)                                                                           \
    __kernel void name(__global const int *in, __global int *out, const int n)                           \
    {                                                                                                    \
        __local T t[LARGEST];                                                                            \
        const int l = ROW + (int)get_local_id(0), i = PLACE, k = in[i];                                  \
        t[l] = (T)((S)l);                                                                                \
        WAIT;                                                                                            \
        if (k & 2) t[l] = t[l] * (T)((S)3) + (T)((S)k);                                                  \
        WAIT;                                                                                            \
        int sum = 0;                                                                                     \
        for (int j = 0; j < ITEMS; ++j)                                                                  \
            sum = (sum * 31 + (int)t[j].s0 + (int)t[j].s1 * 7) & 0xfffff;                                \
        out[i] = sum;                                                                                    \
    }
OF_VECTORS(uchar4, uchar, blends_uchar4)
OF_VECTORS(short2, short, blends_short2)
OF_VECTORS(int2, int, blends_int2)
OF_VECTORS(float4, float, blends_float4)
OF_VECTORS(double2, double, blends_double2)

// All of an object is in the first of the vectors that hold the components of all lanes; the others are far behind it.
__kernel void blends_few_vectors(__global const int *in, __global int *out, const int n)
{
    __local float4 t[2];
    const int l = ROW + (int)get_local_id(0), i = PLACE;
    if (l == 0) t[0] = t[1] = (float4)(1.0f);
    WAIT;
    if (l < 1 && in[i] > 2) t[l + 1] = t[l + 1] * 3.0f + (float4)(in[i]);
    WAIT;
    const float4 sum = t[0] + t[1] * 2.0f;
    out[i] = (int)(sum.x + sum.y + sum.z * 3.0f + sum.w);
}

// Indices without a sign, which may wrap, and those that are clamped.
__kernel void blends_rings(__global const int *in, __global int *out, const int n)
{
    __local uint t[LARGEST + 16];
    const uint l = ROW + get_local_id(0), shift = (uint)n % 7u;
    const int i = PLACE;
    for (uint j = l; j < LARGEST + 16; j += ITEMS) t[j] = j;
    WAIT;
    if (in[i] & 1) t[l + shift] = in[i] + 100;
    WAIT;
    if (l >= 9u) t[l - 9u + shift] += 1000;
    WAIT;
    uint sum = 0;
    for (int j = 0; j < LARGEST + 16; ++j) sum = sum * 31u + t[j];
    out[i] = (int)(sum & 0xfffff);
}

__kernel void blends_clamped(__global const int *in, __global int *out, const int n)
{
    __local int t[LARGEST];
    const int l = ROW + (int)get_local_id(0), i = PLACE, last = ITEMS - 1;
    t[l] = l;
    WAIT;
    if (in[i] & 1) t[min(l, last)] = in[i] + 100;
    WAIT;
    if (l > 3 && in[i] > 4) t[max(l - 2, 1)] = l * 3;
    WAIT;
    int sum = 0;
    for (int j = 0; j < ITEMS; ++j) sum = (sum * 31 + t[j]) & 0xfffff;
    out[i] = sum;
}

// No lane is active, and the address is far outside of the scratch.
__kernel void blends_nothing(__global const int *in, __global int *out, const int n)
{
    __local int t[LARGEST];
    const int l = ROW + (int)get_local_id(0), i = PLACE;
    const int far = in[i] < 1000 ? 1 : 0, away = n << 20;
    t[l] = l;
    WAIT;
    if (!far) t[l + away] = 1;
    if (!far && in[i] > 3) t[l - away] = 2;
    WAIT;
    out[i] = t[ITEMS - 1 - l];
}

// A half of the work-items adds what the other half has, down to one: masks are full, partial and empty in turn.
__kernel void blends_sum(__global const int *in, __global int *out, const int n)
{
    __local int t[LARGEST];
    __local long wide[LARGEST];
    const int l = ROW + (int)get_local_id(0), i = PLACE;
    t[l] = in[i];
    wide[l] = in[i] * 5;
    for (int d = LARGEST / 2; d; d >>= 1) {
        WAIT;
        if (l < d && l + d < ITEMS) {
            t[l] += t[l + d];
            wide[l] -= wide[l + d];
        }
    }
    WAIT;
    out[i] = t[0] + (int)wide[0] + t[l];
}

// Values and objects that are kept across barriers, in rows that end inside a vector.
__kernel void blends_kept(__global const int *in, __global int *out, const int n)
{
    __local int t[LARGEST];
    const int l = ROW + (int)get_local_id(0), i = PLACE;
    int a = in[i], own[3];
    long b = in[i] * 7;
    double c = in[i] * 0.5;
    for (int j = 0; j < 3; ++j) own[j] = in[i] + j;
    for (int j = 0; j < 3; ++j) {
        t[l] = a + own[j];
        WAIT;
        a = a * 3 + t[ITEMS - 1 - l];
        b -= t[(l + 1) % ITEMS];
        c += t[l] & 7;
        own[(a + j) % 3] += 5;
        WAIT;
    }
    out[i] = (a & 0xffff) + (int)b + (int)(c * 2.0) + own[0] + own[1] * 3 + own[2] * 5;
}

// The memory of a __local argument has no room around it.
__kernel void blends_argument(__global const int *in, __global int *out, __local int *t, const int n)
{
    const int l = ROW + (int)get_local_id(0), i = PLACE, end = 8192 / 4;
    for (int j = l; j < end; j += ITEMS) t[j] = j & 255;
    WAIT;
    if (l >= 3) t[l - 3] = in[i];
    if (l < 3) t[end - 3 + l] = in[i] + 1;
    WAIT;
    int sum = 0;
    for (int j = 0; j < end; ++j) sum = (sum * 31 + t[j]) & 0xfffff;
    out[i] = sum;
}
