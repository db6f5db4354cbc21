/* The group's own control, step by step, for all writers. Knows the lowered form and the order of C's text; must not
 * know how values and regions are written. SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_GROUP_H
#define CLB_CGEN_GROUP_H

#include "cgen/common.h"

/* How a writer writes the pieces. `w` is the writer. */
typedef struct group_printer {
    void (*begin_step)(void *w, const lower_step *step); /* before each; NULL: at the end of a block */
    void (*declare)(void *w, const ir_variable *v);      /* a variable of the group */
    void (*value)(void *w, const ir_value *v);
    void (*set)(void *w, const ir_block *b, size_t index);
    void (*jump)(void *w, const ir_value *v);
    void (*region)(void *w, const lower_region *r);
    void (*begin_branch)(void *w, const ir_value *v);
    void (*begin_else)(void *w);
    void (*end_branch)(void *w);
    /* true: the head holds the loop's first and last blocks, and only block 1 follows. */
    bool (*begin_loop)(void *w, const ir_value *v);
    void (*begin_block)(void *w, const ir_value *v, int k); /* of a loop */
    void (*end_block)(void *w, const ir_value *v, int k);
    void (*end_loop)(void *w, const ir_value *v);
    void (*begin_scope)(void *w, const ir_value *v);
    void (*end_scope)(void *w, const ir_value *v);
} group_printer;

/* Writes the steps of the kernel, until the form is refused. */
void group_write(const group_printer *print, void *w, const lowered *l);

#endif
