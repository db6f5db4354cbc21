/* The options of clBuildProgram that change the meaning of a program: the front end must read the program as the
 * driver will. Knows the spelling of OpenCL 1.2 5.6.4; must not know what the definitions are used for.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_NAMES_BUILD_TEXT_H
#define CLB_NAMES_BUILD_TEXT_H

#include "base/diagnostics.h"
#include "clc/parse.h"

typedef struct build_text {
    const char
        *driver; /* the options that drivers get: as given, or, where they were quoted, those that need no quotes */
    const source *source;     /* where options were quoted: the definitions of -D as text of the program; or NULL */
    size_t written_count;     /* so many of the definitions, the first, stand in it */
    const char **definitions; /* of -D, and what other options define: NAME or NAME=BODY */
    size_t definition_count;
    const char **folders; /* of -I: where included files are looked for, after the includer's own folder */
    size_t folder_count;
    parse_options language; /* of -cl-std, -cl-single-precision-constant */
} build_text;

/* Reads the options. Drivers do not agree on quotes and backslashes: where there are any, what was understood of -D
 * becomes text of the program, and drivers get the other options. Problems are reported; warnings from here on are
 * errors if -Werror is among them, and are not reported with -w. Options that change nothing here are passed over, with
 * a warning where OpenCL has none of that name. */
build_text build_text_read(arena *a, const char *text, diagnostics *d);

#endif
