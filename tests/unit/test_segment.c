#include "support.h"

#include "program/segment.h"

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
    const text_range range = {s, (size_t)(begin - s->text), (size_t)(end - s->text)};
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

static void letters_beyond_ascii_leave_comments_only(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const source *s = workbench_source(&w, "a.cl", "int \xC3\xBC; // \xC3\xBC\n/* \xC3\xBC */ int x; // \"\n");
    pool *p = pool_new(&w.arena);
    const text_range all = {s, 0, s->length};
    const uint32_t number = pool_add(p, &all, 1);
    pool_add_program(p, &number, 1);
    segmentation r = pool_cut(p);
    assert_string_equal(program_text(&w, &r, 0), "#line 1 \"a.cl\"\nint \xC3\xBC; // ??\n/* ?? */ int x; // \"\n");
    buffer_free(&r.text);
    workbench_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_piece_is_stored_once),
        cmocka_unit_test(pieces_that_always_stand_together_share_a_segment),
        cmocka_unit_test(letters_beyond_ascii_leave_comments_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
