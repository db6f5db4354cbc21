/* Functions on programs for program.c and build.c. Knows objects; must not know where programs come from.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_PROGRAM_H
#define CLBI_ICD_PROGRAM_H

#include "icd/object.h"

/* A program without kernels. `devices` NULL: those of the context. Returns NULL without memory. */
cl_program clbi_icd_program_new(cl_context context, icd_origin origin, cl_uint device_count,
                                const cl_device_id *devices);

/* Checks that the devices of a call, if it names any, are among `all`. Errors: CL_INVALID_VALUE, CL_INVALID_DEVICE. */
cl_int clbi_icd_check_devices(cl_uint count, const cl_device_id *devices, cl_uint all_count, const cl_device_id *all);

/* Gives the program the kernels of a binary, which it then holds. False without memory; then nothing has changed. Under
 * clbi_icd_lock. */
bool clbi_icd_program_fill(cl_program program, clbi_icd_binary *binary);
/* Removes the program's kernels, units, options and log. Under clbi_icd_lock. */
void clbi_icd_program_clear(cl_program program);

void clbi_icd_unit_release(icd_unit *unit);

#endif
