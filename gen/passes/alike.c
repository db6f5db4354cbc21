/* Control that is alike within a construct. See alike.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/alike.h"

#include <stdint.h>

typedef struct alike_search {
    const passes *p;
    const bool *holds; /* by a construct's number: it holds a barrier */
    bool *alike;
    bool *may;    /* by a variable's number: all that is known so far allows it */
    bool *jumped; /* by a construct's number: a jump leads out of it */
    bool changed;
} alike_search;

static bool is_below(const ir_block *b, const ir_value *construct)
{
    for (; b; b = b->outer)
        if (b->owner == construct) return true;
    return false;
}

/* A jump disturbs all constructs that it leaves, up to its target. */
static void find_jumps(alike_search *a, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        for (const ir_block *at = b; v->target && at && at->owner; at = at->outer) {
            a->jumped[at->owner->number] = true;
            if (at->owner == v->target) break;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_jumps(a, v->blocks[k]);
    }
}

/* Whether it costs little, has no effect and needs no memory. */
static bool is_simple(const ir_value *v)
{
    switch (v->op) {
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
    case IR_LEFT:
    case IR_RIGHT:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_NOT:
    case IR_NEGATE:
    case IR_EQUAL:
    case IR_UNEQUAL:
    case IR_LESS:
    case IR_LESS_EQUAL:
    case IR_SELECT:
    case IR_REINTERPRET: return true;
    case IR_DIVIDE: /* not by 0, nor by -1, by which the lowest number has no quotient */
    case IR_REMAINDER:
        return ir_is_integer(v->type) && v->operands[1]->op == IR_CONSTANT && v->operands[1]->bits - 1 < INT32_MAX;
    case IR_CONVERT: return !ir_is_floating(v->operands[0]->type) || ir_is_floating(v->type);
    default: return false;
    }
}

static bool is_alike(const alike_search *a, const ir_value *v)
{
    if (ir_is_leaf(v)) return a->p->shapes.values[v->number].kind == SHAPE_UNIFORM;
    if (v->op == IR_GET) return a->may[v->variable->number];
    if (v->op != IR_SET && !is_simple(v)) return false;
    for (size_t k = 0; k < v->operand_count; ++k)
        if (!a->alike[v->operands[k]->number]) return false;
    return true;
}

/* `within`: the innermost construct with a mask, if work-items get from there to here by constructs alone that are
 * alike; otherwise NULL. */
static void find_alike_in(alike_search *a, const ir_block *b, const ir_value *within)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        a->alike[v->number] = within && is_alike(a, v);
        if (v->op == IR_SET) a->alike[v->number] &= within && is_below(v->variable->home, within);
        if (v->op == IR_SET && a->may[v->variable->number] && !a->alike[v->number]) {
            a->may[v->variable->number] = false;
            a->changed = true;
        }
        if (!v->blocks[0]) continue;
        const ir_value *inner = a->holds[v->number] && !a->jumped[v->number] ? within : NULL;
        if (v->op == IR_LOOP && inner) {
            /* The condition is known behind its block; that a SET in the loop is not alike shows in the next round. */
            for (int n = 0; n < 3; ++n) find_alike_in(a, v->blocks[v->test_last ? (n + 1) % 3 : n], inner);
            a->alike[v->number] = v->condition && a->alike[v->condition->number];
            if (a->alike[v->number]) continue;
        }
        if (v->op == IR_IF && inner) {
            a->alike[v->number] = a->alike[v->operands[0]->number];
            if (!a->alike[v->number]) inner = v; /* it gets masks of its own */
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_alike_in(a, v->blocks[k], v->op == IR_IF ? inner : NULL);
    }
}

enum { ROUNDS = 8 }; /* of looking for what is alike; one that needs more is taken under masks */

const bool *alike_find(const passes *p, const ir_value *of, const bool *holds, arena *scratch)
{
    const ir_function *f = p->f;
    alike_search a = {.p = p,
                      .holds = holds,
                      .alike = arena_array(scratch, p->value_capacity, sizeof *a.alike),
                      .may = arena_array(scratch, f->variable_count, sizeof *a.may),
                      .jumped = arena_array(scratch, p->value_capacity, sizeof *a.jumped),
                      .changed = true};
    for (unsigned i = 0; i < f->values; ++i) a.alike[i] = p->shapes.values[i].kind == SHAPE_UNIFORM;
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *v = f->variables[i];
        a.may[i] =
            v->type != IR_VOID && !v->local && p->shapes.variables[i].kind == SHAPE_UNIFORM && is_below(v->home, of);
    }
    for (int k = 0; k < 2; ++k) find_jumps(&a, of->blocks[k]);
    for (unsigned round = 0; a.changed && round < ROUNDS; ++round) {
        a.changed = false;
        for (int k = 0; k < 2; ++k) find_alike_in(&a, of->blocks[k], a.jumped[of->number] ? NULL : of);
    }
    return a.changed ? NULL : a.alike;
}
