/* A process may do these while a device is open: fork, cancel a thread inside a call, close in another thread, unload
 * the plugin that holds the library. Nothing hangs; what cannot work says so.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "forks.h"
#include "core/process.h"
#include "sample_native.h"
#include "support.h"

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 64 * 700, CHILD_SECONDS = 100 /* a hang ends the child */ };

static sample_copy *sample;

static clb_device *open_native(uint32_t threads)
{
    clb_error error = {0};
    clb_device *device = NULL;
    OK(clb_device_open(
           &(clb_device_params){
               .bundle = &sample->bundle, .environment = "", .threads = threads, .back_ends = CLB_BACK_END_NATIVE},
           &device, &error),
       &error);
    return device;
}

static int start(void **state)
{
    sample = sample_clone();
    sample->bundle.native = sample_native_table;
    return start_fake(state);
}

static int end(void **state)
{
    sample_free(sample);
    return end_fake(state);
}

/* Sums of 64, which need scratch and local memory, and enough of them to wake the pool. */
static bool sums_are_right(clb_device *device, clb_error *error)
{
    float x[N], sums[N / 64] = {0};
    const uint32_t n = N;
    const clb_host_argument arguments[] = {{x, 0}, {NULL, 0}, {sums, 0}, {&n, sizeof n}};
    for (int i = 0; i < N; i++) x[i] = (float)(i % 5);
    if (clb_kernel_call(device, &sample->bundle, SAMPLE_GROUP_SUM, NULL, arguments, 4, error) != CLB_OK) return false;
    for (int g = 0; g < N / 64; g++) {
        float sum = 0;
        for (int i = 64 * g; i < 64 * g + 64; i++) sum += x[i];
        if (sum < sums[g] || sum > sums[g]) return false;
    }
    return true;
}

/* ---- Fork ---------------------------------------------------------------------------------------------------------
 */

static void skip_where_malloc_does_not_survive_fork(void)
{
    if (!MALLOC_SURVIVES_FORK) skip();
}

/* Runs the function in a child; its result, or -1 where the child hangs or crashes. */
static int in_child(int (*function)(void *), void *cookie)
{
    int state = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)alarm(CHILD_SECONDS);
        _exit(function(cookie));
    }
    assert_int_equal(waitpid(child, &state, 0), child);
    return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

typedef struct things {
    clb_device *device;
    clb_buffer *buffer;
    clb_event *event;
} things;

static int use_native_things(void *cookie)
{
    things *t = cookie;
    clb_error error = {0};
    clb_event *event = NULL;
    double y[100];
    const int64_t by = 7;
    const int32_t n = 100;
    uint64_t from = 0, to = 0;
    if (!sums_are_right(t->device, &error) || !sums_are_right(t->device, &error)) return 1;
    if (clb_event_wait(t->event, &error) || !clb_event_times(t->event, &from, &to, &error)) return 2;
    const clb_argument arguments[] = {{.buffer = t->buffer}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    const clb_launch after = {.wait = &t->event, .wait_count = 1};
    if (clb_kernel_launch(t->device, &sample->bundle, SAMPLE_SHIFT, &after, arguments, 3, &event, &error)) return 3;
    if (clb_buffer_read(t->buffer, 0, y, sizeof y, &error) || !(y[99] > 7.5 && y[99] < 8.5)) return 4;
    if (clb_prepare(t->device, &sample->bundle,
                    &(clb_prepare_params){.kernels = (const uint32_t[]){0}, .kernel_count = 1}, &error))
        return 5;
    clb_event_release(&event);
    clb_event_release(&t->event);
    clb_buffer_release(&t->buffer);
    if (clb_device_finish(t->device, &error)) return 6;
    clb_device_close(&t->device);
    return t->device ? 7 : 0;
}

static things make_things(clb_device *device, const clb_bundle *bundle)
{
    things t = {.device = device};
    clb_error error = {0};
    double y[100] = {0};
    const int64_t by = 1;
    const int32_t n = 100;
    OK(clb_buffer_create(device, sizeof y, y, &t.buffer, &error), &error);
    const clb_argument arguments[] = {{.buffer = t.buffer}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    OK(clb_kernel_launch(device, bundle, SAMPLE_SHIFT, NULL, arguments, 3, &t.event, &error), &error);
    OK(clb_event_wait(t.event, &error), &error);
    return t;
}

static void release_things(things *t)
{
    clb_event_release(&t->event);
    clb_buffer_release(&t->buffer);
    clb_device_close(&t->device);
}

static void child_computes_natively_with_the_device_of_its_parent(void **state)
{
    (void)state;
    skip_where_malloc_does_not_survive_fork();
    clb_error error = {0};
    things t = make_things(open_native(4), &sample->bundle);
    assert_true(sums_are_right(t.device, &error));
    assert_int_equal(in_child(use_native_things, &t), 0);
    assert_true(sums_are_right(t.device, &error));
    release_things(&t);
}

static int use_in_grandchild(void *cookie)
{
    things *t = cookie;
    clb_error error = {0};
    if (!sums_are_right(t->device, &error) || in_child(use_native_things, t) != 0) return 1;
    return use_native_things(t);
}

static void grandchild_does_so_too(void **state)
{
    (void)state;
    skip_where_malloc_does_not_survive_fork();
    things t = make_things(open_native(4), &sample->bundle);
    assert_int_equal(in_child(use_in_grandchild, &t), 0);
    release_things(&t);
}

static atomic_bool stop;

static void *call_until_stopped(void *device)
{
    clb_error error = {0};
    while (!atomic_load(&stop))
        if (!sums_are_right(device, &error)) return device;
    return NULL;
}

static int close_only(void *cookie)
{
    things *t = cookie;
    clb_device_close(&t->device);
    return 0;
}

/* Any lock may be held by a thread that the child does not have. */
static void children_of_a_busy_process_compute_and_close(void **state)
{
    (void)state;
    skip_where_malloc_does_not_survive_fork();
    enum { CALLERS = 4, CHILDREN = 40 };
    pthread_t callers[CALLERS];
    things t = make_things(open_native(4), &sample->bundle);
    atomic_store(&stop, false);
    for (int i = 0; i < CALLERS; i++)
        assert_int_equal(pthread_create(&callers[i], NULL, call_until_stopped, t.device), 0);
    int worst = 0;
    for (int i = 0; i < CHILDREN && worst == 0; i++) worst = in_child(i % 4 == 0 ? close_only : use_native_things, &t);
    atomic_store(&stop, true);
    void *failure = NULL;
    for (int i = 0; i < CALLERS; i++) {
        void *failed = NULL;
        (void)pthread_join(callers[i], &failed);
        if (failed) failure = failed;
    }
    assert_int_equal(worst, 0);
    assert_null(failure);
    release_things(&t);
}

static int use_opencl_things(void *cookie)
{
    things *t = cookie;
    clb_error error = {0};
    double x[4] = {0};
    uint64_t from, to;
    clb_buffer *buffer = NULL;
    void *data = NULL;
    size_t size = 0;
    const clb_status got[] = {
        call_scale(t->device, x, 1, x, 4, &error),
        launch_shift(t->device, t->buffer, 1, 100, NULL, NULL, &error),
        clb_buffer_create(t->device, 8, NULL, &buffer, &error),
        clb_buffer_write(t->buffer, 0, x, 8, &error),
        clb_buffer_read(t->buffer, 0, x, 8, &error),
        clb_event_wait(t->event, &error),
        clb_event_times(t->event, &from, &to, &error),
        clb_device_finish(t->device, &error),
        clb_prepare(t->device, sample_bundle(), NULL, &error),
        clb_binaries_export(t->device, sample_bundle(), &data, &size, &error),
        clb_binaries_import(t->device, sample_bundle(), x, 8, NULL, &error),
    };
    for (size_t i = 0; i < sizeof got / sizeof *got; i++)
        if (got[i] != CLB_ERROR_UNSUPPORTED) return 10 + (int)i;
    if (!strstr(error.message, "before this process was forked")) return 1;
    const unsigned before = fake()->calls("clReleaseEvent") + fake()->calls("clReleaseMemObject");
    release_things(t);
    if (t->event || t->buffer || t->device) return 2;
    /* The driver's locks are those of the parent's threads: it must not be called. */
    return before == fake()->calls("clReleaseEvent") + fake()->calls("clReleaseMemObject") ? 0 : 3;
}

static void child_is_told_that_opencl_does_not_survive_a_fork(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_device *device = NULL;
    OK(clb_device_open(&(clb_device_params){.environment = "", .profiling = true}, &device, &error), &error);
    things t = make_things(device, sample_bundle());
    assert_int_equal(in_child(use_opencl_things, &t), 0);
    release_things(&t);
}

static int is_own(void *process)
{
    return clbi_process_is_own(process);
}

static void children_are_known_by_their_number_where_memory_does_not_tell(void **state)
{
    (void)state;
    clbi_process process;
    for (int marked = 1; marked >= 0; marked--) {
        clbi_process_init(&process);
        if (!marked) clbi_process_end(&process); /* as on a system that has no such memory */
        assert_true(clbi_process_is_own(&process));
        assert_int_equal(in_child(is_own, &process), 0);
        if (marked) clbi_process_end(&process);
    }
}

/* ---- Threads ------------------------------------------------------------------------------------------------------
 */

static sem_t printing;

/* A kernel's text arrives, and the thread comes to where it may be cancelled. */
static void slow_print(void *cookie, const char *text, size_t length)
{
    (void)cookie, (void)text, (void)length;
    (void)sem_post(&printing);
    (void)nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static bool print_once(clb_device *device)
{
    clb_error error = {0};
    int32_t out[64 * 8] = {0};
    const int32_t m = 64, l = 8;
    const clb_host_argument arguments[] = {{out, 0}, {&m, sizeof m}, {&l, sizeof l}};
    return clb_kernel_call(device, &sample->bundle, SAMPLE_GRID, NULL, arguments, 3, &error) == CLB_OK;
}

/* The frame that is left when the thread is cancelled has no arrays: the address sanitizer would keep them poisoned. */
static void *print_for_ever(void *device)
{
    while (print_once(device)) pthread_testcancel();
    return device;
}

static void thread_cancelled_inside_a_call_leaves_the_device_as_it_should_be(void **state)
{
    (void)state;
    enum { TIMES = 10 };
    clb_error error = {0};
    clb_device *device = NULL;
    assert_int_equal(sem_init(&printing, 0, 0), 0);
    OK(clb_device_open(
           &(clb_device_params){
               .bundle = &sample->bundle, .environment = "", .threads = 4, .filter = "native", .print = slow_print},
           &device, &error),
       &error);
    (void)alarm(CHILD_SECONDS); /* or the test */
    for (int i = 0; i < TIMES; i++) {
        pthread_t thread;
        void *result = NULL;
        assert_int_equal(pthread_create(&thread, NULL, print_for_ever, device), 0);
        (void)sem_wait(&printing);
        assert_int_equal(pthread_cancel(thread), 0);
        assert_int_equal(pthread_join(thread, &result), 0);
        assert_ptr_equal(result, PTHREAD_CANCELED);
        assert_true(sums_are_right(device, &error));
    }
    clb_device_close(&device);
    (void)alarm(0);
    (void)sem_destroy(&printing);
}

static void *close_it(void *device)
{
    clb_device_close(device);
    return NULL;
}

static void device_is_closed_by_another_thread_than_opened_it(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        clb_error error = {0};
        pthread_t thread;
        double x[4] = {1, 2, 3, 4};
        clb_device *device = kind == 0 ? open_native(4) : open_fake();
        if (kind == 0) assert_true(sums_are_right(device, &error));
        else OK(call_scale(device, x, 1, x, 4, &error), &error);
        assert_int_equal(pthread_create(&thread, NULL, close_it, &device), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_null(device);
    }
}

/* ---- Plugins ------------------------------------------------------------------------------------------------------
 */

/* argv[1] of the test: a plugin that holds library and bundle (plugin.c). */
static const char *plugin_path;

static void plugin_is_unloaded_after_it_closed_its_device(void **state)
{
    (void)state;
    static const char *const functions[] = {"plugin_open_use_close", "plugin_open_use"}; /* or in its destructor */
    (void)alarm(CHILD_SECONDS);
    for (int i = 0; i < 20; i++) {
        int (*use)(void) = NULL;
        void *plugin = dlopen(plugin_path, RTLD_NOW | RTLD_LOCAL);
        if (!plugin) fail_msg("%s", dlerror());
        void *address = dlsym(plugin, functions[i % 2]);
        assert_non_null(address);
        memcpy(&use, &address, sizeof use);
        assert_int_equal(use(), 0);
        assert_int_equal(dlclose(plugin), 0);
        assert_null(dlopen(plugin_path, RTLD_NOW | RTLD_NOLOAD)); /* it has really gone */
    }
    (void)alarm(0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(child_computes_natively_with_the_device_of_its_parent),
        TEST(grandchild_does_so_too),
        TEST(children_of_a_busy_process_compute_and_close),
        TEST(child_is_told_that_opencl_does_not_survive_a_fork),
        TEST(children_are_known_by_their_number_where_memory_does_not_tell),
        TEST(thread_cancelled_inside_a_call_leaves_the_device_as_it_should_be),
        TEST(device_is_closed_by_another_thread_than_opened_it),
        TEST(plugin_is_unloaded_after_it_closed_its_device),
    };
    if (argc != 2) return 2;
    plugin_path = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
