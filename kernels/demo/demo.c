/* The demo: Bayesian logistic regression by evaluating the posterior on a grid, on any device. Knows the bundle and
 * the command line; statistics, data and picture have files of their own.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cube.h"
#include "data.h"
#include "demo.h"
#include "picture.h"
#include "posterior.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The grid is evaluated in parts: a first one so small that nobody waits for it, each twice as large as the one before
 * it, up to a share of the grid. */
enum { FIRST_PART = 64, SHARES = 32 };

static const double prior_precision = 1e-4; /* both coefficients: N(0, 100^2) */

typedef struct settings {
    const char *csv, *svg, *device;
    size_t side;
    bool list, compare, cube, tiered;
} settings;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A bar on a terminal, once the work has taken a while. */
static void show_progress(size_t done, size_t total, double elapsed)
{
    if (!isatty(STDERR_FILENO) || (elapsed < 0.5 && done < total)) return;
    char bar[41];
    const size_t full = done * 40 / total;
    memset(bar, '#', full);
    memset(bar + full, '.', 40 - full);
    bar[40] = '\0';
    fprintf(stderr, "\r[%s] %3zu %%%s", bar, done * 100 / total, done == total ? "\r\033[K" : "");
}

/* Evaluates grid.value on the device, a part at a time. *first_result: when the first one, of *first_count points, was
 * there. */
static clb_status evaluate(clb_device *device, const dataset *d, grid *g, double *first_result, size_t *first_count,
                           clb_error *error)
{
    const double start = now();
    const size_t n = d->count, points = g->side * g->side, most = (points + SHARES - 1) / SHARES;
    const double mu[2] = {0.0, 0.0}, precision[4] = {prior_precision, 0.0, 0.0, prior_precision};
    clb_status status = CLB_OK;
    double *design = malloc(n * 2 * sizeof *design), *zero = calloc(n, sizeof *zero);
    double *share = malloc(n * sizeof *share);
    if (!design || !zero || !share || n > INT32_MAX) {
        status = CLB_ERROR_MEMORY;
        snprintf(error->message, sizeof error->message, "out of memory");
        goto done;
    }
    for (size_t i = 0; i < n; ++i) {
        design[i] = 1.0;
        design[n + i] = d->x[i];
        share[i] = d->total[i] > 0.0 ? d->reached[i] / d->total[i] : 0.0;
    }
    size_t part = FIRST_PART;
    for (size_t at = 0, count; at < points && status == CLB_OK; at += count, part *= 2) {
        if (part > most) part = most;
        count = points - at < part ? points - at : part;
        status = demo_call_f2_binomial_logit(
            device,
            demo_args_f2_binomial_logit(.X = design, .B = g->points + 2 * at, .mu = mu, .P = precision, .alpha = zero,
                                        .y = share, .wt = d->total, .qf = g->value + at, .l1 = (int32_t)n, .l2 = 2,
                                        .m1 = (int32_t)count),
            error);
        if (at == 0) {
            *first_result = now();
            *first_count = count;
        }
        show_progress(at + count, points, now() - start);
    }
done:
    free(design);
    free(zero);
    free(share);
    return status;
}

/* What the kernels of the cube are given at every call. */
typedef struct cube_model {
    clb_device *device;
    const cube *cube;
    const dataset *data;
    double *zero, *share, mu[CUBE_COEFFICIENTS], precision[CUBE_COEFFICIENTS * CUBE_COEFFICIENTS];
    clb_status status;
    clb_error *error;
} cube_model;

/* For cube_find_mode. */
static bool cube_derive(void *context, const double *beta, double *value, double *gradient, double *second)
{
    cube_model *m = context;
    m->status = demo_call_f2_f3_f4_binomial_logit(
        m->device,
        demo_args_f2_f3_f4_binomial_logit(.X = m->cube->design, .B = beta, .mu = m->mu, .P = m->precision,
                                          .alpha = m->zero, .y = m->share, .wt = m->data->total, .qf = value,
                                          .grad = gradient, .hess = second, .l1 = (int32_t)m->data->count,
                                          .l2 = CUBE_COEFFICIENTS, .m1 = 1),
        m->error);
    return m->status == CLB_OK;
}

/* All slices, one at a time. */
static clb_status cube_sum(cube_model *m, moments *sums, double start, double *first_result)
{
    const size_t count = m->cube->side * m->cube->side;
    double *points = malloc(count * CUBE_COEFFICIENTS * sizeof *points), *values = malloc(count * sizeof *values);
    if (!points || !values) {
        snprintf(m->error->message, sizeof m->error->message, "out of memory");
        m->status = CLB_ERROR_MEMORY;
    }
    for (size_t slice = 0; m->status == CLB_OK && slice < m->cube->side; ++slice) {
        cube_slice(m->cube, slice, points);
        m->status = demo_call_f2_binomial_logit(
            m->device,
            demo_args_f2_binomial_logit(.X = m->cube->design, .B = points, .mu = m->mu, .P = m->precision,
                                        .alpha = m->zero, .y = m->share, .wt = m->data->total, .qf = values,
                                        .l1 = (int32_t)m->data->count, .l2 = CUBE_COEFFICIENTS, .m1 = (int32_t)count),
            m->error);
        if (slice == 0) *first_result = now();
        if (m->status == CLB_OK) moments_add(sums, m->cube, points, values, count);
        show_progress(slice + 1, m->cube->side, now() - start);
    }
    free(points);
    free(values);
    return m->status;
}

/* The posterior with three coefficients; like evaluate and what follows it. *fits: the data determine the model. */
static clb_status run_cube(clb_device *device, const dataset *d, size_t side, double start, bool *fits,
                           clb_error *error)
{
    static const char *const names[CUBE_COEFFICIENTS] = {"intercept", "slope", "curvature"};
    cube c = {0};
    cube_model m = {.device = device, .cube = &c, .data = d, .error = error};
    moments sums = {.least = INFINITY};
    double first_result = 0.0;
    m.zero = calloc(d->count, sizeof *m.zero);
    m.share = malloc(d->count * sizeof *m.share);
    *fits = false;
    if (!m.zero || !m.share || d->count > INT32_MAX) {
        m.status = CLB_ERROR_MEMORY;
        snprintf(error->message, sizeof error->message, "out of memory");
        goto done;
    }
    for (size_t i = 0; i < d->count; ++i) m.share[i] = d->total[i] > 0.0 ? d->reached[i] / d->total[i] : 0.0;
    for (size_t k = 0; k < CUBE_COEFFICIENTS; ++k) m.precision[k * CUBE_COEFFICIENTS + k] = prior_precision;
    if (!cube_make(&c, d, side, 6.0) || !cube_find_mode(&c, cube_derive, &m)) goto done;
    *fits = true;
    if (cube_sum(&m, &sums, now(), &first_result) != CLB_OK) goto done;
    printf("Time to the first result: %.3f s; to the last: %.3f s\n\n", first_result - start, now() - start);
    printf("z = (x - %.4g) / %.4g\n%-10s %14s %14s %14s\n", c.centre, c.scale, "", "mode", "posterior mean",
           "posterior sd");
    for (size_t k = 0; k < CUBE_COEFFICIENTS; ++k) {
        double mean, deviation;
        moments_of(&sums, &c, k, &mean, &deviation);
        printf("%-10s %14.4f %14.4f %14.4f\n", names[k], c.mode[k], mean, deviation);
    }
    printf("probability of a curvature above 0: %.4f\n", sums.above / sums.total);
done:
    cube_free(&c);
    free(m.zero);
    free(m.share);
    return m.status;
}

static int list_devices(const settings *s)
{
    clb_error error = {0};
    clb_device_info *list = NULL;
    size_t count = 0;
    const clb_device_params params = {.bundle = &demo_bundle, .filter = s->device};
    if (clb_device_list(&params, &list, &count, &error) != CLB_OK) {
        fprintf(stderr, "demo: %s\n", error.message);
        clb_error_clear(&error);
        return 1;
    }
    if (!count) puts("no device");
    for (size_t i = 0; i < count; ++i)
        printf("#%zu %s: %s, %s (%s)%s%s\n", i, list[i].back_end, list[i].name, list[i].platform, list[i].driver,
               list[i].rejected ? " rejected: " : "", list[i].reason);
    clb_device_list_free(&list);
    return 0;
}

/* Doubles between a and b, 0 if they are the same; SIZE_MAX if only one is a number. */
static uint64_t ulps_apart(double a, double b)
{
    int64_t i, k;
    if (a != a || b != b) return a != a && b != b ? 0 : UINT64_MAX;
    memcpy(&i, &a, sizeof i);
    memcpy(&k, &b, sizeof k);
    if (i < 0) i = INT64_MIN - i;
    if (k < 0) k = INT64_MIN - k;
    return i > k ? (uint64_t)i - (uint64_t)k : (uint64_t)k - (uint64_t)i;
}

/* The same on a device of the other kind: how far apart the values are. */
static bool compare(const dataset *d, const grid *g, const char *back_end)
{
    bool ok = false;
    double ignored = 0.0;
    size_t ignored_count = 0;
    uint64_t worst = 0, all = 0;
    grid other = *g;
    clb_error error = {0};
    clb_device *device = NULL;
    const size_t points = g->side * g->side;
    const bool native = strcmp(back_end, "native") == 0;
    other.value = malloc(points * sizeof *other.value);
    if (!other.value) {
        fputs("demo: out of memory\n", stderr);
        goto done;
    }
    const double start = now();
    clb_status status = clb_device_open(
        &(clb_device_params){.bundle = &demo_bundle, .filter = native ? "opencl" : "native"}, &device, &error);
    if (status == CLB_OK) status = evaluate(device, d, &other, &ignored, &ignored_count, &error);
    if (status == CLB_ERROR_NO_DEVICE || status == CLB_ERROR_BUILD) {
        printf("Nothing to compare with: %s\n", error.message);
        ok = true;
        goto done;
    }
    if (status != CLB_OK) {
        fprintf(stderr, "demo: %s\n", error.message);
        goto done;
    }
    for (size_t i = 0; i < points; ++i) {
        const uint64_t apart = ulps_apart(g->value[i], other.value[i]);
        if (apart > worst) worst = apart;
        all += apart != 0;
    }
    printf("Compared with %s (%s), %.3f s: %" PRIu64 " of %zu values differ, the largest difference is %" PRIu64
           " ULP\n\n",
           clb_device_get_info(device)->name, clb_device_get_info(device)->back_end, now() - start, all, points, worst);
    ok = true;
done:
    free(other.value);
    clb_device_close(&device);
    clb_error_clear(&error);
    return ok;
}

/* Where calls of a tiered start have run. */
typedef struct call_count {
    unsigned natively, on_device;
} call_count;

static void count_call(void *cookie, const clb_bundle *bundle, uint32_t kernel, const clb_call_report *report)
{
    call_count *calls = cookie;
    (void)bundle, (void)kernel;
    if (report->why == CLB_RAN_CHOSEN) ++calls->on_device;
    else ++calls->natively;
}

static int run(const settings *s, double start)
{
    int result = 1;
    call_count calls = {0, 0};
    dataset data = {0};
    grid g = {0};
    mode m;
    clb_error error = {0};
    clb_device *device = NULL;
    char why[512];
    double first_result = 0.0;
    size_t first_count = 0;

    if (s->csv ? !dataset_read(&data, s->csv, why, sizeof why) : !dataset_menarche(&data)) {
        fprintf(stderr, "demo: %s\n", s->csv ? why : "out of memory");
        goto done;
    }
    if (!s->cube && (!mode_find(&data, prior_precision, &m) || !grid_make(&g, &m, s->side, 6.0))) {
        fputs("demo: these data do not determine a logistic regression\n", stderr);
        goto done;
    }
    const clb_device_params params = {.bundle = &demo_bundle,
                                      .filter = s->device,
                                      .start = s->tiered ? CLB_START_TIERED : CLB_START_BLOCKING,
                                      .report = count_call,
                                      .report_cookie = &calls};
    if (clb_device_open(&params, &device, &error) != CLB_OK) {
        printf("No device can run this: %s\n", error.message);
        /* A machine without a device is a normal state, not a failure of the demo. */
        result = error.status == CLB_ERROR_NO_DEVICE ? 0 : 1;
        goto done;
    }
    const clb_device_info *info = clb_device_get_info(device);
    printf("Device: %s (%s, %s)\n", info->name, info->back_end, info->driver);
    printf("Data: %zu groups%s; posterior on a %zu x %zu%s grid\n", data.count,
           s->csv ? "" : ", menarche by age (Milicer and Szczotka 1966)", s->side, s->side,
           s->cube ? " x as many" : "");
    fflush(stdout);
    bool fits = true;
    const clb_status status = s->cube ? run_cube(device, &data, s->side, start, &fits, &error)
                                      : evaluate(device, &data, &g, &first_result, &first_count, &error);
    if (status == CLB_ERROR_BUILD) {
        /* A driver without a place for its temporary files offers a device and then cannot build for it. */
        printf("No device can run this: %s\n%s", error.message, error.build_log ? error.build_log : "");
        result = 0;
        goto done;
    }
    if (status != CLB_OK) {
        fprintf(stderr, "demo: %s\n%s", error.message, error.build_log ? error.build_log : "");
        goto done;
    }
    if (s->cube) {
        if (!fits) fputs("demo: these data do not determine a logistic regression\n", stderr);
        result = fits ? 0 : 1;
        goto done;
    }
    printf("Time to the first result: %.4f s (%zu points); to the last: %.4f s\n", first_result - start, first_count,
           now() - start);
    if (s->tiered) printf("Calls on the way: %u natively, %u on a device\n", calls.natively, calls.on_device);
    putchar('\n');

    if (s->compare && !compare(&data, &g, info->back_end)) goto done;
    const summary result_summary = grid_summary(&g);
    static const double published[2] = {-21.226, 1.632};
    printf("%-10s %14s %14s%s\n", "", "posterior mean", "posterior sd", s->csv ? "" : "   published ML fit");
    for (size_t k = 0; k < 2; ++k) {
        printf("%-10s %14.4f %14.4f", k ? "slope" : "intercept", result_summary.mean[k], result_summary.deviation[k]);
        if (!s->csv) printf(" %18.3f", published[k]);
        putchar('\n');
    }
    printf("correlation %.4f\n", result_summary.correlation);
    if (s->svg && !picture_write(s->svg, &g, &result_summary)) {
        fprintf(stderr, "demo: cannot write %s\n", s->svg);
        goto done;
    }
    if (s->svg) printf("Picture: %s\n", s->svg);
    result = 0;
done:
    clb_device_close(&device);
    clb_error_clear(&error);
    grid_free(&g);
    dataset_free(&data);
    return result;
}

static int usage(FILE *file, int status)
{
    fputs(
        "usage: demo [--csv FILE] [--svg FILE] [--device FILTER] [--grid N] [--tiered] [--compare] [--list]\n\n"
        "  --csv FILE       rows x,total,reached in place of the menarche data\n"
        "  --svg FILE       writes a picture of the posterior\n"
        "  --device FILTER  words that the device's description must contain\n"
        "  --grid N         N x N points (256); with --cube N x N x N\n"
        "  --cube           three coefficients: for 1, z and z^2 of the standardised variable\n"
        "  --tiered         computes natively while the device opens and builds\n"
        "  --compare        runs on a device of the other kind too (native, OpenCL) and tells the largest difference\n"
        "  --list           lists the devices and ends\n",
        file);
    return status;
}

int main(int argc, char **argv)
{
    const double start = now();
    settings s = {.side = 256};
    for (int i = 1; i < argc; ++i) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        char *end = NULL;
        if (strcmp(name, "--list") == 0) {
            s.list = true;
            continue;
        }
        if (strcmp(name, "--tiered") == 0) {
            s.tiered = true;
            continue;
        }
        if (strcmp(name, "--compare") == 0) {
            s.compare = true;
            continue;
        }
        if (strcmp(name, "--cube") == 0) {
            s.cube = true;
            continue;
        }
        if (strcmp(name, "--help") == 0) return usage(stdout, 0);
        if (!value) return usage(stderr, 2);
        ++i;
        if (strcmp(name, "--csv") == 0) s.csv = value;
        else if (strcmp(name, "--svg") == 0) s.svg = value;
        else if (strcmp(name, "--device") == 0) s.device = value;
        else if (strcmp(name, "--grid") == 0) {
            const unsigned long side = strtoul(value, &end, 10);
            if (*end || side < 8 || side > 4096) {
                fputs("demo: --grid takes a number from 8 to 4096\n", stderr);
                return 2;
            }
            s.side = side;
        } else return usage(stderr, 2);
    }
    if (s.cube && (s.svg || s.compare)) {
        fputs("demo: --cube goes with neither --svg nor --compare\n", stderr);
        return 2;
    }
    if (s.cube && s.side > 512) {
        fputs("demo: --grid takes a number from 8 to 512 with --cube\n", stderr);
        return 2;
    }
    return s.list ? list_devices(&s) : run(&s, start);
}
