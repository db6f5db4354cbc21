// @provides: fmin2
// @depends: nmath
// @includes: nmath
//
// The smaller of two; NaN if one is. Exact.
// SPDX-License-Identifier: MIT

NM_INLINE double fmin2(double x, double y) { return x != x || y != y ? x + y : x < y ? x : y; }
