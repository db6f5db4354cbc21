/* Kernels over arrays: NAME_array_KERNEL on the device that CLBUNDLE_DEVICE names. The expected values are computed
 * here, element by element, from the arrays' own indices.
 *
 * SPDX-License-Identifier: MIT */
#include "arrays.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static clb_device *device;
static clb_error error;

static void check(clb_status status)
{
    if (status != CLB_OK) print_message("%s\n", error.message);
    assert_int_equal(status, CLB_OK);
}

#define MAKE(array, memory, type, dims, ...)                                                                      \
    check(clb_array_make((memory), sizeof(memory), &clb_type_##type, (dims), (const size_t[]){__VA_ARGS__}, NULL, \
                         (array), &error))

static void refused(clb_status status, clb_status expected, const char *text)
{
    assert_int_equal(status, expected);
    if (!strstr(error.message, text)) print_message("%s\n", error.message);
    assert_non_null(strstr(error.message, text));
    clb_error_clear(&error);
}

enum { MANY = 5000, ROWS = 200, COLUMNS = 300 };

static void strided_columns_of_another_type_are_converted(void **state)
{
    static float matrix[MANY][3];
    static double y[MANY];
    clb_array all, x, result;
    (void)state;
    for (int i = 0; i < MANY; i++) matrix[i][1] = 0.5f * (float)i;
    MAKE(&all, matrix, float32, 2, MANY, 3);
    check(clb_array_index(&all, 1, 1, &x, &error));
    MAKE(&result, y, float64, 1, MANY);
    check(arrays_array_scale(device, arrays_arrays_scale(.x = &x, .a = 2.0, .y = &result), &error));
    for (int i = 0; i < MANY; i++) assert_true(y[i] == (double)i);
}

static void outputs_of_another_type_and_order_are_converted_back(void **state)
{
    static double x[MANY];
    static int16_t y[MANY];
    clb_array from, to;
    (void)state;
    for (int i = 0; i < MANY; i++) x[i] = i;
    MAKE(&from, x, float64, 1, MANY);
    MAKE(&to, y, int16, 1, MANY);
    check(clb_array_reverse(&to, 0, &to, &error));
    check(arrays_array_scale(device, arrays_arrays_scale(.x = &from, .a = 2.0, .y = &to), &error));
    for (int i = 0; i < MANY; i++) assert_int_equal(y[MANY - 1 - i], 2 * i);
}

static void inputs_are_broadcast_to_the_outputs_shape(void **state)
{
    static double f[ROWS][COLUMNS], u[ROWS];
    static int32_t v[COLUMNS];
    clb_array column, row, one, y;
    (void)state;
    for (int i = 0; i < ROWS; i++) u[i] = i;
    for (int j = 0; j < COLUMNS; j++) v[j] = 1000 * j;
    MAKE(&column, u, float64, 2, ROWS, 1);
    MAKE(&row, v, int32, 1, COLUMNS);
    MAKE(&y, f, float64, 2, ROWS, COLUMNS);
    check(arrays_array_add(device, arrays_arrays_add(.x = &column, .z = &row, .y = &y), &error));
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) assert_true(f[i][j] == i + 1000.0 * j);
    const float half = 0.5f;
    check(clb_array_make((void *)(uintptr_t)&half, sizeof half, &clb_type_float32, 0, NULL, NULL, &one, &error));
    check(arrays_array_add(device, arrays_arrays_add(.x = &one, .z = &row, .y = &y),
                           &error)); /* one element: a step of 0 */
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) assert_true(f[i][j] == 0.5 + 1000.0 * j);
}

static void an_elements_number_is_its_place_whatever_the_layout(void **state)
{
    static int32_t w[31][4][50], short_rows[900][3];
    clb_array y;
    (void)state;
    MAKE(&y, w, int32, 3, 31, 4, 50);
    check(clb_array_transpose(&y, NULL, &y, &error));
    check(arrays_array_number(device, arrays_arrays_number(.y = &y), &error));
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 31; k++) assert_int_equal(w[k][j][i], (i * 4 + j) * 31 + k);
    MAKE(&y, short_rows, int32, 2, 900, 3);
    check(clb_array_reverse(&y, 1, &y, &error));
    check(arrays_array_number(device, arrays_arrays_number(.y = &y), &error));
    for (int i = 0; i < 900; i++)
        for (int k = 0; k < 3; k++) assert_int_equal(short_rows[i][2 - k], i * 3 + k);
}

static void a_kernel_that_looks_at_neighbours_gets_whole_arrays(void **state)
{
    static float x[2 * MANY];
    static double y[MANY];
    clb_array all, from, to;
    (void)state;
    for (int i = 0; i < MANY; i++) x[2 * i] = (float)(i * 3);
    MAKE(&all, x, float32, 1, 2 * MANY);
    check(clb_array_slice(&all, 0, 0, MANY, 2, &from, &error));
    MAKE(&to, y, float64, 1, MANY);
    check(arrays_array_difference(device, arrays_arrays_difference(.x = &from, .y = &to), &error));
    for (int i = 0; i < MANY; i++) assert_true(y[i] == (i ? 3.0 : 0.0));
}

static void memory_that_is_read_and_written_in_place_is_as_if_copied(void **state)
{
    static double x[MANY];
    static int16_t steps[MANY];
    clb_array forward, backward, s;
    (void)state;
    for (int i = 0; i < MANY; i++) x[i] = i;
    MAKE(&forward, x, float64, 1, MANY);
    check(clb_array_reverse(&forward, 0, &backward, &error));
    check(arrays_array_scale(device, arrays_arrays_scale(.x = &forward, .a = 2.0, .y = &backward), &error));
    for (int i = 0; i < MANY; i++) assert_true(x[MANY - 1 - i] == 2.0 * i);
    check(arrays_array_scale(device, arrays_arrays_scale(.x = &forward, .a = 0.5, .y = &forward), &error));
    for (int i = 0; i < MANY; i++) assert_true(x[MANY - 1 - i] == 1.0 * i);
    for (int i = 0; i < MANY; i++) steps[i] = (int16_t)i;
    MAKE(&s, steps, int16, 1, MANY);
    check(arrays_array_increase(device, arrays_arrays_increase(.x = &s), &error));
    for (int i = 0; i < MANY; i++) assert_int_equal(steps[i], i + 1);
}

static void outputs_have_one_shape(void **state)
{
    float x[2][3] = {{1.5f, 2.25f, 3}, {4, 5.75f, 6}};
    double rest[6];
    int8_t whole[3][2];
    clb_array from, a, b;
    (void)state;
    MAKE(&from, x, float32, 2, 2, 3);
    MAKE(&a, whole, int8, 2, 3, 2);
    MAKE(&b, rest, float64, 2, 2, 3);
    refused(
        arrays_array_split(device, arrays_arrays_split(.x = &from, .whole = &a, .rest = &b), &error), CLB_ERROR_SIZE,
        "argument 'rest' of kernel 'split' has the shape (2, 3), but 'whole' has (3, 2); outputs must have one shape");
    check(clb_array_transpose(&a, NULL, &a, &error));
    check(arrays_array_split(device, arrays_arrays_split(.x = &from, .whole = &a, .rest = &b), &error));
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            assert_true(whole[k][i] == (int)x[i][k] && rest[i * 3 + k] == (double)x[i][k] - (int)x[i][k]);
}

static void shapes_tell_the_kernels_integers(void **state)
{
    float x[2][3] = {{1, 2, 3}, {4, 5, 6}};
    double b[3][2] = {{1, 2}, {3, 4}, {5, 6}}, y[2][2];
    clb_array left, right, result;
    (void)state;
    MAKE(&left, x, float32, 2, 2, 3);
    MAKE(&right, b, float64, 2, 3, 2);
    MAKE(&result, y, float64, 2, 2, 2);
    check(arrays_array_product(device, arrays_arrays_product(.x = &left, .b = &right, .y = &result), &error));
    assert_true(y[0][0] == 22 && y[0][1] == 28 && y[1][0] == 49 && y[1][1] == 64);
    refused(arrays_array_product(device, arrays_arrays_product(.x = &right, .b = &right, .y = &result), &error),
            CLB_ERROR_SIZE,
            "argument 'b' of kernel 'product' has 3 elements along dimension 0, but 'x' has 2 along dimension 1: both "
            "are the "
            "kernel's 'k'");
    refused(arrays_array_product(device, arrays_arrays_product(.x = &left, .b = &right, .y = &left), &error),
            CLB_ERROR_SIZE, "'y'");
    clb_array_argument arguments[] = {{&left, NULL, 0}, {&right, NULL, 0}, {&result, NULL, 0},
                                      {NULL, NULL, 0},  {NULL, NULL, 0},   {NULL, NULL, 0}};
    const int32_t three = 3;
    arguments[3] = (clb_array_argument){NULL, &three, sizeof three};
    refused(clb_array_call(device, &arrays_bundle, arrays_KERNEL_product, NULL, arguments, 6, NULL, &error),
            CLB_ERROR_SIZE, "argument 'm' of kernel 'product' is not the 2 that 'x' tells");
    check(clb_array_reshape(&right, 1, (const size_t[]){6}, &right, &error));
    refused(arrays_array_product(device, arrays_arrays_product(.x = &left, .b = &right, .y = &result), &error),
            CLB_ERROR_SIZE, "has 1 dimensions, but the kernel takes 2");
}

/* y = x b with the right factor in the kernel's column order, whatever the memory looks like. Small whole numbers: sums
 * are exact. */
static void check_product(const clb_array *x, const clb_array *b, const clb_array *y, int m, int k, int n)
{
    check(arrays_array_product(device, arrays_arrays_product(.x = x, .b = b, .y = y), &error));
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0, got = 0;
            for (int q = 0; q < k; q++) sum += (double)((i * 7 + q * 3) % 11 - 5) * ((q * 5 + j * 2) % 13 - 6);
            const char *at = y->data + i * y->strides[0] + j * y->strides[1];
            if (y->type->kind == CLB_KIND_FLOAT32) {
                float f;
                memcpy(&f, at, sizeof f);
                got = f;
            } else {
                int32_t whole;
                memcpy(&whole, at, sizeof whole);
                got = whole;
            }
            if (got != sum) fail_msg("element (%d, %d) is %g, not %g", i, j, got, sum);
        }
}

static void matrices_may_be_transposed_strided_reversed_and_of_other_types(void **state)
{
    enum { M = 37, K = 53, N = 41 };
    static float plain_x[M][K], plain_b[K][N], plain_y[M][N];
    static double turned_x[K][2 * M];
    static int16_t column_b[N][3 * K];
    static int32_t turned_y[N][M];
    clb_array x, b, y;
    (void)state;
    for (int q = 0; q < K; q++) {
        for (int i = 0; i < M; i++) turned_x[K - 1 - q][2 * i] = plain_x[i][q] = (float)((i * 7 + q * 3) % 11 - 5);
        for (int j = 0; j < N; j++)
            column_b[j][3 * q + 1] = (int16_t)(plain_b[q][j] = (float)((q * 5 + j * 2) % 13 - 6));
    }
    MAKE(&x, plain_x, float32, 2, M, K);
    MAKE(&b, plain_b, float32, 2, K, N); /* the kernel wants the other order */
    MAKE(&y, plain_y, float32, 2, M, N);
    check_product(&x, &b, &y, M, K, N);
    /* The columns of every second number, upside down and transposed; every third number of an array in the kernel's
     * order, so that its transpose has the right shape; and a result that is written down its columns. */
    MAKE(&x, turned_x, float64, 2, K, 2 * M);
    check(clb_array_slice(&x, 1, 0, M, 2, &x, &error));
    check(clb_array_reverse(&x, 0, &x, &error));
    check(clb_array_transpose(&x, NULL, &x, &error));
    MAKE(&b, column_b, int16, 2, N, 3 * K);
    check(clb_array_slice(&b, 1, 1, K, 3, &b, &error));
    check(clb_array_transpose(&b, NULL, &b, &error));
    MAKE(&y, turned_y, int32, 2, N, M);
    check(clb_array_transpose(&y, NULL, &y, &error));
    check_product(&x, &b, &y, M, K, N);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) assert_true(turned_y[j][i] == (int)plain_y[i][j]);
    refused(arrays_array_product(device, arrays_arrays_product(.x = &b, .b = &b, .y = &y), &error), CLB_ERROR_SIZE,
            "'k'");
    turned_x[0][4] = 1e39; /* no float */
    const clb_array_argument arguments[] = {{&x, NULL, 0},   {&b, NULL, 0},   {&y, NULL, 0},
                                            {NULL, NULL, 0}, {NULL, NULL, 0}, {NULL, NULL, 0}};
    refused(clb_array_call(device, &arrays_bundle, arrays_KERNEL_product, NULL, arguments, 6,
                           &(clb_array_call_params){.mode = CLB_ASSIGN_OVERFLOW}, &error),
            CLB_ERROR_ARGUMENT, "argument 'x' of kernel 'product' cannot be converted: Element (2, 52) does not fit");
}

/* `parts` numbers of a type in each element, every second element, the result backwards. */
static void check_turned(clb_status (*call)(clb_device *, const clb_array *, const clb_array *, clb_error *),
                         const clb_type *type, const clb_type *part, int parts, size_t longest, const char *count)
{
    enum { N = 100 };
    static _Alignas(64) char x[2 * N * 32], y[(UINT16_MAX + 1) * 4], *at;
    clb_array from, to, number;
    const ptrdiff_t stride = 2 * (ptrdiff_t)type->size, back = -(ptrdiff_t)type->size;
    const size_t n = N, more = longest + 1;
    for (int i = 0; i < N * parts; i++) {
        double value = i % 100;
        at = x + i / parts * stride + i % parts * (ptrdiff_t)part->size;
        check(clb_array_make(at, SIZE_MAX, part, 0, NULL, NULL, &to, &error));
        check(clb_array_make(&value, sizeof value, &clb_type_float64, 0, NULL, NULL, &number, &error));
        check(clb_array_assign(&to, &number, NULL, &error));
    }
    check(clb_array_make(x, SIZE_MAX, type, 1, &n, &stride, &from, &error));
    check(clb_array_make(y + (N - 1) * type->size, SIZE_MAX, type, 1, &n, &back, &to, &error));
    check(call(device, &from, &to, &error));
    for (int i = 0; i < N * parts; i++) {
        double value = 0;
        at = y + (N - 1 - i / parts) * (ptrdiff_t)type->size + i % parts * (ptrdiff_t)part->size;
        check(clb_array_make(at, SIZE_MAX, part, 0, NULL, NULL, &from, &error));
        check(clb_array_make(&value, sizeof value, &clb_type_float64, 0, NULL, NULL, &number, &error));
        check(clb_array_assign(&number, &from, NULL, &error));
        if (value != -(i % 100)) fail_msg("number %d is %g", i, value);
    }
    if (longest == SIZE_MAX) return;
    const ptrdiff_t none = 0; /* nothing is read or written */
    check(clb_array_make(x, SIZE_MAX, type, 1, &more, &none, &from, &error));
    check(clb_array_make(y, sizeof y, type, 1, &more, NULL, &to, &error));
    refused(call(device, &from, &to, &error), CLB_ERROR_SIZE, count);
}

#define TURN(name)                                                                              \
    static clb_status name(clb_device *d, const clb_array *x, const clb_array *y, clb_error *e) \
    {                                                                                           \
        return arrays_array_##name(d, arrays_arrays_##name(.x = x, .y = y), e);                 \
    }
TURN(turn_bytes)
TURN(turn_shorts)
TURN(turn_floats)
TURN(turn_pairs)
TURN(turn_fours)

static void elements_of_every_size_are_counted_in_every_integer(void **state)
{
    static const clb_type pair = {
        .kind = CLB_KIND_VECTOR, .size = 16, .alignment = 16, .element = &clb_type_float64, .count = 2};
    static const clb_type four = {
        .kind = CLB_KIND_VECTOR, .size = 32, .alignment = 32, .element = &clb_type_float64, .count = 4};
    (void)state;
    check_turned(turn_bytes, &clb_type_int8, &clb_type_int8, 1, UINT8_MAX,
                 "'uchar', which does not hold the 256 that 'y'");
    check_turned(turn_shorts, &clb_type_int16, &clb_type_int16, 1, INT16_MAX, "'short', which does not hold the 32768");
    check_turned(turn_floats, &clb_type_float32, &clb_type_float32, 1, UINT16_MAX, "'ushort', which does not hold");
    check_turned(turn_pairs, &pair, &clb_type_float64, 2, SIZE_MAX, NULL);
    check_turned(turn_fours, &four, &clb_type_float64, 4, INT8_MAX,
                 "'char', which does not hold the 128 that 'y' tells");
}

static void outputs_have_memory_for_each_element(void **state)
{
    double x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {0};
    clb_array from, to;
    (void)state;
    MAKE(&from, x, float64, 2, 2, 3);
    static const struct {
        ptrdiff_t strides[2];
        size_t shape[2];
        const char *text;
    } cases[] = {{{0, 8}, {2, 3}, "stride of 0 in dimension 0: its 2 elements there are one"},
                 {{24, 0}, {2, 3}, "stride of 0 in dimension 1: its 3 elements there are one"},
                 {{0, 0}, {2, 3}, "stride of 0 in dimension 0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check(clb_array_make(y, sizeof y, &clb_type_float64, 2, cases[i].shape, cases[i].strides, &to, &error));
        refused(arrays_array_scale(device, arrays_arrays_scale(.x = &from, .a = 2.0, .y = &to), &error),
                CLB_ERROR_ARGUMENT, cases[i].text);
    }
    for (int i = 0; i < 6; i++) assert_true(y[i] == 0);
    /* One element has any stride; an input may have 0. */
    check(clb_array_make(x, sizeof x, &clb_type_float64, 2, (const size_t[]){1, 3}, (const ptrdiff_t[]){0, 0}, &from,
                         &error));
    check(clb_array_make(y, sizeof y, &clb_type_float64, 2, (const size_t[]){1, 3}, (const ptrdiff_t[]){0, 8}, &to,
                         &error));
    check(arrays_array_scale(device, arrays_arrays_scale(.x = &from, .a = 2.0, .y = &to), &error));
    for (int i = 0; i < 3; i++) assert_true(y[i] == 2);
}

static void element_wise_kernels_take_no_range(void **state)
{
    double x[3] = {1, 2, 3};
    clb_array all;
    const double a = 2;
    (void)state;
    MAKE(&all, x, float64, 1, 3);
    const clb_array_argument arguments[] = {{&all, NULL, 0}, {NULL, &a, sizeof a}, {&all, NULL, 0}, {NULL, NULL, 0}};
    refused(clb_array_call(device, &arrays_bundle, arrays_KERNEL_scale, &(clb_launch){.dimensions = 1, .global = {2}},
                           arguments, 4, NULL, &error),
            CLB_ERROR_ARGUMENT, "its range is the arrays'; leave `launch` out");
    assert_true(x[0] == 1);
    const clb_array_argument lacks[] = {{&all, NULL, 0}, {NULL, NULL, 0}, {&all, NULL, 0}, {NULL, NULL, 0}};
    refused(clb_array_call(device, &arrays_bundle, arrays_KERNEL_scale, NULL, lacks, 4, NULL, &error),
            CLB_ERROR_ARGUMENT, "argument 'a' of kernel 'scale' has no value, and no array tells it");
    static clb_bundle without; /* the device keeps it */
    without = arrays_bundle;
    without.types = NULL;
    refused(clb_array_call(device, &without, arrays_KERNEL_scale, NULL, arguments, 4, NULL, &error),
            CLB_ERROR_UNSUPPORTED, "the bundle says nothing of its types");
}

static void a_product_of_sizes_takes_any_shape(void **state)
{
    float x[2][3][2], y[12];
    clb_array from, to;
    (void)state;
    for (int i = 0; i < 12; i++) ((float *)x)[i] = (float)i;
    MAKE(&from, x, float32, 3, 2, 3, 2);
    MAKE(&to, y, float32, 1, 12);
    check(arrays_array_copy(device, arrays_arrays_copy(.x = &from, .y = &to, .rows = 4, .width = 3), &error));
    for (int i = 0; i < 12; i++) assert_true(y[i] == (float)i);
    refused(arrays_array_copy(device, arrays_arrays_copy(.x = &from, .y = &to, .rows = 4, .width = 4), &error),
            CLB_ERROR_SIZE, "'x' of kernel 'copy' has 12 elements, but the kernel needs 16");
}

static void empty_arrays_launch_nothing(void **state)
{
    double x[1] = {7};
    clb_array empty;
    (void)state;
    MAKE(&empty, x, float64, 2, 0, 5);
    check(arrays_array_scale(device, arrays_arrays_scale(.x = &empty, .a = 2.0, .y = &empty), &error));
    assert_true(x[0] == 7);
}

static void bad_arrays_are_refused_and_nothing_is_written(void **state)
{
    double x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {0};
    uint8_t narrow[300] = {0};
    clb_array from, to, other;
    (void)state;
    MAKE(&from, x, float64, 2, 2, 3);
    MAKE(&to, y, float64, 2, 3, 2);
    refused(arrays_array_scale(device, arrays_arrays_scale(.x = &from, .a = 2.0, .y = &to), &error), CLB_ERROR_SIZE,
            "argument 'x' of kernel 'scale' has the shape (2, 3), which does not broadcast to the shape (3, 2) of 'y'");
    refused(arrays_array_scale(device, arrays_arrays_scale(.x = NULL, .a = 2.0, .y = &to), &error), CLB_ERROR_ARGUMENT,
            "argument 'x' of kernel 'scale' is not an array");
    refused(arrays_array_scale(device, NULL, &error), CLB_ERROR_ARGUMENT, "the arguments of kernel 'scale' are NULL");
    to.flags |= CLB_ARRAY_READ_ONLY;
    refused(arrays_array_scale(device, arrays_arrays_scale(.x = &to, .a = 2.0, .y = &to), &error), CLB_ERROR_ARGUMENT,
            "its array is read-only");
    to.flags = 0;
    other = from;
    other.shape[0] = SIZE_MAX / 4;
    refused(arrays_array_scale(device, arrays_arrays_scale(.x = &other, .a = 2.0, .y = &other), &error), CLB_ERROR_SIZE,
            "'x' of kernel 'scale' is not a usable array");
    MAKE(&other, narrow, uint8, 1, 300);
    const clb_array_argument arguments[] = {{&other, NULL, 0}, {NULL, NULL, 0}};
    refused(clb_array_call(device, &arrays_bundle, arrays_KERNEL_number, NULL, arguments, 2,
                           &(clb_array_call_params){.mode = CLB_ASSIGN_OVERFLOW}, &error),
            CLB_ERROR_ARGUMENT, "(256");
    for (int i = 0; i < 6; i++) assert_true(y[i] == 0);
}

static void a_value_may_be_an_array_of_one_element(void **state)
{
    double x[3] = {1, 2, 3}, y[3] = {0};
    const int32_t factor = 3;
    clb_array from, to, a;
    (void)state;
    MAKE(&from, x, float64, 1, 3);
    MAKE(&to, y, float64, 1, 3);
    check(clb_array_make((void *)(uintptr_t)&factor, sizeof factor, &clb_type_int32, 0, NULL, NULL, &a, &error));
    clb_array_argument arguments[] = {{&from, NULL, 0}, {&a, NULL, 0}, {&to, NULL, 0}, {NULL, NULL, 0}};
    check(clb_array_call(device, &arrays_bundle, arrays_KERNEL_scale, NULL, arguments, 4, NULL, &error));
    assert_true(y[0] == 3 && y[1] == 6 && y[2] == 9);
    arguments[1].array = &from;
    refused(clb_array_call(device, &arrays_bundle, arrays_KERNEL_scale, NULL, arguments, 4, NULL, &error),
            CLB_ERROR_SIZE, "argument 'a' of kernel 'scale' is one value, but its array has the shape (3,)");
    const int32_t n = 2;
    arguments[1] = (clb_array_argument){&a, NULL, 0};
    arguments[3] = (clb_array_argument){NULL, &n, sizeof n};
    refused(clb_array_call(device, &arrays_bundle, arrays_KERNEL_scale, NULL, arguments, 4, NULL, &error),
            CLB_ERROR_SIZE, "argument 'n' of kernel 'scale' is not the 3 that 'y' tells");
}

/* As many as a device gets in chunks, the last one short. */
static void large_arrays_are_whole_whatever_their_layout(void **state)
{
    enum { LARGE = 3 * (1 << 18) + 77 };
    static float x[LARGE][2];
    static int64_t y[LARGE];
    static double z[LARGE];
    static const double one = 1.0;
    clb_array all, from, to, plain, single;
    (void)state;
    for (int i = 0; i < LARGE; i++) x[i][1] = (float)i;
    MAKE(&all, x, float32, 2, LARGE, 2);
    check(clb_array_index(&all, 1, 1, &from, &error));
    MAKE(&to, y, int64, 1, LARGE);
    check(clb_array_reverse(&to, 0, &to, &error));
    check(arrays_array_scale(device, arrays_arrays_scale(.x = &from, .a = 3.0, .y = &to), &error));
    for (int i = 0; i < LARGE; i++) assert_true(y[LARGE - 1 - i] == 3 * (int64_t)i);
    MAKE(&plain, z, float64, 1, LARGE);
    check(clb_array_make((void *)(uintptr_t)&one, sizeof one, &clb_type_float64, 0, NULL, NULL, &single, &error));
    check(arrays_array_add(device, arrays_arrays_add(.x = &from, .z = &single, .y = &plain), &error));
    for (int i = 0; i < LARGE; i++) assert_true(z[i] == (double)i + 1.0);
    check(arrays_array_number(device, arrays_arrays_number(.y = &to), &error));
    check(clb_array_slice(&plain, 0, 0, LARGE / 2, 2, &plain, &error));
    check(arrays_array_number(device, arrays_arrays_number(.y = &plain), &error));
    for (int i = 0; i < LARGE; i++)
        assert_true(y[LARGE - 1 - i] == i && (i % 2 || i / 2 >= LARGE / 2 || z[i] == i / 2));
    x[LARGE - 5][1] = 1e30f;
    const clb_array_argument arguments[] = {
        {&from, NULL, 0}, {NULL, &one, sizeof one}, {&to, NULL, 0}, {NULL, NULL, 0}};
    refused(clb_array_call(device, &arrays_bundle, arrays_KERNEL_scale, NULL, arguments, 4,
                           &(clb_array_call_params){.mode = CLB_ASSIGN_OVERFLOW}, &error),
            CLB_ERROR_ARGUMENT, "argument 'y' of kernel 'scale' has an element (786504,)");
}

/* ---- Threads ---- */

enum { THREADS = 8, EACH = 3000 };

typedef struct worker {
    pthread_t thread;
    float number;
    const char *wrong;
    float x[EACH][2];
    double y[EACH], small[4];
} worker;

static void *work(void *context)
{
    worker *w = context;
    clb_error own = {0};
    clb_array all, x, y, back, m;
    const ptrdiff_t stride = -(ptrdiff_t)sizeof(double);
    w->wrong = "no array";
    if (clb_array_make(w->x, sizeof w->x, &clb_type_float32, 2, (const size_t[]){EACH, 2}, NULL, &all, &own) ||
        clb_array_index(&all, 1, 1, &x, &own) ||
        clb_array_make(w->y, sizeof w->y, &clb_type_float64, 1, (const size_t[]){EACH}, NULL, &y, &own) ||
        clb_array_make(w->y + EACH - 1, SIZE_MAX, &clb_type_float64, 1, (const size_t[]){EACH}, &stride, &back, &own) ||
        clb_array_make(w->small, sizeof w->small, &clb_type_float64, 2, (const size_t[]){2, 2}, NULL, &m, &own))
        return NULL;
    for (int i = 0; i < EACH; i++) w->x[i][1] = (float)i + w->number;
    for (int round = 0; round < 10; round++) {
        w->wrong = "a call failed";
        if (arrays_array_scale(device, arrays_arrays_scale(.x = &x, .a = 2.0, .y = &y), &own)) break;
        w->wrong = "a wrong element";
        for (int i = 0; i < EACH; i++)
            if (w->y[i] != 2.0 * ((double)i + (double)w->number)) return NULL;
        if (arrays_array_scale(device, arrays_arrays_scale(.x = &x, .a = 2.0, .y = &back), &own)) break;
        for (int i = 0; i < EACH; i++)
            if (w->y[EACH - 1 - i] != 2.0 * ((double)i + (double)w->number)) return NULL;
        /* Each has an error of its own. */
        if (arrays_array_scale(device, arrays_arrays_scale(.x = &x, .a = 2.0, .y = &m), &own) != CLB_ERROR_SIZE)
            return NULL;
        clb_error_clear(&own);
        w->wrong = NULL;
    }
    clb_error_clear(&own);
    return NULL;
}

/* The shape of argument `which` in a call with these arguments. */
static clb_status find_shape(uint32_t kernel, const clb_array_argument *arguments, size_t count, uint32_t which,
                             uint32_t *dims, size_t *shape)
{
    return clb_array_find_shape(device, &arrays_bundle, kernel, arguments, count, NULL, which, dims, shape, &error);
}

static void the_shape_of_an_output_is_found_from_the_other_arguments(void **state)
{
    static float a[12], b[20];
    static double u[4], v[3];
    static int32_t w[8];
    const int32_t three = 3, minus = -1;
    uint32_t dims = 99;
    size_t shape[CLB_ARRAY_DIMS] = {0};
    clb_array x, y;
    (void)state;
    /* Matrices; a stated size must be the arrays'. */
    MAKE(&x, a, float32, 2, 3, 4);
    MAKE(&y, b, float32, 2, 4, 5);
    clb_array_argument product[] = {{.array = &x}, {.array = &y}, {0}, {0}, {0}, {0}};
    check(find_shape(arrays_KERNEL_product, product, 6, 2, &dims, shape));
    assert_int_equal(dims, 2);
    assert_int_equal(shape[0], 3);
    assert_int_equal(shape[1], 5);
    product[4] = (clb_array_argument){.value = &three, .size = sizeof three};
    refused(find_shape(arrays_KERNEL_product, product, 6, 2, &dims, shape), CLB_ERROR_SIZE,
            "argument 'k' of kernel 'product' is not the 4");
    /* Element-wise: what the inputs broadcast to. */
    MAKE(&x, u, float64, 2, 4, 1);
    MAKE(&y, v, float64, 1, 3);
    check(find_shape(arrays_KERNEL_add, (clb_array_argument[]){{.array = &x}, {0}, {.array = &y}, {0}, {0}, {0}}, 6, 4,
                     &dims, shape));
    assert_int_equal(dims, 2);
    assert_int_equal(shape[0], 4);
    assert_int_equal(shape[1], 3);
    /* Division and modulo truncate. */
    const size_t expected[][2] = {{1, 1}, {1, 0}, {2, (size_t)-1}, {2, (size_t)-2}, {3, 1}, {3, 0}, {3, (size_t)-1}};
    for (size_t n = 0; n < 7; n++) {
        MAKE(&x, w, int32, 1, n);
        const clb_status status =
            find_shape(arrays_KERNEL_windows, (clb_array_argument[]){{.array = &x}, {0}, {0}}, 3, 1, &dims, shape);
        if (expected[n][1] > n + 1) {
            refused(status, CLB_ERROR_SIZE, "argument 'y' of kernel 'windows' would have -");
            continue;
        }
        check(status);
        assert_int_equal(shape[0], expected[n][0]);
        assert_int_equal(shape[1], expected[n][1]);
    }
    /* What cannot be found, and what is no array. */
    refused(
        find_shape(arrays_KERNEL_number, (clb_array_argument[]){{0}, {.value = &minus, .size = 2}}, 2, 0, &dims, shape),
        CLB_ERROR_SIZE, "argument 'n'");
    refused(find_shape(arrays_KERNEL_windows, (clb_array_argument[]){{0}, {0}, {0}}, 3, 1, &dims, shape),
            CLB_ERROR_ARGUMENT, "'x' of kernel 'windows' is not an array");
    refused(find_shape(arrays_KERNEL_windows, (clb_array_argument[]){{.array = &x}, {0}, {0}}, 3, 2, &dims, shape),
            CLB_ERROR_ARGUMENT, "argument 2 is no array");
    refused(find_shape(arrays_KERNEL_windows, NULL, 0, 1, &dims, shape), CLB_ERROR_ARGUMENT, "takes 3 arguments");
    refused(clb_array_find_shape(NULL, &arrays_bundle, 0, NULL, 0, NULL, 0, &dims, shape, &error), CLB_ERROR_ARGUMENT,
            "NULL");
}

static void threads_call_over_arrays_on_one_device(void **state)
{
    static worker workers[THREADS];
    (void)state;
    for (int i = 0; i < THREADS; i++) {
        workers[i].number = (float)(1000 * i);
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        if (workers[i].wrong) fail_msg("thread %d: %s", i, workers[i].wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strided_columns_of_another_type_are_converted),
        cmocka_unit_test(outputs_of_another_type_and_order_are_converted_back),
        cmocka_unit_test(inputs_are_broadcast_to_the_outputs_shape),
        cmocka_unit_test(an_elements_number_is_its_place_whatever_the_layout),
        cmocka_unit_test(a_kernel_that_looks_at_neighbours_gets_whole_arrays),
        cmocka_unit_test(memory_that_is_read_and_written_in_place_is_as_if_copied),
        cmocka_unit_test(outputs_have_one_shape),
        cmocka_unit_test(shapes_tell_the_kernels_integers),
        cmocka_unit_test(matrices_may_be_transposed_strided_reversed_and_of_other_types),
        cmocka_unit_test(elements_of_every_size_are_counted_in_every_integer),
        cmocka_unit_test(element_wise_kernels_take_no_range),
        cmocka_unit_test(outputs_have_memory_for_each_element),
        cmocka_unit_test(a_product_of_sizes_takes_any_shape),
        cmocka_unit_test(empty_arrays_launch_nothing),
        cmocka_unit_test(bad_arrays_are_refused_and_nothing_is_written),
        cmocka_unit_test(a_value_may_be_an_array_of_one_element),
        cmocka_unit_test(large_arrays_are_whole_whatever_their_layout),
        cmocka_unit_test(the_shape_of_an_output_is_found_from_the_other_arguments),
        cmocka_unit_test(threads_call_over_arrays_on_one_device),
    };
    const clb_start start = getenv("ARRAYS_TIERED") ? CLB_START_TIERED : CLB_START_BLOCKING;
    if (clb_device_open(&(clb_device_params){.bundle = &arrays_bundle, .start = start}, &device, &error) != CLB_OK) {
        printf("%s\n", error.message);
        return error.status == CLB_ERROR_NO_DEVICE ? 77 : 1; /* skipped */
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clb_device_close(&device);
    return failed;
}
