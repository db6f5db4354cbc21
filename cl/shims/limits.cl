// @provides: LLONG_MAX, LLONG_MIN, ULLONG_MAX, DBL_DECIMAL_DIG, FLT_DECIMAL_DIG
// @depends: shims
// @includes: shims
//
// <limits.h> and <float.h>: what OpenCL C does not define itself (it has CHAR_BIT, INT_MAX, LONG_MAX, DBL_MAX, ...).
// long has 64 bits on a device, so that it serves as long long.
// SPDX-License-Identifier: MIT

#ifndef LLONG_MAX
#define LLONG_MAX LONG_MAX
#endif
#ifndef LLONG_MIN
#define LLONG_MIN LONG_MIN
#endif
#ifndef ULLONG_MAX
#define ULLONG_MAX ULONG_MAX
#endif
#ifndef DBL_DECIMAL_DIG
#define DBL_DECIMAL_DIG 17
#endif
#ifndef FLT_DECIMAL_DIG
#define FLT_DECIMAL_DIG 9
#endif
