/* libFuzzer target for the front end: any bytes, split at 0x01 into files. The first one is the program; "1", "2" ...
 * can be included. PHASE selects how far it goes: 1 lexer, 2 preprocessor, 3 parser (default), 4 parser with the
 * OpenCL C 2.0 options.
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -Igen tests/fuzz/fuzz_clc.c gen/base/x.c ... gen/clc/x.c ... -lm
 */
#include "clc/parse.h"

#include <stdlib.h>
#include <string.h>

#ifndef PHASE
#define PHASE 3
#endif

enum { MAX_FILES = 8, TOKENS = 100000 };

typedef struct files {
    const source *items[MAX_FILES];
    size_t count;
} files;

static const source *resolve(void *context, const source *includer, const char *name, const char **why)
{
    const files *f = context;
    (void)includer;
    const size_t index = name[0] >= '0' && name[0] <= '9' ? (size_t)(name[0] - '0') : MAX_FILES;
    *why = "no such file";
    return index < f->count ? f->items[index] : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arena a = {0};
    source_set set = {.arena = &a, .by_path.arena = &a};
    diagnostics d = {.arena = &a};
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
#if PHASE == 1
    const lexed *l = lex_source(&cache, f.items[0]);
    for (size_t i = 0; i < l->count; ++i)
        if (l->tokens[i].where.offset >= l->tokens[i].end || l->tokens[i].end > f.items[0]->length) abort();
#else
    const preprocess_options options = {.resolve = resolve, .context = &f, .token_limit = TOKENS};
    const preprocessed unit = preprocess(&a, &cache, &d, f.items, 1, &options);
    for (size_t i = 0; i < unit.token_count; ++i) {
        const token *t = &unit.tokens[i];
        if (t->site.offset >= t->site_end || t->site_end > t->site.source->length) abort();
    }
    for (size_t i = 0; i < unit.event_count; ++i) {
        const event *e = &unit.events[i];
        if (e->begin > e->end || e->end > e->source->length || e->token > unit.token_count) abort();
    }
#if PHASE >= 3
    const parse_options how = {.generic_pointers = PHASE == 4, .program_scope = PHASE == 4};
    const parsed result = parse(&a, &d, &unit, &how);
    /* What is accepted without a message must be accepted, and the other way round. */
    if (result.failed != (d.errors > 0)) abort();
    for (size_t i = 0; i < result.declaration_count; ++i) {
        const declaration *x = &result.declarations[i];
        if (x->first >= x->end || x->end > unit.token_count) abort();
        if (x->symbol) (void)type_declare(&a, x->symbol->type, x->name);
    }
#endif
#endif
    arena_free(&a);
    return 0;
}
