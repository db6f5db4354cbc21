/* Queues, and the parts that all commands have: a queue, events to wait for, an event of their own. Knows queues and
 * events; must not know commands.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_QUEUE_H
#define CLBI_QUEUE_H

#include "core/device.h"

struct clb_queue {
    clb_device *device;
    void *impl; /* the back end's */
    atomic_uint references;
    clb_queue *next, *previous; /* in clb_device.queues */
};

enum { CLBI_WAITS_ON_STACK = 16 };

/* The parts of the completions that a command waits for. */
typedef struct clbi_waits {
    void *few[2 * CLBI_WAITS_ON_STACK];
    void **list;
    uint32_t count;
} clbi_waits;

/* The place where a command runs. */
typedef struct clbi_site {
    clb_device *device;     /* the owner of its buffers and events */
    clb_device *here;       /* at work: another one in a child made by fork */
    const clb_queue *queue; /* or NULL: the device's own */
    const char *call;       /* the public function at work */
} clbi_site;

/* Checks that the queue can be used there. */
clb_status clbi_queue_check(const clbi_site *site, clb_error *error);

/* Events of `device` go to the back end, which is told to begin with their commands; those of other devices are waited
 * for. On success clbi_waits_end; on failure there is nothing to end. */
clb_status clbi_waits_collect(const clbi_site *site, clb_event *const *wait, size_t wait_count, clbi_waits *waits,
                              clb_error *error);
void clbi_waits_end(clbi_waits *waits);

/* An event without a completion yet, or NULL: no memory. `queue`: of its command, or NULL. */
clb_event *clbi_event_new(clb_device *device, const clb_queue *queue);
void clbi_event_retain(clb_event *event);

#endif
