/* SPDX-License-Identifier: MIT */
#include "describe/elementwise.h"

#include "clc/builtin.h"

#include <string.h>

/* The walk over a kernel's body. */
typedef struct walk {
    const symbol *kernel;
    element_use *uses;
} walk;

/* The number of a parameter, from 1, or 0. */
static size_t parameter_number(const walk *w, const symbol *s)
{
    for (size_t i = 0; s->kind == SYMBOL_PARAMETER && i < w->kernel->parameter_count; ++i)
        if (w->kernel->parameters[i] == s) return i + 1;
    return 0;
}

/* Skips conversions that preserve the value of an index; one to a short or char would truncate it. */
static const expression *plain(const expression *e)
{
    while (e->kind == EXPRESSION_CAST &&
           (e->conversion == CONVERSION_NONE || e->conversion == CONVERSION_POINTER ||
            e->conversion == CONVERSION_BOOLEAN ||
            (e->conversion == CONVERSION_NUMBER && type_is_integer(e->type) && type_size(e->type) >= 4)))
        e = e->left;
    return e;
}

static bool is_zero(const expression *e)
{
    return e->has_value && e->value.integer == 0 && type_is_integer(e->type);
}

/* Whether the expression is get_global_id(0), or a variable that only ever holds it. */
static bool is_own_index(const expression *e)
{
    e = plain(e);
    if (e->kind == EXPRESSION_SYMBOL) {
        if (!elementwise_is_own_variable(e->symbol)) return false;
        e = plain(e->symbol->initialiser);
    }
    return e->kind == EXPRESSION_BUILTIN && strcmp(e->builtin->name, "get_global_id") == 0 && e->operand_count == 1 &&
           is_zero(plain(e->operands[0]));
}

bool elementwise_is_own_variable(const symbol *s)
{
    if (s->kind != SYMBOL_VARIABLE || s->is_global || s->assigned || s->address_taken || !s->initialiser) return false;
    const expression *e = plain(s->initialiser);
    return type_is_integer(s->type) && type_size(s->type) >= 4 && e->kind == EXPRESSION_BUILTIN && is_own_index(e);
}

bool elementwise_is_own_index(const expression *e)
{
    return is_own_index(e);
}

const expression *elementwise_plain(const expression *e)
{
    return plain(e);
}

/* The number of the parameter if the expression is an integer parameter that is never assigned; otherwise 0. */
static size_t step_number(const walk *w, const expression *e)
{
    e = plain(e);
    if (e->kind == EXPRESSION_BINARY && e->op == OPERATOR_NOT_EQUAL && is_zero(plain(e->right))) e = plain(e->left);
    if (e->kind != EXPRESSION_SYMBOL || e->symbol->assigned || e->symbol->address_taken ||
        !type_is_integer(e->symbol->type))
        return 0;
    return parameter_number(w, e->symbol);
}

/* Whether an index is that of the work-item's own element, with any step. */
static bool is_own(const walk *w, const expression *index, size_t *step)
{
    const expression *e = plain(index);
    *step = 0;
    if (is_own_index(e)) return true;
    if (e->kind == EXPRESSION_CONDITIONAL && is_own_index(e->left) && is_zero(plain(e->right)))
        *step = step_number(w, e->condition);
    else if (e->kind == EXPRESSION_BINARY && e->op == OPERATOR_MULTIPLY)
        *step = is_own_index(e->left) ? step_number(w, e->right) : is_own_index(e->right) ? step_number(w, e->left) : 0;
    return *step != 0;
}

static void visit_statement(walk *w, const statement *s);

/* The address of an element gives access to its neighbours. */
static void note_address(walk *w, const expression *e)
{
    while (e->kind == EXPRESSION_MEMBER || e->kind == EXPRESSION_SWIZZLE ||
           (e->kind == EXPRESSION_INDEX && e->left->type->kind != TYPE_POINTER))
        e = e->left;
    if (e->kind != EXPRESSION_INDEX) return;
    const expression *base = plain(e->left);
    const size_t number = base->kind == EXPRESSION_SYMBOL ? parameter_number(w, base->symbol) : 0;
    if (number) w->uses[number - 1].own_element = false;
}

/* The recursion depth is that of the tree, which AST_DEPTH bounds. */
static void visit(walk *w, const expression *e)
{
    if (!e) return;
    if (e->kind == EXPRESSION_INDEX && e->left->type->kind == TYPE_POINTER) {
        const expression *base = plain(e->left);
        const size_t number = base->kind == EXPRESSION_SYMBOL ? parameter_number(w, base->symbol) : 0;
        size_t step = 0;
        if (number && is_own(w, e->right, &step)) {
            element_use *use = &w->uses[number - 1];
            if (use->own_element && (use->step == step || use->step == SIZE_MAX)) use->step = step;
            else use->own_element = false;
            return; /* the index was visited already */
        }
    }
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_ADDRESS) note_address(w, e->left);
    if (e->kind == EXPRESSION_SYMBOL) {
        const size_t number = parameter_number(w, e->symbol);
        if (number) w->uses[number - 1].own_element = false;
    }
    visit(w, e->condition);
    visit(w, e->left);
    visit(w, e->right);
    for (size_t i = 0; i < e->operand_count; ++i) visit(w, e->operands[i]);
    for (size_t i = 0; i < e->element_count; ++i) visit(w, e->elements[i].value);
    visit_statement(w, e->body);
}

static void visit_statement(walk *w, const statement *s)
{
    if (!s) return;
    for (size_t i = 0; i < s->symbol_count; ++i) visit(w, s->symbols[i]->initialiser);
    visit(w, s->value);
    visit(w, s->step);
    visit_statement(w, s->first);
    visit_statement(w, s->body);
    visit_statement(w, s->otherwise);
    for (size_t i = 0; i < s->item_count; ++i) visit_statement(w, s->items[i]);
}

element_use *elementwise_uses(arena *a, const symbol *kernel)
{
    walk w = {kernel, arena_array(a, kernel->parameter_count, sizeof *w.uses)};
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        const type *t = kernel->parameters[i]->type;
        const bool memory =
            t->kind == TYPE_POINTER && (type_space(t->base) == SPACE_GLOBAL || type_space(t->base) == SPACE_CONSTANT);
        const bool followed = !kernel->has_closures && !kernel->parameters[i]->assigned;
        w.uses[i] = (element_use){memory && followed && !kernel->parameters[i]->address_taken, SIZE_MAX};
    }
    visit_statement(&w, kernel->body);
    for (size_t i = 0; i < kernel->parameter_count; ++i)
        if (w.uses[i].step == SIZE_MAX) w.uses[i].step = 0;
    return w.uses;
}
