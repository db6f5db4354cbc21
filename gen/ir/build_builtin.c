/* Calls of built-in functions. Simple functions become a few operators; others are CALLs on scalars, one for each
 * component. OpenCL C 1.2, 6.12. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <float.h>
#include <math.h>
#include <string.h>

static bool is(const expression *e, const char *name)
{
    return strcmp(e->builtin->name, name) == 0;
}

ir_value *build_function(builder *b, const char *name, ir_type t, const token *where, size_t count,
                         ir_value *const *operands)
{
    ir_value *v = ir_make(b->f, IR_CALL, t, where, count);
    for (size_t i = 0; i < count; ++i) v->operands[i] = operands[i];
    v->name = name;
    ir_append(b->f, b->block, v);
    return v;
}

static ir_value *call(builder *b, const char *name, ir_type t, const token *where, size_t count,
                      ir_value *const *operands)
{
    return build_function(b, name, t, where, count, operands);
}

static ir_value *call1(builder *b, const char *name, ir_value *x, const token *where)
{
    return call(b, name, x->type, where, 1, &x);
}

static ir_value *call2(builder *b, const char *name, ir_value *x, ir_value *y, const token *where)
{
    ir_value *both[] = {x, y};
    return call(b, name, x->type, where, 2, both);
}

/* ---- work-item queries ---- */

static ir_value *build_query(builder *b, const expression *e, ir_query query, uint64_t dimension)
{
    if (dimension > 2) {
        const bool sizes =
            query == IR_GLOBAL_SIZE || query == IR_LOCAL_SIZE || query == IR_GROUPS || query == IR_ENQUEUED_LOCAL_SIZE;
        return build_constant(b, IR_U64, sizes);
    }
    ir_value *v = ir_add(b->f, b->block, IR_QUERY, IR_U64, e->token, 0);
    v->query = query;
    v->index = (unsigned)dimension;
    return v;
}

/* OpenCL C 2.0, 6.13.1. Ids count from the range's offset. */
static components linear_id(builder *b, const expression *e)
{
    const bool global = is(e, "get_global_linear_id");
    ir_value *sum = NULL;
    for (uint64_t d = 3; d-- > 0;) {
        ir_value *value = build_query(b, e, global ? IR_GLOBAL_ID : IR_LOCAL_ID, d);
        if (global) value = build_binary(b, IR_SUBTRACT, value, build_query(b, e, IR_GLOBAL_OFFSET, d), e->token);
        if (sum)
            sum = build_binary(b, IR_MULTIPLY, sum, build_query(b, e, global ? IR_GLOBAL_SIZE : IR_LOCAL_SIZE, d),
                               e->token);
        sum = sum ? build_binary(b, IR_ADD, sum, value, e->token) : value;
    }
    return (components){{build_convert(b, build_scalar(e->type), sum, e->token)}, 1};
}

static components build_work_item(builder *b, const expression *e)
{
    static const char *const names[] = {
#define X(name, text) text,
        IR_QUERIES(X)
#undef X
    };
    if (is(e, "get_global_linear_id") || is(e, "get_local_linear_id")) return linear_id(b, e);
    unsigned query = 0;
    while (query < IR_QUERY_COUNT && !is(e, names[query])) ++query;
    if (query == IR_QUERY_COUNT)
        return build_refuse(b, e->token, arena_printf(b->f->arena, "the work-item function '%s'", e->builtin->name));
    const ir_type t = build_scalar(e->type);
    if (!e->operand_count)
        return (components){{build_convert(b, t, build_query(b, e, (ir_query)query, 0), e->token)}, 1};
    const expression *d = e->operands[0];
    while (d->kind == EXPRESSION_CAST && !d->has_value) d = d->left;
    if (d->has_value)
        return (components){{build_convert(b, t, build_query(b, e, (ir_query)query, d->value.integer), e->token)}, 1};
    ir_value *made = build_number(b, e->operands[0]), *v = build_query(b, e, (ir_query)query, 3);
    for (uint64_t i = 0; i < 3; ++i) {
        ir_value *meant = build_binary(b, IR_EQUAL, made, build_constant(b, made->type, i), e->token);
        v = build_select(b, meant, build_query(b, e, (ir_query)query, i), v, e->token);
    }
    return (components){{build_convert(b, t, v, e->token)}, 1};
}

/* ---- scalar functions ---- */

static ir_value *infinity(builder *b, ir_type t)
{
    return build_real(b, t, (double)INFINITY);
}
static ir_value *either(builder *b, ir_value *x, ir_value *y, const token *w)
{
    return build_binary(b, IR_OR, x, y, w);
}
static ir_value *unordered(builder *b, ir_value *x, const token *w)
{
    return build_binary(b, IR_UNEQUAL, x, x, w);
}

static ir_value *as_signed(builder *b, ir_value *v, const token *where)
{
    static const ir_type to[IR_TYPES] = {[IR_U8] = IR_I8,   [IR_U16] = IR_I16, [IR_U32] = IR_I32, [IR_U64] = IR_I64,
                                         [IR_F16] = IR_I16, [IR_F32] = IR_I32, [IR_F64] = IR_I64};
    return to[v->type] ? ir_add(b->f, b->block, IR_REINTERPRET, to[v->type], where, 1, v) : v;
}

static ir_value *top_bit(builder *b, ir_value *v, const token *where)
{
    ir_value *s = build_flagged(v);
    if (s) return s;
    s = as_signed(b, v, where);
    return build_binary(b, IR_LESS, s, build_constant(b, s->type, 0), where);
}

/* The least normal number of an operand's type, in which the function is computed or, of halves, in float. */
static double least_normal(const expression *e)
{
    switch (type_element_kind(e->operands[0]->type)) {
    case TYPE_HALF: return 0x1p-14;
    case TYPE_FLOAT: return (double)FLT_MIN;
    default: return DBL_MIN;
    }
}

/* 6.12.6: a relational function as a predicate; NULL: it is none. */
static ir_value *relation(builder *b, const expression *e, ir_value *const *x)
{
    const token *w = e->token;
    const ir_type t = x[0]->type;
    if (is(e, "isequal")) return build_binary(b, IR_EQUAL, x[0], x[1], w);
    if (is(e, "isnotequal")) return build_binary(b, IR_UNEQUAL, x[0], x[1], w);
    if (is(e, "isgreater")) return build_binary(b, IR_LESS, x[1], x[0], w);
    if (is(e, "isgreaterequal")) return build_binary(b, IR_LESS_EQUAL, x[1], x[0], w);
    if (is(e, "isless")) return build_binary(b, IR_LESS, x[0], x[1], w);
    if (is(e, "islessequal")) return build_binary(b, IR_LESS_EQUAL, x[0], x[1], w);
    if (is(e, "islessgreater")) {
        ir_value *less = build_binary(b, IR_LESS, x[0], x[1], w), *greater = build_binary(b, IR_LESS, x[1], x[0], w);
        return build_binary(b, IR_OR, less, greater, w);
    }
    if (is(e, "isnan")) return unordered(b, x[0], w);
    if (is(e, "isunordered")) {
        ir_value *left = unordered(b, x[0], w), *right = unordered(b, x[1], w);
        return build_binary(b, IR_OR, left, right, w);
    }
    if (is(e, "isordered")) {
        ir_value *left = build_binary(b, IR_EQUAL, x[0], x[0], w), *right = build_binary(b, IR_EQUAL, x[1], x[1], w);
        return build_binary(b, IR_AND, left, right, w);
    }
    if (is(e, "isinf") || is(e, "isfinite")) {
        ir_value *size = call1(b, "fabs", x[0], w);
        return build_binary(b, is(e, "isinf") ? IR_EQUAL : IR_LESS, size, infinity(b, t), w);
    }
    if (is(e, "isnormal")) {
        ir_value *size = call1(b, "fabs", x[0], w);
        ir_value *least = build_real(b, t, least_normal(e));
        ir_value *above = build_binary(b, IR_LESS_EQUAL, least, size, w);
        ir_value *below = build_binary(b, IR_LESS, size, infinity(b, t), w);
        return build_binary(b, IR_AND, above, below, w);
    }
    return NULL;
}

/* x between low and high. */
static ir_value *clamped(builder *b, ir_value *x, ir_value *low, ir_value *high, const token *w)
{
    const bool real = ir_is_floating(x->type);
    return call2(b, real ? "fmin" : "min", call2(b, real ? "fmax" : "max", x, low, w), high, w);
}

/* Saturated sums and differences of 32 and 64 bits. */
ir_value *build_saturated(builder *b, bool subtracts, ir_value *x, ir_value *y, const token *w)
{
    const ir_type t = x->type, wrapping = t == IR_I32 ? IR_U32 : t == IR_I64 ? IR_U64 : t;
    /* In unsigned numbers, since a signed overflow is undefined in C. */
    ir_value *left = build_convert(b, wrapping, x, w), *right = build_convert(b, wrapping, y, w);
    ir_value *sum = build_convert(b, t, build_binary(b, subtracts ? IR_SUBTRACT : IR_ADD, left, right, w), w);
    ir_value *zero = build_constant(b, t, 0);
    if (!ir_is_signed(t)) {
        if (subtracts) return build_select(b, build_binary(b, IR_LESS, x, y, w), zero, sum, w);
        ir_value *over = build_binary(b, IR_LESS, sum, x, w);
        return build_select(b, over, build_constant(b, t, t == IR_U32 ? UINT32_MAX : UINT64_MAX), sum, w);
    }
    /* It overflows if the signs of the operands differ (difference) or agree (sum), and that of the result differs
     * from that of x. */
    ir_value *signs = build_binary(b, IR_XOR, x, y, w);
    if (!subtracts) signs = ir_add(b->f, b->block, IR_NOT, t, w, 1, signs);
    ir_value *over = build_binary(b, IR_AND, signs, build_binary(b, IR_XOR, x, sum, w), w);
    const uint64_t least = t == IR_I32 ? (uint64_t)INT32_MIN : (uint64_t)INT64_MIN;
    ir_value *below = build_binary(b, IR_LESS, x, zero, w);
    ir_value *lowest = build_constant(b, t, least), *highest = build_constant(b, t, ~least);
    ir_value *edge = build_select(b, below, lowest, highest, w);
    return build_select(b, build_binary(b, IR_LESS, over, zero, w), edge, sum, w);
}

/* Functions of bytes and shorts that are computed in 32 bits; NULL: it is none. */
static ir_value *narrow_function(builder *b, const expression *e, ir_value *const *x)
{
    const token *w = e->token;
    const ir_type t = x[0]->type;
    const bool adds = is(e, "add_sat"), subtracts = is(e, "sub_sat"), halves = is(e, "hadd") || is(e, "rhadd"),
               high = is(e, "mul_hi");
    if (!adds && !subtracts && !halves && !high) return NULL;
    const unsigned bits = (unsigned)ir_size(t) * 8;
    /* A product of two ushorts needs all 32 bits. */
    const ir_type wide = high && !ir_is_signed(t) ? IR_U32 : IR_I32;
    ir_value *left = build_convert(b, wide, x[0], w), *right = build_convert(b, wide, x[1], w);
    ir_value *value = build_binary(b, high ? IR_MULTIPLY : subtracts ? IR_SUBTRACT : IR_ADD, left, right, w);
    if (high) return build_convert(b, t, build_binary(b, IR_RIGHT, value, build_constant(b, wide, bits), w), w);
    if (halves) {
        if (is(e, "rhadd")) value = build_binary(b, IR_ADD, value, build_constant(b, IR_I32, 1), w);
        return build_convert(b, t, build_binary(b, IR_RIGHT, value, build_constant(b, IR_I32, 1), w), w);
    }
    const uint64_t most = ir_is_signed(t) ? (UINT64_C(1) << (bits - 1)) - 1 : (UINT64_C(1) << bits) - 1;
    value = call2(b, "min", value, build_constant(b, IR_I32, most), w);
    value = call2(b, "max", value, build_constant(b, IR_I32, ir_is_signed(t) ? ~most : 0), w);
    return build_convert(b, t, value, w);
}

/* Functions of integers that are a few operators; NULL: it is none. */
static ir_value *integer_operators(builder *b, const expression *e, ir_value *const *x)
{
    const token *w = e->token;
    const ir_type t = x[0]->type;
    if (is(e, "abs_diff")) {
        ir_value *less = build_binary(b, IR_LESS, x[0], x[1], w);
        const ir_type u = build_scalar(e->type);
        ir_value *left = build_convert(b, u, x[0], w), *right = build_convert(b, u, x[1], w);
        ir_value *up = build_binary(b, IR_SUBTRACT, right, left, w),
                 *down = build_binary(b, IR_SUBTRACT, left, right, w);
        return build_select(b, less, up, down, w);
    }
    if (is(e, "abs")) {
        const ir_type u = build_scalar(e->type);
        ir_value *value = build_convert(b, u, x[0], w);
        if (!ir_is_signed(t)) return value;
        ir_value *below = build_binary(b, IR_LESS, x[0], build_constant(b, t, 0), w);
        ir_value *negated = build_binary(b, IR_SUBTRACT, build_constant(b, u, 0), value, w);
        return build_select(b, below, negated, value, w);
    }
    if (ir_is_integer(t) && ir_size(t) < 4 && e->operand_count > 1) {
        ir_value *value = narrow_function(b, e, x);
        if (value) return value;
    }
    if (ir_is_integer(t) && (is(e, "popcount") || is(e, "clz")) && ir_size(t) <= 4) {
        static const ir_type widths[] = {[1] = IR_U8, [2] = IR_U16, [4] = IR_U32};
        ir_value *value = build_convert(b, IR_U32, build_convert(b, widths[ir_size(t)], x[0], w), w);
        if (is(e, "popcount")) return build_convert(b, t, call1(b, "popcount", value, w), w);
        value = call1(b, "clz", value, w);
        /* The bits above the type are zero. */
        if (ir_size(t) < 4)
            value = build_binary(b, IR_SUBTRACT, value, build_constant(b, IR_U32, 32 - ir_size(t) * 8), w);
        return build_convert(b, t, value, w);
    }
    if (is(e, "hadd") || is(e, "rhadd")) { /* of 32 and 64 bits; the sum may not fit */
        ir_value *one = build_constant(b, t, 1);
        ir_value *left = build_binary(b, IR_RIGHT, x[0], one, w), *right = build_binary(b, IR_RIGHT, x[1], one, w);
        ir_value *halves = build_binary(b, IR_ADD, left, right, w);
        ir_value *both = build_binary(b, is(e, "hadd") ? IR_AND : IR_OR, x[0], x[1], w);
        return build_binary(b, IR_ADD, halves, build_binary(b, IR_AND, both, one, w), w);
    }
    if (is(e, "add_sat") || is(e, "sub_sat")) return build_saturated(b, is(e, "sub_sat"), x[0], x[1], w);
    if (is(e, "upsample")) {
        const ir_type wide = build_scalar(e->type);
        ir_value *high = build_convert(b, wide, x[0], w), *low = build_convert(b, wide, x[1], w);
        ir_value *moved = build_binary(b, IR_LEFT, high, build_constant(b, wide, ir_size(x[1]->type) * 8), w);
        return build_binary(b, IR_OR, moved, low, w);
    }
    return NULL;
}

/* Functions that are a few operators, as in clbundle/native/common.h; NULL: it is none. */
static ir_value *operators(builder *b, const expression *e, ir_value *const *x)
{
    const token *w = e->token;
    const ir_type t = x[0]->type;
    if (is(e, "mad") || is(e, "mad24"))
        return build_sum(b, IR_ADD, build_binary(b, IR_MULTIPLY, x[0], x[1], w), x[2], w);
    if (is(e, "mul24")) return build_binary(b, IR_MULTIPLY, x[0], x[1], w);
    if (is(e, "mix")) {
        ir_value *way = build_binary(b, IR_SUBTRACT, x[1], x[0], w);
        return build_binary(b, IR_ADD, x[0], build_binary(b, IR_MULTIPLY, way, x[2], w), w);
    }
    if (is(e, "clamp")) return clamped(b, x[0], x[1], x[2], w);
    if (is(e, "degrees") || is(e, "radians"))
        return build_binary(b, IR_MULTIPLY,
                            build_real(b, t, is(e, "degrees") ? 57.295779513082320877 : 0.017453292519943295769), x[0],
                            w);
    if (is(e, "step")) {
        ir_value *less = build_binary(b, IR_LESS, x[1], x[0], w);
        ir_value *zero = build_real(b, t, 0), *one = build_real(b, t, 1);
        return build_select(b, less, zero, one, w);
    }
    if (is(e, "smoothstep")) {
        ir_value *way = build_binary(b, IR_SUBTRACT, x[2], x[0], w),
                 *whole = build_binary(b, IR_SUBTRACT, x[1], x[0], w);
        ir_value *share = build_binary(b, IR_DIVIDE, way, whole, w);
        ir_value *zero = build_real(b, t, 0), *one = build_real(b, t, 1);
        ir_value *s = clamped(b, share, zero, one, w);
        ir_value *three = build_real(b, t, 3), *twice = build_binary(b, IR_MULTIPLY, build_real(b, t, 2), s, w);
        ir_value *rest = build_binary(b, IR_SUBTRACT, three, twice, w);
        return build_binary(b, IR_MULTIPLY, build_binary(b, IR_MULTIPLY, s, s, w), rest, w);
    }
    if (is(e, "native_divide") || is(e, "half_divide")) return build_binary(b, IR_DIVIDE, x[0], x[1], w);
    if (is(e, "native_recip") || is(e, "half_recip")) return build_binary(b, IR_DIVIDE, build_real(b, t, 1), x[0], w);
    if (is(e, "native_sqrt") || is(e, "half_sqrt")) return call1(b, "sqrt", x[0], w);
    if (is(e, "native_rsqrt") || is(e, "half_rsqrt")) {
        ir_value *root = call1(b, "sqrt", x[0], w);
        return build_binary(b, IR_DIVIDE, build_real(b, t, 1), root, w);
    }
    return integer_operators(b, e, x);
}

/* ---- geometry ---- */

static ir_value *dot(builder *b, const components *x, const components *y, const token *w)
{
    ir_value *sum = build_binary(b, IR_MULTIPLY, x->v[0], y->v[0], w);
    for (size_t i = 1; i < x->count; ++i)
        sum = build_binary(b, IR_ADD, sum, build_binary(b, IR_MULTIPLY, x->v[i], y->v[i], w), w);
    return sum;
}

/* Of floats, computed in double, so that no square overflows. */
static ir_value *length(builder *b, const components *x, const token *w)
{
    components wide = *x;
    for (size_t i = 0; i < x->count; ++i) wide.v[i] = build_convert(b, IR_F64, x->v[i], w);
    return build_convert(b, IR_F32, call1(b, "sqrt", dot(b, &wide, &wide, w), w), w);
}

static ir_value *any_infinite(builder *b, const components *x, const token *w)
{
    ir_value *any = NULL;
    for (size_t i = 0; i < x->count; ++i) {
        ir_value *size = call1(b, "fabs", x->v[i], w);
        ir_value *value = build_binary(b, IR_EQUAL, size, infinity(b, size->type), w);
        any = any ? either(b, any, value, w) : value;
    }
    return any;
}

/* 6.12.5: infinite components count as 1, then others as 0; zeros and NaNs stay. */
static components normalized(builder *b, const components *x, const token *w)
{
    components p = *x;
    ir_value *infinite = any_infinite(b, x, w), *none = NULL;
    for (size_t i = 0; i < p.count; ++i) {
        ir_value *value = unordered(b, x->v[i], w), *one = build_real(b, IR_F32, 1), *zero = build_real(b, IR_F32, 0);
        none = none ? either(b, none, value, w) : value;
        ir_value *size = call1(b, "fabs", x->v[i], w);
        ir_value *is_infinite = build_binary(b, IR_EQUAL, size, infinity(b, IR_F32), w);
        ir_value *counted = build_select(b, is_infinite, one, zero, w);
        p.v[i] = build_select(b, infinite, call2(b, "copysign", counted, x->v[i], w), x->v[i], w);
        p.v[i] = build_convert(b, IR_F64, p.v[i], w);
    }
    ir_value *sum = dot(b, &p, &p, w), *root = call1(b, "sqrt", sum, w);
    ir_value *zero = build_binary(b, IR_EQUAL, sum, build_real(b, IR_F64, 0), w);
    for (size_t i = 0; i < p.count; ++i) {
        ir_value *value = build_convert(b, IR_F32, build_binary(b, IR_DIVIDE, p.v[i], root, w), w);
        value = build_select(b, zero, x->v[i], value, w);
        p.v[i] = build_select(b, none, build_real(b, IR_F32, (double)NAN), value, w);
    }
    return p;
}

/* normalize() of a scalar. */
static ir_value *direction(builder *b, ir_value *x, const token *w)
{
    ir_value *zero = build_binary(b, IR_EQUAL, x, build_real(b, x->type, 0), w);
    ir_value *same = either(b, zero, unordered(b, x, w), w);
    return build_select(b, same, x, call2(b, "copysign", build_real(b, x->type, 1), x, w), w);
}

static ir_value *largest(builder *b, const components *x, const token *w)
{
    ir_value *most = build_real(b, IR_F64, 0);
    for (size_t i = 0; i < x->count; ++i) most = call2(b, "fmax", most, call1(b, "fabs", x->v[i], w), w);
    return most;
}

/* A power of two that keeps squares of numbers up to `most` from overflow and underflow; `back`: its inverse. */
static ir_value *scale(builder *b, ir_value *most, bool back, const token *w)
{
    ir_value *up = build_real(b, IR_F64, 0x1p600), *down = build_real(b, IR_F64, 0x1p-600);
    ir_value *large = build_binary(b, IR_LESS, build_real(b, IR_F64, 0x1p500), most, w);
    ir_value *small = build_binary(b, IR_LESS, most, build_real(b, IR_F64, 0x1p-450), w);
    ir_value *of_small = build_select(b, small, back ? down : up, build_real(b, IR_F64, 1), w);
    return build_select(b, large, back ? up : down, of_small, w);
}

static ir_value *length_of_doubles(builder *b, const components *x, const token *w)
{
    components p = *x;
    ir_value *most = largest(b, x, w), *by = scale(b, most, false, w);
    for (size_t i = 0; i < p.count; ++i) p.v[i] = build_binary(b, IR_MULTIPLY, x->v[i], by, w);
    ir_value *root = call1(b, "sqrt", dot(b, &p, &p, w), w);
    ir_value *size = build_binary(b, IR_MULTIPLY, root, scale(b, most, true, w), w);
    ir_value *far = infinity(b, IR_F64), *infinite = build_binary(b, IR_EQUAL, most, far, w);
    return build_select(b, infinite, far, size, w);
}

/* As normalized(). */
static components normalized_doubles(builder *b, const components *x, const token *w)
{
    components p = *x;
    ir_value *most = largest(b, x, w), *by = scale(b, most, false, w), *none = NULL;
    ir_value *infinite = build_binary(b, IR_EQUAL, most, infinity(b, IR_F64), w);
    ir_value *zero = build_binary(b, IR_EQUAL, most, build_real(b, IR_F64, 0), w);
    for (size_t i = 0; i < p.count; ++i) {
        ir_value *value = unordered(b, x->v[i], w);
        none = none ? either(b, none, value, w) : value;
        ir_value *largest_of_all = build_binary(b, IR_EQUAL, call1(b, "fabs", x->v[i], w), most, w);
        ir_value *one = build_real(b, IR_F64, 1), *nothing = build_real(b, IR_F64, 0);
        ir_value *counted = call2(b, "copysign", build_select(b, largest_of_all, one, nothing, w), x->v[i], w);
        p.v[i] = build_select(b, infinite, counted, build_binary(b, IR_MULTIPLY, x->v[i], by, w), w);
    }
    ir_value *size = call1(b, "sqrt", dot(b, &p, &p, w), w);
    for (size_t i = 0; i < p.count; ++i) {
        p.v[i] = build_select(b, zero, x->v[i], build_binary(b, IR_DIVIDE, p.v[i], size, w), w);
        p.v[i] = build_select(b, none, build_real(b, IR_F64, (double)NAN), p.v[i], w);
    }
    return p;
}

static components geometry(builder *b, const expression *e)
{
    const token *w = e->token;
    components x = build_value(b, e->operands[0]), y = {0};
    if (e->operand_count > 1) y = build_value(b, e->operands[1]);
    x = build_half_components(b, &x, false, w);
    y = build_half_components(b, &y, false, w);
    if (!x.count || (e->operand_count > 1 && y.count != x.count))
        return build_refuse(b, w, "a geometric function of vectors of different widths");
    const ir_type t = x.v[0]->type;
    if (is(e, "dot")) return (components){{dot(b, &x, &y, w)}, 1};
    if (is(e, "cross")) {
        components p = {.count = x.count};
        for (size_t i = 0; i < 3; ++i) {
            const size_t k = (i + 1) % 3, l = (i + 2) % 3;
            ir_value *left = build_binary(b, IR_MULTIPLY, x.v[k], y.v[l], w);
            ir_value *right = build_binary(b, IR_MULTIPLY, x.v[l], y.v[k], w);
            p.v[i] = build_binary(b, IR_SUBTRACT, left, right, w);
        }
        if (p.count == 4) p.v[3] = build_real(b, t, 0);
        return p;
    }
    if (is(e, "distance") || is(e, "fast_distance")) {
        for (size_t i = 0; i < x.count; ++i) x.v[i] = build_binary(b, IR_SUBTRACT, x.v[i], y.v[i], w);
        if (x.count == 1) return (components){{call1(b, "fabs", x.v[0], w)}, 1};
    } else if (is(e, "length") && x.count == 1) {
        return (components){{call1(b, "fabs", x.v[0], w)}, 1};
    }
    const bool fast = strncmp(e->builtin->name, "fast_", 5) == 0;
    if (strstr(e->builtin->name, "normalize") && x.count == 1) return (components){{direction(b, x.v[0], w)}, 1};
    if (t == IR_F64 && strstr(e->builtin->name, "normalize")) return normalized_doubles(b, &x, w);
    if (t == IR_F64) return (components){{length_of_doubles(b, &x, w)}, 1};
    if (strstr(e->builtin->name, "normalize")) {
        if (!fast) return normalized(b, &x, w);
        /* 6.12.5: x times half_rsqrt of the dot product; a zero vector stays. */
        ir_value *sum = dot(b, &x, &x, w);
        ir_value *root = call1(b, "sqrt", sum, w);
        ir_value *zero = build_binary(b, IR_EQUAL, sum, build_real(b, t, 0), w);
        for (size_t i = 0; i < x.count; ++i)
            x.v[i] = build_select(b, zero, x.v[i], build_binary(b, IR_DIVIDE, x.v[i], root, w), w);
        return x;
    }
    if (fast) return (components){{call1(b, "sqrt", dot(b, &x, &x, w), w)}, 1};
    /* Infinite components win over NaNs. */
    ir_value *infinite = any_infinite(b, &x, w), *finite = length(b, &x, w);
    return (components){{build_select(b, infinite, infinity(b, t), finite, w)}, 1};
}

static components build_geometry(builder *b, const expression *e)
{
    const components p = geometry(b, e);
    return build_scalar(e->type) == IR_F16 ? build_half_components(b, &p, true, e->token) : p;
}

/* ---- conversions ---- */

static components build_conversion(builder *b, const expression *e)
{
    const builtin_call *c = e->builtin;
    const token *w = e->token;
    const ir_type to = build_scalar(e->type);
    components p = build_value(b, e->operands[0]);
    if (!p.count || to == IR_VOID)
        return build_refuse(b, w, "a conversion between types that are neither scalars nor vectors");
    for (size_t i = 0; i < p.count; ++i) {
        if (to == IR_F16) {
            p.v[i] = build_to_half(b, p.v[i], c->rounding, w);
            continue;
        }
        ir_value *v = build_of_half(b, p.v[i], w);
        const ir_type from = v->type;
        const bool rounds = c->rounding &&
                            !(ir_is_floating(from) && !ir_is_floating(to) && strcmp(c->rounding, "rtz") == 0) &&
                            !(ir_is_floating(to) && !ir_is_floating(from) && strcmp(c->rounding, "rte") == 0) &&
                            !(ir_is_integer(from) && ir_is_integer(to)) && from != to;
        if (!rounds && (!c->saturate || ir_is_floating(to))) {
            p.v[i] = build_convert(b, to, v, w);
            continue;
        }
        if (c->saturate && ir_is_integer(from) && ir_is_integer(to) && ir_size(from) <= 4 && ir_size(to) <= 2) {
            /* The narrow type's limits fit the wide type. */
            const unsigned bits = (unsigned)ir_size(to) * 8;
            const uint64_t most = ir_is_signed(to) ? (UINT64_C(1) << (bits - 1)) - 1 : (UINT64_C(1) << bits) - 1;
            const ir_type wide = from == IR_U32 ? IR_U32 : IR_I32;
            ir_value *x = build_convert(b, wide, v, w);
            x = call2(b, "min", x, build_constant(b, wide, most), w);
            if (wide == IR_I32) x = call2(b, "max", x, build_constant(b, wide, ir_is_signed(to) ? ~most : 0), w);
            p.v[i] = build_convert(b, to, x, w);
            continue;
        }
        if (from == IR_F32 && ir_is_integer(to) && ir_size(to) <= 2 && c->saturate &&
            (!c->rounding || strcmp(c->rounding, "rtz") == 0 || strcmp(c->rounding, "rte") == 0)) {
            const unsigned bits = (unsigned)ir_size(to) * 8;
            const double most = ldexp(1, (int)bits - ir_is_signed(to)) - 1, least = ir_is_signed(to) ? -most - 1 : 0;
            ir_value *x = v;
            if (c->rounding && strcmp(c->rounding, "rte") == 0) x = call1(b, "rint", x, w);
            /* fmax() ignores a NaN, but a NaN shall become 0, so it is replaced first. */
            ir_value *none = unordered(b, v, w);
            x = build_select(b, none, build_real(b, IR_F32, 0), x, w);
            x = call2(b, "fmax", x, build_real(b, IR_F32, least), w);
            x = call2(b, "fmin", x, build_real(b, IR_F32, most), w);
            p.v[i] = build_convert(b, to, build_convert(b, IR_I32, x, w), w);
            continue;
        }
        const char *name = arena_printf(b->f->arena, "convert_%s%s%s%s", ir_type_name(to), c->saturate ? "_sat" : "",
                                        c->rounding ? "_" : "", c->rounding ? c->rounding : "");
        p.v[i] = call(b, name, to, w, 1, &v);
    }
    return p;
}

static components build_reinterpretation(builder *b, const expression *e)
{
    components p = build_value(b, e->operands[0]);
    const ir_type to = build_scalar(e->type);
    const size_t count = type_width(e->type);
    /* as_T between three and four components keeps the first three. */
    if (!p.count || to == IR_VOID)
        return build_refuse(b, e->token, "a reinterpretation between types that are neither scalars nor vectors");
    if (ir_size(to) != ir_size(p.v[0]->type) || count > p.count) { /* through memory */
        const type *from = type_unqualified(b->f->arena, e->operands[0]->type);
        const bool larger = type_size(e->type) > type_size(from);
        lvalue storage = build_storage(b, "bits", larger ? type_unqualified(b->f->arena, e->type) : from, true);
        const lvalue in = build_at(b, storage.address, from), out = build_at(b, storage.address, e->type);
        build_write(b, &in, &p, e->token);
        return build_read(b, &out, e->token);
    }
    p.count = count;
    for (size_t i = 0; i < p.count; ++i)
        if (p.v[i]->type != to) p.v[i] = ir_add(b->f, b->block, IR_REINTERPRET, to, e->token, 1, p.v[i]);
    return p;
}

/* ---- memory ---- */

static components build_vector_access(builder *b, const expression *e)
{
    const bool stores = strncmp(e->builtin->name, "vstore", 6) == 0;
    if (strstr(e->builtin->name, "half")) return build_half_in_memory(b, e);
    components p = {0};
    if (stores) p = build_value(b, e->operands[0]);
    const type *vector = stores ? e->operands[0]->type : e->type;
    ir_value *offset = build_convert(b, IR_I64, build_number(b, e->operands[stores]), e->token);
    ir_value *base = build_number(b, e->operands[stores + 1]);
    if (b->f->reason) return (components){0};
    const size_t width = type_width(vector);
    ir_value *at = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, e->token, 2, base, offset);
    at->bits = width * ir_size(build_scalar(vector));
    lvalue l = build_at(b, at, vector);
    l.by_element = true;
    if (!stores) return build_read(b, &l, e->token);
    build_write(b, &l, &p, e->token);
    return (components){0};
}

static components build_atomic(builder *b, const expression *e)
{
    const ir_type t = e->type->kind == TYPE_VOID ? IR_VOID : build_scalar(e->type);
    ir_value *operands[4];
    if (!e->operand_count || e->operand_count > 4)
        return build_refuse(b, e->token,
                            arena_printf(b->f->arena, "the atomic function '%s' with %zu operands", e->builtin->name,
                                         e->operand_count));
    for (size_t i = 0; i < e->operand_count; ++i) operands[i] = build_number(b, e->operands[i]);
    if (b->f->reason) return (components){0};
    const bool local = type_space(e->operands[0]->type->base) == SPACE_LOCAL;
    ir_value *v = call(b, arena_printf(b->f->arena, "%s%s", local ? "local_" : "", e->builtin->name), t, e->token,
                       e->operand_count, operands);
    v->op = IR_EACH;
    /* The pointee's type is part of the function's name. */
    v->bits = build_scalar(e->operands[0]->type->base);
    if (t == IR_VOID) return (components){0};
    return (components){{v}, 1};
}

static components build_sincos(builder *b, const expression *e)
{
    components x = build_value(b, e->operands[0]);
    ir_value *address = build_number(b, e->operands[1]);
    if (b->f->reason) return (components){0};
    const lvalue to = build_at(b, address, e->operands[1]->type->base);
    const bool halves = to.scalar == IR_F16;
    components cosine = {.count = x.count};
    x = build_half_components(b, &x, false, e->token);
    for (size_t i = 0; i < x.count; ++i) {
        cosine.v[i] = call1(b, "cos", x.v[i], e->token);
        x.v[i] = call1(b, "sin", x.v[i], e->token);
    }
    if (halves) cosine = build_half_components(b, &cosine, true, e->token);
    build_write(b, &to, &cosine, e->token);
    return halves ? build_half_components(b, &x, true, e->token) : x;
}

/* Functions such as frexp(): the second result goes through private memory, component by component. */
static components build_with_second_result(builder *b, const expression *e)
{
    const size_t last = e->operand_count - 1;
    const type *t = e->operands[last]->type->base, *scalar = type_unqualified(b->f->arena, type_element(t));
    const bool halves = build_scalar(e->type) == IR_F16;
    if (scalar->kind == TYPE_HALF) scalar = type_basic(TYPE_FLOAT);
    components operands[2] = {0}, p = {.count = type_width(e->type)}, second = {.count = p.count};
    for (size_t i = 0; i < last && i < 2; ++i) {
        operands[i] = build_value(b, e->operands[i]);
        operands[i] = build_half_components(b, &operands[i], false, e->token);
    }
    ir_value *to = build_number(b, e->operands[last]);
    if (b->f->reason) return (components){0};
    const lvalue storage = build_storage(b, "second", scalar, true);
    for (size_t k = 0; k < p.count && !b->f->reason; ++k) {
        ir_value *x[3] = {NULL};
        for (size_t i = 0; i < last; ++i) x[i] = operands[i].v[operands[i].count == 1 ? 0 : k];
        x[last] = storage.address;
        p.v[k] = call(b, e->builtin->name, halves ? IR_F32 : build_scalar(e->type), e->token, last + 1, x);
        p.v[k]->op = IR_EACH;
        p.v[k]->bits = storage.scalar;
        second.v[k] = build_read(b, &storage, e->token).v[0];
        if (halves) p.v[k] = build_to_half(b, p.v[k], NULL, e->token);
        if (halves && is(e, "fract")) p.v[k] = build_half_below_one(b, p.v[k], e->token);
    }
    const lvalue l = build_at(b, to, t);
    if (l.scalar == IR_F16) second = build_half_components(b, &second, true, e->token);
    if (!b->f->reason) build_write(b, &l, &second, e->token);
    return p;
}

/* OpenCL C 1.2, 6.12.12, through memory. Only the lowest bits of an index count. */
static components build_shuffle(builder *b, const expression *e)
{
    const token *w = e->token;
    const size_t sources = e->operand_count - 1;
    components from[2] = {0};
    for (size_t i = 0; i < sources && i < 2; ++i) from[i] = build_value(b, e->operands[i]);
    const components mask = build_value(b, e->operands[sources]);
    if (b->f->reason) return (components){0};
    const size_t count = from[0].count * sources;
    const type *scalar = type_unqualified(b->f->arena, type_element(e->type));
    const lvalue storage = build_storage(b, "shuffled", type_array(b->f->arena, scalar, count, false), true);
    for (size_t i = 0; i < count && !b->f->reason; ++i) {
        const lvalue one = build_at(b, build_offset(b, storage.address, i * type_size(scalar), w), scalar);
        const components p = {{from[i / from[0].count].v[i % from[0].count]}, 1};
        build_write(b, &one, &p, w);
    }
    components p = {.count = mask.count};
    for (size_t i = 0; i < p.count && !b->f->reason; ++i) {
        ir_value *index = build_binary(b, IR_AND, mask.v[i], build_constant(b, mask.v[i]->type, count - 1), w);
        ir_value *at =
            ir_add(b->f, b->block, IR_MOVE, IR_POINTER, w, 2, storage.address, build_convert(b, IR_I64, index, w));
        at->bits = type_size(scalar);
        const lvalue one = build_at(b, at, scalar);
        p.v[i] = build_read(b, &one, w).v[0];
    }
    return p;
}

/* ---- other functions, component by component ---- */

static components refuse_function(builder *b, const expression *e)
{
    return build_refuse(
        b, e->token,
        arena_printf(b->f->arena, "the built-in function '%s' with operands of these types", e->builtin->name));
}

/* One component of a function's result. Of halves, it is computed in float. */
static ir_value *component(builder *b, const expression *e, ir_value *const *operands, bool vectors)
{
    const token *w = e->token;
    const builtin_call *c = e->builtin;
    const bool relates = c->entry->class_ == BUILTIN_RELATIONAL;
    const ir_type t = build_scalar(e->type), computed = t == IR_F16 ? IR_F32 : t;
    ir_value *x[4];
    if (relates && is(e, "signbit")) return build_flag(b, top_bit(b, operands[0], w), t, vectors, w);
    ir_value *own = t == IR_F16 ? build_half_function(b, c->name, operands, w) : NULL;
    if (own) return own;
    for (size_t i = 0; i < 4; ++i) x[i] = i < e->operand_count ? build_of_half(b, operands[i], w) : operands[i];
    ir_value *truth = relates ? relation(b, e, x) : NULL;
    if (truth) return build_flag(b, truth, t, vectors, w);
    own = operators(b, e, x);
    /* native_ and half_ functions may be as exact as the plain ones. */
    const char *name = c->name;
    if (c->entry->class_ == BUILTIN_NATIVE) name = strchr(name, '_') + 1;
    if (!own) own = call(b, name, computed, w, e->operand_count, x);
    return t == IR_F16 ? build_to_half(b, own, NULL, w) : own;
}

static components build_each_component(builder *b, const expression *e)
{
    const token *w = e->token;
    components operands[4] = {0};
    size_t width = type_width(e->type);
    const ir_type t = build_scalar(e->type);
    if (!e->operand_count || e->operand_count > 4 || t == IR_VOID) return refuse_function(b, e);
    bool vectors = type_is_vector(e->type);
    for (size_t i = 0; i < e->operand_count; ++i) {
        const ir_type own = build_scalar(e->operands[i]->type);
        if (own == IR_VOID) return refuse_function(b, e);
        operands[i] = build_value(b, e->operands[i]);
        if (!operands[i].count) return refuse_function(b, e);
    }
    if (is(e, "any") || is(e, "all")) {
        ir_value *sum = NULL;
        for (size_t i = 0; i < operands[0].count; ++i) {
            ir_value *own = top_bit(b, operands[0].v[i], w);
            sum = sum ? build_binary(b, is(e, "any") ? IR_OR : IR_AND, sum, own, w) : own;
        }
        if (!sum) return refuse_function(b, e);
        return (components){{build_convert(b, t, sum, w)}, 1};
    }
    components p = {.count = width};
    for (size_t k = 0; k < width; ++k) {
        ir_value *x[4];
        for (size_t i = 0; i < 4; ++i) { /* missing operands are never used */
            const components *own = &operands[i < e->operand_count ? i : 0];
            x[i] = own->v[own->count == 1 ? 0 : k];
        }
        if (is(e, "select")) {
            ir_value *condition = vectors ? top_bit(b, x[2], w) : build_not_zero(b, x[2], w);
            p.v[k] = build_select(b, condition, x[1], x[0], w);
        } else if (is(e, "bitselect")) {
            ir_value *bits[3];
            for (int i = 0; i < 3; ++i) bits[i] = as_signed(b, x[i], w);
            ir_value *kept =
                build_binary(b, IR_AND, bits[0], ir_add(b->f, b->block, IR_NOT, bits[2]->type, w, 1, bits[2]), w);
            ir_value *own = build_binary(b, IR_OR, kept, build_binary(b, IR_AND, bits[1], bits[2], w), w);
            p.v[k] = own->type == t ? own : ir_add(b->f, b->block, IR_REINTERPRET, t, w, 1, own);
        } else {
            p.v[k] = component(b, e, x, vectors);
        }
    }
    return p;
}

components build_builtin(builder *b, const expression *e)
{
    switch (e->builtin->entry->class_) {
    case BUILTIN_WORK_ITEM: return build_work_item(b, e);
    case BUILTIN_BARRIER:
        b->f->has_barrier = true;
        ir_add(b->f, b->block, IR_BARRIER, IR_VOID, e->token, 0);
        return (components){0};
    case BUILTIN_COLLECTIVE: return build_collective(b, e);
    case BUILTIN_FENCE: ir_add(b->f, b->block, IR_FENCE, IR_VOID, e->token, 0); return (components){0};
    case BUILTIN_PRINTF: return build_print(b, e);
    case BUILTIN_ASYNC:
        if (is(e, "prefetch")) return (components){0};
        if (!is(e, "wait_group_events")) return build_group_copy(b, e);
        b->f->has_barrier = true;
        ir_add(b->f, b->block, IR_BARRIER, IR_VOID, e->token, 0);
        return (components){0};
    case BUILTIN_SHUFFLE: return build_shuffle(b, e);
    case BUILTIN_GEOMETRIC: return build_geometry(b, e);
    case BUILTIN_CONVERT: return build_conversion(b, e);
    case BUILTIN_AS: return build_reinterpretation(b, e);
    case BUILTIN_VECTOR_DATA: return build_vector_access(b, e);
    case BUILTIN_ATOMIC: return build_atomic(b, e);
    case BUILTIN_ATOMIC_OBJECT: return build_atomic_object(b, e);
    case BUILTIN_SPACE: return build_space(b, e);
    case BUILTIN_SUB_GROUP: return build_sub_group(b, e);
    case BUILTIN_DOT: return build_dot(b, e);
    case BUILTIN_BITS: return build_bits(b, e);
    case BUILTIN_MEDIA: return build_media(b, e);
    case BUILTIN_MATH:
        if (is(e, "sincos")) return build_sincos(b, e);
        if (e->operand_count && e->operands[e->operand_count - 1]->type->kind == TYPE_POINTER)
            return build_with_second_result(b, e);
        return build_each_component(b, e);
    case BUILTIN_NATIVE:
    case BUILTIN_COMMON:
    case BUILTIN_INTEGER:
    case BUILTIN_RELATIONAL: return build_each_component(b, e);
    case BUILTIN_IMAGE: return build_image(b, e);
    case BUILTIN_PIPE: return build_pipe(b, e);
    case BUILTIN_DRIVER: return build_queue_function(b, e);
    default:
        return build_refuse(b, e->token,
                            arena_printf(b->f->arena, "the function '%s', which only drivers have", e->builtin->name));
    }
}
