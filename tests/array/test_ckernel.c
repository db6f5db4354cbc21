/* Kernels' native code as ckernels: alone, through conversions, row by row over ragged arrays. The expected values are
 * computed here.
 *
 * SPDX-License-Identifier: MIT */
#include "arrays.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static clb_error error;

static void check(clb_status status)
{
    if (status != CLB_OK) print_message("%s\n", error.message);
    assert_int_equal(status, CLB_OK);
}

static void refused(clb_status status, clb_status expected, const char *text)
{
    if (status != expected || !strstr(error.message, text)) print_message("%s\n", error.message);
    assert_int_equal(status, expected);
    assert_non_null(strstr(error.message, text));
    clb_error_clear(&error);
}

#define MAKE(array, memory, type, ...)                                                                       \
    check(clb_array_make((memory), sizeof(memory), (type), sizeof((size_t[]){__VA_ARGS__}) / sizeof(size_t), \
                         (const size_t[]){__VA_ARGS__}, NULL, (array), &error))

static void run(const clb_ckernel_builder *builder, const clb_array *dst, const clb_array *const *src, size_t sources)
{
    check(clb_array_run(clb_ckernel_root(builder), builder->scratch_size, dst, src, sources, &error));
}

enum { MANY = 5000 };

/* Every layout: in place, in tiles, repeated, shorter than a tile and longer, not aligned. */
static void a_leaf_runs_over_every_layout(void **state)
{
    static const size_t counts[] = {1, 2, 63, 1024, 1025, MANY};
    static double x[2 * MANY], y[2 * MANY];
    static char odd[MANY * sizeof(double) + 1];
    clb_ckernel_builder builder;
    size_t end = 0;
    (void)state;
    for (int i = 0; i < 2 * MANY; i++) x[i] = 0.5 * i;
    memcpy(odd + 1, x, MANY * sizeof *x);
    clb_ckernel_builder_init(&builder, NULL);
    check(arrays_ckernel_add(&builder, 0, CLB_CKERNEL_STRIDED, &end, &error));
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        const size_t n = counts[c];
        const struct {
            char *data;
            ptrdiff_t stride; /* in bytes */
            double first, step;
        } layouts[] = {
            {(char *)x, 8, 0.0, 0.5},
            {(char *)x, 16, 0.0, 1.0},
            {(char *)(x + n - 1), -8, 0.5 * ((double)n - 1), -0.5},
            {(char *)(x + 7), 0, 3.5, 0.0},
            {odd + 1, 8, 0.0, 0.5},
            {odd + 1, 0, 0.0, 0.0},
        };
        enum { LAYOUTS = sizeof layouts / sizeof *layouts };
        for (size_t a = 0; a < LAYOUTS; a++)
            for (size_t b = 0; b < LAYOUTS; b++)
                for (ptrdiff_t step = 1; step <= 2; step++) {
                    const size_t shape[] = {n};
                    clb_array left, right, to;
                    memset(y, 0xff, sizeof y);
                    check(clb_array_make(layouts[a].data, SIZE_MAX, &clb_type_float64, 1, shape, &layouts[a].stride,
                                         &left, &error));
                    check(clb_array_make(layouts[b].data, SIZE_MAX, &clb_type_float64, 1, shape, &layouts[b].stride,
                                         &right, &error));
                    check(
                        clb_array_make(y, sizeof y, &clb_type_float64, 1, shape, &(ptrdiff_t){8 * step}, &to, &error));
                    run(&builder, &to, (const clb_array *const[]){&left, &right}, 2);
                    for (size_t i = 0; i < n; i++) {
                        const double expected = layouts[a].first + layouts[a].step * (double)i + layouts[b].first +
                                                layouts[b].step * (double)i;
                        if (y[(ptrdiff_t)i * step] != expected)
                            fail_msg("n %zu, layouts %zu and %zu, step %td: element %zu is %g, not %g", n, a, b, step,
                                     i, y[(ptrdiff_t)i * step], expected);
                        if (step == 2) assert_true(y[2 * i + 1] != y[2 * i + 1]); /* what lies between is untouched */
                    }
                }
    }
    clb_ckernel_builder_clear(&builder);
}

static void elements_count_from_the_start_of_a_run(void **state)
{
    static int64_t y[MANY][2];
    static int32_t narrow[2100];
    clb_ckernel_builder builder;
    clb_array all, column;
    size_t leaf = 0, end = 0;
    (void)state;
    clb_ckernel_builder_init(&builder, NULL);
    check(arrays_ckernel_number(&builder, 0, CLB_CKERNEL_STRIDED, &end, &error));
    MAKE(&all, y, &clb_type_int64, MANY, 2);
    check(clb_array_index(&all, 1, 1, &column, &error));
    run(&builder, &column, NULL, 0);
    for (int i = 0; i < MANY; i++) assert_true(y[i][0] == 0 && y[i][1] == i);
    clb_ckernel_builder_clear(&builder);
    check(clb_convert_make(&builder, 0, (clb_conversion){&clb_type_int32, &clb_type_int64}, NULL, 0, CLB_ASSIGN_NONE,
                           CLB_CKERNEL_STRIDED, &leaf, &error));
    check(arrays_ckernel_number(&builder, leaf, CLB_CKERNEL_STRIDED, &end, &error));
    MAKE(&column, narrow, &clb_type_int32, 2100);
    run(&builder, &column, NULL, 0);
    assert_int_equal(narrow[511], 511);
    assert_int_equal(narrow[512], 0); /* another run: conversions cut at their tiles */
    clb_ckernel_builder_clear(&builder);
}

/* A var of float32 and a var of float64, one scale a row, into var of float64. */
static void rows_of_var_dimensions_run_through_conversions(void **state)
{
    enum { ROWS = 40 };
    static float x[ROWS * ROWS];
    static double y[ROWS * ROWS], z[ROWS];
    clb_var from[ROWS], to[ROWS];
    const clb_type *in = NULL, *out = NULL;
    clb_ckernel_builder builder;
    clb_array rows, factors, result;
    size_t inner = 0, leaf = 0, end = 0, at = 0;
    (void)state;
    check(clb_type_read("var * float32", 13, &in, &error));
    check(clb_type_read("var * float64", 13, &out, &error));
    for (size_t i = 0; i < ROWS; at += i++) {
        from[i] = (clb_var){(char *)(x + at), i};
        to[i] = (clb_var){(char *)(y + at), i};
        z[i] = 1000.0 * (double)i;
        for (size_t k = 0; k < i; k++) x[at + k] = (float)k;
    }
    MAKE(&rows, from, in, ROWS);
    MAKE(&factors, z, &clb_type_float64, ROWS);
    MAKE(&result, to, out, ROWS);
    const clb_type *const types[] = {in, &clb_type_float64};
    const clb_conversion conversions[] = {{&clb_type_float32, &clb_type_float64},
                                          {&clb_type_float64, &clb_type_float64}};
    clb_ckernel_builder_init(&builder, NULL);
    check(clb_rows_make(&builder, 0, out, types, 2, CLB_CKERNEL_STRIDED, &inner, &error));
    check(clb_convert_make(&builder, inner, (clb_conversion){&clb_type_float64, &clb_type_float64}, conversions, 2,
                           CLB_ASSIGN_NONE, CLB_CKERNEL_STRIDED, &leaf, &error));
    check(arrays_ckernel_add(&builder, leaf, CLB_CKERNEL_STRIDED, &end, &error));
    run(&builder, &result, (const clb_array *const[]){&rows, &factors}, 2);
    at = 0;
    for (size_t i = 0; i < ROWS; at += i++)
        for (size_t k = 0; k < i; k++) assert_true(y[at + k] == (double)k + 1000.0 * (double)i);
    from[7].count = 3;
    refused(clb_array_run(clb_ckernel_root(&builder), builder.scratch_size, &result,
                          (const clb_array *const[]){&rows, &factors}, 2, &error),
            CLB_ERROR_SIZE, "(7) has rows of different lengths");
    from[7].count = 7;
    to[9].data = NULL;
    refused(clb_array_run(clb_ckernel_root(&builder), builder.scratch_size, &result,
                          (const clb_array *const[]){&rows, &factors}, 2, &error),
            CLB_ERROR_ARGUMENT, "(9) is a row without memory");
    clb_ckernel_builder_clear(&builder);
    clb_type_free(&in);
    clb_type_free(&out);
}

/* Lists as Arrow has them, of both widths, and lists of lists. */
static void rows_of_lists_run_and_bad_offsets_are_told(void **state)
{
    double x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {0};
    int64_t outer[] = {0, 2, 3};
    int32_t offsets[] = {0, 1, 4, 6};
    clb_type in = {.kind = CLB_KIND_LIST,
                   .size = 4,
                   .alignment = 4,
                   .element = &clb_type_float64,
                   .stride = 8,
                   .values = (char *)x,
                   .value_count = 6};
    clb_type out = in;
    out.values = (char *)y;
    const clb_type nested_in = {.kind = CLB_KIND_LIST,
                                .size = 8,
                                .alignment = 8,
                                .element = &in,
                                .stride = 4,
                                .values = (char *)offsets,
                                .value_count = 3};
    clb_type nested_out = nested_in;
    nested_out.element = &out;
    clb_ckernel_builder builder;
    clb_array from, to;
    size_t rows = 0, leaf = 0, end = 0;
    (void)state;
    check(clb_array_make(outer, SIZE_MAX, &nested_in, 1, (const size_t[]){2}, NULL, &from, &error));
    check(clb_array_make(outer, SIZE_MAX, &nested_out, 1, (const size_t[]){2}, NULL, &to, &error));
    clb_ckernel_builder_init(&builder, NULL);
    check(clb_rows_make(&builder, 0, &nested_out, (const clb_type *const[]){&nested_in}, 1, CLB_CKERNEL_STRIDED, &rows,
                        &error));
    check(clb_rows_make(&builder, rows, &out, (const clb_type *const[]){&in}, 1, CLB_CKERNEL_STRIDED, &leaf, &error));
    check(arrays_ckernel_scale(&builder, leaf, arrays_values_scale(.a = 3.0), CLB_CKERNEL_STRIDED, &end, &error));
    run(&builder, &to, (const clb_array *const[]){&from}, 1);
    for (int i = 0; i < 6; i++) assert_true(y[i] == 3.0 * x[i]);
    offsets[2] = 7;
    refused(clb_array_run(clb_ckernel_root(&builder), builder.scratch_size, &to, (const clb_array *const[]){&from}, 1,
                          &error),
            CLB_ERROR_ARGUMENT, "(0, 1) is a list whose offsets lead outside of its values");
    offsets[2] = 0;
    refused(clb_array_run(clb_ckernel_root(&builder), builder.scratch_size, &to, (const clb_array *const[]){&from}, 1,
                          &error),
            CLB_ERROR_ARGUMENT, "(0, 1) is a list whose");
    clb_ckernel_builder_clear(&builder);
    in.values = NULL;
    refused(clb_rows_make(&builder, 0, &out, (const clb_type *const[]){&in}, 1, CLB_CKERNEL_STRIDED, &rows, &error),
            CLB_ERROR_ARGUMENT, "the list of source 0 has no memory");
    refused(clb_rows_make(&builder, 0, &clb_type_float64, NULL, 0, CLB_CKERNEL_STRIDED, &rows, &error),
            CLB_ERROR_ARGUMENT, "the destination is a float64");
    clb_ckernel_builder_clear(&builder);
}

/* Elements before the one that fails are done, those of the same tile too. */
static void a_conversion_that_fails_tells_where(void **state)
{
    enum { COUNT = 1300, BAD = 1200 };
    static double x[COUNT];
    static int8_t small[COUNT];
    clb_ckernel_builder builder;
    clb_array from, narrow;
    size_t leaf = 0, end = 0;
    (void)state;
    for (int i = 0; i < COUNT; i++) x[i] = 1;
    x[BAD] = 200;
    MAKE(&from, x, &clb_type_float64, COUNT);
    MAKE(&narrow, small, &clb_type_int8, COUNT);
    clb_ckernel_builder_init(&builder, NULL);
    const clb_conversion same = {&clb_type_float64, &clb_type_float64};
    check(clb_convert_make(&builder, 0, (clb_conversion){&clb_type_int8, &clb_type_float64}, &same, 1,
                           CLB_ASSIGN_OVERFLOW, CLB_CKERNEL_STRIDED, &leaf, &error));
    check(arrays_ckernel_scale(&builder, leaf, arrays_values_scale(.a = 2.0), CLB_CKERNEL_STRIDED, &end, &error));
    refused(clb_array_run(clb_ckernel_root(&builder), builder.scratch_size, &narrow, (const clb_array *const[]){&from},
                          1, &error),
            CLB_ERROR_ARGUMENT, "(1200)");
    for (int i = 0; i < BAD; i++) assert_int_equal(small[i], 2);
    clb_ckernel_builder_clear(&builder);
}

static void one_element_goes_through_conversions_too(void **state)
{
    clb_ckernel_builder builder;
    CLB_ALIGNED(128) static char scratch[1 << 16];
    clb_ckernel_call call = {.scratch = scratch};
    const float x = 1.5f;
    const char *source = (const char *)&x;
    int8_t y = 0;
    size_t leaf = 0, end = 0;
    (void)state;
    clb_ckernel_builder_init(&builder, NULL);
    check(clb_convert_make(&builder, 0, (clb_conversion){&clb_type_int8, &clb_type_float64},
                           &(clb_conversion){&clb_type_float32, &clb_type_float64}, 1, CLB_ASSIGN_OVERFLOW,
                           CLB_CKERNEL_SINGLE, &leaf, &error));
    check(arrays_ckernel_scale(&builder, leaf, arrays_values_scale(.a = 2.0), CLB_CKERNEL_STRIDED, &end, &error));
    assert_true(builder.scratch_size <= sizeof scratch);
    assert_int_equal(clb_ckernel_run_single(clb_ckernel_root(&builder), (char *)&y, &source, &call), 1);
    assert_int_equal(y, 3);
    clb_ckernel_builder_clear(&builder);
}

static void kernels_that_are_no_ckernel_are_refused(void **state)
{
    clb_ckernel_builder builder;
    const double factor = 2.0;
    size_t end = 0;
    clb_array_argument arguments[7] = {{0}};
    (void)state;
    clb_ckernel_builder_init(&builder, NULL);
    refused(clb_kernel_ckernel_make(&builder, 0, &arrays_bundle, arrays_KERNEL_difference, arguments, 3,
                                    CLB_CKERNEL_STRIDED, &end, &error),
            CLB_ERROR_UNSUPPORTED, "kernel 'difference' does not work element by element");
    refused(clb_kernel_ckernel_make(&builder, 0, &arrays_bundle, arrays_KERNEL_increase, arguments, 2,
                                    CLB_CKERNEL_STRIDED, &end, &error),
            CLB_ERROR_UNSUPPORTED, "kernel 'increase' reads and writes 'x'");
    refused(clb_kernel_ckernel_make(&builder, 0, &arrays_bundle, arrays_KERNEL_scale, arguments, 4, CLB_CKERNEL_STRIDED,
                                    &end, &error),
            CLB_ERROR_ARGUMENT, "takes a value of 8 bytes as 'a'");
    arguments[1] = (clb_array_argument){NULL, &factor, sizeof factor};
    refused(clb_kernel_ckernel_make(&builder, 0, &arrays_bundle, arrays_KERNEL_scale, arguments, 3, CLB_CKERNEL_STRIDED,
                                    &end, &error),
            CLB_ERROR_ARGUMENT, "takes 4 arguments, not 3");
    refused(clb_kernel_ckernel_make(&builder, 0, &arrays_bundle, arrays_KERNEL_COUNT, arguments, 3, CLB_CKERNEL_STRIDED,
                                    &end, &error),
            CLB_ERROR_ARGUMENT, "does not exist");
    refused(clb_kernel_ckernel_make(&builder, 0, &arrays_bundle, arrays_KERNEL_split, arguments, 4, CLB_CKERNEL_STRIDED,
                                    &end, &error),
            CLB_ERROR_UNSUPPORTED, "kernel 'split' reads 1 arrays and writes 2");
    clb_bundle bundle = arrays_bundle;
    bundle.types = NULL;
    refused(clb_kernel_ckernel_make(&builder, 0, &bundle, arrays_KERNEL_scale, arguments, 4, CLB_CKERNEL_STRIDED, &end,
                                    &error),
            CLB_ERROR_ABI, "has an argument 'x' that is damaged");
    bundle = arrays_bundle;
    bundle.native = NULL;
    refused(clb_kernel_ckernel_make(&builder, 0, &bundle, arrays_KERNEL_scale, arguments, 4, CLB_CKERNEL_STRIDED, &end,
                                    &error),
            CLB_ERROR_UNSUPPORTED, "without --native");
    check(clb_kernel_ckernel_make(&builder, 0, &arrays_bundle, arrays_KERNEL_scale, arguments, 4, CLB_CKERNEL_SINGLE,
                                  &end, &error));
    double x = 21, y = 0;
    char *scratch = aligned_alloc(CLB_NATIVE_ALIGNMENT, (builder.scratch_size + 127) / 128 * 128);
    assert_non_null(scratch);
    clb_ckernel_call call = {.scratch = scratch};
    const char *from = (const char *)&x;
    assert_int_equal(clb_ckernel_run_single(clb_ckernel_root(&builder), (char *)&y, &from, &call), 1);
    assert_true(y == 42);
    free(scratch);
    clb_ckernel_builder_clear(&builder);
}

static void a_damaged_range_is_refused(void **state)
{
    clb_ckernel_builder builder;
    clb_bundle bundle = arrays_bundle;
    const double factor = 2.0;
    const clb_kernel_data *scale = &bundle.kernels[arrays_KERNEL_scale];
    const uint32_t range = scale->range[0];
    const int64_t bad[] = {-1, scale->argument_count, INT64_MIN, INT64_MAX, UINT32_MAX};
    const clb_array_argument arguments[4] = {[1] = {NULL, &factor, sizeof factor}};
    int64_t *code = malloc(bundle.code_count * sizeof *code);
    size_t end = 0;
    (void)state;
    assert_non_null(code);
    memcpy(code, bundle.code, bundle.code_count * sizeof *code);
    assert_int_equal(code[range], CLB_OP_ARGUMENT);
    bundle.code = code;
    clb_ckernel_builder_init(&builder, NULL);
#define SCALE() \
    clb_kernel_ckernel_make(&builder, 0, &bundle, arrays_KERNEL_scale, arguments, 4, CLB_CKERNEL_STRIDED, &end, &error)
    check(SCALE());
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        code[range + 1] = bad[i];
        refused(SCALE(), CLB_ERROR_ABI, "damaged");
    }
    memcpy(code, arrays_bundle.code, bundle.code_count * sizeof *code);
    code[range + 2] = CLB_OP_ARGUMENT;
    refused(SCALE(), CLB_ERROR_ABI, "damaged");
    code[range + 2] = CLB_OP_END;
    for (bundle.code_count = 0; bundle.code_count < range + 3; bundle.code_count++)
        refused(SCALE(), CLB_ERROR_ABI, "damaged");
    check(SCALE());
#undef SCALE
    clb_ckernel_builder_clear(&builder);
    free(code);
}

/* Elements that do not lie as the kernel wants them go through tiles, whatever their size. */
static void leaves_of_every_element_size_run_over_strides(void **state)
{
    enum { N = 120 };
    typedef clb_status maker(clb_ckernel_builder *, size_t, clb_ckernel_request, size_t *, clb_error *);
    static const struct {
        maker *make;
        size_t size;
    } cases[] = {{arrays_ckernel_turn_bytes, 1},
                 {arrays_ckernel_turn_shorts, 2},
                 {arrays_ckernel_turn_floats, 4},
                 {arrays_ckernel_turn_pairs, 16},
                 {arrays_ckernel_turn_fours, 32}};
    CLB_ALIGNED(128) static char x[N * 64], y[N * 64], scratch[1 << 18];
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const size_t size = cases[c].size;
        clb_ckernel_builder builder;
        clb_ckernel_call call = {.scratch = scratch};
        const char *source = x;
        const ptrdiff_t stride = 2 * (ptrdiff_t)size;
        size_t end = 0;
        for (int i = 0; i < N; i++) {
            const double pair[4] = {i, i + 1, i + 2, i + 3};
            const float single = (float)i;
            const int16_t half = (int16_t)i;
            char *at = x + i * stride;
            if (size == 1) *at = (char)i;
            else
                memcpy(at,
                       size == 2   ? (const void *)&half
                       : size == 4 ? (const void *)&single
                                   : (const void *)pair,
                       size);
        }
        clb_ckernel_builder_init(&builder, NULL);
        check(cases[c].make(&builder, 0, CLB_CKERNEL_STRIDED, &end, &error));
        assert_true(builder.scratch_size <= sizeof scratch);
        assert_int_equal(clb_ckernel_run_strided(clb_ckernel_root(&builder), y + (N - 1) * stride, -stride, &source,
                                                 &stride, N, &call),
                         N);
        for (int i = 0; i < N; i++) {
            double pair[4] = {0};
            float single;
            int16_t half;
            const char *at = y + (N - 1 - i) * stride;
            if (size == 1) assert_int_equal((signed char)*at, -i);
            memcpy(&half, at, sizeof half);
            memcpy(&single, at, sizeof single);
            memcpy(pair, at, size < sizeof pair ? size : sizeof pair);
            if (size == 2) assert_int_equal(half, -i);
            if (size == 4) assert_true(single == -(float)i);
            if (size >= 16) assert_true(pair[0] == -i && pair[1] == -(i + 1) && (size == 16 || pair[3] == -(i + 3)));
        }
        /* More than the kernel's own integer counts. */
        if (size == 1 || size == 32) {
            const ptrdiff_t none = 0;
            assert_int_equal(
                clb_ckernel_run_strided(clb_ckernel_root(&builder), y, 0, &source, &none, size == 1 ? 256 : 128, &call),
                0);
            assert_non_null(strstr(call.reason, "longer than the kernel can count"));
            assert_int_equal(call.index[0], 0);
        }
        clb_ckernel_builder_clear(&builder);
    }
}

/* Rows of a fixed number of elements, and arrays of three dimensions whose order is not that of memory. */
static void rows_may_be_fixed_and_arrays_of_any_dimensions(void **state)
{
    static float x[2][3][4][5];
    static double y[4][3][2][5];
    static const clb_type row_in = {
        .kind = CLB_KIND_FIXED, .size = 20, .alignment = 4, .element = &clb_type_float32, .count = 5, .stride = 4};
    static const clb_type row_out = {
        .kind = CLB_KIND_FIXED, .size = 40, .alignment = 8, .element = &clb_type_float64, .count = 5, .stride = 8};
    const clb_type *const sources[] = {&row_in};
    const clb_conversion wide = {&clb_type_float32, &clb_type_float64}, same = {&clb_type_float64, &clb_type_float64};
    clb_ckernel_builder builder;
    clb_array from, to;
    size_t rows = 0, leaf = 0, end = 0;
    float *flat = &x[0][0][0][0];
    (void)state;
    for (int i = 0; i < 120; i++) flat[i] = (float)i;
    MAKE(&from, x, &row_in, 2, 3, 4);
    MAKE(&to, y, &row_out, 4, 3, 2);
    check(clb_array_transpose(&to, NULL, &to, &error));
    clb_ckernel_builder_init(&builder, NULL);
    check(clb_rows_make(&builder, 0, &row_out, sources, 1, CLB_CKERNEL_STRIDED, &rows, &error));
    check(clb_convert_make(&builder, rows, same, &wide, 1, CLB_ASSIGN_NONE, CLB_CKERNEL_STRIDED, &leaf, &error));
    check(arrays_ckernel_scale(&builder, leaf, arrays_values_scale(.a = 2.0), CLB_CKERNEL_STRIDED, &end, &error));
    run(&builder, &to, (const clb_array *const[]){&from}, 1);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                for (int q = 0; q < 5; q++) assert_true(y[k][j][i][q] == 2.0 * (double)x[i][j][k][q]);
    clb_ckernel_builder_clear(&builder);
    refused(clb_rows_make(&builder, 0, &row_out, sources, CLB_CKERNEL_SOURCES + 1, CLB_CKERNEL_STRIDED, &rows, &error),
            CLB_ERROR_ARGUMENT, "at most 32 sources, not 33");
}

/* ---- Threads and memory ---- */

typedef struct worker {
    pthread_t thread;
    const clb_shared_ckernel *shared;
    double x[3000], y[3000];
    bool well;
} worker;

static void *work(void *context)
{
    worker *w = context;
    clb_array from, to;
    clb_error own = {0};
    const ptrdiff_t back = -(ptrdiff_t)sizeof(double);
    for (int i = 0; i < 3000; i++) w->x[i] = i;
    w->well =
        clb_array_make(w->x, sizeof w->x, &clb_type_float64, 1, (const size_t[]){3000}, NULL, &from, &own) == CLB_OK &&
        clb_array_make(w->y + 2999, SIZE_MAX, &clb_type_float64, 1, (const size_t[]){3000}, &back, &to, &own) == CLB_OK;
    for (int k = 0; w->well && k < 20; k++)
        w->well = clb_array_run(clb_shared_ckernel_root(w->shared), clb_shared_ckernel_scratch_size(w->shared), &to,
                                (const clb_array *const[]){&from}, 1, &own) == CLB_OK;
    for (int i = 0; w->well && i < 3000; i++) w->well = w->y[2999 - i] == 5.0 * i;
    clb_error_clear(&own);
    return NULL;
}

static void threads_share_one_ckernel(void **state)
{
    static worker workers[8];
    clb_ckernel_builder builder;
    clb_shared_ckernel *shared = NULL;
    size_t end = 0;
    (void)state;
    clb_ckernel_builder_init(&builder, NULL);
    check(arrays_ckernel_scale(&builder, 0, arrays_values_scale(.a = 5.0), CLB_CKERNEL_STRIDED, &end, &error));
    check(clb_ckernel_share(&builder, &shared, &error));
    for (int i = 0; i < 8; i++) {
        workers[i].shared = shared;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < 8; i++) {
        pthread_join(workers[i].thread, NULL);
        assert_true(workers[i].well);
    }
    clb_shared_ckernel_release(&shared);
}

/* The allocator's n-th call fails. */
typedef struct allocations {
    int left;
    int blocks;
} allocations;

static void *resize(void *cookie, void *memory, size_t old_size, size_t size)
{
    allocations *a = cookie;
    (void)old_size;
    if (size == 0) {
        a->blocks -= memory != NULL;
        free(memory);
        return NULL;
    }
    if (a->left-- == 0) return NULL;
    a->blocks += !memory;
    return realloc(memory, size);
}

static void a_tree_whose_memory_runs_out_is_destroyed(void **state)
{
    const clb_conversion wide = {&clb_type_float32, &clb_type_float64};
    const clb_conversion sources[] = {wide, wide};
    const clb_type fixed = {
        .kind = CLB_KIND_FIXED, .size = 32, .alignment = 4, .element = &clb_type_float32, .count = 8, .stride = 4};
    bool failed = true;
    (void)state;
    for (int n = 0; failed; n++) {
        allocations a = {n, 0};
        const clb_allocator allocator = {resize, &a};
        clb_ckernel_builder builder;
        size_t rows = 0, leaf = 0, end = 0;
        clb_ckernel_builder_init(&builder, &allocator);
        clb_status status = clb_rows_make(&builder, 0, &fixed, (const clb_type *const[]){&fixed, &fixed}, 2,
                                          CLB_CKERNEL_STRIDED, &rows, &error);
        if (!status)
            status =
                clb_convert_make(&builder, rows, wide, sources, 2, CLB_ASSIGN_NONE, CLB_CKERNEL_STRIDED, &leaf, &error);
        if (!status) status = arrays_ckernel_add(&builder, leaf, CLB_CKERNEL_STRIDED, &end, &error);
        failed = status != CLB_OK;
        if (failed) assert_int_equal(status, CLB_ERROR_MEMORY);
        else assert_true(n > 0);
        clb_ckernel_builder_clear(&builder);
        assert_int_equal(a.blocks, 0);
        clb_error_clear(&error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_leaf_runs_over_every_layout),
        cmocka_unit_test(elements_count_from_the_start_of_a_run),
        cmocka_unit_test(rows_of_var_dimensions_run_through_conversions),
        cmocka_unit_test(rows_of_lists_run_and_bad_offsets_are_told),
        cmocka_unit_test(a_conversion_that_fails_tells_where),
        cmocka_unit_test(one_element_goes_through_conversions_too),
        cmocka_unit_test(kernels_that_are_no_ckernel_are_refused),
        cmocka_unit_test(a_damaged_range_is_refused),
        cmocka_unit_test(leaves_of_every_element_size_run_over_strides),
        cmocka_unit_test(rows_may_be_fixed_and_arrays_of_any_dimensions),
        cmocka_unit_test(threads_share_one_ckernel),
        cmocka_unit_test(a_tree_whose_memory_runs_out_is_destroyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
