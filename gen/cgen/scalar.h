/* Writes C for kernels in loops: work-items run one by one, and the compiler may vectorise the loops. Knows the typed
 * form, the results of the passes, and plain C; must not know the parser's tree, nor how vectors are written.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_SCALAR_H
#define CLB_CGEN_SCALAR_H

#include "cgen/common.h"

/* `inlined`: the group's function is inlined in the entry. `columns`: it is the version for groups of one work-item
 * along x. */
typedef struct scalar_wish {
    bool inlined, columns;
} scalar_wish;

/* Writes the function of one group, `CLBN(group_\1)`, `CLBN(column_\1)` or, of checked code, `CLBN(checked_\1)`. false:
 * `f->reason` says why not, and `out` is unchanged. */
bool scalar_write_group(native_program *program, const lowered *l, const scalar_wish *wish, buffer *out);
/* The function that the INVOKE calls, a version for loops; NULL: `f` is refused. */
const cgen_called *scalar_find_called(native_program *program, ir_function *f, const ir_value *v,
                                      const lower_called *callee);
/* Whether a version for columns is of use: the kernel queries its position along y. */
bool scalar_has_columns(const ir_function *f);

#endif
