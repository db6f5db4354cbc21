/* Buffers of the public interface: checks sizes; the back end does the rest. Knows sizes; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "core/status.h"
#include "memory/command.h"
#include "memory/copies.h"

#include <stdlib.h>

static clb_status check_new(const clb_device *device, clb_buffer *const *buffer, size_t size, const char *call,
                            clb_error *error)
{
    if (!device || !buffer)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           device ? "buffer" : "device");
    if (size == 0) return clbi_refuse(error, CLB_ERROR_SIZE, call, "%s: the size is 0; ask for 1 byte or more.", call);
    if (size > PTRDIFF_MAX)
        return clbi_refuse(error, CLB_ERROR_SIZE, call,
                           "%s: the size is larger than any memory, as from clb_bytes after an overflow; check the "
                           "count.",
                           call);
    return CLB_OK;
}

/* Memory of the device, filled from `host` unless that is NULL. */
static clb_status fill_new(clb_buffer *made, clb_device *here, const void *host, const char *call, clb_error *error)
{
    const bool later = host && clbi_copies_pay(here, made->size);
    clb_status status = here->backend->memory_create(here->impl, made->size, later ? NULL : host, &made->memory, error);
    if (status != CLB_OK || !later) return status;
    status = clbi_copy_now(here, false, &(clbi_copy){made, 0, made->size, (char *)(uintptr_t)host}, call, error);
    if (status != CLB_OK) here->backend->memory_release(here->impl, made->memory);
    return status;
}

/* A buffer to be made: over the host's memory if `wrapped`, else filled from `host` unless that is NULL. */
typedef struct request {
    clb_device *device;
    size_t size;
    void *host;
    bool wrapped;
} request;

static clb_status make_buffer(const request *r, const char *call, clb_buffer **buffer, clb_error *error)
{
    clb_device *here;
    clb_buffer *made = malloc(sizeof *made);
    if (!made) return clbi_no_memory(error, call);
    const int cancel = clbi_cancel_off();
    clb_device *const device = clbi_device_await(r->device);
    *made =
        (clb_buffer){.device = device, .size = r->size, .serial = clbi_device_serial(device), .wrapped = r->wrapped};
    atomic_init(&made->references, 1);
    clb_status status = clbi_device_in_process(device, call, &here, error);
    if (status == CLB_OK && r->wrapped)
        status = here->backend->memory_wrap(here->impl, r->host, r->size, &made->memory, error);
    else if (status == CLB_OK) status = fill_new(made, here, r->host, call, error);
    clbi_cancel_on(cancel);
    if (status != CLB_OK) {
        free(made);
        return status;
    }
    *buffer = made;
    return CLB_OK;
}

clb_status clb_buffer_create(clb_device *device, size_t size, const void *host, clb_buffer **buffer, clb_error *error)
{
    static const char call[] = "clb_buffer_create";
    const clb_status status = check_new(device, buffer, size, call, error);
    const request r = {device, size, (void *)(uintptr_t)host, false};
    return status == CLB_OK ? make_buffer(&r, call, buffer, error) : status;
}

clb_status clb_buffer_wrap(clb_device *device, void *host, size_t size, clb_buffer **buffer, clb_error *error)
{
    static const char call[] = "clb_buffer_wrap";
    clb_status status = check_new(device, buffer, size, call, error);
    if (status == CLB_OK && !host)
        status = clbi_refuse(error, CLB_ERROR_ARGUMENT, call,
                             "%s: `host` is NULL; pass the memory, or use clb_buffer_create.", call);
    return status == CLB_OK ? make_buffer(&(request){device, size, host, true}, call, buffer, error) : status;
}

void clbi_buffer_drop(clb_buffer *buffer)
{
    while (buffer && atomic_fetch_sub(&buffer->references, 1) == 1) {
        clb_buffer *parent = buffer->parent;
        clb_device *device = buffer->device;
        const bool owns = (!parent && !buffer->wrapped) || !device->backend->host_memory;
        if (owns && clbi_device_is_usable(device)) device->backend->memory_release(device->impl, buffer->memory);
        free(buffer);
        buffer = parent;
    }
}

void clb_buffer_release(clb_buffer **buffer)
{
    if (!buffer || !*buffer) return;
    const int cancel = clbi_cancel_off();
    clbi_buffer_drop(*buffer);
    *buffer = NULL;
    clbi_cancel_on(cancel);
}

clb_status clb_buffer_view(clb_buffer *parent, size_t offset, size_t size, clb_buffer **view, clb_error *error)
{
    static const char call[] = "clb_buffer_view";
    if (!parent || !view)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           parent ? "view" : "parent");
    clb_status status = clbi_check_part(parent, offset, parent, size, call, error);
    if (status != CLB_OK) return status;
    if (size == 0) return clbi_refuse(error, CLB_ERROR_SIZE, call, "%s: the size is 0; ask for 1 byte or more.", call);
    offset += parent->offset;
    if (parent->parent) parent = parent->parent;
    const size_t alignment = clb_device_view_alignment(parent->device);
    if (offset % alignment != 0)
        return clbi_refuse(
            error, CLB_ERROR_SIZE, call,
            "%s: the offset %zu in the buffer is not a multiple of %zu bytes, which is the alignment that %s "
            "asks for; begin the view at %zu.",
            call, offset, alignment, parent->device->info.name, offset - offset % alignment);

    clb_device *here;
    clb_buffer *made = malloc(sizeof *made);
    if (!made) return clbi_no_memory(error, call);
    *made = (clb_buffer){.device = parent->device,
                         .size = size,
                         .serial = clbi_device_serial(parent->device),
                         .parent = parent,
                         .offset = offset,
                         .wrapped = parent->wrapped};
    atomic_init(&made->references, 1);
    const int cancel = clbi_cancel_off();
    status = clbi_device_in_process(parent->device, call, &here, error);
    if (status == CLB_OK) status = here->backend->memory_view(here->impl, parent, offset, size, &made->memory, error);
    clbi_cancel_on(cancel);
    if (status != CLB_OK) {
        free(made);
        return status;
    }
    clbi_buffer_retain(parent);
    *view = made;
    return CLB_OK;
}

size_t clb_device_view_alignment(const clb_device *device)
{
    if (!device) return 0;
    const clb_device *settled = clbi_device_await((clb_device *)(uintptr_t)device);
    return settled->backend->view_alignment(settled->impl);
}

size_t clb_buffer_size(const clb_buffer *buffer)
{
    return buffer ? buffer->size : 0;
}

void *clb_buffer_get_handle(const clb_buffer *buffer)
{
    return buffer && !buffer->device->backend->host_memory ? buffer->memory : NULL;
}

clb_status clb_buffer_write(clb_buffer *buffer, size_t offset, const void *host, size_t size, clb_error *error)
{
    static const char call[] = "clb_buffer_write";
    clb_device *here;
    clb_status status = clbi_check_part(buffer, offset, host, size, call, error);
    if (status != CLB_OK || size == 0) return status;
    const int cancel = clbi_cancel_off();
    status = clbi_device_in_process(buffer->device, call, &here, error);
    if (status == CLB_OK)
        status = clbi_copy_now(here, false, &(clbi_copy){buffer, offset, size, (char *)(uintptr_t)host}, call, error);
    clbi_cancel_on(cancel);
    return status;
}

clb_status clb_buffer_read(clb_buffer *buffer, size_t offset, void *host, size_t size, clb_error *error)
{
    static const char call[] = "clb_buffer_read";
    clb_device *here;
    clb_status status = clbi_check_part(buffer, offset, host, size, call, error);
    if (status != CLB_OK || size == 0) return status;
    const int cancel = clbi_cancel_off();
    status = clbi_device_in_process(buffer->device, call, &here, error);
    if (status == CLB_OK) status = clbi_copy_now(here, true, &(clbi_copy){buffer, offset, size, host}, call, error);
    clbi_cancel_on(cancel);
    return status;
}
