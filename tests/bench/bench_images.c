/* bench_images [--level base|v3|v4] [--size N] [--runs N] [--only KERNEL] [--device FILTER]…: kernels over images, of
 * images.cl and of kernels/examples/darkroom, natively and on OpenCL's CPU devices (those that the filters name, or
 * all).
 *
 * Prints, tab separated, a line a kernel and format: microseconds of processor time of a native launch over N x N
 * pixels (512), and for each other device the ratio of that to its time, and the largest difference of its pixels, in
 * numbers from 0 to 1. Launches alternate, each after one that warms the caches; the median of --runs (9). Exit status
 * 1 if pixels differ by more than the kernel allows: the specification leaves the precision of linear filters and of
 * arithmetic to devices, so that 8-bit numbers may differ by 1, and by 2 behind filters. --level chooses native code
 * for a lower level than this processor has.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "level.h"
#include "pictures.h"
#include "quiet.h"

#include <clbundle/clbundle.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WAYS = 4, MOST_RUNS = 99, CURVE = 256 };

typedef struct format {
    const char *name;
    clb_channel_order order;
    clb_channel_type type;
    size_t numbers, size; /* of a pixel; bytes of a number */
} format;

static const format bytes = {"RGBA UNORM_INT8", CLB_ORDER_RGBA, CLB_CHANNEL_UNORM_INT8, 4, 1};
static const format floats = {"RGBA FLOAT", CLB_ORDER_RGBA, CLB_CHANNEL_FLOAT, 4, 4};
static const format words = {"R UNORM_INT16", CLB_ORDER_R, CLB_CHANNEL_UNORM_INT16, 1, 2};
static const format grey = {"R FLOAT", CLB_ORDER_R, CLB_CHANNEL_FLOAT, 1, 4};

static const struct row {
    const char *name;
    uint32_t kernel;
    const format *from, *to;
    double allowed;
} rows[] = {
    {"rotate", pictures_KERNEL_rotate_picture, &bytes, &bytes, 2.0 / 255},
    {"rotate", pictures_KERNEL_rotate_picture, &floats, &floats, 1.0 / 128},
    {"rotate", pictures_KERNEL_rotate_picture, &grey, &grey, 1.0 / 128},
    {"remap", pictures_KERNEL_remap, &bytes, &bytes, 0},
    {"remap", pictures_KERNEL_remap, &floats, &floats, 0},
    {"remap", pictures_KERNEL_remap, &grey, &grey, 0},
    {"convolve", pictures_KERNEL_convolve, &bytes, &bytes, 1.0 / 255},
    {"convolve", pictures_KERNEL_convolve, &grey, &grey, 1e-5},
    {"demosaic", pictures_KERNEL_demosaic, &words, &floats, 1e-4},
    {"denoise", pictures_KERNEL_denoise, &floats, &floats, 1e-4},
    {"resample", pictures_KERNEL_resample, &floats, &floats, 1.0 / 128},
    {"tone", pictures_KERNEL_tone, &floats, &bytes, 2.0 / 255},
};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct way {
    char name[128];
    clb_device *device;
    clb_image *from, *to, *curve;
    clb_buffer_float places, weights;
    double times[MOST_RUNS];
} way;

typedef struct options {
    int size, runs;
    const char *only;
    const char *filters[WAYS];
    int filter_count;
} options;

static void need(clb_status status, const char *what, const clb_error *error)
{
    if (status == CLB_OK) return;
    fprintf(stderr, "bench_images: %s: %s\n", what, error->message);
    exit(1);
}

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory) exit(1);
    return memory;
}

/* A picture of waves with fine structure, as numbers of the format. */
static void *draw(const format *f, int size)
{
    unsigned char *pixels = take((size_t)size * (size_t)size, f->numbers * f->size);
    size_t at = 0;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            for (size_t c = 0; c < f->numbers; ++c, ++at) {
                const int grain = (int)((unsigned)(x * 7919 + y * 104729 + (int)c * 31) % 97);
                const double v = 0.4 + 0.35 * sin(0.02 * x + (double)c) * cos(0.03 * y) + 0.002 * grain;
                const float real = (float)v;
                const uint16_t word = (uint16_t)(v * 65535);
                if (f->size == 1) pixels[at] = (unsigned char)(v * 255);
                if (f->size == 2) memcpy(pixels + 2 * at, &word, 2);
                if (f->size == 4) memcpy(pixels + 4 * at, &real, 4);
            }
    return pixels;
}

/* As a lens bends it. */
static float *bend(int size)
{
    float *places = take((size_t)size * (size_t)size, 2 * sizeof *places), *p = places;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const double u = 2.0 * x / size - 1, v = 2.0 * y / size - 1, r = 1 + 0.2 * (u * u + v * v);
            *p++ = (float)((u * r + 1) * size / 2);
            *p++ = (float)((v * r + 1) * size / 2);
        }
    return places;
}

static clb_image *make_image(const way *w, const format *f, int width, int height, void *pixels)
{
    clb_error error = {0};
    clb_image *image = NULL;
    const clb_image_params params = CLB_INIT(clb_image_params, .order = f->order, .type = f->type,
                                             .width = (size_t)width, .height = (size_t)height, .host = pixels);
    need(clb_image_create(w->device, &params, &image, &error), w->name, &error);
    return image;
}

static clb_status launch(const way *w, uint32_t kernel, int n, clb_error *error)
{
    const clb_launch range = {.dimensions = 2, .global = {(size_t)n, (size_t)n}, .local = {16, 4}};
    const clb_sampler between = CLB_SAMPLER_NORMALIZED | CLB_SAMPLER_CLAMP_TO_EDGE | CLB_SAMPLER_LINEAR;
    switch (kernel) {
    case pictures_KERNEL_rotate_picture:
        return pictures_run_rotate_picture(
            w->device, &range,
            pictures_buffers_rotate_picture(.from = w->from, .to = w->to, .cosine = 0.8660254f, .sine = 0.5f), NULL,
            error);
    case pictures_KERNEL_remap:
        return pictures_run_remap(
            w->device, &range, pictures_buffers_remap(.from = w->from, .to = w->to, .places = w->places), NULL, error);
    case pictures_KERNEL_convolve:
        return pictures_run_convolve(w->device, &range,
                                     pictures_buffers_convolve(.from = w->from, .to = w->to, .weights = w->weights),
                                     NULL, error);
    case pictures_KERNEL_demosaic:
        return pictures_run_demosaic(w->device, NULL,
                                     pictures_buffers_demosaic(.raw = w->from, .to = w->to, .width = n, .height = n,
                                                               .black = 0.03125f, .red_gain = 1.9f, .blue_gain = 1.6f),
                                     NULL, error);
    case pictures_KERNEL_denoise:
        return pictures_run_denoise(w->device, NULL,
                                    pictures_buffers_denoise(.from = w->from, .to = w->to, .width = n, .height = n,
                                                             .radius = 3, .nearness = 0.08f, .likeness = 120.0f),
                                    NULL, error);
    case pictures_KERNEL_resample:
        return pictures_run_resample(w->device, NULL,
                                     pictures_buffers_resample(.from = w->from, .between = between, .to = w->to,
                                                               .width = n, .height = n, .taps = 2),
                                     NULL, error);
    default:
        return pictures_run_tone(w->device, NULL,
                                 pictures_buffers_tone(.from = w->from, .curve = w->curve, .to = w->to, .width = n,
                                                       .height = n, .exposure = 1.5f),
                                 NULL, error);
    }
}

static double run(const way *w, uint32_t kernel, int n)
{
    clb_error error = {0};
    quiet_wait();
    const double from = processor_time();
    need(launch(w, kernel, n, &error), w->name, &error);
    need(clb_device_finish(w->device, &error), w->name, &error);
    return processor_time() - from;
}

static double number_at(const format *f, const unsigned char *pixels, size_t i)
{
    float real;
    if (f->size == 1) return pixels[i] / 255.0;
    memcpy(&real, pixels + 4 * i, 4);
    return (double)real;
}

static double difference(const format *f, const unsigned char *a, const unsigned char *b, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; ++i) most = fmax(most, fabs(number_at(f, a, i) - number_at(f, b, i)));
    return most;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void open_row(way *w, const struct row *r, int n, void *picture, float *places, float *curve)
{
    static const float weights[9] = {0.0625f, 0.125f, 0.0625f, 0.125f, 0.25f, 0.125f, 0.0625f, 0.125f, 0.0625f};
    clb_error error = {0};
    w->from = make_image(w, r->from, n, n, picture);
    w->to = make_image(w, r->to, n, n, NULL);
    w->curve = make_image(w, &grey, CURVE, 1, curve);
    need(clb_buffer_float_create(w->device, (size_t)n * (size_t)n * 2, places, &w->places, &error), w->name, &error);
    need(clb_buffer_float_create(w->device, 9, weights, &w->weights, &error), w->name, &error);
}

static void close_row(way *w)
{
    clb_image_release(&w->from);
    clb_image_release(&w->to);
    clb_image_release(&w->curve);
    clb_buffer_float_release(&w->places);
    clb_buffer_float_release(&w->weights);
}

static bool measure(way *ways, int count, const struct row *r, const options *o)
{
    clb_error error = {0};
    const int n = o->size;
    const size_t numbers = (size_t)n * (size_t)n * r->to->numbers;
    float curve[CURVE], *places = bend(n);
    void *picture = draw(r->from, n);
    unsigned char *own = take(numbers, r->to->size), *other = take(numbers, r->to->size);
    double off[WAYS] = {0};
    bool right = true;
    for (int i = 0; i < CURVE; ++i) curve[i] = sqrtf((float)i / (CURVE - 1));
    for (int i = 0; i < count; ++i) {
        open_row(&ways[i], r, n, picture, places, curve);
        (void)run(&ways[i], r->kernel, n);
        need(clb_image_read(ways[i].to, NULL, i ? other : own, &error), ways[i].name, &error);
        if (i) off[i] = difference(r->to, own, other, numbers);
        if (off[i] <= r->allowed * 1.0001) continue;
        fprintf(stderr, "bench_images: %s, %s: pixels on %s differ by %g\n", r->name, r->from->name, ways[i].name,
                off[i]);
        right = false;
    }
    for (int k = 0; k < o->runs; ++k)
        for (int i = 0; i < count; ++i) {
            (void)run(&ways[i], r->kernel, n);
            ways[i].times[k] = run(&ways[i], r->kernel, n);
        }
    printf("%s, %s", r->name, r->from->name);
    double time = 0;
    for (int i = 0; i < count; ++i) {
        qsort(ways[i].times, (size_t)o->runs, sizeof *ways[i].times, by_value);
        const double median = ways[i].times[o->runs / 2];
        if (i == 0) printf("\t%.0f", 1e6 * (time = median));
        else printf("\t%.2f\t%.4f", time / median, off[i]);
        close_row(&ways[i]);
    }
    printf("\n");
    free(places);
    free(picture);
    free(own);
    free(other);
    return right;
}

static bool open_way(way *w, const clb_bundle *bundle, const char *filter)
{
    clb_error error = {0};
    const clb_device_params params = {.bundle = bundle, .filter = filter, .environment = ""};
    if (clb_device_open(&params, &w->device, &error)) {
        fprintf(stderr, "bench_images: %s: %s\n", filter, error.message);
        clb_error_clear(&error);
        return false;
    }
    (void)snprintf(w->name, sizeof w->name, "%s", filter);
    return true;
}

static options read_options(int argc, char **argv, int *level)
{
    options o = {.size = 512, .runs = 9};
    *level = CLB_NATIVE_LEVELS - 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *word = argv[i], *value = argv[i + 1];
        if (strcmp(word, "--level") == 0) *level = level_find(value);
        else if (strcmp(word, "--size") == 0) o.size = atoi(value) / 16 * 16;
        else if (strcmp(word, "--runs") == 0) o.runs = atoi(value);
        else if (strcmp(word, "--only") == 0) o.only = value;
        else if (strcmp(word, "--device") == 0 && o.filter_count < WAYS - 1) o.filters[o.filter_count++] = value;
    }
    if (!o.filter_count) o.filters[o.filter_count++] = "opencl cpu";
    if (o.size < 16 || o.size > 8192 || o.runs < 1 || o.runs > MOST_RUNS || *level == CLB_NATIVE_LEVELS) exit(2);
    return o;
}

int main(int argc, char **argv)
{
    int level, count = 0;
    const options o = read_options(argc, argv, &level);
    clb_bundle bundle = pictures_bundle;
    clb_native_kernel *kept;
    way ways[WAYS] = {0};
    if (!level_cap(&bundle, level, &kept)) return 1;
    quiet_stay_on_one_processor();
    if (!open_way(&ways[count++], &bundle, "native")) return 1;
    for (int i = 0; i < o.filter_count; ++i) count += open_way(&ways[count], &bundle, o.filters[i]);
    printf("%d x %d\tnative, us", o.size, o.size);
    for (int i = 1; i < count; ++i) printf("\tover %s\toff", ways[i].name);
    printf("\n");
    bool right = true;
    for (int r = 0; r < ROWS; ++r)
        if (!o.only || strcmp(o.only, rows[r].name) == 0) right &= measure(ways, count, &rows[r], &o);
    for (int i = 0; i < count; ++i) clb_device_close(&ways[i].device);
    free(kept);
    return !right;
}
