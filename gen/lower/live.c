/* Live ranges behind loops: which variables are not read behind a loop. A lane that has left the loop needs no mask
 * to keep such a variable. See masks_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/masks_state.h"

static size_t depth(const ir_block *b)
{
    size_t n = 0;
    for (; b; b = b->outer) ++n;
    return n;
}

/* The innermost block around both. */
static const ir_block *common(const ir_block *x, const ir_block *y)
{
    size_t of_x = depth(x), of_y = depth(y);
    for (; of_x > of_y; --of_x) x = x->outer;
    for (; of_y > of_x; --of_y) y = y->outer;
    while (x != y) {
        x = x->outer;
        y = y->outer;
    }
    return x;
}

static void find_accesses(live_ranges *r, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->variable && v->op == IR_GET) {
            const ir_block **reads = &r->reads[v->variable->number];
            *reads = *reads ? common(*reads, b) : b;
        } else if (v->variable && v->op == IR_SET && !r->first_set[v->variable->number]) {
            r->first_set[v->variable->number] = b;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_accesses(r, v->blocks[k]);
    }
}

live_ranges live_find(const ir_function *f)
{
    live_ranges r = {arena_array(f->arena, f->variable_count + 1, sizeof *r.reads),
                     arena_array(f->arena, f->variable_count + 1, sizeof *r.first_set)};
    find_accesses(&r, f->body);
    return r;
}

bool live_dies_in(const live_ranges *r, const ir_value *loop, const ir_variable *x)
{
    /* It is set before the loop each time, so an old value is never read again. */
    if (r->first_set[x->number] != loop->blocks[0]->outer) return false;
    for (const ir_block *b = r->reads[x->number]; b; b = b->outer)
        if (b->owner == loop) return true;
    return false;
}
