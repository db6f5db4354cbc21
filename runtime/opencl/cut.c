/* How a range is cut before it goes to the driver. Where the caller leaves the local size open, drivers look for a
 * divisor of the range, and find 1 for a prime; and most take no local size that does not divide it. Knows ranges and
 * what a kernel sees of them; enqueues nothing.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

#include "core/bundle.h"

/* The driver itself has smaller groups at the ends of a range. */
static bool driver_takes_rests(const clbi_cl_device *device, const clb_bundle *bundle, const clb_kernel_data *kernel)
{
    const clb_program_data *program = &bundle->programs[kernel->program];
    return device->non_uniform && !clbi_program_has_option(bundle, program, "-cl-uniform-work-group-size") &&
           (clbi_program_has_option(bundle, program, "-cl-std=CL2") ||
            clbi_program_has_option(bundle, program, "-cl-std=CL3"));
}

bool clbi_cl_non_uniform(const void *impl, const clb_bundle *bundle, const clb_kernel_data *kernel, bool required)
{
    if (driver_takes_rests(impl, bundle, kernel)) return true;
    return !required && (kernel->flags & (CLB_KERNEL_INDEPENDENT | CLB_KERNEL_BY_GROUPS)) != 0;
}

/* The full groups, and those at the far ends, as ranges of their own: to these kernels it is the same. */
static size_t cut_ends(const clbi_range *range, clbi_range parts[CLBI_CL_PARTS])
{
    size_t count = 0;
    for (unsigned last = 0; last < CLBI_CL_PARTS; last++) {
        clbi_range part = *range;
        bool empty = false;
        for (int d = 0; d < 3; d++) {
            const size_t rest = range->global[d] % range->local[d], full = range->global[d] - rest;
            const bool is_last = last >> d & 1u;
            part.global[d] = is_last ? rest : full;
            if (is_last) {
                part.offset[d] += full;
                part.local[d] = rest;
            }
            empty = empty || part.global[d] == 0;
        }
        if (!empty) parts[count++] = part;
    }
    return count;
}

/* A range with no divisor that is good becomes a bulk and a rest, if it may be cut. */
static size_t cut_bulk(const clbi_cl_kernel *kernel, const clbi_job *job, clbi_range parts[CLBI_CL_PARTS])
{
    enum { GOOD = 256, STEP = 32, LOCAL_MIN = 64 };
    const clbi_range *range = job->range;
    const size_t items = range->global[0];
    const size_t most = kernel->work_group_size < GOOD ? kernel->work_group_size : GOOD;
    parts[0] = *range;
    if (range->dimensions != 1 || !(job->kernel->flags & CLB_KERNEL_INDEPENDENT) || most < LOCAL_MIN ||
        items < 4 * most || items % most == 0)
        return 1;
    for (size_t local = most / STEP * STEP; local >= LOCAL_MIN; local -= STEP) {
        if (items % local != 0) continue;
        parts[0].local[0] = local;
        return 1;
    }
    parts[0].local[0] = most;
    parts[0].global[0] = items - items % most;
    parts[1] = *range;
    parts[1].offset[0] += parts[0].global[0];
    parts[1].global[0] = items % most;
    return 2;
}

size_t clbi_cl_cut(const clbi_cl_device *device, const clbi_cl_kernel *kernel, const clbi_job *job,
                   clbi_range parts[CLBI_CL_PARTS])
{
    const clbi_range *range = job->range;
    if (range->local[0] == 0) return cut_bulk(kernel, job, parts);
    bool divides = true;
    for (int d = 0; d < 3; d++) divides = divides && range->global[d] % range->local[d] == 0;
    if (!divides && !driver_takes_rests(device, job->bundle, job->kernel)) return cut_ends(range, parts);
    parts[0] = *range;
    return 1;
}
