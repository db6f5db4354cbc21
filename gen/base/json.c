/* SPDX-License-Identifier: MIT */
#include "base/json.h"

#include "base/buffer.h"

#include <string.h>

typedef struct reader {
    arena *arena;
    const source *source;
    diagnostics *diagnostics;
    size_t at;
    int depth;
    bool failed;
} reader;

static void fail(reader *r, const char *message)
{
    if (!r->failed) diagnose_error(r->diagnostics, (location){r->source, r->at}, "%s", message);
    r->failed = true;
}

static char next(reader *r)
{
    while (r->source->text[r->at] && strchr(" \t\r\n", r->source->text[r->at])) ++r->at;
    return r->source->text[r->at];
}

static bool accept(reader *r, char wanted)
{
    if (next(r) != wanted) return false;
    ++r->at;
    return true;
}

static bool accept_word(reader *r, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(r->source->text + r->at, word, length) != 0) return false;
    r->at += length;
    return true;
}

/* Four hexadecimal digits. */
static unsigned unit_of(reader *r)
{
    unsigned value = 0;
    for (int i = 0; i < 4; ++i, ++r->at) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char c = r->source->text[r->at];
        const char *digit = c ? strchr(digits, c) : NULL;
        if (!digit) {
            fail(r, "expected four hexadecimal digits after \\u");
            return 0;
        }
        const unsigned n = (unsigned)(digit - digits);
        value = value * 16 + (n < 16 ? n : n - 6);
    }
    return value;
}

static void add_character(buffer *out, unsigned c)
{
    if (c >= 0x80) {
        const int more = c >= 0x10000 ? 3 : c >= 0x800 ? 2 : 1;
        static const unsigned first[] = {0, 0xC0, 0xE0, 0xF0};
        buffer_addc(out, (char)(first[more] | c >> (6 * more)));
        for (int i = more - 1; i >= 0; --i) buffer_addc(out, (char)(0x80 | (c >> (6 * i) & 0x3F)));
    } else if (c) {
        buffer_addc(out, (char)c); /* a NUL is left out: the text is a C string */
    }
}

static void add_escape(reader *r, buffer *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char c = r->source->text[r->at];
    const char *simple = c ? strchr(from, c) : NULL;
    if (simple) {
        buffer_addc(out, to[simple - from]);
        ++r->at;
    } else if (c == 'u') {
        ++r->at;
        unsigned value = unit_of(r);
        if (value >= 0xD800 && value < 0xDC00 && accept_word(r, "\\u")) {
            const unsigned low = unit_of(r);
            if (low < 0xDC00 || low > 0xDFFF) fail(r, "expected the second half of a surrogate pair");
            value = 0x10000 + ((value - 0xD800) << 10) + (low & 0x3FF);
        } else if (value >= 0xD800 && value < 0xE000) {
            fail(r, "half a character");
        }
        if (!r->failed) add_character(out, value);
    } else {
        fail(r, "unknown escape in a string");
    }
}

/* Behind the quote that opens it. */
static const char *read_string(reader *r)
{
    buffer out = {0};
    const char *text = r->source->text;
    while (!r->failed && text[r->at] != '"') {
        if ((unsigned char)text[r->at] < ' ')
            fail(r, "a string is not closed on its line, or holds a control character");
        else if (text[r->at] == '\\') ++r->at, add_escape(r, &out);
        else buffer_addc(&out, text[r->at++]);
    }
    ++r->at;
    const char *copy = arena_strndup(r->arena, out.text ? out.text : "", out.length);
    buffer_free(&out);
    return copy;
}

static size_t digits(reader *r)
{
    const size_t count = strspn(r->source->text + r->at, "0123456789");
    r->at += count;
    if (!count) fail(r, "expected a digit");
    return count;
}

static const char *read_number(reader *r)
{
    const size_t begin = r->at;
    const char *text = r->source->text;
    if (text[r->at] == '-') ++r->at;
    const bool zero = text[r->at] == '0';
    if (digits(r) > 1 && zero) fail(r, "a number starts with 0");
    if (text[r->at] == '.') ++r->at, digits(r);
    if (text[r->at] == 'e' || text[r->at] == 'E') {
        ++r->at;
        if (text[r->at] == '+' || text[r->at] == '-') ++r->at;
        digits(r);
    }
    return arena_strndup(r->arena, text + begin, r->at - begin);
}

static json read_value(reader *r);

static void read_list(reader *r, json *list, char close)
{
    const bool object = list->kind == JSON_OBJECT;
    size_t names = 0;
    ++r->at;
    if (++r->depth > JSON_DEPTH) fail(r, "arrays and objects nest deeper than 64");
    if (accept(r, close)) {
        --r->depth;
        return;
    }
    do {
        if (object) {
            if (!accept(r, '"')) fail(r, "expected a member's name");
            const char *name = r->failed ? "" : read_string(r);
            list->names = arena_reserve(r->arena, list->names, list->count, &names, sizeof *list->names);
            list->names[list->count] = name;
            if (!r->failed && !accept(r, ':')) fail(r, "expected ':' after a member's name");
        }
        list->items = arena_reserve(r->arena, list->items, list->count, &list->capacity, sizeof *list->items);
        list->items[list->count++] = read_value(r);
    } while (!r->failed && accept(r, ','));
    if (!r->failed && !accept(r, close)) fail(r, object ? "expected ',' or '}'" : "expected ',' or ']'");
    --r->depth;
}

static json read_value(reader *r)
{
    json value = {.kind = JSON_NULL, .text = ""};
    if (r->failed) return value;
    const char c = next(r);
    value.offset = r->at;
    if (c == '{' || c == '[') {
        value.kind = c == '{' ? JSON_OBJECT : JSON_ARRAY;
        read_list(r, &value, c == '{' ? '}' : ']');
    } else if (c == '"') {
        ++r->at;
        value.kind = JSON_STRING;
        value.text = read_string(r);
    } else if (c == '-' || (c >= '0' && c <= '9')) {
        value.kind = JSON_NUMBER;
        value.text = read_number(r);
    } else if (accept_word(r, "true")) {
        value.kind = JSON_TRUE;
    } else if (accept_word(r, "false")) {
        value.kind = JSON_FALSE;
    } else if (!accept_word(r, "null")) {
        fail(r, c ? "expected a JSON value" : "the text ends where a JSON value is expected");
    }
    return value;
}

const json *json_read(arena *a, const source *s, diagnostics *d)
{
    reader r = {.arena = a, .source = s, .diagnostics = d};
    json *value = ARENA_NEW(a, json);
    *value = read_value(&r);
    if (!r.failed && next(&r)) fail(&r, "unexpected text after the JSON value");
    return r.failed ? NULL : value;
}

const json *json_member(const json *value, const char *name)
{
    for (size_t i = 0; value && value->kind == JSON_OBJECT && i < value->count; ++i)
        if (strcmp(value->names[i], name) == 0) return &value->items[i];
    return NULL;
}
