/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "../fuzz/json.h"
#include "base/json.h"

static const json *read_text(workbench *w, const char *text)
{
    return json_read(&w->arena, workbench_source(w, "a.json", text), &w->diagnostics);
}

static void values_are_what_is_written(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const json *v = read_text(&w, " {\"a\": [1, -2.5e+3, true, false, null, []], \"b\" : {\"c\": \"x\"}, \"b2\": {}} ");
    assert_non_null(v);
    assert_int_equal(v->kind, JSON_OBJECT);
    assert_int_equal(v->count, 3);
    const json *a = json_member(v, "a");
    assert_int_equal(a->count, 6);
    assert_string_equal(a->items[0].text, "1");
    assert_string_equal(a->items[1].text, "-2.5e+3");
    assert_int_equal(a->items[2].kind, JSON_TRUE);
    assert_int_equal(a->items[3].kind, JSON_FALSE);
    assert_int_equal(a->items[4].kind, JSON_NULL);
    assert_int_equal(a->items[5].kind, JSON_ARRAY);
    assert_string_equal(json_member(json_member(v, "b"), "c")->text, "x");
    assert_null(json_member(v, "d"));
    assert_null(json_member(a, "d"));
    assert_null(json_member(NULL, "d"));
    workbench_end(&w);
}

static void escapes_become_utf8(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const json *v = read_text(&w, "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\ud83d\\ude00\\u0000z\"");
    assert_non_null(v);
    assert_string_equal(v->text, "\"\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z");
    workbench_end(&w);
}

static void what_is_no_json_is_refused_at_its_place(void **state)
{
    static const char *const bad[][2] = {
        {"", "1:1: error: the text ends where a JSON value is expected"},
        {"{\"a\" 1}", "1:6: error: expected ':' after a member's name"},
        {"{a: 1}", "1:2: error: expected a member's name"},
        {"[1 2]", "1:4: error: expected ',' or ']'"},
        {"{\"a\": 1", "2:1: error: expected ',' or '}'"},
        {"[1,]", "1:4: error: expected a JSON value"},
        {"01", "1:3: error: a number starts with 0"},
        {"-", "1:2: error: expected a digit"},
        {"1.", "1:3: error: expected a digit"},
        {"1e", "1:3: error: expected a digit"},
        {"nul", "1:1: error: expected a JSON value"},
        {"1 2", "1:3: error: unexpected text after the JSON value"},
        {"\"a", "1:3: error: a string is not closed on its line, or holds a control character"},
        {"\"\\x\"", "1:3: error: unknown escape in a string"},
        {"\"\\u12g4\"", "1:6: error: expected four hexadecimal digits after \\u"},
        {"\"\\ud800\"", "1:8: error: half a character"},
        {"\"\\ud800\\u0041\"", "1:14: error: expected the second half of a surrogate pair"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        workbench w;
        workbench_start(&w);
        assert_null(read_text(&w, bad[i][0]));
        assert_string_equal(workbench_messages(&w), arena_printf(&w.arena, "a.json:%s\n", bad[i][1]));
        workbench_end(&w);
    }
}

static void depth_is_bounded_and_every_beginning_is_survived(void **state)
{
    static const char whole[] = "{\"a\": [1, -2.5e+3, true, null, {\"b\": \"\\u00e9\\ud83d\\ude00\"}], \"c\": {}}";
    char deep[200];
    workbench w;
    (void)state;
    workbench_start(&w);
    for (int depth = JSON_DEPTH; depth <= JSON_DEPTH + 1; ++depth) {
        memset(deep, '[', (size_t)depth);
        memset(deep + depth, ']', (size_t)depth);
        deep[2 * depth] = '\0';
        assert_int_equal(read_text(&w, deep) != NULL, depth == JSON_DEPTH);
    }
    for (size_t length = 0; length < sizeof whole - 1; ++length)
        assert_null(read_text(&w, arena_strndup(&w.arena, whole, length)));
    assert_non_null(read_text(&w, whole));
    workbench_end(&w);
}

/* The validator of the fuzz targets knows no fractions, and takes half a character: what it takes else is read. */
static void what_another_reader_takes_is_read(void **state)
{
    static const char whole[] = "{\"a\": [1, -25, true, null, {\"b\": \"\\n\\u00e9\"}], \"c\": {}}",
                      alphabet[] = "{}[]\",:\\u0e1-. \ntfn\x01\xC3";
    uint32_t random = 1;
    size_t valid = 0;
    (void)state;
    for (int i = 0; i < 30000; ++i) {
        workbench w;
        char text[sizeof whole];
        workbench_start(&w);
        memcpy(text, whole, sizeof whole);
        for (int changes = i % 4; changes >= 0; --changes) {
            random = random * 1664525u + 1013904223u;
            text[(random >> 8) % (sizeof whole - 1)] = alphabet[(random >> 24) % (sizeof alphabet - 1)];
        }
        const json *value = read_text(&w, text);
        assert_int_equal(value == NULL, w.diagnostics.errors == 1);
        if (json_is_valid(text, strlen(text)) && !strstr(text, "\\u")) {
            assert_non_null(value);
            ++valid;
        }
        workbench_end(&w);
    }
    assert_true(valid > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_what_is_written),
        cmocka_unit_test(escapes_become_utf8),
        cmocka_unit_test(what_is_no_json_is_refused_at_its_place),
        cmocka_unit_test(what_another_reader_takes_is_read),
        cmocka_unit_test(depth_is_bounded_and_every_beginning_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
