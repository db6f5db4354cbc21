/* Facts about a kernel that other languages need: which parameters the caller gives, which follow from the arrays, and
 * which types have a form there. Knows the bundle; must not know any of the languages.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_FOREIGN_H
#define CLB_EMIT_FOREIGN_H

#include "emit/emit.h"

/* The role of a parameter for a caller with arrays and numbers. */
typedef struct foreign_argument {
    bool memory;    /* an array */
    bool output;    /* an array that the kernel only writes: the call allocates it */
    bool local;     /* bytes of local memory; `extent` of the bundle may state them */
    bool sampler;   /* a sampler_t: its addressing mode, its filter, and whether coordinates are normalised */
    bool found;     /* an integer that is an extent of arrays */
    bool optional;  /* the caller may leave it out: an input or @arg states it */
    size_t counter; /* for an input of one element, or of n: the number of the argument n, from 1; otherwise 0 */
    size_t step_of; /* for the step of such an input: the number of that input, from 1; otherwise 0 */
    size_t teller, dimension; /* for an extent: the first input array that has it, from 1, and the number of its
                                 dimension, from 0 */
} foreign_argument;

typedef struct foreign_kernel {
    const bundle_kernel *kernel;
    size_t number;               /* in the bundle */
    foreign_argument *arguments; /* one for each argument of the kernel */
    size_t length; /* the argument that states the number of elements of the range, from 1; 0: there is none */
} foreign_kernel;

/* The facts of one kernel. */
foreign_kernel foreign_read(arena *a, const bundle *b, size_t number);

/* Whether the array has one element for each of the range. */
bool foreign_is_element(const bundle *b, const foreign_kernel *k, size_t index);

/* Why no language with arrays and records of numbers can call the kernel, or NULL. */
const char *foreign_refusal(arena *a, const bundle_kernel *k);

/* The kernels that get functions in a language. For each other kernel, a note says why `what` ("the R package")
 * lacks it. If none is left, that is an error. Variants are left out silently: they run in place of the kernel that
 * is called. */
foreign_kernel *foreign_list(arena *a, const bundle *b, const char *what, size_t *count, diagnostics *d);

/* Whether one of these kernels takes a sampler. */
bool foreign_has_sampler(const foreign_kernel *list, size_t count);

/* Whether it is a structure whose members have names. The language's records then represent it. */
bool foreign_is_record(const type *t);

#endif
