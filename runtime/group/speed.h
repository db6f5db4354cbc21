/* The speeds of a group's members for a kernel, how steady they are, and whether each member helps.
 * Knows members by number; must not know devices and parts. Everything is guarded by the group's lock.
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
    double speed;          /* units per second; 0: not known */
    double before;         /* the same at the beginning of the call */
    double error;          /* relative deviation of the speed in calls from it */
    double units, seconds; /* sums over the call's parts that count */
    bool settled;          /* not only measured on the first part, in which drivers prepare things */
    bool out;              /* calls are faster without it */
} clbi_speed;

/* Members compete for processors, memory and the bus: one may cost more than it contributes. Speeds do not show
 * that, only calls do. So now and then some calls are made with one member less, or one more. */
typedef struct clbi_trial {
    size_t bits;     /* size class of the units of calls that count */
    uint32_t others; /* consecutive calls of another size */
    uint32_t wait;   /* calls between two trials */
    uint32_t left;   /* calls left in the phase */
    bool under_way;
    size_t member;       /* member of the trial, or of the next one */
    uint32_t failed;     /* consecutive trials that have not helped */
    double usual, tried; /* units per second, the best of the latest calls of either kind */
} clbi_trial;

typedef struct clbi_speeds {
    struct clbi_speeds *next;
    const clb_bundle *bundle;
    uint32_t kernel;
    bool counts; /* the current call counts for the trial */
    clbi_trial trial;
    size_t count;
    clbi_speed of[]; /* one for each member */
} clbi_speeds;

/* Whether the current call does without a member. */
static inline bool clbi_speeds_leave_out(const clbi_speeds *s, size_t member)
{
    return s->of[member].out != (s->counts && s->trial.under_way && s->trial.member == member);
}

/* The speeds for a kernel; NULL: there are none, or no memory to `make` them for `count` members. */
clbi_speeds *clbi_speeds_find(clbi_speeds **list, const clb_bundle *bundle, uint32_t kernel, size_t count, bool make);
void clbi_speeds_free(clbi_speeds **list);

/* A call with so many units begins. */
void clbi_speeds_begin(clbi_speeds *speeds, uint64_t units);

/* A member has completed a part. */
void clbi_speeds_note(clbi_speeds *speeds, size_t member, uint64_t units, double seconds);

/* The share of the remaining units that a member should take, so that all end together although speeds change. */
double clbi_speeds_portion(const clbi_speeds *speeds, size_t member);

/* Members have failed. The others may be all that is left, so no member is left out any more. */
void clbi_speeds_take_all(clbi_speeds *speeds);

/* A shared call has succeeded. */
void clbi_speeds_end(clbi_speeds *speeds, uint64_t units, double seconds);

#endif
