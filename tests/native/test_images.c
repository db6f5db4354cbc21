/* Images of native code at all levels, against a reference in double precision that is written from the specification
 * alone: OpenCL C 3.0, "Image Read and Write Functions", "Image Addressing and Filtering", "Conversion Rules". Knows
 * the kernels of conformance/images.cl and the description of an image, not how native code reads one.
 *
 * Accuracy: pixels that are not filtered are the float nearest to the exact number. Coordinates of filters are floats,
 * so that weights are exact to 2^-23 times the size. A number that is nearly between two is rounded to either.
 *
 * SPDX-License-Identifier: MIT */
#include "images_of_kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const clb_bundle images_of_kernels_bundle;

enum { LOCAL = 48, GROUPS = 6, ITEMS = LOCAL * GROUPS, N = ITEMS - 7, GAP = 3 /* pixels behind a row */ };

/* ---- Formats ---- */

typedef enum meaning { SNORM, UNORM, INTEGER, NATURAL, REAL } meaning;

static const struct type_data {
    clb_channel_type type;
    meaning meaning;
    int bytes;        /* of a channel, or with `fields` of a pixel */
    int fields[4][2]; /* shift, most */
} types[] = {
    {CLB_CHANNEL_SNORM_INT8, SNORM, 1, {{0}}},
    {CLB_CHANNEL_SNORM_INT16, SNORM, 2, {{0}}},
    {CLB_CHANNEL_UNORM_INT8, UNORM, 1, {{0}}},
    {CLB_CHANNEL_UNORM_INT16, UNORM, 2, {{0}}},
    {CLB_CHANNEL_UNORM_SHORT_565, UNORM, 2, {{11, 31}, {5, 63}, {0, 31}, {0, 0}}},
    {CLB_CHANNEL_UNORM_SHORT_555, UNORM, 2, {{10, 31}, {5, 31}, {0, 31}, {0, 0}}},
    {CLB_CHANNEL_UNORM_INT_101010, UNORM, 4, {{20, 1023}, {10, 1023}, {0, 1023}, {0, 0}}},
    {CLB_CHANNEL_UNORM_INT_101010_2, UNORM, 4, {{22, 1023}, {12, 1023}, {2, 1023}, {0, 3}}},
    {CLB_CHANNEL_SIGNED_INT8, INTEGER, 1, {{0}}},
    {CLB_CHANNEL_SIGNED_INT16, INTEGER, 2, {{0}}},
    {CLB_CHANNEL_SIGNED_INT32, INTEGER, 4, {{0}}},
    {CLB_CHANNEL_UNSIGNED_INT8, NATURAL, 1, {{0}}},
    {CLB_CHANNEL_UNSIGNED_INT16, NATURAL, 2, {{0}}},
    {CLB_CHANNEL_UNSIGNED_INT32, NATURAL, 4, {{0}}},
    {CLB_CHANNEL_HALF_FLOAT, REAL, 2, {{0}}},
    {CLB_CHANNEL_FLOAT, REAL, 4, {{0}}},
};

/* Where red, green, blue and alpha are in memory; z: 0, o: 1. The border's alpha is 1 where a pixel has none. */
static const struct order_data {
    clb_channel_order order;
    const char *places;
    int channels, border_alpha;
    const char
        *goes_with; /* types: n SNORM and UNORM, i integers, r reals, b bytes, p packed, a packed with alpha, s, d */
} orders[] = {
    {CLB_ORDER_R, "0zzo", 1, 1, "nir"},       {CLB_ORDER_A, "zzz0", 1, 0, "nir"},
    {CLB_ORDER_RG, "01zo", 2, 1, "nir"},      {CLB_ORDER_RA, "0zz1", 2, 0, "nir"},
    {CLB_ORDER_RGB, "012o", 3, 1, "p"},       {CLB_ORDER_RGBX, "012o", 3, 0, "p"},
    {CLB_ORDER_RGBA, "0123", 4, 0, "nira"},   {CLB_ORDER_BGRA, "2103", 4, 0, "b"},
    {CLB_ORDER_ARGB, "1230", 4, 0, "b"},      {CLB_ORDER_ABGR, "3210", 4, 0, "b"},
    {CLB_ORDER_INTENSITY, "0000", 1, 0, "v"}, {CLB_ORDER_LUMINANCE, "000o", 1, 1, "v"},
    {CLB_ORDER_SRGB, "012o", 3, 1, "s"},      {CLB_ORDER_SRGBX, "012o", 4, 0, "s"},
    {CLB_ORDER_SRGBA, "0123", 4, 0, "s"},     {CLB_ORDER_SBGRA, "2103", 4, 0, "s"},
    {CLB_ORDER_DEPTH, "0zzo", 1, 1, "d"},
};
enum { TYPES = sizeof types / sizeof *types, ORDERS = sizeof orders / sizeof *orders };

static bool goes_with(const struct order_data *o, const struct type_data *t)
{
    const bool packed = t->fields[0][1] != 0, alpha = t->fields[3][1] != 0;
    for (const char *c = o->goes_with; *c; ++c) {
        if (*c == 'p' && packed && !alpha) return true;
        if (*c == 'a' && alpha) return true;
        if (packed) continue;
        if ((*c == 'n' || *c == 'v') && (t->meaning == SNORM || t->meaning == UNORM)) return true;
        if (*c == 'i' && (t->meaning == INTEGER || t->meaning == NATURAL)) return true;
        if ((*c == 'r' || *c == 'v') && t->meaning == REAL) return true;
        if (*c == 'b' && t->bytes == 1) return true;
        if (*c == 's' && t->type == CLB_CHANNEL_UNORM_INT8) return true;
        if (*c == 'd' && (t->type == CLB_CHANNEL_UNORM_INT16 || t->type == CLB_CHANNEL_FLOAT)) return true;
    }
    return false;
}

static double of_half(uint32_t h)
{
    const int exponent = (int)(h >> 10 & 31), fraction = (int)(h & 1023);
    const double size = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return h & 0x8000 ? -size : size;
}

static double of_srgb(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double to_srgb(double c)
{
    return c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

static uint32_t bits_at(const unsigned char *at, int bytes)
{
    uint16_t two;
    uint32_t four;
    if (bytes == 1) return *at;
    memcpy(&two, at, 2);
    if (bytes == 2) return two;
    memcpy(&four, at, 4);
    return four;
}

static double sign_of(uint32_t bits, int bytes)
{
    return bytes == 1 ? (int8_t)bits : bytes == 2 ? (int16_t)bits : (int32_t)bits;
}

/* ---- An image ---- */

typedef struct picture {
    clb_native_image native;
    const struct type_data *type;
    const struct order_data *order;
    size_t bytes;
    unsigned char *memory;
} picture;

static uint32_t seed = 12345;

static uint32_t next(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8 ^ seed << 20;
}

static double uniform(double low, double high)
{
    return low + (high - low) * (next() >> 4) / 0x1p28;
}

static void make(picture *p, const struct order_data *o, const struct type_data *t, uint32_t dimensions,
                 const uint32_t sizes[3], uint32_t layers)
{
    const bool packed = t->fields[0][1] != 0;
    clb_native_image *m = &p->native;
    *m = (clb_native_image){.tag = CLB_NATIVE_IMAGE_TAG,
                            .dimensions = dimensions,
                            .width = sizes[0],
                            .height = dimensions > 1 ? sizes[1] : 1,
                            .depth = dimensions > 2 ? sizes[2] : 1,
                            .array_size = layers,
                            .order = (uint32_t)o->order,
                            .type = (uint32_t)t->type};
    m->channels = packed ? 1 : (uint32_t)o->channels;
    m->pixel_size = (uint32_t)t->bytes * m->channels;
    m->row_pitch = (m->width + GAP) * m->pixel_size;
    m->slice_pitch = m->row_pitch * (m->height + 1);
    p->type = t;
    p->order = o;
    p->bytes = m->slice_pitch * (layers ? layers : m->depth);
    p->memory = malloc(p->bytes);
    if (!p->memory) exit(2);
    m->data = p->memory;
    for (size_t i = 0; i < p->bytes; ++i) p->memory[i] = (unsigned char)next();
    if (t->meaning != REAL) return;
    for (size_t i = 0; i < p->bytes; i += (size_t)t->bytes) {
        const float f = (float)uniform(-3, 3);
        const uint16_t h = (uint16_t)(next() % 0x4400 | (next() & 0x8000));
        memcpy(p->memory + i, t->bytes == 4 ? (const void *)&f : (const void *)&h, (size_t)t->bytes);
    }
}

/* The numbers of the pixel at byte `at`. */
static void decode(const picture *p, size_t at, double to[4])
{
    const struct type_data *t = p->type;
    double memory[4] = {0};
    for (int c = 0; c < 4; ++c) {
        if (t->fields[0][1]) {
            const int most = t->fields[c][1];
            if (most) memory[c] = (double)((int)(bits_at(p->memory + at, t->bytes) >> t->fields[c][0]) & most) / most;
            continue;
        }
        if (c >= (int)p->native.channels) break;
        const unsigned char *own = p->memory + at + c * t->bytes;
        const uint32_t bits = bits_at(own, t->bytes);
        float f;
        memcpy(&f, own, t->bytes == 4 ? 4 : 0);
        switch (t->meaning) {
        case SNORM: memory[c] = fmax(sign_of(bits, t->bytes) / (t->bytes == 1 ? 127 : 32767), -1); break;
        case UNORM: memory[c] = bits / (t->bytes == 1 ? 255.0 : 65535.0); break;
        case INTEGER: memory[c] = sign_of(bits, t->bytes); break;
        case NATURAL: memory[c] = bits; break;
        case REAL: memory[c] = t->bytes == 4 ? (double)f : of_half(bits); break;
        }
    }
    for (int c = 0; c < 4; ++c) {
        const char place = p->order->places[c];
        to[c] = place == 'z' ? 0 : place == 'o' ? 1 : memory[place - '0'];
        if (*p->order->goes_with == 's' && c < 3) to[c] = of_srgb(to[c]);
    }
}

static bool is_integer(const picture *p)
{
    return p->type->meaning == INTEGER || p->type->meaning == NATURAL;
}

/* ---- Reads ---- */

/* The one or two pixels along an axis, and their weights. -1 and `size` are the border. */
static int axis(double u, int size, uint32_t s, int index[2], double weight[2])
{
    const uint32_t mode = s & CLB_SAMPLER_ADDRESSING;
    const int count = s & CLB_SAMPLER_LINEAR ? 2 : 1;
    if (mode == CLB_SAMPLER_REPEAT) u = (u - floor(u)) * size;
    else if (mode == CLB_SAMPLER_MIRRORED_REPEAT) u = fabs(u - 2 * rint(0.5 * u)) * size;
    else if (s & CLB_SAMPLER_NORMALIZED) u *= size;
    const double low = count == 2 ? floor(u - 0.5) : floor(u), a = count == 2 ? u - 0.5 - low : 0;
    for (int k = 0; k < count; ++k) {
        int i = (int)low + k;
        if (mode == CLB_SAMPLER_REPEAT) i = (i % size + size) % size;
        else if (mode == CLB_SAMPLER_CLAMP) i = i < 0 ? -1 : i > size ? size : i;
        else i = i < 0 ? 0 : i > size - 1 ? size - 1 : i;
        index[k] = i;
        weight[k] = k ? a : 1 - a;
    }
    return count;
}

static void sample(const picture *p, uint32_t s, const double *at, double to[4])
{
    const clb_native_image *m = &p->native;
    const int sizes[3] = {(int)m->width, (int)m->height, (int)m->depth}, dims = (int)m->dimensions;
    const size_t pitch[3] = {m->pixel_size, m->row_pitch, m->slice_pitch};
    int index[3][2], count = 1;
    double weight[3][2];
    size_t start = 0;
    for (int d = 0; d < dims; ++d) count = axis(at[d], sizes[d], s, index[d], weight[d]);
    if (m->array_size) {
        const double layer = rint(at[dims]), last = m->array_size - 1;
        start = (size_t)(layer < 0 ? 0 : layer > last ? last : layer) * m->slice_pitch;
    }
    for (int c = 0; c < 4; ++c) to[c] = 0;
    for (int corner = 0; corner < (count == 2 ? 1 << dims : 1); ++corner) {
        double w = 1, own[4] = {0, 0, 0, p->order->border_alpha};
        size_t place = start;
        bool outside = false;
        for (int d = 0; d < dims; ++d) {
            const int k = corner >> d & 1, i = index[d][k];
            w *= weight[d][k];
            outside = outside || i < 0 || i >= sizes[d];
            place += outside ? 0 : (size_t)i * pitch[d];
        }
        if (!outside) decode(p, place, own);
        for (int c = 0; c < 4; ++c) to[c] += w * own[c];
    }
}

/* ---- Running ---- */

static size_t failures, runs;

/* At every level, one after the other. `check` looks at what each has written. */
static void run(const char *name, void *const *arguments, void (*reset)(void *), size_t (*check)(void *), void *context)
{
    static _Alignas(128) unsigned char scratch[1 << 20];
    const size_t local[3] = {LOCAL, 1, 1}, global[3] = {ITEMS, 1, 1}, offset[3] = {0};
    const clb_native_range range = clb_native_range_make(1, global, local, offset);
    const int32_t number = clb_kernel_find(&images_of_kernels_bundle, name);
    const clb_native_kernel *k = number < 0 ? NULL : &images_of_kernels_bundle.native[number];
    if (!k || k->reason || k->fixed_scratch + k->context_scratch * LOCAL > sizeof scratch) {
        fprintf(stderr, "%s: %s\n", name, k && k->reason ? k->reason : "no such kernel");
        ++failures;
        return;
    }
    for (int level = 0; level < CLB_NATIVE_LEVELS; ++level) {
#if defined(__x86_64__)
        if (level == CLB_NATIVE_V3 && !__builtin_cpu_supports("avx2")) break;
        if (level == CLB_NATIVE_V4 && !__builtin_cpu_supports("avx512vl")) break;
#endif
        if (!k->run[level]) {
            failures += level == 0;
            break;
        }
        reset(context);
        k->run[level](&range, arguments, 0, GROUPS, scratch);
        const size_t wrong = check(context);
        ++runs;
        if (wrong && failures < 40) fprintf(stderr, "%s at level %d: %zu pixels are wrong\n", name, level, wrong);
        failures += wrong != 0;
    }
}

/* ---- Checking reads ---- */

typedef struct reading {
    const picture *p;
    uint32_t sampler;
    bool depth; /* one number a pixel */
    bool rows;  /* neighbouring work-items read neighbouring pixels */
    double at[ITEMS][4];
    float real[ITEMS * 4];
    int32_t whole[ITEMS * 4];
    uint32_t out[ITEMS * 4];
    int n;
} reading;

static void reset_reading(void *context)
{
    reading *r = context;
    memset(r->out, 0x77, sizeof r->out);
}

static bool is_near(double found, double wanted, bool filtered, double size)
{
    const double scale = fmax(fabs(wanted), 1e-3);
    return fabs(found - wanted) <= (filtered ? 6 * size * 0x1p-23 * 3 + 3e-7 * scale : 2e-7 * scale);
}

static size_t check_reading(void *context)
{
    reading *r = context;
    const int numbers = r->depth ? 1 : 4;
    size_t wrong = 0;
    for (int i = 0; i < ITEMS; ++i) {
        double wanted[4];
        const bool silent = i >= r->n || i % 5 == 3;
        bool fine = true;
        if (!silent) sample(r->p, r->sampler, r->at[i], wanted);
        for (int c = 0; c < numbers; ++c) {
            const uint32_t bits = r->out[numbers * i + c];
            float f;
            memcpy(&f, &bits, sizeof f);
            if (silent) fine = fine && bits == 0x77777777;
            else if (!is_integer(r->p))
                fine = fine && is_near((double)f, wanted[c], (r->sampler & CLB_SAMPLER_LINEAR) != 0, 64);
            else fine = fine && (r->p->type->meaning == NATURAL ? (double)bits : (double)(int32_t)bits) == wanted[c];
        }
        wrong += !fine;
    }
    return wrong;
}

/* Coordinates that are not at the border of two pixels; some beyond the image where the mode allows them. */
static void set_coordinates(reading *r, bool whole, int width)
{
    const clb_native_image *m = &r->p->native;
    const uint32_t sizes[3] = {m->width, m->height, m->depth};
    const bool inside = !(r->sampler & CLB_SAMPLER_ADDRESSING);
    for (int i = 0; i < ITEMS; ++i)
        for (int d = 0; d < width; ++d) {
            const bool layer = d == (int)m->dimensions && m->array_size;
            const double size = layer ? m->array_size : d < (int)m->dimensions ? sizes[d] : 1;
            const uint32_t before = d == 0 ? 1 : d == 1 ? m->width : m->width * m->height;
            double low = floor(uniform(inside ? 0 : -0.6, inside ? 0.999 : 1.6) * size);
            if (inside && low > size - 1) low = size - 1;
            if (r->rows) low = (double)((uint32_t)i / before % (uint32_t)size);
            const double part = r->rows ? (layer ? 0 : 0.5) : layer ? uniform(-0.4, 0.4) : uniform(0.1, 0.9);
            const bool normalized = (r->sampler & CLB_SAMPLER_NORMALIZED) && !layer;
            const float real = (float)(normalized ? (low + part) / size : low + part);
            r->real[width * i + d] = real;
            r->whole[width * i + d] = (int32_t)low;
            r->at[i][d] = whole ? low + (layer ? 0 : 0.5) : (double)real;
        }
}

static reading own_reading;

static void read_with(const picture *p, const char *kind, const char *letter, int width, uint32_t sampler, bool whole,
                      bool plain)
{
    reading *r = &own_reading;
    char name[32];
    uintptr_t bits = sampler;
    r->p = p;
    r->sampler = plain ? 0 : sampler;
    r->depth = p->order->order == CLB_ORDER_DEPTH;
    r->n = N;
    set_coordinates(r, whole || plain, width);
    void *with[] = {(void *)(uintptr_t)&p->native, &bits, whole ? (void *)r->whole : (void *)r->real, r->out, &r->n};
    void *without[] = {(void *)(uintptr_t)&p->native, r->whole, r->out, &r->n};
    (void)snprintf(name, sizeof name, "%s_%s_%s", plain ? "plain" : whole ? "whole" : "real", kind, letter);
    run(name, plain ? without : with, reset_reading, check_reading, r);
}

/* All samplers that OpenCL allows. */
static void read_all(const picture *p, const char *kind, const char *letter, int width)
{
    static const uint32_t modes[] = {0, CLB_SAMPLER_CLAMP_TO_EDGE, CLB_SAMPLER_CLAMP, CLB_SAMPLER_REPEAT,
                                     CLB_SAMPLER_MIRRORED_REPEAT};
    for (size_t m = 0; m < 5; ++m)
        for (uint32_t normalized = 0; normalized < 2; ++normalized)
            for (uint32_t linear = 0; linear < 2; ++linear) {
                if (m >= 3 && !normalized) continue;
                if (linear && is_integer(p)) continue;
                if (linear && m == 0) continue; /* its second pixel would be outside */
                const uint32_t sampler = modes[m] | (normalized ? CLB_SAMPLER_NORMALIZED : 0) |
                                         (linear ? CLB_SAMPLER_LINEAR : CLB_SAMPLER_NEAREST);
                read_with(p, kind, letter, width, sampler, false, false);
                if (!normalized && !linear) read_with(p, kind, letter, width, sampler, true, false);
            }
    read_with(p, kind, letter, width, 0, true, true);
    own_reading.rows = true;
    read_with(p, kind, letter, width, 0, true, true);
    read_with(p, kind, letter, width, CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_REPEAT, false, false);
    if (!is_integer(p)) read_with(p, kind, letter, width, CLB_SAMPLER_CLAMP | CLB_SAMPLER_LINEAR, false, false);
    own_reading.rows = false;
}

/* ---- Checking writes ---- */

typedef struct writing {
    picture *p;
    unsigned char *before, *wanted,
        *other; /* `other`: the other pixel that is right where a number is nearly between */
    int32_t at[ITEMS * 4];
    uint32_t in[ITEMS * 4];
    int n;
} writing;

static void reset_writing(void *context)
{
    writing *w = context;
    memcpy(w->p->memory, w->before, w->p->bytes);
}

static size_t check_writing(void *context)
{
    writing *w = context;
    size_t wrong = 0;
    for (size_t i = 0; i < w->p->bytes; ++i) {
        if (w->p->order->order == CLB_ORDER_SRGBX && i % 4 == 3) continue; /* what x gets is not defined */
        wrong += w->p->memory[i] != w->wanted[i] && w->p->memory[i] != w->other[i];
    }
    return wrong;
}

static uint32_t half_of(double x)
{
    const uint32_t sign = signbit(x) ? 0x8000 : 0;
    const double size = fabs(x);
    if (x != x) return sign | 0x7e00;
    if (size >= 65520) return sign | 0x7c00;
    if (size < 0x1p-14) return sign | (uint32_t)nearbyint(size * 0x1p24);
    int e;
    const double m = frexp(size, &e);
    const uint32_t bits = (uint32_t)nearbyint(m * 2048);
    return sign | (((uint32_t)(e + 13) << 10) + bits);
}

/* A number that a kernel writes, as a channel of `most`; *other differs where rounding may go both ways. */
static uint32_t quantum(double x, double low, double most, uint32_t *other)
{
    if (x != x) return *other = 0;
    const double own = fmin(fmax(x * most, low), most), near = nearbyint(own);
    const double second =
        fabs(fabs(own - near) - 0.5) < 1e-3 + most * 0x1p-23 ? (own > near ? near + 1 : near - 1) : near;
    *other = (uint32_t)(int32_t)second;
    return (uint32_t)(int32_t)near;
}

static uint32_t encode(const picture *p, int c, uint32_t bits, int most, uint32_t *other)
{
    const struct type_data *t = p->type;
    float f;
    memcpy(&f, &bits, sizeof f);
    const int32_t whole = (int32_t)bits;
    *other = bits;
    if (most) return quantum((double)f, 0, most, other);
    switch (t->meaning) {
    case SNORM: return quantum((double)f, t->bytes == 1 ? -128 : -32768, t->bytes == 1 ? 127 : 32767, other);
    case UNORM:
        if (*p->order->goes_with == 's' && c < 3)
            return quantum(f > 0 ? to_srgb(fmin((double)f, 1)) : f != f ? (double)f : 0, 0, 255, other);
        return quantum((double)f, 0, t->bytes == 1 ? 255 : 65535, other);
    case INTEGER: {
        const int32_t limit = t->bytes == 1 ? 127 : 32767;
        if (t->bytes < 4) *other = (uint32_t)(whole < -limit - 1 ? -limit - 1 : whole > limit ? limit : whole);
        return *other;
    }
    case NATURAL: {
        const uint32_t limit = t->bytes == 1 ? 255 : 65535;
        if (t->bytes < 4) *other = bits > limit ? limit : bits;
        return *other;
    }
    case REAL: return t->bytes == 4 ? bits : (*other = half_of((double)f));
    }
    return 0;
}

static void put(unsigned char *to, uint32_t bits, int bytes)
{
    const uint8_t one = (uint8_t)bits;
    const uint16_t two = (uint16_t)bits;
    memcpy(to, bytes == 1 ? (const void *)&one : bytes == 2 ? (const void *)&two : (const void *)&bits, (size_t)bytes);
}

static void encode_pixel(const writing *w, size_t at, const uint32_t *in, bool depth)
{
    const picture *p = w->p;
    const struct type_data *t = p->type;
    uint32_t packed = 0, packed_other = 0, other;
    for (int c = 0; c < (depth ? 1 : 4); ++c) {
        const char place = p->order->places[c];
        if (place == 'z' || place == 'o') continue;
        if (p->order->places[0] == '0' && p->order->places[1] == '0' && c > 0) continue; /* red alone is stored */
        const int channel = place - '0', most = t->fields[channel][1];
        const uint32_t bits = encode(p, c, in[c], most, &other);
        if (t->fields[0][1]) {
            packed |= bits << t->fields[channel][0];
            packed_other |= other << t->fields[channel][0];
        } else {
            put(w->wanted + at + channel * t->bytes, bits, t->bytes);
            put(w->other + at + channel * t->bytes, other, t->bytes);
        }
    }
    if (!t->fields[0][1]) return;
    put(w->wanted + at, packed, t->bytes);
    put(w->other + at, packed_other, t->bytes);
}

static uint32_t some_number(bool integer)
{
    static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 2.0f, -2.0f, 1e30f, -1e30f, 6e-8f, 65519.0f, 0x1p-15f};
    const float f = next() % 4 == 0 ? special[next() % 11] : (float)uniform(-1.3, 1.3);
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return integer ? next() % 3 == 0 ? next() % 300 : next() * 2654435761u : bits;
}

static void write_all(picture *p, const char *kind, const char *letter, int width)
{
    static writing own;
    writing *w = &own;
    const clb_native_image *m = &p->native;
    const bool depth = p->order->order == CLB_ORDER_DEPTH;
    const size_t layers = m->array_size ? m->array_size : m->depth, pixels = (size_t)m->width * m->height * layers;
    char name[32];
    w->p = p;
    w->n = N;
    w->before = malloc(3 * p->bytes);
    if (!w->before) exit(2);
    w->wanted = w->before + p->bytes;
    w->other = w->wanted + p->bytes;
    memcpy(w->before, p->memory, p->bytes);
    memcpy(w->wanted, p->memory, p->bytes);
    memcpy(w->other, p->memory, p->bytes);
    for (int i = 0; i < ITEMS; ++i) {
        /* Every pixel once, in a mixed order; each seventh work-item writes outside, which does nothing. */
        const size_t pixel = (size_t)i * 41 % pixels; /* which is no multiple of 41 */
        const size_t x = pixel % m->width, y = pixel / m->width % m->height, z = pixel / m->width / m->height;
        const bool outside = i % 7 == 2 || (size_t)i >= pixels;
        int32_t *at = &w->at[width * i];
        for (int d = 0; d < width; ++d) at[d] = 0;
        at[0] = (int32_t)x;
        if (m->dimensions > 1) at[1] = (int32_t)y;
        if (m->dimensions > 2) at[2] = (int32_t)z;
        if (m->array_size) at[m->dimensions] = (int32_t)z;
        if (outside) at[0] = i % 2 ? -1 : (int32_t)m->width;
        for (int c = 0; c < 4; ++c) w->in[depth ? i : 4 * i + c] = some_number(is_integer(p));
        if (outside || i >= N || i % 5 == 3) continue;
        encode_pixel(w, x * m->pixel_size + y * m->row_pitch + z * m->slice_pitch, &w->in[depth ? i : 4 * i], depth);
    }
    void *arguments[] = {&p->native, w->at, w->in, &w->n};
    (void)snprintf(name, sizeof name, "write_%s_%s", kind, letter);
    run(name, arguments, reset_writing, check_writing, w);
    free(w->before);
}

/* ---- The other kernels ---- */

typedef struct asking {
    int32_t out[6], wanted[6];
} asking;

static void reset_asking(void *context)
{
    memset(((asking *)context)->out, 0, sizeof((asking *)context)->out);
}

static size_t check_asking(void *context)
{
    const asking *a = context;
    size_t wrong = 0;
    for (int i = 0; i < 6; ++i) wrong += a->out[i] != a->wanted[i];
    return wrong;
}

static void ask(const picture *p, const char *kind)
{
    const clb_native_image *m = &p->native;
    const bool dims = strcmp(kind, "2d") == 0 || strcmp(kind, "2da") == 0 || strcmp(kind, "3d") == 0;
    char name[32];
    asking a = {.wanted = {(int32_t)m->width, m->dimensions > 1 ? (int32_t)m->height : 0,
                           m->dimensions > 2 ? (int32_t)m->depth + 1000 * (int32_t)m->depth : 0, (int32_t)m->array_size,
                           (int32_t)m->type, (int32_t)m->order}};
    if (dims) a.wanted[1] += 1000 * (int32_t)m->width + 100000 * (int32_t)m->height;
    void *arguments[] = {(void *)(uintptr_t)m, a.out};
    (void)snprintf(name, sizeof name, "ask_%s", kind);
    run(name, arguments, reset_asking, check_asking, &a);
}

typedef struct changing {
    picture *p;
    float before[ITEMS * 4], out[ITEMS * 4];
    int32_t at[ITEMS * 2];
    int n;
} changing;

static void reset_changing(void *context)
{
    changing *c = context;
    for (int i = 0; i < ITEMS; ++i)
        memcpy(c->p->memory + (size_t)(i / 16) * c->p->native.row_pitch + (size_t)(i % 16) * 16, &c->before[4 * i], 16);
}

static size_t check_changing(void *context)
{
    changing *c = context;
    size_t wrong = 0;
    for (int i = 0; i < ITEMS; ++i)
        for (int k = 0; k < 4; ++k) {
            float found;
            const bool silent = i >= c->n || i % 5 == 3;
            const float wanted = c->before[4 * i + k] + (silent ? 0.0f : 1.0f);
            memcpy(&found, c->p->memory + (size_t)(i / 16) * c->p->native.row_pitch + (size_t)(i % 16) * 16 + 4 * k, 4);
            wrong += !(found == wanted) || (!silent && !(c->out[4 * i + k] == wanted));
        }
    return wrong;
}

typedef struct halving {
    picture *to;
    float at[ITEMS * 2];
    uint16_t kept[ITEMS * 4];
    int32_t right[ITEMS];
    int n;
} halving;

static void reset_halving(void *context)
{
    halving *h = context;
    memset(h->right, 0, sizeof h->right);
    memset(h->kept, 0, sizeof h->kept);
    for (int i = 0; i < ITEMS / 16; ++i) memset(h->to->memory + (size_t)i * h->to->native.row_pitch, 0, 16 * 16);
}

/* What was written to an image of floats is exactly what was read, and not all of it is zero. */
static size_t check_halving(void *context)
{
    const halving *h = context;
    size_t wrong = 0, other = 0;
    for (int i = 0; i < ITEMS; ++i)
        for (int k = 0; k < 4; ++k) {
            float found;
            const bool silent = i >= h->n || i % 5 == 3;
            memcpy(&found, h->to->memory + (size_t)(i / 16) * h->to->native.row_pitch + (size_t)(i % 16) * 16 + 4 * k,
                   4);
            wrong += !((double)found == of_half(h->kept[4 * i + k])) || h->right[i] != !silent;
            other += found > 0.0f;
        }
    return wrong + (other == 0);
}

static const struct type_data *type_of(clb_channel_type type)
{
    for (size_t i = 0; i < TYPES; ++i)
        if (types[i].type == type) return &types[i];
    return NULL;
}

static const struct order_data *order_of(clb_channel_order order)
{
    for (size_t i = 0; i < ORDERS; ++i)
        if (orders[i].order == order) return &orders[i];
    return NULL;
}

static void change_and_inner(void)
{
    static changing c;
    picture p;
    make(&p, order_of(CLB_ORDER_RGBA), type_of(CLB_CHANNEL_FLOAT), 2, (const uint32_t[3]){16, ITEMS / 16, 1}, 0);
    c.p = &p;
    c.n = N;
    for (int i = 0; i < ITEMS; ++i) {
        for (int k = 0; k < 4; ++k) c.before[4 * i + k] = (float)uniform(-8, 8);
        c.at[2 * i] = i % 16;
        c.at[2 * i + 1] = i / 16;
    }
    void *arguments[] = {&p.native, c.at, c.out, &c.n};
    run("change", arguments, reset_changing, check_changing, &c);
    reading *r = &own_reading;
    r->p = &p;
    r->sampler = CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_REPEAT | CLB_SAMPLER_LINEAR;
    r->depth = false;
    r->n = N;
    set_coordinates(r, false, 2);
    void *inner[] = {&p.native, r->real, r->out, &r->n};
    run("inner", inner, reset_reading, check_reading, r);
    free(p.memory);
}

static void halve(void)
{
    static const clb_channel_type from[] = {CLB_CHANNEL_FLOAT, CLB_CHANNEL_HALF_FLOAT, CLB_CHANNEL_UNORM_INT8};
    static halving h;
    static changing c;
    const uint32_t sizes[3] = {16, ITEMS / 16, 1};
    picture to;
    make(&to, order_of(CLB_ORDER_RGBA), type_of(CLB_CHANNEL_FLOAT), 2, sizes, 0);
    h.to = &to;
    h.n = N;
    for (int i = 0; i < 2 * ITEMS; ++i) h.at[i] = (float)uniform(-1, i % 2 ? ITEMS / 16 + 1 : 17);
    for (size_t t = 0; t < sizeof from / sizeof *from; ++t)
        for (int linear = 0; linear < 2; ++linear) {
            picture p;
            make(&p, order_of(CLB_ORDER_RGBA), type_of(from[t]), 2, sizes, 0);
            uintptr_t sampler = CLB_SAMPLER_CLAMP_TO_EDGE | (linear ? CLB_SAMPLER_LINEAR : CLB_SAMPLER_NEAREST);
            void *arguments[] = {&p.native, &to.native, &sampler, h.at, h.kept, h.right, &h.n};
            run("halves", arguments, reset_halving, check_halving, &h);
            free(p.memory);
        }
    c.p = &to;
    c.n = N;
    for (int i = 0; i < ITEMS; ++i) {
        for (int k = 0; k < 4; ++k) c.before[4 * i + k] = (float)(i % 64) / 8.0f - 4.0f; /* exact as halves */
        c.at[2 * i] = i % 16;
        c.at[2 * i + 1] = i / 16;
    }
    void *arguments[] = {&to.native, c.at, c.out, &c.n};
    run("change_halves", arguments, reset_changing, check_changing, &c);
    free(to.memory);
}

int main(void)
{
    static const struct {
        const char *name;
        uint32_t dimensions, sizes[3], layers;
        int width; /* coordinates */
        bool of_buffer, depth;
    } kinds[] = {
        {"1d", 1, {37, 1, 1}, 0, 1, false, false},  {"1da", 1, {19, 1, 1}, 5, 2, false, false},
        {"2d", 2, {17, 13, 1}, 0, 2, false, false}, {"2da", 2, {9, 7, 1}, 4, 4, false, false},
        {"3d", 3, {7, 6, 5}, 0, 4, false, false},   {"1db", 1, {300, 1, 1}, 0, 1, true, false},
        {"2dd", 2, {17, 13, 1}, 0, 2, false, true}, {"2dad", 2, {9, 7, 1}, 4, 4, false, true},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
        for (size_t o = 0; o < ORDERS; ++o)
            for (size_t t = 0; t < TYPES; ++t) {
                if (!goes_with(&orders[o], &types[t])) continue;
                if ((orders[o].order == CLB_ORDER_DEPTH) != kinds[k].depth) continue;
                picture p;
                make(&p, &orders[o], &types[t], kinds[k].dimensions, kinds[k].sizes, kinds[k].layers);
                const char *letter = types[t].meaning == INTEGER ? "i" : types[t].meaning == NATURAL ? "ui" : "f";
                const bool known = *letter == 'f' || strcmp(kinds[k].name, "2d") == 0;
                if (known && kinds[k].of_buffer) {
                    read_with(&p, kinds[k].name, letter, 1, 0, true, true);
                    own_reading.rows = true;
                    read_with(&p, kinds[k].name, letter, 1, 0, true, true);
                    own_reading.rows = false;
                } else if (known) read_all(&p, kinds[k].name, letter, kinds[k].width);
                if (known) write_all(&p, kinds[k].name, letter, kinds[k].width);
                ask(&p, kinds[k].name);
                free(p.memory);
            }
    change_and_inner();
    halve();
    printf("%zu runs, %zu failures\n", runs, failures);
    return failures != 0;
}
