// Pipes of OpenCL C 2.0: each kernel looks at its own results. All pipes of a kernel whose packets have one size are the same
// pipe, which has room for 4 * n packets. Other groups may use it at the same time, so that a write or a read may fail for a
// moment, and a packet may be another group's: each packet shows by itself that it is whole. With LANES, the kernels compute
// enough beside it that vectors are worth it, and no loop waits.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

#ifdef LANES
static float work(float x)
{
#define STEP x = (x * 0.75f + 1.0f) * (1.0f - x * 0.001f) + fabs(x) * 0.125f;
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP
    STEPS STEPS STEPS STEPS STEPS
    return x;
}
#define RIGHT (work(in[get_global_id(0)]) > 0.0f)
#else
#define RIGHT 1
#endif

#define BEGIN                                                                                    \
    const int items = get_local_size(0), l = get_local_id(0), g = get_global_id(0);              \
    int right = RIGHT;

// With a count of its own a loop is no waiting loop, because of which work-items would run one by one.
#ifdef LANES
#define UNTIL(condition)                            \
    for (int tries = 0; tries < 100000000; ++tries) \
        if (condition) break;                       \
        else
#else
#define UNTIL(condition) while (!(condition))
#endif

#define PUT(to, x)                      \
    UNTIL(write_pipe(to, x) == 0)       \
    {                                   \
        right &= RIGHT;                 \
    }
#define TAKE(from, x)                   \
    UNTIL(read_pipe(from, x) == 0)      \
    {                                   \
        right &= RIGHT;                 \
    }

// ---- Packets of each type -----------------------------------------------------------------------------------------------

#define ROUND(name, T, make, same)                                                                          \
    __kernel void check_##name(write_only pipe T to, read_only pipe T from, __global const int *in,         \
                               __global int *out, const int n)                                              \
    {                                                                                                       \
        BEGIN                                                                                               \
        const int v = (in[g] + g) & 63;                                                                     \
        T x = make, y;                                                                                      \
        PUT(to, &x)                                                                                         \
        work_group_barrier(CLK_GLOBAL_MEM_FENCE);                                                           \
        TAKE(from, &y)                                                                                      \
        right &= same;                                                                                      \
        out[g] = right;                                                                                     \
    }
ROUND(char, char, (char)v, y >= 0 && y < 64)
ROUND(ushort, ushort, (ushort)(v + 65000), y >= 65000 && y < 65064)
ROUND(int, int, v * 1000003, y % 1000003 == 0)
ROUND(long, long, (long)v << 40, (y & 0xffffffffffL) == 0 && y >> 40 < 64)
ROUND(float, float, v * 0.25f, y * 4.0f == floor(y * 4.0f))
ROUND(double, double, v * 0.125, y * 8.0 == floor(y * 8.0))
ROUND(char3, char3, (char3)(v, v + 1, v + 2), y.y == y.x + 1 && y.z == y.x + 2)
ROUND(short2, short2, (short2)(v, 3 * v), y.y == 3 * y.x)
ROUND(float4, float4, (float4)(v, v + 1, v + 2, v + 3), all(y == y.x + (float4)(0, 1, 2, 3)))
ROUND(int8, int8, (int8)(v) + (int8)(0, 1, 2, 3, 4, 5, 6, 7), all(y == y.s0 + (int8)(0, 1, 2, 3, 4, 5, 6, 7)))
ROUND(double2, double2, (double2)(v, -v), y.x == -y.y)
ROUND(long16, long16, (long16)(v), all(y == y.s0))

typedef struct { char tag; float4 place; short count; } padded;
typedef struct { int key; padded inner[2]; long sum; } nested;
typedef struct { uchar bytes[3]; } odd;
typedef struct __attribute__((packed)) { char first; int second; double third; } tight;
typedef struct { int words[100]; } large;
typedef union { int whole; uchar bytes[4]; } either;

static padded make_padded(int v)
{
    padded p = {(char)v, (float4)(v, v, v, v + 1), (short)(v * 5)};
    return p;
}
static int is_padded(const padded *p)
{
    return p->place.x == p->tag && p->place.w == p->tag + 1 && p->count == p->tag * 5;
}
static nested make_nested(int v)
{
    nested p = {v, {make_padded(v), make_padded(v / 2)}, (long)v << 33};
    return p;
}
static odd make_odd(int v)
{
    odd p = {{(uchar)v, (uchar)(v + 1), (uchar)(v + 2)}};
    return p;
}
static tight make_tight(int v)
{
    tight p = {(char)v, v * 100000, v * 0.5};
    return p;
}
static large make_large(int v)
{
    large p;
    for (int i = 0; i < 100; ++i) p.words[i] = v * i;
    return p;
}
static int is_large(const large *p)
{
    int same = 1;
    for (int i = 0; i < 100; ++i) same &= p->words[i] == p->words[1] * i;
    return same;
}
static either make_either(int v)
{
    either e = {v * 0x01010101};
    return e;
}
ROUND(padded, padded, make_padded(v), is_padded(&y))
ROUND(nested, nested, make_nested(v), y.inner[0].tag == y.key && y.inner[1].tag == y.key / 2 && is_padded(y.inner) &&
      is_padded(y.inner + 1) && y.sum >> 33 == y.key)
ROUND(odd, odd, make_odd(v), y.bytes[1] == y.bytes[0] + 1 && y.bytes[2] == y.bytes[0] + 2)
ROUND(tight, tight, make_tight(v), y.second == y.first * 100000 && y.third == y.first * 0.5)
ROUND(large, large, make_large(v), is_large(&y))
ROUND(either, either, make_either(v), y.bytes[0] == y.bytes[3] && y.whole == y.bytes[0] * 0x01010101)

// ---- Where packets come from and go to ----------------------------------------------------------------------------------

// Straight from the caller's memory into local memory.
__kernel void check_spaces(write_only pipe int to, read_only pipe int from, __global const int *in, __global int *out, const int n)
{
    BEGIN
    __local int taken[64];
    PUT(to, &in[g])
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    TAKE(from, &taken[l])
    barrier(CLK_LOCAL_MEM_FENCE);
    right &= taken[items - 1 - l] >= 0 && taken[items - 1 - l] < 23;
    out[g] = right;
}

static int put_even(write_only pipe int to, int v)
{
    const int twice = 2 * v;
    return write_pipe(to, &twice);
}
static int take(read_only pipe int from, int *v)
{
    return read_pipe(from, v);
}

// A pipe as the argument of functions, and work-items that go different ways.
__kernel void check_ways(write_only pipe int to, read_only pipe int from, __global const int *in, __global int *out, const int n)
{
    BEGIN
    int left = in[g] % 3, v = 0;
    for (int i = left; i > 0; --i) {
        if (g & 1) {
            UNTIL(put_even(to, i) == 0)
            {
                right &= RIGHT;
            }
        } else {
            v = 2 * i + 2;
            PUT(to, &v)
        }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    UNTIL(left == 0)
    {
        v = 1;
        right &= RIGHT;
        if (take(from, &v) == 0) {
            --left;
            right &= (v & 1) == 0 && v > 0;
        } else {
            right &= v == 1;
        }
    }
    out[g] = right;
}

// ---- Reservations -------------------------------------------------------------------------------------------------------

__kernel void check_reserved(write_only pipe int2 to, read_only pipe int2 from, __global const int *in, __global int *out,
                             const int n)
{
    BEGIN
    reserve_id_t r = reserve_write_pipe(to, 2);
    UNTIL(is_valid_reserve_id(r))
    {
        right &= RIGHT;
        r = reserve_write_pipe(to, 2);
    }
    // The second one first; the second half stays what it is until the commit.
    for (int i = 1; i >= 0; --i) {
        const int2 x = (int2)(in[g], i);
        right &= RIGHT;
        right &= write_pipe(to, r, i, &x) == 0;
    }
    const int2 beyond = (int2)(-1, -1);
    right &= write_pipe(to, r, 2, &beyond) < 0;
    commit_write_pipe(to, r);
    barrier(CLK_GLOBAL_MEM_FENCE);
    r = reserve_read_pipe(from, 2);
    UNTIL(is_valid_reserve_id(r))
    {
        right &= RIGHT;
        r = reserve_read_pipe(from, 2);
    }
    int2 a, b, c = beyond;
    right &= read_pipe(from, r, 1, &b) == 0 && read_pipe(from, r, 0, &a) == 0 && read_pipe(from, r, 2, &c) < 0;
    right &= a.x == b.x && a.y == 0 && b.y == 1 && c.x == -1;
    commit_read_pipe(from, r);
    out[g] = right;
}

__kernel void check_limits(write_only pipe int to, __global const int *in, __global int *out, const int n)
{
    BEGIN
    right &= get_pipe_max_packets(to) == (uint)(4 * n);
    right &= get_pipe_num_packets(to) <= (uint)(4 * n);
    right &= !is_valid_reserve_id(reserve_write_pipe(to, 4 * n + 1));
    right &= !is_valid_reserve_id(CLK_NULL_RESERVE_ID);
    reserve_id_t ids[2] = {CLK_NULL_RESERVE_ID, CLK_NULL_RESERVE_ID};
    ids[g & 1] = reserve_write_pipe(to, 1);
    right &= !is_valid_reserve_id(ids[1 - (g & 1)]);
    right &= is_valid_reserve_id(ids[g & 1]);
    const int v = g;
    right &= write_pipe(to, ids[g & 1], 0, &v) == 0;
    commit_write_pipe(to, ids[g & 1]);
    right &= get_pipe_num_packets(to) >= 1;
    out[g] = right;
}

// Some of a group's work-items.
__kernel void check_some(write_only pipe float2 to, read_only pipe float2 from, __global const int *in, __global int *out,
                         const int n)
{
    BEGIN
    const float2 x = (float2)(in[g], in[g] * 0.5f + 1.0f);
    if (in[g] & 1) {
        PUT(to, &x)
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    float2 y = (float2)(0.0f, 1.0f);
    if (in[g] & 1) {
        TAKE(from, &y)
    }
    right &= y.y == y.x * 0.5f + 1.0f;
    out[g] = right;
}

// The packets of one group stay together.
__kernel void check_group(write_only pipe int4 to, read_only pipe int4 from, __global const int *in, __global int *out, const int n)
{
    BEGIN
    __local int groups[64];
    reserve_id_t r = work_group_reserve_write_pipe(to, items);
    while (!is_valid_reserve_id(r)) r = work_group_reserve_write_pipe(to, items);
    const int4 x = (int4)(get_group_id(0), l, g, in[g]);
    right &= write_pipe(to, r, items - 1 - l, &x) == 0;
    work_group_commit_write_pipe(to, r);
    r = work_group_reserve_read_pipe(from, items);
    while (!is_valid_reserve_id(r)) r = work_group_reserve_read_pipe(from, items);
    int4 y;
    right &= read_pipe(from, r, l, &y) == 0;
    work_group_commit_read_pipe(from, r);
    groups[l] = y.x;
    barrier(CLK_LOCAL_MEM_FENCE);
    right &= y.y == items - 1 - l && y.z == y.x * items + y.y && y.w == in[y.z] && groups[(l + 1) % items] == y.x;
    out[g] = right;
}

__kernel void check_two_groups(write_only pipe short to, read_only pipe short from, __global const int *in, __global int *out,
                               const int n)
{
    BEGIN
    const reserve_id_t first = work_group_reserve_write_pipe(to, items), second = work_group_reserve_write_pipe(to, 2);
    right &= is_valid_reserve_id(first) && is_valid_reserve_id(second);
    const short x = 7, y = 9;
    right &= write_pipe(to, first, l, &x) == 0;
    if (l == 0) right &= write_pipe(to, second, 0, &y) == 0 && write_pipe(to, second, 1, &y) == 0;
    work_group_commit_write_pipe(to, second);
    work_group_commit_write_pipe(to, first);
    short z = 0;
    TAKE(from, &z)
    right &= z == 7 || z == 9;
    out[g] = right;
}

__kernel void check_sub_group(write_only pipe float to, read_only pipe float from, __global const int *in, __global int *out,
                              const int n)
{
    BEGIN
    const uint k = get_sub_group_size(), i = get_sub_group_local_id();
    reserve_id_t r = sub_group_reserve_write_pipe(to, k);
    const float x = in[g] * 0.5f;
    right &= is_valid_reserve_id(r) && write_pipe(to, r, i, &x) == 0 && write_pipe(to, r, k, &x) < 0;
    sub_group_commit_write_pipe(to, r);
    barrier(CLK_GLOBAL_MEM_FENCE);
    float y = -1;
    r = sub_group_reserve_read_pipe(from, k);
    const int whole = sub_group_all(is_valid_reserve_id(r));
    right &= sub_group_any(is_valid_reserve_id(r)) == whole;
    if (whole) right &= read_pipe(from, r, i, &y) == 0;
    sub_group_commit_read_pipe(from, r);
    if (!whole) {
        TAKE(from, &y)
    }
    right &= y >= 0 && y < 11.5f && y * 2.0f == floor(y * 2.0f);
    out[g] = right;
}
