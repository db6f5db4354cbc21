// Bessel functions of real order, element by element; expo 2 scales I by exp(-x) and K by exp(x).
// @library_deps: nmath
// @depends_nmath: bessel_i, bessel_j, bessel_k, bessel_y
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg nu: in 1+(n-1)*nu_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

EXPO2(bessel_i, x, nu)
FUNCTION2(bessel_j, x, nu)
EXPO2(bessel_k, x, nu)
FUNCTION2(bessel_y, x, nu)
EXPO2_EX(bessel_i_ex, x, nu)
FUNCTION2_EX(bessel_j_ex, x, nu)
EXPO2_EX(bessel_k_ex, x, nu)
FUNCTION2_EX(bessel_y_ex, x, nu)
