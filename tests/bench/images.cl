// Images read where neighbouring work-items do not read neighbouring pixels. SPDX-License-Identifier: MIT

// A picture turned around its middle; pixels between four of the source.
__kernel void rotate_picture(__read_only image2d_t from, __write_only image2d_t to, const float cosine, const float sine)
{
    const sampler_t between = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
    const int x = get_global_id(0), y = get_global_id(1);
    const float2 middle = 0.5f * convert_float2(get_image_dim(from));
    const float2 at = (float2)((float)x + 0.5f, (float)y + 0.5f) - middle;
    const float2 place = middle + (float2)(cosine * at.x - sine * at.y, sine * at.x + cosine * at.y);
    write_imagef(to, (int2)(x, y), read_imagef(from, between, place));
}

// Each pixel from the place that a table states.
__kernel void remap(__read_only image2d_t from, __write_only image2d_t to, __global const float *places)
{
    const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    const int x = get_global_id(0), y = get_global_id(1);
    write_imagef(to, (int2)(x, y), read_imagef(from, nearest, vload2(y * get_global_size(0) + x, places)));
}

// A filter of 3 x 3 pixels.
__kernel void convolve(__read_only image2d_t from, __write_only image2d_t to, __constant const float *weights)
{
    const sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = 0.0f;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            sum += weights[3 * dy + dx + 4] * read_imagef(from, pixels, at + (int2)(dx, dy));
    write_imagef(to, at, sum);
}
