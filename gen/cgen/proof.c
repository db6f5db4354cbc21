/* See proof.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/proof.h"

#include "cgen/checked.h"
#include "clc/facts.h"

#include <inttypes.h>
#include <string.h>

/* NESTED: most constructs in one another. STEPS: of the runtime's limit. */
enum { NESTED = 40, STEPS = 6000 };
#define NONE UINT32_MAX

/* FROM_A and so on: the number is that of a step whose value is used. TO_A: that of a step for other reasons.
 * OF_VARIABLE: a is a variable. IS_VALUE: it has no effect. COMPUTED: a value of all three. */
enum {
    FROM_A = 1,
    FROM_B = 2,
    FROM_C = 4,
    FROM_BITS = 8,
    TO_A = 16,
    TO_B = 32,
    TO_C = 64,
    OF_VARIABLE = 128,
    IS_VALUE = 256,
    COMPUTED = IS_VALUE | FROM_A | FROM_B | FROM_C
};

/* X(a clb_proof_op, its kind) */
/* clang-format off */
#define PROOF_OPS(X) \
    X(CONSTANT, IS_VALUE) \
    X(ARGUMENT, IS_VALUE) \
    X(OBJECT, IS_VALUE) \
    X(FIXED, IS_VALUE) \
    X(DATA, IS_VALUE) \
    X(LOCAL_ID, IS_VALUE) \
    X(GROUP_ID, IS_VALUE) \
    X(GLOBAL_ID, IS_VALUE) \
    X(LOCAL_SIZE, IS_VALUE) \
    X(ENQUEUED_LOCAL_SIZE, IS_VALUE) \
    X(GLOBAL_SIZE, IS_VALUE) \
    X(GROUPS, IS_VALUE) \
    X(GLOBAL_OFFSET, IS_VALUE) \
    X(DIMENSIONS, IS_VALUE) \
    X(GET, IS_VALUE | OF_VARIABLE) \
    X(SET, FROM_B | OF_VARIABLE) \
    X(ACCESS, FROM_A) \
    X(STATE, FROM_A) \
    X(MARK, FROM_C) \
    X(FRESH, 0) \
    X(IS_TRUE, FROM_A) \
    X(IS_UP_TO, FROM_A) \
    X(ARRIVAL, 0) \
    X(BARRIER, 0) \
    X(IF, FROM_A | TO_B | TO_C) \
    X(LOOP, FROM_BITS | TO_A | TO_B | TO_C) \
    X(TEST_LAST, FROM_BITS | TO_A | TO_B | TO_C) \
    X(SCOPE, TO_C) \
    X(LEAVE, TO_A) \
    X(CONTINUE, TO_A) \
    X(ADD, COMPUTED) \
    X(SUBTRACT, COMPUTED) \
    X(MULTIPLY, COMPUTED) \
    X(DIVIDE, COMPUTED) \
    X(REMAINDER, COMPUTED) \
    X(LEFT, COMPUTED) \
    X(RIGHT, COMPUTED) \
    X(AND, COMPUTED) \
    X(OR, COMPUTED) \
    X(XOR, COMPUTED) \
    X(NOT, COMPUTED) \
    X(NEGATE, COMPUTED) \
    X(EQUAL, COMPUTED) \
    X(UNEQUAL, COMPUTED) \
    X(LESS, COMPUTED) \
    X(LESS_EQUAL, COMPUTED) \
    X(MIN, COMPUTED) \
    X(MAX, COMPUTED) \
    X(SELECT, COMPUTED) \
    X(CONVERT, COMPUTED) \
    X(MOVE, COMPUTED) \
    X(OF, COMPUTED)
/* clang-format on */

typedef enum proof_op {
    OP_NONE,
#define PROOF_OP(name, kind) OP_##name,
    PROOF_OPS(PROOF_OP)
#undef PROOF_OP
} proof_op;

static const struct {
    const char *name;
    unsigned kind;
} ops[] = {
#define PROOF_OP(name, kind) [OP_##name] = {#name, kind},
    PROOF_OPS(PROOF_OP)
#undef PROOF_OP
};

typedef struct proof_step {
    proof_op op;
    const char *type;
    uint32_t a, b, c;
    int64_t bits;
    const char *text; /* of `bits`, or NULL */
} proof_step;

typedef struct proof_object {
    const char *space;
    const ir_value *root;
    uint32_t index;
    uint64_t size;
} proof_object;

typedef struct proof_writer {
    const ir_function *f;
    arena *arena;
    proof_step *steps;
    size_t count, capacity;
    uint32_t *step_of; /* by a value's number */
    uint32_t *at;      /* by a construct's number: its step */
    proof_object *objects;
    size_t object_count, object_capacity;
    const ir_variable **of_written; /* by the number of a variable of written bytes: the object that they tell of */
    bool refused;
} proof_writer;

static const char *type_name(ir_type t)
{
    static const char *const names[IR_TYPES] = {
        [IR_BOOL] = "BOOL", [IR_I8] = "I8",   [IR_U8] = "U8",   [IR_I16] = "I16", [IR_U16] = "U16",
        [IR_I32] = "I32",   [IR_U32] = "U32", [IR_I64] = "I64", [IR_U64] = "U64", [IR_POINTER] = "POINTER"};
    return names[t] ? names[t] : "OTHER";
}

static bool is_whole(ir_type t)
{
    return t == IR_BOOL || ir_is_integer(t);
}

static uint32_t add(proof_writer *w, proof_op op, ir_type t)
{
    w->steps = arena_reserve(w->arena, w->steps, w->count, &w->capacity, sizeof *w->steps);
    w->steps[w->count] = (proof_step){.op = op, .type = type_name(t), .a = NONE, .b = NONE, .c = NONE};
    w->refused |= w->count >= STEPS;
    return (uint32_t)w->count++;
}

static proof_step *last(proof_writer *w)
{
    return &w->steps[w->count - 1];
}

static uint32_t of(const proof_writer *w, const ir_value *v)
{
    return w->step_of[v->number];
}

/* ---- objects ---- */

static bool is_by_value(const ir_value *root)
{
    return root->op == IR_ARGUMENT && type_is_object(root->symbol->type);
}

static bool is_same(const ir_value *x, const ir_value *y)
{
    if (x->op != y->op) return false;
    if (x->op == IR_ARGUMENT) return x->index == y->index;
    return x->op != IR_STRING && x->variable == y->variable && x->symbol == y->symbol;
}

static uint32_t object_of(proof_writer *w, const ir_value *root)
{
    for (size_t i = 0; i < w->object_count; ++i)
        if (is_same(w->objects[i].root, root)) return (uint32_t)i;
    proof_object o = {.space = "CONSTANT_SPACE"};
    switch (root->op) {
    case IR_LOCAL:
        o.space = "SHARED";
        o.index = (uint32_t)checked_local_number(w->f, root->variable);
        break;
    case IR_ADDRESS: o.space = "PRIVATE"; break;
    case IR_ARGUMENT:
        if (!is_by_value(root)) o.space = "MEMORY";
        o.index = root->index;
        break;
    default: break;
    }
    if (root->variable) o.size = root->variable->size;
    else if (root->op == IR_STRING) o.size = root->bits + 1;
    else if (root->op == IR_OBJECT || is_by_value(root)) o.size = type_size(root->symbol->type);
    w->objects = arena_reserve(w->arena, w->objects, w->object_count, &w->object_capacity, sizeof *w->objects);
    ir_value *kept = ARENA_NEW(w->arena, ir_value);
    *kept = *root;
    o.root = kept;
    w->objects[w->object_count] = o;
    return (uint32_t)w->object_count++;
}

static void find_written(proof_writer *w, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_CHECK && v->check->written && v->check->root->op == IR_ADDRESS)
            w->of_written[v->check->written->variable->number] = v->check->root->variable;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_written(w, v->blocks[k]);
    }
}

/* ---- values ---- */

/* Any value, which the operands determine. */
static uint32_t add_any(proof_writer *w, const ir_value *v)
{
    uint32_t before = NONE;
    size_t k = 0;
    do {
        uint32_t from[3] = {NONE, NONE, NONE};
        size_t count = 0;
        if (before != NONE) from[count++] = before;
        for (; k < v->operand_count && count < 3; ++k) from[count++] = of(w, v->operands[k]);
        before = add(w, OP_OF, v->type);
        last(w)->a = from[0];
        last(w)->b = from[1];
        last(w)->c = from[2];
    } while (k < v->operand_count);
    return before;
}

static uint32_t add_argument(proof_writer *w, const ir_value *v)
{
    const bool has_value = v->index < w->f->kernel->parameter_count && is_whole(v->type) &&
                           (type_is_integer(v->symbol->type) || type_is_vector(v->symbol->type));
    if (v->type == IR_POINTER && v->symbol && (v->symbol->type->kind == TYPE_POINTER || is_by_value(v))) {
        const uint32_t object = object_of(w, v), step = add(w, OP_OBJECT, v->type);
        last(w)->a = object;
        return step;
    }
    const uint32_t step = add(w, has_value ? OP_ARGUMENT : OP_FIXED, v->type);
    if (!has_value) return step;
    last(w)->a = v->index;
    if (type_is_vector(v->symbol->type)) last(w)->bits = (int64_t)(v->bits * ir_size(v->type));
    return step;
}

static uint32_t add_query(proof_writer *w, const ir_value *v)
{
    static const proof_op known[IR_QUERY_COUNT] = {
        [IR_GLOBAL_ID] = OP_GLOBAL_ID,   [IR_LOCAL_ID] = OP_LOCAL_ID,
        [IR_GROUP_ID] = OP_GROUP_ID,     [IR_GLOBAL_SIZE] = OP_GLOBAL_SIZE,
        [IR_LOCAL_SIZE] = OP_LOCAL_SIZE, [IR_ENQUEUED_LOCAL_SIZE] = OP_ENQUEUED_LOCAL_SIZE,
        [IR_GROUPS] = OP_GROUPS,         [IR_GLOBAL_OFFSET] = OP_GLOBAL_OFFSET,
        [IR_DIMENSIONS] = OP_DIMENSIONS};
    const proof_op op = known[v->query];
    const uint32_t step = add(w, op && (v->index < 3 || v->query == IR_DIMENSIONS) ? op : OP_DATA, v->type);
    last(w)->a = v->query == IR_DIMENSIONS ? 0 : v->index;
    return step;
}

static uint32_t add_operation(proof_writer *w, const ir_value *v, proof_op op, ir_type t)
{
    const uint32_t a = of(w, v->operands[0]), b = v->operand_count > 1 ? of(w, v->operands[1]) : NONE;
    const uint32_t step = add(w, op, t);
    last(w)->a = a;
    last(w)->b = b;
    return step;
}

static uint32_t add_convert(proof_writer *w, const ir_value *v)
{
    const ir_type from = v->operands[0]->type;
    const bool plain = v->op == IR_CONVERT || (ir_is_integer(from) && ir_is_integer(v->type));
    if (!plain || !is_whole(from) || !is_whole(v->type)) return add_any(w, v);
    const uint32_t a = of(w, v->operands[0]), step = add(w, OP_CONVERT, v->type);
    last(w)->a = a;
    last(w)->text = arena_printf(w->arena, "CLB_PROOF_%s", type_name(from));
    return step;
}

/* What is loaded from constant memory depends on the address alone. */
static uint32_t add_load(proof_writer *w, const ir_value *v)
{
    const ir_value *from = v->operands[0];
    const ir_value *root = from->op == IR_CHECK ? from->check->root : NULL;
    const bool is_fixed =
        root && (root->op == IR_OBJECT ? facts_is_fixed(root->symbol) : root->op == IR_STRING || is_by_value(root));
    if (is_fixed) return add_any(w, v);
    return add(w, OP_DATA, v->type);
}

static uint32_t add_leaf(proof_writer *w, const ir_value *v)
{
    if (v->op == IR_ARGUMENT) return add_argument(w, v);
    if (v->op == IR_QUERY) return add_query(w, v);
    if (v->op == IR_CONSTANT) {
        if (!is_whole(v->type)) return add(w, OP_FIXED, v->type);
        const uint32_t step = add(w, OP_CONSTANT, v->type);
        const unsigned unused = 64 - 8 * (unsigned)ir_size(v->type);
        if (v->type == IR_BOOL) last(w)->bits = v->bits & 1;
        else if (ir_is_signed(v->type) && unused) {
            const uint64_t sign = UINT64_C(1) << (63 - unused), low = v->bits & (sign | (sign - 1));
            last(w)->bits = (int64_t)(low & (sign - 1)) - (int64_t)(low & sign);
        } else {
            last(w)->bits = (int64_t)v->bits;
        }
        return step;
    }
    if (v->op == IR_INPUT) w->refused = true;
    const uint32_t object = object_of(w, v), step = add(w, OP_OBJECT, v->type);
    last(w)->a = object;
    return step;
}

/* ---- checks ---- */

/* Whether the pointer is of an access that tells of bytes that were never written. */
static bool is_carried(const ir_value *pointer)
{
    if (pointer->op == IR_MOVE) pointer = pointer->operands[0];
    return pointer->op == IR_CHECK && pointer->check->kind == IR_CHECK_CARRY;
}

static uint32_t add_check(proof_writer *w, const ir_value *v)
{
    static const char *const accesses[] = {"READ", "TAKE", "CARRY", "WRITE", "PUT", "UPDATE", "ASSIGN"};
    const ir_check *c = v->check;
    const uint32_t a = v->operand_count ? of(w, v->operands[0]) : NONE;
    const bool of_memory = c->kind < IR_CHECK_ENTER || c->kind == IR_CHECK_STATE || c->kind == IR_CHECK_MARK;
    if (c->kind == IR_CHECK_PIXEL || (of_memory && !c->root)) {
        w->refused = true;
        return a;
    }
    if (c->kind == IR_CHECK_ENTER) return a;
    const uint32_t object = of_memory ? object_of(w, c->root) : 0;
    if (c->kind < IR_CHECK_ENTER) {
        (void)add(w, OP_ACCESS, IR_VOID);
        last(w)->a = a;
        last(w)->b = object;
        last(w)->text = arena_printf(w->arena, "%" PRIu64, c->size);
        last(w)->c = c->align;
        last(w)->type = accesses[c->kind];
        return a;
    }
    switch (c->kind) {
    case IR_CHECK_STATE: {
        const uint32_t step = add(w, OP_STATE, IR_U64);
        last(w)->a = a;
        last(w)->b = object;
        last(w)->bits = (int64_t)c->size;
        last(w)->c = is_carried(v->operands[0]);
        return step;
    }
    case IR_CHECK_MARK: {
        const uint32_t state = of(w, v->operands[1]);
        (void)add(w, OP_MARK, IR_VOID);
        last(w)->b = object;
        last(w)->c = state;
        return a;
    }
    case IR_CHECK_UNSET:
    case IR_CHECK_DIVISOR: (void)add(w, OP_IS_TRUE, IR_VOID); break;
    case IR_CHECK_SHIFT:
        (void)add(w, OP_IS_UP_TO, IR_VOID);
        last(w)->bits = (int64_t)c->size;
        break;
    default: (void)add(w, OP_ARRIVAL, IR_VOID); return a;
    }
    last(w)->a = a;
    return a;
}

/* ---- effects and control ---- */

static void add_block(proof_writer *w, const ir_block *b, unsigned depth);

static void add_construct(proof_writer *w, const ir_value *v, unsigned depth)
{
    const uint32_t a = v->op == IR_IF ? of(w, v->operands[0]) : NONE;
    const uint32_t at = add(w,
                            v->op == IR_IF      ? OP_IF
                            : v->op == IR_SCOPE ? OP_SCOPE
                            : v->test_last      ? OP_TEST_LAST
                                                : OP_LOOP,
                            IR_VOID);
    uint32_t ends[3];
    w->at[v->number] = at;
    if (depth >= NESTED) {
        w->refused = true;
        return;
    }
    for (int k = 0; k < 3; ++k) {
        if (v->blocks[k]) add_block(w, v->blocks[k], depth + 1);
        ends[k] = (uint32_t)w->count;
    }
    proof_step *s = &w->steps[at];
    s->c = ends[2];
    if (v->op == IR_IF) {
        s->a = a;
        s->b = ends[0];
    } else if (v->op == IR_LOOP) {
        s->a = ends[0];
        s->b = ends[1];
        s->bits = v->condition ? (int64_t)of(w, v->condition) : -1;
    }
}

static void add_copy(proof_writer *w, const ir_value *v)
{
    const ir_value *to = v->operands[0];
    const ir_variable *object = to->op == IR_ADDRESS ? w->of_written[to->variable->number] : NULL;
    if (to->op == IR_CHECK) return; /* which is the access */
    if (to->op != IR_ADDRESS || v->operand_count > 1) {
        w->refused = true;
        return;
    }
    if (!object) return; /* nothing asks for these bytes */
    const uint32_t number = object_of(w, &(ir_value){.op = IR_ADDRESS, .variable = (ir_variable *)object});
    (void)add(w, OP_FRESH, IR_VOID);
    last(w)->a = number;
}

static void add_variable(proof_writer *w, const ir_value *v)
{
    const uint32_t from = v->op == IR_SET ? of(w, v->operands[0]) : NONE;
    if (v->op == IR_COLLECT) (void)add(w, OP_BARRIER, IR_VOID);
    (void)add(w, OP_SET, v->variable->type);
    last(w)->a = v->variable->number;
    last(w)->b = from;
}

static void add_effect(proof_writer *w, const ir_value *v, unsigned depth)
{
    switch (v->op) {
    case IR_SET:
    case IR_COLLECT: add_variable(w, v); break;
    case IR_STORE:
    case IR_FENCE: break;
    case IR_COPY: add_copy(w, v); break;
    case IR_BARRIER: (void)add(w, OP_BARRIER, IR_VOID); break;
    case IR_IF:
    case IR_LOOP:
    case IR_SCOPE: add_construct(w, v, depth); break;
    case IR_LEAVE:
    case IR_CONTINUE:
        (void)add(w, v->op == IR_LEAVE ? OP_LEAVE : OP_CONTINUE, IR_VOID);
        last(w)->a = w->at[v->target->number];
        break;
    case IR_EACH:
        w->refused |= strncmp(v->name, "sub_group", 9) == 0 || strncmp(v->name, "pipe_", 5) == 0;
        w->step_of[v->number] = add(w, OP_DATA, v->type);
        break;
    default: w->refused = true; break;
    }
}

static proof_op operation(const ir_value *v)
{
    static const proof_op known[IR_OP_COUNT] = {
        [IR_ADD] = OP_ADD,
        [IR_SUBTRACT] = OP_SUBTRACT,
        [IR_MULTIPLY] = OP_MULTIPLY,
        [IR_DIVIDE] = OP_DIVIDE,
        [IR_REMAINDER] = OP_REMAINDER,
        [IR_LEFT] = OP_LEFT,
        [IR_RIGHT] = OP_RIGHT,
        [IR_AND] = OP_AND,
        [IR_OR] = OP_OR,
        [IR_XOR] = OP_XOR,
        [IR_NOT] = OP_NOT,
        [IR_NEGATE] = OP_NEGATE,
        [IR_EQUAL] = OP_EQUAL,
        [IR_UNEQUAL] = OP_UNEQUAL,
        [IR_LESS] = OP_LESS,
        [IR_LESS_EQUAL] = OP_LESS_EQUAL,
    };
    if (v->op != IR_CALL) return known[v->op];
    if (!is_whole(v->type) || v->operand_count != 2) return OP_NONE;
    return strcmp(v->name, "min") == 0 ? OP_MIN : strcmp(v->name, "max") == 0 ? OP_MAX : OP_NONE;
}

static uint32_t add_value(proof_writer *w, const ir_value *v)
{
    const proof_op op = operation(v);
    const ir_type t = v->operand_count ? v->operands[0]->type : v->type;
    if (ir_is_leaf(v)) return add_leaf(w, v);
    if (op) return is_whole(t) || t == IR_POINTER ? add_operation(w, v, op, t) : add_any(w, v);
    switch (v->op) {
    case IR_CONVERT:
    case IR_REINTERPRET: return add_convert(w, v);
    case IR_LOAD: return add_load(w, v);
    case IR_MOVE: {
        const uint32_t step = add_operation(w, v, OP_MOVE, IR_POINTER);
        last(w)->bits = (int64_t)v->bits;
        return step;
    }
    case IR_SELECT: {
        const uint32_t c = of(w, v->operands[2]), step = add_operation(w, v, OP_SELECT, v->type);
        last(w)->c = c;
        return step;
    }
    case IR_GET: {
        const uint32_t step = add(w, OP_GET, v->type);
        last(w)->a = v->variable->number;
        return step;
    }
    case IR_CALL: return add_any(w, v);
    default: w->refused = true; return NONE;
    }
}

static void add_block(proof_writer *w, const ir_block *b, unsigned depth)
{
    for (size_t i = 0; i < b->count && !w->refused; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_CHECK) w->step_of[v->number] = add_check(w, v);
        else if (ir_has_effect(v) && v->op != IR_LOAD) add_effect(w, v, depth);
        else w->step_of[v->number] = add_value(w, v);
    }
}

/* ---- what is needed ---- */

static void need(bool *needed, uint32_t step, bool *more)
{
    if (step == NONE || needed[step]) return;
    needed[step] = *more = true;
}

/* Whether the step counts: it has an effect, or its value or variable is used. `more`: so are others now. */
static bool mark(const proof_writer *w, size_t i, bool *needed, bool *variables, bool *more)
{
    const proof_step *s = &w->steps[i];
    const unsigned kind = ops[s->op].kind;
    if (kind & IS_VALUE ? !needed[i] : kind & OF_VARIABLE && !variables[s->a]) return false;
    needed[i] = true;
    if (kind & OF_VARIABLE && !variables[s->a]) variables[s->a] = *more = true;
    if (kind & FROM_A) need(needed, s->a, more);
    if (kind & FROM_B) need(needed, s->b, more);
    if (kind & FROM_C) need(needed, s->c, more);
    if (kind & FROM_BITS && s->bits >= 0) need(needed, (uint32_t)s->bits, more);
    return true;
}

static void renumber(uint32_t *number, const uint32_t *now, bool does)
{
    if (does && *number != NONE) *number = now[*number];
}

/* Drops what neither an address nor a condition depends on: most of what a kernel computes. Values come before their
 * users but for loops, so that few rounds do. */
static size_t drop_unused(proof_writer *w)
{
    const size_t variables = w->f->variable_count + 1;
    bool *needed = arena_array(w->arena, w->count + 1, sizeof *needed), more = true;
    bool *variable = arena_array(w->arena, variables, sizeof *variable);
    uint32_t *now = arena_array(w->arena, w->count + 1, sizeof *now), count = 0, kept = 0;
    uint32_t *variable_now = arena_array(w->arena, variables, sizeof *variable_now);
    while (more) {
        more = false;
        for (size_t i = w->count; i-- > 0;) (void)mark(w, i, needed, variable, &more);
    }
    for (size_t i = 0; i < variables; ++i)
        if (variable[i]) variable_now[i] = kept++;
    for (size_t i = 0; i < w->count; ++i) {
        now[i] = count;
        count += needed[i];
    }
    now[w->count] = count;
    for (size_t i = 0; i < w->count; ++i) {
        proof_step s = w->steps[i];
        const unsigned kind = ops[s.op].kind;
        if (!needed[i]) continue;
        if (kind & OF_VARIABLE) s.a = variable_now[s.a];
        renumber(&s.a, now, kind & (FROM_A | TO_A));
        renumber(&s.b, now, kind & (FROM_B | TO_B));
        renumber(&s.c, now, kind & (FROM_C | TO_C));
        if (kind & FROM_BITS && s.bits >= 0) s.bits = now[s.bits];
        w->steps[now[i]] = s;
    }
    w->count = count;
    return kept;
}

/* ---- the text ---- */

static void print_number(buffer *out, uint32_t x)
{
    if (x == NONE) buffer_adds(out, "-1, ");
    else buffer_addf(out, "%" PRIu32 ", ", x);
}

/* By the macros of clbundle/native/checked.h. */
static void print_step(buffer *out, const proof_step *s)
{
    if (s->op == OP_ACCESS) buffer_addf(out, "    CLBN_PROOF_ACCESS(%s, ", s->type);
    else buffer_addf(out, "    CLBN_PROOF_STEP(%s, %s, ", ops[s->op].name, s->type);
    print_number(out, s->a);
    print_number(out, s->b);
    print_number(out, s->c);
    if (s->text) buffer_addf(out, "%s),\n", s->text);
    else if (s->bits == INT64_MIN) buffer_adds(out, "INT64_MIN),\n");
    else if (s->bits > INT32_MAX || s->bits < INT32_MIN + 1) buffer_addf(out, "INT64_C(%" PRId64 ")),\n", s->bits);
    else buffer_addf(out, "%" PRId64 "),\n", s->bits);
}

bool proof_write(const ir_function *f, buffer *out)
{
    arena *a = f->arena;
    proof_writer w = {.f = f, .arena = a};
    w.step_of = arena_array(a, f->values + 1, sizeof *w.step_of);
    w.at = arena_array(a, f->values + 1, sizeof *w.at);
    w.of_written = arena_array(a, f->variable_count + 1, sizeof *w.of_written);
    find_written(&w, f->body);
    add_block(&w, f->body, 0);
    if (w.refused || f->reason || f->waits || !w.object_count) return false;
    const size_t variables = drop_unused(&w);
    buffer_adds(out, "static const clb_proof_step CLBN(steps_\1)[] = {\n");
    for (size_t i = 0; i < w.count; ++i) print_step(out, &w.steps[i]);
    buffer_adds(out, "};\nstatic const clb_proof_object CLBN(objects_\1)[] = {\n");
    for (size_t i = 0; i < w.object_count; ++i)
        buffer_addf(out, "    {CLB_PROOF_%s, %" PRIu32 ", %" PRIu64 "},\n", w.objects[i].space, w.objects[i].index,
                    w.objects[i].size);
    buffer_addf(out,
                "};\nstatic const clb_proof CLBN(proof_\1) = {CLBN(steps_\1), CLBN(objects_\1), %zu, %zu, %zu};\n\n",
                w.count, w.object_count, variables);
    return true;
}
