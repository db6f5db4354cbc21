/* The binary of a program as an application keeps it: a key, by which a catalogue finds the program; and, of a program
 * that was translated while the application ran, its texts, so that a later run can translate it again. Knows the form
 * of the bytes, which anybody may have changed; must not know where programs come from.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_ARCHIVE_H
#define CLBI_ICD_ARCHIVE_H

#include "icd/key.h"

/* Bytes from malloc. `units` NULL: only the key. NULL: no memory. */
unsigned char *clbi_icd_archive_write(const clbi_icd_key *key, const clbi_icd_units *units, size_t *size);

/* What an archive holds. The texts point into the bytes. */
typedef struct clbi_icd_archive {
    clbi_icd_key key;
    clbi_icd_source *units; /* NULL: only the key */
    size_t count;
    const char *link_options;
} clbi_icd_archive;

/* CL_INVALID_BINARY: the bytes are no archive. CL_OUT_OF_HOST_MEMORY. To be freed on success. */
cl_int clbi_icd_archive_read(const unsigned char *bytes, size_t size, clbi_icd_archive *archive);
void clbi_icd_archive_free(clbi_icd_archive *archive);

#endif
