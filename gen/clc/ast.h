/* The typed syntax tree of a program.
 * Knows what declarations, statements and expressions are; must not know how they are parsed or used.
 *
 * Names are resolved: two uses of one thing point to one symbol. Types are final: every implicit conversion is a cast
 * node (EXPRESSION_CAST with `implicit`), except that reading an lvalue has no node of its own: an expression with
 * `lvalue` that is the operand of anything but &, ., [], ++, --, sizeof or the left of an assignment is read there.
 * All nodes are the arena's.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_AST_H
#define CLB_CLC_AST_H

#include "clc/token.h"
#include "clc/type.h"

typedef struct symbol symbol;
typedef struct expression expression;
typedef struct statement statement;

/* Attributes of OpenCL C 1.2 6.7.2 and 6.11, and further ones that compilers accept. Unknown attributes are not
 * stored. */
typedef struct attributes {
    bool has_reqd_size, has_size_hint, packed, noinline_, always_inline, overloadable, nosvm;
    bool fuses; /* of a function: parse_options.fuses */
    uint64_t reqd_size[3], size_hint[3];
    uint64_t sub_group_size;   /* intel_reqd_sub_group_size; 0: none is stated */
    const type *vec_type_hint; /* or NULL */
    size_t align;              /* aligned(N); 0: none */
    size_t vector;             /* ext_vector_type(N): the components; or vector_size(N): the bytes; 0: neither */
    bool vector_bytes;
    const token *vector_token; /* of these two; or NULL */
    unsigned unroll;           /* opencl_unroll_hint(N) before a loop; 0: none, 1: without a number */
    const token *first;        /* the attribute's name, for messages; or NULL */
} attributes;

typedef enum symbol_kind {
    SYMBOL_VARIABLE,
    SYMBOL_PARAMETER,
    SYMBOL_FUNCTION,
    SYMBOL_TYPEDEF,
    SYMBOL_ENUMERATOR
} symbol_kind;

typedef enum storage { STORAGE_NONE, STORAGE_EXTERN, STORAGE_STATIC, STORAGE_TYPEDEF } storage;

struct symbol {
    symbol_kind kind;
    const char *name;   /* NUL-terminated. Of a parameter without a name: ""; in a definition its number, of a kernel
                           "unnamed_" and its number */
    const token *token; /* its name where it was declared first, or was defined */
    const type *type;   /* with qualifiers and address space */
    storage storage;
    attributes attributes;
    bool is_kernel, is_inline;
    bool asks_byte_order; /* a function whose text asks for __ENDIAN_LITTLE__, which was taken to be defined */
    bool is_for_drivers; /* a kernel for which no native code is asked; the code that reads its annotations sets this */
    bool is_unnamed;     /* a kernel's parameter that the text gives no name */
    bool is_global;      /* declared outside of functions */
    bool defined;        /* a function with a body; a variable that has an initialiser or storage */
    bool used;           /* mentioned in an evaluated expression */
    bool address_taken;  /* of a variable or parameter: & was applied, or its array decayed */
    bool assigned;       /* of a variable or parameter: changed after its initialisation */
    bool escapes;        /* of a variable: it has a pointer, by & or as an array that is not indexed at once */
    int64_t value;       /* of an enumerator */
    /* Functions: the parameters of the definition, else of the first prototype. */
    symbol **parameters;
    size_t parameter_count;
    statement *body;         /* of a function definition; NULL with parse_options.skip_bodies */
    expression *initialiser; /* of a variable, or NULL. An EXPRESSION_INITIALISER for braces. */
    symbol *function;        /* of parameters, local variables and EXPRESSION_CLOSUREs: where they live, or NULL */
    symbol **callees;        /* of a function definition: the functions that it mentions, each once */
    bool *calls_directly;    /* for each callee: it is mentioned outside of blocks, which may be run later */
    size_t callee_count;
    bool calls_barrier;    /* its own body calls barrier() or an async copy's wait */
    bool calls_atomic;     /* it calls an atomic function */
    bool asks_space;       /* it asks for the address space of a generic pointer */
    bool has_block_values; /* its own body has an EXPRESSION_BLOCK */
    bool has_goto;         /* its own body has a goto */
    bool has_locals;       /* its own body declares __local variables */
    bool has_closures;     /* its own body makes or calls an EXPRESSION_CLOSURE */
    symbol **captures;     /* of an EXPRESSION_CLOSURE: the variables of the functions around it that it mentions */
    size_t capture_count;
    symbol *enqueued; /* of an EXPRESSION_CLOSURE, for passes: the kernel that it becomes where it is enqueued */
    symbol *
        *spec_constants; /* of a function, one for each of parse_options.spec_constants, or NULL: the parser's own */
    symbol *overload;    /* the next function of this name (attribute overloadable), or NULL */
    int mark;            /* for passes; 0 when parsing is done */
    struct facts *facts; /* for passes: the facts of a function, computed once; NULL when parsing is done */
    size_t identity;     /* of a function, for passes: functions of two programs with the same number are the same, with
                            all that they depend on; 0: not known. The code that cuts programs sets this. */
};

/* Expressions */

/* X(NAME, spelling): the operators that nodes carry. */
/* clang-format off */
#define AST_OPERATORS(X)  \
    X(NONE, "")           \
    X(ADD, "+")           \
    X(SUBTRACT, "-")      \
    X(MULTIPLY, "*")      \
    X(DIVIDE, "/")        \
    X(REMAINDER, "%")     \
    X(SHIFT_LEFT, "<<")   \
    X(SHIFT_RIGHT, ">>")  \
    X(AND, "&")           \
    X(OR, "|")            \
    X(XOR, "^")           \
    X(LESS, "<")          \
    X(GREATER, ">")       \
    X(LESS_EQUAL, "<=")   \
    X(GREATER_EQUAL, ">=") \
    X(EQUAL, "==")        \
    X(NOT_EQUAL, "!=")    \
    X(AND_AND, "&&")      \
    X(OR_OR, "||")        \
    X(COMMA, ",")         \
    X(PLUS, "+")          \
    X(NEGATE, "-")        \
    X(COMPLEMENT, "~")    \
    X(NOT, "!")           \
    X(ADDRESS, "&")       \
    X(DEREFERENCE, "*")   \
    X(PRE_INCREMENT, "++") \
    X(PRE_DECREMENT, "--") \
    X(POST_INCREMENT, "++") \
    X(POST_DECREMENT, "--")
/* clang-format on */

typedef enum ast_operator {
#define X(name, text) OPERATOR_##name,
    AST_OPERATORS(X)
#undef X
        OPERATOR_COUNT
} ast_operator;

typedef enum expression_kind {
    EXPRESSION_ERROR,    /* an error that was reported; type TYPE_ERROR */
    EXPRESSION_CONSTANT, /* a literal, enumerator or sizeof: `value` */
    EXPRESSION_STRING,   /* `text`, `text_length`; an lvalue array of char in __constant */
    EXPRESSION_SYMBOL,   /* a variable, parameter or function: `symbol` */
    EXPRESSION_UNARY,    /* PLUS NEGATE COMPLEMENT NOT ADDRESS DEREFERENCE of `left` */
    EXPRESSION_STEP,     /* PRE_ and POST_INCREMENT, DECREMENT of the lvalue `left` */
    EXPRESSION_BINARY,   /* arithmetic, shifts, comparisons, && || and the comma: left, right. In pointer arithmetic the
                            pointer is always left (int + pointer is exchanged). Vector comparisons and logic yield -1 or
                            0 in each component. */
    EXPRESSION_ASSIGN,   /* left = right; with op, left = (type of left)((computation)left op right) */
    EXPRESSION_CONDITIONAL, /* condition ? left : right; with a vector condition, by the top bit of each component */
    EXPRESSION_CAST,        /* (type)left, see `conversion` */
    EXPRESSION_CALL,        /* `symbol`(operands) */
    EXPRESSION_BUILTIN,     /* `builtin`(operands): a built-in function */
    EXPRESSION_MEMBER,      /* left.field; `->` is a MEMBER of a DEREFERENCE */
    EXPRESSION_SWIZZLE,     /* components indices[0..index_count) of the vector `left`; an lvalue if none repeats */
    EXPRESSION_INDEX,       /* left[right]: a pointer and an integer; or (clang's extension) a vector and an integer */
    EXPRESSION_VECTOR,      /* (float4)(operands): scalars and vectors in order, already of the element type; one scalar
                               operand for a wider vector is an EXPRESSION_CAST with CONVERSION_SPLAT instead */
    EXPRESSION_COMPOUND,    /* (type){...}: an unnamed object initialised by `left` */
    EXPRESSION_BLOCK,   /* ({...}), an extension of gcc and clang: `body`, whose last statement gives the value if it is
                           an expression, then already read; else void */
    EXPRESSION_CLOSURE, /* ^(...) {...}: a block, OpenCL C 2.0 6.12; `symbol`: a function without a name */
    EXPRESSION_INVOCATION, /* the block `left`, called with the operands */
    EXPRESSION_INITIALISER /* {...} for `type`: `elements` in order; of two elements for one index, the later one wins;
                              elements that are not mentioned are zero. An array of char may be initialised by an
                              EXPRESSION_STRING instead. */
} expression_kind;

typedef enum conversion {
    CONVERSION_NONE,            /* same representation: qualifiers, enum and int, void pointers */
    CONVERSION_NUMBER,          /* between scalar numbers, or to bool: C99 6.3.1 */
    CONVERSION_SPLAT,           /* a scalar, already of the element type, to all components */
    CONVERSION_DECAY,           /* an array lvalue to the address of its first element */
    CONVERSION_POINTER,         /* between pointers of one address space, or to and from generic */
    CONVERSION_INTEGER_POINTER, /* between an integer and a pointer (both ways) */
    CONVERSION_NULL,            /* the null pointer constant */
    CONVERSION_BOOLEAN,         /* scalar or pointer to bool: != 0 */
    CONVERSION_VOID,            /* the value is dropped */
    CONVERSION_SAMPLER          /* an integer constant that initialises a sampler_t */
} conversion;

/* The value of a scalar constant. The type of the expression tells which member is valid. */
typedef struct constant {
    uint64_t integer; /* sign- or zero-extended to 64 bits as the type demands */
    double real;
} constant;

/* The bits of `real` as a half. `real` must be representable as a half exactly. */
uint64_t constant_half_bits(double real);

/* An element of an initialiser, after its designators were resolved. */
typedef struct element {
    size_t index;       /* of an array or vector */
    const field *field; /* of a struct or union */
    expression *value;
} element;

struct builtin; /* builtin.h */

/* A built-in function with the types of one call. */
typedef struct builtin_call {
    const struct builtin *entry; /* the entry of the table */
    const char *name;
    const type *const *parameters; /* one for each operand, except for printf */
    size_t parameter_count;
    /* convert_T, as_T: the kind of `entry` tells which; T is the type of the expression. */
    bool saturate;        /* convert_T_sat */
    bool says_why;        /* enqueue_kernel in a program with the option -g */
    const char *rounding; /* "rte", "rtz", "rtp", "rtn" or NULL: convert_T_rte, vstore_half_rtz ... */
} builtin_call;

struct expression {
    expression_kind kind;
    ast_operator op;
    const token *token; /* the operator, name or literal: messages point to it */
    const type *type;   /* of an lvalue: with qualifiers, and with the address space in which the object lives */
    bool lvalue;
    bool implicit; /* CAST: an implicit conversion, not written in the source */
    bool parenthesised;
    bool is_constant;     /* a constant expression: C99 6.6, component by component for vectors */
    bool has_value;       /* a scalar whose value is known: `value` */
    unsigned short depth; /* height of the tree below: at most AST_DEPTH */
    conversion conversion;
    const type *computation; /* ASSIGN with op: the type in which op works */
    constant value;
    expression *condition, *left, *right;
    statement *body;
    expression **operands;
    size_t operand_count;
    symbol *symbol;
    const field *field;
    size_t field_offset; /* MEMBER: through anonymous members */
    unsigned char indices[16];
    size_t index_count;
    const char *text;
    size_t text_length;
    element *elements;
    size_t element_count;
    const builtin_call *builtin;
};

/* Component i of a constant vector, or a constant scalar. false: it has no value, or is too large to be folded. */
bool constant_component(const expression *e, size_t i, constant *value);

enum { AST_DEPTH = 4000 };

/* Statements */

typedef enum statement_kind {
    STATEMENT_EMPTY,
    STATEMENT_BLOCK,       /* `items` */
    STATEMENT_DECLARATION, /* `symbols`: the variables, in order; initialisers are in the symbols */
    STATEMENT_EXPRESSION,  /* `value` */
    STATEMENT_IF,          /* value, body, otherwise or NULL */
    STATEMENT_SWITCH,      /* value, body */
    STATEMENT_CASE,        /* low (and high of GNU ranges, else equal), body: the statement behind the label */
    STATEMENT_DEFAULT,     /* body */
    STATEMENT_LABEL,       /* name, body */
    STATEMENT_WHILE,       /* value, body */
    STATEMENT_DO,          /* body, value */
    STATEMENT_FOR,         /* first (a declaration, an expression or NULL), value or NULL, step or NULL, body */
    STATEMENT_GOTO,        /* name, target */
    STATEMENT_CONTINUE,
    STATEMENT_BREAK,
    STATEMENT_RETURN /* value or NULL */
} statement_kind;

struct statement {
    statement_kind kind;
    const token *token; /* its first token */
    const token *end;   /* BLOCK: its '}' */
    expression *value, *step;
    statement *first, *body, *otherwise, *target;
    statement **items;
    size_t item_count;
    symbol **symbols;
    size_t symbol_count;
    int64_t low, high;
    const char *name;
    unsigned unroll;   /* loops: of `#pragma unroll N` or attribute opencl_unroll_hint(N); 0: none,
                          1: wanted, without a number */
    statement *parent; /* CASE, DEFAULT: the switch; BREAK, CONTINUE: the statement that it leaves or continues */
};

/* Declarations outside of functions */

typedef enum declaration_kind {
    DECLARATION_FUNCTION, /* a definition */
    DECLARATION_PROTOTYPE,
    DECLARATION_VARIABLE,
    DECLARATION_TYPEDEF,
    DECLARATION_TAG, /* struct, union or enum, with its members */
    DECLARATION_ENUMERATOR
} declaration_kind;

/* One name that is declared. Those of one declaration (`typedef struct s {...} t, *u;`) share first and end. */
typedef struct declaration {
    declaration_kind kind;
    const char *name;   /* "" for a tag without a name */
    const token *token; /* the name, or the keyword struct, union, enum */
    symbol *symbol;     /* not for a tag; later declarations of one function or variable share it */
    record *record;     /* of a tag */
    size_t first, end;  /* tokens of the whole declaration: first, one past the last (behind ';' or '}') */
    size_t body;        /* of a function definition: the index of its '{'; otherwise `end` */
} declaration;

#endif
