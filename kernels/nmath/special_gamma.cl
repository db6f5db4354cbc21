// The gamma function and its relatives, element by element; dbinom_raw, which takes any 0 <= x <= size.
// @library_deps: nmath
// @depends_nmath: gammafn, lgammafn, lgammafn_sign, lgamma1p, beta, lbeta, choose, lchoose, dbinom_raw
// @range: n
// @split: n, alone
// @arg x: in 1+(n-1)*x_step
// @arg a: in 1+(n-1)*a_step
// @arg b: in 1+(n-1)*b_step
// @arg k: in 1+(n-1)*k_step
// @arg m: in 1+(n-1)*m_step
// @arg size: in 1+(n-1)*size_step
// @arg p: in 1+(n-1)*p_step
// @arg q: in 1+(n-1)*q_step
// @arg sgn: out n
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "elementwise.h"

FUNCTION1(gammafn, x)
FUNCTION1(lgammafn, x)
FUNCTION1(lgamma1p, a)
FUNCTION2(beta, a, b)
FUNCTION2(lbeta, a, b)
FUNCTION2(choose, m, k)
FUNCTION2(lchoose, m, k)
DENSITY4(dbinom_raw, x, size, p, q)

__kernel void lgammafn_sign_kernel(INPUT(x), __global int *restrict sgn, OUTPUT)
{
    const size_t i = get_global_id(0);
    if (i < n) {
        int s;
        out[i] = lgammafn_sign(AT(x), &s);
        sgn[i] = s;
    }
}
