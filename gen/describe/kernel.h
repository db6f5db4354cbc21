/* Describes a kernel for the bundle: turns its signature and annotations into arguments, extents and range.
 * Knows parameters, and what tags mean for them; must not know how tags are written, programs or emitted text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DESCRIBE_KERNEL_H
#define CLB_DESCRIBE_KERNEL_H

#include "describe/bundle.h"
#include "describe/constant.h"
#include "prune/unit.h"

/* Describes the kernel that `declared` defines in the constants' unit. Problems are reported. */
bundle_kernel kernel_describe(arena *a, constant_table *constants, const declaration *declared, code_list *code,
                              diagnostics *d);

/* Whether the kernel is a variant that no native device will choose: native code for it would be of no use. */
bool kernel_is_for_drivers(const bundle_kernel *k);

/* Reports `@arg` tags at the head of a kernel file that name no parameter of any of its kernels. */
void kernel_check_head(const unit *u, const bundle_kernel *kernels, size_t count, diagnostics *d);

/* Warns of annotations above a declaration that is not a kernel, or in a body: they have no effect. */
void kernel_check_blocks(const unit *u, const bundle_kernel *kernels, size_t count, diagnostics *d);

#endif
