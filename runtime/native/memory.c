/* Buffers of the native back end, which are host memory with the alignment of any vector, and transfers. Knows boxes
 * and pitches; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "core/status.h"
#include "native/allocations.h"
#include "native/native.h"
#include "platform/platform.h"

#include <string.h>

clb_status clbi_native_memory_create(void *impl, size_t size, const void *host, void **memory, clb_error *error)
{
    const clbi_native_device *device = impl;
    void *made = NULL;
    if (size > SIZE_MAX / 2 || !(made = clbi_aligned_alloc(size)))
        return clbi_fail(
            error,
            (clbi_cause){.status = CLB_ERROR_DEVICE_MEMORY, .call = "clbi_aligned_alloc", .device = device->info},
            "Cannot create a buffer of %zu bytes.", size);
    if (host) memcpy(made, host, size);
    clbi_allocations_add(device->allocations, made, size, host != NULL);
    *memory = made;
    return CLB_OK;
}

void clbi_native_memory_release(void *impl, void *memory)
{
    const clbi_native_device *device = impl;
    clbi_allocations_remove(device->allocations, memory);
    clbi_aligned_free(memory);
}

clb_status clbi_native_memory_write(void *impl, const clbi_memory_copy *copy, bool block, clb_error *error)
{
    const clbi_native_device *device = impl;
    char *to = (char *)copy->memory + copy->offset;
    (void)block, (void)error;
    memmove(to, copy->host, copy->size); /* a buffer over that memory may be its own source */
    clbi_allocations_write(device->allocations, to, copy->size);
    return CLB_OK;
}

clb_status clbi_native_memory_read(void *impl, const clbi_memory_copy *copy, bool block, clb_error *error)
{
    (void)impl, (void)block, (void)error;
    memmove(copy->host, (const char *)copy->memory + copy->offset, copy->size);
    return CLB_OK;
}

clb_status clbi_native_memory_wrap(void *impl, void *host, size_t size, void **memory, clb_error *error)
{
    (void)impl, (void)size, (void)error;
    *memory = host;
    return CLB_OK;
}

clb_status clbi_native_memory_view(void *impl, const clb_buffer *parent, size_t offset, size_t size, void **memory,
                                   clb_error *error)
{
    (void)impl, (void)size, (void)error;
    *memory = (char *)parent->memory + offset;
    return CLB_OK;
}

size_t clbi_native_view_alignment(const void *impl)
{
    (void)impl;
    return CLB_NATIVE_ALIGNMENT;
}

/* ---- Transfers ----------------------------------------------------------------------------------------------------
 */

/* Writes the pattern once, then doubles the filled part with each copy. */
static void fill(char *to, size_t size, const void *pattern, size_t pattern_size)
{
    memcpy(to, pattern, pattern_size);
    for (size_t done = pattern_size; done < size;) {
        const size_t more = done < size - done ? done : size - done;
        memcpy(to + done, to, more);
        done += more;
    }
}

static size_t place(const clb_box *box, size_t row, size_t plane)
{
    return box->origin[0] + (box->origin[1] + row) * box->row_pitch + (box->origin[2] + plane) * box->plane_pitch;
}

/* Copies a box row by row. */
static void move_box(const clbi_native_device *device, const clbi_transfer *t)
{
    char *memory = t->buffer->memory, *to = t->kind == CLBI_COPY ? t->to->memory : t->host;
    for (size_t plane = 0; plane < t->region[2]; plane++) {
        for (size_t row = 0; row < t->region[1]; row++) {
            const size_t at = place(&t->box, row, plane), other = place(&t->other_box, row, plane);
            if (t->kind == CLBI_WRITE) memmove(memory + at, (const char *)t->from + other, t->region[0]);
            else memmove(to + other, memory + at, t->region[0]);
            if (t->kind == CLBI_WRITE) clbi_allocations_write(device->allocations, memory + at, t->region[0]);
            else clbi_allocations_copy(device->allocations, to + other, memory + at, t->region[0]);
        }
    }
}

static void copy_memory(clbi_allocations *allocations, const clbi_transfer *t)
{
    const char *from = (const char *)t->buffer->memory + t->offset;
    char *to = (char *)t->to->memory + t->to_offset;
    memmove(to, from, t->size);
    clbi_allocations_copy(allocations, to, from, t->size);
}

void clbi_native_move(const clbi_native_device *device, const clbi_transfer *t)
{
    clbi_allocations *allocations = device->allocations;
    if (t->image || t->to_image) {
        clbi_native_image_move(t);
        if (t->to) clbi_allocations_write(allocations, (char *)t->to->memory + t->to_offset, t->size);
        return;
    }
    if (t->region) {
        move_box(device, t);
        return;
    }
    if (!t->buffer) return; /* it is a mark */
    char *memory = (char *)t->buffer->memory + t->offset;
    switch (t->kind) {
    case CLBI_READ: memmove(t->host, memory, t->size); break;
    case CLBI_WRITE: memmove(memory, t->from, t->size); break;
    case CLBI_COPY: copy_memory(allocations, t); break;
    case CLBI_FILL: fill(memory, t->size, t->from, t->pattern_size); break;
    case CLBI_MAP:
    case CLBI_UNMAP:
    case CLBI_MARK: break; /* the host accesses the memory directly */
    }
    const bool writes = t->kind == CLBI_WRITE || t->kind == CLBI_FILL ||
                        (t->kind == CLBI_MAP && t->access & (CLB_MAP_WRITE | CLB_MAP_DISCARD));
    if (writes) clbi_allocations_write(allocations, memory, t->size);
}

clb_status clbi_native_transfer(void *impl, clbi_transfer *t, clbi_completion *completion, clb_error *error)
{
    clbi_native_device *device = impl;
    clbi_native_event *event = NULL;
    if (t->kind == CLBI_MAP && t->image) clbi_native_image_map(t);
    else if (t->kind == CLBI_MAP) t->host = (char *)t->buffer->memory + t->offset;
    if (t->queue) return clbi_native_queue_transfer(device, t, completion, error);
    if (completion && device->profiling && t->kind != CLBI_MARK && !(event = clbi_native_event_new(device)))
        return clbi_no_memory(error, "clbundle");
    const clb_status status = clbi_native_await_all(device, t->wait, t->wait_count, error);
    if (status != CLB_OK) {
        clbi_native_event_drop(event);
        return status;
    }
    const uint64_t start = event ? clbi_now_ns() : 0;
    clbi_native_move(device, t);
    if (event) {
        event->start = start;
        event->end = clbi_now_ns();
        clbi_native_event_complete(event, CLB_OK, NULL);
        *completion = (clbi_completion){event, event};
    }
    return CLB_OK;
}
