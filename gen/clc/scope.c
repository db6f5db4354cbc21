/* Scopes: the meaning of a name or tag at a point of the program (C99 6.2.1, 6.2.3).
 * Knows names and symbols; must not know how they are declared.
 *
 * One table serves all scopes: each name leads to its innermost binding, and that to the binding it hides. So a
 * look-up costs the same however deep the scopes nest, and closing a scope costs as much as its declarations.
 *
 * SPDX-License-Identifier: MIT */
#include "clc/parse_state.h"

#include "clc/builtin.h"

#include <string.h>

struct binding {
    const char *name; /* not NUL-terminated */
    size_t length;
    void *value; /* a symbol or a record */
    scope *scope;
    binding *hidden; /* the binding of the name outside of the scope */
    binding *next;   /* the next binding of the same scope */
};

void parse_open_scope(parser *p)
{
    scope *s = p->scopes.spare;
    if (s) p->scopes.spare = s->outer;
    else s = ARENA_NEW(p->a, scope);
    *s = (scope){.outer = p->scopes.inner, .depth = p->scopes.inner ? p->scopes.inner->depth + 1 : 0};
    p->scopes.inner = s;
}

static void unbind(parser *p, map *table, binding *list)
{
    for (binding *b = list, *next; b; b = next) {
        next = b->next;
        *map_at(table, b->name, b->length) = b->hidden;
        b->next = p->scopes.spare_bindings;
        p->scopes.spare_bindings = b;
    }
}

void parse_close_scope(parser *p)
{
    scope *s = p->scopes.inner;
    unbind(p, &p->scopes.names, s->names);
    unbind(p, &p->scopes.tags, s->tags);
    p->scopes.inner = s->outer;
    s->outer = p->scopes.spare;
    p->scopes.spare = s;
}

void parse_close_scopes(parser *p, const scope *outer)
{
    while (p->scopes.inner != outer) parse_close_scope(p);
}

/* Adds a binding to the list of its name, which goes outwards, and to `list`. The caller sets name, length, value and
 * scope. */
static void bind(parser *p, map *table, binding **list, const binding *wanted)
{
    binding **slot = (binding **)map_at(table, wanted->name, wanted->length);
    while (*slot && (*slot)->scope->depth > wanted->scope->depth) slot = &(*slot)->hidden;
    if (*slot && (*slot)->scope == wanted->scope) {
        (*slot)->value = wanted->value;
        return;
    }
    binding *b = p->scopes.spare_bindings;
    if (b) p->scopes.spare_bindings = b->next;
    else b = ARENA_NEW(p->a, binding);
    *b = *wanted;
    b->hidden = *slot;
    b->next = *list;
    *slot = *list = b;
}

static void *meaning(const map *table, const scope *s, const token *name)
{
    const binding *b = map_get(table, name->text, name->length);
    while (b && s && b->scope->depth > s->depth) b = b->hidden;
    return b && (!s || b->scope == s) ? b->value : NULL;
}

symbol *parse_find(const parser *p, const token *name)
{
    return meaning(&p->scopes.names, NULL, name);
}

symbol *parse_find_in(const parser *p, const scope *s, const token *name)
{
    return meaning(&p->scopes.names, s, name);
}

bool parse_declared_within(const parser *p, const scope *outer, const symbol *s)
{
    const binding *b = map_gets(&p->scopes.names, s->name);
    while (b && b->scope->depth > outer->depth && b->value != s) b = b->hidden;
    return b && b->scope->depth > outer->depth;
}

record *parse_find_tag(const parser *p, const token *name, bool this_scope_only)
{
    return meaning(&p->scopes.tags, this_scope_only ? p->scopes.inner : NULL, name);
}

void parse_declare_in(parser *p, scope *s, symbol *what)
{
    const binding b = {.name = what->name, .length = strlen(what->name), .value = what, .scope = s};
    bind(p, &p->scopes.names, &s->names, &b);
}

void parse_declare(parser *p, symbol *s)
{
    parse_declare_in(p, p->scopes.inner, s);
}

void parse_declare_tag(parser *p, const token *tag, record *r)
{
    const binding b = {.name = tag->text, .length = tag->length, .value = r, .scope = p->scopes.inner};
    bind(p, &p->scopes.tags, &p->scopes.inner->tags, &b);
}

bool parse_suggests(const parser *p)
{
    /* After many errors no near names are searched, since each search looks at all names. */
    enum { ENOUGH = 20 };
    return p->d->errors <= ENOUGH;
}

void parse_note_unknown(parser *p, const token *name, parse_unknown what)
{
    const parse_help *help = p->options->help;
    if (help && name->kind == TOKEN_IDENTIFIER && !name->keyword) help->unknown(help->context, name, what);
}

const char *parse_explain_unknown(parser *p, const token *name, bool types)
{
    const parse_help *help = p->options->help;
    const char *near = parse_suggestion(p, name, types);
    const char *text = help && parse_suggests(p) ? help->explain(help->context, name, near, types) : NULL;
    parse_note_unknown(p, name, PARSE_UNKNOWN);
    return text ? text : near ? arena_printf(p->a, "; did you mean '%s'?", near) : "";
}

const char *parse_suggestion(parser *p, const token *wanted, bool types)
{
    if (!parse_suggests(p)) return NULL;
    const char *name = token_text(p->a, wanted);
    const char *best[8] = {0};
    size_t count = 0;
    for (const scope *s = p->scopes.inner; s && count < 6; s = s->outer) {
        size_t n = 0, total = 0;
        for (const binding *b = s->names; b; b = b->next) ++total;
        const char **names = arena_array(p->a, total, sizeof *names);
        for (const binding *b = s->names; b; b = b->next) {
            const symbol *found = b->value;
            if ((found->kind == SYMBOL_TYPEDEF) == types) names[n++] = found->name;
        }
        const char *near = nearest_name(name, names, n);
        if (near) best[count++] = near;
    }
    const char *built_in = types ? type_suggestion(p->a, name) : builtin_suggestion(p->a, name, parse_version(p));
    if (built_in) best[count++] = built_in;
    return count > 0 ? nearest_name(name, best, count) : NULL;
}
