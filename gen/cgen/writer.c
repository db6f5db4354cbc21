/* Names, lines and texts that are kept once. See writer.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/writer.h"

#include <string.h>

/* ---- names ---- */

const char *write_name(arena *a, const char *prefix, const char *name)
{
    buffer b = {0};
    buffer_adds(&b, prefix);
    for (const char *c = name; *c; ++c) {
        if ((unsigned char)*c < 0x80) buffer_addc(&b, *c);
        else buffer_addf(&b, "_x%02x", (unsigned)(unsigned char)*c);
    }
    const char *result = arena_strndup(a, b.text ? b.text : "", b.length);
    buffer_free(&b);
    return result;
}

void write_named(buffer *out, const char *content, const char *name)
{
    for (const char *mark; (mark = strchr(content, '\1')) != NULL; content = mark + 1) {
        buffer_add(out, content, (size_t)(mark - content));
        buffer_adds(out, name);
    }
    buffer_adds(out, content);
}

native_text write_start(arena *a, const char *prefix)
{
    return (native_text){.arena = a,
                         .prefix = prefix,
                         .texts = {.arena = a},
                         .names = {.arena = a},
                         .called = {.arena = a},
                         .features = {.arena = a},
                         .instances = {.arena = a},
                         .files = {.arena = a}};
}

const char *write_once(native_text *text, const char *wanted, const char *content, bool *existed)
{
    arena *a = text->arena;
    const char *key = arena_printf(a, "%s\1%s", wanted, content);
    void **at = map_ats(&text->texts, key);
    *existed = *at != NULL;
    if (*at) return *at;
    const char *name = wanted;
    unsigned *copies = map_gets(&text->names, wanted);
    while (map_gets(&text->names, name)) name = arena_printf(a, "%s_%u", wanted, ++*copies);
    char *kept = arena_strndup(a, name, strlen(name));
    copies = ARENA_NEW(a, unsigned);
    *copies = 1;
    *map_ats(&text->names, kept) = copies;
    *map_ats(&text->texts, key) = kept;
    return kept;
}

/* ---- lines ---- */

void write_refuse(writer *w, const token *where, const char *reason)
{
    if (w->refused->reason) return;
    *w->refused = (refusal){reason, where};
}

enum { NESTING = 240 };

void write_check_nesting(writer *w, const token *where, const buffer *text)
{
    size_t depth[3] = {0};
    char quote = 0;
    for (size_t i = 0; i < text->length; ++i) {
        const char c = text->text[i];
        if (quote) {
            if (c == '\\') ++i;
            else if (c == quote) quote = 0;
            continue;
        }
        if (c == '"' || c == '\'') quote = c;
        for (size_t k = 0; k < 3; ++k) {
            if (c == "([{"[k] && ++depth[k] > NESTING) {
                write_refuse(w, where, "its parentheses or blocks nest deeper than compilers take");
                return;
            }
            if (c == ")]}"[k] && depth[k]) --depth[k];
        }
    }
}

/* The number of the file's name. */
static size_t find_file(native_text *text, const source *s)
{
    const size_t *found = map_gets(&text->files, s->name);
    if (found) return *found;
    const char *name = arena_strndup(text->arena, s->name, strlen(s->name));
    size_t *number = ARENA_NEW(text->arena, size_t);
    *number = text->file_count;
    text->file_names =
        arena_reserve(text->arena, text->file_names, text->file_count, &text->file_capacity, sizeof *text->file_names);
    text->file_names[text->file_count++] = name;
    *map_ats(&text->files, name) = number;
    return *number;
}

static void write_mark(writer *w)
{
    const location where = w->at->site.source ? w->at->site : w->at->where;
    if (!where.source) return;
    buffer_addf(w->out, "%c%zu,%zu%c", WRITE_MARK, source_position(where.source, where.offset).line,
                find_file(w->program->text, where.source), WRITE_MARK);
}

void write_indent(writer *w)
{
    if (w->at && w->program->text->says_lines) write_mark(w);
    if (w->indent > NESTING) write_refuse(w, NULL, "its blocks nest deeper than compilers take");
    for (unsigned i = 0; i < w->indent; ++i) buffer_adds(w->out, "    ");
}
