/* The lexer: a source's text -> its raw tokens (C99 5.1.1.2, phases 1 to 3).
 * Knows characters; must not know macros or directives beyond finding the lines that begin with '#'.
 * It reports nothing: an error becomes a token of its own, and the code that reaches that token reports it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CLB_CLC_LEX_H
#define CLB_CLC_LEX_H

#include "clc/token.h"

/* A source's raw tokens; tokens[count] has kind TOKEN_END. The fields `site` and `use` are those of a token that no
 * macro touched. */
typedef struct lexed {
    const source *source;
    token *tokens;
    size_t count;
    size_t *directives; /* indices of the '#' tokens that begin a directive */
    size_t directive_count;
    bool too_long; /* more than LEX_LIMIT tokens: the rest was dropped */
} lexed;

enum { LEX_LIMIT = 2 * 1024 * 1024 };

/* Each source is lexed once; programs share the tokens. Start with {.arena = a, ...}: see lex_cache_start. */
typedef struct lex_cache {
    arena *arena;
    map by_source; /* by the bytes of the pointer to the source */
    map keywords;  /* spelling -> keyword */
    map devices;   /* names whose definition varies with the device; filled by the preprocessor */
    map texts;     /* text that the preprocessor itself makes (predefined macros, definitions) -> its source */
    const source *predefined;    /* the preprocessor's own definitions as text; made on first use */
    unsigned predefined_version; /* the version of OpenCL C for which they were made */
} lex_cache;

void lex_cache_start(lex_cache *cache, arena *a);

/* The tokens of a source, lexed now or before. */
const lexed *lex_source(lex_cache *cache, const source *s);

/* The offset of the '\n' that ends the logical line on which `offset` stands, where `offset` is one past a token of
 * that line: comments and line continuations are skipped. The end of the text if there is none. */
size_t lex_line_end(const source *s, size_t offset);

/* Whether the text forms exactly one token. Then *t gets its kind, keyword, text (a copy) and length; nothing else.
 * For the operators # and ##. */
bool lex_single(lex_cache *cache, const char *text, size_t length, token *t);

#endif
