/* The public interface on whatever OpenCL device this machine has; passed over where it has none.
 *
 * SPDX-License-Identifier: MIT */
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static clb_device *device;

static void ok(clb_status status, const clb_error *error)
{
    if (status != CLB_OK)
        fail_msg("%s: %s\n%s", clb_status_name(status), error->message, error->build_log ? error->build_log : "");
}

static int open_device(void **state)
{
    (void)state;
    clb_error error = {0};
    const clb_device_params params = {.needs = CLB_NEEDS_FP64, .profiling = true, .probe_ms = 60000};
    const clb_status status = clb_device_open(&params, &device, &error);
    if (status == CLB_ERROR_NO_DEVICE) {
        printf("skipped: %s\n", error.message);
        exit(77);
    }
    return status == CLB_OK ? 0 : -1;
}

static int close_device(void **state)
{
    (void)state;
    clb_device_close(&device);
    return 0;
}

static void runner_launch_computes_what_the_kernel_says(void **state)
{
    (void)state;
    clb_error error = {0};
    enum { N = 10007 }; /* a prime: launched in two parts */
    double *x = malloc(N * sizeof *x), *y = calloc(N, sizeof *y);
    const double a = 2.5;
    const int32_t n = N;
    clb_buffer *bx = NULL, *by = NULL;
    clb_event *event = NULL;
    for (int i = 0; i < N; i++) x[i] = i;
    ok(clb_buffer_create(device, N * sizeof *x, x, &bx, &error), &error);
    ok(clb_buffer_create(device, N * sizeof *y, NULL, &by, &error), &error);
    const clb_argument arguments[] = {{.buffer = bx}, {&a, NULL, sizeof a}, {.buffer = by}, {&n, NULL, sizeof n}};
    ok(clb_kernel_launch(device, sample_bundle(), SAMPLE_SCALE, NULL, arguments, 4, &event, &error), &error);
    uint64_t start = 0, end = 0;
    ok(clb_event_times(event, &start, &end, &error), &error);
    assert_true(start > 0 && end >= start);
    ok(clb_buffer_read(by, 0, y, N * sizeof *y, &error), &error);
    for (int i = 0; i < N; i++) assert_true(y[i] == a * i);
    clb_event_release(&event);
    clb_buffer_release(&bx);
    clb_buffer_release(&by);
    free(x);
    free(y);
}

static void wrapper_call_moves_host_memory_both_ways(void **state)
{
    (void)state;
    clb_error error = {0};
    for (int round = 0; round < 3; round++) {
        double x[100], y[100] = {0};
        const double a = -1.0 - round;
        const int32_t n = 100;
        for (int i = 0; i < n; i++) x[i] = i * 0.5;
        const clb_host_argument scale[] = {{x, 0}, {&a, sizeof a}, {y, sizeof y}, {&n, sizeof n}};
        ok(clb_kernel_call(device, sample_bundle(), SAMPLE_SCALE, NULL, scale, 4, &error), &error);
        for (int i = 0; i < n; i++) assert_true(y[i] == a * x[i]);
        const int64_t by = 7;
        const clb_host_argument shift[] = {{y, 0}, {&by, sizeof by}, {&n, sizeof n}};
        ok(clb_kernel_call(device, sample_bundle(), SAMPLE_SHIFT, NULL, shift, 3, &error), &error);
        for (int i = 0; i < n; i++) assert_true(y[i] == a * x[i] + 7);
    }
}

static void kernels_with_barriers_and_local_memory_run_in_their_own_groups(void **state)
{
    (void)state;
    clb_error error = {0};
    float x[256], sums[4] = {0};
    const uint32_t n = 256;
    for (int i = 0; i < 256; i++) x[i] = 1.0f + (float)(i / 64);
    const clb_host_argument arguments[] = {{x, 0}, {NULL, 0}, {sums, 0}, {&n, sizeof n}};
    ok(clb_kernel_call(device, sample_bundle(), SAMPLE_GROUP_SUM, NULL, arguments, 4, &error), &error);
    for (int g = 0; g < 4; g++) assert_true(sums[g] == 64.0f * (float)(g + 1));
}

static void two_dimensional_ranges_come_from_the_scalars(void **state)
{
    (void)state;
    clb_error error = {0};
    int32_t out[7 * 5];
    const int32_t m = 7, l = 5;
    const clb_host_argument arguments[] = {{out, 0}, {&m, 4}, {&l, 4}};
    ok(clb_kernel_call(device, sample_bundle(), SAMPLE_GRID, NULL, arguments, 3, &error), &error);
    for (int j = 0; j < l; j++)
        for (int i = 0; i < m; i++) assert_int_equal(out[j * m + i], i + 1000 * j);
}

static void kernels_with_more_arguments_than_usual_run(void **state)
{
    (void)state;
    clb_error error = {0};
    int32_t values[30], out = 0, sum = 0;
    clb_host_argument arguments[31];
    for (int i = 0; i < 30; i++) {
        values[i] = i * i;
        sum += values[i];
        arguments[i] = (clb_host_argument){&values[i], 4};
    }
    arguments[30] = (clb_host_argument){&out, 0};
    ok(clb_kernel_call(device, sample_bundle(), SAMPLE_WIDE, NULL, arguments, 31, &error), &error);
    assert_int_equal(out, sum);
}

static void required_group_size_is_taken_by_itself(void **state)
{
    (void)state;
    clb_error error = {0};
    int32_t out[16];
    const int32_t n = 16;
    const clb_host_argument arguments[] = {{out, sizeof out}, {&n, 4}};
    const clb_launch launch = {.dimensions = 1, .global = {16}};
    ok(clb_kernel_call(device, sample_bundle(), SAMPLE_REQUIRED, &launch, arguments, 2, &error), &error);
    for (int i = 0; i < 16; i++) assert_int_equal(out[i], i % 8);
}

static void failed_build_names_the_original_file_and_line(void **state)
{
    (void)state;
    clb_error error = {0};
    int32_t out = 0;
    const clb_host_argument arguments[] = {{&out, 0}};
    assert_int_equal(clb_kernel_call(device, sample_bundle(), SAMPLE_BROKEN, NULL, arguments, 1, &error),
                     CLB_ERROR_BUILD);
    assert_non_null(error.build_log);
    assert_non_null(strstr(error.build_log, "broken.cl:42"));
    assert_non_null(strstr(error.message, "'broken'"));
    clb_error_clear(&error);
}

static void binaries_of_one_device_serve_the_next(void **state)
{
    (void)state;
    clb_error error = {0};
    void *data = NULL;
    size_t size = 0, used = 0;
    const uint32_t kernels[] = {SAMPLE_SCALE, SAMPLE_GRID};
    ok(clb_prepare(device, sample_bundle(), &(clb_prepare_params){.kernels = kernels, .kernel_count = 2}, &error),
       &error);
    ok(clb_binaries_export(device, sample_bundle(), &data, &size, &error), &error);
    clb_device *second = NULL;
    ok(clb_device_open(&(clb_device_params){.needs = CLB_NEEDS_FP64}, &second, &error), &error);
    ok(clb_binaries_import(second, sample_bundle(), data, size, &used, &error), &error);
    assert_true(used >= 2);
    double x[3] = {1, 2, 3}, y[3] = {0};
    const double a = 4;
    const int32_t n = 3;
    const clb_host_argument scale[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    ok(clb_kernel_call(second, sample_bundle(), SAMPLE_SCALE, NULL, scale, 4, &error), &error);
    assert_true(y[2] == 12);
    clb_device_close(&second);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runner_launch_computes_what_the_kernel_says),
        cmocka_unit_test(wrapper_call_moves_host_memory_both_ways),
        cmocka_unit_test(kernels_with_barriers_and_local_memory_run_in_their_own_groups),
        cmocka_unit_test(two_dimensional_ranges_come_from_the_scalars),
        cmocka_unit_test(kernels_with_more_arguments_than_usual_run),
        cmocka_unit_test(required_group_size_is_taken_by_itself),
        cmocka_unit_test(failed_build_names_the_original_file_and_line),
        cmocka_unit_test(binaries_of_one_device_serve_the_next),
    };
    return cmocka_run_group_tests(tests, open_device, close_device);
}
