/* See image_format.h. SPDX-License-Identifier: MIT */
#include "library/image_format.h"

#include "clbundle/data.h"

#include <string.h>

/* Types that an order goes with: OpenCL 3.0, 5.3.1.1. */
enum { NORMALIZED = 1, INTEGERS = 2, REALS = 4, BYTES = 8, PACKED = 16, SRGB = 32, DEPTH = 64, PACKED_ALPHA = 128 };

static const struct {
    const char *word;
    clb_channel_order order;
    unsigned char numbers, types;
} orders[] = {
    {"R", CLB_ORDER_R, 1, NORMALIZED | INTEGERS | REALS},
    {"A", CLB_ORDER_A, 1, NORMALIZED | INTEGERS | REALS},
    {"RG", CLB_ORDER_RG, 2, NORMALIZED | INTEGERS | REALS},
    {"RA", CLB_ORDER_RA, 2, NORMALIZED | INTEGERS | REALS},
    {"RGB", CLB_ORDER_RGB, 1, PACKED},
    {"RGBx", CLB_ORDER_RGBX, 1, PACKED},
    {"RGBA", CLB_ORDER_RGBA, 4, NORMALIZED | INTEGERS | REALS | PACKED_ALPHA},
    {"BGRA", CLB_ORDER_BGRA, 4, BYTES},
    {"ARGB", CLB_ORDER_ARGB, 4, BYTES},
    {"ABGR", CLB_ORDER_ABGR, 4, BYTES},
    {"INTENSITY", CLB_ORDER_INTENSITY, 1, NORMALIZED | REALS},
    {"LUMINANCE", CLB_ORDER_LUMINANCE, 1, NORMALIZED | REALS},
    {"DEPTH", CLB_ORDER_DEPTH, 1, DEPTH},
    {"sRGB", CLB_ORDER_SRGB, 3, SRGB},
    {"sRGBx", CLB_ORDER_SRGBX, 4, SRGB},
    {"sRGBA", CLB_ORDER_SRGBA, 4, SRGB},
    {"sBGRA", CLB_ORDER_SBGRA, 4, SRGB},
};

static const struct {
    const char *word;
    clb_channel_type type;
    unsigned char number, orders;
} types[] = {
    {"SNORM_INT8", CLB_CHANNEL_SNORM_INT8, PIXEL_CHAR, NORMALIZED | BYTES},
    {"SNORM_INT16", CLB_CHANNEL_SNORM_INT16, PIXEL_SHORT, NORMALIZED},
    {"UNORM_INT8", CLB_CHANNEL_UNORM_INT8, PIXEL_UCHAR, NORMALIZED | BYTES | SRGB},
    {"UNORM_INT16", CLB_CHANNEL_UNORM_INT16, PIXEL_USHORT, NORMALIZED | DEPTH},
    {"UNORM_SHORT_565", CLB_CHANNEL_UNORM_SHORT_565, PIXEL_USHORT, PACKED},
    {"UNORM_SHORT_555", CLB_CHANNEL_UNORM_SHORT_555, PIXEL_USHORT, PACKED},
    {"UNORM_INT_101010", CLB_CHANNEL_UNORM_INT_101010, PIXEL_UINT, PACKED},
    {"UNORM_INT_101010_2", CLB_CHANNEL_UNORM_INT_101010_2, PIXEL_UINT, PACKED_ALPHA},
    {"SIGNED_INT8", CLB_CHANNEL_SIGNED_INT8, PIXEL_CHAR, INTEGERS | BYTES},
    {"SIGNED_INT16", CLB_CHANNEL_SIGNED_INT16, PIXEL_SHORT, INTEGERS},
    {"SIGNED_INT32", CLB_CHANNEL_SIGNED_INT32, PIXEL_INT, INTEGERS},
    {"UNSIGNED_INT8", CLB_CHANNEL_UNSIGNED_INT8, PIXEL_UCHAR, INTEGERS | BYTES},
    {"UNSIGNED_INT16", CLB_CHANNEL_UNSIGNED_INT16, PIXEL_USHORT, INTEGERS},
    {"UNSIGNED_INT32", CLB_CHANNEL_UNSIGNED_INT32, PIXEL_UINT, INTEGERS},
    {"HALF_FLOAT", CLB_CHANNEL_HALF_FLOAT, PIXEL_HALF, REALS},
    {"FLOAT", CLB_CHANNEL_FLOAT, PIXEL_FLOAT, REALS | DEPTH},
};

enum { ORDERS = sizeof orders / sizeof *orders, TYPES = sizeof types / sizeof *types };

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

bool image_format_read(const char *text, image_format *format, size_t *length)
{
    const size_t first = strcspn(text, " \t"), blanks = strspn(text + first, " \t");
    const char *second = text + first + blanks;
    const size_t second_length = strcspn(second, " \t");
    size_t o = 0, t = 0;
    while (o < ORDERS && !is_word(text, first, orders[o].word)) ++o;
    while (t < TYPES && !is_word(second, second_length, types[t].word)) ++t;
    if (o == ORDERS || t == TYPES) return false;
    *length = first + blanks + second_length + strspn(second + second_length, " \t");
    *format = (image_format){0};
    if (!(orders[o].types & types[t].orders)) return true;
    const bool packed = (types[t].orders & (PACKED | PACKED_ALPHA)) != 0;
    *format = (image_format){orders[o].order, types[t].type, packed ? 1 : orders[o].numbers, types[t].number};
    return true;
}
