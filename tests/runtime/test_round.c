/* Round trips without the libraries: what is exported to Arrow, NumPy and DLPack comes back as it was, for every type
 * that they have; columns that Arrow's libraries write in ways that our export does not. exchange.py does so with the
 * real libraries.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/exchange.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK(call_)                                                                   \
    do {                                                                            \
        clb_error error = {0};                                                      \
        const clb_status ok_ = (call_);                                             \
        if (ok_ != CLB_OK) fail_msg("%s: %s", clb_status_name(ok_), error.message); \
    } while (0)
#define FAILS(status_, text_, call_)                                                             \
    do {                                                                                         \
        clb_error error = {0};                                                                   \
        const clb_status failed_ = (call_);                                                      \
        if (failed_ != (status_) || !strstr(error.message, text_))                               \
            fail_msg("%s: \"%s\" lacks \"%s\"", clb_status_name(failed_), error.message, text_); \
    } while (0)
#define SHAPE(...)   \
    (const size_t[]) \
    {                \
        __VA_ARGS__  \
    }

enum { COUNT = 19 };

static const clb_type_kind kinds[] = {CLB_KIND_BOOL,   CLB_KIND_INT8,    CLB_KIND_INT16,   CLB_KIND_INT32,
                                      CLB_KIND_INT64,  CLB_KIND_UINT8,   CLB_KIND_UINT16,  CLB_KIND_UINT32,
                                      CLB_KIND_UINT64, CLB_KIND_FLOAT16, CLB_KIND_FLOAT32, CLB_KIND_FLOAT64};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const uint64_t half_one = 0x3c00;

static bool is_big_endian(void)
{
    const uint16_t one = 1;
    return *(const unsigned char *)&one == 0;
}

/* The number 1, or the mark of a missing value. */
static void put(clb_type_kind kind, bool missing, char *to)
{
    const size_t size = clb_type_of(kind, 0)->size;
    const bool is_signed = kind >= CLB_KIND_INT8 && kind <= CLB_KIND_INT64;
    uint64_t bits = missing ? is_signed ? (uint64_t)1 << (8 * size - 1) : kind == CLB_KIND_BOOL ? 2 : UINT64_MAX : 1;
    const float single = missing ? (float)NAN : 1.0f;
    const double full = missing ? (double)NAN : 1.0;
    if (kind == CLB_KIND_FLOAT16) bits = missing ? 0x7e00 : half_one;
    if (kind == CLB_KIND_FLOAT32) memcpy(to, &single, size);
    else if (kind == CLB_KIND_FLOAT64) memcpy(to, &full, size);
    else memcpy(to, (const char *)&bits + (is_big_endian() ? sizeof bits - size : 0), size);
}

/* A column of ones and missing values, out to Arrow. */
static void export_column(clb_type_kind kind, char *memory, struct ArrowSchema *schema, struct ArrowArray *column)
{
    const clb_type *type = clb_type_of(kind, CLB_TYPE_OPTIONAL);
    clb_array array;
    for (size_t i = 0; i < COUNT; i++) put(kind, i % 3 == 1, memory + i * type->size);
    OK(clb_array_make(memory, COUNT * type->size, type, 1, SHAPE(COUNT), NULL, &array, &error));
    OK(clb_arrow_export(&array, NULL, NULL, schema, column, &error));
    assert_int_equal(column->null_count, 6);
}

static void missing_values_of_every_type_go_to_arrow_and_come_back(void **state)
{
    (void)state;
    char memory[COUNT * 8], again[8];
    for (size_t k = 0; k < KINDS; k++) {
        struct ArrowSchema schema;
        struct ArrowArray column;
        clb_array back;
        clb_owner *owner = NULL;
        const clb_type *type = clb_type_of(kinds[k], CLB_TYPE_OPTIONAL);
        export_column(kinds[k], memory, &schema, &column);
        FAILS(CLB_ERROR_UNSUPPORTED, "Element 1 of an Arrow column is missing",
              clb_arrow_import(&schema, &column, NULL, CLB_MISSING_REFUSE, &back, &owner, &error));
        OK(clb_arrow_import(&schema, &column, NULL, CLB_MISSING_OPTIONAL, &back, &owner, &error));
        assert_true(clb_type_equal(back.type, type));
        for (size_t i = 0; i < COUNT; i++) {
            put(kinds[k], i % 3 == 1, again);
            if (memcmp(back.data + i * type->size, again, type->size) != 0)
                fail_msg("element %zu of ?%s", i, clb_kind_name(kinds[k]));
        }
        clb_owner_release(&owner);
        export_column(kinds[k], memory, &schema, &column);
        OK(clb_arrow_import(&schema, &column, NULL, CLB_MISSING_NAN, &back, &owner, &error));
        const bool floating = kinds[k] >= CLB_KIND_FLOAT16;
        assert_int_equal(back.type->kind, floating ? kinds[k] : CLB_KIND_FLOAT64);
        for (size_t i = 0; i < COUNT; i++) {
            double number;
            put(floating ? kinds[k] : CLB_KIND_FLOAT64, i % 3 == 1, again);
            memcpy(&number, back.data + i * (floating ? 0 : 8), sizeof number);
            if (floating) assert_memory_equal(back.data + i * type->size, again, type->size);
            else assert_true(i % 3 == 1 ? isnan(number) : number == 1.0);
        }
        clb_owner_release(&owner);
    }
}

static void values_that_could_not_be_told_from_missing_ones_are_refused(void **state)
{
    (void)state;
    static const uint8_t valid[1] = {0x5}; /* the second one is missing */
    int8_t bytes[3] = {1, 0, INT8_MIN};
    int64_t wide[3] = {1, 0, INT64_MAX};
    uint64_t natural[3] = {1, 0, UINT64_MAX};
    const void *buffers[2] = {valid, bytes};
    struct ArrowSchema schema = {.format = "c", .release = (void (*)(struct ArrowSchema *))(uintptr_t)1};
    struct ArrowArray array = {.length = 3,
                               .null_count = 1,
                               .n_buffers = 2,
                               .buffers = buffers,
                               .release = (void (*)(struct ArrowArray *))(uintptr_t)1}; /* never called */
    clb_array column;
    clb_owner *owner = NULL;
    FAILS(CLB_ERROR_UNSUPPORTED, "Element 2 of an Arrow column has the value that would mark",
          clb_arrow_column(&schema, &array, NULL, CLB_MISSING_OPTIONAL, &column, &owner, &error));
    OK(clb_arrow_column(&schema, &array, NULL, CLB_MISSING_NAN, &column, &owner, &error));
    assert_true(((double *)(void *)column.data)[2] == -128);
    clb_owner_release(&owner);
    schema.format = "l";
    buffers[1] = wide;
    FAILS(CLB_ERROR_UNSUPPORTED, "Element 2 of an Arrow column with missing values does not fit a float64",
          clb_arrow_column(&schema, &array, NULL, CLB_MISSING_NAN, &column, &owner, &error));
    schema.format = "L";
    buffers[1] = natural;
    FAILS(CLB_ERROR_UNSUPPORTED, "does not fit a float64",
          clb_arrow_column(&schema, &array, NULL, CLB_MISSING_NAN, &column, &owner, &error));
    schema.format = "b";
    buffers[1] = NULL;
    FAILS(CLB_ERROR_ARGUMENT, "bools are NULL",
          clb_arrow_column(&schema, &array, NULL, CLB_MISSING_NAN, &column, &owner, &error));
    schema.format = "tsu:UTC";
    buffers[1] = wide;
    OK(clb_arrow_column(&schema, &array, NULL, CLB_MISSING_OPTIONAL, &column, &owner, &error));
    assert_true(clb_type_equal(column.type, clb_type_of(CLB_KIND_INT64, CLB_TYPE_OPTIONAL)));
    clb_owner_release(&owner);
}

/* Lists whose missing rows hold values all the same; offsets of 32 and 64 bits. */
static void missing_lists_are_empty_rows(void **state)
{
    (void)state;
    static const uint8_t valid[1] = {0x5};
    static const int32_t narrow[4] = {0, 2, 4, 5};
    static const int64_t wide[4] = {0, 2, 4, 5};
    static const float values[5] = {1, 2, 3, 4, 5};
    void (*const release_schema)(struct ArrowSchema *) =
        (void (*)(struct ArrowSchema *))(uintptr_t)1; /* never called */
    void (*const release_array)(struct ArrowArray *) = (void (*)(struct ArrowArray *))(uintptr_t)1;
    for (int i = 0; i < 2; i++) {
        const void *buffers[2] = {valid, i ? (const void *)wide : (const void *)narrow},
                   *inner_buffers[2] = {NULL, values};
        struct ArrowSchema item = {.format = "f", .name = "item", .release = release_schema}, *items[1] = {&item};
        struct ArrowSchema schema = {
            .format = i ? "+L" : "+l", .n_children = 1, .children = items, .release = release_schema};
        struct ArrowArray inner = {.length = 5, .n_buffers = 2, .buffers = inner_buffers, .release = release_array};
        struct ArrowArray *inners[1] = {&inner};
        struct ArrowArray array = {.length = 3,
                                   .null_count = 1,
                                   .n_buffers = 2,
                                   .n_children = 1,
                                   .buffers = buffers,
                                   .children = inners,
                                   .release = release_array};
        clb_array column;
        clb_owner *owner = NULL;
        FAILS(CLB_ERROR_UNSUPPORTED, "Element 1 of an Arrow column is missing",
              clb_arrow_column(&schema, &array, NULL, CLB_MISSING_REFUSE, &column, &owner, &error));
        OK(clb_arrow_column(&schema, &array, NULL, CLB_MISSING_NAN, &column, &owner, &error));
        assert_int_equal(column.type->kind, CLB_KIND_VAR);
        const clb_var *rows = (const clb_var *)(const void *)column.data;
        assert_true(rows[0].count == 2 && rows[1].count == 0 && rows[2].count == 1);
        assert_ptr_equal(rows[0].data, values);
        assert_ptr_equal(rows[2].data, values + 4);
        clb_owner_release(&owner);
    }
}

/* One bit of a fixed-size list's bitmap stands for all of its numbers. */
static void fixed_dimensions_and_bytes_come_back(void **state)
{
    (void)state;
    static int16_t cube[4][3][2];
    static const uint8_t valid[1] = {0xd}, words[] = "abcdefghijkl";
    struct ArrowSchema schema;
    struct ArrowArray column;
    clb_array array, back;
    clb_owner *owner = NULL;
    int16_t *flat = &cube[0][0][0];
    for (int i = 0; i < 24; i++) flat[i] = (int16_t)i;
    OK(clb_array_make(cube, sizeof cube, &clb_type_int16, 3, SHAPE(4, 3, 2), NULL, &array, &error));
    OK(clb_arrow_export(&array, "cube", NULL, &schema, &column, &error));
    assert_string_equal(schema.format, "+w:3");
    OK(clb_arrow_column(&schema, &column, NULL, CLB_MISSING_REFUSE, &back, &owner, &error));
    assert_ptr_equal(back.data, cube);
    assert_int_equal(back.type->size, sizeof cube[0]);
    clb_owner_release(&owner);
    column.null_count = 1;
    column.buffers[0] = valid;
    FAILS(CLB_ERROR_UNSUPPORTED, "Element [1][0][0] (row 1, level 2) of an Arrow column is missing",
          clb_arrow_column(&schema, &column, NULL, CLB_MISSING_REFUSE, &back, &owner, &error));
    OK(clb_arrow_column(&schema, &column, NULL, CLB_MISSING_NAN, &back, &owner, &error));
    const double *numbers = (const double *)(const void *)back.data;
    for (int i = 0; i < 24; i++) assert_true(i / 6 == 1 ? isnan(numbers[i]) : numbers[i] == i);
    clb_owner_release(&owner);
    schema.release(&schema);
    column.release(&column);

    static const clb_type three = {.kind = CLB_KIND_BYTES, .size = 3, .alignment = 1};
    OK(clb_array_make((void *)(uintptr_t)words, 12, &three, 1, SHAPE(4), NULL, &array, &error));
    OK(clb_arrow_export(&array, "words", NULL, &schema, &column, &error));
    assert_string_equal(schema.format, "w:3");
    OK(clb_arrow_import(&schema, &column, NULL, CLB_MISSING_REFUSE, &back, &owner, &error));
    assert_true(clb_type_equal(back.type, &three) && back.data == (const char *)words && back.shape[0] == 4);
    clb_owner_release(&owner);
}

/* ---- Rows of a var dimension ----------------------------------------------------------------------------------------
 */

typedef struct exported {
    struct ArrowSchema schema;
    struct ArrowArray column;
} exported;

static void export_rows(void *memory, size_t count, const clb_type *type, clb_owner *owner, exported *x)
{
    clb_array array;
    OK(clb_array_make(memory, SIZE_MAX, type, 1, SHAPE(count), NULL, &array, &error));
    OK(clb_arrow_export(&array, "rows", owner, &x->schema, &x->column, &error));
    assert_int_equal(x->column.length, count);
    assert_int_equal(x->column.n_buffers, 2);
    assert_int_equal(x->column.null_count, 0);
    assert_null(x->column.buffers[0]);
}

static void release(exported *x)
{
    x->schema.release(&x->schema);
    x->column.release(&x->column);
}

static void offsets_are(const struct ArrowArray *column, size_t count, const int32_t *wanted)
{
    const int32_t *offsets = column->buffers[1];
    for (size_t i = 0; i < count; i++)
        if (offsets[i] != wanted[i]) fail_msg("offset %zu is %d, not %d", i, (int)offsets[i], (int)wanted[i]);
}

static int owners_gone;
static void count_release(void *held)
{
    (void)held;
    owners_gone++;
}

static const clb_type doubles = {.kind = CLB_KIND_VAR,
                                 .size = sizeof(clb_var),
                                 .alignment = _Alignof(clb_var),
                                 .element = &clb_type_float64,
                                 .stride = 8};

static void rows_in_a_row_go_to_arrow_where_they_are(void **state)
{
    (void)state;
    static double values[6] = {1, 2, 3, 4, 5, 6};
    clb_var rows[4] = {{(char *)values, 2}, {NULL, 0}, {(char *)(values + 2), 1}, {(char *)(values + 3), 3}};
    exported x;
    clb_array back;
    clb_owner *owner = NULL;
    struct ArrowArray child;
    owners_gone = 0;
    OK(clb_owner_make(count_release, NULL, &owner, &error));
    export_rows(rows, 4, &doubles, owner, &x);
    clb_owner_release(&owner);
    assert_string_equal(x.schema.format, "+l");
    assert_string_equal(x.schema.children[0]->format, "g");
    offsets_are(&x.column, 5, (const int32_t[]){0, 2, 2, 3, 6});
    assert_ptr_equal(x.column.children[0]->buffers[1], values);
    assert_int_equal(x.column.children[0]->length, 6);
    memset(rows, 0, sizeof rows); /* only the elements are shared */
    OK(clb_arrow_column(&x.schema, &x.column, NULL, CLB_MISSING_REFUSE, &back, &owner, &error));
    assert_true(back.type->kind == CLB_KIND_LIST && back.type->values == (char *)values && back.type->value_count == 6);
    clb_owner_release(&owner);
    /* A child that a consumer has moved away keeps the memory. */
    child = *x.column.children[0];
    x.column.children[0]->release = NULL;
    release(&x);
    assert_int_equal(owners_gone, 0);
    child.release(&child);
    assert_int_equal(owners_gone, 1);
    export_rows(rows, 4, &doubles, NULL, &x); /* all empty now */
    offsets_are(&x.column, 5, (const int32_t[]){0, 0, 0, 0, 0});
    assert_int_equal(x.column.children[0]->length, 0);
    release(&x);
    export_rows(rows, 0, &doubles, NULL, &x);
    offsets_are(&x.column, 1, (const int32_t[]){0});
    release(&x);
}

static void rows_apart_are_copied(void **state)
{
    (void)state;
    static double values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const double wanted[] = {7, 8, 1, 2, 1, 2};
    clb_var rows[3] = {
        {(char *)(values + 6), 2}, {(char *)values, 2}, {(char *)values, 2}}; /* back, and the same twice */
    exported x;
    export_rows(rows, 3, &doubles, NULL, &x);
    offsets_are(&x.column, 4, (const int32_t[]){0, 2, 4, 6});
    assert_memory_equal(x.column.children[0]->buffers[1], wanted, sizeof wanted);
    release(&x);
    /* Every second element; the rows follow each other and still have gaps within. */
    clb_type sparse = doubles;
    sparse.stride = 16;
    rows[0] = (clb_var){(char *)values, 1};
    rows[1] = (clb_var){(char *)(values + 2), 3};
    static const double odd[] = {1, 3, 5, 7};
    export_rows(rows, 2, &sparse, NULL, &x);
    offsets_are(&x.column, 3, (const int32_t[]){0, 1, 4});
    assert_memory_equal(x.column.children[0]->buffers[1], odd, sizeof odd);
    release(&x);
    rows[0].data = (char *)(values + 1);
    static const double moved[] = {2, 3, 5, 7};
    export_rows(rows, 2, &sparse, NULL, &x);
    assert_memory_equal(x.column.children[0]->buffers[1], moved, sizeof moved);
    release(&x);
}

static void missing_elements_of_rows_are_nulls(void **state)
{
    (void)state;
    int32_t values[5] = {1, INT32_MIN, 3, INT32_MIN, 5}, again[2] = {INT32_MIN, 7};
    clb_type maybe = doubles;
    maybe.element = clb_type_of(CLB_KIND_INT32, CLB_TYPE_OPTIONAL);
    maybe.stride = 4;
    clb_var rows[3] = {{(char *)values, 3}, {(char *)(values + 3), 2}, {(char *)again, 2}};
    for (size_t count = 2; count <= 3; count++) { /* without a copy, and with one */
        exported x;
        clb_array back;
        clb_owner *owner = NULL;
        export_rows(rows, count, &maybe, NULL, &x);
        const struct ArrowArray *child = x.column.children[0];
        assert_int_equal(x.schema.children[0]->flags, ARROW_FLAG_NULLABLE);
        assert_int_equal(child->null_count, count);
        assert_int_equal(((const uint8_t *)child->buffers[0])[0] & 0x7f, count == 2 ? 0x75 : 0x55);
        if (count == 2) assert_ptr_equal(child->buffers[1], values);
        OK(clb_arrow_column(&x.schema, &x.column, NULL, CLB_MISSING_OPTIONAL, &back, &owner, &error));
        assert_memory_equal(back.type->values, values, sizeof values);
        assert_true(back.type->element->flags & CLB_TYPE_OPTIONAL);
        clb_owner_release(&owner);
        release(&x);
    }
}

typedef struct person {
    int32_t id;
    clb_var words; /* of rows of letters */
} person;

static void rows_of_rows_in_records_go_to_arrow(void **state)
{
    (void)state;
    static uint8_t letters[] = "abcdefgh";
    static const clb_type word = {.kind = CLB_KIND_VAR,
                                  .size = sizeof(clb_var),
                                  .alignment = _Alignof(clb_var),
                                  .element = &clb_type_uint8,
                                  .stride = 1};
    static const clb_type words = {.kind = CLB_KIND_VAR,
                                   .size = sizeof(clb_var),
                                   .alignment = _Alignof(clb_var),
                                   .element = &word,
                                   .stride = sizeof(clb_var)};
    static const clb_field fields[] = {{"id", 0, &clb_type_int32}, {"words", offsetof(person, words), &words}};
    static const clb_type record = {.kind = CLB_KIND_RECORD,
                                    .size = sizeof(person),
                                    .alignment = _Alignof(person),
                                    .fields = fields,
                                    .field_count = 2};
    clb_var first[2] = {{(char *)letters, 3}, {(char *)(letters + 3), 1}}, second[1] = {{(char *)(letters + 4), 4}};
    person people[3] = {{7, {(char *)first, 2}}, {8, {NULL, 0}}, {9, {(char *)second, 1}}};
    exported x;
    clb_array array, back;
    clb_owner *owner = NULL;
    OK(clb_array_make(people, sizeof people, &record, 1, SHAPE(3), NULL, &array, &error));
    OK(clb_arrow_export(&array, NULL, NULL, &x.schema, &x.column, &error));
    const struct ArrowArray *outer = x.column.children[1], *inner = outer->children[0];
    offsets_are(outer, 4, (const int32_t[]){0, 2, 2, 3});
    offsets_are(inner, 4, (const int32_t[]){0, 3, 4, 8});
    assert_ptr_equal(inner->children[0]->buffers[1], letters); /* the rows of rows were copied, not the letters */
    OK(clb_arrow_column(&x.schema, &x.column, "words", CLB_MISSING_REFUSE, &back, &owner, &error));
    assert_true(back.type->element->values == (char *)letters);
    clb_owner_release(&owner);
    release(&x);
}

/* Offsets of lists belong to their neighbours: where lists move, they get others. */
static void lists_that_move_get_new_offsets(void **state)
{
    (void)state;
    static const int32_t offsets[] = {0, 1, 3, 4};
    static double values[] = {1, 2, 3, 4};
    static const clb_type list = {.kind = CLB_KIND_LIST,
                                  .size = 4,
                                  .alignment = 4,
                                  .element = &clb_type_float64,
                                  .stride = 8,
                                  .values = (char *)values,
                                  .value_count = 4};
    static const clb_type rows_of_lists = {
        .kind = CLB_KIND_VAR, .size = sizeof(clb_var), .alignment = _Alignof(clb_var), .element = &list, .stride = 4};
    static const clb_type pair = {
        .kind = CLB_KIND_FIXED, .size = 12, .alignment = 4, .element = &list, .count = 2, .stride = 8};
    clb_var rows[2] = {{(char *)(uintptr_t)(offsets + 2), 1}, {(char *)(uintptr_t)offsets, 2}};
    static const double turned[] = {4, 1, 2, 3}, outer[] = {1, 4};
    exported x;
    clb_array array;
    export_rows(rows, 2, &rows_of_lists, NULL, &x);
    offsets_are(&x.column, 3, (const int32_t[]){0, 1, 3});
    offsets_are(x.column.children[0], 4, (const int32_t[]){0, 1, 2, 4});
    assert_memory_equal(x.column.children[0]->children[0]->buffers[1], turned, sizeof turned);
    release(&x);
    rows[0] = (clb_var){(char *)(uintptr_t)offsets, 1};
    rows[1] = (clb_var){(char *)(uintptr_t)(offsets + 1), 2};
    export_rows(rows, 2, &rows_of_lists, NULL, &x); /* stay where they are, offsets too */
    assert_ptr_equal(x.column.children[0]->buffers[1], offsets);
    assert_ptr_equal(x.column.children[0]->children[0]->buffers[1], values);
    release(&x);
    OK(clb_array_make((void *)(uintptr_t)offsets, SIZE_MAX, &pair, 1, SHAPE(1), NULL, &array, &error));
    OK(clb_arrow_export(&array, NULL, NULL, &x.schema, &x.column, &error));
    offsets_are(x.column.children[0], 3, (const int32_t[]){0, 1, 2});
    assert_memory_equal(x.column.children[0]->children[0]->buffers[1], outer, sizeof outer);
    release(&x);
    /* Fixed dimensions of lists with gaps, one in the other: 2[stride=16] * 2[stride=8] * list32. */
    static const int32_t spread[] = {0, 1, 1, 3, 0, 2, 3, 4};
    static const clb_type pairs = {
        .kind = CLB_KIND_FIXED, .size = 28, .alignment = 4, .element = &pair, .count = 2, .stride = 16};
    static const double four[] = {1, 2, 3, 1, 2, 4};
    OK(clb_array_make((void *)(uintptr_t)spread, SIZE_MAX, &pairs, 1, SHAPE(1), NULL, &array, &error));
    OK(clb_arrow_export(&array, NULL, NULL, &x.schema, &x.column, &error));
    const struct ArrowArray *inner = x.column.children[0]->children[0];
    offsets_are(inner, 5, (const int32_t[]){0, 1, 3, 5, 6});
    assert_memory_equal(inner->children[0]->buffers[1], four, sizeof four);
    release(&x);
    static const int32_t broken[] = {0, 1, 9};
    rows[1].data = (char *)(uintptr_t)broken;
    OK(clb_array_make(rows, sizeof rows, &rows_of_lists, 1, SHAPE(2), NULL, &array, &error));
    FAILS(CLB_ERROR_ARGUMENT, "is a list whose offsets lead outside of its values",
          clb_arrow_export(&array, NULL, NULL, &x.schema, &x.column, &error));
}

static void rows_beyond_2_to_the_31_are_a_large_list(void **state)
{
    const size_t half = (size_t)1 << 30;
    (void)state;
    if (half > SIZE_MAX / 8) skip();
    char *memory = calloc(2 * half + 1, 1); /* never touched */
    if (!memory) skip();
    clb_type bytes = doubles;
    bytes.element = &clb_type_uint8;
    bytes.stride = 1;
    clb_var rows[2] = {{memory, half}, {memory + half, half}};
    exported x;
    export_rows(rows, 2, &bytes, NULL, &x);
    assert_string_equal(x.schema.format, "+L");
    const int64_t *wide = x.column.buffers[1];
    assert_true(wide[0] == 0 && wide[1] == (int64_t)half && wide[2] == 2 * (int64_t)half);
    assert_ptr_equal(x.column.children[0]->buffers[1], memory);
    release(&x);
    rows[1].count--; /* one element less: 2^31 - 1 */
    export_rows(rows, 2, &bytes, NULL, &x);
    assert_string_equal(x.schema.format, "+l");
    offsets_are(&x.column, 3, (const int32_t[]){0, 1 << 30, INT32_MAX});
    release(&x);
    free(memory);
}

static void rows_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static double values[2];
    clb_var rows[2] = {{(char *)values, 1}, {NULL, 1}};
    exported x;
    clb_array array;
    OK(clb_array_make(rows, sizeof rows, &doubles, 1, SHAPE(2), NULL, &array, &error));
    FAILS(CLB_ERROR_ARGUMENT, "is a row without memory",
          clb_arrow_export(&array, NULL, NULL, &x.schema, &x.column, &error));
    rows[1] = (clb_var){(char *)values, SIZE_MAX};
    FAILS(CLB_ERROR_ARGUMENT, "more elements than there can be",
          clb_arrow_export(&array, NULL, NULL, &x.schema, &x.column, &error));
    rows[0] = rows[1] = (clb_var){(char *)values, PTRDIFF_MAX / 8};
    FAILS(CLB_ERROR_SIZE, "too many elements", clb_arrow_export(&array, NULL, NULL, &x.schema, &x.column, &error));
    static const clb_type nothing = {.kind = CLB_KIND_FIXED, .alignment = 8, .element = &clb_type_float64, .stride = 8};
    clb_type empty = doubles;
    empty.element = &nothing; /* 0 * float64: elements of no bytes */
    empty.stride = 0;
    rows[0] = rows[1] = (clb_var){(char *)values, PTRDIFF_MAX};
    OK(clb_array_make(rows, sizeof rows, &empty, 1, SHAPE(2), NULL, &array, &error));
    FAILS(CLB_ERROR_SIZE, "too many elements", clb_arrow_export(&array, NULL, NULL, &x.schema, &x.column, &error));
}

static void arrays_go_to_numpy_and_come_back(void **state)
{
    (void)state;
    static double memory[5][6];
    static const clb_type vector = {
        .kind = CLB_KIND_VECTOR, .size = 16, .alignment = 16, .element = &clb_type_float32, .count = 4};
    clb_numpy_export_data data;
    clb_array array, back;
    clb_owner *owner = NULL;
    OK(clb_array_make(memory, sizeof memory, &clb_type_float64, 2, SHAPE(5, 6), NULL, &array, &error));
    OK(clb_array_slice(&array, 1, 0, 3, 2, &array, &error));
    OK(clb_array_reverse(&array, 0, &array, &error));
    array.flags |= CLB_ARRAY_READ_ONLY;
    OK(clb_numpy_export(&array, &data, &error));
    assert_true(data.interface_.typekind == 'f' && data.interface_.itemsize == 8 && data.interface_.nd == 2);
    assert_int_equal(data.interface_.flags, CLB_NUMPY_ALIGNED | CLB_NUMPY_NOTSWAPPED);
    OK(clb_numpy_import(&data.interface_, NULL, NULL, NULL, &back, &owner, &error));
    assert_true(back.data == array.data && back.shape[1] == 3 && back.strides[0] == -48 && back.strides[1] == 16);
    assert_int_equal(back.flags, CLB_ARRAY_READ_ONLY);
    clb_owner_release(&owner);
    /* A vector's components are a dimension; the other byte order is a flag. */
    OK(clb_array_make(memory, sizeof memory, &vector, 1, SHAPE(7), NULL, &array, &error));
    OK(clb_numpy_export(&array, &data, &error));
    assert_true(data.interface_.nd == 2 && data.shape[1] == 4 && data.strides[0] == 16 &&
                data.interface_.itemsize == 4);
    assert_true(data.interface_.flags & CLB_NUMPY_C_CONTIGUOUS && data.interface_.flags & CLB_NUMPY_WRITEABLE);
    OK(clb_array_make(memory, sizeof memory, clb_type_of(CLB_KIND_INT32, CLB_TYPE_SWAPPED), 1, SHAPE(7), NULL, &array,
                      &error));
    OK(clb_numpy_export(&array, &data, &error));
    assert_false(data.interface_.flags & CLB_NUMPY_NOTSWAPPED);
    OK(clb_array_make(memory, sizeof memory, &clb_type_bfloat16, 1, SHAPE(7), NULL, &array, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "bfloat16", clb_numpy_export(&array, &data, &error));
    FAILS(CLB_ERROR_ARGUMENT, "NULL", clb_numpy_export(&array, NULL, &error));
}

static void as_many_dimensions_as_there_may_be_go_to_numpy(void **state)
{
    (void)state;
    static const intptr_t mark = 0x5a5a;
    struct {
        clb_numpy_export_data data;
        intptr_t behind[2];
    } out = {.behind = {mark, mark}};
    size_t shape[CLB_ARRAY_DIMS];
    double memory[2 * 3] = {0};
    clb_array array, back;
    clb_owner *owner = NULL;
    for (size_t d = 0; d < CLB_ARRAY_DIMS; d++) shape[d] = 1;
    shape[0] = 2;
    shape[CLB_ARRAY_DIMS - 1] = 3;
    OK(clb_array_make(memory, sizeof memory, &clb_type_float64, CLB_ARRAY_DIMS, shape, NULL, &array, &error));
    for (size_t d = 1; d < CLB_ARRAY_DIMS - 1; d++) array.strides[d] = 0;
    OK(clb_numpy_export(&array, &out.data, &error));
    assert_true(out.behind[0] == mark && out.behind[1] == mark);
    OK(clb_numpy_import(&out.data.interface_, NULL, NULL, NULL, &back, &owner, &error));
    assert_int_equal(back.dims, CLB_ARRAY_DIMS);
    assert_memory_equal(back.shape, array.shape, sizeof back.shape);
    assert_memory_equal(back.strides, array.strides, sizeof back.strides);
    clb_owner_release(&owner);
    OK(clb_array_make(memory, sizeof memory, &clb_type_float64, 1, SHAPE(2), NULL, &array, &error));
    out.data.shape[1] = out.data.strides[1] = mark;
    OK(clb_numpy_export(&array, &out.data, &error));
    assert_int_equal(out.data.shape[0], 2);
    assert_true(out.data.shape[1] == mark && out.data.strides[1] == mark); /* what is not asked for stays */
}

/* The text goes on behind its length, as it does in a file. */
static void dtypes_end_where_their_length_says(void **state)
{
    (void)state;
    static const char *const texts[] = {"'<f8'",
                                        "\"<i4\"",
                                        "'|V40'",
                                        "'<M8[ns]'",
                                        "[('x', '<f8'), ('y\\x41', '<i4', (2, 3)), ('', '|V4')]",
                                        "[(('title', 'name'), [('inner', '|u1')])]"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const clb_type *type = NULL;
        for (size_t length = 0; length < strlen(texts[i]); length++) {
            clb_error error = {0};
            if (clb_numpy_read_dtype(texts[i], length, &type, &error) == CLB_OK || type || !*error.message)
                fail_msg("%.*s", (int)length, texts[i]);
        }
        OK(clb_numpy_read_dtype(texts[i], strlen(texts[i]), &type, &error));
        clb_type_free(&type);
    }
}

static void dtypes_are_read_and_printed(void **state)
{
    (void)state;
    static const struct {
        const char *dtype, *type;
    } read[] = {
        {"[('\\u20ac', '<f8'), ('\\U0001f600', '<i2'), ('a\\tb', '|u1')]",
         "{\"\xe2\x82\xac\": <float64 @ 0, \"\xf0\x9f\x98\x80\": <int16 @ 8, \"a\\tb\": uint8 @ 10}[size=11, align=1]"},
        {"'<M8[ns]'", "?<int64"},
        {"[('a', ('<f8', (3,)), (2,)), ('b', ('<i4', (2,)), (3, 4))]",
         "{a: 2 * 3 * <float64 @ 0, b: 3 * 4 * 2 * <int32 @ 48}[size=144, align=8]"},
        {"('<f8', (3, 2))", "3 * 2 * <float64"},
        {"((('|u1', 2), (3,)), (4,))", "4 * 3 * 2 * uint8"},
        {"[('r', ([('q', ('<i2', (2,)), (3,))], (5,)), 7)]", "{r: 7 * 5 * {q: 3 * 2 * <int16}}"},
        {"[('x', '<f4'), ('', '|V4'), ('y', '<f8')]", "{x: <float32 @ 0, y: <float64 @ 8}[size=16, align=8]"},
    };
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        const clb_type *type = NULL, *wanted = NULL;
        OK(clb_numpy_read_dtype(read[i].dtype, strlen(read[i].dtype), &type, &error));
        OK(clb_type_read(read[i].type, strlen(read[i].type), &wanted, &error));
        if (!clb_type_equal(type, wanted)) {
            char text[200];
            (void)clb_type_print(type, text, sizeof text);
            fail_msg("%s is read as %s", read[i].dtype, text);
        }
        clb_type_free(&type);
        clb_type_free(&wanted);
    }
    static const struct {
        const char *type, *dtype;
    } printed[] = {
        {"bytes[5]", "'|V5'"},
        {"{x: <float32, y: <float64}", "[('x', '<f4'), ('', '|V4'), ('y', '<f8')]"},
        {"{x: uint8 @ 0, p: 2 * 3 * <int16 @ 2, v: <float32x2 @ 16}[size=32, align=8]",
         "[('x', '|u1'), ('', '|V1'), ('p', '<i2', (2,3,)), ('', '|V2'), ('v', '<f4', (2,)), ('', '|V8')]"},
    };
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
        const clb_type *type = NULL;
        char text[200];
        size_t length;
        OK(clb_type_read(printed[i].type, strlen(printed[i].type), &type, &error));
        OK(clb_numpy_print_dtype(type, text, sizeof text, &length, &error));
        assert_string_equal(text, printed[i].dtype);
        clb_type_free(&type);
    }
    static const struct {
        const char *dtype, *text;
    } bad[] = {
        {"[(, '<f8')]", "a string is missing here"},
        {"[(", "a string is missing at the end"},
        {"[('a\\q', '<f8')]", "an escape is not known"},
        {"[('a\\u12', '<f8')]", "lacks its digits"},
        {"[('a\\x00', '<f8')]", "cannot hold a NUL"},
        {"[('a", "a string has no end"},
        {"('<f8')", "',' is missing"},
        {"('<f8', (3,)", "')' is missing"},
        {"('<f8', 'x')", "a number is missing"},
        {"[('a\xff', '<f8')]", "a name that is not UTF-8"},
        {"[('a\\udc80', '<f8')]", "a name that is not UTF-8"},
        {"[('a', '<f8'), ('\xc0\xaf', '<f8')]", "Field 1 of a record has a name that is not UTF-8"},
        {"[('\\ud83d\\ude00', '<f8')]", "a name that is not UTF-8"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const clb_type *type = NULL;
        FAILS(CLB_ERROR_ARGUMENT, bad[i].text, clb_numpy_read_dtype(bad[i].dtype, strlen(bad[i].dtype), &type, &error));
        assert_null(type);
    }
    const clb_type *type = NULL;
    FAILS(CLB_ERROR_UNSUPPORTED, "need a size", clb_numpy_read_dtype("'|S0'", 5, &type, &error));
    FAILS(CLB_ERROR_SIZE, "too large", clb_numpy_read_dtype("('<f8', (4294967296, 4294967296))", 33, &type, &error));
    static const char *const names[] = {"{\"a\xff\": int32}", "{\"\\xed\\xb2\\x80\": int32}",
                                        "{\"\xf4\x90\x80\x80\": int32}", "{\"\xe2\x82\": int32}"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        FAILS(CLB_ERROR_ARGUMENT, "a name that is not UTF-8", clb_type_read(names[i], strlen(names[i]), &type, &error));
    OK(clb_type_read("{\"\\xc3\\xa9\": int32}", strlen("{\"\\xc3\\xa9\": int32}"), &type,
                     &error)); /* e with an accent, byte by byte */
    clb_type_free(&type);
    FAILS(CLB_ERROR_ARGUMENT, "The text is NULL", clb_numpy_read_dtype(NULL, 0, &type, &error));
}

static void what_dlpack_has_no_word_for_is_refused(void **state)
{
    (void)state;
    static double memory[8];
    clb_array array;
    clb_dl_managed *tensor = NULL;
    clb_dl_versioned *versioned = NULL;
    const clb_type *const types[] = {clb_type_of(CLB_KIND_FLOAT64, CLB_TYPE_SWAPPED),
                                     clb_type_of(CLB_KIND_INT32, CLB_TYPE_OPTIONAL)};
    const char *const names[] = {is_big_endian() ? "tensors of <float64" : "tensors of >float64", "tensors of ?int32"};
    for (size_t i = 0; i < 2; i++) {
        OK(clb_array_make(memory, sizeof memory, types[i], 1, SHAPE(4), NULL, &array, &error));
        FAILS(CLB_ERROR_UNSUPPORTED, names[i], clb_dlpack_export(&array, NULL, &tensor, &error));
    }
    OK(clb_array_make(memory, sizeof memory, &clb_type_int32, 1, SHAPE(4), (const ptrdiff_t[]){6}, &array, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "not a multiple of the 4", clb_dlpack_export(&array, NULL, &tensor, &error));
    OK(clb_array_make(memory, sizeof memory, &clb_type_float64, 1, SHAPE(4), NULL, &array, &error));
    FAILS(CLB_ERROR_ARGUMENT, "to make is NULL", clb_dlpack_export(&array, NULL, NULL, &error));
    array.flags = CLB_ARRAY_READ_ONLY;
    FAILS(CLB_ERROR_UNSUPPORTED, "read-only", clb_dlpack_export(&array, NULL, &tensor, &error));
    OK(clb_dlpack_export_versioned(&array, NULL, &versioned, &error));
    versioned->deleter(versioned);
    assert_null(tensor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_values_of_every_type_go_to_arrow_and_come_back),
        cmocka_unit_test(values_that_could_not_be_told_from_missing_ones_are_refused),
        cmocka_unit_test(missing_lists_are_empty_rows),
        cmocka_unit_test(fixed_dimensions_and_bytes_come_back),
        cmocka_unit_test(rows_in_a_row_go_to_arrow_where_they_are),
        cmocka_unit_test(rows_apart_are_copied),
        cmocka_unit_test(missing_elements_of_rows_are_nulls),
        cmocka_unit_test(rows_of_rows_in_records_go_to_arrow),
        cmocka_unit_test(lists_that_move_get_new_offsets),
        cmocka_unit_test(rows_beyond_2_to_the_31_are_a_large_list),
        cmocka_unit_test(rows_that_cannot_be_are_refused),
        cmocka_unit_test(arrays_go_to_numpy_and_come_back),
        cmocka_unit_test(as_many_dimensions_as_there_may_be_go_to_numpy),
        cmocka_unit_test(dtypes_end_where_their_length_says),
        cmocka_unit_test(dtypes_are_read_and_printed),
        cmocka_unit_test(what_dlpack_has_no_word_for_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
