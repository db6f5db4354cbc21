/* Buffers and events of the OpenCL back end.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

clb_status clbi_cl_memory_create(void *impl, size_t size, const void *host, void **memory, clb_error *error)
{
    clbi_cl_device *device = impl;
    cl_int code = CL_SUCCESS;
    const cl_mem_flags flags = host ? CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE;
    cl_mem made = device->cl.clCreateBuffer(device->context, flags, size, (void *)(uintptr_t)host, &code);
    if (code != CL_SUCCESS || !made) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        return CLBI_CL_FAIL(error, device, code, "clCreateBuffer", "Cannot create a buffer of %zu bytes.", size);
    }
    *memory = made;
    return CLB_OK;
}

void clbi_cl_memory_release(void *impl, void *memory)
{
    clbi_cl_device *device = impl;
    (void)device->cl.clReleaseMemObject(memory);
}

clb_status clbi_cl_memory_write(void *impl, void *memory, size_t offset, const void *host, size_t size, bool block,
                                clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_int code = device->cl.clEnqueueWriteBuffer(device->queue, memory, block ? CL_TRUE : CL_FALSE, offset, size,
                                                        host, 0, NULL, NULL);
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clEnqueueWriteBuffer", "Cannot copy %zu bytes to the device.", size);
}

clb_status clbi_cl_memory_read(void *impl, void *memory, size_t offset, void *host, size_t size, bool block,
                               clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_int code = device->cl.clEnqueueReadBuffer(device->queue, memory, block ? CL_TRUE : CL_FALSE, offset, size,
                                                       host, 0, NULL, NULL);
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clEnqueueReadBuffer", "Cannot copy %zu bytes from the device.", size);
}

/* A driver takes such memory where its copies can go on without the processor, and maps it once for as long as it is kept. */
clb_status clbi_cl_host_create(void *impl, size_t size, void **memory, void **host, clb_error *error)
{
    clbi_cl_device *device = impl;
    cl_int code = CL_SUCCESS;
    cl_mem made = device->cl.clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size, NULL, &code);
    if (code != CL_SUCCESS || !made) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        return CLBI_CL_FAIL(error, device, code, "clCreateBuffer", "Cannot create %zu bytes of host memory for copies.", size);
    }
    void *mapped = device->cl.clEnqueueMapBuffer(device->queue, made, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, size, 0, NULL,
                                                 NULL, &code);
    if (code != CL_SUCCESS || !mapped) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        (void)device->cl.clReleaseMemObject(made);
        return CLBI_CL_FAIL(error, device, code, "clEnqueueMapBuffer", "Cannot map %zu bytes of host memory for copies.", size);
    }
    *memory = made;
    *host = mapped;
    return CLB_OK;
}

void clbi_cl_host_release(void *impl, void *memory, void *host)
{
    clbi_cl_device *device = impl;
    (void)device->cl.clEnqueueUnmapMemObject(device->queue, memory, host, 0, NULL, NULL);
    (void)device->cl.clReleaseMemObject(memory); /* the driver keeps it until it is unmapped */
}

clb_status clbi_cl_flush(void *impl, clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_int code = device->cl.clFlush(device->queue);
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clFlush", "Cannot send commands to the device.");
}

/* The command's own failure; clWaitForEvents only says that there was one. */
static clb_status check_event(clbi_cl_device *device, cl_event event, clb_error *error)
{
    cl_int state = CL_COMPLETE;
    const cl_int code =
        device->cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    if (code != CL_SUCCESS)
        return CLBI_CL_FAIL(error, device, code, "clGetEventInfo", "Cannot ask how a kernel has ended.");
    if (state < 0)
        return clbi_fail(error, (clbi_cause){.status = CLB_ERROR_DEVICE, .code = state,
                                             .call = "clEnqueueNDRangeKernel", .device = device->info},
                         "A kernel has failed while it ran.");
    return CLB_OK;
}

clb_status clbi_cl_event_wait(void *impl, const clbi_completion *completion, clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_event events[2] = {completion->first, completion->last};
    const cl_uint count = events[0] == events[1] ? 1 : 2;
    const cl_int code = device->cl.clWaitForEvents(count, events);
    if (code != CL_SUCCESS && code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
        return CLBI_CL_FAIL(error, device, code, "clWaitForEvents", "Cannot wait for a kernel.");
    for (cl_uint i = 0; i < count; i++) {
        const clb_status status = check_event(device, events[i], error);
        if (status != CLB_OK) return status;
    }
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clWaitForEvents", "A kernel has failed while it ran.");
}

clb_status clbi_cl_event_times(void *impl, const clbi_completion *completion, uint64_t *start_ns, uint64_t *end_ns,
                               clb_error *error)
{
    clbi_cl_device *device = impl;
    cl_ulong start = 0, end = 0;
    cl_int code = device->cl.clGetEventProfilingInfo(completion->first, CL_PROFILING_COMMAND_START, sizeof start,
                                                     &start, NULL);
    if (code == CL_SUCCESS)
        code = device->cl.clGetEventProfilingInfo(completion->last, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    if (code != CL_SUCCESS)
        return CLBI_CL_FAIL(error, device, code, "clGetEventProfilingInfo", "Cannot read the times of a kernel.");
    *start_ns = start;
    *end_ns = end;
    return CLB_OK;
}

void clbi_cl_event_release(void *impl, clbi_completion *completion)
{
    clbi_cl_device *device = impl;
    if (completion->first) (void)device->cl.clReleaseEvent(completion->first);
    if (completion->last && completion->last != completion->first) (void)device->cl.clReleaseEvent(completion->last);
    *completion = (clbi_completion){0};
}
