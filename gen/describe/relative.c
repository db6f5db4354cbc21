/* SPDX-License-Identifier: MIT */
#include "describe/relative.h"

#include "base/map.h"
#include "clc/builtin.h"
#include "describe/elementwise.h"

#include <string.h>

/* The walk over a kernel's body. */
typedef struct walk {
    const symbol *kernel;
    relative_uses *uses;
} walk;

/* The use of a parameter, or NULL. */
static relative_use *use_of(const walk *w, const symbol *s)
{
    for (size_t i = 0; s->kind == SYMBOL_PARAMETER && i < w->kernel->parameter_count; ++i)
        if (w->kernel->parameters[i] == s) return &w->uses->of[i];
    return NULL;
}

static bool is_comparison(ast_operator op)
{
    return op == OPERATOR_LESS || op == OPERATOR_GREATER || op == OPERATOR_LESS_EQUAL || op == OPERATOR_GREATER_EQUAL ||
           op == OPERATOR_EQUAL || op == OPERATOR_NOT_EQUAL;
}

/* Whether the expression is a parameter that is never changed. */
static bool is_parameter(const walk *w, const expression *e)
{
    e = elementwise_plain(e);
    return e->kind == EXPRESSION_SYMBOL && use_of(w, e->symbol) && !e->symbol->assigned && !e->symbol->address_taken;
}

/* Whether it is get_global_id(1) or (2), which are the same for every part. */
static bool is_other_dimension(const expression *e)
{
    const expression *dimension = e->operand_count == 1 ? elementwise_plain(e->operands[0]) : NULL;
    return dimension && dimension->has_value && type_is_integer(dimension->type) && dimension->value.integer != 0;
}

static void visit_statement(const walk *w, const statement *s);

/* The recursion depth is that of the tree, which AST_DEPTH bounds. */
static void visit(const walk *w, const expression *e)
{
    if (!e) return;
    if (elementwise_is_own_index(e) || e->kind == EXPRESSION_CLOSURE || e->kind == EXPRESSION_INVOCATION ||
        (e->kind == EXPRESSION_BUILTIN && strcmp(e->builtin->name, "get_global_id") == 0 && !is_other_dimension(e))) {
        w->uses->hidden = false;
        return;
    }
    if (e->kind == EXPRESSION_INDEX && e->left->type->kind == TYPE_POINTER && is_parameter(w, e->left)) {
        const expression *index = elementwise_plain(e->right);
        const bool sum =
            index->kind == EXPRESSION_BINARY && (index->op == OPERATOR_ADD || index->op == OPERATOR_SUBTRACT);
        if (elementwise_is_own_index(index)) return;
        if (sum && elementwise_is_own_index(index->left)) {
            visit(w, index->right);
            return;
        }
        if (sum && index->op == OPERATOR_ADD && elementwise_is_own_index(index->right)) {
            visit(w, index->left);
            return;
        }
    }
    if (e->kind == EXPRESSION_BINARY && is_comparison(e->op)) {
        const expression *other = elementwise_is_own_index(e->left)    ? e->right
                                  : elementwise_is_own_index(e->right) ? e->left
                                                                       : NULL;
        if (other && is_parameter(w, other)) {
            use_of(w, elementwise_plain(other)->symbol)->compared = true;
            return;
        }
    }
    if (e->kind == EXPRESSION_SYMBOL) {
        relative_use *use = use_of(w, e->symbol);
        if (use) use->near = use->length = false;
    }
    visit(w, e->condition);
    visit(w, e->left);
    visit(w, e->right);
    for (size_t i = 0; i < e->operand_count; ++i) visit(w, e->operands[i]);
    for (size_t i = 0; i < e->element_count; ++i) visit(w, e->elements[i].value);
    visit_statement(w, e->body);
}

static void visit_statement(const walk *w, const statement *s)
{
    if (!s) return;
    for (size_t i = 0; i < s->symbol_count; ++i)
        if (s->symbols[i]->initialiser && !elementwise_is_own_variable(s->symbols[i]))
            visit(w, s->symbols[i]->initialiser);
    visit(w, s->value);
    visit(w, s->step);
    visit_statement(w, s->first);
    visit_statement(w, s->body);
    visit_statement(w, s->otherwise);
    for (size_t i = 0; i < s->item_count; ++i) visit_statement(w, s->items[i]);
}

/* Functions still to be visited, each once. */
typedef struct queue {
    arena *arena;
    map known;
    const symbol **items;
    size_t count, capacity;
} queue;

static void add_callees(queue *q, const symbol *function)
{
    for (size_t i = 0; i < function->callee_count; ++i) {
        const symbol **key = ARENA_NEW(q->arena, const symbol *);
        *key = function->callees[i];
        void **known = map_at(&q->known, (const char *)key, sizeof *key);
        if (*known) continue;
        *known = q;
        q->items = arena_reserve(q->arena, q->items, q->count, &q->capacity, sizeof *q->items);
        q->items[q->count++] = *key;
    }
}

relative_uses *relative_find(arena *a, const symbol *kernel)
{
    relative_uses *uses = ARENA_NEW(a, relative_uses);
    const walk own = {kernel, uses};
    arena scratch = {0};
    queue q = {.arena = &scratch, .known = {.arena = &scratch}};
    uses->hidden = true;
    uses->of = arena_array(a, kernel->parameter_count, sizeof *uses->of);
    for (size_t i = 0; i < kernel->parameter_count; ++i) {
        const symbol *s = kernel->parameters[i];
        const bool kept = !s->assigned && !s->address_taken;
        uses->of[i] = (relative_use){kept && s->type->kind == TYPE_POINTER, kept && type_is_integer(s->type), false};
    }
    visit_statement(&own, kernel->body);
    add_callees(&q, kernel);
    for (size_t i = 0; i < q.count; ++i) {
        /* Other functions do not see the kernel's parameters: any use of the id counts there. */
        const symbol none = {.parameter_count = 0};
        const walk callee = {&none, uses};
        if (!q.items[i]->body) uses->hidden = false; /* its body is unknown */
        visit_statement(&callee, q.items[i]->body);
        add_callees(&q, q.items[i]);
    }
    arena_free(&scratch);
    return uses;
}

void relative_narrow(relative_uses *uses, const relative_uses *others, size_t count)
{
    uses->hidden = uses->hidden && others->hidden;
    for (size_t i = 0; i < count; ++i) {
        uses->of[i].near = uses->of[i].near && others->of[i].near;
        uses->of[i].length = uses->of[i].length && others->of[i].length;
        uses->of[i].compared = uses->of[i].compared || others->of[i].compared;
    }
}
