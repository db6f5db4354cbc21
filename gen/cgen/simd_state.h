/* State that the files of the vector writer share.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_SIMD_STATE_H
#define CLB_CGEN_SIMD_STATE_H

#include "cgen/simd.h"

/* Texts in C, by a value's number: of values of all strands, or of those of one. */
typedef struct simd_texts {
    const char **values;        /* NULL: it has none yet. Of a member of a pack: the text of that vector of the pack */
    const char **components;    /* of a member of a pack: the text of the component; or NULL */
    const ir_value *stored[16]; /* components that will be stored at once */
    const char *in_row;         /* what this strand stores, or reads, where all strands do so at once */
    const char **variables;     /* of a later strand, by a variable's number: its name; or NULL */
} simd_texts;

/* The code that is being written. In the group's own code, both are NULL. */
typedef struct simd_position {
    const lower_code *code;
    const lower_item *item;
    const lower_strands *strands; /* NULL: there is one */
    unsigned strand;              /* the number of the one that is being written */
    bool inside;                  /* a construct that is written as a whole for one strand after the other */
    bool together;                /* the item is written for all strands, not inside such a construct */
} simd_position;

/* Features that the text needs, found while it is written. */
typedef struct simd_needs {
    bool mask; /* of a called function: it uses the mask */
    bool item; /* of a called function: it uses work-item queries */
} simd_needs;

typedef struct simd_writer {
    cgen_common c;
    simd_texts texts[STRANDS_MOST]; /* of strand 0: also of values of all strands */
    simd_position here;
    simd_needs needs;
    bool unrolls; /* the code is that of most vectors, so it may become longer */
} simd_writer;

/* ---- simd_strand.c ---- */
/* The strand that the value has its text for; 0: all. Affine values of all strands along x are computed once, for
 * strand 0; code that is written as a whole for each strand computes its own. */
unsigned simd_strand_of(const simd_writer *s, const ir_value *v);
/* The affine value in a later strand along x, from its text in strand 0; or NULL: it has none. */
const char *simd_of_strand(simd_writer *s, const ir_value *v);
/* Where the value's text is, or that of its component. */
const char **simd_text(simd_writer *s, const ir_value *v);
const char **simd_component(simd_writer *s, const ir_value *v);
/* "12": the value's number, in names of C; of a later strand "12_1", "12_2", "12_3". */
const char *simd_number(simd_writer *s, const ir_value *v);
/* The kernel's name of the value, or NULL. */
const char *simd_spelling(simd_writer *s, const ir_value *v);
const char *simd_variable(simd_writer *s, const ir_variable *v);
/* The first lane's along x, "lx", or in a later strand "lx_1" and so on; that along y; and the number of the first
 * work-item of the row. */
const char *simd_local_id(simd_writer *s, unsigned dimension);
const char *simd_row(simd_writer *s);
/* Calls the function for each strand, or, where the strands do not differ, once. */
void simd_each_strand(simd_writer *s, bool differs, void (*write)(simd_writer *s, const void *what), const void *what);
void simd_forget(simd_writer *s, size_t number); /* all texts of the value with this number */
/* Around the code of several strands. Declares their local ids. */
void simd_begin_strands(simd_writer *s, const lower_strands *strands);
void simd_end_strands(simd_writer *s);
/* Whether, and how, all strands make the access of the present item at once. */
adjacent_rows simd_adjacent(simd_writer *s);

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
/* Gives the value its text: a name that is declared here, or, nested, the expression itself. */
void simd_name(simd_writer *s, const ir_value *v, bool is_vector, const char *value);
const char *simd_vector_type(simd_writer *s, ir_type t);
const char *simd_pick(simd_writer *s, ir_type t, const char *mask, const char *yes, const char *no);

/* Whether all members of v's pack have the same operand k. */
bool simd_is_one_operand(const simd_writer *s, const ir_value *v, size_t k);

/* ---- simd_narrow.c: packs that are narrow ---- */
const char *simd_narrow_type(simd_writer *s, ir_type t); /* of a vector; the file then contains its functions */
/* The mask of the work-items that the words of vector j belong to; NULL of NULL. */
const char *simd_narrow_mask_of(simd_writer *s, const value_pack *r, unsigned j, const char *mask);
void simd_name_narrow(simd_writer *s, const value_pack *r, unsigned j, const char *value);  /* declares vector j */
const char *simd_narrow_operand(simd_writer *s, const value_pack *r, size_t k, unsigned j); /* vector j of operand k */
/* Vector j of the pack as if it were not narrow: elements in 32 bits, in the same order. */
const char *simd_widened(simd_writer *s, const value_pack *r, unsigned j);
void simd_narrow_pack(simd_writer *s, const value_pack *r); /* writes what is neither an access nor a SET */
void simd_split_narrow(simd_writer *s, const value_pack *r);
/* Component i of a word of each work-item. */
const char *simd_of_word(simd_writer *s, ir_type t, const char *word, unsigned i);

/* ---- simd_call.c ---- */
void simd_invoke(simd_writer *s, const ir_value *v);
void simd_return(simd_writer *s, const ir_value *v);
/* The text of a RESULT. */
void simd_result(simd_writer *s, const ir_value *v);
const char *simd_input(simd_writer *s, const ir_value *v); /* an INPUT's name in C */

/* ---- simd_memory.c ---- */
/* "CLBN(simd_contiguous_f)", a function of memory by the code of the type there; and "CLBN(simd_deinterleave_2_f)", one
 * of short vectors. The file then contains those of the type. */
const char *simd_memory(simd_writer *s, const char *name, const char *code);
const char *simd_packed(simd_writer *s, const char *name, unsigned count, char letter);
/* "CLBN(simd_put_contiguous_f)" or "CLBN(simd_blend_contiguous_f)": a store of adjacent elements under a mask. */
const char *simd_put(simd_writer *s, const char *place, const char *code, bool is_blended);
void simd_load(simd_writer *s, const ir_value *v);
void simd_store(simd_writer *s, const ir_value *v);
void simd_each(simd_writer *s, const ir_value *v);

/* ---- simd_sub_group.c ---- */
void simd_sub_group(simd_writer *s, const ir_value *v);

/* ---- simd_group.c ---- */
void simd_group(simd_writer *s); /* the group's control, and loops over its work-items */

/* ---- simd.c ---- */
simd_writer simd_begin(native_program *program, const lowered *l, refusal *nothing, buffer *out);
void simd_code(simd_writer *s, const lower_code *c);
void simd_declare(simd_writer *s, const ir_variable *v);
void simd_set(simd_writer *s, const ir_value *v);
void simd_jump(simd_writer *s, const ir_value *v); /* of all lanes */
void simd_open(simd_writer *s);
void simd_close(simd_writer *s);
const char *simd_label(simd_writer *s, const char *stem, const ir_value *construct);
const char *simd_mask_name(simd_writer *s, const lower_mask *m); /* NULL: the full mask has none */
const char *simd_mask(simd_writer *s);                           /* the active lanes; NULL: all */
const char *simd_mask_or_full(simd_writer *s);
/* The same as a CLBN(simd_mask), which memory accesses need. */
const char *simd_narrow_mask(simd_writer *s);
const char *simd_narrow_mask_or_full(simd_writer *s);
const char *simd_narrow(const simd_writer *s, const char *mask);
/* The prefix of mask types and functions: "simd" or "wide". */
const char *simd_masks(const simd_writer *s);
void simd_line(simd_writer *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
