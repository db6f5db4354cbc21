/* Widening, see widen.h. Sums, differences and bitwise operations have the right low half whatever the high ones are.
 * Knows expressions; must not know how lanes are written. */
#include "workgroup/widen.h"

typedef struct widener {
    tree *tree;
    bool *wide, *barred; /* by number of variable */
    bool changed;
} widener;

const expression *widen_factor(const expression *e)
{
    while (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NUMBER && type_element_kind(e->type) == TYPE_ULONG) {
        e = e->left;
        if (e->type->kind == TYPE_UINT) return e;
    }
    return NULL;
}

/* ---- which variables ---- */

static bool is_ring(ast_operator op)
{
    return op == OPERATOR_ADD || op == OPERATOR_SUBTRACT || op == OPERATOR_AND || op == OPERATOR_OR || op == OPERATOR_XOR;
}

static variable *variable_of(const widener *x, const expression *e)
{
    return e->kind == EXPRESSION_SYMBOL ? tree_variable(x->tree, e->symbol) : NULL;
}

static bool can_widen(const widener *x, const variable *v)
{
    return v && v->symbol && v->stored == STORED_HERE && v->varies && !v->symbol->address_taken && !x->barred[v->number] &&
           v->type->kind == TYPE_UINT && !(type_qualifiers(v->type) & QUALIFIER_VOLATILE);
}

static bool note_barred(void *context, expression *e)
{
    widener *x = context;
    if (e->kind != EXPRESSION_STEP && e->kind != EXPRESSION_ASSIGN) return true;
    const variable *v = variable_of(x, e->left);
    const bool simple = e->kind == EXPRESSION_ASSIGN && type_is_integer(e->right->type) && (e->op == OPERATOR_NONE || is_ring(e->op));
    if (v && !simple) x->barred[v->number] = true;
    return true;
}

static void mark(widener *x, const variable *v)
{
    if (!can_widen(x, v) || x->wide[v->number]) return;
    x->wide[v->number] = x->changed = true;
}

static bool note_factor(void *context, expression *e)
{
    widener *x = context;
    if (e->kind != EXPRESSION_BINARY || e->op != OPERATOR_MULTIPLY || e->type->kind != TYPE_ULONG) return true;
    for (const expression *side = e->left; side; side = side == e->left ? e->right : NULL) {
        const expression *factor = widen_factor(side);
        if (factor) mark(x, variable_of(x, factor));
    }
    return true;
}

/* What is mixed into a wide variable. */
static void note_part(widener *x, const expression *e)
{
    if (!e) return;
    if (e->kind == EXPRESSION_SYMBOL) {
        mark(x, variable_of(x, e));
    } else if (e->kind == EXPRESSION_BINARY && is_ring(e->op) && e->type->kind == TYPE_UINT) {
        note_part(x, e->left);
        note_part(x, e->right);
    }
}

static bool note_mixed(void *context, expression *e)
{
    widener *x = context;
    const variable *v = e->kind == EXPRESSION_ASSIGN ? variable_of(x, e->left) : NULL;
    if (v && x->wide[v->number]) note_part(x, e->right);
    return true;
}

static void visit_all(widener *x, node *n, tree_visitor *visit)
{
    if (!n) return;
    tree_visit(n->value, visit, x);
    tree_visit(n->step, visit, x);
    if (n->kind == NODE_DECLARE) tree_visit(n->variable->symbol->initialiser, visit, x);
    for (size_t i = 0; i < n->item_count; ++i) visit_all(x, n->items[i], visit);
    visit_all(x, n->body, visit);
    visit_all(x, n->otherwise, visit);
}

/* ---- other expressions for them ---- */

static expression *cast_to(const widener *x, type_kind kind, expression *e)
{
    expression *c = ARENA_NEW(x->tree->arena, expression);
    *c = (expression){.kind = EXPRESSION_CAST, .conversion = CONVERSION_NUMBER, .token = e->token, .type = type_basic(kind), .left = e};
    return c;
}

static bool is_wide(const widener *x, const expression *e)
{
    const variable *v = variable_of(x, e);
    return v && x->wide[v->number];
}

static expression *replaced(widener *x, expression *e);

/* A number of 64 bits whose low half is the value of `e`, an integer. */
static expression *low(widener *x, expression *e)
{
    if (is_wide(x, e)) {
        e->type = type_basic(TYPE_ULONG);
        return e;
    }
    if (e->type->kind == TYPE_UINT && e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NUMBER &&
        (e->left->type->kind == TYPE_ULONG || e->left->type->kind == TYPE_LONG)) {
        expression *whole = replaced(x, e->left);
        return whole->type->kind == TYPE_LONG ? cast_to(x, TYPE_ULONG, whole) : whole;
    }
    if (e->kind == EXPRESSION_BINARY && is_ring(e->op) && e->type->kind == TYPE_UINT && type_is_integer(e->left->type) &&
        type_is_integer(e->right->type) && !e->has_value) {
        e->left = low(x, e->left);
        e->right = low(x, e->right);
        e->type = type_basic(TYPE_ULONG);
        return e;
    }
    expression *narrow = replaced(x, e);
    return narrow->type->kind == TYPE_ULONG ? narrow : cast_to(x, TYPE_ULONG, narrow);
}

/* Assignments for their effects. */
static expression *replaced_effect(widener *x, expression *e)
{
    if (!e) return NULL;
    if (e->kind == EXPRESSION_BINARY && e->op == OPERATOR_COMMA) {
        e->left = replaced_effect(x, e->left);
        e->right = replaced_effect(x, e->right);
        return e;
    }
    if (e->kind != EXPRESSION_ASSIGN || !is_wide(x, e->left)) return replaced(x, e);
    e->right = low(x, e->right);
    e->left->type = e->type = type_basic(TYPE_ULONG);
    if (e->op != OPERATOR_NONE) {
        expression *sum = ARENA_NEW(x->tree->arena, expression);
        *sum = (expression){.kind = EXPRESSION_BINARY, .op = e->op, .token = e->token, .type = e->type, .left = e->left,
                            .right = e->right};
        e->right = sum;
        e->op = OPERATOR_NONE;
    }
    return e;
}

static expression *replaced(widener *x, expression *e)
{
    if (!e) return NULL;
    if (is_wide(x, e)) {
        e->type = type_basic(TYPE_ULONG);
        return cast_to(x, TYPE_UINT, e);
    }
    if (e->kind == EXPRESSION_ASSIGN && is_wide(x, e->left)) return cast_to(x, TYPE_UINT, replaced_effect(x, e));
    e->condition = replaced(x, e->condition);
    e->left = replaced(x, e->left);
    e->right = replaced(x, e->right);
    for (size_t i = 0; i < e->operand_count; ++i) e->operands[i] = replaced(x, e->operands[i]);
    for (size_t i = 0; i < e->element_count; ++i) e->elements[i].value = replaced(x, e->elements[i].value);
    return e;
}

static void replace_all(widener *x, node *n)
{
    if (!n) return;
    n->value = n->kind == NODE_EVALUATE ? replaced_effect(x, n->value) : replaced(x, n->value);
    n->step = replaced_effect(x, n->step);
    if (n->kind == NODE_DECLARE) {
        variable *v = n->variable;
        symbol *s = v->symbol;
        if (x->wide[v->number]) {
            if (s->initialiser) s->initialiser = low(x, s->initialiser);
            s->type = v->type = type_qualify(x->tree->arena, type_basic(TYPE_ULONG), type_qualifiers(v->type));
        } else {
            s->initialiser = replaced(x, s->initialiser);
        }
    }
    for (size_t i = 0; i < n->item_count; ++i) replace_all(x, n->items[i]);
    replace_all(x, n->body);
    replace_all(x, n->otherwise);
}

void widen(tree *t)
{
    widener x = {.tree = t};
    if (t->reason) return;
    x.wide = arena_array(t->arena, t->variable_count + 1, sizeof *x.wide);
    x.barred = arena_array(t->arena, t->variable_count + 1, sizeof *x.barred);
    visit_all(&x, t->body, note_barred);
    visit_all(&x, t->body, note_factor);
    if (!x.changed) return;
    do {
        x.changed = false;
        visit_all(&x, t->body, note_mixed);
    } while (x.changed);
    replace_all(&x, t->body);
}
