/* Replication, see replicate.h. Knows sizes only; lower.c writes the code. */
#include "workgroup/replicate.h"

enum {
    MOST_ITEMS = 8,
    MOST_BYTES = 2048, /* on the stack, of __local variables and contexts */
    MOST_NODES = 2000, /* of expressions, in all copies of a region, or of a loop's body */
    MOST_IN_ALL = 8 * MOST_NODES
};

static bool count_node(void *context, expression *e)
{
    (void)e;
    ++*(size_t *)context;
    return true;
}

static void count_nodes(node *n, size_t *size)
{
    if (!n) return;
    tree_visit(n->value, count_node, size);
    tree_visit(n->step, count_node, size);
    if (n->variable && n->variable->symbol) tree_visit(n->variable->symbol->initialiser, count_node, size);
    for (size_t i = 0; i < n->item_count; ++i) count_nodes(n->items[i], size);
    count_nodes(n->body, size);
    count_nodes(n->otherwise, size);
}

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
    size_t size = 0;
    count_nodes(t->body, &size);
    if (size * items <= MOST_IN_ALL) t->replicas = items;
}

static bool is_straight(const node *n)
{
    if (!n) return true;
    if (n->kind != NODE_BLOCK && n->kind != NODE_DECLARE && n->kind != NODE_EVALUATE && n->kind != NODE_IF) return false;
    for (size_t i = 0; i < n->item_count; ++i)
        if (!is_straight(n->items[i])) return false;
    return is_straight(n->body) && is_straight(n->otherwise);
}

bool replicate_pays(const tree *t, node *const *items, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count; ++i) {
        if (!is_straight(items[i])) return false;
        count_nodes(items[i], &size);
    }
    return t->replicas && size * t->replicas <= MOST_NODES;
}

bool replicate_unrolls(const tree *t, const node *loop)
{
    const expression *e = loop->value;
    size_t size = 0;
    if (!t->replicas || !e || loop->varies || loop->mask || loop->test_last || e->kind != EXPRESSION_BINARY || !e->right->has_value)
        return false;
    count_nodes(loop->body, &size);
    return size * t->replicas <= MOST_NODES;
}
