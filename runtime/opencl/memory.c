/* Buffers of the OpenCL back end. Knows OpenCL's memory objects; must not know kernels.
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

clb_status clbi_cl_memory_wrap(void *impl, void *host, size_t size, void **memory, clb_error *error)
{
    clbi_cl_device *device = impl;
    cl_int code = CL_SUCCESS;
    cl_mem made =
        device->cl.clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, size, host, &code);
    if (code != CL_SUCCESS || !made) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        return CLBI_CL_FAIL(error, device, code, "clCreateBuffer",
                            "Cannot create a buffer over %zu bytes of host memory.", size);
    }
    *memory = made;
    return CLB_OK;
}

void clbi_cl_memory_release(void *impl, void *memory)
{
    clbi_cl_device *device = impl;
    (void)device->cl.clReleaseMemObject(memory);
}

clb_status clbi_cl_memory_write(void *impl, const clbi_memory_copy *copy, bool block, clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_int code = device->cl.clEnqueueWriteBuffer(device->queue, copy->memory, block ? CL_TRUE : CL_FALSE,
                                                        copy->offset, copy->size, copy->host, 0, NULL, NULL);
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clEnqueueWriteBuffer", "Cannot copy %zu bytes to the device.",
                        copy->size);
}

clb_status clbi_cl_memory_read(void *impl, const clbi_memory_copy *copy, bool block, clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_int code = device->cl.clEnqueueReadBuffer(device->queue, copy->memory, block ? CL_TRUE : CL_FALSE,
                                                       copy->offset, copy->size, copy->host, 0, NULL, NULL);
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clEnqueueReadBuffer", "Cannot copy %zu bytes from the device.",
                        copy->size);
}

/* A driver takes such memory where its copies can go on without the processor, and maps it once for as long as it is
 * kept. */
clb_status clbi_cl_host_create(void *impl, size_t size, void **memory, void **host, clb_error *error)
{
    clbi_cl_device *device = impl;
    cl_int code = CL_SUCCESS;
    cl_mem made =
        device->cl.clCreateBuffer(device->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size, NULL, &code);
    if (code != CL_SUCCESS || !made) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        return CLBI_CL_FAIL(error, device, code, "clCreateBuffer", "Cannot create %zu bytes of host memory for copies.",
                            size);
    }
    void *mapped = device->cl.clEnqueueMapBuffer(device->queue, made, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, size, 0,
                                                 NULL, NULL, &code);
    if (code != CL_SUCCESS || !mapped) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        (void)device->cl.clReleaseMemObject(made);
        return CLBI_CL_FAIL(error, device, code, "clEnqueueMapBuffer",
                            "Cannot map %zu bytes of host memory for copies.", size);
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

bool clbi_cl_copies_slowly(const void *impl)
{
    const clbi_cl_device *device = impl;
    return device->slow_copies;
}

clb_status clbi_cl_flush(void *impl, clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_int code = device->cl.clFlush(device->queue);
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clFlush", "Cannot send commands to the device.");
}
