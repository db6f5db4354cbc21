/* Owners: reference-counted handles that release something at the end. Knows nothing about the owned object.
 *
 * SPDX-License-Identifier: MIT */
#include "array/owner.h"

#include "core/status.h"

#include <stdatomic.h>
#include <stdlib.h>

/* A block of memory that belongs to an owner; its bytes follow. */
typedef struct kept {
    struct kept *next;
    max_align_t bytes[];
} kept;

struct clb_owner {
    atomic_size_t owners;
    void (*release)(void *held);
    void *held;
    kept *blocks;
    const clb_type *type;
};

clb_status clb_owner_make(void (*release)(void *held), void *held, clb_owner **owner, clb_error *error)
{
    clb_owner *made = malloc(sizeof *made);
    if (!made) return clbi_no_memory(error, "clb_owner_make");
    atomic_init(&made->owners, 1);
    made->release = release;
    made->held = held;
    made->blocks = NULL;
    made->type = NULL;
    *owner = made;
    return CLB_OK;
}

clb_owner *clb_owner_retain(clb_owner *owner)
{
    if (owner) atomic_fetch_add_explicit(&owner->owners, 1, memory_order_relaxed);
    return owner;
}

void clb_owner_release(clb_owner **owner)
{
    clb_owner *given = owner ? *owner : NULL;
    if (!given) return;
    *owner = NULL;
    if (atomic_fetch_sub_explicit(&given->owners, 1, memory_order_acq_rel) > 1) return;
    while (given->blocks) {
        kept *block = given->blocks;
        given->blocks = block->next;
        free(block);
    }
    clb_type_free(&given->type);
    if (given->release) given->release(given->held);
    free(given);
}

void *clbi_owner_keep(clb_owner *owner, size_t size)
{
    if (size > SIZE_MAX / 2) return NULL;
    kept *block = malloc(sizeof *block + size);
    if (!block) return NULL;
    block->next = owner->blocks;
    owner->blocks = block;
    return block->bytes;
}

void clbi_owner_keep_type(clb_owner *owner, const clb_type *type)
{
    owner->type = type;
}

void clbi_owner_set(clb_owner *owner, void (*release)(void *held), void *held)
{
    owner->release = release;
    owner->held = held;
}
