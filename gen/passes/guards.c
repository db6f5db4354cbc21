/* Guards: `if (i >= n) return;` and `if (i < n) {...}` around all that a kernel does, where i is a global id. In
 * kernels with barriers: the same around all that a region does. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

/* The global or local id that v is, maybe converted to another integer type of at least 32 bits; or NULL. */
static const ir_value *id_of(const ir_value *v)
{
    while (v->op == IR_CONVERT && ir_is_integer(v->type) && ir_size(v->type) >= 4) v = v->operands[0];
    return v->op == IR_QUERY && (v->query == IR_LOCAL_ID || v->query == IR_GLOBAL_ID) ? v : NULL;
}

static const ir_value *id_in_x(const ir_value *v)
{
    const ir_value *id = id_of(v);
    return id && id->index == 0 ? id : NULL;
}

static bool is_global_id(const ir_value *v, unsigned *dimension)
{
    const ir_value *id = id_of(v);
    if (id) *dimension = id->index;
    return id && id->query == IR_GLOBAL_ID;
}

/* Whether v is made of arguments and constants, so that its value is known at the kernel's beginning. */
static bool is_invariant(const ir_value *v)
{
    switch (v->op) {
    case IR_CONSTANT:
    case IR_ARGUMENT: return true;
    case IR_QUERY: return v->query != IR_GLOBAL_ID && v->query != IR_LOCAL_ID && v->query != IR_LANE;
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
    case IR_CONVERT:
        for (size_t i = 0; i < v->operand_count; ++i)
            if (!ir_is_integer(v->operands[i]->type) || !is_invariant(v->operands[i])) return false;
        return true;
    default: return false;
    }
}

/* The bound in a condition under which a work-item does nothing (`leaves`), or does something; or NULL. */
static const ir_value *bound_of(const passes *p, const ir_value *c, bool leaves, unsigned *dimension)
{
    while (c->op == IR_NOT) {
        c = c->operands[0];
        leaves = !leaves;
    }
    if (leaves ? c->op != IR_LESS_EQUAL : c->op != IR_LESS) return NULL;
    const ir_value *id = c->operands[leaves ? 1 : 0], *bound = c->operands[leaves ? 0 : 1];
    if (!is_global_id(id, dimension) || !is_invariant(bound) || !ir_is_integer(bound->type)) return NULL;
    return p->guards.limits[*dimension] ? NULL : bound;
}

static void set_bound(passes *p, const ir_value *bound, unsigned dimension, const token *where)
{
    p->guards.limits[dimension] = bound;
    if (dimension) return;
    p->guards.at = where;
}

static bool has_effects(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i)
        if (ir_has_effect(b->items[i])) return true;
    return false;
}

/* Divides a branch with a condition of two parts into two nested branches. Returns the inner one. */
static ir_value *inner_branch(ir_function *f, ir_value *outer, ir_value *condition, const token *where)
{
    ir_block *into = outer->blocks[0];
    ir_value *v = ir_make(f, IR_IF, IR_VOID, where, 1);
    v->operands[0] = condition;
    v->blocks[0] = into;
    v->blocks[1] = ir_add_block(f, NULL, v);
    ir_block *between = ir_add_block(f, into->outer, outer);
    into->outer = v->blocks[1]->outer = between;
    into->owner = v;
    outer->blocks[0] = between;
    ir_append(f, between, v);
    return v;
}

static void drop(ir_block *b, size_t i)
{
    for (; i + 1 < b->count; ++i) b->items[i] = b->items[i + 1];
    --b->count;
}

/* Turns `if (c) return;`, item number i, into a bound, or divides it. false: it is no guard. */
static bool take_leaving(passes *p, ir_block *b, size_t i, const ir_value *scope)
{
    ir_function *f = p->f;
    ir_value *v = b->items[i];
    if (has_effects(v->blocks[1]) || v->blocks[0]->count != 1 || v->blocks[0]->items[0]->op != IR_LEAVE ||
        v->blocks[0]->items[0]->target != scope)
        return false;
    ir_value *c = v->operands[0];
    if (c->op == IR_OR) { /* a branch for each side */
        ir_value *second = ir_make(f, IR_IF, IR_VOID, v->token, 1);
        second->operands[0] = c->operands[1];
        for (int k = 0; k < 2; ++k) second->blocks[k] = ir_add_block(f, b, second);
        ir_add(f, second->blocks[0], IR_LEAVE, IR_VOID, v->token, 0)->target = (ir_value *)scope;
        v->operands[0] = c->operands[0];
        ir_append(f, b, second);
        for (size_t k = b->count - 1; k > i + 1; --k) b->items[k] = b->items[k - 1];
        b->items[i + 1] = second;
        return true;
    }
    unsigned dimension;
    const ir_value *bound = bound_of(p, c, true, &dimension);
    if (!bound) return false;
    set_bound(p, bound, dimension, v->token);
    drop(b, i);
    return true;
}

void guards_run(passes *p)
{
    ir_function *f = p->f;
    if (f->has_barrier && !p->one_by_one) return;
    ir_block *b = f->body;
    ir_value *scope = NULL;
    for (size_t i = 0; i < b->count;) {
        ir_value *v = b->items[i];
        if (v->op == IR_SCOPE && !scope && !p->guards.limits[0]) {
            for (size_t k = i + 1; k < b->count; ++k)
                if (ir_has_effect(b->items[k])) return;
            scope = v;
            b = v->blocks[0];
            i = 0;
            continue;
        }
        if (!ir_has_effect(v) || v->op == IR_SET) {
            ++i;
            continue;
        }
        if (v->op != IR_IF) return;
        if (scope && take_leaving(p, b, i, scope)) continue;
        /* `if (c) {...}` around the rest of the block. */
        if (has_effects(v->blocks[1])) {
            return;
        }
        bool last = true;
        for (size_t k = i + 1; k < b->count; ++k) last &= !ir_has_effect(b->items[k]);
        if (!last) {
            if (scope && v->blocks[0]->count == 1 && v->blocks[0]->items[0]->op == IR_LEAVE) {
                ++i;
                continue;
            }
            return;
        }
        if (v->operands[0]->op == IR_AND) {
            ir_value *c = v->operands[0];
            inner_branch(f, v, c->operands[1], v->token);
            v->operands[0] = c->operands[0];
            continue;
        }
        unsigned dimension;
        const ir_value *bound = bound_of(p, v->operands[0], false, &dimension);
        if (bound) {
            set_bound(p, bound, dimension, v->token);
            ir_value *yes = ir_make(f, IR_CONSTANT, IR_BOOL, v->token, 0);
            yes->bits = 1;
            ir_append(f, b, yes);
            for (size_t k = b->count - 1; k > i; --k) b->items[k] = b->items[k - 1];
            b->items[i] = yes;
            v->operands[0] = yes;
            ++i;
        }
        b = v->blocks[0];
        i = 0;
        scope = NULL; /* jumps out of it from here on are no guards */
    }
}

/* ---- guards of regions ---- */

region_guard guards_find_of_region(const passes *p, ir_value *const *items, size_t count)
{
    static const region_guard none = {NULL, NULL, NULL, false};
    region_guard g = none;
    for (size_t i = 0; i < count; ++i) {
        if (!ir_has_effect(items[i])) continue;
        if (g.branch || items[i]->op != IR_IF || has_effects(items[i]->blocks[1])) return none;
        g.branch = items[i];
    }
    if (!g.branch) return none;
    const ir_value *c = g.branch->operands[0];
    if (c->op != IR_LESS && c->op != IR_LESS_EQUAL && c->op != IR_EQUAL) return none;
    g.id = id_in_x(c->operands[0]);
    g.bound = c->operands[1];
    g.inclusive = c->op != IR_LESS;
    if (!g.id || !ir_is_integer(g.bound->type)) return none;
    if (c->op == IR_EQUAL && (g.bound->op != IR_CONSTANT || g.bound->bits != 0)) return none;
    return p->regions.once[g.bound->number] || g.bound->op == IR_CONSTANT || g.bound->op == IR_ARGUMENT ? g : none;
}
