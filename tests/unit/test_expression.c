/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "library/expression.h"

static bool lookup(void *context, const char *name, expression_operand *found, const char **why)
{
    (void)context;
    *why = "is no parameter of the kernel";
    if (strcmp(name, "n") == 0) *found = (expression_operand){CLB_OP_ARGUMENT, 3};
    else if (strcmp(name, "m") == 0) *found = (expression_operand){CLB_OP_ARGUMENT, 5};
    else if (strcmp(name, "p.a.n_2") == 0) *found = (expression_operand){CLB_OP_MEMBER, 77};
    else if (strcmp(name, "WG") == 0) *found = (expression_operand){CLB_OP_CONSTANT, 64};
    else return false;
    return true;
}

static uint32_t compile(workbench *w, code_list *code, const char *text)
{
    const source *s = workbench_source(w, "k.cl", text);
    const annotation_value value = {text, {s, 0}};
    return expression_compile(&w->arena, code, &value, lookup, NULL, &w->diagnostics);
}

static void precedence_is_that_of_c(void **state)
{
    workbench w;
    code_list code = {0};
    (void)state;
    workbench_start(&w);
    const uint32_t at = compile(&w, &code, "1 + n * (m - 2)");
    const int64_t expected[] = {
        CLB_OP_CONSTANT, 1,          CLB_OP_ARGUMENT, 3, CLB_OP_ARGUMENT, 5, CLB_OP_CONSTANT, 2, CLB_OP_SUBTRACT,
        CLB_OP_MULTIPLY, CLB_OP_ADD, CLB_OP_END};
    assert_int_equal(at, 1);
    assert_int_equal(code.count, 1 + sizeof expected / sizeof *expected);
    assert_memory_equal(code.words + at, expected, sizeof expected);
    workbench_end(&w);
}

static void sixteen_values_may_wait_for_their_operators(void **state)
{
    workbench w;
    code_list code = {0};
    (void)state;
    workbench_start(&w);
    const char *text = "n";
    for (int i = 1; i < CLB_EXPRESSION_STACK; ++i) text = arena_printf(&w.arena, "n+(%s)", text);
    assert_int_not_equal(compile(&w, &code, text), 0);
    assert_string_equal(workbench_messages(&w), "");
    assert_int_equal(compile(&w, &code, arena_printf(&w.arena, "n+(%s)", text)), 0);
    assert_string_equal(workbench_messages(&w), "k.cl:1:1: error: the expression needs too many intermediate values\n");
    workbench_end(&w);
}

static void members_and_constants_are_operands(void **state)
{
    workbench w;
    code_list code = {0};
    (void)state;
    workbench_start(&w);
    const uint32_t at = compile(&w, &code, "p.a.n_2*WG");
    const int64_t expected[] = {CLB_OP_MEMBER, 77, CLB_OP_CONSTANT, 64, CLB_OP_MULTIPLY, CLB_OP_END};
    assert_int_equal(code.count, at + sizeof expected / sizeof *expected);
    assert_memory_equal(code.words + at, expected, sizeof expected);
    assert_int_equal(compile(&w, &code, "p.b"), 0);
    assert_int_equal(compile(&w, &code, "n. m"), 0);
    assert_int_equal(compile(&w, &code, "n.2"), 0);
    assert_string_equal(workbench_messages(&w), "k.cl:1:1: error: 'p.b' is no parameter of the kernel\n"
                                                "k.cl:1:2: error: unexpected text after the expression\n"
                                                "k.cl:1:2: error: unexpected text after the expression\n");
    workbench_end(&w);
}

static uint32_t compile_condition(workbench *w, code_list *code, const char *text)
{
    const source *s = workbench_source(w, "k.cl", text);
    const annotation_value value = {text, {s, 0}};
    return expression_compile_condition(&w->arena, code, &value, lookup, NULL, &w->diagnostics);
}

static void conditions_compare_and_combine_as_in_c(void **state)
{
    workbench w;
    code_list code = {0};
    (void)state;
    workbench_start(&w);
    const uint32_t at = compile_condition(&w, &code, "n<=m||n>2&&(m!=n+1||m==1)");
    const int64_t expected[] = {CLB_OP_ARGUMENT,
                                3,
                                CLB_OP_ARGUMENT,
                                5,
                                CLB_OP_LESS_EQUAL,
                                CLB_OP_ARGUMENT,
                                3,
                                CLB_OP_CONSTANT,
                                2,
                                CLB_OP_LESS_EQUAL,
                                CLB_OP_CONSTANT,
                                0,
                                CLB_OP_EQUAL,
                                CLB_OP_ARGUMENT,
                                5,
                                CLB_OP_ARGUMENT,
                                3,
                                CLB_OP_CONSTANT,
                                1,
                                CLB_OP_ADD,
                                CLB_OP_NOT_EQUAL,
                                CLB_OP_ARGUMENT,
                                5,
                                CLB_OP_CONSTANT,
                                1,
                                CLB_OP_EQUAL,
                                CLB_OP_OR,
                                CLB_OP_AND,
                                CLB_OP_OR,
                                CLB_OP_END};
    assert_string_equal(workbench_messages(&w), "");
    assert_int_equal(code.count, at + sizeof expected / sizeof *expected);
    assert_memory_equal(code.words + at, expected, sizeof expected);
    const uint32_t least = compile_condition(&w, &code, "n >= m"), less = compile_condition(&w, &code, "n < m");
    assert_int_equal(code.words[least + 4], CLB_OP_LESS);
    assert_int_equal(code.words[less + 5], CLB_OP_END);
    workbench_end(&w);
}

static void conditions_that_are_none_are_refused(void **state)
{
    workbench w;
    code_list code = {0};
    (void)state;
    workbench_start(&w);
    static const char *const texts[] = {"n<", "n<<m", "n=m", "n<m<2", "n&m", "n&&", "(n<m", "n<m||", "!n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        assert_int_equal(compile_condition(&w, &code, texts[i]), 0);
        assert_int_equal(w.diagnostics.errors, i + 1);
    }
    /* A size is no truth. */
    assert_int_equal(compile(&w, &code, "n<m"), 0);
    assert_int_equal(compile(&w, &code, "(n<m)"), 0);
    char deep[300];
    for (size_t i = 0; i < sizeof deep - 1; ++i) deep[i] = '(';
    deep[sizeof deep - 1] = '\0';
    assert_int_equal(compile_condition(&w, &code, deep), 0);
    workbench_end(&w);
}

static void equal_expressions_share_their_code(void **state)
{
    workbench w;
    code_list code = {0};
    (void)state;
    workbench_start(&w);
    const uint32_t a = compile(&w, &code, "n*m"), b = compile(&w, &code, "n"), c = compile(&w, &code, " n * m ");
    assert_int_equal(a, c);
    assert_int_not_equal(a, b);
    workbench_end(&w);
}

static void errors_point_at_the_place(void **state)
{
    workbench w;
    code_list code = {0};
    (void)state;
    workbench_start(&w);
    assert_int_equal(compile(&w, &code, "n*k"), 0);
    assert_int_equal(compile(&w, &code, "n*(m"), 0);
    assert_int_equal(compile(&w, &code, "n m"), 0);
    assert_int_equal(compile(&w, &code, "99999999999999999999"), 0);
    assert_int_equal(compile(&w, &code, "n+"), 0);
    assert_string_equal(workbench_messages(&w), "k.cl:1:3: error: 'k' is no parameter of the kernel\n"
                                                "k.cl:1:5: error: expected ')'\n"
                                                "k.cl:1:3: error: unexpected text after the expression\n"
                                                "k.cl:1:1: error: the number does not fit into 64 bits\n"
                                                "k.cl:1:3: error: the expression ends too early\n");
    workbench_end(&w);
}

static void deep_expressions_are_refused_not_crashed_on(void **state)
{
    workbench w;
    code_list code = {0};
    static char text[4001];
    (void)state;
    workbench_start(&w);
    memset(text, '(', 4000);
    assert_int_equal(compile(&w, &code, text), 0);
    memset(text, '-', 4000);
    assert_int_equal(compile(&w, &code, text), 0);
    assert_int_equal(compile(&w, &code, "n-(n-(n-(n-(n-(n-(n-(n-(n-(n-(n-(n-(n-(n-(n-(n-(n-n))))))))))))))))"), 0);
    assert_int_equal(w.diagnostics.errors, 3);
    workbench_end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(precedence_is_that_of_c),
        cmocka_unit_test(sixteen_values_may_wait_for_their_operators),
        cmocka_unit_test(conditions_compare_and_combine_as_in_c),
        cmocka_unit_test(conditions_that_are_none_are_refused),
        cmocka_unit_test(members_and_constants_are_operands),
        cmocka_unit_test(equal_expressions_share_their_code),
        cmocka_unit_test(errors_point_at_the_place),
        cmocka_unit_test(deep_expressions_are_refused_not_crashed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
