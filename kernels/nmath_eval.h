/* What the parts of nmath-eval share: how a function of the libraries is called.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NMATH_EVAL_H
#define NMATH_EVAL_H

#include "clbundle/core.h"

#include <stdbool.h>

enum { MAX_COLUMNS = 32 };

/* What a kernel's parameter is to this program. */
typedef enum role {
    ROLE_INPUT, /* array of numbers: one column */
    ROLE_STEP,  /* step of the input before it: 1 */
    ROLE_FLAG,  /* scalar: one column, the same for a launch */
    ROLE_SEED,  /* seed of random variates; `stream` and `first` are 0 */
    ROLE_ZERO,
    ROLE_OUTPUT,
    ROLE_COUNT /* the number of elements */
} role;

typedef struct parameter {
    role role;
    char name[64], type[64];
    uint32_t size;
    clb_number number;
    size_t column; /* of ROLE_INPUT and ROLE_FLAG */
} parameter;

typedef struct signature {
    const clb_bundle *bundle; /* that of the doubles, or that of the floats */
    uint32_t kernel;
    bool single; /* arrays of floats */
    parameter items[MAX_COLUMNS];
    size_t count, columns, flags; /* the last `flags` columns are scalars */
} signature;

/* nmath_npy.c: evaluates a function over arrays. values: names of .npy files, or numbers, in the order of the columns;
 * flags at the end may be left out, and are R's defaults then. The result goes to the file `out`, which is there whole
 * or not at all. False after a message. */
bool npy_evaluate(const char *filter, const char *function, const signature *s, char *const *values, size_t count,
                  const char *out, uint64_t seed);

#endif
