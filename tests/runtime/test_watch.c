/* Times by name, and launches that are watched, on each back end: "fake", "native" or "real".
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "pipeline.h"

/* ---- Times --------------------------------------------------------------------------------------------------------
 */

static void times_are_counted_by_name(void **state)
{
    (void)state;
    static double in[N], out[N];
    clb_profile_row *rows = NULL;
    size_t count = 9;
    FAILS(clb_device_profile_get(device, &rows, &count, &error), CLB_ERROR_UNSUPPORTED, &error, "no table was started");
    OK(shift(x, 1, N, NULL, NULL), &error); /* does not count */
    OK(clb_device_profile_start(device, &error), &error);
    OK(clb_device_profile_get(device, &rows, &count, &error), &error);
    assert_true(!rows && count == 0);
    for (int i = 0; i < 300; i++)
        OK(i % 2 ? shift(x, 1, N, NULL, NULL) : shift(y, 1, N, &(clb_launch){.queue = one}, NULL), &error);
    OK(clb_buffer_write(x, 0, in, SIZE, &error), &error);
    OK(clb_buffer_read_async(y, 8, out, 1000, ON(one), NULL, &error), &error);
    OK(clb_queue_finish(one, &error), &error);
    OK(clb_buffer_read(x, 8, out, 24, &error), &error);
    OK(clb_buffer_copy(x, 0, y, 0, 80, NULL, NULL, &error), &error);
    OK(clb_buffer_fill(x, 0, 64, "", 1, NULL, NULL, &error), &error);
    const double a = 2;
    const int32_t n = 100;
    const clb_host_argument scale[] = {{in, 0}, {&a, sizeof a}, {out, 0}, {&n, sizeof n}};
    OK(clb_kernel_call(device, &sample->bundle, SAMPLE_SCALE, NULL, scale, 4, &error), &error);
    clb_device_profile_stop(device);
    OK(shift(x, 1, N, NULL, NULL), &error); /* does not count */
    OK(clb_device_profile_get(device, &rows, &count, &error), &error);
    const clb_profile_row *r = row(rows, count, "shift");
    assert_true(r->bundle == &sample->bundle && r->kernel == SAMPLE_SHIFT && r->count == 300 && r->failed == 0);
    assert_true(r->bytes == (uint64_t)600 * SIZE);
    assert_true(r->min_ns <= r->max_ns && r->max_ns <= r->total_ns && r->total_ns > 0);
    assert_true(row(rows, count, "scale")->count == 1 && row(rows, count, "scale")->bytes == 1600);
    const uint64_t calls = mode == NATIVE ? 0 : 1; /* memory is lent there */
    r = row(rows, count, "(read)");
    assert_true(!r->bundle && r->count == 2 + calls && r->bytes == 1024 + calls * 800);
    r = row(rows, count, "(write)");
    assert_true(r->count == 1 + calls && r->bytes == SIZE + calls * 800);
    assert_true(row(rows, count, "(copy)")->bytes == 80 && row(rows, count, "(fill)")->bytes == 64);
    for (size_t i = 1; i < count; i++) assert_true(rows[i - 1].total_ns >= rows[i].total_ns);
    clb_device_profile_free(&rows);
    assert_null(rows);
    OK(clb_device_profile_start(device, &error), &error); /* empty again */
    OK(clb_device_profile_get(device, &rows, &count, &error), &error);
    assert_int_equal(count, 0);
    OK(shift(x, 1, N, NULL, NULL), &error); /* left there when the device is closed */

    clb_device *plain = open_device(false);
    FAILS(clb_device_profile_start(plain, &error), CLB_ERROR_UNSUPPORTED, &error, "open it with .profiling");
    clb_device_close(&plain);
    FAILS(clb_device_profile_start(NULL, &error), CLB_ERROR_ARGUMENT, &error, "the device is NULL");
    FAILS(clb_device_profile_get(device, NULL, &count, &error), CLB_ERROR_ARGUMENT, &error, "`rows` is NULL");
    clb_device_profile_stop(NULL);
    clb_device_profile_free(NULL);
}

/* ---- Watched launches ---------------------------------------------------------------------------------------------
 */

typedef struct seen {
    uint64_t calls, done, total, stop_at;
    bool backwards;
} seen;

static bool see(void *cookie, uint64_t done, uint64_t total)
{
    seen *s = cookie;
    s->backwards = s->backwards || done <= s->done || done > total;
    s->calls++;
    s->done = done;
    s->total = total;
    return !s->stop_at || done < s->stop_at;
}

enum { GRID_M = 640, GRID_L = 500 };

static clb_status launch_grid(clb_buffer *out, const clb_watch *watch, clb_queue *queue, clb_event **event)
{
    const int32_t m = GRID_M, l = GRID_L;
    const clb_argument arguments[] = {{.buffer = out}, {&m, NULL, 4}, {&l, NULL, 4}};
    return clb_kernel_launch(device, &sample->bundle, SAMPLE_GRID, &(clb_launch){.watch = watch, .queue = queue},
                             arguments, 3, event, &error);
}

static void watched_launches_run_to_the_end(void **state)
{
    (void)state;
    static int32_t grid[GRID_M * GRID_L];
    clb_buffer *out = NULL;
    for (int round = 0; round < 2; round++) {
        uint64_t done = 7;
        seen s = {0};
        const clb_watch watch = {.progress = see, .cookie = &s, .done = &done, .slice_ms = 1};
        clb_event *event = NULL;
        memset(grid, 0, sizeof grid);
        OK(clb_buffer_create(device, sizeof grid, grid, &out, &error), &error);
        OK(launch_grid(out, &watch, round ? one : NULL, round ? &event : NULL), &error);
        OK(clb_event_wait(event, &error), &error);
        clb_event_release(&event);
        assert_int_equal(done, (uint64_t)GRID_M * GRID_L);
        assert_true(s.calls > 0 && !s.backwards && s.done == done && s.total == done);
        OK(clb_buffer_read(out, 0, grid, sizeof grid, &error), &error);
        for (int i = 0; i < GRID_M * GRID_L; i++) assert_int_equal(grid[i], i % GRID_M + i / GRID_M * 1000);
        clb_buffer_release(&out);
    }
    /* One dimension, stated groups, an offset. */
    const clb_launch part = {
        .dimensions = 1, .global = {N - 64}, .local = {64}, .offset = {64}, .watch = &(clb_watch){.slice_ms = 1}};
    OK(shift(x, 1, N, &part, NULL), &error);
    double both[2];
    OK(clb_buffer_read(x, 63 * 8, both, sizeof both, &error), &error);
    assert_true(both[0] < 0.5 && both[1] > 0.5);
}

static void watched_launches_can_be_stopped(void **state)
{
    (void)state;
    static int32_t grid[GRID_M * GRID_L];
    clb_buffer *out = NULL;
    clb_cancel *cancel = NULL;
    clb_event *event = NULL;
    uint64_t done = 7;
    OK(clb_buffer_create(device, sizeof grid, grid, &out, &error), &error);
    OK(clb_cancel_create(&cancel, &error), &error);
    clb_cancel_request(cancel);
    assert_true(clb_cancel_is_requested(cancel));
    clb_watch watch = {.cancel = cancel, .done = &done};
    for (int round = 0; round < 2; round++) {
        FAILS(launch_grid(out, &watch, round ? one : NULL, &event), CLB_ERROR_CANCELLED, &error,
              "stopped on request after 0 of");
        assert_true(done == 0 && !event);
        if (round && mode == NATIVE) OK(clb_queue_finish(one, &error), &error); /* was told by the call already */
    }
    clb_cancel_reset(cancel);
    OK(launch_grid(out, &watch, one, NULL), &error);
    assert_int_equal(done, (uint64_t)GRID_M * GRID_L);
    OK(clb_buffer_fill(out, 0, sizeof grid, "", 1, NULL, NULL, &error), &error);

    seen s = {.stop_at = 1};
    watch = (clb_watch){.progress = see, .cookie = &s, .done = &done};
    FAILS(launch_grid(out, &watch, NULL, NULL), CLB_ERROR_CANCELLED, &error, "kernel 'grid' was stopped on request");
    assert_true(done > 0 && done < (uint64_t)GRID_M * GRID_L && s.calls == 1);
    OK(clb_buffer_read(out, 0, grid, sizeof grid, &error), &error);
    uint64_t written = grid[0] == 0; /* what element 0 becomes */
    for (int i = 1; i < GRID_M * GRID_L; i++) written += grid[i] == i % GRID_M + i / GRID_M * 1000;
    assert_true(written == done || written == done + 1);
    clb_buffer_release(&out);
    clb_cancel_release(&cancel);
    clb_cancel_release(&cancel);
    assert_null(cancel);
    FAILS(clb_cancel_create(NULL, &error), CLB_ERROR_ARGUMENT, &error, "`cancel` is NULL");
    clb_cancel_request(NULL);
    clb_cancel_reset(NULL);
    assert_false(clb_cancel_is_requested(NULL));
}

static void kernels_that_see_their_group_only_are_cut_between_groups(void **state)
{
    (void)state;
    enum { M = 8 * 1000 };
    int32_t out[M], m = M;
    uint64_t done = 0;
    clb_launch launch = {.dimensions = 1, .global = {M}, .watch = &(clb_watch){.done = &done, .slice_ms = 1}};
    const clb_host_argument arguments[] = {{out, sizeof out}, {&m, 4}};
    memset(out, 0xff, sizeof out);
    OK(clb_kernel_call(device, &sample->bundle, SAMPLE_REQUIRED, &launch, arguments, 2, &error), &error);
    assert_int_equal(done, M);
    for (int i = 0; i < M; i++) assert_int_equal(out[i], i % 8);
    if (mode != FAKE) return;
    assert_true(fake()->calls("clEnqueueNDRangeKernel") > 2 && fake()->launch(1).offset[0] % 8 == 0);
    sample->kernels[SAMPLE_REQUIRED].required_local[0] = 0;
    FAILS(clb_kernel_call(device, &sample->bundle, SAMPLE_REQUIRED, &launch, arguments, 2, &error),
          CLB_ERROR_UNSUPPORTED, &error, "whose size is not stated");
    launch.local[0] = 8;
    OK(clb_kernel_call(device, &sample->bundle, SAMPLE_REQUIRED, &launch, arguments, 2, &error), &error);
}

static void kernels_that_see_their_group_are_watched_natively_only(void **state)
{
    (void)state;
    static float in[64 * 900];
    float sums[900] = {0};
    const uint32_t n = 64 * 900;
    for (uint32_t i = 0; i < n; i++) in[i] = (float)(i / 64);
    const clb_host_argument arguments[] = {{in, 0}, {NULL, 0}, {sums, 0}, {&n, sizeof n}};
    uint64_t done = 0;
    const clb_launch launch = {.watch = &(clb_watch){.done = &done, .slice_ms = 1}};
    const clb_status status = clb_kernel_call(device, &sample->bundle, SAMPLE_GROUP_SUM, &launch, arguments, 4, &error);
    if (mode != NATIVE) {
        FAILS(status, CLB_ERROR_UNSUPPORTED, &error, "kernel 'group_sum' looks at its work-group");
        return;
    }
    OK(status, &error);
    assert_int_equal(done, n);
    for (int g = 0; g < 900; g++) assert_true(sums[g] > 64.0f * (float)g - 1 && sums[g] < 64.0f * (float)g + 1);
}

int main(int argc, char **argv)
{
    set_mode(argc > 1 ? argv[1] : "native");
    const struct CMUnitTest tests[] = {
        TEST(times_are_counted_by_name),
        TEST(watched_launches_run_to_the_end),
        TEST(watched_launches_can_be_stopped),
        TEST(kernels_that_see_their_group_only_are_cut_between_groups),
        TEST(kernels_that_see_their_group_are_watched_natively_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
