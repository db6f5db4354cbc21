/* Build: clbundle bundle --native --name mine --output-dir . darkroom.cl
 *        cc -O2 main.c plain.c scene.c png.c mine.c mine_native.c $(pkg-config --cflags --libs clbundle) -lm -o example
 * A raw picture becomes one for the screen: colours of a mosaic, noise, size and tones, in four kernels over images
 * that stay on the device. The same passes in plain C (plain.c) must give the same picture: native code and plain C
 * differ in rounding alone, so that a number may differ by 1 of 255; GPUs place samples between pixels to 1/256, which
 * makes it 2.
 *
 * usage: example [RESULT.png [SCALE]]     SCALE: times 576 x 320 raw pixels; then times are told, too
 *
 * SPDX-License-Identifier: MIT */
#include "darkroom.h"
#include "mine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TIMES = 3 };

typedef struct images {
    clb_image *raw, *curve, *colours, *clean, *small, *shown;
} images;

static void release(images *i)
{
    clb_image_release(&i->raw);
    clb_image_release(&i->curve);
    clb_image_release(&i->colours);
    clb_image_release(&i->clean);
    clb_image_release(&i->small);
    clb_image_release(&i->shown);
}

static clb_status create(clb_device *device, clb_channel_order order, clb_channel_type type, int width, int height,
                         const void *pixels, clb_image **image, clb_error *error)
{
    const clb_image_params params = CLB_INIT(clb_image_params, .order = order, .type = type, .width = (size_t)width,
                                             .height = (size_t)height, .host = (void *)(uintptr_t)pixels);
    return clb_image_create(device, &params, image, error);
}

static clb_status create_all(clb_device *device, const settings *s, const uint16_t *raw, const float *curve, images *i,
                             clb_error *error)
{
    const int w = s->width, h = s->height, sw = s->shown_width, sh = s->shown_height;
    clb_status status = create(device, CLB_ORDER_R, CLB_CHANNEL_UNORM_INT16, w, h, raw, &i->raw, error);
    if (!status) status = create(device, CLB_ORDER_R, CLB_CHANNEL_FLOAT, CURVE, 1, curve, &i->curve, error);
    if (!status) status = create(device, CLB_ORDER_RGBA, CLB_CHANNEL_FLOAT, w, h, NULL, &i->colours, error);
    if (!status) status = create(device, CLB_ORDER_RGBA, CLB_CHANNEL_FLOAT, w, h, NULL, &i->clean, error);
    if (!status) status = create(device, CLB_ORDER_RGBA, CLB_CHANNEL_FLOAT, sw, sh, NULL, &i->small, error);
    if (!status) status = create(device, CLB_ORDER_RGBA, CLB_CHANNEL_UNORM_INT8, sw, sh, NULL, &i->shown, error);
    return status;
}

static clb_status develop_on(clb_device *device, const settings *s, const images *i, unsigned char *shown,
                             clb_error *error)
{
    clb_status status =
        mine_run_demosaic(device, NULL,
                          mine_buffers_demosaic(.raw = i->raw, .to = i->colours, .width = s->width, .height = s->height,
                                                .black = s->black, .red_gain = s->red_gain, .blue_gain = s->blue_gain),
                          NULL, error);
    if (!status)
        status = mine_run_denoise(device, NULL,
                                  mine_buffers_denoise(.from = i->colours, .to = i->clean, .width = s->width,
                                                       .height = s->height, .radius = s->radius,
                                                       .nearness = s->nearness, .likeness = s->likeness),
                                  NULL, error);
    if (!status)
        status = mine_run_resample(
            device, NULL,
            mine_buffers_resample(.from = i->clean,
                                  .between = CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_CLAMP_TO_EDGE | CLB_SAMPLER_LINEAR,
                                  .to = i->small, .width = s->shown_width, .height = s->shown_height, .taps = s->taps),
            NULL, error);
    if (!status)
        status = mine_run_tone(device, NULL,
                               mine_buffers_tone(.from = i->small, .curve = i->curve, .to = i->shown,
                                                 .width = s->shown_width, .height = s->shown_height,
                                                 .exposure = s->exposure),
                               NULL, error);
    return status ? status : clb_image_read(i->shown, NULL, shown, error);
}

/* The largest difference of a number. */
static int difference(const unsigned char *a, const unsigned char *b, size_t count)
{
    int most = 0;
    for (size_t i = 0; i < count; i++)
        if (abs(a[i] - b[i]) > most) most = abs(a[i] - b[i]);
    return most;
}

/* Seconds of all processors. */
static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static clb_status run(clb_device *device, const settings *s, const char *path, int timed, clb_error *error)
{
    const size_t pixels = (size_t)s->width * (size_t)s->height,
                 all = 4 * (size_t)s->shown_width * (size_t)s->shown_height;
    float curve[CURVE];
    images i = {0};
    uint16_t *raw = malloc(pixels * sizeof *raw);
    float *work = malloc(8 * pixels * sizeof *work);
    unsigned char *shown = malloc(2 * all), *expected = shown ? shown + all : NULL;
    clb_status status = CLB_ERROR_MEMORY;
    if (!raw || !work || !shown) goto end;
    make_curve(curve);
    take_picture(s, raw);
    status = create_all(device, s, raw, curve, &i, error);
    if (!status) status = develop_on(device, s, &i, shown, error);
    if (status) goto end;
    double before = seconds();
    develop(s, raw, curve, work, expected);
    const double plain = seconds() - before;
    const int most = difference(shown, expected, all);
    if (most <= 2) puts("as in plain C");
    else printf("off by %d of 255\n", most);
    if (path && write_png(path, shown, s->shown_width, s->shown_height))
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    before = seconds();
    for (int k = 0; k < TIMES * timed && !status; k++) status = develop_on(device, s, &i, shown, error);
    if (timed)
        printf("%s: %.3f s of processor time, plain C %.3f s, ratio %.2f; off by %d\n",
               clb_device_get_info(device)->name, (seconds() - before) / TIMES, plain,
               (seconds() - before) / TIMES / plain, most);
end:
    release(&i);
    free(raw);
    free(work);
    free(shown);
    return status;
}

int main(int count, char **arguments)
{
    const int scale = count > 2 ? atoi(arguments[2]) : 1;
    const settings s = {.width = 576 * scale,
                        .height = 320 * scale,
                        .shown_width = 288 * scale,
                        .shown_height = 160 * scale,
                        .radius = 3,
                        .taps = 2,
                        .black = 0.03125f,
                        .red_gain = 1.9f,
                        .blue_gain = 1.5f,
                        .nearness = 0.08f,
                        .likeness = 130.0f,
                        .exposure = 1.9f};
    clb_error error = {0};
    clb_device *device = NULL;
    if (scale < 1 || scale > 16) {
        fputs("usage: example [RESULT.png [SCALE from 1 to 16]]\n", stderr);
        return 2;
    }
    clb_status status = clb_device_open(&(clb_device_params){.bundle = &mine_bundle}, &device, &error);
    if (!status) status = run(device, &s, count > 1 ? arguments[1] : NULL, count > 2, &error);
    if (status) fprintf(stderr, "%s\n", error.message);
    clb_device_close(&device);
    clb_error_clear(&error);
    return status;
}
