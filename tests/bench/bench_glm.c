/* bench_glm [--device FILTER] [--size L1,L2,M1] [--variants] [--family NAME]: kernel times of the GLM kernels by the
 * device's own clock, medians, and the number of terms of the sum per second. Without --size, the sizes are those of
 * the published figures of nmathopencl. With --variants, each variant that the size allows also runs by itself, and its
 * result is compared with that of the kernel that chooses among them: the sums have one order, so no bit may differ.
 *
 * SPDX-License-Identifier: MIT */
#include "glm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 7, BUFFERS = 9, NAME = 80 };

typedef struct problem {
    int32_t l1, l2, m1;
    clb_buffer *buffers[BUFFERS];
    double *expected, *found; /* values and gradients */
} problem;

static const char *const families[] = {"binomial_logit", "poisson",         "gaussian",
                                       "gamma",          "binomial_probit", "binomial_cloglog"};
static const int32_t sizes[][3] = {
    {300, 14, 500}, {300, 14, 4096}, {300, 10, 59049}, {10000, 14, 4096}, {300, 14, 1594323}};

static void fail(const clb_error *error)
{
    fprintf(stderr, "bench_glm: %s\n%s", error->message, error->build_log ? error->build_log : "");
    exit(1);
}

static clb_buffer *make(clb_device *device, size_t count, double low, double high)
{
    static uint64_t state = 5;
    clb_error error = {0};
    clb_buffer *buffer = NULL;
    double *host = malloc(count * sizeof *host);
    if (!host) exit(1);
    for (size_t i = 0; i < count; ++i) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        host[i] = low + (high - low) * ((double)(state >> 11) / 9007199254740992.0);
    }
    if (clb_buffer_create(device, count * sizeof *host, host, &buffer, &error)) fail(&error);
    free(host);
    return buffer;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Milliseconds; less than 0 where the device or the size does not allow the kernel. itself: not a variant of it. */
static double measure(clb_device *device, const problem *p, uint32_t kernel, bool itself)
{
    double times[REPEATS];
    clb_error error = {0};
    clb_argument arguments[BUFFERS + 3] = {{0}};
    const clb_launch launch = {.dimensions = 1, .global = {(size_t)p->m1}};
    for (size_t i = 0; i < BUFFERS; ++i) arguments[i].buffer = p->buffers[i];
    arguments[BUFFERS] = (clb_argument){&p->l1, NULL, sizeof p->l1};
    arguments[BUFFERS + 1] = (clb_argument){&p->l2, NULL, sizeof p->l2};
    arguments[BUFFERS + 2] = (clb_argument){&p->m1, NULL, sizeof p->m1};
    for (int r = -2; r < REPEATS; ++r) {
        clb_event *event = NULL;
        uint64_t start = 0, end = 0;
        if (clb_kernel_launch(device, &glm_bundle, kernel, itself ? &launch : NULL, arguments, BUFFERS + 3, &event,
                              &error) ||
            clb_event_times(event, &start, &end, &error))
            fail(&error);
        clb_event_release(&event);
        if (r >= 0) times[r] = 1e-6 * (double)(end - start);
    }
    qsort(times, REPEATS, sizeof *times, ascending);
    return times[REPEATS / 2];
}

static void read_results(const problem *p, double *to)
{
    clb_error error = {0};
    const size_t m1 = (size_t)p->m1, l2 = (size_t)p->l2;
    if (clb_buffer_read(p->buffers[7], 0, to, m1 * sizeof *to, &error) ||
        clb_buffer_read(p->buffers[8], 0, to + m1, m1 * l2 * sizeof *to, &error))
        fail(&error);
}

/* The coefficients that a variant takes at most: the number at the end of its name. */
static int32_t most_coefficients(const char *name)
{
    const char *number = strrchr(name, '_');
    return number && number[1] >= '0' && number[1] <= '9' ? (int32_t)atoi(number + 1) : 16;
}

static void report(const problem *p, const char *name, double ms)
{
    printf("%d,%d,%d\t%s\t%.4f ms\t%.2f G terms/s", (int)p->l1, (int)p->l2, (int)p->m1, name, ms,
           (double)p->l1 * (double)p->m1 / ms * 1e-6);
}

static void run_variants(clb_device *device, const problem *p, const char *base)
{
    const size_t count = (size_t)p->m1 * ((size_t)p->l2 + 1), length = strlen(base);
    const int32_t itself = clb_kernel_find(&glm_bundle, base);
    const double ms = measure(device, p, (uint32_t)itself, true);
    report(p, "  itself", ms);
    putchar('\n');
    read_results(p, p->expected);
    for (uint32_t k = 0; k < glm_bundle.kernel_count; ++k) {
        char name[NAME];
        size_t different = 0;
        (void)clb_text_copy(&glm_bundle, glm_bundle.kernels[k].name, name, sizeof name);
        if (strncmp(name, base, length) != 0 || name[length] != '_' || most_coefficients(name) < p->l2) continue;
        report(p, name + length, measure(device, p, k, false));
        read_results(p, p->found);
        for (size_t i = 0; i < count; ++i) different += memcmp(&p->expected[i], &p->found[i], sizeof *p->found) != 0;
        printf("\t%zu of %zu numbers differ\n", different, count);
        fflush(stdout);
    }
}

static void run_size(clb_device *device, const int32_t *size, const char *family, bool variants)
{
    const size_t l1 = (size_t)size[0], l2 = (size_t)size[1], m1 = (size_t)size[2];
    problem p = {.l1 = size[0],
                 .l2 = size[1],
                 .m1 = size[2],
                 .buffers = {make(device, l1 * l2, -0.5, 0.5), make(device, m1 * l2, -0.3, 0.3), make(device, l2, 0, 0),
                             make(device, l2 * l2, 0, 0.01), make(device, l1, -0.1, 0.1), make(device, l1, 0.2, 0.8),
                             make(device, l1, 1, 1), make(device, m1, 0, 0), make(device, m1 * l2, 0, 0)},
                 .expected = malloc(m1 * (l2 + 1) * sizeof(double)),
                 .found = malloc(m1 * (l2 + 1) * sizeof(double))};
    if (!p.expected || !p.found) exit(1);
    for (size_t f = 0; f < sizeof families / sizeof *families; ++f) {
        char base[NAME];
        (void)snprintf(base, sizeof base, "f2_f3_%s", families[f]);
        if (family && strcmp(family, families[f]) != 0) continue;
        report(&p, families[f], measure(device, &p, (uint32_t)clb_kernel_find(&glm_bundle, base), false));
        putchar('\n');
        if (variants) run_variants(device, &p, base);
        fflush(stdout);
    }
    for (size_t i = 0; i < BUFFERS; ++i) clb_buffer_release(&p.buffers[i]);
    free(p.expected);
    free(p.found);
}

int main(int argc, char **argv)
{
    const char *filter = NULL, *family = NULL;
    bool variants = false;
    int32_t given[3] = {0};
    clb_error error = {0};
    clb_device *device = NULL;
    for (int i = 1; i < argc; ++i) {
        int l1, l2, m1;
        if (strcmp(argv[i], "--variants") == 0) variants = true;
        else if (i + 1 < argc && strcmp(argv[i], "--device") == 0) filter = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--family") == 0) family = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--size") == 0 && sscanf(argv[++i], "%d,%d,%d", &l1, &l2, &m1) == 3 &&
                 l1 > 0 && l2 > 0 && m1 > 0) {
            given[0] = l1;
            given[1] = l2;
            given[2] = m1;
        } else {
            fputs("usage: bench_glm [--device FILTER] [--size L1,L2,M1] [--variants] [--family NAME]\n", stderr);
            return 2;
        }
    }
    if (clb_device_open(&(clb_device_params){.bundle = &glm_bundle, .filter = filter, .profiling = true}, &device,
                        &error))
        fail(&error);
    printf("device\t%s\n", clb_device_get_info(device)->name);
    if (given[0]) run_size(device, given, family, variants);
    for (size_t s = 0; !given[0] && s < sizeof sizes / sizeof *sizes; ++s) run_size(device, sizes[s], family, variants);
    clb_device_close(&device);
    return 0;
}
