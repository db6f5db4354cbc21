/* One file of an R or Python package. Knows its path; must not know its content.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_PACKAGE_H
#define CLB_EMIT_PACKAGE_H

#include "emit/emit.h"

/* The instruction levels in a package, unless others are requested: the baseline and x86-64-v3. Each further level
 * takes as long to compile as the first, and AVX-512 gains less than AVX2. */
enum { PACKAGE_LEVELS = 1 << CLB_NATIVE_BASE | 1 << CLB_NATIVE_V3 };

typedef struct package_file {
    const char *path; /* below the package's folder */
    bool kept;        /* if it exists already, it is the user's and stays */
    buffer text;
} package_file;

#endif
