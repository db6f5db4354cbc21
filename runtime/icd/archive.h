/* The binary of a program, which an application may store. It holds a key, by which a catalogue finds the program. For
 * a program that was translated while the application ran it also holds the texts, so that a later run can translate it
 * again. Knows the layout of the bytes, and trusts none of them; must not know where programs come from.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_ARCHIVE_H
#define CLBI_ICD_ARCHIVE_H

#include "icd/key.h"

/* Returns *size bytes from malloc, or NULL without memory. `units` NULL: the archive holds only the key. */
unsigned char *clbi_icd_archive_write(const clbi_icd_key *key, const clbi_icd_units *units, size_t *size);

/* The contents of an archive. The texts point into its bytes. */
typedef struct clbi_icd_archive {
    clbi_icd_key key;
    clbi_icd_source *units; /* NULL: the archive holds only the key */
    size_t count;
    const char *link_options;
} clbi_icd_archive;

/* Errors: CL_INVALID_BINARY (the bytes are no archive), CL_OUT_OF_HOST_MEMORY. On success the caller frees *archive. */
cl_int clbi_icd_archive_read(const unsigned char *bytes, size_t size, clbi_icd_archive *archive);
void clbi_icd_archive_free(clbi_icd_archive *archive);

#endif
