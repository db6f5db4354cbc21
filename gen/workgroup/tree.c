/* Making and walking the tree of a function. */
#include "workgroup/tree.h"

variable *tree_variable(const tree *t, const symbol *s)
{
    if (s->mark <= 0 || (size_t)s->mark > t->variable_count) return NULL;
    variable *v = t->variables[s->mark - 1];
    return v->symbol == s ? v : NULL;
}

variable *tree_add_variable(tree *t, symbol *s, const type *type)
{
    if (t->variable_count == t->variable_capacity) {
        const size_t capacity = t->variable_capacity ? t->variable_capacity * 2 : 16;
        t->variables = arena_grow(t->arena, t->variables, t->variable_count, capacity, sizeof(variable *));
        t->variable_capacity = capacity;
    }
    variable *v = ARENA_NEW(t->arena, variable);
    v->symbol = s;
    v->type = type;
    v->number = (unsigned)t->variable_count + 1;
    t->variables[t->variable_count++] = v;
    if (s) s->mark = (int)t->variable_count;
    return v;
}

node *tree_node(tree *t, node_kind kind, const token *where)
{
    node *n = ARENA_NEW(t->arena, node);
    n->kind = kind;
    n->token = where;
    n->number = ++t->labels;
    return n;
}

void tree_add(tree *t, node *block, node *item)
{
    if (block->item_count == block->capacity) {
        const size_t capacity = block->capacity ? block->capacity * 2 : 4;
        block->items = arena_grow(t->arena, block->items, block->item_count, capacity, sizeof(node *));
        block->capacity = capacity;
    }
    block->items[block->item_count++] = item;
}

void tree_refuse(tree *t, const token *where, const char *reason)
{
    if (t->reason) return;
    t->reason = reason;
    t->where = where;
}

void tree_visit(expression *e, tree_visitor *visit, void *context)
{
    if (!e || !visit(context, e)) return;
    tree_visit(e->condition, visit, context);
    tree_visit(e->left, visit, context);
    tree_visit(e->right, visit, context);
    for (size_t i = 0; i < e->operand_count; ++i) tree_visit(e->operands[i], visit, context);
    for (size_t i = 0; i < e->element_count; ++i) tree_visit(e->elements[i].value, visit, context);
}
