/* The part of a launch after the checks; shared by clb_kernel_launch and clb_kernel_call. Knows checked arguments; must
 * not know any back end.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_LAUNCH_H
#define CLBI_LAUNCH_H

#include "launch/check.h"

/* Builds the program if need be. */
clb_status clbi_launch_prepare(const clbi_use *use, clb_error *error);

/* Whether a kernel that is built can have work-groups of the range's local size, where that has one. limits.c */
clb_status clbi_check_group_size(const clbi_use *use, const clbi_range *range, clb_error *error);

/* Enqueues. `arguments` and `range` are checked; the program is built. */
clb_status clbi_launch_enqueue(const clbi_use *use, const clb_launch *launch, const clbi_range *range,
                               const clb_argument *arguments, clbi_completion *completion, clb_error *error);

#endif
