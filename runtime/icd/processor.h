/* What this machine's processor says of itself. Opens no file.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ICD_PROCESSOR_H
#define CLBI_ICD_PROCESSOR_H

#include <stddef.h>
#include <stdint.h>

typedef struct clbi_icd_processor {
    char name[64];      /* "processor" where it is not known */
    uint32_t vendor;    /* PCI's number of its maker; 0: not known */
    size_t cache;       /* bytes of the last cache; 0: not known */
    size_t cache_line;  /* bytes */
    uint32_t megahertz; /* measured */
    uint32_t vector;    /* bytes of the vectors that native code computes with */
} clbi_icd_processor;

/* Takes a millisecond, for the measurement. */
void clbi_icd_processor_ask(clbi_icd_processor *processor);

#endif
