// Packs of bytes and shorts: in narrow vectors, at the edges to others, and under masks.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT
__kernel void narrow_bytes(__global const uchar4 *in, __global uchar4 *out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const uchar4 a = in[i], b = out[i];
    const uchar4 low = min(a, b), high = sub_sat(max(a, b), (uchar4)(1, 2, 3, 4));
    out[i] = low < high ? rhadd(low, high) : (uchar4)(uchar)n;
}

__kernel void narrow_shorts(__global const char4 *in, __global char4 *out, const int n)
{
    const int i = get_global_id(0);
    short4 sum = convert_short4(in[i]);
    for (int k = 0; k < i; ++k) sum = sum * convert_short4(in[i]) + (short4)(short)k;
    out[i] = convert_char4(sum >> (short4)3);
}
