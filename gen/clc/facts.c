/* Facts, see facts.h. Walks the call graph with an explicit stack, since chains of calls may be longer than the
 * process's stack allows. Knows calls; must not know how they are translated.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/facts.h"

#include "base/map.h"
#include "clc/builtin.h"
#include "clc/pointee.h"
#include "clc/specialise.h"

/* ---- purity ---- */

/* Whether the function depends on its arguments alone: neither it nor its callees use ids, printf or atomics. */
static bool is_pure_expression(const expression *e);

static bool is_pure(const symbol *function)
{
    return function->facts && function->facts->pure;
}

static bool is_pure_statement(const statement *s)
{
    if (!s) return true;
    if (!is_pure_expression(s->value) || !is_pure_expression(s->step)) return false;
    for (size_t i = 0; i < s->symbol_count; ++i)
        if (!is_pure_expression(s->symbols[i]->initialiser)) return false;
    for (size_t i = 0; i < s->item_count; ++i)
        if (!is_pure_statement(s->items[i])) return false;
    return is_pure_statement(s->first) && is_pure_statement(s->body) && is_pure_statement(s->otherwise);
}

static bool has_pointer(const type *t)
{
    while (t->kind == TYPE_ARRAY) t = t->base;
    if (t->kind == TYPE_POINTER) return true;
    if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) return false;
    for (size_t i = 0; i < t->record->field_count; ++i)
        if (has_pointer(t->record->fields[i].type)) return true;
    return false;
}

/* A variable of the program that may change, or that may point to a variable that changes. */
static bool is_state(const symbol *s)
{
    return (s->is_global || s->storage == STORAGE_STATIC) && s->kind == SYMBOL_VARIABLE &&
           (!facts_is_fixed(s) || has_pointer(s->type));
}

static bool is_pure_expression(const expression *e)
{
    if (!e) return true;
    if (e->kind == EXPRESSION_SYMBOL && e->symbol && is_state(e->symbol)) return false;
    if (e->kind == EXPRESSION_CALL && !is_pure(e->symbol)) return false;
    if (e->kind == EXPRESSION_BLOCK && !is_pure_statement(e->body)) return false;
    if (e->kind == EXPRESSION_BUILTIN) {
        const builtin_class c = e->builtin->entry->class_;
        if (c == BUILTIN_WORK_ITEM || c == BUILTIN_PRINTF || c == BUILTIN_ATOMIC || c == BUILTIN_ATOMIC_OBJECT ||
            c == BUILTIN_SUB_GROUP || c == BUILTIN_ASYNC || c == BUILTIN_IMAGE || c == BUILTIN_BARRIER ||
            c == BUILTIN_COLLECTIVE || c == BUILTIN_PIPE)
            return false;
    }
    if (!is_pure_expression(e->condition) || !is_pure_expression(e->left) || !is_pure_expression(e->right))
        return false;
    for (size_t i = 0; i < e->operand_count; ++i)
        if (!is_pure_expression(e->operands[i])) return false;
    for (size_t i = 0; i < e->element_count; ++i)
        if (!is_pure_expression(e->elements[i].value)) return false;
    return true;
}

/* ---- all facts, callees first ---- */

typedef struct visit {
    symbol *function;
    size_t next; /* index of the next callee to visit */
} visit;

static void finish(arena *a, symbol *s)
{
    facts *f = s->facts;
    f->waits = s->calls_barrier;
    f->height = 1;
    f->has_closures = s->has_closures;
    f->has_locals = s->has_locals;
    f->has_atomics = s->calls_atomic;
    f->asks_space = s->asks_space;
    for (size_t i = 0; i < s->callee_count; ++i) {
        const facts *callee = s->callees[i]->facts;
        f->waits |= callee->waits;
        f->waits_with_goto |= callee->waits_with_goto;
        f->has_closures |= callee->has_closures;
        f->has_locals |= callee->has_locals;
        f->has_atomics |= callee->has_atomics;
        f->asks_space |= callee->asks_space;
        if (callee->height >= f->height) f->height = callee->height + 1;
    }
    f->waits_with_goto |= f->waits && s->has_goto;
    f->pure = s->body && !f->has_closures && is_pure_statement(s->body);
    specialise_find(a, s);
    f->single = arena_array(a, s->parameter_count + 1, sizeof *f->single);
    for (size_t i = 0; i < s->parameter_count; ++i) f->single[i] = pointee_is_single(s, s->parameters[i]);
}

void facts_find(arena *a, symbol *function)
{
    visit *stack = NULL;
    size_t depth = 0, capacity = 0;
    symbol *enter = function->facts ? NULL : function;
    while (enter || depth) {
        if (enter) {
            enter->facts = ARENA_NEW(a, facts);
            stack = arena_reserve(a, stack, depth, &capacity, sizeof *stack);
            stack[depth++] = (visit){enter, 0};
        }
        visit *top = &stack[depth - 1];
        for (enter = NULL; !enter && top->next < top->function->callee_count; ++top->next)
            if (!top->function->callees[top->next]->facts) enter = top->function->callees[top->next];
        if (enter) continue;
        finish(a, top->function);
        --depth;
    }
}

size_t facts_count_nodes(arena *a, const symbol *function)
{
    const symbol **found = NULL;
    size_t count = 0, capacity = 0, nodes = 0;
    map seen = {.arena = a};
    found = arena_reserve(a, found, count, &capacity, sizeof *found);
    found[count++] = function;
    *map_at(&seen, (const char *)&function->facts, sizeof function->facts) = (void *)function;
    for (size_t i = 0; i < count; ++i) {
        nodes += found[i]->facts->own_size;
        for (size_t k = 0; k < found[i]->callee_count; ++k) {
            const symbol *callee = found[i]->callees[k];
            void **at = map_at(&seen, (const char *)&callee->facts, sizeof callee->facts);
            if (*at) continue;
            *at = (void *)callee;
            found = arena_reserve(a, found, count, &capacity, sizeof *found);
            found[count++] = callee;
        }
    }
    return nodes;
}

bool facts_is_fixed(const symbol *variable)
{
    const type *t = variable->type;
    if (type_space(t) == SPACE_CONSTANT || (type_qualifiers(t) & QUALIFIER_CONST)) return true;
    return variable->defined && !variable->assigned && !variable->escapes;
}

const char *facts_refusal(const symbol *kernel)
{
    return kernel->facts->height > FACTS_HEIGHT ? "functions call each other in a chain of more than 200" : NULL;
}
