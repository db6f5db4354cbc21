/* SPDX-License-Identifier: MIT */
#include "standalone/scan.h"

#include "names/code.h"

scan scan_file_scope(arena *a, lex_cache *cache, const source *s)
{
    code_names names = {.arena = a, .cache = cache, .by_text.arena = a, .files.arena = a};
    const code_file *file = code_read(&names, s, NULL, NULL);
    scan found = {.count = file->definition_count};
    found.names = arena_array(a, found.count, sizeof *found.names);
    for (size_t i = 0; i < found.count; ++i) {
        const code_definition *d = file->definitions[i];
        found.names[i] = (scan_name){d->name->text, d->kind == CODE_MACRO ? SCAN_MACRO
                                                    : d->linked           ? SCAN_LINKED
                                                                          : SCAN_LOCAL};
    }
    return found;
}
