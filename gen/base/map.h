/* A hash map from byte strings to pointers, in an arena. Keys are not copied: they must outlive the map.
 * The map has no order: if order matters, iterate over an array of your own.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_BASE_MAP_H
#define CLB_BASE_MAP_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct map_entry {
    const char *key;
    size_t length;
    uint64_t hash;
    void *value;
} map_entry;

/* Start with {.arena = a}. */
typedef struct map {
    arena *arena;
    map_entry *entries;
    size_t count, capacity;
} map;

uint64_t map_hash(const char *key, size_t length);

/* The value stored under the key, or NULL. */
void *map_get(const map *m, const char *key, size_t length);

/* The slot of the key's value; a new key is entered with the value NULL. Valid until the next call that adds a key.
 * The map keeps `key` itself, which must live as long. */
void **map_at(map *m, const char *key, size_t length);

/* The same for NUL-terminated keys. */
void *map_gets(const map *m, const char *key);
void **map_ats(map *m, const char *key);

#endif
