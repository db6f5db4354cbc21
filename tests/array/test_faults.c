/* Every allocation of a call with arrays is made to fail in turn: in place, piece by piece, converted whole, and of a
 * ckernel. The caller gets CLB_ERROR_MEMORY with a message, nothing leaks, and inputs are as they were.
 *
 * SPDX-License-Identifier: MIT */
#include "arrays.h"
#include "faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = 3000 };

static float x[MANY][2];
static double y[MANY], matrix[2][3], right[3][2], product[2][2];

#define TRY(call)                        \
    do {                                 \
        const clb_status try_ = (call);  \
        if (try_ != CLB_OK) return try_; \
    } while (0)

static clb_status run_leaf(const clb_array *from, const clb_array *to, clb_error *error)
{
    const clb_conversion wide = {&clb_type_float32, &clb_type_float64}, same = {&clb_type_float64, &clb_type_float64};
    size_t leaf = 0, end = 0;
    clb_ckernel_builder builder;
    clb_ckernel_builder_init(&builder, NULL);
    clb_status status =
        clb_convert_make(&builder, 0, same, &wide, 1, CLB_ASSIGN_NONE, CLB_CKERNEL_STRIDED, &leaf, error);
    if (status == CLB_OK)
        status = arrays_ckernel_scale(&builder, leaf, arrays_values_scale(.a = 4.0), CLB_CKERNEL_STRIDED, &end, error);
    if (status == CLB_OK)
        status = clb_array_run(clb_ckernel_root(&builder), builder.scratch_size, to, (const clb_array *const[]){from},
                               1, error);
    clb_ckernel_builder_clear(&builder);
    return status;
}

static clb_status session(clb_device **device, clb_error *error)
{
    clb_array all, from, to, a, b, c;
    TRY(clb_device_open(
        &(clb_device_params){.environment = "", .bundle = &arrays_bundle, .back_ends = CLB_BACK_END_NATIVE}, device,
        error));
    TRY(clb_array_make(x, sizeof x, &clb_type_float32, 2, (const size_t[]){MANY, 2}, NULL, &all, error));
    TRY(clb_array_index(&all, 1, 1, &from, error));
    TRY(clb_array_make(y, sizeof y, &clb_type_float64, 1, (const size_t[]){MANY}, NULL, &to, error));
    TRY(clb_array_make(matrix, sizeof matrix, &clb_type_float64, 2, (const size_t[]){2, 3}, NULL, &a, error));
    TRY(clb_array_make(right, sizeof right, &clb_type_float64, 2, (const size_t[]){3, 2}, NULL, &b, error));
    TRY(clb_array_make(product, sizeof product, &clb_type_float64, 2, (const size_t[]){2, 2}, NULL, &c, error));
    TRY(arrays_array_scale(*device, arrays_arrays_scale(.x = &from, .a = 2.0, .y = &to), error)); /* piece by piece */
    TRY(arrays_array_add(*device, arrays_arrays_add(.x = &from, .z = &from, .y = &to), error));
    TRY(arrays_array_difference(*device, arrays_arrays_difference(.x = &from, .y = &to), error)); /* whole */
    TRY(arrays_array_product(*device, arrays_arrays_product(.x = &a, .b = &b, .y = &c), error));
    TRY(clb_array_reverse(&from, 0, &from, error));
    TRY(arrays_array_scale(*device, arrays_arrays_scale(.x = &to, .a = 2.0, .y = &to), error)); /* in place */
    TRY(run_leaf(&from, &to, error));
    for (int i = 0; i < MANY; i++)
        if (y[i] != 4.0 * (MANY - 1 - i)) fail_msg("a session that succeeded gave %g", y[i]);
    return CLB_OK;
}

static void every_allocation_that_fails_is_reported_and_nothing_leaks(void **state)
{
    long n = 1;
    unsigned failures = 0;
    (void)state;
    for (int i = 0; i < MANY; i++) x[i][1] = (float)i;
    for (bool reached_end = false; !reached_end; n++) {
        clb_device *device = NULL;
        clb_error error = {0};
        faults_start(n);
        const clb_status status = session(&device, &error);
        const char *function = faults_failed();
        faults_stop();
        reached_end = !function;
        if (reached_end && status != CLB_OK) fail_msg("nothing failed, but: %s", error.message);
        if (status != CLB_OK && (status != CLB_ERROR_MEMORY || error.status != status || strlen(error.message) < 20))
            fail_msg("call %ld, %s: %s: %s", n, function, clb_status_name(status), error.message);
        failures += status != CLB_OK;
        clb_error_clear(&error);
        clb_device_close(&device);
        if (*faults_left()) fail_msg("call %ld, %s: %s left", n, function ? function : "none", faults_left());
        for (int i = 0; i < MANY; i++) assert_true(x[i][1] == (float)i && x[i][0] == 0.0f);
    }
    (void)printf("%ld calls made to fail, %u times with a status\n", n - 2, failures);
    assert_true(failures > 20);
}

static long copies(void)
{
    long n = 0;
    for (size_t i = 0; faults_name(i); i++)
        if (strcmp(faults_name(i), "posix_memalign") == 0) n = faults_calls_of(i);
    return n;
}

/* In the kernel's type and order, by rows or by columns: nothing is packed. */
static void matrices_that_the_kernel_can_read_are_lent(void **state)
{
    static float a[2][3] = {{1, 2, 3}, {4, 5, 6}}, columns[2][3] = {{1, 3, 5}, {2, 4, 6}}, y_[2][2];
    clb_device *device = NULL;
    clb_array x, b, y;
    clb_error error = {0};
    (void)state;
    assert_int_equal(
        clb_device_open(
            &(clb_device_params){.environment = "", .bundle = &arrays_bundle, .back_ends = CLB_BACK_END_NATIVE},
            &device, &error),
        CLB_OK);
    assert_int_equal(clb_array_make(a, sizeof a, &clb_type_float32, 2, (const size_t[]){2, 3}, NULL, &x, &error),
                     CLB_OK);
    assert_int_equal(
        clb_array_make(columns, sizeof columns, &clb_type_float32, 2, (const size_t[]){2, 3}, NULL, &b, &error),
        CLB_OK);
    assert_int_equal(clb_array_transpose(&b, NULL, &b, &error), CLB_OK);
    assert_int_equal(clb_array_make(y_, sizeof y_, &clb_type_float32, 2, (const size_t[]){2, 2}, NULL, &y, &error),
                     CLB_OK);
    assert_int_equal(arrays_array_product(device, arrays_arrays_product(.x = &x, .b = &b, .y = &y), &error),
                     CLB_OK); /* and builds */
    const long before = copies();
    assert_int_equal(arrays_array_product(device, arrays_arrays_product(.x = &x, .b = &b, .y = &y), &error), CLB_OK);
    assert_int_equal(copies(), before);
    assert_true(y_[0][0] == 22 && y_[0][1] == 28 && y_[1][0] == 49 && y_[1][1] == 64);
    assert_int_equal(clb_array_transpose(&y, NULL, &y, &error), CLB_OK);
    assert_int_equal(arrays_array_product(device, arrays_arrays_product(.x = &x, .b = &b, .y = &y), &error), CLB_OK);
    assert_int_equal(copies(), before + 1);
    assert_true(y_[1][0] == 28 && y_[0][1] == 49);
    clb_device_close(&device);
}

/* A cancelled thread would leave its converted arrays behind. */
static void calls_with_arrays_hold_cancellation_off(void **state)
{
    clb_device *device = NULL;
    clb_array all, from, to;
    clb_error error = {0};
    (void)state;
    assert_int_equal(
        clb_device_open(
            &(clb_device_params){.environment = "", .bundle = &arrays_bundle, .back_ends = CLB_BACK_END_NATIVE},
            &device, &error),
        CLB_OK);
    assert_int_equal(clb_array_make(x, sizeof x, &clb_type_float32, 2, (const size_t[]){MANY, 2}, NULL, &all, &error),
                     CLB_OK);
    assert_int_equal(clb_array_index(&all, 1, 1, &from, &error), CLB_OK);
    assert_int_equal(clb_array_make(y, sizeof y, &clb_type_float64, 1, (const size_t[]){MANY}, NULL, &to, &error),
                     CLB_OK);
    faults_start(0);
    assert_int_equal(arrays_array_scale(device, arrays_arrays_scale(.x = &from, .a = 2.0, .y = &to), &error), CLB_OK);
    assert_int_equal(arrays_array_difference(device, arrays_arrays_difference(.x = &from, .y = &to), &error), CLB_OK);
    assert_true(faults_calls() > 0);
    assert_int_equal(faults_cancellable(), 0);
    faults_stop();
    clb_device_close(&device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_that_fails_is_reported_and_nothing_leaks),
        cmocka_unit_test(matrices_that_the_kernel_can_read_are_lent),
        cmocka_unit_test(calls_with_arrays_hold_cancellation_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
