/* Few grid points on a GPU: a team of GLM_STRIPES work-items has N of them, and each item a stripe; their sums are
 * added up in local memory. Knows the order of sums of glm.h, which it keeps. SPDX-License-Identifier: MIT */

#define GLM_TEAMS 4 /* in a work-group */
#define GLM_SHARE_POINTS 2
/* Room for one stripe more, so that neighbours are in different banks. */
#define GLM_SHARE_ROW (GLM_STRIPES + 1)

/* constants: GLM_STEPS rows; parts: K + 1 rows a team. */
NM_FLAT void glm_share(GLM_DATA, __global const double *B, __global double *qf, __global double *grad, const long m1,
                       __local double *constants, __local double *parts, const int K, const int N,
                       const int with_gradient)
{
    double c[GLM_SHARE_POINTS][GLM_BLOCK], part[GLM_SHARE_POINTS][GLM_BLOCK];
    double sum[GLM_SHARE_POINTS], total[GLM_SHARE_POINTS]; /* item t: of coefficient t; item K: of the value */
    int column[GLM_BLOCK];
    const int item = (int)get_local_id(0), t = item % GLM_STRIPES;
    const long point = ((long)get_group_id(0) * GLM_TEAMS + item / GLM_STRIPES) * N;
    __local double *const mine = parts + item / GLM_STRIPES * (K + 1) * GLM_SHARE_ROW;
    for (int n = 0; n < N; ++n) {
        total[n] = 0.0;
        for (int k = 0; k < K; ++k) c[n][k] = k < l2 ? B[(point + n < m1 ? point + n : m1 - 1) * l2 + k] : 0.0;
    }
    /* A coefficient too many is 0, and goes with the last column. */
    for (int k = 0; k < K; ++k) column[k] = (k < l2 ? k : l2 - 1) * (int)l1;

    for (long chunk = 0; chunk < l1; chunk += GLM_CHUNK) {
        const int count = l1 - chunk < GLM_CHUNK ? (int)(l1 - chunk) : GLM_CHUNK;
        const int stripes = count < GLM_STRIPES ? count : GLM_STRIPES;
        for (int e = item; e < count; e += GLM_TEAMS * GLM_STRIPES) {
            const double weight = wt[chunk + e];
            constants[e / GLM_STRIPES * GLM_SHARE_ROW + e % GLM_STRIPES] =
                weight != 0.0 ? glm_constant(y[chunk + e], weight) : 0.0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        double start = 0.0;
        for (int step = 0; t + step * GLM_STRIPES < count; ++step) start += constants[step * GLM_SHARE_ROW + t];
        for (int n = 0; n < N; ++n) {
            sum[n] = start;
            for (int k = 0; k < K; ++k) part[n][k] = 0.0;
        }
        for (int e = t; e < count; e += GLM_STRIPES) {
            const long i = chunk + e;
            const double weight = wt[i];
            if (weight != 0.0) {
                __global const double *const row = X + i;
                const double u = glm_first(y[i], weight), v = glm_second(y[i], weight), offset = alpha[i];
                double x[GLM_BLOCK], eta[GLM_SHARE_POINTS], slope[GLM_SHARE_POINTS];
                for (int k = 0; k < K; ++k) x[k] = row[column[k]];
                for (int n = 0; n < N; ++n) eta[n] = offset;
                for (int k = 0; k < K; ++k)
                    for (int n = 0; n < N; ++n) eta[n] = fma(x[k], c[n][k], eta[n]);
                for (int n = 0; n < N; ++n) sum[n] += glm_term(u, v, eta[n], &slope[n]);
                for (int k = 0; k < K; ++k)
                    for (int n = 0; with_gradient && n < N; ++n) part[n][k] = fma(x[k], slope[n], part[n][k]);
            }
        }
        for (int n = 0; n < N; ++n) {
            for (int k = 0; with_gradient && k < K; ++k) mine[k * GLM_SHARE_ROW + t] = part[n][k];
            mine[K * GLM_SHARE_ROW + t] = sum[n];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (t == K || (with_gradient && t < K))
                for (int s = 0; s < stripes; ++s) total[n] += mine[t * GLM_SHARE_ROW + s];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }

    for (int n = 0; n < N; ++n) {
        double row = 0.0;
        if (t < l2)
            for (int k = 0; k < K; ++k)
                if (k < l2) row = fma(P[t + k * l2], c[n][k] - mu[k], row);
        mine[t] = row;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t == K) {
            double quadratic = 0.0;
            for (int r = 0; r < K; ++r)
                if (r < l2) quadratic = fma(c[n][r] - mu[r], mine[r], quadratic);
            if (point + n < m1) qf[point + n] = fma(0.5, quadratic, total[n]);
        } else if (with_gradient && t < l2 && point + n < m1) {
            grad[point + n + t * m1] = total[n] + row;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
