/* Forward: in straight code, a GET is replaced by the value that the variable was set to, and SETs that nothing reads
 * are dropped. Later passes then see what values are made of. Only in vectors: loops over single work-items are
 * easier to read with the kernel's own variables. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

/* A variable's previous value. */
typedef struct change {
    unsigned variable;
    ir_value *before;
} change;

typedef struct forward_pass {
    passes *p;
    ir_value **last; /* by a variable's number: the value it holds here, or NULL */
    change *changes; /* changes of `last`, to be undone at the end of a block */
    size_t change_count, change_capacity;
    ir_value **instead; /* by a GET's number: the value that replaces it, or NULL */
    bool *read;         /* by a variable's number: some GET of it remains */
    unsigned *uses;     /* by a value's number */
} forward_pass;

/* Pointers are left alone, since their private objects are known by the value's number. So are short vectors, which
 * stay together. */
static bool is_plain(const ir_variable *x)
{
    return x->type != IR_VOID && x->type != IR_POINTER && x->components <= 1;
}

static void learn(forward_pass *s, const ir_variable *x, ir_value *v)
{
    ir_value **last = &s->last[x->number];
    if (*last == v) return;
    s->changes = arena_reserve(s->p->f->arena, s->changes, s->change_count, &s->change_capacity, sizeof *s->changes);
    s->changes[s->change_count++] = (change){x->number, *last};
    *last = v;
}

static void take_back(forward_pass *s, size_t to)
{
    while (s->change_count > to) {
        const change *c = &s->changes[--s->change_count];
        s->last[c->variable] = c->before;
    }
}

static void forget_sets(forward_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_SET || v->op == IR_COLLECT) learn(s, v->variable, NULL);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) forget_sets(s, v->blocks[k]);
    }
}

static void replace(const forward_pass *s, ir_value **v)
{
    if (*v && s->instead[(*v)->number]) *v = s->instead[(*v)->number];
}

static void walk(forward_pass *s, ir_block *b);

/* Each block of a construct begins with the values known before it. After the construct, variables that it sets are
 * unknown. */
static void walk_construct(forward_pass *s, ir_value *v)
{
    if (v->op == IR_LOOP)
        for (int k = 0; k < 3; ++k) forget_sets(s, v->blocks[k]);
    for (int k = 0; k < 3; ++k) {
        const size_t before = s->change_count;
        if (!v->blocks[k]) continue;
        walk(s, v->blocks[k]);
        take_back(s, before);
    }
    replace(s, &v->condition);
    for (int k = 0; k < 3; ++k)
        if (v->blocks[k]) forget_sets(s, v->blocks[k]);
}

static void walk(forward_pass *s, ir_block *b)
{
    const passes *p = s->p;
    size_t kept = 0;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        for (size_t k = 0; k < v->operand_count; ++k) replace(s, &v->operands[k]);
        if (v->op == IR_GET && is_plain(v->variable)) {
            ir_value *last = s->last[v->variable->number];
            if (last && passes_is_available(p, last, v)) {
                s->instead[v->number] = last;
                continue;
            }
            learn(s, v->variable, v);
        }
        b->items[kept++] = v;
        if (v->op == IR_SET && is_plain(v->variable)) learn(s, v->variable, v->operands[0]);
        if (v->blocks[0]) walk_construct(s, v);
        if (v->op == IR_BARRIER || v->op == IR_COLLECT)
            for (size_t k = 0; k < p->f->variable_count; ++k) learn(s, p->f->variables[k], NULL);
    }
    b->count = kept;
}

/* From the last item to the first: users come after their operands. */
static void find_reads(forward_pass *s, const ir_block *b)
{
    for (size_t i = b->count; i-- > 0;) {
        const ir_value *v = b->items[i];
        if (v->condition) ++s->uses[v->condition->number];
        for (int k = 2; k >= 0; --k)
            if (v->blocks[k]) find_reads(s, v->blocks[k]);
        if (!ir_has_effect(v) && !s->uses[v->number]) continue;
        if (v->op == IR_GET) s->read[v->variable->number] = true;
        for (size_t k = 0; k < v->operand_count; ++k) ++s->uses[v->operands[k]->number];
    }
}

static void drop_sets(const forward_pass *s, ir_block *b)
{
    size_t kept = 0;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) drop_sets(s, v->blocks[k]);
        if (v->op != IR_SET || s->read[v->variable->number] || !is_plain(v->variable)) b->items[kept++] = v;
    }
    b->count = kept;
}

void forward_run(passes *p)
{
    ir_function *f = p->f;
    if (p->one_by_one || !f->variable_count) return;
    forward_pass s = {.p = p};
    s.last = arena_array(f->arena, f->variable_count, sizeof *s.last);
    s.instead = arena_array(f->arena, (size_t)f->values + 1, sizeof *s.instead);
    s.read = arena_array(f->arena, f->variable_count, sizeof *s.read);
    s.uses = arena_array(f->arena, (size_t)f->values + 1, sizeof *s.uses);
    walk(&s, f->body);
    find_reads(&s, f->body);
    drop_sets(&s, f->body);
}
