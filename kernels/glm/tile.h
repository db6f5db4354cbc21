/* Many grid points on a GPU: a work-item has N of them, and a work-group reads the observations once for all of its own, a
 * tile of a few stripes at a time, with what depends on the data alone.
 * Knows the order of sums of glm.h, which it keeps.
 * SPDX-License-Identifier: MIT */

#define GLM_TILE_ITEMS 128
#define GLM_TILE_STRIPES 4
#define GLM_TILE_ROWS (GLM_TILE_STRIPES * GLM_STEPS)
#define GLM_TILE_POINTS 2
/* A row of the tile, as pairs: K columns of X; alpha and nothing; what glm_term takes. */
#define GLM_TILE_PAIRS(K) ((K) / 2 + 2)

/* Sums up the constants of each stripe of a chunk: starts[t]. `constants` has room for a chunk. */
NM_FLAT void glm_tile_start(__global const double *y, __global const double *wt, __local double *constants,
                            __local double *starts, const int item, const long chunk, const long end)
{
    for (int e = item; e < GLM_CHUNK && chunk + e < end; e += GLM_TILE_ITEMS) {
        const double weight = wt[chunk + e];
        constants[e] = weight != 0.0 ? glm_constant(y[chunk + e], weight) : 0.0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < GLM_STRIPES) {
        double sum = 0.0;
        for (int e = item; e < GLM_CHUNK && chunk + e < end; e += GLM_STRIPES) sum += constants[e];
        starts[item] = sum;
    }
}

/* Reads the stripes first .. first + GLM_TILE_STRIPES - 1 of a chunk. An observation of weight 0, and one that is not there,
 * becomes a row of zeros. */
NM_FLAT void glm_tile_read(__global const double *X, __global const double *alpha, __global const double *y,
                           __global const double *wt, const long l1, const int l2, __local double2 *tile, const int item,
                           const int K, const long chunk, const int first, const long end)
{
    __local double *rows = (__local double *)tile;
    for (int e = item; e < K * GLM_TILE_ROWS; e += GLM_TILE_ITEMS) {
        const int stripe = e % GLM_TILE_STRIPES, step = e / GLM_TILE_STRIPES % GLM_STEPS, k = e / GLM_TILE_ROWS;
        const long i = chunk + first + stripe + step * GLM_STRIPES;
        const int there = i < end && k < l2;
        rows[(stripe * GLM_STEPS + step) * 2 * GLM_TILE_PAIRS(K) + k] = there && wt[there ? i : 0] != 0.0 ? X[i + k * l1] : 0.0;
    }
    for (int e = item; e < GLM_TILE_ROWS; e += GLM_TILE_ITEMS) {
        const int stripe = e % GLM_TILE_STRIPES, step = e / GLM_TILE_STRIPES;
        const long i = chunk + first + stripe + step * GLM_STRIPES;
        const double weight = i < end ? wt[i] : 0.0;
        __local double2 *const row = tile + (stripe * GLM_STEPS + step) * GLM_TILE_PAIRS(K) + K / 2;
        row[0] = (double2)(0.0, 0.0);
        row[1] = (double2)(0.0, 0.0);
        if (weight != 0.0) {
            row[0] = (double2)(alpha[i], 0.0);
            row[1] = (double2)(glm_first(y[i], weight), glm_second(y[i], weight));
        }
    }
}

NM_FLAT void glm_tile(GLM_DATA, __global const double *B, __global double *qf, __global double *grad, const long m1,
                      __local double2 *tile, __local double *constants, __local double *starts, const int K, const int N,
                      const int with_gradient)
{
    double c[GLM_TILE_POINTS][GLM_BLOCK], g[GLM_TILE_POINTS][GLM_BLOCK], part[GLM_TILE_POINTS][GLM_BLOCK];
    double value[GLM_TILE_POINTS], sum[GLM_TILE_POINTS];
    const int item = (int)get_local_id(0);
    const long point = (long)get_group_id(0) * GLM_TILE_ITEMS * N + item;
    for (int n = 0; n < N; ++n) {
        const long j = point + n * GLM_TILE_ITEMS < m1 ? point + n * GLM_TILE_ITEMS : m1 - 1;
        value[n] = 0.0;
        for (int k = 0; k < K; ++k) c[n][k] = k < l2 ? B[j * l2 + k] : 0.0;
        for (int k = 0; k < K; ++k) g[n][k] = 0.0;
    }

    for (long chunk = 0; chunk < l1; chunk += GLM_CHUNK) {
        const long end = l1 - chunk < GLM_CHUNK ? l1 : chunk + GLM_CHUNK;
        barrier(CLK_LOCAL_MEM_FENCE);
        glm_tile_start(y, wt, constants, starts, item, chunk, end);
        for (int first = 0; first < GLM_STRIPES && chunk + first < end; first += GLM_TILE_STRIPES) {
            barrier(CLK_LOCAL_MEM_FENCE);
            glm_tile_read(X, alpha, y, wt, l1, l2, tile, item, K, chunk, first, end);
            barrier(CLK_LOCAL_MEM_FENCE);
            for (int t = 0; t < GLM_TILE_STRIPES && chunk + first + t < end; ++t) {
                const int steps = (int)((end - chunk - first - t + GLM_STRIPES - 1) / GLM_STRIPES);
                for (int n = 0; n < N; ++n) {
                    sum[n] = starts[first + t];
                    for (int k = 0; k < K; ++k) part[n][k] = 0.0;
                }
                for (int step = 0; step < steps; ++step) {
                    __local const double2 *row = tile + (t * GLM_STEPS + step) * GLM_TILE_PAIRS(K);
                    double x[GLM_BLOCK], eta[GLM_TILE_POINTS], slope[GLM_TILE_POINTS];
                    for (int k = 0; k < K / 2; ++k) {
                        const double2 pair = row[k];
                        x[2 * k] = pair.x;
                        x[2 * k + 1] = pair.y;
                    }
                    const double2 data = row[K / 2 + 1];
                    for (int n = 0; n < N; ++n) eta[n] = row[K / 2].x;
                    for (int k = 0; k < K; ++k)
                        for (int n = 0; n < N; ++n) eta[n] = fma(x[k], c[n][k], eta[n]);
                    for (int n = 0; n < N; ++n) sum[n] += glm_term(data.x, data.y, eta[n], &slope[n]);
                    for (int k = 0; k < K; ++k)
                        for (int n = 0; with_gradient && n < N; ++n) part[n][k] = fma(x[k], slope[n], part[n][k]);
                }
                for (int n = 0; n < N; ++n) {
                    value[n] += sum[n];
                    for (int k = 0; k < K; ++k) g[n][k] += part[n][k];
                }
            }
        }
    }

    for (int n = 0; n < N; ++n) {
        const long j = point + n * GLM_TILE_ITEMS;
        double quadratic = 0.0;
        for (int k = 0; k < K; ++k) part[n][k] = k < l2 ? c[n][k] - mu[k] : 0.0;
        for (int r = 0; r < K; ++r) {
            double row = 0.0;
            for (int k = 0; k < K; ++k)
                if (r < l2 && k < l2) row = fma(P[r + k * l2], part[n][k], row);
            if (r < l2) quadratic = fma(part[n][r], row, quadratic);
            g[n][r] += row;
        }
        if (j < m1) {
            qf[j] = fma(0.5, quadratic, value[n]);
            for (int k = 0; k < K; ++k)
                if (with_gradient && k < l2) grad[j + k * m1] = g[n][k];
        }
    }
}
