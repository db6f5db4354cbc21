/* The headers and the conversion that the files on images need. Knows image types; must not know commands.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_IMAGE_H
#define CLBI_ICD_IMAGE_H

#include "icd/device.h"
#include "image/format.h"
#include "image/layout.h"

/* The runtime's kind for an image's type, from CL_MEM_OBJECT_IMAGE2D to CL_MEM_OBJECT_IMAGE1D_BUFFER. The runtime
 * counts kinds from 0 in the same order. */
static inline clb_image_kind clbi_icd_image_kind(cl_mem_object_type type)
{
    return (clb_image_kind)(type - CL_MEM_OBJECT_IMAGE2D);
}

#endif
