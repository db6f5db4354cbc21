/* See lines.h.
 *
 * SPDX-License-Identifier: MIT */
#include "emit/lines.h"

#include "base/escape.h"
#include "cgen/writer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT_MAX = 60, WELL_FILLED = 60 };

/* A file that is being written. */
typedef struct printer {
    buffer *out;
    const char *file, *const *names;
    size_t line;         /* the number of the file's next line */
    size_t said;         /* the number that the compiler gives to that line */
    const char *said_of; /* and the file that the compiler names for it */
} printer;

static void end_line(printer *p)
{
    buffer_addc(p->out, '\n');
    ++p->line;
    ++p->said;
}

/* From here on, lines are those of `name` from `line` on. */
static void say(printer *p, const char *name, size_t line)
{
    if (p->said_of == name && p->said == line) return;
    /* The directive occupies a line; the next one is the line that it names. */
    buffer_addf(p->out, "#line %zu ", name == p->file ? p->line + 1 : line);
    escape_line_name(p->out, name);
    end_line(p);
    p->said = name == p->file ? p->line : line;
    p->said_of = name;
}

/* ---- breaking ---- */

/* A position where a line can be broken, or begins. */
typedef struct gap {
    size_t at;      /* the position of a blank; 0: there is none */
    unsigned depth; /* number of open brackets */
    unsigned macro; /* the outermost of them that holds a macro's arguments, where no directive may stand; or 0 */
} gap;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether the bracket at `at` opens the arguments of one of the runtime's macros. */
static bool opens_macro(const char *line, size_t at)
{
    size_t begin = at;
    while (begin > 0 && is_word(line[begin - 1])) --begin;
    return at - begin > 5 && strncmp(line + begin, "CLBN_", 5) == 0;
}

/* "*name" */
static bool is_declarator(const char *text)
{
    return *text == '*' && is_word(text[1]);
}

/* The best position before column `most` or, if there is none, the first one behind it: with the fewest open
 * brackets, then the last. */
static gap find_gap(const char *line, size_t length, gap begin, size_t most)
{
    gap best = {0};
    unsigned depth = begin.depth, macro = begin.macro;
    char quote = 0;
    for (size_t i = 0; i < length && (i <= most || !best.at); ++i) {
        const char c = line[i];
        if (quote) {
            if (c == '\\') ++i;
            else if (c == quote) quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '(' || c == '{' || c == '[') {
            ++depth;
            if (!macro && c == '(' && opens_macro(line, i)) macro = depth;
        } else if ((c == ')' || c == '}' || c == ']') && depth > 0) {
            if (macro == depth) macro = 0;
            --depth;
        } else if (c == ' ' && i > 0 && !is_declarator(line + i + 1) &&
                   (best.at < WELL_FILLED || depth <= best.depth)) {
            best = (gap){i, depth, macro};
        }
    }
    return best;
}

static void add_blanks(printer *p, size_t count)
{
    for (size_t i = 0; i < count; ++i) buffer_addc(p->out, ' ');
}

/* A line without its mark and line feed. If it is broken, each piece belongs to the same line of `name`; NULL: the
 * line is generated text. */
static void add_line(printer *p, const char *line, size_t length, const char *name, size_t number)
{
    size_t indent = 0;
    while (indent < length && line[indent] == ' ') ++indent;
    line += indent;
    length -= indent;
    if (indent > INDENT_MAX) indent = INDENT_MAX;
    const bool whole = length > 0 && *line == '#', comment = length > 1 && *line == '*' && line[1] == ' ';
    gap g = {0};
    for (bool first = true;; first = false) {
        const char *lead = first ? "" : comment ? "* " : "    ";
        const size_t room = LINES_MAX - indent - strlen(lead);
        if (whole || length <= room) g.at = 0;
        else g = find_gap(line, length, g, room);
        add_blanks(p, indent);
        buffer_adds(p->out, lead);
        buffer_add(p->out, line, g.at ? g.at : length);
        end_line(p);
        if (!g.at) return;
        line += g.at + 1;
        length -= g.at + 1;
        if (name && !g.macro) say(p, name, number);
    }
}

/* Whether the line has only brackets and labels, which produce no code. */
static bool is_bare(const char *line, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        if (line[i] != ' ' && line[i] != '{' && line[i] != '}' && line[i] != ';') return false;
    return true;
}

void lines_add(const buffer *text, const char *file, const char *const *names, buffer *out)
{
    printer p = {.out = out, .file = file, .names = names, .line = 1, .said_of = file};
    for (size_t i = 0; i < out->length; ++i) p.line += out->text[i] == '\n';
    p.said = p.line;
    for (const char *at = text->text, *end; at && *at; at = end + 1) {
        const char *name = NULL;
        unsigned long number = 0;
        if (*at == WRITE_MARK) {
            char *rest;
            number = strtoul(at + 1, &rest, 10);
            name = names[strtoul(rest + 1, &rest, 10)];
            at = rest + 1;
        }
        end = strchr(at, '\n');
        if (!end) end = at + strlen(at);
        const size_t length = (size_t)(end - at);
        if (!is_bare(at, length)) {
            if (name) say(&p, name, number);
            else if (p.said_of != file) say(&p, file, 0);
        }
        add_line(&p, at, length, name, number);
        if (!*end) break;
    }
    if (p.said_of != file) say(&p, file, 0);
}
