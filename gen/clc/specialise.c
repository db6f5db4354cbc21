/* Specialisation, see specialise.h. Knows the parser's tree; must not know how the variants are written.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/specialise.h"

#include "clc/facts.h"

enum { HUGE_SIZE = 1 << 24 };

/* ---- flags ---- */

typedef struct flag_search {
    const symbol *parameter;
    bool used_otherwise;
} flag_search;

static bool is_parameter(const flag_search *s, const expression *e)
{
    /* A narrower type could turn a non-zero value into zero. */
    while (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NUMBER && type_is_integer(e->type) &&
           type_is_integer(e->left->type) && type_size(e->type) >= type_size(e->left->type))
        e = e->left;
    return e->kind == EXPRESSION_SYMBOL && e->symbol == s->parameter;
}

static void check_uses(flag_search *s, const expression *e, bool as_truth)
{
    if (!e || s->used_otherwise) return;
    if (as_truth && is_parameter(s, e)) return;
    switch (e->kind) {
    case EXPRESSION_SYMBOL:
        if (e->symbol == s->parameter) s->used_otherwise = true;
        return;
    case EXPRESSION_CONDITIONAL:
        check_uses(s, e->condition, true);
        check_uses(s, e->left, as_truth);
        check_uses(s, e->right, as_truth);
        return;
    case EXPRESSION_UNARY: check_uses(s, e->left, e->op == OPERATOR_NOT); return;
    case EXPRESSION_BINARY: {
        const bool logical = e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR;
        const bool zero = (e->op == OPERATOR_EQUAL || e->op == OPERATOR_NOT_EQUAL) && e->right->has_value &&
                          type_is_integer(e->right->type) && e->right->value.integer == 0;
        check_uses(s, e->left, logical || zero);
        check_uses(s, e->right, logical);
        return;
    }
    case EXPRESSION_CAST: check_uses(s, e->left, e->conversion == CONVERSION_BOOLEAN); return;
    case EXPRESSION_CALL:
        for (size_t i = 0; i < e->operand_count; ++i) {
            const bool passes_on = is_parameter(s, e->operands[i]) && e->symbol->body &&
                                   i < e->symbol->parameter_count &&
                                   specialise_is_flag(e->symbol, e->symbol->parameters[i]);
            check_uses(s, e->operands[i], passes_on);
        }
        return;
    default: break;
    }
    check_uses(s, e->condition, false);
    check_uses(s, e->left, false);
    check_uses(s, e->right, false);
    for (size_t i = 0; i < e->operand_count; ++i) check_uses(s, e->operands[i], false);
    for (size_t i = 0; i < e->element_count; ++i) check_uses(s, e->elements[i].value, false);
}

static void check_uses_in_statement(flag_search *s, const statement *n)
{
    if (!n || s->used_otherwise) return;
    const bool condition =
        n->kind == STATEMENT_IF || n->kind == STATEMENT_WHILE || n->kind == STATEMENT_DO || n->kind == STATEMENT_FOR;
    check_uses(s, n->value, condition);
    check_uses(s, n->step, false);
    for (size_t i = 0; i < n->symbol_count; ++i) check_uses(s, n->symbols[i]->initialiser, false);
    for (size_t i = 0; i < n->item_count; ++i) check_uses_in_statement(s, n->items[i]);
    check_uses_in_statement(s, n->first);
    check_uses_in_statement(s, n->body);
    check_uses_in_statement(s, n->otherwise);
}

static bool is_flag(const symbol *function, const symbol *parameter)
{
    flag_search s = {.parameter = parameter};
    if (parameter->assigned || parameter->address_taken || !type_is_integer(parameter->type)) return false;
    if (function->has_block_values || function->has_closures) return false;
    check_uses_in_statement(&s, function->body);
    return !s.used_otherwise;
}

bool specialise_is_flag(const symbol *function, const symbol *parameter)
{
    for (size_t i = 0; function->facts && function->facts->flags && i < function->parameter_count; ++i)
        if (function->parameters[i] == parameter) return function->facts->flags[i];
    return false;
}

/* ---- size ---- */

/* Counts of a walk over a function's body. */
typedef struct body_count {
    bool loops;
    size_t own_size; /* nodes of the body, without those of callees */
} body_count;

static size_t statement_size(const statement *n, body_count *c);

static size_t expression_size(const expression *e, body_count *c)
{
    if (!e) return 0;
    ++c->own_size;
    size_t size = 1 + expression_size(e->condition, c) + expression_size(e->left, c) + expression_size(e->right, c);
    for (size_t i = 0; i < e->operand_count; ++i) size += expression_size(e->operands[i], c);
    for (size_t i = 0; i < e->element_count; ++i) size += expression_size(e->elements[i].value, c);
    if (e->kind == EXPRESSION_CLOSURE) size += statement_size(e->symbol->body, c);
    if (e->kind == EXPRESSION_CALL && size < HUGE_SIZE) size += specialise_size(e->symbol, &c->loops);
    return size < HUGE_SIZE ? size : HUGE_SIZE;
}

static size_t statement_size(const statement *n, body_count *c)
{
    if (!n) return 0;
    c->loops |= n->kind == STATEMENT_WHILE || n->kind == STATEMENT_DO || n->kind == STATEMENT_FOR ||
                n->kind == STATEMENT_GOTO || n->kind == STATEMENT_SWITCH;
    size_t size = expression_size(n->value, c) + expression_size(n->step, c) + statement_size(n->first, c) +
                  statement_size(n->body, c) + statement_size(n->otherwise, c);
    for (size_t i = 0; i < n->symbol_count; ++i) size += expression_size(n->symbols[i]->initialiser, c);
    for (size_t i = 0; i < n->item_count; ++i) {
        const size_t of_item = statement_size(n->items[i], c);
        if (size < HUGE_SIZE) size += of_item;
    }
    return size < HUGE_SIZE ? size : HUGE_SIZE;
}

size_t specialise_size(const symbol *function, bool *loops)
{
    if (!function->facts || !function->body || function->has_block_values) return HUGE_SIZE;
    *loops |= function->facts->loops;
    return function->facts->size;
}

/* ---- straight code ---- */

/* A branch of at most this size becomes a selection. */
enum { SELECTION = 60 };

typedef struct straight_search {
    const symbol *function;
    bool branches;
} straight_search;

static bool only_flags(const straight_search *s, const expression *e)
{
    if (!e) return true;
    if (e->kind == EXPRESSION_SYMBOL) {
        bool known = e->symbol->kind == SYMBOL_ENUMERATOR;
        for (size_t i = 0; i < s->function->parameter_count && !known; ++i)
            known = s->function->parameters[i] == e->symbol && specialise_is_flag(s->function, e->symbol);
        return known;
    }
    if (e->kind != EXPRESSION_CONSTANT && e->kind != EXPRESSION_UNARY && e->kind != EXPRESSION_BINARY &&
        e->kind != EXPRESSION_CAST)
        return false;
    return only_flags(s, e->left) && only_flags(s, e->right);
}

/* `conditional`: evaluated only by some work-items. */
static void check_straight_expression(straight_search *s, const expression *e, bool conditional)
{
    if (!e || s->branches) return;
    if (e->kind == EXPRESSION_CALL && (conditional || !specialise_is_straight(e->symbol))) s->branches = true;
    /* gcc does not vectorise loads from tables. */
    if ((conditional || !s->function->is_kernel) && e->kind == EXPRESSION_INDEX) s->branches = true;
    const bool partly = (e->kind == EXPRESSION_CONDITIONAL && !only_flags(s, e->condition)) ||
                        (e->kind == EXPRESSION_BINARY && (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR) &&
                         !only_flags(s, e->left));
    check_straight_expression(s, e->condition, conditional);
    check_straight_expression(s, e->left, conditional || (partly && e->kind == EXPRESSION_CONDITIONAL));
    check_straight_expression(s, e->right, conditional || partly);
    for (size_t i = 0; i < e->operand_count; ++i) check_straight_expression(s, e->operands[i], conditional);
    for (size_t i = 0; i < e->element_count; ++i) check_straight_expression(s, e->elements[i].value, conditional);
}

static void check_straight_statement(straight_search *s, const statement *n, bool conditional)
{
    body_count count = {0};
    if (!n || s->branches) return;
    switch (n->kind) {
    case STATEMENT_RETURN: s->branches |= conditional; break;
    case STATEMENT_IF:
        if (s->function->is_kernel && !n->otherwise) {
            /* A guard becomes a bound of the loop over the work-items. */
            check_straight_expression(s, n->value, conditional);
        } else if (!only_flags(s, n->value)) {
            if (statement_size(n->body, &count) + statement_size(n->otherwise, &count) > SELECTION) s->branches = true;
            check_straight_expression(s, n->value, conditional);
            conditional = true;
        }
        break;
    case STATEMENT_BLOCK:
    case STATEMENT_DECLARATION:
    case STATEMENT_EXPRESSION:
    case STATEMENT_EMPTY: break;
    default: s->branches = true; break;
    }
    if (n->kind != STATEMENT_IF) check_straight_expression(s, n->value, conditional);
    for (size_t i = 0; i < n->symbol_count; ++i) check_straight_expression(s, n->symbols[i]->initialiser, conditional);
    for (size_t i = 0; i < n->item_count; ++i) check_straight_statement(s, n->items[i], conditional);
    check_straight_statement(s, n->body, conditional);
    check_straight_statement(s, n->otherwise, conditional);
}

static bool is_straight(const symbol *function)
{
    straight_search s = {.function = function};
    if (!function->body || function->has_block_values || function->has_closures) return false;
    check_straight_statement(&s, function->body, false);
    return !s.branches;
}

bool specialise_is_straight(const symbol *function)
{
    return function->facts && function->facts->straight;
}

/* ---- facts ---- */

void specialise_find(arena *a, symbol *function)
{
    facts *f = function->facts;
    f->flags = arena_array(a, function->parameter_count + 1, sizeof *f->flags);
    for (size_t i = 0; i < function->parameter_count; ++i) f->flags[i] = is_flag(function, function->parameters[i]);
    body_count count = {0};
    f->size = statement_size(function->body, &count);
    f->own_size = count.own_size;
    f->loops = count.loops;
    f->straight = is_straight(function);
}
