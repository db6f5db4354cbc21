// @provides: imax2
// @depends: nmath
// @includes: nmath
//
// The larger of two integers.
// SPDX-License-Identifier: MIT

NM_INLINE int imax2(int x, int y) { return x < y ? y : x; }
