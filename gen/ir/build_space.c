/* The address space of a generic pointer, OpenCL C 2.0 6.13.9. Mostly it is known where the program is translated:
 * calls are inlined, so a pointer leads back to what it was made of. Otherwise it is kept beside the variables through
 * which the pointer comes. A pointer that was read from memory is compared with the group's and the work-item's objects
 * that it may point to; where it points to none of them, it is global. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"
#include "clc/facts.h"

#include <string.h>

/* LOOKS: how often an object is looked at, in all. */
enum { DEPTH = 64, LOOKS = 1 << 20 };

/* The numbers of spaces, which get_fence returns: CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE. */
enum { IN_PRIVATE, IN_LOCAL, IN_GLOBAL };

/* A pointer whose space a type names; or one whose space is asked for, and `set`, which gets its number. */
struct space_note {
    const ir_value *pointer;
    ir_value *set;
    address_space space;
    space_note *next;
};

static bool is_pointer_to(const type *t, address_space *space)
{
    if (t->kind != TYPE_POINTER || type_space(t->base) == SPACE_GENERIC) return false;
    *space = type_space(t->base);
    return true;
}

/* Of a value that leads to no other one. */
static bool find_own_space(const ir_value *v, address_space *space)
{
    switch (v->op) {
    case IR_LOCAL: *space = SPACE_LOCAL; return true;
    case IR_ADDRESS: *space = SPACE_PRIVATE; return true;
    case IR_OBJECT: *space = SPACE_GLOBAL; return true;
    case IR_ARGUMENT: return v->symbol && is_pointer_to(v->symbol->type, space);
    default: return false;
    }
}

/* Whether the value's space is known. */
static bool find_space(const ir_value *v, int depth, address_space *space)
{
    address_space other;
    if (depth > DEPTH) return false;
    switch (v->op) {
    case IR_MOVE:
    case IR_REINTERPRET: return find_space(v->operands[0], depth + 1, space);
    case IR_SELECT:
        return find_space(v->operands[1], depth + 1, space) && find_space(v->operands[2], depth + 1, &other) &&
               *space == other;
    default: return find_own_space(v, space);
    }
}

static uint64_t number_of(address_space space)
{
    return space == SPACE_LOCAL ? IN_LOCAL : space == SPACE_GLOBAL ? IN_GLOBAL : IN_PRIVATE;
}

static void add_note(builder *b, space_note **list, space_note note)
{
    space_note *made = ARENA_NEW(b->f->arena, space_note);
    *made = note;
    made->next = *list;
    *list = made;
}

void build_note_space(builder *b, const ir_value *v, const expression *cast)
{
    address_space space;
    const facts *known = b->f->kernel->facts;
    if (!v || !known || !(known->asks_space || known->has_closures)) return;
    if (is_pointer_to(cast->left->type, &space) && type_space(cast->type->base) == SPACE_GENERIC)
        add_note(b, &b->spaces, (space_note){.pointer = v, .space = space});
}

/* The space's number, which build_find_spaces computes. */
static ir_value *ask_for_space(builder *b, const ir_value *p, const token *w)
{
    ir_variable *space = ir_add_variable(b->f, "space", IR_I32);
    space->home = b->block;
    space->inner = true;
    ir_value *set = ir_add(b->f, b->block, IR_SET, IR_VOID, w, 1, build_constant(b, IR_I32, IN_GLOBAL));
    set->variable = space;
    add_note(b, &b->asked, (space_note){.pointer = p, .set = set});
    ir_value *v = ir_add(b->f, b->block, IR_GET, IR_I32, w, 0);
    v->variable = space;
    return v;
}

components build_space(builder *b, const expression *e)
{
    const token *w = e->token;
    const char *name = e->builtin->name;
    const expression *made_of = e->operands[0];
    address_space space = SPACE_GENERIC;
    ir_value *p = build_number(b, made_of);
    if (b->f->reason) return (components){0};
    bool known = find_space(p, 0, &space);
    for (; !known && made_of; made_of = made_of->kind == EXPRESSION_CAST ? made_of->left : NULL)
        known = is_pointer_to(made_of->type, &space);
    ir_value *own = known ? NULL : ask_for_space(b, p, w);
    if (strcmp(name, "get_fence") == 0) {
        if (!known) return (components){{build_convert(b, build_scalar(e->type), own, w)}, 1};
        return (components){{
                                build_constant(b, build_scalar(e->type), number_of(space)),
                            },
                            1};
    }
    const address_space asked = strcmp(name, "to_global") == 0  ? SPACE_GLOBAL
                                : strcmp(name, "to_local") == 0 ? SPACE_LOCAL
                                                                : SPACE_PRIVATE;
    ir_value *null = build_constant(b, IR_POINTER, 0);
    if (known) return (components){{space == asked ? p : null}, 1};
    ir_value *is_there = build_binary(b, IR_EQUAL, own, build_constant(b, IR_I32, number_of(asked)), w);
    return (components){{build_select(b, is_there, p, null, w)}, 1};
}

/* ---- behind the body ---- */

/* Tables by the numbers of values and variables that there were before. */
typedef struct space_finder {
    builder *b;
    const space_note **named; /* the pointer's type names its space */
    bool *needed;             /* the pointer's space */
    ir_value **found;         /* the number of its space, where it is computed */
    ir_variable **beside;     /* of a variable: that of its pointer's space; or NULL */
    const ir_value **sets;    /* of a variable: its last SET */
    const ir_value **before;  /* of a SET: the one before it of the same variable */
    const ir_value **open;    /* pointers whose origins are still to be looked at */
    size_t values, variables, open_count, open_capacity;
    size_t looked; /* objects that pointers from memory were compared with */
} space_finder;

static void find_sets(space_finder *s, const ir_block *block)
{
    for (size_t i = 0; i < block->count; ++i) {
        const ir_value *v = block->items[i];
        if (v->op == IR_SET) {
            s->before[v->number] = s->sets[v->variable->number];
            s->sets[v->variable->number] = v;
        }
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) find_sets(s, v->blocks[k]);
    }
}

static void need(space_finder *s, const ir_value *v)
{
    if (s->needed[v->number]) return;
    s->needed[v->number] = true;
    s->open = arena_reserve(s->b->f->arena, s->open, s->open_count, &s->open_capacity, sizeof *s->open);
    s->open[s->open_count++] = v;
}

static void need_variable(space_finder *s, const ir_variable *x)
{
    if (s->beside[x->number]) return;
    ir_variable *own = ir_add_variable(s->b->f, arena_printf(s->b->f->arena, "%s_space", x->name), IR_I32);
    own->home = x->home;
    own->inner = x->inner;
    s->beside[x->number] = own;
    for (const ir_value *set = s->sets[x->number]; set; set = s->before[set->number]) need(s, set->operands[0]);
}

/* Marks all pointers that lead to those whose spaces are needed. */
static void find_origins(space_finder *s)
{
    while (s->open_count) {
        const ir_value *v = s->open[--s->open_count];
        if (s->named[v->number]) continue;
        if (v->op == IR_MOVE) need(s, v->operands[0]);
        if (v->op == IR_REINTERPRET && v->operands[0]->type == IR_POINTER) need(s, v->operands[0]);
        if (v->op == IR_GET) need_variable(s, v->variable);
        for (size_t k = 1; v->op == IR_SELECT && k < 3; ++k) need(s, v->operands[k]);
    }
}

/* Whether the block, or one around it, is the home. */
static bool is_inside(const ir_block *block, const ir_block *home)
{
    while (block && block != home) block = block->outer;
    return block != NULL;
}

/* By the objects that a pointer may point to, which it was stored as. */
static ir_value *compare_with_objects(space_finder *s, const ir_block *block, ir_value *v)
{
    builder *b = s->b;
    const symbol *kernel = b->f->kernel;
    const token *w = v->token;
    address_space space;
    for (size_t i = 0; i < kernel->parameter_count; ++i)
        if (is_pointer_to(kernel->parameters[i]->type, &space) && space == SPACE_LOCAL) {
            build_refuse(
                b, w,
                arena_printf(b->f->arena,
                             "the address space of a pointer that is read from memory, in a kernel with the __local "
                             "argument '%s', whose size only its caller knows",
                             kernel->parameters[i]->name));
            return build_constant(b, IR_I32, IN_GLOBAL);
        }
    ir_value *found = build_constant(b, IR_I32, IN_GLOBAL), *at = build_convert(b, IR_U64, v, w);
    for (size_t i = 0; i < s->variables; ++i) {
        ir_variable *x = b->f->variables[i];
        if (++s->looked > LOOKS || b->f->values > b->how.most) {
            build_refuse(b, w,
                         "pointers whose address spaces are asked for, and too many objects that they may point to");
            return found;
        }
        if (!x->size || (!x->local && !is_inside(block, x->home))) continue;
        ir_value *first = ir_add(b->f, b->block, x->local ? IR_LOCAL : IR_ADDRESS, IR_POINTER, w, 0);
        first->variable = x;
        ir_value *distance = build_binary(b, IR_SUBTRACT, at, build_convert(b, IR_U64, first, w), w);
        ir_value *is_in = build_binary(b, IR_LESS, distance, build_constant(b, IR_U64, x->size), w);
        found = build_select(b, is_in, build_constant(b, IR_I32, x->local ? IN_LOCAL : IN_PRIVATE), found, w);
    }
    return found;
}

/* The number of the space of a pointer that has just been computed. */
static ir_value *compute(space_finder *s, const ir_block *block, ir_value *v)
{
    builder *b = s->b;
    address_space space;
    if (s->named[v->number]) return build_constant(b, IR_I32, number_of(s->named[v->number]->space));
    if (find_own_space(v, &space)) return build_constant(b, IR_I32, number_of(space));
    switch (v->op) {
    case IR_CONSTANT: return build_constant(b, IR_I32, IN_GLOBAL); /* a null pointer becomes one in each space */
    case IR_MOVE: return s->found[v->operands[0]->number];
    case IR_SELECT:
        return build_select(b, v->operands[0], s->found[v->operands[1]->number], s->found[v->operands[2]->number],
                            v->token);
    case IR_GET: {
        ir_value *got = ir_add(b->f, b->block, IR_GET, IR_I32, v->token, 0);
        got->variable = s->beside[v->variable->number];
        return got;
    }
    case IR_REINTERPRET:
        if (v->operands[0]->type == IR_POINTER) return s->found[v->operands[0]->number];
        break;
    default: break;
    }
    return compare_with_objects(s, block, v);
}

static void rebuild(space_finder *s, ir_block *block)
{
    builder *b = s->b;
    ir_value **items = block->items;
    const size_t count = block->count;
    *block = (ir_block){.outer = block->outer, .owner = block->owner};
    for (size_t i = 0; i < count && !b->f->reason; ++i) {
        ir_value *v = items[i];
        ir_append(b->f, block, v);
        for (int n = 0; n < 3; ++n) {
            const int k = v->op == IR_LOOP && v->test_last ? (n + 1) % 3 : n;
            if (v->blocks[k]) rebuild(s, v->blocks[k]);
        }
        b->block = block;
        if (s->needed[v->number]) s->found[v->number] = compute(s, block, v);
        if (v->op != IR_SET || v->variable->number >= s->variables || !s->beside[v->variable->number]) continue;
        ir_value *set = ir_add(b->f, block, IR_SET, IR_VOID, v->token, 1, s->found[v->operands[0]->number]);
        set->variable = s->beside[v->variable->number];
    }
}

void build_find_spaces(builder *b)
{
    ir_function *f = b->f;
    arena *a = f->arena;
    if (!b->asked) return;
    space_finder s = {.b = b, .values = f->values, .variables = f->variable_count};
    s.named = arena_array(a, s.values, sizeof *s.named);
    s.needed = arena_array(a, s.values, sizeof *s.needed);
    s.found = arena_array(a, s.values, sizeof *s.found);
    s.before = arena_array(a, s.values, sizeof *s.before);
    s.beside = arena_array(a, s.variables, sizeof *s.beside);
    s.sets = arena_array(a, s.variables, sizeof *s.sets);
    for (const space_note *n = b->spaces; n; n = n->next) s.named[n->pointer->number] = n;
    find_sets(&s, f->body);
    for (const space_note *n = b->asked; n; n = n->next) need(&s, n->pointer);
    find_origins(&s);
    rebuild(&s, f->body);
    for (const space_note *n = b->asked; n && !f->reason; n = n->next)
        n->set->operands[0] = s.found[n->pointer->number];
}
