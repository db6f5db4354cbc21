/* What the files of the writer share.
 *
 * A value is not written where it is computed, but where it is used, as part of an expression. It is given a name when
 * it is used several times, when the expression would get long, and when something that it looks at is about to change.
 */
#ifndef CLB_CGEN_SCALAR_STATE_H
#define CLB_CGEN_SCALAR_STATE_H

#include "cgen/scalar.h"

/* Operators by how tightly they bind. */
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

/* Variables that an expression looks at. */
typedef struct scalar_seen {
    const ir_variable *variable;
    struct scalar_seen *next;
} scalar_seen;

typedef struct scalar_text {
    const char *text; /* NULL: it was not met yet */
    scalar_level level;
    bool loads;        /* it reads memory */
    scalar_seen *gets;
    unsigned left;     /* uses to come */
    bool open;         /* it is an expression that was not written yet */
    const char *vector;   /* of a LOAD: the vector that holds it and its neighbours, or NULL */
} scalar_text;

/* A LOOP around what is written. */
typedef struct scalar_loop {
    const struct scalar_loop *outer;
    const ir_value *loop;
    bool goes_on; /* C's `continue` leads to the next round */
} scalar_loop;

typedef struct scalar_writer {
    native_program *program;
    arena *a;
    ir_function *f;
    passes *p;
    buffer *out;
    writer w;        /* for what the writers of all forms share: types, lines of the kernel's file */
    const token *at; /* what lines stand for, or NULL */
    cgen_names names;
    scalar_text *of; /* by a value's number */
    unsigned *uses;  /* the same */
    const ir_value **open; /* values whose expressions are not written yet, in order */
    size_t open_count;
    const ir_value **first,
        **last;             /* by a variable's number: the items of its home's block that mention it first and last */
    bool *declared;         /* the same */
    unsigned *gets, *sets;  /* the same: how many there are */
    const ir_value *
        *choices; /* by an IF's number: the SET of the variable that it is an expression for, `c ? x : y`; or NULL */
    scalar_text *chosen;    /* by such a variable's number; `left`: it is one */
    const char *head;       /* of the next loop, before the first semicolon; or NULL */
    const scalar_loop *loop; /* innermost, or NULL */
    const ir_value *guard;  /* the IF whose condition the loop's bound stands for, or NULL */
    const ir_value *rest;    /* the SCOPE behind which a work-item has nothing more to do, or NULL */
    const char **pack_texts;       /* by the number of a row's first value: the name of its vector, or NULL */
    unsigned char *mask_bytes;    /* the same: of a comparison's row, how wide its elements are */
    const char **pack_names;  /* the same: what it is called, or NULL: it has no name yet */
    bool *in_pack;            /* by a variable's number: it is an element of a vector */
    const char **pack_variables; /* by the number of the first of them: the vector's name, or NULL */
    bool *jumped, *went_on;  /* by a construct's number: a goto leads to its end, or to its next round */
    size_t *scratch_offset;   /* by a variable's number: of what lies in the group's part of the scratch */
    bool *in_scratch;        /* the same: it is an object of a work-item that is too large for the stack */
    size_t fixed;            /* bytes of scratch below the context */
    size_t stack;            /* bytes that what has a name takes without optimisation */
    bool columns; /* the inner loop is that along y */
    unsigned indent;
    size_t below;            /* the same of what is called, at most */
    bool needs_item;      /* of a function that is called: it needs the work-item's place */
    bool unnamed;            /* no value may get a name now: there is no place to write it */
} scalar_writer;

/* ---- scalar_value.c ---- */
/* The value as an operand of an operator of that level. */
const char *scalar_operand(scalar_writer *s, const ir_value *v, scalar_level level);
void scalar_value(scalar_writer *s, const ir_value *v);
/* `*p = x` and the like, without the semicolon. */
const char *scalar_store(scalar_writer *s, const ir_value *v);
/* Whether items[0] is the first of neighbours in memory that are accessed as one vector. Such a LOAD is written. */
bool scalar_begin_vector(scalar_writer *s, ir_value *const *items, size_t count);
/* All of such STOREs, which stand among the items. */
const char *scalar_store_vector(scalar_writer *s, ir_value *const *items);
const char *scalar_copy(scalar_writer *s, const ir_value *v);
void scalar_each(scalar_writer *s, const ir_value *v);
void scalar_print(scalar_writer *s, const ir_value *v);
/* The IF as an expression, which GET of the variable then means. */
void scalar_choose(scalar_writer *s, const ir_value *v);
/* What is not written yet and looks at the variable, or (NULL) at memory, gets a name. */
void scalar_flush(scalar_writer *s, const ir_variable *changed);
/* The same for all that is more than a few letters. */
void scalar_flush_all(scalar_writer *s);

/* ---- scalar_call.c ---- */
void scalar_invoke(scalar_writer *s, const ir_value *v);
void scalar_return(scalar_writer *s, const ir_value *v);
const char *scalar_input(scalar_writer *s, const ir_value *v); /* an INPUT's name in C */
/* Gives it a name unless it has one, or needs none. */
void scalar_name(scalar_writer *s, const ir_value *v);

/* ---- scalar_row.c ---- */
bool scalar_is_in_pack(const scalar_writer *s, const ir_value *v);
const type *scalar_pack_vector(ir_type t, unsigned count);
const char *scalar_pack_type(scalar_writer *s, ir_type t, unsigned count);
/* Operand k of all members. */
const char *scalar_pack_operand(scalar_writer *s, const value_pack *r, size_t k);
void scalar_find_pack_variables(scalar_writer *s);
const char *scalar_pack_name(scalar_writer *s, const ir_value *first);
const char *scalar_pack_variable(scalar_writer *s, const ir_variable *first);
/* Whether the value is written as a part of a row; not of one in memory. */
bool scalar_pack_item(scalar_writer *s, const ir_value *v);

/* ---- scalar_collective.c ---- */
/* Before the loop over the work-items, in it, and behind it. */
void scalar_collect_begin(scalar_writer *s, const ir_value *v);
void scalar_collect_step(scalar_writer *s, const ir_value *v);
void scalar_collect_end(scalar_writer *s, const ir_value *v);

/* ---- scalar_group.c ---- */
/* The group's control, and loops over its work-items. Returns the bytes of the context a work-item. */
size_t scalar_group(scalar_writer *s);

/* ---- scalar.c ---- */
/* Ready to write into `out`; `needs` has the room of objects. */
scalar_writer scalar_begin(native_program *program, passes *p, size_t spill_from, refusal *nothing, buffer *out,
                           cgen_needs *needs);
void scalar_make(scalar_writer *s, const ir_block *b); /* the values of a block that needs no names */
void scalar_block(scalar_writer *s, const ir_block *b);
void scalar_items(scalar_writer *s, ir_value *const *items, size_t count);
void scalar_declare(scalar_writer *s, const ir_variable *v);
/* Whether the object lies in the scratch, so that its name is that of a pointer. */
bool scalar_is_elsewhere(const scalar_writer *s, const ir_variable *v);
/* `float *const x = (void *)(...)`: such a pointer, to an element of an array. */
void scalar_declare_pointer(scalar_writer *s, const ir_variable *v, const char *to);
void scalar_set(scalar_writer *s, const ir_value *v);
/* SET number i of a block's items: by itself, or in the head of the loop that follows. */
void scalar_set_or_head(scalar_writer *s, ir_value *const *items, size_t count, size_t i);
/* `for (...; ...; ...)` of a LOOP; NULL: it does not fit there. */
const char *scalar_head(scalar_writer *s, const ir_value *v);
void scalar_jump(scalar_writer *s, const ir_value *v);
const char *scalar_label(scalar_writer *s, const char *stem, const ir_value *construct);
void scalar_line(scalar_writer *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Something of the type, or a vector of so many, gets a name. */
void scalar_count(scalar_writer *s, ir_type t, unsigned count);
void scalar_open(scalar_writer *s);
void scalar_close(scalar_writer *s);

#endif
