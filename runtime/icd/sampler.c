/* Samplers as objects. A kernel gets a sampler as a sum of CLB_SAMPLER_... constants. Knows these; must not know
 * images.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/object.h"

#include <stdlib.h>

static void destroy_sampler(icd_object *object)
{
    cl_sampler sampler = (cl_sampler)(void *)object;
    free(sampler->properties);
    if (sampler->context) clbi_icd_object_drop(&sampler->context->object);
}

/* Computes the constants of a sampler. CL_INVALID_VALUE: OpenCL has no such sampler. */
static cl_int find_bits(struct _cl_sampler *sampler)
{
    if (sampler->normalized != CL_TRUE && sampler->normalized != CL_FALSE) return CL_INVALID_VALUE;
    switch (sampler->addressing) {
    case CL_ADDRESS_NONE: sampler->bits = 0; break;
    case CL_ADDRESS_CLAMP_TO_EDGE: sampler->bits = CLB_SAMPLER_CLAMP_TO_EDGE; break;
    case CL_ADDRESS_CLAMP: sampler->bits = CLB_SAMPLER_CLAMP; break;
    case CL_ADDRESS_REPEAT: sampler->bits = CLB_SAMPLER_REPEAT; break;
    case CL_ADDRESS_MIRRORED_REPEAT: sampler->bits = CLB_SAMPLER_MIRRORED_REPEAT; break;
    default: return CL_INVALID_VALUE;
    }
    if (sampler->normalized) sampler->bits |= CLB_SAMPLER_NORMALIZED;
    else if (sampler->addressing == CL_ADDRESS_REPEAT || sampler->addressing == CL_ADDRESS_MIRRORED_REPEAT)
        return CL_INVALID_VALUE;
    if (sampler->filter != CL_FILTER_NEAREST && sampler->filter != CL_FILTER_LINEAR) return CL_INVALID_VALUE;
    sampler->bits |= sampler->filter == CL_FILTER_LINEAR ? CLB_SAMPLER_LINEAR : CLB_SAMPLER_NEAREST;
    return CL_SUCCESS;
}

static cl_int read_properties(struct _cl_sampler *sampler, const cl_sampler_properties *list)
{
    unsigned seen = 0;
    for (; list && *list; list += 2) {
        const unsigned bit = *list == CL_SAMPLER_NORMALIZED_COORDS ? 1
                             : *list == CL_SAMPLER_ADDRESSING_MODE ? 2
                             : *list == CL_SAMPLER_FILTER_MODE     ? 4
                                                                   : 0;
        if (bit == 0 || (seen & bit)) return CL_INVALID_VALUE;
        seen |= bit;
        if (bit == 1) sampler->normalized = (cl_bool)list[1];
        else if (bit == 2) sampler->addressing = (cl_addressing_mode)list[1];
        else sampler->filter = (cl_filter_mode)list[1];
    }
    return CL_SUCCESS;
}

static cl_int create_sampler(cl_context context, const struct _cl_sampler *wanted, const cl_sampler_properties *list,
                             cl_sampler *result)
{
    void *copy = NULL;
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    cl_sampler sampler = clbi_icd_object_new(ICD_SAMPLER, sizeof *sampler, destroy_sampler);
    if (!sampler) return CL_OUT_OF_HOST_MEMORY;
    sampler->normalized = wanted->normalized;
    sampler->addressing = wanted->addressing;
    sampler->filter = wanted->filter;
    cl_int code = read_properties(sampler, list);
    if (code == CL_SUCCESS) code = find_bits(sampler);
    if (code == CL_SUCCESS && !clbi_icd_properties_copy(list, sizeof *list, &copy, &sampler->property_count))
        code = CL_OUT_OF_HOST_MEMORY;
    if (code != CL_SUCCESS) {
        clbi_icd_object_discard(&sampler->object);
        return code;
    }
    sampler->properties = copy;
    sampler->context = context;
    clbi_icd_object_hold(&context->object);
    *result = sampler;
    return CL_SUCCESS;
}

cl_sampler CL_API_CALL clbi_clCreateSampler(cl_context context, cl_bool normalized_coords,
                                            cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                                            cl_int *errcode_ret)
{
    const struct _cl_sampler wanted = {
        .normalized = normalized_coords, .addressing = addressing_mode, .filter = filter_mode};
    cl_sampler sampler = NULL;
    clbi_icd_code(errcode_ret, create_sampler(context, &wanted, NULL, &sampler));
    return sampler;
}

cl_sampler CL_API_CALL clbi_clCreateSamplerWithProperties(cl_context context,
                                                          const cl_sampler_properties *sampler_properties,
                                                          cl_int *errcode_ret)
{
    const struct _cl_sampler wanted = {
        .normalized = CL_TRUE, .addressing = CL_ADDRESS_CLAMP, .filter = CL_FILTER_NEAREST};
    cl_sampler sampler = NULL;
    clbi_icd_code(errcode_ret, create_sampler(context, &wanted, sampler_properties, &sampler));
    return sampler;
}

cl_int CL_API_CALL clbi_clRetainSampler(cl_sampler sampler)
{
    if (!clbi_icd_object_valid(sampler, ICD_SAMPLER)) return CL_INVALID_SAMPLER;
    clbi_icd_object_retain(&sampler->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clReleaseSampler(cl_sampler sampler)
{
    if (!clbi_icd_object_valid(sampler, ICD_SAMPLER)) return CL_INVALID_SAMPLER;
    clbi_icd_object_release(&sampler->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                                         void *param_value, size_t *param_value_size_ret)
{
    if (!clbi_icd_object_valid(sampler, ICD_SAMPLER)) return CL_INVALID_SAMPLER;
    const cl_uint references = atomic_load(&sampler->object.references);
#define ANSWER(value) clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &(value), sizeof(value))
    switch (param_name) {
    case CL_SAMPLER_REFERENCE_COUNT: return ANSWER(references);
    case CL_SAMPLER_CONTEXT: return ANSWER(sampler->context);
    case CL_SAMPLER_NORMALIZED_COORDS: return ANSWER(sampler->normalized);
    case CL_SAMPLER_ADDRESSING_MODE: return ANSWER(sampler->addressing);
    case CL_SAMPLER_FILTER_MODE: return ANSWER(sampler->filter);
#undef ANSWER
    case CL_SAMPLER_PROPERTIES:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, sampler->properties,
                               sampler->property_count * sizeof *sampler->properties);
    default: return CL_INVALID_VALUE;
    }
}
