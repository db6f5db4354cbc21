/* Sizes, pitches and parts of images in host memory, and boxes of bytes. The runtime's images and the OpenCL front
 * share it, and turn its answers into errors of their own. Knows limits and addresses; must not know devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_LAYOUT_H
#define CLBI_LAYOUT_H

#include "clbundle/image.h"

/* The limits of native images: sides in pixels, layers of an array, pixels of a 1-D image over a buffer. */
enum {
    CLBI_IMAGE_SIDE = 32768,
    CLBI_IMAGE_VOLUME_SIDE = 16384,
    CLBI_IMAGE_LAYERS = 16384,
    CLBI_IMAGE_BUFFER_SIZE = 1 << 27
};

/* The result of a check. */
typedef enum clbi_layout_answer {
    CLBI_LAYOUT_FITS,
    CLBI_LAYOUT_KIND,        /* there is no such kind */
    CLBI_LAYOUT_SIZE,        /* a size is 0 or beyond the limits */
    CLBI_LAYOUT_ROW_PITCH,   /* smaller than a row, or no multiple of a pixel */
    CLBI_LAYOUT_SLICE_PITCH, /* smaller than a slice, or no multiple of the row pitch */
    CLBI_LAYOUT_BYTES        /* the image has more bytes than an object can have */
} clbi_layout_answer;

/* Sets the image's dimensions, sizes (pixels) and layers. Sizes that the kind does not have are ignored. */
clbi_layout_answer clbi_layout_sizes(clb_image_kind kind, const size_t sizes[3], size_t layers,
                                     clb_native_image *image);

/* Sets the pitches of an image whose format and sizes are set, and *size to the bytes of the whole image. row, slice:
 * the pitches in bytes; 0: without gaps. */
clbi_layout_answer clbi_layout_pitches(size_t row, size_t slice, clb_native_image *image, size_t *size);

/* Whether the image has a slice pitch of its own. */
static inline bool clbi_layout_has_slices(const clb_native_image *image)
{
    return image->dimensions == 3 || image->array_size != 0;
}

/* The kind of an image; of_buffer: its memory is a buffer's. */
clb_image_kind clbi_layout_kind(const clb_native_image *image, bool of_buffer);

/* The sizes as commands count them: three numbers of pixels, of which the last dimension is the layers of an array, and
 * the pitches (bytes) of the second and the third. */
void clbi_layout_extent(const clb_native_image *image, size_t extent[3], size_t pitch[2]);

/* A box of bytes in memory. */
typedef struct clbi_part {
    char *start;
    size_t region[3]; /* bytes of a row, number of rows, number of slices */
    size_t pitch[2];  /* bytes from row to row, from slice to slice */
} clbi_part;

/* Finds the part of an image that starts at `origin` and has `region` pixels, rows and slices. False: one of these is
 * 0, or the part is not inside the image. */
bool clbi_layout_part(const clb_native_image *image, const size_t origin[3], const size_t region[3], clbi_part *part);

/* Sets `pitch` for other memory that holds such a part. row, slice: its pitches in bytes; 0: without gaps. False: a
 * pitch is too small, a slice pitch is given for an image without slices, or a product overflows. */
bool clbi_layout_other_pitches(const clb_native_image *image, const clbi_part *part, size_t row, size_t slice,
                               size_t pitch[2]);

/* Copies a region between two boxes, row by row. The rows may overlap. */
void clbi_box_move(char *to, const size_t to_pitch[2], const char *from, const size_t from_pitch[2],
                   const size_t region[3]);
/* Fills a box with a pattern of `size` bytes, of which region[0] is a multiple. */
void clbi_box_fill(char *to, const size_t pitch[2], const size_t region[3], const void *pattern, size_t size);
/* Whether two boxes with this region and these pitches, which start `distance` bytes apart, overlap. */
bool clbi_box_overlaps(size_t distance, const size_t region[3], const size_t pitch[2]);

#endif
