/* Values of constant expressions (C99 6.6).
 * Knows arithmetic as devices do it; reports nothing. Vectors are recognised as constant, and folded where their
 * components are asked for.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include <math.h>

static unsigned bits_of(const type *t)
{
    return (unsigned)type_size(t) * 8;
}

uint64_t fold_integer(const type *t, uint64_t value)
{
    if (t->kind == TYPE_BOOL) return value != 0;
    const unsigned bits = bits_of(t);
    if (bits >= 64) return value;
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    value &= mask;
    const bool is_signed = type_is_signed(t);
    return is_signed && value >> (bits - 1) ? value | ~mask : value;
}

uint64_t constant_half_bits(double value)
{
    const unsigned sign = signbit(value) ? 0x8000 : 0;
    int exponent;
    if (isnan(value)) return sign | 0x7e00;
    if (isinf(value)) return sign | 0x7c00;
    if (fabs(value) < 0x1p-14) return sign | (unsigned)ldexp(fabs(value), 24);
    const double fraction = frexp(fabs(value), &exponent);
    return sign | (unsigned)(exponent + 14) << 10 | ((unsigned)ldexp(fraction, 11) - 1024);
}

/* The nearest half, ties to even (C99 annex F, IEEE 754), stored in a double. */
static double round_half(double value)
{
    if (!(fabs(value) < 65520.0)) return isnan(value) ? value : copysign(INFINITY, value);
    int exponent;
    frexp(value, &exponent);
    const int step = exponent - 11 > -24 ? exponent - 11 : -24;
    return ldexp(nearbyint(ldexp(value, -step)), step);
}

double fold_real(const type *t, double value)
{
    if (t->kind == TYPE_FLOAT) return (double)(float)value;
    if (t->kind == TYPE_HALF) return round_half(value);
    return value;
}

static int64_t as_signed(uint64_t value)
{
    return value <= INT64_MAX ? (int64_t)value : -(int64_t)(UINT64_MAX - value) - 1;
}

static bool is_true(const expression *e)
{
    return type_is_floating(e->type) ? e->value.real != 0 : e->value.integer != 0;
}

void fold_cast(expression *e)
{
    const expression *from = e->left;
    e->is_constant = from->is_constant;
    if (e->conversion == CONVERSION_DECAY || e->conversion == CONVERSION_VOID) {
        /* The address of a static object is constant: C99 6.6 p9. */
        const symbol *s = root_symbol(from);
        e->is_constant = e->conversion == CONVERSION_DECAY &&
                         (from->kind == EXPRESSION_STRING || (s && (s->is_global || s->storage == STORAGE_STATIC)));
        return;
    }
    if (!from->has_value || !type_is_arithmetic(e->type)) {
        const bool kept = e->conversion == CONVERSION_NULL || e->conversion == CONVERSION_INTEGER_POINTER ||
                          e->conversion == CONVERSION_POINTER;
        e->has_value = from->has_value && kept;
        if (e->has_value) e->value = from->value;
        return;
    }
    const bool from_real = type_is_floating(from->type), to_real = type_is_floating(e->type);
    e->has_value = true;
    if (e->type->kind == TYPE_BOOL) {
        e->value.integer = is_true(from);
    } else if (from_real && to_real) {
        e->value.real = fold_real(e->type, from->value.real);
    } else if (to_real) {
        /* Converted to float directly: rounding twice, by way of double, could give another value. */
        const bool is_signed = type_is_signed(from->type);
        const uint64_t value = from->value.integer;
        if (e->type->kind == TYPE_FLOAT) e->value.real = (double)(is_signed ? (float)as_signed(value) : (float)value);
        else e->value.real = fold_real(e->type, is_signed ? (double)as_signed(value) : (double)value);
    } else if (from_real) {
        /* A value out of range is undefined (C99 6.3.1.4): it is not folded. */
        const unsigned bits = bits_of(e->type);
        const bool is_signed = type_is_signed(e->type);
        const double value = trunc(from->value.real), limit = ldexp(1, (int)bits - is_signed);
        e->has_value = value < limit && value >= (is_signed ? -limit : 0.0);
        if (!e->has_value) return;
        e->value.integer = value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
    } else {
        e->value.integer = fold_integer(e->type, from->value.integer);
    }
}

void fold_unary(expression *e)
{
    const expression *from = e->left;
    if (e->op == OPERATOR_ADDRESS) {
        const symbol *s = root_symbol(from);
        e->is_constant = s && (s->is_global || s->storage == STORAGE_STATIC);
        return;
    }
    if (e->op == OPERATOR_DEREFERENCE) return;
    e->is_constant = from->is_constant;
    if (!from->has_value) return;
    const bool real = type_is_floating(from->type);
    e->has_value = true;
    switch (e->op) {
    case OPERATOR_PLUS: e->value = from->value; break;
    case OPERATOR_NEGATE:
        if (real) e->value.real = -from->value.real;
        else e->value.integer = fold_integer(e->type, 0 - from->value.integer);
        break;
    case OPERATOR_COMPLEMENT: e->value.integer = fold_integer(e->type, ~from->value.integer); break;
    case OPERATOR_NOT: e->value.integer = !is_true(from); break;
    default: e->has_value = false;
    }
}

static bool compare(ast_operator op, int order)
{
    switch (op) {
    case OPERATOR_LESS: return order < 0;
    case OPERATOR_GREATER: return order > 0;
    case OPERATOR_LESS_EQUAL: return order <= 0;
    case OPERATOR_GREATER_EQUAL: return order >= 0;
    case OPERATOR_EQUAL: return order == 0;
    default: return order != 0;
    }
}

static bool compare_reals(ast_operator op, double a, double b)
{
    switch (op) {
    case OPERATOR_LESS: return a < b;
    case OPERATOR_GREATER: return a > b;
    case OPERATOR_LESS_EQUAL: return a <= b;
    case OPERATOR_GREATER_EQUAL: return a >= b;
    case OPERATOR_EQUAL: return a == b;
    default: return a != b;
    }
}

static void fold_reals(expression *e, double a, double b)
{
    double value;
    switch (e->op) {
    case OPERATOR_ADD: value = a + b; break;
    case OPERATOR_SUBTRACT: value = a - b; break;
    case OPERATOR_MULTIPLY: value = a * b; break;
    case OPERATOR_DIVIDE:
        /* The result must not depend on the host: it raises no floating-point exception, and NaN has one form. */
        if (b != 0) value = a / b;
        else value = a == 0 || isnan(a) ? (double)NAN : copysign(INFINITY, signbit(a) != signbit(b) ? -1.0 : 1.0);
        break;
    default: e->has_value = false; return;
    }
    e->value.real = isnan(value) ? (double)NAN : fold_real(e->type, value);
}

static void fold_integers(expression *e, uint64_t a, uint64_t b)
{
    const bool is_signed = type_is_signed(e->left->type);
    const int64_t x = as_signed(a), y = as_signed(b);
    const uint64_t mask = bits_of(e->type) - 1u;
    uint64_t value;
    switch (e->op) {
    case OPERATOR_ADD: value = a + b; break;
    case OPERATOR_SUBTRACT: value = a - b; break;
    case OPERATOR_MULTIPLY: value = a * b; break;
    case OPERATOR_DIVIDE:
    case OPERATOR_REMAINDER:
        if (b == 0 || (is_signed && x == INT64_MIN && y == -1)) {
            e->has_value = false;
            return;
        }
        if (e->op == OPERATOR_DIVIDE) value = is_signed ? (uint64_t)(x / y) : a / b;
        else value = is_signed ? (uint64_t)(x % y) : a % b;
        break;
    /* OpenCL C 1.2 6.3.j: the amount is taken modulo the width. */
    case OPERATOR_SHIFT_LEFT: value = a << (b & mask); break;
    case OPERATOR_SHIFT_RIGHT:
        value = a >> (b & mask);
        if (is_signed && x < 0 && (b & mask)) value |= ~UINT64_C(0) << (64 - (b & mask));
        break;
    case OPERATOR_AND: value = a & b; break;
    case OPERATOR_OR: value = a | b; break;
    case OPERATOR_XOR: value = a ^ b; break;
    default: e->has_value = false; return;
    }
    e->value.integer = fold_integer(e->type, value);
}

/* Whether whole numbers are divided, and one of the divisors is known to be 0. */
static bool divides_by_zero(const expression *e)
{
    const type *t = e->right->type;
    constant divisor;
    if (e->op != OPERATOR_DIVIDE && e->op != OPERATOR_REMAINDER) return false;
    if (!type_is_vector(t) && !type_is_arithmetic(t)) return false;
    if (type_is_floating(type_is_vector(t) ? type_basic(type_element_kind(t)) : t)) return false;
    for (size_t i = type_width(t); i-- > 0;)
        if (constant_component(e->right, i, &divisor) && divisor.integer == 0) return true;
    return false;
}

void fold_binary(expression *e)
{
    const expression *l = e->left, *r = e->right;
    if (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR) {
        const bool stops = l->has_value && !type_is_vector(e->type) && is_true(l) == (e->op == OPERATOR_OR_OR);
        e->is_constant = l->is_constant && (stops || r->is_constant);
        e->has_value = l->has_value && (stops || r->has_value) && !type_is_vector(e->type);
        if (e->has_value) e->value.integer = stops ? is_true(l) : is_true(r);
        return;
    }
    e->is_constant = l->is_constant && r->is_constant && e->op != OPERATOR_COMMA;
    e->has_value = l->has_value && r->has_value && e->op != OPERATOR_COMMA && type_is_arithmetic(l->type) &&
                   type_is_arithmetic(r->type) && type_is_arithmetic(e->type);
    if (e->is_constant && divides_by_zero(e)) e->is_constant = false; /* C99 6.6 p4: a constant has a value */
    if (!e->has_value) return;
    const bool real = type_is_floating(l->type);
    if (e->op >= OPERATOR_LESS && e->op <= OPERATOR_NOT_EQUAL) {
        if (real) {
            e->value.integer = compare_reals(e->op, l->value.real, r->value.real);
        } else {
            const uint64_t flip = type_is_signed(l->type) ? UINT64_C(1) << 63 : 0;
            const uint64_t a = l->value.integer ^ flip, b = r->value.integer ^ flip;
            e->value.integer = compare(e->op, a < b ? -1 : a > b);
        }
    } else if (real) {
        fold_reals(e, l->value.real, r->value.real);
    } else {
        fold_integers(e, l->value.integer, r->value.integer);
    }
}

void fold_conditional(expression *e)
{
    const expression *c = e->condition;
    if (type_is_vector(c->type)) return; /* a choice for each component: no constant expression to clang */
    if (!c->has_value) {
        e->is_constant = c->is_constant && e->left->is_constant && e->right->is_constant;
        return;
    }
    const expression *chosen = is_true(c) ? e->left : e->right;
    e->is_constant = c->is_constant && chosen->is_constant;
    e->has_value = chosen->has_value;
    e->value = chosen->value;
}

/* ---- components of vectors ---- */

/* Bounds of the work for one component: nodes that are looked at, also in initialisers of variables that it mentions,
 * and their depth. */
enum { MAX_NODES = 1 << 10, MAX_DEPTH = 1000 };

typedef struct component {
    size_t nodes, depth; /* that are left */
} component;

static bool find_component(component *c, const expression *e, size_t i, constant *value);

/* Component i of an operand, as a scalar. */
static bool scalar_of(component *c, const expression *e, size_t i, expression *made)
{
    *made = (expression){.type = type_basic(type_element_kind(e->type)), .is_constant = true, .has_value = true};
    return find_component(c, e, i, &made->value);
}

/* An operator, which works on each component as it does on scalars of the same type; truth is -1. */
static bool apply(component *c, const expression *e, size_t i, constant *value)
{
    const bool is_truth = e->op == OPERATOR_NOT || e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR ||
                          (e->op >= OPERATOR_LESS && e->op <= OPERATOR_NOT_EQUAL);
    const type *element = type_basic(type_element_kind(e->type));
    expression left, right, made = {.op = e->op, .type = element, .left = &left, .right = &right};
    if (!scalar_of(c, e->left, i, &left)) return false;
    if (e->kind == EXPRESSION_BINARY) {
        if (!scalar_of(c, e->right, i, &right)) return false;
        fold_binary(&made);
    } else {
        fold_unary(&made);
    }
    *value = made.value;
    if (is_truth) value->integer = fold_integer(element, 0 - value->integer);
    return made.has_value;
}

static bool find_in_list(component *c, const expression *e, size_t i, constant *value)
{
    *value = (constant){0};
    for (size_t k = e->element_count; k-- > 0;)
        if (e->elements[k].index == i) return find_component(c, e->elements[k].value, 0, value);
    return true;
}

static bool find_in_vector(component *c, const expression *e, size_t i, constant *value)
{
    for (size_t k = 0; k < e->operand_count; ++k) {
        const size_t width = type_width(e->operands[k]->type);
        if (i < width) return find_component(c, e->operands[k], i, value);
        i -= width;
    }
    return false;
}

static bool find_component(component *c, const expression *e, size_t i, constant *value)
{
    bool found = false;
    if (!c->nodes || !c->depth) return false;
    if (!type_is_vector(e->type)) {
        *value = e->value;
        return e->has_value && type_is_arithmetic(e->type);
    }
    --c->nodes;
    --c->depth;
    switch (e->kind) {
    case EXPRESSION_VECTOR: found = find_in_vector(c, e, i, value); break;
    case EXPRESSION_INITIALISER: found = find_in_list(c, e, i, value); break;
    case EXPRESSION_COMPOUND: found = find_component(c, e->left, i, value); break;
    case EXPRESSION_CAST:
        if (e->conversion == CONVERSION_SPLAT || e->conversion == CONVERSION_NONE)
            found = find_component(c, e->left, i, value);
        break;
    case EXPRESSION_UNARY:
    case EXPRESSION_BINARY: found = e->op != OPERATOR_COMMA && apply(c, e, i, value); break;
    case EXPRESSION_CONDITIONAL:
        if (e->condition->has_value) found = find_component(c, is_true(e->condition) ? e->left : e->right, i, value);
        break;
    case EXPRESSION_SYMBOL:
        found = e->is_constant && e->symbol->initialiser && find_component(c, e->symbol->initialiser, i, value);
        break;
    default: break;
    }
    ++c->depth;
    return found;
}

bool constant_component(const expression *e, size_t i, constant *value)
{
    component c = {MAX_NODES, MAX_DEPTH};
    return find_component(&c, e, i, value);
}
