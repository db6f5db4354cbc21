/* State that the files of the vector writer share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_SIMD_STATE_H
#define CLB_CGEN_SIMD_STATE_H

#include "cgen/simd.h"

/* A divergent construct around the present code. */
typedef struct simd_scope {
    struct simd_scope *outer;
    const ir_value *construct;
    const ir_block *block; /* its block that is being written */
    const char *mask;      /* the active lanes */
    const char *round;     /* of a LOOP whose rounds end divergently: the lanes active in the present round; or NULL */
    bool skipped;          /* a jump leads to its end */
} simd_scope;

typedef struct simd_writer {
    native_program *program;
    arena *a;
    ir_function *f;
    const lowered *l;
    const passes *p;
    buffer *out;
    writer w;            /* for what all writers share: types, lines of the kernel's file */
    const token *at;     /* the token that lines refer to, or NULL */
    cgen_names names_of; /* the kernel's own names */
    unsigned indent, names, copy, copies;
    const char *
        *text; /* by a value's number: its text in C; of a member of a pack, the text of that vector of the pack */
    const char **component_text; /* of a member of a pack: the text of the component; or NULL */
    unsigned *uses;
    bool *named;  /* by a variable's number: something uses it */
    bool *nested; /* by a value's number: it becomes part of its user's expression */
    /* by a variable's number: the block around all its GETs; the block of its first SET */
    const ir_block **reads, **first_set;
    simd_scope *scope;          /* the innermost, or NULL */
    bool wide;                  /* masks are wide, since the kernel mostly computes in 64 bits */
    const char *mask;           /* the mask outside all scopes; NULL: full */
    bool *jumped, *went_on;     /* by a construct's number: a uniform jump leads to its end, or to its next round */
    const ir_value *stored[16]; /* components that will be stored at once */
    const char *speculative;    /* the mask of speculative code, or NULL */
    unsigned full_mask_depth;   /* depth of versions for the full mask */
    bool beside_full_mask;      /* inside the version for a partial mask that has one for the full mask beside it */
    const ir_value *guard;      /* the IF whose condition is the bound of the loop over work-items; or NULL */
    size_t callee_spill_bytes;  /* most bytes of spill area that a called function needs */
    size_t stack;               /* most bytes of stack that a called function needs */
    bool asks_mask;             /* of a called function: it uses the mask */
    bool needs_item;            /* of a called function: it uses work-item queries */
    bool may_diverge;           /* a divergent jump was written since the mask was last tested */
} simd_writer;

/* ---- simd_value.c ---- */
shape_kind simd_shape(const simd_writer *s, const ir_value *v);
/* of a uniform value; of an affine one, the first lane's */
const char *simd_scalar(simd_writer *s, const ir_value *v);
const char *simd_vector(simd_writer *s, const ir_value *v);
/* The pack of a value, or NULL; and the number of the value in it. */
const value_pack *simd_pack(const simd_writer *s, const ir_value *v);
unsigned simd_pack_member(const value_pack *r, const ir_value *v);
/* The text of operand k of v; if v is in a pack, in the pack's order. */
const char *simd_operand(simd_writer *s, const ir_value *v, size_t k);
/* The mask for v, or NULL if it is full. */
const char *simd_mask_of(simd_writer *s, const ir_value *v);
/* Behind a pack's last member: declares the components that are used by themselves. */
void simd_split_pack(simd_writer *s, const ir_value *v);
const char *simd_truth(simd_writer *s, const ir_value *v); /* a mask */
void simd_value(simd_writer *s, const ir_value *v);
/* A test in C whether the value is exact for the lanes from lx = 0 on, of which there are nx. */
const char *simd_premise(simd_writer *s, const shape_premise *premise);
void simd_provide(simd_writer *s, const ir_value *v);
/* Whether the CALL is one or two instructions. */
bool simd_is_instruction(simd_writer *s, const ir_value *v);
/* Whether the CALL has a vector version; otherwise it runs one lane at a time. */
bool simd_has_function(simd_writer *s, const ir_value *v);
/* Gives the value its text: a name that is declared here, or, nested, the expression itself. */
void simd_name(simd_writer *s, const ir_value *v, bool is_vector, const char *value);
const char *simd_vector_type(simd_writer *s, ir_type t);
const char *simd_pick(simd_writer *s, ir_type t, const char *mask, const char *yes, const char *no);

/* ---- simd_full_mask.c ---- */
/* Whether block b of the divergent IF gets a version for the full mask. */
bool simd_wants_full_mask(const simd_writer *s, const ir_value *v, const ir_block *b);
/* The item from which on the rest of the block gets such a version, behind jumps; or the number of items. */
size_t simd_find_full_mask_rest(const simd_writer *s, const ir_block *b);
/* The block from item `from` on, for the full mask. */
void simd_write_full_mask(simd_writer *s, const ir_block *b, size_t from);

/* ---- simd_nest.c ---- */
void simd_find_nested(simd_writer *s);

/* ---- simd_live.c ---- */
void simd_find_live(simd_writer *s);
/* Whether a lane that has left the LOOP reads the variable again only after setting it. */
bool simd_dies_in(const simd_writer *s, const ir_value *loop, const ir_variable *x);

/* ---- simd_call.c ---- */
void simd_invoke(simd_writer *s, const ir_value *v);
void simd_return(simd_writer *s, const ir_value *v);
const char *simd_input(simd_writer *s, const ir_value *v); /* an INPUT's name in C */

/* ---- simd_memory.c ---- */
void simd_load(simd_writer *s, const ir_value *v);
void simd_store(simd_writer *s, const ir_value *v);
void simd_each(simd_writer *s, const ir_value *v);

/* ---- simd_group.c ---- */
void simd_group(simd_writer *s); /* the group's control, and loops over its work-items */

/* ---- simd.c ---- */
simd_writer simd_begin(native_program *program, const lowered *l, refusal *nothing, buffer *out);
void simd_block(simd_writer *s, const ir_block *b); /* a whole block */
void simd_items(simd_writer *s, ir_value *const *items, size_t count);
void simd_declare(simd_writer *s, const ir_variable *v);
void simd_set(simd_writer *s, const ir_value *v);
void simd_jump(simd_writer *s, const ir_value *v);
void simd_open(simd_writer *s);
void simd_close(simd_writer *s);
const char *simd_label(simd_writer *s, const char *stem, const ir_value *construct);
const char *simd_mask(simd_writer *s); /* the active lanes; NULL: all */
const char *simd_mask_or_full(simd_writer *s);
/* The same as a CLBN(simd_mask), which memory accesses need. */
const char *simd_narrow_mask(simd_writer *s);
const char *simd_narrow_mask_or_full(simd_writer *s);
const char *simd_narrow(const simd_writer *s, const char *mask);
/* The prefix of mask types and functions: "simd" or "wide". */
const char *simd_masks(const simd_writer *s);
void simd_line(simd_writer *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *simd_new(simd_writer *s, const char *stem);
const char *simd_variable(simd_writer *s, const ir_variable *v);

#endif
