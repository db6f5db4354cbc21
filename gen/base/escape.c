/* SPDX-License-Identifier: MIT */
#include "base/escape.h"

#include "base/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- C comments ---- */

static char last_byte(const buffer *out, size_t back)
{
    return out->length >= back ? out->text[out->length - back] : '\0';
}

static void add_comment_byte(buffer *out, char c)
{
    const char last = last_byte(out, 1);
    const bool ends = last == '*' && c == '/', opens = last == '/' && c == '*';
    const bool trigraph = last == '?' && last_byte(out, 2) == '?' && strchr("=/'()!<>-", c);
    if (ends || opens || trigraph) buffer_addc(out, ' ');
    buffer_addc(out, c);
}

void escape_comment(buffer *out, const char *indent, const char *text)
{
    for (size_t left = strlen(text); left;) {
        const size_t line = strcspn(text, "\n"), begin = out->length;
        buffer_adds(out, indent);
        for (size_t i = 0, used; i < line; i += used) {
            const int32_t c = utf8_decode(text + i, line - i, &used);
            if (c != '\t' && !utf8_is_shown(c)) add_comment_byte(out, '?');
            else if (used > 1) buffer_add(out, text + i, used);
            else add_comment_byte(out, text[i]);
        }
        /* A backslash at the end, blanks behind it or not, would join the next line. */
        while (out->length > begin && strchr(" \t\\", out->text[out->length - 1])) --out->length;
        buffer_addc(out, '\n');
        text += line + (line < left);
        left -= line + (line < left);
    }
}

/* ---- C strings ---- */

void escape_string(buffer *out, const char *text, size_t length)
{
    buffer_addc(out, '"');
    for (size_t i = 0; i < length; ++i) {
        const unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\') buffer_addc(out, '\\');
        if (c == '?' && last_byte(out, 1) == '?') buffer_addc(out, '\\'); /* no trigraphs */
        if (c == '\n') buffer_adds(out, "\\n");
        else if (c == '\t') buffer_adds(out, "\\t");
        else if (c < 32 || c >= 127) buffer_addf(out, "\\%03o", (unsigned)c); /* three digits: a fourth is text */
        else buffer_addc(out, (char)c);
    }
    buffer_addc(out, '"');
}

void escape_line_name(buffer *out, const char *name)
{
    buffer_addc(out, '"');
    for (size_t left = strlen(name), used; left; name += used, left -= used) {
        const int32_t c = utf8_decode(name, left, &used);
        const bool trigraph = c == '?' && last_byte(out, 1) == '?';
        if (c == '"' || c == '\\' || trigraph || !utf8_is_shown(c)) buffer_addc(out, '_');
        else buffer_add(out, name, used);
    }
    buffer_addc(out, '"');
}

/* ---- JSON ---- */

void escape_json(buffer *out, const char *text)
{
    buffer_addc(out, '"');
    for (size_t left = strlen(text), used; left; text += used, left -= used) {
        const int32_t c = utf8_decode(text, left, &used);
        if (c == '"' || c == '\\') buffer_addf(out, "\\%c", (char)c);
        else if (c < 0) buffer_adds(out, "\\ufffd");
        else if (utf8_is_shown(c)) buffer_add(out, text, used);
        else if (c < 0x10000) buffer_addf(out, "\\u%04x", (unsigned)c);
        else
            buffer_addf(out, "\\u%04x\\u%04x", 0xD800u + ((unsigned)(c - 0x10000) >> 10),
                        0xDC00u + ((unsigned)c & 0x3FF));
    }
    buffer_addc(out, '"');
}

/* ---- DOT and XML ---- */

/* The character at `text`, or U+FFFD where it is not shown, or is none of XML's. Returns its length in the text. */
static size_t add_shown(buffer *out, const char *text, size_t left)
{
    size_t used = 0;
    const int32_t c = utf8_decode(text, left, &used);
    if (utf8_is_shown(c) && c != 0xFFFE && c != 0xFFFF) buffer_add(out, text, used);
    else buffer_adds(out, "\xEF\xBF\xBD");
    return used;
}

void escape_dot(buffer *out, const char *text)
{
    buffer_addc(out, '"');
    for (size_t left = strlen(text), used; left; text += used, left -= used) {
        if (*text == '"' || *text == '\\') buffer_addc(out, '\\');
        used = add_shown(out, text, left);
    }
    buffer_addc(out, '"');
}

void escape_xml(buffer *out, const char *text)
{
    for (size_t left = strlen(text), used; left; text += used, left -= used) {
        const char *name = *text == '&'   ? "&amp;"
                           : *text == '<' ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '"' ? "&quot;"
                                          : NULL;
        used = 1;
        if (name) buffer_adds(out, name);
        else used = add_shown(out, text, left);
    }
}

/* ---- Make ---- */

/* The part of a path that GNU make and Ninja do not both accept, or NULL. Make expands a leading '~' and reads
 * `a(b)` as the member b of an archive; ';' begins a recipe; the quotes and '&' are Ninja's. */
static const char *unspeakable(const char *path)
{
    static const struct {
        char c;
        const char *name;
    } marks[] = {{'\n', "a line feed"},   {'\r', "a carriage return"},
                 {'\t', "a tab"},         {'"', "a '\"'"},
                 {'\'', "an apostrophe"}, {'&', "a '&'"},
                 {'*', "a '*'"},          {';', "a ';'"},
                 {'<', "a '<'"},          {'>', "a '>'"},
                 {'?', "a '?'"},          {'^', "a '^'"},
                 {'`', "a '`'"},          {'|', "a '|'"}};
    const size_t length = strlen(path);
    if (!length) return "nothing";
    for (size_t i = 0; i < length; ++i) {
        const char next = path[i + 1];
        for (size_t k = 0; k < sizeof marks / sizeof *marks; ++k)
            if (path[i] == marks[k].c) return marks[k].name;
        if ((unsigned char)path[i] < 32 || path[i] == 127) return "a control character";
        if (path[i] == '\\' && (next == '#' || next == ':')) return "a backslash before '#' or ':'";
    }
    switch (path[length - 1]) {
    case ' ': return "a blank at its end";
    case ':': return "a ':' at its end";
    case '\\': return "a backslash at its end";
    case ')':
        if (strchr(path, '(')) return "a ')' at its end";
    }
    return *path == '~' ? "a '~' at its beginning" : NULL;
}

const char *escape_make(buffer *out, const char *path)
{
    const char *what = unspeakable(path);
    for (; !what && *path; ++path) {
        if (*path == '\\') {
            /* Backslashes before a blank count twice; others stand for themselves. */
            const size_t run = strspn(path, "\\");
            for (size_t i = 0; path[run] == ' ' && i < run; ++i) buffer_addc(out, '\\');
            buffer_add(out, path, run);
            path += run - 1;
            continue;
        }
        if (*path == ' ' || *path == '#' || *path == ':') buffer_addc(out, '\\');
        if (*path == '$') buffer_addc(out, '$');
        buffer_addc(out, *path);
    }
    return what;
}

/* ---- terminals ---- */

void escape_terminal(buffer *out, const char *text, size_t length)
{
    for (size_t i = 0, used; i < length; i += used) {
        const int32_t c = utf8_decode(text + i, length - i, &used);
        if (c == '\t') buffer_addc(out, ' ');
        else if (utf8_is_shown(c)) buffer_add(out, text + i, used);
        else buffer_addc(out, '?');
    }
}
