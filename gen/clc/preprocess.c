/* Directives, files and events of the preprocessor. See preprocess.h; expansion of macros is in expand.c.
 * A directive is executed where its '#' is read, also among the arguments of a macro, as compilers do.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/preprocess_state.h"

#include "base/buffer.h"
#include "base/name.h"
#include "clc/condition.h"
#include "clc/predefined.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The tokens of a directive. */
typedef struct directive {
    const token *hash, *name; /* name: the word behind '#' */
    const token *rest;        /* the tokens behind the name */
    size_t count;             /* the number of those */
    size_t end;               /* offset of the '\n' behind the directive */
} directive;

void preprocessor_error(preprocessor *p, const token *t, const char *format, ...)
{
    p->failed = true;
    if (token_reports_enough(p->d)) return;
    va_list args;
    va_start(args, format);
    char message[MESSAGE_SIZE];
    token_format(message, format, args);
    va_end(args);
    token_error(p->d, t, "%s", message);
}

event *preprocessor_event(preprocessor *p, event_kind kind, const source *s, size_t begin, size_t end)
{
    if (p->event_count == p->event_capacity) {
        const size_t capacity = p->event_capacity ? p->event_capacity * 2 : 64;
        p->events = arena_grow(p->a, p->events, p->event_count, capacity, sizeof *p->events);
        p->event_capacity = capacity;
    }
    p->alive++;
    event *e = &p->events[p->event_count++];
    *e = (event){
        .kind = kind, .token = p->out.count, .source = s, .begin = begin, .end = end, .in_condition = p->in_condition};
    return e;
}

static event *directive_event(preprocessor *p, event_kind kind, const directive *line)
{
    return preprocessor_event(p, kind, line->hash->where.source, line->hash->where.offset, line->end);
}

/* Names whose definition depends on the device */

static bool begins_with(const char *text, size_t length, const char *prefix)
{
    const size_t n = strlen(prefix);
    return length >= n && memcmp(text, prefix, n) == 0;
}

const char *preprocess_extension(const char *pragma, size_t *length)
{
    static const char prefix[] = "OPENCL EXTENSION ";
    if (strncmp(pragma, prefix, sizeof prefix - 1) != 0) return NULL;
    *length = strcspn(pragma + sizeof prefix - 1, " \t:");
    return pragma + sizeof prefix - 1;
}

bool preprocess_is_reserved(const char *name, size_t length)
{
    return begins_with(name, length, "__") || (length > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z') ||
           begins_with(name, length, "cl_") || begins_with(name, length, "CL_") || begins_with(name, length, "CLK_");
}

void preprocessor_note_device(preprocessor *p, const token *name, const macro *m)
{
    if (!p->in_condition) return;
    const bool device = map_get(&p->cache->devices, name->text, name->length) != NULL;
    /* The runtime defines CLB_GPU if the device is a GPU. */
    if (map_get(&p->uncertain, name->text, name->length) || token_is(name, "CLB_GPU")) {
        p->condition_depends = true;
    } else if (m) {
        if (m->spec_constant || (m->predefined && !m->given && device)) p->condition_depends = true;
    } else if (device || (preprocess_is_reserved(name->text, name->length) && !token_is(name, "__cplusplus"))) {
        p->condition_depends = true;
    }
}

void preprocessor_note_use(preprocessor *p, macro *m, const token *name, size_t site_end)
{
    const location site = p->in_condition ? (location){p->condition_source, p->condition_begin} : name->site;
    preprocessor_note_device(p, name, m);
    /* Within one outermost use, a macro may be expanded any number of times. */
    if (m->noted_in == p->file && m->noted.source == site.source && m->noted.offset == site.offset) return;
    m->noted_in = p->file;
    m->noted = site;
    event *e =
        preprocessor_event(p, EVENT_MACRO_USE, site.source, site.offset, p->in_condition ? p->condition_end : site_end);
    e->macro = m;
}

macro *preprocessor_find(preprocessor *p, const token *name)
{
    macro *m = map_get(&p->macros, name->text, name->length);
    if (m) {
        const bool depends = p->condition_depends;
        preprocessor_note_use(p, m, name, name->site_end);
        if (m->spec_constant) p->condition_depends = depends; /* it is certainly defined */
    } else {
        preprocessor_note_device(p, name, NULL);
    }
    return m;
}

/* Conditional groups: C99 6.10.1 */

static void condition_begin(preprocessor *p, const directive *line)
{
    p->in_condition = true;
    p->condition_depends = false;
    p->condition_source = line->hash->where.source;
    p->condition_begin = line->hash->where.offset;
    p->condition_end = line->end;
}

static token number_token(const token *like, bool value)
{
    token t = *like;
    t.kind = TOKEN_NUMBER;
    t.keyword = KEYWORD_NONE;
    t.text = value ? "1" : "0";
    t.length = 1;
    return t;
}

/* `defined` NAME | `defined` "(" NAME ")" */
static token defined_operator(preprocessor *p, const token *operator)
{
    token name = expand_raw(p);
    const bool parenthesis = name.kind == TOKEN_LEFT_PAREN;
    if (parenthesis) name = expand_raw(p);
    if (name.kind != TOKEN_IDENTIFIER) {
        preprocessor_error(p, operator, "'defined' needs the name of a macro");
        return number_token(operator, false);
    }
    if (parenthesis && expand_raw(p).kind != TOKEN_RIGHT_PAREN)
        preprocessor_error(p, &name, "expected ')' after 'defined(%.*s'", (int)name.length, name.text);
    return number_token(operator, preprocessor_find(p, &name) != NULL);
}

/* The expression of #if and #elif, expanded. __has_include(x) and similar operators belong to the compiler: they
 * count as 0. */
static bool evaluate(preprocessor *p, const directive *line)
{
    token_list list = {0};
    size_t depth = 0;
    bool skipping = false;
    condition_begin(p, line);
    expand_push_list(p, line->rest, line->count);
    for (;;) {
        token t = expand_next(p);
        if (t.kind == TOKEN_END) break;
        if (skipping) {
            if (t.kind == TOKEN_LEFT_PAREN) depth++;
            const bool inside = depth > 0;
            if (t.kind == TOKEN_RIGHT_PAREN && inside && --depth == 0) skipping = false;
            if (inside || depth > 0) continue;
            skipping = false;
        }
        if (t.kind == TOKEN_IDENTIFIER && token_is(&t, "defined")) {
            t = defined_operator(p, &t);
        } else if (t.kind == TOKEN_IDENTIFIER) {
            const size_t prefix = sizeof NAME_OF_CONSTANT - 1;
            if (begins_with(t.text, t.length, NAME_OF_CONSTANT))
                preprocessor_error(p, &t,
                                   "a condition needs a constant whose values are listed: write them after its "
                                   "default, `// @constant %.*s: TYPE = VALUE in VALUE, VALUE`",
                                   (int)(t.length - prefix), t.text + prefix);
            preprocessor_note_device(p, &t, map_get(&p->macros, t.text, t.length));
            skipping = begins_with(t.text, t.length, "__has_");
        }
        token_list_add(p, &list, &t);
    }
    expand_pop_list(p);
    p->in_condition = false;
    if (p->stopped) return false;
    if (line->count == 0) {
        token_list_free(p, &list);
        preprocessor_error(p, line->name, "#%.*s needs a condition", (int)line->name->length, line->name->text);
        return false;
    }
    token end = line->rest[line->count - 1];
    end.kind = TOKEN_END;
    token_list_add(p, &list, &end);
    if (p->stopped) return false;
    const condition c = condition_evaluate(list.items);
    if (!c.valid) preprocessor_error(p, c.where, "%s", c.problem);
    token_list_free(p, &list);
    return c.value;
}

/* Whether this `#ifndef NAME` is followed at once by `#define NAME`. Such a name is the program's own (an include
 * guard), even if it is spelled like a name of the implementation. */
static bool is_guard(preprocessor *p, const token *name)
{
    const reader *f = p->file;
    const token *next = &f->file->tokens[f->next];
    if (map_get(&p->cache->devices, name->text, name->length) || begins_with(name->text, name->length, "cl_") ||
        begins_with(name->text, name->length, "CL_") || begins_with(name->text, name->length, "CLK_"))
        return false;
    return next->kind == TOKEN_HASH && next->first && !next[1].first && token_is(&next[1], "define") &&
           !next[2].first && next[2].length == name->length && memcmp(next[2].text, name->text, name->length) == 0;
}

/* `! defined NAME`, `! defined ( NAME )`: the name, or NULL. */
static const token *negated_name(const directive *line)
{
    const token *t = line->rest;
    if (line->count == 3 && t[0].kind == TOKEN_NOT && token_is(&t[1], "defined")) return &t[2];
    if (line->count == 5 && t[0].kind == TOKEN_NOT && token_is(&t[1], "defined") && t[2].kind == TOKEN_LEFT_PAREN)
        return &t[3];
    return NULL;
}

static once_state *once(preprocessor *p, const source *s)
{
    once_state *state = map_get(&p->once, (const char *)&s, sizeof s);
    if (!state) {
        const source **key = ARENA_NEW(p->a, const source *);
        *key = s;
        state = ARENA_NEW(p->a, once_state);
        *map_at(&p->once, (const char *)key, sizeof *key) = state;
    }
    return state;
}

/* The innermost open conditional that the device decides, or NULL. */
static const conditional *device_conditional(const preprocessor *p)
{
    for (const reader *r = p->file; r; r = r->includer)
        for (const conditional *c = r->conditionals; c; c = c->outer)
            if (c->depends) return c;
    return NULL;
}

/* Notes that the source says "#pragma once", and where. */
static void set_once(preprocessor *p, const source *s)
{
    once_state *state = once(p, s);
    if (state->seen) return;
    state->seen = true;
    const conditional *c = device_conditional(p);
    state->group = c;
    state->branch = c ? c->last : 0;
}

/* Whether the source certainly had "#pragma once" before this #include of it. */
static bool is_skipped(preprocessor *p, const source *s, const token *at)
{
    const once_state *state = once(p, s);
    bool certain = !state->group;
    for (const reader *r = p->file; r && !certain; r = r->includer)
        for (const conditional *c = r->conditionals; c && !certain; c = c->outer)
            certain = c == state->group && c->last == state->branch;
    if (state->seen && !certain)
        preprocessor_error(p, at,
                           "'%s' says \"#pragma once\", and was included before under a condition that only the "
                           "device's compiler can decide: give it an include guard (#ifndef) instead",
                           s->name);
    return state->seen;
}

/* Whether one more file may be included here. */
static bool may_include(preprocessor *p, const token *at)
{
    size_t depth = p->unread_depth;
    for (const reader *r = p->file; r; r = r->includer) depth++;
    if (depth <= PREPROCESS_INCLUDE_DEPTH && ++p->includes <= PREPROCESS_INCLUDES) return true;
    preprocessor_error(p, at,
                       depth > PREPROCESS_INCLUDE_DEPTH ? "#include nests deeper than %d: does a file include itself?"
                                                        : "more than %d files are included",
                       depth > PREPROCESS_INCLUDE_DEPTH ? (int)PREPROCESS_INCLUDE_DEPTH : (int)PREPROCESS_INCLUDES);
    p->stopped = true;
    return false;
}

/* The source that an #include names; NULL, and an error, if there is none. */
static const source *find_included(preprocessor *p, const source *includer, const token *at, const char *name,
                                   bool angle)
{
    const char *why = NULL;
    const source *found = NULL;
    if (p->options->resolve) found = p->options->resolve(p->options->context, includer, name, angle, &why);
    else why = angle ? "a device program has no system headers" : "there are no files to include here";
    if (!found)
        preprocessor_error(p, at, "#include %s: %s", arena_printf(p->a, angle ? "<%s>" : "\"%s\"", name),
                           why ? why : "not found");
    return found;
}

static void unread_directive(preprocessor *p, const token *hash);

/* #include in a branch that another device may take: its file is found as if the branch were taken, and scanned for
 * definitions and includes. A file that includes itself is left out, as its include guard would do. */
static void unread_include(preprocessor *p, const token *hash)
{
    const token *operand = &hash[2];
    if (operand->first || operand->kind == TOKEN_LESS)
        return; /* a header in angle brackets is the device compiler's own */
    if (operand->kind != TOKEN_STRING || operand->length < 3) {
        preprocessor_error(p, hash + 1,
                           "this #include is under a condition that only the device's compiler can decide: "
                           "name its file in quotes");
        return;
    }
    const char *name = arena_strndup(p->a, operand->text + 1, operand->length - 2u);
    const source *includer = hash->where.source;
    if (!may_include(p, hash + 1)) return;
    const source *s = find_included(p, includer, hash + 1, name, false);
    bool open = false;
    for (size_t i = 0; i < p->unread_depth; ++i) open |= p->unread[i] == s;
    for (const reader *r = p->file; r; r = r->includer) open |= r->file->source == s;
    event *e = preprocessor_event(p, EVENT_INCLUDE, includer, hash->where.offset, lex_line_end(includer, operand->end));
    e->name = name;
    e->included = s;
    e->skipped = !s || open || is_skipped(p, s, hash + 1);
    if (p->events[p->event_count - 1].skipped) return;
    const lexed *file = lex_source(p->cache, s);
    p->unread[p->unread_depth++] = s;
    preprocessor_event(p, EVENT_ENTER, s, 0, s->length);
    for (size_t i = 0; i < file->directive_count && !p->stopped; ++i)
        if (!file->tokens[file->directives[i] + 1].first) unread_directive(p, &file->tokens[file->directives[i]]);
    preprocessor_event(p, EVENT_LEAVE, s, 0, s->length);
    p->unread_depth--;
}

/* A directive in a branch that another device may take. */
static void unread_directive(preprocessor *p, const token *hash)
{
    const token *name = &hash[1];
    if (token_is(name, "define") || token_is(name, "undef")) {
        if (name[1].kind == TOKEN_IDENTIFIER && !name[1].first)
            *map_at(&p->uncertain, name[1].text, name[1].length) = p;
    } else if (token_is(name, "include")) {
        unread_include(p, hash);
    } else if (token_is(name, "pragma") && token_is(&name[1], "once") && p->unread_depth > 0) {
        set_once(p, hash->where.source);
    }
}

/* Skips to the directive that ends the group which begins at the current position, or began `depth` conditionals
 * further out: the #elif, #else or #endif of its own level. */
static void skip_group(preprocessor *p, size_t depth)
{
    reader *f = p->file;
    const lexed *file = f->file;
    size_t low = 0, high = file->directive_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (file->directives[middle] < f->next) low = middle + 1;
        else high = middle;
    }
    for (size_t i = low; i < file->directive_count; ++i) {
        const token *name = &file->tokens[file->directives[i] + 1];
        if (name->first) continue;
        if (begins_with(name->text, name->length, "if")) {
            if (token_is(name, "if") || token_is(name, "ifdef") || token_is(name, "ifndef")) depth++;
        } else if (token_is(name, "endif")) {
            if (depth-- == 0) {
                f->next = file->directives[i];
                return;
            }
        } else if (depth == 0 && (token_is(name, "else") || token_is(name, "elif"))) {
            f->next = file->directives[i];
            return;
        } else if (p->device_groups > 0) {
            unread_directive(p, name - 1);
        }
    }
    f->next = file->count;
    if (p->options->pieces) p->skipped = depth + 1;
}

/* Records a branch of the innermost group. It is the latest branch of the group. */
static void branch(preprocessor *p, event_kind kind, const directive *line, bool taken, bool depends)
{
    conditional *c = p->file->conditionals;
    const size_t index = p->event_count;
    if (depends && !c->depends) {
        c->depends = true;
        p->device_groups++;
    }
    event *e = directive_event(p, kind, line);
    e->taken = taken;
    e->depends_on_device = c->depends;
    if (kind == EVENT_IF) c->first = index;
    else p->events[c->last].next = index;
    p->events[index].group = c->first;
    c->last = index;
    c->done |= taken;
    if (kind != EVENT_ENDIF && !taken) skip_group(p, 0);
}

/* #if, #ifdef, #ifndef */
static void directive_if(preprocessor *p, const directive *line)
{
    bool taken = false;
    const token *guard = NULL;
    if (token_is(line->name, "if")) {
        guard = negated_name(line);
        taken = evaluate(p, line);
    } else {
        const bool negated = token_is(line->name, "ifndef");
        condition_begin(p, line);
        if (line->count == 0 || line->rest->kind != TOKEN_IDENTIFIER) {
            preprocessor_error(p, line->name, "#%s needs the name of a macro", negated ? "ifndef" : "ifdef");
        } else {
            taken = (preprocessor_find(p, line->rest) != NULL) != negated;
            if (negated) guard = line->rest;
        }
        p->in_condition = false;
    }
    if (guard && taken && !map_get(&p->uncertain, guard->text, guard->length) && is_guard(p, guard))
        p->condition_depends = false;
    if (++p->open_conditionals > PREPROCESS_NESTING) {
        preprocessor_error(p, line->hash, "#if nests deeper than %d", (int)PREPROCESS_NESTING);
        p->stopped = true;
    }
    conditional *c = ARENA_NEW(p->a, conditional);
    c->where = line->hash->where;
    c->outer = p->file->conditionals;
    p->file->conditionals = c;
    branch(p, EVENT_IF, line, taken, p->condition_depends);
}

/* #elif, #else, #endif */
static void directive_branch(preprocessor *p, const directive *line)
{
    conditional *c = p->file->conditionals;
    const bool is_else = token_is(line->name, "else"), is_end = token_is(line->name, "endif");
    if (!c) {
        preprocessor_error(p, line->hash, "#%.*s without #if", (int)line->name->length, line->name->text);
        return;
    }
    if (is_end) {
        branch(p, EVENT_ENDIF, line, false, false);
        if (c->depends) p->device_groups--;
        p->file->conditionals = c->outer;
        p->open_conditionals--;
        return;
    }
    if (c->has_else) {
        preprocessor_error(p, line->hash, "#%.*s after #else", (int)line->name->length, line->name->text);
        skip_group(p, 0);
        return;
    }
    c->has_else = is_else;
    bool taken = false;
    p->condition_depends = false;
    if (is_else) taken = !c->done;
    else if (!c->done) taken = evaluate(p, line);
    branch(p, is_else ? EVENT_ELSE : EVENT_ELIF, line, taken, p->condition_depends);
}

/* Files */

static void enter(preprocessor *p, const source *s)
{
    reader *r = ARENA_NEW(p->a, reader);
    r->file = lex_source(p->cache, s);
    r->includer = p->file;
    p->file = r;
    if (!p->predefining) preprocessor_event(p, EVENT_ENTER, s, 0, s->length);
    if (r->file->too_long) {
        diagnose_error(p->d, r->file->tokens[r->file->count].where, "the file has more than %d tokens", (int)LEX_LIMIT);
        p->failed = true;
    }
    if (p->options->pieces && !p->predefining) {
        const size_t skipped = p->skipped;
        r->conditionals = p->carried;
        p->carried = NULL;
        p->skipped = 0;
        if (skipped) skip_group(p, skipped - 1);
    }
}

static void leave(preprocessor *p)
{
    reader *r = p->file;
    const source *s = r->file->source;
    const token *last = &r->file->tokens[r->file->count > 0 ? r->file->count - 1 : 0];
    if (p->options->pieces && !p->predefining) {
        p->carried = r->conditionals;
        r->conditionals = NULL;
    }
    for (conditional *c = r->conditionals; c; c = c->outer) {
        p->open_conditionals--;
        if (last->kind == TOKEN_OPEN_COMMENT) preprocessor_error(p, last, "the file ends inside this comment");
        else if (!p->stopped) diagnose_error(p->d, c->where, "#if without #endif");
        p->failed = true;
        if (c->depends) p->device_groups--;
    }
    if (!p->predefining) preprocessor_event(p, EVENT_LEAVE, s, 0, s->length);
    p->file = r->includer;
}

/* The text of an #include's operand, without quotes, or NULL. *angle: it was <name>. C99 6.10.2. */
static const char *include_name(preprocessor *p, const directive *line, bool *angle)
{
    const token *t = line->rest;
    token_list list = {0};
    size_t count = line->count;
    if (count > 0 && t->kind == TOKEN_IDENTIFIER) {
        expand_push_list(p, line->rest, line->count);
        for (;;) {
            const token next = expand_next(p);
            if (next.kind == TOKEN_END) break;
            token_list_add(p, &list, &next);
        }
        expand_pop_list(p);
        t = list.items;
        count = list.count;
    }
    *angle = count > 0 && t->kind == TOKEN_LESS;
    const char *name = NULL;
    if (*angle) {
        buffer b = {0};
        for (size_t i = 1; i < count && t[i].kind != TOKEN_GREATER; ++i) buffer_add(&b, t[i].text, t[i].length);
        name = arena_strndup(p->a, b.text ? b.text : "", b.length);
        buffer_free(&b);
    } else if (count > 0 && t->kind == TOKEN_STRING && t->length > 2) {
        /* Escapes have no meaning here: the name is the text between the quotes. */
        name = arena_strndup(p->a, t->text + 1, t->length - 2u);
    }
    token_list_free(p, &list);
    return name;
}

static void directive_include(preprocessor *p, const directive *line)
{
    bool angle = false;
    const char *name = include_name(p, line, &angle);
    const source *included = NULL;
    if (!name) {
        preprocessor_error(p, line->name, "#include needs a file name in quotes");
    } else if (strlen(name) > PREPROCESS_INCLUDE_NAME) {
        preprocessor_error(p, line->name, "the name of this file is longer than %d bytes",
                           (int)PREPROCESS_INCLUDE_NAME);
        name = NULL;
    } else if (p->in_arguments) {
        preprocessor_error(p, line->name, "#include cannot stand among the arguments of a macro");
    } else if (may_include(p, line->name)) {
        included = find_included(p, p->file->file->source, line->name, name, angle);
    }
    const bool skipped = included && is_skipped(p, included, line->name);
    event *e = directive_event(p, EVENT_INCLUDE, line);
    e->name = name;
    e->included = included;
    e->skipped = skipped;
    if (included && !skipped) enter(p, included);
}

/* The other directives */

/* The directive's text behind its name, without the blanks around it. */
static char *directive_text(preprocessor *p, const directive *line)
{
    if (line->count == 0) return arena_strndup(p->a, "", 0);
    const source *s = line->hash->where.source;
    size_t begin = line->rest->where.offset, end = line->end;
    while (end > begin && (s->text[end - 1] == ' ' || s->text[end - 1] == '\t')) --end;
    return arena_strndup(p->a, s->text + begin, end - begin);
}

/* The tokens behind the name, with one blank where there was white space. */
static char *joined_text(preprocessor *p, const token *tokens, size_t count)
{
    buffer b = {0};
    for (size_t i = 0; i < count; ++i) {
        if (i > 0 && tokens[i].space) buffer_addc(&b, ' ');
        buffer_add(&b, tokens[i].text, tokens[i].length);
    }
    char *text = arena_strndup(p->a, b.text ? b.text : "", b.length);
    buffer_free(&b);
    return text;
}

static void directive_undef(preprocessor *p, const directive *line)
{
    const token *name = line->rest;
    if (line->count == 0 || name->kind != TOKEN_IDENTIFIER) {
        preprocessor_error(p, line->name, "#undef needs the name of a macro");
        return;
    }
    macro *m = map_get(&p->macros, name->text, name->length);
    if (m && m->dynamic) {
        preprocessor_error(p, name, "'%s' cannot be undefined", m->name);
        return;
    }
    *map_at(&p->macros, name->text, name->length) = NULL;
    *map_at(&p->uncertain, name->text, name->length) = p->device_groups > 0 ? p : NULL;
    event *e = directive_event(p, EVENT_UNDEF, line);
    e->macro = m;
    e->name = token_text(p->a, name);
}

/* #line NUMBER ["NAME"], C99 6.10.4; `# NUMBER ["NAME"]` of preprocessed text means the same. */
static void directive_line(preprocessor *p, const directive *line, const token *tokens, size_t count)
{
    token_list list = {0};
    expand_push_list(p, tokens, count);
    for (;;) {
        const token t = expand_next(p);
        if (t.kind == TOKEN_END) break;
        token_list_add(p, &list, &t);
    }
    expand_pop_list(p);
    long long number = 0;
    bool valid = list.count > 0 && list.items[0].kind == TOKEN_NUMBER && list.items[0].length < 11;
    for (size_t i = 0; valid && i < list.items[0].length; ++i) {
        const char c = list.items[0].text[i];
        if (c < '0' || c > '9') valid = false;
        else number = number * 10 + (c - '0');
    }
    if (!valid) {
        preprocessor_error(p, line->name, "#line needs a number");
        token_list_free(p, &list);
        return;
    }
    const position where_position = source_position(line->hash->where.source, line->end);
    p->file->line_shift = number - (long long)where_position.line - 1;
    if (list.count > 1 && list.items[1].kind == TOKEN_STRING)
        p->file->line_name = arena_strndup(p->a, list.items[1].text + 1, list.items[1].length - 2u);
    token_list_free(p, &list);
    event *e = directive_event(p, EVENT_LINE, line);
    e->line_shift = p->file->line_shift;
    e->name = p->file->line_name;
}

static void directive_message(preprocessor *p, const directive *line, bool error)
{
    const char *text = directive_text(p, line);
    directive_event(p, EVENT_MESSAGE, line);
    if (error) preprocessor_error(p, line->hash, "#error %s", text);
    else token_warning(p->d, line->hash, "#warning %s", text);
}

static void directive_pragma(preprocessor *p, const directive *line)
{
    if (line->count == 1 && token_is(line->rest, "once")) {
        set_once(p, p->file->file->source);
        return;
    }
    event *e = directive_event(p, EVENT_PRAGMA, line);
    e->name = joined_text(p, line->rest, line->count);
}

void preprocessor_directive(preprocessor *p)
{
    reader *f = p->file;
    const token *tokens = f->file->tokens;
    size_t end = f->next + 1;
    while (!tokens[end].first) ++end;
    const directive line = {
        .hash = &tokens[f->next],
        .name = &tokens[f->next + 1],
        .rest = &tokens[f->next + 2],
        .count = end > f->next + 2 ? end - f->next - 2 : 0,
        .end = lex_line_end(f->file->source, tokens[end - 1].end),
    };
    const bool empty = end == f->next + 1;
    f->next = end;
    if (tokens[end - 1].kind == TOKEN_OPEN_COMMENT) {
        preprocessor_error(p, &tokens[end - 1], "the file ends inside this comment");
        return;
    }
    if (empty) return;
    const token *name = line.name;
    if (name->kind == TOKEN_NUMBER) {
        directive_line(p, &line, name, line.count + 1);
    } else if (token_is(name, "define")) {
        expand_define(p, line.rest, line.count, line.hash, line.end);
    } else if (token_is(name, "undef")) {
        directive_undef(p, &line);
    } else if (token_is(name, "if") || token_is(name, "ifdef") || token_is(name, "ifndef")) {
        directive_if(p, &line);
    } else if (token_is(name, "elif") || token_is(name, "else") || token_is(name, "endif")) {
        directive_branch(p, &line);
    } else if (token_is(name, "include")) {
        directive_include(p, &line);
    } else if (token_is(name, "pragma")) {
        directive_pragma(p, &line);
    } else if (token_is(name, "line")) {
        directive_line(p, &line, line.rest, line.count);
    } else if (token_is(name, "error") || token_is(name, "warning")) {
        directive_message(p, &line, token_is(name, "error"));
    } else {
        preprocessor_error(p, name, "unknown directive '#%.*s'", (int)name->length, name->text);
    }
    /* Files that include each other make events even if they make no tokens. */
    preprocessor_keep(p, 0, line.hash);
}

/* _Pragma ( STRING ), C99 6.10.9 */
static void pragma_operator(preprocessor *p, const token *operator)
{
    const token open = expand_next(p), string = expand_next(p), close = expand_next(p);
    if (open.kind != TOKEN_LEFT_PAREN || string.kind != TOKEN_STRING || close.kind != TOKEN_RIGHT_PAREN) {
        preprocessor_error(p, operator, "_Pragma needs a string in parentheses");
        return;
    }
    char *text = arena_array(p->a, string.length, 1);
    size_t length = 0;
    for (size_t i = 1; i + 1 < string.length; ++i) {
        if (string.text[i] == '\\' && (string.text[i + 1] == '"' || string.text[i + 1] == '\\')) ++i;
        text[length++] = string.text[i];
    }
    const bool same = close.site.source == operator->site.source && close.site_end> operator->site_end;
    event *e = preprocessor_event(p, EVENT_PRAGMA, operator->site.source, operator->site.offset,
                                  same ? close.site_end : operator->site_end);
    e->name = text;
}

/* The unit */

static void read_all(preprocessor *p)
{
    while (p->file && !p->stopped) {
        token t = expand_next(p);
        switch (t.kind) {
        case TOKEN_END: leave(p); break;
        case TOKEN_OPEN_COMMENT: preprocessor_error(p, &t, "the file ends inside this comment"); break;
        case TOKEN_UNTERMINATED: preprocessor_error(p, &t, "this %c is not closed on its line", t.text[0]); break;
        case TOKEN_OTHER: {
            const unsigned char c = (unsigned char)t.text[0];
            preprocessor_error(p, &t, c > 32 && c < 127 ? "stray '%c'" : "stray byte 0x%02x", c);
            break;
        }
        default:
            if (t.kind == TOKEN_IDENTIFIER && t.length > PREPROCESS_LONGEST_NAME)
                preprocessor_error(p, &t, "this name is longer than %d bytes", (int)PREPROCESS_LONGEST_NAME);
            else if (t.kind == TOKEN_IDENTIFIER && token_is(&t, "_Pragma")) pragma_operator(p, &t);
            else token_list_add(p, &p->out, &t);
        }
    }
    while (p->top) {
        p->top->barrier = true;
        expand_pop_list(p);
    }
    while (p->file) leave(p);
}

static const source *text_source(lex_cache *cache, const char *name, buffer *b)
{
    source *known = map_get(&cache->texts, b->text, b->length);
    if (!known) {
        source_set set = {.arena = cache->arena, .by_path.arena = cache->arena};
        char *key = arena_strndup(cache->arena, b->text, b->length);
        const source *made = source_from_text(&set, name, b->text, b->length);
        *map_at(&cache->texts, key, b->length) = (void *)(uintptr_t)made;
        known = (source *)(uintptr_t)made;
    }
    buffer_free(b);
    return known;
}

static const source *predefined_source(lex_cache *cache, unsigned version)
{
    if (cache->predefined && cache->predefined_version == version) return cache->predefined;
    static const struct {
        const char *name, *body;
        bool device;
        unsigned since, until; /* versions */
    } table[] = {
#define X(name, body) {name, body, true, 0, UINT_MAX},
        PREDEFINED_DEVICE(X)
#undef X
#define X(since, until, name, body) {name, body, true, since, until},
            PREDEFINED_VERSION(X)
#undef X
#define X(name, body) {name, body, true, 300, UINT_MAX},
                PREDEFINED_THIRD(X)
#undef X
#define X(name, body) {name, body, false, 0, UINT_MAX},
                    PREDEFINED_FIXED(X)
#undef X
#define X(name, body) {name, body, false, 200, UINT_MAX},
                        PREDEFINED_SECOND(X)
#undef X
    };
    static const char *const absent[] = {
#define X(name) name,
        PREDEFINED_ABSENT(X)
#undef X
    };
    buffer b = {0};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        if (version >= table[i].since && version < table[i].until)
            buffer_addf(&b, "#define %s %s\n", table[i].name, table[i].body);
        if (table[i].device) *map_ats(&cache->devices, table[i].name) = cache;
    }
    for (size_t i = 0; i < sizeof absent / sizeof *absent; ++i) *map_ats(&cache->devices, absent[i]) = cache;
    cache->predefined = text_source(cache, "<predefined>", &b);
    cache->predefined_version = version;
    return cache->predefined;
}

static void read_definitions(preprocessor *p, const preprocess_options *options)
{
    static const char *const dynamic[] = {"__LINE__", "__FILE__", "__COUNTER__"};
    for (size_t i = 0; i < sizeof dynamic / sizeof *dynamic; ++i) {
        macro *m = ARENA_NEW(p->a, macro);
        *m = (macro){.name = dynamic[i], .predefined = true, .dynamic = true};
        *map_ats(&p->macros, dynamic[i]) = m;
    }
    p->predefining = true;
    enter(p, predefined_source(p->cache, options->version));
    read_all(p);
    if (options->definition_count > 0) {
        buffer b = {0};
        for (size_t i = 0; i < options->definition_count; ++i) {
            const char *text = options->definitions[i], *equals = strchr(text, '=');
            buffer_adds(&b, "#define ");
            for (const char *c = text; *c; ++c) buffer_addc(&b, c == equals || *c == '\n' ? ' ' : *c);
            buffer_adds(&b, equals ? "\n" : " 1\n");
        }
        const source *given = text_source(p->cache, "<definitions>", &b);
        enter(p, given);
        read_all(p);
        for (size_t i = 0; i < p->macros.capacity; ++i) {
            macro *m = p->macros.entries[i].value;
            if (m && m->where.source == given) m->given = true;
        }
        for (size_t i = options->definition_count - options->spec_constant_count; i < options->definition_count; ++i) {
            const char *text = options->definitions[i];
            macro *m = map_get(&p->macros, text, strcspn(text, "="));
            if (m) m->spec_constant = true;
        }
    }
    p->predefining = false;
    p->made = p->alive = 0;
}

preprocessed preprocess(arena *a, lex_cache *cache, diagnostics *d, const source *const *sources, size_t count,
                        const preprocess_options *options)
{
    static const preprocess_options none = {0};
    preprocessor p = {.a = a,
                      .cache = cache,
                      .d = d,
                      .options = options ? options : &none,
                      .macros.arena = a,
                      .uncertain.arena = a,
                      .once.arena = a};
    p.limit = p.options->token_limit ? p.options->token_limit : LEX_LIMIT;
    read_definitions(&p, p.options);
    token end = {.kind = TOKEN_END, .text = "", .first = true};
    size_t total = 1; /* most programs have about as many tokens as their files */
    for (size_t i = 0; i < count; ++i) total += lex_source(cache, sources[i])->count;
    token_list_reserve(&p, &p.out, total < p.limit ? total : p.limit);
    for (size_t i = 0; i < count; ++i) {
        const lexed *file = lex_source(cache, sources[i]);
        end = file->tokens[file->count];
        if (p.stopped || once(&p, sources[i])->seen) continue;
        enter(&p, sources[i]);
        read_all(&p);
    }
    if (p.carried) {
        diagnose_error(d, p.carried->where, "#if without #endif");
        p.failed = true;
    }
    p.stopped = false;
    p.limit = SIZE_MAX;
    token_list_add(&p, &p.out, &end);
    return (preprocessed){.tokens = p.out.items,
                          .token_count = p.out.count - 1,
                          .events = p.events,
                          .event_count = p.event_count,
                          .failed = p.failed};
}
