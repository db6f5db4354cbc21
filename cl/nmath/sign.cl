// @provides: sign
// @depends: nmath
// @includes: nmath
//
// 1, 0 or -1 as x is positive, zero or negative; NaN for NaN. Exact.
// SPDX-License-Identifier: MIT

NM_INLINE double nm_sign(double x) { return x != x ? x : (x > 0.0) ? 1.0 : (x == 0.0) ? 0.0 : -1.0; }
#undef sign
#define sign(x) nm_sign(x)
