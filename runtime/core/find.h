/* Finding, rating and ordering the devices of all back ends. Knows the needs of a bundle; must not know OpenCL.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_FIND_H
#define CLBI_FIND_H

#include "core/backend.h"

enum { CLBI_BACK_ENDS_MAX = 2 };

/* The requirements on a device. */
typedef struct clbi_demand {
    const clb_bundle *bundle; /* or NULL */
    uint32_t needs;           /* of the caller */
    uint32_t bundle_needs;
    uint64_t memory_size;
    const char *filter;              /* "": any */
    const clb_device_params *params; /* never NULL */
} clbi_demand;

/* A device found, and where it came from. */
typedef struct clbi_candidate {
    clb_device_info info;
    const clbi_backend *backend;
    void *session; /* with `index` for the back end's open */
    size_t index;
} clbi_candidate;

/* The devices found. */
typedef struct clbi_search {
    void *sessions[CLBI_BACK_ENDS_MAX];
    clbi_candidate *found; /* in the order of preference */
    size_t count;
    bool has_native, has_drivers;          /* native code that could have run; devices of a driver */
    bool opencl_left_out, native_left_out; /* by what the caller asked for */
    clbi_note note;
} clbi_search;

/* Reads the parameters (or NULL) of clb_device_open; *demand is valid as long as they are. */
/* Whether the bundle has checked code. */
bool clbi_demand_is_checked(const clbi_demand *demand);
clb_status clbi_demand_read(const clb_device_params *params, const char *call, clbi_demand *demand, clb_error *error);

/* `all`: every device is wanted, not only the best one. On success clbi_search_end; on failure there is nothing to end.
 */
clb_status clbi_search_begin(clbi_search *search, const clbi_demand *demand, bool all, const char *call,
                             clb_error *error);
void clbi_search_end(clbi_search *search);

/* The best device, or NULL: none fits. */
const clbi_candidate *clbi_search_best(const clbi_search *search);

/* CLB_ERROR_NO_DEVICE, with the devices found and why each does not fit. */
clb_status clbi_search_refuse(const clbi_search *search, const char *call, clb_error *error);

#endif
