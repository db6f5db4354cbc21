/* Element-wise kernels on a device with memory of its own, chunk by chunk. At the same time the host converts the
 * inputs of one chunk, another's are copied to the device, a third is computed, and the results of a fourth are copied
 * back, each on a queue of its own; events keep their order. Converted data alternate between two slots of host memory
 * from which copies are fast; arrays in the kernel's own layout are copied directly. Knows that commands of one queue
 * run in order; shapes have been checked before.
 *
 * SPDX-License-Identifier: MIT */
#include "array/pack.h"
#include "core/status.h"
#include "memory/command.h"
#include "memory/host.h"
#include "memory/staging.h"

#include <stdlib.h>

enum {
    CHUNK_ITEMS =
        1 << 18, /* some MB for each array: long enough for a device, short compared with a call of several chunks */
    SLOTS = 2
};

/* The last copy of a chunk in either direction, which the next chunk in this slot waits for. */
typedef struct slot {
    clbi_completion in, out;
} slot;

typedef struct chunks {
    clbi_packing p;
    clb_buffer **staged; /* one for each argument, with all its elements; NULL: not an array */
    clb_argument *arguments;
    clbi_host_memory host; /* scratch memory of ckernels, then the slots */
    size_t slot_size;
    slot slots[SLOTS];
    clbi_lanes lanes;
    clbi_pool *pool; /* or NULL */
} chunks;

bool clbi_array_can_chunk(const clbi_array_call *c, const clbi_range *range)
{
    const uint32_t flags = CLB_KERNEL_PIECEWISE | CLB_KERNEL_INDEPENDENT;
    return (c->use.kernel->flags & flags) == flags && range->dimensions == 1 && range->local[0] == 0 &&
           range->offset[0] == 0 && range->global[0] == c->elements &&
           c->elements >= (size_t)2 * CHUNK_ITEMS; /* @gpu_range may be smaller */
}

/* The elements of one array from `first` on in the device's layout, on their way in or out. */
static char *host_of(const chunks *k, uint32_t argument, bool in, size_t first)
{
    const clbi_operand *o = &k->p.call->operands[argument];
    if (o->packed || o->in_place) return (o->packed ? o->packed : o->view.data) + first * o->type->size;
    const clbi_packed *c = k->p.arrays;
    while (c->argument != argument) c++;
    return k->host.host + k->p.scratch_size + first / CHUNK_ITEMS % SLOTS * k->slot_size +
           (in ? c->in_offset : c->out_offset);
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
    /* An array that is read and written has one area for each direction, since the two belong to different chunks. */
    for (size_t i = 0; i < k->p.count; i++) {
        clbi_packed *c = &k->p.arrays[i];
        c->in_offset = k->slot_size;
        if (c->read) k->slot_size += c->size * CHUNK_ITEMS;
        c->out_offset = k->slot_size;
        if (c->written) k->slot_size += c->size * CHUNK_ITEMS;
    }
    const size_t all = k->p.scratch_size + SLOTS * k->slot_size;
    return all == 0 ? CLB_OK : clbi_host_take(use->device, all, &k->host, use->call, error);
}

static size_t count_of(const chunks *k, size_t first)
{
    const size_t elements = k->p.call->elements;
    return elements - first < CHUNK_ITEMS ? elements - first : CHUNK_ITEMS;
}

/* Converts between arrays and a slot; false if an element cannot be converted. */
static bool convert_chunk(chunks *k, bool in, size_t first)
{
    for (size_t i = 0; i < k->p.count; i++) {
        const clbi_packed *c = &k->p.arrays[i];
        if (!(in ? c->read : c->written)) continue;
        const clbi_packed_part part = {
            c, in, k->host.host, host_of(k, c->argument, in, first), first, count_of(k, first)};
        if (!clbi_packing_convert_all(&k->p, &part, k->pool)) return false;
    }
    return true;
}

static clb_status wait_for(const chunks *k, clbi_completion *copied, clb_error *error)
{
    const clbi_use *use = &k->p.call->use;
    if (!copied->first) return CLB_OK;
    const clb_status status = use->device->backend->event_wait(use->device->impl, copied, error);
    use->device->backend->event_release(use->device->impl, copied);
    *copied = (clbi_completion){NULL, NULL};
    return status;
}

/* Enqueues the copies of a chunk in one direction, after `after` if that is not NULL. *copied: the last one. */
static clb_status copy_chunk(const chunks *k, bool in, size_t first, const clbi_completion *after,
                             clbi_completion *copied, clb_error *error)
{
    const clbi_array_call *call = k->p.call;
    clb_device *device = call->use.device;
    clb_status status = CLB_OK;
    for (uint32_t i = 0; status == CLB_OK && i < call->count; i++) {
        const clbi_operand *o = &call->operands[i];
        if (!k->staged[i] || !(in ? o->read : o->written) || (o->single && first > 0)) continue;
        void *const wait[2] = {after->first, after->last};
        clbi_transfer t = {.kind = in ? CLBI_WRITE : CLBI_READ,
                           .queue = in ? k->lanes.in : k->lanes.out,
                           .buffer = k->staged[i],
                           .offset = first * o->type->size,
                           .size = (o->single ? 1 : count_of(k, first)) * o->type->size,
                           .wait = wait,
                           .wait_count = !after->first                 ? 0
                                         : after->first == after->last ? 1
                                                                       : 2};
        char *host = host_of(k, i, in, first);
        if (in) t.from = host;
        else t.host = host;
        if (copied->first) device->backend->event_release(device->impl, copied);
        *copied = (clbi_completion){NULL, NULL};
        status = clbi_transfer_enqueue(device, &t, copied, error);
    }
    return status;
}

/* Enqueues the copies of a chunk's inputs, then its launch, then the copies of its results. */
static clb_status launch_chunk(chunks *k, const clbi_range *range, size_t first, clbi_completion *launched,
                               clb_error *error)
{
    static const clbi_completion nothing = {NULL, NULL};
    const clbi_use *use = &k->p.call->use;
    slot *s = &k->slots[first / CHUNK_ITEMS % SLOTS];
    clbi_range part = *range;
    part.global[0] = count_of(k, first);
    part.offset[0] = first;
    clb_status status = copy_chunk(k, true, first, &nothing, &s->in, error);
    clb_event copied = {.device = use->device, .completion = s->in, .begun = true}, *wait = &copied;
    const clb_launch launch = {.wait = &wait, .wait_count = s->in.first != NULL};
    if (status == CLB_OK) status = clbi_launch_enqueue(use, &launch, &part, k->arguments, launched, error);
    if (status == CLB_OK) status = use->device->backend->flush(use->device->impl, error);
    return status;
}

/* Takes the results of the previous chunk out of the slot that a chunk is about to use, once they are there. False
 * if an element cannot be converted. */
static bool take_results(chunks *k, size_t first, clb_status *status, clb_error *error)
{
    *status = wait_for(k, &k->slots[first / CHUNK_ITEMS % SLOTS].out, error);
    return *status != CLB_OK || first < (size_t)SLOTS * CHUNK_ITEMS ||
           convert_chunk(k, false, first - (size_t)SLOTS * CHUNK_ITEMS);
}

static clb_status run_chunks(chunks *k, const clbi_range *range, clb_error *error)
{
    const clbi_backend *backend = k->p.call->use.device->backend;
    void *impl = k->p.call->use.device->impl;
    const size_t elements = k->p.call->elements, chunk_count = (elements - 1) / CHUNK_ITEMS + 1;
    clb_status status = CLB_OK;
    bool fits = true;
    for (size_t n = 0; status == CLB_OK && fits && n < chunk_count + SLOTS; n++) {
        const size_t first = n * CHUNK_ITEMS;
        slot *s = &k->slots[n % SLOTS];
        clbi_completion launched = {NULL, NULL};
        if (n < chunk_count) {
            status = wait_for(k, &s->in, error);
            if (status == CLB_OK) fits = convert_chunk(k, true, first);
            if (status == CLB_OK && fits) status = launch_chunk(k, range, first, &launched, error);
        }
        /* The device works on this chunk; meanwhile the slot is emptied. */
        if (status == CLB_OK && fits) fits = take_results(k, first, &status, error);
        if (status == CLB_OK && fits && n < chunk_count) {
            status = copy_chunk(k, false, first, &launched, &s->out, error);
            if (status == CLB_OK && !k->lanes.out) status = backend->flush(impl, error);
        }
        if (launched.first) backend->event_release(impl, &launched);
    }
    for (size_t i = 0; i < SLOTS; i++) {
        if (k->slots[i].in.first) backend->event_release(impl, &k->slots[i].in);
        if (k->slots[i].out.first) backend->event_release(impl, &k->slots[i].out);
    }
    return status;
}

/* No command may use the memory any more, also after a failure. */
static clb_status end_commands(chunks *k, clb_status status, clb_error *error)
{
    const clbi_use *use = &k->p.call->use;
    const clbi_backend *backend = use->device->backend;
    void *const queues[] = {k->lanes.in, k->lanes.out};
    for (size_t i = 0; i < 3; i++) {
        clb_error *const to = status == CLB_OK ? error : NULL;
        clb_status ended = CLB_OK;
        if (i == 2) ended = backend->finish(use->device->impl, to);
        else if (queues[i]) ended = backend->queue_finish(use->device->impl, queues[i], to);
        if (status == CLB_OK) status = ended;
    }
    clbi_host_put_lanes(use->device, &k->lanes);
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
    if (status == CLB_OK) {
        clbi_host_take_lanes(use->device, &k.lanes);
        k.pool = clbi_host_pool(use->device, NULL);
        status = end_commands(&k, run_chunks(&k, range, error), error);
    }
    if (status == CLB_OK) status = clbi_packing_report(&k.p, error);
    if (k.host.host) clbi_host_put(use->device, &k.host);
    for (uint32_t i = 0; k.staged && i < call->count; i++)
        if (k.staged[i]) clbi_staging_put(use->device, k.staged[i]);
    free(k.staged);
    free(k.arguments);
    clbi_packing_close(&k.p);
    return status;
}
