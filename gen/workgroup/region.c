/* Regions, see region.h. Control flow that contains a barrier belongs to the group: it runs once for all work-items,
 * and the code between runs in a loop over them. A variable of one region is an ordinary variable in that loop.
 * Others live in the context, or once for the group if they are uniform and only the group's own control flow changes
 * them. */
#include "workgroup/region.h"

#include "workgroup/again.h"
#include "workgroup/uniformity.h"

#include <string.h>

enum { SCRATCH_ALIGN = 128 };

static bool waits(const node *n) { return n->kind == NODE_BARRIER || n->kind == NODE_COLLECTIVE; }

bool region_is_item(const node *n) { return !n->grouped && !n->alone && !waits(n); }

/* ---- what is the group's ---- */

static void mark_barriers(tree *t, node *n)
{
    if (!n) return;
    if (n->has_barrier && !waits(n)) {
        n->grouped = true;
        if (n->kind == NODE_SWITCH) tree_refuse(t, n->token, "a barrier inside of switch");
        if (n->body) n->body->grouped = true;
        if (n->otherwise) n->otherwise->grouped = true;
    }
    for (size_t i = 0; i < n->item_count; ++i) mark_barriers(t, n->items[i]);
    mark_barriers(t, n->body);
    mark_barriers(t, n->otherwise);
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
        } else if (n->kind == NODE_BREAK || n->kind == NODE_CONTINUE) {
            n->region = ++w->tree->regions;
            inside = false;
        } else if (region_is_item(n)) {
            if (!inside) ++w->tree->regions;
            inside = true;
            w->region = w->tree->regions;
            note_all(w, n);
        } else {
            if (n->grouped || n->kind == NODE_COLLECTIVE) number(w, n);
            inside = false;
        }
    }
}

static void number(walk *w, node *n)
{
    switch (n->kind) {
    case NODE_COLLECTIVE:
        number_condition(w, n->value, true);
        w->region = 0;
        note_variable(w, n->variable);
        break;
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

/* ---- jumps out of the group's control ---- */

typedef struct path {
    const struct path *outer;
    node *node;
} path;

/* A jump by single work-items out of control that holds a barrier: where everything between is uniform, it is the
 * group's too; otherwise the target is left by some and not by others. */
static bool settle_jump(const path *p, node *jump)
{
    node *target = jump->target;
    bool together = true;
    for (const path *q = p; q && q->node != target; q = q->outer)
        together &= (q->node->kind == NODE_IF && !q->node->varies) || (q->node->kind == NODE_BLOCK && !q->node->left_apart);
    bool *apart = jump->kind == NODE_BREAK ? &target->left_apart : &target->continued_apart;
    if (!together) {
        const bool changed = !*apart;
        *apart = true;
        for (const path *q = p; q && q->node != target; q = q->outer)
            if (q->node->kind == NODE_LOOP) q->node->emptied = target->emptied = true;
        return changed;
    }
    bool changed = false;
    for (const path *q = p; q && q->node != target; q = q->outer) {
        changed |= !q->node->grouped;
        q->node->grouped = true;
        if (q->node->otherwise) q->node->otherwise->grouped = true;
        if (q->node->body) q->node->body->grouped = true;
    }
    return changed;
}

static bool settle_jumps(const path *outer, node *n)
{
    if (!n) return false;
    path here = {outer, n};
    bool changed = false;
    if ((n->kind == NODE_BREAK || n->kind == NODE_CONTINUE) && n->target->grouped && n->target->has_barrier)
        changed |= settle_jump(outer, n);
    for (size_t i = 0; i < n->item_count; ++i) changed |= settle_jumps(&here, n->items[i]);
    changed |= settle_jumps(&here, n->body);
    changed |= settle_jumps(&here, n->otherwise);
    return changed;
}

/* What costs a call is kept once for the group wherever it is the same for all. */
static bool settle_calls(node *n)
{
    if (!n) return false;
    bool changed = false;
    variable *v = n->kind == NODE_DECLARE ? n->variable : NULL;
    if (v && !v->varies && !v->crosses && v->symbol->initialiser && v->symbol->initialiser->kind == EXPRESSION_CALL)
        v->crosses = changed = true;
    for (size_t i = 0; i < n->item_count; ++i) changed |= settle_calls(n->items[i]);
    changed |= settle_calls(n->body);
    changed |= settle_calls(n->otherwise);
    return changed;
}

static void find_regions(tree *t)
{
    walk w = {.tree = t};
    do {
        uniformity_find(t);
        w.changed = settle_jumps(NULL, t->body);
        if (t->uniform_loads) w.changed |= settle_calls(t->body);
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
                       (n->kind == NODE_BLOCK && n->left_apart && (t->regions > 1 || n->emptied));
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

/* The variable that the place is a part of, or NULL. */
static variable *object_of(const tree *t, const expression *e)
{
    for (;;) {
        if (e->kind == EXPRESSION_SYMBOL) return tree_variable(t, e->symbol);
        if (e->kind == EXPRESSION_INDEX && e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY)
            e = e->left->left;
        else if (e->kind == EXPRESSION_MEMBER || e->kind == EXPRESSION_SWIZZLE)
            e = e->left;
        else
            return NULL;
    }
}

/* Arrays of which something else than single elements is used. */
static bool note_whole_use(void *context, expression *e)
{
    tree *t = context;
    /* From the address of an element, others are reached. */
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_ADDRESS) {
        variable *v = object_of(t, e->left);
        if (v) v->addressed = true;
    }
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

/* ---- addresses that may outlive their region ---- */

/* A function that can keep no pointer: it gives a number, and takes no pointer to where one could be put, unless that
 * is the only one. */
static bool keeps_no_pointer(const symbol *f)
{
    const type *result = f->type->base;
    size_t pointers = 0;
    bool room = false;
    if (result->kind != TYPE_VOID && !type_is_number(result)) return false;
    for (size_t i = 0; i < f->type->parameter_count; ++i) {
        const type *p = f->type->parameters[i];
        pointers += p->kind == TYPE_POINTER || type_is_aggregate(p);
        room |= p->kind == TYPE_POINTER && !type_is_number(p->base);
    }
    return !room || pointers < 2;
}

static bool note_escape(void *context, expression *e)
{
    tree *t = context;
    const bool address = e->kind == EXPRESSION_UNARY && e->op == OPERATOR_ADDRESS;
    const bool decay = e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_DECAY;
    if (e->kind == EXPRESSION_BUILTIN || (e->kind == EXPRESSION_CALL && keeps_no_pointer(e->symbol))) {
        for (size_t i = 0; i < e->operand_count; ++i) {
            expression *o = e->operands[i];
            while (o->kind == EXPRESSION_CAST && o->conversion != CONVERSION_DECAY) o = o->left;
            const bool direct = (o->kind == EXPRESSION_UNARY && o->op == OPERATOR_ADDRESS) || o->kind == EXPRESSION_CAST;
            tree_visit(direct ? o->left : o, note_escape, t);
        }
        return false;
    }
    if (e->kind == EXPRESSION_INDEX && e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY) {
        tree_visit(e->left->left, note_escape, t);
        tree_visit(e->right, note_escape, t);
        return false;
    }
    if (address || decay) {
        const expression *place = e->left;
        while (place->kind == EXPRESSION_MEMBER || place->kind == EXPRESSION_INDEX ||
               (place->kind == EXPRESSION_CAST && place->conversion == CONVERSION_DECAY))
            place = place->left;
        if (place->kind == EXPRESSION_COMPOUND)
            tree_refuse(t, e->token, "the address of an unnamed object in a kernel with barriers");
        variable *v = object_of(t, e->left);
        if (v && v->stored != STORED_PARAMETER) v->crosses = v->varies = true;
    }
    return true;
}

static void note_escapes(tree *t, node *n)
{
    if (!n) return;
    tree_visit(n->value, note_escape, t);
    tree_visit(n->step, note_escape, t);
    if (n->variable) tree_visit(n->variable->symbol->initialiser, note_escape, t);
    for (size_t i = 0; i < n->item_count; ++i) note_escapes(t, n->items[i]);
    note_escapes(t, n->body);
    note_escapes(t, n->otherwise);
}

/* ---- places ---- */

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
    if (again_take(t, v)) return;
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

/* ---- loops without barriers ---- */

static bool has_jump(const node *n)
{
    if (n->kind == NODE_BREAK || n->kind == NODE_CONTINUE) return true;
    for (size_t i = 0; i < n->item_count; ++i)
        if (has_jump(n->items[i])) return true;
    return (n->body && has_jump(n->body)) || (n->otherwise && has_jump(n->otherwise));
}

/* A loop that is the same for all, between barriers: the work-item loops are inside it too. Whether there is one. */
static bool mark_inner_loops(node *n)
{
    bool any = false;
    if (!n) return false;
    if (n->kind == NODE_BLOCK && !n->left_apart)
        for (size_t i = 0; i < n->item_count; ++i) any |= mark_inner_loops(n->items[i]);
    else if (n->kind == NODE_LOOP && !n->grouped && !n->varies && n->value && !n->test_last && !has_jump(n->body)) {
        (void)mark_inner_loops(n->body);
        n->body->grouped = any = true;
    } else if (n->grouped && n->kind != NODE_BLOCK) {
        any = mark_inner_loops(n->body);
        any |= mark_inner_loops(n->otherwise);
    }
    if (any) n->grouped = true;
    return any;
}

void region_find(tree *t)
{
    if (!t->keep_groups && t->body->has_barrier) {
        mark_barriers(t, t->body);
        uniformity_find(t);
        if (!t->whole_loops) (void)mark_inner_loops(t->body);
    }
    t->body->grouped = true;
    walk w = {.tree = t};
    note_inner_change(&w, t->body, false);
    find_regions(t);
    if (t->regions > 1) note_escapes(t, t->body);
    need_masks(t, t->body);
    note_uses(t, t->body);
    again_note(t);
    for (size_t i = 0; i < t->variable_count; ++i) place(t, t->variables[i]);
    t->fixed_bytes = rounded(t->fixed_bytes, SCRATCH_ALIGN);
    /* Every array of the context begins aligned whatever the number of work-items. */
    t->context_bytes = rounded(t->context_bytes, 16);
    if (t->fixed_bytes > UINT32_MAX / 2 || t->context_bytes > UINT32_MAX / 2)
        tree_refuse(t, t->function->token, "the kernel's variables need more than 2 GiB");
}
