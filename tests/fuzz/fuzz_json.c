/* Fuzz target: the JSON reader, which takes manifests from anybody. It fails with one message. What the validator of
 * tests/fuzz/json.h takes must be read, but for halves of characters. A tree that is written is read again as it was.
 *
 * SPDX-License-Identifier: MIT */
#include "base/buffer.h"
#include "base/escape.h"
#include "base/json.h"

#include "json.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) abort();
}

/* The tree as a text again. */
static void write(const json *value, int depth, buffer *out)
{
    require(depth <= JSON_DEPTH);
    switch (value->kind) {
    case JSON_NULL: buffer_adds(out, "null"); return;
    case JSON_FALSE: buffer_adds(out, "false"); return;
    case JSON_TRUE: buffer_adds(out, "true"); return;
    case JSON_NUMBER: buffer_adds(out, value->text); return;
    case JSON_STRING: escape_json(out, value->text); return;
    case JSON_ARRAY:
    case JSON_OBJECT: break;
    }
    const bool object = value->kind == JSON_OBJECT;
    require(!value->count || value->items);
    buffer_addc(out, object ? '{' : '[');
    for (size_t i = 0; i < value->count; ++i) {
        if (i) buffer_addc(out, ',');
        if (object) {
            const json *first = json_member(value, value->names[i]);
            require(first && first <= &value->items[i]);
            escape_json(out, value->names[i]);
            buffer_addc(out, ':');
        }
        write(&value->items[i], depth + 1, out);
    }
    buffer_addc(out, object ? '}' : ']');
}

static bool same(const json *a, const json *b)
{
    if (a->kind != b->kind || a->count != b->count || strcmp(a->text, b->text) != 0) return false;
    for (size_t i = 0; i < a->count; ++i) {
        if (a->kind == JSON_OBJECT && strcmp(a->names[i], b->names[i]) != 0) return false;
        if (!same(&a->items[i], &b->items[i])) return false;
    }
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arena a = {0};
    diagnostics d = {.arena = &a, .limit = 20};
    source_set sources = {.arena = &a, .by_path.arena = &a};
    if (memchr(data, 0, size)) return 0;
    const char *text = arena_strndup(&a, (const char *)data, size);
    const json *value = json_read(&a, source_from_text(&sources, "a.json", text, size), &d);
    require((value == NULL) == (d.errors == 1) && d.errors <= 1);
    const bool escaped = strstr(text, "\\u") != NULL;
    require(value || escaped || !json_is_valid(text, size));
    if (value) {
        /* What is written is read again, and is the same from then on. */
        const json *trees[2] = {value, value};
        for (int i = 0; i < 2; ++i) {
            buffer out = {0};
            write(trees[i], 0, &out);
            const json *again =
                json_read(&a, source_from_text(&sources, i ? "c.json" : "b.json", out.text, out.length), &d);
            buffer_free(&out);
            require(again && !d.errors);
            if (i == 1) require(same(trees[1], again));
            else trees[1] = again;
        }
        bool ascii = !escaped;
        for (size_t i = 0; i < size; ++i) ascii &= data[i] < 0x80;
        require(!ascii || same(value, trees[1]));
    }
    arena_free(&a);
    return 0;
}
