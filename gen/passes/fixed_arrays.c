/* Fixed arrays: arrays of a work-item that never change, and that are read at indices which depend on data, become
 * program-scope constants. Their initialisation is dropped. With constant indices alone, they stay private objects,
 * which become variables. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

typedef struct fixed_array {
    bool astray;  /* it is used in another way */
    bool indexed; /* it is read at an index that depends on data, or cleared as a whole */
} fixed_array;

typedef struct search {
    fixed_array *arrays;      /* by a variable's number */
    const ir_variable **root; /* by a value's number: the fixed array that the pointer leads into, or NULL */
    bool *has_index;          /* the same: its offset depends on data */
} search;

static void note_use(search *s, const ir_value *v, size_t k)
{
    const ir_value *pointer = v->operands[k];
    fixed_array *of = &s->arrays[s->root[pointer->number]->number];
    const bool clears = v->op == IR_COPY && v->operand_count == 1;
    if (v->op == IR_MOVE && k == 0) {
        s->root[v->number] = s->root[pointer->number];
        s->has_index[v->number] = s->has_index[pointer->number] || v->operands[1]->op != IR_CONSTANT;
    } else if (v->op == IR_LOAD) {
        of->indexed |= s->has_index[pointer->number];
    } else if (clears) {
        of->indexed = true;
    } else if (v->op != IR_STORE || k) {
        of->astray = true;
    }
}

static void find_uses(search *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_ADDRESS && v->variable->fixed) s->root[v->number] = v->variable;
        for (size_t k = 0; k < v->operand_count; ++k)
            if (s->root[v->operands[k]->number]) note_use(s, v, k);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_uses(s, v->blocks[k]);
    }
}

static bool becomes_constant(const search *s, const ir_variable *x)
{
    return x && s->arrays[x->number].indexed && !s->arrays[x->number].astray;
}

static void replace(const search *s, ir_block *b)
{
    size_t kept = 0;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        const bool writes = v->op == IR_STORE || v->op == IR_COPY;
        if (writes && becomes_constant(s, s->root[v->operands[0]->number])) continue;
        if (v->op == IR_ADDRESS && becomes_constant(s, v->variable)) {
            v->op = IR_OBJECT;
            v->symbol = v->variable->fixed;
            v->variable = NULL;
        }
        b->items[kept++] = v;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) replace(s, v->blocks[k]);
    }
    b->count = kept;
}

void fixed_arrays_run(passes *p)
{
    ir_function *f = p->f;
    bool some = false;
    for (size_t i = 0; i < f->variable_count; ++i) some |= f->variables[i]->fixed != NULL;
    if (!some) return;
    search s;
    s.arrays = arena_array(f->arena, f->variable_count, sizeof *s.arrays);
    s.root = arena_array(f->arena, f->values, sizeof *s.root);
    s.has_index = arena_array(f->arena, f->values, sizeof *s.has_index);
    find_uses(&s, f->body);
    replace(&s, f->body);
}
