/* Lists, see list.h. Neighbouring work-items rarely take such a branch together, so as lanes they would mostly be
 * idle.
 * Knows the tree; must not know how a list is written. */
#include "workgroup/list.h"

#include "clc/builtin.h"
#include "workgroup/lane.h"

static bool note_effect(void *context, expression *e)
{
    bool *any = context;
    *any |= e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP || e->kind == EXPRESSION_CALL ||
            (e->kind == EXPRESSION_BUILTIN && e->builtin->entry->class_ != BUILTIN_WORK_ITEM);
    return !*any;
}

static bool is_plain(expression *e)
{
    bool any = false;
    tree_visit(e, note_effect, &any);
    return !any;
}

bool list_pays(const tree *t, node *const *items, size_t count)
{
    if (!count || t->keep_groups) return false;
    for (size_t i = 0; i + 1 < count; ++i)
        if (items[i]->kind != NODE_DECLARE || type_is_aggregate(items[i]->variable->type) ||
            items[i]->variable->type->kind == TYPE_ARRAY || items[i]->variable->symbol->assigned ||
            !is_plain(items[i]->variable->symbol->initialiser))
            return false;
    const node *last = items[count - 1];
    return last->kind == NODE_IF && last->varies && !last->otherwise && is_plain(last->value) &&
           lane_pays(t, last->body->items, last->body->item_count);
}
