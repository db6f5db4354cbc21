/* Programs are built once, failures are remembered with their log, and binaries go out and in unharmed.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include "launch/binaries.h"

static clb_device *device;

static int open_all(void **state)
{
    (void)start_fake(state);
    device = open_fake();
    return 0;
}

static int close_all(void **state)
{
    clb_device_close(&device);
    return end_fake(state);
}

static void reopen(const fake_setup *setup)
{
    clb_device_close(&device);
    fake()->reset(setup);
    device = open_fake();
}

static clb_status call_broken(clb_error *error)
{
    int32_t out = 0;
    const clb_host_argument arguments[] = {{&out, 0}};
    return clb_kernel_call(device, sample_bundle(), SAMPLE_BROKEN, NULL, arguments, 1, error);
}

static clb_status use_scale(clb_error *error)
{
    double x[2] = {1, 2}, y[2] = {0};
    const clb_status status = call_scale(device, x, 2, y, 2, error);
    if (status == CLB_OK) assert_true(y[1] == 4);
    return status;
}

/* ---- Building ---------------------------------------------------------------------------------------------------- */

static void failed_build_is_told_again_and_not_tried_again(void **state)
{
    (void)state;
    clb_error first = {0}, second = {0};
    assert_int_equal(call_broken(&first), CLB_ERROR_BUILD);
    assert_int_equal(call_broken(&second), CLB_ERROR_BUILD);
    assert_int_equal(fake()->calls("clBuildProgram"), 1);
    assert_string_equal(first.message, second.message);
    assert_string_equal(first.build_log, second.build_log);
    assert_int_equal(first.code, -11);
    assert_string_equal(first.code_name, "CL_BUILD_PROGRAM_FAILURE");
    assert_string_equal(first.call, "clBuildProgram");
    assert_string_equal(first.device, "Fake GPU");
    assert_string_equal(first.driver, "Fake platform, driver 1.0");
    assert_non_null(strstr(first.message, "Cannot build the program of kernel 'broken': clBuildProgram returned "
                                          "CL_BUILD_PROGRAM_FAILURE (-11) on Fake GPU (Fake platform, driver 1.0)."));
    clb_error_clear(&first);
    clb_error_clear(&second);
    assert_null(first.build_log);
}

static void build_log_is_complete_and_names_original_lines(void **state)
{
    (void)state;
    clb_error error = {0};
    assert_int_equal(call_broken(&error), CLB_ERROR_BUILD);
    assert_non_null(strstr(error.build_log, "broken.cl:42:12: error: use of undeclared identifier"));
    assert_true(strlen(error.build_log) > 2000);
    assert_non_null(strstr(error.build_log, "1 error generated.\n"));
    clb_error_clear(&error);
}

static void lines_of_a_driver_that_ignores_line_marks_are_translated(void **state)
{
    (void)state;
    const fake_setup setup = {
        .platform_count = 1, .ignore_line_marks = true, .platforms = {{"Fake", 1, {{.name = "Fake GPU", .type = 4}}}}};
    clb_error error = {0};
    reopen(&setup);
    assert_int_equal(call_broken(&error), CLB_ERROR_BUILD);
    assert_non_null(strstr(error.build_log, "broken.cl:42:12: error: use of undeclared identifier"));
    assert_null(strstr(error.build_log, "whole"));
    assert_non_null(strstr(error.build_log, "1 error generated.\n"));
    clb_error_clear(&error);
}

static void what_may_pass_is_tried_again(void **state)
{
    (void)state;
    clb_error error = {0};
    fake()->fail_call("clBuildProgram", 1, -6);
    FAILS(use_scale(&error), CLB_ERROR_MEMORY, &error, "CL_OUT_OF_HOST_MEMORY");
    OK(use_scale(&error), &error);
    reopen(NULL);
    fake()->fail_call("clCreateKernel", 2, -5);
    FAILS(use_scale(&error), CLB_ERROR_DEVICE, &error, "Cannot create kernel");
    OK(use_scale(&error), &error);
}

static void kernel_with_other_parameters_than_the_bundles_is_refused(void **state)
{
    (void)state;
    const fake_setup setup = {
        .platform_count = 1, .argument_shift = 1, .platforms = {{"Fake", 1, {{.name = "Fake GPU", .type = 4}}}}};
    clb_error error = {0};
    reopen(&setup);
    FAILS(use_scale(&error), CLB_ERROR_BUILD, &error, "parameters for the driver but");
}

static void needs_that_the_device_lacks_are_named(void **state)
{
    (void)state;
    const fake_setup setup = {.platform_count = 1,
                              .platforms = {{"Fake", 1, {{.name = "Old GPU", .type = 4, .no_fp64 = true}}}}};
    clb_error error = {0};
    int32_t out[6];
    const int32_t two = 2;
    const clb_host_argument grid[] = {{out, 0}, {&two, 4}, {&two, 4}};
    reopen(&setup);
    FAILS(use_scale(&error), CLB_ERROR_UNSUPPORTED, &error, "needs fp64, which Old GPU lacks");
    OK(clb_kernel_call(device, sample_bundle(), SAMPLE_GRID, NULL, grid, 3, &error), &error);
    FAILS(clb_prepare(device, sample_bundle(), NULL, &error), CLB_ERROR_UNSUPPORTED, &error, "needs fp64");
}

/* ---- Preparing --------------------------------------------------------------------------------------------------- */

typedef struct progress {
    size_t calls, last_done, total, stop_after;
    bool out_of_order;
} progress;

static bool count_progress(void *cookie, uint32_t kernel, double seconds, size_t done, size_t total)
{
    progress *p = cookie;
    p->calls++;
    p->out_of_order = p->out_of_order || done != p->last_done + 1 || seconds < 0 || kernel >= SAMPLE_KERNELS;
    p->last_done = done;
    p->total = total;
    return p->calls != p->stop_after;
}

static void preparing_builds_all_others_although_one_fails(void **state)
{
    (void)state;
    clb_error error = {0};
    progress seen = {0};
    const clb_prepare_params params = {.threads = 4, .progress = count_progress, .cookie = &seen};
    assert_int_equal(clb_prepare(device, sample_bundle(), &params, &error), CLB_ERROR_BUILD);
    assert_non_null(error.build_log);
    clb_error_clear(&error);
    assert_int_equal(seen.calls, SAMPLE_KERNELS);
    assert_int_equal(seen.total, SAMPLE_KERNELS);
    assert_false(seen.out_of_order);
    assert_int_equal(fake()->calls("clBuildProgram"), sample_bundle()->program_count);
    OK(use_scale(&error), &error);
    assert_int_equal(fake()->calls("clBuildProgram"), sample_bundle()->program_count);
}

static void preparing_stops_when_told_to(void **state)
{
    (void)state;
    clb_error error = {0};
    progress seen = {.stop_after = 2};
    const uint32_t kernels[] = {SAMPLE_GRID, SAMPLE_WIDE, SAMPLE_SCALE, SAMPLE_EXTENT};
    clb_prepare_params params = {
        .kernels = kernels, .kernel_count = 4, .threads = 1, .progress = count_progress, .cookie = &seen};
    OK(clb_prepare(device, sample_bundle(), &params, &error), &error);
    assert_int_equal(seen.calls, 2);
    assert_int_equal(fake()->calls("clBuildProgram"), 2);
    const uint32_t wrong[] = {77};
    params = (clb_prepare_params){.kernels = wrong, .kernel_count = 1};
    FAILS(clb_prepare(device, sample_bundle(), &params, &error), CLB_ERROR_ARGUMENT, &error, "no kernel 77");
    params.kernel_count = 0;
    OK(clb_prepare(device, sample_bundle(), &params, &error), &error);
}

/* ---- Binaries ---------------------------------------------------------------------------------------------------- */

/* Binaries of `scale` and `grid`. */
static unsigned char *export_two(size_t *size)
{
    clb_error error = {0};
    void *data = NULL;
    const uint32_t kernels[] = {SAMPLE_SCALE, SAMPLE_GRID};
    OK(clb_prepare(device, sample_bundle(), &(clb_prepare_params){.kernels = kernels, .kernel_count = 2}, &error),
       &error);
    OK(clb_binaries_export(device, sample_bundle(), &data, size, &error), &error);
    return data;
}

static size_t import(const void *data, size_t size)
{
    clb_error error = {0};
    size_t used = 99;
    OK(clb_binaries_import(device, sample_bundle(), data, size, &used, &error), &error);
    return used;
}

static void binaries_serve_another_process(void **state)
{
    (void)state;
    clb_error error = {0};
    size_t size = 0;
    unsigned char *data = export_two(&size);
    reopen(NULL);
    assert_int_equal(import(data, size), 2);
    assert_int_equal(import(data, size), 2); /* again: the first are replaced */
    OK(use_scale(&error), &error);
    assert_int_equal(fake()->calls("clCreateProgramWithSource"), 0);
    assert_int_equal(fake()->calls("clCreateProgramWithBinary"), 1);
    assert_int_equal(import(data, size), 1); /* scale is built by now */
    free(data);
}

static void binaries_that_the_driver_refuses_give_way_to_source(void **state)
{
    (void)state;
    static const char *const functions[] = {"clCreateProgramWithBinary", "clBuildProgram", "clCreateKernel"};
    clb_error error = {0};
    size_t size = 0;
    unsigned char *data = export_two(&size);
    for (size_t i = 0; i < 3; i++) {
        reopen(NULL);
        assert_int_equal(import(data, size), 2);
        fake()->fail_call(functions[i], 1, -42);
        OK(use_scale(&error), &error);
        assert_int_equal(fake()->calls("clCreateProgramWithSource"), 1);
        assert_int_equal(error.status, CLB_OK);
    }
    free(data);
}

static void binaries_of_other_drivers_devices_and_programs_are_passed_over(void **state)
{
    (void)state;
    clb_error error = {0};
    size_t size = 0, used = 0;
    unsigned char *data = export_two(&size);
    static const fake_setup others[] = {
        {.platform_count = 1, .platforms = {{"Fake platform", 1, {{.name = "Fake GPU", .type = 4, .driver = "1.1"}}}}},
        {.platform_count = 1, .platforms = {{"Fake platform", 1, {{.name = "Fake GPU 2", .type = 4}}}}},
        {.platform_count = 1, .platforms = {{"Other", 1, {{.name = "Fake GPU", .type = 4}}}}},
    };
    for (size_t i = 0; i < 3; i++) {
        reopen(&others[i]);
        assert_int_equal(import(data, size), 0);
    }
    reopen(NULL);
    sample_copy *copy = sample_clone();
    copy->programs[0].hash[1]++;                                           /* scale */
    copy->programs[copy->kernels[SAMPLE_GRID].program].options.length = 1; /* grid */
    OK(clb_binaries_import(device, &copy->bundle, data, size, &used, &error), &error);
    assert_int_equal(used, 0);
    clb_device_close(&device);
    sample_free(copy);
    free(data);
}

static void several_exports_may_stand_one_behind_the_other(void **state)
{
    (void)state;
    clb_error error = {0};
    size_t size = 0, used = 0;
    unsigned char *data = export_two(&size), *three = malloc(3 * size);
    assert_non_null(three);
    for (size_t i = 0; i < 3; i++) memcpy(three + i * size, data, size);
    reopen(NULL);
    OK(clb_binaries_import(device, sample_bundle(), three, 3 * size, &used, &error), &error);
    assert_int_equal(used, 6); /* the last ones replace those before */
    three[2 * size + size - 1] ^= 1;
    FAILS(clb_binaries_import(device, sample_bundle(), three, 3 * size, &used, &error), CLB_ERROR_BINARY, &error,
          "checksum");
    FAILS(clb_binaries_import(device, sample_bundle(), three, 2 * size + 9, &used, &error), CLB_ERROR_BINARY, &error,
          "gained");
    assert_int_equal(used, 6);
    free(three);
    free(data);
}

static void every_damaged_byte_and_every_lost_one_is_noticed(void **state)
{
    (void)state;
    clb_error error = {0};
    size_t size = 0, used = 7;
    unsigned char *data = export_two(&size);
    for (size_t i = 0; i < size; i++) {
        data[i] ^= 0x10;
        if (clb_binaries_import(device, sample_bundle(), data, size, &used, NULL) != CLB_ERROR_BINARY)
            fail_msg("byte %zu may change", i);
        data[i] ^= 0x10;
        /* A block of exactly that size, so that a sanitizer sees a read beyond it. */
        void *shorter = malloc(i + 1);
        memcpy(shorter, data, i);
        if (clb_binaries_import(device, sample_bundle(), shorter, i, &used, NULL) != CLB_ERROR_BINARY)
            fail_msg("all from byte %zu may be lost", i);
        free(shorter);
    }
    assert_int_equal(used, 7);
    FAILS(clb_binaries_import(device, sample_bundle(), data, size - 1, NULL, &error), CLB_ERROR_BINARY, &error,
          "have lost or gained bytes; throw them away");
    data[14] = 1; /* 65,536 and some entries */
    FAILS(clb_binaries_import(device, sample_bundle(), data, size, NULL, &error), CLB_ERROR_BINARY, &error,
          "more entries than are ever exported");
    FAILS(clb_binaries_import(device, sample_bundle(), NULL, 5, NULL, &error), CLB_ERROR_ARGUMENT, &error, "NULL");
    free(data);
}

/* With the checksum made right again, so that the lengths themselves are what is checked. */
static void seal(unsigned char *data, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 32; i < size; i++) sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    for (int i = 0; i < 8; i++) data[24 + i] = (unsigned char)(sum >> (8 * i) & 0xff);
}

static void lengths_that_reach_beyond_the_data_are_noticed(void **state)
{
    (void)state;
    size_t size = 0;
    unsigned char *data = export_two(&size);
    for (size_t i = 12; i < 32 + 44; i++) {
        if (i >= 16 && i < 32 + 16) continue; /* size and checksum; a hash may be any number */
        const unsigned char old = data[i];
        for (unsigned value = 0; value < 256; value += 15) {
            clbi_binary_reader reader;
            clbi_binary_entry entry;
            data[i] = (unsigned char)value;
            seal(data, size);
            const char *wrong = clbi_binaries_open(&reader, clbi_binaries_magic, data, size);
            if (value == old) assert_null(wrong);
            if (!wrong)
                while (clbi_binaries_next(&reader, &entry)) assert_true(entry.binary.size <= size);
        }
        data[i] = old;
    }
    free(data);
}

static void nothing_built_exports_nothing(void **state)
{
    (void)state;
    clb_error error = {0};
    void *data = NULL;
    size_t size = 0;
    OK(clb_binaries_export(device, sample_bundle(), &data, &size, &error), &error);
    assert_int_equal(size, 32);
    assert_int_equal(import(data, size), 0);
    free(data);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(failed_build_is_told_again_and_not_tried_again),
        TEST(build_log_is_complete_and_names_original_lines),
        TEST(lines_of_a_driver_that_ignores_line_marks_are_translated),
        TEST(what_may_pass_is_tried_again),
        TEST(kernel_with_other_parameters_than_the_bundles_is_refused),
        TEST(needs_that_the_device_lacks_are_named),
        TEST(preparing_builds_all_others_although_one_fails),
        TEST(preparing_stops_when_told_to),
        TEST(binaries_serve_another_process),
        TEST(binaries_that_the_driver_refuses_give_way_to_source),
        TEST(binaries_of_other_drivers_devices_and_programs_are_passed_over),
        TEST(several_exports_may_stand_one_behind_the_other),
        TEST(every_damaged_byte_and_every_lost_one_is_noticed),
        TEST(lengths_that_reach_beyond_the_data_are_noticed),
        TEST(nothing_built_exports_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
