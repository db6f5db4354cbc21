/* Choices (if-conversion): a divergent branch that only computes values and sets variables is removed. Both sides are
 * computed, and selections set the variables. Only in vectors, which would run both sides under masks anyway. See
 * passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

enum { SIDE = 16, RESERVE = 64 }; /* SIDE: values in one side. RESERVE: numbers that must stay free in the tables. */

typedef struct choice_pass {
    passes *p;
    bool changed;
} choice_pass;

static bool is_cheap(const ir_value *v)
{
    if ((v->op == IR_CALL && !ir_is_muladd(v)) || v->op == IR_DIVIDE || v->op == IR_REMAINDER || v->op == IR_LOAD)
        return false;
    return ir_is_leaf(v) || v->op == IR_GET || ir_is_muladd(v) || (v->op >= IR_ADD && v->op <= IR_MOVE);
}

/* Whether the block holds only cheap values and SETs, and reads no variable after setting it. */
static bool is_side(const passes *p, const ir_block *b)
{
    if (b->count > SIDE) return false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op != IR_SET && !is_cheap(v)) return false;
        if (v->op == IR_SET &&
            (v->variable->home == b || v->variable->type == IR_POINTER || p->objects.root[v->operands[0]->number]))
            return false;
        if (v->op == IR_GET && v->variable->home == b) return false;
        for (size_t k = 0; k < i && (v->op == IR_SET || v->op == IR_GET); ++k)
            if (b->items[k]->op == IR_SET && b->items[k]->variable == v->variable) return false;
    }
    return true;
}

static const ir_value *find_set(const ir_block *b, const ir_variable *x)
{
    for (size_t i = 0; i < b->count; ++i)
        if (b->items[i]->op == IR_SET && b->items[i]->variable == x) return b->items[i];
    return NULL;
}

static ir_value *make(choice_pass *s, ir_block *b, const ir_value *like, ir_op op, ir_type t, size_t operands)
{
    ir_value *v = ir_make(s->p->f, op, t, like->token, operands);
    regions_adopt(s->p, v, like);
    ir_append(s->p->f, b, v);
    return v;
}

static void choose(choice_pass *s, ir_block *b, const ir_value *branch, const ir_value *set, bool taken)
{
    ir_variable *x = set->variable;
    const ir_value *other = find_set(branch->blocks[taken], x);
    if (other && !taken) return; /* the first side has set it */
    ir_value *rest = other ? other->operands[0] : NULL;
    if (!rest) {
        rest = make(s, b, branch, IR_GET, x->type, 0);
        rest->variable = x;
    }
    ir_value *own = make(s, b, branch, IR_SELECT, x->type, 3);
    own->operands[0] = branch->operands[0];
    own->operands[taken ? 1 : 2] = set->operands[0];
    own->operands[taken ? 2 : 1] = rest;
    ir_value *v = make(s, b, branch, IR_SET, IR_VOID, 1);
    v->operands[0] = own;
    v->variable = x;
}

/* All reads of a side come before the first SET. */
static void replace(choice_pass *s, ir_block *b, const ir_value *branch)
{
    for (int k = 0; k < 2; ++k)
        for (size_t i = 0; i < branch->blocks[k]->count; ++i)
            if (branch->blocks[k]->items[i]->op != IR_SET) ir_append(s->p->f, b, branch->blocks[k]->items[i]);
    for (int k = 0; k < 2; ++k)
        for (size_t i = 0; i < branch->blocks[k]->count; ++i)
            if (branch->blocks[k]->items[i]->op == IR_SET) choose(s, b, branch, branch->blocks[k]->items[i], k == 0);
    s->changed = true;
}

static bool is_choice(const choice_pass *s, const ir_value *v)
{
    const passes *p = s->p;
    if (v->op != IR_IF || !p->shapes.diverges[v->number] || (p->regions.grouped && p->regions.grouped[v->number]))
        return false;
    if (p->f->values + RESERVE >= p->value_capacity) return false;
    return is_side(p, v->blocks[0]) && is_side(p, v->blocks[1]);
}

static void find_choices(choice_pass *s, ir_block *b)
{
    const ir_block before = *b;
    bool some = false;
    for (size_t i = 0; i < b->count; ++i)
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k]) find_choices(s, b->items[i]->blocks[k]);
    for (size_t i = 0; i < b->count && !some; ++i) some = is_choice(s, b->items[i]);
    if (!some) return;
    *b = (ir_block){.outer = before.outer, .owner = before.owner};
    for (size_t i = 0; i < before.count; ++i) {
        if (is_choice(s, before.items[i])) replace(s, b, before.items[i]);
        else ir_append(s->p->f, b, before.items[i]);
    }
}

void choices_run(passes *p)
{
    choice_pass s = {.p = p};
    if (p->one_by_one) return;
    find_choices(&s, p->f->body);
    if (s.changed) shapes_run(p);
}
