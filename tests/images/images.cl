/* Kernels of images of each kind. SPDX-License-Identifier: MIT */
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

// @range: pixels, rows
// @arg from: in RGBA UNORM_INT8 rows, pixels
// @arg to: out RGBA UNORM_INT8 rows, pixels
__kernel void invert(__read_only image2d_t from, __write_only image2d_t to, int pixels, int rows)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const float4 p = read_imagef(from, nearest, at);
    write_imagef(to, at, (float4)(1.0f - p.xyz, p.w));
}

// @range: n
// @arg at: in n
// @arg out: out n
__kernel void probe(__read_only image2d_t from, sampler_t how, __global const float2 *at, __global float4 *out, int n)
{
    const int i = get_global_id(0);
    out[i] = read_imagef(from, how, at[i]);
}

// @range: w, h, d
// @arg out: out w*h*d
__kernel void volume(__read_only image3d_t from, __global uint *out, int w, int h, int d)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    out[(z * h + y) * w + x] = read_imageui(from, nearest, (int4)(x, y, z, 0)).x;
}

// @range: w, h, d
// @arg from: in R UNSIGNED_INT32 d, h, w
// @arg out: out d, h, w
__kernel void layers(__read_only image2d_array_t from, __global uint *out, int w, int h, int d)
{
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    out[(z * h + y) * w + x] = read_imageui(from, nearest, (int4)(x, y, z, 0)).x;
}

// @range: w, d
// @arg from: in R UNSIGNED_INT32 d, w
// @arg out: out d, w
__kernel void rows(__read_only image1d_array_t from, __global uint *out, int w, int d)
{
    const int x = get_global_id(0), z = get_global_id(1);
    out[z * w + x] = read_imageui(from, nearest, (int2)(x, z)).x;
}

// @range: w
// @arg out: out w
__kernel void line(__read_only image1d_t from, __global uint *out, int w)
{
    const int x = get_global_id(0);
    out[x] = read_imageui(from, nearest, x).x;
}

// @range: w
// @arg out: out w
__kernel void bytes(__read_only image1d_buffer_t from, __global uint *out, int w)
{
    const int x = get_global_id(0);
    out[x] = read_imageui(from, x).x;
}

// The pixels behind one another, and each plus the next one.
// @range: w
// @arg from: in RGBA UNSIGNED_INT16 w
// @arg to: out R UNSIGNED_INT32 w
// @arg again: out w
__kernel void neighbours(__read_only image1d_buffer_t from, __write_only image1d_buffer_t to, __global uint *again, int w)
{
    const int x = get_global_id(0);
    const uint4 own = read_imageui(from, x);
    write_imageui(to, x, (uint4)(own.x + read_imageui(from, min(x + 1, w - 1)).y, 0, 0, 0));
    again[x] = own.y;
}

// @range: w, h
// @arg to: out RGBA FLOAT h, w
__kernel void gradient(__write_only image2d_t to, int w, int h, float scale)
{
    const int x = get_global_id(0), y = get_global_id(1);
    write_imagef(to, (int2)(x, y), (float4)(x * scale, y * scale, 0.25f, 1.0f));
}
