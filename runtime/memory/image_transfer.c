/* Commands on images: checks them; command.c does the rest. Knows regions and pitches; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "core/status.h"
#include "image/format.h"
#include "image/layout.h"
#include "memory/command.h"
#include "memory/copies.h"

#include <string.h>

/* A part of an image: origin, and sizes of which none is 0. */
typedef struct place {
    size_t origin[3], size[3];
    clbi_part part;
} place;

static clb_status find_place(const clb_image *image, const clb_image_region *region, const char *call, place *p,
                             clb_error *error)
{
    size_t extent[3], pitch[2];
    if (!image) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the image is NULL; pass one.", call);
    clbi_layout_extent(&image->native, extent, pitch);
    for (int d = 0; d < 3; d++) {
        p->origin[d] = region ? region->origin[d] : 0;
        p->size[d] = region ? region->size[d] : 0;
        if (p->size[d] == 0) p->size[d] = p->origin[d] < extent[d] ? extent[d] - p->origin[d] : 1;
    }
    if (clbi_layout_part(&image->native, p->origin, p->size, &p->part)) return CLB_OK;
    return clbi_refuse(error, CLB_ERROR_SIZE, call,
                       "%s: a part of %zu x %zu x %zu pixels at %zu, %zu, %zu reaches beyond the image's %zu x %zu x "
                       "%zu; use a smaller part.",
                       call, p->size[0], p->size[1], p->size[2], p->origin[0], p->origin[1], p->origin[2], extent[0],
                       extent[1], extent[2]);
}

static void set_place(clbi_transfer *t, const place *p)
{
    memcpy(t->origin, p->origin, sizeof t->origin);
    t->region = p->size;
    t->size = p->part.region[0] * p->part.region[1] * p->part.region[2];
}

/* ---- Host memory --------------------------------------------------------------------------------------------------
 */

static clb_status host_pitches(const clb_image *image, const clb_image_region *region, const place *p, const char *call,
                               size_t pitch[2], clb_error *error)
{
    const size_t row = region ? region->row_pitch : 0, slice = region ? region->slice_pitch : 0;
    if (clbi_layout_other_pitches(&image->native, &p->part, row, slice, pitch)) return CLB_OK;
    return clbi_refuse(error, CLB_ERROR_SIZE, call,
                       "%s: a row pitch of %zu and a slice pitch of %zu bytes do not hold %zu rows of %zu bytes; pass "
                       "bytes, or 0.",
                       call, row, slice, p->part.region[1], p->part.region[0]);
}

static clb_status read_or_write(clbi_transfer *t, const clb_image_region *region, const clb_command *command,
                                clb_event **event, const char *call, clb_error *error)
{
    place p;
    clb_status status = find_place(t->image, region, call, &p, error);
    if (status == CLB_OK && !t->host && !t->from)
        status = clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `host` is NULL; pass one.", call);
    if (status == CLB_OK) status = host_pitches(t->image, region, &p, call, t->pitch, error);
    if (status != CLB_OK) return status;
    set_place(t, &p);
    return clbi_command_run(t->image->device, command, t, event, call, error);
}

static clb_status wait_for(clb_status status, clb_event **event, clb_error *error)
{
    if (status == CLB_OK) status = clb_event_wait(*event, error);
    clb_event_release(event);
    return status;
}

clb_status clb_image_read_async(clb_image *image, const clb_image_region *region, void *host,
                                const clb_command *command, clb_event **event, clb_error *error)
{
    clbi_transfer transfer = {.kind = CLBI_READ, .image = image, .host = host};
    return read_or_write(&transfer, region, command, event, "clb_image_read_async", error);
}

clb_status clb_image_write_async(clb_image *image, const clb_image_region *region, const void *host,
                                 const clb_command *command, clb_event **event, clb_error *error)
{
    clbi_transfer transfer = {.kind = CLBI_WRITE, .image = image, .from = host};
    return read_or_write(&transfer, region, command, event, "clb_image_write_async", error);
}

clb_status clb_image_read(clb_image *image, const clb_image_region *region, void *host, clb_error *error)
{
    clb_event *done = NULL;
    clbi_transfer transfer = {.kind = CLBI_READ, .image = image, .host = host};
    return wait_for(read_or_write(&transfer, region, NULL, &done, "clb_image_read", error), &done, error);
}

clb_status clb_image_write(clb_image *image, const clb_image_region *region, const void *host, clb_error *error)
{
    clb_event *done = NULL;
    clbi_transfer transfer = {.kind = CLBI_WRITE, .image = image, .from = host};
    return wait_for(read_or_write(&transfer, region, NULL, &done, "clb_image_write", error), &done, error);
}

/* ---- Copies and fills ---------------------------------------------------------------------------------------------
 */

static clb_status refuse_devices(const char *call, clb_error *error)
{
    return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                       "%s: the two belong to two devices; read from one and write to the other.", call);
}

/* Within one image: by pixels, as a driver's pitches are not known. */
static bool places_meet(const place *a, const place *b)
{
    for (int d = 0; d < 3; d++)
        if (a->origin[d] >= b->origin[d] + b->size[d] || b->origin[d] >= a->origin[d] + a->size[d]) return false;
    return true;
}

clb_status clb_image_copy(clb_image *from, const clb_image_region *region, clb_image *to, const size_t origin[3],
                          const clb_command *command, clb_event **event, clb_error *error)
{
    static const char call[] = "clb_image_copy";
    static const size_t none[3] = {0, 0, 0};
    place source, target;
    if (!origin) origin = none;
    clb_status status = find_place(from, region, call, &source, error);
    if (status != CLB_OK) return status;
    const clb_image_region there = {.origin = {origin[0], origin[1], origin[2]},
                                    .size = {source.size[0], source.size[1], source.size[2]}};
    status = find_place(to, &there, call, &target, error);
    if (status != CLB_OK) return status;
    if (from->device != to->device) return refuse_devices(call, error);
    if (from->native.order != to->native.order || from->native.type != to->native.type)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: the images have two formats; copy through a kernel that converts.", call);
    if (from == to && places_meet(&source, &target))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the two parts overlap; copy through another image.",
                           call);
    clbi_transfer transfer = {.kind = CLBI_COPY, .image = from, .to_image = to};
    set_place(&transfer, &source);
    memcpy(transfer.to_origin, target.origin, sizeof transfer.to_origin);
    return clbi_command_run(from->device, command, &transfer, event, call, error);
}

/* `t` has the image, the buffer and the offset in it. */
static clb_status copy_with_buffer(clbi_transfer *t, const clb_image_region *region, const clb_command *command,
                                   clb_event **event, const char *call, clb_error *error)
{
    const size_t offset = t->image ? t->to_offset : t->offset;
    clb_image *image = t->image ? t->image : t->to_image;
    clb_buffer *buffer = t->image ? t->to : t->buffer;
    place p;
    clb_status status = find_place(image, region, call, &p, error);
    if (status != CLB_OK) return status;
    set_place(t, &p);
    status = clbi_check_part(buffer, offset, buffer, t->size, call, error);
    if (status != CLB_OK) return status;
    if (image->device != buffer->device) return refuse_devices(call, error);
    const clb_buffer *over = image->buffer;
    if (over && (over->parent ? over->parent : over) == (buffer->parent ? buffer->parent : buffer))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: the image is over this buffer; copy through another one.", call);
    if (!t->image) memcpy(t->to_origin, p.origin, sizeof t->to_origin);
    return clbi_command_run(image->device, command, t, event, call, error);
}

clb_status clb_image_copy_to_buffer(clb_image *from, const clb_image_region *region, clb_buffer *to, size_t offset,
                                    const clb_command *command, clb_event **event, clb_error *error)
{
    clbi_transfer transfer = {.kind = CLBI_COPY, .image = from, .to = to, .to_offset = offset};
    static const char call[] = "clb_image_copy_to_buffer";
    if (!from) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the image is NULL; pass one.", call);
    return copy_with_buffer(&transfer, region, command, event, call, error);
}

clb_status clb_image_copy_from_buffer(clb_image *to, const clb_image_region *region, clb_buffer *from, size_t offset,
                                      const clb_command *command, clb_event **event, clb_error *error)
{
    clbi_transfer transfer = {.kind = CLBI_COPY, .to_image = to, .buffer = from, .offset = offset};
    return copy_with_buffer(&transfer, region, command, event, "clb_image_copy_from_buffer", error);
}

clb_status clb_image_fill(clb_image *image, const clb_image_region *region, const void *colour,
                          const clb_command *command, clb_event **event, clb_error *error)
{
    static const char call[] = "clb_image_fill";
    place p;
    clb_status status = find_place(image, region, call, &p, error);
    if (status == CLB_OK && !colour)
        status = clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `colour` is NULL; pass one.", call);
    if (status != CLB_OK) return status;
    clbi_transfer transfer = {
        .kind = CLBI_FILL, .image = image, .from = colour, .pattern_size = clbi_format_colour_size(&image->native)};
    set_place(&transfer, &p);
    return clbi_command_run(image->device, command, &transfer, event, call, error);
}

/* ---- Mapping ------------------------------------------------------------------------------------------------------
 */

clb_status clb_image_map(clb_image *image, uint32_t access, const clb_image_region *region, const clb_command *command,
                         clb_image_mapping *mapping, clb_event **event, clb_error *error)
{
    static const char call[] = "clb_image_map";
    clb_event *own = NULL;
    place p;
    if (!mapping)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `mapping` is NULL; pass the address of one.", call);
    if (access == 0 || access > CLB_MAP_DISCARD)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: `access` is neither CLB_MAP_READ or CLB_MAP_WRITE, nor both, nor CLB_MAP_DISCARD.",
                           call);
    clb_status status = find_place(image, region, call, &p, error);
    if (status != CLB_OK) return status;
    clbi_transfer transfer = {.kind = CLBI_MAP, .access = access, .image = image};
    set_place(&transfer, &p);
    status = clbi_command_run(image->device, command, &transfer, &own, call, error);
    if (status != CLB_OK) return status;
    if (event) {
        *event = own;
    } else {
        status = clb_event_wait(own, error);
        clb_event_release(&own);
        if (status != CLB_OK) {
            clbi_transfer undo = {.kind = CLBI_UNMAP, .image = image, .host = transfer.host};
            const clb_command there = {.queue = command ? command->queue : NULL};
            (void)clbi_command_run(image->device, &there, &undo, NULL, call, NULL);
            return status;
        }
    }
    *mapping = (clb_image_mapping){transfer.host, transfer.pitch[0], transfer.pitch[1]};
    return CLB_OK;
}

clb_status clb_image_unmap(clb_image *image, void *pixels, const clb_command *command, clb_event **event,
                           clb_error *error)
{
    static const char call[] = "clb_image_unmap";
    if (!image || !pixels)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           image ? "pixels" : "image");
    if (image->device->backend->host_memory) {
        const clb_native_image *own = &image->native;
        const size_t slices = own->array_size ? own->array_size : own->depth;
        const uintptr_t at = (uintptr_t)pixels, start = (uintptr_t)own->data;
        if (at < start || at - start >= slices * own->slice_pitch)
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                               "%s: `pixels` is no memory of this image; pass what clb_image_map gave for it.", call);
    }
    clbi_transfer transfer = {.kind = CLBI_UNMAP, .image = image, .host = pixels};
    return clbi_command_run(image->device, command, &transfer, event, call, error);
}
