/* The functions of a package in another language: one for a kernel, and one for what a kernel is in the configurations
 * in which it has the same parameters. Knows faces and option sets; must not know any of the languages.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_FOREIGN_FUNCTIONS_H
#define CLB_EMIT_FOREIGN_FUNCTIONS_H

#include "emit/foreign.h"

typedef struct foreign_function {
    const char *name;
    const foreign_kernel *kernel; /* of several, the first */
    const bundle_face *face;      /* of several; NULL: there is one kernel */
    size_t table;                 /* of the face: the number of its table */
    const char *types;            /* of the face: the values that all of them have, as options */
    const char *formals, *values; /* parameters, and one value for each parameter of the kernel */
    size_t *numbers;              /* the kernels: their numbers in the bundle */
    size_t *places;               /* and among foreign_functions.kernels */
    size_t count;
} foreign_function;

/* The functions of a package, and what they are made of. */
typedef struct foreign_functions {
    arena *a;
    const bundle *bundle;
    diagnostics *d;
    const foreign_kernel *kernels;
    size_t kernel_count;
    foreign_function *list;
    size_t count;
    bool samplers; /* a kernel takes one */
    map fronts;    /* name of a front of several kernels -> its function */
    buffer tables; /* the tables of faces with several kernels, in C, with commas between them */
} foreign_functions;

/* How a language writes a kernel's parameters, and one value for each of them. */
typedef struct foreign_form {
    const char *what; /* "the R package" */
    const char *(*formals)(arena *a, const foreign_kernel *k);
    const char *(*values)(arena *a, const foreign_kernel *k);
} foreign_form;

/* The functions of all kernels that the language can call. Kernels that it cannot call, or not as the others of their
 * function, are noted. The caller frees `tables`. */
foreign_functions foreign_list_functions(arena *a, const bundle *b, const foreign_form *form, diagnostics *d);

/* The values of a set as options; `types`: only those with which types change, and those that are not defined. */
const char *foreign_options(arena *a, const option_sets *sets, size_t set, bool types);

/* The values of all sets that the function has, each in `mark`, as "'-DN=1' or '-DN=2'". */
const char *foreign_choices(const foreign_functions *all, const foreign_function *f, const char *mark);

#endif
