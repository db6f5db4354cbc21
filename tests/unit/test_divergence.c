/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "passes/divergence.h"

static void check_with(const parse_options *options, const char *text, const char *expected)
{
    workbench w;
    lex_cache cache;
    workbench_start(&w);
    lex_cache_start(&cache, &w.arena);
    const source *s = workbench_source(&w, "a.cl", text);
    const preprocessed unit = preprocess(&w.arena, &cache, &w.diagnostics, &s, 1, NULL);
    const parsed program = parse(&w.arena, &w.diagnostics, &unit, options);
    assert_false(program.failed);
    divergence_check(&w.arena, &program, &w.diagnostics);
    assert_string_equal(workbench_messages(&w), expected);
    workbench_end(&w);
}

static void check(const char *text, const char *expected)
{
    check_with(NULL, text, expected);
}

#define WARNING                                                                                  \
    "warning: not all work-items of a group reach this barrier, which OpenCL leaves undefined: " \
    "move it out of what depends on a work-item's id\n"
#define ROUNDS                                                                                                     \
    "warning: work-items of a group leave the loop around this barrier in different iterations: some drivers get " \
    "this wrong, even if all work-items meet the barrier in the same iterations\n"
#define INSIDE "note: this condition depends on a work-item's id\n"
#define LEFT "note: some work-items return earlier, depending on this condition\n"
#define KERNEL(body) "__kernel void k(__global int *o, int n) {\n" body "\n}\n"

static void barriers_behind_ids_are_named(void **state)
{
    (void)state;
    check(KERNEL("if (get_local_id(0) < 4) barrier(1);"), "a.cl:2:26: " WARNING "a.cl:2:21: " INSIDE);
    check(KERNEL("if (n > 3 && get_local_id(0) % 2) o[0] = 1; else\nbarrier(1);"),
          "a.cl:3:1: " WARNING "a.cl:2:11: " INSIDE);
    check(KERNEL("for (int i = get_local_id(0); i < n; i += get_local_size(0))\nbarrier(1);"),
          "a.cl:3:1: " WARNING "a.cl:2:33: " INSIDE);
    check(KERNEL("switch (get_local_id(0) & 3) { case 1: barrier(1); }"), "a.cl:2:40: " WARNING "a.cl:2:25: " INSIDE);
    check(KERNEL("event_t e = 0;\nif (get_global_id(0) == 0) wait_group_events(1, &e);"),
          "a.cl:3:28: " WARNING "a.cl:3:22: " INSIDE);
    check("void wait(int x) { if (x == 3) barrier(1); }\n" KERNEL("int l = get_local_id(0);\nwait(l + n);"),
          "a.cl:1:32: " WARNING "a.cl:1:26: " INSIDE);
    check(KERNEL("if (get_local_id(0) > 0) barrier(1);"), "a.cl:2:26: " WARNING "a.cl:2:21: " INSIDE);
    check(KERNEL("if ((int)get_local_id(0) >= 0) barrier(1);"), "a.cl:2:32: " WARNING "a.cl:2:26: " INSIDE);
}

static void barriers_that_some_have_left_are_named(void **state)
{
    (void)state;
    check(KERNEL("int i = get_global_id(0);\nif (i >= n) return;\nbarrier(1);"),
          "a.cl:4:1: " WARNING "a.cl:3:7: " LEFT);
    check(KERNEL("for (int s = 8; s; s /= 2) {\nbarrier(1);\nif (get_local_id(0) == s) break; }"),
          "a.cl:3:1: " WARNING "a.cl:4:21: " LEFT);
    check(KERNEL("for (int s = 8; s; s /= 2) {\nbarrier(1);\nif (get_local_id(0) == s) return; }"),
          "a.cl:3:1: " WARNING "a.cl:4:21: " LEFT);
    check(KERNEL("for (int s = 8; s; s /= 2) {\nif (get_local_id(0) > s) continue;\nbarrier(1); }"),
          "a.cl:4:1: " WARNING "a.cl:3:21: " LEFT);
}

/* All work-items may meet such a barrier in the same iterations, which is defined. */
static void barriers_in_chosen_iterations_of_a_divergent_loop_are_not_called_undefined(void **state)
{
    (void)state;
    check(KERNEL("int turns = 3 + get_local_id(0) % 4;\nfor (int t = 0; t < turns; ++t)\nif (t < n) barrier(1);"),
          "a.cl:4:12: " ROUNDS "a.cl:3:19: " INSIDE);
    check(KERNEL("int turns = n + get_global_id(0), t = 0;\nwhile (t < turns) {\nif (t < 3 && n) { o[t] = 1; "
                 "barrier(1); }\n++t; }"),
          "a.cl:4:29: " ROUNDS "a.cl:3:10: " INSIDE);
    check(KERNEL("for (int t = 0;; ++t) {\nif (t == get_local_id(0)) break;\nif (o[t]) barrier(1); }"),
          "a.cl:4:11: " ROUNDS "a.cl:3:7: " INSIDE);
    check(KERNEL("int turns = get_local_id(0);\nfor (int t = 0; t < turns; ++t) {\nint left = n - t;\nif (left > 0) { "
                 "if (n > 2) barrier(1); } }"),
          "a.cl:5:28: " ROUNDS "a.cl:3:19: " INSIDE);
    /* In these, the choice is the same in all iterations, or another one for each work-item. */
    check(KERNEL("for (int t = 0; t < get_local_id(0); ++t)\nif (n > 3) barrier(1);"),
          "a.cl:3:12: " WARNING "a.cl:2:19: " INSIDE);
    check(KERNEL("for (int t = 0; t < get_local_id(0); ++t)\nif (n > 3 && o) barrier(1);"),
          "a.cl:3:17: " WARNING "a.cl:2:19: " INSIDE);
    check(KERNEL("for (int t = 0; t < get_local_id(0); ++t)\nbarrier(1);"), "a.cl:3:1: " WARNING "a.cl:2:19: " INSIDE);
    check(KERNEL("int l = get_local_id(0);\nfor (int t = 0; t < l + n; ++t)\nif (t < l) barrier(1);"),
          "a.cl:4:12: " WARNING "a.cl:4:7: " INSIDE);
}

static void ids_of_several_dimensions_are_ids(void **state)
{
    (void)state;
    check(KERNEL("int x = get_global_id(0), y = get_global_id(1);\nif (y * n + x >= n) return;\nbarrier(1);"),
          "a.cl:4:1: " WARNING "a.cl:3:15: " LEFT);
    check(KERNEL("if (get_local_id(0) < get_local_id(1)) barrier(1);"), "a.cl:2:40: " WARNING "a.cl:2:21: " INSIDE);
    check(KERNEL("uint l = (uint)get_local_id(1) << 4 | (uint)get_local_id(0);\nif (l == 0) barrier(1);"),
          "a.cl:3:13: " WARNING "a.cl:3:7: " INSIDE);
    check(
        KERNEL(
            "int2 at = (int2)(get_global_id(0), get_global_id(1));\nif (at.x >= n || at.y >= n) return;\nbarrier(1);"),
        "a.cl:4:1: " WARNING "a.cl:3:15: " LEFT);
    check(KERNEL("int l = get_local_id(2) * n * n + get_local_id(1) * n + get_local_id(0);\nif (l < 32) barrier(1);"),
          "a.cl:3:13: " WARNING "a.cl:3:7: " INSIDE);
    check(KERNEL("int l = get_local_id(0) + get_local_id(1) * n;\nif (l == n + (int)get_local_id(2)) barrier(1);"),
          "a.cl:3:36: " WARNING "a.cl:3:7: " INSIDE);
    const parse_options second = {.generic_pointers = true};
    check_with(&second, KERNEL("if (get_local_linear_id() < 4) barrier(1);"),
               "a.cl:2:32: " WARNING "a.cl:2:27: " INSIDE);
    check_with(&second, KERNEL("if (get_global_linear_id() >= n) return;\nbarrier(1);"),
               "a.cl:3:1: " WARNING "a.cl:2:28: " LEFT);
    /* These may cancel out, or are the same for the group. */
    check(KERNEL("int x = get_global_id(0) - get_local_id(0), y = get_global_id(1) - get_local_id(1);\nif (x + y < n) "
                 "barrier(1);"),
          "");
    check(KERNEL("int g = get_global_id(0) + get_global_id(1) * n, l = get_local_id(0) + get_local_id(1) * n;\nif (g - "
                 "l < n) barrier(1);"),
          "");
    check(KERNEL("if ((get_local_id(1) * n + get_local_id(0)) / 64 == 0) barrier(1);"), "");
    check("__attribute__((reqd_work_group_size(1, 1, 16)))\n" KERNEL(
              "if (get_global_id(0) + get_local_id(1) * n < 3) barrier(1);"),
          "");
    check(KERNEL("int2 at = (int2)(get_group_id(0), get_group_id(1));\nif (at.x + at.y >= n) return;\nbarrier(1);"),
          "");
}

static void what_may_be_the_same_for_all_is_let_pass(void **state)
{
    (void)state;
    check(KERNEL("int g = get_global_id(0) / get_local_size(0);\nif (g < 4) barrier(1);"), "");
    check(KERNEL("if (o[get_local_id(0)] < 4) barrier(1);"), "");
    check(KERNEL("if (get_global_id(0) - get_local_id(0) == 0) barrier(1);"), "");
    check(KERNEL("if ((get_global_id(0) & ~63) == 0) barrier(1);"), "");
    check(KERNEL("int l = get_local_id(0);\nl = n;\nif (l < 4) barrier(1);"), "");
    check(KERNEL("int l = get_local_id(0);\nfor (int s = n; s > 0; s /= 2) {\nif (l < s) o[l] = s;\nbarrier(1);\n"
                 "for (int k = 0; k < 9; ++k) if (l < k) break; }\nif (l < n) return;\no[l] = 1;"),
          "");
    check("__attribute__((reqd_work_group_size(16, 1, 1)))\n" KERNEL("if (get_local_id(1) == 0) barrier(1);"), "");
    check(KERNEL("if (get_group_id(0) & 1) return;\nbarrier(1);"), "");
    check(KERNEL("bool all = get_global_id(0) >= 0;\nwhile (all) { barrier(1); all = n; }"), "");
    check(KERNEL("if (0 <= get_local_id(0)) barrier(1);"), "");
}

static void what_a_value_is_made_of_counts(void **state)
{
    (void)state;
    check(KERNEL("int c = get_local_id(0) < 4;\nif (c) barrier(1);"), "a.cl:3:8: " WARNING "a.cl:3:5: " INSIDE);
    check(KERNEL("if (get_local_id(0) < 4 || o[3]) barrier(1);"), "a.cl:2:34: " WARNING "a.cl:2:25: " INSIDE);
    check(KERNEL("int l = get_local_id(0);\nfor (;;) { if (l < 4 && o[0]) barrier(1); l = n; }"), "");
    check(KERNEL("if (o + get_local_id(0) < o + n) barrier(1);"), "a.cl:2:34: " WARNING "a.cl:2:25: " INSIDE);
    check(KERNEL("for (int d = 0; d < 3; ++d)\nif (get_local_id(d) == 0) barrier(1);"),
          "a.cl:3:27: " WARNING "a.cl:3:21: " INSIDE);
    check(KERNEL("int i = get_global_id(0);\nif (i >= n) return;\nbarrier(1);\ni = 3;"),
          "a.cl:4:1: " WARNING "a.cl:3:7: " LEFT);
    check(KERNEL("switch (get_local_id(0)) {\ncase 1: o[0] = 1; break;\ndefault: barrier(1); }"),
          "a.cl:4:10: " WARNING "a.cl:2:9: " INSIDE);
}

/* Which way is taken depends on more than the values say that are chosen from. */
static void what_is_chosen_is_unknown(void **state)
{
    (void)state;
    check(KERNEL("int l = get_local_id(0);\nif ((l < 32 ? l : l - 32) < 32) barrier(1);"), "");
    check("int wrapped(int x) { if (x >= 32) return x - 32; return x; }\n" //
          KERNEL("if (wrapped(get_local_id(0)) < 32) barrier(1);"),
          "");
    check("int below(int x) { int p = 0; while (p + 32 <= x) p += 32; return p; }\n" //
          KERNEL("int l = get_local_id(0);\nif (l - below(l) < 32) barrier(1);"),
          "");
}

/* By way of the label, all may come to the barrier. */
static void kernels_with_goto_are_let_pass(void **state)
{
    (void)state;
    check(KERNEL("if (get_local_id(0) < 4) { o[0] = 1; all: barrier(1); } else goto all;"), "");
    check("void wait(int x) { if (x < 3) { x = 1; all: barrier(1); } else goto all; }\n" //
          KERNEL("wait(get_local_id(0));"),
          "");
}

static void work_group_functions_are_barriers(void **state)
{
    const parse_options second = {.generic_pointers = true};
    (void)state;
    check_with(&second, KERNEL("if (get_local_id(0) < 4) o[0] = work_group_reduce_add(n);"),
               "a.cl:2:33: warning: not all work-items of a group reach this work-group function, which OpenCL leaves "
               "undefined: "
               "move it out of what depends on a work-item's id\n"
               "a.cl:2:21: " INSIDE);
    check_with(&second, KERNEL("if (work_group_any((int)get_local_id(0)) < 4) barrier(1);"), "");
    check_with(&second, KERNEL("int l = get_local_id(0);\nif (work_group_scan_inclusive_add(l) < 4) barrier(1);"), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_group_functions_are_barriers),
        cmocka_unit_test(barriers_behind_ids_are_named),
        cmocka_unit_test(barriers_that_some_have_left_are_named),
        cmocka_unit_test(barriers_in_chosen_iterations_of_a_divergent_loop_are_not_called_undefined),
        cmocka_unit_test(ids_of_several_dimensions_are_ids),
        cmocka_unit_test(what_may_be_the_same_for_all_is_let_pass),
        cmocka_unit_test(what_a_value_is_made_of_counts),
        cmocka_unit_test(what_is_chosen_is_unknown),
        cmocka_unit_test(kernels_with_goto_are_let_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
