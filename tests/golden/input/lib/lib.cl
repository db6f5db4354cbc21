// The header of the library.
// @provides: REAL, SQUARE, UNUSED
// @depends:
// SPDX-License-Identifier: BSD-2-Clause
#define REAL double
#define SQUARE(x) ((x) * (x))
#define UNUSED 1
