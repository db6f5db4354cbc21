/* Many threads on one or several devices for as long as wanted, while devices are opened and closed and programs are
 * built. Native code, the fake OpenCL and tiered starts; meant to be built with a thread sanitizer.
 *
 * usage: soak SECONDS [THREADS [DEVICES [SEED]]]
 * DEVICES: 1 to 4 that all threads share, native and OpenCL in turn; the first one is native where SEED is even.
 * Exit status: 0 fine, 1 something went wrong (told on standard error), 77 the fake is not there.
 *
 * SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "sample_native.h"
#include "support.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { SLOTS = 4, MAX_THREADS = 256, N = 64 * 40 };

/* A device that all threads share. Whoever uses it holds the lock for reading, whoever replaces it for writing. */
typedef struct slot {
    pthread_rwlock_t lock;
    clb_device *device;
    bool native;
} slot;

typedef struct soak {
    slot slots[SLOTS];
    uint32_t slot_count; /* in use */
    clb_bundle bundle;   /* with native code */
    time_t end;
    atomic_bool failed;
    atomic_long operations, devices, programs;
} soak;

typedef struct worker {
    soak *all;
    pthread_t thread;
    uint64_t random;
    clb_error error;
} worker;

static void complain(worker *w, const char *what)
{
    if (!atomic_exchange(&w->all->failed, true)) (void)fprintf(stderr, "%s: %s\n", what, w->error.message);
}

#define CHECK(w, condition)                        \
    do {                                           \
        if (!(condition)) complain(w, #condition); \
    } while (0)

static uint32_t next_random(worker *w, uint32_t below)
{
    w->random = w->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(w->random >> 33) % below;
}

static clb_device *open_device(worker *w, bool native)
{
    clb_device *device = NULL;
    const bool tiered = !native && next_random(w, 2) != 0;
    const clb_device_params params = {.bundle = &w->all->bundle,
                                      .environment = "",
                                      .profiling = true,
                                      .back_ends = native   ? CLB_BACK_END_NATIVE
                                                   : tiered ? 0
                                                            : CLB_BACK_END_OPENCL,
                                      .start = tiered ? CLB_START_TIERED : CLB_START_BLOCKING,
                                      .calibrate = next_random(w, 2) != 0,
                                      .threads = 1 + next_random(w, 4)};
    CHECK(w, clb_device_open(&params, &device, &w->error) == CLB_OK);
    atomic_fetch_add(&w->all->devices, 1);
    return device;
}

/* ---- What a thread may do with a device ---------------------------------------------------------------------------
 */

static void call_scale_kernel(worker *w, clb_device *device)
{
    double x[200], y[200] = {0};
    const double a = next_random(w, 100);
    const int32_t n = 1 + (int32_t)next_random(w, 200);
    const clb_host_argument arguments[] = {{x, 0}, {&a, sizeof a}, {y, 0}, {&n, sizeof n}};
    for (int i = 0; i < n; i++) x[i] = i;
    CHECK(w, clb_kernel_call(device, &w->all->bundle, SAMPLE_SCALE, NULL, arguments, 4, &w->error) == CLB_OK);
    for (int i = 0; i < n; i++) CHECK(w, !(y[i] < a * i) && !(y[i] > a * i));
}

static void call_grid_kernel(worker *w, clb_device *device)
{
    int32_t out[40 * 30] = {0};
    const int32_t m = 1 + (int32_t)next_random(w, 40), l = 1 + (int32_t)next_random(w, 30);
    const clb_host_argument arguments[] = {{out, 0}, {&m, sizeof m}, {&l, sizeof l}};
    CHECK(w, clb_kernel_call(device, &w->all->bundle, SAMPLE_GRID, NULL, arguments, 3, &w->error) == CLB_OK);
    CHECK(w, out[m * l - 1] == m - 1 + 1000 * (l - 1));
}

/* Scratch, local memory and the pool's threads. */
static void call_sums(worker *w, clb_device *device)
{
    float x[N], sums[N / 64] = {0};
    const uint32_t n = N;
    const clb_host_argument arguments[] = {{x, 0}, {NULL, 0}, {sums, 0}, {&n, sizeof n}};
    for (int i = 0; i < N; i++) x[i] = 1;
    CHECK(w, clb_kernel_call(device, &w->all->bundle, SAMPLE_GROUP_SUM, NULL, arguments, 4, &w->error) == CLB_OK);
    for (int g = 0; g < N / 64; g++) CHECK(w, sums[g] > 63.5f && sums[g] < 64.5f);
}

static void launch_with_events(worker *w, clb_device *device)
{
    double y[300] = {0};
    const int64_t by = 1 + next_random(w, 9);
    const int32_t n = 300;
    uint64_t start = 0, end = 0;
    clb_buffer *buffer = NULL;
    clb_event *first = NULL, *last = NULL;
    CHECK(w, clb_buffer_create(device, sizeof y, y, &buffer, &w->error) == CLB_OK);
    const clb_argument arguments[] = {{.buffer = buffer}, {&by, NULL, sizeof by}, {&n, NULL, sizeof n}};
    CHECK(w, clb_kernel_launch(device, &w->all->bundle, SAMPLE_SHIFT, NULL, arguments, 3, &first, &w->error) == CLB_OK);
    const clb_launch after = {.wait = &first, .wait_count = 1};
    CHECK(w,
          clb_kernel_launch(device, &w->all->bundle, SAMPLE_SHIFT, &after, arguments, 3, &last, &w->error) == CLB_OK);
    CHECK(w, clb_event_wait(last, &w->error) == CLB_OK);
    CHECK(w, clb_event_times(last, &start, &end, &w->error) == CLB_OK);
    CHECK(w, start <= end);
    CHECK(w, clb_buffer_read(buffer, 0, y, sizeof y, &w->error) == CLB_OK);
    CHECK(w, y[299] > (double)(2 * by) - 0.5 && y[299] < (double)(2 * by) + 0.5);
    clb_event_release(&first);
    clb_event_release(&last);
    clb_buffer_release(&buffer);
}

static void build_programs(worker *w, clb_device *device)
{
    static const uint32_t kernels[] = {SAMPLE_SCALE, SAMPLE_GRID, SAMPLE_GROUP_SUM, SAMPLE_REQUIRED};
    const clb_prepare_params prepare = {.kernels = kernels, .kernel_count = 4, .threads = 1 + next_random(w, 4)};
    CHECK(w, clb_prepare(device, &w->all->bundle, &prepare, &w->error) == CLB_OK);
    atomic_fetch_add(&w->all->programs, 4);
    void *data = NULL;
    size_t size = 0, used = 0;
    const clb_status status = clb_binaries_export(device, &w->all->bundle, &data, &size, &w->error);
    CHECK(w, status == CLB_OK || status == CLB_ERROR_UNSUPPORTED);
    if (status == CLB_OK)
        CHECK(w, clb_binaries_import(device, &w->all->bundle, data, size, &used, &w->error) == CLB_OK);
    free(data);
}

static void fail_to_build(worker *w, clb_device *device)
{
    int32_t out = 0;
    const clb_host_argument arguments[] = {{&out, 0}};
    const clb_status status = clb_kernel_call(device, &w->all->bundle, SAMPLE_BROKEN, NULL, arguments, 1, &w->error);
    CHECK(w, status == CLB_ERROR_BUILD || status == CLB_ERROR_UNSUPPORTED);
    clb_error_clear(&w->error);
}

static void use_device(worker *w, clb_device *device)
{
    static void (*const uses[])(worker *, clb_device *) = {call_scale_kernel,  call_grid_kernel, call_sums,
                                                           launch_with_events, build_programs,   fail_to_build};
    uses[next_random(w, sizeof uses / sizeof *uses)](w, device);
    atomic_fetch_add(&w->all->operations, 1);
}

/* ---- Threads ------------------------------------------------------------------------------------------------------
 */

static void replace_device(worker *w, slot *s)
{
    (void)pthread_rwlock_wrlock(&s->lock);
    clb_device_close(&s->device);
    s->device = open_device(w, s->native);
    (void)pthread_rwlock_unlock(&s->lock);
}

static void use_own_device(worker *w)
{
    clb_device *device = open_device(w, next_random(w, 2) != 0);
    clb_device_info *list = NULL;
    size_t count = 0;
    for (uint32_t i = 0; i < 3; i++)
        if (device) use_device(w, device);
    clb_device_close(&device);
    CHECK(w, clb_device_list(&(clb_device_params){.bundle = &w->all->bundle, .environment = ""}, &list, &count,
                             &w->error) == CLB_OK);
    CHECK(w, count == 2);
    clb_device_list_free(&list);
}

static void *work(void *cookie)
{
    worker *w = cookie;
    while (time(NULL) < w->all->end && !atomic_load(&w->all->failed)) {
        slot *s = &w->all->slots[next_random(w, w->all->slot_count)];
        const uint32_t what = next_random(w, 100);
        if (what < 3) {
            replace_device(w, s);
        } else if (what < 10) {
            use_own_device(w);
        } else {
            (void)pthread_rwlock_rdlock(&s->lock);
            if (s->device) use_device(w, s->device);
            (void)pthread_rwlock_unlock(&s->lock);
        }
    }
    clb_error_clear(&w->error);
    return NULL;
}

int main(int argc, char **argv)
{
    static soak all;
    static worker workers[MAX_THREADS];
    const long seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    const long threads = argc > 2 ? strtol(argv[2], NULL, 10) : 32;
    const long slots = argc > 3 ? strtol(argv[3], NULL, 10) : SLOTS;
    const long seed = argc > 4 ? strtol(argv[4], NULL, 10) : 1;
    long started = 0;
    if (seconds < 1 || threads < 1 || threads > MAX_THREADS || slots < 1 || slots > SLOTS) {
        (void)fprintf(stderr, "usage: soak SECONDS [THREADS [DEVICES [SEED]]]\n");
        return 2;
    }
    /* Otherwise drivers that are all for processors are not started where native code is there. */
    (void)setenv("OCL_ICD_VENDORS", "/nowhere", 1);
    fake()->reset(NULL);
    all.bundle = *sample_bundle();
    all.bundle.native = sample_native_table;
    all.end = time(NULL) + seconds;
    all.slot_count = (uint32_t)slots;
    worker opener = {.all = &all, .random = (uint64_t)seed};
    for (int i = 0; i < SLOTS; i++) {
        (void)pthread_rwlock_init(&all.slots[i].lock, NULL);
        all.slots[i].native = (i + seed) % 2 == 0;
        if (i < slots) all.slots[i].device = open_device(&opener, all.slots[i].native);
    }
    for (; started < threads; started++) {
        workers[started] = (worker){.all = &all, .random = (uint64_t)(seed * 1000 + started)};
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0) break;
    }
    for (long i = 0; i < started; i++) (void)pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < SLOTS; i++) {
        clb_device_close(&all.slots[i].device);
        (void)pthread_rwlock_destroy(&all.slots[i].lock);
    }
    const bool clean = fake()->live() == 0 && fake()->misuse() == 0 && !atomic_load(&sample_misaligned);
    (void)printf(
        "%ld threads, %ld s: %ld operations, %ld devices opened, %ld programs asked for; %ld OpenCL objects left, "
        "%u used wrongly\n",
        started, seconds, atomic_load(&all.operations), atomic_load(&all.devices), atomic_load(&all.programs),
        fake()->live(), fake()->misuse());
    return atomic_load(&all.failed) || !clean || started < threads;
}
