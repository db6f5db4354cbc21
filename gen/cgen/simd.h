/* Writes C for kernels in vectors: neighbouring work-items along x are lanes, and CLBN_SIMD_W of them run in
 * lock-step. Knows the typed form, the results of the passes, and C with GNU vectors; must not know the parser's
 * tree.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_SIMD_H
#define CLB_CGEN_SIMD_H

#include "cgen/common.h"

/* Writes the function of one group, `CLBN(group_\1)`, or, with sub-groups as lanes, `CLBN(lanes_\1)`. false:
 * `f->reason` says why not, and `out` is unchanged. */
bool simd_write_group(native_program *program, const lowered *l, buffer *out);

#endif
