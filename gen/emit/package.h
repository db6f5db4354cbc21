/* One file of an R or Python package. Knows its place; must not know its content.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_PACKAGE_H
#define CLB_EMIT_PACKAGE_H

#include "emit/emit.h"

/* The levels of instructions in a package, unless others are asked for: the baseline and x86-64-v3. Each is compiled as
 * long as the first, and AVX-512 is worth less than the step to AVX2. */
enum { PACKAGE_LEVELS = 1 << CLB_NATIVE_BASE | 1 << CLB_NATIVE_V3 };

typedef struct package_file {
    const char *path; /* below the package's folder */
    bool kept;        /* one that is there already is the user's */
    buffer text;
} package_file;

#endif
