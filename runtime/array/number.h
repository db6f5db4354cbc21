/* One number of any type of clb_type, in a form that represents all of them exactly.
 * Knows how numbers lie in memory and which values each type can hold; knows nothing of arrays and ckernels.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_ARRAY_NUMBER_H
#define CLBI_ARRAY_NUMBER_H

#include "clbundle/assign.h"

typedef enum clbi_number_form { CLBI_SIGNED, CLBI_UNSIGNED, CLBI_REAL, CLBI_MISSING } clbi_number_form;

typedef struct clbi_number {
    clbi_number_form form;
    int64_t i;
    uint64_t u;
    double real, imaginary; /* REAL */
} clbi_number;

/* Reads a bool, a number or a complex number; the address needs no alignment. */
clbi_number clbi_number_load(const clb_type *type, const char *from);

/* Writes it as another type. NULL, or why the mode refuses it ("does not fit ..."): then nothing is written. */
const char *clbi_number_store(const clb_type *type, clbi_number number, clb_assign_mode mode, char *to);

#endif
