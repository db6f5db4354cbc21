/* Commands that the work-items of a launch enqueue (OpenCL C 2.0 6.13.17), and their events. They run when the kernel
 * that enqueued them has run, and before the launch is complete: first those that wait for nothing, then those whose
 * events are complete. Knows commands and events; must not know what a kernel does.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_ENQUEUE_H
#define CLBI_NATIVE_ENQUEUE_H

#include "clbundle/enqueue.h"
#include "native/native.h"

/* Bytes of commands of one launch that have been enqueued and are not complete; its events. */
enum { CLBI_QUEUE_BYTES = 16 << 20, CLBI_QUEUE_EVENTS = 1 << 16 };

/* A command. The launch itself is one, too: it has no block and no parent. */
typedef struct clbi_enqueued {
    clb_native_queue queue; /* what its own work-items get */
    struct clbi_enqueuing *all;
    struct clbi_enqueued *parent;  /* the nearest one above it that has an event, or the launch */
    struct clbi_enqueued *next;    /* in a list */
    const clb_native_block *block; /* NULL: a marker */
    clb_native_ndrange range;
    size_t unfinished; /* itself, and the commands that it has enqueued, as far as they are not complete */
    size_t unresolved; /* events that it waits for */
    uint64_t event;    /* its own, or CLB_NULL_EVENT */
    int32_t status;    /* negative: it does not run, or has failed */
    uint64_t start, end;
    size_t bytes;
    const uint64_t *local_sizes;
    const char *captured;
} clbi_enqueued;

struct clbi_queue_events;

/* The commands of one launch. */
typedef struct clbi_enqueuing {
    clbi_enqueued root;
    const clbi_native_device *device;
    struct clbi_checks *checks;          /* of checked code, or NULL */
    void *variables;                     /* of the launch, or NULL */
    pthread_mutex_t lock;                /* for all that follows, and for the commands */
    struct clbi_enqueued *ready, **last; /* commands that can run, in order */
    size_t waiting;                      /* commands that cannot */
    size_t bytes;
    struct clbi_queue_events *events;
    size_t event_count, event_capacity, unused; /* unused: 1 + the number of the first free event, 0: none */
} clbi_enqueuing;

/* What the work-items of a launch get as their range's queue. Takes no time and no memory until one of them uses it. */
typedef struct clbi_enqueuer {
    clb_native_queue queue;
    const clbi_native_device *device;
    struct clbi_checks *checks;    /* of the launch, if it runs checked code; set behind clbi_enqueuer_open() */
    void *variables;               /* as in the launch's range; set behind clbi_enqueuer_open() */
    _Atomic(clbi_enqueuing *) all; /* NULL: none has */
} clbi_enqueuer;

void clbi_enqueuer_open(clbi_enqueuer *enqueuer, const clbi_native_device *device, const clbi_job *job);
/* Behind the kernel: runs what it has enqueued, if it succeeded. `status` is the kernel's, and the result that of all.
 */
clb_status clbi_enqueuer_close(clbi_enqueuer *enqueuer, clbi_native_device *device, const clbi_job *job,
                               clb_status status, clb_error *error);

/* Takes all commands that can run. */
clbi_enqueued *clbi_enqueuing_take(clbi_enqueuing *all);
/* The command has run, or will not: its event is complete when what it enqueued is complete, too. It may be freed. */
void clbi_enqueuing_finish(clbi_enqueued *command);
/* Ends all events that are not complete, so that no command waits any more. False: none waited. */
bool clbi_enqueuing_cancel(clbi_enqueuing *all);

/* enqueue_run.c. Runs the commands of the list, and finishes none. False: memory is short; then some have not run. */
bool clbi_enqueued_run(clbi_native_device *device, const clbi_job *job, clbi_enqueued *list);

#endif
