/* The sums that all GLM kernels compute, and their order; included behind glm_constant, glm_term and glm_curvature, the
 * things that differ. Knows the layout of the data and the prior; must not know family or link.
 *
 * For each grid point j = 0 .. m1-1, with b = B[j,] and eta_i = alpha_i + sum_k X[i,k] b_k:
 *   qf[j]     = 1/2 (b - mu)' P (b - mu) + sum_i nll_i(eta_i)     the negative log-posterior, up to the prior's
 * constant grad[j,k] = d qf[j] / d b_k hess[j,p] = d^2 qf[j] / d b_r d b_c with p = r (r + 1) / 2 + c, c <= r X is l1 x
 * l2, column-major; B is m1 x l2, a grid point's coefficients side by side; P is l2 x l2 and symmetric; grad is m1 x l2
 * and hess m1 x l2 (l2 + 1) / 2, column-major. An observation of weight 0 counts for nothing.
 *
 * The order of all sums is fixed, so that every kernel, work-group and device gets the same bits from the same terms: a
 * chunk of GLM_CHUNK observations has GLM_STRIPES stripes; stripe t holds its observations t, t + GLM_STRIPES, ... A
 * stripe is summed up from its first observation to its last, the constants of the data before the terms, and the
 * stripes' sums are added one after the other; the prior comes last. So work-items may share a grid point, a stripe
 * each, and what they read lies side by side. SPDX-License-Identifier: MIT */

#define GLM_STRIPES 32
#define GLM_STEPS 16
#define GLM_CHUNK (GLM_STRIPES * GLM_STEPS)

/* So many coefficients or sums stand in registers; more take further passes over the data: there is no limit on l2. */
#define GLM_BLOCK 16

/* The data of a call. */
#define GLM_DATA                                                                                                 \
    __global const double *X, __global const double *mu, __global const double *P, __global const double *alpha, \
        __global const double *y, __global const double *wt, const long l1, const int l2

/* eta of an observation: the first GLM_BLOCK coefficients are in c. */
NM_FLAT double glm_eta(__global const double *X, __global const double *b, const double *c, const double alpha,
                       const long i, const long l1, const int l2)
{
    double eta = alpha;
    for (int k = 0; k < GLM_BLOCK; ++k)
        if (k < l2) eta = fma(X[i + k * l1], c[k], eta);
    for (int k = GLM_BLOCK; k < l2; ++k) eta = fma(X[i + k * l1], b[k], eta);
    return eta;
}

/* The value, and the gradient of the coefficients begin .. begin + GLM_BLOCK - 1 unless grad is 0: one work-item alone.
 */
NM_FLAT double glm_pass(GLM_DATA, __global const double *b, __global double *grad, const int with_gradient,
                        const long m1, const int begin)
{
    double g[GLM_BLOCK], part[GLM_BLOCK], c[GLM_BLOCK];
    double value = 0.0;
    for (int k = 0; k < GLM_BLOCK; ++k) g[k] = 0.0;
    for (int k = 0; k < GLM_BLOCK; ++k) c[k] = k < l2 ? b[k] : 0.0;

    for (long chunk = 0; chunk < l1; chunk += GLM_CHUNK) {
        const long end = l1 - chunk < GLM_CHUNK ? l1 : chunk + GLM_CHUNK;
        for (long first = chunk; first < end && first < chunk + GLM_STRIPES; ++first) {
            double sum = 0.0;
            for (int k = 0; k < GLM_BLOCK; ++k) part[k] = 0.0;
            for (long i = first; i < end; i += GLM_STRIPES)
                if (wt[i] != 0.0) sum += glm_constant(y[i], wt[i]);
            for (long i = first; i < end; i += GLM_STRIPES) {
                const double weight = wt[i];
                if (weight != 0.0) {
                    double slope = 0.0;
                    const double eta = glm_eta(X, b, c, alpha[i], i, l1, l2);
                    sum += glm_term(glm_first(y[i], weight), glm_second(y[i], weight), eta, &slope);
                    for (int k = 0; k < GLM_BLOCK; ++k)
                        if (with_gradient && begin + k < l2) part[k] = fma(X[i + (begin + k) * l1], slope, part[k]);
                }
            }
            value += sum;
            for (int k = 0; k < GLM_BLOCK; ++k) g[k] += part[k];
        }
    }
    double quadratic = 0.0;
    for (int r = 0; r < l2; ++r) {
        double row = 0.0;
        for (int k = 0; k < l2; ++k) row = fma(P[r + (long)k * l2], b[k] - mu[k], row);
        quadratic = fma(b[r] - mu[r], row, quadratic);
        for (int k = 0; k < GLM_BLOCK; ++k)
            if (with_gradient && begin + k == r) g[k] += row;
    }
    for (int k = 0; k < GLM_BLOCK; ++k)
        if (with_gradient && begin + k < l2) grad[(begin + k) * m1] = g[k];
    return fma(0.5, quadratic, value);
}

/* Second derivatives begin .. begin + GLM_BLOCK - 1. */
NM_FLAT void glm_second_derivatives(__global const double *X, __global const double *P, __global const double *alpha,
                                    __global const double *y, __global const double *wt, const long l1, const int l2,
                                    __global const double *b, __global double *hess, const long m1, const int begin)
{
    double h[GLM_BLOCK], part[GLM_BLOCK], c[GLM_BLOCK];
    const int packed = (int)((long)l2 * (l2 + 1) / 2);
    int row[GLM_BLOCK], column[GLM_BLOCK];
    int r = 0, s = begin; /* of the first: s falls short of the rows before it */
    while (s > r) s -= ++r;
    for (int k = 0; k < GLM_BLOCK; ++k) c[k] = k < l2 ? b[k] : 0.0;
    for (int k = 0; k < GLM_BLOCK; ++k) {
        const int inside = begin + k < packed;
        h[k] = 0.0;
        row[k] = inside ? r : 0;
        column[k] = inside ? s : 0;
        s = s == r ? 0 : s + 1;
        r = s == 0 ? r + 1 : r;
    }
    for (long chunk = 0; chunk < l1; chunk += GLM_CHUNK) {
        const long end = l1 - chunk < GLM_CHUNK ? l1 : chunk + GLM_CHUNK;
        for (long first = chunk; first < end && first < chunk + GLM_STRIPES; ++first) {
            for (int k = 0; k < GLM_BLOCK; ++k) part[k] = 0.0;
            for (long i = first; i < end; i += GLM_STRIPES) {
                const double weight = wt[i];
                if (weight != 0.0) {
                    const double eta = glm_eta(X, b, c, alpha[i], i, l1, l2);
                    const double bend = glm_curvature(glm_first(y[i], weight), glm_second(y[i], weight), eta);
                    for (int k = 0; k < GLM_BLOCK; ++k)
                        if (begin + k < packed)
                            part[k] = fma(X[i + row[k] * l1] * X[i + column[k] * l1], bend, part[k]);
                }
            }
            for (int k = 0; k < GLM_BLOCK; ++k) h[k] += part[k];
        }
    }
    for (int k = 0; k < GLM_BLOCK; ++k)
        if (begin + k < packed) hess[(begin + k) * m1] = h[k] + P[row[k] + (long)column[k] * l2];
}
