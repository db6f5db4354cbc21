/* The state of the R package, which its files share: r.c writes code and the package's own files, r_page.c its help
 * pages.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_EMIT_R_STATE_H
#define CLB_EMIT_R_STATE_H

#include "emit/foreign_functions.h"
#include "emit/r.h"

/* A function that the package exports. */
typedef struct r_export {
    const char *name, *code_name; /* the name; as code writes it, in backticks if needed */
    const char *formals;
    const foreign_function *function; /* the function of a kernel that it calls, whose comment documents it */
} r_export;

/* The name of a parameter in R: "arg.NAME" for words that R does not accept as names. */
const char *r_parameter_name(arena *a, const char *name);

/* A help page: these exports, whose kernels stand in one file. */
void r_add_page(const foreign_functions *all, const r_package *p, const char *page, const r_export *exports,
                size_t count, buffer *out);

#endif
