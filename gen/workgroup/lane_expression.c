/* Expressions for lanes, see lane_state.h. What all lanes have in common stays scalar and is written by
 * writer_expression.c; here is what they do not.
 * Knows values, masks and places; must not know loops. */
#include "workgroup/lane_state.h"

#include "clc/builtin.h"
#include "workgroup/specialise.h"
#include "workgroup/uniformity.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* Up to this much is computed for all lanes rather than asked for. */
enum { CHEAP = 40, FAR_TOO_MUCH = 1 << 20, CALL_SMALL = 60 };

static const char *refuse(lane_writer *l, const expression *e, const char *reason)
{
    write_refuse(l->w, e->token, reason);
    return "0";
}

void lane_statement(lane_writer *l, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    write_indent(l->w);
    buffer_addv(l->w->out, format, list);
    va_end(list);
    buffer_addc(l->w->out, '\n');
}

const char *lane_mask(const lane_writer *l) { return l->scope->mask; }

const char *lane_new(lane_writer *l, const char *stem) { return arena_printf(l->a, "%s%u", stem, ++l->w->temporaries); }

void lane_enter(lane_writer *l, lane_scope *s, const char *mask)
{
    *s = (lane_scope){.outer = l->scope, .mask = mask};
    l->scope = s;
}

void lane_leave(lane_writer *l, lane_scope *s) { l->scope = s->outer; }

/* ---- what varies ---- */

bool lane_varies(const lane_writer *l, const expression *e) { return uniformity_varies(l->w->tree, e); }

static bool is_private_pointer(const type *t) { return t->kind == TYPE_POINTER && !lane_is_raw_pointer(t); }

/* Whether the place is one that each lane has for itself. */
static bool is_private_place(const lane_writer *l, const expression *e)
{
    for (;;) {
        switch (e->kind) {
        case EXPRESSION_SYMBOL: {
            const variable *v = tree_variable(l->w->tree, e->symbol);
            return v && v->stored != STORED_LOCAL;
        }
        case EXPRESSION_MEMBER: e = e->left; break;
        case EXPRESSION_UNARY: return is_private_pointer(e->left->type);
        case EXPRESSION_INDEX:
            if (e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY) e = e->left->left;
            else return is_private_pointer(e->left->type);
            break;
        case EXPRESSION_COMPOUND:
        case EXPRESSION_CALL: return true;
        default: return false;
        }
    }
}

/* The variable that holds the place, or NULL: it is reached through a pointer. */
static const variable *holder(const lane_writer *l, const expression *e)
{
    for (;;) {
        if (e->kind == EXPRESSION_SYMBOL) return tree_variable(l->w->tree, e->symbol);
        if (e->kind == EXPRESSION_MEMBER) e = e->left;
        else if (e->kind == EXPRESSION_INDEX && e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY)
            e = e->left->left;
        else return NULL;
    }
}

const char *lane_uniform(lane_writer *l, const expression *e)
{
    buffer text = {0}, *out = l->w->out;
    l->w->out = &text;
    write_expression(l->w, e);
    l->w->out = out;
    const char *result = arena_strndup(l->a, text.text ? text.text : "", text.length);
    buffer_free(&text);
    return result;
}

static const char *splat(lane_writer *l, const type *t, const char *value)
{
    if (lane_is_raw_pointer(t)) return arena_printf(l->a, "CLBN(splat_m)((uintptr_t)(%s))", value);
    return arena_printf(l->a, "CLBN(splat_%s)(%s)", lane_code(l, t), value);
}

static const char *convert(lane_writer *l, const type *to, const type *from, const char *value)
{
    const char *t = lane_code(l, to), *f = lane_code(l, from);
    if (to->kind == TYPE_BOOL && from->kind != TYPE_BOOL)
        return arena_printf(l->a, "CLBN(pick_i)(CLBN(ne_%s)(%s, CLBN(splat_%s)(0)), CLBN(splat_i)(1), CLBN(splat_i)(0))", f, value, f);
    if (strcmp(t, f) == 0) return value;
    if (type_size(to) == type_size(from) && !type_is_floating(to) && !type_is_floating(from))
        return arena_printf(l->a, "((CLBN(w_%s))%s)", t, value);
    if (type_size(to) >= 4 && type_size(from) >= 4) return arena_printf(l->a, "CLBN(cast_%s_%s)(%s)", t, f, value);
    return arena_printf(l->a, "__builtin_convertvector(%s, CLBN(w_%s))", value, t);
}

/* 1 and 0 of a mask. */
static const char *truth_value(lane_writer *l, const type *t, const char *mask)
{
    const char *code = lane_code(l, t);
    return arena_printf(l->a, "CLBN(pick_%s)(%s, CLBN(splat_%s)(1), CLBN(splat_%s)(0))", code, mask, code, code);
}

/* ---- cost ---- */

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
    if (is_private_place(l, e)) {
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

static bool is_cheap(const lane_writer *l, const expression *e, unsigned allowed)
{
    unsigned needs = 0;
    return lane_cost(l, e, &needs) <= CHEAP && !(needs & ~allowed);
}

/* ---- values at equal distances ---- */

static const char *add_steps(lane_writer *l, const char *a, const char *op, const char *b)
{
    if (strcmp(b, "0") == 0) return a;
    if (strcmp(a, "0") == 0 && *op == '+') return b;
    return arena_printf(l->a, "(%s %s %s)", a, op, b);
}

static bool is_index_type(const type *t) { return type_is_integer(t) && type_size(t) >= 4; }

static bool find_id(lane_writer *l, const expression *e, lane_line *line)
{
    const char *name = e->builtin->name;
    if (strcmp(name, "get_global_id") != 0 && strcmp(name, "get_local_id") != 0) return false;
    const expression *d = e->operands[0];
    while (d->kind == EXPRESSION_CAST && !d->has_value) d = d->left;
    if (!d->has_value) return false;
    line->base = lane_uniform(l, e);
    line->step = d->value.integer == 0 ? "1" : "0";
    return true;
}

static bool find_sum(lane_writer *l, const expression *e, lane_line *line)
{
    lane_line a, b;
    const bool pointer = lane_is_raw_pointer(e->type);
    /* An unsigned sum of 32 bits may wrap between two lanes. */
    if (!pointer && !type_is_signed(e->type) && type_size(e->type) < 8) return false;
    if (e->right->type->kind == TYPE_POINTER || !lane_find_line(l, e->left, &a) || !lane_find_line(l, e->right, &b)) return false;
    const char *op = e->op == OPERATOR_ADD ? "+" : "-";
    line->base = arena_printf(l->a, "(%s %s %s)", a.base, op, b.base);
    line->step = add_steps(l, a.step, op, b.step);
    return true;
}

static bool find_product(lane_writer *l, const expression *e, lane_line *line)
{
    lane_line a, b;
    if (!type_is_signed(e->type) && type_size(e->type) < 8) return false;
    if (!lane_find_line(l, e->left, &a) || !lane_find_line(l, e->right, &b)) return false;
    const bool left = strcmp(a.step, "0") == 0, right = strcmp(b.step, "0") == 0;
    if (!left && !right) return false;
    line->base = arena_printf(l->a, "(%s * %s)", a.base, b.base);
    line->step = left && right ? "0" : arena_printf(l->a, "((ptrdiff_t)%s * %s)", left ? a.base : b.base, left ? b.step : a.step);
    return true;
}

static bool find_array(lane_writer *l, const expression *e, lane_line *line);

bool lane_find_line(lane_writer *l, const expression *e, lane_line *line)
{
    if (!is_index_type(e->type) && !lane_is_raw_pointer(e->type)) return false;
    if (!lane_varies(l, e)) {
        line->base = lane_uniform(l, e);
        line->step = "0";
        return true;
    }
    switch (e->kind) {
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(l->w->tree, e->symbol);
        if (v && v->stored == STORED_AGAIN) return lane_find_line(l, v->symbol->initialiser, line);
        if (!v || !v->line_base) return false;
        line->base = v->line_base;
        line->step = v->line_step;
        return true;
    }
    case EXPRESSION_BUILTIN: return e->builtin->entry->class_ == BUILTIN_WORK_ITEM && find_id(l, e, line);
    case EXPRESSION_CAST:
        if (e->conversion == CONVERSION_NUMBER && is_index_type(e->type) && is_index_type(e->left->type)) {
            if (!lane_find_line(l, e->left, line)) return false;
            line->base = arena_printf(l->a, "((%s)%s)", write_type(l->w, type_unqualified(l->a, e->type)), line->base);
            return true;
        }
        if (e->conversion == CONVERSION_DECAY) return find_array(l, e, line);
        return e->conversion == CONVERSION_NONE && lane_find_line(l, e->left, line);
    case EXPRESSION_BINARY:
        if (e->op == OPERATOR_ADD || e->op == OPERATOR_SUBTRACT) return find_sum(l, e, line);
        return e->op == OPERATOR_MULTIPLY && find_product(l, e, line);
    case EXPRESSION_CONDITIONAL: {
        lane_line a, b;
        if (lane_varies(l, e->condition) || !lane_find_line(l, e->left, &a) || !lane_find_line(l, e->right, &b)) return false;
        const char *condition = lane_uniform(l, e->condition);
        line->base = arena_printf(l->a, "(%s ? %s : %s)", condition, a.base, b.base);
        line->step = strcmp(a.step, b.step) == 0 ? a.step : arena_printf(l->a, "(%s ? %s : %s)", condition, a.step, b.step);
        return true;
    }
    default: return false;
    }
}

/* ---- places ---- */

static const char *variable_name(lane_writer *l, const variable *v)
{
    buffer text = {0}, *out = l->w->out;
    l->w->out = &text;
    write_variable(l->w, v);
    l->w->out = out;
    const char *result = arena_strndup(l->a, text.text ? text.text : "", text.length);
    buffer_free(&text);
    return result;
}

/* In memory that all lanes share. */
typedef struct place {
    const type *type;
    lane_line line;      /* base: a pointer; or base is NULL: */
    const char *pointer; /* the same for all lanes, with an index for each; or NULL: */
    const char *index;   /* else the address itself */
} place;

static const char *as_long(lane_writer *l, const expression *e)
{
    return convert(l, type_basic(TYPE_LONG), e->type, lane_value(l, e));
}

static const char *bytes(lane_writer *l, const lane_line *line, size_t size)
{
    return arena_printf(l->a, "CLBN(ramp_m)((uintptr_t)%s, (uint64_t)%s * %zu)", line->base, line->step, size);
}

/* pointer[index], index may be NULL */
static place find_element(lane_writer *l, const type *t, const expression *pointer, const expression *index)
{
    place p = {.type = t};
    lane_line i = {"0", "0"};
    if (lane_find_line(l, pointer, &p.line)) {
        if (!index || lane_find_line(l, index, &i)) {
            p.line.base = arena_printf(l->a, "(%s + %s)", p.line.base, i.base);
            p.line.step = add_steps(l, p.line.step, "+", i.step);
            return p;
        }
        if (strcmp(p.line.step, "0") == 0) {
            p.pointer = p.line.base;
            p.line.base = NULL;
            p.index = as_long(l, index);
            return p;
        }
    }
    p.line.base = NULL;
    /* A common pointer and a sum of indices, of which one varies, is what kernels write most. */
    if (pointer->kind == EXPRESSION_BINARY && pointer->op == OPERATOR_ADD && !lane_varies(l, pointer->left) && index) {
        p.pointer = lane_uniform(l, pointer->left);
        p.index = arena_printf(l->a, "(%s + %s)", as_long(l, pointer->right), as_long(l, index));
        return p;
    }
    p.index = lane_value(l, pointer);
    if (index) p.index = arena_printf(l->a, "(%s + (CLBN(w_m))%s * %zu)", p.index, as_long(l, index), type_size(t));
    return p;
}

static place find_place(lane_writer *l, const expression *e)
{
    place p = {.type = e->type, .index = "CLBN(splat_m)(0)"};
    if (e->kind == EXPRESSION_SYMBOL && tree_variable(l->w->tree, e->symbol)) {
        p.line = (lane_line){arena_printf(l->a, "&%s", variable_name(l, tree_variable(l->w->tree, e->symbol))), "0"};
        return p;
    }
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_DEREFERENCE) return find_element(l, e->type, e->left, NULL);
    if (e->kind == EXPRESSION_INDEX) return find_element(l, e->type, e->left, e->right);
    if (e->kind == EXPRESSION_MEMBER) {
        p = find_place(l, e->left);
        if (p.line.base) p.index = bytes(l, &p.line, type_size(p.type));
        else if (p.pointer)
            p.index = arena_printf(l->a, "(CLBN(splat_m)((uintptr_t)%s) + (CLBN(w_m))%s * %zu)", p.pointer, p.index, type_size(p.type));
        p.index = arena_printf(l->a, "(%s + %zu)", p.index, e->field_offset ? e->field_offset : e->field->offset);
        p.line.base = p.pointer = NULL;
        p.type = e->type;
        return p;
    }
    refuse(l, e, "a place in memory that lanes cannot reach");
    return p;
}

/* An array among others in shared memory, as the address of its first element. */
static bool find_array(lane_writer *l, const expression *e, lane_line *line)
{
    if (e->left->kind != EXPRESSION_INDEX || is_private_place(l, e->left)) return false;
    const place p = find_place(l, e->left);
    if (!p.line.base) return false;
    line->base = arena_printf(l->a, "((%s)(void *)%s)", write_type(l->w, e->type), p.line.base);
    line->step = strcmp(p.line.step, "0") == 0 ? "0" : arena_printf(l->a, "(%s * %zu)", p.line.step, e->left->type->count);
    return true;
}

/* bool takes a byte in memory and an int in lanes. */
static const char *memory_code(lane_writer *l, const type *t) { return t->kind == TYPE_BOOL ? "h" : lane_code(l, t); }

static const char *load(lane_writer *l, const place *p)
{
    const char *code = memory_code(l, p->type), *value;
    if (p->line.base)
        value = arena_printf(l->a, "CLBN(load_%s)(%s, (const void *)%s, %s)", code, lane_mask(l), p->line.base, p->line.step);
    else if (p->pointer)
        value = arena_printf(l->a, "CLBN(gather_%s)(%s, (const void *)%s, %s)", code, lane_mask(l), p->pointer, p->index);
    else
        value = arena_printf(l->a, "CLBN(fetch_%s)(%s, %s)", code, lane_mask(l), p->index);
    return p->type->kind == TYPE_BOOL ? arena_printf(l->a, "__builtin_convertvector(%s, CLBN(w_i))", value) : value;
}

static void store(lane_writer *l, const place *p, const char *value)
{
    const char *code = memory_code(l, p->type), *m = lane_mask(l);
    if (p->type->kind == TYPE_BOOL) value = arena_printf(l->a, "__builtin_convertvector(%s, CLBN(w_h))", value);
    if (p->line.base) lane_statement(l, "CLBN(store_%s)(%s, (void *)%s, %s, %s);", code, m, p->line.base, p->line.step, value);
    else if (p->pointer) lane_statement(l, "CLBN(scatter_%s)(%s, (void *)%s, %s, %s);", code, m, p->pointer, p->index, value);
    else lane_statement(l, "CLBN(put_%s)(%s, %s, %s);", code, m, p->index, value);
}

static const char *private_pointer(lane_writer *l, const expression *e);

/* A variable that the group's context holds side by side for its work-items, or NULL. */
static const variable *in_context(const lane_writer *l, const expression *e)
{
    const variable *v = e->kind == EXPRESSION_SYMBOL ? tree_variable(l->w->tree, e->symbol) : NULL;
    return v && v->stored == STORED_CONTEXT ? v : NULL;
}

/* A private place as a C lvalue that holds all lanes; `index` is set where lanes look at different elements. */
static const char *private_place(lane_writer *l, const expression *e, const char **index)
{
    switch (e->kind) {
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(l->w->tree, e->symbol);
        if (v->stored != STORED_HERE && v->stored != STORED_PARAMETER) return refuse(l, e, "the context's variables as a whole, in lanes");
        return variable_name(l, v);
    }
    case EXPRESSION_MEMBER: {
        const char *object = private_place(l, e->left, index);
        if (*index) return refuse(l, e, "a member of elements that differ between lanes");
        return arena_printf(l->a, "(%s).%s", object, write_name(l->a, "m_", e->field->name));
    }
    case EXPRESSION_UNARY: return arena_printf(l->a, "(*%s)", private_pointer(l, e->left));
    case EXPRESSION_INDEX: {
        const bool array = e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY;
        const char *object = array ? private_place(l, e->left->left, index) : private_pointer(l, e->left);
        if (*index) return refuse(l, e, "an element of arrays that differ between lanes");
        if (!lane_varies(l, e->right)) return arena_printf(l->a, "(%s)[%s]", object, lane_uniform(l, e->right));
        if (e->type->kind == TYPE_ARRAY || type_is_aggregate(e->type))
            return refuse(l, e, "arrays or structures in an array, chosen by a value that differs between lanes");
        *index = as_long(l, e->right);
        return object;
    }
    case EXPRESSION_CALL:
    case EXPRESSION_COMPOUND: return lane_value(l, e);
    default: return refuse(l, e, "a private place that lanes cannot reach");
    }
}

static const char *private_pointer(lane_writer *l, const expression *e)
{
    const char *index = NULL;
    switch (e->kind) {
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(l->w->tree, e->symbol);
        if (v && v->symbol->assigned) return refuse(l, e, "a pointer to private memory that changes");
        return v ? variable_name(l, v) : refuse(l, e, "a pointer to private memory outside of functions");
    }
    case EXPRESSION_UNARY:
    case EXPRESSION_CAST: {
        if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NULL)
            return arena_printf(l->a, "((%s)0)", lane_type(l, e->type));
        if (e->kind == EXPRESSION_CAST && (e->conversion == CONVERSION_NONE || e->conversion == CONVERSION_POINTER) &&
            type_equal(e->type->base, e->left->type->base, false))
            return private_pointer(l, e->left);
        const bool decay = e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_DECAY;
        if (!decay && !(e->kind == EXPRESSION_UNARY && e->op == OPERATOR_ADDRESS)) break;
        if (!is_private_place(l, e->left)) break;
        const char *object = private_place(l, e->left, &index);
        if (index) return refuse(l, e, "the address of elements that differ between lanes");
        return decay ? arena_printf(l->a, "(%s)", object) : arena_printf(l->a, "(&%s)", object);
    }
    case EXPRESSION_BINARY:
        if ((e->op != OPERATOR_ADD && e->op != OPERATOR_SUBTRACT) || lane_varies(l, e->right)) break;
        return arena_printf(l->a, "(%s %s %s)", private_pointer(l, e->left), e->op == OPERATOR_ADD ? "+" : "-",
                            lane_uniform(l, e->right));
    default: break;
    }
    return refuse(l, e, "a pointer to private memory that lanes cannot follow");
}

/* An element of an array that the context holds spread out: neighbouring lanes have it side by side. */
static bool find_spread(lane_writer *l, const expression *e, place *p)
{
    if (e->kind != EXPRESSION_INDEX || e->left->kind != EXPRESSION_CAST || e->left->conversion != CONVERSION_DECAY ||
        e->left->left->kind != EXPRESSION_SYMBOL)
        return false;
    const variable *v = tree_variable(l->w->tree, e->left->left->symbol);
    if (!v || v->stored != STORED_SPREAD || v->type->base->kind == TYPE_ARRAY) return false;
    const char *name = arena_printf(l->a, "c_%s_%u", write_name(l->a, "", v->symbol->name), v->number);
    *p = (place){.type = e->type};
    if (!lane_varies(l, e->right)) {
        p->line.base = arena_printf(l->a, "(%s + (size_t)(%s) * items + wi)", name, lane_uniform(l, e->right));
        p->line.step = "1";
    } else {
        p->pointer = name;
        p->index = arena_printf(l->a, "(%s * (int64_t)items + CLBN(ramp_l)((int64_t)wi, 1))", as_long(l, e->right));
    }
    return true;
}

/* Memory that is no private variable in lanes. */
static bool find_shared(lane_writer *l, const expression *e, place *p)
{
    const variable *v = in_context(l, e);
    if (find_spread(l, e, p)) return true;
    if (v) {
        *p = (place){.type = e->type, .line = {arena_printf(l->a, "&%s", variable_name(l, v)), "1"}};
        return true;
    }
    if (is_private_place(l, e)) return false;
    *p = find_place(l, e);
    return true;
}

static const char *read_place(lane_writer *l, const expression *e)
{
    place shared;
    if (find_shared(l, e, &shared)) return load(l, &shared);
    const char *index = NULL;
    const char *object = private_place(l, e, &index);
    if (!index) return object;
    return arena_printf(l->a, "CLBN(own_%s)(%s, %s, %s)", lane_code(l, e->type), lane_mask(l), object, index);
}

/* ---- operators ---- */

static const char *operate(lane_writer *l, ast_operator op, const type *t, const char *a, const char *b, const type *amount)
{
    static const char *const plain[OPERATOR_COUNT] = {
        [OPERATOR_ADD] = "+", [OPERATOR_SUBTRACT] = "-", [OPERATOR_MULTIPLY] = "*", [OPERATOR_DIVIDE] = "/",
        [OPERATOR_AND] = "&", [OPERATOR_OR] = "|",       [OPERATOR_XOR] = "^",
    };
    const char *code = lane_code(l, t);
    if ((op == OPERATOR_DIVIDE || op == OPERATOR_REMAINDER) && type_is_integer(t))
        return arena_printf(l->a, "CLBN(%s_%s)(%s, %s)", op == OPERATOR_DIVIDE ? "divide" : "remainder", code, a, b);
    if (op == OPERATOR_SHIFT_LEFT || op == OPERATOR_SHIFT_RIGHT) {
        const type *u = type_basic(type_to_unsigned(type_element_kind(t)));
        const char *by = arena_printf(l->a, "((CLBN(w_%s))%s & %zu)", lane_code(l, u), convert(l, u, amount, b), type_size(t) * 8 - 1);
        if (op == OPERATOR_SHIFT_LEFT)
            return arena_printf(l->a, "((CLBN(w_%s))((CLBN(w_%s))%s << %s))", code, lane_code(l, u), a, by);
        return arena_printf(l->a, "(%s >> (CLBN(w_%s))%s)", a, code, by);
    }
    if (!plain[op]) {
        write_refuse(l->w, NULL, "an operator without lanes");
        return "0";
    }
    return arena_printf(l->a, "(%s %s %s)", a, plain[op], b);
}

static const char *pointer_sum(lane_writer *l, const expression *e)
{
    if (e->right->type->kind == TYPE_POINTER)
        return arena_printf(l->a, "CLBN(divide_l)((CLBN(w_l))(%s - %s), CLBN(splat_l)(%zu))", lane_value(l, e->left),
                            lane_value(l, e->right), type_size(e->left->type->base));
    return arena_printf(l->a, "(%s %s (CLBN(w_m))%s * %zu)", lane_value(l, e->left), e->op == OPERATOR_ADD ? "+" : "-",
                        as_long(l, e->right), type_size(e->type->base));
}

static bool is_comparison(ast_operator op) { return op >= OPERATOR_LESS && op <= OPERATOR_NOT_EQUAL; }

/* Its value is 1 or 0. */
static bool is_truth(const expression *e)
{
    while (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NUMBER && type_is_integer(e->type)) e = e->left;
    if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_BOOLEAN) return true;
    if (e->kind == EXPRESSION_UNARY) return e->op == OPERATOR_NOT;
    if (e->kind == EXPRESSION_BUILTIN)
        return strcmp(e->builtin->name, "isnan") == 0 || strcmp(e->builtin->name, "isinf") == 0 ||
               strcmp(e->builtin->name, "isfinite") == 0;
    if (e->kind != EXPRESSION_BINARY) return false;
    if (e->op == OPERATOR_AND || e->op == OPERATOR_OR || e->op == OPERATOR_XOR) return is_truth(e->left) && is_truth(e->right);
    return is_comparison(e->op) || e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR;
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
    if (is_private_pointer(e->left->type)) return refuse(l, e, "a comparison of pointers to private memory");
    if (lane_find_line(l, e->left, &left) && lane_find_line(l, e->right, &right) && strcmp(left.step, "0") == 0 &&
        strcmp(right.step, "0") == 0)
        return arena_printf(l->a, "CLBN(full)(%s %s %s)", left.base, signs[e->op], right.base);
    const type *t = lane_is_raw_pointer(e->left->type) ? type_basic(TYPE_ULONG) : e->left->type;
    const char *a = lane_value(l, e->left), *b = lane_value(l, e->right);
    if (type_size(t) < 4) {
        a = convert(l, type_basic(TYPE_INT), t, a);
        b = convert(l, type_basic(TYPE_INT), t, b);
        t = type_basic(TYPE_INT);
    }
    if (names[e->op].exchanged) {
        const char *c = a;
        a = b;
        b = c;
    }
    return arena_printf(l->a, "CLBN(%s_%s)(%s, %s)", names[e->op].name, lane_code(l, t), a, b);
}

static bool note_call(void *context, expression *e)
{
    bool *any = context;
    if (e->kind == EXPRESSION_CALL || e->kind == EXPRESSION_BUILTIN)
        for (size_t i = 0; i < e->operand_count; ++i) *any |= e->operands[i]->type->kind == TYPE_POINTER;
    return !*any;
}

/* A condition behind which others are evaluated: what it changes is changed before. */
static const char *first_truth(lane_writer *l, const expression *e)
{
    bool changes = false;
    tree_visit((expression *)e, note_call, &changes);
    const char *value = lane_truth(l, e);
    if (!changes) return value;
    const char *kept = lane_new(l, "m");
    lane_statement(l, "const CLBN(mask) %s = %s;", kept, value);
    return kept;
}

/* a && b, a || b: b where it is asked for. */
static const char *logical(lane_writer *l, const expression *e)
{
    const bool both = e->op == OPERATOR_AND_AND;
    if (is_cheap(l, e->right, 0)) {
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
    if (is_private_pointer(e->type)) return refuse(l, e, "a condition on pointers to private memory");
    if (!lane_varies(l, e)) return arena_printf(l->a, "CLBN(full)((%s) != 0)", lane_uniform(l, e));
    if (e->kind == EXPRESSION_CAST && (e->conversion == CONVERSION_BOOLEAN || e->conversion == CONVERSION_NUMBER) && is_truth(e->left))
        return lane_truth(l, e->left);
    if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_BOOLEAN) return lane_truth(l, e->left);
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_NOT) return arena_printf(l->a, "CLBN(not)(%s)", lane_truth(l, e->left));
    if (e->kind == EXPRESSION_BINARY) {
        if (is_comparison(e->op)) return compare(l, e);
        if (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR) return logical(l, e);
        if (is_truth(e)) {
            const char *op = e->op == OPERATOR_AND ? "both" : e->op == OPERATOR_OR ? "either" : "one_of";
            const char *a = lane_truth(l, e->left);
            return arena_printf(l->a, "CLBN(%s)(%s, %s)", op, a, lane_truth(l, e->right));
        }
    }
    if (e->kind == EXPRESSION_BUILTIN && is_truth(e) && type_is_scalar(e->operands[0]->type) &&
        type_is_floating(e->operands[0]->type))
        return arena_printf(l->a, "CLBN(wide_%s_%s)(%s)", e->builtin->name, lane_code(l, e->operands[0]->type),
                            lane_value(l, e->operands[0]));
    const type *t = e->type;
    const char *value = lane_value(l, e);
    if (lane_is_raw_pointer(t)) t = type_basic(TYPE_ULONG);
    if (type_size(t) < 4 && t->kind != TYPE_BOOL) {
        value = convert(l, type_basic(TYPE_INT), t, value);
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
        if (result) lane_statement(l, "%s = {0};", lane_declaration(l, e->type, result));
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
    if (!before.length && result && is_cheap(l, e, LANE_NEEDS_MASK)) lane_statement(l, "%s = %s;", result, value);
    else write_arm(l, arena_printf(l->a, "if (CLBN(any)(%s))", mask), result, value, &before);
    buffer_free(&before);
}

static const char *choose(lane_writer *l, const expression *e)
{
    const char *result = e->type->kind == TYPE_VOID ? NULL : lane_new(l, "t");
    if (is_private_pointer(e->type)) return refuse(l, e, "a choice between pointers to private memory");
    if (!lane_varies(l, e->condition)) return choose_together(l, e, result);
    if (result && is_cheap(l, e->left, 0) && is_cheap(l, e->right, 0)) {
        const char *condition = first_truth(l, e->condition), *a = lane_value(l, e->left);
        return lane_pick(l, e->type, condition, a, lane_value(l, e->right));
    }
    const char *condition = lane_new(l, "m"), *yes = lane_new(l, "m"), *no = lane_new(l, "m");
    lane_statement(l, "const CLBN(mask) %s = %s;", condition, lane_truth(l, e->condition));
    lane_statement(l, "CLBN(mask) %s = CLBN(both)(%s, %s), %s = CLBN(without)(%s, %s);", yes, lane_mask(l), condition, no, lane_mask(l),
                   condition);
    if (result) lane_statement(l, "%s = {0};", lane_declaration(l, e->type, result));
    choose_side(l, e->left, yes, result, true);
    choose_side(l, e->right, no, result, false);
    return result;
}

/* ---- changes ---- */

/* Whether all lanes that can see the variable are in the present mask. */
static bool is_all_of(const lane_writer *l, const variable *v) { return v && v->lane_mask && strcmp(v->lane_mask, lane_mask(l)) == 0; }

static void change(lane_writer *l, const expression *left, const char *value)
{
    place shared;
    if (find_shared(l, left, &shared)) {
        store(l, &shared, value);
        return;
    }
    const char *index = NULL;
    const char *object = private_place(l, left, &index);
    if (index) {
        lane_statement(l, "CLBN(put_own_%s)(%s, %s, %s, %s);", lane_code(l, left->type), lane_mask(l), object, index, value);
        return;
    }
    if (is_private_pointer(left->type)) {
        refuse(l, left, "a pointer to private memory that changes");
        return;
    }
    if (!is_all_of(l, holder(l, left))) value = lane_pick(l, left->type, lane_mask(l), value, object);
    lane_statement(l, "%s = %s;", object, value);
}

static const char *compound(lane_writer *l, const expression *e, const char *old)
{
    const type *t = e->left->type;
    if (lane_is_raw_pointer(t))
        return arena_printf(l->a, "(%s %s (CLBN(w_m))%s * %zu)", old, e->op == OPERATOR_ADD ? "+" : "-", as_long(l, e->right),
                            type_size(t->base));
    const char *left = convert(l, e->computation, t, old);
    return convert(l, t, e->computation, operate(l, e->op, e->computation, left, lane_value(l, e->right), e->right->type));
}

static const char *assign(lane_writer *l, const expression *e)
{
    const char *value = e->op == OPERATOR_NONE ? lane_value(l, e->right) : compound(l, e, read_place(l, e->left));
    change(l, e->left, value);
    return value;
}

static const char *step(lane_writer *l, const expression *e, bool wanted)
{
    const type *t = e->left->type;
    const bool up = e->op == OPERATOR_PRE_INCREMENT || e->op == OPERATOR_POST_INCREMENT;
    const bool before = e->op == OPERATOR_PRE_INCREMENT || e->op == OPERATOR_PRE_DECREMENT;
    const char *old = read_place(l, e->left), *kept = old;
    if (wanted) {
        kept = lane_new(l, "t");
        lane_statement(l, "const %s = %s;", lane_declaration(l, type_unqualified(l->a, t), kept), old);
    }
    const size_t by = lane_is_raw_pointer(t) ? type_size(t->base) : 1;
    const char *value = arena_printf(l->a, "(%s %s CLBN(splat_%s)(%zu))", kept, up ? "+" : "-", lane_code(l, t), by);
    change(l, e->left, value);
    return before ? value : kept;
}

/* ---- calls ---- */

static const char *call(lane_writer *l, const expression *e)
{
    buffer text = {0};
    char *signature = arena_printf(l->a, "%*s", (int)e->operand_count, "");
    for (size_t i = 0; i < e->operand_count; ++i) {
        const expression *o = e->operands[i];
        const bool number = type_is_scalar(o->type) && o->type->kind != TYPE_POINTER;
        signature[i] = (number || lane_is_raw_pointer(o->type)) && !lane_varies(l, o) ? 'u' : 'v';
    }
    called *c = lane_called(l->w->program, e->symbol, signature);
    if (c->state != CALLED_READY) {
        write_refuse(l->w, c->where ? c->where : e->token, c->reason ? c->reason : "recursion");
        return "0";
    }
    for (size_t i = 0; i < e->operand_count; ++i)
        buffer_addf(&text, ", %s", signature[i] == 'u' ? lane_uniform(l, e->operands[i]) : lane_value(l, e->operands[i]));
    if (c->looks_at_item) {
        l->w->looks_at_item = true;
        buffer_adds(&text, ", w, lx, ly, lz");
    }
    const char *result = arena_printf(l->a, "CLBN(%s)(%s%s)", c->name, lane_mask(l), text.text ? text.text : "");
    buffer_free(&text);
    return result;
}

static bool is_given(const char *name)
{
    static const char *const given[] = {"fabs__d", "fabs__f", "copysign__d_d", "mad__d_d_d", "mad__f_f_f", "fmax__d_d", "fmax__f_f",
                                        "fmin__d_d", "fmin__f_f", "fma__d_d_d", "fma__f_f_f", "sqrt__d", "rint__d", "floor__d",
                                        "ceil__d", "trunc__d", "as_d__l", "as_d__m", "as_l__d", "as_m__d", "as_f__i", "as_f__u",
                                        "as_i__f", "as_u__f", "as_l__m", "as_m__l", "as_i__u", "as_u__i"};
    for (size_t i = 0; i < sizeof given / sizeof *given; ++i)
        if (strcmp(given[i], name) == 0) return true;
    return false;
}

/* Has the function written for lanes. */
static void provide(lane_writer *l, const char *name, const char *codes)
{
    native_text *text = l->w->program->text;
    if (is_given(name)) return;
    const char *content = arena_printf(l->a, "CLBN_WIDE_%s\n", codes);
    bool known = false;
    write_once(text, arena_printf(l->a, "wide_%s", name), content, &known);
    if (!known) buffer_adds(&text->functions, content);
}

static bool has_lanes(const expression *e)
{
    switch (e->builtin->entry->class_) {
    case BUILTIN_MATH:
    case BUILTIN_NATIVE:
    case BUILTIN_INTEGER:
    case BUILTIN_COMMON:
    case BUILTIN_GEOMETRIC:
    case BUILTIN_RELATIONAL:
    case BUILTIN_CONVERT:
    case BUILTIN_AS: return true;
    default: return false;
    }
}

static const char *built_in(lane_writer *l, const expression *e)
{
    const builtin_call *b = e->builtin;
    lane_line line;
    if (b->entry->class_ == BUILTIN_WORK_ITEM) {
        if (!lane_find_line(l, e, &line)) return refuse(l, e, "a work-item function of a dimension that varies");
        return arena_printf(l->a, "CLBN(ramp_%s)(%s, %s)", lane_code(l, e->type), line.base, line.step);
    }
    if (!has_lanes(e) || !type_is_scalar(e->type) || e->operand_count < 1 || e->operand_count > 3)
        return refuse(l, e, "a built-in function without lanes");
    if (is_truth(e) && type_is_floating(e->operands[0]->type)) return truth_value(l, e->type, lane_truth(l, e));
    const char *name = b->name, *result = lane_code(l, e->type);
    if (b->entry->class_ == BUILTIN_CONVERT)
        name = arena_printf(l->a, "convert_%s%s%s%s", result, b->saturate ? "_sat" : "", b->rounding ? "_" : "",
                            b->rounding ? b->rounding : "");
    else if (b->entry->class_ == BUILTIN_AS)
        name = arena_printf(l->a, "as_%s", result);
    const char *full = arena_printf(l->a, "%s_", name), *codes = result, *arguments = "";
    bool pointer = false;
    for (size_t i = 0; i < e->operand_count; ++i) {
        const expression *o = e->operands[i];
        const type *t = i < b->parameter_count ? b->parameters[i] : o->type;
        if (is_private_pointer(t) && i == 1 && e->operand_count == 2) {
            pointer = true;
            const char *code = lane_code(l, t->base);
            full = arena_printf(l->a, "%s_p%s", full, code);
            codes = arena_printf(l->a, "%s, %s", codes, code);
            arguments = arena_printf(l->a, "%s, %s", arguments, private_pointer(l, o));
            continue;
        }
        if (!type_is_scalar(t) || t->kind == TYPE_POINTER) return refuse(l, e, "a built-in function without lanes");
        full = arena_printf(l->a, "%s_%s", full, lane_code(l, t));
        codes = arena_printf(l->a, "%s, %s", codes, lane_code(l, t));
        arguments = arena_printf(l->a, "%s%s%s", arguments, i ? ", " : "", lane_value(l, o));
    }
    provide(l, full, arena_printf(l->a, "%s(%s, %s)", pointer ? "1P" : e->operand_count == 1 ? "1" : e->operand_count == 2 ? "2" : "3",
                                  full, codes));
    return arena_printf(l->a, "CLBN(wide_%s)(%s%s%s)", full, pointer ? lane_mask(l) : "", pointer ? ", " : "", arguments);
}

/* ---- all of them ---- */

const char *lane_initial(lane_writer *l, const type *t, const expression *e)
{
    if (e->kind != EXPRESSION_INITIALISER) return e->kind == EXPRESSION_STRING ? refuse(l, e, "a string in lanes") : lane_value(l, e);
    if (!type_is_aggregate(t) && t->kind != TYPE_ARRAY) return refuse(l, e, "an initialiser without lanes");
    buffer b = {0};
    bool any = false;
    buffer_addc(&b, '{');
    for (size_t i = 0; i < e->element_count; ++i) {
        const element *x = &e->elements[i];
        bool last = true;
        for (size_t k = i + 1; k < e->element_count && k < i + 64 && last; ++k)
            last = e->elements[k].index != x->index || e->elements[k].field != x->field;
        if (!last) continue;
        buffer_adds(&b, any ? ", " : "");
        any = true;
        if (t->kind == TYPE_ARRAY) buffer_addf(&b, "[%zu] = ", x->index);
        else buffer_addf(&b, ".%s = ", write_name(l->a, "m_", x->field->name));
        buffer_adds(&b, lane_initial(l, t->kind == TYPE_ARRAY ? t->base : x->field->type, x->value));
    }
    buffer_adds(&b, any ? "}" : "0}");
    const char *result = arena_strndup(l->a, b.text, b.length);
    buffer_free(&b);
    return result;
}

static const char *cast(lane_writer *l, const expression *e)
{
    switch (e->conversion) {
    case CONVERSION_NUMBER:
    case CONVERSION_BOOLEAN:
        if (is_truth(e->left)) return truth_value(l, e->type, lane_truth(l, e->left));
        if (e->conversion == CONVERSION_BOOLEAN) return truth_value(l, e->type, lane_truth(l, e->left));
        return convert(l, e->type, e->left->type, lane_value(l, e->left));
    case CONVERSION_NONE:
    case CONVERSION_POINTER: return lane_value(l, e->left);
    case CONVERSION_INTEGER_POINTER:
        if (lane_is_raw_pointer(e->type)) return convert(l, type_basic(TYPE_ULONG), e->left->type, lane_value(l, e->left));
        return lane_is_raw_pointer(e->left->type) ? convert(l, e->type, type_basic(TYPE_ULONG), lane_value(l, e->left))
                                                  : refuse(l, e, "a number made of a pointer to private memory");
    case CONVERSION_DECAY: {
        /* Of an array in shared memory: its address. */
        const place p = find_place(l, e->left);
        if (p.line.base) return bytes(l, &p.line, type_size(p.type));
        if (!p.pointer) return p.index;
        return arena_printf(l->a, "(CLBN(splat_m)((uintptr_t)%s) + (CLBN(w_m))%s * %zu)", p.pointer, p.index, type_size(p.type));
    }
    default: return refuse(l, e, "a conversion without lanes");
    }
}

static const char *address(lane_writer *l, const expression *e)
{
    const place p = find_place(l, e->left);
    if (p.line.base) return bytes(l, &p.line, type_size(p.type));
    if (!p.pointer) return p.index;
    return arena_printf(l->a, "(CLBN(splat_m)((uintptr_t)%s) + (CLBN(w_m))%s * %zu)", p.pointer, p.index, type_size(p.type));
}

static const char *unary(lane_writer *l, const expression *e)
{
    switch (e->op) {
    case OPERATOR_PLUS: return lane_value(l, e->left);
    case OPERATOR_NEGATE: return arena_printf(l->a, "(-%s)", lane_value(l, e->left));
    case OPERATOR_COMPLEMENT: return arena_printf(l->a, "(~%s)", lane_value(l, e->left));
    case OPERATOR_NOT: return truth_value(l, e->type, lane_truth(l, e));
    case OPERATOR_ADDRESS: return address(l, e);
    default: return read_place(l, e);
    }
}

/* The 32-bit number that was widened, or NULL. */
static const expression *narrow_factor(const expression *e)
{
    while (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NUMBER && type_element_kind(e->type) == TYPE_ULONG) {
        e = e->left;
        if (e->type->kind == TYPE_UINT) return e;
    }
    return NULL;
}

static const char *half_product(lane_writer *l, const expression *e)
{
    const expression *sides[2] = {narrow_factor(e->left), narrow_factor(e->right)};
    const char *text[2];
    if (e->op != OPERATOR_MULTIPLY || e->type->kind != TYPE_ULONG) return NULL;
    for (size_t i = 0; i < 2; ++i) {
        const expression *side = i ? e->right : e->left;
        if (sides[i]) text[i] = lane_value(l, sides[i]);
        else if (side->has_value && side->value.integer <= UINT32_MAX)
            text[i] = arena_printf(l->a, "CLBN(splat_u)(%" PRIu64 "u)", side->value.integer);
        else return NULL;
    }
    return arena_printf(l->a, "CLBN(product_u)(%s, %s)", text[0], text[1]);
}

static const char *binary(lane_writer *l, const expression *e)
{
    if (e->op == OPERATOR_COMMA) {
        lane_effect(l, e->left);
        return lane_value(l, e->right);
    }
    if (is_truth(e)) return truth_value(l, e->type, lane_truth(l, e));
    if (lane_is_raw_pointer(e->left->type)) return pointer_sum(l, e);
    const char *product = half_product(l, e);
    if (product) return product;
    const char *a = lane_value(l, e->left), *b = lane_value(l, e->right);
    const bool divides = (e->op == OPERATOR_DIVIDE || e->op == OPERATOR_REMAINDER) && type_is_integer(e->type);
    /* By a constant, compilers divide without dividing. */
    if (divides && e->right->has_value && (int64_t)e->right->value.integer > 0 && e->right->value.integer < INT32_MAX)
        return arena_printf(l->a, "(%s %s %s)", a, e->op == OPERATOR_DIVIDE ? "/" : "%", b);
    return operate(l, e->op, e->type, a, b, e->right->type);
}

const char *lane_value(lane_writer *l, const expression *e)
{
    if (l->w->tree->reason) return "0";
    if (is_private_pointer(e->type)) return private_pointer(l, e);
    if (type_is_vector(e->type)) return refuse(l, e, "vectors in lanes");
    if (!type_is_aggregate(e->type) && !lane_varies(l, e)) return splat(l, e->type, lane_uniform(l, e));
    switch (e->kind) {
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(l->w->tree, e->symbol);
        if (!v) return refuse(l, e, "a structure or variable outside of functions, in lanes");
        if (v->line_base && lane_is_raw_pointer(v->type)) {
            const lane_line line = {v->line_base, v->line_step};
            return bytes(l, &line, type_size(v->type->base));
        }
        if (v->line_base) return arena_printf(l->a, "CLBN(ramp_%s)(%s, %s)", lane_code(l, v->type), v->line_base, v->line_step);
        if (v->stored == STORED_AGAIN) return lane_value(l, v->symbol->initialiser);
        if (v->stored == STORED_CONTEXT || v->stored == STORED_LOCAL) return read_place(l, e);
        return variable_name(l, v);
    }
    case EXPRESSION_UNARY: return unary(l, e);
    case EXPRESSION_STEP: return step(l, e, true);
    case EXPRESSION_BINARY: return binary(l, e);
    case EXPRESSION_ASSIGN: {
        const char *value = lane_new(l, "t");
        const char *assigned = assign(l, e);
        lane_statement(l, "const %s = %s;", lane_declaration(l, type_unqualified(l->a, e->type), value),
                       is_private_place(l, e->left) && e->left->kind == EXPRESSION_SYMBOL ? lane_value(l, e->left) : assigned);
        return value;
    }
    case EXPRESSION_CONDITIONAL: return choose(l, e);
    case EXPRESSION_CAST: return cast(l, e);
    case EXPRESSION_CALL: return call(l, e);
    case EXPRESSION_BUILTIN: return built_in(l, e);
    case EXPRESSION_MEMBER:
    case EXPRESSION_INDEX: return read_place(l, e);
    case EXPRESSION_COMPOUND: return arena_printf(l->a, "((%s)%s)", lane_type(l, e->type), lane_initial(l, e->type, e->left));
    default: return refuse(l, e, "an expression without lanes");
    }
}

static bool note_change(void *context, expression *e)
{
    bool *any = context;
    *any |= e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP || e->kind == EXPRESSION_CALL || e->kind == EXPRESSION_BUILTIN;
    return !*any;
}

void lane_effect(lane_writer *l, const expression *e)
{
    if (l->w->tree->reason) return;
    while (e->kind == EXPRESSION_CAST && (e->conversion == CONVERSION_VOID || e->conversion == CONVERSION_NONE)) e = e->left;
    const variable *v = uniformity_target(l->w->tree, e);
    bool any = false;
    tree_visit((expression *)e, note_change, &any);
    if (!any) return;
    if (v && !v->varies && v->stored == STORED_HERE) {
        buffer text = {0}, *out = l->w->out;
        l->w->out = &text;
        write_effect(l->w, e);
        l->w->out = out;
        lane_statement(l, "%s;", text.text ? text.text : "");
        buffer_free(&text);
        return;
    }
    switch (e->kind) {
    case EXPRESSION_ASSIGN: assign(l, e); break;
    case EXPRESSION_STEP: step(l, e, false); break;
    case EXPRESSION_CONDITIONAL: {
        expression whole = *e;
        if (e->type->kind != TYPE_VOID) {
            lane_statement(l, "(void)(%s);", lane_value(l, e));
            break;
        }
        choose(l, &whole);
        break;
    }
    case EXPRESSION_BINARY:
        if (e->op == OPERATOR_COMMA) {
            lane_effect(l, e->left);
            lane_effect(l, e->right);
            break;
        }
        if (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR) {
            lane_statement(l, "(void)(%s);", lane_truth(l, e));
            break;
        }
        lane_effect(l, e->left);
        lane_effect(l, e->right);
        break;
    default: lane_statement(l, "(void)(%s);", e->type->kind == TYPE_VOID && e->kind == EXPRESSION_CALL ? call(l, e) : lane_value(l, e)); break;
    }
}
