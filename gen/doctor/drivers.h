/* Queries and test launches: the drivers' devices, a launch on each, and the device that would be chosen. Everything
 * that starts a driver happens in child processes. Knows the runtime's public interface; must not know how it is
 * reported.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DOCTOR_DRIVERS_H
#define CLB_DOCTOR_DRIVERS_H

#include "clbundle/core.h"
#include "doctor/machine.h"

/* The needs of a bundle. */
typedef struct wanted {
    const char *name;
    uint32_t needs;
    bool native; /* it has native code */
} wanted;

typedef struct device_test {
    bool done;                                          /* a launch was tried, */
    bool right;                                         /* and gave what it should */
    const char *problem;                                /* or this went wrong */
    double open_seconds, first_seconds, second_seconds; /* opening, the first call (with the build), another one */
} device_test;

typedef struct drivers_answer {
    const char *problem; /* the drivers could not be asked: "crashed (...)"; the native device is listed all the same */
    clb_device_info *devices; /* all, for a bundle without needs; #0, #1, ... of filters */
    device_test *tests;       /* one a device */
    size_t device_count;
    clb_device_info *ranked; /* for the bundle, best first, then those that do not fit, with reasons */
    size_t ranked_count;
} drivers_answer;

/* Each step has `seconds`. `launch`: with test launches. All memory is the arena's. */
drivers_answer drivers_query(arena *a, const wanted *bundle, bool launch, double seconds);

/* Where all drivers together crash or hang: each one alone, which sets its problem. */
void drivers_blame(arena *a, machine *m, double seconds);

#endif
