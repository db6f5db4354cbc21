/* Bits of integers: cl_khr_extended_bit_ops, by shifts and masks, which are vector code for every width. Where the
 * extension leaves a result undefined (offset + count beyond the width), it is any value. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

/* What one function computes with, for each component. */
typedef struct bits {
    builder *b;
    ir_type wide;   /* unsigned, of 32 or 64 bits */
    unsigned width; /* bits of the function's type */
    const token *where;
} bits;

static ir_value *number(const bits *s, uint64_t value)
{
    return build_constant(s->b, s->wide, value);
}

static ir_value *two(const bits *s, ir_op op, ir_value *x, ir_value *y)
{
    return build_binary(s->b, op, x, y, s->where);
}

/* A shift by a count that is taken modulo the width of `wide`. */
static ir_value *move(const bits *s, ir_op op, ir_value *x, ir_value *count)
{
    return two(s, op, x,
               build_convert(s->b, x->type, two(s, IR_AND, count, number(s, ir_size(s->wide) * 8 - 1)), s->where));
}

static ir_value *is_none(const bits *s, ir_value *count)
{
    return two(s, IR_EQUAL, count, number(s, 0));
}

/* The lowest `count` bits. */
static ir_value *lowest(const bits *s, ir_value *count)
{
    const unsigned all = (unsigned)ir_size(s->wide) * 8;
    ir_value *ones = move(s, IR_RIGHT, number(s, UINT64_MAX >> (64 - all)), two(s, IR_SUBTRACT, number(s, all), count));
    return build_select(s->b, is_none(s, count), number(s, 0), ones, s->where);
}

static ir_value *insert(const bits *s, ir_value *base, ir_value *from, ir_value *const *field)
{
    ir_value *mask = move(s, IR_LEFT, lowest(s, field[1]), field[0]);
    ir_value *kept = two(s, IR_AND, base, two(s, IR_XOR, mask, number(s, UINT64_MAX >> (64 - ir_size(s->wide) * 8))));
    return two(s, IR_OR, kept, two(s, IR_AND, move(s, IR_LEFT, from, field[0]), mask));
}

static ir_value *extract(const bits *s, ir_value *base, ir_value *const *field, bool is_signed)
{
    builder *b = s->b;
    const ir_type t = s->wide == IR_U64 ? IR_I64 : IR_I32;
    if (!is_signed) return two(s, IR_AND, move(s, IR_RIGHT, base, field[0]), lowest(s, field[1]));
    /* Up to the highest bit, and back with its sign. */
    ir_value *all = number(s, ir_size(s->wide) * 8), *above = two(s, IR_SUBTRACT, all, field[1]);
    ir_value *high = move(s, IR_LEFT, base, two(s, IR_SUBTRACT, above, field[0]));
    ir_value *low = move(s, IR_RIGHT, build_convert(b, t, high, s->where), above);
    return build_select(b, is_none(s, field[1]), build_constant(b, t, 0), low, s->where);
}

/* Neighbouring bits change places, then pairs of bits, and so on. */
static ir_value *reverse(const bits *s, ir_value *x)
{
    for (unsigned n = 1; n < s->width; n *= 2) {
        uint64_t low = 0; /* the lower n of each 2 n bits */
        for (unsigned i = 0; i < s->width; ++i)
            if (!(i & n)) low |= UINT64_C(1) << i;
        ir_value *up = two(s, IR_LEFT, two(s, IR_AND, x, number(s, low)), number(s, n));
        x = two(s, IR_OR, up, two(s, IR_AND, two(s, IR_RIGHT, x, number(s, n)), number(s, low)));
    }
    return x;
}

components build_bits(builder *b, const expression *e)
{
    const char *name = e->builtin->name;
    const token *w = e->token;
    const bool inserts = strcmp(name, "bitfield_insert") == 0, reverses = strcmp(name, "bit_reverse") == 0;
    const ir_type t = build_scalar(e->type);
    components x[2] = {0}, r = {0};
    ir_value *field[2] = {NULL};
    for (size_t i = 0; i < (inserts ? 2u : 1u); ++i) x[i] = build_value(b, e->operands[i]);
    if (b->f->reason || !x[0].count) return r;
    const bits s = {
        .b = b, .wide = ir_size(t) == 8 ? IR_U64 : IR_U32, .width = (unsigned)ir_size(x[0].v[0]->type) * 8, .where = w};
    for (size_t i = 0; !reverses && i < 2; ++i)
        field[i] = build_convert(b, s.wide, build_number(b, e->operands[e->operand_count - 2 + i]), w);
    if (b->f->reason) return r;
    for (size_t i = 0; i < x[0].count; ++i) {
        ir_value *base = build_convert(b, s.wide, x[0].v[i], w);
        ir_value *v = reverses  ? reverse(&s, base)
                      : inserts ? insert(&s, base, build_convert(b, s.wide, x[1].v[i], w), field)
                                : extract(&s, base, field, strcmp(name, "bitfield_extract_signed") == 0);
        r.v[r.count++] = build_convert(b, t, v, w);
    }
    return r;
}
