// Functions that stay functions, and get pointers into arrays and unions of the caller: in vectors the whole object is
// passed by value and comes back. Each kernel reads `in`, writes `out`, and has n work-items in groups of one size.
// @range: n
// @arg in: in 8*n+64
// @arg out: out n
// SPDX-License-Identifier: MIT

#define FAR __attribute__((noinline))

static uint mixed(const uint *w, const int count)
{
    uint sum = 7;
    for (int i = 0; i < count; ++i) sum = rotate(sum, 5u) * 31 + w[i];
    return sum;
}

FAR static uint reversed(uint *w, const uint length)
{
    uchar *b = (uchar *)w;
    for (uint l = 0; l < length / 2; ++l) {
        const uchar t = b[l];
        b[l] = b[length - 1 - l];
        b[length - 1 - l] = t;
    }
    w[0] ^= length;
    return length + (w[1] & 3);
}

FAR static void shifted(int *p, const int by, int *sum)
{
    // in front of the pointer and behind it
    p[-1] += by;
    p[1] -= by;
    *sum += *p++;
    *p ^= 5;
    *sum -= p[-2];
}

FAR static int looked_up(const int *p, const int at)
{
    return p[at & 7] * 3 + p[0];
}

// Bytes in pairs that are the same in either byte order.
__kernel void passed_words(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uint w[4], length = in[g] % 13;
    for (int i = 0; i < 4; ++i) w[i] = (in[g + i] + 1) * 0x01010101u;
    length = reversed(w, 16);
    if (in[g] & 1) length += reversed(w, 16);
    for (int k = 0; k < in[g + 1] % 4; ++k) length ^= reversed(w, k & 2 ? 16 : 0);
    out[g] = mixed(w, 4) + length;
}

__kernel void passed_inside(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a[8], sum = in[g];
    for (int i = 0; i < 8; ++i) a[i] = in[g + i];
    shifted(a + 3, in[g], &sum);
    shifted(&a[1], n, &sum);
    if (sum & 1) shifted(a + 6, 2, &sum);
    else if (in[g] > 9) { a[in[g] & 7] = 1; shifted(&a[4], sum, &sum); }
    sum += looked_up(a, in[g]) - looked_up(a, n);
    // a place that only the data tell
    shifted(a + 1 + in[g] % 6, 3, &sum);
    for (int i = 0; i < 8; ++i) sum = sum * 3 + a[i];
    out[g] = sum;
}

FAR static int both(int *p, int *q, const int k)
{
    p[k & 3] += 1;
    q[3 - (k & 3)] += p[0];
    return p[k & 1] - q[2];
}

FAR static int nested(int *p, const int depth, const int k)
{
    int own[4] = {depth, k, 3, 4}, sum = 0;
    for (int i = 0; i < depth; ++i) sum += both(own, p, k + i);
    return sum + own[k & 3];
}

// Two objects, one object twice, a part of an array of arrays, and objects of the called function itself.
__kernel void passed_pairs(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a[2][4], b[4], sum = 0;
    for (int i = 0; i < 4; ++i) { a[0][i] = in[g + i]; a[1][i] = 3 * i; b[i] = in[g + 1 + i]; }
    sum += both(a[0], b, in[g]);
    sum += both(b, b, 1);
    sum += both(a[1], a[0], in[g + 2]);
    sum += nested(b, in[g] & 3, in[g + 1]);
    if (in[g] % 3) sum += nested(a[1], 2, n);
    for (int i = 0; i < 4; ++i) sum = sum * 5 + a[0][i] + a[1][i] * 7 + b[i] * 11;
    out[g] = sum;
}

typedef union { ulong q[2]; uint w[4]; } either;
typedef struct { char tag; int values[3]; short last; } gaps;

FAR static ulong of_union(either *u, const int k)
{
    u[0].q[k & 1] *= 3;
    u->w[0] = u->w[1] = u->w[0] + u->w[1];
    u->w[2] = u->w[3] = u->w[2] ^ u->w[3];
    return u->q[0] + u->q[1];
}

FAR static int of_structures(gaps *s, const int k)
{
    s[k & 1].values[k % 3] += s[0].tag;
    s[1].last -= k;
    return s[1].values[1] + s[0].last;
}

__kernel void passed_unions(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    either u[2];
    gaps s[2];
    for (int i = 0; i < 2; ++i) {
        u[i].q[0] = in[g + i] * 0x0000000100000001UL;
        u[i].q[1] = in[g + 2 + i] * 0x0000000700000007UL;
        s[i].tag = in[g + i] - 9;
        for (int k = 0; k < 3; ++k) s[i].values[k] = in[g + k] * (i + 1);
        s[i].last = in[g + 4];
    }
    ulong sum = of_union(u, in[g]);
    if (in[g] > 5) sum += of_union(u + 1, 1);
    const int of = of_structures(s, in[g + 1]) + of_structures(s, 4);
    for (int i = 0; i < 2; ++i) sum = sum * 31 + u[i].q[0] + u[i].q[1] + s[i].values[0] + s[i].values[1] * 3 + s[i].last;
    out[g] = (int)(sum ^ sum >> 32) + of;
}
