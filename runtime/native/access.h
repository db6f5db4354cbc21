/* The functions of the native back end that higher folders call beside its table.
 * Knows levels, functions of kernels and threads; must not know how kernels are run.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_NATIVE_ACCESS_H
#define CLBI_NATIVE_ACCESS_H

#include "clbundle/core.h"

struct clbi_pool;        /* core/pool.h */
struct clbi_allocations; /* allocations.h */

/* The best instruction set, CLB_NATIVE_..., that this processor and its system have. */
int clbi_native_level(void);

/* The function of a kernel for a level, or for the best level below it that the kernel has; NULL: it has none. */
clb_native_function *clbi_native_function(const clb_native_kernel *kernel, int level);

/* What kernels of its program write, for the function that clbi_native_function gives; NULL: nothing. */
const clb_native_variables *clbi_native_variables(const clb_native_kernel *kernel, int level);

/* Checked code of this device knows memory by that table, which outlives the device. */
void clbi_native_share_allocations(void *device, struct clbi_allocations *allocations);

/* The threads of a device. `device`: its clb_device.impl. */
struct clbi_pool *clbi_native_pool(const void *device);

#endif
