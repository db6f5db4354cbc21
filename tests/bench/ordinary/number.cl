// Numbers: options, transforms, fractals, clusters, particles, fluids. For bench_ordinary.c.

// The cumulative normal distribution (Abramowitz and Stegun 26.2.17).
float normal(float x)
{
    const float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
    const float poly =
        k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    const float tail = 0.39894228f * exp(-0.5f * x * x) * poly;
    return x > 0.0f ? 1.0f - tail : tail;
}

float4 normal4(float4 x)
{
    const float4 k = 1.0f / (1.0f + 0.2316419f * fabs(x));
    const float4 poly =
        k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    const float4 tail = 0.39894228f * exp(-0.5f * x * x) * poly;
    return select(tail, 1.0f - tail, x > 0.0f);
}

// @arg price: in n
// @arg strike: in n
// @arg years: in n
// @arg call: out n
// @arg put: out n
// @range: n
// @local: 64
__kernel void black_scholes(__global const float *restrict price, __global const float *restrict strike,
                            __global const float *restrict years, __global float *restrict call,
                            __global float *restrict put, const int n, const float rate, const float volatility)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const float s = price[i], k = strike[i], t = years[i], deviation = volatility * sqrt(t);
    const float d1 = (log(s / k) + (rate + 0.5f * volatility * volatility) * t) / deviation, d2 = d1 - deviation;
    const float discounted = k * exp(-rate * t), n1 = normal(d1), n2 = normal(d2);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

// Four options a work-item.
// @arg price: in n
// @arg strike: in n
// @arg years: in n
// @arg call: out n
// @arg put: out n
// @range: n
// @local: 64
__kernel void black_scholes4(__global const float4 *restrict price, __global const float4 *restrict strike,
                             __global const float4 *restrict years, __global float4 *restrict call,
                             __global float4 *restrict put, const int n, const float rate, const float volatility)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const float4 s = price[i], k = strike[i], t = years[i], deviation = volatility * sqrt(t);
    const float4 d1 = (log(s / k) + (rate + 0.5f * volatility * volatility) * t) / deviation, d2 = d1 - deviation;
    const float4 discounted = k * exp(-rate * t), n1 = normal4(d1), n2 = normal4(d2);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

#define STEPS 64

// American puts by a binomial tree in private memory, a tree a work-item.
// @arg price: in n
// @arg strike: in n
// @arg value: out n
// @range: n
// @local: 64
__kernel void binomial(__global const float *restrict price, __global const float *restrict strike,
                       __global float *restrict value, const int n, const float up, const float chance,
                       const float discount)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    float v[STEPS + 1];
    const float s = price[i], k = strike[i], down = 1.0f / up;
    float leaf = s * pown(down, STEPS);
    for (int j = 0; j <= STEPS; ++j) {
        v[j] = fmax(k - leaf, 0.0f);
        leaf *= up * up;
    }
    float bottom = s * pown(down, STEPS);
    for (int step = STEPS - 1; step >= 0; --step) {
        bottom *= up;
        float node = bottom;
        for (int j = 0; j <= step; ++j) {
            v[j] = fmax(discount * (chance * v[j + 1] + (1.0f - chance) * v[j]), k - node);
            node *= up * up;
        }
    }
    value[i] = v[0];
}

// @arg count: out width * height
// @range: width, height
// @local: 16, 8
__kernel void mandelbrot(__global int *restrict count, const int width, const int height, const int limit)
{
    const int px = get_global_id(0), py = get_global_id(1);
    const float cx = -2.0f + 2.5f * (float)px / (float)width, cy = -1.25f + 2.5f * (float)py / (float)height;
    float x = 0.0f, y = 0.0f;
    int k = 0;
    while (k < limit) {
        const float xx = x * x, yy = y * y;
        if (xx + yy > 4.0f) break;
        y = 2.0f * x * y + cy;
        x = xx - yy + cx;
        ++k;
    }
    count[py * width + px] = k;
}

float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

// One pass of a Fourier transform by fours (Stockham): `p` is the length of the transforms that are done.
// @arg in: in 4 * quarter
// @arg out: out 4 * quarter
// @range: quarter
// @local: 64
__kernel void fft_radix4(__global const float2 *restrict in, __global float2 *restrict out, const int quarter,
                         const int p)
{
    const int i = get_global_id(0), k = i & (p - 1), at = ((i - k) << 2) + k;
    const float angle = -1.57079633f * (float)k / (float)p;
    const float2 w1 = (float2)(cos(angle), sin(angle)), w2 = times(w1, w1), w3 = times(w1, w2);
    const float2 a = in[i], b = times(in[i + quarter], w1), c = times(in[i + 2 * quarter], w2),
                 d = times(in[i + 3 * quarter], w3);
    const float2 ac = a + c, a_c = a - c, bd = b + d, t = b - d, b_d = (float2)(t.y, -t.x);
    out[at] = ac + bd;
    out[at + p] = a_c + b_d;
    out[at + 2 * p] = ac - bd;
    out[at + 3 * p] = a_c - b_d;
}

float2 quarter_turn(float2 a) { return (float2)(a.y, -a.x); }

// The same by eights.
// @arg in: in 8 * eighth
// @arg out: out 8 * eighth
// @range: eighth
// @local: 64
__kernel void fft_radix8(__global const float2 *restrict in, __global float2 *restrict out, const int eighth,
                         const int p)
{
    const int i = get_global_id(0), k = i & (p - 1), at = ((i - k) << 3) + k;
    const float angle = -0.785398163f * (float)k / (float)p;
    const float2 w1 = (float2)(cos(angle), sin(angle));
    float2 u[8], w = w1;
    u[0] = in[i];
    for (int j = 1; j < 8; ++j) {
        u[j] = times(in[i + j * eighth], w);
        w = times(w, w1);
    }
    float2 even[4], odd[4];
    for (int h = 0; h < 2; ++h) {
        const float2 ac = u[h] + u[h + 4], a_c = u[h] - u[h + 4], bd = u[h + 2] + u[h + 6],
                     b_d = quarter_turn(u[h + 2] - u[h + 6]);
        float2 *to = h ? odd : even;
        to[0] = ac + bd;
        to[1] = a_c + b_d;
        to[2] = ac - bd;
        to[3] = a_c - b_d;
    }
    odd[1] = 0.707106781f * (float2)(odd[1].x + odd[1].y, odd[1].y - odd[1].x);
    odd[2] = quarter_turn(odd[2]);
    odd[3] = 0.707106781f * (float2)(odd[3].y - odd[3].x, -odd[3].x - odd[3].y);
    for (int j = 0; j < 4; ++j) {
        out[at + j * p] = even[j] + odd[j];
        out[at + (j + 4) * p] = even[j] - odd[j];
    }
}

// The cosine transform of eight samples that follow each other, by sums and differences.
// @arg in: in 8 * n
// @arg out: out 8 * n
// @range: n
// @local: 64
__kernel void dct_rows(__global const float *restrict in, __global float *restrict out, const int n)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const float8 v = vload8(i, in);
    const float4 sum = v.lo + v.hi.wzyx, difference = v.lo - v.hi.wzyx;
    const float a = sum.x + sum.w, b = sum.y + sum.z, c = sum.x - sum.w, d = sum.y - sum.z;
    float8 r;
    r.s0 = 0.353553391f * (a + b);
    r.s4 = 0.353553391f * (a - b);
    r.s2 = 0.461939766f * c + 0.191341716f * d;
    r.s6 = 0.191341716f * c - 0.461939766f * d;
    r.s1 = dot(difference, (float4)(0.490392640f, 0.415734806f, 0.277785117f, 0.097545161f));
    r.s3 = dot(difference, (float4)(0.415734806f, -0.097545161f, -0.490392640f, -0.277785117f));
    r.s5 = dot(difference, (float4)(0.277785117f, -0.490392640f, 0.097545161f, 0.415734806f));
    r.s7 = dot(difference, (float4)(0.097545161f, -0.277785117f, 0.415734806f, -0.490392640f));
    vstore8(r, i, out);
}

// The nearest of `clusters` centres for points in `dims` dimensions, coordinate after coordinate.
// @arg point: in n * dims
// @arg centre: in clusters * dims
// @arg nearest: out n
// @range: n
// @local: 64
__kernel void kmeans(__global const float *restrict point, __constant float *centre, __global int *restrict nearest,
                     const int n, const int clusters, const int dims)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    float least = FLT_MAX;
    int best = 0;
    for (int c = 0; c < clusters; ++c) {
        float sum = 0.0f;
        for (int d = 0; d < dims; ++d) {
            const float t = point[d * n + i] - centre[c * dims + d];
            sum += t * t;
        }
        if (sum < least) {
            least = sum;
            best = c;
        }
    }
    nearest[i] = best;
}

// Bodies attract each other; masses are in w.
// @arg body: in n
// @arg velocity: in n
// @arg body_out: out n
// @arg velocity_out: out n
// @range: n
// @local: 64
__kernel void nbody(__global const float4 *restrict body, __global const float4 *restrict velocity,
                    __global float4 *restrict body_out, __global float4 *restrict velocity_out, const int n,
                    const float step, const float softening)
{
    const int i = get_global_id(0);
    const float4 p = body[i];
    float4 a = (float4)0.0f;
    for (int j = 0; j < n; ++j) {
        const float4 other = body[j];
        float4 d = other - p;
        d.w = 0.0f;
        const float inverse = rsqrt(dot(d, d) + softening);
        a += other.w * inverse * inverse * inverse * d;
    }
    const float4 v = velocity[i] + step * a;
    velocity_out[i] = v;
    body_out[i] = p + step * (float4)(v.xyz, 0.0f);
}

typedef struct sphere {
    float4 centre; /* and its radius in w */
    float4 colour;
} sphere;

// Looks from the origin through each pixel at spheres, lit from one direction.
// @arg spheres: in count
// @arg out: out width * height
// @range: width, height
// @local: 16, 8
__kernel void ray_sphere(__constant sphere *spheres, __global float4 *restrict out, const int width, const int height,
                         const int count)
{
    const int px = get_global_id(0), py = get_global_id(1);
    const float sx = 2.0f * (float)px / (float)width - 1.0f, sy = 2.0f * (float)py / (float)height - 1.0f;
    const float3 ray = normalize((float3)(sx, sy, 1.5f));
    const float3 light = (float3)(0.57735027f, -0.57735027f, -0.57735027f);
    float nearest = FLT_MAX;
    int hit = -1;
    for (int k = 0; k < count; ++k) {
        const float4 c = spheres[k].centre;
        const float b = dot(ray, c.xyz), disc = b * b - dot(c.xyz, c.xyz) + c.w * c.w;
        if (disc > 0.0f) {
            const float t = b - sqrt(disc);
            if (t > 0.0f && t < nearest) {
                nearest = t;
                hit = k;
            }
        }
    }
    float4 colour = (float4)(0.1f, 0.1f, 0.3f, 1.0f);
    if (hit >= 0) {
        const float3 normal = (nearest * ray - spheres[hit].centre.xyz) / spheres[hit].centre.w;
        colour = spheres[hit].colour * (0.2f + 0.8f * fmax(dot(normal, light), 0.0f));
    }
    out[py * width + px] = colour;
}

// Heat in a box: seven points; the faces stay.
// @arg in: in nx * ny * nz
// @arg out: inout nx * ny * nz
// @range: nx, ny, nz
// @local: 32, 4, 1
__kernel void heat(__global const float *restrict in, __global float *restrict out, const int nx, const int ny,
                   const int nz, const float k)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), at = (z * ny + y) * nx + x;
    if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) return;
    const float around = in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - nx * ny] + in[at + nx * ny];
    out[at] = in[at] + k * (around - 6.0f * in[at]);
}

// A step of the lattice Boltzmann method with nine velocities in the plane, pulled from neighbours on a torus.
// @arg in: in 9 * nx * ny
// @arg out: out 9 * nx * ny
// @range: nx, ny
// @local: 64, 1
__kernel void lattice(__global const float *restrict in, __global float *restrict out, const int nx, const int ny,
                      const float omega)
{
    const int x = get_global_id(0), y = get_global_id(1), n = nx * ny, at = y * nx + x;
    const int west = x > 0 ? x - 1 : nx - 1, east = x < nx - 1 ? x + 1 : 0;
    const int south = y > 0 ? y - 1 : ny - 1, north = y < ny - 1 ? y + 1 : 0;
    const float f0 = in[at], f1 = in[n + y * nx + west], f2 = in[2 * n + south * nx + x],
                f3 = in[3 * n + y * nx + east], f4 = in[4 * n + north * nx + x], f5 = in[5 * n + south * nx + west],
                f6 = in[6 * n + south * nx + east], f7 = in[7 * n + north * nx + east],
                f8 = in[8 * n + north * nx + west];
    const float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    const float ux = (f1 + f5 + f8 - f3 - f6 - f7) / density, uy = (f2 + f5 + f6 - f4 - f7 - f8) / density;
    const float square = 1.0f - 1.5f * (ux * ux + uy * uy), sum = ux + uy, difference = ux - uy;
    const float axis = density / 9.0f, corner = density / 36.0f;
    out[at] = f0 + omega * (4.0f * axis * square - f0);
    out[n + at] = f1 + omega * (axis * (square + 3.0f * ux + 4.5f * ux * ux) - f1);
    out[2 * n + at] = f2 + omega * (axis * (square + 3.0f * uy + 4.5f * uy * uy) - f2);
    out[3 * n + at] = f3 + omega * (axis * (square - 3.0f * ux + 4.5f * ux * ux) - f3);
    out[4 * n + at] = f4 + omega * (axis * (square - 3.0f * uy + 4.5f * uy * uy) - f4);
    out[5 * n + at] = f5 + omega * (corner * (square + 3.0f * sum + 4.5f * sum * sum) - f5);
    out[6 * n + at] = f6 + omega * (corner * (square - 3.0f * difference + 4.5f * difference * difference) - f6);
    out[7 * n + at] = f7 + omega * (corner * (square - 3.0f * sum + 4.5f * sum * sum) - f7);
    out[8 * n + at] = f8 + omega * (corner * (square + 3.0f * difference + 4.5f * difference * difference) - f8);
}

typedef struct particle {
    float4 place;
    float4 speed;
    float mass, charge;
    int age, kind;
} particle;

// Particles as structures move in a field, bounce at the walls of a unit cube and age.
// @arg in: in n
// @arg out: out n
// @range: n
// @local: 64
__kernel void particles_aos(__global const particle *restrict in, __global particle *restrict out, const int n,
                            const float step)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    particle p = in[i];
    const float4 field = (float4)(p.place.y, -p.place.x, 0.25f, 0.0f);
    p.speed += step * p.charge / p.mass * field;
    p.place += step * p.speed;
    const int4 outside = fabs(p.place) > 1.0f;
    p.speed = select(p.speed, -p.speed, outside);
    p.place = clamp(p.place, -1.0f, 1.0f);
    p.age += any(outside) ? 2 : 1;
    out[i] = p;
}

// The same in the plane, an array a member.
// @arg x: inout n
// @arg y: inout n
// @arg vx: inout n
// @arg vy: inout n
// @arg age: inout n
// @range: n
// @local: 64
__kernel void particles_soa(__global float *restrict x, __global float *restrict y, __global float *restrict vx,
                            __global float *restrict vy, __global int *restrict age, const int n, const float step)
{
    const int i = get_global_id(0);
    if (i >= n) return;
    const float fx = y[i], fy = -x[i];
    float sx = vx[i] + step * fx, sy = vy[i] + step * fy, px = x[i] + step * sx, py = y[i] + step * sy;
    int older = 1;
    if (fabs(px) > 1.0f) {
        px = copysign(1.0f, px);
        sx = -sx;
        older = 2;
    }
    if (fabs(py) > 1.0f) {
        py = copysign(1.0f, py);
        sy = -sy;
        older = 2;
    }
    x[i] = px;
    y[i] = py;
    vx[i] = sx;
    vy[i] = sy;
    age[i] += older;
}
