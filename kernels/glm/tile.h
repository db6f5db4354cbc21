/* Many grid points on a GPU: each work-item has one, and a work-group reads the observations once for all of its own, a
 * tile of a few stripes at a time, with what depends on the data alone. Knows the order of sums of glm.h, which it
 * keeps. SPDX-License-Identifier: MIT */

/* Compilers give work-items of a large group fewer registers each, so that more of them are there to hide latencies. On
 * an H200, 128 registers for 512 work-items are 16 % faster than 255 for 128 of two grid points each. */
#define GLM_TILE_ITEMS 512
#define GLM_TILE_STRIPES 8
#define GLM_TILE_ROWS (GLM_TILE_STRIPES * GLM_STEPS)
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

/* Reads the stripes first .. first + GLM_TILE_STRIPES - 1 of a chunk. An observation of weight 0, and one that is not
 * there, becomes a row of zeros. */
NM_FLAT void glm_tile_read(__global const double *X, __global const double *alpha, __global const double *y,
                           __global const double *wt, const long l1, const int l2, __local double2 *tile,
                           const int item, const int K, const long chunk, const int first, const long end)
{
    __local double *rows = (__local double *)tile;
    for (int e = item; e < K * GLM_TILE_ROWS; e += GLM_TILE_ITEMS) {
        const int stripe = e % GLM_TILE_STRIPES, step = e / GLM_TILE_STRIPES % GLM_STEPS, k = e / GLM_TILE_ROWS;
        const long i = chunk + first + stripe + step * GLM_STRIPES;
        const int there = i < end && k < l2;
        rows[(stripe * GLM_STEPS + step) * 2 * GLM_TILE_PAIRS(K) + k] =
            there && wt[there ? i : 0] != 0.0 ? X[i + k * l1] : 0.0;
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
                      __local double2 *tile, __local double *constants, __local double *starts, const int K,
                      const int with_gradient)
{
    double c[GLM_BLOCK], g[GLM_BLOCK], part[GLM_BLOCK];
    const int item = (int)get_local_id(0);
    const long j = (long)get_global_id(0), point = j < m1 ? j : m1 - 1;
    double value = 0.0, quadratic = 0.0;
    for (int k = 0; k < K; ++k) c[k] = k < l2 ? B[point * l2 + k] : 0.0;
    for (int k = 0; k < K; ++k) g[k] = 0.0;

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
                double sum = starts[first + t];
                for (int k = 0; k < K; ++k) part[k] = 0.0;
                for (int step = 0; step < steps; ++step) {
                    __local const double2 *row = tile + (t * GLM_STEPS + step) * GLM_TILE_PAIRS(K);
                    const double2 data = row[K / 2 + 1];
                    double x[GLM_BLOCK], eta = row[K / 2].x, slope;
                    for (int k = 0; k < K / 2; ++k) {
                        const double2 pair = row[k];
                        x[2 * k] = pair.x;
                        x[2 * k + 1] = pair.y;
                    }
                    for (int k = 0; k < K; ++k) eta = fma(x[k], c[k], eta);
                    sum += glm_term(data.x, data.y, eta, &slope);
                    for (int k = 0; with_gradient && k < K; ++k) part[k] = fma(x[k], slope, part[k]);
                }
                value += sum;
                for (int k = 0; with_gradient && k < K; ++k) g[k] += part[k];
            }
        }
    }

    for (int k = 0; k < K; ++k) part[k] = k < l2 ? c[k] - mu[k] : 0.0;
    for (int r = 0; r < K; ++r) {
        double row = 0.0;
        for (int k = 0; k < K; ++k)
            if (r < l2 && k < l2) row = fma(P[r + k * l2], part[k], row);
        if (r < l2) quadratic = fma(part[r], row, quadratic);
        g[r] += row;
    }
    if (j < m1) {
        qf[j] = fma(0.5, quadratic, value);
        for (int k = 0; with_gradient && k < K; ++k)
            if (k < l2) grad[j + k * m1] = g[k];
    }
}
