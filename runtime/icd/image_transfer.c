/* Commands on images: read, write, copy, fill, copies to and from buffers, map. Each copies a box of memory within this
 * process, or does nothing. Knows pitches and parts of images; must not know how pixels are converted.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/image.h"

#include <string.h>

static cl_int check_image(cl_command_queue queue, cl_mem image)
{
    if (!clbi_icd_object_valid(queue, ICD_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    if (!clbi_icd_object_valid(image, ICD_MEMORY) || !icd_is_image(image)) return CL_INVALID_MEM_OBJECT;
    return image->context == queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

/* CL_INVALID_VALUE: the part is not inside the image. */
static cl_int find_part(cl_mem image, const size_t *origin, const size_t *region, clbi_part *p)
{
    return origin && region && clbi_layout_part(&image->image, origin, region, p) ? CL_SUCCESS : CL_INVALID_VALUE;
}

static cl_int check_and_find(const icd_submission *s, cl_mem image, const size_t *origin, const size_t *region,
                             clbi_part *p)
{
    cl_int code = check_image(s->queue, image);
    if (code == CL_SUCCESS) code = clbi_icd_check_wait_list(s->queue->context, s->wait_count, s->wait_list);
    return code == CL_SUCCESS ? find_part(image, origin, region, p) : code;
}

static icd_command box_command(cl_command_type type, cl_mem first, cl_mem second, const clbi_part *box)
{
    icd_command command = {.type = type,
                           .run = clbi_icd_run_box,
                           .keep = clbi_icd_keep_memory,
                           .drop = clbi_icd_drop_memory,
                           .memory = {first, second}};
    const size_t rows = box->region[1] * box->region[2];
    memcpy(command.region, box->region, sizeof command.region);
    command.cost = clbi_icd_move_cost(box->region[0] * rows) + 10 * rows;
    return command;
}

/* ---- Read and write ------------------------------------------------------------------------------------------------
 */

/* A part of an image, and memory of the application: the target of a read, the source of a write. */
typedef struct image_access {
    cl_mem image;
    const size_t *origin, *region; /* pixels */
    size_t row_pitch, slice_pitch; /* of the application's memory, bytes; 0: without gaps */
    void *to;                      /* of a read, otherwise NULL */
    const void *from;              /* of a write, otherwise NULL */
} image_access;

static cl_int read_or_write(const icd_submission *s, cl_command_type type, const image_access *a)
{
    const bool reads = type == CL_COMMAND_READ_IMAGE;
    const cl_mem image = a->image;
    clbi_part p;
    size_t pitch[2];
    cl_int code = check_and_find(s, image, a->origin, a->region, &p);
    if (code == CL_SUCCESS &&
        (!clbi_layout_other_pitches(&image->image, &p, a->row_pitch, a->slice_pitch, pitch) || (!a->to && !a->from)))
        code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS && (image->flags & (reads ? ICD_HOST_CANNOT_READ : ICD_HOST_CANNOT_WRITE)))
        code = CL_INVALID_OPERATION;
    if (code != CL_SUCCESS) return code;
    icd_command command = box_command(type, image, NULL, &p);
    command.to = reads ? a->to : p.start;
    command.from = reads ? p.start : a->from;
    memcpy(reads ? command.to_pitch : command.from_pitch, pitch, sizeof pitch);
    memcpy(reads ? command.from_pitch : command.to_pitch, p.pitch, sizeof pitch);
    return clbi_icd_submit(s, &command);
}

cl_int CL_API_CALL clbi_clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                                           const size_t *origin, const size_t *region, size_t row_pitch,
                                           size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event)
{
    const icd_submission s = {command_queue, blocking_read, num_events_in_wait_list, event_wait_list, event};
    return read_or_write(&s, CL_COMMAND_READ_IMAGE,
                         &(image_access){image, origin, region, row_pitch, slice_pitch, ptr, NULL});
}

cl_int CL_API_CALL clbi_clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                                            const size_t *origin, const size_t *region, size_t input_row_pitch,
                                            size_t input_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list,
                                            const cl_event *event_wait_list, cl_event *event)
{
    const icd_submission s = {command_queue, blocking_write, num_events_in_wait_list, event_wait_list, event};
    return read_or_write(&s, CL_COMMAND_WRITE_IMAGE,
                         &(image_access){image, origin, region, input_row_pitch, input_slice_pitch, NULL, ptr});
}

/* ---- Fill ----------------------------------------------------------------------------------------------------------
 */

static cl_int run_fill(const icd_command *command, cl_command_queue queue)
{
    (void)queue;
    clbi_box_fill(command->to, command->to_pitch, command->region, command->pattern, command->count);
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                                           const size_t *origin, const size_t *region, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event)
{
    const icd_submission s = {command_queue, CL_FALSE, num_events_in_wait_list, event_wait_list, event};
    clbi_part p;
    cl_int code = check_and_find(&s, image, origin, region, &p);
    if (code == CL_SUCCESS && !fill_color) code = CL_INVALID_VALUE;
    if (code != CL_SUCCESS) return code;
    icd_command command = box_command(CL_COMMAND_FILL_IMAGE, image, NULL, &p);
    command.run = run_fill;
    command.to = p.start;
    command.count = image->image.pixel_size;
    memcpy(command.to_pitch, p.pitch, sizeof p.pitch);
    clbi_format_encode(&image->image, fill_color, command.pattern);
    return clbi_icd_submit(&s, &command);
}

/* ---- Copy ----------------------------------------------------------------------------------------------------------
 */

cl_int CL_API_CALL clbi_clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                                           const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event)
{
    const icd_submission s = {command_queue, CL_FALSE, num_events_in_wait_list, event_wait_list, event};
    clbi_part source, target;
    cl_int code = check_and_find(&s, src_image, src_origin, region, &source);
    if (code == CL_SUCCESS) code = check_image(command_queue, dst_image);
    if (code == CL_SUCCESS && memcmp(&src_image->format, &dst_image->format, sizeof src_image->format) != 0)
        code = CL_IMAGE_FORMAT_MISMATCH;
    if (code == CL_SUCCESS) code = find_part(dst_image, dst_origin, region, &target);
    if (code != CL_SUCCESS) return code;
    if (src_image == dst_image) {
        const size_t distance =
            source.start > target.start ? (size_t)(source.start - target.start) : (size_t)(target.start - source.start);
        if (clbi_box_overlaps(distance, source.region, source.pitch)) return CL_MEM_COPY_OVERLAP;
    }
    icd_command command = box_command(CL_COMMAND_COPY_IMAGE, src_image, dst_image, &source);
    command.to = target.start;
    command.from = source.start;
    memcpy(command.to_pitch, target.pitch, sizeof target.pitch);
    memcpy(command.from_pitch, source.pitch, sizeof source.pitch);
    return clbi_icd_submit(&s, &command);
}

/* A part of an image, and the bytes of a buffer from an offset on, in which its rows follow each other without gaps. */
typedef struct buffer_copy {
    cl_mem image, buffer;
    const size_t *origin, *region; /* pixels */
    size_t offset;                 /* bytes */
} buffer_copy;

static cl_int copy_with_buffer(const icd_submission *s, cl_command_type type, const buffer_copy *copy)
{
    const bool to_buffer = type == CL_COMMAND_COPY_IMAGE_TO_BUFFER;
    const cl_mem image = copy->image, buffer = copy->buffer;
    const size_t offset = copy->offset;
    clbi_part p;
    cl_int code = check_and_find(s, image, copy->origin, copy->region, &p);
    if (code == CL_SUCCESS) code = clbi_icd_check_buffer(s->queue, buffer);
    if (code != CL_SUCCESS) return code;
    const size_t row = p.region[0], slice = row * p.region[1],
                 size = slice * p.region[2]; /* no larger than the image */
    if (offset > buffer->size || size > buffer->size - offset) return CL_INVALID_VALUE;
    const size_t pitch[2] = {row, slice};
    icd_command command = box_command(type, to_buffer ? image : buffer, to_buffer ? buffer : image, &p);
    command.to = to_buffer ? buffer->data + offset : p.start;
    command.from = to_buffer ? p.start : buffer->data + offset;
    memcpy(to_buffer ? command.to_pitch : command.from_pitch, pitch, sizeof pitch);
    memcpy(to_buffer ? command.from_pitch : command.to_pitch, p.pitch, sizeof pitch);
    return clbi_icd_submit(s, &command);
}

cl_int CL_API_CALL clbi_clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                                                   const size_t *src_origin, const size_t *region, size_t dst_offset,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event)
{
    const icd_submission s = {command_queue, CL_FALSE, num_events_in_wait_list, event_wait_list, event};
    return copy_with_buffer(&s, CL_COMMAND_COPY_IMAGE_TO_BUFFER,
                            &(buffer_copy){src_image, dst_buffer, src_origin, region, dst_offset});
}

cl_int CL_API_CALL clbi_clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image,
                                                   size_t src_offset, const size_t *dst_origin, const size_t *region,
                                                   cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                                   cl_event *event)
{
    const icd_submission s = {command_queue, CL_FALSE, num_events_in_wait_list, event_wait_list, event};
    return copy_with_buffer(&s, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                            &(buffer_copy){dst_image, src_buffer, dst_origin, region, src_offset});
}

/* ---- Map -----------------------------------------------------------------------------------------------------------
 */

void *CL_API_CALL clbi_clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                                         cl_map_flags map_flags, const size_t *origin, const size_t *region,
                                         size_t *image_row_pitch, size_t *image_slice_pitch,
                                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                         cl_event *event, cl_int *errcode_ret)
{
    const icd_submission s = {command_queue, blocking_map, num_events_in_wait_list, event_wait_list, event};
    clbi_part p;
    void *address = NULL;
    cl_int code = check_and_find(&s, image, origin, region, &p);
    const bool has_slices = code == CL_SUCCESS && (image->image.dimensions == 3 || image->image.array_size);
    if (code == CL_SUCCESS && (!image_row_pitch || (has_slices && !image_slice_pitch))) code = CL_INVALID_VALUE;
    if (code == CL_SUCCESS) code = clbi_icd_check_map(image, map_flags);
    if (code == CL_SUCCESS && !clbi_icd_mapping_add(image, p.start)) code = CL_OUT_OF_HOST_MEMORY;
    if (code == CL_SUCCESS) {
        const icd_command command = {.type = CL_COMMAND_MAP_IMAGE,
                                     .keep = clbi_icd_keep_memory,
                                     .drop = clbi_icd_drop_memory,
                                     .memory = {image, NULL}};
        code = clbi_icd_submit(&s, &command);
        if (code != CL_SUCCESS) (void)clbi_icd_mapping_remove(image, p.start);
    }
    if (code == CL_SUCCESS) {
        address = p.start;
        *image_row_pitch = image->image.row_pitch;
        if (image_slice_pitch) *image_slice_pitch = has_slices ? image->image.slice_pitch : 0;
    }
    clbi_icd_code(errcode_ret, code);
    return address;
}
