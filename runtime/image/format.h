/* Formats of images (OpenCL 3.0, 5.3.1), for native code, the runtime's images and the OpenCL front. Knows orders and
 * types of channels; must not know devices, nor images in memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_FORMAT_H
#define CLBI_FORMAT_H

#include "clbundle/image.h"

/* The result of a search for a format. */
typedef enum clbi_format_answer {
    CLBI_FORMAT_FOUND,
    CLBI_FORMAT_UNKNOWN, /* OpenCL has no such order or type */
    CLBI_FORMAT_REFUSED  /* native code does not have the format for images of that kind */
} clbi_format_answer;

/* Sets the image's order, type, pixel_size (bytes) and channels (numbers of a pixel in memory). Thread-safe. */
clbi_format_answer clbi_format_find(uint32_t order, uint32_t type, clb_image_kind kind, clb_native_image *image);

/* Lists the formats for images of that kind: at most `room` of them in `list`, which may be NULL. Returns the number of
 * all of them. Thread-safe. */
size_t clbi_format_list(clb_image_kind kind, size_t room, clb_image_format *list);

/* Converts a colour (four floats, ints or uints; for DEPTH one float) to a pixel of the image, by OpenCL C 8.3, with
 * the results of clbundle/native/image.h. Rounds to the nearest even. */
void clbi_format_encode(const clb_native_image *image, const void *colour, unsigned char pixel[16]);

/* The bytes of a colour: 16; for DEPTH 4. */
size_t clbi_format_colour_size(const clb_native_image *image);

#endif
