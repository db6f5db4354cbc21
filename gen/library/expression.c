/* SPDX-License-Identifier: MIT */
#include "library/expression.h"

#include <string.h>

enum { MAX_WORDS = 256 };

typedef struct compiler {
    arena *arena;
    const annotation_value *text;
    size_t at;
    int64_t words[MAX_WORDS];
    size_t count;
    size_t depth, deepest, nesting; /* depth of the stack machine, its maximum, and nesting of the grammar */
    expression_lookup *lookup;
    void *context;
    diagnostics *diagnostics;
    bool condition; /* comparisons are allowed */
    bool failed;
} compiler;

static void fail(compiler *c, size_t at, const char *message)
{
    if (!c->failed) {
        location where = c->text->where;
        where.offset += at;
        diagnose_error(c->diagnostics, where, "%s", message);
    }
    c->failed = true;
}

static void emit(compiler *c, int64_t word)
{
    if (c->count == MAX_WORDS) fail(c, 0, "the expression is too long");
    else c->words[c->count++] = word;
}

static void push(compiler *c)
{
    if (++c->depth > c->deepest) c->deepest = c->depth;
}

static char next(compiler *c)
{
    while (c->text->text[c->at] == ' ' || c->text->text[c->at] == '\t') ++c->at;
    return c->text->text[c->at];
}

static bool accept(compiler *c, char wanted)
{
    if (next(c) != wanted) return false;
    ++c->at;
    return true;
}

static void expression(compiler *c);
static void condition(compiler *c);

static bool is_letter(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' || (unsigned char)ch >= 0x80;
}

static bool is_digit(char ch)
{
    return ch >= '0' && ch <= '9';
}

static void number(compiler *c)
{
    int64_t value = 0;
    const size_t begin = c->at;
    while (is_digit(c->text->text[c->at])) {
        const int digit = c->text->text[c->at++] - '0';
        if (value > (INT64_MAX - digit) / 10) {
            fail(c, begin, "the number does not fit into 64 bits");
            return;
        }
        value = value * 10 + digit;
    }
    if (is_letter(c->text->text[c->at])) fail(c, begin, "expected a decimal integer");
    emit(c, CLB_OP_CONSTANT);
    emit(c, value);
    push(c);
}

static void name(compiler *c)
{
    const size_t begin = c->at;
    while (is_letter(c->text->text[c->at]) || is_digit(c->text->text[c->at])) ++c->at;
    while (c->text->text[c->at] == '.' && is_letter(c->text->text[c->at + 1]))
        for (++c->at; is_letter(c->text->text[c->at]) || is_digit(c->text->text[c->at]);) ++c->at;
    const char *text = arena_strndup(c->arena, c->text->text + begin, c->at - begin);
    const bool minimum = strcmp(text, "min") == 0;
    if ((minimum || strcmp(text, "max") == 0) && accept(c, '(')) {
        expression(c);
        if (!accept(c, ',')) fail(c, c->at, "expected ',' between the two arguments");
        expression(c);
        if (!accept(c, ')')) fail(c, c->at, "expected ')'");
        emit(c, minimum ? CLB_OP_MINIMUM : CLB_OP_MAXIMUM);
        --c->depth;
        return;
    }
    const char *why = "is unknown";
    expression_operand found = {CLB_OP_CONSTANT, 0};
    if (!c->lookup(c->context, text, &found, &why)) fail(c, begin, arena_printf(c->arena, "'%s' %s", text, why));
    emit(c, (int64_t)found.operation);
    emit(c, found.word);
    push(c);
}

static void factor(compiler *c)
{
    const char ch = next(c);
    if (++c->nesting > 100) {
        fail(c, c->at, "the expression nests deeper than 100");
    } else if (ch == '(') {
        ++c->at;
        if (c->condition) condition(c);
        else expression(c);
        if (!accept(c, ')')) fail(c, c->at, "expected ')'");
    } else if (ch == '-') {
        ++c->at;
        emit(c, CLB_OP_CONSTANT);
        emit(c, 0);
        push(c);
        factor(c);
        emit(c, CLB_OP_SUBTRACT);
        --c->depth;
    } else if (is_digit(ch)) {
        number(c);
    } else if (is_letter(ch)) {
        name(c);
    } else {
        fail(c, c->at, ch ? "expected a number, a scalar parameter or '('" : "the expression ends too early");
        push(c);
    }
    --c->nesting;
}

static void term(compiler *c)
{
    factor(c);
    for (char ch; !c->failed && ((ch = next(c)) == '*' || ch == '/' || ch == '%');) {
        ++c->at;
        factor(c);
        emit(c, ch == '*' ? CLB_OP_MULTIPLY : ch == '/' ? CLB_OP_DIVIDE : CLB_OP_MODULO);
        --c->depth;
    }
}

static void expression(compiler *c)
{
    term(c);
    for (char ch; !c->failed && ((ch = next(c)) == '+' || ch == '-');) {
        ++c->at;
        term(c);
        emit(c, ch == '+' ? CLB_OP_ADD : CLB_OP_SUBTRACT);
        --c->depth;
    }
}

/* An operator of one or two characters; the longer one is tried first. */
static bool accept_operator(compiler *c, const char *wanted)
{
    if (next(c) != wanted[0] || strncmp(c->text->text + c->at, wanted, strlen(wanted)) != 0) return false;
    c->at += strlen(wanted);
    return true;
}

static void comparison(compiler *c)
{
    static const struct {
        const char *text;
        clb_operation operation;
        bool negated; /* computes the opposite, and compares it with 0 */
    } operators[] = {{"<=", CLB_OP_LESS_EQUAL, false}, {">=", CLB_OP_LESS, true}, {"==", CLB_OP_EQUAL, false},
                     {"!=", CLB_OP_NOT_EQUAL, false},  {"<", CLB_OP_LESS, false}, {">", CLB_OP_LESS_EQUAL, true}};
    expression(c);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; ++i) {
        if (!accept_operator(c, operators[i].text)) continue;
        expression(c);
        emit(c, operators[i].operation);
        --c->depth;
        if (!operators[i].negated) return;
        emit(c, CLB_OP_CONSTANT);
        emit(c, 0);
        push(c);
        emit(c, CLB_OP_EQUAL);
        --c->depth;
        return;
    }
}

static void conjunction(compiler *c)
{
    comparison(c);
    while (!c->failed && accept_operator(c, "&&")) {
        comparison(c);
        emit(c, CLB_OP_AND);
        --c->depth;
    }
}

static void condition(compiler *c)
{
    conjunction(c);
    while (!c->failed && accept_operator(c, "||")) {
        conjunction(c);
        emit(c, CLB_OP_OR);
        --c->depth;
    }
}

static void reserve(arena *a, code_list *code, size_t extra)
{
    if (code->count + extra <= code->capacity) return;
    const size_t capacity = (code->count + extra) * 2;
    code->words = arena_grow(a, code->words, code->count, capacity, sizeof *code->words);
    code->capacity = capacity;
}

static uint32_t compile(compiler *c, code_list *code)
{
    if (c->condition) condition(c);
    else expression(c);
    if (!c->failed && next(c)) fail(c, c->at, "unexpected text after the expression");
    if (!c->failed && c->deepest > CLB_EXPRESSION_STACK)
        fail(c, 0, "the expression needs too many intermediate values");
    emit(c, CLB_OP_END);
    if (c->failed) return 0;
    code->known.arena = c->arena;
    if (!map_get(&code->known, (const char *)c->words, c->count * sizeof *c->words)) {
        const int64_t *key = arena_grow(c->arena, c->words, c->count, c->count, sizeof *key);
        void **beginning = map_at(&code->known, (const char *)key, c->count * sizeof *key);
        reserve(c->arena, code, c->count + 1);
        if (!code->count) code->words[code->count++] = 0;
        *beginning = (void *)(uintptr_t)code->count;
        memcpy(code->words + code->count, c->words, c->count * sizeof *c->words);
        code->count += c->count;
    }
    return (uint32_t)(uintptr_t)map_get(&code->known, (const char *)c->words, c->count * sizeof *c->words);
}

uint32_t expression_compile(arena *a, code_list *code, const annotation_value *text, expression_lookup *lookup,
                            void *context, diagnostics *d)
{
    compiler c = {.arena = a, .text = text, .lookup = lookup, .context = context, .diagnostics = d};
    return compile(&c, code);
}

uint32_t expression_compile_condition(arena *a, code_list *code, const annotation_value *text,
                                      expression_lookup *lookup, void *context, diagnostics *d)
{
    compiler c = {.arena = a, .text = text, .lookup = lookup, .context = context, .diagnostics = d, .condition = true};
    return compile(&c, code);
}
