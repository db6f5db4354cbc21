/* SPDX-License-Identifier: MIT */
#include "base/diagnostics.h"

#include "base/escape.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *const severity_names[] = {"note", "warning", "error"};

static size_t limit_of(const diagnostics *d)
{
    return d->limit ? d->limit : 200;
}

/* One file takes part in many programs; what is wrong with it is said once. */
static bool is_repeated(diagnostics *d, severity s, location where, const char *message)
{
    map *all = s == SEVERITY_ERROR ? &d->seen_errors : &d->seen;
    all->arena = d->arena;
    const char *key = arena_printf(d->arena, "%p:%zu:%d:%s", (const void *)where.source, where.offset, (int)s, message);
    void **seen = map_ats(all, key);
    const bool repeated = *seen != NULL;
    *seen = d;
    return repeated;
}

static void report(diagnostics *d, severity s, location where, const char *format, va_list args)
{
    if (s == SEVERITY_WARNING && d->silent) return;
    if (s == SEVERITY_WARNING && d->strict) s = SEVERITY_ERROR;
    /* Past the limit nothing is kept, whatever the input does; notes belong to what is not shown either. */
    if (d->errors > limit_of(d)) {
        if (s == SEVERITY_ERROR) d->errors++;
        return;
    }
    const char *message = arena_vprintf(d->arena, format, args);

    if (s != SEVERITY_NOTE && is_repeated(d, s, where, message)) return;

    if (s == SEVERITY_ERROR) d->errors++;
    if (s == SEVERITY_WARNING) d->warnings++;
    if (d->errors > limit_of(d)) return;
    d->items = arena_reserve(d->arena, d->items, d->count, &d->capacity, sizeof *d->items);
    d->items[d->count++] = (diagnostic){s, where, message};
}

#define REPORT(severity)                        \
    va_list args;                               \
    va_start(args, format);                     \
    report(d, (severity), where, format, args); \
    va_end(args)

void diagnose(diagnostics *d, severity s, location where, const char *format, ...)
{
    REPORT(s);
}

void diagnose_error(diagnostics *d, location where, const char *format, ...)
{
    REPORT(SEVERITY_ERROR);
}

void diagnose_warning(diagnostics *d, location where, const char *format, ...)
{
    REPORT(SEVERITY_WARNING);
}

void diagnose_note(diagnostics *d, location where, const char *format, ...)
{
    REPORT(SEVERITY_NOTE);
}

void diagnostics_append(diagnostics *d, const diagnostics *from)
{
    bool repeated = false; /* the error that notes belong to */
    for (size_t i = 0; i < from->count; ++i) {
        const diagnostic *it = &from->items[i];
        if (it->severity != SEVERITY_NOTE)
            repeated = is_repeated(d, it->severity, it->where, it->message) && it->severity == SEVERITY_ERROR;
        if (repeated) continue;
        d->items = arena_reserve(d->arena, d->items, d->count, &d->capacity, sizeof *d->items);
        d->items[d->count++] = from->items[i];
    }
    d->errors += from->errors;
    d->warnings += from->warnings;
}

/* The line, with a caret below. */
static void add_excerpt(buffer *out, const source *s, position p)
{
    const size_t begin = s->lines[p.line - 1];
    size_t end = begin;
    while (end < s->length && s->text[end] != '\n') ++end;
    if (end == begin || end - begin > 200) return;
    buffer_adds(out, "  ");
    escape_terminal(out, s->text + begin, p.column - 1);
    size_t columns = 0;
    for (size_t i = out->length; i > 0 && out->text[i - 1] != '\n'; --i)
        columns += ((unsigned char)out->text[i - 1] & 0xC0) != 0x80;
    escape_terminal(out, s->text + begin + p.column - 1, end - begin - (p.column - 1));
    buffer_addf(out, "\n%*s^\n", (int)columns, "");
}

static void add_text(buffer *out, const char *text)
{
    escape_terminal(out, text, strlen(text));
}

void diagnostics_print(const diagnostics *d, FILE *file)
{
    buffer out = {0};
    for (size_t i = 0; i < d->count; ++i) {
        const diagnostic *item = &d->items[i];
        const source *s = item->where.source;
        const position p = s ? source_position(s, item->where.offset) : (position){0, 0};
        add_text(&out, s ? s->path : "clbundle");
        if (s) buffer_addf(&out, ":%zu:%zu", p.line, p.column);
        buffer_addf(&out, ": %s: ", severity_names[item->severity]);
        add_text(&out, item->message);
        buffer_addc(&out, '\n');
        if (s) add_excerpt(&out, s, p);
    }
    if (d->errors > limit_of(d))
        buffer_addf(&out, "clbundle: error: %zu more errors not shown\n", d->errors - limit_of(d));
    if (out.length) fwrite(out.text, 1, out.length, file);
    buffer_free(&out);
}

/* Optimal string alignment distance, with rows on the stack; names longer than the bound are never near. */
enum { MAX_NAME = 64 };

static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t rows[3][MAX_NAME + 1];
    size_t *before = rows[0], *previous = rows[1], *current = rows[2];
    for (size_t j = 0; j <= m; ++j) previous[j] = j;
    for (size_t i = 1; i <= n; ++i) {
        current[0] = i;
        for (size_t j = 1; j <= m; ++j) {
            size_t best = previous[j - 1] + (a[i - 1] != b[j - 1]);
            if (previous[j] + 1 < best) best = previous[j] + 1;
            if (current[j - 1] + 1 < best) best = current[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            current[j] = best;
        }
        size_t *oldest = before;
        before = previous;
        previous = current;
        current = oldest;
    }
    return previous[m];
}

const char *nearest_name(const char *wanted, const char *const *names, size_t count)
{
    const size_t n = strlen(wanted);
    if (n == 0 || n > MAX_NAME) return NULL;
    const char *best = NULL;
    size_t best_distance = (n < 3 ? 1 : n / 3) + 1;
    for (size_t i = 0; i < count; ++i) {
        const size_t m = strlen(names[i]);
        const size_t difference = n > m ? n - m : m - n;
        if (m > MAX_NAME || difference >= best_distance) continue;
        const size_t d = distance(wanted, n, names[i], m);
        if (d < best_distance) {
            best_distance = d;
            best = names[i];
        }
    }
    return best;
}
