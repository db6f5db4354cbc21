/* Calls. Most functions are inlined. A function with noinline stays a function, and so do all but the smallest ones
 * of large kernels, whose text would grow with each call. An INVOKE passes scalars and gets scalars back. Structures
 * are passed as their scalars. So is a private object behind a pointer, whose scalars come back, so that it need not
 * lie in memory: a single object that the parameter points to, or, in vectors, the whole object that the caller's
 * pointer leads into. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/facts.h"

/* CALLS_DEEP: most nested calls that are inlined. LARGE: size (of facts.h) of a kernel, with called functions, that
 * keeps functions. SMALL: size of a function that is always inlined; PASSED: what each scalar of an object that is
 * passed by value adds to that. */
enum { CALLS_DEEP = 64, LARGE = 1500, SMALL = 12, PASSED = 4 };

bool build_is_large(const symbol *kernel)
{
    return kernel->facts && kernel->facts->size > LARGE;
}

/* ---- arguments ---- */

typedef enum passing {
    PASS_NONE,       /* it cannot be passed */
    PASS_COMPONENTS, /* a scalar, a pointer, or a short vector's components */
    PASS_LEAVES,     /* the scalars of a structure */
    PASS_POINTEE,    /* the scalars of a pointee */
    PASS_OBJECT      /* the scalars of the object that a pointer leads into */
} passing;

static bool is_constant_pointee(const symbol *p)
{
    return (type_qualifiers(p->type->base) & QUALIFIER_CONST) != 0;
}

/* `passed`: as in ir_value. */
static passing find_passing(const builder *b, const symbol *function, const ir_passed *passed, size_t i,
                            build_leaves *leaves)
{
    arena *a = b->f->arena;
    const symbol *p = function->parameters[i];
    const type *t = p->type;
    if (type_is_object(t)) return build_find_leaves(a, t, leaves) ? PASS_LEAVES : PASS_NONE;
    if (build_scalar(t) == IR_VOID) return PASS_NONE;
    if (t->kind != TYPE_POINTER || type_space(t->base) != SPACE_PRIVATE) return PASS_COMPONENTS;
    /* Checked code passes the pointer itself: it knows what was written behind it. */
    if (!b->f->checked && function->facts->single[i] && build_find_leaves(a, t->base, leaves)) return PASS_POINTEE;
    if (passed && passed[i].type) return build_find_leaves(a, passed[i].type, leaves) ? PASS_OBJECT : PASS_NONE;
    return b->how.one_by_one ? PASS_COMPONENTS : PASS_NONE;
}

static bool can_give_back(const builder *b, const type *t)
{
    build_leaves ignored;
    if (t->kind == TYPE_VOID) return true;
    if (type_is_object(t)) return build_find_leaves(b->f->arena, t, &ignored);
    return build_scalar(t) != IR_VOID && build_scalar(t) != IR_POINTER;
}

static bool can_invoke(const builder *b, const symbol *function, const ir_passed *passed)
{
    build_leaves ignored;
    if (!function->facts || function->facts->waits || function->facts->has_closures) return false;
    /* Only the kernel that is launched knows where the group's memory is. */
    if (function->facts->has_locals || function->facts->asks_space) return false;
    /* It may be called to wait for others, in a loop that has to know what it does (passes/waits.c). */
    if (function->facts->has_atomics && function->facts->size <= LARGE) return false;
    if (!can_give_back(b, function->type->base)) return false;
    for (size_t i = 0; i < function->parameter_count; ++i)
        if (find_passing(b, function, passed, i, &ignored) == PASS_NONE) return false;
    return true;
}

/* A list of arguments or results. */
typedef struct scalars {
    ir_value **v;
    size_t count, capacity;
} scalars;

static void add(builder *b, scalars *to, ir_value *v)
{
    to->v = arena_reserve(b->f->arena, to->v, to->count, &to->capacity, sizeof *to->v);
    to->v[to->count++] = v;
}

static void add_components(builder *b, scalars *to, const components *p)
{
    for (size_t i = 0; i < p->count; ++i) add(b, to, p->v[i]);
}

static void add_leaves(builder *b, scalars *to, ir_value *address, const build_leaves *leaves, const token *where)
{
    for (size_t i = 0; i < leaves->count; ++i) {
        const lvalue l = build_part(b, address, leaves->of[i].offset, leaves->of[i].type, where);
        const components p = build_read(b, &l, where);
        add_components(b, to, &p);
    }
}

/* The source of the next scalar: results of a call, or INPUTs. */
typedef struct supply {
    ir_value *call; /* the INVOKE; NULL: INPUTs */
    unsigned next;
} supply;

static ir_value *take_result(builder *b, supply *from, ir_type t, const token *where)
{
    ir_value *v = from->call ? ir_add(b->f, b->block, IR_RESULT, t, where, 1, from->call)
                             : ir_add(b->f, b->block, IR_INPUT, t, where, 0);
    v->index = from->next++;
    return v;
}

static components take_components(builder *b, supply *from, const type *t, const token *where)
{
    components p = {.count = type_width(t)};
    for (size_t i = 0; i < p.count; ++i) p.v[i] = take_result(b, from, build_scalar(t), where);
    return p;
}

static void take_leaves(builder *b, supply *from, ir_value *address, const build_leaves *leaves, const token *where)
{
    for (size_t i = 0; i < leaves->count && !b->f->reason; ++i) {
        const lvalue l = build_part(b, address, leaves->of[i].offset, leaves->of[i].type, where);
        const components p = take_components(b, from, leaves->of[i].type, where);
        build_write(b, &l, &p, where);
    }
}

/* ---- the caller ---- */

/* The address of the private object that the pointer points into at a constant offset, with `size` bytes from there
 * on; or NULL. The scalars are read before the call, even if the function would not read them. */
static ir_value *object_of(ir_value *pointer, uint64_t size, uint64_t *offset)
{
    *offset = 0;
    for (; pointer->op == IR_MOVE; pointer = pointer->operands[0]) {
        if (pointer->operands[1]->op != IR_CONSTANT) return NULL;
        *offset += pointer->operands[1]->bits * pointer->bits;
    }
    if (pointer->op != IR_ADDRESS || size > pointer->variable->size) return NULL;
    return *offset <= pointer->variable->size - size ? pointer : NULL;
}

/* The type in which a callee holds a copy of the object: its own, or words, if it has padding or is a union. NULL: it
 * cannot be passed. */
static const type *type_of_copy(const builder *b, const ir_variable *object)
{
    arena *a = b->f->arena;
    build_leaves leaves = {0};
    const bool found = object->declared && build_find_leaves(a, object->declared, &leaves);
    size_t bytes = 0;
    for (size_t i = 0; found && i < leaves.count; ++i)
        bytes += type_width(leaves.of[i].type) * ir_size(build_scalar(leaves.of[i].type));
    if (found && bytes == object->size) return type_unqualified(a, object->declared);
    if (object->size % 4 || object->align % 4 || object->size > 4 * (size_t)BUILD_LEAVES) return NULL;
    return type_array(a, type_basic(TYPE_UINT), object->size / 4, false);
}

/* In vectors: the private objects that pointers lead into, which can be passed by value. NULL: there are none.
 * `scalars`: how many they have. */
static const ir_passed *find_passed(const builder *b, const symbol *function, const components *values, size_t *scalars)
{
    ir_passed *passed = NULL;
    *scalars = 0;
    if (b->how.one_by_one || b->f->checked || !function->facts) return NULL;
    for (size_t i = 0; i < function->parameter_count; ++i) {
        const type *t = function->parameters[i]->type;
        if (t->kind != TYPE_POINTER || type_space(t->base) != SPACE_PRIVATE || function->facts->single[i]) continue;
        uint64_t offset;
        const ir_value *object = object_of(values[i].v[0], 0, &offset);
        const type *copy = object ? type_of_copy(b, object->variable) : NULL;
        if (!copy) continue;
        if (!passed) passed = arena_array(b->f->arena, function->parameter_count, sizeof *passed);
        passed[i] = (ir_passed){copy, offset};
        *scalars += object->variable->size / 4 + 1;
    }
    return passed;
}

/* Whether each pointer whose pointee is passed points to an object, and no two to the same one, which would then have
 * two copies. */
static bool has_distinct_objects(const builder *b, const symbol *function, const ir_passed *passed,
                                 const components *values)
{
    build_leaves ignored;
    const ir_variable *seen[COMPONENTS];
    size_t count = 0;
    for (size_t i = 0; i < function->parameter_count; ++i) {
        const passing how = find_passing(b, function, passed, i, &ignored);
        if (how != PASS_POINTEE && how != PASS_OBJECT) continue;
        const uint64_t size = how == PASS_POINTEE ? type_size(function->parameters[i]->type->base) : 0;
        uint64_t offset;
        const ir_value *object = object_of(values[i].v[0], size, &offset);
        if (!object || count == COMPONENTS) return false;
        for (size_t k = 0; k < count; ++k)
            if (object->variable == seen[k]) return false;
        seen[count++] = object->variable;
    }
    return true;
}

/* Where the scalars of the argument are: the pointer itself, or the address of the object that it leads into. */
static ir_value *beginning_of(passing how, const components *value)
{
    uint64_t offset;
    return how == PASS_OBJECT ? object_of(value->v[0], 0, &offset) : value->v[0];
}

static components invoke(builder *b, const expression *e, const ir_passed *passed, const components *values)
{
    ir_function *f = b->f;
    const symbol *function = e->symbol;
    const token *where = e->token;
    build_leaves leaves;
    scalars given = {0};
    size_t *owners = NULL, owned = 0, capacity = 0;
    for (size_t i = 0; i < e->operand_count; ++i) {
        const passing how = find_passing(b, function, passed, i, &leaves);
        if (how == PASS_COMPONENTS) add_components(b, &given, &values[i]);
        else add_leaves(b, &given, beginning_of(how, &values[i]), &leaves, where);
        while (owned < given.count) {
            owners = arena_reserve(f->arena, owners, owned, &capacity, sizeof *owners);
            owners[owned++] = i;
        }
    }
    ir_value *call = ir_make(f, IR_INVOKE, IR_VOID, where, given.count);
    for (size_t i = 0; i < given.count; ++i) call->operands[i] = given.v[i];
    call->symbol = function;
    call->owners = owners;
    call->passed = passed;
    call->pure = function->facts->pure;
    /* A function with a pointer may read or change memory. */
    for (size_t i = 0; i < given.count; ++i) call->pure &= given.v[i]->type != IR_POINTER;
    ir_append(f, b->block, call);
    supply from = {call, 0};
    components result = {0};
    const type *t = type_unqualified(f->arena, function->type->base);
    if (type_is_object(t)) {
        const lvalue storage = build_storage(b, function->name, t, true);
        if (build_find_leaves(f->arena, t, &leaves)) take_leaves(b, &from, storage.address, &leaves, where);
        result = (components){{storage.address}, 1};
    } else if (t->kind != TYPE_VOID) {
        result = take_components(b, &from, t, where);
    }
    for (size_t i = 0; i < e->operand_count; ++i) {
        const passing how = find_passing(b, function, passed, i, &leaves);
        if ((how == PASS_POINTEE || how == PASS_OBJECT) && !is_constant_pointee(function->parameters[i]))
            take_leaves(b, &from, beginning_of(how, &values[i]), &leaves, where);
    }
    return result;
}

/* The results of the function's body, which was built. A body without a return may give any value: C99 6.9.1 allows
 * that if the caller ignores it. */
static components result_of(builder *b, const symbol *function, const token *where)
{
    const frame *inlined = b->frame;
    const type *t = type_unqualified(b->f->arena, function->type->base);
    if (b->f->reason || t->kind == TYPE_VOID) return (components){0};
    if (inlined->scope) return build_read(b, &inlined->result, where);
    if (inlined->returned.count) return inlined->returned;
    const lvalue any = build_storage(b, function->name, t, false);
    components p = {.count = any.count};
    if (any.address) return build_read(b, &any, where);
    for (size_t i = 0; i < p.count; ++i) p.v[i] = build_constant(b, any.scalar, 0);
    return p;
}

static bool is_inlined_already(const builder *b, const symbol *function)
{
    for (const frame *f = b->frame; f; f = f->outer)
        if (f->function == function) return true;
    return false;
}

components build_inlined(builder *b, const symbol *function, const binding *captured, const components *values,
                         const token *where)
{
    if (is_inlined_already(b, function))
        return build_refuse(b, where, "a function that calls itself through a block that it calls");
    frame *inlined = ARENA_NEW(b->f->arena, frame);
    *inlined = (frame){
        .outer = b->frame, .function = function, .is_block = captured != NULL, .bindings = {.arena = b->f->arena}};
    b->frame = inlined;
    for (size_t i = 0; i < function->capture_count; ++i) *build_bind(b, function->captures[i]) = captured[i];
    for (size_t i = 0; i < function->parameter_count; ++i) {
        const symbol *p = function->parameters[i];
        binding *bound = build_bind(b, p);
        if (!p->assigned && !p->address_taken && !type_is_object(p->type)) {
            bound->is_value = true;
            bound->value = values[i];
            continue;
        }
        bound->storage = build_storage(b, p->name, p->type, p->address_taken);
        if (!b->f->reason) build_copy(b, &bound->storage, &values[i], p->type, where);
    }
    build_body(b, function);
    const components result = result_of(b, function, where);
    b->frame = inlined->outer;
    return result;
}

components build_call(builder *b, const expression *e)
{
    const symbol *function = e->symbol;
    size_t depth = 0;
    for (const frame *f = b->frame; f; f = f->outer) ++depth;
    if (!function->body) return build_refuse(b, e->token, "a function without a body");
    if (e->operand_count != function->parameter_count)
        return build_refuse(b, e->token, "a call with too few or too many arguments");
    components *values = arena_array(b->f->arena, e->operand_count + 1, sizeof *values);
    for (size_t i = 0; i < e->operand_count; ++i) values[i] = build_value(b, e->operands[i]);
    if (b->f->reason) return (components){0};
    size_t scalars;
    const ir_passed *passed = find_passed(b, function, values, &scalars);
    const bool separate = depth > CALLS_DEEP || function->attributes.noinline_ ||
                          (b->how.large && function->facts && function->facts->size > SMALL + PASSED * scalars);
    const bool stays = separate && can_invoke(b, function, passed) && has_distinct_objects(b, function, passed, values);
    if (depth > CALLS_DEEP && !stays)
        return build_refuse(b, e->token, "a chain of more than 64 calls in which a function cannot stay a function");
    return stays ? invoke(b, e, passed, values) : build_inlined(b, function, NULL, values, e->token);
}

/* ---- the function ---- */

/* An object of the caller's: the parameter is a pointer into a copy of it. */
static ir_value *bind_object(builder *b, const symbol *p, const ir_passed *passed, const build_leaves *leaves,
                             supply *from)
{
    binding *bound = build_bind(b, p);
    const type *t = type_unqualified(b->f->arena, p->type);
    const lvalue copy = build_storage(b, p->name, passed->type, true);
    if (!b->f->reason) take_leaves(b, from, copy.address, leaves, p->token);
    bound->value = (components){{build_offset(b, copy.address, passed->offset, p->token)}, 1};
    bound->is_value = !p->assigned && !p->address_taken;
    if (bound->is_value) return copy.address;
    bound->storage = build_storage(b, p->name, t, p->address_taken);
    if (!b->f->reason) build_write(b, &bound->storage, &bound->value, p->token);
    return copy.address;
}

/* Returns the address of what comes back to the caller, or NULL. */
static ir_value *bind_input(builder *b, const ir_value *call, size_t i, supply *from)
{
    const symbol *p = call->symbol->parameters[i];
    const type *t = type_unqualified(b->f->arena, p->type);
    build_leaves leaves;
    const passing how = find_passing(b, call->symbol, call->passed, i, &leaves);
    if (how == PASS_OBJECT) return bind_object(b, p, &call->passed[i], &leaves, from);
    binding *bound = build_bind(b, p);
    if (how == PASS_LEAVES || how == PASS_POINTEE) {
        const type *of = how == PASS_LEAVES ? t : type_unqualified(b->f->arena, t->base);
        const lvalue storage = build_storage(b, p->name, of, true);
        if (!b->f->reason) take_leaves(b, from, storage.address, &leaves, p->token);
        bound->storage = storage;
        bound->is_value = how == PASS_POINTEE;
        bound->value = (components){{storage.address}, 1};
        return how == PASS_POINTEE ? storage.address : NULL;
    }
    bound->value = take_components(b, from, t, p->token);
    for (size_t k = 0; k < bound->value.count; ++k) bound->value.v[k]->symbol = p;
    for (size_t k = 0; k < bound->value.count; ++k) build_spell(b, bound->value.v[k], p->name, bound->value.count, k);
    bound->is_value = !p->assigned && !p->address_taken;
    if (bound->is_value) return NULL;
    bound->storage = build_storage(b, p->name, t, p->address_taken);
    if (!b->f->reason) build_write(b, &bound->storage, &bound->value, p->token);
    return NULL;
}

static void add_result(builder *b, const symbol *function, scalars *out)
{
    const type *t = function->type->base;
    const token *where = function->body->token;
    build_leaves leaves;
    const components p = result_of(b, function, where);
    if (!p.count) return;
    if (!type_is_object(t)) add_components(b, out, &p);
    else if (build_find_leaves(b->f->arena, t, &leaves)) add_leaves(b, out, p.v[0], &leaves, where);
}

ir_function *ir_build_called(arena *a, const ir_value *call, bool one_by_one, bool checked)
{
    symbol *function = (symbol *)call->symbol;
    ir_function *f = build_begin(a, function);
    f->checked = checked;
    frame inlined = {.function = function, .bindings = {.arena = a}};
    builder b = build_start(f, &inlined, one_by_one);
    b.how.large = true;
    supply from = {NULL, 0};
    scalars out = {0};
    build_leaves leaves;
    ir_value **objects = arena_array(a, function->parameter_count + 1, sizeof *objects);
    f->is_called = true;
    for (size_t i = 0; i < function->parameter_count; ++i) objects[i] = bind_input(&b, call, i, &from);
    if (!f->reason) build_body(&b, function);
    if (!f->reason) add_result(&b, function, &out);
    for (size_t i = 0; i < function->parameter_count && !f->reason; ++i) {
        if (!objects[i] || is_constant_pointee(function->parameters[i])) continue;
        (void)find_passing(&b, function, call->passed, i, &leaves);
        add_leaves(&b, &out, objects[i], &leaves, function->body->token);
    }
    if (f->reason) return f;
    ir_value *end = ir_make(f, IR_RETURN, IR_VOID, function->body->token, out.count);
    for (size_t i = 0; i < out.count; ++i) end->operands[i] = out.v[i];
    ir_append(f, f->body, end);
    return f;
}
