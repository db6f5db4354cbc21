/* Formats of images as `@arg` names them, in OpenCL's words: `RGBA UNORM_INT8`. Knows which orders and types go
 * together and what a pixel is in memory.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LIBRARY_IMAGE_FORMAT_H
#define CLB_LIBRARY_IMAGE_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The numbers of a pixel, in C's terms. */
typedef enum pixel_number {
    PIXEL_CHAR,
    PIXEL_UCHAR,
    PIXEL_SHORT,
    PIXEL_USHORT,
    PIXEL_INT,
    PIXEL_UINT,
    PIXEL_HALF,
    PIXEL_FLOAT
} pixel_number;

typedef struct image_format {
    uint32_t order, type; /* clb_channel_order, clb_channel_type; 0: there is no format */
    uint32_t numbers;     /* in memory, of one pixel */
    pixel_number number;
} image_format;

/* Whether the text begins with an order and a type, followed by a blank or the end. *length: of both and the blanks
 * behind them. Words of OpenCL that do not go together make format->order 0. */
bool image_format_read(const char *text, image_format *format, size_t *length);

#endif
