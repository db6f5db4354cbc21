// Images of 8 by 4 pixels: `f` of floats, `u` of unsigned bytes, `out` of floats, `rows` an array of two rows. See
// outside.cl.
// SPDX-License-Identifier: MIT

__constant sampler_t nowhere = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
__constant sampler_t scaled = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
__constant sampler_t between = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_LINEAR;
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

__kernel void read_behind(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0);
    write_imagef(out, (int2)(i & 7, 0), read_imagef(f, (int2)(i, 1))); // finds outside f 8
}

__kernel void read_above(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0);
    write_imagef(out, (int2)(i & 7, 0), read_imagef(f, nowhere, (int2)(i & 7, (i >> 3) - 1))); // finds outside f 0
}

__kernel void read_scaled(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0);
    write_imagef(out, (int2)(i & 7, 0), read_imagef(f, scaled, (float2)(i / 10.0f, 0.5f))); // finds outside f 10
}

__kernel void read_between(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0);
    write_imagef(out, (int2)(i & 7, 0), read_imagef(f, between, (float2)((i & 7) + 0.75f, 0.5f))); // finds outside f 7
}

__kernel void write_below(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0);
    write_imagef(out, (int2)(i & 7, i >> 3), (float4)(i)); // finds outside out 32
}

__kernel void write_before(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0);
    write_imagef(out, (int2)(5 - (i & 7), i & 3), (float4)(i)); // finds outside out 6
}

__kernel void layer_behind(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0);
    write_imagef(out, (int2)(i & 7, 0), read_imagef(rows, (int2)(i & 7, i / 8 & 3))); // finds outside rows 16
}

__kernel void bytes_as_floats(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0);
    write_imagef(out, (int2)(i & 7, 0), read_imagef(u, (int2)(i & 7, 1))); // finds format u 0
}

__kernel void floats_as_integers(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0);
    if (i > 2) write_imagei(out, (int2)(i & 7, 0), (int4)(i)); // finds format out 3
}

__kernel void signs_that_are_none(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0);
    const int4 v = read_imagei(u, nowhere, (int2)(i & 7, 1)); // finds format u 0
    write_imagef(out, (int2)(i & 7, 0), convert_float4(v));
}

__attribute__((intel_reqd_sub_group_size(8)))
__kernel void block_beside(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const uint v = intel_sub_group_block_read(f, (int2)(4, 1)); // finds edge f 7
    intel_sub_group_block_write(out, (int2)(0, 1), v);
}

__attribute__((intel_reqd_sub_group_size(8)))
__kernel void block_below(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const uint4 v = intel_sub_group_block_read4(f, (int2)(0, 0));
    intel_sub_group_block_write4(out, (int2)(0, (int)get_sub_group_id()), v); // finds edge out 8
}

__attribute__((intel_reqd_sub_group_size(8)))
__kernel void block_before(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const uchar v = intel_sub_group_media_block_read_uc((int2)(-2, 0), 4, 2, u); // finds edge u 0
    intel_sub_group_media_block_write_uc((int2)(8, 3), 8, 1, v, out);
}

__attribute__((intel_reqd_sub_group_size(8)))
__kernel void block_between(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const uint v = intel_sub_group_block_read(f, (int2)(2, 1)); // finds misaligned f 0
    intel_sub_group_block_write_us(out, (int2)(6, 1), (ushort)v);
    intel_sub_group_block_write_us(out, (int2)(7, 1), (ushort)v); // finds misaligned out 0
}

__kernel void all_inside(read_only image2d_t f, read_only image2d_t u, write_only image2d_t out, read_only image1d_array_t rows)
{
    const int i = get_global_id(0), x = i & 7, y = i >> 3 & 3;
    float4 v = read_imagef(f, (int2)(x, y)) + read_imagef(f, nowhere, (int2)(x, y));
    v += read_imagef(f, between, (float2)(x + 0.5f, y + 0.5f)) + read_imagef(f, edge, (float2)(-3, 1e30f));
    v += read_imagef(f, scaled, (float2)((x + 0.5f) / 8, (y + 0.5f) / 4)) + read_imagef(rows, nowhere, (float2)(x, 17));
    v += convert_float4(read_imageui(u, (int2)(x, y))) + read_imagef(rows, (int2)(x, y & 1));
    if (i < 32) write_imagef(out, (int2)(x, y), v);
}
