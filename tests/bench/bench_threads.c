/* bench_threads [N]: the speed-up of N threads (2 by default) over one on the native device. Prints, tab separated:
 * function, elements, microseconds of one launch by one thread on the clock, and how many times faster N threads are;
 * launches of both in turn, the least of several each.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "nmath.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { INPUTS = 3, REPEATS = 41, LARGEST = 1 << 20 };

typedef struct side {
    clb_device *device;
    clb_buffer_double in[INPUTS], out;
} side;

static void need_ok(clb_status status, const clb_error *error)
{
    if (status == CLB_OK) return;
    (void)fprintf(stderr, "bench_threads: %s\n", error->message);
    exit(1);
}

static void open_side(side *s, uint32_t threads)
{
    static const double ranges[INPUTS][2] = {{0.05, 0.95}, {0.5, 31}, {0.5, 2}};
    clb_error error = {0};
    need_ok(clb_device_open(&(clb_device_params){.bundle = &nmath_bundle, .filter = "native", .threads = threads},
                            &s->device, &error),
            &error);
    double *host = malloc(LARGEST * sizeof *host);
    if (!host) exit(1);
    for (size_t i = 0; i < INPUTS; i++) {
        uint64_t state = 5 + i;
        for (size_t e = 0; e < LARGEST; e++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            host[e] = ranges[i][0] + (ranges[i][1] - ranges[i][0]) * ((double)(state >> 11) / 9007199254740992.0);
        }
        need_ok(clb_buffer_double_create(s->device, LARGEST, host, &s->in[i], &error), &error);
    }
    need_ok(clb_buffer_double_create(s->device, LARGEST, host, &s->out, &error), &error);
    free(host);
}

static void close_side(side *s)
{
    for (size_t i = 0; i < INPUTS; i++) clb_buffer_double_release(&s->in[i]);
    clb_buffer_double_release(&s->out);
    clb_device_close(&s->device);
}

static double now(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef clb_status runner(const side *, uint64_t, clb_error *);

/* function(x, b, c): a runner of its kernel. */
#define RUNNER(function, x, b, c)                                                                         \
    static clb_status run_##function(const side *s, uint64_t count, clb_error *error)                     \
    {                                                                                                     \
        return nmath_run_##function##_kernel(                                                             \
            s->device, NULL,                                                                              \
            nmath_buffers_##function##_kernel(.x = s->in[0], .x##_step = 1, .b = s->in[1], .b##_step = 1, \
                                              .c = s->in[2], .c##_step = 1, .lower_tail = 1, .log_p = 0,  \
                                              .out = s->out, .n = count),                                 \
            NULL, error);                                                                                 \
    }
RUNNER(plogis, q, location, scale)
RUNNER(pnorm, q, mean, sd)
RUNNER(pgamma, q, shape, scale)
RUNNER(qgamma, p, shape, scale)

/* Microseconds of one launch. */
static double launch(const side *s, runner *run, uint64_t n)
{
    clb_error error = {0};
    const double start = now();
    need_ok(run(s, n, &error), &error);
    need_ok(clb_device_finish(s->device, &error), &error);
    return 1e6 * (now() - start);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        runner *run;
    } functions[] = {{"plogis", run_plogis}, {"pnorm", run_pnorm}, {"pgamma", run_pgamma}, {"qgamma", run_qgamma}};
    const uint32_t threads = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 2;
    side one = {0}, many = {0};
    open_side(&one, 1);
    open_side(&many, threads);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        for (uint64_t n = 1 << 12; n <= LARGEST; n *= 4) {
            double best[2] = {1e30, 1e30};
            for (int r = 0; r < REPEATS; r++) {
                const double a = launch(&one, functions[f].run, n), b = launch(&many, functions[f].run, n);
                if (a < best[0]) best[0] = a;
                if (b < best[1]) best[1] = b;
            }
            printf("%s\t%llu\t%.1f us\t%.2f\n", functions[f].name, (unsigned long long)n, best[0], best[0] / best[1]);
        }
    }
    close_side(&one);
    close_side(&many);
    return 0;
}
