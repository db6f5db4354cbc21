/* The cost model: whether a kernel gains by running in vectors. Knows the work of a form and the classes of its
 * accesses; must not know how C is written. The weights were measured on an AVX-512 processor, against a loop over
 * single work-items.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/cost.h"

#include "clc/facts.h"
#include "lower/order.h"

typedef struct counts {
    work work;
    size_t gathers;         /* gathers and scatters */
    size_t each;            /* of them, functions of one lane at a time, such as atomic ones */
    size_t words;           /* of them, loads of 32 bits, for which processors have an instruction */
    size_t stores;          /* the scatters; they also extract each lane's value */
    size_t columns;         /* loads that are contiguous among neighbours, and go far on in each round */
    const token *gather_at; /* the first of them, for messages */
} counts;

/* The model of a form. */
typedef struct cost_model {
    const lowered *l;
    bool has_columns;
    bool *strides; /* by a variable's number: rounds of a divergent loop add to it what may be large */
} cost_model;

/* Costs in vector operations: a gather; one of 32 bits in a divergent loop; the extraction that a scatter adds; and
 * what a column costs in loops, where each work-item has a cache line for itself in each round. */
enum { GATHER = 4, WORD_GATHER = 2, TAKEN_OUT = 4, COLUMN = 16 };
enum { INDEX = 16 };     /* most operations of an index that are visited */
enum { NEAR_STEP = 16 }; /* steps up to here stay near */
/* Compilers vectorise functions of 64-bit numbers as well as we do, if they have at most this size (of facts.h),
 * neither branch nor loop, and no id in 32 bits, of which loops must know that it does not wrap. They then need fewer
 * functions. In larger kernels functions are not inlined, which stops them. */
enum { STRAIGHT = 1500 };

static const ir_value *without_conversions(const ir_value *v)
{
    while (v->op == IR_CONVERT || v->op == IR_REINTERPRET) v = v->operands[0];
    return v;
}

static void find_strides(cost_model *m, const ir_block *b, bool in_loop)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        const bool diverges = v->op == IR_LOOP && m->l->p->shapes.diverges[v->number];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_strides(m, v->blocks[k], in_loop || diverges);
        if (v->op != IR_SET || !in_loop) continue;
        const ir_value *sum = without_conversions(v->operands[0]);
        if (sum->op != IR_ADD && sum->op != IR_SUBTRACT) continue;
        for (int k = 0; k < 2; ++k) {
            const ir_value *self = without_conversions(sum->operands[k]),
                           *step = without_conversions(sum->operands[!k]);
            const bool is_small = step->op == IR_CONSTANT && (step->bits <= NEAR_STEP || -step->bits <= NEAR_STEP);
            if (self->op == IR_GET && self->variable == v->variable && !is_small)
                m->strides[v->variable->number] = true;
        }
    }
}

static bool has_stride(const cost_model *m, const ir_value *v, unsigned *budget)
{
    if (!*budget) return false;
    --*budget;
    if (v->op == IR_GET) return m->strides[v->variable->number];
    if (v->op == IR_LOAD || v->op == IR_INVOKE) return false;
    for (size_t k = 0; k < v->operand_count; ++k)
        if (has_stride(m, v->operands[k], budget)) return true;
    return false;
}

static bool is_column(const cost_model *m, const ir_value *v)
{
    const access *a = &m->l->accesses[v->number];
    unsigned budget = INDEX;
    const bool adjacent = a->kind == ACCESS_CONTIGUOUS || a->kind == ACCESS_RING || a->kind == ACCESS_NEAR;
    return v->op == IR_LOAD && adjacent && !access_is_local(v->operands[0]) && has_stride(m, v->operands[0], &budget);
}

/* Whether four rows of work-items access adjacent elements at once: see strands.h. */
static bool is_shared_by_rows(const cost_model *m, const ir_value *v)
{
    size_t size;
    const ir_value *pointer = access_of_row(&m->l->accesses[v->number], v, &size);
    return pointer && order_is_column(pointer, size);
}

static void count_gathers(const cost_model *m, const ir_block *b, counts *c)
{
    const lowered *l = m->l;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        c->columns += is_column(m, v);
        if (access_is_gather(&l->accesses[v->number], v) && !is_shared_by_rows(m, v)) {
            ++c->gathers;
            c->each += v->op == IR_EACH;
            c->stores += v->op == IR_STORE;
            c->words += v->op == IR_LOAD && v->components == 1 && ir_size(v->type) == 4;
            if (!c->gather_at) c->gather_at = v->token;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count_gathers(m, v->blocks[k], c);
    }
}

static void count(const cost_model *m, const ir_block *b, counts *c)
{
    work_count(m->l->p, b, &c->work);
    count_gathers(m, b, c);
}

/* false: some divergent loop does little but gather; `loop` has its counts. */
static bool loops_pay(const cost_model *m, const ir_block *b, const token **where, counts *loop)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && !loops_pay(m, v->blocks[k], where, loop)) return false;
        if (v->op != IR_LOOP || !m->l->p->shapes.diverges[v->number]) continue;
        counts c = {0};
        for (int k = 0; k < 3; ++k) count(m, v->blocks[k], &c);
        /* A gather outweighs several operations, since most lanes wait in some rounds. A function of one lane at a time
         * costs little more than in loops, which is nothing beside columns elsewhere. */
        if (m->has_columns) c.gathers -= c.each;
        const size_t cost = c.words * WORD_GATHER + (c.gathers - c.words) * GATHER;
        if (cost <= c.work.narrow - c.work.extra + c.work.wide + c.columns * COLUMN) continue;
        *where = c.gather_at;
        *loop = c;
        return false;
    }
    return true;
}

/* Whether the kernel computes with short vectors. */
static bool computes_in_short_vectors(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_SET && v->variable->components > 1) return true;
        for (size_t k = 0; k < v->operand_count && v->op >= IR_ADD && v->op <= IR_NEGATE; ++k) {
            const ir_value *x = v->operands[k];
            if ((x->op == IR_LOAD && x->components > 1) || (x->op == IR_GET && x->variable->components > 1))
                return true;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && computes_in_short_vectors(v->blocks[k])) return true;
    }
    return false;
}

static bool narrows_ids(const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        const ir_value *id = v->op == IR_CONVERT && ir_size(v->type) == 4 ? v->operands[0] : NULL;
        if (id && id->op == IR_QUERY && (id->query == IR_GLOBAL_ID || id->query == IR_LOCAL_ID)) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && narrows_ids(v->blocks[k])) return true;
    }
    return false;
}

const char *cost_objection(const lowered *l, const token **where)
{
    const passes *p = l->p;
    arena *a = p->f->arena;
    const facts *kernel_facts = p->f->kernel->facts;
    cost_model m = {l, false, arena_array(a, p->f->variable_count + 1, sizeof *m.strides)};
    counts c = {0};
    find_strides(&m, p->f->body, false);
    count(&m, p->f->body, &c);
    m.has_columns = c.columns;
    const size_t operations = c.work.narrow + c.work.wide;
    *where = c.work.wide_at;
    /* Short vectors of doubles fill the processor's vectors already. */
    const bool has_vector_functions = c.work.calls && !computes_in_short_vectors(p->f->body);
    const bool is_straight = !has_vector_functions && !p->f->has_barrier && !kernel_facts->loops &&
                             kernel_facts->straight && kernel_facts->size <= STRAIGHT && !narrows_ids(p->f->body);
    if (c.work.wide * 3 > c.work.narrow && is_straight)
        return arena_printf(a, "straight code in 64 bits: %zu operations, beside %zu in 32 bits", c.work.wide,
                            c.work.narrow);
    *where = c.gather_at;
    if (c.gathers && c.gathers * GATHER + c.stores * TAKEN_OUT > operations + c.columns * COLUMN + GATHER)
        return arena_printf(a, "mostly gathers: %zu, beside %zu vector operations", c.gathers, operations);
    counts loop;
    if (!loops_pay(&m, p->f->body, where, &loop))
        return arena_printf(a, "a divergent loop mostly gathers: %zu, beside %zu vector operations", loop.gathers,
                            loop.work.narrow - loop.work.extra + loop.work.wide);
    *where = NULL;
    return NULL;
}
