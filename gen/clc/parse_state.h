/* The parser's state, which its files share. Private to them.
 *
 * parse.c        the unit, external declarations, recovery
 * scope.c        the meaning of names and tags at a point of the program
 * declaration.c  specifiers, tags, attributes
 * declarator.c   declarators, parameters, type names
 * initialiser.c  initialisers
 * statement.c    statements
 * expression.c   expressions: the grammar
 * operator.c     expressions: types of operators
 * convert.c      expressions: conversions, casts
 * call.c         expressions: calls of functions and built-ins
 * closure.c      blocks of OpenCL C 2.0
 * fold.c         values of constant expressions
 * spec_constant.c specialisation constants
 *
 * An expression function never returns NULL: after an error it returns an EXPRESSION_ERROR, whose type TYPE_ERROR
 * silences what follows. A syntax error sets `panic`: nothing more is reported and all loops end until the enclosing
 * statement or external declaration has skipped to its end.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_PARSE_STATE_H
#define CLB_CLC_PARSE_STATE_H

#include "clc/parse.h"

/* The meaning of a name or tag in a scope. Only scope.c knows its members. */
typedef struct binding binding;

/* A block, C99 6.2.1, 6.2.3. */
typedef struct scope {
    binding *names, *tags; /* the bindings that were declared in it */
    size_t depth;
    struct scope *outer;
} scope;

/* The loop or switch around a statement. */
typedef struct enclosing {
    statement *statement;
    bool is_loop;
    bool has_default;
    const type *type; /* of a switch's promoted value */
    map cases;        /* the values of its case labels, by their bytes */
    struct enclosing *outer;
} enclosing;

/* The block of OpenCL C 2.0 that is parsed. */
typedef struct closure {
    symbol *symbol;
    scope *scope; /* the scope around it */
    scope *body;  /* its own outermost scope */
    const type *result;
    bool result_is_open; /* no result type is written: the first return statement determines it */
    bool returned;
    map captures; /* the symbol's captures, by their pointers */
    size_t capture_capacity;
    struct closure *outer;
} closure;

/* The scopes that are open. */
typedef struct parse_scopes {
    scope *inner, *file;
    map names, tags; /* -> the innermost binding */
    scope *spare;
    binding *spare_bindings;
} parse_scopes;

/* The function whose body is parsed. */
typedef struct parse_function {
    symbol *function;
    closure *closure; /* the innermost closure in the function, or NULL */
    enclosing *enclosing;
    scope *block; /* the outermost block of the function */
    map labels;   /* name -> statement */
    statement **gotos;
    size_t goto_count, goto_capacity;
    map callees;  /* callees of the function, by the symbol's pointer */
    map builtins; /* full name -> builtin_name, of the built-in functions that were called */
    size_t callee_capacity;
} parse_function;

/* Uses of specialisation constants. */
typedef struct parse_constants {
    const token *latest;              /* the specialisation constant that was read last, or NULL */
    bool *met;                        /* for each token: it is a specialisation constant that an expression used */
    struct spec_constant_call *calls; /* calls between functions, for the constants that they pass on */
    size_t call_count, call_capacity;
} parse_constants;

typedef struct parser {
    arena *a;
    diagnostics *d;
    const parse_options *options;
    const preprocessed *unit;
    const token *at;  /* the next token */
    size_t *partners; /* see parse_partner; computed on first use */
    bool panic, failed, fp16;
    const token *complex; /* the `_Complex` of a declaration whose text need not be in use */
    int depth;            /* nesting depth of parentheses, braces, statements */
    size_t next_event;    /* index into unit->events, where pragmas are found */
    bool unevaluated;     /* within sizeof, vec_step */
    parse_scopes scopes;
    parse_function body;
    parse_constants constants;
    parsed result;
    size_t declaration_capacity, function_capacity;
} parser;

/* Reports an error, unless the parser is recovering from one. */
void parse_error(parser *p, const token *t, const char *format, ...);
/* The same, and starts recovery. */
void parse_syntax_error(parser *p, const token *t, const char *format, ...);
void parse_warning(parser *p, const token *t, const char *format, ...);

/* Checks that cl_khr_fp16 is enabled, for code that needs a half as a value. Notes that the unit needs the
 * extension. */
bool parse_half(parser *p);

/* For code that has a half as a value and needs no pragma, as in clang: notes that the unit needs the extension. */
void parse_note_half(parser *p);

/* Whether the object is a half, a vector of halves or an array of those. */
static inline bool half_object(const type *t)
{
    while (t->kind == TYPE_ARRAY) t = t->base;
    return type_element_kind(t) == TYPE_HALF;
}

/* The version of OpenCL C: 120, 200 ... */
static inline unsigned parse_version(const parser *p)
{
    return p->options->version ? p->options->version : p->options->generic_pointers ? 200 : 120;
}

/* Tokens */

static inline bool parse_at(const parser *p, token_kind kind)
{
    return p->at->kind == kind;
}

static inline keyword parse_keyword(const parser *p)
{
    return (keyword)p->at->keyword;
}

/* Takes the next token if it has that kind. */
bool parse_take(parser *p, token_kind kind);
/* The same; if the token is missing, that is a syntax error: "expected ';' behind ..." */
bool parse_expect(parser *p, token_kind kind, const char *behind);
const token *parse_next(parser *p); /* takes any token but the end */
size_t parse_index(const parser *p, const token *t);
/* The token that closes the parenthesis, bracket or brace at `open`, or the END token. */
const token *parse_partner(parser *p, const token *open);
/* Skips to the end of the statement or declaration that began at `first`: behind its ';' or '}'. */
void parse_recover(parser *p, const token *first, bool in_block);
/* Counts nesting; false, with a syntax error, if it is too deep. */
bool parse_deeper(parser *p);

/* Scopes */

void parse_open_scope(parser *p);
void parse_close_scope(parser *p);
void parse_close_scopes(parser *p,
                        const scope *outer); /* closes all scopes within `outer`: recovery leaves them open */
symbol *parse_find(const parser *p, const token *name);
bool parse_declared_within(const parser *p, const scope *outer,
                           const symbol *s); /* whether the name is declared in a scope inside of `outer` */
symbol *parse_find_in(const parser *p, const scope *s,
                      const token *name); /* the symbol that this very scope declares */
record *parse_find_tag(const parser *p, const token *name, bool this_scope_only);
symbol *parse_symbol(parser *p, symbol_kind kind, const token *name, const type *type);
void parse_declare(parser *p, symbol *s);
void parse_declare_in(parser *p, scope *s, symbol *what); /* declares a symbol in one of the open scopes */
void parse_declare_tag(parser *p, const token *tag, record *r);
/* Whether messages should suggest near names. */
bool parse_suggests(const parser *p);
/* The name nearest to `wanted` among all visible ones (functions and built-ins with `functions`), or NULL. */
const char *parse_suggestion(parser *p, const token *wanted, bool types);

/* Reports a name that nothing declares to parse_options.help. */
void parse_note_unknown(parser *p, const token *name, parse_unknown what);

/* The same; returns the text behind "unknown name 'x'": "" or a text that begins with "; ". `types`: whether a near
 * name is searched among types. */
const char *parse_explain_unknown(parser *p, const token *name, bool types);

/* Declarations */

typedef struct specifiers {
    const token *first;
    const type *type; /* with qualifiers and address space */
    storage storage;
    const token *storage_token;
    bool is_kernel, is_inline;
    bool any;          /* there was at least one specifier */
    bool declares_tag; /* a struct, union or enum was named or defined */
    bool type_missing; /* the type is missing, which was reported */
    attributes attributes;
} specifiers;

typedef struct declarator {
    const token *name; /* NULL: abstract */
    const type *type;
    symbol **parameters; /* of the function declarator that is next to the name */
    size_t parameter_count;
    const token *parameters_token; /* its '(' or NULL */
    attributes attributes;
} declarator;

const type *parse_built_in_type(const parser *p, const token *t); /* the built-in type of that name, or NULL */
bool parse_starts_type(const parser *p, const token *t);          /* whether a declaration or type name begins here */
void parse_specifiers(parser *p, specifiers *s);
bool parse_attributes(parser *p, attributes *into); /* takes any number of attributes; false if there was none */
/* The vector that ext_vector_type or vector_size among the attributes makes of the type; else the type. */
const type *parse_vector_attribute(parser *p, attributes *a, const type *t);
void parse_declarator(parser *p, const specifiers *s, declarator *d, bool abstract_allowed);
const type *parse_type_name(parser *p);
const type *parse_record(parser *p, attributes *a);
const type *parse_enum(parser *p);
bool parse_pointer_qualifier(parser *p, unsigned *qualifiers, address_space *space, bool *written, attributes *a);
void parse_add_declaration(parser *p, declaration_kind kind, const token *name, symbol *s, record *r);
/* A declaration inside a function; the variables become *into's symbols. */
statement *parse_local_declaration(parser *p);
expression *parse_initialiser(parser *p, const type **type, const token *at, bool constant_needed);
/* Checks the result and parameter types of a function with this declarator. */
void parse_check_function(parser *p, const specifiers *s, const declarator *d);
void parse_body(parser *p, symbol *function);
statement *parse_statement(parser *p);
void parse_static_assert(parser *p);

/* Expressions: grammar */

expression *parse_expression(parser *p);
expression *parse_assignment(parser *p);
expression *parse_conditional(parser *p);
/* An integer constant expression; false after an error. */
bool parse_constant(parser *p, const char *what, int64_t *value);

/* Expressions: nodes */

expression *make_expression(parser *p, expression_kind kind, const token *t, const type *type);
expression *make_error(parser *p, const token *t);
expression *make_integer(parser *p, const token *t, const type *type, uint64_t value);
expression *make_cast(parser *p, expression *e, const type *to, conversion how);
expression *make_compound_literal(parser *p, const token *t, const type *type);
static inline bool is_error(const expression *e)
{
    return e->type->kind == TYPE_ERROR;
}
void note_depth(parser *p, expression *e, const expression *child);

/* The expression as an rvalue: arrays decay, functions are refused, half is checked. */
expression *read_value(parser *p, expression *e);
/* Converts to a type, as by assignment (C99 6.5.16.1; OpenCL C 1.2 6.2). `what` ends the message "cannot convert 'a'
 * to 'b' ...". */
expression *convert_to(parser *p, expression *e, const type *to, const char *what);
enum { CONVERSION_PURPOSE = 256 }; /* the size of a buffer for `what` */
/* How well a value converts: for overloads and for convert_to. */
typedef enum fit {
    FIT_NONE,
    FIT_POORER, /* as FIT_POOR, and into the generic address space */
    FIT_POOR,   /* compilers warn: other pointee types, dropped qualifiers, integers as pointers */
    FIT_SPLAT,  /* a scalar for a vector */
    FIT_CONVERSION,
    FIT_PROMOTION,
    FIT_QUALIFICATION, /* a pointer that gains const or volatile */
    FIT_EXACT
} fit;
fit convert_fit(const parser *p, const expression *e, const type *to);
expression *convert_number(parser *p, expression *e, const type *to);
expression *convert_explicitly(parser *p, const token *t, expression *e, const type *to);
expression *convert_condition(parser *p, expression *e, const char *what);
const type *promoted(const parser *p, const type *t);
bool is_null_constant(const expression *e);

expression *apply_unary(parser *p, const token *t, ast_operator op, expression *e);
expression *apply_step(parser *p, const token *t, ast_operator op, expression *e);
expression *apply_binary(parser *p, const token *t, ast_operator op, expression *l, expression *r);
expression *apply_assignment(parser *p, const token *t, ast_operator op, expression *l, expression *r);
expression *apply_conditional(parser *p, const token *t, expression *c, expression *l, expression *r);
expression *apply_index(parser *p, const token *t, expression *l, expression *r);
expression *apply_member(parser *p, const token *t, expression *e, const token *name, bool arrow);
expression *apply_vector(parser *p, const token *t, const type *to, expression **operands, size_t count);
expression *apply_call(parser *p, const token *t, symbol *callee, const token *name, expression **arguments,
                       size_t count);
/* The same for a function of OpenCL C that the name spells, in whatever version, and whatever the program declares. */
expression *apply_own_builtin(parser *p, const token *name, expression **arguments, size_t count);
/* A call of a function of compilers, __builtin_popcount and the like, or NULL if the name is none. */
expression *compiler_builtin(parser *p, const token *name, expression **arguments, size_t count);
/* __builtin_astype(e, to); with `converts`, __builtin_convertvector(e, to) */
expression *apply_astype(parser *p, const token *name, expression *e, const type *to, bool converts);
/* Checks that the lvalue can be changed, and marks its variable as assigned. */
bool check_modifiable(parser *p, const token *t, expression *e);
/* The variable or parameter that an lvalue is part of, or NULL. */
symbol *root_symbol(const expression *e);

/* The callees of a block at program scope become those of the function that is parsed. */
void parse_note_callees(parser *p, const symbol *closure);

/* Closures */

/* `^` before a declarator: the type of a block. */
const type *closure_type(parser *p, const token *caret, const type *of);
/* Reports what a variable of block type must not be; false: it is not one. */
bool closure_check_variable(parser *p, const specifiers *s, const declarator *d);
/* Reports a block type that is not allowed here, "... cannot be WHERE"; false: it is not a block type. */
bool closure_is_refused(parser *p, const token *t, const type *of, const char *where);
/* Parses the result and the parameters behind '^'. *open: no result type is written. */
void parse_closure_signature(parser *p, declarator *d, bool *open);
void parse_closure_body(parser *p, symbol *s);
expression *parse_closure(parser *p);
/* `return` inside a block; `value` may be NULL. */
void closure_return(parser *p, const token *t, statement *s, expression *value);
/* A name inside of a block: variables around the block are constant copies there. */
expression *closure_capture(parser *p, expression *e);
/* The same for a specialisation constant that is a parameter of the function around the block. */
expression *closure_capture_constant(parser *p, expression *e);
/* Whether the block that is parsed has a copy of the variable. */
bool closure_is_capture(const parser *p, const symbol *s);
/* A call of enqueue_kernel or a similar function, or NULL if the name is none of them. */
expression *closure_builtin(parser *p, const token *name, expression **arguments, size_t count);
expression *apply_invocation(parser *p, const token *t, expression *callee, expression **arguments, size_t count);

/* Specialisation constants */

/* The value of the constant that the identifier stands for, or NULL if it is not a constant. */
expression *spec_constant_name(parser *p, const token *t);
/* Records a call by the function that is being parsed. */
void spec_constant_note_call(parser *p, expression *call);
/* Reports # and ## applied to specialisation constants, because a driver would produce other text. */
void spec_constant_check_text(parser *p);
/* Adds the constants to functions and calls as parameters and arguments, when all is parsed. */
void spec_constant_finish(parser *p);

/* Folding: fills `is_constant`, `has_value` and `value` of a new node from its operands. */
void fold_unary(expression *e);
void fold_binary(expression *e);
void fold_cast(expression *e);
void fold_conditional(expression *e);
/* The value truncated to the type. */
uint64_t fold_integer(const type *t, uint64_t value);
double fold_real(const type *t, double value);

#endif
