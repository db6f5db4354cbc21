/* Reach: the items of a unit that a program needs.
 * Knows the names that items provide and mention, and the device features that names stand for.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_REACH_H
#define CLB_PRUNE_REACH_H

#include "prune/item.h"

typedef struct reached {
    size_t *kept; /* numbers of items, ascending */
    size_t count;
    uint32_t needs;        /* CLB_NEEDS_... of the kept text */
    uint32_t independence; /* CLB_KERNEL_INDEPENDENT: no kept text queries a work-item's group; CLB_KERNEL_BY_GROUPS:
                              nor the range */
} reached;

/* The items that those in `roots` need, themselves included. An item is kept if it provides a name that a kept item
 * mentions. Conditionals are kept with the items in them, and pragmas unless they enable an extension that no kept
 * item uses. The features that the conditionals around a root test are needed. `needs`: features that are known to
 * be needed. The time is linear in the kept items, independent of the size of the unit. */
reached reach_from(arena *a, const preprocessed *unit, item_list *list, const size_t *roots, size_t root_count,
                   uint32_t needs);

/* Whether an item that `r` keeps mentions the name, apart from pragmas. */
bool reached_mentions(const item_list *list, const reached *r, const char *name);

#endif
