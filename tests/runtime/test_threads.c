/* Eight threads use one device at once. Built a second time with a thread sanitizer, which sees what this test cannot.
 *
 * SPDX-License-Identifier: MIT */
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 8, ROUNDS = 60, N = 1500 };

typedef struct worker {
    pthread_t thread;
    clb_device *device;
    int number;
    atomic_int *start;
    char failure[1200];
} worker;

static void wait_for_all(worker *w)
{
    atomic_fetch_sub(w->start, 1);
    while (atomic_load(w->start) > 0) continue;
}

#define CHECK(w, call, error)                                                         \
    do {                                                                              \
        const clb_status check_ = (call);                                             \
        if (check_ != CLB_OK && !(w)->failure[0])                                     \
            (void)snprintf((w)->failure, sizeof(w)->failure, "%s", (error)->message); \
    } while (0)

static void use_buffers(worker *w, int round, clb_error *error)
{
    double x[N];
    clb_buffer *buffer = NULL;
    clb_event *event = NULL;
    for (int i = 0; i < N; i++) x[i] = i;
    CHECK(w, clb_buffer_create(w->device, sizeof x, x, &buffer, error), error);
    CHECK(w, launch_shift(w->device, buffer, w->number, N, NULL, &event, error), error);
    CHECK(w, launch_shift(w->device, buffer, round, N, &(clb_launch){.wait = &event, .wait_count = 1}, NULL, error),
          error);
    CHECK(w, clb_event_wait(event, error), error);
    CHECK(w, clb_buffer_read(buffer, 0, x, sizeof x, error), error);
    for (int i = 0; i < N && !w->failure[0]; i++)
        if (x[i] != i + w->number + round) (void)snprintf(w->failure, sizeof w->failure, "wrong result %g", x[i]);
    clb_event_release(&event);
    clb_buffer_release(&buffer);
}

static void use_calls(worker *w, int round, clb_error *error)
{
    double x[100], y[100] = {0};
    int32_t out[35];
    const int32_t m = 7, l = 5;
    const clb_host_argument grid[] = {{out, 0}, {&m, 4}, {&l, 4}};
    for (int i = 0; i < 100; i++) x[i] = i + w->number;
    CHECK(w, call_scale(w->device, x, round, y, 100, error), error);
    CHECK(w, clb_kernel_call(w->device, sample_bundle(), SAMPLE_GRID, NULL, grid, 3, error), error);
    for (int i = 0; i < 100 && !w->failure[0]; i++)
        if (y[i] != round * x[i]) (void)snprintf(w->failure, sizeof w->failure, "wrong result %g", y[i]);
    if (out[34] != 4006 && !w->failure[0]) (void)snprintf(w->failure, sizeof w->failure, "wrong result %d", out[34]);
}

static void use_broken(worker *w, clb_error *error)
{
    int32_t out = 0;
    const clb_host_argument broken[] = {{&out, 0}};
    const clb_status status = clb_kernel_call(w->device, sample_bundle(), SAMPLE_BROKEN, NULL, broken, 1, error);
    if (status != CLB_ERROR_BUILD || !error->build_log)
        (void)snprintf(w->failure, sizeof w->failure, "a broken program gave %s", clb_status_name(status));
}

static void *work(void *cookie)
{
    worker *w = cookie;
    clb_error error = {0};
    wait_for_all(w);
    for (int round = 0; round < ROUNDS; round++) {
        use_buffers(w, round, &error);
        use_calls(w, round, &error);
        if (round % 8 == 0) use_broken(w, &error);
        if (round == 3)
            CHECK(w,
                  clb_prepare(w->device, sample_bundle(),
                              &(clb_prepare_params){.kernels = (const uint32_t[]){SAMPLE_EXTENT, SAMPLE_REQUIRED},
                                                    .kernel_count = 2,
                                                    .threads = 2},
                              &error),
                  &error);
        if (round == 5) {
            void *data = NULL;
            size_t size = 0, used = 0;
            CHECK(w, clb_binaries_export(w->device, sample_bundle(), &data, &size, &error), &error);
            CHECK(w, clb_binaries_import(w->device, sample_bundle(), data, size, &used, &error), &error);
            free(data);
        }
    }
    clb_error_clear(&error);
    return NULL;
}

static void run_threads(clb_device *const *devices)
{
    worker workers[THREADS];
    atomic_int start;
    atomic_init(&start, THREADS);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.device = devices[i], .number = i, .start = &start};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) (void)pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < THREADS; i++)
        if (workers[i].failure[0]) fail_msg("thread %d: %s", i, workers[i].failure);
}

static void eight_threads_build_and_launch_on_one_device(void **state)
{
    (void)state;
    const fake_setup slow = {
        .platform_count = 1, .build_ms = 5, .platforms = {{"Fake", 1, {{.name = "Fake GPU", .type = 4, .units = 1}}}}};
    fake()->reset(&slow);
    clb_device *device = open_fake(), *same[THREADS];
    for (int i = 0; i < THREADS; i++) same[i] = device;
    run_threads(same);
    clb_device_close(&device);
    assert_int_equal(fake()->misuse(), 0);
    /* scale and shift, grid, broken, extent, required: each once, however many asked for it. */
    assert_int_equal(fake()->calls("clBuildProgram"), 5);
}

static void eight_threads_use_two_devices(void **state)
{
    (void)state;
    clb_device *devices[2] = {open_fake(), open_fake()}, *either[THREADS];
    for (int i = 0; i < THREADS; i++) either[i] = devices[i % 2];
    run_threads(either);
    clb_device_close(&devices[0]);
    clb_device_close(&devices[1]);
}

static void *open_and_close(void *cookie)
{
    worker *w = cookie;
    clb_error error = {0};
    wait_for_all(w);
    for (int round = 0; round < 20; round++) {
        clb_device *device = NULL;
        CHECK(w, clb_device_open(&(clb_device_params){.environment = ""}, &device, &error), &error);
        double x[3] = {1, 2, 3}, y[3] = {0};
        CHECK(w, call_scale(device, x, 2, y, 3, &error), &error);
        clb_device_close(&device);
    }
    return NULL;
}

static void eight_threads_open_and_close_devices_of_their_own(void **state)
{
    (void)state;
    worker workers[THREADS];
    atomic_int start;
    atomic_init(&start, THREADS);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.number = i, .start = &start};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, open_and_close, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) (void)pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < THREADS; i++)
        if (workers[i].failure[0]) fail_msg("thread %d: %s", i, workers[i].failure);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(eight_threads_build_and_launch_on_one_device, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(eight_threads_use_two_devices, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(eight_threads_open_and_close_devices_of_their_own, start_fake, end_fake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
