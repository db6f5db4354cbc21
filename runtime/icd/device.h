/* What device.c and device_info.c share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_DEVICE_H
#define CLBI_ICD_DEVICE_H

#include "icd/object.h"
#include "icd/processor.h"

/* Limits beyond those of the native device. */
enum {
    ICD_ALIGNMENT = CLB_NATIVE_ALIGNMENT, /* bytes, of buffers and sub-buffers: a vector of 16 doubles */
    ICD_PARAMETER_SIZE = 4096,            /* bytes of all arguments of a kernel; a pointer counts as one */
    ICD_PRINTF_SIZE = 1 << 20
};

/* Filled when there is a device. */
const clbi_icd_processor *clbi_icd_device_processor(void);

/* The largest buffer. */
uint64_t clbi_icd_device_allocation(cl_device_id device);

#endif
