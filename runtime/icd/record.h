/* Records an application's programs in the folder of `clbundle capture` while it runs: the kernels of each program, and
 * the sizes and the number of their launches. Knows the files that gen/capture/merge.c reads; must not know OpenCL's
 * objects.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_RECORD_H
#define CLBI_ICD_RECORD_H

#include "icd/request.h"

/* The launches of one program. */
typedef struct clbi_icd_record clbi_icd_record;

/* Begins the record of a program in `folder`: writes `kernels`, a JSON array, to the file kernels-KEY-XXXXXX, and
 * creates launches-KEY-XXXXXX. The caller closes the record. NULL: no memory, or a file could not be written. */
clbi_icd_record *clbi_icd_record_open(const char *folder, const clbi_icd_words *kernels, const uint64_t key[2]);
void clbi_icd_record_close(clbi_icd_record *record); /* NULL is allowed */

/* A launch of the kernel with that name. */
typedef struct clbi_icd_launch {
    const char *kernel;
    clbi_icd_range range;
    const clbi_icd_recorded *arguments;
    size_t argument_count;
} clbi_icd_launch;

/* Counts a launch. Thread-safe. A launch that cannot be written is not counted. */
void clbi_icd_record_add(clbi_icd_record *record, const clbi_icd_launch *launch);

#endif
