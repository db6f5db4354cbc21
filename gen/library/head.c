/* SPDX-License-Identifier: MIT */
#include "library/head.h"

#include "base/phase.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 120 };

/* A line of the file on disk. */
typedef struct raw_line {
    size_t begin, end, next; /* `end`: of its text; `next`: behind its line end */
} raw_line;

/* This text replaces lines first .. last - 1; if first == last, it is inserted before that line. */
typedef struct change {
    size_t first, last;
    size_t order;
    buffer text;
} change;

typedef struct rewriter {
    const source *source;
    raw_line *lines;
    size_t line_count;
    const char *line_end;
    change *changes;
    size_t count;
    arena arena;
} rewriter;

static void split_lines(rewriter *r)
{
    const char *raw = r->source->raw;
    const size_t length = r->source->raw_length;
    size_t capacity = 0, at = length >= 3 && memcmp(raw, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    r->line_end = NULL;
    while (at < length) {
        raw_line line = {.begin = at};
        while (at < length && raw[at] != '\n' && raw[at] != '\r') ++at;
        line.end = at;
        if (at < length) {
            const bool both = raw[at] == '\r' && at + 1 < length && raw[at + 1] == '\n';
            if (!r->line_end) r->line_end = both ? "\r\n" : raw[at] == '\r' ? "\r" : "\n";
            at += both ? 2 : 1;
        }
        line.next = at;
        r->lines = arena_reserve(&r->arena, r->lines, r->line_count, &capacity, sizeof *r->lines);
        r->lines[r->line_count++] = line;
    }
    if (!r->line_end) r->line_end = "\n";
}

/* Lines first .. last - 1 hold an annotation with its list. */
static void find_lines(const rewriter *r, const annotation *a, size_t *first, size_t *last)
{
    *first = source_position(r->source, a->where.offset).line - 1;
    *last = *first + 1;
    for (size_t i = 0; i < a->value_count; ++i) {
        const size_t line = source_position(r->source, a->values[i].where.offset).line;
        if (line > *last) *last = line;
    }
}

/* `// @tag: value, value`, on as many lines as needed. */
static void add_tag(const rewriter *r, const head_tag *t, buffer *out)
{
    size_t begin = out->length;
    buffer_addf(out, "// @%s:", t->tag);
    for (size_t i = 0; i < t->count; ++i) {
        const size_t length = strlen(t->values[i]) + 1 + (i + 1 < t->count);
        if (i && out->length - begin + length > WIDTH) {
            buffer_adds(out, r->line_end);
            begin = out->length;
            buffer_adds(out, "//  ");
        }
        buffer_addf(out, " %s%s", t->values[i], i + 1 < t->count ? "," : "");
    }
    buffer_adds(out, r->line_end);
}

static change *add_change(rewriter *r, size_t first, size_t last)
{
    change *c = &r->changes[r->count];
    *c = (change){.first = first, .last = last, .order = r->count};
    r->count++;
    return c;
}

/* The beginning of an annotation's comment in its line: text before it stays. */
static bool find_comment(const rewriter *r, const annotation *a, size_t line, size_t *at)
{
    const char *raw = r->source->raw;
    const raw_line *l = &r->lines[line];
    size_t i = l->begin + (a->where.offset - r->source->lines[line]);
    while (i > l->begin && (raw[i - 1] == ' ' || raw[i - 1] == '\t' || raw[i - 1] == '\v' || raw[i - 1] == '\f')) --i;
    if (i < l->begin + 2 || raw[i - 1] != '/' || raw[i - 2] != '/') return false;
    *at = i - 2;
    return true;
}

static bool ends_in_backslash(const rewriter *r, size_t first, size_t last)
{
    for (size_t i = first; i < last; ++i)
        if (phase_line_end(r->source->raw, r->lines[i].begin, r->lines[i].end) != r->lines[i].end) return true;
    return false;
}

/* The line for a new tag: behind `@provides` and, unless the new tag is `@depends`, behind that one too. */
static size_t line_of_new(const rewriter *r, const annotation_block *head, const char *tag, size_t otherwise)
{
    size_t line = otherwise, first, last;
    for (size_t i = 0; i < head->count && strcmp(tag, "provides") != 0; ++i) {
        const char *other = head->items[i].tag;
        if (strcmp(other, "provides") != 0 && (strcmp(other, "depends") != 0 || strcmp(tag, other) == 0)) continue;
        find_lines(r, &head->items[i], &first, &last);
        if (last > line) line = last;
    }
    return line;
}

/* The changes for one tag; *behind is the line behind the previous tag. */
static bool change_tag(rewriter *r, const annotation_block *head, const head_tag *t, size_t *behind)
{
    bool found = false;
    for (size_t i = 0; i < head->count; ++i) {
        const annotation *a = &head->items[i];
        size_t first, last, at;
        if (strcmp(a->tag, t->tag) != 0 || *a->subject) continue;
        if (a->where.source != r->source) return false;
        find_lines(r, a, &first, &last);
        if (last > r->line_count || ends_in_backslash(r, first, last) || !find_comment(r, a, first, &at)) return false;
        change *c = add_change(r, first, last);
        buffer_add(&c->text, r->source->raw + r->lines[first].begin, at - r->lines[first].begin);
        if (!found) add_tag(r, t, &c->text);
        else if (c->text.length) buffer_adds(&c->text, r->line_end);
        if (!found) *behind = last;
        found = true;
    }
    if (!found && t->count) {
        *behind = line_of_new(r, head, t->tag, *behind);
        add_tag(r, t, &add_change(r, *behind, *behind)->text);
    }
    return true;
}

static int compare_changes(const void *a, const void *b)
{
    const change *x = a, *y = b;
    /* Insertions before a line come before changes of it. */
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    if ((x->first == x->last) != (y->first == y->last)) return x->first == x->last ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void copy_lines(const rewriter *r, size_t *line, size_t until, buffer *out)
{
    for (; *line < until; ++*line)
        buffer_add(out, r->source->raw + r->lines[*line].begin, r->lines[*line].next - r->lines[*line].begin);
}

/* Whether it is the file's last line, without a line end. */
static bool is_open_line(const rewriter *r, size_t line)
{
    return r->lines[line].next == r->lines[line].end;
}

bool head_rewrite(const source *s, const annotation_block *head, const head_tag *tags, size_t count, buffer *out)
{
    rewriter r = {.source = s};
    bool ok = s->raw != NULL;
    size_t behind = 0;
    if (!ok) return false;
    split_lines(&r);
    r.changes = arena_array(&r.arena, head->count + count, sizeof *r.changes);
    if (head->count) behind = source_position(s, head->items[0].where.offset).line - 1;
    for (size_t i = 0; i < count && ok; ++i) ok = change_tag(&r, head, &tags[i], &behind);
    if (ok) {
        if (r.count) qsort(r.changes, r.count, sizeof *r.changes, compare_changes);
        size_t line = 0;
        buffer_add(out, s->raw, r.line_count ? r.lines[0].begin : s->raw_length);
        for (size_t i = 0; i < r.count; ++i) {
            const change *c = &r.changes[i];
            copy_lines(&r, &line, c->first, out);
            if (c->first == c->last && line == r.line_count && line && is_open_line(&r, line - 1))
                buffer_adds(out, r.line_end);
            size_t length = c->text.length;
            if (c->last > c->first && is_open_line(&r, c->last - 1) && length) length -= strlen(r.line_end);
            buffer_add(out, c->text.text ? c->text.text : "", length);
            if (c->last > line) line = c->last;
        }
        copy_lines(&r, &line, r.line_count, out);
    }
    for (size_t i = 0; i < r.count; ++i) buffer_free(&r.changes[i].text);
    arena_free(&r.arena);
    return ok;
}
