// Kernels of the tests of OpenCL's API.

__kernel void scale(__global const float *x, const float a, __global float *y, const uint n)
{
    const size_t i = get_global_id(0);
    if (i < n) y[i] = a * x[i];
}

__kernel void empty(void)
{
}

// Where each work-item of a range stands, as one number.
__kernel void place(__global ulong *out)
{
    const size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
                 z = get_global_id(2) - get_global_offset(2);
    const size_t i = (z * get_global_size(1) + y) * get_global_size(0) + x;
    out[i] = get_global_id(0) + 1000 * get_global_id(1) + 1000000 * get_global_id(2) + 1000000000 * (ulong)get_local_size(0);
}

// The sum of a group's elements, by way of local memory.
__kernel void sum(__global const int *x, __global int *y, __local int *part)
{
    const size_t i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (i < step) part[i] += part[i + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0) y[get_group_id(0)] = part[0];
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1), intel_reqd_sub_group_size(8))) void required(__global int *y)
{
    atomic_add(y, 1);
}

// y[0] = 3 * y[0] + a: the order of several of them shows in the result.
__kernel void advance(__global int *y, const int a)
{
    y[0] = 3 * y[0] + a;
}

__kernel void print(const int n)
{
    printf("item %d of %d\n", (int)get_global_id(0), n);
}

typedef struct {
    float4 v;
    char c;
    short2 s;
} mixed;

__kernel void arguments(const mixed m, const double d, __constant float *table, __global float *out, const char3 c)
{
    out[0] = m.v.w + m.c + m.s.y + (float)d + table[1] + c.z;
}

// Adds as long as it is told to.
__kernel void spin(__global uint *y, const uint n)
{
    uint x = y[0];
    for (uint i = 0; i < n; i++) x = x * 1664525u + 1013904223u;
    y[0] = x;
}

__kernel void linked(__global int *y, __global int *z)
{
    z[get_global_id(0)] = y ? y[get_global_id(0)] : -1;
}

/* Turns an image, by a sampler of the program; what lies outside comes from another image by an argument. */
__kernel void turn(__read_only image2d_t from, __write_only image2d_t to, sampler_t given, __global float4 *seen)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const float4 color = read_imagef(from, s, (int2)(at.y, at.x));
    write_imagef(to, at, color);
    seen[at.y * get_image_width(to) + at.x] = read_imagef(from, given, convert_float2(at) + 0.5f);
}
