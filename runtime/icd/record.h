/* What an application does with its programs, written to the folder of `clbundle capture` while it runs: which kernels a program
 * has, and with which sizes they are launched, how often.
 * Knows the files that gen/capture/merge.c reads; must not know OpenCL's objects.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_RECORD_H
#define CLBI_ICD_RECORD_H

#include "icd/unit.h"

/* The launches of one program. */
typedef struct clbi_icd_record clbi_icd_record;

/* Begins the record of a program in `folder`: the file kernels-KEY-PROCESS, which holds a JSON array, is
 * written, and launches-KEY-PROCESS made.
 * NULL: no memory, or a file could not be written. Owned by the caller: clbi_icd_record_close. */
clbi_icd_record *clbi_icd_record_open(const char *folder, const clb_bundle *bundle, const uint64_t key[2]);
void clbi_icd_record_close(clbi_icd_record *record); /* NULL is allowed */

/* Counts a launch. `argument_count` numbers of bytes; local NULL: not stated. Thread-safe. What cannot be written is lost. */
void clbi_icd_record_add(clbi_icd_record *record, uint32_t kernel, uint32_t dimensions, const size_t *offset, const size_t *global,
                         const size_t *local, const clbi_icd_recorded *arguments, size_t argument_count);

#endif
