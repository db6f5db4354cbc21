/* The variables of a program that kernels write, as members of a structure: each device has a set of them, and so has
 * each program object of OpenCL's API. Generated functions reach them by the pointer `variables_`. Knows names and text
 * in C; must not know initialisers.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CGEN_VARIABLES_H
#define CLB_CGEN_VARIABLES_H

#include "cgen/writer.h"

/* A member. */
typedef struct variable {
    const char *name;   /* "m_state" */
    const char *symbol; /* in the program */
    bool is_written;    /* its text is in the set */
    const char *reason; /* why it cannot be written, or NULL */
} variable;

/* The texts have '\1' where a declaration has the name. As long-lived as the file's text. */
typedef struct native_variables {
    native_text *text;
    const char *name; /* of the structure; NULL: it has no members */
    map known;        /* what tells a variable from others -> variable */
    map names;        /* of members */
    buffer members;   /* of the structure */
    buffer initial;   /* the constants that members begin as */
    buffer list;      /* clb_native_variable */
    buffer pointers;  /* clb_native_variable_pointer */
    size_t count, pointer_count;
} native_variables;

/* An empty set, for programs that are one to the application. */
native_variables *variables_start(native_text *text);

/* The member for the symbol. Programs that share the set share a member if symbol, declaration and place agree. */
variable *variables_find(native_program *p, const symbol *s, const char *declaration);

/* Adds the text of a member. `initial`: its initialiser, or NULL; `reason`: why it cannot be written, or NULL. */
void variables_add(native_variables *n, variable *v, const char *declaration, const char *initial, const char *reason);

/* The pointer at `place` begins as the address `offset` bytes behind a member's beginning. */
void variables_point(native_variables *n, const char *place, const char *member, int64_t offset);

/* Adds the structures of all sets of the file. */
void variables_write_types(const native_text *text, buffer *out);
/* Adds what the runtime needs of them. `split`: each level has its own, as it is a file of its own. */
void variables_write_sets(const native_text *text, bool split, buffer *out);
/* Frees the texts of all sets. */
void variables_free(native_text *text);

#endif
