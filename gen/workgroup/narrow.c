/* Narrowing, see narrow.h. If a run of statements starts by assigning to the variable, and all its reads come later,
 * it shares nothing with other statements and can have a variable of its own. Jumps cannot enter its middle: there is
 * no goto, and switches are not changed.
 * Knows statements and which of them read or set a variable; must not know work-items. */
#include "workgroup/narrow.h"

/* What a statement does with the value that the variable has before it. */
typedef enum use {
    USE_NONE, /* does not mention the variable */
    USE_SETS, /* never reads it, and whoever gets to its end has set the variable */
    USE_DEAD, /* never reads it, but may leave it as it is */
    USE_READS
} use;

typedef struct narrower {
    tree *tree;
    size_t count; /* of variables before: those made here are where they belong */
    variable *v;
} narrower;

/* ---- mentions ---- */

typedef struct search {
    const symbol *wanted;
    bool found;
} search;

static bool look(void *context, expression *e)
{
    search *s = context;
    s->found |= e->kind == EXPRESSION_SYMBOL && e->symbol == s->wanted;
    return !s->found;
}

static bool mentions(const narrower *x, expression *e)
{
    search s = {x->v->symbol, false};
    tree_visit(e, look, &s);
    return s.found;
}

/* variable = value, where the value does not depend on the variable. */
static bool sets(const narrower *x, const expression *e)
{
    return e->kind == EXPRESSION_ASSIGN && e->op == OPERATOR_NONE && e->left->kind == EXPRESSION_SYMBOL &&
           e->left->symbol == x->v->symbol && !mentions(x, e->right);
}

static use use_of_expression(const narrower *x, expression *e)
{
    return !e || !mentions(x, e) ? USE_NONE : sets(x, e) ? USE_SETS : USE_READS;
}

static bool jumps(const node *n)
{
    if (!n) return false;
    if (n->kind == NODE_BREAK || n->kind == NODE_CONTINUE || n->kind == NODE_RETURN) return true;
    for (size_t i = 0; i < n->item_count; ++i)
        if (jumps(n->items[i])) return true;
    return jumps(n->body) || jumps(n->otherwise);
}

static use use_of(const narrower *x, node *n);

static use use_of_block(const narrower *x, node *n)
{
    use all = USE_NONE;
    bool jumped = false; /* some may have left before */
    for (size_t i = 0; i < n->item_count; ++i) {
        const use u = use_of(x, n->items[i]);
        if (u == USE_READS) return USE_READS;
        if (u == USE_SETS) return jumped ? USE_DEAD : USE_SETS;
        if (u == USE_DEAD) all = USE_DEAD;
        jumped = jumped || jumps(n->items[i]);
    }
    return all;
}

static use use_of_if(const narrower *x, node *n)
{
    const use condition = use_of_expression(x, n->value);
    if (condition != USE_NONE) return condition;
    if (n->origin && mentions(x, n->origin)) return USE_READS;
    const use a = use_of(x, n->body), b = n->otherwise ? use_of(x, n->otherwise) : USE_NONE;
    if (a == USE_READS || b == USE_READS) return USE_READS;
    return a == b ? a : USE_DEAD;
}

static use use_of_loop(const narrower *x, node *n)
{
    const use condition = use_of_expression(x, n->value), body = use_of(x, n->body), step = use_of_expression(x, n->step);
    /* Behind a body that always sets it, step and condition may read it. */
    if (body == USE_SETS && (n->test_last || condition == USE_NONE)) return n->test_last ? USE_SETS : USE_DEAD;
    if (condition == USE_READS || body == USE_READS || step == USE_READS) return USE_READS;
    if (condition == USE_SETS) return USE_READS; /* not told apart: a rare thing */
    return body == USE_NONE && step == USE_NONE ? USE_NONE : USE_DEAD;
}

static use use_of(const narrower *x, node *n)
{
    switch (n->kind) {
    case NODE_DECLARE:
        if (n->variable == x->v) return USE_SETS;
        return use_of_expression(x, n->variable->symbol->initialiser);
    case NODE_EVALUATE:
    case NODE_RETURN:
    case NODE_COLLECTIVE: return use_of_expression(x, n->value);
    case NODE_BLOCK: return use_of_block(x, n);
    case NODE_IF: return use_of_if(x, n);
    case NODE_LOOP: return use_of_loop(x, n);
    case NODE_SWITCH: return mentions(x, n->value) || use_of_block(x, n->body) != USE_NONE ? USE_READS : USE_NONE;
    default:
        return n->variable == x->v || (n->value && mentions(x, n->value)) || (n->step && mentions(x, n->step)) ? USE_READS : USE_NONE;
    }
}

/* ---- a variable of its own ---- */

typedef struct renaming {
    const symbol *from;
    symbol *to;
} renaming;

static bool rename_in(void *context, expression *e)
{
    const renaming *r = context;
    if (e->kind == EXPRESSION_SYMBOL && e->symbol == r->from) e->symbol = r->to;
    if (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP) {
        const expression *place = e->left;
        while (place->kind == EXPRESSION_SWIZZLE || place->kind == EXPRESSION_INDEX) place = place->left;
        if (place->kind == EXPRESSION_SYMBOL && (place->symbol == r->from || place->symbol == r->to)) r->to->assigned = true;
    }
    return true;
}

static void rename_below(renaming *r, node *n)
{
    if (!n) return;
    tree_visit(n->value, rename_in, r);
    tree_visit(n->step, rename_in, r);
    tree_visit(n->origin, rename_in, r);
    if (n->variable) tree_visit(n->variable->symbol->initialiser, rename_in, r);
    for (size_t i = 0; i < n->item_count; ++i) rename_below(r, n->items[i]);
    rename_below(r, n->body);
    rename_below(r, n->otherwise);
}

/* The items first .. end - 1 get a variable that is declared before them; the new end. */
static size_t declare_in(narrower *x, node *block, size_t first, size_t end)
{
    tree *t = x->tree;
    node *begin = block->items[first], *declaration = tree_node(t, NODE_DECLARE, begin->token);
    symbol *s = ARENA_NEW(t->arena, symbol);
    renaming r = {x->v->symbol, s};
    *s = *x->v->symbol;
    s->mark = 0;
    s->assigned = false;
    s->initialiser = NULL;
    declaration->variable = tree_add_variable(t, s, x->v->type);
    if (begin->kind == NODE_EVALUATE) {
        s->initialiser = begin->value->right;
        block->items[first] = declaration;
    } else {
        tree_add(t, block, declaration);
        for (size_t i = block->item_count - 1; i > first; --i) block->items[i] = block->items[i - 1];
        block->items[first] = declaration;
        ++end;
    }
    for (size_t i = first + 1; i < end; ++i) rename_below(&r, block->items[i]);
    return end;
}

static void settle(narrower *x, node *block);

/* A statement that holds all uses of a value: whether they went further in. */
static bool settle_inside(narrower *x, node *n)
{
    switch (n->kind) {
    case NODE_BLOCK: settle(x, n); return true;
    case NODE_IF:
        if (mentions(x, n->value)) return false;
        settle(x, n->body);
        if (n->otherwise) settle(x, n->otherwise);
        return true;
    case NODE_LOOP:
        if ((n->value && mentions(x, n->value)) || (n->step && mentions(x, n->step))) return false;
        settle(x, n->body);
        return true;
    default: return false;
    }
}

/* Where the run of items ends that begins with `first` and shares one value. */
static size_t end_of_run(const narrower *x, const node *block, size_t first)
{
    size_t end = first + 1;
    for (size_t i = first + 1; i < block->item_count; ++i) {
        const use u = use_of(x, block->items[i]);
        if (u == USE_SETS) break;
        if (u == USE_READS) end = i + 1;
    }
    return end;
}

/* All uses of values of the variable in a block that does not read what the variable is before it. */
static void settle(narrower *x, node *block)
{
    for (size_t i = 0; i < block->item_count;) {
        node *n = block->items[i];
        if (use_of(x, n) == USE_NONE) {
            ++i;
            continue;
        }
        const size_t end = end_of_run(x, block, i);
        const bool is_declaration = n->kind == NODE_DECLARE && n->variable == x->v;
        if (is_declaration && end == i + 1 && !x->v->symbol->initialiser) {
            for (size_t k = i; k + 1 < block->item_count; ++k) block->items[k] = block->items[k + 1];
            --block->item_count;
        } else if (is_declaration || (end == i + 1 && settle_inside(x, n))) {
            i = end;
        } else {
            i = declare_in(x, block, i, end);
        }
    }
}

/* The variable is declared in the block. */
static void narrow_variable(narrower *x, node *block)
{
    const symbol *s = x->v->symbol;
    if (x->v->number > x->count || !s->assigned || s->address_taken || type_is_aggregate(x->v->type) ||
        type_space(x->v->type) == SPACE_LOCAL || (type_qualifiers(x->v->type) & QUALIFIER_VOLATILE))
        return;
    settle(x, block);
}

/* is_switch: labels lead into the middle of the block. */
static void narrow_in(narrower *x, node *n, bool is_switch)
{
    if (!n) return;
    for (size_t i = 0; i < n->item_count;) {
        node *item = n->items[i];
        if (item->kind == NODE_DECLARE && !is_switch) {
            x->v = item->variable;
            narrow_variable(x, n);
        } else {
            narrow_in(x, item, false);
        }
        /* The declaration may have gone. */
        if (i < n->item_count && n->items[i] == item) ++i;
    }
    narrow_in(x, n->body, n->kind == NODE_SWITCH);
    narrow_in(x, n->otherwise, false);
}

void narrow(tree *t)
{
    narrower x = {.tree = t, .count = t->variable_count};
    if (!t->has_goto && !t->reason) narrow_in(&x, t->body, false);
}
