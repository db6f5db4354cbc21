/* Fuzz target: bytes as library files and a kernel file (divided by byte 0xFF) through the search for what the kernel
 * lacks, the audit of the tags, and the heads written anew: what is written must be read as it was meant, and all other
 * bytes must stay.
 *
 * SPDX-License-Identifier: MIT */
#include "library/head.h"
#include "library/order.h"
#include "names/audit.h"
#include "bundle/resolve.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_FILES = 8 };

/* The values of a tag in a text are the ones that were asked for. */
static void check_tag(arena *a, const annotation_block *head, const tag_edit *edit)
{
    size_t count = 0;
    const annotation_value *values = annotation_values(a, head, edit->tag, &count, NULL);
    if (count != edit->count) abort();
    for (size_t i = 0; i < count; ++i)
        if (strcmp(values[i].text, edit->values[i]) != 0) abort();
}

static void check_edits(arena *a, source_set *sources, const file_edits *e)
{
    diagnostics unheard = {.arena = a};
    buffer out = {0};
    head_tag tags[16];
    if (!e->count || e->count > 16) return;
    for (size_t i = 0; i < e->count; ++i) tags[i] = (head_tag){e->items[i].tag, e->items[i].values, e->items[i].count};
    if (head_rewrite(e->file->source, &e->file->annotations.blocks[0], tags, e->count, &out)) {
        const source *again = source_from_text(sources, "again.cl", out.text ? out.text : "", out.length);
        const annotations read = annotations_read(a, again, &unheard);
        for (size_t i = 0; i < e->count; ++i) check_tag(a, &read.blocks[0], &e->items[i]);
    }
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arena a = {0};
    diagnostics d = {.arena = &a, .limit = 20};
    source_set sources = {.arena = &a, .by_path = {.arena = &a}};
    library l = {.name = "lib", .directory = "lib", .by_stem = {.arena = &a}, .providers = {.arena = &a}};
    library *items[] = {&l};
    library_set set = {items, 1, 1};
    library_file *files[MAX_FILES];
    const char *text = (const char *)data;
    if (memchr(data, 0, size)) return 0; /* source_read refuses these */
    l.files = files;
    while (l.count < MAX_FILES) {
        const char *end = memchr(text, 0xFF, size);
        if (!end) break;
        const size_t length = (size_t)(end - text);
        library_file *f = ARENA_NEW(&a, library_file);
        f->stem = arena_printf(&a, "%c", (int)('a' + l.count));
        source *s =
            (source *)(uintptr_t)source_from_text(&sources, arena_printf(&a, "lib/%s.cl", f->stem), text, length);
        s->raw = arena_strndup(&a, text, length);
        s->raw_length = length;
        f->source = s;
        f->owner = &l;
        f->index = l.count;
        f->annotations = annotations_read(&a, s, &d);
        *map_ats(&l.by_stem, f->stem) = f;
        files[l.count++] = f;
        size -= length + 1;
        text = end + 1;
    }
    for (size_t i = 0; i < l.count; ++i) {
        map seen = {.arena = &a};
        size_t count = 0;
        const annotation_value *v = annotation_values(&a, &files[i]->annotations.blocks[0], "depends", &count, NULL);
        files[i]->depends = arena_array(&a, count, sizeof(dependency));
        files[i]->depend_capacity = count;
        for (size_t k = 0; k < count; ++k) {
            void **known = map_ats(&seen, v[k].text);
            if (*known) continue;
            *known = &l;
            files[i]->depends[files[i]->depend_count++] =
                (dependency){.stem = v[k].text, .where = v[k].where, .file = library_find(&l, v[k].text)};
        }
        files[i]->written_count = files[i]->depend_count;
    }
    l.header = l.count ? files[0] : NULL;
    bool tagged = size % 2 == 0;
    kernel_file kernel = {
        .stem = "kernel", .source = source_from_text(&sources, "kernel.cl", text, size), .tagged = &tagged};
    kernel.annotations = annotations_read(&a, kernel.source, &d);
    kernel.spec_constants = spec_constants_read(&a, &kernel.annotations, &kernel.spec_constant_count, &d);
    lex_cache cache = {0};
    layer_list layers = {0};
    lex_cache_start(&cache, &a);
    unit_context context = {.sources = &sources, .cache = &cache, .layers = &layers, .diagnostics = &d};
    diagnostics order = {.arena = &a};
    resolver *r = resolver_start(&context, &set);
    if (order_compute(&a, &l, &order)) resolve_file(r, &kernel, &d);
    const audit found = audit_library(&a, resolver_providers(r), &l, true);
    for (size_t i = 0; i < l.count; ++i) check_edits(&a, &sources, &found.edits[i]);
    arena_free(&a);
    return 0;
}
