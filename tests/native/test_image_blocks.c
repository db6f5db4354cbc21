/* Blocks of images that sub-groups read and write, natively at all levels, against a reference that moves one byte at a
 * time and is written from the specifications alone: cl_intel_subgroups (revision 9), cl_intel_subgroups_short, _char
 * and _long, cl_intel_media_block_io. Where they leave open what happens outside of an image, since a pixel is smaller
 * or larger than an element, it is what image.h promises: the same byte of the nearest pixel, and no byte outside is
 * written. Knows the kernels of conformance/image_blocks.cl and the description of an image, not how native code moves
 * blocks.
 *
 * SPDX-License-Identifier: MIT */
#include "image_blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const clb_bundle image_blocks_bundle;

enum { LOCAL = 48, GROUPS = 6, ITEMS = LOCAL * GROUPS, GAP = 3, ROWS = 16 /* of a block at most */, MOST = 16 * 8 };

typedef struct kernel_case {
    char name[64];
    int bytes, components, items; /* of an element; of a work-item; of a sub-group */
    int width, height;            /* of a media block; or 0 */
    bool writes, changes;
} kernel_case;

typedef struct picture {
    clb_native_image native;
    size_t size;
    unsigned char *memory, *before, *wanted;
} picture;

static size_t failures, runs;
static uint32_t seed = 4711;
static int32_t at[ITEMS][2];
static unsigned char items[ITEMS * MOST], expected[ITEMS * MOST], known[ITEMS * MOST];

static uint32_t next(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8 ^ seed << 20;
}

static int between(int low, int high)
{
    return low + (int)(next() % (uint32_t)(high - low + 1));
}

static void make(picture *p, clb_channel_order order, clb_channel_type type, uint32_t channels, uint32_t size)
{
    clb_native_image *m = &p->native;
    *m = (clb_native_image){.tag = CLB_NATIVE_IMAGE_TAG,
                            .dimensions = 2,
                            .width = 61,
                            .height = 2 * ROWS * ITEMS / 8,
                            .depth = 1,
                            .order = (uint32_t)order,
                            .type = (uint32_t)type,
                            .pixel_size = size,
                            .channels = channels};
    m->row_pitch = (m->width + GAP) * m->pixel_size;
    m->slice_pitch = m->row_pitch * m->height;
    p->size = m->slice_pitch;
    p->before = malloc(3 * p->size);
    if (!p->before) exit(2);
    p->memory = p->before + p->size;
    p->wanted = p->memory + p->size;
    m->data = p->memory;
    for (size_t i = 0; i < p->size; ++i) p->before[i] = (unsigned char)next();
}

/* ---- The reference ---- */

static int64_t limited(int64_t i, int64_t count)
{
    return i < 0 ? 0 : i < count ? i : count - 1;
}

static unsigned char byte_near(const picture *p, int64_t x, int64_t y)
{
    const clb_native_image *m = &p->native;
    const int64_t size = m->pixel_size, within = (x % size + size) % size, pixel = (x - within) / size;
    return p->wanted[(size_t)limited(y, m->height) * m->row_pitch + (size_t)(limited(pixel, m->width) * size + within)];
}

static void put_byte(picture *p, int64_t x, int64_t y, unsigned char value)
{
    const clb_native_image *m = &p->native;
    if (x < 0 || y < 0 || y >= m->height || x >= (int64_t)m->width * m->pixel_size) return;
    p->wanted[(size_t)y * m->row_pitch + (size_t)x] = value;
}

/* Where element c of work-item `item` of a sub-group is in the block. false: it has none. */
static bool find_element(const kernel_case *k, int item, int c, int64_t *x, int64_t *y)
{
    const int number = c * k->items + item;
    *x = (int64_t)k->bytes * (k->width ? number % k->width : item);
    *y = k->width ? number / k->width : c;
    return !k->width || *y < k->height;
}

static void expect(const kernel_case *k, picture *p)
{
    memcpy(p->wanted, p->before, p->size);
    memset(known, 0, sizeof known);
    for (int i = 0; i < ITEMS; ++i)
        for (int c = 0; c < k->components; ++c) {
            const int32_t *origin = at[i / k->items];
            const int first = (i * k->components + c) * k->bytes;
            int64_t x, y;
            if (!find_element(k, i % k->items, c, &x, &y)) continue;
            for (int b = 0; b < k->bytes; ++b) {
                if (k->writes) put_byte(p, origin[0] + x + b, origin[1] + y, items[first + b]);
                else expected[first + b] = byte_near(p, origin[0] + x + b, origin[1] + y);
                known[first + b] = !k->writes;
            }
        }
}

/* The kernel change_...: sums over rows, which are written eight rows farther down. */
static void expect_changes(const kernel_case *k, picture *p)
{
    memcpy(p->wanted, p->before, p->size);
    memset(known, 0, sizeof known);
    for (int i = 0; i < ITEMS; ++i) {
        const int sub = i / k->items;
        const int64_t left = (int64_t)at[sub][0] + 2 * (i % k->items);
        for (int c = 0; sub % 3 != 1 && c < k->components; ++c) {
            uint16_t sum = 0, own;
            for (int row = 0; row <= sub % 4; ++row) {
                const unsigned char bytes[2] = {byte_near(p, left, at[sub][1] + row + c),
                                                byte_near(p, left + 1, at[sub][1] + row + c)};
                memcpy(&own, bytes, 2);
                sum = (uint16_t)(sum + own);
            }
            memcpy(&expected[(i * k->components + c) * 2], &sum, 2);
            memset(&known[(i * k->components + c) * 2], 1, 2);
        }
    }
    for (int i = 0; i < ITEMS; ++i)
        for (int c = 0; i / k->items % 3 != 1 && c < k->components; ++c)
            for (int b = 0; b < 2; ++b)
                put_byte(p, (int64_t)at[i / k->items][0] + 2 * (i % k->items) + b, at[i / k->items][1] + 8 + c,
                         expected[(i * k->components + c) * 2 + b]);
}

/* ---- Running ---- */

static void run_levels(const kernel_case *k, picture *p)
{
    static _Alignas(128) unsigned char scratch[1 << 20];
    const size_t local[3] = {LOCAL, 1, 1}, global[3] = {ITEMS, 1, 1}, offset[3] = {0};
    const clb_native_range range = clb_native_range_make(1, global, local, offset);
    const int32_t number = clb_kernel_find(&image_blocks_bundle, k->name);
    const clb_native_kernel *native = number < 0 ? NULL : &image_blocks_bundle.native[number];
    static _Alignas(128) unsigned char own[sizeof items];
    void *arguments[] = {&p->native, at, own};
    if (!native || native->reason || native->fixed_scratch + native->context_scratch * LOCAL > sizeof scratch) {
        fprintf(stderr, "%s: %s\n", k->name,
                native && native->reason ? native->reason : "no such kernel, or too much memory");
        ++failures;
        return;
    }
    for (int level = 0; level < CLB_NATIVE_LEVELS; ++level) {
#if defined(__x86_64__)
        if (level == CLB_NATIVE_V3 && !__builtin_cpu_supports("avx2")) break;
        if (level == CLB_NATIVE_V4 && !__builtin_cpu_supports("avx512vl")) break;
#endif
        if (!native->run[level]) continue;
        size_t wrong = 0;
        memcpy(p->memory, p->before, p->size);
        memcpy(own, items, sizeof own);
        native->run[level](&range, arguments, 0, GROUPS, scratch);
        for (size_t i = 0; i < sizeof own; ++i) wrong += known[i] && own[i] != expected[i];
        for (size_t i = 0; i < p->size; ++i) wrong += p->memory[i] != p->wanted[i];
        ++runs;
        if (wrong && failures < 40)
            fprintf(stderr, "%s at level %d, pixels of %u bytes: %zu bytes are wrong\n", k->name, level,
                    p->native.pixel_size, wrong);
        failures += wrong != 0;
    }
}

/* Blocks of different sub-groups have no byte in common, since they may be written in any order. */
static void place_blocks(const kernel_case *k, const picture *p)
{
    static const int32_t far[] = {INT32_MAX, INT32_MIN, INT32_MAX - 3, INT32_MIN + 8};
    const int bytes = (int)(p->native.width * p->native.pixel_size);
    for (int s = 0; s < ITEMS / k->items; ++s) {
        const int x = next() % 3 ? between(-20, bytes + 20) : between(0, bytes / 2);
        const bool whole = k->writes || k->width || k->changes;
        at[s][0] = next() % 16 ? x : far[next() % 4];
        if (whole) at[s][0] &= ~3;
        at[s][1] = 2 * ROWS * s - 5;
        if (!k->writes && !k->changes)
            at[s][1] = next() % 16 ? between(-9, 25) + (next() % 2 ? (int)p->native.height - 20 : 0) : far[next() % 4];
    }
    for (size_t i = 0; i < sizeof items; ++i) items[i] = (unsigned char)next();
}

/* false: the kernel has another name than those of blocks. */
static bool parse(const char *name, kernel_case *k)
{
    char kind[16];
    memset(k, 0, sizeof *k);
    const int found =
        sscanf(name, "%15[a-z]_%d_%d_%d_%d_%d", kind, &k->bytes, &k->components, &k->items, &k->width, &k->height);
    (void)snprintf(k->name, sizeof k->name, "%s", name);
    k->writes = strcmp(kind, "write") == 0;
    k->changes = strcmp(kind, "change") == 0;
    return (found == 4 || found == 6) && k->bytes * k->components <= MOST &&
           (k->writes || k->changes || strcmp(kind, "read") == 0);
}

int main(void)
{
    static const struct {
        clb_channel_order order;
        clb_channel_type type;
        uint32_t channels, size;
    } formats[] = {
        {CLB_ORDER_R, CLB_CHANNEL_UNSIGNED_INT8, 1, 1},     {CLB_ORDER_RG, CLB_CHANNEL_UNORM_INT8, 2, 2},
        {CLB_ORDER_RGBA, CLB_CHANNEL_UNORM_INT8, 4, 4},     {CLB_ORDER_R, CLB_CHANNEL_FLOAT, 1, 4},
        {CLB_ORDER_RGBA, CLB_CHANNEL_UNSIGNED_INT16, 4, 8},
    };
    for (size_t f = 0; f < sizeof formats / sizeof *formats; ++f) {
        picture p;
        make(&p, formats[f].order, formats[f].type, formats[f].channels, formats[f].size);
        for (uint32_t i = 0; i < image_blocks_bundle.kernel_count; ++i) {
            const clb_span s = image_blocks_bundle.kernels[i].name;
            char name[64];
            kernel_case k;
            for (size_t n = 0; n < s.length && n < sizeof name - 1; ++n)
                name[n] = image_blocks_bundle.text[(s.offset + n) / CLB_TEXT_ROW][(s.offset + n) % CLB_TEXT_ROW];
            name[s.length < sizeof name ? s.length : sizeof name - 1] = '\0';
            if (!parse(name, &k)) {
                fprintf(stderr, "%s: the test knows no such kernel\n", name);
                return 1;
            }
            for (int round = 0; round < 3; ++round) {
                place_blocks(&k, &p);
                if (k.changes) expect_changes(&k, &p);
                else expect(&k, &p);
                run_levels(&k, &p);
            }
        }
        free(p.before);
    }
    printf("%zu runs, %zu failures\n", runs, failures);
    return failures != 0 || runs == 0;
}
