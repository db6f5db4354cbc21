/* Specialisation constants, on whatever device CLBUNDLE_DEVICE names: several values in one process, what is refused,
 * and binaries that belong to their values.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "../runtime/forks.h"
#include "constants.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if !defined(_WIN32)
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

enum { N = 512 };

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

static clb_status open_with(const clb_constant *constants, size_t count, clb_device **device, clb_error *error)
{
    return clb_device_open(
        &(clb_device_params){
            .bundle = &constants_bundle, .constants = constants, .constant_count = count, .probe_ms = 60000},
        device, error);
}

static int open_or_skip(void **state)
{
    clb_error error = {0};
    clb_device *device = NULL;
    const clb_status status = open_with(NULL, 0, &device, &error);
    const char *wanted = getenv("CLBUNDLE_DEVICE");
    if (status == CLB_ERROR_NO_DEVICE && wanted && strcmp(wanted, "native") != 0) { /* native code is always there */
        printf("skipped: %s\n", error.message);
        exit(77);
    }
    *state = device;
    return status == CLB_OK ? 0 : -1;
}

static int close_device(void **state)
{
    clb_device *device = *state;
    clb_device_close(&device);
    return 0;
}

/* All kernels against what they say, for these values. */
static void check(clb_device *device, int wg, unsigned steps, double factor, int64_t shift, float bias, bool square)
{
    clb_error error = {0};
    double x[N], y[N];
    int64_t z[N];
    float f[N];
    const int n = N;
    for (int i = 0; i < N; i++) {
        x[i] = (double)(i % 17) + 0.5;
        y[i] = -1;
        z[i] = i * i;
        f[i] = (float)(i % 13) * 0.5f;
    }
    OK(constants_call_sums(device, constants_args_sums(.x = x, .n = n, .y = y), &error));
    for (int g = 0; g < N / wg; g++) {
        double sum = 0;
        for (int i = 0; i < wg; i++) sum += (double)steps * x[g * wg + i] * factor * factor;
        assert_true(fabs(y[g] - sum) <= 1e-9 * fabs(sum) + 1e-300);
    }
    for (int g = N / wg; g < N; g++) assert_true(y[g] == -1); /* the extent is n / WG */
    OK(constants_call_rotate_groups(device, constants_args_rotate_groups(.x = z, .room = 0, .n = n), &error));
    for (int i = 0; i < N; i++) {
        const int from = i / wg * wg + (i % wg + 1) % wg;
        assert_true(z[i] == (int64_t)from * from + shift);
    }
    OK(constants_call_bias(device, constants_args_bias(.x = f, .n = n), &error));
    for (int i = 0; i < N; i++) {
        const float v = (float)(i % 13) * 0.5f;
        assert_true(f[i] == (square ? v * v : v) + bias);
    }
    int p[3] = {1, 2, 3};
    OK(constants_call_plain(device, constants_args_plain(.x = p, .n = 3), &error));
    assert_int_equal(p[2], 4);
}

static void defaults_hold_where_nothing_is_given(void **state)
{
    check(*state, 64, 3, 0.5, -5, 1e-3f, false);
}

static void two_devices_have_values_of_their_own(void **state)
{
    clb_error error = {0};
    clb_device *one = NULL, *other = NULL;
    const clb_constant first[] = {clb_constant_integer("WG", 128), clb_constant_integer("STEPS", 7),
                                  clb_constant_real("FACTOR", -1.25)};
    const clb_constant second[] = {clb_constant_integer("WG", 32), clb_constant_unsigned("STEPS", 0),
                                   clb_constant_integer("SHIFT", 10), clb_constant_real("BIAS", -0.25),
                                   clb_constant_integer("SQUARE", 1)};
    (void)state;
    OK(open_with(first, 3, &one, &error));
    OK(open_with(second, 5, &other, &error));
    for (int round = 0; round < 2; round++) {
        check(one, 128, 7, -1.25, -5, 1e-3f, false);
        check(other, 32, 0, 0.5, 10, -0.25f, true);
    }
    clb_device_close(&one);
    clb_device_close(&other);
}

static void constants_reach_every_function_that_needs_them(void **state)
{
    clb_error error = {0};
    const clb_constant given[] = {clb_constant_integer("A", 10), clb_constant_real("B", 3.0),
                                  clb_constant_integer("L", 1)};
    (void)state;
    for (int pass = 0; pass < 2; pass++) {
        const int a = pass ? 10 : 4, l = pass ? 1 : 2, b = pass ? 3 : 2, n = N;
        clb_device *device = NULL;
        int x[N], y[N];
        for (int i = 0; i < N; i++) x[i] = y[i] = i;
        OK(open_with(given, pass ? 3 : 0, &device, &error));
        OK(constants_call_deep(device, constants_args_deep(.y = x, .n = n), &error));
        OK(constants_call_kernel_in_kernel(device, constants_args_kernel_in_kernel(.y = y, .n = n), &error));
        for (int i = 0; i < N; i++) {
            assert_int_equal(x[i], i + (i + a + b * l) * 2);
            assert_int_equal(y[i], x[i] - 1);
        }
        clb_device_close(&device);
    }
}

static clb_status prepare(clb_device *device, const clb_constant *constants, size_t count, clb_error *error)
{
    return clb_prepare(device, &constants_bundle,
                       &(clb_prepare_params){.constants = constants, .constant_count = count}, error);
}

static void preparing_changes_the_values_and_keeps_the_others(void **state)
{
    clb_error error = {0};
    clb_device *device = *state;
    OK(prepare(device, (const clb_constant[]){clb_constant_integer("WG", 32)}, 1, &error));
    check(device, 32, 3, 0.5, -5, 1e-3f, false);
    OK(prepare(device, (const clb_constant[]){clb_constant_integer("STEPS", 1)}, 1, &error));
    check(device, 32, 1, 0.5, -5, 1e-3f, false);
    OK(prepare(device, NULL, 0, &error));
    check(device, 32, 1, 0.5, -5, 1e-3f, false);
    OK(prepare(device, (const clb_constant[]){clb_constant_integer("WG", 64), clb_constant_integer("STEPS", 3)}, 2,
               &error));
    check(device, 64, 3, 0.5, -5, 1e-3f, false);
}

static void wrong_values_are_refused_and_change_nothing(void **state)
{
    clb_error error = {0};
    clb_device *device = *state, *none = NULL;
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_integer("WQ", 32)}, 1, &error),
            "bundle 'constants' has no constant 'WQ'; it has WG, STEPS, FACTOR, SHIFT, BIAS, SQUARE, A, B, L.");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_integer(NULL, 32)}, 1, &error), "has no name");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_real("WG", 32)}, 1, &error),
            "'WG' is of type int; give it with clb_constant_integer");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_integer("FACTOR", 1)}, 1, &error),
            "'FACTOR' is of type double; give it with clb_constant_real");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_integer("WG", 48)}, 1, &error),
            "'WG' cannot be 48; the bundle allows 32, 64, 128");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_integer("SHIFT", 11)}, 1, &error),
            "'SHIFT' cannot be 11; the bundle allows -10 to 10");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_unsigned("SHIFT", UINT64_MAX)}, 1, &error), "cannot "
                                                                                                            "hold");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_integer("STEPS", -1)}, 1, &error), "'STEPS' is of type "
                                                                                                   "uint, which cannot "
                                                                                                   "hold");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_integer("SQUARE", 2)}, 1, &error), "'SQUARE' is of "
                                                                                                   "type bool, which "
                                                                                                   "cannot hold");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_real("FACTOR", HUGE_VAL)}, 1, &error), "cannot hold");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_real("BIAS", 1e300)}, 1, &error), "cannot hold");
    REFUSED(prepare(device, (const clb_constant[]){clb_constant_integer("WG", 32), clb_constant_integer("WG", 32)}, 2,
                    &error),
            "twice");
    REFUSED(prepare(device, NULL, 1, &error), "`constants` is NULL");
    REFUSED(open_with((const clb_constant[]){clb_constant_integer("WG", 1)}, 1, &none, &error), "cannot be 1");
    assert_null(none);
    REFUSED(clb_device_open(&(clb_device_params){.constants = &(clb_constant){.name = "WG"}, .constant_count = 1},
                            &none, &error),
            "need the .bundle");
    check(device, 64, 3, 0.5, -5, 1e-3f, false);
}

static void extents_and_sizes_follow_the_values(void **state)
{
    clb_error error = {0};
    clb_device *device = *state;
    int out[N * 2];
    clb_buffer *x = NULL, *y = NULL;
    const int n = N;
    OK(prepare(device, (const clb_constant[]){clb_constant_integer("STEPS", 4)}, 1, &error));
    OK(clb_buffer_create(device, N * 3 * sizeof *out, NULL, &x, &error));
    const clb_argument many[] = {{.buffer = x}, {.value = &n, .size = sizeof n}};
    assert_int_equal(clb_kernel_launch(device, &constants_bundle, constants_KERNEL_many, NULL, many, 2, NULL, &error),
                     CLB_ERROR_SIZE);
    assert_non_null(strstr(error.message, "needs 8192 bytes"));
    clb_error_clear(&error);
    OK(prepare(device, (const clb_constant[]){clb_constant_integer("STEPS", 3), clb_constant_integer("WG", 128)}, 2,
               &error));
    OK(clb_kernel_launch(device, &constants_bundle, constants_KERNEL_many, NULL, many, 2, NULL, &error));
    OK(clb_buffer_create(device, N * sizeof(double), NULL, &y, &error));
    const clb_launch wrong = {.dimensions = 1, .global = {N}, .local = {64}};
    const clb_argument sums[] = {{.buffer = y}, {.value = &n, .size = sizeof n}, {.buffer = y}};
    assert_int_equal(clb_kernel_launch(device, &constants_bundle, constants_KERNEL_sums, &wrong, sums, 3, NULL, &error),
                     CLB_ERROR_SIZE);
    assert_non_null(strstr(error.message, "is made for a local size of 128"));
    clb_error_clear(&error);
    OK(clb_device_finish(device, &error));
    clb_buffer_release(&x);
    clb_buffer_release(&y);
}

static void binaries_belong_to_their_values(void **state)
{
    clb_error error = {0};
    clb_device *device = *state, *other = NULL;
    void *data = NULL;
    size_t size = 0, used = 0;
    if (strcmp(clb_device_get_info(device)->back_end, "opencl") != 0) skip();
    OK(prepare(device, (const clb_constant[]){clb_constant_integer("WG", 128)}, 1, &error));
    OK(clb_binaries_export(device, &constants_bundle, &data, &size, &error));
    OK(open_with(NULL, 0, &other, &error));
    OK(clb_binaries_import(other, &constants_bundle, data, size, &used, &error));
    assert_int_equal(used, 5); /* all but sums and rotate_groups: they have no WG */
    clb_device_close(&other);
    OK(open_with((const clb_constant[]){clb_constant_integer("WG", 128)}, 1, &other, &error));
    OK(clb_binaries_import(other, &constants_bundle, data, size, &used, &error));
    assert_int_equal(used, 7);
    check(other, 128, 3, 0.5, -5, 1e-3f, false);
    clb_device_close(&other);
    free(data);
}

#if !defined(_WIN32)
/* A child has the values that its parent gave, and may give others. */
static void a_child_has_the_values_of_its_parent(void **state)
{
    clb_error error = {0};
    clb_device *device = *state;
    if (strcmp(clb_device_get_info(device)->back_end, "native") != 0 || !MALLOC_SURVIVES_FORK) skip();
    OK(prepare(device, (const clb_constant[]){clb_constant_integer("WG", 32), clb_constant_integer("STEPS", 9)}, 2,
               &error));
    check(device, 32, 9, 0.5, -5, 1e-3f, false);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        check(device, 32, 9, 0.5, -5, 1e-3f, false);
        OK(prepare(device, (const clb_constant[]){clb_constant_integer("WG", 128)}, 1, &error));
        check(device, 128, 9, 0.5, -5, 1e-3f, false);
        clb_device_close(&device);
        _exit(0);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    check(device, 32, 9, 0.5, -5, 1e-3f, false);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(defaults_hold_where_nothing_is_given, open_or_skip, close_device),
        cmocka_unit_test_setup_teardown(two_devices_have_values_of_their_own, open_or_skip, close_device),
        cmocka_unit_test_setup_teardown(constants_reach_every_function_that_needs_them, open_or_skip, close_device),
        cmocka_unit_test_setup_teardown(preparing_changes_the_values_and_keeps_the_others, open_or_skip, close_device),
        cmocka_unit_test_setup_teardown(wrong_values_are_refused_and_change_nothing, open_or_skip, close_device),
        cmocka_unit_test_setup_teardown(extents_and_sizes_follow_the_values, open_or_skip, close_device),
        cmocka_unit_test_setup_teardown(binaries_belong_to_their_values, open_or_skip, close_device),
#if !defined(_WIN32)
        cmocka_unit_test_setup_teardown(a_child_has_the_values_of_its_parent, open_or_skip, close_device),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
