// @provides: imin2
// @depends: nmath
// @includes: nmath
//
// The smaller of two integers.
// SPDX-License-Identifier: MIT

NM_INLINE int imin2(int x, int y) { return x < y ? x : y; }
