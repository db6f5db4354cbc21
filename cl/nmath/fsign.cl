// @provides: fsign
// @depends: nmath
// @includes: nmath
//
// |x| with the sign of y; a zero y of either sign counts as positive. Exact.
// SPDX-License-Identifier: MIT

NM_INLINE double fsign(double x, double y) { return x != x || y != y ? x + y : y >= 0.0 ? fabs(x) : -fabs(x); }
