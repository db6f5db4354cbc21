/* Unroll: a loop with few rounds, whose counter indexes a private array, is written out. Its indices are then
 * constant, and the pass `objects` can turn the array into variables. Conditions on the counter alone are folded. In
 * loops over work-items, loops that a compiler vectorises stay. In vectors, larger nests are written out, too, if that
 * makes the indices of all arrays constant: most of what is copied then computes addresses, and nothing is left of it.
 * Knows loops and private arrays; must not know lanes. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/copy.h"
#include "passes/passes.h"

#include <string.h>

enum {
    ROUNDS = 32,  /* most rounds of a loop */
    LOOP = 600,   /* most values of all rounds, without constants and reads of variables */
    VECTOR = 8,   /* rounds that compilers vectorise */
    KEPT = 3200,  /* if all indices become constant: most values that remain in all rounds, */
    WHOLE = 30000 /* and most values that are copied */
};

typedef struct counter {
    ir_variable *variable;
    uint64_t start;
    const ir_value *next; /* its value in the next round */
    unsigned rounds;
} counter;

/* ---- choice of loops ---- */

/* The SET at the end of the loop's step block; or NULL. */
static const ir_value *find_step(const ir_value *loop)
{
    const ir_block *b = loop->blocks[2];
    for (size_t i = b->count; i-- > 0;)
        if (b->items[i]->op == IR_SET) return b->items[i];
    return NULL;
}

/* Finds the counter of a loop that follows the items. `outer`: the counters of loops around that are known. */
static bool find_counter(ir_value *const *items, size_t count, const ir_value *loop, const copy_counter *outer,
                         counter *c)
{
    const ir_value *step = find_step(loop);
    if (loop->test_last || !loop->condition || !step) return false;
    for (size_t i = 0; i < loop->blocks[0]->count; ++i)
        if (ir_has_effect(loop->blocks[0]->items[i])) return false;
    c->variable = step->variable;
    c->next = step->operands[0];
    if (!ir_is_integer(c->variable->type)) return false;
    if (copy_count_sets(loop->blocks[1], c->variable)) return false;
    if (copy_count_sets(loop->blocks[2], c->variable) != 1) return false;
    /* Its first value is the last SET before the loop. */
    bool found = false;
    for (size_t i = count; i-- > 0 && !found;) {
        const ir_value *v = items[i];
        unsigned budget = COPY_DEPENDS;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && copy_count_sets(v->blocks[k], c->variable)) return false;
        if (v->op != IR_SET || v->variable != c->variable) continue;
        if (!copy_know_all(v->operands[0], outer, &budget, &c->start)) return false;
        found = true;
    }
    if (!found) return false;
    uint64_t now = c->start, goes_on = 0;
    for (c->rounds = 0; c->rounds <= ROUNDS; ++c->rounds) {
        unsigned budget = COPY_DEPENDS;
        const copy_counter known = {c->variable, now, outer};
        if (!copy_know_all(loop->condition, &known, &budget, &goes_on)) return false;
        if (!goes_on) return c->rounds > 0;
        if (!copy_know_all(c->next, &known, &budget, &now)) return false;
    }
    return false;
}

/* Whether it is a pointer into a private object. */
static bool is_private(const ir_value *v)
{
    while (v->op == IR_MOVE) v = v->operands[0];
    return v->op == IR_ADDRESS;
}

/* The number of computed values; `indexes`: whether the counter determines an index of a private array. */
static size_t measure(const ir_block *b, const ir_variable *x, bool *indexes, bool *barrier, size_t *all)
{
    size_t count = 0;
    *all += b->count;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        count += !ir_is_leaf(v) && v->op != IR_GET;
        *barrier |= v->op == IR_BARRIER;
        if (v->op == IR_MOVE && !*indexes && is_private(v)) {
            unsigned budget = COPY_DEPENDS, more = COPY_DEPENDS;
            uint64_t index;
            *indexes = copy_depends(v->operands[1], x, &budget) && copy_know(v->operands[1], x, 0, &more, &index);
        }
        *indexes |= v->op == IR_SET && is_private(v->operands[0]); /* a choice between arrays */
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count += measure(v->blocks[k], x, indexes, barrier, all);
    }
    return count;
}

static void write_out(copying *s, const ir_value *loop, const counter *c, ir_block *to)
{
    ir_function *f = s->f;
    const bool leaves = copy_has_jump(loop->blocks[1], IR_LEAVE, loop);
    const bool goes_on = copy_has_jump(loop->blocks[1], IR_CONTINUE, loop);
    copy_start(s);
    s->loop = loop;
    s->counter = c->variable;
    s->now = c->start;
    s->leave = leaves ? copy_add_scope(s, to, loop->token) : NULL;
    if (leaves) to = s->leave->blocks[0];
    for (unsigned n = 0; n < c->rounds; ++n) {
        unsigned budget = COPY_DEPENDS;
        s->round = goes_on ? copy_add_scope(s, to, loop->token) : NULL;
        copy_block(s, loop->blocks[1], goes_on ? s->round->blocks[0] : to);
        if (copy_ends_in_jump(to)) break;
        copy_variables(s, loop->blocks[2], to);
        for (size_t i = 0; i < loop->blocks[2]->count; ++i)
            if (loop->blocks[2]->items[i]->op != IR_SET || loop->blocks[2]->items[i]->variable != c->variable)
                copy_value(s, loop->blocks[2]->items[i], to);
        if (!copy_know(c->next, c->variable, s->now, &budget, &s->now))
            ir_refuse(f, loop->token, "internal error: the counter of an unrolled loop is not constant");
        ir_value *now = copy_add_constant(s, to, c->variable->type, s->now, loop->token);
        ir_add(f, to, IR_SET, IR_VOID, loop->token, 1, now)->variable = c->variable;
    }
    copy_end(s);
}

static bool is_in(const ir_block *b, const ir_value *construct)
{
    for (; b; b = b->outer)
        if (b->owner == construct) return true;
    return false;
}

/* How many variables each round has of its own. */
static size_t count_variables(const ir_function *f, const ir_value *loop)
{
    size_t count = 0;
    for (size_t i = 0; i < f->variable_count; ++i) count += is_in(f->variables[i]->home, loop);
    return count;
}

static bool pays(const copying *s, const ir_value *loop, const counter *c)
{
    const ir_function *f = s->f;
    bool indexes = false, barrier = false;
    size_t all = 0;
    const size_t size = measure(loop->blocks[1], c->variable, &indexes, &barrier, &all) +
                        measure(loop->blocks[2], c->variable, &indexes, &barrier, &all);
    if (!indexes || barrier || size * c->rounds > LOOP || f->values + (all + 4) * c->rounds > COPY_VALUES) return false;
    return f->variable_count + count_variables(f, loop) * c->rounds <= COPY_VARIABLES;
}

static bool stays_inside(const ir_block *b, bool *computes)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LOOP || v->op == IR_CONTINUE) return false;
        *computes |= v->op >= IR_ADD && v->op <= IR_DIVIDE && ir_is_floating(v->type);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && !stays_inside(v->blocks[k], computes)) return false;
    }
    return true;
}

/* Whether a compiler vectorises the rounds. In vectors, no lanes are left for that. */
static bool is_vectorised_later(const ir_value *loop, const counter *c)
{
    bool computes = false;
    return c->rounds % VECTOR == 0 && !copy_has_jump(loop->blocks[1], IR_LEAVE, loop) &&
           stays_inside(loop->blocks[1], &computes) && computes;
}

/* Inner loops first. */
static void unroll_in(copying *s, ir_block *b, bool one_by_one)
{
    ir_value **items = b->items;
    const size_t count = b->count;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count; ++i) {
        ir_value *v = items[i];
        counter c;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) unroll_in(s, v->blocks[k], one_by_one);
        if (v->op == IR_LOOP && find_counter(b->items, b->count, v, NULL, &c) && pays(s, v, &c) &&
            !(one_by_one && is_vectorised_later(v, &c)))
            write_out(s, v, &c, b);
        else ir_append(s->f, b, v);
    }
}

/* ---- nests that are written out whole ---- */

static bool has_private(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        if (b->items[i]->op == IR_MOVE && is_private(b->items[i])) return true;
        for (int k = 0; k < 3; ++k)
            if (b->items[i]->blocks[k] && has_private(b->items[i]->blocks[k])) return true;
    }
    return false;
}

/* Whether x is in an index of a private array, or, `inner`, in what an inner loop's counter is set to that is in one.
 */
static bool is_in_index(const ir_block *b, const ir_variable *x, const ir_block *inner)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        unsigned budget = COPY_DEPENDS;
        if (v->op == IR_MOVE && is_private(v) && copy_depends(v->operands[1], x, &budget)) return true;
        if (v->op == IR_SET && inner && v->variable != x && copy_depends(v->operands[0], x, &budget) &&
            is_in_index(inner, v->variable, NULL))
            return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && is_in_index(v->blocks[k], x, inner)) return true;
    }
    return false;
}

/* Whether a loop that follows the items can be written out in a nest. */
static bool is_nest(ir_value *const *items, size_t count, const ir_value *v, const copy_counter *outer, counter *c)
{
    return v->op == IR_LOOP && has_private(v->blocks[1]) && !copy_has_jump(v->blocks[1], IR_LEAVE, v) &&
           !copy_has_jump(v->blocks[1], IR_CONTINUE, v) && find_counter(items, count, v, outer, c) &&
           is_in_index(v->blocks[1], c->variable, v->blocks[1]);
}

typedef struct plan {
    const size_t *own;              /* by a construct's number: the variables in it */
    size_t copied, kept, variables; /* of all rounds */
    bool some;                      /* an index that is not constant now becomes constant */
    bool fails;
} plan;

/* A private object's address that something else than an access uses, or an index that stays unknown. */
static bool is_unclear(plan *s, const ir_value *v, const copy_counter *counters)
{
    const bool accesses = v->op == IR_MOVE || v->op == IR_LOAD || v->op == IR_STORE;
    uint64_t index;
    for (size_t i = accesses; i < v->operand_count; ++i)
        if (is_private(v->operands[i])) return true;
    if (v->op != IR_MOVE || !is_private(v) || v->operands[1]->op == IR_CONSTANT) return false;
    unsigned budget = COPY_DEPENDS, more = COPY_DEPENDS;
    s->some |= !copy_know_all(v->operands[1], NULL, &more, &index);
    return !copy_know_all(v->operands[1], counters, &budget, &index);
}

/* Whether it is computed in each round, too, when arrays are variables. */
static bool stays(const ir_value *v)
{
    if (ir_is_leaf(v) || v->op == IR_GET || v->op == IR_SET || v->op == IR_MOVE || v->op == IR_CONVERT) return false;
    return (v->op != IR_LOAD && v->op != IR_STORE) || !is_private(v->operands[0]);
}

/* Goes through all rounds of loops that can be written out. */
static void plan_block(plan *s, const ir_block *b, const copy_counter *counters)
{
    for (size_t i = 0; i < b->count && !s->fails; ++i) {
        const ir_value *v = b->items[i];
        counter c;
        s->kept += stays(v);
        s->fails =
            ++s->copied > WHOLE || s->kept > KEPT || (v->op == IR_BARRIER && counters) || is_unclear(s, v, counters);
        if (!is_nest(b->items, i, v, counters, &c)) {
            for (int k = 0; k < 3; ++k)
                if (v->blocks[k]) plan_block(s, v->blocks[k], counters);
            continue;
        }
        copy_counter now = {c.variable, c.start, counters};
        s->variables += s->own[v->number] * c.rounds;
        for (unsigned n = 0; n < c.rounds && !s->fails; ++n) {
            unsigned budget = COPY_DEPENDS;
            plan_block(s, v->blocks[1], &now);
            plan_block(s, v->blocks[2], &now);
            s->fails |= !copy_know_all(c.next, &now, &budget, &now.now);
        }
    }
}

static void write_out_in(copying *s, ir_block *b);

/* Adds it to the block: written out, if it is such a loop, and then what is in it. */
static void add_whole(copying *s, ir_block *b, ir_value *v)
{
    ir_function *f = s->f;
    counter c;
    bool indexes = false, barrier = false;
    size_t all = 0;
    if (!is_nest(b->items, b->count, v, NULL, &c) ||
        measure(v->blocks[1], c.variable, &indexes, &barrier, &all) > WHOLE ||
        f->values + (all + v->blocks[2]->count + 4) * c.rounds > s->values ||
        f->variable_count + count_variables(f, v) * c.rounds > COPY_VARIABLES) {
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) write_out_in(s, v->blocks[k]);
        ir_append(f, b, v);
        return;
    }
    const size_t start = b->count;
    write_out(s, v, &c, b);
    const size_t count = b->count - start;
    ir_value **rounds = arena_array(f->arena, count + 1, sizeof *rounds);
    if (count) memcpy(rounds, b->items + start, count * sizeof *rounds);
    b->count = start;
    for (size_t i = 0; i < count; ++i) add_whole(s, b, rounds[i]);
}

static void write_out_in(copying *s, ir_block *b)
{
    ir_value **items = b->items;
    const size_t count = b->count;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count; ++i) add_whole(s, b, items[i]);
}

/* Whether it makes constant indices of all that are not. */
static bool makes_constant(const passes *p)
{
    const ir_function *f = p->f;
    if (p->one_by_one || f->values > COPY_VALUES || !has_private(f->body)) return false;
    size_t *own = arena_array(f->arena, (size_t)f->values + 1, sizeof *own);
    for (size_t i = 0; i < f->variable_count; ++i)
        for (const ir_block *b = f->variables[i]->home; b; b = b->outer)
            if (b->owner) ++own[b->owner->number];
    plan s = {.own = own};
    plan_block(&s, f->body, NULL);
    return s.some && !s.fails && f->variable_count + s.variables <= COPY_VARIABLES;
}

void unroll_run(passes *p)
{
    copying s;
    if (!copy_begin(&s, p->f, COPY_VALUES)) return;
    unroll_in(&s, p->f->body, p->one_by_one);
    if (makes_constant(p) && copy_begin(&s, p->f, WHOLE)) write_out_in(&s, p->f->body);
}

unsigned unroll_count_rounds(ir_value *const *items, size_t count, const ir_value *loop)
{
    counter c;
    return find_counter(items, count, loop, NULL, &c) ? c.rounds : 0;
}
