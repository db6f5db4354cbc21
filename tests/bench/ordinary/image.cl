// Pictures: filters with clamped borders on uchar4 and float, colours, rotation, the Game of Life.
// For bench_ordinary.c.
// All pictures have width x height pixels, row after row.

// The mean over a square of side 2 radius + 1.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void box(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width, const int height,
                  const int radius)
{
    const int x = get_global_id(0), y = get_global_id(1);
    uint4 sum = (uint4)0;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            sum += convert_uint4(in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)]);
    const uint side = 2 * radius + 1, count = side * side;
    out[y * width + x] = convert_uchar4((sum + count / 2) / count);
}

// One direction of a Gaussian filter, along the rows.
// @arg in: in width * height
// @arg weight: in 2 * radius + 1
// @arg out: out width * height
// @range: width, height
// @local: 64, 1
__kernel void gaussian_rows(__global const uchar4 *restrict in, __constant float *weight, __global float4 *restrict out,
                            const int width, const int height, const int radius)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float4 sum = (float4)0.0f;
    for (int d = -radius; d <= radius; ++d)
        sum += weight[d + radius] * convert_float4(in[y * width + clamp(x + d, 0, width - 1)]);
    out[y * width + x] = sum;
}

// The other direction, back to bytes.
// @arg in: in width * height
// @arg weight: in 2 * radius + 1
// @arg out: out width * height
// @range: width, height
// @local: 64, 1
__kernel void gaussian_columns(__global const float4 *restrict in, __constant float *weight,
                               __global uchar4 *restrict out, const int width, const int height, const int radius)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float4 sum = (float4)0.0f;
    for (int d = -radius; d <= radius; ++d) sum += weight[d + radius] * in[clamp(y + d, 0, height - 1) * width + x];
    out[y * width + x] = convert_uchar4_sat(sum + 0.5f);
}

#define SORT2(a, b) { const uchar4 least = min(a, b); b = max(a, b); a = least; }

// The median of nine by a network of exchanges.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void median(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width,
                     const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const int left = max(x - 1, 0), right = min(x + 1, width - 1);
    __global const uchar4 *above = in + max(y - 1, 0) * width, *row = in + y * width,
                          *below = in + min(y + 1, height - 1) * width;
    uchar4 a = above[left], b = above[x], c = above[right], d = row[left], e = row[x], f = row[right], g = below[left],
           h = below[x], i = below[right];
    SORT2(b, c) SORT2(e, f) SORT2(h, i) SORT2(a, b) SORT2(d, e) SORT2(g, h) SORT2(b, c) SORT2(e, f) SORT2(h, i)
    SORT2(a, d) SORT2(f, i) SORT2(e, h) SORT2(d, g) SORT2(b, e) SORT2(c, f) SORT2(e, h) SORT2(e, c) SORT2(g, e)
    SORT2(e, c)
    out[y * width + x] = e;
}

// Neighbours weigh less the farther they are, in place and in colour.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void bilateral(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width,
                        const int height, const int radius, const float by_place, const float by_colour)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const float4 centre = convert_float4(in[y * width + x]);
    float4 sum = (float4)0.0f;
    float total = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            const int column = clamp(x + dx, 0, width - 1), row = clamp(y + dy, 0, height - 1);
            const float4 pixel = convert_float4(in[row * width + column]), d = pixel - centre;
            const float w = exp(-by_place * (float)(dx * dx + dy * dy) - by_colour * dot(d.xyz, d.xyz));
            sum += w * pixel;
            total += w;
        }
    out[y * width + x] = convert_uchar4_sat_rte(sum / total);
}

// The magnitude of the gradient in each channel; the rim is 0.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void sobel(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width,
                    const int height)
{
    const int x = get_global_id(0), y = get_global_id(1), at = y * width + x;
    uchar4 result = (uchar4)0;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        const float4 a = convert_float4(in[at - width - 1]), b = convert_float4(in[at - width]),
                     c = convert_float4(in[at - width + 1]), d = convert_float4(in[at - 1]),
                     f = convert_float4(in[at + 1]), g = convert_float4(in[at + width - 1]),
                     h = convert_float4(in[at + width]), i = convert_float4(in[at + width + 1]);
        const float4 across = c - a + 2.0f * (f - d) + i - g, down = g - a + 2.0f * (h - b) + i - c;
        result = convert_uchar4_sat(0.5f * hypot(across, down));
    }
    out[at] = result;
}

// Grey by whole numbers: 77, 150 and 29 parts of 256.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void grey(__global const uchar4 *restrict in, __global uchar *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const uchar4 p = in[i];
    out[i] = (uchar)((77u * p.x + 150u * p.y + 29u * p.z + 128u) >> 8);
}

// Red, green and blue, three bytes a pixel, to brightness and two colour differences.
// @arg in: in 3 * n
// @arg out: out 3 * n
// @range: n
// @local: 64
__kernel void ycbcr(__global const uchar *restrict in, __global uchar *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const float3 p = convert_float3(vload3(i, in));
    const float3 q = (float3)(dot(p, (float3)(0.299f, 0.587f, 0.114f)),
                              dot(p, (float3)(-0.168736f, -0.331264f, 0.5f)) + 128.0f,
                              dot(p, (float3)(0.5f, -0.418688f, -0.081312f)) + 128.0f);
    vstore3(convert_uchar3_sat(q + 0.5f), i, out);
}

// Turned about the middle, each pixel from four; black outside.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void turn(__global const uchar4 *restrict in, __global uchar4 *restrict out, const int width, const int height,
                   const float sine, const float cosine)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const float cx = (float)x - 0.5f * (float)width, cy = (float)y - 0.5f * (float)height;
    const float sx = cosine * cx - sine * cy + 0.5f * (float)width, sy = sine * cx + cosine * cy + 0.5f * (float)height;
    const int left = (int)floor(sx), top = (int)floor(sy);
    float4 p = (float4)0.0f;
    if (left >= 0 && top >= 0 && left + 1 < width && top + 1 < height) {
        const float fx = sx - (float)left, fy = sy - (float)top;
        const int at = top * width + left;
        p = mix(mix(convert_float4(in[at]), convert_float4(in[at + 1]), fx),
                mix(convert_float4(in[at + width]), convert_float4(in[at + width + 1]), fx), fy);
    }
    out[y * width + x] = convert_uchar4_sat(p + 0.5f);
}

// A filter of 5 x 5 weights on floats, borders clamped.
// @arg in: in width * height
// @arg weight: in 25
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void convolve(__global const float *restrict in, __constant float *weight, __global float *restrict out,
                       const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
            const int column = clamp(x + dx, 0, width - 1), row = clamp(y + dy, 0, height - 1);
            sum += weight[(dy + 2) * 5 + dx + 2] * in[row * width + column];
        }
    out[y * width + x] = sum;
}

// Brightness through the table that a histogram gave; the fourth channel stays.
// @arg in: in n
// @arg table: in 256
// @arg out: out n
// @range: n
// @local: 64
__kernel void equalise(__global const uchar4 *restrict in, __global const uchar *restrict table,
                       __global uchar4 *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const uchar4 p = in[i];
    out[i] = (uchar4)(table[p.x], table[p.y], table[p.z], p.w);
}

// One picture over another, its fourth channel saying how much.
// @arg over: in n
// @arg under: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void blend(__global const uchar4 *restrict over, __global const uchar4 *restrict under,
                    __global uchar4 *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const ushort4 a = convert_ushort4(over[i]), b = convert_ushort4(under[i]);
    const ushort alpha = a.w, rest = 255 - alpha;
    const ushort4 t = a * alpha + b * rest + (ushort4)128;
    out[i] = convert_uchar4((t + (t >> 8)) >> 8);
}

// Sixteen samples at once: half the difference of two signals, added with saturation.
// @arg a: in n
// @arg b: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void saturate(__global const char16 *restrict a, __global const char16 *restrict b,
                       __global char16 *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const char16 d = sub_sat(a[i], b[i]);
    out[i] = add_sat(a[i], max(min(d, (char16)100), (char16)-100)) - rhadd(a[i], d);
}

// A generation of Conway's game on a torus of bytes.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 64, 1
__kernel void life(__global const uchar *restrict in, __global uchar *restrict out, const int width,
                   const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const int left = (x + width - 1) % width, right = (x + 1) % width;
    __global const uchar *above = in + (y + height - 1) % height * width, *row = in + y * width,
                         *below = in + (y + 1) % height * width;
    const uchar count = above[left] + above[x] + above[right] + row[left] + row[right] + below[left] + below[x] +
                        below[right];
    out[y * width + x] = count == 3 || (count == 2 && row[x]) ? 1 : 0;
}
