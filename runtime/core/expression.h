/* The stack machine behind @arg extents, @range, @local and @variant: operations on int64_t
 * in which every overflow is caught.
 * Knows a kernel's parameters and their values; knows nothing about memory or devices.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLBI_EXPRESSION_H
#define CLBI_EXPRESSION_H

#include "core/constants.h"

typedef enum clbi_outcome {
    CLBI_VALUE = 0, /* the result is stored */
    CLBI_OVERFLOW,  /* an operation, or an unsigned argument, exceeds int64_t */
    CLBI_DIVISION,  /* by zero */
    CLBI_MALFORMED  /* the code is no expression: the bundle is damaged */
} clbi_outcome;

/* Runs the expression at code[start]. Integer scalars are read from arguments[i].value; constants have their defaults
 * where `values` is NULL. */
clbi_outcome clbi_expression_run(const clb_bundle *bundle, const clb_kernel_data *kernel, uint32_t start,
                                 const clb_argument *arguments, const clbi_value *values, int64_t *result);

/* "exceeds 64 bits", ... for messages. */
const char *clbi_outcome_text(clbi_outcome outcome);

#endif
