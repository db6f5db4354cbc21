/* cl_amd_media_ops and cl_amd_media_ops2: bytes, words and bit fields of integers, as the extensions' texts define them
 * by OpenCL C. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

/* A function's call, of which one component is made at a time. */
typedef struct media {
    builder *b;
    const char *name; /* behind "amd_" */
    const token *where;
} media;

static bool is(const media *m, const char *name)
{
    return strcmp(m->name, name) == 0;
}

static ir_value *two(const media *m, ir_op op, ir_value *x, ir_value *y)
{
    return build_binary(m->b, op, x, y, m->where);
}

static ir_value *number(const media *m, const ir_value *like, uint64_t value)
{
    return build_constant(m->b, like->type, value);
}

static ir_value *with(const media *m, ir_op op, ir_value *x, uint64_t value)
{
    return two(m, op, x, number(m, x, value));
}

static ir_value *named(const media *m, const char *name, ir_value *x, ir_value *y)
{
    ir_value *both[] = {x, y};
    return build_function(m->b, name, x->type, m->where, 2, both);
}

/* The bits of x from `from` on, `count` of them. */
static ir_value *bits_of(const media *m, ir_value *x, unsigned from, unsigned count)
{
    if (from) x = with(m, IR_RIGHT, x, from);
    return from + count == ir_size(x->type) * 8 ? x : with(m, IR_AND, x, (UINT64_C(1) << count) - 1);
}

static ir_value *difference(const media *m, ir_value *x, ir_value *y)
{
    return two(m, IR_SUBTRACT, named(m, "max", x, y), named(m, "min", x, y));
}

/* The sum of the differences of parts with `bits` bits. `masked`: a part of y that is 0 counts nothing. */
static ir_value *differences(const media *m, ir_value *x, ir_value *y, unsigned bits, bool masked)
{
    ir_value *sum = NULL;
    for (unsigned i = 0; i < 32; i += bits) {
        ir_value *own = bits_of(m, y, i, bits), *d = difference(m, bits_of(m, x, i, bits), own);
        if (masked) d = build_select(m->b, with(m, IR_EQUAL, own, 0), number(m, own, 0), d, m->where);
        sum = sum ? two(m, IR_ADD, sum, d) : d;
    }
    return sum;
}

/* Four sums of 16 bits, each for the four bytes of x that begin one further. */
static ir_value *four_sums(const media *m, ir_value *const *x, bool masked)
{
    builder *b = m->b;
    ir_value *all = NULL;
    for (unsigned i = 0; i < 4; ++i) {
        ir_value *bytes = build_convert(b, IR_U32, i ? with(m, IR_RIGHT, x[0], UINT64_C(8) * i) : x[0], m->where);
        ir_value *sum = build_convert(b, IR_U64, differences(m, bytes, x[1], 8, masked), m->where);
        sum = with(m, IR_AND, two(m, IR_ADD, sum, bits_of(m, x[2], 16 * i, 16)), 0xffff);
        if (i) sum = with(m, IR_LEFT, sum, UINT64_C(16) * i);
        all = all ? two(m, IR_OR, all, sum) : sum;
    }
    return all;
}

/* The lower word of x and y, as one number, moved to the right. */
static ir_value *aligned(const media *m, ir_value *const *x, ir_value *count)
{
    builder *b = m->b;
    ir_value *high = with(m, IR_LEFT, build_convert(b, IR_U64, x[0], m->where), 32);
    ir_value *both = two(m, IR_OR, high, build_convert(b, IR_U64, x[1], m->where));
    return build_convert(b, IR_U32, two(m, IR_RIGHT, both, build_convert(b, IR_U64, count, m->where)), m->where);
}

static ir_value *averages(const media *m, ir_value *const *x)
{
    ir_value *all = NULL;
    for (unsigned i = 0; i < 32; i += 8) {
        ir_value *sum = two(m, IR_ADD, bits_of(m, x[0], i, 8), bits_of(m, x[1], i, 8));
        sum = with(m, IR_RIGHT, two(m, IR_ADD, sum, bits_of(m, x[2], i, 1)), 1);
        if (i) sum = with(m, IR_LEFT, sum, i);
        all = all ? two(m, IR_OR, all, sum) : sum;
    }
    return all;
}

/* Bits of x from an offset on, with the sign of x's type. */
static ir_value *extracted(const media *m, ir_value *const *x)
{
    builder *b = m->b;
    ir_value *offset = build_convert(b, x[0]->type, with(m, IR_AND, x[1], 31), m->where);
    ir_value *width = build_convert(b, x[0]->type, with(m, IR_AND, x[2], 31), m->where);
    ir_value *end = two(m, IR_ADD, offset, width), *all = number(m, x[0], 32);
    ir_value *left = with(m, IR_AND, two(m, IR_SUBTRACT, all, end), 31);
    ir_value *right = with(m, IR_AND, two(m, IR_SUBTRACT, all, width), 31);
    ir_value *inside = two(m, IR_RIGHT, two(m, IR_LEFT, x[0], left), right);
    ir_value *v = build_select(b, with(m, IR_LESS, end, 32), inside, two(m, IR_RIGHT, x[0], offset), m->where);
    return build_select(b, with(m, IR_EQUAL, width, 0), number(m, x[0], 0), v, m->where);
}

static ir_value *ordered(const media *m, ir_value *const *x)
{
    const bool real = ir_is_floating(x[0]->type);
    const char *least = real ? "fmin" : "min", *most = real ? "fmax" : "max";
    if (is(m, "min3")) return named(m, least, named(m, least, x[0], x[1]), x[2]);
    if (is(m, "max3")) return named(m, most, named(m, most, x[0], x[1]), x[2]);
    ir_value *low = named(m, least, x[0], x[1]), *high = named(m, most, x[0], x[1]);
    return named(m, most, low, named(m, least, high, x[2]));
}

/* One component of the functions that work on each. */
static ir_value *component(const media *m, ir_value *const *x)
{
    if (is(m, "bitalign")) return aligned(m, x, with(m, IR_AND, x[2], 31));
    if (is(m, "bytealign")) return aligned(m, x, with(m, IR_LEFT, with(m, IR_AND, x[2], 3), 3));
    if (is(m, "lerp")) return averages(m, x);
    if (is(m, "sad")) return two(m, IR_ADD, differences(m, x[0], x[1], 8, false), x[2]);
    if (is(m, "msad")) return two(m, IR_ADD, differences(m, x[0], x[1], 8, true), x[2]);
    if (is(m, "sadw")) return two(m, IR_ADD, differences(m, x[0], x[1], 16, false), x[2]);
    if (is(m, "sadd")) return two(m, IR_ADD, difference(m, x[0], x[1]), x[2]);
    if (is(m, "sadhi")) return two(m, IR_ADD, with(m, IR_LEFT, differences(m, x[0], x[1], 8, false), 16), x[2]);
    if (is(m, "qsad") || is(m, "mqsad")) return four_sums(m, x, is(m, "mqsad"));
    if (is(m, "bfe")) return extracted(m, x);
    if (is(m, "bfm")) {
        ir_value *width = two(m, IR_LEFT, number(m, x[0], 1), with(m, IR_AND, x[0], 31));
        return two(m, IR_LEFT, with(m, IR_SUBTRACT, width, 1), with(m, IR_AND, x[1], 31));
    }
    if (strncmp(m->name, "unpack", 6) == 0)
        return build_convert(m->b, IR_F32, bits_of(m, x[0], 8 * (unsigned)(m->name[6] - '0'), 8), m->where);
    return ordered(m, x);
}

components build_media(builder *b, const expression *e)
{
    const media m = {b, e->builtin->name + strlen("amd_"), e->token};
    components operands[3] = {0}, r = {0};
    for (size_t i = 0; i < e->operand_count && i < 3; ++i) operands[i] = build_value(b, e->operands[i]);
    if (b->f->reason || !operands[0].count) return r;
    if (is(&m, "pack") || is(&m, "sad4")) { /* one number of four components */
        ir_value *sum = is(&m, "sad4") ? operands[2].v[0] : NULL;
        for (unsigned i = 0; i < 4; ++i) {
            ir_value *own;
            if (is(&m, "sad4")) own = differences(&m, operands[0].v[i], operands[1].v[i], 8, false);
            else own = with(&m, IR_AND, build_convert(b, IR_U32, operands[0].v[i], m.where), 0xff);
            if (!is(&m, "sad4") && i) own = with(&m, IR_LEFT, own, UINT64_C(8) * i);
            sum = sum ? two(&m, IR_ADD, sum, own) : own;
        }
        return (components){{sum}, 1};
    }
    for (size_t k = 0; k < operands[0].count; ++k) {
        ir_value *x[3];
        for (size_t i = 0; i < 3; ++i) x[i] = operands[i < e->operand_count ? i : 0].v[k];
        r.v[r.count++] = component(&m, x);
    }
    return r;
}
