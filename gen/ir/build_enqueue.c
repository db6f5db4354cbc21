/* Device-side queues of OpenCL C 2.0 6.13.17. A block that is enqueued becomes a kernel of its own: what it captured
 * are its first parameters, its pointers to __local memory the others. The enqueueing work-item copies what is captured
 * to an object, from which the runtime takes that kernel's arguments later. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

enum { SAYS_WHY = 0x10000 }; /* CLB_ENQUEUE_SAYS_WHY of clbundle/enqueue.h */

/* ---- the kernel ---- */

/* An array cannot be a parameter in C: the kernel gets its address. */
static symbol *parameter_of(arena *a, symbol *captured)
{
    if (captured->type->kind != TYPE_ARRAY) return captured;
    symbol *p = ARENA_NEW(a, symbol);
    *p = *captured;
    const type *element = type_qualify(a, captured->type->base, QUALIFIER_CONST);
    p->type = type_pointer(a, type_in_space(a, element, SPACE_GLOBAL, true));
    p->kind = SYMBOL_PARAMETER;
    p->assigned = p->address_taken = false;
    return p;
}

/* What the functions around the block call, it may call. */
static symbol *make_kernel(arena *a, const symbol *block)
{
    const symbol *around = block->function ? block->function : block;
    symbol *k = ARENA_NEW(a, symbol);
    const size_t count = block->capture_count + block->parameter_count;
    *k = (symbol){.kind = SYMBOL_FUNCTION,
                  .name = arena_printf(a, "%s_block", block->function ? around->name : "program"),
                  .token = block->token,
                  .type = block->type,
                  .is_kernel = true,
                  .defined = true,
                  .body = block->body,
                  .callees = around->callees,
                  .calls_directly = around->calls_directly,
                  .callee_count = around->callee_count,
                  .calls_barrier = around->calls_barrier,
                  .has_block_values = around->has_block_values,
                  .has_goto = around->has_goto,
                  .has_locals = around->has_locals,
                  .has_closures = true,
                  .asks_byte_order = around->asks_byte_order,
                  .captures = block->captures,
                  .capture_count = block->capture_count,
                  .parameters = arena_array(a, count + 1, sizeof *k->parameters),
                  .parameter_count = count};
    for (size_t i = 0; i < block->capture_count; ++i) k->parameters[i] = parameter_of(a, block->captures[i]);
    for (size_t i = 0; i < block->parameter_count; ++i) k->parameters[block->capture_count + i] = block->parameters[i];
    return k;
}

ir_places ir_find_places(arena *a, const symbol *kernel)
{
    ir_places found = {arena_array(a, kernel->parameter_count + 1, sizeof *found.of), 0};
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        if (i >= kernel->capture_count) {
            found.of[i] = (ir_place){IR_PLACE_LOCAL, 0};
            continue;
        }
        const type *t = kernel->captures[i]->type;
        const bool word = build_scalar(t) == IR_POINTER || t->kind == TYPE_SAMPLER;
        const uint64_t align = word ? 8 : type_align(t), size = word ? 8 : type_size(t);
        found.size = (found.size + align - 1) / align * align;
        found.of[i] = (ir_place){build_scalar(t) == IR_POINTER ? IR_PLACE_POINTER : IR_PLACE_VALUE, found.size};
        found.size += size;
    }
    return found;
}

void build_captured(builder *b, const symbol *kernel)
{
    for (size_t i = 0; i < kernel->capture_count && !b->f->reason; ++i) {
        if (kernel->parameters[i] == kernel->captures[i]) continue;
        const binding *address = build_bound(b, kernel->parameters[i]);
        build_bind(b, kernel->captures[i])->storage = build_at(b, address->value.v[0], kernel->captures[i]->type);
    }
}

/* ---- the call ---- */

/* The address of a private object of so many bytes; NULL with none. */
static ir_value *object_of(builder *b, const char *name, uint64_t size)
{
    enum { ALIGNED = 128 };
    if (!size) return build_constant(b, IR_POINTER, 0);
    ir_variable *v = ir_add_variable(b->f, name, IR_VOID);
    v->size = size;
    v->align = size < ALIGNED ? 16 : ALIGNED;
    v->home = b->block;
    ir_value *address = ir_add(b->f, b->block, IR_ADDRESS, IR_POINTER, NULL, 0);
    address->variable = v;
    return address;
}

static void refuse_capture(builder *b, const symbol *s, const token *where, const char *what)
{
    build_refuse(b, where, arena_printf(b->f->arena, "a block that is enqueued and uses '%s', %s", s->name, what));
}

static void store_capture(builder *b, const symbol *s, const binding *captured, ir_value *to, const token *where)
{
    const type *t = type_unqualified(b->f->arena, s->type);
    const address_space space = t->kind == TYPE_POINTER ? type_space(t->base) : SPACE_GLOBAL;
    if (type_space(s->type) == SPACE_LOCAL)
        refuse_capture(b, s, where,
                       "which is in memory of the enqueueing group: a block's own is an argument (6.13.17.2)");
    else if (space == SPACE_LOCAL || space == SPACE_PRIVATE)
        refuse_capture(b, s, where,
                       "which points to memory of the enqueueing work-item or group (6.13.17.1 forbids it)");
    else if (!captured->is_value && captured->block) refuse_capture(b, s, where, "which is a block");
    if (b->f->reason) return;
    components value = captured->is_value ? captured->value : build_read(b, &captured->storage, where);
    if (b->f->reason) return;
    if (t->kind == TYPE_SAMPLER) {
        value.v[0] = build_convert(b, IR_U64, value.v[0], where);
        t = type_basic(TYPE_ULONG);
    }
    const lvalue l = build_part(b, to, 0, t, where);
    build_copy(b, &l, &value, t, where);
}

static ir_value *store_captures(builder *b, const block_value *block, const symbol *kernel, const token *where)
{
    const ir_places places = ir_find_places(b->f->arena, kernel);
    ir_value *object = object_of(b, "captured", places.size);
    for (size_t i = 0; i < kernel->capture_count && !b->f->reason; ++i)
        store_capture(b, kernel->captures[i], &block->captured[i], build_offset(b, object, places.of[i].offset, where),
                      where);
    return object;
}

static ir_value *store_sizes(builder *b, const expression *e, size_t first)
{
    ir_value *object = object_of(b, "sizes", 8 * (uint64_t)(e->operand_count - first));
    for (size_t i = first; i < e->operand_count && !b->f->reason; ++i) {
        ir_value *size = build_convert(b, IR_U64, build_number(b, e->operands[i]), e->token);
        ir_value *at = build_offset(b, object, 8 * (uint64_t)(i - first), e->token);
        ir_add(b->f, b->block, IR_STORE, IR_VOID, e->token, 2, at, size);
    }
    return object;
}

static components build_enqueue(builder *b, const expression *e)
{
    arena *a = b->f->arena;
    const token *w = e->token;
    const bool plain = e->operands[3]->type->kind == TYPE_CLOSURE;
    const size_t at = plain ? 3 : 6;
    const block_value *block = build_block(b, e->operands[at]);
    if (!block) return (components){0};
    symbol *literal = block->function;
    if (!literal->enqueued) literal->enqueued = make_kernel(a, literal);
    ir_value *operands[8] = {build_number(b, e->operands[0]), build_number(b, e->operands[1]),
                             build_number(b, e->operands[2])};
    operands[3] = plain ? build_constant(b, IR_U32, 0) : build_convert(b, IR_U32, build_number(b, e->operands[3]), w);
    for (size_t i = 4; i < 6; ++i)
        operands[i] = plain ? build_constant(b, IR_POINTER, 0) : build_number(b, e->operands[i]);
    if (e->builtin->says_why)
        operands[1] = build_binary(b, IR_OR, operands[1], build_constant(b, operands[1]->type, SAYS_WHY), w);
    operands[6] = store_captures(b, block, literal->enqueued, w);
    operands[7] = store_sizes(b, e, at + 1);
    if (b->f->reason) return (components){0};
    ir_value *v = ir_make(b->f, IR_QUEUE, IR_I32, w, 8);
    memcpy(v->operands, operands, sizeof operands);
    v->name = "enqueue_kernel";
    v->symbol = literal->enqueued;
    ir_append(b->f, b->block, v);
    return (components){{v}, 1};
}

/* ---- other functions ---- */

/* ndrange_1D(global), (global, local), (offset, global, local): numbers, or with more dimensions arrays. */
static components build_range(builder *b, const expression *e)
{
    const uint64_t dimensions = (uint64_t)(e->builtin->name[strlen("ndrange_")] - '0');
    const token *w = e->token;
    ir_value *object = object_of(b, "range", type_size(e->type));
    const size_t count = e->operand_count;
    ir_value *given[3] = {NULL}; /* offset, global, local */
    for (size_t i = 0; i < count; ++i) given[count == 3 ? i : i + 1] = build_number(b, e->operands[i]);
    if (b->f->reason) return (components){0};
    ir_add(b->f, b->block, IR_STORE, IR_VOID, w, 2, object, build_constant(b, IR_U64, dimensions));
    for (uint64_t k = 0; k < 3; ++k)
        for (uint64_t d = 0; d < 3; ++d) {
            ir_value *number = NULL;
            if (given[k] && d < dimensions && dimensions == 1) number = build_convert(b, IR_U64, given[k], w);
            else if (given[k] && d < dimensions)
                number = ir_add(b->f, b->block, IR_LOAD, IR_U64, w, 1, build_offset(b, given[k], 8 * d, w));
            /* Without a local size the runtime chooses one. */
            if (!number) number = build_constant(b, IR_U64, k == 1 || (k == 2 && given[2]));
            ir_add(b->f, b->block, IR_STORE, IR_VOID, w, 2, build_offset(b, object, 8 * (1 + 3 * k + d), w), number);
        }
    return (components){{object}, 1};
}

/* A function of the runtime of the same name, without the block, on which its result does not depend. */
static components build_other(builder *b, const expression *e)
{
    size_t count = 0;
    ir_value **operands = arena_array(b->f->arena, e->operand_count + 1, sizeof *operands);
    for (size_t i = 0; i < e->operand_count && !b->f->reason; ++i)
        if (e->operands[i]->type->kind != TYPE_CLOSURE) operands[count++] = build_number(b, e->operands[i]);
    if (b->f->reason) return (components){0};
    const bool is_void = e->type->kind == TYPE_VOID;
    ir_value *v = ir_make(b->f, IR_QUEUE, is_void ? IR_VOID : build_scalar(e->type), e->token, count);
    for (size_t i = 0; i < count; ++i) v->operands[i] = operands[i];
    v->name = e->builtin->name;
    ir_append(b->f, b->block, v);
    if (is_void) return (components){0};
    return (components){{v}, 1};
}

components build_queue_function(builder *b, const expression *e)
{
    static const char *const others[] = {"get_default_queue",
                                         "enqueue_marker",
                                         "create_user_event",
                                         "retain_event",
                                         "release_event",
                                         "is_valid_event",
                                         "set_user_event_status",
                                         "capture_event_profiling_info",
                                         "get_kernel_work_group_size",
                                         "get_kernel_preferred_work_group_size_multiple",
                                         "get_kernel_sub_group_count_for_ndrange",
                                         "get_kernel_max_sub_group_size_for_ndrange"};
    const char *name = e->builtin->name;
    if (strcmp(name, "enqueue_kernel") == 0) return build_enqueue(b, e);
    if (strncmp(name, "ndrange_", 8) == 0) return build_range(b, e);
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (strcmp(name, others[i]) == 0) return build_other(b, e);
    return build_refuse(b, e->token, arena_printf(b->f->arena, "the function '%s', which only drivers have", name));
}
