/* What the files of the builder share. Knows the parser's tree and the form; must not know how the form is used. */
#ifndef CLB_IR_BUILD_STATE_H
#define CLB_IR_BUILD_STATE_H

#include "base/map.h"
#include "ir/build.h"

/* ABSENT: the fourth component of a vector of three, which v.hi and v.odd speak of: reading it gives anything. */
enum { COMPONENTS = 16, ABSENT = 255 };

/* The value of an expression: of a scalar itself, of a short vector its components, of an array or a structure its
 * address. */
typedef struct components {
    ir_value *v[COMPONENTS];
    size_t count; /* 0: void, or it was refused */
} components;

/* Where a value is kept: variables, one a component; or, without them, memory. */
typedef struct lvalue {
    ir_variable *variables[COMPONENTS];
    ir_value *address;
    size_t count;                  /* components that are meant; 0 for arrays and structures, or it was refused */
    unsigned char indices[COMPONENTS];  /* of memory: which they are; or ABSENT */
    ir_type scalar;
    bool loose;                    /* of memory: at any address, as members of packed structures are */
} lvalue;

/* What a name of the function stands for at this place of the inlining. */
typedef struct binding {
    bool is_value; /* never changed: `value` */
    components value;
    lvalue storage;
} binding;

/* Where break and continue of a statement go. */
typedef struct jump_target {
    const statement *statement;
    ir_value *leave, *go_on;
    struct jump_target *outer;
} jump_target;

/* One call on its way into the form. */
typedef struct frame {
    struct frame *outer;
    const symbol *function;
    map bindings;
    jump_target *targets;
    ir_value *scope; /* which `return` leaves, or NULL: the only one is the last statement */
    lvalue result;
    components returned;  /* of that last one */
    ir_block *block; /* its first */
    struct jumps *jumps; /* of build_goto.c, or NULL: it needs none */
} frame;

typedef struct builder {
    ir_function *f;
    ir_block *block; /* where values are added */
    frame *frame;
    bool one_by_one, /* structures with gaps are copied as bytes, also to where nobody sees the gaps */
        takes_gaps,  /* structures with gaps are read whole from memory */
        gives_gaps,  /* they are written to memory without the gaps */
        large;       /* functions that are more than a few operations stay functions */
} builder;

/* More instructions than any kernel needs that is worth it. */
enum { BUILD_VALUES = 20000, BUILD_LEAVES = 64 };

/* ---- build.c ---- */
void build_statement(builder *b, const statement *s);
/* The body of the frame's function, whose parameters are bound. */
void build_body(builder *b, const symbol *function);
ir_function *build_begin(arena *a, symbol *function);
components build_block_value(builder *b, const expression *e);

ir_value *build_matches(builder *b, ir_value *value, const statement *label); /* of a CASE */
/* What the statement declares, without its values, which the statement itself gives when it is built. */
void build_declare_before(builder *b, const statement *s);

/* ---- build_call.c ---- */
components build_call(builder *b, const expression *e);
bool build_is_large(const symbol *kernel);

/* ---- build_goto.c ---- */
void build_find_jumps(builder *b); /* of the frame's function, before its body is built */
bool build_has_goto(const statement *s);
/* Whether it was built, as labels or jumps say how. */
bool build_jumping(builder *b, const statement *s);
/* Whether a jump leads into the statement from outside of it; then what stands before the label is passed over. */
bool build_is_entered(const builder *b, const statement *s);
/* A condition of such a statement: true where the way leads into the part. */
ir_value *build_condition(builder *b, const expression *e, const statement *of, const statement *component);
/* From here, up to where the block is put back to what is returned, nothing is done on the way into the statement. */
ir_block *build_unless_entered(builder *b, const statement *s);
void build_mean(builder *b, uint64_t number, const token *where); /* the label that is on the way; 0: none */
bool build_switch_is_plain(const builder *b, const statement *s); /* all labels are its block's own */
void build_wild_switch(builder *b, const statement *s);

/* ---- build_place.c: where things are kept ---- */
ir_type build_scalar(const type *t); /* of a scalar, a pointer, or a vector's element; IR_VOID: it has none */
binding *build_bound(builder *b, const symbol *s);
binding *build_bind(builder *b, const symbol *s);
/* What a component of `name` is called. */
const char *build_component_name(builder *b, const char *name, size_t count, size_t i);
/* Room for something of the type: variables, or an object where its address may be wanted. */
lvalue build_storage(builder *b, const char *name, const type *t, bool as_object);
/* The type that an object has for readers: none where the host's pointers may be shorter than the kernel's. */
const type *build_declared(const type *t);
lvalue build_lvalue(builder *b, const expression *e);
lvalue build_at(builder *b, ir_value *address, const type *t);
components build_read(builder *b, const lvalue *l, const token *where);
void build_write(builder *b, const lvalue *l, const components *p, const token *where);
/* Gives the room its first value: an expression, or an EXPRESSION_INITIALISER. */
void build_initialise(builder *b, const lvalue *l, const type *t, const expression *e);
void build_copy(builder *b, const lvalue *to, const components *from, const type *t, const token *where);
ir_value *build_offset(builder *b, ir_value *address, uint64_t bytes, const token *where);
/* The scalars of an object of the type, which lie at these offsets from its address. */
typedef struct build_leaves {
    size_t count, capacity;
    struct {
        uint64_t offset;
        const type *type; /* a scalar or a short vector */
    } *of;
} build_leaves;
/* false: there are too many, or parts that are no scalars. */
bool build_find_leaves(arena *a, const type *t, build_leaves *found);

/* ---- build_expression.c ---- */
components build_value(builder *b, const expression *e);
ir_value *build_number(builder *b, const expression *e); /* of a scalar; never NULL */
ir_value *build_truth(builder *b, const expression *e);  /* a bool; never NULL */
ir_value *build_constant(builder *b, ir_type t, uint64_t bits);
ir_value *build_real(builder *b, ir_type t, double value);
ir_value *build_convert(builder *b, ir_type to, ir_value *v, const token *where);
ir_value *build_binary(builder *b, ir_op op, ir_value *left, ir_value *right, const token *where);
/* What a bool was that is now a vector's component, -1 or 0; or NULL. */
ir_value *build_flagged(const ir_value *v);
ir_value *build_not_zero(builder *b, ir_value *v, const token *where);
/* A bool as OpenCL's comparisons give it: 1 or 0 as an int, -1 or 0 as a vector's component of the type. */
ir_value *build_flag(builder *b, ir_value *truth, ir_type t, bool in_vector, const token *where);
ir_value *build_select(builder *b, ir_value *condition, ir_value *yes, ir_value *no, const token *where);

/* ---- build_builtin.c ---- */
components build_builtin(builder *b, const expression *e);
/* A CALL of a function of numbers. */
ir_value *build_function(builder *b, const char *name, ir_type t, const token *where, size_t count,
                         ir_value *const *operands);

/* ---- build_half.c ---- */
ir_value *build_of_half(builder *b, ir_value *v, const token *where); /* as an f32; or v, which is none */
ir_value *build_to_half(builder *b, ir_value *v, const char *rounding, const token *where); /* NULL: "rte" */
components build_half_in_memory(builder *b, const expression *e);

/* ---- build_print.c ---- */
ir_value *build_string(builder *b, const expression *e);
void build_characters(builder *b, const lvalue *to, const type *t, const expression *e);
components build_print(builder *b, const expression *e);

/* ---- build_collective.c ---- */
components build_collective(builder *b, const expression *e);

/* ---- build_copy.c ---- */
components build_group_copy(builder *b, const expression *e);

components build_refuse(builder *b, const token *where, const char *reason);

#endif
