/* See returns.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/returns.h"

#include <string.h>

/* Early returns of a scope that are nested: each moves what follows it, and is one level for all that come after. */
enum { MOST = 64 };

typedef struct return_pass {
    passes *p;
    bool *stays; /* by a variable's number: it is used before the rest */
} return_pass;

static bool holds_barrier(ir_value *const *items, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = items[i];
        if (v->op == IR_BARRIER || v->op == IR_COLLECT) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && holds_barrier(v->blocks[k]->items, v->blocks[k]->count)) return true;
    }
    return false;
}

/* The block of the branch that ends by leaving the scope, while the other one is empty: 0 or 1; -1: there is none. */
static int leaving_block(const ir_value *branch, const ir_value *scope)
{
    if (branch->op != IR_IF) return -1;
    for (int k = 0; k < 2; ++k) {
        const ir_block *b = branch->blocks[k];
        if (!b->count || branch->blocks[1 - k]->count) continue;
        const ir_value *last = b->items[b->count - 1];
        if (last->op == IR_LEAVE && last->target == scope) return k;
    }
    return -1;
}

static void note_uses(return_pass *s, ir_value *const *items, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const ir_value *v = items[i];
        if (v->variable) s->stays[v->variable->number] = true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) note_uses(s, v->blocks[k]->items, v->blocks[k]->count);
    }
}

/* Variables of block `from` that only the rest uses live there. `other`: what the branch does before it leaves. */
static void move_homes(return_pass *s, const ir_block *from, const ir_block *other, const ir_block *to)
{
    const ir_function *f = s->p->f;
    memset(s->stays, 0, f->variable_count * sizeof *s->stays);
    note_uses(s, from->items, from->count - 1);
    note_uses(s, other->items, other->count);
    for (size_t i = 0; i < f->variable_count; ++i) {
        ir_variable *v = f->variables[i];
        if (v->home != from || s->stays[i]) continue;
        v->home = to;
    }
}

/* Moves the items behind the branch, number `at` of the block, into its empty block. Returns that block. */
static ir_block *nest_rest(return_pass *s, ir_block *b, size_t at, int leaving)
{
    ir_function *f = s->p->f;
    ir_value *branch = b->items[at];
    ir_block *rest = branch->blocks[1 - leaving];
    --branch->blocks[leaving]->count;
    for (size_t i = at + 1; i < b->count; ++i) {
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k]) b->items[i]->blocks[k]->outer = rest;
        ir_append(f, rest, b->items[i]);
    }
    b->count = at;
    if (!leaving && !branch->blocks[0]->count) {
        branch->operands[0] = ir_add(f, b, IR_NOT, IR_BOOL, branch->token, 1, branch->operands[0]);
        branch->blocks[1] = branch->blocks[0];
        branch->blocks[0] = rest;
    }
    ir_append(f, b, branch);
    move_homes(s, b, branch->blocks[branch->blocks[0] == rest], rest);
    return rest;
}

static void nest_in(return_pass *s, ir_block *b, const ir_value *scope)
{
    unsigned nested = 0;
    for (size_t i = 0; i < b->count && nested < MOST; ++i) {
        const int leaving = leaving_block(b->items[i], scope);
        if (leaving < 0) continue;
        /* Nothing that comes later has one behind it either. */
        if (!holds_barrier(b->items + i + 1, b->count - i - 1)) return;
        /* The table of values has room for some that are new. */
        if (s->p->f->values + 8 >= s->p->value_capacity) return;
        b = nest_rest(s, b, i, leaving);
        i = (size_t)-1;
        ++nested;
    }
}

static void find_scopes(return_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_SCOPE) nest_in(s, v->blocks[0], v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_scopes(s, v->blocks[k]);
    }
}

void returns_nest(passes *p)
{
    return_pass s = {p, arena_array(p->f->arena, p->f->variable_count + 1, sizeof(bool))};
    find_scopes(&s, p->f->body);
}
