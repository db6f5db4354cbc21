/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "base/escape.h"

#include <stdio.h>
#include <stdlib.h>

/* A buffer's text, and the buffer begins again. */
static const char *take(workbench *w, buffer *out)
{
    const char *text = arena_strndup(&w->arena, out->text ? out->text : "", out->length);
    out->length = 0;
    return text;
}

static const char *comment(workbench *w, buffer *out, const char *text)
{
    escape_comment(out, " * ", text);
    return take(w, out);
}

static void nothing_ends_a_comment_or_begins_one(void **state)
{
    workbench w;
    buffer out = {0};
    (void)state;
    workbench_start(&w);
    assert_string_equal(comment(&w, &out, "x /*/ #include \"evil.h\" */* y"),
                        " * x / * / #include \"evil.h\" * / * y\n");
    assert_string_equal(comment(&w, &out, "*/*/*/"), " * * / * / * /\n");
    assert_string_equal(comment(&w, &out, "/\n*\n/\n*"), " * /\n * *\n * /\n * *\n");
    assert_string_equal(comment(&w, &out,
                                "*?"
                                "?/"),
                        " * *?? /\n");
    assert_string_equal(comment(&w, &out,
                                "what?"
                                "?!?"
                                "?'"),
                        " * what?? !?? '\n");
    assert_string_equal(comment(&w, &out,
                                "\x1b?"
                                "?/"),
                        " * ??? /\n");
    buffer_free(&out);
    workbench_end(&w);
}

static void lines_of_a_comment_are_not_joined(void **state)
{
    workbench w;
    buffer out = {0};
    (void)state;
    workbench_start(&w);
    assert_string_equal(comment(&w, &out, "*\\\n/\\ \t\\ \n\n  a\\b\n"), " * *\n * /\n *\n *   a\\b\n");
    assert_string_equal(comment(&w, &out, ""), "");
    buffer_free(&out);
    workbench_end(&w);
}

/* An empty line takes nothing away from what stands before it, which may be nothing at all. */
static void a_comment_leaves_the_text_before_it(void **state)
{
    workbench w;
    buffer out = {0};
    (void)state;
    workbench_start(&w);
    escape_comment(&out, "", " \t\n\\\na");
    assert_string_equal(take(&w, &out), "\n\na\n");
    buffer_adds(&out, "b \\\t");
    escape_comment(&out, " ", "\n");
    assert_string_equal(take(&w, &out), "b \\\t\n");
    buffer_free(&out);
    workbench_end(&w);
}

static void what_is_not_shown_reaches_no_comment_and_no_terminal(void **state)
{
    /* Bidirectional override and isolate, arabic letter mark, line separator, tag, byte order mark, C0, C1, DEL. */
    static const char *const hidden[] = {"\xE2\x80\xAE", "\xE2\x81\xA6", "\xD8\x9C", "\xE2\x80\xA8", "\xF3\xA0\x81\x81",
                                         "\xEF\xBB\xBF", "\x1b",         "\xC2\x9B", "\x7f"};
    workbench w;
    buffer out = {0};
    (void)state;
    workbench_start(&w);
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; ++i) {
        assert_string_equal(comment(&w, &out, arena_printf(&w.arena, "a%sb", hidden[i])), " * a?b\n");
        const char *text = arena_printf(&w.arena, "a%s[31mb", hidden[i]);
        escape_terminal(&out, text, strlen(text));
        assert_string_equal(take(&w, &out), "a?[31mb");
    }
    escape_terminal(&out, "a\nb\tc", 5);
    assert_string_equal(take(&w, &out), "a?b c");
    assert_string_equal(comment(&w, &out,
                                "Gr\xC3\xB6\xC3\x9F"
                                "e \xE2\x88\x91 \xF0\x9D\x9B\xBC"),
                        " * Gr\xC3\xB6\xC3\x9F"
                        "e \xE2\x88\x91 \xF0\x9D\x9B\xBC\n");
    buffer_free(&out);
    workbench_end(&w);
}

static void bytes_that_are_no_utf8_are_one_mark_each(void **state)
{
    static const char *const bad[] = {
        "\xC3", "\x80", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFE", "\xF0\x9D\x9B"};
    workbench w;
    buffer out = {0};
    (void)state;
    workbench_start(&w);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        const size_t n = strlen(bad[i]);
        char expected[64] = "\"a";
        escape_terminal(&out, arena_printf(&w.arena, "a%sb", bad[i]), n + 2);
        assert_int_equal(out.length, n + 2);
        assert_int_equal(strspn(take(&w, &out) + 1, "?"), n);
        escape_json(&out, arena_printf(&w.arena, "a%sb", bad[i]));
        for (size_t k = 0; k < n; ++k) strcat(expected, "\\ufffd");
        assert_string_equal(take(&w, &out), strcat(expected, "b\""));
    }
    buffer_free(&out);
    workbench_end(&w);
}

static void json_keeps_what_it_can_say(void **state)
{
    workbench w;
    buffer out = {0};
    (void)state;
    workbench_start(&w);
    escape_json(&out, "\"\\\n\t\x01\x7f\xC3\xA9\xE2\x80\xAE\xF3\xA0\x81\x81");
    assert_string_equal(take(&w, &out), "\"\\\"\\\\\\u000a\\u0009\\u0001\\u007f\xC3\xA9\\u202e\\udb40\\udc41\"");
    buffer_free(&out);
    workbench_end(&w);
}

static void drawings_hold_text_and_nothing_else(void **state)
{
    workbench w;
    buffer out = {0};
    (void)state;
    workbench_start(&w);
    escape_dot(&out, "a\"\\\n\xC3\xA9\x80;->");
    assert_string_equal(take(&w, &out), "\"a\\\"\\\\\xEF\xBF\xBD\xC3\xA9\xEF\xBF\xBD;->\"");
    escape_xml(&out, "<a b=\"c\">&\x01\xEF\xBF\xBE\xC3\xA9'");
    assert_string_equal(take(&w, &out), "&lt;a b=&quot;c&quot;&gt;&amp;\xEF\xBF\xBD\xEF\xBF\xBD\xC3\xA9'");
    buffer_free(&out);
    workbench_end(&w);
}

static void a_string_is_its_bytes(void **state)
{
    workbench w;
    buffer out = {0};
    (void)state;
    workbench_start(&w);
    escape_string(&out,
                  "a\"\\\n\t???"
                  "/\0"
                  "7\xC3\xA9\r",
                  14);
    assert_string_equal(take(&w, &out), "\"a\\\"\\\\\\n\\t?\\?\\?/\\0007\\303\\251\\015\"");
    buffer_free(&out);
    workbench_end(&w);
}

static void a_line_directive_holds_one_plain_name(void **state)
{
    workbench w;
    buffer out = {0};
    (void)state;
    workbench_start(&w);
    escape_line_name(&out, "a \"b\\\n\r?"
                           "?/c\xC3\xA9\xC3\xE2\x80\xAE.cl");
    assert_string_equal(take(&w, &out), "\"a _b___?_/c\xC3\xA9__.cl\"");
    buffer_free(&out);
    workbench_end(&w);
}

static void make_reads_a_path_or_it_is_refused(void **state)
{
    static const struct {
        const char *path, *rule; /* NULL: refused */
    } cases[] = {{"a/b.cl", "a/b.cl"},   {"a b", "a\\ b"},
                 {"a\\ b", "a\\\\\\ b"}, {"a\\b", "a\\b"},
                 {"$a", "$$a"},          {"a#b", "a\\#b"},
                 {"c:/d", "c\\:/d"},     {"a=%b", "a=%b"},
                 {"a(b).cl", "a(b).cl"}, {"\xC3\xA9", "\xC3\xA9"},
                 {"a\nb", NULL},         {"a\tb", NULL},
                 {"a;b", NULL},          {"a\\", NULL},
                 {"a ", NULL},           {"a:", NULL},
                 {"a\\#b", NULL},        {"~/a", NULL},
                 {"a(b)", NULL},         {"a'b", NULL},
                 {"a|b", NULL},          {"a*b", NULL},
                 {"\x1b", NULL},         {"", NULL}};
    workbench w;
    buffer out = {0};
    (void)state;
    workbench_start(&w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const char *what = escape_make(&out, cases[i].path);
        assert_int_equal(what == NULL, cases[i].rule != NULL);
        assert_string_equal(take(&w, &out), cases[i].rule ? cases[i].rule : "");
    }
    buffer_free(&out);
    workbench_end(&w);
}

/* Any bytes: one comment, as a reader of C sees it that knows trigraphs and joined lines. */
static void a_comment_of_any_bytes_is_one_comment(void **state)
{
    static const char alphabet[] = "*/\\?\n \t\"'=!\xC3\xA9\xE2\x80\xAEx";
    workbench w;
    buffer out = {0};
    unsigned seed = 1;
    (void)state;
    workbench_start(&w);
    for (int round = 0; round < 20000; ++round) {
        char text[13] = "";
        for (size_t i = 0; i < sizeof text - 1; ++i) {
            seed = seed * 1103515245u + 12345u;
            text[i] = alphabet[(seed >> 16) % (sizeof alphabet - 1)];
        }
        const char *written = comment(&w, &out, text);
        char joined[256];
        size_t n = 0;
        for (const char *c = written; *c; ++c) {
            joined[n++] = c[0] == '?' && c[1] == '?' && c[2] == '/' ? '\\' : *c;
            if (joined[n - 1] == '\\' && *c == '?') c += 2;
            if (*c == '\n' && n > 1 && joined[n - 2] == '\\') n -= 2;
        }
        joined[n] = '\0';
        assert_null(strstr(joined, "*/"));
        assert_null(strstr(joined, "/*"));
        if (round % 1000 == 0) arena_free(&w.arena);
    }
    buffer_free(&out);
    workbench_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_ends_a_comment_or_begins_one),
        cmocka_unit_test(lines_of_a_comment_are_not_joined),
        cmocka_unit_test(a_comment_leaves_the_text_before_it),
        cmocka_unit_test(what_is_not_shown_reaches_no_comment_and_no_terminal),
        cmocka_unit_test(bytes_that_are_no_utf8_are_one_mark_each),
        cmocka_unit_test(json_keeps_what_it_can_say),
        cmocka_unit_test(drawings_hold_text_and_nothing_else),
        cmocka_unit_test(a_string_is_its_bytes),
        cmocka_unit_test(a_line_directive_holds_one_plain_name),
        cmocka_unit_test(make_reads_a_path_or_it_is_refused),
        cmocka_unit_test(a_comment_of_any_bytes_is_one_comment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
