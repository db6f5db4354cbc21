/* SPDX-License-Identifier: MIT */
#include "names/audit.h"

#include "base/buffer.h"
#include "library/claims.h"
#include "library/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct auditor {
    arena *arena;
    providers *p;
    library *l;
    audit *out;
    bool *below_header; /* for each file: the header needs it, or it is the header */
} auditor;

/* A list of values without repetitions. */
typedef struct word_list {
    const char **items;
    size_t count, capacity;
    map known;
} word_list;

static void report(auditor *u, finding_kind kind, severity s, location where, const char *format, ...)
{
    audit *o = u->out;
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(u->arena, format, args);
    va_end(args);
    o->findings = arena_reserve(u->arena, o->findings, o->count, &o->capacity, sizeof *o->findings);
    o->findings[o->count++] = (finding){kind, s, where, message};
}

static bool add_word(arena *a, word_list *list, const char *word)
{
    list->known.arena = a;
    void **known = map_ats(&list->known, word);
    if (*known) return false;
    *known = list;
    list->items = arena_reserve(a, list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = word;
    return true;
}

static void add_edit(auditor *u, const library_file *f, const char *tag, const char **values, size_t count)
{
    file_edits *e = &u->out->edits[f->index];
    e->items = arena_reserve(u->arena, e->items, e->count, &e->capacity, sizeof *e->items);
    e->items[e->count++] = (tag_edit){tag, values, count};
}

/* ---- @provides ---- */

/* `#define NAME_H` in a file's own `#ifndef NAME_H`. */
static bool is_guard(const code_definition *d)
{
    return d->kind == CODE_MACRO && d->weak && !d->body_count && !d->has_parameters;
}

static void audit_provides(auditor *u, const library_file *f)
{
    arena *a = u->arena;
    const code_file *c = f->code;
    size_t count = 0;
    const annotation *tag = NULL;
    const annotation_value *values = annotation_values(a, &f->annotations.blocks[0], "provides", &count, &tag);
    map defined = {.arena = a};
    word_list wanted = {0};
    bool changed = false;
    for (size_t n = 0; n < c->all_count; ++n) /* the names of included files may be provided, but need not be */
        for (size_t i = 0; i < c->all[n]->definition_count; ++i)
            if (!c->all[n]->definitions[i]->undone) *map_ats(&defined, c->all[n]->definitions[i]->name->text) = u;
    for (size_t i = 0; i < count; ++i) {
        const char *text = values[i].text;
        if (!map_gets(&defined, text)) {
            report(u, FINDING_WRONG, SEVERITY_ERROR, values[i].where,
                   "'%s' does not define '%s': remove it from '@provides'", f->stem, text);
            changed = true;
        } else if (!add_word(a, &wanted, text)) {
            report(u, FINDING_DUPLICATE, SEVERITY_WARNING, values[i].where, "'%s' is named twice in '@provides'", text);
            changed = true;
        }
    }
    const size_t said = wanted.count;
    buffer missing = {0};
    bool only_prototypes = true; /* the names that a header of prototypes provides */
    for (size_t i = 0; i < c->definition_count; ++i)
        only_prototypes = only_prototypes && c->definitions[i]->is_prototype;
    for (size_t i = 0; i < c->definition_count; ++i) {
        const code_definition *d = c->definitions[i];
        if ((d->is_prototype && !only_prototypes) || d->undone || is_guard(d) || !add_word(a, &wanted, d->name->text))
            continue;
        buffer_add_item(&missing, d->name->text);
    }
    if (missing.length && tag)
        report(u, FINDING_MISSING, SEVERITY_WARNING, tag->where, "'@provides' of '%s' lacks %s", f->stem, missing.text);
    buffer_free(&missing);
    if (changed || wanted.count > said || !tag) add_edit(u, f, "provides", wanted.items, wanted.count);
}

/* ---- @depends ---- */

static const code_need *find_need(const code_need *needs, size_t count, const library_file *file)
{
    for (size_t i = 0; i < count; ++i)
        if (needs[i].file == file) return &needs[i];
    return NULL;
}

/* The files that a file reaches; computed only if its direct dependencies do not decide. */
typedef struct reach_view {
    const library_file *file;
    arena scratch;
    bool *reached; /* NULL until it is needed */
} reach_view;

static bool reaches(reach_view *v, const library_file *to)
{
    const library_file *f = v->file;
    if (to == f) return true;
    for (size_t i = 0; i < f->depend_count && !v->reached; ++i)
        if (f->depends[i].file == to) return true;
    if (!v->reached) {
        v->reached = arena_array(&v->scratch, f->owner->count, sizeof *v->reached);
        order_closure(f, v->reached, arena_array(&v->scratch, f->owner->count, sizeof(library_file *)));
    }
    return v->reached[to->index];
}

/* The library's header, unless the file is the header, is needed by it, or depends on it already. */
static library_file *missing_header(const auditor *u, reach_view *v)
{
    library_file *h = u->l->header;
    return !h || u->below_header[v->file->index] || reaches(v, h) ? NULL : h;
}

/* Reports values that are written twice or not needed. Returns the others. */
static word_list keep_useful(auditor *u, const library_file *f, const code_need *needs, size_t need_count,
                             bool *changed)
{
    arena *a = u->arena;
    size_t count = 0;
    const annotation_value *values = annotation_values(a, &f->annotations.blocks[0], "depends", &count, NULL);
    word_list useful = {0};
    map seen = {.arena = a};
    const code_file *c = f->code;
    const bool is_list =
        !c->definition_count && !c->mention_count && !c->include_count; /* a file that only collects other files */
    for (size_t i = 0; i < count; ++i) {
        library_file *to = library_find(u->l, values[i].text);
        void **known = map_ats(&seen, values[i].text);
        if (*known) {
            report(u, FINDING_DUPLICATE, SEVERITY_WARNING, values[i].where, "'%s' is named twice in '@depends'",
                   values[i].text);
            *changed = true;
            continue;
        }
        *known = u;
        if (to && to != f && (is_list || to == u->l->header || find_need(needs, need_count, to))) {
            add_word(a, &useful, values[i].text);
            continue;
        }
        *changed = true;
        if (to && to != f)
            report(u, FINDING_SUPERFLUOUS, SEVERITY_WARNING, values[i].where,
                   "'%s' uses nothing of '%s': remove it from "
                   "'@depends'",
                   f->stem, to->stem);
    }
    return useful;
}

/* The list that `@depends` should have. */
typedef struct wanted_depends {
    word_list words;
    bool changed;
} wanted_depends;

/* Compares the written dependencies with the needed ones. Returns the written ones that are needed, and marks the
 * needs that are missing. */
static wanted_depends audit_depends(auditor *u, library_file *f, code_need *needs, size_t need_count, bool tagged)
{
    wanted_depends w = {.changed = false};
    reach_view v = {.file = f};
    const library_file *header = missing_header(u, &v);
    if (tagged && header && !find_need(needs, need_count, header))
        report(u, FINDING_MISSING, SEVERITY_WARNING, (location){f->source, 0},
               "'%s' does not depend on the library's header: "
               "add '%s' to its '@depends'",
               f->stem, header->stem);
    for (size_t i = 0; i < need_count; ++i)
        needs[i].absent =
            needs[i].file && needs[i].file->owner == u->l && !needs[i].also && !reaches(&v, needs[i].file);
    arena_free(&v.scratch);
    w.words = keep_useful(u, f, needs, need_count, &w.changed);
    return w;
}

/* Reports needs that are missing, except where a prototype allows any order: then the file is found by its names. */
static void report_absent(auditor *u, const library_file *f, const code_need *needs, size_t need_count)
{
    for (size_t i = 0; i < need_count; ++i) {
        const code_need *n = &needs[i];
        bool unordered = false;
        for (size_t k = f->written_count; n->absent && k < f->depend_count; ++k)
            unordered = unordered || (f->depends[k].file == n->file && f->depends[k].unordered);
        if (n->absent && !unordered)
            report(u, FINDING_MISSING, SEVERITY_ERROR, n->where, "'%s' uses '%s' of '%s': add '%s' to its '@depends'",
                   f->stem, n->symbol, n->file->stem, n->file->stem);
    }
}

/* Removes the dependencies from the graph that are not in the list. */
static void drop_useless(library_file *f, const word_list *words)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->depend_count; ++i)
        if (words->known.count && map_gets(&words->known, f->depends[i].stem)) f->depends[kept++] = f->depends[i];
    f->depend_count = f->written_count = kept;
}

/* Adds the dependencies that the code needs and the graph lacks, to the list and to the graph. */
static void add_missing(auditor *u, library_file *f, const code_need *needs, size_t need_count, wanted_depends *w)
{
    reach_view v = {.file = f};
    library_file *header = missing_header(u, &v);
    if (header) {
        w->changed = add_word(u->arena, &w->words, header->stem) || w->changed;
        library_add_dependency(u->arena, f, header, header->stem, (location){f->source, 0});
        arena_free(&v.scratch);
        v.reached = NULL;
    }
    for (size_t i = 0; i < need_count; ++i) {
        const code_need *n = &needs[i];
        if (!n->file || n->file->owner != u->l || n->also || reaches(&v, n->file)) continue;
        w->changed = add_word(u->arena, &w->words, n->file->stem) || w->changed;
        library_add_dependency(u->arena, f, n->file, n->symbol, n->where);
    }
    arena_free(&v.scratch);
}

/* `@depends_LIB` for the files of other libraries that the code needs. */
static void audit_foreign(auditor *u, const library_file *f, const code_need *needs, size_t need_count, bool tagged)
{
    for (size_t s = 0; s < u->p->set->count; ++s) {
        const library *other = u->p->set->items[s];
        if (other == u->l) continue;
        const char *tag = arena_printf(u->arena, "depends_%s", other->name);
        size_t count = 0;
        const annotation_value *values = annotation_values(u->arena, &f->annotations.blocks[0], tag, &count, NULL);
        word_list wanted = {0};
        bool changed = false;
        for (size_t i = 0; i < count; ++i) {
            if (!library_find(other, values[i].text)) changed = true;
            else if (!add_word(u->arena, &wanted, values[i].text)) changed = true;
        }
        for (size_t i = 0; i < need_count; ++i) {
            const code_need *n = &needs[i];
            if (!n->file || n->file->owner != other || n->also || !add_word(u->arena, &wanted, n->file->stem)) continue;
            changed = true;
            if (tagged)
                report(u, FINDING_MISSING, SEVERITY_ERROR, n->where,
                       "'%s' uses '%s' of '%s' in the library '%s': add '%s' to "
                       "its '@%s'",
                       f->stem, n->symbol, n->file->stem, other->name, n->file->stem, tag);
        }
        if (changed) add_edit(u, f, tag, wanted.items, wanted.count);
    }
}

/* ---- the library ---- */

static void audit_ambiguous(auditor *u, const library_file *f, const code_need *needs, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (needs[i].file) continue;
        const library_file *x = providers_owner(needs[i].first), *y = providers_owner(needs[i].other);
        report(u, FINDING_AMBIGUOUS, SEVERITY_ERROR, needs[i].where,
               "'%s' uses '%s', which '%s' and '%s' both define: name the right one "
               "in its '@depends'",
               f->stem, needs[i].symbol, x->stem, y->stem);
        report(u, FINDING_AMBIGUOUS, SEVERITY_NOTE, needs[i].first->where, "'%s' is defined here, in '%s'",
               needs[i].symbol, x->stem);
        report(u, FINDING_AMBIGUOUS, SEVERITY_NOTE, needs[i].other->where, "and here, in '%s'", y->stem);
    }
}

/* Two files that define one function, type or constant cannot both be part of a program. */
static void audit_twins(auditor *u)
{
    for (size_t i = 0; i < u->p->defined_count; ++i) {
        const code_name *n = u->p->defined[i];
        const code_definition *first = NULL;
        for (size_t k = 0; k < n->definer_count; ++k) {
            const code_definition *d = n->definers[k];
            if (providers_owner(d)->owner != u->l || d->kind == CODE_MACRO) continue;
            if (first && first->file != d->file && !code_same(first, d)) {
                report(u, FINDING_DUPLICATE, SEVERITY_WARNING, d->where,
                       "'%s' is defined by '%s' and by '%s': a program cannot "
                       "hold both",
                       n->text, providers_owner(first)->stem, providers_owner(d)->stem);
                report(u, FINDING_DUPLICATE, SEVERITY_NOTE, first->where, "the other '%s' is here", n->text);
                break;
            }
            if (!first) first = d;
        }
    }
}

static void take_diagnostics(auditor *u, const diagnostics *d, finding_kind kind)
{
    for (size_t i = 0; i < d->count; ++i) {
        const diagnostic *it = &d->items[i];
        if (!it->where.source) continue; /* "the sort failed" has no location: the findings that follow say why */
        const bool missing = it->severity == SEVERITY_ERROR && strstr(it->message, "which is not in the library");
        report(u, missing ? FINDING_WRONG : kind, it->severity, it->where, "%s", it->message);
    }
}

/* The values that the derived tags should have, if a tag of the library is stale. */
static void renew_derived(auditor *u)
{
    arena *a = u->arena;
    bool *reached = arena_array(a, u->l->count, sizeof *reached);
    const library_file **closure = arena_array(a, u->l->count, sizeof *closure);
    for (size_t i = 0; i < u->l->count; ++i) {
        const library_file *f = u->l->order[i];
        const annotation_block *head = &f->annotations.blocks[0];
        const annotation *all = NULL, *number = NULL, *load_order = NULL;
        size_t ignored = 0;
        annotation_values(a, head, "all_depends", &ignored, &all);
        annotation_values(a, head, "all_depends_count", &ignored, &number);
        annotation_values(a, head, "load_order", &ignored, &load_order);
        if (!all && !number && !load_order) continue;
        const size_t count = order_closure(f, reached, closure);
        word_list stems = {0};
        for (size_t k = 0; k < u->l->count && all; ++k)
            if (reached[u->l->order[k]->index] && u->l->order[k] != f) add_word(a, &stems, u->l->order[k]->stem);
        for (size_t k = 0; k < count; ++k) reached[closure[k]->index] = false;
        const char **words = arena_array(a, 2, sizeof *words);
        words[0] = arena_printf(a, "%zu", count - 1);
        words[1] = arena_printf(a, "%zu", f->position + 1);
        if (all) add_edit(u, f, "all_depends", stems.items, stems.count);
        if (number) add_edit(u, f, "all_depends_count", words, 1);
        if (load_order) add_edit(u, f, "load_order", words + 1, 1);
    }
}

static int compare_findings(const void *a, const void *b)
{
    const finding *x = *(const finding *const *)a, *y = *(const finding *const *)b;
    const char *p = x->where.source ? x->where.source->path : "", *q = y->where.source ? y->where.source->path : "";
    const int order = strcmp(p, q);
    if (order) return order;
    if (x->where.offset != y->where.offset) return x->where.offset < y->where.offset ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* Sorts by file and offset; notes stay behind their finding. */
static void sort_findings(auditor *u)
{
    audit *o = u->out;
    arena scratch = {0};
    const finding **heads = arena_array(&scratch, o->count, sizeof *heads);
    finding *sorted = arena_array(u->arena, o->count, sizeof *sorted);
    size_t head_count = 0, n = 0;
    for (size_t i = 0; i < o->count; ++i)
        if (o->findings[i].severity != SEVERITY_NOTE) heads[head_count++] = &o->findings[i];
    if (head_count) qsort(heads, head_count, sizeof *heads, compare_findings);
    for (size_t i = 0; i < head_count; ++i) {
        sorted[n++] = *heads[i];
        for (const finding *f = heads[i] + 1; f < o->findings + o->count && f->severity == SEVERITY_NOTE; ++f)
            sorted[n++] = *f;
    }
    o->findings = sorted;
    arena_free(&scratch);
}

audit audit_library(arena *a, providers *p, library *l, bool derived)
{
    audit out = {.edits = arena_array(a, l->count, sizeof *out.edits)};
    auditor u = {.arena = a, .p = p, .l = l, .out = &out};
    diagnostics said = {.arena = a, .limit = SIZE_MAX - 1}, after = said, claims = said;
    providers_read(p);
    const bool sorted = order_compute(a, l, &said);
    take_diagnostics(&u, &said, FINDING_CYCLIC);
    if (sorted && derived) {
        out.stale = claims_check(a, l, CLAIMS_EACH, &claims);
        for (size_t i = 0; i < claims.count; ++i)
            if (strncmp(claims.items[i].message, "stale", 5) == 0)
                report(&u, FINDING_STALE, SEVERITY_WARNING, claims.items[i].where, "%s", claims.items[i].message);
    } else if (sorted) {
        out.stale = claims_check(a, l, CLAIMS_NONE, &claims);
    }
    u.below_header = arena_array(a, l->count, sizeof *u.below_header);
    if (l->header) order_closure(l->header, u.below_header, arena_array(a, l->count, sizeof(library_file *)));
    code_need **needs = arena_array(a, l->count, sizeof *needs);
    size_t *counts = arena_array(a, l->count, sizeof *counts);
    wanted_depends *wanted = arena_array(a, l->count, sizeof *wanted);
    for (size_t i = 0; i < l->count; ++i) {
        out.edits[i].file = l->files[i];
        needs[i] = providers_needs(p, l->files[i], &counts[i]);
    }
    for (size_t i = 0; i < l->count; ++i) {
        library_file *f = l->files[i];
        const bool tagged = claims_has_tags(f);
        if (!tagged && (f->code->definition_count || counts[i]))
            report(&u, FINDING_MISSING, SEVERITY_WARNING, (location){f->source, 0}, "'%s' has no annotations", f->stem);
        audit_provides(&u, f);
        wanted[i] = audit_depends(&u, f, needs[i], counts[i], tagged);
    }
    audit_twins(&u);
    for (size_t i = 0; i < l->count; ++i) drop_useless(l->files[i], &wanted[i].words);
    for (size_t i = 0; i < l->count; ++i) add_missing(&u, l->files[i], needs[i], counts[i], &wanted[i]);
    providers_order(p, l, &after);
    if (sorted) take_diagnostics(&u, &after, FINDING_CYCLIC);
    for (size_t i = 0; i < l->count; ++i) {
        library_file *f = l->files[i];
        word_list ordered = {0};
        for (size_t k = 0; k < wanted[i].words.count; ++k) {
            bool unordered = false;
            for (size_t n = f->written_count; n < f->depend_count; ++n)
                unordered =
                    unordered || (f->depends[n].unordered && strcmp(f->depends[n].stem, wanted[i].words.items[k]) == 0);
            if (!unordered) add_word(a, &ordered, wanted[i].words.items[k]);
        }
        if (wanted[i].changed) add_edit(&u, f, "depends", ordered.items, ordered.count);
        if (claims_has_tags(f)) report_absent(&u, f, needs[i], counts[i]);
        audit_ambiguous(&u, f, needs[i], counts[i]);
        audit_foreign(&u, f, needs[i], counts[i], claims_has_tags(f));
    }
    out.cyclic = after.errors != 0;
    if (!out.cyclic) renew_derived(&u);
    sort_findings(&u);
    return out;
}
