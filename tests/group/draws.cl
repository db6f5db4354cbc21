// Random variates of the library, which count by the id of the whole range: parts draw the same ones.
// @library_deps: nmath
// @depends_nmath: philox, unif_rand, norm_rand, exp_rand, rnorm, rt, rcauchy
// @range: n
// @split: n
// @arg mean: in 1+(n-1)*mean_step
// @arg sd: in 1+(n-1)*sd_step
// @arg df: in 1+(n-1)*df_step
// @arg out: out n
// SPDX-License-Identifier: MIT
#include "../../kernels/nmath/elementwise.h"

VARIATE0(exp_rand)
VARIATE2(rnorm, mean, sd)
VARIATE1(rt, df)
