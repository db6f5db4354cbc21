/* The file that --r-interface names.
 * Knows its lines; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "emit/r.h"

#include <ctype.h>
#include <string.h>

/* Behind the bracket that closes the one at `at`, or NULL. Quotes may hold brackets. */
static const char *behind_bracket(const char *at)
{
    size_t depth = 0;
    for (; *at; ++at) {
        if (*at == '"' || *at == '\'') {
            const char *end = strchr(at + 1, *at);
            if (!end) return NULL;
            at = end;
        } else if (*at == '(') {
            ++depth;
        } else if (*at == ')' && --depth == 0) {
            return at + 1;
        }
    }
    return NULL;
}

static bool read_function(arena *a, const char *text, r_function *f)
{
    const char *open = strchr(text, '('), *end = open ? behind_bracket(open) : NULL;
    if (!end || open == text) return false;
    f->name = arena_strndup(a, text, (size_t)(open - text));
    f->formals = arena_strndup(a, open + 1, (size_t)(end - open) - 2);
    while (*end == ' ') ++end;
    if (strncmp(end, "<-", 2) != 0) return false;
    for (end += 2; *end == ' ';) ++end;
    f->body = end;
    for (const char *c = f->name; *c; ++c)
        if (!isalnum((unsigned char)*c) && *c != '.' && *c != '_') return false;
    return *end != '\0';
}

r_function *r_read_interface(arena *a, const source *file, size_t *count, diagnostics *d)
{
    r_function *functions = arena_array(a, file->line_count + 1, sizeof *functions);
    *count = 0;
    for (size_t at = 0; at < file->length;) {
        const size_t begin = at;
        buffer text = {0};
        do {
            const size_t length = strcspn(file->text + at, "\n");
            buffer_add(&text, file->text + at, length);
            at += length + 1;
        } while (at < file->length && file->text[at] == ' ');
        if (text.length && text.text[0] != '#') {
            const char *kept = arena_strndup(a, text.text, text.length);
            functions[*count].where = (location){file, begin};
            if (read_function(a, kept, &functions[*count])) ++*count;
            else diagnose_error(d, (location){file, begin}, "not of the form 'name(arguments) <- expression'");
        }
        buffer_free(&text);
    }
    return functions;
}
