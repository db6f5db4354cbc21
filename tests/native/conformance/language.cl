// Statements, expressions, conversions, vectors, structures, constants, pointers. Each kernel reads `in`, writes `out`.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// Sums of products are exact here: some drivers fuse them whatever a pragma says.

__constant int table[2][4] = {{1, 2, 3, 4}, {[2] = 7, [0] = 5}};
__constant float4 directions[3] = {(float4)(1.0f, 0.0f, 0.0f, 0.0f), (float4)(0.5f), (float4)((float2)(1.0f, 2.0f), 3.0f, 4.0f)};
__constant char text[] = "clb\n\"undle";

enum colour { RED = 2, GREEN, BLUE = -7 };
enum size { SMALL, LARGE = 3, HUGE_ONE = 0x80000000u };

typedef struct inner {
    char c;
    short s[3];
} inner;

typedef struct outer {
    inner i[2];
    double d;
    float3 v;
    uchar u;
} outer;

typedef union both {
    uint u;
    float f;
    uchar4 bytes;
} both;

__kernel void statements(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    int sum = 0;
    for (int i = 0, k = 10; i < k; ++i, --k) sum += i * k;
    int w = x;
    while (w > 0) {
        w -= 3;
        if (w == 7) continue;
        if (w == 4) break;
        sum += w;
    }
    do sum ^= w;
    while (++w < 5);
    switch (x % 7) {
    case 0: sum += 1; /* fall through */
    case 1: sum += 10; break;
    case 2 ... 3:
        for (int i = 0; i < 3; ++i) {
            if (i == x % 3) continue;
            if (sum > 1000) break;
            sum += 100;
        }
        break;
    default: {
        int y = sum;
        sum = y * 2;
    }
    case 6: sum -= 5;
    }
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) {
            if (k == i) continue;
            if (i * k > 5) break;
            sum += i * 4 + k;
        }
        switch (i) {
        case 2: continue;
        }
        ++sum;
    }
    out[g] = sum;
}

static int with_goto(int x)
{
    int sum = 0;
again:
    sum += x;
    if (--x > 0) goto again;
    return sum;
}

static int many_returns(int x, __global const int *p)
{
    if (x < 3) return p[x];
    for (int i = 0; i < x; ++i)
        if (p[i] == 5) return i;
    return -1;
}

__kernel void functions(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    out[g] = with_goto(in[g]) + 100 * many_returns(in[g], in) + (int)get_local_size(0) * 0;
}

__kernel void integers(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int x = in[g] - 9, y = (g % 5) - 2;
    uint u = (uint)x;
    char c = (char)(x * 50);
    uchar h = (uchar)x;
    short s = (short)(x * 9000);
    long l = (long)x << 33;
    ulong m = (ulong)u * u;
    c += 100;
    h <<= 3;
    s /= 7;
    s >>= y & 3;
    l -= y;
    m >>= 65;
    const int quotient = y ? x / y : 3, rest = y ? x % y : 4;
    u = u / 3u + u % 7u;
    x = (x << (33 + y * 0)) ^ (x >> 2);
    bool b = x;
    b = !b;
    int steps = x++ + --y;
    out[g] = (int)c + h * 3 + s * 5 + (int)(l >> 20) + (int)((m ^ (m >> 32)) & 0xffffff) + quotient * 7 + rest * 11 + (int)(u >> 8) + x + b + steps +
             (x > y ? x & y : x | ~y) + (x && y) * 13 + (x == 3 || y == 2) * 17 + (int)sizeof(outer) + BLUE + GREEN;
}

__kernel void reals(__global const float *in, __global float *out, const int n)
{
    const int g = get_global_id(0);
    const float x = in[g];
    double d = x;
    float f = x * 2.5f - 1.0f;
    d = d * d - 0.1;
    f += (float)d;
    f /= 3.0f;
    const int i = (int)x;
    const uint u = (uint)fabs(x);
    out[g] = f + (float)i * 0.5f + (float)u + (x < 0.0f ? -x : x + 0x1.8p3f) + (x != x) + convert_float(convert_int_sat_rte(x * 1e9f)) / 1e9f;
}

__kernel void vectors(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    int4 a = (int4)(x, 2, 3, g), b = (int4)(1), c;
    int3 t = (int3)(x, x + 1, x + 2);
    int8 e = (int8)(a, b + 1);
    c = a.wzyx * b + a.xxyy;
    c.xz = (int2)(7, 8);
    c.lo += c.hi;
    c.s3 ^= 5;
    e.even = a;
    e.s17 = e.s71;
    t.zx = t.xy;
    t = t * 2 / (int3)(3, 0 * x + 2, 5);
    a <<= (int4)(1, 2, 33, 3);
    a++;
    const int4 less = a < b, both = less || (a == c), chosen = less ? a : c;
    char4 small = convert_char4_sat(a * 40);
    uchar4 bits = as_uchar4(x);
    const int16 wide = (int16)(e, a, c);
    b = -a + ~c;
    b = !b;
    out[g] = c.x + c.y * 2 + c.z * 3 + c.w * 5 + t.x * 7 + t.y * 11 + t.z * 13 + e.s1 + e.s7 * 3 + e.s4 + less.x + both.y * 3 +
             chosen.z + small.x + small.w + bits.x * 5 + wide.sF + wide.sa + b.x + a.y + any(less) * 100 + all(both) * 1000;
}

__kernel void float_vectors(__global const float *in, __global float *out, const int n)
{
    const int g = get_global_id(0);
    float2 a = (float2)(in[g], 1.5f);
    float4 b = (float4)(a, a.yx), c = directions[1] * in[g] + directions[2];
    b.w = 2.0f;
    float3 d = b.xyz + 1.0f;
    d = d > c.xyz ? d : c.xyz;
    const int4 order = isless(b, c);
    b = select(b, c, order);
    out[g] = dot(b.xy, (float2)(2.0f, 4.0f)) + d.x - d.y + d.z + fma(a.x, 2.0f, a.y) + vload2(0, in + g % 2).y + length(a) * 0.0f;
}

static outer make(int x)
{
    outer o = {{{1, {2, x}}, {.s = {3, 4, 5}, .c = (char)x}}, 1.5, {1.0f, 2.0f, 3.0f}, 9};
    o.i[1].s[x & 1] = (short)x;
    return o;
}

__kernel void structures(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    outer o = make(in[g]), copy;
    copy = o;
    outer *p = &copy;
    p->d *= 2.0;
    p->v.y += 1.0f;
    both u;
    u.f = (float)in[g] + 0.5f;
    int sum = 0;
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 3; ++k) sum += p->i[i].s[k] * (i + k + 1);
    const inner *q = &p->i[1];
    out[g] = sum + q->c + (int)(p->d + o.d) + (int)p->v.y + o.u + (int)(u.u >> 20) + u.bytes.w + table[g & 1][in[g] & 3] + text[g % 11] +
             (int)sizeof text + (int)directions[2].w;
}

__kernel void pointers(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int room[8] = {3, 1, 4, 1, 5};
    int *p = room, **pp = &p;
    int(*row)[4] = (int(*)[4])room;
    *p++ += in[g];
    *(p + 2) = 9;
    (*pp)++;
    p[1] ^= 6;
    __global const int *begin = in, *at = in + g;
    const int distance = (int)(at - begin);
    out[g] = room[0] + room[1] * 2 + room[2] * 3 + room[3] * 5 + row[1][0] * 7 + *(p - 1) + distance + (at > begin) + (p != room) +
             (pp == 0) + *((int[]){in[g], 2} + 1);
}

__kernel void atomics(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    volatile __global int *count = (volatile __global int *)out;
    __local int shared;
    if (get_local_id(0) == 0) shared = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&shared, in[g]);
    atomic_max(count + n, in[g] + g);
    atomic_inc(&count[n + 1]);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = shared;
}

__kernel void work_items(__global const int *in, __global int *out, const int n)
{
    const size_t g = get_global_id(0);
    int sum = 0;
    for (uint d = 0; d < 3; ++d)
        sum = sum * 3 + (int)(get_global_id(d) + 2 * get_local_id(d) + 3 * get_group_id(d) + 5 * get_global_size(d) +
                              7 * get_local_size(d) + 11 * get_num_groups(d) + 13 * get_global_offset(d));
    out[g] = sum + in[g];
}

__kernel void nd_items(__global const int *in, __global int *out, const int n)
{
    __local int tile[64];
    const int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
    const int w = get_local_size(0), h = get_local_size(1), d = get_local_size(2);
    const int l = (z * h + y) * w + x;
    const int g = (int)get_group_id(0) * w * h * d + l;
    int sum = in[g];
    tile[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < h; ++k) {
        sum += tile[(z * h + k) * w + x] * (k + y);
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[l] = (sum + k) % 1000; // or else sixteen rounds overflow
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g] = sum + (int)get_global_id(1) * 100 + (int)get_global_id(2) * 10000;
}

// Vectors behind pointers: elements' alignment is all that an application must keep.
__kernel void vector_pointers(__global const int4 *in, __global int3 *out, const int n)
{
    const int g = get_global_id(0);
    __global const int4 *p = in + g % 4;
    int4 own[2] = {p[0], p[1].wzyx};
    int4 *q = own;
    q->y += 5;
    q[1].xz = q[0].yw;
    out[g].x = q[0].y + q[1].x;
    out[g].yz = q[1].zw + (int2)(g, 1);
}

__constant float nothing = 0.0f;

// Nothing minus nothing is nothing, not its negation.
__kernel void zero_minus(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g] % 3;
    const float none = 0.0f;
    int bits = as_int(0.0f - (float)x) ^ as_int(nothing - (float)(uint)x) << 1 ^ as_int(none - (float)x) << 2;
    bits ^= (int)(as_ulong(0.0 - (double)x) >> 31) ^ (as_int(0.0f * 2 - +(float)x) & 0x11000000);
    bits ^= as_int(0.0f - (x > 1 ? (float)x : (float)(char)x)) >> 3 ^ as_int(-0.0f - (float)x) >> 4;
    out[g] = bits;
}

// An enum counts as a uint where no enumerator is negative, as an int otherwise.
__kernel void enums(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const enum size s = (enum size)(in[g] % 4), huge = in[g] > 100 ? SMALL : HUGE_ONE;
    const enum colour c = in[g] & 1 ? RED : BLUE;
    const long wide = huge;
    const float real = huge;
    int r = s - 1 < 0 ? 1 : 0;
    r |= c - 3 < 0 ? 2 : 0;
    r |= s - 5 > 100 ? 4 : 0;
    r |= wide > 0 ? 8 : 0;
    r |= real > 0 ? 16 : 0;
    r |= (g & 1 ? s : -1) < 0 ? 32 : 0;
    r |= ((long)(s - 4) > 0) ? 64 : 0;
    r |= ((long)c < 0) ? 128 : 0;
    out[g] = r | (int)(convert_float(huge) / 16777216.0f) << 8;
}

// Vectors that are computed from constants.
__constant int4 folded[] = {
    (int4)(1, -2, 3, 40) * 3 + 1, -(int4)(5, 6, 7, 8) << 2, (int4)(7, -8, 9, -10) / (int4)(2, 3, -4, 5),
    (int4)(7, 8, -9, 10) % (int4)(2, 3, 4, 7), (int4)(1, 5, 2, 9) > (int4)(3), ~(int4)(1) ^ (int4)(6, 7, 8, 9),
    !(float4)(0, 1, -0.0f, 2), 1 ? (int4)(3) : (int4)(4), (int4)((int2)(1, 2) - (int2)(5), 6, 7) >> 33};
__constant uchar4 folded_bytes = (uchar4)(200, 100, 3, 1) + (uchar4)(100) - (uchar4)(9, 8, 7, 6) * (uchar4)(50);
__constant float4 folded_reals = (float4)(1, 2, 3, 4) / 3.0f - (float4)(7, 8, 9, 1e30f) * (float4)(0.5f, 0.25f, 2, 1e30f);
__constant double2 doubled = (double2)(0.1, 3) + 0.2;

__kernel void folded_vectors(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), i = in[g] % 9;
    const int4 v = folded[i] + convert_int4(folded_bytes) + as_int4(folded_reals) +
                   (int4)(convert_int2(as_long2(doubled) >> 32), convert_int2(as_long2(doubled)));
    out[g] = v.x + 3 * v.y + 5 * v.z + 7 * v.w;
}

// Numbers without a sign become real: those that fit an int, and those that do not.
__kernel void unsigned_reals(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const uint x = (uint)(in[g] + 1) * 0x9e3779b9u;
    const uchar c = (uchar)(x >> 7);
    const ushort s = (ushort)(x >> 11);
    uint r = as_uint((float)x);
    r = rotate(r, 3u) ^ as_uint((float)(x >> 1));
    r = rotate(r, 3u) ^ as_uint((float)(x >> 32));
    r = rotate(r, 3u) ^ as_uint((float)(x >> (in[g] & 1)));
    r = rotate(r, 3u) ^ as_uint((float)(x & 0x80000000u));
    r = rotate(r, 3u) ^ as_uint((float)(0x7fffffffu & x));
    r = rotate(r, 3u) ^ as_uint((float)(x & (uint)in[g + 1]));
    r = rotate(r, 3u) ^ as_uint((float)c);
    r = rotate(r, 3u) ^ as_uint((float)(uint)s);
    r = rotate(r, 3u) ^ (uint)(as_ulong((double)(x >> 3)) >> 29) ^ (uint)(as_ulong((double)x) >> 27);
    out[g] = as_int(r);
}

// Pixels at places that the data tell, weighted and summed. Each byte has the same weight, so their order does not matter.
__kernel void unsigned_pixels(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const uchar4 *pixels = (__global const uchar4 *)in;
    float4 sum = (float4)(0.25f);
    for (int k = 0; k < 5; ++k) sum += (float)(in[g + k] - 7) * convert_float4(pixels[in[g + k] + (k & 3)]);
    out[g] = (int)(sum.x + sum.y + sum.z + sum.w);
}
