/* What kernel.c, kernel_info.c and launch.c share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_KERNEL_H
#define CLBI_ICD_KERNEL_H

#include "icd/device.h"

/* Bytes of local memory that a work-group takes besides its arguments. */
size_t clbi_icd_kernel_local(const struct _cl_kernel *kernel);

static inline bool icd_takes_memory(const clb_argument_data *parameter)
{
    return parameter->kind == CLB_ARGUMENT_GLOBAL || parameter->kind == CLB_ARGUMENT_CONSTANT;
}

/* How the kernel may use an image whose type is `type`. */
cl_kernel_arg_access_qualifier clbi_icd_access_of(const clb_argument_data *parameter, const char *type);

/* Bytes among the kernel's values: of a sampler, those of its bits. */
static inline size_t icd_value_size(const clb_argument_data *parameter)
{
    if (parameter->kind == CLB_ARGUMENT_SAMPLER) return sizeof(uintptr_t);
    return parameter->kind == CLB_ARGUMENT_VALUE ? parameter->size : 0;
}

/* size, rounded up to where a value of `alignment` bytes may follow. */
static inline size_t icd_align(size_t size, size_t alignment)
{
    return (size + alignment - 1) / alignment * alignment;
}

/* Where a value of that many bytes may start: the largest power of 2 in its size. */
static inline size_t icd_alignment_of(size_t size)
{
    const size_t power = size & (~size + 1);
    return power == 0 ? 1 : power < ICD_ALIGNMENT ? power : ICD_ALIGNMENT;
}

#endif
