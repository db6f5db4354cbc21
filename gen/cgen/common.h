/* What all writers of the typed form share: how C spells types, numbers, places and names.
 * Knows the typed form and C; must not know how work-items are run. */
#ifndef CLB_CGEN_COMMON_H
#define CLB_CGEN_COMMON_H

#include "base/map.h"
#include "passes/passes.h"
#include "cgen/writer.h"

/* What the function of one group asks of a launch. */
typedef struct cgen_needs {
    size_t fixed;   /* bytes of scratch a group */
    size_t context; /* bytes of scratch a work-item */
    size_t stack;   /* bytes of the stack that objects need */
    size_t spill_bytes;    /* bytes of scratch below all others, for what is too large for the stack */
} cgen_needs;

char cgen_letter(ir_type t);               /* f i u d l m: as what a type is held in 32 bits or 64 */
const char *cgen_c_type(ir_type t);        /* "float"; of a pointer "char *" */
const char *cgen_unsigned_type(ir_type t); /* the one without a sign, of integers */
const char *cgen_code(ir_type t);          /* the letter in names of built-in functions */

/* A CONSTANT as C writes it. */
const char *cgen_constant(arena *a, const ir_value *v);
/* A PLACE that all work-items of a group have in common, and those that are made of the loops' variables. */
const char *cgen_query(arena *a, const ir_value *v);
/* An OBJECT's address; refuses it where C has no such constant. */
const char *cgen_object(native_program *program, ir_function *f, const ir_value *v);
/* A STRING's address. */
const char *cgen_string(arena *a, const ir_value *v);
/* The runtime's function of numbers that a CALL means, as CLBN() names it. */
const char *cgen_function(arena *a, const ir_value *v);
/* Asks for it in the runtime's header; of an EACH, too. */
void cgen_provide(arena *a, native_text *text, const ir_value *v);

/* The same for a CALL on short vectors of so many components. */
void cgen_provide_vector(arena *a, native_text *text, const ir_value *v, unsigned count);

/* How often each value is used by what has an effect, by its number. `of_rows`: the first of neighbours in memory also
 * by the others. */
void cgen_count_uses(unsigned *uses, const ir_block *b, bool by_first);

/* A function that INVOKEs call, as it stands in the file. */
typedef struct cgen_called {
    bool busy;          /* it is on its way */
    const char *reason; /* why there is none, or NULL */
    const token *where;
    const char *name;
    bool *takes;        /* by an INPUT's number: whether it is a parameter in C; what is not used is none */
    const ir_type *results;
    size_t result_count;
    bool needs_item; /* takes the work-item's place as parameters */
    bool takes_mask;    /* of vectors: its first parameter says who is there */
    bool wide;          /* of vectors: its mask is a wide one */
    size_t spill_bytes;        /* bytes below an address that it then takes as a parameter */
    size_t stack;       /* bytes that its objects and those of what it calls need */
} cgen_called;

/* The record of the function that v calls, for INPUTs as the signature says; a new one is all zero. */
cgen_called *cgen_find_called(native_program *p, const ir_value *v, const char *signature);
/* Keeps the text of a function, in which '\1' stands for its name; and notes its RETURN. */
void cgen_keep_function(native_program *p, const ir_function *f, const char *prefix, const buffer *text,
                        cgen_called *c);
/* Declares what cgen_place() speaks of, in a function that takes the work-item's place as parameters. */
void cgen_write_item(writer *w);
/* Whether the function becomes part of the C functions that call it; not if it has arrays: each call would have its
 * own. */
bool cgen_is_inlined(const symbol *function);
bool cgen_has_objects(const passes *p);
bool cgen_has_query(const ir_block *b); /* whether something below is a PLACE */
/* By an INPUT's number: whether it is used, by the uses of values; what is not is no parameter in C. */
bool *cgen_find_taken(arena *a, const ir_function *f, size_t inputs, const unsigned *uses);

/* The names of one function: those of the kernel, so that readers and debuggers find them. */
typedef struct cgen_names {
    arena *arena;
    const char *prefix;
    map spelled;            /* those that are taken */
    const char **variables; /* by a variable's number */
    const char **values;    /* by a value's number: what the kernel gives a name to that never changes; or NULL */
} cgen_names;

cgen_names cgen_spell(arena *a, const char *prefix, const ir_function *f);

/* "int32_t n, float *x, ": the kernel's parameters. `restricts`: pointers say so where the kernel does. */
void cgen_parameters(writer *w, const symbol *kernel, bool restricts);

/* Gives what a group has in __local memory its places, by the variables' numbers; and how many bytes that takes. */
size_t *cgen_lay_out_locals(arena *a, const ir_function *f, size_t *bytes);

#endif
