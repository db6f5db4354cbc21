/* The loop that the six GLM kernels share; included behind the definition of glm_term, the one thing that differs.
 * Knows the layout of the data and the prior; must not know family or link.
 *
 * For each grid point j = 0 .. m1-1, with b = B[j,] and eta_i = alpha_i + sum_k X[i,k] b_k:
 *   qf[j]     = 1/2 (b - mu)' P (b - mu) + sum_i nll_i(eta_i)     the negative log-posterior, up to the prior's constant
 *   grad[j,k] = d qf[j] / d b_k
 * X is l1 x l2, column-major; B is m1 x l2, a grid point's coefficients side by side; P is l2 x l2 and symmetric; grad is
 * m1 x l2, column-major. An observation of weight 0 counts for nothing.
 *
 * But on a GPU, which has dearer registers, the first GLM_BLOCK coefficients are read once: those of neighbouring grid
 * points lie far apart.
 * The gradient is kept in registers for GLM_BLOCK coefficients at a time; more coefficients take further passes over
 * the data, so there is no limit on l2. The order of all sums is fixed: results do not depend on the work-group.
 * SPDX-License-Identifier: MIT */

#define GLM_BLOCK 16
#ifdef CLB_GPU
#define GLM_KEPT 0
#else
#define GLM_KEPT GLM_BLOCK
#endif

/* One pass: adds to qf if `first`, and sets the gradient of the coefficients begin .. begin + GLM_BLOCK - 1. */
static double glm_pass(__global const double *X, __global const double *b, __global const double *mu,
                       __global const double *P, __global const double *alpha, __global const double *y,
                       __global const double *wt, __global double *grad, const long l1, const int l2, const long m1,
                       const int begin)
{
    double g[GLM_BLOCK], c[GLM_BLOCK];
    double value = 0.0;
    for (int k = 0; k < GLM_BLOCK; ++k) g[k] = 0.0;
    for (int k = 0; k < GLM_KEPT; ++k) c[k] = k < l2 ? b[k] : 0.0;

    for (long i = 0; i < l1; ++i) {
        double eta = alpha[i];
        for (int k = 0; k < GLM_KEPT; ++k)
            if (k < l2) eta = fma(X[i + k * l1], c[k], eta);
        for (int k = GLM_KEPT; k < l2; ++k) eta = fma(X[i + k * l1], b[k], eta);
        double slope = 0.0;
        const double weight = wt[i];
        if (weight != 0.0) value += glm_term(y[i], weight, eta, &slope);
        for (int k = 0; k < GLM_BLOCK; ++k)
            if (begin + k < l2) g[k] = fma(X[i + (begin + k) * l1], slope, g[k]);
    }
    double quadratic = 0.0;
    for (int r = 0; r < l2; ++r) {
        double row = 0.0;
        for (int k = 0; k < l2; ++k) row = fma(P[r + (long)k * l2], b[k] - mu[k], row);
        quadratic = fma(b[r] - mu[r], row, quadratic);
        for (int k = 0; k < GLM_BLOCK; ++k)
            if (begin + k == r) g[k] += row;
    }
    for (int k = 0; k < GLM_BLOCK; ++k)
        if (begin + k < l2) grad[(begin + k) * m1] = g[k];
    return fma(0.5, quadratic, value);
}

#define GLM_KERNEL(name)                                                                                            \
    __kernel void name(__global const double *restrict X, __global const double *restrict B,                        \
                       __global const double *restrict mu, __global const double *restrict P,                       \
                       __global const double *restrict alpha, __global const double *restrict y,                    \
                       __global const double *restrict wt, __global double *restrict qf,                            \
                       __global double *restrict grad, const int l1, const int l2, const int m1)                    \
    {                                                                                                               \
        const long j = (long)get_global_id(0);                                                                      \
        if (j >= m1) return;                                                                                        \
        double value = 0.0;                                                                                         \
        for (int begin = 0; begin == 0 || begin < l2; begin += GLM_BLOCK)                                           \
            value = glm_pass(X, B + j * l2, mu, P, alpha, y, wt, grad + j, l1, l2, m1, begin);                      \
        qf[j] = value;                                                                                              \
    }
