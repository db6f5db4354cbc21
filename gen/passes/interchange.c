/* Interchange: a loop that all work-items of a group take alike becomes the group's own, as if it held barriers. The
 * loop over the work-items is then the inner one. It reads memory in order, and compilers vectorise it. Only for
 * work-items in loops. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

typedef struct access_counts {
    const passes *p;
    const shape *near; /* by a value's number: its shape along x */
    size_t side_by_side, kept;
    size_t scattered; /* gathers */
    bool jumps;
} access_counts;

static ir_type type_of(const ir_value *v)
{
    return v->op == IR_LOAD ? v->type : v->operands[1]->type;
}

static bool is_inside(const ir_block *b, const ir_value *loop)
{
    for (; b; b = b->outer)
        if (b->owner == loop) return true;
    return false;
}

static void count_accesses(access_counts *l, const ir_value *loop, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_LEAVE || v->op == IR_CONTINUE) l->jumps = true;
        if (v->op == IR_SET && !is_inside(v->variable->home, loop) &&
            l->p->shapes.variables[v->variable->number].kind != SHAPE_UNIFORM)
            ++l->kept;
        if ((v->op == IR_LOAD || v->op == IR_STORE) && !v->component) {
            const shape at = l->near[v->operands[0]->number];
            if (at.kind == SHAPE_AFFINE &&
                at.step == (int64_t)(ir_size(type_of(v)) * (v->components ? v->components : 1)))
                ++l->side_by_side;
            if (v->op == IR_LOAD && at.kind == SHAPE_VARYING && !at.step && !l->p->objects.root[v->operands[0]->number])
                ++l->scattered;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count_accesses(l, loop, v->blocks[k]);
    }
}

/* KEPT: variables in the context that one contiguous access outweighs. SCATTERED: gathers that outweigh one variable:
 * in one work-item they wait for each other from round to round, in neighbouring ones they do not. */
enum { KEPT = 4, SCATTERED = 2 };

/* A variable that the loop sets is read from the context and written back in every round. */
static bool is_worth_it(const passes *p, const shape *near, const ir_value *loop)
{
    access_counts l = {.p = p, .near = near};
    for (int k = 0; k < 3; ++k) count_accesses(&l, loop, loop->blocks[k]);
    if (l.jumps) return false;
    return (l.side_by_side && l.kept <= l.side_by_side * KEPT) || (l.kept && l.scattered >= l.kept * SCATTERED);
}

static bool is_shared(const passes *p, const ir_value *v)
{
    if (p->shapes.diverges[v->number] || p->shapes.round_diverges[v->number]) return false;
    if (v->op == IR_IF) return p->shapes.values[v->operands[0]->number].kind == SHAPE_UNIFORM;
    return v->op != IR_LOOP || !v->condition || p->shapes.values[v->condition->number].kind == SHAPE_UNIFORM;
}

static bool mark(const passes *p, const shape *near, const ir_block *b, bool *grouped)
{
    bool any = false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        bool found = false;
        if (!v->blocks[0] || v->waiting || !is_shared(p, v)) continue;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) found |= mark(p, near, v->blocks[k], grouped);
        if (!found && v->op == IR_LOOP && v->condition) found = is_worth_it(p, near, v);
        if (found) grouped[v->number] = true;
        any |= found;
    }
    return any;
}

void interchange_run(passes *p)
{
    if (!p->interchanges) return;
    shapes_run(p);
    const shape *near = p->shapes.values;
    shapes_find_of_group(p);
    bool *grouped = arena_array(p->f->arena, p->value_capacity, sizeof *grouped);
    if (mark(p, near, p->f->body, grouped)) p->interchange.grouped = grouped;
}
