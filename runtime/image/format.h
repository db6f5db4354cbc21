/* Formats of images, as kernels natively, the runtime's images and OpenCL's API in front have them: OpenCL 3.0, 5.3.1.
 * Knows no device and no image in memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_FORMAT_H
#define CLBI_FORMAT_H

#include "clbundle/image.h"

typedef enum clbi_format_answer {
    CLBI_FORMAT_FOUND,
    CLBI_FORMAT_UNKNOWN, /* OpenCL has no such order or type */
    CLBI_FORMAT_REFUSED  /* native code does not have it for images of that kind */
} clbi_format_answer;

/* Sets order, type, bytes of a pixel and the count of numbers in memory. */
clbi_format_answer clbi_format_find(uint32_t order, uint32_t type, clb_image_kind kind, clb_native_image *image);

/* The formats for images of that kind, at most `room` of them in `list`, which may be NULL; returns their number. */
size_t clbi_format_list(clb_image_kind kind, size_t room, clb_image_format *list);

/* A colour (four floats, ints or uints, of DEPTH one float) as the image's pixel: conversions by OpenCL C 8.3, as
 * clbundle/native/image.h has them for kernels. Rounding is to the nearest even. */
void clbi_format_encode(const clb_native_image *image, const void *colour, unsigned char pixel[16]);

/* Bytes of a colour: 16, of DEPTH 4. */
size_t clbi_format_colour_size(const clb_native_image *image);

#endif
