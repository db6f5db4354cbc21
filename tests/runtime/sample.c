/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 8, PROGRAMS = 8, SEGMENTS = 16, ARGUMENTS = 80, WORDS = 256 };

typedef struct maker {
    char text[ROWS][CLB_TEXT_ROW + 1];
    clb_span segments[SEGMENTS];
    uint32_t program_segments[SEGMENTS];
    clb_program_data programs[PROGRAMS];
    clb_kernel_data kernels[SAMPLE_KERNELS];
    clb_argument_data arguments[ARGUMENTS];
    int64_t code[WORDS];
    clb_span sampler_type, image_type;
    clb_bundle bundle;
} maker;

static clb_span put_text(maker *m, const char *text)
{
    const clb_span span = {(uint32_t)m->bundle.text_length, (uint32_t)strlen(text)};
    for (; *text; text++, m->bundle.text_length++)
        m->text[m->bundle.text_length / CLB_TEXT_ROW][m->bundle.text_length % CLB_TEXT_ROW] = *text;
    return span;
}

static uint32_t put_segment(maker *m, const char *text)
{
    m->segments[m->bundle.segment_count] = put_text(m, text);
    return m->bundle.segment_count++;
}

static void put_program(maker *m, uint32_t shared, const char *text, const char *options, uint32_t needs)
{
    clb_program_data *program = &m->programs[m->bundle.program_count++];
    *program = (clb_program_data){.first_segment = m->bundle.program_segment_count,
                                  .segment_count = 2,
                                  .needs = needs,
                                  .options = put_text(m, options),
                                  .hash = {0x1111u * m->bundle.program_count, 0x77u}};
    m->program_segments[m->bundle.program_segment_count++] = shared;
    m->program_segments[m->bundle.program_segment_count++] = put_segment(m, text);
}

static uint32_t put_code(maker *m, const int64_t *words, size_t count)
{
    const uint32_t start = m->bundle.code_count;
    memcpy(m->code + start, words, count * sizeof *words);
    m->bundle.code_count += (uint32_t)count;
    return start;
}

#define CODE(...)                                           \
    put_code(m, (const int64_t[]){__VA_ARGS__, CLB_OP_END}, \
             sizeof((const int64_t[]){__VA_ARGS__, CLB_OP_END}) / sizeof(int64_t))
#define ARG(i) CLB_OP_ARGUMENT, (i)
#define NUM(i) CLB_OP_CONSTANT, (i)

static clb_kernel_data *put_kernel(maker *m, const char *name, uint32_t flags)
{
    clb_kernel_data *kernel = &m->kernels[m->bundle.kernel_count++];
    *kernel = (clb_kernel_data){.name = put_text(m, name),
                                .program = m->bundle.program_count - 1,
                                .first_argument = m->bundle.argument_count,
                                .flags = flags};
    return kernel;
}

static void put_range(clb_kernel_data *kernel, uint32_t code)
{
    kernel->range[kernel->range_dimensions++] = code;
}

static void put_argument(maker *m, const char *name, const char *type, clb_argument_kind kind, uint32_t size,
                         clb_access access, clb_number number, uint32_t extent)
{
    m->kernels[m->bundle.kernel_count - 1].argument_count++;
    m->arguments[m->bundle.argument_count++] = (clb_argument_data){
        put_text(m, name), put_text(m, type), size, extent, (uint8_t)kind, (uint8_t)access, (uint8_t)number, 0, 0, 0};
}

static void put_int(maker *m, const char *name)
{
    put_argument(m, name, "int", CLB_ARGUMENT_VALUE, 4, CLB_ACCESS_NONE, CLB_NUMBER_I32, 0);
}

static void put_buffer(maker *m, const char *name, const char *type, uint32_t size, clb_access access, uint32_t extent)
{
    put_argument(m, name, type, CLB_ARGUMENT_GLOBAL, size, access, CLB_NUMBER_NONE, extent);
}

static void make_programs(maker *m, uint32_t shared)
{
    clb_kernel_data *kernel;
    /* Long enough to lie in several rows. */
    static char filler[4200];
    memset(filler, ' ', sizeof filler - 1);
    static char source[6000];
    (void)strcpy(source, "#line 1 \"scale.cl\"\n/*");
    (void)strcat(source, filler);
    (void)strcat(source, "*/\n"
                         "__kernel void scale(__global const double *x, double a, __global double *y, int n)\n"
                         "{ y[get_global_id(0)] = a * x[get_global_id(0)]; }\n"
                         "__kernel void shift(__global double *y, long by, int n)\n"
                         "{ y[get_global_id(0)] += (double)by; } /* -DSAMPLE=1 -cl-std=CL2.0 */\n");
    put_program(m, shared, source, "-DSAMPLE=1", CLB_NEEDS_FP64);
    kernel = put_kernel(m, "scale", CLB_KERNEL_INDEPENDENT);
    put_buffer(m, "x", "const double *", 8, CLB_ACCESS_IN, CODE(ARG(3)));
    put_argument(m, "a", "double", CLB_ARGUMENT_VALUE, 8, CLB_ACCESS_NONE, CLB_NUMBER_NONE, 0);
    put_buffer(m, "y", "double *", 8, CLB_ACCESS_OUT, CODE(ARG(3)));
    put_int(m, "n");
    put_range(kernel, CODE(ARG(3)));
    kernel = put_kernel(m, "shift", CLB_KERNEL_INDEPENDENT);
    put_buffer(m, "y", "double *", 8, CLB_ACCESS_IN_OUT, CODE(ARG(2)));
    put_argument(m, "by", "long", CLB_ARGUMENT_VALUE, 8, CLB_ACCESS_NONE, CLB_NUMBER_I64, 0);
    put_int(m, "n");
    put_range(kernel, CODE(ARG(2)));

    put_program(m, shared,
                "#line 1 \"group_sum.cl\"\n"
                "__kernel void group_sum(__global const float *x, __local float *scratch, __global float *sums, "
                "uint n)\n"
                "{\n    const size_t l = get_local_id(0);\n    scratch[l] = x[get_global_id(0)];\n"
                "    for (size_t s = get_local_size(0) / 2; s > 0; s /= 2) {\n"
                "        barrier(CLK_LOCAL_MEM_FENCE);\n        if (l < s) scratch[l] += scratch[l + s];\n    }\n"
                "    if (l == 0) sums[get_group_id(0)] = scratch[0];\n}\n",
                "", 0);
    kernel = put_kernel(m, "group_sum", 0);
    put_buffer(m, "x", "const float *", 4, CLB_ACCESS_IN, CODE(ARG(3)));
    put_argument(m, "scratch", "float *", CLB_ARGUMENT_LOCAL, 4, CLB_ACCESS_NONE, CLB_NUMBER_NONE, CODE(NUM(64)));
    put_buffer(m, "sums", "float *", 4, CLB_ACCESS_OUT, CODE(ARG(3), NUM(64), CLB_OP_DIVIDE));
    put_argument(m, "n", "uint", CLB_ARGUMENT_VALUE, 4, CLB_ACCESS_NONE, CLB_NUMBER_U32, 0);
    put_range(kernel, CODE(ARG(3)));
    kernel->local[0] = CODE(NUM(64));

    put_program(m, shared,
                "#line 1 \"grid.cl\"\n__kernel void grid(__global int *out, int m, int l)\n"
                "{ const int i = get_global_id(0), j = get_global_id(1); out[j * m + i] = i + 1000 * j; }\n",
                "", 0);
    kernel = put_kernel(m, "grid", CLB_KERNEL_INDEPENDENT);
    put_buffer(m, "out", "int *", 4, CLB_ACCESS_OUT, CODE(ARG(1), ARG(2), CLB_OP_MULTIPLY));
    put_int(m, "m");
    put_int(m, "l");
    put_range(kernel, CODE(ARG(1)));
    put_range(kernel, CODE(ARG(2)));

    put_program(m, shared,
                "#line 41 \"broken.cl\"\n__kernel void broken(__global int *out)\n"
                "{ out[0] = undeclared_name; }\n",
                "", 0);
    kernel = put_kernel(m, "broken", 0);
    put_buffer(m, "out", "int *", 4, CLB_ACCESS_OUT, CODE(NUM(1)));
    put_range(kernel, CODE(NUM(1)));

    put_program(m, shared,
                "#line 1 \"wide.cl\"\n__kernel void wide(int a0, int a1, int a2, int a3, int a4, int a5, "
                "int a6, int a7, int a8, int a9,\n    int b0, int b1, int b2, int b3, int b4, int b5, int b6, int b7, "
                "int b8, int b9, int c0, int c1,\n    int c2, int c3, int c4, int c5, int c6, int c7, int c8, int c9, "
                "__global int *out)\n{ out[0] = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + b0 + b1 + b2 + b3 + "
                "b4 + b5 + b6 + b7 + b8 + b9\n + c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9; }\n",
                "", 0);
    kernel = put_kernel(m, "wide", 0);
    for (int i = 0; i < 30; i++) put_int(m, "a");
    put_buffer(m, "out", "int *", 4, CLB_ACCESS_OUT, CODE(NUM(1)));
    put_range(kernel, CODE(NUM(1)));

    put_program(m, shared,
                "#line 1 \"required.cl\"\n__attribute__((reqd_work_group_size(8, 1, 1)))\n"
                "__kernel void required(__global int *out, int n)\n"
                "{ out[get_global_id(0)] = (int)get_local_id(0); }\n",
                "", 0);
    kernel = put_kernel(m, "required", CLB_KERNEL_BY_GROUPS);
    kernel->required_local[0] = 8;
    kernel->required_local[1] = kernel->required_local[2] = 1;
    put_buffer(m, "out", "int *", 4, CLB_ACCESS_OUT, 0);
    put_int(m, "n");

    put_program(m, shared,
                "#line 1 \"extent.cl\"\n__kernel void extent(__global double *y, int n, short s)\n"
                "{ y[get_global_id(0) * s] += 1.0; }\n",
                "", CLB_NEEDS_FP64);
    kernel = put_kernel(m, "extent", CLB_KERNEL_INDEPENDENT);
    put_buffer(m, "y", "double *", 8, CLB_ACCESS_IN_OUT,
               CODE(ARG(1), NUM(1), CLB_OP_SUBTRACT, ARG(2), CLB_OP_MULTIPLY, NUM(1), CLB_OP_ADD));
    put_int(m, "n");
    put_argument(m, "s", "short", CLB_ARGUMENT_VALUE, 2, CLB_ACCESS_NONE, CLB_NUMBER_I16, 0);
    put_range(kernel, CODE(ARG(1)));
}

static maker made;

const clb_bundle *sample_bundle(void)
{
    maker *m = &made;
    if (m->bundle.name) return &m->bundle;
    m->bundle = (clb_bundle){.abi = CLB_ABI, .code_count = 1};
    make_programs(m, put_segment(m, "#line 1 \"shared.cl\"\n#ifdef cl_khr_fp64\n"
                                    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n"));
    m->sampler_type = put_text(m, "sampler_t");
    m->image_type = put_text(m, "__read_only image2d_t");
    m->bundle.text = (const char(*)[CLB_TEXT_ROW + 1]) m->text;
    m->bundle.segments = m->segments;
    m->bundle.program_segments = m->program_segments;
    m->bundle.programs = m->programs;
    m->bundle.kernels = m->kernels;
    m->bundle.arguments = m->arguments;
    m->bundle.code = m->code;
    m->bundle.name = "sample";
    return &m->bundle;
}

static void *copy_of(const void *data, size_t size)
{
    void *copy = malloc(size);
    if (!copy) abort();
    return memcpy(copy, data, size);
}

sample_copy *sample_clone(void)
{
    const clb_bundle *from = sample_bundle();
    sample_copy *copy = malloc(sizeof *copy);
    if (!copy) abort();
    copy->bundle = *from;
    copy->bundle.programs = copy->programs = copy_of(from->programs, from->program_count * sizeof *from->programs);
    copy->bundle.kernels = copy->kernels = copy_of(from->kernels, from->kernel_count * sizeof *from->kernels);
    copy->bundle.arguments = copy->arguments = copy_of(from->arguments, from->argument_count * sizeof *from->arguments);
    copy->bundle.code = copy->code = copy_of(from->code, from->code_count * sizeof *from->code);
    return copy;
}

void sample_take_image(sample_copy *copy)
{
    clb_argument_data *first = &copy->arguments[copy->kernels[SAMPLE_WIDE].first_argument];
    first[0] = (clb_argument_data){.name = first[0].name, .type = made.sampler_type, .kind = CLB_ARGUMENT_SAMPLER};
    first[1] = (clb_argument_data){.name = first[1].name, .type = made.image_type, .kind = CLB_ARGUMENT_IMAGE};
}

void sample_free(sample_copy *copy)
{
    if (!copy) return;
    free(copy->programs);
    free(copy->kernels);
    free(copy->arguments);
    free(copy->code);
    free(copy);
}
