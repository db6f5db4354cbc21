/* bench_anchor [--level base|v3|v4] [--runs N]: the native code of anchor.cl beside the best that there is for the same
 * work: OpenBLAS (dgemm, sdot), FFTW (a measured plan) and code by hand (softmax, a filter), each with the same level
 * of instructions where that can be said.
 *
 * Prints, tab separated, a line a kernel: milliseconds of processor time natively and of the other, and their ratio;
 * then the ratios' geometric mean. One thread for libraries; native code's threads are added up. Runs alternate, each
 * behind one that warms the caches; the median of N (15). A library that is not installed is left out by name. Exit
 * status 1 if results differ by more than rounding. OpenBLAS and FFTW choose their instructions by themselves:
 * OPENBLAS_CORETYPE=Haswell keeps OpenBLAS to AVX2.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "anchor.h"
#include "anchor_hand.h"
#include "level.h"
#include "quiet.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOST_RUNS = 99,
    GEMM = 512,
    TRANSFORMS = 256,
    ROWS = 512,
    COLUMNS = 1024,
    WIDTH = 1024,
    HEIGHT = 512,
    DOTS = 256,
    LENGTH = 4096,
    FLOATS = 1 << 20
};

typedef void gemm_call(int order, int ta, int tb, int m, int n, int k, double alpha, const double *a, int lda,
                       const double *b, int ldb, double beta, double *c, int ldc);
typedef float dot_call(int n, const float *a, int step, const float *b, int other);
typedef void *plan_call(int rank, const int *n, int count, float *in, const int *size, int step, int distance,
                        float *out, const int *out_size, int out_step, int out_distance, int sign, unsigned flags);
typedef void plan_user(void *plan);

typedef struct bench {
    clb_bundle bundle;
    clb_device *device;
    clb_buffer *in, *other, *out, *small;
    float *x, *y, *z, *found, roots[2048];
    int level, runs;
    gemm_call *gemm;
    dot_call *dot;
    plan_user *transform, *forget;
    void *plan;
} bench;

static void fail(const char *what, const clb_error *error)
{
    fprintf(stderr, "bench_anchor: %s: %s\n", what, error->message);
    exit(1);
}

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A function of a library; NULL if one of them is missing. */
static void find(void *library, const char *name, void *function)
{
    void *f = library ? dlsym(library, name) : NULL;
    memcpy(function, &f, sizeof f);
}

/* The libraries stay loaded until the end. */
static void open_libraries(bench *b)
{
    void *blas = dlopen("libopenblas.so.0", RTLD_NOW), *fftw = dlopen("libfftw3f.so.3", RTLD_NOW);
    void (*threads)(int) = NULL;
    plan_call *plan = NULL;
    find(blas, "cblas_dgemm", &b->gemm);
    find(blas, "cblas_sdot", &b->dot);
    find(blas, "openblas_set_num_threads", &threads);
    if (threads) threads(1);
    find(fftw, "fftwf_plan_many_dft", &plan);
    find(fftw, "fftwf_execute", &b->transform);
    find(fftw, "fftwf_destroy_plan", &b->forget);
    if (!plan || !b->transform || !b->forget) return;
    const int n = 1024;
    b->plan = plan(1, &n, TRANSFORMS, b->x, NULL, 1, n, b->z, NULL, 1, n, -1, 0);
}

static void hand_softmax(const bench *b)
{
#ifdef __x86_64__
    (b->level > 1 ? anchor_softmax_v4 : anchor_softmax_v3)(b->x, b->z, ROWS, COLUMNS);
#else
    (void)b;
#endif
}

static void hand_filter(const bench *b)
{
#ifdef __x86_64__
    (b->level > 1 ? anchor_filter_v4 : anchor_filter_v3)(b->x, b->z, b->y, WIDTH, HEIGHT);
#else
    (void)b;
#endif
}

static void run_gemm(const bench *b)
{
    b->gemm(101, 111, 111, GEMM, GEMM, GEMM, 1.0, (const double *)(const void *)b->x, GEMM,
            (const double *)(const void *)b->y, GEMM, 0.0, (double *)(void *)b->z, GEMM);
}

static void run_dots(const bench *b)
{
    for (size_t i = 0; i < DOTS; ++i) b->z[i] = b->dot(LENGTH, b->x + i * LENGTH, 1, b->y + i * LENGTH, 1);
}

static void run_plan(const bench *b)
{
    b->transform(b->plan);
}

static const struct job {
    const char *name, *other;
    uint32_t kernel;
    size_t global[2], local[2];
    void (*run)(const bench *b);
    size_t results;   /* floats, or doubles if they are */
    double tolerance; /* of the largest result */
    bool doubles;
} jobs[] = {
    {"dgemm",
     "OpenBLAS",
     anchor_KERNEL_dgemm,
     {GEMM / 4, GEMM / 4},
     {16, 16},
     run_gemm,
     (size_t)GEMM *GEMM,
     1e-13,
     true},
    {"fft",
     "FFTW",
     anchor_KERNEL_fft,
     {TRANSFORMS * 256, 1},
     {256, 1},
     run_plan,
     (size_t)TRANSFORMS * 2048,
     1e-5,
     false},
    {"softmax",
     "hand",
     anchor_KERNEL_softmax,
     {ROWS * 64, 1},
     {64, 1},
     hand_softmax,
     (size_t)ROWS *COLUMNS,
     1e-5,
     false},
    {"filter", "hand", anchor_KERNEL_filter, {WIDTH, HEIGHT}, {0, 0}, hand_filter, (size_t)WIDTH *HEIGHT, 1e-5, false},
    {"dot_products", "OpenBLAS", anchor_KERNEL_dot_products, {DOTS * 64, 1}, {64, 1}, run_dots, DOTS, 1e-4, false},
};

enum { JOBS = sizeof jobs / sizeof *jobs };

static bool is_there(const bench *b, const struct job *j)
{
    if (j->run == run_gemm) return b->gemm != NULL;
    if (j->run == run_dots) return b->dot != NULL;
    if (j->run == run_plan) return b->plan != NULL;
#ifdef __x86_64__
    return b->level > 0;
#else
    return false;
#endif
}

static void launch(const bench *b, const struct job *j)
{
    const int32_t n = j->kernel == anchor_KERNEL_dgemm     ? GEMM
                      : j->kernel == anchor_KERNEL_softmax ? COLUMNS
                      : j->kernel == anchor_KERNEL_filter  ? WIDTH
                                                           : LENGTH,
                  height = HEIGHT;
    const clb_argument number = {&n, NULL, sizeof n}, last = {&height, NULL, sizeof height};
    clb_argument arguments[5];
    uint32_t count = 0;
    arguments[count++] = (clb_argument){.buffer = b->in};
    if (j->kernel == anchor_KERNEL_dgemm || j->kernel == anchor_KERNEL_dot_products)
        arguments[count++] = (clb_argument){.buffer = b->other};
    arguments[count++] = (clb_argument){.buffer = b->out};
    if (j->kernel == anchor_KERNEL_fft || j->kernel == anchor_KERNEL_filter)
        arguments[count++] = (clb_argument){.buffer = j->kernel == anchor_KERNEL_fft ? b->small : b->other};
    if (j->kernel != anchor_KERNEL_fft) arguments[count++] = number;
    if (j->kernel == anchor_KERNEL_filter) arguments[count++] = last;
    const clb_launch how = {.dimensions = j->global[1] > 1 ? 2 : 1,
                            .global = {j->global[0], j->global[1]},
                            .local = {j->local[0], j->local[1]}};
    clb_error error = {0};
    if (clb_kernel_launch(b->device, &b->bundle, j->kernel, &how, arguments, count, NULL, &error) ||
        clb_device_finish(b->device, &error))
        fail(j->name, &error);
}

static bool agrees(const bench *b, const struct job *j)
{
    clb_error error = {0};
    if (clb_buffer_read(b->out, 0, b->found, j->results * (j->doubles ? 8 : 4), &error)) fail(j->name, &error);
    const double *found = (const double *)(const void *)b->found, *expected = (const double *)(const void *)b->z;
    double largest = 0.0, off = 0.0;
    for (size_t i = 0; i < j->results; ++i) {
        const double f = j->doubles ? found[i] : (double)b->found[i], e = j->doubles ? expected[i] : (double)b->z[i];
        largest = fmax(largest, fabs(e));
        off = fmax(off, f == f ? fabs(f - e) : INFINITY);
    }
    return off <= j->tolerance * largest;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The ratio, NaN where there is nothing to compare with. *right becomes false if results differ. */
static double measure(const bench *b, const struct job *j, bool *right)
{
    double times[2][MOST_RUNS];
    if (!is_there(b, j)) {
        printf("%s\t%s is not there\n", j->name, j->other);
        return NAN;
    }
    launch(b, j);
    j->run(b);
    if (!agrees(b, j)) {
        fprintf(stderr, "bench_anchor: %s: other results than those of %s\n", j->name, j->other);
        *right = false;
    }
    for (int r = 0; r < b->runs; ++r) {
        for (int k = 0; k < 2; ++k) {
            quiet_wait();
            double from = 0.0;
            for (int warm = 1; warm >= 0; --warm) {
                from = processor_time();
                if (k) j->run(b);
                else launch(b, j);
            }
            times[k][r] = processor_time() - from;
        }
    }
    for (int k = 0; k < 2; ++k) qsort(times[k], (size_t)b->runs, sizeof *times[k], by_value);
    const double own = times[0][b->runs / 2], other = times[1][b->runs / 2];
    printf("%s\t%.3f ms\t%.3f ms %s\t%.2f\n", j->name, 1e3 * own, 1e3 * other, j->other, own / other);
    fflush(stdout);
    return own / other;
}

/* Numbers from -1 to 1; the same bytes serve as doubles, so that these are made as such where `doubles` is set. */
static void fill(bench *b, bool doubles)
{
    uint64_t seed = 7;
    double *x = (double *)(void *)b->x, *y = (double *)(void *)b->y;
    for (size_t i = 0; i < FLOATS; ++i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const double p = (double)(seed >> 40) * 0x1p-23 - 1.0, q = (double)(seed >> 16 & 0xffffff) * 0x1p-23 - 1.0;
        if (!doubles) {
            b->x[i] = (float)p;
            b->y[i] = (float)q;
        } else if (i < FLOATS / 2) {
            x[i] = p;
            y[i] = q;
        }
    }
    clb_error error = {0};
    if (clb_buffer_write(b->in, 0, b->x, FLOATS * 4, &error) || clb_buffer_write(b->other, 0, b->y, FLOATS * 4, &error))
        fail("numbers", &error);
}

static int usage(void)
{
    fputs("usage: bench_anchor [--level base|v3|v4] [--runs N]\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    static bench b;
    clb_error error = {0};
    clb_native_kernel *kept = NULL;
    quiet_stay_on_one_processor();
    b.bundle = anchor_bundle;
    b.level = CLB_NATIVE_LEVELS - 1;
    b.runs = 15;
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) return usage();
        if (strcmp(argv[i], "--level") == 0) b.level = level_find(argv[i + 1]);
        else if (strcmp(argv[i], "--runs") == 0) b.runs = atoi(argv[i + 1]);
        else return usage();
    }
    if (b.level == CLB_NATIVE_LEVELS || b.runs < 1 || b.runs > MOST_RUNS) return usage();
    /* A processor without AVX-512 takes code for less. */
    b.level = b.level < anchor_level() ? b.level : anchor_level();
    const size_t size = FLOATS * sizeof(float);
    if (!level_cap(&b.bundle, b.level, &kept) || !(b.x = malloc(size)) || !(b.y = malloc(size)) ||
        !(b.z = malloc(size)) || !(b.found = malloc(size)))
        return 1;
    for (int k = 0; k < 1024; ++k) {
        b.roots[2 * k] = (float)cos(6.283185307179586 * k / 1024);
        b.roots[2 * k + 1] = (float)-sin(6.283185307179586 * k / 1024);
    }
    if (clb_device_open(&(clb_device_params){.bundle = &b.bundle, .filter = "native"}, &b.device, &error) ||
        clb_buffer_create(b.device, size, NULL, &b.in, &error) ||
        clb_buffer_create(b.device, size, NULL, &b.other, &error) ||
        clb_buffer_create(b.device, size, NULL, &b.out, &error) ||
        clb_buffer_create(b.device, sizeof b.roots, b.roots, &b.small, &error))
        fail("device", &error);
    open_libraries(&b);
    bool right = true;
    double sum = 0.0;
    int count = 0;
    for (size_t i = 0; i < JOBS; ++i) {
        fill(&b, jobs[i].doubles);
        const double ratio = measure(&b, &jobs[i], &right);
        if (ratio == ratio) sum += log(ratio), ++count;
    }
    if (count) printf("geometric mean of %d\t%.2f\n", count, exp(sum / count));
    if (b.plan) b.forget(b.plan);
    clb_buffer_release(&b.small);
    clb_buffer_release(&b.out);
    clb_buffer_release(&b.other);
    clb_buffer_release(&b.in);
    clb_device_close(&b.device);
    free(b.x);
    free(b.y);
    free(b.z);
    free(b.found);
    free(kept);
    return right ? 0 : 1;
}
