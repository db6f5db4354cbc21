// Kernels in the manner of public samples, written to measure native code that was not tuned on them. Three led to changes
// afterwards: match_words (popcount of 64 bits), hsv_turn (fmod) and relax (rows of different lengths go one by one). For
// bench_ordinary.c.

// Forces of all bodies on each, by float4.
// @arg pos: in n
// @arg vel: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void gravity(__global const float4 *pos, __global const float4 *vel, __global float4 *out, const int n,
                      const float eps, const float dt)
{
    const int gid = get_global_id(0);
    float4 p = pos[gid];
    float4 acc = (float4)(0.0f, 0.0f, 0.0f, 0.0f);
    for (int i = 0; i < n; i++) {
        float4 q = pos[i];
        float4 r;
        r.xyz = q.xyz - p.xyz;
        float d = r.x * r.x + r.y * r.y + r.z * r.z;
        float inv = 1.0f / sqrt(d + eps);
        float inv3 = inv * inv * inv;
        float s = q.w * inv3;
        acc.xyz += s * r.xyz;
    }
    float4 v = vel[gid];
    p.xyz = p.xyz + v.xyz * dt + acc.xyz * 0.5f * dt * dt;
    out[gid] = p;
}

// Brightness of pixels, in whole numbers.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void luma(__global const uchar4 *in, __global uchar *out, const int n)
{
    const int i = get_global_id(0);
    const uint4 p = convert_uint4(in[i]);
    out[i] = (uchar)((p.x * 77 + p.y * 150 + p.z * 29 + 128) >> 8);
}

// Sums of absolute differences of blocks, as in the search for motion.
// @arg a: in width * height
// @arg b: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void block_differences(__global const uchar *a, __global const uchar *b, __global ushort *out, const int width,
                                const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    uint sum = 0;
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++) {
            const int u = min(x + i, width - 1), v = min(y + j, height - 1);
            sum += abs_diff(a[v * width + u], b[v * width + u]);
        }
    out[y * width + x] = (ushort)sum;
}

// A filter of 16 taps over samples of 16 bits.
// @arg in: in n + 16
// @arg taps: in 16
// @arg out: out n
// @range: n
// @local: 64
__kernel void fir(__global const short *in, __constant short *taps, __global short *out, const int n)
{
    const int i = get_global_id(0);
    int acc = 1 << 14;
    for (int k = 0; k < 16; k++) acc += in[i + k] * taps[k];
    out[i] = convert_short_sat(acc >> 15);
}

// Corners, by the products of gradients around a pixel.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void harris(__global const float *in, __global float *out, const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) {
        out[y * width + x] = 0.0f;
        return;
    }
    float xx = 0, yy = 0, xy = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            const int at = (y + j) * width + x + i;
            const float dx = in[at + 1] - in[at - 1], dy = in[at + width] - in[at - width];
            xx += dx * dx;
            yy += dy * dy;
            xy += dx * dy;
        }
    const float tr = xx + yy;
    out[y * width + x] = xx * yy - xy * xy - 0.04f * tr * tr;
}

static float3 along_ray(float3 o, float3 d, float t) { return o + d * t; }
static float distance_to_scene(float3 p)
{
    const float s = length(p - (float3)(0.0f, 0.0f, 3.0f)) - 1.0f;
    return min(s + 0.1f * sin(5.0f * p.x) * sin(5.0f * p.y), p.y + 1.2f);
}

// Rays that go as far as a distance function lets them.
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void march(__global float *out, const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const float3 d = normalize((float3)((x - width * 0.5f) / width, (y - height * 0.5f) / height, 1.0f));
    const float3 o = (float3)(0.0f, 0.0f, -1.0f);
    float t = 0.0f;
    int i;
    for (i = 0; i < 64; i++) {
        const float h = distance_to_scene(along_ray(o, d, t));
        if (h < 0.001f || t > 20.0f) break;
        t += h * 0.7f;
    }
    out[y * width + x] = t;
}

// Half a step of electromagnetic fields in two dimensions.
// @arg ez: in width * height
// @arg hx: inout width * height
// @arg hy: inout width * height
// @range: width, height
// @local: 16, 8
__kernel void fields(__global const float *ez, __global float *hx, __global float *hy, const int width,
                     const int height)
{
    const int x = get_global_id(0), y = get_global_id(1), at = y * width + x;
    if (x < width - 1 && y < height - 1) {
        hx[at] -= 0.5f * (ez[at + width] - ez[at]);
        hy[at] += 0.5f * (ez[at + 1] - ez[at]);
    }
}

// Points by a matrix, with the division by w.
// @arg in: in n
// @arg m: in 4
// @arg out: out n
// @range: n
// @local: 64
__kernel void transform(__global const float4 *in, __constant float4 *m, __global float4 *out, const int n)
{
    const int i = get_global_id(0);
    const float4 p = in[i];
    float4 r = (float4)(dot(m[0], p), dot(m[1], p), dot(m[2], p), dot(m[3], p));
    r.xyz = r.xyz / r.w;
    out[i] = r;
}

// Four points of the set a work-item, until all are out.
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void mandelbrot4(__global uchar4 *out, const int width, const int height, const int most)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const float4 cx = ((float4)(4 * x) + (float4)(0, 1, 2, 3)) / (float)(4 * width) * 3.0f - 2.0f;
    const float4 cy = (float4)((float)y / height * 2.0f - 1.0f);
    float4 zx = 0, zy = 0;
    int4 count = 0;
    for (int i = 0; i < most; i++) {
        const float4 xx = zx * zx, yy = zy * zy;
        const int4 in = isless(xx + yy, (float4)(4.0f));
        if (!any(in)) break;
        count -= in;
        const float4 t = xx - yy + cx;
        zy = select(zy, 2.0f * zx * zy + cy, in);
        zx = select(zx, t, in);
    }
    out[y * width + x] = convert_uchar4(count & 255);
}

// Pairs of normal variates, by native_ functions.
// @arg seed: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void box_muller(__global const uint2 *seed, __global float2 *out, const int n)
{
    const int i = get_global_id(0);
    uint2 s = seed[i];
    float2 sum = 0;
    for (int k = 0; k < 8; k++) {
        s.x = 36969 * (s.x & 65535) + (s.x >> 16);
        s.y = 18000 * (s.y & 65535) + (s.y >> 16);
        const float u = ((s.x << 16) + s.y) * 2.3283064e-10f + 1e-10f;
        const float v = (s.y ^ (s.x >> 3)) * 2.3283064e-10f;
        const float r = native_sqrt(-2.0f * native_log(u));
        sum += (float2)(r * native_cos(6.2831853f * v), r * native_sin(6.2831853f * v));
    }
    out[i] = sum;
}

// The nearest of some centres, features apart.
// @arg points: in 4 * n
// @arg centre: in k * 4
// @arg label: out n
// @range: n
// @local: 64
__kernel void kmeans_soa(__global const float *points, __global const float *centre, __global int *label, const int n,
                         const int k)
{
    const int i = get_global_id(0);
    int best = 0;
    float least = FLT_MAX;
    for (int c = 0; c < k; c++) {
        float d = 0.0f;
        for (int f = 0; f < 4; f++)
            d += (points[f * n + i] - centre[c * 4 + f]) * (points[f * n + i] - centre[c * 4 + f]);
        if (d < least) {
            least = d;
            best = c;
        }
    }
    label[i] = best;
}

// Hues by fmod.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void hsv_turn(__global const float4 *in, __global float4 *out, const int n)
{
    const int i = get_global_id(0);
    const float4 c = in[i];
    const float most = fmax(c.x, fmax(c.y, c.z)), least = fmin(c.x, fmin(c.y, c.z)), d = most - least;
    float h = 0.0f;
    if (d > 0.0f) {
        if (most == c.x) h = fmod((c.y - c.z) / d + 6.0f, 6.0f);
        else if (most == c.y) h = (c.z - c.x) / d + 2.0f;
        else h = (c.x - c.y) / d + 4.0f;
    }
    out[i] = (float4)(h * 60.0f, most > 0.0f ? d / most : 0.0f, most, c.w);
}

// Colours by a power.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void gamma_correct(__global const float4 *in, __global uchar4 *out, const int width, const int height,
                            const float g)
{
    const int at = get_global_id(1) * width + get_global_id(0);
    const float4 p = pow(clamp(in[at], 0.0f, 1.0f), (float4)(g));
    out[at] = convert_uchar4_sat_rte(p * 255.0f);
}

// Angles and lengths of gradients.
// @arg in: in width * height
// @arg angle: out width * height
// @arg size: out width * height
// @range: width, height
// @local: 16, 8
__kernel void gradients(__global const float *in, __global float *angle, __global float *size, const int width,
                        const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const int l = max(x - 1, 0), r = min(x + 1, width - 1), u = max(y - 1, 0), d = min(y + 1, height - 1);
    const float dx = in[y * width + r] - in[y * width + l], dy = in[d * width + x] - in[u * width + x];
    angle[y * width + x] = atan2(dy, dx);
    size[y * width + x] = hypot(dx, dy);
}

// The nearest of some descriptors of bits.
// @arg a: in n * words
// @arg b: in m * words
// @arg out: out n
// @range: n
// @local: 64
__kernel void match_words(__global const ulong *a, __global const ulong *b, __global int *out, const int n, const int m,
                          const int words)
{
    const int i = get_global_id(0);
    int best = -1, least = 1 << 30;
    for (int j = 0; j < m; j++) {
        int d = 0;
        for (int k = 0; k < words; k++) d += (int)popcount(a[i * words + k] ^ b[j * words + k]);
        if (d < least) {
            least = d;
            best = j;
        }
    }
    out[i] = best;
}

// Sums of a group, by float4 in local memory.
// @arg in: in n
// @arg partial: out n / 128
// @range: n
// @local: 128
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void reduce4(__global const float4 *in,
                                                                       __global float *partial, const int n)
{
    __local float4 t[128];
    const int l = get_local_id(0);
    t[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 64; s > 0; s >>= 1) {
        if (l < s) t[l] += t[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) partial[get_group_id(0)] = t[0].x + t[0].y + t[0].z + t[0].w;
}

// Running sums of a group, in two buffers.
// @arg in: in n
// @arg out: out n
// @arg sums: out n / 128
// @range: n
// @local: 128
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void scan_shifted(__global const int *in, __global int *out,
                                                                            __global int *sums, const int n)
{
    __local int t[2][128];
    const int l = get_local_id(0), g = get_global_id(0);
    int from = 0;
    t[0][l] = in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 128; d <<= 1) {
        t[1 - from][l] = l >= d ? t[from][l] + t[from][l - d] : t[from][l];
        from = 1 - from;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[g] = t[from][l];
    if (l == 127) sums[get_group_id(0)] = t[from][l];
}

// A histogram in local memory.
// @arg in: in n
// @arg bins: inout 256
// @range: n
// @local: 128
__kernel void histogram_shared(__global const uchar *in, __global int *bins, const int n)
{
    __local int t[256];
    const int l = get_local_id(0), s = get_local_size(0);
    for (int k = l; k < 256; k += s) t[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&t[in[get_global_id(0)]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < 256; k += s)
        if (t[k]) atomic_add(&bins[k], t[k]);
}

// A stencil on a tile in local memory.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 16
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void blur_shared(__global const float *in,
                                                                           __global float *out, const int width,
                                                                           const int height)
{
    __local float t[18][18];
    const int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    t[ly + 1][lx + 1] = in[y * width + x];
    if (lx == 0) t[ly + 1][0] = in[y * width + max(x - 1, 0)];
    if (lx == 15) t[ly + 1][17] = in[y * width + min(x + 1, width - 1)];
    if (ly == 0) t[0][lx + 1] = in[max(y - 1, 0) * width + x];
    if (ly == 15) t[17][lx + 1] = in[min(y + 1, height - 1) * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[y * width + x] =
        (t[ly][lx + 1] + t[ly + 2][lx + 1] + t[ly + 1][lx] + t[ly + 1][lx + 2] + 4.0f * t[ly + 1][lx + 1]) * 0.125f;
}

// A matrix product, four columns a work-item.
// @arg a: in n * n
// @arg b: in n * n / 4
// @arg c: out n * n / 4
// @range: n / 4, n
// @local: 16, 8
__kernel void product4(__global const float *a, __global const float4 *b, __global float4 *c, const int n)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0;
    for (int k = 0; k < n; k++) sum = mad((float4)a[y * n + k], b[k * (n / 4) + x], sum);
    c[y * (n / 4) + x] = sum;
}

// Roots of a cubic by steps of Newton.
// @arg a: in n
// @arg b: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void newton(__global const float *a, __global const float *b, __global float *out, const int n)
{
    const int i = get_global_id(0);
    float x = a[i], y = b[i];
    for (int k = 0; k < 20; k++) {
        const float f = x * x * x - 2.0f * x - y, d = 3.0f * x * x - 2.0f;
        if (fabs(f) < 1e-6f) break;
        x -= f / (fabs(d) > 1e-3f ? d : 1e-3f);
    }
    out[i] = x;
}

// Random numbers with 64 bits of state.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void pcg(__global const uint *in, __global float *out, const int n)
{
    const int i = get_global_id(0);
    ulong state = in[i] * 6364136223846793005UL + 1442695040888963407UL;
    float sum = 0;
    for (int k = 0; k < 16; k++) {
        state = state * 6364136223846793005UL + 1442695040888963407UL;
        const uint x = (uint)(((state >> 18) ^ state) >> 27), r = (uint)(state >> 59);
        sum += (float)((x >> r) | (x << ((-r) & 31))) * 2.3283064e-10f;
    }
    out[i] = sum;
}

// Wavelets of eight numbers.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void haar8(__global const float8 *in, __global float8 *out, const int n)
{
    const int i = get_global_id(0);
    const float8 v = in[i];
    const float4 a = (v.even + v.odd) * 0.70710678f, d = (v.even - v.odd) * 0.70710678f;
    const float2 aa = (a.even + a.odd) * 0.70710678f, ad = (a.even - a.odd) * 0.70710678f;
    out[i] = (float8)((aa.x + aa.y) * 0.70710678f, (aa.x - aa.y) * 0.70710678f, ad, d);
}

// The least of 25 bytes.
// @arg in: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void erode(__global const uchar *in, __global uchar *out, const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    uchar least = 255;
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
            const int u = clamp(x + i, 0, width - 1), v = clamp(y + j, 0, height - 1);
            least = min(least, in[v * width + u]);
        }
    out[y * width + x] = least;
}

// Options by the error function.
// @arg s: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void options_erfc(__global const float *s, __global float2 *out, const int n)
{
    const int i = get_global_id(0);
    const float S = 10.0f + 90.0f * s[i], K = 50.0f, T = 1.0f, r = 0.02f, v = 0.3f;
    const float d1 = (log(S / K) + (r + 0.5f * v * v) * T) / (v * sqrt(T)), d2 = d1 - v * sqrt(T);
    const float n1 = 0.5f * erfc(-d1 * M_SQRT1_2_F), n2 = 0.5f * erfc(-d2 * M_SQRT1_2_F), k = K * exp(-r * T);
    const float call = S * n1 - k * n2;
    out[i] = (float2)(call, call - S + k);
}

// A neuron's output.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void gelu(__global const float *in, __global float *out, const int n)
{
    const int i = get_global_id(0);
    const float x = in[i];
    out[i] = 0.5f * x * (1.0f + tanh(0.79788456f * (x + 0.044715f * x * x * x)));
}

// How far texts are from another, in a private row.
// @arg seq: in n * len
// @arg other: in len
// @arg out: out n
// @range: n
// @local: 64
__kernel void levenshtein(__global const uchar *seq, __global const uchar *other, __global int *out, const int n,
                          const int len)
{
    const int i = get_global_id(0);
    int row[33];
    for (int k = 0; k <= len; k++) row[k] = k;
    for (int j = 0; j < len; j++) {
        int diag = row[0];
        row[0] = j + 1;
        for (int k = 0; k < len; k++) {
            const int cost = (seq[i * len + k] & 3) == (other[j] & 3) ? diag : diag + 1;
            diag = row[k + 1];
            row[k + 1] = min(cost, min(row[k], row[k + 1]) + 1);
        }
    }
    out[i] = row[len];
}

// A step of shortest ways in a graph.
// @arg node: in n + 1
// @arg edge: in many
// @arg cost: in n
// @arg next: inout n
// @range: n
// @local: 64
__kernel void relax(__global const int *node, __global const int *edge, __global const int *cost, __global int *next,
                    const int n, const int many)
{
    const int i = get_global_id(0);
    const int own = cost[i];
    int best = own;
    for (int k = node[i]; k < node[i + 1]; k++) best = min(best, cost[edge[k]] + 1);
    next[i] = best;
}

// Pixels of 16 bits.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void pack565(__global const uchar4 *in, __global ushort *out, const int n)
{
    const int i = get_global_id(0);
    const uchar4 p = in[i];
    out[i] = (ushort)(((p.x >> 3) << 11) | ((p.y >> 2) << 5) | (p.z >> 3));
}

// Paths of prices with a volatility of their own.
// @arg x: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void heston(__global const float *x, __global float *out, const int n, const int steps)
{
    const int i = get_global_id(0);
    uint s = 1234567u + 7919u * i;
    float S = 100.0f * (0.5f + x[i]), v = 0.04f;
    for (int k = 0; k < steps; k++) {
        s = s * 1664525u + 1013904223u;
        const float u1 = ((s >> 8) + 0.5f) * 5.9604645e-8f;
        s = s * 1664525u + 1013904223u;
        const float u2 = ((s >> 8) + 0.5f) * 5.9604645e-8f;
        const float r = sqrt(-2.0f * log(u1)), z1 = r * cos(6.2831853f * u2),
                    z2 = -0.7f * z1 + 0.71414284f * r * sin(6.2831853f * u2);
        const float sv = sqrt(fmax(v, 0.0f));
        S *= exp(-0.5f * v * 0.01f + sv * 0.1f * z1);
        v += 2.0f * (0.04f - v) * 0.01f + 0.3f * sv * 0.1f * z2;
    }
    out[i] = S;
}
