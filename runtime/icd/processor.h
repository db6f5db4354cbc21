/* Properties of this machine's processor. Knows its instructions and the C library; opens no file.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_PROCESSOR_H
#define CLBI_ICD_PROCESSOR_H

#include <stddef.h>
#include <stdint.h>

typedef struct clbi_icd_processor {
    char name[64];      /* "processor" if it is not known */
    uint32_t vendor;    /* the maker's PCI number; 0: not known */
    size_t cache;       /* bytes of the last level of cache; 0: not known */
    size_t cache_line;  /* bytes */
    uint32_t megahertz; /* measured */
    uint32_t vector;    /* bytes of a vector in native code */
} clbi_icd_processor;

/* Fills in *processor. The measurement takes about a millisecond. */
void clbi_icd_processor_ask(clbi_icd_processor *processor);

#endif
