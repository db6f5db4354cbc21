/* Buffers and events of the public interface: sizes are checked here, the back end does the rest.
 *
 * SPDX-License-Identifier: MIT */
#include "device.h"
#include "status.h"
#include "tier.h"

#include <stdlib.h>

clb_status clb_buffer_create(clb_device *device, size_t size, const void *host, clb_buffer **buffer, clb_error *error)
{
    static const char call[] = "clb_buffer_create";
    if (!device || !buffer)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           device ? "buffer" : "device");
    if (size == 0) return clbi_refuse(error, CLB_ERROR_SIZE, call, "%s: the size is 0; ask for 1 byte or more.", call);
    if (size > PTRDIFF_MAX)
        return clbi_refuse(error, CLB_ERROR_SIZE, call,
                           "%s: the size is beyond any memory, as clb_bytes makes it where a count overflows; check the "
                           "count.",
                           call);

    clb_device *here;
    clb_buffer *made = malloc(sizeof *made);
    if (!made) return clbi_no_memory(error, call);
    const int cancel = clbi_cancel_off();
    device = clbi_tier_settle(device);
    *made = (clb_buffer){.device = device, .size = size, .serial = clbi_device_serial(device)};
    clb_status status = clbi_device_here(device, call, &here, error);
    if (status == CLB_OK) status = here->backend->memory_create(here->impl, size, host, &made->memory, error);
    clbi_cancel_on(cancel);
    if (status != CLB_OK) {
        free(made);
        return status;
    }
    *buffer = made;
    return CLB_OK;
}

void clb_buffer_release(clb_buffer **buffer)
{
    if (!buffer || !*buffer) return;
    clb_device *device = (*buffer)->device;
    const int cancel = clbi_cancel_off();
    if (clbi_device_lives(device)) device->backend->memory_release(device->impl, (*buffer)->memory);
    free(*buffer);
    *buffer = NULL;
    clbi_cancel_on(cancel);
}

size_t clb_buffer_size(const clb_buffer *buffer)
{
    return buffer ? buffer->size : 0;
}

void *clb_buffer_get_handle(const clb_buffer *buffer)
{
    return buffer && !buffer->device->backend->host_memory ? buffer->memory : NULL;
}

static clb_status check_part(const clb_buffer *buffer, size_t offset, const void *host, size_t size, const char *call,
                             clb_error *error)
{
    if (!buffer || (!host && size > 0))
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           buffer ? "host" : "buffer");
    if (offset > buffer->size || size > buffer->size - offset)
        return clbi_refuse(error, CLB_ERROR_SIZE, call,
                           "%s: offset %zu and size %zu reach beyond the buffer's %zu bytes; use a larger buffer or a "
                           "smaller part.",
                           call, offset, size, buffer->size);
    return CLB_OK;
}

clb_status clb_buffer_write(clb_buffer *buffer, size_t offset, const void *host, size_t size, clb_error *error)
{
    static const char call[] = "clb_buffer_write";
    clb_device *here;
    clb_status status = check_part(buffer, offset, host, size, call, error);
    if (status != CLB_OK || size == 0) return status;
    const int cancel = clbi_cancel_off();
    status = clbi_device_here(buffer->device, call, &here, error);
    if (status == CLB_OK)
        status = here->backend->memory_write(here->impl, buffer->memory, offset, host, size, true, error);
    clbi_cancel_on(cancel);
    return status;
}

clb_status clb_buffer_read(clb_buffer *buffer, size_t offset, void *host, size_t size, clb_error *error)
{
    static const char call[] = "clb_buffer_read";
    clb_device *here;
    clb_status status = check_part(buffer, offset, host, size, call, error);
    if (status != CLB_OK || size == 0) return status;
    const int cancel = clbi_cancel_off();
    status = clbi_device_here(buffer->device, call, &here, error);
    if (status == CLB_OK)
        status = here->backend->memory_read(here->impl, buffer->memory, offset, host, size, true, error);
    clbi_cancel_on(cancel);
    return status;
}

clb_status clb_event_wait(clb_event *event, clb_error *error)
{
    if (!event) return CLB_OK; /* an empty range has run */
    clb_device *here;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_device_here(event->device, "clb_event_wait", &here, error);
    if (status == CLB_OK) status = here->backend->event_wait(here->impl, &event->completion, error);
    clbi_cancel_on(cancel);
    return status;
}

clb_status clb_event_times(clb_event *event, uint64_t *start_ns, uint64_t *end_ns, clb_error *error)
{
    static const char call[] = "clb_event_times";
    if (!event || !start_ns || !end_ns)
        return clbi_refuse(error, CLB_ERROR_ARGUMENT, call, "%s: `%s` is NULL; pass one.", call,
                           !event ? "event" : !start_ns ? "start_ns" : "end_ns");
    clb_device *device = event->device;
    if (!device->profiling)
        return clbi_refuse(error, CLB_ERROR_UNSUPPORTED, call,
                           "%s: the device keeps no times; open it with .profiling set.", call);
    uint64_t start = 0, end = 0;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_device_here(device, call, &device, error);
    if (status == CLB_OK) status = device->backend->event_wait(device->impl, &event->completion, error);
    if (status == CLB_OK)
        status = device->backend->event_times(device->impl, &event->completion, &start, &end, error);
    clbi_cancel_on(cancel);
    if (status != CLB_OK) return status;
    *start_ns = start;
    *end_ns = end;
    return CLB_OK;
}

void clb_event_release(clb_event **event)
{
    if (!event || !*event) return;
    clb_device *device = (*event)->device;
    const int cancel = clbi_cancel_off();
    if (clbi_device_lives(device)) device->backend->event_release(device->impl, &(*event)->completion);
    free(*event);
    *event = NULL;
    clbi_cancel_on(cancel);
}
