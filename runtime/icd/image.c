/* Images as objects. An image consists of memory of this process and a description that kernels get. An image that uses
 * a buffer or the application's memory has no memory of its own. Knows layouts and formats; must not know commands.
 *
 * SPDX-License-Identifier: MIT */
#include "icd/image.h"

#include "icd/device.h"
#include "native/allocations.h"
#include "platform/platform.h"

#include <stdlib.h>

/* OpenCL's error code for an answer of image/layout.h. */
static cl_int code_of(clbi_layout_answer answer)
{
    switch (answer) {
    case CLBI_LAYOUT_FITS: return CL_SUCCESS;
    case CLBI_LAYOUT_SIZE:
    case CLBI_LAYOUT_BYTES: return CL_INVALID_IMAGE_SIZE;
    case CLBI_LAYOUT_KIND:
    case CLBI_LAYOUT_ROW_PITCH:
    case CLBI_LAYOUT_SLICE_PITCH: break;
    }
    return CL_INVALID_IMAGE_DESCRIPTOR;
}

static cl_int read_pitches(size_t row, size_t slice, clb_native_image *image, size_t *size)
{
    return code_of(clbi_layout_pitches(row, slice, image, size));
}

/* ---- Creation ------------------------------------------------------------------------------------------------------
 */

/* The parameters of the calls that create images. */
typedef struct image_params {
    cl_context context;
    const cl_mem_properties *properties; /* or NULL */
    cl_mem_flags flags;
    const cl_image_format *format;
    const cl_image_desc *desc;
    void *host; /* the application's memory, or NULL */
} image_params;

static void copy_host(const clb_native_image *image, const clb_native_image *source)
{
    size_t extent[3], to[2], from[2];
    clbi_layout_extent(image, extent, to);
    clbi_layout_extent(source, extent, from);
    extent[0] *= image->pixel_size;
    clbi_box_move(image->data, to, source->data, from, extent);
}

/* An image whose pixels are the memory of a buffer. */
static cl_int create_of_buffer(const image_params *p, clb_native_image *image, cl_mem *result)
{
    const cl_image_desc *const desc = p->desc;
    cl_mem buffer = desc->mem_object;
    cl_mem_flags flags = p->flags;
    size_t size;
    if (!clbi_icd_object_valid(buffer, ICD_MEMORY) || buffer->context != p->context ||
        buffer->type != CL_MEM_OBJECT_BUFFER ||
        (desc->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER && desc->image_type != CL_MEM_OBJECT_IMAGE2D))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    cl_int code = clbi_icd_inherit_flags(buffer, &flags);
    if (code == CL_SUCCESS) code = read_pitches(desc->image_row_pitch, 0, image, &size);
    if (code != CL_SUCCESS) return code;
    if (size > buffer->size) return CL_INVALID_IMAGE_SIZE;
    cl_mem memory = clbi_icd_memory_new(p->context, desc->image_type, flags, size);
    if (!memory) return CL_OUT_OF_HOST_MEMORY;
    memory->parent = buffer;
    clbi_icd_object_hold(&buffer->object);
    memory->data = buffer->data;
    /* What is written to pixels is not known. */
    clbi_allocations_write(clbi_icd_allocations(), buffer->data, buffer->size);
    memory->host = buffer->host;
    memory->shared = buffer->shared;
    memory->format = *p->format;
    memory->image = *image;
    memory->image.data = memory->data;
    *result = memory;
    return CL_SUCCESS;
}

static cl_int create_with_memory(const image_params *p, clb_native_image *image, cl_mem *result)
{
    const cl_image_desc *const desc = p->desc;
    void *const host = p->host;
    cl_mem_flags flags = p->flags;
    clb_native_image source = *image;
    size_t size, host_size;
    if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) return CL_INVALID_IMAGE_DESCRIPTOR;
    if ((host != NULL) != ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0)) return CL_INVALID_HOST_PTR;
    if (!host && (desc->image_row_pitch || desc->image_slice_pitch)) return CL_INVALID_IMAGE_DESCRIPTOR;
    cl_int code = read_pitches(desc->image_row_pitch, desc->image_slice_pitch, &source, &host_size);
    if (code == CL_SUCCESS) code = read_pitches(0, 0, image, &size);
    if (code != CL_SUCCESS) return code;
    if (size > clbi_icd_largest_allocation(p->context)) return CL_INVALID_IMAGE_SIZE;
    if (!(flags & ICD_DEVICE_ACCESS)) flags |= CL_MEM_READ_WRITE;
    const bool shares = (flags & CL_MEM_USE_HOST_PTR) != 0;
    cl_mem memory = clbi_icd_memory_new(p->context, desc->image_type, flags, shares ? host_size : size);
    if (!memory) return CL_OUT_OF_HOST_MEMORY;
    memory->format = *p->format;
    memory->image = shares ? source : *image;
    memory->data = shares ? host : clbi_aligned_alloc(size);
    if (!memory->data) {
        clbi_icd_object_discard(&memory->object);
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    memory->image.data = memory->data;
    memory->owned = !shares;
    if (shares) {
        memory->host = host;
        memory->shared = clbi_icd_svm_size(p->context, host) > 0;
    } else if (host) {
        source.data = host;
        copy_host(&memory->image, &source);
    }
    *result = memory;
    return CL_SUCCESS;
}

static cl_int read_description(const cl_image_format *format, const cl_image_desc *desc, clb_native_image *image)
{
    const clb_image_kind kind = clbi_icd_image_kind(desc->image_type);
    const size_t sizes[3] = {desc->image_width, desc->image_height, desc->image_depth};
    switch (clbi_format_find(format->image_channel_order, format->image_channel_data_type, kind, image)) {
    case CLBI_FORMAT_FOUND: break;
    case CLBI_FORMAT_UNKNOWN: return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    case CLBI_FORMAT_REFUSED: return CL_IMAGE_FORMAT_NOT_SUPPORTED;
    }
    return code_of(clbi_layout_sizes(kind, sizes, desc->image_array_size, image));
}

static cl_int create_image(const image_params *p, cl_mem *result)
{
    clb_native_image image = {.tag = CLB_NATIVE_IMAGE_TAG};
    void *copy = NULL;
    if (!clbi_icd_object_valid(p->context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    if (p->properties && *p->properties) return CL_INVALID_PROPERTY;
    cl_int code = clbi_icd_check_flags(p->flags);
    if (code != CL_SUCCESS) return code;
    if (!p->format) return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    if (!p->desc || p->desc->num_mip_levels || p->desc->num_samples) return CL_INVALID_IMAGE_DESCRIPTOR;
    code = read_description(p->format, p->desc, &image);
    if (code != CL_SUCCESS) return code;
    code = p->desc->mem_object ? create_of_buffer(p, &image, result) : create_with_memory(p, &image, result);
    if (code != CL_SUCCESS) return code;
    if (!clbi_icd_properties_copy(p->properties, sizeof *p->properties, &copy, &(*result)->property_count)) {
        clbi_icd_object_discard(&(*result)->object);
        *result = NULL;
        return CL_OUT_OF_HOST_MEMORY;
    }
    (*result)->properties = copy;
    return CL_SUCCESS;
}

cl_mem CL_API_CALL clbi_clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                      const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret)
{
    cl_mem image = NULL;
    const image_params params = {context, NULL, flags, image_format, image_desc, host_ptr};
    clbi_icd_code(errcode_ret, create_image(&params, &image));
    return image;
}

cl_mem CL_API_CALL clbi_clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                                    cl_mem_flags flags, const cl_image_format *image_format,
                                                    const cl_image_desc *image_desc, void *host_ptr,
                                                    cl_int *errcode_ret)
{
    cl_mem image = NULL;
    const image_params params = {context, properties, flags, image_format, image_desc, host_ptr};
    clbi_icd_code(errcode_ret, create_image(&params, &image));
    return image;
}

cl_mem CL_API_CALL clbi_clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                        size_t image_width, size_t image_height, size_t image_row_pitch, void *host_ptr,
                                        cl_int *errcode_ret)
{
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                .image_width = image_width,
                                .image_height = image_height,
                                .image_row_pitch = image_row_pitch};
    cl_mem image = NULL;
    const cl_int code = create_image(&(image_params){context, NULL, flags, image_format, &desc, host_ptr}, &image);
    /* OpenCL 1.1 has no descriptor: it calls a wrong one a wrong size. */
    clbi_icd_code(errcode_ret, code == CL_INVALID_IMAGE_DESCRIPTOR ? CL_INVALID_IMAGE_SIZE : code);
    return image;
}

cl_mem CL_API_CALL clbi_clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                                        size_t image_width, size_t image_height, size_t image_depth,
                                        size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr,
                                        cl_int *errcode_ret)
{
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                                .image_width = image_width,
                                .image_height = image_height,
                                .image_depth = image_depth,
                                .image_row_pitch = image_row_pitch,
                                .image_slice_pitch = image_slice_pitch};
    cl_mem image = NULL;
    const cl_int code = create_image(&(image_params){context, NULL, flags, image_format, &desc, host_ptr}, &image);
    clbi_icd_code(errcode_ret, code == CL_INVALID_IMAGE_DESCRIPTOR ? CL_INVALID_IMAGE_SIZE : code);
    return image;
}

/* ---- Queries -------------------------------------------------------------------------------------------------------
 */

cl_int CL_API_CALL clbi_clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                   cl_mem_object_type image_type, cl_uint num_entries,
                                                   cl_image_format *image_formats, cl_uint *num_image_formats)
{
    enum { FORMATS = 256 }; /* more than the specification has */
    clb_image_format formats[FORMATS];
    if (!clbi_icd_object_valid(context, ICD_CONTEXT)) return CL_INVALID_CONTEXT;
    if (clbi_icd_check_flags(flags & ~(cl_mem_flags)CL_MEM_KERNEL_READ_AND_WRITE) != CL_SUCCESS)
        return CL_INVALID_VALUE;
    if (image_type < CL_MEM_OBJECT_IMAGE2D || image_type > CL_MEM_OBJECT_IMAGE1D_BUFFER) return CL_INVALID_VALUE;
    if (image_formats && num_entries == 0) return CL_INVALID_VALUE;
    const size_t count = clbi_format_list(clbi_icd_image_kind(image_type), FORMATS, formats);
    for (size_t i = 0; image_formats && i < count && i < num_entries; i++)
        image_formats[i] = (cl_image_format){formats[i].order, formats[i].type};
    if (num_image_formats) *num_image_formats = (cl_uint)count;
    return CL_SUCCESS;
}

cl_int CL_API_CALL clbi_clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                                       void *param_value, size_t *param_value_size_ret)
{
    if (!clbi_icd_object_valid(image, ICD_MEMORY) || !icd_is_image(image)) return CL_INVALID_MEM_OBJECT;
    const clb_native_image *description = &image->image;
    const cl_uint none = 0;
    size_t size;
    switch (param_name) {
    case CL_IMAGE_FORMAT:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &image->format,
                               sizeof image->format);
    case CL_IMAGE_BUFFER:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &image->parent,
                               sizeof image->parent);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
        return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &none, sizeof none);
    case CL_IMAGE_ELEMENT_SIZE: size = description->pixel_size; break;
    case CL_IMAGE_ROW_PITCH: size = description->row_pitch; break;
    case CL_IMAGE_SLICE_PITCH:
        size = description->dimensions == 3 || description->array_size ? description->slice_pitch : 0;
        break;
    case CL_IMAGE_WIDTH: size = description->width; break;
    case CL_IMAGE_HEIGHT: size = description->dimensions > 1 ? description->height : 0; break;
    case CL_IMAGE_DEPTH: size = description->dimensions > 2 ? description->depth : 0; break;
    case CL_IMAGE_ARRAY_SIZE: size = description->array_size; break;
    default: return CL_INVALID_VALUE;
    }
    return clbi_icd_answer(param_value_size, param_value, param_value_size_ret, &size, sizeof size);
}
