/* Whole calls over arrays: how much longer they take than over contiguous doubles, for layouts and number types that
 * a kernel cannot read in place. All layouts take turns in one run; the best of the rounds counts.
 *
 * usage: bench_array_call [--device FILTER] [--rows N] [--rounds N]
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 64, LAYOUTS = 8, KERNELS = 2 };

typedef struct layout {
    const char *name;
    clb_array x, mean, y;
} layout;

static clb_error error;

static void must(clb_status status)
{
    if (status == CLB_OK) return;
    fprintf(stderr, "bench_array_call: %s\n%s", error.message, error.build_log ? error.build_log : "");
    exit(1);
}

static void *memory(size_t size)
{
    void *m = aligned_alloc(4096, (size + 4095) / 4096 * 4096);
    if (!m) {
        fputs("bench_array_call: out of memory\n", stderr);
        exit(1);
    }
    return memset(m, 0, size);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static clb_array make(void *data, const clb_type *type, uint32_t dims, size_t a, size_t b)
{
    clb_array made;
    must(clb_array_make(data, SIZE_MAX, type, dims, (const size_t[]){a, b}, NULL, &made, &error));
    return made;
}

/* Every layout has the same elements, but for broadcasts. */
static void make_layouts(size_t rows, layout *all)
{
    const size_t n = rows * COLUMNS;
    double *x = memory(n * sizeof *x), *y = memory(n * sizeof *y), *mean = memory(sizeof *mean),
           *halves = memory(n * sizeof *halves);
    float *pairs = memory(2 * n * sizeof *pairs);
    for (size_t i = 0; i < n; i++) {
        x[i] = (double)(i % 1000) / 250.0 - 2.0;
        pairs[2 * i] = (float)x[i];
        halves[i] = x[i];
    }
    const clb_type *const f64 = &clb_type_float64, *const f32 = &clb_type_float32;
    const layout plain = {"float64, contiguous", make(x, f64, 1, n, 0), make(mean, f64, 0, 0, 0),
                          make(y, f64, 1, n, 0)};
    for (int i = 0; i < LAYOUTS; i++) all[i] = plain;
    all[1].name = "float32, contiguous";
    all[1].x = make(pairs, f32, 1, n, 0);
    all[2].name = "float32, one column of two";
    all[2].x = make(pairs, f32, 2, n, 2);
    must(clb_array_index(&all[2].x, 1, 0, &all[2].x, &error));
    all[3].name = "float64, one column of two";
    all[3].x = make(halves, f64, 2, n / 2, 2);
    must(clb_array_index(&all[3].x, 1, 0, &all[3].x, &error));
    all[3].y = make(y, f64, 1, n / 2, 0);
    all[4].name = "float64, reversed";
    must(clb_array_reverse(&all[4].x, 0, &all[4].x, &error));
    all[5].name = "float64, transposed";
    all[5].x = make(x, f64, 2, rows, COLUMNS);
    must(clb_array_transpose(&all[5].x, NULL, &all[5].x, &error));
    all[5].y = make(y, f64, 2, COLUMNS, rows);
    all[6].name = "float64, a row repeated";
    all[6].x = make(x, f64, 1, COLUMNS, 0);
    all[6].y = make(y, f64, 2, rows, COLUMNS);
    all[7].name = "float64, output of float32";
    all[7].y = make(pairs, f32, 1, n, 0);
}

static void call(clb_device *device, int kernel, const layout *l)
{
    must(kernel == 0 ? array_array_scale(device, array_arrays_scale(.x = &l->x, .a = 3.0, .y = &l->y), &error)
                     : array_array_density(
                           device, array_arrays_density(.x = &l->x, .mean = &l->mean, .sd = 2.0, .y = &l->y), &error));
}

int main(int argc, char **argv)
{
    static const char *const names[KERNELS] = {"scale", "dnorm"};
    const char *filter = NULL;
    size_t rows = 1 << 15;
    int rounds = 9;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 < argc && strcmp(argv[i], "--device") == 0) filter = argv[i + 1];
        else if (i + 1 < argc && strcmp(argv[i], "--rows") == 0 && atol(argv[i + 1]) > 0)
            rows = (size_t)atol(argv[i + 1]);
        else if (i + 1 < argc && strcmp(argv[i], "--rounds") == 0 && atoi(argv[i + 1]) > 0) rounds = atoi(argv[i + 1]);
        else {
            fputs("usage: bench_array_call [--device FILTER] [--rows N] [--rounds N]\n", stderr);
            return 2;
        }
    }
    layout layouts[LAYOUTS];
    double best[KERNELS][LAYOUTS];
    clb_device *device = NULL;
    must(clb_device_open(&(clb_device_params){.bundle = &array_bundle, .filter = filter}, &device, &error));
    make_layouts(rows, layouts);
    for (int round = -1; round < rounds; round++) /* the first one builds, and touches the memory */
        for (int k = 0; k < KERNELS; k++)
            for (int i = 0; i < LAYOUTS; i++) {
                const double start = seconds();
                call(device, k, &layouts[i]);
                const double took = (seconds() - start) / (double)clb_array_count(&layouts[i].y);
                if (round < 1 || took < best[k][i]) best[k][i] = took;
            }
    const clb_device_info *info = clb_device_get_info(device);
    printf("%s, %s: %zu elements, ns an element, and how many times that of contiguous doubles\n", info->back_end,
           info->name, rows * COLUMNS);
    for (int k = 0; k < KERNELS; k++)
        for (int i = 0; i < LAYOUTS; i++)
            printf("%-6s %-28s %8.3f %7.2f\n", names[k], layouts[i].name, 1e9 * best[k][i], best[k][i] / best[k][0]);
    clb_device_close(&device);
    return 0;
}
