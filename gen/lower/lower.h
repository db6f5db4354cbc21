/* The lowered form: what stands between the typed form and printed C. All decisions about a kernel that do not concern
 * the spelling of C are here: the order in which a group does its work, how each access reaches memory, and where
 * objects lie, which lanes are active, and what has a name. It is computed once; the writers of cgen/ only read it.
 * Everything is in the function's arena. Knows the form and the results of the passes; must not know C.
 * SPDX-License-Identifier: MIT */
#ifndef CLB_LOWER_LOWER_H
#define CLB_LOWER_LOWER_H

#include "base/map.h"
#include "lower/access.h"
#include "lower/expressions.h"
#include "lower/masks.h"
#include "lower/names.h"
#include "lower/strands.h"
#include "passes/passes.h"

/* Where a function's objects lie. Sizes and offsets in bytes, by a variable's number. */
typedef struct lower_layout {
    size_t *offset;         /* in the group's part of the scratch: __local variables, and objects with in_scratch */
    bool *in_scratch;       /* in loops: a private object that is too large for the stack */
    size_t *spill_offset;   /* in vectors: below the spill area's address, of an object too large for the stack; or 0 */
    size_t *context_offset; /* for a work-item */
    size_t margin;          /* blended stores: bytes in front of the group's part that they may read and write */
    size_t margin_behind;   /* the same behind the context */
    size_t fixed;           /* size of the group's part of the scratch, with the margin in front */
    size_t context;         /* size of the context of a work-item */
    size_t spill;           /* size of the spill area, without called functions */
    size_t stack;           /* what objects need of the stack, without called functions */
} lower_layout;

/* How a region uses a variable or a private object. */
typedef struct lower_use {
    const ir_variable *variable;
    bool gets, sets; /* it reads it, sets it */
    bool sets_first; /* each work-item sets it before reading it */
} lower_use;

/* The code of the work-items between two barriers. */
typedef struct lower_region {
    ir_value *const *items;
    size_t count;
    unsigned number; /* of passes; 0: the whole kernel */
    lower_use *uses; /* by the variables' numbers, in ascending order */
    size_t use_count, use_capacity;
    const ir_value *collect; /* the work-group function that the region is, or NULL */
    region_guard guard;      /* or without a branch: none */
    bool uses_context;       /* some variable of the context is read or set */
    bool is_serial;          /* in loops: its work-items may depend on each other */
    bool is_replicated;      /* in loops: it is written once for each work-item of a tiny group */
    lower_versions code;     /* in vectors */
    unsigned premises;       /* in vectors: bit i is set if a value of the region relies on premise i of the shapes */
    /* In vectors: how the full version is interleaved with that of neighbours along x, and along y; or NULL */
    const lower_strands *strands, *rows;
    const ir_value *rest; /* in loops: the SCOPE that is all it does, so that leaving it ends the work-item; or NULL */
} lower_region;

/* The steps of a group, in the order of execution. */
typedef enum lower_step_kind {
    STEP_VALUE, /* a value that the group computes */
    STEP_SET,   /* item `index` of `block` */
    STEP_JUMP,
    STEP_REGION, /* the work-items run `region` */
    STEP_BRANCH, /* blocks 0 and 1; the second may be empty */
    STEP_LOOP,   /* blocks 0, 1, 2, as of an IR_LOOP */
    STEP_SCOPE   /* block 0 */
} lower_step_kind;

typedef struct lower_steps lower_steps;

typedef struct lower_step {
    lower_step_kind kind;
    const ir_value *value; /* of a region: the item that ends it, or NULL: the end of the block */
    size_t index;          /* of the item in its block */
    bool ends_region;      /* the item ended the region before it */
    lower_region *region;
    lower_steps *blocks[3];
} lower_step;

struct lower_steps {
    const ir_block *block;
    lower_step *items;
    size_t count, capacity;
};

/* Variables by the block that is their home. */
typedef struct lower_homes {
    map first;                /* of a block */
    const ir_variable **next; /* by a variable's number: the next one of the same block, by number; or NULL */
} lower_homes;

/* Bytes of memory that a function needs, with all functions that it calls. */
typedef struct lower_sizes {
    size_t fixed;        /* of the group's part of the scratch */
    size_t called_fixed; /* of that, the part of called functions, behind the layout's */
    size_t context;      /* of the context of a work-item */
    size_t spill;        /* of the spill area */
    size_t stack;        /* of the stack */
} lower_sizes;

/* An INVOKE of a function. */
typedef struct lower_call {
    const struct lower_called *callee; /* or NULL: it is none, or not written */
    /* In vectors: */
    bool is_uniform;    /* all lanes have the same arguments, so it is called once, in its version for loops */
    const bool *varies; /* by an operand's number: it is a vector */
} lower_call;

typedef struct lowered {
    ir_function *f;
    const passes *p;
    size_t spill_from;
    bool is_outlined; /* the kernel is very large and was divided into functions: more text of it is unwanted */
    lower_homes homes;
    lower_layout layout;
    const access *accesses; /* by the number of a LOAD, STORE or EACH */
    lower_steps *steps;     /* of a kernel; of a called function NULL */
    lower_names names;
    lower_expressions expressions; /* in loops */
    lower_code *code;              /* in vectors, of a called function; of a kernel NULL: its regions have theirs */
    /* Set by calls_find(), which is done only for forms that may be written: */
    lower_call *calls; /* by a value's number */
    lower_sizes sizes;
    const char *reason; /* why a function that it calls cannot be written, or NULL */
    const token *where;
} lowered;

/* Lowers a form whose passes have run; `spill_from`: in loops, private objects of so many bytes are not on the stack.
 * Never NULL; f->reason says whether it was refused. */
lowered *lower_form(const passes *p, size_t spill_from);
/* The first variable whose home the block is, by number, or NULL; and the one that follows v there, or NULL. */
const ir_variable *lower_first_at(const lowered *l, const ir_block *home);
const ir_variable *lower_next_at(const lowered *l, const ir_variable *v);
/* Whether the object is in the scratch or in the context, so that its name in C is a pointer. */
bool lower_is_elsewhere(const lowered *l, const ir_variable *v);
/* Whether the variable is kept in the context. */
bool lower_is_kept(const lowered *l, const ir_variable *v);
/* Bytes of a variable in the context, in loops. */
size_t lower_kept_size(const ir_variable *v);

/* Whether C divides by the integer as it stands: it is neither 0 nor -1. Otherwise both operands of the division are
 * written more than once. */
bool lower_is_safe_divisor(const ir_value *v);

/* Whether compilers shall inline the called function. */
bool lower_is_inlined(const symbol *function);

/* NULL, or the rule that is broken: each item with an effect is in one step, regions do not overlap, objects neither,
 * each access has a class, what must be written once has a name, and masks keep their rules (masks.h). */
const char *lower_verify(const lowered *l);
/* Prints the accesses, the names, or the steps and the layout. */
void lower_print_accesses(const lowered *l, buffer *out);
void lower_print_names(const lowered *l, buffer *out);
void lower_print_steps(const lowered *l, buffer *out);

/* ---- layout.c, steps.c ---- */
lower_layout lower_lay_out(const passes *p, const access *accesses, size_t spill_from);
lower_steps *lower_find_steps(const lowered *l);

#endif
