/* SPDX-License-Identifier: MIT */
#include "memory/command.h"

#include "core/params.h"
#include "core/queue.h"
#include "core/status.h"
#include "observe/profile.h"

#include <stdlib.h>

clb_status clbi_transfer_enqueue(clb_device *here, clbi_transfer *transfer, clbi_completion *completion,
                                 clb_error *error)
{
    clbi_completion own = {NULL, NULL};
    const bool profiled = transfer->kind != CLBI_MARK && clbi_profile_on(here);
    if (!completion && profiled) completion = &own;
    const clb_status status = here->backend->transfer(here->impl, transfer, completion, error);
    if (status == CLB_OK && profiled) clbi_profile_transfer(here, transfer->kind, transfer->size, completion);
    if (own.first) here->backend->event_release(here->impl, &own);
    return status;
}

static clb_status enqueue_block(clb_device *here, clbi_transfer *transfer, bool block, clb_error *error)
{
    clbi_completion completion = {NULL, NULL};
    clb_status status = clbi_transfer_enqueue(here, transfer, block ? &completion : NULL, error);
    if (status == CLB_OK && block) status = here->backend->event_wait(here->impl, &completion, error);
    if (completion.first) here->backend->event_release(here->impl, &completion);
    return status;
}

clb_status clbi_memory_write(clb_device *here, const clbi_copy *copy, bool block, clb_error *error)
{
    const clbi_memory_copy plain = {copy->buffer->memory, copy->offset, copy->size, copy->host};
    if (!clbi_profile_on(here)) return here->backend->memory_write(here->impl, &plain, block, error);
    clbi_transfer transfer = {
        .kind = CLBI_WRITE, .buffer = copy->buffer, .offset = copy->offset, .from = copy->host, .size = copy->size};
    return enqueue_block(here, &transfer, block, error);
}

clb_status clbi_memory_read(clb_device *here, const clbi_copy *copy, bool block, clb_error *error)
{
    const clbi_memory_copy plain = {copy->buffer->memory, copy->offset, copy->size, copy->host};
    if (!clbi_profile_on(here)) return here->backend->memory_read(here->impl, &plain, block, error);
    clbi_transfer transfer = {
        .kind = CLBI_READ, .buffer = copy->buffer, .offset = copy->offset, .host = copy->host, .size = copy->size};
    return enqueue_block(here, &transfer, block, error);
}

clb_status clbi_check_part(const clb_buffer *buffer, size_t offset, const void *host, size_t size, const char *call,
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

/* With all that is common to commands: queue, waits, event. */
static clb_status command_on(const clbi_site *site, const clb_command *command, clbi_transfer *transfer,
                             clb_event **event, clb_error *error)
{
    clbi_waits waits;
    clb_event *made = NULL;
    clb_status status = clbi_queue_check(site, error);
    if (status != CLB_OK) return status;
    if (event) {
        made = clbi_event_new(site->device, command->queue);
        if (!made) return clbi_no_memory(error, site->call);
    }
    status = clbi_waits_collect(site, command->wait, command->wait_count, &waits, error);
    if (status == CLB_OK) {
        transfer->queue = command->queue ? command->queue->impl : NULL;
        transfer->wait = waits.list;
        transfer->wait_count = waits.count;
        status = clbi_transfer_enqueue(site->here, transfer, made ? &made->completion : NULL, error);
        clbi_waits_end(&waits);
    }
    if (made && (status != CLB_OK || !made->completion.first)) {
        free(made);
        made = NULL;
    }
    if (status == CLB_OK && event) *event = made;
    return status;
}

clb_status clbi_command_run(clb_device *device, const clb_command *command, clbi_transfer *transfer, clb_event **event,
                            const char *call, clb_error *error)
{
    clb_device *here;
    clb_command own;
    const int cancel = clbi_cancel_off();
    clb_status status = clbi_params_read(CLBI_FORM_COMMAND, command, &own, call, error);
    if (status == CLB_OK) status = clbi_device_in_process(device, call, &here, error);
    if (status == CLB_OK)
        status = command_on(&(clbi_site){device, here, own.queue, call}, &own, transfer, event, error);
    clbi_cancel_on(cancel);
    return status;
}
