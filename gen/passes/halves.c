/* Halves: the product of two 32-bit numbers in 64 bits, of which only one half is used, becomes a product in 32 bits.
 * A vector then holds twice as many, and nothing is widened or narrowed. So does a sum with a 32-bit number of which
 * the lower half is used: `i += get_global_size(0)` keeps the distances between neighbours. Only in vectors. See
 * passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

enum { RESERVE = 64 }; /* value numbers that must stay free */

static bool is_half(const ir_value *x)
{
    if (x->op == IR_CONSTANT) return x->type == IR_U64 && x->bits <= UINT32_MAX;
    return x->op == IR_CONVERT && x->type == IR_U64 && x->operands[0]->type == IR_U32;
}

static bool is_product(const ir_value *x)
{
    return x->op == IR_MULTIPLY && x->type == IR_U64 && is_half(x->operands[0]) && is_half(x->operands[1]);
}

static ir_value *make(passes *p, ir_block *b, const ir_value *like, ir_op op, size_t operands)
{
    ir_value *v = ir_make(p->f, op, IR_U32, like->token, operands);
    regions_adopt(p, v, like);
    ir_append(p->f, b, v);
    return v;
}

/* The factor in 32 bits. */
static ir_value *factor(passes *p, ir_block *b, const ir_value *user, const ir_value *wide)
{
    if (wide->op == IR_CONVERT) return wide->operands[0];
    ir_value *value = make(p, b, user, IR_CONSTANT, 0);
    value->bits = wide->bits;
    return value;
}

/* A CONVERT to 32 bits of such a product, or of its upper half, becomes that half itself. */
static void narrow(passes *p, ir_block *b, ir_value *v)
{
    if (v->op != IR_CONVERT || v->type != IR_U32 || p->f->values + RESERVE >= p->value_capacity) return;
    const ir_value *product = v->operands[0];
    const bool is_upper =
        product->op == IR_RIGHT && product->operands[1]->op == IR_CONSTANT && product->operands[1]->bits == 32;
    if (is_upper) product = product->operands[0];
    if (!is_product(product)) return;
    for (size_t i = 0; i < 2; ++i) {
        const ir_value *x = product->operands[i];
        if (x->op == IR_CONVERT && !passes_is_available(p, x->operands[0], v)) return;
    }
    ir_value *x = factor(p, b, v, product->operands[0]), *y = factor(p, b, v, product->operands[1]);
    if (is_upper) {
        v->op = IR_CALL;
        v->name = "mul_hi";
    } else {
        v->op = IR_MULTIPLY;
    }
    v->operands = arena_array(p->f->arena, 2, sizeof *v->operands);
    v->operands[0] = x;
    v->operands[1] = y;
    v->operand_count = 2;
}

static bool is_widened(const ir_value *x)
{
    return x->op == IR_CONVERT && ir_is_integer(x->operands[0]->type) && ir_size(x->operands[0]->type) == 4;
}

static bool is_wide_sum(const ir_value *x)
{
    return (x->op == IR_ADD || x->op == IR_SUBTRACT) && (x->type == IR_U64 || x->type == IR_I64);
}

/* The lower half of a term, without a sign. */
static ir_value *lower_half(passes *p, ir_block *b, const ir_value *v, ir_value *wide)
{
    ir_value *x = is_widened(wide) ? wide->operands[0] : wide;
    if (x->type == IR_U32) return x;
    ir_value *half = make(p, b, v, x->op == IR_CONSTANT ? IR_CONSTANT : IR_CONVERT, x->op != IR_CONSTANT);
    if (x->op == IR_CONSTANT) half->bits = x->bits & UINT32_MAX;
    else half->operands[0] = x;
    return half;
}

/* A CONVERT to 32 bits of a sum in 64 bits, some term of which had 32, becomes a sum in 32 bits, which may wrap. */
static void narrow_sum(passes *p, ir_block *b, ir_value *v)
{
    if (v->op != IR_CONVERT || (v->type != IR_I32 && v->type != IR_U32)) return;
    const ir_value *sum = v->operands[0];
    if (p->regions.once && p->regions.once[v->number]) return; /* the group computes it, and no lane */
    if (!is_wide_sum(sum) || p->f->values + RESERVE >= p->value_capacity) return;
    if (!is_widened(sum->operands[0]) && !is_widened(sum->operands[1])) return;
    for (size_t i = 0; i < 2; ++i) {
        const ir_value *x = sum->operands[i];
        if (!passes_is_available(p, is_widened(x) ? x->operands[0] : x, v)) return;
    }
    ir_value *x = lower_half(p, b, v, sum->operands[0]), *y = lower_half(p, b, v, sum->operands[1]);
    ir_value *half = make(p, b, v, sum->op, 2);
    half->operands[0] = x;
    half->operands[1] = y;
    v->operands[0] = half;
}

static void walk(passes *p, ir_block *b)
{
    const ir_block before = *b;
    *b = (ir_block){.outer = before.outer, .owner = before.owner};
    for (size_t i = 0; i < before.count; ++i) {
        ir_value *v = before.items[i];
        narrow(p, b, v);
        narrow_sum(p, b, v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) walk(p, v->blocks[k]);
        ir_append(p->f, b, v);
    }
}

/* Whether there may be something to narrow. */
static bool has_wide(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if ((v->op == IR_MULTIPLY && v->type == IR_U64) || is_wide_sum(v)) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && has_wide(v->blocks[k])) return true;
    }
    return false;
}

void halves_run(passes *p)
{
    if (!p->one_by_one && has_wide(p->f->body)) walk(p, p->f->body);
}
