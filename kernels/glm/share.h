/* Few grid points on a GPU: GLM_STRIPES work-items share one, a stripe each, and add up their sums in local memory.
 * Knows the order of sums of glm.h, which it keeps.
 * SPDX-License-Identifier: MIT */

/* Room for one stripe more, so that neighbours are in different banks. */
#define GLM_SHARE_ROW (GLM_STRIPES + 1)

/* G grid points a work-group. constants: GLM_STEPS rows; parts: (K + 1) rows a point. */
NM_FLAT void glm_share(GLM_DATA, __global const double *B, __global double *qf, __global double *grad, const long m1,
                       __local double *constants, __local double *parts, const int K, const int G)
{
    double c[GLM_BLOCK], part[GLM_BLOCK];
    const int item = (int)get_local_id(0), t = item % GLM_STRIPES;
    const long point = (long)get_group_id(0) * G + item / GLM_STRIPES, j = point < m1 ? point : m1 - 1;
    __local double *const mine = parts + item / GLM_STRIPES * (K + 1) * GLM_SHARE_ROW;
    double total = 0.0; /* item t: of coefficient t; item K: of the value */
    for (int k = 0; k < K; ++k) c[k] = k < l2 ? B[j * l2 + k] : 0.0;

    for (long chunk = 0; chunk < l1; chunk += GLM_CHUNK) {
        const long end = l1 - chunk < GLM_CHUNK ? l1 : chunk + GLM_CHUNK;
        const int stripes = end - chunk < GLM_STRIPES ? (int)(end - chunk) : GLM_STRIPES;
        for (int e = item; e < GLM_CHUNK && chunk + e < end; e += G * GLM_STRIPES) {
            const double weight = wt[chunk + e];
            constants[e / GLM_STRIPES * GLM_SHARE_ROW + e % GLM_STRIPES] =
                weight != 0.0 ? glm_constant(y[chunk + e], weight) : 0.0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        double sum = 0.0;
        for (int k = 0; k < K; ++k) part[k] = 0.0;
        for (int step = 0; chunk + t + step * GLM_STRIPES < end; ++step) sum += constants[step * GLM_SHARE_ROW + t];
        for (long i = chunk + t; i < end; i += GLM_STRIPES) {
            const double weight = wt[i];
            if (weight != 0.0) {
                double eta = alpha[i], slope, x[GLM_BLOCK];
                for (int k = 0; k < K; ++k) x[k] = k < l2 ? X[i + k * l1] : 0.0;
                for (int k = 0; k < K; ++k) eta = fma(x[k], c[k], eta);
                sum += glm_term(glm_first(y[i], weight), glm_second(y[i], weight), eta, &slope);
                for (int k = 0; k < K; ++k) part[k] = fma(x[k], slope, part[k]);
            }
        }
        for (int k = 0; k < K; ++k) mine[k * GLM_SHARE_ROW + t] = part[k];
        mine[K * GLM_SHARE_ROW + t] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t <= K)
            for (int s = 0; s < stripes; ++s) total += mine[t * GLM_SHARE_ROW + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    double row = 0.0;
    if (t < l2)
        for (int k = 0; k < K; ++k)
            if (k < l2) row = fma(P[t + k * l2], c[k] - mu[k], row);
    mine[t] = row;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == K) {
        double quadratic = 0.0;
        for (int r = 0; r < K; ++r)
            if (r < l2) quadratic = fma(c[r] - mu[r], mine[r], quadratic);
        if (point < m1) qf[j] = fma(0.5, quadratic, total);
    } else if (t < l2 && point < m1) {
        grad[j + t * m1] = total + row;
    }
}
