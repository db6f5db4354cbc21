/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "library/annotation.h"
#include "library/spec_constant.h"

static annotations read_text(workbench *w, const char *text)
{
    return annotations_read(&w->arena, workbench_source(w, "a.cl", text), &w->diagnostics);
}

/* The values of a tag of a block, joined by '|'; "none" if the tag is not there. */
static const char *joined(workbench *w, const annotation_block *block, const char *tag)
{
    size_t count = 0;
    const annotation *found = NULL;
    const annotation_value *values = annotation_values(&w->arena, block, tag, &count, &found);
    const char *text = "";
    if (!found) return "none";
    for (size_t i = 0; i < count; ++i) text = arena_printf(&w->arena, "%s%s%s", text, i ? "|" : "", values[i].text);
    return text;
}

static void values_lose_their_blanks(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a = read_text(&w, "//   @provides :  a ,b,\tc  \nint x;\n");
    assert_string_equal(joined(&w, &a.blocks[0], "provides"), "a|b|c");
    assert_int_equal(w.diagnostics.count, 0);
    workbench_end(&w);
}

static void dependency_tags_need_no_colon_before_single_words(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a = read_text(
        &w, "// @provides x\n// @depends dpq_prelude , b,\n// c\n// @include: p\n// @library_deps nmath\nint x;\n");
    assert_string_equal(joined(&w, &a.blocks[0], "provides"), "x");
    assert_string_equal(joined(&w, &a.blocks[0], "depends"), "dpq_prelude|b|c");
    assert_string_equal(joined(&w, &a.blocks[0], "include"), "p");
    assert_string_equal(joined(&w, &a.blocks[0], "library_deps"), "nmath");
    assert_int_equal(w.diagnostics.count, 0);
    workbench_end(&w);
}

static void none_is_an_empty_list_of_names(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a =
        read_text(&w, "// @library_deps: (none)\n// @depends: none\n// @depends_nmath (none)\n// @provides: none, x\n"
                      "// @mine: none\nint x;\n");
    assert_string_equal(joined(&w, &a.blocks[0], "library_deps"), "");
    assert_string_equal(joined(&w, &a.blocks[0], "depends"), "");
    assert_string_equal(joined(&w, &a.blocks[0], "depends_nmath"), "");
    assert_string_equal(joined(&w, &a.blocks[0], "provides"), "none|x");
    assert_string_equal(joined(&w, &a.blocks[0], "mine"), "none");
    assert_int_equal(w.diagnostics.count, 0);
    workbench_end(&w);
}

static void a_trailing_comma_goes_on_in_the_next_comment_line(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a = read_text(&w, "// @depends: a,\n//   b, c,\n// d\n// not a value\nint x;\n");
    assert_string_equal(joined(&w, &a.blocks[0], "depends"), "a|b|c|d");
    workbench_end(&w);
}

static void constants_have_types_defaults_and_rules(void **state)
{
    workbench w;
    size_t count = 0;
    (void)state;
    workbench_start(&w);
    const annotations a = read_text(&w, "// @constant WG: int = 64 in 32,64 , 128\n// @constant S "
                                        ":ulong=0xFFFFFFFFFFFFFFFF\n\nint x;\n"
                                        "// @constant F: float = -0.1 in -1..0x1p0\n__kernel void k(void) {}\n");
    const spec_constant *all = spec_constants_read(&w.arena, &a, &count, &w.diagnostics);
    assert_int_equal(w.diagnostics.count, 0);
    assert_int_equal(count, 3);
    assert_int_equal(all[0].rule, CLB_CONSTANT_LIST);
    assert_int_equal(all[0].value_count, 3);
    assert_int_equal(all[0].listed, 1);
    assert_string_equal(spec_constant_definition(&w.arena, &all[0]), "WG=64");
    assert_string_equal(spec_constant_text(&w.arena, &all[0]), "WG = 64");
    assert_int_equal(all[1].rule, CLB_CONSTANT_ANY);
    assert_true(all[1].values[0] == UINT64_MAX);
    assert_string_equal(spec_constant_definition(&w.arena, &all[1]), "S=__clb_constant_S");
    assert_string_equal(spec_constant_text(&w.arena, &all[1]), "S = 18446744073709551615");
    assert_int_equal(all[2].rule, CLB_CONSTANT_RANGE);
    assert_string_equal(spec_constant_value(&w.arena, CLB_CONSTANT_FLOAT, all[2].values[1]), "-1");
    assert_true(spec_constant_equal(&all[1], &all[1]) && !spec_constant_equal(&all[0], &all[1]));
    workbench_end(&w);
}

static void literals_of_constants_keep_value_and_type(void **state)
{
    static const struct {
        const char *text, *definition;
    } cases[] = {
        {"long = -9223372036854775808 in -9223372036854775808", "K=(-9223372036854775807L-1)"},
        {"int = -5 in -5", "K=(-4-1)"},
        {"uint = 7 in 7", "K=7u"},
        {"ulong = 18446744073709551615 in 18446744073709551615", "K=18446744073709551615UL"},
        {"bool = true in true", "K=1"},
        {"double = -0.5 in -0.5", "K=(-0x1p-1)"},
        {"float = 0.1 in 0.1", "K=0x1.99999ap-4f"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        workbench w;
        size_t count = 0;
        workbench_start(&w);
        const annotations a = read_text(&w, arena_printf(&w.arena, "// @constant K: %s\nint x;\n", cases[i].text));
        const spec_constant *all = spec_constants_read(&w.arena, &a, &count, &w.diagnostics);
        assert_int_equal(count, 1);
        assert_string_equal(spec_constant_definition(&w.arena, &all[0]), cases[i].definition);
        workbench_end(&w);
    }
}

static void a_blank_line_ends_a_list(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a = read_text(&w, "// @depends: a,\n\n// b\n");
    assert_string_equal(joined(&w, &a.blocks[0], "depends"), "a");
    workbench_end(&w);
}

static void repeated_tags_add_up(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a =
        read_text(&w, "// @depends: a\n// text\n\n/* block\n// @depends: hidden\n*/\n// @depends: b\n");
    assert_string_equal(joined(&w, &a.blocks[0], "depends"), "a|b");
    workbench_end(&w);
}

static void byte_order_mark_and_crlf_do_not_count(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a = read_text(&w, "\xEF\xBB\xBF// @depends: a,\r\n// b\r\n// @provides: \xC3\xBC\r\nint x;\r\n");
    assert_string_equal(joined(&w, &a.blocks[0], "depends"), "a|b");
    assert_string_equal(joined(&w, &a.blocks[0], "provides"), "\xC3\xBC");
    workbench_end(&w);
}

static void the_colon_may_not_be_left_out_before_prose(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a = read_text(&w, "// @depends\n// @provides the x\n// @author Somebody Else\n");
    assert_string_equal(joined(&w, &a.blocks[0], "depends"), "");
    assert_string_equal(joined(&w, &a.blocks[0], "provides"), "none");
    assert_string_equal(workbench_messages(&w),
                        "a.cl:2:14: error: expected ':' after '@provides': write `// @provides: value, value`\n");
    workbench_end(&w);
}

static void a_string_opens_no_comment_and_ends_at_its_quote(void **state)
{
    static const struct {
        const char *code;
        bool open;
    } cases[] = {{"char c[] = \"/*\";", false},
                 {"char c[] = \"\\\"/*\";", false},
                 {"char c = '\\'', d[] = \"/*\";", false},
                 {"char c[] = \"'\", d[] = \"/*\";", false},
                 {"char c[] = \"\\\\\"; /*", true},
                 {"char c = '\"'; /*", true},
                 {"char c[] = \"a\"; /* \"", true},
                 {"char c[] = \"ab\"; /* \" */", false},
                 {"/* \" */ /*", true},
                 {"/* // */ /**/ /*/ */", false},
                 {"/*/", true},
                 {"x /**/ / /* */", false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        workbench w;
        workbench_start(&w);
        const char *text = arena_printf(&w.arena, "%s\n// @range: n\n__kernel void f();\n", cases[i].code);
        const annotations a = read_text(&w, text);
        const char *range = a.count ? joined(&w, &a.blocks[a.count - 1], "range") : "none";
        if (strcmp(range, cases[i].open ? "none" : "n") != 0) fail_msg("%s: %s", cases[i].code, range);
        workbench_end(&w);
    }
}

static void a_tag_behind_the_code_belongs_to_the_kernel_below_it(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a =
        read_text(&w, "// @range: n\nint x;\n\n// words\n// @range: m, min(k, 2)\n__kernel void f();\n");
    assert_int_equal(a.count, 2);
    assert_string_equal(joined(&w, &a.blocks[0], "range"), "n");
    assert_string_equal(joined(&w, &a.blocks[1], "range"), "m|min(k, 2)");
    assert_int_equal(w.diagnostics.count, 0);
    workbench_end(&w);
}

static void a_tag_behind_the_code_that_is_above_nothing_is_warned_of(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    read_text(&w, "int x;\n// @depends: a\n\nint y;\n");
    assert_non_null(strstr(workbench_messages(&w), "a.cl:2:4: warning: '@depends' comes after the first line of code"));
    workbench_end(&w);
}

static void an_argument_has_a_subject(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a = read_text(&w, "// @arg X: in l1*l2\n");
    assert_int_equal(a.blocks[0].count, 1);
    assert_string_equal(a.blocks[0].items[0].subject, "X");
    assert_string_equal(a.blocks[0].items[0].values[0].text, "in l1*l2");
    workbench_end(&w);
}

static void licence_and_comment_are_kept(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const annotations a = read_text(&w, "// What it is.\n// @provides: a\n// More.\n// SPDX-License-Identifier: MIT\n");
    assert_string_equal(a.comment, "What it is.\nMore.");
    assert_string_equal(a.licence, "MIT");
    workbench_end(&w);
}

static const char *messages_of(workbench *w, const char *text)
{
    (void)read_text(w, text);
    return workbench_messages(w);
}

static void a_misspelt_tag_names_the_one_that_was_meant(void **state)
{
    static const char *const near[][2] = {
        {"rang", "range"},
        {"args", "arg"},
        {"agr", "arg"},
        {"provide", "provides"},
        {"locl", "local"},
        {"gpu_rnage", "gpu_range"},
        {"depend_nmath", "depends_nmath"},
        {"call_m", "calls_m"},
        {"all_depend_x", "all_depends_x"},
        {"librarydeps", "library_deps"},
        {"splt", "split"},
    };
    static const char *const own[] = {"mine",          "note",   "author", "org",           "target",
                                      "source_origin", "x",      "format", "uses_nmath",    "brief",
                                      "param",         "return", "detail", "depends_nmath", "all_depends_nmath_count"};
    (void)state;
    for (size_t i = 0; i < sizeof near / sizeof *near; ++i) {
        workbench w;
        workbench_start(&w);
        const char *said = messages_of(&w, arena_printf(&w.arena, "// @%s: x\nint x;\n", near[i][0]));
        assert_string_equal(said, arena_printf(&w.arena, "a.cl:1:4: error: unknown tag '@%s'; did you mean '@%s'?\n",
                                               near[i][0], near[i][1]));
        workbench_end(&w);
    }
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i) {
        workbench w;
        workbench_start(&w);
        assert_string_equal(messages_of(&w, arena_printf(&w.arena, "// @%s: x\nint x;\n", own[i])), "");
        workbench_end(&w);
    }
}

static void a_tag_in_a_block_comment_gets_a_warning(void **state)
{
    workbench w;
    (void)state;
    workbench_start(&w);
    const char *said = messages_of(
        &w, "/* @range: n */\n/*\n * @arg x: in n\n ** @depends_m : a\n @mine: n\n text @range: n\n * @range\n"
            " * @arg x is prose\n */ int x; /* @local: 3 */\n");
    assert_string_equal(
        said, "a.cl:1:4: warning: '@range' is in a block comment and is ignored; write `// @range: ...`\n"
              "a.cl:3:4: warning: '@arg' is in a block comment and is ignored; write `// @arg: ...`\n"
              "a.cl:4:5: warning: '@depends_m' is in a block comment and is ignored; write `// @depends_m: ...`\n");
    workbench_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_misspelt_tag_names_the_one_that_was_meant),
        cmocka_unit_test(a_tag_in_a_block_comment_gets_a_warning),
        cmocka_unit_test(values_lose_their_blanks),
        cmocka_unit_test(dependency_tags_need_no_colon_before_single_words),
        cmocka_unit_test(none_is_an_empty_list_of_names),
        cmocka_unit_test(a_trailing_comma_goes_on_in_the_next_comment_line),
        cmocka_unit_test(constants_have_types_defaults_and_rules),
        cmocka_unit_test(literals_of_constants_keep_value_and_type),
        cmocka_unit_test(a_blank_line_ends_a_list),
        cmocka_unit_test(repeated_tags_add_up),
        cmocka_unit_test(byte_order_mark_and_crlf_do_not_count),
        cmocka_unit_test(the_colon_may_not_be_left_out_before_prose),
        cmocka_unit_test(a_string_opens_no_comment_and_ends_at_its_quote),
        cmocka_unit_test(a_tag_behind_the_code_belongs_to_the_kernel_below_it),
        cmocka_unit_test(a_tag_behind_the_code_that_is_above_nothing_is_warned_of),
        cmocka_unit_test(an_argument_has_a_subject),
        cmocka_unit_test(licence_and_comment_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
