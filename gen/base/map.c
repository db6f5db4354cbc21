/* SPDX-License-Identifier: MIT */
#include "base/map.h"

#include <string.h>

/* FNV-1a, 64 bit (Fowler, Noll, Vo), with a final mix so that the low bits depend on all. */
uint64_t map_hash(const char *key, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; ++i) hash = (hash ^ (unsigned char)key[i]) * UINT64_C(0x100000001b3);
    return hash ^ (hash >> 32);
}

/* The entry of the key, or the free entry where it belongs. The table is never full. */
static map_entry *find_entry(map_entry *entries, size_t capacity, const char *key, size_t length, uint64_t hash)
{
    for (size_t i = (size_t)hash & (capacity - 1);; i = (i + 1) & (capacity - 1)) {
        map_entry *e = &entries[i];
        if (!e->key) return e;
        if (e->hash == hash && e->length == length && memcmp(e->key, key, length) == 0) return e;
    }
}

void *map_get(const map *m, const char *key, size_t length)
{
    if (!m->capacity) return NULL;
    return find_entry(m->entries, m->capacity, key, length, map_hash(key, length))->value;
}

void **map_at(map *m, const char *key, size_t length)
{
    if (m->count + 1 > m->capacity / 4 * 3) {
        const size_t capacity = m->capacity ? m->capacity * 2 : 16;
        map_entry *entries = arena_array(m->arena, capacity, sizeof *entries);
        for (size_t i = 0; i < m->capacity; ++i) {
            const map_entry *e = &m->entries[i];
            if (e->key) *find_entry(entries, capacity, e->key, e->length, e->hash) = *e;
        }
        m->entries = entries;
        m->capacity = capacity;
    }
    const uint64_t hash = map_hash(key, length);
    map_entry *e = find_entry(m->entries, m->capacity, key, length, hash);
    if (!e->key) {
        *e = (map_entry){key, length, hash, NULL};
        m->count++;
    }
    return &e->value;
}

void *map_gets(const map *m, const char *key)
{
    return map_get(m, key, strlen(key));
}

void **map_ats(map *m, const char *key)
{
    return map_at(m, key, strlen(key));
}
