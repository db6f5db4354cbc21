/* SPDX-License-Identifier: MIT */
#include "describe/constant.h"

#include "clc/condition.h"

#include <string.h>

/* One #define or #undef of a name. */
typedef struct definition {
    size_t token;       /* the first token behind it */
    const macro *macro; /* NULL: #undef */
    bool uncertain;     /* it stands in a branch that only the device's compiler chooses */
} definition;

typedef struct definitions {
    definition *items;
    size_t count, capacity;
    const macro *given; /* the definition by -D, which comes before all others; or NULL */
} definitions;

enum { MAX_TOKENS = 4096, MAX_MACROS = 4096, MAX_DEPTH = 64 }; /* limits of a macro's expansion */

static definitions *of_name(constant_table *t, const char *name)
{
    void **known = map_ats(&t->by_name, name);
    if (!*known) *known = ARENA_NEW(t->arena, definitions);
    return *known;
}

static void add(constant_table *t, const char *name, definition d)
{
    definitions *all = of_name(t, name);
    all->items = arena_reserve(t->arena, all->items, all->count, &all->capacity, sizeof *all->items);
    all->items[all->count++] = d;
}

/* -D leaves no events except those of its uses. */
static void fill(constant_table *t)
{
    const preprocessed *text = &t->unit->text;
    bool *depends = NULL; /* for each open conditional: the device decides it or an enclosing one */
    size_t open = 0, capacity = 0;
    t->by_name.arena = t->arena;
    t->filled = true;
    for (size_t i = 0; i < text->event_count; ++i) {
        const event *e = &text->events[i];
        switch (e->kind) {
        case EVENT_IF:
            depends = arena_reserve(t->arena, depends, open, &capacity, sizeof *depends);
            depends[open] = e->depends_on_device || (open && depends[open - 1]);
            ++open;
            break;
        case EVENT_ELIF:
            if (open && e->depends_on_device) depends[open - 1] = true;
            break;
        case EVENT_ENDIF:
            if (open) --open;
            break;
        case EVENT_DEFINE: add(t, e->macro->name, (definition){e->token, e->macro, open && depends[open - 1]}); break;
        case EVENT_UNDEF: add(t, e->name, (definition){e->token, NULL, open && depends[open - 1]}); break;
        case EVENT_MACRO_USE:
            if (e->macro->given) of_name(t, e->macro->name)->given = e->macro;
            break;
        default: break;
        }
    }
}

/* The macro of that name before a token, or NULL; *uncertain: only the device's compiler knows. */
static const macro *find_macro(constant_table *t, const char *name, size_t token, bool *uncertain)
{
    const definitions *all = map_gets(&t->by_name, name);
    size_t low = 0, high = all ? all->count : 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (all->items[middle].token <= token) low = middle + 1;
        else high = middle;
    }
    *uncertain = low > 0 && all->items[low - 1].uncertain;
    return !all ? NULL : low > 0 ? all->items[low - 1].macro : all->given;
}

typedef struct expansion {
    token *tokens;
    size_t count, capacity, token;
    size_t macros; /* number of replacements so far: macros may be empty, so tokens do not bound it */
    bool uncertain;
} expansion;

/* The body after replacement of all object-like macros in it. false: it is too long, or has a name that is not a
 * macro. */
static bool expand(constant_table *t, expansion *e, const macro *m, size_t depth)
{
    if (m->spec_constant) e->uncertain = true;
    if (m->spec_constant || depth > MAX_DEPTH || ++e->macros > MAX_MACROS || m->function_like || m->dynamic)
        return false;
    for (size_t i = 0; i < m->body_count; ++i) {
        const token *at = &m->body[i];
        bool uncertain = false;
        if (at->kind == TOKEN_IDENTIFIER) {
            const macro *inner = find_macro(t, arena_strndup(t->arena, at->text, at->length), e->token, &uncertain);
            e->uncertain |= uncertain;
            if (!inner || !expand(t, e, inner, depth + 1)) return false;
            continue;
        }
        if (e->count == MAX_TOKENS) return false;
        e->tokens = arena_reserve(t->arena, e->tokens, e->count, &e->capacity, sizeof *e->tokens);
        e->tokens[e->count++] = *at;
    }
    return true;
}

bool constant_find(constant_table *t, const char *name, size_t token_index, int64_t *value, const char **why)
{
    expansion e = {.token = token_index};
    if (!t->filled) fill(t);
    const macro *m = find_macro(t, name, token_index, &e.uncertain);
    *why = NULL;
    if (!m && !e.uncertain) return false;
    const bool expanded = m && expand(t, &e, m, 0);
    if (e.uncertain) {
        *why = "is a macro whose value only the device's compiler knows";
        return false;
    }
    *why = "is a macro, but not an integer constant";
    if (!expanded) return false;
    e.tokens = arena_reserve(t->arena, e.tokens, e.count, &e.capacity, sizeof *e.tokens);
    e.tokens[e.count] = (token){.kind = TOKEN_END};
    const condition result = condition_evaluate(e.tokens);
    if (!result.valid || result.beyond) return false;
    *value = result.integer;
    return true;
}
