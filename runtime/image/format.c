/* The tables of formats, and the conversion of a colour to a pixel. Knows how channels are packed; must not know sizes
 * of images.
 *
 * SPDX-License-Identifier: MIT */
#include "image/format.h"

#include <math.h>
#include <string.h>

/* Sets of channel types: an order allows the types that share a set with it. */
enum {
    NORMALIZED = 1,
    INTEGERS = 2,
    REALS = 4,
    BYTES_ONLY = 8,
    PACKED = 16,
    SRGB = 32,
    DEPTH = 64,
    PACKED_ALPHA = 128
};

typedef struct order_data {
    clb_channel_order order;
    unsigned char channels, types;
    unsigned char place[4]; /* position in memory of red, green, blue and alpha; 4: it has none */
} order_data;

static const order_data orders[] = {
    {CLB_ORDER_R, 1, NORMALIZED | INTEGERS | REALS, {0, 4, 4, 4}},
    {CLB_ORDER_A, 1, NORMALIZED | INTEGERS | REALS, {4, 4, 4, 0}},
    {CLB_ORDER_RG, 2, NORMALIZED | INTEGERS | REALS, {0, 1, 4, 4}},
    {CLB_ORDER_RA, 2, NORMALIZED | INTEGERS | REALS, {0, 4, 4, 1}},
    {CLB_ORDER_RGB, 3, PACKED, {0, 1, 2, 4}},
    {CLB_ORDER_RGBX, 3, PACKED, {0, 1, 2, 4}},
    {CLB_ORDER_RGBA, 4, NORMALIZED | INTEGERS | REALS | PACKED_ALPHA, {0, 1, 2, 3}},
    {CLB_ORDER_BGRA, 4, BYTES_ONLY, {2, 1, 0, 3}},
    {CLB_ORDER_ARGB, 4, BYTES_ONLY, {1, 2, 3, 0}},
    {CLB_ORDER_ABGR, 4, BYTES_ONLY, {3, 2, 1, 0}},
    {CLB_ORDER_INTENSITY, 1, NORMALIZED | REALS, {0, 4, 4, 4}},
    {CLB_ORDER_LUMINANCE, 1, NORMALIZED | REALS, {0, 4, 4, 4}},
    {CLB_ORDER_DEPTH, 1, DEPTH, {0, 4, 4, 4}},
    {CLB_ORDER_SRGB, 3, SRGB, {0, 1, 2, 4}},
    {CLB_ORDER_SRGBX, 4, SRGB, {0, 1, 2, 4}},
    {CLB_ORDER_SRGBA, 4, SRGB, {0, 1, 2, 3}},
    {CLB_ORDER_SBGRA, 4, SRGB, {2, 1, 0, 3}},
};

typedef struct type_data {
    clb_channel_type type;
    unsigned char size; /* bytes of a channel; of a packed type, bytes of a pixel */
    unsigned char sets;
    unsigned char packed; /* 1: all channels of a pixel are in one integer */
} type_data;

static const type_data types[] = {
    {CLB_CHANNEL_SNORM_INT8, 1, NORMALIZED | BYTES_ONLY, 0},
    {CLB_CHANNEL_SNORM_INT16, 2, NORMALIZED, 0},
    {CLB_CHANNEL_UNORM_INT8, 1, NORMALIZED | BYTES_ONLY | SRGB, 0},
    {CLB_CHANNEL_UNORM_INT16, 2, NORMALIZED | DEPTH, 0},
    {CLB_CHANNEL_UNORM_SHORT_565, 2, PACKED, 1},
    {CLB_CHANNEL_UNORM_SHORT_555, 2, PACKED, 1},
    {CLB_CHANNEL_UNORM_INT_101010, 4, PACKED, 1},
    {CLB_CHANNEL_UNORM_INT_101010_2, 4, PACKED_ALPHA, 1},
    {CLB_CHANNEL_SIGNED_INT8, 1, INTEGERS | BYTES_ONLY, 0},
    {CLB_CHANNEL_SIGNED_INT16, 2, INTEGERS, 0},
    {CLB_CHANNEL_SIGNED_INT32, 4, INTEGERS, 0},
    {CLB_CHANNEL_UNSIGNED_INT8, 1, INTEGERS | BYTES_ONLY, 0},
    {CLB_CHANNEL_UNSIGNED_INT16, 2, INTEGERS, 0},
    {CLB_CHANNEL_UNSIGNED_INT32, 4, INTEGERS, 0},
    {CLB_CHANNEL_HALF_FLOAT, 2, REALS, 0},
    {CLB_CHANNEL_FLOAT, 4, REALS | DEPTH, 0},
};

enum { ORDERS = sizeof orders / sizeof *orders, TYPES = sizeof types / sizeof *types };

static const order_data *find_order(uint32_t order)
{
    for (size_t i = 0; i < ORDERS; i++)
        if ((uint32_t)orders[i].order == order) return &orders[i];
    return NULL;
}

static bool fits(const order_data *o, const type_data *t, clb_image_kind kind)
{
    if (o->order == CLB_ORDER_DEPTH && kind != CLB_IMAGE_2D && kind != CLB_IMAGE_2D_ARRAY) return false;
    return (o->types & t->sets) != 0;
}

clbi_format_answer clbi_format_find(uint32_t order, uint32_t type, clb_image_kind kind, clb_native_image *image)
{
    if (order < CLB_ORDER_R || order > CLB_ORDER_ABGR || type < CLB_CHANNEL_SNORM_INT8 ||
        type > CLB_CHANNEL_UNORM_INT_101010_2)
        return CLBI_FORMAT_UNKNOWN;
    const order_data *o = find_order(order);
    for (size_t i = 0; o && i < TYPES; i++) {
        if ((uint32_t)types[i].type != type || !fits(o, &types[i], kind)) continue;
        image->order = order;
        image->type = type;
        image->pixel_size = types[i].packed ? types[i].size : (uint32_t)types[i].size * o->channels;
        image->channels = types[i].packed ? 1 : o->channels;
        return CLBI_FORMAT_FOUND;
    }
    return CLBI_FORMAT_REFUSED;
}

size_t clbi_format_list(clb_image_kind kind, size_t room, clb_image_format *list)
{
    size_t count = 0;
    for (size_t o = 0; o < ORDERS; o++)
        for (size_t t = 0; t < TYPES; t++) {
            if (!fits(&orders[o], &types[t], kind)) continue;
            if (list && count < room) list[count] = (clb_image_format){orders[o].order, types[t].type};
            count++;
        }
    return count;
}

size_t clbi_format_colour_size(const clb_native_image *image)
{
    return image->order == CLB_ORDER_DEPTH ? sizeof(float) : 4 * sizeof(float);
}

size_t clb_image_format_size(clb_channel_order order, clb_channel_type type)
{
    clb_native_image image = {.pixel_size = 0};
    (void)clbi_format_find((uint32_t)order, (uint32_t)type, CLB_IMAGE_2D, &image);
    return image.pixel_size;
}

/* ---- A pixel -------------------------------------------------------------------------------------------------------
 */

/* a times `high`, rounded to the nearest even integer and limited to the range from `low` to `high`; 0 for a NaN. */
static int32_t quantum(float a, float high, float low)
{
    const float scaled = a * high;
    if (!(scaled > low)) return scaled != scaled ? 0 : (int32_t)low;
    if (scaled >= high) return (int32_t)high;
    const float shift = scaled < 0 ? -0x1.8p23f : 0x1.8p23f;
    volatile float shifted = scaled + shift; /* the addition rounds to an integer */
    return (int32_t)(shifted - shift);
}

/* The linear value above which byte n + 1 of sRGB is nearer than byte n (IEC 61966-2-1; OpenCL C 8.3.1.3). The table in
 * clbundle/native/srgb.h has the same values. */
static float linear_above(uint32_t n)
{
    const double c = ((double)n + 0.5) / 255;
    return (float)(c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
}

static uint32_t to_srgb(float a)
{
    uint32_t low = 0;
    for (uint32_t step = 128; step; step /= 2) low += a > linear_above(low + step - 1) ? step : 0;
    return low;
}

/* The bits of the nearest half, ties to even. Halves below 2^-14 are 2^-24 apart; for larger ones 13 bits are dropped.
 */
static uint32_t to_half(float a)
{
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    const uint32_t sign = bits >> 16 & 0x8000u, size = bits & 0x7fffffffu;
    if (size > 0x7f800000u) return sign | 0x7e00u;
    if (size >= 0x47800000u) return sign | 0x7c00u;
    if (size < 0x38800000u) {
        const float small = fabsf(a) * 0x1p24f;
        volatile float shifted = small + 0x1.8p23f;
        return sign | (uint32_t)(shifted - 0x1.8p23f);
    }
    return sign | ((size - 0x38000000u + 0xfffu + (size >> 13 & 1u)) >> 13);
}

static int32_t clamp(int32_t a, int32_t low, int32_t high)
{
    return a < low ? low : a > high ? high : a;
}

static void put(unsigned char *to, uint32_t value, size_t size)
{
    const uint8_t byte = (uint8_t)value;
    const uint16_t pair = (uint16_t)value;
    memcpy(to, size == 1 ? (const void *)&byte : size == 2 ? (const void *)&pair : (const void *)&value, size);
}

/* The bits of one channel of a colour. `index` 3 is alpha, to which sRGB's transfer function does not apply. */
static uint32_t encode(const clb_native_image *image, unsigned index, const void *colour)
{
    const bool srgb = image->order >= CLB_ORDER_SRGB && image->order <= CLB_ORDER_SBGRA && index < 3;
    float f;
    int32_t i;
    uint32_t u;
    memcpy(&f, colour, sizeof f);
    memcpy(&i, colour, sizeof i);
    memcpy(&u, colour, sizeof u);
    switch (image->type) {
    case CLB_CHANNEL_SNORM_INT8: return (uint32_t)quantum(f, 127, -128);
    case CLB_CHANNEL_SNORM_INT16: return (uint32_t)quantum(f, 32767, -32768);
    case CLB_CHANNEL_UNORM_INT8: return srgb ? to_srgb(f) : (uint32_t)quantum(f, 255, 0);
    case CLB_CHANNEL_UNORM_INT16: return (uint32_t)quantum(f, 65535, 0);
    case CLB_CHANNEL_SIGNED_INT8: return (uint32_t)clamp(i, INT8_MIN, INT8_MAX);
    case CLB_CHANNEL_SIGNED_INT16: return (uint32_t)clamp(i, INT16_MIN, INT16_MAX);
    case CLB_CHANNEL_UNSIGNED_INT8: return u < UINT8_MAX ? u : UINT8_MAX;
    case CLB_CHANNEL_UNSIGNED_INT16: return u < UINT16_MAX ? u : UINT16_MAX;
    case CLB_CHANNEL_HALF_FLOAT: return to_half(f);
    default: return u;
    }
}

void clbi_format_encode(const clb_native_image *image, const void *colour, unsigned char pixel[16])
{
    const order_data *o = find_order(image->order);
    const uint32_t size = image->pixel_size / image->channels;
    float c[4] = {0};
    memcpy(c, colour, clbi_format_colour_size(image));
    memset(pixel, 0, 16);
    switch (image->type) {
    case CLB_CHANNEL_UNORM_SHORT_565:
        put(pixel, (uint32_t)(quantum(c[0], 31, 0) << 11 | quantum(c[1], 63, 0) << 5 | quantum(c[2], 31, 0)), 2);
        return;
    case CLB_CHANNEL_UNORM_SHORT_555:
        put(pixel, (uint32_t)(quantum(c[0], 31, 0) << 10 | quantum(c[1], 31, 0) << 5 | quantum(c[2], 31, 0)), 2);
        return;
    case CLB_CHANNEL_UNORM_INT_101010:
        put(pixel, (uint32_t)(quantum(c[0], 1023, 0) << 20 | quantum(c[1], 1023, 0) << 10 | quantum(c[2], 1023, 0)), 4);
        return;
    case CLB_CHANNEL_UNORM_INT_101010_2:
        put(pixel,
            (uint32_t)quantum(c[0], 1023, 0) << 22 | (uint32_t)quantum(c[1], 1023, 0) << 12 |
                (uint32_t)quantum(c[2], 1023, 0) << 2 | (uint32_t)quantum(c[3], 3, 0),
            4);
        return;
    default: break;
    }
    for (unsigned i = 0; o && i < 4; i++)
        if (o->place[i] < 4) put(pixel + (size_t)o->place[i] * size, encode(image, i, &c[i]), size);
}
