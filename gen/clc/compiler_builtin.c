/* Functions of compilers that drivers built on clang have beside OpenCL C's own: __builtin_popcount and the like. They
 * become calls of OpenCL C's functions, so that nothing behind the front end knows them.
 * Knows those functions' names and what they mean; must not know the table of built-ins.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include <math.h>
#include <string.h>

typedef struct own_call {
    parser *p;
    const token *name;
} own_call;

/* A call of a function of OpenCL C, at the place of the call that is parsed. */
static expression *of_opencl(const own_call *c, const char *function, size_t count, expression **operands)
{
    token *named = ARENA_NEW(c->p->a, token);
    *named = *c->name;
    named->text = function;
    named->length = (uint32_t)strlen(function);
    expression **own = arena_array(c->p->a, count, sizeof *own);
    for (size_t i = 0; i < count; ++i) {
        if (is_error(operands[i])) return make_error(c->p, c->name);
        own[i] = operands[i];
    }
    return apply_own_builtin(c->p, named, own, count);
}

static expression *integer(const own_call *c, type_kind kind, uint64_t value)
{
    return make_integer(c->p, c->name, type_basic(kind), value);
}

static expression *combined(const own_call *c, ast_operator op, expression *l, expression *r)
{
    return is_error(l) || is_error(r) ? make_error(c->p, c->name) : apply_binary(c->p, c->name, op, l, r);
}

static expression *converted(const own_call *c, expression *e, type_kind kind)
{
    return is_error(e) ? e : convert_to(c->p, e, type_basic(kind), "for a function of the compiler");
}

static bool takes(const own_call *c, size_t wanted, size_t count)
{
    if (count == wanted) return true;
    parse_error(c->p, c->name, "'%.*s' takes %zu argument%s, but %zu %s given", (int)c->name->length, c->name->text,
                wanted, wanted == 1 ? "" : "s", count, count == 1 ? "is" : "are");
    return false;
}

/* Whether the name is `stem` and a suffix of the list, which is divided by blanks; *which: the number of the suffix.
 * "-" stands for no suffix. */
static bool has_suffix(const token *name, const char *stem, const char *suffixes, size_t *which)
{
    const size_t prefix = strlen("__builtin_"), length = strlen(stem);
    if (name->length < prefix + length || memcmp(name->text + prefix, stem, length) != 0) return false;
    const char *rest = name->text + prefix + length;
    const size_t rest_length = name->length - prefix - length;
    *which = 0;
    for (const char *s = suffixes; *s; ++*which) {
        const size_t own = strcspn(s, " ");
        if (*s == '-' ? rest_length == 0 : own == rest_length && memcmp(rest, s, own) == 0) return true;
        s += own + (s[own] == ' ');
    }
    return false;
}

/* The bytes of an integer in the other order. */
static expression *swapped(const own_call *c, expression *e, size_t which)
{
    static const struct {
        type_kind kind;
        const char *bytes, *order, *back;
    } sizes[] = {{TYPE_USHORT, "as_uchar2", "yx", "as_ushort"},
                 {TYPE_UINT, "as_uchar4", "wzyx", "as_uint"},
                 {TYPE_ULONG, "as_uchar8", "s76543210", "as_ulong"}};
    e = converted(c, e, sizes[which].kind);
    e = of_opencl(c, sizes[which].bytes, 1, &e);
    if (is_error(e)) return e;
    token *member = ARENA_NEW(c->p->a, token);
    *member = *c->name;
    member->text = sizes[which].order;
    member->length = (uint32_t)strlen(member->text);
    e = apply_member(c->p, c->name, e, member, false);
    return of_opencl(c, sizes[which].back, 1, &e);
}

/* The number of trailing zeros; of 0, the width. */
static expression *trailing(const own_call *c, expression *e)
{
    return of_opencl(c, "ctz", 1, &e);
}

/* Functions that count bits. Their result is an int. */
static expression *counted(const own_call *c, expression **arguments, size_t count)
{
    enum { POPCOUNT, CLZ, CTZ, PARITY, FFS, COUNTERS };
    static const char *const names[COUNTERS] = {"popcount", "clz", "ctz", "parity", "ffs"};
    static const type_kind kinds[] = {TYPE_UINT, TYPE_ULONG, TYPE_ULONG, TYPE_USHORT};
    size_t which = 0, suffix = 0;
    while (which < COUNTERS &&
           !has_suffix(c->name, names[which], which == CLZ || which == CTZ ? "- l ll s" : "- l ll", &suffix))
        ++which;
    if (which == COUNTERS) return NULL;
    if (!takes(c, 1, count)) return make_error(c->p, c->name);
    expression *e = converted(c, arguments[0], kinds[suffix]);
    if (which == CLZ) e = of_opencl(c, "clz", 1, &e);
    else if (which == CTZ || which == FFS) e = trailing(c, e);
    else e = of_opencl(c, "popcount", 1, &e);
    if (is_error(e)) return e;
    e = converted(c, e, TYPE_INT);
    if (which == PARITY) e = combined(c, OPERATOR_AND, e, integer(c, TYPE_INT, 1));
    if (which == FFS) /* of 0 the width and 1, which leaves no remainder */
        e = combined(c, OPERATOR_REMAINDER, combined(c, OPERATOR_ADD, e, integer(c, TYPE_INT, 1)),
                     integer(c, TYPE_INT, suffix ? 65 : 33));
    return e;
}

/* Functions that move bits. Their result has the operand's type. */
static expression *moved(const own_call *c, expression **arguments, size_t count)
{
    static const type_kind kinds[] = {TYPE_UCHAR, TYPE_USHORT, TYPE_UINT, TYPE_ULONG};
    size_t which = 0;
    if (has_suffix(c->name, "bswap", "16 32 64", &which))
        return takes(c, 1, count) ? swapped(c, arguments[0], which) : make_error(c->p, c->name);
    if (has_suffix(c->name, "bitreverse", "8 16 32 64", &which)) {
        if (!takes(c, 1, count)) return make_error(c->p, c->name);
        expression *e = converted(c, arguments[0], kinds[which]);
        return of_opencl(c, "bit_reverse", 1, &e);
    }
    const bool right = has_suffix(c->name, "rotateright", "8 16 32 64", &which);
    if (!right && !has_suffix(c->name, "rotateleft", "8 16 32 64", &which)) return NULL;
    if (!takes(c, 2, count)) return make_error(c->p, c->name);
    expression *both[] = {converted(c, arguments[0], kinds[which]), converted(c, arguments[1], kinds[which])};
    if (right)
        both[1] = converted(c, combined(c, OPERATOR_SUBTRACT, integer(c, kinds[which], 0), both[1]), kinds[which]);
    return of_opencl(c, "rotate", 2, both);
}

/* Functions of C's mathematics: with the suffix f of floats, without one of doubles. */
static expression *mathematics(const own_call *c, expression **arguments, size_t count)
{
    static const struct {
        const char *c, *opencl;
        size_t operands;
    } functions[] = {
#define X(name) {#name, #name, 1},
        X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(erf) X(erfc) X(exp) X(exp2)
            X(expm1) X(fabs) X(floor) X(log) X(log10) X(log1p) X(log2) X(logb) X(rint) X(round) X(sin) X(sinh) X(sqrt)
                X(tan) X(tanh) X(tgamma) X(trunc){"nearbyint", "rint", 1},
#undef X
#define X(name) {#name, #name, 2},
        X(atan2) X(copysign) X(fdim) X(fmax) X(fmin) X(fmod) X(hypot) X(nextafter) X(pow) X(remainder)
#undef X
            {"fma", "fma", 3}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        size_t which = 0;
        if (!has_suffix(c->name, functions[i].c, "- f", &which)) continue;
        if (!takes(c, functions[i].operands, count)) return make_error(c->p, c->name);
        expression *own[3] = {NULL};
        for (size_t k = 0; k < count; ++k) own[k] = converted(c, arguments[k], which ? TYPE_FLOAT : TYPE_DOUBLE);
        return of_opencl(c, functions[i].opencl, count, own);
    }
    return NULL;
}

/* Functions of any floating type that OpenCL C has by the same name. */
static expression *relations(const own_call *c, expression **arguments, size_t count)
{
    static const char *const names[] = {"isnan",         "isinf",          "isfinite",   "isnormal",
                                        "signbit",       "isgreater",      "isless",     "isunordered",
                                        "islessgreater", "isgreaterequal", "islessequal"};
    size_t which = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (has_suffix(c->name, names[i], "-", &which)) return of_opencl(c, names[i], count, arguments);
    return NULL;
}

/* The constants of C's mathematics, which the predefined macros INFINITY, NAN, ... use. */
static expression *constants(const own_call *c)
{
    static const struct {
        const char *name;
        type_kind kind;
        bool is_nan;
    } all[] = {
        {"__builtin_inff", TYPE_FLOAT, false},      {"__builtin_inf", TYPE_DOUBLE, false},
        {"__builtin_huge_valf", TYPE_FLOAT, false}, {"__builtin_huge_val", TYPE_DOUBLE, false},
        {"__builtin_nanf", TYPE_FLOAT, true},       {"__builtin_nan", TYPE_DOUBLE, true},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        if (!token_is(c->name, all[i].name)) continue;
        expression *e = make_expression(c->p, EXPRESSION_CONSTANT, c->name, type_basic(all[i].kind));
        /* Some drivers make NAN by a call, which cannot initialise a __constant variable. */
        e->is_constant = !all[i].is_nan;
        e->has_value = true;
        e->value.real = all[i].is_nan ? (double)NAN : (double)INFINITY;
        return e;
    }
    return NULL;
}

static expression *nothing(const own_call *c)
{
    return make_cast(c->p, integer(c, TYPE_INT, 0), type_basic(TYPE_VOID), CONVERSION_VOID);
}

/* Hints: the value is the first operand's; an assumption is not evaluated (cl_khr_expect_assume). */
static expression *hints(const own_call *c, expression **arguments, size_t count)
{
    const token *name = c->name;
    if (token_is(name, "__builtin_expect") && count == 2) return arguments[0];
    if (token_is(name, "__builtin_expect_with_probability") && count == 3) return arguments[0];
    if (token_is(name, "__builtin_assume") && count == 1) return nothing(c);
    if (token_is(name, "__builtin_unreachable") && count == 0) return nothing(c);
    if (token_is(name, "__builtin_constant_p") && count == 1)
        return integer(c, TYPE_INT, arguments[0]->has_value ? 1 : 0);
    return NULL;
}

/* A vector of three as one of four, of which shuffle2 can choose. */
static expression *of_four(const own_call *c, expression *e)
{
    if (type_width(e->type) != 3) return e;
    const type *element = type_element(e->type);
    expression **parts = arena_array(c->p->a, 2, sizeof *parts);
    parts[0] = e;
    parts[1] = convert_number(c->p, integer(c, TYPE_INT, 0), element);
    return apply_vector(c->p, c->name, type_vector(element->kind, 4), parts, 2);
}

/* The number of the component that an index of __builtin_shufflevector means in vectors of `width`; -1 leaves it open.
 * false, with an error: there is none. */
static bool index_of(const own_call *c, const expression *e, size_t width, uint64_t *index)
{
    if (is_error(e)) return false;
    const int64_t value = (int64_t)e->value.integer;
    if (!e->has_value || !type_is_integer(e->type) || value < -1 || value >= (int64_t)(2 * width)) {
        parse_error(c->p, e->token, "an index of '__builtin_shufflevector' is a constant from -1 to %zu",
                    2 * width - 1);
        return false;
    }
    *index = value < 0 ? 0 : (uint64_t)value;
    if (width == 3 && *index >= 3) ++*index;
    return true;
}

static expression *shuffled(const own_call *c, expression **arguments, size_t count)
{
    parser *p = c->p;
    const size_t result = count - 2;
    if (count < 4 || result > 16 || (result > 4 && result != 8 && result != 16) ||
        !type_is_vector(arguments[0]->type) || !type_equal(arguments[0]->type, arguments[1]->type, false)) {
        parse_error(p, c->name, "'__builtin_shufflevector' takes two vectors of one type and 2, 3, 4, 8 or 16 indices");
        return make_error(p, c->name);
    }
    static const type_kind masks[] = {[1] = TYPE_UCHAR, [2] = TYPE_USHORT, [4] = TYPE_UINT, [8] = TYPE_ULONG};
    const type *element = type_element(arguments[0]->type);
    const type_kind kind = masks[type_size(element)];
    const size_t width = type_width(arguments[0]->type), made = result == 3 ? 4 : result;
    expression **indices = arena_array(p->a, made, sizeof *indices);
    for (size_t i = 0; i < made; ++i) {
        uint64_t index = 0;
        if (i < result && !index_of(c, arguments[2 + i], width, &index)) return make_error(p, c->name);
        indices[i] = integer(c, kind, index);
    }
    expression *operands[] = {of_four(c, arguments[0]), of_four(c, arguments[1]),
                              apply_vector(p, c->name, type_vector(kind, made), indices, made)};
    expression *e = of_opencl(c, "shuffle2", 3, operands);
    if (result != 3 || is_error(e)) return e;
    token *member = ARENA_NEW(p->a, token);
    *member = *c->name;
    member->text = "xyz";
    member->length = 3;
    return apply_member(p, c->name, e, member, false);
}

expression *compiler_builtin(parser *p, const token *name, expression **arguments, size_t count)
{
    const char prefix[] = "__builtin_";
    const own_call c = {p, name};
    if (name->length < sizeof prefix || memcmp(name->text, prefix, sizeof prefix - 1) != 0) return NULL;
    expression *e = constants(&c);
    if (!e) e = hints(&c, arguments, count);
    if (!e && token_is(name, "__builtin_shufflevector")) e = shuffled(&c, arguments, count);
    if (!e) e = counted(&c, arguments, count);
    if (!e) e = moved(&c, arguments, count);
    if (!e) e = relations(&c, arguments, count);
    return e ? e : mathematics(&c, arguments, count);
}
