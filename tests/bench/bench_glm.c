/* bench_glm [--device FILTER]: kernel times of the six GLM kernels by the device's own clock, and how often the two dot
 * products of an observation fit into each second; medians. Sizes are those of the figures that nmathopencl is known by. */
#include "glm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 7 };

/* One function of all kernels, which differ in nothing but their name. */
#define RUN(kernel)                                                                                                      \
    static clb_status run_##kernel(clb_device *device, const clb_buffer_double *b, int32_t l1, int32_t l2, int32_t m1,      \
                                   clb_event **event, clb_error *error)                                                  \
    {                                                                                                                    \
        return glm_run_##kernel(device, NULL, glm_buffers_##kernel(.X = b[0], .B = b[1], .mu = b[2], .P = b[3],             \
                                                                   .alpha = b[4], .y = b[5], .wt = b[6], .qf = b[7],     \
                                                                   .grad = b[8], .l1 = l1, .l2 = l2, .m1 = m1),          \
                                event, error);                                                                           \
    }
RUN(f2_f3_binomial_logit)
RUN(f2_f3_poisson)
RUN(f2_f3_gaussian)
RUN(f2_f3_gamma)
RUN(f2_f3_binomial_probit)
RUN(f2_f3_binomial_cloglog)

static const struct {
    const char *name;
    clb_status (*run)(clb_device *, const clb_buffer_double *, int32_t, int32_t, int32_t, clb_event **, clb_error *);
} kernels[] = {
    {"logit", run_f2_f3_binomial_logit},   {"poisson", run_f2_f3_poisson},
    {"gaussian", run_f2_f3_gaussian},      {"gamma", run_f2_f3_gamma},
    {"probit", run_f2_f3_binomial_probit}, {"cloglog", run_f2_f3_binomial_cloglog},
};

static const int sizes[][3] = {{300, 14, 500}, {300, 14, 4096}, {300, 10, 59049}, {10000, 14, 4096}, {300, 14, 1594323}};

static void fail(const clb_error *error)
{
    fprintf(stderr, "bench_glm: %s\n%s", error->message, error->build_log ? error->build_log : "");
    exit(1);
}

static clb_buffer_double make(clb_device *device, size_t count, double low, double high)
{
    static uint64_t state = 5;
    clb_error error = {0};
    clb_buffer_double buffer = {0};
    double *host = malloc(count * sizeof *host);
    if (!host) exit(1);
    for (size_t i = 0; i < count; ++i) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        host[i] = low + (high - low) * ((double)(state >> 11) / 9007199254740992.0);
    }
    if (clb_buffer_double_create(device, count, host, &buffer, &error)) fail(&error);
    free(host);
    return buffer;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    const char *filter = argc > 2 && strcmp(argv[1], "--device") == 0 ? argv[2] : NULL;
    clb_error error = {0};
    clb_device *device = NULL;
    if (clb_device_open(&(clb_device_params){.bundle = &glm_bundle, .filter = filter, .profiling = true}, &device, &error))
        fail(&error);
    printf("device\t%s\n", clb_device_get_info(device)->name);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        const size_t l1 = (size_t)sizes[s][0], l2 = (size_t)sizes[s][1], m1 = (size_t)sizes[s][2];
        clb_buffer_double b[] = {make(device, l1 * l2, -0.5, 0.5), make(device, m1 * l2, -0.3, 0.3), make(device, l2, 0, 0),
                           make(device, l2 * l2, 0, 0.01),   make(device, l1, -0.1, 0.1),      make(device, l1, 0.2, 0.8),
                           make(device, l1, 1, 1),           make(device, m1, 0, 0),           make(device, m1 * l2, 0, 0)};
        for (size_t k = 0; k < sizeof kernels / sizeof *kernels; ++k) {
            double times[REPEATS];
            for (int r = -2; r < REPEATS; ++r) {
                clb_event *event = NULL;
                uint64_t start = 0, end = 0;
                if (kernels[k].run(device, b, (int32_t)l1, (int32_t)l2, (int32_t)m1, &event, &error) ||
                    clb_event_times(event, &start, &end, &error))
                    fail(&error);
                clb_event_release(&event);
                if (r >= 0) times[r] = 1e-6 * (double)(end - start);
            }
            qsort(times, REPEATS, sizeof *times, ascending);
            const double ms = times[REPEATS / 2];
            printf("%zu,%zu,%zu\t%s\t%.3f ms\t%.3f TF/s in the dot products\n", l1, l2, m1, kernels[k].name, ms,
                   4.0 * (double)l1 * (double)l2 * (double)m1 / ms * 1e-9);
        }
        for (size_t i = 0; i < sizeof b / sizeof *b; ++i) clb_buffer_double_release(&b[i]);
    }
    clb_device_close(&device);
    return 0;
}
