/* A device at work on the parts of one call: its arguments, memory and copies.
 * Knows devices and the launch; knows nothing of other members, nor of how parts are divided.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_PART_H
#define CLBI_PART_H

#include "clbundle/group.h"
#include "core/constants.h"
#include "launch/check.h"

/* A call to a group, checked. Read by all members. */
typedef struct clbi_group_call {
    const char *call; /* the public function at work */
    const clb_bundle *bundle;
    uint32_t kernel;
    const clb_launch *launch; /* or NULL */
    const clb_host_argument *arguments;
    uint32_t count;
    const clbi_value *constants;    /* of the first member, and so of all */
    const uint32_t *required_local; /* of the kernel with these */
    clb_split split;
    const clb_split_array *arrays; /* one an argument */
    uint64_t first, end;           /* units */
    bool pieces;                   /* arrays that are cut hold those units only */
} clbi_group_call;

/* The memory of a member for one argument. */
typedef struct clbi_seat_memory {
    clb_buffer *staged; /* of the device's staging memory, or NULL */
    clb_buffer lent;    /* or the application's memory in its place */
    bool filled;        /* an array that is not cut has been copied */
} clbi_seat_memory;

typedef struct clbi_seat {
    const clbi_group_call *of;
    clbi_use use;
    clbi_range range; /* of the whole call */
    bool empty;       /* there are no work-items */
    size_t items;     /* work-items of the dimension that is cut, a unit */
    clb_argument *arguments;
    clbi_seat_memory *memory;
    unsigned char units[8]; /* the number of units, where a part has one of its own */
} clbi_seat;

/* Checks the call for this device, and builds the program. On failure nothing is held. */
clb_status clbi_seat_open(clbi_seat *seat, const clbi_group_call *of, clb_device *device, clb_error *error);
void clbi_seat_close(clbi_seat *seat);

/* Runs units first .. first + count - 1. On failure, memory that the kernel reads and writes is as it was before. */
clb_status clbi_seat_run(clbi_seat *seat, uint64_t first, uint64_t count, clb_error *error);

#endif
