/* Conditions in lanes, see lane_state.h: masks, and choices between the lanes of two masks.
 * Knows comparisons and choices; must not know memory. */
#include "workgroup/lane_state.h"

#include "clc/builtin.h"

#include <string.h>

static bool is_comparison(ast_operator op) { return op >= OPERATOR_LESS && op <= OPERATOR_NOT_EQUAL; }

static const char *kept_truth(const lane_writer *l, const expression *e)
{
    const variable *v = e->kind == EXPRESSION_SYMBOL ? tree_variable(l->w->tree, e->symbol) : NULL;
    return v ? v->truth : NULL;
}

bool lane_is_truth(const lane_writer *l, const expression *e)
{
    while (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NUMBER && type_is_integer(e->type)) e = e->left;
    if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_BOOLEAN) return true;
    if (e->kind == EXPRESSION_UNARY) return e->op == OPERATOR_NOT;
    if (e->kind == EXPRESSION_SYMBOL) return kept_truth(l, e) != NULL;
    if (e->kind == EXPRESSION_BUILTIN)
        return strcmp(e->builtin->name, "isnan") == 0 || strcmp(e->builtin->name, "isinf") == 0 ||
               strcmp(e->builtin->name, "isfinite") == 0;
    if (e->kind != EXPRESSION_BINARY) return false;
    if (e->op == OPERATOR_AND || e->op == OPERATOR_OR || e->op == OPERATOR_XOR) return lane_is_truth(l, e->left) && lane_is_truth(l, e->right);
    return is_comparison(e->op) || e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR;
}

const char *lane_truth_value(lane_writer *l, const type *t, const char *mask)
{
    const char *code = lane_code(l, t);
    return arena_printf(l->a, "CLBN(pick_%s)(%s, CLBN(splat_%s)(1), CLBN(splat_%s)(0))", code, mask, code, code);
}

/* Comparisons of what neighbours have in common, such as their place along y. */
static bool find_common(lane_writer *l, const expression *e, lane_line *left, lane_line *right)
{
    return e->kind == EXPRESSION_BINARY && is_comparison(e->op) && lane_find_line(l, e->left, left) &&
           lane_find_line(l, e->right, right) && strcmp(left->step, "0") == 0 && strcmp(right->step, "0") == 0;
}

bool lane_is_common(lane_writer *l, const expression *e)
{
    lane_line left, right;
    return find_common(l, e, &left, &right);
}

static const char *compare(lane_writer *l, const expression *e)
{
    static const struct {
        const char *name;
        bool exchanged;
    } names[] = {[OPERATOR_LESS] = {"lt", false},      [OPERATOR_GREATER] = {"lt", true},
                 [OPERATOR_LESS_EQUAL] = {"le", false}, [OPERATOR_GREATER_EQUAL] = {"le", true},
                 [OPERATOR_EQUAL] = {"eq", false},     [OPERATOR_NOT_EQUAL] = {"ne", false}};
    static const char *const signs[] = {[OPERATOR_LESS] = "<",           [OPERATOR_GREATER] = ">", [OPERATOR_LESS_EQUAL] = "<=",
                                        [OPERATOR_GREATER_EQUAL] = ">=", [OPERATOR_EQUAL] = "==",  [OPERATOR_NOT_EQUAL] = "!="};
    lane_line left, right;
    if (lane_is_private_pointer(e->left->type)) return lane_refuse(l, e, "a comparison of pointers to private memory");
    if (find_common(l, e, &left, &right))
        return arena_printf(l->a, "CLBN(full)(%s %s %s)", left.base, signs[e->op], right.base);
    const type *t = lane_is_raw_pointer(e->left->type) ? type_basic(TYPE_ULONG) : e->left->type;
    const char *a = lane_first(l, e->left, e->right), *b = lane_value(l, e->right);
    if (type_size(t) < 4) {
        a = lane_convert(l, type_basic(TYPE_INT), t, a);
        b = lane_convert(l, type_basic(TYPE_INT), t, b);
        t = type_basic(TYPE_INT);
    }
    if (names[e->op].exchanged) {
        const char *c = a;
        a = b;
        b = c;
    }
    return arena_printf(l->a, "CLBN(%s_%s)(%s, %s)", names[e->op].name, lane_code(l, t), a, b);
}

/* A condition behind which others are evaluated: what it changes is changed before. */
static const char *first_truth(lane_writer *l, const expression *e)
{
    const char *value = lane_truth(l, e);
    if (!lane_changes(e)) return value;
    const char *kept = lane_new(l, "m");
    lane_statement(l, "const CLBN(mask) %s = %s;", kept, value);
    return kept;
}

/* a && b, a || b: b where it is asked for. */
static const char *logical(lane_writer *l, const expression *e)
{
    const bool both = e->op == OPERATOR_AND_AND;
    if (lane_is_cheap(l, e->right, 0)) {
        const char *a = first_truth(l, e->left);
        return arena_printf(l->a, "CLBN(%s)(%s, %s)", both ? "both" : "either", a, lane_truth(l, e->right));
    }
    const char *result = lane_new(l, "t"), *asked = lane_new(l, "m");
    lane_statement(l, "CLBN(mask) %s = %s;", result, lane_truth(l, e->left));
    lane_statement(l, "CLBN(mask) %s = CLBN(%s)(%s, %s);", asked, both ? "both" : "without", lane_mask(l), result);
    lane_statement(l, "if (CLBN(any)(%s)) {", asked);
    ++l->w->indent;
    lane_scope s;
    lane_enter(l, &s, asked);
    const char *right = lane_truth(l, e->right);
    lane_statement(l, "%s = CLBN(%s)(%s, %s);", result, both ? "both" : "either", result, right);
    lane_leave(l, &s);
    --l->w->indent;
    lane_statement(l, "}");
    return result;
}

const char *lane_truth(lane_writer *l, const expression *e)
{
    if (l->w->tree->reason) return "0";
    if (lane_is_private_pointer(e->type)) return lane_refuse(l, e, "a condition on pointers to private memory");
    if (!lane_varies(l, e)) return arena_printf(l->a, "CLBN(full)((%s) != 0)", lane_uniform(l, e));
    if (e->kind == EXPRESSION_CAST && (e->conversion == CONVERSION_BOOLEAN || e->conversion == CONVERSION_NUMBER) && lane_is_truth(l, e->left))
        return lane_truth(l, e->left);
    if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_BOOLEAN) return lane_truth(l, e->left);
    if (kept_truth(l, e)) return kept_truth(l, e);
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_NOT) return arena_printf(l->a, "CLBN(not)(%s)", lane_truth(l, e->left));
    if (e->kind == EXPRESSION_BINARY) {
        const bool equality = e->op == OPERATOR_EQUAL || e->op == OPERATOR_NOT_EQUAL;
        if (equality && lane_is_truth(l, e->left) && lane_is_truth(l, e->right)) {
            const char *a = lane_truth(l, e->left);
            const char *differ = arena_printf(l->a, "CLBN(one_of)(%s, %s)", a, lane_truth(l, e->right));
            return e->op == OPERATOR_NOT_EQUAL ? differ : arena_printf(l->a, "CLBN(not)(%s)", differ);
        }
        if (is_comparison(e->op)) return compare(l, e);
        if (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR) return logical(l, e);
        if (lane_is_truth(l, e)) {
            const char *op = e->op == OPERATOR_AND ? "both" : e->op == OPERATOR_OR ? "either" : "one_of";
            const char *a = lane_truth(l, e->left);
            return arena_printf(l->a, "CLBN(%s)(%s, %s)", op, a, lane_truth(l, e->right));
        }
    }
    if (e->kind == EXPRESSION_BUILTIN && lane_is_truth(l, e) && type_is_scalar(e->operands[0]->type) &&
        type_is_floating(e->operands[0]->type))
        return arena_printf(l->a, "CLBN(wide_%s_%s)(%s)", e->builtin->name, lane_code(l, e->operands[0]->type),
                            lane_value(l, e->operands[0]));
    const type *t = e->type;
    const char *value = lane_value(l, e);
    if (lane_is_raw_pointer(t)) t = type_basic(TYPE_ULONG);
    if (type_size(t) < 4 && t->kind != TYPE_BOOL) {
        value = lane_convert(l, type_basic(TYPE_INT), t, value);
        t = type_basic(TYPE_INT);
    }
    const char *code = lane_code(l, t);
    return arena_printf(l->a, "CLBN(ne_%s)(%s, CLBN(splat_%s)(0))", code, value, code);
}

/* An arm of a conditional expression: what it has to do first, and its value. */
static const char *arm(lane_writer *l, const expression *e, buffer *before)
{
    buffer *out = l->w->out;
    l->w->out = before;
    ++l->w->indent;
    const char *value = e->type->kind == TYPE_VOID ? (lane_effect(l, e), "") : lane_value(l, e);
    --l->w->indent;
    l->w->out = out;
    return value;
}

static void write_arm(lane_writer *l, const char *head, const char *result, const char *value, buffer *before)
{
    lane_statement(l, "%s {", head);
    if (before->text) buffer_add(l->w->out, before->text, before->length);
    ++l->w->indent;
    if (result) lane_statement(l, "%s = %s;", result, value);
    --l->w->indent;
    lane_statement(l, "}");
}

static const char *choose_together(lane_writer *l, const expression *e, const char *result)
{
    const char *condition = lane_uniform(l, e->condition);
    buffer first = {0}, second = {0};
    const char *a = arm(l, e->left, &first), *b = arm(l, e->right, &second);
    if (!first.length && !second.length && result) {
        result = arena_printf(l->a, "(%s ? %s : %s)", condition, a, b);
    } else {
        if (result) lane_statement(l, "%s = %s;", lane_declaration(l, e->type, result), lane_zero(l, e->type));
        write_arm(l, arena_printf(l->a, "if (%s)", condition), result, a, &first);
        write_arm(l, "else", result, b, &second);
    }
    buffer_free(&first);
    buffer_free(&second);
    return result;
}

/* One side of a conditional, for the lanes that take it. */
static void choose_side(lane_writer *l, const expression *e, const char *mask, const char *result, bool is_first)
{
    lane_scope s;
    buffer before = {0};
    lane_enter(l, &s, mask);
    const char *value = arm(l, e, &before);
    lane_leave(l, &s);
    if (result && !is_first) value = lane_pick(l, e->type, mask, value, result);
    if (!before.length && result && lane_is_cheap(l, e, LANE_NEEDS_MASK)) lane_statement(l, "%s = %s;", result, value);
    else write_arm(l, arena_printf(l->a, "if (CLBN(any)(%s))", mask), result, value, &before);
    buffer_free(&before);
}

const char *lane_choose(lane_writer *l, const expression *e)
{
    const char *result = e->type->kind == TYPE_VOID ? NULL : lane_new(l, "t");
    if (lane_is_private_pointer(e->type)) return lane_refuse(l, e, "a choice between pointers to private memory");
    if (!lane_varies(l, e->condition)) return choose_together(l, e, result);
    if (result && lane_is_cheap(l, e->left, 0) && lane_is_cheap(l, e->right, 0)) {
        const char *condition = first_truth(l, e->condition), *a = lane_value(l, e->left);
        return lane_pick(l, e->type, condition, a, lane_value(l, e->right));
    }
    const char *condition = lane_new(l, "m"), *yes = lane_new(l, "m"), *no = lane_new(l, "m");
    lane_statement(l, "const CLBN(mask) %s = %s;", condition, lane_truth(l, e->condition));
    lane_statement(l, "CLBN(mask) %s = CLBN(both)(%s, %s), %s = CLBN(without)(%s, %s);", yes, lane_mask(l), condition, no, lane_mask(l),
                   condition);
    if (result) lane_statement(l, "%s = %s;", lane_declaration(l, e->type, result), lane_zero(l, e->type));
    choose_side(l, e->left, yes, result, true);
    choose_side(l, e->right, no, result, false);
    return result;
}
