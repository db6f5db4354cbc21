// Private objects that are accessed with elements of several sizes: bytes written into arrays of words, unions, and
// structures that are copied as a whole. Each kernel reads `in`, writes `out`, and has n work-items in groups of one
// size.
// @range: n
// @arg in: in 8*n+64
// @arg out: out n
// SPDX-License-Identifier: MIT

#define LARGEST 64

// Bytes and halves are counted by their weight, so that results do not depend on the byte order: 0, or 3.
static int byte_order(void)
{
    union { uint w; uchar b[4]; } u;
    u.w = 1;
    return u.b[0] ? 0 : 3;
}
#define BYTE(i) ((i) ^ order)
#define BYTE_OF_8(i) ((i) ^ (order ? 7 : 0))
#define HALF(i) ((i) ^ (order >> 1))
#define ORDER const int order = byte_order()

static uint mixed(const uint *w, const int count)
{
    uint sum = 7;
    for (int i = 0; i < count; ++i) sum = rotate(sum, 5u) * 31 + w[i];
    return sum;
}

// The last block of a message, as hash programs fill it.
__kernel void words_padded_block(__global const int *in, __global int *out, const int n)
{
    ORDER, g = get_global_id(0);
    const int length = in[g] * 2 + 5;
    uint w[16] = {0};
    int i;
    for (i = 0; i < length && i < 55; ++i) ((uchar *)w)[BYTE(i)] = (uchar)(in[g + i] + i * 37);
    ((uchar *)w)[BYTE(i)] = 0x80;
    w[14] = length << 3;
    out[g] = mixed(w, 16);
}

// Bytes in places that the data tell, in some work-items.
__kernel void words_at_data(__global const int *in, __global int *out, const int n)
{
    ORDER, g = get_global_id(0);
    uint w[4];
    for (int i = 0; i < 4; ++i) w[i] = 0x01020304u * (in[g + i] + 1);
    uchar *b = (uchar *)w;
    for (int i = 0; i < 6; ++i) {
        const int from = BYTE(in[g + i] & 15), to = BYTE(in[g + i + 1] % 16);
        if (in[g + i] & 1) b[to] = b[from] ^ 0x5a;
        else if (in[g] > 11) { const uchar held = b[to]; b[to] = b[from]; b[from] = held + 1; }
    }
    out[g] = mixed(w, 4) + b[BYTE(in[g] & 15)];
}

__kernel void words_in_union(__global const int *in, __global int *out, const int n)
{
    ORDER, g = get_global_id(0);
    union { uint w[8]; ushort s[16]; uchar b[32]; char c[32]; } u;
    for (int i = 0; i < 8; ++i) u.w[i] = in[g + i] * 0x9e3779b9u;
    for (int i = 0; i < 16; ++i) u.s[HALF(i)] += u.s[HALF((i + in[g]) & 15)] >> 3;
    int sum = 0;
    for (int i = 0; i < 32; ++i) sum = sum * 3 + u.c[BYTE((i * in[g + 1]) & 31)];
    for (int i = in[g] & 7; i < 32; i += 5) u.b[BYTE(i)] = i;
    out[g] = (uint)sum + mixed(u.w, 8);
}

// Sums of all bytes, and of all halves, are the same in either order.
__kernel void words_at_constants(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    union { uint w; uchar4 c; ushort2 s; float f; } u, v;
    u.w = in[g] * 2654435761u;
    const int bytes = u.c.x + u.c.y + u.c.z + u.c.w, halves = u.s.x + u.s.y;
    u.c = (uchar4)(u.c.w, u.c.z, u.c.y, u.c.x);
    v.f = (float)in[g + 1];
    v.s = v.s.yx + (ushort2)(1, 1);
    v.w ^= rotate(v.w, 16u) << 1 & 0x10001;
    out[g] = bytes + halves * 3 + (int)(u.w & 0xffff) + (int)(u.w >> 16) + (int)rotate(v.w, 16u) % 1000 + (int)v.w % 1000;
}

// Units of 64 bits, as of SHA-512.
__kernel void words_of_64_bits(__global const int *in, __global int *out, const int n)
{
    ORDER, g = get_global_id(0);
    union { ulong q[4]; uint w[8]; uchar b[32]; } u;
    for (int i = 0; i < 4; ++i) u.q[i] = (ulong)(in[g + i] + 3) * 0x9e3779b97f4a7c15UL;
    for (int i = 0; i < 32; i += 1 + (in[g] & 3)) u.b[BYTE_OF_8(i)] += u.b[BYTE_OF_8(31 - i)];
    u.w[(in[g] & 7) ^ (order & 1)] ^= u.w[in[g + 2] % 8 ^ (order & 1)];
    ulong sum = 1;
    for (int i = 0; i < 4; ++i) sum = sum * 31 + u.q[i];
    out[g] = (int)(sum ^ (sum >> 32));
}

// Bytes that are read as words, behind a pointer with two steps.
__kernel void words_from_rows(__global const int *in, __global int *out, const int n)
{
    ORDER, g = get_global_id(0);
    union { uchar b[3][8]; uint w[6]; } u;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 8; ++k) u.b[(i + in[g]) % 3][BYTE(k)] = in[g + i + k] * 11;
    uint sum = 0;
    for (int i = 0; i < 6; ++i) sum = sum * 17 + u.w[i];
    uchar *row = u.b[in[g + 3] % 3];
    for (int k = 0; k < 4; ++k) sum += row[BYTE(k + 4)] << k;
    out[g] = sum;
}

// The object is kept across barriers.
__kernel void words_across_barriers(__global const int *in, __global int *out, const int n)
{
    ORDER, g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    __local uint t[LARGEST];
    uint w[4] = {1, 2, 3, 4};
    for (int k = 0; k < 3; ++k) {
        ((uchar *)w)[BYTE((in[g] + k) & 15)] = in[g + k];
        t[l] = w[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        ((ushort *)w)[HALF(k + (in[g] & 3))] ^= t[size - 1 - l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g] = mixed(w, 4);
}

static void put(uint *w, const int at, const uchar c)
{
    ORDER;
    ((uchar *)w)[BYTE(at)] = c;
}

static uchar pick(const void *p, const int at)
{
    ORDER;
    return ((const uchar *)p)[BYTE(at)];
}

// A rule of a password program: bytes behind a pointer to words.
__kernel void words_of_rule(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uint w[8] = {0};
    const int length = in[g] + 4;
    for (int i = 0; i < length; ++i) put(w, i, 'a' + in[g + i]);
    for (int i = 0; i < length; ++i) {
        const uchar c = pick(w, i);
        switch (in[g + i] % 5) {
        case 0: put(w, i, c >= 'a' && c <= 'z' ? c ^ 0x20 : c); break;
        case 1: put(w, length - 1 - i, c); break;
        case 2: put(w, i, pick(w, (i + 1) % length)); break;
        case 3: if (c < 'm') put(w, i, c + 1);
        default: put(w, 31, c);
        }
    }
    out[g] = mixed(w, 8);
}

typedef struct { char tag; int value; short low; } padded;
typedef union { int word; uchar bytes[4]; } either;
typedef struct { either e[3]; uchar count; } nested;

static padded next(const padded p)
{
    padded q = p;
    q.value += q.tag * 3;
    q.tag ^= 1;
    return q;
}

// Structures with gaps, and unions, that are copied as a whole.
__kernel void words_of_copies(__global const int *in, __global int *out, const int n)
{
    ORDER, g = get_global_id(0);
    padded a = {in[g], in[g + 1], in[g + 2]}, b;
    b = next(a);
    if (in[g] & 1) a = b;
    nested x, y;
    for (int i = 0; i < 3; ++i) x.e[i].word = in[g + i] * 0x01010101;
    x.count = in[g];
    y = x;
    y.e[in[g] % 3].bytes[BYTE(in[g + 1] & 3)] = 77;
    if (in[g + 3] & 2) x = y;
    out[g] = a.tag + a.value * 5 + b.low * 7 + x.e[0].word + x.e[1].word * 3 + x.e[2].bytes[BYTE(1)] + x.count + y.e[1].bytes[BYTE(0)];
}

// The same behind pointers into the group's memory.
__kernel void words_of_local_copies(__global const int *in, __global int *out, const int n)
{
    ORDER, g = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    __local nested t[LARGEST];
    __local padded s[LARGEST];
    nested x;
    padded p;
    for (int i = 0; i < 3; ++i) x.e[i].word = in[g + i] * 0x01030507;
    x.count = l;
    p.tag = in[g];
    p.value = in[g + 1] * 3;
    p.low = in[g + 2];
    if (in[g] != 5) t[l] = x;
    else { t[l].count = 3; for (int i = 0; i < 3; ++i) t[l].e[i].word = l; }
    s[size - 1 - l] = p;
    barrier(CLK_LOCAL_MEM_FENCE);
    nested y = t[(l + in[g]) % size];
    padded q = s[l];
    out[g] = y.e[0].bytes[BYTE(2)] + y.e[y.count % 3].word + y.count + q.tag + q.value + q.low;
}
