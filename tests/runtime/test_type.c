/* Types of elements: the text form there and back, layouts, and what hand-made types are refused for.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/type.h"

#include <complex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const clb_type *read_or_fail(const char *text)
{
    const clb_type *type = NULL;
    clb_error error = {0};
    if (clb_type_read(text, strlen(text), &type, &error) != CLB_OK) fail_msg("%s: %s", text, error.message);
    return type;
}

static void expect_text(const char *text, const char *printed)
{
    char buffer[400];
    const clb_type *type = read_or_fail(text);
    const size_t length = clb_type_print(type, buffer, sizeof buffer);
    assert_int_equal(length, strlen(buffer));
    assert_string_equal(buffer, printed);
    const clb_type *again = read_or_fail(buffer);
    assert_true(clb_type_equal(type, again));
    assert_int_equal(clb_type_check(type, NULL), CLB_OK);
    for (size_t i = 0; i <= length; i++) { /* cut, never written past */
        char small[400];
        memset(small, 'Z', sizeof small);
        assert_int_equal(clb_type_print(type, small, i), length);
        if (i > 0) {
            assert_int_equal(strlen(small), i - 1);
            assert_memory_equal(small, buffer, i - 1);
        }
        assert_int_equal(small[i], 'Z');
    }
    clb_type_free(&type);
    assert_null(type);
    clb_type_free(&again);
}

static void types_are_printed_as_they_are_read(void **state)
{
    (void)state;
    static const char *const same[] = {"bool",
                                       "int8",
                                       "uint64",
                                       "float16",
                                       "bfloat16",
                                       "float64",
                                       "complex[float32]",
                                       "complex[float64]",
                                       "?int32",
                                       ">float64",
                                       "?>complex[float32]",
                                       "bytes[16]",
                                       "bytes[16, align=8]",
                                       "float32x3",
                                       ">int16x16",
                                       "pointer[int32]",
                                       "?pointer[var * float64]",
                                       "3 * float64",
                                       "0 * int8",
                                       "3[stride=16] * float64",
                                       "3 * var * {x: float64, y: ?int32}",
                                       "var[stride=32] * float64x2",
                                       "list32 * list64 * float32",
                                       "{x: float64}",
                                       "{\"a b\": int8, \"\\\"\\\\\\x01\": int64}",
                                       "{x: float64 @ 4, y: int32 @ 0}[size=12, align=4]",
                                       "{a: int8, b: int32}[size=16, align=4]",
                                       "3 * list32 * float64",
                                       "{a: {b: {c: 2 * 3 * int8}}, d: var * pointer[{e: bool}]}"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) expect_text(same[i], same[i]);
    expect_text(" 3*var*{ x :float64,y:? int32 }\n", "3 * var * {x: float64, y: ?int32}");
    expect_text("complex64", "complex[float32]");
    expect_text("?complex128", "?complex[float64]");
    expect_text("<float64", "float64");
    expect_text("> int8", "int8");
    expect_text("{y: int32 @ 0, x: float64 @ 8}", "{y: int32, x: float64}");
    expect_text("{a: int8 @ 0, b: int32 @ 1}[align=1, size=5]", "{a: int8 @ 0, b: int32 @ 1}[size=5, align=1]");
    expect_text("{\"plain\": int8}", "{plain: int8}");
    expect_text("{\"\\n\\t\": int8}", "{\"\\x0a\\x09\": int8}");
    expect_text("{\"\xc3\xa9\": int8}", "{\"\xc3\xa9\": int8}");
}

static void names_are_letters_and_digits_or_quoted(void **state)
{
    (void)state;
    for (int c = '!'; c <= '~'; c++) {
        const bool digit = c >= '0' && c <= '9';
        const bool plain = digit || strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz", c);
        char quoted[32], bare[32];
        const clb_type *type = NULL;
        if (c == '"' || c == '\\') continue;
        for (int first = 0; first < 2; first++) {
            const bool fits = plain && !(first && digit);
            (void)snprintf(bare, sizeof bare, first ? "{%c: int8}" : "{x%c: int8}", c);
            (void)snprintf(quoted, sizeof quoted, first ? "{\"%c\": int8}" : "{\"x%c\": int8}", c);
            expect_text(quoted, fits ? bare : quoted);
            if ((clb_type_read(bare, strlen(bare), &type, NULL) == CLB_OK && type->fields[0].name[1 - first] == c) !=
                fits)
                fail_msg("%s", bare);
            clb_type_free(&type);
        }
    }
}

static void bad_texts_are_refused_with_their_column(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        clb_status status;
    } cases[] = {
        {"", "Column 1 of the type: a name is missing here", CLB_ERROR_ARGUMENT},
        {"flot64", "Column 1 of the type: there is no type flot64", CLB_ERROR_ARGUMENT},
        {"3 * ", "Column 5", CLB_ERROR_ARGUMENT},
        {"3 float64", "Column 3 of the type: '*' is missing", CLB_ERROR_ARGUMENT},
        {"float64 x", "the type is complete before this", CLB_ERROR_ARGUMENT},
        {"99999999999999999999999 * int8", "a number is too large", CLB_ERROR_SIZE},
        {"18446744073709551615 * int8", "does not fit", CLB_ERROR_SIZE},
        {"4611686018427387904 * int16", "does not fit", CLB_ERROR_SIZE},
        {"4294967296 * 4294967296 * int8", "does not fit", CLB_ERROR_SIZE},
        {"{a: 9223372036854775800 * int8, b: 100 * int8}", "multiple", CLB_ERROR_ARGUMENT},
        {"bytes[0]", "size of 0", CLB_ERROR_ARGUMENT},
        {"bytes[18446744073709551615]", "size of", CLB_ERROR_ARGUMENT},
        {"bytes[8, align=3]", "power of two", CLB_ERROR_ARGUMENT},
        {"bytes[8, align=0]", "power of two", CLB_ERROR_ARGUMENT},
        {"bytes[12, align=8]", "multiple", CLB_ERROR_ARGUMENT},
        {"float32x5", "A vector has 5 components", CLB_ERROR_ARGUMENT},
        {"{x: int8x0}", "a vector has components: int8x0", CLB_ERROR_ARGUMENT},
        {"float32x99", "A vector has", CLB_ERROR_ARGUMENT},
        {"boolx2", "", CLB_ERROR_ARGUMENT},
        {"complex[int32]", "made of float32 or float64", CLB_ERROR_ARGUMENT},
        {"?float32x4", "flags", CLB_ERROR_ARGUMENT},
        {"?var * int8", "flags", CLB_ERROR_ARGUMENT},
        {">pointer[int8]", "flags", CLB_ERROR_ARGUMENT},
        {"?3 * int8", "a name is missing", CLB_ERROR_ARGUMENT},
        {"{}", "a name is missing", CLB_ERROR_ARGUMENT},
        {"{a int8}", "':' is missing", CLB_ERROR_ARGUMENT},
        {"{a: int8,}", "a name is missing", CLB_ERROR_ARGUMENT},
        {"{a: int8, a: int8}", "two fields a", CLB_ERROR_ARGUMENT},
        {"{a: int32 @ 0, b: int32 @ 2}[size=8, align=1]", "overlap", CLB_ERROR_ARGUMENT},
        {"{b: int32 @ 2, a: int32 @ 0}[size=8, align=1]", "overlap", CLB_ERROR_ARGUMENT},
        {"{a: int32 @ 2}", "not aligned", CLB_ERROR_ARGUMENT},
        {"{a: int32}[size=2]", "multiple", CLB_ERROR_ARGUMENT},
        {"{a: int32}[size=0]", "does not fit", CLB_ERROR_ARGUMENT},
        {"{a: int32}[size=8, align=0]", "power of two", CLB_ERROR_ARGUMENT},
        {"{a: list32 * int8}", "no room for the offset", CLB_ERROR_ARGUMENT},
        {"{a: 2 * list32 * int8}", "no room for the offset", CLB_ERROR_ARGUMENT},
        {"{\"a: int8}", "'\"' is missing", CLB_ERROR_ARGUMENT},
        {"{\"a\\q\": int8}", "are the escapes", CLB_ERROR_ARGUMENT},
        {"{\"a\\x00\": int8}", "are the escapes", CLB_ERROR_ARGUMENT},
        {"{\"\": int8}", "has no name", CLB_ERROR_ARGUMENT},
        {"3[stride=4] * float64", "stride of 4", CLB_ERROR_ARGUMENT},
        {"3[stride=12] * float64", "stride of 12", CLB_ERROR_ARGUMENT},
        {"3[stride=0] * float64", "stride of 0", CLB_ERROR_SIZE},
        {"3[step=8] * float64", "'stride=' is missing", CLB_ERROR_ARGUMENT},
        {"list16 * int8", "there is no type list16", CLB_ERROR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const clb_type *type = NULL;
        clb_error error = {0};
        const clb_status status = clb_type_read(cases[i].text, strlen(cases[i].text), &type, &error);
        if (status != cases[i].status || !strstr(error.message, cases[i].message))
            fail_msg("%s: %s: %s", cases[i].text, clb_status_name(status), error.message);
        assert_null(type);
    }
    const clb_type *type = NULL;
    assert_int_equal(clb_type_read("int8\0", 5, &type, NULL), CLB_ERROR_ARGUMENT);
    assert_int_equal(clb_type_read(NULL, 0, &type, NULL), CLB_ERROR_ARGUMENT);
}

/* `opening` and `closing` around int8, so many times. */
static clb_status read_nested(const char *opening, const char *closing, size_t times, clb_error *error)
{
    const size_t size = (strlen(opening) + strlen(closing)) * times + 5;
    char *text = malloc(size);
    const clb_type *type = NULL;
    assert_non_null(text);
    *text = '\0';
    for (size_t i = 0; i < times; i++) strcat(text, opening);
    strcat(text, "int8");
    for (size_t i = 0; i < times; i++) strcat(text, closing);
    const clb_status status = clb_type_read(text, strlen(text), &type, error);
    clb_type_free(&type);
    free(text);
    return status;
}

static void depth_and_numbers_of_types_are_bounded(void **state)
{
    (void)state;
    clb_error error = {0};
    assert_int_equal(read_nested("{a: ", "}", CLB_TYPE_DEPTH - 1, &error), CLB_OK);
    assert_int_equal(read_nested("pointer[", "]", CLB_TYPE_DEPTH - 1, &error), CLB_OK);
    assert_int_equal(read_nested("{a: ", "}", CLB_TYPE_DEPTH, &error), CLB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "at most 64 levels"));
    assert_int_equal(read_nested("1 * ", "", 5000, &error), CLB_ERROR_ARGUMENT);

    enum { FIELDS = CLB_TYPE_FIELDS + 1 };
    char *text = malloc(FIELDS * 16 + 16);
    const clb_type *type = NULL;
    assert_non_null(text);
    for (int fields = FIELDS - 1; fields <= FIELDS; fields++) {
        size_t length = 1;
        text[0] = '{';
        for (int i = 0; i < fields; i++) length += (size_t)sprintf(text + length, "%sf%d: int8", i ? ", " : "", i);
        text[length++] = '}';
        const clb_status status = clb_type_read(text, length, &type, &error);
        assert_int_equal(status, fields < FIELDS ? CLB_OK : CLB_ERROR_SIZE);
        if (fields < FIELDS) assert_int_equal(type->size, FIELDS - 1);
        clb_type_free(&type);
    }
    free(text);
}

static void records_are_laid_out_as_c_does(void **state)
{
    (void)state;
    struct inner {
        int8_t a;
        int64_t b;
    };
    struct outer {
        int16_t a;
        struct inner b;
        float c[3];
        clb_float3 d;
        double _Complex e;
        int8_t f;
        clb_var g;
    };
    const clb_type *type = read_or_fail("{a: int16, b: {a: int8, b: int64}, c: 3 * float32, d: float32x3, "
                                        "e: complex[float64], f: int8, g: var * int8}");
    assert_int_equal(type->size, sizeof(struct outer));
    assert_int_equal(type->alignment, _Alignof(struct outer));
    const size_t offsets[] = {offsetof(struct outer, a), offsetof(struct outer, b), offsetof(struct outer, c),
                              offsetof(struct outer, d), offsetof(struct outer, e), offsetof(struct outer, f),
                              offsetof(struct outer, g)};
    for (size_t i = 0; i < 7; i++) assert_int_equal(type->fields[i].offset, offsets[i]);
    assert_ptr_equal(clb_type_find_field(type, "e"), &type->fields[4]);
    assert_null(clb_type_find_field(type, "z"));
    clb_type_free(&type);

    clb_field fields[] = {{"a", 77, &clb_type_int8}, {"b", 77, &clb_type_float64}};
    size_t size = 0, alignment = 0;
    assert_int_equal(clb_type_layout(fields, 2, &size, &alignment, NULL), CLB_OK);
    assert_int_equal(fields[1].offset, 8);
    assert_int_equal(size, 16);
    const clb_type huge = {.kind = CLB_KIND_BYTES, .size = (size_t)PTRDIFF_MAX, .alignment = 1};
    fields[0] = (clb_field){"a", 77, &huge};
    assert_int_equal(clb_type_layout(fields, 2, &size, &alignment, NULL), CLB_ERROR_SIZE);
    assert_int_equal(fields[0].offset, 77);
}

static void refused(const clb_type *type, const char *text)
{
    clb_error error = {0};
    assert_int_equal(clb_type_check(type, &error), CLB_ERROR_ARGUMENT);
    if (!strstr(error.message, text)) fail_msg("%s lacks %s", error.message, text);
}

static void circles_are_found(void **state)
{
    (void)state;
    clb_type self = {.kind = CLB_KIND_POINTER, .size = sizeof(char *), .alignment = sizeof(char *)};
    self.element = &self;
    refused(&self, "points back to itself");

    /* A circle with many ways at each turn: the number of nodes ends it, not the depth. */
    enum { WAYS = 1000 };
    static clb_field fields[WAYS];
    static char names[WAYS][8];
    clb_type pointer = {.kind = CLB_KIND_POINTER, .size = sizeof(char *), .alignment = sizeof(char *)};
    clb_type record = {.kind = CLB_KIND_RECORD,
                       .size = WAYS * sizeof(char *),
                       .alignment = sizeof(char *),
                       .fields = fields,
                       .field_count = WAYS};
    pointer.element = &record;
    for (size_t i = 0; i < WAYS; i++) {
        (void)snprintf(names[i], sizeof names[i], "f%zu", i);
        fields[i] = (clb_field){names[i], i * sizeof(char *), &pointer};
    }
    refused(&record, "points back to itself");
}

static void hand_made_types_are_checked(void **state)
{
    (void)state;
    refused(NULL, "NULL");
    refused(&(clb_type){0}, "unknown kind 0");
    refused(&(clb_type){.kind = (clb_type_kind)99}, "unknown kind 99");
    refused(&(clb_type){.kind = CLB_KIND_INT32, .size = 8, .alignment = 4}, "it must have 4, 4");
    refused(&(clb_type){.kind = CLB_KIND_INT32, .size = 4, .alignment = 4, .flags = 4}, "flags 0x4");
    refused(&(clb_type){.kind = CLB_KIND_INT8, .size = 1, .alignment = 1, .flags = CLB_TYPE_SWAPPED}, "flags");
    refused(&(clb_type){.kind = CLB_KIND_POINTER, .size = 8, .alignment = 8}, "NULL");
    clb_type fixed = {
        .kind = CLB_KIND_FIXED, .element = &clb_type_int32, .count = SIZE_MAX, .stride = 4, .size = 4, .alignment = 4};
    assert_int_equal(clb_type_check(&fixed, NULL), CLB_ERROR_SIZE);
    fixed.count = (size_t)PTRDIFF_MAX / 4;
    fixed.size = fixed.count * 4;
    assert_int_equal(clb_type_check(&fixed, NULL), CLB_OK);
    fixed.stride = -4;
    refused(&fixed, "A stride of -4");
    const clb_field outside[] = {{"x", 8, &clb_type_int32}}, wrapping[] = {{"x", SIZE_MAX - 3, &clb_type_int32}},
                    nameless[] = {{NULL, 0, &clb_type_int32}}, typeless[] = {{"x", 0, NULL}};
    clb_type record = {.kind = CLB_KIND_RECORD, .size = 8, .alignment = 4, .fields = outside, .field_count = 1};
    refused(&record, "does not fit");
    record.fields = wrapping;
    refused(&record, "does not fit");
    record.fields = nameless;
    refused(&record, "no name");
    record.fields = typeless;
    refused(&record, "NULL");
    record.field_count = 0;
    refused(&record, "0 fields");
    clb_type list = {
        .kind = CLB_KIND_LIST, .size = 4, .alignment = 4, .element = &clb_type_int8, .stride = 1, .value_count = 3};
    refused(&list, "at NULL");
    list.size = list.alignment = 2;
    refused(&list, "offsets of 2");
    list = (clb_type){.kind = CLB_KIND_LIST, .element = &clb_type_int8};
    assert_int_equal(clb_type_complete(&list, NULL), CLB_OK);
    assert_int_equal(clb_type_check(&list, NULL), CLB_OK);
    assert_int_equal(list.size, 4);
}

static void equal_is_same_layout_and_names(void **state)
{
    (void)state;
    static const char *const texts[] = {"int32",
                                        "?int32",
                                        ">int32",
                                        "uint32",
                                        "float32x3",
                                        "float32x4",
                                        "2 * int32",
                                        "3 * int32",
                                        "var * int32",
                                        "list32 * int32",
                                        "list64 * int32",
                                        "pointer[int32]",
                                        "bytes[4]",
                                        "{a: int32}",
                                        "{b: int32}",
                                        "{a: int32}[size=8, align=4]",
                                        "{a: int32, b: int32}",
                                        "{a: int32, b: int8}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            const clb_type *a = read_or_fail(texts[i]), *b = read_or_fail(texts[j]);
            assert_int_equal(clb_type_equal(a, b), i == j);
            clb_type_free(&a);
            clb_type_free(&b);
        }
    const clb_type *a = read_or_fail("{a: int32 @ 0, b: int8 @ 4}"), *b = read_or_fail("{b: int8 @ 4, a: int32 @ 0}");
    assert_true(clb_type_equal(a, b));
    clb_type_free(&a);
    clb_type_free(&b);
}

static void every_simple_type_is_there(void **state)
{
    (void)state;
    for (int kind = CLB_KIND_BOOL; kind <= CLB_KIND_COMPLEX128; kind++)
        for (uint32_t flags = 0; flags < 4; flags++) {
            const clb_type *type = clb_type_of((clb_type_kind)kind, flags);
            assert_int_equal(clb_type_check(type, NULL), CLB_OK);
            assert_int_equal(type->kind, kind);
            assert_int_equal(type->flags, type->size == 1 ? flags & CLB_TYPE_OPTIONAL : flags);
        }
    assert_null(clb_type_of(CLB_KIND_BYTES, 0));
    assert_null(clb_type_of(CLB_KIND_INT8, 4));
    assert_true(clb_type_equal(&clb_type_complex64, clb_type_of(CLB_KIND_COMPLEX64, 0)));
    assert_string_equal(clb_kind_name(CLB_KIND_LIST), "list");
    assert_string_equal(clb_kind_name((clb_type_kind)99), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_printed_as_they_are_read),
        cmocka_unit_test(names_are_letters_and_digits_or_quoted),
        cmocka_unit_test(bad_texts_are_refused_with_their_column),
        cmocka_unit_test(depth_and_numbers_of_types_are_bounded),
        cmocka_unit_test(records_are_laid_out_as_c_does),
        cmocka_unit_test(circles_are_found),
        cmocka_unit_test(hand_made_types_are_checked),
        cmocka_unit_test(equal_is_same_layout_and_names),
        cmocka_unit_test(every_simple_type_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
