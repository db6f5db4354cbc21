/* Copies of a loop's round with another value of the counter, and constant folding with that value. See copy.h.
 *
 * SPDX-License-Identifier: MIT */
#include "passes/copy.h"

#include <string.h>

/* ---- numbers ---- */

static uint64_t narrowed(ir_type t, uint64_t bits)
{
    const unsigned free_bits = 64 - 8 * (unsigned)ir_size(t);
    if (t == IR_BOOL) return bits & 1;
    if (!ir_is_signed(t)) return bits << free_bits >> free_bits;
    const uint64_t low = bits << free_bits >> free_bits, sign = UINT64_C(1) << (63 - free_bits);
    return (low ^ sign) - sign;
}

/* Folds an operation; the operands are first narrowed to the width of their type. false: it cannot be folded. */
static bool fold(const ir_value *v, ir_type from, uint64_t a, uint64_t b, uint64_t *out)
{
    const bool is_signed = ir_is_signed(from);
    uint64_t r;
    if (!ir_is_integer(from) && from != IR_BOOL) return false;
    if (!ir_is_integer(v->type) && v->type != IR_BOOL) return false;
    a = narrowed(from, a);
    b = narrowed(from, b);
    switch (v->op) {
    case IR_ADD: r = a + b; break;
    case IR_SUBTRACT: r = a - b; break;
    case IR_MULTIPLY: r = a * b; break;
    case IR_AND: r = a & b; break;
    case IR_OR: r = a | b; break;
    case IR_XOR: r = a ^ b; break;
    case IR_NOT: r = v->type == IR_BOOL ? !a : ~a; break;
    case IR_NEGATE: r = 0 - a; break;
    case IR_LEFT:
        if (b >= 8 * ir_size(from)) return false;
        r = a << b;
        break;
    case IR_RIGHT:
        if (b >= 8 * ir_size(from) || is_signed) return false;
        r = a >> b;
        break;
    case IR_EQUAL: r = a == b; break;
    case IR_UNEQUAL: r = a != b; break;
    case IR_LESS: r = is_signed ? (int64_t)a < (int64_t)b : a < b; break;
    case IR_LESS_EQUAL: r = is_signed ? (int64_t)a <= (int64_t)b : a <= b; break;
    case IR_CONVERT: r = a; break;
    default: return false;
    }
    *out = narrowed(v->type, r);
    return true;
}

/* The value's bits if the counter is `now`. */
bool copy_know(const ir_value *v, const ir_variable *x, uint64_t now, unsigned *budget, uint64_t *out)
{
    return copy_know_all(v, &(copy_counter){x, now, NULL}, budget, out);
}

bool copy_know_all(const ir_value *v, const copy_counter *counters, unsigned *budget, uint64_t *out)
{
    uint64_t number[2] = {0};
    if (!*budget) return false;
    --*budget;
    if (v->op == IR_CONSTANT) {
        *out = v->bits;
        return true;
    }
    if (v->op == IR_GET)
        for (const copy_counter *c = counters; c; c = c->outer)
            if (v->variable == c->variable) {
                *out = c->now;
                return true;
            }
    if (!v->operand_count || v->operand_count > 2) return false;
    for (size_t i = 0; i < v->operand_count; ++i)
        if (!copy_know_all(v->operands[i], counters, budget, &number[i])) return false;
    return fold(v, v->operands[0]->type, number[0], number[1], out);
}

bool copy_depends(const ir_value *v, const ir_variable *x, unsigned *budget)
{
    if (!*budget) return false;
    --*budget;
    if (v->op == IR_GET) return v->variable == x;
    for (size_t i = 0; i < v->operand_count; ++i)
        if (copy_depends(v->operands[i], x, budget)) return true;
    return false;
}

size_t copy_count_sets(const ir_block *b, const ir_variable *x)
{
    size_t count = 0;
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        count += v->op == IR_SET && v->variable == x;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k]) count += copy_count_sets(v->blocks[k], x);
    }
    return count;
}

bool copy_has_jump(const ir_block *b, ir_op op, const ir_value *target)
{
    for (size_t i = 0; i < b->count; ++i) {
        const ir_value *v = b->items[i];
        if (v->op == op && v->target == target) return true;
        for (int k = 0; k < 3; ++k)
            if (v->blocks[k] && copy_has_jump(v->blocks[k], op, target)) return true;
    }
    return false;
}

/* ---- copies ---- */

bool copy_ends_in_jump(const ir_block *b)
{
    const ir_value *last = b->count ? b->items[b->count - 1] : NULL;
    return last && (last->op == IR_LEAVE || last->op == IR_CONTINUE);
}

/* Copies the block's variables in their order, so that the components of a short vector stay adjacent. */
void copy_variables(copying *s, const ir_block *from, ir_block *to)
{
    ir_function *f = s->f;
    const size_t count = f->variable_count;
    for (size_t i = 0; i < count; ++i) {
        const ir_variable *v = f->variables[i];
        if (v->home != from || v->local) continue;
        ir_variable *variable = ir_add_variable(f, v->name, v->type);
        const unsigned number = variable->number;
        *variable = *v;
        variable->number = number;
        variable->home = to;
        s->variable_of[i] = variable;
    }
}

static ir_variable *variable_of(const copying *s, ir_variable *v)
{
    ir_variable *variable = v ? s->variable_of[v->number] : NULL;
    return variable ? variable : v;
}

static ir_value *value_of(const copying *s, ir_value *v)
{
    ir_value *value = v ? s->value_of[v->number] : NULL;
    return value ? value : v;
}

ir_value *copy_add_constant(copying *s, ir_block *to, ir_type t, uint64_t bits, const token *where)
{
    ir_value *v = ir_add(s->f, to, IR_CONSTANT, t, where, 0);
    v->bits = bits;
    return v;
}

/* A constant or a given value in place of the copy; or NULL. */
static ir_value *folded(copying *s, const ir_value *v, ir_block *to)
{
    if (s->given && s->given(s, v)) return s->given(s, v);
    if (v->op == IR_GET && v->variable == s->counter) return copy_add_constant(s, to, v->type, s->now, v->token);
    if (v->op < IR_ADD || v->op > IR_CONVERT) return NULL;
    ir_value *x[3] = {NULL};
    bool all = v->operand_count <= 3;
    for (size_t i = 0; i < v->operand_count && all; ++i) {
        x[i] = value_of(s, v->operands[i]);
        if (v->op != IR_SELECT) all &= x[i]->op == IR_CONSTANT;
    }
    if (!all || !x[0]) return NULL;
    if (v->op == IR_SELECT) return x[0]->op != IR_CONSTANT ? NULL : x[0]->bits & 1 ? x[1] : x[2];
    uint64_t bits;
    if (!fold(v, x[0]->type, x[0]->bits, x[1] ? x[1]->bits : 0, &bits)) return NULL;
    return copy_add_constant(s, to, v->type, bits, v->token);
}

static void copy_jump(copying *s, const ir_value *v, ir_block *to)
{
    const bool out = v->target == s->loop;
    ir_value *value = ir_add(s->f, to, out ? IR_LEAVE : v->op, IR_VOID, v->token, 0);
    value->target = !out ? value_of(s, v->target) : v->op == IR_LEAVE ? s->leave : s->round;
}

void copy_value(copying *s, const ir_value *v, ir_block *to)
{
    ir_function *f = s->f;
    ir_value *value = folded(s, v, to);
    if (value) {
        s->value_of[v->number] = value;
        return;
    }
    if (v->op == IR_LEAVE || v->op == IR_CONTINUE) {
        copy_jump(s, v, to);
        return;
    }
    if (v->op == IR_IF && value_of(s, v->operands[0])->op == IR_CONSTANT) {
        copy_block(s, v->blocks[value_of(s, v->operands[0])->bits & 1 ? 0 : 1], to);
        return;
    }
    value = ir_make(f, v->op, v->type, v->token, v->operand_count);
    const unsigned number = value->number;
    ir_value **operands = value->operands;
    *value = *v;
    value->number = number;
    value->operands = operands;
    for (size_t i = 0; i < v->operand_count; ++i) operands[i] = value_of(s, v->operands[i]);
    s->value_of[v->number] = value;
    value->variable = variable_of(s, v->variable);
    value->first = value_of(s, v->first);
    ir_append(f, to, value);
    for (int k = 0; k < 3; ++k)
        if (v->blocks[k]) value->blocks[k] = ir_add_block(f, to, value);
    for (int k = 0; k < 3; ++k)
        if (v->blocks[k]) copy_block(s, v->blocks[k], value->blocks[k]);
    value->condition = value_of(s, v->condition);
}

void copy_block(copying *s, const ir_block *from, ir_block *to)
{
    copy_variables(s, from, to);
    /* Nothing follows a branch that always jumps. */
    for (size_t i = 0; i < from->count && !copy_ends_in_jump(to); ++i) copy_value(s, from->items[i], to);
}

ir_value *copy_add_scope(copying *s, ir_block *to, const token *where)
{
    ir_value *v = ir_add(s->f, to, IR_SCOPE, IR_VOID, where, 0);
    v->blocks[0] = ir_add_block(s->f, to, v);
    return v;
}

bool copy_begin(copying *s, ir_function *f, size_t values)
{
    if (f->values > COPY_VALUES || f->variable_count > COPY_VARIABLES) return false;
    *s = (copying){.f = f, .values = values};
    return true;
}

void copy_start(copying *s)
{
    if (s->value_of) return; /* most kernels have no loop that is copied */
    s->value_of = arena_array(s->f->arena, s->values * 2, sizeof(ir_value *));
    s->variable_of = arena_array(s->f->arena, COPY_VARIABLES, sizeof(ir_variable *));
}

void copy_end(copying *s)
{
    memset(s->variable_of, 0, COPY_VARIABLES * sizeof *s->variable_of);
}
