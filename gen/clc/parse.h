/* The parser: expanded tokens -> the typed tree of ast.h. All that OpenCL C forbids is reported, with places. */
#ifndef CLB_CLC_PARSE_H
#define CLB_CLC_PARSE_H

#include "clc/ast.h"
#include "clc/preprocess.h"

typedef struct parse_options {
    bool skip_bodies;      /* function bodies are only delimited: enough for names and signatures */
    bool generic_pointers; /* OpenCL C 2.0: a pointer without an address space points to any but __constant */
    bool program_scope;    /* OpenCL C 2.0: variables outside of functions may live in __global */
    bool single_constants; /* -cl-single-precision-constant: a constant without a suffix is a float */
} parse_options;

typedef struct parsed {
    declaration *declarations; /* in order */
    size_t declaration_count;
    symbol **functions;        /* definitions, in order */
    size_t function_count;
    bool uses_half;            /* there are values of type half: cl_khr_fp16 is enabled and needed */
    bool failed;               /* an error was reported */
} parsed;

/* `options` may be NULL. Types, symbols and nodes are `a`'s and point into the tokens. */
parsed parse(arena *a, diagnostics *d, const preprocessed *unit, const parse_options *options);

enum { PARSE_NESTING = 512 }; /* of parentheses, braces, statements */

#endif
