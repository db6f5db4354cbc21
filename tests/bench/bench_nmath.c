/* bench_nmath [--device FILTER] [--n LOG2] [--cpu] [--build [--threads N]] [--against FILTER] [--only FUNCTION,...]
 * [--level base|v3|v4]:
 * build times and throughput of all element-wise kernels on one device. Prints, tab separated:
 *
 *   --build: kernel, seconds of its first use (program build and kernel creation), then median, worst, total, and what
 *            passed on the clock; N of clb_prepare's threads build at once (1 by default: each time is that kernel's
 * own);
 *   --against: function, ns of processor time an element, and its ratio to that of the other device, launches of both
 * in turn, each behind one that warms the caches, and the least of several; then the geometric mean of the ratios and
 * the largest; else:    function, ns an element, the share of the device's copy bandwidth that it reaches, and the
 * ratio of its time to that of one thread of libRmath on the same arguments, where that is installed.
 *
 * Times are medians of several launches; with --profile they are those of the device's own clock; with --cpu they are
 * the least CPU time of the process, all threads together: what a core spends, also where others share the machine.
 * The copy is a kernel of this bundle that moves as much memory as fmax2 does.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "level.h"
#include "nmath.h"
#include "quiet.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static clb_bundle bundle; /* nmath_bundle up to the level that is measured */

enum { MAX_INPUTS = 5, REPEATS = 7, SAMPLE = 20000 };

/* Ranges of the numeric arguments, uniform; flags are 0 for give_log and log_p, 1 for lower_tail, 1 for expo. */
typedef struct workload {
    const char *function;
    double range[MAX_INPUTS][2];
} workload;

static const workload workloads[] = {
    {"dnorm", {{-5, 5}, {-1, 1}, {0.5, 2}}},
    {"pnorm", {{-5, 5}, {-1, 1}, {0.5, 2}}},
    {"qnorm", {{0.001, 0.999}, {-1, 1}, {0.5, 2}}},
    {"dexp", {{0, 10}, {0.5, 2}}},
    {"pexp", {{0, 10}, {0.5, 2}}},
    {"qexp", {{0, 1}, {0.5, 2}}},
    {"dunif", {{-1, 2}, {-1, 0}, {1, 2}}},
    {"punif", {{-1, 2}, {-1, 0}, {1, 2}}},
    {"qunif", {{0, 1}, {-1, 0}, {1, 2}}},
    {"dcauchy", {{-5, 5}, {-1, 1}, {0.5, 2}}},
    {"pcauchy", {{-5, 5}, {-1, 1}, {0.5, 2}}},
    {"qcauchy", {{0, 1}, {-1, 1}, {0.5, 2}}},
    {"dlogis", {{-5, 5}, {-1, 1}, {0.5, 2}}},
    {"plogis", {{-5, 5}, {-1, 1}, {0.5, 2}}},
    {"qlogis", {{0, 1}, {-1, 1}, {0.5, 2}}},
    {"dlnorm", {{0, 10}, {-1, 1}, {0.5, 2}}},
    {"plnorm", {{0, 10}, {-1, 1}, {0.5, 2}}},
    {"qlnorm", {{0, 1}, {-1, 1}, {0.5, 2}}},
    {"dweibull", {{0, 5}, {0.5, 3}, {0.5, 2}}},
    {"pweibull", {{0, 5}, {0.5, 3}, {0.5, 2}}},
    {"qweibull", {{0, 1}, {0.5, 3}, {0.5, 2}}},
    {"dgamma", {{0.1, 50}, {0.5, 31}, {0.5, 2}}},
    {"pgamma", {{0.1, 50}, {0.5, 31}, {0.5, 2}}},
    {"qgamma", {{0.001, 0.999}, {0.5, 31}, {0.5, 2}}},
    {"dchisq", {{0.1, 50}, {0.5, 31}}},
    {"pchisq", {{0.1, 50}, {0.5, 31}}},
    {"qchisq", {{0.001, 0.999}, {0.5, 31}}},
    {"dbeta", {{0.01, 0.99}, {0.5, 20}, {0.5, 20}}},
    {"pbeta", {{0.01, 0.99}, {0.5, 20}, {0.5, 20}}},
    {"qbeta", {{0.001, 0.999}, {0.5, 20}, {0.5, 20}}},
    {"dt", {{-5, 5}, {1, 50}}},
    {"pt", {{-5, 5}, {1, 50}}},
    {"qt", {{0.001, 0.999}, {1, 50}}},
    {"df", {{0.01, 10}, {1, 30}, {1, 30}}},
    {"pf", {{0.01, 10}, {1, 30}, {1, 30}}},
    {"qf", {{0.001, 0.999}, {1, 30}, {1, 30}}},
    {"qbinom", {{0.001, 0.999}, {40, 40}, {0.3, 0.3}}},
    {"rlnorm", {{-1, 1}, {0.5, 2}}},
    {"dnchisq", {{0.1, 50}, {1, 20}, {0.1, 20}}},
    {"pnchisq", {{0.1, 50}, {1, 20}, {0.1, 20}}},
    {"qnchisq", {{0.01, 0.99}, {1, 20}, {0.1, 20}}},
    {"dnbeta", {{0.01, 0.99}, {1, 20}, {1, 20}, {0.1, 20}}},
    {"pnbeta", {{0.01, 0.99}, {1, 20}, {1, 20}, {0.1, 20}}},
    {"qnbeta", {{0.01, 0.99}, {1, 20}, {1, 20}, {0.1, 20}}},
    {"dnf", {{0.01, 10}, {1, 30}, {1, 30}, {0.1, 20}}},
    {"pnf", {{0.01, 10}, {1, 30}, {1, 30}, {0.1, 20}}},
    {"qnf", {{0.01, 0.99}, {1, 30}, {3, 30}, {0.1, 20}}},
    {"dnt", {{-5, 10}, {1, 50}, {0, 5}}},
    {"pnt", {{-5, 10}, {1, 50}, {0, 5}}},
    {"qnt", {{0.01, 0.99}, {1, 50}, {0, 5}}},
    {"ptukey", {{0.5, 8}, {1, 1}, {3, 10}, {5, 50}}},
    {"qtukey", {{0.05, 0.95}, {1, 1}, {3, 10}, {5, 50}}},
    {"digamma", {{0.1, 50}}},
    {"trigamma", {{0.1, 50}}},
    {"tetragamma", {{0.1, 50}}},
    {"pentagamma", {{0.1, 50}}},
    {"gammafn", {{0.1, 50}}},
    {"lgammafn", {{0.1, 50}}},
    {"lgamma1p", {{-0.4, 0.4}}},
    {"log1pmx", {{-0.4, 2}}},
    {"log1pexp", {{-30, 30}}},
    {"log1mexp", {{0.01, 30}}},
    {"beta", {{0.5, 20}, {0.5, 20}}},
    {"lbeta", {{0.5, 20}, {0.5, 20}}},
    {"logspace_add", {{-30, 30}, {-30, 30}}},
    {"cospi", {{-10, 10}}},
    {"sinpi", {{-10, 10}}},
    {"tanpi", {{-10, 10}}},
    {"fmax2", {{-1, 1}, {-1, 1}}},
    {"fmin2", {{-1, 1}, {-1, 1}}},
    {"fsign", {{-1, 1}, {-1, 1}}},
    {"ftrunc", {{-100, 100}}},
    {"fround", {{-100, 100}, {2, 2}}},
    {"fprec", {{-100, 100}, {5, 5}}},
    {"R_pow", {{0.1, 10}, {-5, 5}}},
    {"bessel_i", {{0.1, 30}, {0, 10}}},
    {"bessel_j", {{0.1, 30}, {0, 10}}},
    {"bessel_k", {{0.1, 30}, {0, 10}}},
    {"bessel_y", {{0.1, 30}, {0, 10}}},
    {"runif", {{-1, 0}, {1, 2}}},
    {"rnorm", {{-1, 1}, {0.5, 2}}},
    {"rexp", {{0.5, 2}}},
    {"rgamma", {{0.5, 31}, {0.5, 2}}},
    {"rbeta", {{0.5, 20}, {0.5, 20}}},
    {"rt", {{1, 50}}},
    {"rchisq", {{0.5, 31}}},
    {"rcauchy", {{-1, 1}, {0.5, 2}}},
    {"rlogis", {{-1, 1}, {0.5, 2}}},
    {"rweibull", {{0.5, 3}, {0.5, 2}}},
    {"rf", {{1, 30}, {1, 30}}},
    {"rnchisq", {{1, 20}, {0.1, 20}}},
    {"rgeom", {{0.3, 0.3}}},
    {"rnbinom", {{10, 10}, {0.3, 0.3}}},
    {"rnbinom_mu", {{10, 10}, {15, 15}}},
    {"rsignrank", {{20, 20}}},
    {"rwilcox", {{15, 15}, {15, 15}}},
    {"unif_rand", {{0, 0}}},
    {"norm_rand", {{0, 0}}},
    {"exp_rand", {{0, 0}}},
    {"qpois", {{0.001, 0.999}, {10, 10}}},
    {"qnbinom", {{0.001, 0.999}, {10, 10}, {0.3, 0.3}}},
    {"qnbinom_mu", {{0.001, 0.999}, {10, 10}, {15, 15}}},
    {"qgeom", {{0.001, 0.999}, {0.3, 0.3}}},
    {"qhyper", {{0.001, 0.999}, {40, 40}, {60, 60}, {20, 20}}},
    {"qsignrank", {{0.001, 0.999}, {20, 20}}},
    {"qwilcox", {{0.001, 0.999}, {15, 15}, {15, 15}}},
};

/* Discrete distributions take whole numbers: ranges from low, so many values. */
static const workload whole_workloads[] = {
    {"dpois", {{0, 30}, {10, 10}}},
    {"ppois", {{0, 30}, {10, 10}}},
    {"dbinom", {{0, 40}, {40, 40}, {0.3, 0.3}}},
    {"pbinom", {{0, 40}, {40, 40}, {0.3, 0.3}}},
    {"dnbinom", {{0, 40}, {10, 10}, {0.3, 0.3}}},
    {"dnbinom_mu", {{0, 40}, {10, 10}, {15, 15}}},
    {"rhyper", {{40, 40}, {60, 60}, {20, 20}}},
    {"pnbinom", {{0, 40}, {10, 10}, {0.3, 0.3}}},
    {"dgeom", {{0, 20}, {0.3, 0.3}}},
    {"pgeom", {{0, 20}, {0.3, 0.3}}},
    {"dhyper", {{0, 20}, {40, 40}, {60, 60}, {20, 20}}},
    {"phyper", {{0, 20}, {40, 40}, {60, 60}, {20, 20}}},
    {"dsignrank", {{0, 200}, {20, 20}}},
    {"psignrank", {{0, 200}, {20, 20}}},
    {"dwilcox", {{0, 200}, {15, 15}, {15, 15}}},
    {"pwilcox", {{0, 200}, {15, 15}, {15, 15}}},
    {"choose", {{40, 60}, {0, 40}}},
    {"lchoose", {{40, 60}, {0, 40}}},
    {"rpois", {{10, 10}}},
    {"rbinom", {{40, 40}, {0.3, 0.3}}},
};

/* Seconds on the wall, or of the process. */
static clockid_t bench_clock = CLOCK_MONOTONIC;

static double now(void)
{
    struct timespec t;
    clock_gettime(bench_clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, ascending);
    return values[count / 2];
}

static void fail(const clb_error *error)
{
    fprintf(stderr, "bench_nmath: %s\n%s", error->message, error->build_log ? error->build_log : "");
    exit(1);
}

/* ---- build times ---- */

static bool note_build(void *cookie, uint32_t kernel, double seconds, size_t done, size_t total)
{
    double *times = cookie;
    (void)done;
    (void)total;
    times[kernel] = seconds;
    return true;
}

static void bench_builds(clb_device *device, uint32_t threads)
{
    const size_t n = bundle.kernel_count;
    double *times = calloc(n, sizeof *times), total = 0.0;
    clb_error error = {0};
    if (!times) exit(1);
    const double start = now();
    const clb_prepare_params params = {.threads = threads, .progress = note_build, .cookie = times};
    if (clb_prepare(device, &bundle, &params, &error) != CLB_OK)
        fprintf(stderr, "%s\n%s\n", error.message, error.build_log ? error.build_log : "");
    const double wall = now() - start;
    for (size_t i = 0; i < n; ++i) {
        char name[128];
        clb_text_copy(&bundle, bundle.kernels[i].name, name, sizeof name);
        printf("build\t%s\t%.3f\n", name, times[i]);
        total += times[i];
    }
    const double middle = median(times, n);
    printf("build\tall %zu kernels\tmedian %.3f s\tworst %.3f s\ttotal %.1f s\twall %.1f s\t%u at once\n", n, middle,
           times[n - 1], total, wall, (unsigned)threads);
    free(times);
    clb_error_clear(&error);
}

/* ---- throughput ---- */

typedef struct scalars {
    uint64_t one, zero, count, seed;
    int32_t on, off;
    double expo;
} scalars;

/* A kernel's arguments for a workload; returns the number of input arrays and flags by out-parameters. */
static size_t bind(uint32_t kernel, clb_buffer **inputs, clb_buffer *out, const scalars *s, clb_argument *arguments,
                   size_t *flags, int *flag_values)
{
    const clb_kernel_data *k = &bundle.kernels[kernel];
    size_t input = 0;
    *flags = 0;
    for (uint32_t i = 0; i < k->argument_count; ++i) {
        const clb_argument_data *a = &bundle.arguments[k->first_argument + i];
        char name[64];
        clb_text_copy(&bundle, a->name, name, sizeof name);
        const size_t length = strlen(name);
        arguments[i] = (clb_argument){&s->zero, NULL, a->size};
        if (a->kind == CLB_ARGUMENT_GLOBAL)
            arguments[i] = (clb_argument){NULL, a->access == CLB_ACCESS_IN ? inputs[input++] : out, 0};
        else if (length > 5 && strcmp(name + length - 5, "_step") == 0) arguments[i].value = &s->one;
        else if (strcmp(name, "n") == 0) arguments[i].value = &s->count;
        else if (strcmp(name, "seed") == 0) arguments[i].value = &s->seed;
        else if (strcmp(name, "expo") == 0) arguments[i].value = &s->expo;
        else if (a->size == 4) {
            flag_values[*flags] = strcmp(name, "lower_tail") == 0;
            arguments[i].value = flag_values[*flags] ? &s->on : &s->off;
            ++*flags;
        }
    }
    return input;
}

/* Seconds of one launch, the median of several. */
static double time_launches(clb_device *device, uint32_t kernel, const clb_argument *arguments, bool profile)
{
    double times[REPEATS];
    clb_error error = {0};
    for (int r = -2; r < REPEATS; ++r) {
        clb_event *event = NULL;
        const double start = now();
        if (clb_kernel_launch(device, &bundle, kernel, NULL, arguments, bundle.kernels[kernel].argument_count, &event,
                              &error) ||
            clb_event_wait(event, &error))
            fail(&error);
        double seconds = now() - start;
        if (profile) {
            uint64_t begin = 0, end = 0;
            if (clb_event_times(event, &begin, &end, &error)) fail(&error);
            seconds = 1e-9 * (double)(end - begin);
        }
        clb_event_release(&event);
        if (r >= 0) times[r] = seconds;
        if (seconds > 2.0 && r < 0) return seconds;
    }
    const double middle = median(times, REPEATS);
    return bench_clock == CLOCK_MONOTONIC ? middle : times[0];
}

/* ns an element of one thread of libRmath for the first n elements, at most SAMPLE of them, or 0. */
static double time_rmath(void *library, const char *function, double *const *inputs, size_t n, size_t input_count,
                         size_t flags, const int *values, double expo_columns)
{
    void *f = NULL;
    char name[80];
    for (size_t i = 0; library && !f && i < 4; ++i) {
        static const char *const forms[][2] = {{"", ""}, {"", "4"}, {"", "5"}, {"Rf_", ""}};
        snprintf(name, sizeof name, "%s%s%s", forms[i][0], function, forms[i][1]);
        f = dlsym(library, name);
    }
    if (!f) return 0.0;
    double (*d)(double, double, double, double, double);
    double (*d1)(double, int), (*d2)(double, double, int), (*d3)(double, double, double, int),
        (*d4)(double, double, double, double, int), (*t1)(double, int, int), (*t2)(double, double, int, int),
        (*t3)(double, double, double, int, int), (*t4)(double, double, double, double, int, int);
    memcpy(&d, &f, sizeof f);
    memcpy(&d1, &f, sizeof f);
    memcpy(&d2, &f, sizeof f);
    memcpy(&d3, &f, sizeof f);
    memcpy(&d4, &f, sizeof f);
    memcpy(&t1, &f, sizeof f);
    memcpy(&t2, &f, sizeof f);
    memcpy(&t3, &f, sizeof f);
    memcpy(&t4, &f, sizeof f);
    volatile double sum = 0.0;
    const double start = now();
    size_t done = 0;
    for (size_t i = 0; i < SAMPLE && i < n; ++i, ++done) {
        const double a = inputs[0][i], b = input_count > 1 ? inputs[1][i] : expo_columns,
                     c = input_count > 2 ? inputs[2][i] : expo_columns, e = input_count > 3 ? inputs[3][i] : 0.0;
        switch (flags * 10 + input_count) {
        case 11: sum += d1(a, values[0]); break;
        case 12: sum += d2(a, b, values[0]); break;
        case 13: sum += d3(a, b, c, values[0]); break;
        case 14: sum += d4(a, b, c, e, values[0]); break;
        case 21: sum += t1(a, values[0], values[1]); break;
        case 22: sum += t2(a, b, values[0], values[1]); break;
        case 23: sum += t3(a, b, c, values[0], values[1]); break;
        case 24: sum += t4(a, b, c, e, values[0], values[1]); break;
        default: sum += d(a, b, c, e, 0.0); break;
        }
        if ((i & 255) == 255 && now() - start > 1.0) break;
    }
    const double seconds = now() - start;
    (void)isnan(sum); /* so that no call is left out */
    return seconds / (double)done * 1e9;
}

/* ---- two devices side by side ---- */

/* A device with room for a kernel's arguments. */
typedef struct side {
    clb_device *device;
    clb_buffer *inputs[MAX_INPUTS], *out;
} side;

static void open_side(side *s, const char *filter, bool profile, size_t n, const double *zeros)
{
    clb_error error = {0};
    const clb_device_params params = {.bundle = &bundle, .filter = filter, .profiling = profile};
    if (clb_device_open(&params, &s->device, &error)) fail(&error);
    for (size_t i = 0; i < MAX_INPUTS; ++i)
        if (clb_buffer_create(s->device, n * sizeof *zeros, zeros, &s->inputs[i], &error)) fail(&error);
    if (clb_buffer_create(s->device, n * sizeof *zeros, NULL, &s->out, &error)) fail(&error);
    printf("device\t%s\t%s\n", clb_device_get_info(s->device)->name, clb_device_get_info(s->device)->driver);
}

static void close_side(side *s)
{
    for (size_t i = 0; i < MAX_INPUTS; ++i) clb_buffer_release(&s->inputs[i]);
    clb_buffer_release(&s->out);
    clb_device_close(&s->device);
}

/* Seconds of processor time of all threads that one launch takes. */
static double processor_time(const side *s, uint32_t kernel, const clb_argument *arguments)
{
    struct timespec a, b;
    clb_error error = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    if (clb_kernel_launch(s->device, &bundle, kernel, NULL, arguments, bundle.kernels[kernel].argument_count, NULL,
                          &error) ||
        clb_device_finish(s->device, &error))
        fail(&error);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    return (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
}

static double compare(side *sides, uint32_t kernel, const scalars *s, const char *function, size_t n)
{
    clb_argument arguments[2][32];
    double least[2] = {INFINITY, INFINITY}, all = 0.0;
    size_t flags;
    int values[8];
    for (size_t i = 0; i < 2; ++i) bind(kernel, sides[i].inputs, sides[i].out, s, arguments[i], &flags, values);
    for (int r = -1; r < 3 * REPEATS && (r < 2 || all < 3.0); ++r)
        for (size_t i = 0; i < 2; ++i) {
            quiet_wait();
            const double before =
                processor_time(&sides[i], kernel, arguments[i]); /* the other side has emptied the caches */
            const double t = processor_time(&sides[i], kernel, arguments[i]);
            if (r < 0) continue;
            all += before + t;
            if (t < least[i]) least[i] = t;
        }
    printf("%s\t%.3f ns\t%.3f\n", function, least[0] / (double)n * 1e9, least[0] / least[1]);
    return least[0] / least[1];
}

static bool is_wanted(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; at && (at = strstr(at, name)) != NULL; ++at)
        if ((at == list || at[-1] == ',') && (!at[length] || at[length] == ',')) return true;
    return !list;
}

static double uniform(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*state >> 11) / 9007199254740992.0;
}

int main(int argc, char **argv)
{
    const char *filter = NULL, *against = NULL, *only = NULL;
    bool builds = false, profile = false;
    unsigned log2_n = 20;
    uint32_t threads = 1;
    int level = CLB_NATIVE_LEVELS - 1;
    clb_native_kernel *natives = NULL;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--build") == 0) builds = true;
        else if (strcmp(argv[i], "--profile") == 0) profile = true;
        else if (strcmp(argv[i], "--cpu") == 0) bench_clock = CLOCK_PROCESS_CPUTIME_ID;
        else if (strcmp(argv[i], "--device") == 0 && i + 1 < argc) filter = argv[++i];
        else if (strcmp(argv[i], "--against") == 0 && i + 1 < argc) against = argv[++i];
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) only = argv[++i];
        else if (strcmp(argv[i], "--level") == 0 && i + 1 < argc && level_find(argv[i + 1]) < CLB_NATIVE_LEVELS)
            level = level_find(argv[++i]);
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc) threads = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--n") == 0 && i + 1 < argc) log2_n = (unsigned)strtoul(argv[++i], NULL, 10);
        else {
            fputs("usage: bench_nmath [--device FILTER] [--n LOG2] [--profile] [--cpu] [--build] [--threads N] "
                  "[--against FILTER] [--only FUNCTION,...] [--level base|v3|v4]\n",
                  stderr);
            return 2;
        }
    }
    if (against) quiet_stay_on_one_processor();
    clb_error error = {0};
    const size_t n = (size_t)1 << log2_n;
    bundle = nmath_bundle;
    if (!level_cap(&bundle, level, &natives)) return 1;
    double *host[MAX_INPUTS];
    for (size_t i = 0; i < MAX_INPUTS; ++i)
        if (!(host[i] = calloc(n, sizeof **host))) return 1;
    side sides[2] = {{0}};
    open_side(&sides[0], filter, profile, n, host[0]);
    if (against) open_side(&sides[1], against, profile, n, host[0]);
    clb_device *const device = sides[0].device;
    clb_buffer **const inputs = sides[0].inputs, *const out = sides[0].out;
    if (builds) {
        bench_builds(device, threads);
        goto end;
    }

    void *library = dlopen("libRmath.so.1", RTLD_NOW);
    if (!library) library = dlopen("libRmath.so", RTLD_NOW);
    const scalars s = {1, 0, n, 7, 1, 0, 1.0};

    /* The yardstick: a kernel that only moves memory, two arrays in and one out. */
    clb_argument arguments[32];
    size_t flags = 0, compared = 0;
    int values[8] = {0};
    const int32_t copy = clb_kernel_find(&bundle, "fmax2_kernel");
    double bandwidth = 0.0, logarithms = 0.0, largest = 0.0;
    if (copy >= 0 && !against) {
        bind((uint32_t)copy, inputs, out, &s, arguments, &flags, values);
        bandwidth = 24.0 * (double)n / time_launches(device, (uint32_t)copy, arguments, profile);
        printf("bandwidth\t%.1f GB/s\n", bandwidth * 1e-9);
    }
    const size_t first = sizeof workloads / sizeof *workloads,
                 second = sizeof whole_workloads / sizeof *whole_workloads;
    for (size_t w = 0; w < first + second; ++w) {
        const workload *load = w < first ? &workloads[w] : &whole_workloads[w - first];
        char name[80];
        if (!is_wanted(only, load->function)) continue;
        snprintf(name, sizeof name, "%s_kernel", load->function);
        const int32_t kernel = clb_kernel_find(&bundle, name);
        if (kernel < 0) continue;
        uint64_t state = 99;
        const size_t count = bind((uint32_t)kernel, inputs, out, &s, arguments, &flags, values);
        for (size_t i = 0; i < count; ++i) {
            for (size_t e = 0; e < n; ++e) {
                const double low = load->range[i][0], high = load->range[i][1];
                const double v = low + (high - low) * uniform(&state);
                host[i][e] = w >= first && low != high ? floor(v) : v;
            }
            for (size_t k = 0; k < (against ? 2u : 1u); ++k)
                if (clb_buffer_write(sides[k].inputs[i], 0, host[i], n * sizeof **host, &error)) fail(&error);
        }
        if (against) {
            const double ratio = compare(sides, (uint32_t)kernel, &s, load->function, n);
            logarithms += log(ratio);
            if (ratio > largest) largest = ratio;
            ++compared;
            fflush(stdout);
            continue;
        }
        const double seconds = time_launches(device, (uint32_t)kernel, arguments, profile);
        double rmath = time_rmath(library, load->function, host, n, count, flags, values, 1.0);
        /* Once more: the first time counts what it sets up. */
        if (rmath > 0.0) rmath = fmin(rmath, time_rmath(library, load->function, host, n, count, flags, values, 1.0));
        printf("%s\t%.4f ns\t%.3f of copy\t", load->function, seconds / (double)n * 1e9,
               bandwidth > 0.0 ? (8.0 * (double)(count + 1) * (double)n / seconds) / bandwidth : 0.0);
        if (rmath > 0.0) printf("%.4f of libRmath's time (%.1f ns)\n", seconds / (double)n * 1e9 / rmath, rmath);
        else puts("-");
        fflush(stdout);
    }
    if (compared)
        printf("all %zu\tgeometric mean %.3f\tlargest %.3f\n", compared, exp(logarithms / (double)compared), largest);
    if (library) dlclose(library);
end:
    for (size_t i = 0; i < MAX_INPUTS; ++i) free(host[i]);
    close_side(&sides[0]);
    close_side(&sides[1]);
    free(natives);
    return 0;
}
