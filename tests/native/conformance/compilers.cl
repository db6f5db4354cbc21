// What drivers take beyond OpenCL C: functions and attributes of clang, long long, arrays without a size at the end of a
// structure, components chosen by a number, and cl_amd_media_ops. Each kernel looks at its own results.
// @range: n
// @arg in: in n
// @arg out: inout n
// SPDX-License-Identifier: MIT

static uint mixed(const int x, const int g)
{
    uint a = (uint)x * 0x9e3779b1u + (uint)g * 0x85ebca6bu;
    a ^= a >> 15;
    return a * 0x2c1b3c6du;
}

// Bits, one by one.
__kernel void check_counted(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const uint a = g % 5 ? mixed(in[g], g) >> g % 31 : 0;
    const ulong b = g % 7 ? (ulong)mixed(in[g], g + 1) << g % 33 : 0;
    uint ones = 0, low = 0, high = 0, long_ones = 0, long_low = 0, long_high = 0, back = 0;
    for (uint i = 0; i < 32; ++i) ones += a >> i & 1, back |= (a >> i & 1) << (31 - i);
    while (low < 32 && !(a >> low & 1)) ++low;
    while (high < 32 && !(a >> (31 - high) & 1)) ++high;
    for (uint i = 0; i < 64; ++i) long_ones += b >> i & 1;
    while (long_low < 64 && !(b >> long_low & 1)) ++long_low;
    while (long_high < 64 && !(b >> (63 - long_high) & 1)) ++long_high;
    int right = __builtin_popcount(a) == ones && __builtin_popcountll(b) == long_ones;
    right &= __builtin_parity(a) == (ones & 1) && __builtin_parityl(b) == (long_ones & 1);
    right &= __builtin_ffs(a) == (a ? low + 1 : 0) && __builtin_ffsl(b) == (b ? long_low + 1 : 0);
    if (a) right &= __builtin_ctz(a) == low && __builtin_clz(a) == high;
    if (b) right &= __builtin_ctzl(b) == long_low && __builtin_clzll(b) == long_high;
    right &= __builtin_bitreverse32(a) == back && __builtin_bitreverse8((uchar)a) == (uchar)(back >> 24);
    right &= __builtin_bswap32(a) == (a << 24 | (a & 0xff00) << 8 | (a >> 8 & 0xff00) | a >> 24);
    right &= __builtin_bswap64(b) == ((ulong)__builtin_bswap32((uint)b) << 32 | __builtin_bswap32((uint)(b >> 32)));
    right &= __builtin_bswap16((ushort)a) == (ushort)((a & 0xff) << 8 | (a >> 8 & 0xff));
    right &= __builtin_rotateleft32(a, g) == rotate(a, (uint)g) && __builtin_rotateright32(a, g) == rotate(a, 32u - (uint)g % 32);
    right &= __builtin_rotateright64(b, 5) == (b >> 5 | b << 59) && __builtin_rotateleft8((uchar)a, 3) == (uchar)((uchar)a << 3 | (uchar)a >> 5);
    right &= __builtin_constant_p(3) && __builtin_expect(right, 1) == right;
    if (!right && right) __builtin_unreachable();
    out[g] = right;
}

__kernel void check_mathematics(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const float x = (float)mixed(in[g], g) * 0x1p-24f, y = in[g] - 3.5f;
    int right = __builtin_sqrtf(x) == sqrt(x) && __builtin_fabsf(-x) == x && __builtin_fmaf(x, y, x) == fma(x, y, x);
    right &= __builtin_fmaxf(x, y) == fmax(x, y) && __builtin_floorf(y) == floor(y) && __builtin_powf(x, 2.0f) == pow(x, 2.0f);
    right &= __builtin_isnan(__builtin_nanf("")) && !__builtin_isinf(x) && __builtin_isgreater(x + 1, x);
    out[g] = right && __builtin_copysign(2.0, (double)y) == copysign(2.0, (double)y);
}

__kernel void check_shuffled(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const uint a = mixed(in[g], g);
    const uint4 v = (uint4)(a, a + 1, a + 2, a + 3), w = v * 3u;
    const uint3 s = v.xyz, t = w.yzw;
    int right = all(__builtin_shufflevector(v, w, 6, 0, 5, 3) == (uint4)(w.z, v.x, w.y, v.w));
    right &= all(__builtin_shufflevector(s, t, 5, 2, 3) == (uint3)(t.z, s.z, t.x));
    right &= __builtin_shufflevector(v, v, 3, -1).x == v.w;
    right &= all(__builtin_shufflevector(s, s, 2, 1, 0, 0, 1, 1, 2, 2) == (uint8)(s.zyx, s.x, s.yy, s.zz));
    right &= all(__builtin_convertvector(v, ushort4) == convert_ushort4(v));
    right &= all(__builtin_convertvector(convert_float4(v >> 8), int4) == convert_int4(v >> 8));
    out[g] = right;
}

typedef float own4 __attribute__((ext_vector_type(4)));
typedef __attribute__((__ext_vector_type__(3))) int own3;
typedef uchar bytes __attribute__((vector_size(16)));

__kernel void check_attributes(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    own4 v = (own4)(1, 2, 3, g);
    own3 w = {g, 2, 3};
    bytes b = (bytes)7;
    v.xy = v.wz;
    out[g] = sizeof(own3) == 16 && sizeof(bytes) == 16 && v.x == g && v.y == 3 && w.z == 3 && b[15] == 7;
}

// A component that is chosen by a number.
__kernel void check_chosen(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int4 v = (int4)(1, 2, 3, 4);
    short3 t = (short3)(5, 6, 7);
    uchar16 b = (uchar16)1;
    int k = in[g] & 3, expected = 0;
    v[k] += 10;
    v[(k + 1) & 3]++;
    t[g % 3] *= 3;
    for (int i = 0; i < 16; i += 3) b[i] = (uchar)(i + g);
    for (int i = 0; i < 4; ++i) expected |= v[i] != i + 1 + (i == k ? 10 : 0) + (i == ((k + 1) & 3));
    for (int i = 0; i < 3; ++i) expected |= t[i] != (i + 5) * (i == g % 3 ? 3 : 1);
    for (int i = 0; i < 16; ++i) expected |= b[i] != (i % 3 ? 1 : (uchar)(i + g));
    if (g & 1) v[k] = 99;
    out[g] = !expected && v[k] == (g & 1 ? 99 : k + 11);
}

__kernel void check_long_long(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const unsigned long long a = 0x123456789ULL * (unsigned long long)g;
    long long int b = -1LL;
    out[g] = sizeof(long long) == 8 && a / 0x123456789 == g && b < 0 && (b >> 40) == -1;
}

typedef struct { int count; int items[]; } list;
typedef struct { int none[0]; int count; int items[0]; } marked;

__kernel void check_no_size(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    int space[6] = {3, 4, 5, g, 0, 0};
    list *l = (list *)space;
    marked *m = (marked *)(space + 1);
    int sum = 0;
    for (int i = 0; i < l->count; ++i) sum += l->items[i];
    m->items[3] = sum;
    out[g] = sizeof(list) == 4 && sizeof(marked) == 4 && sum == 9 + g && space[5] == sum && m->count == 4;
}

#define BYTE(x, i) (int)((x) >> 8 * (i) & 0xff)

static uint sad(const uint a, const uint b, const int masked)
{
    uint sum = 0;
    for (int i = 0; i < 4; ++i)
        if (!masked || BYTE(b, i)) sum += abs(BYTE(a, i) - BYTE(b, i));
    return sum;
}

__kernel void check_media(__global const int *in, __global int *out, const int n)
{
    const int g = get_global_id(0);
    const uint a = mixed(in[g], g), b = mixed(in[g], g + 7) & (g % 3 ? ~0u : 0xff00ffffu), c = mixed(in[g], g + 9) % (g % 2 ? 40 : ~0u);
    const ulong both = (ulong)a << 32 | b;
    uint lerp = 0;
    for (int i = 0; i < 4; ++i) lerp |= (uint)(BYTE(a, i) + BYTE(b, i) + (int)(c >> 8 * i & 1)) / 2 << 8 * i;
    int right = amd_bitalign(a, b, c) == (uint)(both >> (c & 31)) && amd_bytealign(a, b, c) == (uint)(both >> (c & 3) * 8);
    right &= amd_lerp(a, b, c) == lerp && amd_sad(a, b, c) == sad(a, b, 0) + c && amd_msad(a, b, c) == sad(a, b, 1) + c;
    right &= amd_sadhi(a, b, c) == (sad(a, b, 0) << 16) + c && amd_sadd(a, b, c) == (a > b ? a - b : b - a) + c;
    right &= amd_sadw(a, b, c) == abs((int)(a & 0xffff) - (int)(b & 0xffff)) + abs((int)(a >> 16) - (int)(b >> 16)) + c;
    right &= amd_sad4((uint4)(a, b, c, a), (uint4)(b, c, a, a), c) == sad(a, b, 0) + sad(b, c, 0) + sad(c, a, 0) + c;
    right &= amd_pack((float4)(a & 0xff, 3.9f, 255, g % 256)) == ((a & 0xff) | 3u << 8 | 255u << 16 | (uint)(g % 256) << 24);
    right &= all(amd_unpack2((uint2)(a, b)) == (float2)(BYTE(a, 2), BYTE(b, 2))) && amd_unpack0(a) == BYTE(a, 0);
    right &= amd_unpack1(a) == BYTE(a, 1) && amd_unpack3(b) == BYTE(b, 3);
    const uint offset = c & 31, width = b & 31;
    uint taken = 0;
    for (uint i = 0; i < width && offset + i < 32; ++i) taken |= (a >> (offset + i) & 1) << i;
    const uint sign = width && width + offset < 32 && (taken >> (width - 1) & 1) ? ~0u << width : 0;
    right &= amd_bfe(a, c, b) == taken && amd_bfm(b, c) == ((1u << width) - 1) << offset;
    if (width + offset < 32) right &= amd_bfe((int)a, c, b) == (int)(taken | sign);
    right &= amd_min3(a, b, c) == min(a, min(b, c)) && amd_max3((int)a, (int)b, 5) == max((int)a, max((int)b, 5));
    right &= amd_median3(a, b, c) == max(min(a, b), min(max(a, b), c)) && amd_median3(3.0f, (float)g, -1.0f) == min((float)g, 3.0f);
    ulong four = 0, masked = 0;
    for (int i = 0; i < 4; ++i) {
        const uint bytes = (uint)(both >> 8 * i), start = (uint)(both * 3 >> 16 * i) & 0xffff;
        four |= (ulong)((sad(bytes, c, 0) + start) & 0xffff) << 16 * i;
        masked |= (ulong)((sad(bytes, c, 1) + start) & 0xffff) << 16 * i;
    }
    out[g] = right && amd_qsad(both, c, both * 3) == four && amd_mqsad(both, c, both * 3) == masked;
}
