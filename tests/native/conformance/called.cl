// Functions that stay functions: what is handed over and given back, under which masks, and where one thing has two names.
// Each kernel reads `in`, writes `out`. The vectors of doubles keep gen/workgroup's lanes away.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define APART __attribute__((noinline))

typedef struct pair_of {
    float a;
    int b;
    short c[2];
} pair_of;

// Structures by value, both ways.
APART static pair_of exchange(pair_of p, int by)
{
    pair_of r = {(float)p.b + by, (int)p.a, {p.c[1], p.c[0]}};
    if (p.b & 1) r.c[1] += 3;
    return r;
}

__kernel void called_structures(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    pair_of p = {(float)in[g], in[g + 1], {(short)g, 7}};
    for (int i = 0; i < (in[g] & 3); ++i) p = exchange(p, i);
    out[g] = (int)p.a * 3 + p.b * 5 + p.c[0] * 7 + p.c[1];
}

// What a pointer leads to, read, written, or both; and some work-items that return early.
APART static int through(int x, int *both, float *out_only, const int *in_only)
{
    if (x % 3 == 0) return *both;
    *both += x + *in_only;
    *out_only = (float)x;
    for (int i = 0; i < (x & 7); ++i) *both = *both * 5 + i;
    return x < 20 ? *both & 0xffff : -x;
}

__kernel void called_pointers(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a = in[g], b = in[g + 2] & 63;
    float f = -1.0f;
    int r = 0;
    if (in[g] & 4) r = through(in[g] + g, &a, &f, &b);
    else a ^= through(b, &b, &f, &a);
    out[g] = (r & 0xfffff) + (a & 0xffff) * 3 + b + (int)f;
}

// One variable by two names: the function must see it once.
APART static int shared(int *x, int *y)
{
    *x += 1;
    *y *= 3;
    return *x - *y;
}

__kernel void called_shared(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a = in[g] & 255, b = in[g + 1] & 255, list[2] = {a, b};
    int r = shared(&a, &a) + shared(&a, &b);
    r = r * 7 + shared(&list[0], &list[0]);
    r = r * 7 + shared(in[g] & 1 ? &list[0] : &list[1], &list[1]);
    out[g] = r + list[0] + list[1] * 2;
}

// The same for all, once; ids inside of the function; an array's neighbours; nothing given back.
APART static int of_all(int n, int k) { return n * k + (k > 2 ? n / k : 5); }
APART static int of_id(int x) { return x + (int)get_global_id(0) * 3 + (int)get_local_id(0) + (int)get_local_size(0); }
APART static int sum_of(const int *list, int count)
{
    int s = 0;
    for (int i = 0; i < count; ++i) s += list[i] * (i + 1);
    return s;
}
APART static void store(__global int *to, int x, int twice)
{
    if (twice) *to = 2 * x;
    else *to = x - 1;
}

__kernel void called_ways(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int list[5];
    for (int i = 0; i < 5; ++i) list[i] = in[g + i] & 127;
    int r = of_all(n & 31, 4) + of_all(3, in[g] & 7) + sum_of(list, 5);
    if (in[g] & 1) r += of_id(in[g + 3]);
    store(out + g, r, in[g] & 2);
}

// A pointer that leads nowhere, and one behind the end of its array: the function does not look there.
APART static int quotient(int x, int wants_rest, int *rest)
{
    const int q = x / 3;
    if (wants_rest) *rest = x - 3 * q;
    return q;
}

__kernel void called_nowhere(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int rest = 7, list[2] = {1, 2};
    int r = quotient(in[g], 0, 0) + quotient(in[g + 1], in[g] & 1, &rest);
    for (int i = 0; i < 3; ++i) r = r * 3 + quotient(in[g + 2] + i, i < 2, &list[i]);
    out[g] = r + rest * 5 + list[0] * 7 + list[1];
}

// Doubles under masks of their own width, one function below the other, and loops of several lengths.
APART static double newton(double x, int *rounds)
{
    double y = x > 1.0 ? x : 1.0;
    *rounds = 0;
    while (*rounds < 40) {
        const double next = 0.5 * (y + x / y);
        ++*rounds;
        if (next == y) break;
        y = next;
    }
    return y;
}
APART static double2 turned(double2 v, double by, int *steps)
{
    int own = 0;
    if (by < 0.0) return -v;
    const double s = newton(by + 0.5, &own);
    *steps += own;
    return by > 9.0 ? v.yx * s : (double2)(v.x - s, v.y + (own & 1 ? 1.0 : 2.0));
}

__kernel void called_doubles(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    double2 v = (double2)((double)(in[g] & 1023), (double)(in[g + 1] & 1023));
    int steps = 0;
    for (int i = 0; i < 1 + (in[g + 2] & 3); ++i) v = turned(v, v.x * 0.25 - (double)(in[g + 3 + i] & 31), &steps);
    v = fmin(fabs(v), 1.0e6);
    out[g] = (int)v.x * 3 + (int)(v.y * 16.0) + steps;
}

// Arrays that are too large for the stack, in the function and in its caller.
APART static int large(int x, int seed)
{
    int list[300];
    for (int i = 0; i < 300; ++i) list[i] = x * i + seed;
    int at = x & 255, s = 0;
    for (int i = 0; i < 20; ++i) {
        s += list[at];
        at = (at + (list[at] & 15) + 1) % 300;
    }
    return s;
}

__kernel void called_large(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int own[200];
    for (int i = 0; i < 200; ++i) own[i] = in[g + (i & 7)] & 255;
    const int x = large(own[in[g] & 63], own[(in[g] >> 3) & 127]);
    out[g] = x + own[(x & 0x7fffffff) % 200];
}

// In a region, behind and before barriers.
__kernel void called_around(__global const int *in, __global int *out, __local int *scratch, const int n)
{
    const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    int a = in[g] & 511, own = in[g + 1] & 31;
    float f = 2.0f;
    scratch[l] = through(a, &a, &f, &own);
    barrier(CLK_LOCAL_MEM_FENCE);
    a += scratch[size - 1 - l] & 1023;
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[l] = through(a & 63, &own, &f, &a);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = (scratch[(l + 1) % size] & 0xffff) + (a & 0xffff) + own + (int)f;
}

// A choice that sets several variables, one of which it looks at; and one side that is none of this kind.
__kernel void chosen_sides(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a = in[g] & 255, b = in[g + 1] & 255, c = 0;
    for (int i = 0; i < 4; ++i) {
        if ((a + i) % 3 == 0) {
            c = a + b;
            b = a * 2 + i;
        } else {
            c = b - a;
        }
        if (c & 8) {
            a = c & 127;
            b += a;
        }
        if (b > 300) b = in[g + (b & 7)] & 255;
    }
    double d = (double)a, e = 0.25;
    if (d > 100.0) {
        e = d - 100.0;
        d = 100.0;
    }
    out[g] = a + b * 3 + c * 5 + (int)(e * 4.0) + (int)d;
}

// Halves of products of two 32-bit numbers, and upper halves of doubles against numbers.
__kernel void half_words(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uint x = (uint)in[g] * 2654435761u, y = (uint)in[g + 1] ^ 0x9e3779b9u, s = 0;
    for (int i = 0; i < 5 + (in[g] & 3); ++i) {
        const ulong p = (ulong)x * 0xD2511F53u, q = (ulong)y * x;
        s += (uint)(p >> 32) ^ (uint)q;
        x = (uint)p + (uint)(q >> 32);
        y += (uint)i;
    }
    double d = (double)(int)x * 1.0e-3;
    int k = 0;
    for (int i = 0; i < 6; ++i) {
        const int high = (int)(as_ulong(d) >> 32);
        k += (high < 0x40590000) + (high <= 0x40240000) * 2 + (0x3ff00000 < high) * 4 + (0x40000000 <= high) * 8 + (high < 0) * 16;
        d *= k & 1 ? -3.5 : 0.125;
    }
    out[g] = (int)s + k;
}

static __attribute__((noinline)) int rounds_of(int n)
{
    int many = 0;
    for (int k = n & 15; k; k >>= 1) many += k & 1;
    return many;
}

// A function's result decides for the whole group which way it goes around barriers.
__kernel __attribute__((vec_type_hint(int4))) void called_by_group(__global const int *in, __global int *out,
                                                                   __local int *scratch, const int n)
{
    const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    int own = in[g] & 1023;
    for (int i = 0; i < 4; ++i) {
        switch (rounds_of(n + i) & 3) {
        case 0: own += 7; break;
        case 1: {
            scratch[l] = own;
            barrier(CLK_LOCAL_MEM_FENCE);
            own += scratch[size - 1 - l] & 255;
            barrier(CLK_LOCAL_MEM_FENCE);
        } break;
        default:
            for (int k = 0; k < rounds_of(i + 5); ++k) {
                scratch[l] = own + k;
                barrier(CLK_LOCAL_MEM_FENCE);
                own = (own + scratch[(l + 1) % size]) & 0xffff;
                barrier(CLK_LOCAL_MEM_FENCE);
            }
        }
    }
    out[g] = own;
}

// Kernels that other kernels call: their local memory is the group's, one for all calls, also where they would stay
// functions of their own.
__attribute__((noinline)) __kernel void passes_through(__global const int *in, __global int *out, const int n)
{
    __local int tile[64];
    const int l = get_local_id(0);
    tile[l] = in[get_global_id(0)] * 3;
    out[get_global_id(0)] = tile[l] + 1;
}

__attribute__((noinline)) __kernel void passes_twice(__global const int *in, __global int *out, const int n)
{
    __local int own[64];
    own[get_local_id(0)] = in[get_global_id(0)];
    passes_through(in, out, n);
    if (in[get_global_id(0)] & 1) passes_through(in + 1, out, n);
    out[get_global_id(0)] += own[get_local_id(0)];
}

__kernel void calls_kernels(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    passes_twice(in, out, n);
    const int first = out[g];
    for (int k = 0; k < 2; ++k) passes_through(in + k, out, n);
    out[g] = out[g] * 31 + first;
}

// Functions that end without the result that nobody asks for.
typedef struct two {
    int a;
    float b;
} two;
static int stores_only(__global int *out, int x) { out[get_global_id(0)] = x; }
static __attribute__((noinline)) float stores_apart(__global int *out, int x) { out[get_global_id(0)] += x; }
static __attribute__((noinline)) two stores_sometimes(__global int *out, int x)
{
    if (x > 20) return (two){x, 0.5f};
    out[get_global_id(0)] ^= 64;
}
static __attribute__((noinline)) float4 stores_last(__global int *out) { out[get_global_id(0)] += 3; }

__kernel void without_results(__global const int *in, __global int *out, const int n)
{
    const int x = in[get_global_id(0)];
    stores_only(out, x);
    stores_apart(out, x * 5);
    (void)stores_sometimes(out, x);
    stores_last(out);
}
