/* Read-ahead: if each work-item walks along a matrix row of its own, as in a product of matrix and vector, four
 * rounds are done at once. Their elements are contiguous and are read as a short vector, where single gathers would
 * cost several times as much. The loop itself follows, for the last rounds.
 * Knows loops and indices; must not know how memory is read. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/copy.h"
#include "passes/passes.h"

enum {
    TIMES = 4, /* rounds at once */
    LOOP = 80  /* most values of a loop */
};

/* An index as a sum: how often the loop's counter is in it, and how it depends on the work-item's id along x. */
typedef enum x_dependence { X_NOT, X_ONCE, X_FAR, X_UNKNOWN } x_dependence;

typedef struct terms {
    unsigned counters; /* above 1: in some other way */
    x_dependence x;
} terms;

static const terms unknown = {2, X_UNKNOWN};

static terms add(terms a, terms b)
{
    a.counters += b.counters;
    if (a.x == X_NOT) a.x = b.x;
    else if (b.x != X_NOT) a.x = a.x == X_UNKNOWN || b.x == X_UNKNOWN ? X_UNKNOWN : X_FAR;
    return a;
}

static terms find_terms(const ir_value *v, const ir_variable *counter, unsigned *budget)
{
    if (!*budget) return unknown;
    --*budget;
    if (v->op == IR_GET) return v->variable == counter ? (terms){1, X_NOT} : (terms){0, X_NOT};
    if (v->op == IR_QUERY && (v->query == IR_GLOBAL_ID || v->query == IR_LOCAL_ID || v->query == IR_LANE) &&
        v->index == 0)
        return (terms){0, X_ONCE};
    if (ir_is_leaf(v)) return (terms){0, X_NOT};
    terms sides[2] = {{0, X_NOT}, {0, X_NOT}};
    if (v->operand_count > 2 || v->op == IR_LOAD || v->op == IR_CALL) return unknown;
    for (size_t i = 0; i < v->operand_count; ++i) sides[i] = find_terms(v->operands[i], counter, budget);
    switch (v->op) {
    case IR_CONVERT: return sides[0];
    case IR_ADD: return add(sides[0], sides[1]);
    case IR_SUBTRACT: return sides[1].counters || sides[1].x != X_NOT ? unknown : sides[0];
    case IR_MULTIPLY:
    case IR_LEFT:
        if (sides[0].counters || sides[1].counters) return unknown;
        if (sides[0].x == X_UNKNOWN || sides[1].x == X_UNKNOWN) return unknown;
        return (terms){0, sides[0].x == X_NOT && sides[1].x == X_NOT ? X_NOT : X_FAR};
    default:
        if (sides[0].counters || sides[1].counters || sides[0].x != X_NOT || sides[1].x != X_NOT) return unknown;
        return (terms){0, X_NOT};
    }
}

static bool walks(const ir_value *v, const ir_variable *counter)
{
    const size_t size = ir_size(v->type);
    if (v->op != IR_LOAD || v->components != 1 || (size != 4 && size != 1) || v->operands[0]->op != IR_MOVE)
        return false;
    unsigned budget = COPY_DEPENDS;
    const ir_value *p = v->operands[0];
    if (p->bits != size) return false;
    terms t = find_terms(p->operands[1], counter, &budget);
    for (p = p->operands[0]; p->op == IR_MOVE; p = p->operands[0]) {
        const terms more = find_terms(p->operands[1], counter, &budget);
        if (more.counters) return false;
        t = add(t, more.x == X_ONCE && p->bits != size ? (terms){0, X_FAR} : more);
    }
    return t.counters == 1 && t.x == X_FAR && (p->op == IR_ARGUMENT || p->op == IR_LOCAL);
}

/* ---- the loops ---- */

typedef struct walk {
    ir_value *(*loads)[TIMES]; /* by the number of a LOAD along a row: the loads of all rounds */
    ir_value *now;             /* the counter in the present round */
    unsigned round;
} walk;

static bool is_plain(const ir_block *b, size_t *values)
{
    *values += b->count;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LEAVE || v->op == IR_CONTINUE || v->op == IR_LOOP) return false;
        if (v->op == IR_STORE || v->op == IR_EACH || v->op == IR_SUB_GROUP || v->op == IR_INVOKE ||
            v->op == IR_BARRIER || v->op == IR_QUEUE)
            return false;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && !is_plain(v->blocks[k], values)) return false;
    }
    return true;
}

/* Whether a value is the same in all rounds. Then a bound that holds for the fourth round holds for the first three. */
static bool is_steady(const ir_value *v, const ir_value *loop, unsigned *budget)
{
    if (!*budget) return false;
    --*budget;
    for (int k = 0; k < 3 && v->op == IR_GET; ++k)
        if (copy_count_sets(loop->blocks[k], v->variable)) return false;
    for (size_t i = 0; i < v->operand_count; ++i)
        if (!is_steady(v->operands[i], loop, budget)) return false;
    return true;
}

/* The induction variable with step one that starts at a constant and has an upper bound; or NULL, also if there are
 * known to be fewer rounds than are done at once. */
static ir_variable *find_counter(const ir_block *before, const ir_value *loop)
{
    const ir_value *c = loop->condition;
    const ir_block *last = loop->blocks[2];
    if (loop->test_last || !c || c->op != IR_LESS || c->operands[0]->op != IR_GET) return NULL;
    ir_variable *x = c->operands[0]->variable;
    if (x->type != IR_I32 && x->type != IR_U32) return NULL;
    if (copy_count_sets(loop->blocks[0], x) || copy_count_sets(loop->blocks[1], x)) return NULL;
    if (copy_count_sets(last, x) != 1) return NULL;
    unsigned budget = COPY_DEPENDS;
    if (!is_steady(c->operands[1], loop, &budget)) return NULL;
    for (size_t i = 0; i < last->count; ++i) {
        const ir_value *v = last->items[i];
        if (v->op != IR_SET) {
            if (ir_has_effect(v)) return NULL;
            continue;
        }
        const ir_value *next = v->operands[0];
        if (v->variable != x || next->op != IR_ADD || !ir_is_constant(next->operands[1], 1)) return NULL;
        if (next->operands[0]->op != IR_GET || next->operands[0]->variable != x) return NULL;
    }
    for (size_t i = before->count; i-- > 0;) {
        const ir_value *v = before->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && copy_count_sets(v->blocks[k], x)) return NULL;
        if (v->op != IR_SET || v->variable != x) continue;
        const ir_value *start = v->operands[0], *end = c->operands[1];
        if (start->op != IR_CONSTANT) return NULL;
        return end->op == IR_CONSTANT && end->bits - start->bits < TIMES ? NULL : x;
    }
    return NULL;
}

static ir_value *given(copying *s, const ir_value *v)
{
    walk *w = s->of_given;
    if (v->op == IR_GET && v->variable == s->counter) return w->now;
    return v->op == IR_LOAD && w->round ? w->loads[v->number][w->round] : NULL;
}

/* Adds the loads of the later rounds to that of the first one, which is the block's last value. */
static void read_ahead(copying *s, const ir_value *v, ir_block *to)
{
    walk *w = s->of_given;
    ir_value *first = s->value_of[v->number], *at = first->operands[0];
    --to->count;
    ir_value *addresses[TIMES] = {at};
    for (unsigned k = 1; k < TIMES; ++k) {
        ir_value *by = copy_add_constant(s, to, IR_I64, k, v->token);
        addresses[k] = ir_add(s->f, to, IR_MOVE, IR_POINTER, v->token, 2, at, by);
        addresses[k]->bits = ir_size(v->type);
    }
    for (unsigned k = 0; k < TIMES; ++k) {
        ir_value *value = first;
        if (k) value = ir_add(s->f, to, IR_LOAD, v->type, v->token, 1, addresses[k]);
        else ir_append(s->f, to, first);
        value->component = k;
        value->components = TIMES;
        value->first = first;
        w->loads[v->number][k] = value;
    }
}

static void write_four(copying *s, const ir_value *loop, ir_block *to)
{
    ir_function *f = s->f;
    walk *w = s->of_given;
    const ir_type t = s->counter->type;
    const token *where = loop->token;
    copy_start(s);
    ir_value *value = ir_add(f, to, IR_LOOP, IR_VOID, where, 0);
    for (int k = 0; k < 3; ++k) value->blocks[k] = ir_add_block(f, to, value);
    ir_block *head = value->blocks[0], *body = value->blocks[1], *last = value->blocks[2];
    w->round = 0;
    /* The new loop goes on while its fourth round is a round of the loop and the counter does not wrap before it. */
    ir_value *now = ir_add(f, head, IR_GET, t, where, 0);
    now->variable = s->counter;
    w->now = ir_add(f, head, IR_ADD, t, where, 2, now, copy_add_constant(s, head, t, TIMES - 1, where));
    ir_value *rises = ir_add(f, head, IR_LESS, IR_BOOL, where, 2, now, w->now);
    copy_block(s, loop->blocks[0], head);
    ir_value *goes_on = s->value_of[loop->condition->number];
    if (!goes_on) goes_on = loop->condition;
    value->condition = ir_add(f, head, IR_AND, IR_BOOL, where, 2, rises, goes_on);
    for (w->round = 0; w->round < TIMES; ++w->round) {
        now = ir_add(f, body, IR_GET, t, where, 0);
        now->variable = s->counter;
        w->now =
            !w->round ? now : ir_add(f, body, IR_ADD, t, where, 2, now, copy_add_constant(s, body, t, w->round, where));
        copy_variables(s, loop->blocks[1], body);
        for (size_t i = 0; i < loop->blocks[1]->count; ++i) {
            const ir_value *v = loop->blocks[1]->items[i];
            copy_value(s, v, body);
            if (!w->round && walks(v, s->counter)) read_ahead(s, v, body);
        }
    }
    now = ir_add(f, last, IR_GET, t, where, 0);
    now->variable = s->counter;
    now = ir_add(f, last, IR_ADD, t, where, 2, now, copy_add_constant(s, last, t, TIMES, where));
    ir_add(f, last, IR_SET, IR_VOID, where, 1, now)->variable = s->counter;
    copy_end(s);
}

static void walk_in(copying *s, ir_block *b)
{
    ir_value **items = b->items;
    const size_t count = b->count;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count; ++i) {
        ir_value *v = items[i];
        size_t values = 0;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) walk_in(s, v->blocks[k]);
        if (v->op == IR_LOOP && is_plain(v->blocks[0], &values) && is_plain(v->blocks[1], &values) && values <= LOOP &&
            s->f->values + (values + 16) * (TIMES + 1) <= COPY_VALUES && (s->counter = find_counter(b, v))) {
            bool some = false;
            for (size_t k = 0; k < v->blocks[1]->count; ++k) some |= walks(v->blocks[1]->items[k], s->counter);
            if (some) write_four(s, v, b);
        }
        ir_append(s->f, b, v);
    }
}

void read_ahead_run(passes *p)
{
    copying s;
    if (p->one_by_one || !copy_begin(&s, p->f, COPY_VALUES)) return;
    walk w = {.loads = arena_array(p->f->arena, COPY_VALUES, sizeof *w.loads)};
    s.given = given;
    s.of_given = &w;
    walk_in(&s, p->f->body);
}
