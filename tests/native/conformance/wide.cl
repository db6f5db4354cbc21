// Built-in functions of work-items in lanes, which the rounds that differ make of them.
// @range: n
// @arg in: in n+32
// @arg out: inout n+2
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define MIX(x) ((x) * 0x9e3779b9u + 0x7f4a7c15u)

__kernel void wide_int(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int a = (int)MIX((uint)in[g] << 7), b = (int)MIX((uint)in[g + 1] << 3 ^ (uint)g), sum = 0;
    for (int k = 0; k <= (in[g] & 7); ++k) {
        const int c = a ^ (b >> 3), low = min(b, c), high = max(b, c);
        sum += min(a, b) ^ max(a, b) ^ clamp(a, low, high);
        sum ^= (int)abs_diff(a, b) + (int)abs(a) + rotate(a, b);
        sum += hadd(a, b) - rhadd(a, b) + bitselect(a, b, c) + select(a, b, c & 1) + select(b, a, (uint)c & 2u);
        sum ^= mul24(a >> 8, b >> 8) + mad24(a >> 8, c >> 8, b) + mul_hi(a, b);
        sum += popcount(a) * clz(b) + add_sat(a, b) + sub_sat(a, c) + mad_hi(a, b, c);
        a = (int)MIX((uint)a), b = (int)MIX((uint)b ^ (uint)sum);
    }
    out[g] = sum;
}

__kernel void wide_uint(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    uint a = MIX((uint)in[g] << 7), b = MIX((uint)in[g + 1] << 3 ^ (uint)g), sum = 0;
    for (int k = 0; k <= (in[g] & 7); ++k) {
        const uint c = a ^ (b >> 3), low = min(b, c), high = max(b, c);
        sum += min(a, b) ^ max(a, b) ^ clamp(a, low, high);
        sum ^= abs_diff(a, b) + abs(a) + rotate(a, b);
        sum += hadd(a, b) - rhadd(a, b) + bitselect(a, b, c) + select(a, b, c & 1u) + select(b, a, (int)c & 2);
        sum ^= mul24(a >> 8, b >> 8) + mad24(a >> 8, c >> 8, b) + mul_hi(a, b);
        a = MIX(a), b = MIX(b ^ sum);
    }
    out[g] = (int)sum;
}

__kernel void wide_long(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    long a = as_long((ulong)MIX((uint)in[g]) << 29);
    ulong sum = 0;
    ulong b = (ulong)MIX((uint)in[g + 1] + (uint)g) << 31 | 77u;
    for (int k = 0; k <= (in[g] & 7); ++k) {
        const long s = as_long(b), c = a ^ (s >> 3), low = min(s, c), high = max(s, c);
        const ulong u = as_ulong(a), v = u ^ (b >> 5);
        sum += as_ulong(min(a, s) ^ max(a, s) ^ clamp(a, low, high)) ^ min(u, b) ^ max(u, b) ^ clamp(v, min(u, b), max(u, b));
        sum ^= abs_diff(a, s) + abs(a) + abs_diff(u, b) + as_ulong(rotate(a, s)) + rotate(u, b);
        sum += as_ulong(hadd(a, s)) - as_ulong(rhadd(a, s)) + as_ulong(bitselect(a, s, c)) + as_ulong(select(a, s, c & 1));
        sum += hadd(u, b) ^ rhadd(u, v);
        sum += as_ulong(mul_hi(a, s)) ^ mul_hi(u, b);
        a = as_long(as_ulong(a) * 6364136223846793005UL + 1442695040888963407UL), b = b * 2862933555777941757UL + sum;
    }
    out[g] = (int)sum ^ (int)(sum >> 32);
}

__kernel void wide_float(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    float a = (float)(int)MIX((uint)in[g]) * 0.00390625f, b = (float)in[g + 1] - 11.5f;
    int sum = 0;
    for (int k = 0; k <= (in[g] & 7); ++k) {
        const float r = rint(b), f = floor(b), c = ceil(b), t = trunc(a);
        sum += as_int(min(a, b)) ^ as_int(max(a, b)) ^ as_int(clamp(a, -100.0f, 100.0f));
        sum ^= as_int(sqrt(fabs(a))) + as_int(bitselect(a, b, 0.3f)) + as_int(select(a, b, in[g] & 1));
        sum += as_int(r + 3.0f) + as_int(f + 3.0f) * 3 + as_int(c + 3.0f) * 5 + convert_int(t * 0.001f) + as_int(convert_float(sum));
        a = mix(a, b, 0.5f) + (float)k, b = b * -0.75f + 1.0f;
    }
    out[g] = sum;
}

__kernel void wide_double(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    double a = (double)(int)MIX((uint)in[g]) * 0.0009765625, b = (double)in[g + 1] - 11.5;
    ulong sum = 0;
    for (int k = 0; k <= (in[g] & 7); ++k) {
        sum += as_ulong(min(a, b)) ^ as_ulong(max(a, b)) ^ as_ulong(clamp(a, -100.0, 100.0));
        sum ^= as_ulong(bitselect(a, b, 0.3)) + as_ulong(select(a, b, (long)in[g] & 1)) + as_ulong(convert_long(trunc(a)));
        sum += as_ulong(convert_double(convert_int(b))) + as_ulong(convert_double(convert_uint(sum & 1000)));
        a = mix(a, b, 0.5) + (double)k, b = b * -0.75 + 1.0;
    }
    out[g] = (int)sum ^ (int)(sum >> 32);
}
