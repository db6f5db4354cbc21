/* Code: the names that one file defines, declares and mentions, found from its tokens alone. All branches of
 * conditionals count.
 * Knows tokens, directives and the shape of declarations; must not know types, nor other files' content.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_NAMES_CODE_H
#define CLB_NAMES_CODE_H

#include "clc/preprocess.h"

typedef enum code_kind { CODE_FUNCTION, CODE_MACRO, CODE_TYPE, CODE_CONSTANT } code_kind;

typedef struct code_definition code_definition;
typedef struct code_file code_file;

/* A name; one object for all files of a run. */
typedef struct code_name {
    const char *text;
    code_definition **definers, **declarers; /* definitions and declarations of it in the files that were registered */
    size_t definer_count, definer_capacity, declarer_count, declarer_capacity;
    bool known, predefined,
        builtin;   /* valid once `known`: OpenCL C itself has a macro, a type or function of this name */
    bool in_layer; /* a layer defines it */
    const code_file *mentioned, *owned; /* marks: the last file that mentions, that defines it */
    code_definition *first_owned;       /* its definitions in `owned`, while that file is analysed */
    size_t mention;                     /* its index among the mentions of `mentioned` */
    size_t local, expanded;             /* marks: the last declaration and the last search that met it */
} code_name;

struct code_definition {
    code_name *name;
    location where;
    const code_file *file;
    code_kind kind;
    bool weak;           /* a weak macro: its definition stands in an `#ifndef` of its own name */
    bool undone;         /* a macro that a later #undef removes */
    bool is_prototype;   /* a prototype or `extern`: another file defines it */
    bool linked;         /* a function or an object with external linkage: without `static` */
    bool has_parameters; /* of a macro, like the following members */
    const token *parameters, *body;
    size_t parameter_count, body_count;
    code_name **mentions; /* names in a macro's body */
    size_t mention_count;
    code_definition *next_owned; /* of the same name and file: see code_name.first_owned */
};

typedef struct code_mention {
    code_name *name;
    location where; /* the location of the first mention in the file */
    bool called;    /* a parenthesis stands behind one of them */
} code_mention;

struct code_file {
    const source *source;
    const void **owners; /* for the caller: the owners of its text; the first one counts most */
    size_t owner_count, owner_capacity;
    code_file **includes; /* each once */
    size_t include_count, include_capacity;
    code_file **all; /* the file, its includes, their includes ...: see code_all */
    size_t all_count;
    size_t mark;
    code_definition **definitions; /* in order, prototypes included */
    size_t definition_count, definition_capacity;
    code_mention *mentions; /* each name once; names in macros' bodies belong to the macros */
    size_t mention_count, mention_capacity;
    code_mention *conditions; /* names that #if, #ifdef and #elif test */
    size_t condition_count, condition_capacity;
    bool invokes; /* it has text like `MAKE(x)` outside of functions: only expansion shows which names that defines */
};

typedef struct code_names {
    arena *arena;
    lex_cache *cache;
    map by_text;
    map files; /* the files that were read, by the bytes of their source's pointer */
    size_t serial;
} code_names;

/* The object of that name; a new name is entered. */
code_name *code_name_of(code_names *names, const char *text, size_t length);

/* Sets file.all and file.all_count. The text of included files counts as the file's own. */
void code_all(code_names *names, code_file *file);

/* Reads a file, and those that it includes; each source once. `resolve` finds the file of a quoted #include (as
 * preprocess_options.resolve); it may be NULL. Reports nothing: text that it does not understand is skipped. Time
 * and memory are linear in the text. */
code_file *code_read(code_names *names, const source *s,
                     const source *(*resolve)(void *, const source *, const char *, bool, const char **),
                     void *context);

/* Adds the names that the expanded text of the file, without its includes, defines and mentions beyond those found
 * so far. */
void code_read_expanded(code_names *names, code_file *file, const token *tokens, size_t count);

/* Whether the definitions are equal: two macros with the same parameters and body, or one piece of text that both
 * files hold. */
bool code_same(const code_definition *a, const code_definition *b);

#endif
