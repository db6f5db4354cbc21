/* Fuzz target: bytes as the annotations of the files of a library (divided by byte 0xFF, named a, b, c, ...) through
 * the graph, its sort with all reports, and the index.
 *
 * SPDX-License-Identifier: MIT */
#include "library/claims.h"
#include "library/index.h"
#include "library/order.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_FILES = 26 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arena a = {0};
    diagnostics d = {.arena = &a, .limit = 20};
    source_set sources = {.arena = &a, .by_path = {.arena = &a}};
    library l = {.name = "a", .directory = ".", .by_stem = {.arena = &a}};
    library_file *files[MAX_FILES];
    if (memchr(data, 0, size)) return 0;
    l.files = files;
    while (l.count < MAX_FILES) {
        const uint8_t *end = memchr(data, 0xFF, size);
        const size_t length = end ? (size_t)(end - data) : size;
        library_file *f = ARENA_NEW(&a, library_file);
        f->stem = arena_printf(&a, "%c", (int)('a' + l.count));
        f->source = source_from_text(&sources, f->stem, (const char *)data, length);
        f->owner = &l;
        f->index = l.count;
        f->annotations = annotations_read(&a, f->source, &d);
        *map_ats(&l.by_stem, f->stem) = f;
        files[l.count++] = f;
        if (!end) break;
        data = end + 1;
        size -= length + 1;
    }
    l.header = files[0];
    for (size_t i = 0; i < l.count; ++i) {
        map seen = {.arena = &a};
        size_t count = 0;
        const annotation_value *v = annotation_values(&a, &files[i]->annotations.blocks[0], "depends", &count, NULL);
        files[i]->depends = arena_array(&a, count, sizeof(dependency));
        for (size_t k = 0; k < count; ++k) {
            void **known = map_ats(&seen, v[k].text);
            if (*known) continue;
            *known = &l;
            files[i]->depends[files[i]->depend_count++] =
                (dependency){.stem = v[k].text, .where = v[k].where, .file = library_find(&l, v[k].text)};
        }
    }
    if (order_compute(&a, &l, &d)) {
        buffer out = {0};
        claims_check(&a, &l, CLAIMS_EACH, &d);
        index_write(&a, &l, &out);
        buffer_free(&out);
    } else if (!d.errors) {
        __builtin_trap(); /* a sort that fails says why */
    }
    arena_free(&a);
    return 0;
}
