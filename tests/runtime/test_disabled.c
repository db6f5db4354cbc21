/* A build without OpenCL, and a bundle without native code: every call is there and answers clearly.
 *
 * SPDX-License-Identifier: MIT */
#include "sample_native.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void no_device_is_a_normal_state(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_device_info *list = NULL;
    clb_device *device = NULL;
    size_t count = 9;
    assert_int_equal(clb_device_list(NULL, &list, &count, &error), CLB_OK);
    assert_int_equal(count, 0);
    clb_device_list_free(&list);
    assert_int_equal(clb_device_open(&(clb_device_params){.bundle = sample_bundle()}, &device, &error),
                     CLB_ERROR_NO_DEVICE);
    assert_null(device);
    assert_non_null(strstr(error.message, "has no OpenCL"));
    assert_non_null(strstr(error.message, "has no native code"));
    clb_error_clear(&error);
}

static void bundles_can_be_read_without_a_device(void **state)
{
    (void)state;
    clb_error error = {0};
    char *source = NULL;
    assert_int_equal(clb_kernel_find(sample_bundle(), "scale"), SAMPLE_SCALE);
    assert_int_equal(clb_program_source(sample_bundle(), SAMPLE_SCALE, &source, NULL, &error), CLB_OK);
    free(source);
}

/* There is nothing to wait for. */
static void a_tiered_start_is_native(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_device *device = NULL;
    clb_bundle bundle = *sample_bundle();
    bundle.native = sample_native_table;
    assert_int_equal(
        clb_device_open(&(clb_device_params){.bundle = &bundle, .environment = "", .start = CLB_START_TIERED}, &device,
                        &error),
        CLB_OK);
    assert_int_equal(clb_device_get_stage(device, NULL), CLB_STAGE_OPEN);
    assert_string_equal(clb_device_get_info(device)->back_end, "native");
    clb_device_close(&device);
    assert_non_null(clb_device_known(NULL, 0)); /* a table needs no driver */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_device_is_a_normal_state),
        cmocka_unit_test(a_tiered_start_is_native),
        cmocka_unit_test(bundles_can_be_read_without_a_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
