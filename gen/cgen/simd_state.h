/* What the files of the writer share. */
#ifndef CLB_CGEN_SIMD_STATE_H
#define CLB_CGEN_SIMD_STATE_H

#include "cgen/simd.h"

/* A construct that work-items may leave one by one, or a branch that some take. */
typedef struct simd_scope {
    struct simd_scope *outer;
    const ir_value *construct;
    const ir_block *block;  /* the one that is written now */
    const char *mask;       /* who is inside */
    const char *round;      /* LOOP whose rounds are ended apart: who is in the present one; or NULL */
    bool skipped;           /* a jump goes to the end of it */
} simd_scope;

typedef struct simd_writer {
    native_program *program;
    arena *a;
    ir_function *f;
    passes *p;
    buffer *out;
    writer w;           /* for what the writers of all forms share: types, lines of the kernel's file */
    const token *at;    /* what lines stand for, or NULL */
    cgen_names names_of; /* what the kernel names */
    unsigned indent, names, copy, copies;
    const char *
        *text; /* by a value's number: how C speaks of it; of a packed row's member, of that vector of the row */
    const char **component_text;   /* of a packed row's member: the component of all work-items; or NULL */
    unsigned *uses;
    bool *named;          /* by a variable's number: something speaks of it */
    bool *nested;         /* by a value's number: it needs no name */
    const ir_block **reads, **first_set; /* by a variable's number: what all its GETs are in; where its first SET is */
    simd_scope *scope;    /* innermost; NULL: none */
    bool wide;            /* masks are CLBN(wide_mask): it mostly computes in 64 bits */
    const char *mask;     /* outside of all: who is there, or NULL: everybody */
    bool *jumped, *went_on; /* by a construct's number: a jump of all goes to its end, or to its next round */
    size_t *local_offset; /* of what the group has in __local memory, by a variable's number */
    const ir_value *stored[16]; /* values of neighbours that are stored at once, on their way */
    size_t fixed;         /* bytes of scratch below the context */
    const char *speculative;  /* the mask of a branch that is written without a look whether somebody takes it; or NULL */
    unsigned full_mask_depth;      /* how deep in what is written for all beside what is for some */
    bool beside_full_mask;    /* in what is for some */
    const ir_value *guard; /* IF whose condition the bounds of the loop over the work-items say; or NULL */
    size_t *spill_offset; /* by a variable's number: where it is below `room`, for objects too large for the stack; or 0 */
    size_t spill_bytes, callee_spill_bytes; /* bytes that its own objects need there, and those of functions that it calls */
    size_t stack;         /* bytes of the stack that calls need at most */
    bool asks_mask;       /* of a function that is called: who is there matters */
    bool needs_item;   /* of a function that is called: it needs the work-item's place */
    bool may_diverge;        /* a jump that only some took was written since the last look at who is left */
} simd_writer;

/* ---- simd_value.c ---- */
char simd_letter(ir_type t);            /* f i u d l m: as what a type is held */
const char *simd_c_type(ir_type t);     /* "float"; of a pointer "char *" */
const char *simd_code(ir_type t);       /* the letter in names of built-in functions */
shape_kind simd_shape(const simd_writer *s, const ir_value *v);
const char *simd_scalar(simd_writer *s, const ir_value *v);  /* of what is shared; of an affine one, the first's */
const char *simd_vector(simd_writer *s, const ir_value *v);
/* The packed row that a value is in, or NULL; and which of its vectors it is. */
const value_pack *simd_pack(const simd_writer *s, const ir_value *v);
unsigned simd_pack_member(const value_pack *r, const ir_value *v);
/* Operand k of v, as v needs it: where v is in a packed row, in the order of memory. */
const char *simd_operand(simd_writer *s, const ir_value *v, size_t k);
/* Who is here, as v needs it; or NULL: everybody. */
const char *simd_mask_of(simd_writer *s, const ir_value *v);
/* Behind the last member of a packed row: the components of those that are used by themselves, too. */
void simd_split_pack(simd_writer *s, const ir_value *v);
const char *simd_truth(simd_writer *s, const ir_value *v);   /* a mask */
void simd_value(simd_writer *s, const ir_value *v);
void simd_provide(simd_writer *s, const ir_value *v);
/* Whether the CALL is an instruction or two. */
bool simd_is_instruction(simd_writer *s, const ir_value *v);
/* Whether there is the CALL's function of vectors; else it goes number by number. */
bool simd_has_function(simd_writer *s, const ir_value *v);
void simd_name(simd_writer *s, const ir_value *v, const char *type, const char *value);
const char *simd_vector_type(simd_writer *s, ir_type t);
const char *simd_pick(simd_writer *s, ir_type t, const char *mask, const char *yes, const char *no);

/* ---- simd_whole.c ---- */
/* Whether block b of the IF, which parts work-items, is worth to be written for all of them, too. */
bool simd_wants_full_mask(const simd_writer *s, const ir_value *v, const ir_block *b);
/* The item of the block from which on the same holds, behind jumps out of it; or how many there are. */
size_t simd_find_full_mask_rest(const simd_writer *s, const ir_block *b);
/* The block from an item on, for all. */
void simd_write_full_mask(simd_writer *s, const ir_block *b, size_t from);

/* ---- simd_nest.c ---- */
void simd_find_nested(simd_writer *s);

/* ---- simd_live.c ---- */
void simd_find_live(simd_writer *s);
/* Whether nobody who has left the LOOP reads the variable again before it is set. */
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
simd_writer simd_begin(native_program *program, passes *p, refusal *nothing, buffer *out);
/* Bytes of the stack that the function's own objects need. */
size_t simd_objects(const simd_writer *s);
void simd_block(simd_writer *s, const ir_block *b);          /* a whole block */
void simd_items(simd_writer *s, ir_value *const *items, size_t count);
void simd_declare(simd_writer *s, const ir_variable *v);
void simd_set(simd_writer *s, const ir_value *v);
void simd_jump(simd_writer *s, const ir_value *v);
void simd_open(simd_writer *s);
void simd_close(simd_writer *s);
const char *simd_label(simd_writer *s, const char *stem, const ir_value *construct);
const char *simd_mask(simd_writer *s); /* who is here, or NULL: everybody */
const char *simd_mask_or_full(simd_writer *s);
/* The same as CLBN(simd_mask), which all that accesses memory wants. */
const char *simd_narrow_mask(simd_writer *s);
const char *simd_narrow_mask_or_full(simd_writer *s);
const char *simd_narrow(const simd_writer *s, const char *mask);
/* What names of masks and their functions begin with: "simd" or "wide". */
const char *simd_masks(const simd_writer *s);
void simd_line(simd_writer *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *simd_new(simd_writer *s, const char *stem);
const char *simd_variable(simd_writer *s, const ir_variable *v);

#endif
