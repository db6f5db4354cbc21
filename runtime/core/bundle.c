/* SPDX-License-Identifier: MIT */
#include "core/bundle.h"

#include "core/constants.h"
#include "core/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool part_fits(uint32_t first, uint32_t count, uint32_t total)
{
    return first <= total && count <= total - first;
}

/* The start of an expression; 0: there is none. */
static bool code_fits(const clb_bundle *b, uint32_t start)
{
    return start == 0 || start < b->code_count;
}

static bool kernel_fits(const clb_bundle *b, const clb_kernel_data *k)
{
    if (!clbi_text_fits(b, k->name) || k->program >= b->program_count || k->range_dimensions > 3 ||
        !part_fits(k->first_argument, k->argument_count, b->argument_count))
        return false;
    if (k->split > k->argument_count ||
        (k->split != 0 && (k->split_dimension >= k->range_dimensions ||
                           b->arguments[k->first_argument + k->split - 1].number == CLB_NUMBER_NONE)))
        return false;
    for (int i = 0; i < 3; i++)
        if (!code_fits(b, k->range[i]) || !code_fits(b, k->local[i]) || !code_fits(b, k->gpu_range[i])) return false;
    for (uint32_t i = 0; i < k->range_dimensions; i++)
        if (k->range[i] == 0 || (k->gpu_range[0] != 0 && k->gpu_range[i] == 0)) return false;
    return part_fits(k->first_local, k->local_count, b->local_count) &&
           part_fits(k->first_variant, k->variant_count, b->variant_count);
}

static bool local_fits(const clb_bundle *b, const clb_local_data *l)
{
    for (int i = 0; i < 3; i++)
        if (!code_fits(b, l->size[i])) return false;
    return l->size[0] != 0;
}

/* A variant runs on the arguments that were given for the kernel: its parameters are that kernel's. */
static bool variants_fit(const clb_bundle *b, const clb_kernel_data *k)
{
    for (uint32_t i = 0; i < k->variant_count; i++) {
        const clb_variant_data *v = &b->variants[k->first_variant + i];
        if (v->kernel >= b->kernel_count || !code_fits(b, v->condition)) return false;
        const clb_kernel_data *other = &b->kernels[v->kernel];
        if (other->argument_count != k->argument_count) return false;
        for (uint32_t n = 0; n < k->argument_count; n++) {
            const clb_argument_data *x = &b->arguments[k->first_argument + n],
                                    *y = &b->arguments[other->first_argument + n];
            if (x->kind != y->kind || x->access != y->access || x->number != y->number || x->size != y->size ||
                x->extent != y->extent)
                return false;
        }
    }
    return true;
}

/* A shape in the table; 0: none. */
static bool shape_fits(const clb_bundle *b, uint32_t at)
{
    if (at == 0) return true;
    if (at >= b->shape_count) return false;
    const uint32_t dims = b->shapes[at] & ~CLB_SHAPE_COLUMN;
    if (dims == 0 || dims > CLB_SHAPE_DIMENSIONS || dims >= b->shape_count - at) return false;
    for (uint32_t d = 1; d <= dims; d++)
        if (b->shapes[at + d] == 0 || !code_fits(b, b->shapes[at + d])) return false;
    return true;
}

static bool argument_fits(const clb_bundle *b, const clb_argument_data *a)
{
    static const uint8_t number_size[] = {0, 1, 1, 2, 2, 4, 4, 8, 8};
    if (!clbi_text_fits(b, a->name) || !clbi_text_fits(b, a->type) || !code_fits(b, a->extent) ||
        !shape_fits(b, a->shape) || a->kind > CLB_ARGUMENT_PIPE || a->access > CLB_ACCESS_IN_OUT ||
        a->number > CLB_NUMBER_U64)
        return false;
    if (a->number != CLB_NUMBER_NONE && (a->kind != CLB_ARGUMENT_VALUE || a->size != number_size[a->number]))
        return false;
    if (a->split != 0 && (a->shape == 0 || a->split > (b->shapes[a->shape] & ~CLB_SHAPE_COLUMN))) return false;
    return a->size > 0 || a->kind == CLB_ARGUMENT_IMAGE || a->kind == CLB_ARGUMENT_SAMPLER;
}

static bool tables_exist(const clb_bundle *b)
{
    return (b->text || b->text_length == 0) && (b->segments || b->segment_count == 0) &&
           (b->program_segments || b->program_segment_count == 0) && (b->programs || b->program_count == 0) &&
           (b->kernels || b->kernel_count == 0) && (b->arguments || b->argument_count == 0) &&
           (b->code || b->code_count == 0) && (b->shapes || b->shape_count == 0) &&
           (b->locals || b->local_count == 0) && (b->variants || b->variant_count == 0);
}

static bool bundle_fits(const clb_bundle *b)
{
    if (!tables_exist(b)) return false;
    for (uint32_t i = 0; i < b->segment_count; i++)
        if (!clbi_text_fits(b, b->segments[i])) return false;
    for (uint32_t i = 0; i < b->program_segment_count; i++)
        if (b->program_segments[i] >= b->segment_count) return false;
    for (uint32_t i = 0; i < b->program_count; i++)
        if (!part_fits(b->programs[i].first_segment, b->programs[i].segment_count, b->program_segment_count) ||
            !clbi_text_fits(b, b->programs[i].options))
            return false;
    for (uint32_t i = 0; i < b->argument_count; i++)
        if (!argument_fits(b, &b->arguments[i])) return false;
    for (uint32_t i = 0; i < b->kernel_count; i++)
        if (!kernel_fits(b, &b->kernels[i])) return false;
    for (uint32_t i = 0; i < b->local_count; i++)
        if (!local_fits(b, &b->locals[i])) return false;
    for (uint32_t i = 0; i < b->kernel_count; i++)
        if (!variants_fit(b, &b->kernels[i])) return false;
    return clbi_constants_fit(b);
}

clb_status clbi_bundle_check(const clb_bundle *bundle, const char *call, clb_error *error)
{
    const clb_status status = clbi_bundle_check_abi(bundle, call, error);
    if (status != CLB_OK) return status;
    if (!bundle_fits(bundle))
        return clbi_refuse(error, CLB_ERROR_ABI, call,
                           "%s: the bundle's tables contradict each other; generate the "
                           "bundle again.",
                           call);
    return CLB_OK;
}

static bool span_equals(const clb_bundle *bundle, clb_span span, const char *text, size_t length)
{
    clbi_piece piece;
    if (span.length != length) return false;
    while (clbi_text_next(bundle, &span, &piece)) {
        if (memcmp(piece.text, text, piece.length) != 0) return false;
        text += piece.length;
    }
    return true;
}

bool clbi_program_has_option(const clb_bundle *bundle, const clb_program_data *program, const char *prefix)
{
    clb_span rest = program->options;
    clbi_piece piece;
    const size_t length = strlen(prefix);
    size_t matched = 0;
    bool inside = false; /* of a word that does not begin so */
    while (clbi_text_next(bundle, &rest, &piece)) {
        for (size_t i = 0; i < piece.length; i++) {
            const char c = piece.text[i];
            if (c == ' ' || c == '\t' || c == '\n') {
                inside = false;
                matched = 0;
            } else if (!inside && c == prefix[matched]) {
                if (++matched == length) return true;
            } else {
                inside = true;
            }
        }
    }
    return false;
}

int32_t clb_kernel_find(const clb_bundle *bundle, const char *name)
{
    if (!name || clbi_bundle_check_abi(bundle, "clb_kernel_find", NULL) != CLB_OK || !tables_exist(bundle)) return -1;
    const size_t length = strlen(name);
    for (uint32_t i = 0; i < bundle->kernel_count && i <= INT32_MAX; i++)
        if (clbi_text_fits(bundle, bundle->kernels[i].name) &&
            span_equals(bundle, bundle->kernels[i].name, name, length))
            return (int32_t)i;
    return -1;
}

size_t clbi_program_piece_count(const clb_bundle *bundle, uint32_t program)
{
    const clb_program_data *data = &bundle->programs[program];
    size_t count = 0;
    for (uint32_t i = 0; i < data->segment_count; i++) {
        clb_span rest = bundle->segments[bundle->program_segments[data->first_segment + i]];
        clbi_piece piece;
        while (clbi_text_next(bundle, &rest, &piece)) count++;
    }
    return count;
}

void clbi_program_pieces(const clb_bundle *bundle, uint32_t program, const char **texts, size_t *lengths)
{
    const clb_program_data *data = &bundle->programs[program];
    size_t count = 0;
    for (uint32_t i = 0; i < data->segment_count; i++) {
        clb_span rest = bundle->segments[bundle->program_segments[data->first_segment + i]];
        clbi_piece piece;
        while (clbi_text_next(bundle, &rest, &piece)) {
            texts[count] = piece.text;
            lengths[count++] = piece.length;
        }
    }
}

static bool is_variant(const clb_bundle *bundle, uint32_t kernel)
{
    for (uint32_t i = 0; i < bundle->variant_count; i++)
        if (bundle->variants[i].kernel == kernel) return true;
    return false;
}

/* Whether all kernels of the program are variants, or configurations that need more than others. false without kernels.
 */
static bool is_optional(const clb_bundle *bundle, uint32_t program)
{
    bool any = false;
    for (uint32_t i = 0; i < bundle->kernel_count; i++) {
        if (bundle->kernels[i].program != program) continue;
        if (!(bundle->kernels[i].flags & CLB_KERNEL_OPTIONAL) && !is_variant(bundle, i)) return false;
        any = true;
    }
    return any;
}

uint32_t clbi_bundle_needs(const clb_bundle *bundle)
{
    uint32_t needs = 0;
    for (uint32_t i = 0; i < bundle->program_count; i++)
        if ((bundle->programs[i].needs & ~needs) && !is_optional(bundle, i)) needs |= bundle->programs[i].needs;
    return needs;
}

clb_status clb_program_source(const clb_bundle *bundle, uint32_t kernel, char **source, size_t *length,
                              clb_error *error)
{
    static const char call[] = "clb_program_source";
    const clb_status status = clbi_bundle_check(bundle, call, error);
    if (status != CLB_OK) return status;
    if (!source)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `source` is NULL; pass the address of a pointer.",
                           call);
    if (kernel >= bundle->kernel_count)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: the bundle has no kernel %" PRIu32 "; take a number below %" PRIu32 ".", call, kernel,
                           bundle->kernel_count);

    const clb_program_data *data = &bundle->programs[bundle->kernels[kernel].program];
    size_t total = 0;
    for (uint32_t i = 0; i < data->segment_count; i++) {
        const size_t part = bundle->segments[bundle->program_segments[data->first_segment + i]].length;
        if (part > SIZE_MAX - 1 - total) return clbi_no_memory(error, call);
        total += part;
    }
    char *text = malloc(total + 1);
    if (!text) return clbi_no_memory(error, call);
    size_t at = 0;
    for (uint32_t i = 0; i < data->segment_count; i++) {
        const clb_span span = bundle->segments[bundle->program_segments[data->first_segment + i]];
        at += clb_text_copy(bundle, span, text + at, total + 1 - at);
    }
    text[total] = '\0';
    *source = text;
    if (length) *length = total;
    return CLB_OK;
}
