// cl_khr_extended_bit_ops: each kernel looks at its own results, bit by bit.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

#define BITS(name, T, U, I, N)                                                                             \
int name##_fields(const ulong a, const ulong c, const uint offset, const uint count)                         \
{                                                                                                             \
    const T base = (T)a, from = (T)c;                                                                         \
    ulong inserted = 0, taken = 0, reversed = 0;                                                              \
    for (uint i = 0; i < N; ++i) {                                                                            \
        const int inside = i >= offset && i - offset < count;                                                 \
        inserted |= (inside ? c >> (i - offset) & 1 : a >> i & 1) << i;                                       \
        taken |= inside ? (a >> i & 1) << (i - offset) : 0;                                                   \
        reversed |= (a >> i & 1) << (N - 1 - i);                                                              \
    }                                                                                                         \
    const ulong sign = count && (taken >> (count - 1) & 1) ? ~(ulong)0 << (count - 1) : 0;                    \
    int right = (U)bitfield_insert(base, from, offset, count) == (U)inserted;                                 \
    right &= bitfield_extract_unsigned(base, offset, count) == (U)taken;                                      \
    right &= (U)bitfield_extract_signed(base, offset, count) == (U)(taken | sign);                            \
    right &= (U)bit_reverse(base) == (U)reversed;                                                             \
    right &= (U)bitfield_insert((T##2)(from, base), (T##2)(base, from), offset, count).y == (U)inserted;      \
    right &= bitfield_extract_unsigned((T##3)(base, from, from), offset, count).x == (U)taken;                \
    right &= (U)bitfield_extract_signed((T##4)(from, from, base, from), offset, count).z == (U)(taken | sign); \
    right &= (U)bit_reverse((T##2)(base, base)).y == (U)reversed;                                             \
    return right && bitfield_extract_signed(base, 0u, 0u) == (I)0 && bitfield_insert(base, from, (uint)N, 0u) == base; \
}                                                                                                             \
__kernel void check_##name(__global const int *in, __global int *out, const int n)                            \
{                                                                                                             \
    const int g = get_global_id(0);                                                                           \
    const ulong a = (ulong)(uint)in[g] * 0x9e3779b97f4a7c15ul + 77ul, c = a * 0x2545f4914f6cdd1dul ^ (ulong)(uint)g << 40; \
    const uint offset = (uint)(a >> 9) % N, count = (uint)(c >> 13) % (N + 1 - offset);                       \
    int right = name##_fields(a, c, offset, count) && name##_fields(c, a, 0, N) && name##_fields(c, a, 0, 0); \
    out[g] = right && name##_fields(a, c, N - 1, 1);                                                          \
}

BITS(char, char, uchar, char, 8u)
BITS(uchar, uchar, uchar, char, 8u)
BITS(short, short, ushort, short, 16u)
BITS(ushort, ushort, ushort, short, 16u)
BITS(int, int, uint, int, 32u)
BITS(uint, uint, uint, int, 32u)
BITS(long, long, ulong, long, 64u)
BITS(ulong, ulong, ulong, long, 64u)

// Constants, and a kernel whose branches differ from one work-item to the next.
__kernel void check_branches(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const uint a = (uint)in[g] * 0x9e3779b1u + 77u;
    uint r = a;
    if (g % 3 == 0) r = bit_reverse(a);
    else if (g % 3 == 1) r = bitfield_insert(a, 0xabcdu, 8u, 12u);
    uint expected = a;
    if (g % 3 == 0) {
        expected = 0;
        for (int i = 0; i < 32; ++i) expected |= (a >> i & 1) << (31 - i);
    } else if (g % 3 == 1) {
        expected = (a & 0xfff000ffu) | 0xbcd00u;
    }
    out[g] = r == expected && bitfield_extract_signed(0xf0u, 4u, 4u) == -1 && bit_reverse((uchar)1) == 128;
}
