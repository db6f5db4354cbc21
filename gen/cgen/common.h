/* Code that the writers share: how C spells types, constants, queries and names. Knows the typed form and C; must
 * not know how work-items run.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_COMMON_H
#define CLB_CGEN_COMMON_H

#include "base/map.h"
#include "lower/calls.h"
#include "cgen/writer.h"

char cgen_letter(ir_type t);               /* f i u d l m: the type that holds it in 32 or 64 bits */
const char *cgen_c_type(ir_type t);        /* "float"; of a pointer "char *" */
const char *cgen_unsigned_type(ir_type t); /* of integers */
const char *cgen_code(ir_type t);          /* its letter in names of built-in functions */

/* A CONSTANT in C. */
const char *cgen_constant(arena *a, const ir_value *v);
/* Whether that begins with a minus sign or a cast. Not for an I64 that is not negative. */
bool cgen_is_signed_or_cast(const ir_value *v);
/* A QUERY in C. `lx`, `ly`: the names of the local ids. */
const char *cgen_query(arena *a, const ir_value *v, const char *lx, const char *ly);
/* A STRING's address. */
const char *cgen_string(arena *a, const ir_value *v);
/* The name of the CALL's function in the runtime, for CLBN(). */
const char *cgen_function(arena *a, const ir_value *v);
/* Whether the CALL is of one of the functions of clbundle/native/half.h. */
bool cgen_is_of_half(const ir_value *v);
/* Makes the runtime's header define the function of a CALL or EACH. */
/* The sampler of an INVOKE of an image function, or NULL. */
const ir_value *cgen_image_sampler(const ir_value *v);
void cgen_provide(arena *a, native_text *text, const ir_value *v);

/* The same for a CALL on short vectors of `count` components. */
void cgen_provide_vector(arena *a, native_text *text, const ir_value *v, unsigned count);

/* A called function, as it stands in the file. */
typedef struct cgen_called {
    const char *reason; /* why there is none, or NULL */
    const token *where;
    const char *name;
    bool *takes; /* by an INPUT's number: it is a parameter in C; unused ones are not */
    const ir_type *results;
    size_t result_count;
    bool needs_item;      /* its last parameters are w, lx, ly, lz */
    bool needs_variables; /* and variables_ */
    bool takes_mask;      /* in vectors: its first parameter is the mask */
    bool wide;            /* in vectors: that mask is wide */
} cgen_called;

/* The record of a called function. A new record is zero. */
cgen_called *cgen_find_called(native_program *p, const lower_called *callee);
/* Keeps what was written for the file's later programs, if it is theirs, too. `inputs`: the number of INPUTs. */
void cgen_share(native_program *p, const lower_called *callee, size_t inputs, const cgen_called *c);
/* Adds the text of a function, with '\1' for its name, to the file, and fills the name and the results. */
void cgen_keep_function(native_program *p, const ir_function *f, const char *prefix, const buffer *text,
                        cgen_called *c);
/* Declares the sizes that cgen_query() uses, in a called function that takes w, lx, ly, lz. */
void cgen_write_item(writer *w);
/* Functions with private objects are not inlined, since each call would have its own copy. */
bool cgen_has_objects(const passes *p);
bool cgen_needs_item(const ir_block *b); /* whether the block holds a QUERY, a PRINT or a QUEUE, which need the range */
/* By an INPUT's number: whether it is used, so that it is a parameter in C. */
bool *cgen_find_taken(arena *a, const ir_function *f, size_t inputs, const unsigned *uses);

/* The names of a function: the kernel's own, for readers and debuggers. */
typedef struct cgen_names {
    arena *arena;
    const char *prefix;
    map spelled;            /* names in use */
    const char **variables; /* by a variable's number */
    const char **values;    /* by a value's number: the kernel's name for a constant value; or NULL */
} cgen_names;

/* The function that a writer writes: the first member of both writers. */
typedef struct cgen_common {
    arena *a;
    const lowered *l;
    ir_function *f;  /* of l */
    const passes *p; /* of l */
    writer w;        /* the output */
    cgen_names names;
    bool uses_variables; /* it, or a function that it calls, mentions variables_ */
} cgen_common;

/* A writer of l's function into `out`. `refused`: gets why it cannot be written. */
cgen_common cgen_begin(native_program *program, const lowered *l, refusal *refused, buffer *out);
/* An OBJECT's address; refuses the form if C has no such variable. */
const char *cgen_object(cgen_common *c, const ir_value *v);
/* Declares variables_, if a kernel's function uses it, before the text that begins at `begin`. */
void cgen_declare_variables(const cgen_common *c, size_t begin);
/* Writes a line of the body. */
void cgen_line(cgen_common *c, const char *format, va_list list);

/* A name like the kernel's, which neither C nor the generated code reserves, and which is not in use yet. */
const char *cgen_spell(cgen_names *n, const char *name);
/* The name, or a numbered copy of it if it is in use. */
const char *cgen_spell_new(cgen_names *n, const char *wanted);

/* "int32_t n, float *x, ": the kernel's parameters. `restricts`: with the kernel's `restrict`. */
void cgen_parameters(writer *w, const symbol *kernel, bool restricts);

#endif
