/* See allocations.h. Allocations stand in the order of their addresses.
 *
 * SPDX-License-Identifier: MIT */
#include "native/allocations.h"

#include "clbundle/checks.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct allocation_entry {
    clbi_allocation a;
    size_t known; /* so many bytes at the begin are written, and no byte ever becomes unwritten again but by a copy */
} allocation_entry;

struct clbi_allocations {
    pthread_mutex_t lock; /* for all that follows */
    allocation_entry *entries;
    size_t count, capacity;
};

clbi_allocations *clbi_allocations_create(void)
{
    clbi_allocations *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    if (pthread_mutex_init(&table->lock, NULL) == 0) return table;
    free(table);
    return NULL;
}

void clbi_allocations_destroy(clbi_allocations *table)
{
    if (!table) return;
    for (size_t i = 0; i < table->count; i++) free(table->entries[i].a.written);
    free(table->entries);
    pthread_mutex_destroy(&table->lock);
    free(table);
}

/* How many entries begin at or below the address. */
static size_t allocation_rank(const clbi_allocations *table, const void *at)
{
    size_t from = 0, to = table->count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if ((uintptr_t)table->entries[middle].a.memory <= (uintptr_t)at) from = middle + 1;
        else to = middle;
    }
    return from;
}

static allocation_entry *allocation_at(const clbi_allocations *table, const void *at)
{
    const size_t n = allocation_rank(table, at);
    if (n == 0) return NULL;
    allocation_entry *e = &table->entries[n - 1];
    return (uintptr_t)at - (uintptr_t)e->a.memory < e->a.size ? e : NULL;
}

void clbi_allocations_add(clbi_allocations *table, void *memory, size_t size, bool written)
{
    if (!table || !memory || size == 0) return;
    unsigned char *bytes = written ? NULL : calloc(1, size);
    pthread_mutex_lock(&table->lock);
    if (table->count == table->capacity) {
        const size_t capacity = 2 * table->capacity + 16;
        allocation_entry *entries = realloc(table->entries, capacity * sizeof *entries);
        if (!entries) {
            pthread_mutex_unlock(&table->lock);
            free(bytes);
            return;
        }
        table->entries = entries;
        table->capacity = capacity;
    }
    const size_t n = allocation_rank(table, memory);
    memmove(&table->entries[n + 1], &table->entries[n], (table->count - n) * sizeof *table->entries);
    table->entries[n] = (allocation_entry){{memory, size, bytes}, 0};
    table->count++;
    pthread_mutex_unlock(&table->lock);
}

void clbi_allocations_remove(clbi_allocations *table, const void *memory)
{
    if (!table || !memory) return;
    unsigned char *bytes = NULL;
    pthread_mutex_lock(&table->lock);
    const size_t n = allocation_rank(table, memory);
    if (n > 0 && table->entries[n - 1].a.memory == memory) {
        bytes = table->entries[n - 1].a.written;
        memmove(&table->entries[n - 1], &table->entries[n], (table->count - n) * sizeof *table->entries);
        table->count--;
    }
    pthread_mutex_unlock(&table->lock);
    free(bytes);
}

/* The bytes that stand for those at an address, and how many of `size` they are; NULL: they count as written. */
static unsigned char *allocation_bytes(const allocation_entry *e, const void *at, size_t size, size_t *count)
{
    if (!e || !e->a.written) return NULL;
    const size_t offset = (size_t)((uintptr_t)at - (uintptr_t)e->a.memory);
    *count = size < e->a.size - offset ? size : e->a.size - offset;
    return e->a.written + offset;
}

void clbi_allocations_write(clbi_allocations *table, const void *at, size_t size)
{
    size_t count;
    if (!table || size == 0) return;
    pthread_mutex_lock(&table->lock);
    unsigned char *bytes = allocation_bytes(allocation_at(table, at), at, size, &count);
    if (bytes) memset(bytes, CLB_CHECK_WRITTEN, count);
    pthread_mutex_unlock(&table->lock);
}

void clbi_allocations_copy(clbi_allocations *table, const void *to, const void *from, size_t size)
{
    size_t count, other;
    if (!table || size == 0 || to == from) return;
    pthread_mutex_lock(&table->lock);
    allocation_entry *target = allocation_at(table, to);
    unsigned char *bytes = allocation_bytes(target, to, size, &count);
    const unsigned char *source = bytes ? allocation_bytes(allocation_at(table, from), from, size, &other) : NULL;
    if (source && other < count) count = other;
    if (source) memmove(bytes, source, count);
    else if (bytes) memset(bytes, CLB_CHECK_WRITTEN, count);
    if (source && (size_t)(bytes - target->a.written) < target->known)
        target->known = (size_t)(bytes - target->a.written);
    pthread_mutex_unlock(&table->lock);
}

/* Whether all bytes are written. Looks at each byte once, as long as none is copied. */
static bool is_all_written(allocation_entry *e)
{
    while (e->known < e->a.size && e->a.written[e->known] == CLB_CHECK_WRITTEN) e->known++;
    return e->known == e->a.size;
}

bool clbi_allocations_find(clbi_allocations *table, const void *at, size_t zone, clbi_allocation *found)
{
    if (!table) return false;
    pthread_mutex_lock(&table->lock);
    allocation_entry *e = allocation_at(table, at);
    const size_t n = allocation_rank(table, at);
    if (!e && n > 0) {
        e = &table->entries[n - 1];
        if ((uintptr_t)at - (uintptr_t)e->a.memory - e->a.size >= zone) e = NULL;
    }
    if (!e && n < table->count) {
        e = &table->entries[n];
        if ((uintptr_t)e->a.memory - (uintptr_t)at > zone) e = NULL;
    }
    if (e) *found = e->a;
    if (e && e->a.written && is_all_written(e)) found->written = NULL;
    pthread_mutex_unlock(&table->lock);
    return e != NULL;
}
