/* Copies that go by way of memory which the driver has mapped, over a fake driver that is slow with any other: all
 * bytes arrive, from any number of arrays, at any place; failures of the driver are told, and nothing hangs or stays.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include "clbundle/pipeline.h"
#include "memory/copies.h"
#include "platform/platform.h"

#include <stdint.h>

enum { MIB = 1 << 20, SIZE = 42 * MIB + 13, ITEMS = 5 * MIB / 4 };

static clb_device *device;
static unsigned char *from, *to;

static void open_platform(const char *name)
{
    fake_setup setup = {.platform_count = 1, .platforms = {{name, 1, {{.name = "Fake GPU", .type = 4, .units = 4}}}}};
    fake()->reset(&setup);
    device = open_fake();
}

static int start(void **state)
{
    (void)start_fake(state);
    from = malloc(SIZE);
    to = malloc(SIZE);
    for (size_t i = 0; i < SIZE; i++) from[i] = (unsigned char)(i * 7 + i / 255);
    memset(to, 0, SIZE);
    open_platform("NVIDIA CUDA");
    return 0;
}

static int end(void **state)
{
    clb_device_close(&device);
    free(from);
    free(to);
    return end_fake(state);
}

static void buffers_keep_what_is_copied(void **state)
{
    (void)state;
    clb_error error = {0};
    static const size_t sizes[] = {8 * MIB, 9 * MIB - 63, SIZE - 64 /* slots are used again */};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        clb_buffer *buffer = NULL;
        const size_t size = sizes[i], place = 11 + i, few = 1000;
        OK(clb_buffer_create(device, size + 32, NULL, &buffer, &error), &error);
        const unsigned before = fake()->calls("clEnqueueWriteBuffer");
        OK(clb_buffer_write(buffer, place, from + 1, size, &error), &error);
        assert_true(fake()->calls("clEnqueueWriteBuffer") >= before + 3);
        memset(to, 0, size + 64);
        OK(clb_buffer_read(buffer, place, to + 3, size, &error), &error);
        assert_memory_equal(to + 3, from + 1, size);
        assert_true(to[2] == 0 && to[size + 3] == 0);
        clb_buffer_release(&buffer);
        /* Filled when it is made; a little of it is copied directly. */
        OK(clb_buffer_create(device, size, from, &buffer, &error), &error);
        OK(clb_buffer_read(buffer, size - few, to, few, &error), &error);
        assert_memory_equal(to, from + size - few, few);
        clb_buffer_release(&buffer);
    }
    assert_int_equal(fake()->ordinary_copies(), 0);
}

/* Memory that the application has mapped needs no way round. */
static void mapped_memory_is_copied_directly(void **state)
{
    (void)state;
    enum { PLACE = 100 };
    const size_t size = 9 * MIB;
    clb_error error = {0};
    clb_buffer *buffer = NULL, *other = NULL;
    void *host = NULL;
    OK(clb_buffer_create(device, size, NULL, &buffer, &error), &error);
    OK(clb_buffer_create(device, size + PLACE, NULL, &other, &error), &error);
    OK(clb_buffer_map(other, CLB_MAP_READ | CLB_MAP_WRITE, 0, size + PLACE, NULL, &host, NULL, &error), &error);
    memcpy((char *)host + PLACE, from, size);
    const unsigned writes = fake()->calls("clEnqueueWriteBuffer"), reads = fake()->calls("clEnqueueReadBuffer");
    OK(clb_buffer_write(buffer, 0, (char *)host + PLACE, size, &error), &error);
    memset(host, 0, size + PLACE);
    OK(clb_buffer_read(buffer, 0, host, size, &error), &error);
    assert_memory_equal(host, from, size);
    assert_int_equal(fake()->calls("clEnqueueWriteBuffer"), writes + 1);
    assert_int_equal(fake()->calls("clEnqueueReadBuffer"), reads + 1);
    OK(clb_buffer_unmap(other, host, NULL, NULL, &error), &error);
    OK(clb_buffer_write(buffer, 0, from, size, &error), &error);
    assert_true(fake()->calls("clEnqueueWriteBuffer") > writes + 2);
    clb_buffer_release(&buffer);
    clb_buffer_release(&other);
}

/* Both directions, and a kernel in between. */
static void calls_copy_through_mapped_memory(void **state)
{
    (void)state;
    clb_error error = {0};
    double *x = malloc(ITEMS * sizeof *x), *y = malloc(ITEMS * sizeof *y);
    for (int i = 0; i < ITEMS; i++) x[i] = i;
    OK(call_scale(device, x, 3, y, ITEMS, &error), &error);
    for (int i = 0; i < ITEMS; i++) assert_true(y[i] == 3.0 * i);
    assert_int_equal(fake()->ordinary_copies(), 0);
    const unsigned mappings = fake()->calls("clEnqueueMapBuffer");
    OK(call_scale(device, x, 2, y, 1000, &error), &error); /* few bytes go directly */
    assert_true(y[999] == 1998 && fake()->ordinary_copies() > 0);
    OK(call_scale(device, x, 2, y, ITEMS, &error), &error);
    assert_int_equal(fake()->calls("clEnqueueMapBuffer"), mappings); /* the memory is kept */

    /* Another driver copies by itself. */
    clb_device_close(&device);
    open_platform("Another");
    OK(call_scale(device, x, 3, y, ITEMS, &error), &error);
    for (int i = 0; i < ITEMS; i++) assert_true(y[i] == 3.0 * i);
    assert_int_equal(fake()->calls("clEnqueueMapBuffer"), 0);
    assert_int_equal(fake()->calls("clEnqueueWriteBuffer"), 1);
    free(x);
    free(y);
}

/* Many copies, large and small, more than are made at once; the later one of two that end in the same place counts. */
static void many_copies_are_one_row(void **state)
{
    (void)state;
    enum { COUNT = 3 * CLBI_COPIES_AT_ONCE / 2 };
    clb_error error = {0};
    clb_buffer *buffers[COUNT] = {NULL};
    size_t sizes[COUNT], at = 0;
    for (int round = 0; round < 2; round++) {
        clbi_copies copies = clbi_copies_begin(device, round == 1, "test");
        at = 0;
        for (int i = 0; i < COUNT; i++) {
            sizes[i] = i % 5 == 0 ? (size_t)(i % 3) * MIB + (size_t)i : i % 5 == 1 ? 0 : (size_t)(i * 1001 + 1);
            if (round == 0) OK(clb_buffer_create(device, sizes[i] + 64, NULL, &buffers[i], &error), &error);
            OK(clbi_copies_add(&copies, buffers[i], 64, (char *)(round ? to : from) + at, sizes[i], &error), &error);
            at += sizes[i] + 7;
        }
        OK(clbi_copies_end(&copies, true, &error), &error);
    }
    assert_true(at < SIZE);
    at = 0;
    for (int i = 0; i < COUNT; i++) {
        assert_memory_equal(to + at, from + at, sizes[i]);
        for (size_t k = 0; k < 7; k++) assert_int_equal(to[at + sizes[i] + k], 0);
        at += sizes[i] + 7;
        clb_buffer_release(&buffers[i]);
    }

    clb_buffer *first = NULL, *second = NULL;
    OK(clb_buffer_create(device, 20 * MIB, from, &first, &error), &error);
    OK(clb_buffer_create(device, 20 * MIB, from + 5, &second, &error), &error);
    clbi_copies copies = clbi_copies_begin(device, true, "test");
    OK(clbi_copies_add(&copies, first, 0, (char *)to, 20 * MIB, &error), &error);
    OK(clbi_copies_add(&copies, second, 0, (char *)to + 10 * MIB, 20 * MIB, &error), &error);
    OK(clbi_copies_end(&copies, true, &error), &error);
    assert_memory_equal(to, from, 10 * MIB);
    assert_memory_equal(to + 10 * MIB, from + 5, 20 * MIB);
    clb_buffer_release(&first);
    clb_buffer_release(&second);
}

static clb_status there_and_back(clb_error *error)
{
    const size_t size = 9 * MIB;
    clb_buffer *buffer = NULL;
    clb_status status = clb_buffer_create(device, size, NULL, &buffer, error);
    if (status == CLB_OK) status = clb_buffer_write(buffer, 0, from, size, error);
    if (status == CLB_OK) status = clb_buffer_read(buffer, 0, to, size, error);
    if (status == CLB_OK) assert_memory_equal(to, from, size);
    clb_buffer_release(&buffer);
    return status;
}

static void failures_of_the_driver_are_told(void **state)
{
    (void)state;
    enum { RESOURCES = -5 };
    static const struct {
        const char *function;
        unsigned n;
        bool fails;
    } cases[] = {
        {"clEnqueueWriteBuffer", 1, true},
        {"clEnqueueWriteBuffer", 2, true},
        {"clEnqueueReadBuffer", 1, true},
        {"clEnqueueReadBuffer", 2, true},
        {"clEnqueueReadBuffer", 3, true},
        {"clWaitForEvents", 1, true},
        {"clWaitForEvents", 3, true},
        {"clWaitForEvents", 5, true},
        {"clFlush", 2, true},
        {"clFlush", 5, true},
        {"clEnqueueMapBuffer", 1, false},
        {"clCreateBuffer", 2, false}, /* no such memory: copied directly */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        clb_error error = {0};
        clb_device_close(&device);
        open_platform("NVIDIA CUDA");
        fake()->fail_call(cases[i].function, cases[i].n, RESOURCES);
        const clb_status status = there_and_back(&error);
        if ((status != CLB_OK) != cases[i].fails)
            fail_msg("%s, call %u: %s", cases[i].function, cases[i].n, clb_status_name(status));
        assert_true(status == CLB_OK || *error.message);
        clb_error_clear(&error);
    }
}

int main(void)
{
    if (clbi_processor_count() < 2) {
        printf("skipped: nobody helps where there is one processor\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(buffers_keep_what_is_copied, start, end),
        cmocka_unit_test_setup_teardown(mapped_memory_is_copied_directly, start, end),
        cmocka_unit_test_setup_teardown(calls_copy_through_mapped_memory, start, end),
        cmocka_unit_test_setup_teardown(many_copies_are_one_row, start, end),
        cmocka_unit_test_setup_teardown(failures_of_the_driver_are_told, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
