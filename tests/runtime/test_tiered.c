/* A tiered start over the fake OpenCL: native code answers until the device is open and the program is built, and if
 * calls are too small for the device. Built a second time with a thread sanitizer.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "forks.h"
#include "sample_native.h"
#include "support.h"
#include "tier/timing.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { N = 300, CL_GPU = 4 };

static clb_bundle bundle; /* the sample with native code */

static const fake_setup slow = {.platform_count = 1,
                                .open_ms = 60,
                                .build_ms = 40,
                                .platforms = {{"Fake", 1, {{.name = "Fake GPU", .type = CL_GPU, .units = 1}}}}};

/* ---- Time: the runtime's own clock and naps are these, so that no load of the machine changes an outcome ---- */

static struct naps {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned begun;
    bool held;
    const pthread_t *until_it_waits; /* or NULL */
} naps = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
static atomic_uint_fast64_t asked;
static atomic_uint run_us; /* of the fake */

int __real_nanosleep(const struct timespec *time, struct timespec *left);
int __wrap_nanosleep(const struct timespec *time, struct timespec *left);
int __real_pthread_cond_wait(pthread_cond_t *changed, pthread_mutex_t *lock);
int __wrap_pthread_cond_wait(pthread_cond_t *changed, pthread_mutex_t *lock);
uint64_t __wrap_clbi_now_ns(void);

/* Each question takes a microsecond, and each launch of the fake what it is to take. */
uint64_t __wrap_clbi_now_ns(void)
{
    const uint64_t launches = fake()->calls("clEnqueueNDRangeKernel");
    return 1000 * (atomic_fetch_add(&asked, 1) + launches * atomic_load(&run_us));
}

/* Only the thread that opens a device naps. */
int __wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
    (void)time, (void)left;
    pthread_mutex_lock(&naps.lock);
    naps.begun++;
    while (naps.held) (void)__real_pthread_cond_wait(&naps.changed, &naps.lock);
    pthread_mutex_unlock(&naps.lock);
    return 0;
}

static void let_naps_end(void)
{
    pthread_mutex_lock(&naps.lock);
    naps.held = false;
    (void)pthread_cond_broadcast(&naps.changed);
    pthread_mutex_unlock(&naps.lock);
}

int __wrap_pthread_cond_wait(pthread_cond_t *changed, pthread_mutex_t *lock)
{
    pthread_mutex_lock(&naps.lock);
    const bool ends = naps.until_it_waits && pthread_equal(*naps.until_it_waits, pthread_self());
    pthread_mutex_unlock(&naps.lock);
    if (ends) let_naps_end();
    return __real_pthread_cond_wait(changed, lock);
}

/* Naps that begin last until let_naps_end(), or until that thread waits. */
static void hold_naps(const pthread_t *until_it_waits)
{
    pthread_mutex_lock(&naps.lock);
    naps.begun = 0;
    naps.held = true;
    naps.until_it_waits = until_it_waits;
    pthread_mutex_unlock(&naps.lock);
}

static unsigned naps_begun(void)
{
    pthread_mutex_lock(&naps.lock);
    const unsigned begun = naps.begun;
    pthread_mutex_unlock(&naps.lock);
    return begun;
}

static int start(void **state)
{
    const int result = start_fake(state);
    bundle = *sample_bundle();
    bundle.native = sample_native_table;
    fake()->reset(&slow);
    atomic_store(&run_us, 0);
    naps.until_it_waits = NULL;
    let_naps_end();
    return result;
}

static void rest(long milliseconds)
{
    (void)__real_nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

static clb_device *open_with(const clb_device_params *params)
{
    clb_error error = {0};
    clb_device *device = NULL;
    clb_device_params all = *params;
    all.start = CLB_START_TIERED;
    all.environment = "";
    if (!all.bundle) all.bundle = &bundle;
    OK(clb_device_open(&all, &device, &error), &error);
    return device;
}

static clb_device *open_tiered(void)
{
    return open_with(&(clb_device_params){.bundle = NULL});
}

/* y = a * x by one call, checked; where it ran. */
static clb_call_report scale_by(clb_device *device, const clb_bundle *b, int32_t n)
{
    static const double a = 3;
    double x[N], y[N];
    clb_error error = {0};
    clb_call_report report = {.why = CLB_RAN_NOTHING};
    for (int i = 0; i < n; i++) {
        x[i] = i + 0.5;
        y[i] = -1;
    }
    const clb_host_argument arguments[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    OK(clb_kernel_call(device, b, SAMPLE_SCALE, &(clb_launch){.report = &report}, arguments, 4, &error), &error);
    for (int i = 0; i < n; i++) assert_true(y[i] == a * x[i]);
    return report;
}

static clb_status shift(clb_device *device, clb_buffer *y, int64_t by, int32_t n, const clb_launch *launch,
                        clb_event **event, clb_error *error)
{
    const clb_argument arguments[] = {{.buffer = y}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    return clb_kernel_launch(device, &bundle, SAMPLE_SHIFT, launch, arguments, 3, event, error);
}

static clb_call_report scale(clb_device *device)
{
    return scale_by(device, &bundle, N);
}

static void check_place(const clb_call_report *report, bool native)
{
    assert_non_null(report->device);
    assert_string_equal(report->device->back_end, native ? "native" : "opencl");
}

/* Calls until one has that outcome; all others until then must be `before` or `between`. */
static void call_until(clb_device *device, clb_ran before, clb_ran between, clb_ran wanted)
{
    for (;;) {
        const clb_call_report report = scale(device);
        check_place(&report, report.why != CLB_RAN_CHOSEN);
        if (report.why == wanted) return;
        if (report.why != before && report.why != between) fail_msg("a call ran for reason %d", (int)report.why);
        if (report.why == between) before = between; /* there is no way back */
        rest(1);
    }
}

/* ---- Until the device is there ---- */

static void calls_are_answered_while_the_device_opens_and_builds(void **state)
{
    (void)state;
    clb_device *device = open_tiered();
    assert_int_equal(fake()->calls("clCreateCommandQueue"), 0);
    assert_int_equal(clb_device_get_stage(device, NULL), CLB_STAGE_OPENING);
    assert_string_equal(clb_device_get_info(device)->back_end, "native");
    const clb_call_report first = scale(device);
    assert_int_equal(first.why, CLB_RAN_OPENING);
    check_place(&first, true);
    assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), 0);
    call_until(device, CLB_RAN_OPENING, CLB_RAN_BUILDING, CLB_RAN_CHOSEN);
    assert_int_equal(clb_device_get_stage(device, NULL), CLB_STAGE_OPEN);
    assert_string_equal(clb_device_get_info(device)->name, "Fake GPU");
    assert_int_equal(fake()->calls("clBuildProgram"), 1); /* for all calls that asked */
    clb_device_close(&device);
    assert_null(device);
}

/* The opening waits in naps of a millisecond. Here they last until the first call ends: the driver is not asked for. */
static void a_driver_is_not_started_beside_the_first_call(void **state)
{
    (void)state;
    hold_naps(NULL);
    clb_device *device = open_tiered();
    while (naps_begun() == 0) {
        assert_int_equal(fake()->calls("clGetPlatformIDs"), 0);
        rest(1);
    }
    assert_int_equal(scale(device).why, CLB_RAN_OPENING);
    assert_int_equal(fake()->calls("clGetPlatformIDs"), 0);
    let_naps_end();
    call_until(device, CLB_RAN_OPENING, CLB_RAN_BUILDING, CLB_RAN_CHOSEN);
    assert_int_equal(naps_begun(), 1);
    clb_device_close(&device);
}

static void whoever_waits_for_the_device_does_not_wait_longer(void **state)
{
    static const fake_setup quick = {.platform_count = 1,
                                     .platforms = {{"Fake", 1, {{.name = "Fake GPU", .type = CL_GPU, .units = 1}}}}};
    (void)state;
    /* The first nap lasts until this thread waits. */
    fake()->reset(&quick);
    const pthread_t self = pthread_self();
    hold_naps(&self);
    clb_device *device = open_tiered();
    while (naps_begun() == 0) rest(1);
    assert_non_null(clb_device_get_handle(device, CLB_HANDLE_CONTEXT)); /* waits */
    assert_int_equal(naps_begun(), 1);
    clb_device_close(&device);
    /* And it is opened although nothing waits for it. */
    fake()->reset(&quick);
    hold_naps(NULL);
    let_naps_end();
    device = open_tiered();
    while (clb_device_get_stage(device, NULL) == CLB_STAGE_OPENING) rest(1);
    assert_int_equal(clb_device_get_stage(device, NULL), CLB_STAGE_OPEN);
    assert_int_equal(naps_begun(), 5);
    clb_device_close(&device);
}

static void only_what_is_called_is_built(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_device *device = open_tiered();
    assert_non_null(clb_device_get_handle(device, CLB_HANDLE_CONTEXT)); /* waits */
    rest(60);
    assert_int_equal(fake()->calls("clBuildProgram"), 0);
    /* Asked for, without waiting. */
    const clb_prepare_params ahead = {
        .kernels = (const uint32_t[]){SAMPLE_SCALE, SAMPLE_GRID}, .kernel_count = 2, .background = true};
    OK(clb_prepare(device, &bundle, &ahead, &error), &error);
    call_until(device, CLB_RAN_BUILDING, CLB_RAN_BUILDING, CLB_RAN_CHOSEN);
    /* Waiting for it. */
    const clb_prepare_params now = {.kernels = (const uint32_t[]){SAMPLE_GRID, SAMPLE_WIDE}, .kernel_count = 2};
    OK(clb_prepare(device, &bundle, &now, &error), &error);
    assert_int_equal(fake()->calls("clBuildProgram"), 3);
    FAILS(clb_prepare(device, &bundle,
                      &(clb_prepare_params){.kernels = (const uint32_t[]){99}, .kernel_count = 1, .background = true},
                      &error),
          CLB_ERROR_ARGUMENT, &error, "no kernel 99");
    clb_device_close(&device);
}

static void a_device_may_be_closed_at_any_moment(void **state)
{
    (void)state;
    for (int i = 0; i < 30; i++) {
        fake()->reset(
            &(fake_setup){.platform_count = 1, .open_ms = 10, .build_ms = 10, .platforms = {slow.platforms[0]}});
        clb_device *device = open_tiered();
        if (i % 3) (void)scale(device);
        if (i % 3 == 2) rest(i);
        clb_device_close(&device);
        assert_int_equal(fake()->live(), 0);
    }
}

static void a_device_may_be_closed_with_many_builds_waiting(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_device *device = open_tiered();
    OK(clb_prepare(device, &bundle, &(clb_prepare_params){.background = true}, &error), &error);
    rest(65);
    clb_device_close(&device);
}

static void empty_ranges_ask_for_nothing(void **state)
{
    (void)state;
    clb_device *device = open_tiered();
    const clb_call_report report = scale_by(device, &bundle, 0);
    assert_int_equal(report.why, CLB_RAN_NOTHING);
    assert_null(report.device);
    assert_non_null(clb_device_get_handle(device, CLB_HANDLE_QUEUE));
    rest(10);
    assert_int_equal(fake()->calls("clBuildProgram"), 0);
    clb_device_close(&device);
}

/* ---- What cannot be answered natively ---- */

static void buffers_wait_for_the_device(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_device *device = open_tiered();
    clb_buffer *buffer = NULL;
    clb_event *event = NULL;
    clb_call_report report = {.why = CLB_RAN_NOTHING};
    double y[N] = {1, 2, 3};
    OK(clb_buffer_create(device, sizeof y, y, &buffer, &error), &error);
    assert_non_null(clb_buffer_get_handle(buffer)); /* a cl_mem */
    assert_int_equal(clb_device_get_stage(device, NULL), CLB_STAGE_OPEN);
    OK(shift(device, buffer, 5, N, &(clb_launch){.report = &report}, &event, &error), &error);
    check_place(&report, false);
    OK(shift(device, buffer, 5, N, &(clb_launch){.wait = &event, .wait_count = 1}, NULL, &error), &error);
    OK(clb_event_wait(event, &error), &error);
    OK(clb_device_finish(device, &error), &error);
    OK(clb_buffer_read(buffer, 0, y, sizeof y, &error), &error);
    assert_true(y[0] == 11 && y[2] == 13);
    clb_event_release(&event);
    clb_buffer_release(&buffer);
    clb_device_close(&device);
}

static void finishing_waits_for_nothing(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_device *device = open_tiered();
    OK(clb_device_finish(device, &error), &error);
    assert_int_equal(clb_device_get_stage(device, NULL), CLB_STAGE_OPENING);
    clb_device_close(&device);
}

static void a_kernel_without_native_code_waits(void **state)
{
    (void)state;
    clb_error error = {0};
    clb_device *device = open_tiered();
    clb_call_report report = {.why = CLB_RAN_NOTHING};
    double y[7] = {0};
    const int32_t n = 4;
    const int16_t s = 2;
    const clb_host_argument arguments[] = {{y, 0}, {&n, sizeof n}, {&s, sizeof s}};
    OK(clb_kernel_call(device, &bundle, SAMPLE_EXTENT, &(clb_launch){.report = &report}, arguments, 3, &error), &error);
    check_place(&report, false);
    assert_int_equal(report.why, CLB_RAN_CHOSEN);
    assert_true(y[0] == 1 && y[1] == 0 && y[6] == 1);

    /* And where none can run it, it fails. */
    int32_t out = 0;
    const clb_host_argument broken[] = {{&out, 0}};
    assert_int_equal(clb_kernel_call(device, &bundle, SAMPLE_BROKEN, NULL, broken, 1, &error), CLB_ERROR_BUILD);
    assert_non_null(error.build_log);
    clb_error_clear(&error);
    clb_device_close(&device);
}

static void without_a_device_such_a_kernel_says_why(void **state)
{
    (void)state;
    clb_error error = {0};
    fake()->reset(&(fake_setup){.platform_count = 0});
    clb_device *device = open_tiered();
    double y[7] = {0};
    const int32_t n = 4;
    const int16_t s = 2;
    const clb_host_argument arguments[] = {{y, 0}, {&n, sizeof n}, {&s, sizeof s}};
    FAILS(clb_kernel_call(device, &bundle, SAMPLE_EXTENT, NULL, arguments, 3, &error), CLB_ERROR_UNSUPPORTED, &error,
          "no native version");
    clb_device_close(&device);
}

/* ---- Starts that end natively, or do not begin ---- */

static void where_no_device_is_found_all_stays_native(void **state)
{
    (void)state;
    clb_error error = {0}, why = {0};
    fake()->reset(&(fake_setup){.platform_count = 0});
    clb_device *device = open_tiered();
    call_until(device, CLB_RAN_OPENING, CLB_RAN_OPENING, CLB_RAN_NATIVE);
    assert_int_equal(clb_device_get_stage(device, &why), CLB_STAGE_NATIVE);
    assert_int_equal(why.status, CLB_OK); /* native code is the best there is */
    clb_buffer *buffer = NULL;
    clb_call_report report = {.why = CLB_RAN_NOTHING};
    double y[N] = {1};
    OK(clb_buffer_create(device, sizeof y, y, &buffer, &error), &error);
    assert_null(clb_buffer_get_handle(buffer));
    OK(shift(device, buffer, 2, N, &(clb_launch){.report = &report}, NULL, &error), &error);
    assert_int_equal(report.why, CLB_RAN_NATIVE);
    OK(clb_buffer_read(buffer, 0, y, sizeof y, &error), &error);
    assert_true(y[0] == 3);
    clb_buffer_release(&buffer);
    clb_device_close(&device);
}

static void what_kept_the_device_from_opening_can_be_asked(void **state)
{
    (void)state;
    clb_error why = {0};
    fake()->fail_call("clCreateContext", 1, -6);
    clb_device *device = open_tiered();
    call_until(device, CLB_RAN_OPENING, CLB_RAN_OPENING, CLB_RAN_NATIVE);
    assert_int_equal(clb_device_get_stage(device, &why), CLB_STAGE_NATIVE);
    assert_non_null(strstr(why.message, "clCreateContext"));
    clb_error_clear(&why);
    clb_device_close(&device);

    device = open_with(&(clb_device_params){.filter = "nvidia"});
    call_until(device, CLB_RAN_OPENING, CLB_RAN_OPENING, CLB_RAN_NATIVE);
    assert_int_equal(clb_device_get_stage(device, &why), CLB_STAGE_NATIVE);
    assert_int_equal(why.status, CLB_ERROR_NO_DEVICE);
    clb_error_clear(&why);
    clb_device_close(&device);
}

static void some_starts_are_blocking(void **state)
{
    (void)state;
    clb_error error = {0};
    static const clb_device_params starts[] = {
        {.back_ends = CLB_BACK_END_OPENCL},
        {.back_ends = CLB_BACK_END_NATIVE},
        {.filter = "native"},
        {.memory_size = UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        clb_device_params params = starts[i];
        clb_device *device = NULL;
        params.start = CLB_START_TIERED;
        params.environment = "";
        params.bundle = &bundle;
        const clb_status status = clb_device_open(&params, &device, &error);
        if (i == 3) {
            assert_int_equal(status, CLB_ERROR_NO_DEVICE); /* at once, as without tiers */
            clb_error_clear(&error);
            continue;
        }
        OK(status, &error);
        assert_int_equal(clb_device_get_stage(device, NULL), CLB_STAGE_OPEN);
        assert_string_equal(clb_device_get_info(device)->back_end, i == 0 ? "opencl" : "native");
        const clb_call_report report = scale(device);
        assert_int_equal(report.why, CLB_RAN_CHOSEN);
        clb_device_close(&device);
    }
    clb_device *device = open_with(&(clb_device_params){.bundle = sample_bundle()}); /* without native code */
    assert_int_equal(clb_device_get_stage(device, NULL), CLB_STAGE_OPEN);
    assert_int_equal(scale_by(device, sample_bundle(), N).why, CLB_RAN_CHOSEN);
    clb_device_close(&device);
    assert_int_equal(clb_device_get_stage(NULL, NULL), CLB_STAGE_OPEN);

    FAILS(clb_device_open(&(clb_device_params){.bundle = &bundle, .start = (clb_start)7}, &device, &error),
          CLB_ERROR_ARGUMENT, &error, ".start is 7");
    const clb_bundle other = {.abi = 1};
    FAILS(clb_device_open(&(clb_device_params){.bundle = &other, .start = CLB_START_TIERED}, &device, &error),
          CLB_ERROR_ABI, &error, "");
}

static void a_refused_program_stays_native(void **state)
{
    (void)state;
    clb_error error = {0};
    fake()->fail_call("clBuildProgram", 1, -11);
    clb_device *device = open_tiered();
    call_until(device, CLB_RAN_OPENING, CLB_RAN_BUILDING, CLB_RAN_REFUSED);
    assert_int_equal(scale(device).why, CLB_RAN_REFUSED);
    assert_int_equal(fake()->calls("clBuildProgram"), 1); /* not tried again */
    FAILS(clb_prepare(device, &bundle,
                      &(clb_prepare_params){.kernels = (const uint32_t[]){SAMPLE_SCALE}, .kernel_count = 1}, &error),
          CLB_ERROR_BUILD, &error, "scale");
    clb_device_close(&device);
}

static void a_build_without_memory_is_tried_again(void **state)
{
    (void)state;
    fake()->fail_call("clBuildProgram", 1, -6);
    clb_device *device = open_tiered();
    call_until(device, CLB_RAN_OPENING, CLB_RAN_BUILDING, CLB_RAN_CHOSEN);
    assert_int_equal(fake()->calls("clBuildProgram"), 2);
    clb_device_close(&device);
}

static void a_lost_device_is_an_error(void **state)
{
    (void)state;
    clb_error error = {0};
    double x[N] = {0}, y[N];
    const double a = 2;
    const int32_t n = N;
    const clb_host_argument arguments[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    clb_device *device = open_tiered();
    call_until(device, CLB_RAN_OPENING, CLB_RAN_BUILDING, CLB_RAN_CHOSEN);
    fake()->fail_call("run", 2, -2);
    FAILS(clb_kernel_call(device, &bundle, SAMPLE_SCALE, NULL, arguments, 4, &error), CLB_ERROR_DEVICE, &error, "");
    clb_device_close(&device);
}

/* ---- What is kept ---- */

static void kept_binaries_are_taken_in_the_background(void **state)
{
    (void)state;
    clb_error error = {0};
    void *data = NULL;
    size_t size = 0;
    clb_device *device = open_tiered();
    call_until(device, CLB_RAN_OPENING, CLB_RAN_BUILDING, CLB_RAN_CHOSEN);
    OK(clb_binaries_export(device, &bundle, &data, &size, &error), &error);
    clb_device_close(&device);

    for (int damaged = 0; damaged < 2; damaged++) {
        fake()->reset(&slow);
        if (damaged) ((char *)data)[size - 1] ^= 1;
        char *own = malloc(size);
        assert_non_null(own);
        memcpy(own, data, size);
        device = open_with(&(clb_device_params){.binaries = own, .binaries_size = size});
        free(own); /* was copied */
        call_until(device, CLB_RAN_OPENING, CLB_RAN_BUILDING, CLB_RAN_CHOSEN);
        assert_int_equal(fake()->calls("clCreateProgramWithBinary"), damaged ? 0 : 1);
        assert_int_equal(fake()->calls("clCreateProgramWithSource"), damaged ? 1 : 0);
        clb_device_close(&device);
    }
    ((char *)data)[size - 1] ^= 1;
    fake()->reset(&slow);
    OK(clb_device_open(
           &(clb_device_params){.bundle = &bundle, .environment = "", .binaries = data, .binaries_size = size}, &device,
           &error),
       &error);
    assert_int_equal(scale(device).why, CLB_RAN_CHOSEN);
    assert_int_equal(fake()->calls("clCreateProgramWithSource"), 0);
    clb_device_close(&device);
    free(data);
}

/* ---- Small calls ---- */

static bool holds(const void *data, size_t size, const char *bytes, size_t count)
{
    for (size_t i = 0; i + count <= size; i++)
        if (memcmp((const char *)data + i, bytes, count) == 0) return true;
    return false;
}

static const fake_setup far = {.platform_count = 1,
                               .run_us = 2000,
                               .platforms = {{"Fake", 1, {{.name = "Fake GPU", .type = CL_GPU, .units = 1}}}}};

static void calls_that_are_faster_natively_run_there(void **state)
{
    (void)state;
    clb_error error = {0};
    uint64_t items = 99;
    void *data = NULL;
    size_t size = 0, used = 99;
    fake()->reset(&far);
    atomic_store(&run_us, far.run_us);
    clb_device *device = open_tiered();
    OK(clb_timings_break_even(device, &bundle, SAMPLE_SCALE, &items, &error), &error);
    assert_int_equal(items, 0);
    (void)scale(device); /* natively, which is measured */
    int on_device = 0;
    for (int i = 0; i < 2000; i++) {
        const clb_call_report report = scale(device);
        if (report.why == CLB_RAN_SMALL) break;
        on_device += report.why == CLB_RAN_CHOSEN;
        if (report.why != CLB_RAN_CHOSEN) rest(1);
    }
    assert_true(on_device >= 4 && on_device < 100);
    const unsigned launches = fake()->calls("clEnqueueNDRangeKernel");
    for (int i = 0; i < 50; i++) {
        assert_int_equal(scale(device).why, CLB_RAN_SMALL);
        assert_int_equal(scale_by(device, &bundle, 5).why, CLB_RAN_SMALL); /* a smaller one, all the more */
    }
    assert_int_equal(fake()->calls("clEnqueueNDRangeKernel"), launches);
    OK(clb_timings_break_even(device, &bundle, SAMPLE_SCALE, &items, &error), &error);
    assert_int_equal(items, 512); /* above the 300 */
    OK(clb_timings_break_even(device, &bundle, SAMPLE_SHIFT, &items, &error), &error);
    assert_int_equal(items, 0);
    OK(clb_timings_export(device, &bundle, &data, &size, &error), &error);
    /* 300 items and the 4,800 bytes of both arrays have 9 and 13 binary digits. */
    assert_true(holds(data, size, "\x09\x0d", 2) && !holds(data, size, "\x09\x0c", 2));
    /* What was measured here counts more. */
    OK(clb_timings_import(device, &bundle, data, size, &used, &error), &error);
    assert_int_equal(used, 0);
    /* The device is asked again some day. */
    unsigned spared = 0;
    while (spared < 5000 && scale(device).why == CLB_RAN_SMALL) spared++;
    assert_true(spared > 500 && spared <= 1023);
    clb_device_close(&device);

    /* In a later process. */
    device = open_with(&(clb_device_params){.timings = data, .timings_size = size});
    OK(clb_prepare(device, &bundle,
                   &(clb_prepare_params){.kernels = (const uint32_t[]){SAMPLE_SCALE}, .kernel_count = 1}, &error),
       &error);
    assert_int_equal(scale(device).why, CLB_RAN_SMALL);
    clb_device_close(&device);
    /* With other threads it is another machine. */
    device = open_with(&(clb_device_params){.threads = 77});
    OK(clb_timings_import(device, &bundle, data, size, &used, &error), &error);
    assert_int_equal(used, 0);
    FAILS(clb_timings_import(device, &bundle, data, size - 1, &used, &error), CLB_ERROR_BINARY, &error,
          "lost or gained");
    FAILS(clb_binaries_import(device, &bundle, data, size, &used, &error), CLB_ERROR_BINARY, &error, "do not start");
    FAILS(clb_timings_import(device, &bundle, NULL, 3, &used, &error), CLB_ERROR_ARGUMENT, &error, "`data`");
    FAILS(clb_timings_export(device, &bundle, NULL, &size, &error), CLB_ERROR_ARGUMENT, &error, "`data`");
    FAILS(clb_timings_break_even(device, &bundle, 99, &items, &error), CLB_ERROR_ARGUMENT, &error, "no kernel 99");
    FAILS(clb_timings_break_even(device, NULL, 0, &items, &error), CLB_ERROR_ARGUMENT, &error, "");
    FAILS(clb_timings_break_even(NULL, &bundle, 0, &items, &error), CLB_ERROR_ARGUMENT, &error, "NULL");
    clb_device_close(&device);
    device = open_fake();
    FAILS(clb_timings_export(device, &bundle, &data, &size, &error), CLB_ERROR_UNSUPPORTED, &error, "CLB_START_TIERED");
    clb_device_close(&device);
    free(data);
}

/* With the checksum made right again. */
static void seal(unsigned char *data, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 32; i < size; i++) sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    for (int i = 0; i < 8; i++) data[24 + i] = (unsigned char)(sum >> (8 * i) & 0xff);
}

static void damaged_timings_are_noticed(void **state)
{
    (void)state;
    clb_error error = {0};
    void *made = NULL;
    size_t size = 0, used = 77;
    fake()->reset(&(fake_setup){.platform_count = 1, .platforms = {slow.platforms[0]}});
    clb_device *device = open_tiered();
    call_until(device, CLB_RAN_OPENING, CLB_RAN_BUILDING, CLB_RAN_CHOSEN);
    OK(clb_timings_export(device, &bundle, &made, &size, &error), &error);
    clb_device_close(&device);
    unsigned char *data = made;
    device = open_with(&(clb_device_params){.timings = data, .timings_size = size - 1}); /* passed over */
    for (size_t i = 0; i < size; i++) {
        data[i] ^= 0x20;
        if (clb_timings_import(device, &bundle, data, size, &used, NULL) != CLB_ERROR_BINARY)
            fail_msg("byte %zu may change", i);
        data[i] ^= 0x20;
        unsigned char *shorter = malloc(i + 1); /* so that a sanitizer sees a read beyond it */
        memcpy(shorter, data, i);
        if (clb_timings_import(device, &bundle, shorter, i, &used, NULL) != CLB_ERROR_BINARY)
            fail_msg("%zu bytes do", i);
        free(shorter);
    }
    assert_int_equal(used, 77);
    /* Made by somebody: every byte behind the header in turn. It is taken, passed over or refused. */
    for (size_t i = 32; i < size; i++) {
        const unsigned char before = data[i];
        data[i] = (unsigned char)(before ^ 0xff);
        seal(data, size);
        const clb_status status = clb_timings_import(device, &bundle, data, size, &used, NULL);
        assert_true(status == CLB_ERROR_BINARY || (status == CLB_OK && used <= 1));
        data[i] = before;
    }
    (void)scale(device);
    clb_device_close(&device);
    free(made);
}

static void calls_that_are_faster_on_the_device_stay_there(void **state)
{
    (void)state;
    clb_bundle heavy = bundle; /* a native version that takes its time */
    clb_native_kernel table[SAMPLE_KERNELS];
    memcpy(table, sample_native_table, sizeof table);
    heavy.native = table;
    fake()->reset(&far);
    atomic_store(&run_us, far.run_us);
    clb_device *device = open_tiered();
    /* Nothing is known of native code here, so nothing is small. */
    clb_error error = {0};
    OK(clb_prepare(device, &heavy,
                   &(clb_prepare_params){.kernels = (const uint32_t[]){SAMPLE_SCALE}, .kernel_count = 1}, &error),
       &error);
    for (int i = 0; i < 20; i++) assert_int_equal(scale_by(device, &heavy, N).why, CLB_RAN_CHOSEN);
    clb_device_close(&device);
}

static void trials_are_made_where_they_are_asked_for(void **state)
{
    (void)state;
    clb_error error = {0};
    const clb_prepare_params one = {.kernels = (const uint32_t[]){SAMPLE_SCALE}, .kernel_count = 1};
    fake()->reset(&(fake_setup){.platform_count = 1, .run_us = 300, .platforms = {slow.platforms[0]}});
    atomic_store(&run_us, 300);
    clb_device *device = open_with(&(clb_device_params){.calibrate = true});
    OK(clb_prepare(device, &bundle, &one, &error), &error);
    unsigned trials = 0, small = 0;
    for (int i = 0; i < 100; i++) {
        const clb_ran why = scale(device).why;
        trials += why == CLB_RAN_TRIAL;
        small += why == CLB_RAN_SMALL;
    }
    assert_int_equal(trials, 1);
    assert_true(small > 0);
    clb_device_close(&device);
}

/* Sizes as the table has them: what native code and the device take is measured at some, and asked for at others. */
static void break_even_follows_from_what_was_measured(void **state)
{
    (void)state;
    static const struct {
        size_t items, bytes, native, device;
    } measured[] = {
        {100, 1000, 5, 40},
        {1000, 10000, 50, 60},
        {10000, 100000, 500, 100},
        {10000, 1000, 0, 45},
    };
    clbi_timing t = {0};
    clbi_timing_note(&t, (clbi_call_size){1, 1}, CLBI_DEVICE_SIDE, 1000000); /* the first is not counted */
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        const clbi_call_size size = clbi_call_size_of((const size_t[]){measured[i].items, 1, 1}, measured[i].bytes);
        if (measured[i].native) clbi_timing_note(&t, size, CLBI_NATIVE_SIDE, measured[i].native);
        assert_false(clbi_timing_is_small(&t, size) && measured[i].device == 100);
        for (int call = 0; call < CLBI_TIMED_ENOUGH; call++)
            clbi_timing_note(&t, size, CLBI_DEVICE_SIDE, measured[i].device + (call == 1 ? 7 : 0));
    }
    const struct {
        size_t items, bytes;
        bool small;
    } asked[] = {
        {100, 1000, true},  {1000, 10000, true}, {10000, 100000, false}, {1, 1, true},
        {1000, 1000, true}, {100, 10000, true},  {4000, 10000, false},   {SIZE_MAX, SIZE_MAX, false},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (clbi_timing_is_small(&t, clbi_call_size_of((const size_t[]){asked[i].items, 1, 1}, asked[i].bytes)) !=
            asked[i].small)
            fail_msg("%zu items of %zu bytes", asked[i].items, asked[i].bytes);
    assert_int_equal(clbi_timing_break_even(&t), 1024);
    /* Native calls get longer: it is no longer worth it. */
    const clbi_call_size size = clbi_call_size_of((const size_t[]){1000, 1, 1}, 10000);
    for (int call = 0; call < 60; call++) clbi_timing_note(&t, size, CLBI_NATIVE_SIDE, 400);
    assert_false(clbi_timing_is_small(&t, size));
    assert_int_equal(clbi_timing_break_even(&t), 128);
    /* More sizes than there is room for are passed over. */
    for (uint8_t i = 0; i < 60; i++) clbi_timing_note(&t, (clbi_call_size){i, 64}, CLBI_NATIVE_SIDE, 1);
    assert_int_equal(t.count, CLBI_TIMED_MAX);
    assert_int_equal(clbi_call_size_of((const size_t[]){SIZE_MAX, SIZE_MAX, 2}, 0).items, 64);
    assert_int_equal(clbi_call_size_of((const size_t[]){SIZE_MAX, SIZE_MAX, 2}, 0).bytes, 0);
}

/* ---- Around calls ---- */

typedef struct told {
    unsigned count, native;
    clb_ran last;
} told;

static void take_report(void *cookie, const clb_bundle *b, uint32_t kernel, const clb_call_report *report)
{
    told *t = cookie;
    assert_ptr_equal(b, &bundle);
    assert_int_equal(kernel, SAMPLE_SCALE);
    t->count++;
    t->last = report->why;
    t->native += report->device && strcmp(report->device->back_end, "native") == 0;
}

static void every_call_is_reported(void **state)
{
    (void)state;
    told t = {0};
    clb_error error = {0};
    double x[3] = {1, 2, 3}, y[3];
    const double a = 2;
    const int32_t n = 3;
    const clb_host_argument arguments[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    clb_device *device = open_with(&(clb_device_params){.report = take_report, .report_cookie = &t});
    OK(clb_kernel_call(device, &bundle, SAMPLE_SCALE, NULL, arguments, 4, &error), &error);
    assert_int_equal(t.count, 1);
    assert_int_equal(t.native, 1);
    FAILS(clb_kernel_call(device, &bundle, SAMPLE_SCALE, NULL, arguments, 3, &error), CLB_ERROR_ARGUMENT, &error,
          "takes 4 arguments");
    assert_int_equal(t.count, 1);
    OK(clb_prepare(device, &bundle,
                   &(clb_prepare_params){.kernels = (const uint32_t[]){SAMPLE_SCALE}, .kernel_count = 1}, &error),
       &error);
    OK(clb_kernel_call(device, &bundle, SAMPLE_SCALE, NULL, arguments, 4, &error), &error);
    assert_int_equal(t.count, 2);
    assert_int_equal(t.native, 1);
    assert_int_equal(t.last, CLB_RAN_CHOSEN);
    clb_device_close(&device);
}

static void a_child_has_native_code(void **state)
{
    (void)state;
    if (!MALLOC_SURVIVES_FORK) skip();
    for (int opened = 0; opened < 2; opened++) {
        clb_device *device = open_tiered();
        if (opened) call_until(device, CLB_RAN_OPENING, CLB_RAN_BUILDING, CLB_RAN_CHOSEN);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            double x[2] = {1, 2}, y[2] = {0};
            const double a = 4;
            const int32_t n = 2;
            clb_error error = {0};
            clb_call_report report = {.why = CLB_RAN_NOTHING};
            clb_buffer *buffer = NULL;
            const clb_host_argument arguments[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
            bool fine = clb_kernel_call(device, &bundle, SAMPLE_SCALE, &(clb_launch){.report = &report}, arguments, 4,
                                        &error) == CLB_OK;
            fine = fine && y[1] == 8 && strcmp(report.device->back_end, "native") == 0;
            fine = fine && clb_device_get_stage(device, NULL) == CLB_STAGE_NATIVE;
            fine = fine && clb_buffer_create(device, sizeof x, x, &buffer, &error) == CLB_OK &&
                   shift(device, buffer, 1, 2, NULL, NULL, &error) == CLB_OK &&
                   clb_buffer_read(buffer, 0, y, sizeof y, &error) == CLB_OK && y[1] == 3;
            clb_buffer_release(&buffer);
            clb_device_close(&device);
            _exit(fine && !device ? 0 : 1);
        }
        int status = -1;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        clb_device_close(&device);
    }
}

typedef struct caller {
    pthread_t thread;
    clb_device *device;
    int failures;
} caller;

static void *call_often(void *cookie)
{
    caller *c = cookie;
    clb_error error = {0};
    double x[N], y[N];
    for (int i = 0; i < N; i++) x[i] = i;
    for (int round = 0; round < 300; round++) {
        const double a = round;
        const int32_t n = N, m = 7, l = 5;
        int32_t out[35] = {0};
        clb_call_report report = {.why = CLB_RAN_NOTHING};
        const clb_launch launch = {.report = &report};
        const clb_host_argument arguments[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
        const clb_host_argument grid[] = {{out, 0}, {&m, sizeof m}, {&l, sizeof l}};
        c->failures += clb_kernel_call(c->device, &bundle, SAMPLE_SCALE, &launch, arguments, 4, &error) != CLB_OK;
        c->failures += y[N - 1] != a * x[N - 1] || !report.device || report.device->name[0] == '\0';
        if (round % 8 == 0)
            c->failures +=
                clb_kernel_call(c->device, &bundle, SAMPLE_GRID, NULL, grid, 3, &error) != CLB_OK || out[34] != 4006;
        if (round % 50 == 0) {
            void *data = NULL;
            size_t size = 0;
            c->failures += clb_timings_export(c->device, &bundle, &data, &size, &error) != CLB_OK;
            free(data);
        }
        (void)clb_device_get_stage(c->device, NULL);
        (void)clb_device_get_info(c->device);
    }
    if (c->failures) (void)fprintf(stderr, "%s\n", error.message);
    clb_error_clear(&error);
    return NULL;
}

static void many_threads_call_while_the_device_opens(void **state)
{
    (void)state;
    enum { THREADS = 6 };
    caller callers[THREADS];
    clb_device *device = open_tiered();
    for (int i = 0; i < THREADS; i++) {
        callers[i] = (caller){.device = device};
        assert_int_equal(pthread_create(&callers[i].thread, NULL, call_often, &callers[i]), 0);
    }
    clb_buffer *buffer = NULL;
    clb_error error = {0};
    OK(clb_buffer_create(device, 8, NULL, &buffer, &error), &error);
    clb_buffer_release(&buffer);
    for (int i = 0; i < THREADS; i++) (void)pthread_join(callers[i].thread, NULL);
    for (int i = 0; i < THREADS; i++) assert_int_equal(callers[i].failures, 0);
    const clb_prepare_params both = {.kernels = (const uint32_t[]){SAMPLE_SCALE, SAMPLE_GRID}, .kernel_count = 2};
    OK(clb_prepare(device, &bundle, &both, &error), &error);
    assert_int_equal(fake()->calls("clBuildProgram"), 2);
    clb_device_close(&device);
}

static void *cancelled_call(void *cookie)
{
    clb_buffer *buffer = NULL;
    clb_error error = {0};
    if (clb_buffer_create(cookie, 8, NULL, &buffer, &error) == CLB_OK) clb_buffer_release(&buffer);
    (void)pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
    pthread_testcancel();
    return NULL;
}

static void a_waiting_thread_may_be_cancelled(void **state)
{
    (void)state;
    pthread_t thread;
    void *result = NULL;
    clb_device *device = open_tiered();
    assert_int_equal(pthread_create(&thread, NULL, cancelled_call, device), 0);
    rest(5);
    (void)pthread_cancel(thread);
    (void)pthread_join(thread, &result);
    assert_true(result == PTHREAD_CANCELED);
    call_until(device, CLB_RAN_OPENING, CLB_RAN_BUILDING, CLB_RAN_CHOSEN);
    clb_device_close(&device);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end_fake)
    const struct CMUnitTest tests[] = {
        TEST(calls_are_answered_while_the_device_opens_and_builds),
        TEST(a_driver_is_not_started_beside_the_first_call),
        TEST(whoever_waits_for_the_device_does_not_wait_longer),
        TEST(only_what_is_called_is_built),
        TEST(a_device_may_be_closed_at_any_moment),
        TEST(a_device_may_be_closed_with_many_builds_waiting),
        TEST(empty_ranges_ask_for_nothing),
        TEST(buffers_wait_for_the_device),
        TEST(finishing_waits_for_nothing),
        TEST(a_kernel_without_native_code_waits),
        TEST(without_a_device_such_a_kernel_says_why),
        TEST(where_no_device_is_found_all_stays_native),
        TEST(what_kept_the_device_from_opening_can_be_asked),
        TEST(some_starts_are_blocking),
        TEST(a_refused_program_stays_native),
        TEST(a_build_without_memory_is_tried_again),
        TEST(a_lost_device_is_an_error),
        TEST(kept_binaries_are_taken_in_the_background),
        TEST(calls_that_are_faster_natively_run_there),
        TEST(damaged_timings_are_noticed),
        TEST(calls_that_are_faster_on_the_device_stay_there),
        TEST(break_even_follows_from_what_was_measured),
        TEST(trials_are_made_where_they_are_asked_for),
        TEST(every_call_is_reported),
        TEST(a_child_has_native_code),
        TEST(many_threads_call_while_the_device_opens),
        TEST(a_waiting_thread_may_be_cancelled),
    };
    /* Otherwise drivers that are all for processors are not started, where native code is there. */
    (void)setenv("OCL_ICD_VENDORS", "/nowhere", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
