/* The rules for a kernel's signature (OpenCL C 1.2 6.7, 6.8, 6.9).
 * Knows types and symbols; must not know the parser.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_KERNEL_H
#define CLB_CLC_KERNEL_H

#include "clc/ast.h"

/* Reports everything in a kernel's signature that OpenCL forbids, at the parameter, with what to write instead.
 * `fp16`: cl_khr_fp16 is enabled. Returns true if nothing was wrong. The parser calls it for each kernel. */
bool kernel_check(arena *a, diagnostics *d, const symbol *kernel, bool fp16, unsigned version);

#endif
