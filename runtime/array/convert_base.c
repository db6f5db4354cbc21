/* The loops of convert.h for any processor that the library runs on. Knows no instruction set.
 *
 * SPDX-License-Identifier: MIT */
#define LOOPS clbi_loops_base
#include "array/convert_loops.h"
