/* clbundle/native/simd_image.h at each level: what all lanes read and write is, bit for bit, what each work-item by
 * itself does, for all channel types and orders, kinds of images, addressing modes and filters, normalised or not.
 * Coordinates are inside, at the edges, far outside and no numbers, in rows and anywhere. Pixels are as little aligned
 * as they may be, and end where their memory does. And all numbers of 8 and 16 bits are scaled as a division does.
 *
 * SPDX-License-Identifier: MIT */
#include <string.h>

/* The parts that reads and writes of images need: all of them take four times as long to compile. */
#define CLBN_SELECTED
#define CLBN_USES_IMAGE
#define CLBN_USES_SIMD
#define CLBT_BODY "simd_image_level.h"
#include "levels.h"

#include <stdio.h>
#include <stdlib.h>

typedef void reads(const clb_native_image *, uint32_t, int, const clbt_numbers *, clbt_numbers *);
typedef void writes(const clb_native_image *, uint32_t, const clbt_numbers *, const clbt_numbers *);

static reads *const read_all[3] = CLBT_EACH(read_all), *const read_each[3] = CLBT_EACH(read_each);
static writes *const write_all[3] = CLBT_EACH(write_all), *const write_each[3] = CLBT_EACH(write_each);

static long runs, faults;
static uint64_t state = 1;

static uint32_t next(void)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

static uint32_t bits_of(float a)
{
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

/* ---- Images ---- */

static const struct {
    uint32_t type, bytes; /* of a channel; with `packed`, of a pixel */
    int packed;
} types[] = {{CLB_CHANNEL_SNORM_INT8, 1, 0},      {CLB_CHANNEL_SNORM_INT16, 2, 0},
             {CLB_CHANNEL_UNORM_INT8, 1, 0},      {CLB_CHANNEL_UNORM_INT16, 2, 0},
             {CLB_CHANNEL_UNORM_SHORT_565, 2, 1}, {CLB_CHANNEL_UNORM_INT_101010, 4, 1},
             {CLB_CHANNEL_SIGNED_INT8, 1, 0},     {CLB_CHANNEL_SIGNED_INT16, 2, 0},
             {CLB_CHANNEL_SIGNED_INT32, 4, 0},    {CLB_CHANNEL_UNSIGNED_INT8, 1, 0},
             {CLB_CHANNEL_UNSIGNED_INT16, 2, 0},  {CLB_CHANNEL_UNSIGNED_INT32, 4, 0},
             {CLB_CHANNEL_HALF_FLOAT, 2, 0},      {CLB_CHANNEL_FLOAT, 4, 0}};
static const struct {
    uint32_t order, channels;
} orders[] = {{CLB_ORDER_R, 1},         {CLB_ORDER_A, 1},        {CLB_ORDER_RG, 2},    {CLB_ORDER_RA, 2},
              {CLB_ORDER_RGB, 3},       {CLB_ORDER_RGBA, 4},     {CLB_ORDER_BGRA, 4},  {CLB_ORDER_ARGB, 4},
              {CLB_ORDER_ABGR, 4},      {CLB_ORDER_SRGB, 3},     {CLB_ORDER_SRGBA, 4}, {CLB_ORDER_SBGRA, 4},
              {CLB_ORDER_INTENSITY, 1}, {CLB_ORDER_LUMINANCE, 1}};
/* Dimensions, layers, and sizes. */
static const uint32_t shapes[][5] = {{1, 0, 40, 1, 1}, {1, 3, 33, 1, 1}, {2, 0, 37, 5, 1}, {2, 0, 1, 1, 1},
                                     {2, 4, 19, 6, 1}, {3, 0, 18, 4, 3}, {2, 0, 2, 64, 1}};
enum {
    TYPES = sizeof types / sizeof *types,
    ORDERS = sizeof orders / sizeof *orders,
    SHAPES = sizeof shapes / sizeof *shapes
};

typedef struct picture {
    clb_native_image image;
    unsigned char *memory;
    size_t bytes;
} picture;

static picture make(size_t type, size_t order, const uint32_t *shape)
{
    picture p = {.image = {.tag = CLB_NATIVE_IMAGE_TAG, .order = orders[order].order, .type = types[type].type}};
    clb_native_image *m = &p.image;
    m->channels = (unsigned char)orders[order].channels;
    m->pixel_size = types[type].packed ? types[type].bytes : types[type].bytes * m->channels;
    m->dimensions = shape[0];
    m->array_size = shape[1];
    m->width = shape[2];
    m->height = shape[3];
    m->depth = shape[4];
    m->row_pitch = (size_t)(m->width + 2) * m->pixel_size;
    m->slice_pitch = m->row_pitch * m->height;
    const size_t layers = m->array_size ? m->array_size : m->depth;
    /* The last row has no gap behind it. */
    p.bytes = m->slice_pitch * (layers - 1) + m->row_pitch * (m->height - (size_t)1) + (size_t)m->width * m->pixel_size;
    p.memory = malloc(p.bytes + 1);
    if (!p.memory) exit(2);
    for (size_t i = 0; i <= p.bytes; ++i) p.memory[i] = (unsigned char)(next() >> 24);
    m->data = p.memory + 1;
    return p;
}

/* ---- Coordinates ---- */

static uint32_t place(int whole, int normalized, uint32_t size, int how, int item)
{
    static const float odd[] = {0.0f, -0.0f, 0.5f, -0.5f, 1e9f, -1e9f, 3e38f, -3e38f, 8388607.5f, 4194303.5f};
    const int32_t n = (int32_t)size;
    const float scale = normalized ? 1.0f / (float)size : 1.0f;
    const int32_t near = (int32_t)(next() % (size + 6)) - 3;
    if (whole) {
        if (how == 0) return (uint32_t)item;
        if (how == 3) return next() % 4 ? (uint32_t)near : next();
        return (uint32_t)(next() % size);
    }
    if (how == 0) return bits_of(((float)item + 0.5f) * scale);
    if (how == 1) return bits_of((float)(next() % (64 * size)) / 64.0f * scale);
    if (how == 2) return bits_of(((float)near + (float)(next() % 3) * 0.5f) * scale);
    if (next() % 8 == 0) return next() % 2 ? UINT32_C(0x7f800000) | next() << 31 : UINT32_C(0x7fc00000);
    if (next() % 4 == 0) return bits_of(odd[next() % (sizeof odd / sizeof *odd)]);
    return bits_of((float)((double)(int32_t)next() / 65536.0 / 65536.0 * 9 * n) * scale);
}

static clbt_numbers places(const clb_native_image *m, int whole, int normalized, int how)
{
    clbt_numbers at;
    const uint32_t sizes[3] = {m->width, m->dimensions > 1 ? m->height : m->array_size + 1,
                               m->dimensions > 2 ? m->depth : m->array_size + 1};
    for (int d = 0; d < 3; ++d)
        for (int i = 0; i < CLBT_ITEMS; ++i) {
            const int is_layer = m->array_size && d == (int)m->dimensions;
            at.of[d][i] = place(whole, normalized && !is_layer, sizes[d], d && how == 0 ? 1 : how, i);
            if (d && how == 0 && i) at.of[d][i] = at.of[d][0];
        }
    memset(at.of[3], 0, sizeof at.of[3]);
    return at;
}

/* ---- Tests ---- */

static void report(const char *what, int level, const clb_native_image *m, uint32_t sampler)
{
    if (++faults < 20)
        printf("%s, level %d: order 0x%X, type 0x%X, %u dimensions, sampler 0x%X: not what one work-item gets\n", what,
               level, m->order, m->type, m->dimensions, sampler);
}

static void check_reads(const clb_native_image *m, uint32_t sampler, int whole, int how, int levels)
{
    const clbt_numbers at = places(m, whole, (sampler & CLB_SAMPLER_NORMALIZED) != 0, how);
    for (int level = 0; level < levels; ++level, ++runs) {
        clbt_numbers expected, found;
        read_each[level](m, sampler, whole, &at, &expected);
        read_all[level](m, sampler, whole, &at, &found);
        if (memcmp(&expected, &found, sizeof found) != 0) report("reads", level, m, sampler);
    }
}

static void check_writes(const picture *p, int how, int levels)
{
    const clb_native_image *m = &p->image;
    const int real = m->type < CLB_CHANNEL_SIGNED_INT8 || m->type > CLB_CHANNEL_UNSIGNED_INT32;
    clbt_numbers at = places(m, 1, 0, how), from;
    const uint32_t active = how % 2 ? next() : UINT32_MAX;
    unsigned char *before = malloc(2 * p->bytes), *expected = before ? before + p->bytes : NULL;
    if (!before) exit(2);
    for (int c = 0; c < 4; ++c)
        for (int i = 0; i < CLBT_ITEMS; ++i) {
            const float near = (float)((double)(int32_t)next() / 0x1p31 * 1.5);
            from.of[c][i] = !real || next() % 16 == 0 ? next() >> next() % 24 : bits_of(near);
        }
    memcpy(before, m->data, p->bytes);
    for (int level = 0; level < levels; ++level, ++runs) {
        write_each[level](m, active, &at, &from);
        memcpy(expected, m->data, p->bytes);
        memcpy(m->data, before, p->bytes);
        write_all[level](m, active, &at, &from);
        if (memcmp(expected, m->data, p->bytes) != 0) report("writes", level, m, 0);
        memcpy(m->data, before, p->bytes);
    }
    free(before);
}

static void check_picture(const picture *p, int levels)
{
    static const uint32_t modes[] = {0, CLB_SAMPLER_CLAMP_TO_EDGE, CLB_SAMPLER_CLAMP, CLB_SAMPLER_REPEAT,
                                     CLB_SAMPLER_MIRRORED_REPEAT};
    for (int how = 0; how < 4; ++how) {
        for (size_t k = 0; k < sizeof modes / sizeof *modes; ++k) {
            check_reads(&p->image, modes[k] | CLB_SAMPLER_NEAREST, 1, how, levels);
            for (uint32_t n = 0; n < 2; ++n) {
                check_reads(&p->image, modes[k] | CLB_SAMPLER_NEAREST | n * CLB_SAMPLER_NORMALIZED, 0, how, levels);
                check_reads(&p->image, modes[k] | CLB_SAMPLER_LINEAR | n * CLB_SAMPLER_NORMALIZED, 0, how, levels);
            }
        }
        check_writes(p, how, levels);
    }
}

/* Each number of 16 bits, and of 8, once: rows are read as vectors. */
static void check_every_number(size_t type, int levels)
{
    const uint32_t shape[5] = {1, 0, 65536, 1, 1};
    picture p = make(type, 0, shape);
    for (uint32_t i = 0; i < 65536; ++i) {
        const uint16_t wide = (uint16_t)i;
        if (types[type].bytes == 2) memcpy((char *)p.image.data + 2 * i, &wide, 2);
        else ((unsigned char *)p.image.data)[i] = (unsigned char)i;
    }
    for (uint32_t first = 0; first < 65536; first += CLBT_ITEMS)
        for (int level = 0; level < levels; ++level, ++runs) {
            clbt_numbers at = {{{0}}}, expected, found;
            for (uint32_t i = 0; i < CLBT_ITEMS; ++i) at.of[0][i] = first + i;
            read_each[level](&p.image, CLB_SAMPLER_NEAREST, 1, &at, &expected);
            read_all[level](&p.image, CLB_SAMPLER_NEAREST, 1, &at, &found);
            if (memcmp(&expected, &found, sizeof found) != 0) report("each number", level, &p.image, 0);
        }
    free(p.memory);
}

int main(void)
{
    const int levels = clbt_levels();
    for (size_t t = 0; t < TYPES; ++t)
        for (size_t o = 0; o < ORDERS; ++o) {
            const int three = orders[o].channels == 3,
                      srgb = orders[o].order >= CLB_ORDER_SRGB && orders[o].order < CLB_ORDER_ABGR;
            /* Formats of three channels are packed, or bytes of sRGB. */
            if (types[t].packed != (three && !srgb) || (srgb && types[t].type != CLB_CHANNEL_UNORM_INT8)) continue;
            for (size_t s = 0; s < SHAPES; ++s) {
                picture p = make(t, o, shapes[s]);
                check_picture(&p, levels);
                free(p.memory);
            }
        }
    for (size_t t = 0; t < TYPES; ++t)
        if (!types[t].packed && types[t].bytes < 4) check_every_number(t, levels);
    printf("%ld runs, %ld faults\n", runs, faults);
    return faults != 0;
}
