/* Tokens are collected until an external declaration ends. One pass over them, with a stack of open brackets,
 * separates names that are declared from names that are used. Inside functions, a declaration starts with a type
 * keyword, or has two names in a row.
 *
 * SPDX-License-Identifier: MIT */
#include "names/code.h"

#include "clc/type.h"

#include <string.h>

enum { INCLUDE_DEPTH = 32, GUARDS = 8, NO_TOKEN = -1 };

/* The progress of the declaration whose tokens are collected. Conditionals save it, since their branches are
 * alternatives. */
typedef struct shape {
    size_t braces, brackets; /* number of open braces and brackets; brackets only outside of braces */
    ptrdiff_t candidate;     /* the last name before a parenthesis: it may be a function's */
    bool assigned, is_typedef, body;
} shape;

typedef struct condition {
    code_name *guard; /* the name in #ifndef NAME, or NULL */
    shape before, first;
    bool branched; /* `first` is set */
    bool dead;     /* #if 0 */
} condition;

/* The nesting of a declaration that is being analysed. */
typedef enum level_kind {
    LEVEL_TOP,
    LEVEL_BLOCK,  /* statements */
    LEVEL_RECORD, /* members */
    LEVEL_ENUM,
    LEVEL_PARAMETERS,
    LEVEL_ATTRIBUTE, /* the two parentheses of an attribute, with its names */
    LEVEL_EXPRESSION
} level_kind;

typedef enum phase { PHASE_START, PHASE_SPECIFIERS, PHASE_DECLARATOR, PHASE_REST } phase;

typedef struct level {
    level_kind kind;
    token_kind close;
    phase phase;
    bool typed, declaring, is_typedef, is_extern, is_static, is_case;
    bool statement_follows; /* a statement follows the end of this level: it is the condition of an if, for, while or
                               switch */
    keyword record;         /* STRUCT, UNION, ENUM whose braces may follow */
    size_t parentheses;     /* number of open parentheses of a declarator */
} level;

typedef struct reader {
    code_names *names;
    code_file *file;
    arena scratch;
    const source *(*resolve)(void *, const source *, const char *, bool, const char **);
    void *context;
    size_t depth;         /* depth of includes */
    const token **tokens; /* tokens of the current declaration */
    size_t count, capacity;
    shape shape;
    condition *conditions;
    size_t condition_count, condition_capacity, dead;
    level *levels;
    size_t level_count, level_capacity, blocks; /* `blocks`: number of levels within a function */
    size_t serial;                              /* number of the current declaration */
    bool expanded;
} reader;

code_name *code_name_of(code_names *names, const char *text, size_t length)
{
    code_name *known = map_get(&names->by_text, text, length);
    if (known) return known;
    known = ARENA_NEW(names->arena, code_name);
    known->text = arena_strndup(names->arena, text, length);
    *map_at(&names->by_text, known->text, length) = known;
    return known;
}

static location location_of(const reader *r, const token *t)
{
    return r->expanded ? t->site : t->where;
}

static void add_mention(reader *r, code_mention **list, size_t *count, size_t *capacity, const token *t)
{
    *list = arena_reserve(r->names->arena, *list, *count, capacity, sizeof **list);
    (*list)[(*count)++] =
        (code_mention){.name = code_name_of(r->names, t->text, t->length), .where = location_of(r, t)};
}

static const token *token_at(const reader *r, size_t i)
{
    return i < r->count ? r->tokens[i] : NULL;
}

static bool kind_at(const reader *r, size_t i, token_kind kind)
{
    return i < r->count && r->tokens[i]->kind == kind;
}

/* Token i of the current declaration uses its name. */
static void mention(reader *r, size_t i)
{
    const token *t = r->tokens[i];
    code_file *f = r->file;
    code_name *n = code_name_of(r->names, t->text, t->length);
    if (t->keyword || n->local == r->serial) return;
    if (n->mentioned != f) {
        n->mentioned = f;
        n->mention = f->mention_count;
        add_mention(r, &f->mentions, &f->mention_count, &f->mention_capacity, t);
    }
    if (kind_at(r, i + 1, TOKEN_LEFT_PAREN)) f->mentions[n->mention].called = true;
}

static code_definition *define(reader *r, code_kind kind, const token *t, bool is_prototype)
{
    code_file *f = r->file;
    code_name *n = code_name_of(r->names, t->text, t->length);
    if (r->expanded && n->owned == f) return NULL;
    if (!is_prototype) n->owned = f;
    code_definition *d = ARENA_NEW(r->names->arena, code_definition);
    *d =
        (code_definition){.name = n, .where = location_of(r, t), .file = f, .kind = kind, .is_prototype = is_prototype};
    f->definitions = arena_reserve(r->names->arena, f->definitions, f->definition_count, &f->definition_capacity,
                                   sizeof *f->definitions);
    f->definitions[f->definition_count++] = d;
    return d;
}

/* ---- one declaration ---- */

static bool is_name(const token *t)
{
    return t && t->kind == TOKEN_IDENTIFIER && !t->keyword;
}

/* Whether the word can begin or continue the specifiers of a declaration. */
static bool is_specifier(const token *t)
{
    switch ((keyword)t->keyword) {
    case KEYWORD_CHAR:
    case KEYWORD_CONST:
    case KEYWORD_DOUBLE:
    case KEYWORD_ENUM:
    case KEYWORD_EXTERN:
    case KEYWORD_FLOAT:
    case KEYWORD_INLINE:
    case KEYWORD_INT:
    case KEYWORD_LONG:
    case KEYWORD_REGISTER:
    case KEYWORD_RESTRICT:
    case KEYWORD_SHORT:
    case KEYWORD_SIGNED:
    case KEYWORD_STATIC:
    case KEYWORD_STRUCT:
    case KEYWORD_TYPEDEF:
    case KEYWORD_UNION:
    case KEYWORD_UNSIGNED:
    case KEYWORD_VOID:
    case KEYWORD_VOLATILE:
    case KEYWORD_BOOL:
    case KEYWORD_COMPLEX:
    case KEYWORD_IMAGINARY:
    case KEYWORD_HALF:
    case KEYWORD_KERNEL:
    case KEYWORD_GLOBAL:
    case KEYWORD_LOCAL:
    case KEYWORD_CONSTANT:
    case KEYWORD_PRIVATE:
    case KEYWORD_GENERIC:
    case KEYWORD_READ_ONLY:
    case KEYWORD_WRITE_ONLY:
    case KEYWORD_READ_WRITE:
    case KEYWORD_AUTO:
    case KEYWORD_EXTENSION:
    case KEYWORD_TYPEOF: return true;
    default: return false;
    }
}

static bool is_type_word(const token *t)
{
    switch ((keyword)t->keyword) {
    case KEYWORD_CHAR:
    case KEYWORD_DOUBLE:
    case KEYWORD_FLOAT:
    case KEYWORD_INT:
    case KEYWORD_LONG:
    case KEYWORD_SHORT:
    case KEYWORD_SIGNED:
    case KEYWORD_UNSIGNED:
    case KEYWORD_VOID:
    case KEYWORD_BOOL:
    case KEYWORD_HALF:
    case KEYWORD_TYPEOF: return true;
    default: return false;
    }
}

/* Whether the statement at token i is a declaration. */
static bool begins_declaration(const reader *r, size_t i)
{
    enum { STARS = 4 };
    const token *t = r->tokens[i];
    if (t->kind != TOKEN_IDENTIFIER) return false;
    if (t->keyword) return is_specifier(t) || t->keyword == KEYWORD_ATTRIBUTE;
    const token *next = token_at(r, i + 1);
    if (is_name(next) || (next && next->kind == TOKEN_IDENTIFIER && is_specifier(next))) return true;
    size_t k = i + 1;
    while (k < i + 1 + STARS && kind_at(r, k, TOKEN_STAR)) ++k;
    if (k == i + 1 || !is_name(token_at(r, k))) return false;
    return kind_at(r, k + 1, TOKEN_ASSIGN) || kind_at(r, k + 1, TOKEN_SEMICOLON) || kind_at(r, k + 1, TOKEN_COMMA) ||
           kind_at(r, k + 1, TOKEN_LEFT_BRACKET);
}

static level *push_level(reader *r, level_kind kind, token_kind close)
{
    r->levels = arena_reserve(&r->scratch, r->levels, r->level_count, &r->level_capacity, sizeof *r->levels);
    level *l = &r->levels[r->level_count++];
    *l = (level){.kind = kind, .close = close, .phase = kind == LEVEL_EXPRESSION ? PHASE_REST : PHASE_START};
    if (kind == LEVEL_BLOCK || kind == LEVEL_PARAMETERS) r->blocks++;
    return l;
}

static void restart(level *l)
{
    l->phase = l->kind == LEVEL_EXPRESSION ? PHASE_REST : PHASE_START;
    l->typed = l->declaring = l->is_typedef = l->is_extern = l->is_static = l->is_case = false;
    l->record = KEYWORD_NONE;
    l->parentheses = 0;
}

/* The name that a declarator gives. */
static void declare(reader *r, level *l, size_t i)
{
    const token *t = r->tokens[i];
    l->phase = PHASE_REST;
    l->declaring = true;
    if (l->kind == LEVEL_RECORD) return;
    if (r->blocks || l->kind != LEVEL_TOP) {
        code_name_of(r->names, t->text, t->length)->local = r->serial;
        return;
    }
    const bool is_function = (ptrdiff_t)i == r->shape.candidate;
    code_definition *d = NULL;
    if (l->is_typedef) define(r, CODE_TYPE, t, false);
    else if (is_function) d = define(r, CODE_FUNCTION, t, !r->shape.body);
    else d = define(r, CODE_CONSTANT, t, l->is_extern && !kind_at(r, i + 1, TOKEN_ASSIGN));
    if (d) d->linked = !l->is_static;
}

/* struct, union or enum TAG. */
static void note_tag(reader *r, level *l, size_t i)
{
    const token *t = r->tokens[i];
    if (!kind_at(r, i + 1, TOKEN_LEFT_BRACE)) {
        mention(r, i);
        l->record = KEYWORD_NONE;
    } else if (r->blocks) {
        code_name_of(r->names, t->text, t->length)->local = r->serial;
    } else {
        define(r, CODE_TYPE, t, false);
    }
}

static void note_specifier(reader *r, level *l, size_t i)
{
    const token *t = r->tokens[i], *next = token_at(r, i + 1);
    if (t->keyword) {
        if (t->keyword == KEYWORD_STRUCT || t->keyword == KEYWORD_UNION || t->keyword == KEYWORD_ENUM)
            l->record = t->keyword;
        if (t->keyword == KEYWORD_TYPEDEF) l->is_typedef = true;
        if (t->keyword == KEYWORD_EXTERN) l->is_extern = true;
        if (t->keyword == KEYWORD_STATIC) l->is_static = true;
        if (is_type_word(t) || l->record) l->typed = true;
        return;
    }
    if (i && r->tokens[i - 1]->keyword == l->record && l->record) {
        note_tag(r, l, i);
        return;
    }
    const bool called = next && next->kind == TOKEN_LEFT_PAREN;
    if (called && l->kind == LEVEL_TOP && (!l->typed || (ptrdiff_t)i != r->shape.candidate)) {
        /* The invocation of a macro, alone or before a declaration. */
        mention(r, i);
        if (!l->typed) r->file->invokes = true;
    } else if (!l->typed || (next && (next->kind == TOKEN_STAR ||
                                      (next->kind == TOKEN_IDENTIFIER && next->keyword != KEYWORD_ATTRIBUTE)))) {
        mention(r, i);
        l->typed = true;
    } else {
        declare(r, l, i);
    }
}

static void note_word(reader *r, size_t i)
{
    level *l = &r->levels[r->level_count - 1];
    const token *t = r->tokens[i], *before = i ? r->tokens[i - 1] : NULL;
    if (l->kind == LEVEL_ATTRIBUTE || t->keyword == KEYWORD_ATTRIBUTE) return;
    if (l->phase == PHASE_START) {
        if (l->kind == LEVEL_ENUM) {
            if (r->blocks) code_name_of(r->names, t->text, t->length)->local = r->serial;
            else if (!t->keyword) define(r, CODE_CONSTANT, t, false);
            l->phase = PHASE_REST;
            return;
        }
        if (l->kind == LEVEL_BLOCK) {
            if (t->keyword == KEYWORD_ELSE || t->keyword == KEYWORD_DO) return;
            if (is_name(t) && kind_at(r, i + 1, TOKEN_COLON)) return; /* a label */
            l->is_case = t->keyword == KEYWORD_CASE || t->keyword == KEYWORD_DEFAULT;
        }
        l->phase = l->kind != LEVEL_BLOCK || begins_declaration(r, i) ? PHASE_SPECIFIERS : PHASE_REST;
        l->declaring = l->phase == PHASE_SPECIFIERS;
    }
    if (l->phase == PHASE_SPECIFIERS) {
        note_specifier(r, l, i);
    } else if (l->phase == PHASE_DECLARATOR) {
        if (!t->keyword) declare(r, l, i);
    } else if (!t->keyword) {
        const bool member = before && (before->kind == TOKEN_DOT || before->kind == TOKEN_ARROW);
        if (!member && !(before && before->keyword == KEYWORD_GOTO)) mention(r, i);
    }
}

static void open_group(reader *r, size_t i)
{
    const token *t = r->tokens[i], *before = i ? r->tokens[i - 1] : NULL;
    level *l = &r->levels[r->level_count - 1];
    if (t->kind == TOKEN_LEFT_BRACE) {
        level_kind kind = LEVEL_EXPRESSION;
        if (l->record) kind = l->record == KEYWORD_ENUM ? LEVEL_ENUM : LEVEL_RECORD;
        else if (l->kind == LEVEL_TOP) kind = r->shape.body ? LEVEL_BLOCK : LEVEL_EXPRESSION;
        else if (l->kind == LEVEL_BLOCK && (l->phase == PHASE_START || !l->declaring)) kind = LEVEL_BLOCK;
        l->record = KEYWORD_NONE;
        push_level(r, kind, TOKEN_RIGHT_BRACE);
        return;
    }
    if (t->kind == TOKEN_LEFT_BRACKET) {
        if (l->phase == PHASE_DECLARATOR || l->phase == PHASE_SPECIFIERS) l->phase = PHASE_REST;
        push_level(r, LEVEL_EXPRESSION, TOKEN_RIGHT_BRACKET);
        return;
    }
    const keyword word = before ? (keyword)before->keyword : KEYWORD_NONE;
    if (word == KEYWORD_ATTRIBUTE || (l->kind == LEVEL_ATTRIBUTE && before && before->kind == TOKEN_LEFT_PAREN)) {
        push_level(r, LEVEL_ATTRIBUTE, TOKEN_RIGHT_PAREN);
        return;
    }
    if ((l->phase == PHASE_SPECIFIERS && l->typed && !is_name(before)) || l->phase == PHASE_DECLARATOR) {
        l->phase = PHASE_DECLARATOR; /* `double (*f)(double)` */
        l->parentheses++;
        return;
    }
    /* Parameters follow a declared name, or the parentheses around one. */
    const bool named =
        l->declaring && l->phase == PHASE_REST && before &&
        (before->kind == TOKEN_RIGHT_PAREN ? l->kind != LEVEL_BLOCK
                                           : (ptrdiff_t)i - 1 == r->shape.candidate && l->kind == LEVEL_TOP);
    if (l->phase == PHASE_START) l->phase = PHASE_REST;
    const bool loop = word == KEYWORD_FOR;
    const bool test = loop || word == KEYWORD_IF || word == KEYWORD_WHILE || word == KEYWORD_SWITCH;
    push_level(r,
               loop    ? LEVEL_BLOCK
               : named ? LEVEL_PARAMETERS
                       : LEVEL_EXPRESSION,
               TOKEN_RIGHT_PAREN)
        ->statement_follows = test;
}

static void close_group(reader *r, const token *t)
{
    level *l = &r->levels[r->level_count - 1];
    if (t->kind == TOKEN_RIGHT_PAREN && l->parentheses) {
        l->parentheses--;
        return;
    }
    if (r->level_count == 1 || l->close != t->kind) return;
    const level ended = *l;
    r->level_count--;
    if (ended.kind == LEVEL_BLOCK || ended.kind == LEVEL_PARAMETERS) r->blocks--;
    l = &r->levels[r->level_count - 1];
    if (ended.kind == LEVEL_RECORD || ended.kind == LEVEL_ENUM) {
        l->phase = PHASE_SPECIFIERS;
        l->typed = true;
    } else if (l->kind == LEVEL_BLOCK) {
        const bool statement = ended.kind == LEVEL_BLOCK && t->kind == TOKEN_RIGHT_BRACE;
        if (statement || ended.statement_follows) restart(l);
    }
}

static void note_mark(reader *r, const token *t)
{
    level *l = &r->levels[r->level_count - 1];
    switch ((token_kind)t->kind) {
    case TOKEN_SEMICOLON: restart(l); break;
    case TOKEN_COMMA:
        if (l->kind == LEVEL_PARAMETERS || l->kind == LEVEL_ENUM) restart(l);
        else if (l->declaring && l->kind != LEVEL_EXPRESSION) l->phase = PHASE_DECLARATOR;
        break;
    case TOKEN_STAR:
    case TOKEN_XOR:
        if (l->phase == PHASE_SPECIFIERS) l->phase = PHASE_DECLARATOR;
        break;
    case TOKEN_COLON:
        if (l->kind == LEVEL_BLOCK && (l->is_case || l->phase == PHASE_START)) restart(l);
        else if (l->phase != PHASE_START) l->phase = PHASE_REST;
        break;
    default:
        if (l->phase != PHASE_START || l->kind == LEVEL_BLOCK) l->phase = PHASE_REST;
        break;
    }
}

/* Analyses the collected tokens: a whole declaration, or an incomplete one at the end of the file. */
static void finish_declaration(reader *r)
{
    r->serial = ++r->names->serial;
    r->level_count = r->blocks = 0;
    push_level(r, LEVEL_TOP, TOKEN_END);
    for (size_t i = 0; i < r->count; ++i) {
        const token *t = r->tokens[i];
        switch ((token_kind)t->kind) {
        case TOKEN_IDENTIFIER: note_word(r, i); break;
        case TOKEN_LEFT_PAREN:
        case TOKEN_LEFT_BRACE:
        case TOKEN_LEFT_BRACKET: open_group(r, i); break;
        case TOKEN_RIGHT_PAREN:
        case TOKEN_RIGHT_BRACE:
        case TOKEN_RIGHT_BRACKET: close_group(r, t); break;
        default: note_mark(r, t); break;
        }
    }
    r->count = 0;
    r->shape = (shape){.candidate = NO_TOKEN};
}

/* `extern "C" {` and the brace that ends it: declarations between them are at file scope. */
static bool is_linkage(reader *r, const token *t)
{
    if (t->kind == TOKEN_RIGHT_BRACE) return !r->count && !r->shape.braces;
    if (t->kind != TOKEN_LEFT_BRACE || r->count != 2 || r->tokens[0]->keyword != KEYWORD_EXTERN ||
        r->tokens[1]->kind != TOKEN_STRING)
        return false;
    r->count = 0;
    return true;
}

/* Whether the last name is a macro behind the parameters of a function, as in `int f(const char *format, ...)
 * FORMAT(1, 2);`. */
static bool is_behind_function(const reader *r)
{
    const ptrdiff_t candidate = r->shape.candidate;
    if (candidate < 1 || r->count < 2 || r->tokens[r->count - 2]->kind != TOKEN_RIGHT_PAREN) return false;
    const token *type = r->tokens[candidate - 1];
    return type->kind == TOKEN_STAR || is_name(type) || is_type_word(type);
}

static void gather(reader *r, const token *t)
{
    shape *s = &r->shape;
    const token *before = r->count ? r->tokens[r->count - 1] : NULL;
    bool ends = false;
    if (is_linkage(r, t)) return;
    switch ((token_kind)t->kind) {
    case TOKEN_LEFT_BRACE:
        if (s->braces == 0 && s->brackets == 0 && before)
            s->body = before->kind == TOKEN_RIGHT_PAREN && s->candidate != NO_TOKEN && !s->assigned && !s->is_typedef;
        s->braces++;
        break;
    case TOKEN_RIGHT_BRACE:
        if (s->braces && --s->braces == 0 && s->body) ends = true;
        break;
    case TOKEN_LEFT_PAREN:
    case TOKEN_LEFT_BRACKET:
        if (s->braces) break;
        if (t->kind == TOKEN_LEFT_PAREN && !s->brackets && !s->assigned && is_name(before) && !is_behind_function(r))
            s->candidate = (ptrdiff_t)r->count - 1;
        s->brackets++;
        break;
    case TOKEN_RIGHT_PAREN:
    case TOKEN_RIGHT_BRACKET:
        if (!s->braces && s->brackets) s->brackets--;
        break;
    case TOKEN_ASSIGN:
        if (!s->braces && !s->brackets) s->assigned = true;
        break;
    case TOKEN_SEMICOLON:
        if (!s->braces) ends = true;
        break;
    default:
        if (t->keyword == KEYWORD_TYPEDEF && !s->braces) s->is_typedef = true;
        break;
    }
    r->tokens = arena_reserve(&r->scratch, r->tokens, r->count, &r->capacity, sizeof *r->tokens);
    r->tokens[r->count++] = t;
    if (ends) finish_declaration(r);
}

/* ---- directives ---- */

static void read_body(reader *r, code_definition *d, const token *parameters, size_t parameter_count)
{
    code_names *names = r->names;
    size_t capacity = 0;
    const size_t search = ++names->serial;
    for (size_t i = 0; i < parameter_count; ++i)
        if (is_name(&parameters[i])) code_name_of(names, parameters[i].text, parameters[i].length)->expanded = search;
    for (size_t i = 0; i < d->body_count; ++i) {
        const token *t = &d->body[i], *before = i ? t - 1 : NULL, *next = i + 1 < d->body_count ? t + 1 : NULL;
        if (!is_name(t)) continue;
        if (before && (before->kind == TOKEN_DOT || before->kind == TOKEN_ARROW || before->kind == TOKEN_HASH_HASH))
            continue;
        if (next && next->kind == TOKEN_HASH_HASH) continue;
        code_name *n = code_name_of(names, t->text, t->length);
        if (n->expanded == search) continue;
        n->expanded = search;
        if (before && before->kind == TOKEN_IDENTIFIER &&
            (is_type_word(before) || type_named(before->text, before->length)))
            continue; /* a variable of the macro itself */
        d->mentions = arena_reserve(names->arena, d->mentions, d->mention_count, &capacity, sizeof *d->mentions);
        d->mentions[d->mention_count++] = n;
    }
}

/* `t` is the name behind #define, `end` the end of the line. */
static void read_define(reader *r, const token *t, const token *end)
{
    code_definition *d = define(r, CODE_MACRO, t, false);
    if (!d) return;
    for (size_t i = 0; i < r->condition_count && i < GUARDS; ++i)
        if (r->conditions[r->condition_count - 1 - i].guard == d->name) d->weak = true;
    const token *body = t + 1, *parameters = NULL;
    size_t parameter_count = 0;
    if (body < end && body->kind == TOKEN_LEFT_PAREN && !body->space) {
        parameters = ++body;
        while (body < end && body->kind != TOKEN_RIGHT_PAREN) ++body;
        parameter_count = (size_t)(body - parameters);
        body += body < end;
        d->has_parameters = true;
    }
    d->parameters = parameters;
    d->parameter_count = parameter_count;
    d->body = body;
    d->body_count = (size_t)(end - body);
    read_body(r, d, parameters, parameter_count);
}

static void read_undef(reader *r, const token *t)
{
    const code_name *n = code_name_of(r->names, t->text, t->length);
    if (n->owned != r->file) return;
    for (size_t i = r->file->definition_count; i > 0; --i) {
        code_definition *d = r->file->definitions[i - 1];
        if (d->name != n || d->kind != CODE_MACRO) continue;
        d->undone = true;
        return;
    }
}

/* The name in `#ifndef NAME`, `#if !defined NAME`, `#if !defined(NAME)`, if the line has nothing else. */
static const token *guard_of(const token *word, const token *end)
{
    const size_t count = (size_t)(end - word);
    if (token_is(word, "ifndef")) return count == 2 && is_name(&word[1]) ? &word[1] : NULL;
    if (!token_is(word, "if") || count < 4 || word[1].kind != TOKEN_NOT || !token_is(&word[2], "defined")) return NULL;
    if (count == 4 && is_name(&word[3])) return &word[3];
    return count == 6 && word[3].kind == TOKEN_LEFT_PAREN && is_name(&word[4]) ? &word[4] : NULL;
}

static void read_condition(reader *r, const token *word, const token *end)
{
    for (const token *t = word + 1; t < end; ++t)
        if (is_name(t) && !token_is(t, "defined") && !r->dead)
            add_mention(r, &r->file->conditions, &r->file->condition_count, &r->file->condition_capacity, t);
    if (token_is(word, "elif")) return;
    const token *guard = guard_of(word, end);
    r->conditions =
        arena_reserve(&r->scratch, r->conditions, r->condition_count, &r->condition_capacity, sizeof *r->conditions);
    condition *c = &r->conditions[r->condition_count++];
    *c = (condition){.guard = guard ? code_name_of(r->names, guard->text, guard->length) : NULL, .before = r->shape};
    c->dead = token_is(word, "if") && end - word == 2 && token_is(&word[1], "0");
    r->dead += c->dead;
}

static void read_branch(reader *r)
{
    condition *c = r->condition_count ? &r->conditions[r->condition_count - 1] : NULL;
    if (!c) return;
    if (!c->branched && !c->dead) {
        c->first = r->shape;
        c->branched = true;
    }
    r->dead -= c->dead;
    c->dead = false;
    c->guard = NULL;
    if (r->dead) return;
    /* A declaration that ended in the first branch begins again in this one. */
    if (c->branched && r->count && c->before.braces == 0 && c->before.brackets == 0 &&
        c->before.candidate == NO_TOKEN && c->first.braces == 0)
        finish_declaration(r);
    r->shape = c->before;
    if (r->shape.candidate >= (ptrdiff_t)r->count) r->shape.candidate = NO_TOKEN;
}

static void read_endif(reader *r)
{
    if (!r->condition_count) return;
    const condition *c = &r->conditions[--r->condition_count];
    r->dead -= c->dead;
    if (!c->branched || r->dead) return;
    const ptrdiff_t candidate = r->shape.candidate;
    r->shape = c->first;
    if (r->shape.candidate >= (ptrdiff_t)r->count) r->shape.candidate = candidate;
    if (!r->count) r->shape = (shape){.candidate = NO_TOKEN};
}

static code_file *read_file(code_names *names, const source *s,
                            const source *(*resolve)(void *, const source *, const char *, bool, const char **),
                            void *context, size_t depth);

static void read_include(reader *r, const token *t, const token *end, const source *includer)
{
    code_file *f = r->file;
    if (t >= end || t->kind != TOKEN_STRING || t->length < 3 || !r->resolve || r->depth == INCLUDE_DEPTH) return;
    const char *why = NULL;
    const char *name = arena_strndup(r->names->arena, t->text + 1, t->length - 2);
    const source *s = r->resolve(r->context, includer, name, false, &why);
    if (!s) return;
    code_file *part = read_file(r->names, s, r->resolve, r->context, r->depth + 1);
    for (size_t i = 0; i < f->include_count; ++i)
        if (f->includes[i] == part) return;
    f->includes =
        arena_reserve(r->names->arena, f->includes, f->include_count, &f->include_capacity, sizeof(code_file *));
    f->includes[f->include_count++] = part;
}

static void read_directive(reader *r, const token *hash, const token *end, const source *s)
{
    const token *word = hash + 1;
    if (word >= end || word->kind != TOKEN_IDENTIFIER) return;
    if (token_is(word, "if") || token_is(word, "ifdef") || token_is(word, "ifndef")) {
        read_condition(r, word, end);
    } else if (token_is(word, "elif")) {
        read_branch(r);
        read_condition(r, word, end);
    } else if (token_is(word, "else")) {
        read_branch(r);
    } else if (token_is(word, "endif")) {
        read_endif(r);
    } else if (!r->dead && word + 1 < end) {
        if (token_is(word, "define") && word[1].kind == TOKEN_IDENTIFIER) read_define(r, word + 1, end);
        else if (token_is(word, "undef") && word[1].kind == TOKEN_IDENTIFIER) read_undef(r, word + 1);
        else if (token_is(word, "include")) read_include(r, word + 1, end, s);
    }
}

static void read_text(reader *r, const source *s)
{
    const lexed *file = lex_source(r->names->cache, s);
    for (size_t i = 0; i < file->count;) {
        const token *t = &file->tokens[i];
        if (t->kind == TOKEN_HASH && t->first) {
            size_t end = i + 1;
            while (end < file->count && !file->tokens[end].first) ++end;
            read_directive(r, t, &file->tokens[end], s);
            i = end;
            continue;
        }
        if (!r->dead) gather(r, t);
        ++i;
    }
}

/* ---- files ---- */

/* The file is entered before it is read, so that files which include each other end. */
static code_file *read_file(code_names *names, const source *s,
                            const source *(*resolve)(void *, const source *, const char *, bool, const char **),
                            void *context, size_t depth)
{
    const source **key = ARENA_NEW(names->arena, const source *);
    *key = s;
    names->files.arena = names->arena;
    void **known = map_at(&names->files, (const char *)key, sizeof *key);
    code_file *f = *known;
    if (f) return f;
    *known = f = ARENA_NEW(names->arena, code_file);
    reader r = {
        .names = names, .file = f, .resolve = resolve, .context = context, .depth = depth, .shape.candidate = NO_TOKEN};
    f->source = s;
    read_text(&r, s);
    finish_declaration(&r);
    arena_free(&r.scratch);
    return f;
}

code_file *code_read(code_names *names, const source *s,
                     const source *(*resolve)(void *, const source *, const char *, bool, const char **), void *context)
{
    code_file *f = read_file(names, s, resolve, context, 0);
    code_all(names, f);
    return f;
}

void code_all(code_names *names, code_file *file)
{
    const size_t mark = ++names->serial;
    size_t capacity = 0;
    if (file->all) return;
    file->all = arena_reserve(names->arena, NULL, 0, &capacity, sizeof(code_file *));
    file->all[file->all_count++] = file;
    file->mark = mark;
    for (size_t i = 0; i < file->all_count; ++i)
        for (size_t k = 0; k < file->all[i]->include_count; ++k) {
            code_file *part = file->all[i]->includes[k];
            if (part->mark == mark) continue;
            part->mark = mark;
            file->all = arena_reserve(names->arena, file->all, file->all_count, &capacity, sizeof(code_file *));
            file->all[file->all_count++] = part;
        }
}

void code_read_expanded(code_names *names, code_file *file, const token *tokens, size_t count)
{
    reader r = {.names = names, .file = file, .expanded = true, .shape.candidate = NO_TOKEN};
    for (size_t i = 0; i < file->definition_count; ++i)
        if (!file->definitions[i]->is_prototype) file->definitions[i]->name->owned = file;
    for (size_t i = 0; i < file->mention_count; ++i) {
        file->mentions[i].name->mentioned = file;
        file->mentions[i].name->mention = i;
    }
    for (size_t i = 0; i < count; ++i)
        if (tokens[i].site.source == file->source) gather(&r, &tokens[i]);
    finish_declaration(&r);
    arena_free(&r.scratch);
}

static bool same_tokens(const token *a, size_t count, const token *b, size_t other_count)
{
    if (count != other_count) return false;
    for (size_t i = 0; i < count; ++i)
        if (a[i].length != b[i].length || memcmp(a[i].text, b[i].text, a[i].length) != 0) return false;
    return true;
}

bool code_same(const code_definition *a, const code_definition *b)
{
    if (a->where.source == b->where.source && a->where.offset == b->where.offset) return true;
    return a->kind == CODE_MACRO && b->kind == CODE_MACRO && a->has_parameters == b->has_parameters &&
           same_tokens(a->parameters, a->parameter_count, b->parameters, b->parameter_count) &&
           same_tokens(a->body, a->body_count, b->body, b->body_count);
}
