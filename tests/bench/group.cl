// Kernels whose work-items work together, and the normal density by one and by eight: for bench_group.c.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// One sum a group.
__kernel void reduce(__global const double *restrict in, __global double *restrict out, __local double *part)
{
    const size_t lid = get_local_id(0);
    part[lid] = in[get_global_id(0)];
    for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < s) part[lid] += part[lid + s];
    }
    if (lid == 0) out[get_group_id(0)] = part[0];
}

// c = a b for n x n, n a multiple of 16.
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void product(__global const double *restrict a,
                                                                       __global const double *restrict b,
                                                                       __global double *restrict c, const int n)
{
    __local double left[16][16], right[16][16];
    const int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
    double sum = 0.0;
    for (int t = 0; t < n; t += 16) {
        left[y][x] = a[row * n + t + x];
        right[y][x] = b[(t + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k) sum += left[y][k] * right[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

// Sums and differences of four, in groups of four.
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void butterfly(__global const double *restrict in, __global double *restrict out)
{
    __local double part[4];
    const int lid = get_local_id(0);
    double x = in[get_global_id(0)];
    for (int s = 1; s < 4; s <<= 1) {
        part[lid] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        const double other = part[lid ^ s];
        barrier(CLK_LOCAL_MEM_FENCE);
        x = lid & s ? other - x : x + other;
    }
    out[get_global_id(0)] = x;
}

// Rounds of integer operations, of as many as the data want.
__kernel void hash(__global const uint *restrict in, __global uint *restrict out)
{
    const size_t g = get_global_id(0);
    uint h = in[2 * g], k = in[2 * g + 1];
    for (int i = 0; i < 32 && h != 12345u; ++i) {
        k = rotate(k * 0xcc9e2d51u, 15u) * 0x1b873593u;
        h = rotate(h ^ k, 13u) * 5u + 0xe6546b64u;
        k += mul_hi(h, k);
    }
    out[g] = h;
}

// Four numbers put in order again and again, as filters do with their neighbours.
__kernel void order(__global const int *restrict in, __global int *restrict out)
{
    const size_t g = get_global_id(0);
    int a = in[2 * g], b = in[2 * g + 1], c = b ^ a, d = b - 7;
    for (int i = 0; i < 32 && a != 777; ++i) {
        const int low = min(a, b), high = max(a, b), low2 = min(c, d), high2 = max(c, d);
        a = min(low, low2) + i;
        d = max(high, high2);
        b = clamp(high - low2, low, d);
        c = (int)abs_diff(low2, high);
    }
    out[g] = a + b + c + d;
}

// Sums of all before and itself, group by group (Hillis and Steele).
__kernel void scan(__global const double *restrict in, __global double *restrict out, __local double *part)
{
    const size_t lid = get_local_id(0), n = get_local_size(0);
    part[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t offset = 1; offset < n; offset <<= 1) {
        double t = 0.0;
        if (lid >= offset) t = part[lid - offset];
        barrier(CLK_LOCAL_MEM_FENCE);
        part[lid] += t;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = part[lid];
}

// Five points in two dimensions, through a tile with its rim; outside of the picture all is 0.
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void stencil(__global const double *restrict in,
                                                                       __global double *restrict out, const int width,
                                                                       const int height)
{
    __local double tile[18][18];
    const int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0) + 1, ly = get_local_id(1) + 1;
    tile[ly][lx] = in[y * width + x];
    if (lx == 1) tile[ly][0] = x > 0 ? in[y * width + x - 1] : 0.0;
    if (lx == 16) tile[ly][17] = x + 1 < width ? in[y * width + x + 1] : 0.0;
    if (ly == 1) tile[0][lx] = y > 0 ? in[(y - 1) * width + x] : 0.0;
    if (ly == 16) tile[17][lx] = y + 1 < height ? in[(y + 1) * width + x] : 0.0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[y * width + x] = 0.5 * tile[ly][lx] + 0.125 * (tile[ly - 1][lx] + tile[ly + 1][lx] + tile[ly][lx - 1] + tile[ly][lx + 1]);
}

__kernel void density(__global const double *restrict x, __global double *restrict out)
{
    const size_t i = get_global_id(0);
    out[i] = 0.3989422804014327 * exp(-0.5 * x[i] * x[i]);
}

__kernel void density8(__global const double *restrict x, __global double *restrict out)
{
    const size_t i = get_global_id(0);
    const double8 v = vload8(i, x);
    vstore8(0.3989422804014327 * exp(-0.5 * v * v), i, out);
}
