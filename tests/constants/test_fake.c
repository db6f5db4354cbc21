/* The options that a driver gets for specialisation constants, and how often programs are built, over the fake OpenCL.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include "constants.h"

static clb_error error;

static clb_device *open_with(const clb_constant *constants, size_t count)
{
    clb_device *device = NULL;
    OK(clb_device_open(&(clb_device_params){.bundle = &constants_bundle,
                                            .environment = "",
                                            .filter = "opencl",
                                            .constants = constants,
                                            .constant_count = count},
                       &device, &error),
       &error);
    return device;
}

/* The options with which the driver builds the program of a kernel. */
static const char *options_of(clb_device *device, uint32_t kernel, const clb_constant *constants, size_t count)
{
    OK(clb_prepare(device, &constants_bundle,
                   &(clb_prepare_params){
                       .kernels = &kernel, .kernel_count = 1, .constants = constants, .constant_count = count},
                   &error),
       &error);
    return fake()->options();
}

static void drivers_get_literals_of_the_right_types(void **state)
{
    (void)state;
    clb_device *device = open_with(NULL, 0);
    assert_string_equal(options_of(device, constants_KERNEL_sums, NULL, 0), "-cl-std=CL1.2 -DWG=64 -DSTEPS=3u "
                                                                            "-DFACTOR=0x1p-1");
    assert_string_equal(options_of(device, constants_KERNEL_rotate_groups, NULL, 0), "-cl-std=CL1.2 -DWG=64 "
                                                                                     "-DSHIFT=(-4L-1)");
    assert_string_equal(options_of(device, constants_KERNEL_bias, NULL, 0),
                        "-cl-std=CL1.2 -DBIAS=0x83126fp-33f -DSQUARE=0");
    assert_string_equal(options_of(device, constants_KERNEL_plain, NULL, 0), "-cl-std=CL1.2");
    const clb_constant other[] = {clb_constant_integer("SHIFT", 9), clb_constant_real("BIAS", -0.25),
                                  clb_constant_integer("SQUARE", 1)};
    assert_string_equal(options_of(device, constants_KERNEL_bias, other, 3), "-cl-std=CL1.2 -DBIAS=(-0x1p-2f) "
                                                                             "-DSQUARE=1");
    assert_string_equal(options_of(device, constants_KERNEL_rotate_groups, NULL, 0), "-cl-std=CL1.2 -DWG=64 "
                                                                                     "-DSHIFT=9L");
    clb_device_close(&device);
}

static void programs_are_kept_for_all_values(void **state)
{
    (void)state;
    clb_device *device = open_with((const clb_constant[]){clb_constant_integer("WG", 32)}, 1);
    (void)options_of(device, constants_KERNEL_sums, NULL, 0);
    assert_string_equal(fake()->options(), "-cl-std=CL1.2 -DWG=32 -DSTEPS=3u -DFACTOR=0x1p-1");
    (void)options_of(device, constants_KERNEL_sums, (const clb_constant[]){clb_constant_integer("WG", 128)}, 1);
    assert_int_equal(fake()->calls("clBuildProgram"), 2);
    (void)options_of(device, constants_KERNEL_sums, (const clb_constant[]){clb_constant_integer("WG", 32)}, 1);
    (void)options_of(device, constants_KERNEL_sums, (const clb_constant[]){clb_constant_integer("WG", 128)}, 1);
    assert_int_equal(fake()->calls("clBuildProgram"), 2);
    clb_device_close(&device);
}

static void a_build_that_fails_leaves_the_values_as_they_were(void **state)
{
    (void)state;
    clb_device *device = open_with(NULL, 0);
    const uint32_t kernel = constants_KERNEL_sums;
    const clb_constant other = clb_constant_integer("WG", 128);
    const clb_prepare_params params = {.kernels = &kernel, .kernel_count = 1, .constants = &other, .constant_count = 1};
    fake()->fail_call("clBuildProgram", 1, -11);
    FAILS(clb_prepare(device, &constants_bundle, &params, &error), CLB_ERROR_BUILD, &error, "sums");
    (void)options_of(device, constants_KERNEL_sums, NULL, 0);
    assert_string_equal(fake()->options(), "-cl-std=CL1.2 -DWG=64 -DSTEPS=3u -DFACTOR=0x1p-1");
    clb_device_close(&device);
}

static void binaries_are_taken_for_their_values_only(void **state)
{
    (void)state;
    void *data = NULL;
    size_t size = 0, used = 9;
    clb_device *device = open_with((const clb_constant[]){clb_constant_integer("WG", 32)}, 1);
    (void)options_of(device, constants_KERNEL_sums, NULL, 0);
    OK(clb_binaries_export(device, &constants_bundle, &data, &size, &error), &error);
    clb_device_close(&device);
    device = open_with(NULL, 0);
    OK(clb_binaries_import(device, &constants_bundle, data, size, &used, &error), &error);
    assert_int_equal(used, 0);
    clb_device_close(&device);
    device = open_with((const clb_constant[]){clb_constant_integer("WG", 32)}, 1);
    OK(clb_binaries_import(device, &constants_bundle, data, size, &used, &error), &error);
    assert_int_equal(used, 1);
    clb_device_close(&device);
    free(data);
}

/* A bundle whose tables of constants contradict each other is no bundle. */
static void damaged_tables_are_refused(void **state)
{
    (void)state;
    clb_device *device = NULL;
    for (int wrong = 0; wrong < 8; wrong++) {
        clb_bundle copy = constants_bundle;
        clb_constant_data constants[16];
        clb_kernel_data kernels[16];
        memcpy(constants, copy.constants, copy.constant_count * sizeof *constants);
        memcpy(kernels, copy.kernels, copy.kernel_count * sizeof *kernels);
        copy.constants = constants;
        copy.kernels = kernels;
        switch (wrong) {
        case 0: constants[0].type = 11; break;
        case 1: constants[0].rule = 3; break;
        case 2: constants[0].value_count = 1000; break;
        case 3: constants[5].first_value = copy.constant_value_count; break;
        case 4: kernels[0].first_version = 0; break;
        case 5: kernels[0].first_version = 100; break;
        case 6: copy.program_constant_count = 1; break;
        default: copy.constant_values = NULL; break;
        }
        FAILS(clb_device_open(&(clb_device_params){.bundle = &copy}, &device, &error), CLB_ERROR_ABI, &error,
              "contradict");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(drivers_get_literals_of_the_right_types, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(programs_are_kept_for_all_values, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(a_build_that_fails_leaves_the_values_as_they_were, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(binaries_are_taken_for_their_values_only, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(damaged_tables_are_refused, start_fake, end_fake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
