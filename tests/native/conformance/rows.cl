// Short vectors whose components go one way, beside those that do not: what may stay in the order of memory.
// @range: n
// @arg in: in 16*n+64
// @arg out: inout 32*n+1024
// SPDX-License-Identifier: MIT

typedef struct pair {
    int4 place;
    int2 speed;
    int mass, age;
} pair;

// Side by side, with constants, numbers that all share, and one number for each work-item.
__kernel void rows_plain(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const int4 *p = (__global const int4 *)in;
    __global int4 *q = (__global int4 *)out;
    const int4 a = p[g], b = p[g + 1], shared = p[3];
    q[g] = a * (int4)(1, 2, 3, 4) + (b ^ shared) - (int4)(in[g]) + min(a, b) * 7 + (a < b ? a : shared);
}

// The same for two, eight and sixteen numbers.
__kernel void rows_of_two(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const int2 *p = (__global const int2 *)in;
    __global int2 *q = (__global int2 *)out;
    const int2 a = p[g], b = p[n - 1 - g], c = p[(in[g] * 5 + g) % n];
    q[n - 1 - g] = (a & b) + max(c, a) * (int2)(n, 3) + (int2)(g);
}

__kernel void rows_of_eight(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const ushort8 *p = (__global const ushort8 *)in;
    __global ushort8 *q = (__global ushort8 *)out;
    q[g] = (ushort8)(g) * p[g] + (p[g] ^ (ushort8)(0x1234)) - max(p[g], (ushort8)(n));
}

__kernel void rows_of_sixteen(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const char16 *p = (__global const char16 *)in;
    __global char16 *q = (__global char16 *)out;
    const char16 d = sub_sat(p[g] * (char16)19, p[g] << (char16)5);
    if (g % 3 != 1) q[g] = add_sat(p[g], max(min(d, (char16)100), (char16)-100)) - rhadd(p[g], d);
}

// Bytes and halves of a word, anywhere, and with a mask.
__kernel void rows_in_words(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), far = (in[g] * 11 + 3 * g) % n, back = n - 1 - g;
    __global const uchar4 *p = (__global const uchar4 *)in;
    __global const short2 *h = (__global const short2 *)in;
    __global uchar4 *q = (__global uchar4 *)out;
    __global short2 *s = (__global short2 *)(out + n);
    const uchar4 low = min(p[far], p[g]) + (uchar4)(250, 3, 5, 7), high = max(p[far], p[max(g - 2, 0)]);
    q[back] = (high - low) * (uchar4)3 ^ p[back];
    if (in[g] > 7) s[back] = h[far] * (short2)(g) - max(h[g], h[back]);
    else s[back] = h[g] << (short2)(3, 9);
}

// The same where that is what memory holds.
__kernel void rows_of_bytes(__global const uchar4 *in, __global uchar4 *out, const int n)
{
    const int g = get_global_id(0), far = (in[g].y * 11 + 3 * g) % n;
    const uchar4 low = min(in[far], in[g]) + (uchar4)(250, 3, 5, 7), high = max(in[far], in[max(g - 2, 0)]);
    if (in[g].x > 7) out[n - 1 - g] = (high - low) * (uchar4)3 ^ in[g];
    else out[n - 1 - g] = high << (uchar4)(1, 2, 0, 3);
}

__kernel void rows_of_shorts(__global const short2 *in, __global short2 *out, const int n)
{
    const int g = get_global_id(0), far = (in[g].y * 11 + 3 * g) % n;
    if (in[g].x > 7) out[n - 1 - g] = in[far] * (short2)(g, -3) - max(in[g], in[n - 1 - g]);
    else out[n - 1 - g] = in[g] << (short2)(3, 9);
}

// Branches, loops that work-items leave one by one, and variables that some of them set.
__kernel void rows_apart(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const int4 *p = (__global const int4 *)in;
    __global int4 *q = (__global int4 *)out;
    int4 sum = 0, other = p[g] - 3;
    for (int k = 0; k < 9; ++k) {
        const int4 own = p[g + k] * (int4)(1, -1, k, 2);
        if (in[g + k] == 5) continue;
        if (in[g] & 1) sum += own;
        else other -= own ^ sum;
        if (in[g + k] > 18) break;
        sum ^= other;
    }
    if (in[g] % 4 == 2) return;
    q[g] = sum + (in[g] > 9 ? other : p[g]);
}

// Components by themselves: before, between and behind what goes one way.
__kernel void rows_taken_apart(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const int4 *p = (__global const int4 *)in;
    __global int4 *q = (__global int4 *)out;
    int4 sum = 0;
    for (int k = 0; k < 6; ++k) {
        sum += p[g + k] * p[k];
        if (k == 3) sum = sum.wxyz + (int4)(sum.x, 1, sum.y, in[g]);
    }
    int4 v = p[g];
    v.x += v.y;
    v.zw = v.xy * sum.zw;
    int last = v.w;
    v = v * 3 + sum;
    last -= v.x;
    q[g] = v + last;
    out[4 * n + g] = sum.x + 3 * sum.y + 5 * sum.z + 7 * sum.w + any(p[g] > sum) * 1000 + dot((float4)(1.0f), convert_float4(p[g])) * 2;
}

// What is written is read again, by others' places too.
__kernel void rows_again(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const int4 *p = (__global const int4 *)in;
    __global int4 *q = (__global int4 *)out;
    q[g] = p[g] + 1;
    const int4 a = q[g];
    q[g] = a * 2 - p[g + 1];
    out[4 * g + 2] = a.y;
    q[g] += (int4)(a.w, a.z, 3, g);
    const int4 b = q[g];
    for (int k = 0; k < (in[g] & 3); ++k) q[g] = (q[g] ^ b) + k;
}

// Structures: at equal distances, and members of one size side by side.
__kernel void rows_in_structures(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const pair *p = (__global const pair *)in;
    __global pair *q = (__global pair *)out;
    pair own = p[g];
    const pair far = p[(in[g] * 3 + g) % n];
    own.place += far.place * (int4)(own.speed, own.mass, 1);
    own.speed = own.speed.yx - far.speed;
    if (own.age > far.age) own.mass += far.mass;
    own.age += 1;
    if (in[g] != 4) q[g] = own;
}

// Members of several types, some of which are read and written at once; what is changed between them comes first.
typedef struct mixed {
    float a;
    int b;
    uint c;
    float d;
    int e, f;
    short g, h;
} mixed;

__kernel void members_at_once(__global const int *in, __global int *out, __local mixed *shared, const int n)
{
    const int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    __global const mixed *p = (__global const mixed *)in;
    __global mixed *q = (__global mixed *)out;
    shared[l].a = as_float(p[i].b);
    shared[l].b = p[i].b + 3;
    shared[l].c = (uint)p[i].e * 5u;
    shared[l].d = as_float(p[n - 1 - i].c);
    shared[l].e = p[(in[i] * 3 + i) % n].e;
    shared[l].f = p[(in[i] * 3 + i) % n].f;
    shared[l].g = p[i].h;
    shared[l].h = p[i].g;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (in[i] > 3) {
        const mixed far = shared[(l * 3 + 1) % size];
        q[i].a = far.a;
        q[i].b = far.b;
        q[i].c = far.c + (uint)q[i].b; /* reads what was just written */
        q[i].d = far.d;
        q[i].e = far.e;
        q[i].f = q[i].e + far.f;
        q[i].g = far.g;
        q[i].h = far.h;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    mixed own = q[i];
    own.e += own.f;
    q[i] = own;
}

// Local memory between barriers, with fewer work-items from round to round.
__kernel void rows_shared(__global const int *in, __global int *out, __local int4 *shared, const int n)
{
    const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    __global const int4 *p = (__global const int4 *)in;
    __global int4 *q = (__global int4 *)out;
    int4 own = p[g];
    shared[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = size - 1; step > 0; --step) {
        int4 next = 0;
        if (l < step) next = 3 * shared[l + 1] + shared[l] * (int4)(1, step, 2, 5);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step) shared[l] = next ^ own;
        own += (int4)(l, step, 1, 2);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    q[g] = own - shared[0] + shared[(l * 5 + 1) % size];
}

__kernel void rows_to_and_fro(__global const int *in, __global int *out, __local int4 *shared, const int n)
{
    const int g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    __local int4 *other = shared + 64;
    shared[l] = ((__global const int4 *)in)[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = size - 1; step > 0; step -= 2) {
        if (l < step) other[l] = n * (3 * shared[l + 1] + (int4)(step, 1, 2, n) * shared[l]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step - 1) shared[l] = max(3 * other[l + 1], other[l]) ^ (int4)(l);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    ((__global int4 *)out)[g] = shared[l];
}

// Sums of what lies far apart, and their components in the end.
__kernel void rows_summed(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const int4 *p = (__global const int4 *)in;
    __global const int2 *q = (__global const int2 *)in;
    int4 sum = 0, most = (int4)(-5, 3, g, 7);
    int2 both = (int2)(n, g);
    for (int k = 0; k < (in[0] & 7) + 3; ++k) {
        sum += p[g * (n & 3) + k] * p[k] + (int4)(in[g + k]);
        most = max(most, p[g + 2 * k] ^ sum);
        both += q[g * 3 + k] * (int2)(k, n);
        if (in[g + k] == 3) both -= (int2)(k, 1);
    }
    out[g] = sum.x + 3 * sum.y + 5 * sum.z + 7 * sum.w + both.x * both.y;
    ((__global int4 *)out)[n + g] = most.wzyx;
}

// Near places, in halves of an array; counts of bits.
__kernel void halves_of_an_array(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0, area = 0;
    for (int d = 1; d < 64; d <<= 1) {
        const int low = 2 * g - (g & (d - 1)), high = low + d;
        const int a = in[low], b = in[high];
        sum += a - 3 * b;
        if ((a > b) == ((low & 16) == 0)) {
            out[low + area] = b;
            out[high + area] = a + sum;
        }
        area += 2 * n + 64; /* nobody else writes there in this round */
    }
    const uint bits = (uint)in[g] * 0x9e3779b9u;
    out[12 * n + 512 + g] = sum + (int)(popcount(bits) + 64 * clz(bits) + clz(0u) * popcount((uchar)bits) + clz((ushort)bits) + clz((char)bits));
}

typedef struct edge {
    int3 from;
    int2 by;
    int3 to;
} edge;

// Three numbers with room for a fourth, anywhere, and with a mask: one row for all work-items, or one for each.
__kernel void rows_of_three_apart(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0), far = (in[g] * 11 + 3 * g) % n, same = in[g] * 0 + n / 2;
    __global const int4 *p = (__global const int4 *)in;
    __global const int3 *q = (__global const int3 *)in;
    __global const edge *e = (__global const edge *)in;
    const int3 a = p[far].xyz, b = q[same], c = q[(in[g] & 1) + g % 3];
    int3 sum = a * (int3)(1, 3, 5) + (b ^ c);
    if (in[g] > 9) sum += p[(g * 7) % n].xyz - q[same + (g > 5)];
    else sum -= vload3(far, in) + vload3(same, in + 1);
    const int k = (far + g) % max(n / 4, 1);
    sum += e[k].from * e[g % max(n / 4, 1)].to + e[k].by.x;
    out[3 * g] = sum.x;
    out[3 * g + 1] = sum.y;
    out[3 * g + 2] = sum.z + (int)(same > 100000);
}

// A stack whose depth is alike in most work-items, with and without a mask.
__kernel void rows_of_a_stack(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int stack[24], depth = 0, sum = 0;
    stack[depth++] = in[g] % 5 + 3 * (g % 4 == 1);
    stack[depth++] = 2;
    while (depth > 0 && depth < 20) {
        const int top = stack[--depth];
        sum = sum * 3 % 100003 + top;
        if (top > 1) {
            stack[depth++] = top - 2;
            if (in[(g + top) % n] & 1) stack[depth++] = top - 1;
        }
    }
    out[g] = sum;
}

// A look-up of one address for all where few work-items are active.
__kernel void rows_of_one_address(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < 12; ++k)
        if ((in[g] >> (k & 3)) & (k + g) & 1) sum = sum * 5 % 1000 + in[k + n];
    out[g] = sum;
}
