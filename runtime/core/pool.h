/* A pool of threads that help callers with their work. Knows units of work by number; must not know kernels.
 *
 * The caller always works on its own units, and the pool only helps. So many threads may call at once, nothing waits
 * for a free thread, and a single unit costs no more than a function call. Threads are started when they are first
 * needed, and sleep between calls.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_POOL_H
#define CLBI_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct clbi_pool clbi_pool;

/* Work that may be done in any order, by several threads at once. */
typedef struct clbi_work {
    /* Memory for one thread, aligned to CLB_NATIVE_ALIGNMENT; 0: none is needed. */
    size_t memory;
    /* Once a thread, before its first units. */
    void (*start)(const void *context, void *memory);
    void (*run)(const void *context, void *memory, size_t first, size_t end);
    const void *context;
    size_t count; /* units */
    size_t grain; /* units to take at once at least; not 0 */
} clbi_work;

/* `threads`: how many work on one piece of work at most, the caller included; at least 1. NULL: no memory. */
clbi_pool *clbi_pool_create(uint32_t threads);
/* No work may be under way. */
void clbi_pool_destroy(clbi_pool *pool);

/* In a child made by fork, where the pool's threads do not live: frees the memory that no thread may have been
 * changing. */
void clbi_pool_abandon(clbi_pool *pool);

/* Returns when all units are done; false, and none has been done, if there is no memory for the caller. */
bool clbi_pool_run(clbi_pool *pool, const clbi_work *work);

uint64_t clbi_now_ns(void);

#endif
