/* SPDX-License-Identifier: MIT */
#include "base/arena.h"
#include "base/format.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* AddressSanitizer cannot see pieces of a block by itself. It is told which bytes are in use, and gaps separate the
 * pieces, so that an access past the end of one is found. */
#if defined __SANITIZE_ADDRESS__
#define POISONED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define POISONED 1
#endif
#endif
#ifdef POISONED
#include <sanitizer/asan_interface.h>
enum { GAP = 16 };
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
enum { GAP = 0 };
#endif

enum { BLOCK_SIZE = 64 * 1024 };

struct arena_block {
    arena_block *previous;
    size_t used, capacity;
    max_align_t data[];
};

static _Noreturn void out_of_memory(void)
{
    fputs("clbundle: error: out of memory\n", stderr);
    exit(1);
}

/* `set`: the memory must be zero. Blocks that many pieces share always are. */
static void *take(arena *a, size_t size, bool set)
{
    const size_t align = _Alignof(max_align_t);
    if (size > SIZE_MAX / 2) out_of_memory();
    const size_t wanted = size;
    size = (size + GAP + align - 1) / align * align;
    arena_block *block = a->last;
    if (!block || block->capacity - block->used < size) {
        const size_t capacity = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        block = set || size <= BLOCK_SIZE ? calloc(1, sizeof *block + capacity) : malloc(sizeof *block + capacity);
        if (!block) out_of_memory();
        block->used = 0;
        block->capacity = capacity;
        ASAN_POISON_MEMORY_REGION(block->data, capacity);
        /* A large allocation gets a block of its own behind the current one, whose rest stays in use. */
        if (a->last && size > BLOCK_SIZE) {
            block->previous = a->last->previous;
            a->last->previous = block;
        } else {
            block->previous = a->last;
            a->last = block;
        }
    }
    void *memory = (char *)block->data + block->used;
    block->used += size;
    ASAN_UNPOISON_MEMORY_REGION(memory, wanted);
    return memory;
}

void *arena_alloc(arena *a, size_t size)
{
    return take(a, size, true);
}

void *arena_array(arena *a, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) out_of_memory();
    return take(a, count * size, true);
}

void *arena_array_unset(arena *a, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) out_of_memory();
    return take(a, count * size, false);
}

void *arena_grow(arena *a, const void *old, size_t old_count, size_t new_count, size_t size)
{
    void *grown = arena_array(a, new_count, size);
    if (old_count) memcpy(grown, old, old_count * size);
    return grown;
}

void *arena_reserve(arena *a, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return items;
    *capacity = count ? count * 2 : 16;
    return arena_grow(a, items, count, *capacity, size);
}

char *arena_strndup(arena *a, const char *text, size_t length)
{
    char *copy = arena_array(a, length + 1, 1);
    if (length) memcpy(copy, text, length);
    return copy;
}

char *arena_printf(arena *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(a, format, args);
    va_end(args);
    return text;
}

char *arena_vprintf(arena *a, const char *format, va_list args)
{
    char small[256]; /* most texts fit, and are formatted once */
    va_list again;
    va_copy(again, args);
    const int length = format_text(small, sizeof small, format, args);
    if (length < 0) out_of_memory();
    char *text = arena_array(a, (size_t)length + 1, 1);
    if ((size_t)length < sizeof small) memcpy(text, small, (size_t)length);
    else format_text(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void arena_free(arena *a)
{
    for (arena_block *block = a->last, *previous; block; block = previous) {
        previous = block->previous;
        free(block);
    }
    a->last = NULL;
}
