/* Versions of code for the full mask, beside the version for a partial mask. Conditions on ids are mostly full, as in
 * the interior of an image, or in all rounds but the last one of a loop from an id to a bound. Without a mask, memory
 * is accessed in whole vectors. Knows the form, its shapes and masks; must not know C. See masks_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/masks_state.h"

enum {
    VALUES = 400,   /* most values of code that is written twice */
    NESTED = 3,     /* most of these inside each other */
    CONDITION = 64, /* most values of a condition that are visited */
    FEW = 128       /* a constant bound of a loop, up to which it has few rounds */
};

static bool jumps_out(const ir_block *b, const ir_block *of)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LEAVE || v->op == IR_CONTINUE) {
            const ir_block *at = v->target->blocks[0]->outer;
            while (at && at != of) at = at->outer;
            if (!at) return true;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && jumps_out(v->blocks[k], of)) return true;
    }
    return false;
}

/* Whether the item jumps to the end of the block or further out. */
static bool ends_block(const ir_value *v, const ir_block *b)
{
    if (v->op == IR_LEAVE || v->op == IR_CONTINUE) return true;
    for (int k = 0; k < 3; ++k)
        if (v->blocks[k] && jumps_out(v->blocks[k], b)) return true;
    return false;
}

/* Whether it depends on work-item ids alone, not on data. */
static bool is_of_ids(const mask_search *s, const ir_value *v, unsigned *budget)
{
    if (mask_shape(s, v) != SHAPE_VARYING) return true;
    if (!*budget || v->type != IR_BOOL || !v->operand_count) return false;
    --*budget;
    const bool joins = v->op == IR_AND || v->op == IR_OR || v->op == IR_XOR || v->op == IR_NOT;
    if (!joins && (v->op < IR_EQUAL || v->op > IR_LESS_EQUAL)) return false;
    for (size_t i = 0; i < v->operand_count; ++i)
        if (!is_of_ids(s, v->operands[i], budget)) return false;
    return true;
}

static bool has_condition_of_ids(const mask_search *s, const ir_value *v)
{
    unsigned budget = CONDITION;
    return v->op == IR_IF && is_of_ids(s, v->operands[0], &budget);
}

typedef struct contents {
    size_t values;
    bool contiguous; /* some access has a step between lanes */
} contents;

/* `outside`: not in a branch that may have a version for the full mask itself. */
static void measure(const mask_search *s, ir_value *const *items, size_t count, bool outside, contents *c)
{
    for (size_t i = 0; i < count && c->values <= VALUES; ++i) {
        const ir_value *v = items[i];
        ++c->values;
        if (outside && (v->op == IR_LOAD || v->op == IR_STORE) && !s->l->p->objects.root[v->operands[0]->number])
            c->contiguous |= s->l->p->shapes.values[v->operands[0]->number].step != 0;
        const bool inner =
            outside && !(v->op == IR_IF && s->l->p->shapes.diverges[v->number] && has_condition_of_ids(s, v));
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) measure(s, v->blocks[k]->items, v->blocks[k]->count, inner, c);
    }
}

static bool pays(const mask_search *s, ir_value *const *items, size_t count)
{
    contents c = {0};
    /* Not for the rest of a line of work-items, nor in the version for a partial mask. */
    if (s->first || s->is_beside_full || s->full_depth >= NESTED) return false;
    measure(s, items, count, true, &c);
    return c.contiguous && c.values <= VALUES;
}

bool full_mask_is_wanted(const mask_search *s, const ir_value *v, const ir_block *b)
{
    return has_condition_of_ids(s, v) && !jumps_out(b, b) && pays(s, b->items, b->count);
}

static bool has_effects(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i)
        if (ir_has_effect(b->items[i])) return true;
    return false;
}

/* Whether the loop ends soon, by a constant bound. */
static bool has_few_rounds(const ir_value *loop)
{
    const ir_value *c = loop->condition;
    for (size_t i = 0; i < c->operand_count; ++i)
        if (c->operands[i]->op == IR_CONSTANT && c->operands[i]->bits <= FEW) return true;
    return false;
}

bool full_mask_wants_rounds(const mask_search *s, const ir_value *loop)
{
    const ir_block *body = loop->blocks[1], *step = loop->blocks[2];
    unsigned budget = CONDITION;
    return loop->condition && !loop->test_last && is_of_ids(s, loop->condition, &budget) && !has_few_rounds(loop) &&
           !has_effects(loop->blocks[0]) && !jumps_out(body, body) && !jumps_out(step, step) &&
           pays(s, body->items, body->count);
}

size_t full_mask_find_rest(const mask_search *s, const ir_block *b)
{
    size_t rest = 0;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (!ends_block(v, b)) continue;
        if (s->l->p->shapes.diverges[v->number] && !has_condition_of_ids(s, v)) return b->count;
        rest = i + 1;
    }
    return rest && rest < b->count && pays(s, b->items + rest, b->count - rest) ? rest : b->count;
}
