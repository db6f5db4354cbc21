/* Large calls with arrays on a device with its own memory, over the fake OpenCL, which runs commands as late as
 * possible. Chunks go through mapped memory and are submitted before the host continues, and every call that can fail
 * is made to fail.
 *
 * SPDX-License-Identifier: MIT */
#include "arrays.h"
#include "faults.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* With -DSAMPLED=1, for sanitizers, one of STEP calls is made to fail. */
#ifndef SAMPLED
#define SAMPLED 0
#endif
enum { STEP = SAMPLED ? 3 : 1 };

enum { CHUNK = 1 << 18, CL_GPU = 4, MANY = 3 * CHUNK + 77, FEW = 2 * CHUNK + 5 };

static float x[MANY][2];
static int64_t y[MANY];
static int16_t steps[MANY];
static double plain[MANY];
static clb_error error;

#define TRY(call)                        \
    do {                                 \
        const clb_status try_ = (call);  \
        if (try_ != CLB_OK) return try_; \
    } while (0)

typedef struct operands {
    clb_array from, to, steps, plain, one;
} operands;

static clb_status make(operands *o, size_t count, clb_error *e)
{
    static const double one = 1.0;
    clb_array all;
    TRY(clb_array_make(x, sizeof x, &clb_type_float32, 2, (const size_t[]){count, 2}, NULL, &all, e));
    TRY(clb_array_index(&all, 1, 1, &o->from, e));
    TRY(clb_array_make(y, sizeof y, &clb_type_int64, 1, &count, NULL, &o->to, e));
    TRY(clb_array_reverse(&o->to, 0, &o->to, e));
    TRY(clb_array_make(steps, sizeof steps, &clb_type_int16, 1, &count, NULL, &o->steps, e));
    TRY(clb_array_make(plain, sizeof plain, &clb_type_float64, 1, &count, NULL, &o->plain, e));
    return clb_array_make((void *)(uintptr_t)&one, sizeof one, &clb_type_float64, 0, NULL, NULL, &o->one, e);
}

/* What a call with so many elements reads, and what it is to write: computed once, as a session is repeated for each
 * call that can fail. */
static struct {
    size_t count;
    float x[MANY][2];
    int16_t steps[MANY], increased[MANY];
    int64_t scaled[MANY];
    double sums[MANY];
} wanted;

static void compute(size_t count)
{
    if (wanted.count == count) return;
    wanted.count = count;
    for (size_t i = 0; i < count; i++) {
        wanted.x[i][1] = (float)i;
        wanted.steps[i] = (int16_t)(i % 1000);
        wanted.increased[i] = (int16_t)(i % 1000 + 1);
        wanted.scaled[count - 1 - i] = 3 * (int64_t)i;
        wanted.sums[i] = (double)i + 1.0;
    }
}

static void fill(size_t count)
{
    compute(count);
    memcpy(x, wanted.x, count * sizeof *x);
    memcpy(steps, wanted.steps, count * sizeof *steps);
    memset(y, 0xff, count * sizeof *y);
    memset(plain, 0xff, count * sizeof *plain);
}

static void check_scaled(size_t count)
{
    if (memcmp(y, wanted.scaled, count * sizeof *y) == 0) return;
    for (size_t i = 0; i < count; i++)
        if (y[i] != wanted.scaled[i]) fail_msg("element %zu of %zu is %lld", count - 1 - i, count, (long long)y[i]);
}

static void check_sums(size_t count)
{
    if (memcmp(plain, wanted.sums, count * sizeof *plain) == 0) return;
    for (size_t i = 0; i < count; i++)
        if (plain[i] != wanted.sums[i]) fail_msg("element %zu of %zu is %g", i, count, plain[i]);
}

/* Read only, written only, read and written, one element for all, and one that is copied from where it is. */
static clb_status session(clb_device **device, size_t count, clb_error *e)
{
    operands o;
    fill(count);
    TRY(make(&o, count, e));
    TRY(clb_device_open(
        &(clb_device_params){.environment = "", .bundle = &arrays_bundle, .back_ends = CLB_BACK_END_OPENCL}, device,
        e));
    TRY(arrays_array_scale(*device, arrays_arrays_scale(.x = &o.from, .a = 3.0, .y = &o.to), e));
    check_scaled(count);
    TRY(arrays_array_increase(*device, arrays_arrays_increase(.x = &o.steps), e));
    assert_memory_equal(steps, wanted.increased, count * sizeof *steps);
    TRY(arrays_array_add(*device, arrays_arrays_add(.x = &o.from, .z = &o.one, .y = &o.plain), e));
    check_sums(count);
    return CLB_OK;
}

static void chunks_go_through_mapped_memory_and_are_sent_off_at_once(void **state)
{
    operands o;
    clb_device *device = open_fake();
    (void)state;
    fill(MANY);
    OK(make(&o, MANY, &error), &error);
    for (int round = 0; round < 2; round++) {
        OK(arrays_array_scale(device, arrays_arrays_scale(.x = &o.from, .a = 3.0, .y = &o.to), &error), &error);
        check_scaled(MANY);
        memset(y, 0, sizeof y);
    }
    assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 8);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(fake()->launch(i).offset[0], i * CHUNK);
        assert_int_equal(fake()->launch(i).global[0], i < 3 ? CHUNK : 77);
    }
    assert_int_equal(fake()->ordinary_copies(), 0);
    assert_int_equal(fake()->late_flushes(), 0);
    assert_true(fake()->calls("clFlush") >= 8);
    assert_int_equal(fake()->calls("clEnqueueMapBuffer"), 1); /* kept from call to call */
    clb_device_close(&device);
}

/* Where a driver is slow with ordinary memory, what needs no conversion is copied by threads, too. */
static void a_slow_driver_gets_mapped_memory_alone(void **state)
{
    static const fake_setup slow = {
        .platform_count = 1, .platforms = {{"NVIDIA CUDA", 1, {{.name = "Fake GPU", .type = CL_GPU, .units = 4}}}}};
    operands o;
    (void)state;
    for (int round = 0; round < 2; round++) {
        fake()->reset(round ? &slow : NULL);
        clb_device *device = open_fake();
        fill(MANY);
        OK(make(&o, MANY, &error), &error);
        OK(arrays_array_add(device, arrays_arrays_add(.x = &o.from, .z = &o.one, .y = &o.plain), &error), &error);
        check_sums(MANY);
        /* The one element that holds for all is not worth it. */
        assert_true(round ? fake()->ordinary_copies() <= 1 : fake()->ordinary_copies() > 1);
        clb_device_close(&device);
    }
}

/* By the times of the events: while one chunk is computed, another's inputs are copied and the results of a third. */
static void copies_both_ways_go_on_beside_the_kernel(void **state)
{
    static const fake_setup timed = {
        .platform_count = 1,
        .platforms = {{"Fake platform", 1, {{.name = "Fake GPU", .type = CL_GPU, .units = 4}}}},
        .bytes_per_tick = 8 * 256,
        .items_per_tick = 256, /* a chunk of doubles takes as long each way as its kernel */
    };
    operands o;
    fake_command c, of[3][4] = {{{.start = 0}}};
    unsigned found[3] = {0};
    (void)state;
    fake()->reset(&timed);
    clb_device *device = open_fake();
    fill(MANY);
    OK(make(&o, MANY, &error), &error);
    OK(arrays_array_scale(device, arrays_arrays_scale(.x = &o.from, .a = 3.0, .y = &o.to), &error), &error);
    check_scaled(MANY);
    uint64_t sum = 0, first = UINT64_MAX, last = 0;
    for (unsigned i = 0; fake()->command(i, &c); i++) {
        if (c.kind == FAKE_OTHER) continue;
        unsigned *count = &found[c.kind - FAKE_WRITE];
        if (*count < 4) of[c.kind - FAKE_WRITE][(*count)++] = c;
        sum += c.end - c.start;
        first = c.start < first ? c.start : first;
        last = c.end > last ? c.end : last;
    }
    for (unsigned k = 0; k < 3; k++) assert_int_equal(found[k], 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(of[1][i].start >= of[0][i].end && of[2][i].start >= of[1][i].end);
        if (i > 0) assert_true(of[0][i].start < of[1][i - 1].end); /* a copy to the device, beside the kernel before */
        if (i > 1) assert_true(of[0][i].start < of[2][i - 2].end && of[1][i].start < of[2][i - 1].end);
    }
    (void)printf("commands take %llu, all together %llu\n", (unsigned long long)sum,
                 (unsigned long long)(last - first));
    /* 3 full chunks and a tiny one: 5 in place of 9 steps. */
    assert_true(last - first < sum * 6 / 10);
    clb_device_close(&device);
}

/* Chunks cut rows, planes and blocks anywhere. */
static void layouts_of_several_dimensions_are_whole_in_chunks(void **state)
{
    enum { A = 73, B = 91, C = 89, ALL = A * B * C };
    static const uint32_t orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {0, 2, 1}, {2, 0, 1}, {1, 0, 2}};
    static double to[ALL];
    static float from[ALL];
    const size_t shape[3] = {A, B, C};
    clb_device *device = open_fake();
    (void)state;
    assert_true(ALL > 2 * (int)CHUNK);
    for (size_t i = 0; i < ALL; i++) from[i] = (float)i;
    for (size_t n = 0; n < 12; n++) {
        const uint32_t *order = orders[n % 6];
        clb_array x_, y_;
        memset(to, 0, sizeof to);
        OK(clb_array_make(from, sizeof from, &clb_type_float32, 3, shape, NULL, &x_, &error), &error);
        OK(clb_array_transpose(&x_, order, &x_, &error), &error);
        if (n >= 6) OK(clb_array_reverse(&x_, 1, &x_, &error), &error);
        OK(clb_array_make(to, sizeof to, &clb_type_float64, 3, x_.shape, NULL, &y_, &error), &error);
        if (n >= 6) OK(clb_array_reverse(&y_, 2, &y_, &error), &error);
        OK(arrays_array_scale(device, arrays_arrays_scale(.x = &x_, .a = 3.0, .y = &y_), &error), &error);
        for (size_t i = 0; i < x_.shape[0]; i++)
            for (size_t j = 0; j < x_.shape[1]; j++)
                for (size_t k = 0; k < x_.shape[2]; k++) {
                    const ptrdiff_t at[3] = {(ptrdiff_t)i, (ptrdiff_t)j, (ptrdiff_t)k};
                    float f;
                    double d;
                    const char *a = x_.data, *b = y_.data;
                    for (int m = 0; m < 3; m++) a += at[m] * x_.strides[m], b += at[m] * y_.strides[m];
                    memcpy(&f, a, sizeof f);
                    memcpy(&d, b, sizeof d);
                    if (d != 3.0 * (double)f) fail_msg("layout %zu, element %zu, %zu, %zu: %g", n, i, j, k, d);
                }
    }
    /* A result that does not fit, in a transposed array: the first one in the order of elements. */
    static int16_t narrow[ALL];
    const double one = 1.0;
    clb_array x_, y_;
    for (size_t i = 0; i < ALL; i++) from[i] = i == 5 * B * C + 11 || i == 6 * B * C + 10 ? 1e9f : 1.0f;
    OK(clb_array_make(from, sizeof from, &clb_type_float32, 3, shape, NULL, &x_, &error), &error);
    OK(clb_array_make(narrow, sizeof narrow, &clb_type_int16, 3, shape, NULL, &y_, &error), &error);
    OK(clb_array_transpose(&x_, NULL, &x_, &error), &error);
    OK(clb_array_transpose(&y_, NULL, &y_, &error), &error);
    const clb_array_argument arguments[] = {{&x_, NULL, 0}, {NULL, &one, sizeof one}, {&y_, NULL, 0}, {NULL, NULL, 0}};
    FAILS(clb_array_call(device, &arrays_bundle, arrays_KERNEL_scale, NULL, arguments, 4,
                         &(clb_array_call_params){.mode = CLB_ASSIGN_OVERFLOW}, &error),
          CLB_ERROR_ARGUMENT, &error, "argument 'y' of kernel 'scale' has an element (10, 0, 6)");
    clb_device_close(&device);
}

static void without_queues_of_their_own_copies_take_turns_with_kernels(void **state)
{
    (void)state;
    for (unsigned n = 2; n <= 3; n++) { /* the first queue is the device's */
        operands o;
        fake()->reset(NULL);
        fake()->fail_call("clCreateCommandQueue", n, -6);
        clb_device *device = open_fake();
        fill(MANY);
        OK(make(&o, MANY, &error), &error);
        OK(arrays_array_scale(device, arrays_arrays_scale(.x = &o.from, .a = 3.0, .y = &o.to), &error), &error);
        check_scaled(MANY);
        assert_int_equal(fake()->late_flushes(), 0);
        clb_device_close(&device);
        assert_int_equal(fake()->live(), 0);
        assert_int_equal(fake()->misuse(), 0);
    }
}

static void every_kind_of_operand_is_whole_in_chunks(void **state)
{
    clb_device *device = NULL;
    (void)state;
    OK(session(&device, MANY, &error), &error);
    assert_int_equal(fake()->late_flushes(), 0);
    clb_device_close(&device);
}

static void ordinary_memory_does_where_none_can_be_mapped(void **state)
{
    static const char *const functions[] = {"clEnqueueMapBuffer", "clCreateBuffer"};
    (void)state;
    for (size_t f = 0; f < 2; f++) {
        operands o;
        fake()->reset(NULL);
        clb_device *device = open_fake();
        fill(MANY);
        OK(make(&o, MANY, &error), &error);
        fake()->fail_call(functions[f], f == 0 ? 1 : 3, -6); /* behind the two buffers of the device */
        OK(arrays_array_scale(device, arrays_arrays_scale(.x = &o.from, .a = 3.0, .y = &o.to), &error), &error);
        check_scaled(MANY);
        assert_true(fake()->ordinary_copies() > 0);
        clb_device_close(&device);
        assert_int_equal(fake()->live(), 0);
    }
}

static void an_element_that_does_not_fit_ends_the_call_and_not_the_device(void **state)
{
    const double three = 3.0;
    operands o;
    clb_device *device = open_fake();
    (void)state;
    fill(MANY);
    OK(make(&o, MANY, &error), &error);
    const clb_array_argument arguments[] = {
        {&o.from, NULL, 0}, {NULL, &three, sizeof three}, {&o.to, NULL, 0}, {NULL, NULL, 0}};
    const clb_array_call_params checked = {.mode = CLB_ASSIGN_OVERFLOW};
    /* In the first results that are taken, while the device has others to do; and in the last. */
    for (int round = 0; round < 2; round++) {
        const int at = round ? MANY - 1 : 5;
        char place[64];
        (void)snprintf(place, sizeof place, "argument 'y' of kernel 'scale' has an element (%d,)", at);
        x[at][1] = 1e30f;
        FAILS(clb_array_call(device, &arrays_bundle, arrays_KERNEL_scale, NULL, arguments, 4, &checked, &error),
              CLB_ERROR_ARGUMENT, &error, place);
        x[at][1] = (float)at;
        OK(clb_array_call(device, &arrays_bundle, arrays_KERNEL_scale, NULL, arguments, 4, &checked, &error), &error);
        check_scaled(MANY);
    }
    /* An input of a later chunk. */
    const clb_array_argument whole[] = {{&o.plain, NULL, 0}, {NULL, NULL, 0}};
    for (size_t i = 0; i < MANY; i++) plain[i] = i == CHUNK + 3 ? 0.5 : -1.0;
    const clb_array_call_params exact = {.mode = CLB_ASSIGN_FRACTIONAL};
    FAILS(clb_array_call(device, &arrays_bundle, arrays_KERNEL_increase, NULL, whole, 2, &exact, &error),
          CLB_ERROR_ARGUMENT, &error, "argument 'x' of kernel 'increase' has an element (262147,)");
    assert_true(plain[CHUNK + 3] == 0.5);
    clb_device_close(&device);
}

static void every_opencl_call_of_a_chunk_that_fails_is_reported_and_nothing_leaks(void **state)
{
    unsigned reported = 0, silent = 0;
    (void)state;
    for (unsigned f = 0; f < fake()->function_count(); f++) {
        const char *function = fake()->function_name(f);
        clb_device *device = NULL;
        fake()->reset(NULL);
        OK(session(&device, FEW, &error), &error);
        clb_device_close(&device);
        const unsigned total = fake()->calls(function);
        const bool described = strstr(function, "Info") != NULL; /* the same calls come before all kinds of launches */
        for (unsigned n = 1; n <= total && !described; n += STEP) {
            fake()->reset(NULL);
            fake()->fail_call(function, n, -5);
            const clb_status status = session(&device, FEW, &error);
            if (status != CLB_OK && (error.status != status || strlen(error.message) < 20 ||
                                     (strcmp(function, "run") != 0 && !strstr(error.message, function))))
                fail_msg("call %u of %s: %s: %s", n, function, clb_status_name(status), error.message);
            reported += status != CLB_OK;
            silent += status == CLB_OK;
            clb_error_clear(&error);
            clb_device_close(&device);
            if (fake()->live() != 0) fail_msg("call %u of %s: %ld objects leaked", n, function, fake()->live());
            assert_int_equal(fake()->misuse(), 0);
        }
    }
    (void)printf("%u failures reported, %u worked around\n", reported, silent);
    assert_true(reported > 30 / STEP);
}

static void every_allocation_of_a_chunk_that_fails_is_reported_and_nothing_leaks(void **state)
{
    unsigned failures = 0;
    long n = 1;
    (void)state;
    for (bool reached_end = false; !reached_end; n += STEP) {
        clb_device *device = NULL;
        fake()->reset(NULL);
        faults_start(n);
        const clb_status status = session(&device, FEW, &error);
        const char *function = faults_failed();
        faults_stop();
        reached_end = !function;
        if (reached_end) OK(status, &error);
        if (status != CLB_OK && ((status != CLB_ERROR_MEMORY && status != CLB_ERROR_NO_DEVICE) ||
                                 error.status != status || strlen(error.message) < 20))
            fail_msg("call %ld, %s: %s: %s", n, function, clb_status_name(status), error.message);
        failures += status != CLB_OK;
        clb_error_clear(&error);
        clb_device_close(&device);
        if (*faults_left()) fail_msg("call %ld, %s: %s left", n, function ? function : "none", faults_left());
        if (fake()->live() != 0)
            fail_msg("call %ld, %s: %ld objects left", n, function ? function : "none", fake()->live());
    }
    (void)printf("%ld calls made to fail, %u times with a status\n", (n - 1) / STEP - 1, failures);
    assert_true(failures > 20 / STEP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(chunks_go_through_mapped_memory_and_are_sent_off_at_once, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(a_slow_driver_gets_mapped_memory_alone, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(copies_both_ways_go_on_beside_the_kernel, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(layouts_of_several_dimensions_are_whole_in_chunks, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(without_queues_of_their_own_copies_take_turns_with_kernels, start_fake,
                                        end_fake),
        cmocka_unit_test_setup_teardown(every_kind_of_operand_is_whole_in_chunks, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(ordinary_memory_does_where_none_can_be_mapped, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(an_element_that_does_not_fit_ends_the_call_and_not_the_device, start_fake,
                                        end_fake),
        cmocka_unit_test_setup_teardown(every_opencl_call_of_a_chunk_that_fails_is_reported_and_nothing_leaks,
                                        start_fake, end_fake),
        cmocka_unit_test_setup_teardown(every_allocation_of_a_chunk_that_fails_is_reported_and_nothing_leaks,
                                        start_fake, end_fake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
