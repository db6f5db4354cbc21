/* See names.h.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/names.h"

/* From the last item to the first: users come before operands. */
void names_count_uses(unsigned *uses, const ir_block *b, bool by_first)
{
    for (size_t i = b->count; i-- > 0;) {
        const ir_value *v = b->items[i];
        if (!ir_has_effect(v) && !uses[v->number]) continue;
        if (v->op == IR_LOOP && v->condition) ++uses[v->condition->number];
        for (int k = 2; k >= 0; --k)
            if (v->blocks[k]) names_count_uses(uses, v->blocks[k], by_first);
        for (size_t k = 0; k < v->operand_count; ++k) ++uses[v->operands[k]->number];
        if (by_first && v->first && v->first != v) ++uses[v->first->number];
    }
}

/* ---- values in their user's expression ---- */

enum { FAR = 64 }; /* most items between a GET and its use */

/* Whether the operand appears just once in the user's text. */
static bool takes_expressions(const ir_value *user, size_t k)
{
    if (user->op >= IR_ADD && user->op <= IR_NEGATE) return true;
    if (user->op >= IR_EQUAL && user->op <= IR_SELECT) return true;
    switch (user->op) {
    case IR_CONVERT:
    case IR_CALL:
    case IR_SET:
    case IR_INVOKE:
    case IR_RETURN: return true;
    case IR_STORE: return k == 1 && user->components == 1;
    default: return false;
    }
}

static bool makes_expression(const ir_value *v)
{
    return (v->op >= IR_ADD && v->op <= IR_SELECT) || v->op == IR_CONVERT || v->op == IR_CALL || v->op == IR_GET;
}

/* Whether an item from `from` up to `to` sets the variable, or may do so. */
static bool is_set_between(const ir_block *b, size_t from, size_t to, const ir_variable *x)
{
    if (to - from > FAR) return true;
    for (size_t i = from; i < to; ++i) {
        const ir_value *v = b->items[i];
        if ((v->op == IR_SET && v->variable == x) || v->blocks[0] || v->op == IR_LEAVE || v->op == IR_CONTINUE)
            return true;
    }
    return false;
}

/* Whether users of `user` also look at its operands: addresses, comparisons and halves of products do. A variable may
 * have changed by then. */
static bool is_looked_through(const lower_names *n, const ir_value *user)
{
    const bool peeks = user->op == IR_CONVERT || user->op == IR_SELECT || user->op == IR_RIGHT;
    /* Halves of a product are made of its factors. */
    const bool widens = user->op == IR_CONVERT && ir_size(user->type) == 8 && ir_size(user->operands[0]->type) == 4;
    return peeks && ir_is_integer(user->type) && (widens || !n->nested[user->number]);
}

typedef struct search {
    const passes *p;
    lower_names *n;
    size_t *written;       /* by a value's number: the item with which it is written */
    const ir_value **user; /* its only user so far in this block, or NULL */
    const ir_block **home;
    size_t *operations; /* by a value's number: of its expression */
} search;

static bool fits(const search *f, const ir_value *v, const ir_block *b)
{
    const passes *p = f->p;
    const ir_value *user = f->user[v->number];
    if (!user || f->home[v->number] != b || f->n->uses[v->number] != 1 || !makes_expression(v)) return false;
    if (p->shapes.values[v->number].kind != SHAPE_VARYING || v->spelling || p->packs.of[v->number]) return false;
    if (p->packs.of[user->number] ||
        (p->regions.region && p->regions.region[v->number] != p->regions.region[user->number]))
        return false;
    if (user->op != IR_SET && user->op != IR_STORE && user->op != IR_INVOKE && user->op != IR_RETURN &&
        p->shapes.values[user->number].kind != SHAPE_VARYING)
        return false;
    return true;
}

/* From the last item to the first, so that a user comes before its operands. */
static void find_nested(search *f, const ir_block *b)
{
    for (size_t i = b->count; i-- > 0;) {
        const ir_value *v = b->items[i];
        if (!ir_has_effect(v) && !f->n->uses[v->number]) continue;
        f->written[v->number] = i;
        if (fits(f, v, b)) {
            const ir_value *user = f->user[v->number];
            const size_t at = f->written[user->number];
            if (v->op != IR_GET || (!is_looked_through(f->n, user) && !is_set_between(b, i + 1, at, v->variable))) {
                f->n->nested[v->number] = true;
                f->written[v->number] = at;
            }
        }
        for (size_t k = 0; k < v->operand_count; ++k) {
            const unsigned n = v->operands[k]->number;
            f->user[n] = takes_expressions(v, k) ? v : NULL;
            f->home[n] = b;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_nested(f, v->blocks[k]);
    }
}

/* From the first item to the last: an expression of many operations has a name, after all. */
static void divide_large(search *f, const ir_block *b)
{
    bool *nested = f->n->nested;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        size_t operations = v->op != IR_GET;
        for (size_t k = 0; k < v->operand_count; ++k)
            if (nested[v->operands[k]->number]) operations += f->operations[v->operands[k]->number];
        f->operations[v->number] = operations;
        if (nested[v->number] && operations > NAMES_OPERATIONS) {
            nested[v->number] = false;
            for (size_t k = 0; k < v->operand_count && is_looked_through(f->n, v); ++k)
                if (v->operands[k]->op == IR_GET) nested[v->operands[k]->number] = false;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) divide_large(f, v->blocks[k]);
    }
}

/* ---- variables in use ---- */

static void find_used(const ir_block *b, lower_names *n)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->variable && (ir_has_effect(v) || n->uses[v->number])) n->is_used[v->variable->number] = true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_used(v->blocks[k], n);
    }
}

lower_names names_find(const passes *p)
{
    const ir_function *f = p->f;
    const size_t values = f->values + 1;
    lower_names n = {.uses = arena_array(f->arena, values, sizeof *n.uses)};
    names_count_uses(n.uses, f->body, !p->one_by_one);
    if (p->one_by_one) return n;
    n.nested = arena_array(f->arena, values, sizeof *n.nested);
    n.is_used = arena_array(f->arena, f->variable_count + 1, sizeof *n.is_used);
    search s = {p,
                &n,
                arena_array(f->arena, values, sizeof *s.written),
                arena_array(f->arena, values, sizeof *s.user),
                arena_array(f->arena, values, sizeof *s.home),
                arena_array(f->arena, values, sizeof *s.operations)};
    find_nested(&s, f->body);
    divide_large(&s, f->body);
    find_used(f->body, &n);
    return n;
}
