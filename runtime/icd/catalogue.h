/* Searches the catalogues of programs that are linked into the application. Knows catalogues and keys; must not know
 * translation, nor OpenCL's objects.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_CATALOGUE_H
#define CLBI_ICD_CATALOGUE_H

#include "icd/key.h"

/* Sets *found to the program that consists of these units, or to NULL. False without memory. */
bool clbi_icd_catalogue_find(const clbi_icd_units *units, const clb_icd_program **found);

/* Sets *found to the program with this key, or to NULL. False without memory. Reads all programs. */
bool clbi_icd_catalogue_find_key(const clbi_icd_key *key, const clb_icd_program **found);

/* Sets *found to whether some program has this unit. False without memory. */
bool clbi_icd_catalogue_has_unit(const clbi_icd_source *unit, bool *found);

/* Whether any catalogue is linked in. */
bool clbi_icd_catalogue_exists(void);
/* Whether any of them has checked code. */
bool clbi_icd_catalogue_is_checked(void);

/* Computes the key of a program. False without memory. */
bool clbi_icd_catalogue_key(const clb_icd_program *program, clbi_icd_key *key);

/* Sets *program to the first one that has a kernel of this name, or to NULL, and *kernel to the kernel's number in its
 * bundle. False without memory. */
bool clbi_icd_catalogue_find_kernel(const char *name, size_t length, const clb_icd_program **program, uint32_t *kernel);

/* The names of all kernels, joined by ';', each name once. From malloc; NULL without memory. */
char *clbi_icd_catalogue_kernels(void);

/* The message for a program of these units that is in no catalogue. It names the nearest program, the difference, and
 * the command that adds the program. From malloc; NULL without memory. */
char *clbi_icd_catalogue_miss(const clbi_icd_source *units, size_t count);

#endif
