/* Pipes: there are none, and these functions say so as OpenCL lets devices without them.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/object.h"

cl_mem CL_API_CALL clbi_clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                     cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                                     cl_int *errcode_ret)
{
    (void)flags, (void)pipe_packet_size, (void)pipe_max_packets, (void)properties;
    clbi_icd_code(errcode_ret, clbi_icd_object_valid(context, ICD_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
    return NULL;
}

cl_int CL_API_CALL clbi_clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void *param_value,
                                      size_t *param_value_size_ret)
{
    (void)pipe, (void)param_name, (void)param_value_size, (void)param_value, (void)param_value_size_ret;
    return CL_INVALID_MEM_OBJECT;
}
