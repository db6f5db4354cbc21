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

static void check(const char *text, const char *expected) { check_with(NULL, text, expected); }

#define WARNING                                                                                                        \
    "warning: not all work-items of a group reach this barrier, which OpenCL leaves undefined: "                       \
    "move it out of what depends on a work-item's id\n"
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
               "a.cl:2:33: warning: not all work-items of a group reach this work-group function, which OpenCL leaves undefined: "
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
        cmocka_unit_test(what_may_be_the_same_for_all_is_let_pass),
        cmocka_unit_test(what_a_value_is_made_of_counts),
        cmocka_unit_test(what_is_chosen_is_unknown),
        cmocka_unit_test(kernels_with_goto_are_let_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
