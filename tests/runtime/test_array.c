/* Arrays and views: every view's addresses against plain indices, and what must be refused.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/array.h"

#include <setjmp.h>
#include <stdarg.h>
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

/* The call, which sees `error` and leaves `view` as it is, fails so. */
#define FAILS(status_, text_, call_)                                                             \
    do {                                                                                         \
        clb_error error = {0};                                                                   \
        clb_array view, before;                                                                  \
        memset(&view, 0x5a, sizeof view);                                                        \
        before = view;                                                                           \
        const clb_status failed_ = (call_);                                                      \
        if (failed_ != (status_) || !strstr(error.message, text_))                               \
            fail_msg("%s: \"%s\" lacks \"%s\"", clb_status_name(failed_), error.message, text_); \
        assert_memory_equal(&view, &before, sizeof view);                                        \
    } while (0)

#define SHAPE(...)   \
    (const size_t[]) \
    {                \
        __VA_ARGS__  \
    }
#define DIMS(...)      \
    (const uint32_t[]) \
    {                  \
        __VA_ARGS__    \
    }

static int32_t numbers[2][3][4];

static clb_array cube(void)
{
    clb_array a;
    for (int i = 0; i < 24; i++) (&numbers[0][0][0])[i] = i;
    OK(clb_array_make(numbers, sizeof numbers, &clb_type_int32, 3, SHAPE(2, 3, 4), NULL, &a, &error));
    return a;
}

static int32_t get(const clb_array *a, size_t i, size_t j, size_t k)
{
    const size_t index[] = {i, j, k};
    const char *at = a->data;
    int32_t value;
    for (uint32_t d = 0; d < a->dims; d++) at += (ptrdiff_t)index[d] * a->strides[d];
    assert_true(at >= (const char *)numbers && at < (const char *)numbers + sizeof numbers);
    memcpy(&value, at, sizeof value);
    return value;
}

static void an_array_is_row_major_column_major_or_as_stated(void **state)
{
    (void)state;
    clb_array a = cube(), b;
    char text[60];
    assert_true(clb_array_is_row_major(&a) && !clb_array_is_column_major(&a));
    assert_int_equal(clb_array_count(&a), 24);
    assert_int_equal(clb_array_print(&a, text, sizeof text), 17);
    assert_string_equal(text, "2 * 3 * 4 * int32");
    assert_int_equal(clb_array_print(&a, text, 6), 17);
    assert_string_equal(text, "2 * 3");
    OK(clb_array_make_column(numbers, sizeof numbers, &clb_type_int32, 3, SHAPE(2, 3, 4), &b, &error));
    assert_true(clb_array_is_column_major(&b));
    assert_int_equal(get(&b, 1, 2, 3), 1 + 2 * 2 + 6 * 3);
    OK(clb_array_make(numbers, sizeof numbers, &clb_type_int32, 2, SHAPE(3, 2), (const ptrdiff_t[]){4, 40}, &b,
                      &error));
    assert_int_equal(get(&b, 2, 1, 0), 12);
    assert_false(clb_array_is_row_major(&b));
    OK(clb_array_make(numbers, 4, &clb_type_int32, 0, NULL, NULL, &b, &error));
    assert_int_equal(clb_array_count(&b), 1);
    OK(clb_array_make(NULL, 0, &clb_type_int32, 2, SHAPE(0, 5), NULL, &b, &error));
    assert_true(clb_array_is_row_major(&b) && clb_array_is_column_major(&b));
    assert_true(clb_array_is_aligned(&a, 4));
    b = a;
    b.data++;
    assert_false(clb_array_is_aligned(&b, 4));
}

static void arrays_that_leave_their_memory_or_the_address_space_are_refused(void **state)
{
    (void)state;
    const size_t top = (size_t)PTRDIFF_MAX;
    FAILS(CLB_ERROR_SIZE, "shape (2, 3, 4) reaches from byte 0 to byte 96 of memory of 95 bytes",
          clb_array_make(numbers, 95, &clb_type_int32, 3, SHAPE(2, 3, 4), NULL, &view, &error));
    FAILS(CLB_ERROR_SIZE, "reaches from byte -4 to",
          clb_array_make(numbers, 96, &clb_type_int32, 1, SHAPE(2), (const ptrdiff_t[]){-4}, &view, &error));
    FAILS(CLB_ERROR_SIZE, "more elements",
          clb_array_make(numbers, SIZE_MAX, &clb_type_int8, 2, SHAPE(SIZE_MAX, 2), (const ptrdiff_t[]){0, 0}, &view,
                         &error));
    FAILS(CLB_ERROR_SIZE, "too large",
          clb_array_make(numbers, SIZE_MAX, &clb_type_int32, 1, SHAPE(top), NULL, &view, &error));
    FAILS(CLB_ERROR_SIZE, "address space",
          clb_array_make(numbers, SIZE_MAX, &clb_type_int8, 1, SHAPE(2), (const ptrdiff_t[]){PTRDIFF_MAX}, &view,
                         &error));
    FAILS(CLB_ERROR_SIZE, "address space",
          clb_array_make(numbers, SIZE_MAX, &clb_type_int8, 2, SHAPE(3, 3),
                         (const ptrdiff_t[]){PTRDIFF_MAX, PTRDIFF_MAX}, &view, &error));
    FAILS(CLB_ERROR_SIZE, "address space",
          clb_array_make(numbers, SIZE_MAX, &clb_type_int8, 1, SHAPE(2), (const ptrdiff_t[]){PTRDIFF_MIN}, &view,
                         &error));
    FAILS(CLB_ERROR_SIZE, "more elements",
          clb_array_make(numbers, SIZE_MAX, &clb_type_int8, 3, SHAPE(0, SIZE_MAX, 2), (const ptrdiff_t[]){0, 0, 0},
                         &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "at NULL", clb_array_make(NULL, SIZE_MAX, &clb_type_int8, 0, NULL, NULL, &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "17 dimensions",
          clb_array_make(numbers, 96, &clb_type_int8, 17, SHAPE(1), NULL, &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "type is NULL", clb_array_make(numbers, 96, NULL, 0, NULL, NULL, &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "shape is NULL",
          clb_array_make(numbers, 96, &clb_type_int8, 1, NULL, NULL, &view, &error));
    clb_array a = cube();
    a.flags = 8;
    FAILS(CLB_ERROR_ARGUMENT, "flags 0x8", clb_array_check(&a, &error));
    a = cube();
    a.type = &(const clb_type){.kind = CLB_KIND_INT32};
    FAILS(CLB_ERROR_ARGUMENT, "it must have", clb_array_check(&a, &error));
    a = cube();
    a.memory = a.data + 1;
    FAILS(CLB_ERROR_SIZE, "reaches from byte -1 to", clb_array_check(&a, &error));
    /* A row of lists reads one offset behind the last. */
    int32_t offsets[4] = {0, 1, 2, 3};
    char values[3];
    const clb_type list = {.kind = CLB_KIND_LIST,
                           .size = 4,
                           .alignment = 4,
                           .element = &clb_type_int8,
                           .stride = 1,
                           .values = values,
                           .value_count = 3};
    OK(clb_array_make(offsets, 16, &list, 1, SHAPE(3), NULL, &a, &error));
    FAILS(CLB_ERROR_SIZE, "to byte 16 of", clb_array_make(offsets, 15, &list, 1, SHAPE(3), NULL, &view, &error));
}

static void slices_reverses_and_indices_lie_where_they_should(void **state)
{
    (void)state;
    const clb_array a = cube();
    clb_array v;
    for (size_t start = 0; start <= 4; start++)
        for (size_t count = 0; count <= 5; count++)
            for (ptrdiff_t step = -5; step <= 5; step++) {
                bool fits = step != 0;
                for (size_t i = 0; i < count; i++) {
                    const ptrdiff_t at = (ptrdiff_t)start + (ptrdiff_t)i * step;
                    fits = fits && at >= 0 && at < 4;
                }
                v = a;
                const clb_status status = clb_array_slice(&v, 2, start, count, step, &v, NULL);
                assert_int_equal(status == CLB_OK, fits);
                if (!fits) continue;
                OK(clb_array_check(&v, &error));
                assert_int_equal(v.shape[2], count);
                for (size_t i = 0; i < count; i++)
                    assert_int_equal(get(&v, 1, 2, i), 20 + (ptrdiff_t)start + (ptrdiff_t)i * step);
            }
    OK(clb_array_reverse(&a, 1, &v, &error));
    OK(clb_array_reverse(&v, 0, &v, &error));
    OK(clb_array_check(&v, &error));
    for (size_t i = 0; i < 24; i++)
        assert_int_equal(get(&v, i / 12, i / 4 % 3, i % 4), numbers[1 - i / 12][2 - i / 4 % 3][i % 4]);
    OK(clb_array_index(&a, 1, 2, &v, &error));
    assert_int_equal(v.dims, 2);
    assert_int_equal(get(&v, 1, 3, 0), numbers[1][2][3]);
    FAILS(CLB_ERROR_SIZE, "no element 3 among the 3 of dimension 1", clb_array_index(&a, 1, 3, &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "no dimension 3 in an array of shape (2, 3, 4)",
          clb_array_index(&a, 3, 0, &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "step of 0", clb_array_slice(&a, 0, 0, 1, 0, &view, &error));
    FAILS(CLB_ERROR_SIZE, "3 elements from 2 by steps of 1 are not within the 4 of dimension 2",
          clb_array_slice(&a, 2, 2, 3, 1, &view, &error));
    FAILS(CLB_ERROR_SIZE, "not within", clb_array_slice(&a, 2, 1, SIZE_MAX, PTRDIFF_MAX, &view, &error));
    FAILS(CLB_ERROR_SIZE, "not within", clb_array_slice(&a, 2, SIZE_MAX, 1, PTRDIFF_MIN, &view, &error));
    OK(clb_array_slice(&a, 2, 3, 1, PTRDIFF_MIN, &v, &error));
    FAILS(CLB_ERROR_ARGUMENT, "NULL", clb_array_reverse(NULL, 0, &view, &error));

    /* Without elements, nothing is computed from data or strides. */
    OK(clb_array_make(NULL, 0, &clb_type_int32, 2, SHAPE(0, 5), NULL, &v, &error));
    OK(clb_array_reverse(&v, 1, &v, &error));
    OK(clb_array_slice(&v, 1, 3, 2, -1, &v, &error));
    OK(clb_array_index(&v, 1, 1, &v, &error));
    assert_null(v.data);
}

static void transposes_permute(void **state)
{
    (void)state;
    const clb_array a = cube();
    clb_array v;
    OK(clb_array_transpose(&a, NULL, &v, &error));
    assert_true(clb_array_is_column_major(&v));
    assert_int_equal(get(&v, 3, 2, 1), numbers[1][2][3]);
    OK(clb_array_transpose(&a, DIMS(1, 2, 0), &v, &error));
    assert_int_equal(v.shape[1], 4);
    assert_int_equal(get(&v, 2, 3, 1), numbers[1][2][3]);
    FAILS(CLB_ERROR_ARGUMENT, "Dimension 2 of the view is to be dimension 1 of 3, which is another one already",
          clb_array_transpose(&a, DIMS(0, 1, 1), &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "there is not", clb_array_transpose(&a, DIMS(0, 1, 40), &view, &error));
}

static void broadcasts_follow_numpy(void **state)
{
    (void)state;
    const clb_array a = cube();
    clb_array row, v;
    OK(clb_array_slice(&a, 1, 2, 1, 1, &row, &error)); /* 2, 1, 4 */
    OK(clb_array_broadcast(&row, 4, SHAPE(5, 2, 3, 4), &v, &error));
    OK(clb_array_check(&v, &error));
    assert_true(v.flags & CLB_ARRAY_READ_ONLY);
    OK(clb_array_index(&v, 0, 4, &v, &error));
    for (size_t j = 0; j < 3; j++) assert_int_equal(get(&v, 1, j, 3), numbers[1][2][3]);
    OK(clb_array_broadcast(&a, 3, a.shape, &v, &error));
    assert_false(v.flags & CLB_ARRAY_READ_ONLY);
    OK(clb_array_broadcast(&row, 3, SHAPE(2, 0, 4), &v, &error));
    assert_int_equal(clb_array_count(&v), 0);
    FAILS(CLB_ERROR_SIZE, "shape (2, 3, 4) does not broadcast to shape (2, 4, 4): sizes 3 and 4 meet in dimension 1",
          clb_array_broadcast(&a, 3, SHAPE(2, 4, 4), &view, &error));
    FAILS(CLB_ERROR_SIZE, "fewer dimensions", clb_array_broadcast(&a, 2, SHAPE(3, 4), &view, &error));
    FAILS(CLB_ERROR_SIZE, "more elements", clb_array_broadcast(&a, 5, SHAPE(SIZE_MAX, 2, 2, 3, 4), &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "17 dimensions", clb_array_broadcast(&a, 17, SHAPE(1), &view, &error));

    size_t shape[CLB_ARRAY_DIMS];
    uint32_t dims = 0;
    OK(clb_shape_broadcast(2, SHAPE(200, 1), 1, SHAPE(300), &dims, shape, &error));
    assert_true(dims == 2 && shape[0] == 200 && shape[1] == 300);
    OK(clb_shape_broadcast(1, SHAPE(1), 2, SHAPE(0, 7), &dims, shape, &error));
    assert_true(dims == 2 && shape[0] == 0 && shape[1] == 7);
    OK(clb_shape_broadcast(0, NULL, 0, NULL, &dims, shape, &error));
    assert_int_equal(dims, 0);
    FAILS(CLB_ERROR_SIZE, "Shapes (2, 3) and (2,) do not broadcast: sizes 3 and 2 meet in dimension 1",
          clb_shape_broadcast(2, SHAPE(2, 3), 1, SHAPE(2), &dims, shape, &error));
    shape[0] = 1, shape[1] = 4; /* in place */
    OK(clb_shape_broadcast(2, shape, 3, SHAPE(2, 3, 1), &dims, shape, &error));
    assert_true(dims == 3 && shape[0] == 2 && shape[1] == 3 && shape[2] == 4);
}

static void parts_of_elements_become_arrays(void **state)
{
    (void)state;
    const clb_type *record = NULL;
    const char text[] = "{x: float64, p: 3 * float32, c: complex[float32], v: int16x3, odd: int8}";
    OK(clb_type_read(text, sizeof text - 1, &record, &error));
    char *memory = malloc(4 * record->size);
    clb_array a, v;
    OK(clb_array_make(memory, 4 * record->size, record, 1, SHAPE(4), NULL, &a, &error));
    OK(clb_array_field(&a, "p", &v, &error));
    assert_ptr_equal(v.data, memory + 8);
    OK(clb_array_open_element(&v, &v, &error));
    assert_true(v.dims == 2 && v.shape[1] == 3 && v.strides[1] == 4 && v.type->kind == CLB_KIND_FLOAT32);
    OK(clb_array_check(&v, &error));
    OK(clb_array_field(&a, "c", &v, &error));
    OK(clb_array_open_element(&v, &v, &error));
    assert_true(v.shape[1] == 2 && v.type == clb_type_of(CLB_KIND_FLOAT32, 0));
    OK(clb_array_field(&a, "v", &v, &error));
    OK(clb_array_open_element(&v, &v, &error));
    assert_true(v.shape[1] == 3 && v.strides[1] == 2 && v.type->kind == CLB_KIND_INT16);
    FAILS(CLB_ERROR_ARGUMENT, "There is no field y; there are: x, p, c, v, odd.",
          clb_array_field(&a, "y", &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "have no fields", clb_array_field(&v, "y", &view, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "kind record", clb_array_open_element(&a, &view, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "kind int16", clb_array_open_element(&v, &view, &error));
    clb_type_free(&record);
    free(memory);

    const clb_field fields[] = {{"x", 4, &clb_type_int32}, {"y", 12, &clb_type_int32}};
    const clb_type point = {.kind = CLB_KIND_RECORD, .size = 16, .alignment = 4, .fields = fields, .field_count = 2};
    (void)cube();
    OK(clb_array_make(numbers, sizeof numbers, &point, 1, SHAPE(6), NULL, &a, &error));
    OK(clb_array_open_element(&a, &a, &error));
    assert_int_equal(get(&a, 5, 1, 0), 23);
    const clb_type swapped = {.kind = CLB_KIND_VECTOR,
                              .flags = CLB_TYPE_SWAPPED,
                              .element = &clb_type_int32,
                              .count = 2,
                              .size = 8,
                              .alignment = 8};
    OK(clb_array_make(numbers, sizeof numbers, &swapped, 1, SHAPE(12), NULL, &a, &error));
    OK(clb_array_open_element(&a, &a, &error));
    assert_int_equal(a.type->flags, CLB_TYPE_SWAPPED);
}

/* The same elements in the same order, if no copy is needed: compared element by element. */
static void compare(const clb_array *a, const clb_array *b)
{
    const size_t count = clb_array_count(a);
    assert_int_equal(clb_array_count(b), count);
    for (size_t n = 0; n < count; n++) {
        const char *at[2];
        for (int which = 0; which < 2; which++) {
            const clb_array *array = which ? b : a;
            size_t rest = n;
            at[which] = array->data;
            for (uint32_t d = array->dims; d-- > 0; rest /= array->shape[d])
                at[which] += (ptrdiff_t)(rest % array->shape[d]) * array->strides[d];
        }
        assert_ptr_equal(at[0], at[1]);
    }
}

/* Whether the elements in row-major order lie so that strides for `shape` exist: tried out on every dimension. */
static bool can_reshape(const clb_array *a, uint32_t dims, const size_t *shape)
{
    const size_t count = clb_array_count(a);
    clb_array v = *a;
    size_t inner = 1;
    v.dims = dims;
    char **all = malloc(count * sizeof *all);
    for (size_t n = 0; n < count; n++) {
        size_t rest = n;
        all[n] = a->data;
        for (uint32_t d = a->dims; d-- > 0; rest /= a->shape[d])
            all[n] += (ptrdiff_t)(rest % a->shape[d]) * a->strides[d];
    }
    for (uint32_t d = dims; d-- > 0; inner *= shape[d]) {
        v.shape[d] = shape[d];
        v.strides[d] = shape[d] > 1 ? all[inner] - all[0] : 0;
    }
    bool same = true;
    for (size_t n = 0; n < count; n++) {
        size_t rest = n;
        const char *at = v.data;
        for (uint32_t d = dims; d-- > 0; rest /= shape[d]) at += (ptrdiff_t)(rest % shape[d]) * v.strides[d];
        same = same && at == all[n];
    }
    free(all);
    return same;
}

static void a_reshape_needs_no_copy_exactly_where_strides_exist(void **state)
{
    (void)state;
    static const size_t shapes[][5] = {{24},       {2, 12}, {6, 4},       {2, 3, 4},       {4, 3, 2},    {1, 24, 1},
                                       {2, 1, 12}, {3, 8},  {2, 2, 2, 3}, {1, 2, 3, 2, 2}, {2, 3, 2, 2}, {12, 2},
                                       {8, 3},     {4, 6},  {3, 2, 4},    {2, 2, 6}};
    const clb_array whole = cube();
    int copies = 0, views = 0;
    for (uint32_t which = 0; which < 6 * 8 * 3; which++) {
        static const uint32_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        clb_array a;
        OK(clb_array_transpose(&whole, orders[which % 6], &a, &error));
        for (uint32_t d = 0; d < 3; d++)
            if (which / 6 % 8 >> d & 1) OK(clb_array_reverse(&a, d, &a, &error));
        if (which / 48 == 1) OK(clb_array_add_dim(&a, 1, &a, &error));
        if (which / 48 == 2) { /* with a repeated dimension, of the same number of elements */
            OK(clb_array_slice(&a, 1, 0, 1, 1, &a, &error));
            size_t shape[3] = {a.shape[0], 24 / a.shape[0] / a.shape[2], a.shape[2]};
            if (shape[0] * shape[1] * shape[2] != 24) continue;
            OK(clb_array_broadcast(&a, 3, shape, &a, &error));
        }
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            uint32_t dims = 0;
            while (dims < 5 && shapes[s][dims] > 0) dims++;
            clb_array v;
            clb_error error = {0};
            const clb_status status = clb_array_reshape(&a, dims, shapes[s], &v, &error);
            const bool possible = can_reshape(&a, dims, shapes[s]);
            if ((status == CLB_OK) != possible) fail_msg("case %u, shape %zu: %s", which, s, error.message);
            if (possible) {
                compare(&a, &v);
                views++;
            } else {
                assert_int_equal(status, CLB_ERROR_UNSUPPORTED);
                copies++;
            }
        }
    }
    assert_true(views > 100 && copies > 100);
}

static void reshapes_find_one_open_size(void **state)
{
    (void)state;
    const clb_array a = cube();
    clb_array v;
    OK(clb_array_reshape(&a, 2, SHAPE(4, SIZE_MAX), &v, &error));
    assert_int_equal(v.shape[1], 6);
    FAILS(CLB_ERROR_SIZE, "shape (2, 3, 4) with 24 elements cannot have shape (5, 5)",
          clb_array_reshape(&a, 2, SHAPE(5, 5), &view, &error));
    FAILS(CLB_ERROR_SIZE, "whatever the open size", clb_array_reshape(&a, 2, SHAPE(5, SIZE_MAX), &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "2 sizes are left open",
          clb_array_reshape(&a, 2, SHAPE(SIZE_MAX, SIZE_MAX), &view, &error));
    FAILS(CLB_ERROR_SIZE, "", clb_array_reshape(&a, 2, SHAPE(0, SIZE_MAX), &view, &error));
    FAILS(CLB_ERROR_SIZE, "more elements", clb_array_reshape(&a, 2, SHAPE(SIZE_MAX - 1, 2), &view, &error));
    OK(clb_array_make(NULL, 0, &clb_type_int32, 2, SHAPE(0, 5), NULL, &v, &error));
    OK(clb_array_reshape(&v, 3, SHAPE(7, 0, 2), &v, &error));
    OK(clb_array_check(&v, &error));
    OK(clb_array_make(numbers, 4, &clb_type_int32, 0, NULL, NULL, &v, &error));
    OK(clb_array_reshape(&v, 3, SHAPE(1, 1, 1), &v, &error));
    OK(clb_array_reshape(&v, 0, NULL, &v, &error));
    assert_int_equal(v.dims, 0);
}

static void views_of_the_largest_strides_do_not_overflow(void **state)
{
    (void)state;
    clb_array a, v;
    const ptrdiff_t far[] = {PTRDIFF_MAX - 100, 1}, back[] = {-PTRDIFF_MAX + 100, 1};
    OK(clb_array_make((void *)0x1000, SIZE_MAX, &clb_type_int8, 2, SHAPE(2, 2), far, &a, &error));
    FAILS(CLB_ERROR_UNSUPPORTED, "without a copy", clb_array_reshape(&a, 1, SHAPE(4), &view, &error));
    OK(clb_array_reshape(&a, 4, SHAPE(1, 2, 1, 2), &v, &error));
    OK(clb_array_check(&v, &error));
    assert_true(v.strides[1] == far[0] && v.strides[3] == 1);
    OK(clb_array_reverse(&a, 0, &v, &error));
    assert_ptr_equal(v.data, (char *)0x1000 + far[0]);
    assert_true(v.strides[0] == back[0]);
    OK(clb_array_slice(&a, 0, 1, 2, -1, &v, &error));
    OK(clb_array_check(&v, &error));
    assert_false(clb_array_is_row_major(&v) || clb_array_is_column_major(&v));
    FAILS(CLB_ERROR_SIZE, "address space",
          clb_array_make((void *)0x1000, SIZE_MAX, &clb_type_int8, 2, SHAPE(2, 2), back, &view, &error));
    /* 2^31 elements and more, of any size, where all are one. */
    OK(clb_array_make(numbers, 4, &clb_type_int32, 1, SHAPE(1), NULL, &a, &error));
    OK(clb_array_broadcast(&a, 3, SHAPE((size_t)1 << 31, (size_t)1 << 31, 1), &v, &error));
    OK(clb_array_check(&v, &error));
    assert_false(clb_array_is_row_major(&v) || clb_array_is_column_major(&v));
    OK(clb_array_reshape(&v, 1, SHAPE((size_t)1 << 62), &v, &error));
    assert_true(v.strides[0] == 0);
}

static void dimensions_of_one_come_and_go(void **state)
{
    (void)state;
    const clb_array a = cube();
    clb_array v = a;
    for (uint32_t d = 0; d <= 3; d++) {
        OK(clb_array_add_dim(&a, d, &v, &error));
        assert_int_equal(v.shape[d], 1);
        compare(&a, &v);
        OK(clb_array_remove_dim(&v, d, &v, &error));
        assert_memory_equal(v.shape, a.shape, 3 * sizeof *v.shape);
        assert_memory_equal(v.strides, a.strides, 3 * sizeof *v.strides);
    }
    FAILS(CLB_ERROR_SIZE, "Dimension 1 has 3 elements", clb_array_remove_dim(&a, 1, &view, &error));
    FAILS(CLB_ERROR_ARGUMENT, "no dimension 4", clb_array_add_dim(&a, 4, &view, &error));
    while (v.dims < CLB_ARRAY_DIMS) OK(clb_array_add_dim(&v, 0, &v, &error));
    FAILS(CLB_ERROR_ARGUMENT, "16 dimensions already", clb_array_add_dim(&v, 0, &view, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_is_row_major_column_major_or_as_stated),
        cmocka_unit_test(arrays_that_leave_their_memory_or_the_address_space_are_refused),
        cmocka_unit_test(slices_reverses_and_indices_lie_where_they_should),
        cmocka_unit_test(transposes_permute),
        cmocka_unit_test(broadcasts_follow_numpy),
        cmocka_unit_test(parts_of_elements_become_arrays),
        cmocka_unit_test(a_reshape_needs_no_copy_exactly_where_strides_exist),
        cmocka_unit_test(reshapes_find_one_open_size),
        cmocka_unit_test(views_of_the_largest_strides_do_not_overflow),
        cmocka_unit_test(dimensions_of_one_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
