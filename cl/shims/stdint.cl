// @provides: int_least8_t, uint_least8_t, int_least16_t, uint_least16_t, int_least32_t, uint_least32_t, int_least64_t,
//   uint_least64_t, int_fast8_t, uint_fast8_t, int_fast16_t, uint_fast16_t, int_fast32_t, uint_fast32_t, int_fast64_t,
//   uint_fast64_t
// @provides: int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, intmax_t, uintmax_t, INT8_MIN, INT8_MAX, UINT8_MAX, INT16_MIN, INT16_MAX, UINT16_MAX, INT32_MIN, INT32_MAX, UINT32_MAX, INT64_MIN, INT64_MAX, UINT64_MAX, INT32_C, UINT32_C, INT64_C, UINT64_C
// @depends: shims
// @includes: shims
//
// <stdint.h>: OpenCL C's integers have these widths on every device.
// SPDX-License-Identifier: MIT

typedef char int8_t;
typedef uchar uint8_t;
typedef short int16_t;
typedef ushort uint16_t;
typedef int int32_t;
typedef uint uint32_t;
typedef long int64_t;
typedef ulong uint64_t;
typedef char int_least8_t;
typedef uchar uint_least8_t;
typedef short int_least16_t;
typedef ushort uint_least16_t;
typedef int int_least32_t;
typedef uint uint_least32_t;
typedef long int_least64_t;
typedef ulong uint_least64_t;
typedef char int_fast8_t;
typedef uchar uint_fast8_t;
typedef short int_fast16_t;
typedef ushort uint_fast16_t;
typedef int int_fast32_t;
typedef uint uint_fast32_t;
typedef long int_fast64_t;
typedef ulong uint_fast64_t;
typedef long intmax_t;
typedef ulong uintmax_t;

#ifndef INT8_MIN
#define INT8_MIN (-128)
#endif
#ifndef INT8_MAX
#define INT8_MAX 127
#endif
#ifndef UINT8_MAX
#define UINT8_MAX 255
#endif
#ifndef INT16_MIN
#define INT16_MIN (-32767 - 1)
#endif
#ifndef INT16_MAX
#define INT16_MAX 32767
#endif
#ifndef UINT16_MAX
#define UINT16_MAX 65535
#endif
#ifndef INT32_MIN
#define INT32_MIN (-2147483647 - 1)
#endif
#ifndef INT32_MAX
#define INT32_MAX 2147483647
#endif
#ifndef UINT32_MAX
#define UINT32_MAX 4294967295U
#endif
#ifndef INT64_MIN
#define INT64_MIN (-9223372036854775807L - 1L)
#endif
#ifndef INT64_MAX
#define INT64_MAX 9223372036854775807L
#endif
#ifndef UINT64_MAX
#define UINT64_MAX 18446744073709551615UL
#endif
#ifndef INT32_C
#define INT32_C(x) x
#endif
#ifndef UINT32_C
#define UINT32_C(x) x##U
#endif
#ifndef INT64_C
#define INT64_C(x) x##L
#endif
#ifndef UINT64_C
#define UINT64_C(x) x##UL
#endif
