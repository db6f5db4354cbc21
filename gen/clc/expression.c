/* Expressions: the grammar (C99 6.5; OpenCL C 1.2 6.1.6 for vector literals).
 * Knows tokens and the order of operators; types are operator.c's, convert.c's and call.c's.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include "base/name.h"
#include "clc/builtin.h"
#include "clc/literal.h"

#include <string.h>

/* Primary expressions */

/* constant: C99 6.4.4; OpenCL C 1.2 6.1.3, 6.1.6 */
static expression *number(parser *p)
{
    const token *t = parse_next(p);
    const literal l = literal_number(t);
    if (l.error) {
        parse_error(p, t, "'%.*s' %s", (int)t->length, t->text, l.error);
        return make_error(p, t);
    }
    if (l.floating) {
        if (l.float_suffix == 'l') {
            parse_error(p, t, "OpenCL C has no long double: drop the suffix");
            return make_error(p, t);
        }
        if (l.float_suffix == 'h' && !parse_half(p)) {
            parse_error(p, t, "a half constant: cl_khr_fp16 is not enabled");
            return make_error(p, t);
        }
        const bool single = l.float_suffix == 'f' || (!l.float_suffix && p->options->single_constants);
        const type_kind kind = single ? TYPE_FLOAT : l.float_suffix == 'h' ? TYPE_HALF : TYPE_DOUBLE;
        expression *e = make_expression(p, EXPRESSION_CONSTANT, t, type_basic(kind));
        e->is_constant = e->has_value = true;
        e->value.real = fold_real(e->type, l.real);
        return e;
    }
    if (l.longs > 1)
        parse_warning(p, t, "'%.*s': some drivers refuse long long, which OpenCL C does not have: long has 64 bits",
                      (int)t->length, t->text);
    if (l.overflow) {
        parse_error(p, t, "'%.*s' does not fit 64 bits", (int)t->length, t->text);
        return make_error(p, t);
    }
    type_kind kind = TYPE_ULONG; /* C99 6.4.4.1 p5 */
    if (!l.longs && l.integer <= INT32_MAX && !l.is_unsigned) kind = TYPE_INT;
    else if (!l.longs && l.integer <= UINT32_MAX && (l.is_unsigned || !l.decimal)) kind = TYPE_UINT;
    else if (l.integer <= INT64_MAX && !l.is_unsigned) kind = TYPE_LONG;
    return make_integer(p, t, type_basic(kind), l.integer);
}

static expression *make_string(parser *p, const token *t, const char *text, size_t length)
{
    const type *element = type_in_space(p->a, type_basic(TYPE_CHAR), SPACE_CONSTANT, true);
    expression *e = make_expression(p, EXPRESSION_STRING, t, type_array(p->a, element, length + 1, false));
    e->lvalue = e->is_constant = true;
    e->text = text;
    e->text_length = length;
    return e;
}

/* string-literal+: the parts are joined, C99 6.4.5. It lives in __constant: OpenCL C 1.2 6.5.3. */
static expression *string(parser *p)
{
    const token *first = p->at;
    size_t total = 0, capacity = 0;
    for (const token *t = first; t->kind == TOKEN_STRING; ++t) capacity += t->length;
    char *text = arena_array(p->a, capacity + 1, 1);
    while (parse_at(p, TOKEN_STRING)) {
        const token *t = parse_next(p);
        const char *error = NULL;
        size_t length = 0;
        const char *part = literal_string(p->a, t, &length, &error);
        if (error) parse_error(p, t, "this string %s", error);
        memcpy(text + total, part, length);
        total += length;
    }
    return make_string(p, first, text, total);
}

/* The value of a const variable, if it is known. That of a __constant variable is a constant expression to
 * compilers. */
static void fold_symbol(expression *e, const symbol *s)
{
    const type *t = s->type;
    const bool is_fixed = (t->qualifiers & QUALIFIER_CONST) || t->space == SPACE_CONSTANT;
    if (!is_fixed || (t->qualifiers & QUALIFIER_VOLATILE) || s->kind != SYMBOL_VARIABLE || !s->initialiser) return;
    e->is_constant = (t->space == SPACE_CONSTANT || s->is_global) && type_is_number(t) && s->initialiser->is_constant;
    if (!type_is_arithmetic(t) || !s->initialiser->has_value) return;
    e->has_value = true;
    e->value = s->initialiser->value;
}

/* An unknown name is reported once for each function, not at each use. */
static void declare_unknown(parser *p, const token *t)
{
    if (!p->body.function || p->panic) return;
    symbol *s = parse_symbol(p, SYMBOL_VARIABLE, t, type_basic(TYPE_ERROR));
    parse_declare_in(p, p->body.block, s);
}

static expression *name(parser *p)
{
    const token *t = parse_next(p);
    symbol *s = parse_find(p, t);
    const bool pretty = token_is(t, "__PRETTY_FUNCTION__");
    if (!s && p->body.function && (pretty || token_is(t, "__func__") || token_is(t, "__FUNCTION__"))) {
        const char *text = p->body.function->name;
        if (pretty) text = type_declare(p->a, p->body.function->type, text);
        return make_string(p, t, text, strlen(text));
    }
    if (!s) {
        expression *spec_constant = spec_constant_name(p, t);
        if (spec_constant) return closure_capture_constant(p, spec_constant);
        if (parse_built_in_type(p, t)) {
            parse_syntax_error(p, t, "'%.*s' is a type; a value is expected here", (int)t->length, t->text);
        } else {
            const char *why = parse_explain_unknown(p, t, false);
            parse_error(p, t, "unknown name '%.*s'%s", (int)t->length, t->text, why);
            declare_unknown(p, t);
        }
        return make_error(p, t);
    }
    if (s->kind == SYMBOL_TYPEDEF) {
        parse_syntax_error(p, t, "'%s' is a type; a value is expected here", s->name);
        return make_error(p, t);
    }
    if (!p->unevaluated) s->used = true;
    if (s->kind == SYMBOL_ENUMERATOR) {
        expression *e = make_integer(p, t, s->type, (uint64_t)s->value);
        e->symbol = s;
        return e;
    }
    expression *e = make_expression(p, EXPRESSION_SYMBOL, t, s->type);
    e->symbol = s;
    e->lvalue = s->kind != SYMBOL_FUNCTION && s->type->kind != TYPE_ERROR;
    if (e->lvalue) fold_symbol(e, s);
    return closure_capture(p, e);
}

/* argument-expression-list: [assignment ("," assignment)*] up to ")". */
static expression **arguments(parser *p, size_t *count)
{
    expression **list = NULL;
    size_t capacity = 0;
    *count = 0;
    while (!p->panic && !parse_at(p, TOKEN_RIGHT_PAREN)) {
        if (*count == capacity) {
            capacity = capacity ? capacity * 2 : 4;
            list = arena_grow(p->a, list, *count, capacity, sizeof *list);
        }
        list[(*count)++] = parse_assignment(p);
        if (!parse_take(p, TOKEN_COMMA)) break;
    }
    return list;
}

/* IDENTIFIER "(" arguments ")" */
static expression *call(parser *p)
{
    const token *named = parse_next(p), *open = parse_next(p);
    symbol *s = parse_find(p, named);
    size_t count = 0;
    if (!parse_deeper(p)) return make_error(p, named);
    expression **list = arguments(p, &count);
    p->depth--;
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the arguments");
    if (p->panic) return make_error(p, named);
    return apply_call(p, open, s, named, list, count);
}

/* ("__builtin_astype" | "__builtin_convertvector") "(" assignment "," type-name ")": drivers that are built on clang
 * define as_T and convert_T by them. */
static expression *as_type(parser *p)
{
    const token *named = parse_next(p);
    parse_next(p);
    if (!parse_deeper(p)) return make_error(p, named);
    expression *e = parse_assignment(p);
    p->depth--;
    parse_expect(p, TOKEN_COMMA, "after the value");
    if (p->panic) return make_error(p, named);
    const type *to = parse_type_name(p);
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the type");
    return p->panic ? make_error(p, named) : apply_astype(p, named, e, to, token_is(named, "__builtin_convertvector"));
}

/* Whether the expression is a block, or a variable of one, that captures variables of the functions around it. */
static bool captures(const expression *e)
{
    while (e->kind == EXPRESSION_CAST || (e->kind == EXPRESSION_SYMBOL && e->type->kind == TYPE_CLOSURE)) {
        if (e->kind == EXPRESSION_SYMBOL && !e->symbol->initialiser) return false;
        e = e->kind == EXPRESSION_CAST ? e->left : e->symbol->initialiser;
    }
    return e->kind == EXPRESSION_CLOSURE && e->symbol->capture_count > 0;
}

/* "{" ... "}" ")" behind "(". */
static expression *block_value(parser *p, const token *t)
{
    if (!p->body.function) {
        const token *closing = parse_partner(p, t);
        parse_error(p, t, "a block can be an expression only inside of a function");
        p->at = closing->kind == TOKEN_END ? closing : closing + 1;
        return make_error(p, t);
    }
    statement *body = parse_statement(p);
    if (!body || p->panic) return make_error(p, t);
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the block");
    statement *last = body->item_count ? body->items[body->item_count - 1] : NULL;
    while (last && last->kind == STATEMENT_LABEL) last = last->body;
    expression *e = make_expression(p, EXPRESSION_BLOCK, t, type_basic(TYPE_VOID));
    if (last && last->kind == STATEMENT_EXPRESSION) {
        last->value = read_value(p, last->value);
        if (is_error(last->value)) return make_error(p, t);
        if (captures(last->value)) {
            parse_error(p, last->token, "a block that captures variables lives only in the '{ }' around it (6.12)");
            return make_error(p, t);
        }
        e->type = type_unqualified(p->a, last->value->type);
        note_depth(p, e, last->value);
    }
    e->body = body;
    e->parenthesised = true;
    p->body.function->has_block_values = true;
    return e;
}

/* primary: IDENTIFIER | constant | string | "(" expression ")" | call */
static expression *primary(parser *p)
{
    const token *t = p->at;
    switch (t->kind) {
    case TOKEN_NUMBER: return number(p);
    case TOKEN_STRING: return string(p);
    case TOKEN_CHARACTER: {
        const char *error = NULL;
        const int64_t value = literal_character(t, &error);
        parse_next(p);
        if (error) parse_error(p, t, "this character constant %s", error);
        return make_integer(p, t, type_basic(TYPE_INT), (uint64_t)value);
    }
    case TOKEN_IDENTIFIER:
        if (t->keyword) break;
        if (t[1].kind == TOKEN_LEFT_PAREN) {
            const symbol *s = parse_find(p, t);
            if (!s && (token_is(t, "__builtin_astype") || token_is(t, "__builtin_convertvector"))) return as_type(p);
            if (!s ? !parse_built_in_type(p, t) : s->kind != SYMBOL_TYPEDEF && s->type->kind != TYPE_CLOSURE)
                return call(p);
        }
        return name(p);
    case TOKEN_LEFT_PAREN: {
        parse_next(p);
        if (parse_at(p, TOKEN_LEFT_BRACE)) return block_value(p, t);
        if (!parse_deeper(p)) return make_error(p, t);
        expression *e = parse_expression(p);
        p->depth--;
        parse_expect(p, TOKEN_RIGHT_PAREN, "after the expression");
        e->parenthesised = true;
        return e;
    }
    case TOKEN_END:
        parse_syntax_error(p, t, "expected an expression, but the program ends here");
        return make_error(p, t);
    default: break;
    }
    parse_syntax_error(
        p, t, t->keyword ? "expected an expression, but '%.*s' is a keyword" : "expected an expression, not '%.*s'",
        (int)t->length, t->text);
    return make_error(p, t);
}

/* ("[" expression "]" | "." IDENTIFIER | "->" IDENTIFIER | "++" | "--" | "(")* behind `e` */
static expression *postfix(parser *p, expression *e)
{
    while (!p->panic) {
        const token *t = p->at;
        if (parse_take(p, TOKEN_LEFT_BRACKET)) {
            if (!parse_deeper(p)) return make_error(p, t);
            expression *index = parse_expression(p);
            p->depth--;
            parse_expect(p, TOKEN_RIGHT_BRACKET, "after the index");
            e = apply_index(p, t, e, index);
        } else if (parse_at(p, TOKEN_DOT) || parse_at(p, TOKEN_ARROW)) {
            parse_next(p);
            const token *member = p->at;
            if (!parse_take(p, TOKEN_IDENTIFIER)) {
                parse_syntax_error(p, member, "expected a member's name after '%.*s'", (int)t->length, t->text);
                return make_error(p, t);
            }
            e = apply_member(p, t, e, member, t->kind == TOKEN_ARROW);
        } else if (parse_take(p, TOKEN_INCREMENT)) {
            e = apply_step(p, t, OPERATOR_POST_INCREMENT, e);
        } else if (parse_take(p, TOKEN_DECREMENT)) {
            e = apply_step(p, t, OPERATOR_POST_DECREMENT, e);
        } else if (parse_at(p, TOKEN_LEFT_PAREN) && (e->type->kind == TYPE_CLOSURE || is_error(e))) {
            size_t count = 0;
            if (!parse_deeper(p)) return make_error(p, t);
            parse_next(p);
            expression **list = arguments(p, &count);
            p->depth--;
            parse_expect(p, TOKEN_RIGHT_PAREN, "after the arguments");
            if (p->panic) return make_error(p, t);
            e = is_error(e) ? make_error(p, t) : apply_invocation(p, t, e, list, count);
        } else if (parse_at(p, TOKEN_LEFT_PAREN)) {
            parse_syntax_error(p, t, "only a function's name can be called");
            return make_error(p, t);
        } else {
            break;
        }
    }
    return e;
}

static expression *unary(parser *p);
static expression *cast(parser *p);
static expression *vector_literal(parser *p, const token *t, const type *to);

static bool is_type_name(const parser *p)
{
    return parse_at(p, TOKEN_LEFT_PAREN) && parse_starts_type(p, p->at + 1);
}

/* "sizeof" (unary | "(" type-name ")"), 6.3.k; "vec_step", 6.11.12; "_Alignof" */
static expression *size_of(parser *p)
{
    const token *t = parse_next(p);
    const type *type;
    if (is_type_name(p)) {
        const token *open = parse_next(p);
        type = parse_type_name(p);
        parse_expect(p, TOKEN_RIGHT_PAREN, "after the type");
        if (parse_at(p, TOKEN_LEFT_BRACE) && !p->panic) type = make_compound_literal(p, open, type)->type;
        else if (parse_at(p, TOKEN_LEFT_PAREN) && type_is_vector(type)) type = vector_literal(p, open, type)->type;
    } else {
        const bool outer = p->unevaluated;
        p->unevaluated = true;
        if (parse_deeper(p)) {
            type = unary(p)->type;
            p->depth--;
        } else {
            type = type_basic(TYPE_ERROR);
        }
        p->unevaluated = outer;
    }
    if (type->kind == TYPE_ERROR || p->panic) return make_error(p, t);
    if (t->keyword == KEYWORD_VEC_STEP) {
        if (!type_is_number(type) && type->kind != TYPE_VOID) {
            parse_error(p, t, "'vec_step' of '%s': it works on numbers and vectors", type_spell(p->a, type));
            return make_error(p, t);
        }
        const size_t width = type_width(type);
        return make_integer(p, t, type_named("size_t", 6), width == 3 ? 4 : width);
    }
    /* The size of images, samplers and events is implementation-defined (6.3.k); that of a pointer is used. */
    if (!type_is_complete(type)) {
        parse_error(p, t, "'%.*s' of '%s', whose size is not known", (int)t->length, t->text, type_spell(p->a, type));
        return make_error(p, t);
    }
    const size_t value = t->keyword == KEYWORD_ALIGNOF ? type_align(type) : type_size(type);
    return make_integer(p, t, type_named("size_t", 6), value);
}

/* unary: postfix | ("++" | "--") unary | ("&" | "*" | "+" | "-" | "~" | "!") cast | sizeof */
static expression *unary(parser *p)
{
    static const struct {
        token_kind token;
        ast_operator op;
    } operators[] = {
        {TOKEN_AND, OPERATOR_ADDRESS},  {TOKEN_STAR, OPERATOR_DEREFERENCE}, {TOKEN_PLUS, OPERATOR_PLUS},
        {TOKEN_MINUS, OPERATOR_NEGATE}, {TOKEN_TILDE, OPERATOR_COMPLEMENT}, {TOKEN_NOT, OPERATOR_NOT},
    };
    const token *t = p->at;
    switch (parse_keyword(p)) {
    case KEYWORD_SIZEOF:
    case KEYWORD_VEC_STEP:
    case KEYWORD_ALIGNOF: return postfix(p, size_of(p));
    case KEYWORD_EXTENSION: parse_next(p); return cast(p);
    default: break;
    }
    if (t->kind == TOKEN_INCREMENT || t->kind == TOKEN_DECREMENT) {
        parse_next(p);
        expression *e = cast(p);
        return apply_step(p, t, t->kind == TOKEN_INCREMENT ? OPERATOR_PRE_INCREMENT : OPERATOR_PRE_DECREMENT, e);
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; ++i)
        if (t->kind == operators[i].token) {
            parse_next(p);
            expression *e = cast(p);
            return apply_unary(p, t, operators[i].op, e);
        }
    return postfix(p, t->kind == TOKEN_XOR ? parse_closure(p) : primary(p));
}

/* "(" vector-type ")" "(" assignment ("," assignment)* ")", 6.1.6. Members and indices may follow directly. */
static expression *vector_literal(parser *p, const token *t, const type *to)
{
    size_t count = 0;
    parse_next(p);
    expression **list = arguments(p, &count);
    parse_expect(p, TOKEN_RIGHT_PAREN, "after the vector's components");
    if (p->panic) return make_error(p, t);
    if (count == 0) {
        parse_error(p, t, "a vector needs components");
        return make_error(p, t);
    }
    expression *e = count == 1 ? convert_explicitly(p, t, list[0], to) : apply_vector(p, t, to, list, count);
    return postfix(p, e);
}

/* cast: unary | "(" type-name ")" cast | "(" type-name ")" "{" initialisers "}" | vector literal */
static expression *cast(parser *p)
{
    expression *e;
    if (!parse_deeper(p)) return make_error(p, p->at);
    if (is_type_name(p)) {
        const token *t = parse_next(p);
        const type *to = parse_type_name(p);
        parse_expect(p, TOKEN_RIGHT_PAREN, "after the type");
        if (p->panic) e = make_error(p, t);
        else if (parse_at(p, TOKEN_LEFT_BRACE)) e = postfix(p, make_compound_literal(p, t, to));
        else if (type_is_vector(to) && parse_at(p, TOKEN_LEFT_PAREN) && !is_type_name(p)) e = vector_literal(p, t, to);
        else e = convert_explicitly(p, t, cast(p), to);
    } else {
        e = unary(p);
    }
    p->depth--;
    return e;
}

/* Binary operators: C99 6.5.5 to 6.5.14 */

typedef struct binary_operator {
    unsigned char level; /* 0: no binary operator */
    unsigned char op;
} binary_operator;

static const binary_operator binary_operators[TOKEN_KINDS] = {
    [TOKEN_STAR] = {10, OPERATOR_MULTIPLY},
    [TOKEN_SLASH] = {10, OPERATOR_DIVIDE},
    [TOKEN_PERCENT] = {10, OPERATOR_REMAINDER},
    [TOKEN_PLUS] = {9, OPERATOR_ADD},
    [TOKEN_MINUS] = {9, OPERATOR_SUBTRACT},
    [TOKEN_SHIFT_LEFT] = {8, OPERATOR_SHIFT_LEFT},
    [TOKEN_SHIFT_RIGHT] = {8, OPERATOR_SHIFT_RIGHT},
    [TOKEN_LESS] = {7, OPERATOR_LESS},
    [TOKEN_GREATER] = {7, OPERATOR_GREATER},
    [TOKEN_LESS_EQUAL] = {7, OPERATOR_LESS_EQUAL},
    [TOKEN_GREATER_EQUAL] = {7, OPERATOR_GREATER_EQUAL},
    [TOKEN_EQUAL] = {6, OPERATOR_EQUAL},
    [TOKEN_NOT_EQUAL] = {6, OPERATOR_NOT_EQUAL},
    [TOKEN_AND] = {5, OPERATOR_AND},
    [TOKEN_XOR] = {4, OPERATOR_XOR},
    [TOKEN_OR] = {3, OPERATOR_OR},
    [TOKEN_AND_AND] = {2, OPERATOR_AND_AND},
    [TOKEN_OR_OR] = {1, OPERATOR_OR_OR},
};

/* binary: cast (OPERATOR binary)*, by precedence climbing */
static expression *binary(parser *p, int lowest)
{
    expression *l = cast(p);
    while (!p->panic) {
        const token *t = p->at;
        const binary_operator found = binary_operators[t->kind];
        if (found.level == 0 || found.level < lowest) break;
        parse_next(p);
        expression *r = binary(p, found.level + 1);
        l = apply_binary(p, t, (ast_operator)found.op, l, r);
    }
    return l;
}

/* conditional: binary ["?" expression ":" conditional], C99 6.5.15 */
expression *parse_conditional(parser *p)
{
    expression *c = binary(p, 1);
    const token *t = p->at;
    if (p->panic || !parse_at(p, TOKEN_QUESTION)) return c;
    if (!parse_deeper(p)) return make_error(p, t);
    parse_next(p);
    expression *l = parse_expression(p);
    parse_expect(p, TOKEN_COLON, "after '?'");
    expression *r = p->panic ? make_error(p, t) : parse_conditional(p);
    p->depth--;
    return apply_conditional(p, t, c, l, r);
}

static const unsigned char assignments[TOKEN_KINDS] = {
    [TOKEN_STAR_ASSIGN] = OPERATOR_MULTIPLY,
    [TOKEN_SLASH_ASSIGN] = OPERATOR_DIVIDE,
    [TOKEN_PERCENT_ASSIGN] = OPERATOR_REMAINDER,
    [TOKEN_PLUS_ASSIGN] = OPERATOR_ADD,
    [TOKEN_MINUS_ASSIGN] = OPERATOR_SUBTRACT,
    [TOKEN_SHIFT_LEFT_ASSIGN] = OPERATOR_SHIFT_LEFT,
    [TOKEN_SHIFT_RIGHT_ASSIGN] = OPERATOR_SHIFT_RIGHT,
    [TOKEN_AND_ASSIGN] = OPERATOR_AND,
    [TOKEN_XOR_ASSIGN] = OPERATOR_XOR,
    [TOKEN_OR_ASSIGN] = OPERATOR_OR,
};

/* assignment: conditional [ASSIGNMENT-OPERATOR assignment], C99 6.5.16 */
expression *parse_assignment(parser *p)
{
    expression *l = parse_conditional(p);
    const token *t = p->at;
    if (p->panic || (t->kind != TOKEN_ASSIGN && assignments[t->kind] == OPERATOR_NONE)) return l;
    if (!parse_deeper(p)) return make_error(p, t);
    parse_next(p);
    expression *r = parse_assignment(p);
    p->depth--;
    return apply_assignment(p, t, (ast_operator)assignments[t->kind], l, r);
}

/* expression: assignment ("," assignment)*, C99 6.5.17 */
expression *parse_expression(parser *p)
{
    expression *e = parse_assignment(p);
    while (!p->panic && parse_at(p, TOKEN_COMMA)) {
        const token *t = parse_next(p);
        expression *r = parse_assignment(p);
        e = apply_binary(p, t, OPERATOR_COMMA, e, r);
    }
    return e;
}

bool parse_constant(parser *p, const char *what, int64_t *value)
{
    const token *t = p->at;
    expression *e = read_value(p, parse_conditional(p));
    if (p->panic || is_error(e)) return false;
    if (!e->has_value || !type_is_integer(e->type)) {
        const size_t prefix = sizeof NAME_OF_CONSTANT - 1;
        if (p->constants.latest && p->constants.latest >= t)
            parse_error(p, t, "%s must be an integer constant: list the values of '%.*s' in its '@constant'", what,
                        (int)(p->constants.latest->length - prefix), p->constants.latest->text + prefix);
        else parse_error(p, t, "%s must be an integer constant", what);
        return false;
    }
    *value = (int64_t)e->value.integer;
    return true;
}
