// @provides: pnorm_both
// @depends: nmath, dd, pnorm
// @includes: nmath
//
// Both tails of the standard normal distribution at x: *cum below (i_tail 0 or 2), *ccum above (i_tail 1 or 2), as
// logarithms if log_p. What i_tail does not ask for is left alone. Method and accuracy: pnorm.cl.
// SPDX-License-Identifier: MIT

NM_FN void pnorm_both(double x, double *cum, double *ccum, int i_tail, int log_p)
{
    const nm_dd z = nm_dd_of(x);
    if (i_tail != 1) *cum = x != x ? x : nm_pnorm_z(z, 1, log_p);
    if (i_tail != 0) *ccum = x != x ? x : nm_pnorm_z(z, 0, log_p);
}
