/* Reach: which items of a unit a program needs.
 * Knows which names items provide and mention, and the features of a device that names ask for.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PRUNE_REACH_H
#define CLB_PRUNE_REACH_H

#include "prune/item.h"

typedef struct reached {
    size_t *kept; /* numbers of items, ascending */
    size_t count;
    uint32_t needs;        /* CLB_NEEDS_... of the kept text */
    uint32_t independence; /* CLB_KERNEL_INDEPENDENT: nothing kept looks at a work-item's group; CLB_KERNEL_BY_GROUPS:
                              nor at the range */
} reached;

/* The items that those in `roots` need, themselves included: an item that provides a name which a kept item mentions is
 * kept, conditionals with what they hold, and pragmas unless they enable an extension that nothing kept uses. What the
 * conditionals around a root ask of the device is needed. `needs`: features that are known to be needed. The time it
 * takes is that of what it keeps, whatever the size of the unit. */
reached reach_from(arena *a, const preprocessed *unit, item_list *list, const size_t *roots, size_t root_count,
                   uint32_t needs);

/* Whether an item that `r` keeps mentions the name, pragmas aside. */
bool reached_mentions(const item_list *list, const reached *r, const char *name);

#endif
