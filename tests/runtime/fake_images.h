/* The images and samplers of the fake OpenCL: part of fake_opencl.c. Pixels of one or four 32-bit numbers, in memory
 * without gaps; what a driver may be asked wrongly is an error.
 *
 * SPDX-License-Identifier: MIT */

struct clbi_cl_sampler {
    object head;
};

static bool is_image(cl_mem memory)
{
    return is(&memory->head, MEMORY) && memory->pixel > 0;
}

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc,
                     void *host, cl_int *code)
{
    ENTER_CREATE(clCreateImage, code);
    (void)is(&context->head, CONTEXT);
    const bool layered =
        desc->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY || desc->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const bool rows = desc->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t pixel = format->image_channel_order == CLB_ORDER_R ? 4 : 16;
    const size_t height = rows ? desc->image_array_size : desc->image_height ? desc->image_height : 1;
    const size_t depth = rows ? 1 : layered ? desc->image_array_size : desc->image_depth ? desc->image_depth : 1;
    const size_t row = desc->image_row_pitch ? desc->image_row_pitch : desc->image_width * pixel;
    *code = -10;
    if (format->image_channel_data_type != CLB_CHANNEL_UNSIGNED_INT32) return NULL;
    *code = -65;
    if (!host == ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0)) return NULL;
    if (!host && !desc->buffer && (desc->image_row_pitch || desc->image_slice_pitch)) return NULL;
    *code = CL_SUCCESS;
    cl_mem memory = new_object(sizeof *memory, MEMORY);
    memory->pixel = pixel;
    memory->extent[0] = desc->image_width;
    memory->extent[1] = height;
    memory->extent[2] = depth;
    memory->size = desc->image_width * pixel * height * depth;
    if (desc->buffer) {
        retain(&desc->buffer->head);
        memory->parent = desc->buffer;
        memory->bytes = desc->buffer->bytes;
        return memory;
    }
    memory->bytes = take(memory->size);
    atomic_fetch_add(&memory_used, memory->size);
    for (size_t y = 0; host && y < height * depth; y++)
        memcpy(memory->bytes + y * desc->image_width * pixel, (const char *)host + y * row, desc->image_width * pixel);
    return memory;
}

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint count,
                                  cl_image_format *formats, cl_uint *total)
{
    ENTER(clGetSupportedImageFormats);
    (void)is(&context->head, CONTEXT), (void)flags, (void)type;
    const cl_image_format known[] = {{CLB_ORDER_R, CLB_CHANNEL_UNSIGNED_INT32},
                                     {CLB_ORDER_RGBA, CLB_CHANNEL_UNSIGNED_INT32}};
    for (cl_uint i = 0; formats && i < count && i < 2; i++) formats[i] = known[i];
    *total = 2;
    return CL_SUCCESS;
}

/* `other` lies in memory with pitches of its own. */
static cl_int append_image(cl_command_queue queue, command *c, const size_t *origin, const size_t *region,
                           const box_place *other, cl_uint count, const cl_event *wait, cl_event *event)
{
    const cl_mem m = c->memory;
    const size_t row = m->extent[0] * m->pixel;
    for (int d = 0; d < 3; d++)
        if (region[d] == 0 || origin[d] + region[d] > m->extent[d]) return CL_INVALID_VALUE;
    c->is_box = true;
    c->place = (box_place){{origin[0] * m->pixel, origin[1], origin[2]}, row, row * m->extent[1]};
    c->other = *other;
    c->region[0] = region[0] * m->pixel;
    c->region[1] = region[1];
    c->region[2] = region[2];
    return append(queue, c, count, wait, event);
}

static box_place place_of(cl_mem m, const size_t *region, size_t row, size_t slice)
{
    box_place p = {{0, 0, 0}, row ? row : region[0] * m->pixel, 0};
    p.slice = slice ? slice : p.row * region[1];
    return p;
}

cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool block, const size_t *origin,
                          const size_t *region, size_t row, size_t slice, void *to, cl_uint count, const cl_event *wait,
                          cl_event *event)
{
    ENTER(clEnqueueReadImage);
    if (block || !is_image(image)) return CL_INVALID_VALUE; /* nobody does */
    const box_place other = place_of(image, region, row, slice);
    return append_image(queue, &(command){.kind = READ, .memory = image, .to = to}, origin, region, &other, count, wait,
                        event);
}

cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool block, const size_t *origin,
                           const size_t *region, size_t row, size_t slice, const void *from, cl_uint count,
                           const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueWriteImage);
    if (block || !is_image(image)) return CL_INVALID_VALUE;
    const box_place other = place_of(image, region, row, slice);
    return append_image(queue, &(command){.kind = WRITE, .memory = image, .from = from}, origin, region, &other, count,
                        wait, event);
}

cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *origin, const size_t *to_origin,
                          const size_t *region, cl_uint count, const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueCopyImage);
    if (!is_image(from) || !is_image(to) || from->pixel != to->pixel) return CL_INVALID_VALUE;
    const size_t row = to->extent[0] * to->pixel;
    const box_place other = {{to_origin[0] * to->pixel, to_origin[1], to_origin[2]}, row, row * to->extent[1]};
    return append_image(queue, &(command){.kind = COPY, .memory = from, .target = to}, origin, region, &other, count,
                        wait, event);
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *origin,
                                  const size_t *region, size_t offset, cl_uint count, const cl_event *wait,
                                  cl_event *event)
{
    ENTER(clEnqueueCopyImageToBuffer);
    if (!is_image(from) || !fits(to, offset, region[0] * from->pixel * region[1] * region[2])) return CL_INVALID_VALUE;
    box_place other = place_of(from, region, 0, 0);
    other.origin[0] = offset;
    return append_image(queue, &(command){.kind = COPY, .memory = from, .target = to}, origin, region, &other, count,
                        wait, event);
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset, const size_t *origin,
                                  const size_t *region, cl_uint count, const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueCopyBufferToImage);
    if (!is_image(to) || !fits(from, offset, region[0] * to->pixel * region[1] * region[2])) return CL_INVALID_VALUE;
    command c = {.kind = COPY, .memory = from, .target = to, .is_box = true};
    const size_t row = to->extent[0] * to->pixel;
    c.place = place_of(to, region, 0, 0);
    c.place.origin[0] = offset;
    c.other = (box_place){{origin[0] * to->pixel, origin[1], origin[2]}, row, row * to->extent[1]};
    c.region[0] = region[0] * to->pixel;
    c.region[1] = region[1];
    c.region[2] = region[2];
    return append(queue, &c, count, wait, event);
}

cl_int clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *colour, const size_t *origin,
                          const size_t *region, cl_uint count, const cl_event *wait, cl_event *event)
{
    ENTER(clEnqueueFillImage);
    if (!is_image(image)) return CL_INVALID_VALUE;
    command c = {.kind = FILL, .memory = image, .pattern_size = image->pixel};
    memcpy(c.pattern, colour, 16);
    const box_place other = {{0, 0, 0}, 1, 1};
    return append_image(queue, &c, origin, region, &other, count, wait, event);
}

void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool block, cl_map_flags flags, const size_t *origin,
                        const size_t *region, size_t *row, size_t *slice, cl_uint count, const cl_event *wait,
                        cl_event *event, cl_int *code)
{
    ENTER_CREATE(clEnqueueMapImage, code);
    *code = CL_INVALID_VALUE;
    if (block || !is_image(image) || !row || !slice) return NULL;
    *row = image->extent[0] * image->pixel;
    *slice = *row * image->extent[1];
    const size_t offset = origin[0] * image->pixel + origin[1] * *row + origin[2] * *slice;
    const size_t size = (region[2] - 1) * *slice + (region[1] - 1) * *row + region[0] * image->pixel;
    return map_memory(queue, image, flags, offset, size, count, wait, event, code);
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode mode, cl_filter_mode filter,
                           cl_int *code)
{
    ENTER_CREATE(clCreateSampler, code);
    (void)is(&context->head, CONTEXT);
    *code = CL_INVALID_VALUE;
    if (normalized > 1 || mode < CL_ADDRESS_NONE || mode > CL_ADDRESS_MIRRORED_REPEAT || filter < CL_FILTER_NEAREST ||
        filter > CL_FILTER_LINEAR)
        return NULL;
    *code = CL_SUCCESS;
    return new_object(sizeof(struct clbi_cl_sampler), SAMPLER);
}

cl_int clReleaseSampler(cl_sampler sampler)
{
    const cl_int code = entered(NUMBER_clReleaseSampler);
    if (drop(&sampler->head, SAMPLER)) give_back(sampler);
    return code; /* released all the same */
}
