// Pictures and layers of networks, in more ways than image.cl. For bench_ordinary.c.

#define LOW(a, b)                                                                                                     \
    {                                                                                                                 \
        const uchar4 low = min(v[a], v[b]);                                                                           \
        v[b] = max(v[a], v[b]);                                                                                       \
        v[a] = low;                                                                                                   \
    }

// The median of 5 x 5 in each channel: half of the numbers in order.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 4
__kernel void median5(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width,
                      const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    uchar4 v[25];
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i)
            v[5 * j + i] = in[clamp(y + j - 2, 0, height - 1) * width + clamp(x + i - 2, 0, width - 1)];
    for (int k = 0; k < 13; ++k)
        for (int i = k + 1; i < 25; ++i) LOW(k, i)
    out[y * width + x] = v[12];
}

// Edges stay: colours count by distance and by difference.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void bilateral4(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width,
                         const int height, const int radius, const float by_place, const float by_colour)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const float4 own = convert_float4(in[y * width + x]);
    float4 sum = (float4)(0.0f);
    float weights = 0.0f;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            const int u = min(max(x + i, 0), width - 1), v = min(max(y + j, 0), height - 1);
            const float4 c = convert_float4(in[v * width + u]);
            const float4 d = c - own;
            const float w = native_exp(-by_place * (float)(i * i + j * j) - by_colour * dot(d.xyz, d.xyz));
            sum += w * c;
            weights += w;
        }
    out[y * width + x] = convert_uchar4_sat_rte(sum / weights);
}

// A tile with its halo in local memory.
// @arg in: in width * height
// @arg weights: in 25
// @arg out: out width * height
// @range: width, height
// @local: 16, 16
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void convolve_tiled(__global const float *restrict in,
                                                                              __constant float *weights,
                                                                              __global float *restrict out,
                                                                              const int width, const int height)
{
    __local float tile[20][20];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int left = get_group_id(0) * 16 - 2, top = get_group_id(1) * 16 - 2;
    for (int j = ly; j < 20; j += 16)
        for (int i = lx; i < 20; i += 16) {
            const int u = clamp(left + i, 0, width - 1), v = clamp(top + j, 0, height - 1);
            tile[j][i] = in[v * width + u];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i) sum += weights[5 * j + i] * tile[ly + j][lx + i];
    out[get_global_id(1) * width + get_global_id(0)] = sum;
}

__constant short quality[64] = {16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
                                14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
                                18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
                                49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};
__constant uchar zigzag[64] = {0,  1,  5,  6,  14, 15, 27, 28, 2,  4,  7,  13, 16, 26, 29, 42, 3,  8,  12, 17, 25, 30,
                               41, 43, 9,  11, 18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38,
                               46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63};

// JPEG's way to a block of 8 x 8: cosines, steps, zigzag.
// @arg in: in width * height
// @arg cosine: in 64
// @arg out: out width * height
// @range: width, height
// @local: 8, 8
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void jpeg_block(__global const uchar *restrict in,
                                                                        __global const float *restrict cosine,
                                                                        __global short *restrict out, const int width,
                                                                        const int height)
{
    __local float a[64], b[64];
    const int x = get_local_id(0), y = get_local_id(1), k = 8 * y + x;
    a[k] = (float)in[get_global_id(1) * width + get_global_id(0)] - 128.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int i = 0; i < 8; ++i) sum += cosine[8 * x + i] * a[8 * y + i];
    b[k] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = 0.0f;
    for (int i = 0; i < 8; ++i) sum += cosine[8 * y + i] * b[8 * i + x];
    const int block = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    out[64 * block + zigzag[k]] = convert_short_sat_rte(sum / (float)quality[k]);
}

// Brightness of each pixel, colour of each four: a work-item takes 2 x 2.
// @arg in: in 4 * width * height
// @arg luma: out 4 * width * height
// @arg u: out width * height
// @arg v: out width * height
// @range: width, height
// @local: 32, 4
__kernel void yuv420(__global const uchar4 *restrict in, __global uchar *restrict luma, __global uchar *restrict u,
                     __global uchar *restrict v, const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    int su = 0, sv = 0;
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i) {
            const int at = (2 * y + j) * 2 * width + 2 * x + i;
            const uchar4 p = in[at];
            const int r = p.x, g = p.y, b = p.z;
            luma[at] = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
            su += ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128;
            sv += ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128;
        }
    u[y * width + x] = (su + 2) / 4;
    v[y * width + x] = (sv + 2) / 4;
}

float cubic(float x)
{
    const float a = fabs(x);
    if (a < 1.0f) return (1.5f * a - 2.5f) * a * a + 1.0f;
    if (a < 2.0f) return ((-0.5f * a + 2.5f) * a - 4.0f) * a + 2.0f;
    return 0.0f;
}

// Another size by cubic pieces.
// @arg in: in width * height
// @arg out: out to_width * to_height
// @range: to_width, to_height
// @local: 16, 4
__kernel void bicubic(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width,
                      const int height, const int to_width, const int to_height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const float u = ((float)x + 0.5f) * (float)width / (float)to_width - 0.5f;
    const float v = ((float)y + 0.5f) * (float)height / (float)to_height - 0.5f;
    const int left = (int)floor(u), top = (int)floor(v);
    float4 sum = (float4)(0.0f);
    for (int j = -1; j <= 2; ++j) {
        const float wy = cubic(v - (float)(top + j));
        const int row = clamp(top + j, 0, height - 1) * width;
        for (int i = -1; i <= 2; ++i) {
            const float w = wy * cubic(u - (float)(left + i));
            sum += w * convert_float4(in[row + clamp(left + i, 0, width - 1)]);
        }
    }
    out[y * to_width + x] = convert_uchar4_sat(sum + 0.5f);
}

// How far a window moved between two pictures (Lucas and Kanade).
// @arg before: in width * height
// @arg after: in width * height
// @arg flow: out width * height
// @range: width, height
// @local: 16, 16
__kernel void optical_flow(__global const float *restrict before, __global const float *restrict after,
                           __global float2 *restrict flow, const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x < 3 || y < 3 || x >= width - 3 || y >= height - 3) {
        flow[y * width + x] = (float2)(0.0f, 0.0f);
        return;
    }
    float xx = 0.0f, xy = 0.0f, yy = 0.0f, xt = 0.0f, yt = 0.0f;
    for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i) {
            const int at = (y + j) * width + x + i;
            const float dx = 0.5f * (before[at + 1] - before[at - 1]),
                        dy = 0.5f * (before[at + width] - before[at - width]);
            const float dt = after[at] - before[at];
            xx += dx * dx;
            xy += dx * dy;
            yy += dy * dy;
            xt += dx * dt;
            yt += dy * dt;
        }
    const float det = xx * yy - xy * xy;
    float2 f = (float2)(0.0f, 0.0f);
    if (fabs(det) > 1e-3f) f = (float2)(xy * yt - yy * xt, xy * xt - xx * yt) / det;
    flow[y * width + x] = f;
}

// Hue, saturation and value.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void hsv(__global const uchar4 *restrict in, __global float4 *restrict out, const int n)
{
    const int i = get_global_id(0);
    const float4 c = convert_float4(in[i]) / 255.0f;
    const float high = fmax(c.x, fmax(c.y, c.z)), low = fmin(c.x, fmin(c.y, c.z)), d = high - low;
    float h = 0.0f;
    if (d > 0.0f) {
        if (high == c.x)
            h = (c.y - c.z) / d;
        else if (high == c.y)
            h = 2.0f + (c.z - c.x) / d;
        else
            h = 4.0f + (c.x - c.y) / d;
        h *= 60.0f;
        if (h < 0.0f) h += 360.0f;
    }
    out[i] = (float4)(h, high > 0.0f ? d / high : 0.0f, high, c.w);
}

// Sums of columns to each row, for integral pictures.
// @arg in: in width * height
// @arg out: out width * height
// @range: width
// @local: 64
__kernel void column_sums(__global const float *restrict in, __global float *restrict out, const int width,
                          const int height)
{
    const int x = get_global_id(0);
    float sum = 0.0f;
    for (int y = 0; y < height; ++y) {
        sum += in[y * width + x];
        out[y * width + x] = sum;
    }
}

// Sums of rows to each column, the other half of them.
// @arg in: in width * height
// @arg out: out width * height
// @range: height
// @local: 64
__kernel void row_sums(__global const float *restrict in, __global float *restrict out, const int width,
                       const int height)
{
    const int y = get_global_id(0);
    float sum = 0.0f;
    for (int x = 0; x < width; ++x) {
        sum += in[y * width + x];
        out[y * width + x] = sum;
    }
}

// The brightest of 3 x 3 bytes, by a tile in local memory.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 16
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
dilate(__global const uchar *restrict in, __global uchar *restrict out, const int width, const int height)
{
    __local uchar tile[18 * 18];
    const int lx = get_local_id(0), ly = get_local_id(1), l = 16 * ly + lx;
    const int left = get_group_id(0) * 16 - 1, top = get_group_id(1) * 16 - 1;
    for (int k = l; k < 18 * 18; k += 256) {
        const int u = left + k % 18, v = top + k / 18;
        tile[k] = u >= 0 && u < width && v >= 0 && v < height ? in[v * width + u] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uchar high = 0;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) high = max(high, tile[(ly + j) * 18 + lx + i]);
    out[get_global_id(1) * width + get_global_id(0)] = high;
}

// Bytes through a table.
// @arg in: in n
// @arg table: in 256
// @arg out: out n
// @range: n
// @local: 64
__kernel void through_table(__global const uchar4 *restrict in, __constant uchar *table, __global uchar4 *restrict out,
                            const int n)
{
    const int i = get_global_id(0);
    const uchar4 p = in[i];
    out[i] = (uchar4)(table[p.x], table[p.y], table[p.z], p.w);
}

// One channel of a layer by 3 x 3, then what is above zero.
// @arg in: in channels * (width + 2) * (height + 2)
// @arg weights: in 9 * channels
// @arg bias: in channels
// @arg out: out channels * width * height
// @range: width, height, channels
// @local: 16, 4, 1
__kernel void depthwise(__global const float *restrict in, __global const float *restrict weights,
                        __global const float *restrict bias, __global float *restrict out, const int width,
                        const int height, const int channels)
{
    const int x = get_global_id(0), y = get_global_id(1), c = get_global_id(2), row = width + 2;
    __global const float *at = in + (c * (height + 2) + y) * row + x;
    float sum = bias[c];
#pragma unroll
    for (int j = 0; j < 3; ++j)
#pragma unroll
        for (int i = 0; i < 3; ++i) sum = mad(at[j * row + i], weights[9 * c + 3 * j + i], sum);
    out[(c * height + y) * width + x] = fmax(sum, 0.0f);
}

// The largest of 2 x 2, and which it was.
// @arg in: in 4 * width * height
// @arg out: out width * height
// @arg which: out width * height
// @range: width, height
// @local: 16, 4
__kernel void max_pool(__global const float *restrict in, __global float *restrict out, __global int *restrict which,
                       const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float best = -INFINITY;
    int at = 0;
    for (int j = 0; j < 2; ++j)
        for (int i = 0; i < 2; ++i) {
            const int k = (2 * y + j) * 2 * width + 2 * x + i;
            if (in[k] > best) {
                best = in[k];
                at = k;
            }
        }
    out[y * width + x] = best;
    which[y * width + x] = at;
}

// A row of mean 0 and deviation 1, by a group.
// @arg in: in rows * length
// @arg scale: in length
// @arg out: out rows * length
// @range: rows * 64
// @local: 64
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void layer_norm(__global const float *restrict in,
                                                                         __global const float *restrict scale,
                                                                         __global float *restrict out, const int rows,
                                                                         const int length)
{
    __local float sums[64], squares[64];
    const int l = get_local_id(0), row = get_group_id(0);
    float sum = 0.0f, square = 0.0f;
    for (int i = l; i < length; i += 64) {
        const float x = in[row * length + i];
        sum += x;
        square += x * x;
    }
    sums[l] = sum;
    squares[l] = square;
    for (int s = 32; s > 0; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) {
            sums[l] += sums[l + s];
            squares[l] += squares[l + s];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float mean = sums[0] / (float)length;
    const float inverse = rsqrt(squares[0] / (float)length - mean * mean + 1e-5f);
    for (int i = l; i < length; i += 64) out[row * length + i] = (in[row * length + i] - mean) * inverse * scale[i];
}

// Bytes by bytes in fours, for networks: sums in 32 bits, then bytes again.
// @arg a: in m * k
// @arg b: in n * k
// @arg c: out m * n
// @range: n, m
// @local: 16, 4
__kernel void product_char4(__global const char4 *restrict a, __global const char4 *restrict b,
                            __global char *restrict c, const int m, const int n, const int k, const float scale)
{
    const int x = get_global_id(0), y = get_global_id(1);
    int sum = 0;
    for (int i = 0; i < k; ++i) {
        const int4 p = convert_int4(a[y * k + i]), q = convert_int4(b[x * k + i]);
        sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    c[y * n + x] = convert_char_sat_rte((float)sum * scale);
}
