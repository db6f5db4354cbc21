/* The cost model: whether a kernel gains by running in vectors. Knows the work of a form and the classes of its
 * accesses; must not know how C is written. The weights were measured on an AVX-512 processor, against a loop over
 * single work-items.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/cost.h"

#include "clc/facts.h"

typedef struct counts {
    work work;
    size_t gathers;         /* gathers and scatters */
    size_t stores;          /* the scatters; they also extract each lane's value */
    const token *gather_at; /* the first of them, for messages */
} counts;

/* Costs in vector operations: a gather; the extraction that a scatter adds. */
enum { GATHER = 4, TAKEN_OUT = 4 };
/* Compilers vectorise functions of 64-bit numbers as well as we do, if they have at most this size (of facts.h) and
 * neither branch nor loop. They then need fewer functions. In larger kernels functions are not inlined, which stops
 * them. */
enum { STRAIGHT = 1500 };

static void count_gathers(const lowered *l, const ir_block *b, counts *c)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (access_is_gather(&l->accesses[v->number], v)) {
            ++c->gathers;
            c->stores += v->op == IR_STORE;
            if (!c->gather_at) c->gather_at = v->token;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count_gathers(l, v->blocks[k], c);
    }
}

static void count(const lowered *l, const ir_block *b, counts *c)
{
    work_count(l->p, b, &c->work);
    count_gathers(l, b, c);
}

/* false: some divergent loop does little but gather; `loop` has its counts. */
static bool loops_pay(const lowered *l, const ir_block *b, const token **where, counts *loop)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && !loops_pay(l, v->blocks[k], where, loop)) return false;
        if (v->op != IR_LOOP || !l->p->shapes.diverges[v->number]) continue;
        counts c = {0};
        for (int k = 0; k < 3; ++k) count(l, v->blocks[k], &c);
        /* A gather outweighs several operations, since most lanes wait in some rounds. */
        if (c.gathers * GATHER <= c.work.narrow - c.work.extra + c.work.wide) continue;
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

const char *cost_objection(const lowered *l, const token **where)
{
    const passes *p = l->p;
    arena *a = p->f->arena;
    const facts *kernel_facts = p->f->kernel->facts;
    counts c = {0};
    count(l, p->f->body, &c);
    const size_t operations = c.work.narrow + c.work.wide;
    *where = c.work.wide_at;
    /* Short vectors of doubles fill the processor's vectors already. */
    const bool has_vector_functions = c.work.calls && !computes_in_short_vectors(p->f->body);
    const bool is_straight = !has_vector_functions && !p->f->has_barrier && !kernel_facts->loops &&
                             kernel_facts->straight && kernel_facts->size <= STRAIGHT;
    if (c.work.wide * 3 > c.work.narrow && is_straight)
        return arena_printf(a, "straight code in 64 bits: %zu operations, beside %zu in 32 bits", c.work.wide,
                            c.work.narrow);
    *where = c.gather_at;
    if (c.gathers && c.gathers * GATHER + c.stores * TAKEN_OUT > operations + GATHER)
        return arena_printf(a, "mostly gathers: %zu, beside %zu vector operations", c.gathers, operations);
    counts loop;
    if (!loops_pay(l, p->f->body, where, &loop))
        return arena_printf(a, "a divergent loop mostly gathers: %zu, beside %zu vector operations", loop.gathers,
                            loop.work.narrow - loop.work.extra + loop.work.wide);
    *where = NULL;
    return NULL;
}
