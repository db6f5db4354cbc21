/* Code: what one file defines, declares and mentions, found from its tokens alone. All branches of conditionals
 * count.
 * Knows tokens, directives and the shape of declarations; must not know types, nor what other files hold.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_NAMES_CODE_H
#define CLB_NAMES_CODE_H

#include "clc/preprocess.h"

typedef enum code_kind { CODE_FUNCTION, CODE_MACRO, CODE_TYPE, CODE_CONSTANT } code_kind;

typedef struct code_definition code_definition;
typedef struct code_file code_file;

/* A spelling, one object for all files of a run. */
typedef struct code_name {
    const char *text;
    code_definition **definers, **declarers; /* of the files that were registered */
    size_t definer_count, definer_capacity, declarer_count, declarer_capacity;
    bool known, predefined, builtin;    /* once `known`: OpenCL C itself has a macro, a type or function of this name */
    bool in_layer;                      /* a layer defines it */
    const code_file *mentioned, *owned; /* marks: the last file that mentions, that defines it */
    code_definition *own;               /* its definitions in `owned`, while that file is looked at */
    size_t mention;                     /* its place among the mentions of `mentioned` */
    size_t local, expanded;             /* marks: the last declaration, the last search, that met it */
} code_name;

struct code_definition {
    code_name *name;
    location where;
    const code_file *file;
    code_kind kind;
    bool weak;           /* a macro that gives way: it stands in an `#ifndef` of its own name */
    bool undone;         /* a macro whose #undef follows */
    bool is_prototype;   /* a prototype or `extern`: another file defines it */
    bool linked;         /* a function or an object that the linker sees: without `static` */
    bool has_parameters; /* of a macro, as the rest */
    const token *parameters, *body;
    size_t parameter_count, body_count;
    code_name **mentions; /* in a macro's body */
    size_t mention_count;
    code_definition *next_own; /* of the same name and file: see code_name.own */
};

typedef struct code_mention {
    code_name *name;
    location where; /* the first one in the file */
    bool called;    /* a parenthesis stands behind one of them */
} code_mention;

struct code_file {
    const source *source;
    const void **owners; /* the caller's: whose text it is part of; the first one counts most */
    size_t owner_count, owner_capacity;
    code_file **includes; /* each once */
    size_t include_count, include_capacity;
    code_file **all; /* the file, what it includes, what that includes ...: see code_all */
    size_t all_count;
    size_t mark;
    code_definition **definitions; /* in order, promises too */
    size_t definition_count, definition_capacity;
    code_mention *mentions; /* each name once; those within macros' bodies are the macros' own */
    size_t mention_count, mention_capacity;
    code_mention *conditions; /* names that #if, #ifdef and #elif ask for */
    size_t condition_count, condition_capacity;
    bool invokes; /* it has text like `MAKE(x)` outside of functions: expand it to see what that defines */
};

typedef struct code_names {
    arena *arena;
    lex_cache *cache;
    map by_text;
    map files; /* that were read, by the bytes of their source's pointer */
    size_t serial;
} code_names;

/* The name of that spelling, made if it is new. */
code_name *code_name_of(code_names *names, const char *text, size_t length);

/* Sets file.all and file.all_count. What a file includes is its own. */
void code_all(code_names *names, code_file *file);

/* Reads a file, and those that it includes; each source once. `resolve` finds what a quoted #include
 * means (as preprocess_options.resolve); may be NULL. Reports nothing: what it cannot make sense of is passed over.
 * Time and memory are linear in the text. */
code_file *code_read(code_names *names, const source *s,
                     const source *(*resolve)(void *, const source *, const char *, bool, const char **),
                     void *context);

/* Adds what the expanded text of the file, without what it includes, defines and mentions beyond that. */
void code_read_expanded(code_names *names, code_file *file, const token *tokens, size_t count);

/* Two macros of the same parameters and body, or one piece of text that both files hold. */
bool code_same(const code_definition *a, const code_definition *b);

#endif
