/* bench_group [DEVICE [OTHER [LEVEL]]]: kernels with barriers, the GLM kernels and the normal density on two devices
 * (native and portable, without arguments). Prints, tab separated: kernel, milliseconds of processor time of one launch
 * on the first, and the ratio to the second; launches alternate, each after one that warms the caches; the minimum of
 * several. "density/density8" compares the scalar kernel on the first device with one that was written by hand for
 * vectors of eight on the second. LEVEL (base, v3 or v4) chooses native code for a lower level than this processor has.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "glm.h"
#include "group.h"
#include "level.h"
#include "quiet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPEATS = 15, ITEMS = 1 << 17, SIDE = 256, OBSERVATIONS = 300, VARIABLES = 14, POINTS = 4096 };

static clb_bundle group, glm; /* the generated ones up to that level */

typedef struct side {
    clb_device *group, *glm;
    clb_buffer *in, *other, *out;
    clb_buffer *model[9];
} side;

static void fail(const clb_error *error)
{
    fprintf(stderr, "bench_group: %s\n%s", error->message, error->build_log ? error->build_log : "");
    exit(1);
}

static clb_buffer *make(clb_device *device, size_t count, double low, double high)
{
    clb_error error = {0};
    clb_buffer *buffer = NULL;
    uint64_t state = 5;
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

static void open_side(side *s, const char *filter)
{
    clb_error error = {0};
    if (clb_device_open(&(clb_device_params){.bundle = &group, .filter = filter}, &s->group, &error) ||
        clb_device_open(&(clb_device_params){.bundle = &glm, .filter = filter}, &s->glm, &error))
        fail(&error);
    s->in = make(s->group, ITEMS, -1, 1);
    s->other = make(s->group, ITEMS, -1, 1);
    s->out = make(s->group, ITEMS, 0, 0);
    const size_t sizes[9] = {OBSERVATIONS * VARIABLES,
                             POINTS * VARIABLES,
                             VARIABLES,
                             VARIABLES * VARIABLES,
                             OBSERVATIONS,
                             OBSERVATIONS,
                             OBSERVATIONS,
                             POINTS,
                             POINTS * VARIABLES};
    static const double ranges[9][2] = {{-0.5, 0.5}, {-0.3, 0.3}, {0, 0}, {0, 0.01}, {-0.1, 0.1},
                                        {0.2, 0.8},  {1, 1},      {0, 0}, {0, 0}};
    for (size_t i = 0; i < 9; ++i) s->model[i] = make(s->glm, sizes[i], ranges[i][0], ranges[i][1]);
    printf("device\t%s\t%s\n", clb_device_get_info(s->group)->name, clb_device_get_info(s->group)->driver);
}

static void close_side(side *s)
{
    for (size_t i = 0; i < 9; ++i) clb_buffer_release(&s->model[i]);
    clb_buffer_release(&s->in);
    clb_buffer_release(&s->other);
    clb_buffer_release(&s->out);
    clb_device_close(&s->group);
    clb_device_close(&s->glm);
}

typedef struct job {
    const clb_bundle *bundle;
    const char *kernel;
    size_t global[3], local[3];
    bool two_inputs;
    size_t local_bytes; /* of its __local argument, or 0 */
    int numbers;        /* how many ints at the end */
    int number;
} job;

static const job jobs[] = {
    {&group, "reduce", {ITEMS, 1, 1}, {256, 1, 1}, false, 256 * sizeof(double), 0, 0},
    {&group, "product", {SIDE, SIDE, 1}, {16, 16, 1}, true, 0, 1, SIDE},
    {&group, "scan", {ITEMS, 1, 1}, {256, 1, 1}, false, 256 * sizeof(double), 0, 0},
    {&group, "stencil", {SIDE, SIDE, 1}, {16, 16, 1}, false, 0, 2, SIDE},
    {&group, "butterfly", {ITEMS, 1, 1}, {4, 1, 1}, false, 0, 0, 0},
    {&group, "hash", {ITEMS, 1, 1}, {0, 0, 0}, false, 0, 0, 0},
    {&group, "order", {ITEMS, 1, 1}, {0, 0, 0}, false, 0, 0, 0},
    {&group, "density", {ITEMS, 1, 1}, {0, 0, 0}, false, 0, 0, 0},
    {&group, "density8", {ITEMS / 8, 1, 1}, {0, 0, 0}, false, 0, 0, 0},
    {&glm, "f2_f3_binomial_logit", {POINTS, 1, 1}, {0, 0, 0}, false, 0, 0, 0},
    {&glm, "f2_f3_poisson", {POINTS, 1, 1}, {0, 0, 0}, false, 0, 0, 0},
    {&glm, "f2_f3_gaussian", {POINTS, 1, 1}, {0, 0, 0}, false, 0, 0, 0},
    {&glm, "f2_f3_gamma", {POINTS, 1, 1}, {0, 0, 0}, false, 0, 0, 0},
    {&glm, "f2_f3_binomial_probit", {POINTS, 1, 1}, {0, 0, 0}, false, 0, 0, 0},
    {&glm, "f2_f3_binomial_cloglog", {POINTS, 1, 1}, {0, 0, 0}, false, 0, 0, 0},
};

enum { JOBS = sizeof jobs / sizeof *jobs };

/* Seconds of processor time of all threads. */
static double run(const side *s, const job *j)
{
    struct timespec a, b;
    clb_error error = {0};
    clb_argument arguments[16] = {{0}};
    size_t count = 0;
    const int32_t sizes[3] = {OBSERVATIONS, VARIABLES, POINTS};
    clb_device *const device = j->bundle == &glm ? s->glm : s->group;
    const int32_t kernel = clb_kernel_find(j->bundle, j->kernel);
    const clb_launch launch = {.dimensions = 3,
                               .global = {j->global[0], j->global[1], j->global[2]},
                               .local = {j->local[0], j->local[1], j->local[2]}};
    if (kernel < 0) exit(1);
    if (j->bundle == &glm) {
        for (size_t i = 0; i < 9; ++i) arguments[count++] = (clb_argument){NULL, s->model[i], 0};
        for (size_t i = 0; i < 3; ++i) arguments[count++] = (clb_argument){&sizes[i], NULL, sizeof *sizes};
    } else {
        arguments[count++] = (clb_argument){NULL, s->in, 0};
        if (j->two_inputs) arguments[count++] = (clb_argument){NULL, s->other, 0};
        arguments[count++] = (clb_argument){NULL, s->out, 0};
        if (j->local_bytes) arguments[count++] = (clb_argument){NULL, NULL, j->local_bytes};
        for (int i = 0; i < j->numbers; ++i) arguments[count++] = (clb_argument){&j->number, NULL, sizeof j->number};
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    if (clb_kernel_launch(device, j->bundle, (uint32_t)kernel, j->bundle == &glm ? NULL : &launch, arguments,
                          (uint32_t)count, NULL, &error) ||
        clb_device_finish(device, &error))
        fail(&error);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    return (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
}

int main(int argc, char **argv)
{
    side sides[2] = {{0}};
    double least[2][JOBS];
    const int level = argc > 3 ? level_find(argv[3]) : CLB_NATIVE_LEVELS - 1;
    clb_native_kernel *natives[2] = {NULL, NULL};
    quiet_stay_on_one_processor();
    group = group_bundle;
    glm = glm_bundle;
    if (level == CLB_NATIVE_LEVELS || !level_cap(&group, level, &natives[0]) || !level_cap(&glm, level, &natives[1])) {
        fputs("usage: bench_group [DEVICE [OTHER [base|v3|v4]]]\n", stderr);
        return 2;
    }
    open_side(&sides[0], argc > 1 ? argv[1] : "native");
    open_side(&sides[1], argc > 2 ? argv[2] : "portable");
    for (size_t i = 0; i < JOBS; ++i) {
        least[0][i] = least[1][i] = INFINITY;
        for (int r = -1; r < REPEATS; ++r)
            for (size_t k = 0; k < 2; ++k) {
                quiet_wait();
                run(&sides[k], &jobs[i]); /* the other side has emptied the caches */
                const double t = run(&sides[k], &jobs[i]);
                if (r >= 0 && t < least[k][i]) least[k][i] = t;
            }
        printf("%s\t%.3f ms\t%.3f\n", jobs[i].kernel, 1e3 * least[0][i], least[0][i] / least[1][i]);
        fflush(stdout);
        if (strcmp(jobs[i].kernel, "density8") == 0)
            printf("density/density8\t%.3f ms\t%.3f\n", 1e3 * least[0][i - 1], least[0][i - 1] / least[1][i]);
    }
    close_side(&sides[0]);
    close_side(&sides[1]);
    for (size_t k = 0; k < 2; ++k) free(natives[k]);
    return 0;
}
