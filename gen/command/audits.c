/* SPDX-License-Identifier: MIT */
#include "command/audits.h"

#include "base/output.h"
#include "library/head.h"

void audits_read(command_run *run, audit_inputs *inputs)
{
    arena *a = &run->arena;
    for (size_t i = 0; i < inputs->layers.count; ++i)
        layer_add(&run->sources, &inputs->layer_files, inputs->layers.items[i], &run->diagnostics);
    for (size_t i = 0; i < inputs->directories.count; ++i) {
        const char *directory = inputs->directories.items[i], *name = library_name_of(a, directory);
        if (library_set_find(&inputs->set, name)) {
            diagnose_error(&run->diagnostics, (location){0},
                           "two folders are called '%s': a library has the name of "
                           "its folder, so rename one",
                           name);
            continue;
        }
        library *l = library_read(&run->sources, directory, name, &run->diagnostics);
        if (l) library_set_add(a, &inputs->set, l);
    }
    lex_cache_start(&inputs->cache, a);
    inputs->context = (unit_context){.sources = &run->sources,
                                     .cache = &inputs->cache,
                                     .layers = &inputs->layer_files,
                                     .diagnostics = &run->diagnostics};
    inputs->providers = providers_start(&inputs->context, &inputs->set);
}

bool audits_rewrite(command_run *run, const file_edits *edits, buffer *out)
{
    const library_file *f = edits->file;
    head_tag *tags = arena_array(&run->arena, edits->count, sizeof *tags);
    for (size_t i = 0; i < edits->count; ++i)
        tags[i] = (head_tag){edits->items[i].tag, edits->items[i].values, edits->items[i].count};
    if (head_rewrite(f->source, &f->annotations.blocks[0], tags, edits->count, out)) return true;
    diagnose_warning(&run->diagnostics, (location){f->source, 0},
                     "the annotations of '%s' are not rewritten: one of their lines ends "
                     "in a backslash",
                     f->stem);
    return false;
}

bool audits_write(command_run *run, const library_file *f, const buffer *text)
{
    const char *why = NULL;
    if (output_write(&run->arena, f->source->path, text->text ? text->text : "", text->length, NULL, &why)) return true;
    diagnose_error(&run->diagnostics, (location){0}, "%s", why);
    return false;
}
