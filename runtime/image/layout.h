/* Sizes, pitches and parts of images in host memory, and moving boxes of bytes. Shared by images of the runtime and of
 * OpenCL's API in front, each of which says in its own words what is wrong. Knows no device.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_LAYOUT_H
#define CLBI_LAYOUT_H

#include "clbundle/image.h"

/* The largest images of native code, in pixels, and layers of an array. */
enum {
    CLBI_IMAGE_SIDE = 32768,
    CLBI_IMAGE_VOLUME_SIDE = 16384,
    CLBI_IMAGE_LAYERS = 16384,
    CLBI_IMAGE_BUFFER_SIZE = 1 << 27
};

typedef enum clbi_layout_answer {
    CLBI_LAYOUT_FITS,
    CLBI_LAYOUT_KIND,        /* there is no such kind */
    CLBI_LAYOUT_SIZE,        /* a size is 0 or beyond the limits */
    CLBI_LAYOUT_ROW_PITCH,   /* smaller than a row, or no multiple of a pixel */
    CLBI_LAYOUT_SLICE_PITCH, /* smaller than a slice, or no multiple of the row pitch */
    CLBI_LAYOUT_BYTES        /* more than any memory has */
} clbi_layout_answer;

/* Dimensions, sizes and layers. Those that the kind does not have are not looked at. */
clbi_layout_answer clbi_layout_sizes(clb_image_kind kind, const size_t sizes[3], size_t layers,
                                     clb_native_image *image);

/* The pitches, behind the format and the sizes, and the bytes of the whole image. 0: without gaps. */
clbi_layout_answer clbi_layout_pitches(size_t row, size_t slice, clb_native_image *image, size_t *size);

/* Whether it has a slice pitch of its own. */
static inline bool clbi_layout_has_slices(const clb_native_image *image)
{
    return image->dimensions == 3 || image->array_size != 0;
}

clb_image_kind clbi_layout_kind(const clb_native_image *image, bool of_buffer);

/* The view of commands: three sizes in pixels, layers being the last one, and the pitches of the second and the
 * third. */
void clbi_layout_extent(const clb_native_image *image, size_t extent[3], size_t pitch[2]);

/* A box of bytes in memory. */
typedef struct clbi_part {
    char *start;
    size_t region[3]; /* bytes of a row, rows, slices */
    size_t pitch[2];  /* bytes of a row, of a slice */
} clbi_part;

/* The part of an image that has `region` pixels, rows and slices, none of them 0, from `origin` on. False: it is not
 * inside. */
bool clbi_layout_part(const clb_native_image *image, const size_t origin[3], const size_t region[3], clbi_part *part);

/* The pitches of other memory that holds such a part; 0: without gaps. False: smaller than what they hold, a slice
 * pitch of what has no slices, or no size. */
bool clbi_layout_other_pitches(const clb_native_image *image, const clbi_part *part, size_t row, size_t slice,
                               size_t pitch[2]);

/* Between boxes of one region, row by row. */
void clbi_box_move(char *to, const size_t to_pitch[2], const char *from, const size_t from_pitch[2],
                   const size_t region[3]);
/* The pattern, of which region[0] is a multiple, all over the box. */
void clbi_box_fill(char *to, const size_t pitch[2], const size_t region[3], const void *pattern, size_t size);
/* Whether two boxes of one region and one pair of pitches overlap, `distance` bytes apart. */
bool clbi_box_overlaps(size_t distance, const size_t region[3], const size_t pitch[2]);

#endif
