/* The typed form: a kernel between the parser's tree and printed C. Knows values, variables and structured control;
 * must not know C's spelling, nor lanes.
 *
 * Every value is one scalar; a short vector is its components. Values are instructions: typed, ordered, computed once
 * where they stand, and available to what follows in their block and in blocks below. Most functions are inlined. A
 * called function has the same form: its INPUTs are scalars, and it ends in a RETURN of scalars. State is in
 * variables, which GET reads and SET writes, and in memory, which LOAD and STORE access through a pointer. Control is
 * structured: IF, LOOP and SCOPE hold blocks, and the jumps LEAVE and CONTINUE name the construct. ir_verify() states
 * the rules.
 *
 * Results of passes are in tables of their own, by the number of a value or variable.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_IR_IR_H
#define CLB_IR_IR_H

#include "base/buffer.h"
#include "clc/ast.h"

/* X(NAME, text, bytes, signed, floating). CALLs convert an f16 to f32 for computing and back. */
/* clang-format off */
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
/* clang-format on */

typedef enum ir_type {
#define X(name, text, bytes, is_signed, is_floating) IR_##name,
    IR_SCALARS(X)
#undef X
        IR_TYPES
} ir_type;

size_t ir_size(ir_type t); /* bytes in memory; 0: it has no size */
bool ir_is_signed(ir_type t);
bool ir_is_floating(ir_type t);
bool ir_is_integer(ir_type t);
const char *ir_type_name(ir_type t);

/* X(NAME, text). a, b, c: operands. */
/* clang-format off */
#define IR_OPS(X)                                                                                       \
    X(CONSTANT, "const")       /* `bits`: of the type, floating-point numbers as their own bits */      \
    X(ARGUMENT, "argument")    /* the kernel's parameter `index`; of a vector, component `bits` */      \
    X(QUERY, "query")          /* a u64: the work-item query `query`, dimension `index` */            \
    X(ADDRESS, "address")      /* of the object `variable` */                                           \
    X(LOCAL, "local")          /* the address of the group's __local `variable` */                      \
    X(INPUT, "input")          /* of a called function: argument number `index` */                      \
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
    X(EACH, "each")            /* the same, with effects on memory: one work-item after the other. Its \
                                  pointer operand points to the type `bits` */                          \
    X(SUB_GROUP, "sub_group")  /* in lanes: the function `name` of the active lanes' values a and of b, in \
                                  each cluster of `bits` lanes; without a type, a barrier for them */   \
    X(INVOKE, "invoke")        /* calls the function `symbol` with the operands; or, without one, the image \
                                  function `name`, which has `index` results of the type `bits` */      \
    X(RESULT, "result")        /* result number `index` of the INVOKE a */                              \
    X(RETURN, "return")        /* last in a called function: its results */                             \
    X(PRINT, "print")          /* printf() with the format at pointer a; vectors are passed by address */ \
    X(QUEUE, "queue")          /* the function `name` on device-side queues and their events; `symbol`: the kernel that \
                                  is enqueued, or NULL */                                               \
    X(FENCE, "fence")          /* orders memory accesses before and behind it */                         \
    X(COPY, "copy")            /* `bits` bytes, aligned to `index`, to pointer a from pointer b; without b, zeros */ \
    X(CHECK, "check")          /* of checked code: see ir_check. An access's result is the pointer to access in place \
                                  of pointer a */                                                       \
    X(IF, "if")                /* a: bool. blocks[0], blocks[1] (may be empty) */                       \
    X(LOOP, "loop")            /* blocks[0] ends in the condition `condition` (NULL: for ever), then blocks[1], blocks[2]; \
                                  `test_last`: 1, 2, 0. CONTINUE goes on with blocks[2]. */              \
    X(SCOPE, "scope")          /* blocks[0], which LEAVE may end */                                     \
    X(LEAVE, "leave")          /* the LOOP or SCOPE `target` */                                         \
    X(CONTINUE, "continue")    /* the LOOP `target` */                                                  \
    X(OBSERVE, "observe")      /* in the waiting loop `waiting`: values of which its end depends; without operands, a \
                                  round that comes here has changed memory */                         \
    X(BARRIER, "barrier")      /* `bits`: 1 where it is for a sub-group alone */                         \
    X(COLLECT, "collect")      /* a barrier at which the work-items' a are combined into `variable`: `combination`, \
                                  `range`. Of IR_ONE, b, c, d: the local id of the one. */
/* clang-format on */

typedef enum ir_op {
#define X(name, text) IR_##name,
    IR_OPS(X)
#undef X
        IR_OP_COUNT
} ir_op;

const char *ir_op_name(ir_op op);

/* Work-item queries. X(NAME, OpenCL's function). BYTE_ORDER: 0 where the lowest byte of a number comes first in memory,
 * else 7, so that `i ^ BYTE_ORDER` counts bytes from the other end; only in a form for vectors. LANE: in a form for
 * vectors, the work-item's position in its sub-group; in lanes, the number of its lane. `bits`: work-items of a
 * sub-group. */
/* clang-format off */
#define IR_QUERIES(X)                          \
    X(GLOBAL_ID, "get_global_id")             \
    X(LOCAL_ID, "get_local_id")               \
    X(GROUP_ID, "get_group_id")               \
    X(GLOBAL_SIZE, "get_global_size")         \
    X(LOCAL_SIZE, "get_local_size")           \
    X(ENQUEUED_LOCAL_SIZE, "get_enqueued_local_size") \
    X(GROUPS, "get_num_groups")               \
    X(GLOBAL_OFFSET, "get_global_offset")     \
    X(DIMENSIONS, "get_work_dim")             \
    X(BYTE_ORDER, "byte_order")                \
    X(LANE, "lane")
/* clang-format on */

typedef enum ir_query {
#define X(name, text) IR_##name,
    IR_QUERIES(X)
#undef X
        IR_QUERY_COUNT
} ir_query;

/* How a COLLECT combines values, X(NAME, text); and which work-items' values each one gets, in the order of their
 * ids. */
/* clang-format off */
#define IR_COMBINATIONS(X) \
    X(ONE, "one")          \
    X(OF_ALL, "all")       \
    X(OF_ANY, "any")       \
    X(SUM, "sum")          \
    X(MIN, "min")      \
    X(MAX, "max")
/* clang-format on */

typedef enum ir_combination {
#define X(name, text) IR_##name,
    IR_COMBINATIONS(X)
#undef X
} ir_combination;

typedef enum ir_range { IR_WHOLE, IR_UP_TO_HERE, IR_BEFORE_HERE } ir_range;

/* The subject of a CHECK, X(NAME, text). a, b, c: operands. */
/* clang-format off */
#define IR_CHECKS(X)                                                                                        \
    X(READ, "read")       /* of memory at pointer a */                                                      \
    X(TAKE, "take")       /* the same, whether or not it was written: a copy of a structure */              \
    X(CARRY, "carry")     /* the same, of a value that is only copied to memory: the copy is as unwritten */  \
    X(WRITE, "write")     /* to memory at pointer a, of the u64 b */                                        \
    X(PUT, "put")         /* the same, of unknown bytes */                                                  \
    X(UPDATE, "update")   /* an atomic access at pointer a */                                               \
    X(ASSIGN, "assign")   /* an atomic store to pointer a */                                                \
    X(ENTER, "enter")     /* pointer a, the beginning of an object, is from here on found by its address */ \
    X(STATE, "state")     /* the result says which of `size` bytes, at most 8, at pointer a were written */   \
    X(MARK, "mark")       /* `size` bytes at pointer a are now as STATE b says */                             \
    X(PIXEL, "pixel")     /* the image at pointer a has the pixel b, c, d; e is the sampler of a read. `size` is     \
                             of PIXEL_WRITTEN and so on */                                                    \
    X(UNSET, "unset")     /* the predicate a is false where a variable has no value */                      \
    X(DIVISOR, "divisor") /* the integer a is not 0 */                                                      \
    X(SHIFT, "shift")     /* the shift count a is at most `size` */                                         \
    X(BARRIER, "barrier") /* all work-items of the group have come: a of them, or certainly */
/* clang-format on */

typedef enum ir_check_kind {
#define X(name, text) IR_CHECK_##name,
    IR_CHECKS(X)
#undef X
} ir_check_kind;

typedef struct ir_value ir_value;
typedef struct ir_block ir_block;

/* Of a CHECK of a PIXEL: it is written; the colour is of integers, with or without signs. */
enum { PIXEL_WRITTEN = 1, PIXEL_SIGNED = 2, PIXEL_UNSIGNED = 4 };
/* The same of a block of a sub-group: PIXEL_WRITTEN, and the bytes of an element from this bit on. */
enum { BLOCK_SIZE_SHIFT = 4 };

typedef struct ir_check {
    ir_check_kind kind;
    const char *name;        /* the kernel's name of the object or variable; "" where it is not known */
    const ir_value *root;    /* the ARGUMENT, LOCAL, ADDRESS, OBJECT or STRING that the pointer leads into; or NULL */
    const ir_value *written; /* the address of the bytes that say which bytes of the object were written; or NULL */
    uint64_t size, object_size; /* bytes of the access, and of the object if it is neither ARGUMENT nor LOCAL */
    unsigned align;             /* of the access */
} ir_check;

typedef struct ir_function ir_function;

/* A private object that a call passes by value, as its scalars: the parameter points `offset` bytes behind its
 * beginning. `type`: what the callee holds it as; NULL: the parameter is not passed in this way. */
typedef struct ir_passed {
    const type *type;
    uint64_t offset;
} ir_passed;

/* A variable of a work-item, or, if `local`, of a group: a scalar, or an object of bytes. */
typedef struct ir_variable {
    unsigned number;
    const char *name; /* the kernel's name, for readers */
    ir_type type;     /* IR_VOID: an object of `size` bytes */
    size_t size, align;
    const type *declared; /* of an object: its type in the kernel, for readers; or NULL */
    const symbol
        *fixed; /* of an object: the array of numbers of which each element has its first value always; or NULL */
    bool local;
    bool inner;           /* a temporary of an expression, or of an inlined function without barriers; or what
                             sub-groups exchange their values through */
    const ir_block *home; /* GET and SET stand in this block or below it */
    /* component number `component` of a short vector, whose variables have consecutive numbers; else 0, 0 */
    unsigned component, components;
    const char *vector; /* the kernel's name of that vector, or NULL */
} ir_variable;

struct ir_value {
    ir_op op;
    ir_type type;
    unsigned number;
    const token *token; /* its origin in the kernel, or NULL */
    ir_value **operands;
    size_t operand_count;
    uint64_t bits;
    unsigned index;
    ir_query query;
    ir_variable *variable;
    ir_combination combination; /* of a COLLECT */
    ir_range range;
    const symbol *symbol;
    const char *name;     /* CALL, EACH: the function's name without type letters; INVOKE: of an image function;
                             STRING: the characters */
    const char *spelling; /* the kernel's name of a constant value; or NULL */
    const char *vector;   /* the same of the short vector that the value is a component of; or NULL */
    /* LOAD, STORE: component number `component` of a short vector in memory; else 0, 1 */
    unsigned component, components;
    ir_value *first; /* the access of component 0 */
    ir_value *condition;
    const token *asked; /* IF, LOOP: the condition of the kernel's statement; or NULL */
    ir_block *blocks[3];
    ir_value *target;
    bool test_last;
    const size_t *owners;    /* INVOKE: by an operand's number, the parameter that it belongs to */
    const ir_passed *passed; /* INVOKE: by the number of a parameter; NULL: it passes no private objects by value */
    ir_function *outlined;   /* INVOKE: the function itself, of which `symbol` has only a part; or NULL */
    bool pure;               /* INVOKE: the result depends on the operands alone, and there are no effects */
    bool speculative;        /* ADD, SUBTRACT, MULTIPLY, NEGATE: the kernel may not compute it, so it may overflow */
    bool loose;              /* LOAD, STORE: of a packed structure's member, without alignment */
    bool is_volatile;        /* LOAD: another work-item may change the memory at any time */
    unsigned waiting;        /* LOOP, OBSERVE: the number of a waiting loop (passes/waits.c), from 1; 0: it is none */
    bool by_element;         /* LOAD, STORE: of a vector that is aligned as its components are */
    bool part;               /* LOAD, STORE: of an aggregate that is accessed whole, which may be packed */
    ir_value *count;         /* LEFT, RIGHT: the shift count before it is taken modulo the width; or NULL */
    const ir_check *check;   /* CHECK: what it looks at */
};

struct ir_block {
    ir_value **items;
    size_t count, capacity;
    const ir_block *outer; /* NULL: it is the function's body */
    ir_value *owner;       /* the IF, LOOP or SCOPE, or NULL */
};

struct ir_function {
    arena *arena;
    const symbol *kernel; /* or the called function */
    bool is_called;
    bool checked; /* nothing is computed that the kernel does not compute, and CHECKs are added */
    ir_block *body;
    unsigned values; /* numbers of values are below this */
    ir_variable **variables;
    size_t variable_count, variable_capacity;
    bool has_barrier;
    bool in_lanes;           /* of a form for vectors: sub-groups are lanes, so every vector must be whole */
    uint64_t sub_group_size; /* of the sub-groups that it has functions of; 0: none */
    bool asks_lane;          /* it has a LANE: neighbours in a vector must be neighbours in a sub-group */
    bool waits;              /* it has a waiting loop */
    bool skips_gaps;         /* some padded structures are copied without their padding */
    const char *reason;      /* why there is no form, or NULL */
    bool needs_gaps;         /* the reason is that their padding is read */
    const token *where;
};

ir_variable *ir_add_variable(ir_function *f, const char *name, ir_type type);
ir_block *ir_add_block(ir_function *f, const ir_block *outer, ir_value *owner);
/* Adds a value at the end of the block. */
ir_value *ir_add(ir_function *f, ir_block *b, ir_op op, ir_type type, const token *where, size_t operands, ...);
/* Makes a value that is in no block yet. */
ir_value *ir_make(ir_function *f, ir_op op, ir_type type, const token *where, size_t operands);
void ir_append(ir_function *f, ir_block *b, ir_value *v);
void ir_refuse(ir_function *f, const token *where, const char *reason); /* the first one counts */

/* Whether it has an effect: it changes memory or a variable, or is control. */
bool ir_has_effect(const ir_value *v);
/* Whether it is a leaf: constant, argument, query or address. */
bool ir_is_leaf(const ir_value *v);
/* Whether it is a CALL of "muladd" (a * b + c), "mulsub" (a * b - c) or "submul" (c - a * b), which may be rounded
 * once: one operation. */
bool ir_is_muladd(const ir_value *v);
bool ir_is_constant(const ir_value *v, uint64_t bits);
/* Whether both are computed in the same way from the same leaves. The depth of recursion is that of the values: for
 * those of which callers have bounded the size. */
bool ir_is_same(const ir_value *x, const ir_value *y);
bool ir_is_in(const ir_block *b, const ir_value *v); /* in this block, not in one below */

/* Checks the rules. NULL, or the rule that is broken, which is an error of a pass. */
const char *ir_verify(const ir_function *f);
/* Prints the form. */
void ir_print(const ir_function *f, buffer *out);

#endif
