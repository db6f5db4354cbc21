/* clbundle annotate: derives @provides and @depends of a library's files from their code.
 *
 * SPDX-License-Identifier: MIT */
#include "command/audits.h"

#include <string.h>

enum { CONTEXT = 3 };

/* A text as lines, for a diff. */
typedef struct text_lines {
    const char *text;
    size_t *starts; /* offset of each line, and of the end */
    size_t count;
} text_lines;

static text_lines cut(arena *a, const char *text, size_t length)
{
    text_lines t = {.text = text};
    size_t lines = 1;
    for (size_t i = 0; i < length; ++i) lines += text[i] == '\n';
    t.starts = arena_array(a, lines + 1, sizeof *t.starts);
    for (size_t i = 0; i < length; ++i)
        if (i + 1 == length || text[i] == '\n') t.starts[++t.count] = i + 1;
    return t;
}

static bool same_line(const text_lines *a, size_t i, const text_lines *b, size_t k)
{
    const size_t n = a->starts[i + 1] - a->starts[i];
    return n == b->starts[k + 1] - b->starts[k] && memcmp(a->text + a->starts[i], b->text + b->starts[k], n) == 0;
}

static void add_lines(buffer *out, char mark, const text_lines *t, size_t first, size_t last)
{
    for (size_t i = first; i < last; ++i) {
        buffer_addc(out, mark);
        buffer_add(out, t->text + t->starts[i], t->starts[i + 1] - t->starts[i]);
        if (t->text[t->starts[i + 1] - 1] != '\n') buffer_adds(out, "\n\\ No newline at end of file\n");
    }
}

/* One hunk from the first line that differs to the last: heads are short. */
static void add_difference(arena *a, buffer *out, const char *path, const source *s, const buffer *after)
{
    const text_lines x = cut(a, s->raw, s->raw_length), y = cut(a, after->text ? after->text : "", after->length);
    size_t head = 0, tail = 0;
    while (head < x.count && head < y.count && same_line(&x, head, &y, head)) ++head;
    while (tail < x.count - head && tail < y.count - head && same_line(&x, x.count - 1 - tail, &y, y.count - 1 - tail))
        ++tail;
    const size_t before = head < CONTEXT ? head : CONTEXT, behind = tail < CONTEXT ? tail : CONTEXT,
                 first = head - before;
    const size_t old = x.count - tail + behind - first, new = y.count - tail + behind - first;
    buffer_addf(out, "--- %s\n+++ %s\n@@ -%zu,%zu +%zu,%zu @@\n", path, path, first + (old > 0), old, first + (new > 0),
                new);
    add_lines(out, ' ', &x, first, head);
    add_lines(out, '-', &x, head, x.count - tail);
    add_lines(out, '+', &y, head, y.count - tail);
    add_lines(out, ' ', &x, x.count - tail, x.count - tail + behind);
}

/* `check --fix` writes derived tags, not this command. */
static file_edits without_derived(arena *a, const file_edits *all)
{
    file_edits kept = {.file = all->file, .items = arena_array(a, all->count, sizeof *kept.items)};
    for (size_t i = 0; i < all->count; ++i) {
        const char *tag = all->items[i].tag;
        if (strncmp(tag, "all_depends", 11) != 0 && strcmp(tag, "load_order") != 0)
            kept.items[kept.count++] = all->items[i];
    }
    return kept;
}

static int run_annotate(int argc, char **argv)
{
    command_run run;
    audit_inputs inputs = {0};
    bool write = false;
    const option options[] = {
        {"--write", NULL, "change the files; by default, only show the difference", .flag = &write},
        {"--layer", "PATH", "put this file, or the files of this folder, before all libraries",
         .values = &inputs.layers},
        {"--quiet-derived", NULL, "do not report stale derived tags", .flag = &run.diagnostics.quiet_derived},
    };
    command_begin(&run, &command_annotate);
    if (!command_parse(&run, argc, argv, options, 3, &inputs.directories)) return run.status;
    if (inputs.directories.count != 1)
        return command_misused(&run, "expected one folder, got %zu", inputs.directories.count);
    audits_read(&run, &inputs);
    if (run.diagnostics.errors) return command_end(&run);

    arena *a = &run.arena;
    library *l = inputs.set.items[0];
    const audit found = audit_library(a, inputs.providers, l, false);
    for (size_t i = 0; i < found.count; ++i) {
        const finding *f = &found.findings[i];
        if ((f->kind == FINDING_CYCLIC && found.cyclic) || f->kind == FINDING_AMBIGUOUS)
            diagnose(&run.diagnostics, f->severity, f->where, "%s", f->message);
    }
    buffer out = {0};
    size_t changed = 0;
    for (size_t i = 0; i < l->count; ++i) {
        const file_edits edits = without_derived(a, &found.edits[i]);
        const source *s = edits.file->source;
        buffer text = {0};
        if (edits.count && audits_rewrite(&run, &edits, &text) &&
            (text.length != s->raw_length || memcmp(text.text, s->raw, text.length) != 0)) {
            ++changed;
            if (!write) add_difference(a, &out, s->path, s, &text);
            else if (audits_write(&run, edits.file, &text)) buffer_addf(&out, "%s\n", s->path);
        }
        buffer_free(&text);
    }
    command_write(&run, NULL, &out);
    buffer_free(&out);
    return command_end(&run);
}

const command command_annotate = {
    .name = "annotate",
    .operands = "DIR",
    .summary = "derive @provides and @depends of a library from its code",
    .text = "Finds what each file of the library in DIR defines and needs, and shows, as a difference, what its "
            "@provides and "
            "@depends should be. With --write, it changes the files: only the tags, all other bytes stay.",
    .run = run_annotate,
};
