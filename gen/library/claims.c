/* SPDX-License-Identifier: MIT */
#include "library/claims.h"

#include "base/buffer.h"
#include "library/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_indices(const void *a, const void *b)
{
    const library_file *x = *(const library_file *const *)a, *y = *(const library_file *const *)b;
    return (x->index > y->index) - (x->index < y->index);
}

/* The check of stored closures. By a file's index: */
typedef struct closure_check {
    arena *a;
    const library *l;
    diagnostics *d;
    bool *reached;                /* it is in the true closure */
    bool *stored;                 /* it is in the stored one; all are false between two files */
    const library_file **closure; /* the true closure, in any order; the first one is the file itself */
} closure_check;

/* Compares the stored closure of closure[0] with the true one of `reached_count` files, as sets. The file itself is not
 * part of the stored one. */
static void check_stored(const closure_check *c, size_t reached_count)
{
    arena *a = c->a;
    diagnostics *d = c->d;
    bool *stored = c->stored;
    const library_file **closure = c->closure, *f = closure[0];
    size_t count = 0;
    const annotation *tag = NULL;
    const annotation_value *values = annotation_values(a, &f->annotations.blocks[0], "all_depends", &count, &tag);
    const size_t true_count = reached_count - 1;
    if (tag) {
        buffer missing = {0}, superfluous = {0};
        for (size_t i = 0; i < count; ++i) {
            const library_file *named = library_find(c->l, values[i].text);
            if (named) stored[named->index] = true;
            if (!named || !c->reached[named->index] || named == f) buffer_add_item(&superfluous, values[i].text);
        }
        qsort(closure + 1, true_count, sizeof *closure, compare_indices);
        for (size_t i = 1; i < reached_count; ++i)
            if (!stored[closure[i]->index]) buffer_add_item(&missing, closure[i]->stem);
        for (size_t i = 0; i < count; ++i) {
            const library_file *named = library_find(c->l, values[i].text);
            if (named) stored[named->index] = false;
        }
        if (missing.length || superfluous.length)
            diagnose_warning(d, tag->where, "stale '@all_depends' of '%s':%s%s%s%s%s; the direct dependencies are used",
                             f->stem, missing.length ? " lacks " : "", missing.length ? missing.text : "",
                             missing.length && superfluous.length ? ";" : "",
                             superfluous.length ? " does not need " : "", superfluous.length ? superfluous.text : "");
        buffer_free(&missing);
        buffer_free(&superfluous);
    }
    values = annotation_values(a, &f->annotations.blocks[0], "all_depends_count", &count, &tag);
    if (tag) {
        char text[32];
        snprintf(text, sizeof text, "%zu", true_count);
        if (count != 1 || strcmp(values[0].text, text) != 0)
            diagnose_warning(d, tag->where, "stale '@all_depends_count' of '%s': the direct dependencies give %s",
                             f->stem, text);
    }
}

/* The number of a `@load_order`, or 0 if it is malformed. */
static size_t claimed_position(arena *a, const library *l, const library_file *f, const annotation **tag)
{
    size_t count = 0, position = 0;
    const annotation_value *values = annotation_values(a, &f->annotations.blocks[0], "load_order", &count, tag);
    if (!*tag || count != 1) return 0;
    for (const char *c = values[0].text; *c; ++c) {
        if (*c < '0' || *c > '9' || position > l->count) return 0;
        position = position * 10 + (size_t)(*c - '0');
    }
    return position <= l->count ? position : 0;
}

/* Whether the stored numbers form a valid order: each is given once, and they ascend along the dependencies. `given`
 * flags the numbers that earlier files have. */
static void check_position(arena *a, const library *l, const library_file *f, const size_t *position, bool *given,
                           diagnostics *d)
{
    const annotation *tag = NULL;
    const size_t claimed = claimed_position(a, l, f, &tag);
    if (!tag) return;
    bool stale = !claimed || given[claimed];
    given[claimed] = true;
    for (size_t k = 0; k < f->depend_count; ++k)
        stale = stale || (!f->depends[k].unordered && position[f->depends[k].file->index] >= claimed);
    if (stale)
        diagnose_warning(d, tag->where, "stale '@load_order' of '%s': its position is %zu", f->stem, f->position + 1);
}

bool claims_has_tags(const library_file *f)
{
    const annotation_block *head = &f->annotations.blocks[0];
    for (size_t i = 0; i < head->count; ++i) {
        const char *tag = head->items[i].tag;
        if (strcmp(tag, "provides") == 0 || strncmp(tag, "depends", 7) == 0 || strncmp(tag, "all_depends", 11) == 0)
            return true;
    }
    return false;
}

static bool has_derived(const library_file *f)
{
    const annotation_block *head = &f->annotations.blocks[0];
    for (size_t i = 0; i < head->count; ++i)
        if (strncmp(head->items[i].tag, "all_depends", 11) == 0) return true;
    return false;
}

/* Warnings on derived tags, collected and reported in the requested detail. Returns the number of files. */
static size_t check_derived(arena *a, const library *l, claims_detail detail, diagnostics *d)
{
    enum { FEW = 3 };
    diagnostics found = {.arena = a, .limit = SIZE_MAX - 1};
    closure_check c = {.a = a, .l = l, .d = &found};
    c.reached = arena_array(a, l->count, sizeof *c.reached);
    c.stored = arena_array(a, l->count, sizeof *c.stored);
    c.closure = arena_array(a, l->count, sizeof *c.closure);
    size_t *position = arena_array(a, l->count, sizeof *position);
    bool *given = arena_array(a, l->count + 1, sizeof *given);
    const annotation *tag = NULL;
    for (size_t i = 0; i < l->count; ++i) position[i] = claimed_position(a, l, l->files[i], &tag);
    for (size_t i = 0; i < l->count; ++i) {
        if (has_derived(l->files[i])) {
            const size_t reached_count = order_closure(l->files[i], c.reached, c.closure);
            check_stored(&c, reached_count);
            for (size_t k = 0; k < reached_count; ++k) c.reached[c.closure[k]->index] = false;
        }
        check_position(a, l, l->files[i], position, given, &found);
    }
    map files = {.arena = a};
    for (size_t i = 0; i < found.count; ++i) *map_ats(&files, found.items[i].where.source->path) = l->files;
    if (detail == CLAIMS_NONE || d->quiet_derived) return files.count;
    const bool all = detail == CLAIMS_EACH || files.count <= FEW;
    for (size_t i = 0; i < found.count && all; ++i)
        diagnose_warning(d, found.items[i].where, "%s", found.items[i].message);
    if (!all)
        diagnose_warning(d, found.items[0].where,
                         "the derived tags of %zu files are stale; the direct dependencies are used "
                         "(`clbundle check --fix %s` rewrites them)",
                         files.count, l->directory);
    return files.count;
}

size_t claims_check(arena *a, const library *l, claims_detail detail, diagnostics *d)
{
    /* Whether the header is in a file's closure, for all files at once: along the load order. */
    bool *sees_header = arena_array(a, l->count, sizeof *sees_header);
    bool *below_header = arena_array(a, l->count, sizeof *below_header);
    const library_file **closure = arena_array(a, l->count, sizeof *closure);
    if (l->header) order_closure(l->header, below_header, closure);
    for (size_t i = 0; i < l->count && l->order[i]; ++i) {
        const library_file *f = l->order[i];
        for (size_t k = 0; k < f->depend_count; ++k)
            if (f->depends[k].file == l->header || sees_header[f->depends[k].file->index]) sees_header[f->index] = true;
    }
    for (size_t i = 0; i < l->count; ++i) {
        const library_file *f = l->files[i];
        const annotation_block *head = &f->annotations.blocks[0];
        size_t count = 0;
        const annotation *tag = NULL;
        if (!claims_has_tags(f)) continue;
        if (l->header && !sees_header[i] && !below_header[i])
            diagnose_warning(d, (location){f->source, 0},
                             "'%s' does not depend on the library's header: add '%s' to its '@depends'", f->stem,
                             l->header->stem);
        annotation_values(a, head, "provides", &count, &tag);
        if (!tag)
            diagnose_warning(d, (location){f->source, 0}, "'%s' has no '@provides': list the symbols that it defines",
                             f->stem);
    }
    return check_derived(a, l, detail, d);
}
