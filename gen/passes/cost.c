/* The cost model: whether a kernel gains by running in vectors. Knows shapes; must not know how C is written. The
 * weights were measured on an AVX-512 processor, against a loop over single work-items.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

#include "clc/facts.h"

#include <string.h>

typedef struct counts {
    size_t narrow, wide;              /* varying operations: in 32 bits, in 64 bits */
    size_t mask_work;                 /* comparisons and selections in 64 bits: they widen or narrow a mask */
    size_t gathers;                   /* gathers and scatters */
    size_t stores;                    /* the scatters; they also extract each lane's value */
    size_t extra;                     /* the part of `narrow` that short functions count beyond one operation */
    size_t calls;                     /* functions of doubles with a vector version; the scalar ones are slower */
    const token *wide_at, *gather_at; /* the first of each, for messages */
} counts;

/* Costs in vector operations: a gather; the extraction that a scatter adds; a built-in function; a called function. */
enum { GATHER = 4, TAKEN_OUT = 4, FUNCTION = 12, INVOKED = 40 };
/* Masks that a divergent branch needs. */
enum { BRANCH = 2 };
/* Compilers vectorise functions of 64-bit numbers as well as we do, if they have at most this size (of facts.h) and
 * neither branch nor loop. They then need fewer functions. In larger kernels functions are not inlined, which stops
 * them. */
enum { STRAIGHT = 1500 };

static bool is_gather(const passes *p, const ir_value *v)
{
    if (v->op == IR_EACH) return true;
    if (v->op != IR_LOAD && v->op != IR_STORE) return false;
    const shape at = p->shapes.values[v->operands[0]->number];
    /* Bytes of a short vector are read in words; two or four words are read at once. */
    const ir_type t = v->op == IR_LOAD ? v->type : v->operands[1]->type;
    const bool at_once = ir_size(t) == 4 && (v->components == 2 || v->components == 4);
    const bool in_word = v->components > 1 && (at_once ? v->component != 0 : v->component * ir_size(t) % 4 != 0);
    return at.kind == SHAPE_VARYING && !at.step && !in_word && !p->objects.root[v->operands[0]->number];
}

/* A function of few instructions on any processor. */
static bool is_short(const ir_value *v)
{
    static const char *const names[] = {"fabs", "copysign", "fma",  "sqrt", "rint", "floor",
                                        "ceil", "trunc",    "fmax", "fmin", "max",  "min"};
    if (v->op != IR_CALL) return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i], v->name) == 0) return true;
    return false;
}

static bool has_wide_vectors(const ir_value *v)
{
    static const char *const names[] = {"sin", "cos", "tan", "exp", "exp2", "log"};
    if (v->op != IR_CALL || v->type != IR_F64) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i], v->name) == 0) return true;
    return false;
}

/* Whether a comparison or selection of 64-bit numbers is varying. */
static bool needs_wide_mask(const passes *p, const ir_value *v)
{
    if (v->op == IR_SELECT) return true;
    if (v->op < IR_EQUAL || v->op > IR_LESS_EQUAL) return false;
    const shape *values = p->shapes.values;
    return values[v->operands[0]->number].kind == SHAPE_VARYING || values[v->operands[1]->number].kind == SHAPE_VARYING;
}

static bool counts_as_work(const ir_value *v)
{
    return (v->op >= IR_ADD && v->op <= IR_SELECT) || v->op == IR_CALL ||
           (v->op == IR_CONVERT && ir_is_floating(v->type));
}

/* A comparison of affine values: the first lane decides it, whatever the width. */
static bool compares_ids(const passes *p, const ir_value *v)
{
    return v->op >= IR_EQUAL && v->op <= IR_LESS_EQUAL &&
           p->shapes.values[v->operands[0]->number].kind != SHAPE_VARYING &&
           p->shapes.values[v->operands[1]->number].kind != SHAPE_VARYING;
}

static void count(const passes *p, const ir_block *b, counts *c);

/* false: some divergent loop does little but gather; `loop` has its counts. */
static bool loops_pay(const passes *p, const ir_block *b, const token **where, counts *loop)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && !loops_pay(p, v->blocks[k], where, loop)) return false;
        if (v->op != IR_LOOP || !p->shapes.diverges[v->number]) continue;
        counts c = {0};
        for (int k = 0; k < 3; ++k) count(p, v->blocks[k], &c);
        /* A gather outweighs several operations, since most lanes wait in some rounds. */
        if (c.gathers * GATHER <= c.narrow - c.extra + c.wide) continue;
        *where = c.gather_at;
        *loop = c;
        return false;
    }
    return true;
}

static void count(const passes *p, const ir_block *b, counts *c)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (is_gather(p, v)) {
            ++c->gathers;
            c->stores += v->op == IR_STORE;
            if (!c->gather_at) c->gather_at = v->token;
        }
        if (counts_as_work(v) && p->shapes.values[v->number].kind == SHAPE_VARYING) {
            const ir_type t = v->operand_count ? v->operands[v->operand_count - 1]->type : v->type;
            const bool is_wide = ir_size(t) == 8 && !compares_ids(p, v);
            *(is_wide ? &c->wide : &c->narrow) += v->op == IR_CALL && !(is_wide && is_short(v)) ? FUNCTION : 1;
            if (!is_wide && v->op == IR_CALL && is_short(v)) c->extra += FUNCTION - 1;
            if (is_wide) {
                if (!c->wide_at) c->wide_at = v->token;
                c->mask_work += needs_wide_mask(p, v);
                c->calls += has_wide_vectors(v);
            }
        }
        if (v->op == IR_INVOKE && p->shapes.values[v->number].kind == SHAPE_VARYING) {
            const bool is_wide =
                v->operand_count && ir_size(v->operands[0]->type) == 8 && v->operands[0]->type != IR_POINTER;
            *(is_wide ? &c->wide : &c->narrow) += INVOKED;
        }
        if (p->shapes.diverges[v->number]) c->mask_work += BRANCH;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count(p, v->blocks[k], c);
    }
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

const char *cost_objection(const passes *p, const token **where)
{
    arena *a = p->f->arena;
    const facts *kernel_facts = p->f->kernel->facts;
    counts c = {0};
    count(p, p->f->body, &c);
    const size_t operations = c.narrow + c.wide;
    *where = c.wide_at;
    /* Short vectors of doubles fill the processor's vectors already. */
    const bool has_vector_functions = c.calls && !computes_in_short_vectors(p->f->body);
    const bool is_straight = !has_vector_functions && !p->f->has_barrier && !kernel_facts->loops &&
                             kernel_facts->straight && kernel_facts->size <= STRAIGHT;
    if (c.wide * 3 > c.narrow && is_straight)
        return arena_printf(a, "straight code in 64 bits: %zu operations, beside %zu in 32 bits", c.wide, c.narrow);
    *where = c.gather_at;
    if (c.gathers && c.gathers * GATHER + c.stores * TAKEN_OUT > operations + GATHER)
        return arena_printf(a, "mostly gathers: %zu, beside %zu vector operations", c.gathers, operations);
    counts loop;
    if (!loops_pay(p, p->f->body, where, &loop))
        return arena_printf(a, "a divergent loop mostly gathers: %zu, beside %zu vector operations", loop.gathers,
                            loop.narrow - loop.extra + loop.wide);
    *where = NULL;
    return NULL;
}

bool cost_is_wide(const passes *p)
{
    counts c = {0};
    count(p, p->f->body, &c);
    return (c.mask_work || p->f->is_called) && c.wide > c.narrow;
}
