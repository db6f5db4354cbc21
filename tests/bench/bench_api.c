/* What OpenCL's API in front of a bundle costs beside clbundle's own calls: the kernels of the GLM bundle natively, by
 * clb_kernel_launch and by clEnqueueNDRangeKernel, and the demo's step (arrays in, kernel, result out) by a generated
 * call and by writes, a launch and a read. Both sides run in one process, on the same runtime, in turns. Prints for
 * each the least processor time of a round, of all threads together, and the ratio.
 *
 * usage: bench_api
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "clbundle/icd.h"
#include "glm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BENCH_NAME "bench_api"
#include "check.h"

enum { ROUNDS = 40, BUFFERS = 9, COUNT = BUFFERS + 3 };

/* The bundle's kernels are offered as built-in ones: no text is needed. */
static const char text[1][CLB_TEXT_ROW + 1] = {"glm"};
static const clb_icd_unit units[] = {{{"glm.cl", text, 3}, "", NULL, 0}};
static const clb_icd_program programs[] = {{"glm", &glm_bundle, units, 1, ""}};
static const clb_icd_catalogue catalogue = {CLB_ICD_ABI, "glm", programs, 1};
const clb_icd_catalogue *const clb_icd_catalogues[] = {&catalogue, NULL};

static void fail(const clb_error *error)
{
    fprintf(stderr, "bench_api: %s\n", error->message);
    exit(1);
}

static double processor_time(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Both sides with the same arrays. */
typedef struct problem {
    int32_t l1, l2, m1;
    size_t counts[BUFFERS];
    double *arrays[BUFFERS], *other; /* `other`: the result of OpenCL's side */
    clb_device *device;
    clb_buffer *buffers[BUFFERS];
    cl_context context;
    cl_command_queue queue;
    cl_mem memory[BUFFERS];
} problem;

static void fill(problem *p)
{
    static const double low[BUFFERS] = {-0.5, -0.3, 0, 0, -0.1, 0.2, 1},
                        high[BUFFERS] = {0.5, 0.3, 0, 0.01, 0.1, 0.8, 1};
    const size_t l1 = (size_t)p->l1, l2 = (size_t)p->l2, m1 = (size_t)p->m1;
    const size_t counts[BUFFERS] = {l1 * l2, m1 * l2, l2, l2 * l2, l1, l1, l1, m1, m1 * l2};
    uint64_t state = 5;
    for (size_t i = 0; i < BUFFERS; ++i) {
        clb_error error = {0};
        cl_int code;
        double *x = malloc(counts[i] * sizeof *x);
        if (!x) exit(1);
        for (size_t n = 0; n < counts[i]; ++n) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            x[n] = low[i] + (high[i] - low[i]) * ((double)(state >> 11) / 9007199254740992.0);
        }
        p->counts[i] = counts[i];
        p->arrays[i] = x;
        if (clb_buffer_create(p->device, counts[i] * sizeof *x, x, &p->buffers[i], &error)) fail(&error);
        p->memory[i] =
            clCreateBuffer(p->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, counts[i] * sizeof *x, x, &code);
        CHECK(code);
    }
    p->other = calloc(m1, sizeof *p->other);
    if (!p->other) exit(1);
}

static void release(problem *p)
{
    for (size_t i = 0; i < BUFFERS; ++i) {
        clb_buffer_release(&p->buffers[i]);
        CHECK(clReleaseMemObject(p->memory[i]));
        free(p->arrays[i]);
    }
    free(p->other);
}

static cl_kernel find(const problem *p, const char *name)
{
    cl_int code;
    cl_device_id device;
    CHECK(clGetContextInfo(p->context, CL_CONTEXT_DEVICES, sizeof device, &device, NULL));
    const cl_program program = clCreateProgramWithBuiltInKernels(p->context, 1, &device, name, &code);
    CHECK(code);
    const cl_kernel kernel = clCreateKernel(program, name, &code);
    CHECK(code);
    CHECK(clReleaseProgram(program));
    return kernel;
}

/* ---- One round of each side, `repeats` times ---- */

static void launch_own(const problem *p, uint32_t kernel, size_t repeats)
{
    clb_error error = {0};
    clb_argument arguments[COUNT] = {{0}};
    const clb_launch launch = {.dimensions = 1, .global = {(size_t)p->m1}};
    for (size_t i = 0; i < BUFFERS; ++i) arguments[i].buffer = p->buffers[i];
    arguments[BUFFERS] = (clb_argument){&p->l1, NULL, sizeof p->l1};
    arguments[BUFFERS + 1] = (clb_argument){&p->l2, NULL, sizeof p->l2};
    arguments[BUFFERS + 2] = (clb_argument){&p->m1, NULL, sizeof p->m1};
    for (size_t r = 0; r < repeats; ++r)
        if (clb_kernel_launch(p->device, &glm_bundle, kernel, &launch, arguments, COUNT, NULL, &error)) fail(&error);
    if (clb_device_finish(p->device, &error)) fail(&error);
}

static void set_arguments(const problem *p, cl_kernel kernel, bool gradient)
{
    cl_uint at = 0;
    for (size_t i = 0; i < BUFFERS - (gradient ? 0u : 1u); ++i)
        CHECK(clSetKernelArg(kernel, at++, sizeof p->memory[i], &p->memory[i]));
    CHECK(clSetKernelArg(kernel, at++, sizeof p->l1, &p->l1));
    CHECK(clSetKernelArg(kernel, at++, sizeof p->l2, &p->l2));
    CHECK(clSetKernelArg(kernel, at, sizeof p->m1, &p->m1));
}

static void launch_other(const problem *p, cl_kernel kernel, size_t repeats)
{
    const size_t global = (size_t)p->m1;
    for (size_t r = 0; r < repeats; ++r) {
        set_arguments(p, kernel, true);
        CHECK(clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    }
    CHECK(clFinish(p->queue));
}

static void call_own(const problem *p, size_t repeats)
{
    clb_error error = {0};
    for (size_t r = 0; r < repeats; ++r)
        if (glm_call_f2_binomial_logit(
                p->device,
                glm_args_f2_binomial_logit(.X = p->arrays[0], .B = p->arrays[1], .mu = p->arrays[2], .P = p->arrays[3],
                                           .alpha = p->arrays[4], .y = p->arrays[5], .wt = p->arrays[6],
                                           .qf = p->arrays[7], .l1 = p->l1, .l2 = p->l2, .m1 = p->m1),
                &error))
            fail(&error);
}

static void call_other(const problem *p, cl_kernel kernel, size_t repeats)
{
    const size_t global = (size_t)p->m1;
    for (size_t r = 0; r < repeats; ++r) {
        for (size_t i = 0; i < 7; ++i)
            CHECK(clEnqueueWriteBuffer(p->queue, p->memory[i], CL_FALSE, 0, p->counts[i] * sizeof(double), p->arrays[i],
                                       0, NULL, NULL));
        set_arguments(p, kernel, false);
        CHECK(clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
        CHECK(clEnqueueReadBuffer(p->queue, p->memory[7], CL_TRUE, 0, p->counts[7] * sizeof(double), p->other, 0, NULL,
                                  NULL));
    }
}

/* ---- Rounds ---- */

/* Seconds of processor time for one launch or call, of `repeats` ones. kernel NULL: by clbundle's own calls. */
static double time_of(const problem *p, const char *name, cl_kernel kernel, size_t repeats)
{
    const double start = processor_time();
    if (name && kernel) launch_other(p, kernel, repeats);
    else if (name) launch_own(p, (uint32_t)clb_kernel_find(&glm_bundle, name), repeats);
    else if (kernel) call_other(p, kernel, repeats);
    else call_own(p, repeats);
    return (processor_time() - start) / (double)repeats;
}

/* name NULL: the demo's step. Each side of a round takes about 20 ms; the sides take turns in being first. */
static void compare(const problem *p, const char *name)
{
    const cl_kernel kernel = find(p, name ? name : "f2_binomial_logit");
    double own = INFINITY, other = INFINITY;
    (void)time_of(p, name, NULL, 1);
    const size_t repeats = 1 + (size_t)(0.02 / (time_of(p, name, NULL, 1) + 1e-7));
    for (int r = 0; r < ROUNDS; ++r) {
        if (r % 2) own = fmin(own, time_of(p, name, NULL, repeats));
        other = fmin(other, time_of(p, name, kernel, repeats));
        if (!(r % 2)) own = fmin(own, time_of(p, name, NULL, repeats));
    }
    if (!name && memcmp(p->other, p->arrays[7], p->counts[7] * sizeof(double)) != 0) {
        fputs("bench_api: the results differ\n", stderr);
        exit(1);
    }
    printf("%-26s %5d,%2d,%5d  %10.2f  %10.2f  %6.3f\n", name ? name : "the demo's step", (int)p->l1, (int)p->l2,
           (int)p->m1, 1e6 * own, 1e6 * other, other / own);
    fflush(stdout);
    CHECK(clReleaseKernel(kernel));
}

int main(void)
{
    static const char *const names[] = {"f2_f3_binomial_logit", "f2_f3_poisson",         "f2_f3_gaussian",
                                        "f2_f3_gamma",          "f2_f3_binomial_probit", "f2_f3_binomial_cloglog"};
    static const int32_t sizes[][3] = {{300, 14, 500}, {300, 14, 4096}, {30, 2, 64}, {30, 2, 4096}};
    clb_error error = {0};
    cl_device_id device;
    cl_platform_id platform;
    cl_int code;
    problem p = {0};
    if (!clb_icd_platforms_order("clbundle")) return 1;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    p.context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    CHECK(code);
    p.queue = clCreateCommandQueue(p.context, device, 0, &code);
    CHECK(code);
    if (clb_device_open(&(clb_device_params){.bundle = &glm_bundle, .filter = "native"}, &p.device, &error))
        fail(&error);
    printf("%-26s %14s  %10s  %10s  %6s\n", "processor time", "l1,l2,m1", "own, us", "OpenCL, us", "ratio");
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
        p.l1 = sizes[s][0];
        p.l2 = sizes[s][1];
        p.m1 = sizes[s][2];
        fill(&p);
        for (size_t i = 0; i < sizeof names / sizeof *names && s < 2; ++i) compare(&p, names[i]);
        if (s >= 2) compare(&p, NULL);
        release(&p);
    }
    clb_device_close(&p.device);
    CHECK(clReleaseCommandQueue(p.queue));
    CHECK(clReleaseContext(p.context));
    return 0;
}
