/* See pointee.h. Knows the syntax tree; must not know how calls are made.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/pointee.h"

#include "clc/builtin.h"
#include "clc/facts.h"

typedef struct search {
    const symbol *parameter;
    bool astray; /* it is used in another way */
} search;

static void check_statement(search *s, const statement *n);

/* The parameter itself, possibly converted to a pointer to the same type with other qualifiers. */
static bool is_parameter(const search *s, const expression *e)
{
    while (e->kind == EXPRESSION_CAST && (e->conversion == CONVERSION_NONE || e->conversion == CONVERSION_POINTER) &&
           e->type->kind == TYPE_POINTER && e->left->type->kind == TYPE_POINTER &&
           e->type->base->kind == e->left->type->base->kind &&
           type_size(e->type->base) == type_size(e->left->type->base))
        e = e->left;
    return e->kind == EXPRESSION_SYMBOL && e->symbol == s->parameter;
}

static bool hands_on(const expression *call, size_t i)
{
    if (call->kind == EXPRESSION_BUILTIN) return call->builtin->entry->class_ == BUILTIN_MATH;
    const symbol *callee = call->symbol;
    return callee->facts && callee->facts->single && i < callee->parameter_count && callee->facts->single[i];
}

static void check_expression(search *s, const expression *e)
{
    if (!e || s->astray) return;
    const bool calls = e->kind == EXPRESSION_CALL || e->kind == EXPRESSION_BUILTIN;
    if (e->kind == EXPRESSION_SYMBOL && e->symbol == s->parameter) s->astray = true;
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_DEREFERENCE && is_parameter(s, e->left)) return;
    if (e->kind == EXPRESSION_INDEX && is_parameter(s, e->left) && e->right->has_value && !e->right->value.integer)
        return;
    check_expression(s, e->condition);
    check_expression(s, e->left);
    check_expression(s, e->right);
    check_statement(s, e->body);
    for (size_t i = 0; i < e->operand_count; ++i)
        if (!(calls && is_parameter(s, e->operands[i]) && hands_on(e, i))) check_expression(s, e->operands[i]);
    for (size_t i = 0; i < e->element_count; ++i) check_expression(s, e->elements[i].value);
}

static void check_statement(search *s, const statement *n)
{
    if (!n || s->astray) return;
    check_expression(s, n->value);
    check_expression(s, n->step);
    for (size_t i = 0; i < n->symbol_count; ++i) check_expression(s, n->symbols[i]->initialiser);
    for (size_t i = 0; i < n->item_count; ++i) check_statement(s, n->items[i]);
    check_statement(s, n->first);
    check_statement(s, n->body);
    check_statement(s, n->otherwise);
}

bool pointee_is_single(const symbol *function, const symbol *parameter)
{
    search s = {.parameter = parameter};
    if (parameter->type->kind != TYPE_POINTER || parameter->assigned || parameter->address_taken || !function->body ||
        function->has_block_values || function->has_closures || !type_size(parameter->type->base))
        return false;
    check_statement(&s, function->body);
    return !s.astray;
}
