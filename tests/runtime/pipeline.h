/* The base of the tests of clbundle/pipeline.h: a device of each back end with two queues and two buffers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef TEST_PIPELINE_H
#define TEST_PIPELINE_H

#include "clbundle/pipeline.h"

#include "sample_native.h"
#include "support.h"

#include <semaphore.h>
#include <stdatomic.h>

enum { N = 4096, SIZE = N * sizeof(double) };

static enum { FAKE, NATIVE, REAL } mode;
static sample_copy *sample;
static clb_device *device;
static clb_queue *one, *two;
static clb_buffer *x, *y; /* of N doubles */
static clb_error error;
static _Atomic(sem_t *) gate; /* native: at which `grid` waits, once */

static inline void print(void *cookie, const char *text, size_t length)
{
    (void)cookie, (void)text, (void)length;
    sem_t *sem = atomic_exchange(&gate, NULL);
    while (sem && sem_wait(sem) != 0) {
    }
}

static inline clb_device *open_device(bool profiling)
{
    clb_device *opened = NULL;
    const clb_device_params params = {.environment = "",
                                      .profiling = profiling,
                                      .threads = mode == NATIVE ? 3 : 0,
                                      .print = print,
                                      .bundle = mode == NATIVE ? &sample->bundle : NULL,
                                      .probe_ms = mode == REAL ? 60000 : 0,
                                      .back_ends = mode == NATIVE ? CLB_BACK_END_NATIVE : CLB_BACK_END_OPENCL};
    const clb_status status = clb_device_open(&params, &opened, &error);
    if (mode == REAL && status == CLB_ERROR_NO_DEVICE) {
        (void)printf("skipped: %s\n", error.message);
        exit(77);
    }
    OK(status, &error);
    return opened;
}

static inline int open_all(void **state)
{
    static const double zeros[N];
    sample = sample_clone();
    if (mode == NATIVE) sample->bundle.native = sample_native_table;
    if (mode == FAKE) (void)start_fake(state);
    device = open_device(true);
    OK(clb_queue_create(device, &one, &error), &error);
    OK(clb_queue_create(device, &two, &error), &error);
    OK(clb_buffer_create(device, SIZE, zeros, &x, &error), &error);
    OK(clb_buffer_create(device, SIZE, zeros, &y, &error), &error);
    return 0;
}

static inline int close_all(void **state)
{
    clb_queue_release(&one);
    clb_queue_release(&two);
    clb_buffer_release(&x);
    clb_buffer_release(&y);
    clb_device_close(&device);
    clb_error_clear(&error);
    sample_free(sample);
    return mode == FAKE ? end_fake(state) : 0;
}

/* y[i] += by for `count` elements. */
static inline clb_status shift(clb_buffer *buffer, int64_t by, int32_t count, const clb_launch *launch,
                               clb_event **event)
{
    const clb_argument arguments[] = {{.buffer = buffer}, {&by, NULL, sizeof by}, {&count, NULL, sizeof count}};
    return clb_kernel_launch(device, &sample->bundle, SAMPLE_SHIFT, launch, arguments, 3, event, &error);
}

#define ON(queue_) (&(clb_command){.queue = (queue_)})
#define AFTER(queue_, event_) (&(clb_command){.queue = (queue_), .wait = &(event_), .wait_count = 1})

static inline void expect(clb_buffer *buffer, double first, double step)
{
    static double read[N];
    OK(clb_buffer_read(buffer, 0, read, SIZE, &error), &error);
    for (int i = 0; i < N; i++)
        if (!(read[i] >= first + step * i && read[i] <= first + step * i))
            fail_msg("element %d is %g, not %g", i, read[i], first + step * i);
}

static inline void count_up(double *values)
{
    for (int i = 0; i < N; i++) values[i] = i;
}

/* The row of that name; fails without one. */
static inline const clb_profile_row *row(const clb_profile_row *rows, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    fail_msg("there is no row '%s'", name);
    return NULL;
}

/* "fake", "native" or "real": this machine's OpenCL device. */
static inline void set_mode(const char *which)
{
    mode = strcmp(which, "fake") == 0 ? FAKE : strcmp(which, "real") == 0 ? REAL : NATIVE;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

#endif
