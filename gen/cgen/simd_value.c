/* Values in vectors: uniform ones are scalars in C, the others vectors. See simd_state.h.
 *
 * SPDX-License-Identifier: MIT */
#include "cgen/provide.h"
#include "cgen/simd_state.h"

#include "cgen/spell.h"
#include "lower/functions.h"

#include <string.h>

shape_kind simd_shape(const simd_writer *s, const ir_value *v)
{
    return s->c.p->shapes.values[v->number].kind;
}

const char *simd_vector_type(simd_writer *s, ir_type t)
{
    if (t == IR_BOOL) return arena_printf(s->c.a, "CLBN(%s_mask)", simd_masks(s));
    return arena_printf(s->c.a, "CLBN(simd_%c)", cgen_letter(t));
}

const char *simd_pick(simd_writer *s, ir_type t, const char *mask, const char *yes, const char *no)
{
    if (t == IR_BOOL)
        return arena_printf(s->c.a, "CLBN(%s_either)(CLBN(%s_both)(%s, %s), CLBN(%s_without)(%s, %s))", simd_masks(s),
                            simd_masks(s), mask, yes, simd_masks(s), no, mask);
    return arena_printf(s->c.a, "CLBN(%s_pick_%c)(%s, %s, %s)", simd_masks(s), cgen_letter(t), mask, yes, no);
}

/* ---- names ---- */

void simd_name(simd_writer *s, const ir_value *v, bool is_vector, const char *value)
{
    const char *type = is_vector ? simd_vector_type(s, v->type) : cgen_c_type(v->type);
    if (s->c.l->names.nested[v->number]) {
        *simd_text(s, v) = value;
        return;
    }
    const char *spelling = simd_spelling(s, v), *number = simd_number(s, v);
    const char *name = spelling ? spelling : arena_printf(s->c.a, "t%s", number);
    if (spelling && !simd_strand_of(s, v) && ir_size(v->type) == 8 && is_vector) {
        /* A statement of its own, where a debugger can stop: pairs of vectors are made by functions, whose lines are
         * others. */
        const char *made = arena_printf(s->c.a, "t%s", number);
        simd_line(s, "const %s %s = %s;", type, made, value);
        value = made;
    }
    if (v->type == IR_POINTER && !is_vector) simd_line(s, "char *const %s = %s;", name, value);
    else simd_line(s, "const %s %s = %s;", type, name, value);
    *simd_text(s, v) = name;
}

static const char *argument(simd_writer *s, const ir_value *v)
{
    const symbol *p = v->symbol;
    const char *name = spell_parameter(s->c.a, s->c.w.program->text->prefix, p);
    if (v->type == IR_POINTER) return arena_printf(s->c.a, "((char *)%s%s)", type_is_object(p->type) ? "&" : "", name);
    if (type_is_vector(p->type)) return arena_printf(s->c.a, "%s[%llu]", name, (unsigned long long)v->bits);
    if (ir_size(v->type) >= 4 && p->type->kind != TYPE_BOOL) return name;
    return arena_printf(s->c.a, "(%s)%s", cgen_c_type(v->type), name);
}

/* The text of a leaf, or NULL. */
static const char *leaf(simd_writer *s, const ir_value *v)
{
    switch (v->op) {
    case IR_CONSTANT: return cgen_constant(s->c.a, v);
    case IR_QUERY: return cgen_query(s->c.a, v, simd_local_id(s, 0), simd_local_id(s, 1));
    case IR_ARGUMENT: return argument(s, v);
    case IR_ADDRESS: return "NULL"; /* private objects are accessed by their name */
    case IR_LOCAL: return arena_printf(s->c.a, "(scratch + %zu)", s->c.l->layout.offset[v->variable->number]);
    case IR_INPUT: return simd_input(s, v);
    case IR_OBJECT: return cgen_object(&s->c, v);
    default: return NULL;
    }
}

const char *simd_scalar(simd_writer *s, const ir_value *v)
{
    if (!*simd_text(s, v)) *simd_text(s, v) = leaf(s, v);
    if (!*simd_text(s, v) && simd_strand_of(s, v) && !s->here.strands->along_y) return simd_of_strand(s, v);
    if (!*simd_text(s, v)) {
        ir_refuse(s->c.f, v->token, arena_printf(s->c.a, "internal error: value %u has no text", v->number));
        return "0";
    }
    return *simd_text(s, v);
}

const char *simd_vector(simd_writer *s, const ir_value *v)
{
    if (s->c.p->packs.of[v->number]) {
        if (*simd_component(s, v)) return *simd_component(s, v);
        ir_refuse(s->c.f, v->token,
                  arena_printf(s->c.a, "internal error: value %u of a pack has no text of its own", v->number));
        return "0";
    }
    const char *text = simd_scalar(s, v);
    const shape value_shape = s->c.p->shapes.values[v->number];
    if (value_shape.kind == SHAPE_VARYING) return text;
    if (v->type == IR_BOOL) return arena_printf(s->c.a, "CLBN(%s_full)(%s)", simd_masks(s), text);
    const char *cast = v->type == IR_POINTER ? "(uint64_t)(uintptr_t)" : "";
    if (value_shape.kind == SHAPE_AFFINE)
        return arena_printf(s->c.a, "CLBN(simd_ramp_%c)(%s(%s), %lld)", cgen_letter(v->type), cast, text,
                            (long long)value_shape.step);
    return arena_printf(s->c.a, "CLBN(simd_splat_%c)(%s(%s))", cgen_letter(v->type), cast, text);
}

const char *simd_truth(simd_writer *s, const ir_value *v)
{
    return simd_vector(s, v);
}

/* ---- packs ---- */

const value_pack *simd_pack(const simd_writer *s, const ir_value *v)
{
    return s->c.p->packs.of[v->number];
}

unsigned simd_pack_member(const value_pack *r, const ir_value *v)
{
    unsigned i = 0;
    while (r->of[i] != v) ++i;
    return i;
}

static bool is_same(const ir_value *x, const ir_value *y)
{
    return x == y || (x->op == IR_CONSTANT && y->op == IR_CONSTANT && x->bits == y->bits && x->type == y->type);
}

bool simd_is_one_operand(const simd_writer *s, const ir_value *v, size_t k)
{
    const value_pack *r = simd_pack(s, v);
    for (unsigned i = 0; r && i < r->count; ++i)
        if (!is_same(v->operands[k], r->of[i]->operands[k])) return false;
    return true;
}

/* The mask of the work-items that the numbers of v's vector belong to. */
static const char *mask_of_pack(simd_writer *s, const value_pack *r, const ir_value *v, const char *mask)
{
    provide_feature(s->c.w.program->text, "SIMD_PACKS");
    return arena_printf(s->c.a, "CLBN(simd_mask_of)(%s, %u, %u)", mask, r->count, simd_pack_member(r, v));
}

const char *simd_operand(simd_writer *s, const ir_value *v, size_t k)
{
    const value_pack *r = simd_pack(s, v);
    const ir_value *x = v->operands[k], *first;
    if (!r) return simd_vector(s, x);
    const unsigned n = r->count;
    const value_pack *from = simd_pack(s, x);
    const bool same = simd_is_one_operand(s, v, k);
    if (packs_is_inside(s->c.p, r, k))
        return from->element ? simd_widened(s, from, simd_pack_member(r, v)) : simd_scalar(s, x);
    const char letter = cgen_letter(x->type);
    const shape_kind kind = simd_shape(s, x);
    if (same && kind == SHAPE_UNIFORM) return simd_vector(s, x);
    if (same && x->type == IR_BOOL) return mask_of_pack(s, r, v, simd_vector(s, x));
    if (same)
        return arena_printf(s->c.a, "%s(%s, %u, %u)", simd_packed(s, "widen", 0, letter), simd_vector(s, x), n,
                            simd_pack_member(r, v));
    first = r->of[0]->operands[k];
    if (s->c.p->packs.cycled[first->number]) return arena_printf(s->c.a, "c%s_0", simd_number(s, first));
    const char *all = "";
    for (unsigned i = 0; i < n; ++i)
        all = arena_printf(s->c.a, "%s%s%s", all, i ? ", " : "", simd_scalar(s, r->of[i]->operands[k]));
    return arena_printf(s->c.a, "%s(%s)", simd_packed(s, "cycle", n, letter), all);
}

const char *simd_mask_of(simd_writer *s, const ir_value *v)
{
    const value_pack *r = simd_pack(s, v);
    const char *mask = simd_mask(s);
    return r && mask ? mask_of_pack(s, r, v, mask) : mask;
}

void simd_split_pack(simd_writer *s, const ir_value *v)
{
    const value_pack *r = simd_pack(s, v);
    const bool reads = v->op == IR_LOAD || v->op == IR_GET;
    if (!r || !r->also_scalar || r->of[reads ? 0 : r->count - 1] != v) return;
    if (r->element) {
        simd_split_narrow(s, r);
        return;
    }
    const char *number = simd_number(s, r->of[0]);
    const char letter = cgen_letter(v->type), *names = "", *values = "";
    for (unsigned i = 0; i < r->count; ++i) {
        const char *name = arena_printf(s->c.a, "d%s_%u", number, i);
        *simd_component(s, r->of[i]) = name;
        names = arena_printf(s->c.a, "%s%s%s", names, i ? ", " : "", name);
        values = arena_printf(s->c.a, "%s%s%s, &%s", values, i ? ", " : "", simd_scalar(s, r->of[i]), name);
    }
    simd_line(s, "CLBN(simd_%c) %s;", letter, names);
    simd_line(s, "%s(%s);", simd_packed(s, "split", r->count, letter), values);
}

/* ---- uniform and affine values ---- */

static const char *scalar_operator(simd_writer *s, const ir_value *v, const char *x, const char *y)
{
    static const char *const signs[IR_OP_COUNT] = {
        [IR_ADD] = "+",      [IR_SUBTRACT] = "-", [IR_MULTIPLY] = "*",   [IR_DIVIDE] = "/", [IR_AND] = "&",
        [IR_OR] = "|",       [IR_XOR] = "^",      [IR_LEFT] = "<<",      [IR_RIGHT] = ">>", [IR_EQUAL] = "==",
        [IR_UNEQUAL] = "!=", [IR_LESS] = "<",     [IR_LESS_EQUAL] = "<="};
    const ir_type t = v->type;
    const char *sign = signs[v->op];
    if (v->op >= IR_EQUAL && v->op <= IR_LESS_EQUAL) return arena_printf(s->c.a, "%s %s %s", x, sign, y);
    if (ir_is_floating(t) || t == IR_BOOL) return arena_printf(s->c.a, "%s %s %s", x, sign, y);
    if (v->op == IR_DIVIDE || v->op == IR_REMAINDER)
        return arena_printf(s->c.a, "(%s)CLBN(one_%s_%c)(%s, %s)", cgen_c_type(t),
                            v->op == IR_DIVIDE ? "divide" : "remainder", cgen_letter(t), x, y);
    /* C computes these without promotion and without overflow. */
    const bool as_it_is = ir_size(t) >= 4 && (!ir_is_signed(t) || v->op == IR_RIGHT || v->op == IR_AND ||
                                              v->op == IR_OR || v->op == IR_XOR);
    if (as_it_is && t != IR_POINTER) return arena_printf(s->c.a, "%s %s %s", x, sign, y);
    if (v->op == IR_RIGHT) return arena_printf(s->c.a, "(%s)(%s >> %s)", cgen_c_type(t), x, y);
    const char *u = cgen_unsigned_type(t);
    return arena_printf(s->c.a, "(%s)((%s)%s %s (%s)%s)", cgen_c_type(t), u, x, sign, u, y);
}

static const char *function_name(simd_writer *s, const ir_value *v)
{
    return cgen_function(s->c.a, v);
}
void simd_provide(simd_writer *s, const ir_value *v)
{
    cgen_provide(s->c.a, s->c.w.program->text, v);
}

static const char *scalar_text(simd_writer *s, const ir_value *v)
{
    const char *x[3] = {NULL};
    for (size_t i = 0; i < v->operand_count && i < 3; ++i) x[i] = simd_scalar(s, v->operands[i]);
    const ir_type from = v->operand_count ? v->operands[0]->type : IR_VOID;
    const char *t = cgen_c_type(v->type);
    switch (v->op) {
    case IR_NOT:
        return v->type == IR_BOOL ? arena_printf(s->c.a, "!%s", x[0]) : arena_printf(s->c.a, "(%s)~%s", t, x[0]);
    case IR_NEGATE:
        if (ir_is_floating(v->type)) return arena_printf(s->c.a, "-(%s)", x[0]);
        return arena_printf(s->c.a, "(%s)(0 - (%s)%s)", t, cgen_unsigned_type(v->type), x[0]);
    case IR_SELECT: return arena_printf(s->c.a, "%s ? %s : %s", x[0], x[1], x[2]);
    case IR_CONVERT: return arena_printf(s->c.a, "(%s)%s", t, x[0]);
    case IR_REINTERPRET:
        if (v->type == IR_POINTER) return arena_printf(s->c.a, "(char *)(uintptr_t)%s", x[0]);
        if (from == IR_POINTER) return arena_printf(s->c.a, "(%s)(uintptr_t)%s", t, x[0]);
        if (ir_is_integer(from) && ir_is_integer(v->type)) return arena_printf(s->c.a, "(%s)%s", t, x[0]);
        return arena_printf(s->c.a,
                            "({ const %s from_ = %s; %s to_; __builtin_memcpy(&to_, &from_, sizeof to_); to_; })",
                            cgen_c_type(from), x[0], t);
    case IR_MOVE: return arena_printf(s->c.a, "%s + (ptrdiff_t)%s * %lld", x[0], x[1], (long long)v->bits);
    case IR_CALL: {
        simd_provide(s, v);
        const char *call = arena_printf(s->c.a, "CLBN(%s)(", function_name(s, v));
        for (size_t i = 0; i < v->operand_count; ++i)
            call = arena_printf(s->c.a, "%s%s%s", call, i ? ", " : "", simd_scalar(s, v->operands[i]));
        return arena_printf(s->c.a, "(%s)%s)", t, call);
    }
    default: return scalar_operator(s, v, x[0], x[1]);
    }
}

/* Of what is_of_ids() of shapes.c lets through. */
static const char *first_of(simd_writer *s, const ir_value *v)
{
    const char *text = leaf(s, v);
    if (text) return arena_printf(s->c.a, "(%s)", text);
    const char *x = first_of(s, v->operands[0]);
    if (v->op == IR_CONVERT) return arena_printf(s->c.a, "(%s)%s", cgen_c_type(v->type), x);
    return arena_printf(s->c.a, "(%s)", scalar_operator(s, v, x, first_of(s, v->operands[1])));
}

const char *simd_premise(simd_writer *s, const shape_premise *premise)
{
    const ir_value *v = premise->value;
    const char *wide = arena_printf(s->c.a, "(uint64_t)(int64_t)%s", first_of(s, v->operands[0]));
    if (v->op == IR_LEFT) wide = arena_printf(s->c.a, "(%s << %s)", wide, first_of(s, v->operands[1]));
    return arena_printf(s->c.a, "clbn_stays_%s(%s, nx, %lld)", ir_is_signed(v->type) ? "int" : "uint", wide,
                        (long long)premise->step);
}

/* ---- vectors ---- */

/* A value in C. */
typedef struct c_text {
    const char *text;
    bool is_term; /* a name, a call or a cast of parentheses: it needs no parentheses around it */
} c_text;

static c_text term(const char *text)
{
    return (c_text){text, true};
}

static c_text operation(const char *text)
{
    return (c_text){text, false};
}

static void name_text(simd_writer *s, const ir_value *v, c_text e)
{
    if (!e.is_term && s->c.l->names.nested[v->number]) *simd_text(s, v) = arena_printf(s->c.a, "(%s)", e.text);
    else simd_name(s, v, true, e.text);
}

/* Truncates a result in 32 bits to the narrow type that it holds. */
static c_text narrowed(simd_writer *s, ir_type t, c_text e)
{
    const char *x = e.text;
    switch (t) {
    case IR_I8: return term(arena_printf(s->c.a, "((CLBN(simd_i))((CLBN(simd_u))(%s) << 24) >> 24)", x));
    case IR_I16: return term(arena_printf(s->c.a, "((CLBN(simd_i))((CLBN(simd_u))(%s) << 16) >> 16)", x));
    case IR_U8: return term(arena_printf(s->c.a, "((%s) & 0xffu)", x));
    case IR_F16:
    case IR_U16: return term(arena_printf(s->c.a, "((%s) & 0xffffu)", x));
    default: return e;
    }
}

static bool is_pair(ir_type t)
{
    return ir_size(t) == 8;
}

/* Whether the upper half of the 64-bit number is zero. */
static bool is_low_half(const ir_value *v)
{
    switch (v->op) {
    case IR_CONSTANT: return v->bits <= UINT32_MAX;
    case IR_CONVERT:
        return !ir_is_floating(v->operands[0]->type) && !ir_is_signed(v->operands[0]->type) &&
               ir_size(v->operands[0]->type) <= 4;
    case IR_AND: return is_low_half(v->operands[0]) || is_low_half(v->operands[1]);
    case IR_RIGHT: return !ir_is_signed(v->type) && v->operands[1]->op == IR_CONSTANT && v->operands[1]->bits >= 32;
    default: return false;
    }
}

/* The 64-bit number whose upper half v is, as an int; or NULL. Such halves hold sign and exponent of doubles. */
static const ir_value *upper_half(const ir_value *v)
{
    if (v->op != IR_CONVERT || v->type != IR_I32) return NULL;
    const ir_value *x = v->operands[0];
    return x->op == IR_RIGHT && ir_size(x->type) == 8 && ir_is_constant(x->operands[1], 32) ? x->operands[0] : NULL;
}

/* The exponent of a power of two, or -1. */
static int power_of_two(const ir_value *v)
{
    if (v->op != IR_CONSTANT || !v->bits || (v->bits & (v->bits - 1))) return -1;
    int n = 0;
    while (v->bits >> n != 1) ++n;
    return n < (int)ir_size(v->type) * 8 - ir_is_signed(v->type) ? n : -1;
}

/* A division by a uniform divisor; its text may be NULL: there is no such form. */
static c_text vector_quotient(simd_writer *s, const ir_value *v, const char *x)
{
    const ir_value *divisor = v->operands[1];
    const char letter = cgen_letter(v->type);
    if (simd_pack(s, v) || simd_shape(s, divisor) != SHAPE_UNIFORM) return term(NULL);
    const bool remains = v->op == IR_REMAINDER, is_unsigned = !ir_is_signed(v->type);
    const int n = power_of_two(divisor);
    if (n >= 0 && is_unsigned && is_pair(v->type))
        return term(remains ? arena_printf(s->c.a, "CLBN(simd_and_m)(%s, CLBN(simd_splat_m)(UINT64_C(%llu)))", x,
                                           (unsigned long long)divisor->bits - 1)
                            : arena_printf(s->c.a, "CLBN(simd_right_m)(%s, CLBN(simd_splat_m)(%d))", x, n));
    if (is_pair(v->type)) return term(NULL);
    if (n >= 0 && is_unsigned)
        return operation(remains ? arena_printf(s->c.a, "(%s) & %lluu", x, (unsigned long long)divisor->bits - 1)
                                 : arena_printf(s->c.a, "(%s) >> %d", x, n));
    if (n >= 0)
        return term(arena_printf(s->c.a, "CLBN(simd_%s_power_i)(%s, %d)", remains ? "remainder" : "divide", x, n));
    return term(arena_printf(s->c.a, "CLBN(simd_%s_by_%c)(%s, %s)", remains ? "remainder" : "divide", letter, x,
                             simd_scalar(s, divisor)));
}

static c_text vector_operator(simd_writer *s, const ir_value *v, const char *x, const char *y)
{
    static const char *const names[IR_OP_COUNT] = {[IR_ADD] = "add",
                                                   [IR_SUBTRACT] = "subtract",
                                                   [IR_MULTIPLY] = "multiply",
                                                   [IR_DIVIDE] = "divide",
                                                   [IR_REMAINDER] = "remainder",
                                                   [IR_AND] = "and",
                                                   [IR_OR] = "or",
                                                   [IR_XOR] = "xor",
                                                   [IR_LEFT] = "left",
                                                   [IR_RIGHT] = "right"};
    static const char *const signs[IR_OP_COUNT] = {
        [IR_ADD] = "+", [IR_SUBTRACT] = "-", [IR_MULTIPLY] = "*", [IR_DIVIDE] = "/", [IR_AND] = "&",
        [IR_OR] = "|",  [IR_XOR] = "^",      [IR_LEFT] = "<<",    [IR_RIGHT] = ">>"};
    const ir_type t = v->type;
    const char letter = cgen_letter(t);
    if (t == IR_BOOL)
        return term(arena_printf(s->c.a, "CLBN(%s_%s)(%s, %s)", simd_masks(s),
                                 v->op == IR_AND  ? "both"
                                 : v->op == IR_OR ? "either"
                                                  : "one_of",
                                 x, y));
    const bool divides = (v->op == IR_DIVIDE || v->op == IR_REMAINDER) && !ir_is_floating(t);
    if (v->op == IR_MULTIPLY && is_pair(t) && is_low_half(v->operands[0]) && is_low_half(v->operands[1]))
        return term(arena_printf(s->c.a, "CLBN(simd_product_low_%c)(%s, %s)", letter, x, y));
    const c_text quotient = divides ? vector_quotient(s, v, x) : term(NULL);
    if (quotient.text) return narrowed(s, t, quotient);
    if (is_pair(t) || divides)
        return narrowed(s, t, term(arena_printf(s->c.a, "CLBN(simd_%s_%c)(%s, %s)", names[v->op], letter, x, y)));
    /* Constant shift counts are written as scalars. */
    const bool by_number =
        (v->op == IR_LEFT || v->op == IR_RIGHT) && v->operands[1]->op == IR_CONSTANT && simd_is_one_operand(s, v, 1);
    if (by_number) y = arena_printf(s->c.a, "%llu", (unsigned long long)v->operands[1]->bits);
    /* Integers wrap; in C only unsigned ones do. */
    const bool wraps =
        letter == 'i' && (v->op == IR_ADD || v->op == IR_SUBTRACT || v->op == IR_MULTIPLY || v->op == IR_LEFT);
    const bool by_vector = !by_number;
    const c_text result = wraps ? term(arena_printf(s->c.a, "(CLBN(simd_i))((CLBN(simd_u))(%s) %s %s(%s))", x,
                                                    signs[v->op], by_vector ? "(CLBN(simd_u))" : "", y))
                                : operation(arena_printf(s->c.a, "%s %s %s", x, signs[v->op], y));
    return v->op == IR_AND || v->op == IR_OR || v->op == IR_XOR || v->op == IR_RIGHT ? result : narrowed(s, t, result);
}

/* The lower half, in 32 bits, of a number whose upper half is zero; or NULL. */
static const char *low_half(simd_writer *s, const ir_value *v)
{
    if (v->op == IR_CONSTANT && v->bits <= UINT32_MAX)
        return arena_printf(s->c.a, "CLBN(simd_splat_u)(%lluu)", (unsigned long long)v->bits);
    if (v->op != IR_CONVERT || v->operands[0]->type != IR_U32) return NULL;
    return simd_vector(s, v->operands[0]);
}

/* One half of a product of two such numbers, without the whole product; or NULL. */
static const char *product_half(simd_writer *s, const ir_value *v)
{
    const ir_value *x = v->operands[0];
    const bool upper = x->op == IR_RIGHT && ir_is_constant(x->operands[1], 32);
    if (v->type != IR_U32 && v->type != IR_I32) return NULL;
    if (upper) x = x->operands[0];
    if (x->op != IR_MULTIPLY || x->type != IR_U64 || simd_shape(s, x) != SHAPE_VARYING) return NULL;
    const char *a = low_half(s, x->operands[0]), *b = a ? low_half(s, x->operands[1]) : NULL;
    if (!b) return NULL;
    if (upper) provide_feature(s->c.w.program->text, "SIMD_BASIC");
    const char *half = arena_printf(s->c.a, upper ? "CLBN(simd_mul_hi__u_u)(%s, %s)" : "((%s) * (%s))", a, b);
    return v->type == IR_U32 ? half : arena_printf(s->c.a, "CLBN(simd_cast_i_u)(%s)", half);
}

/* Whether a number without a sign has a clear highest bit among 32. */
static bool is_half_range(const ir_value *v)
{
    if (ir_size(v->type) < 4) return true;
    if (v->op == IR_RIGHT) return v->operands[1]->op == IR_CONSTANT && v->operands[1]->bits % 32 != 0;
    for (size_t k = 0; k < 2 && v->op == IR_AND; ++k)
        if (v->operands[k]->op == IR_CONSTANT && v->operands[k]->bits <= INT32_MAX) return true;
    if (v->op != IR_CONVERT) return false;
    const ir_type from = v->operands[0]->type;
    return ir_is_integer(from) && !ir_is_signed(from) && ir_size(from) < 4;
}

static c_text vector_conversion(simd_writer *s, ir_type to, const ir_value *v, const char *x)
{
    const ir_type from = v->type;
    const char t = cgen_letter(to);
    if (from == IR_BOOL)
        return term(simd_pick(s, to, x, arena_printf(s->c.a, "CLBN(simd_splat_%c)(1)", t),
                              arena_printf(s->c.a, "CLBN(simd_splat_%c)(0)", t)));
    const char f = cgen_letter(from);
    /* A floating-point number becomes int before it becomes a narrower type. */
    if (ir_is_floating(from) && ir_is_integer(to) && ir_size(to) < 4) {
        x = arena_printf(s->c.a, "CLBN(simd_cast_i_%c)(%s)", f, x);
        if (t == 'u') x = arena_printf(s->c.a, "CLBN(simd_cast_u_i)(%s)", x);
        return narrowed(s, to, term(x));
    }
    /* Processors convert numbers with signs. */
    if (f == 'u' && ir_is_floating(to) && is_half_range(v))
        x = arena_printf(s->c.a, "CLBN(simd_cast_%c_i)((CLBN(simd_i))(%s))", t, x);
    else if (t != f) x = arena_printf(s->c.a, "CLBN(simd_cast_%c_%c)(%s)", t, f, x);
    /* A value that fits needs nothing more. */
    const bool fits = ir_is_integer(from) && ir_size(from) < ir_size(to) && (!ir_is_signed(from) || ir_is_signed(to));
    return fits || from == to ? term(x) : narrowed(s, to, term(x));
}

static c_text vector_bits(simd_writer *s, ir_type to, ir_type from, const char *x)
{
    const char t = cgen_letter(to), f = cgen_letter(from);
    if (t == f) return narrowed(s, to, term(x));
    if (!is_pair(to)) return narrowed(s, to, term(arena_printf(s->c.a, "((CLBN(simd_%c))(%s))", t, x)));
    return term(
        arena_printf(s->c.a, "((CLBN(simd_%c)){(CLBN(half_%c))(%s).low, (CLBN(half_%c))(%s).high})", t, t, x, t, x));
}

static const char *vector_call(simd_writer *s, const ir_value *v)
{
    const char *name = function_name(s, v);
    provide_feature(s->c.w.program->text, "SIMD_BASIC");
    const function_kind kind = function_find(v);
    if (kind == FUNCTION_EXTREME) {
        const char letter = cgen_letter(v->type);
        name = arena_printf(s->c.a, "%s__%c_%c", v->name, letter, letter);
    } else if (kind == FUNCTION_MATHEMATICAL) {
        provide_feature(s->c.w.program->text, "SIMD_MATH");
    } else if (kind == FUNCTION_HALF) {
        provide_feature(s->c.w.program->text, "HALF");
    } else if (kind == FUNCTION_EACH_LANE) {
        const char *line = arena_printf(s->c.a, "CLBN_SIMD_%zu(%s, %c", v->operand_count, name, cgen_letter(v->type));
        for (size_t i = 0; i < v->operand_count; ++i)
            line = arena_printf(s->c.a, "%s, %c, %s", line, cgen_letter(v->operands[i]->type),
                                cgen_code(v->operands[i]->type));
        bool existed = false;
        const char *content = arena_printf(s->c.a, "%s)\n", line);
        write_once(s->c.w.program->text, name, content, &existed);
        if (!existed) {
            simd_provide(s, v);
            provide_feature(s->c.w.program->text,
                            "SIMD"); /* the line stays even if the kernel is then written in loops */
            buffer_adds(&s->c.w.program->text->functions, content);
        }
    }
    const char *call = arena_printf(s->c.a, "CLBN(simd_%s)(", name);
    for (size_t i = 0; i < v->operand_count; ++i)
        call = arena_printf(s->c.a, "%s%s%s", call, i ? ", " : "", simd_operand(s, v, i));
    return arena_printf(s->c.a, "%s)", call);
}

/* Whether it compares an affine 64-bit number of step one with a uniform one. Then the first lane's number decides. */
static bool compares_ids(const simd_writer *s, const ir_value *v)
{
    const shape x = s->c.p->shapes.values[v->operands[0]->number], y = s->c.p->shapes.values[v->operands[1]->number];
    const ir_type t = v->operands[0]->type;
    if ((t != IR_I64 && t != IR_U64) || simd_pack(s, v)) return false;
    const shape value_shape = x.kind == SHAPE_AFFINE ? x : y, other = x.kind == SHAPE_AFFINE ? y : x;
    return value_shape.kind == SHAPE_AFFINE && value_shape.step == 1 && value_shape.exact == SHAPE_EXACT &&
           other.kind == SHAPE_UNIFORM;
}

static const char *ids_text(simd_writer *s, const ir_value *v)
{
    const bool first = s->c.p->shapes.values[v->operands[0]->number].kind == SHAPE_AFFINE,
               equal = v->op == IR_LESS_EQUAL;
    const char *id = simd_scalar(s, v->operands[first ? 0 : 1]), *bound = simd_scalar(s, v->operands[first ? 1 : 0]);
    if (v->op == IR_EQUAL) return arena_printf(s->c.a, "CLBN(simd_number)((uint64_t)%s - (uint64_t)%s)", bound, id);
    if (v->op == IR_UNEQUAL)
        return arena_printf(s->c.a, "CLBN(simd_not)(CLBN(simd_number)((uint64_t)%s - (uint64_t)%s))", bound, id);
    /* The lanes below the bound are the first ones; bound < id is the opposite of id <= bound. */
    const bool with = first == equal;
    const char *below = arena_printf(s->c.a, "CLBN(simd_%s_%c)(%s, %s)", with ? "up_to" : "below",
                                     cgen_letter(v->operands[0]->type), id, bound);
    return first ? below : arena_printf(s->c.a, "CLBN(simd_not)(%s)", below);
}

static const char *comparison_text(simd_writer *s, const ir_value *v, const char *x, const char *y)
{
    static const char *const names[IR_OP_COUNT] = {
        [IR_EQUAL] = "eq", [IR_UNEQUAL] = "ne", [IR_LESS] = "lt", [IR_LESS_EQUAL] = "le"};
    const ir_type t = v->operands[0]->type;
    if (s->c.p->packs.wide && ir_size(t) == 8 && !compares_ids(s, v))
        return arena_printf(s->c.a, "CLBN(wide_%s_%c)(%s, %s)", names[v->op], cgen_letter(t), x, y);
    const ir_value *left = v->operands[0], *right = v->operands[1];
    const ir_value *half = upper_half(left)    ? left
                           : upper_half(right) ? right
                                               : NULL,
                   *number = half == left ? right : left;
    if (s->c.p->packs.wide && half && number->op == IR_CONSTANT && (v->op == IR_LESS || v->op == IR_LESS_EQUAL) &&
        simd_shape(s, upper_half(half)) == SHAPE_VARYING) {
        /* a < C and C <= a stay; a <= C is a < C + 1, and C < a is C + 1 <= a. */
        const bool below = half == left;
        const int64_t bound = (int64_t)(int32_t)number->bits + (below == (v->op == IR_LESS_EQUAL));
        const ir_value *whole = upper_half(half);
        const char *piece = simd_vector(s, whole);
        if (whole->type == IR_U64) piece = arena_printf(s->c.a, "CLBN(simd_cast_l_m)(%s)", piece);
        const char *limit =
            arena_printf(s->c.a, "CLBN(simd_splat_l)(INT64_C(%lld) * INT64_C(4294967296))", (long long)bound);
        return arena_printf(s->c.a, "CLBN(wide_%s_l)(%s, %s)", below ? "lt" : "le", below ? piece : limit,
                            below ? limit : piece);
    }
    const char *text = compares_ids(s, v)
                           ? ids_text(s, v)
                           : arena_printf(s->c.a, "CLBN(simd_%s_%c)(%s, %s)", names[v->op], cgen_letter(t), x, y);
    return s->c.p->packs.wide ? arena_printf(s->c.a, "CLBN(wide_of)(%s)", text) : text;
}

static c_text vector_text(simd_writer *s, const ir_value *v)
{
    const ir_type from = v->operand_count ? v->operands[0]->type : IR_VOID;
    const char *x[3] = {NULL};
    for (size_t i = 0; i < v->operand_count && i < 3 && v->op != IR_CALL; ++i)
        if (!(v->op == IR_SELECT && i == 0)) x[i] = simd_operand(s, v, i);
    switch (v->op) {
    case IR_NOT:
        if (v->type == IR_BOOL) return term(arena_printf(s->c.a, "CLBN(%s_not)(%s)", simd_masks(s), x[0]));
        if (is_pair(v->type)) return term(arena_printf(s->c.a, "CLBN(simd_not_%c)(%s)", cgen_letter(v->type), x[0]));
        return narrowed(s, v->type, operation(arena_printf(s->c.a, "~(%s)", x[0])));
    case IR_NEGATE:
        if (is_pair(v->type)) return term(arena_printf(s->c.a, "CLBN(simd_negate_%c)(%s)", cgen_letter(v->type), x[0]));
        if (cgen_letter(v->type) != 'i') return narrowed(s, v->type, operation(arena_printf(s->c.a, "-(%s)", x[0])));
        return narrowed(s, v->type, term(arena_printf(s->c.a, "(CLBN(simd_i))(-(CLBN(simd_u))(%s))", x[0])));
    case IR_EQUAL:
    case IR_UNEQUAL:
    case IR_LESS:
    case IR_LESS_EQUAL: return term(comparison_text(s, v, x[0], x[1]));
    case IR_SELECT:
        if (simd_shape(s, v->operands[0]) == SHAPE_UNIFORM)
            return operation(arena_printf(s->c.a, "%s ? %s : %s", simd_scalar(s, v->operands[0]), x[1], x[2]));
        return term(simd_pick(s, v->type, simd_operand(s, v, 0), x[1], x[2]));
    case IR_CONVERT: {
        const char *half = product_half(s, v);
        return half ? term(half) : vector_conversion(s, v->type, v->operands[0], x[0]);
    }
    case IR_REINTERPRET: return vector_bits(s, v->type, from, x[0]);
    case IR_MOVE:
        return term(arena_printf(
            s->c.a, "CLBN(simd_add_m)(%s, CLBN(simd_multiply_m)(CLBN(simd_cast_m_l)(%s), CLBN(simd_splat_m)(%llu)))",
            x[0], x[1], (unsigned long long)v->bits));
    case IR_CALL: return term(vector_call(s, v));
    default: return vector_operator(s, v, x[0], x[1]);
    }
}

static void get(simd_writer *s, const ir_value *v)
{
    simd_name(s, v, simd_shape(s, v) == SHAPE_VARYING, simd_variable(s, v->variable));
}

/* All members of a pack are read where the first one stands. */
static void read_pack(simd_writer *s, const value_pack *r, void (*read)(simd_writer *, const ir_value *))
{
    for (unsigned i = 0; i < r->count; ++i) read(s, r->of[i]);
}

void simd_value(simd_writer *s, const ir_value *v)
{
    const value_pack *r = simd_pack(s, v);
    if (leaf(s, v)) return;
    if (r && (v->op == IR_GET || v->op == IR_LOAD)) {
        if (r->of[0] != v) return;
        if (r->element && v->op == IR_GET) simd_narrow_pack(s, r);
        else read_pack(s, r, v->op == IR_GET ? get : simd_load);
        simd_split_pack(s, v);
        return;
    }
    if (r && s->c.p->packs.narrow) {
        if (r->of[r->count - 1] != v) return;
        if (r->element) simd_narrow_pack(s, r);
        for (unsigned i = 0; i < r->count && !r->element; ++i) name_text(s, r->of[i], vector_text(s, r->of[i]));
        simd_split_pack(s, v);
        return;
    }
    if (s->c.p->objects.root[v->number] && v->op == IR_MOVE) return;
    switch (v->op) {
    case IR_GET: get(s, v); break;
    case IR_LOAD: simd_load(s, v); break;
    case IR_INVOKE: simd_invoke(s, v); break;
    case IR_RESULT: simd_result(s, v); break;
    default:
        if (simd_shape(s, v) == SHAPE_VARYING) name_text(s, v, vector_text(s, v));
        else simd_name(s, v, false, scalar_text(s, v));
    }
    simd_split_pack(s, v);
}
