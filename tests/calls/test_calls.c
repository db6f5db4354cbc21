/* Calls by named fields, on the native device: values, typed buffers, and refused calls.
 *
 * SPDX-License-Identifier: MIT */
#include "calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static clb_device *device;

static void ok(clb_status status, clb_error *error)
{
    if (status != CLB_OK) fail_msg("%s", error->message);
}

static void refused(clb_status status, clb_status expected, clb_error *error, const char *text)
{
    assert_int_equal(status, expected);
    if (!strstr(error->message, text)) fail_msg("'%s' is not in: %s", text, error->message);
    clb_error_clear(error);
}

static void fields_may_come_in_any_order(void **state)
{
    const double x[3] = {1, 2, 3};
    double y[3] = {0};
    clb_error error = {0};
    (void)state;
    ok(calls_call_scale(device, calls_args_scale(.n = 3, .y = y, .a = 2.0, .x = x), &error), &error);
    assert_true(y[0] == 2 && y[1] == 4 && y[2] == 6);
    ok(calls_call_scale(device, &(calls_args_scale){.x = x, .a = -1.0, .y = y, .n = 2}, &error), &error);
    assert_true(y[0] == -1 && y[1] == -2 && y[2] == 6);
    ok(calls_call_nothing(device, &error), &error);
}

static void structures_vectors_and_counts_are_fields(void **state)
{
    const clb_float4 x[2] = {{{1, 2, 3, 4}}, {{5, 6, 7, 8}}};
    clb_float4 y[2] = {{{0}}, {{1, 1, 1, 1}}};
    const clb_float4 by = {{0.5f, 0, 0, 0}};
    const calls_parameters p = {.a = 2.0, .n = 2};
    const clb_launch launch = {.dimensions = 1, .global = {2}};
    clb_error error = {0};
    (void)state;
    ok(calls_call_offset(device, &launch,
                         calls_args_offset(.x = x, .x_count = 2, .p = p, .by = by, .y = y, .y_count = 2), &error),
       &error);
    assert_true(y[0].s[0] == 2.5f && y[0].s[3] == 8 && y[1].s[0] == 11.5f && y[1].s[1] == 13);
    refused(calls_call_offset(device, &launch, &(calls_args_offset){.x = x, .p = p, .by = by, .y = y, .y_count = 2},
                              &error),
            CLB_ERROR_SIZE, &error, "argument 'x' of kernel 'offset' has no @arg extent and no size");
}

static void a_variant_runs_in_place_of_the_kernel_that_is_called(void **state)
{
    int32_t out[6] = {0};
    clb_buffer_int buffer = {0};
    clb_error error = {0};
    (void)state;
    ok(calls_call_which(device, calls_args_which(.out = out, .n = 6), &error), &error);
    assert_true(out[0] == 2 && out[1] == 3 && out[4] == 2 && out[5] == 3);
    ok(calls_call_which(device, calls_args_which(.out = out, .n = 5), &error), &error); /* odd */
    assert_true(out[0] == 1 && out[1] == 1 && out[4] == 1 && out[5] == 3);
    ok(calls_call_which_pairs(device, calls_args_which_pairs(.out = out, .n = 2), &error),
       &error); /* by its own name */
    assert_true(out[0] == 2 && out[1] == 3 && out[2] == 1);
    /* A range that the caller states is the named kernel's. */
    const clb_launch launch = {.dimensions = 1, .global = {4}};
    ok(clb_buffer_int_create(device, 6, out, &buffer, &error), &error);
    ok(calls_run_which(device, &launch, calls_buffers_which(.out = buffer, .n = 6), NULL, &error), &error);
    ok(clb_buffer_int_read(buffer, 0, out, 6, &error), &error);
    assert_true(out[0] == 1 && out[1] == 1 && out[3] == 1);
    clb_buffer_int_release(&buffer);
}

static void buffers_know_their_elements(void **state)
{
    calls_parameters x[8];
    double sums[2] = {0};
    calls_buffer_parameters from = {0};
    clb_buffer_double to = {0};
    clb_error error = {0};
    (void)state;
    for (int i = 0; i < 8; ++i) x[i] = (calls_parameters){.a = i, .n = 0};
    ok(calls_buffer_parameters_create(device, 8, NULL, &from, &error), &error);
    ok(calls_buffer_parameters_write(from, 0, x, 6, &error), &error);
    ok(calls_buffer_parameters_write(from, 6, x + 6, 2, &error), &error);
    ok(clb_buffer_double_create(device, 2, NULL, &to, &error), &error);
    assert_int_equal(calls_buffer_parameters_count(from), 8);
    assert_int_equal(clb_buffer_size(from.buffer), 8 * sizeof *x);
    ok(calls_run_sums(device, NULL, calls_buffers_sums(.x = from, .tile = 0, .sums = to, .n = 2), NULL, &error),
       &error);
    ok(clb_buffer_double_read(to, 0, sums, 2, &error), &error);
    assert_true(sums[0] == 6 && sums[1] == 22);
    ok(clb_buffer_double_read(to, 1, sums, 1, &error), &error);
    assert_true(sums[0] == 22);
    refused(clb_buffer_double_read(to, 1, sums, 2, &error), CLB_ERROR_SIZE, &error, "16 bytes");
    refused(clb_buffer_double_create(device, SIZE_MAX / 4, NULL, &to, &error), CLB_ERROR_SIZE, &error, "clb_bytes");
    refused(clb_buffer_double_create(device, 2, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "NULL");
    calls_buffer_parameters_release(&from);
    clb_buffer_double_release(&to);
    assert_null(from.buffer);
    clb_buffer_double_release(NULL);
    assert_int_equal(clb_buffer_double_count(to), 0);
}

static void sizes_come_from_members_and_macros(void **state)
{
    int32_t out[4 * 3];
    calls_grid g = {.unused = -1};
    clb_error error = {0};
    (void)state;
    g.size.rows = 4;
    g.size.columns = 3;
    ok(calls_call_tables(device, calls_args_tables(.g = g, .tile = 0, .out = out), &error), &error);
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 3; ++c) assert_int_equal(out[3 * r + c], 10 * r + c);
    refused(calls_call_tables(device, calls_args_tables(.g = g, .tile = 12, .out = out), &error), CLB_ERROR_SIZE,
            &error, "'tile' of kernel 'tables' needs 16 bytes");
    clb_buffer_int small = {0};
    ok(clb_buffer_int_create(device, 11, NULL, &small, &error), &error);
    refused(calls_run_tables(device, NULL, calls_buffers_tables(.g = g, .tile = 0, .out = small), NULL, &error),
            CLB_ERROR_SIZE, &error, "needs 48 bytes");
    clb_buffer_int_release(&small);
}

static void arrays_and_ckernels_take_fields_too(void **state)
{
    double x[3] = {1, 2, 3}, y[3] = {0};
    clb_array from, to;
    clb_error error = {0};
    clb_ckernel_builder builder;
    size_t end = 0;
    (void)state;
    ok(clb_array_make(x, sizeof x, &clb_type_float64, 1, (const size_t[]){3}, NULL, &from, &error), &error);
    ok(clb_array_make(y, sizeof y, &clb_type_float64, 1, (const size_t[]){3}, NULL, &to, &error), &error);
    ok(calls_array_scale(device, calls_arrays_scale(.y = &to, .x = &from, .a = 3.0), &error), &error);
    assert_true(y[0] == 3 && y[1] == 6 && y[2] == 9);
    refused(calls_array_scale(device, NULL, &error), CLB_ERROR_ARGUMENT, &error,
            "the arguments of kernel 'scale' are NULL");
    refused(calls_array_scale(device, &(calls_arrays_scale){.a = 3.0, .y = &to}, &error), CLB_ERROR_ARGUMENT, &error,
            "argument 'x' of kernel 'scale' is not an array");
    clb_ckernel_builder_init(&builder, NULL);
    refused(calls_ckernel_scale(&builder, 0, NULL, CLB_CKERNEL_STRIDED, &end, &error), CLB_ERROR_ARGUMENT, &error,
            "has arguments that are NULL");
    ok(calls_ckernel_scale(&builder, 0, calls_values_scale(.a = -2.0), CLB_CKERNEL_STRIDED, &end, &error), &error);
    assert_true(end > 0);
    clb_ckernel_builder_clear(&builder);
}

static void pointers_left_out_are_refused_by_name(void **state)
{
    double y[3] = {7, 7, 7};
    clb_buffer_double buffer = {0};
    clb_error error = {0};
    (void)state;
    refused(calls_call_scale(device, &(calls_args_scale){.a = 2.0, .y = y, .n = 3}, &error), CLB_ERROR_ARGUMENT, &error,
            "argument 'x' of kernel 'scale' is NULL");
    refused(calls_call_scale(device, NULL, &error), CLB_ERROR_ARGUMENT, &error,
            "the arguments of kernel 'scale' are NULL");
    refused(calls_run_scale(device, NULL, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error,
            "the arguments of kernel 'scale' are NULL");
    ok(clb_buffer_double_create(device, 3, y, &buffer, &error), &error);
    refused(calls_run_scale(device, NULL, &(calls_buffers_scale){.x = buffer, .a = 2.0, .n = 3}, NULL, &error),
            CLB_ERROR_ARGUMENT, &error, "argument 'y' of kernel 'scale' has no buffer");
    clb_buffer_double_release(&buffer);
    assert_true(y[0] == 7 && y[2] == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_may_come_in_any_order),
        cmocka_unit_test(structures_vectors_and_counts_are_fields),
        cmocka_unit_test(a_variant_runs_in_place_of_the_kernel_that_is_called),
        cmocka_unit_test(buffers_know_their_elements),
        cmocka_unit_test(sizes_come_from_members_and_macros),
        cmocka_unit_test(arrays_and_ckernels_take_fields_too),
        cmocka_unit_test(pointers_left_out_are_refused_by_name),
    };
    clb_error error = {0};
    if (clb_device_open(&(clb_device_params){.bundle = &calls_bundle, .filter = "native", .environment = ""}, &device,
                        &error)) {
        print_error("%s\n", error.message);
        return 1;
    }
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clb_device_close(&device);
    return failed;
}
