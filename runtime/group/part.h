/* The work of one device on the parts of one call: its arguments, memory and copies.
 * Knows devices and the launch; must not know other members, nor how parts are divided.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_PART_H
#define CLBI_PART_H

#include "clbundle/group.h"
#include "core/constants.h"
#include "launch/check.h"

/* A call to a group, after its checks. Read by all members. */
typedef struct clbi_group_call {
    const char *call; /* the public function, for messages */
    const clb_bundle *bundle;
    uint32_t kernel;
    const clb_launch *launch; /* or NULL */
    const clb_host_argument *arguments;
    uint32_t count;
    const clbi_value *constants;    /* of the first member, and so of all */
    const uint32_t *required_local; /* of the kernel with these constants */
    clb_split split;
    const clb_split_array *arrays; /* one for each argument */
    uint64_t first, end;           /* units */
    bool pieces;                   /* arrays that are cut have only those units */
} clbi_group_call;

/* The memory of a member for one argument. */
typedef struct clbi_seat_memory {
    clb_buffer *staged; /* from the device's staging memory, or NULL */
    clb_buffer lent;    /* or the application's memory instead */
    bool filled;        /* the array, which is not cut, was copied */
} clbi_seat_memory;

typedef struct clbi_seat {
    const clbi_group_call *of;
    clbi_use use;
    clbi_range range; /* of the whole call */
    bool empty;       /* there are no work-items */
    size_t items;     /* work-items for each unit, in the dimension that is cut */
    clb_argument *arguments;
    clbi_seat_memory *memory;
    unsigned char units[8]; /* the number of units, if it differs for each part */
} clbi_seat;

/* Checks the call for this device, and builds the program. On failure nothing is held. */
clb_status clbi_seat_open(clbi_seat *seat, const clbi_group_call *of, clb_device *device, clb_error *error);
void clbi_seat_close(clbi_seat *seat);

/* Runs units first .. first + count - 1. On failure, memory that the kernel reads and writes is as it was before. */
clb_status clbi_seat_run(clbi_seat *seat, uint64_t first, uint64_t count, clb_error *error);

#endif
