/* State that the files of the builder share. Knows the parser's tree and the form; must not know how the form is
 * used.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_IR_BUILD_STATE_H
#define CLB_IR_BUILD_STATE_H

#include "base/map.h"
#include "ir/build.h"

/* ABSENT: the fourth component of a vector of three, as v.hi and v.odd may name it: its value is undefined. */
enum { COMPONENTS = 16, ABSENT = 255 };

/* The value of an expression: a scalar, the components of a short vector, or the address of an array or a structure. */
typedef struct components {
    ir_value *v[COMPONENTS];
    size_t count; /* 0: void, or refused */
} components;

/* Where a value is stored: a variable for each component; or memory; or, with `chosen`, one of several variables. */
typedef struct lvalue {
    ir_variable *variables[COMPONENTS];
    ir_value *address;
    ir_value *chosen;                  /* the number of the variable; or NULL */
    size_t choices;                    /* with `chosen`: how many variables there are */
    size_t count;                      /* named components; 0: an array or a structure, or refused */
    unsigned char indices[COMPONENTS]; /* in memory: their numbers; or ABSENT */
    ir_type scalar;
    bool loose;      /* in memory: without alignment, as members of packed structures */
    bool by_element; /* in memory: a vector that is aligned as its components are */
    bool part;       /* in memory: of an aggregate that is accessed whole, which may be packed */
    bool is_volatile;
} lvalue;

typedef struct binding binding;

/* A block of OpenCL C 2.0, with what it captured: a binding for each of the function's captures. */
typedef struct block_value {
    symbol *function;
    binding *captured;
} block_value;

/* The meaning of a symbol in the present inlined function. */
struct binding {
    const block_value *block; /* of a variable of a block; or NULL */
    bool is_value;            /* a constant: `value`; otherwise `storage` */
    components value;
    lvalue storage;
};

/* The targets of break and continue of a statement. */
typedef struct jump_target {
    const statement *statement;
    ir_value *leave, *go_on;
    struct jump_target *outer;
} jump_target;

/* A function that is being built or inlined. */
typedef struct frame {
    struct frame *outer;
    const symbol *function;
    bool is_block; /* of OpenCL C 2.0: it may mention what the frame around it binds */
    map bindings;
    jump_target *targets;
    ir_value *scope; /* the SCOPE that `return` leaves, or NULL: the only return is the last statement */
    lvalue result;
    components returned;         /* its value */
    ir_block *block;             /* its first */
    struct jumps *jumps;         /* of build_goto.c, or NULL: it needs none */
    struct block_result *wanted; /* of a statement expression with jumps that is being built, or NULL */
} frame;

/* What a statement expression with jumps has to yield: the value of its last statement. */
typedef struct block_result {
    const statement *last;
    lvalue storage;
    struct block_result *outer;
} block_result;

typedef struct argument_copy argument_copy; /* of build_argument.c */
typedef struct space_note space_note;       /* of build_space.c */

/* How the function is built. */
typedef struct build_settings {
    bool one_by_one;  /* padded structures are copied as bytes, even private ones */
    bool takes_gaps;  /* padded structures are read from memory whole */
    bool gives_gaps;  /* padded structures are written to memory without padding */
    bool copies_gaps; /* padded structures are copied with their padding, since the kernel would both take and give */
    bool large;       /* all but the smallest functions stay functions */
    size_t most;      /* instructions that the form may have */
} build_settings;

/* Functions of sub-groups that exchange values through __local memory. */
typedef struct build_sub_groups {
    ir_variable *exchanges[2]; /* used in turn; NULL: none yet */
    bool has_marks[2];         /* those of the exchange are in use */
    unsigned exchange_count;   /* how many functions were built that use them */
} build_sub_groups;

typedef struct builder {
    ir_function *f;
    build_settings how;
    ir_block *block; /* where values are added */
    frame *frame;
    map locals;            /* by a symbol: the ir_variable of a __local variable, which all calls of its kernel share */
    bool speculative;      /* what is built is computed where the kernel may not */
    bool fuses;            /* a product in a sum is not rounded by itself, if that is an instruction */
    argument_copy *copies; /* of structures that are arguments, the last one first */
    build_sub_groups sub_groups;
    space_note *spaces, *asked; /* of pointers: those that types name, those that the kernel asks for; or NULL */
} builder;

/* Most scalars of a structure that are copied one by one. */
enum { BUILD_LEAVES = 64 };

/* ---- build.c ---- */
void build_statement(builder *b, const statement *s);
/* Builds the body of the frame's function, whose parameters are bound. */
void build_body(builder *b, const symbol *function);
ir_function *build_begin(arena *a, symbol *function);
components build_block_value(builder *b, const expression *e);
/* x + y, or x - y; with builder.fuses, one of them may be a product that is not rounded by itself. */
ir_value *build_sum(builder *b, ir_op op, ir_value *x, ir_value *y, const token *where);
/* Builds a statement expression without its value, which is returned; NULL: it has none, or has jumps. */
const expression *build_but_last(builder *b, const expression *e);

ir_value *build_matches(builder *b, ir_value *value, const statement *label); /* predicate of a CASE label */
/* Declares the statement's variables, without values; the statement itself initialises them. */
void build_declare_before(builder *b, const statement *s);

/* ---- build_argument.c ---- */
void build_parameter(builder *b, const symbol *p, unsigned index); /* of a kernel */
/* Behind the body: removes the copies of arguments that the kernel only reads. */
void build_drop_copies(builder *b);

/* ---- build_call.c ---- */
components build_call(builder *b, const expression *e);
bool build_is_large(const symbol *kernel);
/* The builder of a kernel, or of a function that is called: it has no values yet. */
builder build_start(ir_function *f, frame *own, bool one_by_one);

/* Inlines a function, or a block with what it captured. The bindings are those of the values it captured, or NULL. */
components build_inlined(builder *b, const symbol *function, const binding *captured, const components *values,
                         const token *where);

/* ---- build_closure.c: blocks of OpenCL C 2.0 ---- */
/* The block that the expression makes or names; NULL: it was refused. */
const block_value *build_block(builder *b, const expression *e);
/* The same for the initialiser of a variable that jumps may reach before its declaration is: first the variables of
 * what it captures, then, where the declaration is reached, their values. */
const block_value *build_block_before(builder *b, const expression *e);
void build_block_reached(builder *b, const block_value *block, const expression *e);
components build_invocation(builder *b, const expression *e);

/* ---- build_enqueue.c: device-side queues ---- */
components build_queue_function(builder *b, const expression *e);
/* Binds what a kernel that was a block captured, behind its parameters. */
void build_captured(builder *b, const symbol *kernel);

/* ---- build_goto.c ---- */
void build_find_jumps(builder *b);                   /* of the frame's function, before its body */
bool build_has_goto(const statement *s, bool nests); /* `nests`: it may have statement expressions */
/* Whether a jump within the statement, which is a statement expression's, needs build_jumping. */
bool build_has_jumps(const builder *b, const statement *s);
/* Builds a statement with labels or gotos, and returns true. false: it is an ordinary one. */
bool build_jumping(builder *b, const statement *s);
/* Whether a jump leads into the statement from outside; then code before the label is skipped. */
bool build_is_entered(const builder *b, const statement *s);
/* The condition of such a statement: true if the jump under way leads into `inside`. */
ir_value *build_condition(builder *b, const expression *e, const statement *of, const statement *component);
/* Code from here on, up to the restoration of the returned block, is skipped if a jump into the statement is under
 * way. */
ir_block *build_unless_entered(builder *b, const statement *s);
void build_mean(builder *b, uint64_t number, const token *where); /* the number of the label to be reached; 0: none */
bool build_switch_is_plain(const builder *b, const statement *s); /* all its labels are in its own block */
void build_wild_switch(builder *b, const statement *s);

/* ---- build_nested.c ---- */
typedef void build_visit(void *context, const statement *s);
/* Visits the block of each statement expression in the statement's own expressions; not those in statements or
 * statement expressions that are part of it. */
void build_visit_nested(const statement *s, build_visit *visit, void *context);

/* ---- build_place.c: where things are kept ---- */
ir_type build_scalar(const type *t); /* of a scalar, a pointer or a vector's element; otherwise IR_VOID */
binding *build_bound(builder *b, const symbol *s);
binding *build_bind(builder *b, const symbol *s);
/* The name of component i of `name`. */
const char *build_component_name(builder *b, const char *name, size_t count, size_t i);
/* Gives the value, component i, that name. */
void build_spell(builder *b, ir_value *v, const char *name, size_t count, size_t i);
/* Storage for the type: variables, or an object if its address may be needed. */
lvalue build_storage(builder *b, const char *name, const type *t, bool as_object);
/* The object's type in C, or NULL: its pointers may be narrower on the host. */
const type *build_declared(const type *t);
lvalue build_lvalue(builder *b, const expression *e);
lvalue build_at(builder *b, ir_value *address, const type *t);
/* The same at so many bytes behind the address of an aggregate that is accessed whole. */
lvalue build_part(builder *b, ir_value *address, uint64_t offset, const type *t, const token *where);
components build_read(builder *b, const lvalue *l, const token *where);
void build_write(builder *b, const lvalue *l, const components *p, const token *where);
/* Initialises storage with an expression or an EXPRESSION_INITIALISER. */
void build_initialise(builder *b, const lvalue *l, const type *t, const expression *e);
void build_copy(builder *b, const lvalue *to, const components *from, const type *t, const token *where);
ir_value *build_offset(builder *b, ir_value *address, uint64_t bytes, const token *where);
/* The scalars and short vectors of an object, with their offsets. */
typedef struct build_leaves {
    size_t count, capacity;
    struct {
        uint64_t offset;
        const type *type; /* a scalar or a short vector */
    } * of;
} build_leaves;
/* false: there are too many, or some are no scalars. */
bool build_find_leaves(arena *a, const type *t, build_leaves *found);

/* ---- build_expression.c ---- */
components build_value(builder *b, const expression *e);
ir_value *build_number(builder *b, const expression *e); /* of a scalar; never NULL */
ir_value *build_truth(builder *b, const expression *e);  /* a bool; never NULL */
ir_value *build_constant(builder *b, ir_type t, uint64_t bits);
ir_value *build_real(builder *b, ir_type t, double value);
ir_value *build_convert(builder *b, ir_type to, ir_value *v, const token *where);
ir_value *build_binary(builder *b, ir_op op, ir_value *left, ir_value *right, const token *where);
/* The predicate that became a vector's component, -1 or 0; or NULL. */
ir_value *build_flagged(const ir_value *v);
ir_value *build_not_zero(builder *b, ir_value *v, const token *where);
/* A predicate as OpenCL's comparisons give it: 1 or 0 as an int, -1 or 0 as a vector's component. */
ir_value *build_flag(builder *b, ir_value *truth, ir_type t, bool in_vector, const token *where);
ir_value *build_select(builder *b, ir_value *condition, ir_value *yes, ir_value *no, const token *where);

/* ---- build_builtin.c ---- */
components build_builtin(builder *b, const expression *e);
/* A CALL of a scalar function. */
ir_value *build_function(builder *b, const char *name, ir_type t, const token *where, size_t count,
                         ir_value *const *operands);

/* The sum, or the difference, of integers of 32 and 64 bits, saturated. */
ir_value *build_saturated(builder *b, bool subtracts, ir_value *x, ir_value *y, const token *w);

/* ---- build_atomic.c ---- */
components build_atomic_object(builder *b, const expression *e);

/* ---- build_space.c ---- */
components build_space(builder *b, const expression *e);
/* `v` is the pointer that the cast makes generic, maybe of one whose type names its space. */
void build_note_space(builder *b, const ir_value *v, const expression *cast);
/* Behind the body: finds the spaces that are not known before the kernel runs. */
void build_find_spaces(builder *b);

/* ---- build_bits.c ---- */
components build_bits(builder *b, const expression *e);

/* ---- build_media.c ---- */
components build_media(builder *b, const expression *e);

/* ---- build_dot.c ---- */
components build_dot(builder *b, const expression *e);

/* ---- build_sub_group.c ---- */
components build_sub_group(builder *b, const expression *e);
/* Waits for the sub-group and gives a bool: true for one of its work-items. */
ir_value *build_sub_group_elect(builder *b, const token *where);
/* The value of the work-item that is elected. */
ir_value *build_sub_group_first(builder *b, ir_value *v, const token *where);

/* ---- build_half.c ---- */
ir_value *build_of_half(builder *b, ir_value *v, const token *where); /* a half as an f32; other values as they are */
ir_value *build_to_half(builder *b, ir_value *v, const char *rounding, const token *where); /* NULL: "rte" */
components build_half_in_memory(builder *b, const expression *e);
ir_value *build_negated_half(builder *b, ir_value *v, const token *where);
/* The components as halves (`narrows`), or as floats if they are halves. */
components build_half_components(builder *b, const components *p, bool narrows, const token *where);
/* A function on halves that is not the function on floats, rounded; NULL: it is. */
ir_value *build_half_function(builder *b, const char *name, ir_value *const *x, const token *where);
ir_value *build_half_below_one(builder *b, ir_value *fraction, const token *where);

/* ---- build_print.c ---- */
ir_value *build_string(builder *b, const expression *e);
void build_characters(builder *b, const lvalue *to, const type *t, const expression *e);
components build_print(builder *b, const expression *e);

/* ---- build_collective.c ---- */
components build_collective(builder *b, const expression *e);

/* ---- build_image.c ---- */
components build_image(builder *b, const expression *e);
/* A block of an image that a sub-group of so many work-items reads or writes; `lane`: the work-item's number in it. */
components build_image_block(builder *b, const expression *e, ir_value *lane, uint64_t items);

/* ---- build_pipe.c ---- */
components build_pipe(builder *b, const expression *e);

/* ---- build_copy.c ---- */
ir_value *build_is_first(builder *b, const token *where); /* of the work-group: a bool */
components build_group_copy(builder *b, const expression *e);

components build_refuse(builder *b, const token *where, const char *reason);

#endif
