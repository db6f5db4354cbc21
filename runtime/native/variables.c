/* See variables.h.
 *
 * SPDX-License-Identifier: MIT */
#include "native/variables.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct clbi_variables_block {
    struct clbi_variables_block *next;
    const clb_native_variables *program;
    void *memory; /* behind this head */
} clbi_variables_block;

static void *find(clbi_variables_block *list, const clb_native_variables *program)
{
    for (; list; list = list->next)
        if (list->program == program) return list->memory;
    return NULL;
}

/* Large arrays of zeros take memory when they are touched. */
static clbi_variables_block *make_block(const clb_native_variables *program)
{
    const uint64_t around = sizeof(clbi_variables_block) + (uint64_t)2 * CLBI_VARIABLES_ZONE;
    const uint64_t alignment = program->alignment > CLB_NATIVE_ALIGNMENT ? program->alignment : CLB_NATIVE_ALIGNMENT;
    if (program->size > SIZE_MAX / 4 || alignment > SIZE_MAX / 4) return NULL;
    clbi_variables_block *block = calloc(1, (size_t)(around + alignment + program->size));
    if (!block) return NULL;
    const uintptr_t begin = (uintptr_t)(block + 1) + CLBI_VARIABLES_ZONE;
    block->program = program;
    block->memory = (char *)(block + 1) + CLBI_VARIABLES_ZONE + (alignment - begin % alignment) % alignment;
    clb_native_variables_init(program, block->memory);
    return block;
}

void *clbi_variables_find(clbi_variables *set, const clb_native_variables *program)
{
    clbi_variables_block *first = atomic_load_explicit(&set->first, memory_order_acquire);
    void *memory = find(first, program);
    if (memory) return memory;
    clbi_variables_block *made = make_block(program);
    if (!made) return NULL;
    do {
        made->next = first;
        if (atomic_compare_exchange_weak_explicit(&set->first, &first, made, memory_order_acq_rel,
                                                  memory_order_acquire))
            return made->memory;
    } while (!(memory = find(first, program)));
    free(made); /* another thread was faster */
    return memory;
}

void clbi_variables_clear(clbi_variables *set)
{
    clbi_variables_block *block = atomic_exchange(&set->first, NULL);
    while (block) {
        clbi_variables_block *next = block->next;
        free(block);
        block = next;
    }
}

const clb_native_variable *clbi_variables_locate(const clb_native_variables *program, const void *block,
                                                 const void *address)
{
    const uintptr_t at = (uintptr_t)address - (uintptr_t)block;
    uint64_t first = 0, end;
    if (!block || at + CLBI_VARIABLES_ZONE >= program->size + (uint64_t)2 * CLBI_VARIABLES_ZONE) return NULL;
    if (at > program->size + CLBI_VARIABLES_ZONE) return program->list; /* in front of the block */
    for (end = program->count; end - first > 1;) {
        const uint64_t middle = first + (end - first) / 2;
        if (program->list[middle].offset <= at) first = middle;
        else end = middle;
    }
    const clb_native_variable *v = &program->list[first];
    const uint64_t behind = at > v->offset + v->size ? at - v->offset - v->size : 0;
    return first + 1 < program->count && v[1].offset - at < behind ? v + 1 : v;
}
