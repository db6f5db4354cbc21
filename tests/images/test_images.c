/* Images of the runtime, natively or on an OpenCL device: made from host memory, over it and over buffers, read,
 * written, copied, filled and mapped in parts; kernels with images and samplers; and what is refused.
 *
 * usage: test_images native | opencl     skipped where there is no such device
 *
 * SPDX-License-Identifier: MIT */
#include "images.h"

#include "clbundle/clbundle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static clb_device *device;
static bool native;

#define OK(call_)                                                                   \
    do {                                                                            \
        clb_error error = {0};                                                      \
        const clb_status ok_ = (call_);                                             \
        if (ok_ != CLB_OK) fail_msg("%s: %s", clb_status_name(ok_), error.message); \
    } while (0)

/* The call fails with the status, and the message contains the text. */
#define FAILS(call_, status_, text_)                                                             \
    do {                                                                                         \
        clb_error error = {0};                                                                   \
        const clb_status failed_ = (call_);                                                      \
        if (failed_ != (status_) || error.status != (status_) || !strstr(error.message, text_))  \
            fail_msg("%s: \"%s\" lacks \"%s\"", clb_status_name(failed_), error.message, text_); \
    } while (0)

#define PARAMS(...) CLB_PARAMS(clb_image_params, __VA_ARGS__)
#define BYTES .order = CLB_ORDER_RGBA, .type = CLB_CHANNEL_UNORM_INT8
#define WORDS .order = CLB_ORDER_R, .type = CLB_CHANNEL_UNSIGNED_INT32

static clb_image *make(const clb_image_params *params)
{
    clb_image *image = NULL;
    OK(clb_image_create(device, params, &image, &error));
    return image;
}

/* ---- Pixels ---------------------------------------------------------------------------------------------------------
 */

/* Of each kind: from host memory with gaps, and a part of it back to memory with other gaps. */
static void parts_of_every_kind_come_back_as_they_were(void **state)
{
    enum { W = 7, H = 5, D = 3, ROW = 9, SLICE = ROW * 6 };
    static const struct {
        clb_image_kind kind;
        size_t sizes[3], layers;
        size_t extent[3];
    } kinds[] = {{CLB_IMAGE_2D, {W, H, 0}, 0, {W, H, 1}},
                 {CLB_IMAGE_3D, {W, H, D}, 0, {W, H, D}},
                 {CLB_IMAGE_2D_ARRAY, {W, H, 0}, D, {W, H, D}},
                 {CLB_IMAGE_1D, {W, 0, 0}, 0, {W, 1, 1}},
                 {CLB_IMAGE_1D_ARRAY, {W, 0, 0}, H, {W, H, 1}}};
    static uint32_t in[SLICE * D];
    for (size_t i = 0; i < SLICE * D; i++) in[i] = (uint32_t)i * 2654435761u;
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const bool rows = kinds[k].kind == CLB_IMAGE_1D_ARRAY, slices = kinds[k].extent[2] > 1;
        uint32_t out[6 * 4 * 2], whole[W * H * D];
        clb_image *image =
            make(PARAMS(WORDS, .kind = kinds[k].kind, .width = kinds[k].sizes[0], .height = kinds[k].sizes[1],
                        .depth = kinds[k].sizes[2], .layers = kinds[k].layers, .host = in, .row_pitch = 4 * ROW,
                        .slice_pitch = rows     ? 4 * ROW
                                       : slices ? 4 * SLICE
                                                : 0));
        memset(out, 0, sizeof out);
        clb_image_region part = {.origin = {2, kinds[k].extent[1] > 1 ? 1 : 0, slices ? 1 : 0}, .row_pitch = 24};
        for (int d = 0; d < 3; d++)
            part.size[d] = kinds[k].extent[d] > 1 ? kinds[k].extent[d] - part.origin[d] - (d < 2) : 1;
        if (slices) part.slice_pitch = 96;
        OK(clb_image_read(image, &part, out, &error));
        for (size_t z = 0; z < part.size[2]; z++)
            for (size_t y = 0; y < part.size[1]; y++)
                for (size_t x = 0; x < 6; x++) {
                    const size_t from = (part.origin[2] + z) * SLICE + (part.origin[1] + y) * ROW + 2 + x;
                    const uint32_t expected = x < part.size[0] ? in[from] : 0;
                    if (out[(z * 4 + y) * 6 + x] != expected)
                        fail_msg("kind %d: pixel %zu, %zu, %zu is %u, not %u", (int)kinds[k].kind, x, y, z,
                                 (unsigned)out[(z * 4 + y) * 6 + x], (unsigned)expected);
                }
        /* The part goes back to another place; the rest stays. */
        clb_image_region moved = part;
        for (int d = 0; d < 3; d++) moved.origin[d] = 0;
        OK(clb_image_write(image, &moved, out, &error));
        OK(clb_image_read(image, NULL, whole, &error));
        for (size_t z = 0; z < kinds[k].extent[2]; z++)
            for (size_t y = 0; y < kinds[k].extent[1]; y++)
                for (size_t x = 0; x < W; x++) {
                    const bool inside = x < part.size[0] && y < part.size[1] && z < part.size[2];
                    const uint32_t expected = inside ? out[(z * 4 + y) * 6 + x] : in[z * SLICE + y * ROW + x];
                    assert_int_equal(whole[(z * kinds[k].extent[1] + y) * W + x], expected);
                }
        const clb_image_params *told = clb_image_get_params(image);
        assert_int_equal(told->kind, kinds[k].kind);
        assert_int_equal(told->layers, kinds[k].layers);
        assert_int_equal(told->row_pitch, 0);
        clb_image_release(&image);
        assert_null(image);
    }
}

static void parts_are_copied_between_images_and_buffers(void **state)
{
    enum { W = 6, H = 4 };
    uint32_t in[W * H], out[W * H];
    clb_buffer *buffer = NULL;
    clb_event *event = NULL;
    (void)state;
    for (uint32_t i = 0; i < W * H; i++) in[i] = 100 + i;
    clb_image *a = make(PARAMS(WORDS, .width = W, .height = H, .host = in)),
              *b = make(PARAMS(WORDS, .width = W, .height = H));
    OK(clb_buffer_create(device, sizeof in + 8, NULL, &buffer, &error));
    OK(clb_image_copy(a, NULL, b, NULL, NULL, NULL, &error));
    OK(clb_image_copy(a, &(clb_image_region){.size = {2, 2, 1}}, b, (const size_t[3]){4, 2, 0}, NULL, &event, &error));
    OK(clb_event_wait(event, &error));
    clb_event_release(&event);
    OK(clb_image_read(b, NULL, out, &error));
    for (size_t i = 0; i < W * H; i++) {
        const size_t x = i % W, y = i / W;
        assert_int_equal(out[i], x >= 4 && y >= 2 ? in[(y - 2) * W + x - 4] : in[i]);
    }
    /* Within one image, to a part that does not meet it. */
    OK(clb_image_copy(a, &(clb_image_region){.size = {3, 4, 1}}, a, (const size_t[3]){3, 0, 0}, NULL, NULL, &error));
    OK(clb_image_read(a, NULL, out, &error));
    for (size_t i = 0; i < W * H; i++) assert_int_equal(out[i], in[i % W >= 3 ? i - 3 : i]);
    FAILS(clb_image_copy(a, &(clb_image_region){.size = {4, 4, 1}}, a, (const size_t[3]){2, 0, 0}, NULL, NULL, &error),
          CLB_ERROR_ARGUMENT, "the two parts overlap");
    /* To a buffer, and to another place of the other image. */
    OK(clb_image_copy_to_buffer(a, &(clb_image_region){.origin = {1, 1, 0}, .size = {2, 3, 1}}, buffer, 8, NULL, NULL,
                                &error));
    OK(clb_buffer_read(buffer, 8, out, 24, &error));
    for (size_t i = 0; i < 6; i++) assert_int_equal(out[i], in[(1 + i / 2) * W + 1 + i % 2]);
    OK(clb_image_copy_from_buffer(b, &(clb_image_region){.size = {3, 2, 1}}, buffer, 8, NULL, NULL, &error));
    uint32_t again[W * H];
    OK(clb_image_read(b, &(clb_image_region){.size = {3, 2, 1}}, again, &error));
    assert_memory_equal(again, out, 24);
    FAILS(clb_image_copy_to_buffer(a, NULL, buffer, 12, NULL, NULL, &error), CLB_ERROR_SIZE, "beyond the buffer's");
    clb_image_release(&a);
    clb_image_release(&b);
    clb_buffer_release(&buffer);
}

/* A colour becomes a pixel as the format says. */
static void a_part_is_filled_with_a_colour_of_the_format(void **state)
{
    static const float colour[4] = {1.0f, 0.2f, -0.25f, 0.75f};
    static const int32_t whole[4] = {-200, 3, 40000, 127};
    static const struct {
        clb_channel_order order;
        clb_channel_type type;
        const void *colour;
        size_t size;
        unsigned char pixel[16];
    } cases[] = {
        {CLB_ORDER_RGBA, CLB_CHANNEL_UNORM_INT8, colour, 4, {255, 51, 0, 191}},
        {CLB_ORDER_BGRA, CLB_CHANNEL_UNORM_INT8, colour, 4, {0, 51, 255, 191}},
        {CLB_ORDER_RGBA, CLB_CHANNEL_SIGNED_INT8, whole, 4, {0x80, 3, 127, 127}},
        {CLB_ORDER_R, CLB_CHANNEL_HALF_FLOAT, colour, 2, {0x00, 0x3c}},
        {CLB_ORDER_R, CLB_CHANNEL_FLOAT, colour, 4, {0, 0, 0x80, 0x3f}},
        {CLB_ORDER_RG, CLB_CHANNEL_UNORM_INT16, colour, 4, {0xff, 0xff, 0x33, 0x33}},
    };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        unsigned char out[5 * 3 * 16];
        clb_image *image = NULL;
        clb_error error = {0};
        const clb_status status = clb_image_create(
            device, PARAMS(.order = cases[c].order, .type = cases[c].type, .width = 5, .height = 3), &image, &error);
        if (!native && status == CLB_ERROR_UNSUPPORTED) continue; /* a driver need not have all */
        if (!native && status == CLB_ERROR_DEVICE) continue;
        OK(status);
        memset(out, 7, sizeof out);
        OK(clb_image_write(image, NULL, out, &error));
        OK(clb_image_fill(image, &(clb_image_region){.origin = {1, 1, 0}, .size = {3, 2, 1}}, cases[c].colour, NULL,
                          NULL, &error));
        OK(clb_image_read(image, NULL, out, &error));
        assert_int_equal(clb_image_format_size(cases[c].order, cases[c].type), cases[c].size);
        for (size_t i = 0; i < 15; i++) {
            const bool inside = i % 5 >= 1 && i % 5 < 4 && i / 5 >= 1;
            for (size_t n = 0; n < cases[c].size; n++) {
                const unsigned at = out[i * cases[c].size + n], expected = inside ? cases[c].pixel[n] : 7;
                if (at != expected) fail_msg("case %zu: byte %zu of pixel %zu is %u, not %u", c, n, i, at, expected);
            }
        }
        clb_image_release(&image);
    }
}

static void a_mapped_part_is_the_images_memory(void **state)
{
    enum { W = 8, H = 4 };
    uint32_t in[W * H], out[W * H];
    clb_image_mapping map;
    clb_event *event = NULL;
    (void)state;
    for (uint32_t i = 0; i < W * H; i++) in[i] = i;
    clb_image *image = make(PARAMS(WORDS, .width = W, .height = H, .host = in));
    const clb_image_region part = {.origin = {2, 1, 0}, .size = {3, 2, 1}};
    OK(clb_image_map(image, CLB_MAP_READ | CLB_MAP_WRITE, &part, NULL, &map, NULL, &error));
    for (size_t y = 0; y < 2; y++)
        for (size_t x = 0; x < 3; x++) {
            uint32_t *pixel = (uint32_t *)(void *)((char *)map.pixels + y * map.row_pitch) + x;
            assert_int_equal(*pixel, (y + 1) * W + x + 2);
            *pixel += 1000;
        }
    OK(clb_image_unmap(image, map.pixels, NULL, &event, &error));
    OK(clb_event_wait(event, &error));
    clb_event_release(&event);
    OK(clb_image_read(image, NULL, out, &error));
    for (size_t i = 0; i < W * H; i++) {
        const size_t x = i % W, y = i / W;
        assert_int_equal(out[i], in[i] + (x >= 2 && x < 5 && y >= 1 && y < 3 ? 1000 : 0));
    }
    FAILS(clb_image_map(image, 0, NULL, NULL, &map, NULL, &error), CLB_ERROR_ARGUMENT, "`access` is neither");
    if (native)
        FAILS(clb_image_unmap(image, out, NULL, NULL, &error), CLB_ERROR_ARGUMENT, "is no memory of this image");
    clb_image_release(&image);
}

/* ---- Kernels --------------------------------------------------------------------------------------------------------
 */

static const unsigned char four[4][4] = {{0, 255, 10, 4}, {255, 0, 20, 3}, {1, 2, 30, 2}, {100, 200, 40, 1}};

static void a_kernel_reads_one_image_and_writes_another(void **state)
{
    unsigned char out[4][4];
    clb_event *event = NULL;
    (void)state;
    clb_image *from =
        make(PARAMS(BYTES, .width = 2, .height = 2, .host = (void *)(uintptr_t)four, .access = CLB_ACCESS_IN));
    clb_image *to = make(PARAMS(BYTES, .width = 2, .height = 2, .access = CLB_ACCESS_OUT));
    OK(images_run_invert(device, NULL, images_buffers_invert(.from = from, .to = to, .pixels = 2, .rows = 2), &event,
                         &error));
    OK(clb_event_wait(event, &error));
    clb_event_release(&event);
    OK(clb_image_read(to, NULL, out, &error));
    for (int i = 0; i < 4; i++)
        for (int c = 0; c < 4; c++) assert_int_equal(out[i][c], c < 3 ? 255 - four[i][c] : four[i][c]);
    FAILS(images_run_invert(device, NULL, images_buffers_invert(.from = to, .to = from, .pixels = 2, .rows = 2), NULL,
                            &error),
          CLB_ERROR_ARGUMENT, "which the image was not made for");
    clb_image_release(&from);
    clb_image_release(&to);
}

/* Commands of a queue keep their images. */
static void images_may_be_released_before_their_commands_have_run(void **state)
{
    unsigned char out[4][4], again[4][4];
    clb_queue *queue = NULL;
    (void)state;
    OK(clb_queue_create(device, &queue, &error));
    const clb_command on_queue = {.queue = queue};
    const clb_launch launch = {.queue = queue};
    for (int round = 0; round < 20; round++) {
        clb_image *from = make(PARAMS(BYTES, .width = 2, .height = 2)),
                  *to = make(PARAMS(BYTES, .width = 2, .height = 2));
        clb_image *last = make(PARAMS(BYTES, .width = 2, .height = 2));
        OK(clb_image_write_async(from, NULL, four, &on_queue, NULL, &error));
        OK(images_run_invert(device, &launch, images_buffers_invert(.from = from, .to = to, .pixels = 2, .rows = 2),
                             NULL, &error));
        OK(clb_image_copy(to, NULL, last, NULL, &on_queue, NULL, &error));
        OK(clb_image_read_async(last, NULL, out, &on_queue, NULL, &error));
        OK(clb_image_fill(to, NULL, (const float[4]){0, 0, 0, 0}, &on_queue, NULL, &error));
        OK(clb_image_read_async(to, NULL, again, &on_queue, NULL, &error));
        clb_image_release(&from);
        clb_image_release(&to);
        clb_image_release(&last);
        OK(clb_queue_finish(queue, &error));
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < 4; c++) {
                assert_int_equal(out[i][c], c < 3 ? 255 - four[i][c] : four[i][c]);
                assert_int_equal(again[i][c], 0);
            }
    }
    clb_queue_release(&queue);
}

static void a_sampler_is_a_value(void **state)
{
    static const float red[4] = {0.0f, 0.25f, 0.5f, 1.0f}; /* one row of four pixels, twice */
    static const clb_float2 at[] = {{{0.625f, 0.5f}}, {{1.3f, 0.5f}}, {{0.25f, 0.5f}}, {{-0.125f, 0.5f}}};
    static const struct {
        clb_sampler sampler;
        float expected[4];
    } cases[] = {
        {CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_CLAMP_TO_EDGE | CLB_SAMPLER_NEAREST, {0.5f, 1.0f, 0.25f, 0.0f}},
        {CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_CLAMP | CLB_SAMPLER_NEAREST, {0.5f, 0.0f, 0.25f, 0.0f}},
        {CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_REPEAT | CLB_SAMPLER_NEAREST, {0.5f, 0.25f, 0.25f, 1.0f}},
        {CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_MIRRORED_REPEAT | CLB_SAMPLER_NEAREST, {0.5f, 0.5f, 0.25f, 0.0f}},
        {CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_CLAMP_TO_EDGE | CLB_SAMPLER_LINEAR, {0.5f, 1.0f, 0.125f, 0.0f}},
        {CLB_SAMPLER_CLAMP_TO_EDGE, {0.0f, 0.25f, 0.0f, 0.0f}}, /* pixels, nearest */
    };
    clb_float4 out[4];
    (void)state;
    float host[8];
    memcpy(host, red, sizeof red);
    memcpy(host + 4, red, sizeof red);
    clb_image *image =
        make(PARAMS(.order = CLB_ORDER_R, .type = CLB_CHANNEL_FLOAT, .width = 4, .height = 2, .host = host));
    const clb_host_image whole = {.image = image};
    for (int round = 0; round < 2; round++) /* a driver's sampler is used again */
        for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
            OK(images_call_probe(
                device, images_args_probe(.from = &whole, .how = cases[c].sampler, .at = at, .out = out, .n = 4),
                &error));
            for (int i = 0; i < 4; i++)
                if (out[i].s[0] != cases[c].expected[i])
                    fail_msg("sampler 0x%x: %g at %d, not %g", (unsigned)cases[c].sampler, (double)out[i].s[0], i,
                             (double)cases[c].expected[i]);
        }
    static const clb_sampler wrong[] = {CLB_SAMPLER_REPEAT, CLB_SAMPLER_NEAREST | CLB_SAMPLER_LINEAR, 0x0a, 0x3f};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        FAILS(images_call_probe(
                  device, images_args_probe(.from = &whole, .how = wrong[i], .at = at, .out = out, .n = 4), &error),
              CLB_ERROR_ARGUMENT, "is no sampler");
    clb_image_release(&image);
}

static void kernels_take_images_of_every_kind(void **state)
{
    enum { W = 5, H = 3, D = 2 };
    uint32_t in[W * H * D], out[W * H * D];
    clb_buffer_uint result = {0};
    clb_buffer *buffer = NULL;
    (void)state;
    for (uint32_t i = 0; i < W * H * D; i++) in[i] = 7 * i + 1;
    OK(clb_buffer_uint_create(device, W * H * D, NULL, &result, &error));
#define CHECK(name, count, expected, ...)                                                      \
    do {                                                                                       \
        OK(images_run_##name(device, NULL, images_buffers_##name(__VA_ARGS__), NULL, &error)); \
        OK(clb_buffer_uint_read(result, 0, out, count, &error));                               \
        for (uint32_t i = 0; i < (count); i++) assert_int_equal(out[i], expected);             \
        clb_image_release(&image);                                                             \
    } while (0)
    clb_image *image = make(PARAMS(WORDS, .kind = CLB_IMAGE_3D, .width = W, .height = H, .depth = D, .host = in));
    CHECK(volume, W * H * D, in[i], .from = image, .out = result, .w = W, .h = H, .d = D);
    image = make(PARAMS(WORDS, .kind = CLB_IMAGE_2D_ARRAY, .width = W, .height = H, .layers = D, .host = in));
    CHECK(layers, W * H * D, in[i], .from = image, .out = result, .w = W, .h = H, .d = D);
    image = make(PARAMS(WORDS, .kind = CLB_IMAGE_1D_ARRAY, .width = W, .layers = D, .host = in));
    CHECK(rows, W * D, in[i], .from = image, .out = result, .w = W, .d = D);
    image = make(PARAMS(WORDS, .kind = CLB_IMAGE_1D, .width = W, .host = in));
    CHECK(line, W, in[i], .from = image, .out = result, .w = W);
    OK(clb_buffer_create(device, sizeof in, in, &buffer, &error));
    image = make(PARAMS(WORDS, .kind = CLB_IMAGE_1D_BUFFER, .width = W, .buffer = buffer));
    clb_buffer_release(&buffer); /* the image keeps it */
    CHECK(bytes, W, in[i], .from = image, .out = result, .w = W);
    image = make(PARAMS(WORDS, .kind = CLB_IMAGE_1D, .width = W, .host = in));
    FAILS(
        images_run_rows(device, NULL, images_buffers_rows(.from = image, .out = result, .w = W, .d = 1), NULL, &error),
        CLB_ERROR_ARGUMENT, "is a '__read_only image1d_array_t', and the image is of another kind");
    clb_image_release(&image);
    clb_buffer_uint_release(&result);
}

static void an_image_over_memory_copies_nothing_natively(void **state)
{
    enum { W = 6, H = 3, ROW = 8 };
    static _Alignas(128) float host[ROW * H * 4];
    clb_image_mapping map;
    (void)state;
    for (size_t i = 0; i < ROW * H * 4; i++) host[i] = -1.0f;
    clb_image *image = make(PARAMS(.order = CLB_ORDER_RGBA, .type = CLB_CHANNEL_FLOAT, .width = W, .height = H,
                                   .row_pitch = ROW * 16, .host = host, .wrap = true));
    OK(images_run_gradient(device, NULL, images_buffers_gradient(.to = image, .w = W, .h = H, .scale = 0.5f), NULL,
                           &error));
    if (!native) OK(clb_device_finish(device, &error));
    OK(clb_image_map(image, CLB_MAP_READ, NULL, NULL, &map, NULL, &error));
    if (native) assert_ptr_equal(map.pixels, host);
    if (native) assert_int_equal(map.row_pitch, ROW * 16);
    assert_int_equal(clb_image_get_params(image)->row_pitch, ROW * 16);
    for (size_t y = 0; y < H; y++)
        for (size_t x = 0; x < ROW; x++) {
            const float *p = &host[(y * ROW + x) * 4];
            if (x < W) assert_true(p[0] == 0.5f * (float)x && p[1] == 0.5f * (float)y && p[2] == 0.25f && p[3] == 1.0f);
            else assert_true(p[0] == -1.0f && p[3] == -1.0f);
        }
    OK(clb_image_unmap(image, map.pixels, NULL, NULL, &error));
    OK(clb_device_finish(device, &error));
    clb_image_release(&image);
}

static void an_image_over_a_buffer_is_that_buffer(void **state)
{
    enum { W = 4, H = 4 };
    float out[W * H * 4];
    clb_buffer *buffer = NULL, *small = NULL;
    clb_image *image = NULL;
    clb_error error = {0};
    (void)state;
    OK(clb_buffer_create(device, sizeof out, NULL, &buffer, &error));
    OK(clb_buffer_create(device, 16, NULL, &small, &error));
    const clb_image_params *params =
        PARAMS(.order = CLB_ORDER_RGBA, .type = CLB_CHANNEL_FLOAT, .width = W, .height = H, .buffer = buffer);
    const clb_status status = clb_image_create(device, params, &image, &error);
    if (native || status == CLB_OK) { /* a driver's extension */
        OK(status);
        OK(images_run_gradient(device, NULL, images_buffers_gradient(.to = image, .w = W, .h = H, .scale = 1.0f), NULL,
                               &error));
        OK(clb_buffer_read(buffer, 0, out, sizeof out, &error));
        for (size_t i = 0; i < W * H; i++)
            assert_true(out[4 * i] == (float)(i % W) && out[4 * i + 1] == (float)(i / W) && out[4 * i + 3] == 1.0f);
        FAILS(clb_image_copy_to_buffer(image, NULL, buffer, 0, NULL, NULL, &error), CLB_ERROR_ARGUMENT,
              "is over this buffer");
        clb_image_release(&image);
    }
    FAILS(clb_image_create(device, PARAMS(WORDS, .width = 5, .height = 1, .buffer = small), &image, &error),
          CLB_ERROR_SIZE, "has 20 bytes, and its buffer 16");
    FAILS(clb_image_create(device,
                           PARAMS(WORDS, .kind = CLB_IMAGE_3D, .width = 1, .height = 1, .depth = 1, .buffer = small),
                           &image, &error),
          CLB_ERROR_ARGUMENT, "images over a buffer are of kind");
    clb_buffer_release(&buffer);
    clb_buffer_release(&small);
}

/* A call takes pixels of the host as they lie there. */
static void a_call_takes_images_in_host_memory(void **state)
{
    enum { ROW = 5 };
    unsigned char in[2][ROW][4], out[2][ROW][4];
    (void)state;
    memset(in, 9, sizeof in);
    memset(out, 9, sizeof out);
    for (int i = 0; i < 4; i++) memcpy(in[i / 2][i % 2], four[i], 4);
    const clb_host_image from = {.pixels = in,
                                 .order = CLB_ORDER_RGBA,
                                 .type = CLB_CHANNEL_UNORM_INT8,
                                 .width = 2,
                                 .height = 2,
                                 .row_pitch = ROW * 4};
    clb_host_image to = from;
    to.pixels = out;
    OK(images_call_invert(device, images_args_invert(.from = &from, .to = &to, .pixels = 2, .rows = 2), &error));
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < ROW; x++)
            for (int c = 0; c < 4; c++)
                assert_int_equal(out[y][x][c], x >= 2 ? 9 : c < 3 ? 255 - in[y][x][c] : in[y][x][c]);
    /* With an image of the device on one side. */
    clb_image *image = make(PARAMS(BYTES, .width = 2, .height = 2));
    const clb_host_image here = {.image = image};
    unsigned char back[4][4];
    OK(images_call_invert(device, images_args_invert(.from = &to, .to = &here, .pixels = 2, .rows = 2), &error));
    OK(clb_image_read(image, NULL, back, &error));
    assert_memory_equal(back, four, sizeof back);
    to.pixels = NULL;
    FAILS(images_call_invert(device, images_args_invert(.from = &from, .to = &to, .pixels = 2, .rows = 2), &error),
          CLB_ERROR_ARGUMENT, "argument 'to' of kernel 'invert' has neither an image nor pixels");
    FAILS(images_call_invert(device, images_args_invert(.from = &from, .to = NULL, .pixels = 2, .rows = 2), &error),
          CLB_ERROR_ARGUMENT, "argument 'to' of kernel 'invert' has no value");
    clb_image_release(&image);
}

/* A call makes the buffer under an image1d_buffer_t: natively over the pixels, on a driver's device of a copy. */
static void a_call_takes_pixels_for_images_over_buffers(void **state)
{
    const size_t most = native ? 70000 : 5000; /* natively more than a 1-D image may have; PoCL 3.1 has fewer */
    const int n = (int)most;
    uint16_t *in = malloc(most * 4 * sizeof *in);
    uint32_t *out = malloc(most * sizeof *out), *again = malloc(most * sizeof *again);
    (void)state;
    assert_true(in && out && again);
    for (size_t i = 0; i < most * 4; i++) in[i] = (uint16_t)(i * 7 + 3);
    memset(out, 0xff, most * sizeof *out);
    clb_host_image from = {.pixels = in}, to = {.pixels = out};
    for (int named = 0; named < 2; named++) {
        OK(images_call_neighbours(device, images_args_neighbours(.from = &from, .to = &to, .again = again, .w = n),
                                  &error));
        for (size_t i = 0; i < most; i++) {
            assert_int_equal(again[i], in[4 * i + 1]);
            assert_int_equal(out[i], in[4 * i] + in[4 * (i + 1 < most ? i + 1 : i) + 1]);
        }
        memset(out, 0xff, most * sizeof *out);
        from = (clb_host_image){.pixels = in,
                                .order = CLB_ORDER_RGBA,
                                .type = CLB_CHANNEL_UNSIGNED_INT16,
                                .width = most,
                                .row_pitch = 8 * most + 16};
    }
    from.width = 3;
    FAILS(images_call_neighbours(device, images_args_neighbours(.from = &from, .to = &to, .again = again, .w = 4),
                                 &error),
          CLB_ERROR_SIZE, "argument 'from' of kernel 'neighbours' has 3 where its @arg states 4");
    from = (clb_host_image){.pixels = in, .order = CLB_ORDER_R, .type = (clb_channel_type)1};
    FAILS(images_call_neighbours(device, images_args_neighbours(.from = &from, .to = &to, .again = again, .w = 4),
                                 &error),
          CLB_ERROR_ARGUMENT, "there are no images of channel order");
    /* Without @arg, all is stated. */
    unsigned char bytes[3] = {5, 0, 255};
    uint32_t wide[3] = {0};
    from = (clb_host_image){.pixels = bytes, .order = CLB_ORDER_R, .type = CLB_CHANNEL_UNSIGNED_INT8, .width = 3};
    OK(images_call_bytes(device, images_args_bytes(.from = &from, .out = wide, .w = 3), &error));
    assert_true(wide[0] == 5 && wide[1] == 0 && wide[2] == 255);
    from.order = CLB_ORDER_RGBA;
    from.width = PTRDIFF_MAX;
    FAILS(images_call_bytes(device, images_args_bytes(.from = &from, .out = wide, .w = 3), &error), CLB_ERROR_SIZE,
          "pixels and 0 layers does not exist");
    from.width = 0;
    FAILS(images_call_bytes(device, images_args_bytes(.from = &from, .out = wide, .w = 3), &error), CLB_ERROR_SIZE,
          "an image of 0 x 0 x 0 pixels");
    /* The package's way: an array for each image. */
    clb_array row, sums, each;
    const size_t two[2] = {3, 4}, one[1] = {3};
    const uint16_t pairs[12] = {1, 20, 0, 0, 3, 40, 0, 0, 5, 60};
    uint32_t results[3], seconds[3];
    OK(clb_array_make((void *)(uintptr_t)pairs, sizeof pairs, &clb_type_uint16, 2, two, NULL, &row, &error));
    OK(clb_array_make(results, sizeof results, &clb_type_uint32, 1, one, NULL, &sums, &error));
    OK(clb_array_make(seconds, sizeof seconds, &clb_type_uint32, 1, one, NULL, &each, &error));
    OK(images_array_neighbours(device, images_arrays_neighbours(.from = &row, .to = &sums, .again = &each), &error));
    assert_true(results[0] == 41 && results[1] == 63 && results[2] == 65 && seconds[0] == 20);
    free(in);
    free(out);
    free(again);
}

/* What `@arg` states need not be stated again, and what contradicts it is refused. */
static void an_annotated_image_needs_only_its_pixels(void **state)
{
    enum { ROW = 3 };
    unsigned char in[2][ROW][4], out[2][ROW][4];
    (void)state;
    memset(in, 9, sizeof in);
    memset(out, 9, sizeof out);
    for (int i = 0; i < 4; i++) memcpy(in[i / 2][i % 2], four[i], 4);
    const clb_host_image from = {.pixels = in, .row_pitch = ROW * 4}, to = {.pixels = out, .row_pitch = ROW * 4};
    OK(images_call_invert(device, images_args_invert(.from = &from, .to = &to, .pixels = 2, .rows = 2), &error));
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < ROW; x++)
            for (int c = 0; c < 4; c++)
                assert_int_equal(out[y][x][c], x >= 2 ? 9 : c < 3 ? 255 - in[y][x][c] : in[y][x][c]);
    const clb_host_image wide = {.pixels = in, .width = 3, .row_pitch = ROW * 4};
    FAILS(images_call_invert(device, images_args_invert(.from = &wide, .to = &to, .pixels = 2, .rows = 2), &error),
          CLB_ERROR_SIZE, "argument 'from' of kernel 'invert' has 3 where its @arg states 2");
}

/* Arrays of any layout and number type, as for buffers; sizes follow from them. */
static void arrays_are_images_where_arg_states_a_format(void **state)
{
    enum { W = 3, H = 2, D = 2 };
    double in[H][W][4];
    unsigned char out[W][H][4]; /* the transpose */
    (void)state;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < 4; c++) in[y][x][c] = 40 * y + 10 * x + c;
    clb_array from, to;
    const size_t shape[3] = {H, W, 4}, three[3] = {D, H, W}, two[2] = {D, W};
    const ptrdiff_t strides[3] = {4, 4 * (ptrdiff_t)H, 1};
    OK(clb_array_make(in, sizeof in, &clb_type_float64, 3, shape, NULL, &from, &error));
    OK(clb_array_make(out, sizeof out, &clb_type_uint8, 3, shape, strides, &to, &error));
    OK(images_array_invert(device, images_arrays_invert(.from = &from, .to = &to), &error));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < 4; c++)
                assert_int_equal(out[x][y][c], c < 3 ? 255 - (int)in[y][x][c] : (int)in[y][x][c]);
    const size_t few[3] = {H, W, 3};
    OK(clb_array_make(in, sizeof in, &clb_type_float64, 3, few, NULL, &from, &error));
    FAILS(images_array_invert(device, images_arrays_invert(.from = &from, .to = &to), &error), CLB_ERROR_SIZE,
          "argument 'from' of kernel 'invert' has 3 elements along dimension 2, but the kernel needs 4");
    /* Layers, and rows of layers. */
    uint32_t pixels[D * H * W], copy[D * H * W];
    for (uint32_t i = 0; i < D * H * W; i++) pixels[i] = 3 * i;
    memset(copy, 0, sizeof copy);
    OK(clb_array_make(pixels, sizeof pixels, &clb_type_uint32, 3, three, NULL, &from, &error));
    OK(clb_array_make(copy, sizeof copy, &clb_type_uint32, 3, three, NULL, &to, &error));
    OK(images_array_layers(device, images_arrays_layers(.from = &from, .out = &to), &error));
    assert_memory_equal(copy, pixels, sizeof copy);
    memset(copy, 0, sizeof copy);
    OK(clb_array_make(pixels, sizeof pixels, &clb_type_uint32, 2, two, NULL, &from, &error));
    OK(clb_array_make(copy, sizeof copy, &clb_type_uint32, 2, two, NULL, &to, &error));
    OK(images_array_rows(device, images_arrays_rows(.from = &from, .out = &to), &error));
    assert_memory_equal(copy, pixels, D * W * sizeof *copy);
    OK(clb_array_make(copy, sizeof copy, &clb_type_uint32, 2, (const size_t[]){W, D}, NULL, &to, &error));
    FAILS(images_array_rows(device, images_arrays_rows(.from = &from, .out = &to), &error), CLB_ERROR_SIZE, "rows");
}

/* ---- What is refused ------------------------------------------------------------------------------------------------
 */

static void what_an_image_cannot_be_is_named(void **state)
{
    uint32_t host[16] = {0};
    clb_image *image = NULL;
#define REFUSED(status, text, ...) FAILS(clb_image_create(device, PARAMS(__VA_ARGS__), &image, &error), status, text)
    (void)state;
    REFUSED(CLB_ERROR_ARGUMENT, "channel order 0x0 and type 0x0", .width = 1, .height = 1);
    REFUSED(CLB_ERROR_UNSUPPORTED, "channel order 0x10B4 and type 0x10D2", .order = CLB_ORDER_RGB,
            .type = CLB_CHANNEL_UNORM_INT8, .width = 1, .height = 1);
    REFUSED(CLB_ERROR_SIZE, "an image of 0 x 4", WORDS, .height = 4);
    REFUSED(CLB_ERROR_SIZE, "an image of 4 x 0", WORDS, .width = 4);
    REFUSED(CLB_ERROR_SIZE, "does not exist for this kind", WORDS, .width = SIZE_MAX, .height = 4);
    REFUSED(CLB_ERROR_SIZE, "4 pixels and 0 layers", WORDS, .kind = CLB_IMAGE_2D_ARRAY, .width = 4, .height = 4,
            .depth = 4);
    REFUSED(CLB_ERROR_ARGUMENT, ".kind is 9", WORDS, .kind = (clb_image_kind)9, .width = 4, .height = 4);
    REFUSED(CLB_ERROR_SIZE, "a row pitch of 12 bytes", WORDS, .width = 4, .height = 4, .host = host, .row_pitch = 12);
    REFUSED(CLB_ERROR_SIZE, "a row pitch of 18 bytes", WORDS, .width = 4, .height = 4, .host = host, .row_pitch = 18);
    REFUSED(CLB_ERROR_SIZE, "a slice pitch of 20 bytes", WORDS, .kind = CLB_IMAGE_3D, .width = 2, .height = 4,
            .depth = 2, .host = host, .slice_pitch = 20);
    REFUSED(CLB_ERROR_ARGUMENT, "pitches are those of .host or .buffer", WORDS, .width = 4, .height = 4,
            .row_pitch = 16);
    REFUSED(CLB_ERROR_ARGUMENT, ".wrap is set, but .host is NULL", WORDS, .width = 4, .height = 4, .wrap = true);
    REFUSED(CLB_ERROR_ARGUMENT, "has no .buffer", WORDS, .kind = CLB_IMAGE_1D_BUFFER, .width = 4);
    REFUSED(CLB_ERROR_ARGUMENT, ".access is 9", WORDS, .width = 4, .height = 4, .access = 9);
    FAILS(clb_image_create(NULL, PARAMS(WORDS, .width = 4, .height = 4), &image, &error), CLB_ERROR_ARGUMENT,
          "`device` is NULL");
    FAILS(clb_image_create(device, NULL, &image, &error), CLB_ERROR_ARGUMENT, "`params` is NULL");
    assert_null(image);
    clb_image_release(&image);
    clb_image_release(NULL);
    assert_null(clb_image_get_params(NULL));
    assert_int_equal(clb_image_format_size(CLB_ORDER_RGB, CLB_CHANNEL_UNORM_INT8), 0);
}

static void commands_beyond_an_image_are_refused(void **state)
{
    uint32_t host[16];
    clb_image *image = make(PARAMS(WORDS, .width = 4, .height = 4)),
              *other = make(PARAMS(BYTES, .width = 4, .height = 4));
    (void)state;
    FAILS(clb_image_read(image, &(clb_image_region){.origin = {4, 0, 0}}, host, &error), CLB_ERROR_SIZE,
          "reaches beyond the image's 4 x 4 x 1");
    FAILS(clb_image_read(image, &(clb_image_region){.origin = {SIZE_MAX, 0, 0}}, host, &error), CLB_ERROR_SIZE,
          "reaches beyond");
    FAILS(clb_image_read(image, &(clb_image_region){.size = {1, 1, 2}}, host, &error), CLB_ERROR_SIZE,
          "reaches beyond");
    FAILS(clb_image_read(image, &(clb_image_region){.row_pitch = 15}, host, &error), CLB_ERROR_SIZE,
          "a row pitch of 15");
    FAILS(clb_image_write(image, &(clb_image_region){.slice_pitch = 64}, host, &error), CLB_ERROR_SIZE,
          "a slice pitch of 64");
    FAILS(clb_image_read(image, NULL, NULL, &error), CLB_ERROR_ARGUMENT, "`host` is NULL");
    FAILS(clb_image_read(NULL, NULL, host, &error), CLB_ERROR_ARGUMENT, "the image is NULL");
    FAILS(clb_image_fill(image, NULL, NULL, NULL, NULL, &error), CLB_ERROR_ARGUMENT, "`colour` is NULL");
    FAILS(clb_image_copy(image, NULL, other, NULL, NULL, NULL, &error), CLB_ERROR_ARGUMENT,
          "the images have two formats");
    FAILS(clb_image_copy(image, NULL, image, (const size_t[3]){1, 0, 0}, NULL, NULL, &error), CLB_ERROR_SIZE,
          "reaches beyond");
    clb_image_release(&image);
    clb_image_release(&other);
}

static void formats_are_listed(void **state)
{
    clb_image_format formats[256];
    size_t count = 0, all = 0;
    bool found = false;
    (void)state;
    OK(clb_image_get_formats(device, CLB_IMAGE_2D, formats, 256, &count, &error));
    OK(clb_image_get_formats(device, CLB_IMAGE_2D, NULL, 0, &all, &error));
    assert_true(count > 0 && count < 256 && count == all);
    for (size_t i = 0; i < count; i++) {
        found = found || (formats[i].order == CLB_ORDER_RGBA && formats[i].type == CLB_CHANNEL_UNORM_INT8);
        if (native) assert_true(clb_image_format_size(formats[i].order, formats[i].type) > 0);
    }
    assert_true(found);
    FAILS(clb_image_get_formats(device, (clb_image_kind)6, NULL, 0, &all, &error), CLB_ERROR_ARGUMENT, "`kind` is 6");
}

static void an_image_of_another_device_is_refused(void **state)
{
    clb_device *other = NULL;
    clb_image *image = NULL;
    (void)state;
    OK(clb_device_open(&(clb_device_params){.bundle = &images_bundle, .filter = "native", .environment = ""}, &other,
                       &error));
    OK(clb_image_create(other, PARAMS(BYTES, .width = 2, .height = 2), &image, &error));
    clb_image *own = make(PARAMS(BYTES, .width = 2, .height = 2));
    FAILS(images_run_invert(device, NULL, images_buffers_invert(.from = image, .to = own, .pixels = 2, .rows = 2), NULL,
                            &error),
          CLB_ERROR_ARGUMENT, "argument 'from' of kernel 'invert' belongs to another device");
    FAILS(clb_image_copy(image, NULL, own, NULL, NULL, NULL, &error), CLB_ERROR_ARGUMENT, "belong to two devices");
    clb_image_release(&image);
    clb_image_release(&own);
    clb_device_close(&other);
}

/* A device that is still being opened answers calls natively; images of the device wait for it, and so do their calls.
 */
static void a_tiered_start_takes_images(void **state)
{
    unsigned char out[4][4];
    clb_device *tiered = NULL;
    clb_image *image = NULL;
    const clb_device_params params = {
        .bundle = &images_bundle, .filter = native ? "native" : "opencl", .environment = "", .start = CLB_START_TIERED};
    const clb_host_image from = {.pixels = (void *)(uintptr_t)four}, to = {.pixels = out};
    (void)state;
    OK(clb_device_open(&params, &tiered, &error));
    for (int round = 0; round < 3; round++) {
        memset(out, 0, sizeof out);
        OK(images_call_invert(tiered, images_args_invert(.from = &from, .to = &to, .pixels = 2, .rows = 2), &error));
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < 4; c++) assert_int_equal(out[i][c], c < 3 ? 255 - four[i][c] : four[i][c]);
        if (!image) OK(clb_image_create(tiered, PARAMS(BYTES, .width = 2, .height = 2), &image, &error));
        const clb_host_image here = {.image = image};
        OK(images_call_invert(tiered, images_args_invert(.from = &to, .to = &here, .pixels = 2, .rows = 2), &error));
        OK(clb_image_read(image, NULL, out, &error));
        assert_memory_equal(out, four, sizeof out);
    }
    clb_image_release(&image);
    clb_device_close(&tiered);
}

int main(int count, char **arguments)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_every_kind_come_back_as_they_were),
        cmocka_unit_test(parts_are_copied_between_images_and_buffers),
        cmocka_unit_test(a_part_is_filled_with_a_colour_of_the_format),
        cmocka_unit_test(a_mapped_part_is_the_images_memory),
        cmocka_unit_test(a_kernel_reads_one_image_and_writes_another),
        cmocka_unit_test(images_may_be_released_before_their_commands_have_run),
        cmocka_unit_test(a_sampler_is_a_value),
        cmocka_unit_test(kernels_take_images_of_every_kind),
        cmocka_unit_test(an_image_over_memory_copies_nothing_natively),
        cmocka_unit_test(an_image_over_a_buffer_is_that_buffer),
        cmocka_unit_test(a_call_takes_images_in_host_memory),
        cmocka_unit_test(a_call_takes_pixels_for_images_over_buffers),
        cmocka_unit_test(an_annotated_image_needs_only_its_pixels),
        cmocka_unit_test(arrays_are_images_where_arg_states_a_format),
        cmocka_unit_test(what_an_image_cannot_be_is_named),
        cmocka_unit_test(commands_beyond_an_image_are_refused),
        cmocka_unit_test(formats_are_listed),
        cmocka_unit_test(an_image_of_another_device_is_refused),
        cmocka_unit_test(a_tiered_start_takes_images),
    };
    clb_error error = {0};
    const char *filter = count > 1 ? arguments[1] : "native";
    native = strcmp(filter, "native") == 0;
    const clb_device_params params = {.bundle = &images_bundle, .filter = filter, .environment = "", .threads = 3};
    if (clb_device_open(&params, &device, &error) != CLB_OK) {
        (void)printf("skipped: %s\n", error.message);
        return 77;
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clb_device_close(&device);
    return failed;
}
