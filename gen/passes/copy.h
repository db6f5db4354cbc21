/* Copies of what a loop does in a round, with another counter. For passes that write loops anew.
 * Knows the form; must not know which loops, nor why. */
#ifndef CLB_PASSES_COPY_H
#define CLB_PASSES_COPY_H

#include "ir/ir.h"

enum {
    COPY_VALUES = 3000,    /* a kernel may have after all copies */
    COPY_VARIABLES = 2400,
    COPY_DEPENDS = 32      /* values that are looked at to know a number */
};

typedef struct copying {
    ir_function *f;
    const ir_value *loop;    /* that is copied from */
    ir_variable *counter;    /* known in each copy: */
    uint64_t now;
    ir_value *leave, *round; /* the scopes that stand for jumps out of the loop, and out of a round; or NULL */
    ir_value **value_of;     /* by the number of what is copied */
    ir_variable **variable_of;
    /* What stands for a value, in place of a copy of it; or NULL. May itself be NULL. */
    ir_value *(*given)(struct copying *s, const ir_value *v);
    void *of_given;
} copying;

/* What a value is where the variable x is `now`. false: not known. */
bool copy_know(const ir_value *v, const ir_variable *x, uint64_t now, unsigned *budget, uint64_t *out);
bool copy_depends(const ir_value *v, const ir_variable *x, unsigned *budget);
size_t copy_count_sets(const ir_block *b, const ir_variable *x);
bool copy_has_jump(const ir_block *b, ir_op op, const ir_value *target);
bool copy_ends_in_jump(const ir_block *b);

/* false: the kernel is too large. */
bool copy_begin(copying *s, ir_function *f);
/* At the end of block `to`: */
ir_value *copy_add_constant(copying *s, ir_block *to, ir_type t, uint64_t bits, const token *where);
ir_value *copy_add_scope(copying *s, ir_block *to, const token *where);
void copy_variables(copying *s, const ir_block *from, ir_block *to);
void copy_value(copying *s, const ir_value *v, ir_block *to);
void copy_block(copying *s, const ir_block *from, ir_block *to);
/* All copies of the loop are there. */
void copy_end(copying *s);

#endif
