/* What an application does with its programs, written to the folder of `clbundle capture` while it runs: which kernels
 * a program has, and with which sizes they are launched, how often. Knows the files that gen/capture/merge.c reads;
 * must not know OpenCL's objects.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_RECORD_H
#define CLBI_ICD_RECORD_H

#include "icd/request.h"

/* The launches of one program. */
typedef struct clbi_icd_record clbi_icd_record;

/* Begins the record of a program in `folder`: the file kernels-KEY-XXXXXX, which holds `kernels`, a JSON array, is
 * written, and launches-KEY-XXXXXX made. NULL: no memory, or a file could not be written. Owned by the caller:
 * clbi_icd_record_close. */
clbi_icd_record *clbi_icd_record_open(const char *folder, const clbi_icd_words *kernels, const uint64_t key[2]);
void clbi_icd_record_close(clbi_icd_record *record); /* NULL is allowed */

/* A launch of the kernel with that name. */
typedef struct clbi_icd_launch {
    const char *kernel;
    clbi_icd_range range;
    const clbi_icd_recorded *arguments;
    size_t argument_count;
} clbi_icd_launch;

/* Counts a launch. Thread-safe. What cannot be written is lost. */
void clbi_icd_record_add(clbi_icd_record *record, const clbi_icd_launch *launch);

#endif
