/* Distribute (loop distribution, loop fission): a loop between two barriers that carries more accumulators than
 * registers hold becomes several loops, one behind the other, each with some of the accumulators. Each becomes a region
 * of its own, so that only its accumulators leave and enter the context around it. What the loops have in common, such
 * as the counter, addresses and loads, is copied: nothing in them writes memory, so loads yield the same in each.
 * Accumulators that read the same values stay together, so few loads are repeated: a tile of 4 x 4 is divided into
 * blocks of 2 x 2, not into rows. Only in vectors. See passes.h.
 * Knows variables, shapes, regions and what values depend on; must not know how memory is accessed, nor C.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

/* In vectors of 32-bit numbers; those of 64 bits count twice. Measured with 16 and with 32 registers. FIT: accumulators
 * that may stay in one loop. MANY: those that no processor has registers for. MOST: accumulators of a part, if they do
 * not depend on each other. CHAIN: accumulators that keep a processor busy, of which each waits for its own last round.
 */
enum { FIT = 16, MANY = 32, MOST = 8, CHAIN = 4 };
/* NODES: most variables of a loop. COMMON: most values that several parts use. ITEMS: most values of a loop. STEPS:
 * most comparisons of parts, for all loops of a function. BROUGHT: most values before the loop that parts compute
 * again. */
enum { NODES = 128, COMMON = 256, ITEMS = 4000, STEPS = 1000000, BROUGHT = 64 };
/* Costs in vector operations: a load with an address for each lane; of a component of a short vector; a built-in
 * function, or a division. */
enum { GATHER = 8, DEINTERLEAVE = 2, FUNCTION = 12 };

typedef struct node_set {
    uint64_t words[NODES / 64];
} node_set;

/* A variable that the loop sets, or that is at home in it. Number 0, without a variable, is the loop's condition. */
typedef struct node {
    ir_variable *variable;
    unsigned vectors; /* of an accumulator: varying, and alive from round to round; of others 0 */
    node_set needs;   /* the nodes that it depends on */
} node;

/* Some accumulators, which get a loop of their own. */
typedef struct part {
    node_set nodes; /* the accumulators, with all that they and the condition depend on */
    size_t vectors;
    uint64_t uses[COMMON / 64]; /* which of the common values it uses */
    bool is_taken;              /* by another part, or, while parts are joined, in this turn */
} part;

typedef struct distribution {
    passes *p;
    unsigned *node_of;   /* by a variable's number: its node in the present loop, or 0 */
    unsigned *index_of;  /* by a value's number: 1 + its place in `items` of the present loop, or 0 */
    unsigned *asked_for; /* the same: the number of the last loop for which can_bring() found that it can be brought */
    ir_value **set_before; /* by a variable's number: its last SET in the loop's region before the loop, or NULL */
    ir_value **value_of;   /* by a value's number: its copy for the present part, or NULL */
    ir_variable **instead; /* by a variable's number: the present part's own variable in place of it, or NULL */
    unsigned *brought;     /* numbers of values before the loop that have a copy */
    unsigned *owned;       /* numbers of variables that are replaced */
    size_t brought_count, owned_count;
    unsigned loops, regions, region; /* how many there are; the present part's region */
    size_t steps;                    /* comparisons of parts so far */
    bool changed;
    /* The present loop. */
    ir_value *loop;
    ir_block *block;   /* it gets the loops */
    ir_value **before; /* what the loop's region holds before the loop, and where that starts in the block */
    size_t before_count, start;
    ir_value **items; /* of the loop's blocks */
    size_t count;
    node_set *users; /* by a place in `items`: the nodes that are computed from it */
    node nodes[NODES];
    unsigned node_count;
    part *parts;
    size_t part_count;
    unsigned weights[COMMON]; /* what the common values cost */
    size_t common;
} distribution;

/* ---- sets of nodes ---- */

static bool has(const node_set *s, unsigned n)
{
    return s->words[n / 64] >> n % 64 & 1;
}

static void add(node_set *s, unsigned n)
{
    s->words[n / 64] |= UINT64_C(1) << n % 64;
}

static void add_all(node_set *s, const node_set *other)
{
    for (size_t i = 0; i < NODES / 64; ++i) s->words[i] |= other->words[i];
}

static bool meets(const node_set *a, const node_set *b)
{
    for (size_t i = 0; i < NODES / 64; ++i)
        if (a->words[i] & b->words[i]) return true;
    return false;
}

/* ---- what is in the loop ---- */

static bool is_at_home_in(const distribution *d, const ir_variable *x)
{
    return x->home && x->home->owner == d->loop;
}

static unsigned vectors_of(ir_type t)
{
    return ir_size(t) == 8 ? 2 : 1;
}

static bool is_varying(const distribution *d, const ir_value *v)
{
    return d->p->shapes.values[v->number].kind == SHAPE_VARYING;
}

/* Whether it can be computed several times in a row. */
static bool is_repeatable(const ir_value *v)
{
    if (v->op == IR_LOAD) return !v->is_volatile;
    return ir_is_leaf(v) || (v->op >= IR_ADD && v->op <= IR_MOVE) || v->op == IR_GET || v->op == IR_SET ||
           v->op == IR_CALL;
}

/* Adds the variable's node. false: there are too many. */
static bool add_node(distribution *d, ir_variable *x)
{
    if (d->node_of[x->number]) return true;
    if (d->node_count == NODES) return false;
    const bool carried = d->p->shapes.variables[x->number].kind == SHAPE_VARYING && !is_at_home_in(d, x);
    d->node_of[x->number] = d->node_count;
    d->nodes[d->node_count++] = (node){.variable = x, .vectors = carried ? vectors_of(x->type) : 0};
    return true;
}

static size_t count_items(const distribution *d)
{
    size_t count = 0;
    for (int k = 0; k < 3; ++k) count += d->loop->blocks[k]->count;
    return count;
}

/* Fills the table of nodes. false: something stops the distribution, or all accumulators fit. */
static bool find_nodes(distribution *d)
{
    size_t vectors = 0;
    d->node_count = 1;
    d->nodes[0] = (node){.variable = NULL};
    d->count = 0;
    if (count_items(d) > ITEMS) return false;
    for (int k = 0; k < 3; ++k)
        for (size_t i = 0; i < d->loop->blocks[k]->count; ++i) {
            const ir_value *v = d->loop->blocks[k]->items[i];
            if (!is_repeatable(v)) return false;
            if (v->op != IR_SET && !(v->op == IR_GET && is_at_home_in(d, v->variable))) continue;
            if (!add_node(d, v->variable)) return false;
        }
    for (unsigned n = 1; n < d->node_count; ++n) vectors += d->nodes[n].vectors;
    return vectors > FIT;
}

static void list_items(distribution *d)
{
    const size_t count = count_items(d);
    d->items = arena_array(d->p->f->arena, count + 1, sizeof(ir_value *));
    d->users = arena_array(d->p->f->arena, count + 1, sizeof *d->users);
    for (int k = 0; k < 3; ++k)
        for (size_t i = 0; i < d->loop->blocks[k]->count; ++i) {
            ir_value *v = d->loop->blocks[k]->items[i];
            d->items[d->count++] = v;
            d->index_of[v->number] = (unsigned)d->count;
        }
}

/* ---- dependences ---- */

static void pass_on(distribution *d, const ir_value *to, const node_set *users)
{
    if (to && d->index_of[to->number]) add_all(&d->users[d->index_of[to->number] - 1], users);
}

/* Operands come before their users. */
static void find_users(distribution *d)
{
    pass_on(d, d->loop->condition, &(node_set){{1}});
    for (size_t i = d->count; i-- > 0;) {
        const ir_value *v = d->items[i];
        if (v->op == IR_SET) add(&d->users[i], d->node_of[v->variable->number]);
        for (size_t k = 0; k < v->operand_count; ++k) pass_on(d, v->operands[k], &d->users[i]);
        pass_on(d, v->count, &d->users[i]);
    }
}

static bool is_of_vector(const ir_value *v)
{
    return v->op == IR_LOAD && v->components > 1;
}

/* The components of a short vector in memory are loaded together. false: they cannot stay so. */
static bool join_loads(distribution *d)
{
    for (size_t i = 0; i < d->count; ++i)
        if (is_of_vector(d->items[i])) {
            if (!d->items[i]->first || !d->index_of[d->items[i]->first->number]) return false;
            pass_on(d, d->items[i]->first, &d->users[i]);
        }
    for (size_t i = 0; i < d->count; ++i)
        if (is_of_vector(d->items[i])) d->users[i] = d->users[d->index_of[d->items[i]->first->number] - 1];
    find_users(d);
    for (size_t i = 0; i < d->count; ++i)
        if (is_of_vector(d->items[i])) {
            const node_set *first = &d->users[d->index_of[d->items[i]->first->number] - 1];
            for (size_t k = 0; k < NODES / 64; ++k)
                if (first->words[k] != d->users[i].words[k]) return false;
        }
    return true;
}

/* Finds which nodes each node depends on, directly or not. All depend on the condition. */
static void find_needs(distribution *d)
{
    for (size_t i = 0; i < d->count; ++i) {
        const ir_value *v = d->items[i];
        const unsigned read = v->op == IR_GET ? d->node_of[v->variable->number] : 0;
        for (unsigned n = 0; n < d->node_count && read; ++n)
            if (has(&d->users[i], n)) add(&d->nodes[n].needs, read);
    }
    for (unsigned n = 1; n < d->node_count; ++n) {
        const ir_variable *x = d->nodes[n].variable;
        for (unsigned c = 0; c < x->components && x->components > 1; ++c) {
            const unsigned other = d->node_of[x->number - x->component + c];
            if (other) add(&d->nodes[n].needs, other);
        }
    }
    for (unsigned k = 0; k < d->node_count; ++k)
        for (unsigned n = 0; n < d->node_count; ++n)
            if (has(&d->nodes[n].needs, k)) add_all(&d->nodes[n].needs, &d->nodes[k].needs);
    for (unsigned n = 0; n < d->node_count; ++n) {
        add(&d->nodes[n].needs, n);
        add_all(&d->nodes[n].needs, &d->nodes[0].needs);
        add(&d->nodes[n].needs, 0);
    }
}

static size_t count_vectors(const distribution *d, const node_set *s)
{
    size_t vectors = 0;
    for (unsigned n = 1; n < d->node_count; ++n) vectors += has(s, n) ? d->nodes[n].vectors : 0;
    return vectors;
}

/* ---- parts ---- */

/* One part for each accumulator; those that depend on each other are in one part. */
static void find_parts(distribution *d)
{
    node_set accumulators = {{0}};
    for (unsigned n = 1; n < d->node_count; ++n)
        if (d->nodes[n].vectors) add(&accumulators, n);
    d->parts = arena_array(d->p->f->arena, d->node_count, sizeof *d->parts);
    d->part_count = 0;
    for (unsigned n = 1; n < d->node_count; ++n) {
        if (!d->nodes[n].vectors) continue;
        part q = {.nodes = d->nodes[n].needs};
        size_t kept = 0;
        for (size_t i = 0; i < d->part_count; ++i) {
            node_set both = accumulators;
            for (size_t k = 0; k < NODES / 64; ++k) both.words[k] &= d->parts[i].nodes.words[k];
            if (meets(&both, &q.nodes)) add_all(&q.nodes, &d->parts[i].nodes);
            else d->parts[kept++] = d->parts[i];
        }
        q.vectors = count_vectors(d, &q.nodes);
        d->parts[kept++] = q;
        d->part_count = kept;
    }
}

/* What it costs in each round, in vector operations. Addresses mostly leave the loop. */
static unsigned weight_of(const distribution *d, const ir_value *v)
{
    if (ir_is_leaf(v) || v->op == IR_GET || v->op == IR_SET) return 0;
    if (!is_varying(d, v)) return v->op == IR_LOAD || v->op == IR_CALL || ir_is_floating(v->type);
    const unsigned vectors = vectors_of(v->type);
    if (ir_is_muladd(v)) return vectors;
    if (v->op == IR_CALL || v->op == IR_DIVIDE || v->op == IR_REMAINDER) return FUNCTION * vectors;
    if (v->op != IR_LOAD) return vectors;
    const shape address = d->p->shapes.values[v->operands[0]->number];
    const unsigned components = v->components > 1 ? v->components : 1;
    const bool is_adjacent = address.kind == SHAPE_AFFINE && address.step == (int64_t)ir_size(v->type) * components;
    if (!is_adjacent) return GATHER * vectors;
    return components > 1 ? DEINTERLEAVE * vectors : vectors;
}

/* Numbers the values that cost something and that several parts use. false: there are too many. */
static bool find_common(distribution *d)
{
    d->common = 0;
    for (size_t i = 0; i < d->count; ++i) {
        const unsigned weight = weight_of(d, d->items[i]);
        size_t parts = 0;
        if (!weight) continue;
        for (size_t k = 0; k < d->part_count; ++k) parts += meets(&d->users[i], &d->parts[k].nodes);
        if (parts < 2) continue;
        if (d->common == COMMON) return false;
        d->weights[d->common] = weight;
        for (size_t k = 0; k < d->part_count; ++k)
            if (meets(&d->users[i], &d->parts[k].nodes))
                d->parts[k].uses[d->common / 64] |= UINT64_C(1) << d->common % 64;
        ++d->common;
    }
    return true;
}

/* What it costs to compute the values that both parts use; of one part, what it uses. */
static size_t cost_of_both(distribution *d, const part *a, const part *b)
{
    size_t cost = 0;
    ++d->steps;
    for (size_t i = 0; i < COMMON / 64; ++i) {
        uint64_t both = a->uses[i] & b->uses[i];
        for (size_t k = 64 * i; both; ++k, both >>= 1) {
            cost += both & 1 ? d->weights[k] : 0;
            d->steps += both & 1;
        }
    }
    return cost;
}

static void join(part *a, part *b)
{
    add_all(&a->nodes, &b->nodes);
    a->vectors += b->vectors;
    for (size_t i = 0; i < COMMON / 64; ++i) a->uses[i] |= b->uses[i];
    b->vectors = 0;
}

/* Joins each part with the one with which it has most in common, in turns: pairs, then pairs of pairs. So blocks of a
 * tile arise rather than rows, which have less in common. */
static bool join_parts_once(distribution *d)
{
    bool some = false;
    for (size_t i = 0; i < d->part_count; ++i) d->parts[i].is_taken = false;
    for (size_t i = 0; i < d->part_count; ++i) {
        part *a = &d->parts[i], *best = NULL;
        size_t most = 0;
        for (size_t k = i + 1; k < d->part_count && !a->is_taken && d->steps < STEPS; ++k) {
            part *b = &d->parts[k];
            if (b->is_taken || a->vectors + b->vectors > MOST) continue;
            const size_t both = cost_of_both(d, a, b);
            if (best && both <= most) continue;
            best = b;
            most = both;
        }
        if (!best) continue;
        join(a, best);
        a->is_taken = best->is_taken = some = true;
    }
    size_t kept = 0;
    for (size_t i = 0; i < d->part_count; ++i)
        if (d->parts[i].vectors) d->parts[kept++] = d->parts[i];
    d->part_count = kept;
    return some;
}

/* Whether spilled accumulators cost more than what is computed again. */
static bool pays(distribution *d)
{
    size_t vectors = 0, again = 0, once = 0;
    for (size_t i = 0; i < d->part_count; ++i) {
        const part *q = &d->parts[i];
        vectors += q->vectors;
        again += cost_of_both(d, q, q);
        if (q->vectors < CHAIN) again += CHAIN - q->vectors;
    }
    for (size_t i = 0; i < d->common; ++i) once += d->weights[i];
    const size_t spilled = vectors > MANY ? vectors - MANY : 0;
    return d->part_count > 1 && d->steps < STEPS && again <= once + vectors / 2 + 2 * spilled;
}

/* The last loop sets all variables that other code may read, but the other parts' accumulators. */
static bool complete_last(distribution *d)
{
    part *last = &d->parts[d->part_count - 1];
    for (unsigned n = 1; n < d->node_count; ++n)
        if (!d->nodes[n].vectors && !is_at_home_in(d, d->nodes[n].variable)) add_all(&last->nodes, &d->nodes[n].needs);
    return count_vectors(d, &last->nodes) == last->vectors;
}

/* ---- regions ---- */

/* Whether v can be had in a region before the loop's: what it depends on in the loop's region is then computed again
 * there. `budget`: how many values may be. */
static bool can_bring(const distribution *d, const ir_value *v, unsigned *budget)
{
    const regions_result *g = &d->p->regions;
    if (ir_is_leaf(v) || g->once[v->number] || !g->region[v->number] || d->index_of[v->number]) return true;
    if (d->asked_for[v->number] == d->loops) return true;
    if (!*budget || g->region[v->number] != g->region[d->loop->number] || d->p->objects.root[v->number]) return false;
    --*budget;
    if (v->op == IR_GET) {
        if (g->stored[v->variable->number] == STORED_IN_REGION || d->set_before[v->variable->number]) return false;
    } else if (v->op < IR_ADD || v->op > IR_MOVE || v->op == IR_DIVIDE || v->op == IR_REMAINDER) {
        return false;
    }
    for (size_t i = 0; i < v->operand_count; ++i)
        if (!can_bring(d, v->operands[i], budget)) return false;
    if (v->count && !can_bring(d, v->count, budget)) return false;
    d->asked_for[v->number] = d->loops;
    return true;
}

/* The same for all operands of an item of the loop. */
static bool can_copy(const distribution *d, const ir_value *v, unsigned *budget)
{
    const unsigned node = v->op == IR_GET ? d->node_of[v->variable->number] : 0;
    if (d->p->objects.root[v->number]) return false; /* a private object may lie on the stack of its region */
    if (v->op == IR_GET && !node &&
        (d->p->regions.stored[v->variable->number] == STORED_IN_REGION || d->set_before[v->variable->number]))
        return false;
    for (size_t k = 0; k < v->operand_count; ++k)
        if (d->p->objects.root[v->operands[k]->number] || !can_bring(d, v->operands[k], budget)) return false;
    return !v->count || can_bring(d, v->count, budget);
}

/* Whether the loops of the parts can be regions of their own, before what precedes the loop in its region. */
static bool can_divide(const distribution *d)
{
    const regions_result *g = &d->p->regions;
    unsigned budget = BROUGHT;
    for (size_t i = 0; i < d->before_count; ++i) {
        const ir_value *v = d->before[i];
        if ((v->op == IR_SET || v->op == IR_GET) && d->nodes[d->node_of[v->variable->number]].vectors) return false;
    }
    for (size_t i = 0; i < d->count; ++i)
        if (meets(&d->users[i], &d->users[i]) && !can_copy(d, d->items[i], &budget)) return false;
    for (unsigned n = 1; n < d->node_count; ++n) {
        const ir_variable *x = d->nodes[n].variable;
        const ir_value *set = d->set_before[x->number];
        if (d->nodes[n].vectors && g->stored[x->number] != STORED_IN_CONTEXT) return false;
        if (d->nodes[n].vectors || is_at_home_in(d, x)) continue;
        if (set ? !can_bring(d, set->operands[0], &budget) : g->stored[x->number] == STORED_IN_REGION) return false;
    }
    return can_bring(d, d->loop->condition, &budget);
}

/* Numbers that the loops of all parts but the last, which keeps the old values, need. */
static bool has_capacity(const distribution *d)
{
    const passes *p = d->p;
    size_t values = 0, variables = 0;
    for (size_t k = 0; k + 1 < d->part_count; ++k) {
        values += 1 + BROUGHT;
        for (size_t i = 0; i < d->count; ++i) values += meets(&d->users[i], &d->parts[k].nodes);
        for (unsigned n = 1; n < d->node_count; ++n) {
            if (!has(&d->parts[k].nodes, n) || d->nodes[n].vectors) continue;
            const unsigned components = d->nodes[n].variable->components;
            variables += components > 1 ? components : 1;
        }
    }
    values += 2 * variables;
    return p->f->values + values < p->value_capacity && p->f->variable_count + variables < p->variable_capacity;
}

/* Whether the loop, whose nodes are known, becomes several. */
static bool find_distribution(distribution *d)
{
    list_items(d);
    find_users(d);
    if (!join_loads(d)) return false;
    find_needs(d);
    if (count_vectors(d, &d->nodes[0].needs)) return false;
    find_parts(d);
    if (d->part_count < 2 || !find_common(d)) return false;
    while (join_parts_once(d)) continue;
    return pays(d) && complete_last(d) && can_divide(d);
}

/* ---- the loops ---- */

/* The pass `regions` owns these tables, which others see as const. */
static void place(const distribution *d, const ir_value *v)
{
    ((unsigned *)d->p->regions.region)[v->number] = d->region;
}

static ir_value *copy(distribution *d, const ir_value *v, ir_block *to);

/* The value in the present part's region. */
static ir_value *bring(distribution *d, ir_value *v)
{
    const regions_result *g = &d->p->regions;
    if (!v) return NULL;
    if (d->value_of[v->number]) return d->value_of[v->number];
    if (ir_is_leaf(v) || g->once[v->number] || !g->region[v->number]) return v;
    d->brought[d->brought_count++] = v->number;
    return copy(d, v, d->block);
}

/* Adds a copy to the block, behind copies of what it is computed from. */
static ir_value *copy(distribution *d, const ir_value *v, ir_block *to)
{
    ir_value *value = ir_make(d->p->f, v->op, v->type, v->token, v->operand_count);
    const unsigned number = value->number;
    ir_value **operands = value->operands;
    *value = *v;
    value->number = number;
    value->operands = operands;
    for (size_t i = 0; i < v->operand_count; ++i) operands[i] = bring(d, v->operands[i]);
    value->count = bring(d, v->count);
    if (v->variable && d->instead[v->variable->number]) value->variable = d->instead[v->variable->number];
    d->value_of[v->number] = value;
    if (v->first) value->first = d->value_of[v->first->number];
    place(d, value);
    ir_append(d->p->f, to, value);
    return value;
}

/* Gives the part variables of its own in place of x and of the other components of its vector, which stay neighbours.
 * Components that the loop does not set are read from the old ones. */
static void replace_variable(distribution *d, const ir_variable *x, const ir_block *home)
{
    passes *p = d->p;
    const unsigned components = x->components > 1 ? x->components : 1;
    const unsigned first = components > 1 ? x->number - x->component : x->number;
    if (d->instead[x->number]) return;
    for (unsigned c = first; c < first + components; ++c) {
        const ir_variable *old = p->f->variables[c];
        ir_variable *own = ir_add_variable(p->f, old->name, old->type);
        const unsigned number = own->number;
        *own = *old;
        own->number = number;
        own->home = home;
        objects_adopt_variable(p, own, old);
        ((unsigned *)p->regions.region_of_variable)[number] = d->region;
        if (!d->node_of[c]) continue;
        d->instead[c] = own;
        d->owned[d->owned_count++] = c;
    }
}

/* Sets the part's own variable to what x is before the loop. */
static void set_first(distribution *d, ir_variable *x)
{
    ir_function *f = d->p->f;
    const ir_value *before = d->set_before[x->number];
    ir_value *start = before ? bring(d, before->operands[0]) : NULL;
    if (!start) {
        start = ir_add(f, d->block, IR_GET, x->type, d->loop->token, 0);
        start->variable = x;
        place(d, start);
    }
    ir_value *set = ir_add(f, d->block, IR_SET, IR_VOID, d->loop->token, 1, start);
    set->variable = d->instead[x->number];
    place(d, set);
}

static void forget_copies(distribution *d)
{
    for (size_t i = 0; i < d->count; ++i) d->value_of[d->items[i]->number] = NULL;
    while (d->brought_count) d->value_of[d->brought[--d->brought_count]] = NULL;
    while (d->owned_count) d->instead[d->owned[--d->owned_count]] = NULL;
}

/* Adds the loop of a part. */
static void add_part(distribution *d, const part *q)
{
    ir_function *f = d->p->f;
    ir_value *loop = ir_make(f, IR_LOOP, IR_VOID, d->loop->token, 0);
    for (int k = 0; k < 3; ++k) loop->blocks[k] = ir_add_block(f, d->block, loop);
    loop->test_last = d->loop->test_last;
    loop->asked = d->loop->asked;
    d->region = ++d->regions;
    for (unsigned n = 1; n < d->node_count; ++n) {
        ir_variable *x = d->nodes[n].variable;
        const ir_block *home = d->block;
        if (!has(&q->nodes, n) || d->nodes[n].vectors) continue;
        for (int k = 0; k < 3; ++k)
            if (x->home == d->loop->blocks[k]) home = loop->blocks[k];
        replace_variable(d, x, home);
        if (home == d->block) set_first(d, x);
    }
    size_t i = 0;
    for (int k = 0; k < 3; ++k)
        for (const size_t end = i + d->loop->blocks[k]->count; i < end; ++i)
            if (meets(&d->users[i], &q->nodes)) copy(d, d->items[i], loop->blocks[k]);
    loop->condition = bring(d, d->loop->condition);
    place(d, loop);
    ir_append(f, d->block, loop);
    forget_copies(d);
}

/* Drops what the last part does not need from the old loop. */
static void shrink(const distribution *d)
{
    const node_set *nodes = &d->parts[d->part_count - 1].nodes;
    size_t i = 0;
    for (int k = 0; k < 3; ++k) {
        ir_block *b = d->loop->blocks[k];
        const size_t count = b->count;
        b->count = 0;
        for (size_t n = 0; n < count; ++n, ++i)
            if (meets(&d->users[i], nodes)) b->items[b->count++] = d->items[i];
    }
}

/* ---- the group's blocks ---- */

/* Lists what the block, which ends before the loop, has of the loop's region. false: some of it has an effect. */
static bool list_before(distribution *d)
{
    const regions_result *g = &d->p->regions;
    const ir_block *b = d->block;
    for (d->start = b->count; d->start; --d->start) {
        const ir_value *v = b->items[d->start - 1];
        if (g->region[v->number] != g->region[d->loop->number]) {
            const bool is_computed_once = g->once[v->number] && v->op != IR_SET && v->op != IR_LOAD;
            if (g->region[v->number] || !(ir_is_leaf(v) || is_computed_once)) break;
        } else if (v->op != IR_SET && ir_has_effect(v)) {
            return false;
        }
    }
    d->before = arena_array(d->p->f->arena, b->count - d->start + 1, sizeof(ir_value *));
    for (size_t i = d->start; i < b->count; ++i) {
        ir_value *v = b->items[i];
        if (!g->region[v->number]) continue;
        d->before[d->before_count++] = v;
        if (v->op == IR_SET) d->set_before[v->variable->number] = v;
    }
    return true;
}

/* Adds the loops of all parts but the last, before what the block has of the loop's region. */
static void add_parts(distribution *d)
{
    ir_block *b = d->block;
    const size_t count = b->count;
    b->count = d->start;
    for (size_t i = d->start; i < count; ++i)
        if (!d->p->regions.region[b->items[i]->number]) b->items[b->count++] = b->items[i];
    for (size_t k = 0; k + 1 < d->part_count; ++k) add_part(d, &d->parts[k]);
    for (size_t i = 0; i < d->before_count; ++i) ir_append(d->p->f, b, d->before[i]);
    shrink(d);
    d->changed = true;
}

/* Adds the loop to the block, as one or as several. */
static void add_loop(distribution *d, ir_value *v, ir_block *b)
{
    ++d->loops;
    d->loop = v;
    d->block = b;
    d->before_count = 0;
    if (find_nodes(d) && list_before(d) && find_distribution(d) && has_capacity(d)) add_parts(d);
    for (size_t i = 0; i < d->before_count; ++i)
        if (d->before[i]->op == IR_SET) d->set_before[d->before[i]->variable->number] = NULL;
    for (size_t i = 0; i < d->count; ++i) d->index_of[d->items[i]->number] = 0;
    for (unsigned n = 1; n < d->node_count; ++n) d->node_of[d->nodes[n].variable->number] = 0;
    ir_append(d->p->f, b, v);
}

/* Whether it is a loop of a region, and all work-items of a vector take the same rounds. */
static bool is_fit(const passes *p, const ir_value *v)
{
    return v->op == IR_LOOP && v->condition && !v->waiting && p->regions.region[v->number] &&
           !p->shapes.diverges[v->number] && !p->shapes.round_diverges[v->number];
}

static void walk(distribution *d, ir_block *b)
{
    const ir_block before = *b;
    bool some = false;
    for (size_t i = 0; i < b->count; ++i) {
        some |= is_fit(d->p, b->items[i]);
        for (int k = 0; k < 3 && d->p->regions.grouped[b->items[i]->number]; ++k)
            if (b->items[i]->blocks[k]) walk(d, b->items[i]->blocks[k]);
    }
    if (!some) return;
    *b = (ir_block){.outer = before.outer, .owner = before.owner};
    for (size_t i = 0; i < before.count; ++i) {
        if (is_fit(d->p, before.items[i])) add_loop(d, before.items[i], b);
        else ir_append(d->p->f, b, before.items[i]);
    }
}

/* Numbers the regions of the block by their order. `number_of`: the new numbers, by the old ones. */
static void number_regions(distribution *d, const ir_block *b, unsigned *number_of)
{
    unsigned *region = (unsigned *)d->p->regions.region;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        unsigned *number = &number_of[region[v->number]];
        if (region[v->number] && !*number) *number = ++d->region;
        region[v->number] = *number;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) number_regions(d, v->blocks[k], number_of);
    }
}

static void number_all_regions(distribution *d)
{
    const ir_function *f = d->p->f;
    unsigned *number_of = arena_array(f->arena, d->regions + 1, sizeof *number_of);
    unsigned *of_variable = (unsigned *)d->p->regions.region_of_variable;
    d->region = 0;
    number_regions(d, f->body, number_of);
    for (size_t i = 0; i < f->variable_count; ++i)
        if (of_variable[i] <= d->regions) of_variable[i] = number_of[of_variable[i]];
}

void distribute_run(passes *p)
{
    ir_function *f = p->f;
    if (p->one_by_one || f->waits || !p->regions.region) return;
    distribution *d = ARENA_NEW(f->arena, distribution);
    d->p = p;
    d->node_of = arena_array(f->arena, p->variable_capacity + 1, sizeof *d->node_of);
    d->set_before = arena_array(f->arena, p->variable_capacity + 1, sizeof *d->set_before);
    d->instead = arena_array(f->arena, p->variable_capacity + 1, sizeof *d->instead);
    d->owned = arena_array(f->arena, p->variable_capacity + 1, sizeof *d->owned);
    d->index_of = arena_array(f->arena, p->value_capacity + 1, sizeof *d->index_of);
    d->asked_for = arena_array(f->arena, p->value_capacity + 1, sizeof *d->asked_for);
    d->value_of = arena_array(f->arena, p->value_capacity + 1, sizeof *d->value_of);
    d->brought = arena_array(f->arena, p->value_capacity + 1, sizeof *d->brought);
    for (unsigned i = 0; i < f->values; ++i)
        if (p->regions.region[i] > d->regions) d->regions = p->regions.region[i];
    walk(d, f->body);
    if (!d->changed) return;
    number_all_regions(d);
    shapes_run(p);
}
