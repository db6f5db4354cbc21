/* Live ranges behind loops: which variables are not read behind a loop. A lane that has left the loop needs no mask
 * to keep such a variable. See simd_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/simd_state.h"

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

static void find_accesses(simd_writer *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->variable && v->op == IR_GET) {
            const ir_block **reads = &s->reads[v->variable->number];
            *reads = *reads ? common(*reads, b) : b;
        } else if (v->variable && v->op == IR_SET && !s->first_set[v->variable->number]) {
            s->first_set[v->variable->number] = b;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_accesses(s, v->blocks[k]);
    }
}

void simd_find_live(simd_writer *s)
{
    s->reads = arena_array(s->a, s->f->variable_count + 1, sizeof *s->reads);
    s->first_set = arena_array(s->a, s->f->variable_count + 1, sizeof *s->first_set);
    find_accesses(s, s->f->body);
}

bool simd_dies_in(const simd_writer *s, const ir_value *loop, const ir_variable *x)
{
    /* It is set before the loop each time, so an old value is never read again. */
    if (s->first_set[x->number] != loop->blocks[0]->outer) return false;
    for (const ir_block *b = s->reads[x->number]; b; b = b->outer)
        if (b->owner == loop) return true;
    return false;
}
