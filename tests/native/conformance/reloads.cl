// What is read again: with writes in between, in branches, in later rounds, by other masks. Each kernel reads `in`, writes
// `out`, and has n work-items.
// @range: n
// @arg in: in 4*n+64
// @arg out: out n
// SPDX-License-Identifier: MIT

// Branches that only compute with what their condition has read.
__kernel void reloads_largest(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int best = -1, at = 0;
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i) {
            const int k = 2 * g + j * n + i;
            if (in[k] > best) {
                best = in[k];
                at = k;
            }
        }
    for (int k = 0; k < 3; ++k)
        if (in[3 * g + k] > best) best = in[3 * g + k] - 1;
        else at += in[3 * g + k] & 3;
    out[g] = best * 16 + at;
}

// Read in a branch by some lanes only, then by all; and the other way round.
__kernel void reloads_masks(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0;
    if (in[g] & 1) sum += in[g + 7] * 3;
    if (in[g] & 2) sum += in[g + 7] * 5 + in[g + 9];
    sum ^= in[g + 9] + in[g + 7];
    if (sum & 1) {
        if (in[g + 3] & 1) sum += in[in[g + 3] & 31];
        sum += in[in[g + 3] & 31] + in[g + 9];
    }
    out[g] = sum;
}

// Writes in between: straight on, in a branch, in the round before, by an atomic function.
__kernel void reloads_writes(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    out[g] = in[g];
    int sum = out[g];
    out[g] = sum + 1;
    sum = sum * 3 + out[g];
    if (in[g] & 1) out[g] = sum * 5;
    sum += out[g];
    for (int k = 0; k < 4; ++k) {
        sum = sum * 7 + out[g];
        if (k & 1) out[g] = sum ^ in[g + k];
    }
    sum += out[g];
    for (int k = 0; k < 3; ++k) {
        sum = sum * 3 + out[g];
        atomic_add(&out[g], in[g] & 15);
    }
    sum += out[g];
    for (int k = 0; k < (in[g] & 3); ++k) out[g] += k;
    out[g] += sum;
}

// Bytes of one number, read as several types.
__kernel void reloads_types(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const char *bytes = (__global const char *)in;
    __global const uchar *plain = (__global const uchar *)in;
    __global const short *halves = (__global const short *)in;
    int sum = in[g] + bytes[4 * g];
    if (in[g] & 4) sum += plain[4 * g] * 3 + halves[2 * g];
    sum += bytes[4 * g] * 5 + halves[2 * g] * 7 + vload2(g, in).x;
    if (vload2(g, in).y & 1) sum += in[2 * g] + in[2 * g + 1] * 9;
    out[g] = sum;
}

// Other work-items write between the barriers.
__kernel __attribute__((reqd_work_group_size(16, 1, 1))) void reloads_local(__global const int *in, __global int *out,
                                                                            const int n)
{
    __local int t[16];
    const int g = get_global_id(0), l = get_local_id(0);
    t[l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = t[(l + 5) & 15];
    for (int k = 0; k < 3; ++k) {
        sum = sum * 3 + t[(l + 5) & 15];
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] = sum + k;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t[(l + 5) & 15] & 1) sum += t[(l + 5) & 15];
    }
    out[g] = sum + t[(l + 5) & 15];
}

// Truths as numbers: compared with each other, and with 0, 1 and 2.
__kernel void reloads_truths(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const int a = in[g], b = in[g + 1], c = in[2], d = n;
    int sum = (a > b) == (c > d);
    sum = sum * 2 + ((a > b) != ((a & 4) == 0));
    sum = sum * 2 + ((a > c) == 0);
    sum = sum * 2 + ((a > c) == 1);
    sum = sum * 2 + ((b > c) != 0);
    sum = sum * 2 + ((b > c) != 1);
    sum = sum * 2 + ((b > c) == 2);
    sum = sum * 2 + (((a & 1) == 0) == (uchar)((b & 1) == 0));
    sum = sum * 2 + ((c > d) != (d > 5));
    if ((a > b) == ((g & 2) == 0)) sum += a;
    out[g] = sum;
}

// Every second number, up to the last one.
__kernel void reloads_seconds(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __global const float *f = (__global const float *)in;
    __global const uint *u = (__global const uint *)in;
    out[g] = in[2 * g] + as_int(f[2 * g + 1]) * 3 + (int)u[2 * (n - 1) + 1 - 2 * g] * 5;
}
