/* Recomputation, see again.h. Knows what is cheap and where variables change; must not know regions or lanes. */
#include "workgroup/again.h"

#include "clc/builtin.h"
#include "workgroup/uniformity.h"

enum { CHEAP = 16, CHEAP_POINTER = 60 };

typedef struct cheap {
    size_t size, limit;
    bool products;
    const node *home; /* the block that declares what is computed */
} cheap;

/* ---- where variables are declared and changed ---- */

static void note_change(tree *t, variable *v, size_t position)
{
    if (!v) return;
    v->changes = arena_reserve(t->arena, v->changes, v->change_count, &v->change_capacity, sizeof *v->changes);
    v->changes[v->change_count++] = position;
}

/* A loop's step stands before its body. */
static void note(tree *t, node *n, const node *block, size_t *next)
{
    if (!n) return;
    n->position = (*next)++;
    if (n->kind == NODE_DECLARE) n->variable->home = block;
    if (n->kind == NODE_EVALUATE) note_change(t, uniformity_target(t, n->value), n->position);
    if (n->step) note_change(t, uniformity_target(t, n->step), n->position);
    for (size_t i = 0; i < n->item_count; ++i) note(t, n->items[i], n->kind == NODE_BLOCK ? n : block, next);
    note(t, n->body, block, next);
    note(t, n->otherwise, block, next);
    n->end = *next;
}

void again_note(tree *t)
{
    size_t next = 0;
    note(t, t->body, NULL, &next);
}

static bool changes_in(const variable *v, const node *block)
{
    size_t low = 0, high = v->change_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (v->changes[middle] < block->position) low = middle + 1;
        else high = middle;
    }
    return low < v->change_count && v->changes[low] < block->end;
}

/* A number that the group has once, and that stays the same in the block. */
static bool is_settled(const variable *v, const node *block)
{
    return v->symbol && v->crosses && !v->varies && !v->changed_inside && !v->symbol->address_taken && type_is_integer(v->type) &&
           type_space(v->type) == SPACE_PRIVATE && !changes_in(v, block);
}

/* ---- what is cheap ---- */

static bool is_cheap_variable(const tree *t, const variable *v, cheap *c);

static bool is_cheap(const tree *t, const expression *e, cheap *c)
{
    if (++c->size > c->limit) return false;
    switch (e->kind) {
    case EXPRESSION_CONSTANT: return true;
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(t, e->symbol);
        if (!v) return false;
        if (v->stored == STORED_PARAMETER || (v->stored != STORED_AGAIN && is_settled(v, c->home))) return true;
        return is_cheap_variable(t, v, c);
    }
    case EXPRESSION_CAST:
        return (e->conversion == CONVERSION_NUMBER || e->conversion == CONVERSION_POINTER || e->conversion == CONVERSION_NONE) &&
               is_cheap(t, e->left, c);
    case EXPRESSION_BINARY:
        /* Products are left out: a vector of them costs more than reading what was kept; but not of pointers that were
         * kept, which are not seen to be neighbours. */
        if (e->op == OPERATOR_MULTIPLY && (!c->products || (uniformity_varies(t, e->left) && uniformity_varies(t, e->right)))) return false;
        return (e->op == OPERATOR_ADD || e->op == OPERATOR_SUBTRACT || e->op == OPERATOR_MULTIPLY) &&
               (e->left->type->kind != TYPE_POINTER || e->right->type->kind != TYPE_POINTER) &&
               is_cheap(t, e->left, c) && is_cheap(t, e->right, c);
    case EXPRESSION_BUILTIN:
        return e->builtin->entry->class_ == BUILTIN_WORK_ITEM && (e->operand_count == 0 || e->operands[0]->has_value ||
                                                                  is_cheap(t, e->operands[0], c));
    default: return false;
    }
}

static bool is_cheap_variable(const tree *t, const variable *v, cheap *c)
{
    const symbol *s = v->symbol;
    if (!s || !v->home || s->assigned || s->address_taken || !s->initialiser || type_space(v->type) == SPACE_LOCAL) return false;
    if (!type_is_integer(v->type) && v->type->kind != TYPE_POINTER) return false;
    const node *outer = c->home;
    c->home = v->home;
    const bool cheap = is_cheap(t, s->initialiser, c);
    c->home = outer;
    return cheap;
}

static bool note_again(void *context, expression *e);

/* Whoever computes it again needs what it is computed from: the group has it, or it is as cheap, and computed again too. */
static void store_again(tree *t, variable *v)
{
    v->stored = STORED_AGAIN;
    tree_visit(v->symbol->initialiser, note_again, t);
}

static bool note_again(void *context, expression *e)
{
    tree *t = context;
    variable *v = e->kind == EXPRESSION_SYMBOL ? tree_variable(t, e->symbol) : NULL;
    if (!v || v->stored == STORED_PARAMETER || v->stored == STORED_AGAIN) return true;
    if (v->crosses && !v->varies) v->stored = STORED_ONCE;
    else store_again(t, v);
    return true;
}

bool again_take(tree *t, variable *v)
{
    const bool pointer = v->type->kind == TYPE_POINTER;
    cheap c = {0, pointer ? CHEAP_POINTER : CHEAP, pointer, NULL};
    if (!is_cheap_variable(t, v, &c)) return false;
    store_again(t, v);
    return true;
}
