/* The steps of a group: regions, which its work-items run, and between them the values and the control that belong
 * to the group. Knows the form and its regions; must not know how steps are written. See lower.h.
 *
 * SPDX-License-Identifier: MIT */
#include "lower/lower.h"

#include "clc/facts.h"

#include <stdlib.h>

/* ---- regions ---- */

static const ir_variable *object_of(const passes *p, const ir_value *v)
{
    return v->op == IR_ADDRESS ? v->variable : p->objects.root[v->number];
}

/* The base of a pointer, without its offsets. */
static const ir_value *base_of(const ir_value *p)
{
    while (p->op == IR_MOVE) p = p->operands[0];
    return p;
}

/* Whether v accesses the object behind operand k at a constant offset. Then a compiler keeps it in registers. Otherwise
 * all work-items share its bytes on the stack, and clang 14 takes uses in different work-items for different objects if
 * the loop is marked as independent. */
static bool is_fixed_use(const ir_value *v, size_t k)
{
    if (v->op == IR_MOVE) return v->operands[1]->op == IR_CONSTANT;
    return k == 0 && (v->op == IR_LOAD || v->op == IR_STORE);
}

typedef struct finder {
    const lowered *l;
    size_t *use_of; /* by a variable's number: the number of its use in the present region, from 1; or 0 */
} finder;

typedef struct region_scan {
    const finder *f;
    lower_region *r;
    unsigned depth;            /* of blocks in the region */
    const ir_value *stored[8]; /* bases of stores so far */
    size_t count;
} region_scan;

/* gcc 12 reorders accesses of one work-item to one address if the loop is marked as independent. */
static void check_bases(region_scan *s, const ir_value *v)
{
    const ir_value *base = base_of(v->operands[0]);
    if (base->op == IR_ADDRESS) return;
    /* A pointer from memory may lead to the program's variable, too. */
    s->r->is_serial |= base->op == IR_OBJECT && !facts_is_fixed(base->symbol);
    for (size_t k = 0; k < s->count; ++k) {
        const ir_value *x = s->stored[k];
        s->r->is_serial |=
            x == base || (x->op == base->op && x->symbol == base->symbol && x->variable == base->variable);
    }
    if (v->op != IR_STORE) return;
    if (s->count == sizeof s->stored / sizeof *s->stored) s->r->is_serial = true;
    else s->stored[s->count++] = base;
}

/* The use of a variable in the region, which is added if there is none; *is_new. */
static lower_use *use_of(region_scan *s, const ir_variable *v, bool *is_new)
{
    lower_region *r = s->r;
    size_t *number = &s->f->use_of[v->number];
    *is_new = !*number;
    if (*is_new) {
        r->uses = arena_reserve(s->f->l->f->arena, r->uses, r->use_count, &r->use_capacity, sizeof *r->uses);
        r->uses[r->use_count++] = (lower_use){.variable = v};
        *number = r->use_count;
    }
    return &r->uses[*number - 1];
}

static void scan_variable(region_scan *s, const ir_value *v)
{
    bool is_new;
    lower_use *u = use_of(s, v->variable, &is_new);
    const bool sets = v->op == IR_SET || v->op == IR_COLLECT;
    u->gets |= v->op == IR_GET;
    u->sets |= v->op == IR_SET || (v->op == IR_COLLECT && v->range != IR_WHOLE);
    u->sets_first |= is_new && sets && !s->depth;
}

static void scan_item(region_scan *s, const ir_value *v)
{
    const lowered *l = s->f->l;
    lower_region *r = s->r;
    if (v->variable) scan_variable(s, v);
    if (v->op == IR_COLLECT) r->collect = v;
    for (size_t k = 0; k < v->operand_count; ++k) {
        const ir_variable *x = object_of(l->p, v->operands[k]);
        bool is_new;
        if (!x || (!l->p->one_by_one && v->op != IR_LOAD && v->op != IR_STORE)) continue;
        lower_use *u = use_of(s, x, &is_new);
        u->gets = true;
        u->sets |= v->op == IR_STORE && k == 0;
        r->is_serial |= l->layout.in_scratch[x->number] || (!lower_is_kept(l, x) && !is_fixed_use(v, k));
    }
    r->is_serial |= v->op == IR_EACH || v->op == IR_COPY || v->op == IR_CHECK || v->op == IR_PRINT ||
                    v->op == IR_QUEUE || v->op == IR_FENCE || v->op == IR_OBSERVE || v->op == IR_COLLECT ||
                    (v->op == IR_INVOKE && !v->pure);
    if (v->op == IR_STORE || v->op == IR_LOAD) check_bases(s, v);
}

static void scan_items(region_scan *s, ir_value *const *items, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        scan_item(s, items[i]);
        ++s->depth;
        for (int k = 0; k < 3; ++k)
            if (items[i]->blocks[k]) scan_items(s, items[i]->blocks[k]->items, items[i]->blocks[k]->count);
        --s->depth;
    }
}

static int by_number(const void *a, const void *b)
{
    const unsigned x = ((const lower_use *)a)->variable->number, y = ((const lower_use *)b)->variable->number;
    return (x > y) - (x < y);
}

static const ir_value *last_effect(const lower_region *r)
{
    const ir_value *last = NULL;
    for (size_t i = 0; i < r->count; ++i)
        if (ir_has_effect(r->items[i])) last = r->items[i];
    return last;
}

/* NULL: nothing in it has an effect. */
static lower_region *find_region(const finder *f, ir_value *const *items, size_t count, unsigned number)
{
    const lowered *l = f->l;
    lower_region *r = ARENA_NEW(l->f->arena, lower_region);
    *r = (lower_region){.items = items, .count = count, .number = number};
    const ir_value *last = last_effect(r);
    if (!last) return NULL;
    region_scan s = {.f = f, .r = r};
    scan_items(&s, items, count);
    bool sets_context = false;
    for (size_t i = 0; i < r->use_count; ++i) {
        const lower_use *u = &r->uses[i];
        f->use_of[u->variable->number] = 0;
        if (!lower_is_kept(l, u->variable)) continue;
        r->uses_context |= u->gets || u->sets;
        sets_context |= u->sets && u->variable->type != IR_VOID;
    }
    if (r->use_count) qsort(r->uses, r->use_count, sizeof *r->uses, by_number);
    if (number && !r->collect) r->guard = guards_find_of_region(l->p, items, count);
    r->is_replicated = passes_replicates(l->p, items, count);
    if (!sets_context && last->op == IR_SCOPE) r->rest = last;
    return r;
}

/* ---- steps ---- */

static lower_step *add(const finder *f, lower_steps *to, lower_step_kind kind, const ir_value *v, size_t index)
{
    to->items = arena_reserve(f->l->f->arena, to->items, to->count, &to->capacity, sizeof *to->items);
    to->items[to->count] = (lower_step){.kind = kind, .value = v, .index = index};
    return &to->items[to->count++];
}

static lower_steps *new_steps(const finder *f, const ir_block *b)
{
    lower_steps *s = ARENA_NEW(f->l->f->arena, lower_steps);
    s->block = b;
    return s;
}

/* Whether there was one with an effect. */
static bool add_region(const finder *f, lower_steps *to, ir_value *const *items, size_t count, unsigned number,
                       const ir_value *end)
{
    lower_region *r = count ? find_region(f, items, count, number) : NULL;
    if (r) add(f, to, STEP_REGION, end, 0)->region = r;
    return r != NULL;
}

static lower_steps *find_steps(const finder *f, const ir_block *b);

static void add_construct(const finder *f, lower_steps *to, const ir_value *v, size_t index, bool ends_region)
{
    lower_steps *blocks[3] = {NULL};
    for (int k = 0; k < 3; ++k)
        if (v->blocks[k]) blocks[k] = find_steps(f, v->blocks[k]);
    lower_step *s = add(f, to, v->op == IR_IF ? STEP_BRANCH : v->op == IR_LOOP ? STEP_LOOP : STEP_SCOPE, v, index);
    for (int k = 0; k < 3; ++k) s->blocks[k] = blocks[k];
    s->ends_region = ends_region;
}

static lower_steps *find_steps(const finder *f, const ir_block *b)
{
    const regions_result *g = &f->l->p->regions;
    lower_steps *to = new_steps(f, b);
    ir_value **open = arena_array(f->l->f->arena, b->count + 1, sizeof *open);
    size_t count = 0;
    unsigned number = 0;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        const bool once = g->once[v->number], has_region = g->region[v->number] != 0;
        /* Values that the group computes have no effect on the region before its end. */
        if (once && v->op != IR_SET && v->op != IR_LOAD) {
            add(f, to, STEP_VALUE, v, i);
            continue;
        }
        if (!once && !has_region && !ir_has_effect(v)) continue; /* an argument or a constant */
        if (has_region && (!number || number == g->region[v->number])) {
            number = g->region[v->number];
            open[count++] = v;
            if (v->op != IR_COLLECT) continue;
            /* The group's code that uses the result follows. */
            add_region(f, to, open, count, number, v);
            open += count;
            count = number = 0;
            continue;
        }
        const bool ends = add_region(f, to, open, count, number, v);
        open += count;
        count = number = 0;
        if (has_region) --i; /* it begins the next region */
        else if (g->grouped[v->number]) add_construct(f, to, v, i, ends);
        else if (v->op == IR_SET) add(f, to, STEP_SET, v, i)->ends_region = ends;
        else if (v->op == IR_LOAD) add(f, to, STEP_VALUE, v, i)->ends_region = ends;
        else if (v->op == IR_LEAVE || v->op == IR_CONTINUE) add(f, to, STEP_JUMP, v, i)->ends_region = ends;
    }
    add_region(f, to, open, count, number, NULL);
    return to;
}

lower_steps *lower_find_steps(const lowered *l)
{
    const ir_block *body = l->f->body;
    const finder f = {l, arena_array(l->f->arena, l->f->variable_count + 1, sizeof(size_t))};
    if (l->p->regions.grouped) return find_steps(&f, body);
    lower_steps *to = new_steps(&f, body);
    add_region(&f, to, body->items, body->count, 0, NULL);
    return to;
}
