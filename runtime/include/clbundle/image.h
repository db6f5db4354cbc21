/* clbundle: images and samplers. An image is pixels of a device, in a format that the device converts when a kernel
 * reads or writes them; a sampler says how a kernel's coordinates find pixels. Includes clbundle/pipeline.h, whose
 * rules for queues, events and failures hold here too.
 *
 *     clb_image *picture = NULL, *blurred = NULL;
 *     clb_image_params params = CLB_INIT(clb_image_params, .order = CLB_ORDER_RGBA, .type = CLB_CHANNEL_UNORM_INT8,
 *                                        .width = width, .height = height);
 *     clb_image_create(device, &params, &blurred, &error);
 *     params.host = pixels;                                             copied
 *     clb_image_create(device, &params, &picture, &error);
 *     my_run_blur(device, NULL, my_buffers_blur(.from = picture, .to = blurred), NULL, &error);
 *     clb_image_read(blurred, NULL, pixels, &error);
 *     clb_image_release(&picture), clb_image_release(&blurred);
 *
 * Pixel (x, y, z) of an image is a row's x-th, in the y-th row of the z-th slice. Of an array, layers take the place of
 * slices; of an array of rows (CLB_IMAGE_1D_ARRAY), they take the place of rows. The numbers of a pixel lie one behind
 * the other in the host's byte order, in the order that clb_channel_order names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBUNDLE_IMAGE_H
#define CLBUNDLE_IMAGE_H

#include "pipeline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Formats ------------------------------------------------------------------------------------------------------
 */

/* The kinds of images, by the type of a kernel's parameter: image2d_t, image3d_t, image2d_array_t, image1d_t,
 * image1d_array_t, image1d_buffer_t. With CLB_ORDER_DEPTH, 2D is image2d_depth_t, and 2D_ARRAY is
 * image2d_array_depth_t. */
typedef enum clb_image_kind {
    CLB_IMAGE_2D = 0,
    CLB_IMAGE_3D,
    CLB_IMAGE_2D_ARRAY,
    CLB_IMAGE_1D,
    CLB_IMAGE_1D_ARRAY,
    CLB_IMAGE_1D_BUFFER /* of a buffer: clb_image_params.buffer. A call over host memory makes one of pixels */
} clb_image_kind;

/* clb_channel_order and clb_channel_type are in clbundle/data.h. */
typedef struct clb_image_format {
    clb_channel_order order;
    clb_channel_type type;
} clb_image_format;

/* The formats that kernels can read and write in images of a kind on this device. At most `capacity` are written to
 * `formats`, which may be NULL; *count is how many there are. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_UNSUPPORTED (a
 * device without images; after fork), CLB_ERROR_MEMORY, CLB_ERROR_DEVICE. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_image_get_formats(clb_device *device, clb_image_kind kind, clb_image_format *formats,
                                                size_t capacity, size_t *count, clb_error *error);

/* Bytes of a pixel; 0 where there is no such format. Thread-safety: safe. */
size_t clb_image_format_size(clb_channel_order order, clb_channel_type type);

/* ---- Images -------------------------------------------------------------------------------------------------------
 */

/* clb_image, declared in clbundle/core.h: pixels of one device. Thread-safety: safe, but for its release. The device
 * must outlive it. */

/* The properties of an image to be created. */
typedef struct clb_image_params {
    size_t struct_size CLB_SIZED(clb_image_params); /* see CLB_PARAMS */
    clb_image_kind kind;                            /* CLB_IMAGE_2D where it is left out */
    clb_channel_order order;
    clb_channel_type type;
    size_t width, height, depth;   /* pixels; those that the kind does not have may be 0 */
    size_t layers;                 /* of arrays; else 0 */
    size_t row_pitch, slice_pitch; /* bytes between rows, and between slices or layers, of `host` or of the buffer; 0:
                                      without gaps. A row pitch is a multiple of a pixel's bytes, a slice pitch one of
                                      the row pitch. Without `host` and `buffer` both are 0 */
    uint32_t access;               /* clb_access: what kernels do with it; 0: CLB_ACCESS_IN_OUT */
    void *host;                    /* pixels, which are copied (and only read); NULL: pixels are not defined */
    bool wrap;          /* the image is over `host`, without a copy where the device can do without, as clb_buffer_wrap.
                           The memory must stay until the image is released and all commands that use it have run. What
                           kernels wrote is there after clb_image_map, natively also when the commands have run */
    clb_buffer *buffer; /* the image is over this buffer's memory, which it keeps: CLB_IMAGE_1D_BUFFER, CLB_IMAGE_2D.
                           What is written through one is seen through the other by commands ordered after it */
} clb_image_params;

/* On success *image is owned by the caller: clb_image_release. Errors: CLB_ERROR_ARGUMENT (NULL, a format that does not
 * exist, `wrap` without `host`, a buffer of another device or with `host`), CLB_ERROR_SIZE (a size of 0 or beyond the
 * device's, a pitch that does not fit, a buffer that is too small), CLB_ERROR_UNSUPPORTED (a device without images or
 * before OpenCL 1.2, a format that it does not have, after fork), CLB_ERROR_MEMORY, CLB_ERROR_DEVICE_MEMORY,
 * CLB_ERROR_DEVICE. Thread-safety: safe. */
CLB_MUST_CHECK clb_status clb_image_create(clb_device *device, const clb_image_params *params, clb_image **image,
                                           clb_error *error);

/* Commands enqueued before may still use it: they keep its memory. No other thread may use the handle any more. */
void clb_image_release(clb_image **image);

/* The parameters with which it was made: `host` is NULL; unused sizes are 1, layers 0 if it is not an array; pitches
 * are those of the image's memory if that is the host's or a buffer's, otherwise 0. Valid as long as the image; NULL
 * for NULL. */
const clb_image_params *clb_image_get_params(const clb_image *image);

/* The cl_mem, or NULL for a back end that has none. Not retained: valid as long as the image. */
void *clb_image_get_handle(const clb_image *image);

/* A part of an image, and where the rows of its pixels lie in other memory. */
typedef struct clb_image_region {
    size_t origin[3];              /* pixels, rows, slices */
    size_t size[3];                /* pixels, rows, slices; 0: up to the end of the image */
    size_t row_pitch, slice_pitch; /* bytes, of the host's memory; 0: without gaps */
} clb_image_region;

/* A NULL region is the whole image. Both block. Errors: CLB_ERROR_ARGUMENT, CLB_ERROR_SIZE (beyond the image, a pitch
 * smaller than what it holds), CLB_ERROR_MEMORY, CLB_ERROR_DEVICE, CLB_ERROR_UNSUPPORTED (after fork). Thread-safety:
 * safe. */
CLB_MUST_CHECK clb_status clb_image_read(clb_image *image, const clb_image_region *region, void *host,
                                         clb_error *error);
CLB_MUST_CHECK clb_status clb_image_write(clb_image *image, const clb_image_region *region, const void *host,
                                          clb_error *error);

/* ---- Commands on images -------------------------------------------------------------------------------------------
 * As the commands on buffers of clbundle/pipeline.h: `command` and `event` may be NULL, and so may a region. On success
 * *event is owned by the caller: clb_event_release. Errors: as clb_image_read, and those that are named. Thread-safety:
 * safe. */

/* As clb_image_read and clb_image_write, without waiting for the end: `host` must stay until the command is complete.
 */
CLB_MUST_CHECK clb_status clb_image_read_async(clb_image *image, const clb_image_region *region, void *host,
                                               const clb_command *command, clb_event **event, clb_error *error);
CLB_MUST_CHECK clb_status clb_image_write_async(clb_image *image, const clb_image_region *region, const void *host,
                                                const clb_command *command, clb_event **event, clb_error *error);

/* Copies a part of `from` to the pixels of `to` from `origin` on (NULL: 0, 0, 0). Both have the same format
 * (CLB_ERROR_ARGUMENT); within one image the two parts must not overlap (CLB_ERROR_ARGUMENT). Pitches count for
 * nothing. */
CLB_MUST_CHECK clb_status clb_image_copy(clb_image *from, const clb_image_region *region, clb_image *to,
                                         const size_t origin[3], const clb_command *command, clb_event **event,
                                         clb_error *error);

/* Copies between a part of an image and the bytes of a buffer from `offset` on, without gaps. An image over the buffer
 * itself is refused (CLB_ERROR_ARGUMENT). */
CLB_MUST_CHECK clb_status clb_image_copy_to_buffer(clb_image *from, const clb_image_region *region, clb_buffer *to,
                                                   size_t offset, const clb_command *command, clb_event **event,
                                                   clb_error *error);
CLB_MUST_CHECK clb_status clb_image_copy_from_buffer(clb_image *to, const clb_image_region *region, clb_buffer *from,
                                                     size_t offset, const clb_command *command, clb_event **event,
                                                     clb_error *error);

/* Sets all pixels of a part to a colour: red, green, blue and alpha as float[4], for SIGNED types as int32_t[4], for
 * UNSIGNED types as uint32_t[4]; for CLB_ORDER_DEPTH a float. It is converted as a kernel's write would be, and has
 * been read when the call returns. */
CLB_MUST_CHECK clb_status clb_image_fill(clb_image *image, const clb_image_region *region, const void *colour,
                                         const clb_command *command, clb_event **event, clb_error *error);

/* The memory of a mapped part. */
typedef struct clb_image_mapping {
    void *pixels;                  /* the part's first pixel */
    size_t row_pitch, slice_pitch; /* bytes */
} clb_image_mapping;

/* Makes a part readable or writable for the host, as clb_buffer_map does. *mapping is valid until clb_image_unmap,
 * before which no command may use the part (nor write to it, where it is mapped for reading only). */
CLB_MUST_CHECK clb_status clb_image_map(clb_image *image, uint32_t access, const clb_image_region *region,
                                        const clb_command *command, clb_image_mapping *mapping, clb_event **event,
                                        clb_error *error);

/* Ends a mapping: commands enqueued after it see what the host wrote. `pixels`: as clb_image_map gave it for this image
 * (CLB_ERROR_ARGUMENT: it did not). */
CLB_MUST_CHECK clb_status clb_image_unmap(clb_image *image, void *pixels, const clb_command *command, clb_event **event,
                                          clb_error *error);

#ifdef __cplusplus
}
#endif

#endif
