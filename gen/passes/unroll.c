/* Unroll: a loop with few rounds, whose counter indexes a private array, is written out. Its indices are then
 * constant, and the pass `objects` can turn the array into variables. Conditions on the counter alone are folded. In
 * loops over work-items, loops that a compiler vectorises stay.
 * Knows loops and private arrays; must not know lanes. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/copy.h"
#include "passes/passes.h"

enum {
    ROUNDS = 32, /* most rounds of a loop */
    LOOP = 600,  /* most values of all rounds, without constants and reads of variables */
    VECTOR = 8   /* rounds that compilers vectorise */
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

/* Finds the counter of a loop that follows the block's present items. */
static bool find_counter(const ir_block *b, const ir_value *loop, counter *c)
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
    for (size_t i = b->count; i-- > 0 && !found;) {
        const ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && copy_count_sets(v->blocks[k], c->variable)) return false;
        if (v->op != IR_SET || v->variable != c->variable) continue;
        if (v->operands[0]->op != IR_CONSTANT) return false;
        c->start = v->operands[0]->bits;
        found = true;
    }
    if (!found) return false;
    uint64_t now = c->start, goes_on = 0;
    for (c->rounds = 0; c->rounds <= ROUNDS; ++c->rounds) {
        unsigned budget = COPY_DEPENDS;
        if (!copy_know(loop->condition, c->variable, now, &budget, &goes_on)) return false;
        if (!goes_on) return c->rounds > 0;
        if (!copy_know(c->next, c->variable, now, &budget, &now)) return false;
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

static bool pays(const copying *s, const ir_value *loop, const counter *c)
{
    const ir_function *f = s->f;
    bool indexes = false, barrier = false;
    size_t all = 0;
    const size_t size = measure(loop->blocks[1], c->variable, &indexes, &barrier, &all) +
                        measure(loop->blocks[2], c->variable, &indexes, &barrier, &all);
    if (!indexes || barrier || size * c->rounds > LOOP || f->values + (all + 4) * c->rounds > COPY_VALUES) return false;
    size_t variables = 0;
    for (size_t i = 0; i < f->variable_count; ++i) variables += is_in(f->variables[i]->home, loop);
    return f->variable_count + variables * c->rounds <= COPY_VARIABLES;
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
        if (v->op == IR_LOOP && find_counter(b, v, &c) && pays(s, v, &c) && !(one_by_one && is_vectorised_later(v, &c)))
            write_out(s, v, &c, b);
        else ir_append(s->f, b, v);
    }
}

void unroll_run(passes *p)
{
    copying s;
    if (copy_begin(&s, p->f)) unroll_in(&s, p->f->body, p->one_by_one);
}
