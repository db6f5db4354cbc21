/* Expressions in C. See writer.h.
 * What C leaves undefined or traps on, and OpenCL C does not, is made defined here: shifts, division. */
#include "workgroup/writer.h"

#include "base/escape.h"
#include "clc/builtin.h"
#include "workgroup/provide.h"
#include "workgroup/room.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const operators[] = {
#define X(name, text) text,
    AST_OPERATORS(X)
#undef X
};

static void add(writer *w, const char *text) { buffer_adds(w->out, text); }

static const type *plain(writer *w, const type *t) { return type_unqualified(w->program->arena, t); }

/* The number of a new name; `t`: of what it names, or NULL: no more than a word. */
static unsigned temporary_of(writer *w, const type *t)
{
    room_count(w, t ? t : type_basic(TYPE_ULONG), 1);
    return ++w->temporaries;
}

static unsigned temporary(writer *w) { return temporary_of(w, NULL); }

/* ---- constants ---- */

static void write_real(writer *w, double value, bool is_float)
{
    const char *suffix = is_float ? "f" : "";
    if (isnan(value)) buffer_addf(w->out, "__builtin_nan%s(\"\")", suffix);
    else if (isinf(value)) buffer_addf(w->out, "(%s__builtin_inf%s())", value < 0 ? "-" : "", suffix);
    else buffer_addf(w->out, signbit(value) ? "(%a%s)" : "%a%s", value, suffix);
}

/* The bits of a number that is a half already. */
static unsigned half_bits(double value)
{
    const unsigned sign = signbit(value) ? 0x8000 : 0;
    int exponent;
    if (isnan(value)) return sign | 0x7e00;
    if (isinf(value)) return sign | 0x7c00;
    if (fabs(value) < 0x1p-14) return sign | (unsigned)ldexp(fabs(value), 24);
    const double fraction = frexp(fabs(value), &exponent);
    return sign | (unsigned)(exponent + 14) << 10 | ((unsigned)ldexp(fraction, 11) - 1024);
}

static void write_constant(writer *w, const type *t, const constant *value)
{
    const int64_t s = (int64_t)value->integer;
    switch (t->kind) {
    case TYPE_FLOAT: write_real(w, value->real, true); break;
    case TYPE_DOUBLE: write_real(w, value->real, false); break;
    case TYPE_HALF: buffer_addf(w->out, "((uint16_t)0x%04x)", half_bits(value->real)); break;
    case TYPE_UINT: buffer_addf(w->out, "%" PRIu32 "u", (uint32_t)value->integer); break;
    case TYPE_ULONG: buffer_addf(w->out, "UINT64_C(%" PRIu64 ")", value->integer); break;
    case TYPE_LONG:
        if (s == INT64_MIN) add(w, "INT64_MIN");
        else buffer_addf(w->out, s < 0 ? "(INT64_C(%" PRId64 "))" : "INT64_C(%" PRId64 ")", s);
        break;
    case TYPE_INT:
    case TYPE_ENUM:
        if (s == INT32_MIN) add(w, "INT32_MIN");
        else buffer_addf(w->out, s < 0 ? "(%" PRId64 ")" : "%" PRId64, s);
        break;
    default: buffer_addf(w->out, "((%s)%" PRId64 ")", write_type(w, t), s); break;
    }
}

/* ---- variables ---- */

const char *write_spelling(arena *a, const variable *v)
{
    return v->spelling ? v->spelling : arena_printf(a, "v_%s_%u", v->symbol ? write_name(a, "", v->symbol->name) : "mask", v->number);
}

const char *write_context(arena *a, const variable *v)
{
    return arena_printf(a, "c_%s_%u", v->symbol ? write_name(a, "", v->symbol->name) : "mask", v->number);
}

/* Notes that components of a vector in memory are set: writer.in_order. */
static void note_component(writer *w, const expression *left)
{
    const bool component = left->kind == EXPRESSION_SWIZZLE || (left->kind == EXPRESSION_INDEX && type_is_vector(left->left->type));
    if (!component) return;
    while (left->kind == EXPRESSION_SWIZZLE || left->kind == EXPRESSION_MEMBER) left = left->left;
    const variable *v = left->kind == EXPRESSION_SYMBOL ? tree_variable(w->tree, left->symbol) : NULL;
    w->in_order |= !v || v->stored != STORED_HERE;
}

/* Notes that an element of a private object is used at a place that is not known here: clang 14 takes the one piece of the
 * stack that all work-items have for it for different ones where it is told that they are independent. */
static void note_place(writer *w, const expression *e)
{
    if (type_space(e->type) != SPACE_PRIVATE || e->right->is_constant) return;
    const expression *root = e;
    while ((root->kind == EXPRESSION_INDEX && root->left->kind == EXPRESSION_CAST && root->left->conversion == CONVERSION_DECAY) ||
           root->kind == EXPRESSION_MEMBER)
        root = root->kind == EXPRESSION_INDEX ? root->left->left : root->left;
    const variable *v = root->kind == EXPRESSION_SYMBOL ? tree_variable(w->tree, root->symbol) : NULL;
    w->in_order |= !v || v->stored == STORED_HERE;
}

void write_variable(writer *w, const variable *v)
{
    arena *a = w->program->arena;
    const char *name = write_spelling(a, v);
    switch (v->stored) {
    case STORED_HERE:
        w->uses_room |= v->in_room;
        buffer_addf(w->out, v->in_room ? "(*%s)" : "%s", name);
        break;
    case STORED_PARAMETER: add(w, name); break;
    case STORED_ONCE: buffer_addf(w->out, v->in_room ? "(*%s)" : "%s", name); break;
    case STORED_LOCAL: buffer_addf(w->out, "(*%s)", name); break;
    case STORED_CONTEXT: buffer_addf(w->out, "%s[wi]", write_context(a, v)); break;
    case STORED_AGAIN:
        buffer_addf(w->out, "((%s)", write_type(w, type_unqualified(a, v->type)));
        write_expression(w, v->symbol->initialiser);
        buffer_addc(w->out, ')');
        break;
    case STORED_SPREAD: write_refuse(w, NULL, "an array that is spread is used as a whole"); break;
    }
}

static void write_symbol(writer *w, const expression *e)
{
    const variable *v = tree_variable(w->tree, e->symbol);
    if (v) {
        write_variable(w, v);
        return;
    }
    called *c = write_called(w->program, e->symbol);
    if (c->state != CALLED_READY) write_refuse(w, c->where ? c->where : e->token, c->reason ? c->reason : "recursion");
    else add(w, c->name);
}

/* ---- vectors ---- */

static size_t lanes(size_t width) { return width == 3 ? 4 : width; }

static void write_splat(writer *w, const type *t, const expression *scalar)
{
    const unsigned n = temporary(w);
    buffer_addf(w->out, "({ const %s t_%u = ", write_type(w, t->base), n);
    write_expression(w, scalar);
    buffer_addf(w->out, "; (%s){", write_type(w, t));
    for (size_t i = 0; i < lanes(t->count); ++i) buffer_addf(w->out, i ? ", t_%u" : "t_%u", n);
    add(w, "}; })");
}

/* The components of a constant vector, separated by commas. */
static void write_components(writer *w, const expression *e)
{
    if (e->kind == EXPRESSION_VECTOR) {
        for (size_t i = 0; i < e->operand_count; ++i) {
            if (i) add(w, ", ");
            write_components(w, e->operands[i]);
        }
    } else if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_SPLAT) {
        for (size_t i = 0; i < type_width(e->type); ++i) {
            if (i) add(w, ", ");
            write_expression(w, e->left);
        }
    } else if (e->kind == EXPRESSION_CAST && e->conversion == CONVERSION_NONE) {
        write_components(w, e->left);
    } else if (type_is_vector(e->type)) {
        write_refuse(w, e->token, "a computed vector in what is __constant");
    } else {
        write_expression(w, e);
    }
}

static void write_vector(writer *w, const expression *e)
{
    const type *t = e->type;
    unsigned first = w->temporaries + 1;
    w->temporaries += (unsigned)e->operand_count;
    add(w, "({ ");
    for (size_t i = 0; i < e->operand_count; ++i) {
        room_count(w, e->operands[i]->type, 1);
        buffer_addf(w->out, "const %s t_%u = ", write_type(w, plain(w, e->operands[i]->type)), first + (unsigned)i);
        write_expression(w, e->operands[i]);
        add(w, "; ");
    }
    buffer_addf(w->out, "(%s){", write_type(w, t));
    bool any = false;
    for (size_t i = 0; i < e->operand_count; ++i) {
        const type *o = e->operands[i]->type;
        const size_t width = type_width(o);
        for (size_t k = 0; k < width; ++k) {
            buffer_addf(w->out, any ? ", t_%u" : "t_%u", first + (unsigned)i);
            if (type_is_vector(o)) buffer_addf(w->out, "[%zu]", k);
            any = true;
        }
    }
    add(w, "}; })");
}

/* Components of components are components: v.hi.yx is v.s32. `flat` is room for the result. */
static const expression *flatten_swizzle(const expression *e, expression *flat)
{
    if (e->left->kind != EXPRESSION_SWIZZLE) return e;
    *flat = *e;
    while (flat->left->kind == EXPRESSION_SWIZZLE) {
        for (size_t i = 0; i < flat->index_count; ++i) flat->indices[i] = flat->left->indices[flat->indices[i]];
        flat->left = flat->left->left;
    }
    return flat;
}

static void write_swizzle(writer *w, const expression *e)
{
    expression flat;
    e = flatten_swizzle(e, &flat);
    if (e->index_count == 1) {
        add(w, "(");
        write_expression(w, e->left);
        buffer_addf(w->out, ")[%u]", (unsigned)e->indices[0]);
        return;
    }
    const unsigned n = temporary_of(w, e->left->type);
    buffer_addf(w->out, "({ const %s t_%u = ", write_type(w, plain(w, e->left->type)), n);
    write_expression(w, e->left);
    buffer_addf(w->out, "; (%s)__builtin_shufflevector(t_%u, t_%u", write_type(w, plain(w, e->type)), n, n);
    for (size_t i = 0; i < lanes(e->index_count); ++i)
        buffer_addf(w->out, ", %u", (unsigned)(i < e->index_count ? e->indices[i] : 0));
    add(w, "); })");
}

/* ---- half ---- */

/* A half is held as its bits, computed with as a float, and rounded once more, which for + - * / changes nothing. */
static bool is_half(const type *t) { return t->kind == TYPE_HALF; }

void write_number(writer *w, const expression *e)
{
    const bool half = is_half(e->type);
    if (half) provide_part(w->program->text, "HALF");
    if (half) add(w, "CLBN(of_half__t)(");
    write_expression(w, e);
    if (half) add(w, ")");
}

static void open_rounding(writer *w, const type *t)
{
    if (is_half(t)) provide_part(w->program->text, "HALF");
    if (is_half(t)) add(w, "CLBN(to_half_rte__d)((double)");
}

static void close_rounding(writer *w, const type *t)
{
    if (is_half(t)) add(w, ")");
}

/* ---- operators ---- */

static void write_pair(writer *w, const expression *l, const char *op, const expression *r, bool bare)
{
    if (!bare) add(w, "(");
    write_number(w, l);
    buffer_addf(w->out, " %s ", op);
    write_number(w, r);
    if (!bare) add(w, ")");
}

static bool is_safe_divisor(const expression *r)
{
    return r->has_value && type_is_integer(r->type) && r->value.integer != 0 && (int64_t)r->value.integer != -1 &&
           (uint32_t)r->value.integer != UINT32_MAX;
}

/* Quotient and remainder of the names tN and tM; division by zero and overflow give some value. */
static void write_safe_division(writer *w, const type *t, bool remainder, unsigned n, unsigned m)
{
    const char *name = write_type(w, t), *op = remainder ? "%" : "/";
    const bool is_signed = type_is_signed(t);
    if (!type_is_vector(t)) {
        if (is_signed && remainder)
            buffer_addf(w->out, "(%s)(t_%u == -1 ? 0 : t_%u %% (t_%u ? t_%u : 1))", name, m, n, m, m);
        else if (is_signed)
            buffer_addf(w->out, "(t_%u == -1 ? (%s)(0 - (uint64_t)t_%u) : (%s)(t_%u / (t_%u ? t_%u : 1)))", m, name, n, name, n, m, m);
        else
            buffer_addf(w->out, "(%s)(t_%u %s (t_%u ? t_%u : 1))", name, n, op, m, m);
        return;
    }
    const unsigned d = temporary_of(w, t), k = temporary_of(w, t), q = temporary_of(w, t);
    buffer_addf(w->out, "({ %s t_%u = t_%u - (%s)(t_%u == (%s){0}); ", name, d, m, name, m, name);
    if (is_signed)
        buffer_addf(w->out, "const %s t_%u = (%s)(t_%u == (%s){0} - 1); t_%u = (t_%u & ~t_%u) | (t_%u & 1); ", name, k, name, d, name,
                    d, d, k, k);
    buffer_addf(w->out, "%s t_%u = t_%u %s t_%u; ", name, q, n, op, d);
    if (is_signed && !remainder)
        buffer_addf(w->out, "t_%u = (t_%u & ~t_%u) | (((%s){0} - t_%u) & t_%u); ", q, q, k, name, n, k);
    buffer_addf(w->out, "t_%u; })", q);
}

static void write_division(writer *w, const expression *e)
{
    const type *t = plain(w, e->left->type);
    const unsigned n = temporary_of(w, t), m = temporary_of(w, t);
    buffer_addf(w->out, "({ const %s t_%u = ", write_type(w, t), n);
    write_expression(w, e->left);
    buffer_addf(w->out, "; const %s t_%u = ", write_type(w, plain(w, e->right->type)), m);
    write_expression(w, e->right);
    add(w, "; ");
    write_safe_division(w, t, e->op == OPERATOR_REMAINDER, n, m);
    add(w, "; })");
}

/* The amount counts modulo the width: OpenCL C 1.2 6.3.j. */
static void write_amount(writer *w, const type *left, const expression *amount)
{
    const uint64_t bits = type_size(type_element(left)) * 8;
    if (!type_is_vector(amount->type) && amount->has_value) {
        buffer_addf(w->out, "%" PRIu64, amount->value.integer % bits);
        return;
    }
    add(w, "(");
    const bool other = type_is_vector(amount->type) && type_size(amount->type) != type_size(left);
    if (type_is_vector(left)) buffer_addf(w->out, "(%s)", write_type(w, plain(w, left)));
    if (other) buffer_addf(w->out, "__builtin_convertvector(");
    write_expression(w, amount);
    if (other) buffer_addf(w->out, ", %s)", write_type(w, plain(w, left)));
    buffer_addf(w->out, " & %" PRIu64 ")", bits - 1);
}

static const type *unsigned_of(writer *w, const type *t)
{
    (void)w;
    const type_kind kind = type_to_unsigned(type_element_kind(t));
    return type_is_vector(t) ? type_vector(kind, t->count) : type_basic(kind);
}

static void write_shift(writer *w, const expression *e)
{
    const type *t = plain(w, e->type);
    const bool left = e->op == OPERATOR_SHIFT_LEFT;
    buffer_addf(w->out, "((%s)(", write_type(w, t));
    if (left) buffer_addf(w->out, "(%s)", write_type(w, unsigned_of(w, t)));
    write_expression(w, e->left);
    add(w, left ? " << " : " >> ");
    if (type_is_vector(t)) {
        if (left) buffer_addf(w->out, "(%s)", write_type(w, unsigned_of(w, t)));
        write_amount(w, t, e->right);
    } else {
        write_amount(w, t, e->right);
    }
    add(w, "))");
}

static void write_truth(writer *w, const expression *e)
{
    /* A vector's components as -1 and 0. */
    add(w, "(");
    write_expression(w, e);
    buffer_addf(w->out, " != (%s){0})", write_type(w, plain(w, e->type)));
}

/* Whether C compilers may take the value for a constant. */
static bool is_fixed(const writer *w, const expression *e)
{
    switch (e->kind) {
    case EXPRESSION_CONSTANT: return true;
    case EXPRESSION_SYMBOL: return !tree_variable(w->tree, e->symbol);
    case EXPRESSION_CAST:
    case EXPRESSION_UNARY: return is_fixed(w, e->left);
    case EXPRESSION_BINARY:
    case EXPRESSION_CONDITIONAL: return is_fixed(w, e->left) && is_fixed(w, e->right);
    default: return false;
    }
}

/* gcc 12 takes 0.0 - (double)i for -(double)i, which has the wrong sign for 0: it must not see the conversion there. */
static bool is_mistaken_negation(const writer *w, const expression *e)
{
    const expression *r = e->right;
    if (e->op != OPERATOR_SUBTRACT || (e->type->kind != TYPE_FLOAT && e->type->kind != TYPE_DOUBLE)) return false;
    while (r->kind == EXPRESSION_UNARY && r->op == OPERATOR_PLUS) r = r->left;
    if (r->kind != EXPRESSION_CAST && r->kind != EXPRESSION_CONDITIONAL) return false;
    return e->left->has_value ? e->left->value.real == 0 : is_fixed(w, e->left);
}

static void write_kept(writer *w, const expression *e)
{
    const unsigned n = temporary_of(w, e->type);
    buffer_addf(w->out, "({ const %s t_%u = ", write_type(w, plain(w, e->type)), n);
    write_expression(w, e);
    buffer_addf(w->out, "; t_%u; })", n);
}

/* Operators that C groups from the left as the tree does. */
static bool is_chained(ast_operator a, ast_operator b)
{
    const bool sums = (a == OPERATOR_ADD || a == OPERATOR_SUBTRACT) && (b == OPERATOR_ADD || b == OPERATOR_SUBTRACT);
    return sums || (a == b && (a == OPERATOR_MULTIPLY || a == OPERATOR_AND || a == OPERATOR_OR || a == OPERATOR_XOR ||
                               a == OPERATOR_AND_AND || a == OPERATOR_OR_OR));
}

enum { LONG_CHAIN = 64 };

/* a + b + c ...: compilers limit how deeply parentheses nest. */
static void write_chain(writer *w, const expression *e)
{
    const expression *l = e->left;
    if (l->kind == EXPRESSION_BINARY && is_chained(l->op, e->op) && type_equal(l->type, e->type, false) && !is_mistaken_negation(w, l))
        write_chain(w, l);
    else
        write_number(w, l);
    buffer_addf(w->out, " %s ", operators[e->op]);
    write_number(w, e->right);
}

static bool is_comparison(ast_operator op) { return op >= OPERATOR_LESS && op <= OPERATOR_NOT_EQUAL; }

static void write_binary(writer *w, const expression *e, bool bare)
{
    const bool pointers = e->left->type->kind == TYPE_POINTER;
    if (e->op == OPERATOR_COMMA) {
        add(w, "(");
        write_effect(w, e->left);
        add(w, ", ");
        write_expression(w, e->right);
        add(w, ")");
    } else if (is_comparison(e->op)) {
        if (type_is_vector(e->type)) buffer_addf(w->out, "((%s)", write_type(w, plain(w, e->type)));
        if (pointers) {
            add(w, "((char *)");
            write_expression(w, e->left);
            buffer_addf(w->out, " %s (char *)", operators[e->op]);
            write_expression(w, e->right);
            add(w, ")");
        } else {
            write_pair(w, e->left, operators[e->op], e->right, bare && !type_is_vector(e->type));
        }
        if (type_is_vector(e->type)) add(w, ")");
    } else if ((e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR) && type_is_vector(e->type)) {
        buffer_addf(w->out, "((%s)(", write_type(w, plain(w, e->type)));
        write_truth(w, e->left);
        add(w, e->op == OPERATOR_AND_AND ? " & " : " | ");
        write_truth(w, e->right);
        add(w, "))");
    } else if ((e->op == OPERATOR_DIVIDE || e->op == OPERATOR_REMAINDER) && !pointers &&
               type_is_integer(type_element(e->type)) && !is_safe_divisor(e->right)) {
        write_division(w, e);
    } else if (e->op == OPERATOR_SHIFT_LEFT || e->op == OPERATOR_SHIFT_RIGHT) {
        write_shift(w, e);
    } else if (pointers && e->op == OPERATOR_SUBTRACT && e->right->type->kind == TYPE_POINTER) {
        add(w, "((int64_t)");
        write_pair(w, e->left, "-", e->right, false);
        add(w, ")");
    } else if (is_mistaken_negation(w, e)) {
        add(w, "(");
        write_expression(w, e->left);
        add(w, " - ");
        write_kept(w, e->right);
        add(w, ")");
    } else if (e->depth > LONG_CHAIN && !pointers && !is_half(e->type) && is_chained(e->op, e->op)) {
        add(w, "(");
        write_chain(w, e);
        add(w, ")");
    } else {
        open_rounding(w, e->type);
        write_pair(w, e->left, operators[e->op], e->right, bare && !is_half(e->type));
        close_rounding(w, e->type);
    }
}

static void write_unary(writer *w, const expression *e)
{
    const type *t = e->left->type;
    switch (e->op) {
    case OPERATOR_NOT:
        if (type_is_vector(t)) {
            buffer_addf(w->out, "((%s)(", write_type(w, plain(w, e->type)));
            write_expression(w, e->left);
            buffer_addf(w->out, " == (%s){0}))", write_type(w, plain(w, t)));
            return;
        }
        break;
    case OPERATOR_ADDRESS:
        buffer_addf(w->out, "((%s)&", write_type(w, e->type));
        write_expression(w, e->left);
        add(w, ")");
        return;
    case OPERATOR_DEREFERENCE:
        add(w, "(*");
        write_expression(w, e->left);
        add(w, ")");
        return;
    default: break;
    }
    open_rounding(w, e->type);
    buffer_addf(w->out, "(%s", operators[e->op]);
    write_number(w, e->left);
    add(w, ")");
    close_rounding(w, e->type);
}

static void write_one(writer *w, const type *t)
{
    if (!type_is_vector(t)) {
        add(w, "1");
        return;
    }
    buffer_addf(w->out, "(%s){", write_type(w, plain(w, t)));
    for (size_t i = 0; i < lanes(t->count); ++i) add(w, i ? ", 1" : "1");
    add(w, "}");
}

static void write_component_step(writer *w, const expression *e, bool up, bool before);
static void write_half_step(writer *w, const expression *e, bool up, bool before);

static void write_step(writer *w, const expression *e, bool bare)
{
    const bool up = e->op == OPERATOR_PRE_INCREMENT || e->op == OPERATOR_POST_INCREMENT;
    const bool before = e->op == OPERATOR_PRE_INCREMENT || e->op == OPERATOR_PRE_DECREMENT;
    const type *t = e->left->type;
    if (e->left->kind == EXPRESSION_SWIZZLE && e->left->index_count > 1) {
        write_component_step(w, e, up, before);
        return;
    }
    if (is_half(t)) {
        write_half_step(w, e, up, before);
        return;
    }
    if (!type_is_vector(t)) {
        if (!bare) add(w, "(");
        if (before) add(w, operators[e->op]);
        write_expression(w, e->left);
        if (!before) add(w, operators[e->op]);
        if (!bare) add(w, ")");
        return;
    }
    const unsigned p = temporary(w), o = temporary(w);
    const char *name = write_type(w, plain(w, t));
    buffer_addf(w->out, "({ %s const t_%u = &", write_type(w, type_pointer(w->program->arena, plain(w, t))), p);
    write_expression(w, e->left);
    buffer_addf(w->out, "; const %s t_%u = *t_%u; *t_%u = t_%u %s ", name, o, p, p, o, up ? "+" : "-");
    write_one(w, t);
    if (before) buffer_addf(w->out, "; *t_%u; })", p);
    else buffer_addf(w->out, "; t_%u; })", o);
}

/* ---- assignment ---- */

/* To several components of a vector: only they are written, as other work-items may write the others. */
static void write_to_swizzle(writer *w, const expression *e)
{
    expression flat;
    const expression *l = flatten_swizzle(e->left, &flat);
    const unsigned p = temporary(w), v = temporary(w);
    buffer_addf(w->out, "({ %s *const t_%u = (%s *)&", write_type(w, l->left->type->base), p, write_type(w, l->left->type->base));
    write_expression(w, l->left);
    buffer_addf(w->out, "; const %s t_%u = ", write_type(w, plain(w, l->type)), v);
    if (e->op == OPERATOR_NONE) {
        write_expression(w, e->right);
    } else {
        expression value = *l, binary = *e;
        value.type = plain(w, l->type);
        binary.kind = EXPRESSION_BINARY;
        binary.type = plain(w, l->type);
        binary.left = &value;
        write_expression(w, &binary);
    }
    add(w, "; ");
    for (size_t i = 0; i < l->index_count; ++i)
        buffer_addf(w->out, "t_%u[%u] = t_%u[%zu]; ", p, (unsigned)l->indices[i], v, i);
    buffer_addf(w->out, "t_%u; })", v);
}

static bool has_effects(const expression *e)
{
    if (!e) return false;
    if (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP || e->kind == EXPRESSION_CALL ||
        (e->kind == EXPRESSION_BUILTIN && e->builtin->entry->class_ != BUILTIN_WORK_ITEM))
        return true;
    if (has_effects(e->condition) || has_effects(e->left) || has_effects(e->right)) return true;
    for (size_t i = 0; i < e->operand_count; ++i)
        if (has_effects(e->operands[i])) return true;
    return false;
}

/* An object that is to be read and written, but whose place is to be computed once: opens a block with a pointer to it,
 * and returns what stands for the object in there. */
static expression *open_place(writer *w, const expression *object)
{
    arena *a = w->program->arena;
    symbol *s = ARENA_NEW(a, symbol);
    s->kind = SYMBOL_VARIABLE;
    s->name = "place";
    s->token = object->token;
    const bool component = object->kind == EXPRESSION_SWIZZLE;
    s->type = type_pointer(a, type_in_space(a, component ? object->left->type->base : object->type, SPACE_PRIVATE, false));
    const variable *v = tree_add_variable(w->tree, s, s->type);
    expression *name = ARENA_NEW(a, expression), *content = ARENA_NEW(a, expression);
    *name = (expression){.kind = EXPRESSION_SYMBOL, .token = object->token, .type = s->type, .lvalue = true, .symbol = s};
    *content = (expression){.kind = EXPRESSION_UNARY, .op = OPERATOR_DEREFERENCE, .token = object->token, .type = s->type->base,
                            .lvalue = true, .left = name};
    add(w, "({ ");
    add(w, write_declaration(w, s->type, arena_printf(a, "const v_place_%u", v->number)));
    buffer_addf(w->out, " = (%s)&", write_type(w, s->type));
    write_expression(w, component ? object->left : object);
    if (component) buffer_addf(w->out, " + %u", (unsigned)object->indices[0]);
    add(w, "; ");
    return content;
}

/* The same with the side effects of the left side's own computation done once. */
static void write_assignment_in_place(writer *w, const expression *e)
{
    expression flat, again = *e;
    const bool several = e->left->kind == EXPRESSION_SWIZZLE && e->left->index_count > 1;
    if (e->left->kind == EXPRESSION_SWIZZLE) {
        again.left = &flat;
        flat = *flatten_swizzle(e->left, &flat);
    }
    if (several) flat.left = open_place(w, flat.left);
    else again.left = open_place(w, again.left);
    write_expression(w, &again);
    add(w, "; })");
}

/* ++ and -- of several components. */
static void write_component_step(writer *w, const expression *e, bool up, bool before)
{
    expression flat = *e->left, one = {.kind = EXPRESSION_CONSTANT, .has_value = true};
    flat = *flatten_swizzle(e->left, &flat);
    flat.left = open_place(w, flat.left);
    const type *t = plain(w, flat.type);
    const unsigned old = temporary_of(w, t);
    one.type = t->base;
    one.token = e->token;
    one.value = (constant){.integer = 1, .real = 1};
    expression ones = {.kind = EXPRESSION_CAST, .conversion = CONVERSION_SPLAT, .token = e->token, .type = t, .left = &one};
    const expression change = {.kind = EXPRESSION_ASSIGN, .op = up ? OPERATOR_ADD : OPERATOR_SUBTRACT, .token = e->token,
                               .type = t, .computation = t, .left = &flat, .right = &ones};
    if (!before) {
        buffer_addf(w->out, "const %s t_%u = ", write_type(w, t), old);
        write_expression(w, &flat);
        add(w, "; ");
    }
    write_expression(w, &change);
    if (!before) buffer_addf(w->out, "; t_%u", old);
    add(w, "; })");
}

static void write_half_step(writer *w, const expression *e, bool up, bool before)
{
    const type *t = plain(w, e->left->type);
    expression one = {.kind = EXPRESSION_CONSTANT, .token = e->token, .type = t, .has_value = true, .value.real = 1};
    expression *place = open_place(w, e->left);
    const unsigned old = temporary_of(w, t);
    const expression change = {.kind = EXPRESSION_ASSIGN, .op = up ? OPERATOR_ADD : OPERATOR_SUBTRACT, .token = e->token,
                               .type = t, .computation = t, .left = place, .right = &one};
    if (!before) {
        buffer_addf(w->out, "const %s t_%u = ", write_type(w, t), old);
        write_expression(w, place);
        add(w, "; ");
    }
    write_expression(w, &change);
    if (!before) buffer_addf(w->out, "; t_%u", old);
    add(w, "; })");
}

static bool is_plain_compound(const expression *e)
{
    const type *t = e->left->type;
    if (is_half(t) || is_half(e->computation)) return false;
    if (e->op == OPERATOR_SHIFT_LEFT || e->op == OPERATOR_SHIFT_RIGHT) return false;
    if ((e->op == OPERATOR_DIVIDE || e->op == OPERATOR_REMAINDER) && type_is_integer(type_element(e->computation)) &&
        !is_safe_divisor(e->right))
        return false;
    return type_is_vector(t) || type_is_scalar(t);
}

static void write_assignment(writer *w, const expression *e, bool bare)
{
    arena *a = w->program->arena;
    if (e->left->kind == EXPRESSION_SWIZZLE && e->left->index_count > 1) {
        if (e->op != OPERATOR_NONE && has_effects(e->left->left)) write_assignment_in_place(w, e);
        else write_to_swizzle(w, e);
        return;
    }
    if (e->op == OPERATOR_NONE || is_plain_compound(e)) {
        if (!bare) add(w, "(");
        write_expression(w, e->left);
        buffer_addf(w->out, " %s= ", operators[e->op]);
        write_bare(w, e->right);
        if (!bare) add(w, ")");
        return;
    }
    /* left = (type)((computation)left op right), with the left side once. */
    if (has_effects(e->left)) {
        write_assignment_in_place(w, e);
        return;
    }
    expression *value = ARENA_NEW(a, expression), *binary = ARENA_NEW(a, expression);
    *value = *e->left;
    const bool same = type_equal(e->left->type, e->computation, false);
    if (!same) {
        expression *cast = ARENA_NEW(a, expression);
        cast->kind = EXPRESSION_CAST;
        cast->conversion = CONVERSION_NUMBER;
        cast->type = e->computation;
        cast->left = value;
        cast->token = e->token;
        value = cast;
    }
    binary->kind = EXPRESSION_BINARY;
    binary->op = e->op;
    binary->token = e->token;
    binary->type = plain(w, e->computation);
    binary->left = value;
    binary->right = e->right;
    if (!bare) add(w, "(");
    write_expression(w, e->left);
    add(w, " = ");
    if (is_half(e->left->type) != is_half(e->computation)) {
        const expression back = {.kind = EXPRESSION_CAST, .conversion = CONVERSION_NUMBER, .token = e->token,
                                 .type = plain(w, e->left->type), .left = binary};
        write_expression(w, &back);
    } else {
        buffer_addf(w->out, "(%s)", write_type(w, plain(w, e->left->type)));
        write_expression(w, binary);
    }
    if (!bare) add(w, ")");
}

/* ---- casts ---- */

static void write_cast(writer *w, const expression *e)
{
    const type *t = plain(w, e->type);
    const expression *x = e->left;
    switch (e->conversion) {
    case CONVERSION_SPLAT: write_splat(w, t, x); return;
    case CONVERSION_NONE:
        if (type_is_vector(t) || type_is_aggregate(t)) {
            write_expression(w, x);
            return;
        }
        break;
    case CONVERSION_DECAY:
        if (x->kind == EXPRESSION_STRING) {
            buffer_addf(w->out, "((%s)(uintptr_t)", write_type(w, t));
            escape_string(w->out, x->text, x->text_length);
            add(w, ")");
            return;
        }
        buffer_addf(w->out, "((%s)(uintptr_t)&(", write_type(w, t));
        write_expression(w, x);
        add(w, ")[0])");
        return;
    case CONVERSION_INTEGER_POINTER:
        buffer_addf(w->out, "((%s)(uintptr_t)", write_type(w, t));
        write_expression(w, x);
        add(w, ")");
        return;
    case CONVERSION_NULL: buffer_addf(w->out, "((%s)0)", write_type(w, t)); return;
    case CONVERSION_BOOLEAN:
        add(w, "((_Bool)(");
        write_number(w, x);
        add(w, " != 0))");
        return;
    case CONVERSION_VOID: write_effect(w, x); return;
    case CONVERSION_SAMPLER: write_refuse(w, e->token, "images and samplers"); return;
    case CONVERSION_NUMBER:
        if (is_half(t)) {
            open_rounding(w, t);
            write_number(w, x);
            close_rounding(w, t);
            return;
        }
        if (is_half(x->type)) {
            buffer_addf(w->out, "((%s)", write_type(w, t));
            write_number(w, x);
            add(w, ")");
            return;
        }
        if (t->kind == TYPE_INT && write_int_id(w, x)) return;
        break;
    case CONVERSION_POINTER: break;
    }
    buffer_addf(w->out, "((%s)", write_type(w, t));
    write_expression(w, x);
    add(w, ")");
}

/* ---- elements ---- */

/* The variable under an element of an array that is spread over the context, or NULL. */
static const variable *spread_root(const writer *w, const expression *e)
{
    while (e->kind == EXPRESSION_INDEX && e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY)
        e = e->left->left;
    if (e->kind != EXPRESSION_SYMBOL) return NULL;
    const variable *v = tree_variable(w->tree, e->symbol);
    return v && v->stored == STORED_SPREAD ? v : NULL;
}

static void write_spread_index(writer *w, const expression *e)
{
    const expression *array = e->left->left;
    if (array->kind == EXPRESSION_INDEX) {
        add(w, "(");
        write_spread_index(w, array);
        buffer_addf(w->out, " * %zu + ", array->type->count);
    }
    add(w, "(size_t)(");
    write_expression(w, e->right);
    add(w, ")");
    if (array->kind == EXPRESSION_INDEX) add(w, ")");
}

/* What an index or a member stands behind. */
static void write_postfixed(writer *w, const expression *e)
{
    const bool alone = e->kind == EXPRESSION_SYMBOL || e->kind == EXPRESSION_INDEX || e->kind == EXPRESSION_MEMBER;
    if (!alone) add(w, "(");
    write_expression(w, e);
    if (!alone) add(w, ")");
}

static void write_index(writer *w, const expression *e)
{
    const variable *v = spread_root(w, e);
    if (v) {
        buffer_addf(w->out, "%s[", write_context(w->program->arena, v));
        write_spread_index(w, e);
        add(w, " * items + wi]");
        return;
    }
    note_place(w, e);
    /* An array's own elements need no pointer, which would hide from the compiler what they are. */
    const bool array = e->left->kind == EXPRESSION_CAST && e->left->conversion == CONVERSION_DECAY &&
                       e->left->left->kind != EXPRESSION_STRING;
    write_postfixed(w, array ? e->left->left : e->left);
    add(w, "[");
    write_bare(w, e->right);
    add(w, "]");
}

static void write_conditional(writer *w, const expression *e)
{
    if (type_is_vector(e->condition->type)) {
        const type *c = plain(w, e->condition->type), *t = plain(w, e->type);
        const char *const codes[] = {write_mangled(w, t), write_mangled(w, t), write_mangled(w, c)};
        provide_builtin(w->program->arena, w->program->text,
                        &(provided_call){BUILTIN_RELATIONAL, "select", codes[0], codes, 3});
        buffer_addf(w->out, "CLBN(select__%s_%s_%s)(", codes[0], codes[1], codes[2]);
        write_expression(w, e->right);
        add(w, ", ");
        write_expression(w, e->left);
        add(w, ", ");
        write_expression(w, e->condition);
        add(w, ")");
        return;
    }
    add(w, "(");
    write_expression(w, e->condition);
    add(w, " ? ");
    if (e->type->kind == TYPE_VOID) write_effect(w, e->left);
    else write_expression(w, e->left);
    add(w, " : ");
    if (e->type->kind == TYPE_VOID) write_effect(w, e->right);
    else write_expression(w, e->right);
    add(w, ")");
}

static void write_call(writer *w, const expression *e)
{
    called *c = write_called(w->program, e->symbol);
    if (c->state != CALLED_READY) {
        write_refuse(w, c->where ? c->where : e->token, c->reason ? c->reason : "recursion");
        return;
    }
    buffer_addf(w->out, "CLBN(%s)(", c->name);
    for (size_t i = 0; i < e->operand_count; ++i) {
        if (i) add(w, ", ");
        write_bare(w, e->operands[i]);
    }
    if (c->looks_at_item) {
        w->looks_at_item = true;
        add(w, e->operand_count ? ", w, lx, ly, lz" : "w, lx, ly, lz");
    }
    if (c->room) {
        const char *room = w->is_kernel ? "scratch" : "room";
        add(w, e->operand_count || c->looks_at_item ? ", " : "");
        buffer_addf(w->out, w->tree->room_bytes ? "%s - %zu" : "%s", room, w->tree->room_bytes);
    }
    room_count_call(w, c);
    add(w, ")");
}

static void write_member(writer *w, const expression *e)
{
    const bool is_untyped = write_is_untyped(e->field->type);
    if (is_untyped && e->left->lvalue)
        buffer_addf(w->out, "(*(%s)&", write_type(w, type_pointer(w->program->arena, e->field->type)));
    else if (is_untyped && e->field->type->kind == TYPE_ARRAY)
        write_refuse(w, e->token, "an array of pointers in a structure that is not a variable");
    else if (is_untyped) buffer_addf(w->out, "((%s)", write_type(w, plain(w, e->field->type)));
    write_postfixed(w, e->left);
    buffer_addf(w->out, ".%s", write_name(w->program->arena, "m_", e->field->name));
    if (is_untyped) add(w, ")");
}

void write_effect(writer *w, const expression *e)
{
    while (e->kind == EXPRESSION_CAST && (e->conversion == CONVERSION_VOID || e->conversion == CONVERSION_NONE)) e = e->left;
    if (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_STEP || (e->type->kind == TYPE_VOID && e->kind != EXPRESSION_CONDITIONAL)) {
        write_expression(w, e);
        return;
    }
    w->bare = false;
    add(w, "((void)");
    write_expression(w, e);
    add(w, ")");
}

void write_bare(writer *w, const expression *e)
{
    w->bare = true;
    write_expression(w, e);
    w->bare = false;
}

void write_expression(writer *w, const expression *e)
{
    const bool bare = w->bare;
    w->bare = false;
    if (w->tree->reason) return;
    if (w->is_static && type_is_vector(e->type)) {
        add(w, "{");
        write_components(w, e);
        add(w, "}");
        return;
    }
    if (w->is_static && e->has_value && type_is_arithmetic(e->type)) {
        write_constant(w, e->type, &e->value);
        return;
    }
    /* Compilers keep such values in memory. */
    if (type_is_aggregate(e->type) &&
        (e->kind == EXPRESSION_CALL || e->kind == EXPRESSION_CONDITIONAL || e->kind == EXPRESSION_COMPOUND))
        room_count(w, e->type, 1);
    switch (e->kind) {
    case EXPRESSION_ERROR: write_refuse(w, e->token, "an error"); break;
    case EXPRESSION_CONSTANT: write_constant(w, e->type, &e->value); break;
    case EXPRESSION_STRING: escape_string(w->out, e->text, e->text_length); break;
    case EXPRESSION_SYMBOL: write_symbol(w, e); break;
    case EXPRESSION_UNARY: write_unary(w, e); break;
    case EXPRESSION_STEP:
        note_component(w, e->left);
        write_step(w, e, bare);
        break;
    case EXPRESSION_BINARY: write_binary(w, e, bare); break;
    case EXPRESSION_ASSIGN:
        note_component(w, e->left);
        write_assignment(w, e, bare);
        break;
    case EXPRESSION_CONDITIONAL: write_conditional(w, e); break;
    case EXPRESSION_CAST: write_cast(w, e); break;
    case EXPRESSION_CALL: write_call(w, e); break;
    case EXPRESSION_BUILTIN: write_builtin(w, e); break;
    case EXPRESSION_MEMBER: write_member(w, e); break;
    case EXPRESSION_SWIZZLE: write_swizzle(w, e); break;
    case EXPRESSION_INDEX: write_index(w, e); break;
    case EXPRESSION_VECTOR: write_vector(w, e); break;
    case EXPRESSION_COMPOUND:
        buffer_addf(w->out, "((%s)", write_type(w, plain(w, e->type)));
        write_initialiser(w, e->left);
        add(w, ")");
        break;
    case EXPRESSION_INITIALISER: write_initialiser(w, e); break;
    case EXPRESSION_CLOSURE: case EXPRESSION_INVOCATION: write_refuse(w, e->token, "a block that is there to be enqueued"); break;
    case EXPRESSION_BLOCK: write_refuse(w, e->token, "a block that did not become statements"); break;
    }
}
