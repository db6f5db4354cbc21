// @provides: fmax2
// @depends: nmath
// @includes: nmath
//
// The larger of two; NaN if one is. Exact.
// SPDX-License-Identifier: MIT

NM_INLINE double fmax2(double x, double y) { return x != x || y != y ? x + y : x < y ? y : x; }
