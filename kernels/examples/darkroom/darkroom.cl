// A raw picture of a camera, developed: four passes over images. SPDX-License-Identifier: MIT

// Numbers between the passes are square roots of linear light, in which the noise of a sensor is about the same in
// dark and bright parts.

float raw_at(__read_only image2d_t raw, const int x, const int y, const int width, const int height)
{
    const sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    // Mirrored at the edges, which keeps the colours of the mosaic.
    const int u = abs(x), v = abs(y);
    return read_imagef(raw, pixels, (int2)(min(u, 2 * (width - 1) - u), min(v, 2 * (height - 1) - v))).x;
}

// The two colours that a pixel of a mosaic (red, green; green, blue) lacks, by linear filters of 5 x 5 pixels: H. Malvar,
// L. He, R. Cutler, "High-quality linear interpolation for demosaicing of Bayer-patterned color images", ICASSP 2004.
// @range: width, height
__kernel void demosaic(__read_only image2d_t raw, __write_only image2d_t to, const int width, const int height,
                       const float black, const float red_gain, const float blue_gain)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const float here = raw_at(raw, x, y, width, height);
    const float beside = raw_at(raw, x - 1, y, width, height) + raw_at(raw, x + 1, y, width, height);
    const float above = raw_at(raw, x, y - 1, width, height) + raw_at(raw, x, y + 1, width, height);
    const float far_beside = raw_at(raw, x - 2, y, width, height) + raw_at(raw, x + 2, y, width, height);
    const float far_above = raw_at(raw, x, y - 2, width, height) + raw_at(raw, x, y + 2, width, height);
    const float corners = raw_at(raw, x - 1, y - 1, width, height) + raw_at(raw, x + 1, y - 1, width, height) +
                          raw_at(raw, x - 1, y + 1, width, height) + raw_at(raw, x + 1, y + 1, width, height);
    const float cross = (4.0f * here + 2.0f * (beside + above) - far_beside - far_above) * 0.125f;
    const float diagonal = (6.0f * here + 2.0f * corners - 1.5f * (far_beside + far_above)) * 0.125f;
    const float of_row = (5.0f * here + 4.0f * beside - far_beside - corners + 0.5f * far_above) * 0.125f;
    const float of_column = (5.0f * here + 4.0f * above - far_above - corners + 0.5f * far_beside) * 0.125f;
    const int odd_x = x & 1, odd_y = y & 1;
    const float red = odd_y ? (odd_x ? diagonal : of_column) : (odd_x ? of_row : here);
    const float blue = odd_y ? (odd_x ? here : of_row) : (odd_x ? of_column : diagonal);
    const float green = odd_x == odd_y ? cross : here;
    const float scale = 1.0f / (1.0f - black);
    const float4 light = (float4)(red_gain * (red - black), green - black, blue_gain * (blue - black), 0.0f) * scale;
    write_imagef(to, (int2)(x, y), sqrt(max(light, 0.0f)));
}

// Noise: each pixel becomes a mean of those around it that have nearly its colour (a bilateral filter; C. Tomasi,
// R. Manduchi, ICCV 1998). Gives linear light.
// @range: width, height
__kernel void denoise(__read_only image2d_t from, __write_only image2d_t to, const int width, const int height,
                      const int radius, const float nearness, const float likeness)
{
    const sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const float4 here = read_imagef(from, pixels, at);
    float4 sum = 0.0f;
    float weights = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            const float4 other = read_imagef(from, pixels, at + (int2)(dx, dy));
            const float4 apart = other - here;
            const float weight = exp(-nearness * (float)(dx * dx + dy * dy) - likeness * dot(apart, apart));
            sum += weight * other;
            weights += weight;
        }
    const float4 mean = sum / weights;
    write_imagef(to, at, mean * mean);
}

// Another size: the mean of `taps` x `taps` places of the source that a pixel covers, each between four pixels.
// @range: width, height
__kernel void resample(__read_only image2d_t from, sampler_t between, __write_only image2d_t to, const int width,
                       const int height, const int taps)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0.0f;
    for (int j = 0; j < taps; ++j)
        for (int i = 0; i < taps; ++i) {
            const float u = ((float)x + ((float)i + 0.5f) / (float)taps) / (float)width;
            const float v = ((float)y + ((float)j + 0.5f) / (float)taps) / (float)height;
            sum += read_imagef(from, between, (float2)(u, v));
        }
    write_imagef(to, (int2)(x, y), sum / (float)(taps * taps));
}

// The colours of a screen, and a film's tone curve: `curve` has the shown value for light l at l / (1 + l).
// @range: width, height
__kernel void tone(__read_only image2d_t from, __read_only image2d_t curve, __write_only image2d_t to, const int width,
                   const int height, const float exposure)
{
    const sampler_t pixels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    const sampler_t table = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const float4 camera = read_imagef(from, pixels, at) * exposure;
    const float red = 1.66f * camera.x - 0.52f * camera.y - 0.14f * camera.z;
    const float green = -0.20f * camera.x + 1.48f * camera.y - 0.28f * camera.z;
    const float blue = 0.02f * camera.x - 0.46f * camera.y + 1.44f * camera.z;
    const float4 light = max((float4)(red, green, blue, 0.0f), 0.0f);
    const float4 place = light / (1.0f + light);
    const float size = (float)get_image_width(curve);
    const float4 u = (place * (size - 1.0f) + 0.5f) / size;
    write_imagef(to, at, (float4)(read_imagef(curve, table, (float2)(u.x, 0.5f)).x,
                                  read_imagef(curve, table, (float2)(u.y, 0.5f)).x,
                                  read_imagef(curve, table, (float2)(u.z, 0.5f)).x, 1.0f));
}
