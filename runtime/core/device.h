/* The objects behind the handles of clbundle/core.h. Everything a device owns hangs on struct clb_device; nothing in this
 * library is global.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_DEVICE_H
#define CLBI_DEVICE_H

#include "core/backend.h"
#include "core/process.h"

#include <pthread.h>
#include <stdatomic.h>

struct clbi_bundle_state; /* programs.h */
struct clbi_tier;         /* tier.h */
struct clbi_profile;      /* profile.h */

/* Host memory to copy from and to the device. */
typedef struct clbi_host_memory {
    void *memory; /* the back end's; NULL: ordinary memory */
    char *host;
    size_t size;
} clbi_host_memory;

/* Memory of a buffer that the application has mapped: see copies.h. */
typedef struct clbi_mapping {
    struct clbi_mapping *next;
    uintptr_t start;
    size_t size;
} clbi_mapping;

/* Queues for copies beside the device's own: one to it, one from it. NULL: the device's own. */
typedef struct clbi_lanes {
    void *in, *out;
} clbi_lanes;

/* Staging memory kept for later calls, the longest unused first: see staging.c. */
enum { CLBI_STAGING_MOST = 64 };
typedef struct clbi_staging {
    pthread_mutex_t lock;
    clb_buffer *kept[CLBI_STAGING_MOST];
    size_t count;
    uint64_t size, limit; /* bytes kept, at most */
    clbi_host_memory host; /* kept, or of size 0 */
    clbi_lanes lanes;      /* kept, or NULL */
    struct clbi_pool *pool; /* or NULL; made once */
    uint32_t threads;       /* of the pool, and the caller */
    clbi_mapping *mapped;   /* where copies are slow with other memory */
} clbi_staging;

struct clb_device {
    struct clbi_tier *tier; /* not NULL: a tiered start, which only leads to two other devices; it has no back end */
    const clbi_backend *backend;
    void *impl; /* the back end's device */
    clb_device_info info;
    bool profiling;
    clb_print *print; /* or NULL */
    void *cookie;
    clbi_process process;        /* that opened it */
    _Atomic(clb_device *) inherited; /* in a child made by fork: what stands in for this device there */
    atomic_uint_least64_t last_serial;
    _Atomic(struct clbi_bundle_state *) bundles; /* a list that only grows: read without a lock */
    pthread_mutex_t lock;                        /* for growing it, and for the states of programs */
    pthread_cond_t built;                        /* some program has left the state of being built */
    clbi_staging staging;
    clb_queue *queues;                       /* all that live; under the lock */
    size_t callbacks;                        /* that have not returned; under the lock, with `built` */
    _Atomic(struct clbi_profile *) profile;  /* the latest table, or NULL: see profile.h */
    atomic_bool profiled;                    /* commands count */
};

/* The completion of a launch, a transfer or a mark. */
struct clb_event {
    clb_device *device;
    clbi_completion completion;
    atomic_uint references;
    bool begun; /* of a queue whose commands begin by themselves */
};

/* A device on a back end of the caller's choice; `session` and `index` go to its open. */
clb_status clbi_device_create(const clbi_backend *backend, void *session, size_t index, const clb_device_info *info,
                              bool profiling, clb_device **device, clb_error *error);

/* Opens the best device. `drivers_only`: where that is native code, *device is NULL, and nothing was opened. */
clb_status clbi_device_open_best(const clb_device_params *params, bool drivers_only, clb_device **device,
                                 clb_error *error);

/* The device to work with in this process. Of a tiered start, the one that was chosen, for which this waits (so callers have
 * held off cancelling). Otherwise the one given, or in a child made by fork, where no other thread lives that may
 * hold its locks, one that stands in for it. A back end whose devices do not survive a fork: CLB_ERROR_UNSUPPORTED. */
clb_status clbi_device_here(clb_device *device, const char *call, clb_device **here, clb_error *error);

/* False in a child where nothing of the device can be used: its memory is left as it is. */
bool clbi_device_lives(const clb_device *device);

/* A number for a new buffer. */
static inline uint64_t clbi_device_serial(clb_device *device)
{
    return atomic_fetch_add_explicit(&device->last_serial, 1, memory_order_relaxed) + 1;
}

#endif
