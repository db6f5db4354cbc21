/* The objects behind the handles of clbundle/core.h. Everything that a device owns belongs to struct clb_device;
 * nothing in this library is global. Higher folders keep data for a device behind pointers whose contents only they
 * know.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_DEVICE_H
#define CLBI_DEVICE_H

#include "core/backend.h"
#include "core/front.h"
#include "core/process.h"

#include <pthread.h>
#include <stdatomic.h>

struct clbi_bundle_state; /* launch/programs.h */
struct clbi_host;         /* memory/host.h */
struct clbi_profile;      /* observe/profile.h */
struct clbi_staging;      /* memory/staging.h */
struct clbi_tier;         /* tier/tier.h */

/* Functions by which a higher folder takes part in opening and closing a device. Each may be NULL. */
typedef struct clbi_device_hooks {
    clb_status (*open)(clb_device *device, const char *call, clb_error *error);
    void (*close)(clb_device *device); /* after an `open` that failed, and without one, too */
    /* Called instead of close in a child made by fork. `locked`: clb_device.lock could be taken, so no other thread
     * was changing the data that it protects. */
    void (*abandon)(clb_device *device, bool locked);
    /* In a child made by fork: `made` stands in for `from`. */
    clb_status (*inherit)(clb_device *made, const clb_device *from, const char *call, clb_error *error);
} clbi_device_hooks;

struct clb_device {
    const clbi_front
        *front;             /* or NULL; a device with a front has no back end, and nothing below but info and process */
    struct clbi_tier *tier; /* the front's own */
    const clbi_backend *backend;
    void *impl;                            /* the back end's device */
    const clbi_device_hooks *const *hooks; /* end with NULL; opened in this order, closed in the reverse one */
    clb_device_info info;
    bool profiling;
    clb_print *print;            /* or NULL */
    bool checked;                /* it was opened for checked code */
    clb_finding_report *finding; /* or NULL */
    void *finding_cookie;
    void *cookie;
    clbi_process process;            /* that opened it */
    _Atomic(clb_device *) inherited; /* in a child made by fork: the device that stands in for this one */
    atomic_uint_least64_t last_serial;
    _Atomic(struct clbi_bundle_state *) bundles; /* a list that only grows: read without a lock */
    pthread_mutex_t lock;                        /* for growing it, and for the states of programs */
    pthread_cond_t built;                        /* some program has left the state of being built */
    struct clbi_host *host;
    struct clbi_staging *staging;
    clb_queue *queues;                      /* all that live; under the lock */
    size_t callbacks;                       /* that have not returned; under the lock, with `built` */
    _Atomic(struct clbi_profile *) profile; /* the latest table, or NULL: see profile.h */
    atomic_bool profiled;                   /* commands count */
};

/* The completion of a launch, a transfer or a mark. */
struct clb_event {
    clb_device *device;
    clbi_completion completion;
    atomic_uint references;
    bool begun; /* for a queue whose commands begin without a flush */
};

/* The back end's device, and the hooks, of which a device is made. */
typedef struct clbi_device_source {
    const clbi_backend *backend;
    void *session; /* with `index` for the back end's open */
    size_t index;
    const clb_device_info *info; /* copied */
    bool profiling;
    const clbi_device_hooks *const *hooks; /* a constant; or NULL */
} clbi_device_source;

/* A device on a back end of the caller's choice. */
clb_status clbi_device_create(const clbi_device_source *source, clb_device **device, clb_error *error);

/* Where printf of kernels goes. */
void clbi_device_print_to(clb_device *device, clb_print *print, void *cookie);
/* checked: the device is for checked code; finding: receives its reports; NULL: none does */
void clbi_device_find_to(clb_device *device, bool checked, clb_finding_report *finding, void *cookie);

/* For these three, a device without a front, and NULL, is itself. */
static inline clb_device *clbi_device_await(clb_device *device)
{
    return device && device->front ? device->front->await(device) : device;
}
static inline clb_device *clbi_device_current(const clb_device *device)
{
    return device && device->front ? device->front->current(device) : (clb_device *)(uintptr_t)device;
}
static inline clb_device *clbi_device_native(clb_device *device)
{
    return device && device->front ? device->front->native(device) : device;
}

/* The device to use in this process. For a device with a front: the chosen one, for which this waits (so callers
 * have deferred cancelling). Otherwise the given one; in a child made by fork, where threads that may hold its locks
 * do not exist, a device that replaces it. CLB_ERROR_UNSUPPORTED: a back end whose devices do not survive a fork. */
clb_status clbi_device_in_process(clb_device *device, const char *call, clb_device **here, clb_error *error);

/* False in a child made by fork where nothing of the device can be used: its memory is left as it is. */
bool clbi_device_is_usable(const clb_device *device);

/* A number for a new buffer. */
static inline uint64_t clbi_device_serial(clb_device *device)
{
    return atomic_fetch_add_explicit(&device->last_serial, 1, memory_order_relaxed) + 1;
}

#endif
