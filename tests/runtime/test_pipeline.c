/* clbundle/pipeline.h on each back end: "fake", "native" or "real" (this machine's OpenCL device).
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "forks.h"
#include "pipeline.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool no_fork; /* a thread sanitizer does not bear it */

/* ---- Queues and transfers -----------------------------------------------------------------------------------------
 */

static void events_order_the_commands_of_several_queues(void **state)
{
    (void)state;
    static double in[N], out[N];
    count_up(in);
    for (int round = 0; round < 5; round++) {
        clb_event *written = NULL, *shifted = NULL, *copied = NULL, *read = NULL;
        OK(clb_buffer_write_async(x, 0, in, SIZE, ON(one), &written, &error), &error);
        OK(shift(x, 5, N, &(clb_launch){.wait = &written, .wait_count = 1}, &shifted), &error);
        OK(clb_buffer_copy(x, 0, y, 0, SIZE, AFTER(two, shifted), &copied, &error), &error);
        OK(shift(y, 1, N, &(clb_launch){.queue = one, .wait = &copied, .wait_count = 1}, NULL), &error);
        OK(clb_buffer_read_async(y, 0, out, SIZE, ON(one), &read, &error), &error);
        OK(clb_event_wait(read, &error), &error);
        for (int i = 0; i < N; i++) assert_true(out[i] > i + 5.5 && out[i] < i + 6.5);
        clb_event *all[] = {written, shifted, copied, read};
        for (int i = 0; i < 4; i++) {
            bool complete = false;
            OK(clb_event_poll(all[i], &complete, &error), &error);
            assert_true(complete);
            uint64_t start = 0, end = 0;
            OK(clb_event_times(all[i], &start, &end, &error), &error);
            assert_true(start <= end);
            clb_event_release(&all[i]);
        }
    }
    OK(clb_queue_finish(one, &error), &error);
    assert_true((clb_queue_get_handle(one) == NULL) == (mode == NATIVE));
}

static void buffers_may_be_released_while_commands_use_them(void **state)
{
    (void)state;
    static double in[N], out[N];
    count_up(in);
    clb_buffer *buffer = NULL;
    OK(clb_buffer_create(device, SIZE, NULL, &buffer, &error), &error);
    OK(clb_buffer_write_async(buffer, 0, in, SIZE, ON(one), NULL, &error), &error);
    OK(shift(buffer, 3, N, &(clb_launch){.queue = one}, NULL), &error);
    OK(clb_buffer_read_async(buffer, 8, out, SIZE - 8, ON(one), NULL, &error), &error);
    clb_buffer_release(&buffer);
    OK(clb_device_finish(device, &error), &error); /* waits for all queues */
    for (int i = 0; i < N - 1; i++) assert_true(out[i] > i + 3.5 && out[i] < i + 4.5);
}

static void more_events_than_usual_are_waited_for(void **state)
{
    (void)state;
    clb_event *events[40] = {NULL};
    for (int i = 0; i < 39; i++)
        OK(shift(x, 1, N, &(clb_launch){.queue = i % 2 ? one : two, .wait = &events[i], .wait_count = 1},
                 &events[i + 1]),
           &error);
    OK(shift(x, 1, N, &(clb_launch){.queue = two, .wait = events, .wait_count = 40}, NULL), &error);
    OK(clb_queue_finish(two, &error), &error);
    expect(x, 40, 0);
    for (int i = 0; i < 40; i++) clb_event_release(&events[i]);
}

static void events_of_another_device_are_waited_for(void **state)
{
    (void)state;
    static double in[N];
    count_up(in);
    clb_device *other = open_device(false);
    clb_queue *queue = NULL;
    clb_buffer *buffer = NULL;
    clb_event *event = NULL;
    OK(clb_queue_create(other, &queue, &error), &error);
    OK(clb_buffer_create(other, SIZE, NULL, &buffer, &error), &error);
    OK(clb_buffer_write_async(buffer, 0, in, SIZE, ON(queue), &event, &error), &error);
    OK(clb_buffer_write_async(x, 0, in, SIZE, AFTER(one, event), NULL, &error), &error);
    OK(clb_queue_finish(one, &error), &error);
    expect(x, 0, 1);
    FAILS(clb_buffer_read_async(buffer, 0, in, SIZE, ON(one), NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "the queue belongs to another device");
    FAILS(shift(x, 1, N, &(clb_launch){.queue = queue}, NULL), CLB_ERROR_ARGUMENT, &error, "belongs to another device");
    FAILS(clb_buffer_copy(x, 0, buffer, 0, SIZE, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "two devices");
    uint64_t start, end;
    FAILS(clb_event_times(event, &start, &end, &error), CLB_ERROR_UNSUPPORTED, &error, "open it with .profiling");
    clb_event_release(&event);
    clb_buffer_release(&buffer);
    clb_queue_release(&queue);
    clb_device_close(&other);
}

static void transfers_that_are_wrong_are_refused(void **state)
{
    (void)state;
    double host[4] = {0};
    clb_event *event = (clb_event *)host;
    bool complete = false;
    FAILS(clb_queue_create(NULL, &one, &error), CLB_ERROR_ARGUMENT, &error, "`device` is NULL");
    FAILS(clb_queue_create(device, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`queue` is NULL");
    FAILS(clb_queue_finish(NULL, &error), CLB_ERROR_ARGUMENT, &error, "the queue is NULL");
    FAILS(clb_buffer_read_async(NULL, 0, host, 8, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`buffer` is NULL");
    FAILS(clb_buffer_write_async(x, 0, NULL, 8, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`host` is NULL");
    FAILS(clb_buffer_write_async(x, SIZE - 8, host, 16, NULL, &event, &error), CLB_ERROR_SIZE, &error, "reach beyond");
    FAILS(clb_buffer_copy(x, 0, NULL, 0, 8, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`buffer` is NULL");
    FAILS(clb_buffer_copy(x, 0, y, SIZE, 8, NULL, NULL, &error), CLB_ERROR_SIZE, &error, "reach beyond");
    FAILS(clb_buffer_copy(x, 0, x, 8, 16, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "overlap");
    FAILS(clb_buffer_read_async(x, 0, host, 8, &(clb_command){.wait_count = 1}, NULL, &error), CLB_ERROR_ARGUMENT,
          &error, "`wait` does not hold");
    FAILS(clb_event_poll(NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`complete` is NULL");
    FAILS(clb_device_mark(device, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`event` is NULL");
    assert_ptr_equal(event, host); /* untouched */
    OK(clb_buffer_copy(x, 0, x, 8, 8, NULL, NULL, &error), &error);
    OK(clb_buffer_read_async(x, SIZE, NULL, 0, ON(one), &event, &error), &error);
    assert_null(event);
    OK(clb_event_poll(event, &complete, &error), &error);
    assert_true(complete);
    const double a = 1;
    const int32_t n = 4;
    const clb_host_argument scale[] = {{host, 0}, {&a, sizeof a}, {host, 0}, {&n, sizeof n}};
    FAILS(clb_kernel_call(device, &sample->bundle, SAMPLE_SCALE, &(clb_launch){.queue = one}, scale, 4, &error),
          CLB_ERROR_ARGUMENT, &error, "leave `queue` out");
    clb_queue *none = NULL;
    clb_queue_release(&none);
    clb_queue_release(NULL);
}

static void patterns_fill_buffers(void **state)
{
    (void)state;
    unsigned char pattern[128], bytes[1024];
    for (int i = 0; i < 128; i++) pattern[i] = (unsigned char)(i + 1);
    for (size_t size = 1; size <= 128; size *= 2) {
        OK(clb_buffer_fill(x, 0, 1024, "", 1, ON(one), NULL, &error), &error);
        OK(clb_buffer_fill(x, 128, 640, pattern, size, ON(one), NULL, &error), &error);
        OK(clb_buffer_read_async(x, 0, bytes, sizeof bytes, ON(one), NULL, &error), &error);
        OK(clb_queue_finish(one, &error), &error);
        for (size_t i = 0; i < sizeof bytes; i++)
            assert_int_equal(bytes[i], i < 128 || i >= 768 ? 0 : pattern[i % size]);
    }
    OK(clb_buffer_fill(x, 8, 0, pattern, 4, NULL, NULL, &error), &error);
    FAILS(clb_buffer_fill(x, 0, 12, pattern, 3, NULL, NULL, &error), CLB_ERROR_SIZE, &error, "pattern of 3 bytes");
    FAILS(clb_buffer_fill(x, 0, 512, pattern, 256, NULL, NULL, &error), CLB_ERROR_SIZE, &error, "pattern of 256 bytes");
    FAILS(clb_buffer_fill(x, 0, 0, pattern, 0, NULL, NULL, &error), CLB_ERROR_SIZE, &error, "pattern of 0 bytes");
    FAILS(clb_buffer_fill(x, 4, 8, pattern, 8, NULL, NULL, &error), CLB_ERROR_SIZE, &error, "not multiples");
    FAILS(clb_buffer_fill(x, 8, 4, pattern, 8, NULL, NULL, &error), CLB_ERROR_SIZE, &error, "not multiples");
    FAILS(clb_buffer_fill(x, SIZE, 8, pattern, 8, NULL, NULL, &error), CLB_ERROR_SIZE, &error, "reach beyond");
    FAILS(clb_buffer_fill(x, 0, 8, NULL, 8, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`pattern` is NULL");
}

/* A volume of 4 planes of 6 rows of 16 bytes, of which a box is moved. */
static void boxes_are_moved(void **state)
{
    (void)state;
    enum { BYTES = 4 * 6 * 16 };
    unsigned char volume[BYTES], box[2 * 3 * 5], all[BYTES];
    const size_t region[3] = {5, 3, 2};
    const clb_box place = {.origin = {7, 2, 1}, .row_pitch = 16, .plane_pitch = 96};
    for (int i = 0; i < BYTES; i++) volume[i] = (unsigned char)i;
    for (int q = 0; q < 2; q++) {
        const clb_command *where = q ? ON(one) : NULL;
        OK(clb_buffer_write_async(x, 0, volume, BYTES, where, NULL, &error), &error);
        memset(box, 0xee, sizeof box);
        OK(clb_buffer_read_box(x, &place, box, NULL, region, where, NULL, &error), &error);
        OK(clb_device_finish(device, &error), &error);
        for (int i = 0; i < (int)sizeof box; i++)
            assert_int_equal(box[i], volume[7 + i % 5 + (2 + i / 5 % 3) * 16 + (1 + i / 15) * 96]);
        /* To another place in another buffer, and back from there into the host's volume. */
        const clb_box other = {.origin = {100, 1, 1}, .row_pitch = 200, .plane_pitch = 800};
        OK(clb_buffer_copy_box(x, &place, y, &other, region, where, NULL, &error), &error);
        memset(all, 0, sizeof all);
        OK(clb_buffer_read_box(y, &other, all, &place, region, where, NULL, &error), &error);
        for (int i = 0; i < (int)sizeof box; i++) box[i] = (unsigned char)(200 - i);
        OK(clb_buffer_write_box(x, &place, box, NULL, region, where, NULL, &error), &error);
        OK(clb_device_finish(device, &error), &error);
        for (int i = 0; i < BYTES; i++) {
            const int cx = i % 16 - 7, cy = i / 16 % 6 - 2, cz = i / 96 - 1;
            const bool in = cx >= 0 && cx < 5 && cy >= 0 && cy < 3 && cz >= 0 && cz < 2;
            assert_int_equal(all[i], in ? volume[i] : 0);
            unsigned char now;
            if (i % 5 == 0 || in) {
                OK(clb_buffer_read(x, (size_t)i, &now, 1, &error), &error);
                assert_int_equal(now, in ? 200 - (cx + 5 * cy + 15 * cz) : volume[i]);
            }
        }
    }
    /* From one view to another, by pitches that the views' offsets are no multiples of. */
    clb_buffer *first = NULL, *second = NULL;
    const size_t alignment = clb_device_view_alignment(device);
    const clb_box odd = {.origin = {1, 2, 1}, .row_pitch = 13, .plane_pitch = 65},
                  flat = {.origin = {3}, .row_pitch = 7};
    assert_true(2 * alignment + 512 <= SIZE);
    OK(clb_buffer_view(x, alignment, 512, &first, &error), &error);
    OK(clb_buffer_view(y, 2 * alignment, 512, &second, &error), &error);
    for (int i = 0; i < (int)sizeof box; i++) box[i] = (unsigned char)(3 * i);
    OK(clb_buffer_write_box(first, &odd, box, NULL, region, NULL, NULL, &error), &error);
    OK(clb_buffer_copy_box(first, &odd, second, &flat, region, NULL, NULL, &error), &error);
    OK(clb_device_finish(device, &error), &error);
    memset(box, 0, sizeof box);
    OK(clb_buffer_read_box(y, &(clb_box){.origin = {2 * alignment + 3}, .row_pitch = 7}, box, NULL, region, NULL, NULL,
                           &error),
       &error);
    OK(clb_device_finish(device, &error), &error);
    for (int i = 0; i < (int)sizeof box; i++) assert_int_equal(box[i], 3 * i);
    clb_buffer_release(&first);
    clb_buffer_release(&second);
#define READ(box_, ...) clb_buffer_read_box(x, box_, box, NULL, (const size_t[3]){__VA_ARGS__}, NULL, NULL, &error)
    OK(READ(&place, 5, 0, 2), &error);
    FAILS(READ(&place, 17, 1, 1), CLB_ERROR_SIZE, &error, "do not hold 1 rows of 17 bytes");
    FAILS(READ(&place, 5, 7, 1), CLB_ERROR_SIZE, &error, "do not hold 7 rows");
    FAILS(READ((&(clb_box){.row_pitch = 16, .plane_pitch = 100}), 5, 3, 2), CLB_ERROR_SIZE, &error, "multiple");
    FAILS(READ((&(clb_box){.origin = {SIZE}}), 1, 1, 1), CLB_ERROR_SIZE, &error, "beyond the buffer's");
    FAILS(READ((&(clb_box){.origin = {0, SIZE_MAX / 8}, .row_pitch = 64}), 1, 1, 1), CLB_ERROR_SIZE, &error,
          "any memory");
    FAILS(READ(NULL, SIZE_MAX / 2, SIZE_MAX / 2, 1), CLB_ERROR_SIZE, &error, "any memory");
    FAILS(READ(NULL, 1, 1, SIZE_MAX), CLB_ERROR_SIZE, &error, "any memory");
    FAILS(clb_buffer_read_box(x, NULL, NULL, NULL, region, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "`host` is NULL");
    FAILS(clb_buffer_read_box(x, NULL, box, NULL, NULL, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "`region` is NULL");
    FAILS(clb_buffer_copy_box(x, NULL, NULL, NULL, region, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "`buffer` is NULL");
    clb_box to = {.origin = {8, 2, 1}, .row_pitch = 16, .plane_pitch = 96};
    FAILS(clb_buffer_copy_box(x, &place, x, &to, region, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "overlap");
    FAILS(clb_buffer_copy_box(x, &place, x, NULL, region, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "pitches differ");
    to.origin[2] = 4;
    OK(clb_buffer_copy_box(x, &place, x, &to, region, NULL, NULL, &error), &error);
    unsigned char there = 0;
    OK(clb_buffer_read(x, 8 + 32 + 384, &there, 1, &error), &error);
    assert_int_equal(there, 200);
}

static void memory_is_mapped(void **state)
{
    (void)state;
    void *host = NULL;
    clb_event *mapped = NULL, *unmapped = NULL;
    OK(clb_buffer_map(x, CLB_MAP_DISCARD, 0, SIZE, ON(one), &host, &mapped, &error), &error);
    OK(clb_event_wait(mapped, &error), &error);
    count_up(host);
    OK(clb_buffer_unmap(x, host, AFTER(one, mapped), &unmapped, &error), &error);
    OK(shift(x, 1, N, &(clb_launch){.wait = &unmapped, .wait_count = 1}, NULL), &error);
    clb_event_release(&mapped);
    clb_event_release(&unmapped);
    OK(clb_buffer_map(x, CLB_MAP_READ, 8, SIZE - 8, NULL, &host, NULL, &error), &error);
    for (int i = 1; i < N; i++) assert_true(((double *)host)[i - 1] > i + 0.5);
    OK(clb_buffer_unmap(x, host, NULL, NULL, &error), &error);
    OK(clb_buffer_map(x, CLB_MAP_READ | CLB_MAP_WRITE, 80, 80, ON(two), &host, NULL, &error), &error);
    for (int i = 0; i < 10; i++) ((double *)host)[i] += 1000;
    OK(clb_buffer_unmap(x, host, ON(two), NULL, &error), &error);
    OK(clb_queue_finish(two, &error), &error);
    double ends[12];
    OK(clb_buffer_read(x, 72, ends, sizeof ends, &error), &error);
    for (int i = 0; i < 12; i++) assert_true((ends[i] > 1000) == (i > 0 && i < 11));

    FAILS(clb_buffer_map(x, 0, 0, 8, NULL, &host, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`access`");
    FAILS(clb_buffer_map(x, CLB_MAP_DISCARD | CLB_MAP_READ, 0, 8, NULL, &host, NULL, &error), CLB_ERROR_ARGUMENT,
          &error, "`access`");
    FAILS(clb_buffer_map(x, CLB_MAP_READ, 0, 0, NULL, &host, NULL, &error), CLB_ERROR_SIZE, &error, "the size is 0");
    FAILS(clb_buffer_map(x, CLB_MAP_READ, 8, SIZE, NULL, &host, NULL, &error), CLB_ERROR_SIZE, &error, "reach beyond");
    FAILS(clb_buffer_map(x, CLB_MAP_READ, 8, 8, NULL, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "`host` is NULL");
    FAILS(clb_buffer_unmap(x, NULL, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`host` is NULL");
    double elsewhere = 0;
    const clb_status status = clb_buffer_unmap(x, &elsewhere, NULL, NULL, &error);
    assert_true(status == CLB_ERROR_ARGUMENT || status == CLB_ERROR_DEVICE);
    clb_error_clear(&error);
}

static void marks_stand_for_all_before_them(void **state)
{
    (void)state;
    clb_event *mark = NULL, *both = NULL;
    OK(shift(x, 1, N, &(clb_launch){.queue = one}, NULL), &error);
    OK(clb_device_mark(device, ON(one), &mark, &error), &error);
    OK(clb_device_mark(device, AFTER(two, mark), &both, &error), &error);
    OK(shift(x, 1, N, &(clb_launch){.wait = &both, .wait_count = 1}, NULL), &error);
    OK(clb_event_wait(mark, &error), &error);
    expect(x, 2, 0);
    clb_event_release(&mark);
    clb_event_release(&both);
    OK(clb_device_mark(device, NULL, &mark, &error), &error);
    OK(clb_event_wait(mark, &error), &error);
    clb_event_release(&mark);
}

/* ---- Views --------------------------------------------------------------------------------------------------------
 */

static void views_are_parts_of_buffers(void **state)
{
    (void)state;
    static double in[N];
    const size_t alignment = clb_device_view_alignment(device), step = alignment / sizeof(double);
    char text[64];
    clb_buffer *upper = NULL, *inner = NULL;
    count_up(in);
    assert_true(alignment >= 1 && alignment % sizeof(double) == 0 && 4 * alignment < SIZE);
    OK(clb_buffer_view(x, alignment, SIZE - alignment, &upper, &error), &error);
    OK(clb_buffer_view(upper, alignment, alignment, &inner, &error), &error);
    assert_int_equal(clb_buffer_size(inner), alignment);
    OK(clb_buffer_write(x, 0, in, SIZE, &error), &error);
    OK(shift(upper, 10, (int32_t)(N - step), NULL, NULL), &error);
    OK(shift(inner, 100, (int32_t)step, NULL, NULL), &error);
    FAILS(shift(inner, 100, (int32_t)step + 1, NULL, NULL), CLB_ERROR_SIZE, &error, "needs");
    FAILS(clb_buffer_copy(upper, alignment, inner, 0, alignment, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error,
          "overlap");
    OK(clb_buffer_copy(upper, 0, y, 0, SIZE - alignment, NULL, NULL, &error), &error);
    (void)snprintf(text, sizeof text, "not a multiple of %zu bytes", alignment);
    clb_buffer *none = NULL;
    FAILS(clb_buffer_view(x, 8, 8, &none, &error), CLB_ERROR_SIZE, &error, text);
    FAILS(clb_buffer_view(x, 0, 0, &none, &error), CLB_ERROR_SIZE, &error, "the size is 0");
    FAILS(clb_buffer_view(x, alignment, SIZE, &none, &error), CLB_ERROR_SIZE, &error, "reach beyond");
    FAILS(clb_buffer_view(NULL, 0, 8, &none, &error), CLB_ERROR_ARGUMENT, &error, "`parent` is NULL");
    FAILS(clb_buffer_view(x, 0, 8, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`view` is NULL");
    assert_null(none);
    assert_int_equal(clb_device_view_alignment(NULL), 0);
    clb_buffer_release(&x); /* the views keep it */
    static double out[N];
    OK(clb_buffer_read(upper, 0, out, SIZE - alignment, &error), &error);
    for (size_t i = 0; i < N - step; i++) {
        const double wanted = (double)(i + step) + 10 + (i >= step && i < 2 * step ? 100 : 0);
        assert_true(out[i] > wanted - 0.5 && out[i] < wanted + 0.5);
    }
    clb_buffer_release(&upper);
    OK(shift(inner, 1, (int32_t)step, &(clb_launch){.queue = one}, NULL), &error);
    clb_buffer_release(&inner);
    OK(clb_queue_finish(one, &error), &error);
}

/* ---- Memory of the application --------------------------------------------------------------------------------------
 */

static void buffers_are_over_memory_of_the_application(void **state)
{
    (void)state;
    static _Alignas(4096) double memory[N + 1];
    clb_buffer *whole = NULL, *part = NULL, *none = NULL;
    void *mapped = NULL;
    for (size_t i = 0; i < N; i++) memory[i] = (double)i;
    OK(clb_buffer_wrap(device, memory, SIZE, &whole, &error), &error);
    assert_int_equal(clb_buffer_size(whole), SIZE);
    OK(shift(whole, 3, N, &(clb_launch){.queue = one}, NULL), &error);
    OK(clb_buffer_map(whole, CLB_MAP_READ | CLB_MAP_WRITE, 0, SIZE, ON(one), &mapped, NULL, &error), &error);
    if (mode != REAL) assert_ptr_equal(mapped, memory);
    double *values = mapped;
    for (size_t i = 0; i < N; i++) assert_true(values[i] > (double)i + 2.5 && values[i] < (double)i + 3.5);
    values[7] = 1000;
    OK(clb_buffer_unmap(whole, mapped, ON(one), NULL, &error), &error);
    const size_t step = clb_device_view_alignment(device) > 128 ? clb_device_view_alignment(device) : 128;
    OK(clb_buffer_view(whole, step, SIZE - step, &part, &error), &error);
    OK(shift(part, 1, (int32_t)((SIZE - step) / 8), &(clb_launch){.queue = one}, NULL), &error);
    static double out[N];
    OK(clb_queue_finish(one, &error), &error);
    OK(clb_buffer_read(whole, 0, out, SIZE, &error), &error);
    assert_true(out[7] > 999.5 && out[7] < 1000.5 + (step <= 56));
    assert_true(out[N - 1] > N + 2.5 && out[N - 1] < N + 3.5);
    if (mode == NATIVE) {
        assert_memory_equal(out, memory, SIZE);
        OK(clb_buffer_read(whole, 0, memory, SIZE, &error), &error); /* onto itself */
        assert_memory_equal(out, memory, SIZE);
    }
    clb_buffer_release(&whole);
    clb_buffer_release(&part);
    memory[0] = 5; /* still the application's */
    FAILS(clb_buffer_wrap(device, NULL, SIZE, &none, &error), CLB_ERROR_ARGUMENT, &error, "`host` is NULL");
    FAILS(clb_buffer_wrap(device, memory, 0, &none, &error), CLB_ERROR_SIZE, &error, "the size is 0");
    FAILS(clb_buffer_wrap(device, memory, SIZE_MAX, &none, &error), CLB_ERROR_SIZE, &error, "larger than any memory");
    FAILS(clb_buffer_wrap(device, memory, SIZE, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`buffer` is NULL");
    assert_null(none);
    if (mode != NATIVE) return;
    OK(clb_buffer_wrap(device, (char *)memory + 4, SIZE, &whole, &error), &error);
    FAILS(shift(whole, 1, N, NULL, NULL), CLB_ERROR_SIZE, &error, "is not aligned to 8 bytes");
    clb_buffer_release(&whole);
}

/* ---- Callbacks ----------------------------------------------------------------------------------------------------
 */

typedef struct told {
    sem_t sem;
    unsigned count;
    clb_status status;
    char message[256];
} told;

static void be_told(void *cookie, const clb_error *how)
{
    told *t = cookie;
    t->count++;
    t->status = how->status;
    (void)snprintf(t->message, sizeof t->message, "%.250s", how->message);
    (void)sem_post(&t->sem);
}

static void callbacks_are_called_once(void **state)
{
    (void)state;
    told t[4] = {{.count = 0}};
    clb_event *event = NULL;
    for (int i = 0; i < 4; i++) assert_int_equal(sem_init(&t[i].sem, 0, 0), 0);
    OK(shift(x, 1, N, &(clb_launch){.queue = one}, &event), &error);
    OK(clb_event_on_complete(event, be_told, &t[0], &error), &error);
    OK(clb_event_on_complete(event, be_told, &t[1], &error), &error);
    clb_event_release(&event);
    OK(clb_queue_finish(one, &error), &error);
    OK(shift(x, 1, N, NULL, &event), &error); /* of the device's own queue */
    OK(clb_event_on_complete(event, be_told, &t[2], &error), &error);
    OK(clb_event_wait(event, &error), &error);
    clb_event_release(&event);
    OK(clb_event_on_complete(NULL, be_told, &t[3], &error), &error);
    for (int i = 0; i < 4; i++) {
        while (sem_wait(&t[i].sem) != 0) {
        }
        assert_int_equal(t[i].count, 1);
        assert_int_equal(t[i].status, CLB_OK);
        (void)sem_destroy(&t[i].sem);
    }
    FAILS(clb_event_on_complete(NULL, NULL, NULL, &error), CLB_ERROR_ARGUMENT, &error, "`function` is NULL");
}

/* Enqueues the next command, as a pipeline may. */
static void enqueue_more(void *cookie, const clb_error *how)
{
    sem_t *sem = cookie;
    clb_error own = {0};
    const int64_t by = 1;
    const int32_t n = N;
    const clb_argument arguments[] = {{.buffer = x}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    if (how->status == CLB_OK && clb_kernel_launch(device, &sample->bundle, SAMPLE_SHIFT, &(clb_launch){.queue = two},
                                                   arguments, 3, NULL, &own) == CLB_OK)
        (void)sem_post(sem);
}

static void callbacks_may_enqueue(void **state)
{
    (void)state;
    sem_t sem;
    clb_event *event = NULL;
    assert_int_equal(sem_init(&sem, 0, 0), 0);
    OK(shift(x, 1, N, &(clb_launch){.queue = one}, &event), &error);
    OK(clb_event_on_complete(event, enqueue_more, &sem, &error), &error);
    clb_event_release(&event);
    OK(clb_queue_finish(one, &error), &error);
    while (sem_wait(&sem) != 0) {
    }
    OK(clb_queue_finish(two, &error), &error);
    expect(x, 2, 0);
    (void)sem_destroy(&sem);
}

/* The event that a callback releases, in its own thread or in another one. */
typedef struct releaser {
    clb_event *event;
    clb_device *device; /* to be closed by that thread, or NULL */
    pthread_t thread;
    bool elsewhere;
    sem_t told, released; /* the callback has begun; the other thread has released the event */
    sem_t ended;          /* the callback has */
} releaser;

static void *release_elsewhere(void *cookie)
{
    releaser *r = cookie;
    while (sem_wait(&r->told) != 0) {
    }
    clb_event_release(&r->event);
    (void)sem_post(&r->released);
    clb_device_close(&r->device);
    return NULL;
}

static void release_own(void *cookie, const clb_error *how)
{
    releaser *r = cookie;
    (void)how;
    if (!r->elsewhere) clb_event_release(&r->event);
    else {
        const bool closes = r->device != NULL;
        (void)sem_post(&r->told);
        while (!closes && sem_wait(&r->released) != 0) {
        }
    }
    (void)sem_post(&r->ended);
}

static void release_in_callback(releaser *r, bool complete)
{
    assert_int_equal(sem_init(&r->told, 0, 0), 0);
    assert_int_equal(sem_init(&r->released, 0, 0), 0);
    assert_int_equal(sem_init(&r->ended, 0, 0), 0);
    if (r->elsewhere) assert_int_equal(pthread_create(&r->thread, NULL, release_elsewhere, r), 0);
    if (complete) OK(clb_event_wait(r->event, &error), &error);
    OK(clb_event_on_complete(r->event, release_own, r, &error), &error);
    if (!complete && mode == FAKE)
        OK(clb_device_finish(device, &error), &error); /* it runs commands when it is waited for */
    if (r->elsewhere) assert_int_equal(pthread_join(r->thread, NULL), 0);
    while (sem_wait(&r->ended) != 0) {
    }
    assert_null(r->event);
    (void)sem_destroy(&r->ended);
    (void)sem_destroy(&r->told);
    (void)sem_destroy(&r->released);
}

/* The thread sanitizer's build of this test sees what is read behind the callback. */
static void callbacks_may_release_their_event(void **state)
{
    (void)state;
    for (int way = 0; way < 8; way++) {
        releaser r = {.elsewhere = way & 1};
        OK(shift(x, 1, N, &(clb_launch){.queue = way & 2 ? one : NULL}, &r.event), &error);
        release_in_callback(&r, way & 4);
        OK(clb_queue_finish(one, &error), &error);
    }
}

static void devices_may_close_behind_a_callback(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        releaser r = {.elsewhere = true, .device = open_device(way & 1)};
        clb_buffer *own = NULL;
        OK(clb_buffer_create(r.device, SIZE, NULL, &own, &error), &error);
        const double one_value = 1;
        OK(clb_buffer_fill(own, 0, SIZE, &one_value, sizeof one_value, NULL, &r.event, &error), &error);
        clb_buffer_release(&own);
        if (!r.event) OK(clb_device_mark(r.device, NULL, &r.event, &error), &error);
        if (r.event) release_in_callback(&r, mode == FAKE || way & 2);
        else clb_device_close(&r.device);
        assert_null(r.device);
    }
}

/* ---- Pools --------------------------------------------------------------------------------------------------------
 */

static void pools_hand_out_what_is_free(void **state)
{
    (void)state;
    clb_pool *pool = NULL;
    clb_buffer *a = NULL, *b = NULL, *c = NULL;
    OK(clb_pool_create(device, 100000, &pool, &error), &error);
    OK(clb_pool_take(pool, SIZE - 100, one, &a, &error), &error);
    assert_true(clb_buffer_size(a) >= SIZE - 100);
    const clb_buffer *first = a;
    const size_t size = clb_buffer_size(a);
    OK(clb_buffer_fill(a, 0, SIZE - 128, "a", 1, ON(one), NULL, &error), &error);
    assert_int_equal(clb_pool_get_stats(pool).taken_size, size);
    clb_pool_put(pool, &a, ON(one));
    assert_null(a);
    assert_int_equal(clb_pool_get_stats(pool).kept_count, 1);
    OK(clb_pool_take(pool, SIZE - 100, one, &a, &error), &error); /* at once: the queue is in order */
    assert_ptr_equal(a, first);
    clb_pool_put(pool, &a, ON(one));
    OK(clb_queue_finish(one, &error), &error);
    OK(clb_pool_take(pool, SIZE - 200, NULL, &a, &error), &error); /* to others when it has run */
    assert_ptr_equal(a, first);
    OK(clb_pool_take(pool, SIZE, NULL, &b, &error), &error); /* there is no other */
    assert_ptr_not_equal(b, first);
    clb_pool_stats stats = clb_pool_get_stats(pool);
    assert_true(stats.hits == 2 && stats.misses == 2 && stats.taken_count == 2 && stats.kept_count == 0);

    clb_event *event = NULL;
    OK(shift(a, 1, 100, &(clb_launch){.queue = two}, &event), &error);
    clb_pool_put(pool, &a, AFTER(NULL, event));
    OK(clb_event_wait(event, &error), &error);
    clb_event_release(&event);
    OK(clb_pool_take(pool, SIZE - 200, one, &a, &error), &error);
    assert_ptr_equal(a, first);
    clb_pool_put(pool, &a, NULL);
    clb_pool_put(pool, &b, NULL);
    OK(clb_pool_take(pool, 20000, NULL, &c, &error), &error);
    OK(clb_pool_take(pool, 20000, NULL, &a, &error), &error);
    OK(clb_pool_take(pool, 90000, NULL, &b, &error), &error);
    clb_pool_put(pool, &c, NULL);
    clb_pool_put(pool, &a, NULL);
    clb_pool_put(pool, &b, NULL); /* over the limit: the others go, or this one */
    stats = clb_pool_get_stats(pool);
    assert_true(stats.kept_size <= 100000 && stats.released > 0 && stats.taken_count == 0 && stats.taken_size == 0);
    OK(clb_pool_take(pool, 200000, NULL, &b, &error), &error); /* larger than the pool may keep */
    clb_pool_put(pool, &b, NULL);
    assert_true(clb_pool_get_stats(pool).kept_size <= 100000);
    clb_pool_trim(pool, 0);
    assert_int_equal(clb_pool_get_stats(pool).kept_count, 0);

    OK(clb_buffer_view(x, 0, 4096, &a, &error), &error);
    clb_pool_put(pool, &a, NULL); /* a view is not kept */
    assert_null(a);
    assert_int_equal(clb_pool_get_stats(pool).kept_count, 0);
    FAILS(clb_pool_create(NULL, 0, &pool, &error), CLB_ERROR_ARGUMENT, &error, "`device` is NULL");
    FAILS(clb_pool_take(NULL, 8, NULL, &a, &error), CLB_ERROR_ARGUMENT, &error, "`pool` is NULL");
    FAILS(clb_pool_take(pool, 0, NULL, &a, &error), CLB_ERROR_SIZE, &error, "the size is 0");
    FAILS(clb_pool_take(pool, SIZE_MAX, NULL, &a, &error), CLB_ERROR_SIZE, &error, "larger than any memory");
    clb_pool_put(pool, &a, NULL);
    clb_pool_put(pool, NULL, NULL);
    OK(clb_pool_take(pool, 8, NULL, &a, &error), &error);
    const clb_buffer *mine = a;
    clb_pool_put(NULL, &a, NULL);
    assert_ptr_equal(a, mine);
    clb_buffer_release(&a);
    assert_int_equal(clb_pool_get_stats(NULL).hits, 0);
    clb_pool_release(&pool);
    clb_pool_release(&pool);
    assert_null(pool);
}

/* ---- Only here or there -------------------------------------------------------------------------------------------
 */

/* Holds the thread of queue `one` until `sem` is posted. */
static void hold(sem_t *sem)
{
    const int32_t m = 1, l = 1;
    const clb_argument grid[] = {{.buffer = x}, {&m, NULL, 4}, {&l, NULL, 4}};
    assert_int_equal(sem_init(sem, 0, 0), 0);
    atomic_store(&gate, sem);
    OK(clb_kernel_launch(device, &sample->bundle, SAMPLE_GRID, &(clb_launch){.queue = one}, grid, 3, NULL, &error),
       &error);
}

static void native_commands_do_not_wait(void **state)
{
    (void)state;
    sem_t sem;
    clb_event *event = NULL, *later = NULL;
    bool complete = true;
    hold(&sem);
    OK(shift(x, 1, N, &(clb_launch){.queue = one}, &event), &error);
    OK(clb_buffer_copy(x, 0, y, 0, SIZE, AFTER(two, event), &later, &error), &error);
    OK(clb_event_poll(later, &complete, &error), &error);
    assert_false(complete);
    clb_pool *pool = NULL;
    clb_buffer *a = NULL, *b = NULL;
    OK(clb_pool_create(device, 0, &pool, &error), &error);
    OK(clb_pool_take(pool, 4096, one, &a, &error), &error);
    const clb_buffer *first = a;
    OK(shift(a, 1, 10, &(clb_launch){.queue = one}, NULL), &error);
    clb_pool_put(pool, &a, ON(one));
    OK(clb_pool_take(pool, 4096, two, &b, &error), &error); /* not the one that may be in use */
    assert_ptr_not_equal(b, first);
    OK(clb_pool_take(pool, 4096, one, &a, &error), &error);
    assert_ptr_equal(a, first);
    clb_pool_put(pool, &a, AFTER(NULL, later));
    OK(clb_pool_take(pool, 4096, NULL, &a, &error), &error); /* its event is not complete */
    assert_ptr_not_equal(a, first);
    clb_buffer_release(&a);
    clb_buffer_release(&b);
    (void)sem_post(&sem);
    OK(clb_event_wait(later, &error), &error);
    clb_event_release(&event);
    clb_event_release(&later);
    clb_pool_release(&pool);
    OK(clb_queue_finish(one, &error), &error);
    (void)sem_destroy(&sem);
    expect(y, 1, 0);
}

static void count_on(void *cookie, const clb_error *how)
{
    (void)how;
    clb_error own = {0};
    sem_t *sem = cookie;
    double value = 1;
    while (sem_wait(sem) != 0) {
    }
    (void)nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL); /* until the table is waited for */
    if (clb_buffer_write_async(y, 0, &value, 8, NULL, NULL, &own) != CLB_OK) abort();
}

/* A callback that enqueues while the table waits for what comes behind it. */
static void table_does_not_hold_up_callbacks(void **state)
{
    (void)state;
    sem_t sem, go;
    clb_event *event = NULL;
    clb_profile_row *rows = NULL;
    size_t count = 0;
    assert_int_equal(sem_init(&go, 0, 0), 0);
    OK(clb_device_profile_start(device, &error), &error);
    hold(&sem);
    OK(shift(x, 1, N, &(clb_launch){.queue = one}, &event), &error);
    OK(clb_event_on_complete(event, count_on, &go, &error), &error);
    OK(shift(x, 1, N, &(clb_launch){.queue = one}, NULL), &error);
    (void)sem_post(&sem);
    (void)sem_post(&go);
    OK(clb_device_profile_get(device, &rows, &count, &error), &error);
    assert_int_equal(row(rows, count, "shift")->count, 2);
    clb_device_profile_free(&rows);
    OK(clb_queue_finish(one, &error), &error);
    clb_event_release(&event);
    (void)sem_destroy(&sem);
    (void)sem_destroy(&go);
}

static void native_failures_are_passed_on(void **state)
{
    (void)state;
    const int32_t m = 1, l = 1;
    const clb_argument grid[] = {{.buffer = x}, {&m, NULL, 4}, {&l, NULL, 4}};
    const clb_launch huge = {
        .dimensions = 2, .global = {(size_t)1 << 40, (size_t)1 << 40}, .local = {1, 1}, .queue = one};
    clb_event *failed = NULL, *after = NULL, *behind = NULL;
    told t = {.count = 0};
    assert_int_equal(sem_init(&t.sem, 0, 0), 0);
    OK(clb_device_profile_start(device, &error), &error);
    OK(clb_kernel_launch(device, &sample->bundle, SAMPLE_GRID, &huge, grid, 3, &failed, &error), &error);
    OK(clb_buffer_fill(y, 0, SIZE, "a", 1, ON(one), &behind, &error), &error);
    OK(shift(y, 1, N, &(clb_launch){.queue = two, .wait = &failed, .wait_count = 1}, &after), &error);
    OK(clb_event_on_complete(failed, be_told, &t, &error), &error);
    FAILS(clb_event_wait(failed, &error), CLB_ERROR_SIZE, &error, "kernel 'grid' is larger than any memory");
    FAILS(clb_event_wait(behind, &error), CLB_ERROR_SIZE, &error, "kernel 'grid' is larger than any memory");
    FAILS(clb_event_wait(after, &error), CLB_ERROR_SIZE, &error, "kernel 'grid' is larger than any memory");
    FAILS(shift(y, 1, N, &(clb_launch){.wait = &after, .wait_count = 1}, NULL), CLB_ERROR_SIZE, &error,
          "kernel 'grid'");
    while (sem_wait(&t.sem) != 0) {
    }
    assert_true(t.count == 1 && t.status == CLB_ERROR_SIZE && strstr(t.message, "kernel 'grid'"));
    OK(clb_event_on_complete(failed, be_told, &t, &error), &error); /* complete: called at once */
    assert_true(t.count == 2 && t.status == CLB_ERROR_SIZE);
    FAILS(clb_queue_finish(one, &error), CLB_ERROR_SIZE, &error, "kernel 'grid'");
    FAILS(clb_device_finish(device, &error), CLB_ERROR_SIZE, &error, "kernel 'grid'"); /* of the other queue */
    OK(clb_device_finish(device, &error), &error);
    clb_profile_row *rows = NULL;
    size_t count = 0;
    OK(clb_device_profile_get(device, &rows, &count, &error), &error);
    assert_true(row(rows, count, "grid")->failed == 1 && row(rows, count, "grid")->count == 0);
    assert_true(row(rows, count, "(fill)")->failed == 1 && row(rows, count, "shift")->failed == 1);
    clb_device_profile_free(&rows);
    OK(shift(y, 1, N, &(clb_launch){.queue = one}, NULL), &error); /* goes on */
    OK(clb_queue_finish(one, &error), &error);
    expect(y, 1, 0);
    clb_event_release(&failed);
    clb_event_release(&after);
    clb_event_release(&behind);
    (void)sem_destroy(&t.sem);
}

static int in_child(clb_event *waiting, clb_event *complete, clb_pool *pool)
{
    clb_error own = {0};
    bool is = true;
    double value = 0;
    if (clb_event_wait(waiting, &own) != CLB_ERROR_UNSUPPORTED || !strstr(own.message, "forked")) return 1;
    if (clb_event_on_complete(waiting, be_told, NULL, &own) != CLB_ERROR_UNSUPPORTED) return 2;
    if (clb_event_poll(waiting, &is, &own) != CLB_OK || is) return 3;
    if (clb_event_wait(complete, &own) != CLB_OK) return 4;
    if (clb_buffer_write_async(x, 0, &value, 8, ON(one), NULL, &own) != CLB_ERROR_UNSUPPORTED) return 5;
    if (clb_queue_finish(one, &own) != CLB_ERROR_UNSUPPORTED || !strstr(own.message, "Create a queue")) return 6;
    clb_queue *queue = NULL;
    if (clb_queue_create(device, &queue, &own) != CLB_OK) return 7;
    value = 5;
    if (clb_buffer_write_async(y, 0, &value, 8, ON(queue), NULL, &own) != CLB_OK) return 8;
    if (clb_queue_finish(queue, &own) != CLB_OK || clb_device_finish(device, &own) != CLB_OK) return 9;
    value = 0;
    if (clb_buffer_read(y, 0, &value, 8, &own) != CLB_OK || value < 4.5) return 10;
    clb_queue_release(&queue);
    clb_buffer *buffer = NULL;
    if (clb_pool_take(pool, 8, NULL, &buffer, &own) != CLB_ERROR_UNSUPPORTED || clb_pool_get_stats(pool).kept_count)
        return 11;
    if (clb_buffer_create(device, 8, NULL, &buffer, &own) != CLB_OK) return 12;
    clb_pool_put(pool, &buffer, NULL);
    clb_pool_release(&pool);
    if (clb_pool_create(device, 0, &pool, &own) != CLB_OK || clb_pool_take(pool, 8, NULL, &buffer, &own) != CLB_OK)
        return 13;
    clb_pool_put(pool, &buffer, NULL);
    if (clb_pool_get_stats(pool).kept_count != 1) return 14;
    clb_pool_release(&pool);
    clb_queue_release(&one);
    clb_queue_release(&two);
    clb_event_release(&waiting);
    clb_event_release(&complete);
    clb_buffer_release(&x);
    clb_buffer_release(&y);
    clb_device_close(&device);
    clb_error_clear(&own);
    return 0;
}

static void native_queues_and_fork(void **state)
{
    (void)state;
    sem_t sem;
    clb_event *complete = NULL, *waiting = NULL;
    double value = 1;
    clb_pool *pool = NULL;
    clb_buffer *kept = NULL;
    if (no_fork || !MALLOC_SURVIVES_FORK) skip();
    OK(clb_pool_create(device, 0, &pool, &error), &error);
    OK(clb_pool_take(pool, 8, NULL, &kept, &error), &error);
    clb_pool_put(pool, &kept, NULL);
    OK(clb_device_profile_start(device, &error), &error);
    OK(clb_buffer_write_async(x, 0, &value, 8, ON(one), &complete, &error), &error);
    OK(clb_event_wait(complete, &error), &error);
    hold(&sem);
    OK(clb_buffer_write_async(x, 0, &value, 8, ON(one), &waiting, &error), &error);
    const pid_t child = fork();
    if (child == 0) {
        (void)alarm(100); /* a hang ends the child */
        _exit(in_child(waiting, complete, pool));
    }
    int how = -1;
    assert_true(child > 0 && waitpid(child, &how, 0) == child);
    if (!WIFEXITED(how) || WEXITSTATUS(how) != 0) fail_msg("the child ended with %#x", (unsigned)how);
    (void)sem_post(&sem);
    OK(clb_event_wait(waiting, &error), &error);
    clb_event_release(&complete);
    clb_event_release(&waiting);
    clb_pool_release(&pool);
    OK(clb_queue_finish(one, &error), &error);
    (void)sem_destroy(&sem);
}

static void fake_failures_are_passed_on(void **state)
{
    (void)state;
    clb_event *failed = NULL;
    told t = {.count = 0};
    assert_int_equal(sem_init(&t.sem, 0, 0), 0);
    fake()->fail_call("run", 1, -5);
    OK(shift(x, 1, 7777 % N, &(clb_launch){.queue = one}, &failed), &error);
    OK(clb_event_on_complete(failed, be_told, &t, &error), &error);
    FAILS(clb_event_wait(failed, &error), CLB_ERROR_DEVICE, &error, "has failed while it ran");
    FAILS(clb_queue_finish(one, &error), CLB_ERROR_DEVICE, &error, "clFinish returned CL_OUT_OF_RESOURCES");
    assert_true(t.count == 1 && t.status == CLB_ERROR_DEVICE && strstr(t.message, "CL_OUT_OF_RESOURCES"));
    FAILS(shift(x, 1, N, &(clb_launch){.queue = one}, NULL), CLB_ERROR_DEVICE, &error, "");
    OK(shift(x, 1, N, NULL, NULL), &error); /* the other queues go on */
    expect(x, 1, 0);
    clb_event_release(&failed);
    (void)sem_destroy(&t.sem);
}

static void old_devices_lack_fills_and_marks(void **state)
{
    (void)state;
    clb_queue_release(&one);
    clb_queue_release(&two);
    clb_buffer_release(&x);
    clb_buffer_release(&y);
    clb_device_close(&device);
    fake()->reset(
        &(fake_setup){.platform_count = 1,
                      .platforms = {{"Fake platform", 1, {{.name = "Old", .type = 4, .units = 1, .old = true}}}}});
    device = open_device(false);
    clb_event *event = NULL;
    OK(clb_queue_create(device, &one, &error), &error);
    OK(clb_buffer_create(device, SIZE, NULL, &x, &error), &error);
    FAILS(clb_buffer_fill(x, 0, 8, "", 1, NULL, NULL, &error), CLB_ERROR_UNSUPPORTED, &error,
          "clEnqueueFillBuffer came with OpenCL 1.2");
    FAILS(clb_device_mark(device, NULL, &event, &error), CLB_ERROR_UNSUPPORTED, &error, "came with OpenCL 1.2");
    /* A pool makes do with the order of the queue. */
    clb_pool *pool = NULL;
    clb_buffer *a = NULL;
    OK(clb_pool_create(device, 0, &pool, &error), &error);
    OK(clb_pool_take(pool, 4096, one, &a, &error), &error);
    const clb_buffer *first = a;
    clb_pool_put(pool, &a, ON(one));
    OK(clb_pool_take(pool, 4096, NULL, &a, &error), &error);
    assert_ptr_not_equal(a, first);
    clb_buffer_release(&a);
    OK(clb_pool_take(pool, 4096, one, &a, &error), &error);
    assert_ptr_equal(a, first);
    clb_buffer_release(&a);
    clb_pool_release(&pool);
}

static void pools_give_way_where_memory_runs_out(void **state)
{
    (void)state;
    clb_pool *pool = NULL;
    clb_buffer *a = NULL;
    OK(clb_pool_create(device, 0, &pool, &error), &error);
    clb_buffer_release(&x);
    clb_buffer_release(&y);
    fake()->reset(&(fake_setup){.memory_limit = 100000,
                                .platform_count = 1,
                                .platforms = {{"Fake platform", 1, {{.name = "Fake GPU", .type = 4, .units = 4}}}}});
    OK(clb_pool_take(pool, 60000, NULL, &a, &error), &error);
    clb_pool_put(pool, &a, NULL);
    OK(clb_pool_take(pool, 90000, NULL, &a, &error), &error);
    assert_int_equal(clb_pool_get_stats(pool).released, 1);
    clb_buffer_release(&a);
    FAILS(clb_pool_take(pool, 200000, NULL, &a, &error), CLB_ERROR_DEVICE_MEMORY, &error, "Cannot create a buffer");
    clb_pool_release(&pool);
}

/* Each thread has a buffer and a part of the commands, on queues that all share. */
static void *use_queues(void *argument)
{
    clb_buffer *buffer = argument;
    clb_error own = {0};
    clb_status status = CLB_OK;
    clb_event *event = NULL;
    const int64_t by = 1;
    const int32_t n = 512;
    for (int i = 0; i < 40 && status == CLB_OK; i++) {
        clb_event *next = NULL;
        clb_queue *const queues[] = {one, two, NULL};
        const clb_argument arguments[] = {{.buffer = buffer}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
        const clb_launch launch = {.queue = queues[i % 3], .wait = &event, .wait_count = 1};
        status = clb_kernel_launch(device, &sample->bundle, SAMPLE_SHIFT, &launch, arguments, 3, &next, &own);
        clb_event_release(&event);
        event = next;
    }
    if (status == CLB_OK) status = clb_event_wait(event, &own);
    clb_event_release(&event);
    clb_error_clear(&own);
    return status == CLB_OK ? NULL : "failed";
}

static void queues_keep_the_order_of_their_calls_among_threads(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    static const double zeros[512];
    pthread_t threads[THREADS];
    clb_buffer *buffers[THREADS] = {NULL};
    for (int i = 0; i < THREADS; i++) {
        OK(clb_buffer_create(device, sizeof zeros, zeros, &buffers[i], &error), &error);
        assert_int_equal(pthread_create(&threads[i], NULL, use_queues, buffers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failure = NULL;
        double values[512];
        assert_int_equal(pthread_join(threads[i], &failure), 0);
        assert_null(failure);
        OK(clb_buffer_read(buffers[i], 0, values, sizeof values, &error), &error);
        for (int k = 0; k < 512; k++) assert_true(values[k] > 39.5 && values[k] < 40.5);
        clb_buffer_release(&buffers[i]);
    }
}

static int run_more(void)
{
    const struct CMUnitTest on_native[] = {
        TEST(native_commands_do_not_wait),
        TEST(table_does_not_hold_up_callbacks),
        TEST(native_failures_are_passed_on),
        TEST(native_queues_and_fork),
    };
    const struct CMUnitTest on_fake[] = {
        TEST(fake_failures_are_passed_on),
        TEST(old_devices_lack_fills_and_marks),
        TEST(pools_give_way_where_memory_runs_out),
    };
    if (mode == NATIVE) return cmocka_run_group_tests(on_native, NULL, NULL);
    return mode == FAKE ? cmocka_run_group_tests(on_fake, NULL, NULL) : 0;
}

int main(int argc, char **argv)
{
    set_mode(argc > 1 ? argv[1] : "native");
    no_fork = argc > 2;
    const struct CMUnitTest tests[] = {
        TEST(events_order_the_commands_of_several_queues),
        TEST(buffers_may_be_released_while_commands_use_them),
        TEST(more_events_than_usual_are_waited_for),
        TEST(events_of_another_device_are_waited_for),
        TEST(transfers_that_are_wrong_are_refused),
        TEST(patterns_fill_buffers),
        TEST(boxes_are_moved),
        TEST(memory_is_mapped),
        TEST(marks_stand_for_all_before_them),
        TEST(views_are_parts_of_buffers),
        TEST(buffers_are_over_memory_of_the_application),
        TEST(callbacks_are_called_once),
        TEST(callbacks_may_enqueue),
        TEST(callbacks_may_release_their_event),
        TEST(devices_may_close_behind_a_callback),
        TEST(pools_hand_out_what_is_free),
        TEST(queues_keep_the_order_of_their_calls_among_threads),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return run_more() + failed;
}
