/* SPDX-License-Identifier: MIT */
#include "names/context.h"

#include <string.h>

/* Normalises paths like "a/b/../c.h" and "./c.h": programs name files by their plain paths. */
static char *plain_path(arena *a, const char *path)
{
    char *result = arena_strndup(a, path, strlen(path));
    size_t length = 0;
    for (const char *part = path; *part;) {
        const size_t n = strcspn(part, "/");
        if (n == 2 && part[0] == '.' && part[1] == '.' && length > 0 &&
            !(length >= 2 && strcmp(result + length - 2, "..") == 0)) {
            result[length] = '\0';
            char *slash = strrchr(result, '/');
            length = slash ? (size_t)(slash - result) : 0;
        } else if (n && !(n == 1 && part[0] == '.')) {
            if (length || path[0] == '/') result[length++] = '/';
            memmove(result + length, part, n);
            length += n;
        }
        result[length] = '\0';
        part += n;
        part += *part == '/';
    }
    return result;
}

/* The folders of -I, for messages. */
static const char *list_folders(arena *a, const build_text *text)
{
    const char *list = "";
    for (size_t i = 0; i < text->folder_count; ++i)
        list = arena_printf(a, "%s%s'%s'", list, i ? ", " : "", text->folders[i]);
    return list;
}

enum { MOST_PATH = 1024 }; /* bytes of a path that is searched by its ends */

/* Searches beside the including file, unless in angle brackets, then in the folders of -I. */
const source *context_resolve(void *context, const source *includer, const char *name, bool angle, const char **why)
{
    const unit_context *c = context;
    arena *a = c->sources->arena;
    const source *found = NULL;
    if (angle) {
        *why = "a device program has no system headers";
    } else {
        const char *path = path_join(a, path_directory(a, includer->path), name);
        const char *known_as =
            name[0] == '/' ? path_base(name) : plain_path(a, path_join(a, path_directory(a, includer->name), name));
        found = source_read(c->sources, plain_path(a, path), known_as, why);
    }
    const char *ignored = NULL;
    /* A file that was copied from another machine: below a folder of -I, by the end of its path. */
    const bool absolute = name[0] == '/' && strlen(name) < MOST_PATH;
    for (const char *end = name; !found && absolute && *end; end += strcspn(end, "/")) {
        end += strspn(end, "/");
        for (size_t i = 0; !found && *end && i < c->text.folder_count; ++i)
            found = source_read(c->sources, plain_path(a, path_join(a, c->text.folders[i], end)), end, &ignored);
    }
    for (size_t i = 0; !found && name[0] != '/' && i < c->text.folder_count; ++i)
        found = source_read(c->sources, plain_path(a, path_join(a, c->text.folders[i], name)), plain_path(a, name),
                            &ignored);
    if (found) return found;
    if (!c->text.folder_count)
        *why =
            arena_printf(a, "%s; --options -IFOLDER names %s to search", *why, angle ? "a folder" : "further folders");
    else if (angle)
        *why = arena_printf(a, "it is in no folder of -I, which are %s; %s", list_folders(a, &c->text), *why);
    else *why = arena_printf(a, "%s, nor is it in a folder of -I, which are %s", *why, list_folders(a, &c->text));
    return NULL;
}

preprocess_options context_preprocess_options(const unit_context *context, const kernel_file *file)
{
    arena *a = context->sources->arena;
    const size_t written = file ? context->text.written_count : 0, count = context->text.definition_count - written;
    const char **given = count ? context->text.definitions + written : NULL;
    preprocess_options options = {.resolve = context_resolve,
                                  .context = (void *)(uintptr_t)context,
                                  .version = context->text.language.version,
                                  .definitions = given,
                                  .definition_count = count};
    if (!file || !file->spec_constant_count) return options;
    const char **all = arena_grow(a, given, count, count + file->spec_constant_count, sizeof *all);
    for (size_t i = 0; i < file->spec_constant_count; ++i)
        all[count + i] = spec_constant_definition(a, &file->spec_constants[i]);
    options.definitions = all;
    options.spec_constant_count = file->spec_constant_count;
    options.definition_count = count + options.spec_constant_count;
    return options;
}
