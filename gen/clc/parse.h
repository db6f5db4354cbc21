/* The parser: expanded tokens -> the typed tree of ast.h. Everything that OpenCL C forbids is reported at its location.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_PARSE_H
#define CLB_CLC_PARSE_H

#include "clc/ast.h"
#include "clc/preprocess.h"

/* The kinds of unknown names, and the callback that is asked about them. */
typedef enum parse_unknown {
    PARSE_UNKNOWN,
    PARSE_PROTOTYPE, /* a function with a prototype, but without a definition */
    PARSE_INCOMPLETE /* a tag without members so far, which may be all that the program needs */
} parse_unknown;

typedef struct parse_help {
    void (*unknown)(void *context, const token *name, parse_unknown what);
    /* The text behind "unknown name 'x'", or NULL. `near` is the nearest name that is declared, or NULL; `types`: a
     * type is expected. */
    const char *(*explain)(void *context, const token *name, const char *near, bool types);
    void *context;
} parse_help;

/* A specialisation constant whose value is not known: in the text, an identifier with NAME_OF_CONSTANT before its
 * name. Every kernel, and every function that needs the constant, gets it as an argument behind its own parameters,
 * in the order of the options. */
typedef struct parse_spec_constant {
    const char *name;
    const type *type;
} parse_spec_constant;

typedef struct parse_options {
    unsigned version;       /* the version of OpenCL C, 120 or 200 ...; 0: 120, or 200 with generic pointers */
    bool skip_bodies;       /* function bodies are skipped: enough for names and signatures */
    bool generic_pointers;  /* OpenCL C 2.0: a pointer without an address space points to any but __constant */
    bool program_scope;     /* OpenCL C 2.0: variables outside of functions may live in __global */
    const parse_help *help; /* or NULL */
    const parse_spec_constant *spec_constants;
    size_t spec_constant_count;
    bool single_constants; /* -cl-single-precision-constant: a constant without a suffix is a float */
    bool fuses;            /* -cl-mad-enable: a * b + c may be rounded once */
    bool debugging;        /* -g: enqueue_kernel says why it fails (OpenCL C 2.0 6.13.17.1) */
} parse_options;

typedef struct parsed {
    declaration *declarations; /* in order */
    size_t declaration_count;
    symbol **functions; /* definitions, in order */
    size_t function_count;
    bool uses_half;         /* there are values of type half: cl_khr_fp16 is enabled and needed */
    bool uses_long_atomics; /* atomic functions on 64 bits are called */
    bool uses_sub_groups;   /* functions of sub-groups are called */
    bool uses_pipes;        /* functions of pipes are called */
    bool writes_volumes;    /* images of three dimensions are written */
    bool failed;            /* an error was reported */
} parsed;

/* `options` may be NULL. Types, symbols and nodes are `a`'s and point into the tokens. */
parsed parse(arena *a, diagnostics *d, const preprocessed *unit, const parse_options *options);

enum { PARSE_NESTING = 512 }; /* of parentheses, braces, statements */

#endif
