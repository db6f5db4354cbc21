// The normal distribution, element by element.
// @library_deps: nmath
// @depends_nmath: dnorm, pnorm, qnorm, pnorm_both
// @range: n
// @split: n, alone
// @gpu_range: n-n/2
// @arg x: in 1+(n-1)*x_step
// @arg q: in 1+(n-1)*q_step
// @arg p: in 1+(n-1)*p_step
// @arg mean: in 1+(n-1)*mean_step
// @arg sd: in 1+(n-1)*sd_step
// @arg cum: out n
// @arg ccum: out n
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "pairs.h"

DENSITY3(dnorm, x, mean, sd)
TAIL3(pnorm, q, mean, sd)
TAIL3(qnorm, p, mean, sd)

// i_tail as R has it: 0 the lower tail, 1 the upper one, 2 both; what is not asked for stays.
// @gpu_range: n
__kernel void pnorm_both_kernel(INPUT(x), const int i_tail, const int log_p, __global double *restrict cum,
                                __global double *restrict ccum, const ulong n)
{
    const size_t i = get_global_id(0);
    if (i < n) {
        double lower = 0.0, upper = 0.0;
        pnorm_both(AT(x), &lower, &upper, i_tail, log_p);
        if (i_tail != 1) cum[i] = lower;
        if (i_tail != 0) ccum[i] = upper;
    }
}
