/* Limits and properties of the device, for the files that create memory, kernels and launches. Knows the processor;
 * must not know how sub-devices are made.
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
    ICD_PRINTF_SIZE = 1 << 20             /* bytes that CL_DEVICE_PRINTF_BUFFER_SIZE states; output is not buffered */
};

/* Properties of the processor, valid once a device exists. */
const clbi_icd_processor *clbi_icd_device_processor(void);

/* The size of the largest buffer in bytes. */
uint64_t clbi_icd_device_allocation(cl_device_id device);

#endif
