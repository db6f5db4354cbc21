/* What program.c and build.c share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_PROGRAM_H
#define CLBI_ICD_PROGRAM_H

#include "icd/object.h"

/* A program without kernels; devices: NULL for those of the context. NULL: no memory. */
cl_program clbi_icd_program_new(cl_context context, icd_origin origin, cl_uint device_count,
                                const cl_device_id *devices);

/* The list of devices of a call, which may be absent, against those that may be in it: CL_INVALID_VALUE,
 * CL_INVALID_DEVICE. */
cl_int clbi_icd_check_devices(cl_uint count, const cl_device_id *devices, cl_uint all_count, const cl_device_id *all);

/* Gives the program the kernels of a binary, which it then holds. False: no memory, and nothing is changed. Under the
 * lock. */
bool clbi_icd_program_fill(cl_program program, clbi_icd_binary *binary);
/* Takes its kernels, units, options and log away. Under the lock. */
void clbi_icd_program_clear(cl_program program);

void clbi_icd_unit_release(icd_unit *unit);

#endif
