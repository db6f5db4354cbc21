/* SPDX-License-Identifier: MIT */
#include "doctor/model.h"

#include <string.h>

typedef struct model {
    arena *arena;
    buffer text; /* the stream */
} model;

static clb_span add_text(model *m, const char *text)
{
    const clb_span span = {(uint32_t)m->text.length, (uint32_t)strlen(text)};
    buffer_add(&m->text, text, span.length);
    return span;
}

static const char (*make_rows(model *m))[CLB_TEXT_ROW + 1]
{
    const size_t rows = m->text.length / CLB_TEXT_ROW + 1;
    char(*made)[CLB_TEXT_ROW + 1] = arena_array(m->arena, rows, sizeof *made);
    for (size_t i = 0; i < rows; ++i) {
        const size_t begin = i * CLB_TEXT_ROW, left = m->text.length - begin,
                     length = left < CLB_TEXT_ROW ? left : CLB_TEXT_ROW;
        if (length) memcpy(made[i], m->text.text + begin, length);
        made[i][length] = '\0';
    }
    return (const char(*)[CLB_TEXT_ROW + 1]) made;
}

static void add_segments(model *m, const segmentation *t, clb_bundle *made)
{
    size_t total = 0, at = 0;
    for (size_t p = 0; p < t->program_count; ++p) total += t->programs[p].count;
    clb_span *segments = arena_array(m->arena, t->segment_count + 1, sizeof *segments);
    uint32_t *numbers = arena_array(m->arena, total + 1, sizeof *numbers);
    for (size_t i = 0; i < t->segment_count; ++i)
        segments[i] = (clb_span){(uint32_t)t->segments[i].offset, (uint32_t)t->segments[i].length};
    for (size_t p = 0; p < t->program_count; ++p)
        for (size_t i = 0; i < t->programs[p].count; ++i) numbers[at++] = t->programs[p].items[i];
    made->segments = segments;
    made->segment_count = (uint32_t)t->segment_count;
    made->program_segments = numbers;
    made->program_segment_count = (uint32_t)total;
}

static void add_programs(model *m, const bundle *b, clb_bundle *made)
{
    clb_program_data *programs = arena_array(m->arena, b->text.program_count + 1, sizeof *programs);
    uint32_t first = 0;
    for (size_t p = 0; p < b->text.program_count; ++p) {
        const uint32_t count = (uint32_t)b->text.programs[p].count;
        programs[p] = (clb_program_data){.first_segment = first,
                                         .segment_count = count,
                                         .needs = b->programs[p].needs,
                                         .options = add_text(m, b->programs[p].options),
                                         .hash = {b->programs[p].hash[0], b->programs[p].hash[1]}};
        first += count;
    }
    made->programs = programs;
    made->program_count = (uint32_t)b->text.program_count;
}

static void add_arguments(model *m, const bundle_kernel *k, clb_argument_data *arguments)
{
    for (size_t n = 0; n < k->argument_count; ++n) {
        const bundle_argument *g = &k->arguments[n];
        arguments[n] = (clb_argument_data){.name = add_text(m, g->name),
                                           .type = add_text(m, g->spelling),
                                           .size = g->size,
                                           .extent = g->extent,
                                           .kind = (uint8_t)g->kind,
                                           .access = (uint8_t)g->access,
                                           .number = (uint8_t)g->number,
                                           .step = (uint8_t)g->step};
    }
}

static void add_kernels(model *m, const bundle *b, clb_bundle *made)
{
    size_t total = 0, at = 0;
    for (size_t i = 0; i < b->kernel_count; ++i) total += b->kernels[i].argument_count;
    clb_kernel_data *kernels = arena_array(m->arena, b->kernel_count + 1, sizeof *kernels);
    clb_argument_data *arguments = arena_array(m->arena, total + 1, sizeof *arguments);
    for (size_t i = 0; i < b->kernel_count; at += b->kernels[i++].argument_count) {
        const bundle_kernel *k = &b->kernels[i];
        clb_kernel_data *data = &kernels[i];
        *data = (clb_kernel_data){.name = add_text(m, k->function),
                                  .program = k->program,
                                  .first_argument = (uint32_t)at,
                                  .argument_count = (uint32_t)k->argument_count,
                                  .flags = k->flags,
                                  .range_dimensions = k->range_dimensions};
        memcpy(data->required_local, k->required_local, sizeof data->required_local);
        memcpy(data->range, k->range, sizeof data->range);
        memcpy(data->local, k->local, sizeof data->local);
        memcpy(data->gpu_range, k->gpu_range, sizeof data->gpu_range);
        add_arguments(m, k, arguments + at);
    }
    made->kernels = kernels;
    made->kernel_count = (uint32_t)b->kernel_count;
    made->arguments = arguments;
    made->argument_count = (uint32_t)total;
}

const clb_bundle *model_bundle(arena *a, const bundle *b)
{
    static const uint32_t no_shapes[] = {0};
    model m = {.arena = a};
    clb_bundle *made = arena_array(a, 1, sizeof *made);
    *made = (clb_bundle){.abi = CLB_ABI,
                         .name = b->name,
                         .code = b->code.words,
                         .code_count = (uint32_t)b->code.count,
                         .shapes = no_shapes,
                         .shape_count = 1};
    buffer_add(&m.text, b->text.text.text ? b->text.text.text : "", b->text.text.length);
    add_segments(&m, &b->text, made);
    add_programs(&m, b, made);
    add_kernels(&m, b, made);
    made->text = make_rows(&m);
    made->text_length = m.text.length;
    buffer_free(&m.text);
    return made;
}
