/* Pipes as objects: a ring of packets in memory of this process, which kernels write and read. clbundle/data.h has its
 * layout. Knows contexts and memory; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/device.h"

#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

#define FLAGS ((cl_mem_flags)(CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS)) /* all that OpenCL allows */

static cl_int create_pipe(cl_context context, cl_mem_flags flags, cl_uint packet_size, cl_uint max_packets,
                          const cl_pipe_properties *properties, cl_mem *result)
{
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    if (flags & ~FLAGS) return CL_INVALID_VALUE;
    if (properties) return CL_INVALID_VALUE; /* there are none: OpenCL 3.0, clCreatePipe */
    if (packet_size == 0 || max_packets == 0 || packet_size > ICD_PIPE_PACKET_SIZE) return CL_INVALID_PIPE_SIZE;
    const size_t size = clb_native_pipe_size(packet_size, max_packets);
    if (size == 0 || size > clbi_icd_largest_allocation(context)) return CL_INVALID_PIPE_SIZE;
    cl_mem memory =
        clbi_icd_memory_new(context, CL_MEM_OBJECT_PIPE, flags ? flags : FLAGS, (size_t)packet_size * max_packets);
    if (!memory) return CL_OUT_OF_HOST_MEMORY;
    memory->data = clbi_aligned_alloc(size);
    if (!memory->data) {
        clbi_icd_object_discard(&memory->object);
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    memory->owned = true;
    clb_native_pipe_init(memory->data, packet_size, max_packets);
    memory->pipe = (clb_native_pipe *)(void *)memory->data;
    *result = memory;
    return CL_SUCCESS;
}

cl_mem CL_API_CALL clbi_clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                     cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                                     cl_int *errcode_ret)
{
    cl_mem memory = NULL;
    clbi_icd_code(errcode_ret, create_pipe(context, flags, pipe_packet_size, pipe_max_packets, properties, &memory));
    return memory;
}

cl_int CL_API_CALL clbi_clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void *param_value,
                                      size_t *param_value_size_ret)
{
    if (!clbi_icd_object_valid(pipe, ICD_MEMORY) || pipe->type != CL_MEM_OBJECT_PIPE) return CL_INVALID_MEM_OBJECT;
    switch (param_name) {
    case CL_PIPE_PACKET_SIZE:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &pipe->pipe->packet_size,
                               sizeof pipe->pipe->packet_size);
    case CL_PIPE_MAX_PACKETS:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &pipe->pipe->max_packets,
                               sizeof pipe->pipe->max_packets);
    case CL_PIPE_PROPERTIES: return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, NULL, 0);
    default: return CL_INVALID_VALUE;
    }
}
