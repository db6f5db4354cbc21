/* Loop-closed form (LLVM: LCSSA). If work-items leave a loop in different rounds, its induction variable is uniform
 * among those inside, but varying behind the loop. The variable becomes two: a uniform one for the loop, and the old
 * one, which is set beside it and read behind the loop. Only in vectors. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

enum { MAX_VARIABLES = 32 }; /* most such variables of a kernel */

typedef struct closed_variable {
    ir_variable *old, *own; /* `own` is for the loop */
    const ir_value *loop;
} closed_variable;

typedef struct closed_pass {
    passes *p;
    closed_variable divided[MAX_VARIABLES];
    size_t count;
    size_t budget; /* how many values may be added */
    bool *added;   /* by a value's number: added for such a variable */
} closed_pass;

/* The divergent loop in which all remaining work-items execute a SET in block b; or NULL. */
static const ir_value *loop_around(const passes *p, const ir_block *b, const ir_variable *x)
{
    for (const ir_block *at = b; at && at != x->home && at->owner; at = at->outer) {
        const ir_value *owner = at->owner;
        if (owner->op == IR_LOOP && p->shapes.round_diverges[owner->number] && at == owner->blocks[1]) return NULL;
        if (p->shapes.diverges[owner->number]) return owner->op == IR_LOOP ? owner : NULL;
    }
    return NULL;
}

/* Whether inside the loop all remaining work-items execute every SET of x, and outside each SET is to a uniform
 * value. `sets` counts them. */
static bool is_fit(const passes *p, const ir_block *b, const ir_variable *x, const ir_value *loop, bool inside,
                   size_t *sets)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->variable == x && v->op != IR_GET && v->op != IR_SET) return false;
        if (v->variable == x && v->op == IR_SET && inside && loop_around(p, b, x) != loop) return false;
        if (v->variable == x && v->op == IR_SET && !inside &&
            p->shapes.values[v->operands[0]->number].kind == SHAPE_VARYING)
            return false;
        *sets += v->variable == x && v->op == IR_SET;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && !is_fit(p, v->blocks[k], x, loop, inside || v == loop, sets)) return false;
    }
    return true;
}

/* Finds variables that are varying because some work-items have left a loop. */
static void find_variables(closed_pass *s, ir_block *b)
{
    passes *p = s->p;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_variables(s, v->blocks[k]);
        if (v->op != IR_SET || p->shapes.cause[v->variable->number] != v ||
            !p->shapes.set_partially[v->variable->number])
            continue;
        ir_variable *x = v->variable;
        if (s->count == MAX_VARIABLES || x->type == IR_BOOL || x->components || p->objects.root[v->operands[0]->number])
            continue;
        if (p->regions.stored && p->regions.stored[x->number] != STORED_IN_REGION) continue;
        const ir_value *loop = loop_around(p, b, x);
        size_t sets = 0;
        if (!loop || (p->regions.grouped && p->regions.grouped[loop->number])) continue;
        if (!is_fit(p, p->f->body, x, loop, false, &sets) || sets > s->budget) continue;
        s->budget -= sets;
        s->divided[s->count++] = (closed_variable){.old = x, .loop = loop};
    }
}

/* ---- division into two variables ---- */

static ir_value *make(closed_pass *s, ir_block *b, const ir_value *like, ir_op op, ir_type t, size_t operands)
{
    passes *p = s->p;
    ir_value *v = ir_make(p->f, op, t, like->token, operands);
    regions_adopt(p, v, like);
    s->added[v->number] = true;
    ir_append(p->f, b, v);
    return v;
}

/* Sets both variables wherever one was set. Reads in the loop read the loop's own. */
static void divide(closed_pass *s, const closed_variable *c, ir_block *b, bool inside)
{
    const ir_block before = *b;
    *b = (ir_block){.outer = before.outer, .owner = before.owner};
    for (size_t i = 0; i < before.count; ++i) {
        ir_value *v = before.items[i];
        ir_append(s->p->f, b, v);
        if (v->variable == c->old) {
            if (inside) v->variable = c->own;
            if (v->op == IR_SET) {
                ir_value *other = make(s, b, v, IR_SET, IR_VOID, 1);
                other->operands[0] = v->operands[0];
                other->variable = inside ? c->old : c->own;
            }
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) divide(s, c, v->blocks[k], inside || v == c->loop);
    }
}

static void unite(closed_pass *s, ir_block *b)
{
    size_t kept = 0;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) unite(s, v->blocks[k]);
        for (size_t k = 0; k < s->count; ++k)
            if (v->variable && v->variable == s->divided[k].own) v->variable = s->divided[k].old;
        if (!s->added[v->number]) b->items[kept++] = v;
    }
    b->count = kept;
}

static void divide_all(closed_pass *s)
{
    passes *p = s->p;
    for (size_t i = 0; i < s->count; ++i) {
        closed_variable *c = &s->divided[i];
        c->own = ir_add_variable(p->f, c->old->name, c->old->type);
        c->own->inner = c->old->inner;
        c->own->home = c->old->home;
        objects_adopt_variable(p, c->own, c->old);
        regions_adopt_variable(p, c->own, c->old);
        divide(s, c, p->f->body, false);
    }
    shapes_run(p);
}

void loop_closed_run(passes *p)
{
    ir_function *f = p->f;
    const size_t variables = f->variable_count;
    closed_pass s = {.p = p, .added = arena_array(f->arena, p->value_capacity, sizeof *s.added)};
    if (p->one_by_one) return;
    /* The division may be done twice. */
    s.budget = p->value_capacity > f->values ? (p->value_capacity - f->values) / 2 : 0;
    if (variables + MAX_VARIABLES > p->variable_capacity) return;
    find_variables(&s, f->body);
    if (!s.count) return;
    divide_all(&s);
    size_t good = 0;
    bool is_good[MAX_VARIABLES] = {false};
    for (size_t i = 0; i < s.count; ++i) {
        is_good[i] = p->shapes.variables[s.divided[i].own->number].kind != SHAPE_VARYING;
        good += is_good[i];
    }
    if (good == s.count) return;
    unite(&s, f->body);
    f->variable_count = variables;
    good = 0;
    for (size_t i = 0; i < s.count; ++i)
        if (is_good[i]) s.divided[good++] = s.divided[i];
    s.count = good;
    divide_all(&s);
}
