/* Ckernels around other ckernels: row by row over ragged dimensions, and through conversions; and a ckernel over whole
 * arrays. Knows types, ckernels and strides; must not know kernels, bundles or devices.
 *
 * SPDX-License-Identifier: MIT */
#include "array/array.h"
#include "array/row.h"
#include "clbundle/call.h"
#include "core/status.h"
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

enum { TILE = 512 }; /* elements that are converted at a time */

/* ---- Rows -----------------------------------------------------------------------------------------------------------
 */

/* The forms of the destination and the sources follow, then the child. */
typedef struct rows {
    clb_ckernel base;
    size_t sources;
} rows;

static size_t child_of_rows(size_t sources)
{
    return CLB_CKERNEL_ROUND(CLB_CKERNEL_SIZE(rows) + (sources + 1) * sizeof(clbi_row_form));
}

static const clbi_row_form *forms_of(const rows *me)
{
    return (const clbi_row_form *)(const void *)((const char *)me + CLB_CKERNEL_SIZE(rows));
}

static size_t rows_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    const rows *me = (const rows *)self;
    const clbi_row_form *forms = forms_of(me);
    const char *data[CLB_CKERNEL_SOURCES];
    ptrdiff_t strides[CLB_CKERNEL_SOURCES];
    char *to = NULL;
    size_t count = 0;
    const char *why = clbi_row_find(&forms[0], dst, &to, &count);
    if (why) return clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, why);
    for (size_t k = 0; k < me->sources; k++) {
        const clbi_row_form *form = &forms[k + 1];
        char *from = NULL;
        size_t elements = 0;
        why = clbi_row_find(form, (char *)(uintptr_t)src[k], &from, &elements);
        if (why) return clb_ckernel_fail(call, CLB_ERROR_ARGUMENT, why);
        if (elements != count && elements != 1)
            return clb_ckernel_fail(call, CLB_ERROR_SIZE, "has rows of different lengths");
        data[k] = from;
        strides[k] = elements == 1 && (count != 1 || form->kind == CLB_KIND_NONE) ? 0 : form->stride;
    }
    if (count == 0) return 1;
    const size_t child = child_of_rows(me->sources);
    return clb_ckernel_run_strided(clb_ckernel_child(self, child), to, forms[0].stride, data, strides, count, call) ==
           count;
}

static size_t rows_strided(char *dst, ptrdiff_t dst_stride, const char *const *src, const ptrdiff_t *src_strides,
                           size_t count, const clb_ckernel *self, clb_ckernel_call *call)
{
    const rows *me = (const rows *)self;
    const char *from[CLB_CKERNEL_SOURCES];
    for (size_t k = 0; k < me->sources; k++) from[k] = src[k];
    for (size_t i = 0; i < count; i++, dst += dst_stride) {
        if (!rows_single(dst, from, self, call)) {
            clb_ckernel_fail_at(call, i);
            return i;
        }
        for (size_t k = 0; k < me->sources; k++) from[k] += src_strides[k];
    }
    return count;
}

static void rows_destroy(clb_ckernel *self)
{
    const size_t child = child_of_rows(((const rows *)self)->sources);
    clb_ckernel_destroy(clb_ckernel_child(self, child));
}

static clb_status check_sources(size_t sources, const char *call, clb_error *error)
{
    if (sources <= CLB_CKERNEL_SOURCES) return CLB_OK;
    return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: a ckernel has at most %d sources, not %zu.", call,
                       (int)CLB_CKERNEL_SOURCES, sources);
}

clb_status clb_rows_make(clb_ckernel_builder *builder, size_t offset, const clb_type *dst, const clb_type *const *src,
                         size_t sources, clb_ckernel_request request, size_t *child, clb_error *error)
{
    static const char call[] = "clb_rows_make";
    clbi_row_form forms[CLB_CKERNEL_SOURCES + 1];
    clb_status status = check_sources(sources, call, error);
    if (status != CLB_OK) return status;
    for (size_t k = 0; k <= sources; k++)
        if (!clbi_row_read_form(k == 0 ? dst : src[k - 1], &forms[k]))
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                               "%s: the list of %s %zu has no memory: its type was only read.", call,
                               k == 0 ? "destination" : "source", k == 0 ? k : k - 1);
    if (forms[0].kind == CLB_KIND_NONE)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: the destination is a %s; rows need a var, list or fixed dimension.", call,
                           clb_kind_name(dst->kind));
    const size_t behind = child_of_rows(sources);
    status = clb_ckernel_reserve(builder, offset + behind, error);
    if (status != CLB_OK) return status;
    rows *me = (rows *)clb_ckernel_at(builder, offset);
    me->sources = sources;
    me->base.destructor = rows_destroy;
    clb_ckernel_set(&me->base, request, rows_single, rows_strided);
    memcpy((char *)me + CLB_CKERNEL_SIZE(rows), forms, (sources + 1) * sizeof *forms);
    *child = offset + behind;
    return CLB_OK;
}

/* ---- Conversions ----------------------------------------------------------------------------------------------------
 */

typedef struct operand {
    size_t assign;  /* offset of its assignment from this ckernel's start; 0: none (yet) */
    size_t scratch; /* offset of its tile */
    size_t size;    /* of an element in it */
} operand;

/* The operands follow, the destination first; then their assignments, and the child. */
typedef struct convert {
    clb_ckernel base;
    size_t sources;
    size_t child; /* 0: not there yet */
} convert;

static operand *operands_of(convert *me)
{
    return (operand *)(void *)((char *)me + CLB_CKERNEL_SIZE(convert));
}

/* Adds the tile's first element to the index of an element that failed in it. */
static void shift_index(clb_ckernel_call *call, size_t first)
{
    if (call->depth > 0) call->index[call->depth - 1] += first;
}

/* The operands of a strided ckernel. */
typedef struct run {
    char *dst;
    ptrdiff_t dst_stride;
    const char *const *src;
    const ptrdiff_t *src_strides;
} run;

/* One tile of a run; returns how many elements are done. */
static size_t convert_tile(const convert *me, const run *r, size_t first, size_t count, clb_ckernel_call *call)
{
    const operand *operands = (const operand *)(const void *)((const char *)me + CLB_CKERNEL_SIZE(convert));
    const clb_ckernel *self = &me->base;
    const char *data[CLB_CKERNEL_SOURCES];
    ptrdiff_t strides[CLB_CKERNEL_SOURCES];
    for (size_t k = 0; k < me->sources; k++) {
        const operand *o = &operands[k + 1];
        data[k] = r->src[k] + (ptrdiff_t)first * r->src_strides[k];
        strides[k] = r->src_strides[k];
        if (!o->assign) continue;
        char *tile = call->scratch + o->scratch;
        const size_t elements = r->src_strides[k] == 0 ? 1 : count;
        const size_t assign = o->assign;
        const size_t done = clb_ckernel_run_strided(clb_ckernel_child(self, assign), tile, (ptrdiff_t)o->size, &data[k],
                                                    &strides[k], elements, call);
        if (done < elements) count = done; /* elements before it are still done */
        data[k] = tile;
        strides[k] = r->src_strides[k] == 0 ? 0 : (ptrdiff_t)o->size;
    }
    const bool straight = !operands[0].assign;
    char *to = r->dst + (ptrdiff_t)first * r->dst_stride, *tile = straight ? to : call->scratch + operands[0].scratch;
    const ptrdiff_t stride = straight ? r->dst_stride : (ptrdiff_t)operands[0].size;
    const size_t child = me->child, assign = operands[0].assign;
    count = clb_ckernel_run_strided(clb_ckernel_child(self, child), tile, stride, data, strides, count, call);
    if (straight || count == 0) return count;
    const char *from = tile;
    return clb_ckernel_run_strided(clb_ckernel_child(self, assign), to, r->dst_stride, &from, &stride, count, call);
}

static size_t convert_strided(char *dst, ptrdiff_t dst_stride, const char *const *src, const ptrdiff_t *src_strides,
                              size_t count, const clb_ckernel *self, clb_ckernel_call *call)
{
    const run all = {dst, dst_stride, src, src_strides};
    for (size_t first = 0; first < count; first += TILE) {
        const size_t n = count - first < TILE ? count - first : TILE;
        const size_t done = convert_tile((const convert *)self, &all, first, n, call);
        if (done == n) continue;
        shift_index(call, first);
        return first + done;
    }
    return count;
}

static size_t convert_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    static const ptrdiff_t none[CLB_CKERNEL_SOURCES];
    const size_t done = convert_tile((const convert *)self, &(run){dst, 0, src, none}, 0, 1, call);
    if (done == 0 && call->depth > 0) call->depth--; /* the index within a run of one element has no meaning */
    return done;
}

static void convert_destroy(clb_ckernel *self)
{
    convert *me = (convert *)self;
    const size_t child = me->child;
    for (size_t k = 0; k <= me->sources; k++) {
        const size_t assign = operands_of(me)[k].assign;
        if (assign) clb_ckernel_destroy(clb_ckernel_child(self, assign));
    }
    if (child) clb_ckernel_destroy(clb_ckernel_child(self, child));
}

/* A conversion under construction. */
typedef struct maker {
    clb_ckernel_builder *builder;
    size_t offset; /* of the conversion */
    clb_assign_mode mode;
    size_t end; /* of its parts so far */
} maker;

/* Adds the assignment of one operand, and its tile. */
static clb_status make_assignment(maker *m, size_t index, clb_conversion types, clb_error *error)
{
    const clb_type *to = index == 0 ? types.outer : types.inner, *from = index == 0 ? types.inner : types.outer;
    const size_t size = types.inner->size, at = m->end;
    size_t scratch = 0;
    if (clb_type_equal(types.outer, types.inner)) return CLB_OK;
    if (size > SIZE_MAX / 4 / TILE)
        return clbi_refuse(error, CLB_ERROR_SIZE, "clb_convert_make", "%zu bytes are too many.", size);
    clb_status status = clb_ckernel_scratch(m->builder, size * TILE, &scratch, error);
    if (status == CLB_OK) status = clb_ckernel_reserve(m->builder, at, error);
    if (status != CLB_OK) return status;
    operands_of((convert *)clb_ckernel_at(m->builder, m->offset))[index] = (operand){at - m->offset, scratch, size};
    return clb_assign_make(m->builder, at, to, from, m->mode, CLB_CKERNEL_STRIDED, &m->end, error);
}

clb_status clb_convert_make(clb_ckernel_builder *builder, size_t offset, clb_conversion dst, const clb_conversion *src,
                            size_t sources, clb_assign_mode mode, clb_ckernel_request request, size_t *child,
                            clb_error *error)
{
    clb_status status = check_sources(sources, "clb_convert_make", error);
    const size_t at = offset + CLB_CKERNEL_ROUND(CLB_CKERNEL_SIZE(convert) + (sources + 1) * sizeof(operand));
    if (status == CLB_OK) status = clb_ckernel_reserve(builder, at, error);
    if (status != CLB_OK) return status;
    convert *me = (convert *)clb_ckernel_at(builder, offset);
    me->sources = sources;
    me->base.destructor = convert_destroy;
    clb_ckernel_set(&me->base, request, convert_single, convert_strided);
    maker m = {builder, offset, mode, at};
    for (size_t k = 0; status == CLB_OK && k <= sources; k++)
        status = make_assignment(&m, k, k == 0 ? dst : src[k - 1], error);
    if (status == CLB_OK) status = clb_ckernel_reserve(builder, m.end, error);
    if (status != CLB_OK) return status;
    ((convert *)clb_ckernel_at(builder, offset))->child = m.end - offset;
    *child = m.end;
    return CLB_OK;
}

/* ---- Arrays ---------------------------------------------------------------------------------------------------------
 */

/* Runs over all rows of the last dimension; `at`: the position of a failure. */
static bool run_all(const clb_ckernel *ckernel, const clb_array *dst, const clb_array *views, size_t sources,
                    clb_ckernel_call *call)
{
    const uint32_t outer = dst->dims > 0 ? dst->dims - 1 : 0;
    const size_t run = dst->dims > 0 ? dst->shape[outer] : 1;
    size_t at[CLB_ARRAY_DIMS] = {0};
    const char *from[CLB_CKERNEL_SOURCES];
    ptrdiff_t strides[CLB_CKERNEL_SOURCES];
    char *to = dst->data;
    for (size_t k = 0; k < sources; k++) {
        from[k] = views[k].data;
        strides[k] = dst->dims > 0 ? views[k].strides[outer] : 0;
    }
    for (;;) {
        if (clb_ckernel_run_strided(ckernel, to, dst->dims > 0 ? dst->strides[outer] : 0, from, strides, run, call) <
            run) {
            for (uint32_t d = outer; d-- > 0;) clb_ckernel_fail_at(call, at[d]);
            return false;
        }
        uint32_t d = outer;
        for (; d > 0; d--) {
            const bool wraps = ++at[d - 1] == dst->shape[d - 1];
            const ptrdiff_t steps = wraps ? 1 - (ptrdiff_t)dst->shape[d - 1] : 1;
            to += steps * dst->strides[d - 1];
            for (size_t k = 0; k < sources; k++) from[k] += steps * views[k].strides[d - 1];
            if (!wraps) break;
            at[d - 1] = 0;
        }
        if (d == 0) return true;
    }
}

clb_status clb_array_run(const clb_ckernel *ckernel, size_t scratch_size, const clb_array *dst,
                         const clb_array *const *src, size_t sources, clb_error *error)
{
    static const char name[] = "clb_array_run";
    clb_array *views = NULL;
    void *scratch = NULL;
    clb_ckernel_call call = {0};
    clb_status status = check_sources(sources, name, error);
    if (status == CLB_OK) status = clb_array_check(dst, error);
    if (status != CLB_OK) return status;
    if (dst->flags & CLB_ARRAY_READ_ONLY)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, name, "The destination is read-only.");
    views = malloc((sources + 1) * sizeof *views);
    if (!views || (scratch_size > 0 && !(scratch = clbi_aligned_alloc(scratch_size)))) {
        free(views);
        return clbi_no_memory(error, name);
    }
    for (size_t k = 0; status == CLB_OK && k < sources; k++) {
        status = clb_array_check(src[k], error);
        if (status == CLB_OK) status = clb_array_broadcast(src[k], dst->dims, dst->shape, &views[k], error);
    }
    call.scratch = scratch;
    if (status == CLB_OK && clb_array_count(dst) > 0 && !run_all(ckernel, dst, views, sources, &call))
        status = clb_ckernel_report(&call, "The element", error);
    clbi_aligned_free(scratch);
    free(views);
    return status;
}
