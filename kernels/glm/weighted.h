/* What of an observation the kernels of the other families use as it is given.
 * SPDX-License-Identifier: MIT */
static double glm_first(const double y, const double wt)
{
    (void)wt;
    return y;
}

static double glm_second(const double y, const double wt)
{
    (void)y;
    return wt;
}
