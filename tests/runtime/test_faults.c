/* Whatever fails, the caller gets a clear status and nothing leaks: every OpenCL call, and every allocation and system
 * call of the library (faults.h), is made to fail in turn. With the argument "real" some of the latter, on this
 * machine's OpenCL device.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* CPU_SET */

#include "clbundle/image.h"
#include "clbundle/pipe.h"

#include "clbundle/group.h"
#include "faults.h"
#include "core/pool.h"
#include "opencl/opencl.h"
#include "platform/platform.h"
#include "sample_native.h"
#include "support.h"

#include <limits.h>
#include <link.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

/* ---- A session that uses everything ------------------------------------------------------------------------------ */

typedef struct things {
    clb_device_info *list;
    clb_device *device, *second;
    clb_buffer *x, *y;
    clb_event *first, *last;
    void *binaries;
    char *source;
    clb_queue *queue;
    clb_buffer *whole, *view;
    clb_pool *pool;
    clb_cancel *cancel;
    clb_profile_row *rows;
    clb_event *pipe[4];
    atomic_int told;
    clb_group *group;
    clb_image *image, *other_image;
    clb_pipe *packets;
} things;

/* A device that has all that the session below uses. */
static const fake_setup whole = {
    .platform_count = 1,
    .platforms = {{"Fake platform", 1, {{.name = "Fake GPU", .type = 4, .units = 4, .images = true, .pipes = true}}}}};

static void release(things *t)
{
    clb_device_list_free(&t->list);
    clb_image_release(&t->image);
    clb_image_release(&t->other_image);
    clb_pipe_release(&t->packets);
    for (int i = 0; i < 4; i++) clb_event_release(&t->pipe[i]);
    clb_buffer_release(&t->view);
    clb_buffer_release(&t->whole);
    clb_pool_release(&t->pool);
    clb_queue_release(&t->queue);
    clb_cancel_release(&t->cancel);
    clb_device_profile_free(&t->rows);
    clb_event_release(&t->first);
    clb_event_release(&t->last);
    clb_buffer_release(&t->x);
    clb_buffer_release(&t->y);
    clb_device_close(&t->device);
    clb_device_close(&t->second);
    clb_group_close(&t->group);
    free(t->binaries);
    free(t->source);
}

#define TRY(call)                        \
    do {                                 \
        const clb_status try_ = (call);  \
        if (try_ != CLB_OK) return try_; \
    } while (0)

static clb_status use_memory(things *t, clb_error *error)
{
    enum { N = 2003 };
    static double x[N], y[N];
    const double a = 2;
    const int32_t n = N;
    uint64_t start = 0, end = 0;
    for (int i = 0; i < N; i++) x[i] = i;
    TRY(clb_buffer_create(t->device, sizeof x, x, &t->x, error));
    TRY(clb_buffer_create(t->device, sizeof y, NULL, &t->y, error));
    TRY(clb_buffer_write(t->y, 0, y, sizeof y, error));
    const clb_argument arguments[] = {{.buffer = t->x}, {&a, NULL, sizeof a}, {.buffer = t->y}, {&n, NULL, sizeof n}};
    TRY(clb_kernel_launch(t->device, sample_bundle(), SAMPLE_SCALE, NULL, arguments, 4, &t->first, error));
    clb_event *waits[20] = {NULL};
    for (int i = 0; i < 20; i++) waits[i] = t->first;
    TRY(launch_shift(t->device, t->y, 1, n, &(clb_launch){.wait = waits, .wait_count = 20}, &t->last, error));
    TRY(clb_event_wait(t->last, error));
    TRY(clb_event_times(t->last, &start, &end, error));
    TRY(clb_buffer_read(t->y, 0, y, sizeof y, error));
    TRY(clb_device_finish(t->device, error));
    if (y[N - 1] != 2 * (N - 1) + 1) fail_msg("a launch that succeeded gave %g", y[N - 1]);
    return CLB_OK;
}

static void count_calls(void *cookie, const clb_error *how)
{
    (void)how;
    (void)atomic_fetch_add((atomic_int *)cookie, 1);
}

/* What clbundle/pipeline.h has. */
static clb_status use_pipeline_on(things *t, const clb_bundle *bundle, clb_buffer *taken, clb_error *error)
{
    enum { N = 1024 };
    static double in[N], out[N];
    const int64_t by = 1;
    const int32_t n = N;
    void *host = NULL;
    size_t count = 0;
    const clb_argument arguments[] = {{.buffer = t->view}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    const clb_command on_queue = {.queue = t->queue, .wait = &t->first, .wait_count = 1};
    atomic_store(&t->told, 0);
    TRY(clb_buffer_write_async(t->view, 0, in, sizeof in, &on_queue, NULL, error));
    TRY(clb_buffer_fill(t->view, 0, sizeof in, "", 1, &on_queue, NULL, error));
    const clb_launch launch = {.queue = t->queue, .wait = &t->first, .wait_count = 1};
    TRY(clb_kernel_launch(t->device, bundle, SAMPLE_SHIFT, &launch, arguments, 3, &t->pipe[0], error));
    TRY(clb_event_on_complete(t->pipe[0], count_calls, &t->told, error));
    TRY(clb_buffer_copy(t->view, 0, taken, 0, sizeof in, &(clb_command){.wait = t->pipe, .wait_count = 1}, &t->pipe[1],
                        error));
    TRY(clb_buffer_read_async(taken, 0, out, sizeof out,
                              &(clb_command){.queue = t->queue, .wait = &t->pipe[1], .wait_count = 1}, &t->pipe[2],
                              error));
    TRY(clb_event_wait(t->pipe[2], error));
    const size_t region[3] = {8, 2, 1};
    const clb_box box = {.row_pitch = 64};
    TRY(clb_buffer_write_box(taken, &box, in, NULL, region, NULL, NULL, error));
    TRY(clb_buffer_copy_box(taken, &box, t->view, NULL, region, &on_queue, NULL, error));
    TRY(clb_buffer_read_box(taken, &box, in, NULL, region, &on_queue, NULL, error));
    bool complete = false;
    TRY(clb_event_poll(t->pipe[2], &complete, error));
    TRY(clb_buffer_map(taken, CLB_MAP_READ, 0, sizeof in, NULL, &host, NULL, error));
    const double seen = ((double *)host)[N - 1];
    TRY(clb_buffer_unmap(taken, host, NULL, NULL, error));
    uint64_t done = 0;
    const clb_launch watched = {.watch = &(clb_watch){.cancel = t->cancel, .done = &done, .slice_ms = 1000}};
    TRY(clb_kernel_launch(t->device, bundle, SAMPLE_SHIFT, &watched, arguments, 3, &t->pipe[3], error));
    TRY(clb_event_wait(t->pipe[3], error));
    TRY(clb_device_profile_get(t->device, &t->rows, &count, error));
    TRY(clb_queue_finish(t->queue, error));
    if (out[N - 1] < 0.5 || seen < 0.5 || !complete || done != N || atomic_load(&t->told) != 1)
        fail_msg("commands that succeeded gave %g, %g, %d", out[N - 1], seen, atomic_load(&t->told));
    return CLB_OK;
}

static clb_status use_pipeline(things *t, const clb_bundle *bundle, clb_error *error)
{
    clb_buffer *taken = NULL;
    TRY(clb_cancel_create(&t->cancel, error));
    TRY(clb_device_profile_start(t->device, error));
    TRY(clb_queue_create(t->device, &t->queue, error));
    TRY(clb_buffer_create(t->device, 16384, NULL, &t->whole, error));
    TRY(clb_buffer_view(t->whole, 4096, 8192, &t->view, error));
    TRY(clb_pool_create(t->device, 0, &t->pool, error));
    TRY(clb_pool_take(t->pool, 8192, NULL, &taken, error));
    const clb_status status = use_pipeline_on(t, bundle, taken, error);
    clb_pool_put(t->pool, &taken, t->pipe[2] ? &(clb_command){.wait = &t->pipe[2], .wait_count = 1} : NULL);
    if (status != CLB_OK) return status;
    TRY(clb_pool_take(t->pool, 8192, NULL, &taken, error));
    clb_pool_put(t->pool, &taken, &(clb_command){.queue = t->queue});
    return CLB_OK;
}

static sample_copy *with_image;
static bool real; /* no fake is there */

/* What clbundle/image.h has. `wide`: WIDE with a sampler and an image in front. */
static clb_status use_images(things *t, const clb_bundle *wide, clb_error *error)
{
    enum { W = 4, H = 3 };
    uint32_t pixels[W * H], out[W * H] = {0};
    const uint32_t colour[4] = {77, 0, 0, 0};
    const clb_image_region part = {.origin = {1, 1, 0}, .size = {2, 2, 1}};
    clb_image_params params = CLB_INIT(clb_image_params, .order = CLB_ORDER_R, .type = CLB_CHANNEL_UNSIGNED_INT32,
                                       .width = W, .height = H, .host = pixels);
    clb_image_mapping map;
    size_t count = 0;
    for (uint32_t i = 0; i < W * H; i++) pixels[i] = i;
    TRY(clb_image_get_formats(t->device, CLB_IMAGE_2D, NULL, 0, &count, error));
    TRY(clb_image_create(t->device, &params, &t->image, error));
    params.host = NULL;
    TRY(clb_image_create(t->device, &params, &t->other_image, error));
    TRY(clb_image_write(t->other_image, &part, pixels, error));
    TRY(clb_image_fill(t->other_image, NULL, colour, NULL, NULL, error));
    TRY(clb_image_copy(t->image, &part, t->other_image, NULL, NULL, NULL, error));
    TRY(clb_image_copy_to_buffer(t->other_image, NULL, t->x, 0, NULL, NULL, error));
    TRY(clb_image_copy_from_buffer(t->image, NULL, t->x, 0, NULL, NULL, error));
    TRY(clb_image_map(t->image, CLB_MAP_READ | CLB_MAP_WRITE, &part, NULL, &map, NULL, error));
    *(uint32_t *)map.pixels = 99;
    TRY(clb_image_unmap(t->image, map.pixels, NULL, NULL, error));
    TRY(clb_image_read(t->image, NULL, out, error));
    if (out[0] != 5 || out[W + 1] != 99 || out[W * H - 1] != 77)
        fail_msg("commands on images that succeeded gave %u, %u, %u", out[0], out[W + 1], out[W * H - 1]);
    const clb_sampler how = CLB_SAMPLER_CLAMP_TO_EDGE;
    const clb_host_image here = {.image = t->image};
    const clb_host_image there = {
        .pixels = pixels, .order = CLB_ORDER_R, .type = CLB_CHANNEL_UNSIGNED_INT32, .width = W, .height = H};
    const int32_t zero = 0;
    int32_t sum = 0;
    clb_host_argument arguments[31] = {{&how, sizeof how}, {&here, sizeof here}};
    for (int i = 2; i < 30; i++) arguments[i] = (clb_host_argument){&zero, sizeof zero};
    arguments[30] = (clb_host_argument){&sum, 0};
    if (!wide) return CLB_OK;
    TRY(clb_kernel_call(t->device, wide, SAMPLE_WIDE, NULL, arguments, 31, error));
    arguments[1] = (clb_host_argument){&there, sizeof there};
    return clb_kernel_call(t->device, wide, SAMPLE_WIDE, NULL, arguments, 31, error);
}

/* Real devices need not have pipes. */
static clb_status use_pipes(things *t, clb_error *error)
{
    const clb_status status = clb_pipe_create(t->device, 8, 16, &t->packets, error);
    if (status != CLB_ERROR_UNSUPPORTED) return status;
    clb_error_clear(error);
    return CLB_OK;
}

static clb_status use_calls(things *t, clb_device *device, clb_error *error)
{
    (void)t;
    double x[5] = {1, 2, 3, 4, 5}, y[5] = {0};
    int32_t values[30] = {0}, out = 0;
    clb_host_argument wide[31];
    for (int i = 0; i < 30; i++) wide[i] = (clb_host_argument){&values[i], 4};
    wide[30] = (clb_host_argument){&out, 0};
    values[3] = 9;
    TRY(call_scale(device, x, 3, y, 5, error));
    if (y[4] != 15) fail_msg("a call that succeeded gave %g", y[4]);
    TRY(clb_kernel_call(device, sample_bundle(), SAMPLE_WIDE, NULL, wide, 31, error));
    if (out != 9) fail_msg("a call that succeeded gave %d", (int)out);
    return CLB_OK;
}

static clb_status session(things *t, clb_error *error)
{
    static const uint32_t kernels[] = {SAMPLE_GRID, SAMPLE_SHIFT};
    const clb_device_params params = {
        .environment = "", .profiling = true, .bundle = sample_bundle(), .back_ends = CLB_BACK_END_OPENCL};
    const clb_prepare_params prepare = {.kernels = kernels, .kernel_count = 2, .threads = 1};
    size_t count = 0, size = 0, used = 0;
    TRY(clb_device_list(&params, &t->list, &count, error));
    TRY(clb_program_source(sample_bundle(), SAMPLE_SCALE, &t->source, NULL, error));
    TRY(clb_device_open(&params, &t->device, error));
    TRY(clb_prepare(t->device, sample_bundle(), &prepare, error));
    TRY(use_memory(t, error));
    TRY(use_pipeline(t, sample_bundle(), error));
    TRY(use_images(t, real ? NULL : &with_image->bundle, error));
    TRY(use_pipes(t, error));
    TRY(use_calls(t, t->device, error));
    TRY(clb_binaries_export(t->device, sample_bundle(), &t->binaries, &size, error));
    TRY(clb_device_open(&params, &t->second, error));
    TRY(clb_binaries_import(t->second, sample_bundle(), t->binaries, size, &used, error));
    TRY(use_calls(t, t->second, error));
    /* A build that the driver refuses: here that is as it should be. */
    int32_t out = 0;
    const clb_host_argument broken[] = {{&out, 0}};
    const clb_status status = clb_kernel_call(t->second, sample_bundle(), SAMPLE_BROKEN, NULL, broken, 1, error);
    if (status != CLB_ERROR_BUILD) return status;
    clb_error_clear(error);
    return CLB_OK;
}

/* ---- The tests --------------------------------------------------------------------------------------------------- */

static void nothing_fails_in_a_good_session(void **state)
{
    (void)state;
    things t = {0};
    clb_error error = {0};
    faults_start(0);
    OK(session(&t, &error), &error);
    release(&t);
    assert_int_equal(fake()->live(), 0);
    assert_string_equal(faults_left(), "");
}

/* A status as the header promises it, and a message that says what happened. */
static void check_report(clb_status status, const clb_error *error, const char *function, unsigned n, int code)
{
    /* A kernel that fails while it runs is noticed by whoever comes next. */
    const bool anyone = strcmp(function, "run") == 0;
    if (status == CLB_OK) return; /* releases, and what has another way round */
    if (error->status != status || strlen(error->message) < 20)
        fail_msg("call %u of %s: status %s without a message", n, function, clb_status_name(status));
    if (status == CLB_ERROR_MEMORY && code == -6) return;
    if (!anyone && !strstr(error->message, function))
        fail_msg("call %u of %s: the message \"%s\" does not name it", n, function, error->message);
    if (status != CLB_ERROR_NO_DEVICE && (error->code != code || (!anyone && strcmp(error->call, function) != 0)))
        fail_msg("call %u of %s: %d of %s was reported", n, function, (int)error->code, error->call);
}

static void every_opencl_call_that_fails_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    static const int codes[] = {-5, -6, -9999};
    unsigned silent = 0, reported = 0;
    for (unsigned f = 0; f < fake()->function_count(); f++) {
        const char *function = fake()->function_name(f);
        things clean = {0};
        clb_error error = {0};
        fake()->reset(&whole);
        OK(session(&clean, &error), &error);
        const unsigned during = fake()->calls(function);
        release(&clean);
        const unsigned total = fake()->calls(function);
        assert_true(total > 0); /* otherwise the session above does not use everything */
        for (unsigned n = 1; n <= total; n++) {
            for (size_t c = 0; c < sizeof codes / sizeof *codes; c++) {
                things t = {0};
                faults_start(0);
                fake()->reset(&whole);
                fake()->fail_call(function, n, codes[c]);
                const clb_status status = session(&t, &error);
                check_report(status, &error, function, n, codes[c]);
                if (status == CLB_OK && n <= during && strncmp(function, "clRelease", 9) != 0) silent++;
                reported += status != CLB_OK;
                clb_error_clear(&error);
                release(&t);
                if (fake()->live() != 0) fail_msg("call %u of %s: %ld objects leaked", n, function, fake()->live());
                if (*faults_left()) fail_msg("call %u of %s: %s leaked", n, function, faults_left());
                assert_int_equal(fake()->misuse(), 0);
            }
        }
    }
    (void)printf("%u failures reported, %u worked around\n", reported, silent);
}

/* ---- The system's calls ------------------------------------------------------------------------------------------ */

static sample_copy *native, *splitting;

/* Slow enough that it is worth waking the threads. */
static void swallow(void *cookie, const char *text, size_t length)
{
    (void)cookie, (void)text, (void)length;
    (void)nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
}

/* Work for several threads, with local and context memory, for ten launches: some share their work in any case. */
static clb_status sum_natively(clb_device *device, clb_error *error)
{
    enum { N = 64 * 600 };
    static float x[N], sums[N / 64];
    const uint32_t n = N;
    const clb_host_argument arguments[] = {{x, 0}, {NULL, 0}, {sums, 0}, {&n, sizeof n}};
    for (int i = 0; i < N; i++) x[i] = 1;
    for (int k = 0; k < 10; k++) {
        sums[N / 64 - 1] = 0;
        TRY(clb_kernel_call(device, &native->bundle, SAMPLE_GROUP_SUM, NULL, arguments, 4, error));
        if (sums[N / 64 - 1] < 63.5f) fail_msg("a call that succeeded gave %g", (double)sums[N / 64 - 1]);
    }
    return CLB_OK;
}

/* More arguments than fit on the stack, and values that are not aligned. */
static clb_status call_wide(clb_device *device, clb_error *error)
{
    _Alignas(8) char bytes[31 * 4 + 8] = {0};
    clb_host_argument arguments[31];
    int32_t out = -1;
    for (int i = 0; i < 30; i++) arguments[i] = (clb_host_argument){bytes + 1 + 4 * i, 4};
    arguments[30] = (clb_host_argument){&out, 0};
    TRY(clb_kernel_call(device, &native->bundle, SAMPLE_WIDE, NULL, arguments, 31, error));
    if (out != 0) fail_msg("a call that succeeded gave %d", (int)out);
    return CLB_OK;
}

static clb_status session_native(things *t, clb_error *error)
{
    static const uint32_t kernels[] = {SAMPLE_SCALE, SAMPLE_GRID, SAMPLE_WIDE, SAMPLE_GROUP_SUM};
    const clb_device_params params = {.environment = "",
                                      .profiling = true,
                                      .bundle = &native->bundle,
                                      .threads = 3,
                                      .filter = "native",
                                      .print = swallow};
    const clb_prepare_params prepare = {.kernels = kernels, .kernel_count = 4, .threads = 3};
    size_t count = 0;
    double y[100] = {0}, overlapping[20] = {0};
    const double a = 2;
    const int64_t by = 1;
    const int32_t n = 100, ten = 10;
    uint64_t start = 0, end = 0;
    TRY(clb_device_list(&params, &t->list, &count, error));
    TRY(clb_program_source(&native->bundle, SAMPLE_SCALE, &t->source, NULL, error));
    TRY(clb_device_open(&params, &t->device, error));
    TRY(clb_prepare(t->device, &native->bundle, &prepare, error));
    TRY(clb_buffer_create(t->device, sizeof y, y, &t->y, error));
    const clb_argument shift[] = {{.buffer = t->y}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    TRY(clb_kernel_launch(t->device, &native->bundle, SAMPLE_SHIFT, NULL, shift, 3, &t->first, error));
    clb_event *waits[20];
    for (int i = 0; i < 20; i++) waits[i] = t->first;
    const clb_launch after = {.wait = waits, .wait_count = 20};
    TRY(clb_kernel_launch(t->device, &native->bundle, SAMPLE_SHIFT, &after, shift, 3, &t->last, error));
    TRY(clb_event_times(t->last, &start, &end, error));
    TRY(clb_buffer_read(t->y, 0, y, sizeof y, error));
    if (y[99] < 1.5) fail_msg("a launch that succeeded gave %g", y[99]);
    static int32_t out[64 * 32];
    const int32_t m = 64, l = 32;
    const clb_host_argument grid[] = {{out, 0}, {&m, sizeof m}, {&l, sizeof l}};
    TRY(clb_kernel_call(t->device, &native->bundle, SAMPLE_GRID, NULL, grid, 3, error));
    TRY(sum_natively(t->device, error));
    TRY(call_wide(t->device, error));
    TRY(use_pipeline(t, &native->bundle, error));
    TRY(clb_buffer_create(t->device, sizeof y, y, &t->x, error));
    TRY(use_images(t, NULL, error));
    const clb_host_argument scale[] = {{overlapping, 0}, {&a, sizeof a}, {overlapping + 5, 0}, {&ten, sizeof ten}};
    return clb_kernel_call(t->device, &native->bundle, SAMPLE_SCALE, NULL, scale, 4, error);
}

/* Which device it is depends on the machine; the drivers are asked in a child first. */
static clb_status session_of_choice(things *t, clb_error *error)
{
    const clb_device_params params = {.environment = "", .bundle = &native->bundle, .threads = 2, .probe_ms = 20000};
    TRY(clb_device_open(&params, &t->device, error));
    size_t count = 0;
    return clb_device_list(&params, &t->list, &count, error);
}

/* The device is opened, and its program built, by other threads: what fails there leaves native code to answer. */
static clb_status session_tiered(things *t, clb_error *error)
{
    static const uint32_t kernels[] = {SAMPLE_SCALE};
    const clb_prepare_params prepare = {.kernels = kernels, .kernel_count = 1, .threads = 1};
    const clb_device_params params = {.environment = "",
                                      .bundle = &native->bundle,
                                      .threads = 1,
                                      .start = CLB_START_TIERED,
                                      .timings = "",
                                      .binaries = "",
                                      .binaries_size = 1};
    double x[5] = {1, 2, 3, 4, 5}, y[5] = {0};
    const double a = 3;
    const int32_t n = 5;
    uint64_t items = 0;
    size_t size = 0, used = 0;
    const clb_host_argument scale[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    TRY(clb_device_open(&params, &t->device, error));
    TRY(clb_kernel_call(t->device, &native->bundle, SAMPLE_SCALE, NULL, scale, 4, error));
    TRY(clb_prepare(t->device, &native->bundle, &prepare, error));
    for (int i = 0; i < 3; i++) TRY(clb_kernel_call(t->device, &native->bundle, SAMPLE_SCALE, NULL, scale, 4, error));
    if (y[4] != 15) fail_msg("a call that succeeded gave %g", y[4]);
    clb_status status = clb_timings_export(t->device, &native->bundle, &t->binaries, &size, error);
    if (status == CLB_OK) status = clb_timings_import(t->device, &native->bundle, t->binaries, size, &used, error);
    if (status == CLB_OK) status = clb_timings_break_even(t->device, &native->bundle, SAMPLE_SCALE, &items, error);
    if (status != CLB_ERROR_UNSUPPORTED) return status;
    clb_error_clear(error); /* no thread could be started, so that the start was a blocking one */
    return CLB_OK;
}

/* A group of two, one native and one not, on a kernel that can be split. */
static clb_status session_group(things *t, clb_error *error)
{
    enum { N = 4096 };
    static double x[N], y[N];
    const double a = 2;
    const int32_t n = N;
    const clb_device_params members[] = {{.struct_size = sizeof(clb_device_params),
                                          .bundle = &splitting->bundle,
                                          .filter = "native",
                                          .environment = "",
                                          .threads = 2},
                                         {.struct_size = sizeof(clb_device_params),
                                          .bundle = &splitting->bundle,
                                          .filter = "opencl",
                                          .environment = ""}};
    const clb_group_params params = {.members = members, .member_count = 2};
    const clb_host_argument scale[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    for (int i = 0; i < N; i++) x[i] = i;
    TRY(clb_group_open(&params, &t->group, error));
    for (int again = 0; again < 2; again++) {
        memset(y, 0, sizeof y);
        TRY(clb_group_call(t->group, &splitting->bundle, SAMPLE_SCALE, NULL, scale, 4, NULL, error));
        for (int i = 0; i < N; i++)
            if (y[i] < 2.0 * i || y[i] > 2.0 * i) fail_msg("a call that succeeded gave %g", y[i]);
    }
    clb_split split;
    clb_split_array arrays[4];
    TRY(clb_split_get(&splitting->bundle, SAMPLE_SCALE, scale, 4, &split, arrays, error));
    const clb_part part = {N / 2, 10};
    return clb_group_call_part(t->group, &splitting->bundle, SAMPLE_SCALE, &part, scale, 4, NULL, error);
}

/* Copies that threads help with, since the driver is slow. */
static clb_status session_copies(things *t, clb_error *error)
{
    enum { SIZE = 9 << 20 };
    static char from[SIZE], to[SIZE];
    for (size_t i = 0; i < SIZE; i += 101) from[i] = (char)(i / 101);
    memset(to, 0, sizeof to);
    TRY(clb_device_open(&(clb_device_params){.environment = ""}, &t->device, error));
    TRY(clb_buffer_create(t->device, SIZE, from, &t->x, error));
    TRY(clb_buffer_read(t->x, 0, to, SIZE, error));
    if (memcmp(from, to, SIZE) != 0) fail_msg("copies that succeeded gave other bytes");
    return clb_buffer_write(t->x, 0, to, SIZE, error);
}

static void make_splitting(void)
{
    static uint32_t shapes[5];
    splitting = sample_clone();
    splitting->bundle.native = sample_native_table;
    splitting->bundle.shapes = shapes;
    splitting->bundle.shape_count = 5;
    clb_kernel_data *kernel = &splitting->kernels[SAMPLE_SCALE];
    clb_argument_data *arguments = &splitting->arguments[kernel->first_argument];
    kernel->split = 4;
    for (uint32_t i = 0; i < 2; i++) {
        shapes[1 + 2 * i] = 1;
        shapes[2 + 2 * i] = arguments[2 * i].extent;
        arguments[2 * i].shape = 1 + 2 * i;
        arguments[2 * i].split = 1;
    }
}

static void check_fault(const char *name, clb_status status, const clb_error *error)
{
    const bool loader = strcmp(faults_failed(), "dlopen") == 0 || strcmp(faults_failed(), "dlsym") == 0;
    if (status == CLB_OK) return; /* what has another way round */
    if (status != CLB_ERROR_MEMORY && status != CLB_ERROR_DEVICE_MEMORY &&
        !(loader && (status == CLB_ERROR_NO_DEVICE || status == CLB_ERROR_UNSUPPORTED)))
        fail_msg("%s, call %ld, %s: %s: %s", name, faults_calls(), faults_failed(), clb_status_name(status),
                 error->message);
    if (error->status != status || strlen(error->message) < 20)
        fail_msg("%s, %s: the message is \"%s\"", name, faults_failed(), error->message);
}

static const fake_setup slow = {.platform_count = 1,
                                .platforms = {{"NVIDIA CUDA", 1, {{.name = "Fake GPU", .type = 4, .units = 4}}}}};

/* The first call fails, the second one, and so on, until there are no more. */
static void fail_every_call(const char *name, clb_status (*run)(things *, clb_error *))
{
    const unsigned step = real ? 13 : 1; /* a real driver takes its time */
    unsigned failures = 0, n = 1;
    for (bool reached_end = false; !reached_end; n += step) {
        things t = {0};
        clb_error error = {0};
        if (!real) fake()->reset(run == session_copies ? &slow : &whole);
        faults_start(n);
        const clb_status status = run(&t, &error);
        reached_end = !faults_failed();
        if (reached_end) OK(status, &error);
        else check_fault(name, status, &error);
        failures += status != CLB_OK;
        const char *function = faults_failed();
        faults_stop();
        clb_error_clear(&error);
        release(&t);
        if (*faults_left()) fail_msg("%s, call %u, %s: %s left", name, n, function ? function : "none", faults_left());
        if (!real && fake()->live() != 0)
            fail_msg("%s, call %u, %s: %ld objects left", name, n, function, fake()->live());
    }
    (void)printf("%s: %u calls made to fail, %u times with a status\n", name, (n - 1) / step - 1, failures);
    assert_true(n > 20);
}

static void every_system_call_that_fails_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    native = sample_clone();
    native->bundle.native = sample_native_table;
    fail_every_call("opencl", session);
    fail_every_call("native", session_native);
    fail_every_call("copies", session_copies);
    make_splitting();
    fail_every_call("group", session_group);
    sample_free(splitting);
    /* So that the drivers are asked on every machine; then without that, which lists the folder of drivers. */
    assert_int_equal(setenv("OCL_ICD_VENDORS", "/nonexistent", 1), 0);
    fail_every_call("choice", session_of_choice);
    fail_every_call("tiered", session_tiered);
    assert_int_equal(unsetenv("OCL_ICD_VENDORS"), 0);
    fail_every_call("choice of drivers", session_of_choice);
    sample_free(native);
    for (size_t i = 0; faults_name(i); i++)
        if (faults_calls_of(i) == 0 && strcmp(faults_name(i), "opendir") != 0)
            fail_msg("%s was never called: the sessions do not use everything", faults_name(i));
}

static void every_allocation_on_a_real_device_that_fails_is_reported(void **state)
{
    (void)state;
    things t = {0};
    clb_error error = {0};
    real = true;
    const clb_device_params probe = {
        .environment = "", .back_ends = CLB_BACK_END_OPENCL, .probe_ms = 60000, .needs = CLB_NEEDS_FP64};
    if (clb_device_open(&probe, &t.device, &error) == CLB_ERROR_NO_DEVICE) {
        (void)printf("skipped: %s\n", error.message);
        exit(77);
    }
    OK(error.status, &error);
    release(&t);
    t = (things){0};
    OK(session(&t, &error), &error); /* the driver has what it keeps */
    release(&t);
    fail_every_call("real device", session);
}

static void device_memory_that_runs_out_is_told_apart(void **state)
{
    (void)state;
    fake_setup small = {.platform_count = 1,
                        .memory_limit = 100000,
                        .platforms = {{"Small", 1, {{.name = "Small GPU", .type = 4, .units = 1}}}}};
    clb_error error = {0};
    fake()->reset(&small);
    clb_device *device = open_fake();
    clb_buffer *buffer = NULL;
    FAILS(clb_buffer_create(device, 200000, NULL, &buffer, &error), CLB_ERROR_DEVICE_MEMORY, &error,
          "CL_MEM_OBJECT_ALLOCATION_FAILURE (-4) on Small GPU");
    assert_null(buffer);
    clb_device_close(&device);
}

static void staging_memory_is_given_back_when_the_device_has_no_more(void **state)
{
    (void)state;
    fake_setup small = {.platform_count = 1,
                        .memory_limit = 100000,
                        .platforms = {{"Small", 1, {{.name = "Small GPU", .type = 4, .units = 1}}}}};
    clb_error error = {0};
    static double x[6000], y[6000];
    fake()->reset(&small);
    clb_device *device = open_fake();
    OK(call_scale(device, x, 1, y, 4000, &error), &error); /* keeps 2 * 32,768 bytes */
    OK(call_scale(device, x, 1, y, 6000, &error), &error); /* 2 * 48,000 fit only without them */
    clb_device_close(&device);
}

static void kernel_that_fails_while_it_runs_is_reported_by_call_and_event(void **state)
{
    (void)state;
    clb_error error = {0};
    double x[4] = {1, 2, 3, 4}, y[4] = {0};
    clb_device *device = open_fake();
    fake()->fail_call("run", 1, -5);
    FAILS(call_scale(device, x, 1, y, 4, &error), CLB_ERROR_DEVICE, &error, "CL_OUT_OF_RESOURCES (-5)");
    assert_true(y[3] == 0);
    FAILS(call_scale(device, x, 1, y, 4, &error), CLB_ERROR_DEVICE, &error, "CL_OUT_OF_RESOURCES (-5)");
    clb_device_close(&device);
    device = open_fake();
    clb_buffer *buffer = NULL;
    clb_event *event = NULL;
    OK(clb_buffer_create(device, sizeof y, y, &buffer, &error), &error);
    fake()->reset(NULL);
    fake()->fail_call("run", 1, -5);
    OK(launch_shift(device, buffer, 1, 4, NULL, &event, &error), &error);
    FAILS(clb_event_wait(event, &error), CLB_ERROR_DEVICE, &error, "has failed while it ran");
    clb_event_release(&event);
    clb_buffer_release(&buffer);
    clb_device_close(&device);
}

static void the_system_may_say_anything_of_itself(void **state)
{
    static const struct {
        long said;
        uint32_t processors;
    } online[] = {{LONG_MIN, 1}, {-1, 1}, {0, 1}, {1, 1}, {2, 2}, {65535, 65535}, {65536, 1}, {LONG_MAX, 1}};
    cpu_set_t before, one;
    (void)state;
    for (size_t i = 0; i < sizeof online / sizeof *online; i++) {
        faults_sysconf(_SC_NPROCESSORS_ONLN, online[i].said);
        assert_int_equal(clbi_processors_online(), online[i].processors);
    }
    faults_sysconf(_SC_NPROCESSORS_ONLN, 77);
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    assert_int_equal(clbi_processor_count(), CPU_COUNT(&before));
    CPU_ZERO(&one);
    for (int i = 0; CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &before)) CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(clbi_processor_count(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    faults_start(1);
    assert_int_equal(clbi_processor_count(), 77);
    faults_stop();
    const uint64_t memory = clbi_machine_memory();
    assert_true(memory > 1 << 20);
    for (long i = -1; i <= 1; i++) {
        faults_sysconf(_SC_PAGESIZE, i);
        const uint64_t pages = clbi_machine_memory();
        faults_sysconf(_SC_PHYS_PAGES, i);
        const uint64_t page = clbi_machine_memory();
        if (i <= 0) assert_true(pages == 0 && page == 0);
        else assert_true(pages > 1 && page > 1 && pages * page == memory);
    }
    faults_sysconf(-1, 0);
    assert_true(clbi_machine_memory() == memory);
}

static void what_is_installed_says_whether_a_driver_may_be_faster(void **state)
{
    static const struct {
        const char *files[4];
        bool faster;
    } cases[] = {{{NULL}, true},
                 {{"README", "pocl.so"}, true},
                 {{"pocl.icd"}, false},
                 {{"README", "pocl-2.icd", "pocl.icd"}, false},
                 {{"pocl.icd", "nvidia.icd", "pocl.icd"}, true},
                 {{"intel.icd"}, true},
                 {{"a.pocl", "pocl.icd", "i.icd.old"}, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        faults_folder(cases[i].files);
        assert_int_equal(clbi_cl_may_accelerate(), cases[i].faster);
    }
    faults_folder((const char *const[]){"pocl.icd", NULL});
    faults_start(1); /* opendir */
    assert_true(clbi_cl_may_accelerate());
    faults_stop();
    faults_folder((const char *const[]){"pocl.icd", NULL});
    assert_int_equal(setenv("POCL_DEVICES", "cuda", 1), 0);
    assert_true(clbi_cl_may_accelerate());
    assert_int_equal(unsetenv("POCL_DEVICES"), 0);
    faults_folder(NULL);
}

/* A static program has no interpreter among its headers, whatever lies behind them. */
static void a_static_program_opens_no_loader(void **state)
{
    static const ElfW(Phdr) headers[] = {{.p_type = PT_PHDR}, {.p_type = PT_LOAD}, {.p_type = PT_INTERP}};
    (void)state;
    for (unsigned long count = 0; count <= 3; count++) {
        clbi_cl_library library;
        clbi_note note = {""};
        faults_headers(headers, count);
        const bool opened = clbi_cl_open(&library, &note);
        faults_headers(NULL, 0);
        assert_int_equal(opened, count == 0 || count == 3); /* 0: nothing is known */
        if (opened) clbi_cl_close(&library);
        else assert_non_null(strstr(note.text, "linked statically"));
    }
}

static void fill(const void *context, void *memory, size_t first, size_t end)
{
    memset(memory, (int)(first + end), *(const size_t *)context);
}

static void a_thread_of_a_pool_has_all_the_memory_that_it_needs(void **state)
{
    (void)state;
    for (size_t pages = 0; pages <= 200; pages++)
        for (size_t more = 1; more <= pages + 2; more += pages < 5 ? 1 : pages / 4) {
            const size_t size = pages * 4096 + more;
            const clbi_work work = {.memory = size, .run = fill, .context = &size, .count = 1, .grain = 1};
            clbi_pool *pool = clbi_pool_create(1);
            assert_non_null(pool);
            assert_true(clbi_pool_run(pool, &work));
            assert_in_range(faults_aligned(), size, size + 4095);
            clbi_pool_destroy(pool);
        }
}

static size_t memory_for_groups(uint32_t groups)
{
    static float x[64 * 1000], sums[1000];
    const uint32_t n = 64 * groups;
    const clb_host_argument arguments[] = {{x, 0}, {NULL, 0}, {sums, 0}, {&n, sizeof n}};
    const clb_device_params params = {.environment = "", .filter = "native", .bundle = &native->bundle, .threads = 1};
    clb_error error = {0};
    clb_device *device = NULL;
    OK(clb_device_open(&params, &device, &error), &error);
    OK(clb_kernel_call(device, &native->bundle, SAMPLE_GROUP_SUM, NULL, arguments, 4, &error), &error);
    const size_t size = faults_aligned();
    clb_device_close(&device);
    return size;
}

static void a_thread_needs_memory_for_one_group(void **state)
{
    (void)state;
    native = sample_clone();
    native->bundle.native = sample_native_table;
    const size_t one = memory_for_groups(1);
    assert_in_range(one, 64 * 4 + 64 * 4, 8192); /* local memory and context */
    assert_int_equal(memory_for_groups(1000), one);
    sample_free(native);
}

static long threads_started(void)
{
    size_t i = 0;
    while (strcmp(faults_name(i), "pthread_create") != 0) i++;
    return faults_calls_of(i);
}

static void preparing_starts_as_many_threads_as_there_is_work_for(void **state)
{
    static const uint32_t kernels[] = {SAMPLE_SCALE, SAMPLE_GROUP_SUM, SAMPLE_GRID, SAMPLE_WIDE};
    clb_error error = {0};
    (void)state;
    clb_device *device = open_fake();
    for (uint32_t count = 1; count <= 4; count++)
        for (uint32_t threads = 1; threads <= 5; threads++) {
            const long before = threads_started();
            const clb_prepare_params params = {.kernels = kernels, .kernel_count = count, .threads = threads};
            OK(clb_prepare(device, sample_bundle(), &params, &error), &error);
            assert_int_equal(threads_started() - before,
                             (threads < count ? threads : count) - 1); /* beside the caller */
        }
    clb_device_close(&device);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest on_a_real_device[] = {
        cmocka_unit_test(every_allocation_on_a_real_device_that_fails_is_reported),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_fails_in_a_good_session, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(every_opencl_call_that_fails_is_reported_and_nothing_leaks, start_fake,
                                        end_fake),
        cmocka_unit_test_setup_teardown(every_system_call_that_fails_is_reported_and_nothing_leaks, start_fake,
                                        end_fake),
        cmocka_unit_test_setup_teardown(device_memory_that_runs_out_is_told_apart, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(staging_memory_is_given_back_when_the_device_has_no_more, start_fake, end_fake),
        cmocka_unit_test_setup_teardown(kernel_that_fails_while_it_runs_is_reported_by_call_and_event, start_fake,
                                        end_fake),
        cmocka_unit_test_setup_teardown(preparing_starts_as_many_threads_as_there_is_work_for, start_fake, end_fake),
        cmocka_unit_test(a_thread_of_a_pool_has_all_the_memory_that_it_needs),
        cmocka_unit_test(a_thread_needs_memory_for_one_group),
        cmocka_unit_test(a_static_program_opens_no_loader),
        cmocka_unit_test(what_is_installed_says_whether_a_driver_may_be_faster),
        cmocka_unit_test(the_system_may_say_anything_of_itself),
    };
    if (argc > 1 && strcmp(argv[1], "real") == 0) return cmocka_run_group_tests(on_a_real_device, NULL, NULL);
    with_image = sample_clone();
    sample_take_image(with_image);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sample_free(with_image);
    return failed;
}
