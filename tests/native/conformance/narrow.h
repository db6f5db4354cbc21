// Kernels on short vectors of bytes or shorts: T is the element, V the vector, NAME(x) names
// what is made, and HIGH(a, b) is the upper half of a product of shorts.
//
// SPDX-License-Identifier: MIT

__kernel void NAME(narrow_operators)(__global const V *in, __global V *out, const int n)
{
    const int i = get_global_id(0);
    const V a = in[i] * (V)11 + (V)(T)(i * 37), b = in[i + 7] * (V)7 - (V)(T)i;
    out[i] = ((a + b) * (a - b)) ^ (~(a | b) & -b) ^ (a & (V)0x5a);
}

__kernel void NAME(narrow_shifts)(__global const V *in, __global V *out, const int n)
{
    const int i = get_global_id(0);
    const V a = in[i] * (V)11 + (V)(T)(i * 57);
    if (i >= n) return;
    out[i] = (a >> (V)3) ^ (a << (V)2) ^ (a >> (V)1) ^ (a >> (V)(sizeof(T) * 8 - 1));
}

__kernel void NAME(narrow_functions)(__global const V *in, __global V *out, const int n)
{
    const int i = get_global_id(0);
    const V a = in[i] * (V)21 + (V)(T)(i * 101), b = in[i + 3] * (V)(T)4099 + (V)(T)(i * 51);
    const V low = min(a, b), high = max(a, b);
    out[i] =
        add_sat(a, b) ^ (sub_sat(a, b) + hadd(a, b)) ^ (rhadd(a, b) - clamp(a, low, (V)90)) ^ (high - mul_hi(a, b));
}

// Sums that are clamped or halved by hand, near and beside what add_sat and its kin are.
__kernel void NAME(narrow_clamped)(__global const V *in, __global V *out, const int n)
{
    const int i = get_global_id(0);
    const V a = in[i] * (V)21 + (V)(T)(i * 101), b = in[i + 3] * (V)9 + (V)(T)(i * 51);
    const V c = add_sat(a, (V)100), d = sub_sat((V)3, b), e = hadd(a, (V)(T)n), f = rhadd((V)(T)-9, b);
    out[i] = c ^ (d + e) ^ (d - f);
}

__kernel void NAME(narrow_chosen)(__global const V *in, __global V *out, const int n)
{
    const int i = get_global_id(0);
    const V a = in[i] * (V)21 + (V)(T)(i * 101), b = in[i + 3] * (V)9 + (V)(T)(i * 51);
    const V c = a < b ? a : b, d = a >= b && a != (V)5 ? b + a : b - a;
    out[i] = c ^ ((a == b || !(a <= c)) ? d : a) ^ (n > 100 ? a : b) ^ (i % 5 > 2 ? d : c);
}

__kernel void NAME(narrow_compared)(__global const V *in, __global V *out, const int n)
{
    const int i = get_global_id(0);
    const V a = in[i] * (V)21 + (V)(T)(i * 101), b = in[i + 3];
    const V abs_difference = CONVERT_V(abs_diff(a, b)), size = CONVERT_V(abs(a));
    out[i] = CONVERT_V(a > b) + CONVERT_V(a == b) + abs_difference + size;
}

__kernel void NAME(narrow_masks)(__global const V *in, __global V *out, const int n)
{
    const int i = get_global_id(0);
    V a = in[i] * (V)21 + (V)(T)(i * 101), b = (V)(T)i;
    if (i % 3) {
        for (int k = 0; k < i % 7; ++k) {
            a = max(a - (V)3, b);
            if ((k + i) % 4 == 1) continue;
            b += a & (V)(T)k;
            if (i % 11 == k) break;
        }
        out[i] = a + in[i + 1];
    } else if (i % 5) {
        a = b - a;
        out[i] = a ^ b;
    }
    if (i & 1) out[i] ^= a;
}

__kernel void NAME(narrow_components)(__global const V *in, __global V *out, const int n)
{
    const int i = get_global_id(0);
    const V a = max(in[i] * (V)21, (V)(T)(i * 101)), b = min(a, (V)77) - a;
    const int sum = a.s0 * 3 + b.s1 * 5;
    const T own = in[i].s1 * i;
    out[i] = (a ^ (V)own) + b + (V)(T)sum;
}

__kernel void NAME(narrow_pairs)(__global const V *in, __global V *out, const int n)
{
    const int i = get_global_id(0);
    V a = in[i] & (V)1, sum = (V)0;
    a += (V)(T)(i * 2);
    if (sizeof(T) == 2) a *= (V)259;
    for (int k = 0; k < 256; ++k) {
        const V b = (V)(T)(sizeof(T) == 2 ? k * 257 : k);
        sum = sum * (V)3 + (add_sat(a, b) ^ sub_sat(a, b)) + (hadd(a, b) ^ rhadd(a, b)) + (min(a, b) - max(b, a)) +
              (a < b ? a * b : HIGH(a, b));
    }
    out[i] = sum;
}
