/* Jumps to labels: goto, and switches with labels in nested statements.
 *
 * The anchor is the innermost statement around a jump and its label. If it is a block that holds the labels directly,
 * a jump forward leaves a SCOPE that ends at the label, and a jump back continues a LOOP that begins there. Otherwise
 * the anchor is a LOOP with a variable for the label's number. A jump sets it and begins another round, which skips
 * everything that does not lead to the label. See build_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "ir/build_state.h"

typedef struct goto_jump goto_jump;

/* A statement of a function with such jumps. */
typedef struct node {
    const statement *statement;
    struct node *parent;
    bool in_expression;        /* of a statement expression: `parent` has the expression */
    size_t index;              /* among a block's items */
    const statement **entries; /* labels in it, or itself, that outer jumps reach by the variable */
    size_t entry_count, entry_capacity;
    goto_jump *jumps; /* jumps with this anchor */
    bool simple;      /* its jumps are SCOPEs or LOOPs */
    uint64_t number;  /* of a label: its number in the variable */
    ir_value *round;  /* of another anchor: its LOOP, while it is built */
} node;

struct goto_jump {
    const statement *jump;
    node *label, *anchor;
    size_t from, to;  /* items of the anchor */
    ir_value *target; /* of a simple anchor: the SCOPE or LOOP, while it is built */
    goto_jump *next;  /* of the anchor */
    goto_jump *next_of_all;
};

struct jumps {
    map nodes;          /* by statement */
    ir_variable *meant; /* the number of the label to be reached, or 0 */
    goto_jump *all;
    uint64_t numbers;
};

static node *node_of(const builder *b, const statement *s)
{
    return b->frame->jumps ? map_get(&b->frame->jumps->nodes, (const char *)&s, sizeof s) : NULL;
}

static bool is_entered(const builder *b, const statement *s)
{
    const node *n = node_of(b, s);
    return n && n->entry_count;
}

/* ---- anchors and entries ---- */

static void add_nodes(builder *b, struct jumps *j, const statement *s, node *parent, size_t index);

/* The statement whose expressions are visited. */
typedef struct nesting {
    builder *b;
    struct jumps *jumps;
    node *parent;
    bool found;
} nesting;

static void add_nested(void *context, const statement *s)
{
    const nesting *n = context;
    add_nodes(n->b, n->jumps, s, n->parent, 0);
    node_of(n->b, s)->in_expression = true;
}

static void add_nodes(builder *b, struct jumps *j, const statement *s, node *parent, size_t index)
{
    if (!s) return;
    node *n = ARENA_NEW(b->f->arena, node);
    n->statement = s;
    n->parent = parent;
    n->index = index;
    *map_at(&j->nodes, (const char *)&n->statement, sizeof n->statement) = n;
    if (s->kind == STATEMENT_GOTO) {
        goto_jump *own = ARENA_NEW(b->f->arena, goto_jump);
        own->jump = s;
        own->next_of_all = j->all;
        j->all = own;
    }
    for (size_t i = 0; i < s->item_count; ++i) add_nodes(b, j, s->items[i], n, i);
    add_nodes(b, j, s->first, n, 0);
    add_nodes(b, j, s->body, n, 0);
    add_nodes(b, j, s->otherwise, n, 0);
    nesting nested = {b, j, n, false};
    if (b->frame->function->has_block_values) build_visit_nested(s, add_nested, &nested);
}

static bool is_around(const node *outer, const node *n)
{
    while (n && n != outer) n = n->parent;
    return n != NULL;
}

static bool has_entry(const node *n, const statement *label)
{
    for (size_t i = 0; i < n->entry_count; ++i)
        if (n->entries[i] == label) return true;
    return false;
}

/* Marks the statements from the label up to the anchor as entered. */
static void add_entry(builder *b, struct jumps *j, node *label, const node *anchor)
{
    if (!label->number) label->number = ++j->numbers;
    for (node *n = label; n != anchor; n = n->parent) {
        if (has_entry(n, label->statement)) continue;
        n->entries = arena_reserve(b->f->arena, n->entries, n->entry_count, &n->entry_capacity, sizeof *n->entries);
        n->entries[n->entry_count++] = label->statement;
    }
}

/* The block's item that is the label, maybe behind other labels; or SIZE_MAX. */
static size_t item_of_label(const node *label, const node *block)
{
    while (label->parent != block) {
        if (label->parent->statement->kind != STATEMENT_LABEL) return SIZE_MAX;
        label = label->parent;
    }
    return label->index;
}

static size_t item_around(const node *n, const node *block)
{
    while (n->parent != block) n = n->parent;
    return n->index;
}

/* A jump's range of items: a SCOPE ends at the label, a LOOP begins there. */
static size_t begin_of(const goto_jump *g)
{
    return g->from < g->to ? g->from : g->to;
}
static size_t end_of(const goto_jump *g)
{
    return g->from < g->to ? g->to : g->from + 1;
}

/* Extends ranges so that they nest: scopes may begin earlier, and loops end later. false: a jump leads into a loop. */
static bool nest(goto_jump *jumps)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (goto_jump *x = jumps; x; x = x->next)
            for (goto_jump *y = jumps; y; y = y->next) {
                if (begin_of(x) >= begin_of(y) || begin_of(y) >= end_of(x) || end_of(x) >= end_of(y)) continue;
                const bool is_scope = x->from < x->to, other_is_scope = y->from < y->to;
                if (is_scope && !other_is_scope) return false;
                if (other_is_scope) y->from = begin_of(x);
                else x->from = y->from;
                changed = true;
            }
    }
    return true;
}

static void make_simple(node *anchor)
{
    const statement *s = anchor->statement;
    if (s->kind != STATEMENT_BLOCK || anchor->entry_count) return;
    for (goto_jump *g = anchor->jumps; g; g = g->next) {
        g->to = item_of_label(g->label, anchor);
        if (g->to == SIZE_MAX) return;
    }
    for (goto_jump *g = anchor->jumps; g; g = g->next) {
        for (node *n = g->label; n != anchor; n = n->parent)
            for (size_t i = 0; i < n->entry_count; ++i) {
                bool found = false;
                for (const goto_jump *k = anchor->jumps; k && !found; k = k->next)
                    found = k->label->statement == n->entries[i];
                if (!found) return;
            }
    }
    if (!nest(anchor->jumps)) return;
    anchor->simple = true;
    for (goto_jump *g = anchor->jumps; g; g = g->next)
        for (node *n = g->label; n != anchor; n = n->parent) n->entry_count = 0;
}

static void find_goto(void *context, const statement *s)
{
    nesting *n = context;
    n->found = n->found || build_has_goto(s, true);
}

bool build_has_goto(const statement *s, bool nests)
{
    nesting nested = {NULL, NULL, NULL, false};
    if (!s) return false;
    if (s->kind == STATEMENT_GOTO) return true;
    for (size_t i = 0; i < s->item_count; ++i)
        if (build_has_goto(s->items[i], nests)) return true;
    if (nests) build_visit_nested(s, find_goto, &nested);
    return nested.found || build_has_goto(s->first, nests) || build_has_goto(s->body, nests) ||
           build_has_goto(s->otherwise, nests);
}

/* Whether the label is in a statement expression that the anchor is outside of. */
static bool is_hidden(const node *label, const node *anchor)
{
    for (; label != anchor; label = label->parent)
        if (label->in_expression) return true;
    return false;
}

static struct jumps *jumps_of(builder *b)
{
    frame *inlined = b->frame;
    if (inlined->jumps) return inlined->jumps;
    inlined->jumps = ARENA_NEW(b->f->arena, struct jumps);
    inlined->jumps->nodes.arena = b->f->arena;
    add_nodes(b, inlined->jumps, inlined->function->body, NULL, 0);
    inlined->jumps->meant = ir_add_variable(b->f, "meant", IR_U32);
    inlined->jumps->meant->home = inlined->block;
    return inlined->jumps;
}

void build_find_jumps(builder *b)
{
    b->frame->block = b->block;
    if (!build_has_goto(b->frame->function->body, b->frame->function->has_block_values)) return;
    struct jumps *j = jumps_of(b);
    for (goto_jump *g = j->all; g; g = g->next_of_all) {
        node *jump = node_of(b, g->jump), *anchor = jump->parent;
        g->label = node_of(b, g->jump->target);
        if (!g->label) continue; /* it is refused at the jump */
        while (!is_around(anchor, g->label)) anchor = anchor->parent;
        if (is_hidden(g->label, anchor)) continue;
        /* The labelled statement may hold the jump. */
        while (
            anchor->statement->kind == STATEMENT_LABEL && anchor->parent && !anchor->in_expression &&
            (anchor->parent->statement->kind == STATEMENT_LABEL || anchor->parent->statement->kind == STATEMENT_BLOCK))
            anchor = anchor->parent;
        g->anchor = anchor;
        if (anchor->statement->kind == STATEMENT_BLOCK) g->from = item_around(jump, anchor);
        g->next = anchor->jumps;
        anchor->jumps = g;
        add_entry(b, j, g->label, anchor);
    }
    for (goto_jump *g = j->all; g; g = g->next_of_all)
        if (g->anchor && g->anchor->jumps == g) make_simple(g->anchor);
    bool all = true;
    for (goto_jump *g = j->all; g; g = g->next_of_all) all &= g->anchor && g->anchor->simple;
    if (!all) build_mean(b, 0, NULL);
}

/* ---- the variable ---- */

void build_mean(builder *b, uint64_t number, const token *where)
{
    ir_value *n = build_constant(b, IR_U32, number);
    ir_add(b->f, b->block, IR_SET, IR_VOID, where, 1, n)->variable = b->frame->jumps->meant;
}

static ir_value *meant(builder *b)
{
    ir_value *v = ir_add(b->f, b->block, IR_GET, IR_U32, NULL, 0);
    v->variable = b->frame->jumps->meant;
    return v;
}

static ir_value *is_meant(builder *b, uint64_t number)
{
    ir_value *value = meant(b), *wanted = build_constant(b, IR_U32, number);
    return build_binary(b, IR_EQUAL, value, wanted, NULL);
}

/* A predicate: the jump under way leads to a label in the statement. */
static ir_value *leads_into(builder *b, const statement *s)
{
    const node *n = s ? node_of(b, s) : NULL;
    ir_value *any = NULL;
    for (size_t i = 0; n && i < n->entry_count; ++i) {
        ir_value *value = is_meant(b, node_of(b, n->entries[i])->number);
        any = any ? build_binary(b, IR_OR, any, value, NULL) : value;
    }
    return any ? any : build_constant(b, IR_BOOL, 0);
}

static ir_value *branch(builder *b, ir_value *condition, const token *where)
{
    ir_value *v = ir_add(b->f, b->block, IR_IF, IR_VOID, where, 1, condition);
    for (int i = 0; i < 2; ++i) v->blocks[i] = ir_add_block(b->f, b->block, v);
    return v;
}

ir_value *build_condition(builder *b, const expression *e, const statement *of, const statement *inside)
{
    if (!is_entered(b, of)) return build_truth(b, e);
    ir_variable *v = ir_add_variable(b->f, "taken", IR_BOOL);
    v->home = b->block;
    ir_block *outside = b->block;
    ir_value *goes = branch(b, is_meant(b, 0), e->token);
    for (int i = 0; i < 2; ++i) {
        b->block = goes->blocks[i];
        ir_value *value = i ? leads_into(b, inside) : build_truth(b, e);
        ir_add(b->f, b->block, IR_SET, IR_VOID, e->token, 1, value)->variable = v;
    }
    b->block = outside;
    ir_value *taken = ir_add(b->f, b->block, IR_GET, IR_BOOL, e->token, 0);
    taken->variable = v;
    return taken;
}

bool build_is_entered(const builder *b, const statement *s)
{
    return is_entered(b, s);
}

ir_block *build_unless_entered(builder *b, const statement *s)
{
    ir_block *outside = b->block;
    if (is_entered(b, s)) b->block = branch(b, is_meant(b, 0), s->token)->blocks[0];
    return outside;
}

/* ---- blocks ---- */

static bool is_label(const statement *s)
{
    return s->kind == STATEMENT_LABEL || s->kind == STATEMENT_CASE || s->kind == STATEMENT_DEFAULT;
}

/* Variables of a block are visible behind its labels, too. */
static void declare_all(builder *b, const statement *s)
{
    for (size_t i = 0; i < s->item_count; ++i) {
        const statement *item = s->items[i];
        while (is_label(item)) item = item->body;
        if (item->kind == STATEMENT_DECLARATION) build_declare_before(b, item);
    }
}

static void build_guarded(builder *b, const statement *s)
{
    ir_block *outside = b->block;
    declare_all(b, s);
    for (size_t i = 0; i < s->item_count && !b->f->reason;) {
        ir_value *here = is_meant(b, 0);
        if (is_entered(b, s->items[i])) here = build_binary(b, IR_OR, here, leads_into(b, s->items[i]), NULL);
        b->block = branch(b, here, s->items[i]->token)->blocks[0];
        do build_statement(b, s->items[i]);
        while (++i < s->item_count && !is_entered(b, s->items[i]));
        b->block = outside;
    }
}

/* Builds a range of items with its SCOPEs and LOOPs, the widest first. */
static void build_ranges(builder *b, node *block, size_t from, size_t to)
{
    const statement *s = block->statement;
    for (size_t i = from; i < to && !b->f->reason;) {
        goto_jump *widest = NULL;
        size_t most = 0;
        for (goto_jump *g = block->jumps; g; g = g->next) {
            if (g->target || begin_of(g) != i || end_of(g) > to) continue;
            /* Of equal ranges, the SCOPE is outside. */
            if (end_of(g) < most || (end_of(g) == most && g->from >= g->to)) continue;
            widest = g;
            most = end_of(g);
        }
        if (!widest) {
            build_statement(b, s->items[i++]);
            continue;
        }
        const bool forward = widest->from < widest->to;
        ir_block *outside = b->block;
        ir_value *v = ir_add(b->f, b->block, forward ? IR_SCOPE : IR_LOOP, IR_VOID, s->items[i]->token, 0);
        for (int k = 0; k < (forward ? 1 : 3); ++k) v->blocks[k] = ir_add_block(b->f, outside, v);
        for (goto_jump *g = block->jumps; g; g = g->next)
            if (!g->target && begin_of(g) == i && end_of(g) == most && (g->from < g->to) == forward) g->target = v;
        b->block = v->blocks[forward ? 0 : 1];
        build_ranges(b, block, i, most);
        if (!forward) ir_add(b->f, b->block, IR_LEAVE, IR_VOID, s->token, 0)->target = v;
        b->block = outside;
        i = most;
    }
}

/* ---- statements ---- */

static void build_goto(builder *b, const statement *s)
{
    const node *n = node_of(b, s);
    const goto_jump *g = n ? b->frame->jumps->all : NULL;
    while (g && g->jump != s) g = g->next_of_all;
    if (!g || !g->anchor || (g->anchor->simple ? !g->target : !g->anchor->round)) {
        build_refuse(b, s->token, "a goto into a statement expression");
        return;
    }
    if (g->anchor->simple) {
        ir_add(b->f, b->block, g->target->op == IR_SCOPE ? IR_LEAVE : IR_CONTINUE, IR_VOID, s->token, 0)->target =
            g->target;
        return;
    }
    build_mean(b, g->label->number, s->token);
    ir_add(b->f, b->block, IR_CONTINUE, IR_VOID, s->token, 0)->target = g->anchor->round;
}

static void build_label(builder *b, const statement *s)
{
    const node *n = node_of(b, s);
    if (n && has_entry(n, s)) {
        if (n->entry_count > 1) {
            ir_block *outside = b->block;
            b->block = branch(b, is_meant(b, n->number), s->token)->blocks[0];
            build_mean(b, 0, s->token);
            b->block = outside;
        } else {
            build_mean(b, 0, s->token);
        }
    }
    build_statement(b, s->body);
}

bool build_has_jumps(const builder *b, const statement *s)
{
    const node *n = node_of(b, s);
    return n && n->jumps;
}

bool build_jumping(builder *b, const statement *s)
{
    node *n = node_of(b, s);
    if (s->kind == STATEMENT_GOTO) {
        build_goto(b, s);
        return true;
    }
    if (!n) return false;
    if (n->jumps && !n->simple && !n->round) {
        ir_block *outside = b->block;
        if (s->kind == STATEMENT_BLOCK) declare_all(b, s); /* all rounds share the variables */
        n->round = ir_add(b->f, b->block, IR_LOOP, IR_VOID, s->token, 0);
        for (int k = 0; k < 3; ++k) n->round->blocks[k] = ir_add_block(b->f, outside, n->round);
        b->block = n->round->blocks[1];
        build_statement(b, s);
        ir_add(b->f, b->block, IR_LEAVE, IR_VOID, s->token, 0)->target = n->round;
        b->block = outside;
        return true;
    }
    if (s->kind == STATEMENT_BLOCK && n->simple) {
        declare_all(b, s);
        build_ranges(b, n, 0, s->item_count);
        return true;
    }
    if (s->kind == STATEMENT_BLOCK) {
        bool guarded = n->entry_count != 0;
        for (size_t i = 0; i < s->item_count && !guarded; ++i) guarded = is_entered(b, s->items[i]);
        if (guarded) build_guarded(b, s);
        return guarded;
    }
    if (!is_label(s) || (s->kind != STATEMENT_LABEL && !has_entry(n, s))) return false;
    build_label(b, s);
    return true;
}

/* ---- switches ---- */

static bool has_deep_label(const statement *s, const statement *of)
{
    if (!s) return false;
    if (is_label(s) && s->kind != STATEMENT_LABEL && s->parent == of) return true;
    for (size_t i = 0; i < s->item_count; ++i)
        if (has_deep_label(s->items[i], of)) return true;
    return has_deep_label(s->body, of) || has_deep_label(s->otherwise, of);
}

bool build_switch_is_plain(const builder *b, const statement *s)
{
    if (s->body->kind != STATEMENT_BLOCK || is_entered(b, s->body)) return false;
    bool labelled = false;
    for (size_t i = 0; i < s->body->item_count; ++i) {
        const statement *item = s->body->items[i];
        const bool is_case = item->kind == STATEMENT_CASE || item->kind == STATEMENT_DEFAULT;
        labelled |= is_case;
        if (!labelled && item->kind != STATEMENT_DECLARATION) return false;
        while (item->kind == STATEMENT_CASE || item->kind == STATEMENT_DEFAULT) item = item->body;
        if (has_deep_label(item, s)) return false;
        if (is_entered(b, item)) return false;
    }
    const node *n = node_of(b, s->body);
    return !n || !n->jumps;
}

static void choose(builder *b, const statement *s, const statement *of, ir_value *value, ir_value **chosen,
                   bool defaults)
{
    if (!s) return;
    if (is_label(s) && s->kind != STATEMENT_LABEL && s->parent == of) {
        node *n = node_of(b, s);
        add_entry(b, b->frame->jumps, n, node_of(b, of));
        ir_value *made = build_constant(b, IR_U32, n->number);
        if (s->kind == STATEMENT_DEFAULT && defaults) *chosen = made;
        else if (s->kind == STATEMENT_CASE && !defaults)
            *chosen = build_select(b, build_matches(b, value, s), made, *chosen, s->token);
    }
    for (size_t i = 0; i < s->item_count; ++i) choose(b, s->items[i], of, value, chosen, defaults);
    choose(b, s->body, of, value, chosen, defaults);
    choose(b, s->otherwise, of, value, chosen, defaults);
}

void build_wild_switch(builder *b, const statement *s)
{
    (void)jumps_of(b);
    ir_block *before = build_unless_entered(b, s);
    ir_value *value = build_number(b, s->value), *none = build_constant(b, IR_U32, 0), *chosen = none;
    choose(b, s->body, s, value, &chosen, true);
    choose(b, s->body, s, value, &chosen, false);
    ir_add(b->f, b->block, IR_SET, IR_VOID, s->token, 1, chosen)->variable = b->frame->jumps->meant;
    b->block = before;
    ir_value *scope = ir_add(b->f, b->block, IR_SCOPE, IR_VOID, s->token, 0);
    scope->blocks[0] = b->block = ir_add_block(b->f, before, scope);
    ir_value *nothing = ir_add(b->f, b->block, IR_NOT, IR_BOOL, s->token, 1, is_meant(b, 0));
    b->block = branch(b, nothing, s->token)->blocks[0];
    jump_target target = {s, scope, NULL, b->frame->targets};
    b->frame->targets = &target;
    build_statement(b, s->body);
    b->frame->targets = target.outer;
    b->block = before;
}
