/* SPDX-License-Identifier: MIT */
#include "prune/identity.h"

#include "base/buffer.h"

#include <string.h>

/* What is found of an item. OPEN: the items that it depends on are being looked at. NONE: it has no identity. */
enum { UNSEEN, OPEN, FOUND, NONE };

/* Most items that may provide a name: each user of the name lists all of them. */
enum { MAX_PROVIDERS = 8 };

struct identities {
    arena *arena;
    map known; /* key -> its number */
    size_t count;
};

/* An item whose dependencies are being looked at, and the next one of them. */
typedef struct visit {
    size_t item, mention, provider;
} visit;

typedef struct search {
    identities *list;
    unit *unit;
    arena scratch;
    visit *stack;
    size_t depth, capacity;
} search;

identities *identity_start(arena *a)
{
    identities *list = ARENA_NEW(a, identities);
    *list = (identities){.arena = a, .known = {.arena = a}};
    return list;
}

/* ---- keys ---- */

/* The kinds of keys: with different beginnings, no two of different kinds are equal. */
typedef enum key_kind { KEY_CONTENT, KEY_ITEM, KEY_UNIT, KEY_FUNCTION } key_kind;

/* Most numbers are small: they take a byte. */
static void add_number(buffer *key, size_t n)
{
    enum { LARGE = 255 };
    buffer_addc(key, (char)(n < LARGE ? n : LARGE));
    if (n >= LARGE) buffer_add(key, (const char *)&n, sizeof n);
}

static buffer begin_key(key_kind kind)
{
    buffer key = {0};
    buffer_addc(&key, (char)kind);
    return key;
}

/* The number of the key, from 1; frees the key. */
static size_t number_of(identities *list, buffer *key)
{
    size_t number = (uintptr_t)map_get(&list->known, key->text, key->length);
    if (!number) {
        number = ++list->count;
        *map_at(&list->known, arena_strndup(list->arena, key->text, key->length), key->length) =
            (void *)(uintptr_t)number;
    }
    buffer_free(key);
    return number;
}

static void add_text(buffer *key, const char *text, size_t length)
{
    add_number(key, length);
    buffer_add(key, text, length);
}

static void add_location(buffer *key, location where)
{
    add_number(key, (uintptr_t)where.source);
    add_number(key, where.offset);
}

/* ---- an item's own text ---- */

/* A token that was written behind the one before it, as most are, stands there by its distance. */
static void add_tokens(buffer *key, const preprocessed *text, const item *it)
{
    enum { NEAR = 1, ELSEWHERE = 2, FROM_MACRO = 4 };
    location before = {NULL, 0};
    for (size_t i = it->first; i < it->end; ++i) {
        const token *t = &text->tokens[i];
        const bool near = t->where.source == before.source && t->where.offset >= before.offset;
        const bool from_macro = t->site.source != t->where.source || t->site.offset != t->where.offset;
        buffer_addc(key, (char)t->kind);
        buffer_addc(key, (char)((near ? NEAR : ELSEWHERE) + (from_macro ? FROM_MACRO : 0)));
        if (near) add_number(key, t->where.offset - before.offset);
        else add_location(key, t->where);
        if (from_macro) add_location(key, t->site);
        add_text(key, t->text, t->length);
        before = t->where;
    }
}

/* Adds the pragmas of an item, and where they stand among its tokens. */
static void add_pragmas(buffer *key, const unit *u, const item *it)
{
    add_number(key, it->pragma_count);
    for (size_t n = 0; n < it->pragma_count; ++n) {
        const event *e = &u->text.events[u->items.pragmas[it->first_pragma + n]];
        add_number(key, e->token > it->first ? e->token - it->first : 0);
        add_location(key, (location){e->source, e->begin});
        add_text(key, e->name, strlen(e->name));
    }
}

static size_t content_of(identities *list, unit *u, item *it)
{
    if (it->content) return it->content;
    buffer key = begin_key(KEY_CONTENT);
    add_pragmas(&key, u, it);
    add_tokens(&key, &u->text, it);
    return it->content = number_of(list, &key);
}

/* ---- with all that it depends on ---- */

static bool is_own(size_t index, const item_name *name)
{
    if (name->count > MAX_PROVIDERS) return false;
    for (size_t k = 0; k < name->count; ++k)
        if (name->providers[k] == index) return true;
    return false;
}

/* Adds the providers of a name, and whether each stands before the item or behind it. The item's own names count with
 * the text of their other providers: a prototype and its definition depend on each other. false: there are too many,
 * or one has no identity. */
static bool add_providers(search *s, buffer *key, size_t index, const item_name *name, bool own)
{
    item *items = s->unit->items.items;
    if (name->count > MAX_PROVIDERS) return false;
    for (size_t k = 0; k < name->count; ++k) {
        const size_t other = name->providers[k];
        item *it = &items[other];
        if (other == index || it->kind != ITEM_CODE) continue;
        if (!own && it->identity_state != FOUND) return false;
        buffer_addc(key, other < index ? 1 : 2);
        add_number(key, own ? content_of(s->list, s->unit, it) : it->identity);
    }
    buffer_addc(key, 0);
    return true;
}

static void settle(search *s, size_t index)
{
    item *it = &s->unit->items.items[index];
    buffer key = begin_key(KEY_ITEM);
    bool known = true;
    add_number(&key, content_of(s->list, s->unit, it));
    for (size_t i = 0; i < it->provide_count && known; ++i) /* nothing can mention a tag without a name */
        known = !*it->provides[i]->name || add_providers(s, &key, index, it->provides[i], true);
    for (size_t i = 0; i < it->mention_count && known; ++i)
        known = is_own(index, it->mentions[i]) || add_providers(s, &key, index, it->mentions[i], false);
    if (known) it->identity = number_of(s->list, &key);
    else buffer_free(&key);
    it->identity_state = known ? FOUND : NONE;
}

static void enter(search *s, size_t index)
{
    s->unit->items.items[index].identity_state = OPEN;
    s->stack = arena_reserve(&s->scratch, s->stack, s->depth, &s->capacity, sizeof *s->stack);
    s->stack[s->depth++] = (visit){.item = index};
}

/* The next item that must be looked at before the visit's own, or `none`. */
static size_t next_dependency(search *s, visit *v, size_t none)
{
    const item *it = &s->unit->items.items[v->item];
    for (; v->mention < it->mention_count; ++v->mention, v->provider = 0) {
        const item_name *name = it->mentions[v->mention];
        while (v->provider < name->count && name->count <= MAX_PROVIDERS) {
            const size_t other = name->providers[v->provider++];
            const item *o = &s->unit->items.items[other];
            if (o->kind == ITEM_CODE && o->identity_state == UNSEEN) return other;
        }
    }
    return none;
}

/* Finds the identity of an item, dependencies first. An item that meets one whose search is open is part of a circle:
 * it has no identity, and neither has what depends on it. */
static void find(search *s, size_t root)
{
    const size_t none = s->unit->items.count;
    if (s->unit->items.items[root].identity_state != UNSEEN) return;
    enter(s, root);
    while (s->depth) {
        const size_t next = next_dependency(s, &s->stack[s->depth - 1], none);
        if (next != none) enter(s, next);
        else settle(s, s->stack[--s->depth].item);
    }
}

/* ---- functions ---- */

/* What all text of a program depends on: the parse options, and pragmas that affect text behind them, which every
 * program of the unit gets. */
static size_t unit_number(identities *list, const unit *u, const parse_options *language)
{
    buffer key = begin_key(KEY_UNIT);
    add_number(&key, language->version);
    buffer_addc(&key, (char)language->generic_pointers);
    buffer_addc(&key, (char)language->program_scope);
    buffer_addc(&key, (char)language->single_constants);
    buffer_addc(&key, (char)language->fuses);
    buffer_addc(&key, (char)language->debugging);
    for (size_t i = 0; i < u->items.steering_count; ++i) add_pragmas(&key, u, &u->items.items[u->items.steering[i]]);
    return number_of(list, &key);
}

/* Functions all over a program decide whether a variable ever changes. */
static bool has_variables(const parsed *program)
{
    for (size_t i = 0; i < program->declaration_count; ++i) {
        const declaration *d = &program->declarations[i];
        if (d->kind == DECLARATION_VARIABLE && type_space(d->symbol->type) != SPACE_CONSTANT &&
            !(type_qualifiers(d->symbol->type) & QUALIFIER_CONST))
            return true;
    }
    return false;
}

static size_t identity_of(search *s, size_t of_unit, const symbol *f)
{
    const item_name *name = map_gets(&s->unit->items.names, f->name);
    if (!name || f->is_kernel || f->overload || f->attributes.overloadable || name->count > MAX_PROVIDERS) return 0;
    for (size_t k = 0; k < name->count; ++k)
        if (s->unit->items.items[name->providers[k]].kind == ITEM_CODE) find(s, name->providers[k]);
    buffer key = begin_key(KEY_FUNCTION);
    add_number(&key, of_unit);
    add_text(&key, f->name, strlen(f->name));
    if (add_providers(s, &key, s->unit->items.count, name, false)) return number_of(s->list, &key);
    buffer_free(&key);
    return 0;
}

void identity_set(identities *list, unit *u, const parse_options *language, const parsed *program)
{
    search s = {.list = list, .unit = u};
    if (program->failed || language->spec_constant_count || has_variables(program)) return;
    const size_t of_unit = unit_number(list, u, language);
    for (size_t i = 0; i < program->function_count; ++i)
        program->functions[i]->identity = identity_of(&s, of_unit, program->functions[i]);
    arena_free(&s.scratch);
}
