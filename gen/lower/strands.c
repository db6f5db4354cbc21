/* See strands.h.
 * SPDX-License-Identifier: MIT */
#include "lower/strands_state.h"

/* Limits, in vectors of 32-bit numbers; those of 64 bits count twice. CARRIED: what all strands of a loop carry from
 * round to round. COMPUTED: what a strand computes in a round. STORING: the same for four strands where the loop stores
 * to each lane's own address, which takes longer than the chain. REGION: what all strands of a region compute. ITEMS:
 * most items of a loop that are visited. VALUES: most values of a function. */
enum { CARRIED = 12, COMPUTED = 48, STORING = 16, REGION = 800, ITEMS = 400, VALUES = 4000 };
enum { LANES = 8 }; /* of the shortest vectors that strands are worth */

typedef struct strand_search {
    const lowered *l;
    strand_differences of[2], *d; /* along x, along y; those of the present direction */
    unsigned *carried;            /* by a variable's number: the last loop that was found to carry it */
    unsigned loops;
    const adjacent_rows *adjacent; /* of lower_strands, along y */
    bool is_apart;                 /* a loop that wants strands has accesses that need a cache line for each lane */
} strand_search;

typedef struct strand_counts {
    size_t values;   /* vectors that a strand computes */
    size_t carried;  /* vectors that a strand of the loop carries from round to round */
    size_t items;    /* that were visited */
    bool is_apart;   /* some access needs a cache line for each lane */
    bool scatters;   /* some store goes to each lane's own address */
    bool is_refused; /* something in it cannot be interleaved, or costs far more than a chain; or it is too large */
} strand_counts;

static bool is_interleaved(const lowered *l, const ir_value *v)
{
    switch (v->op) {
    case IR_SUB_GROUP:
    case IR_INVOKE:
    case IR_RESULT:
    case IR_PRINT:
    case IR_QUEUE:
    case IR_COLLECT:
    case IR_OBSERVE:
    case IR_COPY:
    case IR_CHECK:
    case IR_RETURN: return false;
    case IR_LOAD:
    case IR_STORE: return !l->p->objects.root[v->operands[0]->number];
    default: return true;
    }
}

/* Whether each lane reads or writes a cache line of its own, such as a row. More of them would not stay in the cache. A
 * line of bytes or shorts lasts for many rounds. */
static bool is_far_apart(const lowered *l, const ir_value *v)
{
    enum { LINE = 64 };
    if (v->op != IR_LOAD && v->op != IR_STORE) return false;
    const access *a = &l->accesses[v->number];
    if (ir_size(v->op == IR_LOAD ? v->type : v->operands[1]->type) < 4) return false;
    if (a->whole) a = a->whole;
    return a->kind == ACCESS_PROGRESSION || (a->kind == ACCESS_STRIDED && (a->step >= LINE || a->step <= -LINE));
}

static bool is_scatter(const lowered *l, const ir_value *v)
{
    if (v->op != IR_STORE) return false;
    const access *a = &l->accesses[v->number], *at_once = a->whole ? a->whole : a;
    return at_once->kind >= ACCESS_STRIDED && at_once->unit != UNIT_WORDS && at_once->unit != UNIT_PACK;
}

static size_t vectors_of(ir_type t)
{
    return ir_size(t) == 8 ? 2 : 1;
}

static bool is_below(const ir_block *b, const ir_value *loop)
{
    for (; b; b = b->outer)
        if (b->owner == loop) return true;
    return false;
}

static void count_code(strand_search *s, const ir_value *loop, const lower_code *code, strand_counts *c);

static void count_control(strand_search *s, const ir_value *loop, const lower_item *item, strand_counts *c)
{
    const lower_control *k = item->control;
    const bool has_rounds = k->rounds[0] != NULL;
    c->is_refused |= loop && s->d->whole[item->value->number] && !has_rounds;
    for (int i = 0; i < 3; ++i) {
        if (has_rounds) count_code(s, loop, k->rounds[i], c);
        else if (k->code[i]) count_code(s, loop, k->code[i], c);
        if (i < 2 && k->full[i]) count_code(s, loop, k->full[i], c);
    }
}

/* `loop`: it is in its rounds; NULL: in the region. */
static void count_item(strand_search *s, const ir_value *loop, const lower_item *item, strand_counts *c)
{
    const ir_value *v = item->value;
    const bool is_set = v->op == IR_SET;
    c->is_refused |= !is_interleaved(s->l, v) || (loop && (v->op == IR_EACH || ++c->items > ITEMS));
    c->is_apart |= is_far_apart(s->l, v);
    c->scatters |= is_scatter(s->l, v);
    if (v->op != IR_GET && v->type != IR_VOID && s->d->values[v->number]) c->values += vectors_of(v->type);
    if (v->op == IR_STORE && s->d->values[v->number]) c->values += vectors_of(v->operands[1]->type);
    if (loop && is_set && s->l->p->shapes.variables[v->variable->number].kind == SHAPE_VARYING &&
        !is_below(v->variable->home, loop) && s->carried[v->variable->number] != s->loops) {
        s->carried[v->variable->number] = s->loops;
        c->carried += vectors_of(v->variable->type);
    }
    if (item->control) count_control(s, loop, item, c);
}

static void count_code(strand_search *s, const ir_value *loop, const lower_code *code, strand_counts *c)
{
    for (size_t i = 0; i < code->count && !c->is_refused; ++i) count_item(s, loop, &code->items[i], c);
    if (code->full && !c->is_refused) count_code(s, loop, code->full, c);
    if (code->partial && !c->is_refused) count_code(s, loop, code->partial, c);
}

/* How many strands the loop is worth; 1: none. */
static unsigned count_for_loop(strand_search *s, const lower_item *loop)
{
    strand_counts c = {0};
    ++s->loops;
    if (s->d->whole[loop->value->number] && !loop->control->rounds[0]) return 1;
    for (int k = 0; k < 3; ++k)
        count_code(s, loop->value, loop->control->rounds[0] ? loop->control->rounds[k] : loop->control->code[k], &c);
    if (c.is_refused || !c.carried) return 1;
    const bool is_small = c.values <= (c.scatters ? STORING : COMPUTED) && 4 * c.carried <= CARRIED;
    if (is_small && !c.is_apart) return 4;
    if (c.values > COMPUTED || 2 * c.carried > CARRIED) return 1;
    s->is_apart |= c.is_apart;
    return 2;
}

/* The number that the loops of the code want: the least of them, of those that want any. */
static unsigned count_for_code(strand_search *s, const lower_code *code)
{
    unsigned wanted = 1;
    for (size_t i = 0; i < code->count; ++i) {
        const lower_item *item = &code->items[i];
        const lower_control *k = item->control;
        if (!k || (s->d->whole[item->value->number] && !k->rounds[0])) continue;
        unsigned n = item->value->op == IR_LOOP ? count_for_loop(s, item) : 1;
        for (int b = 0; b < 3 && n == 1; ++b)
            if (k->code[b]) n = count_for_code(s, k->rounds[0] ? k->rounds[b] : k->code[b]);
        if (n > 1 && (wanted == 1 || n < wanted)) wanted = n;
    }
    return wanted;
}

/* Whether the code has an access that four rows make together, and no loop: `*loops`. */
static bool has_adjacent(const strand_search *s, const lower_code *code, bool *loops)
{
    bool some = false;
    for (size_t i = 0; i < code->count; ++i) {
        const ir_value *v = code->items[i].value;
        const lower_control *k = code->items[i].control;
        some |= s->adjacent[v->number] != ROWS_APART;
        *loops |= v->op == IR_LOOP;
        for (int b = 0; b < 3 && k; ++b)
            if (k->code[b]) some |= has_adjacent(s, k->code[b], loops);
    }
    return some;
}

static const lower_strands *strands_of(strand_search *s, const lower_region *r, bool along_y)
{
    bool loops = false;
    const attributes *stated = &s->l->f->kernel->attributes;
    s->d = &s->of[along_y];
    if (along_y && !s->d->any) return NULL; /* all rows compute the same */
    s->is_apart = false;
    unsigned count = count_for_code(s, r->code.full);
    const bool adjacent = along_y && s->adjacent && has_adjacent(s, r->code.full, &loops);
    if (adjacent && !loops) count = STRANDS_MOST;
    const uint64_t most = !stated->has_reqd_size ? STRANDS_MOST
                          : along_y              ? stated->reqd_size[1]
                                                 : stated->reqd_size[0] / LANES;
    while (count > 1 && count > most) count /= 2;
    strand_counts c = {0};
    if (count > 1) count_code(s, NULL, r->code.full, &c);
    if (count == 1 || c.is_refused || c.values * count > REGION) return NULL;
    lower_strands *result = ARENA_NEW(s->l->f->arena, lower_strands);
    *result = (lower_strands){count, along_y, s->is_apart, s->d->values, s->d->variables, s->d->whole, NULL};
    if (adjacent && count == STRANDS_MOST) result->adjacent = s->adjacent;
    return result;
}

static void find_in_steps(strand_search *s, const lower_steps *steps)
{
    for (size_t i = 0; i < steps->count; ++i) {
        const lower_step *step = &steps->items[i];
        lower_region *r = step->region;
        if (r && r->code.full && !r->collect) {
            r->strands = strands_of(s, r, false);
            r->rows = strands_of(s, r, true);
        }
        for (int k = 0; k < 3; ++k)
            if (step->blocks[k]) find_in_steps(s, step->blocks[k]);
    }
}

void strands_find(lowered *l)
{
    const ir_function *f = l->f;
    if (!l->steps || f->values > VALUES || f->asks_lane || f->in_lanes || f->waits) return;
    strand_search s = {.l = l, .of = {strand_differences_find(l, false), strand_differences_find(l, true)}};
    s.adjacent = strand_adjacent_find(l, &s.of[1]);
    s.carried = arena_array(f->arena, f->variable_count + 1, sizeof *s.carried);
    find_in_steps(&s, l->steps);
}
