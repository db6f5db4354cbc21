// @provides: nm_is_count, nm_count_floor
// @depends: nmath
// @includes: nmath
//
// What counts as an integer among doubles: within 1e-9 max(1, |x|) of one; an argument of a
// distribution function is rounded down after adding 1e-7.
// SPDX-License-Identifier: MIT

NM_INLINE int nm_is_count(double x)
{
    return fabs(x - rint(x)) <= 1e-9 * fmax(1.0, fabs(x));
}

NM_INLINE double nm_count_floor(double x) { return floor(x + 1e-7); }
