/* The expressions behind @arg, @range and @local: every operation, every overflow, every kind of damage.
 *
 * SPDX-License-Identifier: MIT */
#include "core/expression.h"

#include "core/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static clb_argument_data parameters[8];
static const clb_kernel_data some_kernel = {.argument_count = 8};

static clbi_outcome run(const int64_t *words, size_t count, const clb_argument *arguments, int64_t *result)
{
    const clb_bundle bundle = {
        .code_count = (uint32_t)count, .code = words, .arguments = parameters, .argument_count = 8};
    return clbi_expression_run(&bundle, &some_kernel, 0, arguments, NULL, result);
}

static clbi_outcome binary(int64_t a, clb_operation operation, int64_t b, int64_t *result)
{
    const int64_t words[] = {CLB_OP_CONSTANT, a, CLB_OP_CONSTANT, b, operation, CLB_OP_END};
    return run(words, 6, NULL, result);
}

static void operations_give_what_c_gives(void **state)
{
    (void)state;
    static const struct {
        int64_t a;
        clb_operation operation;
        int64_t b, result;
    } cases[] = {
        {2, CLB_OP_ADD, 3, 5},
        {2, CLB_OP_SUBTRACT, 3, -1},
        {-4, CLB_OP_MULTIPLY, 3, -12},
        {7, CLB_OP_DIVIDE, -2, -3},
        {-7, CLB_OP_MODULO, 2, -1},
        {7, CLB_OP_MODULO, -1, 0},
        {INT64_MIN, CLB_OP_MODULO, -1, 0},
        {3, CLB_OP_MINIMUM, -3, -3},
        {3, CLB_OP_MAXIMUM, -3, 3},
        {INT64_MAX, CLB_OP_ADD, INT64_MIN, -1},
        {INT64_MIN, CLB_OP_MULTIPLY, 1, INT64_MIN},
        {1, CLB_OP_MULTIPLY, INT64_MIN, INT64_MIN},
        {-1, CLB_OP_MULTIPLY, INT64_MAX, -INT64_MAX},
        {0, CLB_OP_MULTIPLY, INT64_MIN, 0},
        {2, CLB_OP_LESS, 3, 1},
        {3, CLB_OP_LESS, 3, 0},
        {3, CLB_OP_LESS_EQUAL, 3, 1},
        {4, CLB_OP_LESS_EQUAL, 3, 0},
        {INT64_MIN, CLB_OP_LESS, INT64_MAX, 1},
        {-5, CLB_OP_EQUAL, -5, 1},
        {-5, CLB_OP_EQUAL, 5, 0},
        {-5, CLB_OP_NOT_EQUAL, -5, 0},
        {-5, CLB_OP_NOT_EQUAL, 5, 1},
        {2, CLB_OP_AND, -1, 1},
        {2, CLB_OP_AND, 0, 0},
        {0, CLB_OP_AND, 1, 0},
        {0, CLB_OP_OR, 0, 0},
        {0, CLB_OP_OR, 7, 1},
        {-7, CLB_OP_OR, 0, 1},
        {-1, CLB_OP_SUBTRACT, INT64_MAX, INT64_MIN},
        {INT64_C(1) << 31, CLB_OP_MULTIPLY, INT64_C(1) << 31, INT64_C(1) << 62},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t result = 99;
        assert_int_equal(binary(cases[i].a, cases[i].operation, cases[i].b, &result), CLBI_VALUE);
        assert_true(result == cases[i].result);
    }
}

static void overflows_and_divisions_by_zero_are_caught(void **state)
{
    (void)state;
    static const struct {
        int64_t a;
        clb_operation operation;
        int64_t b;
        clbi_outcome outcome;
    } cases[] = {
        {INT64_MAX, CLB_OP_ADD, 1, CLBI_OVERFLOW},
        {INT64_MIN, CLB_OP_ADD, -1, CLBI_OVERFLOW},
        {INT64_MIN, CLB_OP_SUBTRACT, 1, CLBI_OVERFLOW},
        {0, CLB_OP_SUBTRACT, INT64_MIN, CLBI_OVERFLOW},
        {INT64_MAX, CLB_OP_MULTIPLY, 2, CLBI_OVERFLOW},
        {2, CLB_OP_MULTIPLY, INT64_MIN, CLBI_OVERFLOW},
        {-1, CLB_OP_MULTIPLY, INT64_MIN, CLBI_OVERFLOW},
        {INT64_MIN, CLB_OP_MULTIPLY, -1, CLBI_OVERFLOW},
        {-2, CLB_OP_MULTIPLY, -(INT64_C(1) << 62), CLBI_OVERFLOW},
        {-3, CLB_OP_MULTIPLY, INT64_MAX, CLBI_OVERFLOW},
        {INT64_MIN, CLB_OP_DIVIDE, -1, CLBI_OVERFLOW},
        {5, CLB_OP_DIVIDE, 0, CLBI_DIVISION},
        {5, CLB_OP_MODULO, 0, CLBI_DIVISION},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t result = 99;
        assert_int_equal(binary(cases[i].a, cases[i].operation, cases[i].b, &result), cases[i].outcome);
        assert_true(result == 99);
    }
}

static void arguments_are_read_in_their_own_type(void **state)
{
    (void)state;
    const int8_t i8 = -8;
    const uint8_t u8 = 200;
    const int16_t i16 = -300;
    const uint16_t u16 = 60000;
    const int32_t i32 = -70000;
    const uint32_t u32 = 4000000000u;
    const int64_t i64 = INT64_MIN;
    uint64_t u64 = INT64_MAX;
    const clb_argument arguments[] = {{.value = &i8},  {.value = &u8},  {.value = &i16}, {.value = &u16},
                                      {.value = &i32}, {.value = &u32}, {.value = &i64}, {.value = &u64}};
    static const int64_t expected[] = {-8, 200, -300, 60000, -70000, 4000000000, INT64_MIN, INT64_MAX};
    int64_t result = 0;
    for (int i = 0; i < 8; i++) {
        const int64_t words[] = {CLB_OP_ARGUMENT, i, CLB_OP_END};
        parameters[i].number = (uint8_t)(CLB_NUMBER_I8 + i);
        assert_int_equal(run(words, 3, arguments, &result), CLBI_VALUE);
        assert_true(result == expected[i]);
    }
    const int64_t last[] = {CLB_OP_ARGUMENT, 7, CLB_OP_END};
    u64++;
    assert_int_equal(run(last, 3, arguments, &result), CLBI_OVERFLOW);
    parameters[7].number = CLB_NUMBER_NONE;
    assert_int_equal(run(last, 3, arguments, &result), CLBI_MALFORMED);
}

static void damaged_code_is_refused(void **state)
{
    (void)state;
    int64_t result = 99;
    static const struct {
        int64_t words[6];
        size_t count;
    } cases[] = {
        {{CLB_OP_END}, 1},                                         /* nothing on the stack */
        {{CLB_OP_CONSTANT, 1}, 2},                                 /* no end */
        {{CLB_OP_CONSTANT}, 1},                                    /* no operand */
        {{CLB_OP_ADD, CLB_OP_END}, 2},                             /* stack empty */
        {{CLB_OP_CONSTANT, 1, CLB_OP_ADD, CLB_OP_END}, 4},         /* one too few */
        {{CLB_OP_CONSTANT, 1, CLB_OP_CONSTANT, 1, CLB_OP_END}, 5}, /* one too many */
        {{77, CLB_OP_END}, 2},
        {{-1, CLB_OP_END}, 2},
        {{CLB_OP_ARGUMENT, 8, CLB_OP_END}, 3}, /* no such argument */
        {{CLB_OP_ARGUMENT, -1, CLB_OP_END}, 3},
        {{0}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(run(cases[i].words, cases[i].count, NULL, &result), CLBI_MALFORMED);
    int64_t deep[2 * (CLB_EXPRESSION_STACK + 1) + 1] = {0};
    for (int i = 0; i <= CLB_EXPRESSION_STACK; i++) deep[2 * i] = CLB_OP_CONSTANT;
    assert_int_equal(run(deep, sizeof deep / sizeof *deep, NULL, &result), CLBI_MALFORMED);
    assert_true(result == 99);
}

/* ---- Errors ------------------------------------------------------------------------------------------------------ */

static void errors_are_whole_sentences_and_never_too_long(void **state)
{
    (void)state;
    clb_error error = {0};
    char text[3000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    clb_device_info info = {0};
    memset(info.name, 'n', sizeof info.name - 1);
    memset(info.driver, 'd', sizeof info.driver - 1);
    memset(info.platform, 'p', sizeof info.platform - 1);
    const clbi_cause cause = {.status = CLB_ERROR_DEVICE, .code = -5, .call = "clFinish", .device = &info};
    assert_int_equal(clbi_fail(&error, cause, "%s.", text), CLB_ERROR_DEVICE);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    assert_int_equal(strlen(error.device), sizeof error.device - 1);
    assert_string_equal(error.code_name, "CL_OUT_OF_RESOURCES");
    assert_true(strlen(error.hint) > 10);
    assert_int_equal(
        clbi_fail(&error, (clbi_cause){.status = CLB_ERROR_DEVICE, .code = -12345, .call = "clFinish"}, "Cannot wait."),
        CLB_ERROR_DEVICE);
    assert_string_equal(error.message, "Cannot wait: clFinish returned unknown code (-12345).");
    assert_string_equal(error.hint, "");
    assert_int_equal(clbi_fail(NULL, cause, "%s", "not wanted"), CLB_ERROR_DEVICE);
    clb_error_clear(&error);
    assert_int_equal(error.status, CLB_OK);
}

static void every_status_and_code_has_a_name(void **state)
{
    (void)state;
    for (int status = CLB_OK; status <= CLB_ERROR_KERNEL; status++)
        assert_int_equal(strncmp(clb_status_name((clb_status)status), "CLB_", 4), 0);
    assert_string_equal(clb_status_name((clb_status)99), "unknown status");
    assert_string_equal(clbi_code_name(0), "");
    for (int32_t code = -72; code < 0; code++) {
        if (code < -19 && code > -30) continue;
        assert_int_equal(strncmp(clbi_code_name(code), "CL_", 3), 0);
        assert_int_not_equal(clbi_code_status(code), CLB_OK);
    }
    assert_int_equal(clbi_code_status(-4), CLB_ERROR_DEVICE_MEMORY);
    assert_int_equal(clbi_code_status(-6), CLB_ERROR_MEMORY);
    assert_int_equal(clbi_code_status(-1001), CLB_ERROR_NO_DEVICE);
}

static void texts_are_cut_between_letters(void **state)
{
    (void)state;
    char to[6];
    clbi_text_set(to, sizeof to, "abcd\xc3\xa9");
    assert_string_equal(to, "abcd");
    clbi_text_set(to, sizeof to, "abc\xc3\xa9");
    assert_string_equal(to, "abc\xc3\xa9");
    clbi_text_set(to, 1, "abc");
    assert_string_equal(to, "");
}

static void members_are_read_inside_their_value_only(void **state)
{
    (void)state;
    struct {
        int32_t a;
        int16_t b;
        uint8_t c;
        int64_t d;
    } value = {-5, -300, 200, INT64_C(1) << 40};
    const clb_argument arguments[8] = {{NULL, NULL, 0}, {&value, NULL, sizeof value}, {&value, NULL, 4}};
    parameters[0] = (clb_argument_data){.kind = CLB_ARGUMENT_VALUE, .size = 24};
    parameters[1] = (clb_argument_data){.kind = CLB_ARGUMENT_VALUE, .size = sizeof value};
    parameters[2] = (clb_argument_data){.kind = CLB_ARGUMENT_GLOBAL, .size = 4};
    const struct {
        int64_t word;
        clbi_outcome outcome;
        int64_t result;
    } cases[] = {
        {CLB_MEMBER(1, 0, CLB_NUMBER_I32), CLBI_VALUE, -5},
        {CLB_MEMBER(1, 4, CLB_NUMBER_I16), CLBI_VALUE, -300},
        {CLB_MEMBER(1, 6, CLB_NUMBER_U8), CLBI_VALUE, 200},
        {CLB_MEMBER(1, 8, CLB_NUMBER_I64), CLBI_VALUE, INT64_C(1) << 40},
        {CLB_MEMBER(1, 9, CLB_NUMBER_I64), CLBI_MALFORMED, 0},
        {CLB_MEMBER(1, UINT32_MAX, CLB_NUMBER_I8), CLBI_MALFORMED, 0},
        {CLB_MEMBER(1, 15, CLB_NUMBER_U16), CLBI_MALFORMED, 0},
        {CLB_MEMBER(1, 0, CLB_NUMBER_NONE), CLBI_MALFORMED, 0},
        {CLB_MEMBER(1, 0, 9), CLBI_MALFORMED, 0},
        {CLB_MEMBER(0, 0, CLB_NUMBER_I32), CLBI_MALFORMED, 0},
        {CLB_MEMBER(2, 0, CLB_NUMBER_I32), CLBI_MALFORMED, 0},
        {CLB_MEMBER(8, 0, CLB_NUMBER_I32), CLBI_MALFORMED, 0},
        {-1, CLBI_MALFORMED, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t result = 99;
        const int64_t words[] = {CLB_OP_MEMBER, cases[i].word, CLB_OP_CONSTANT, 0, CLB_OP_ADD, CLB_OP_END};
        assert_int_equal(run(words, 6, arguments, &result), cases[i].outcome);
        if (cases[i].outcome == CLBI_VALUE) assert_true(result == cases[i].result);
    }
    memset(parameters, 0, sizeof parameters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_read_inside_their_value_only),
        cmocka_unit_test(operations_give_what_c_gives),
        cmocka_unit_test(overflows_and_divisions_by_zero_are_caught),
        cmocka_unit_test(arguments_are_read_in_their_own_type),
        cmocka_unit_test(damaged_code_is_refused),
        cmocka_unit_test(errors_are_whole_sentences_and_never_too_long),
        cmocka_unit_test(every_status_and_code_has_a_name),
        cmocka_unit_test(texts_are_cut_between_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
