/* Expressions as values. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include <string.h>

/* ---- numbers ---- */

ir_value *build_constant(builder *b, ir_type t, uint64_t bits)
{
    ir_value *v = ir_add(b->f, b->block, IR_CONSTANT, t, NULL, 0);
    v->bits = bits;
    return v;
}

ir_value *build_real(builder *b, ir_type t, double value)
{
    uint64_t bits = 0;
    if (t == IR_F16) {
        bits = constant_half_bits(value);
    } else if (t == IR_F32) {
        const float narrow = (float)value;
        uint32_t own;
        memcpy(&own, &narrow, sizeof own);
        bits = own;
    } else {
        memcpy(&bits, &value, sizeof bits);
    }
    return build_constant(b, t, bits);
}

static ir_value *literal(builder *b, const expression *e)
{
    const ir_type t = build_scalar(e->type);
    if (ir_is_floating(t)) return build_real(b, t, e->value.real);
    const unsigned width = (unsigned)ir_size(t) * 8;
    uint64_t bits = e->value.integer;
    if (!ir_is_signed(t) && width < 64) bits &= (UINT64_C(1) << width) - 1;
    return build_constant(b, t, bits);
}

ir_value *build_convert(builder *b, ir_type to, ir_value *v, const token *where)
{
    if (v->type == to) return v;
    if (to == IR_F16) return build_to_half(b, v, NULL, where);
    v = build_of_half(b, v, where);
    if (v->type == to) return v;
    if (to == IR_VOID || v->type == IR_VOID) {
        build_refuse(b, where, "a conversion between types that are neither scalars nor vectors");
        return v;
    }
    if (v->op == IR_CONSTANT && ir_is_integer(v->type) && ir_is_integer(to)) {
        const unsigned width = (unsigned)ir_size(to) * 8;
        uint64_t bits = v->bits;
        if (width < 64) {
            bits &= (UINT64_C(1) << width) - 1;
            if (ir_is_signed(to) && bits >> (width - 1)) bits |= ~((UINT64_C(1) << width) - 1);
        }
        return build_constant(b, to, bits);
    }
    const bool pointers = v->type == IR_POINTER || to == IR_POINTER;
    if (!pointers) return ir_add(b->f, b->block, IR_CONVERT, to, where, 1, v);
    /* A pointer is a number of 64 bits; narrower ones are extended as their type says. */
    const bool narrow = ir_size(to) != ir_size(v->type);
    if (narrow && to == IR_POINTER) v = build_convert(b, ir_is_signed(v->type) ? IR_I64 : IR_U64, v, where);
    v = ir_add(b->f, b->block, IR_REINTERPRET, narrow && to != IR_POINTER ? IR_U64 : to, where, 1, v);
    return build_convert(b, to, v, where);
}

/* The predicate of which the value is the number; or NULL. */
static ir_value *find_truth(const ir_value *v)
{
    return v->op == IR_CONVERT && v->operands[0]->type == IR_BOOL && ir_is_integer(v->type) ? v->operands[0] : NULL;
}

/* Whether two predicates are alike, or a predicate is 0 or 1; or NULL if one side is something else. */
static ir_value *compare_truths(builder *b, bool equal, ir_value *left, ir_value *right, const token *where)
{
    ir_value *truth = find_truth(left), *other = find_truth(right);
    if (!truth) return NULL;
    if (other) truth = ir_add(b->f, b->block, IR_XOR, IR_BOOL, where, 2, truth, other);
    else if (ir_is_constant(right, 1)) equal = !equal;
    else if (!ir_is_constant(right, 0)) return NULL;
    return equal ? ir_add(b->f, b->block, IR_NOT, IR_BOOL, where, 1, truth) : truth;
}

ir_value *build_binary(builder *b, ir_op op, ir_value *left, ir_value *right, const token *where)
{
    const bool compares = op >= IR_EQUAL && op <= IR_LESS_EQUAL;
    ir_value *truth = op == IR_EQUAL || op == IR_UNEQUAL ? compare_truths(b, op == IR_EQUAL, left, right, where) : NULL;
    if (truth) return truth;
    if (left->type == IR_F16) {
        left = build_of_half(b, left, where);
        ir_value *v = build_binary(b, op, left, build_of_half(b, right, where), where);
        return compares ? v : build_to_half(b, v, NULL, where);
    }
    ir_value *v = ir_add(b->f, b->block, op, compares ? IR_BOOL : left->type, where, 2, left, right);
    v->speculative = b->speculative;
    return v;
}

ir_value *build_not_zero(builder *b, ir_value *v, const token *where)
{
    if (v->type == IR_BOOL) return v;
    if (v->op == IR_CONVERT && v->operands[0]->type == IR_BOOL) return v->operands[0];
    return build_binary(b, IR_UNEQUAL, v, build_constant(b, v->type, 0), where);
}

ir_value *build_select(builder *b, ir_value *condition, ir_value *yes, ir_value *no, const token *where)
{
    return ir_add(b->f, b->block, IR_SELECT, yes->type, where, 3, condition, yes, no);
}

ir_value *build_flag(builder *b, ir_value *truth, ir_type t, bool in_vector, const token *where)
{
    if (!in_vector) return build_convert(b, t, truth, where);
    ir_value *yes = build_constant(b, t, UINT64_MAX), *no = build_constant(b, t, 0);
    return build_select(b, truth, yes, no, where);
}

ir_value *build_flagged(const ir_value *v)
{
    const bool is_flag =
        v->op == IR_SELECT && ir_is_constant(v->operands[1], UINT64_MAX) && ir_is_constant(v->operands[2], 0);
    return is_flag ? v->operands[0] : NULL;
}

static ir_value *nothing(builder *b)
{
    return build_constant(b, IR_I32, 0);
}

ir_value *build_number(builder *b, const expression *e)
{
    const components p = build_value(b, e);
    if (p.count == 1 && p.v[0]) return p.v[0];
    if (!b->f->reason) build_refuse(b, e->token, "an expression that is not one scalar");
    return nothing(b);
}

/* ---- truth ---- */

/* Whether it can be computed where the kernel would not: it reads no memory, does not divide, and has no effect. */
static bool is_harmless(const expression *e, unsigned *size)
{
    if (!e) return true;
    if (e->has_value) return true;
    if (++*size > 8) return false;
    switch (e->kind) {
    case EXPRESSION_CONSTANT: return true;
    case EXPRESSION_SYMBOL: return !e->symbol->is_global && !type_is_object(e->type) && !e->symbol->address_taken;
    case EXPRESSION_UNARY:
        return e->op != OPERATOR_DEREFERENCE && e->op != OPERATOR_ADDRESS && is_harmless(e->left, size);
    case EXPRESSION_BINARY:
        if ((e->op == OPERATOR_DIVIDE || e->op == OPERATOR_REMAINDER) && !type_is_floating(type_element(e->type)))
            return false;
        return is_harmless(e->left, size) && is_harmless(e->right, size);
    case EXPRESSION_CAST: return e->conversion != CONVERSION_DECAY && is_harmless(e->left, size);
    case EXPRESSION_SWIZZLE: return is_harmless(e->left, size);
    default: return false;
    }
}

static ir_op comparison(ast_operator op, bool *exchanged)
{
    *exchanged = op == OPERATOR_GREATER || op == OPERATOR_GREATER_EQUAL;
    switch (op) {
    case OPERATOR_EQUAL: return IR_EQUAL;
    case OPERATOR_NOT_EQUAL: return IR_UNEQUAL;
    case OPERATOR_LESS:
    case OPERATOR_GREATER: return IR_LESS;
    case OPERATOR_LESS_EQUAL:
    case OPERATOR_GREATER_EQUAL: return IR_LESS_EQUAL;
    default: return IR_OP_COUNT;
    }
}

static ir_value *compare(builder *b, ast_operator op, ir_value *left, ir_value *right, const token *where)
{
    bool exchanged = false;
    const ir_op its_op = comparison(op, &exchanged);
    if (left->type == IR_POINTER) {
        left = build_convert(b, IR_U64, left, where);
        right = build_convert(b, IR_U64, right, where);
    }
    return exchanged ? build_binary(b, its_op, right, left, where) : build_binary(b, its_op, left, right, where);
}

/* A value of one of two branches: a variable that both set. */
typedef struct fork {
    ir_value *branch;
    ir_block *outside;
    lvalue result;
} fork;

static void fork_begin(builder *b, fork *k, ir_value *condition, const token *where)
{
    k->outside = b->block;
    k->branch = ir_add(b->f, b->block, IR_IF, IR_VOID, where, 1, condition);
    for (int i = 0; i < 2; ++i) k->branch->blocks[i] = ir_add_block(b->f, b->block, k->branch);
    b->block = k->branch->blocks[0];
}

static void set_bool(builder *b, ir_variable *v, ir_value *value)
{
    ir_add(b->f, b->block, IR_SET, IR_VOID, NULL, 1, value)->variable = v;
}

static ir_value *build_short_circuit(builder *b, const expression *e)
{
    const bool is_and = e->op == OPERATOR_AND_AND;
    unsigned size = 0;
    ir_value *left = build_truth(b, e->left);
    if (!b->f->checked && is_harmless(e->right, &size)) {
        const bool speculative = b->speculative;
        b->speculative = true;
        ir_value *right = build_truth(b, e->right);
        b->speculative = speculative;
        return build_binary(b, is_and ? IR_AND : IR_OR, left, right, e->token);
    }
    ir_variable *v = ir_add_variable(b->f, "truth", IR_BOOL);
    v->home = b->block;
    set_bool(b, v, left);
    ir_value *condition = is_and ? left : ir_add(b->f, b->block, IR_NOT, IR_BOOL, e->token, 1, left);
    fork k;
    fork_begin(b, &k, condition, e->token);
    set_bool(b, v, build_truth(b, e->right));
    b->block = k.outside;
    ir_value *result = ir_add(b->f, b->block, IR_GET, IR_BOOL, e->token, 0);
    result->variable = v;
    return result;
}

ir_value *build_truth(builder *b, const expression *e)
{
    if (!e->has_value && !type_is_vector(e->type)) {
        bool exchanged;
        if (e->kind == EXPRESSION_BINARY && comparison(e->op, &exchanged) != IR_OP_COUNT &&
            !type_is_vector(e->left->type)) {
            ir_value *left = build_number(b, e->left), *right = build_number(b, e->right);
            return compare(b, e->op, left, right, e->token);
        }
        if (e->kind == EXPRESSION_BINARY && (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR))
            return build_short_circuit(b, e);
        if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_NOT) {
            ir_value *truth = build_truth(b, e->left);
            return ir_add(b->f, b->block, IR_NOT, IR_BOOL, e->token, 1, truth);
        }
        if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_BOOLEAN) return build_truth(b, e->left);
        if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NUMBER &&
            type_element_kind(e->left->type) == TYPE_BOOL)
            return build_truth(b, e->left);
    }
    return build_not_zero(b, build_number(b, e), e->token);
}

/* ---- operators ---- */

static ir_op arithmetic(ast_operator op)
{
    switch (op) {
    case OPERATOR_ADD: return IR_ADD;
    case OPERATOR_SUBTRACT: return IR_SUBTRACT;
    case OPERATOR_MULTIPLY: return IR_MULTIPLY;
    case OPERATOR_DIVIDE: return IR_DIVIDE;
    case OPERATOR_REMAINDER: return IR_REMAINDER;
    case OPERATOR_SHIFT_LEFT: return IR_LEFT;
    case OPERATOR_SHIFT_RIGHT: return IR_RIGHT;
    case OPERATOR_AND: return IR_AND;
    case OPERATOR_OR: return IR_OR;
    case OPERATOR_XOR: return IR_XOR;
    default: return IR_OP_COUNT;
    }
}

/* OpenCL C 1.2 6.3 j: a shift count is taken modulo the width. */
static ir_value *shift(builder *b, ir_op op, ir_value *left, ir_value *by, const token *where)
{
    const uint64_t mask = ir_size(left->type) * 8 - 1;
    by = build_convert(b, left->type, by, where);
    ir_value *count = by;
    if (by->op == IR_CONSTANT) by = build_constant(b, left->type, by->bits & mask);
    else by = build_binary(b, IR_AND, by, build_constant(b, left->type, mask), where);
    ir_value *shifted = build_binary(b, op, left, by, where);
    shifted->count = count;
    return shifted;
}

/* A product that is still an operand has no name: variables are read by GET. It may be the result of a function that is
 * inlined. */
ir_value *build_sum(builder *b, ir_op op, ir_value *x, ir_value *y, const token *where)
{
    const bool fuses = b->fuses && (x->type == IR_F32 || x->type == IR_F64), left = x->op == IR_MULTIPLY;
    if (!fuses || (!left && y->op != IR_MULTIPLY)) return build_binary(b, op, x, y, where);
    const ir_value *product = left ? x : y;
    ir_value *operands[] = {product->operands[0], product->operands[1], left ? y : x};
    const char *name = op == IR_ADD ? "muladd" : left ? "mulsub" : "submul";
    return build_function(b, name, x->type, where, 3, operands);
}

static ir_value *operate(builder *b, ir_op op, ir_value *left, ir_value *right, const token *where)
{
    if (op == IR_ADD || op == IR_SUBTRACT) return build_sum(b, op, left, right, where);
    if (op == IR_LEFT || op == IR_RIGHT) return shift(b, op, left, right, where);
    return build_binary(b, op, left, right, where);
}

static ir_value *move(builder *b, ir_value *pointer, ir_value *by, bool back, size_t size, const token *where)
{
    by = build_convert(b, IR_I64, by, where);
    if (back)
        by = by->op == IR_CONSTANT ? build_constant(b, IR_I64, 0 - by->bits)
                                   : ir_add(b->f, b->block, IR_NEGATE, IR_I64, where, 1, by);
    ir_value *v = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, where, 2, pointer, by);
    v->bits = size;
    return v;
}

/* An operation of two operands, which have the type that the operator computes in. */
typedef struct operation {
    ast_operator op;
    const type *left, *result;
    const token *where;
} operation;

/* left op right */
static components combine(builder *b, const operation *o, const components *left, const components *right)
{
    const ast_operator op = o->op;
    const type *left_type = o->left, *t = o->result;
    const token *where = o->where;
    components p = {.count = left->count};
    bool exchanged;
    if (left->count > 1 && right->count != left->count && right->count != 1)
        return build_refuse(b, where, "vectors of different widths as operands");
    if (left_type->kind == TYPE_POINTER && right->v[0]->type != IR_POINTER && arithmetic(op) != IR_OP_COUNT) {
        p.v[0] = move(b, left->v[0], right->v[0], op == OPERATOR_SUBTRACT, type_size(left_type->base), where);
        return p;
    }
    if (left_type->kind == TYPE_POINTER && op == OPERATOR_SUBTRACT) {
        ir_value *x = build_convert(b, IR_I64, left->v[0], where), *y = build_convert(b, IR_I64, right->v[0], where);
        ir_value *bytes = build_binary(b, IR_SUBTRACT, x, y, where);
        p.v[0] = build_binary(b, IR_DIVIDE, bytes, build_constant(b, IR_I64, type_size(left_type->base)), where);
        return p;
    }
    const ir_type result = build_scalar(t);
    for (size_t i = 0; i < p.count; ++i) {
        ir_value *x = left->v[i], *y = right->v[right->count == 1 ? 0 : i];
        if (comparison(op, &exchanged) != IR_OP_COUNT) {
            p.v[i] = build_flag(b, compare(b, op, x, y, where), result, type_is_vector(t), where);
        } else if (op == OPERATOR_AND_AND || op == OPERATOR_OR_OR) {
            ir_value *first = build_not_zero(b, x, where), *second = build_not_zero(b, y, where);
            ir_value *both = build_binary(b, op == OPERATOR_AND_AND ? IR_AND : IR_OR, first, second, where);
            p.v[i] = build_flag(b, both, result, type_is_vector(t), where);
        } else {
            p.v[i] = operate(b, arithmetic(op), x, y, where);
        }
    }
    return p;
}

static components build_unary(builder *b, const expression *e)
{
    if (e->op == OPERATOR_ADDRESS) {
        const lvalue l = build_lvalue(b, e->left);
        if (!l.address) return build_refuse(b, e->token, "the address of an expression that is not in memory");
        return (components){{build_offset(b, l.address, l.count ? l.indices[0] * ir_size(l.scalar) : 0, e->token)}, 1};
    }
    if (e->op == OPERATOR_NOT && !type_is_vector(e->type))
        return (components){{build_convert(b, build_scalar(e->type), build_truth(b, e), e->token)}, 1};
    components p = build_value(b, e->left);
    for (size_t i = 0; i < p.count; ++i) {
        if (e->op == OPERATOR_NEGATE && p.v[i]->type == IR_F16) {
            p.v[i] = build_negated_half(b, p.v[i], e->token);
        } else if (e->op == OPERATOR_NEGATE) {
            ir_value *v = ir_add(b->f, b->block, IR_NEGATE, p.v[i]->type, e->token, 1, p.v[i]);
            v->speculative = b->speculative;
            p.v[i] = v;
        } else if (e->op == OPERATOR_COMPLEMENT) {
            p.v[i] = ir_add(b->f, b->block, IR_NOT, p.v[i]->type, e->token, 1, p.v[i]);
        } else if (e->op == OPERATOR_NOT) {
            ir_value *zero = build_binary(b, IR_EQUAL, p.v[i], build_constant(b, p.v[i]->type, 0), e->token);
            p.v[i] = build_flag(b, zero, build_scalar(e->type), true, e->token);
        }
    }
    return p;
}

/* To a bool, what is not 0 becomes 1: C99 6.3.1.2. */
static components convert_components(builder *b, const components *from, const type *to, const token *where)
{
    const bool truth = type_element_kind(to) == TYPE_BOOL;
    components p = *from;
    for (size_t i = 0; i < p.count; ++i)
        p.v[i] = build_convert(b, build_scalar(to), truth ? build_not_zero(b, p.v[i], where) : p.v[i], where);
    return p;
}

static components build_step(builder *b, const expression *e)
{
    const bool less = e->op == OPERATOR_PRE_DECREMENT || e->op == OPERATOR_POST_DECREMENT;
    const bool before = e->op == OPERATOR_PRE_INCREMENT || e->op == OPERATOR_PRE_DECREMENT;
    const lvalue l = build_lvalue(b, e->left);
    const components old = build_read(b, &l, e->token);
    components p = {.count = old.count};
    for (size_t i = 0; i < p.count; ++i) {
        ir_value *v = old.v[i];
        if (v->type == IR_POINTER) {
            p.v[i] = move(b, v, build_constant(b, IR_I64, 1), less, type_size(e->left->type->base), e->token);
            continue;
        }
        ir_value *one = ir_is_floating(v->type) ? build_real(b, v->type, 1) : build_constant(b, v->type, 1);
        p.v[i] = build_binary(b, less ? IR_SUBTRACT : IR_ADD, v, one, e->token);
    }
    if (e->left->type->kind == TYPE_BOOL) p = convert_components(b, &p, e->left->type, e->token);
    build_write(b, &l, &p, e->token);
    return before ? p : old;
}

static components build_assign(builder *b, const expression *e)
{
    const lvalue l = build_lvalue(b, e->left);
    components p;
    if (e->op == OPERATOR_NONE) {
        p = build_value(b, e->right);
    } else {
        const components old = build_read(b, &l, e->token);
        if (!old.count)
            return build_refuse(b, e->token, "an assignment to an object that is neither a scalar nor a vector");
        const type *works = e->computation ? e->computation : e->left->type;
        const bool pointer = e->left->type->kind == TYPE_POINTER;
        const components left = pointer ? old : convert_components(b, &old, works, e->token);
        const components right = build_value(b, e->right);
        if (!right.count)
            return build_refuse(b, e->token, "an assignment of a value that is neither a scalar nor a vector");
        const operation o = {e->op, pointer ? e->left->type : works, works, e->token};
        p = combine(b, &o, &left, &right);
        if (!pointer) p = convert_components(b, &p, e->left->type, e->token);
    }
    if (b->f->reason) return (components){0};
    build_copy(b, &l, &p, e->left->type, e->token);
    return p;
}

static components build_conditional(builder *b, const expression *e)
{
    if (type_is_vector(e->condition->type)) {
        const components c = build_value(b, e->condition), x = build_value(b, e->left), y = build_value(b, e->right);
        components p = {.count = x.count};
        if (!x.count || c.count != x.count || y.count != x.count)
            return build_refuse(b, e->token, "a conditional expression of vectors of different widths");
        for (size_t i = 0; i < p.count; ++i) {
            const ir_type t = c.v[i]->type;
            if (build_flagged(c.v[i])) {
                p.v[i] = build_select(b, build_flagged(c.v[i]), x.v[i], y.v[i], e->token);
                continue;
            }
            ir_value *with_sign = build_convert(b,
                                                t == IR_U32   ? IR_I32
                                                : t == IR_U64 ? IR_I64
                                                : t == IR_U16 ? IR_I16
                                                : t == IR_U8  ? IR_I8
                                                              : t,
                                                c.v[i], e->token);
            ir_value *top = build_binary(b, IR_LESS, with_sign, build_constant(b, with_sign->type, 0), e->token);
            p.v[i] = build_select(b, top, x.v[i], y.v[i], e->token);
        }
        return p;
    }
    ir_value *condition = build_truth(b, e->condition);
    unsigned size = 0;
    if (!b->f->checked && is_harmless(e->left, &size) && is_harmless(e->right, &size) && !type_is_object(e->type) &&
        e->type->kind != TYPE_VOID) {
        const bool speculative = b->speculative;
        b->speculative = true;
        const components x = build_value(b, e->left), y = build_value(b, e->right);
        b->speculative = speculative;
        components p = {.count = x.count};
        if (!x.count || x.count != y.count)
            return build_refuse(b, e->token, "a conditional expression of vectors of different widths");
        for (size_t i = 0; i < p.count; ++i)
            p.v[i] = x.v[i] == y.v[i] ? x.v[i] : build_select(b, condition, x.v[i], y.v[i], e->token);
        return p;
    }
    const bool is_void = e->type->kind == TYPE_VOID;
    lvalue l = {.count = 0};
    if (!is_void) l = build_storage(b, "chosen", e->type, false);
    for (size_t i = 0; i < l.count && !l.address; ++i) l.variables[i]->inner = true;
    fork k;
    fork_begin(b, &k, condition, e->token);
    for (int i = 0; i < 2 && !b->f->reason; ++i) {
        b->block = k.branch->blocks[i];
        const components p = build_value(b, i ? e->right : e->left);
        if (!is_void && !b->f->reason) build_copy(b, &l, &p, e->type, e->token);
    }
    b->block = k.outside;
    if (is_void) return (components){0};
    return build_read(b, &l, e->token);
}

static components build_cast(builder *b, const expression *e)
{
    switch (e->conversion) {
    case CONVERSION_VOID: build_value(b, e->left); return (components){0};
    case CONVERSION_DECAY: {
        if (e->left->kind == EXPRESSION_STRING) return (components){{build_string(b, e->left)}, 1};
        const lvalue l = build_lvalue(b, e->left);
        if (!l.address) return build_refuse(b, e->token, "an array that is not in memory");
        return (components){{l.address}, 1};
    }
    case CONVERSION_BOOLEAN:
        return (components){{build_convert(b, build_scalar(e->type), build_truth(b, e->left), e->token)}, 1};
    case CONVERSION_SPLAT: {
        ir_value *v = build_number(b, e->left);
        components p = {.count = type_width(e->type)};
        for (size_t i = 0; i < p.count; ++i) p.v[i] = v;
        return p;
    }
    case CONVERSION_NULL: {
        const ir_type t = build_scalar(e->type);
        return (components){{build_constant(b, t == IR_VOID ? IR_POINTER : t, 0)}, 1};
    }
    case CONVERSION_SAMPLER:
    case CONVERSION_NUMBER:
    case CONVERSION_INTEGER_POINTER: {
        const components p = build_value(b, e->left);
        return convert_components(b, &p, e->type, e->token);
    }
    case CONVERSION_POINTER: {
        const components p = build_value(b, e->left);
        build_note_space(b, p.v[0], e);
        return p;
    }
    case CONVERSION_NONE: return build_value(b, e->left);
    default: return build_refuse(b, e->token, "an unknown conversion");
    }
}

static const char *find_excess(const builder *b)
{
    if (b->how.one_by_one)
        return arena_printf(
            b->f->arena, "functions with barriers, which are inlined at each call, and make more than %zu instructions",
            b->how.most);
    return arena_printf(b->f->arena, "more than %zu instructions, with all inlined functions", b->how.most);
}

static components symbol_value(builder *b, const expression *e)
{
    const binding *bound = build_bound(b, e->symbol);
    if (bound && bound->is_value) return bound->value;
    /* A sampler is a constant wherever it is declared. */
    if (!bound && e->symbol->type->kind == TYPE_SAMPLER && e->symbol->initialiser)
        return build_value(b, e->symbol->initialiser);
    const lvalue l = build_lvalue(b, e);
    return build_read(b, &l, e->token);
}

static components binary_value(builder *b, const expression *e)
{
    if (e->op == OPERATOR_COMMA) {
        build_value(b, e->left);
        return build_value(b, e->right);
    }
    bool exchanged;
    if (!type_is_vector(e->type) &&
        (comparison(e->op, &exchanged) != IR_OP_COUNT || e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR))
        return (components){{build_convert(b, build_scalar(e->type), build_truth(b, e), e->token)}, 1};
    const components left = build_value(b, e->left), right = build_value(b, e->right);
    if (!left.count || !right.count) return build_refuse(b, e->token, "operands that are neither scalars nor vectors");
    return combine(b, &(operation){e->op, e->left->type, e->type, e->token}, &left, &right);
}

static components vector_value(builder *b, const expression *e)
{
    components p = {0};
    for (size_t i = 0; i < e->operand_count; ++i) {
        const components parts = build_value(b, e->operands[i]);
        if (!parts.count || p.count + parts.count > COMPONENTS)
            return build_refuse(b, e->token,
                                "a vector literal with more than 16 components, or with elements that are no numbers");
        for (size_t k = 0; k < parts.count; ++k) p.v[p.count++] = parts.v[k];
    }
    return p;
}

components build_value(builder *b, const expression *e)
{
    if (b->f->reason) return (components){0};
    if (b->f->values > b->how.most) return build_refuse(b, e->token, find_excess(b));
    if (e->has_value && build_scalar(e->type) != IR_VOID) return (components){{literal(b, e)}, 1};
    if (e->type->kind == TYPE_CLOSURE) { /* a block that is not used */
        (void)build_block(b, e);
        return (components){0};
    }
    switch (e->kind) {
    case EXPRESSION_SYMBOL: return symbol_value(b, e);
    case EXPRESSION_UNARY:
        if (e->op != OPERATOR_DEREFERENCE) return build_unary(b, e);
        break;
    case EXPRESSION_STEP: return build_step(b, e);
    case EXPRESSION_BINARY: return binary_value(b, e);
    case EXPRESSION_ASSIGN: return build_assign(b, e);
    case EXPRESSION_CONDITIONAL: return build_conditional(b, e);
    case EXPRESSION_CAST: return build_cast(b, e);
    case EXPRESSION_CALL: return build_call(b, e);
    case EXPRESSION_BUILTIN: return build_builtin(b, e);
    case EXPRESSION_SWIZZLE: {
        const expression *root = e->left;
        while (root->kind == EXPRESSION_SWIZZLE) root = root->left;
        if (root->kind == EXPRESSION_SYMBOL) {
            const binding *bound = build_bound(b, root->symbol);
            if (!bound || !bound->is_value) break;
        } else if (root->lvalue) {
            break;
        }
        const components whole = build_value(b, e->left);
        components p = {.count = e->index_count};
        for (size_t i = 0; i < p.count; ++i) {
            if (!whole.count) return build_refuse(b, e->token, "a component of an expression that is not a vector");
            p.v[i] = e->indices[i] < whole.count ? whole.v[e->indices[i]] : build_constant(b, whole.v[0]->type, 0);
        }
        return p;
    }
    case EXPRESSION_INDEX: {
        if (!type_is_vector(e->left->type)) break;
        const components whole = build_value(b, e->left);
        if (whole.count && !e->right->has_value) { /* through memory; an index out of range gives any component */
            const type *of = type_unqualified(b->f->arena, e->left->type);
            const lvalue storage = build_storage(b, "components", of, true);
            build_write(b, &storage, &whole, e->token);
            ir_value *index = build_convert(b, IR_I64, build_number(b, e->right), e->token);
            ir_value *last = build_constant(b, IR_I64, whole.count == 3 ? 3 : whole.count - 1);
            index = build_binary(b, IR_AND, index, last, e->token);
            ir_value *at = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, e->token, 2, storage.address, index);
            at->bits = ir_size(storage.scalar);
            const lvalue one = build_at(b, at, type_element(of));
            return build_read(b, &one, e->token);
        }
        if (!whole.count || e->right->value.integer >= whole.count)
            return build_refuse(b, e->token, "a component index outside its vector");
        return (components){{whole.v[e->right->value.integer]}, 1};
    }
    case EXPRESSION_VECTOR: return vector_value(b, e);
    case EXPRESSION_BLOCK: return build_block_value(b, e);
    case EXPRESSION_INVOCATION: return build_invocation(b, e);
    default: break;
    }
    const lvalue l = build_lvalue(b, e);
    if (b->f->reason) return (components){0};
    return build_read(b, &l, e->token);
}
