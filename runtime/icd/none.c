/* No catalogue: linked where no generated file defines clb_icd_catalogues. Alone in its file, so that a static library
 * gives way to the application's definition.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/icd.h"

const clb_icd_catalogue *const clb_icd_catalogues[] = {NULL};
