/* Pipes of the OpenCL back end. Knows packets' sizes; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

clb_status clbi_cl_pipe_create(void *impl, clb_pipe *pipe, clb_error *error)
{
    static const char call[] = "clCreatePipe";
    clbi_cl_device *device = impl;
    cl_int code = CL_SUCCESS;
    if (!device->cl.clCreatePipe)
        return clbi_fail(error,
                         (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                                      .call = call,
                                      .device = device->info,
                                      .hint = "Install a loader of OpenCL 2.0 or later."},
                         "The OpenCL loader has no %s.", call);
    cl_mem made =
        device->cl.clCreatePipe(device->context, CL_MEM_READ_WRITE, pipe->packet_size, pipe->max_packets, NULL, &code);
    if (code == CL_INVALID_PIPE_SIZE)
        return clbi_fail(error,
                         (clbi_cause){.status = CLB_ERROR_SIZE, .call = call, .device = device->info, .code = code},
                         "The device has no pipes of %u packets of %u bytes.", (unsigned)pipe->max_packets,
                         (unsigned)pipe->packet_size);
    if (code != CL_SUCCESS || !made) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        return CLBI_CL_FAIL(error, device, code, call, "Cannot create a pipe of %u packets of %u bytes.",
                            (unsigned)pipe->max_packets, (unsigned)pipe->packet_size);
    }
    pipe->memory = made;
    return CLB_OK;
}

void clbi_cl_pipe_release(void *impl, clb_pipe *pipe)
{
    clbi_cl_device *device = impl;
    (void)device->cl.clReleaseMemObject(pipe->memory);
}
