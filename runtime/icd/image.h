/* What image.c and image_transfer.c share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_IMAGE_H
#define CLBI_ICD_IMAGE_H

#include "icd/device.h"
#include "image/format.h"
#include "image/layout.h"

/* The kind of an image's type, CL_MEM_OBJECT_IMAGE2D to CL_MEM_OBJECT_IMAGE1D_BUFFER, which the runtime counts from 0.
 */
static inline clb_image_kind clbi_icd_image_kind(cl_mem_object_type type)
{
    return (clb_image_kind)(type - CL_MEM_OBJECT_IMAGE2D);
}

#endif
