// Structures and unions with members of all sizes, and their bytes: copies are whole, what lies between members included.
// @range: n
// @arg in: in 64*n
// @arg out: out n
// SPDX-License-Identifier: MIT

typedef struct { double4 a; int n; } wide;
typedef union { int8 v; int raw[8]; } lanes;
typedef struct { char tag; double8 a; } wider;
typedef struct { int n; double x; char c; long2 v; } mixed;
typedef struct { char c; struct { short s; union { char b; double d; }; }; uchar3 t; } inner;
typedef struct __attribute__((packed)) { char c; double x; short s; } tight;
typedef struct { char c; int n; short s; } gaps;
typedef union { char text[5]; int n; } odd;
typedef struct { __private int *p; char c; } pointing;

static uint blend(const uint h, const uint x) { return (h ^ x) * 16777619u; }

#define BYTES(name, type)                                                                   \
    static type name##_copy(const type x) { return x; }                                    \
    __kernel void name##_bytes(__global const int *in, __global int *out, const int n)      \
    {                                                                                       \
        const int g = get_global_id(0);                                                     \
        type from, to, all[3];                                                              \
        uchar *bytes = (uchar *)&from;                                                      \
        uint h = sizeof(type);                                                              \
        for (uint i = 0; i < sizeof(type); ++i) bytes[i] = (uchar)(in[g + i] * 7 + i);      \
        to = from;                                                                          \
        all[0] = to;                                                                        \
        all[in[g] & 1] = to;                                                                \
        all[2] = all[0];                                                                    \
        if (in[g] > 1000) all[2] = name##_copy(from);                                       \
        const uchar *copy = (const uchar *)&all[2];                                         \
        for (uint i = 0; i < sizeof(type); ++i) h = blend(h, copy[i]);                        \
        out[g] = (int)h;                                                                    \
    }
BYTES(wide, wide)
BYTES(lanes, lanes)
BYTES(wider, wider)
BYTES(mixed, mixed)
BYTES(inner, inner)
BYTES(tight, tight)
BYTES(gaps, gaps)
BYTES(odd, odd)

// Whole structures in memory that all share.
__kernel void gaps_whole(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __local gaps shared[64];
    const int l = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
    const int size = get_local_size(0) * get_local_size(1) * get_local_size(2);
    __local uchar *bytes = (__local uchar *)&shared[l];
    uint h = 1;
    for (uint i = 0; i < sizeof(gaps); ++i) bytes[i] = (uchar)(in[g + i] + i);
    barrier(CLK_LOCAL_MEM_FENCE);
    const gaps mine = shared[size - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[l] = mine;
    for (uint i = 0; i < sizeof(gaps); ++i) h = blend(h, bytes[i]);
    if (get_global_size(1) * get_global_size(2) == 1) out[g] = (int)h;
}

__kernel void members(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    wide a = {.n = in[g]};
    lanes u;
    mixed m = {1, 2.5, 'c', (long2)(in[g], 7)};
    inner i = {.c = 1};
    int sum = 0;
    pointing p = {&sum, 3};
    a.a.s2 = in[g + 1];
    u.v = (int8)(in[g + 2]);
    u.raw[in[g] & 7] += 5;
    i.d = m.x;
    *p.p += p.c + (int)a.a.s2 + a.n + u.v.s3 + (int)m.v.y + (int)i.d;
    out[g] = sum + (int)sizeof(wider);
}

// Elements of a work-item's own array, at places that only the work-item knows: the compiler has one piece of the stack for
// all of them.
__attribute__((noinline)) static void put(int *place, const int x) { *place = x; }

__kernel void chosen_elements(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    ulong a[2];
    a[in[g] & 1] = (ulong)in[g];
    a[~in[g] & 1] = (ulong)g;
    if (get_global_size(1) * get_global_size(2) == 1) out[g] = (int)(a[0] * 3 + a[1]);
}

__kernel void chosen_elements_called(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a[2];
    put(&a[in[g] & 1], in[g]);
    a[~in[g] & 1] = g;
    if (get_global_size(1) * get_global_size(2) == 1) out[g] = a[0] * 3 + a[1];
}

typedef struct __attribute__((packed)) { char first; int second; float third; short fourth; double fifth; } unaligned;

static float work(float x)
{
#define STEP x = (x * 0.75f + 1.0f) * (1.0f - x * 0.001f) + fabs(x) * 0.125f;
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP
    STEPS STEPS STEPS STEPS STEPS
    return x;
}

// Members without alignment, in vectors, for which the rest of the kernel is large enough.
__kernel void check_unaligned(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), l = get_local_id(0);
    __global unaligned *p = (__global unaligned *)(out + g - l);
    int right = work(in[g]) > 0;
    if ((l + 1) * (int)sizeof(unaligned) <= (int)get_local_size(0) * 4) {
        p[l].second = in[g];
        p[l].third = in[g] * 2.0f;
        p[l].fourth = (short)in[g];
        p[l].fifth = in[g];
        right &= p[l].second == in[g] && p[l].third == in[g] * 2.0f && p[l].fourth == in[g] && p[l].fifth == in[g];
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[g] = right;
}
