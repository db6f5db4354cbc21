/* Watched launches: their progress, and whether to stop. For back ends that cannot watch launches themselves, the range
 * is cut into slices. Knows ranges of work-groups; must not know any back end.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_WATCH_H
#define CLBI_WATCH_H

#include "core/device.h"

/* One launch. Lives in the frame of the call. */
typedef struct clbi_watching {
    const clb_watch *watch;
    const char *call; /* the public function at work */
    uint64_t total, slice_ns;
    atomic_uint_least64_t done; /* work-items */
    atomic_size_t step;         /* groups that take about a slice's time, as lately seen */
    atomic_bool refused;        /* the progress function has returned false */
    atomic_flag telling;        /* some thread is in it */
    uint64_t told;              /* the last number that it was told; changed by the thread that is in it */
} clbi_watching;

void clbi_watching_start(clbi_watching *w, const clb_watch *watch, const char *call, const clbi_range *range);
bool clbi_watching_stopped(const clbi_watching *w);
/* So many more work-items have run. */
void clbi_watching_add(clbi_watching *w, uint64_t items);
/* The end: `status` of the launch as far as it came; CLB_ERROR_CANCELLED where it was stopped before the end. */
clb_status clbi_watching_end(clbi_watching *w, const clbi_job *job, clb_status status, clb_error *error);

/* Launches slices one after the other until the end or a stop, and waits for them. `job` has the range; `kernel`: of
 * the back end. */
clb_status clbi_watching_slices(clbi_watching *w, clb_device *device, void *kernel, const clbi_job *job,
                                clbi_completion *completion, clb_error *error);

#endif
