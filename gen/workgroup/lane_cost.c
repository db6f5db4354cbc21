/* What an expression costs in lanes, see lane_state.h: whether it is computed for all of them, or asked for.
 * Knows expressions; must not know how they are written. */
#include "workgroup/lane_state.h"

#include "clc/builtin.h"
#include "workgroup/specialise.h"

#include <string.h>

/* Up to this much is computed for all lanes rather than asked for. */
enum { CHEAP = 40, FAR_TOO_MUCH = 1 << 20, CALL_SMALL = 60 };

static unsigned builtin_cost(const expression *e)
{
    static const char *const cheap[] = {"fabs", "fma", "mad", "fmax", "fmin", "max", "min", "abs", "rint", "floor", "ceil", "trunc",
                                        "copysign", "isnan", "isinf", "isfinite", "signbit", "select", "clamp"};
    const builtin_class c = e->builtin->entry->class_;
    if (c == BUILTIN_AS || c == BUILTIN_CONVERT || c == BUILTIN_WORK_ITEM) return 1;
    for (size_t i = 0; i < sizeof cheap / sizeof *cheap; ++i)
        if (strcmp(cheap[i], e->builtin->name) == 0) return 1;
    return strcmp(e->builtin->name, "sqrt") == 0 ? 10 : CHEAP;
}

static unsigned needs_of_statement(const statement *s);

/* What a small function's inside asks for. */
static unsigned needs_of_expression(const expression *e)
{
    if (!e) return 0;
    unsigned needs = needs_of_expression(e->condition) | needs_of_expression(e->left) | needs_of_expression(e->right);
    if (e->kind == EXPRESSION_INDEX || (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_DEREFERENCE)) needs |= LANE_NEEDS_MASK;
    if (e->kind == EXPRESSION_CALL) needs |= needs_of_statement(e->symbol->body);
    for (size_t i = 0; i < e->operand_count; ++i) needs |= needs_of_expression(e->operands[i]);
    for (size_t i = 0; i < e->element_count; ++i) needs |= needs_of_expression(e->elements[i].value);
    return needs;
}

static unsigned needs_of_statement(const statement *s)
{
    if (!s) return 0;
    unsigned needs = needs_of_expression(s->value) | needs_of_expression(s->step) | needs_of_statement(s->first) |
                     needs_of_statement(s->body) | needs_of_statement(s->otherwise);
    for (size_t i = 0; i < s->symbol_count; ++i) needs |= needs_of_expression(s->symbols[i]->initialiser);
    for (size_t i = 0; i < s->item_count; ++i) needs |= needs_of_statement(s->items[i]);
    return needs;
}

static unsigned call_cost(const expression *e, unsigned *needs)
{
    bool loops = false;
    const size_t size = specialise_size(e->symbol, &loops);
    for (size_t i = 0; i < e->operand_count; ++i)
        if (e->operands[i]->type->kind == TYPE_POINTER) *needs |= LANE_NEEDS_SOMEBODY;
    if (loops || size > CALL_SMALL) *needs |= LANE_NEEDS_SOMEBODY;
    else *needs |= needs_of_statement(e->symbol->body);
    return size < FAR_TOO_MUCH ? (unsigned)size / 2 : FAR_TOO_MUCH;
}

/* A place in memory: only those who are there know that it exists. */
static void place_needs(const lane_writer *l, const expression *e, unsigned *needs)
{
    if (lane_is_private_place(l, e)) {
        if (e->kind == EXPRESSION_INDEX && !e->right->has_value) *needs |= LANE_NEEDS_MASK;
        return;
    }
    if (e->kind == EXPRESSION_INDEX && e->right->has_value && type_space(e->type) == SPACE_CONSTANT &&
        e->left->kind == EXPRESSION_CAST)
        return;
    *needs |= lane_varies(l, e->left) || (e->right && lane_varies(l, e->right)) ? LANE_NEEDS_MASK : LANE_NEEDS_SOMEBODY;
}

unsigned lane_cost(const lane_writer *l, const expression *e, unsigned *needs)
{
    if (!e) return 0;
    unsigned cost = 1;
    switch (e->kind) {
    case EXPRESSION_ASSIGN:
    case EXPRESSION_STEP: *needs |= LANE_NEEDS_SOMEBODY; break;
    case EXPRESSION_CALL: cost = call_cost(e, needs); break;
    case EXPRESSION_BUILTIN:
        cost = builtin_cost(e);
        for (size_t i = 0; i < e->operand_count; ++i)
            if (e->operands[i]->type->kind == TYPE_POINTER) *needs |= LANE_NEEDS_SOMEBODY;
        break;
    case EXPRESSION_INDEX:
    case EXPRESSION_UNARY:
        if (e->kind == EXPRESSION_UNARY && e->op != OPERATOR_DEREFERENCE) break;
        place_needs(l, e, needs);
        cost = 4;
        break;
    default: break;
    }
    cost += lane_cost(l, e->condition, needs) + lane_cost(l, e->left, needs) + lane_cost(l, e->right, needs);
    for (size_t i = 0; i < e->operand_count; ++i) cost += lane_cost(l, e->operands[i], needs);
    for (size_t i = 0; i < e->element_count; ++i) cost += lane_cost(l, e->elements[i].value, needs);
    return cost < FAR_TOO_MUCH ? cost : FAR_TOO_MUCH;
}

bool lane_is_cheap(const lane_writer *l, const expression *e, unsigned allowed)
{
    unsigned needs = 0;
    return lane_cost(l, e, &needs) <= CHEAP && !(needs & ~allowed);
}
