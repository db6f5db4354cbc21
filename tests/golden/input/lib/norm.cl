// @provides: norm2, norm1
// @depends: lib
// SPDX-License-Identifier: MIT

static REAL norm1(const REAL x, const REAL y) { return fabs(x) + fabs(y); }

/* Of the plane. */
static REAL norm2(const REAL x, const REAL y)
{
    return sqrt(SQUARE(x) + SQUARE(y));
}
