/* Shared virtual memory. Kernels share all memory of the process, so an area is ordinary memory, and maps and
 * migrations move nothing. Knows areas and their commands; must not know memory objects.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/device.h"
#include "native/allocations.h"

#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

/* An allocation of clSVMAlloc. */
typedef struct icd_area {
    struct icd_area *next;
    char *memory; /* the block to free */
    char *start;  /* the application's pointer */
    size_t size;
} icd_area;

size_t clbi_icd_svm_size(cl_context context, const void *address)
{
    size_t size = 0;
    const uintptr_t at = (uintptr_t)address;
    clbi_icd_lock();
    for (const icd_area *area = context->areas; area && size == 0; area = area->next) {
        const uintptr_t start = (uintptr_t)area->start;
        if (at >= start && at - start < area->size) size = area->size - (at - start);
    }
    clbi_icd_unlock();
    return size;
}

void clbi_icd_svm_clear(cl_context context)
{
    while (context->areas) {
        icd_area *area = context->areas;
        context->areas = area->next;
        clbi_allocations_remove(clbi_icd_allocations(), area->start);
        clbi_aligned_free(area->memory);
        free(area);
    }
}

void *CL_API_CALL clbi_clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    const cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    const cl_svm_mem_flags given = flags & access;
    if (!clbi_icd_object_valid(context, ICD_CONTEXT) || (flags & ~(access | CL_MEM_SVM_FINE_GRAIN_BUFFER)) ||
        (given & (given - 1)) || size == 0 || size > clbi_icd_device_allocation(context->devices[0]) ||
        (alignment & (alignment - 1)) || alignment > ICD_ALIGNMENT)
        return NULL;
    clbi_allocations *allocations = clbi_icd_allocations();
    const size_t zone = allocations ? CLBI_RED_ZONE : 0;
    icd_area *area = malloc(sizeof *area);
    char *memory = area && size <= SIZE_MAX - 2 * zone ? clbi_aligned_alloc(size + 2 * zone) : NULL;
    if (!memory) {
        free(area);
        return NULL;
    }
    *area = (icd_area){.memory = memory, .start = memory + zone, .size = size};
    /* The host may write to memory of fine grain at any time. */
    clbi_allocations_add(allocations, area->start, size, (flags & CL_MEM_SVM_FINE_GRAIN_BUFFER) != 0);
    clbi_icd_lock();
    area->next = context->areas;
    context->areas = area;
    clbi_icd_unlock();
    return memory + zone;
}

void CL_API_CALL clbi_clSVMFree(cl_context context, void *svm_pointer)
{
    if (!svm_pointer || !clbi_icd_object_valid(context, ICD_CONTEXT)) return;
    clbi_icd_lock();
    icd_area **at = &context->areas;
    while (*at && (*at)->start != svm_pointer) at = &(*at)->next;
    icd_area *area = *at;
    if (area) *at = area->next;
    clbi_icd_unlock();
    if (!area) return;
    clbi_allocations_remove(clbi_icd_allocations(), area->start);
    clbi_aligned_free(area->memory);
    free(area);
}

/* ---- Commands ------------------------------------------------------------------------------------------------------
 */

static cl_int check_queue(cl_command_queue queue, cl_uint count, const cl_event *list)
{
    if (!clbi_icd_object_valid(queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    return clbi_icd_check_wait_list(queue->context, count, list);
}

/* In the command, `extra` is the list of pointers, `count` its length, and `to` the application's user_data. */
static cl_int run_free(const icd_command *command, cl_command_queue queue)
{
    void **pointers = command->extra;
    if (command->svm_free) {
        command->svm_free(queue, (cl_uint)command->count, pointers, command->to);
        return CL_SUCCESS;
    }
    for (size_t i = 0; i < command->count; i++) clbi_clSVMFree(queue->context, pointers[i]);
    return CL_SUCCESS;
}

static bool keep_pointers(icd_command *command)
{
    const size_t size = command->count * sizeof(void *);
    void *copy = malloc(size + 1);
    if (!copy) return false;
    if (size > 0) memcpy(copy, command->extra, size);
    command->extra = copy;
    return true;
}

static void drop_pointers(icd_command *command)
{
    free(command->extra);
}

cl_int CL_API_CALL clbi_clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void *svm_pointers[],
                                         void(CL_CALLBACK *pfn_free_func)(cl_command_queue queue,
                                                                          cl_uint num_svm_pointers,
                                                                          void *svm_pointers[], void *user_data),
                                         void *user_data, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event)
{
    cl_int code = check_queue(command_queue, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS && (num_svm_pointers == 0) != (svm_pointers == NULL)) code = CL_INVALID_VALUE;
    for (cl_uint i = 0; code == CL_SUCCESS && i < num_svm_pointers; i++)
        if (!svm_pointers[i]) code = CL_INVALID_VALUE;
    if (code != CL_SUCCESS) return code;
    /* Its cost is unknown on purpose: the application's function must not run inside of this call. */
    const icd_command command = {.type = CL_COMMAND_SVM_FREE,
                                 .cost = UINT64_MAX,
                                 .run = run_free,
                                 .keep = keep_pointers,
                                 .drop = drop_pointers,
                                 .extra = svm_pointers,
                                 .count = num_svm_pointers,
                                 .to = user_data,
                                 .svm_free = pfn_free_func};
    return clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, false, event);
}

static cl_int run_copy(const icd_command *command, cl_command_queue queue)
{
    (void)queue;
    memmove(command->to, command->from, command->size);
    clbi_allocations_copy(clbi_icd_allocations(), command->to, command->from, command->size);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
                                           const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event)
{
    cl_int code = check_queue(command_queue, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS && size > 0 && (!dst_ptr || !src_ptr)) code = CL_INVALID_VALUE;
    if (code != CL_SUCCESS) return code;
    const uintptr_t to = (uintptr_t)dst_ptr, from = (uintptr_t)src_ptr;
    if ((to > from ? to - from : from - to) < size) return CL_MEM_COPY_OVERLAP;
    const icd_command command = {.type = CL_COMMAND_SVM_MEMCPY,
                                 .cost = size / 8,
                                 .run = size > 0 ? run_copy : NULL,
                                 .to = dst_ptr,
                                 .from = src_ptr,
                                 .size = size};
    return clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, blocking_copy, event);
}

static cl_int run_fill(const icd_command *command, cl_command_queue queue)
{
    (void)queue;
    for (size_t i = 0; i < command->size; i += command->count)
        memcpy((char *)command->to + i, command->pattern, command->count);
    clbi_allocations_write(clbi_icd_allocations(), command->to, command->size);
    return CL_SUCCESS;
}

/* Memory that the host maps to write it. */
static cl_int run_map_area(const icd_command *command, cl_command_queue queue)
{
    (void)queue;
    clbi_allocations_write(clbi_icd_allocations(), command->to, command->size);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern,
                                            size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                                            const cl_event *event_wait_list, cl_event *event)
{
    cl_int code = check_queue(command_queue, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS &&
        (!svm_ptr || !pattern || pattern_size == 0 || pattern_size > 128 || (pattern_size & (pattern_size - 1)) ||
         size % pattern_size != 0 || (uintptr_t)svm_ptr % pattern_size != 0))
        code = CL_INVALID_VALUE;
    if (code != CL_SUCCESS) return code;
    icd_command command = {.type = CL_COMMAND_SVM_MEMFILL,
                           .cost = size / 8,
                           .run = run_fill,
                           .to = svm_ptr,
                           .size = size,
                           .count = pattern_size};
    memcpy(command.pattern, pattern, pattern_size);
    return clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, false, event);
}

cl_int CL_API_CALL clbi_clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                                        void *svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                                        const cl_event *event_wait_list, cl_event *event)
{
    const cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    cl_int code = check_queue(command_queue, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS && (!svm_ptr || size == 0 || (flags & ~known) ||
                               ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE)))))
        code = CL_INVALID_VALUE;
    if (code != CL_SUCCESS) return code;
    const bool writes = (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) && clbi_icd_allocations();
    const icd_command command = {
        .type = CL_COMMAND_SVM_MAP, .run = writes ? run_map_area : NULL, .to = svm_ptr, .size = size};
    return clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, blocking_map, event);
}

cl_int CL_API_CALL clbi_clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event)
{
    cl_int code = check_queue(command_queue, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS && !svm_ptr) code = CL_INVALID_VALUE;
    if (code != CL_SUCCESS) return code;
    const icd_command command = {.type = CL_COMMAND_SVM_UNMAP};
    return clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, false, event);
}

cl_int CL_API_CALL clbi_clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                               const void **svm_pointers, const size_t *sizes,
                                               cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                               const cl_event *event_wait_list, cl_event *event)
{
    cl_int code = check_queue(command_queue, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS &&
        (num_svm_pointers == 0 || !svm_pointers ||
         (flags & ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))))
        code = CL_INVALID_VALUE;
    for (cl_uint i = 0; code == CL_SUCCESS && i < num_svm_pointers; i++) {
        const size_t left = svm_pointers[i] ? clbi_icd_svm_size(command_queue->context, svm_pointers[i]) : 0;
        if (left == 0 || (sizes && sizes[i] > left)) code = CL_INVALID_VALUE;
    }
    if (code != CL_SUCCESS) return code;
    const icd_command command = {.type = CL_COMMAND_SVM_MIGRATE_MEM};
    return clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, false, event);
}
