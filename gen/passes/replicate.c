/* Replication: in a group of a few work-items, whose number is fixed, each straight region is written once for each
 * work-item, without a loop. The context and the __local memory are on the stack. There compilers see that each slot
 * has one writer, and keep it in a register. Knows sizes only. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

enum {
    MAX_ITEMS = 8,
    MAX_BYTES = 2048,  /* of __local variables and contexts, on the stack */
    MAX_VALUES = 1000, /* in all copies of a region, or of a loop's body */
    MAX_IN_ALL = 8 * MAX_VALUES
};

static size_t count_values(const ir_block *b)
{
    size_t count = 0;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        count += !ir_is_leaf(v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count += count_values(v->blocks[k]);
    }
    return count;
}

void replicate_run(passes *p)
{
    const ir_function *f = p->f;
    const attributes *a = &f->kernel->attributes;
    if (!p->one_by_one || !f->has_barrier || !a->has_reqd_size) return;
    size_t items = 1, bytes = 0;
    for (size_t d = 0; d < 3; ++d) {
        if (a->reqd_size[d] > MAX_ITEMS) return;
        items *= (size_t)a->reqd_size[d];
    }
    for (size_t i = 0; i < f->variable_count; ++i)
        if (f->variables[i]->local) bytes += f->variables[i]->size;
    if (items > MAX_ITEMS || bytes + p->regions.context_bytes * items > MAX_BYTES) return;
    if (count_values(f->body) * items <= MAX_IN_ALL) p->replicas = items;
}

static bool is_straight(const ir_value *v)
{
    if (v->op == IR_LOOP || v->op == IR_SCOPE || v->op == IR_COLLECT) return false;
    for (int k = 0; k < 3; ++k)
        for (size_t i = 0; v->blocks[k] && i < v->blocks[k]->count; ++i)
            if (!is_straight(v->blocks[k]->items[i])) return false;
    return true;
}

bool passes_replicates(const passes *p, ir_value *const *items, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count && p->replicas; ++i) {
        if (!is_straight(items[i])) return false;
        size += !ir_is_leaf(items[i]);
        for (int k = 0; k < 3; ++k)
            if (items[i]->blocks[k]) size += count_values(items[i]->blocks[k]);
    }
    return p->replicas && size * p->replicas <= MAX_VALUES;
}

bool passes_unrolls(const passes *p, const ir_value *loop)
{
    const ir_value *c = loop->condition;
    return p->replicas && c && c->operand_count == 2 && c->operands[1]->op == IR_CONSTANT &&
           count_values(loop->blocks[1]) * p->replicas <= MAX_VALUES;
}
