// Kernels whose work-items share local memory, and some in double. For bench_ordinary.c.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// Bodies attract each other, a tile of them at a time in local memory; masses are in w.
// @arg body: in n
// @arg velocity: in n
// @arg body_out: out n
// @arg velocity_out: out n
// @arg tile: local 64
// @range: n
// @local: 64
__kernel void nbody_local(__global const float4 *restrict body, __global const float4 *restrict velocity,
                          __global float4 *restrict body_out, __global float4 *restrict velocity_out,
                          __local float4 *restrict tile, const int n, const float step, const float softening)
{
    const int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
    const float4 p = body[i];
    float4 a = (float4)0.0f;
    for (int first = 0; first < n; first += size) {
        tile[l] = body[first + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < size; ++j) {
            const float4 other = tile[j];
            const float4 d = (float4)(other.xyz - p.xyz, 0.0f);
            const float square = d.x * d.x + d.y * d.y + d.z * d.z + softening;
            const float inverse = 1.0f / sqrt(square);
            a += other.w * inverse * inverse * inverse * d;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float4 v = velocity[i] + step * a;
    velocity_out[i] = v;
    body_out[i] = p + step * (float4)(v.xyz, 0.0f);
}

// c = a b for n x n: a group of 8 x 8 work-items makes a tile of 32 x 32, each of them 4 x 4 as four float4; n is in
// fours.
// @arg a: in 4 * n * n
// @arg b: in 4 * n * n
// @arg c: out 4 * n * n
// @range: n, n
// @local: 8, 8
__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void product_tiled(__global const float4 *restrict a, __global const float4 *restrict b, __global float4 *restrict c,
                   const int n)
{
    __local float4 left[32][8], right[32][8];
    const int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = 4 * get_global_id(1);
    float4 sum[4] = {(float4)0.0f, (float4)0.0f, (float4)0.0f, (float4)0.0f};
    for (int t = 0; t < n; t += 8) {
        for (int r = 0; r < 4; ++r) {
            left[4 * y + r][x] = a[(row + r) * n + t + x];
            right[4 * y + r][x] = b[(4 * (t + y) + r) * n + column];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 8; ++k)
            for (int r = 0; r < 4; ++r) {
                const float4 f = left[4 * y + r][k];
                sum[r] += f.x * right[4 * k][x] + f.y * right[4 * k + 1][x] + f.z * right[4 * k + 2][x] +
                          f.w * right[4 * k + 3][x];
            }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int r = 0; r < 4; ++r) c[(row + r) * n + column] = sum[r];
}

// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 16
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose_tiled(__global const float *restrict in, __global float *restrict out, const int width,
                     const int height)
{
    __local float tile[16][17];
    const int x = get_local_id(0), y = get_local_id(1), left = get_group_id(0) * 16, top = get_group_id(1) * 16;
    tile[y][x] = in[(top + y) * width + left + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(left + y) * height + top + x] = tile[x][y];
}

// A group's sum of squares: each work-item takes every size-th of `many` float4, then halves.
// @arg in: in n * many
// @arg out: out n / 128
// @range: n
// @local: 128
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void sum_squares(__global const float4 *restrict in, __global float *restrict out, const int n, const int many)
{
    __local float part[128];
    const int l = get_local_id(0), first = get_group_id(0) * 128 * many;
    float sum = 0.0f;
    for (int k = 0; k < many; ++k) {
        const float4 v = in[first + k * 128 + l];
        sum += dot(v, v);
    }
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 64; s > 0; s >>= 1) {
        if (l < s) part[l] += part[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) out[get_group_id(0)] = part[0];
}

// Sums of all before, in blocks of 256: up and down a tree (Blelloch), two elements a work-item.
// @arg in: in 2 * n
// @arg out: out 2 * n
// @arg total: out n / 128
// @range: n
// @local: 128
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void scan_tree(__global const uint *restrict in, __global uint *restrict out, __global uint *restrict total,
               const int n)
{
    __local uint t[256];
    const int l = get_local_id(0), base = get_group_id(0) * 256;
    int apart = 1;
    t[2 * l] = in[base + 2 * l];
    t[2 * l + 1] = in[base + 2 * l + 1];
    for (int d = 128; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) t[apart * (2 * l + 2) - 1] += t[apart * (2 * l + 1) - 1];
        apart <<= 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        total[get_group_id(0)] = t[255];
        t[255] = 0;
    }
    for (int d = 1; d < 256; d <<= 1) {
        apart >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            const int low = apart * (2 * l + 1) - 1, high = apart * (2 * l + 2) - 1;
            const uint was = t[low];
            t[low] = t[high];
            t[high] += was;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + 2 * l] = t[2 * l];
    out[base + 2 * l + 1] = t[2 * l + 1];
}

// How often each byte occurs in a group's pixels, `many` a work-item.
// @arg in: in n * many
// @arg count: out n / 128 * 256
// @range: n
// @local: 128
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void histogram(__global const uchar4 *restrict in, __global uint *restrict count, const int n, const int many)
{
    __local uint bins[256];
    const int l = get_local_id(0), group = get_group_id(0);
    bins[l] = 0;
    bins[l + 128] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < many; ++k) {
        const uchar4 p = in[(group * many + k) * 128 + l];
        atomic_inc(&bins[p.x]);
        atomic_inc(&bins[p.y]);
        atomic_inc(&bins[p.z]);
        atomic_inc(&bins[p.w]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    count[group * 256 + l] = bins[l];
    count[group * 256 + l + 128] = bins[l + 128];
}

// The cosine transform of blocks of 8 x 8: a matrix from both sides, an element a work-item.
// @arg in: in width * height
// @arg cosine: in 64
// @arg out: out width * height
// @range: width, height
// @local: 8, 8
__kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void dct_block(__global const float *restrict in, __constant float *cosine, __global float *restrict out,
               const int width, const int height)
{
    __local float block[8][8], half_done[8][8];
    const int x = get_local_id(0), y = get_local_id(1), at = get_global_id(1) * width + get_global_id(0);
    block[y][x] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int k = 0; k < 8; ++k) sum += cosine[y * 8 + k] * block[k][x];
    half_done[y][x] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0.0f;
    for (int k = 0; k < 8; ++k) sum += half_done[y][k] * cosine[x * 8 + k];
    out[at] = sum;
}

// European calls by a binomial tree, a group a tree (four options in a float4), a node a work-item.
// @arg price: in n
// @arg strike: in n
// @arg value: out n
// @range: n * 128
// @local: 128
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void binomial_group(__global const float4 *restrict price, __global const float4 *restrict strike,
                    __global float4 *restrict value, const int n, const float up, const float chance,
                    const float discount)
{
    __local float4 a[128], b[128];
    const int l = get_local_id(0), option = get_group_id(0);
    const float4 leaf = price[option] * exp(log(up) * (2.0f * (float)l - 127.0f));
    a[l] = max(leaf - strike[option], 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 127; step > 0; step -= 2) {
        if (l < step) b[l] = discount * (chance * a[l + 1] + (1.0f - chance) * a[l]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step - 1) a[l] = discount * (chance * b[l + 1] + (1.0f - chance) * b[l]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) value[option] = b[0];
}

// Softmax of a row by a group of 64: the largest and the sum by halves.
// @arg score: in n * classes
// @arg share: out n * classes
// @range: n * 64
// @local: 64
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void softmax_group(__global const float *restrict score, __global float *restrict share, const int n,
                   const int classes)
{
    __local float part[64];
    const int l = get_local_id(0), row = get_group_id(0) * classes;
    float largest = -FLT_MAX, sum = 0.0f;
    for (int k = l; k < classes; k += 64) largest = fmax(largest, score[row + k]);
    part[l] = largest;
    for (int s = 32; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) part[l] = fmax(part[l], part[l + s]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    largest = part[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < classes; k += 64) sum += native_exp(score[row + k] - largest);
    part[l] = sum;
    for (int s = 32; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) part[l] += part[l + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < classes; k += 64) share[row + k] = native_exp(score[row + k] - largest) / part[0];
}

// Blocks of 256 keys sorted in local memory (bitonic), two a work-item.
// @arg key: inout 2 * n
// @range: n
// @local: 128
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void bitonic_block(__global uint *restrict key, const int n)
{
    __local uint t[256];
    const int l = get_local_id(0), base = get_group_id(0) * 256;
    t[l] = key[base + l];
    t[l + 128] = key[base + l + 128];
    for (int run = 2; run <= 256; run <<= 1)
        for (int distance = run >> 1; distance > 0; distance >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const int low = 2 * l - (l & (distance - 1)), high = low + distance;
            const uint a = t[low], b = t[high];
            if ((a > b) == ((low & run) == 0)) {
                t[low] = b;
                t[high] = a;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    key[base + l] = t[l];
    key[base + l + 128] = t[l + 128];
}

// Transforms of 256 complex numbers each in local memory, by fours, 64 work-items.
// @arg in: in 4 * n
// @arg out: out 4 * n
// @range: n
// @local: 64
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void fft_group(__global const float2 *restrict in, __global float2 *restrict out, const int n)
{
    __local float2 t[256];
    const int l = get_local_id(0), base = get_group_id(0) * 256;
    float2 a = in[base + l], b = in[base + l + 64], c = in[base + l + 128], d = in[base + l + 192];
    for (int p = 1; p <= 64; p <<= 2) {
        const int k = l & (p - 1), at = ((l - k) << 2) + k;
        const float angle = -1.57079633f * (float)k / (float)p;
        const float2 w1 = (float2)(native_cos(angle), native_sin(angle));
        const float2 w2 = (float2)(w1.x * w1.x - w1.y * w1.y, 2.0f * w1.x * w1.y);
        const float2 w3 = (float2)(w1.x * w2.x - w1.y * w2.y, w1.x * w2.y + w1.y * w2.x);
        b = (float2)(b.x * w1.x - b.y * w1.y, b.x * w1.y + b.y * w1.x);
        c = (float2)(c.x * w2.x - c.y * w2.y, c.x * w2.y + c.y * w2.x);
        d = (float2)(d.x * w3.x - d.y * w3.y, d.x * w3.y + d.y * w3.x);
        const float2 ac = a + c, a_c = a - c, bd = b + d, b_d = (float2)(b.y - d.y, d.x - b.x);
        barrier(CLK_LOCAL_MEM_FENCE);
        t[at] = ac + bd;
        t[at + p] = a_c + b_d;
        t[at + 2 * p] = ac - bd;
        t[at + 3 * p] = a_c - b_d;
        barrier(CLK_LOCAL_MEM_FENCE);
        a = t[l];
        b = t[l + 64];
        c = t[l + 128];
        d = t[l + 192];
    }
    out[base + l] = a;
    out[base + l + 64] = b;
    out[base + l + 128] = c;
    out[base + l + 192] = d;
}

// A Gaussian filter along the rows through a tile with rims of 8 pixels.
// @arg in: in width * height
// @arg weight: in 17
// @arg out: out width * height
// @range: width, height
// @local: 32, 4
__kernel __attribute__((reqd_work_group_size(32, 4, 1)))
void filter_tiled(__global const float *restrict in, __constant float *weight, __global float *restrict out,
                  const int width, const int height)
{
    __local float tile[4][48];
    const int x = get_global_id(0), lx = get_local_id(0), ly = get_local_id(1), row = get_global_id(1) * width;
    tile[ly][lx + 8] = in[row + x];
    if (lx < 8) tile[ly][lx] = in[row + max(x - 8, 0)];
    if (lx >= 24) tile[ly][lx + 16] = in[row + min(x + 8, width - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int k = 0; k < 17; ++k) sum += weight[k] * tile[ly][lx + k];
    out[row + x] = sum;
}

// A sparse matrix of compressed rows times a vector, eight work-items a row.
// @arg start: in n + 1
// @arg column: in entries
// @arg value: in entries
// @arg x: in n
// @arg y: out n
// @range: 8 * n
// @local: 64
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void spmv_shared(__global const int *restrict start, __global const int *restrict column,
                 __global const float *restrict value, __global const float *restrict x, __global float *restrict y,
                 const int n, const int entries)
{
    __local float part[64];
    const int l = get_local_id(0), lane = l & 7, row = get_global_id(0) >> 3;
    float sum = 0.0f;
    for (int k = start[row] + lane; k < start[row + 1]; k += 8) sum += value[k] * x[column[k]];
    part[l] = sum;
    for (int s = 4; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < s) part[l] += part[l + s];
    }
    if (lane == 0) y[row] = part[l];
}

// The cheapest way down through eight rows of costs, block by block with rims that shrink.
// @arg cost: in width * 8
// @arg in: in width
// @arg out: out width
// @range: width / 48 * 64
// @local: 64
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void path_rows(__global const int *restrict cost, __global const int *restrict in, __global int *restrict out,
               const int width)
{
    __local int best[64], next[64];
    const int l = get_local_id(0), x = (int)get_group_id(0) * 48 + l - 8;
    const bool inside = x >= 0 && x < width;
    best[l] = inside ? in[x] : INT_MAX / 2;
    for (int row = 0; row < 8; ++row) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (inside && l > row && l < 63 - row)
            next[l] = min(best[l], min(best[l - 1], best[l + 1])) + cost[row * width + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (inside && l > row && l < 63 - row) best[l] = next[l];
    }
    if (l >= 8 && l < 56) out[x] = best[l];
}

// Heat on a plate in double: a step of Jacobi's method and how much it changes.
// @arg in: in width * height
// @arg source: in width * height
// @arg out: out width * height
// @arg change: out width * height
// @range: width, height
// @local: 32, 4
__kernel void plate(__global const double *restrict in, __global const double *restrict source,
                    __global double *restrict out, __global double *restrict change, const int width,
                    const int height)
{
    const int x = get_global_id(0), y = get_global_id(1), at = y * width + x;
    const double here = in[at];
    const double left = in[y * width + max(x - 1, 0)], right = in[y * width + min(x + 1, width - 1)];
    const double above = in[max(y - 1, 0) * width + x], below = in[min(y + 1, height - 1) * width + x];
    const double t = 0.25 * (left + right + above + below + source[at]);
    out[at] = t;
    change[at] = fabs(t - here);
}

// Forces between particles of a list of neighbours (Lennard-Jones) in double; neighbour k of all, then k + 1.
// @arg place: in n
// @arg neighbour: in n * many
// @arg force: out n
// @range: n
// @local: 64
__kernel void molecules(__global const double4 *restrict place, __global const int *restrict neighbour,
                        __global double4 *restrict force, const int n, const int many)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const double4 p = place[i];
    double4 sum = (double4)0.0;
    for (int k = 0; k < many; ++k) {
        const double4 d = p - place[neighbour[k * n + i]];
        const double square = d.x * d.x + d.y * d.y + d.z * d.z;
        if (square < 0.25 && square > 0.0) {
            const double inverse = 0.01 / (square + 0.01), sixth = inverse * inverse * inverse;
            sum += 24.0 * inverse * sixth * (2.0 * sixth - 1.0) * d;
        }
    }
    force[i] = sum;
}
