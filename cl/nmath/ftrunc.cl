// @provides: ftrunc
// @depends: nmath
// @includes: nmath
//
// The integer part of x, towards zero. Exact.
// SPDX-License-Identifier: MIT

NM_INLINE double ftrunc(double x) { return trunc(x); }
