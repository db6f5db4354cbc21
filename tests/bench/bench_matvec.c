/* bench_matvec [--level base|v3|v4] [--rows N] [--columns N] [--runs N] [--device FILTER]…: the products of matrices
 * and vectors of kernels/examples/transformer, natively by sub-groups, natively by local memory, on OpenCL's CPU
 * devices (those that the filters name, or all), and in plain C.
 *
 * Prints, tab separated, a line a format: microseconds of processor time of a native launch with sub-groups, and the
 * ratio of that to each of the others. Launches alternate, each after one that warms the caches; the median of N (9).
 * Exit status 1 if results differ from plain C's. --level chooses native code for a lower level than this processor
 * has.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "../../kernels/examples/transformer/model.h"
#include "level.h"
#include "matvec.h"
#include "quiet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WAYS = 6, MOST_RUNS = 99 };

/* For each format, the kernel and its variant with sub-groups. */
static const struct {
    const char *name;
    uint32_t local_memory, sub_groups;
} kernels[FORMATS] = {
    [F16] = {"f16", matvec_KERNEL_matvec_f16, matvec_KERNEL_matvec_f16_sub},
    [Q8_0] = {"q8_0", matvec_KERNEL_matvec_q8_0, matvec_KERNEL_matvec_q8_0_sub},
    [Q4_0] = {"q4_0", matvec_KERNEL_matvec_q4_0, matvec_KERNEL_matvec_q4_0_sub},
    [Q4_K] = {"q4_K", matvec_KERNEL_matvec_q4_K, matvec_KERNEL_matvec_q4_K_sub},
    [Q6_K] = {"q6_K", matvec_KERNEL_matvec_q6_K, matvec_KERNEL_matvec_q6_K_sub},
};

/* A way to compute the product; without a device, plain C. */
typedef struct way {
    char name[128];
    clb_device *device;
    bool sub_groups;
    clb_buffer *w, *x, *y;
    double times[MOST_RUNS];
} way;

typedef struct options {
    int rows, columns, runs;
    const char *filters[WAYS];
    int filter_count;
} options;

static void fail(const char *what, const clb_error *error)
{
    fprintf(stderr, "bench_matvec: %s: %s\n", what, error->message);
    exit(1);
}

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double run(way *v, const matrix *m, const clb_bundle *bundle, const float *x, float *y)
{
    clb_error error = {0};
    if (!v->device) {
        const double from = processor_time();
        plain_matvec(m, x, y);
        return processor_time() - from;
    }
    const int32_t rows = m->rows, columns = m->columns;
    const clb_argument arguments[] = {{.buffer = v->w},
                                      {.buffer = v->x},
                                      {.buffer = v->y},
                                      {&rows, NULL, sizeof rows},
                                      {&columns, NULL, sizeof columns}};
    const uint32_t kernel = v->sub_groups ? kernels[m->format].sub_groups : kernels[m->format].local_memory;
    /* A stated range keeps the variant from taking the kernel's place. */
    const size_t items = v->sub_groups ? 16 : 32;
    const clb_launch launch = {.dimensions = 1, .global = {items * (size_t)rows}, .local = {items}};
    quiet_wait();
    const double from = processor_time();
    if (clb_kernel_launch(v->device, bundle, kernel, &launch, arguments, 5, NULL, &error) ||
        clb_device_finish(v->device, &error))
        fail(v->name, &error);
    return processor_time() - from;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool agrees(const float *found, const float *expected, int rows)
{
    double largest = 0, off = 0;
    for (int i = 0; i < rows; ++i) {
        largest = fmax(largest, fabs((double)expected[i]));
        off = fmax(off, fabs((double)found[i] - (double)expected[i]));
    }
    return off <= 1e-4 * largest;
}

static bool measure(way *ways, int count, format f, const clb_bundle *bundle, const options *o)
{
    clb_error error = {0};
    matrix m;
    uint64_t seed = 7;
    float *x = malloc((size_t)o->columns * sizeof *x), *y = calloc((size_t)o->rows, sizeof *y),
          *expected = malloc((size_t)o->rows * sizeof *expected);
    if (!x || !y || !expected || !matrix_make(&m, f, o->rows, o->columns, &seed)) exit(1);
    for (int i = 0; i < o->columns; ++i) x[i] = (float)((i * 37 + 11) % 64 - 31) / 32;
    plain_matvec(&m, x, expected);
    bool right = true;
    for (int i = 0; i < count; ++i) {
        way *v = &ways[i];
        if (!v->device) continue;
        if (clb_buffer_create(v->device, m.size, m.blocks, &v->w, &error) ||
            clb_buffer_create(v->device, (size_t)o->columns * sizeof *x, x, &v->x, &error) ||
            clb_buffer_create(v->device, (size_t)o->rows * sizeof *y, NULL, &v->y, &error))
            fail(v->name, &error);
        (void)run(v, &m, bundle, x, y);
        if (clb_buffer_read(v->y, 0, y, (size_t)o->rows * sizeof *y, &error)) fail(v->name, &error);
        if (agrees(y, expected, o->rows)) continue;
        fprintf(stderr, "bench_matvec: %s: %s: other results than plain C\n", kernels[f].name, v->name);
        right = false;
    }
    for (int r = 0; r < o->runs; ++r)
        for (int i = 0; i < count; ++i) {
            (void)run(&ways[i], &m, bundle, x, y);
            ways[i].times[r] = run(&ways[i], &m, bundle, x, y);
        }
    printf("%s", kernels[f].name);
    double own = 0;
    for (int i = 0; i < count; ++i) {
        qsort(ways[i].times, (size_t)o->runs, sizeof *ways[i].times, by_value);
        const double median = ways[i].times[o->runs / 2];
        if (i == 0) printf("\t%.1f", 1e6 * (own = median));
        else printf("\t%.2f", own / median);
        clb_buffer_release(&ways[i].w);
        clb_buffer_release(&ways[i].x);
        clb_buffer_release(&ways[i].y);
    }
    printf("\n");
    matrix_free(&m);
    free(x);
    free(y);
    free(expected);
    return right;
}

static bool open_way(way *v, const clb_bundle *bundle, const char *filter, bool sub_groups, const char *name)
{
    clb_error error = {0};
    const clb_device_params params = {.bundle = bundle, .filter = filter, .environment = ""};
    if (clb_device_open(&params, &v->device, &error)) {
        fprintf(stderr, "bench_matvec: %s: %s\n", filter, error.message);
        clb_error_clear(&error);
        return false;
    }
    v->sub_groups = sub_groups;
    (void)snprintf(v->name, sizeof v->name, "%s", name);
    return true;
}

static options read_options(int argc, char **argv, int *level)
{
    options o = {.rows = 2048, .columns = 2048, .runs = 9};
    *level = CLB_NATIVE_LEVELS - 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *word = argv[i], *value = argv[i + 1];
        if (strcmp(word, "--level") == 0) *level = level_find(value);
        else if (strcmp(word, "--rows") == 0) o.rows = atoi(value);
        else if (strcmp(word, "--columns") == 0) o.columns = atoi(value) / 256 * 256;
        else if (strcmp(word, "--runs") == 0) o.runs = atoi(value);
        else if (strcmp(word, "--device") == 0 && o.filter_count < WAYS - 3) o.filters[o.filter_count++] = value;
    }
    if (!o.filter_count) o.filters[o.filter_count++] = "opencl cpu";
    if (o.rows < 1 || o.columns < 256 || o.runs < 1 || o.runs > MOST_RUNS || *level == CLB_NATIVE_LEVELS) exit(2);
    return o;
}

int main(int argc, char **argv)
{
    int level, count = 0;
    const options o = read_options(argc, argv, &level);
    clb_bundle bundle = matvec_bundle;
    clb_native_kernel *kept;
    way ways[WAYS] = {0};
    if (!level_cap(&bundle, level, &kept)) return 1;
    quiet_stay_on_one_processor();
    if (!open_way(&ways[count++], &bundle, "native", true, "native, sub-groups")) return 1;
    if (!open_way(&ways[count++], &bundle, "native", false, "native, local memory")) return 1;
    for (int i = 0; i < o.filter_count; ++i)
        count += open_way(&ways[count], &bundle, o.filters[i], false, o.filters[i]);
    (void)snprintf(ways[count++].name, sizeof ways->name, "plain C");
    printf("%d x %d\t%s, us", o.rows, o.columns, ways[0].name);
    for (int i = 1; i < count; ++i) printf("\tover %s", ways[i].name);
    printf("\n");
    bool right = true;
    for (int f = 0; f < FORMATS; ++f) right &= measure(ways, count, (format)f, &bundle, &o);
    for (int i = 0; i < count; ++i) clb_device_close(&ways[i].device);
    free(kept);
    return !right;
}
