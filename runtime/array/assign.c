/* Assignment between arrays: which loops over which dimensions call the ckernel of their elements. Dimensions of one
 * element are dropped, negative strides of the destination are reversed, and the others are ordered by its strides and
 * merged if they are contiguous. If the source is denser along another dimension, or the innermost one is short, blocks
 * of two dimensions are assigned at a time. Blocks are numbered, so that threads can share them.
 * Knows arrays, the native pool and ckernels; nothing about the structure of elements.
 *
 * SPDX-License-Identifier: MIT */
#include "array/array.h"
#include "array/assign_number.h"
#include "array/number.h"
#include "array/plan.h"
#include "core/device.h"
#include "core/params.h"
#include "core/status.h"
#include "native/access.h"

#include <stdlib.h>
#include <string.h>

static const char this_call[] = "clb_array_assign";

/* ---- Failures ------------------------------------------------------------------------------------------------------
 */

/* Assigns in row-major order up to the element that fails, which *call then names. Returns false if one fails. */
static bool assign_in_order(const clb_array *dst, const clb_array *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    size_t at[CLB_ARRAY_DIMS] = {0};
    const uint32_t outer = dst->dims > 0 ? dst->dims - 1 : 0;
    const size_t run = dst->dims > 0 ? dst->shape[outer] : 1;
    const ptrdiff_t to_stride = dst->dims > 0 ? dst->strides[outer] : 0,
                    stride = dst->dims > 0 ? src->strides[outer] : 0;
    char *to = dst->data;
    const char *from = src->data;
    for (;;) {
        if (clb_ckernel_run_strided(self, to, to_stride, &from, &stride, run, call) < run) {
            if (dst->dims == 0 && call->depth > 0) call->depth--;
            for (uint32_t d = outer; d > 0; d--) clb_ckernel_fail_at(call, at[d - 1]);
            return false;
        }
        uint32_t d = outer;
        for (; d > 0; d--) {
            to += dst->strides[d - 1];
            from += src->strides[d - 1];
            if (++at[d - 1] < dst->shape[d - 1]) break;
            to -= (ptrdiff_t)dst->shape[d - 1] * dst->strides[d - 1];
            from -= (ptrdiff_t)dst->shape[d - 1] * src->strides[d - 1];
            at[d - 1] = 0;
        }
        if (d == 0) return true;
    }
}

static clb_status report(const clb_ckernel_call *call, clb_error *error)
{
    char place[CLB_CKERNEL_INDICES * 22 + 4] = "()";
    size_t index[CLB_ARRAY_DIMS];
    const uint32_t depth = call->depth < CLB_ARRAY_DIMS ? call->depth : CLB_ARRAY_DIMS;
    for (uint32_t i = 0; i < depth; i++) index[i] = call->index[call->depth - 1 - i];
    return clbi_refuse(error, call->status, this_call, "Element %s %s.", clbi_shape_print(depth, index, place),
                       call->reason ? call->reason : "cannot be assigned");
}

/* As in NumPy's assignment, but nowhere else: leading dimensions of size 1 that the destination lacks are dropped. */
static clb_array drop_leading(const clb_array *src, uint32_t dims)
{
    clb_array view = *src;
    uint32_t extra = 0;
    while (src->dims - extra > dims && src->shape[extra] == 1) extra++;
    view.dims -= extra;
    memmove(view.shape, view.shape + extra, view.dims * sizeof *view.shape);
    memmove(view.strides, view.strides + extra, view.dims * sizeof *view.strides);
    return view;
}

/* ---- Blocks --------------------------------------------------------------------------------------------------------
 */

typedef struct clb_assign_block_data {
    clb_ckernel base;
    uint32_t plan_dims, dims; /* number of clbi_dims that follow: those of the plan, and the array's own */
    ptrdiff_t to_start, from_start;
} block;

static size_t block_size(uint32_t plan_dims, uint32_t dims)
{
    return CLB_CKERNEL_SIZE(block) + CLB_CKERNEL_ROUND((plan_dims + dims) * sizeof(clbi_dim));
}

static size_t block_single(char *dst, const char *const *src, const clb_ckernel *self, clb_ckernel_call *call)
{
    const block *me = (const block *)self;
    const clbi_dim *dims = (const clbi_dim *)(const void *)((const char *)me + CLB_CKERNEL_SIZE(block));
    const clb_ckernel *child = clb_ckernel_child(self, block_size(me->plan_dims, me->dims));
    clbi_plan plan = {.dims = me->plan_dims, .to_start = me->to_start, .from_start = me->from_start};
    memcpy(plan.dim, dims, me->plan_dims * sizeof *dims);
    if (clbi_plan_run(&plan, child, dst, src[0], NULL)) return 1;
    clb_array to = {.data = dst, .dims = me->dims}, from = {.data = (char *)(uintptr_t)src[0], .dims = me->dims};
    for (uint32_t d = 0; d < me->dims; d++) {
        to.shape[d] = dims[me->plan_dims + d].count;
        to.strides[d] = dims[me->plan_dims + d].to;
        from.strides[d] = dims[me->plan_dims + d].from;
    }
    return assign_in_order(&to, &from, child, call);
}
CLB_CKERNEL_LOOP(block_strided, block_single, 1)

clb_status clb_assign_make_block(clb_ckernel_builder *builder, size_t offset, const clb_array *dst,
                                 const clb_array *src, clb_assign_mode mode, clb_ckernel_request request, size_t *end,
                                 clb_error *error)
{
    clb_array view, less, to = *dst;
    clbi_plan plan;
    clb_status status = clb_array_check(dst, error);
    if (status == CLB_OK) status = clb_array_check(src, error);
    if (status == CLB_OK && src->dims > dst->dims) {
        less = drop_leading(src, dst->dims);
        src = &less;
    }
    if (status == CLB_OK) status = clb_array_broadcast(src, dst->dims, dst->shape, &view, error);
    if (status != CLB_OK) return status;
    clbi_plan_open(&to, &view);
    (void)clbi_plan_make(&plan, &to, &view); /* one shape */
    const size_t child = offset + block_size(plan.dims, to.dims);
    status = clb_ckernel_reserve(builder, child, error);
    if (status != CLB_OK) return status;
    block *me = (block *)clb_ckernel_at(builder, offset);
    clb_ckernel_set(&me->base, request, block_single, block_strided);
    me->plan_dims = plan.dims;
    me->dims = to.dims;
    me->to_start = plan.to_start;
    me->from_start = plan.from_start;
    clbi_dim *dims = (clbi_dim *)(void *)((char *)me + CLB_CKERNEL_SIZE(block));
    memcpy(dims, plan.dim, plan.dims * sizeof *dims);
    for (uint32_t d = 0; d < to.dims; d++)
        dims[plan.dims + d] = (clbi_dim){to.shape[d], to.strides[d], view.strides[d]};
    return clb_assign_make(builder, child, to.type, view.type, mode, CLB_CKERNEL_STRIDED, end, error);
}

/* ---- Overlap -------------------------------------------------------------------------------------------------------
 */

static bool overlap(const clb_array *a, const clbi_extent *of_a, const clb_array *b, const clbi_extent *of_b)
{
    return (uintptr_t)a->data - of_a->below < (uintptr_t)b->data + of_b->above &&
           (uintptr_t)b->data - of_b->below < (uintptr_t)a->data + of_a->above;
}

/* Copies an array's elements, each once, into new memory: `copy` lies there and has the same shape. */
static clb_status copy_source(const clb_array *src, clb_array *copy, void **memory, clb_error *error)
{
    clb_ckernel_builder builder;
    clb_array once = *src;
    clbi_plan plan;
    size_t size, end = 0;
    if (src->type->kind == CLB_KIND_LIST || clbi_type_reach(src->type) != src->type->size)
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, this_call,
                           "The destination's memory is that of the source, which is a list; use other memory.");
    for (uint32_t d = 0; d < once.dims; d++)
        if (once.strides[d] == 0) once.shape[d] = 1;
    *copy = once;
    if (!clbi_shape_strides(once.dims, once.shape, once.type->size, false, copy->strides) ||
        !clbi_multiply(clb_array_count(&once), once.type->size, &size))
        return clbi_refuse(error, CLB_ERROR_SIZE, this_call, "The copy of an overlapping source is too large.");
    *memory = malloc(size > 0 ? size : 1);
    if (!*memory) return clbi_no_memory(error, this_call);
    copy->data = *memory;
    copy->memory = NULL;
    (void)clbi_plan_make(&plan, copy, &once);
    clb_ckernel_builder_init(&builder, NULL);
    clb_status status = clbi_assign_make_copy(&builder, 0, once.type->size, CLB_CKERNEL_STRIDED, &end, error);
    if (status == CLB_OK) (void)clbi_plan_run(&plan, clb_ckernel_root(&builder), copy->data, once.data, NULL);
    clb_ckernel_builder_clear(&builder);
    for (uint32_t d = 0; d < src->dims; d++) {
        if (src->strides[d] == 0) copy->strides[d] = 0;
        copy->shape[d] = src->shape[d];
    }
    return status;
}

/* ---- Assignment ----------------------------------------------------------------------------------------------------
 */

/* The threads for the work, or NULL. */
static clb_status find_pool(clb_device *device, clbi_pool **pool, clb_error *error)
{
    *pool = NULL;
    if (!device) return CLB_OK;
    const clb_status status = clbi_device_in_process(clbi_device_native(device), this_call, &device, error);
    if (status != CLB_OK) return status;
    if (device->backend != &clbi_native_backend)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, this_call, "The device is not native; leave it out.");
    *pool = clbi_native_pool(device->impl);
    return CLB_OK;
}

/* Finds the element that a run has refused, and reports it. */
static clb_status repeat(const clb_array *to, const clb_array *from, const clb_ckernel *kernel, clb_error *error)
{
    clb_ckernel_call call = {0};
    clb_array view;
    const clb_status status = clb_array_broadcast(from, to->dims, to->shape, &view, error);
    if (status != CLB_OK || assign_in_order(to, &view, kernel, &call)) return status;
    return report(&call, error);
}

/* Elements with dimensions of their own add them to views of the arrays; numbers need no view. */
static clb_status assign(const clb_array *dst, const clb_array *src, bool empty, clb_assign_mode mode, clbi_pool *pool,
                         clb_error *error)
{
    clb_ckernel_builder builder;
    clb_array to, from;
    clbi_plan plan;
    size_t end = 0;
    clb_status status = CLB_OK;
    if (empty || clbi_plan_opens(dst->type)) {
        status = clb_array_broadcast(src, dst->dims, dst->shape, &from, error);
        if (status != CLB_OK) return status;
        to = *dst;
        clbi_plan_open(&to, &from);
        dst = &to;
        src = &from;
    }
    if (!empty && !clbi_plan_make(&plan, dst, src))
        return clb_array_broadcast(src, dst->dims, dst->shape, &from, error); /* this reports the reason */
    clb_ckernel_builder_init(&builder, NULL);
    status = clb_assign_make(&builder, 0, dst->type, src->type, mode, CLB_CKERNEL_STRIDED, &end, error);
    if (status == CLB_OK && !empty && !clbi_plan_run(&plan, clb_ckernel_root(&builder), dst->data, src->data, pool))
        status = repeat(dst, src, clb_ckernel_root(&builder), error);
    clb_ckernel_builder_clear(&builder);
    return status;
}

static clb_status assign_copied(const clb_array *dst, const clb_array *src, clb_assign_mode mode, clbi_pool *pool,
                                clb_error *error)
{
    clb_array copy;
    void *memory = NULL;
    clb_status status = copy_source(src, &copy, &memory, error);
    if (status == CLB_OK) status = assign(dst, &copy, false, mode, pool, error);
    free(memory);
    return status;
}

clb_status clb_array_assign(const clb_array *dst, const clb_array *src, const clb_assign_params *params,
                            clb_error *error)
{
    clb_assign_params own;
    clbi_pool *pool = NULL;
    clbi_extent to, from;
    clb_array less;
    clb_status status = clbi_params_read(CLBI_FORM_ASSIGN_PARAMS, params, &own, this_call, error);
    if (status == CLB_OK) status = clbi_array_check(dst, &to, error);
    if (status == CLB_OK) status = clbi_array_check(src, &from, error);
    if (status == CLB_OK) status = find_pool(own.device, &pool, error);
    if (status != CLB_OK) return status;
    if (dst->flags & CLB_ARRAY_READ_ONLY)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, this_call, "The destination is read-only.");
    /* One number needs no ckernel; if it is refused, the general path reports the reason. */
    if (to.count == 1 && from.count == 1 && clbi_is_number(dst->type) && clbi_is_number(src->type) &&
        (unsigned)own.mode <= CLB_ASSIGN_INEXACT &&
        !clbi_number_store(dst->type, clbi_number_load(src->type, src->data), own.mode, dst->data))
        return CLB_OK;
    if (src->dims > dst->dims) {
        less = drop_leading(src, dst->dims);
        src = &less;
    }
    if (to.count > 0 && from.count > 0 && overlap(dst, &to, src, &from))
        return assign_copied(dst, src, own.mode, pool, error);
    return assign(dst, src, to.count == 0, own.mode, pool, error);
}
