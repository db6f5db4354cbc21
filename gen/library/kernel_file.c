/* SPDX-License-Identifier: MIT */
#include "library/kernel_file.h"

#include "base/buffer.h"

#include <stdio.h>
#include <string.h>

/* The files that are reached; one array of flags for each library. */
typedef struct reach {
    const library_set *set;
    bool **flags;
    const library_file **stack;
    size_t count;
} reach;

static size_t library_index(const library_set *set, const library *l)
{
    size_t i = 0;
    while (set->items[i] != l) ++i;
    return i;
}

static void push(reach *r, const library_file *f)
{
    bool *flag = &r->flags[library_index(r->set, f->owner)][f->index];
    if (*flag) return;
    *flag = true;
    r->stack[r->count++] = f;
}

static void follow(reach *r)
{
    while (r->count) {
        const library_file *f = r->stack[--r->count];
        for (size_t k = 0; k < f->depend_count; ++k)
            if (f->depends[k].file) push(r, f->depends[k].file);
        for (size_t k = 0; k < f->foreign_count; ++k)
            if (f->foreign[k].file) push(r, f->foreign[k].file);
    }
}

static reach reach_start(arena *a, const library_set *set)
{
    reach r = {.set = set, .flags = arena_array(a, set->count, sizeof(bool *))};
    size_t total = 0;
    for (size_t i = 0; i < set->count; ++i) {
        r.flags[i] = arena_array(a, set->items[i]->count, sizeof(bool));
        total += set->items[i]->count;
    }
    r.stack = arena_array(a, total + 1, sizeof *r.stack);
    return r;
}

/* Puts the reached files in order: a library comes after those that its files name. */
static void collect(arena *a, const reach *r, kernel_file *k, diagnostics *d)
{
    const library_set *set = r->set;
    bool *done = arena_array(a, set->count, sizeof *done);
    size_t total = 0;
    for (size_t i = 0; i < set->count; ++i)
        for (size_t f = 0; f < set->items[i]->count; ++f) total += r->flags[i][f];
    k->needs = arena_array(a, total, sizeof *k->needs);
    for (size_t left = set->count; left;) {
        bool progress = false;
        for (size_t i = 0; i < set->count && !progress; ++i) {
            const library *l = set->items[i];
            if (done[i]) continue;
            bool ready = true;
            for (size_t f = 0; f < l->count && ready; ++f)
                for (size_t e = 0; r->flags[i][f] && e < l->files[f]->foreign_count; ++e) {
                    const size_t other = library_index(set, l->files[f]->foreign[e].file->owner);
                    if (other != i && !done[other]) ready = false;
                }
            if (!ready) continue;
            for (size_t p = 0; p < l->count && l->order[p]; ++p)
                if (r->flags[i][l->order[p]->index]) k->needs[k->need_count++] = l->order[p];
            for (size_t f = 0; f < l->count && !k->faulty; ++f)
                if (r->flags[i][f] && (l->files[f]->faulty || !l->files[f]->pass)) k->faulty = l->files[f];
            done[i] = progress = true;
            --left;
        }
        if (progress) continue;
        const char *names = "";
        for (size_t i = 0; i < set->count; ++i)
            if (!done[i]) names = arena_printf(a, "%s%s%s", names, *names ? ", " : "", set->items[i]->name);
        diagnose_error(d, (location){0}, "the libraries %s depend on each other, so none can come first", names);
        return;
    }
}

void kernel_file_take(arena *a, kernel_file *k, library_file *f)
{
    for (size_t i = 0; i < k->root_count; ++i)
        if (k->roots[i] == f) return;
    k->roots = arena_reserve(a, k->roots, k->root_count, &k->root_capacity, sizeof *k->roots);
    k->roots[k->root_count++] = f;
}

/* Adds the files of one tag. false if the tag is not there. */
static bool add_roots(arena *a, kernel_file *k, const library *l, const char *tag, reach *r, diagnostics *d)
{
    size_t count = 0;
    const annotation *found = NULL;
    const annotation_value *values = annotation_values(a, &k->annotations.blocks[0], tag, &count, &found);
    for (size_t i = 0; i < count; ++i) {
        library_file *f = library_find(l, values[i].text);
        if (!f && count == 1 && strcmp(values[i].text, "none") == 0) continue;
        if (!f) {
            library_warn_missing(l, values[i].text, values[i].where, d);
            continue;
        }
        kernel_file_take(a, k, f);
        push(r, f);
    }
    return found != NULL;
}

static void check_stored(arena *a, arena *scratch, const kernel_file *k, const library *l, const bool *reached,
                         diagnostics *d)
{
    const annotation_block *head = &k->annotations.blocks[0];
    const char *tag = arena_printf(a, "all_depends_%s", l->name);
    size_t count = 0, true_count = 0;
    const annotation *found = NULL;
    const annotation_value *values = annotation_values(a, head, tag, &count, &found);
    for (size_t i = 0; i < l->count; ++i) true_count += reached[i];
    if (found) {
        buffer missing = {0}, superfluous = {0};
        bool *stored = arena_array(scratch, l->count, sizeof *stored);
        for (size_t i = 0; i < count; ++i) {
            const library_file *f = library_find(l, values[i].text);
            if (f) stored[f->index] = true;
            if (!f || !reached[f->index]) buffer_add_item(&superfluous, values[i].text);
        }
        for (size_t i = 0; i < l->count; ++i)
            if (reached[i] && !stored[i]) buffer_add_item(&missing, l->files[i]->stem);
        if ((missing.length || superfluous.length) && !d->quiet_derived)
            diagnose_warning(d, found->where, "stale '@%s':%s%s%s%s%s; the direct dependencies are used", tag,
                             missing.length ? " lacks " : "", missing.length ? missing.text : "",
                             missing.length && superfluous.length ? ";" : "",
                             superfluous.length ? " does not need " : "", superfluous.length ? superfluous.text : "");
        buffer_free(&missing);
        buffer_free(&superfluous);
    }
    tag = arena_printf(a, "all_depends_%s_count", l->name);
    values = annotation_values(a, head, tag, &count, &found);
    char text[32];
    snprintf(text, sizeof text, "%zu", true_count);
    if (found && !d->quiet_derived && (count != 1 || strcmp(values[0].text, text) != 0))
        diagnose_warning(d, found->where, "stale '@%s': the direct dependencies give %s", tag, text);
}

/* `@calls_LIB` names symbols; each must be provided by a file that the kernel takes. `tagged`: by its tags, not by
 * names found in its code. */
static void check_calls(arena *a, const kernel_file *k, const library *l, const bool *reached, bool tagged,
                        diagnostics *d)
{
    size_t count = 0;
    const annotation *found = NULL;
    const annotation_value *calls =
        annotation_values(a, &k->annotations.blocks[0], arena_printf(a, "calls_%s", l->name), &count, &found);
    if (!count) return;
    for (size_t i = 0; i < count; ++i) {
        const provider *first = library_providers(l, calls[i].text), *taken = first;
        while (taken && !reached[taken->file->index]) taken = taken->next;
        if (!first)
            diagnose_warning(d, calls[i].where, "no file of the library '%s' provides '%s'", l->name, calls[i].text);
        else if (!taken && tagged)
            diagnose_warning(d, calls[i].where,
                             "'%s' is provided by '%s', which this kernel does not take: add it to "
                             "'@depends_%s'",
                             calls[i].text, first->file->stem, l->name);
        else if (!taken)
            diagnose_warning(d, calls[i].where, "nothing in this kernel needs '%s' of the library '%s'", calls[i].text,
                             l->name);
    }
}

/* Warns of tags for a library that was not given. */
static void check_libraries(arena *a, const kernel_file *k, const library_set *set, bool own_tag, diagnostics *d)
{
    const annotation_block *head = &k->annotations.blocks[0];
    size_t count = 0;
    const annotation_value *values = annotation_values(a, head, "library_deps", &count, NULL);
    for (size_t i = 0; i < count; ++i)
        if (!library_set_find(set, values[i].text))
            diagnose_error(d, values[i].where, "the library '%s' was not given: add --library %s=FOLDER",
                           values[i].text, values[i].text);
    if (own_tag) return;
    for (size_t i = 0; i < head->count; ++i) {
        const char *tag = head->items[i].tag, *name = NULL;
        if (strncmp(tag, "depends_", 8) == 0) name = tag + 8;
        else if (strncmp(tag, "all_depends_", 12) == 0 && strcmp(tag, "all_depends_count") != 0) name = tag + 12;
        if (!name || !head->items[i].value_count || library_set_find(set, name)) continue;
        const size_t length = strlen(name);
        if (length > 6 && strcmp(name + length - 6, "_count") == 0) continue;
        diagnose_error(d, head->items[i].where, "'@%s' names a library that was not given: add --library %s=FOLDER",
                       tag, name);
    }
}

kernel_file *kernel_file_read(source_set *sources, const char *path, const library_set *libraries,
                              const char *depends_tag, diagnostics *d)
{
    arena *a = sources->arena;
    const char *why = NULL;
    const source *s = source_read(sources, path, path_base(path), &why);
    if (!s) {
        diagnose_error(d, (location){0}, "%s", why);
        return NULL;
    }
    kernel_file *k = ARENA_NEW(a, kernel_file);
    k->stem = path_stem(a, path);
    k->source = s;
    k->annotations = annotations_read(a, s, d);
    k->spec_constants = spec_constants_read(a, &k->annotations, &k->spec_constant_count, d);

    k->tagged = arena_array(a, libraries->count, sizeof *k->tagged);
    arena scratch = {0}; /* memory that grows with the libraries */
    reach r = reach_start(&scratch, libraries);
    for (size_t i = 0; i < libraries->count; ++i) {
        const library *l = libraries->items[i];
        if (depends_tag) {
            k->tagged[i] = add_roots(a, k, l, depends_tag, &r, d);
        } else {
            k->tagged[i] = add_roots(a, k, l, arena_printf(a, "depends_%s", l->name), &r, d) ||
                           add_roots(a, k, l, arena_printf(a, "all_depends_%s", l->name), &r, d);
        }
        follow(&r);
    }
    check_libraries(a, k, libraries, depends_tag != NULL, d);
    for (size_t i = 0; i < libraries->count; ++i) {
        check_stored(a, &scratch, k, libraries->items[i], r.flags[i], d);
        if (k->tagged[i]) check_calls(a, k, libraries->items[i], r.flags[i], true, d);
    }
    collect(a, &r, k, d);
    arena_free(&scratch);
    return k;
}

void kernel_file_gather(arena *a, kernel_file *k, const library_set *libraries, diagnostics *d)
{
    arena scratch = {0};
    reach r = reach_start(&scratch, libraries);
    for (size_t i = 0; i < k->root_count; ++i) push(&r, k->roots[i]);
    follow(&r);
    k->need_count = 0;
    k->faulty = NULL;
    collect(a, &r, k, d);
    arena_free(&scratch);
}

void kernel_file_check_calls(arena *a, const kernel_file *k, const library_set *libraries, diagnostics *d)
{
    for (size_t i = 0; i < libraries->count; ++i) {
        if (k->tagged[i]) continue;
        arena scratch = {0};
        bool *reached = arena_array(&scratch, libraries->items[i]->count, sizeof *reached);
        for (size_t n = 0; n < k->need_count; ++n)
            if (k->needs[n]->owner == libraries->items[i]) reached[k->needs[n]->index] = true;
        check_calls(a, k, libraries->items[i], reached, false, d);
        arena_free(&scratch);
    }
}

const char *library_file_name(const library_file *f)
{
    return f->source->name + strlen(f->owner->name) + 1;
}
