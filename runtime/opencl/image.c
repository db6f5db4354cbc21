/* Images and samplers of the OpenCL back end. Knows formats; must not know kernels.
 *
 * SPDX-License-Identifier: MIT */
#include "image/layout.h"
#include "opencl/opencl.h"

#include <string.h>

/* ---- Images --------------------------------------------------------------------------------------------------------
 */

static cl_mem_object_type object_type(clb_image_kind kind)
{
    switch (kind) {
    case CLB_IMAGE_3D: return CL_MEM_OBJECT_IMAGE3D;
    case CLB_IMAGE_2D_ARRAY: return CL_MEM_OBJECT_IMAGE2D_ARRAY;
    case CLB_IMAGE_1D: return CL_MEM_OBJECT_IMAGE1D;
    case CLB_IMAGE_1D_ARRAY: return CL_MEM_OBJECT_IMAGE1D_ARRAY;
    case CLB_IMAGE_1D_BUFFER: return CL_MEM_OBJECT_IMAGE1D_BUFFER;
    case CLB_IMAGE_2D: break;
    }
    return CL_MEM_OBJECT_IMAGE2D;
}

static cl_mem_flags access_flags(uint32_t access)
{
    return access == CLB_ACCESS_IN    ? CL_MEM_READ_ONLY
           : access == CLB_ACCESS_OUT ? CL_MEM_WRITE_ONLY
                                      : CL_MEM_READ_WRITE;
}

static clb_status refuse_1_1(const clbi_cl_device *device, const char *call, clb_error *error)
{
    return clbi_fail(
        error,
        (clbi_cause){
            .status = CLB_ERROR_UNSUPPORTED, .call = call, .device = device->info, .hint = "Use another device."},
        "%s has %s, and %s came with OpenCL 1.2.", device->info->name, device->info->version, call);
}

/* A driver's images in memory of the host have that memory's pitches; of its own memory it tells none. */
clb_status clbi_cl_image_create(void *impl, const clbi_image_source *source, clb_error *error)
{
    static const char call[] = "clCreateImage";
    clbi_cl_device *device = impl;
    clb_image *image = source->image;
    const clb_native_image *own = &image->native;
    const bool slices = clbi_layout_has_slices(own);
    const clb_image_kind kind = clbi_layout_kind(own, image->buffer != NULL);
    const cl_image_format format = {own->order, own->type};
    const cl_image_desc desc = {.image_type = object_type(kind),
                                .image_width = own->width,
                                .image_height = own->dimensions > 1 ? own->height : 0,
                                .image_depth = own->dimensions > 2 ? own->depth : 0,
                                .image_array_size = own->array_size,
                                .image_row_pitch =
                                    image->buffer && kind == CLB_IMAGE_2D ? own->row_pitch : source->host_row_pitch,
                                .image_slice_pitch = slices ? source->host_slice_pitch : 0,
                                .buffer = image->buffer ? image->buffer->memory : NULL};
    cl_mem_flags flags = access_flags(image->access);
    if (source->host) flags |= image->wrapped ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
    if (!device->has_1_2) return refuse_1_1(device, call, error);
    cl_int code = CL_SUCCESS;
    cl_mem made = device->cl.clCreateImage(device->context, flags, &format, &desc, source->host, &code);
    if (code != CL_SUCCESS || !made) {
        if (code == CL_SUCCESS) code = CL_OUT_OF_RESOURCES;
        return CLBI_CL_FAIL(error, device, code, call, "Cannot create an image of %u x %u x %u pixels.",
                            (unsigned)own->width, (unsigned)own->height,
                            (unsigned)(own->array_size ? own->array_size : own->depth));
    }
    image->memory = made;
    return CLB_OK;
}

void clbi_cl_image_release(void *impl, clb_image *image)
{
    clbi_cl_device *device = impl;
    (void)device->cl.clReleaseMemObject(image->memory);
}

clb_status clbi_cl_image_formats(void *impl, clb_image_kind kind, size_t capacity, clb_image_format *formats,
                                 size_t *count, clb_error *error)
{
    static const char call[] = "clGetSupportedImageFormats";
    enum { MOST = 512 }; /* more than OpenCL's tables have */
    clbi_cl_device *device = impl;
    cl_image_format found[MOST];
    cl_uint n = 0;
    const cl_int code =
        device->cl.clGetSupportedImageFormats(device->context, CL_MEM_READ_WRITE, object_type(kind), MOST, found, &n);
    if (code != CL_SUCCESS)
        return CLBI_CL_FAIL(error, device, code, call, "Cannot ask the device for its formats of images.");
    if (n > MOST) n = MOST;
    for (size_t i = 0; formats && i < n && i < capacity; i++)
        formats[i] = (clb_image_format){(clb_channel_order)found[i].image_channel_order,
                                        (clb_channel_type)found[i].image_channel_data_type};
    *count = n;
    return CLB_OK;
}

static cl_int enqueue_copy(const clbi_cl_device *device, const clbi_transfer *t, cl_event *event, const char **call)
{
    const clbi_cl_library *cl = &device->cl;
    cl_command_queue queue = clbi_cl_queue_of(device, t->queue);
    const cl_event *wait = t->wait_count ? (const cl_event *)t->wait : NULL;
    if (!t->image) {
        *call = "clEnqueueCopyBufferToImage";
        return cl->clEnqueueCopyBufferToImage(queue, t->buffer->memory, t->to_image->memory, t->offset, t->to_origin,
                                              t->region, t->wait_count, wait, event);
    }
    if (!t->to_image) {
        *call = "clEnqueueCopyImageToBuffer";
        return cl->clEnqueueCopyImageToBuffer(queue, t->image->memory, t->to->memory, t->origin, t->region,
                                              t->to_offset, t->wait_count, wait, event);
    }
    *call = "clEnqueueCopyImage";
    return cl->clEnqueueCopyImage(queue, t->image->memory, t->to_image->memory, t->origin, t->to_origin, t->region,
                                  t->wait_count, wait, event);
}

cl_int clbi_cl_image_enqueue(const clbi_cl_device *device, clbi_transfer *t, cl_event *event, const char **call)
{
    const clbi_cl_library *cl = &device->cl;
    cl_command_queue queue = clbi_cl_queue_of(device, t->queue);
    const cl_event *wait = t->wait_count ? (const cl_event *)t->wait : NULL;
    cl_int code = CL_SUCCESS;
    if (t->kind == CLBI_COPY) return enqueue_copy(device, t, event, call);
    const clb_native_image *own = &t->image->native;
    void *memory = t->image->memory;
    /* Of an array of rows the second pitch is that of the rows (PoCL 3.1 looks at the first); what has no slices has
     * none. */
    const bool rows = own->dimensions == 1 && own->array_size;
    const size_t row = t->pitch[0], slice = rows ? row : clbi_layout_has_slices(own) ? t->pitch[1] : 0;
    switch (t->kind) {
    case CLBI_READ:
        *call = "clEnqueueReadImage";
        return cl->clEnqueueReadImage(queue, memory, CL_FALSE, t->origin, t->region, row, slice, t->host, t->wait_count,
                                      wait, event);
    case CLBI_WRITE:
        *call = "clEnqueueWriteImage";
        return cl->clEnqueueWriteImage(queue, memory, CL_FALSE, t->origin, t->region, row, slice, t->from,
                                       t->wait_count, wait, event);
    case CLBI_FILL:
        *call = "clEnqueueFillImage";
        return cl->clEnqueueFillImage(queue, memory, t->from, t->origin, t->region, t->wait_count, wait, event);
    case CLBI_MAP:
        *call = "clEnqueueMapImage";
        t->host = cl->clEnqueueMapImage(queue, memory, CL_FALSE, clbi_cl_map_flags(device, t->access), t->origin,
                                        t->region, &t->pitch[0], &t->pitch[1], t->wait_count, wait, event, &code);
        if (rows && t->pitch[1] != 0) t->pitch[0] = t->pitch[1];
        return code == CL_SUCCESS && !t->host ? CL_OUT_OF_RESOURCES : code;
    case CLBI_UNMAP:
        *call = "clEnqueueUnmapMemObject";
        return cl->clEnqueueUnmapMemObject(queue, memory, t->host, t->wait_count, wait, event);
    default: return CL_INVALID_VALUE;
    }
}

/* ---- Samplers ------------------------------------------------------------------------------------------------------
 */

static clb_status make_sampler(const clbi_cl_device *device, clb_sampler value, cl_sampler *sampler, clb_error *error)
{
    static const cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                               CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT};
    cl_int code = CL_SUCCESS;
    cl_sampler made = device->cl.clCreateSampler(
        device->context, value & CLB_SAMPLER_NORMALIZED ? CL_TRUE : CL_FALSE,
        modes[(value & CLB_SAMPLER_ADDRESSING) / CLB_SAMPLER_CLAMP_TO_EDGE], /* was checked */
        value & CLB_SAMPLER_LINEAR ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &code);
    if (code == CL_SUCCESS && !made) code = CL_OUT_OF_RESOURCES;
    if (code != CL_SUCCESS)
        return CLBI_CL_FAIL(error, device, code, "clCreateSampler", "Cannot create sampler 0x%x.", (unsigned)value);
    *sampler = made;
    return CLB_OK;
}

clb_status clbi_cl_sampler_of(clbi_cl_device *device, clb_sampler value, cl_sampler *sampler, clb_error *error)
{
    clb_status status = CLB_OK;
    pthread_mutex_lock(&device->sampler_lock);
    if (!device->samplers[value]) status = make_sampler(device, value, &device->samplers[value], error);
    *sampler = device->samplers[value];
    pthread_mutex_unlock(&device->sampler_lock);
    return status;
}
