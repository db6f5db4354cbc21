// sin, cos and tan of multiples of pi, element by element.
// @library_deps: nmath
// @depends_nmath: sinpi, cospi, tanpi
// @range: n
// @split: n, alone
// @gpu_range: n-n/2
// @arg x: in 1+(n-1)*x_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "pairs.h"

FUNCTION1(sinpi, x)
FUNCTION1(cospi, x)
FUNCTION1(tanpi, x)
