/* Lets cl/nmath be compiled as C on the host, for quick checks while a function is written. Not a product:
 * the native back end of clbundle is the real way. Knows the OpenCL C built-ins that cl/nmath uses.
 *
 * SPDX-License-Identifier: MIT */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define __kernel
#define __global
#define __constant const
#define __private
#define __local
#define get_global_id(d) ((size_t)0)
#define NOINLINE static
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned char uchar;
typedef unsigned short ushort;

static inline int64_t as_long(double x)
{
    int64_t r;
    memcpy(&r, &x, 8);
    return r;
}
static inline uint64_t as_ulong(double x)
{
    uint64_t r;
    memcpy(&r, &x, 8);
    return r;
}
static inline double as_double(uint64_t x)
{
    double r;
    memcpy(&r, &x, 8);
    return r;
}
static inline uint32_t mul_hi_u32(uint32_t a, uint32_t b)
{
    return (uint32_t)(((uint64_t)a * b) >> 32);
}
static inline uint64_t mul_hi_u64(uint64_t a, uint64_t b)
{
    return (uint64_t)(((unsigned __int128)a * b) >> 64);
}
#define mul_hi(a, b) _Generic((a), uint32_t : mul_hi_u32, uint64_t : mul_hi_u64)(a, b)
static inline double clh_mad(double a, double b, double c)
{
    return a * b + c;
}
#define mad(a, b, c) clh_mad(a, b, c)
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define clamp(x, lo, hi) ((x) < (lo) ? (lo) : (x) > (hi) ? (hi) : (x))
#define select(a, b, c) ((c) ? (b) : (a))
#define native_divide(a, b) ((a) / (b))
#define rsqrt(x) (1.0 / sqrt(x))
#define convert_int(x) ((int)(x))
#define convert_uint(x) ((uint)(x))
#define convert_long(x) ((long)(x))
#define convert_ulong(x) ((ulong)(x))
#define convert_double(x) ((double)(x))
#define popcount(x) ((ulong)__builtin_popcountl(x))
#define MAXFLOAT FLT_MAX
