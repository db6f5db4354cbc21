/* Platforms of other drivers. In a program that is linked with this library in place of an OpenCL loader, the platforms
 * of a real loader are listed beside this library's, and calls with their objects are passed on to it. Knows the
 * loader's table; must not know what its functions do.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_OTHERS_H
#define CLBI_ICD_OTHERS_H

#include "icd/api.h"

/* The functions for an object of another driver. NULL: the object is this library's or NULL, or there are no other
 * drivers. Entries for functions that the loader lacks are this library's, which return the code for an invalid handle.
 */
const cl_icd_dispatch *clbi_icd_others(const void *handle);

/* The functions of the loader, for calls without an object; NULL: there are no other drivers. */
const cl_icd_dispatch *clbi_icd_loader(void);

/* clGetPlatformIDs for applications. Opens the loader at the first call. */
cl_int clbi_icd_list_platforms(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms);

/* For calls that name no platform: sets *platform to the first one, and returns its functions. NULL: it is this
 * library's. */
const cl_icd_dispatch *clbi_icd_default_platform(cl_platform_id *platform);

/* Notes that a loader has opened this library as a driver. It then opens no other loader. */
void clbi_icd_note_loader(void);

#endif
