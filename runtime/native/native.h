/* The native back end: what its files share. It runs work-group functions that were compiled into the application.
 *
 * A launch has run when it returns: the calling thread takes part in the work, and commands need no queue. So events are
 * complete from the start, and the order of the commands is that of the calls.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_H
#define CLBI_NATIVE_H

#include "backend.h"
#include "native/pool.h"

#include <pthread.h>

typedef struct clbi_native_device {
    const clb_device_info *info;
    clbi_pool *pool;
    uint32_t threads;
    int level;              /* the best of CLB_NATIVE_... that the processor has */
    bool profiling;
    pthread_mutex_t lock;   /* one thread prints at a time */
    clb_print *print;       /* or NULL */
    void *cookie;
} clbi_native_device;

/* The best of CLB_NATIVE_... that this processor has. */
int clbi_native_level(void);

/* The function of a kernel for a level or the best one below it; NULL: there is none. */
clb_native_function *clbi_native_function(const clb_native_kernel *kernel, int level);

clb_status clbi_native_memory_create(void *device, size_t size, const void *host, void **memory, clb_error *error);
void clbi_native_memory_release(void *device, void *memory);
clb_status clbi_native_memory_write(void *device, void *memory, size_t offset, const void *host, size_t size,
                                    bool block, clb_error *error);
clb_status clbi_native_memory_read(void *device, void *memory, size_t offset, void *host, size_t size, bool block,
                                   clb_error *error);

clb_status clbi_native_launch(void *device, void *kernel, const clbi_job *job, clbi_completion *completion,
                              clb_error *error);
clb_status clbi_native_event_wait(void *device, const clbi_completion *completion, clb_error *error);
clb_status clbi_native_event_times(void *device, const clbi_completion *completion, uint64_t *start_ns,
                                   uint64_t *end_ns, clb_error *error);
void clbi_native_event_release(void *device, clbi_completion *completion);

#endif
