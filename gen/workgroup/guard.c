/* Guards, see guard.h. A guard compares a global id with a value that depends only on arguments. Work-items beyond it
 * do nothing, so the loops stop before them and the body needs no condition.
 * Knows the shape of conditions; must not know regions. */
#include "workgroup/guard.h"

#include "clc/builtin.h"
#include "workgroup/uniformity.h"

#include <string.h>

/* The value behind casts that keep a global id what it is: ids are far below the largest int, or wrap as the kernel's do. */
static const expression *behind_casts(const expression *e)
{
    while (e->kind == EXPRESSION_CAST && (e->conversion == CONVERSION_NUMBER || e->conversion == CONVERSION_NONE) &&
           type_is_integer(e->type) && type_size(e->type) >= 4)
        e = e->left;
    return e;
}

/* The dimension whose global id the expression is, or -1. */
static int dimension_of(const tree *t, const expression *e)
{
    e = behind_casts(e);
    if (e->kind == EXPRESSION_SYMBOL) {
        const variable *v = tree_variable(t, e->symbol);
        if (!v || v->stored == STORED_PARAMETER || v->symbol->assigned || v->symbol->address_taken || !v->symbol->initialiser ||
            !type_is_integer(v->type) || type_size(v->type) < 4)
            return -1;
        e = behind_casts(v->symbol->initialiser);
    }
    if (e->kind != EXPRESSION_BUILTIN || strcmp(e->builtin->name, "get_global_id") != 0) return -1;
    const expression *d = e->operands[0];
    while (d->kind == EXPRESSION_CAST && !d->has_value) d = d->left;
    return d->has_value && d->value.integer < 3 ? (int)d->value.integer : -1;
}

/* Only arguments and constants, without any access to memory. */
static bool depends_on_arguments(const tree *t, const expression *e)
{
    switch (e->kind) {
    case EXPRESSION_CONSTANT: return true;
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(t, e->symbol);
        return v && v->stored == STORED_PARAMETER && type_is_integer(e->type);
    }
    case EXPRESSION_CAST: return e->conversion == CONVERSION_NUMBER && depends_on_arguments(t, e->left);
    case EXPRESSION_BINARY:
        return (e->op == OPERATOR_ADD || e->op == OPERATOR_SUBTRACT || e->op == OPERATOR_MULTIPLY) &&
               depends_on_arguments(t, e->left) && depends_on_arguments(t, e->right);
    default: return false;
    }
}

/* `stays`: the condition holds for those that go on; otherwise for those that leave. All parts must be guards. */
static bool collect(const tree *t, expression *e, bool stays, expression *limits[3])
{
    if (e->kind != EXPRESSION_BINARY) return false;
    if (e->op == (stays ? OPERATOR_AND_AND : OPERATOR_OR_OR))
        return collect(t, e->left, stays, limits) && collect(t, e->right, stays, limits);
    const ast_operator with_left = stays ? OPERATOR_LESS : OPERATOR_GREATER_EQUAL;
    const ast_operator with_right = stays ? OPERATOR_GREATER : OPERATOR_LESS_EQUAL;
    expression *id = e->left, *limit = e->right;
    if (e->op == with_right) {
        id = e->right;
        limit = e->left;
    } else if (e->op != with_left) {
        return false;
    }
    const int d = dimension_of(t, id);
    if (d < 0 || limits[d] || !depends_on_arguments(t, limit)) return false;
    limits[d] = limit;
    return true;
}

static bool note_effect(void *context, expression *e)
{
    bool *any = context;
    *any |= e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP || e->kind == EXPRESSION_CALL ||
            (e->kind == EXPRESSION_BUILTIN && e->builtin->entry->class_ != BUILTIN_WORK_ITEM);
    return !*any;
}

static bool is_plain_declaration(const node *n)
{
    bool effect = false;
    if (n->kind != NODE_DECLARE || type_space(n->variable->type) == SPACE_LOCAL) return n->kind == NODE_DECLARE;
    tree_visit(n->variable->symbol->initialiser, note_effect, &effect);
    return !effect;
}

static const node *only_item(const node *n)
{
    while (n->kind == NODE_BLOCK && n->item_count == 1) n = n->items[0];
    return n;
}

/* Turns the node into a block of what is left of it. */
static bool take(tree *t, node *n, bool is_last)
{
    expression *limits[3] = {t->limits[0], t->limits[1], t->limits[2]};
    const node *body = only_item(n->body);
    if (n->otherwise) return false;
    if (body->kind == NODE_BREAK && body->target == t->body) {
        if (!collect(t, n->value, false, limits)) return false;
        n->item_count = 0;
    } else {
        if (!is_last || !collect(t, n->value, true, limits)) return false;
        n->items = n->body->items;
        n->item_count = n->body->item_count;
        n->capacity = n->body->capacity;
    }
    n->kind = NODE_BLOCK;
    n->value = NULL;
    n->body = NULL;
    memcpy(t->limits, limits, sizeof limits);
    return true;
}

static void find(tree *t, node *block)
{
    for (size_t i = 0; i < block->item_count; ++i) {
        node *n = block->items[i];
        const bool is_last = i + 1 == block->item_count;
        if (n->kind == NODE_BLOCK && is_last) {
            find(t, n);
            return;
        }
        if (n->kind == NODE_IF) {
            if (!take(t, n, is_last)) return;
            if (is_last) find(t, n);
        } else if (!is_plain_declaration(n)) {
            return;
        }
    }
}

void guard_find(tree *t)
{
    find(t, t->body);
}
