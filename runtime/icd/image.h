/* What image.c, image_format.c and image_transfer.c share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_IMAGE_H
#define CLBI_ICD_IMAGE_H

#include "icd/device.h"

/* Bytes of a pixel, and numbers that it is made of. CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: there is no such format;
 * CL_IMAGE_FORMAT_NOT_SUPPORTED: native code does not have it for images of that type. */
cl_int clbi_icd_format_find(const cl_image_format *format, cl_mem_object_type type, uint32_t *pixel_size,
                            uint32_t *channels);
/* The formats for images of that type, at most `room` into `list`, which may be NULL; returns how many there are. */
cl_uint clbi_icd_format_list(cl_mem_object_type type, cl_uint room, cl_image_format *list);
/* What the commands see: three sizes in pixels, layers being the last one, and the pitches of the second and the third.
 */
void clbi_icd_image_extent(const struct _cl_mem *memory, size_t extent[3], size_t pitch[2]);
/* A colour (four floats, ints or uints, of CL_DEPTH one float) as the image's pixel. */
void clbi_icd_format_encode(const clb_native_image *image, const void *color, unsigned char pixel[16]);

#endif
