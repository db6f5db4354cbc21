/* Accesses that strands in rows below each other make together: a lane's elements lie far from those of other lanes,
 * and one element behind that of the row above. See strands.h. Knows addresses as sums; must not know C.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/strands_state.h"

enum { VALUES = 64 /* most values of an address that are visited */ };

typedef struct row_search {
    const strand_differences *d;
    unsigned budget;
} row_search;

/* The difference between a row and the one above, as a whole number; false: unknown. What overflows as a signed number
 * is undefined; numbers without a sign may wrap. */
static bool find_row_step(row_search *s, const ir_value *v, int64_t *step)
{
    int64_t x = 0, y = 0;
    *step = 0;
    if (!s->d->values[v->number]) return true;
    if (!s->budget) return false;
    --s->budget;
    const bool is_long = v->type == IR_POINTER || ir_size(v->type) == 8, is_whole = is_long || v->type == IR_I32;
    switch (v->op) {
    case IR_QUERY: *step = 1; return true; /* an id along y: others do not differ */
    case IR_CONVERT: {
        const ir_value *from = v->operands[0];
        if (!ir_is_integer(v->type) || !ir_is_integer(from->type)) return false;
        if (ir_size(v->type) < ir_size(from->type))
            return v->type == IR_I32 && from->op == IR_QUERY && find_row_step(s, from, step);
        return is_long && (from->type == IR_I32 || ir_size(from->type) == 8) && find_row_step(s, from, step);
    }
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MOVE:
        if (!is_whole || ir_is_floating(v->type) || !find_row_step(s, v->operands[0], &x) ||
            !find_row_step(s, v->operands[1], &y))
            return false;
        if (x > INT32_MAX || x < INT32_MIN || y > INT32_MAX || y < INT32_MIN ||
            (v->op == IR_MOVE && v->bits > INT32_MAX))
            return false;
        *step = v->op == IR_ADD ? x + y : v->op == IR_SUBTRACT ? x - y : x + y * (int64_t)v->bits;
        return true;
    default: return false;
    }
}

static adjacent_rows find_rows(const lowered *l, const strand_differences *d, const ir_value *v)
{
    row_search s = {d, VALUES};
    const access *a = &l->accesses[v->number];
    size_t size;
    int64_t step;
    const ir_value *pointer = access_of_row(a, v, &size);
    if (!pointer) return ROWS_APART;
    const access_kind kind = a->whole ? a->whole->kind : a->kind;
    if (kind != ACCESS_STRIDED && kind != ACCESS_PROGRESSION) return ROWS_APART;
    if (!find_row_step(&s, pointer, &step)) return ROWS_APART;
    return step == (int64_t)size ? ROWS_UP : step == -(int64_t)size ? ROWS_DOWN : ROWS_APART;
}

static bool find_in(const lowered *l, const strand_differences *d, const ir_block *b, adjacent_rows *table)
{
    bool some = false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        table[v->number] = find_rows(l, d, v);
        some |= table[v->number] != ROWS_APART;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) some |= find_in(l, d, v->blocks[k], table);
    }
    return some;
}

const adjacent_rows *strand_adjacent_find(const lowered *l, const strand_differences *d)
{
    const ir_function *f = l->f;
    if (!d->any) return NULL;
    adjacent_rows *table = arena_array(f->arena, f->values + 1, sizeof *table);
    return find_in(l, d, f->body, table) ? table : NULL;
}
