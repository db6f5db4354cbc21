// @provides: labs, llabs, lround, llround, lrint, llrint, DBL_TRUE_MIN, assert
// @depends: shims
// @includes: shims
//
// <stdlib.h>, <math.h>, <assert.h>: names that OpenCL C lacks. Its own abs returns an unsigned number, which C's does
// not: sources that negate its result need (int)abs(x).
// SPDX-License-Identifier: MIT

#ifndef labs
#define labs(x) ((long)abs((long)(x)))
#endif
#ifndef llabs
#define llabs(x) labs(x)
#endif
#ifndef lround
#define lround(x) ((long)round(x))
#endif
#ifndef llround
#define llround(x) lround(x)
#endif
#ifndef lrint
#define lrint(x) ((long)rint(x))
#endif
#ifndef llrint
#define llrint(x) lrint(x)
#endif
#ifndef DBL_TRUE_MIN
#define DBL_TRUE_MIN 0x1p-1074
#endif
#ifndef assert
#define assert(x) ((void)0)
#endif
