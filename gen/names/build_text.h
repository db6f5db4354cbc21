/* The options of clBuildProgram that change the meaning of a program: the front end must read the program as the driver
 * will. Knows the spelling of OpenCL 1.2 5.6.4; must not know what the definitions are used for.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_NAMES_BUILD_TEXT_H
#define CLB_NAMES_BUILD_TEXT_H

#include "base/diagnostics.h"
#include "clc/parse.h"

typedef struct build_text {
    const char *driver;     /* the options for drivers: as given or, if any was quoted, those that need no quotes */
    const source **sources; /* definitions that are text of the program, not options for drivers: those of -D if any
                               option was quoted, and the values of an option set */
    size_t source_count;
    size_t written_count;     /* the number of definitions in that text, which are the first ones */
    const char **definitions; /* from -D and from other options: NAME or NAME=BODY */
    size_t definition_count;
    const char **folders; /* from -I: folders that are searched for included files, after the includer's own folder */
    size_t folder_count;
    parse_options language; /* from -cl-std and -cl-single-precision-constant */
} build_text;

/* Reads the options. Drivers do not agree on quotes and backslashes. If there are any, the definitions of -D become
 * text of the program, and drivers get the other options. Problems are reported. -Werror turns all warnings from
 * here on into errors; -w drops them. Options that change nothing for the front end are ignored, with a warning if
 * OpenCL has no option of that name. */
build_text build_text_read(arena *a, const char *text, diagnostics *d);

#endif
