/* The name of <clbundle/exchange.h> before version 0.3. It goes with version 0.4.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/exchange.h"
