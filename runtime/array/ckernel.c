/* The memory of ckernels: the builder, and built trees that several owners share.
 * Knows the prefix of a ckernel; nothing about the work of ckernels, types or arrays.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/ckernel.h"

#include "core/status.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The root follows at the next multiple of CLB_CKERNEL_ALIGNMENT. */
struct clb_shared_ckernel {
    atomic_size_t owners;
    size_t size; /* size of the whole block */
    size_t scratch_size;
    clb_allocator allocator;
};

enum { HEAD = CLB_CKERNEL_SIZE(clb_shared_ckernel), SCRATCH_ALIGNMENT = 64 };

_Static_assert(CLB_CKERNEL_INLINE % CLB_CKERNEL_ALIGNMENT == 0, "the inline memory ends with a whole unit");

static void *resize_by_default(void *cookie, void *memory, size_t old_size, size_t size)
{
    (void)cookie, (void)old_size;
    if (size > 0) return realloc(memory, size);
    free(memory);
    return NULL;
}

static clb_allocator allocator_of(const clb_ckernel_builder *builder)
{
    return builder->allocator ? *builder->allocator : (clb_allocator){resize_by_default, NULL};
}

static bool is_inline(const clb_ckernel_builder *builder)
{
    return builder->memory == builder->inline_memory;
}

/* Frees the builder's block, if it has one, and resets it. The tree is gone, or was moved. */
static void start_anew(clb_ckernel_builder *builder)
{
    const clb_allocator allocator = allocator_of(builder);
    if (!is_inline(builder)) (void)allocator.resize(allocator.cookie, builder->memory, builder->capacity, 0);
    clb_ckernel_builder_init(builder, builder->allocator);
}

void clb_ckernel_builder_clear(clb_ckernel_builder *builder)
{
    if (!builder) return;
    clb_ckernel_destroy(clb_ckernel_at(builder, 0));
    start_anew(builder);
}

clb_status clb_ckernel_grow(clb_ckernel_builder *builder, size_t size, clb_error *error)
{
    if (size <= builder->used) return CLB_OK;
    if (size > SIZE_MAX / 4)
        return clbi_refuse(error, CLB_ERROR_SIZE, "clb_ckernel_reserve", "A ckernel of %zu bytes is too large.", size);
    const size_t wanted = CLB_CKERNEL_ROUND(size);
    if (wanted > builder->capacity) {
        const clb_allocator allocator = allocator_of(builder);
        const size_t capacity = wanted > 2 * builder->capacity ? wanted : 2 * builder->capacity;
        char *memory = allocator.resize(allocator.cookie, is_inline(builder) ? NULL : builder->memory,
                                        is_inline(builder) ? 0 : builder->capacity, capacity);
        if (!memory) return clbi_no_memory(error, "clb_ckernel_reserve");
        if (is_inline(builder)) memcpy(memory, builder->inline_memory, builder->used);
        builder->memory = memory;
        builder->capacity = capacity;
    }
    memset(builder->memory + builder->used, 0, wanted - builder->used);
    builder->used = wanted;
    return CLB_OK;
}

clb_status clb_ckernel_scratch(clb_ckernel_builder *builder, size_t size, size_t *offset, clb_error *error)
{
    const size_t start = builder->scratch_size;
    if (size > SIZE_MAX / 2 - start - SCRATCH_ALIGNMENT)
        return clbi_refuse(error, CLB_ERROR_SIZE, "clb_ckernel_scratch",
                           "%zu bytes of scratch memory beside %zu are too many.", size, start);
    builder->scratch_size = start + (size + SCRATCH_ALIGNMENT - 1) / SCRATCH_ALIGNMENT * SCRATCH_ALIGNMENT;
    *offset = start;
    return CLB_OK;
}

clb_status clb_ckernel_report(const clb_ckernel_call *call, const char *what, clb_error *error)
{
    char place[CLB_CKERNEL_INDICES * 22 + 4] = "";
    size_t length = 0;
    if (!error) return call->status;
    for (uint32_t i = call->depth; i-- > 0;)
        length += (size_t)snprintf(place + length, sizeof place - length, "%s%zu%s", i + 1 == call->depth ? " (" : ", ",
                                   call->index[i], i == 0 ? ")" : "");
    return clbi_refuse(error, call->status, "clb_ckernel_run", "%s%s %s.", what, place,
                       call->reason ? call->reason : "cannot be done");
}

/* ---- Sharing ---------------------------------------------------------------------------------------------------- */

static clb_ckernel *root_of(clb_shared_ckernel *shared)
{
    return (clb_ckernel *)(void *)((char *)shared + HEAD);
}

clb_status clb_ckernel_share(clb_ckernel_builder *builder, clb_shared_ckernel **shared, clb_error *error)
{
    const clb_allocator allocator = allocator_of(builder);
    const size_t size = HEAD + builder->used;
    clb_shared_ckernel *made = allocator.resize(allocator.cookie, NULL, 0, size);
    if (!made) return clbi_no_memory(error, "clb_ckernel_share");
    atomic_init(&made->owners, 1);
    made->size = size;
    made->scratch_size = builder->scratch_size;
    made->allocator = allocator;
    memcpy(root_of(made), builder->memory, builder->used);
    start_anew(builder);
    *shared = made;
    return CLB_OK;
}

clb_shared_ckernel *clb_shared_ckernel_retain(clb_shared_ckernel *shared)
{
    atomic_fetch_add_explicit(&shared->owners, 1, memory_order_relaxed);
    return shared;
}

void clb_shared_ckernel_release(clb_shared_ckernel **shared)
{
    clb_shared_ckernel *given = shared ? *shared : NULL;
    if (!given) return;
    *shared = NULL;
    if (atomic_fetch_sub_explicit(&given->owners, 1, memory_order_acq_rel) > 1) return;
    const clb_allocator allocator = given->allocator;
    clb_ckernel_destroy(root_of(given));
    (void)allocator.resize(allocator.cookie, given, given->size, 0);
}

const clb_ckernel *clb_shared_ckernel_root(const clb_shared_ckernel *shared)
{
    return (const clb_ckernel *)(const void *)((const char *)shared + HEAD);
}

size_t clb_shared_ckernel_scratch_size(const clb_shared_ckernel *shared)
{
    return shared->scratch_size;
}
