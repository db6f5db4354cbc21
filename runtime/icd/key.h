/* Keys that identify programs: 128 bits computed from texts, headers and options. A key does not depend on these: the
 * form of line ends, line ends behind a text, blanks, quotes and the order of options, and options that change no
 * kernel (-I, since the headers are in the bundle, and options for warnings, debuggers and argument names). Knows
 * texts; must not know where programs come from.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_KEY_H
#define CLBI_ICD_KEY_H

#include "icd/unit.h"

typedef struct clbi_icd_key {
    uint64_t words[2];
} clbi_icd_key;

/* The key of a unit, and of a program. False without memory. */
bool clbi_icd_key_unit(const clbi_icd_source *unit, clbi_icd_key *key);
bool clbi_icd_key_program(const clbi_icd_units *units, clbi_icd_key *key);

/* The options that a key depends on: sorted, each with a NUL behind it, and an empty one at the end. From malloc; NULL
 * without memory. */
char *clbi_icd_options_read(const char *options);

/* CL_INVALID_BUILD_OPTIONS if an option lacks its value, begins without '-', defines what is no name, or asks for a
 * version of OpenCL C that there is not; *log, from malloc, then names it. Options that only other drivers know are
 * valid. CL_OUT_OF_HOST_MEMORY. */
cl_int clbi_icd_options_check(const char *options, char **log);

/* The number of leading bytes of a text that a key depends on. */
size_t clbi_icd_text_length(const char *text, size_t length);

#endif
