/* Packs in loops: short vectors of one work-item as GNU vectors. A pack has a name, and its components are elements
 * of that name. A pack of predicates is a mask of integers as wide as the compared elements. See scalar_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/scalar_state.h"

#include "cgen/provide.h"

static const value_pack *pack_of(const scalar_writer *s, const ir_value *v)
{
    return s->c.p->packs.of ? s->c.p->packs.of[v->number] : NULL;
}

bool scalar_is_in_pack(const scalar_writer *s, const ir_value *v)
{
    return pack_of(s, v) != NULL;
}

const type *scalar_pack_vector(ir_type t, unsigned count)
{
    static const type_kind kinds[IR_TYPES] = {
        [IR_I8] = TYPE_CHAR,    [IR_U8] = TYPE_UCHAR,  [IR_I16] = TYPE_SHORT, [IR_U16] = TYPE_USHORT,
        [IR_I32] = TYPE_INT,    [IR_U32] = TYPE_UINT,  [IR_I64] = TYPE_LONG,  [IR_U64] = TYPE_ULONG,
        [IR_F16] = TYPE_USHORT, [IR_F32] = TYPE_FLOAT, [IR_F64] = TYPE_DOUBLE};
    return type_vector(kinds[t], count);
}

const char *scalar_pack_type(scalar_writer *s, ir_type t, unsigned count)
{
    return write_type(&s->c.w, scalar_pack_vector(t, count));
}

/* The element type of a mask whose elements have so many bytes. */
static ir_type mask_of(size_t bytes)
{
    return bytes == 1 ? IR_I8 : bytes == 2 ? IR_I16 : bytes == 4 ? IR_I32 : IR_I64;
}

static ir_type mask_type(const scalar_writer *s, const ir_value *v)
{
    return mask_of(s->packs.mask_bytes[pack_of(s, v)->of[0]->number]);
}

/* ---- operands ---- */

/* A vector of equal elements. `plain`: C converts the scalar itself. */
static const char *splat(scalar_writer *s, const ir_value *v, unsigned count, bool plain)
{
    if (plain) return scalar_operand(s, v, LEVEL_UNARY);
    const char *x = scalar_operand(s, v, LEVEL_UNARY), *all = x;
    for (unsigned i = 1; i < count; ++i) all = arena_printf(s->c.a, "%s, %s", all, x);
    return arena_printf(s->c.a, "(%s){%s}", scalar_pack_type(s, v->type, count), all);
}

/* The pack whose members are operand k of r's members, or NULL. */
static const value_pack *inside(const scalar_writer *s, const value_pack *r, size_t k)
{
    const value_pack *from = pack_of(s, r->of[0]->operands[k]);
    if (!from || from->count != r->count) return NULL;
    for (unsigned i = 0; i < r->count; ++i)
        if (r->of[i]->operands[k] != from->of[i]) return NULL;
    return from;
}

/* A shuffle, if the operands are members of one pack in any order; or NULL. */
static const char *shuffled(scalar_writer *s, const value_pack *r, size_t k)
{
    const value_pack *from = pack_of(s, r->of[0]->operands[k]);
    if (!from || !s->packs.texts[from->of[0]->number]) return NULL;
    const char *name = s->packs.texts[from->of[0]->number], *order = "";
    for (unsigned i = 0; i < r->count; ++i) {
        unsigned m = 0;
        if (pack_of(s, r->of[i]->operands[k]) != from) return NULL;
        while (from->of[m] != r->of[i]->operands[k]) ++m;
        order = arena_printf(s->c.a, "%s, %u", order, m);
    }
    return arena_printf(s->c.a, "__builtin_shufflevector(%s, %s%s)", name, name, order);
}

const char *scalar_pack_operand(scalar_writer *s, const value_pack *r, size_t k)
{
    const value_pack *from = inside(s, r, k);
    const ir_value *x = r->of[0]->operands[k];
    bool one = true;
    for (unsigned i = 1; i < r->count; ++i) {
        const ir_value *y = r->of[i]->operands[k];
        one &= y == x || (x->op == IR_CONSTANT && y->op == IR_CONSTANT && x->bits == y->bits && x->type == y->type);
    }
    if (from && s->packs.texts[from->of[0]->number]) {
        return s->packs.texts[from->of[0]->number];
    }
    if (one) {
        const ir_op op = r->of[0]->op;
        const bool computes = op >= IR_ADD && op <= IR_DIVIDE && ir_is_floating(x->type);
        return splat(s, x, r->count,
                     computes && inside(s, r, 1 - k) && s->packs.texts[r->of[0]->operands[1 - k]->number]);
    }
    const char *all = x->type == IR_BOOL ? NULL : shuffled(s, r, k);
    if (all) return all;
    all = "";
    for (unsigned i = 0; i < r->count; ++i)
        all =
            arena_printf(s->c.a, "%s%s%s", all, i ? ", " : "", scalar_operand(s, r->of[i]->operands[k], LEVEL_CHOICE));
    return arena_printf(s->c.a, "(%s){%s}", scalar_pack_type(s, x->type, r->count), all);
}

/* ---- operations ---- */

static const char *const signs[IR_OP_COUNT] = {
    [IR_ADD] = "+",    [IR_SUBTRACT] = "-", [IR_MULTIPLY] = "*", [IR_DIVIDE] = "/", [IR_LEFT] = "<<",
    [IR_RIGHT] = ">>", [IR_AND] = "&",      [IR_OR] = "|",       [IR_XOR] = "^",    [IR_NOT] = "~",
    [IR_NEGATE] = "-", [IR_EQUAL] = "==",   [IR_UNEQUAL] = "!=", [IR_LESS] = "<",   [IR_LESS_EQUAL] = "<="};

/* Converts a mask to the element type. */
static const char *fitted(scalar_writer *s, const ir_value *mask, const char *text, ir_type to, unsigned count)
{
    if (mask_type(s, mask) == to) return text;
    return arena_printf(s->c.a, "__builtin_convertvector(%s, %s)", text, scalar_pack_type(s, to, count));
}

static const char *selection(scalar_writer *s, const value_pack *r, const char *const *x)
{
    const ir_value *v = r->of[0];
    const ir_type m = mask_of(ir_size(v->type));
    const char *t = scalar_pack_type(s, v->type, r->count), *mask = scalar_pack_type(s, m, r->count);
    const char *name = arena_printf(s->c.a, "m%u", v->number);
    scalar_line(s, "const %s %s = %s;", mask, name, fitted(s, v->operands[0], x[0], m, r->count));
    return arena_printf(s->c.a, "(%s)(((%s)%s & %s) | ((%s)%s & ~%s))", t, mask, x[1], name, mask, x[2], name);
}

static const char *call(scalar_writer *s, const value_pack *r, const char *const *x)
{
    const ir_value *v = r->of[0];
    const char *text = arena_printf(s->c.a, "CLBN(%s_", v->name), *operands = "";
    for (size_t k = 0; k < v->operand_count; ++k) {
        text = arena_printf(s->c.a, "%s_%s%u", text, cgen_code(v->operands[k]->type), r->count);
        operands = arena_printf(s->c.a, "%s%s%s", operands, k ? ", " : "", x[k]);
    }
    cgen_provide_vector(s->c.a, s->c.w.program->text, v, r->count);
    return arena_printf(s->c.a, "%s)(%s)", text, operands);
}

static const char *operation(scalar_writer *s, const value_pack *r)
{
    const ir_value *v = r->of[0];
    const unsigned n = r->count;
    const char *x[4] = {NULL};
    for (size_t k = 0; k < v->operand_count && k < 4; ++k)
        if (v->op != IR_SELECT || k || inside(s, r, 0)) x[k] = scalar_pack_operand(s, r, k);
    if (v->type == IR_BOOL) { /* a mask */
        const ir_type of = v->operands[0]->type;
        const ir_type m = of == IR_BOOL ? mask_type(s, v->operands[0]) : mask_of(ir_size(of));
        s->packs.mask_bytes[v->number] = (unsigned char)ir_size(m);
        if (v->op == IR_NOT) return arena_printf(s->c.a, "~%s", x[0]);
        const char *y = of == IR_BOOL ? fitted(s, v->operands[1], x[1], m, n) : x[1];
        return arena_printf(s->c.a, "(%s)(%s %s %s)", scalar_pack_type(s, m, n), x[0], signs[v->op], y);
    }
    const char *t = scalar_pack_type(s, v->type, n);
    switch (v->op) {
    case IR_SELECT:
        if (x[0]) return selection(s, r, x);
        return arena_printf(s->c.a, "%s ? %s : %s", scalar_operand(s, v->operands[0], LEVEL_EITHER), x[1], x[2]);
    case IR_CONVERT: return arena_printf(s->c.a, "__builtin_convertvector(%s, %s)", x[0], t);
    case IR_REINTERPRET: return arena_printf(s->c.a, "(%s)%s", t, x[0]);
    case IR_CALL: return call(s, r, x);
    case IR_NOT:
    case IR_NEGATE: return arena_printf(s->c.a, "%s%s", signs[v->op], x[0]);
    case IR_LEFT:
        if (ir_is_signed(v->type)) {
            static const ir_type wraps[IR_TYPES] = {
                [IR_I8] = IR_U8, [IR_I16] = IR_U16, [IR_I32] = IR_U32, [IR_I64] = IR_U64};
            const char *u = scalar_pack_type(s, wraps[v->type], n);
            return arena_printf(s->c.a, "(%s)((%s)%s << (%s)%s)", t, u, x[0], u, x[1]);
        } /* fall through */
    default: return arena_printf(s->c.a, "%s %s %s", x[0], signs[v->op], x[1]);
    }
}

/* ---- names ---- */

/* A name for the vector: the kernel's own, or NULL: it has none there. */
static const char *vector_name(scalar_writer *s, const char *vector, const char *component)
{
    return vector ? cgen_spell(&s->c.names, vector) : component ? cgen_spell_new(&s->c.names, component) : NULL;
}

const char *scalar_pack_variable(scalar_writer *s, const ir_variable *first)
{
    const char **text = &s->packs.variables[first->number];
    if (!*text) *text = vector_name(s, first->vector, s->c.names.variables[first->number]);
    return *text;
}

const char *scalar_pack_name(scalar_writer *s, const ir_value *first)
{
    const char **text = &s->packs.names[first->number];
    if (!*text) *text = vector_name(s, first->vector, s->c.names.values[first->number]);
    if (!*text) *text = arena_printf(s->c.a, "t%u", first->number);
    return *text;
}

void scalar_name_pack_variables(scalar_writer *s)
{
    for (size_t i = 0; i < s->c.f->variable_count; ++i) {
        const ir_variable *v = s->c.f->variables[i];
        if (!s->c.l->names.is_packed[i]) continue;
        const char *name = scalar_pack_variable(s, s->c.f->variables[i - v->component]);
        s->c.names.variables[i] = arena_printf(s->c.a, "%s[%u]", name, v->component);
    }
}

/* ---- items ---- */

static void name_members(scalar_writer *s, const value_pack *r, const char *name)
{
    s->packs.texts[r->of[0]->number] = name;
    for (unsigned i = 0; i < r->count; ++i)
        s->values.of[r->of[i]->number] = (scalar_text){.text = arena_printf(s->c.a, "%s[%u]", name, i)};
}

bool scalar_pack_item(scalar_writer *s, const ir_value *v)
{
    const value_pack *r = pack_of(s, v);
    if (!r || v->op == IR_LOAD || v->op == IR_STORE) return false;
    const ir_value *first = r->of[0], *last = r->of[r->count - 1];
    if (v->op == IR_SET) {
        if (v != last) return true;
        const char *text = scalar_pack_operand(s, r, 0);
        scalar_line(s, "%s = %s;", scalar_pack_variable(s, first->variable), text);
        return true;
    }
    /* A pack is read where its first member stands, and computed where the last one stands. */
    if (v != (v->op == IR_GET ? first : last)) return true;
    const char *name = scalar_pack_name(s, first);
    const char *text = v->op == IR_GET ? scalar_pack_variable(s, first->variable) : operation(s, r);
    const ir_type t = first->type == IR_BOOL ? mask_of(s->packs.mask_bytes[first->number]) : first->type;
    scalar_line(s, "const %s %s = %s;", scalar_pack_type(s, t, r->count), name, text);
    name_members(s, r, name);
    return true;
}
