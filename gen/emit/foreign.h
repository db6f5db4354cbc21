/* What other languages need to know about a kernel: which parameters the caller gives, which follow from the arrays,
 * and which types have a form there. Knows the bundle; must not know any of the languages.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_FOREIGN_H
#define CLB_EMIT_FOREIGN_H

#include "emit/emit.h"

/* What a parameter is to a caller who has arrays and numbers. */
typedef struct foreign_argument {
    bool memory;    /* an array */
    bool output;    /* an array that the kernel only writes: the call makes it */
    bool local;     /* bytes of local memory; `extent` of the bundle may state them */
    bool found;     /* an integer that is an extent of arrays */
    bool optional;  /* the caller may leave it out: an input tells it, or @arg does */
    size_t counter; /* of an input of one element, or of n: the number of the argument n, from 1; otherwise 0 */
    size_t step_of; /* of the step of such an input: the number of that input, from 1; otherwise 0 */
    size_t teller, dimension; /* of an extent: the first input array that has it, from 1, and the number of its
                                 dimension, from 0 */
} foreign_argument;

typedef struct foreign_kernel {
    const bundle_kernel *kernel;
    size_t number;               /* in the bundle */
    foreign_argument *arguments; /* one an argument of the kernel */
    size_t length;               /* the argument that counts the elements of the range, from 1; 0: there is none */
} foreign_kernel;

/* The facts of one kernel. */
foreign_kernel foreign_read(arena *a, const bundle *b, size_t number);

/* Has the array one element for each of the range? */
bool foreign_is_element(const bundle *b, const foreign_kernel *k, size_t index);

/* Why no language with arrays and records of numbers can call the kernel, or NULL. */
const char *foreign_refusal(arena *a, const bundle_kernel *k);

/* The kernels that a language gets functions for; of each other one a note says why `what` ("the R package") lacks it.
 * That none is left is an error. Variants run in place of the kernel that is called, and are left out in silence. */
foreign_kernel *foreign_list(arena *a, const bundle *b, const char *what, size_t *count, diagnostics *d);

/* Is it a structure whose members have names? Then records of the language stand for it. */
bool foreign_is_record(const type *t);

#endif
