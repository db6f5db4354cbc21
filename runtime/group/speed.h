/* The speeds of a group's members at a kernel, how steady they are, and whether each member helps.
 * Knows members by number; knows no devices and no parts. All under the group's lock.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_SPEED_H
#define CLBI_SPEED_H

#include "clbundle/data.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One member. */
typedef struct clbi_speed {
    double speed;          /* units a second; 0: not known */
    double before;         /* the same when the call began */
    double error;          /* by how much of it the speed in calls has differed from that */
    double units, seconds; /* of the call's parts that count */
    bool settled;          /* not from the first part alone, in which drivers have things to make ready */
    bool out;              /* calls are sooner done without it */
} clbi_speed;

/* Members take processors, memory and the bus from each other: one may cost more than it does. That cannot be seen in
 * speeds, only in calls. So now and then some calls are made with one member less, or one more. */
typedef struct clbi_trial {
    size_t bits;     /* of the units of calls that count */
    uint32_t others; /* calls of another size that came one after the other */
    uint32_t wait;   /* calls between two trials */
    uint32_t left;   /* calls of the phase */
    bool under_way;
    size_t member;       /* of the trial, or the next one */
    uint32_t failed;     /* trials that have not helped, one after the other */
    double usual, tried; /* units a second, the best of the latest calls of either kind */
} clbi_trial;

typedef struct clbi_speeds {
    struct clbi_speeds *next;
    const clb_bundle *bundle;
    uint32_t kernel;
    bool counts; /* the call under way, for the trial */
    clbi_trial trial;
    size_t count;
    clbi_speed of[]; /* one a member */
} clbi_speeds;

/* Whether a member does without in the call under way. */
static inline bool clbi_speeds_leave_out(const clbi_speeds *s, size_t member)
{
    return s->of[member].out != (s->counts && s->trial.under_way && s->trial.member == member);
}

/* Those of a kernel; NULL: there are none, or no memory to `make` them for `count` members. */
clbi_speeds *clbi_speeds_find(clbi_speeds **list, const clb_bundle *bundle, uint32_t kernel, size_t count, bool make);
void clbi_speeds_free(clbi_speeds **list);

/* A call begins, of so many units. */
void clbi_speeds_begin(clbi_speeds *speeds, uint64_t units);

/* A member has done a part. */
void clbi_speeds_note(clbi_speeds *speeds, size_t member, uint64_t units, double seconds);

/* The part of the remaining units that a member should take, so that all end together although speeds change. */
double clbi_speeds_portion(const clbi_speeds *speeds, size_t member);

/* Members have failed, so that others may be all that is left: no member is left out any more. */
void clbi_speeds_take_all(clbi_speeds *speeds);

/* A call that was shared has ended well. */
void clbi_speeds_end(clbi_speeds *speeds, uint64_t units, double seconds);

#endif
