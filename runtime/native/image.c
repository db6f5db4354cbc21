/* Images of the native back end: pixels in host memory, and the description that kernels get. Knows layouts and
 * formats; must not know queues.
 *
 * SPDX-License-Identifier: MIT */
#include "core/status.h"
#include "image/format.h"
#include "image/layout.h"
#include "native/allocations.h"
#include "native/native.h"
#include "platform/platform.h"

clb_status clbi_native_image_create(void *impl, const clbi_image_source *source, clb_error *error)
{
    const clbi_native_device *device = impl;
    clb_image *image = source->image;
    clb_native_image *own = &image->native;
    size_t extent[3], to[2], from[2];
    image->memory = own;
    if (image->buffer) own->data = image->buffer->memory;
    else if (image->wrapped) own->data = source->host;
    else own->data = clbi_aligned_alloc(source->size);
    if (!own->data)
        return clbi_fail(
            error,
            (clbi_cause){.status = CLB_ERROR_DEVICE_MEMORY, .call = "clbi_aligned_alloc", .device = device->info},
            "Cannot create an image of %zu bytes.", source->size);
    /* What was written to pixels is not known. */
    if (image->buffer) clbi_allocations_write(device->allocations, own->data, source->size);
    if (!source->host || image->wrapped) return CLB_OK;
    clb_native_image host = *own;
    host.row_pitch = source->host_row_pitch;
    host.slice_pitch = source->host_slice_pitch;
    clbi_layout_extent(own, extent, to);
    clbi_layout_extent(&host, extent, from);
    extent[0] *= own->pixel_size;
    clbi_box_move(own->data, to, source->host, from, extent);
    return CLB_OK;
}

void clbi_native_image_release(void *impl, clb_image *image)
{
    (void)impl;
    if (!image->buffer && !image->wrapped) clbi_aligned_free(image->native.data);
}

clb_status clbi_native_image_formats(void *impl, clb_image_kind kind, size_t capacity, clb_image_format *formats,
                                     size_t *count, clb_error *error)
{
    (void)impl, (void)error;
    *count = clbi_format_list(kind, capacity, formats);
    return CLB_OK;
}

void clbi_native_image_map(clbi_transfer *t)
{
    clbi_part part;
    (void)clbi_layout_part(&t->image->native, t->origin, t->region, &part); /* the caller has checked it */
    t->host = part.start;
    t->pitch[0] = part.pitch[0];
    t->pitch[1] = part.pitch[1];
}

/* Copies between two images, or between an image and a buffer, in which the rows follow each other without gaps. */
static void copy(const clbi_transfer *t)
{
    const clb_image *from = t->image, *to = t->to_image;
    clbi_part source, target;
    (void)clbi_layout_part(from ? &from->native : &to->native, from ? t->origin : t->to_origin, t->region, &source);
    target = source;
    if (from && to) {
        (void)clbi_layout_part(&to->native, t->to_origin, t->region, &target);
    } else {
        clbi_part *bytes = from ? &target : &source; /* the part of the buffer */
        bytes->start = from ? (char *)t->to->memory + t->to_offset : (char *)t->buffer->memory + t->offset;
        bytes->pitch[0] = bytes->region[0];
        bytes->pitch[1] = bytes->region[0] * bytes->region[1];
    }
    clbi_box_move(target.start, target.pitch, source.start, source.pitch, source.region);
}

void clbi_native_image_move(const clbi_transfer *t)
{
    unsigned char pixel[16];
    clbi_part part;
    if (t->kind == CLBI_COPY) {
        copy(t);
        return;
    }
    if (t->kind == CLBI_MAP || t->kind == CLBI_UNMAP) return; /* the host accesses the memory directly */
    (void)clbi_layout_part(&t->image->native, t->origin, t->region, &part);
    switch (t->kind) {
    case CLBI_READ: clbi_box_move(t->host, t->pitch, part.start, part.pitch, part.region); break;
    case CLBI_WRITE: clbi_box_move(part.start, part.pitch, t->from, t->pitch, part.region); break;
    case CLBI_FILL:
        clbi_format_encode(&t->image->native, t->from, pixel);
        clbi_box_fill(part.start, part.pitch, part.region, pixel, t->image->native.pixel_size);
        break;
    default: break;
    }
}
