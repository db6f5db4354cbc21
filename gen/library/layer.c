/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "library/layer.h"

#include "library/claims.h"
#include "library/order.h"

#include <sys/stat.h>

static void add_file(arena *a, layer_list *layers, const char *stem, const source *s)
{
    layers->items = arena_reserve(a, layers->items, layers->count, &layers->capacity, sizeof *layers->items);
    layers->items[layers->count++] = (layer_file){stem, s};
}

void layer_add(source_set *sources, layer_list *layers, const char *path, diagnostics *d)
{
    arena *a = sources->arena;
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        library *l = library_read(sources, path, library_name_of(a, path), d);
        layers->folders =
            arena_grow(a, layers->folders, layers->folder_count, layers->folder_count + 1, sizeof *layers->folders);
        layers->folders[layers->folder_count++] = path;
        if (!l || !order_compute(a, l, d)) return;
        claims_check(a, l, CLAIMS_FEW, d);
        for (size_t i = 0; i < l->count; ++i) add_file(a, layers, l->order[i]->stem, l->order[i]->source);
        return;
    }
    const char *why = NULL;
    const source *s = source_read(sources, path, path_base(path), &why);
    if (!s) {
        diagnose_error(d, (location){0}, "%s", why);
        return;
    }
    add_file(a, layers, path_stem(a, path), s);
}
