// Ten accumulators of 64 bits, which 16 registers do not hold; with what precedes the loop in its region, and a counter
// that is read behind it. SPDX-License-Identifier: MIT
__kernel void tile(__global double *out, __local const double *a, __local const double *b, const int n)
{
    const int l = get_local_id(0);
    double sum[2][5];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 5; ++j) sum[i][j] = l;
    for (int t = 0; t < n; ++t) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int first = 3 * l + t;
        int k;
        for (k = t; k < 16; ++k)
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 5; ++j) sum[i][j] += a[16 * k + i] * b[first + 8 * j + k];
        out[l] = k;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 5; ++j) out[l + 64 * (5 * i + j)] = sum[i][j];
}
