/* What differs between strands: vectors beside each other along x, whose differences follow from shapes; or vectors in
 * rows below each other along y, where a value differs if it depends on an id along y, by its operands or by the way
 * that control takes. See strands.h.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/strands_state.h"

typedef struct difference_search {
    const lowered *l;
    strand_differences d;
    bool along_y, changed;
} difference_search;

static bool of_any_operand(const difference_search *s, const ir_value *v)
{
    for (size_t i = 0; i < v->operand_count; ++i)
        if (s->d.values[v->operands[i]->number]) return true;
    return false;
}

static bool is_id_along_y(const ir_value *v)
{
    return v->op == IR_QUERY && (v->query == IR_GLOBAL_ID || v->query == IR_LOCAL_ID) && v->index == 1;
}

static bool differs_along_y(const difference_search *s, const ir_value *v)
{
    switch (v->op) {
    case IR_QUERY: return is_id_along_y(v);
    case IR_GET: return s->d.variables[v->variable->number];
    case IR_LOAD: return s->l->p->objects.root[v->operands[0]->number] != NULL || of_any_operand(s, v);
    case IR_CALL: return of_any_operand(s, v);
    default: return v->operand_count && ((v->op > IR_CALL && v->op != IR_STORE) || of_any_operand(s, v));
    }
}

static bool is_uniform(const difference_search *s, const ir_value *v)
{
    return s->l->p->shapes.values[v->number].kind == SHAPE_UNIFORM;
}

/* Affine values of all strands follow from one. */
static bool differs_along_x(const difference_search *s, const ir_value *v)
{
    switch (v->op) {
    case IR_STORE: return !is_uniform(s, v->operands[0]) || !is_uniform(s, v->operands[1]);
    case IR_EACH: return true;
    default: return v->type != IR_VOID && s->l->p->shapes.values[v->number].kind == SHAPE_VARYING;
    }
}

static void mark(difference_search *s, bool *of, bool differs)
{
    s->changed |= differs && !*of;
    *of |= differs;
}

/* Strands may take different ways through the construct. */
static bool is_whole(const difference_search *s, const ir_value *v)
{
    const shapes_result *shapes = &s->l->p->shapes;
    if (shapes->diverges[v->number] || shapes->round_diverges[v->number]) return true;
    if (!s->along_y) return false;
    return (v->op == IR_IF && s->d.values[v->operands[0]->number]) ||
           (v->condition && s->d.values[v->condition->number]);
}

/* What a jump leaves, if only some strands come to it. */
static void mark_jump(difference_search *s, const ir_value *v, const ir_block *b)
{
    bool by_some = false;
    for (; b && b->owner != v->target; b = b->outer) by_some |= b->owner && s->d.whole[b->owner->number];
    mark(s, &s->d.whole[v->target->number], by_some);
}

/* Variables that are set in such a construct are each strand's own, even if they are uniform: strands may be in
 * different rounds of a loop. */
static void find(difference_search *s, const ir_block *b, bool inside)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        bool *own = &s->d.values[v->number];
        if (v->blocks[0]) {
            mark(s, &s->d.whole[v->number], is_whole(s, v));
        } else if (v->op == IR_LEAVE || v->op == IR_CONTINUE) {
            mark_jump(s, v, b);
        } else if (v->op == IR_SET) {
            bool *variable = &s->d.variables[v->variable->number];
            mark(s, variable, inside || (s->along_y && s->d.values[v->operands[0]->number]));
            mark(s, own, *variable);
        } else {
            mark(s, own, s->along_y ? differs_along_y(s, v) : differs_along_x(s, v));
            /* The components of a short vector are stored at once. */
            if (v->op == IR_STORE && v->first) {
                mark(s, &s->d.values[v->first->number], *own);
                mark(s, own, s->d.values[v->first->number]);
            }
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find(s, v->blocks[k], inside || s->d.whole[v->number]);
    }
}

/* The members of a pack differ alike. */
static void join_packs(difference_search *s)
{
    const packs_result *packs = &s->l->p->packs;
    for (size_t i = 0; packs->of && i < s->l->f->values; ++i) {
        const value_pack *r = packs->of[i];
        for (unsigned k = 0; r && k < r->count; ++k) {
            mark(s, &s->d.values[i], s->d.values[r->of[k]->number]);
            if (r->of[k]->op != IR_SET && r->of[k]->op != IR_GET) continue;
            const ir_variable *x = r->of[0]->variable, *y = r->of[k]->variable;
            mark(s, &s->d.variables[x->number], s->d.variables[y->number]);
            mark(s, &s->d.variables[y->number], s->d.variables[x->number]);
        }
    }
}

static bool asks_id_along_y(const lowered *l, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (is_id_along_y(v) && l->names.uses[v->number]) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && asks_id_along_y(l, v->blocks[k])) return true;
    }
    return false;
}

strand_differences strand_differences_find(const lowered *l, bool along_y)
{
    const ir_function *f = l->f;
    difference_search s = {.l = l, .along_y = along_y};
    s.d.values = arena_array(f->arena, f->values + 1, sizeof *s.d.values);
    s.d.whole = arena_array(f->arena, f->values + 1, sizeof *s.d.whole);
    s.d.variables = arena_array(f->arena, f->variable_count + 1, sizeof *s.d.variables);
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *v = f->variables[i];
        s.d.variables[i] =
            v->type == IR_VOID || lower_is_kept(l, v) || (!along_y && l->p->shapes.variables[i].kind != SHAPE_UNIFORM);
    }
    do {
        s.changed = false;
        find(&s, f->body, false);
        join_packs(&s);
    } while (s.changed);
    s.d.any = !along_y || asks_id_along_y(l, f->body);
    return s.d;
}
