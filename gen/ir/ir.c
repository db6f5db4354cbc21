/* Makes values of the typed form.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/ir.h"

#include <stdarg.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned char size;
    bool is_signed, is_floating;
} types[] = {
#define X(name, text, bytes, is_signed, is_floating) {text, bytes, is_signed, is_floating},
    IR_SCALARS(X)
#undef X
};

size_t ir_size(ir_type t)
{
    return types[t].size;
}
bool ir_is_signed(ir_type t)
{
    return types[t].is_signed;
}
bool ir_is_floating(ir_type t)
{
    return types[t].is_floating;
}
bool ir_is_integer(ir_type t)
{
    return t >= IR_I8 && t <= IR_U64;
}
const char *ir_type_name(ir_type t)
{
    return types[t].name;
}

ir_variable *ir_add_variable(ir_function *f, const char *name, ir_type type)
{
    ir_variable *v = ARENA_NEW(f->arena, ir_variable);
    *v = (ir_variable){.number = (unsigned)f->variable_count, .name = name, .type = type};
    f->variables =
        arena_reserve(f->arena, f->variables, f->variable_count, &f->variable_capacity, sizeof(ir_variable *));
    f->variables[f->variable_count++] = v;
    return v;
}

ir_block *ir_add_block(ir_function *f, const ir_block *outer, ir_value *owner)
{
    ir_block *b = ARENA_NEW(f->arena, ir_block);
    b->outer = outer;
    b->owner = owner;
    return b;
}

ir_value *ir_make(ir_function *f, ir_op op, ir_type type, const token *where, size_t operands)
{
    ir_value *v = ARENA_NEW(f->arena, ir_value);
    v->op = op;
    v->type = type;
    v->token = where;
    v->number = f->values++;
    v->operands = operands ? arena_array(f->arena, operands, sizeof(ir_value *)) : NULL;
    v->operand_count = operands;
    v->components = 1;
    return v;
}

void ir_append(ir_function *f, ir_block *b, ir_value *v)
{
    b->items = arena_reserve(f->arena, b->items, b->count, &b->capacity, sizeof(ir_value *));
    b->items[b->count++] = v;
}

ir_value *ir_add(ir_function *f, ir_block *b, ir_op op, ir_type type, const token *where, size_t operands, ...)
{
    ir_value *v = ir_make(f, op, type, where, operands);
    va_list list;
    va_start(list, operands);
    for (size_t i = 0; i < operands; ++i) v->operands[i] = va_arg(list, ir_value *);
    va_end(list);
    ir_append(f, b, v);
    return v;
}

void ir_refuse(ir_function *f, const token *where, const char *reason)
{
    if (f->reason) return;
    f->reason = reason;
    f->where = where;
}

bool ir_has_effect(const ir_value *v)
{
    switch (v->op) {
    case IR_STORE:
    case IR_SET:
    case IR_EACH:
    case IR_SUB_GROUP:
    case IR_RETURN:
    case IR_PRINT:
    case IR_QUEUE:
    case IR_FENCE:
    case IR_OBSERVE:
    case IR_COPY:
    case IR_CHECK:
    case IR_IF:
    case IR_LOOP:
    case IR_SCOPE:
    case IR_LEAVE:
    case IR_CONTINUE:
    case IR_BARRIER:
    case IR_COLLECT: return true;
    case IR_INVOKE: return !v->pure;
    default: return false;
    }
}

bool ir_is_muladd(const ir_value *v)
{
    static const char *const names[] = {"muladd", "mulsub", "submul"};
    for (size_t i = 0; v->op == IR_CALL && i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i], v->name) == 0) return true;
    return false;
}

bool ir_is_leaf(const ir_value *v)
{
    return v->op <= IR_OBJECT;
}

bool ir_is_same(const ir_value *x, const ir_value *y)
{
    if (x == y) return true;
    if (x->op != y->op || x->type != y->type || x->bits != y->bits || x->symbol != y->symbol || x->query != y->query ||
        x->index != y->index || x->operand_count != y->operand_count)
        return false;
    for (size_t i = 0; i < x->operand_count; ++i)
        if (!ir_is_same(x->operands[i], y->operands[i])) return false;
    return true;
}

bool ir_is_in(const ir_block *b, const ir_value *v)
{
    for (size_t i = 0; i < b->count; ++i)
        if (b->items[i] == v) return true;
    return false;
}

bool ir_is_constant(const ir_value *v, uint64_t bits)
{
    return v->op == IR_CONSTANT && v->bits == bits;
}
