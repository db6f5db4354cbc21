/* Buffers and sub-buffers. A buffer is memory of this process, so no data moves between host and device. A buffer over
 * the application's memory has no memory of its own. Knows flags and sizes; must not know commands.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/device.h"
#include "native/allocations.h"

#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

static void call_destructor(icd_notify *notify, icd_object *object, void *user_data)
{
    ((void(CL_CALLBACK *)(cl_mem, void *))notify)((cl_mem)(void *)object, user_data);
}

static void destroy_memory(icd_object *object)
{
    cl_mem memory = (cl_mem)(void *)object;
    clbi_icd_destructors_call(&memory->destructors, object, call_destructor);
    if (memory->owned) clbi_allocations_remove(clbi_icd_allocations(), memory->data);
    if (memory->owned) clbi_aligned_free(memory->data);
    while (memory->mappings) {
        icd_mapping *mapping = memory->mappings;
        memory->mappings = mapping->next;
        free(mapping);
    }
    free(memory->properties);
    if (memory->parent) clbi_icd_object_drop(&memory->parent->object);
    if (memory->context) clbi_icd_object_drop(&memory->context->object);
}

cl_mem clbi_icd_memory_new(cl_context context, cl_mem_object_type type, cl_mem_flags flags, size_t size)
{
    cl_mem memory = clbi_icd_object_new(ICD_MEMORY, sizeof *memory, destroy_memory);
    if (!memory) return NULL;
    memory->type = type;
    memory->flags = flags;
    memory->size = size;
    memory->context = context;
    clbi_icd_object_hold(&context->object);
    return memory;
}

/* ---- Flags ---------------------------------------------------------------------------------------------------------
 */

#define HOST_ACCESS (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)
#define HOST_POINTER (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)

static bool more_than_one(cl_mem_flags flags)
{
    return (flags & (flags - 1)) != 0;
}

cl_int clbi_icd_check_flags(cl_mem_flags flags)
{
    if (flags & ~(ICD_DEVICE_ACCESS | HOST_ACCESS | HOST_POINTER)) return CL_INVALID_VALUE;
    if (more_than_one(flags & ICD_DEVICE_ACCESS) || more_than_one(flags & HOST_ACCESS)) return CL_INVALID_VALUE;
    if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return CL_INVALID_VALUE;
    return CL_SUCCESS;
}

/* ---- Buffers -------------------------------------------------------------------------------------------------------
 */

uint64_t clbi_icd_largest_allocation(cl_context context)
{
    uint64_t largest = 0;
    for (cl_uint i = 0; i < context->device_count; i++) {
        const uint64_t size = clbi_icd_device_allocation(context->devices[i]);
        if (size > largest) largest = size;
    }
    return largest;
}

static cl_int create_buffer(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
                            void *host, cl_mem *result)
{
    void *copy = NULL;
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    if (properties && *properties) return CL_INVALID_PROPERTY;
    cl_int code = clbi_icd_check_flags(flags);
    if (code != CL_SUCCESS) return code;
    if (size == 0 || size > clbi_icd_largest_allocation(context)) return CL_INVALID_BUFFER_SIZE;
    if ((host != NULL) != ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0)) return CL_INVALID_HOST_PTR;
    if (!(flags & ICD_DEVICE_ACCESS)) flags |= CL_MEM_READ_WRITE;
    cl_mem memory = clbi_icd_memory_new(context, CL_MEM_OBJECT_BUFFER, flags, size);
    if (!memory) return CL_OUT_OF_HOST_MEMORY;
    code = CL_OUT_OF_HOST_MEMORY;
    if (!clbi_icd_properties_copy(properties, sizeof *properties, &copy, &memory->property_count)) goto failed;
    memory->properties = copy;
    if (flags & CL_MEM_USE_HOST_PTR) {
        memory->host = memory->data = host;
        const size_t shared = clbi_icd_svm_size(context, host);
        memory->shared = shared > 0;
        code = CL_INVALID_BUFFER_SIZE;
        if (shared > 0 && size > shared) goto failed;
    } else {
        code = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        memory->data = clbi_aligned_alloc(size);
        if (!memory->data) goto failed;
        memory->owned = true;
        if (host) memcpy(memory->data, host, size);
        clbi_allocations_add(clbi_icd_allocations(), memory->data, size, host != NULL);
    }
    *result = memory;
    return CL_SUCCESS;

failed:
    clbi_icd_object_discard(&memory->object);
    return code;
}

cl_mem CL_API_CALL clbi_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                                       cl_int *errcode_ret)
{
    cl_mem memory = NULL;
    clbi_icd_code(errcode_ret, create_buffer(context, NULL, flags, size, host_ptr, &memory));
    return memory;
}

cl_mem CL_API_CALL clbi_clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                                     cl_mem_flags flags, size_t size, void *host_ptr,
                                                     cl_int *errcode_ret)
{
    cl_mem memory = NULL;
    clbi_icd_code(errcode_ret, create_buffer(context, properties, flags, size, host_ptr, &memory));
    return memory;
}

cl_int clbi_icd_inherit_flags(cl_mem buffer, cl_mem_flags *flags)
{
    const cl_mem_flags given = *flags, whole = buffer->flags;
    if (clbi_icd_check_flags(given) != CL_SUCCESS || (given & HOST_POINTER)) return CL_INVALID_VALUE;
    if ((whole & CL_MEM_WRITE_ONLY) && (given & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY))) return CL_INVALID_VALUE;
    if ((whole & CL_MEM_READ_ONLY) && (given & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY))) return CL_INVALID_VALUE;
    if ((whole & CL_MEM_HOST_WRITE_ONLY) && (given & CL_MEM_HOST_READ_ONLY)) return CL_INVALID_VALUE;
    if ((whole & CL_MEM_HOST_READ_ONLY) && (given & CL_MEM_HOST_WRITE_ONLY)) return CL_INVALID_VALUE;
    if ((whole & CL_MEM_HOST_NO_ACCESS) && (given & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)))
        return CL_INVALID_VALUE;
    if (!(given & ICD_DEVICE_ACCESS)) *flags |= whole & ICD_DEVICE_ACCESS;
    if (!(given & HOST_ACCESS)) *flags |= whole & HOST_ACCESS;
    *flags |= whole & HOST_POINTER;
    return CL_SUCCESS;
}

static cl_int create_part(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
                          cl_mem *result)
{
    if (!clbi_icd_object_valid(buffer, ICD_MEMORY) || buffer->type != CL_MEM_OBJECT_BUFFER || buffer->parent)
        return CL_INVALID_MEM_OBJECT;
    const cl_int code = clbi_icd_inherit_flags(buffer, &flags);
    if (code != CL_SUCCESS) return code;
    if (type != CL_BUFFER_CREATE_TYPE_REGION || !info) return CL_INVALID_VALUE;
    const cl_buffer_region *region = info;
    if (region->size == 0) return CL_INVALID_BUFFER_SIZE;
    if (region->origin > buffer->size || region->size > buffer->size - region->origin) return CL_INVALID_VALUE;
    if (region->origin % ICD_ALIGNMENT != 0) return CL_MISALIGNED_SUB_BUFFER_OFFSET;
    cl_mem part = clbi_icd_memory_new(buffer->context, CL_MEM_OBJECT_BUFFER, flags, region->size);
    if (!part) return CL_OUT_OF_HOST_MEMORY;
    part->parent = buffer;
    clbi_icd_object_hold(&buffer->object);
    part->origin = region->origin;
    part->data = buffer->data + region->origin;
    part->host = buffer->host ? (char *)buffer->host + region->origin : NULL;
    part->shared = buffer->shared;
    *result = part;
    return CL_SUCCESS;
}

cl_mem CL_API_CALL clbi_clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type buffer_create_type,
                                          const void *buffer_create_info, cl_int *errcode_ret)
{
    cl_mem part = NULL;
    clbi_icd_code(errcode_ret, create_part(buffer, flags, buffer_create_type, buffer_create_info, &part));
    return part;
}

cl_int clbi_icd_check_buffer(cl_command_queue queue, cl_mem buffer)
{
    if (!clbi_icd_object_valid(buffer, ICD_MEMORY) || buffer->type != CL_MEM_OBJECT_BUFFER)
        return CL_INVALID_MEM_OBJECT;
    return buffer->context == queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

/* ---- Memory objects of any kind ------------------------------------------------------------------------------------
 */

cl_int CL_API_CALL clbi_clRetainMemObject(cl_mem memobj)
{
    if (!clbi_icd_object_valid(memobj, ICD_MEMORY)) return CL_INVALID_MEM_OBJECT;
    clbi_icd_object_retain(&memobj->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clReleaseMemObject(cl_mem memobj)
{
    if (!clbi_icd_object_valid(memobj, ICD_MEMORY)) return CL_INVALID_MEM_OBJECT;
    clbi_icd_object_release(&memobj->object);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clSetMemObjectDestructorCallback(cl_mem memobj,
                                                         void(CL_CALLBACK *pfn_notify)(cl_mem memobj, void *user_data),
                                                         void *user_data)
{
    if (!clbi_icd_object_valid(memobj, ICD_MEMORY)) return CL_INVALID_MEM_OBJECT;
    if (!pfn_notify) return CL_INVALID_VALUE;
    return clbi_icd_destructor_add(&memobj->destructors, (icd_notify *)pfn_notify, user_data) ? CL_SUCCESS
                                                                                              : CL_OUT_OF_HOST_MEMORY;
}

cl_int CL_API_CALL clbi_clGetMemObjectInfo(cl_mem memory, cl_mem_info param_name, size_t room, void *value,
                                           size_t *size_ret)
{
    if (!clbi_icd_object_valid(memory, ICD_MEMORY)) return CL_INVALID_MEM_OBJECT;
    const cl_uint references = atomic_load(&memory->object.references);
    const cl_bool shared = memory->shared;
    switch (param_name) {
    case CL_MEM_TYPE: return clbi_icd_answer(room, value, size_ret, &memory->type, sizeof memory->type);
    case CL_MEM_FLAGS: return clbi_icd_answer(room, value, size_ret, &memory->flags, sizeof memory->flags);
    case CL_MEM_SIZE: return clbi_icd_answer(room, value, size_ret, &memory->size, sizeof memory->size);
    case CL_MEM_HOST_PTR: return clbi_icd_answer(room, value, size_ret, &memory->host, sizeof memory->host);
    case CL_MEM_MAP_COUNT: {
        clbi_icd_lock();
        const cl_uint maps = memory->map_count;
        clbi_icd_unlock();
        return clbi_icd_answer(room, value, size_ret, &maps, sizeof maps);
    }
    case CL_MEM_REFERENCE_COUNT: return clbi_icd_answer(room, value, size_ret, &references, sizeof references);
    case CL_MEM_CONTEXT: return clbi_icd_answer(room, value, size_ret, &memory->context, sizeof memory->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return clbi_icd_answer(room, value, size_ret, &memory->parent, sizeof memory->parent);
    case CL_MEM_OFFSET: return clbi_icd_answer(room, value, size_ret, &memory->origin, sizeof memory->origin);
    case CL_MEM_USES_SVM_POINTER: return clbi_icd_answer(room, value, size_ret, &shared, sizeof shared);
    case CL_MEM_PROPERTIES:
        return clbi_icd_answer(room, value, size_ret, memory->properties,
                               memory->property_count * sizeof *memory->properties);
    default: return CL_INVALID_VALUE;
    }
}
