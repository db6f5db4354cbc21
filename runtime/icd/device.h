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
    ICD_PRINTF_SIZE = 1 << 20,            /* bytes that CL_DEVICE_PRINTF_BUFFER_SIZE states; output is not buffered */
    ICD_PIPE_PACKET_SIZE = 1 << 16,       /* bytes */
    ICD_PIPE_RESERVATIONS = 1024 /* of a work-item at once, as stated; any number works while there are packets */
};

/* Properties of the processor, valid once a device exists. */
const clbi_icd_processor *clbi_icd_device_processor(void);

/* What checked code has to know of memory: of all devices, as they share it. NULL: nothing is checked. */
struct clbi_allocations *clbi_icd_allocations(void);

/* The size of the largest buffer in bytes. */
uint64_t clbi_icd_device_allocation(cl_device_id device);

#endif
