/* Regions: the code between barriers. Control around barriers becomes the group's; it runs once and must be uniform.
 * A value that is computed in one region and used in another is rematerialised if that is cheap, and kept in the
 * context otherwise. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/passes.h"

#include <string.h>

typedef struct region_pass {
    passes *p;
    bool *grouped, *once; /* the tables of regions_result */
    unsigned *region_of;
    storage_class *stored;
    unsigned region; /* the number of the present region */
    bool open;       /* it has items */
    bool changed;
    unsigned *used_in; /* by a variable's number: the only region that uses it; 0: none yet, UINT_MAX: several */
    bool *shared;      /* by a variable's number: the group may have one value of it */
    bool *per_item;    /* by a variable's number: each work-item needs its own, though all are equal */
    bool *wanted;      /* by a variable's number: the group's control depends on it, so the group must set it */
    ir_value **rematerialised; /* by a value's number: its copy in region `rematerialised_in` */
    unsigned *rematerialised_in;
    ir_variable **kept; /* by a value's number: the context variable that keeps it */
} region_pass;

/* ---- the group's control ---- */

static void find_grouped(region_pass *s, const ir_block *b)
{
    passes *p = s->p;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_grouped(s, v->blocks[k]);
        const bool leaves = (v->op == IR_LEAVE || v->op == IR_CONTINUE) && p->regions.grouped[v->target->number];
        const bool sets = v->op == IR_SET && s->wanted[v->variable->number];
        if (v->op != IR_BARRIER && v->op != IR_COLLECT && !leaves && !sets) continue;
        for (const ir_block *at = b; at && at->owner && !(leaves && at->owner == v->target); at = at->outer) {
            if (p->regions.grouped[at->owner->number]) continue;
            s->grouped[at->owner->number] = true;
            s->changed = true;
        }
    }
}

static bool is_uniform(const passes *p, const ir_value *v)
{
    return p->shapes.values[v->number].kind == SHAPE_UNIFORM;
}

static bool control_is_fine(const passes *p, const ir_value *v)
{
    if (p->shapes.diverges[v->number] || p->shapes.round_diverges[v->number]) return false;
    if (v->op == IR_IF) return is_uniform(p, v->operands[0]);
    return v->op != IR_LOOP || !v->condition || is_uniform(p, v->condition);
}

/* Whether it may be computed again, or elsewhere. */
static bool is_repeatable(const ir_value *v)
{
    return ir_is_leaf(v) || (v->op >= IR_ADD && v->op <= IR_MOVE) || v->op == IR_CALL;
}

/* ---- what the group computes ---- */

/* Marks what the group's control needs as computed by the group. */
static void need(region_pass *s, const ir_value *v)
{
    passes *p = s->p;
    if (p->regions.once[v->number] || ir_is_leaf(v)) return;
    if (is_uniform(p, v) && v->op == IR_GET && !s->shared[v->variable->number] && !s->wanted[v->variable->number]) {
        s->wanted[v->variable->number] = true;
        s->changed = true;
        return;
    }
    /* A variable that this round found to be needed belongs to the group in the next round. */
    if (is_uniform(p, v) && v->op == IR_GET && !s->shared[v->variable->number] && s->changed) return;
    if (!is_uniform(p, v) || (v->op == IR_GET && !s->shared[v->variable->number])) {
        ir_refuse(p->f, v->token, "a barrier in non-uniform control flow");
        return;
    }
    s->once[v->number] = true;
    for (size_t i = 0; i < v->operand_count; ++i) need(s, v->operands[i]);
}

/* Whether need() can succeed. */
static bool can_have(const region_pass *s, const ir_value *v)
{
    if (s->p->regions.once[v->number] || ir_is_leaf(v)) return true;
    if (!is_uniform(s->p, v)) return false;
    if (v->op == IR_GET) return s->shared[v->variable->number] || !s->wanted[v->variable->number];
    for (size_t i = 0; i < v->operand_count; ++i)
        if (!can_have(s, v->operands[i])) return false;
    return true;
}

static void find_needs(region_pass *s, const ir_block *b)
{
    passes *p = s->p;
    for (size_t i = 0; i < b->count && !p->f->reason; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_SET && s->shared[v->variable->number] && !s->wanted[v->variable->number] && !s->changed &&
            !can_have(s, v->operands[0])) {
            s->per_item[v->variable->number] = s->changed = true; /* then each work-item has its own */
            return;
        }
        if (v->op == IR_SET && s->shared[v->variable->number]) {
            s->once[v->number] = true;
            need(s, v->operands[0]);
        }
        if (!p->regions.grouped[v->number]) continue;
        if (!control_is_fine(p, v)) {
            ir_refuse(p->f, v->token, "a barrier in non-uniform control flow");
            return;
        }
        if (v->op == IR_IF) need(s, v->operands[0]);
        if (v->op == IR_LOOP && v->condition) need(s, v->condition);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_needs(s, v->blocks[k]);
    }
}

/* Marks values that are uniform in the group and have no effect: they are computed once. */
static void find_once(region_pass *s, const ir_block *b)
{
    passes *p = s->p;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        bool can =
            is_uniform(p, v) && (v->op == IR_GET ? s->shared[v->variable->number] : is_repeatable(v) && !ir_is_leaf(v));
        for (size_t k = 0; k < v->operand_count; ++k)
            can &= p->regions.once[v->operands[k]->number] || ir_is_leaf(v->operands[k]);
        if (can) s->once[v->number] = true;
        for (int k = 0; k < 3 && p->regions.grouped[v->number]; ++k)
            if (v->blocks[k]) find_once(s, v->blocks[k]);
    }
}

/* ---- regions ---- */

static void enter(region_pass *s)
{
    if (!s->open) ++s->region;
    s->open = true;
}

static void mark(region_pass *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        s->region_of[v->number] = s->region;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) mark(s, v->blocks[k]);
    }
}

/* Numbers the regions. An effect of the group ends a region. `finely`: so do variables that the group sets. */
static void number_regions(region_pass *s, const ir_block *b, bool finely)
{
    passes *p = s->p;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        s->region_of[v->number] = 0;
        if (v->op == IR_BARRIER || v->op == IR_LEAVE || v->op == IR_CONTINUE) {
            s->open = false;
        } else if (v->op == IR_COLLECT) { /* a collective is a region of its own */
            s->open = false;
            enter(s);
            s->region_of[v->number] = s->region;
            s->open = false;
        } else if (p->regions.grouped[v->number]) {
            for (int k = 0; k < 3; ++k) {
                s->open = false;
                if (v->blocks[k]) number_regions(s, v->blocks[k], finely);
            }
            s->open = false;
        } else if (finely && p->regions.once[v->number]) {
            if (v->op == IR_SET || v->op == IR_LOAD) s->open = false;
        } else if (!ir_is_leaf(v)) {
            enter(s);
            s->region_of[v->number] = s->region;
            for (int k = 0; k < 3; ++k)
                if (v->blocks[k]) mark(s, v->blocks[k]);
        }
    }
}

static void use(region_pass *s, const ir_value *v, const ir_variable *x)
{
    unsigned *count = &s->used_in[x->number];
    const unsigned region = s->p->regions.once[v->number] || v->op == IR_COLLECT || s->p->objects.escapes[x->number]
                                ? UINT32_MAX
                                : s->p->regions.region[v->number];
    *count = !*count || *count == region ? region : UINT32_MAX;
}

static void find_uses(region_pass *s, const ir_block *b)
{
    passes *p = s->p;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        const ir_variable *x = v->op == IR_GET || v->op == IR_SET || v->op == IR_COLLECT ? v->variable : NULL;
        if ((v->op == IR_LOAD || v->op == IR_STORE) && p->objects.root[v->operands[0]->number])
            x = p->objects.root[v->operands[0]->number];
        if (x) use(s, v, x);
        for (size_t k = 0; k < v->operand_count && p->one_by_one; ++k)
            if (p->objects.root[v->operands[k]->number]) use(s, v, p->objects.root[v->operands[k]->number]);
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_uses(s, v->blocks[k]);
    }
}

/* Clears `shared` for variables with a SET outside the group's control. */
static void find_shared(region_pass *s, const ir_block *b, bool of_group)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_SET && !of_group) s->shared[v->variable->number] = false;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_shared(s, v->blocks[k], of_group && s->p->regions.grouped[v->number]);
    }
}

/* ---- values of other regions ---- */

enum { MAX_REMATERIALISED = 8 }; /* most values that are computed again for one */

static bool is_cheap(const region_pass *s, const ir_value *v, unsigned *size)
{
    if (ir_is_leaf(v) || s->p->regions.once[v->number]) return true;
    if (!is_repeatable(v) || v->op == IR_CALL || v->op == IR_DIVIDE || v->op == IR_REMAINDER ||
        ++*size > MAX_REMATERIALISED)
        return false;
    for (size_t i = 0; i < v->operand_count; ++i)
        if (!is_cheap(s, v->operands[i], size)) return false;
    return true;
}

static bool has_capacity(region_pass *s)
{
    ir_function *f = s->p->f;
    if (f->values + 8 < s->p->value_capacity && f->variable_count + 8 < s->p->variable_capacity) return true;
    ir_refuse(f, NULL, arena_printf(f->arena, "more than %zu values that live across barriers", s->p->value_capacity));
    return false;
}

/* The value itself, or its copy in the present region, which is added to the block. */
static ir_value *bring(region_pass *s, ir_value *v, unsigned region, ir_block *into)
{
    passes *p = s->p;
    ir_function *f = p->f;
    if (ir_is_leaf(v) || p->regions.once[v->number] || p->regions.region[v->number] == region || !has_capacity(s))
        return v;
    if (s->rematerialised_in[v->number] == region) return s->rematerialised[v->number];
    unsigned size = 0;
    ir_value *value;
    /* An address in a private object is computed again, since passes know it by its number. */
    if (p->objects.root[v->number] || is_cheap(s, v, &size)) {
        value = ir_make(f, v->op, v->type, v->token, v->operand_count);
        value->bits = v->bits;
        value->index = v->index;
        value->name = v->name;
        for (size_t i = 0; i < v->operand_count; ++i) value->operands[i] = bring(s, v->operands[i], region, into);
        objects_adopt(p, value, v);
    } else {
        if (!s->kept[v->number]) {
            s->kept[v->number] = ir_add_variable(f, "kept", v->type);
            s->kept[v->number]->home = f->body;
            s->stored[s->kept[v->number]->number] = STORED_IN_CONTEXT;
        }
        value = ir_make(f, IR_GET, v->type, v->token, 0);
        value->variable = s->kept[v->number];
    }
    s->region_of[value->number] = region;
    s->rematerialised[v->number] = value;
    s->rematerialised_in[v->number] = region;
    ir_append(f, into, value);
    return value;
}

static void bring_operands(region_pass *s, ir_value *v, unsigned region, ir_block *into)
{
    for (size_t i = 0; i < v->operand_count; ++i) v->operands[i] = bring(s, v->operands[i], region, into);
    if (v->condition) v->condition = bring(s, v->condition, region, into);
    for (int k = 0; k < 3; ++k)
        for (size_t i = 0; v->blocks[k] && i < v->blocks[k]->count; ++i)
            bring_operands(s, v->blocks[k]->items[i], region, into);
}

/* Rebuilds the group's blocks, with the copies that each region needs. */
static void connect(region_pass *s, ir_block *b)
{
    passes *p = s->p;
    ir_value **items = b->items;
    const size_t count = b->count;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count; ++i) {
        ir_value *v = items[i];
        if (p->regions.grouped[v->number]) {
            for (int k = 0; k < 3; ++k)
                if (v->blocks[k]) connect(s, v->blocks[k]);
        } else if (p->regions.region[v->number]) {
            bring_operands(s, v, p->regions.region[v->number], b);
        }
        ir_append(p->f, b, v);
    }
}

/* Adds a SET behind each value that is kept in the context. */
static void keep(region_pass *s, ir_block *b)
{
    passes *p = s->p;
    ir_value **items = b->items;
    const size_t count = b->count;
    *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count; ++i) {
        ir_value *v = items[i];
        for (int k = 0; k < 3 && p->regions.grouped[v->number]; ++k)
            if (v->blocks[k]) keep(s, v->blocks[k]);
        ir_append(p->f, b, v);
        if (!s->kept[v->number] || !has_capacity(s)) continue;
        ir_value *set = ir_add(p->f, b, IR_SET, IR_VOID, v->token, 1, v);
        set->variable = s->kept[v->number];
        regions_adopt(p, set, v);
    }
}

/* Most bytes of an array in the context: each region that uses it reads it whole. */
enum { ARRAY_BYTES = 1024 };

static size_t kept_size(const passes *p, const ir_variable *v)
{
    if (v->type != IR_VOID) return ir_size(v->type) == 8 ? 8 : 4;
    const size_t size = passes_units(p, v) * (p->objects.unit[v->number] == 8 ? 8 : 4);
    if (size > ARRAY_BYTES)
        ir_refuse(p->f, NULL,
                  arena_printf(p->f->arena,
                               "the private array '%s' lives across barriers and has %zu bytes; the limit is %d",
                               v->name, size, ARRAY_BYTES));
    return size;
}

void regions_run(passes *p)
{
    ir_function *f = p->f;
    if (!f->has_barrier && !p->interchange.grouped) return;
    region_pass s = {.p = p};
    const size_t values = p->value_capacity, variables = p->variable_capacity;
    s.grouped = arena_array(f->arena, values, sizeof *s.grouped);
    for (size_t i = 0; p->interchange.grouped && i < f->values; ++i) s.grouped[i] = p->interchange.grouped[i];
    s.once = arena_array(f->arena, values, sizeof *s.once);
    s.region_of = arena_array(f->arena, values, sizeof *s.region_of);
    size_t *offset = arena_array(f->arena, variables, sizeof *offset);
    p->regions = (regions_result){.grouped = s.grouped, .once = s.once, .region = s.region_of, .offset = offset};
    s.used_in = arena_array(f->arena, variables, sizeof(unsigned));
    s.shared = arena_array(f->arena, variables, sizeof(bool));
    s.rematerialised = arena_array(f->arena, values, sizeof(ir_value *));
    s.rematerialised_in = arena_array(f->arena, values, sizeof(unsigned));
    s.kept = arena_array(f->arena, values, sizeof(ir_variable *));
    s.wanted = arena_array(f->arena, variables, sizeof(bool));
    s.per_item = arena_array(f->arena, variables, sizeof(bool));
    do {
        do {
            s.changed = false;
            find_grouped(&s, f->body);
        } while (s.changed);
        shapes_find_of_group(p);
        p->regions.stored = s.stored = arena_array(f->arena, variables, sizeof *s.stored);
        /* A variable that one region uses alone stays there; the group may have the others. */
        number_regions(&s, f->body, false);
        for (size_t i = 0; i < f->variable_count; ++i) s.used_in[i] = 0;
        find_uses(&s, f->body);
        for (size_t i = 0; i < f->variable_count; ++i)
            s.shared[i] = f->variables[i]->type != IR_VOID && (s.used_in[i] == UINT32_MAX || s.wanted[i]) &&
                          p->shapes.variables[i].kind == SHAPE_UNIFORM && !s.per_item[i];
        find_shared(&s, f->body, true);
        memset(s.once, 0, values * sizeof *s.once);
        find_needs(&s, f->body);
    } while (s.changed && !f->reason);
    if (f->reason) return;
    find_once(&s, f->body);
    s.region = 0;
    s.open = false;
    number_regions(&s, f->body, true);
    for (size_t i = 0; i < f->variable_count; ++i) s.used_in[i] = 0;
    find_uses(&s, f->body);
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *v = f->variables[i];
        if (v->local || s.used_in[i] != UINT32_MAX) continue;
        if (s.shared[i]) s.stored[i] = STORED_FOR_GROUP;
        else if (v->type != IR_VOID || p->objects.unit[i]) s.stored[i] = STORED_IN_CONTEXT;
    }
    p->regions.region_of_variable = s.used_in;
    connect(&s, f->body);
    keep(&s, f->body);
    for (size_t i = 0; i < f->variable_count; ++i) {
        if (p->regions.stored[i] != STORED_IN_CONTEXT) continue;
        /* The order does not matter: the context is accessed bytewise. */
        offset[i] = p->regions.context_bytes;
        p->regions.context_bytes +=
            p->one_by_one && f->variables[i]->type == IR_VOID ? f->variables[i]->size : kept_size(p, f->variables[i]);
    }
}

/* The pass owns these tables, which others see as const. */
void regions_adopt(passes *p, const ir_value *v, const ir_value *like)
{
    if (p->regions.region) ((unsigned *)p->regions.region)[v->number] = p->regions.region[like->number];
}

void regions_adopt_variable(passes *p, const ir_variable *x, const ir_variable *like)
{
    const regions_result *r = &p->regions;
    if (r->region_of_variable) ((unsigned *)r->region_of_variable)[x->number] = r->region_of_variable[like->number];
}
