/* Functions on a kernel's parameters and values. Knows the kinds of parameters; must not know queues.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_KERNEL_H
#define CLBI_ICD_KERNEL_H

#include "icd/device.h"

/* The bytes of local memory of a work-group beside those that __local arguments take. */
size_t clbi_icd_kernel_local(const struct _cl_kernel *kernel);

static inline bool icd_takes_memory(const clb_argument_data *parameter)
{
    return parameter->kind == CLB_ARGUMENT_GLOBAL || parameter->kind == CLB_ARGUMENT_CONSTANT;
}

/* A memory object that kernels do not see as bytes. */
static inline bool icd_takes_object(const clb_argument_data *parameter)
{
    return parameter->kind == CLB_ARGUMENT_IMAGE || parameter->kind == CLB_ARGUMENT_PIPE;
}

/* The access qualifier of a parameter, whose type is spelt `type`. */
cl_kernel_arg_access_qualifier clbi_icd_access_of(const clb_argument_data *parameter, const char *type);

/* The bytes of a parameter among the kernel's values; 0: it is not passed by value. A sampler is passed as its bits. */
static inline size_t icd_value_size(const clb_argument_data *parameter)
{
    if (parameter->kind == CLB_ARGUMENT_SAMPLER) return sizeof(uintptr_t);
    return parameter->kind == CLB_ARGUMENT_VALUE ? parameter->size : 0;
}

/* `size`, rounded up to a multiple of `alignment`. */
static inline size_t icd_align(size_t size, size_t alignment)
{
    return (size + alignment - 1) / alignment * alignment;
}

/* The alignment of a value of `size` bytes: the largest power of two that divides its size, up to ICD_ALIGNMENT. */
static inline size_t icd_alignment_of(size_t size)
{
    const size_t power = size & (~size + 1);
    return power == 0 ? 1 : power < ICD_ALIGNMENT ? power : ICD_ALIGNMENT;
}

#endif
