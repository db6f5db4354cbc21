// Variables that are called what C, its headers or the generated code call something of their own, or what another variable
// is called: around, beside or inside of its block. Each kernel reads `in`, writes `out`.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT

typedef struct first {
    int range, t1;
} first;

int pick(int lx, int t1, const int m0, int end)
{
    int returned = t1 / (m0 | 1), result = lx;
    for (int next = 0; next < (end & 7); ++next) result += returned * next;
    if (result & 1) return result;
    return result + t1 % (end | 1);
}

int same(int a_1, int a)
{
    const int a_2 = a, a2 = a_1, a2_ = a * 3, a__ = a_1 ^ a;
    return a_1 * 5 + a * 7 + a_2 * 11 + a2 * 13 + a2_ * 17 + a__;
}

__kernel void straight(__global const int *in, __global int *out, const int n)
{
    const int lx = get_global_id(0), w = in[lx], t1 = w / 3, t2 = in[lx + 1] % 5, errno = t1 + t2, unix = lx;
    int m1 = w, stdout = 3, items = 4, scratch = 5, room = 6, range = 7, row = 8, nx = 9, bx = 10, wi = 11, own = 12, all = 13;
    m1 += t1 / (t2 | 1) + (stdout ^ errno);
    const int4 t3 = (int4)(items, scratch, room, range) / (int4)(t1 | 1);
    first place = {row + nx, bx + wi};
    place.t1 += own * all;
    out[lx] = m1 + t3.x + t3.y * t3.z - t3.w + place.range * place.t1 + unix + same(m1, w);
}

__kernel void scopes(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int x = in[g], y = 1;
    {
        int x2_ = x * 2;
        {
            int z = x + x2_, x = z + 1;
            y += x * x2_;
        }
        y ^= x2_ + x;
    }
    for (int x = 0; x < 3; ++x) y += x * in[g + x];
    for (int i = 0, x = y; i < 3; ++i) {
        const int y = x + i;
        x ^= y;
        for (int i = y & 3; i > 0; --i) x += i;
    }
    out[g] = x * 31 + y;
}

// In lanes, as the rounds differ.
__kernel void lanes(__global const int *in, __global int *out, const int n)
{
    const int at = get_global_id(0), m0 = in[at], next = in[at + 1];
    int returned = m0, t1 = 0, listed = 3, list = 4, from = 5;
    const int m1 = returned > 7;
    for (int m2 = 0; m2 < (m0 & 15) && returned < 100000; ++m2) {
        const int t2 = pick(returned, m2, next, m0), b = t2 & 3;
        for (int m2 = b; m2 > 0; --m2) t1 += m2 * listed;
        if (t2 & 1) returned += t2 % 1000;
        else returned ^= list + (m1 ? from : t1);
    }
    out[at] = returned + t1 * same(t1, returned);
}

__kernel void groups(__global const int *in, __global int *out, const int n, __local int *first)
{
    __local int row[64];
    const int lx = get_local_id(0), g = get_global_id(0), sx = get_local_size(0);
    int end = in[g], any = 0;
    const int ny = end * 3;
    first[lx] = end;
    row[lx] = ny;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int arguments = 0; arguments < 3; ++arguments) {
        int end = first[(lx + arguments) % sx], any_2 = row[lx] & 7;
        for (int k = 0; k < any_2; ++k) any += k * end;
        barrier(CLK_LOCAL_MEM_FENCE);
        first[lx] += end + ny + arguments;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    {
        int end = any;
        any += end / 2;
    }
    out[g] = end + any + first[lx] + same(end, any);
}

// Names that generated code has for values, masks and what is read at once.
static int scaled(const int t4, const int m1) { return t4 * m1 + 1; }

__kernel void values_and_masks(__global const int *in, __global int *out, const int n, const int t8)
{
    const int g = get_global_id(0);
    int m1 = in[g], t9 = m1 * t8, t10 = t9 + 3, c5 = t10 - m1, y2 = c5 * 2;
    if (t10 > 20) m1 = in[g + 1] + t8;
    for (int m2 = 0; m2 < (m1 & 3); ++m2) t9 += scaled(in[g + m2], t10) - y2 + n;
    int t12[3] = {m1, t9, c5}, m3[20];
    for (int k = 0; k < 20; ++k) m3[k] = t12[k % 3] + k;
    out[g] = m1 + t9 * 3 + t10 * 5 + c5 + m3[(uint)t9 % 20] + t12[in[g] % 3];
}

// The same for short vectors, which are variables of their own where each work-item's vectors fill the machine's.
__kernel __attribute__((vec_type_hint(int4))) void vectors_named(__global const int *in, __global int *out, const int n)
{
    int4 lx = vload4(0, in + get_global_id(0)), wi = vload4(1, in + get_global_id(0)) ^ lx;
    for (int k = 0; k < 3; ++k) lx = lx * wi + k;
    out[get_global_id(0)] = lx.x + lx.y * 3 + lx.z * 5 + lx.w * 7;
}

__kernel __attribute__((vec_type_hint(int4))) void vector_values_named(__global const int *in, __global int *out, const int n)
{
    const int4 lx = vload4(0, in + get_global_id(0)) * 5, bx = lx * lx + vload4(1, in + get_global_id(0));
    const int4 from = bx * 3 - lx;
    out[get_global_id(0)] = from.x + from.y * 3 + from.z * 5 + from.w * 7;
}

int4 vector_taken(int4 lx, int4 lx_x)
{
    for (int k = 0; k < 4; ++k) lx = lx * lx_x + k;
    return lx;
}

__kernel __attribute__((vec_type_hint(int4))) void vector_parameters_named(__global const int *in, __global int *out, const int n)
{
    const int4 w = vector_taken(vload4(0, in + get_global_id(0)), vload4(1, in + get_global_id(0)));
    const int4 w_x = w * 3, w_x_2 = w_x ^ w;
    out[get_global_id(0)] = w_x.x + w_x.y * 3 + w_x_2.z * 5 + w_x_2.w * 7;
}

__kernel __attribute__((vec_type_hint(int4))) void vector_context_named(__global const int *in, __global int *out, const int n)
{
    int4 items = vload4(0, in + get_global_id(0)), scratch = items * items;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 3; ++k) scratch = scratch * items + k;
    out[get_global_id(0)] = scratch.x + scratch.y * 3 + scratch.z * 5 + scratch.w * 7;
}
