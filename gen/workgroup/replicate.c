/* Replication, see replicate.h. Knows sizes only; what is written is lower.c's. */
#include "workgroup/replicate.h"

enum {
    MOST_ITEMS = 8,
    MOST_BYTES = 2048, /* on the stack, of __local variables and contexts */
    MOST_NODES = 2000  /* of expressions, in all copies of a region */
};

void replicate_find(tree *t)
{
    const attributes *a = &t->function->attributes;
    if (t->reason || !t->has_barrier || t->keep_groups || t->regions < 2 || !a->has_reqd_size) return;
    size_t items = 1;
    for (size_t d = 0; d < 3; ++d) {
        if (a->reqd_size[d] > MOST_ITEMS) return;
        items *= (size_t)a->reqd_size[d];
    }
    if (items > MOST_ITEMS || t->fixed_bytes + t->context_bytes * items > MOST_BYTES) return;
    t->replicas = items;
}

static bool count_node(void *context, expression *e)
{
    (void)e;
    ++*(size_t *)context;
    return true;
}

static bool is_straight(node *n, size_t *size)
{
    if (!n) return true;
    if (n->kind != NODE_BLOCK && n->kind != NODE_DECLARE && n->kind != NODE_EVALUATE && n->kind != NODE_IF) return false;
    tree_visit(n->value, count_node, size);
    if (n->variable) tree_visit(n->variable->symbol->initialiser, count_node, size);
    for (size_t i = 0; i < n->item_count; ++i)
        if (!is_straight(n->items[i], size)) return false;
    return is_straight(n->body, size) && is_straight(n->otherwise, size);
}

bool replicate_pays(const tree *t, node *const *items, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count; ++i)
        if (!is_straight(items[i], &size)) return false;
    return t->replicas && size * t->replicas <= MOST_NODES;
}

bool replicate_unrolls(const tree *t, const node *loop)
{
    const expression *e = loop->value;
    return t->replicas && e && !loop->varies && !loop->mask && !loop->test_last && e->kind == EXPRESSION_BINARY && e->right->has_value;
}
