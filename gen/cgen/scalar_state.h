/* State that the files of the loop writer share.
 *
 * A value without a name (lower/names.h) is not written where it is computed, but inside the expression that uses it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_SCALAR_STATE_H
#define CLB_CGEN_SCALAR_STATE_H

#include "cgen/scalar.h"

/* Precedence of operators, the tightest first. */
typedef enum scalar_level {
    LEVEL_NAME,
    LEVEL_UNARY,
    LEVEL_MULTIPLY,
    LEVEL_ADD,
    LEVEL_SHIFT,
    LEVEL_COMPARE,
    LEVEL_EQUAL,
    LEVEL_AND,
    LEVEL_XOR,
    LEVEL_OR,
    LEVEL_BOTH,
    LEVEL_EITHER,
    LEVEL_CHOICE
} scalar_level;

typedef struct scalar_text {
    const char *text; /* NULL: it has no text yet */
    scalar_level level;
    bool open; /* it is an expression, not a name */
    /* Of `x + y` and the like, without a cast, where x is the name of a variable: the variable, and y; else NULL. */
    const ir_variable *updates;
    const char *update;
    const char *vector; /* of a LOAD: the name of the short vector it is a component of, or NULL */
} scalar_text;

/* A sum of ids that is made an int. */
typedef struct scalar_sum {
    const ir_value *wide; /* before that */
    int64_t step;         /* from one work-item of the loop to the next */
} scalar_sum;

/* A LOOP around the present code. */
typedef struct scalar_loop {
    const struct scalar_loop *outer;
    const ir_value *loop;
    bool goes_on; /* C's `continue` begins the next round */
} scalar_loop;

/* Values, most by their numbers. */
typedef struct scalar_values {
    scalar_text *of;
    unsigned *uses;      /* as in names, without conditions that became bounds of loops */
    bool unnamed;        /* inside an expression: no value may get a name now */
    scalar_text *chosen; /* by the number of a variable that is an expression (lower/expressions.h): its text */
} scalar_values;

typedef struct scalar_variables {
    bool *declared; /* by a variable's number */
} scalar_variables;

/* Loops of the kernel, and those over work-items. */
typedef struct scalar_loops {
    const char *head;             /* the first part of the next `for`, or NULL */
    const scalar_loop *innermost; /* or NULL */
    scalar_sum *sums;             /* of the present loop over work-items */
    size_t sum_count;
    const ir_value *guard;       /* the IF whose condition is the bound of the loop over work-items; or NULL */
    const ir_value *rest;        /* the SCOPE whose end is the end of the work-item, or NULL */
    const ir_value *ends_region; /* the item that ends the present region of the group, or NULL */
    bool columns;                /* the inner loop runs along y */
} scalar_loops;

/* Short vectors that stay together, by the number of a pack's first value or variable. */
typedef struct scalar_packs {
    const char **texts;        /* the vector's name in this region, or NULL */
    const char **names;        /* its name for all regions, or NULL */
    unsigned char *mask_bytes; /* of a pack of predicates: bytes of an element */
    const char **variables;    /* the vector's name, or NULL */
} scalar_packs;

/* By a construct's number: a goto leads to its end, or to its next round. */
typedef struct scalar_labels {
    bool *ends, *nexts;
} scalar_labels;

/* What the text turned out to need. */
typedef struct scalar_needs {
    bool item; /* of a called function: it uses work-item queries */
} scalar_needs;

typedef struct scalar_writer {
    cgen_common c;
    scalar_values values;
    scalar_variables variables;
    scalar_loops loops;
    scalar_packs packs;
    scalar_labels labels;
    scalar_needs needs;
} scalar_writer;

/* ---- scalar_value.c ---- */
/* The value as an operand of an operator with that precedence. */
const char *scalar_operand(scalar_writer *s, const ir_value *v, scalar_level level);
void scalar_value(scalar_writer *s, const ir_value *v);
/* A STORE as an expression: `*p = x`. */
const char *scalar_store(scalar_writer *s, const ir_value *v);
/* A LOAD that is the first of adjacent ones that are one vector: all components are read where it stands. */
void scalar_load_vector(scalar_writer *s, const ir_value *v);
/* The STOREs of such a vector as one expression. */
const char *scalar_store_vector(scalar_writer *s, ir_value *const *items);
const char *scalar_copy(scalar_writer *s, const ir_value *v);
void scalar_each(scalar_writer *s, const ir_value *v);
void scalar_print(scalar_writer *s, const ir_value *v);
void scalar_queue(scalar_writer *s, const ir_value *v);
/* Makes the IF an expression, for the GET of its variable. */
void scalar_choose(scalar_writer *s, const ir_value *v);

/* ---- scalar_call.c ---- */
void scalar_invoke(scalar_writer *s, const ir_value *v);
/* Writes all functions that the block calls. */
void scalar_write_called(scalar_writer *s, const ir_block *b);
void scalar_return(scalar_writer *s, const ir_value *v);
const char *scalar_input(scalar_writer *s, const ir_value *v); /* an INPUT's name in C */

/* ---- scalar_wait.c ---- */
/* A waiting loop (passes/waits.c): what stands before it, at the end of its round, and behind it. */
void scalar_wait_begin(scalar_writer *s, const ir_value *loop);
void scalar_wait_round(scalar_writer *s, const ir_value *loop);
void scalar_wait_end(scalar_writer *s, const ir_value *loop);
void scalar_observe(scalar_writer *s, const ir_value *v);

/* ---- scalar_pack.c ---- */
bool scalar_is_in_pack(const scalar_writer *s, const ir_value *v);
const type *scalar_pack_vector(ir_type t, unsigned count);
const char *scalar_pack_type(scalar_writer *s, ir_type t, unsigned count);
/* Operand k of all members, as a vector. */
const char *scalar_pack_operand(scalar_writer *s, const value_pack *r, size_t k);
void scalar_name_pack_variables(scalar_writer *s);
const char *scalar_pack_name(scalar_writer *s, const ir_value *first);
const char *scalar_pack_variable(scalar_writer *s, const ir_variable *first);
/* Writes a value that is in a pack, and returns true. false: it is not, or it accesses memory. */
bool scalar_pack_item(scalar_writer *s, const ir_value *v);

/* ---- scalar_collective.c ---- */
/* Write what stands before the loop over the work-items, in it, and behind it. */
void scalar_collect_begin(scalar_writer *s, const ir_value *v);
void scalar_collect_step(scalar_writer *s, const ir_value *v);
void scalar_collect_end(scalar_writer *s, const ir_value *v);

/* ---- scalar_sum.c ---- */
/* Around the loop over the work-items that do the items: opens one over pieces of them, from `from` up to `until`, if
 * there are such sums. */
bool scalar_sums_begin(scalar_writer *s, ir_value *const *items, size_t count);
void scalar_sums_end(scalar_writer *s);
/* The CONVERT in that loop, or NULL: it is none of a sum. */
const char *scalar_sum_text(scalar_writer *s, const ir_value *v, scalar_level *level);

/* ---- scalar_group.c ---- */
/* Writes the group's control and the loops over its work-items. */
void scalar_group(scalar_writer *s);

/* ---- scalar.c ---- */
/* A writer into `out`. Functions that are called are written first. */
scalar_writer scalar_begin(native_program *program, const lowered *l, refusal *nothing, buffer *out);
void scalar_make(scalar_writer *s, const ir_block *b); /* makes the values of a block, without names */
void scalar_block(scalar_writer *s, const ir_block *b);
void scalar_items(scalar_writer *s, ir_value *const *items, size_t count);
void scalar_declare(scalar_writer *s, const ir_variable *v);
/* `float *const x = (void *)(...)`: the pointer to an object in the scratch. */
void scalar_declare_pointer(scalar_writer *s, const ir_variable *v, const char *to);
void scalar_set(scalar_writer *s, const ir_value *v);
/* SET number i: a statement, or the first part of the following `for`. */
void scalar_set_or_head(scalar_writer *s, ir_value *const *items, size_t count, size_t i);
/* `for (...; ...; ...)` of a LOOP; NULL: its head does not fit. */
const char *scalar_head(scalar_writer *s, const ir_value *v);
void scalar_jump(scalar_writer *s, const ir_value *v);
const char *scalar_label(scalar_writer *s, const char *stem, const ir_value *construct);
void scalar_line(scalar_writer *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void scalar_open(scalar_writer *s);
void scalar_close(scalar_writer *s);

#endif
