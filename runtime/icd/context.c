/* Contexts as objects: a list of devices, and properties. Knows devices; must not know what programs or memory are.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/object.h"

#include <stdlib.h>
#include <string.h>

static void call_destructor(icd_notify *notify, icd_object *object, void *user_data)
{
    ((void(CL_CALLBACK *)(cl_context, void *))notify)((cl_context)(void *)object, user_data);
}

static void destroy_context(icd_object *object)
{
    cl_context context = (cl_context)(void *)object;
    clbi_icd_destructors_call(&context->destructors, object, call_destructor);
    clbi_icd_svm_clear(context);
    for (cl_uint i = 0; i < context->device_count; i++) clbi_icd_object_drop(&context->devices[i]->object);
    free(context->devices);
    free(context->default_queues);
    free(context->properties);
}

bool clbi_icd_context_has(cl_context context, cl_device_id device)
{
    for (cl_uint i = 0; i < context->device_count; i++)
        if (context->devices[i] == device) return true;
    return false;
}

static cl_int check_properties(const cl_context_properties *properties)
{
    bool seen[2] = {false, false};
    for (; properties && *properties; properties += 2) {
        const bool sync = properties[0] == CL_CONTEXT_INTEROP_USER_SYNC;
        if ((!sync && properties[0] != CL_CONTEXT_PLATFORM) || seen[sync]) return CL_INVALID_PROPERTY;
        seen[sync] = true;
        if (sync && properties[1] != CL_FALSE && properties[1] != CL_TRUE) return CL_INVALID_PROPERTY;
        if (!sync && properties[1] != (cl_context_properties)clbi_icd_platform()) return CL_INVALID_PLATFORM;
    }
    return CL_SUCCESS;
}

/* Copies the list, each device once, and holds the devices. False without memory. */
static bool copy_devices(cl_context context, cl_uint count, const cl_device_id *devices)
{
    context->devices = calloc(count, sizeof *devices);
    context->default_queues = calloc(count, sizeof *context->default_queues);
    if (!context->devices || !context->default_queues) return false;
    for (cl_uint i = 0; i < count; i++) {
        if (clbi_icd_context_has(context, devices[i])) continue;
        clbi_icd_object_hold(&devices[i]->object);
        context->devices[context->device_count++] = devices[i];
    }
    return true;
}

static cl_int create(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                     cl_context *result)
{
    cl_context context = clbi_icd_object_new(ICD_CONTEXT, sizeof *context, destroy_context);
    void *copy = NULL;
    if (!context) return CL_OUT_OF_HOST_MEMORY;
    if (!copy_devices(context, count, devices) ||
        !clbi_icd_properties_copy(properties, sizeof *properties, &copy, &context->property_count)) {
        clbi_icd_object_discard(&context->object);
        return CL_OUT_OF_HOST_MEMORY;
    }
    context->properties = copy;
    *result = context;
    return CL_SUCCESS;
}

cl_context CL_API_CALL clbi_clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                                            const cl_device_id *devices,
                                            void(CL_CALLBACK *pfn_notify)(const char *errinfo, const void *private_info,
                                                                          size_t cb, void *user_data),
                                            void *user_data, cl_int *errcode_ret)
{
    cl_context context = NULL;
    cl_int code = check_properties(properties);
    if (code == CL_SUCCESS && (!devices || num_devices == 0 || (!pfn_notify && user_data))) code = CL_INVALID_VALUE;
    for (cl_uint i = 0; code == CL_SUCCESS && i < num_devices; i++)
        if (!clbi_icd_object_valid(devices[i], ICD_DEVICE)) code = CL_INVALID_DEVICE;
    if (code == CL_SUCCESS) code = create(properties, num_devices, devices, &context);
    clbi_icd_code(errcode_ret, code);
    return context;
}

cl_context CL_API_CALL clbi_clCreateContextFromType(const cl_context_properties *properties, cl_device_type device_type,
                                                    void(CL_CALLBACK *pfn_notify)(const char *errinfo,
                                                                                  const void *private_info, size_t cb,
                                                                                  void *user_data),
                                                    void *user_data, cl_int *errcode_ret)
{
    cl_context context = NULL;
    cl_device_id device = NULL;
    cl_int code = check_properties(properties);
    if (code == CL_SUCCESS && !pfn_notify && user_data) code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS) code = clbi_clGetDeviceIDs(clbi_icd_platform(), device_type, 1, &device, NULL);
    if (code == CL_SUCCESS) code = create(properties, 1, &device, &context);
    clbi_icd_code(errcode_ret, code);
    return context;
}

cl_int CL_API_CALL clbi_clRetainContext(cl_context context)
{
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    clbi_icd_object_retain(&context->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clReleaseContext(cl_context context)
{
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    clbi_icd_object_release(&context->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clGetContextInfo(cl_context context, cl_context_info param_name, size_t room, void *value,
                                         size_t *size_ret)
{
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    const cl_uint references = atomic_load(&context->object.references);
    switch (param_name) {
    case CL_CONTEXT_REFERENCE_COUNT: return clbi_icd_answer(room, value, size_ret, &references, sizeof references);
    case CL_CONTEXT_NUM_DEVICES:
        return clbi_icd_answer(room, value, size_ret, &context->device_count, sizeof context->device_count);
    case CL_CONTEXT_DEVICES:
        return clbi_icd_answer(room, value, size_ret, context->devices, context->device_count * sizeof(cl_device_id));
    case CL_CONTEXT_PROPERTIES:
        return clbi_icd_answer(room, value, size_ret, context->properties,
                               context->property_count * sizeof *context->properties);
    default: return CL_INVALID_VALUE;
    }
}

cl_int CL_API_CALL clbi_clSetContextDestructorCallback(
    cl_context context, void(CL_CALLBACK *pfn_notify)(cl_context context, void *user_data), void *user_data)
{
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    if (!pfn_notify) return CL_INVALID_VALUE;
    return clbi_icd_destructor_add(&context->destructors, (icd_notify *)pfn_notify, user_data) ? CL_SUCCESS
                                                                                               : CL_OUT_OF_HOST_MEMORY;
}
