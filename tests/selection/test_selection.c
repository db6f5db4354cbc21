/* Kernels with configurations, on whatever device CLBUNDLE_DEVICE names: one is found by its values or by the class of
 * the device, and runs with its own types.
 *
 * SPDX-License-Identifier: MIT */
#include "selection.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N = 37 };

#define OK(call_)                                                                                                \
    do {                                                                                                         \
        const clb_status ok_ = (call_);                                                                          \
        if (ok_ != CLB_OK)                                                                                       \
            fail_msg("%s: %s\n%s", clb_status_name(ok_), error.message, error.build_log ? error.build_log : ""); \
    } while (0)

#define REFUSED(call_, text_)                                                                     \
    do {                                                                                          \
        const clb_status refused_ = (call_);                                                      \
        if (refused_ != CLB_ERROR_ARGUMENT || !strstr(error.message, text_))                      \
            fail_msg("%s: \"%s\" lacks \"%s\"", clb_status_name(refused_), error.message, text_); \
        clb_error_clear(&error);                                                                  \
    } while (0)

static int open_or_skip(void **state)
{
    clb_error error = {0};
    clb_device *device = NULL;
    const clb_status status =
        clb_device_open(&(clb_device_params){.bundle = &selection_bundle, .probe_ms = 60000}, &device, &error);
    const char *wanted = getenv("CLBUNDLE_DEVICE");
    if (status == CLB_ERROR_NO_DEVICE && wanted && strcmp(wanted, "native") != 0) { /* native code is always there */
        printf("skipped: %s\n", error.message);
        exit(77);
    }
    if (status != CLB_OK) printf("%s\n", error.message);
    *state = device;
    return status == CLB_OK ? 0 : -1;
}

static int close_device(void **state)
{
    clb_device *device = *state;
    clb_device_close(&device);
    return 0;
}

static void values_find_a_configuration_whatever_their_order(void **state)
{
    static const struct {
        const char *options;
        size_t configuration;
    } cases[] = {
        {"-DREAL=float -DWIDTH=4", selection_CONFIGURATION_float_4},
        {"-D WIDTH=4 \t-DREAL=float", selection_CONFIGURATION_float_4},
        {"'-DREAL=float' -DWIDTH=\"1\"", selection_CONFIGURATION_float_1},
        {"-DWIDTH=3", selection_CONFIGURATION_driver},
        {"-DDOUBLE", selection_CONFIGURATION_double_1},
        {"-DREAL=double -DDOUBLE=1 -DWIDTH=8", selection_CONFIGURATION_double_8},
        {"-UDOUBLE -DWIDTH=1", selection_CONFIGURATION_float_1},
    };
    clb_error error = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        size_t configuration = 99;
        OK(selection_select_axpy(*state, cases[i].options, &configuration, &error));
        if (configuration != cases[i].configuration) fail_msg("%s: %zu", cases[i].options, configuration);
    }
}

static void without_values_the_class_of_the_device_decides(void **state)
{
    const clb_device_info *info = clb_device_get_info(*state);
    const bool native = strcmp(info->back_end, "native") == 0;
    const size_t best = native ? selection_CONFIGURATION_native : selection_CONFIGURATION_driver;
    clb_error error = {0};
    size_t configuration = 99;
    OK(selection_select_width_of(*state, NULL, &configuration, &error));
    assert_int_equal(configuration, best);
    OK(selection_select_width_of(*state, "-DREAL=float", &configuration, &error));
    assert_int_equal(configuration, best);
    /* None of these is the best for any device: the first one. */
    OK(selection_select_width_of(*state, "-DREAL=double", &configuration, &error));
    assert_int_equal(configuration, selection_CONFIGURATION_double_1);
    /* 'best' of another kernel does not count. */
    OK(selection_select_group_sizes(*state, "", &configuration, &error));
    assert_int_equal(configuration, native ? selection_CONFIGURATION_native : selection_CONFIGURATION_float_1);
}

static void each_configuration_runs_with_its_own_values(void **state)
{
    static const int widths[] = {1, 4, 2, 3, 1, 8};
    clb_error error = {0};
    for (size_t c = 0; c < selection_CONFIGURATION_COUNT; ++c) {
        int32_t width[N] = {0};
        OK(selection_call_width_of(*state, c, selection_args_width_of(.width = width, .n = N), &error));
        for (int i = 0; i < N; ++i) assert_int_equal(width[i], widths[c]);
    }
}

static void parameters_have_the_types_of_their_configuration(void **state)
{
    clb_error error = {0};
    size_t c = 99;
    float x[N], y[N];
    double xd[N], yd[N];
    for (int i = 0; i < N; ++i) x[i] = (float)i, xd[i] = i, y[i] = 1, yd[i] = 1;
    OK(selection_select_axpy(*state, "-DREAL=float -DWIDTH=4", &c, &error));
    OK(selection_call_axpy_float(*state, c, selection_args_axpy_float(.x = x, .a = 3, .y = y, .n = N), &error));
    OK(selection_select_axpy(*state, "-DREAL=double -DWIDTH=8", &c, &error));
    OK(selection_call_axpy_double(*state, c, selection_args_axpy_double(.x = xd, .a = 3, .y = yd, .n = N), &error));
    for (int i = 0; i < N; ++i) assert_true(y[i] == 1 + 6 * i && yd[i] == 1 + 6.0 * i);
    const selection_scale s = {.factor = 2, .shift = 1};
    const selection_scale_2 sd = {.factor = 2, .shift = 1};
    assert_int_equal(sizeof sd.factor, 8);
    OK(selection_select_scaled(*state, "-DREAL=float", &c, &error));
    OK(selection_call_scaled_float(*state, c, selection_args_scaled_float(.s = s, .y = x, .n = N), &error));
    OK(selection_select_scaled(*state, "-DREAL=double", &c, &error));
    OK(selection_call_scaled_double(*state, c, selection_args_scaled_double(.s = sd, .y = xd, .n = N), &error));
    for (int i = 0; i < N; ++i) assert_true(x[i] == 2 * i + 1 && xd[i] == 2.0 * i + 1);
}

static void annotations_name_the_values_of_their_configuration(void **state)
{
    enum { GROUPS = 3, MOST = 4 * 8 };
    static const int widths[] = {1, 4, 2, 3, 1, 8};
    clb_error error = {0};
    int32_t x[GROUPS * MOST] = {0}, sums[GROUPS];
    for (size_t c = 0; c < selection_CONFIGURATION_COUNT; ++c) {
        OK(selection_call_group_sizes(*state, c, selection_args_group_sizes(.x = x, .sums = sums, .groups = GROUPS),
                                      &error));
        for (int i = 0; i < GROUPS; ++i) assert_int_equal(sums[i], 4 * widths[c]);
    }
}

static void a_kernel_that_does_not_differ_is_called_as_ever(void **state)
{
    clb_error error = {0};
    int32_t v[2] = {1, 2};
    OK(selection_call_shifted(*state, selection_args_shifted(.v = v, .n = 2), &error));
    assert_int_equal(v[0], 6);
    assert_int_equal(v[1], 7);
}

static void what_is_the_same_is_there_once(void **state)
{
    (void)state;
    /* By sets: axpy, width_of and group_sizes 5 or 6 each, scaled once a type, shifted once, wide_only without 1. */
    assert_int_equal(clb_configuration_kernel(&selection_configurations_scaled, selection_CONFIGURATION_float_1),
                     clb_configuration_kernel(&selection_configurations_scaled, selection_CONFIGURATION_driver));
    assert_int_not_equal(clb_configuration_kernel(&selection_configurations_scaled, selection_CONFIGURATION_float_1),
                         clb_configuration_kernel(&selection_configurations_scaled, selection_CONFIGURATION_double_1));
    assert_int_not_equal(clb_configuration_kernel(&selection_configurations_axpy, selection_CONFIGURATION_float_1),
                         clb_configuration_kernel(&selection_configurations_axpy, selection_CONFIGURATION_driver));
    size_t bytes = 0;
    for (uint32_t i = 0; i < selection_bundle.segment_count; ++i) bytes += selection_bundle.segments[i].length;
    assert_true(bytes < 8000); /* one program has some 700 */
}

static void a_kernel_of_some_configurations_is_refused_in_the_others(void **state)
{
    clb_error error = {0};
    int32_t v[2] = {0};
    size_t c = 99;
    OK(selection_select_wide_only(*state, "", &c, &error));
    OK(selection_call_wide_only(*state, selection_CONFIGURATION_double_8, selection_args_wide_only(.v = v, .n = 2),
                                &error));
    assert_int_equal(v[1], 108);
    REFUSED(selection_select_wide_only(*state, "-DWIDTH=1", &c, &error), "'wide_only' has -DWIDTH=1");
    REFUSED(selection_call_wide_only(*state, selection_CONFIGURATION_float_1, selection_args_wide_only(.v = v, .n = 2),
                                     &error),
            "no kernel with these parameters in this configuration");
}

static void values_that_no_configuration_has_are_refused_with_those_that_there_are(void **state)
{
    static const struct {
        const char *options, *message;
    } cases[] = {
        {"-DREAL=double -DWIDTH=4", "-DWIDTH=4 with the values before it; there WIDTH is: 1, 8."},
        {"-DWIDTH=16", "there WIDTH is: 1, 4, 2, 3, 8."},
        {"-DWIDHT=4", "no configuration defines 'WIDHT'"},
        {"-DREAL", "there REAL is: float, double."},
        {"-UREAL", "has -UREAL"},
        {"-DDOUBLE=2", "there DOUBLE is: (not defined), 1."},
        {"-DWIDTH=", "has -DWIDTH="},
        {"-DWIDTH=44", "has -DWIDTH=44"},
        {"-O3", "'-O3' is not -DNAME"},
        {"WIDTH=4", "'WIDTH=4' is not -DNAME"},
        {"-DWIDTH=4 '-DREAL=float", "a quote in the options is not closed"},
        {"-D", "a name is missing"},
        {"-DWIDTH=4 -U ", "a name is missing"},
        {"-D -DWIDTH=4", "no configuration defines '-DWIDTH'"},
    };
    clb_error error = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        size_t c = 99;
        REFUSED(selection_select_axpy(*state, cases[i].options, &c, &error), cases[i].message);
        assert_int_equal(c, 99);
    }
}

static void misuse_is_refused(void **state)
{
    clb_error error = {0};
    size_t c = 99;
    float x[1] = {1};
    REFUSED(selection_select_axpy(NULL, "", &c, &error), "the device is NULL");
    REFUSED(selection_select_axpy(*state, "", NULL, &error), "the place for the result is NULL");
    REFUSED(clb_configuration_select(*state, NULL, "", &c, &error), "the table of configurations is NULL");
    assert_int_equal(clb_configuration_kernel(NULL, 0), CLB_NO_KERNEL);
    assert_int_equal(clb_configuration_kernel(&selection_configurations_axpy, selection_CONFIGURATION_COUNT),
                     CLB_NO_KERNEL);
    /* Functions of other types, and a number that is none. */
    REFUSED(selection_call_axpy_float(*state, selection_CONFIGURATION_double_1,
                                      selection_args_axpy_float(.x = x, .a = 1, .y = x, .n = 1), &error),
            "no kernel with these parameters in this configuration");
    REFUSED(
        selection_call_axpy_float(*state, SIZE_MAX, selection_args_axpy_float(.x = x, .a = 1, .y = x, .n = 1), &error),
        "no kernel with these parameters in this configuration");
}

static void a_configuration_that_needs_more_of_a_device_is_no_need_of_the_bundle(void **state)
{
    (void)state;
    const uint32_t with = clb_configuration_kernel(&selection_configurations_axpy, selection_CONFIGURATION_double_1),
                   without = clb_configuration_kernel(&selection_configurations_axpy, selection_CONFIGURATION_float_1);
    assert_true(selection_bundle.kernels[with].flags & CLB_KERNEL_OPTIONAL);
    assert_false(selection_bundle.kernels[without].flags & CLB_KERNEL_OPTIONAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_find_a_configuration_whatever_their_order),
        cmocka_unit_test(without_values_the_class_of_the_device_decides),
        cmocka_unit_test(each_configuration_runs_with_its_own_values),
        cmocka_unit_test(parameters_have_the_types_of_their_configuration),
        cmocka_unit_test(annotations_name_the_values_of_their_configuration),
        cmocka_unit_test(a_kernel_that_does_not_differ_is_called_as_ever),
        cmocka_unit_test(what_is_the_same_is_there_once),
        cmocka_unit_test(a_kernel_of_some_configurations_is_refused_in_the_others),
        cmocka_unit_test(values_that_no_configuration_has_are_refused_with_those_that_there_are),
        cmocka_unit_test(misuse_is_refused),
        cmocka_unit_test(a_configuration_that_needs_more_of_a_device_is_no_need_of_the_bundle),
    };
    return cmocka_run_group_tests(tests, open_or_skip, close_device);
}
