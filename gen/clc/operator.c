/* Types of operators: C99 6.5; OpenCL C 1.2 6.2.6, 6.3, 6.4, 6.1.7.
 * Knows operand types and makes nodes; must not know the grammar.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include <string.h>

static const char *const operator_texts[] = {
#define X(name, text) text,
    AST_OPERATORS(X)
#undef X
};

/* The type of a value, for messages. */
static const char *spelled(parser *p, const expression *e)
{
    return type_spell(p->a, type_unqualified(p->a, e->type));
}

static expression *invalid_operands(parser *p, const token *t, ast_operator op, const expression *l,
                                    const expression *r)
{
    parse_error(p, t, "'%s' does not work on '%s' and '%s'", operator_texts[op], spelled(p, l), spelled(p, r));
    return make_error(p, t);
}

/* The type of a vector comparison: signed integers of the elements' size, 6.3.d. */
static const type *comparison_type(const type *t)
{
    if (!type_is_vector(t)) return type_basic(TYPE_INT);
    return type_vector(type_to_signed(t->base->kind), t->count);
}

/* A scalar operand beside a vector is converted to a vector, unless that loses rank, 6.2.6. */
static bool widen(parser *p, const token *t, expression **scalar, const type *vector)
{
    const type_kind element = vector->base->kind, kind = type_element_kind((*scalar)->type);
    const bool floating = type_is_floating(vector->base);
    if (!type_is_arithmetic((*scalar)->type) || (!floating && type_is_floating((*scalar)->type))) return false;
    const bool same_sort = floating == type_is_floating((*scalar)->type);
    if (same_sort && kind > element) {
        parse_error(p, t, "a scalar of type '%s' does not fit the elements of '%s' (6.2.6): cast it to %s",
                    type_spell(p->a, type_unqualified(p->a, (*scalar)->type)),
                    type_spell(p->a, type_unqualified(p->a, vector)), type_spell(p->a, vector->base));
        *scalar = make_error(p, t);
        return true;
    }
    *scalar = convert_number(p, *scalar, vector);
    return true;
}

/* Usual arithmetic conversions: C99 6.3.1.8; vectors: OpenCL C 1.2 6.2.6. NULL: the operands do not fit together;
 * this was reported if one of them is an error now. */
static const type *usual(parser *p, const token *t, expression **l, expression **r)
{
    const type *a = (*l)->type, *b = (*r)->type;
    if (type_is_vector(a) || type_is_vector(b)) {
        if (type_is_vector(a) && type_is_vector(b)) {
            if (type_equal(a, b, false)) return type_unqualified(p->a, a);
            return NULL;
        }
        const type *vector = type_is_vector(a) ? a : b;
        expression **scalar = type_is_vector(a) ? r : l;
        if (!widen(p, t, scalar, vector) || is_error(*scalar)) return NULL;
        return type_unqualified(p->a, vector);
    }
    const type *x = type_is_floating(a) ? a : promoted(p, a), *y = type_is_floating(b) ? b : promoted(p, b);
    /* Ranks follow the order of TYPE_SCALARS: unsigned is above signed of the same size, and floating-point types
     * are highest. */
    const type *common = type_basic(x->kind > y->kind ? x->kind : y->kind);
    *l = convert_number(p, *l, common);
    *r = convert_number(p, *r, common);
    return common;
}

static expression *make_binary(parser *p, const token *t, ast_operator op, expression *l, expression *r,
                               const type *type)
{
    expression *e = make_expression(p, EXPRESSION_BINARY, t, type);
    e->op = op;
    e->left = l;
    e->right = r;
    note_depth(p, e, l);
    note_depth(p, e, r);
    fold_binary(e);
    return e;
}

static bool needs_integers(ast_operator op)
{
    return op == OPERATOR_REMAINDER || op == OPERATOR_AND || op == OPERATOR_OR || op == OPERATOR_XOR ||
           op == OPERATOR_SHIFT_LEFT || op == OPERATOR_SHIFT_RIGHT;
}

static bool is_integral(const type *t)
{
    return type_is_integer(type_element(t));
}

static bool is_comparison(ast_operator op)
{
    return op >= OPERATOR_LESS && op <= OPERATOR_NOT_EQUAL;
}

/* << and >>: 6.3.j. The amount keeps its own type. */
static const type *shift_operands(parser *p, const token *t, ast_operator op, expression **l, expression **r)
{
    const type *a = (*l)->type, *b = (*r)->type;
    if (!type_is_vector(a) && type_is_vector(b)) {
        parse_error(p, t, "'%s' of the scalar '%s' by the vector '%s' (6.3.j)", operator_texts[op], spelled(p, *l),
                    spelled(p, *r));
        *l = make_error(p, t);
        return NULL;
    }
    if (type_is_vector(a)) {
        if (!type_is_vector(b)) *r = convert_number(p, *r, a);
        else if (type_width(a) != type_width(b)) return NULL;
        return type_unqualified(p->a, a);
    }
    *l = convert_number(p, *l, promoted(p, a));
    *r = convert_number(p, *r, promoted(p, b));
    return type_unqualified(p->a, (*l)->type);
}

/* Whether both pointers can point to one object. OpenCL C 2.0 6.5.5. */
static bool spaces_overlap(address_space a, address_space b)
{
    return a == b || (a == SPACE_GENERIC && b != SPACE_CONSTANT) || (b == SPACE_GENERIC && a != SPACE_CONSTANT);
}

/* Pointers of one comparison or difference must point alike. */
static bool comparable(parser *p, const token *t, ast_operator op, const expression *l, const expression *r)
{
    const type *a = l->type->base, *b = r->type->base;
    if (!spaces_overlap(type_space(a), type_space(b))) {
        parse_error(p, t, "'%s' of pointers to different address spaces: '%s' and '%s'", operator_texts[op],
                    spelled(p, l), spelled(p, r));
        return false;
    }
    if (type_equal(a, b, false)) return true;
    if (op == OPERATOR_SUBTRACT) {
        parse_error(p, t, "'-' of pointers to different types: '%s' and '%s'", spelled(p, l), spelled(p, r));
        return false;
    }
    if (a->kind != TYPE_VOID && b->kind != TYPE_VOID)
        parse_warning(p, t, "'%s' of pointers to different types: '%s' and '%s'", operator_texts[op], spelled(p, l),
                      spelled(p, r));
    return true;
}

/* An integer beside a pointer: compilers convert it to a pointer, and warn. NULL: it is not an integer. */
static expression *as_pointer(parser *p, const token *t, ast_operator op, expression *e, const type *pointer)
{
    if (is_null_constant(e)) return make_cast(p, e, type_unqualified(p->a, pointer), CONVERSION_NULL);
    if (!type_is_integer(e->type)) return NULL;
    parse_warning(p, t, "'%s' of a pointer and an integer: '%s' and '%s'",
                  op == OPERATOR_NONE ? "?:" : operator_texts[op], type_spell(p->a, type_unqualified(p->a, pointer)),
                  spelled(p, e));
    return make_cast(p, e, type_unqualified(p->a, pointer), CONVERSION_INTEGER_POINTER);
}

static bool steps_over(parser *p, const token *t, const expression *pointer)
{
    const type *base = pointer->type->base;
    if (base->kind == TYPE_VOID || type_is_complete(base)) return true;
    parse_error(p, t, "arithmetic on '%s', which points to an incomplete type", spelled(p, pointer));
    return false;
}

static expression *pointer_binary(parser *p, const token *t, ast_operator op, expression *l, expression *r)
{
    const bool lp = l->type->kind == TYPE_POINTER, rp = r->type->kind == TYPE_POINTER;
    if (op == OPERATOR_ADD && !lp && type_is_integer(l->type)) return pointer_binary(p, t, op, r, l);
    if ((op == OPERATOR_ADD || op == OPERATOR_SUBTRACT) && lp && type_is_integer(r->type)) {
        if (!steps_over(p, t, l)) return make_error(p, t);
        const bool constant = l->is_constant && r->is_constant;
        expression *e =
            make_binary(p, t, op, l, convert_number(p, r, promoted(p, r->type)), type_unqualified(p->a, l->type));
        e->is_constant = constant;
        e->has_value = false;
        return e;
    }
    if (op == OPERATOR_SUBTRACT && lp && rp) {
        if (!comparable(p, t, op, l, r) || !steps_over(p, t, l)) return make_error(p, t);
        return make_binary(p, t, op, l, r, type_named("ptrdiff_t", 9));
    }
    if (is_comparison(op)) {
        if (lp && rp && !is_null_constant(l) && !is_null_constant(r)) {
            if (!comparable(p, t, op, l, r)) return make_error(p, t);
        } else {
            expression *made = lp && (!rp || is_null_constant(r)) ? as_pointer(p, t, op, r, l->type)
                                                                  : as_pointer(p, t, op, l, r->type);
            if (!made) return invalid_operands(p, t, op, l, r);
            if (lp && (!rp || is_null_constant(r))) r = made;
            else l = made;
        }
        expression *e = make_binary(p, t, op, l, r, type_basic(TYPE_INT));
        e->has_value = false;
        return e;
    }
    return invalid_operands(p, t, op, l, r);
}

/* && and ||: C99 6.5.13; vectors component by component, 6.3.g. */
static expression *logical(parser *p, const token *t, ast_operator op, expression *l, expression *r)
{
    if (type_is_vector(l->type) || type_is_vector(r->type)) {
        if (!type_is_number(l->type) || !type_is_number(r->type)) return invalid_operands(p, t, op, l, r);
        const type *common = usual(p, t, &l, &r);
        if (is_error(l) || is_error(r)) return make_error(p, t);
        if (!common) return invalid_operands(p, t, op, l, r);
        return make_binary(p, t, op, l, r, comparison_type(common));
    }
    if (!type_is_scalar(l->type) || !type_is_scalar(r->type)) return invalid_operands(p, t, op, l, r);
    return make_binary(p, t, op, l, r, type_basic(TYPE_INT));
}

/* Reports operands that no operator accepts, OpenCL C 1.2 6.9.b, 2.0 6.12, 6.13.11, 6.13.16. */
static bool is_no_operand(const type *t)
{
    return t->kind == TYPE_IMAGE || t->kind == TYPE_SAMPLER || t->kind == TYPE_PIPE || t->kind == TYPE_CLOSURE ||
           t->kind == TYPE_ATOMIC;
}

/* Queues and events of device enqueue can be tested for equality, OpenCL C 2.0 6.13.17; a queue also against 0. */
static bool are_compared_handles(const expression *l, const expression *r)
{
    if (l->type->kind == TYPE_QUEUE && type_is_integer(r->type) && is_null_constant(r)) return true;
    return l->type->kind == r->type->kind && (l->type->kind == TYPE_QUEUE || l->type->kind == TYPE_CLK_EVENT);
}

expression *apply_binary(parser *p, const token *t, ast_operator op, expression *l, expression *r)
{
    if (is_error(l) || is_error(r)) return make_error(p, t);
    if (is_no_operand(l->type) || is_no_operand(r->type)) return invalid_operands(p, t, op, l, r);
    if (op == OPERATOR_COMMA) {
        r = read_value(p, r);
        if (is_error(r)) return r;
        return make_binary(p, t, op, l, r, type_unqualified(p->a, r->type));
    }
    l = read_value(p, l);
    r = read_value(p, r);
    if (is_error(l) || is_error(r)) return make_error(p, t);
    if (op == OPERATOR_AND_AND || op == OPERATOR_OR_OR) return logical(p, t, op, l, r);
    if (l->type->kind == TYPE_POINTER || r->type->kind == TYPE_POINTER) return pointer_binary(p, t, op, l, r);
    if ((op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL) &&
        (are_compared_handles(l, r) || are_compared_handles(r, l))) {
        if (type_is_integer(l->type)) l = make_cast(p, l, type_unqualified(p->a, r->type), CONVERSION_NULL);
        if (type_is_integer(r->type)) r = make_cast(p, r, type_unqualified(p->a, l->type), CONVERSION_NULL);
        expression *e = make_binary(p, t, op, l, r, type_basic(TYPE_INT));
        e->has_value = false;
        return e;
    }
    if (!type_is_number(l->type) || !type_is_number(r->type) ||
        (needs_integers(op) && (!is_integral(l->type) || !is_integral(r->type))))
        return invalid_operands(p, t, op, l, r);
    if (op == OPERATOR_SHIFT_LEFT || op == OPERATOR_SHIFT_RIGHT) {
        const type *result = shift_operands(p, t, op, &l, &r);
        if (is_error(l) || is_error(r)) return make_error(p, t);
        return result ? make_binary(p, t, op, l, r, result) : invalid_operands(p, t, op, l, r);
    }
    const type *common = usual(p, t, &l, &r);
    if (is_error(l) || is_error(r)) return make_error(p, t);
    if (!common) return invalid_operands(p, t, op, l, r);
    expression *e = make_binary(p, t, op, l, r, is_comparison(op) ? comparison_type(common) : common);
    if ((op == OPERATOR_DIVIDE || op == OPERATOR_REMAINDER) && type_is_integer(common) && r->has_value &&
        r->value.integer == 0 && !p->unevaluated)
        parse_warning(p, t, "division by zero");
    return e;
}

/* Assignment */

static bool repeats(const expression *e)
{
    for (size_t i = 0; i < e->index_count; ++i)
        for (size_t j = 0; j < i; ++j)
            if (e->indices[i] == e->indices[j]) return true;
    return false;
}

/* C99 6.3.2.1 p1; address spaces: OpenCL C 1.2 6.5.3. */
bool check_modifiable(parser *p, const token *t, expression *e)
{
    if (is_error(e)) return false;
    symbol *s = root_symbol(e);
    const bool whole = s && e->kind == EXPRESSION_SYMBOL;
    const char *name = whole ? s->name : NULL;
    if (e->kind == EXPRESSION_SWIZZLE && repeats(e)) {
        parse_error(p, t, "this names a component twice and cannot be assigned to");
    } else if (!e->lvalue) {
        parse_error(p, t, "only a variable or what a pointer points to can be assigned to");
    } else if (e->type->kind == TYPE_ARRAY || e->type->kind == TYPE_FUNCTION) {
        parse_error(p, t, "%s cannot be assigned to as a whole",
                    e->type->kind == TYPE_ARRAY ? "an array" : "a function");
    } else if (type_space(e->type) == SPACE_CONSTANT) {
        parse_error(p, t, name ? "'%s' is __constant and cannot be changed" : "a __constant object cannot be changed",
                    name);
    } else if (type_qualifiers(e->type) & QUALIFIER_CONST) {
        parse_error(p, t, name ? "'%s' is const and cannot be changed" : "a const object cannot be changed", name);
    } else if ((e->type->kind == TYPE_STRUCT || e->type->kind == TYPE_UNION) && e->type->record->has_const) {
        parse_error(p, t, "'%s' has a const member and cannot be assigned to as a whole", spelled(p, e));
    } else if (type_is_opaque(e->type) && !type_is_handle(e->type)) {
        parse_error(p, t, "a variable of type '%s' cannot be assigned to", spelled(p, e));
    } else if (e->type->kind == TYPE_HALF && !parse_half(p)) {
        parse_error(p, t, "a half can only be written by vstore_half: cl_khr_fp16 is not enabled");
    } else if (!type_is_complete(e->type)) {
        parse_error(p, t, "an incomplete type cannot be assigned to");
    } else {
        if (type_element_kind(e->type) == TYPE_HALF) parse_note_half(p);
        if (s) s->assigned = true;
        return true;
    }
    return false;
}

expression *apply_assignment(parser *p, const token *t, ast_operator op, expression *l, expression *r)
{
    if (is_error(l) || is_error(r) || !check_modifiable(p, t, l)) return make_error(p, t);
    const type *target = type_unqualified(p->a, l->type), *computation = NULL;
    if (op == OPERATOR_NONE) {
        if (l->type->kind == TYPE_EVENT && r->type->kind != TYPE_EVENT) {
            parse_error(p, t, "only an event can be assigned to an event_t");
            return make_error(p, t);
        }
        r = convert_to(p, r, l->type, "in this assignment");
    } else {
        /* The operator's type follows from the operands' values; the node holds the left side only once. */
        r = read_value(p, r);
        if (is_error(r)) return make_error(p, t);
        expression *value = make_expression(p, EXPRESSION_CAST, l->token, target);
        value->left = l;
        expression *result = apply_binary(p, t, op, value, r);
        if (is_error(result)) return make_error(p, t);
        if (!type_is_vector(target) && type_is_vector(result->type)) {
            parse_error(p, t, "'%s=' cannot put the vector '%s' into '%s'", operator_texts[op], spelled(p, result),
                        spelled(p, l));
            return make_error(p, t);
        }
        if (result->type->kind == TYPE_POINTER && (target->kind != TYPE_POINTER || result->left != value))
            return invalid_operands(p, t, op, l, r);
        computation = result->left->type;
        r = result->right;
    }
    if (is_error(r)) return make_error(p, t);
    expression *e = make_expression(p, EXPRESSION_ASSIGN, t, target);
    e->op = op;
    e->left = l;
    e->right = r;
    e->computation = computation;
    note_depth(p, e, l);
    note_depth(p, e, r);
    return e;
}

/* Unary operators */

static expression *address_of(parser *p, const token *t, expression *e)
{
    if (e->type->kind == TYPE_FUNCTION) {
        parse_error(p, t, "OpenCL C has no pointers to functions (6.9.a)");
    } else if (e->kind == EXPRESSION_SWIZZLE || (e->kind == EXPRESSION_INDEX && type_is_vector(e->left->type))) {
        parse_error(p, t, "a component of a vector has no address (6.1.7)");
    } else if (!e->lvalue) {
        parse_error(p, t, "'&' needs a variable or what a pointer points to");
    } else if ((type_is_opaque(e->type) && !type_is_handle(e->type)) || e->type->kind == TYPE_CLOSURE) {
        parse_error(p, t, "'%s' has no address (6.9.b)", spelled(p, e));
    } else if (e->kind == EXPRESSION_SYMBOL && closure_is_capture(p, e->symbol)) {
        parse_error(p, t, "the address of '%s' cannot be taken in a block, which has a copy of the variable (6.12)",
                    e->symbol->name);
    } else {
        symbol *s = root_symbol(e);
        if (s) s->address_taken = s->escapes = true;
        expression *made = make_expression(p, EXPRESSION_UNARY, t, type_pointer(p->a, e->type));
        made->op = OPERATOR_ADDRESS;
        made->left = e;
        note_depth(p, made, e);
        fold_unary(made);
        return made;
    }
    return make_error(p, t);
}

expression *apply_unary(parser *p, const token *t, ast_operator op, expression *e)
{
    if (is_error(e)) return make_error(p, t);
    if (op == OPERATOR_ADDRESS) return address_of(p, t, e);
    e = read_value(p, e);
    if (is_error(e)) return make_error(p, t);
    const type *result = NULL;
    bool lvalue = false;
    switch (op) {
    case OPERATOR_DEREFERENCE:
        if (e->type->kind != TYPE_POINTER) break;
        if (e->type->base->kind == TYPE_VOID) {
            parse_error(p, t, "'*' of '%s': there is no object of type void", spelled(p, e));
            return make_error(p, t);
        }
        result = e->type->base;
        lvalue = true;
        break;
    case OPERATOR_NOT:
        if (type_is_scalar(e->type)) result = type_basic(TYPE_INT);
        if (type_is_vector(e->type)) result = comparison_type(e->type);
        break;
    default:
        if (!type_is_number(e->type) || (op == OPERATOR_COMPLEMENT && !is_integral(e->type))) break;
        if (!type_is_vector(e->type)) e = convert_number(p, e, promoted(p, e->type));
        result = type_unqualified(p->a, e->type);
    }
    if (!result) {
        parse_error(p, t, "'%s' does not work on '%s'", operator_texts[op], spelled(p, e));
        return make_error(p, t);
    }
    expression *made = make_expression(p, EXPRESSION_UNARY, t, result);
    made->op = op;
    made->left = e;
    made->lvalue = lvalue;
    note_depth(p, made, e);
    fold_unary(made);
    if (op == OPERATOR_NOT && e->type->kind == TYPE_POINTER) made->has_value = false;
    return made;
}

expression *apply_step(parser *p, const token *t, ast_operator op, expression *e)
{
    if (is_error(e) || !check_modifiable(p, t, e)) return make_error(p, t);
    const bool works = type_is_arithmetic(e->type) || (type_is_vector(e->type) && is_integral(e->type)) ||
                       (e->type->kind == TYPE_POINTER && steps_over(p, t, e));
    if (!works) {
        parse_error(p, t, "'%s' does not work on '%s'%s", operator_texts[op], spelled(p, e),
                    type_is_vector(e->type) ? " (6.3.b): add a vector" : "");
        return make_error(p, t);
    }
    expression *made = make_expression(p, EXPRESSION_STEP, t, type_unqualified(p->a, e->type));
    made->op = op;
    made->left = e;
    note_depth(p, made, e);
    return made;
}

/* The conditional operator */

static const type *pointer_arms(parser *p, const token *t, expression **l, expression **r)
{
    const bool lp = (*l)->type->kind == TYPE_POINTER, rp = (*r)->type->kind == TYPE_POINTER;
    if (lp && (!rp || is_null_constant(*r))) {
        expression *made = as_pointer(p, t, OPERATOR_NONE, *r, (*l)->type);
        if (!made) return NULL;
        *r = made;
        return type_unqualified(p->a, (*l)->type);
    }
    if (!lp || is_null_constant(*l)) {
        expression *made = as_pointer(p, t, OPERATOR_NONE, *l, (*r)->type);
        if (!made) return NULL;
        *l = made;
        return type_unqualified(p->a, (*r)->type);
    }
    const type *a = (*l)->type->base, *b = (*r)->type->base;
    if (!spaces_overlap(type_space(a), type_space(b))) {
        parse_error(p, t, "both sides of '?:' are pointers, but to different address spaces: '%s' and '%s'",
                    spelled(p, *l), spelled(p, *r));
        *l = make_error(p, t);
        return NULL;
    }
    const bool alike = type_equal(a, b, false) || a->kind == TYPE_VOID || b->kind == TYPE_VOID;
    if (!alike)
        parse_warning(p, t, "both sides of '?:' are pointers, but to different types: '%s' and '%s'", spelled(p, *l),
                      spelled(p, *r));
    /* C99 6.5.15 p6: void wins over other types, and all qualifiers of both sides are kept. */
    const address_space space = type_space(b) == SPACE_GENERIC ? SPACE_GENERIC : type_space(a);
    const type *base = b->kind == TYPE_VOID ? b : a;
    base = type_qualify(p->a, base, type_qualifiers(a) | type_qualifiers(b));
    if (!alike) base = type_basic(TYPE_VOID); /* as in clang */
    base = type_in_space(p->a, base, space, space != SPACE_PRIVATE);
    const type *result = type_pointer(p->a, base);
    if (!type_equal((*l)->type, result, false)) *l = make_cast(p, *l, result, CONVERSION_POINTER);
    if (!type_equal((*r)->type, result, false)) *r = make_cast(p, *r, result, CONVERSION_POINTER);
    return result;
}

/* condition ? a : b with a vector condition, 6.3.i */
static const type *vector_arms(parser *p, const token *t, const expression *c, expression **l, expression **r)
{
    if (!is_integral(c->type)) {
        parse_error(p, t, "the condition of '?:' cannot be '%s' (6.3.i): compare it with something", spelled(p, c));
        *l = make_error(p, t);
        return NULL;
    }
    if (!type_is_number((*l)->type) || !type_is_number((*r)->type)) return NULL;
    const type *common;
    if (type_is_vector((*l)->type) || type_is_vector((*r)->type)) {
        common = usual(p, t, l, r);
    } else {
        /* Two scalars are converted to vectors, without integer promotion. */
        const type_kind a = type_element_kind((*l)->type), b = type_element_kind((*r)->type);
        common = type_basic(a > b ? a : b);
        *l = convert_number(p, *l, common);
        *r = convert_number(p, *r, common);
    }
    if (!common || is_error(*l) || is_error(*r)) return NULL;
    if (!type_is_vector(common)) {
        common = type_vector(common->kind, type_width(c->type));
        if (!common) return NULL;
        *l = convert_number(p, *l, common);
        *r = convert_number(p, *r, common);
    }
    if (type_width(common) != type_width(c->type) || type_size(common->base) != type_size(c->type->base)) {
        parse_error(p, t, "the condition '%s' and the result '%s' of '?:' differ in size (6.3.i)", spelled(p, c),
                    type_spell(p->a, common));
        *l = make_error(p, t);
        return NULL;
    }
    return common;
}

expression *apply_conditional(parser *p, const token *t, expression *c, expression *l, expression *r)
{
    c = read_value(p, c);
    l = read_value(p, l);
    r = read_value(p, r);
    if (is_error(c) || is_error(l) || is_error(r)) return make_error(p, t);
    const type *result = NULL;
    if (type_is_vector(c->type)) {
        result = vector_arms(p, t, c, &l, &r);
    } else if (!type_is_scalar(c->type) || type_is_floating(c->type)) {
        parse_error(p, t, "the condition of '?:' cannot be '%s' (6.3.i)%s", spelled(p, c),
                    type_is_floating(c->type) ? ": compare it with something" : "");
        return make_error(p, t);
    } else if (type_is_number(l->type) && type_is_number(r->type)) {
        result = usual(p, t, &l, &r);
    } else if ((l->type->kind == TYPE_POINTER || r->type->kind == TYPE_POINTER) && l->type->kind != TYPE_VOID &&
               r->type->kind != TYPE_VOID) {
        result = pointer_arms(p, t, &l, &r);
    } else if ((l->type->kind == TYPE_VOID || r->type->kind == TYPE_VOID) && !type_is_vector(l->type) &&
               !type_is_vector(r->type)) {
        /* C99 requires both sides to be void; compilers drop the value of the other one. */
        result = type_basic(TYPE_VOID);
        if (l->type->kind != TYPE_VOID) l = make_cast(p, l, result, CONVERSION_VOID);
        if (r->type->kind != TYPE_VOID) r = make_cast(p, r, result, CONVERSION_VOID);
    } else if (type_equal(l->type, r->type, false) && !is_no_operand(l->type) && l->type->kind != TYPE_QUEUE) {
        result = type_unqualified(p->a, l->type);
    }
    if (is_error(l) || is_error(r)) return make_error(p, t);
    if (!result) {
        parse_error(p, t, "the two sides of '?:' have incompatible types: '%s' and '%s'", spelled(p, l), spelled(p, r));
        return make_error(p, t);
    }
    expression *e = make_expression(p, EXPRESSION_CONDITIONAL, t, result);
    e->condition = c;
    e->left = l;
    e->right = r;
    note_depth(p, e, c);
    note_depth(p, e, l);
    note_depth(p, e, r);
    fold_conditional(e);
    return e;
}

/* Members, components and elements */

/* The type of a member or component: it has the qualifiers and address space of the whole object. */
static const type *part_type(parser *p, const type *part, const type *whole)
{
    const unsigned qualifiers = type_qualifiers(part) | (whole->qualifiers & ~(unsigned)QUALIFIER_RESTRICT);
    part = type_qualify(p->a, part, qualifiers);
    return whole->space == SPACE_PRIVATE ? part : type_in_space(p->a, part, whole->space, true);
}

expression *apply_index(parser *p, const token *t, expression *l, expression *r)
{
    if (is_error(l) || is_error(r)) return make_error(p, t);
    const bool vector = type_is_vector(l->type), lvalue = l->lvalue;
    symbol *indexed = root_symbol(l);
    const bool escapes = indexed && indexed->escapes;
    if (!vector) l = read_value(p, l);
    if (indexed) indexed->escapes = escapes;
    r = read_value(p, r);
    if (is_error(l) || is_error(r)) return make_error(p, t);
    if (r->type->kind == TYPE_POINTER && type_is_integer(l->type)) {
        expression *swapped = l;
        l = r;
        r = swapped;
    }
    if (!vector && l->type->kind != TYPE_POINTER) {
        parse_error(p, t, "'[' needs an array or pointer, not '%s'", spelled(p, l));
        return make_error(p, t);
    }
    if (!type_is_integer(r->type)) {
        parse_error(p, t, "an index must be an integer, not '%s'", spelled(p, r));
        return make_error(p, t);
    }
    if (!vector && !type_is_complete(l->type->base)) {
        parse_error(p, t, "'%s' points to an incomplete type", spelled(p, l));
        return make_error(p, t);
    }
    if (vector && r->has_value && r->value.integer >= l->type->count)
        parse_error(p, t, "'%s' has no component [%lld]", spelled(p, l), (long long)r->value.integer);
    r = convert_number(p, r, promoted(p, r->type));
    const type *part = vector ? part_type(p, l->type->base, l->type) : l->type->base;
    expression *e = make_expression(p, EXPRESSION_INDEX, t, part);
    e->left = l;
    e->right = r;
    e->lvalue = vector ? lvalue : true;
    note_depth(p, e, l);
    note_depth(p, e, r);
    return e;
}

/* The components that a name like xyzw, s0f3 or hi selects, 6.1.7. Returns their number; 0: the name is not valid. */
static size_t components(const char *name, size_t length, size_t width, unsigned char indices[16], const char **why)
{
    static const struct {
        const char *name;
        unsigned char first, step;
    } halves[] = {{"lo", 0, 1}, {"hi", 1, 1}, {"even", 0, 2}, {"odd", 1, 2}};
    const size_t rounded = width == 3 ? 4 : width; /* hi and odd of three have an undefined component */
    for (size_t i = 0; i < sizeof halves / sizeof *halves; ++i)
        if (strlen(halves[i].name) == length && memcmp(halves[i].name, name, length) == 0) {
            const size_t count = rounded / 2;
            const size_t first = halves[i].first;
            for (size_t j = 0; j < count; ++j)
                indices[j] = (unsigned char)(halves[i].step == 2 ? j * 2 + first : j + first * count);
            return count;
        }
    static const char letters[] = "xyzwrgba", hexadecimal[] = "0123456789abcdef0123456789ABCDEF";
    const bool numbered = length > 1 && (name[0] == 's' || name[0] == 'S');
    const size_t begin = numbered ? 1 : 0;
    for (size_t i = begin; i < length; ++i) {
        const char *at = strchr(numbered ? hexadecimal : letters, name[i]);
        if (!at || i - begin >= 16) {
            *why = at ? "too many components" : "components are x y z w, s0 to sF, lo, hi, even, odd";
            return 0;
        }
        const size_t index = (size_t)(at - (numbered ? hexadecimal : letters)) % (numbered ? 16 : 4);
        if (!numbered && (at >= letters + 4) != (strchr(letters, name[begin]) >= letters + 4)) {
            *why = "x y z w and r g b a do not mix";
            return 0;
        }
        if (index >= width) {
            *why = "the vector has fewer components";
            return 0;
        }
        indices[i - begin] = (unsigned char)index;
    }
    if (!type_vector(TYPE_INT, length - begin)) {
        *why = "a vector has 2, 3, 4, 8 or 16 components";
        return 0;
    }
    return length - begin;
}

static expression *swizzle(parser *p, expression *e, const token *name)
{
    unsigned char indices[16] = {0};
    const char *why = "";
    const size_t count = components(name->text, name->length, type_width(e->type), indices, &why);
    if (count == 0) {
        parse_error(p, name, "'%s' has no '.%.*s': %s", spelled(p, e), (int)name->length, name->text, why);
        return make_error(p, name);
    }
    const type *t = part_type(p, type_vector(e->type->base->kind, count), e->type);
    expression *made = make_expression(p, EXPRESSION_SWIZZLE, name, t);
    made->left = e;
    made->index_count = count;
    memcpy(made->indices, indices, sizeof indices);
    made->lvalue = e->lvalue;
    note_depth(p, made, e);
    return made;
}

expression *apply_member(parser *p, const token *t, expression *e, const token *name, bool arrow)
{
    if (is_error(e)) return make_error(p, t);
    if (arrow) {
        e = read_value(p, e);
        if (is_error(e)) return e;
        if (e->type->kind != TYPE_POINTER) {
            parse_error(p, t, "'->' needs a pointer, not '%s'%s", spelled(p, e),
                        type_is_aggregate(e->type) || type_is_vector(e->type) ? ": use '.'" : "");
            return make_error(p, t);
        }
        e = apply_unary(p, t, OPERATOR_DEREFERENCE, e);
        if (is_error(e)) return e;
    }
    if (type_is_vector(e->type)) return swizzle(p, e, name);
    if (e->type->kind != TYPE_STRUCT && e->type->kind != TYPE_UNION) {
        parse_error(p, t, "'%s' has no members%s", spelled(p, e),
                    e->type->kind == TYPE_POINTER && (type_is_aggregate(e->type->base) || type_is_vector(e->type->base))
                        ? ": use '->'"
                        : "");
        return make_error(p, t);
    }
    const record *r = e->type->record;
    if (!r->complete) {
        parse_error(p, t, "'%s' is incomplete: its members are not known", spelled(p, e));
        return make_error(p, t);
    }
    size_t offset = 0;
    const field *f = type_field(r, name->text, name->length, &offset);
    if (!f) {
        const char *near = NULL;
        if (parse_suggests(p)) {
            const char **names = arena_array(p->a, r->field_count + 1, sizeof *names);
            for (size_t i = 0; i < r->field_count; ++i) names[i] = r->fields[i].name;
            near = nearest_name(token_text(p->a, name), names, r->field_count);
        }
        parse_error(p, name,
                    near && *near ? "'%s' has no member '%.*s'; did you mean '%s'?" : "'%s' has no member '%.*s'",
                    spelled(p, e), (int)name->length, name->text, near);
        return make_error(p, name);
    }
    expression *made = make_expression(p, EXPRESSION_MEMBER, name, part_type(p, f->type, e->type));
    made->left = e;
    made->field = f;
    made->field_offset = offset;
    made->lvalue = e->lvalue;
    made->is_constant = e->is_constant;
    note_depth(p, made, e);
    return made;
}

/* (float4)(a, b, ...), 6.1.6 */
expression *apply_vector(parser *p, const token *t, const type *to, expression **operands, size_t count)
{
    const type *element = type_element(to);
    size_t width = 0;
    bool failed = false;
    if (to->kind == TYPE_ERROR) return make_error(p, t);
    expression *e = make_expression(p, EXPRESSION_VECTOR, t, type_unqualified(p->a, to));
    e->is_constant = true;
    for (size_t i = 0; i < count; ++i) {
        expression *o = read_value(p, operands[i]);
        if (is_error(o)) {
            failed = true;
            continue;
        }
        if (!type_is_number(o->type)) {
            parse_error(p, o->token, "'%s' cannot be a component of '%s'", spelled(p, o), type_spell(p->a, e->type));
            failed = true;
            continue;
        }
        width += type_width(o->type);
        if (!type_is_vector(o->type)) {
            o = convert_number(p, o, element);
        } else if (o->type->base->kind != element->kind) {
            parse_error(p, o->token, "the components of '%s' are not those of '%s': use convert_%s%zu()", spelled(p, o),
                        type_spell(p->a, e->type), type_spell(p->a, element), type_width(o->type));
            failed = true;
        }
        operands[i] = o;
        e->is_constant &= o->is_constant;
        note_depth(p, e, o);
    }
    if (failed) return make_error(p, t);
    if (width != to->count) {
        parse_error(p, t, "'%s' is made from %zu components here", type_spell(p->a, e->type), width);
        return make_error(p, t);
    }
    e->operands = operands;
    e->operand_count = count;
    return e;
}
