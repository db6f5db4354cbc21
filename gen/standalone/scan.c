#include "standalone/scan.h"

/* A walk over the tokens that stand outside of directives. */
typedef struct walk {
    arena *arena;
    const token *tokens; /* without those of directives; the last one is the end */
    size_t count;
    scan found;
} walk;

static void add(walk *w, const token *t, scan_kind kind)
{
    if (t->kind != TOKEN_IDENTIFIER || (t->keyword != KEYWORD_NONE && kind != SCAN_MACRO)) return;
    w->found.names = arena_reserve(w->arena, w->found.names, w->found.count, &w->found.capacity, sizeof *w->found.names);
    w->found.names[w->found.count++] = (scan_name){token_text(w->arena, t), kind};
}

/* Leaves directives out, and notes the macros that they define. */
static void take_tokens(walk *w, const lexed *l)
{
    /* Three more: a look ahead ends in them. */
    token *kept = arena_array(w->arena, l->count + 4, sizeof *kept);
    for (size_t i = 0; i < l->count;) {
        if (l->tokens[i].kind != TOKEN_HASH || !l->tokens[i].first) {
            kept[w->count++] = l->tokens[i++];
            continue;
        }
        if (i + 2 < l->count && token_is(&l->tokens[i + 1], "define")) add(w, &l->tokens[i + 2], SCAN_MACRO);
        for (++i; i < l->count && !l->tokens[i].first;) ++i;
    }
    kept[w->count] = (token){.kind = TOKEN_END};
    w->tokens = kept;
}

/* Behind the bracket that closes the one at `i`. */
static size_t behind(const walk *w, size_t i)
{
    size_t depth = 0;
    for (; i < w->count; ++i) {
        const uint8_t kind = w->tokens[i].kind;
        if (kind == TOKEN_LEFT_BRACE || kind == TOKEN_LEFT_PAREN || kind == TOKEN_LEFT_BRACKET) ++depth;
        if ((kind == TOKEN_RIGHT_BRACE || kind == TOKEN_RIGHT_PAREN || kind == TOKEN_RIGHT_BRACKET) && --depth == 0)
            return i + 1;
    }
    return w->count;
}

static void add_enumerators(walk *w, size_t i, size_t end)
{
    for (++i; i + 1 < end;) {
        add(w, &w->tokens[i], SCAN_LOCAL);
        while (i + 1 < end && w->tokens[i].kind != TOKEN_COMMA)
            i = w->tokens[i].kind == TOKEN_LEFT_PAREN ? behind(w, i) : i + 1;
        ++i;
    }
}

static bool ends_declarator(const token *t)
{
    return t->kind == TOKEN_LEFT_BRACKET || t->kind == TOKEN_ASSIGN || t->kind == TOKEN_SEMICOLON || t->kind == TOKEN_COMMA;
}

/* One declaration or definition from `i`; returns what is behind it. */
static size_t take_declaration(walk *w, size_t i)
{
    scan_kind kind = SCAN_LINKED;
    uint8_t type_keyword = KEYWORD_NONE;
    bool named = false, valued = false;
    for (; i < w->count; ++i) {
        const token *t = &w->tokens[i];
        if (t->keyword == KEYWORD_STATIC || t->keyword == KEYWORD_TYPEDEF) kind = SCAN_LOCAL;
        if (t->keyword == KEYWORD_STRUCT || t->keyword == KEYWORD_UNION || t->keyword == KEYWORD_ENUM) {
            type_keyword = t->keyword;
            if (t[1].kind == TOKEN_IDENTIFIER && (t[2].kind == TOKEN_LEFT_BRACE || t[2].kind == TOKEN_SEMICOLON)) {
                add(w, ++t, SCAN_LOCAL);
                ++i;
            }
        } else if (t->keyword == KEYWORD_ATTRIBUTE) {
            i = behind(w, i + 1) - 1;
        } else if (t->kind == TOKEN_STRING && t[1].kind == TOKEN_LEFT_BRACE) {
            return i + 2; /* extern "C" { */
        } else if (t->kind == TOKEN_SEMICOLON || t->kind == TOKEN_RIGHT_BRACE) {
            return i + 1;
        } else if (t->kind == TOKEN_LEFT_BRACE && named && !valued) {
            return behind(w, i); /* a function's body */
        } else if (t->kind == TOKEN_LEFT_BRACE) {
            const size_t end = behind(w, i);
            if (type_keyword == KEYWORD_ENUM) add_enumerators(w, i, end);
            i = end - 1;
        } else if (t->kind == TOKEN_LEFT_PAREN) {
            i = behind(w, i) - 1;
        } else if (t->kind == TOKEN_LEFT_BRACKET) {
            i = behind(w, i) - 1;
        } else if (t->kind == TOKEN_ASSIGN) {
            valued = true;
        } else if (t->kind == TOKEN_COMMA) {
            valued = false;
        } else if (t->kind == TOKEN_IDENTIFIER && !valued) {
            if (t[1].kind == TOKEN_LEFT_PAREN) {
                named = true;
                add(w, t[2].kind == TOKEN_STAR ? &t[3] : t, kind);
            } else if (ends_declarator(&t[1])) {
                add(w, t, kind);
            }
        }
    }
    return i;
}

scan scan_file_scope(arena *a, const lexed *l)
{
    walk w = {.arena = a};
    take_tokens(&w, l);
    for (size_t i = 0; i < w.count && w.tokens[i].kind != TOKEN_END;) i = take_declaration(&w, i);
    return w.found;
}
