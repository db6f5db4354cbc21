/* Regions, see region.h. Control that contains a barrier is the group's: it is followed once for all work-items, and what
 * stands between is gone through by a loop over them. A variable that occurs in one region only is an ordinary one in that
 * loop; others live in the context, or once for the group if they are uniform and only the group's own steps change them. */
#include "workgroup/region.h"

#include "workgroup/uniformity.h"

#include <string.h>

enum { SCRATCH_ALIGN = 128 };

bool region_is_item(const node *n) { return !n->grouped && !n->alone && n->kind != NODE_BARRIER; }

/* ---- what is the group's ---- */

static bool mark_barriers(tree *t, node *n)
{
    if (!n) return false;
    bool any = n->kind == NODE_BARRIER;
    for (size_t i = 0; i < n->item_count; ++i) any |= mark_barriers(t, n->items[i]);
    any |= mark_barriers(t, n->body);
    any |= mark_barriers(t, n->otherwise);
    n->has_barrier = any;
    n->grouped = any && n->kind != NODE_BARRIER;
    if (n->grouped && n->kind == NODE_SWITCH) tree_refuse(t, n->token, "a barrier inside of switch");
    if (n->grouped && n->body) n->body->grouped = true;
    if (n->grouped && n->otherwise) n->otherwise->grouped = true;
    return any;
}

/* ---- regions and occurrences ---- */

typedef struct walk {
    tree *tree;
    unsigned region; /* 0: the group's own control */
    bool changed;
} walk;

static bool note_occurrence(void *context, expression *e)
{
    walk *w = context;
    if (e->kind != EXPRESSION_SYMBOL) return true;
    variable *v = tree_variable(w->tree, e->symbol);
    if (!v || v->stored == STORED_PARAMETER || v->crosses) return true;
    if (w->region == 0 || (v->region && v->region != w->region)) {
        v->crosses = true;
        w->changed = true;
    }
    v->region = w->region;
    return true;
}

static void note_variable(walk *w, variable *v)
{
    expression e = {.kind = EXPRESSION_SYMBOL, .symbol = v->symbol};
    note_occurrence(w, &e);
}

static void note_all(walk *w, node *n)
{
    n->region = w->region;
    tree_visit(n->value, note_occurrence, w);
    tree_visit(n->step, note_occurrence, w);
    if (n->variable) {
        note_variable(w, n->variable);
        tree_visit(n->variable->symbol->initialiser, note_occurrence, w);
    }
    for (size_t i = 0; i < n->item_count; ++i) note_all(w, n->items[i]);
    if (n->body) note_all(w, n->body);
    if (n->otherwise) note_all(w, n->otherwise);
}

/* Whether the node changes nothing but a variable that is kept once. */
static bool is_alone(const tree *t, const node *n)
{
    const variable *v = n->kind == NODE_DECLARE ? n->variable : n->kind == NODE_EVALUATE ? uniformity_target(t, n->value) : NULL;
    return v && v->stored != STORED_PARAMETER && v->crosses && !v->varies && type_space(v->type) != SPACE_LOCAL;
}

static void number_condition(walk *w, expression *e, bool varies)
{
    if (!e) return;
    w->region = varies ? ++w->tree->regions : 0;
    tree_visit(e, note_occurrence, w);
}

static void number(walk *w, node *n);

static void number_items(walk *w, node *block)
{
    bool inside = false;
    for (size_t i = 0; i < block->item_count; ++i) {
        node *n = block->items[i];
        n->alone = !n->grouped && is_alone(w->tree, n);
        if (n->alone) {
            w->region = 0;
            note_all(w, n);
            inside = false;
        } else if (region_is_item(n)) {
            if (!inside) ++w->tree->regions;
            inside = true;
            w->region = w->tree->regions;
            note_all(w, n);
        } else {
            if (n->grouped) number(w, n);
            inside = false;
        }
    }
}

static void number(walk *w, node *n)
{
    switch (n->kind) {
    case NODE_BLOCK: number_items(w, n); break;
    case NODE_IF:
        number_condition(w, n->value, n->varies);
        number(w, n->body);
        if (n->otherwise) number(w, n->otherwise);
        break;
    case NODE_LOOP: {
        number_condition(w, n->value, n->varies);
        number(w, n->body);
        variable *v = n->step ? uniformity_target(w->tree, n->step) : NULL;
        if (n->step) number_condition(w, n->step, !(v && v->stored != STORED_PARAMETER && !v->varies));
        break;
    }
    default: break;
    }
}

/* What single work-items change inside of larger statements cannot be kept once for the group. */
static void note_inner_change(walk *w, node *n, bool direct)
{
    if (!n) return;
    variable *v = n->kind == NODE_EVALUATE ? uniformity_target(w->tree, n->value) : n->kind == NODE_DECLARE ? n->variable : NULL;
    if (v && !direct) v->changed_inside = true;
    v = n->step ? uniformity_target(w->tree, n->step) : NULL;
    if (v && !n->grouped) v->changed_inside = true;
    const bool inner = n->kind == NODE_BLOCK && n->grouped;
    for (size_t i = 0; i < n->item_count; ++i) note_inner_change(w, n->items[i], inner);
    note_inner_change(w, n->body, n->grouped);
    note_inner_change(w, n->otherwise, n->grouped);
}

static void find_regions(tree *t)
{
    walk w = {.tree = t};
    do {
        uniformity_find(t);
        w.changed = false;
        t->regions = 0;
        for (size_t i = 0; i < t->variable_count; ++i) t->variables[i]->region = 0;
        number(&w, t->body);
        for (size_t i = 0; i < t->variable_count; ++i) {
            variable *v = t->variables[i];
            if (v->crosses && v->changed_inside && !v->varies) {
                v->varies = true;
                w.changed = true;
            }
        }
    } while (w.changed);
}

/* ---- storage ---- */

static void need_masks(tree *t, node *n)
{
    const type *flag = type_basic(TYPE_INT);
    if (!n || !n->grouped) return;
    const bool split = (n->kind == NODE_IF && n->varies) || (n->kind == NODE_LOOP && (n->varies || n->left_apart)) ||
                       (n->kind == NODE_BLOCK && n->left_apart && t->regions > 1);
    const bool second = (n->kind == NODE_IF && n->varies && n->otherwise) || (n->kind == NODE_LOOP && n->continued_apart);
    variable **masks[] = {split ? &n->mask : NULL, second ? &n->other_mask : NULL};
    for (size_t i = 0; i < 2; ++i) {
        if (!masks[i]) continue;
        *masks[i] = tree_add_variable(t, NULL, flag);
        (*masks[i])->is_mask = (*masks[i])->crosses = (*masks[i])->varies = true;
    }
    for (size_t i = 0; i < n->item_count; ++i) need_masks(t, n->items[i]);
    need_masks(t, n->body);
    need_masks(t, n->otherwise);
}

/* Arrays of which something else than single elements is used. */
static bool note_whole_use(void *context, expression *e)
{
    tree *t = context;
    if (e->kind == EXPRESSION_INDEX && e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY &&
        !type_is_aggregate(e->type)) {
        /* An element in full: visit the indices alone. */
        expression *x = e;
        while (x->kind == EXPRESSION_INDEX && x->left->kind == EXPRESSION_CAST && x->left->conversion == CONVERSION_DECAY) {
            tree_visit(x->right, note_whole_use, t);
            x = x->left->left;
        }
        if (x->kind != EXPRESSION_SYMBOL) tree_visit(x, note_whole_use, t);
        return false;
    }
    if (e->kind == EXPRESSION_SYMBOL) {
        variable *v = tree_variable(t, e->symbol);
        if (v) v->addressed = true;
    }
    return true;
}

static void note_uses(tree *t, node *n)
{
    if (!n) return;
    tree_visit(n->value, note_whole_use, t);
    tree_visit(n->step, note_whole_use, t);
    if (n->variable) tree_visit(n->variable->symbol->initialiser, note_whole_use, t);
    for (size_t i = 0; i < n->item_count; ++i) note_uses(t, n->items[i]);
    note_uses(t, n->body);
    note_uses(t, n->otherwise);
}

static size_t rounded(size_t value, size_t align) { return (value + align - 1) / align * align; }

static void place(tree *t, variable *v)
{
    const size_t size = type_size(v->type);
    size_t align = type_align(v->type);
    if (v->symbol && v->symbol->attributes.align > align) align = v->symbol->attributes.align;
    if (v->symbol && type_space(v->type) == SPACE_LOCAL && v->stored != STORED_PARAMETER) {
        v->stored = STORED_LOCAL;
        v->offset = rounded(t->fixed_bytes, align > 64 ? align : 64);
        t->fixed_bytes = v->offset + size;
        return;
    }
    if (v->stored == STORED_PARAMETER || !v->crosses) return;
    if (!v->varies) {
        v->stored = STORED_ONCE;
        return;
    }
    const type *element = v->type;
    while (element->kind == TYPE_ARRAY) element = element->base;
    const bool spread = v->type->kind == TYPE_ARRAY && !v->addressed && !type_is_aggregate(element) && !v->symbol->initialiser;
    v->stored = spread ? STORED_SPREAD : STORED_CONTEXT;
    v->offset = rounded(t->context_bytes, align);
    t->context_bytes = v->offset + size;
}

void region_find(tree *t)
{
    mark_barriers(t, t->body);
    t->body->grouped = true;
    walk w = {.tree = t};
    note_inner_change(&w, t->body, false);
    find_regions(t);
    need_masks(t, t->body);
    note_uses(t, t->body);
    for (size_t i = 0; i < t->variable_count; ++i) place(t, t->variables[i]);
    t->fixed_bytes = rounded(t->fixed_bytes, SCRATCH_ALIGN);
    /* Every array of the context begins aligned whatever the number of work-items. */
    t->context_bytes = rounded(t->context_bytes, 16);
    if (t->fixed_bytes > UINT32_MAX / 2 || t->context_bytes > UINT32_MAX / 2)
        tree_refuse(t, t->function->token, "the kernel's variables need more than 2 GiB");
}
