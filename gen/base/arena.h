/* Memory of the generator: an arena, from which pieces are allocated and which is freed as a whole at the end of the
 * run.
 * Knows nothing of what is stored. If memory runs out, the process ends with a message; no output has been written by
 * then. Not thread-safe; one arena for each run.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_ARENA_H
#define CLB_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct arena_block arena_block;

typedef struct arena {
    arena_block *last;
} arena;

/* Zeroed memory of `size` bytes, aligned for any type. Never NULL. */
void *arena_alloc(arena *a, size_t size);

/* Zeroed memory of `count` elements of `size` bytes; the product is checked. Never NULL. */
void *arena_array(arena *a, size_t count, size_t size);

/* The same without zeros, for large arrays that are filled at once. */
void *arena_array_unset(arena *a, size_t count, size_t size);

/* A grown copy of an array: `old_count` elements are copied, the rest is zero. Never NULL. */
void *arena_grow(arena *a, const void *old, size_t old_count, size_t new_count, size_t size);

/* An array of `count` elements and the given capacity, with capacity for one more element: if it is full, it is
 * moved and doubled. */
void *arena_reserve(arena *a, void *items, size_t count, size_t *capacity, size_t size);

/* A NUL-terminated copy of `length` bytes. Never NULL. */
char *arena_strndup(arena *a, const char *text, size_t length);

/* printf into the arena. Never NULL. */
char *arena_printf(arena *a, const char *format, ...);
char *arena_vprintf(arena *a, const char *format, va_list args);

/* Gives all memory back. The arena may be used again. */
void arena_free(arena *a);

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))

#endif
