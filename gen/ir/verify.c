/* Checks the rules of the form. Knows all of them, and nothing about how a function was built.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/ir.h"

typedef struct visit {
    const ir_function *f;
    bool *seen; /* values that are available here */
    const char *broken;
} visit;

static bool encloses(const ir_block *b, const ir_value *construct)
{
    for (; b; b = b->outer)
        if (b->owner == construct) return true;
    return false;
}

static bool is_below(const ir_block *b, const ir_block *home)
{
    for (; b; b = b->outer)
        if (b == home) return true;
    return false;
}

static bool same(const ir_value *v, size_t first)
{
    return v->operands[first]->type == v->operands[first + 1]->type;
}

/* Operators, comparisons and conversions. */
static const char *broken_operator(const ir_value *v)
{
    ir_value *const *x = v->operands;
    switch (v->op) {
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
    case IR_DIVIDE:
    case IR_REMAINDER:
    case IR_LEFT:
    case IR_RIGHT:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
        return v->operand_count == 2 && same(v, 0) && x[0]->type == v->type
                   ? NULL
                   : "an operator whose operands have different types";
    case IR_NOT:
    case IR_NEGATE:
        return v->operand_count == 1 && x[0]->type == v->type ? NULL : "an operator whose result has another type";
    case IR_EQUAL:
    case IR_UNEQUAL:
    case IR_LESS:
    case IR_LESS_EQUAL:
        return v->operand_count == 2 && same(v, 0) && v->type == IR_BOOL && x[0]->type != IR_BOOL
                   ? NULL
                   : "a comparison of different types";
    case IR_SELECT:
        return v->operand_count == 3 && x[0]->type == IR_BOOL && same(v, 1) && x[1]->type == v->type
                   ? NULL
                   : "a SELECT between different types";
    case IR_CONVERT:
        return v->operand_count == 1 && v->type != IR_POINTER && x[0]->type != IR_POINTER && v->type != IR_BOOL &&
                       v->type != IR_VOID && x[0]->type != IR_VOID && v->type != IR_F16 && x[0]->type != IR_F16
                   ? NULL
                   : "a CONVERT between wrong types";
    case IR_REINTERPRET:
        return v->operand_count == 1 && ir_size(v->type) && ir_size(v->type) == ir_size(x[0]->type)
                   ? NULL
                   : "a REINTERPRET between different sizes";
    default: return NULL;
    }
}

/* Accesses, calls, variables and control. */
static const char *broken_effect(const ir_value *v)
{
    ir_value *const *x = v->operands;
    switch (v->op) {
    case IR_MOVE:
        return v->operand_count == 2 && v->type == IR_POINTER && x[0]->type == IR_POINTER && x[1]->type == IR_I64
                   ? NULL
                   : "a MOVE with wrong operands";
    case IR_LOAD:
        return v->operand_count == 1 && x[0]->type == IR_POINTER && ir_size(v->type) ? NULL
                                                                                     : "a LOAD with wrong operands";
    case IR_STORE:
        return v->operand_count == 2 && x[0]->type == IR_POINTER && ir_size(x[1]->type) ? NULL
                                                                                        : "a STORE with wrong operands";
    case IR_COPY:
        return v->operand_count && x[0]->type == IR_POINTER && (v->operand_count == 1 || x[1]->type == IR_POINTER)
                   ? NULL
                   : "a COPY with wrong operands";
    case IR_CHECK:
        if (!v->check) return "a CHECK without its description";
        if (v->check->kind == IR_CHECK_STATE)
            return v->operand_count && v->type == IR_U64 ? NULL : "a STATE without its pointer or its type";
        if (v->check->kind > IR_CHECK_ENTER) return v->type == IR_VOID ? NULL : "a CHECK of a value with a result";
        return v->operand_count && x[0]->type == IR_POINTER &&
                       v->type == (v->check->kind == IR_CHECK_ENTER ? IR_VOID : IR_POINTER)
                   ? NULL
                   : "a CHECK of an access without its pointer";
    case IR_RESULT:
        return v->operand_count == 1 && x[0]->op == IR_INVOKE && v->type != IR_VOID ? NULL
                                                                                    : "a RESULT without its INVOKE";
    case IR_INVOKE:
        if (v->symbol || v->outlined) return NULL;
        return v->name && v->operand_count && x[0]->type == IR_POINTER ? NULL
                                                                       : "an image function without a name or an image";
    case IR_SUB_GROUP:
        return v->name && v->bits && (v->type == IR_VOID || (v->operand_count && ir_size(v->type) >= 4))
                   ? NULL
                   : "a SUB_GROUP without a name, a size or a value";
    case IR_QUEUE: return v->name ? NULL : "a QUEUE without a name";
    case IR_EACH:
    case IR_CALL: return v->name ? NULL : "a CALL or EACH without a name";
    case IR_PRINT:
        return v->operand_count && x[0]->type == IR_POINTER && v->type == IR_I32 ? NULL : "a PRINT with wrong operands";
    case IR_STRING: return v->type == IR_POINTER && v->name ? NULL : "a STRING without characters";
    case IR_GET:
        return v->variable && v->variable->type == v->type && v->type != IR_VOID
                   ? NULL
                   : "a GET of another type than its variable";
    case IR_SET:
        return v->operand_count == 1 && v->variable->type == x[0]->type ? NULL
                                                                        : "a SET of another type than its variable";
    case IR_COLLECT:
        return v->operand_count && v->variable && v->variable->type == x[0]->type &&
                       (v->operand_count == 1) == (v->combination != IR_ONE)
                   ? NULL
                   : "a COLLECT with wrong operands";
    case IR_IF:
        return v->operand_count == 1 && x[0]->type == IR_BOOL && v->blocks[0] && v->blocks[1]
                   ? NULL
                   : "an IF with wrong operands or blocks";
    default: return NULL;
    }
}

static const char *broken_types(const ir_value *v)
{
    ir_value *const *x = v->operands;
    if (x && v->op >= IR_ADD && v->op <= IR_LESS_EQUAL && x[0]->type == IR_F16) return "arithmetic on f16";
    const char *broken = broken_operator(v);
    return broken ? broken : broken_effect(v);
}

static void check_block(visit *v, const ir_block *b);

static void check_value(visit *v, const ir_block *b, const ir_value *x)
{
    if (x->number >= v->f->values) v->broken = "a value whose number is out of range";
    for (size_t i = 0; i < x->operand_count && !v->broken; ++i)
        if (!x->operands[i] || !v->seen[x->operands[i]->number])
            v->broken = "a value is used where it is not available";
    if (!v->broken) v->broken = broken_types(x);
    if (!v->broken && (x->op == IR_LEAVE || x->op == IR_CONTINUE) && !encloses(b, x->target))
        v->broken = "a jump to a construct that does not enclose it";
    if (!v->broken && (x->op == IR_GET || x->op == IR_SET || x->op == IR_COLLECT) && !is_below(b, x->variable->home))
        v->broken = "a variable is used outside its home block";
    if (!v->broken && (x->op == IR_INPUT || x->op == IR_RETURN) && !v->f->is_called)
        v->broken = "an INPUT or RETURN in a kernel";
    if (!v->broken && x->op == IR_RETURN && (b != v->f->body || b->items[b->count - 1] != x))
        v->broken = "a RETURN that is not the last instruction";
    if (v->broken) return;
    if (x->op == IR_LOOP && x->test_last) {
        check_block(v, x->blocks[1]);
        check_block(v, x->blocks[2]);
    }
    for (int i = 0; i < 3; ++i) {
        if (!x->blocks[i] || (x->op == IR_LOOP && x->test_last && i)) continue;
        if (x->blocks[i]->owner != x || x->blocks[i]->outer != b) v->broken = "a block with another owner";
        /* Values of a loop's head are available to its condition only. */
        if (i == 0 && x->op == IR_LOOP && x->condition) {
            bool found = v->seen[x->condition->number];
            for (size_t k = 0; k < x->blocks[0]->count; ++k) found |= x->blocks[0]->items[k] == x->condition;
            if (!found || x->condition->type != IR_BOOL)
                v->broken = "a LOOP whose condition is not available or not a bool";
        }
        check_block(v, x->blocks[i]);
    }
    v->seen[x->number] = true;
}

static void check_block(visit *v, const ir_block *b)
{
    for (size_t i = 0; i < b->count && !v->broken; ++i) check_value(v, b, b->items[i]);
    for (size_t i = 0; i < b->count; ++i) v->seen[b->items[i]->number] = false;
}

const char *ir_verify(const ir_function *f)
{
    if (f->reason) return NULL;
    visit v = {.f = f, .seen = arena_array(f->arena, f->values + 1, sizeof(bool))};
    check_block(&v, f->body);
    return v.broken;
}
