/* Advancing, see advance.h. Assignments before any loop give a variable new start values, each a variable of its own;
 * all later changes must add something uniform.
 * Knows statements and their order; must not know regions or lanes. */
#include "workgroup/advance.h"

#include "clc/builtin.h"
#include "workgroup/uniformity.h"

#include <string.h>

enum { AFFINE_DEPTH = 64, ELEMENTS = 64 };

typedef struct splitter {
    tree *tree;
    const symbol *symbol; /* of the variable at hand */
    variable *base;       /* what it is now, before it moves */
    variable *distance;   /* how far it went, or NULL: it did not move yet */
} splitter;

/* ---- making expressions ---- */

static expression *make(tree *t, expression_kind kind, const token *where, const type *type)
{
    expression *e = ARENA_NEW(t->arena, expression);
    e->kind = kind;
    e->token = where;
    e->type = type;
    return e;
}

static expression *read_of(tree *t, const variable *v, const token *where)
{
    expression *e = make(t, EXPRESSION_SYMBOL, where, v->type);
    e->lvalue = true;
    e->symbol = v->symbol;
    return e;
}

static expression *number(tree *t, const type *type, int64_t value, const token *where)
{
    expression *e = make(t, EXPRESSION_CONSTANT, where, type);
    e->is_constant = e->has_value = true;
    e->value.integer = (uint64_t)value;
    return e;
}

static expression *converted(tree *t, const type *type, expression *value, conversion how)
{
    expression *e = make(t, EXPRESSION_CAST, value->token, type);
    e->implicit = true;
    e->conversion = how;
    e->left = value;
    return e;
}

static expression *as_type(tree *t, const type *type, expression *value)
{
    return converted(t, type, value, CONVERSION_NUMBER);
}

/* A scalar or a vector of zeros. */
static expression *zero(tree *t, const type *type, const token *where)
{
    expression *nothing = number(t, type_basic(TYPE_INT), 0, where);
    if (type->kind != TYPE_VECTOR) return as_type(t, type, nothing);
    return converted(t, type, as_type(t, type->base, nothing), CONVERSION_SPLAT);
}

static expression *sum(tree *t, const type *type, expression *left, expression *right)
{
    expression *e = make(t, EXPRESSION_BINARY, left->token, type);
    e->op = OPERATOR_ADD;
    e->left = left;
    e->right = right;
    return e;
}

static variable *add_variable(tree *t, const symbol *like, const type *type)
{
    symbol *s = ARENA_NEW(t->arena, symbol);
    s->kind = SYMBOL_VARIABLE;
    s->name = like->name;
    s->token = like->token;
    s->type = type;
    return tree_add_variable(t, s, type);
}

/* ---- looking ---- */

typedef struct counted {
    const symbol *symbol;
    size_t changes, mentions;
} counted;

static bool count(void *context, expression *e)
{
    counted *c = context;
    if ((e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP) && e->left->kind == EXPRESSION_SYMBOL && e->left->symbol == c->symbol)
        ++c->changes;
    c->mentions += e->kind == EXPRESSION_SYMBOL && e->symbol == c->symbol;
    return true;
}

static void count_below(counted *c, node *n)
{
    if (!n) return;
    tree_visit(n->value, count, c);
    tree_visit(n->step, count, c);
    tree_visit(n->origin, count, c);
    if (n->variable && n->kind == NODE_DECLARE) tree_visit(n->variable->symbol->initialiser, count, c);
    for (size_t i = 0; i < n->item_count; ++i) count_below(c, n->items[i]);
    count_below(c, n->body);
    count_below(c, n->otherwise);
}

/* Differs between work-items by a multiple of their ids at most. */
static bool is_affine(const tree *t, const expression *e, unsigned depth)
{
    if (depth > AFFINE_DEPTH) return false;
    if (!uniformity_varies(t, e)) return true;
    switch (e->kind) {
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(t, e->symbol);
        return v && v->stored != STORED_PARAMETER && !e->symbol->assigned && !e->symbol->address_taken && e->symbol->initialiser &&
               type_space(e->symbol->type) == SPACE_PRIVATE && is_affine(t, e->symbol->initialiser, depth + 1);
    }
    case EXPRESSION_CAST:
        return (e->conversion == CONVERSION_NUMBER || e->conversion == CONVERSION_NONE || e->conversion == CONVERSION_POINTER) &&
               (e->type->kind == TYPE_POINTER || (type_is_integer(e->type) && type_size(e->type) >= 4)) &&
               is_affine(t, e->left, depth + 1);
    case EXPRESSION_BINARY:
        if (e->op == OPERATOR_ADD || e->op == OPERATOR_SUBTRACT)
            return is_affine(t, e->left, depth + 1) && is_affine(t, e->right, depth + 1);
        return e->op == OPERATOR_MULTIPLY && (!uniformity_varies(t, e->left) || !uniformity_varies(t, e->right)) &&
               is_affine(t, e->left, depth + 1) && is_affine(t, e->right, depth + 1);
    case EXPRESSION_BUILTIN:
        return strcmp(e->builtin->name, "get_global_id") == 0 || strcmp(e->builtin->name, "get_local_id") == 0;
    default: return false;
    }
}

bool advance_is_affine(const tree *t, const expression *e) { return is_affine(t, e, 0); }

/* By how much the variable is moved on, for all alike: a whole number; or NULL. `sign`: -1 to be subtracted. */
static const expression *amount_of(const splitter *x, const expression *e, int *sign)
{
    counted c = {x->symbol, 0, 0};
    if (e->kind != EXPRESSION_ASSIGN || (e->op != OPERATOR_ADD && e->op != OPERATOR_SUBTRACT)) return NULL;
    if (!type_is_integer(e->right->type) || uniformity_varies(x->tree, e->right)) return NULL;
    tree_visit(e->right, count, &c);
    *sign = e->op == OPERATOR_ADD ? 1 : -1;
    return c.mentions ? NULL : e->right;
}

static bool moves_on(const splitter *x, const expression *e)
{
    int sign;
    return e && (e->kind == EXPRESSION_STEP || amount_of(x, e, &sign));
}

static bool is_target(const splitter *x, const expression *e)
{
    const variable *v = e ? uniformity_target(x->tree, e) : NULL;
    return v && v->symbol == x->symbol;
}

/* How often all work-items move the variable on together, below the node. `apart`: only some may be here. */
static size_t count_moves(const splitter *x, const node *n, bool apart, bool is_for)
{
    size_t moves = 0;
    if (!n) return 0;
    if (n->kind == NODE_EVALUATE) return !apart && is_target(x, n->value) && moves_on(x, n->value);
    if (n->kind == NODE_BLOCK) apart |= n->left_apart;
    if (n->kind == NODE_IF) apart |= n->varies;
    /* Who has left a loop never sees again what was declared before it in its own block. */
    if (n->kind == NODE_LOOP || n->kind == NODE_SWITCH) apart |= (n->varies || n->left_apart) && !is_for;
    moves += !apart && is_target(x, n->step) && moves_on(x, n->step);
    apart |= n->kind == NODE_LOOP && n->continued_apart;
    for (size_t i = 0; i < n->item_count; ++i) moves += count_moves(x, n->items[i], apart, false);
    return moves + count_moves(x, n->body, apart, false) + count_moves(x, n->otherwise, apart, false);
}

/* ---- splitting ---- */

/* What the variable is worth here, in place of itself. */
static bool replace_read(void *context, expression *e)
{
    const splitter *x = context;
    tree *t = x->tree;
    if (e->kind != EXPRESSION_SYMBOL || e->symbol != x->symbol) return true;
    const type *type = x->base->type;
    expression *base = read_of(t, x->base, e->token);
    if (!x->distance) {
        *e = *base;
        return false;
    }
    expression *distance = read_of(t, x->distance, e->token);
    if (type->kind == TYPE_POINTER || type_size(type) == type_size(x->distance->type)) *e = *sum(t, type, base, distance);
    else *e = *as_type(t, type, sum(t, x->distance->type, as_type(t, x->distance->type, base), distance));
    return false;
}

static expression *move_of(const splitter *x, expression *e)
{
    tree *t = x->tree;
    const type *type = x->distance->type;
    int sign = e->op == OPERATOR_PRE_INCREMENT || e->op == OPERATOR_POST_INCREMENT ? 1 : -1;
    expression *by = e->kind == EXPRESSION_STEP ? number(t, type, 1, e->token) : as_type(t, type, e->right);
    if (e->kind == EXPRESSION_ASSIGN) sign = e->op == OPERATOR_ADD ? 1 : -1;
    expression *move = make(t, EXPRESSION_ASSIGN, e->token, type);
    move->op = sign > 0 ? OPERATOR_ADD : OPERATOR_SUBTRACT;
    move->computation = type;
    move->left = read_of(t, x->distance, e->token);
    move->right = by;
    return move;
}

static void replace_below(splitter *x, node *n)
{
    if (!n) return;
    if (n->kind == NODE_EVALUATE && is_target(x, n->value)) n->value = move_of(x, n->value);
    if (n->step && is_target(x, n->step)) n->step = move_of(x, n->step);
    tree_visit(n->value, replace_read, x);
    tree_visit(n->step, replace_read, x);
    tree_visit(n->origin, replace_read, x);
    if (n->variable && n->kind == NODE_DECLARE) tree_visit(n->variable->symbol->initialiser, replace_read, x);
    for (size_t i = 0; i < n->item_count; ++i) replace_below(x, n->items[i]);
    replace_below(x, n->body);
    replace_below(x, n->otherwise);
}

static void insert(tree *t, node *block, size_t at, node *n)
{
    tree_add(t, block, n);
    for (size_t i = block->item_count - 1; i > at; --i) block->items[i] = block->items[i - 1];
    block->items[at] = n;
}

/* Whether a statement gives the variable a new beginning: a value, or some more. */
static bool begins(const splitter *x, const node *n)
{
    if (n->kind != NODE_EVALUATE || !is_target(x, n->value)) return false;
    const expression *e = n->value;
    return e->kind == EXPRESSION_ASSIGN &&
           (e->op == OPERATOR_NONE || ((e->op == OPERATOR_ADD || e->op == OPERATOR_SUBTRACT) && type_is_integer(e->right->type) &&
                                       e->left->type->kind == TYPE_POINTER));
}

static node *begin_again(splitter *x, const node *n)
{
    tree *t = x->tree;
    const expression *e = n->value;
    tree_visit(e->right, replace_read, x);
    node *declaration = tree_node(t, NODE_DECLARE, n->token);
    expression *value = e->right;
    if (e->op != OPERATOR_NONE) {
        value = sum(t, x->base->type, read_of(t, x->base, n->token), e->right);
        value->op = e->op;
    }
    declaration->variable = add_variable(t, x->symbol, x->base->type);
    declaration->variable->symbol->initialiser = value;
    x->base = declaration->variable;
    return declaration;
}

static bool only_declares(const node *block, size_t end)
{
    for (size_t i = 0; i < end; ++i)
        if (block->items[i]->kind != NODE_DECLARE) return false;
    return true;
}

/* Whether the variable that the item declares can be split: where it comes into motion, in *moving_block and *moving. */
static bool find_motion(const splitter *x, node *block, size_t at, node **moving_block, size_t *moving, bool *affine)
{
    const expression *initialiser = block->items[at]->variable->symbol->initialiser;
    counted all = {x->symbol, 0, 0};
    size_t begun = 0;
    count_below(&all, x->tree->body);
    *affine = initialiser && is_affine(x->tree, initialiser, 0);
    if (!initialiser || initialiser->kind == EXPRESSION_INITIALISER) return false;
    for (size_t i = at + 1; i < block->item_count; ++i) {
        node *n = block->items[i];
        counted c = {x->symbol, 0, 0};
        count_below(&c, n);
        if (c.changes == 0) continue;
        if (n->kind == NODE_BLOCK && i + 1 == block->item_count) {
            block = n;
            i = (size_t)-1;
            continue;
        }
        if (begins(x, n) && c.changes == 1) {
            const expression *e = n->value;
            if (e->op == OPERATOR_NONE) *affine = true;
            *affine &= is_affine(x->tree, e->right, 0);
            ++begun;
            continue;
        }
        /* From here on it only moves. */
        *moving_block = block;
        *moving = i;
        size_t moves = 0;
        for (size_t k = i; k < block->item_count; ++k) {
            const bool is_for = k == i && i + 1 == block->item_count && n->kind == NODE_LOOP && only_declares(block, i);
            moves += count_moves(x, block->items[k], false, is_for);
        }
        return moves > 0 && moves + begun == all.changes;
    }
    return false;
}

static void split(tree *t, node *block, size_t at)
{
    node *declaration = block->items[at], *moving_block = NULL;
    const variable *v = declaration->variable;
    splitter x = {.tree = t, .symbol = v->symbol};
    size_t moving = 0;
    bool affine = false;
    if (!find_motion(&x, block, at, &moving_block, &moving, &affine) || !affine) return;
    const type *own = type_unqualified(t->arena, v->type);
    /* An int could run over where the sum does not; others wrap as the sum does. */
    const type *far = type_is_integer(own) && (type_size(own) == 8 || !type_is_signed(own)) ? own : type_basic(TYPE_LONG);
    x.base = add_variable(t, v->symbol, own);
    x.base->symbol->initialiser = v->symbol->initialiser;
    declaration->variable = x.base;
    for (size_t i = at + 1;;) {
        if (block == moving_block && i == moving) break;
        node *n = block->items[i];
        counted c = {x.symbol, 0, 0};
        count_below(&c, n);
        if (c.changes && n->kind == NODE_BLOCK) {
            block = n;
            i = 0;
            continue;
        }
        if (c.changes) block->items[i] = begin_again(&x, n);
        else replace_below(&x, n);
        ++i;
    }
    node *beginning = tree_node(t, NODE_DECLARE, declaration->token);
    x.distance = beginning->variable = add_variable(t, v->symbol, far);
    x.distance->symbol->assigned = true;
    x.distance->symbol->initialiser = number(t, far, 0, declaration->token);
    insert(t, block, moving, beginning);
    for (size_t i = moving + 1; i < block->item_count; ++i) replace_below(&x, block->items[i]);
}

static bool is_candidate(const variable *v, bool counters)
{
    const symbol *s = v->symbol;
    if (!s || v->stored == STORED_PARAMETER || !v->varies || !s->assigned || s->address_taken ||
        (type_qualifiers(v->type) & QUALIFIER_VOLATILE))
        return false;
    if (v->type->kind == TYPE_POINTER) return type_space(v->type->base) == SPACE_GLOBAL || type_space(v->type->base) == SPACE_CONSTANT;
    return counters && type_is_integer(v->type) && type_size(v->type) >= 4;
}

static void split_in(tree *t, node *n, bool counters, size_t known)
{
    if (!n) return;
    /* Labels lead into the middle of a switch. */
    for (size_t i = 0; i < n->item_count; ++i) {
        node *item = n->items[i];
        if (item->kind == NODE_DECLARE && item->variable->number <= known && is_candidate(item->variable, counters)) split(t, n, i);
    }
    for (size_t i = 0; i < n->item_count; ++i) split_in(t, n->items[i], counters, known);
    if (n->kind != NODE_SWITCH) split_in(t, n->body, counters, known);
    split_in(t, n->otherwise, counters, known);
}

/* ---- several changes in one statement ---- */

static bool is_continued(const node *n, const node *loop)
{
    if (!n) return false;
    if (n->kind == NODE_CONTINUE && n->target == loop) return true;
    for (size_t i = 0; i < n->item_count; ++i)
        if (is_continued(n->items[i], loop)) return true;
    return is_continued(n->body, loop) || is_continued(n->otherwise, loop);
}

static expression *behind_void(expression *e)
{
    while (e && e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_VOID) e = e->left;
    return e;
}

/* `i++, p += n` as the step of a loop: all but the last go to the end of the body. */
static void split_steps(tree *t, node *n)
{
    if (!n) return;
    for (size_t i = 0; i < n->item_count; ++i) split_steps(t, n->items[i]);
    split_steps(t, n->body);
    split_steps(t, n->otherwise);
    if (n->kind != NODE_LOOP || !n->step || n->test_last || is_continued(n->body, n)) return;
    expression *parts[8], *e = behind_void(n->step);
    size_t count_of_parts = 0;
    while (e->kind == EXPRESSION_BINARY && e->op == OPERATOR_COMMA && count_of_parts < 8) {
        parts[count_of_parts++] = behind_void(e->right);
        e = behind_void(e->left);
    }
    if (count_of_parts == 0 || count_of_parts == 8) return;
    node *first = tree_node(t, NODE_EVALUATE, e->token);
    first->value = e;
    tree_add(t, n->body, first);
    while (--count_of_parts > 0) {
        node *next = tree_node(t, NODE_EVALUATE, e->token);
        next->value = parts[count_of_parts];
        tree_add(t, n->body, next);
    }
    n->step = parts[0];
}

/* ---- arrays with initialisers ---- */

static void set_elements(tree *t, node *block)
{
    if (!block) return;
    for (size_t i = 0; i < block->item_count; ++i) {
        node *n = block->items[i];
        const symbol *s = n->kind == NODE_DECLARE ? n->variable->symbol : NULL;
        if (!s || !s->initialiser || s->initialiser->kind != EXPRESSION_INITIALISER || n->variable->type->kind != TYPE_ARRAY ||
            type_space(n->variable->type) != SPACE_PRIVATE || (type_qualifiers(n->variable->type->base) & QUALIFIER_CONST) ||
            n->variable->type->count > ELEMENTS || !(type_is_number(n->variable->type->base)))
            continue;
        const type *element_type = type_unqualified(t->arena, n->variable->type->base);
        const expression *given = s->initialiser;
        bool constant = true;
        for (size_t k = 0; k < given->element_count; ++k) constant &= given->elements[k].value->is_constant && !given->elements[k].field;
        if (!constant) continue;
        n->variable->symbol->initialiser = NULL;
        for (size_t k = 0; k < n->variable->type->count; ++k) {
            expression *value = zero(t, element_type, s->token);
            for (size_t g = 0; g < given->element_count; ++g)
                if (given->elements[g].index == k) value = given->elements[g].value;
            expression *array = converted(t, type_pointer(t->arena, element_type), read_of(t, n->variable, s->token),
                                          CONVERSION_DECAY);
            expression *element = make(t, EXPRESSION_INDEX, s->token, element_type);
            element->lvalue = true;
            element->left = array;
            element->right = number(t, type_basic(TYPE_INT), (int64_t)k, s->token);
            node *set = tree_node(t, NODE_EVALUATE, n->token);
            set->value = make(t, EXPRESSION_ASSIGN, s->token, element_type);
            set->value->left = element;
            set->value->right = value;
            insert(t, block, i + 1 + k, set);
        }
    }
    for (size_t i = 0; i < block->item_count; ++i) set_elements(t, block->items[i]);
    if (block->kind != NODE_SWITCH) set_elements(t, block->body);
    set_elements(t, block->otherwise);
}

void advance(tree *t, bool counters)
{
    if (t->reason || t->has_goto) return;
    split_steps(t, t->body);
    if (t->has_barrier) set_elements(t, t->body);
    uniformity_find(t);
    split_in(t, t->body, counters, t->variable_count);
}
