/* clb_array_call: kernels over arrays; clb_array_find_shape.
 * Knows which arrays a kernel can use in place, and converts others as a whole; shape.c finds sizes, pieces.c and
 * chunks.c work part by part.
 *
 * SPDX-License-Identifier: MIT */
#include "array/call.h"

#include "core/bundle.h"
#include "core/params.h"
#include "core/process.h"
#include "core/status.h"
#include "launch/choice.h"
#include "memory/copies.h"
#include "platform/platform.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of an operand in the kernel's layout: without gaps, or its single element. */
static bool packed_size(const clbi_operand *o, size_t *size)
{
    return clbi_multiply(o->single ? 1 : clb_array_count(&o->view), o->type->size, size);
}

/* Whether the kernel can use the array's memory: of its own type, without gaps, aligned. */
static bool can_use(const clbi_operand *o)
{
    const size_t alignment = o->type->alignment < CLB_NATIVE_ALIGNMENT ? o->type->alignment : CLB_NATIVE_ALIGNMENT;
    return clb_type_equal(o->type, o->given->type) && (uintptr_t)o->view.data % alignment == 0 &&
           (o->single || clb_array_is_row_major(&o->view));
}

/* The first byte that an array may touch, and the number of bytes from there on. */
static void memory_of(const clb_array *a, uintptr_t *start, size_t *size)
{
    size_t below = 0, above = 0;
    (void)clbi_array_extent(a->dims, a->shape, a->strides, clbi_type_reach(a->type), &below, &above); /* was checked */
    *start = (uintptr_t)a->data - below;
    *size = clb_array_count(a) == 0 ? 0 : below + above;
}

static bool is_same(const clb_array *a, const clb_array *b)
{
    return a->data == b->data && clb_type_equal(a->type, b->type) && a->dims == b->dims &&
           memcmp(a->shape, b->shape, a->dims * sizeof *a->shape) == 0 &&
           memcmp(a->strides, b->strides, a->dims * sizeof *a->strides) == 0;
}

/* Whether an output shares memory with another array that is not the same one: conversion piece by piece would then
 * read results as inputs. */
static bool overlaps(const clbi_array_call *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; c->operands[i].written && k < c->count; k++) {
            const clbi_operand *a = &c->operands[i], *b = &c->operands[k];
            uintptr_t x, y;
            size_t m, n;
            if (k == i || !b->given || is_same(&a->view, &b->view)) continue;
            memory_of(a->given, &x, &m);
            memory_of(b->given, &y, &n);
            if (m > 0 && n > 0 && (x < y ? y - x < m : x - y < n)) return true;
        }
    return false;
}

/* Converts between an array and its packed form. */
static clb_status convert_whole(const clbi_array_call *c, uint32_t i, bool in, clb_error *error)
{
    const clbi_operand *o = &c->operands[i];
    clb_array packed, view = o->view;
    clb_error inner = {0};
    clb_assign_params params = {.mode = c->mode};
    if (o->single) view.dims = 0;
    if (c->use.device->backend->host_memory) params.device = c->use.device;
    clb_status status = clb_array_make(o->packed, SIZE_MAX, o->type, view.dims, view.shape, NULL, &packed, &inner);
    if (status == CLB_OK) status = clb_array_assign(in ? &packed : &view, in ? &view : &packed, &params, &inner);
    if (status != CLB_OK) return CLBI_REFUSE_ARRAY(c, i, error, status, "cannot be converted: %.600s", inner.message);
    return CLB_OK;
}

static clb_status pack(clbi_array_call *c, uint32_t i, clb_error *error)
{
    clbi_operand *o = &c->operands[i];
    size_t size = 0;
    if (!packed_size(o, &size))
        return CLBI_REFUSE_ARRAY(c, i, error, CLB_ERROR_SIZE, "%s", "has more elements than memory could hold.");
    o->packed = clbi_aligned_alloc(size);
    if (!o->packed) return clbi_no_memory(error, c->use.call);
    return o->read ? convert_whole(c, i, true, error) : CLB_OK;
}

/* Converts every array as a whole that cannot be used in place; clb_kernel_call does the rest. */
static clb_status run_whole(clbi_array_call *c, const clb_launch *launch, clb_error *error)
{
    clb_status status = CLB_OK;
    clb_host_argument *arguments = calloc(c->count + 1, sizeof *arguments);
    clb_host_image *images = calloc(c->count + 1, sizeof *images);
    if (!arguments || !images) status = clbi_no_memory(error, c->use.call);
    for (uint32_t i = 0; status == CLB_OK && i < c->count; i++) {
        clbi_operand *o = &c->operands[i];
        arguments[i] = (clb_host_argument){c->values[i].value, c->values[i].size};
        if (!o->given) continue;
        if (!o->in_place) status = pack(c, i, error);
        arguments[i].value = o->in_place ? o->view.data : o->packed;
        (void)packed_size(o, &arguments[i].size);
        if (c->use.parameters[i].kind != CLB_ARGUMENT_IMAGE) continue;
        images[i].pixels = (void *)(uintptr_t)arguments[i].value; /* the rest is as @arg states it */
        arguments[i] = (clb_host_argument){&images[i], sizeof images[i]};
    }
    if (status == CLB_OK)
        status = clb_kernel_call(c->use.device, c->use.bundle, c->use.number, launch, arguments, c->count, error);
    for (uint32_t i = 0; status == CLB_OK && i < c->count; i++)
        if (c->operands[i].packed && c->operands[i].written) status = convert_whole(c, i, false, error);
    free(arguments);
    free(images);
    return status;
}

/* Inputs that hold for all elements are converted once; the others a piece or a chunk at a time. */
static clb_status run_parts(clbi_array_call *c, const clbi_range *range, clb_error *error)
{
    clb_status status = clbi_launch_prepare(&c->use, error);
    for (uint32_t i = 0; status == CLB_OK && i < c->count; i++)
        if (c->operands[i].single && !c->operands[i].in_place) status = pack(c, i, error);
    if (status != CLB_OK) return status;
    return c->use.device->backend->host_memory ? clbi_array_run_pieces(c, range, error)
                                               : clbi_array_run_chunks(c, range, error);
}

/* Chooses the device. On another device than before, the range may differ. */
static clb_status choose(clbi_array_call *c, clbi_choice *choice, const clb_launch *launch, clbi_range *range,
                         clb_error *error)
{
    uint64_t bytes = 0;
    bool moved, empty;
    if (!choice->device) return CLB_OK;
    for (uint32_t i = 0; i < c->count; i++) {
        size_t size = 0;
        if (c->operands[i].given && packed_size(&c->operands[i], &size)) bytes += size;
    }
    const clb_status status = clbi_choice_make(&c->use, choice, range, bytes, &moved, error);
    return status == CLB_OK && moved ? clbi_check_range(&c->use, launch, c->values, range, &empty, error) : status;
}

static clb_status run(clbi_array_call *c, clbi_choice *choice, const clb_launch *launch, clb_error *error)
{
    clbi_range range;
    bool empty = false, all_in_place = true;
    clb_status status = clbi_array_bind(c, error);
    if (status == CLB_OK && c->elementwise && launch && (launch->dimensions || launch->queue || launch->watch))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, c->use.call,
                           "%s: kernel '%s' is element-wise: its range is the arrays'; "
                           "leave `launch` out.",
                           c->use.call, clbi_span_name(c->use.bundle, c->use.kernel->name).text);
    if (status == CLB_OK) status = clbi_check_range(&c->use, launch, c->values, &range, &empty, error);
    if (status == CLB_OK && !empty) status = choose(c, choice, launch, &range, error);
    if (status != CLB_OK) return status;
    for (uint32_t i = 0; i < c->count; i++) {
        clbi_operand *o = &c->operands[i];
        o->in_place = o->given && can_use(o);
        all_in_place = all_in_place && (!o->given || o->in_place);
    }
    const bool parts = !empty && (c->use.kernel->flags & CLB_KERNEL_PIECEWISE) && !all_in_place &&
                       (c->use.device->backend->host_memory || clbi_array_can_chunk(c, &range));
    /* If the driver is slow with this memory, threads copy arrays that need no conversion, too. */
    for (uint32_t i = 0; parts && i < c->count && clbi_copies_are_slow(c->use.device); i++)
        c->operands[i].in_place = c->operands[i].in_place && c->operands[i].single;
    if (!empty) status = parts && !overlaps(c) ? run_parts(c, &range, error) : run_whole(c, launch, error);
    if (status == CLB_OK) clbi_choice_end(&c->use, choice, launch, empty);
    return status;
}

/* The tables of a call, and memory for its operands. close_call() also accepts half-open ones. */
static clb_status open_call(clbi_array_call *c, clb_error *error)
{
    if (!c->use.bundle->types)
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, c->use.call,
                           "%s: the bundle says nothing of its types; generate it again.", c->use.call);
    c->count = c->use.kernel->argument_count;
    c->elementwise = (c->use.kernel->flags & CLB_KERNEL_ELEMENTWISE) != 0;
    c->operands = calloc(c->count + 1, sizeof *c->operands);
    c->values = calloc(c->count + 1, sizeof *c->values);
    return c->operands && c->values ? CLB_OK : clbi_no_memory(error, c->use.call);
}

static void close_call(clbi_array_call *c)
{
    for (uint32_t i = 0; c->operands && i < c->count; i++) clbi_aligned_free(c->operands[i].packed);
    free(c->operands);
    free(c->values);
}

static clb_status call_kernel(const clbi_request *request, const clb_launch *launch,
                              const clb_array_call_params *params, clb_error *error)
{
    clbi_array_call c = {.given = request->arguments, .mode = params->mode};
    clbi_choice choice;
    clb_status status = clbi_choice_begin(request, &c.use, &choice, error);
    if (status != CLB_OK) return status;
    status = open_call(&c, error);
    if (status == CLB_OK) status = run(&c, &choice, launch, error);
    close_call(&c);
    return status;
}

clb_status clb_array_call(clb_device *device, const clb_bundle *bundle, uint32_t kernel, const clb_launch *launch,
                          const clb_array_argument *arguments, size_t argument_count,
                          const clb_array_call_params *params, clb_error *error)
{
    const clbi_request request = {device, bundle, kernel, arguments, argument_count, "clb_array_call"};
    clb_launch own_launch;
    clb_array_call_params own;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_params_read(CLBI_FORM_LAUNCH, launch, &own_launch, request.call, error);
    if (status == CLB_OK) status = clbi_params_read(CLBI_FORM_ARRAY_CALL_PARAMS, params, &own, request.call, error);
    if (status == CLB_OK) status = call_kernel(&request, &own_launch, &own, error);
    clbi_cancel_on(cancel);
    return status;
}

clb_status clb_array_find_shape(clb_device *device, const clb_bundle *bundle, uint32_t kernel,
                                const clb_array_argument *arguments, size_t argument_count,
                                const clb_array_call_params *params, uint32_t argument, uint32_t *dims,
                                size_t shape[CLB_ARRAY_DIMS], clb_error *error)
{
    static const char call[] = "clb_array_find_shape";
    clb_array_call_params own;
    clb_status status = clbi_params_read(CLBI_FORM_ARRAY_CALL_PARAMS, params, &own, call, error);
    if (status != CLB_OK) return status;
    clbi_array_call c = {.given = arguments, .mode = own.mode, .partial = true};
    const clbi_request request = {clbi_device_native(device), bundle, kernel, arguments, argument_count, call};
    status = clbi_use_open(&request, &c.use, error);
    if (status != CLB_OK) return status;
    if (!dims || !shape || argument >= argument_count || !clbi_array_is_memory(&c, argument))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: argument %" PRIu32 " is no array of the kernel, or there is no "
                           "place for its shape.",
                           call, argument);
    status = open_call(&c, error);
    if (status == CLB_OK) status = clbi_array_find_shape(&c, argument, dims, shape, error);
    close_call(&c);
    return status;
}
