/* Commands on buffers: read, write, copy, fill, the same for boxes, map, unmap, migrate. Each copies memory within this
 * process, or does nothing. Knows offsets and pitches; must not know which thread runs a command.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/device.h"
#include "image/layout.h"
#include "native/allocations.h"

#include <stdlib.h>
#include <string.h>

/* ---- Work of the commands ------------------------------------------------------------------------------------------
 */

bool clbi_icd_keep_memory(icd_command *command)
{
    for (int i = 0; i < 2; i++)
        if (command->memory[i]) clbi_icd_object_hold(&command->memory[i]->object);
    return true;
}

void clbi_icd_drop_memory(icd_command *command)
{
    for (int i = 0; i < 2; i++)
        if (command->memory[i]) clbi_icd_object_drop(&command->memory[i]->object);
}

static cl_int run_move(const icd_command *command, cl_command_queue queue)
{
    (void)queue;
    if (command->to != command->from) memmove(command->to, command->from, command->size);
    clbi_allocations_copy(clbi_icd_allocations(), command->to, command->from, command->size);
    return CL_SUCCESS;
}

static void note_box(const icd_command *command)
{
    for (size_t plane = 0; plane < command->region[2]; plane++)
        for (size_t row = 0; row < command->region[1]; row++)
            clbi_allocations_copy(
                clbi_icd_allocations(), (char *)command->to + row * command->to_pitch[0] + plane * command->to_pitch[1],
                (const char *)command->from + row * command->from_pitch[0] + plane * command->from_pitch[1],
                command->region[0]);
}

/* The host writes what it has mapped for that. */
static cl_int run_map(const icd_command *command, cl_command_queue queue)
{
    (void)queue;
    clbi_allocations_write(clbi_icd_allocations(), command->to, command->size);
    return CL_SUCCESS;
}

cl_int clbi_icd_run_box(const icd_command *command, cl_command_queue queue)
{
    (void)queue;
    clbi_box_move(command->to, command->to_pitch, command->from, command->from_pitch, command->region);
    if (clbi_icd_allocations()) note_box(command);
    return CL_SUCCESS;
}

/* Writes the pattern once, then doubles the filled part with each copy. */
static cl_int run_fill(const icd_command *command, cl_command_queue queue)
{
    (void)queue;
    char *to = command->to;
    size_t done = command->count;
    memcpy(to, command->pattern, done);
    while (done < command->size) {
        const size_t step = done < command->size - done ? done : command->size - done;
        memcpy(to + done, to, step);
        done += step;
    }
    clbi_allocations_write(clbi_icd_allocations(), to, command->size);
    return CL_SUCCESS;
}

/* Assumes eight bytes per nanosecond. */
uint64_t clbi_icd_move_cost(size_t size)
{
    return 50 + size / 8;
}

/* ---- Checks --------------------------------------------------------------------------------------------------------
 */

/* CL_INVALID_VALUE: the part is empty, or not inside the buffer. */
static cl_int check_part(cl_mem buffer, size_t offset, size_t size)
{
    return size == 0 || offset > buffer->size || size > buffer->size - offset ? CL_INVALID_VALUE : CL_SUCCESS;
}

static cl_int check_queue_and_buffer(cl_command_queue queue, cl_mem buffer, cl_uint count, const cl_event *list)
{
    if (!clbi_icd_object_valid(queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    const cl_int code = clbi_icd_check_buffer(queue, buffer);
    return code != CL_SUCCESS ? code : clbi_icd_check_wait_list(queue->context, count, list);
}

/* A box in memory. */
typedef struct box {
    size_t start;    /* bytes from the start of the memory */
    size_t end;      /* bytes from there to the end of the box's last row */
    size_t pitch[2]; /* bytes from row to row, from slice to slice */
} box;

/* Sets *result to a * b + c. False: that is no size_t. */
static bool multiply_add(size_t a, size_t b, size_t c, size_t *result)
{
    if (b != 0 && a > (SIZE_MAX - c) / b) return false;
    *result = a * b + c;
    return true;
}

static cl_int make_box(const size_t *origin, const size_t *region, size_t row, size_t slice, box *b)
{
    size_t min_slice = 0, last;
    if (!origin || !region || region[0] == 0 || region[1] == 0 || region[2] == 0) return CL_INVALID_VALUE;
    if (row == 0) row = region[0];
    if (row < region[0] || !multiply_add(region[1], row, 0, &min_slice)) return CL_INVALID_VALUE;
    if (slice == 0) slice = min_slice;
    if (slice < min_slice || slice % row != 0) return CL_INVALID_VALUE;
    b->pitch[0] = row;
    b->pitch[1] = slice;
    if (!multiply_add(origin[2], slice, origin[0], &b->start) || !multiply_add(origin[1], row, b->start, &b->start) ||
        !multiply_add(region[2] - 1, slice, b->start, &last) || !multiply_add(region[1] - 1, row, last, &last) ||
        region[0] > SIZE_MAX - last)
        return CL_INVALID_VALUE;
    b->end = last + region[0];
    return CL_SUCCESS;
}

/* The buffer that has the memory: of a sub-buffer, its parent. */
static cl_mem whole_of(cl_mem buffer)
{
    return buffer->parent ? buffer->parent : buffer;
}

/* ---- Read and write ------------------------------------------------------------------------------------------------
 */

/* A part of a buffer, and memory of the application: the target of a read, the source of a write. */
typedef struct transfer {
    cl_mem buffer;
    size_t offset, size; /* bytes */
    void *to;            /* of a read, otherwise NULL */
    const void *from;    /* of a write, otherwise NULL */
} transfer;

static cl_int read_or_write(const icd_submission *s, cl_command_type type, const transfer *t)
{
    const bool reads = type == CL_COMMAND_READ_BUFFER;
    const cl_mem buffer = t->buffer;
    cl_int code = check_queue_and_buffer(s->queue, buffer, s->wait_count, s->wait_list);
    if (code == CL_SUCCESS) code = check_part(buffer, t->offset, t->size);
    if (code == CL_SUCCESS && !t->to && !t->from) code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS && (buffer->flags & (reads ? ICD_HOST_CANNOT_READ : ICD_HOST_CANNOT_WRITE)))
        code = CL_INVALID_OPERATION;
    if (code != CL_SUCCESS) return code;
    const icd_command command = {.type = type,
                                 .cost = clbi_icd_move_cost(t->size),
                                 .run = run_move,
                                 .keep = clbi_icd_keep_memory,
                                 .drop = clbi_icd_drop_memory,
                                 .memory = {buffer, NULL},
                                 .to = reads ? t->to : buffer->data + t->offset,
                                 .from = reads ? buffer->data + t->offset : t->from,
                                 .size = t->size};
    return clbi_icd_submit(s, &command);
}

cl_int CL_API_CALL clbi_clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                                            size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list,
                                            const cl_event *event_wait_list, cl_event *event)
{
    const icd_submission s = {command_queue, blocking_read, num_events_in_wait_list, event_wait_list, event};
    return read_or_write(&s, CL_COMMAND_READ_BUFFER,
                         &(transfer){.buffer = buffer, .offset = offset, .size = size, .to = ptr});
}

cl_int CL_API_CALL clbi_clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                                             size_t offset, size_t size, const void *ptr,
                                             cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                             cl_event *event)
{
    const icd_submission s = {command_queue, blocking_write, num_events_in_wait_list, event_wait_list, event};
    return read_or_write(&s, CL_COMMAND_WRITE_BUFFER,
                         &(transfer){.buffer = buffer, .offset = offset, .size = size, .from = ptr});
}

/* Copies a region between two boxes. command: its type, memory objects, and `to` and `from` where the memory of each
 * box begins, to which the starts of the boxes are added. */
static cl_int enqueue_box(const icd_submission *s, icd_command *command, const box *to, const box *from,
                          const size_t *region)
{
    command->run = clbi_icd_run_box;
    command->keep = clbi_icd_keep_memory;
    command->drop = clbi_icd_drop_memory;
    command->to = (char *)command->to + to->start;
    command->from = (const char *)command->from + from->start;
    memcpy(command->region, region, sizeof command->region);
    memcpy(command->to_pitch, to->pitch, sizeof command->to_pitch);
    memcpy(command->from_pitch, from->pitch, sizeof command->from_pitch);
    command->cost = clbi_icd_move_cost(region[0] * region[1] * region[2]) + 10 * region[1] * region[2];
    return clbi_icd_submit(s, command);
}

cl_int CL_API_CALL clbi_clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                                                const size_t *buffer_offset, const size_t *host_offset,
                                                const size_t *region, size_t buffer_row_pitch,
                                                size_t buffer_slice_pitch, size_t host_row_pitch,
                                                size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event)
{
    box inside = {0}, outside = {0};
    cl_int code = check_queue_and_buffer(command_queue, buffer, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS) code = make_box(buffer_offset, region, buffer_row_pitch, buffer_slice_pitch, &inside);
    if (code == CL_SUCCESS) code = make_box(host_offset, region, host_row_pitch, host_slice_pitch, &outside);
    if (code == CL_SUCCESS && (!ptr || inside.end > buffer->size)) code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS && (buffer->flags & ICD_HOST_CANNOT_READ)) code = CL_INVALID_OPERATION;
    if (code != CL_SUCCESS) return code;
    const icd_submission s = {command_queue, blocking_read, num_events_in_wait_list, event_wait_list, event};
    icd_command command = {
        .type = CL_COMMAND_READ_BUFFER_RECT, .memory = {buffer, NULL}, .to = ptr, .from = buffer->data};
    return enqueue_box(&s, &command, &outside, &inside, region);
}

cl_int CL_API_CALL clbi_clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                                                 const size_t *buffer_offset, const size_t *host_offset,
                                                 const size_t *region, size_t buffer_row_pitch,
                                                 size_t buffer_slice_pitch, size_t host_row_pitch,
                                                 size_t host_slice_pitch, const void *ptr,
                                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                 cl_event *event)
{
    box inside = {0}, outside = {0};
    cl_int code = check_queue_and_buffer(command_queue, buffer, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS) code = make_box(buffer_offset, region, buffer_row_pitch, buffer_slice_pitch, &inside);
    if (code == CL_SUCCESS) code = make_box(host_offset, region, host_row_pitch, host_slice_pitch, &outside);
    if (code == CL_SUCCESS && (!ptr || inside.end > buffer->size)) code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS && (buffer->flags & ICD_HOST_CANNOT_WRITE)) code = CL_INVALID_OPERATION;
    if (code != CL_SUCCESS) return code;
    const icd_submission s = {command_queue, blocking_write, num_events_in_wait_list, event_wait_list, event};
    icd_command command = {
        .type = CL_COMMAND_WRITE_BUFFER_RECT, .memory = {buffer, NULL}, .to = buffer->data, .from = ptr};
    return enqueue_box(&s, &command, &inside, &outside, region);
}

/* ---- Copy and fill -------------------------------------------------------------------------------------------------
 */

cl_int CL_API_CALL clbi_clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                                            size_t src_offset, size_t dst_offset, size_t size,
                                            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                            cl_event *event)
{
    cl_int code = check_queue_and_buffer(command_queue, src_buffer, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS) code = clbi_icd_check_buffer(command_queue, dst_buffer);
    if (code == CL_SUCCESS) code = check_part(src_buffer, src_offset, size);
    if (code == CL_SUCCESS) code = check_part(dst_buffer, dst_offset, size);
    if (code != CL_SUCCESS) return code;
    if (whole_of(src_buffer) == whole_of(dst_buffer)) {
        const size_t from = src_buffer->origin + src_offset, to = dst_buffer->origin + dst_offset;
        if ((from > to ? from - to : to - from) < size) return CL_MEM_COPY_OVERLAP;
    }
    const icd_command command = {.type = CL_COMMAND_COPY_BUFFER,
                                 .cost = clbi_icd_move_cost(size),
                                 .run = run_move,
                                 .keep = clbi_icd_keep_memory,
                                 .drop = clbi_icd_drop_memory,
                                 .memory = {src_buffer, dst_buffer},
                                 .to = dst_buffer->data + dst_offset,
                                 .from = src_buffer->data + src_offset,
                                 .size = size};
    return clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, false, event);
}

cl_int CL_API_CALL clbi_clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                                                const size_t *src_origin, const size_t *dst_origin,
                                                const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
                                                size_t dst_row_pitch, size_t dst_slice_pitch,
                                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                cl_event *event)
{
    box source = {0}, target = {0};
    cl_int code = check_queue_and_buffer(command_queue, src_buffer, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS) code = clbi_icd_check_buffer(command_queue, dst_buffer);
    if (code == CL_SUCCESS) code = make_box(src_origin, region, src_row_pitch, src_slice_pitch, &source);
    if (code == CL_SUCCESS) code = make_box(dst_origin, region, dst_row_pitch, dst_slice_pitch, &target);
    if (code == CL_SUCCESS && (source.end > src_buffer->size || target.end > dst_buffer->size)) code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS && src_buffer == dst_buffer && memcmp(source.pitch, target.pitch, sizeof source.pitch) != 0)
        code = CL_INVALID_VALUE;
    if (code != CL_SUCCESS) return code;
    if (whole_of(src_buffer) == whole_of(dst_buffer)) {
        const size_t from = src_buffer->origin + source.start, to = dst_buffer->origin + target.start;
        const bool alike = memcmp(source.pitch, target.pitch, sizeof source.pitch) == 0;
        const size_t end_from = src_buffer->origin + source.end, end_to = dst_buffer->origin + target.end;
        if (alike ? clbi_box_overlaps(from > to ? from - to : to - from, region, source.pitch)
                  : from < end_to && to < end_from)
            return CL_MEM_COPY_OVERLAP;
    }
    const icd_submission s = {command_queue, CL_FALSE, num_events_in_wait_list, event_wait_list, event};
    icd_command command = {.type = CL_COMMAND_COPY_BUFFER_RECT,
                           .memory = {src_buffer, dst_buffer},
                           .to = dst_buffer->data,
                           .from = src_buffer->data};
    return enqueue_box(&s, &command, &target, &source, region);
}

/* Whether it is the size of a scalar or vector type. */
static bool is_pattern_size(size_t size)
{
    return size > 0 && size <= 128 && (size & (size - 1)) == 0;
}

cl_int CL_API_CALL clbi_clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                                            size_t pattern_size, size_t offset, size_t size,
                                            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                            cl_event *event)
{
    cl_int code = check_queue_and_buffer(command_queue, buffer, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS) code = check_part(buffer, offset, size);
    if (code == CL_SUCCESS &&
        (!pattern || !is_pattern_size(pattern_size) || offset % pattern_size != 0 || size % pattern_size != 0))
        code = CL_INVALID_VALUE;
    if (code != CL_SUCCESS) return code;
    icd_command command = {.type = CL_COMMAND_FILL_BUFFER,
                           .cost = clbi_icd_move_cost(size),
                           .run = run_fill,
                           .keep = clbi_icd_keep_memory,
                           .drop = clbi_icd_drop_memory,
                           .memory = {buffer, NULL},
                           .to = buffer->data + offset,
                           .size = size,
                           .count = pattern_size};
    memcpy(command.pattern, pattern, pattern_size);
    return clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, false, event);
}

/* ---- Map and unmap -------------------------------------------------------------------------------------------------
 */

bool clbi_icd_mapping_add(cl_mem memory, void *address)
{
    icd_mapping *mapping = malloc(sizeof *mapping);
    if (!mapping) return false;
    mapping->address = address;
    clbi_icd_lock();
    mapping->next = memory->mappings;
    memory->mappings = mapping;
    memory->map_count++;
    clbi_icd_unlock();
    return true;
}

bool clbi_icd_mapping_remove(cl_mem memory, const void *address)
{
    clbi_icd_lock();
    icd_mapping **at = &memory->mappings;
    while (*at && (*at)->address != address) at = &(*at)->next;
    icd_mapping *mapping = *at;
    if (mapping) {
        *at = mapping->next;
        memory->map_count--;
    }
    clbi_icd_unlock();
    free(mapping);
    return mapping != NULL;
}

cl_int clbi_icd_check_map(cl_mem memory, cl_map_flags flags)
{
    const cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    if ((flags & ~known) || ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE))))
        return CL_INVALID_VALUE;
    const bool reads = (flags & CL_MAP_READ) && (memory->flags & ICD_HOST_CANNOT_READ);
    const bool writes = (flags & ~(cl_map_flags)CL_MAP_READ) && (memory->flags & ICD_HOST_CANNOT_WRITE);
    return reads || writes ? CL_INVALID_OPERATION : CL_SUCCESS;
}

void *CL_API_CALL clbi_clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                                          cl_map_flags map_flags, size_t offset, size_t size,
                                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                          cl_event *event, cl_int *errcode_ret)
{
    void *address = NULL;
    cl_int code = check_queue_and_buffer(command_queue, buffer, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS) code = check_part(buffer, offset, size);
    if (code == CL_SUCCESS) code = clbi_icd_check_map(buffer, map_flags);
    if (code == CL_SUCCESS && !clbi_icd_mapping_add(buffer, buffer->data + offset)) code = CL_OUT_OF_HOST_MEMORY;
    if (code == CL_SUCCESS) {
        const bool writes = map_flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
        const icd_command command = {.type = CL_COMMAND_MAP_BUFFER,
                                     .run = writes && clbi_icd_allocations() ? run_map : NULL,
                                     .to = buffer->data + offset,
                                     .size = size,
                                     .keep = clbi_icd_keep_memory,
                                     .drop = clbi_icd_drop_memory,
                                     .memory = {buffer, NULL}};
        code = clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, blocking_map, event);
        if (code == CL_SUCCESS) address = buffer->data + offset;
        else (void)clbi_icd_mapping_remove(buffer, buffer->data + offset);
    }
    clbi_icd_code(errcode_ret, code);
    return address;
}

cl_int CL_API_CALL clbi_clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                                                cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                cl_event *event)
{
    if (!clbi_icd_object_valid(command_queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    if (!clbi_icd_object_valid(memobj, ICD_MEMORY)) return CL_INVALID_MEM_OBJECT;
    if (memobj->context != command_queue->context) return CL_INVALID_CONTEXT;
    cl_int code = clbi_icd_check_wait_list(command_queue->context, num_events_in_wait_list, event_wait_list);
    if (code == CL_SUCCESS && !clbi_icd_mapping_remove(memobj, mapped_ptr)) code = CL_INVALID_VALUE;
    if (code != CL_SUCCESS) return code;
    const icd_command command = {.type = CL_COMMAND_UNMAP_MEM_OBJECT,
                                 .keep = clbi_icd_keep_memory,
                                 .drop = clbi_icd_drop_memory,
                                 .memory = {memobj, NULL}};
    code = clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, false, event);
    if (code != CL_SUCCESS)
        (void)clbi_icd_mapping_add(memobj, mapped_ptr); /* it stays mapped; without memory it is not counted */
    return code;
}

/* Nothing moves: every device and the host share all memory. */
cl_int CL_API_CALL clbi_clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                                   const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event)
{
    if (!clbi_icd_object_valid(command_queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    if (num_mem_objects == 0 || !mem_objects) return CL_INVALID_VALUE;
    if (flags & ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_mem_objects; i++) {
        if (!clbi_icd_object_valid(mem_objects[i], ICD_MEMORY)) return CL_INVALID_MEM_OBJECT;
        if (mem_objects[i]->context != command_queue->context) return CL_INVALID_CONTEXT;
    }
    const cl_int code = clbi_icd_check_wait_list(command_queue->context, num_events_in_wait_list, event_wait_list);
    if (code != CL_SUCCESS) return code;
    const icd_command command = {.type = CL_COMMAND_MIGRATE_MEM_OBJECTS};
    return clbi_icd_enqueue(command_queue, &command, num_events_in_wait_list, event_wait_list, false, event);
}
