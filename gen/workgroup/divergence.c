/* Divergent barriers, see divergence.h. A value is in one of three classes: equal in the whole group; certainly
 * different between work-items, because it is computed from an id by steps that keep values distinct; unknown. Only
 * conditions of the second class give a warning, so a group number computed from ids, or a flag in memory, gives
 * none. */
#include "workgroup/divergence.h"

#include "clc/builtin.h"
#include "workgroup/collective.h"
#include "clc/facts.h"
#include "workgroup/flatten.h"

#include <string.h>

typedef enum value_class { CLASS_NONE, CLASS_SAME, CLASS_APART, CLASS_OPEN } value_class;

typedef struct checker {
    arena *arena;
    tree *tree;
    diagnostics *diagnostics;
    value_class *classes;    /* of variables */
    const expression **left; /* of nodes: the condition under which some work-items have left it, or its round */
    node **around;           /* the constructs around, outermost first */
    size_t depth, capacity;
    bool changed;
    bool told; /* stop: the kernel has a message */
} checker;

static value_class class_of(const checker *c, const expression *e);

static bool is_small_group(const checker *c, const expression *dimension)
{
    const symbol *kernel = c->tree->function;
    while (dimension->kind == EXPRESSION_CAST && !dimension->has_value) dimension = dimension->left;
    return kernel->attributes.has_reqd_size && dimension->has_value && dimension->value.integer < 3 &&
           kernel->attributes.reqd_size[dimension->value.integer] == 1;
}

static value_class class_of_builtin(const checker *c, const expression *e)
{
    const char *name = e->builtin->name;
    if (e->builtin->entry->class_ != BUILTIN_WORK_ITEM) return CLASS_OPEN;
    if (e->operand_count && class_of(c, e->operands[0]) != CLASS_SAME) return CLASS_OPEN;
    if (strcmp(name, "get_local_id") != 0 && strcmp(name, "get_global_id") != 0) return CLASS_SAME;
    return is_small_group(c, e->operands[0]) ? CLASS_SAME : CLASS_APART;
}

/* Of one operation on an id and something that is the same for all. */
static value_class class_of_step(ast_operator op, const expression *right)
{
    switch (op) {
    case OPERATOR_ADD:
    case OPERATOR_SUBTRACT:
    case OPERATOR_MULTIPLY:
    case OPERATOR_REMAINDER:
    case OPERATOR_XOR:
    case OPERATOR_LESS:
    case OPERATOR_GREATER:
    case OPERATOR_LESS_EQUAL:
    case OPERATOR_GREATER_EQUAL:
    case OPERATOR_EQUAL:
    case OPERATOR_NOT_EQUAL: return CLASS_APART;
    /* A mask of low bits keeps ids apart, one of high bits gives a number of some group. */
    case OPERATOR_AND: return right->has_value && (right->value.integer & 1) ? CLASS_APART : CLASS_OPEN;
    default: return CLASS_OPEN; /* quotients and shifts give numbers of groups too */
    }
}

/* An unsigned number is never below 0. */
static bool is_foregone(const expression *e)
{
    const bool left = e->op == OPERATOR_GREATER_EQUAL || e->op == OPERATOR_LESS;
    const bool right = e->op == OPERATOR_LESS_EQUAL || e->op == OPERATOR_GREATER;
    const expression *zero = left ? e->right : right ? e->left : NULL;
    return zero && zero->has_value && type_is_integer(zero->type) && !type_is_signed(zero->type) && zero->value.integer == 0;
}

static value_class class_of_binary(const checker *c, const expression *e)
{
    if (is_foregone(e)) return CLASS_SAME;
    const value_class l = class_of(c, e->left), r = class_of(c, e->right);
    if (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR)
        return l == CLASS_APART || r == CLASS_APART ? CLASS_APART
               : l == CLASS_SAME && r == CLASS_SAME ? CLASS_SAME
                                                    : CLASS_OPEN;
    if (l == CLASS_SAME && r == CLASS_SAME) return CLASS_SAME;
    if (l == CLASS_APART && r == CLASS_SAME) return class_of_step(e->op, e->right);
    if (l == CLASS_SAME && r == CLASS_APART && e->op != OPERATOR_REMAINDER) return class_of_step(e->op, e->left);
    return CLASS_OPEN;
}

static value_class class_of(const checker *c, const expression *e)
{
    if (!e) return CLASS_SAME;
    if (e->has_value) return CLASS_SAME;
    switch (e->kind) {
    case EXPRESSION_CONSTANT: return CLASS_SAME;
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(c->tree, e->symbol);
        if (!v) return CLASS_OPEN;
        if (v->stored == STORED_PARAMETER) return CLASS_SAME;
        return c->classes[v->number] == CLASS_NONE ? CLASS_OPEN : c->classes[v->number];
    }
    case EXPRESSION_BUILTIN: return class_of_builtin(c, e);
    case EXPRESSION_CAST:
        return e->conversion == CONVERSION_NONE || e->conversion == CONVERSION_NUMBER ||
                       e->conversion == CONVERSION_BOOLEAN
                   ? class_of(c, e->left)
                   : CLASS_OPEN;
    case EXPRESSION_UNARY:
        return e->op == OPERATOR_DEREFERENCE || e->op == OPERATOR_ADDRESS ? CLASS_OPEN : class_of(c, e->left);
    case EXPRESSION_BINARY: return class_of_binary(c, e);
    default: return CLASS_OPEN;
    }
}

static void join(checker *c, const variable *v, value_class more)
{
    value_class *known = &c->classes[v->number];
    const value_class next = *known == CLASS_NONE || *known == more ? more : CLASS_OPEN;
    c->changed |= next != *known;
    *known = next;
}

/* Whatever an expression changes inside, besides the assignment that it is as a whole. */
static bool open_changed(void *context, expression *e)
{
    checker *c = context;
    if (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP ||
        (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_ADDRESS)) {
        const expression *x = e->left;
        while (x->left && x->kind != EXPRESSION_SYMBOL) x = x->left;
        const variable *v = x->kind == EXPRESSION_SYMBOL ? tree_variable(c->tree, x->symbol) : NULL;
        if (v) join(c, v, CLASS_OPEN);
    }
    return true;
}

static void note_effect(checker *c, expression *e)
{
    const bool assigns = e && (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP);
    const variable *v = assigns && e->left->kind == EXPRESSION_SYMBOL ? tree_variable(c->tree, e->left->symbol) : NULL;
    if (!v) {
        tree_visit(e, open_changed, c);
        return;
    }
    tree_visit(e->right, open_changed, c);
    value_class value = class_of(c, e->right);
    if (e->kind == EXPRESSION_STEP) {
        value = c->classes[v->number];
    } else if (e->op != OPERATOR_NONE) {
        const value_class old = c->classes[v->number];
        value = old == CLASS_NONE                           ? CLASS_NONE
                : old == CLASS_SAME && value == CLASS_SAME  ? CLASS_SAME
                : old == CLASS_APART && value == CLASS_SAME ? class_of_step(e->op, e->right)
                                                            : CLASS_OPEN;
    }
    if (value != CLASS_NONE) join(c, v, value);
}

static void note(checker *c, node *n)
{
    if (!n) return;
    if (n->kind == NODE_DECLARE && n->variable->symbol->initialiser) {
        tree_visit(n->variable->symbol->initialiser, open_changed, c);
        join(c, n->variable, class_of(c, n->variable->symbol->initialiser));
    } else if (n->kind == NODE_COLLECTIVE) {
        join(c, n->variable, collective_varies(n->value) ? CLASS_OPEN : CLASS_SAME);
    } else if (n->kind == NODE_EVALUATE) {
        note_effect(c, n->value);
    } else {
        tree_visit(n->value, open_changed, c);
    }
    if (n->step) note_effect(c, n->step);
    for (size_t i = 0; i < n->item_count; ++i) note(c, n->items[i]);
    note(c, n->body);
    note(c, n->otherwise);
}

/* ---- barriers ---- */

/* What the node decides by. */
static const expression *condition_of(const node *n) { return n->origin ? n->origin : n->value; }

static bool splits(const checker *c, const node *n)
{
    return (n->kind == NODE_IF || n->kind == NODE_LOOP || n->kind == NODE_SWITCH) && n->value &&
           class_of(c, condition_of(n)) == CLASS_APART;
}

static void tell(checker *c, const node *barrier, const expression *condition, bool has_left)
{
    const token *t = barrier->token, *why = condition->token;
    diagnose_warning(c->diagnostics, t->where,
                     "not all work-items of a group reach this %s, which OpenCL leaves undefined: "
                     "move it out of what depends on a work-item's id",
                     barrier->kind == NODE_COLLECTIVE ? "work-group function" : "barrier");
    diagnose_note(c->diagnostics, why->where,
                  has_left ? "some return earlier, depending on this condition"
                           : "this condition depends on a work-item's id");
    c->told = true;
}

static void check_barrier(checker *c, const node *barrier)
{
    for (size_t i = c->depth; i > 0 && !c->told; --i) {
        const node *n = c->around[i - 1];
        if (splits(c, n))
            tell(c, barrier, condition_of(n), false);
        else if (c->left[n->number])
            tell(c, barrier, c->left[n->number], true);
    }
}

/* A jump out of what splits the group: some are missing in the rounds of all loops on its way, and, once it has been
 * passed, in what it leaves. */
static void note_jump(checker *c, const node *jump, bool passed)
{
    const expression *cause = NULL;
    size_t end = c->depth;
    for (; end > 0 && c->around[end - 1] != jump->target; --end)
        if (splits(c, c->around[end - 1])) cause = condition_of(c->around[end - 1]);
    if (!cause) return;
    if (passed && !c->left[jump->target->number]) c->left[jump->target->number] = cause;
    for (size_t i = c->depth; jump->kind == NODE_BREAK && i > 0 && i >= end; --i)
        if (c->around[i - 1]->kind == NODE_LOOP && !c->left[c->around[i - 1]->number])
            c->left[c->around[i - 1]->number] = cause;
}

static void enter(checker *c, node *n)
{
    if (c->depth == c->capacity) {
        const size_t capacity = c->capacity ? c->capacity * 2 : 16;
        c->around = arena_grow(c->arena, c->around, c->depth, capacity, sizeof *c->around);
        c->capacity = capacity;
    }
    c->around[c->depth++] = n;
}

static void walk(checker *c, node *n)
{
    if (!n || c->told) return;
    if (n->kind == NODE_BARRIER || n->kind == NODE_COLLECTIVE) check_barrier(c, n);
    if (n->kind == NODE_BREAK || n->kind == NODE_CONTINUE) note_jump(c, n, true);
    enter(c, n);
    for (size_t i = 0; i < n->item_count; ++i) walk(c, n->items[i]);
    walk(c, n->body);
    walk(c, n->otherwise);
    --c->depth;
}

/* Loops that some leave early: that counts for their whole bodies, of which the walk below sees the beginning first. */
static void find_left_loops(checker *c, node *n)
{
    if (!n) return;
    if (n->kind == NODE_BREAK) note_jump(c, n, false);
    enter(c, n);
    for (size_t i = 0; i < n->item_count; ++i) find_left_loops(c, n->items[i]);
    find_left_loops(c, n->body);
    find_left_loops(c, n->otherwise);
    --c->depth;
}

void divergence_check(arena *a, const parsed *program, diagnostics *d)
{
    for (size_t i = 0; i < program->function_count; ++i) {
        symbol *kernel = program->functions[i];
        if (!kernel->is_kernel) continue;
        facts_find(a, kernel);
        if (!flatten_waits(kernel)) continue;
        tree *t = flatten(a, kernel, true, NULL, NULL);
        if (t->reason) continue;
        checker c = {.arena = a, .tree = t, .diagnostics = d};
        c.classes = arena_array(a, t->variable_count + 2, sizeof *c.classes);
        c.left = arena_array(a, t->labels + 2, sizeof *c.left);
        do {
            c.changed = false;
            note(&c, t->body);
        } while (c.changed);
        find_left_loops(&c, t->body);
        walk(&c, t->body);
    }
}
