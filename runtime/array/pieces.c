/* Element-wise kernels on the host, piece by piece: a thread converts the elements of a few work-groups into memory of
 * its own that fits its caches, runs the groups, and converts the results back. Arrays that the kernel can use in place
 * are passed as they are.
 * Knows the native back end's pieces; shapes have been checked before.
 *
 * SPDX-License-Identifier: MIT */
#include "array/pack.h"
#include "core/status.h"
#include "native/access.h"

#include <stdlib.h>

enum { PIECE_ITEMS = 1024 }; /* work-items of a piece; 8 kB for each array of doubles */

/* The layout of a thread's memory: scratch memory of ckernels, then a piece of each array; an offset is in bytes for
 * each item that it may have. */
static char *piece_of(const clbi_packing *p, const clbi_packed *c, char *memory, size_t capacity)
{
    return memory + p->scratch_size + c->in_offset * capacity;
}

static bool before_piece(const void *context, char *memory, size_t capacity, size_t first, size_t count,
                         void **arguments)
{
    clbi_packing *p = (clbi_packing *)(uintptr_t)context;
    for (size_t i = 0; i < p->count; i++) {
        const clbi_packed *c = &p->arrays[i];
        char *piece = piece_of(p, c, memory, capacity);
        if (c->read && !clbi_packing_convert(p, &(clbi_packed_part){c, true, memory, piece, first, count}))
            return false;
        /* The kernel counts from the very first element. */
        arguments[c->argument] = (void *)((uintptr_t)piece - first * c->size);
    }
    return true;
}

static void after_piece(const void *context, char *memory, size_t capacity, size_t first, size_t count)
{
    clbi_packing *p = (clbi_packing *)(uintptr_t)context;
    for (size_t i = 0; i < p->count; i++) {
        const clbi_packed *c = &p->arrays[i];
        const clbi_packed_part part = {c, false, memory, piece_of(p, c, memory, capacity), first, count};
        if (c->written && !clbi_packing_convert(p, &part)) return;
    }
}

clb_status clbi_array_run_pieces(clbi_array_call *call, const clbi_range *range, clb_error *error)
{
    const clbi_use *use = &call->use;
    clbi_packing p;
    clb_status status = clbi_packing_open(&p, call, error);
    if (status != CLB_OK) return status;
    clb_buffer *lent = calloc(call->count, sizeof *lent);
    clb_argument *arguments = calloc(call->count, sizeof *arguments);
    if (!lent || !arguments) {
        status = clbi_no_memory(error, use->call);
        goto end;
    }
    for (uint32_t i = 0; i < call->count; i++) {
        const clbi_operand *o = &call->operands[i];
        arguments[i] = call->values[i];
        if (!o->given) continue;
        lent[i] = (clb_buffer){.device = use->device,
                               .memory = o->packed     ? o->packed
                                         : o->in_place ? o->view.data
                                                       : NULL};
        arguments[i] = (clb_argument){.buffer = &lent[i]};
    }

    const size_t items = call->elements < PIECE_ITEMS ? call->elements : PIECE_ITEMS;
    clbi_pieces pieces = {
        .items = items, .fixed_memory = p.scratch_size, .before = before_piece, .after = after_piece, .context = &p};
    for (size_t i = 0; i < p.count; i++) {
        p.arrays[i].in_offset = pieces.item_memory;
        pieces.item_memory += p.arrays[i].size;
    }
    const clbi_job job = {.bundle = use->bundle,
                          .kernel = use->kernel,
                          .parameters = use->parameters,
                          .arguments = arguments,
                          .range = range,
                          .pieces = &pieces,
                          .values = use->state->values};
    status = use->device->backend->launch(use->device->impl, use->state->kernels[use->number], &job, NULL, error);
    if (status == CLB_OK) status = clbi_packing_report(&p, error);
end:
    clbi_packing_close(&p);
    free(lent);
    free(arguments);
    return status;
}
