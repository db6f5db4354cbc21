/* Half precision: stored as such, computed in float, and rounded once more to half. A float has 24 digits, two more
 * than twice the 11 of a half: so the second rounding changes no result of + - * / and sqrt (Figueroa, "When is
 * double rounding innocuous?", SIGNUM Newsletter 30, 1995). Exact functions (rounding to whole numbers, remainders,
 * exponents, neighbours' comparisons, ldexp) are exact in float. The others have errors of a few units in a float's
 * last place, which are 2^-13 of a half's, and of half a unit in a half's last place from the second rounding: the
 * extension allows 2 and more. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <math.h>
#include <string.h>

/* IEEE 754-2008, 3.4. */
static double half_from_bits(unsigned bits)
{
    const unsigned exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    double size = exponent ? ldexp(1024.0 + fraction, (int)exponent - 25) : ldexp(fraction, -24);
    if (exponent == 0x1f) size = fraction ? (double)NAN : (double)INFINITY;
    return bits & 0x8000 ? -size : size;
}

ir_value *build_of_half(builder *b, ir_value *v, const token *where)
{
    if (v->type != IR_F16) return v;
    if (v->op == IR_CONSTANT) return build_real(b, IR_F32, half_from_bits((unsigned)v->bits & UINT16_MAX));
    return build_function(b, "of_half", IR_F32, where, 1, &v);
}

/* Integers become floats first: those below 2^24 exactly, and larger ones are beyond all halves in any rounding. */
ir_value *build_to_half(builder *b, ir_value *v, const char *rounding, const token *where)
{
    if (v->type == IR_F16) return v;
    ir_value *wide = v->type == IR_F64 ? v : build_convert(b, IR_F32, v, where);
    const char *name = arena_printf(b->f->arena, "to_half_%s", rounding ? rounding : "rte");
    return build_function(b, name, IR_F16, where, 1, &wide);
}

/* vload_half and vstore_half, scalar or vector; vloada_ and vstorea_, where three components have the layout of four.
 */
components build_half_in_memory(builder *b, const expression *e)
{
    const bool stores = strncmp(e->builtin->name, "vstore", 6) == 0;
    const bool aligned = strncmp(e->builtin->name, stores ? "vstorea" : "vloada", stores ? 7 : 6) == 0;
    components p = {0};
    if (stores) p = build_value(b, e->operands[0]);
    const type *of = stores ? e->operands[0]->type : e->type;
    ir_value *offset = build_convert(b, IR_I64, build_number(b, e->operands[stores]), e->token);
    ir_value *base = build_number(b, e->operands[stores + 1]);
    if (b->f->reason) return (components){0};
    lvalue l = {.scalar = IR_F16, .count = type_width(of)};
    l.address = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, e->token, 2, base, offset);
    l.address->bits = (aligned && l.count == 3 ? 4 : l.count) * ir_size(IR_F16);
    for (size_t i = 0; i < l.count; ++i) l.indices[i] = (unsigned char)i;
    if (stores) {
        for (size_t i = 0; i < p.count; ++i) p.v[i] = build_to_half(b, p.v[i], e->builtin->rounding, e->token);
        build_write(b, &l, &p, e->token);
        return (components){0};
    }
    p = build_read(b, &l, e->token);
    for (size_t i = 0; i < p.count; ++i) p.v[i] = build_of_half(b, p.v[i], e->token);
    return p;
}

/* ---- functions ---- */

static ir_value *bits_of(builder *b, ir_value *v, const token *where)
{
    return ir_add(b->f, b->block, IR_REINTERPRET, IR_U16, where, 1, v);
}

static ir_value *half_of_bits(builder *b, ir_value *v, const token *where)
{
    return ir_add(b->f, b->block, IR_REINTERPRET, IR_F16, where, 1, v);
}

static ir_value *masked(builder *b, ir_value *bits, uint64_t mask, const token *where)
{
    return build_binary(b, IR_AND, bits, build_constant(b, IR_U16, mask), where);
}

ir_value *build_negated_half(builder *b, ir_value *v, const token *where)
{
    ir_value *sign = build_constant(b, IR_U16, 0x8000);
    return half_of_bits(b, build_binary(b, IR_XOR, bits_of(b, v, where), sign, where), where);
}

components build_half_components(builder *b, const components *p, bool narrows, const token *where)
{
    components r = *p;
    for (size_t i = 0; i < r.count; ++i)
        r.v[i] = narrows ? build_to_half(b, r.v[i], NULL, where) : build_of_half(b, r.v[i], where);
    return r;
}

/* a * b + c, rounded once. In double the product is exact. The sum is exact, too, unless one of product and c is so
 * much smaller than the other one that it decides nothing: a product below 2^-31 times c leaves c, a half, as the
 * result; and c has no digit below 2^-24, so that digits of c are lost only beside a product above 2^28, which is
 * beyond all halves. */
static ir_value *fused(builder *b, ir_value *const *x, const token *where)
{
    ir_value *wide[3];
    for (int i = 0; i < 3; ++i) wide[i] = build_convert(b, IR_F64, x[i], where);
    ir_value *product = build_binary(b, IR_MULTIPLY, wide[0], wide[1], where);
    return build_to_half(b, build_binary(b, IR_ADD, product, wide[2], where), NULL, where);
}

ir_value *build_half_function(builder *b, const char *name, ir_value *const *x, const token *where)
{
    if (strcmp(name, "fma") == 0) return fused(b, x, where);
    if (strcmp(name, "nextafter") == 0) return build_function(b, "half_nextafter", IR_F16, where, 2, x);
    if (strcmp(name, "fabs") == 0) return half_of_bits(b, masked(b, bits_of(b, x[0], where), 0x7fff, where), where);
    if (strcmp(name, "copysign") == 0) {
        ir_value *size = masked(b, bits_of(b, x[0], where), 0x7fff, where);
        ir_value *sign = masked(b, bits_of(b, x[1], where), 0x8000, where);
        return half_of_bits(b, build_binary(b, IR_OR, size, sign, where), where);
    }
    if (strcmp(name, "nan") == 0) { /* quiet, with the payload of the integer */
        ir_value *quiet = build_constant(b, IR_U16, 0x7e00), *payload = masked(b, x[0], 0x01ff, where);
        return half_of_bits(b, build_binary(b, IR_OR, quiet, payload, where), where);
    }
    return NULL;
}

/* 1 - 2^-11, the largest half below 1: what fract() gives at most. A float of less than 1 may round to 1. */
ir_value *build_half_below_one(builder *b, ir_value *fraction, const token *where)
{
    ir_value *one = build_real(b, IR_F16, 1), *most = build_real(b, IR_F16, 0x1.ffcp-1);
    ir_value *is_one = build_binary(b, IR_EQUAL, fraction, one, where);
    return build_select(b, is_one, most, fraction, where);
}
