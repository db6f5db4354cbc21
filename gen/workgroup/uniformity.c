/* Uniformity, see uniformity.h. A value is uniform if all work-items compute it together from uniform values: not
 * under a condition that varies, unless the variable is only used under it.
 * Knows control flow and values; must not know regions or storage. */
#include "workgroup/uniformity.h"

#include "clc/builtin.h"
#include "workgroup/collective.h"
#include "clc/facts.h"

#include <string.h>

typedef struct finder {
    tree *tree;
    bool changed;
    size_t depth; /* constructs around that split the group */
} finder;

static bool is_pure(const symbol *function) { return function->facts && function->facts->pure; }

static bool operands_vary(const tree *t, const expression *e)
{
    for (size_t i = 0; i < e->operand_count; ++i)
        if (e->operands[i]->type->kind == TYPE_POINTER || uniformity_varies(t, e->operands[i])) return true;
    return false;
}

static bool builtin_varies(const tree *t, const expression *e)
{
    switch (e->builtin->entry->class_) {
    case BUILTIN_WORK_ITEM:
        if (strcmp(e->builtin->name, "get_local_id") == 0 || strcmp(e->builtin->name, "get_global_id") == 0 ||
            strstr(e->builtin->name, "linear"))
            return true;
        return operands_vary(t, e);
    case BUILTIN_MATH:
    case BUILTIN_NATIVE:
    case BUILTIN_INTEGER:
    case BUILTIN_COMMON:
    case BUILTIN_GEOMETRIC:
    case BUILTIN_RELATIONAL:
    case BUILTIN_SHUFFLE:
    case BUILTIN_CONVERT:
    case BUILTIN_AS: return operands_vary(t, e);
    default: return true;
    }
}

/* A pointer that comes from an argument behind which nothing is written: const and restrict. */
static bool points_to_constant(const tree *t, const expression *e)
{
    for (;;) {
        if (e->kind == EXPRESSION_BINARY && (e->op == OPERATOR_ADD || e->op == OPERATOR_SUBTRACT)) {
            e = e->left;
        } else if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_DECAY) {
            return type_space(e->left->type) == SPACE_CONSTANT;
        } else if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_POINTER) {
            e = e->left;
        } else if (e->kind == EXPRESSION_SYMBOL) {
            const variable *v = tree_variable(t, e->symbol);
            if (!v || v->type->kind != TYPE_POINTER) return false;
            if (v->stored == STORED_PARAMETER)
                return type_space(v->type->base) == SPACE_CONSTANT ||
                       ((type_qualifiers(v->type) & QUALIFIER_RESTRICT) && (type_qualifiers(v->type->base) & QUALIFIER_CONST));
            if (v->symbol->assigned || v->symbol->address_taken || !v->symbol->initialiser) return false;
            e = v->symbol->initialiser;
        } else {
            return false;
        }
    }
}

/* Reading through a pointer gives one value if the place is one and nobody writes there meanwhile. */
static bool load_varies(const tree *t, const expression *pointer, const expression *index)
{
    const address_space space = pointer->type->kind == TYPE_POINTER ? type_space(pointer->type->base) : SPACE_PRIVATE;
    if (space == SPACE_PRIVATE) return true;
    if (t->met ? space == SPACE_GENERIC : !t->uniform_loads || !points_to_constant(t, pointer)) return true;
    return uniformity_varies(t, pointer) || uniformity_varies(t, index);
}

/* Where something in __constant or __local memory is. */
static bool place_varies(const tree *t, const expression *e)
{
    for (;;) {
        if (e->kind == EXPRESSION_SYMBOL)
            return tree_variable(t, e->symbol) != NULL && type_space(e->type) != SPACE_LOCAL && type_space(e->symbol->type) != SPACE_LOCAL;
        if (e->kind == EXPRESSION_STRING) return false;
        if (e->kind == EXPRESSION_MEMBER) {
            e = e->left;
        } else if (e->kind == EXPRESSION_INDEX && e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY) {
            if (uniformity_varies(t, e->right)) return true;
            e = e->left->left;
        } else {
            return true;
        }
    }
}

bool uniformity_varies(const tree *t, const expression *e)
{
    if (!e) return false;
    switch (e->kind) {
    case EXPRESSION_CONSTANT: return false;
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(t, e->symbol);
        if (!v) return type_space(e->type) != SPACE_CONSTANT;
        if (v->stored == STORED_PARAMETER) return v->varies;
        if (t->met && type_space(e->type) == SPACE_LOCAL && type_is_number(e->type)) return false;
        return v->varies || type_space(e->type) == SPACE_LOCAL || e->type->kind == TYPE_ARRAY;
    }
    case EXPRESSION_INDEX: return load_varies(t, e->left, e->right);
    case EXPRESSION_CALL: {
        bool numbers = e->operand_count > 0 && type_is_number(e->type) && t->uniform_loads;
        for (size_t i = 0; i < e->operand_count; ++i) numbers &= type_is_number(e->operands[i]->type);
        return !numbers || !is_pure(e->symbol) || operands_vary(t, e);
    }
    case EXPRESSION_UNARY:
        if (e->op == OPERATOR_DEREFERENCE) return load_varies(t, e->left, NULL);
        if (e->op == OPERATOR_ADDRESS)
            return (type_space(e->left->type) != SPACE_CONSTANT && type_space(e->left->type) != SPACE_LOCAL) ||
                   place_varies(t, e->left);
        return uniformity_varies(t, e->left);
    case EXPRESSION_BINARY:
    case EXPRESSION_CONDITIONAL:
        return uniformity_varies(t, e->condition) || uniformity_varies(t, e->left) || uniformity_varies(t, e->right);
    case EXPRESSION_CAST:
        if (e->conversion == CONVERSION_DECAY &&
            (type_space(e->left->type) == SPACE_CONSTANT || type_space(e->left->type) == SPACE_LOCAL))
            return place_varies(t, e->left);
        return e->conversion == CONVERSION_DECAY || e->conversion == CONVERSION_VOID || uniformity_varies(t, e->left);
    case EXPRESSION_MEMBER:
    case EXPRESSION_SWIZZLE: return uniformity_varies(t, e->left);
    case EXPRESSION_VECTOR: return operands_vary(t, e);
    case EXPRESSION_BUILTIN: return builtin_varies(t, e);
    default: return true;
    }
}

variable *uniformity_target(const tree *t, const expression *e)
{
    if (e->kind != EXPRESSION_ASSIGN && e->kind != EXPRESSION_STEP) return NULL;
    return e->left->kind == EXPRESSION_SYMBOL ? tree_variable(t, e->left->symbol) : NULL;
}

static void set(finder *f, bool *flag)
{
    if (!*flag) f->changed = true;
    *flag = true;
}

static variable *root(const tree *t, const expression *e)
{
    for (;;) {
        if (e->kind == EXPRESSION_SYMBOL) return tree_variable(t, e->symbol);
        if (e->kind == EXPRESSION_MEMBER || e->kind == EXPRESSION_SWIZZLE ||
            (e->kind == EXPRESSION_INDEX && e->left->type->kind != TYPE_POINTER) ||
            (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_DECAY))
            e = e->left;
        else if (e->kind == EXPRESSION_INDEX && e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY)
            e = e->left->left;
        else
            return NULL;
    }
}

/* What an expression changes somewhere inside. */
static bool look_for_changes(void *context, expression *e)
{
    finder *f = context;
    if (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP) {
        variable *v = root(f->tree, e->left);
        if (v) {
            set(f, &v->varies);
            v->changed_inside = true;
        }
    } else if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_ADDRESS) {
        variable *v = root(f->tree, e->left);
        if (v) set(f, &v->varies);
    }
    return true;
}

/* An expression statement, or the step of a loop. */
static void find_in_effect(finder *f, expression *e)
{
    variable *v = uniformity_target(f->tree, e);
    if (!v) {
        tree_visit(e, look_for_changes, f);
        return;
    }
    tree_visit(e->right, look_for_changes, f);
    if (f->depth > v->divergence || uniformity_varies(f->tree, e->right)) set(f, &v->varies);
}

static void find(finder *f, node *n);

/* Declarations, and a loop at the end. */
static bool is_for_block(const node *block)
{
    for (size_t i = 0; i + 1 < block->item_count; ++i)
        if (block->items[i]->kind != NODE_DECLARE) return false;
    return block->item_count > 1 && block->items[block->item_count - 1]->kind == NODE_LOOP;
}

static void find_in_items(finder *f, node *block)
{
    const bool is_for = is_for_block(block);
    for (size_t i = 0; i < block->item_count; ++i) {
        node *n = block->items[i];
        find(f, n);
        /* What a `for` declares is seen by nobody who has left the loop. */
        const node *last = block->items[block->item_count - 1];
        if (n->kind == NODE_DECLARE && is_for && (last->varies || last->left_apart)) n->variable->divergence = f->depth + 1;
    }
}

/* Whether the condition splits the group. Around a barrier all work-items are there: they may as well wait for each
 * other once more and then read memory, and what they read is the same. */
static bool condition_varies(finder *f, const node *n)
{
    f->tree->met = n->has_barrier && f->depth == 0 && !n->left_apart && !n->continued_apart;
    const bool varies = uniformity_varies(f->tree, n->value);
    f->tree->met = false;
    return varies;
}

static void find_in_loop(finder *f, node *n)
{
    const size_t depth = f->depth;
    tree_visit(n->value, look_for_changes, f);
    if (condition_varies(f, n)) set(f, &n->varies);
    f->depth += n->varies || n->left_apart;
    n->divergence = f->depth;
    f->depth += n->continued_apart;
    find(f, n->body);
    f->depth = n->divergence;
    if (n->step) find_in_effect(f, n->step);
    f->depth = depth;
}

static void find(finder *f, node *n)
{
    const size_t depth = f->depth;
    switch (n->kind) {
    case NODE_BLOCK:
        f->depth += n->left_apart;
        n->divergence = f->depth;
        find_in_items(f, n);
        break;
    case NODE_DECLARE: {
        variable *v = n->variable;
        v->divergence = depth;
        if (type_is_aggregate(v->type) || type_space(v->type) == SPACE_LOCAL) set(f, &v->varies);
        if (v->symbol->initialiser) {
            tree_visit(v->symbol->initialiser, look_for_changes, f);
            if (uniformity_varies(f->tree, v->symbol->initialiser)) set(f, &v->varies);
        }
        break;
    }
    case NODE_EVALUATE: find_in_effect(f, n->value); break;
    case NODE_IF:
        tree_visit(n->value, look_for_changes, f);
        if (condition_varies(f, n)) set(f, &n->varies);
        f->depth += n->varies;
        find(f, n->body);
        if (n->otherwise) find(f, n->otherwise);
        break;
    case NODE_LOOP: find_in_loop(f, n); break;
    case NODE_SWITCH:
        tree_visit(n->value, look_for_changes, f);
        if (uniformity_varies(f->tree, n->value)) set(f, &n->varies);
        f->depth += n->varies || n->left_apart;
        n->divergence = f->depth;
        find(f, n->body);
        break;
    case NODE_RETURN: tree_visit(n->value, look_for_changes, f); break;
    case NODE_BREAK:
        if (depth > n->target->divergence) set(f, &n->target->left_apart);
        break;
    case NODE_CONTINUE:
        if (depth > n->target->divergence + n->target->continued_apart) set(f, &n->target->continued_apart);
        break;
    case NODE_COLLECTIVE:
        tree_visit(n->value, look_for_changes, f);
        /* Who is not there never sees it. */
        if (collective_varies(n->value)) set(f, &n->variable->varies);
        break;
    default: break;
    }
    f->depth = depth;
}

void uniformity_find(tree *t)
{
    finder f = {.tree = t};
    do {
        f.changed = false;
        find(&f, t->body);
    } while (f.changed);
}
