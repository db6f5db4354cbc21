/* Reloads: a LOAD from an address that was read before, with no write to memory in between, is replaced by the earlier
 * one. A C compiler does not see that, since the second one is often a function of another mask. Branches that only
 * computed with what they read again can then become selections. Only in vectors. See passes.h.
 * Knows addresses as sums, and what writes memory; must not know which objects two addresses belong to.
 *
 * SPDX-License-Identifier: MIT */
#include "base/map.h"
#include "passes/passes.h"

#include <string.h>

/* How a value is made. Values with equal keys are equal. */
typedef struct key {
    ir_op op;
    ir_type type;
    ir_query query;
    unsigned index;
    uint64_t bits;
    const void *variable, *symbol;
    unsigned operands[3];
} key;

typedef struct held {
    ir_value *load; /* or NULL */
    size_t writes;  /* `writes` of the pass, when it was read */
} held;

/* What an address held before, to be restored at the end of a block. */
typedef struct change {
    unsigned address;
    held before;
} change;

typedef struct reload_pass {
    passes *p;
    map keys;           /* of values: the first value that is made so */
    unsigned *same;     /* by a value's number: the number of the first value that is made so */
    held *held;         /* by such a number of an address: the load from it */
    ir_value **instead; /* by a LOAD's number: the load that replaces it, or NULL */
    bool *writes_below; /* by a construct's number: something in it writes memory */
    size_t writes;      /* writes so far */
    bool some;          /* a LOAD was replaced */
    bool *was_address;  /* by a value's number: a replaced LOAD, or its address, was computed from it */
    bool *used;         /* the same: something that stays uses it */
    change *changes;
    size_t change_count, change_capacity;
} reload_pass;

/* Whether it writes memory that a load may read: not a private object that nothing points to. Of a construct, each of
 * its items is asked. */
static bool is_write(const passes *p, const ir_value *v)
{
    switch (v->op) {
    case IR_STORE: {
        const ir_variable *root = p->objects.root[v->operands[0]->number];
        return !root || p->objects.escapes[root->number];
    }
    case IR_SET:
    case IR_CHECK:
    case IR_RETURN:
    case IR_IF:
    case IR_LOOP:
    case IR_SCOPE:
    case IR_LEAVE:
    case IR_CONTINUE: return false;
    default: return ir_has_effect(v);
    }
}

/* Whether it reads what a later LOAD can read, too. */
static bool is_steady(const passes *p, const ir_value *v)
{
    return v->op == IR_LOAD && !v->is_volatile && v->type != IR_POINTER && !p->objects.root[v->operands[0]->number];
}

static bool find_writes(reload_pass *s, const ir_block *b, size_t *loads)
{
    bool some = false;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        bool below = is_write(s->p, v);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) below |= find_writes(s, v->blocks[k], loads);
        *loads += is_steady(s->p, v);
        s->writes_below[v->number] = below;
        some |= below;
    }
    return some;
}

/* Finds the first value that is made like this one. */
static unsigned number(reload_pass *s, const ir_value *v)
{
    const bool computes = ir_is_leaf(v) || (v->op >= IR_ADD && v->op <= IR_MOVE);
    if (!computes || v->op == IR_STRING || v->operand_count > 3) return v->number;
    key *k = ARENA_NEW(s->p->f->arena, key);
    memset(k, 0, sizeof *k); /* also what lies between its members */
    k->op = v->op;
    k->type = v->type;
    k->query = v->query;
    k->index = v->index;
    k->bits = v->bits;
    k->variable = v->variable;
    k->symbol = v->symbol;
    for (size_t i = 0; i < v->operand_count; ++i) k->operands[i] = s->same[v->operands[i]->number];
    void **first = map_at(&s->keys, (const char *)k, sizeof *k);
    if (!*first) *first = &s->same[v->number];
    return (unsigned)((unsigned *)*first - s->same);
}

static void hold(reload_pass *s, unsigned address, ir_value *load)
{
    s->changes = arena_reserve(s->p->f->arena, s->changes, s->change_count, &s->change_capacity, sizeof *s->changes);
    s->changes[s->change_count++] = (change){address, s->held[address]};
    s->held[address] = (held){load, s->writes};
}

static void replace(const reload_pass *s, ir_value **v)
{
    if (*v && s->instead[(*v)->number]) *v = s->instead[(*v)->number];
}

static void walk(reload_pass *s, ir_block *b)
{
    const size_t changes = s->change_count;
    size_t kept = 0;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        for (size_t k = 0; k < v->operand_count; ++k) replace(s, &v->operands[k]);
        replace(s, &v->count);
        s->same[v->number] = number(s, v);
        if (is_steady(s->p, v)) {
            const unsigned address = s->same[v->operands[0]->number];
            const held *h = &s->held[address];
            /* The components of a short vector stay together. */
            if (v->components <= 1 && h->load && h->writes == s->writes && h->load->type == v->type &&
                passes_is_available(s->p, h->load, v)) {
                s->instead[v->number] = h->load;
                s->some = true;
                if (v->operands[0]->op == IR_MOVE) s->was_address[v->operands[0]->number] = true;
                continue;
            }
            hold(s, address, v);
        }
        b->items[kept++] = v;
        if (is_write(s->p, v)) ++s->writes;
        if (!v->blocks[0]) continue;
        /* A later round reads what an earlier one has written. */
        if (v->op == IR_LOOP && s->writes_below[v->number]) ++s->writes;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) walk(s, v->blocks[k]);
        replace(s, &v->condition);
    }
    b->count = kept;
    while (s->change_count > changes) {
        const change *c = &s->changes[--s->change_count];
        s->held[c->address] = c->before;
    }
}

/* Drops what only computed the addresses of replaced LOADs, so that branches are short. From the last item to the
 * first: users come after their operands. */
static void drop_addresses(reload_pass *s, ir_block *b)
{
    size_t kept = b->count;
    for (size_t i = b->count; i-- > 0;) {
        ir_value *v = b->items[i];
        const bool drops = s->was_address[v->number] && !s->used[v->number];
        if (!drops) b->items[--kept] = v;
        if (v->condition) s->used[v->condition->number] = true;
        if (v->count) s->used[v->count->number] = true;
        for (int k = 2; k >= 0; --k)
            if (v->blocks[k]) drop_addresses(s, v->blocks[k]);
        for (size_t k = 0; k < v->operand_count; ++k) {
            const ir_value *x = v->operands[k];
            if (!drops) s->used[x->number] = true;
            else if (x->op >= IR_ADD && x->op <= IR_MOVE) s->was_address[x->number] = true;
        }
    }
    b->count -= kept;
    if (kept) memmove(b->items, b->items + kept, b->count * sizeof *b->items);
}

void reloads_run(passes *p)
{
    ir_function *f = p->f;
    if (p->one_by_one || f->waits) return;
    reload_pass s = {.p = p, .keys = {.arena = f->arena}};
    s.same = arena_array(f->arena, (size_t)f->values + 1, sizeof *s.same);
    s.held = arena_array(f->arena, (size_t)f->values + 1, sizeof *s.held);
    s.instead = arena_array(f->arena, (size_t)f->values + 1, sizeof *s.instead);
    s.was_address = arena_array(f->arena, (size_t)f->values + 1, sizeof *s.was_address);
    s.used = arena_array(f->arena, (size_t)f->values + 1, sizeof *s.used);
    s.writes_below = arena_array(f->arena, (size_t)f->values + 1, sizeof *s.writes_below);
    size_t loads = 0;
    find_writes(&s, f->body, &loads);
    if (loads < 2) return;
    walk(&s, f->body);
    if (!s.some) return;
    for (int k = 0; k < 3; ++k)
        if (p->guards.limits[k]) s.used[p->guards.limits[k]->number] = true;
    drop_addresses(&s, f->body);
}
