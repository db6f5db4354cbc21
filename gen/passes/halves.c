/* Halves: the product of two 32-bit numbers in 64 bits, of which only one half is used, becomes a product in 32 bits.
 * A vector then holds twice as many, and nothing is widened or narrowed. Only in vectors. See passes.h.
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

static void walk(passes *p, ir_block *b)
{
    const ir_block before = *b;
    *b = (ir_block){.outer = before.outer, .owner = before.owner};
    for (size_t i = 0; i < before.count; ++i) {
        ir_value *v = before.items[i];
        narrow(p, b, v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) walk(p, v->blocks[k]);
        ir_append(p->f, b, v);
    }
}

static bool has_wide_product(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        if (b->items[i]->op == IR_MULTIPLY && b->items[i]->type == IR_U64) return true;
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k] && has_wide_product(b->items[i]->blocks[k])) return true;
    }
    return false;
}

void halves_run(passes *p)
{
    if (!p->one_by_one && has_wide_product(p->f->body)) walk(p, p->f->body);
}
