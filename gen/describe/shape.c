/* SPDX-License-Identifier: MIT */
#include "describe/shape.h"

#include <string.h>

enum { CKERNEL_SOURCES = 32, CKERNEL_ARGUMENTS = 64 }; /* limits of clb_kernel_ckernel_make */

bool shape_is_scalar(const code_list *code, uint32_t start, size_t *index)
{
    const int64_t *word = code->words + start;
    if (!start || word[0] != CLB_OP_ARGUMENT || word[2] != CLB_OP_END) return false;
    *index = (size_t)word[1];
    return true;
}

bool shape_is_stepped(const code_list *code, uint32_t start, size_t *n, size_t *step)
{
    static const int64_t form[] = {
        CLB_OP_CONSTANT, 1,  CLB_OP_ARGUMENT, -1,         CLB_OP_CONSTANT, 1, CLB_OP_SUBTRACT,
        CLB_OP_ARGUMENT, -1, CLB_OP_MULTIPLY, CLB_OP_ADD, CLB_OP_END};
    enum { WORDS = sizeof form / sizeof *form, LENGTH = 3, STEP = 8 };
    if (!start || code->count - start < WORDS) return false;
    for (size_t i = 0; i < WORDS; ++i)
        if (i != LENGTH && i != STEP && code->words[start + i] != form[i]) return false;
    *n = (size_t)code->words[start + LENGTH];
    *step = (size_t)code->words[start + STEP];
    return true;
}

/* The same for a known length. */
static bool is_stepped(const code_list *code, uint32_t start, size_t n, size_t *step)
{
    size_t length = 0;
    return shape_is_stepped(code, start, &length, step) && length == n;
}

static bool is_memory(const bundle_argument *g)
{
    return g->kind == CLB_ARGUMENT_GLOBAL || g->kind == CLB_ARGUMENT_CONSTANT;
}

void shape_settle(bundle_kernel *k, const code_list *code, const element_use *uses)
{
    size_t n = 0, arrays = 0;
    bool own_elements = uses != NULL;
    if (k->range_dimensions != 1 || !shape_is_scalar(code, k->range[0], &n)) return;
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        size_t scalar = 0;
        if (g->kind != CLB_ARGUMENT_VALUE && !is_memory(g)) return;
        if (!is_memory(g)) continue;
        ++arrays;
        if (g->dim_count != 1) return;
        const bool whole = shape_is_scalar(code, g->dims[0], &scalar) && scalar == n;
        if (!whole && (g->access != CLB_ACCESS_IN || !is_stepped(code, g->dims[0], n, &scalar))) return;
        own_elements = own_elements && uses[i].own_element && uses[i].step == (whole ? 0 : scalar + 1);
    }
    if (!arrays) return;
    for (size_t i = 0; i < k->argument_count; ++i) {
        bundle_argument *g = &k->arguments[i];
        size_t step = 0;
        if (is_memory(g) && is_stepped(code, g->dims[0], n, &step)) g->step = step + 1;
    }
    k->flags |= CLB_KERNEL_ELEMENTWISE | (own_elements ? CLB_KERNEL_PIECEWISE : 0u);
}

bool shape_finds(const bundle_kernel *k, const code_list *code, size_t index)
{
    if (k->arguments[index].number == CLB_NUMBER_NONE) return false;
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        if (!is_memory(g) && g->kind != CLB_ARGUMENT_IMAGE) continue;
        if (g->step == index + 1) return true;
        for (size_t d = 0; d < g->dim_count; ++d) {
            size_t scalar = 0;
            if (shape_is_scalar(code, g->dims[d], &scalar) && scalar == index) return true;
        }
    }
    return false;
}

bool shape_is_ckernel(const bundle_kernel *k)
{
    const uint32_t flags = CLB_KERNEL_PIECEWISE | CLB_KERNEL_INDEPENDENT;
    size_t read = 0, written = 0;
    if (!k->native || k->has_spec_constants || (k->flags & flags) != flags || k->required_local[0]) return false;
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        if (!is_memory(g)) continue;
        if (g->access == CLB_ACCESS_IN) ++read;
        else if (g->access == CLB_ACCESS_OUT) ++written;
        else return false;
    }
    return read <= CKERNEL_SOURCES && written == 1 && k->argument_count <= CKERNEL_ARGUMENTS;
}
