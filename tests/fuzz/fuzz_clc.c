/* libFuzzer target for the front end: any bytes, split at 0x01 into files. The first one is the program; "1", "2" ...
 * can be included. PHASE selects how far it goes: 1 lexer, 2 preprocessor, 3 parser (default), 4 parser with the
 * OpenCL C 2.0 options.
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -Igen tests/fuzz/fuzz_clc.c gen/base/x.c ... gen/clc/x.c ... -lm
 *
 * SPDX-License-Identifier: MIT */
#include "clc/dump.h"
#include "clc/parse.h"

#include <stdlib.h>
#include <string.h>

#ifndef PHASE
#define PHASE 3
#endif

enum { MAX_FILES = 8, TOKENS = 100000 };

#define REQUIRE(condition)         \
    do {                           \
        if (!(condition)) abort(); \
    } while (0)

typedef struct files {
    const source *items[MAX_FILES];
    size_t count;
} files;

#if PHASE >= 2
static const source *resolve(void *context, const source *includer, const char *name, bool angle, const char **why)
{
    const files *f = context;
    (void)includer, (void)angle;
    const size_t index = name[0] >= '0' && name[0] <= '9' ? (size_t)(name[0] - '0') : MAX_FILES;
    *why = "no such file";
    return index < f->count ? f->items[index] : NULL;
}
#endif

#if PHASE >= 3
/* What every reader of an accepted tree relies on. */
static void verify(const expression *e)
{
    if (!e) return;
    REQUIRE(e->kind != EXPRESSION_ERROR && e->type && e->type->kind != TYPE_ERROR && e->token);
    REQUIRE(e->depth <= AST_DEPTH);
    switch (e->kind) {
    case EXPRESSION_BINARY:
        if (e->op == OPERATOR_COMMA) break;
        if (e->left->type->kind == TYPE_POINTER || e->right->type->kind == TYPE_POINTER) break;
        if (e->op == OPERATOR_AND_AND || e->op == OPERATOR_OR_OR || e->op == OPERATOR_SHIFT_LEFT ||
            e->op == OPERATOR_SHIFT_RIGHT) {
            REQUIRE(type_width(e->left->type) == type_width(e->right->type));
            break;
        }
        REQUIRE(type_equal(e->left->type, e->right->type, false));
        break;
    case EXPRESSION_ASSIGN:
        REQUIRE(e->left->lvalue);
        if (e->op == OPERATOR_NONE) REQUIRE(type_equal(e->left->type, e->right->type, false));
        else REQUIRE(e->computation != NULL);
        break;
    case EXPRESSION_CONDITIONAL:
        REQUIRE(type_equal(e->left->type, e->right->type, false) && type_equal(e->type, e->left->type, false));
        break;
    case EXPRESSION_CALL:
        REQUIRE(e->operand_count == e->symbol->type->parameter_count);
        for (size_t i = 0; i < e->operand_count; ++i)
            REQUIRE(type_equal(e->operands[i]->type, e->symbol->type->parameters[i], false));
        break;
    case EXPRESSION_BUILTIN:
        for (size_t i = 0; i < e->builtin->parameter_count; ++i) {
            const type *wanted = e->builtin->parameters[i];
            REQUIRE(wanted->kind == TYPE_IMAGE || type_equal(e->operands[i]->type, wanted, false));
        }
        break;
    case EXPRESSION_VECTOR: {
        size_t width = 0;
        for (size_t i = 0; i < e->operand_count; ++i) {
            width += type_width(e->operands[i]->type);
            REQUIRE(type_element_kind(e->operands[i]->type) == type_element_kind(e->type));
        }
        REQUIRE(width == type_width(e->type));
        break;
    }
    case EXPRESSION_INDEX: REQUIRE(e->left->type->kind == TYPE_POINTER || type_is_vector(e->left->type)); break;
    default: break;
    }
    verify(e->condition);
    verify(e->left);
    verify(e->right);
    for (size_t i = 0; i < e->operand_count; ++i) verify(e->operands[i]);
    for (size_t i = 0; i < e->element_count; ++i) verify(e->elements[i].value);
}

static void verify_statement(const statement *s)
{
    if (!s) return;
    verify(s->value);
    verify(s->step);
    verify_statement(s->first);
    verify_statement(s->body);
    verify_statement(s->otherwise);
    for (size_t i = 0; i < s->item_count; ++i) verify_statement(s->items[i]);
    for (size_t i = 0; i < s->symbol_count; ++i) verify(s->symbols[i]->initialiser);
    if (s->kind == STATEMENT_GOTO) REQUIRE(s->target && s->target->kind == STATEMENT_LABEL);
    if (s->kind == STATEMENT_BREAK || s->kind == STATEMENT_CONTINUE || s->kind == STATEMENT_CASE) REQUIRE(s->parent);
}

#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arena a = {0};
    source_set set = {.arena = &a, .by_path.arena = &a};
    lex_cache cache;
    files f = {.count = 0};
    lex_cache_start(&cache, &a);
    char *text = malloc(size + 1);
    if (!text) return 0;
    for (size_t i = 0; i < size; ++i) text[i] = data[i] ? (char)data[i] : ' ';
    for (size_t begin = 0, i = 0; i <= size && f.count < MAX_FILES; ++i)
        if (i == size || text[i] == 1) {
            f.items[f.count++] = source_from_text(&set, "fuzz.cl", text + begin, i - begin);
            begin = i + 1;
        }
    free(text);
    for (size_t n = 0; n < f.count && PHASE <= 2; ++n) {
        const lexed *l = lex_source(&cache, f.items[n]);
        for (size_t i = 0; i < l->count; ++i) {
            const token *t = &l->tokens[i];
            REQUIRE(t->where.offset < t->end && t->end <= f.items[n]->length);
            REQUIRE(t->length <= t->end - t->where.offset && (i == 0 || t->where.offset >= t[-1].end));
        }
    }
#if PHASE >= 2
    diagnostics d = {.arena = &a};
    const preprocess_options options = {.resolve = resolve, .context = &f, .token_limit = TOKENS};
    const preprocessed unit = preprocess(&a, &cache, &d, f.items, 1, &options);
    for (size_t i = 0; i < unit.token_count; ++i) {
        const token *t = &unit.tokens[i];
        REQUIRE(t->site.offset < t->site_end && t->site_end <= t->site.source->length);
    }
    for (size_t i = 0; i < unit.event_count; ++i) {
        const event *e = &unit.events[i];
        REQUIRE(e->begin <= e->end && e->end <= e->source->length && e->token <= unit.token_count);
    }
#if PHASE >= 3
    const parse_options how = {.generic_pointers = PHASE == 4, .program_scope = PHASE == 4};
    const parsed result = parse(&a, &d, &unit, &how);
    /* What is accepted without a message must be accepted, and the other way round. */
    REQUIRE(result.failed == (d.errors > 0));
    for (size_t i = 0; i < result.declaration_count; ++i) {
        const declaration *x = &result.declarations[i];
        REQUIRE(x->first < x->end && x->end <= unit.token_count);
        if (x->symbol) (void)type_declare(&a, x->symbol->type, x->name);
    }
    buffer dump = {0};
    for (size_t i = 0; i < result.function_count; ++i) {
        if (result.failed) break; /* an error leaves holes */
        verify_statement(result.functions[i]->body);
        dump_function(&dump, &a, result.functions[i]);
    }
    buffer_free(&dump);
#endif
#endif
    arena_free(&a);
    return 0;
}
