/* Measures the cost of the runtime on top of OpenCL itself. Prints ratios of medians, all taken in one process,
 * alternating between the variants; never fails a test.
 *
 *   launch   clb_kernel_launch          : clSetKernelArg for each argument + clEnqueueNDRangeKernel
 *   call     clb_kernel_call            : write, clSetKernelArg for each argument, enqueue, read, all objects cached
 *   naive    context, build, buffers, kernel, run, release, each time, as some packages do : clb_kernel_call
 *
 * Usage: bench_launch [FILTER]
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "sample.h"

#include "opencl/loader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGEST = 1 << 18, SAMPLES = 101, NAIVE_SAMPLES = 5 };

typedef struct bench {
    clb_device *device;
    clbi_cl_library cl;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_kernel kernel; /* the hand-written rival's */
    cl_mem x, y;
    clb_buffer *bx, *by;
    char *source;
    size_t source_length;
    double *host_x, *host_y;
    int32_t n;
    int per_sample; /* repetitions in one sample */
    bool changing;  /* a scalar is another one at each launch */
} bench;

static void need(bool good, const char *what)
{
    if (good) return;
    (void)fprintf(stderr, "bench_launch: %s failed\n", what);
    exit(1);
}

static void need_ok(clb_status status, const clb_error *error)
{
    need(status == CLB_OK, error->message);
}

static double now(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double factor(const bench *b, int i)
{
    return b->changing ? 2.0 + i : 2.0;
}

/* ---- The rivals -------------------------------------------------------------------------------------------------- */

static void set_arguments(bench *b, double a)
{
    need(b->cl.clSetKernelArg(b->kernel, 0, sizeof b->x, &b->x) == CL_SUCCESS &&
             b->cl.clSetKernelArg(b->kernel, 1, sizeof a, &a) == CL_SUCCESS &&
             b->cl.clSetKernelArg(b->kernel, 2, sizeof b->y, &b->y) == CL_SUCCESS &&
             b->cl.clSetKernelArg(b->kernel, 3, sizeof b->n, &b->n) == CL_SUCCESS,
         "clSetKernelArg");
}

static void enqueue_by_hand(bench *b)
{
    const size_t global = (size_t)b->n;
    need(b->cl.clEnqueueNDRangeKernel(b->queue, b->kernel, 1, NULL, &global, NULL, 0, NULL, NULL) == CL_SUCCESS,
         "clEnqueueNDRangeKernel");
}

static double launch_by_hand(bench *b)
{
    const double start = now();
    for (int i = 0; i < b->per_sample; i++) {
        set_arguments(b, factor(b, i));
        enqueue_by_hand(b);
    }
    need(b->cl.clFinish(b->queue) == CL_SUCCESS, "clFinish");
    return now() - start;
}

static double launch_by_runner(bench *b)
{
    clb_error error = {0};
    const double start = now();
    for (int i = 0; i < b->per_sample; i++) {
        const double a = factor(b, i);
        const clb_argument arguments[] = {
            {.buffer = b->bx}, {&a, NULL, sizeof a}, {.buffer = b->by}, {&b->n, NULL, sizeof b->n}};
        need_ok(clb_kernel_launch(b->device, sample_bundle(), SAMPLE_SCALE, NULL, arguments, 4, NULL, &error), &error);
    }
    need_ok(clb_device_finish(b->device, &error), &error);
    return now() - start;
}

static double call_by_hand(bench *b)
{
    const size_t size = (size_t)b->n * sizeof(double);
    const double start = now();
    for (int i = 0; i < b->per_sample; i++) {
        need(b->cl.clEnqueueWriteBuffer(b->queue, b->x, CL_FALSE, 0, size, b->host_x, 0, NULL, NULL) == CL_SUCCESS,
             "clEnqueueWriteBuffer");
        set_arguments(b, factor(b, i));
        enqueue_by_hand(b);
        need(b->cl.clEnqueueReadBuffer(b->queue, b->y, CL_TRUE, 0, size, b->host_y, 0, NULL, NULL) == CL_SUCCESS,
             "clEnqueueReadBuffer");
    }
    return now() - start;
}

static double call_by_wrapper(bench *b)
{
    clb_error error = {0};
    const double start = now();
    for (int i = 0; i < b->per_sample; i++) {
        const double a = factor(b, i);
        const clb_host_argument arguments[] = {{b->host_x, 0}, {&a, sizeof a}, {b->host_y, 0}, {&b->n, sizeof b->n}};
        need_ok(clb_kernel_call(b->device, sample_bundle(), SAMPLE_SCALE, NULL, arguments, 4, &error), &error);
    }
    return now() - start;
}

static double call_naively(bench *b)
{
    bench fresh = *b;
    cl_int code = CL_SUCCESS;
    const size_t size = (size_t)b->n * sizeof(double);
    const char *source = b->source;
    const double start = now();
    fresh.context = b->cl.clCreateContext(NULL, 1, &b->id, NULL, NULL, &code);
    need(code == CL_SUCCESS, "clCreateContext");
    fresh.queue = b->cl.clCreateCommandQueue(fresh.context, b->id, 0, &code);
    cl_program program = b->cl.clCreateProgramWithSource(fresh.context, 1, &source, &b->source_length, &code);
    need(code == CL_SUCCESS, "clCreateProgramWithSource");
    need(b->cl.clBuildProgram(program, 1, &b->id, "", NULL, NULL) == CL_SUCCESS, "clBuildProgram");
    fresh.kernel = b->cl.clCreateKernel(program, "scale", &code);
    need(code == CL_SUCCESS, "clCreateKernel");
    fresh.x = b->cl.clCreateBuffer(fresh.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, b->host_x, &code);
    fresh.y = b->cl.clCreateBuffer(fresh.context, CL_MEM_READ_WRITE, size, NULL, &code);
    need(code == CL_SUCCESS, "clCreateBuffer");
    set_arguments(&fresh, 2);
    enqueue_by_hand(&fresh);
    need(b->cl.clEnqueueReadBuffer(fresh.queue, fresh.y, CL_TRUE, 0, size, b->host_y, 0, NULL, NULL) == CL_SUCCESS,
         "clEnqueueReadBuffer");
    (void)b->cl.clReleaseMemObject(fresh.x);
    (void)b->cl.clReleaseMemObject(fresh.y);
    (void)b->cl.clReleaseKernel(fresh.kernel);
    (void)b->cl.clReleaseProgram(program);
    (void)b->cl.clReleaseCommandQueue(fresh.queue);
    (void)b->cl.clReleaseContext(fresh.context);
    return now() - start;
}

/* ---- Measuring --------------------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

/* The median of ours over the median of theirs; which of the two goes first changes from sample to sample. */
static double ratio(bench *b, double (*ours)(bench *), double (*theirs)(bench *))
{
    double a[SAMPLES], c[SAMPLES];
    (void)ours(b);
    (void)theirs(b);
    for (int i = 0; i < SAMPLES; i++) {
        if (i % 2) c[i] = theirs(b);
        a[i] = ours(b);
        if (i % 2 == 0) c[i] = theirs(b);
    }
    return median(a, SAMPLES) / median(c, SAMPLES);
}

static void measure(bench *b, int32_t n)
{
    b->n = n;
    b->per_sample = 100;
    b->changing = false;
    const double same = ratio(b, launch_by_runner, launch_by_hand);
    b->changing = true;
    const double changing = ratio(b, launch_by_runner, launch_by_hand);
    b->per_sample = 20;
    const double call = ratio(b, call_by_wrapper, call_by_hand);
    (void)printf("%8ld   %12.3f   %15.3f   %10.3f\n", (long)n, same, changing, call);
}

static void measure_naive(bench *b, int32_t n)
{
    double a[NAIVE_SAMPLES], c[NAIVE_SAMPLES];
    b->n = n;
    b->per_sample = 1;
    for (int i = 0; i < NAIVE_SAMPLES; i++) {
        a[i] = call_naively(b);
        c[i] = call_by_wrapper(b);
    }
    (void)printf("naive way / wrapper, %ld elements: %.0f\n", (long)n,
                 median(a, NAIVE_SAMPLES) / median(c, NAIVE_SAMPLES));
}

static bool open_all(bench *b, const char *filter)
{
    clb_error error = {0};
    clbi_note note = {""};
    cl_int code = CL_SUCCESS;
    const clb_status status =
        clb_device_open(&(clb_device_params){.needs = CLB_NEEDS_FP64, .filter = filter}, &b->device, &error);
    if (status == CLB_ERROR_NO_DEVICE) {
        (void)printf("skipped: %s\n", error.message);
        return false;
    }
    need_ok(status, &error);
    need(clbi_cl_open(&b->cl, &note), note.text);
    b->id = clb_device_get_handle(b->device, CLB_HANDLE_DEVICE);
    b->context = clb_device_get_handle(b->device, CLB_HANDLE_CONTEXT);
    b->queue = clb_device_get_handle(b->device, CLB_HANDLE_QUEUE); /* two queues need not be equally fast */
    need_ok(clb_program_source(sample_bundle(), SAMPLE_SCALE, &b->source, &b->source_length, &error), &error);
    const char *source = b->source;
    cl_program program = b->cl.clCreateProgramWithSource(b->context, 1, &source, &b->source_length, &code);
    need(code == CL_SUCCESS && b->cl.clBuildProgram(program, 1, &b->id, "", NULL, NULL) == CL_SUCCESS,
         "clBuildProgram");
    b->kernel = b->cl.clCreateKernel(program, "scale", &code);
    need(code == CL_SUCCESS, "clCreateKernel");
    (void)b->cl.clReleaseProgram(program);

    const size_t size = LARGEST * sizeof(double);
    b->host_x = calloc(LARGEST, sizeof(double));
    b->host_y = calloc(LARGEST, sizeof(double));
    need(b->host_x && b->host_y, "malloc");
    /* Filled alike: arithmetic on what lies in fresh memory may take its own time. */
    for (int i = 0; i < LARGEST; i++) b->host_x[i] = 1.0 + i;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    b->x = b->cl.clCreateBuffer(b->context, flags, size, b->host_x, &code);
    b->y = b->cl.clCreateBuffer(b->context, flags, size, b->host_y, &code);
    need(code == CL_SUCCESS, "clCreateBuffer");
    need_ok(clb_buffer_create(b->device, size, b->host_x, &b->bx, &error), &error);
    need_ok(clb_buffer_create(b->device, size, b->host_y, &b->by, &error), &error);
    return true;
}

static void close_all(bench *b)
{
    (void)b->cl.clReleaseMemObject(b->x);
    (void)b->cl.clReleaseMemObject(b->y);
    (void)b->cl.clReleaseKernel(b->kernel);
    clb_buffer_release(&b->bx);
    clb_buffer_release(&b->by);
    clb_device_close(&b->device);
    clbi_cl_close(&b->cl);
    free(b->source);
    free(b->host_x);
    free(b->host_y);
}

int main(int argc, char **argv)
{
    bench b = {0};
    if (!open_all(&b, argc > 1 ? argv[1] : NULL)) return 77;
    (void)printf("device: %s\n", clb_device_get_info(b.device)->name);
    (void)printf("elements   runner/hand    with new scalar   call/hand\n");
    measure(&b, 256);
    measure(&b, 4096);
    measure(&b, 65536);
    measure(&b, LARGEST);
    measure_naive(&b, 4096);
    close_all(&b);
    return 0;
}
