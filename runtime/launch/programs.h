/* The programs of a bundle on a device, each built at most once, and their kernels.
 * Says nothing of how a program is built (the back end does) or used (launch.c).
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_PROGRAMS_H
#define CLBI_PROGRAMS_H

#include "core/device.h"

enum { CLBI_PROGRAM_NEW, CLBI_PROGRAM_BUILDING, CLBI_PROGRAM_READY, CLBI_PROGRAM_FAILED };

typedef struct clbi_program {
    atomic_int state;   /* changed under device->lock only */
    atomic_uint wanted; /* of a tiered start's native device, as `tries`: see tier.c */
    uint32_t tries;
    void *built;        /* READY: the back end's program */
    clb_error *failure; /* FAILED: the same for ever */
    void *binary;       /* imported and not yet tried; owned */
    size_t binary_size;
} clbi_program;

typedef struct clbi_bundle_state {
    const clb_bundle *bundle;
    struct clbi_bundle_state *next;
    struct clbi_timing *timings;      /* of a tiered start's native device, one a kernel, or NULL: see timing.h */
    struct clbi_bundle_state *others; /* of the first state of a bundle: those for other values of its constants */
    _Atomic(struct clbi_bundle_state *) current; /* of the first state: the one that calls use */
    clbi_value *values;                          /* of the bundle's constants */
    void **kernels;                              /* the back end's; each set once its program is READY */
    clbi_program programs[];
} clbi_bundle_state;

/* The state of a bundle on a device; made, and the bundle checked, when it is first asked for.
 * Lives as long as the device. */
clb_status clbi_bundle_open(clb_device *device, const clb_bundle *bundle, const char *call, clbi_bundle_state **state,
                            clb_error *error);

/* The same for other values of constants, which replace those that the bundle has on the device now. */
clb_status clbi_bundle_open_with(clb_device *device, const clb_bundle *bundle, const clbi_given_constants *given,
                                 const char *call, clbi_bundle_state **state, clb_error *error);

/* From now on calls use this state of its bundle. */
void clbi_bundle_choose(clb_device *device, clbi_bundle_state *state);

/* In a child made by fork: the values of constants that `from` has. */
clb_status clbi_bundles_inherit(clb_device *device, const clb_device *from, const char *call, clb_error *error);

/* Sees to it that a program is built: by this call, or by the thread that is at it. A driver's refusal is remembered
 * and told again; what may pass (memory) is tried again. */
clb_status clbi_program_build(clb_device *device, clbi_bundle_state *state, uint32_t program, const char *call,
                              clb_error *error);

/* Frees all of it, built programs included. */
void clbi_bundles_close(clb_device *device);

#endif
