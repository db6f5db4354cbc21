/* Images: OpenCL C 1.2, 6.12.14; addressing and filters by section 8.2 of that specification (OpenCL C 3.0: "Image
 * Addressing and Filtering"), conversions by section 8.3. Each call reads or writes n pixels, one for each lane of a vector
 * or only one, so that the format is examined once; simd_image.h does most vectors by vector operations, with the same results. A NaN as coordinate reads an unspecified pixel. For all coordinates, a
 * read stays inside the image, and a write outside it does nothing.
 *
 * Accuracy: normalised numbers and sRGB are the float nearest to the exact value; results of writes are rounded to the nearest
 * even; a linear filter adds its products in the order of the specification's formula, each rounded to a float.
 *
 * Part of clbundle/native/native.h, once per level. Knows formats and addresses; must not know devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_NATIVE_IMAGE_H
#define CLBUNDLE_NATIVE_IMAGE_H

#include "srgb.h"

enum {
    CLBN_IMAGE_LANES = 16,
    CLBN_SNORM_INT8 = 0x10D0, CLBN_SNORM_INT16, CLBN_UNORM_INT8, CLBN_UNORM_INT16, CLBN_UNORM_SHORT_565,
    CLBN_UNORM_SHORT_555, CLBN_UNORM_INT_101010, CLBN_SIGNED_INT8, CLBN_SIGNED_INT16, CLBN_SIGNED_INT32,
    CLBN_UNSIGNED_INT8, CLBN_UNSIGNED_INT16, CLBN_UNSIGNED_INT32, CLBN_HALF_FLOAT, CLBN_FLOAT,
    CLBN_UNORM_INT_101010_2 = 0x10E0,
    CLBN_ORDER_FIRST = 0x10B0, CLBN_ORDER_SRGB = 0x10BF, CLBN_ORDER_ABGR = 0x10C3, CLBN_ORDER_LAST = 0x10C3,
    CLBN_NO_CHANNEL = 4, CLBN_CHANNEL_ONE = 5
};

/* The values of one channel of n pixels. */
typedef union clbn_channel {
    float f[CLBN_IMAGE_LANES];
    int32_t i[CLBN_IMAGE_LANES];
    uint32_t u[CLBN_IMAGE_LANES];
} clbn_channel;

/* For each channel order: the positions of red, green, blue and alpha in memory (4: the channel reads as 0, 5: as 1), and the
 * alpha of the border colour. */
static const unsigned char clbn_image_orders[][5] __attribute__((unused)) = {
    /* R */ {0, 4, 4, 5, 1},    /* A */ {4, 4, 4, 0, 0},    /* RG */ {0, 1, 4, 5, 1},        /* RA */ {0, 4, 4, 1, 0},
    /* RGB */ {0, 1, 2, 5, 1},  /* RGBA */ {0, 1, 2, 3, 0}, /* BGRA */ {2, 1, 0, 3, 0},      /* ARGB */ {1, 2, 3, 0, 0},
    /* INTENSITY */ {0, 0, 0, 0, 0}, /* LUMINANCE */ {0, 0, 0, 5, 1}, /* Rx */ {0, 4, 4, 5, 0}, /* RGx */ {0, 1, 4, 5, 0},
    /* RGBx */ {0, 1, 2, 5, 0}, /* DEPTH */ {0, 4, 4, 5, 1}, /* DEPTH_STENCIL */ {0, 4, 4, 5, 1},
    /* sRGB */ {0, 1, 2, 5, 1}, /* sRGBx */ {0, 1, 2, 5, 0}, /* sRGBA */ {0, 1, 2, 3, 0}, /* sBGRA */ {2, 1, 0, 3, 0},
    /* ABGR */ {3, 2, 1, 0, 0}};

static inline __attribute__((always_inline, unused)) const unsigned char *clbn_image_order(const clb_native_image *m)
{
    return clbn_image_orders[m->order <= CLBN_ORDER_LAST ? m->order - CLBN_ORDER_FIRST : 0];
}
static inline __attribute__((always_inline, unused)) int clbn_image_is_srgb(const clb_native_image *m)
{
    return m->order >= CLBN_ORDER_SRGB && m->order < CLBN_ORDER_ABGR;
}
static inline __attribute__((always_inline, unused)) int clbn_image_is_integer(const clb_native_image *m)
{
    return m->type >= CLBN_SIGNED_INT8 && m->type <= CLBN_UNSIGNED_INT32;
}

#endif

/* ---- Pixels in memory ---------------------------------------------------------------------------------------------- */

/* Reads all channels of the pixels at the byte offsets `at` of the image, in the order of memory. */
CLBN_FN void CLBN(image_load)(const clb_native_image *m, unsigned n, const size_t *at, clbn_channel *to)
{
    const char *data = (const char *)m->data;
    const unsigned count = m->channels < 4 ? m->channels : 4;
#define CLBN_LOAD(T, member, value)                                  \
    for (unsigned c = 0; c < count; c++)                             \
        for (unsigned k = 0; k < n; k++) {                           \
            T p;                                                     \
            __builtin_memcpy(&p, data + at[k] + c * sizeof p, sizeof p); \
            to[c].member[k] = value;                                 \
        }                                                            \
    break
#define CLBN_FIELDS(T, fields)                                       \
    for (unsigned k = 0; k < n; k++) {                               \
        T p;                                                         \
        __builtin_memcpy(&p, data + at[k], sizeof p);                \
        fields;                                                      \
    }                                                                \
    break
#define CLBN_FIELD(c, shift, most) to[c].f[k] = (float)(p >> (shift) & (most)) / (float)(most)
    switch (m->type) {
    case CLBN_SNORM_INT8: CLBN_LOAD(int8_t, f, p < -127 ? -1.0f : (float)p / 127.0f);
    case CLBN_SNORM_INT16: CLBN_LOAD(int16_t, f, p < -32767 ? -1.0f : (float)p / 32767.0f);
    case CLBN_UNORM_INT8:
        if (clbn_image_is_srgb(m)) {
            CLBN_LOAD(uint8_t, f, c == 3 ? (float)p / 255.0f : clbn_linear[p]);
        }
        CLBN_LOAD(uint8_t, f, (float)p / 255.0f);
    case CLBN_UNORM_INT16: CLBN_LOAD(uint16_t, f, (float)p / 65535.0f);
    case CLBN_UNORM_SHORT_565:
        CLBN_FIELDS(uint16_t, CLBN_FIELD(0, 11, 31u); CLBN_FIELD(1, 5, 63u); CLBN_FIELD(2, 0, 31u));
    case CLBN_UNORM_SHORT_555:
        CLBN_FIELDS(uint16_t, CLBN_FIELD(0, 10, 31u); CLBN_FIELD(1, 5, 31u); CLBN_FIELD(2, 0, 31u));
    case CLBN_UNORM_INT_101010:
        CLBN_FIELDS(uint32_t, CLBN_FIELD(0, 20, 1023u); CLBN_FIELD(1, 10, 1023u); CLBN_FIELD(2, 0, 1023u));
    case CLBN_UNORM_INT_101010_2:
        CLBN_FIELDS(uint32_t, CLBN_FIELD(0, 22, 1023u); CLBN_FIELD(1, 12, 1023u); CLBN_FIELD(2, 2, 1023u);
                    CLBN_FIELD(3, 0, 3u));
    case CLBN_SIGNED_INT8: CLBN_LOAD(int8_t, i, p);
    case CLBN_SIGNED_INT16: CLBN_LOAD(int16_t, i, p);
    case CLBN_SIGNED_INT32: CLBN_LOAD(int32_t, i, p);
    case CLBN_UNSIGNED_INT8: CLBN_LOAD(uint8_t, u, p);
    case CLBN_UNSIGNED_INT16: CLBN_LOAD(uint16_t, u, p);
    case CLBN_UNSIGNED_INT32: CLBN_LOAD(uint32_t, u, p);
    case CLBN_HALF_FLOAT: CLBN_LOAD(uint16_t, f, CLBN(of_half__t)(p));
    default: CLBN_LOAD(float, f, p);
    }
#undef CLBN_LOAD
#undef CLBN_FIELDS
#undef CLBN_FIELD
}

/* Red, green, blue and alpha of pixels; the border colour for pixels outside of the image. */
CLBN_FN void CLBN(image_fetch)(const clb_native_image *m, unsigned n, const size_t *at, const int32_t *outside,
                               clbn_channel *to)
{
    const unsigned char *order = clbn_image_order(m);
    clbn_channel memory[4];
    int32_t any = 0;
    uint32_t one = 1;
    if (!clbn_image_is_integer(m)) {
        const float real = 1.0f;
        __builtin_memcpy(&one, &real, sizeof one);
    }
    for (unsigned k = 0; k < n; k++) any |= outside[k];
    CLBN(image_load)(m, n, at, memory);
    for (unsigned c = 0; c < 4; c++) {
        const clbn_channel *own = &memory[order[c] & 3];
        if (order[c] < CLBN_NO_CHANNEL) __builtin_memcpy(&to[c], own, n * sizeof own->u[0]);
        else for (unsigned k = 0; k < n; k++) to[c].u[k] = order[c] == CLBN_NO_CHANNEL ? 0 : one;
    }
    if (!any) return;
    for (unsigned c = 0; c < 4; c++) {
        const uint32_t border = c == 3 && order[4] ? one : 0;
        for (unsigned k = 0; k < n; k++) to[c].u[k] = outside[k] ? border : to[c].u[k];
    }
}

/* ---- Coordinates --------------------------------------------------------------------------------------------------- */

/* floor(a), limited to the range from -2^30 to 2^30; the minimum for a NaN. */
CLBN_FN int32_t CLBN(image_floor)(float a)
{
    const float b = !(a > -0x1p30f) ? -0x1p30f : a < 0x1p30f ? a : 0x1p30f;
    const int32_t t = (int32_t)b;
    return t - ((float)t > b);
}

/* a - floor(a). */
CLBN_FN float CLBN(image_fraction)(float a)
{
    return a < 0x1p23f && a > -0x1p23f ? a - (float)CLBN(image_floor)(a) : 0.0f;
}

/* The nearest integer, ties to even. */
CLBN_FN float CLBN(image_round)(float a)
{
    const float shift = a < 0 ? -0x1.8p23f : 0x1.8p23f;
    return a < 0x1p22f && a > -0x1p22f ? (a + shift) - shift : a;
}

CLBN_FN int32_t CLBN(image_clamp)(int32_t i, int32_t low, int32_t high) { return i < low ? low : i > high ? high : i; }

/* The pixels that a filter reads along an axis of `size` pixels: pixel i; the linear filter also reads pixel j, with weight a.
 * -1 and `size` are outside of the image. */
typedef struct {
    int32_t i[CLBN_IMAGE_LANES], j[CLBN_IMAGE_LANES];
    float a[CLBN_IMAGE_LANES];
} CLBN(image_axis);

CLBN_FN void CLBN(image_address)(uint32_t sampler, unsigned n, const float *s, int32_t size, CLBN(image_axis) *to)
{
    const uint32_t mode = sampler & CLB_SAMPLER_ADDRESSING;
    const int normalized = (sampler & CLB_SAMPLER_NORMALIZED) != 0;
    const float scale = (float)size;
    const int32_t low = mode == CLB_SAMPLER_CLAMP ? -1 : 0, high = mode == CLB_SAMPLER_CLAMP ? size : size - 1;
    const int repeats = mode == CLB_SAMPLER_REPEAT, mirrors = mode == CLB_SAMPLER_MIRRORED_REPEAT;
    float u[CLBN_IMAGE_LANES];
    if (repeats || mirrors) {
        for (unsigned k = 0; k < n; k++) {
            const float own = normalized ? s[k] : s[k] / scale;
            const float distance = own - 2.0f * CLBN(image_round)(0.5f * own);
            u[k] = (mirrors ? distance < 0 ? -distance : distance : CLBN(image_fraction)(own)) * scale;
        }
    } else if (normalized) {
        for (unsigned k = 0; k < n; k++) u[k] = s[k] * scale;
    } else {
        for (unsigned k = 0; k < n; k++) u[k] = s[k];
    }
    if (!(sampler & CLB_SAMPLER_LINEAR)) {
        for (unsigned k = 0; k < n; k++) {
            const int32_t i = CLBN(image_floor)(u[k]);
            to->i[k] = CLBN(image_clamp)(repeats && i > size - 1 ? i - size : i, low, high);
        }
        return;
    }
    for (unsigned k = 0; k < n; k++) {
        const int32_t i = CLBN(image_floor)(u[k] - 0.5f), first = repeats && i < 0 ? i + size : i;
        const int32_t second = repeats && i + 1 > size - 1 ? i + 1 - size : i + 1;
        to->a[k] = CLBN(image_fraction)(u[k] - 0.5f);
        to->i[k] = CLBN(image_clamp)(first, low, high);
        to->j[k] = CLBN(image_clamp)(second, low, high);
    }
}

/* The same for integer coordinates: 6.12.14.2 allows them with the nearest filter and without normalisation. */
CLBN_FN void CLBN(image_address_whole)(uint32_t sampler, unsigned n, const int32_t *s, int32_t size, CLBN(image_axis) *to)
{
    const int clamps = (sampler & CLB_SAMPLER_ADDRESSING) == CLB_SAMPLER_CLAMP;
    for (unsigned k = 0; k < n; k++) to->i[k] = CLBN(image_clamp)(s[k], clamps ? -1 : 0, clamps ? size : size - 1);
}

/* Adds to the offsets `pitch` bytes for each pixel along an axis. */
CLBN_FN void CLBN(image_advance)(unsigned n, const int32_t *i, int32_t size, size_t pitch, size_t *at, int32_t *outside)
{
    for (unsigned k = 0; k < n; k++) {
        const int32_t is_outside = (uint32_t)i[k] >= (uint32_t)size;
        outside[k] |= is_outside;
        at[k] += is_outside ? 0 : (size_t)i[k] * pitch;
    }
}

/* ---- Reads --------------------------------------------------------------------------------------------------------- */

/* The bytes at which each lane's layer starts. */
CLBN_FN void CLBN(image_layers)(const clb_native_image *m, unsigned n, int whole, const clbn_channel *layer, size_t *at)
{
    for (unsigned k = 0; k < n; k++) at[k] = 0;
    if (!m->array_size) return;
    for (unsigned k = 0; k < n; k++) {
        const int32_t own = whole ? layer->i[k] : CLBN(image_floor)(CLBN(image_round)(layer->f[k]));
        at[k] = (size_t)CLBN(image_clamp)(own, 0, (int32_t)m->array_size - 1) * m->slice_pitch;
    }
}

CLBN_FN void CLBN(image_read)(const clb_native_image *m, unsigned n, uint32_t sampler, int whole,
                              const clbn_channel *coordinates, clbn_channel *to)
{
    const int32_t sizes[3] = {(int32_t)m->width, (int32_t)m->height, (int32_t)m->depth};
    const size_t pitches[3] = {m->pixel_size, m->row_pitch, m->slice_pitch};
    const unsigned dimensions = m->dimensions < 3 ? m->dimensions : 3;
    CLBN(image_axis) axes[3];
    size_t start[CLBN_IMAGE_LANES], at[CLBN_IMAGE_LANES];
    int32_t outside[CLBN_IMAGE_LANES];
    CLBN(image_layers)(m, n, whole, &coordinates[dimensions < 2 ? dimensions : 2], start);
    for (unsigned d = 0; d < dimensions; d++) {
        if (whole) CLBN(image_address_whole)(sampler, n, coordinates[d].i, sizes[d], &axes[d]);
        else CLBN(image_address)(sampler, n, coordinates[d].f, sizes[d], &axes[d]);
    }
    if (whole || !(sampler & CLB_SAMPLER_LINEAR) || clbn_image_is_integer(m)) {
        for (unsigned k = 0; k < n; k++) at[k] = start[k], outside[k] = 0;
        for (unsigned d = 0; d < dimensions; d++) CLBN(image_advance)(n, axes[d].i, sizes[d], pitches[d], at, outside);
        CLBN(image_fetch)(m, n, at, outside, to);
        return;
    }
    for (unsigned corner = 0; corner < 1u << dimensions; corner++) {
        float weight[CLBN_IMAGE_LANES];
        clbn_channel own[4];
        for (unsigned k = 0; k < n; k++) at[k] = start[k], outside[k] = 0, weight[k] = 1.0f;
        for (unsigned d = 0; d < dimensions; d++) {
            const int second = corner >> d & 1;
            CLBN(image_advance)(n, second ? axes[d].j : axes[d].i, sizes[d], pitches[d], at, outside);
            for (unsigned k = 0; k < n; k++) weight[k] *= second ? axes[d].a[k] : 1.0f - axes[d].a[k];
        }
        CLBN(image_fetch)(m, n, at, outside, own);
        for (unsigned c = 0; c < 4; c++)
            for (unsigned k = 0; k < n; k++) to[c].f[k] = (corner ? to[c].f[k] : 0.0f) + weight[k] * own[c].f[k];
    }
}

CLBN_FAR void CLBN(image_read_one)(const clb_native_image *m, uint32_t sampler, int whole, const clbn_channel *coordinates,
                                   clbn_channel *to)
{
    CLBN(image_read)(m, 1, sampler, whole, coordinates, to);
}

/* ---- Writes -------------------------------------------------------------------------------------------------------- */

/* Rounds a number to the nearest even integer and saturates it: to 0 ... most, or -most - 1 ... most for signed ones (8.3.1.1). */
CLBN_FN int32_t CLBN(image_quantum)(float a, float most, int is_signed)
{
    const float low = is_signed ? -most - 1.0f : 0.0f, own = a * most;
    return (int32_t)CLBN(image_round)(own > low ? own < most ? own : most : own != own ? 0.0f : low);
}

CLBN_FN uint8_t CLBN(image_to_srgb)(float a)
{
    unsigned low = 0;
    for (unsigned step = 128; step; step /= 2) low += a > clbn_linear_between[low + step - 1] ? step : 0;
    return (uint8_t)low;
}

/* Writes channels in the order of memory to the byte offsets `at` of the image, for lanes whose `active` is not 0. */
CLBN_FN void CLBN(image_store)(const clb_native_image *m, unsigned n, const int32_t *active, const size_t *at,
                               const clbn_channel *from)
{
    char *data = (char *)m->data;
    const unsigned count = m->channels < 4 ? m->channels : 4;
#define CLBN_STORE(T, value)                                                       \
    for (unsigned k = 0; k < n; k++)                                               \
        for (unsigned c = 0; active[k] && c < count; c++) {                        \
            const T p = (T)(value);                                                \
            __builtin_memcpy(data + at[k] + c * sizeof p, &p, sizeof p);           \
        }                                                                          \
    break
#define CLBN_FIELDS(T, value)                                                      \
    for (unsigned k = 0; k < n; k++) {                                             \
        if (!active[k]) continue;                                                  \
        const T p = (T)(value);                                                    \
        __builtin_memcpy(data + at[k], &p, sizeof p);                              \
    }                                                                              \
    break
#define CLBN_FIELD(c, shift, most) ((uint32_t)CLBN(image_quantum)(from[c].f[k], most, 0) << (shift))
    switch (m->type) {
    case CLBN_SNORM_INT8: CLBN_STORE(int8_t, CLBN(image_quantum)(from[c].f[k], 127.0f, 1));
    case CLBN_SNORM_INT16: CLBN_STORE(int16_t, CLBN(image_quantum)(from[c].f[k], 32767.0f, 1));
    case CLBN_UNORM_INT8:
        if (clbn_image_is_srgb(m)) {
            CLBN_STORE(uint8_t, c == 3 ? CLBN(image_quantum)(from[c].f[k], 255.0f, 0) : CLBN(image_to_srgb)(from[c].f[k]));
        }
        CLBN_STORE(uint8_t, CLBN(image_quantum)(from[c].f[k], 255.0f, 0));
    case CLBN_UNORM_INT16: CLBN_STORE(uint16_t, CLBN(image_quantum)(from[c].f[k], 65535.0f, 0));
    case CLBN_UNORM_SHORT_565:
        CLBN_FIELDS(uint16_t, CLBN_FIELD(0, 11, 31.0f) | CLBN_FIELD(1, 5, 63.0f) | CLBN_FIELD(2, 0, 31.0f));
    case CLBN_UNORM_SHORT_555:
        CLBN_FIELDS(uint16_t, CLBN_FIELD(0, 10, 31.0f) | CLBN_FIELD(1, 5, 31.0f) | CLBN_FIELD(2, 0, 31.0f));
    case CLBN_UNORM_INT_101010:
        CLBN_FIELDS(uint32_t, CLBN_FIELD(0, 20, 1023.0f) | CLBN_FIELD(1, 10, 1023.0f) | CLBN_FIELD(2, 0, 1023.0f));
    case CLBN_UNORM_INT_101010_2:
        CLBN_FIELDS(uint32_t, CLBN_FIELD(0, 22, 1023.0f) | CLBN_FIELD(1, 12, 1023.0f) | CLBN_FIELD(2, 2, 1023.0f) |
                                  CLBN_FIELD(3, 0, 3.0f));
    case CLBN_SIGNED_INT8: CLBN_STORE(int8_t, CLBN(image_clamp)(from[c].i[k], INT8_MIN, INT8_MAX));
    case CLBN_SIGNED_INT16: CLBN_STORE(int16_t, CLBN(image_clamp)(from[c].i[k], INT16_MIN, INT16_MAX));
    case CLBN_UNSIGNED_INT8: CLBN_STORE(uint8_t, from[c].u[k] < UINT8_MAX ? from[c].u[k] : UINT8_MAX);
    case CLBN_UNSIGNED_INT16: CLBN_STORE(uint16_t, from[c].u[k] < UINT16_MAX ? from[c].u[k] : UINT16_MAX);
    case CLBN_HALF_FLOAT: CLBN_STORE(uint16_t, CLBN(to_half_rte__f)(from[c].f[k]));
    default: CLBN_STORE(uint32_t, from[c].u[k]); /* types of 32 bits */
    }
#undef CLBN_STORE
#undef CLBN_FIELDS
#undef CLBN_FIELD
}

CLBN_FN void CLBN(image_write)(const clb_native_image *m, unsigned n, int32_t *active, const clbn_channel *coordinates,
                               const clbn_channel *color)
{
    const int32_t sizes[3] = {(int32_t)m->width, (int32_t)m->height, (int32_t)m->depth};
    const size_t pitches[3] = {m->pixel_size, m->row_pitch, m->slice_pitch};
    const unsigned dimensions = m->dimensions < 3 ? m->dimensions : 3;
    const unsigned char *order = clbn_image_order(m);
    size_t at[CLBN_IMAGE_LANES];
    int32_t outside[CLBN_IMAGE_LANES];
    clbn_channel memory[4];
    for (unsigned k = 0; k < n; k++) at[k] = 0, outside[k] = 0;
    for (unsigned d = 0; d < dimensions; d++) CLBN(image_advance)(n, coordinates[d].i, sizes[d], pitches[d], at, outside);
    if (m->array_size && dimensions < 3)
        CLBN(image_advance)(n, coordinates[dimensions].i, (int32_t)m->array_size, m->slice_pitch, at, outside);
    for (unsigned k = 0; k < n; k++) active[k] = active[k] && !outside[k];
    /* A channel gets the first colour that it stands for: red for INTENSITY and LUMINANCE. */
    for (unsigned c = 4; c-- > 0;)
        if (order[c] < 4)
            for (unsigned k = 0; k < n; k++) memory[order[c]].u[k] = color[c].u[k];
    CLBN(image_store)(m, n, active, at, memory);
}

CLBN_FAR void CLBN(image_write_one)(const clb_native_image *m, const clbn_channel *coordinates, const clbn_channel *color)
{
    int32_t active[CLBN_IMAGE_LANES] = {1};
    CLBN(image_write)(m, 1, active, coordinates, color);
}

/* ---- Functions of OpenCL C for one work-item ------------------------------------------------------------------------ */

#define CLBN_READ_IMAGE(name, T, member, X, CT, cmember, whole)                                                         \
    CLBN_FN T CLBN(read_image##name##__##X)(const void *image, uint32_t sampler, CT x, CT y, CT z, T *green, T *blue, T *alpha) \
    {                                                                                                                   \
        clbn_channel at[3], color[4];                                                                                   \
        at[0].cmember[0] = x;                                                                                           \
        at[1].cmember[0] = y;                                                                                           \
        at[2].cmember[0] = z;                                                                                           \
        CLBN(image_read_one)((const clb_native_image *)image, sampler, whole, at, color);                               \
        *green = color[1].member[0];                                                                                    \
        *blue = color[2].member[0];                                                                                     \
        *alpha = color[3].member[0];                                                                                    \
        return color[0].member[0];                                                                                      \
    }
CLBN_READ_IMAGE(f, float, f, f, float, f, 0)
CLBN_READ_IMAGE(i, int32_t, i, f, float, f, 0)
CLBN_READ_IMAGE(ui, uint32_t, u, f, float, f, 0)
CLBN_READ_IMAGE(f, float, f, i, int32_t, i, 1)
CLBN_READ_IMAGE(i, int32_t, i, i, int32_t, i, 1)
CLBN_READ_IMAGE(ui, uint32_t, u, i, int32_t, i, 1)
#undef CLBN_READ_IMAGE

#define CLBN_WRITE_IMAGE(name, T, member)                                                                               \
    CLBN_FN void CLBN(write_image##name)(const void *image, int32_t x, int32_t y, int32_t z, T red, T green, T blue, T alpha) \
    {                                                                                                                   \
        clbn_channel at[3], color[4];                                                                                   \
        at[0].i[0] = x;                                                                                                 \
        at[1].i[0] = y;                                                                                                 \
        at[2].i[0] = z;                                                                                                 \
        color[0].member[0] = red;                                                                                       \
        color[1].member[0] = green;                                                                                     \
        color[2].member[0] = blue;                                                                                      \
        color[3].member[0] = alpha;                                                                                     \
        CLBN(image_write_one)((const clb_native_image *)image, at, color);                                              \
    }
CLBN_WRITE_IMAGE(f, float, f)
CLBN_WRITE_IMAGE(i, int32_t, i)
CLBN_WRITE_IMAGE(ui, uint32_t, u)
#undef CLBN_WRITE_IMAGE

#define CLBN_IMAGE_QUERY(name, field) \
    CLBN_FN int32_t CLBN(get_image_##name)(const void *image) { return (int32_t)((const clb_native_image *)image)->field; }
CLBN_IMAGE_QUERY(width, width)
CLBN_IMAGE_QUERY(height, height)
CLBN_IMAGE_QUERY(depth, depth)
CLBN_IMAGE_QUERY(array_size, array_size)
CLBN_IMAGE_QUERY(channel_data_type, type)
CLBN_IMAGE_QUERY(channel_order, order)
#undef CLBN_IMAGE_QUERY

/* ---- Blocks of sub-groups: cl_intel_subgroups, cl_intel_media_block_io ----------------------------------------------
 * Elements of 1, 2, 4 or 8 bytes of a row, without conversion. x: a byte of the row, y: the row, and how far each work-item's
 * element is from there. What is read outside of the image is the same byte of the nearest pixel. What is written outside is
 * dropped, byte by byte: the specifications leave open more where a pixel is not as large as an element. */

/* Where a byte is, or that of the nearest pixel. */
CLBN_FN size_t CLBN(image_byte_near)(const clb_native_image *m, int64_t x, int64_t y)
{
    const int64_t size = m->pixel_size;
    int64_t column = x / size - (x % size < 0);
    const int64_t byte = x - column * size;
    column = column < 0 ? 0 : column < (int64_t)m->width ? column : (int64_t)m->width - 1;
    y = y < 0 ? 0 : y < (int64_t)m->height ? y : (int64_t)m->height - 1;
    return (size_t)y * m->row_pitch + (size_t)(column * size + byte);
}

CLBN_FN int CLBN(image_holds)(const clb_native_image *m, int64_t x, int64_t y, int64_t size)
{
    return x >= 0 && x <= (int64_t)m->width * m->pixel_size - size && y >= 0 && y < (int64_t)m->height;
}

CLBN_FAR void CLBN(image_take)(const clb_native_image *m, int64_t x, int64_t y, void *to, int64_t size)
{
    const char *data = (const char *)m->data;
    for (int64_t k = 0; k < size; k++) ((char *)to)[k] = data[CLBN(image_byte_near)(m, x + k, y)];
}

CLBN_FAR void CLBN(image_give)(const clb_native_image *m, int64_t x, int64_t y, const void *from, int64_t size)
{
    char *data = (char *)m->data;
    for (int64_t k = 0; k < size; k++)
        if (CLBN(image_holds)(m, x + k, y, 1)) data[CLBN(image_byte_near)(m, x + k, y)] = ((const char *)from)[k];
}

#define CLBN_IMAGE_ELEMENT(T)                                                                                           \
    const clb_native_image *m = (const clb_native_image *)image;                                                        \
    const int64_t left = (int64_t)x + dx, row = (int64_t)y + dy;                                                        \
    const int inside = CLBN(image_holds)(m, left, row, sizeof(T));                                                      \
    T own
#define CLBN_IMAGE_TAKE                                                                                                 \
    if (inside) __builtin_memcpy(&own, (const char *)m->data + ((size_t)row * m->row_pitch + (size_t)left), sizeof own); \
    else CLBN(image_take)(m, left, row, &own, sizeof own)
#define CLBN_IMAGE_GIVE                                                                                                 \
    if (inside) __builtin_memcpy((char *)m->data + ((size_t)row * m->row_pitch + (size_t)left), &own, sizeof own);      \
    else CLBN(image_give)(m, left, row, &own, sizeof own)
#define CLBN_IMAGE_BLOCK(bits, T)                                                                                       \
    CLBN_FN uint32_t CLBN(image_block_read_##bits)(const void *image, int32_t x, int32_t y, int32_t dx, int32_t dy)     \
    {                                                                                                                   \
        CLBN_IMAGE_ELEMENT(T);                                                                                          \
        CLBN_IMAGE_TAKE;                                                                                                \
        return own;                                                                                                     \
    }                                                                                                                   \
    CLBN_FN void CLBN(image_block_write_##bits)(const void *image, int32_t x, int32_t y, int32_t dx, int32_t dy, uint32_t a) \
    {                                                                                                                   \
        CLBN_IMAGE_ELEMENT(T) = (T)a;                                                                                   \
        CLBN_IMAGE_GIVE;                                                                                                \
    }
CLBN_IMAGE_BLOCK(8, uint8_t)
CLBN_IMAGE_BLOCK(16, uint16_t)
CLBN_IMAGE_BLOCK(32, uint32_t)
#undef CLBN_IMAGE_BLOCK

/* Numbers of 64 bits are two of 32, the lower one first. */
CLBN_FN uint32_t CLBN(image_block_read_64)(const void *image, int32_t x, int32_t y, int32_t dx, int32_t dy, uint32_t *high)
{
    CLBN_IMAGE_ELEMENT(uint64_t);
    CLBN_IMAGE_TAKE;
    *high = (uint32_t)(own >> 32);
    return (uint32_t)own;
}
CLBN_FN void CLBN(image_block_write_64)(const void *image, int32_t x, int32_t y, int32_t dx, int32_t dy, uint32_t low,
                                        uint32_t high)
{
    CLBN_IMAGE_ELEMENT(uint64_t) = (uint64_t)high << 32 | low;
    CLBN_IMAGE_GIVE;
}
#undef CLBN_IMAGE_ELEMENT
#undef CLBN_IMAGE_TAKE
#undef CLBN_IMAGE_GIVE
