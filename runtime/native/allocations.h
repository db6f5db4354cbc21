/* A table of memory for checked code: where allocations lie, and which of their bytes were ever written. It goes by
 * addresses, so that buffers, parts of them and shared virtual memory are alike. A table belongs to a device, or to all
 * devices that share memory. Every function takes NULL for a table and does nothing then, as where nothing is checked.
 * All are thread-safe. Knows addresses; must not know launches.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_ALLOCATIONS_H
#define CLBI_NATIVE_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct clbi_allocations clbi_allocations;

typedef struct clbi_allocation {
    char *memory;
    size_t size;
    unsigned char *written; /* a byte for each byte: clb_check_written; NULL: all were written */
} clbi_allocation;

/* Bytes in front of an allocation of shared virtual memory, and behind it, that belong to it and to nothing else: an
 * access there has left it. */
enum { CLBI_RED_ZONE = 128 };

clbi_allocations *clbi_allocations_create(void); /* NULL: no memory */
void clbi_allocations_destroy(clbi_allocations *table);

/* From here on `size` bytes at `memory` are an allocation; unless `written`, nothing was written there. Without memory
 * for it, it is none, or counts as written. */
void clbi_allocations_add(clbi_allocations *table, void *memory, size_t size, bool written);
void clbi_allocations_remove(clbi_allocations *table, const void *memory);

/* The host, or code that is not checked, has written `size` bytes. What is in no allocation counts as written. */
void clbi_allocations_write(clbi_allocations *table, const void *at, size_t size);
/* Bytes were copied: those of `to` are written where those of `from` are. */
void clbi_allocations_copy(clbi_allocations *table, const void *to, const void *from, size_t size);

/* The allocation that an address lies in; false: in none. `zone`: or at most so many bytes away from. `written` is
 * valid as long as the allocation exists. */
bool clbi_allocations_find(clbi_allocations *table, const void *at, size_t zone, clbi_allocation *found);

#endif
