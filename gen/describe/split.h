/* `@split: n`: which kernels can run in parts, on several devices, and which piece of every argument each part needs. A
 * part has some of the n units of the kernel. Its work-items have the same ids as in the whole range. Of an array with
 * the extent A*n+B it gets the elements from A*first on, A*count+B of them. Knows the compiled expressions of a bundle;
 * must not know annotations' grammar, syntax or emitted text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DESCRIBE_SPLIT_H
#define CLB_DESCRIBE_SPLIT_H

#include "describe/bundle.h"
#include "describe/relative.h"

/* Facts about the kernel's text. */
typedef struct split_facts {
    bool independent;          /* no work-item queries its group */
    bool placed;               /* no work-item queries its group's number or the range's size */
    const relative_uses *uses; /* NULL: not known */
} split_facts;

/* Checks the kernel's @split, and sets split_dimension, the arguments' split and CLB_KERNEL_RELATIVE. A kernel
 * without the tag stays as it is. Problems are reported. */
void split_settle(bundle_kernel *k, const code_list *code, const split_facts *facts, diagnostics *d);

#endif
