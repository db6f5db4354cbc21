/* Assignment of arrays and nested types; what must be refused. With the argument "threads", several threads work at
 * once.
 *
 * SPDX-License-Identifier: MIT */
#include "assign.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

/* ---- The heap is counted -------------------------------------------------------------------------------------------
 */

static atomic_size_t allocations;
void *__real_malloc(size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}
void *__wrap_realloc(void *memory, size_t size)
{
    allocations++;
    return __real_realloc(memory, size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

/* ---- Arrays --------------------------------------------------------------------------------------------------------
 */

static void a_source_is_broadcast_as_numpy_does(void **state)
{
    (void)state;
    int32_t row[3] = {1, 2, 3};
    double grid[2][3], column[2] = {7, 8};
    clb_array to, from;
    OK(clb_array_make(grid, sizeof grid, &clb_type_float64, 2, SHAPE(2, 3), NULL, &to, &error));
    OK(clb_array_make(row, sizeof row, &clb_type_int32, 1, SHAPE(3), NULL, &from, &error));
    OK(clb_array_assign(&to, &from, NULL, &error));
    assert_true(grid[0][0] == 1 && grid[0][2] == 3 && grid[1][0] == 1 && grid[1][2] == 3);
    OK(clb_array_make(column, sizeof column, &clb_type_float64, 2, SHAPE(2, 1), NULL, &from, &error));
    OK(clb_array_assign(&to, &from, NULL, &error));
    assert_true(grid[0][0] == 7 && grid[0][2] == 7 && grid[1][0] == 8 && grid[1][2] == 8);
    OK(clb_array_make(row, 4, &clb_type_int32, 0, NULL, NULL, &from, &error));
    OK(clb_array_assign(&to, &from, NULL, &error));
    assert_true(grid[0][0] == 1 && grid[1][2] == 1);
    OK(clb_array_make(row, 8, &clb_type_int32, 1, SHAPE(2), NULL, &from, &error));
    FAILS(CLB_ERROR_SIZE, "(2,)", clb_array_assign(&to, &from, NULL, &error));
    FAILS(CLB_ERROR_SIZE, "(2, 3)", clb_array_assign(&to, &from, NULL, &error));
}

static void leading_ones_are_left_out_as_numpy_does(void **state)
{
    (void)state;
    double from[6] = {1, 2, 3, 4, 5, 6};
    float to[6];
    clb_array src, dst;
    clb_ckernel_builder builder;
    size_t end;
    OK(clb_array_make(from, 24, clb_type_of(CLB_KIND_FLOAT64, 0), 2, SHAPE(1, 3), NULL, &src, &error));
    OK(clb_array_make(to, 12, clb_type_of(CLB_KIND_FLOAT32, 0), 1, SHAPE(3), NULL, &dst, &error));
    OK(clb_array_assign(&dst, &src, NULL, &error));
    assert_true(to[0] == 1 && to[1] == 2 && to[2] == 3);
    OK(clb_array_make(from, sizeof from, clb_type_of(CLB_KIND_FLOAT64, 0), 4, SHAPE(1, 1, 2, 3), NULL, &src, &error));
    OK(clb_array_make(to, sizeof to, clb_type_of(CLB_KIND_FLOAT32, 0), 2, SHAPE(2, 3), NULL, &dst, &error));
    memset(to, 0, sizeof to);
    OK(clb_array_assign(&dst, &src, NULL, &error));
    for (int i = 0; i < 6; i++) assert_true(to[i] == i + 1);
    OK(clb_array_make(from, 8, clb_type_of(CLB_KIND_FLOAT64, 0), 3, SHAPE(1, 1, 1), NULL, &src, &error));
    OK(clb_array_assign(&dst, &src, NULL, &error)); /* one number for all */
    for (int i = 0; i < 6; i++) assert_true(to[i] == 1);
    dst.dims = 0;
    from[0] = 9;
    OK(clb_array_assign(&dst, &src, NULL, &error));
    assert_true(to[0] == 9 && to[1] == 1);
    clb_ckernel_builder_init(&builder, NULL);
    OK(clb_array_make(from, 24, clb_type_of(CLB_KIND_FLOAT64, 0), 2, SHAPE(1, 3), NULL, &src, &error));
    OK(clb_array_make(to, 12, clb_type_of(CLB_KIND_FLOAT32, 0), 1, SHAPE(3), NULL, &dst, &error));
    OK(clb_assign_make_block(&builder, 0, &dst, &src, CLB_ASSIGN_NONE, CLB_CKERNEL_SINGLE, &end, &error));
    clb_ckernel_builder_clear(&builder);
    OK(clb_array_make(from, sizeof from, clb_type_of(CLB_KIND_FLOAT64, 0), 2, SHAPE(2, 3), NULL, &src, &error));
    FAILS(CLB_ERROR_SIZE, "has fewer dimensions", clb_array_assign(&dst, &src, NULL, &error));
    OK(clb_array_make(to, sizeof to, clb_type_of(CLB_KIND_FLOAT32, 0), 2, SHAPE(1, 3), NULL, &src, &error));
    OK(clb_array_assign(&dst, &src, NULL, &error)); /* overlaps */
}

static void what_overlaps_is_assigned_as_if_copied_before(void **state)
{
    (void)state;
    int32_t x[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    clb_array all, to, from;
    OK(clb_array_make(x, sizeof x, &clb_type_int32, 1, SHAPE(8), NULL, &all, &error));
    OK(clb_array_slice(&all, 0, 1, 7, 1, &to, &error));
    OK(clb_array_slice(&all, 0, 0, 7, 1, &from, &error));
    OK(clb_array_assign(&to, &from, NULL, &error));
    for (int i = 0; i < 8; i++) assert_int_equal(x[i], i == 0 ? 0 : i - 1);
    for (int i = 0; i < 8; i++) x[i] = i;
    OK(clb_array_reverse(&all, 0, &from, &error));
    OK(clb_array_assign(&all, &from, NULL, &error));
    for (int i = 0; i < 8; i++) assert_int_equal(x[i], 7 - i);
    int32_t square[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    OK(clb_array_make(square, sizeof square, &clb_type_int32, 2, SHAPE(3, 3), NULL, &to, &error));
    OK(clb_array_transpose(&to, NULL, &from, &error));
    OK(clb_array_assign(&to, &from, NULL, &error));
    assert_true(square[0][1] == 4 && square[1][0] == 2 && square[2][1] == 6);
    /* In place, to another type; and from one element that is repeated. */
    int32_t y[4] = {1, -2, 3, -4};
    float back[4];
    OK(clb_array_make(y, sizeof y, &clb_type_int32, 1, SHAPE(4), NULL, &from, &error));
    OK(clb_array_make(y, sizeof y, &clb_type_float32, 1, SHAPE(4), NULL, &to, &error));
    OK(clb_array_assign(&to, &from, NULL, &error));
    memcpy(back, y, sizeof back);
    assert_true(back[0] == 1 && back[1] == -2 && back[3] == -4);
    OK(clb_array_slice(&to, 0, 1, 1, 1, &from, &error));
    OK(clb_array_assign(&to, &from, NULL, &error));
    memcpy(back, y, sizeof back);
    assert_true(back[0] == -2 && back[3] == -2);
}

static void as_many_dimensions_as_there_may_be_overlap(void **state)
{
    (void)state;
    enum { ALL = 1 << CLB_ARRAY_DIMS };
    size_t shape[CLB_ARRAY_DIMS];
    int32_t *x = malloc((ALL + 1) * sizeof *x);
    clb_array from, to;
    assert_non_null(x);
    for (int i = 0; i <= ALL; i++) x[i] = i;
    for (int d = 0; d < CLB_ARRAY_DIMS; d++) shape[d] = 2;
    OK(clb_array_make(x, ALL * sizeof *x, &clb_type_int32, CLB_ARRAY_DIMS, shape, NULL, &from, &error));
    OK(clb_array_make(x + 1, ALL * sizeof *x, &clb_type_int32, CLB_ARRAY_DIMS, shape, NULL, &to, &error));
    OK(clb_array_assign(&to, &from, NULL, &error));
    for (int i = 1; i <= ALL; i++) assert_int_equal(x[i], i - 1);
    free(x);
}

static void hostile_arrays_are_refused(void **state)
{
    (void)state;
    double x[4] = {0};
    clb_array to, from, bad;
    OK(clb_array_make(x, sizeof x, &clb_type_float64, 1, SHAPE(4), NULL, &to, &error));
    from = to;
    to.flags = CLB_ARRAY_READ_ONLY;
    FAILS(CLB_ERROR_ARGUMENT, "read-only", clb_array_assign(&to, &from, NULL, &error));
    to.flags = 0;
    FAILS(CLB_ERROR_ARGUMENT, "mode",
          clb_array_assign(&to, &from, &(clb_assign_params){.mode = (clb_assign_mode)7}, &error));
    bad = from;
    bad.shape[0] = SIZE_MAX;
    FAILS(CLB_ERROR_SIZE, "", clb_array_assign(&bad, &from, NULL, &error));
    FAILS(CLB_ERROR_SIZE, "", clb_array_assign(&to, &bad, NULL, &error));
    bad.shape[0] = (size_t)1 << 31;
    FAILS(CLB_ERROR_SIZE, "", clb_array_assign(&to, &bad, NULL, &error));
    bad.type = NULL;
    FAILS(CLB_ERROR_ARGUMENT, "", clb_array_assign(&to, &bad, NULL, &error));
    /* Nothing to do, whatever the data are. */
    bad = (clb_array){.type = &clb_type_float64, .dims = 2, .shape = {SIZE_MAX / 64, 0}};
    from = (clb_array){.type = &clb_type_int8, .data = (char *)x};
    OK(clb_array_assign(&bad, &from, NULL, &error));
    /* 2^31 times one byte to itself: no count is lost on the way. */
    bad = (clb_array){.type = &clb_type_int8, .data = (char *)x, .dims = 2, .shape = {(size_t)1 << 31, 1}};
    FAILS(CLB_ERROR_SIZE, "2147483648", clb_array_assign(&to, &bad, NULL, &error));
}

static void simple_assignments_take_no_heap(void **state)
{
    (void)state;
    static float from[4][5][6][7];
    static double to[4][5][6][7];
    clb_array a, b, turned;
    OK(clb_array_make(from, sizeof from, &clb_type_float32, 4, SHAPE(4, 5, 6, 7), NULL, &a, &error));
    OK(clb_array_make(to, sizeof to, &clb_type_float64, 4, SHAPE(4, 5, 6, 7), NULL, &b, &error));
    const size_t before = allocations;
    OK(clb_array_assign(&b, &a, NULL, &error));
    OK(clb_array_transpose(&a, (const uint32_t[]){0, 1, 3, 2}, &turned, &error));
    OK(clb_array_transpose(&b, (const uint32_t[]){0, 1, 3, 2}, &b, &error));
    OK(clb_array_assign(&b, &turned, &(clb_assign_params){.mode = CLB_ASSIGN_INEXACT}, &error));
    assert_int_equal(allocations, before);
}

/* ---- Nested types --------------------------------------------------------------------------------------------------
 */

static const clb_type *read_type(const char *text)
{
    const clb_type *type = NULL;
    OK(clb_type_read(text, strlen(text), &type, &error));
    return type;
}

/* One element from `src` to `dst`, of types that are given as text. */
static clb_status assign_one(void *dst, const char *dst_type, const void *src, const char *src_type,
                             clb_assign_mode mode, clb_error *error)
{
    const clb_type *to = read_type(dst_type), *from = read_type(src_type);
    clb_array a = {.data = dst, .type = to}, b = {.data = (char *)(uintptr_t)src, .type = from};
    const clb_status status = clb_array_assign(&a, &b, &(clb_assign_params){.mode = mode}, error);
    clb_type_free(&to);
    clb_type_free(&from);
    return status;
}

static void records_are_assigned_by_their_fields_names(void **state)
{
    (void)state;
    struct {
        double y;
        int32_t x;
        uint8_t z;
    } from[3] = {{1.5, 2, 3}, {-4, 5, 6}, {7, 300, 8}};
    struct {
        int16_t x;
        float y;
    } to[3];
    memset(to, 0, sizeof to);
    const clb_type *a = read_type("{x: int16, y: float32}"), *b = read_type("{y: float64, x: int32, z: uint8}");
    const clb_type *small = read_type("{x: int8, y: float32 @ 4}[size=8, align=4]"),
                   *other = read_type("{w: int16, y: float32}");
    clb_array dst, src;
    OK(clb_array_make(to, sizeof to, a, 1, SHAPE(3), NULL, &dst, &error));
    OK(clb_array_make(from, sizeof from, b, 1, SHAPE(3), NULL, &src, &error));
    OK(clb_array_assign(&dst, &src, NULL, &error));
    assert_true(to[0].x == 2 && to[0].y == 1.5f && to[1].x == 5 && to[1].y == -4 && to[2].x == 300 && to[2].y == 7);
    clb_ckernel_builder builder; /* one by one */
    clb_ckernel_call call = {0};
    size_t end = 0;
    clb_ckernel_builder_init(&builder, NULL);
    OK(clb_assign_make(&builder, 0, a, b, CLB_ASSIGN_NONE, CLB_CKERNEL_SINGLE, &end, &error));
    const char *one = (const char *)&from[2];
    memset(to, 0, sizeof to);
    assert_int_equal(clb_ckernel_run_single(clb_ckernel_root(&builder), (char *)&to[1], &one, &call), 1);
    assert_true(to[0].x == 0 && to[1].x == 300 && to[1].y == 7 && to[2].x == 0);
    clb_ckernel_builder_clear(&builder);
    dst.type = small;
    FAILS(CLB_ERROR_ARGUMENT, "Element (2,) does not fit",
          clb_array_assign(&dst, &src, &(clb_assign_params){.mode = CLB_ASSIGN_OVERFLOW}, &error));
    dst.type = other;
    FAILS(CLB_ERROR_UNSUPPORTED, "no field w", clb_array_assign(&dst, &src, NULL, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "int32 cannot be assigned to a {x: int16}",
          assign_one(to, "{x: int16}", from, "int32", CLB_ASSIGN_NONE, &error));
    clb_type_free(&a);
    clb_type_free(&b);
    clb_type_free(&small);
    clb_type_free(&other);
}

/* int32 leaves of a record, and where they go as int8. */
typedef struct leaves {
    const char *src, *dst;
    size_t count, from[6], to[6];
    const char *refused[6]; /* where the message says that leaf is, of record 1000 */
} leaves;

static const leaves groups[] = {
    {"{a: int32, b: int32, c: int32}",
     "{a: int8, b: int8, c: int8}",
     3,
     {0, 4, 8},
     {0, 1, 2},
     {"Element (1000,)", "Element (1000,)", "Element (1000,)"}},
    {"{v: 2 * 3 * int32}",
     "{v: 2 * 3 * int8}",
     6,
     {0, 4, 8, 12, 16, 20},
     {0, 1, 2, 3, 4, 5},
     {"Element (1000, 0, 0)", "Element (1000, 0, 1)", "Element (1000, 0, 2)", "Element (1000, 1, 0)",
      "Element (1000, 1, 1)", "Element (1000, 1, 2)"}},
    {"{a: int32 @ 0, b: int32 @ 8, c: int32 @ 16}[size=24, align=4]",
     "{a: int8 @ 0, b: int8 @ 3, c: int8 @ 6}[size=9, align=1]",
     3,
     {0, 8, 16},
     {0, 3, 6},
     {"Element (1000,)", "Element (1000,)", "Element (1000,)"}},
    {"{a: int32, b: int32, c: int32}",
     "{c: int8, b: int8, a: int8}",
     3,
     {0, 4, 8},
     {2, 1, 0},
     {"Element (1000,)", "Element (1000,)", "Element (1000,)"}},
    {"{x: int32, v: 3 * int32, y: int32, z: int32}",
     "{y: int8, v: 3 * int8, x: int8, z: int8}",
     6,
     {0, 4, 8, 12, 16, 20},
     {4, 1, 2, 3, 0, 5},
     {"Element (1000,)", "Element (1000, 0)", "Element (1000, 1)", "Element (1000, 2)", "Element (1000,)",
      "Element (1000,)"}},
    {"{v: int32}",
     "{v: 4 * int8}",
     4,
     {0, 0, 0, 0},
     {0, 1, 2, 3},
     {"Element (1000, 0)", "Element (1000, 0)", "Element (1000, 0)", "Element (1000, 0)"}},
    {"{v: 4 * int32, w: int32}",
     "{v: 4 * int8}",
     4,
     {0, 4, 8, 12},
     {0, 1, 2, 3},
     {"Element (1000, 0)", "Element (1000, 1)", "Element (1000, 2)", "Element (1000, 3)"}},
};

static void numbers_in_records_are_assigned_together(void **state)
{
    (void)state;
    enum { RECORDS = 1400, REFUSED = 1000 };
    static char from[RECORDS * 24], to[RECORDS * 9], kept[9];
    for (size_t c = 0; c < sizeof groups / sizeof *groups; c++) {
        const leaves *g = &groups[c];
        const clb_type *src_type = read_type(g->src), *dst_type = read_type(g->dst);
        const size_t m = src_type->size, n = dst_type->size;
        clb_array src, dst;
        for (size_t i = 0; i < RECORDS; i++)
            for (size_t k = 0; k < g->count; k++) {
                const int32_t value = (int32_t)((i * 7 + g->from[k]) % 120);
                memcpy(from + i * m + g->from[k], &value, sizeof value);
            }
        OK(clb_array_make(from, sizeof from, src_type, 1, SHAPE(RECORDS), NULL, &src, &error));
        OK(clb_array_make(to, sizeof to, dst_type, 1, SHAPE(RECORDS), NULL, &dst, &error));
        memset(to, 0x5a, sizeof to);
        OK(clb_array_assign(&dst, &src, &(clb_assign_params){.mode = CLB_ASSIGN_INEXACT}, &error));
        for (size_t i = 0; i < RECORDS; i++) {
            memset(kept, 0x5a, sizeof kept);
            for (size_t k = 0; k < g->count; k++) kept[g->to[k]] = (char)((i * 7 + g->from[k]) % 120);
            if (memcmp(to + i * n, kept, n) != 0) fail_msg("%s -> %s: record %zu", g->src, g->dst, i);
        }
        for (size_t k = 0; k < g->count; k++) {
            const int32_t large = 300, small = 1;
            memcpy(from + REFUSED * m + g->from[k], &large, sizeof large);
            memset(to, 0x5a, sizeof to);
            FAILS(CLB_ERROR_ARGUMENT, g->refused[k],
                  clb_array_assign(&dst, &src, &(clb_assign_params){.mode = CLB_ASSIGN_OVERFLOW}, &error));
            for (size_t i = 0; i < REFUSED; i++)
                for (size_t j = 0; j < g->count; j++)
                    assert_int_equal(to[i * n + g->to[j]], (i * 7 + g->from[j]) % 120);
            memcpy(from + REFUSED * m + g->from[k], &small, sizeof small);
        }
        clb_type_free(&src_type);
        clb_type_free(&dst_type);
    }
}

/* Every length to every other one, up to those that are copied by calls. */
static void bytes_of_every_length_go_to_every_other(void **state)
{
    (void)state;
    enum { MAX_BYTES = 140, COUNT = 3 };
    static char from[COUNT * MAX_BYTES + 1], to[COUNT * MAX_BYTES + 1];
    for (size_t m = 1; m <= MAX_BYTES; m++)
        for (size_t n = 1; n <= MAX_BYTES; n += m < 40 ? 1 : 7) {
            const clb_type a = {.kind = CLB_KIND_BYTES, .size = m, .alignment = 1},
                           b = {.kind = CLB_KIND_BYTES, .size = n, .alignment = 1};
            clb_array src, dst;
            for (size_t i = 0; i < sizeof from; i++) from[i] = (char)(i * 31 % 255 + 1);
            memset(to, 0x5a, sizeof to);
            OK(clb_array_make(from, COUNT * m, &a, 1, SHAPE(COUNT), NULL, &src, &error));
            OK(clb_array_make(to, COUNT * n, &b, 1, SHAPE(COUNT), NULL, &dst, &error));
            OK(clb_array_assign(&dst, &src, NULL, &error));
            for (size_t i = 0; i < COUNT * n; i++)
                if (to[i] != (i % n < m ? from[i / n * m + i % n] : 0)) fail_msg("%zu to %zu bytes: byte %zu", m, n, i);
            assert_int_equal(to[COUNT * n], 0x5a);
        }
}

static void gaps_of_a_record_keep_their_bytes(void **state)
{
    (void)state;
    unsigned char to[8], from[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    memset(to, 0x5a, sizeof to);
    OK(assign_one(to, "{a: uint8, b: int32}", from, "{a: uint8, b: int32}", CLB_ASSIGN_NONE, &error));
    assert_true(to[0] == 1 && to[1] == 0x5a && to[3] == 0x5a && to[4] == 5 && to[7] == 8);
}

static void fixed_and_variable_dimensions_go_to_each_other(void **state)
{
    (void)state;
    int32_t numbers[3] = {1, 2, 3};
    double doubles[3] = {0}, one = 0;
    float floats[2][3];
    clb_var source = {(char *)numbers, 3}, target = {(char *)doubles, 3};
    OK(assign_one(&target, "var * float64", &source, "var * int32", CLB_ASSIGN_NONE, &error));
    assert_true(doubles[0] == 1 && doubles[2] == 3);
    OK(assign_one(floats, "2 * 3 * float32", &source, "var * int32", CLB_ASSIGN_NONE, &error));
    assert_true(floats[0][0] == 1 && floats[1][2] == 3);
    floats[0][1] = 9;
    OK(assign_one(&target, "var * float64", floats, "3 * float32", CLB_ASSIGN_NONE, &error));
    assert_true(doubles[1] == 9);
    one = 4;
    OK(assign_one(&target, "var * float64", &one, "float64", CLB_ASSIGN_NONE, &error));
    assert_true(doubles[0] == 4 && doubles[2] == 4);
    source.count = 2;
    FAILS(CLB_ERROR_ARGUMENT, "number of elements",
          assign_one(&target, "var * float64", &source, "var * int32", CLB_ASSIGN_NONE, &error));
    source = (clb_var){NULL, 3};
    FAILS(CLB_ERROR_ARGUMENT, "without data",
          assign_one(&target, "var * float64", &source, "var * int32", CLB_ASSIGN_NONE, &error));
    source = (clb_var){NULL, 0};
    target.count = 0;
    OK(assign_one(&target, "var * float64", &source, "var * int32", CLB_ASSIGN_NONE, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "differ",
          assign_one(floats, "2 * float32", numbers, "3 * int32", CLB_ASSIGN_NONE, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "more dimensions",
          assign_one(floats, "float32", numbers, "3 * int32", CLB_ASSIGN_NONE, &error));
    numbers[1] = 1000;
    source = (clb_var){(char *)numbers, 3};
    int8_t bytes[2][3];
    FAILS(CLB_ERROR_ARGUMENT, "Element (0, 1) does not fit",
          assign_one(bytes, "2 * 3 * int8", &source, "var * int32", CLB_ASSIGN_OVERFLOW, &error));
}

static void lists_are_read_within_their_values(void **state)
{
    (void)state;
    static const int32_t values[5] = {1, 2, 3, 4, 5};
    int32_t offsets[3] = {0, 3, 5};
    clb_var to[2];
    double a[3], b[2];
    clb_type list = {
        .kind = CLB_KIND_LIST, .element = &clb_type_int32, .values = (char *)(uintptr_t)values, .value_count = 5};
    clb_type var = {.kind = CLB_KIND_VAR, .element = &clb_type_float64};
    clb_array dst, src;
    OK(clb_type_complete(&list, &error));
    OK(clb_type_complete(&var, &error));
    OK(clb_array_make(offsets, sizeof offsets, &list, 1, SHAPE(2), NULL, &src, &error));
    OK(clb_array_make(to, sizeof to, &var, 1, SHAPE(2), NULL, &dst, &error));
    to[0] = (clb_var){(char *)a, 3};
    to[1] = (clb_var){(char *)b, 2};
    OK(clb_array_assign(&dst, &src, NULL, &error));
    assert_true(a[0] == 1 && a[2] == 3 && b[0] == 4 && b[1] == 5);
    offsets[2] = 6;
    FAILS(CLB_ERROR_ARGUMENT, "Element (1,) is a list whose offsets leave its values",
          clb_array_assign(&dst, &src, NULL, &error));
    offsets[2] = 2;
    FAILS(CLB_ERROR_ARGUMENT, "Element (1,)", clb_array_assign(&dst, &src, NULL, &error));
    offsets[0] = -1;
    FAILS(CLB_ERROR_ARGUMENT, "Element (0,)", clb_array_assign(&dst, &src, NULL, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "memory is that of the source", clb_array_assign(&src, &src, NULL, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "only read", clb_array_assign(&src, &dst, NULL, &error));
}

static void pointers_are_followed_on_both_sides(void **state)
{
    (void)state;
    int32_t x = 42, y = 0;
    float f = 0;
    int32_t *from = &x, *to = &y, *none = NULL;
    OK(assign_one(&f, "float32", &from, "pointer[int32]", CLB_ASSIGN_NONE, &error));
    assert_true(f == 42);
    OK(assign_one(&to, "pointer[int32]", &f, "float32", CLB_ASSIGN_NONE, &error));
    assert_true(y == 42 && to == &y);
    x = 43;
    OK(assign_one(&to, "pointer[int32]", &from, "pointer[int32]", CLB_ASSIGN_NONE, &error));
    assert_true(y == 43 && to == &y);
    FAILS(CLB_ERROR_ARGUMENT, "is a null pointer",
          assign_one(&f, "float32", &none, "pointer[int32]", CLB_ASSIGN_NONE, &error));
    FAILS(CLB_ERROR_ARGUMENT, "destination",
          assign_one(&none, "pointer[int32]", &from, "pointer[int32]", CLB_ASSIGN_NONE, &error));
    OK(assign_one(&f, "float32", &none, "?pointer[int32]", CLB_ASSIGN_NONE, &error));
    assert_true(isnan(f));
    FAILS(CLB_ERROR_ARGUMENT, "is missing", assign_one(&y, "int32", &none, "?pointer[int32]", CLB_ASSIGN_NONE, &error));
    OK(assign_one(&y, "?int32", &none, "?pointer[int32]", CLB_ASSIGN_NONE, &error));
    assert_int_equal(y, INT32_MIN);
}

static void vectors_and_bytes_are_assigned(void **state)
{
    (void)state;
    int16_t s[4] = {1, 2, 3, 4};
    float v[4] = {9, 9, 9, 9}, u[4];
    OK(assign_one(v, "float32x3", s, "int16x3", CLB_ASSIGN_NONE, &error));
    assert_true(v[0] == 1 && v[2] == 3 && v[3] == 9);
    OK(assign_one(v, "float32x4", s, "4 * int16", CLB_ASSIGN_NONE, &error));
    assert_true(v[3] == 4);
    OK(assign_one(u, ">float32x4", v, "float32x4", CLB_ASSIGN_NONE, &error));
    OK(assign_one(v, "float32x2", s, "int16", CLB_ASSIGN_NONE, &error));
    assert_true(v[1] == 1 && v[2] == 3);
    OK(assign_one(v, "float32x4", u, ">float32x4", CLB_ASSIGN_NONE, &error));
    assert_true(v[0] == 1 && v[1] == 2 && v[3] == 4);
    char a[6] = "abc", b[6];
    memset(b, 'x', sizeof b);
    OK(assign_one(b, "bytes[6]", a, "bytes[4]", CLB_ASSIGN_NONE, &error));
    assert_memory_equal(b, "abc\0\0", 6);
    OK(assign_one(b, "bytes[3]", a, "bytes[6]", CLB_ASSIGN_OVERFLOW, &error));
    FAILS(CLB_ERROR_ARGUMENT, "more bytes", assign_one(b, "bytes[2]", a, "bytes[6]", CLB_ASSIGN_OVERFLOW, &error));
    OK(assign_one(b, "bytes[2]", a, "bytes[6]", CLB_ASSIGN_NONE, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "bytes[6]", assign_one(v, "float32", a, "bytes[6]", CLB_ASSIGN_NONE, &error));
}

/* Large enough for every kind of square that is turned at once, with a rest along each dimension. */
static void transposes_of_every_element_size_are_whole(void **state)
{
    enum { ROWS = 147, COLUMNS = 203 };
    static const clb_type_kind to[] = {CLB_KIND_UINT8,      CLB_KIND_UINT16,  CLB_KIND_UINT32, CLB_KIND_UINT64,
                                       CLB_KIND_COMPLEX128, CLB_KIND_FLOAT32, CLB_KIND_INT16};
    static const clb_type_kind from[] = {CLB_KIND_UINT8,      CLB_KIND_UINT16,  CLB_KIND_UINT32, CLB_KIND_UINT64,
                                         CLB_KIND_COMPLEX128, CLB_KIND_FLOAT64, CLB_KIND_UINT8};
    static _Alignas(16) char x[ROWS * (COLUMNS + 3) * 16], y[COLUMNS * (ROWS + 5) * 16], z[ROWS * COLUMNS * 16];
    (void)state;
    for (size_t k = 0; k < sizeof to / sizeof *to; k++) {
        const clb_type *a = clb_type_of(from[k], 0), *b = clb_type_of(to[k], 0);
        const ptrdiff_t x_strides[] = {(COLUMNS + 3) * (ptrdiff_t)a->size, (ptrdiff_t)a->size};
        const ptrdiff_t y_strides[] = {(ptrdiff_t)b->size,
                                       (ROWS + 5) * (ptrdiff_t)b->size}; /* as ROWS * COLUMNS, down its columns */
        clb_array src, dst, back;
        for (size_t i = 0; i < sizeof x; i++) x[i] = (char)(i * 7 + i / 256);
        memset(y, 0x5a, sizeof y);
        memset(z, 0, sizeof z);
        OK(clb_array_make(x, sizeof x, a, 2, SHAPE(ROWS, COLUMNS), x_strides, &src, &error));
        if (from[k] == CLB_KIND_FLOAT64)
            for (size_t i = 0; i < ROWS * COLUMNS; i++) {
                const double value = (double)i;
                memcpy(at(&src, i, NULL), &value, sizeof value);
            }
        OK(clb_array_make(y, sizeof y, b, 2, SHAPE(ROWS, COLUMNS), y_strides, &dst, &error));
        OK(clb_array_assign(&dst, &src, NULL, &error));
        OK(clb_array_make(z, sizeof z, a, 2, SHAPE(ROWS, COLUMNS), NULL, &back, &error));
        OK(clb_array_assign(&back, &dst, NULL, &error));
        for (size_t i = 0; i < ROWS * COLUMNS; i++)
            if (memcmp(at(&src, i, NULL), at(&back, i, NULL), a->size) != 0)
                fail_msg("element %zu from %s to %s", i, clb_kind_name(from[k]), clb_kind_name(to[k]));
        for (size_t c = 0; c < COLUMNS; c++) /* what lies between the columns is as it was */
            for (size_t i = 0; i < 5 * b->size; i++) assert_int_equal(y[(c * (ROWS + 5) + ROWS) * b->size + i], 0x5a);
    }
}

/* Whole lines are written past the caches, and what is left of one at either end of a row is not lost and not too much:
 * rows of every length and place, and what lies around them. */
static void what_is_turned_beyond_the_caches_is_whole_and_no_more(void **state)
{
    (void)state;
    for (int round = 0; round < 60; round++)
        for (int k = 0; k < CLBI_SIZES; k++) {
            const size_t size = (size_t)1 << k;
            const size_t rows = 1 + below(below(4) ? 300 : 1100) / (k > 2 ? 2 : 1), columns = 1 + below(300);
            const bool aligned = below(2);
            const size_t to_row = aligned ? (columns * size + 127) / 64 * 64 : columns * size + below(40);
            const size_t column = aligned ? (rows * size + 127) / 64 * 64 : rows * size + below(40);
            const size_t to_start = below(2) ? below(64) : 16, from_start = below(2) ? below(64) : 16;
            char *to = __real_malloc(to_start + rows * to_row + 64),
                 *from = __real_malloc(from_start + columns * column + 64);
            assert_true(to && from);
            memset(to, 0x5a, to_start + rows * to_row + 64);
            for (size_t i = 0; i < from_start + columns * column; i++) from[i] = (char)(i * 31 + i / 251);
            loops->transpose_large[k](to + to_start, (const ptrdiff_t[]){(ptrdiff_t)to_row, (ptrdiff_t)size},
                                      from + from_start, (const ptrdiff_t[]){(ptrdiff_t)size, (ptrdiff_t)column}, rows,
                                      columns);
            for (size_t i = 0; i < to_start; i++) assert_int_equal(to[i], 0x5a);
            for (size_t r = 0; r < rows; r++) {
                const char *row = to + to_start + r * to_row;
                for (size_t c = 0; c < columns; c++)
                    if (memcmp(row + c * size, from + from_start + c * column + r * size, size) != 0)
                        fail_msg("%zu bytes, %zu rows of %zu: element %zu of row %zu", size, rows, columns, c, r);
                for (size_t i = columns * size; i < to_row; i++) assert_int_equal(row[i], 0x5a);
            }
            free(to);
            free(from);
        }
}

static void arrays_larger_than_caches_are_turned(void **state)
{
    enum { ROWS = 1511, COLUMNS = 1601 };
    static int16_t x[ROWS][COLUMNS], y[COLUMNS][ROWS];
    clb_array src, dst;
    (void)state;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < COLUMNS; k++) x[i][k] = (int16_t)(i * 17 + k * 3);
    memset(y, 0, sizeof y);
    OK(clb_array_make(x, sizeof x, &clb_type_int16, 2, SHAPE(ROWS, COLUMNS), NULL, &src, &error));
    OK(clb_array_transpose(&src, NULL, &src, &error));
    OK(clb_array_make(y, sizeof y, &clb_type_int16, 2, SHAPE(COLUMNS, ROWS), NULL, &dst, &error));
    OK(clb_array_assign(&dst, &src, NULL, &error));
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < COLUMNS; k++)
            if (y[k][i] != x[i][k]) fail_msg("element (%d, %d)", k, i);
}

static void bytes_of_any_size_are_copied_over_any_strides(void **state)
{
    (void)state;
    static const clb_type three = {.kind = CLB_KIND_BYTES, .size = 3, .alignment = 1};
    char from[4][5][3], to[5][4][3];
    clb_array a, b;
    for (int i = 0; i < 60; i++) (&from[0][0][0])[i] = (char)i;
    OK(clb_array_make(from, sizeof from, &three, 2, SHAPE(4, 5), NULL, &a, &error));
    OK(clb_array_make(to, sizeof to, &three, 2, SHAPE(5, 4), NULL, &b, &error));
    OK(clb_array_transpose(&b, NULL, &b, &error));
    OK(clb_array_assign(&b, &a, NULL, &error));
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 5; k++) assert_memory_equal(to[k][i], from[i][k], 3);
}

static void lists_of_wide_offsets_are_read(void **state)
{
    (void)state;
    static const float values[4] = {1, 2, 3, 4};
    static const int64_t offsets[3] = {0, 3, 4};
    double a[3] = {0}, b[1] = {0};
    clb_var to[2] = {{(char *)a, 3}, {(char *)b, 1}};
    const clb_type list = {.kind = CLB_KIND_LIST,
                           .size = 8,
                           .alignment = 8,
                           .element = &clb_type_float32,
                           .stride = 4,
                           .values = (char *)(uintptr_t)values,
                           .value_count = 4};
    clb_type var = {.kind = CLB_KIND_VAR, .element = &clb_type_float64};
    clb_array dst, src;
    OK(clb_type_complete(&var, &error));
    OK(clb_array_make((void *)(uintptr_t)offsets, SIZE_MAX, &list, 1, SHAPE(2), NULL, &src, &error));
    OK(clb_array_make(to, sizeof to, &var, 1, SHAPE(2), NULL, &dst, &error));
    OK(clb_array_assign(&dst, &src, NULL, &error));
    assert_true(a[0] == 1 && a[2] == 3 && b[0] == 4);
}

static void what_fails_alone_has_no_index(void **state)
{
    (void)state;
    struct {
        double x;
    } from = {300};
    struct {
        int8_t x;
    } to = {7};
    const clb_type *a = read_type("{x: int8}"), *b = read_type("{x: float64}");
    const char *source = (const char *)&from;
    FAILS(CLB_ERROR_ARGUMENT, "Element () does not fit",
          assign_one(&to, "{x: int8}", &from, "{x: float64}", CLB_ASSIGN_OVERFLOW, &error));
    FAILS(CLB_ERROR_ARGUMENT, "Element () does not fit",
          assign_one(&to, "int8", &from, "float64", CLB_ASSIGN_OVERFLOW, &error));
    for (int k = 0; k < 2; k++) {
        clb_ckernel_builder builder;
        clb_ckernel_call call = {0};
        size_t end = 0;
        clb_ckernel_builder_init(&builder, NULL);
        OK(clb_assign_make(&builder, 0, k ? a : &clb_type_int8, k ? b : &clb_type_float64, CLB_ASSIGN_OVERFLOW,
                           CLB_CKERNEL_SINGLE, &end, &error));
        assert_int_equal(clb_ckernel_run_single(clb_ckernel_root(&builder), (char *)&to, &source, &call), 0);
        assert_int_equal(call.depth, 0);
        assert_non_null(call.reason);
        clb_ckernel_builder_clear(&builder);
    }
    clb_type_free(&a);
    clb_type_free(&b);
}

/* ---- Prepared blocks and threads -----------------------------------------------------------------------------------
 */

static void a_prepared_block_runs_on_other_data(void **state)
{
    (void)state;
    int32_t from[2][6] = {{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};
    float to[2][6];
    clb_array src, dst, turned;
    size_t end;
    clb_ckernel_builder builder;
    clb_ckernel_call call = {0};
    OK(clb_array_make(from, sizeof from[0], &clb_type_int32, 2, SHAPE(2, 3), NULL, &src, &error));
    OK(clb_array_make(to, sizeof to[0], &clb_type_float32, 2, SHAPE(3, 2), NULL, &dst, &error));
    OK(clb_array_transpose(&dst, NULL, &turned, &error));
    clb_ckernel_builder_init(&builder, NULL);
    OK(clb_assign_make_block(&builder, 0, &turned, &src, CLB_ASSIGN_INEXACT, CLB_CKERNEL_STRIDED, &end, &error));
    const char *at_src = (const char *)from;
    const ptrdiff_t stride = sizeof from[0];
    assert_int_equal(
        clb_ckernel_run_strided(clb_ckernel_root(&builder), (char *)to, sizeof to[0], &at_src, &stride, 2, &call), 2);
    assert_true(to[0][0] == 1 && to[0][1] == 4 && to[0][2] == 2 && to[1][1] == 10 && to[1][5] == 12);
    from[1][4] = (1 << 24) + 1;
    assert_int_equal(
        clb_ckernel_run_strided(clb_ckernel_root(&builder), (char *)to, sizeof to[0], &at_src, &stride, 2, &call), 1);
    assert_int_equal(call.depth, 3);
    assert_int_equal(call.index[0], 1);
    assert_int_equal(call.index[1], 1);
    assert_int_equal(call.index[2], 1);
    clb_ckernel_builder_clear(&builder);
}

typedef struct shared_run {
    const clb_ckernel *kernel;
    const double *from;
    float to[5000];
} shared_run;

static void *run_shared(void *argument)
{
    shared_run *run = argument;
    const char *from = (const char *)run->from;
    const ptrdiff_t stride = sizeof(double);
    clb_ckernel_call call = {0};
    const size_t done =
        clb_ckernel_run_strided(run->kernel, (char *)run->to, sizeof(float), &from, &stride, 5000, &call);
    return done == 4321 && call.index[0] == 4321 ? run : NULL;
}

static void many_threads_run_one_ckernel(void **state)
{
    (void)state;
    static double from[5000];
    static shared_run runs[8];
    pthread_t threads[8];
    clb_ckernel_builder builder;
    clb_shared_ckernel *shared = NULL;
    size_t end;
    for (int i = 0; i < 5000; i++) from[i] = i;
    from[4321] = 0.1;
    clb_ckernel_builder_init(&builder, NULL);
    OK(clb_assign_make(&builder, 0, &clb_type_float32, &clb_type_float64, CLB_ASSIGN_INEXACT, CLB_CKERNEL_STRIDED, &end,
                       &error));
    OK(clb_ckernel_share(&builder, &shared, &error));
    for (int i = 0; i < 8; i++) {
        runs[i].kernel = clb_shared_ckernel_root(shared);
        runs[i].from = from;
        assert_int_equal(pthread_create(&threads[i], NULL, run_shared, &runs[i]), 0);
    }
    for (int i = 0; i < 8; i++) {
        void *well = NULL;
        assert_int_equal(pthread_join(threads[i], &well), 0);
        assert_non_null(well);
        assert_true(runs[i].to[4320] == 4320);
    }
    clb_shared_ckernel_release(&shared);
}

static void large_work_is_shared_and_fails_at_the_first_element(void **state)
{
    (void)state;
    enum { ROWS = 700, COLUMNS = 900 };
    double *from = malloc(sizeof(double) * ROWS * COLUMNS);
    int32_t *to = malloc(sizeof(int32_t) * ROWS * COLUMNS);
    clb_device *device = NULL;
    clb_array src, dst;
    assert_true(from && to);
    clb_bundle bundle = *sample_bundle();
    bundle.native = sample_native_table;
    OK(clb_device_open(&(clb_device_params){.bundle = &bundle, .environment = "", .filter = "native", .threads = 4},
                       &device, &error));
    for (int i = 0; i < ROWS * COLUMNS; i++) from[i] = i;
    OK(clb_array_make(from, SIZE_MAX, &clb_type_float64, 2, SHAPE(ROWS, COLUMNS), NULL, &src, &error));
    OK(clb_array_make(to, SIZE_MAX, &clb_type_int32, 2, SHAPE(ROWS, COLUMNS), STRIDES(4, 4 * ROWS), &dst, &error));
    const clb_assign_params params = {.mode = CLB_ASSIGN_FRACTIONAL, .device = device};
    OK(clb_array_assign(&dst, &src, &params, &error));
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) assert_int_equal(to[c * ROWS + r], r * COLUMNS + c);
    memset(to, 0, sizeof(int32_t) * ROWS * COLUMNS);
    OK(clb_array_make(to, SIZE_MAX, &clb_type_int32, 2, SHAPE(ROWS, COLUMNS), NULL, &dst, &error));
    OK(clb_array_assign(&dst, &src, &params, &error));
    for (int i = 0; i < ROWS * COLUMNS; i++) assert_int_equal(to[i], i);
    from[3 * COLUMNS + 5] = from[2 * COLUMNS + 7] = from[650 * COLUMNS] = 0.5;
    FAILS(CLB_ERROR_ARGUMENT, "Element (2, 7)", clb_array_assign(&dst, &src, &params, &error));
    clb_device_close(&device);
    free(from);
    free(to);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest threaded[] = {
        cmocka_unit_test(many_threads_run_one_ckernel),
        cmocka_unit_test(large_work_is_shared_and_fails_at_the_first_element),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_source_is_broadcast_as_numpy_does),
        cmocka_unit_test(leading_ones_are_left_out_as_numpy_does),
        cmocka_unit_test(what_overlaps_is_assigned_as_if_copied_before),
        cmocka_unit_test(as_many_dimensions_as_there_may_be_overlap),
        cmocka_unit_test(hostile_arrays_are_refused),
        cmocka_unit_test(simple_assignments_take_no_heap),
        cmocka_unit_test(records_are_assigned_by_their_fields_names),
        cmocka_unit_test(numbers_in_records_are_assigned_together),
        cmocka_unit_test(bytes_of_every_length_go_to_every_other),
        cmocka_unit_test(gaps_of_a_record_keep_their_bytes),
        cmocka_unit_test(fixed_and_variable_dimensions_go_to_each_other),
        cmocka_unit_test(lists_are_read_within_their_values),
        cmocka_unit_test(pointers_are_followed_on_both_sides),
        cmocka_unit_test(vectors_and_bytes_are_assigned),
        cmocka_unit_test(transposes_of_every_element_size_are_whole),
        cmocka_unit_test(what_is_turned_beyond_the_caches_is_whole_and_no_more),
        cmocka_unit_test(arrays_larger_than_caches_are_turned),
        cmocka_unit_test(bytes_of_any_size_are_copied_over_any_strides),
        cmocka_unit_test(lists_of_wide_offsets_are_read),
        cmocka_unit_test(what_fails_alone_has_no_index),
        cmocka_unit_test(a_prepared_block_runs_on_other_data),
        cmocka_unit_test(many_threads_run_one_ckernel),
        cmocka_unit_test(large_work_is_shared_and_fails_at_the_first_element),
    };
    return argc > 1 && strcmp(argv[1], "threads") == 0
               ? run_for_each_level(threaded, sizeof threaded / sizeof *threaded)
               : run_for_each_level(tests, sizeof tests / sizeof *tests);
}
