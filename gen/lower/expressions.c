/* See expressions.h.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/lower.h"

typedef struct search {
    const lowered *l;
    unsigned *gets, *sets; /* by a variable's number: how many there are */
    const ir_value **first, **last, **choices;
    bool *is_chosen;
} search;

/* Finds where variables are used, and counts GETs and SETs. */
static void find_mentions(search *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i], *at = v;
        if (v->op == IR_GET || v->op == IR_SET || v->op == IR_COLLECT) {
            const unsigned x = v->variable->number;
            for (const ir_block *in = b; in != v->variable->home && in->owner; in = in->outer) at = in->owner;
            if (!s->first[x]) s->first[x] = at;
            s->last[x] = at;
            ++(v->op == IR_GET ? s->gets : s->sets)[x];
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_mentions(s, v->blocks[k]);
    }
}

/* ---- blocks that are expressions ---- */

static bool is_in_pack(const lowered *l, const ir_value *v)
{
    return l->p->packs.of && l->p->packs.of[v->number];
}

bool expressions_are_simple(const lowered *l, const ir_block *b, unsigned sets)
{
    if (b->count > EXPRESSIONS_VALUES) return false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_SET) {
            if (is_in_pack(l, v)) return false;
            if (!sets-- || i + 1 != b->count || v->variable->home == b) return false;
            continue;
        }
        if (ir_has_effect(v) || v->op == IR_INVOKE || (v->op == IR_GET && v->variable->home == b)) return false;
        if (is_in_pack(l, v)) return false;
        if (v->op == IR_SUBTRACT && ir_is_floating(v->type) && v->operands[0]->op == IR_CONSTANT)
            return false; /* hide_conversion() */
        if (!l->names.uses[v->number]) continue;
        if (v->spelling || (l->names.uses[v->number] > 1 && !ir_is_leaf(v) && v->op != IR_GET)) return false;
    }
    return true;
}

static bool is_done_once(const lowered *l, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i)
        if (!ir_is_leaf(b->items[i]) && !l->p->regions.once[b->items[i]->number]) return false;
    return true;
}

bool expressions_fit_head(const lowered *l, const ir_value *v)
{
    const bool grouped = l->p->regions.grouped && l->p->regions.grouped[v->number];
    if (grouped && (!is_done_once(l, v->blocks[0]) || !is_done_once(l, v->blocks[2]))) return false;
    if (v->waiting || v->test_last || !expressions_are_simple(l, v->blocks[2], 1)) return false;
    return v->condition ? expressions_are_simple(l, v->blocks[0], 0) : !v->blocks[0]->count;
}

const ir_value *expressions_only_branch(const lowered *l, const ir_block *b)
{
    const ir_value *last = b->count ? b->items[b->count - 1] : NULL;
    if (!last || last->op != IR_IF || b->count > EXPRESSIONS_VALUES) return NULL;
    const ir_block before = {.items = b->items, .count = b->count - 1};
    return expressions_are_simple(l, &before, 0) && !lower_first_at(l, b) ? last : NULL;
}

/* ---- choices ---- */

/* Whether it is a simple block that only sets x. */
static bool only_sets(const search *s, const ir_block *b, const ir_variable *x)
{
    return b->count && expressions_are_simple(s->l, b, 1) && b->items[b->count - 1]->op == IR_SET &&
           b->items[b->count - 1]->variable == x;
}

/* The item that follows item i, without leaves. */
static const ir_value *next_item(ir_value *const *items, size_t count, size_t i)
{
    for (++i; i < count; ++i)
        if (!ir_is_leaf(items[i])) return items[i];
    return NULL;
}

static bool is_read_next(const search *s, const ir_block *b, size_t i, const ir_variable *x)
{
    const ir_value *next = next_item(b->items, b->count, i);
    return s->gets[x->number] == 1 && s->sets[x->number] == 2 && next && next->op == IR_GET && next->variable == x;
}

/* From the inner blocks to the outer ones, since an expression may contain others. */
static void find_choices(search *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i], *set = NULL;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_choices(s, v->blocks[k]);
        if (v->op != IR_IF || !v->blocks[0]->count) continue;
        set = v->blocks[0]->items[v->blocks[0]->count - 1];
        if (set->op != IR_SET || !only_sets(s, v->blocks[0], set->variable) || !is_read_next(s, b, i, set->variable))
            continue;
        const ir_variable *x = set->variable;
        if (s->l->p->regions.stored &&
            (s->l->p->regions.stored[x->number] != STORED_IN_REGION || s->l->p->regions.once[set->number]))
            continue;
        if (v->blocks[1]->count) {
            if (!only_sets(s, v->blocks[1], x)) continue;
            s->choices[v->number] = set;
            s->is_chosen[x->number] = true;
            continue;
        }
        /* `x = a; if (a) x = b;` */
        const ir_value *c = v->operands[0], *a = c->op == IR_NOT ? c->operands[0] : c;
        const ir_value *before = NULL;
        for (size_t k = i; k-- > 0 && !before;)
            if (b->items[k] != c && !ir_is_leaf(b->items[k])) before = b->items[k];
        if (x->type != IR_BOOL || !before || before->op != IR_SET || before->variable != x || before->operands[0] != a)
            continue;
        if (c != a && s->l->names.uses[c->number] != 1) continue;
        s->choices[v->number] = before;
        s->is_chosen[x->number] = true;
        if (c != a) s->l->names.uses[c->number] = 0;
        --s->l->names.uses[a->number];
    }
}

lower_expressions expressions_find(const lowered *l)
{
    const ir_function *f = l->f;
    const size_t variables = f->variable_count + 1;
    search s = {.l = l};
    s.gets = arena_array(f->arena, variables, sizeof *s.gets);
    s.sets = arena_array(f->arena, variables, sizeof *s.sets);
    s.first = arena_array(f->arena, variables, sizeof *s.first);
    s.last = arena_array(f->arena, variables, sizeof *s.last);
    s.is_chosen = arena_array(f->arena, variables, sizeof *s.is_chosen);
    s.choices = arena_array(f->arena, f->values + 1, sizeof *s.choices);
    find_mentions(&s, f->body);
    find_choices(&s, f->body);
    return (lower_expressions){s.first, s.last, s.choices, s.is_chosen};
}
