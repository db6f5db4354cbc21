/* One file of an R or Python package. Knows its place; must not know its content.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_PACKAGE_H
#define CLB_EMIT_PACKAGE_H

#include "emit/emit.h"

typedef struct package_file {
    const char *path; /* below the package's folder */
    bool kept;        /* one that is there already is the user's */
    buffer text;
} package_file;

#endif
