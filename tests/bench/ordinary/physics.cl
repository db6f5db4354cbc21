// Bodies, fluids, geometry and games, in more ways than number.cl. For bench_ordinary.c.

// Bodies attract each other: three floats a body, a tile in local memory.
// @arg place: in n
// @arg mass: in n
// @arg force: out n
// @range: n
// @local: 64
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void nbody3(__global const float3 *restrict place,
                                                                     __global const float *restrict mass,
                                                                     __global float3 *restrict force, const int n,
                                                                     const float softening)
{
    __local float3 places[64];
    __local float masses[64];
    const int i = get_global_id(0), l = get_local_id(0);
    const float3 own = place[i];
    float3 sum = (float3)(0.0f);
    for (int t = 0; t < n; t += 64) {
        places[l] = place[t + l];
        masses[l] = mass[t + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 64; ++j) {
            const float3 d = places[j] - own;
            const float r = rsqrt(dot(d, d) + softening);
            sum += d * (masses[j] * r * r * r);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    force[i] = sum * mass[i];
}

typedef struct cell {
    float f[9];
    int wall;
} cell;

__constant float lattice_weights[9] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                       1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};
__constant int lattice_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant int lattice_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant int lattice_back[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

// A fluid of nine directions, cells as structures: streaming, walls, collision.
// @arg from: in width * height
// @arg to: out width * height
// @range: width, height
// @local: 32, 4
__kernel void lattice_cells(__global const cell *restrict from, __global cell *restrict to, const int width,
                            const int height, const float omega)
{
    const int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
    cell c;
    c.wall = from[i].wall > 0;
    float density = 0.0f, ux = 0.0f, uy = 0.0f;
    for (int k = 0; k < 9; ++k) {
        const int u = (x - lattice_x[k] + width) % width, v = (y - lattice_y[k] + height) % height;
        c.f[k] = from[v * width + u].f[k];
        density += c.f[k];
        ux += c.f[k] * (float)lattice_x[k];
        uy += c.f[k] * (float)lattice_y[k];
    }
    if (c.wall) {
        for (int k = 0; k < 9; ++k) to[i].f[k] = c.f[lattice_back[k]];
    } else {
        ux /= density;
        uy /= density;
        const float square = 1.5f * (ux * ux + uy * uy);
        for (int k = 0; k < 9; ++k) {
            const float along = 3.0f * ((float)lattice_x[k] * ux + (float)lattice_y[k] * uy);
            const float rest = lattice_weights[k] * density * (1.0f + along + 0.5f * along * along - square);
            to[i].f[k] = c.f[k] + omega * (rest - c.f[k]);
        }
    }
    to[i].wall = c.wall;
}

// Seven points in space.
// @arg in: in width * height * depth
// @arg right: in width * height * depth
// @arg out: inout width * height * depth
// @range: width, height, depth
// @local: 16, 4, 2
__kernel void jacobi(__global const float *restrict in, __global const float *restrict right,
                     __global float *restrict out, const int width, const int height, const int depth)
{
    const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x == 0 || y == 0 || z == 0 || x == width - 1 || y == height - 1 || z == depth - 1) return;
    const size_t i = (z * height + y) * width + x;
    out[i] = (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] + in[i - width * height] + in[i + width * height] -
              right[i]) /
             6.0f;
}

// A step of conjugate gradients: place, residue, and the residue's square by groups.
// @arg x: inout n
// @arg r: inout n
// @arg p: in n
// @arg ap: in n
// @arg square: out n / 128
// @range: n
// @local: 128
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void
gradient_step(__global float *restrict x, __global float *restrict r, __global const float *restrict p,
              __global const float *restrict ap, __global float *restrict square, const float alpha, const int n)
{
    __local float part[128];
    const int i = get_global_id(0), l = get_local_id(0);
    x[i] += alpha * p[i];
    const float own = r[i] - alpha * ap[i];
    r[i] = own;
    part[l] = own * own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s) part[l] += part[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) square[get_group_id(0)] = part[0];
}

float4 quaternion_product(float4 a, float4 b)
{
    return (float4)(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

// Points turned by quaternions.
// @arg turn: in n
// @arg point: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void quaternions(__global const float4 *restrict turn, __global const float4 *restrict point,
                          __global float4 *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const float4 q = normalize(turn[i]), p = (float4)(point[i].xyz, 0.0f);
    const float4 back = (float4)(-q.xyz, q.w);
    out[i] = (float4)(quaternion_product(quaternion_product(q, p), back).xyz, point[i].w);
}

// Skin over bones: each point follows four matrices.
// @arg point: in n
// @arg normal: in n
// @arg bone: in n
// @arg weight: in n
// @arg matrix: in 4 * 256
// @arg point_out: out n
// @arg normal_out: out n
// @range: n
// @local: 64
__kernel void skinning(__global const float4 *restrict point, __global const float4 *restrict normal,
                       __global const uchar4 *restrict bone, __global const float4 *restrict weight,
                       __global const float4 *restrict matrix, __global float4 *restrict point_out,
                       __global float4 *restrict normal_out, const int n)
{
    const int i = get_global_id(0);
    const float4 p = point[i], m = normal[i], w = weight[i];
    const uchar4 b = bone[i];
    const float ws[4] = {w.x, w.y, w.z, w.w};
    const uchar bs[4] = {b.x, b.y, b.z, b.w};
    float4 sum = (float4)(0.0f), turned = (float4)(0.0f);
    for (int k = 0; k < 4; ++k) {
        __global const float4 *r = matrix + 4 * bs[k];
        sum += ws[k] * (float4)(dot(r[0], p), dot(r[1], p), dot(r[2], p), 1.0f);
        turned += ws[k] * (float4)(dot(r[0].xyz, m.xyz), dot(r[1].xyz, m.xyz), dot(r[2].xyz, m.xyz), 0.0f);
    }
    point_out[i] = sum;
    normal_out[i] = normalize(turned);
}

// How many boxes of a tree each ray meets, by a stack; children of node i are at 2 i + 1 and 2 i + 2.
// @arg low: in 2 * n
// @arg high: in 2 * n
// @arg hits: out width * height
// @range: width, height
// @local: 8, 8
__kernel void tree_rays(__global const float4 *restrict low, __global const float4 *restrict high,
                        __global int *restrict hits, const int n, const int width, const int height)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const float3 from = (float3)(0.5f, 0.5f, -1.0f);
    const float3 to =
        normalize((float3)(((float)x + 0.5f) / (float)width - 0.5f, ((float)y + 0.5f) / (float)height - 0.5f, 1.0f));
    const float3 inverse = 1.0f / to;
    int stack[32], depth = 0, found = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const int at = stack[--depth];
        const float3 a = (low[at].xyz - from) * inverse, b = (low[at].xyz + 0.5f * high[at].xyz - from) * inverse;
        const float3 near = fmin(a, b), far = fmax(a, b);
        const float first = fmax(near.x, fmax(near.y, near.z)), last = fmin(far.x, fmin(far.y, far.z));
        if (first > last || last < 0.0f) continue;
        ++found;
        if (2 * at + 2 < n) {
            stack[depth++] = 2 * at + 2;
            stack[depth++] = 2 * at + 1;
        }
    }
    hits[y * width + x] = found;
}

__constant uchar edges_of_case[16] = {0, 1, 1, 2, 1, 2, 2, 1, 1, 2, 2, 1, 2, 1, 1, 0};

// Marching cubes: which corners of each cube are inside, and how much it will make.
// @arg field: in (width + 1) * (height + 1) * (depth + 1)
// @arg number: out width * height * depth
// @arg many: out width * height * depth
// @range: width, height, depth
// @local: 16, 4, 1
__kernel void cubes(__global const float *restrict field, __global uchar *restrict number, __global int *restrict many,
                    const int width, const int height, const int depth, const float level)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), row = width + 1,
              slice = row * (height + 1);
    const int at = z * slice + y * row + x, i = (z * height + y) * width + x;
    int which = 0;
    which |= (field[at] < level) * 1;
    which |= (field[at + 1] < level) * 2;
    which |= (field[at + row + 1] < level) * 4;
    which |= (field[at + row] < level) * 8;
    which |= (field[at + slice] < level) * 16;
    which |= (field[at + slice + 1] < level) * 32;
    which |= (field[at + slice + row + 1] < level) * 64;
    which |= (field[at + slice + row] < level) * 128;
    number[i] = (uchar)which;
    many[i] = edges_of_case[which & 15] + edges_of_case[which >> 4];
}

// The eight nearest of many points, kept in order.
// @arg query: in n
// @arg point: in many
// @arg nearest: out 8 * n
// @range: n
// @local: 64
__kernel void nearest8(__global const float4 *restrict query, __global const float4 *restrict point,
                       __global float *restrict nearest, const int n, const int many)
{
    const int i = get_global_id(0);
    float best[8];
    for (int k = 0; k < 8; ++k) best[k] = MAXFLOAT;
    const float4 q = query[i];
    for (int j = 0; j < many; ++j) {
        const float4 d = point[j] - q;
        float r = dot(d, d);
        if (r >= best[7]) continue;
        int k = 7;
        while (k > 0 && best[k - 1] > r) {
            best[k] = best[k - 1];
            --k;
        }
        best[k] = r;
    }
    for (int k = 0; k < 8; ++k) nearest[8 * i + k] = best[k];
}

// Cloth: springs to the neighbours.
// @arg place: in width * height
// @arg before: in width * height
// @arg out: out width * height
// @range: width, height
// @local: 16, 4
__kernel void cloth(__global const float4 *restrict place, __global const float4 *restrict before,
                    __global float4 *restrict out, const int width, const int height, const float stiff,
                    const float step)
{
    const int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
    const int2 ways[8] = {(int2)(-1, 0),  (int2)(1, 0), (int2)(0, -1), (int2)(0, 1),
                          (int2)(-1, -1), (int2)(1, 1), (int2)(-1, 1), (int2)(1, -1)};
    const float4 own = place[i];
    float4 force = (float4)(0.0f, -9.81f, 0.0f, 0.0f);
    for (int k = 0; k < 8; ++k) {
        const int u = x + ways[k].x, v = y + ways[k].y;
        if (u < 0 || u >= width || v < 0 || v >= height) continue;
        const float4 d = place[v * width + u] - own;
        const float far = length(d.xyz), rest = k < 4 ? 1.0f : M_SQRT2_F;
        force += d * (stiff * (far - rest) / far);
    }
    out[i] = (float4)(2.0f * own.xyz - before[i].xyz + force.xyz * (step * step), own.w);
}

// Molecules by lists of neighbours (Lennard and Jones).
// @arg place: in n
// @arg list: in n * many
// @arg force: out n
// @range: n
// @local: 64
__kernel void neighbours4(__global const float4 *restrict place, __global const int *restrict list,
                          __global float4 *restrict force, const int n, const int many, const float cutoff)
{
    const uint i = get_global_id(0);
    const float4 own = place[i];
    float4 f = (float4)(0.0f, 0.0f, 0.0f, 0.0f);
    for (int j = 0; j < many; ++j) {
        const float4 other = place[list[j * n + i]];
        const float dx = own.x - other.x, dy = own.y - other.y, dz = own.z - other.z;
        float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
        if (r2 < cutoff) {
            r2 = 1.0f / r2;
            const float r6 = r2 * r2 * r2, s = r2 * r6 * (1.5f * r6 - 2.0f);
            f.x += dx * s;
            f.y += dy * s;
            f.z += dz * s;
        }
    }
    force[i] = f;
}

#define HOT 16

// Heat of a chip: several steps of a tile in local memory before its middle is written.
// @arg power: in width * width
// @arg heat: in width * width
// @arg out: inout width * width
// @range: width / 12 * 16, width / 12 * 16
// @local: 16, 16
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void hotspot(__global const float *restrict power,
                                                                       __global const float *restrict heat,
                                                                       __global float *restrict out, const int width,
                                                                       const int steps, const float cap)
{
    __local float now[HOT][HOT], own_power[HOT][HOT], next[HOT][HOT];
    const int tx = get_local_id(0), ty = get_local_id(1);
    const int x = get_group_id(0) * (HOT - 2 * steps) - steps + tx,
              y = get_group_id(1) * (HOT - 2 * steps) - steps + ty;
    const bool inside = x >= 0 && x < width && y >= 0 && y < width;
    if (inside) {
        now[ty][tx] = heat[y * width + x];
        own_power[ty][tx] = power[y * width + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int n = ty == 0 || y == 0 ? ty : ty - 1, s = ty == HOT - 1 || y == width - 1 ? ty : ty + 1;
    const int w = tx == 0 || x == 0 ? tx : tx - 1, e = tx == HOT - 1 || x == width - 1 ? tx : tx + 1;
    bool computed = false;
    for (int k = 0; k < steps; ++k) {
        computed = false;
        if (tx >= k + 1 && tx <= HOT - 2 - k && ty >= k + 1 && ty <= HOT - 2 - k && inside) {
            computed = true;
            next[ty][tx] =
                now[ty][tx] +
                cap * (own_power[ty][tx] + (now[s][tx] + now[n][tx] - 2.0f * now[ty][tx]) * 0.1f +
                       (now[ty][e] + now[ty][w] - 2.0f * now[ty][tx]) * 0.1f + (80.0f - now[ty][tx]) * 0.01f);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k == steps - 1) break;
        if (computed) now[ty][tx] = next[ty][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed) out[y * width + x] = next[ty][tx];
}

__constant uchar permutation[256] = {
    151, 160, 137, 91,  90,  15,  131, 13,  201, 95,  96,  53,  194, 233, 7,   225, 140, 36,  103, 30,  69,  142,
    8,   99,  37,  240, 21,  10,  23,  190, 6,   148, 247, 120, 234, 75,  0,   26,  197, 62,  94,  252, 219, 203,
    117, 35,  11,  32,  57,  177, 33,  88,  237, 149, 56,  87,  174, 20,  125, 136, 171, 168, 68,  175, 74,  165,
    71,  134, 139, 48,  27,  166, 77,  146, 158, 231, 83,  111, 229, 122, 60,  211, 133, 230, 220, 105, 92,  41,
    55,  46,  245, 40,  244, 102, 143, 54,  65,  25,  63,  161, 1,   216, 80,  73,  209, 76,  132, 187, 208, 89,
    18,  169, 200, 196, 135, 130, 116, 188, 159, 86,  164, 100, 109, 198, 173, 186, 3,   64,  52,  217, 226, 250,
    124, 123, 5,   202, 38,  147, 118, 126, 255, 82,  85,  212, 207, 206, 59,  227, 47,  16,  58,  17,  182, 189,
    28,  42,  223, 183, 170, 213, 119, 248, 152, 2,   44,  154, 163, 70,  221, 153, 101, 155, 167, 43,  172, 9,
    129, 22,  39,  253, 19,  98,  108, 110, 79,  113, 224, 232, 178, 185, 112, 104, 218, 246, 97,  228, 251, 34,
    242, 193, 238, 210, 144, 12,  191, 179, 162, 241, 81,  51,  145, 235, 249, 14,  239, 107, 49,  192, 214, 31,
    181, 199, 106, 157, 184, 84,  204, 176, 115, 121, 50,  45,  127, 4,   150, 254, 138, 236, 205, 93,  222, 114,
    67,  29,  24,  72,  243, 141, 128, 195, 78,  66,  215, 61,  156, 180};

float slope(int hash, float x, float y)
{
    switch (hash & 3) {
    case 0:
        return x + y;
    case 1:
        return -x + y;
    case 2:
        return x - y;
    default:
        return -x - y;
    }
}

// Noise in octaves (Perlin).
// @arg out: out width * height
// @range: width, height
// @local: 16, 4
__kernel void noise(__global float *restrict out, const int width, const int height, const int octaves)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f, high = 1.0f, u = (float)x * 0.013f, v = (float)y * 0.017f;
    for (int o = 0; o < octaves; ++o) {
        const float fu = floor(u), fv = floor(v), a = u - fu, b = v - fv;
        const int i = (int)fu & 255, j = (int)fv & 255;
        const float s = a * a * a * (a * (a * 6.0f - 15.0f) + 10.0f), t = b * b * b * (b * (b * 6.0f - 15.0f) + 10.0f);
        const int low = permutation[i] + j, next = permutation[(i + 1) & 255] + j;
        const float p = mix(slope(permutation[low & 255], a, b), slope(permutation[next & 255], a - 1.0f, b), s);
        const float q = mix(slope(permutation[(low + 1) & 255], a, b - 1.0f),
                            slope(permutation[(next + 1) & 255], a - 1.0f, b - 1.0f), s);
        sum += high * mix(p, q, t);
        high *= 0.5f;
        u *= 2.0f;
        v *= 2.0f;
    }
    out[y * width + x] = sum;
}

// c = a b, 64 x 64 a group of 16 x 16: each work-item has 4 x 4 sums of its own.
// @arg a: in n * n
// @arg b: in n * n
// @arg c: out n * n
// @range: n / 4, n / 4
// @local: 16, 16
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void product_blocks(__global const float *restrict a,
                                                                              __global const float *restrict b,
                                                                              __global float *restrict c, const int n)
{
    __local float as[16][64], bs[16][64];
    const int lx = get_local_id(0), ly = get_local_id(1), l = 16 * ly + lx, left = get_group_id(0) * 64,
              top = get_group_id(1) * 64;
    float sum[4][4];
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] = 0.0f;
    for (int t = 0; t < n; t += 16) {
        for (int k = 0; k < 4; ++k) {
            const int at = l + 256 * k;
            as[at % 16][at / 16] = a[(top + at / 16) * n + t + at % 16];
            bs[at / 64][at % 64] = b[(t + at / 64) * n + left + at % 64];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k) {
            float u[4], v[4];
            for (int i = 0; i < 4; ++i) {
                u[i] = as[k][ly + 16 * i];
                v[i] = bs[k][lx + 16 * i];
            }
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) sum[i][j] += u[i] * v[j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) c[(top + ly + 16 * i) * n + left + lx + 16 * j] = sum[i][j];
}
