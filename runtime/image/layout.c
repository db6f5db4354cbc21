/* Checks sizes and pitches, finds parts of images, and copies, fills and compares boxes. Knows the arithmetic of
 * addresses; must not know formats.
 *
 * SPDX-License-Identifier: MIT */
#include "image/layout.h"

#include <string.h>

static bool multiply(size_t a, size_t b, size_t *result)
{
    if (b != 0 && a > PTRDIFF_MAX / b) return false;
    *result = a * b;
    return true;
}

/* ---- Descriptions --------------------------------------------------------------------------------------------------
 */

static bool in_range(size_t size, size_t max)
{
    return size >= 1 && size <= max;
}

clbi_layout_answer clbi_layout_sizes(clb_image_kind kind, const size_t sizes[3], size_t layers, clb_native_image *image)
{
    size_t side = CLBI_IMAGE_SIDE;
    bool layered = false;
    switch (kind) {
    case CLB_IMAGE_1D_BUFFER:
        image->dimensions = 1;
        side = CLBI_IMAGE_BUFFER_SIZE;
        break;
    case CLB_IMAGE_1D_ARRAY: layered = true; /* fall through */
    case CLB_IMAGE_1D: image->dimensions = 1; break;
    case CLB_IMAGE_2D_ARRAY: layered = true; /* fall through */
    case CLB_IMAGE_2D: image->dimensions = 2; break;
    case CLB_IMAGE_3D:
        image->dimensions = 3;
        side = CLBI_IMAGE_VOLUME_SIDE;
        break;
    default: return CLBI_LAYOUT_KIND;
    }
    for (uint32_t d = 0; d < image->dimensions; d++)
        if (!in_range(sizes[d], side)) return CLBI_LAYOUT_SIZE;
    if (layered && !in_range(layers, CLBI_IMAGE_LAYERS)) return CLBI_LAYOUT_SIZE;
    image->width = (uint32_t)sizes[0];
    image->height = image->dimensions > 1 ? (uint32_t)sizes[1] : 1;
    image->depth = image->dimensions > 2 ? (uint32_t)sizes[2] : 1;
    image->array_size = layered ? (uint32_t)layers : 0;
    return CLBI_LAYOUT_FITS;
}

clbi_layout_answer clbi_layout_pitches(size_t row, size_t slice, clb_native_image *image, size_t *size)
{
    const size_t layers = image->array_size ? image->array_size : image->depth;
    const size_t min_row = (size_t)image->width * image->pixel_size; /* below 2^31 */
    size_t min_slice;
    if (row != 0 && (row < min_row || row % image->pixel_size != 0)) return CLBI_LAYOUT_ROW_PITCH;
    image->row_pitch = row ? row : min_row;
    if (!multiply(image->row_pitch, image->height, &min_slice)) return CLBI_LAYOUT_BYTES;
    const bool has_slices = clbi_layout_has_slices(image);
    if (has_slices && slice != 0 && (slice < min_slice || slice % image->row_pitch != 0))
        return CLBI_LAYOUT_SLICE_PITCH;
    image->slice_pitch = has_slices && slice ? slice : min_slice;
    return multiply(image->slice_pitch, layers, size) ? CLBI_LAYOUT_FITS : CLBI_LAYOUT_BYTES;
}

clb_image_kind clbi_layout_kind(const clb_native_image *image, bool of_buffer)
{
    switch (image->dimensions) {
    case 1: return of_buffer ? CLB_IMAGE_1D_BUFFER : image->array_size ? CLB_IMAGE_1D_ARRAY : CLB_IMAGE_1D;
    case 2: return image->array_size ? CLB_IMAGE_2D_ARRAY : CLB_IMAGE_2D;
    default: return CLB_IMAGE_3D;
    }
}

void clbi_layout_extent(const clb_native_image *image, size_t extent[3], size_t pitch[2])
{
    const bool rows = image->dimensions == 1 && image->array_size;
    extent[0] = image->width;
    extent[1] = rows ? image->array_size : image->height;
    extent[2] = rows ? 1 : image->array_size ? image->array_size : image->depth;
    pitch[0] = rows ? image->slice_pitch : image->row_pitch;
    pitch[1] = image->slice_pitch;
}

/* ---- Parts ---------------------------------------------------------------------------------------------------------
 */

bool clbi_layout_part(const clb_native_image *image, const size_t origin[3], const size_t region[3], clbi_part *part)
{
    size_t extent[3];
    clbi_layout_extent(image, extent, part->pitch);
    for (int d = 0; d < 3; d++)
        if (region[d] == 0 || origin[d] > extent[d] || region[d] > extent[d] - origin[d]) return false;
    part->start = (char *)image->data;
    if (part->start) /* NULL for the image of a driver, whose memory is elsewhere */
        part->start += origin[0] * image->pixel_size + origin[1] * part->pitch[0] + origin[2] * part->pitch[1];
    part->region[0] = region[0] * image->pixel_size;
    part->region[1] = region[1];
    part->region[2] = region[2];
    return true;
}

bool clbi_layout_other_pitches(const clb_native_image *image, const clbi_part *part, size_t row, size_t slice,
                               size_t pitch[2])
{
    const size_t min_row = part->region[0];
    if (row != 0 && row < min_row) return false;
    if (!clbi_layout_has_slices(image) && slice != 0) return false;
    pitch[0] = row ? row : min_row;
    if (image->dimensions == 1 && image->array_size) { /* the slices of an array of 1-D images are rows */
        if (slice != 0 && slice < pitch[0]) return false;
        if (slice != 0) pitch[0] = slice;
        pitch[1] = 0;
        return true;
    }
    size_t min_slice;
    if (!multiply(part->region[1], pitch[0], &min_slice) || (slice != 0 && slice < min_slice)) return false;
    pitch[1] = slice ? slice : min_slice;
    return true;
}

/* ---- Boxes ---------------------------------------------------------------------------------------------------------
 */

void clbi_box_move(char *to, const size_t to_pitch[2], const char *from, const size_t from_pitch[2],
                   const size_t region[3])
{
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            memmove(to + z * to_pitch[1] + y * to_pitch[0], from + z * from_pitch[1] + y * from_pitch[0], region[0]);
}

void clbi_box_fill(char *to, const size_t pitch[2], const size_t region[3], const void *pattern, size_t size)
{
    for (size_t done = 0; done < region[0]; done += size) memcpy(to + done, pattern, size);
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            if (y > 0 || z > 0) memcpy(to + z * pitch[1] + y * pitch[0], to, region[0]);
}

/* They overlap if the distance is a sum of whole slices, rows and bytes, each fewer than the region has. Only the two
 * nearest numbers of slices and of rows can give such a sum. */
bool clbi_box_overlaps(size_t distance, const size_t region[3], const size_t pitch[2])
{
    for (size_t z = distance / pitch[1]; z <= distance / pitch[1] + 1; z++) {
        const bool below = z * pitch[1] > distance; /* the rest is negative */
        const size_t left = below ? z * pitch[1] - distance : distance - z * pitch[1];
        for (size_t y = left / pitch[0]; y <= left / pitch[0] + 1; y++) {
            const size_t at = y * pitch[0], x = at > left ? at - left : left - at;
            if (x < region[0] && y < region[1] && z < region[2]) return true;
        }
    }
    return false;
}
