/* clb_kernel_call: host memory in, host memory out. Each buffer argument gets staging memory of the device, or, on a
 * back end whose memory is the host's, the application's own memory without a copy. Knows a kernel's parameters and
 * staging memory; must not know any back end.
 *
 * SPDX-License-Identifier: MIT */
#include "launch/choice.h"
#include "launch/launch.h"

#include "core/bundle.h"
#include "core/params.h"
#include "core/status.h"
#include "memory/command.h"
#include "memory/copies.h"
#include "memory/staging.h"

#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS_ON_STACK = 24 };

/* The memory behind one argument. */
typedef struct operand {
    void *host;                   /* GLOBAL, CONSTANT: the application's memory */
    size_t size;                  /* bytes that go to and fro */
    clb_buffer *staged;           /* from the pool */
    clb_buffer lent;              /* or the host memory itself */
    const clb_host_image *pixels; /* IMAGE: in the application's memory; or NULL */
    clb_image *image;             /* over or of them, made for the call */
    clb_buffer *buffer;           /* under an image of kind 1D_BUFFER */
} operand;

typedef struct operands {
    operand *of;             /* one an argument */
    clb_argument *arguments; /* of the launch */
    uint32_t count;
} operands;

static bool is_buffer(const clb_argument_data *parameter)
{
    return parameter->kind == CLB_ARGUMENT_GLOBAL || parameter->kind == CLB_ARGUMENT_CONSTANT;
}

/* How many bytes each pointer argument stands for. */
static clb_status measure(const clbi_use *use, operands *all, clb_error *error)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const clb_argument_data *parameter = &use->parameters[i];
        const bool local = parameter->kind == CLB_ARGUMENT_LOCAL;
        if (!is_buffer(parameter) && !local) continue;
        clb_argument *argument = &all->arguments[i];
        bool stated;
        size_t needed;
        clb_status status = clbi_check_size(use, i, argument->size, error);
        if (status == CLB_OK) status = clbi_extent_size(use, i, all->arguments, &stated, &needed, error);
        if (status != CLB_OK) return status;
        if (stated && argument->size != 0) status = clbi_check_extent(use, i, needed, argument->size, error);
        if (status != CLB_OK) return status;
        if (local) {
            if (argument->size == 0) argument->size = needed;
            status = clbi_check_local(use, i, argument->size, error);
            if (status != CLB_OK) return status;
            continue;
        }
        all->of[i].host = (void *)(uintptr_t)argument->value; /* written through only where the kernel writes */
        all->of[i].size = stated ? needed : argument->size;
        if (!stated && argument->size == 0)
            return clbi_refuse(error, CLB_ERROR_SIZE, use->call,
                               "%s: argument '%s' of kernel '%s' has no @arg extent and no size; state its size in "
                               "bytes.",
                               use->call, clbi_span_name(use->bundle, parameter->name).text,
                               clbi_span_name(use->bundle, use->kernel->name).text);
        if (!argument->value && all->of[i].size > 0)
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, use->call,
                               "%s: argument '%s' of kernel '%s' is NULL; pass host memory of %zu bytes.", use->call,
                               clbi_span_name(use->bundle, parameter->name).text,
                               clbi_span_name(use->bundle, use->kernel->name).text, all->of[i].size);
    }
    return CLB_OK;
}

static bool overlaps(const operand *a, const operand *b)
{
    const uintptr_t x = (uintptr_t)a->host, y = (uintptr_t)b->host;
    return a->size > 0 && b->size > 0 && (x < y ? y - x < a->size : x - y < b->size);
}

/* Host memory can stand in for a buffer if it is aligned as the kernel's elements are and if no argument that the
 * kernel writes overlaps it: with copies, every argument has memory of its own. */
static bool can_lend(const clbi_use *use, const operands *all, uint32_t i)
{
    if (!use->device->backend->host_memory || all->of[i].size == 0) return false;
    const uint32_t element = use->parameters[i].size;
    const uint32_t alignment = element & (~element + 1u); /* the largest power of two in it */
    if ((uintptr_t)all->of[i].host % (alignment < 128 ? alignment : 128) != 0) return false;
    for (uint32_t k = 0; k < all->count; k++) {
        if (k == i || !is_buffer(&use->parameters[k])) continue;
        const bool written = ((use->parameters[k].access | use->parameters[i].access) & CLB_ACCESS_OUT) != 0;
        if (written && overlaps(&all->of[i], &all->of[k])) return false;
    }
    return true;
}

/* ---- Images ---- */

static clb_image_kind kind_of(const char *type)
{
    const char *word = strstr(type, "image");
    if (strncmp(word, "image3d", 7) == 0) return CLB_IMAGE_3D;
    if (strncmp(word, "image1d_buffer", 14) == 0) return CLB_IMAGE_1D_BUFFER;
    if (strncmp(word, "image1d", 7) == 0) return strstr(word, "array") ? CLB_IMAGE_1D_ARRAY : CLB_IMAGE_1D;
    return strstr(word, "array") ? CLB_IMAGE_2D_ARRAY : CLB_IMAGE_2D;
}

/* Completes what the caller leaves to @arg: the format, and the sizes. */
static clb_status complete_image(const clbi_use *use, const operands *all, uint32_t i, clb_image_params *p,
                                 clb_error *error)
{
    const clb_argument_data *parameter = &use->parameters[i];
    size_t *const sizes[4][3] = {{&p->width},
                                 {p->kind == CLB_IMAGE_1D_ARRAY ? &p->layers : &p->height, &p->width},
                                 {p->kind == CLB_IMAGE_3D ? &p->depth : &p->layers, &p->height, &p->width}};
    const uint32_t dims = p->kind == CLB_IMAGE_1D || p->kind == CLB_IMAGE_1D_BUFFER  ? 1
                          : p->kind == CLB_IMAGE_2D || p->kind == CLB_IMAGE_1D_ARRAY ? 2
                                                                                     : 3;
    if (parameter->shape == 0) return CLB_OK;
    if (p->order == 0 && p->type == 0) {
        p->order = (clb_channel_order)(parameter->size >> 16);
        p->type = (clb_channel_type)(parameter->size & 0xffff);
    }
    for (uint32_t d = 0; d < dims; d++) {
        size_t stated;
        const clb_status status = clbi_dimension_size(use, i, d, all->arguments, &stated, error);
        if (status != CLB_OK) return status;
        size_t *own = sizes[dims - 1][d];
        if (*own == 0) *own = stated;
        if (*own != stated)
            return clbi_refuse(error, CLB_ERROR_SIZE, use->call,
                               "%s: argument '%s' of kernel '%s' has %zu where its @arg states %zu; pass an image of "
                               "that size.",
                               use->call, clbi_span_name(use->bundle, parameter->name).text,
                               clbi_span_name(use->bundle, use->kernel->name).text, *own, stated);
    }
    return CLB_OK;
}

/* The buffer under an image of kind 1D_BUFFER: the application's pixels, or a driver's copy of them. A format or a
 * width that does not exist is left to clb_image_create: it refuses such a 1-D image without a buffer, too. */
static clb_status make_pixel_buffer(const clbi_use *use, operand *one, clb_image_params *p, clb_error *error)
{
    const size_t pixel = clb_image_format_size(p->order, p->type);
    p->row_pitch = 0; /* there is one row */
    if (pixel == 0 || p->width == 0 || p->width > PTRDIFF_MAX / pixel) {
        p->kind = CLB_IMAGE_1D;
        return CLB_OK;
    }
    const size_t size = p->width * pixel;
    void *const pixels = p->host;
    const clb_status status = p->wrap ? clb_buffer_wrap(use->handle, pixels, size, &one->buffer, error)
                                      : clb_buffer_create(use->handle, size, pixels, &one->buffer, error);
    p->buffer = one->buffer;
    p->host = NULL;
    p->wrap = false;
    return status;
}

/* An image over the application's pixels, or on a driver's device of the same ones. */
static clb_status make_image(const clbi_use *use, operands *all, uint32_t i, clb_error *error)
{
    operand *one = &all->of[i];
    const clb_host_image *h = one->pixels;
    const char *const type = clbi_span_name(use->bundle, use->parameters[i].type).text;
    clb_image_params params =
        CLB_INIT(clb_image_params, .kind = kind_of(type), .order = (clb_channel_order)h->order,
                 .type = (clb_channel_type)h->type, .width = h->width, .height = h->height, .depth = h->depth,
                 .layers = h->layers, .row_pitch = h->row_pitch, .slice_pitch = h->slice_pitch, .host = h->pixels,
                 .wrap = use->device->backend->host_memory);
    if (!h->pixels)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, use->call,
                           "%s: argument '%s' of kernel '%s' has neither an image nor pixels; pass one.", use->call,
                           clbi_span_name(use->bundle, use->parameters[i].name).text,
                           clbi_span_name(use->bundle, use->kernel->name).text);
    clb_status status = complete_image(use, all, i, &params, error);
    if (status == CLB_OK && params.kind == CLB_IMAGE_1D_BUFFER) status = make_pixel_buffer(use, one, &params, error);
    if (status == CLB_OK) status = clb_image_create(use->handle, &params, &one->image, error);
    return status;
}

static clb_status make_images(const clbi_use *use, operands *all, clb_error *error)
{
    clb_status status = CLB_OK;
    for (uint32_t i = 0; i < all->count && status == CLB_OK; i++) {
        if (!all->of[i].pixels) continue;
        status = make_image(use, all, i, error);
        all->arguments[i] = (clb_argument){.value = all->of[i].image};
        if (status == CLB_OK) status = clbi_check_value(use, i, &all->arguments[i], error);
    }
    return status;
}

/* Copies back what a kernel may have written to a driver's images. */
static clb_status read_images(const clbi_use *use, operands *all, clb_error *error)
{
    clb_status status = CLB_OK;
    for (uint32_t i = 0; i < all->count && status == CLB_OK; i++) {
        const clb_host_image *h = all->of[i].pixels;
        if (!h || use->device->backend->host_memory) continue;
        if (!strstr(clbi_span_name(use->bundle, use->parameters[i].type).text, "write")) continue;
        const clb_image_region region = {.row_pitch = h->row_pitch, .slice_pitch = h->slice_pitch};
        clb_buffer *buffer = all->of[i].buffer;
        if (buffer) status = clb_buffer_read(buffer, 0, h->pixels, clb_buffer_size(buffer), error);
        else status = clb_image_read(all->of[i].image, &region, h->pixels, error);
    }
    return status;
}

static clb_status copy_in(const clbi_use *use, operands *all, clb_error *error)
{
    clb_device *device = use->device;
    clbi_copies copies = clbi_copies_begin(device, false, use->call);
    for (uint32_t i = 0; i < all->count; i++) {
        operand *one = &all->of[i];
        if (!is_buffer(&use->parameters[i])) continue;
        if (can_lend(use, all, i)) {
            one->lent = (clb_buffer){
                .device = device, .memory = one->host, .size = one->size, .serial = clbi_device_serial(device)};
            all->arguments[i].buffer = &one->lent;
            continue;
        }
        clb_status status = clbi_staging_take(device, one->size, &one->staged, error);
        if (status != CLB_OK) return status;
        all->arguments[i].buffer = one->staged;
        if (!(use->parameters[i].access & CLB_ACCESS_IN)) continue;
        status = clbi_copies_add(&copies, one->staged, 0, one->host, one->size, error);
        if (status != CLB_OK) return status;
    }
    return clbi_copies_end(&copies, false, error);
}

/* Reads the outputs back. *waited: all has run. */
static clb_status copy_out(const clbi_use *use, operands *all, bool *waited, clb_error *error)
{
    clbi_copies copies = clbi_copies_begin(use->device, true, use->call);
    bool any = false;
    for (uint32_t i = 0; i < all->count; i++) {
        const operand *one = &all->of[i];
        if (!one->staged || one->size == 0 || !(use->parameters[i].access & CLB_ACCESS_OUT)) continue;
        any = true;
        const clb_status status = clbi_copies_add(&copies, one->staged, 0, one->host, one->size, error);
        if (status != CLB_OK) return status;
    }
    const clb_status status = clbi_copies_end(&copies, true, error);
    *waited = status == CLB_OK && any;
    return status;
}

/* A kernel that fails while it runs shows in the blocking command behind it: a driver does not go on with the queue. An
 * event of its own would tell no more, and costs as much as the launch. */
static clb_status run(const clbi_use *use, const clb_launch *launch, const clbi_range *range, operands *all,
                      clb_error *error)
{
    clb_device *device = use->device;
    bool waited = false;
    clb_status status = make_images(use, all, error);
    if (status == CLB_OK) status = copy_in(use, all, error);
    if (status == CLB_OK) status = clbi_launch_enqueue(use, launch, range, all->arguments, NULL, error);
    if (status == CLB_OK) status = read_images(use, all, error);
    if (status == CLB_OK) status = copy_out(use, all, &waited, error);
    if (!waited) {
        /* Copies may still be on their way from and to the application's memory. */
        const clb_status finished = device->backend->finish(device->impl, status == CLB_OK ? error : NULL);
        if (status == CLB_OK) status = finished;
    }
    for (uint32_t i = 0; i < all->count; i++) {
        clb_image_release(&all->of[i].image);
        clb_buffer_release(&all->of[i].buffer);
        clbi_staging_put(device, all->of[i].staged);
    }
    return status;
}

/* Takes what the caller gave, and checks what is no memory. */
static clb_status take_operands(const clbi_use *use, operands *all, const clb_host_argument *arguments,
                                clb_error *error)
{
    clb_status status = CLB_OK;
    for (uint32_t i = 0; i < all->count && status == CLB_OK; i++) {
        const clb_host_image *h = arguments[i].value;
        all->of[i] = (operand){0};
        all->arguments[i] = (clb_argument){.value = arguments[i].value, .size = arguments[i].size};
        if (use->parameters[i].kind == CLB_ARGUMENT_IMAGE && h && arguments[i].size == sizeof *h) {
            if (h->image) all->arguments[i] = (clb_argument){.value = h->image};
            else all->of[i].pixels = h;
        }
        if (!all->of[i].pixels) status = clbi_check_value(use, i, &all->arguments[i], error);
    }
    return status;
}

/* Whether the kernel gets images, samplers or pipes that belong to the device. */
static bool has_objects(const clbi_use *use, const clb_host_argument *arguments)
{
    for (uint32_t i = 0; i < use->kernel->argument_count; i++) {
        const clb_host_image *h = arguments[i].value;
        if (use->parameters[i].kind == CLB_ARGUMENT_PIPE) return true;
        if (use->parameters[i].kind == CLB_ARGUMENT_IMAGE && h && (arguments[i].size != sizeof *h || h->image))
            return true;
    }
    return false;
}

/* Where it runs; on another device than the one looked at so far, range and local memory may be others. */
static clb_status choose(clbi_use *use, clbi_choice *choice, const clb_launch *launch, clbi_range *range, operands *all,
                         clb_error *error)
{
    uint64_t bytes = 0;
    bool moved, empty;
    if (!choice->device) return CLB_OK;
    for (uint32_t i = 0; i < all->count; i++) bytes += all->of[i].size;
    clb_status status = clbi_choice_make(use, choice, range, bytes, &moved, error);
    if (status != CLB_OK || !moved) return status;
    status = clbi_check_range(use, launch, all->arguments, range, &empty, error);
    return status == CLB_OK ? measure(use, all, error) : status;
}

static clb_status call_kernel(const clbi_request *request, const clb_launch *launch, const clb_host_argument *arguments,
                              clb_error *error)
{
    const char *call = request->call;
    operand few_operands[ARGUMENTS_ON_STACK];
    clb_argument few_arguments[ARGUMENTS_ON_STACK];
    operands all = {few_operands, few_arguments, 0};
    clbi_use use;
    clbi_choice choice;
    clbi_range range;
    bool empty = false;
    clb_status status = clbi_choice_begin(request, &use, &choice, error);
    if (status == CLB_OK && launch->queue)
        status = clbi_refuse(
            error, CLB_ERROR_ARGUMENT, call,
            "%s: a call that blocks runs on the device's own queue; leave `queue` out, or launch on buffers.", call);
    if (status == CLB_OK && choice.device && has_objects(&use, arguments)) {
        choice.device = NULL; /* they cannot be used elsewhere */
        status = clbi_use_open(request, &use, error);
    }
    if (status != CLB_OK) return status;

    all.count = use.kernel->argument_count;
    if (all.count > ARGUMENTS_ON_STACK) {
        all.of = calloc(all.count, sizeof *all.of);
        all.arguments = calloc(all.count, sizeof *all.arguments);
        if (!all.of || !all.arguments) {
            status = clbi_no_memory(error, call);
            goto end;
        }
    }
    status = take_operands(&use, &all, arguments, error);
    if (status == CLB_OK) clbi_use_choose(&use, launch, all.arguments);
    if (status == CLB_OK) status = clbi_check_range(&use, launch, all.arguments, &range, &empty, error);
    if (status == CLB_OK && !empty) status = measure(&use, &all, error);
    if (status == CLB_OK && !empty) status = choose(&use, &choice, launch, &range, &all, error);
    if (status == CLB_OK && !empty) status = clbi_launch_prepare(&use, error);
    if (status == CLB_OK && !empty) status = run(&use, launch, &range, &all, error);
    if (status == CLB_OK) clbi_choice_end(&use, &choice, launch, empty);
end:
    if (all.of != few_operands) free(all.of);
    if (all.arguments != few_arguments) free(all.arguments);
    return status;
}

clb_status clb_kernel_call(clb_device *device, const clb_bundle *bundle, uint32_t kernel, const clb_launch *launch,
                           const clb_host_argument *arguments, size_t argument_count, clb_error *error)
{
    const clbi_request request = {device, bundle, kernel, arguments, argument_count, "clb_kernel_call"};
    clb_launch own;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_params_read(CLBI_FORM_LAUNCH, launch, &own, request.call, error);
    if (status == CLB_OK) status = call_kernel(&request, &own, arguments, error);
    clbi_cancel_on(cancel);
    return status;
}
