/* Every allocation of a session with specialisation constants made to fail in turn: the caller gets CLB_ERROR_MEMORY,
 * nothing leaks, and the values stay as they were.
 *
 * SPDX-License-Identifier: MIT */
#include "constants.h"
#include "faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { N = 256 };

static clb_status sum(clb_device *device, int wg, double expected, clb_error *error)
{
    double x[N], y[N] = {0};
    for (int i = 0; i < N; i++) x[i] = 1;
    const clb_status status = constants_call_sums(device, constants_args_sums(.x = x, .n = N, .y = y), error);
    if (status == CLB_OK && y[N / wg - 1] != expected) fail_msg("%g in place of %g", y[N / wg - 1], expected);
    return status;
}

static clb_status session(clb_device **device, clb_error *error)
{
    const clb_constant first[] = {clb_constant_integer("WG", 32)}, second = clb_constant_integer("WG", 128);
    clb_status status = clb_device_open(&(clb_device_params){.environment = "",
                                                             .bundle = &constants_bundle,
                                                             .constants = first,
                                                             .constant_count = 1,
                                                             .back_ends = CLB_BACK_END_NATIVE},
                                        device, error);
    if (status == CLB_OK) status = sum(*device, 32, 32 * 0.75, error);
    if (status != CLB_OK) return status;
    status = clb_prepare(*device, &constants_bundle,
                         &(clb_prepare_params){.constants = &second, .constant_count = 1, .threads = 1}, error);
    if (status == CLB_OK) return sum(*device, 128, 128 * 0.75, error);
    /* The failure was told; the device is as it was. */
    clb_error again = {0};
    if (sum(*device, 32, 32 * 0.75, &again) != CLB_OK) fail_msg("after a failure: %s", again.message);
    return status;
}

static void every_allocation_that_fails_is_reported_and_nothing_leaks(void **state)
{
    unsigned failures = 0;
    long n = 1;
    (void)state;
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
        if (*faults_left()) fail_msg("call %ld, %s: left over: %s", n, function ? function : "none", faults_left());
    }
    assert_true(failures >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_that_fails_is_reported_and_nothing_leaks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
