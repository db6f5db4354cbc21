/* Macro definition and expansion (C99 6.10.3).
 * Knows macros and token lists; must not know the other directives.
 *
 * Expansion is a stack of token streams on top of the file. A macro is disabled while its own expansion is on the
 * stack; a name that is read meanwhile is blocked for good. This gives each token the hide set of Prosser's algorithm,
 * except where the standard leaves the result open (6.10.3.4 p4, DR 017): there an expansion that was read to its end
 * no longer hides its macro, as in all compilers that drivers are made of.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/preprocess_state.h"

#include "base/escape.h"

#include <string.h>

enum { LONGEST_TOKEN = 1 << 16 };

/* Counts the tokens that expansion makes, so that no input keeps it busy without bounds. */
static bool charge(preprocessor *p, size_t tokens, const token *at)
{
    if (p->stopped) return false;
    p->made += tokens;
    if (p->made / PREPROCESS_WORK <= p->limit) return true;
    p->stopped = true;
    preprocessor_error(p, at, "macro expansion makes more than %zu tokens: do macros double what they are given?",
                       p->limit * PREPROCESS_WORK);
    return false;
}

bool preprocessor_keep(preprocessor *p, size_t tokens, const token *at)
{
    if (p->stopped) return false;
    p->alive += tokens;
    if (p->alive <= p->limit) return true;
    p->stopped = true;
    preprocessor_error(p, at, "the program has more than %zu tokens, directives and uses of macros", p->limit);
    return false;
}

/* ---- memory of lists ---- */

/* Memory for at least *count items, not zeroed; *count becomes the number that fits. */
static void *take_memory(preprocessor *p, size_t *count, size_t size)
{
    size_t i = 4;
    while (((size_t)1 << i) / size < *count) ++i;
    const size_t bytes = (size_t)1 << i;
    void *block = p->free_blocks[i];
    if (block) {
        memcpy(&p->free_blocks[i], block, sizeof p->free_blocks[i]);
    } else {
        block = arena_array_unset(p->a, bytes, 1);
    }
    *count = bytes / size;
    return block;
}

static void give_memory(preprocessor *p, void *block, size_t count, size_t size)
{
    size_t i = 4;
    if (!block) return;
    while (((size_t)1 << i) / size < count) ++i;
    memcpy(block, &p->free_blocks[i], sizeof p->free_blocks[i]);
    p->free_blocks[i] = block;
}

/* Room for at least `capacity` tokens. */
static void grow_list(preprocessor *p, token_list *list, size_t capacity)
{
    token *items = take_memory(p, &capacity, sizeof *items);
    if (list->count) memcpy(items, list->items, list->count * sizeof *items);
    give_memory(p, list->items, list->capacity, sizeof *items);
    list->items = items;
    list->capacity = capacity;
}

void token_list_reserve(preprocessor *p, token_list *list, size_t more)
{
    if (list->capacity - list->count < more) grow_list(p, list, list->count + more);
}

void token_list_add(preprocessor *p, token_list *list, const token *t)
{
    /* Long spellings are looked up many times, so they count for more. */
    if (!charge(p, 1 + t->length / 64, t) || !preprocessor_keep(p, 1, t)) return;
    if (list->count == list->capacity) grow_list(p, list, list->count + 1);
    list->items[list->count++] = *t;
}

void token_list_free(preprocessor *p, token_list *list)
{
    give_memory(p, list->items, list->capacity, sizeof *list->items);
    p->alive -= list->count;
    *list = (token_list){0};
}

/* ---- token streams ---- */

static void push(preprocessor *p, const token *tokens, size_t count, macro *m, bool barrier)
{
    token_stream *r = p->spare;
    if (r) {
        p->spare = r->below;
    } else {
        r = ARENA_NEW(p->a, token_stream);
    }
    *r = (token_stream){.tokens = tokens, .count = count, .macro = m, .barrier = barrier, .below = p->top};
    p->top = r;
    if (m) m->disabled = true;
}

static void pop(preprocessor *p)
{
    token_stream *r = p->top;
    if (r->macro) r->macro->disabled = false;
    token_list_free(p, &r->memory);
    p->top = r->below;
    r->below = p->spare;
    p->spare = r;
}

void expand_push_list(preprocessor *p, const token *tokens, size_t count)
{
    push(p, tokens, count, NULL, true);
}

void expand_pop_list(preprocessor *p)
{
    while (!p->top->barrier) pop(p);
    pop(p);
}

token expand_raw(preprocessor *p)
{
    for (;;) {
        token_stream *r = p->top;
        if (p->stopped) return (token){.kind = TOKEN_END, .text = ""};
        if (r) {
            if (r->next < r->count) return r->tokens[r->next++];
            if (r->barrier) return (token){.kind = TOKEN_END, .text = ""};
            pop(p);
            continue;
        }
        const token *t = &p->file->file->tokens[p->file->next];
        if (t->kind == TOKEN_END) return *t;
        if (t->first && t->kind == TOKEN_HASH) {
            preprocessor_directive(p);
            continue;
        }
        p->file->next++;
        return *t;
    }
}

/* Whether the next token is '('. Streams that are used up are dropped; a directive is not skipped. */
static bool parenthesis_follows(preprocessor *p)
{
    while (p->top && p->top->next == p->top->count && !p->top->barrier) pop(p);
    if (p->top) return p->top->next < p->top->count && p->top->tokens[p->top->next].kind == TOKEN_LEFT_PAREN;
    return p->file->file->tokens[p->file->next].kind == TOKEN_LEFT_PAREN;
}

typedef struct argument {
    token_list raw, expanded;
    bool is_expanded;
} argument;

/* One expansion in progress. */
typedef struct invocation {
    const macro *macro;
    const token *name;
    const macro_use *use;
    size_t site_end;
    argument *arguments;
    size_t argument_count; /* the number that fits the memory */
    bool variable_given;   /* the variable argument was given, possibly empty */
} invocation;

static void free_arguments(preprocessor *p, invocation *call)
{
    for (size_t i = 0; i < call->argument_count; ++i) {
        token_list_free(p, &call->arguments[i].raw);
        token_list_free(p, &call->arguments[i].expanded);
    }
    give_memory(p, call->arguments, call->argument_count, sizeof *call->arguments);
    call->arguments = NULL;
    call->argument_count = 0;
}

/* Reads "(" arguments ")", C99 6.10.3 p11. */
static bool collect(preprocessor *p, invocation *call)
{
    const macro *m = call->macro;
    const size_t wanted = m->parameter_count;
    const bool outer = p->in_arguments;
    size_t given = 0, depth = 0;
    argument surplus = {0};
    bool any = false;
    call->argument_count = wanted ? wanted : 1;
    call->arguments = take_memory(p, &call->argument_count, sizeof *call->arguments);
    memset(call->arguments, 0, call->argument_count * sizeof *call->arguments);
    p->in_arguments = true;
    (void)expand_raw(p);
    for (;;) {
        token t = expand_raw(p);
        if (t.kind == TOKEN_END) {
            p->in_arguments = outer;
            if (!p->stopped) preprocessor_error(p, call->name, "unterminated argument list of macro '%s'", m->name);
            return false;
        }
        if (t.kind == TOKEN_RIGHT_PAREN && depth == 0) {
            if (t.site.source == call->name->site.source && t.site_end > call->site_end) call->site_end = t.site_end;
            break;
        }
        if (t.kind == TOKEN_LEFT_PAREN) depth++;
        if (t.kind == TOKEN_RIGHT_PAREN) depth--;
        any = true;
        if (t.kind == TOKEN_COMMA && depth == 0 && !(m->variadic && given + 1 >= wanted)) {
            given++;
            continue;
        }
        if (t.first) t.space = true;
        t.first = false;
        t.use = call->use;
        t.site = call->name->site;
        token_list_add(p, given < wanted ? &call->arguments[given].raw : &surplus.raw, &t);
    }
    p->in_arguments = outer;
    token_list_free(p, &surplus.raw);
    if (any || wanted > 0) given++;
    call->variable_given = given >= wanted;
    if (m->variadic && given + 1 == wanted) given++;
    if (given != wanted) {
        preprocessor_error(p, call->name, "macro '%s' takes %zu argument%s, but %zu %s given", m->name, wanted,
                           wanted == 1 ? "" : "s", given, given == 1 ? "is" : "are");
        if (!m->predefined) diagnose_note(p->d, m->where, "'%s' is defined here", m->name);
        return false;
    }
    for (size_t i = 0; i < wanted; ++i) {
        const token_list *raw = &call->arguments[i].raw;
        for (size_t j = 0; j < raw->count; ++j) raw->items[j].site_end = call->site_end;
    }
    return true;
}

/* The argument that the body's token names, or NULL. */
static argument *argument_of(const invocation *call, const token *t)
{
    const macro *m = call->macro;
    if (t->kind != TOKEN_IDENTIFIER || !call->arguments) return NULL;
    for (size_t i = 0; i < m->parameter_count; ++i) {
        const token *name = &m->parameters[i];
        if (name->length == t->length && memcmp(name->text, t->text, t->length) == 0) return &call->arguments[i];
    }
    return NULL;
}

/* C99 6.10.3.1: the argument is expanded as if it were the rest of the file. */
static const token_list *expanded(preprocessor *p, const invocation *call, argument *a)
{
    if (a->is_expanded) return &a->expanded;
    a->is_expanded = true;
    if (p->depth >= PREPROCESS_NESTING) {
        p->stopped = true;
        preprocessor_error(p, call->name, "macro arguments nest deeper than %d", (int)PREPROCESS_NESTING);
        return &a->expanded;
    }
    p->depth++;
    expand_push_list(p, a->raw.items, a->raw.count);
    for (;;) {
        const token t = expand_next(p);
        if (t.kind == TOKEN_END) break;
        token_list_add(p, &a->expanded, &t);
    }
    expand_pop_list(p);
    p->depth--;
    return &a->expanded;
}

/* A token of the body, as this expansion produces it. */
static token produced(const invocation *call, const token *from)
{
    token t = *from;
    t.first = false;
    t.use = call->use;
    t.site = call->name->site;
    t.site_end = call->site_end;
    return t;
}

/* The operator #: C99 6.10.3.2. */
static token stringify(preprocessor *p, const invocation *call, const token *hash, const argument *a)
{
    buffer b = {0};
    buffer_addc(&b, '"');
    for (size_t i = 0; i < a->raw.count && b.length < LONGEST_TOKEN; ++i) {
        const token *t = &a->raw.items[i];
        if (i > 0 && t->space) buffer_addc(&b, ' ');
        const bool quoted = t->kind == TOKEN_STRING || t->kind == TOKEN_CHARACTER || t->kind == TOKEN_UNTERMINATED;
        for (size_t j = 0; j < t->length; ++j) {
            if (quoted && (t->text[j] == '"' || t->text[j] == '\\')) buffer_addc(&b, '\\');
            buffer_addc(&b, t->text[j]);
        }
    }
    buffer_addc(&b, '"');
    token t = produced(call, hash);
    charge(p, b.length / 64, hash);
    preprocessor_keep(p, b.length / 64, hash);
    if (b.length > LONGEST_TOKEN) {
        preprocessor_error(p, call->name, "the operator # makes a string of more than 64 KiB");
        b.length = 0;
        buffer_adds(&b, "\"\"");
    }
    t.kind = TOKEN_STRING;
    t.keyword = KEYWORD_NONE;
    t.text = arena_strndup(p->a, b.text, b.length);
    t.length = (uint32_t)b.length;
    buffer_free(&b);
    return t;
}

/* The operator ##: C99 6.10.3.3. Pastes onto *left; false, and an error, where that gives no token. */
static bool paste(preprocessor *p, const invocation *call, token *left, const token *right)
{
    const size_t length = (size_t)left->length + right->length;
    if (!charge(p, length / 64 + 1, left) || !preprocessor_keep(p, length / 64, left)) return false;
    if (length > LONGEST_TOKEN) {
        preprocessor_error(p, call->name, "the operator ## makes a token of more than 64 KiB");
        return false;
    }
    char *text = arena_array(p->a, length + 1, 1);
    memcpy(text, left->text, left->length);
    memcpy(text + left->length, right->text, right->length);
    token t = produced(call, left);
    t.blocked = false;
    if (!lex_single(p->cache, text, length, &t)) {
        preprocessor_error(p, left, "pasting '%.*s' and '%.*s' does not make a valid token", (int)left->length,
                           left->text, (int)right->length, right->text);
        return false;
    }
    *left = t;
    return true;
}

/* One element of the body: an argument, a string made by #, or a token as it is. Adds its tokens to the list.
 * Returns how many tokens of the body it took. */
static size_t element(preprocessor *p, invocation *call, size_t i, bool raw, token_list *list)
{
    const macro *m = call->macro;
    const token *b = &m->body[i];
    if (b->kind == TOKEN_HASH && m->function_like && i + 1 < m->body_count) {
        const argument *a = argument_of(call, b + 1);
        if (a) {
            const token t = stringify(p, call, b, a);
            token_list_add(p, list, &t);
            return 2;
        }
    }
    argument *a = argument_of(call, b);
    if (!a) {
        const token t = produced(call, b);
        token_list_add(p, list, &t);
        return 1;
    }
    const token_list *tokens = raw ? &a->raw : expanded(p, call, a);
    for (size_t j = 0; j < tokens->count; ++j) {
        token t = tokens->items[j];
        if (j == 0) t.space = b->space;
        token_list_add(p, list, &t);
    }
    return 1;
}

static bool is_paste(const macro *m, size_t i)
{
    return i > 0 && i + 1 < m->body_count && m->body[i].kind == TOKEN_HASH_HASH;
}

/* The body, after arguments were inserted and # and ## carried out. */
static token_list substitute(preprocessor *p, invocation *call)
{
    const macro *m = call->macro;
    token_list out = {0}, right = {0};
    bool empty = true; /* the left operand of a ## that follows made no token */
    for (size_t i = 0; i < m->body_count && !p->stopped;) {
        if (!is_paste(m, i)) {
            const size_t before = out.count;
            i += element(p, call, i, is_paste(m, i + 1), &out);
            empty = out.count == before;
            continue;
        }
        /* GNU: ", ## __VA_ARGS__" drops the comma if the variable argument is left out, and pastes nothing. */
        const bool comma = m->variadic && m->body[i - 1].kind == TOKEN_COMMA &&
                           argument_of(call, &m->body[i + 1]) == &call->arguments[m->parameter_count - 1];
        ++i;
        p->alive -= right.count;
        right.count = 0;
        i += element(p, call, i, !comma, &right);
        if (comma) {
            if (!call->variable_given && out.count > 0) {
                out.count--;
                p->alive--;
            }
        } else if (!empty && right.count > 0 && out.count > 0) {
            if (!paste(p, call, &out.items[out.count - 1], &right.items[0])) empty = true;
        }
        for (size_t j = !comma && !empty && out.count > 0 ? 1 : 0; j < right.count; ++j)
            token_list_add(p, &out, &right.items[j]);
        empty = empty && right.count == 0;
    }
    token_list_free(p, &right);
    if (out.count > 0) out.items[0].space = call->name->space;
    return out;
}

/* Reads the invocation whose name was just read, and puts its expansion in front. */
static void expand(preprocessor *p, macro *m, const token *name)
{
    macro_use *use = ARENA_NEW(p->a, macro_use);
    *use = (macro_use){m, name->where, name->use};
    invocation call = {.macro = m, .name = name, .use = use, .site_end = name->site_end};
    /* The search for parameters in the body counts too: an expansion may make no token at all. */
    const size_t effort = 1 + m->body_count / 4 + m->body_count * m->parameter_count / 64 + m->parameter_count;
    if (!charge(p, effort, name) || !preprocessor_keep(p, 1, name)) return;
    if (m->function_like && !collect(p, &call)) {
        free_arguments(p, &call);
        return;
    }
    preprocessor_note_use(p, m, name, call.site_end);
    const token_list tokens = substitute(p, &call);
    free_arguments(p, &call);
    push(p, tokens.items, tokens.count, m, false);
    p->top->memory = tokens;
}

token expand_next(preprocessor *p)
{
    for (;;) {
        token t = expand_raw(p);
        if (t.kind != TOKEN_IDENTIFIER || t.blocked) return t;
        macro *m = map_get(&p->macros, t.text, t.length);
        if (!m) return t;
        if (m->disabled) {
            t.blocked = true;
            return t;
        }
        if (m->dynamic) return expand_dynamic(p, m, &t);
        if (m->function_like && !parenthesis_follows(p)) return t;
        expand(p, m, &t);
    }
}

token expand_dynamic(preprocessor *p, macro *m, const token *name)
{
    token t = *name;
    const reader *file = p->file;
    if (strcmp(m->name, "__LINE__") == 0) {
        const position where_position = source_position(name->site.source, name->site.offset);
        const char *text = arena_printf(p->a, "%lld", (long long)where_position.line + file->line_shift);
        t.kind = TOKEN_NUMBER;
        t.text = text;
    } else if (strcmp(m->name, "__COUNTER__") == 0) {
        preprocessor_note_use(p, m, name, name->site_end);
        t.kind = TOKEN_NUMBER;
        t.text = arena_printf(p->a, "%zu", p->counter++);
    } else {
        const char *path = file->line_name ? file->line_name : file->file->source->name;
        buffer b = {0};
        escape_line_name(&b, path); /* escaped as in the #line of the program that the driver gets */
        t.kind = TOKEN_STRING;
        t.text = arena_strndup(p->a, b.text, b.length);
        buffer_free(&b);
    }
    t.length = (uint32_t)strlen(t.text);
    t.keyword = KEYWORD_NONE;
    charge(p, 1 + t.length / 64, name);
    preprocessor_keep(p, t.length / 64, name);
    return t;
}

/* identifier-list: [IDENTIFIER ("," IDENTIFIER)*] [","] ["..."] ")". Returns the index behind ")", or 0. */
static size_t parameters(preprocessor *p, macro *m, const token *line, size_t count)
{
    token_list names = {0};
    size_t i = 2;
    for (bool more = !(i < count && line[i].kind == TOKEN_RIGHT_PAREN); more; ++i) {
        if (i < count && line[i].kind == TOKEN_ELLIPSIS) {
            token t = line[i];
            t.kind = TOKEN_IDENTIFIER;
            t.text = "__VA_ARGS__";
            t.length = 11;
            m->variadic = true;
            token_list_add(p, &names, &t);
            more = false;
        } else if (i < count && line[i].kind == TOKEN_IDENTIFIER) {
            for (size_t j = 0; j < names.count; ++j)
                if (names.items[j].length == line[i].length &&
                    memcmp(names.items[j].text, line[i].text, line[i].length) == 0)
                    preprocessor_error(p, &line[i], "two parameters of macro '%s' are named '%.*s'", m->name,
                                       (int)line[i].length, line[i].text);
            if (token_is(&line[i], "__VA_ARGS__"))
                preprocessor_error(p, &line[i], "'__VA_ARGS__' cannot be the name of a parameter");
            token_list_add(p, &names, &line[i]);
            /* GNU: a named variable parameter, "args...". */
            if (i + 1 < count && line[i + 1].kind == TOKEN_ELLIPSIS) {
                m->variadic = true;
                ++i;
            }
            more = !m->variadic && i + 1 < count && line[i + 1].kind == TOKEN_COMMA;
            if (more) ++i;
        } else {
            break;
        }
        if (names.count > 1000) break;
    }
    if (i >= count || line[i].kind != TOKEN_RIGHT_PAREN) {
        preprocessor_error(p, &line[i < count ? i : count - 1],
                           "the parameter list of macro '%s' is not valid: expected names, commas, then ')'", m->name);
        return 0;
    }
    m->parameters = names.items;
    m->parameter_count = names.count;
    return i + 1;
}

/* C99 6.10.3.2 p1, 6.10.3.3 p1. */
static bool body_is_valid(preprocessor *p, const macro *m)
{
    for (size_t i = 0; i < m->body_count; ++i) {
        const token *b = &m->body[i];
        if (b->kind == TOKEN_HASH_HASH && (i == 0 || i + 1 == m->body_count)) {
            preprocessor_error(p, b, "'##' cannot stand at either end of a macro's body");
            return false;
        }
        if (b->kind == TOKEN_HASH && m->function_like) {
            bool found = false;
            for (size_t j = 0; j < m->parameter_count && i + 1 < m->body_count; ++j)
                found |= b[1].length == m->parameters[j].length &&
                         memcmp(b[1].text, m->parameters[j].text, b[1].length) == 0;
            if (!found) {
                preprocessor_error(p, b, "'#' must be followed by a parameter of macro '%s'", m->name);
                return false;
            }
        }
    }
    return true;
}

static bool same_tokens(const token *a, const token *b, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (a[i].kind != b[i].kind || a[i].length != b[i].length || memcmp(a[i].text, b[i].text, a[i].length) != 0 ||
            (i > 0 && a[i].space != b[i].space))
            return false;
    return true;
}

/* C99 6.10.3 p1, p2. */
static bool same_definition(const macro *a, const macro *b)
{
    return a->function_like == b->function_like && a->variadic == b->variadic &&
           a->parameter_count == b->parameter_count && a->body_count == b->body_count &&
           same_tokens(a->parameters, b->parameters, a->parameter_count) &&
           same_tokens(a->body, b->body, a->body_count);
}

void expand_define(preprocessor *p, const token *line, size_t count, const token *hash, size_t end)
{
    if (count == 0 || line->kind != TOKEN_IDENTIFIER) {
        preprocessor_error(p, count ? line : hash, "#define needs the name of a macro");
        return;
    }
    if (token_is(line, "defined") || token_is(line, "__VA_ARGS__")) {
        preprocessor_error(p, line, "'%.*s' cannot be the name of a macro", (int)line->length, line->text);
        return;
    }
    macro *m = ARENA_NEW(p->a, macro);
    m->name = arena_strndup(p->a, line->text, line->length);
    m->where = line->where;
    m->begin = hash->where.offset;
    m->end = end;
    m->predefined = p->predefining;
    size_t body = 1;
    if (count > 1 && line[1].kind == TOKEN_LEFT_PAREN && !line[1].space) {
        m->function_like = true;
        body = parameters(p, m, line, count);
        if (body == 0) return;
    }
    m->body = line + body;
    m->body_count = count - body;
    if (!body_is_valid(p, m)) return;

    const macro *old = map_get(&p->macros, m->name, line->length);
    if (old && old->dynamic) {
        preprocessor_error(p, line, "'%s' cannot be redefined", m->name);
        return;
    }
    if (old && !old->predefined && !p->predefining && !same_definition(old, m)) {
        token_warning(p->d, line, "macro '%s' is redefined", m->name);
        diagnose_note(p->d, old->where, "the definition before is here");
    }
    *map_at(&p->macros, m->name, line->length) = m;
    if (p->predefining) return;
    *map_at(&p->uncertain, m->name, line->length) = p->device_groups > 0 ? p : NULL;
    preprocessor_event(p, EVENT_DEFINE, hash->where.source, m->begin, m->end)->macro = m;
}
