/* Writes C for kernels whose work-items are run one by one, in loops that the compiler may put into vectors.
 * Knows the typed form, the results of the passes, and plain C; must not know the parser's tree, nor how work-items
 * share vectors. */
#ifndef CLB_CGEN_SCALAR_H
#define CLB_CGEN_SCALAR_H

#include "cgen/common.h"

/* `inlined`: the function goes into each of its callers. `columns`: it is the one for groups of one work-item along x.
 * `least`: objects of so many bytes are not on the stack. */
typedef struct scalar_wish {
    bool inlined, columns;
    size_t spill_from;
} scalar_wish;

/* Writes the function of one group, `CLBN(group_\1)` or `CLBN(column_\1)`. false: `f->reason` says why not, and
 * `out` is as it was. */
bool scalar_write_group(native_program *program, passes *p, const scalar_wish *wish, buffer *out, cgen_needs *needs);
/* The function that the INVOKE calls, for single work-items; NULL: there is none, which refuses `f`. */
const cgen_called *scalar_find_called(native_program *program, ir_function *f, const ir_value *v);
/* Whether the kernel has a use for the second one: its work-items ask for their place along y. */
bool scalar_has_columns(const ir_function *f);

#endif
