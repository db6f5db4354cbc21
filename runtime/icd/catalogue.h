/* Programs that are linked in.
 * Knows catalogues; must not know translation, nor OpenCL's objects.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_CATALOGUE_H
#define CLBI_ICD_CATALOGUE_H

#include "icd/key.h"

/* *found: the program that consists of these units, or NULL. False: no memory. */
bool clbi_icd_catalogue_find(const clbi_icd_units *units, const clb_icd_program **found);

/* *found: the program with this key, or NULL. False: no memory. Reads all programs. */
bool clbi_icd_catalogue_find_key(const clbi_icd_key *key, const clb_icd_program **found);

/* *found: some program has this unit. False: no memory. */
bool clbi_icd_catalogue_has_unit(const clbi_icd_source *unit, bool *found);

/* Whether any catalogue is linked in. */
bool clbi_icd_catalogue_exists(void);

/* The key of a program. False: no memory. */
bool clbi_icd_catalogue_key(const clb_icd_program *program, clbi_icd_key *key);

/* The first program that has a kernel of this name, or NULL, and the kernel's number in its bundle. False: no memory.
 */
bool clbi_icd_catalogue_find_kernel(const char *name, size_t length, const clb_icd_program **program, uint32_t *kernel);

/* The names of all kernels, joined by ';', each once. From malloc; NULL: no memory. */
char *clbi_icd_catalogue_kernels(void);

/* For people: that a program of these units is in no catalogue, which one is the nearest, what differs, and what to do.
 * From malloc, or NULL. */
char *clbi_icd_catalogue_miss(const clbi_icd_source *units, size_t count);

#endif
