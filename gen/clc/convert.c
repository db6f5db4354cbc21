/* Conversions: implicit ones, casts, and how well a value fits a type.
 * C99 6.3, 6.5.16.1; OpenCL C 1.2 6.2. Knows types and nodes; must not know the grammar.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include <string.h>

expression *make_expression(parser *p, expression_kind kind, const token *t, const type *type)
{
    expression *e = ARENA_NEW(p->a, expression);
    e->kind = kind;
    e->token = t;
    e->type = type;
    return e;
}

expression *make_error(parser *p, const token *t)
{
    p->failed = true;
    return make_expression(p, EXPRESSION_ERROR, t, type_basic(TYPE_ERROR));
}

expression *make_integer(parser *p, const token *t, const type *type, uint64_t value)
{
    expression *e = make_expression(p, EXPRESSION_CONSTANT, t, type);
    e->is_constant = e->has_value = true;
    e->value.integer = fold_integer(type, value);
    return e;
}

void note_depth(parser *p, expression *e, const expression *child)
{
    if (!child || child->depth < e->depth) return;
    e->depth = (unsigned short)(child->depth + 1);
    if (e->depth > AST_DEPTH) {
        e->depth = AST_DEPTH;
        parse_syntax_error(p, e->token, "this expression nests deeper than %d", (int)AST_DEPTH);
    }
}

expression *make_cast(parser *p, expression *e, const type *to, conversion how)
{
    expression *cast = make_expression(p, EXPRESSION_CAST, e->token, to);
    cast->left = e;
    cast->conversion = how;
    cast->implicit = true;
    note_depth(p, cast, e);
    fold_cast(cast);
    return cast;
}

symbol *root_symbol(const expression *e)
{
    for (;;) {
        switch (e->kind) {
        case EXPRESSION_SYMBOL: return e->symbol;
        case EXPRESSION_MEMBER:
        case EXPRESSION_SWIZZLE: e = e->left; break;
        case EXPRESSION_INDEX:
            e = e->left;
            if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_DECAY) e = e->left;
            else if (!type_is_vector(e->type)) return NULL;
            break;
        default: return NULL;
        }
    }
}

expression *read_value(parser *p, expression *e)
{
    if (is_error(e)) return e;
    if (e->type->kind == TYPE_FUNCTION) {
        parse_error(p, e->token, "the function '%s' is not a value: OpenCL C has no pointers to functions",
                    e->symbol->name);
        return make_error(p, e->token);
    }
    if (e->type->kind == TYPE_ARRAY) {
        symbol *s = root_symbol(e);
        if (s) s->address_taken = s->escapes = true;
        return make_cast(p, e, type_pointer(p->a, e->type->base), CONVERSION_DECAY);
    }
    if (e->lvalue && e->type->kind == TYPE_HALF && !p->unevaluated && !parse_half(p)) {
        parse_error(p, e->token, "a half can only be read by vload_half: cl_khr_fp16 is not enabled");
        return make_error(p, e->token);
    }
    if (type_element_kind(e->type) == TYPE_HALF) parse_note_half(p); /* vectors of halves need no pragma */
    return e;
}

bool is_null_constant(const expression *e)
{
    if (e->kind == EXPRESSION_CAST && type_is_void_pointer(e->type) &&
        (type_space(e->type->base) == SPACE_PRIVATE || type_space(e->type->base) == SPACE_GENERIC))
        return e->left->is_constant && e->left->has_value && type_is_integer(e->left->type) &&
               e->left->value.integer == 0;
    return e->is_constant && e->has_value && type_is_integer(e->type) && e->value.integer == 0;
}

/* Integer promotion, C99 6.3.1.1 p2. */
const type *promoted(const parser *p, const type *t)
{
    (void)p;
    if (t->kind == TYPE_ENUM) return type_basic(type_element_kind(t));
    if (t->kind >= TYPE_BOOL && t->kind < TYPE_INT) return type_basic(TYPE_INT);
    return t;
}

expression *convert_number(parser *p, expression *e, const type *to)
{
    if (is_error(e) || to->kind == TYPE_ERROR || type_equal(e->type, to, false)) return e;
    /* An enum is converted to int, also if its own type is uint. */
    if (e->type->kind == TYPE_ENUM && !e->type->record->is_signed && (type_is_floating(to) || type_size(to) > 4) &&
        !type_is_vector(to))
        e = make_cast(p, e, type_basic(TYPE_UINT), CONVERSION_NUMBER);
    if (type_is_vector(to) && !type_is_vector(e->type)) {
        e = convert_number(p, e, type_element(to));
        return make_cast(p, e, type_unqualified(p->a, to), CONVERSION_SPLAT);
    }
    const conversion how = to->kind == TYPE_BOOL ? CONVERSION_BOOLEAN : CONVERSION_NUMBER;
    return make_cast(p, e, type_unqualified(p->a, to), how);
}

/* Conversions of address spaces that need no cast: OpenCL C 1.2 6.5; 2.0 6.5.5. */
static bool space_fits(address_space from, address_space to)
{
    return from == to || (to == SPACE_GENERIC && from != SPACE_CONSTANT);
}

static fit pointer_fit(const type *from, const type *to)
{
    const type *a = from->base, *b = to->base;
    if (a->kind == TYPE_ERROR || b->kind == TYPE_ERROR) return FIT_EXACT;
    if (!space_fits(type_space(a), type_space(b))) return FIT_NONE;
    const unsigned from_q = type_qualifiers(a) & ~(unsigned)QUALIFIER_RESTRICT;
    const unsigned to_q = type_qualifiers(b) & ~(unsigned)QUALIFIER_RESTRICT;
    const fit poor = type_space(a) == type_space(b) ? FIT_POOR : FIT_POORER;
    if (from_q & ~to_q) return poor;
    if (!type_equal(a, b, false)) {
        /* All further levels of the pointee must be equal, also in their address spaces. Only void accepts every
         * type. */
        if (a->kind == TYPE_VOID || b->kind == TYPE_VOID) return FIT_CONVERSION;
        for (; a->kind == TYPE_POINTER && b->kind == TYPE_POINTER; a = a->base, b = b->base)
            if (type_space(a->base) != type_space(b->base)) return FIT_NONE;
        return poor;
    }
    /* The pointer's own address space is nearer than the generic one, whatever qualifiers are gained on the way. */
    if (type_space(a) != type_space(b)) return FIT_CONVERSION;
    return from_q == to_q ? FIT_EXACT : FIT_QUALIFICATION;
}

static fit number_fit(const type *from, const type *to)
{
    if (from->kind == to->kind) return FIT_EXACT;
    if (from->kind == TYPE_ENUM && to->kind == type_element_kind(from)) return FIT_PROMOTION;
    if (to->kind == TYPE_INT && from->kind >= TYPE_BOOL && from->kind < TYPE_INT) return FIT_PROMOTION;
    if (from->kind == TYPE_FLOAT && to->kind == TYPE_DOUBLE) return FIT_PROMOTION;
    return FIT_CONVERSION;
}

fit convert_fit(const parser *p, const expression *e, const type *to)
{
    const type *from = e->type;
    if (from->kind == TYPE_ERROR || to->kind == TYPE_ERROR) return FIT_EXACT;
    /* An atomic object can be read as a whole. It is set only by functions, or by an initialiser at program scope. */
    if (from->kind == TYPE_ATOMIC && type_is_arithmetic(to)) return number_fit(from->base, to);
    if (to->kind == TYPE_ATOMIC && type_is_arithmetic(from) && !p->body.function) return FIT_CONVERSION;
    if (type_is_arithmetic(from) && type_is_arithmetic(to)) return number_fit(from, to);
    if (type_is_vector(to)) {
        if (type_is_vector(from)) return type_equal(from, to, false) ? FIT_EXACT : FIT_NONE;
        return type_is_arithmetic(from) ? FIT_SPLAT : FIT_NONE;
    }
    if (to->kind == TYPE_POINTER) {
        if (is_null_constant(e)) return FIT_CONVERSION;
        if (from->kind == TYPE_POINTER) return pointer_fit(from, to);
        return type_is_integer(from) ? FIT_POOR : FIT_NONE;
    }
    if (from->kind == TYPE_POINTER) {
        if (to->kind == TYPE_BOOL) return FIT_CONVERSION;
        return type_is_integer(to) ? FIT_POOR : FIT_NONE;
    }
    if ((to->kind == TYPE_EVENT || to->kind == TYPE_QUEUE) && is_null_constant(e)) return FIT_CONVERSION;
    if (to->kind == TYPE_SAMPLER && type_is_integer(from) && e->has_value) return FIT_CONVERSION;
    if (to->kind == TYPE_IMAGE && from->kind == TYPE_IMAGE && to->image == from->image)
        return to->access == from->access || to->access == ACCESS_NONE ? FIT_EXACT : FIT_NONE;
    return type_equal(from, to, false) ? FIT_EXACT : FIT_NONE;
}

static void explain_misfit(parser *p, const expression *e, const type *to, const char *what)
{
    const type *from = e->type;
    const char *a = type_spell(p->a, type_unqualified(p->a, from)), *b = type_spell(p->a, type_unqualified(p->a, to));
    if (to->kind == TYPE_ATOMIC && type_is_arithmetic(from))
        parse_error(p, e->token, "'%s' cannot become '%s' %s: use atomic_init() or atomic_store()", a, b, what);
    else if (from->kind == TYPE_POINTER && to->kind == TYPE_POINTER &&
             !space_fits(type_space(from->base), type_space(to->base)))
        parse_error(p, e->token, "cannot convert '%s' to '%s' %s: they point to different address spaces", a, b, what);
    else if (type_is_vector(from) && type_is_vector(to) && type_width(from) == type_width(to))
        parse_error(p, e->token, "cannot convert '%s' to '%s' %s: use convert_%s() or as_%s()", a, b, what, b, b);
    else if (from->kind == TYPE_IMAGE && to->kind == TYPE_IMAGE && from->image == to->image)
        parse_error(p, e->token, "cannot use a '%s' %s: it must be '%s'", a, what, b);
    else parse_error(p, e->token, "cannot convert '%s' to '%s' %s", a, b, what);
}

static void warn_poor(parser *p, const expression *e, const type *to, const char *what)
{
    const char *a = type_spell(p->a, type_unqualified(p->a, e->type));
    const char *b = type_spell(p->a, type_unqualified(p->a, to));
    if (e->type->kind == TYPE_POINTER && to->kind == TYPE_POINTER && type_equal(e->type->base, to->base, false))
        parse_warning(p, e->token, "'%s' becomes '%s' %s: this drops a qualifier", a, b, what);
    else parse_warning(p, e->token, "'%s' becomes '%s' %s without a cast", a, b, what);
}

expression *convert_to(parser *p, expression *e, const type *to, const char *what)
{
    e = read_value(p, e);
    if (is_error(e) || to->kind == TYPE_ERROR) return e;
    const type *target = type_unqualified(p->a, to);
    const fit how = convert_fit(p, e, to);
    if (how == FIT_NONE) {
        explain_misfit(p, e, to, what);
        return make_error(p, e->token);
    }
    if (how <= FIT_POOR) warn_poor(p, e, to, what);
    if (type_is_number(to) && type_is_number(e->type)) return convert_number(p, e, to);
    if (e->type->kind == TYPE_ATOMIC && type_is_arithmetic(to))
        return convert_number(p, make_cast(p, e, e->type->base, CONVERSION_NUMBER), to);
    if (to->kind == TYPE_ATOMIC && e->type->kind != TYPE_ATOMIC)
        return make_cast(p, convert_number(p, e, to->base), target, CONVERSION_NONE);
    if (to->kind == TYPE_POINTER) {
        if (type_equal(e->type, target, false)) return e;
        if (is_null_constant(e)) return make_cast(p, e, target, CONVERSION_NULL);
        return make_cast(p, e, target, e->type->kind == TYPE_POINTER ? CONVERSION_POINTER : CONVERSION_INTEGER_POINTER);
    }
    if (e->type->kind == TYPE_POINTER)
        return make_cast(p, e, target, to->kind == TYPE_BOOL ? CONVERSION_BOOLEAN : CONVERSION_INTEGER_POINTER);
    if (type_is_handle(to) && e->type->kind != to->kind) return make_cast(p, e, target, CONVERSION_NULL);
    if (to->kind == TYPE_SAMPLER && e->type->kind != TYPE_SAMPLER) return make_cast(p, e, target, CONVERSION_SAMPLER);
    return e;
}

expression *convert_condition(parser *p, expression *e, const char *what)
{
    e = read_value(p, e);
    if (e->type->kind == TYPE_ATOMIC) e = make_cast(p, e, e->type->base, CONVERSION_NUMBER);
    if (!is_error(e) && !type_is_scalar(e->type)) {
        parse_error(p, e->token, "%s must be a scalar, not '%s'%s", what, type_spell(p->a, e->type),
                    type_is_vector(e->type) ? ": use any() or all()" : "");
        return make_error(p, e->token);
    }
    return e;
}

static expression *cast_to_pointer(parser *p, expression *e, const type *to)
{
    const type *from = e->type;
    if (is_null_constant(e)) return make_cast(p, e, to, CONVERSION_NULL);
    if (type_is_integer(from)) return make_cast(p, e, to, CONVERSION_INTEGER_POINTER);
    if (from->kind != TYPE_POINTER) return NULL;
    const address_space a = type_space(from->base), b = type_space(to->base);
    if (a != b && !space_fits(a, b) && !(a == SPACE_GENERIC && b != SPACE_CONSTANT)) {
        parse_error(p, e->token, "a cast cannot change the address space: '%s' to '%s' (6.5)", type_spell(p->a, from),
                    type_spell(p->a, to));
        return make_error(p, e->token);
    }
    return make_cast(p, e, to, type_equal(from, to, false) ? CONVERSION_NONE : CONVERSION_POINTER);
}

/* cast-expression, C99 6.5.4; OpenCL C 1.2 6.2.2 */
expression *convert_explicitly(parser *p, const token *t, expression *e, const type *to)
{
    if (to->kind == TYPE_VOID) {
        expression *dropped = is_error(e) ? e : make_cast(p, e, to, CONVERSION_VOID);
        dropped->implicit = false;
        return dropped;
    }
    e = read_value(p, e);
    if (is_error(e) || to->kind == TYPE_ERROR) return make_error(p, t);
    const type *target = type_unqualified(p->a, to), *from = e->type;
    expression *cast = NULL;
    if (type_is_vector(to) ? type_is_arithmetic(from) : type_is_arithmetic(to) && type_is_arithmetic(from)) {
        if (type_element_kind(to) == TYPE_HALF && !parse_half(p)) {
            parse_error(p, t, "a cast to '%s': cl_khr_fp16 is not enabled", type_spell(p->a, to));
            return make_error(p, t);
        }
        cast = convert_number(p, e, target);
        if (cast == e) cast = make_cast(p, e, target, CONVERSION_NONE);
    } else if (to->kind == TYPE_POINTER) {
        cast = cast_to_pointer(p, e, target);
    } else if (from->kind == TYPE_POINTER && type_is_integer(to)) {
        cast = make_cast(p, e, target, to->kind == TYPE_BOOL ? CONVERSION_BOOLEAN : CONVERSION_INTEGER_POINTER);
    } else if ((type_is_vector(to) || to->kind == TYPE_EVENT) && type_equal(from, to, false)) {
        cast = make_cast(p, e, target, CONVERSION_NONE);
    } else if ((to->kind == TYPE_EVENT || to->kind == TYPE_QUEUE) && is_null_constant(e) && type_is_integer(from)) {
        cast = make_cast(p, e, target, CONVERSION_NULL);
    }
    if (!cast) {
        const char *a = type_spell(p->a, type_unqualified(p->a, from)), *b = type_spell(p->a, target);
        if (type_is_vector(from) && type_is_vector(to))
            parse_error(p, t, "a cast between vectors, '%s' to '%s': use convert_%s() or as_%s() (6.2.2)", a, b, b, b);
        else parse_error(p, t, "'%s' cannot be cast to '%s'", a, b);
        return make_error(p, t);
    }
    if (!is_error(cast)) {
        cast->implicit = false;
        cast->token = t;
    }
    return cast;
}
