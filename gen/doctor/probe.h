/* The smallest bundle: one kernel, y[i] = 3 i + 1 for n elements, as OpenCL C and as native code.
 * Written by hand: it is part of the generator, which would have to exist before it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_DOCTOR_PROBE_H
#define CLB_DOCTOR_PROBE_H

#include "clbundle/core.h"

extern const clb_bundle doctor_probe;

/* The same with other needs, and with or without native code: what the runtime would choose for a bundle of such needs.
 * It points to *program, which must live as long. Nothing of it can be launched. */
clb_bundle doctor_probe_like(const char *name, uint32_t needs, bool native, clb_program_data *program);

/* Calls the kernel twice, and checks what it wrote. The first call builds it. */
clb_status doctor_probe_call(clb_device *device, bool *right, double *first_seconds, double *second_seconds,
                             clb_error *error);

#endif
