/* What the three binomial kernels share: the negative log-likelihood of s successes in wt trials, of which f = wt - s
 * failed, from the logarithms of both probabilities. Knows no link.
 * SPDX-License-Identifier: MIT */
static double glm_binomial(const double s, const double f, const double wt, const double log_p, const double log_q)
{
    double value = 0.0;
    /* 0 * -Inf is 0 here: an outcome that was never seen has no say. */
    if (s > 0.0) value -= s * log_p;
    if (f > 0.0) value -= f * log_q;
    /* The binomial coefficient is 1 for a single trial, which is the same for all work-items. */
    if (s > 0.0 && f > 0.0) value -= lgammafn(wt + 1.0) - lgammafn(s + 1.0) - lgammafn(f + 1.0);
    return value;
}
