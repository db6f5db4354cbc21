/* The typed form: what a kernel is between the parser's tree and printed C.
 * Knows values, variables and structured control; must not know how C spells any of it, nor what a lane is.
 *
 * A short vector is its components: every value is one scalar. Values are instructions: typed, ordered, computed once
 * where they stand, and seen by what follows them in their block and below. Most calls become part of their caller; what
 * stays a function of its own has the same form, whose INPUTs are scalars, and which ends in a RETURN of scalars. What changes is a
 * variable, which GET reads and SET writes, or memory, which LOAD and STORE reach through a pointer. Control is structured:
 * IF, LOOP and SCOPE hold blocks, and jumps are LEAVE and CONTINUE, which name the construct. ir_verify() states the rules.
 *
 * Facts that passes find stand in tables of their own, by the number of the value or variable. */
#ifndef CLB_IR_IR_H
#define CLB_IR_IR_H

#include "base/buffer.h"
#include "clc/ast.h"

/* X(NAME, text, bytes, signed, floating). An f16 is kept and converted, by CALLs; computed with is an f32. */
#define IR_SCALARS(X)          \
    X(VOID, "void", 0, 0, 0)   \
    X(BOOL, "bool", 0, 0, 0)   \
    X(I8, "i8", 1, 1, 0)       \
    X(U8, "u8", 1, 0, 0)       \
    X(I16, "i16", 2, 1, 0)     \
    X(U16, "u16", 2, 0, 0)     \
    X(I32, "i32", 4, 1, 0)     \
    X(U32, "u32", 4, 0, 0)     \
    X(I64, "i64", 8, 1, 0)     \
    X(U64, "u64", 8, 0, 0)     \
    X(F16, "f16", 2, 0, 1)     \
    X(F32, "f32", 4, 0, 1)     \
    X(F64, "f64", 8, 0, 1)     \
    X(POINTER, "ptr", 8, 0, 0)

typedef enum ir_type {
#define X(name, text, bytes, is_signed, is_floating) IR_##name,
    IR_SCALARS(X)
#undef X
    IR_TYPES
} ir_type;

size_t ir_size(ir_type t); /* bytes in memory; 0: has no place there */
bool ir_is_signed(ir_type t);
bool ir_is_floating(ir_type t);
bool ir_is_integer(ir_type t);
const char *ir_type_name(ir_type t);

/* X(NAME, text). a, b, c: operands. */
#define IR_OPS(X)                                                                                       \
    X(CONSTANT, "const")       /* `bits`: of the type, floating-point numbers as their own bits */      \
    X(ARGUMENT, "argument")    /* the kernel's parameter `index`; of a vector, component `bits` */      \
    X(QUERY, "query")          /* a u64 of the work-item: `place`, dimension `index` */                 \
    X(ADDRESS, "address")      /* of the object `variable` */                                           \
    X(LOCAL, "local")          /* the address of what the group has in __local memory: `variable` */    \
    X(INPUT, "input")          /* of a function that is called: number `index` of what it is given */   \
    X(STRING, "string")        /* the address of a string literal's `bits` characters, `name` */        \
    X(OBJECT, "object")        /* the address of the program-scope constant `symbol` */                 \
    X(ADD, "add")              /* integers wrap */                                                      \
    X(SUBTRACT, "subtract")                                                                             \
    X(MULTIPLY, "multiply")                                                                             \
    X(DIVIDE, "divide")        /* of integers: towards zero; by zero, any value */                      \
    X(REMAINDER, "remainder")                                                                           \
    X(LEFT, "left")            /* a << b; b is less than the width */                                   \
    X(RIGHT, "right")          /* keeps the sign of signed types */                                     \
    X(AND, "and")              /* of integers and predicates */                                         \
    X(OR, "or")                                                                                         \
    X(XOR, "xor")                                                                                       \
    X(NOT, "not")                                                                                       \
    X(NEGATE, "negate")                                                                                 \
    X(EQUAL, "equal")          /* -> bool; ordered, as C's operators are */                             \
    X(UNEQUAL, "unequal")                                                                               \
    X(LESS, "less")                                                                                     \
    X(LESS_EQUAL, "less_equal")                                                                         \
    X(SELECT, "select")        /* a ? b : c, all of which are computed */                               \
    X(CONVERT, "convert")      /* a as C converts it; a bool is 1 or 0 */                               \
    X(REINTERPRET, "reinterpret") /* the same bits: of one size */                                      \
    X(MOVE, "move")            /* the pointer a, b (an i64) elements of `bits` bytes further */         \
    X(LOAD, "load")            /* from pointer a */                                                     \
    X(STORE, "store")          /* b to pointer a */                                                     \
    X(GET, "get")              /* `variable` */                                                         \
    X(SET, "set")              /* `variable` = a */                                                     \
    X(CALL, "call")            /* the built-in function `name` of scalars, which has no effects */      \
    X(EACH, "each")            /* the same, with effects on memory: work-item by work-item. The pointer \
                                  among its operands is one to the type `bits` */                       \
    X(INVOKE, "invoke")        /* the function `symbol` is called with the operands */                  \
    X(RESULT, "result")        /* number `index` of what the INVOKE a gives back */                     \
    X(RETURN, "return")        /* last in a function that is called: the operands are given back */     \
    X(PRINT, "print")          /* printf() of the format at pointer a; vectors are handed over by address */ \
    X(FENCE, "fence")          /* memory before it is not touched behind it, nor the other way round */ \
    X(COPY, "copy")            /* `bits` bytes to pointer a from pointer b; without b, zeros */         \
    X(IF, "if")                /* a: bool. blocks[0], blocks[1] (may be empty) */                       \
    X(LOOP, "loop")            /* blocks[0] ends in the condition `condition` (NULL: for ever), then blocks[1], blocks[2]; \
                                  `test_last`: 1, 2, 0. CONTINUE goes on with blocks[2]. */              \
    X(SCOPE, "scope")          /* blocks[0], which LEAVE may end */                                     \
    X(LEAVE, "leave")          /* the LOOP or SCOPE `target` */                                         \
    X(CONTINUE, "continue")    /* the LOOP `target` */                                                  \
    X(BARRIER, "barrier")                                                                               \
    X(COLLECT, "collect")      /* a barrier at which the work-items' a are combined into `variable`: `combination`, \
                                  `range`. Of IR_ONE, b, c, d: the local id of the one. */

typedef enum ir_op {
#define X(name, text) IR_##name,
    IR_OPS(X)
#undef X
    IR_OP_COUNT
} ir_op;

const char *ir_op_name(ir_op op);

/* What a work-item may ask for. X(NAME, OpenCL's function) */
#define IR_QUERIES(X)                          \
    X(GLOBAL_ID, "get_global_id")             \
    X(LOCAL_ID, "get_local_id")               \
    X(GROUP_ID, "get_group_id")               \
    X(GLOBAL_SIZE, "get_global_size")         \
    X(LOCAL_SIZE, "get_local_size")           \
    X(GROUPS, "get_num_groups")               \
    X(GLOBAL_OFFSET, "get_global_offset")     \
    X(DIMENSIONS, "get_work_dim")

typedef enum ir_query {
#define X(name, text) IR_##name,
    IR_QUERIES(X)
#undef X
    IR_QUERY_COUNT
} ir_query;

/* How a COLLECT combines values, X(NAME, text); and those of whom each work-item gets, in the order of their ids. */
#define IR_COMBINATIONS(X) \
    X(ONE, "one")          \
    X(OF_ALL, "all")       \
    X(OF_ANY, "any")       \
    X(SUM, "sum")          \
    X(MIN, "min")      \
    X(MAX, "max")

typedef enum ir_combination {
#define X(name, text) IR_##name,
    IR_COMBINATIONS(X)
#undef X
} ir_combination;

typedef enum ir_range { IR_WHOLE, IR_UP_TO_HERE, IR_BEFORE_HERE } ir_range;

typedef struct ir_value ir_value;
typedef struct ir_block ir_block;

/* What a work-item, or for `local` its group, has of its own: a scalar, or an object of bytes. */
typedef struct ir_variable {
    unsigned number;
    const char *name;    /* the kernel's own, for readers */
    ir_type type;        /* IR_VOID: an object of `size` bytes */
    size_t size, align;
    const type *declared; /* of an object: as the kernel has it, for readers; or NULL */
    bool local;
    bool inner; /* what an expression needs on its way: ?: or a function that it calls and that has no barrier */
    const ir_block *home; /* GET and SET are in it or below it */
    unsigned component, components; /* component number `part` of a short vector, whose variables have numbers one behind the other; else 0, 0 */
} ir_variable;

struct ir_value {
    ir_op op;
    ir_type type;
    unsigned number;
    const token *token;   /* where the kernel says it, or NULL */
    ir_value **operands;
    size_t operand_count;
    uint64_t bits;
    unsigned index;
    ir_query query;
    ir_variable *variable;
    ir_combination combination; /* of a COLLECT */
    ir_range range;
    const symbol *symbol;
    const char *name;     /* CALL, EACH: without its parameters' letters; STRING: the characters */
    const char *spelling; /* of what the kernel gives a name to that never changes; or NULL */
    unsigned component, components; /* LOAD, STORE: number `part` of `parts` neighbours that the kernel names at once; else 0, 1 */
    ir_value *first;      /* of them */
    ir_value *condition;
    const token *asked;   /* IF, LOOP: the condition, where the kernel has it for a statement; or NULL */
    ir_block *blocks[3];
    ir_value *target;
    bool test_last;
    const size_t *owners; /* INVOKE: by an operand's number, the parameter that it is a part of */
    bool pure;            /* INVOKE: the function depends on what it is given alone, and changes nothing */
    bool loose;           /* LOAD, STORE: of a packed structure's member, which may lie at any address */
};

struct ir_block {
    ir_value **items;
    size_t count, capacity;
    const ir_block *outer; /* NULL: the function's */
    ir_value *owner;       /* the IF, LOOP or SCOPE, or NULL */
};

typedef struct ir_function {
    arena *arena;
    const symbol *kernel; /* or the function that is called */
    bool is_called;
    ir_block *body;
    unsigned values; /* numbers below this were given */
    ir_variable **variables;
    size_t variable_count, variable_capacity;
    bool has_barrier;
    const char *reason; /* why there is no form, or NULL */
    const token *where;
} ir_function;

ir_variable *ir_add_variable(ir_function *f, const char *name, ir_type type);
ir_block *ir_add_block(ir_function *f, const ir_block *outer, ir_value *owner);
/* A value at the end of the block. */
ir_value *ir_add(ir_function *f, ir_block *b, ir_op op, ir_type type, const token *where, size_t operands, ...);
/* An instruction that is in no block yet. */
ir_value *ir_make(ir_function *f, ir_op op, ir_type type, const token *where, size_t operands);
void ir_append(ir_function *f, ir_block *b, ir_value *v);
void ir_refuse(ir_function *f, const token *where, const char *reason); /* the first one counts */

/* Whether it does more than to give a value: it changes memory or a variable, or is control. */
bool ir_has_effect(const ir_value *v);
/* What is the same wherever it is asked for: numbers, arguments, places and addresses. */
bool ir_is_leaf(const ir_value *v);
bool ir_is_constant(const ir_value *v, uint64_t bits);
bool ir_is_in(const ir_block *b, const ir_value *v); /* itself, not in a block below */

/* The rules. NULL, or what is broken: then a pass has an error. */
const char *ir_verify(const ir_function *f);
/* As text, for people and for tests. */
void ir_print(const ir_function *f, buffer *out);

#endif
