/* Members: 32-bit numbers that are adjacent in memory and accessed one after the other, such as members of a
 * structure. Two or four of them become a pack. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

enum { MAX_OPEN = 16 }; /* most accesses that wait for neighbours at a time */

/* An access that others may join, `offset` bytes behind `base`. */
typedef struct access {
    ir_value *value;
    const ir_value *base;
    uint64_t offset;
} access;

typedef struct run {
    access items[MAX_OPEN];
    size_t count;
} run;

static ir_type type_of(const ir_value *v)
{
    return v->op == IR_LOAD ? v->type : v->operands[1]->type;
}

/* The pointer without the constant offsets at its end. */
static const ir_value *base_of(const ir_value *pointer, uint64_t *offset)
{
    *offset = 0;
    for (; pointer->op == IR_MOVE && pointer->operands[1]->op == IR_CONSTANT; pointer = pointer->operands[0])
        *offset += pointer->operands[1]->bits * pointer->bits;
    return pointer;
}

static bool follows(const passes *p, const run *r, size_t i, size_t n)
{
    const access *first = &r->items[i];
    if (i + n > r->count) return false;
    for (size_t k = 1; k < n; ++k) {
        const access *x = &r->items[i + k];
        if (x->base != first->base || x->offset != first->offset + 4 * k) return false;
        if (p->regions.region && p->regions.region[x->value->number] != p->regions.region[first->value->number])
            return false;
    }
    return true;
}

/* Makes packs of the adjacent accesses found so far. */
static void close_run(const passes *p, run *r)
{
    for (size_t i = 0; i < r->count;) {
        const size_t n = follows(p, r, i, 4) ? 4 : follows(p, r, i, 2) ? 2 : 1;
        for (size_t k = 0; k < n && n > 1; ++k) {
            ir_value *v = r->items[i + k].value;
            v->component = (unsigned)k;
            v->components = (unsigned)n;
            v->first = r->items[i].value;
        }
        i += n;
    }
    r->count = 0;
}

static bool is_alone(const passes *p, const ir_value *v)
{
    return v->components == 1 && !(p->regions.once && p->regions.once[v->number]) && ir_size(type_of(v)) == 4 &&
           !p->objects.root[v->operands[0]->number];
}

/* A pack reads where its first member stands, and writes where its last one stands. No other access may lie between. */
static void find_members(const passes *p, const ir_block *b)
{
    run loads = {.count = 0}, stores = {.count = 0};
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        const bool reads = v->op == IR_LOAD, writes = v->op == IR_STORE;
        run *list = reads ? &loads : &stores;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_members(p, v->blocks[k]);
        if (!reads && !writes && v->op < IR_EACH) continue;
        if (!reads && !writes && (v->op == IR_GET || v->op == IR_SET)) continue;
        if (!reads) close_run(p, &loads);
        if (!writes || !is_alone(p, v)) close_run(p, &stores);
        if ((!reads && !writes) || !is_alone(p, v)) continue;
        access x = {.value = v};
        x.base = base_of(v->operands[0], &x.offset);
        if (list->count == MAX_OPEN) close_run(p, list);
        list->items[list->count++] = x;
    }
    close_run(p, &loads);
    close_run(p, &stores);
}

void members_run(passes *p)
{
    find_members(p, p->f->body);
}
