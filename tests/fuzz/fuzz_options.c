/* Fuzz target: build options and expressions of annotations. Three texts, divided by byte 0xFF: build options, an
 * expression of `@arg` or `@range`, and a program that is read with those options. Compiled expressions must be what
 * the runtime's stack machine can run.
 *
 * SPDX-License-Identifier: MIT */
#include "names/build_text.h"
#include "library/expression.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARGUMENTS = 3 };

static bool lookup(void *context, const char *name, expression_operand *found, const char **why)
{
    (void)context;
    *why = "is no parameter";
    if (name[0] < 'a' || name[0] >= 'a' + ARGUMENTS || (name[1] && name[1] != '.')) return false;
    *found = (expression_operand){name[1] ? CLB_OP_MEMBER : CLB_OP_ARGUMENT, name[0] - 'a'};
    return true;
}

static void require(bool condition)
{
    if (!condition) abort();
}

/* Neither under- nor overflow of the stack, one result, and every operand there. */
static void check_code(const code_list *code, size_t begin)
{
    size_t depth = 0, i = begin;
    require(begin > 0);
    for (;; ++i) {
        require(i < code->count);
        const int64_t word = code->words[i];
        if (word == CLB_OP_END) break;
        if (word == CLB_OP_CONSTANT || word == CLB_OP_ARGUMENT || word == CLB_OP_MEMBER) {
            require(++i < code->count && ++depth <= CLB_EXPRESSION_STACK);
            require(word == CLB_OP_CONSTANT || (code->words[i] >= 0 && code->words[i] < ARGUMENTS));
        } else {
            require(word >= CLB_OP_ADD && word <= CLB_OP_MAXIMUM && depth >= 2);
            --depth;
        }
    }
    require(depth == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arena a = {0};
    diagnostics d = {.arena = &a, .limit = 20};
    source_set sources = {.arena = &a, .by_path.arena = &a};
    if (memchr(data, 0, size)) return 0;
    const char *texts[3] = {"", "", ""};
    const uint8_t *end = data + size;
    for (size_t i = 0; i < 3; ++i) {
        const uint8_t *next = i < 2 ? memchr(data, 0xFF, (size_t)(end - data)) : NULL;
        texts[i] = arena_strndup(&a, (const char *)data, (size_t)((next ? next : end) - data));
        if (!next) break;
        data = next + 1;
    }

    const source *expression = source_from_text(&sources, "expression.cl", texts[1], strlen(texts[1]));
    code_list code = {0};
    for (int twice = 0; twice < 2; ++twice) {
        diagnostics unheard = {.arena = &a};
        const annotation_value value = {texts[1], {expression, 0}};
        const uint32_t begin = expression_compile(&a, &code, &value, lookup, NULL, &unheard);
        require((begin == 0) == (unheard.errors > 0));
        if (begin) check_code(&code, begin);
    }

    const build_text b = build_text_read(&a, texts[0], &d);
    lex_cache cache;
    lex_cache_start(&cache, &a);
    const source *program = source_from_text(&sources, "program.cl", texts[2], strlen(texts[2]));
    const preprocess_options options = {
        .definitions = b.definitions, .definition_count = b.definition_count, .token_limit = 100000};
    const preprocessed unit = preprocess(&a, &cache, &d, &program, 1, &options);
    (void)parse(&a, &d, &unit, &b.language);
    arena_free(&a);
    return 0;
}
