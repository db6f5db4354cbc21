/* Command queues as objects: creation and queries. Knows contexts and devices; must not know commands, which are in
 * command.c.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/device_queue.h"

#include <stdlib.h>

static void destroy_queue(icd_object *object)
{
    cl_command_queue queue = (cl_command_queue)(void *)object;
    if (queue->context) clbi_icd_queue_remove(queue);
    if (queue->conditioned) pthread_cond_destroy(&queue->changed);
    free(queue->properties);
    if (queue->device) clbi_icd_object_drop(&queue->device->object);
    if (queue->context) clbi_icd_object_drop(&queue->context->object);
}

static const cl_command_queue_properties host_flags =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

static cl_int check_device(cl_context context, cl_device_id device)
{
    const bool fits = clbi_icd_object_valid(device, ICD_DEVICE) && clbi_icd_context_has(context, device);
    return fits ? CL_SUCCESS : CL_INVALID_DEVICE;
}

static cl_int create(cl_context context, cl_device_id device, cl_command_queue_properties flags,
                     const cl_queue_properties *properties, cl_command_queue *result)
{
    void *copy = NULL;
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    if (check_device(context, device) != CL_SUCCESS) return CL_INVALID_DEVICE;
    if (flags & ~host_flags) return CL_INVALID_VALUE;
    cl_command_queue queue = clbi_icd_object_new(ICD_QUEUE, sizeof *queue, destroy_queue);
    if (!queue) return CL_OUT_OF_HOST_MEMORY;
    queue->flags = flags;
    queue->conditioned = pthread_cond_init(&queue->changed, NULL) == 0;
    if (!queue->conditioned ||
        !clbi_icd_properties_copy(properties, sizeof *properties, &copy, &queue->property_count)) {
        clbi_icd_object_discard(&queue->object);
        return CL_OUT_OF_HOST_MEMORY;
    }
    queue->properties = copy;
    queue->context = context;
    queue->device = device;
    clbi_icd_object_hold(&context->object);
    clbi_icd_object_hold(&device->object);
    clbi_icd_queue_add(queue);
    *result = queue;
    return CL_SUCCESS;
}

/* The values of the list. CL_INVALID_VALUE: a property is not known, or stands there twice. */
static cl_int read_properties(const cl_queue_properties *properties, icd_queue_request *request)
{
    bool has_flags = false, has_size = false;
    for (const cl_queue_properties *p = properties; p && *p; p += 2) {
        if (p[0] == CL_QUEUE_PROPERTIES && !has_flags) {
            request->flags = p[1];
            has_flags = true;
        } else if (p[0] == CL_QUEUE_SIZE && !has_size) {
            if (p[1] == 0) return CL_INVALID_VALUE;
            request->size = p[1] < UINT32_MAX ? (cl_uint)p[1] : UINT32_MAX;
            has_size = true;
        } else {
            return CL_INVALID_VALUE;
        }
    }
    return CL_SUCCESS;
}

cl_command_queue CL_API_CALL clbi_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                     const cl_queue_properties *properties,
                                                                     cl_int *errcode_ret)
{
    const cl_command_queue_properties on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;
    icd_queue_request request = {.context = context, .device = device, .properties = properties};
    cl_command_queue queue = NULL;
    cl_int code = CL_INVALID_CONTEXT;
    if (clbi_icd_object_valid(context, ICD_CONTEXT)) code = check_device(context, device);
    if (code == CL_SUCCESS) code = read_properties(properties, &request);
    if (code == CL_SUCCESS && (request.flags & ~(host_flags | on_device))) code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS && (request.flags & on_device)) code = clbi_icd_device_queue_create(&request, &queue);
    else if (code == CL_SUCCESS && request.size)
        code = CL_INVALID_QUEUE_PROPERTIES; /* only queues on the device have one */
    else if (code == CL_SUCCESS) code = create(context, device, request.flags, properties, &queue);
    clbi_icd_code(errcode_ret, code);
    return queue;
}

cl_command_queue CL_API_CALL clbi_clCreateCommandQueue(cl_context context, cl_device_id device,
                                                       cl_command_queue_properties properties, cl_int *errcode_ret)
{
    cl_command_queue queue = NULL;
    clbi_icd_code(errcode_ret, create(context, device, properties, NULL, &queue));
    return queue;
}

cl_int CL_API_CALL clbi_clSetCommandQueueProperty(cl_command_queue command_queue,
                                                  cl_command_queue_properties properties, cl_bool enable,
                                                  cl_command_queue_properties *old_properties)
{
    (void)properties, (void)enable, (void)old_properties;
    if (!clbi_icd_object_valid(command_queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    return CL_INVALID_OPERATION; /* OpenCL 1.1 and later demand it */
}

/* On the host or on the device. */
static bool is_queue(cl_command_queue queue)
{
    return clbi_icd_object_valid(queue, ICD_QUEUE) || clbi_icd_object_valid(queue, ICD_DEVICE_QUEUE);
}

cl_int CL_API_CALL clbi_clRetainCommandQueue(cl_command_queue command_queue)
{
    if (!is_queue(command_queue)) return CL_INVALID_COMMAND_QUEUE;
    clbi_icd_object_retain(&command_queue->object);
    return CL_SUCCESS;
}

/* Commands that have not ended hold their queue. */
cl_int CL_API_CALL clbi_clReleaseCommandQueue(cl_command_queue command_queue)
{
    if (clbi_icd_object_valid(command_queue, ICD_DEVICE_QUEUE)) {
        clbi_icd_device_queue_release(command_queue);
        return CL_SUCCESS;
    }
    if (!clbi_icd_object_valid(command_queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    clbi_icd_object_release(&command_queue->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info param_name, size_t room,
                                              void *value, size_t *size_ret)
{
    if (!is_queue(queue)) return CL_INVALID_COMMAND_QUEUE;
    const cl_uint references = atomic_load(&queue->object.references);
    const cl_command_queue on_device = clbi_icd_device_queue_default(queue->context, queue->device);
    switch (param_name) {
    case CL_QUEUE_CONTEXT: return clbi_icd_answer(room, value, size_ret, &queue->context, sizeof queue->context);
    case CL_QUEUE_DEVICE: return clbi_icd_answer(room, value, size_ret, &queue->device, sizeof queue->device);
    case CL_QUEUE_REFERENCE_COUNT: return clbi_icd_answer(room, value, size_ret, &references, sizeof references);
    case CL_QUEUE_PROPERTIES: return clbi_icd_answer(room, value, size_ret, &queue->flags, sizeof queue->flags);
    case CL_QUEUE_PROPERTIES_ARRAY:
        return clbi_icd_answer(room, value, size_ret, queue->properties,
                               queue->property_count * sizeof *queue->properties);
    case CL_QUEUE_DEVICE_DEFAULT: return clbi_icd_answer(room, value, size_ret, &on_device, sizeof on_device);
    case CL_QUEUE_SIZE:
        if (!(queue->flags & CL_QUEUE_ON_DEVICE)) return CL_INVALID_COMMAND_QUEUE;
        return clbi_icd_answer(room, value, size_ret, &queue->size, sizeof queue->size);
    default: return CL_INVALID_VALUE;
    }
}

/* ---- Flush and finish ----------------------------------------------------------------------------------------------
 */

/* Commands start without it. */
cl_int CL_API_CALL clbi_clFlush(cl_command_queue command_queue)
{
    return clbi_icd_object_valid(command_queue, ICD_QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int CL_API_CALL clbi_clFinish(cl_command_queue command_queue)
{
    if (!clbi_icd_object_valid(command_queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    clbi_icd_finish(command_queue);
    return CL_SUCCESS;
}
