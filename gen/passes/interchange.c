/* Interchange: loops that all work-items of a group go through alike become the group's own, as if barriers stood in
 * them. The loop over the work-items is then the inner one, which reads memory in its order, and which compilers put
 * into vectors. Only for work-items that run one by one. See passes.h. */
#include "passes/passes.h"

typedef struct access_counts {
    const passes *p;
    const shape *near; /* by a value's number: what neighbours along x see */
    size_t side_by_side, kept;
    size_t scattered; /* reads at places of each work-item's own */
    bool jumps;
} access_counts;

static ir_type type_of(const ir_value *v) { return v->op == IR_LOAD ? v->type : v->operands[1]->type; }

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
            l->p->variables[v->variable->number].kind != SHAPE_UNIFORM)
            ++l->kept;
        if ((v->op == IR_LOAD || v->op == IR_STORE) && !v->component) {
            const shape at = l->near[v->operands[0]->number];
            if (at.kind == SHAPE_AFFINE && at.step == (int64_t)(ir_size(type_of(v)) * (v->components ? v->components : 1)))
                ++l->side_by_side;
            if (v->op == IR_LOAD && at.kind == SHAPE_VARYING && !at.step && !l->p->root[v->operands[0]->number])
                ++l->scattered;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count_accesses(l, loop, v->blocks[k]);
    }
}

/* Variables that are worth one access in order; and scattered reads that are worth one of them: those of one work-item
 * wait for one another from round to round, and those of neighbours do not. */
enum { KEPT = 4, SCATTERED = 2 };

/* Each that is set in the loop is read from the context and written there in every round. */
static bool is_worth_it(const passes *p, const shape *near, const ir_value *loop)
{
    access_counts l = {.p = p, .near = near};
    for (int k = 0; k < 3; ++k) count_accesses(&l, loop, loop->blocks[k]);
    if (l.jumps) return false;
    return (l.side_by_side && l.kept <= l.side_by_side * KEPT) || (l.kept && l.scattered >= l.kept * SCATTERED);
}

static bool is_shared(const passes *p, const ir_value *v)
{
    if (p->diverges[v->number] || p->round_diverges[v->number]) return false;
    if (v->op == IR_IF) return p->values[v->operands[0]->number].kind == SHAPE_UNIFORM;
    return v->op != IR_LOOP || !v->condition || p->values[v->condition->number].kind == SHAPE_UNIFORM;
}

static bool mark(passes *p, const shape *near, const ir_block *b)
{
    bool any = false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        bool own = false;
        if (!v->blocks[0] || !is_shared(p, v)) continue;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) own |= mark(p, near, v->blocks[k]);
        if (!own && v->op == IR_LOOP && v->condition) own = is_worth_it(p, near, v);
        if (own) p->grouped[v->number] = true;
        any |= own;
    }
    return any;
}

void interchange_run(passes *p)
{
    if (!p->interchanges) return;
    shapes_run(p);
    const shape *near = p->values;
    shapes_find_of_group(p);
    p->grouped = arena_array(p->f->arena, p->value_capacity, sizeof(bool));
    if (!mark(p, near, p->f->body)) p->grouped = NULL;
}
