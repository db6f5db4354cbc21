/* A file of a package that another language builds.
 * Knows where it goes; must not know what stands in it. */
#ifndef CLB_EMIT_PACKAGE_H
#define CLB_EMIT_PACKAGE_H

#include "emit/emit.h"

typedef struct package_file {
    const char *path; /* below the package's folder */
    bool kept;        /* one that is there already is the user's */
    buffer text;
} package_file;

#endif
