/* The expression of #if and #elif. See condition.h.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/condition.h"

#include "clc/literal.h"

enum { MAX_DEPTH = 200 }; /* the messages say so too */

/* All arithmetic is 64-bit (C99 6.10.1 p4); signed operations are done unsigned, so that nothing overflows. */
typedef struct value {
    uint64_t bits;
    bool is_unsigned;
} value;

typedef struct evaluator {
    const token *at;
    const token *where;
    const char *problem;
    int depth;
} evaluator;

static value fail(evaluator *e, const token *where, const char *problem)
{
    if (!e->problem) {
        e->problem = problem;
        e->where = where;
    }
    return (value){0, false};
}

static value conditional(evaluator *e, bool used);

/* primary: NUMBER | CHARACTER | IDENTIFIER | "(" conditional ")" */
static value primary(evaluator *e, bool used)
{
    const token *t = e->at;
    switch (t->kind) {
    case TOKEN_NUMBER: {
        const literal l = literal_number(t);
        e->at++;
        if (l.error) return fail(e, t, "this number is not an integer constant");
        if (l.floating) return fail(e, t, "a floating constant cannot stand in #if");
        if (l.overflow) return fail(e, t, "this integer does not fit 64 bits");
        return (value){l.integer, l.is_unsigned || l.integer > INT64_MAX};
    }
    case TOKEN_CHARACTER: {
        const char *error = NULL;
        const int64_t c = literal_character(t, &error);
        e->at++;
        if (error) return fail(e, t, "this character constant is not valid");
        return (value){(uint64_t)c, false};
    }
    case TOKEN_IDENTIFIER:
        e->at++;
        if (e->at->kind == TOKEN_LEFT_PAREN)
            return fail(e, t, "a call in #if: no function-like macro of this name is defined here");
        return (value){0, false};
    case TOKEN_LEFT_PAREN: {
        e->at++;
        const value v = conditional(e, used);
        if (e->at->kind != TOKEN_RIGHT_PAREN) return fail(e, e->at, "expected ')' in #if");
        e->at++;
        return v;
    }
    case TOKEN_END: return fail(e, t, "the condition ends where a value is expected");
    default: return fail(e, t, "expected a value in #if");
    }
}

/* unary: ("+" | "-" | "~" | "!") unary | primary */
static value unary(evaluator *e, bool used)
{
    if (++e->depth > MAX_DEPTH) {
        e->depth--;
        return fail(e, e->at, "the condition nests deeper than 200");
    }
    const int kind = e->at->kind;
    value v;
    if (kind == TOKEN_PLUS || kind == TOKEN_MINUS || kind == TOKEN_TILDE || kind == TOKEN_NOT) {
        e->at++;
        v = unary(e, used);
        if (kind == TOKEN_MINUS) v.bits = 0 - v.bits;
        if (kind == TOKEN_TILDE) v.bits = ~v.bits;
        if (kind == TOKEN_NOT) v = (value){v.bits == 0, false};
    } else {
        v = primary(e, used);
    }
    e->depth--;
    return v;
}

static int precedence(int kind)
{
    switch (kind) {
    case TOKEN_STAR:
    case TOKEN_SLASH:
    case TOKEN_PERCENT: return 10;
    case TOKEN_PLUS:
    case TOKEN_MINUS: return 9;
    case TOKEN_SHIFT_LEFT:
    case TOKEN_SHIFT_RIGHT: return 8;
    case TOKEN_LESS:
    case TOKEN_GREATER:
    case TOKEN_LESS_EQUAL:
    case TOKEN_GREATER_EQUAL: return 7;
    case TOKEN_EQUAL:
    case TOKEN_NOT_EQUAL: return 6;
    case TOKEN_AND: return 5;
    case TOKEN_XOR: return 4;
    case TOKEN_OR: return 3;
    case TOKEN_AND_AND: return 2;
    case TOKEN_OR_OR: return 1;
    default: return 0;
    }
}

static bool less(value a, value b, bool is_unsigned)
{
    return is_unsigned ? a.bits < b.bits : (a.bits ^ (UINT64_C(1) << 63)) < (b.bits ^ (UINT64_C(1) << 63));
}

static value divide(evaluator *e, const token *at, value a, value b, bool used)
{
    const bool is_unsigned = a.is_unsigned || b.is_unsigned;
    if (b.bits == 0) {
        if (used) fail(e, at, "division by zero in #if");
        return (value){0, is_unsigned};
    }
    const bool remainder = at->kind == TOKEN_PERCENT;
    if (is_unsigned) return (value){remainder ? a.bits % b.bits : a.bits / b.bits, true};
    const bool negative_a = a.bits >> 63, negative_b = b.bits >> 63;
    const uint64_t x = negative_a ? 0 - a.bits : a.bits, y = negative_b ? 0 - b.bits : b.bits;
    const uint64_t magnitude = remainder ? x % y : x / y;
    const bool negative = remainder ? negative_a : negative_a != negative_b;
    return (value){negative ? 0 - magnitude : magnitude, false};
}

static value shift(int kind, value a, value b)
{
    const uint64_t count = b.bits & 63;
    if (kind == TOKEN_SHIFT_LEFT) return (value){a.bits << count, a.is_unsigned};
    const uint64_t fill = !a.is_unsigned && a.bits >> 63 && count ? ~UINT64_C(0) << (64 - count) : 0;
    return (value){a.bits >> count | fill, a.is_unsigned};
}

/* binary: unary (OPERATOR binary)*, by precedence climbing. `used` is false where short-circuiting drops the value. */
static value binary(evaluator *e, int lowest, bool used)
{
    value a = unary(e, used);
    for (;;) {
        const token *at = e->at;
        const int level = precedence(at->kind);
        if (level == 0 || level < lowest || e->problem) return a;
        e->at++;
        const bool right_used = used && !(at->kind == TOKEN_AND_AND && !a.bits) && !(at->kind == TOKEN_OR_OR && a.bits);
        const value b = binary(e, level + 1, right_used);
        const bool is_unsigned = a.is_unsigned || b.is_unsigned;
        switch (at->kind) {
        case TOKEN_STAR: a = (value){a.bits * b.bits, is_unsigned}; break;
        case TOKEN_SLASH:
        case TOKEN_PERCENT: a = divide(e, at, a, b, used); break;
        case TOKEN_PLUS: a = (value){a.bits + b.bits, is_unsigned}; break;
        case TOKEN_MINUS: a = (value){a.bits - b.bits, is_unsigned}; break;
        case TOKEN_SHIFT_LEFT:
        case TOKEN_SHIFT_RIGHT: a = shift(at->kind, a, b); break;
        case TOKEN_LESS: a = (value){less(a, b, is_unsigned), false}; break;
        case TOKEN_GREATER: a = (value){less(b, a, is_unsigned), false}; break;
        case TOKEN_LESS_EQUAL: a = (value){!less(b, a, is_unsigned), false}; break;
        case TOKEN_GREATER_EQUAL: a = (value){!less(a, b, is_unsigned), false}; break;
        case TOKEN_EQUAL: a = (value){a.bits == b.bits, false}; break;
        case TOKEN_NOT_EQUAL: a = (value){a.bits != b.bits, false}; break;
        case TOKEN_AND: a = (value){a.bits & b.bits, is_unsigned}; break;
        case TOKEN_XOR: a = (value){a.bits ^ b.bits, is_unsigned}; break;
        case TOKEN_OR: a = (value){a.bits | b.bits, is_unsigned}; break;
        case TOKEN_AND_AND: a = (value){a.bits && b.bits, false}; break;
        default: a = (value){a.bits || b.bits, false}; break;
        }
    }
}

/* conditional: binary ["?" conditional ":" conditional] */
static value conditional(evaluator *e, bool used)
{
    if (++e->depth > MAX_DEPTH) {
        e->depth--;
        return fail(e, e->at, "the condition nests deeper than 200");
    }
    value v = binary(e, 1, used);
    if (e->at->kind == TOKEN_QUESTION && !e->problem) {
        e->at++;
        const value yes = conditional(e, used && v.bits);
        if (e->at->kind != TOKEN_COLON) {
            fail(e, e->at, "expected ':' in #if");
        } else {
            e->at++;
            const value no = conditional(e, used && !v.bits);
            v = (value){v.bits ? yes.bits : no.bits, yes.is_unsigned || no.is_unsigned};
        }
    }
    e->depth--;
    return v;
}

condition condition_evaluate(const token *tokens)
{
    evaluator e = {.at = tokens};
    const value v = conditional(&e, true);
    if (!e.problem && e.at->kind != TOKEN_END) fail(&e, e.at, "expected an operator in #if");
    return (condition){.valid = !e.problem,
                       .value = !e.problem && v.bits,
                       .integer = (int64_t)v.bits,
                       .beyond = v.is_unsigned && v.bits > INT64_MAX,
                       .where = e.where,
                       .problem = e.problem};
}
