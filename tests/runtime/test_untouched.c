/* Whoever asks for native code alone gets it without OpenCL's loader: it is not even mapped, though it is there.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* dl_iterate_phdr */

#include "sample_native.h"

#include <link.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int is_opencl(struct dl_phdr_info *info, size_t size, void *cookie)
{
    (void)size, (void)cookie;
    return strstr(info->dlpi_name, "OpenCL") || strstr(info->dlpi_name, "pocl");
}

static bool opencl_is_mapped(void)
{
    return dl_iterate_phdr(is_opencl, NULL) != 0;
}

static void use(const clb_device_params *params)
{
    clb_error error = {0};
    clb_device *device = NULL;
    clb_device_info *list = NULL;
    size_t count = 0;
    double x[3] = {1, 2, 3}, y[3] = {0};
    const double a = 2;
    const int32_t n = 3;
    const clb_host_argument scale[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    assert_int_equal(clb_device_list(params, &list, &count, &error), CLB_OK);
    clb_device_list_free(&list);
    if (clb_device_open(params, &device, &error) != CLB_OK) fail_msg("%s", error.message);
    assert_int_equal(clb_kernel_call(device, params->bundle, SAMPLE_SCALE, NULL, scale, 4, &error), CLB_OK);
    assert_true(y[2] > 5.5 && y[2] < 6.5);
    clb_device_close(&device);
}

static void native_code_alone_maps_no_opencl(void **state)
{
    (void)state;
    clb_bundle bundle = *sample_bundle();
    bundle.native = sample_native_table;
    assert_false(opencl_is_mapped());
    use(&(clb_device_params){.bundle = &bundle, .environment = "", .back_ends = CLB_BACK_END_NATIVE});
    use(&(clb_device_params){.bundle = &bundle, .environment = "", .filter = "native"});
    assert_int_equal(setenv("CLBUNDLE_DEVICE", "native", 1), 0);
    use(&(clb_device_params){.bundle = &bundle});
    assert_false(opencl_is_mapped());
    /* It is there to be found. */
    clb_error error = {0};
    clb_device_info *list = NULL;
    size_t count = 0;
    const clb_device_params opencl = {.environment = "", .back_ends = CLB_BACK_END_OPENCL};
    assert_int_equal(clb_device_list(&opencl, &list, &count, &error), CLB_OK);
    clb_device_list_free(&list);
    assert_true(opencl_is_mapped());
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(native_code_alone_maps_no_opencl)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
