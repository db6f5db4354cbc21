/* What the three binomial kernels share: of an observation, s successes and f failures in wt trials, and the part of
 * its negative log-likelihood that depends on them alone. Knows no link. SPDX-License-Identifier: MIT */
static double glm_first(const double y, const double wt)
{
    return y * wt;
}
static double glm_second(const double y, const double wt)
{
    return wt - y * wt;
}

/* Minus the logarithm of the binomial coefficient, which is 1 where one of both outcomes was never seen. */
static double glm_constant(const double y, const double wt)
{
    const double s = y * wt, f = wt - s;
    return s > 0.0 && f > 0.0 ? lgammafn(s + 1.0) + lgammafn(f + 1.0) - lgammafn(wt + 1.0) : 0.0;
}
