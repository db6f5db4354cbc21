/* Values without a name of their own: a value with one use in the same block becomes part of the user's expression.
 * So C files stay short, and compilers have less to read. See simd_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/simd_state.h"

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
static bool is_looked_through(const simd_writer *s, const ir_value *user)
{
    const bool peeks = user->op == IR_CONVERT || user->op == IR_SELECT || user->op == IR_RIGHT;
    /* Halves of a product are made of its factors. */
    const bool widens = user->op == IR_CONVERT && ir_size(user->type) == 8 && ir_size(user->operands[0]->type) == 4;
    return peeks && ir_is_integer(user->type) && (widens || !s->nested[user->number]);
}

typedef struct search {
    simd_writer *s;
    size_t *written;       /* by a value's number: the item with which it is written */
    const ir_value **user; /* its only user so far in this block, or NULL */
    const ir_block **home;
} search;

static bool fits(const search *f, const ir_value *v, const ir_block *b)
{
    const simd_writer *s = f->s;
    const ir_value *user = f->user[v->number];
    if (!user || f->home[v->number] != b || s->uses[v->number] != 1 || !makes_expression(v)) return false;
    if (simd_shape(s, v) != SHAPE_VARYING || s->names_of.values[v->number] || s->p->packs.of[v->number]) return false;
    if (s->p->packs.of[user->number] ||
        (s->p->regions.region && s->p->regions.region[v->number] != s->p->regions.region[user->number]))
        return false;
    if (user->op != IR_SET && user->op != IR_STORE && user->op != IR_INVOKE && user->op != IR_RETURN &&
        simd_shape(s, user) != SHAPE_VARYING)
        return false;
    return true;
}

/* From the last item to the first, so that a user comes before its operands. */
static void find_nested(search *f, const ir_block *b)
{
    simd_writer *s = f->s;
    for (size_t i = b->count; i-- > 0;) {
        const ir_value *v = b->items[i];
        if (!ir_has_effect(v) && !s->uses[v->number]) continue;
        f->written[v->number] = i;
        if (fits(f, v, b)) {
            const ir_value *user = f->user[v->number];
            const size_t at = f->written[user->number];
            if (v->op != IR_GET || (!is_looked_through(s, user) && !is_set_between(b, i + 1, at, v->variable))) {
                s->nested[v->number] = true;
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

void simd_find_nested(simd_writer *s)
{
    const size_t values = s->f->values + 1;
    search f = {s, arena_array(s->a, values, sizeof *f.written), arena_array(s->a, values, sizeof *f.user),
                arena_array(s->a, values, sizeof *f.home)};
    s->nested = arena_array(s->a, values, sizeof *s->nested);
    find_nested(&f, s->f->body);
}
