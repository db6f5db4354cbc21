// Vectors, matrices, sparse matrices and graphs. For bench_ordinary.c.

// @arg x: in n
// @arg y: inout n
// @range: n
// @local: 64
__kernel void saxpy(__global const float *restrict x, __global float *restrict y, const float a, const int n)
{
    const int i = get_global_id(0);
    if (i < n) y[i] = a * x[i] + y[i];
}

// c = a b for n x n, an element a work-item.
// @arg a: in n * n
// @arg b: in n * n
// @arg c: out n * n
// @range: n, n
// @local: 16, 16
__kernel void product_naive(__global const float *restrict a, __global const float *restrict b,
                            __global float *restrict c, const int n)
{
    const int column = get_global_id(0), row = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// y = a x for m x n, a row a work-item, four columns at once.
// @arg a: in m * n
// @arg x: in n
// @arg y: out m
// @range: m
// @local: 64
__kernel void matrix_vector(__global const float4 *restrict a, __global const float4 *restrict x,
                            __global float *restrict y, const int m, const int n)
{
    const int row = get_global_id(0);
    if (row >= m) return;
    float4 sum = (float4)0.0f;
    for (int k = 0; k < n; ++k) sum += a[row * n + k] * x[k];
    y[row] = sum.x + sum.y + sum.z + sum.w;
}

// A sparse matrix of compressed rows times a vector.
// @arg start: in n + 1
// @arg column: in entries
// @arg value: in entries
// @arg x: in n
// @arg y: out n
// @range: n
// @local: 64
__kernel void spmv_csr(__global const int *restrict start, __global const int *restrict column,
                       __global const float *restrict value, __global const float *restrict x,
                       __global float *restrict y, const int n, const int entries)
{
    const int row = get_global_id(0);
    if (row >= n) return;
    float sum = 0.0f;
    for (int k = start[row]; k < start[row + 1]; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

// The same with rows of one length (ELLPACK), column after column.
// @arg column: in n * width
// @arg value: in n * width
// @arg x: in n
// @arg y: out n
// @range: n
// @local: 64
__kernel void spmv_ell(__global const int *restrict column, __global const float *restrict value,
                       __global const float *restrict x, __global float *restrict y, const int n, const int width)
{
    const int row = get_global_id(0);
    if (row >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < width; ++k) sum += value[k * n + row] * x[column[k * n + row]];
    y[row] = sum;
}

// Step k of an LU decomposition: row k, times the multiplier, from all rows below.
// @arg a: inout n * n
// @range: n, n
// @local: 16, 16
__kernel void lu_step(__global float *restrict a, const int n, const int k)
{
    const int column = get_global_id(0), row = get_global_id(1);
    if (row > k && column > k) a[row * n + column] -= a[row * n + k] / a[k * n + k] * a[k * n + column];
}

// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 16
__kernel void transpose_naive(__global const float *restrict in, __global float *restrict out, const int width,
                              const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

// The transpose of float4 blocks of 4 x 4; sizes are in blocks.
// @arg in: in 4 * width * height
// @arg out: out 4 * width * height
// @range: width, height
// @local: 8, 8
__kernel void transpose_blocks(__global const float4 *restrict in, __global float4 *restrict out, const int width,
                               const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const float4 a = in[(4 * y) * width + x], b = in[(4 * y + 1) * width + x], c = in[(4 * y + 2) * width + x],
                 d = in[(4 * y + 3) * width + x];
    out[(4 * x) * height + y] = (float4)(a.x, b.x, c.x, d.x);
    out[(4 * x + 1) * height + y] = (float4)(a.y, b.y, c.y, d.y);
    out[(4 * x + 2) * height + y] = (float4)(a.z, b.z, c.z, d.z);
    out[(4 * x + 3) * height + y] = (float4)(a.w, b.w, c.w, d.w);
}

// Softmax of rows of `classes` scores, a row a work-item.
// @arg score: in n * classes
// @arg share: out n * classes
// @range: n
// @local: 64
__kernel void softmax(__global const float *restrict score, __global float *restrict share, const int n,
                      const int classes)
{
    const int row = get_global_id(0);
    if (row >= n) return;
    __global const float *in = score + row * classes;
    __global float *out = share + row * classes;
    float largest = in[0], sum = 0.0f;
    for (int k = 1; k < classes; ++k) largest = fmax(largest, in[k]);
    for (int k = 0; k < classes; ++k) {
        const float e = exp(in[k] - largest);
        out[k] = e;
        sum += e;
    }
    const float scale = 1.0f / sum;
    for (int k = 0; k < classes; ++k) out[k] *= scale;
}

// A product of quantised matrices: c = scale (a b^T), four bytes of each at once; depth is in fours.
// @arg a: in m * depth
// @arg b: in n * depth
// @arg c: out m * n
// @range: n, m
// @local: 16, 4
__kernel void product_int8(__global const char4 *restrict a, __global const char4 *restrict b,
                           __global float *restrict c, const int m, const int n, const int depth, const float scale)
{
    const int column = get_global_id(0), row = get_global_id(1);
    if (row >= m || column >= n) return;
    int4 sum = (int4)0;
    for (int k = 0; k < depth; ++k) sum += convert_int4(a[row * depth + k]) * convert_int4(b[column * depth + k]);
    c[row * n + column] = scale * (float)(sum.x + sum.y + sum.z + sum.w);
}

// @arg index: in n
// @arg table: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void gather(__global const int *restrict index, __global const float *restrict table,
                     __global float *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i < n) out[i] = 2.0f * table[index[i]] + 1.0f;
}

// `index` is a permutation.
// @arg index: in n
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void scatter(__global const int *restrict index, __global const float *restrict in,
                      __global float *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i < n) out[index[i]] = in[i] * in[i];
}

// A step of a breadth-first search: marks what the nodes of the present level lead to and was not seen.
// @arg start: in n + 1
// @arg edge: in edges
// @arg level: in n
// @arg reached: inout n
// @range: n
// @local: 64
__kernel void bfs_step(__global const int *restrict start, __global const int *restrict edge,
                       __global const int *restrict level, __global uchar *restrict reached, const int n,
                       const int edges, const int present)
{
    const int node = get_global_id(0);
    if (node >= n || level[node] != present) return;
    for (int k = start[node]; k < start[node + 1]; ++k) {
        const int to = edge[k];
        if (level[to] < 0) reached[to] = 1;
    }
}

// Exchanges of one step of a bitonic sort, two elements a work-item.
// @arg key: inout 2 * half_count
// @range: half_count
// @local: 64
__kernel void bitonic_step(__global uint *restrict key, const int half_count, const int distance, const int run)
{
    const int i = get_global_id(0);
    const int low = 2 * i - (i & (distance - 1)), high = low + distance;
    const uint a = key[low], b = key[high];
    const bool up = (low & run) == 0;
    if ((a > b) == up) {
        key[low] = b;
        key[high] = a;
    }
}

// An anti-diagonal of Needleman and Wunsch's table, for many pairs of sequences at once: cell i of diagonal d is at
// row i, column d - i. Rows of n + 1 cells.
// @arg a: in n * pairs
// @arg b: in n * pairs
// @arg before: in (n + 1) * pairs
// @arg previous: in (n + 1) * pairs
// @arg next: out (n + 1) * pairs
// @range: n, pairs
// @local: 64, 1
__kernel void needleman_step(__global const uchar *restrict a, __global const uchar *restrict b,
                             __global const int *restrict before, __global const int *restrict previous,
                             __global int *restrict next, const int n, const int pairs, const int diagonal,
                             const int gap)
{
    const int i = (int)get_global_id(0) + 1, pair = get_global_id(1), j = diagonal - i, row = pair * (n + 1);
    if (j < 1 || j > n) return;
    const int same = a[pair * n + i - 1] == b[pair * n + j - 1] ? 5 : -3;
    next[row + i] = max(before[row + i - 1] + same, max(previous[row + i - 1], previous[row + i]) - gap);
}
