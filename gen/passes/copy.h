/* Copies of a loop's round with another value of its counter, for passes that rewrite loops. Knows the form; must not
 * know which loops are copied, nor why.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_PASSES_COPY_H
#define CLB_PASSES_COPY_H

#include "ir/ir.h"

enum {
    COPY_VALUES = 3000, /* most values of a kernel whose loops are copied; as a rule, also with all copies */
    COPY_VARIABLES = 2400,
    COPY_DEPENDS = 32 /* most values that a search for a constant visits */
};

/* A counter whose value is known, and those of the loops around. */
typedef struct copy_counter {
    const ir_variable *variable;
    uint64_t now;
    const struct copy_counter *outer;
} copy_counter;

typedef struct copying {
    ir_function *f;
    size_t values;        /* most values of the kernel, with all copies */
    const ir_value *loop; /* the loop that is copied */
    ir_variable *counter; /* its value in the present copy is `now` */
    uint64_t now;
    ir_value *leave, *round; /* scopes that replace jumps out of the loop and out of a round; or NULL */
    ir_value **value_of;     /* by the number of the copied value */
    ir_variable **variable_of;
    /* Returns the value that replaces a copy, or NULL. The function pointer itself may be NULL. */
    ir_value *(*given)(struct copying *s, const ir_value *v);
    void *of_given;
} copying;

/* The bits of v if the variable x is `now`. false: unknown. */
bool copy_know(const ir_value *v, const ir_variable *x, uint64_t now, unsigned *budget, uint64_t *out);
/* The same with several counters. */
bool copy_know_all(const ir_value *v, const copy_counter *counters, unsigned *budget, uint64_t *out);
bool copy_depends(const ir_value *v, const ir_variable *x, unsigned *budget);
size_t copy_count_sets(const ir_block *b, const ir_variable *x);
bool copy_has_jump(const ir_block *b, ir_op op, const ir_value *target);
bool copy_ends_in_jump(const ir_block *b);

/* false: the kernel is too large. It may get up to `values` values. */
bool copy_begin(copying *s, ir_function *f, size_t values);
/* Starts the copies of one loop. */
void copy_start(copying *s);
/* These add to the end of block `to`. */
ir_value *copy_add_constant(copying *s, ir_block *to, ir_type t, uint64_t bits, const token *where);
ir_value *copy_add_scope(copying *s, ir_block *to, const token *where);
void copy_variables(copying *s, const ir_block *from, ir_block *to);
void copy_value(copying *s, const ir_value *v, ir_block *to);
void copy_block(copying *s, const ir_block *from, ir_block *to);
/* Ends the copies of one loop. */
void copy_end(copying *s);

#endif
