/* Element-wise kernels on a device with memory of its own, chunk by chunk: while the device copies and runs one, the host
 * converts the next one's inputs and the previous one's results. Converted data alternate between two slots of host
 * memory from which copies are fast; arrays in the kernel's own layout are copied directly.
 * Knows that a device's commands run in order; shapes have been checked before.
 *
 * SPDX-License-Identifier: MIT */
#include "array/pack.h"
#include "staging.h"
#include "status.h"
#include "transfer.h"

#include <stdlib.h>

enum {
    CHUNK_ITEMS = 1 << 18, /* some MB an array: long enough for a device, short against a call that has several */
    SLOTS = 2
};

typedef struct chunks {
    clbi_packing p;
    clb_buffer **staged;     /* one an argument, of all its elements; NULL: no array */
    clb_argument *arguments;
    clbi_host_memory host;   /* scratch of ckernels, then the slots */
    size_t slot_size;
} chunks;

bool clbi_array_can_chunk(const clbi_array_call *c, const clbi_range *range)
{
    const uint32_t flags = CLB_KERNEL_PIECEWISE | CLB_KERNEL_INDEPENDENT;
    return (c->use.kernel->flags & flags) == flags && range->dimensions == 1 && range->local[0] == 0 && range->offset[0] == 0 &&
           range->global[0] == c->elements && c->elements >= (size_t)2 * CHUNK_ITEMS; /* @gpu_range may say less */
}

/* The elements of one array from `first` on as the device has them, on their way in or out. */
static char *host_of(const chunks *k, uint32_t argument, bool in, size_t first)
{
    const clbi_operand *o = &k->p.call->operands[argument];
    if (o->packed || o->in_place) return (o->packed ? o->packed : o->view.data) + first * o->type->size;
    const clbi_packed *c = k->p.arrays;
    while (c->argument != argument) c++;
    return k->host.host + k->p.scratch_size + first / CHUNK_ITEMS % SLOTS * k->slot_size + (in ? c->in_offset : c->out_offset);
}

static clb_status take_memory(chunks *k, clb_error *error)
{
    const clbi_array_call *call = k->p.call;
    const clbi_use *use = &call->use;
    clb_status status = CLB_OK;
    size_t size = 0;
    for (uint32_t i = 0; status == CLB_OK && i < call->count; i++) {
        const clbi_operand *o = &call->operands[i];
        k->arguments[i] = call->values[i];
        if (!o->given) continue;
        if (!clbi_multiply(o->single ? 1 : call->elements, o->type->size, &size))
            return CLBI_REFUSE_ARRAY(call, i, error, CLB_ERROR_SIZE, "%s", "has more elements than memory could hold.");
        status = clbi_staging_take(use->device, size, &k->staged[i], error);
        k->arguments[i] = (clb_argument){.buffer = k->staged[i]};
    }
    if (status != CLB_OK) return status;
    /* An array that is read and written has a place for either, since the two are of different chunks. */
    for (size_t i = 0; i < k->p.count; i++) {
        clbi_packed *c = &k->p.arrays[i];
        c->in_offset = k->slot_size;
        if (c->read) k->slot_size += c->size * CHUNK_ITEMS;
        c->out_offset = k->slot_size;
        if (c->written) k->slot_size += c->size * CHUNK_ITEMS;
    }
    const size_t all = k->p.scratch_size + SLOTS * k->slot_size;
    return all == 0 ? CLB_OK : clbi_staging_take_host(use->device, all, &k->host, use->call, error);
}

static size_t count_of(const chunks *k, size_t first)
{
    const size_t elements = k->p.call->elements;
    return elements - first < CHUNK_ITEMS ? elements - first : CHUNK_ITEMS;
}

/* Converts between arrays and a slot; false where an element cannot be. */
static bool convert_chunk(chunks *k, bool in, size_t first)
{
    for (size_t i = 0; i < k->p.count; i++) {
        const clbi_packed *c = &k->p.arrays[i];
        if (!(in ? c->read : c->written)) continue;
        if (!clbi_packing_convert(&k->p, c, in, k->host.host, host_of(k, c->argument, in, first), first, count_of(k, first)))
            return false;
    }
    return true;
}

/* Enqueues the copies of a chunk in one direction. */
static clb_status copy_chunk(const chunks *k, bool in, size_t first, clb_error *error)
{
    const clbi_array_call *call = k->p.call;
    clb_device *device = call->use.device;
    clb_status status = CLB_OK;
    for (uint32_t i = 0; status == CLB_OK && i < call->count; i++) {
        const clbi_operand *o = &call->operands[i];
        if (!k->staged[i] || !(in ? o->read : o->written) || (o->single && first > 0)) continue;
        const size_t at = first * o->type->size, size = (o->single ? 1 : count_of(k, first)) * o->type->size;
        clb_buffer *buffer = k->staged[i];
        status = in ? clbi_memory_write(device, buffer, at, host_of(k, i, true, first), size, false, error)
                    : clbi_memory_read(device, buffer, at, host_of(k, i, false, first), size, false, error);
    }
    return status;
}

/* Sends the inputs of a chunk and its launch on their way. */
static clb_status launch_chunk(chunks *k, const clbi_range *range, size_t first, clbi_completion *launched, clb_error *error)
{
    const clbi_use *use = &k->p.call->use;
    clbi_range part = *range;
    part.global[0] = count_of(k, first);
    part.offset[0] = first;
    clb_status status = copy_chunk(k, true, first, error);
    if (status == CLB_OK) status = clbi_launch_enqueue(use, NULL, &part, k->arguments, launched, error);
    if (status == CLB_OK) status = use->device->backend->flush(use->device->impl, error);
    return status;
}

/* Commands run in order: when a chunk's launch has run, the inputs of its slot are free, and the results of the chunk before it
 * are in the other slot. */
static clb_status run_chunks(chunks *k, const clbi_range *range, clb_error *error)
{
    const clbi_use *use = &k->p.call->use;
    const clbi_backend *backend = use->device->backend;
    const size_t elements = k->p.call->elements;
    clbi_completion before = {NULL, NULL};
    clb_status status = CLB_OK;
    size_t taken = 0; /* elements whose results are in the arrays */
    for (size_t first = 0; status == CLB_OK && first < elements; first += CHUNK_ITEMS) {
        clbi_completion now = {NULL, NULL};
        if (!convert_chunk(k, true, first)) break;
        status = launch_chunk(k, range, first, &now, error);
        /* The device has this one to do; meanwhile the slot is emptied of the results of its last chunk. */
        if (status == CLB_OK && before.first) status = backend->event_wait(use->device->impl, &before, error);
        if (before.first) backend->event_release(use->device->impl, &before);
        before = now;
        if (status == CLB_OK && first >= (size_t)SLOTS * CHUNK_ITEMS) {
            if (!convert_chunk(k, false, taken)) break;
            taken += CHUNK_ITEMS;
        }
        if (status == CLB_OK) status = copy_chunk(k, false, first, error);
        if (status == CLB_OK) status = backend->flush(use->device->impl, error);
    }
    if (before.first) backend->event_release(use->device->impl, &before);
    /* Copies may still be on their way. */
    const clb_status finished = backend->finish(use->device->impl, status == CLB_OK ? error : NULL);
    if (status == CLB_OK) status = finished;
    for (; status == CLB_OK && k->p.failed == SIZE_MAX && taken < elements; taken += CHUNK_ITEMS)
        (void)convert_chunk(k, false, taken);
    return status;
}

clb_status clbi_array_run_chunks(clbi_array_call *call, const clbi_range *range, clb_error *error)
{
    const clbi_use *use = &call->use;
    chunks k = {0};
    clb_status status = clbi_packing_open(&k.p, call, error);
    if (status != CLB_OK) return status;
    k.staged = calloc(call->count + 1, sizeof(clb_buffer *));
    k.arguments = calloc(call->count + 1, sizeof *k.arguments);
    status = k.staged && k.arguments ? take_memory(&k, error) : clbi_no_memory(error, use->call);
    if (status == CLB_OK) status = run_chunks(&k, range, error);
    if (status == CLB_OK) status = clbi_packing_report(&k.p, error);
    if (k.host.host) clbi_staging_put_host(use->device, &k.host);
    for (uint32_t i = 0; k.staged && i < call->count; i++)
        if (k.staged[i]) clbi_staging_put(use->device, k.staged[i]);
    free(k.staged);
    free(k.arguments);
    clbi_packing_close(&k.p);
    return status;
}
