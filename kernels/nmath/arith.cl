// Rounding, signs, extremes and powers, element by element; integer arguments are integers stored as doubles.
// @library_deps: nmath
// @depends_nmath: fmax2, fmin2, imax2, imin2, fround, fprec, fsign, ftrunc, sign, R_pow, R_pow_di, pow1p
// @range: n
// @split: n, alone
// @gpu_range: n-n/2
// @arg x: in 1+(n-1)*x_step
// @arg y: in 1+(n-1)*y_step
// @arg digits: in 1+(n-1)*digits_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "pairs.h"

FUNCTION2(fmax2, x, y)
FUNCTION2(fmin2, x, y)
FUNCTION2(imax2, x, y)
FUNCTION2(imin2, x, y)
FUNCTION2(fround, x, digits)
FUNCTION2(fprec, x, digits)
FUNCTION2(fsign, x, y)
FUNCTION1(ftrunc, x)
FUNCTION1(sign, x)
FUNCTION2(R_pow, x, y)
FUNCTION2(R_pow_di, x, y)
FUNCTION2(pow1p, x, y)
