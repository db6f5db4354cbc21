/* Interchange, see interchange.h. Compilers vectorise a work-item loop inside a loop of the kernel, but not one
 * around it. Legal if the loop's condition is the same for all work-items, all enter it, and none leaves it alone.
 * Knows which loops qualify; regions and contexts follow as from barriers. */
#include "workgroup/interchange.h"

#include "workgroup/flatten.h"
#include "workgroup/guard.h"
#include "workgroup/lane.h"
#include "workgroup/region.h"
#include "clc/specialise.h"
#include "workgroup/uniformity.h"

/* Of functions in place of their calls: see specialise.h. */
enum { SMALL = 400 };

typedef struct shape {
    bool loops;
    size_t returns;
} shape;

/* Loops and returns of the statements themselves, without calls. */
static void look(const statement *s, shape *found)
{
    if (!s) return;
    found->loops |= s->kind == STATEMENT_WHILE || s->kind == STATEMENT_DO || s->kind == STATEMENT_FOR ||
                    s->kind == STATEMENT_SWITCH || s->kind == STATEMENT_GOTO;
    found->returns += s->kind == STATEMENT_RETURN;
    for (size_t i = 0; i < s->item_count; ++i) look(s->items[i], found);
    look(s->body, found);
    look(s->otherwise, found);
}

/* One way out, at the end: others would part the work-items. */
static bool has_one_end(const symbol *function, shape *own)
{
    const statement *body = function->body;
    if (function->has_block_values) return false;
    look(body, own);
    return own->returns == (body->item_count > 0 && body->items[body->item_count - 1]->kind == STATEMENT_RETURN);
}

bool interchange_wants_memory(void *context, const symbol *function)
{
    (void)context;
    shape own = {false, 0};
    bool shared = false;
    if (!function->body || !has_one_end(function, &own) || !own.loops) return false;
    for (size_t i = 0; i < function->parameter_count; ++i) {
        const type *t = function->parameters[i]->type;
        shared |= t->kind == TYPE_POINTER && type_space(t->base) != SPACE_PRIVATE;
    }
    return shared;
}

bool interchange_wants_results(void *context, const symbol *function)
{
    (void)context;
    shape own = {false, 0};
    bool loops = false;
    if (!function->body || !has_one_end(function, &own) || own.loops || specialise_size(function, &loops) > SMALL || loops) return false;
    for (size_t i = 0; i < function->parameter_count; ++i) {
        const type *t = function->parameters[i]->type;
        if (t->kind == TYPE_POINTER && type_space(t->base) == SPACE_PRIVATE) return true;
    }
    return false;
}

/* Functions whose bodies may stand in place of their calls, so that what is the same for all comes to light: those that
 * loop over memory, that give results through pointers, and that only hand on to functions with loops. */
static bool is_wanted(void *context, const symbol *function)
{
    (void)context;
    shape own = {false, 0};
    bool loops = false, shared = false, results = false;
    if (!has_one_end(function, &own)) return false;
    (void)specialise_size(function, &loops);
    for (size_t i = 0; i < function->parameter_count; ++i) {
        const type *t = function->parameters[i]->type;
        if (t->kind != TYPE_POINTER) continue;
        if (type_space(t->base) == SPACE_PRIVATE) results = true;
        else shared = true;
    }
    if (shared) return loops;
    return !own.loops && (results || loops);
}

static bool note_call(void *context, expression *e)
{
    bool *any = context;
    *any |= e->kind == EXPRESSION_CALL;
    return !*any;
}

static bool has_call(const node *n)
{
    bool any = false;
    tree_visit(n->value, note_call, &any);
    if (n->variable) tree_visit(n->variable->symbol->initialiser, note_call, &any);
    for (size_t i = 0; i < n->item_count && !any; ++i) any = has_call(n->items[i]);
    return any || (n->body && has_call(n->body)) || (n->otherwise && has_call(n->otherwise));
}

/* Marks loops and branches that the whole group may follow once; whether a loop was among them. */
static bool mark(node *n)
{
    bool any = false;
    switch (n->kind) {
    case NODE_BLOCK:
        if (n->left_apart) return false;
        for (size_t i = 0; i < n->item_count; ++i) any |= mark(n->items[i]);
        break;
    case NODE_LOOP:
        if (n->varies || n->left_apart || n->continued_apart || !n->value) return false;
        mark(n->body);
        n->body->grouped = true;
        any = true;
        break;
    case NODE_IF:
        if (n->varies) return false;
        any = mark(n->body);
        if (n->otherwise) any |= mark(n->otherwise);
        n->body->grouped = true;
        if (n->otherwise) n->otherwise->grouped = true;
        /* A call that all would make with the same arguments is made once. */
        any |= has_call(n->body) || (n->otherwise && has_call(n->otherwise));
        n->grouped = true;
        return any;
    default: return false;
    }
    if (any) n->grouped = true;
    return any;
}

static bool has_jump(const node *n)
{
    if (n->kind == NODE_BREAK || n->kind == NODE_CONTINUE) return true;
    for (size_t i = 0; i < n->item_count; ++i)
        if (has_jump(n->items[i])) return true;
    return (n->body && has_jump(n->body)) || (n->otherwise && has_jump(n->otherwise));
}

/* A jump as a function's last act goes nowhere else. */
static void drop_last_jump(node *block, const node *target)
{
    if (!block->item_count) return;
    node *last = block->items[block->item_count - 1];
    if (last->kind == NODE_BREAK && last->target == target) {
        --block->item_count;
        drop_last_jump(block, target);
    } else if (last->kind == NODE_BLOCK) {
        drop_last_jump(last, target);
    }
}

static void drop_last_jumps(node *n)
{
    if (n->kind == NODE_BLOCK) drop_last_jump(n, n);
    for (size_t i = 0; i < n->item_count; ++i) drop_last_jumps(n->items[i]);
    if (n->body) drop_last_jumps(n->body);
    if (n->otherwise) drop_last_jumps(n->otherwise);
}

tree *interchange(arena *a, symbol *kernel)
{
    tree *t = flatten(a, kernel, true, is_wanted, NULL);
    if (t->reason || t->has_barrier || t->has_goto) return NULL;
    guard_find(t);
    drop_last_jumps(t->body);
    if (has_jump(t->body)) return NULL;
    t->uniform_loads = true;
    uniformity_find(t);
    if (!lane_saves(t, &t->body, 1) || !mark(t->body)) return NULL;
    t->keep_groups = true;
    region_find(t);
    return t->reason ? NULL : t;
}
