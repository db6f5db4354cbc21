// Features of the language one by one, in forms that are rare. Each kernel reads `in`, writes `out`.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// ---- initialisers and objects ----

struct point { int x, y; };
typedef struct shape {
    struct point corner[2];
    union { float f; uint u; uchar b[4]; } value;
    float4 colour;
    struct { short low, high; } range;
    uchar3 tint;
} shape;
typedef struct __attribute__((packed)) tight { char c; int i; short s; } tight;
typedef struct __attribute__((aligned(32))) loose { char c; } loose;
enum { ZERO, TEN = 10, ELEVEN, MINUS = -3, MIXED = (TEN << 2) | 1 };
__constant shape shapes[2] = {{.corner = {[1] = {3, 4}, [0].y = 2}, .value = {.u = 0x3fc00000u}, .colour = (float4)(1.0f, 2.0f, 3.0f, 4.0f)},
                              [1] = {.range = {-1, 7}, .tint = (uchar3)(9, 8, 7), .corner[0] = {5, 6}}};
__constant int cube[2][3][2] = {1, 2, 3, 4, {5, 6}, [1] = {{7, 8}, [2] = {9}}};
__constant char word[8] = "seven", letters[] = {'a', '\n', '\x41', '\101', '\0', '\\', '\''};
__constant double hexadecimal[] = {0x1p3, 0x1.8p-2, 0x.8p1, 1e3, .5, 5., 0x1.fffffffffffffp+1023};
__constant ulong large[] = {0xffffffffffffffffUL, 18446744073709551615ul, 0x8000000000000000, 4294967296, 0777u};

__kernel void initialisers(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    __constant shape *s = shapes + (x & 1);
    shape own[2] = {{{{x, 1}, {2, x + 1}}, {.f = 2.5f}, (float4)(x), {3, 4}, (uchar3)(1, 2, (uchar)x)}, {.range.high = (short)x}};
    int m[3][2] = {{x}, [2] = {[1] = x * 2}};
    int partial[5] = {[2] = 3, x};
    own[1].corner[x & 1] = own[0].corner[1];
    out[g] = s->corner[0].x + s->corner[0].y * 2 + s->corner[1].x * 3 + s->corner[1].y * 5 + (int)s->value.f * 7 + (int)s->colour.z + s->range.low +
             s->range.high * 11 + s->tint.y * 13 + cube[x & 1][(x >> 1) % 3][x & 1] * 17 + word[x & 7] + letters[x % 7] + (int)hexadecimal[x % 6] +
             (int)(large[x % 5] >> 40) + own[0].corner[1].y + own[1].corner[1].y + own[1].range.high + own[0].tint.z + (int)own[0].colour.w +
             (int)own[0].value.b[3] + m[2][1] + m[0][0] + m[1][1] + partial[2] + partial[3] + (int)sizeof(tight) + (int)sizeof(loose) * 3 +
             (int)sizeof(shape) + MIXED + MINUS + ELEVEN;
}

__kernel void function_constants(__global const int *in, __global int *out, const int n)
{
    __constant int weights[4] = {2, 3, 5, 7};
    __constant float scale = 0.5f;
    const int g = get_global_id(0);
    __constant int *w = weights;
    __private int a = w[in[g] & 3];
    out[g] = a + (int)(scale * 8.0f) + *(w + 1);
}

static int sum_of(const struct point p, struct point *q)
{
    q->x += p.y;
    return p.x + q->x;
}
static struct point swapped_point(struct point p) { return (struct point){p.y, p.x}; }
static shape *choose(shape *a, shape *b, int first) { return first ? a : b; }

__kernel void objects(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    struct point p = {x, 2}, q = swapped_point(p), *r = &q, **rr = &r;
    shape a = {.colour = (float4)(1.0f)}, b = {.colour = (float4)(2.0f)};
    choose(&a, &b, x & 1)->colour.yz += 3.0f;
    choose(&a, &b, x & 2)->corner[x & 1].x = x;
    const int first = sum_of(p, &q);
    (*rr)->y ^= 5;
    tight t = {1, x, 3};
    t.i += t.s;
    const int second = (x > 3 ? p : q).x;
    int(*rows)[2] = (int(*)[2])a.corner;
    char *bytes = (char *)&t;
    out[g] = first + q.x * 3 + q.y * 5 + (int)(a.colour.y + b.colour.z) * 7 + a.corner[1].x + b.corner[0].x * 2 + second + t.i + bytes[0] +
             rows[1][0] + swapped_point(swapped_point(p)).x + ((struct point){x, 9}).y + (&a.corner[1] - a.corner == 1);
}

// ---- vectors ----

__kernel void swizzles(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    int16 v = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) * x;
    int8 w = v.even + v.odd;
    int4 a = (int4)(x, x + 1, x + 2, x + 3);
    v.hi.odd = a;
    v.lo.hi.even.x = 77;
    w.hi.xw += (int2)(5, 6);
    w.lo.odd = a.zx;
    w.s07 = w.s70;
    a.lo.x ^= 3;
    a.hi.yx -= a.lo;
    a.wx++;
    a.even--;
    const int4 b = v.sFEdc + v.s0123.wzyx, c = v.lo.hi + v.hi.lo, d = (int4)(w.odd.even, w.hi.lo.y, w.s3);
    v.s0aF = (int3)(1, 2, 3);
    int3 t = a.xyz;
    t.hi.x = 4;
    t.odd = (int2)(x, 0);
    const int2 e = t.lo, f = (int2)(t.z, t.even.y);
    out[g] = v.s0 + v.s9 * 2 + v.sb * 3 + v.sD * 5 + v.sf * 7 + v.sa * 11 + v.s4 * 13 + w.s0 + w.s1 * 2 + w.s3 * 3 + w.s4 * 5 + w.s7 * 7 + a.x + a.y * 2 +
             a.z * 3 + a.w * 5 + b.x + b.y + b.z * 3 + b.w + c.x + c.w * 2 + d.x + d.y + d.z * 3 + d.w + t.x + t.y + e.x + e.y * 2 + f.x;
}

__kernel void vector_operators(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    int4 a = (int4)(x, -x, 3, 7), b = (int4)(2, x, 0, -1);
    uint4 u = as_uint4(a);
    char4 c = convert_char4(a);
    float4 f = convert_float4(a) * 0.5f;
    a += b * 2;
    a <<= 3;
    a >>= (int4)(1, 2, 3, 33);
    b |= a & 12;
    b %= 7;
    u /= (uint4)(x + 1, 2, 3, 4);
    c *= (char)3;
    c = -c + (char4)(1, 2, 3, 4);
    f += 1.0f;
    f *= (float4)(2.0f, 4.0f, 0.5f, 1.0f);
    const int4 order = (a < b) || !(a == 3) && (b >= a);
    const int4 bits = f > 2.0f, chosen = order ? a : b, scalar = (x > 4) ? a : b;
    const char4 small = c > (char)0;
    const char4 s = small ? (char4)(1) : (char4)(2); // chosen by the element's top bit
    const int4 pair = (a, b), steps = a++ + --b;
    a = ~b;
    out[g] = a.x + a.y * 2 + a.z * 3 + a.w * 5 + b.x + b.w * 7 + (int)(u.x + u.y + u.z * 3 + u.w & 0xffff) + c.x + c.y * 2 + c.z + c.w + (int)dot(f, f) + order.x +
             order.z * 3 + bits.x * 5 + bits.w * 7 + chosen.x + chosen.y * 2 + scalar.z + small.x + small.w * 3 + s.x + s.y + pair.x + steps.x + steps.y * 2 +
             steps.w;
}

__kernel void vector_sizes(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int3 t = (int3)(in[g]);
    double2 d = (double2)(1.5, in[g]);
    out[g] = (int)sizeof(int3) + (int)sizeof(char3) * 2 + (int)sizeof(double16) * 3 + vec_step(int3) * 5 + vec_step(t) * 7 + vec_step(double16) * 11 +
             vec_step(char) * 13 + (int)sizeof t + (int)sizeof(t.xy) * 17 + (int)sizeof(shape) + (int)sizeof(size_t) + (int)sizeof(&t) + (int)sizeof d.x +
             (int)sizeof('a') + (int)sizeof(1 ? (char)1 : (short)1) + (int)sizeof(bool);
}

// ---- conversions, mixed signs ----

__kernel void mixed_signs(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g] - 9;
    const uint u = (uint)x;
    const char c = (char)(x * 29);
    const uchar h = (uchar)(x * 37);
    const short s = (short)(x * 9999);
    const ushort t = (ushort)(x * 31111);
    const long l = (long)x * 4000000000L;
    const ulong m = (ulong)l;
    int sum = 0;
    sum += (x < u) + (c < h) * 2 + (s < t) * 4 + (l < m) * 8 + (x < l) * 16 + (u < l) * 32 + ((char)-1 < 1u) * 64 + (-1 < (uchar)1) * 128;
    sum += ((c + h) * s & 0xffff) + (int)(u / 3 + x / 3 & 0xfff) + (int)(u % 7 - (uint)(x % 7)) + (c >> 1) + (h >> 1) + (int)(u >> 28) + (x >> 28) +
           (int)(l >> 40) + (int)(m >> 60) + ~c + ~h + -t + +s + !x + (int)(c * u >> 15);
    sum += (int)((float)u * 0x1p-20f) + (int)((double)m * 0x1p-40) + (int)((float)l * 0x1p-20f) + (int)(short)u + (uchar)c + (char)h + (ushort)(x * 70001) + (bool)x + (bool)0.25f;
    long wide = x;
    uchar narrow = 200;
    narrow += h;
    narrow <<= 1;
    narrow >>= c & 3;
    wide *= u;
    wide -= h;
    sum ^= (int)(wide ^ wide >> 32) ^ narrow;
    sum &= 0xffffff;
    sum += (1 ? -1 : 1u) > 0;
    out[g] = sum + (x ? x : u) % 5;
}

// ---- expressions whose order is fixed ----

static int bump(int *p, int by)
{
    *p += by;
    return *p;
}

__kernel void order(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    int a = x, b = 2, c = 0, k = 0, room[8] = {0};
    if (a > 3 && bump(&b, 5) > 3 || bump(&c, 1) < 0) a += b;
    (void)((x & 1) && bump(&a, 100));
    (x & 2) ? bump(&b, 3) : bump(&c, 7);
    const int d = (bump(&k, 1), bump(&k, 2), k * 3);
    for (int i = 0, j = 8; i < j; i++, --j) room[i] += j, room[j - 1] -= i;
    room[k++] = k > 2 ? 1 : 0 * 5, room[k] = 4;
    room[bump(&k, 1)] += 11;
    room[k++ & 7] <<= 2;
    int *p = room;
    *p++ |= 16;
    *++p = 9;
    p[-1]--;
    const int e = x > 4 ? x > 8 ? 1 : 2 : x > 2 ? 3 : 4;
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum = sum * 3 + room[i];
    out[g] = a + b * 3 + c * 5 + d * 7 + e * 11 + k * 13 + sum + (int)(p - room);
}

// ---- statements ----

static int unrolled(const int x)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 5; ++i) sum += i * x;
    __attribute__((opencl_unroll_hint(2)))
    for (int i = 0; i < 4; ++i) sum ^= i + x;
    return sum;
}

static int labels(int x)
{
    int sum = 0;
    if (x > 5) goto late;
    sum += 100;
again:
    ++sum;
    if (sum % 7) goto again;
late:
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) {
            if (i * k == x) goto done;
            sum += k;
        }
    }
done:
    return sum;
}

static int duff(int count)
{
    int sum = 0, i = 0;
    switch (count % 4) {
    case 0:
        do {
            sum += ++i;
        case 3: sum += ++i * 2;
        case 2: sum += ++i * 3;
        case 1: sum += ++i * 4;
        } while (i < count);
    }
    return sum;
}

__kernel void more_statements(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    int sum = unrolled(x) + labels(x) * 3 + duff(x) * 5;
    {
        typedef float int_like;
        int_like sum2 = 2.5f;
        int x = 4; // hides the other one
        sum += (int)(sum2 * (float)x);
    }
    for (int x = 0; x < 3; ++x) {
        int sum3 = x;
        for (int x = 5; x > 3; --x) sum3 += x;
        sum += sum3;
    }
    switch ((uchar)x) {
        int never;
    case TEN: sum += 1; break;
    case ELEVEN ... 14: sum += 2;
    default:
        never = 3;
        sum += never;
        if (x > 4) break;
        switch (x & 1) {
        case 0: sum += 10;
        case 1: break;
        }
    case 1 + 1: sum += 4;
    }
    do {
        if (x == 3) break;
        if (sum++ & 1) continue;
        sum += 1000;
    } while (sum < 500);
    while (1) {
        if (sum > 5000) break;
        if ((sum += 777) % 2) continue;
        sum += x;
        if (x > 6) goto out_of_loops;
    }
    for (;;) {
        if (++sum % 5 == 0) break;
    }
out_of_loops:;
    out[g] = sum;
}

// ---- pointers ----

static void fill(int (*rows)[3], int count, int value)
{
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k) rows[i][k] = value + i * 3 + k;
}
static int through(int **p) { return **p + *(*p + 1); }
static int total_of(__global const int *p, size_t count)
{
    int sum = 0;
    while (count--) sum += *p++;
    return sum;
}
static int local_total(volatile __local int *p, int count)
{
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += p[i];
    return sum;
}

__kernel void more_pointers(__global const int *restrict in, __global int *restrict out, const int n)
{
    __local int shared[4][16];
    const int g = get_global_id(0), x = in[g];
    int rows[2][3], *list[3] = {rows[0], rows[1], &rows[1][1]}, **p = list;
    fill(rows, 2, x);
    if (get_local_id(0) == 0)
        for (int i = 0; i < 64; ++i) shared[i / 16][i % 16] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    const __local int *row = shared[x & 3];
    __global const int *at = &in[n > 3 ? 1 : 0];
    out[g] = through(p) + through(p + 1) * 2 + *list[2] * 3 + (*p)[2] + total_of(at, 3) + local_total(shared[1], 5) + row[2] + *(row + 3) + (list[1] > list[0]) +
             (int)(list[2] - rows[0]);
}

__kernel void reinterpreted(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    float f = (float)in[g] + 0.5f;
    uint u = *(uint *)&f;
    const short2 s = as_short2(in[g] * 70001);
    const double d = as_double((long)in[g] << 52 | 0x3ff0000000000000L);
    const uchar8 b = as_uchar8(as_long(d));
    __global const uchar *bytes = (__global const uchar *)(in + g);
    out[g] = (int)(u >> 16) + s.x + s.y * 3 + b.s7 * 5 + b.s6 + bytes[0] + as_int(as_float(in[g])) + (int)as_uint(1.0f);
}

// In memory of the application's, which may be aligned for its elements only.
__kernel void wide_places(__global const int4 *in, __global int16 *out, const int n)
{
    const int g = get_global_id(0);
    __global int16 *p = out + g;
    *p = (int16)(in[g], in[g + 1], in[g + 2].wzyx, (int4)(g));
    const int16 old = out[g]++;
    ++*p;
    p->hi -= old.lo;
    *p += 2;
    p->s3f -= 1;
    out[g].even *= p->odd;
}

// Places that are found with side effects and then read and written, where work-items part ways.
__kernel void moving_places(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a[4] = {1, 2, 3, 4}, k = 0;
    if (in[g] & 1) {
        a[k++] += 10;
        a[k++]++;
    }
    for (int i = 0; i < (g & 1) + 1 + (n & 0); ++i) a[k++ & 3] -= i + 5;
    out[g] = a[0] + 100 * a[1] + 1000 * a[2] + 10000 * a[3] + k;
}

// ---- blocks as expressions: an extension of gcc and clang that drivers built on clang know ----

#define LARGER(a, b) ({ const int x_ = (a), y_ = (b); x_ > y_ ? x_ : y_; })
#define PICK(kind, into) ({ switch (kind) { case 0: into = 1; break; case 3: case 4: into = 7; break; default: into = (kind) * 2; } })

inline int doubled(int v) { return ({ int r = 0; for (int i = 0; i < 2; ++i) r += v; r; }); }
int left_early(int v)
{
    const int k = ({ if (v > 50) return 100; v + 1; });
    return k * 2;
}

__kernel void block_values(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), a = in[g] & 127;
    int b, r;
    PICK(a % 6, b);
    r = LARGER(a, b) + LARGER(3, a - LARGER(b, 2));
    r += a > 2 ? ({ int q = a * 3; q + 1; }) : ({ r * 2; });
    if (a > 1 && ({ int q = b - a; q > -40; })) r ^= 0x55;
    if (({ a & 1; }) || ({ r += 9; b > 3; })) r += 4;
    for (int k = 0; ({ int last = a & 3; k < last; }); k = ({ k + 1; })) r += k;
    (void)({ r += 5; });
    ({ r += 2; }), r += 1;
    while (1) { r -= ({ if (r < 40) break; 3; }); }
    do r += 7; while (({ int more = r < a; more; }));
    const float4 v = ({ float4 w = (float4)(a, b, r, 1); w.wzyx; });
    const int own[3] = {({ a; }), ({ int q = b; q; }), r};
    switch (({ r & 1; })) { case 0: r += 3; break; default: r += ({ int q = own[1]; q * 2; }); }
    out[g] = r + doubled(a) + left_early(a) + (int)v.s1 + own[2];
}

// Barriers inside of them.
__kernel void block_waits(__global const int *in, __global int *out, const int n)
{
    __local int tile[256];
    const int g = get_global_id(0), l = get_local_id(0), w = get_local_size(0);
    tile[l] = in[g];
    int r = ({ barrier(CLK_LOCAL_MEM_FENCE); tile[(l + 1) % w]; });
    for (int k = 1; ({ barrier(CLK_LOCAL_MEM_FENCE); k < 4; }); ++k) {
        tile[l] = ({ const int q = r + k; barrier(CLK_LOCAL_MEM_FENCE); q; });
        r += ({ barrier(CLK_LOCAL_MEM_FENCE); tile[(l + k) % w]; }) & 255;
    }
    out[g] = r;
}

// Calls without a value that wait, in every place of an expression where they may stand.
void put_and_wait(__local int *tile, int at, int value)
{
    tile[at] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel void waits_in_order(__global const int *in, __global int *out, const int n)
{
    __local int tile[256];
    const int g = get_global_id(0), l = get_local_id(0), w = get_local_size(0);
    int r = 0, k;
    put_and_wait(tile, l, in[g]), r = tile[(l + 1) % w];
    for (k = 0, barrier(CLK_LOCAL_MEM_FENCE); k < 3; put_and_wait(tile, l, r), ++k) {
        r += tile[(l + k) % w] & 63;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    (void)(barrier(CLK_LOCAL_MEM_FENCE), put_and_wait(tile, l, r + 1));
    n > 0 ? put_and_wait(tile, (l + 1) % w, r) : (void)0;
    (put_and_wait(tile, l, tile[l] / 2), put_and_wait(tile, l, tile[l] + 1));
    out[g] = r + tile[(l + 2) % w];
}

// Designators in any order, some of one place; a value without one goes behind the value before it, not where it stands in the list.
__kernel void designators_in_any_order(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), x = in[g];
    const int back[6] = {[2] = x, [1] = x + 1, [4] = 7}, twice[6] = {x, [1] = 7, [1] = x + 8, [3] = x + 3};
    const struct point points[3] = {[1].y = x, [0].x = x + 1, [0].y = 2, [2] = {x + 3, .x = x + 9}};
    const int rows[2][3] = {[1][2] = x, [0][1] = x + 1, [0][2] = x + 2};
    const int2 pairs[4] = {[2] = (int2)(x, 1), [1] = (int2)(x + 2, 3), [0] = (int2)(4), [3] = (int2)(5, x)}; // not in lanes
    uint r = 0;
    for (int k = 0; k < 6; ++k) r = r * 3 + back[k] + 5 * twice[k];
    for (int k = 0; k < 3; ++k) r = r * 5 + points[k].x * 2 + points[k].y;
    for (int k = 0; k < 4; ++k) r = r * 3 + pairs[k].x + 2 * pairs[k].y;
    for (int k = 0; k < 3; ++k) r = r * 7 + rows[0][k] + 2 * rows[1][k];
    out[g] = r & 0xffff;
}

// Components of a vector that the context keeps are set one after the other.
__kernel __attribute__((vec_type_hint(uint2))) void components_in_order(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uint2 v = (uint2)((uint)in[g], (uint)in[g] * 7u + 1u);
    uint sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int c = 0; c < 4; ++c) {
        v.x += v.y ^ sum;
        sum += 3u;
        v.y += v.x ^ sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = (int)(v.x * 31u + v.y);
}
