/* What tells programs apart: a key of their texts, headers and options. The form of line ends, and what stands at the
 * end of a text of them, do not count, nor do blanks, quotes and the order of options, nor options that change no
 * kernel: folders of -I, whose headers are in the bundle, and those for warnings, debuggers and argument names. Knows
 * texts; must not know where programs come from.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_KEY_H
#define CLBI_ICD_KEY_H

#include "icd/unit.h"

typedef struct clbi_icd_key {
    uint64_t words[2];
} clbi_icd_key;

/* False: no memory. */
bool clbi_icd_key_unit(const clbi_icd_source *unit, clbi_icd_key *key);
bool clbi_icd_key_program(const clbi_icd_units *units, clbi_icd_key *key);

/* The options that count, sorted, each with a NUL behind it, and an empty one at the end. From malloc, or NULL: no
 * memory. */
char *clbi_icd_options_read(const char *options);

/* The bytes of a text that count. */
size_t clbi_icd_text_length(const char *text, size_t length);

#endif
