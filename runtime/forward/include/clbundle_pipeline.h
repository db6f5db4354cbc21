/* The name of <clbundle/pipeline.h> before version 0.3. It goes with version 0.4.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/pipeline.h"
