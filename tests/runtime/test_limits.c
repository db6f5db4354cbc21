/* A process that may have no more memory gets a status, at whatever step of a session that happens and however little
 * is left: children limit their address space (RLIMIT_AS) and go on.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "sample_native.h"
#include "support.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1 /* its shadow memory does not fit any limit */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

enum { STEPS = 7, N = 64 * 600, TOUCHED = 256 << 10, ENOUGH = 96 << 20 };
enum { PASSED = 0, TOLD = 10, WRONG = 11 }; /* how a child ends */

static sample_copy *sample;
static uint32_t back_end;
static float x[N], sums[N / 64];
static double y[100];

/* Bytes that are mapped. */
static size_t mapped(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu", &pages) != 1) pages = 0;
    if (file) (void)fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* The stack does not grow under a limit either: that is nobody's fault. */
static void touch_stack(void)
{
    volatile char page[TOUCHED];
    for (size_t i = 0; i < sizeof page; i += 1024) page[i] = 1;
}

/* Called through this, or its frame becomes a part of the caller's, and what lies below is not touched. */
static void (*const volatile touch)(void) = touch_stack;

/* Takes all memory but `spare` bytes: the limit alone would leave what malloc has in store. */
static bool leave_only(size_t spare)
{
    const rlim_t most = (rlim_t)(mapped() + spare + (1 << 20));
    if (setrlimit(RLIMIT_AS, &(struct rlimit){most, most}) != 0) return false;
    void *volatile kept = malloc(spare + 1);
    if (!kept) return false;
    for (size_t size = (size_t)1 << 26; size >= 16; size /= 2)
        for (void *volatile taken = malloc(size); taken; taken = malloc(size)) continue;
    free(kept);
    return true;
}

typedef struct things {
    clb_device *device;
    clb_buffer *buffer;
    clb_event *event;
} things;

static clb_status run_step(things *t, int step, clb_error *error)
{
    static const uint32_t kernels[] = {SAMPLE_SHIFT, SAMPLE_GRID, SAMPLE_GROUP_SUM};
    const clb_device_params params = {
        .bundle = &sample->bundle, .environment = "", .back_ends = back_end, .threads = 3};
    const clb_prepare_params prepare = {.kernels = kernels, .kernel_count = 3, .threads = 2};
    const uint32_t n = N;
    const int64_t by = 1;
    const int32_t hundred = 100;
    const clb_host_argument sum[] = {{x, 0}, {NULL, 0}, {sums, 0}, {&n, sizeof n}};
    const clb_argument shift[] = {{.buffer = t->buffer}, {&by, NULL, sizeof by}, {&hundred, NULL, sizeof hundred}};
    clb_device_info *list = NULL;
    size_t count;
    clb_status status = CLB_OK;
    switch (step) {
    case 0:
        status = clb_device_list(&params, &list, &count, error);
        clb_device_list_free(&list);
        break;
    case 1: status = clb_device_open(&params, &t->device, error); break;
    case 2: status = clb_prepare(t->device, &sample->bundle, &prepare, error); break;
    case 3: status = clb_buffer_create(t->device, sizeof y, y, &t->buffer, error); break;
    case 4:
        status = clb_kernel_launch(t->device, &sample->bundle, SAMPLE_SHIFT, NULL, shift, 3, &t->event, error);
        break;
    case 5: status = clb_buffer_read(t->buffer, 0, y, sizeof y, error); break;
    case 6:
        for (int i = 0; i < 5 && status == CLB_OK; i++)
            status = clb_kernel_call(t->device, &sample->bundle, SAMPLE_GROUP_SUM, NULL, sum, 4, error);
        break;
    }
    return status;
}

/* A session whose memory is limited from a step on. */
static int session(int limited_step, size_t spare)
{
    things t = {0};
    clb_error error = {0};
    int result = PASSED;
    for (int i = 0; i < N; i++) x[i] = 1;
    for (int step = 0; step < STEPS && result == PASSED; step++) {
        if (step == limited_step) {
            touch();
            if (!leave_only(spare)) return WRONG;
        }
        const clb_status status = run_step(&t, step, &error);
        if (status == CLB_OK) continue;
        const bool memory = status == CLB_ERROR_MEMORY || status == CLB_ERROR_DEVICE_MEMORY ||
                            (status == CLB_ERROR_NO_DEVICE && back_end == CLB_BACK_END_OPENCL);
        result = memory && error.status == status && strlen(error.message) > 20 ? TOLD : WRONG;
        if (result == WRONG) (void)fprintf(stderr, "%s: %s\n", clb_status_name(status), error.message);
    }
    if (result == PASSED && (sums[N / 64 - 1] < 63.5f || y[99] < 0.5)) result = WRONG;
    clb_event_release(&t.event);
    clb_buffer_release(&t.buffer);
    clb_device_close(&t.device);
    clb_error_clear(&error);
    return result;
}

static int in_child(int step, size_t spare)
{
    int state = 0;
    (void)fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)alarm(100);
        _exit(session(step, spare));
    }
    assert_int_equal(waitpid(child, &state, 0), child);
    return WIFEXITED(state) ? WEXITSTATUS(state) : 1000 + WTERMSIG(state);
}

/* From nothing in small steps, then in ever larger ones up to what all threads need: where the first thread gets the
 * last memory, the second one has to do without. */
static void sweep(void)
{
    unsigned told = 0, children = 0;
    for (int step = 0; step < STEPS; step++) {
        int result = WRONG;
        for (size_t spare = 0; spare < ENOUGH; spare += spare < 8192 ? 128 : spare / 4, children++) {
            result = in_child(step, spare);
            if (result != PASSED && result != TOLD)
                fail_msg("step %d with %zu bytes more ends with %d (from 1000: a signal)", step, spare, result);
            told += result == TOLD;
        }
        assert_int_equal(result, PASSED);
    }
    (void)printf("%u sessions, %u ended with a status\n", children, told);
    assert_true(told > 20);
}

static void native_sessions_without_memory_end_with_a_status(void **state)
{
    (void)state;
    back_end = CLB_BACK_END_NATIVE;
    sweep();
}

static void opencl_sessions_without_memory_end_with_a_status(void **state)
{
    (void)state;
    back_end = CLB_BACK_END_OPENCL;
    fake()->reset(NULL);
    sweep();
}

int main(void)
{
#ifdef SANITIZED
    return 77;
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(native_sessions_without_memory_end_with_a_status),
        cmocka_unit_test(opencl_sessions_without_memory_end_with_a_status),
    };
    (void)fake();
    sample = sample_clone();
    sample->bundle.native = sample_native_table;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sample_free(sample);
    return failed;
}
