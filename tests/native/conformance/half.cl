// Single halfs, which few devices compute with: each kernel looks at its own results.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// a, b, a + b, a - b, a * b, a / b: exact values, rounded once by Python's struct.pack.
__constant ushort rows[40][6] = {
    {0x3c00, 0x4000, 0x4200, 0xbc00, 0x4000, 0x3800}, {0x0001, 0x0001, 0x0002, 0x0000, 0x0000, 0x3c00},
    {0x03ff, 0x0001, 0x0400, 0x03fe, 0x0000, 0x63fe}, {0x7bff, 0x7bff, 0x7c00, 0x0000, 0x7c00, 0x3c00},
    {0x8000, 0x0000, 0x0000, 0x8000, 0x8000, 0x7e00}, {0x3555, 0x3555, 0x3955, 0x0000, 0x2f1c, 0x3c00},
    {0x7c00, 0x3c00, 0x7c00, 0x7c00, 0x7c00, 0x7c00}, {0xfc00, 0x3c00, 0xfc00, 0xfc00, 0xfc00, 0xfc00},
    {0x0400, 0x3800, 0x3800, 0xb800, 0x0200, 0x0800}, {0x0401, 0x3800, 0x3800, 0xb800, 0x0200, 0x0801},
    {0x7bff, 0x5000, 0x7c00, 0x7bfe, 0x7c00, 0x67ff}, {0xbc00, 0x4200, 0x4000, 0xc400, 0xc200, 0xb555},
    {0x82c9, 0xb791, 0xb791, 0x3791, 0x0151, 0x05e4}, {0x0ed9, 0xee66, 0xee66, 0x6e66, 0xc17a, 0x8001},
    {0x504e, 0x39f6, 0x5066, 0x5036, 0x4e6a, 0x51c7}, {0xbe5b, 0xf029, 0xf029, 0x7029, 0x729c, 0x0a1c},
    {0x06b6, 0x6ef7, 0x6ef7, 0xeef7, 0x39d8, 0x0000}, {0xd0f9, 0x8f18, 0xd0f9, 0xd0f9, 0x2469, 0x7c00},
    {0x5d39, 0xc764, 0x5d1b, 0x5d57, 0xe8d3, 0xd1a7}, {0x51b7, 0x24d4, 0x51b8, 0x51b6, 0x3ae6, 0x68bc},
    {0x470c, 0xe3c1, 0xe3b3, 0x63cf, 0xeed5, 0x9f45}, {0x40de, 0x43b5, 0x464a, 0xbdae, 0x48b0, 0x390d},
    {0x00e8, 0x02b8, 0x03a0, 0x81d0, 0x0000, 0x3555}, {0x6b3d, 0x6e53, 0x70f9, 0xe969, 0x7c00, 0x3894},
    {0x54eb, 0x553d, 0x5914, 0xc520, 0x6e71, 0x3b83}, {0x941f, 0xa096, 0xa11a, 0x2012, 0x0097, 0x2f30},
    {0x65d4, 0x68d8, 0x6bc2, 0xe3b8, 0x7c00, 0x38d0}, {0x5d03, 0x64cd, 0x660e, 0xe318, 0x7c00, 0x342d},
    {0xc435, 0x98fa, 0xc436, 0xc434, 0x213c, 0x66c3}, {0x0b0b, 0xb8ed, 0xb8ed, 0x38ed, 0x8856, 0x8db8},
    {0xd46e, 0x54f8, 0x4850, 0xd8b3, 0xed81, 0xbb22}, {0x4a99, 0x8712, 0x4a99, 0x4a99, 0x95d5, 0xfc00},
    {0x2159, 0xa9e8, 0xa892, 0x2b3e, 0x8fe5, 0xb33e}, {0x9a4b, 0x01bb, 0x9a3d, 0x9a59, 0x8001, 0xd746},
    {0xad00, 0x21cd, 0xac46, 0xadba, 0x9340, 0xc6e5}, {0x9eb2, 0xb5f0, 0xb60b, 0x35d5, 0x18f8, 0x2483},
    {0x9cb4, 0xf624, 0xf624, 0x7624, 0x5738, 0x0003}, {0xa1af, 0x5e9a, 0x5e9a, 0xde9a, 0xc4b1, 0x81b9},
    {0xf662, 0xf1f0, 0xf8ad, 0xf2d4, 0x7c00, 0x404d}, {0x5a2c, 0x1d2f, 0x5a2c, 0x5a2c, 0x3c00, 0x78c3},
};

static bool same(const half a, const ushort bits)
{
    const bool undefined = (bits & 0x7fff) > 0x7c00;
    return undefined ? a != a : as_ushort(a) == bits;
}

__kernel void check_half_arithmetic(__global const int *in, __global int *out, const int n)
{
    int right = 1;
    for (int i = 0; i < 40; ++i) {
        const half a = as_half(rows[i][0]), b = as_half(rows[i][1]);
        half c = a;
        right &= same(a + b, rows[i][2]) && same(a - b, rows[i][3]) && same(a * b, rows[i][4]) && same(a / b, rows[i][5]);
        c += b;
        right &= same(c, rows[i][2]);
        c = a, c *= b;
        right &= same(c, rows[i][4]);
        right &= same(-a, rows[i][0] ^ 0x8000) && same(+a, rows[i][0]);
        right &= (a < b) == ((float)a < (float)b) && (a == b) == ((float)a == (float)b) && (a != a) == 0 && (a >= b) == !(a < b);
    }
    out[get_global_id(0)] = right;
}

__constant half steps[3] = {1.5h, -0.0h, 6.1e-5h};

// A bool that halfs are added to: what is not 0 is true, also a fraction.
__kernel void check_half_truth(__global const int *in, __global int *out, const int n)
{
    const half halfs[4] = {0.5h, 0.0h, -0.25h, 2.0h};
    int right = 1;
    for (int i = 0; i < 4; ++i) {
        const half x = halfs[(i + in[get_global_id(0)]) & 3];
        bool sum = false, left = true, product = true, equal = false;
        sum += x;
        left -= x;
        product *= x;
        equal = x;
        right &= sum == (x != 0) && left == (x != 1) && product == (x != 0) && equal == (x != 0);
    }
    out[get_global_id(0)] = right;
}

__kernel void check_half_conversions(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    __local ushort room[64];
    __local half *const memory = (__local half *)room;
    int right = 1;
    for (int i = 0; i < 65536; i += 7) {
        const half a = as_half((ushort)i);
        const float f = a;
        if (a != a) continue;
        right &= f == vload_half(0, &a) && as_ushort((half)f) == i && as_ushort(convert_half((double)f)) == i &&
                 convert_float(a) == f && (double)a == f && (bool)a == (f != 0) && as_short(a) == (short)i;
        right &= fabs(f) > 1000 || ((int)a == (int)f && convert_int_rtp(a) == (int)ceil(f) && convert_char_sat(a) == convert_char_sat(f));
    }
    right &= as_ushort((half)1e9f) == 0x7c00 && as_ushort(convert_half_rtz(-1e9f)) == 0xfbff && as_ushort((half)2049) == 0x6800 &&
             as_ushort(convert_half_rtp(2049)) == 0x6801 && as_ushort((half)(long)-70000) == 0xfc00 && as_ushort((half)true) == 0x3c00;
    right &= as_ushort(steps[0]) == 0x3e00 && as_ushort(steps[1]) == 0x8000 && as_ushort(steps[2]) == 0x03ff;
    memory[get_local_id(0)] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = right && memory[get_local_size(0) - 1 - get_local_id(0)] == in[g - 2 * get_local_id(0) + get_local_size(0) - 1];
}

struct pair {
    half a, b[2];
};

__kernel void check_half_control(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const half zero = as_half((ushort)0x8000), x = in[g];
    struct pair p = {x, {x, zero}};
    half i = 0, c = x;
    int count = 0, right = 1;
    if (zero) right = 0;
    if (!zero) ++count;
    while (i - 3) {
        ++count;
        i++;
    }
    do {
        ++count;
        --i;
    } while (i);
    right &= count == 7 && !(zero || i) && (x + 1 && in[g] >= 0);
    right &= as_ushort(c++) == as_ushort(x) && ++c == x + 2 && c-- == x + 2.0f && c == x + 1 && --c == x;
    c += 0.5f;
    right &= c == in[g] + 0.5f;
    int whole = 7;
    whole += x;
    right &= whole == in[g] + 7;
    p.b[1] = p.a / 2;
    p.b[0] -= p.b[1];
    right &= (float)p.b[0] == in[g] / 2.0f && p.a == in[g];
    out[g] = right;
}

int through_half(int x) { return (int)(half)x; }

__kernel void check_integers_through_half(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int right = in[g] - in[g] + 1;
    if (through_half(right + 2048) != 2048) right = 0;
    out[g] = right;
}

// The device has the extension, so its macro is defined: for the kernel's body, and for what it calls.
#ifdef cl_khr_fp16
typedef half narrow;
#define NARROW_BYTES 2
#else
typedef float narrow;
#define NARROW_BYTES 4
#endif

int round_to_narrow(int x) { return (int)(narrow)x; }

__kernel void check_half_is_announced(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
#if defined(cl_khr_fp16) && cl_khr_fp16
    const int right = 1;
#else
    const int right = 0;
#endif
    out[g] = right && sizeof(narrow) == NARROW_BYTES && NARROW_BYTES == 2 && round_to_narrow(in[g] - in[g] + 2049) == 2048;
}

// Vectors of halves in private and local memory: loaded, stored, computed with, and seen as other types.
__kernel void check_half_vectors(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    half room[8];
    for (int i = 0; i < 8; ++i) room[i] = (half)(i + 1);
    const half4 a = vload4(0, room), b = vload4(1, room);
    half4 c = a * b + (half)0.5f;
    c.xy -= b.yx;
    vstore4(c, 0, room);
    const half2 h = as_half2(0x40003c00u);
    const ushort2 bits = as_ushort2(h + h);
    half2 d = in[g] & 3;
    d += h;
    __local half4 tile[64];
    tile[get_local_id(0)] = a + (half)get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    const half4 other = tile[get_local_size(0) - 1 - get_local_id(0)];
    out[g] = room[0] == -0.5f && room[1] == 7.5f && room[2] == 21.5f && room[3] == 32.5f && bits.x == 0x4000 && bits.y == 0x4400 &&
             (float)d.x == (in[g] & 3) + 1 && (float)d.y == (in[g] & 3) + 2 && other.w == 4 + (float)(get_local_size(0) - 1 - get_local_id(0)) &&
             convert_int4(c).w == 32;
}
