/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700
#include "library/library.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 16 }; /* of nested folders */

static const char suffix[] = ".cl";

library_file *library_find(const library *l, const char *stem)
{
    return map_gets(&l->by_stem, stem);
}

/* The library's stem that was probably meant, or NULL. */
static const char *meant_stem(const library *l, const char *stem, size_t reported, diagnostics *d)
{
    /* If so much is missing, the folder is wrong and not a name; each suggestion costs a look at all names. */
    enum { ENOUGH = 20 };
    const size_t length = strlen(stem);
    if (length > 3 && strcmp(stem + length - 3, suffix) == 0) {
        const char *plain = arena_strndup(d->arena, stem, length - 3);
        if (library_find(l, plain)) return plain;
    }
    if (reported >= ENOUGH) return NULL;
    const char **stems = arena_array(d->arena, l->count, sizeof *stems);
    for (size_t i = 0; i < l->count; ++i) stems[i] = l->files[i]->stem;
    return nearest_name(stem, stems, l->count);
}

void library_warn_missing(const library *l, const char *stem, location where, diagnostics *d)
{
    const char *meant = meant_stem(l, stem, d->warnings, d);
    diagnose_warning(
        d, where,
        meant ? "the library '%s' has no file '%s.cl'; did you mean '%s'? What the kernel calls is "
                "found by its name"
              : "the library '%s' has no file '%s.cl'. The functions that the kernel calls are found by name",
        l->name, stem, meant);
}

void library_report_missing(const library *l, const char *stem, location where, const char *asker, diagnostics *d)
{
    const char *meant = meant_stem(l, stem, d->errors, d);
    if (meant)
        diagnose_error(d, where, "'%s' depends on '%s', which is not in the library '%s'; did you mean '%s'?", asker,
                       stem, l->name, meant);
    else
        diagnose_error(d, where,
                       "'%s' depends on '%s', which is not in the library '%s': add %s.cl there or correct the tag",
                       asker, stem, l->name, stem);
}

/* ---- reading ---- */

static int compare_strings(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct path_list {
    char **items;
    size_t count, capacity;
} path_list;

static void add_path(arena *a, path_list *list, char *path)
{
    list->items = arena_reserve(a, list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = path;
}

/* Paths below `directory`, relative to it, of all .cl files. */
static bool collect(arena *a, const char *directory, const char *below, size_t depth, path_list *list, diagnostics *d)
{
    const char *why = NULL;
    char **names = NULL;
    size_t count = 0;
    const char *here = *below ? path_join(a, directory, below) : directory;
    if (!directory_list(a, here, "", &names, &count, &why)) {
        diagnose_error(d, (location){0}, "%s", why);
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (names[i][0] == '.') continue;
        const size_t length = strlen(names[i]);
        char *relative = *below ? path_join(a, below, names[i]) : names[i];
        struct stat info;
        if (lstat(path_join(a, directory, relative), &info) != 0) {
            /* An entry that disappeared since the folder was read does not count. One that cannot be examined may be
             * a file of the library. */
            if (errno != ENOENT)
                diagnose_error(d, (location){0}, "cannot read %s: %s", path_join(a, directory, relative),
                               strerror(errno));
            continue;
        }
        if (S_ISDIR(info.st_mode)) {
            if (depth + 1 < MAX_DEPTH) collect(a, directory, relative, depth + 1, list, d);
            else
                diagnose_error(d, (location){0}, "%s: the folders of a library nest deeper than %d",
                               path_join(a, directory, relative), (int)MAX_DEPTH);
        } else if (length > 3 && strcmp(names[i] + length - 3, suffix) == 0) {
            add_path(a, list, relative);
        }
    }
    return true;
}

static int compare_files(const void *a, const void *b)
{
    const library_file *x = *(library_file *const *)a, *y = *(library_file *const *)b;
    return strcmp(x->stem, y->stem);
}

static bool is_plain_name(const char *text)
{
    if (!*text) return false;
    for (; *text; ++text)
        if ((unsigned char)*text <= 32 || strchr("/\\\"", *text)) return false;
    return true;
}

/* A stem becomes part of programs, index files and `#line`, which blanks, quotes, slashes and commas would break. */
static bool check_stem(const char *stem, const source *s, diagnostics *d)
{
    if (is_plain_name(stem) && !strchr(stem, ',')) return true;
    diagnose_error(d, (location){s, 0}, "the file name '%s.cl' has a blank, quote, comma or backslash: rename the file",
                   stem);
    return false;
}

static void read_depends(arena *a, library_file *f)
{
    size_t count = 0;
    annotation_value *values = annotation_values(a, &f->annotations.blocks[0], "depends", &count, NULL);
    map seen = {.arena = a};
    f->depends = arena_array(a, count, sizeof *f->depends);
    f->depend_capacity = count;
    for (size_t i = 0; i < count; ++i) {
        void **known = map_ats(&seen, values[i].text);
        if (*known) continue;
        *known = f;
        f->depends[f->depend_count++] = (dependency){.stem = values[i].text, .where = values[i].where};
    }
    f->written_count = f->depend_count;
}

void library_add_dependency(arena *a, library_file *from, library_file *to, const char *symbol, location where)
{
    const dependency made = {.stem = to->stem, .where = where, .file = to, .symbol = symbol};
    if (from->owner == to->owner) {
        from->depends = arena_reserve(a, from->depends, from->depend_count, &from->depend_capacity, sizeof made);
        from->depends[from->depend_count++] = made;
    } else {
        from->foreign = arena_reserve(a, from->foreign, from->foreign_count, &from->foreign_capacity, sizeof made);
        from->foreign[from->foreign_count++] = made;
    }
}

static void note_provided(arena *a, library *l, const library_file *f)
{
    size_t count = 0;
    const annotation_value *symbols = annotation_values(a, &f->annotations.blocks[0], "provides", &count, NULL);
    for (size_t i = 0; i < count; ++i) {
        provider **first = (provider **)map_ats(&l->providers, symbols[i].text);
        provider *made = ARENA_NEW(a, provider);
        *made = (provider){f, *first};
        *first = made;
    }
}

const provider *library_providers(const library *l, const char *symbol)
{
    return map_gets(&l->providers, symbol);
}

const char *library_name_of(arena *a, const char *directory)
{
    size_t length = strlen(directory);
    while (length > 1 && directory[length - 1] == '/') --length;
    const char *path = arena_strndup(a, directory, length), *base = path_base(path);
    if (strcmp(base, ".") != 0 && strcmp(base, "..") != 0 && strcmp(base, "/") != 0) return base;
    char *real = realpath(directory, NULL); /* "." has no name of its own */
    if (!real) return base;
    const char *name = path_base(real);
    name = arena_strndup(a, name, strlen(name));
    free(real);
    return name;
}

library *library_read(source_set *sources, const char *directory, const char *name, diagnostics *d)
{
    arena *a = sources->arena;
    path_list paths = {0};
    if (!collect(a, directory, "", 0, &paths, d)) return NULL;
    if (paths.count) qsort(paths.items, paths.count, sizeof *paths.items, compare_strings);

    library *l = ARENA_NEW(a, library);
    l->name = name;
    l->directory = directory;
    l->by_stem.arena = l->providers.arena = a;
    l->files = arena_array(a, paths.count, sizeof(library_file *));
    for (size_t i = 0; i < paths.count; ++i) {
        const char *why = NULL;
        const source *s =
            source_read(sources, path_join(a, directory, paths.items[i]), path_join(a, name, paths.items[i]), &why);
        if (!s) {
            diagnose_error(d, (location){0}, "%s", why);
            continue;
        }
        library_file *f = ARENA_NEW(a, library_file);
        f->stem = path_stem(a, paths.items[i]);
        f->source = s;
        f->owner = l;
        if (!check_stem(f->stem, s, d)) continue;
        void **known = map_ats(&l->by_stem, f->stem);
        if (*known) {
            diagnose_error(d, (location){s, 0},
                           "the stem '%s' occurs twice in the library '%s': rename one of the files", f->stem, name);
            diagnose_note(d, (location){((library_file *)*known)->source, 0}, "the other '%s' is here", f->stem);
            ((library_file *)*known)->faulty = true;
            continue;
        }
        *known = f;
        const size_t errors = d->errors;
        f->annotations = annotations_read(a, s, d);
        f->faulty = d->errors > errors;
        read_depends(a, f);
        l->files[l->count++] = f;
    }
    if (l->count) qsort(l->files, l->count, sizeof *l->files, compare_files);
    for (size_t i = 0; i < l->count; ++i) {
        library_file *f = l->files[i];
        f->index = i;
        for (size_t k = 0; k < f->depend_count; ++k) f->depends[k].file = library_find(l, f->depends[k].stem);
    }
    for (size_t i = l->count; i > 0; --i) note_provided(a, l, l->files[i - 1]);
    l->header = library_find(l, name);
    return l;
}

/* ---- sets ---- */

void library_set_add(arena *a, library_set *set, library *l)
{
    set->items = arena_reserve(a, set->items, set->count, &set->capacity, sizeof *set->items);
    set->items[set->count++] = l;
}

library *library_set_find(const library_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; ++i)
        if (strcmp(set->items[i]->name, name) == 0) return set->items[i];
    return NULL;
}

static void link_file(arena *a, const library_set *set, library_file *f, diagnostics *d)
{
    static const char prefix[] = "depends_";
    const annotation_block *head = &f->annotations.blocks[0];
    size_t total = 0;
    for (size_t i = 0; i < head->count; ++i) total += head->items[i].value_count;
    f->foreign = arena_array(a, total, sizeof *f->foreign);
    f->foreign_capacity = total;
    for (size_t i = 0; i < head->count; ++i) {
        const annotation *tag = &head->items[i];
        if (strncmp(tag->tag, prefix, sizeof prefix - 1) != 0) continue;
        const library *other = library_set_find(set, tag->tag + sizeof prefix - 1);
        if (!other) {
            diagnose_error(d, tag->where, "'@%s' names a library that was not given: add --library %s=FOLDER", tag->tag,
                           tag->tag + sizeof prefix - 1);
            f->faulty = true;
            continue;
        }
        for (size_t k = 0; k < tag->value_count; ++k) {
            const annotation_value *v = &tag->values[k];
            library_file *file = library_find(other, v->text);
            if (!file) library_report_missing(other, v->text, v->where, f->stem, d), f->faulty = true;
            else f->foreign[f->foreign_count++] = (dependency){.stem = v->text, .where = v->where, .file = file};
        }
    }
}

void library_set_link(arena *a, library_set *set, diagnostics *d)
{
    for (size_t i = 0; i < set->count; ++i)
        for (size_t k = 0; k < set->items[i]->count; ++k) link_file(a, set, set->items[i]->files[k], d);
}
