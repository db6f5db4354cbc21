/* What an expression costs in lanes, see lane_state.h: which decides whether it is computed for all lanes or behind a
 * test.
 * Knows expressions; must not know how they are written. */
#include "workgroup/lane.h"
#include "workgroup/lane_state.h"

#include "workgroup/advance.h"
#include "clc/builtin.h"
#include "clc/specialise.h"
#include "workgroup/uniformity.h"

#include <string.h>

/* Up to this much is computed for all lanes rather than asked for. */
enum { CHEAP = 40, FAR_TOO_MUCH = 1 << 20, CALL_SMALL = 60 };

static unsigned builtin_cost(const expression *e)
{
    static const char *const cheap[] = {"fabs", "fma", "mad", "fmax", "fmin", "max", "min", "abs", "rint", "floor", "ceil", "trunc",
                                        "copysign", "isnan", "isinf", "isfinite", "signbit", "select", "clamp"};
    const builtin_class c = e->builtin->entry->class_;
    if (c == BUILTIN_AS || c == BUILTIN_CONVERT || c == BUILTIN_WORK_ITEM) return 1;
    for (size_t i = 0; i < sizeof cheap / sizeof *cheap; ++i)
        if (strcmp(cheap[i], e->builtin->name) == 0) return 1;
    return strcmp(e->builtin->name, "sqrt") == 0 ? 10 : CHEAP;
}

static unsigned needs_of_statement(const statement *s);

/* What a small function's inside asks for. */
static unsigned needs_of_expression(const expression *e)
{
    if (!e) return 0;
    unsigned needs = needs_of_expression(e->condition) | needs_of_expression(e->left) | needs_of_expression(e->right);
    if (e->kind == EXPRESSION_INDEX || (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_DEREFERENCE)) needs |= LANE_NEEDS_MASK;
    if (e->kind == EXPRESSION_CALL) needs |= needs_of_statement(e->symbol->body);
    for (size_t i = 0; i < e->operand_count; ++i) needs |= needs_of_expression(e->operands[i]);
    for (size_t i = 0; i < e->element_count; ++i) needs |= needs_of_expression(e->elements[i].value);
    return needs;
}

static unsigned needs_of_statement(const statement *s)
{
    if (!s) return 0;
    unsigned needs = needs_of_expression(s->value) | needs_of_expression(s->step) | needs_of_statement(s->first) |
                     needs_of_statement(s->body) | needs_of_statement(s->otherwise);
    for (size_t i = 0; i < s->symbol_count; ++i) needs |= needs_of_expression(s->symbols[i]->initialiser);
    for (size_t i = 0; i < s->item_count; ++i) needs |= needs_of_statement(s->items[i]);
    return needs;
}

static unsigned call_cost(const expression *e, unsigned *needs)
{
    bool loops = false;
    const size_t size = specialise_size(e->symbol, &loops);
    for (size_t i = 0; i < e->operand_count; ++i)
        if (e->operands[i]->type->kind == TYPE_POINTER) *needs |= LANE_NEEDS_SOMEBODY;
    if (loops || size > CALL_SMALL) *needs |= LANE_NEEDS_SOMEBODY;
    else *needs |= needs_of_statement(e->symbol->body);
    return size < FAR_TOO_MUCH ? (unsigned)size / 2 : FAR_TOO_MUCH;
}

/* A place in memory: only those who are there know that it exists. */
static void place_needs(const lane_writer *l, const expression *e, unsigned *needs)
{
    if (lane_is_private_place(l, e)) {
        if (e->kind == EXPRESSION_INDEX && !e->right->has_value) *needs |= LANE_NEEDS_MASK;
        return;
    }
    if (e->kind == EXPRESSION_INDEX && e->right->has_value && type_space(e->type) == SPACE_CONSTANT &&
        e->left->kind == EXPRESSION_CAST)
        return;
    *needs |= lane_varies(l, e->left) || (e->right && lane_varies(l, e->right)) ? LANE_NEEDS_MASK : LANE_NEEDS_SOMEBODY;
}

unsigned lane_cost(const lane_writer *l, const expression *e, unsigned *needs)
{
    if (!e) return 0;
    unsigned cost = 1;
    switch (e->kind) {
    case EXPRESSION_ASSIGN:
    case EXPRESSION_STEP: *needs |= LANE_NEEDS_SOMEBODY; break;
    case EXPRESSION_CALL: cost = call_cost(e, needs); break;
    case EXPRESSION_BUILTIN:
        cost = builtin_cost(e);
        for (size_t i = 0; i < e->operand_count; ++i)
            if (e->operands[i]->type->kind == TYPE_POINTER) *needs |= LANE_NEEDS_SOMEBODY;
        break;
    case EXPRESSION_INDEX:
    case EXPRESSION_UNARY:
        if (e->kind == EXPRESSION_UNARY && e->op != OPERATOR_DEREFERENCE) break;
        place_needs(l, e, needs);
        cost = 4;
        break;
    default: break;
    }
    cost += lane_cost(l, e->condition, needs) + lane_cost(l, e->left, needs) + lane_cost(l, e->right, needs);
    for (size_t i = 0; i < e->operand_count; ++i) cost += lane_cost(l, e->operands[i], needs);
    for (size_t i = 0; i < e->element_count; ++i) cost += lane_cost(l, e->elements[i].value, needs);
    return cost < FAR_TOO_MUCH ? cost : FAR_TOO_MUCH;
}

bool lane_is_cheap(const lane_writer *l, const expression *e, unsigned allowed)
{
    unsigned needs = 0;
    return lane_cost(l, e, &needs) <= CHEAP && !(needs & ~allowed);
}

/* ---- what lanes save ---- */

/* A round of a loop counts for several. Where lanes look at places that do not lie side by side, each does so by itself,
 * and takes its place out of a vector before: one such place weighs up several operations. Sums, of which each waits for the
 * one before, gain more than others. */
enum { ROUNDS = 8, ROUND_DEPTH = 4, APART = 5, STRIDED = 1, WRITTEN_APART = 12, WRITTEN_STRIDED = 2, CALL_WEIGHT = 40,
       SUM_WEIGHT = 3, DIVISION = 4 };

typedef struct balance {
    const tree *tree;
    uint64_t weight, saved, lost;
    const expression *written;
} balance;

/* Of what is affine: whether it differs along x, where neighbours are. */
static bool differs_along_x(const tree *t, const expression *e)
{
    if (!e || !uniformity_varies(t, e)) return false;
    if (e->kind == EXPRESSION_SYMBOL) {
        const variable *v = tree_variable(t, e->symbol);
        return !v || v->stored == STORED_PARAMETER || !e->symbol->initialiser || differs_along_x(t, e->symbol->initialiser);
    }
    if (e->kind == EXPRESSION_BUILTIN && e->operand_count == 1) {
        const expression *d = e->operands[0];
        while (d->kind == EXPRESSION_CAST && !d->has_value) d = d->left;
        return !d->has_value || d->value.integer == 0;
    }
    return differs_along_x(t, e->left) || differs_along_x(t, e->right);
}

static bool has_product_of_ids(const tree *t, const expression *e)
{
    if (!e || !uniformity_varies(t, e)) return false;
    if (e->kind == EXPRESSION_BINARY && e->op == OPERATOR_MULTIPLY) return differs_along_x(t, e);
    if (e->kind == EXPRESSION_SYMBOL) {
        const variable *v = tree_variable(t, e->symbol);
        return v && v->stored != STORED_PARAMETER && has_product_of_ids(t, e->symbol->initialiser);
    }
    return has_product_of_ids(t, e->left) || has_product_of_ids(t, e->right);
}

/* Of a pointer, or of a row of an array of arrays. */
static bool is_affine_place(const tree *t, const expression *e)
{
    if (advance_is_affine(t, e)) return true;
    return e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_DECAY && e->left->kind == EXPRESSION_INDEX &&
           advance_is_affine(t, e->left->right) && is_affine_place(t, e->left->left);
}

/* Whether neighbours look at different rows. */
static bool has_rows_along_x(const tree *t, const expression *e)
{
    return e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_DECAY && e->left->kind == EXPRESSION_INDEX &&
           (differs_along_x(t, e->left->right) || has_rows_along_x(t, e->left->left));
}

/* Of an index: also one of two, by a condition that is the same for all. */
static bool is_affine_index(const tree *t, const expression *e)
{
    if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NUMBER && e->left->kind == EXPRESSION_CONDITIONAL) e = e->left;
    if (e->kind == EXPRESSION_CONDITIONAL && !uniformity_varies(t, e->condition))
        return is_affine_index(t, e->left) && is_affine_index(t, e->right);
    return advance_is_affine(t, e);
}

static void weigh_place(balance *b, const expression *e)
{
    const tree *t = b->tree;
    const bool written = b->written == e;
    const expression *base = e->left;
    while (base->kind == EXPRESSION_CAST || base->kind == EXPRESSION_INDEX) base = base->left;
    const variable *v = base->kind == EXPRESSION_SYMBOL ? tree_variable(t, base->symbol) : NULL;
    if (v && v->type->kind == TYPE_ARRAY && type_space(v->type) == SPACE_PRIVATE) return;
    const bool varies = uniformity_varies(t, e->left) || (e->right && uniformity_varies(t, e->right));
    if (!varies) return;
    const bool affine = is_affine_place(t, e->left) && (!e->right || is_affine_index(t, e->right));
    const bool strided = affine && (has_rows_along_x(t, e->left) || has_product_of_ids(t, e->left) || has_product_of_ids(t, e->right));
    if (!affine) b->lost += b->weight * (written ? WRITTEN_APART : APART);
    else if (strided) b->lost += b->weight * (written ? WRITTEN_STRIDED : STRIDED);
}

static bool is_same(const expression *a, const expression *b)
{
    if (!a || !b) return a == b;
    return a->kind == b->kind && a->op == b->op && a->symbol == b->symbol && a->field == b->field && a->builtin == b->builtin &&
           a->has_value == b->has_value && a->value.integer == b->value.integer && !a->operand_count && !b->operand_count &&
           is_same(a->left, b->left) && is_same(a->right, b->right);
}

static bool weigh(void *context, expression *e)
{
    balance *b = context;
    if (e->kind == EXPRESSION_ASSIGN) b->written = e->left;
    if (e->kind != EXPRESSION_ASSIGN && e->kind != EXPRESSION_STEP && advance_is_affine(b->tree, e)) return false;
    switch (e->kind) {
    case EXPRESSION_INDEX: weigh_place(b, e); break;
    case EXPRESSION_UNARY:
        if (e->op == OPERATOR_DEREFERENCE) weigh_place(b, e);
        else b->saved += b->weight;
        break;
    case EXPRESSION_CALL: b->saved += b->weight * CALL_WEIGHT; break;
    case EXPRESSION_BUILTIN: b->saved += b->weight * builtin_cost(e); break;
    case EXPRESSION_ASSIGN:
        if (e->op == OPERATOR_NONE || !(uniformity_varies(b->tree, e->left) || uniformity_varies(b->tree, e->right))) break;
        if (e->left->kind == EXPRESSION_INDEX) weigh_place(b, &(expression){.kind = EXPRESSION_INDEX, .left = e->left->left, .right = e->left->right});
        b->saved += type_is_integer(e->type) ? b->weight : b->weight * SUM_WEIGHT;
        break;
    case EXPRESSION_BINARY:
        b->saved += b->weight * (e->op == OPERATOR_DIVIDE || e->op == OPERATOR_REMAINDER ? DIVISION : 1);
        if (!is_same(e->left, e->right)) break;
        tree_visit(e->left, weigh, b);
        return false;
    case EXPRESSION_CONDITIONAL: b->saved += b->weight; break;
    case EXPRESSION_STEP: b->saved += uniformity_varies(b->tree, e->left) ? b->weight : 0; break;
    default: break;
    }
    return true;
}

static void weigh_below(balance *b, const node *n, unsigned depth)
{
    const uint64_t outer = b->weight;
    if (!n) return;
    if (n->kind == NODE_LOOP && depth++ < ROUND_DEPTH) b->weight *= ROUNDS;
    tree_visit(n->value, weigh, b);
    tree_visit(n->step, weigh, b);
    if (n->kind == NODE_DECLARE) tree_visit(n->variable->symbol->initialiser, weigh, b);
    for (size_t i = 0; i < n->item_count; ++i) weigh_below(b, n->items[i], depth);
    weigh_below(b, n->body, depth);
    weigh_below(b, n->otherwise, depth);
    b->weight = outer;
}

bool lane_saves(const tree *t, node *const *items, size_t count)
{
    balance b = {.tree = t, .weight = 1};
    for (size_t i = 0; i < count; ++i) weigh_below(&b, items[i], 0);
    return b.saved > b.lost || b.lost == 0;
}
