/* Images of the public interface: checks what they are made with; the back end does the rest. Commands on them are in
 * image_transfer.c. Knows formats and sizes; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "core/params.h"
#include "core/status.h"
#include "image/format.h"
#include "image/layout.h"
#include "memory/command.h"

#include <stdlib.h>

static clb_status check_pointers(const clb_device *device, const clb_image_params *p, const char *call,
                                 clb_error *error)
{
    if (p->host && p->buffer)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: .host and .buffer are both set; the pixels are in one of them.", call);
    if (p->wrap && !p->host)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: .wrap is set, but .host is NULL; pass the memory.",
                           call);
    if (p->access > CLB_ACCESS_IN_OUT)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: .access is %u; it is a clb_access.", call,
                           (unsigned)p->access);
    if (p->kind == CLB_IMAGE_1D_BUFFER && !p->buffer)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: an image of kind CLB_IMAGE_1D_BUFFER has no .buffer; pass one, or use CLB_IMAGE_1D.",
                           call);
    if (p->buffer && p->kind != CLB_IMAGE_1D_BUFFER && p->kind != CLB_IMAGE_2D)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: images over a buffer are of kind CLB_IMAGE_1D_BUFFER or CLB_IMAGE_2D; leave .buffer "
                           "out.",
                           call);
    if (p->buffer && p->buffer->device != device)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: .buffer belongs to another device; pass one of the image's device.", call);
    if (!p->host && !p->buffer && (p->row_pitch || p->slice_pitch))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: pitches are those of .host or .buffer, and both are NULL; leave them 0.", call);
    return CLB_OK;
}

static clb_status check_format(const clb_device *here, const clb_image_params *p, clb_native_image *image,
                               const char *call, clb_error *error)
{
    const clbi_format_answer answer = clbi_format_find((uint32_t)p->order, (uint32_t)p->type, p->kind, image);
    if (answer == CLBI_FORMAT_FOUND) return CLB_OK;
    const clb_status status = answer == CLBI_FORMAT_UNKNOWN ? CLB_ERROR_ARGUMENT : CLB_ERROR_UNSUPPORTED;
    return clbi_refuse(error, status, call,
                       "%s: there are no images of channel order 0x%X and type 0x%X on %s; clb_image_get_formats tells "
                       "which there are.",
                       call, (unsigned)p->order, (unsigned)p->type, here->info.name);
}

static clb_status check_sizes(const clb_image_params *p, clb_native_image *image, const char *call, clb_error *error)
{
    const size_t sizes[3] = {p->width, p->height, p->depth};
    switch (clbi_layout_sizes(p->kind, sizes, p->layers, image)) {
    case CLBI_LAYOUT_FITS: return CLB_OK;
    case CLBI_LAYOUT_KIND:
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: .kind is %d; it is a clb_image_kind.", call,
                           (int)p->kind);
    default: break;
    }
    return clbi_refuse(error, CLB_ERROR_SIZE, call,
                       "%s: an image of %zu x %zu x %zu pixels and %zu layers does not exist for this kind; sizes are "
                       "from 1 to %d, of volumes and layers to %d, over buffers to %d.",
                       call, p->width, p->height, p->depth, p->layers, CLBI_IMAGE_SIDE, CLBI_IMAGE_VOLUME_SIDE,
                       CLBI_IMAGE_BUFFER_SIZE);
}

static clb_status check_pitches(const clb_image_params *p, clb_native_image *image, size_t *size, const char *call,
                                clb_error *error)
{
    switch (clbi_layout_pitches(p->row_pitch, p->slice_pitch, image, size)) {
    case CLBI_LAYOUT_FITS: return CLB_OK;
    case CLBI_LAYOUT_ROW_PITCH:
        return clbi_refuse(error, CLB_ERROR_SIZE, call,
                           "%s: a row pitch of %zu bytes does not hold %u pixels of %u bytes, of which it is a "
                           "multiple; pass bytes, or 0.",
                           call, p->row_pitch, (unsigned)image->width, (unsigned)image->pixel_size);
    case CLBI_LAYOUT_SLICE_PITCH:
        return clbi_refuse(error, CLB_ERROR_SIZE, call,
                           "%s: a slice pitch of %zu bytes does not hold %u rows of %zu bytes, of which it is a "
                           "multiple; pass bytes, or 0.",
                           call, p->slice_pitch, (unsigned)image->height, image->row_pitch);
    default: break;
    }
    return clbi_refuse(error, CLB_ERROR_SIZE, call, "%s: the image is larger than any memory; check its sizes.", call);
}

/* All that can be said without the device. source->image->native gets the description. */
static clb_status check_image(const clb_device *here, const clb_image_params *p, clbi_image_source *source,
                              const char *call, clb_error *error)
{
    clb_native_image *image = &source->image->native;
    if (!(here->info.features & CLB_NEEDS_IMAGES))
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call, "%s: %s has no images; open another device.", call,
                           here->info.name);
    clb_status status = check_format(here, p, image, call, error);
    if (status == CLB_OK) status = check_sizes(p, image, call, error);
    if (status == CLB_OK) status = check_pitches(p, image, &source->size, call, error);
    if (status != CLB_OK) return status;
    if (p->buffer && source->size > p->buffer->size)
        return clbi_refuse(error, CLB_ERROR_SIZE, call,
                           "%s: the image has %zu bytes, and its buffer %zu; use a larger buffer or a smaller image.",
                           call, source->size, p->buffer->size);
    source->host_row_pitch = p->host ? image->row_pitch : 0;
    source->host_slice_pitch = p->host ? image->slice_pitch : 0;
    /* The image's own memory has no gaps. */
    if (p->host && !p->wrap) (void)clbi_layout_pitches(0, 0, image, &source->size);
    return CLB_OK;
}

/* The parameters that clb_image_get_params returns, of a finished image. */
static void state_params(clb_image *image)
{
    const clb_native_image *own = &image->native;
    clb_image_params *p = &image->params;
    const bool lent = image->buffer || image->wrapped;
    p->struct_size = sizeof *p;
    p->kind = clbi_layout_kind(own, image->buffer != NULL);
    p->order = (clb_channel_order)own->order;
    p->type = (clb_channel_type)own->type;
    p->width = own->width;
    p->height = own->height;
    p->depth = own->depth;
    p->layers = own->array_size;
    p->row_pitch = lent ? own->row_pitch : 0;
    p->slice_pitch = lent && clbi_layout_has_slices(own) ? own->slice_pitch : 0;
    p->access = image->access;
    p->wrap = image->wrapped;
    p->buffer = image->buffer;
}

static clb_status create(clb_device *device, const clb_image_params *p, const char *call, clb_image **image,
                         clb_error *error)
{
    clb_device *here;
    device = clbi_device_await(device);
    clb_status status = check_pointers(device, p, call, error);
    if (status == CLB_OK) status = clbi_device_in_process(device, call, &here, error);
    if (status != CLB_OK) return status;
    clb_image *made = calloc(1, sizeof *made);
    if (!made) return clbi_no_memory(error, call);
    *made = (clb_image){.native = {.tag = CLB_NATIVE_IMAGE_TAG},
                        .device = device,
                        .access = p->access ? p->access : (uint32_t)CLB_ACCESS_IN_OUT,
                        .buffer = p->buffer,
                        .wrapped = p->wrap};
    atomic_init(&made->references, 1);
    clbi_image_source source = {.image = made, .host = p->host};
    status = check_image(here, p, &source, call, error);
    if (status == CLB_OK) status = here->backend->image_create(here->impl, &source, error);
    if (status != CLB_OK) {
        free(made);
        return status;
    }
    if (made->buffer) clbi_buffer_retain(made->buffer);
    state_params(made);
    *image = made;
    return CLB_OK;
}

clb_status clb_image_create(clb_device *device, const clb_image_params *params, clb_image **image, clb_error *error)
{
    static const char call[] = "clb_image_create";
    clb_image_params own;
    if (!device || !params || !image)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           !device   ? "device"
                           : !params ? "params"
                                     : "image");
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_params_read(CLBI_FORM_IMAGE_PARAMS, params, &own, call, error);
    if (status == CLB_OK) status = create(device, &own, call, image, error);
    clbi_cancel_on(cancel);
    return status;
}

void clbi_image_drop(clb_image *image)
{
    if (!image || atomic_fetch_sub(&image->references, 1) != 1) return;
    const clb_device *device = image->device;
    if (clbi_device_is_usable(device)) device->backend->image_release(device->impl, image);
    clbi_buffer_drop(image->buffer);
    free(image);
}

void clb_image_release(clb_image **image)
{
    if (!image || !*image) return;
    const int cancel = clbi_cancel_off();
    clbi_image_drop(*image);
    *image = NULL;
    clbi_cancel_on(cancel);
}

const clb_image_params *clb_image_get_params(const clb_image *image)
{
    return image ? &image->params : NULL;
}

void *clb_image_get_handle(const clb_image *image)
{
    return image && !image->device->backend->host_memory ? image->memory : NULL;
}

clb_status clb_image_get_formats(clb_device *device, clb_image_kind kind, clb_image_format *formats, size_t capacity,
                                 size_t *count, clb_error *error)
{
    static const char call[] = "clb_image_get_formats";
    clb_device *here;
    if (!device || !count)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           device ? "count" : "device");
    if ((unsigned)kind > CLB_IMAGE_1D_BUFFER)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `kind` is %d; it is a clb_image_kind.", call,
                           (int)kind);
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_device_in_process(device, call, &here, error);
    if (status == CLB_OK && !(here->info.features & CLB_NEEDS_IMAGES))
        status = clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call, "%s: %s has no images; open another device.", call,
                             here->info.name);
    if (status == CLB_OK) status = here->backend->image_formats(here->impl, kind, capacity, formats, count, error);
    clbi_cancel_on(cancel);
    return status;
}
