/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "prune/segment.h"

/* The text of a program, segment by segment, divided by '|'. */
static const char *program_text(workbench *w, const segmentation *s, size_t program)
{
    const char *text = "";
    for (size_t i = 0; i < s->programs[program].count; ++i) {
        const segment *g = &s->segments[s->programs[program].items[i]];
        text = arena_printf(&w->arena, "%s%s%.*s", text, i ? "|" : "", (int)g->length, s->text.text + g->offset);
    }
    return text;
}

static uint32_t piece(pool *p, const source *s, const char *from, const char *to)
{
    const char *begin = strstr(s->text, from), *end = strstr(begin, to) + strlen(to);
    const text_range range = {.source = s, .begin = (size_t)(begin - s->text), .end = (size_t)(end - s->text)};
    return pool_add(p, &range, 1);
}

static void a_piece_is_stored_once(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const source *s = workbench_source(&w, "lib/a.cl", "int a;\nint b;\nint c;\n");
    pool *p = pool_new(&w.arena);
    const uint32_t a = piece(p, s, "int a", ";"), b = piece(p, s, "int b", ";"), c = piece(p, s, "int c", ";");
    pool_add_program(p, (uint32_t[]){a, b, c}, 3);
    pool_add_program(p, (uint32_t[]){a, c}, 2);
    segmentation r = pool_cut(p);
    assert_string_equal(program_text(&w, &r, 0), "#line 1 \"lib/a.cl\"\nint a;\n|#line 2 \"lib/a.cl\"\nint b;\n|"
                                                 "#line 3 \"lib/a.cl\"\nint c;\n");
    assert_string_equal(program_text(&w, &r, 1), "#line 1 \"lib/a.cl\"\nint a;\n|#line 3 \"lib/a.cl\"\nint c;\n");
    assert_int_equal(r.segment_count, 3);
    buffer_free(&r.text);
    workbench_end(&w);
}

static void pieces_that_always_stand_together_share_a_segment(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const source *s = workbench_source(&w, "a.cl", "int a; int b;\n\n\nint c;\n");
    pool *p = pool_new(&w.arena);
    const uint32_t a = piece(p, s, "int a", ";"), b = piece(p, s, "int b", ";"), c = piece(p, s, "int c", ";");
    pool_add_program(p, (uint32_t[]){a, c}, 2);
    pool_add_program(p, (uint32_t[]){b, a, c}, 3);
    segmentation r = pool_cut(p);
    assert_int_equal(r.segment_count, 2);
    assert_string_equal(program_text(&w, &r, 0), "#line 1 \"a.cl\"\nint a;\n\n\nint c;\n");
    assert_string_equal(program_text(&w, &r, 1), "#line 1 \"a.cl\"\nint b;\n|#line 1 \"a.cl\"\nint a;\n\n\nint c;\n");
    buffer_free(&r.text);
    workbench_end(&w);
}

/* A #line in a branch that a device skips does not count there. */
static void lines_are_set_again_behind_a_branch_that_may_be_skipped(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const source *s = workbench_source(
        &w, "a.cl", "#ifdef A\n#include \"b\"\n#else /* no\n*/\nint b;\n#endif\nint c;\n#if 1\n#endif\nint d;\n");
    const source *t = workbench_source(&w, "b", "int b;\n");
    const char *behind = strstr(s->text, "#else");
    const text_range ranges[] = {{.source = s, .end = 9},
                                 {.source = t, .end = t->length},
                                 {.source = s, .begin = (size_t)(behind - s->text), .end = s->length}};
    pool *p = pool_new(&w.arena);
    const uint32_t number = pool_add(p, ranges, 3);
    pool_add_program(p, &number, 1);
    segmentation r = pool_cut(p);
    assert_string_equal(
        program_text(&w, &r, 0),
        "#line 1 \"a.cl\"\n#ifdef A\n#line 1 \"b\"\nint b;\n#line 3 \"a.cl\"\n#else /* no\n*/\n#line 5 \"a.cl\"\n"
        "int b;\n#endif\n#line 7 \"a.cl\"\nint c;\n#if 1\n#endif\nint d;\n");
    buffer_free(&r.text);
    workbench_end(&w);
}

static void lines_say_what_the_users_line_said(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const source *s = workbench_source(&w, "a.cl", "int a;\nint b;\nint c;\n");
    const text_range ranges[] = {{.source = s, .end = 7},
                                 {.source = s, .begin = 7, .end = 14, .line_shift = 40},
                                 {.source = s, .begin = 14, .end = 21, .line_shift = 40, .line_name = "y"}};
    pool *p = pool_new(&w.arena);
    const uint32_t number = pool_add(p, ranges, 3);
    pool_add_program(p, &number, 1);
    segmentation r = pool_cut(p);
    assert_string_equal(program_text(&w, &r, 0),
                        "#line 1 \"a.cl\"\nint a;\n#line 42 \"a.cl\"\nint b;\n#line 43 \"y\"\nint c;\n");
    buffer_free(&r.text);
    workbench_end(&w);
}

static void letters_beyond_ascii_leave_comments_only(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const source *s = workbench_source(&w, "a.cl", "int \xC3\xBC; // \xC3\xBC\n/* \xC3\xBC */ int x; // \"\n");
    pool *p = pool_new(&w.arena);
    const text_range all = {.source = s, .end = s->length};
    const uint32_t number = pool_add(p, &all, 1);
    pool_add_program(p, &number, 1);
    segmentation r = pool_cut(p);
    assert_string_equal(program_text(&w, &r, 0), "#line 1 \"a.cl\"\nint \xC3\xBC; // __\n/* __ */ int x; // \"\n");
    buffer_free(&r.text);
    workbench_end(&w);
}

static void what_looks_like_a_comment_in_quotes_is_none(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    /* In strings and characters nothing opens a comment, a backslash keeps a quote, and the other quote is a letter. */
    static const char text[] =
        "char *s = \"// \xC3\xBC\", *t = \"\\\"/* \xC3\xBC\", *u = \"'\", c = '\"'; // \xC3\xBC\n"
        "int \xC3\xBC = '\\''; /* \xC3\xBC */\n";
    const source *s = workbench_source(&w, "a.cl", text);
    pool *p = pool_new(&w.arena);
    const text_range all = {.source = s, .end = s->length};
    const uint32_t number = pool_add(p, &all, 1);
    pool_add_program(p, &number, 1);
    segmentation r = pool_cut(p);
    assert_string_equal(program_text(&w, &r, 0),
                        "#line 1 \"a.cl\"\n"
                        "char *s = \"// \xC3\xBC\", *t = \"\\\"/* \xC3\xBC\", *u = \"'\", c = '\"'; // __\n"
                        "int \xC3\xBC = '\\''; /* __ */\n");
    buffer_free(&r.text);
    workbench_end(&w);
}

static void comments_end_where_a_compiler_ends_them(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    /* The slash and star that open a comment do not close it too; a mark that makes "?""?/" of "?/" would join lines.
     */
    const source *s =
        workbench_source(&w, "a.cl", "/*/ \" \xC3\xBC */ int \xC3\xBC;\n// \xC3\xBC?/\nint x; // \x1b[2J\n");
    pool *p = pool_new(&w.arena);
    const text_range all = {.source = s, .end = s->length};
    const uint32_t number = pool_add(p, &all, 1);
    pool_add_program(p, &number, 1);
    segmentation r = pool_cut(p);
    assert_string_equal(program_text(&w, &r, 0),
                        "#line 1 \"a.cl\"\n/*/ \" __ */ int \xC3\xBC;\n// __?/\nint x; // _[2J\n");
    buffer_free(&r.text);
    workbench_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_piece_is_stored_once),
        cmocka_unit_test(pieces_that_always_stand_together_share_a_segment),
        cmocka_unit_test(lines_are_set_again_behind_a_branch_that_may_be_skipped),
        cmocka_unit_test(lines_say_what_the_users_line_said),
        cmocka_unit_test(letters_beyond_ascii_leave_comments_only),
        cmocka_unit_test(what_looks_like_a_comment_in_quotes_is_none),
        cmocka_unit_test(comments_end_where_a_compiler_ends_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
