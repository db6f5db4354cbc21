/* What a bundle knows of a kernel: its signature and annotations -> arguments, extents and range.
 * Knows `@arg`, `@range`, `@local` and parameter types; must not know programs or emitted text. */
#ifndef CLB_PROGRAM_KERNEL_H
#define CLB_PROGRAM_KERNEL_H

#include "program/bundle.h"
#include "program/unit.h"

/* Describes the kernel that `declared` defines in the unit. Problems are reported. */
bundle_kernel kernel_describe(arena *a, const unit *u, const declaration *declared, code_list *code, diagnostics *d);

/* Reports `@arg` tags at the head of a kernel file that none of its kernels has a parameter for. */
void kernel_check_head(const unit *u, const bundle_kernel *kernels, size_t count, diagnostics *d);

#endif
