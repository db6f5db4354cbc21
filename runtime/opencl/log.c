/* Build logs with the original files and lines. Every segment of a program starts with a #line, and most drivers use
 * it. For those that count the lines of the whole program instead, "NAME:LINE:COLUMN:" and "(LINE:COLUMN)" are looked
 * up here. Text in, text out; knows nothing about OpenCL.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

#include <stdlib.h>
#include <string.h>

/* The origin of a line of the program. */
typedef struct origin {
    const char *file; /* not NUL-terminated; NULL before the first #line */
    size_t file_length;
    size_t line;
} origin;

typedef struct text {
    char *bytes;
    size_t length, capacity;
    bool failed;
} text;

static void add(text *t, const char *bytes, size_t length)
{
    if (t->failed) return;
    if (length >= t->capacity - t->length) {
        const size_t capacity = (t->length + length + 1) * 2;
        char *grown = realloc(t->bytes, capacity);
        if (!grown) {
            t->failed = true;
            return;
        }
        t->bytes = grown;
        t->capacity = capacity;
    }
    if (length > 0) memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
    t->bytes[t->length] = '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits at `at`; returns what follows them, or NULL. */
static const char *read_digits(const char *at, const char *end, size_t *value)
{
    const char *start = at;
    *value = 0;
    for (; at < end && is_digit(*at) && *value < 100000000; at++) *value = *value * 10 + (size_t)(*at - '0');
    return at > start && (at == end || !is_digit(*at)) ? at : NULL;
}

/* `#line N "FILE"` */
static bool read_marker(const char *line, const char *end, origin *marker)
{
    static const char directive[] = "#line ";
    const size_t length = sizeof directive - 1;
    if ((size_t)(end - line) < length || memcmp(line, directive, length) != 0) return false;
    const char *at = read_digits(line + length, end, &marker->line);
    if (!at || end - at < 3 || at[0] != ' ' || at[1] != '"') return false;
    marker->file = at + 2;
    const char *close = memchr(marker->file, '"', (size_t)(end - marker->file));
    if (!close) return false;
    marker->file_length = (size_t)(close - marker->file);
    return true;
}

static const char *line_end(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end : line + strlen(line);
}

/* The origin of the wanted line (from 1) of the program. */
static bool find_origin(const char *source, size_t wanted, origin *found)
{
    origin current = {0};
    size_t number = 1;
    for (const char *line = source; *line; number++) {
        const char *end = line_end(line);
        origin marker;
        if (read_marker(line, end, &marker)) {
            current = marker; /* names the line behind it */
        } else {
            if (number == wanted) {
                *found = current;
                return current.file != NULL;
            }
            current.line++;
        }
        line = *end ? end + 1 : end;
    }
    return false;
}

static bool names_a_file(const char *log, const char *source)
{
    for (const char *line = source; *line;) {
        const char *end = line_end(line);
        origin marker;
        if (read_marker(line, end, &marker) && marker.file_length > 0) {
            for (const char *at = log; (at = strchr(at, marker.file[0])) != NULL; at++)
                if (strncmp(at, marker.file, marker.file_length) == 0) return true;
        }
        line = *end ? end + 1 : end;
    }
    return false;
}

/* The first "LINE:COLUMN" that stands as a location does: from *start (with the name in front of it) to *stop. */
static bool find_location(const char *line, const char *end, const char **start, const char **stop, size_t *number,
                          const char **column)
{
    for (const char *at = line; at < end; at++) {
        if (*at != ':' && *at != '(') continue;
        size_t ignored;
        const char *colon = read_digits(at + 1, end, number);
        if (!colon || colon == end || *colon != ':') continue;
        const char *after = read_digits(colon + 1, end, &ignored);
        if (!after || after == end || *after != (*at == '(' ? ')' : ':')) continue;
        *start = at;
        if (*at == ':')
            while (*start > line && (*start)[-1] != ' ' && (*start)[-1] != '\t') (*start)--;
        *stop = *at == '(' ? after + 1 : after;
        *column = colon;
        return true;
    }
    return false;
}

static void add_line(text *out, const char *line, const char *end, const char *source)
{
    const char *start, *stop, *column;
    size_t number;
    origin from;
    if (find_location(line, end, &start, &stop, &number, &column) && find_origin(source, number, &from)) {
        char digits[24];
        size_t at = sizeof digits;
        for (size_t rest = from.line; at > 1 && (rest > 0 || at == sizeof digits); rest /= 10)
            digits[--at] = (char)('0' + rest % 10);
        digits[--at] = ':';
        add(out, line, (size_t)(start - line));
        add(out, from.file, from.file_length);
        add(out, digits + at, sizeof digits - at);
        add(out, column, (size_t)(stop - column) - (*start == '(' ? 1u : 0u));
        line = stop;
    }
    add(out, line, (size_t)(end - line));
}

char *clbi_cl_log_translate(const clb_bundle *bundle, uint32_t program, char *log)
{
    char *source = NULL;
    text out = {0};
    uint32_t kernel = 0;
    while (kernel < bundle->kernel_count && bundle->kernels[kernel].program != program) kernel++;
    if (kernel == bundle->kernel_count || clb_program_source(bundle, kernel, &source, NULL, NULL) != CLB_OK) return log;
    if (names_a_file(log, source)) goto end;
    for (const char *line = log; *line;) {
        const char *end = line_end(line);
        add_line(&out, line, end, source);
        if (*end) add(&out, "\n", 1);
        line = *end ? end + 1 : end;
    }
    if (!out.failed && out.bytes) {
        free(log);
        log = out.bytes;
        out.bytes = NULL;
    }
end:
    free(out.bytes);
    free(source);
    return log;
}
