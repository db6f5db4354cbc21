/* Kernels split over the devices of this machine: native code with itself, with an OpenCL driver, the driver with
 * itself and, where there is one, with a second device of its kind. Results are those of one device, bit for bit.
 *
 * usage: test_group native|opencl|both     exit 77: there is no OpenCL device
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "../runtime/forks.h"
#include "draws.h"
#include "kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const native_twice[] = {"native", "native"}, *const both[] = {"opencl", "native", "opencl"};
static char second[32]; /* a second OpenCL device like the first one */
static const char *const opencl_twice[] = {"opencl", "opencl", second};
static const char *const *filters = native_twice; /* the members of the group */
static size_t filter_count = 2;
static clb_group *group;
static clb_device *one;
static bool with_driver; /* some device is of OpenCL */
static bool mixed;       /* devices of two kinds, whose functions differ in the last bits */
static clb_error error;

#define OK(call)                                             \
    do {                                                     \
        if ((call) != CLB_OK) fail_msg("%s", error.message); \
    } while (0)
#define FAILS(call, status_, text)                                                              \
    do {                                                                                        \
        const clb_status failed_ = (call);                                                      \
        if (failed_ != (status_) || !strstr(error.message, text))                               \
            fail_msg("%s: \"%s\" lacks \"%s\"", clb_status_name(failed_), error.message, text); \
        clb_error_clear(&error);                                                                \
    } while (0)

static clb_status open_group(const char *const *filters, size_t count, clb_group **opened)
{
    clb_device_params members[4] = {{.struct_size = sizeof(clb_device_params), .bundle = &kernels_bundle}};
    for (size_t i = 0; i < count; i++)
        members[i] = (clb_device_params){.struct_size = sizeof(clb_device_params),
                                         .bundle = &kernels_bundle,
                                         .filter = filters[i],
                                         .environment = ""};
    return clb_group_open(&(clb_group_params){.members = members, .member_count = count}, opened, &error);
}

static void *bytes(size_t size, unsigned seed)
{
    unsigned char *p = malloc(size ? size : 1);
    for (size_t i = 0; i < size; i++) p[i] = (unsigned char)((seed = seed * 1664525u + 1013904223u) >> 24);
    return p;
}

static float *floats(size_t count)
{
    float *x = malloc(count * sizeof *x);
    for (size_t i = 0; i < count; i++) x[i] = (float)(i % 1021);
    return x;
}

static void equal(const void *a, const void *b, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const char *)a)[i] != ((const char *)b)[i]) fail_msg("byte %zu of %zu differs", i, size);
}

static void a_window_has_its_halo(void **state)
{
    (void)state;
    /* A driver may compile the kernel anew for each size of a part. */
    for (int h = 0; h < 40; h += with_driver ? 39 : 13)
        for (uint64_t n = 1; n < 400000; n = n * 7 + 1) {
            float *x = floats(n + 80), *y = bytes(n * 4, 1), *z = bytes(n * 4, 2);
            const kernels_args_window a = {.x = x, .y = y, .h = h, .n = n}, b = {.x = x, .y = z, .h = h, .n = n};
            OK(kernels_call_window(one, &a, &error));
            for (int again = 0; again < (with_driver ? 2 : 3); again++) {
                memset(z, 0, n * 4);
                OK(kernels_group_window(group, &b, &error));
                equal(y, z, n * 4);
            }
            free(x);
            free(y);
            free(z);
        }
}

static void rows_and_a_vector_for_all(void **state)
{
    (void)state;
    enum { M = 3001, L = 37 };
    double *X = malloc(M * L * sizeof *X), b[L], y[M], z[M];
    for (int i = 0; i < M * L; i++) X[i] = i % 97;
    for (int i = 0; i < L; i++) b[i] = i + 1;
    OK(kernels_call_rows(one, kernels_args_rows(.X = X, .b = b, .y = y, .m = M, .l = L), &error));
    for (int again = 0; again < 4; again++) {
        memset(z, 0, sizeof z);
        OK(kernels_group_rows(group, kernels_args_rows(.X = X, .b = b, .y = z, .m = M, .l = L), &error));
        equal(y, z, sizeof y);
    }
    free(X);
}

static void columns_are_cut_across(void **state)
{
    (void)state;
    enum { M = 5003, L = 11 };
    int32_t *X = bytes(M * L * 4, 3), *y = bytes(M * L * 4, 4), *z = bytes(M * L * 4, 5);
    for (int i = 0; i < M * L; i++) X[i] &= 0xffff;
    OK(kernels_call_columns(one, kernels_args_columns(.X = X, .Y = y, .m = M, .l = L), &error));
    for (int again = 0; again < 3; again++) {
        memset(z, 0, M * L * 4);
        OK(kernels_group_columns(group, kernels_args_columns(.X = X, .Y = z, .m = M, .l = L), &error));
        equal(y, z, M * L * 4);
    }
    free(X);
    free(y);
    free(z);
}

static void variates_do_not_depend_on_the_parts(void **state)
{
    (void)state;
    enum { N = 200001 };
    double *y = malloc(N * sizeof *y), *z = malloc(N * sizeof *z);
    OK(kernels_call_variates(one, kernels_args_variates(.u = y, .seed = 42, .n = N), &error));
    for (int again = 0; again < 3; again++) {
        memset(z, 0, N * sizeof *z);
        OK(kernels_group_variates(group, kernels_args_variates(.u = z, .seed = 42, .n = N), &error));
        equal(y, z, N * sizeof *z);
    }
    free(y);
    free(z);
}

static void variates_of_the_library_do_not_either(void **state)
{
    (void)state;
    enum { N = 60013 };
    double *y = malloc(N * sizeof *y), *z = malloc(N * sizeof *z), *mean = malloc(N * sizeof *mean), sd = 2;
    for (int i = 0; i < N; i++) mean[i] = i;
    for (uint64_t seed = 1; seed < 4; seed++) {
        const draws_args_rnorm_kernel whole = {.mean = mean,
                                               .mean_step = 1,
                                               .sd = &sd,
                                               .sd_step = 0,
                                               .seed = seed,
                                               .stream = 3,
                                               .first = 11,
                                               .out = y,
                                               .n = N};
        draws_args_rnorm_kernel split = whole;
        split.out = z;
        OK(draws_call_rnorm_kernel(one, &whole, &error));
        OK(draws_group_rnorm_kernel(group, &split, &error));
        for (int i = 0; mixed && i < N; i++) assert_true(y[i] - z[i] < 1e-9 && z[i] - y[i] < 1e-9);
        if (!mixed) equal(y, z, N * sizeof *y);
        const draws_args_rt_kernel t = {.df = &sd, .df_step = 0, .seed = seed, .out = y, .n = N};
        draws_args_rt_kernel t_split = t;
        t_split.out = z;
        OK(draws_call_rt_kernel(one, &t, &error));
        OK(draws_group_rt_kernel(group, &t_split, &error));
        if (!mixed) equal(y, z, N * sizeof *y);
    }
    free(y);
    free(z);
    free(mean);
}

static void groups_stay_together(void **state)
{
    (void)state;
    enum { N = 64 * 997 };
    int32_t *x = bytes(N * 4, 6), *y = malloc(N * 4), *z = malloc(N * 4);
    memcpy(y, x, N * 4);
    OK(kernels_call_largest(one, kernels_args_largest(.x = y, .shared = 0, .n = N), &error));
    for (int again = 0; again < 3; again++) {
        clb_group_share shares[3];
        const uint32_t n = N;
        const clb_host_argument list[] = {{z, 0}, {NULL, 0}, {&n, sizeof n}};
        memcpy(z, x, N * 4);
        OK(clb_group_call(group, &kernels_bundle, kernels_KERNEL_largest, NULL, list, 3, shares, &error));
        equal(y, z, N * 4);
        uint64_t units = 0;
        for (size_t m = 0; m < clb_group_size(group); m++) {
            assert_int_equal(shares[m].status, CLB_OK);
            assert_int_equal(shares[m].units % 64, 0);
            units += shares[m].units;
        }
        assert_int_equal(units, N);
    }
    /* A range that the local size does not divide is launched or refused as on one device. The last group, whose kernel
     * reads local memory of work-items that are not there, is not compared. */
    memcpy(y, x, N * 4);
    memcpy(z, x, N * 4);
    const clb_status alone = kernels_call_largest(one, kernels_args_largest(.x = y, .shared = 0, .n = N - 1), &error);
    assert_int_equal(kernels_group_largest(group, kernels_args_largest(.x = z, .shared = 0, .n = N - 1), &error),
                     alone);
    if (alone == CLB_OK) equal(y, z, (N - 64) * 4);
    else assert_int_equal(alone, CLB_ERROR_SIZE);
    free(x);
    free(y);
    free(z);
}

static void two_dimensions_and_many_items_a_unit(void **state)
{
    (void)state;
    enum { W = 33, H = 517 };
    uint8_t *y = bytes(W * H * 4, 7), *z = bytes(W * H * 4, 8);
    OK(kernels_call_picture(one, kernels_args_picture(.out = y, .w = W, .h = H), &error));
    for (int again = 0; again < 3; again++) {
        memset(z, 0, W * H * 4);
        OK(kernels_group_picture(group, kernels_args_picture(.out = z, .w = W, .h = H), &error));
        equal(y, z, W * H * 4);
    }
    free(y);
    free(z);
}

static void what_is_read_and_written_keeps_its_value(void **state)
{
    (void)state;
    enum { N = 30011 };
    for (int step = 0; step < 3; step++) {
        float *a = floats(3 * N), *x = floats(N), *y = floats(N);
        OK(kernels_call_add(one, kernels_args_add(.a = a, .a_step = step, .y = x, .n = N), &error));
        OK(kernels_group_add(group, kernels_args_add(.a = a, .a_step = step, .y = y, .n = N), &error));
        equal(x, y, N * sizeof *x);
        free(a);
        free(x);
        free(y);
    }
}

/* Extents, groups and so the places where it may be cut follow from the constants. */
static void constants_are_those_of_all_members(void **state)
{
    (void)state;
    enum { N = 96 * 1024, MOST = 7 };
    const size_t count = filter_count;
    const clb_constant wide[] = {clb_constant_integer("GROUP", 32), clb_constant_integer("REACH", MOST)};
    int32_t *x = malloc((N + 2 * MOST) * sizeof *x), *y = malloc(N * sizeof *y);
    for (int i = 0; i < N + 2 * MOST; i++) x[i] = i % 1009;
    for (int round = 0; round < 2; round++) {
        const int size = round ? 32 : 8, reach = round ? MOST : 1;
        clb_device_params members[3] = {{.struct_size = sizeof(clb_device_params), .bundle = &kernels_bundle}};
        clb_group *own = NULL;
        for (size_t m = 0; m < count; m++)
            members[m] = (clb_device_params){.struct_size = sizeof(clb_device_params),
                                             .bundle = &kernels_bundle,
                                             .filter = filters[m],
                                             .environment = "",
                                             .constants = wide,
                                             .constant_count = round ? 2 : 0};
        OK(clb_group_open(&(clb_group_params){.members = members, .member_count = count}, &own, &error));
        const kernels_args_smooth a = {.x = x, .y = y, .n = N};
        for (int again = 0; again < 4; again++) {
            memset(y, 0, N * sizeof *y);
            OK(kernels_group_smooth(own, &a, &error));
            for (int i = 0; i < N; i++) {
                const int turned = i / size * size + size - 1 - i % size;
                int32_t sum = 0;
                for (int k = 0; k <= 2 * reach; k++) sum += x[turned + k];
                if (y[i] != sum) fail_msg("element %d is %d, not %d", i, (int)y[i], (int)sum);
            }
        }
        /* What belongs to a part is told with the defaults. */
        const clb_part part = {.first = 0, .count = 64};
        const int32_t n = N;
        const clb_host_argument list[] = {{x, 0}, {y, 0}, {&n, sizeof n}};
        if (round)
            FAILS(clb_group_call_part(own, &kernels_bundle, kernels_KERNEL_smooth, &part, list, 3, NULL, &error),
                  CLB_ERROR_UNSUPPORTED, "a part is not found");
        else OK(clb_group_call_part(own, &kernels_bundle, kernels_KERNEL_smooth, &part, list, 3, NULL, &error));
        /* Other constants do not matter to a kernel that does not use them. */
        if (round) {
            clb_group_member member;
            OK(clb_group_get_member(own, 1, &member, &error));
            const clb_prepare_params other = {.constants = (const clb_constant[]){clb_constant_integer("REACH", 2)},
                                              .constant_count = 1,
                                              .kernel_count = 0};
            OK(clb_prepare(member.device, &kernels_bundle, &other, &error));
            FAILS(kernels_group_smooth(own, &a, &error), CLB_ERROR_ARGUMENT,
                  "different values for constants of kernel 'smooth'");
            OK(kernels_group_report(own, kernels_args_report(.y = y, .n = 3), &error));
        }
        clb_group_close(&own);
    }
    free(x);
    free(y);
}

static void a_kernel_without_split_runs_on_one(void **state)
{
    (void)state;
    int32_t x[1000], n = 1000;
    int64_t sum = 0;
    clb_group_share shares[3];
    for (int i = 0; i < 1000; i++) x[i] = i;
    const clb_host_argument list[] = {{x, 0}, {&sum, 0}, {&n, sizeof n}};
    OK(clb_group_call(group, &kernels_bundle, kernels_KERNEL_total, NULL, list, 3, shares, &error));
    assert_int_equal(sum, 499500);
    uint32_t parts = 0;
    for (size_t m = 0; m < clb_group_size(group); m++) parts += shares[m].parts;
    assert_int_equal(parts, 1);
}

/* Runs `folded` on the group; counts[v]: units that its variant v did, 0 for the kernel itself. */
static void fold(int32_t m, clb_group_share *shares, uint64_t counts[4])
{
    enum { L = 5 };
    const size_t size = (size_t)m * L * sizeof(int32_t);
    int32_t *X = bytes(size, 6), *y = bytes(size, 7), *z = malloc(size), *which = malloc((size_t)m * sizeof *which),
            l = L;
    for (int32_t i = 0; i < m * L; i++) X[i] &= 0xffff, y[i] &= 0xffff;
    for (int32_t i = 0; i < m; i++) which[i] = -1;
    memcpy(z, y, size);
    OK(kernels_call_folded(one, kernels_args_folded(.X = X, .Y = y, .which = which, .m = m, .l = L), &error));
    const clb_host_argument list[] = {
        {X, size}, {z, size}, {which, (size_t)m * sizeof *which}, {&m, sizeof m}, {&l, sizeof l}};
    OK(clb_group_call(group, &kernels_bundle, kernels_KERNEL_folded, NULL, list, 5, shares, &error));
    equal(y, z, size);
    memset(counts, 0, 4 * sizeof *counts);
    for (int32_t i = 0; i < m; i++) {
        if (which[i] < 0 || which[i] > 3) fail_msg("unit %d was done by %d", (int)i, (int)which[i]);
        counts[which[i]]++;
    }
    free(X);
    free(y);
    free(z);
    free(which);
}

/* A device with memory of its own runs what a call for that part would run; native code the kernel itself, unless it
 * does the whole call. */
static void parts_that_are_calls_run_variants(void **state)
{
    (void)state;
    clb_group_share shares[3];
    uint64_t counts[4];
    for (int again = 0; again < 4; again++) {
        fold(200003, shares, counts);
        uint64_t native = 0;
        for (size_t m = 0; m < clb_group_size(group); m++) {
            clb_group_member member;
            OK(clb_group_get_member(group, m, &member, &error));
            if (strcmp(clb_device_get_info(member.device)->back_end, "native") == 0) native += shares[m].units;
        }
        print_message("units of the kernel %u, of its variants %u and %u\n", (unsigned)counts[0], (unsigned)counts[1],
                      (unsigned)counts[2]);
        assert_int_equal(counts[0], native);
        assert_int_equal(counts[0] + counts[1] + counts[2], 200003);
        assert_true(with_driver ? counts[2] > 0 || mixed : counts[0] == 200003);
    }
    /* A small call is done by one device; parts of less than it are few. */
    fold(7, shares, counts);
    assert_int_equal(counts[0] + counts[1] + counts[3], 7);
    if (with_driver && !mixed) assert_int_equal(counts[1], 7);

    /* Alone on a device, and pieces of the caller's. */
    enum { M = 1000, L = 3, F = 300, P = 200 };
    int32_t X[M * L], Y[M * L] = {0}, ran[M], x[P * L], y[P * L] = {0}, some[P], m = M, l = L;
    for (int i = 0; i < M * L; i++) X[i] = i * 3;
    OK(kernels_call_folded(one, kernels_args_folded(.X = X, .Y = Y, .which = ran, .m = M, .l = L), &error));
    for (int k = 0; k < L; k++) memcpy(x + k * P, X + k * M + F, P * sizeof *x);
    const clb_host_argument cut[] = {{x, sizeof x}, {y, sizeof y}, {some, sizeof some}, {&m, sizeof m}, {&l, sizeof l}};
    OK(clb_kernel_call_part(one, &kernels_bundle, kernels_KERNEL_folded, &(clb_part){F, P}, cut, 5, &error));
    for (int k = 0; k < L; k++) equal(y + k * P, Y + k * M + F, P * sizeof *y);
    for (int i = 0; i < P; i++) assert_int_equal(some[i], ran[i]);
    clb_group *single = NULL;
    const char *const filter[] = {"native"};
    OK(open_group(filter, 1, &single));
    int32_t seven = 7;
    memset(Y, 0, sizeof Y);
    OK(kernels_group_folded(single, kernels_args_folded(.X = X, .Y = Y, .which = ran, .m = seven, .l = L), &error));
    for (int i = 0; i < 7; i++) assert_true(ran[i] == 3 && Y[i + 7] == X[i + 7]);
    clb_group_close(&single);
}

/* A part of a whole that no memory here could hold; memory of its own for the pieces. */
static void a_part_has_pieces_only(void **state)
{
    (void)state;
    enum { C = 1000 };
    const uint64_t n = UINT64_C(5000000000), seed = 7, first = UINT64_C(4900000000);
    double *u = malloc(C * sizeof *u), *whole = malloc(2 * C * sizeof *whole);
    const clb_host_argument list[] = {{u, C * sizeof *u}, {&seed, sizeof seed}, {&n, sizeof n}};
    clb_part part = {first, C};
    const clb_status status =
        clb_group_call_part(group, &kernels_bundle, kernels_KERNEL_variates, &part, list, 3, NULL, &error);
    if (status == CLB_OK) {
        /* The reference: what the kernel says, here. */
        for (uint64_t i = 0; i < C; i++) {
            uint64_t z = (first + i + 1) * UINT64_C(0x9E3779B97F4A7C15) + seed + n;
            z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
            z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
            z ^= z >> 31;
            assert_true(u[i] == (double)(z >> 11) * 0x1p-53);
        }
    } else { /* a driver has no memory for the whole array, and the kernel sees its id */
        if (status != CLB_ERROR_SIZE && status != CLB_ERROR_DEVICE_MEMORY) fail_msg("%s", error.message);
        clb_error_clear(&error);
    }
    part.first = n - 1;
    part.count = 2;
    FAILS(clb_group_call_part(group, &kernels_bundle, kernels_KERNEL_variates, &part, list, 3, NULL, &error),
          CLB_ERROR_SIZE, "are no part of the 5000000000 of kernel 'variates'");

    /* Parts of columns lie one behind the other. */
    enum { M = 1000, L = 3, F = 300, P = 200 };
    int32_t X[M * L], Y[M * L], x[P * L], y[P * L], m = M, l = L;
    for (int i = 0; i < M * L; i++) X[i] = i * 3;
    OK(kernels_call_columns(one, kernels_args_columns(.X = X, .Y = Y, .m = M, .l = L), &error));
    for (int k = 0; k < L; k++) memcpy(x + k * P, X + k * M + F, P * sizeof *x);
    const clb_host_argument cut[] = {{x, sizeof x}, {y, sizeof y}, {&m, sizeof m}, {&l, sizeof l}};
    OK(clb_group_call_part(group, &kernels_bundle, kernels_KERNEL_columns, &(clb_part){F, P}, cut, 4, NULL, &error));
    for (int k = 0; k < L; k++) equal(y + k * P, Y + k * M + F, P * sizeof *y);
    memset(y, 0, sizeof y);
    OK(clb_kernel_call_part(one, &kernels_bundle, kernels_KERNEL_columns, &(clb_part){F, P}, cut, 4, &error));
    for (int k = 0; k < L; k++) equal(y + k * P, Y + k * M + F, P * sizeof *y);
    FAILS(clb_kernel_call_part(one, &kernels_bundle, kernels_KERNEL_columns, &(clb_part){F, M}, cut, 4, &error),
          CLB_ERROR_SIZE, "are no part");
    FAILS(clb_kernel_call_part(one, &kernels_bundle, kernels_KERNEL_columns, NULL, cut, 4, &error), CLB_ERROR_ARGUMENT,
          "`part` is NULL");
    FAILS(clb_kernel_call_part(NULL, &kernels_bundle, kernels_KERNEL_columns, &(clb_part){F, P}, cut, 4, &error),
          CLB_ERROR_ARGUMENT, "the device is NULL");

    /* A window's part has its halo; and a relative kernel's whole may be larger than any memory. */
    const uint64_t huge = UINT64_C(1) << 40;
    const int32_t h = 2;
    float w[104], s[100];
    for (int i = 0; i < 104; i++) w[i] = (float)i;
    const clb_host_argument slid[] = {{w, sizeof w}, {s, sizeof s}, {&h, sizeof h}, {&huge, sizeof huge}};
    OK(clb_group_call_part(group, &kernels_bundle, kernels_KERNEL_window, &(clb_part){huge / 2, 100}, slid, 4, NULL,
                           &error));
    for (int i = 0; i < 100; i++) assert_true(s[i] == (float)(5 * i + 10));
    const clb_host_argument small[] = {{w, 400}, {s, sizeof s}, {&h, sizeof h}, {&huge, sizeof huge}};
    FAILS(clb_group_call_part(group, &kernels_bundle, kernels_KERNEL_window, &(clb_part){huge / 2, 100}, small, 4, NULL,
                              &error),
          CLB_ERROR_SIZE, "needs 416 bytes for this part, but 400 were given");
    free(u);
    free(whole);
}

static void wrong_calls_are_refused(void **state)
{
    (void)state;
    float x[200] = {0};
    FAILS(kernels_group_window(group, kernels_args_window(.x = x, .y = x + 50, .h = 1, .n = 100), &error),
          CLB_ERROR_ARGUMENT, "shares memory with another one");
    FAILS(kernels_group_window(group, kernels_args_window(.x = NULL, .y = x, .h = 1, .n = 100), &error),
          CLB_ERROR_ARGUMENT, "argument 'x' of kernel 'window' is NULL");
    FAILS(kernels_group_window(group, kernels_args_window(.x = x, .y = x + 150, .h = -60, .n = 20), &error),
          CLB_ERROR_SIZE, "which are no pieces of an array");
    FAILS(kernels_group_window(group, NULL, &error), CLB_ERROR_ARGUMENT, "are NULL");
    FAILS(kernels_group_window(NULL, kernels_args_window(.x = x, .y = x + 150, .h = 1, .n = 20), &error),
          CLB_ERROR_ARGUMENT, "the group is NULL");
    FAILS(clb_group_call(group, &kernels_bundle, 99, NULL, NULL, 0, NULL, &error), CLB_ERROR_ARGUMENT,
          "has no kernel 99");
    FAILS(clb_group_call(group, NULL, 0, NULL, NULL, 0, NULL, &error), CLB_ERROR_ARGUMENT, "the bundle is NULL");
    FAILS(clb_group_open(&(clb_group_params){.members = (clb_device_params[1]){{0}}}, &(clb_group *){NULL}, &error),
          CLB_ERROR_ARGUMENT, "`members` has no member");
    FAILS(clb_group_open(NULL, NULL, &error), CLB_ERROR_ARGUMENT, "`group` is NULL");
    clb_group_member member;
    FAILS(clb_group_get_member(group, 3, &member, &error), CLB_ERROR_ARGUMENT, "no such member");
    const uint64_t n = 100;
    const int32_t h = 1;
    const clb_host_argument list[] = {{x, 0}, {x + 150, 0}, {&h, sizeof h}, {&n, sizeof n}};
    const clb_host_argument less_in[] = {{x, 101 * 4}, {x + 150, 0}, {&h, sizeof h}, {&n, sizeof n}};
    const clb_host_argument less_out[] = {{x, 102 * 4}, {x + 150, 99 * 4}, {&h, sizeof h}, {&n, sizeof n}};
    FAILS(clb_group_call(group, &kernels_bundle, kernels_KERNEL_window, NULL, less_in, 4, NULL, &error), CLB_ERROR_SIZE,
          "needs 408 bytes for these scalars, but 404 were given");
    FAILS(clb_group_call(group, &kernels_bundle, kernels_KERNEL_window, NULL, less_out, 4, NULL, &error),
          CLB_ERROR_SIZE, "needs 400 bytes for these scalars, but 396 were given");
    const clb_launch launch = {.dimensions = 1, .global = {10}};
    FAILS(clb_group_call(group, &kernels_bundle, kernels_KERNEL_window, &launch, list, 4, NULL, &error),
          CLB_ERROR_ARGUMENT, "its range is its own");
    const clb_launch stepped = {.local = {2}};
    FAILS(clb_group_call(group, &kernels_bundle, kernels_KERNEL_window, &stepped, list, 4, NULL, &error),
          CLB_ERROR_ARGUMENT, "its range is its own");
    FAILS(clb_group_call_part(group, &kernels_bundle, kernels_KERNEL_window, NULL, list, 4, NULL, &error),
          CLB_ERROR_ARGUMENT, "`part` is NULL");
    /* Nothing to do. */
    clb_group_share shares[3] = {{.units = 9}};
    const uint64_t none = 0;
    const clb_host_argument empty[] = {{x, 0}, {NULL, 0}, {&h, sizeof h}, {&none, sizeof none}};
    OK(clb_group_call(group, &kernels_bundle, kernels_KERNEL_window, NULL, empty, 4, shares, &error));
    assert_int_equal(shares[0].units, 0);
}

/* A child has none of the group's threads: calls are refused there, and nothing hangs. */
static void a_forked_child_refuses(void **state)
{
    (void)state;
    int result = -1;
    if (!MALLOC_SURVIVES_FORK) skip();
    const pid_t child = fork();
    if (child == 0) {
        float x[102] = {0}, y[100];
        clb_group_member member;
        const clb_status status =
            kernels_group_window(group, kernels_args_window(.x = x, .y = y, .h = 1, .n = 100), &error);
        const bool fine = status == CLB_ERROR_UNSUPPORTED && strstr(error.message, "forked") &&
                          clb_group_get_member(group, 0, &member, &error) == CLB_OK;
        clb_group_close(&group);
        _exit(fine && !group ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result) && WEXITSTATUS(result) == 0);
}

static void calls_show_speeds(void **state)
{
    (void)state;
    enum { N = 300000 };
    float *x = floats(N + 2), *y = floats(N);
    for (int i = 0; i < 4; i++)
        OK(kernels_group_window(group, kernels_args_window(.x = x, .y = y, .h = 1, .n = N), &error));
    double all = 0;
    for (size_t m = 0; m < clb_group_size(group); m++)
        all += clb_group_speed(group, &kernels_bundle, kernels_KERNEL_window, m);
    assert_true(all > 0);
    assert_true(clb_group_speed(group, &kernels_bundle, kernels_KERNEL_window, 9) == 0);
    free(x);
    free(y);
}

static void pieces_are_told(void **state)
{
    (void)state;
    const int32_t m = 1000, l = 3;
    const clb_host_argument list[] = {{NULL, 0}, {NULL, 0}, {&m, sizeof m}, {&l, sizeof l}};
    clb_split split;
    clb_split_array arrays[4];
    OK(clb_split_get(&kernels_bundle, kernels_KERNEL_columns, list, 4, &split, arrays, &error));
    assert_true(split.units == 1000 && split.granule == 1 && split.can_split && !split.relative);
    assert_true(arrays[0].blocks == 3 && arrays[0].stride == 4000 && arrays[0].unit == 4 && arrays[0].halo == 0);
    assert_int_equal(arrays[2].blocks, 0);
    const uint64_t n = 10;
    const int32_t h = 3;
    const clb_host_argument slid[] = {{NULL, 0}, {NULL, 0}, {&h, sizeof h}, {&n, sizeof n}};
    OK(clb_split_get(&kernels_bundle, kernels_KERNEL_window, slid, 4, &split, arrays, &error));
    assert_true(split.relative && arrays[0].unit == 4 && arrays[0].halo == 24 && arrays[0].stride == 64);
    FAILS(clb_split_get(&kernels_bundle, kernels_KERNEL_window, slid, 3, &split, arrays, &error), CLB_ERROR_ARGUMENT,
          "takes 4");
    FAILS(clb_split_get(&kernels_bundle, kernels_KERNEL_window, slid, 4, NULL, arrays, &error), CLB_ERROR_ARGUMENT,
          "`split` is NULL");
    const uint64_t negative = UINT64_MAX;
    const clb_host_argument wrong[] = {{NULL, 0}, {NULL, 0}, {&h, sizeof h}, {&negative, sizeof negative}};
    FAILS(clb_split_get(&kernels_bundle, kernels_KERNEL_window, wrong, 4, &split, arrays, &error), CLB_ERROR_SIZE,
          "is no number of units");
}

/* Finds a device of the same name, whose results are the same. */
static bool find_second(void)
{
    clb_device_info *list = NULL;
    const char *name = NULL;
    size_t length = 0;
    const clb_device_params any = {.bundle = &kernels_bundle, .environment = ""};
    if (clb_device_list(&any, &list, &length, &error) != CLB_OK) return false;
    for (size_t i = 0; i < length && !second[0]; i++) {
        if (list[i].rejected || strcmp(list[i].back_end, "opencl") != 0) continue;
        if (name && strcmp(list[i].name, name) == 0) (void)snprintf(second, sizeof second, "#%zu", i);
        if (!name) name = list[i].name;
    }
    clb_device_list_free(&list);
    return second[0] != '\0';
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "native";
    const bool opencl = strcmp(which, "opencl") == 0;
    mixed = strcmp(which, "both") == 0;
    with_driver = opencl || mixed;
    if (opencl) filters = opencl_twice;
    if (mixed) filters = both;
    if (mixed || (opencl && find_second())) filter_count = 3;
    if (opencl) print_message("a second device: %s\n", second[0] ? second : "none");
    const clb_device_params single = {
        .bundle = &kernels_bundle, .filter = opencl ? "opencl" : "native", .environment = ""};
    const clb_status status = open_group(filters, filter_count, &group);
    if (status == CLB_ERROR_NO_DEVICE && with_driver) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    if (status != CLB_OK || clb_device_open(&single, &one, &error) != CLB_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_has_its_halo),
        cmocka_unit_test(rows_and_a_vector_for_all),
        cmocka_unit_test(columns_are_cut_across),
        cmocka_unit_test(variates_do_not_depend_on_the_parts),
        cmocka_unit_test(variates_of_the_library_do_not_either),
        cmocka_unit_test(groups_stay_together),
        cmocka_unit_test(two_dimensions_and_many_items_a_unit),
        cmocka_unit_test(what_is_read_and_written_keeps_its_value),
        cmocka_unit_test(constants_are_those_of_all_members),
        cmocka_unit_test(a_kernel_without_split_runs_on_one),
        cmocka_unit_test(parts_that_are_calls_run_variants),
        cmocka_unit_test(a_part_has_pieces_only),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(a_forked_child_refuses),
        cmocka_unit_test(calls_show_speeds),
        cmocka_unit_test(pieces_are_told),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clb_group_close(&group);
    clb_device_close(&one);
    clb_error_clear(&error);
    return failed;
}
