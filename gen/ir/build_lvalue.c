/* Storage: scalar variables, private objects, and memory behind pointers. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/facts.h"

ir_type build_scalar(const type *t)
{
    switch (type_element_kind(t)) {
    case TYPE_BOOL:
    case TYPE_UCHAR: return IR_U8;
    case TYPE_CHAR: return IR_I8;
    case TYPE_SHORT: return IR_I16;
    case TYPE_USHORT: return IR_U16;
    case TYPE_INT: return IR_I32;
    case TYPE_UINT: return IR_U32;
    case TYPE_LONG: return IR_I64;
    case TYPE_ULONG: return IR_U64;
    case TYPE_EVENT: return IR_I32; /* its copies are complete already */
    case TYPE_HALF: return IR_F16;
    case TYPE_FLOAT: return IR_F32;
    case TYPE_DOUBLE: return IR_F64;
    case TYPE_SAMPLER: return IR_U32;
    case TYPE_RESERVE_ID:
    case TYPE_QUEUE:
    case TYPE_CLK_EVENT: return IR_U64;
    case TYPE_PIPE:  /* the address of its ring */
    case TYPE_IMAGE: /* the address of its description */
    case TYPE_POINTER: return IR_POINTER;
    case TYPE_ATOMIC: return build_scalar(t->base);
    default: return IR_VOID;
    }
}

components build_refuse(builder *b, const token *where, const char *reason)
{
    ir_refuse(b->f, where, reason);
    return (components){0};
}

static void **slot(map *m, const symbol *s)
{
    const symbol **key = arena_alloc(m->arena, sizeof *key);
    *key = s;
    return map_at(m, (const char *)key, sizeof *key);
}

binding *build_bound(builder *b, const symbol *s)
{
    binding *found = NULL;
    /* Calls in a block may pass on specialisation constants, which are parameters of the function around it. */
    for (const frame *f = b->frame; f && !found; f = f->is_block ? f->outer : NULL)
        found = map_get(&f->bindings, (const char *)&s, sizeof s);
    return found;
}

binding *build_bind(builder *b, const symbol *s)
{
    void **at = slot(&b->frame->bindings, s);
    return *at = ARENA_NEW(b->f->arena, binding);
}

ir_value *build_offset(builder *b, ir_value *address, uint64_t bytes, const token *where)
{
    if (!bytes) return address;
    ir_value *v = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, where, 2, address, build_constant(b, IR_I64, bytes));
    v->bits = 1;
    return v;
}

lvalue build_at(builder *b, ir_value *address, const type *t)
{
    lvalue l = {.address = address, .is_volatile = (type_qualifiers(t) & QUALIFIER_VOLATILE) != 0};
    if (type_is_object(t)) return l;
    l.scalar = build_scalar(t);
    l.count = type_width(t);
    for (size_t i = 0; i < l.count; ++i) l.indices[i] = (unsigned char)i;
    if (l.scalar == IR_VOID) {
        build_refuse(b, NULL, "a value whose type is neither a scalar nor a vector");
        l.count = 0;
    }
    return l;
}

lvalue build_part(builder *b, ir_value *address, uint64_t offset, const type *t, const token *where)
{
    lvalue l = build_at(b, build_offset(b, address, offset, where), t);
    l.part = true;
    return l;
}

const char *build_component_name(builder *b, const char *name, size_t count, size_t i)
{
    if (count == 1) return name;
    return count <= 4 ? arena_printf(b->f->arena, "%s_%c", name, "xyzw"[i])
                      : arena_printf(b->f->arena, "%s_s%c", name, "0123456789abcdef"[i]);
}

void build_spell(builder *b, ir_value *v, const char *name, size_t count, size_t i)
{
    v->spelling = build_component_name(b, name, count, i);
    v->vector = count > 1 ? name : NULL;
}

const type *build_declared(const type *t)
{
    const type *of = t;
    while (of->kind == TYPE_ARRAY) of = of->base;
    return of->kind == TYPE_POINTER || of->kind == TYPE_UNION || of->kind == TYPE_NDRANGE ? NULL : t;
}

static bool is_inner(const frame *f)
{
    const frame *outer = f;
    while (!outer->function->facts && outer->outer)
        outer = outer->outer; /* a block waits if the function around does */
    const facts *callee_facts = outer->function->facts;
    return f->outer && !(callee_facts && callee_facts->waits);
}

lvalue build_storage(builder *b, const char *name, const type *t, bool as_object)
{
    ir_function *f = b->f;
    lvalue l = {.scalar = build_scalar(t), .count = type_width(t)};
    if (as_object || type_is_object(t)) {
        ir_variable *v = ir_add_variable(f, name, IR_VOID);
        v->size = type_size(t);
        v->align = type_align(t);
        v->declared = build_declared(t);
        v->home = b->block;
        ir_value *address = ir_add(f, b->block, IR_ADDRESS, IR_POINTER, NULL, 0);
        address->variable = v;
        return build_at(b, address, t);
    }
    if (l.scalar == IR_VOID) {
        build_refuse(b, NULL, "a variable whose type is neither a scalar nor a vector");
        return (lvalue){0};
    }
    for (size_t i = 0; i < l.count; ++i) {
        l.variables[i] = ir_add_variable(f, build_component_name(b, name, l.count, i), l.scalar);
        l.variables[i]->home = b->block;
        l.variables[i]->inner = is_inner(b->frame);
        if (l.count > 1) {
            l.variables[i]->component = (unsigned)i;
            l.variables[i]->components = (unsigned)l.count;
            l.variables[i]->vector = name;
        }
        l.indices[i] = (unsigned char)i;
    }
    return l;
}

static ir_value *component(builder *b, const lvalue *l, size_t i, const token *where)
{
    if (!l->indices[i] || l->indices[i] == ABSENT) return l->address;
    ir_value *v =
        ir_add(b->f, b->block, IR_MOVE, IR_POINTER, where, 2, l->address, build_constant(b, IR_I64, l->indices[i]));
    v->bits = ir_size(l->scalar);
    return v;
}

static ir_value *read_variable(builder *b, const lvalue *l, size_t i, const token *where)
{
    if (l->indices[i] == ABSENT) return build_constant(b, l->scalar, 0);
    ir_value *v = ir_add(b->f, b->block, IR_GET, l->scalar, where, 0);
    v->variable = l->variables[i];
    return v;
}

static ir_value *is_chosen(builder *b, const lvalue *l, size_t i, const token *where)
{
    return build_binary(b, IR_EQUAL, l->chosen, build_constant(b, l->chosen->type, i), where);
}

static components read_chosen(builder *b, const lvalue *l, const token *where)
{
    ir_value *v = read_variable(b, l, 0, where);
    for (size_t i = 1; i < l->choices; ++i)
        v = build_select(b, is_chosen(b, l, i, where), read_variable(b, l, i, where), v, where);
    return (components){{v}, 1};
}

static void write_chosen(builder *b, const lvalue *l, ir_value *to, const token *where)
{
    for (size_t i = 0; i < l->choices; ++i) {
        if (l->indices[i] == ABSENT) continue;
        ir_value *kept = read_variable(b, l, i, where);
        ir_value *v = ir_add(b->f, b->block, IR_SET, IR_VOID, where, 1,
                             build_select(b, is_chosen(b, l, i, where), to, kept, where));
        v->variable = l->variables[i];
    }
}

/* The component of a vector whose number is not constant. A number out of range means any component. */
static lvalue chosen_component(builder *b, const lvalue *whole, const expression *e)
{
    const token *w = e->token;
    lvalue l = *whole;
    if (!whole->count || whole->chosen) return l;
    ir_value *index = build_convert(b, IR_I64, build_number(b, e->right), w);
    index = build_binary(b, IR_AND, index, build_constant(b, IR_I64, whole->count == 3 ? 3 : whole->count - 1), w);
    l.count = 1;
    if (!whole->address) {
        l.chosen = build_convert(b, IR_I32, index, w);
        l.choices = whole->count;
        return l;
    }
    ir_value *component = index;
    for (size_t i = 0; i < whole->count; ++i) { /* v.zyx[i] */
        if (whole->indices[i] == i || whole->indices[i] == ABSENT) continue;
        ir_value *meant = build_binary(b, IR_EQUAL, index, build_constant(b, IR_I64, i), w);
        component = build_select(b, meant, build_constant(b, IR_I64, whole->indices[i]), component, w);
    }
    l.address = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, w, 2, whole->address, component);
    l.address->bits = ir_size(l.scalar);
    l.indices[0] = 0;
    return l;
}

/* Whether the components are all of a vector in memory, which may be accessed at once. */
static bool is_whole_vector(const lvalue *l)
{
    for (size_t i = 0; i < l->count; ++i)
        if (l->indices[i] != i) return false;
    return l->count > 1;
}

components build_read(builder *b, const lvalue *l, const token *where)
{
    components p = {.count = l->count};
    if (!l->count) {
        if (l->address) p = (components){{l->address}, 1};
        return p;
    }
    if (l->chosen) return read_chosen(b, l, where);
    ir_value *addresses[COMPONENTS] = {NULL};
    for (size_t i = 0; i < l->count && l->address; ++i) addresses[i] = component(b, l, i, where);
    for (size_t i = 0; i < l->count; ++i) {
        ir_value *v;
        if (l->indices[i] == ABSENT || !l->address) {
            v = read_variable(b, l, i, where);
        } else {
            v = ir_add(b->f, b->block, IR_LOAD, l->scalar, where, 1, addresses[i]);
            v->loose = l->loose;
            v->by_element = l->by_element;
            v->part = l->part;
            v->is_volatile = l->is_volatile;
            if (is_whole_vector(l)) {
                v->component = (unsigned)i;
                v->components = (unsigned)l->count;
                v->first = i ? p.v[0] : v;
            }
        }
        p.v[i] = v;
    }
    return p;
}

void build_write(builder *b, const lvalue *l, const components *p, const token *where)
{
    if (!l->count || p->count != l->count) {
        if (!b->f->reason) build_refuse(b, where, "an assignment between vectors of different widths");
        return;
    }
    if (l->chosen) {
        write_chosen(b, l, p->v[0], where);
        return;
    }
    ir_value *addresses[COMPONENTS] = {NULL}, *first = NULL;
    for (size_t i = 0; i < l->count && l->address; ++i) addresses[i] = component(b, l, i, where);
    for (size_t i = 0; i < l->count; ++i) {
        ir_value *v;
        if (l->indices[i] == ABSENT) continue;
        if (!l->address) {
            v = ir_add(b->f, b->block, IR_SET, IR_VOID, where, 1, p->v[i]);
            v->variable = l->variables[i];
        } else {
            v = ir_add(b->f, b->block, IR_STORE, IR_VOID, where, 2, addresses[i], p->v[i]);
            v->loose = l->loose;
            v->by_element = l->by_element;
            v->part = l->part;
            if (!first) first = v;
            if (is_whole_vector(l)) {
                v->component = (unsigned)i;
                v->components = (unsigned)l->count;
                v->first = first;
            }
        }
    }
}

/* Visits the scalars of an object. */
typedef struct leaf_visit {
    builder *b;
    void (*visit)(struct leaf_visit *v, uint64_t offset, const type *t);
    ir_value *to, *from;
    const token *where;
} leaf_visit;

static void visit_leaves(leaf_visit *v, const type *t, uint64_t offset)
{
    if (v->b->f->reason || !type_size(t)) return;
    if (t->kind == TYPE_ARRAY) {
        for (size_t i = 0; i < t->count && !v->b->f->reason; ++i)
            visit_leaves(v, t->base, offset + i * type_size(t->base));
    } else if (t->kind == TYPE_STRUCT) {
        for (size_t i = 0; i < t->record->field_count; ++i)
            visit_leaves(v, t->record->fields[i].type, offset + t->record->fields[i].offset);
    } else {
        v->visit(v, offset, t);
    }
}

static void copy_leaf(leaf_visit *v, uint64_t offset, const type *t)
{
    const lvalue from = build_part(v->b, v->from, offset, t, v->where);
    const lvalue to = build_part(v->b, v->to, offset, t, v->where);
    const components p = build_read(v->b, &from, v->where);
    build_write(v->b, &to, &p, v->where);
}

static void clear_leaf(leaf_visit *v, uint64_t offset, const type *t)
{
    const lvalue to = build_part(v->b, v->to, offset, t, v->where);
    components p = {.count = to.count};
    for (size_t i = 0; i < p.count; ++i) p.v[i] = build_constant(v->b, to.scalar, 0);
    build_write(v->b, &to, &p, v->where);
}

/* The bytes of all scalars: less than the size means padding. `count`: how many; huge if they cannot be copied one by
 * one. */
static size_t leaf_bytes(const type *t, size_t *count)
{
    if (!type_size(t)) return 0; /* however many structures without members it has */
    if (t->kind == TYPE_ARRAY) {
        size_t size = 0;
        const size_t bytes = leaf_bytes(t->base, &size);
        *count = size > BUILD_LEAVES || t->count > BUILD_LEAVES ? BUILD_LEAVES + 1 : *count + size * t->count;
        return t->count * bytes;
    }
    if (t->kind != TYPE_STRUCT) {
        const bool alone = t->kind != TYPE_UNION && build_scalar(t) != IR_VOID && build_scalar(t) != IR_POINTER;
        *count += alone ? 1 : BUILD_LEAVES + 1;
        return alone ? type_width(t) * ir_size(build_scalar(t)) : type_size(t);
    }
    size_t sum = 0;
    for (size_t i = 0; i < t->record->field_count && *count <= BUILD_LEAVES; ++i)
        sum += leaf_bytes(t->record->fields[i].type, count);
    return sum;
}

static bool add_leaves(arena *a, const type *t, uint64_t offset, build_leaves *found)
{
    if (!type_size(t)) return true;
    if (t->kind == TYPE_ARRAY) {
        for (size_t i = 0; i < t->count; ++i)
            if (!add_leaves(a, t->base, offset + i * type_size(t->base), found)) return false;
        return true;
    }
    if (t->kind == TYPE_STRUCT) {
        for (size_t i = 0; i < t->record->field_count; ++i)
            if (!add_leaves(a, t->record->fields[i].type, offset + t->record->fields[i].offset, found)) return false;
        return true;
    }
    found->of = arena_reserve(a, found->of, found->count, &found->capacity, sizeof *found->of);
    found->of[found->count].offset = offset;
    found->of[found->count++].type = t;
    return true;
}

bool build_find_leaves(arena *a, const type *t, build_leaves *found)
{
    size_t count = 0;
    *found = (build_leaves){0};
    (void)leaf_bytes(t, &count);
    return count <= BUILD_LEAVES && add_leaves(a, t, 0, found);
}

/* Whether a structure is copied with its padding, which others can see unless it is private. A structure that a
 * work-item makes and gives to others has no meaningful padding, unless the kernel also reads such structures
 * whole from memory: then all are copied whole. */
static bool is_copied_whole(builder *b, const ir_value *to, const ir_value *from, const type *t)
{
    size_t count = 0;
    const size_t bytes = leaf_bytes(t, &count);
    while (to->op == IR_MOVE) to = to->operands[0];
    while (from->op == IR_MOVE) from = from->operands[0];
    if (count > BUILD_LEAVES || bytes == type_size(t)) return count > BUILD_LEAVES;
    if (b->how.one_by_one || b->how.copies_gaps) return true;
    if (to->op != IR_ADDRESS && from->op != IR_ADDRESS) return true;
    b->f->skips_gaps = true;
    if (to->op != IR_ADDRESS) b->how.gives_gaps = true;
    else if (from->op != IR_ADDRESS) b->how.takes_gaps = true;
    return false;
}

static void copy_bytes(builder *b, ir_value *to, ir_value *from, const type *t, const token *where)
{
    ir_value *v = from ? ir_add(b->f, b->block, IR_COPY, IR_VOID, where, 2, to, from)
                       : ir_add(b->f, b->block, IR_COPY, IR_VOID, where, 1, to);
    v->bits = type_size(t);
    v->index = (unsigned)type_align(t);
}

void build_copy(builder *b, const lvalue *to, const components *from, const type *t, const token *where)
{
    if (!type_is_object(t)) {
        build_write(b, to, from, where);
    } else if (from->count != 1 || !to->address) {
        build_refuse(b, where, "a structure that is not in memory");
    } else if (is_copied_whole(b, to->address, from->v[0], t)) {
        copy_bytes(b, to->address, from->v[0], t, where);
    } else {
        leaf_visit v = {.b = b, .visit = copy_leaf, .to = to->address, .from = from->v[0], .where = where};
        visit_leaves(&v, t, 0);
    }
}

static void clear(builder *b, ir_value *to, const type *t, const token *where)
{
    size_t count = 0;
    (void)leaf_bytes(t, &count);
    leaf_visit v = {.b = b, .visit = clear_leaf, .to = to, .where = where};
    if (count > BUILD_LEAVES) copy_bytes(b, to, NULL, t, where);
    else visit_leaves(&v, t, 0);
}

static void initialise_elements(builder *b, ir_value *address, const type *t, const expression *e)
{
    for (size_t i = 0; i < e->element_count && !b->f->reason; ++i) {
        const element *item = &e->elements[i];
        const type *its_type = item->field ? item->field->type : t->base;
        const uint64_t offset = item->field ? item->field->offset : item->index * type_size(its_type);
        const lvalue l = build_part(b, address, offset, its_type, e->token);
        if (item->value->kind == EXPRESSION_INITIALISER && type_is_object(its_type))
            initialise_elements(b, l.address, its_type, item->value);
        else build_initialise(b, &l, its_type, item->value);
    }
}

void build_initialise(builder *b, const lvalue *l, const type *t, const expression *e)
{
    if (e->kind == EXPRESSION_STRING) {
        build_characters(b, l, t, e);
    } else if (e->kind != EXPRESSION_INITIALISER) {
        const components p = build_value(b, e);
        if (!b->f->reason) build_copy(b, l, &p, t, e->token);
    } else if (type_is_object(t)) {
        clear(b, l->address, t, e->token);
        initialise_elements(b, l->address, t, e);
    } else {
        components p = {.count = l->count};
        for (size_t i = 0; i < p.count; ++i) p.v[i] = build_constant(b, l->scalar, 0);
        for (size_t i = 0; i < e->element_count; ++i)
            if (e->elements[i].index < p.count) p.v[e->elements[i].index] = build_number(b, e->elements[i].value);
        build_write(b, l, &p, e->token);
    }
}

lvalue build_lvalue(builder *b, const expression *e)
{
    switch (e->kind) {
    case EXPRESSION_SYMBOL: {
        const binding *bound = build_bound(b, e->symbol);
        if (bound && !bound->is_value) return bound->storage;
        /* A variable that outlives its block exists once in the program. */
        if (!bound && (e->symbol->is_global || type_space(e->symbol->type) == SPACE_CONSTANT ||
                       e->symbol->storage == STORAGE_STATIC)) {
            ir_value *address = ir_add(b->f, b->block, IR_OBJECT, IR_POINTER, e->token, 0);
            address->symbol = e->symbol;
            return build_at(b, address, e->type);
        }
        /* Only a block names what is a parameter elsewhere. */
        if (!bound && e->symbol->kind == SYMBOL_PARAMETER) {
            build_refuse(b, e->token,
                         "a function that uses a specialisation constant without a list, called by an enqueued block");
            return (lvalue){0};
        }
        break;
    }
    case EXPRESSION_UNARY:
        if (e->op == OPERATOR_DEREFERENCE) return build_at(b, build_number(b, e->left), e->type);
        break;
    case EXPRESSION_INDEX: {
        if (type_is_vector(e->left->type)) {
            lvalue whole = build_lvalue(b, e->left);
            if (!e->right->has_value) {
                const lvalue one = chosen_component(b, &whole, e);
                if (one.count) return one;
                break;
            }
            if (e->right->value.integer >= whole.count) break;
            const size_t i = (size_t)e->right->value.integer;
            whole.variables[0] = whole.variables[i];
            whole.indices[0] = whole.indices[i];
            whole.count = 1;
            return whole;
        }
        ir_value *base = build_number(b, e->left);
        ir_value *index = build_convert(b, IR_I64, build_number(b, e->right), e->token);
        ir_value *address = base;
        if (!ir_is_constant(index, 0)) {
            address = ir_add(b->f, b->block, IR_MOVE, IR_POINTER, e->token, 2, base, index);
            address->bits = type_size(e->type);
        }
        return build_at(b, address, e->type);
    }
    case EXPRESSION_MEMBER: {
        lvalue whole = {.loose = false};
        if (e->left->lvalue) whole = build_lvalue(b, e->left);
        else whole.address = build_number(b, e->left);
        if (!whole.address) break;
        lvalue l = build_at(b, build_offset(b, whole.address, e->field_offset, e->token), e->type);
        l.loose = whole.loose || (l.count && type_align(e->left->type) < ir_size(l.scalar));
        return l;
    }
    case EXPRESSION_SWIZZLE: {
        const lvalue whole = build_lvalue(b, e->left);
        lvalue l = {.address = whole.address, .count = e->index_count, .scalar = whole.scalar};
        for (size_t i = 0; i < e->index_count && whole.count; ++i) {
            l.indices[i] = ABSENT;
            if (e->indices[i] >= whole.count) continue;
            l.variables[i] = whole.variables[e->indices[i]];
            l.indices[i] = whole.indices[e->indices[i]];
        }
        if (whole.count) return l;
        break;
    }
    case EXPRESSION_COMPOUND: {
        const lvalue l = build_storage(b, "compound", e->type, type_is_object(e->type) || e->lvalue);
        if (!b->f->reason) build_initialise(b, &l, e->type, e->left);
        return l;
    }
    default: break;
    }
    if (!b->f->reason) build_refuse(b, e->token, "an lvalue that is neither a variable nor in memory");
    return (lvalue){0};
}
