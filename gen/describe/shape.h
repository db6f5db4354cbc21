/* Facts about whole arrays that follow from the extents of a kernel's arguments: which integers follow from the shapes
 * of arrays, and which kernels work element by element.
 * Knows the compiled expressions of a bundle; must not know annotations, syntax or emitted text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DESCRIBE_SHAPE_H
#define CLB_DESCRIBE_SHAPE_H

#include "describe/bundle.h"
#include "describe/elementwise.h"

/* Sets CLB_KERNEL_ELEMENTWISE and the arguments' steps if the range is one scalar n and every array has n elements
 * or 1+(n-1)*STEP of them; and CLB_KERNEL_PIECEWISE if the body also accesses them so. `uses`: see elementwise.h,
 * one for each argument; NULL: not known. */
void shape_settle(bundle_kernel *k, const code_list *code, const element_use *uses);

/* Whether a call with arrays finds the value of this integer: it is a dimension of an array, or a step. */
bool shape_finds(const bundle_kernel *k, const code_list *code, size_t index);

/* Whether the code at `start` is just one of the kernel's scalars; *index: its number. */
bool shape_is_scalar(const code_list *code, uint32_t start, size_t *index);

/* Whether it is 1+(n-1)*STEP: one element, or one for each of n. */
bool shape_is_stepped(const code_list *code, uint32_t start, size_t *n, size_t *step);

/* Whether the kernel's native code can be a ckernel: it works element by element on arrays that it only reads, and
 * on one that it only writes. */
bool shape_is_ckernel(const bundle_kernel *k);

#endif
