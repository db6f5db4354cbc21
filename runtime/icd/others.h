/* Platforms of other drivers: in a program that is linked with this library in place of an OpenCL loader, those of a
 * real loader are listed beside the own one, and calls with their objects are passed on. Knows the loader's functions;
 * must not know what any of them does.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_OTHERS_H
#define CLBI_ICD_OTHERS_H

#include "icd/api.h"

/* The functions for an object of another driver; NULL: it is an object of this library, or NULL, or there are no other
 * drivers. Functions that the loader lacks are this library's, which recognise none of those objects. */
const cl_icd_dispatch *clbi_icd_others(const void *handle);

/* The functions of the loader, for calls that name no object; NULL: there are no other drivers. */
const cl_icd_dispatch *clbi_icd_loader(void);

/* clGetPlatformIDs for applications. Opens the loader at the first call. */
cl_int clbi_icd_list_platforms(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms);

/* The functions for the platform that is listed first, where an application names none; NULL: it is this library's. */
const cl_icd_dispatch *clbi_icd_default_platform(cl_platform_id *platform);

/* A loader asks for this library's platform: then it is no loader itself. */
void clbi_icd_note_loader(void);

#endif
