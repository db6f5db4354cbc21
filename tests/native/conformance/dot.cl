// Integer dot products: each kernel looks at its own results.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

__kernel void check_dots(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const uint a = (uint)in[g] * 0x9e3779b1u + 77u, b = a * 0x85ebca6bu ^ (uint)g * 0xc2b2ae35u;
    const uchar4 ua = as_uchar4(a), ub = as_uchar4(b);
    const char4 sa = as_char4(a), sb = as_char4(b);
    const ushort2 ta = as_ushort2(a), tb = as_ushort2(b);
    const short2 ha = as_short2(a), hb = as_short2(b);
    uint uu = 0;
    int ss = 0, us = 0, su = 0;
    for (int i = 0; i < 4; ++i) {
        uu += (a >> 8 * i & 255) * (b >> 8 * i & 255);
        ss += (int)(char)(a >> 8 * i) * (int)(char)(b >> 8 * i);
        us += (int)(a >> 8 * i & 255) * (int)(char)(b >> 8 * i);
        su += (int)(char)(a >> 8 * i) * (int)(b >> 8 * i & 255);
    }
    int right = dot(ua, ub) == uu && dot(sa, sb) == ss && dot(ua, sb) == us && dot(sa, ub) == su;
    right &= dot_4x8packed_uu_uint(a, b) == uu && dot_4x8packed_ss_int(a, b) == ss;
    right &= dot_4x8packed_us_int(a, b) == us && dot_4x8packed_su_int(a, b) == su;
    right &= dot_acc_sat(ua, ub, 5u) == uu + 5 && dot_acc_sat(ua, ub, UINT_MAX - 1) == (uu > 1 ? UINT_MAX : UINT_MAX - 1 + uu);
    right &= dot_acc_sat(sa, sb, INT_MAX - 3) == (ss > 3 ? INT_MAX : INT_MAX - 3 + ss);
    right &= dot_acc_sat_4x8packed_us_int(a, b, INT_MIN + 3) == (us < -3 ? INT_MIN : INT_MIN + 3 + us);
    right &= dot_acc_sat_4x8packed_su_int(a, b, -9) == su - 9 && dot_acc_sat_4x8packed_uu_uint(a, b, UINT_MAX) == UINT_MAX;
    right &= arm_dot(ua, ub) == uu && arm_dot_acc(sa, sb, 11) == ss + 11 && arm_dot_acc_sat(ua, ub, UINT_MAX) == UINT_MAX;
    right &= arm_dot_acc(ta, tb, 3u) == 3u + (a & 65535) * (b & 65535) + (a >> 16) * (b >> 16);
    right &= arm_dot_acc(ha, hb, 3) == as_int(3u + (uint)(ha.x * hb.x) + (uint)(ha.y * hb.y));
    out[g] = right;
}
