/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "doctor/probe.h"

#include <time.h>

#define PROGRAM                                                     \
    "__kernel void clbundle_doctor(__global int *y, const int n)\n" \
    "{\n    const int i = get_global_id(0);\n    if (i < n) y[i] = 3 * i + 1;\n}\n"
#define WORDS         \
    "clbundle_doctor" \
    "y"               \
    "__global int *"  \
    "n"               \
    "int"             \
    "-cl-std=CL1.2"

enum {
    PROGRAM_LENGTH = sizeof PROGRAM - 1,
    AT_KERNEL = PROGRAM_LENGTH,
    KERNEL_LENGTH = 15,
    AT_Y = AT_KERNEL + KERNEL_LENGTH,
    AT_POINTER = AT_Y + 1,
    POINTER_LENGTH = 14,
    AT_N = AT_POINTER + POINTER_LENGTH,
    AT_INT = AT_N + 1,
    AT_OPTIONS = AT_INT + 3,
    OPTIONS_LENGTH = 13,
    TEXT_LENGTH = AT_OPTIONS + OPTIONS_LENGTH,
};
CLB_STATIC_ASSERT(sizeof PROGRAM WORDS - 1 == TEXT_LENGTH, "each word has its place");

static const char text[1][CLB_TEXT_ROW + 1] = {PROGRAM WORDS};
static const clb_span segments[] = {{0, PROGRAM_LENGTH}};
static const uint32_t program_segments[] = {0};
static const clb_program_data programs[] = {{0, 1, 0, {AT_OPTIONS, OPTIONS_LENGTH}, {1, 1}, 0, 0}};
static const int64_t code[] = {0, CLB_OP_ARGUMENT, 1, CLB_OP_END};
static const clb_kernel_data kernels[] = {
    {.name = {AT_KERNEL, KERNEL_LENGTH},
     .argument_count = 2,
     .flags = CLB_KERNEL_INDEPENDENT,
     .range_dimensions = 1,
     .range = {1}},
};
static const clb_argument_data arguments[] = {
    {{AT_Y, 1}, {AT_POINTER, POINTER_LENGTH}, 4, 1, CLB_ARGUMENT_GLOBAL, CLB_ACCESS_OUT, CLB_NUMBER_NONE, 0, 0, 0},
    {{AT_N, 1}, {AT_INT, 3}, 4, 0, CLB_ARGUMENT_VALUE, CLB_ACCESS_NONE, CLB_NUMBER_I32, 0, 0, 0},
};
static const uint32_t shapes[] = {0};
static const struct clb_type *const types[] = {NULL, NULL};

static void run(const clb_native_range *range, void *const *values, size_t first, size_t end, void *scratch)
{
    int32_t *y = values[0];
    const int32_t n = *(const int32_t *)values[1];
    (void)scratch;
    for (size_t g = first; g < end; ++g)
        for (size_t l = 0; l < range->local[0]; ++l) {
            const size_t i = range->offset[0] + (range->first_group[0] + g) * range->enqueued_local[0] + l;
            if (i < (size_t)n) y[i] = (int32_t)(3 * i + 1);
        }
}

static const clb_native_kernel native[] = {{.run = {run, NULL, NULL}}};

const clb_bundle doctor_probe = {
    .abi = CLB_ABI,
    .kernel_count = 1,
    .program_count = 1,
    .segment_count = 1,
    .argument_count = 2,
    .code_count = 4,
    .program_segment_count = 1,
    .shape_count = 1,
    .text_length = TEXT_LENGTH,
    .name = "clbundle_doctor",
    .text = text,
    .segments = segments,
    .program_segments = program_segments,
    .programs = programs,
    .kernels = kernels,
    .arguments = arguments,
    .code = code,
    .native = native,
    .shapes = shapes,
    .types = types,
};

clb_bundle doctor_probe_like(const char *name, uint32_t needs, bool with_native, clb_program_data *program)
{
    clb_bundle b = doctor_probe;
    *program = programs[0];
    program->needs = needs;
    b.name = name;
    b.programs = program;
    if (!with_native) b.native = NULL;
    return b;
}

static double now(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

clb_status doctor_probe_call(clb_device *device, bool *right, double *first_seconds, double *second_seconds,
                             clb_error *error)
{
    enum { COUNT = 1000 };
    int32_t y[COUNT];
    const int32_t n = COUNT;
    const clb_host_argument given[] = {{y, 0}, {&n, sizeof n}};
    *right = true;
    for (int turn = 0; turn < 2; ++turn) {
        for (int i = 0; i < COUNT; ++i) y[i] = -1;
        const double start = now();
        const clb_status status = clb_kernel_call(device, &doctor_probe, 0, NULL, given, 2, error);
        if (status != CLB_OK) return status;
        *(turn ? second_seconds : first_seconds) = now() - start;
        for (int i = 0; i < COUNT; ++i) *right = *right && y[i] == 3 * i + 1;
    }
    return CLB_OK;
}
