/* Queues on the device: what kernels enqueue to (native/enqueue.h). They are handles; each launch keeps its own
 * commands. Knows contexts and devices; must not know commands.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/device_queue.h"

#include <stdlib.h>

/* Of the device in the context, under clbi_icd_lock; NULL: the context has no such device. */
static cl_command_queue *default_of(cl_context context, const struct _cl_device_id *device)
{
    for (cl_uint i = 0; i < context->device_count; i++)
        if (context->devices[i] == device) return &context->default_queues[i];
    return NULL;
}

static void destroy_device_queue(icd_object *object)
{
    cl_command_queue queue = (cl_command_queue)(void *)object;
    free(queue->properties);
    if (queue->device) clbi_icd_object_drop(&queue->device->object);
    if (queue->context) clbi_icd_object_drop(&queue->context->object);
}

/* The default queue with one more reference; NULL: there is none. A queue whose last reference is gone is none. */
static cl_command_queue retained_default(cl_context context, cl_device_id device)
{
    clbi_icd_lock();
    cl_command_queue *at = default_of(context, device), queue = at ? *at : NULL;
    if (queue) clbi_icd_object_retain(&queue->object);
    clbi_icd_unlock();
    return queue;
}

cl_int clbi_icd_device_queue_create(const icd_queue_request *request, cl_command_queue *result)
{
    const bool wants_default = (request->flags & CL_QUEUE_ON_DEVICE_DEFAULT) != 0;
    void *copy = NULL;
    if (!(request->flags & CL_QUEUE_ON_DEVICE) || !(request->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
        return CL_INVALID_VALUE;
    if (request->size > ICD_DEVICE_QUEUE_MOST) return CL_INVALID_QUEUE_PROPERTIES;
    if (wants_default && (*result = retained_default(request->context, request->device))) return CL_SUCCESS;
    cl_command_queue queue = clbi_icd_object_new(ICD_DEVICE_QUEUE, sizeof *queue, destroy_device_queue);
    if (!queue) return CL_OUT_OF_HOST_MEMORY;
    if (!clbi_icd_properties_copy(request->properties, sizeof *request->properties, &copy, &queue->property_count)) {
        clbi_icd_object_discard(&queue->object);
        return CL_OUT_OF_HOST_MEMORY;
    }
    queue->properties = copy;
    queue->flags = request->flags;
    queue->size = request->size ? request->size : ICD_DEVICE_QUEUE_PREFERRED;
    queue->context = request->context;
    queue->device = request->device;
    clbi_icd_object_hold(&queue->context->object);
    clbi_icd_object_hold(&queue->device->object);
    if (wants_default) (void)clbi_icd_device_queue_set_default(queue->context, queue->device, queue);
    *result = queue;
    return CL_SUCCESS;
}

bool clbi_icd_device_queue_set_default(cl_context context, cl_device_id device, cl_command_queue queue)
{
    clbi_icd_lock();
    cl_command_queue *at = default_of(context, device);
    if (at) *at = queue;
    atomic_store(&context->has_defaults, true);
    clbi_icd_unlock();
    return at != NULL;
}

cl_command_queue clbi_icd_device_queue_default(cl_context context, cl_device_id device)
{
    if (!atomic_load_explicit(&context->has_defaults, memory_order_acquire)) return NULL;
    clbi_icd_lock();
    const cl_command_queue *at = default_of(context, device);
    const cl_command_queue queue = at ? *at : NULL;
    clbi_icd_unlock();
    return queue;
}

void clbi_icd_device_queue_release(cl_command_queue queue)
{
    clbi_icd_lock();
    cl_command_queue *at = default_of(queue->context, queue->device);
    if (at && *at == queue && atomic_load(&queue->object.references) == 1) *at = NULL;
    clbi_icd_unlock();
    clbi_icd_object_release(&queue->object);
}

cl_int CL_API_CALL clbi_clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue queue)
{
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    if (!clbi_icd_object_valid(device, ICD_DEVICE) || !clbi_icd_context_has(context, device)) return CL_INVALID_DEVICE;
    if (!clbi_icd_object_valid(queue, ICD_DEVICE_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    if (queue->context != context || queue->device != device) return CL_INVALID_COMMAND_QUEUE;
    return clbi_icd_device_queue_set_default(context, device, queue) ? CL_SUCCESS : CL_INVALID_DEVICE;
}
