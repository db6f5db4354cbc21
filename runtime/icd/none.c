/* The empty list of catalogues, for programs in which no generated file defines clb_icd_catalogues. It is alone in its
 * file, so that the linker takes it from a static library only where the application has no definition. Knows a name
 * only.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/icd.h"

const clb_icd_catalogue *const clb_icd_catalogues[] = {NULL};
