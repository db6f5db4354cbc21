/* Atomic functions on objects of atomic types, OpenCL C 2.0 6.13.11. An operation is an EACH on an integer, or, if it
 * computes with floating-point numbers, on those. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

#include "clc/builtin.h"

#include <string.h>

/* The integer with the bits of a floating-point number; other types as they are. */
static ir_type bits_of(ir_type t)
{
    return t == IR_F16 ? IR_U16 : t == IR_F32 ? IR_U32 : t == IR_F64 ? IR_U64 : t;
}

static ir_value *as(builder *b, ir_type t, ir_value *v, const token *w)
{
    return v->type == t ? v : ir_add(b->f, b->block, IR_REINTERPRET, t, w, 1, v);
}

/* Whether the function's order, if it has one, is memory_order_relaxed. Any other order is taken for sequentially
 * consistent, which is stronger. */
static bool is_relaxed(const expression *e, size_t plain)
{
    if (e->operand_count <= plain) return false;
    const expression *order = e->operands[plain];
    while (order->kind == EXPRESSION_CAST && !order->has_value) order = order->left;
    return order->has_value && order->value.integer == 0;
}

/* A group runs on one thread, so local memory needs no instruction that is atomic. */
static const char *prefix_of(const expression *e, size_t plain)
{
    if (type_space(e->operands[0]->type->base) == SPACE_LOCAL) return "local_object";
    return is_relaxed(e, plain) ? "relaxed_object" : "object";
}

/* A function of the runtime on an atomic object: "PREFIX_NAME". Operand 0 is the object's address. */
typedef struct object_call {
    const char *prefix, *name;
    ir_type result, pointee;
    ir_value *operands[3];
    size_t count;
} object_call;

static ir_value *operate(builder *b, const object_call *c, const token *w)
{
    const char *name = arena_printf(b->f->arena, "%s_%s", c->prefix, c->name);
    ir_value *v = build_function(b, name, c->result, w, c->count, c->operands);
    v->op = IR_EACH;
    v->bits = c->pointee;
    return v;
}

static components compare_exchange(builder *b, const expression *e, ir_type t)
{
    const token *w = e->token;
    const ir_type bits = bits_of(t);
    ir_value *object = build_number(b, e->operands[0]), *expected = build_number(b, e->operands[1]);
    ir_value *desired = build_number(b, e->operands[2]);
    if (b->f->reason) return (components){0};
    const lvalue memory = build_at(b, expected, e->operands[1]->type->base);
    ir_value *wanted = as(b, bits, build_read(b, &memory, w).v[0], w);
    const object_call exchange = {prefix_of(e, 3), "cmpxchg", bits, bits, {object, wanted, as(b, bits, desired, w)}, 3};
    ir_value *old = operate(b, &exchange, w);
    ir_value *equal = build_binary(b, IR_EQUAL, old, wanted, w);
    /* If they were equal, this changes nothing. */
    const components found = {{as(b, t, old, w)}, 1};
    build_write(b, &memory, &found, w);
    return (components){{build_convert(b, build_scalar(e->type), equal, w)}, 1};
}

static components flag(builder *b, const expression *e)
{
    const token *w = e->token;
    const bool sets = strncmp(e->builtin->name, "atomic_flag_test", 16) == 0;
    object_call c = {.prefix = prefix_of(e, 1), .name = sets ? "exchange" : "store", .pointee = IR_I32, .count = 2};
    c.result = sets ? IR_I32 : IR_VOID;
    c.operands[0] = build_number(b, e->operands[0]);
    c.operands[1] = build_constant(b, IR_I32, sets);
    if (b->f->reason) return (components){0};
    ir_value *v = operate(b, &c, w);
    if (!sets) return (components){0};
    return (components){{build_convert(b, build_scalar(e->type), build_not_zero(b, v, w), w)}, 1};
}

components build_atomic_object(builder *b, const expression *e)
{
    static const char explicit_end[] = "_explicit";
    const token *w = e->token;
    const char *name = e->builtin->name + strlen("atomic_");
    const ir_type t = build_scalar(e->operands[0]->type->base), bits = bits_of(t);
    if (t == IR_VOID) return build_refuse(b, w, "an atomic function on an object that is no number");
    if (strncmp(name, "flag_", 5) == 0) return flag(b, e);
    if (strncmp(name, "compare_exchange", 16) == 0) return compare_exchange(b, e, t);
    const size_t length = strlen(name), end = strlen(explicit_end);
    const bool is_explicit = length > end && strcmp(name + length - end, explicit_end) == 0;
    const bool loads = strncmp(name, "load", 4) == 0, computes = strncmp(name, "fetch", 5) == 0;
    const char *what = arena_strndup(b->f->arena, name, is_explicit ? length - end : length);
    ir_value *operands[2] = {build_number(b, e->operands[0]), NULL};
    if (!loads) operands[1] = build_number(b, e->operands[1]);
    if (b->f->reason) return (components){0};
    if (!loads && !computes) operands[1] = as(b, bits, operands[1], w);
    const bool halves = computes && t == IR_F16; /* these compute with the bits of halves */
    if (halves) {
        what = arena_printf(b->f->arena, "half_%s", what);
        operands[1] = as(b, bits, operands[1], w);
    }
    const ir_type of = computes && !halves ? t : bits;
    if (strcmp(what, "init") == 0) {
        const lvalue memory = build_at(b, operands[0], e->operands[0]->type->base);
        const components p = {{as(b, t, operands[1], w)}, 1};
        build_write(b, &memory, &p, w);
        return (components){0};
    }
    const bool is_void = e->type->kind == TYPE_VOID;
    const size_t count = loads ? 1 : 2;
    const object_call c = {prefix_of(e, count), what, is_void ? IR_VOID : of, of, {operands[0], operands[1]}, count};
    ir_value *v = operate(b, &c, w);
    if (is_void) return (components){0};
    return (components){{as(b, t, v, w)}, 1};
}
