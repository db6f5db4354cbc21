/* Names in the generated C: which are free, and which are chosen where they are not.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include "base/name.h"

static void names_of_c_and_of_this_tool_are_taken(void **state)
{
    static const char *const taken[] = {"int",     "class", "and_eq", "xor_eq", "I",     "BUFSIZ",   "int8_t",
                                        "wchar_t", "errno", "near",   "clb",    "clb_x", "clbundle", "CLB",
                                        "CLB_X",   "__x",   "_X",     "_Z",     "__",    "\xC3\xA4", "a\xC3\xA4"};
    static const char *const free_[] = {"a",   "A",   "_",    "_x",   "_0", "x__",  "cl", "CL",
                                        "cLb", "Clb", "cl_b", "ints", "In", "clas", "@"};
    (void)state;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; ++i)
        if (name_is_free(taken[i])) fail_msg("%s is free", taken[i]);
    for (size_t i = 0; i < sizeof free_ / sizeof *free_; ++i)
        if (!name_is_free(free_[i])) fail_msg("%s is taken", free_[i]);
    assert_true(name_is_ascii("") && name_is_ascii("\x7F") && !name_is_ascii("\x80") && !name_is_ascii("ab\xFF"));
}

static void headers_are_not_hidden(void **state)
{
    static const char *const hidden[] = {"assert", "complex", "math", "wctype", "stdio", "clb", "clbundle", "clb_x"};
    static const char *const others[] = {"", "a", "maths", "cl", "CLB", "zz", "stdi"};
    (void)state;
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; ++i) assert_true(name_is_header(hidden[i]));
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) assert_false(name_is_header(others[i]));
}

static void a_name_that_is_taken_gets_one_like_it(void **state)
{
    arena a = {0};
    map globals = {.arena = &a}, known = {.arena = &a};
    (void)state;
    *map_ats(&globals, "global") = &a;
    *map_ats(&known, "x") = &known;
    *map_ats(&known, "int_") = &known;
    /* What is free stays, though others want it, too: they all are in `known`. */
    assert_string_equal(name_choose(&a, &globals, &known, "x", "p", 0), "x");
    assert_string_equal(name_choose(&a, &globals, &known, "int", "p", 1), "int__");
    assert_string_equal(name_choose(&a, &globals, &known, "int", "p", 1), "int___");
    assert_string_equal(name_choose(&a, &globals, &known, "global", "p", 2), "global_");
    assert_string_equal(name_choose(&a, NULL, &known, "global", "p", 2), "global");
    assert_string_equal(name_choose(&a, &globals, &known, "clb_x", "p_", 3), "p_clb_x");
    assert_string_equal(name_choose(&a, &globals, &known, "__x", "p_", 4), "p_x");
    assert_string_equal(name_choose(&a, &globals, &known, "_X", "p_", 5), "p_X");
    assert_string_equal(name_choose(&a, &globals, &known, "\xC3\xA4", "p_", 6), "p_6");
    assert_string_equal(name_choose(&a, &globals, &known, "\xC3\xA5", "p_", 6), "p_6_");
    assert_string_equal(name_add(&a, &globals, &known, "new_one"), "new_one");
    assert_string_equal(name_add(&a, &globals, &known, "new_one"), "new_one_");
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_c_and_of_this_tool_are_taken),
        cmocka_unit_test(headers_are_not_hidden),
        cmocka_unit_test(a_name_that_is_taken_gets_one_like_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
