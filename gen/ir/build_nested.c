/* Statements inside of expressions, `({ ... })`: finds them. Knows the parser's tree alone. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

static void visit_expression(const expression *e, build_visit *visit, void *context)
{
    if (!e) return;
    if (e->kind == EXPRESSION_BLOCK) {
        visit(context, e->body);
        return;
    }
    visit_expression(e->condition, visit, context);
    visit_expression(e->left, visit, context);
    visit_expression(e->right, visit, context);
    for (size_t i = 0; i < e->operand_count; ++i) visit_expression(e->operands[i], visit, context);
    for (size_t i = 0; i < e->element_count; ++i) visit_expression(e->elements[i].value, visit, context);
}

void build_visit_nested(const statement *s, build_visit *visit, void *context)
{
    visit_expression(s->value, visit, context);
    visit_expression(s->step, visit, context);
    for (size_t i = 0; i < s->symbol_count; ++i) visit_expression(s->symbols[i]->initialiser, visit, context);
}
