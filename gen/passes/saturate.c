/* Saturate: sums of bytes and shorts that are computed in 32 bits, and then clamped or halved, become the functions
 * add_sat, sub_sat, hadd and rhadd of bytes and shorts; upper halves of products of shorts become mul_hi. Vectors of
 * bytes and shorts have instructions for them. Only in vectors. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

#include <string.h>

enum { RESERVE = 64 }; /* value numbers that must stay free */

static bool is_small(ir_type t)
{
    return ir_is_integer(t) && ir_size(t) < 4;
}

static int64_t least(ir_type t)
{
    return ir_is_signed(t) ? -(INT64_C(1) << (ir_size(t) * 8 - 1)) : 0;
}

static int64_t most(ir_type t)
{
    return (INT64_C(1) << (ir_size(t) * 8 - ir_is_signed(t))) - 1;
}

static bool is_int(const ir_value *x, int64_t number)
{
    return x->op == IR_CONSTANT && x->type == IR_I32 && (int32_t)x->bits == number;
}

/* Whether the 32-bit operand is a number of the type. */
static bool is_of(const ir_value *x, ir_type t)
{
    if (x->op == IR_CONSTANT) return (int32_t)x->bits >= least(t) && (int32_t)x->bits <= most(t);
    return x->op == IR_CONVERT && x->operands[0]->type == t;
}

static bool is_pair_of(const ir_value *x, ir_op op, ir_type wide, ir_type t)
{
    return x->op == op && x->type == wide && is_of(x->operands[0], t) && is_of(x->operands[1], t) &&
           !(x->operands[0]->op == IR_CONSTANT && x->operands[1]->op == IR_CONSTANT);
}

/* The operand of a call of min or max whose other operand is the number; or NULL. */
static const ir_value *limited(const ir_value *x, const char *name, int64_t number)
{
    if (x->op != IR_CALL || x->type != IR_I32 || x->operand_count != 2 || strcmp(x->name, name) != 0) return NULL;
    if (is_int(x->operands[1], number)) return x->operands[0];
    return is_int(x->operands[0], number) ? x->operands[1] : NULL;
}

/* What is clamped to the type, or NULL. */
static const ir_value *clamped(const ir_value *x, ir_type t)
{
    const ir_value *inner = limited(x, "max", least(t));
    if (inner) return limited(inner, "min", most(t));
    inner = limited(x, "min", most(t));
    return inner ? limited(inner, "max", least(t)) : NULL;
}

/* The function that the conversion is, and the value with its two operands; or NULL. */
static const char *find(const ir_value *v, const ir_value **pair)
{
    const ir_type t = v->type;
    if (v->op != IR_CONVERT || !is_small(t)) return NULL;
    const ir_value *x = v->operands[0], *sum = x->type == IR_I32 ? clamped(x, t) : NULL;
    *pair = sum;
    if (sum && is_pair_of(sum, IR_ADD, IR_I32, t)) return "add_sat";
    if (sum && is_pair_of(sum, IR_SUBTRACT, IR_I32, t)) return "sub_sat";
    if (x->op != IR_RIGHT || x->operands[1]->op != IR_CONSTANT) return NULL;
    const uint64_t count = x->operands[1]->bits;
    *pair = sum = x->operands[0];
    if (ir_size(t) == 2 && count == 16 && is_pair_of(sum, IR_MULTIPLY, ir_is_signed(t) ? IR_I32 : IR_U32, t))
        return "mul_hi";
    if (count != 1 || x->type != IR_I32) return NULL;
    if (is_pair_of(sum, IR_ADD, IR_I32, t)) return "hadd";
    if (sum->op != IR_ADD || !is_int(sum->operands[1], 1)) return NULL;
    *pair = sum->operands[0];
    return is_pair_of(*pair, IR_ADD, IR_I32, t) ? "rhadd" : NULL;
}

static ir_value *operand(passes *p, ir_block *b, const ir_value *user, ir_type t, const ir_value *wide)
{
    if (wide->op == IR_CONVERT) return wide->operands[0];
    ir_value *v = ir_make(p->f, IR_CONSTANT, t, user->token, 0);
    v->bits = wide->bits; /* it fits, and narrow constants are extended as their type says */
    regions_adopt(p, v, user);
    ir_append(p->f, b, v);
    return v;
}

static void replace(passes *p, ir_block *b, ir_value *v)
{
    const ir_value *pair = NULL;
    const char *name = p->f->values + RESERVE < p->value_capacity ? find(v, &pair) : NULL;
    for (size_t i = 0; name && i < 2; ++i)
        if (pair->operands[i]->op == IR_CONVERT && !passes_is_available(p, pair->operands[i]->operands[0], v)) return;
    if (!name) return;
    ir_value **operands = arena_array(p->f->arena, 2, sizeof *operands);
    for (size_t i = 0; i < 2; ++i) operands[i] = operand(p, b, v, v->type, pair->operands[i]);
    v->op = IR_CALL;
    v->name = name;
    v->operands = operands;
    v->operand_count = 2;
}

static void walk(passes *p, ir_block *b)
{
    const ir_block before = *b;
    *b = (ir_block){.outer = before.outer, .owner = before.owner};
    for (size_t i = 0; i < before.count; ++i) {
        ir_value *v = before.items[i];
        replace(p, b, v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) walk(p, v->blocks[k]);
        ir_append(p->f, b, v);
    }
}

/* Whether some value may be replaced, so that most functions are left as they are. */
static bool has_any(const ir_block *b)
{
    const ir_value *pair;
    for (size_t i = 0; i < b->count; ++i) {
        if (find(b->items[i], &pair)) return true;
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k] && has_any(b->items[i]->blocks[k])) return true;
    }
    return false;
}

void saturate_run(passes *p)
{
    if (!p->one_by_one && has_any(p->f->body)) walk(p, p->f->body);
}
