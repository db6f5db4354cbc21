// Random variates, element by element: of the stream `stream` of the seed `seed`, element i is number first + i.
// @library_deps: nmath
// @depends_nmath: philox, unif_rand, norm_rand, exp_rand, R_unif_index, runif, rnorm, rlnorm, rexp, rweibull,
//   rcauchy, rlogis, rt, rgamma, rchisq, rbeta, rf, rnchisq, rgeom, rsignrank, rwilcox
// @range: n
// @arg dn: in 1+(n-1)*dn_step
// @arg a: in 1+(n-1)*a_step
// @arg b: in 1+(n-1)*b_step
// @arg mean: in 1+(n-1)*mean_step
// @arg sd: in 1+(n-1)*sd_step
// @arg meanlog: in 1+(n-1)*meanlog_step
// @arg sdlog: in 1+(n-1)*sdlog_step
// @arg scale: in 1+(n-1)*scale_step
// @arg shape: in 1+(n-1)*shape_step
// @arg location: in 1+(n-1)*location_step
// @arg df: in 1+(n-1)*df_step
// @arg df1: in 1+(n-1)*df1_step
// @arg df2: in 1+(n-1)*df2_step
// @arg lambda: in 1+(n-1)*lambda_step
// @arg p: in 1+(n-1)*p_step
// @arg pairs: in 1+(n-1)*pairs_step
// @arg m1: in 1+(n-1)*m1_step
// @arg m2: in 1+(n-1)*m2_step
// @arg out: out n
//
// Those that take an element each can be split. The others have groups that work together, in groups of any size.
// SPDX-License-Identifier: MIT
#include "elementwise.h"

// @split: n
VARIATE0(unif_rand)
// @split: n
VARIATE0(norm_rand)
// @split: n
VARIATE0(exp_rand)
// @split: n
VARIATE1(R_unif_index, dn)
// @split: n
VARIATE2(runif, a, b)
// @split: n
VARIATE2(rnorm, mean, sd)
// @split: n
VARIATE2(rlnorm, meanlog, sdlog)
// @split: n
VARIATE1(rexp, scale)
// @split: n
VARIATE2(rweibull, shape, scale)
// @split: n
VARIATE2(rcauchy, location, scale)
// @split: n
VARIATE2(rlogis, location, scale)
// @split: n
VARIATE1(rt, df)
TRY2(rgamma, shape, scale)
TRY1(rchisq, df)
PAIR2(rbeta, a, b)
PAIR2(rf, df1, df2)
// @split: n
VARIATE2(rnchisq, df, lambda)
// @split: n
VARIATE1(rgeom, p)
// @split: n
VARIATE1(rsignrank, pairs)
// @split: n
VARIATE2(rwilcox, m1, m2)
