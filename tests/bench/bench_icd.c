/* Measures the cost of OpenCL's calls: enqueue of an empty kernel and of a small one, a read, a write, a chain of
 * events; the platform "clbundle" against another one, both through the same ICD loader, in turns in one run. Prints
 * the best of several rounds of each and their ratio.
 *
 * usage: bench_icd [OTHER]     OTHER: part of the other platform's name; "Portable" where it is left out
 * The loader must find both: see the target in tests/icd/meson.build.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BENCH_NAME "bench_icd"
#include "check.h"

enum { ROUNDS = 30, SMALL = 1024, BYTES = 4096, CHAIN = 100 };

extern const char *const icd_pieces[]; /* tests/icd/icd.cl */

typedef struct side {
    cl_context context;
    cl_command_queue queue, disordered;
    cl_kernel empty, scale;
    cl_mem x, y;
} side;

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static cl_platform_id find_platform(const char *part)
{
    cl_platform_id list[16];
    cl_uint count = 0;
    CHECK(clGetPlatformIDs(16, list, &count));
    for (cl_uint i = 0; i < count && i < 16; i++) {
        char name[256] = "";
        CHECK(clGetPlatformInfo(list[i], CL_PLATFORM_NAME, sizeof name, name, NULL));
        if (strstr(name, part)) return list[i];
    }
    fprintf(stderr, "bench_icd: no platform '%s'\n", part);
    exit(77);
}

static void open_side(side *s, const char *part)
{
    cl_device_id device;
    cl_int code;
    cl_uint count = 0;
    const cl_float a = 2;
    const cl_uint n = SMALL;
    CHECK(clGetDeviceIDs(find_platform(part), CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    s->context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    CHECK(code);
    s->queue = clCreateCommandQueue(s->context, device, 0, &code);
    CHECK(code);
    s->disordered = clCreateCommandQueue(s->context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code);
    CHECK(code);
    while (icd_pieces[count]) count++;
    cl_program program = clCreateProgramWithSource(s->context, count, (const char **)(size_t)icd_pieces, NULL, &code);
    CHECK(code);
    CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
    s->empty = clCreateKernel(program, "empty", &code);
    CHECK(code);
    s->scale = clCreateKernel(program, "scale", &code);
    CHECK(code);
    s->x = clCreateBuffer(s->context, CL_MEM_READ_WRITE, BYTES, NULL, &code);
    CHECK(code);
    s->y = clCreateBuffer(s->context, CL_MEM_READ_WRITE, BYTES, NULL, &code);
    CHECK(code);
    CHECK(clSetKernelArg(s->scale, 0, sizeof s->x, &s->x));
    CHECK(clSetKernelArg(s->scale, 1, sizeof a, &a));
    CHECK(clSetKernelArg(s->scale, 2, sizeof s->y, &s->y));
    CHECK(clSetKernelArg(s->scale, 3, sizeof n, &n));
}

/* ---- What is measured: seconds for one operation -------------------------------------------------------------------
 */

static double launch(side *s, cl_kernel kernel, size_t global, int finishes)
{
    enum { TIMES = 200 };
    const double start = now();
    for (int i = 0; i < TIMES; i++) {
        CHECK(clEnqueueNDRangeKernel(s->queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
        if (finishes) CHECK(clFinish(s->queue));
    }
    CHECK(clFinish(s->queue));
    return (now() - start) / TIMES;
}

static double enqueue_empty(side *s)
{
    return launch(s, s->empty, 1, 0);
}

static double run_empty(side *s)
{
    return launch(s, s->empty, 1, 1);
}

static double enqueue_small(side *s)
{
    return launch(s, s->scale, SMALL, 0);
}

static double run_small(side *s)
{
    return launch(s, s->scale, SMALL, 1);
}

static double read_block(side *s)
{
    enum { TIMES = 200 };
    static char host[BYTES];
    const double start = now();
    for (int i = 0; i < TIMES; i++) CHECK(clEnqueueReadBuffer(s->queue, s->y, CL_TRUE, 0, BYTES, host, 0, NULL, NULL));
    return (now() - start) / TIMES;
}

static double write_block(side *s)
{
    enum { TIMES = 200 };
    static char host[BYTES];
    const double start = now();
    for (int i = 0; i < TIMES; i++) CHECK(clEnqueueWriteBuffer(s->queue, s->x, CL_TRUE, 0, BYTES, host, 0, NULL, NULL));
    return (now() - start) / TIMES;
}

/* Each command waits for the one before, by its event. */
static double chain(side *s)
{
    cl_event events[CHAIN];
    const size_t global = SMALL;
    const double start = now();
    for (int i = 0; i < CHAIN; i++)
        CHECK(clEnqueueNDRangeKernel(s->disordered, s->scale, 1, NULL, &global, NULL, i > 0,
                                     i > 0 ? &events[i - 1] : NULL, &events[i]));
    CHECK(clWaitForEvents(1, &events[CHAIN - 1]));
    const double took = (now() - start) / CHAIN;
    for (int i = 0; i < CHAIN; i++) CHECK(clReleaseEvent(events[i]));
    return took;
}

/* The chain begins when the host says so. */
static double held_chain(side *s)
{
    cl_event events[CHAIN + 1];
    const size_t global = SMALL;
    cl_int code;
    events[0] = clCreateUserEvent(s->context, &code);
    CHECK(code);
    const double start = now();
    for (int i = 0; i < CHAIN; i++)
        CHECK(clEnqueueNDRangeKernel(s->disordered, s->scale, 1, NULL, &global, NULL, 1, &events[i], &events[i + 1]));
    CHECK(clSetUserEventStatus(events[0], CL_COMPLETE));
    CHECK(clWaitForEvents(1, &events[CHAIN]));
    const double took = (now() - start) / CHAIN;
    for (int i = 0; i <= CHAIN; i++) CHECK(clReleaseEvent(events[i]));
    return took;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        double (*measure)(side *);
    } measures[] = {{"enqueue of an empty kernel, many", enqueue_empty},
                    {"empty kernel and clFinish", run_empty},
                    {"enqueue of a kernel of 1,024 items, many", enqueue_small},
                    {"kernel of 1,024 items and clFinish", run_small},
                    {"blocking read, 4 KiB", read_block},
                    {"blocking write, 4 KiB", write_block},
                    {"chain of events, each", chain},
                    {"chain behind a user event, each", held_chain}};
    side own = {0}, other = {0};
    open_side(&own, "clbundle");
    open_side(&other, argc > 1 ? argv[1] : "Portable");
    printf("%-42s %12s %12s %8s\n", "", "clbundle us", "other us", "ratio");
    for (size_t m = 0; m < sizeof measures / sizeof measures[0]; m++) {
        double best[2] = {1e9, 1e9};
        for (int round = 0; round < ROUNDS; round++)
            for (int which = 0; which < 2; which++) {
                const double took = measures[m].measure(which ? &other : &own);
                if (took < best[which]) best[which] = took;
            }
        printf("%-42s %12.3f %12.3f %8.3f\n", measures[m].name, 1e6 * best[0], 1e6 * best[1], best[0] / best[1]);
    }
    return 0;
}
