// Loops that go on by the number of work-items, whose size_t makes 64 bits of the counter: neighbours stay neighbours in
// each round, also where the counter wraps. Each kernel reads `in`, writes `out`, and has n work-items in groups of one
// size.
// @range: n
// @arg in: in 8*n+64
// @arg out: out n
// SPDX-License-Identifier: MIT

// TYPE: of the counter. Rounds end differently: 5*n+3 is no multiple of the step.
#define STRIDES(TYPE)                                                                       \
    __kernel void strides_##TYPE(__global const int *in, __global int *out, const int n)    \
    {                                                                                       \
        int sum = 0;                                                                        \
        TYPE i;                                                                             \
        for (i = get_global_id(0); i < (TYPE)(5 * n + 3); i += get_global_size(0)) sum = sum * 3 + in[i]; \
        out[get_global_id(0)] = sum + (int)i;                                               \
    }
STRIDES(int)
STRIDES(uint)
STRIDES(long)
STRIDES(size_t)
STRIDES(ushort)

__kernel void strides_down(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int sum = 0;
    for (int i = 6 * n + g; i >= 0; i -= get_global_size(0)) {
        if (in[i] == 7) continue;
        sum += in[i] * (i & 7);
        if (sum > 5000) break;
    }
    for (uint i = get_local_id(0) + 2 * get_local_size(0); i < 8 * n; i = i + get_local_size(0) * 3 - 1) sum ^= in[i] << (i & 3);
    out[g] = sum;
}

// Counters that pass the end of their range.
__kernel void strides_wrap(__global const int *in, __global int *out, const int n)
{
    const size_t g = get_global_id(0), size = get_global_size(0);
    uint u = (uint)(0xfffffff0u - g), product = 1;
    int i = (int)(0x7ffffff0u + (g & 7)), k;
    for (k = 0; k < 4; ++k) {
        u += size;
        i = i + (ulong)3 + size;
        product = product * 31 + u + (i < 0 ? 5 : i & 15) + in[(u >> 8) & 7] + in[i & 63];
    }
    for (i = (int)(0x7fffffe0u + g % 64); i > 0 && k < 40; i += 1UL) product = product * 3 + in[++k];
    out[g] = product;
}
