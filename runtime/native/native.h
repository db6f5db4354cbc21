/* The types and functions that the files of the native back end share. It runs work-group functions that were compiled
 * into the application. Knows the table of back ends; must not know how devices are chosen.
 *
 * On the device's own queue a command has run when its call returns: the calling thread takes part in the work. Each
 * other queue has a thread that runs its commands one after the other (queue.c). An event without an object is
 * complete.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_H
#define CLBI_NATIVE_H

#include "core/backend.h"
#include "core/pool.h"
#include "native/access.h"
#include "native/variables.h"
#include "native/waiting.h"

#include <pthread.h>

typedef struct clbi_native_device {
    const clb_device_info *info;
    clbi_pool *pool;
    uint32_t threads;
    int level; /* the best of CLB_NATIVE_... that the processor has */
    bool profiling;
    pthread_mutex_t lock; /* only one thread prints at a time */
    clb_print *print;     /* or NULL */
    void *cookie;
    clb_finding_report *finding; /* or NULL */
    void *finding_cookie;
    struct clbi_allocations *allocations;     /* NULL: nothing is checked */
    struct clbi_allocations *own_allocations; /* the same, or NULL: they are shared with other devices */
    atomic_uint unflushed;                    /* a kernel has printed to the standard output since the last flush */
    pthread_mutex_t event_lock;               /* guards the non-atomic fields of events that are not complete */
    pthread_cond_t completed;                 /* signalled when an event completes */
    clbi_waiting_room room;                   /* of groups that wait for each other */
    struct clbi_device_variables *variables;  /* of launches that bring none of their own */
} clbi_native_device;

/* In a child made by fork, a device that stands in for another one shares them with it. */
typedef struct clbi_device_variables {
    atomic_uint references;
    clbi_variables own;
} clbi_device_variables;

typedef struct clbi_native_callback {
    struct clbi_native_callback *next;
    clbi_notify *notify;
    void *cookie;
} clbi_native_callback;

/* The completion of a command. Fields that are not atomic do not change once the command is complete. */
typedef struct clbi_native_event {
    clbi_native_device *device;
    atomic_uint references;
    atomic_bool complete;
    clb_status status;
    clb_error *failure; /* or NULL, if there was no memory for it */
    uint64_t start, end;
    clbi_native_callback *callbacks;
} clbi_native_event;

/* memory.c */
clb_status clbi_native_memory_create(void *device, size_t size, const void *host, void **memory, clb_error *error);
void clbi_native_memory_release(void *device, void *memory);
clb_status clbi_native_memory_write(void *device, const clbi_memory_copy *copy, bool block, clb_error *error);
clb_status clbi_native_memory_read(void *device, const clbi_memory_copy *copy, bool block, clb_error *error);
clb_status clbi_native_memory_wrap(void *device, void *host, size_t size, void **memory, clb_error *error);
clb_status clbi_native_memory_view(void *device, const clb_buffer *parent, size_t offset, size_t size, void **memory,
                                   clb_error *error);
size_t clbi_native_view_alignment(const void *device);
clb_status clbi_native_transfer(void *device, clbi_transfer *transfer, clbi_completion *completion, clb_error *error);
void clbi_native_move(const clbi_native_device *device, const clbi_transfer *transfer); /* now */

/* image.c */
clb_status clbi_native_image_create(void *device, const clbi_image_source *source, clb_error *error);
void clbi_native_image_release(void *device, clb_image *image);
clb_status clbi_native_image_formats(void *device, clb_image_kind kind, size_t capacity, clb_image_format *formats,
                                     size_t *count, clb_error *error);
void clbi_native_image_map(clbi_transfer *transfer);        /* sets host and pitches */
void clbi_native_image_move(const clbi_transfer *transfer); /* now */

/* pipe.c */
clb_status clbi_native_pipe_create(void *device, clb_pipe *pipe, clb_error *error);
void clbi_native_pipe_release(void *device, clb_pipe *pipe);

/* launch.c */
clb_status clbi_native_launch(void *device, void *kernel, const clbi_job *job, clbi_completion *completion,
                              clb_error *error);
clb_status clbi_native_run(clbi_native_device *device, const clb_native_kernel *kernel, const clbi_job *job,
                           clb_error *error); /* now */
/* Chooses the groups of a part. In the dimensions of `last`, one bit each, it is the last group if that is smaller;
 * in the others it is the full ones. False if there are none. */
bool clbi_native_choose_part(clb_native_range *range, unsigned last);
enum {
    CLBI_PARTS = 8, /* of a range: its full groups, and those at its far ends in each combination of dimensions */
    CLBI_GROUP_ITEMS = 256 /* of a group whose kernel depends on its group, if no size is stated */
};
/* The largest divisor of n that is at most `most`; at least 1. */
size_t clbi_native_divisor(size_t n, size_t most);
/* How many groups a thread takes at once. */
size_t clbi_native_grain(const clbi_native_device *device, size_t groups);
/* *size += `more`, rounded up to the alignment; false if that overflows. */
bool clbi_native_add_size(size_t *size, size_t more);

/* print.c */
void clbi_native_print_to(void *device, clb_print *print, void *cookie); /* as the back end's print_to */
void clbi_native_print(void *device, const char *text,
                       size_t length);                  /* of several threads; for clb_native_range.print */
void clbi_native_print_end(clbi_native_device *device); /* a launch has ended: its output is flushed */

/* checked.c */
void clbi_native_find_to(void *device, bool checked, clb_finding_report *finding, void *cookie); /* as find_to */

/* queue.c. A job or a transfer is copied, with its values. */
clb_status clbi_native_queue_create(void *device, void **queue, clb_error *error);
void clbi_native_queue_release(void *device, void *queue);
void clbi_native_queue_abandon(void *device, void *queue);
clb_status clbi_native_queue_finish(void *device, void *queue, clb_error *error);
clb_status clbi_native_queue_launch(clbi_native_device *device, const clb_native_kernel *kernel, const clbi_job *job,
                                    clbi_completion *completion, clb_error *error);
clb_status clbi_native_queue_transfer(clbi_native_device *device, const clbi_transfer *transfer,
                                      clbi_completion *completion, clb_error *error);

/* event.c */
clbi_native_event *clbi_native_event_new(clbi_native_device *device); /* NULL: no memory */
/* Marks it complete, wakes waiting threads, and calls the callbacks. */
void clbi_native_event_complete(clbi_native_event *event, clb_status status, const clb_error *failure);
/* Waits for all events; returns the first failure, if there is one. */
clb_status clbi_native_await_all(clbi_native_device *device, void *const *events, uint32_t count, clb_error *error);
void clbi_native_event_drop(clbi_native_event *event);
clb_status clbi_native_event_wait(void *device, const clbi_completion *completion, clb_error *error);
clb_status clbi_native_event_poll(void *device, const clbi_completion *completion, bool *complete, clb_error *error);
clb_status clbi_native_event_notify(void *device, const clbi_completion *completion, clbi_notify *notify, void *cookie,
                                    clb_error *error);
clb_status clbi_native_event_times(void *device, const clbi_completion *completion, uint64_t *start_ns,
                                   uint64_t *end_ns, clb_error *error);
clb_status clbi_native_event_retain(void *device, const clbi_completion *completion, clb_error *error); /* succeeds */
void clbi_native_event_release(void *device, clbi_completion *completion);

#endif
