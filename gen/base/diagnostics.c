#include "base/diagnostics.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *const severity_names[] = {"note", "warning", "error"};

static size_t limit_of(const diagnostics *d)
{
    return d->limit ? d->limit : 200;
}

static void report(diagnostics *d, severity s, location where, const char *format, va_list args)
{
    if (s == SEVERITY_WARNING && d->strict) s = SEVERITY_ERROR;
    /* Past the limit nothing is kept, whatever the input does; notes belong to what is not shown either. */
    if (d->errors > limit_of(d)) {
        if (s == SEVERITY_ERROR) d->errors++;
        return;
    }
    va_list again;
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *message = arena_array(d->arena, (size_t)(length > 0 ? length : 0) + 1, 1);
    vsnprintf(message, (size_t)(length > 0 ? length : 0) + 1, format, args);

    /* One file takes part in many programs; what is wrong with it is said once. */
    d->seen.arena = d->arena;
    const char *key = arena_printf(d->arena, "%p:%zu:%d:%s", (const void *)where.source, where.offset, (int)s, message);
    void **seen = map_ats(&d->seen, key);
    if (*seen && s != SEVERITY_NOTE) return;
    *seen = d;

    if (s == SEVERITY_ERROR) d->errors++;
    if (s == SEVERITY_WARNING) d->warnings++;
    if (d->errors > limit_of(d)) return;
    d->items = arena_reserve(d->arena, d->items, d->count, &d->capacity, sizeof *d->items);
    d->items[d->count++] = (diagnostic){s, where, message};
}

#define REPORT(severity)                          \
    va_list args;                                 \
    va_start(args, format);                       \
    report(d, (severity), where, format, args);   \
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

/* The line with a caret below; control characters become blanks, so that hostile input cannot steer a terminal. */
static void print_excerpt(FILE *file, const source *s, position p)
{
    const size_t begin = s->lines[p.line - 1];
    size_t end = begin;
    while (end < s->length && s->text[end] != '\n') ++end;
    if (end == begin || end - begin > 200) return;
    fputs("  ", file);
    for (size_t i = begin; i < end; ++i) fputc((unsigned char)s->text[i] < 32 ? ' ' : s->text[i], file);
    fputs("\n  ", file);
    for (size_t i = begin; i < begin + p.column - 1; ++i)
        if (((unsigned char)s->text[i] & 0xC0) != 0x80) fputc(' ', file);
    fputs("^\n", file);
}

void diagnostics_print(const diagnostics *d, FILE *file)
{
    for (size_t i = 0; i < d->count; ++i) {
        const diagnostic *item = &d->items[i];
        if (item->where.source) {
            const position p = source_position(item->where.source, item->where.offset);
            fprintf(file, "%s:%zu:%zu: %s: %s\n", item->where.source->path, p.line, p.column,
                    severity_names[item->severity], item->message);
            print_excerpt(file, item->where.source, p);
        } else {
            fprintf(file, "clbundle: %s: %s\n", severity_names[item->severity], item->message);
        }
    }
    if (d->errors > limit_of(d))
        fprintf(file, "clbundle: error: %zu more errors not shown\n", d->errors - limit_of(d));
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
