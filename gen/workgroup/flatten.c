/* Flattening, see flatten.h. Knows the syntax tree; must not know work-items beyond the barrier. */
#include "workgroup/flatten.h"

#include "clc/builtin.h"

#include <string.h>

enum { FLATTEN_DEPTH = 64, FLATTEN_NODES = 50000, WAIT_DEPTH = 64 };

/* The body of one function on its way into the tree. */
typedef struct frame {
    const struct frame *outer;
    const symbol *function;
    symbol **from, **to;  /* the parser's symbols, and this copy's */
    expression **objects; /* of a parameter: what it points to, if that is a variable; else NULL */
    size_t count, capacity;
    node *block;          /* what a `return` leaves; NULL: the function stays one */
    variable *result;     /* takes the value of a `return`, or NULL */
    statement **loops;    /* parser's loops and switches around the statement, and their nodes */
    node **loop_nodes;
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
} flattener;

static bool waits(const symbol *f, unsigned depth)
{
    if (f->calls_barrier) return true;
    if (depth > WAIT_DEPTH) return false;
    for (size_t i = 0; i < f->callee_count; ++i)
        if (waits(f->callees[i], depth + 1)) return true;
    return false;
}

bool flatten_waits(const symbol *function) { return waits(function, 0); }

static bool is_barrier(const expression *e)
{
    if (e->kind != EXPRESSION_BUILTIN) return false;
    return e->builtin->entry->class_ == BUILTIN_BARRIER || strcmp(e->builtin->name, "wait_group_events") == 0;
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

/* `always`: the expression is evaluated whenever its statement is, and may be evaluated before the rest of it. */
static expression *copy(flattener *x, frame *f, expression *e, bool always)
{
    if (!e) return NULL;
    if (e->kind == EXPRESSION_CALL && is_inlined(x, e->symbol)) {
        if (always) return inline_call(x, f, e);
        if (flatten_waits(e->symbol))
            tree_refuse(x->tree, e->token, "a function with a barrier is called in a condition, or in a part of an expression "
                                           "that is not always evaluated");
    }
    if (e->kind == EXPRESSION_CALL && always && x->apart && is_computation(e)) return call_apart(x, f, e);
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_DEREFERENCE && e->left->kind == EXPRESSION_SYMBOL) {
        expression *object = lookup_object(f, e->left->symbol);
        if (object) return object;
    }
    if (e->kind == EXPRESSION_SYMBOL && lookup_object(f, e->symbol)) return address_of(x, e, lookup_object(f, e->symbol));
    if (is_barrier(e)) tree_refuse(x->tree, e->token, "a barrier stands inside an expression");
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
        variable *v = copy_symbol(x, &inner, p, type_qualify(x->arena, p->type, 0));
        v->symbol->kind = SYMBOL_VARIABLE;
        declare(x, v, arguments[i], call->token);
    }
    inner.block = block;
    add_statement(x, &inner, callee->body);
    x->block = outer;
    return is_void ? NULL : read_of(x, inner.result, call->token);
}

static void push_loop(flattener *x, frame *f, statement *s, node *n)
{
    if (f->loop_count == f->loop_capacity) {
        const size_t capacity = f->loop_capacity ? f->loop_capacity * 2 : 8;
        f->loops = arena_grow(x->arena, f->loops, f->loop_count, capacity, sizeof *f->loops);
        f->loop_nodes = arena_grow(x->arena, f->loop_nodes, f->loop_count, capacity, sizeof *f->loop_nodes);
        f->loop_capacity = capacity;
    }
    f->loops[f->loop_count] = s;
    f->loop_nodes[f->loop_count++] = n;
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
    loop->test_last = s->kind == STATEMENT_DO;
    loop->value = copy(x, f, s->value, false);
    if (s->kind == STATEMENT_FOR) loop->step = copy(x, f, s->step, false);
    tree_add(x->tree, x->block, loop);
    push_loop(x, f, s, loop);
    loop->body = block_of(x, f, s->body);
    --f->loop_count;
    x->block = outer;
}

static node *target_of(const frame *f, const statement *s)
{
    for (size_t i = f->loop_count; i > 0; --i)
        if (f->loops[i - 1] == s) return f->loop_nodes[i - 1];
    return NULL;
}

static void add_jump(flattener *x, frame *f, statement *s)
{
    node *n = tree_node(x->tree, s->kind == STATEMENT_CONTINUE ? NODE_CONTINUE : NODE_BREAK, s->token);
    n->target = target_of(f, s->parent);
    if (!n->target) {
        tree_refuse(x->tree, s->token, "a jump that leaves no loop");
        return;
    }
    tree_add(x->tree, x->block, n);
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
    case STATEMENT_EXPRESSION: {
        expression *e = s->value;
        while (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_VOID) e = e->left;
        if (is_barrier(e)) {
            t->has_barrier = true;
            tree_add(t, x->block, tree_node(t, NODE_BARRIER, s->token));
        } else {
            expression *value = copy(x, f, e, true);
            if (value) evaluate(x, value, s->token);
        }
        break;
    }
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
        expression *value = copy(x, f, s->value, true);
        n = tree_node(t, NODE_SWITCH, s->token);
        n->value = value;
        tree_add(t, x->block, n);
        push_loop(x, f, s, n);
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

tree *flatten(arena *a, symbol *function, bool as_kernel, flatten_wish *wish, void *context)
{
    tree *t = ARENA_NEW(a, tree);
    t->arena = a;
    t->function = function;
    t->is_kernel = as_kernel;
    t->body = tree_node(t, NODE_BLOCK, function->token);
    flattener x = {t, a, wish, context, t->body, wish != NULL};
    frame f = {.function = function, .block = as_kernel ? t->body : NULL};
    add_parameters(&x, &f);
    add_statement(&x, &f, function->body);
    if (!as_kernel && t->has_barrier) tree_refuse(t, function->token, "a barrier in a function that was not flattened");
    if (as_kernel && t->has_goto) tree_refuse(t, function->token, "goto in a kernel, or in a function with barriers");
    return t;
}
