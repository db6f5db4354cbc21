/* What the files that find strands share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_STRANDS_STATE_H
#define CLB_LOWER_STRANDS_STATE_H

#include "lower/lower.h"

/* What each strand has for itself: the tables of lower_strands. */
typedef struct strand_differences {
    bool *values, *variables, *whole;
    bool any; /* along y: the kernel asks for an id along y, so rows differ at all */
} strand_differences;

/* ---- strand_differences.c ---- */
strand_differences strand_differences_find(const lowered *l, bool along_y);

/* ---- strand_adjacent.c ---- */
/* The table lower_strands.adjacent, for all regions, or NULL. `d`: what differs along y. The ids along y must be less
 * than 2^31. */
const adjacent_rows *strand_adjacent_find(const lowered *l, const strand_differences *d);

#endif
