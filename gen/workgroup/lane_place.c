/* Places in lanes, see lane_state.h: private variables of each lane, shared memory, and values that neighbouring
 * lanes have at equal distances, so that one load serves all of them.
 * Knows memory; must not know operators or control flow. */
#include "workgroup/lane_state.h"

#include "clc/builtin.h"
#include "workgroup/provide.h"

#include <string.h>

/* Whether the place is one that each lane has for itself. */
bool lane_is_private_place(const lane_writer *l, const expression *e)
{
    for (;;) {
        switch (e->kind) {
        case EXPRESSION_SYMBOL: {
            const variable *v = tree_variable(l->w->tree, e->symbol);
            return v && v->stored != STORED_LOCAL;
        }
        case EXPRESSION_MEMBER: e = e->left; break;
        case EXPRESSION_UNARY: return lane_is_private_pointer(e->left->type);
        case EXPRESSION_INDEX:
            if (e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY) e = e->left->left;
            else return lane_is_private_pointer(e->left->type);
            break;
        case EXPRESSION_COMPOUND:
        case EXPRESSION_CALL: return true;
        default: return false;
        }
    }
}

static const char *pointee_mask(const lane_writer *l, const expression *pointer);

/* The lanes that can see the private place; NULL: not known. */
static const char *place_mask(const lane_writer *l, const expression *e)
{
    while (e->kind == EXPRESSION_MEMBER) e = e->left;
    if (e->kind == EXPRESSION_UNARY || e->kind == EXPRESSION_INDEX) return pointee_mask(l, e->left);
    const variable *v = e->kind == EXPRESSION_SYMBOL ? tree_variable(l->w->tree, e->symbol) : NULL;
    return v ? v->lane_mask : NULL;
}

static const char *pointee_mask(const lane_writer *l, const expression *pointer)
{
    const expression *e = pointer;
    while (e->kind == EXPRESSION_CAST && (e->conversion == CONVERSION_NONE || e->conversion == CONVERSION_POINTER)) e = e->left;
    if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_DECAY) return place_mask(l, e->left);
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_ADDRESS) return place_mask(l, e->left);
    const variable *v = e->kind == EXPRESSION_SYMBOL ? tree_variable(l->w->tree, e->symbol) : NULL;
    return v ? v->whole_mask : NULL;
}

static bool is_present(const lane_writer *l, const char *mask) { return mask && strcmp(mask, lane_mask(l)) == 0; }

bool lane_is_whole(const lane_writer *l, const expression *pointer) { return is_present(l, pointee_mask(l, pointer)); }

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
    if (!d->has_value || (l->w->listed && d->value.integer == 0)) return false;
    line->base = lane_uniform(l, e);
    line->step = d->value.integer == 0 ? "1" : "0";
    return true;
}

/* An unsigned number of 32 bits may wrap between two lanes. */
static bool is_ring(const type *t) { return type_is_integer(t) && !type_is_signed(t) && type_size(t) == 4; }

static bool find_sum(lane_writer *l, const expression *e, lane_line *line)
{
    lane_line a, b;
    const bool ring = is_ring(e->type);
    if (e->right->type->kind == TYPE_POINTER || !lane_find_ring(l, e->left, &a) || !lane_find_ring(l, e->right, &b)) return false;
    if (!ring && (a.wraps || b.wraps)) return false;
    line->wraps = ring;
    const char *op = e->op == OPERATOR_ADD ? "+" : "-";
    line->base = arena_printf(l->a, "(%s %s %s)", a.base, op, b.base);
    line->step = add_steps(l, a.step, op, b.step);
    return true;
}

static bool find_product(lane_writer *l, const expression *e, lane_line *line)
{
    lane_line a, b;
    if (!lane_find_ring(l, e->left, &a) || !lane_find_ring(l, e->right, &b)) return false;
    const bool left = strcmp(a.step, "0") == 0, right = strcmp(b.step, "0") == 0;
    if (!left && !right) return false;
    line->wraps = is_ring(e->type);
    if (!line->wraps && (a.wraps || b.wraps)) return false;
    line->base = arena_printf(l->a, "(%s * %s)", a.base, b.base);
    line->step = left && right ? "0" : arena_printf(l->a, "((ptrdiff_t)%s * %s)", left ? a.base : b.base, left ? b.step : a.step);
    return true;
}

static bool find_array(lane_writer *l, const expression *e, lane_line *line);

bool lane_find_line(lane_writer *l, const expression *e, lane_line *line)
{
    return lane_find_ring(l, e, line) && !line->wraps;
}

bool lane_find_ring(lane_writer *l, const expression *e, lane_line *line)
{
    line->wraps = false;
    if (!is_index_type(e->type) && !lane_is_raw_pointer(e->type)) return false;
    if (!lane_varies(l, e)) {
        line->base = lane_uniform(l, e);
        line->step = "0";
        return true;
    }
    switch (e->kind) {
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(l->w->tree, e->symbol);
        if (v && v->stored == STORED_AGAIN) return lane_find_ring(l, v->symbol->initialiser, line);
        if (!v || !v->line_base) return false;
        line->base = v->line_base;
        line->step = v->line_step;
        line->wraps = v->line_wraps;
        return true;
    }
    case EXPRESSION_BUILTIN: return e->builtin->entry->class_ == BUILTIN_WORK_ITEM && find_id(l, e, line);
    case EXPRESSION_CAST:
        if (e->conversion == CONVERSION_NUMBER && is_index_type(e->type) && is_index_type(e->left->type)) {
            if (!lane_find_ring(l, e->left, line) || (line->wraps && !is_ring(e->type))) return false;
            /* What was below zero, or above 32 bits; ids by themselves are neither. */
            line->wraps |= is_ring(e->type) && !is_ring(e->left->type) && lane_varies(l, e->left) && e->left->kind != EXPRESSION_BUILTIN;
            line->base = arena_printf(l->a, "((%s)%s)", write_type(l->w, type_unqualified(l->a, e->type)), line->base);
            return true;
        }
        if (e->conversion == CONVERSION_DECAY) return find_array(l, e, line);
        return e->conversion == CONVERSION_NONE && lane_find_ring(l, e->left, line);
    case EXPRESSION_BINARY:
        if (e->op == OPERATOR_ADD || e->op == OPERATOR_SUBTRACT) return find_sum(l, e, line);
        return e->op == OPERATOR_MULTIPLY && find_product(l, e, line);
    case EXPRESSION_CONDITIONAL: {
        lane_line a, b;
        if (lane_varies(l, e->condition) || !lane_find_ring(l, e->left, &a) || !lane_find_ring(l, e->right, &b)) return false;
        line->wraps = a.wraps || b.wraps;
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
    lane_line ring;      /* base: the index is on this line, which wraps; or base is NULL */
} place;

const char *lane_long(lane_writer *l, const expression *e)
{
    return lane_convert(l, type_basic(TYPE_LONG), e->type, lane_value(l, e));
}

static const char *bytes(lane_writer *l, const lane_line *line, size_t size)
{
    return arena_printf(l->a, "CLBN(ramp_m)((uintptr_t)%s, (uint64_t)%s * %zu)", line->base, line->step, size);
}

/* pointer[index], index may be NULL */
static place find_element(lane_writer *l, const type *t, const expression *pointer, const expression *index)
{
    place p = {.type = t};
    lane_line i = {"0", "0", false};
    if (lane_find_line(l, pointer, &p.line)) {
        if (!index || lane_find_line(l, index, &i)) {
            p.line.base = arena_printf(l->a, "(%s + %s)", p.line.base, i.base);
            p.line.step = add_steps(l, p.line.step, "+", i.step);
            return p;
        }
        if (strcmp(p.line.step, "0") == 0) {
            p.pointer = p.line.base;
            p.line.base = NULL;
            p.index = lane_long(l, index);
            if (is_ring(index->type) && lane_find_ring(l, index, &i)) p.ring = i;
            return p;
        }
    }
    p.line.base = NULL;
    /* A common pointer and a sum of indices, of which one varies, is what kernels write most. */
    if (pointer->kind == EXPRESSION_BINARY && pointer->op == OPERATOR_ADD && !lane_varies(l, pointer->left) && index) {
        p.pointer = lane_uniform(l, pointer->left);
        const char *first = lane_long(l, pointer->right);
        p.index = arena_printf(l->a, "CLBN_ADD(l, %s, %s)", first, lane_long(l, index));
        return p;
    }
    p.index = lane_value(l, pointer);
    if (index) p.index = lane_bytes(l, p.index, "ADD", lane_long(l, index), type_size(t));
    return p;
}

/* Of a place with a common pointer and an index for each lane: its address. */
static const char *bytes_of_index(lane_writer *l, const place *p)
{
    return lane_bytes(l, arena_printf(l->a, "CLBN(splat_m)((uintptr_t)%s)", p->pointer), "ADD", p->index, type_size(p->type));
}

static place find_place(lane_writer *l, const expression *e)
{
    place p = {.type = e->type, .index = "CLBN(splat_m)(0)"};
    if (e->kind == EXPRESSION_SYMBOL && tree_variable(l->w->tree, e->symbol)) {
        p.line = (lane_line){arena_printf(l->a, "&%s", variable_name(l, tree_variable(l->w->tree, e->symbol))), "0", false};
        return p;
    }
    if (e->kind == EXPRESSION_UNARY && e->op == OPERATOR_DEREFERENCE) return find_element(l, e->type, e->left, NULL);
    if (e->kind == EXPRESSION_INDEX) return find_element(l, e->type, e->left, e->right);
    if (e->kind == EXPRESSION_MEMBER) {
        p = find_place(l, e->left);
        if (p.line.base) p.index = bytes(l, &p.line, type_size(p.type));
        else if (p.pointer)
            p.index = bytes_of_index(l, &p);
        p.index = arena_printf(l->a, "CLBN_ADD(m, %s, CLBN(splat_m)(%zu))", p.index, e->field_offset ? e->field_offset : e->field->offset);
        p.line.base = p.pointer = p.ring.base = NULL;
        p.type = e->type;
        return p;
    }
    lane_refuse(l, e, "a place in memory that lanes cannot reach");
    return p;
}

/* An array among others in shared memory, as the address of its first element. */
static bool find_array(lane_writer *l, const expression *e, lane_line *line)
{
    if (e->left->kind != EXPRESSION_INDEX || lane_is_private_place(l, e->left)) return false;
    const place p = find_place(l, e->left);
    if (!p.line.base) return false;
    line->base = arena_printf(l->a, "((%s)(void *)%s)", write_type(l->w, e->type), p.line.base);
    line->step = strcmp(p.line.step, "0") == 0 ? "0" : arena_printf(l->a, "(%s * %zu)", p.line.step, e->left->type->count);
    return true;
}

/* bool takes a byte in memory and an int in lanes. */
static const char *memory_code(lane_writer *l, const type *t)
{
    if (t->kind != TYPE_BOOL) return lane_code(l, t);
    provide_part(l->w->program->text, "SMALL_LANES");
    return "h";
}

static const char *load(lane_writer *l, const place *p)
{
    const char *code = memory_code(l, p->type), *value;
    if (p->line.base)
        value = arena_printf(l->a, "CLBN(load_%s)(%s, (const void *)%s, %s)", code, lane_mask(l), p->line.base, p->line.step);
    else if (p->ring.base)
        value = arena_printf(l->a, "CLBN(load_ring_%s)(%s, (const void *)%s, %s, %s)", code, lane_mask(l), p->pointer, p->ring.base,
                             p->ring.step);
    else if (p->pointer)
        value = arena_printf(l->a, "CLBN(gather_%s)(%s, (const void *)%s, %s)", code, lane_mask(l), p->pointer, p->index);
    else
        value = arena_printf(l->a, "CLBN(fetch_%s)(%s, %s)", code, lane_mask(l), p->index);
    return p->type->kind == TYPE_BOOL ? arena_printf(l->a, "CLBN_CONVERT(i, h, %s)", value) : value;
}

static void store(lane_writer *l, const place *p, const char *value)
{
    const char *code = memory_code(l, p->type), *m = lane_mask(l);
    if (p->type->kind == TYPE_BOOL) value = arena_printf(l->a, "CLBN_CONVERT(h, i, %s)", value);
    if (p->line.base) lane_statement(l, "CLBN(store_%s)(%s, (void *)%s, %s, %s);", code, m, p->line.base, p->line.step, value);
    else if (p->ring.base)
        lane_statement(l, "CLBN(store_ring_%s)(%s, (void *)%s, %s, %s, %s);", code, m, p->pointer, p->ring.base, p->ring.step, value);
    else if (p->pointer) lane_statement(l, "CLBN(scatter_%s)(%s, (void *)%s, %s, %s);", code, m, p->pointer, p->index, value);
    else lane_statement(l, "CLBN(put_%s)(%s, %s, %s);", code, m, p->index, value);
}

const char *lane_private_pointer(lane_writer *l, const expression *e);

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
        if (v->stored != STORED_HERE && v->stored != STORED_PARAMETER) return lane_refuse(l, e, "the context's variables as a whole, in lanes");
        return variable_name(l, v);
    }
    case EXPRESSION_MEMBER: {
        const char *object = private_place(l, e->left, index);
        if (*index) return lane_refuse(l, e, "a member of elements that differ between lanes");
        return arena_printf(l->a, "(%s).%s", object, write_name(l->a, "m_", e->field->name));
    }
    case EXPRESSION_UNARY: return arena_printf(l->a, "(*%s)", lane_private_pointer(l, e->left));
    case EXPRESSION_INDEX: {
        const bool array = e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY;
        const char *object = array ? private_place(l, e->left->left, index) : lane_private_pointer(l, e->left);
        if (*index) return lane_refuse(l, e, "an element of arrays that differ between lanes");
        if (!lane_varies(l, e->right)) return arena_printf(l->a, "(%s)[%s]", object, lane_uniform(l, e->right));
        if (e->type->kind == TYPE_ARRAY || type_is_aggregate(e->type))
            return lane_refuse(l, e, "arrays or structures in an array, chosen by a value that differs between lanes");
        *index = lane_long(l, e->right);
        return object;
    }
    case EXPRESSION_CALL:
    case EXPRESSION_COMPOUND: return lane_value(l, e);
    default: return lane_refuse(l, e, "a private place that lanes cannot reach");
    }
}

const char *lane_private_pointer(lane_writer *l, const expression *e)
{
    const char *index = NULL;
    switch (e->kind) {
    case EXPRESSION_SYMBOL: {
        const variable *v = tree_variable(l->w->tree, e->symbol);
        if (v && v->symbol->assigned) return lane_refuse(l, e, "a pointer to private memory that changes");
        if (v && v->stored != STORED_HERE && v->stored != STORED_PARAMETER)
            return lane_refuse(l, e, "a pointer to private memory in the context");
        return v ? variable_name(l, v) : lane_refuse(l, e, "a pointer to private memory outside of functions");
    }
    case EXPRESSION_UNARY:
    case EXPRESSION_CAST: {
        if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NULL)
            return arena_printf(l->a, "((%s)0)", lane_type(l, e->type));
        if (e->kind == EXPRESSION_CAST && (e->conversion == CONVERSION_NONE || e->conversion == CONVERSION_POINTER) &&
            type_equal(e->type->base, e->left->type->base, false))
            return lane_private_pointer(l, e->left);
        const bool decay = e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_DECAY;
        if (!decay && !(e->kind == EXPRESSION_UNARY && e->op == OPERATOR_ADDRESS)) break;
        if (!lane_is_private_place(l, e->left)) break;
        const char *object = private_place(l, e->left, &index);
        if (index) return lane_refuse(l, e, "the address of elements that differ between lanes");
        return decay ? arena_printf(l->a, "(%s)", object) : arena_printf(l->a, "(&%s)", object);
    }
    case EXPRESSION_BINARY:
        if ((e->op != OPERATOR_ADD && e->op != OPERATOR_SUBTRACT) || lane_varies(l, e->right)) break;
        return arena_printf(l->a, "(%s %s %s)", lane_private_pointer(l, e->left), e->op == OPERATOR_ADD ? "+" : "-",
                            lane_uniform(l, e->right));
    default: break;
    }
    return lane_refuse(l, e, "a pointer to private memory that lanes cannot follow");
}

/* An element of an array that the context holds spread out: neighbouring lanes have it side by side. */
static bool find_spread(lane_writer *l, const expression *e, place *p)
{
    if (e->kind != EXPRESSION_INDEX || e->left->kind != EXPRESSION_CAST || e->left->conversion != CONVERSION_DECAY ||
        e->left->left->kind != EXPRESSION_SYMBOL)
        return false;
    const variable *v = tree_variable(l->w->tree, e->left->left->symbol);
    if (!v || v->stored != STORED_SPREAD || v->type->base->kind == TYPE_ARRAY) return false;
    const char *name = write_context(l->a, v);
    *p = (place){.type = e->type};
    if (!lane_varies(l, e->right)) {
        p->line.base = arena_printf(l->a, "(%s + (size_t)(%s) * items + wi)", name, lane_uniform(l, e->right));
        p->line.step = "1";
    } else {
        p->pointer = name;
        p->index = arena_printf(l->a, "CLBN_ADD(l, CLBN_MULTIPLY(l, %s, CLBN(splat_l)((int64_t)items)), CLBN(ramp_l)((int64_t)wi, 1))",
                                lane_long(l, e->right));
    }
    return true;
}

/* Memory that is no private variable in lanes. */
static bool find_shared(lane_writer *l, const expression *e, place *p)
{
    const variable *v = in_context(l, e);
    if (find_spread(l, e, p)) {
        if (l->w->listed) lane_refuse(l, e, "arrays of the context, for listed work-items");
        return true;
    }
    if (v && l->w->listed) {
        *p = (place){.type = e->type, .pointer = arena_printf(l->a, "&%s[row]", write_context(l->a, v)),
                     .index = "at"};
        return true;
    }
    if (v) {
        *p = (place){.type = e->type, .line = {arena_printf(l->a, "&%s", variable_name(l, v)), "1", false}};
        return true;
    }
    if (lane_is_private_place(l, e)) return false;
    *p = find_place(l, e);
    return true;
}

const char *lane_read_place(lane_writer *l, const expression *e)
{
    place shared;
    if (find_shared(l, e, &shared)) return load(l, &shared);
    const char *index = NULL;
    const char *object = private_place(l, e, &index);
    if (!index) return object;
    return arena_printf(l->a, "CLBN(own_%s)(%s, %s, %s)", lane_code(l, e->type), lane_mask(l), object, index);
}

void lane_change(lane_writer *l, const expression *left, const char *value)
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
    if (lane_is_private_pointer(left->type)) {
        lane_refuse(l, left, "a pointer to private memory that changes");
        return;
    }
    if (!is_present(l, place_mask(l, left))) value = lane_pick(l, left->type, lane_mask(l), value, object);
    lane_statement(l, "%s = %s;", object, value);
}

const char *lane_address(lane_writer *l, const expression *e)
{
    const place p = find_place(l, e->left);
    if (p.line.base) return bytes(l, &p.line, type_size(p.type));
    if (!p.pointer) return p.index;
    return bytes_of_index(l, &p);
}

const char *lane_read_variable(lane_writer *l, const expression *e)
{
    const variable *v = tree_variable(l->w->tree, e->symbol);
    if (!v) return lane_refuse(l, e, "a structure or variable outside of functions, in lanes");
    if (v->line_base && lane_is_raw_pointer(v->type)) {
        const lane_line line = {v->line_base, v->line_step, false};
        return bytes(l, &line, type_size(v->type->base));
    }
    if (v->line_base) return arena_printf(l->a, "CLBN(ramp_%s)(%s, %s)", lane_code(l, v->type), v->line_base, v->line_step);
    if (v->truth) return lane_truth_value(l, v->type, v->truth);
    if (v->stored == STORED_AGAIN) return lane_value(l, v->symbol->initialiser);
    if (v->stored == STORED_CONTEXT || v->stored == STORED_LOCAL) return lane_read_place(l, e);
    return variable_name(l, v);
}
