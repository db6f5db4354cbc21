/* Flattening, see flatten.h. Knows the syntax tree; must not know work-items beyond the barrier. */
#include "workgroup/flatten.h"

#include "clc/builtin.h"
#include "workgroup/collective.h"
#include "clc/facts.h"
#include "workgroup/narrow.h"

#include <string.h>

enum { FLATTEN_DEPTH = 64, FLATTEN_NODES = 50000 };

/* The body of one function on its way into the tree. */
typedef struct frame {
    const struct frame *outer;
    const symbol *function;
    symbol **from, **to;  /* the parser's symbols, and this copy's */
    expression **objects; /* of a parameter: what it points to, if that is a variable, or an array as a pointer; else NULL */
    size_t count, capacity;
    node *block;          /* what a `return` leaves; NULL: the function stays one */
    variable *result;     /* takes the value of a `return`, or NULL */
    statement **loops;    /* parser's loops and switches around the statement, and their nodes */
    node **loop_nodes;
    node **rounds;        /* of a loop: the block that `continue` leaves, or NULL: the loop itself */
    size_t loop_count, loop_capacity;
    unsigned depth;
} frame;

typedef struct flattener {
    tree *tree;
    arena *arena;
    flatten_wish *wish;
    void *context;
    node *block; /* where new nodes go */
    bool apart;  /* calls become variables of their own */
    const token *jump; /* the first goto, or NULL */
} flattener;

bool flatten_waits(const symbol *function) { return function->facts && function->facts->waits; }

static bool is_barrier(const expression *e)
{
    if (e->kind != EXPRESSION_BUILTIN) return false;
    return e->builtin->entry->class_ == BUILTIN_BARRIER || strcmp(e->builtin->name, "wait_group_events") == 0;
}

static bool statement_waits(const statement *s);

/* `blocks`: or has a block for a value. */
static bool expression_holds(const expression *e, bool blocks)
{
    if (!e) return false;
    if (is_barrier(e) || collective_is(e) || (e->kind == EXPRESSION_CALL && flatten_waits(e->symbol))) return true;
    if (e->kind == EXPRESSION_BLOCK) return blocks || statement_waits(e->body);
    if (expression_holds(e->condition, blocks) || expression_holds(e->left, blocks) || expression_holds(e->right, blocks))
        return true;
    for (size_t i = 0; i < e->operand_count; ++i)
        if (expression_holds(e->operands[i], blocks)) return true;
    for (size_t i = 0; i < e->element_count; ++i)
        if (expression_holds(e->elements[i].value, blocks)) return true;
    return false;
}

static bool expression_waits(const expression *e) { return expression_holds(e, false); }

/* Whether a part of the expression becomes statements before it. */
static bool has_statements(const expression *e) { return expression_holds(e, true); }

static bool statement_waits(const statement *s)
{
    if (!s) return false;
    if (expression_waits(s->value) || expression_waits(s->step) || statement_waits(s->first) || statement_waits(s->body) ||
        statement_waits(s->otherwise))
        return true;
    for (size_t i = 0; i < s->symbol_count; ++i)
        if (expression_waits(s->symbols[i]->initialiser)) return true;
    for (size_t i = 0; i < s->item_count; ++i)
        if (statement_waits(s->items[i])) return true;
    return false;
}

/* ---- symbols ---- */

static symbol *lookup(const frame *f, const symbol *s)
{
    for (size_t i = f->count; i > 0; --i)
        if (f->from[i - 1] == s) return f->to[i - 1];
    return NULL;
}

static void add_symbol(flattener *x, frame *f, symbol *s, symbol *copy, expression *object)
{
    if (f->count== f->capacity) {
        const size_t capacity = f->capacity ? f->capacity * 2 : 16;
        f->from = arena_grow(x->arena, f->from, f->count, capacity, sizeof *f->from);
        f->to = arena_grow(x->arena, f->to, f->count, capacity, sizeof *f->to);
        f->objects = arena_grow(x->arena, f->objects, f->count, capacity, sizeof *f->objects);
        f->capacity = capacity;
    }
    f->from[f->count] = s;
    f->objects[f->count] = object;
    f->to[f->count++] = copy;
}

/* What the parameter points to, if it was passed the address of a variable. */
static expression *lookup_object(const frame *f, const symbol *s)
{
    for (size_t i = f->count; i > 0; --i)
        if (f->from[i - 1] == s) return f->objects[i - 1];
    return NULL;
}

static variable *copy_symbol(flattener *x, frame *f, symbol *s, const type *type)
{
    symbol *copy = ARENA_NEW(x->arena, symbol);
    *copy = *s;
    copy->type = type;
    copy->initialiser = NULL;
    copy->mark = 0;
    add_symbol(x, f, s, copy, NULL);
    return tree_add_variable(x->tree, copy, type);
}

static expression *read_of(flattener *x, const variable *v, const token *where)
{
    expression *e = ARENA_NEW(x->arena, expression);
    e->kind = EXPRESSION_SYMBOL;
    e->token = where;
    e->type = v->type;
    e->lvalue = true;
    e->symbol = v->symbol;
    return e;
}

static variable *new_variable(flattener *x, const char *name, const type *type, const token *where)
{
    symbol *s = ARENA_NEW(x->arena, symbol);
    s->kind = SYMBOL_VARIABLE;
    s->name = name;
    s->token = where;
    s->type = type;
    s->assigned = true;
    return tree_add_variable(x->tree, s, type);
}

static node *declare(flattener *x, variable *v, expression *initialiser, const token *where)
{
    node *n = tree_node(x->tree, NODE_DECLARE, where);
    n->variable = v;
    v->symbol->initialiser = initialiser;
    tree_add(x->tree, x->block, n);
    return n;
}

/* ---- expressions ---- */

static expression *copy(flattener *x, frame *f, expression *e, bool always);
static expression *inline_call(flattener *x, frame *f, expression *call);
static expression *take_collective(flattener *x, frame *f, const expression *call);
static expression *block_before(flattener *x, frame *f, const expression *e);

static bool is_inlined(const flattener *x, const symbol *s)
{
    return s->body && (flatten_waits(s) || (x->wish && x->wish(x->context, s)));
}

/* A call whose value depends on its arguments' values only. */
static bool is_computation(const expression *call)
{
    if (!call->symbol->body || !type_is_number(call->type)) return false;
    for (size_t i = 0; i < call->operand_count; ++i)
        if (!type_is_number(call->operands[i]->type)) return false;
    return true;
}

static expression *address_of(flattener *x, const expression *pointer, expression *object)
{
    expression *e = ARENA_NEW(x->arena, expression);
    e->kind = EXPRESSION_UNARY;
    e->op = OPERATOR_ADDRESS;
    e->token = pointer->token;
    e->type = type_unqualified(x->arena, pointer->type);
    e->left = object;
    return e;
}

/* The call as a variable of its own: it may turn out to have one value for all. */
static expression *call_apart(flattener *x, frame *f, expression *call)
{
    expression *c = ARENA_NEW(x->arena, expression);
    *c = *call;
    c->operands = arena_array(x->arena, call->operand_count, sizeof *c->operands);
    for (size_t i = 0; i < call->operand_count; ++i) c->operands[i] = copy(x, f, call->operands[i], true);
    variable *v = new_variable(x, "value", type_unqualified(x->arena, call->type), call->token);
    v->symbol->assigned = false;
    declare(x, v, c, call->token);
    return read_of(x, v, call->token);
}

static void add_effect(flattener *x, frame *f, expression *e, const token *where);
static expression *assignment(flattener *x, const variable *to, expression *value, const token *where);
static void evaluate(flattener *x, expression *e, const token *where);

static expression *truth_of(flattener *x, expression *e)
{
    expression *zero = ARENA_NEW(x->arena, expression), *test = ARENA_NEW(x->arena, expression);
    *zero = (expression){.kind = EXPRESSION_CONSTANT, .token = e->token, .type = type_unqualified(x->arena, e->type),
                         .has_value = true, .is_constant = true};
    if (e->type->kind == TYPE_POINTER) {
        expression *null = ARENA_NEW(x->arena, expression);
        *null = *zero;
        null->type = type_basic(TYPE_INT);
        zero->kind = EXPRESSION_CAST;
        zero->conversion = CONVERSION_NULL;
        zero->has_value = false;
        zero->left = null;
    }
    *test = (expression){.kind = EXPRESSION_BINARY, .op = OPERATOR_NOT_EQUAL, .token = e->token, .type = type_basic(TYPE_INT),
                         .left = e, .right = zero};
    return test;
}

/* A branch of its own for a part of an expression: `part` is computed into `result` (NULL: for its effects only). */
static node *part_apart(flattener *x, frame *f, const variable *result, expression *part, bool as_truth)
{
    node *outer = x->block, *block = tree_node(x->tree, NODE_BLOCK, part->token);
    x->block = block;
    if (!result) {
        add_effect(x, f, part, part->token);
    } else {
        expression *value = copy(x, f, part, true);
        if (as_truth) value = truth_of(x, value);
        evaluate(x, assignment(x, result, value, part->token), part->token);
    }
    x->block = outer;
    return block;
}

/* An expression of which a part that waits or has a block is not always evaluated: as statements before it. Its value,
 * NULL of void. */
static expression *in_order(flattener *x, frame *f, expression *e)
{
    if (e->kind == EXPRESSION_BINARY && e->op == OPERATOR_COMMA) {
        add_effect(x, f, e->left, e->token);
        if (e->type->kind != TYPE_VOID) return copy(x, f, e->right, true);
        add_effect(x, f, e->right, e->token);
        return NULL;
    }
    const bool logic = e->kind == EXPRESSION_BINARY;
    variable *result = NULL;
    if (e->type->kind != TYPE_VOID) {
        result = new_variable(x, "part", type_unqualified(x->arena, e->type), e->token);
        declare(x, result, logic ? truth_of(x, copy(x, f, e->left, true)) : NULL, e->token);
    }
    expression *condition = logic ? read_of(x, result, e->token) : copy(x, f, e->condition, true);
    node *n = tree_node(x->tree, NODE_IF, e->token);
    n->value = condition;
    tree_add(x->tree, x->block, n);
    if (!logic) {
        n->body = part_apart(x, f, result, e->left, false);
        n->otherwise = part_apart(x, f, result, e->right, false);
    } else if (e->op == OPERATOR_AND_AND) {
        n->body = part_apart(x, f, result, e->right, true);
    } else {
        n->body = tree_node(x->tree, NODE_BLOCK, e->token);
        n->otherwise = part_apart(x, f, result, e->right, true);
    }
    return result ? read_of(x, result, e->token) : NULL;
}

/* A private array's first element, as a pointer. */
static bool is_decay(const expression *e)
{
    return e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_DECAY && e->left->kind == EXPRESSION_SYMBOL &&
           type_space(e->left->type) == SPACE_PRIVATE;
}

/* `always`: the expression is evaluated whenever its statement is, and may be evaluated before the rest of it. */
static expression *copy(flattener *x, frame *f, expression *e, bool always)
{
    if (!e) return NULL;
    const bool in_parts = (e->kind == EXPRESSION_CONDITIONAL && !type_is_vector(e->condition->type)) ||
                          (e->kind == EXPRESSION_BINARY && !type_is_vector(e->type) &&
                           (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR)) ||
                          (e->kind == EXPRESSION_BINARY && e->op == OPERATOR_COMMA);
    const bool left_counts = e->kind == EXPRESSION_CONDITIONAL || e->op == OPERATOR_COMMA;
    if (always && in_parts && (has_statements(e->right) || (left_counts && has_statements(e->left))))
        return in_order(x, f, e);
    if (e->kind == EXPRESSION_BLOCK) {
        if (always) return block_before(x, f, e);
        tree_refuse(x->tree, e->token, "a block in a part of an expression that is not always evaluated");
    }
    if (e->kind == EXPRESSION_CALL && is_inlined(x, e->symbol)) {
        if (always) return inline_call(x, f, e);
        if (flatten_waits(e->symbol))
            tree_refuse(x->tree, e->token, "a function with a barrier is called in a part of an expression that is not always "
                                           "evaluated");
    }
    if (collective_is(e)) {
        if (always) return take_collective(x, f, e);
        tree_refuse(x->tree, e->token, "a work-group function is called in a part of an expression that is not always evaluated");
    }
    if (e->kind == EXPRESSION_CALL && always && x->apart && is_computation(e)) return call_apart(x, f, e);
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_DEREFERENCE && e->left->kind == EXPRESSION_SYMBOL) {
        expression *object = lookup_object(f, e->left->symbol);
        if (object && !is_decay(object)) return object;
    }
    if (e->kind == EXPRESSION_SYMBOL && lookup_object(f, e->symbol)) {
        expression *object = lookup_object(f, e->symbol);
        return is_decay(object) ? object : address_of(x, e, object);
    }
    if (is_barrier(e)) tree_refuse(x->tree, e->token, "a barrier inside an expression");
    expression *c = ARENA_NEW(x->arena, expression);
    *c = *e;
    if (e->symbol && (e->kind == EXPRESSION_SYMBOL)) {
        symbol *s = lookup(f, e->symbol);
        if (s) c->symbol = s;
    }
    const bool ordered = e->kind == EXPRESSION_BINARY &&
                         (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR || e->op == OPERATOR_COMMA);
    c->condition = copy(x, f, e->condition, always);
    c->left = copy(x, f, e->left, always && e->kind != EXPRESSION_CONDITIONAL);
    c->right = copy(x, f, e->right, always && e->kind != EXPRESSION_CONDITIONAL && !ordered);
    if (e->operand_count) {
        c->operands = arena_array(x->arena, e->operand_count, sizeof *c->operands);
        for (size_t i = 0; i < e->operand_count; ++i) c->operands[i] = copy(x, f, e->operands[i], always);
    }
    if (e->element_count) {
        c->elements = arena_array(x->arena, e->element_count, sizeof *c->elements);
        for (size_t i = 0; i < e->element_count; ++i) {
            c->elements[i] = e->elements[i];
            c->elements[i].value = copy(x, f, e->elements[i].value, always);
        }
    }
    return c;
}

/* ---- statements ---- */

static void add_statement(flattener *x, frame *f, statement *s);

static void add_in_block(flattener *x, frame *f, statement *s, node *block)
{
    node *outer = x->block;
    x->block = block;
    add_statement(x, f, s);
    x->block = outer;
}

static node *block_of(flattener *x, frame *f, statement *s)
{
    node *block = tree_node(x->tree, NODE_BLOCK, s->token);
    add_in_block(x, f, s, block);
    return block;
}

static void evaluate(flattener *x, expression *e, const token *where)
{
    node *n = tree_node(x->tree, NODE_EVALUATE, where);
    n->value = e;
    tree_add(x->tree, x->block, n);
}

static expression *assignment(flattener *x, const variable *to, expression *value, const token *where)
{
    expression *e = ARENA_NEW(x->arena, expression);
    e->kind = EXPRESSION_ASSIGN;
    e->token = where;
    e->type = type_unqualified(x->arena, to->type);
    e->left = read_of(x, to, where);
    e->right = value;
    return e;
}

/* The body of a called function in place of the call. The value of the call, or NULL of a void one. */
static expression *inline_call(flattener *x, frame *f, expression *call)
{
    symbol *callee = call->symbol;
    for (const frame *o = f; o; o = o->outer)
        if (o->function == callee) {
            tree_refuse(x->tree, call->token, "recursion");
            return call;
        }
    if (f->depth >= FLATTEN_DEPTH || x->tree->labels > FLATTEN_NODES) {
        tree_refuse(x->tree, call->token, "calls nest too deeply");
        return call;
    }
    frame inner = {.outer = f, .function = callee, .depth = f->depth + 1};
    const bool is_void = callee->type->base->kind == TYPE_VOID;
    if (!is_void) {
        inner.result = new_variable(x, "result", type_unqualified(x->arena, callee->type->base), call->token);
        declare(x, inner.result, NULL, call->token);
    }
    node *outer = x->block, *block = tree_node(x->tree, NODE_BLOCK, call->token);
    expression **arguments = arena_array(x->arena, call->operand_count, sizeof *arguments);
    for (size_t i = 0; i < call->operand_count; ++i) arguments[i] = copy(x, f, call->operands[i], true);
    tree_add(x->tree, outer, block);
    x->block = block;
    for (size_t i = 0; i < call->operand_count; ++i) {
        symbol *p = callee->parameters[i];
        const expression *to = arguments[i];
        if (!p->assigned && !p->address_taken && to->kind == EXPRESSION_UNARY && to->op == OPERATOR_ADDRESS &&
            to->left->kind == EXPRESSION_SYMBOL && type_equal(to->left->type, p->type->base, false)) {
            add_symbol(x, &inner, p, to->left->symbol, to->left);
            continue;
        }
        if (!p->assigned && !p->address_taken && is_decay(to) && type_equal(to->type, p->type, false)) {
            add_symbol(x, &inner, p, to->left->symbol, arguments[i]);
            continue;
        }
        variable *v = copy_symbol(x, &inner, p, type_qualify(x->arena, p->type, 0));
        v->symbol->kind = SYMBOL_VARIABLE;
        declare(x, v, arguments[i], call->token);
    }
    inner.block = block;
    add_statement(x, &inner, callee->body);
    x->block = outer;
    return is_void ? NULL : read_of(x, inner.result, call->token);
}

/* A block before the rest of the statement. Its value, or NULL of void. */
static expression *block_before(flattener *x, frame *f, const expression *e)
{
    const bool is_void = e->type->kind == TYPE_VOID;
    variable *result = NULL;
    if (!is_void) {
        result = new_variable(x, "value", e->type, e->token);
        declare(x, result, NULL, e->token);
    }
    node *outer = x->block, *block = tree_node(x->tree, NODE_BLOCK, e->token);
    const size_t plain = e->body->item_count - !is_void;
    tree_add(x->tree, outer, block);
    x->block = block;
    for (size_t i = 0; i < plain; ++i) add_statement(x, f, e->body->items[i]);
    if (!is_void) {
        const statement *last = e->body->items[plain];
        expression *value = copy(x, f, last->value, true);
        evaluate(x, assignment(x, result, value, last->token), last->token);
    }
    x->block = outer;
    return is_void ? NULL : read_of(x, result, e->token);
}

/* A work-group function as a node before the rest of the statement. What it gives. */
static expression *take_collective(flattener *x, frame *f, const expression *call)
{
    expression *c = ARENA_NEW(x->arena, expression);
    *c = *call;
    c->operands = arena_array(x->arena, call->operand_count, sizeof *c->operands);
    for (size_t i = 0; i < call->operand_count; ++i) {
        expression *value = copy(x, f, call->operands[i], true);
        const expression *plain = value;
        while (plain->kind == EXPRESSION_CAST && plain->conversion == CONVERSION_NUMBER) plain = plain->left;
        if (plain->kind != EXPRESSION_CONSTANT && plain->kind != EXPRESSION_SYMBOL) {
            variable *v = new_variable(x, "operand", type_unqualified(x->arena, value->type), value->token);
            v->symbol->assigned = false;
            declare(x, v, value, value->token);
            value = read_of(x, v, value->token);
        }
        c->operands[i] = value;
    }
    node *n = tree_node(x->tree, NODE_COLLECTIVE, call->token);
    n->variable = new_variable(x, "result", type_unqualified(x->arena, call->type), call->token);
    n->value = c;
    tree_add(x->tree, x->block, n);
    x->tree->has_barrier = true;
    return read_of(x, n->variable, call->token);
}

static void push_loop(flattener *x, frame *f, statement *s, node *n, node *round)
{
    if (f->loop_count == f->loop_capacity) {
        const size_t capacity = f->loop_capacity ? f->loop_capacity * 2 : 8;
        f->loops = arena_grow(x->arena, f->loops, f->loop_count, capacity, sizeof *f->loops);
        f->loop_nodes = arena_grow(x->arena, f->loop_nodes, f->loop_count, capacity, sizeof *f->loop_nodes);
        f->rounds = arena_grow(x->arena, f->rounds, f->loop_count, capacity, sizeof *f->rounds);
        f->loop_capacity = capacity;
    }
    f->loops[f->loop_count] = s;
    f->rounds[f->loop_count] = round;
    f->loop_nodes[f->loop_count++] = n;
}

/* if (!value) leave the loop */
static void add_exit(flattener *x, frame *f, expression *value, node *loop)
{
    expression *c = copy(x, f, value, true);
    node *n = tree_node(x->tree, NODE_IF, value->token), *leave = tree_node(x->tree, NODE_BREAK, value->token);
    n->value = c;
    tree_add(x->tree, x->block, n);
    n->body = tree_node(x->tree, NODE_BLOCK, value->token);
    n->otherwise = tree_node(x->tree, NODE_BLOCK, value->token);
    leave->target = loop;
    tree_add(x->tree, n->otherwise, leave);
}

/* A loop whose condition or step waits or has a block: `for (;;) { if (!value) break; {body} step; }` */
static void add_waiting_loop(flattener *x, frame *f, statement *s, node *loop)
{
    node *outer = x->block, *round = tree_node(x->tree, NODE_BLOCK, s->token);
    loop->body = tree_node(x->tree, NODE_BLOCK, s->token);
    x->block = loop->body;
    if (s->value && s->kind != STATEMENT_DO) add_exit(x, f, s->value, loop);
    tree_add(x->tree, loop->body, round);
    push_loop(x, f, s, loop, round);
    add_in_block(x, f, s->body, round);
    --f->loop_count;
    if (s->kind == STATEMENT_FOR && s->step) add_effect(x, f, s->step, s->token);
    if (s->value && s->kind == STATEMENT_DO) add_exit(x, f, s->value, loop);
    x->block = outer;
}

static void add_loop(flattener *x, frame *f, statement *s)
{
    node *outer = x->block;
    if (s->kind == STATEMENT_FOR) {
        node *around = tree_node(x->tree, NODE_BLOCK, s->token);
        tree_add(x->tree, outer, around);
        x->block = around;
        if (s->first) add_statement(x, f, s->first);
    }
    node *loop = tree_node(x->tree, NODE_LOOP, s->token);
    loop->unroll = s->unroll;
    tree_add(x->tree, x->block, loop);
    if (has_statements(s->value) || (s->kind == STATEMENT_FOR && has_statements(s->step))) {
        add_waiting_loop(x, f, s, loop);
    } else {
        loop->test_last = s->kind == STATEMENT_DO;
        loop->value = copy(x, f, s->value, false);
        if (s->kind == STATEMENT_FOR) loop->step = copy(x, f, s->step, false);
        push_loop(x, f, s, loop, NULL);
        loop->body = block_of(x, f, s->body);
        --f->loop_count;
    }
    x->block = outer;
}

static void add_jump(flattener *x, frame *f, statement *s)
{
    for (size_t i = f->loop_count; i > 0; --i) {
        if (f->loops[i - 1] != s->parent) continue;
        const bool round = s->kind == STATEMENT_CONTINUE && f->rounds[i - 1];
        node *n = tree_node(x->tree, s->kind == STATEMENT_CONTINUE && !round ? NODE_CONTINUE : NODE_BREAK, s->token);
        n->target = round ? f->rounds[i - 1] : f->loop_nodes[i - 1];
        tree_add(x->tree, x->block, n);
        return;
    }
    tree_refuse(x->tree, s->token, "a jump that leaves no loop");
}

static void add_return(flattener *x, frame *f, statement *s)
{
    if (!f->block) {
        node *n = tree_node(x->tree, NODE_RETURN, s->token);
        n->value = copy(x, f, s->value, true);
        tree_add(x->tree, x->block, n);
        return;
    }
    expression *value = copy(x, f, s->value, true);
    if (value && f->result) evaluate(x, assignment(x, f->result, value, s->token), s->token);
    else if (value) evaluate(x, value, s->token);
    node *n = tree_node(x->tree, NODE_BREAK, s->token);
    n->target = f->block;
    tree_add(x->tree, x->block, n);
}

static void add_declarations(flattener *x, frame *f, statement *s)
{
    for (size_t i = 0; i < s->symbol_count; ++i) {
        symbol *v = s->symbols[i];
        if (v->kind != SYMBOL_VARIABLE || v->storage == STORAGE_TYPEDEF) continue;
        /* What is __constant or static has one copy for the whole program. */
        if (type_space(v->type) == SPACE_CONSTANT) continue;
        if (v->storage == STORAGE_STATIC || v->storage == STORAGE_EXTERN) {
            tree_refuse(x->tree, v->token, "a static variable in a function");
            continue;
        }
        variable *own = copy_symbol(x, f, v, v->type);
        expression *initialiser = copy(x, f, v->initialiser, true);
        declare(x, own, initialiser, v->token);
    }
}

/* An expression for its effects, or a barrier. */
static void add_effect(flattener *x, frame *f, expression *e, const token *where)
{
    while (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_VOID) e = e->left;
    if (is_barrier(e)) {
        x->tree->has_barrier = true;
        tree_add(x->tree, x->block, tree_node(x->tree, NODE_BARRIER, where));
        return;
    }
    expression *value = copy(x, f, e, true);
    if (value) evaluate(x, value, where);
}

/* ---- switches that wait ---- */

static expression *integer_of(flattener *x, const type *t, int64_t value, const token *where)
{
    expression *e = ARENA_NEW(x->arena, expression);
    *e = (expression){.kind = EXPRESSION_CONSTANT, .token = where, .type = t, .has_value = true, .is_constant = true,
                      .value.integer = (uint64_t)value};
    return e;
}

static expression *binary_of(flattener *x, ast_operator op, expression *left, expression *right)
{
    expression *e = ARENA_NEW(x->arena, expression);
    *e = (expression){.kind = EXPRESSION_BINARY, .op = op, .token = left->token, .type = type_basic(TYPE_INT), .left = left,
                      .right = right};
    return e;
}

/* entry = value is in low .. high ? part : entry */
static void add_label(flattener *x, const variable *value, const variable *entry, const statement *label, int64_t part)
{
    const token *where = label->token;
    const type *t = type_unqualified(x->arena, value->type);
    expression *test = binary_of(x, label->low == label->high ? OPERATOR_EQUAL : OPERATOR_GREATER_EQUAL, read_of(x, value, where),
                                 integer_of(x, t, label->low, where));
    if (label->low != label->high)
        test = binary_of(x, OPERATOR_AND_AND, test,
                         binary_of(x, OPERATOR_LESS_EQUAL, read_of(x, value, where), integer_of(x, t, label->high, where)));
    expression *choice = ARENA_NEW(x->arena, expression);
    *choice = (expression){.kind = EXPRESSION_CONDITIONAL, .token = where, .type = type_basic(TYPE_INT), .condition = test,
                           .left = integer_of(x, type_basic(TYPE_INT), part, where), .right = read_of(x, entry, where)};
    evaluate(x, assignment(x, entry, choice, where), where);
}

/* What is declared between the labels is seen by all parts. */
static void add_shared_declarations(flattener *x, frame *f, statement *s)
{
    for (size_t i = 0; i < s->symbol_count; ++i) {
        symbol *v = s->symbols[i];
        if (v->kind != SYMBOL_VARIABLE || v->storage != STORAGE_NONE || type_space(v->type) == SPACE_CONSTANT) continue;
        variable *own = copy_symbol(x, f, v, type_qualify(x->arena, v->type, 0));
        declare(x, own, NULL, v->token);
    }
}

static void add_shared_values(flattener *x, frame *f, statement *s)
{
    for (size_t i = 0; i < s->symbol_count; ++i) {
        symbol *v = s->symbols[i], *own = lookup(f, v);
        if (!own || !v->initialiser) continue;
        if (v->type->kind == TYPE_ARRAY) {
            tree_refuse(x->tree, v->token, "an array with an initialiser between the labels of a switch that has a barrier");
            continue;
        }
        expression *value = copy(x, f, v->initialiser, true);
        if (value->kind == EXPRESSION_INITIALISER) {
            expression *whole = ARENA_NEW(x->arena, expression);
            *whole = (expression){.kind = EXPRESSION_COMPOUND, .token = v->token, .type = own->type, .left = value};
            value = whole;
        }
        own->assigned = true;
        evaluate(x, assignment(x, tree_variable(x->tree, own), value, v->token), v->token);
    }
}

static bool has_inner_label(const statement *s, const statement *of)
{
    if (!s) return false;
    if ((s->kind == STATEMENT_CASE || s->kind == STATEMENT_DEFAULT) && s->parent == of) return true;
    for (size_t i = 0; i < s->item_count; ++i)
        if (has_inner_label(s->items[i], of)) return true;
    return has_inner_label(s->body, of) || has_inner_label(s->otherwise, of);
}

/* A switch that has a barrier: a number says with which part it begins, and each part is an `if`, so that barriers stand
 * in branches that all work-items take or none. */
static void add_waiting_switch(flattener *x, frame *f, statement *s)
{
    tree *t = x->tree;
    node *outer = x->block, *around = tree_node(t, NODE_BLOCK, s->token);
    tree_add(t, outer, around);
    x->block = around;
    variable *value = new_variable(x, "value", type_unqualified(x->arena, s->value->type), s->token);
    value->symbol->assigned = false;
    declare(x, value, copy(x, f, s->value, true), s->token);
    statement *one = s->body, **items = one->kind == STATEMENT_BLOCK ? one->items : &one;
    const size_t count = one->kind == STATEMENT_BLOCK ? one->item_count : 1;
    int64_t parts = 0, first = 0;
    bool has_default = false;
    for (size_t i = 0; i < count; ++i) {
        statement *at = items[i];
        if (at->kind == STATEMENT_DECLARATION) add_shared_declarations(x, f, at);
        for (; at && (at->kind == STATEMENT_CASE || at->kind == STATEMENT_DEFAULT); at = at->body) {
            first = at->kind == STATEMENT_DEFAULT ? parts : first;
            has_default |= at->kind == STATEMENT_DEFAULT;
        }
        parts += items[i]->kind == STATEMENT_CASE || items[i]->kind == STATEMENT_DEFAULT;
        if (has_inner_label(at, s)) tree_refuse(t, s->token, "a label inside of a statement of a switch that has a barrier");
    }
    variable *entry = new_variable(x, "entry", type_basic(TYPE_INT), s->token);
    declare(x, entry, integer_of(x, type_basic(TYPE_INT), has_default ? first : parts, s->token), s->token);
    parts = 0;
    for (size_t i = 0; i < count; ++i) {
        statement *at = items[i];
        for (; at && (at->kind == STATEMENT_CASE || at->kind == STATEMENT_DEFAULT); at = at->body)
            if (at->kind == STATEMENT_CASE) add_label(x, value, entry, at, parts);
        parts += items[i]->kind == STATEMENT_CASE || items[i]->kind == STATEMENT_DEFAULT;
    }
    push_loop(x, f, s, around, NULL);
    parts = 0;
    for (size_t i = 0; i < count; ++i) {
        statement *at = items[i];
        if (at->kind == STATEMENT_CASE || at->kind == STATEMENT_DEFAULT) {
            node *n = tree_node(t, NODE_IF, at->token);
            n->value = binary_of(x, OPERATOR_LESS_EQUAL, read_of(x, entry, at->token),
                                 integer_of(x, type_basic(TYPE_INT), parts++, at->token));
            n->origin = value->symbol->initialiser;
            tree_add(t, around, n);
            n->body = tree_node(t, NODE_BLOCK, at->token);
            x->block = n->body;
            while (at && (at->kind == STATEMENT_CASE || at->kind == STATEMENT_DEFAULT)) at = at->body;
        } else if (!parts) {
            continue; /* never reached */
        }
        if (at && at->kind == STATEMENT_DECLARATION) add_shared_values(x, f, at);
        else add_statement(x, f, at);
    }
    --f->loop_count;
    x->block = outer;
}

static void add_statement(flattener *x, frame *f, statement *s)
{
    tree *t = x->tree;
    node *n;
    if (!s) return;
    switch (s->kind) {
    case STATEMENT_EMPTY: break;
    case STATEMENT_BLOCK:
        n = tree_node(t, NODE_BLOCK, s->token);
        tree_add(t, x->block, n);
        {
            node *outer = x->block;
            x->block = n;
            for (size_t i = 0; i < s->item_count; ++i) add_statement(x, f, s->items[i]);
            x->block = outer;
        }
        break;
    case STATEMENT_DECLARATION: add_declarations(x, f, s); break;
    case STATEMENT_EXPRESSION: add_effect(x, f, s->value, s->token); break;
    case STATEMENT_IF: {
        expression *value = copy(x, f, s->value, true);
        n = tree_node(t, NODE_IF, s->token);
        n->value = value;
        tree_add(t, x->block, n);
        n->body = block_of(x, f, s->body);
        if (s->otherwise) n->otherwise = block_of(x, f, s->otherwise);
        break;
    }
    case STATEMENT_SWITCH: {
        if (statement_waits(s->body)) {
            add_waiting_switch(x, f, s);
            break;
        }
        expression *value = copy(x, f, s->value, true);
        n = tree_node(t, NODE_SWITCH, s->token);
        n->value = value;
        tree_add(t, x->block, n);
        push_loop(x, f, s, n, NULL);
        n->body = block_of(x, f, s->body);
        --f->loop_count;
        break;
    }
    case STATEMENT_CASE:
    case STATEMENT_DEFAULT:
        n = tree_node(t, s->kind == STATEMENT_CASE ? NODE_CASE : NODE_DEFAULT, s->token);
        n->low = s->low;
        n->high = s->high;
        tree_add(t, x->block, n);
        add_statement(x, f, s->body);
        break;
    case STATEMENT_LABEL:
        n = tree_node(t, NODE_LABEL, s->token);
        n->name = s->name;
        t->has_goto = true;
        tree_add(t, x->block, n);
        add_statement(x, f, s->body);
        break;
    case STATEMENT_GOTO:
        n = tree_node(t, NODE_GOTO, s->token);
        n->name = s->name;
        t->has_goto = true;
        if (!x->jump) x->jump = s->token;
        tree_add(t, x->block, n);
        break;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR: add_loop(x, f, s); break;
    case STATEMENT_CONTINUE:
    case STATEMENT_BREAK: add_jump(x, f, s); break;
    case STATEMENT_RETURN: add_return(x, f, s); break;
    }
}

/* A parameter that is changed is a variable that begins with the argument's value. */
static void add_parameters(flattener *x, frame *f)
{
    symbol *s = x->tree->function;
    for (size_t i = 0; i < s->parameter_count; ++i) {
        symbol *p = s->parameters[i];
        variable *argument = copy_symbol(x, f, p, p->type);
        argument->stored = STORED_PARAMETER;
        if (!p->assigned && !p->address_taken) continue;
        variable *own = copy_symbol(x, f, p, type_qualify(x->arena, p->type, 0));
        own->symbol->kind = SYMBOL_VARIABLE;
        declare(x, own, read_of(x, argument, p->token), p->token);
    }
}

/* Whether there is one at the node or below. */
static bool note_barriers(node *n)
{
    if (!n) return false;
    n->has_barrier = n->kind == NODE_BARRIER || n->kind == NODE_COLLECTIVE;
    for (size_t i = 0; i < n->item_count; ++i) n->has_barrier |= note_barriers(n->items[i]);
    n->has_barrier |= note_barriers(n->body);
    n->has_barrier |= note_barriers(n->otherwise);
    return n->has_barrier;
}

tree *flatten(arena *a, symbol *function, bool as_kernel, flatten_wish *wish, void *context)
{
    tree *t = ARENA_NEW(a, tree);
    t->arena = a;
    t->function = function;
    t->is_kernel = as_kernel;
    t->body = tree_node(t, NODE_BLOCK, function->token);
    flattener x = {t, a, wish, context, t->body, wish != NULL, NULL};
    frame f = {.function = function, .block = as_kernel ? t->body : NULL};
    add_parameters(&x, &f);
    add_statement(&x, &f, function->body);
    if (!as_kernel && t->has_barrier) tree_refuse(t, function->token, "a barrier in a function that was not flattened");
    if (as_kernel && t->has_goto && t->has_barrier) tree_refuse(t, x.jump ? x.jump : function->token, "goto in a kernel with barriers");
    if (t->has_barrier) (void)note_barriers(t->body);
    narrow(t);
    return t;
}
