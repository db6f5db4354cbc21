/* Queues, transfers and views of the OpenCL back end. Knows OpenCL's queues and memory objects; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "opencl/opencl.h"

/* ---- Queues -------------------------------------------------------------------------------------------------------
 */

cl_command_queue clbi_cl_queue_of(const clbi_cl_device *device, void *queue)
{
    return queue ? queue : device->queue;
}

clb_status clbi_cl_queue_create(void *impl, void **queue, clb_error *error)
{
    clbi_cl_device *device = impl;
    cl_int code = CL_SUCCESS;
    cl_command_queue made = device->cl.clCreateCommandQueue(device->context, device->id,
                                                            device->profiling ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
    if (code != CL_SUCCESS || !made) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        return CLBI_CL_FAIL(error, device, code, "clCreateCommandQueue", "Cannot create a queue.");
    }
    *queue = made;
    return CLB_OK;
}

void clbi_cl_queue_release(void *impl, void *queue)
{
    clbi_cl_device *device = impl;
    (void)device->cl.clReleaseCommandQueue(queue);
}

clb_status clbi_cl_queue_finish(void *impl, void *queue, clb_error *error)
{
    clbi_cl_device *device = impl;
    const cl_int code = device->cl.clFinish(queue);
    if (code == CL_SUCCESS) return CLB_OK;
    return CLBI_CL_FAIL(error, device, code, "clFinish", "Cannot wait for the commands of a queue.");
}

/* A queue that cannot be flushed is waited for, which flushes it: others may wait for it. A failure shows when they do.
 */
void clbi_cl_begin(clbi_cl_device *device, cl_command_queue queue)
{
    if (device->cl.clFlush(queue) != CL_SUCCESS) (void)device->cl.clFinish(queue);
}

/* ---- Transfers ----------------------------------------------------------------------------------------------------
 */

static clb_status refuse_1_1(const clbi_cl_device *device, const char *call, clb_error *error)
{
    return clbi_fail(error,
                     (clbi_cause){.status = CLB_ERROR_UNSUPPORTED,
                                  .call = call,
                                  .device = device->info,
                                  .hint = "Use another device, or write the bytes."},
                     "%s has %s, and %s came with OpenCL 1.2.", device->info->name, device->info->version, call);
}

cl_map_flags clbi_cl_map_flags(const clbi_cl_device *device, uint32_t access)
{
    if (access == CLB_MAP_DISCARD) return device->has_1_2 ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_WRITE;
    return (access & CLB_MAP_READ ? CL_MAP_READ : 0u) | (access & CLB_MAP_WRITE ? CL_MAP_WRITE : 0u);
}

/* A box of a view as one of the buffer that the view is part of. */
static clb_box in_parent(const clb_buffer *view, clb_box box)
{
    if (!view->parent) return box;
    box.origin[0] += view->offset;
    box.origin[1] += box.origin[0] / box.row_pitch;
    box.origin[0] %= box.row_pitch;
    box.origin[2] += box.origin[1] / (box.plane_pitch / box.row_pitch);
    box.origin[1] %= box.plane_pitch / box.row_pitch;
    return box;
}

static void *whole_memory(const clb_buffer *buffer)
{
    return buffer->parent ? buffer->parent->memory : buffer->memory;
}

static cl_int enqueue_box(const clbi_cl_device *device, const clbi_transfer *t, cl_event *event, const char **call)
{
    const clbi_cl_library *cl = &device->cl;
    cl_command_queue queue = clbi_cl_queue_of(device, t->queue);
    const cl_event *wait = t->wait_count ? (const cl_event *)t->wait : NULL;
    void *memory = t->buffer->memory;
    const clb_box *a = &t->box, *b = &t->other_box;
    if (t->kind == CLBI_READ) {
        *call = "clEnqueueReadBufferRect";
        return cl->clEnqueueReadBufferRect(queue, memory, CL_FALSE, a->origin, b->origin, t->region, a->row_pitch,
                                           a->plane_pitch, b->row_pitch, b->plane_pitch, t->host, t->wait_count, wait,
                                           event);
    }
    if (t->kind == CLBI_WRITE) {
        *call = "clEnqueueWriteBufferRect";
        return cl->clEnqueueWriteBufferRect(queue, memory, CL_FALSE, a->origin, b->origin, t->region, a->row_pitch,
                                            a->plane_pitch, b->row_pitch, b->plane_pitch, t->from, t->wait_count, wait,
                                            event);
    }
    /* PoCL 3.1 crashes where one of the two is a sub-buffer. */
    const clb_box from = in_parent(t->buffer, *a), to = in_parent(t->to, *b);
    *call = "clEnqueueCopyBufferRect";
    return cl->clEnqueueCopyBufferRect(queue, whole_memory(t->buffer), whole_memory(t->to), from.origin, to.origin,
                                       t->region, from.row_pitch, from.plane_pitch, to.row_pitch, to.plane_pitch,
                                       t->wait_count, wait, event);
}

/* The OpenCL call that does it, and its answer. */
static cl_int enqueue(const clbi_cl_device *device, clbi_transfer *t, cl_event *event, const char **call)
{
    const clbi_cl_library *cl = &device->cl;
    cl_command_queue queue = clbi_cl_queue_of(device, t->queue);
    const cl_event *wait = t->wait_count ? (const cl_event *)t->wait : NULL;
    void *memory = t->buffer ? t->buffer->memory : NULL;
    cl_int code = CL_SUCCESS;
    if (t->image || t->to_image) return clbi_cl_image_enqueue(device, t, event, call);
    if (t->region) return enqueue_box(device, t, event, call);
    switch (t->kind) {
    case CLBI_READ:
        *call = "clEnqueueReadBuffer";
        return cl->clEnqueueReadBuffer(queue, memory, CL_FALSE, t->offset, t->size, t->host, t->wait_count, wait,
                                       event);
    case CLBI_WRITE:
        *call = "clEnqueueWriteBuffer";
        return cl->clEnqueueWriteBuffer(queue, memory, CL_FALSE, t->offset, t->size, t->from, t->wait_count, wait,
                                        event);
    case CLBI_COPY:
        *call = "clEnqueueCopyBuffer";
        return cl->clEnqueueCopyBuffer(queue, memory, t->to->memory, t->offset, t->to_offset, t->size, t->wait_count,
                                       wait, event);
    case CLBI_FILL:
        *call = "clEnqueueFillBuffer";
        return cl->clEnqueueFillBuffer(queue, memory, t->from, t->pattern_size, t->offset, t->size, t->wait_count, wait,
                                       event);
    case CLBI_MAP:
        *call = "clEnqueueMapBuffer";
        t->host = cl->clEnqueueMapBuffer(queue, memory, CL_FALSE, clbi_cl_map_flags(device, t->access), t->offset,
                                         t->size, t->wait_count, wait, event, &code);
        return code == CL_SUCCESS && !t->host ? CL_OUT_OF_RESOURCES : code;
    case CLBI_UNMAP:
        *call = "clEnqueueUnmapMemObject";
        return cl->clEnqueueUnmapMemObject(queue, memory, t->host, t->wait_count, wait, event);
    case CLBI_MARK:
        *call = "clEnqueueMarkerWithWaitList";
        /* With a list it would not wait for the commands before; the queue's order sees to that. */
        return cl->clEnqueueMarkerWithWaitList(queue, t->wait_count, wait, event);
    }
    return CL_INVALID_VALUE;
}

clb_status clbi_cl_transfer(void *impl, clbi_transfer *t, clbi_completion *completion, clb_error *error)
{
    clbi_cl_device *device = impl;
    const char *call = "";
    cl_event event = NULL;
    if (!device->has_1_2 && t->kind == CLBI_FILL && !t->image) return refuse_1_1(device, "clEnqueueFillBuffer", error);
    if (!device->has_1_2 && t->kind == CLBI_MARK) return refuse_1_1(device, "clEnqueueMarkerWithWaitList", error);
    const cl_int code = enqueue(device, t, completion ? &event : NULL, &call);
    if (code != CL_SUCCESS)
        return CLBI_CL_FAIL(error, device, code, call, "Cannot enqueue a command on %zu bytes.", t->size);
    if (t->queue) clbi_cl_begin(device, t->queue);
    if (completion) *completion = (clbi_completion){event, event};
    return CLB_OK;
}

/* ---- Views --------------------------------------------------------------------------------------------------------
 */

clb_status clbi_cl_memory_view(void *impl, const clb_buffer *parent, size_t offset, size_t size, void **memory,
                               clb_error *error)
{
    clbi_cl_device *device = impl;
    cl_int code = CL_SUCCESS;
    const cl_buffer_region region = {offset, size};
    cl_mem made = device->cl.clCreateSubBuffer(parent->memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    if (code != CL_SUCCESS || !made) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        return CLBI_CL_FAIL(error, device, code, "clCreateSubBuffer", "Cannot create a view of %zu bytes at %zu.", size,
                            offset);
    }
    *memory = made;
    return CLB_OK;
}

size_t clbi_cl_view_alignment(const void *impl)
{
    return ((const clbi_cl_device *)impl)->view_alignment;
}
