/* Objects: private arrays, structures, and variables whose address is taken. An object whose slots are all accessed
 * at constant offsets becomes variables. See passes.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/words.h"

#include <string.h>

/* A slot: a scalar of an object that is read or written. */
typedef struct slot {
    uint64_t offset;
    ir_type type;
    ir_variable *variable; /* the variable that replaces it */
    struct slot *next;
} slot;

typedef struct object {
    slot *slots;
    bool dynamic;   /* some offset depends on data */
    bool mixed;     /* slots overlap */
    size_t unit;    /* the size of all slots, if they have one size */
    bool uneven;    /* there are several sizes */
    size_t largest; /* the size of the largest slot */
    bool odd;       /* some offset may not be a multiple of its slot's size */
} object;

typedef struct object_pass {
    passes *p;
    object *objects;    /* by a variable's number */
    ir_variable **root; /* the tables of objects_result */
    size_t *unit;
    bool *escapes;
    uint64_t *offsets;     /* by a value's number: bytes from the object's beginning */
    bool *constant_offset; /* the offset is constant */
    uint64_t *steps;       /* otherwise: the greatest power of two that divides what is added to `offsets`; 0: none */
} object_pass;

/* ---- pointers ---- */

typedef struct pointers {
    size_t *gets;      /* by a variable's number: the GETs that remain */
    ir_value **held;   /* the same: the pointer that it holds here, or NULL */
    ir_value **stands; /* by a GET's number: the pointer that replaces it, or NULL */
} pointers;

/* Forgets the pointers that the block sets. */
static void forget_sets(pointers *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == IR_SET) s->held[v->variable->number] = NULL;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) forget_sets(s, v->blocks[k]);
    }
}

/* Replaces a GET of a pointer by the value that the variable holds, where that is certain. */
static void follow(pointers *s, const ir_block *b)
{
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        for (size_t k = 0; k < v->operand_count; ++k)
            if (s->stands[v->operands[k]->number]) v->operands[k] = s->stands[v->operands[k]->number];
        if (v->op == IR_GET) {
            s->stands[v->number] = s->held[v->variable->number];
            if (!s->stands[v->number]) ++s->gets[v->variable->number];
        }
        if (v->op == IR_SET && v->variable->type == IR_POINTER) s->held[v->variable->number] = v->operands[0];
        for (int k = 0; k < 3 && v->op == IR_LOOP; ++k) forget_sets(s, v->blocks[k]);
        for (int k = 0; k < 3; ++k) {
            if (!v->blocks[k]) continue;
            follow(s, v->blocks[k]);
            forget_sets(s, v->blocks[k]);
        }
    }
}

/* Drops SETs of pointers that nothing reads. */
static void drop_sets(const pointers *s, ir_block *b)
{
    size_t kept = 0;
    for (size_t i = 0; i < b->count; ++i) {
        ir_value *v = b->items[i];
        if (v->op == IR_SET && v->variable->type == IR_POINTER && !s->gets[v->variable->number]) continue;
        b->items[kept++] = v;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) drop_sets(s, v->blocks[k]);
    }
    b->count = kept;
}

static void follow_pointers(passes *p)
{
    ir_function *f = p->f;
    bool some = false;
    for (size_t i = 0; i < f->variable_count; ++i) some |= f->variables[i]->type == IR_POINTER;
    if (!some) return;
    pointers s = {arena_array(f->arena, p->variable_capacity, sizeof(size_t)),
                  arena_array(f->arena, p->variable_capacity, sizeof(ir_value *)),
                  arena_array(f->arena, p->value_capacity, sizeof(ir_value *))};
    follow(&s, f->body);
    drop_sets(&s, f->body);
}

/* ---- slots ---- */

static void note_slot(object_pass *s, const ir_value *pointer, ir_type t)
{
    object *o = &s->objects[s->p->objects.root[pointer->number]->number];
    const size_t size = ir_size(t);
    if (!o->unit) o->unit = size;
    if (o->unit != size) o->uneven = true;
    if (size > o->largest) o->largest = size;
    if (s->offsets[pointer->number] % size || s->steps[pointer->number] % size) o->odd = true;
    if (!s->constant_offset[pointer->number]) {
        o->dynamic = true;
        return;
    }
    const uint64_t offset = s->offsets[pointer->number];
    for (slot *q = o->slots; q; q = q->next) {
        if (q->offset == offset && ir_size(q->type) == size) return;
        if (offset < q->offset + ir_size(q->type) && q->offset < offset + size) o->mixed = true;
    }
    slot *q = ARENA_NEW(s->p->f->arena, slot);
    *q = (slot){offset, t, NULL, o->slots};
    o->slots = q;
}

/* Refuses what vectors cannot express. */
static void refuse_in_vectors(passes *p, const ir_value *v)
{
    if (p->one_by_one) return;
    const bool loads = v->op == IR_LOAD && v->type == IR_POINTER;
    if (loads || (v->op == IR_STORE && v->operands[1]->type == IR_POINTER))
        ir_refuse(p->f, v->token, "a pointer that is stored in memory");
    if (v->op == IR_COPY)
        ir_refuse(p->f, v->token, "a union, or a large or padded structure, that is copied as a whole");
    if (v->op == IR_PRINT || v->op == IR_STRING) ir_refuse(p->f, v->token, "printf, or a string literal");
    if (v->op == IR_QUEUE) ir_refuse(p->f, v->token, "device-side enqueue");
    if (v->op == IR_COLLECT) ir_refuse(p->f, v->token, "a work-group function");
    if (v->op == IR_FENCE) ir_refuse(p->f, v->token, "a memory fence");
}

/* The greatest power of two that divides both, of which 0 is none. */
static uint64_t lower_power(uint64_t a, uint64_t b)
{
    const uint64_t both = a | b;
    return both & (~both + 1);
}

static void find_uses(object_pass *s, const ir_block *b)
{
    passes *p = s->p;
    for (size_t i = 0; i < b->count && !p->f->reason; ++i) {
        const ir_value *v = b->items[i];
        refuse_in_vectors(p, v);
        if (v->op == IR_ADDRESS) {
            s->root[v->number] = v->variable;
            s->constant_offset[v->number] = true;
        }
        for (size_t k = 0; k < v->operand_count; ++k) {
            const ir_value *x = v->operands[k];
            if (!p->objects.root[x->number]) continue;
            if (v->op == IR_MOVE && k == 0) {
                const ir_value *by = v->operands[1];
                s->root[v->number] = s->root[x->number];
                s->constant_offset[v->number] = s->constant_offset[x->number] && by->op == IR_CONSTANT;
                s->offsets[v->number] = s->offsets[x->number] + (by->op == IR_CONSTANT ? by->bits * v->bits : 0);
                s->steps[v->number] = s->steps[x->number];
                if (by->op != IR_CONSTANT) s->steps[v->number] = lower_power(s->steps[x->number], v->bits);
            } else if (v->op == IR_LOAD) {
                note_slot(s, x, v->type);
            } else if (v->op == IR_STORE && k == 0) {
                note_slot(s, x, v->operands[1]->type);
            } else if (!p->one_by_one) {
                ir_refuse(p->f, v->token,
                          "a pointer into private memory that is stored, compared or passed to a function");
            } else {
                s->objects[p->objects.root[x->number]->number].mixed = true;
                s->escapes[s->root[x->number]->number] |= v->op != IR_COPY;
            }
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_uses(s, v->blocks[k]);
    }
}

static slot *slot_at(const object *o, uint64_t offset)
{
    slot *q = o->slots;
    while (q && q->offset != offset) q = q->next;
    return q;
}

/* Turns loads and stores of divided objects into GET and SET. */
static void replace_in(object_pass *s, ir_block *b)
{
    ir_function *f = s->p->f;
    const size_t count = b->count;
    ir_value **items = b->items;
    bool changed = false;
    for (size_t i = 0; i < count && !changed; ++i) {
        const ir_value *v = items[i];
        changed = (v->op == IR_LOAD || v->op == IR_STORE) && s->p->objects.root[v->operands[0]->number] &&
                  !s->p->objects.unit[s->p->objects.root[v->operands[0]->number]->number];
    }
    if (changed) *b = (ir_block){.outer = b->outer, .owner = b->owner};
    for (size_t i = 0; i < count; ++i) {
        ir_value *v = items[i];
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) replace_in(s, v->blocks[k]);
        if (!changed) continue;
        const ir_variable *root =
            v->op == IR_LOAD || v->op == IR_STORE ? s->p->objects.root[v->operands[0]->number] : NULL;
        if (!root || s->p->objects.unit[root->number]) {
            ir_append(f, b, v);
            continue;
        }
        slot *q = slot_at(&s->objects[root->number], s->offsets[v->operands[0]->number]);
        if (!q->variable) {
            q->variable = ir_add_variable(
                f, arena_printf(f->arena, "%s_%llu", root->name, (unsigned long long)q->offset), q->type);
            q->variable->home = root->home;
        }
        v->components = 1;
        v->component = 0;
        v->first = NULL;
        const ir_type t = v->op == IR_LOAD ? v->type : v->operands[1]->type;
        if (v->op == IR_STORE) {
            ir_value *x = v->operands[1];
            if (t != q->type) x = ir_add(f, b, IR_REINTERPRET, q->type, v->token, 1, x);
            v->op = IR_SET;
            v->operands[0] = x;
            v->operand_count = 1;
            v->variable = q->variable;
            ir_append(f, b, v);
        } else if (t == q->type) {
            v->op = IR_GET;
            v->operand_count = 0;
            v->variable = q->variable;
            ir_append(f, b, v);
        } else {
            ir_value *x = ir_add(f, b, IR_GET, q->type, v->token, 0);
            x->variable = q->variable;
            v->op = IR_REINTERPRET;
            v->operands[0] = x;
            ir_append(f, b, v);
        }
    }
}

/* Most bytes of a work-item's objects. Slots narrower than 32 bits take 32. */
enum { OBJECT_BYTES = 1 << 16 };

static object_pass find_objects(passes *p)
{
    ir_function *f = p->f;
    const size_t values = p->value_capacity, variables = p->variable_capacity;
    object_pass s = {.p = p};
    s.objects = arena_array(f->arena, variables, sizeof *s.objects);
    s.offsets = arena_array(f->arena, values, sizeof *s.offsets);
    s.steps = arena_array(f->arena, values, sizeof *s.steps);
    s.constant_offset = arena_array(f->arena, values, sizeof *s.constant_offset);
    s.root = arena_array(f->arena, values, sizeof *s.root);
    s.unit = arena_array(f->arena, variables, sizeof *s.unit);
    s.escapes = arena_array(f->arena, variables, sizeof *s.escapes);
    p->objects = (objects_result){s.root, s.unit, s.escapes};
    find_uses(&s, f->body);
    return s;
}

/* Whether the object has elements of several sizes at once, and each lies in one element of the largest size. */
static bool is_of_words(const object *o)
{
    return (o->dynamic || o->mixed) && (o->uneven || o->mixed) && !o->odd;
}

/* Whether the accesses of some object were rewritten. */
static bool split_words(object_pass *s)
{
    ir_function *f = s->p->f;
    size_t *unit = arena_array(f->arena, f->variable_count + 1, sizeof *unit);
    bool some = false;
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *v = f->variables[i];
        if (v->type != IR_VOID || v->local || !is_of_words(&s->objects[i])) continue;
        unit[i] = s->objects[i].largest;
        some = true;
    }
    if (some && f->skips_gaps) {
        ir_refuse(f, NULL, "a padded structure that is copied, and whose bytes are read");
        f->needs_gaps = true;
    } else if (some) {
        words_split(s->p, s->root, unit);
    }
    return some;
}

void objects_run(passes *p)
{
    ir_function *f = p->f;
    follow_pointers(p);
    if (!p->one_by_one) {
        words_expand_copies(p);
        passes_measure(p);
    }
    object_pass s = find_objects(p);
    if (!f->reason && !p->one_by_one && split_words(&s) && !f->reason) {
        passes_measure(p);
        s = find_objects(p);
    }
    if (f->reason) return;
    size_t bytes = 0;
    for (size_t i = 0; i < f->variable_count; ++i) {
        const ir_variable *v = f->variables[i];
        const object *o = &s.objects[i];
        if (v->type != IR_VOID || v->local || (!o->dynamic && !o->mixed)) continue;
        if (o->uneven || o->odd || o->mixed) {
            s.unit[i] = 1;
            if (p->one_by_one) continue;
            ir_refuse(f, NULL,
                      arena_printf(f->arena,
                                   "the private object '%s', which is accessed with elements of different sizes",
                                   v->name));
            return;
        }
        s.unit[i] = o->unit;
        bytes += v->size / o->unit * (o->unit == 8 ? 8 : 4);
    }
    if (bytes > OBJECT_BYTES && !p->one_by_one)
        ir_refuse(
            f, NULL,
            arena_printf(f->arena, "private arrays of %zu bytes a work-item; the limit is %d", bytes, OBJECT_BYTES));
    if (!f->reason) replace_in(&s, f->body);
}

/* ---- for passes that add values ---- */

/* The pass owns these tables, which others see as const. */
void objects_adopt(passes *p, const ir_value *v, const ir_value *like)
{
    ((ir_variable **)p->objects.root)[v->number] = p->objects.root[like->number];
}

void objects_adopt_variable(passes *p, const ir_variable *x, const ir_variable *like)
{
    ((size_t *)p->objects.unit)[x->number] = p->objects.unit[like->number];
}

static void *grown(const passes *p, const void *from, size_t count, size_t to, size_t size)
{
    void *copy = arena_array(p->f->arena, to, size);
    memcpy(copy, from, count * size);
    return copy;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

void objects_reserve(passes *p, size_t values, size_t variables)
{
    objects_result *o = &p->objects;
    if (values > p->value_capacity) {
        values = larger(values, p->value_capacity * 2);
        o->root = grown(p, o->root, p->value_capacity, values, sizeof *o->root);
        p->value_capacity = values;
    }
    if (variables > p->variable_capacity) {
        variables = larger(variables, p->variable_capacity * 2);
        o->unit = grown(p, o->unit, p->variable_capacity, variables, sizeof *o->unit);
        o->escapes = grown(p, o->escapes, p->variable_capacity, variables, sizeof *o->escapes);
        p->variable_capacity = variables;
    }
}
