/* Work-group functions for the kernels of sample.h, written by hand as the generator writes them.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SAMPLE_NATIVE_H
#define SAMPLE_NATIVE_H

#include "sample.h"

#include <stdatomic.h>

/* For clb_bundle.native. BROKEN has none, for a reason; EXTENT was not compiled. GROUP_SUM keeps a context array; GRID
 * prints "grid\n" for every piece. */
extern const clb_native_kernel sample_native_table[SAMPLE_KERNELS];

/* Some scratch or local memory was not aligned to CLB_NATIVE_ALIGNMENT. */
extern atomic_bool sample_misaligned;

#endif
