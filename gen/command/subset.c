/* clbundle subset: copies exactly the library files that kernels reach, with a new index.
 *
 * SPDX-License-Identifier: MIT */
#include "base/output.h"
#include "command/command.h"
#include "library/index.h"
#include "library/kernel_file.h"
#include "library/order.h"
#include "bundle/resolve.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const char index_name[] = "kernel_dependency_index.tsv";

/* Whether to write a file: always, or only if there is none. */
static bool is_wanted(command_run *run, const char *path, bool overwrite)
{
    struct stat info;
    if (overwrite) return true;
    if (stat(path, &info) == 0) return false;
    if (errno == ENOENT) return true;
    diagnose_error(&run->diagnostics, (location){0}, "cannot write %s: %s", path, strerror(errno));
    return false;
}

/* Copies the files' bytes on disk: line ends and byte order mark stay. */
static bool copy_file(command_run *run, const char *from, const char *to)
{
    FILE *file = fopen(from, "rb");
    buffer bytes = {0};
    char block[4096];
    const char *why = NULL;
    bool ok = file != NULL;
    for (size_t n; ok && (n = fread(block, 1, sizeof block, file)) > 0;) buffer_add(&bytes, block, n);
    if (!ok || ferror(file)) {
        ok = false;
        why = arena_printf(&run->arena, "cannot read %s", from);
    }
    ok = ok && output_make_folder(&run->arena, path_directory(&run->arena, to), &why) &&
         output_write(&run->arena, to, bytes.text ? bytes.text : "", bytes.length, NULL, &why);
    if (file) fclose(file);
    buffer_free(&bytes);
    if (!ok) diagnose_error(&run->diagnostics, (location){0}, "%s", why);
    return ok;
}

/* A library of only the marked files, in the same order. */
static library *restrict_to(arena *a, const library *l, const bool *marked)
{
    library *part = ARENA_NEW(a, library);
    *part = *l;
    part->order = arena_array(a, l->count + 1, sizeof *part->order);
    part->count = 0;
    for (size_t i = 0; i < l->count; ++i)
        if (marked[l->order[i]->index]) part->order[part->count++] = l->order[i];
    return part;
}

static int run_subset(int argc, char **argv)
{
    command_run run;
    bool overwrite = false;
    string_list layer_paths = {0}, libraries = {0}, kernels = {0};
    const char *destination = NULL, *tag = NULL;
    const option options[] = {
        {"--layer", "PATH", "put this file, or the files of this folder, before all libraries", .values = &layer_paths},
        {"--library", "NAME=DIR", "the library and its folder", .required = true, .values = &libraries},
        {"--dest", "DIR", "copy the files to this folder", .required = true, .single = &destination},
        {"--depends-tag", "TAG", "read this tag, not @depends_LIB, for the direct dependencies of a kernel",
         .single = &tag},
        {"--overwrite", NULL, "replace existing files", .flag = &overwrite},
        {"--quiet-derived", NULL, "do not report stale derived tags", .flag = &run.diagnostics.quiet_derived},
    };
    command_begin(&run, &command_subset);
    if (!command_parse(&run, argc, argv, options, 6, &kernels)) return run.status;
    if (libraries.count != 1) return command_misused(&run, "expected one --library, got %zu", libraries.count);
    if (!kernels.count) return command_misused(&run, "no kernel file given");

    arena *a = &run.arena;
    library_set set = {0};
    command_read_libraries(&run, &libraries, &set);
    library *l = set.count ? set.items[0] : NULL;
    bool *marked = arena_array(a, l ? l->count : 0, sizeof *marked);
    layer_list layers = {0};
    for (size_t i = 0; i < layer_paths.count; ++i)
        layer_add(&run.sources, &layers, layer_paths.items[i], &run.diagnostics);
    lex_cache cache;
    lex_cache_start(&cache, a);
    unit_context context = {
        .sources = &run.sources, .cache = &cache, .layers = &layers, .diagnostics = &run.diagnostics};
    resolver *found = resolver_start(&context, &set);
    for (size_t i = 0; l && i < kernels.count; ++i) {
        kernel_file *k = kernel_file_read(&run.sources, kernels.items[i], &set, tag, &run.diagnostics);
        if (k && !run.diagnostics.errors) resolve_file(found, k, &run.diagnostics);
        for (size_t n = 0; k && n < k->need_count; ++n) marked[k->needs[n]->index] = true;
    }
    if (run.diagnostics.errors || !l) return command_end(&run);

    const char *why = NULL;
    if (!output_make_folder(a, destination, &why)) {
        diagnose_error(&run.diagnostics, (location){0}, "%s", why);
        return command_end(&run);
    }
    buffer report = {0}, index = {0};
    buffer_adds(&report, "stem\tsource\tdest\tcopied\n");
    const library *part = restrict_to(a, l, marked);
    for (size_t i = 0; i < part->count; ++i) {
        const library_file *f = part->order[i];
        const char *to = path_join(a, destination, library_file_name(f));
        const bool copy = is_wanted(&run, to, overwrite);
        if (copy && !copy_file(&run, f->source->path, to)) continue;
        buffer_addf(&report, "%s\t%s\t%s\t%s\n", f->stem, f->source->path, to, copy ? "TRUE" : "FALSE");
    }
    index_write(a, part, &index);
    const char *to = path_join(a, destination, index_name);
    const bool write = is_wanted(&run, to, overwrite);
    if (write) command_write(&run, to, &index);
    buffer_addf(&report, "%s\t%s\t%s\t%s\n", index_name, path_join(a, l->directory, index_name), to,
                write ? "TRUE" : "FALSE");
    if (!run.diagnostics.errors) command_write(&run, NULL, &report);
    buffer_free(&report);
    buffer_free(&index);
    return command_end(&run);
}

const command command_subset = {
    .name = "subset",
    .operands = "KERNEL.cl...",
    .summary = "copy the library files that kernels reach",
    .text = "Copies the files of one library that the kernels reach, and writes a new index. Prints for each file its "
            "name without "
            ".cl, source, destination, and whether it was copied.",
    .run = run_subset,
};
