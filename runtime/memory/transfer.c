/* Transfers of the public interface: copies, boxes, fills, maps and marks. Checks them; command.c does the rest. Knows
 * sizes and boxes; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "core/queue.h"
#include "core/status.h"
#include "memory/command.h"
#include "memory/copies.h"

enum { PATTERN_MAX = 128 };

static clb_status nothing_to_do(clb_event **event)
{
    if (event) *event = NULL;
    return CLB_OK;
}

clb_status clb_buffer_read_async(clb_buffer *buffer, size_t offset, void *host, size_t size, const clb_command *command,
                                 clb_event **event, clb_error *error)
{
    static const char call[] = "clb_buffer_read_async";
    const clb_status status = clbi_check_part(buffer, offset, host, size, call, error);
    if (status != CLB_OK) return status;
    if (size == 0) return nothing_to_do(event);
    clbi_transfer transfer = {.kind = CLBI_READ, .buffer = buffer, .offset = offset, .host = host, .size = size};
    return clbi_command_run(buffer->device, command, &transfer, event, call, error);
}

clb_status clb_buffer_write_async(clb_buffer *buffer, size_t offset, const void *host, size_t size,
                                  const clb_command *command, clb_event **event, clb_error *error)
{
    static const char call[] = "clb_buffer_write_async";
    const clb_status status = clbi_check_part(buffer, offset, host, size, call, error);
    if (status != CLB_OK) return status;
    if (size == 0) return nothing_to_do(event);
    clbi_transfer transfer = {.kind = CLBI_WRITE, .buffer = buffer, .offset = offset, .from = host, .size = size};
    return clbi_command_run(buffer->device, command, &transfer, event, call, error);
}

/* The start of a part in the memory that it belongs to, which is `root`. */
static size_t place_in_root(const clb_buffer *buffer, size_t offset, const clb_buffer **root)
{
    *root = buffer->parent ? buffer->parent : buffer;
    return buffer->offset + offset;
}

clb_status clb_buffer_copy(clb_buffer *from, size_t from_offset, clb_buffer *to, size_t to_offset, size_t size,
                           const clb_command *command, clb_event **event, clb_error *error)
{
    static const char call[] = "clb_buffer_copy";
    const clb_buffer *from_root, *to_root;
    clb_status status = clbi_check_part(from, from_offset, from, size, call, error);
    if (status == CLB_OK) status = clbi_check_part(to, to_offset, to, size, call, error);
    if (status != CLB_OK) return status;
    if (from->device != to->device)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: the buffers belong to two devices; read from one and write to the other.", call);
    const size_t a = place_in_root(from, from_offset, &from_root), b = place_in_root(to, to_offset, &to_root);
    if (from_root == to_root && (a < b ? b - a : a - b) < size)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: the two parts of %zu bytes overlap; copy through another buffer.", call, size);
    if (size == 0) return nothing_to_do(event);
    clbi_transfer transfer = {
        .kind = CLBI_COPY, .buffer = from, .offset = from_offset, .to = to, .to_offset = to_offset, .size = size};
    return clbi_command_run(from->device, command, &transfer, event, call, error);
}

/* ---- Boxes --------------------------------------------------------------------------------------------------------
 */

/* *sum += a * b; false where that is no size. */
static bool add_product(size_t *sum, size_t a, size_t b)
{
    if (b > 0 && a > PTRDIFF_MAX / b) return false;
    if (*sum > PTRDIFF_MAX - a * b) return false;
    *sum += a * b;
    return true;
}

/* The bytes from the first of a box to behind its last one. */
typedef struct extent {
    size_t first, end;
} extent;

/* Completes the pitches. */
static clb_status complete_box(const clb_box *given, const size_t region[3], clb_box *box, extent *bytes,
                               const char *call, clb_error *error)
{
    size_t *first = &bytes->first, *end = &bytes->end;
    static const clb_box none = {{0, 0, 0}, 0, 0};
    bool is_size = true;
    *box = given ? *given : none;
    if (box->row_pitch == 0) box->row_pitch = region[0];
    if (box->plane_pitch == 0) {
        box->plane_pitch = 0;
        is_size = add_product(&box->plane_pitch, region[1], box->row_pitch);
    }
    if (is_size && (box->row_pitch < region[0] || box->plane_pitch % box->row_pitch != 0 ||
                    box->plane_pitch / box->row_pitch < region[1]))
        return clbi_refuse(
            error, CLB_ERROR_SIZE, call,
            "%s: a row pitch of %zu and a plane pitch of %zu bytes do not hold %zu rows of %zu bytes; the second "
            "is a multiple of the first.",
            call, box->row_pitch, box->plane_pitch, region[1], region[0]);
    *first = 0;
    is_size = is_size && add_product(first, box->origin[0], 1) && add_product(first, box->origin[1], box->row_pitch) &&
              add_product(first, box->origin[2], box->plane_pitch);
    *end = *first;
    is_size = is_size && add_product(end, region[0], 1) && add_product(end, region[1] - 1, box->row_pitch) &&
              add_product(end, region[2] - 1, box->plane_pitch);
    if (is_size) return CLB_OK;
    return clbi_refuse(error, CLB_ERROR_SIZE, call, "%s: the box is larger than any memory; check its numbers.", call);
}

static clb_status check_box(const clb_buffer *buffer, size_t end, const char *call, clb_error *error)
{
    if (end <= buffer->size) return CLB_OK;
    return clbi_refuse(
        error, CLB_ERROR_SIZE, call,
        "%s: the box ends at byte %zu, beyond the buffer's %zu bytes; use a larger buffer or a smaller box.", call, end,
        buffer->size);
}

/* Copies within one buffer, as far as the OpenCL specification allows them. */
static clb_status check_one_buffer(const clbi_transfer *t, const extent *bytes, const extent *other, const char *call,
                                   clb_error *error)
{
    const clb_buffer *root, *to_root;
    const size_t a = place_in_root(t->buffer, bytes->first, &root), b = place_in_root(t->to, other->first, &to_root);
    if (root != to_root) return CLB_OK;
    if (a < b + (other->end - other->first) && b < a + (bytes->end - bytes->first))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: the two boxes overlap; copy through another buffer.",
                           call);
    if (t->box.row_pitch != t->other_box.row_pitch || t->box.plane_pitch != t->other_box.plane_pitch)
        return clbi_refuse(
            error, CLB_ERROR_ARGUMENT, call,
            "%s: the two boxes are in one buffer, but their pitches differ; copy through another buffer.", call);
    return CLB_OK;
}

/* The arguments of the three calls. */
typedef struct box_command {
    const clb_box *box, *other; /* in the buffer; in host memory, or in the buffer that is copied to */
    const void *host;           /* or NULL: a copy */
    const size_t *region;
    const clb_command *command;
    const char *call;
} box_command;

/* Checks all that the three calls have in common, and completes the transfer. */
static clb_status run_box(clbi_transfer *transfer, const box_command *given, clb_event **event, clb_error *error)
{
    const clb_buffer *buffer = transfer->buffer, *to = transfer->to;
    const size_t *region = given->region;
    const char *call = given->call;
    extent bytes, other;
    if (!buffer || !region || (transfer->kind == CLBI_COPY && !to))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           region ? "buffer" : "region");
    if (region[0] == 0 || region[1] == 0 || region[2] == 0) return nothing_to_do(event);
    if (transfer->kind != CLBI_COPY && !given->host)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `host` is NULL; pass one.", call);
    clb_status status = complete_box(given->box, region, &transfer->box, &bytes, call, error);
    if (status == CLB_OK) status = complete_box(given->other, region, &transfer->other_box, &other, call, error);
    if (status == CLB_OK) status = check_box(buffer, bytes.end, call, error);
    if (status == CLB_OK && to) status = check_box(to, other.end, call, error);
    if (status != CLB_OK) return status;
    if (to && to->device != buffer->device)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: the buffers belong to two devices; read from one and write to the other.", call);
    if (to) status = check_one_buffer(transfer, &bytes, &other, call, error);
    if (status != CLB_OK) return status;
    transfer->region = region;
    transfer->size = region[0] * region[1] * region[2]; /* no more than the box spans */
    return clbi_command_run(buffer->device, given->command, transfer, event, call, error);
}

clb_status clb_buffer_read_box(clb_buffer *buffer, const clb_box *from, void *host, const clb_box *to,
                               const size_t region[3], const clb_command *command, clb_event **event, clb_error *error)
{
    clbi_transfer transfer = {.kind = CLBI_READ, .buffer = buffer, .host = host};
    return run_box(&transfer, &(box_command){from, to, host, region, command, "clb_buffer_read_box"}, event, error);
}

clb_status clb_buffer_write_box(clb_buffer *buffer, const clb_box *to, const void *host, const clb_box *from,
                                const size_t region[3], const clb_command *command, clb_event **event, clb_error *error)
{
    clbi_transfer transfer = {.kind = CLBI_WRITE, .buffer = buffer, .from = host};
    return run_box(&transfer, &(box_command){to, from, host, region, command, "clb_buffer_write_box"}, event, error);
}

clb_status clb_buffer_copy_box(clb_buffer *source, const clb_box *from, clb_buffer *target, const clb_box *to,
                               const size_t region[3], const clb_command *command, clb_event **event, clb_error *error)
{
    clbi_transfer transfer = {.kind = CLBI_COPY, .buffer = source, .to = target};
    return run_box(&transfer, &(box_command){from, to, NULL, region, command, "clb_buffer_copy_box"}, event, error);
}

/* ---- Filling, mapping, marking ------------------------------------------------------------------------------------
 */

clb_status clb_buffer_fill(clb_buffer *buffer, size_t offset, size_t size, const void *pattern, size_t pattern_size,
                           const clb_command *command, clb_event **event, clb_error *error)
{
    static const char call[] = "clb_buffer_fill";
    if (!pattern) return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `pattern` is NULL; pass one.", call);
    const clb_status status = clbi_check_part(buffer, offset, pattern, size, call, error);
    if (status != CLB_OK) return status;
    if (pattern_size == 0 || pattern_size > PATTERN_MAX || (pattern_size & (pattern_size - 1)) != 0)
        return clbi_refuse(error, CLB_ERROR_SIZE, call,
                           "%s: a pattern of %zu bytes is not one of 1, 2, 4, ... %d bytes; use one of these sizes.",
                           call, pattern_size, PATTERN_MAX);
    if (offset % pattern_size != 0 || size % pattern_size != 0)
        return clbi_refuse(
            error, CLB_ERROR_SIZE, call,
            "%s: offset %zu and size %zu are not multiples of the pattern's %zu bytes; use a smaller pattern "
            "or whole ones.",
            call, offset, size, pattern_size);
    if (size == 0) return nothing_to_do(event);
    clbi_transfer transfer = {.kind = CLBI_FILL,
                              .buffer = buffer,
                              .offset = offset,
                              .size = size,
                              .from = pattern,
                              .pattern_size = pattern_size};
    return clbi_command_run(buffer->device, command, &transfer, event, call, error);
}

clb_status clb_buffer_map(clb_buffer *buffer, uint32_t access, size_t offset, size_t size, const clb_command *command,
                          void **host, clb_event **event, clb_error *error)
{
    static const char call[] = "clb_buffer_map";
    clb_event *own = NULL;
    if (!host)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `host` is NULL; pass the address of a pointer.", call);
    if (access == 0 || access > CLB_MAP_DISCARD)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                           "%s: `access` is neither CLB_MAP_READ or CLB_MAP_WRITE, nor both, nor CLB_MAP_DISCARD.",
                           call);
    clb_status status = clbi_check_part(buffer, offset, host, size, call, error);
    if (status != CLB_OK) return status;
    if (size == 0) return clbi_refuse(error, CLB_ERROR_SIZE, call, "%s: the size is 0; map 1 byte or more.", call);
    clbi_transfer transfer = {.kind = CLBI_MAP, .access = access, .buffer = buffer, .offset = offset, .size = size};
    status = clbi_command_run(buffer->device, command, &transfer, &own, call, error);
    if (status != CLB_OK) return status;
    if (event) {
        *event = own;
    } else {
        status = clb_event_wait(own, error);
        clb_event_release(&own);
        if (status != CLB_OK) {
            clbi_transfer undo = {.kind = CLBI_UNMAP, .buffer = buffer, .host = transfer.host};
            const clb_command there = {.queue = command ? command->queue : NULL};
            (void)clbi_command_run(buffer->device, &there, &undo, NULL, call, NULL);
            return status;
        }
    }
    clbi_copies_map(buffer->device, transfer.host, size);
    *host = transfer.host;
    return CLB_OK;
}

clb_status clb_buffer_unmap(clb_buffer *buffer, void *host, const clb_command *command, clb_event **event,
                            clb_error *error)
{
    static const char call[] = "clb_buffer_unmap";
    const clb_status status = clbi_check_part(buffer, 0, host, 1, call, error);
    if (status != CLB_OK) return status;
    if (buffer->device->backend->host_memory) {
        const uintptr_t at = (uintptr_t)host, start = (uintptr_t)buffer->memory;
        if (at < start || at - start >= buffer->size)
            return clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                               "%s: `host` is no memory of this buffer; pass what clb_buffer_map gave for it.", call);
    }
    clbi_transfer transfer = {.kind = CLBI_UNMAP, .buffer = buffer, .host = host};
    const clb_status ended = clbi_command_run(buffer->device, command, &transfer, event, call, error);
    if (ended == CLB_OK) clbi_copies_unmap(buffer->device, host);
    return ended;
}

clb_status clb_device_mark(clb_device *device, const clb_command *command, clb_event **event, clb_error *error)
{
    static const char call[] = "clb_device_mark";
    if (!device || !event)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           device ? "event" : "device");
    clbi_transfer transfer = {.kind = CLBI_MARK};
    return clbi_command_run(device, command, &transfer, event, call, error);
}
