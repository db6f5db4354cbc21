/* The lexer. See lex.h.
 *
 * Characters are read through `peek` and `skip`, which replace trigraphs and make line continuations invisible (C99
 * 5.1.1.2, phases 1 and 2). A token's text points into the source, unless it contains a trigraph or a continuation:
 * then it is a copy without them.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/lex.h"

#include "base/phase.h"

#include <string.h>

typedef struct scanner {
    lex_cache *cache;
    const char *text;
    size_t length, at;
    bool respelt; /* a continuation or trigraph was read since this was cleared */
} scanner;

/* The character at `at`, which is not part of a continuation. *width is the number of bytes that spell it. */
static char character_at(const scanner *s, size_t at, size_t *width)
{
    *width = at < s->length;
    if (at >= s->length || s->text[at] != '?') return at < s->length ? s->text[at] : '\0';
    const char trigraph = phase_trigraph(s->text, s->length, at);
    if (trigraph) *width = 3;
    return trigraph ? trigraph : '?';
}

static size_t behind_continuations(const scanner *s, size_t at)
{
    return phase_behind_continuations(s->text, s->length, at);
}

/* The scanner's current character, or '\0' at the end. */
static char peek(scanner *s)
{
    const char c = s->at < s->length ? s->text[s->at] : '\0';
    if (c != '\\' && c != '?') return c;
    const size_t at = behind_continuations(s, s->at);
    size_t width = 0;
    if (at != s->at) s->respelt = true;
    s->at = at;
    return character_at(s, at, &width);
}

/* The character behind the current one. */
static char peek_second(scanner *s)
{
    size_t width = 0;
    peek(s);
    if (s->at >= s->length) return '\0';
    character_at(s, s->at, &width);
    return character_at(s, behind_continuations(s, s->at + width), &width);
}

static void skip(scanner *s)
{
    size_t width = 0;
    character_at(s, s->at, &width);
    if (width > 1) s->respelt = true;
    s->at += width;
}

/* Locale-free. Bytes from 0x80 on are parts of UTF-8 letters: drivers accept them in identifiers. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* White space and comments. Returns false at a comment that the end of the file cuts off; *line is set when a line
 * ended. Leaves the scanner at a token's first byte or at the end. */
static bool skip_space(scanner *s, bool *space, bool *line, size_t *comment)
{
    for (;;) {
        const char c = peek(s);
        if (s->at >= s->length) return true;
        if (c == '\n') {
            *line = true;
            *space = true;
            skip(s);
        } else if (c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r') {
            *space = true;
            skip(s);
        } else if (c == '/' && peek_second(s) == '/') {
            *space = true;
            while (s->at < s->length && peek(s) != '\n') skip(s);
        } else if (c == '/' && peek_second(s) == '*') {
            *space = true;
            *comment = s->at;
            skip(s);
            peek(s);
            skip(s);
            for (;;) {
                const char star = peek(s);
                if (s->at >= s->length) return false;
                skip(s);
                if (star == '*' && peek(s) == '/') break;
            }
            skip(s);
        } else {
            return true;
        }
    }
}

/* pp-number: C99 6.4.8. */
static void skip_number(scanner *s)
{
    for (;;) {
        const char c = peek(s);
        if (s->at >= s->length) return;
        if (c == 'e' || c == 'E' || c == 'p' || c == 'P') {
            skip(s);
            const char sign = peek(s);
            if (s->at < s->length && (sign == '+' || sign == '-')) skip(s);
        } else if (is_digit(c) || is_letter(c) || c == '.') {
            skip(s);
        } else {
            return;
        }
    }
}

/* A character constant or string literal: C99 6.4.4.4, 6.4.5. */
static token_kind skip_quoted(scanner *s, char quote)
{
    skip(s);
    for (;;) {
        const char c = peek(s);
        if (s->at >= s->length || c == '\n') return TOKEN_UNTERMINATED;
        skip(s);
        if (c == quote) return quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
        if (c == '\\') {
            const char escaped = peek(s);
            if (s->at < s->length && escaped != '\n') skip(s);
        }
    }
}

typedef struct punctuator {
    const char *text;
    uint8_t length, kind;
} punctuator;

static const punctuator punctuators[] = {
#define X(name, text) {text, sizeof text - 1, TOKEN_##name},
    TOKEN_PUNCTUATORS(X)
#undef X
};

/* Digraphs, C99 6.4.6; %:%: is so rare that a look-ahead of four is not worth it. */
static const punctuator digraphs[] = {
    {"<:", 2, TOKEN_LEFT_BRACKET}, {":>", 2, TOKEN_RIGHT_BRACKET}, {"<%", 2, TOKEN_LEFT_BRACE},
    {"%>", 2, TOKEN_RIGHT_BRACE},  {"%:", 2, TOKEN_HASH},
};

static token_kind skip_punctuator(scanner *s)
{
    /* Up to three characters, with the position behind each. */
    char ahead[4] = {0};
    size_t behind[4] = {0};
    bool respelt[4] = {false};
    scanner probe = *s;
    probe.respelt = false;
    for (int i = 0; i < 3; ++i) {
        ahead[i] = peek(&probe);
        skip(&probe);
        respelt[i] = probe.respelt;
        behind[i] = probe.at;
    }
    for (size_t i = 0; i < sizeof punctuators / sizeof *punctuators; ++i) {
        const punctuator *p = &punctuators[i];
        if (p->text[0] == ahead[0] && memcmp(p->text, ahead, p->length) == 0) {
            /* '<' is tried after all longer ones but before the digraphs. */
            if (p->length == 1 && strchr("<:%", ahead[0]))
                for (size_t j = 0; j < sizeof digraphs / sizeof *digraphs; ++j)
                    if (memcmp(digraphs[j].text, ahead, 2) == 0) p = &digraphs[j];
            s->at = behind[p->length - 1];
            s->respelt |= respelt[p->length - 1];
            return (token_kind)p->kind;
        }
    }
    skip(s);
    return TOKEN_OTHER;
}

/* Reads the token at the scanner's position into *t: kind, keyword, text, length. */
static void scan_token(scanner *s, token *t)
{
    char c = peek(s);
    s->respelt = false;
    const size_t begin = s->at;
    if (is_letter(c)) {
        while (is_letter(peek(s)) || is_digit(peek(s))) skip(s);
        t->kind = TOKEN_IDENTIFIER;
    } else if (is_digit(c) || (c == '.' && is_digit(peek_second(s)))) {
        skip_number(s);
        t->kind = TOKEN_NUMBER;
    } else if (c == '"' || c == '\'') {
        t->kind = (uint8_t)skip_quoted(s, c);
    } else {
        t->kind = (uint8_t)skip_punctuator(s);
    }
    /* A continuation directly behind the token was read while looking ahead; it is not part of the token. */
    t->end = s->at;
    t->text = s->text + begin;
    t->length = (uint32_t)(s->at - begin);
    if (s->respelt) {
        char *copy = arena_array(s->cache->arena, t->length + 1u, 1);
        uint32_t length = 0;
        size_t end = begin, width = 0;
        for (size_t at = begin; (at = behind_continuations(s, at)) < s->at; at += width) {
            copy[length++] = character_at(s, at, &width);
            end = at + width;
        }
        t->text = copy;
        t->length = length;
        t->end = end;
    }
    t->keyword = KEYWORD_NONE;
    if (t->kind == TOKEN_IDENTIFIER) t->keyword = (uint8_t)(uintptr_t)map_get(&s->cache->keywords, t->text, t->length);
}

static const struct {
    const char *text;
    keyword keyword;
} keyword_table[] = {
#define X(name, text) {text, KEYWORD_##name},
    TOKEN_KEYWORDS(X)
#undef X
};

void lex_cache_start(lex_cache *cache, arena *a)
{
    *cache = (lex_cache){.arena = a, .by_source.arena = a, .keywords.arena = a, .devices.arena = a, .texts.arena = a};
    for (size_t i = 0; i < sizeof keyword_table / sizeof *keyword_table; ++i)
        *map_ats(&cache->keywords, keyword_table[i].text) = (void *)(uintptr_t)keyword_table[i].keyword;
}

static void lex_all(lex_cache *cache, lexed *result)
{
    const source *source = result->source;
    scanner s = {.cache = cache, .text = source->text, .length = source->length};
    size_t capacity = source->length / 4 + 16, directives = 0;
    if (capacity > LEX_LIMIT) capacity = LEX_LIMIT;
    result->tokens = arena_array(cache->arena, capacity, sizeof *result->tokens);
    for (bool line = true, done = false; !done;) {
        bool space = false;
        size_t comment = 0;
        const bool closed = skip_space(&s, &space, &line, &comment);
        if (result->count + 1 >= capacity) {
            result->tokens = arena_grow(cache->arena, result->tokens, result->count, capacity * 2, sizeof(token));
            capacity *= 2;
        }
        token *t = &result->tokens[result->count];
        t->where = (location){source, closed ? s.at : comment};
        if (!closed) {
            *t = (token){.kind = TOKEN_OPEN_COMMENT,
                         .text = source->text + comment,
                         .length = 2,
                         .end = comment + 2,
                         .where = t->where};
        } else if (s.at >= s.length || result->count >= LEX_LIMIT) {
            result->too_long = s.at < s.length;
            *t = (token){.kind = TOKEN_END, .text = "", .end = s.at, .where = t->where};
            line = true;
            done = true;
        } else {
            scan_token(&s, t);
        }
        t->space = space;
        t->first = line;
        t->site = t->where;
        t->site_end = t->end;
        if (line && t->kind == TOKEN_HASH) ++directives;
        line = false;
        if (!done) result->count++;
    }
    result->directives = arena_array(cache->arena, directives, sizeof *result->directives);
    for (size_t i = 0; i < result->count; ++i)
        if (result->tokens[i].first && result->tokens[i].kind == TOKEN_HASH)
            result->directives[result->directive_count++] = i;
}

const lexed *lex_source(lex_cache *cache, const source *s)
{
    lexed *known = map_get(&cache->by_source, (const char *)&s, sizeof s);
    if (known) return known;
    lexed *result = ARENA_NEW(cache->arena, lexed);
    const source **key = ARENA_NEW(cache->arena, const source *);
    *key = s;
    result->source = s;
    lex_all(cache, result);
    *map_at(&cache->by_source, (const char *)key, sizeof *key) = result;
    return result;
}

size_t lex_line_end(const source *source, size_t offset)
{
    scanner s = {.text = source->text, .length = source->length, .at = offset};
    while (s.at < s.length) {
        /* Calls skip_space one step at a time, since it must stop at the end of the first line. */
        const char c = peek(&s);
        if (s.at >= s.length || c == '\n') break;
        if (c == '/' && (peek_second(&s) == '/' || peek_second(&s) == '*')) {
            const bool block = peek_second(&s) == '*';
            skip(&s);
            peek(&s);
            skip(&s);
            while (s.at < s.length) {
                const char d = peek(&s);
                if (s.at >= s.length || (!block && d == '\n')) break;
                if (block && d == '*' && peek_second(&s) == '/') {
                    skip(&s);
                    peek(&s);
                    skip(&s);
                    break;
                }
                skip(&s);
            }
        } else {
            skip(&s);
        }
    }
    return s.at < s.length ? s.at : s.length;
}

bool lex_single(lex_cache *cache, const char *text, size_t length, token *t)
{
    scanner s = {.cache = cache, .text = text, .length = length};
    bool space = false, line = false;
    size_t comment = 0;
    if (!skip_space(&s, &space, &line, &comment) || space || s.at >= length) return false;
    token scanned = {0};
    scan_token(&s, &scanned);
    if (s.at != length || scanned.kind == TOKEN_UNTERMINATED) return false;
    t->kind = scanned.kind;
    t->keyword = scanned.keyword;
    t->text = scanned.text;
    t->length = scanned.length;
    return true;
}
